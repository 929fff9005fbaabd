/* What is printed for those who ask over HTTP: made in a thread (crew.h), one file at a time, and
 * kept for those who ask next. */
#include "server/inside.h"

#include "print/print.h"
#include "wire/json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 16,
    PRINTED_MOST = 8, /* that wait to be made, */
    PRINTED_EACH = 2, /* and of one address */
    RETRY_SECONDS = 5,
};

struct printed {
    struct job job;
    struct server *server;
    struct printed *next; /* the last one that was asked for first */
    struct print_wish wish;
    bool over, fine;
    struct text bytes;
    struct error e;
    struct waiters waiters;
};

static struct printed *printed_of(struct job *j)
{
    return (struct printed *)((char *)j - offsetof(struct printed, job));
}

static void make(struct job *j)
{
    struct printed *d = printed_of(j);
    d->fine = print_make(&d->wish, &d->bytes, &d->e);
}

static void answer(const struct printed *d, struct page *p)
{
    if (!d->fine) {
        page_error(p, 503, &d->e);
        p->retry = RETRY_SECONDS;
        return;
    }
    p->status = 200;
    p->type = print_is_picture(d->wish.what) ? "image/png" : "application/pdf";
    text_put(&p->body, d->bytes.at, d->bytes.size);
    page_tag(p);
}

static void forget(struct printed *d)
{
    struct printed **at = &d->server->printed;
    while (*at != d)
        at = &(*at)->next;
    *at = d->next;
    text_free(&d->bytes);
    free(d);
}

static void done(struct job *j)
{
    struct printed *d = printed_of(j);
    d->over = true;
    struct page p = {0};
    answer(d, &p);
    waiters_send(&d->waiters, p);
    if (!d->fine)
        forget(d);
}

static bool is_same(const struct print_wish *a, const struct print_wish *b)
{
    const struct setup *u = &a->setup, *other = &b->setup;
    return a->what == b->what && a->paper == b->paper && a->language == b->language &&
           u->game == other->game && u->preset == other->preset && u->players == other->players &&
           u->given == other->given && u->deck == other->deck &&
           memcmp(u->option, other->option, sizeof u->option) == 0;
}

/* The oldest goes where there are too many. */
static void forget_oldest(struct server *s)
{
    struct printed *oldest = NULL;
    int count = 0;
    for (struct printed *d = s->printed; d; d = d->next, count++)
        oldest = d->over ? d : oldest;
    if (count > KEPT && oldest)
        forget(oldest);
}

static struct printed *begin(const struct request *q, const struct print_wish *w)
{
    struct server *s = q->server;
    uint64_t payer[PAYERS];
    gate_payers(q->address, q->guest, "", payer);
    bool room = crew_count(s->crew, TRADE_PRINT, 0) < PRINTED_MOST &&
                crew_count(s->crew, TRADE_PRINT, payer[1]) < PRINTED_EACH;
    struct printed *d = room ? calloc(1, sizeof *d) : NULL;
    if (!d)
        return NULL;
    d->job = (struct job){.work = make, .done = done, .trade = TRADE_PRINT};
    d->server = s;
    d->wish = *w;
    d->e.language = q->language;
    d->next = s->printed;
    s->printed = d;
    forget_oldest(s);
    crew_add(s->crew, &d->job, payer);
    return d;
}

/* A name as "deck.pdf", "rules-octopus.pdf", "cards.png" of a paper; false if there is none. */
static bool read_wish(const struct request *q, struct print_wish *w)
{
    char name[PATH_BYTES];
    struct error e = {0};
    snprintf(name, sizeof name, "%s", q->part[1]);
    char *end = strrchr(name, '.'), *game = strchr(name, '-');
    if (!end || (game && game > end))
        return false;
    *end++ = '\0';
    if (game)
        *game++ = '\0';
    int paper = print_find(print_papers, PAPERS, q->part[0]);
    int what = print_find(print_words, PRINTS, name);
    if (paper < 0 || what < 0)
        return false;
    *w = (struct print_wish){
        .what = (enum print_what)what, .paper = (enum print_paper)paper, .language = q->language};
    return strcmp(end, print_is_picture(w->what) ? "png" : "pdf") == 0 &&
           print_has_game(w->what) == (game != NULL) &&
           (!game || setup_choose(&w->setup, game, &e));
}

/* What is agreed, as on the command line. */
static bool read_options(struct request *q, struct print_wish *w, struct error *e)
{
    struct setup *u = &w->setup;
    if (!u->game)
        return (!q->options && !q->players) ||
               error_set(e, "'%s' is about all games; expected neither option nor players",
                         print_words[w->what]);
    for (int i = 0; i < q->options; i++) {
        char *value = strchr(q->option[i], '=');
        if (!value)
            return error_set(e, "'%.40s' is no option; expected option=KEY=VALUE", q->option[i]);
        *value++ = '\0';
        if (!setup_option(u, q->option[i], value, e))
            return false;
    }
    int players = q->players ? q->players : u->players ? u->players : setup_players_usual(u);
    bool fine = setup_players(u, players, e) && setup_finish(u, e);
    u->players = q->players; /* 0: for any number */
    return fine;
}

void page_print(struct request *q, struct reply *r, struct page *p)
{
    struct error e = {.language = q->language};
    struct print_wish w;
    if (!print_possible() || !read_wish(q, &w)) {
        error_set(&e, "there is no such file to print; see /api/print");
        page_error(p, 404, &e);
        return;
    }
    if (!read_options(q, &w, &e)) {
        page_error(p, 400, &e);
        return;
    }
    struct printed *d = q->server->printed;
    while (d && !is_same(&d->wish, &w))
        d = d->next;
    if (d && d->over) {
        answer(d, p);
        return;
    }
    if (!d)
        d = begin(q, &w);
    if (!d || !waiters_add(&d->waiters, r, p)) {
        error_set(&e, "another file is printed just now; try again in a moment");
        page_error(p, 503, &e);
        p->retry = RETRY_SECONDS;
    }
}

void page_prints(struct request *q, struct reply *r, struct page *p)
{
    (void)q;
    (void)r;
    p->type = page_json;
    json_object_begin(&p->body);
    json_array_begin(json_key(&p->body, "papers"));
    for (int i = 0; print_possible() && i < PAPERS; i++)
        json_text(&p->body, print_papers[i]);
    json_array_end(&p->body);
    json_array_begin(json_key(&p->body, "files"));
    for (enum print_what i = 0; print_possible() && i < PRINTS; i++) {
        struct text name = {0};
        text_add(&name, "%s%s.%s", print_words[i], print_has_game(i) ? "-GAME" : "",
                 print_is_picture(i) ? "png" : "pdf");
        json_text(&p->body, text_of(&name));
        text_free(&name);
    }
    json_array_end(&p->body);
    json_object_end(&p->body);
    text_add(&p->body, "\n");
}

void prints_end(struct server *s)
{
    while (s->printed)
        forget(s->printed);
}
