#include "server/company.h"

#include "wire/json.h"

#include <stdlib.h>

enum { LIST_MILLISECONDS = 1000 };

/* A public table; in an answer its words follow. */
struct line {
    char id[TABLE_ID];
    uint32_t size;
    size_t at; /* of its words */
};

struct listing {
    struct listing *next;
    uint64_t number, until;
    int waits; /* for so many */
    const struct language *language;
    struct reply *reply;
    void (*make)(struct page *p, const char *tables, const struct language *l);
    struct text lines, words;
};

/* --- What there is ---------------------------------------------------------------------------- */

struct adding {
    struct text *out;
    int left;
};

static bool add_line(void *to, const char *id, const char *words)
{
    struct adding *a = to;
    struct line l = {.size = (uint32_t)strlen(words)};
    memcpy(l.id, id, TABLE_ID);
    text_put(a->out, (char *)&l, sizeof l);
    text_put(a->out, words, l.size);
    return --a->left > 0;
}

/* One more than a page has, so that it is known whether there are more. */
static void add_own(struct company *c, const char *after, struct text *out)
{
    hall_public(c->server->hall, after, add_line, &(struct adding){out, LIST_MOST + 1});
    must(!out->failed);
}

static void take_lines(struct listing *g, const char *bytes, size_t size)
{
    struct line l;
    while (size >= sizeof l) {
        memcpy(&l, bytes, sizeof l);
        if (l.size > size - sizeof l)
            return;
        l.at = g->words.size;
        l.id[TABLE_ID - 1] = '\0';
        text_put(&g->lines, (char *)&l, sizeof l);
        text_put(&g->words, bytes + sizeof l, l.size);
        bytes += sizeof l + l.size;
        size -= sizeof l + l.size;
    }
    must(!g->lines.failed && !g->words.failed);
}

/* --- The page --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    return hall_order(((const struct line *)a)->id, ((const struct line *)b)->id);
}

/* A table that was handed over meanwhile may have been told twice. */
static void write_page(struct listing *g, struct page *p)
{
    struct text tables = {0};
    struct line *all = (struct line *)g->lines.at;
    size_t count = g->lines.size / sizeof *all, told = 0;
    const char *last = "";
    qsort(all, count, sizeof *all, compare);
    json_array_begin(&tables);
    for (size_t i = 0; i < count && told <= LIST_MOST; i++) {
        if (strcmp(all[i].id, last) == 0)
            continue;
        if (told++ == LIST_MOST) {
            memcpy(p->next, last, TABLE_ID);
            break;
        }
        last = all[i].id;
        struct text words = {0};
        text_put(&words, g->words.at + all[i].at, all[i].size);
        json_raw(&tables, text_of(&words));
        text_free(&words);
    }
    json_array_end(&tables);
    g->make(p, text_of(&tables), g->language);
    text_free(&tables);
}

static void finish(struct company *c, struct listing *g)
{
    struct page p = {.status = 200};
    struct listing **at = &c->lists;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    if (g->lines.size)
        write_page(g, &p);
    else
        g->make(&p, "[]", g->language);
    reply_send(g->reply, p);
    text_free(&g->lines);
    text_free(&g->words);
    free(g);
}

bool listing_ask(struct request *q, struct reply *r,
                 void (*make)(struct page *p, const char *tables, const struct language *l))
{
    struct company *c = q->server->company;
    struct text own = {0};
    if (!c || !links_up(&c->links))
        return false;
    int others = company_say(q->server, SAY_LIST, ++c->number, q->after, strlen(q->after) + 1);
    struct listing *g = calloc(1, sizeof *g);
    must(g);
    *g = (struct listing){.next = c->lists,
                          .number = c->number,
                          .until = uv_now(&q->server->loop) + LIST_MILLISECONDS,
                          .waits = others,
                          .language = q->language,
                          .reply = r,
                          .make = make};
    c->lists = g;
    add_own(c, q->after, &own);
    take_lines(g, text_of(&own), own.size);
    text_free(&own);
    return true;
}

static void answer(struct company *c, struct link *l, uint64_t number, const char *after)
{
    struct text lines = {0};
    add_own(c, after, &lines);
    link_say(l, SAY_LISTED, number, text_of(&lines), lines.size);
    text_free(&lines);
}

void listing_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
                   size_t size)
{
    if (kind == SAY_LIST && size && size <= TABLE_ID && !bytes[size - 1])
        answer(c, l, number, bytes);
    struct listing *g = c->lists;
    while (g && g->number != number)
        g = g->next;
    if (kind != SAY_LISTED || !g)
        return;
    take_lines(g, bytes, size);
    if (--g->waits == 0)
        finish(c, g);
}

void listing_tick(struct company *c, bool all)
{
    for (struct listing *g = c->lists, *next; g; g = next) {
        next = g->next;
        if (all || uv_now(&c->server->loop) >= g->until)
            finish(c, g);
    }
}
