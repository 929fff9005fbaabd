/* Games that are over: a table's list of them, records and proofs. Whoever sat there proves it with
 * the token in a header; nothing secret is part of an address. */
#include "server/inside.h"

#include "wire/json.h"
#include "wire/viewjson.h"

#include <stdlib.h>
#include <string.h>

/* Whether somebody may know of a game at all. */
static bool may_know(const struct vault_found *g, size_t spans)
{
    return g->public || g->open || spans;
}

static void refuse_stranger(const struct request *q, struct page *p)
{
    struct error e = {.language = q->language};
    error_set(&e, "this table is not for everybody; send the token of somebody who sat there as "
                  "'Authorization: Bearer TOKEN'");
    page_error(p, 403, &e);
}

static void refuse_unknown(const struct request *q, struct page *p)
{
    struct error e = {.language = q->language};
    error_set(&e, "there is no such game, or it is not over; expected one of "
                  "/api/tables/TABLE/games");
    page_error(p, 404, &e);
}

/* --- The list --------------------------------------------------------------------------------- */

struct list {
    const struct request *request;
    struct text *out;
    bool told; /* of any */
};

static bool list_game(void *to, const struct vault_found *g)
{
    struct list *l = to;
    struct span own[SPANS_MOST];
    size_t spans = kept_spans(text_of(&g->record), l->request->guest, own);
    if (!may_know(g, spans))
        return true;
    json_object_begin(l->out);
    json_unsigned(json_key(l->out, "game"), g->number);
    json_text(json_key(l->out, "name"), g->name);
    json_int(json_key(l->out, "ended"), g->ended);
    json_bool(json_key(l->out, "open"), g->open);
    json_seat(json_key(l->out, "you"), spans ? own[spans - 1].seat : NOBODY);
    json_object_end(l->out);
    l->told = true;
    return true;
}

void page_games(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    struct error e = {.language = q->language};
    struct list l = {.request = q, .out = &p->body};
    struct server *s = q->server;
    bool may = false, known = hall_knows(s->hall, q->part[0], q->guest, &may);
    bool elsewhere = !known && s->company && vault_knows(s->vault, q->part[0]);
    p->type = page_json;
    json_array_begin(&p->body);
    int games = vault_games(s->vault, q->part[0], 0, list_game, &l, &e);
    json_array_end(&p->body);
    if (games < 0) {
        server_asks_to_wait(&e);
        page_error(p, 503, &e);
    } else if (!l.told && !known && !elsewhere) { /* of one that is gone, games may be kept */
        error_set(&e, "there is no such table; expected one of /api/tables, or by invitation");
        page_error(p, 404, &e);
    } else if (!l.told && !may && !(elsewhere && !games)) {
        refuse_stranger(q, p);
    }
}

/* --- One game --------------------------------------------------------------------------------- */

/* What is wanted of it. */
enum wanted { RECORD, PROOF, FIGURES, PICTURE };

struct wish {
    struct request *request;
    struct reply *reply;
    struct page *page;
    enum wanted wanted;
};

static void refuse_closed(const struct request *q, struct page *p)
{
    struct error e = {.language = q->language};
    error_set(&e, "this table keeps its cards to itself; expected a game whose \"open\" is true");
    page_error(p, 403, &e);
}

/* Everybody may know all of a game at an open table; of another one each what they have seen. */
static bool answer_game(void *to, const struct vault_found *g)
{
    struct wish *w = to;
    struct span own[SPANS_MOST];
    size_t spans = kept_spans(text_of(&g->record), w->request->guest, own);
    bool study = w->wanted == FIGURES || w->wanted == PICTURE;
    if (!may_know(g, spans))
        refuse_stranger(w->request, w->page);
    else if (study && !g->open)
        refuse_closed(w->request, w->page);
    else if (study)
        study_ask(w->request, g, w->wanted == PICTURE, w->reply, w->page);
    else
        transcript_ask(w->request, g,
                       &(struct wanted_record){.guest = g->open ? "" : w->request->guest,
                                               .all = g->open,
                                               .moves = g->open && w->wanted == RECORD,
                                               .talk = w->wanted == RECORD},
                       w->reply, w->page);
    return false;
}

static bool game_number(const char *words, uint64_t *out)
{
    size_t size = strlen(words);
    *out = strtoull(words, NULL, 10);
    return size < 19 && strspn(words, "0123456789") == size && words[0] != '0';
}

static void find_game(struct request *q, struct reply *r, struct page *p, enum wanted wanted)
{
    struct error e = {.language = q->language};
    struct wish w = {q, r, p, wanted};
    uint64_t number;
    int games = 0;
    if (game_number(q->part[1], &number))
        games = vault_games(q->server->vault, q->part[0], number, answer_game, &w, &e);
    if (games < 0) {
        server_asks_to_wait(&e);
        page_error(p, 503, &e);
    } else if (games == 0)
        refuse_unknown(q, p);
}

void page_record(struct request *q, struct reply *r, struct page *p)
{
    find_game(q, r, p, RECORD);
}

void page_proof(struct request *q, struct reply *r, struct page *p)
{
    find_game(q, r, p, PROOF);
}

void page_analysis(struct request *q, struct reply *r, struct page *p)
{
    find_game(q, r, p, FIGURES);
}

void page_picture(struct request *q, struct reply *r, struct page *p)
{
    find_game(q, r, p, PICTURE);
}
