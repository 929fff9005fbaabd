/* Records and proofs of games that are over: written in a thread (crew.h), since a long game takes
 * some milliseconds, and kept for those who ask next. */
#include "server/inside.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 16,
    WRITTEN_MOST = 64, /* that wait to be written, */
    WRITTEN_EACH = 8,  /* and of one address */
};

struct transcript {
    struct job job;
    struct server *server;
    struct transcript *next; /* the last one that was asked for first */
    char table[TABLE_ID];
    struct vault_found game; /* its record goes when it is written */
    char guest[DIGEST_TEXT]; /* of the wish, as the rest of it */
    bool all, moves, talk;
    bool over, fine;
    bool stale; /* what was kept has changed since */
    struct text words;
    struct error e;
    struct waiters waiters;
};

static struct transcript *transcript_of(struct job *j)
{
    return (struct transcript *)((char *)j - offsetof(struct transcript, job));
}

static void transcript_free(struct transcript *t)
{
    text_free(&t->game.record);
    text_free(&t->words);
    free(t);
}

static void write_down(struct job *j)
{
    struct transcript *t = transcript_of(j);
    struct span own[SPANS_MOST];
    size_t spans = kept_spans(text_of(&t->game.record), t->guest, own);
    struct onlooker who = {t->all ? EVERYTHING : NOBODY, own, spans};
    t->fine = kept_open(&t->game, &who, t->moves, &t->words, &t->e);
    if (t->fine && t->talk)
        kept_talk(&t->game, &t->words);
    t->fine = t->fine && !t->words.failed;
}

static void answer(const struct transcript *t, struct page *p)
{
    p->status = 200;
    p->type = page_plain;
    if (t->fine)
        text_put(&p->body, text_of(&t->words), t->words.size);
    else
        page_error(p, 500, &t->e);
}

static void forget(struct transcript *t)
{
    struct transcript **at = &t->server->transcripts;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    transcript_free(t);
}

static void written(struct job *j)
{
    struct transcript *t = transcript_of(j);
    t->over = true;
    struct page p = {0};
    answer(t, &p);
    waiters_send(&t->waiters, p);
    text_free(&t->game.record);
    if (!t->fine || t->stale)
        forget(t);
}

static struct transcript *find(const struct request *q, uint64_t game,
                               const struct wanted_record *w)
{
    struct transcript *t = q->server->transcripts;
    while (t && (t->stale || t->game.number != game || strcmp(t->table, q->part[0]) != 0 ||
                 strcmp(t->guest, w->guest) != 0 || t->all != w->all || t->moves != w->moves ||
                 t->talk != w->talk))
        t = t->next;
    return t;
}

/* The oldest goes where there are too many. */
static void forget_oldest(struct server *s)
{
    struct transcript *oldest = NULL;
    int count = 0;
    for (struct transcript *t = s->transcripts; t; t = t->next, count++)
        oldest = t->over ? t : oldest;
    if (count > KEPT && oldest)
        forget(oldest);
}

static struct transcript *begin(const struct request *q, const struct vault_found *g,
                                const struct wanted_record *w)
{
    struct server *s = q->server;
    uint64_t payer[PAYERS];
    gate_payers(q->address, q->guest, q->part[0], payer);
    bool room = crew_count(s->crew, TRADE_RECORD, 0) < WRITTEN_MOST &&
                crew_count(s->crew, TRADE_RECORD, payer[1]) < WRITTEN_EACH;
    struct transcript *t = room ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->job = (struct job){.work = write_down, .done = written, .trade = TRADE_RECORD};
    t->server = s;
    t->game = *g;
    t->game.record = (struct text){0};
    text_put(&t->game.record, text_of(&g->record), g->record.size);
    snprintf(t->guest, sizeof t->guest, "%s", w->guest);
    t->all = w->all;
    t->moves = w->moves;
    t->talk = w->talk;
    t->e.language = q->language;
    snprintf(t->table, sizeof t->table, "%s", q->part[0]);
    if (t->game.record.failed) {
        transcript_free(t);
        return NULL;
    }
    t->next = s->transcripts;
    s->transcripts = t;
    forget_oldest(s);
    crew_add(s->crew, &t->job, payer);
    return t;
}

void transcript_ask(const struct request *q, const struct vault_found *g,
                    const struct wanted_record *w, struct reply *r, struct page *p)
{
    struct transcript *t = find(q, g->number, w);
    if (t && t->over) {
        answer(t, p);
        return;
    }
    if (!t)
        t = begin(q, g, w);
    if (!t || !waiters_add(&t->waiters, r, p)) {
        struct error e = {.language = q->language};
        error_set(&e, "many ask for records just now; try again in a moment");
        page_error(p, 503, &e);
        p->retry = 1;
    }
}

void transcripts_forget(struct server *s, const char *table)
{
    for (struct transcript *t = s->transcripts, *next; t; t = next) {
        next = t->next;
        if (strcmp(t->table, table) != 0)
            continue;
        t->stale = true;
        if (t->over)
            forget(t);
    }
}

void transcripts_end(struct server *s)
{
    while (s->transcripts)
        forget(s->transcripts);
}
