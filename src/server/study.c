/* A game after the fact (lab/analyse.h), for those who ask over HTTP: in a thread (crew.h), one
 * game at a time, with a bound on the work. Whoever asks waits without holding anything up, and
 * what came out is kept for those who ask next. */
#include "server/inside.h"

#include "server/report.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    STUDIES_KEPT = 32,
    STUDIES_WAIT = 8, /* with the one that is looked at, */
    STUDIES_EACH = 2, /* and of one address */
    RETRY_SECONDS = 5,
};

struct waiter {
    struct reply *reply;
    long picture; /* of that language, from 0; -1: the figures */
};

struct study {
    struct job job;
    struct server *server;
    struct study *next; /* the last one that was asked for first */
    char table[TABLE_ID];
    uint64_t game;
    bool over, fine;
    bool stale; /* what was kept has changed since */
    struct waiter waiter[WAITERS_MOST];
    int waiters;
    /* The thread's own while it runs. */
    struct text record;
    struct report report;
};

static struct study *study_of(struct job *j)
{
    return (struct study *)((char *)j - offsetof(struct study, job));
}

static void run(struct job *j)
{
    struct study *s = study_of(j);
    s->fine = report_make(text_of(&s->record), &j->stop, &s->report);
}

static void study_free(struct study *s)
{
    text_free(&s->record);
    report_free(&s->report);
    free(s);
}

static void busy(struct page *p, const struct language *l, const char *words)
{
    struct error e = {.language = l};
    error_set(&e, "%s", error_words(&e, words));
    page_error(p, 503, &e);
    p->retry = RETRY_SECONDS;
}

static void answer(const struct study *s, const struct waiter *w, struct page *p)
{
    const struct text *all = w->picture < 0 ? &s->report.figures : &s->report.picture[w->picture];
    if (!s->fine) {
        busy(p, w->picture > 0 ? &languages[w->picture] : NULL,
             "this game takes too long to look at just now; try again later");
        return;
    }
    p->status = 200;
    p->type = w->picture < 0 ? page_json : "image/svg+xml";
    text_put(&p->body, text_of(all), all->size);
    page_tag(p);
}

static void unlink_study(struct study *s)
{
    struct study **at = &s->server->studies;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
}

static void done(struct job *j)
{
    struct study *s = study_of(j);
    s->over = true;
    for (int i = 0; i < s->waiters; i++) {
        struct page p = {0};
        answer(s, &s->waiter[i], &p);
        reply_send(s->waiter[i].reply, p);
    }
    s->waiters = 0;
    text_free(&s->record);
    if (!s->fine || s->stale) {
        unlink_study(s);
        study_free(s);
    }
}

/* The oldest goes where there are too many. */
static void forget_oldest(struct server *server)
{
    int count = 0;
    for (struct study *s = server->studies; s; s = s->next)
        if (++count > STUDIES_KEPT && s->over) {
            unlink_study(s);
            study_free(s);
            return;
        }
}

static struct study *find_study(const struct request *q, uint64_t game)
{
    struct study *s = q->server->studies;
    while (s && (s->stale || s->game != game || strcmp(s->table, q->part[0]) != 0))
        s = s->next;
    return s;
}

static struct study *begin_study(const struct request *q, const struct vault_found *g)
{
    struct crew *crew = q->server->crew;
    uint64_t payer[PAYERS];
    gate_payers(q->address, q->guest, q->part[0], payer);
    bool room = crew_count(crew, TRADE_STUDY, 0) < STUDIES_WAIT &&
                crew_count(crew, TRADE_STUDY, payer[1]) < STUDIES_EACH;
    struct study *s = room ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    s->server = q->server;
    s->job = (struct job){.work = run, .done = done, .trade = TRADE_STUDY};
    s->game = g->number;
    snprintf(s->table, sizeof s->table, "%s", q->part[0]);
    text_put(&s->record, text_of(&g->record), g->record.size);
    if (s->record.failed) {
        study_free(s);
        return NULL;
    }
    s->next = q->server->studies;
    q->server->studies = s;
    crew_add(crew, &s->job, payer);
    forget_oldest(q->server);
    return s;
}

void study_ask(const struct request *q, const struct vault_found *g, bool picture, struct reply *r,
               struct page *p)
{
    struct study *s = find_study(q, g->number);
    struct waiter w = {r, picture ? q->language ? q->language - languages : 0 : -1};
    if (s && s->over) {
        answer(s, &w, p);
        return;
    }
    if (!s)
        s = begin_study(q, g);
    if (!s || s->waiters == WAITERS_MOST) {
        busy(p, q->language, "another game is looked at just now; try again in a moment");
        return;
    }
    s->waiter[s->waiters++] = w;
    p->later = true;
}

void study_forget(struct server *server, const char *table)
{
    for (struct study *s = server->studies, *next; s; s = next) {
        next = s->next;
        if (strcmp(s->table, table) != 0)
            continue;
        s->stale = true;
        if (s->over) {
            unlink_study(s);
            study_free(s);
        }
    }
}

void study_stop(struct server *server)
{
    for (struct study *s = server->studies; s; s = s->next)
        atomic_store(&s->job.stop, true);
}

void study_end(struct server *server)
{
    while (server->studies) {
        struct study *s = server->studies;
        server->studies = s->next;
        study_free(s);
    }
}
