/* A live table as bytes: all of it as it lies in memory but for its pointers, and what these lead
 * to behind that. The same live table gives the same bytes. Only the same program can read them,
 * and only whole; whoever keeps them sees to both. */
#include "live/inside.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    NO_TEXT = 0xffff,
    ENTRIES_MOST = 1000, /* of the game in progress, so that to read them takes no longer */
    EVENT_SIZE = offsetof(struct event, count) + 1, /* the rest of it is never filled */
};

/* --- What is another place each time, or follows from the rest -------------------------------- */

static void bare_setup(struct setup *u)
{
    u->game = NULL;
    u->preset = NULL;
}

static void bare_house(struct live *h)
{
    h->host = (struct live_host){0};
    bare_setup(&h->plan.setup);
    bare_setup(&h->proposal.plan.setup);
    h->table = NULL;
    h->signature = (struct entry){0};
    memset(h->bot, 0, sizeof h->bot);
    memset(h->thought, 0, sizeof h->thought);
    h->thoughts = 0;
    h->dealing.shuffle = NULL;
    h->dealing.room = h->dealing.shuffles;
    h->dealing.used = NULL;
    h->dealing.use_room = h->dealing.uses;
    h->eyes.stay = NULL;
    h->eyes.room = h->eyes.stays;
    h->diary = (struct diary){.entries = h->diary.entries, .gone = h->diary.gone};
    memset(&h->called, 0, sizeof h->called);
    h->renamed = true;
}

static void bare_table(struct table *t)
{
    bare_setup(&t->setup);
    t->state = NULL;
    t->step = NULL;
    t->room = t->steps;
    t->past.event = NULL;
    t->past.room = t->past.size;
    t->log.event = NULL;
}

static void bare_entry(struct entry *e)
{
    e->game = NULL;
    e->plan = NULL;
    e->text = e->bot = e->face = e->guest = e->name = e->sign = NULL;
    e->event = NULL;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void put(struct text *out, const void *bytes, size_t size)
{
    if (size)
        text_put(out, bytes, size);
}

static void put_text(struct text *out, const char *words)
{
    uint16_t size = words ? (uint16_t)strlen(words) : NO_TEXT;
    put(out, &size, sizeof size);
    put(out, words, words ? size : 0);
}

static void put_events(struct text *out, const struct event *e, size_t events)
{
    for (size_t i = 0; i < events; i++)
        put(out, &e[i], EVENT_SIZE);
}

/* The name stands for what a setup points to. */
static void put_setup(struct text *out, const struct setup *u)
{
    struct setup bare = *u;
    bare_setup(&bare);
    put(out, &bare, sizeof bare);
    put_text(out, u->game ? setup_name(u) : "");
}

static void put_entry(struct text *out, const struct entry *e)
{
    struct entry bare = *e;
    bool plan = e->plan;
    bare_entry(&bare);
    put(out, &bare, sizeof bare);
    put_text(out, e->text);
    put_text(out, e->bot);
    put_text(out, e->face);
    put_text(out, e->guest);
    put_text(out, e->name);
    put_text(out, e->sign);
    put_events(out, e->event, (size_t)e->events);
    put(out, &plan, sizeof plan);
    if (plan) {
        struct plan p = *e->plan;
        bare_setup(&p.setup);
        put(out, &p, sizeof p);
        put_setup(out, &e->plan->setup);
    }
}

static void put_table(struct text *out, const struct table *t)
{
    struct table bare = *t;
    bare_table(&bare);
    put(out, &bare, sizeof bare);
    put_setup(out, &t->setup);
    put(out, t->state, t->setup.game->size);
    put(out, t->step, t->steps * sizeof *t->step);
    put_events(out, t->past.event, t->past.size);
}

void live_freeze(const struct live *h, struct text *out)
{
    const struct diary *d = &h->diary;
    struct live bare = *h;
    bool table = h->table;
    size_t least = d->entries > ENTRIES_MOST ? d->entries - ENTRIES_MOST : 0;
    size_t first = !table ? d->entries - 1 : h->begun > least ? h->begun : least;
    bare_house(&bare);
    bare.diary.gone = first;
    put(out, &bare, sizeof bare);
    put_setup(out, &h->plan.setup);
    put_setup(out, &h->proposal.plan.setup);
    put_setup(out, first ? diary_setup(d, first - 1) : &d->before);
    put(out, &table, sizeof table);
    if (table)
        put_table(out, h->table);
    put(out, h->dealing.shuffle, h->dealing.shuffles * sizeof *h->dealing.shuffle);
    put(out, h->dealing.used, h->dealing.uses * sizeof *h->dealing.used);
    put(out, h->eyes.stay, h->eyes.stays * sizeof *h->eyes.stay);
    for (size_t i = first; i < d->entries; i++)
        put_entry(out, diary_at(d, i));
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct reading {
    const char *at;
    size_t left;
    struct error *e;
    bool fine;
};

static bool fail(struct reading *r)
{
    r->fine = false;
    return error_set(r->e, "this is no frozen table; expected one of this very program");
}

static void get(struct reading *r, void *out, size_t size)
{
    if (!r->fine || size > r->left) {
        fail(r);
        memset(out, 0, size);
        return;
    }
    if (size)
        memcpy(out, r->at, size);
    r->at += size;
    r->left -= size;
}

/* Memory for so many things that take so many bytes each in what is read; NULL for none, and if it
 * fails. */
static void *room_for(struct reading *r, size_t count, size_t bytes, size_t size)
{
    if (!r->fine || count > r->left / bytes)
        fail(r);
    void *out = r->fine && count ? calloc(count, size) : NULL;
    if (r->fine && count && !out)
        r->fine = error_no_memory(r->e);
    return out;
}

static void *get_new(struct reading *r, size_t count, size_t size)
{
    void *out = room_for(r, count, size, size);
    if (out)
        get(r, out, count * size);
    return out;
}

static struct event *get_events(struct reading *r, size_t events)
{
    struct event *out = room_for(r, events, EVENT_SIZE, sizeof *out);
    for (size_t i = 0; out && i < events; i++)
        get(r, &out[i], EVENT_SIZE);
    return out;
}

static const char *get_text(struct reading *r)
{
    uint16_t size;
    get(r, &size, sizeof size);
    if (!r->fine || size == NO_TEXT)
        return NULL;
    char *out = size <= r->left ? malloc((size_t)size + 1) : NULL;
    if (!out) {
        fail(r);
        return NULL;
    }
    get(r, out, size);
    out[size] = '\0';
    return out;
}

static void get_setup(struct reading *r, struct setup *u)
{
    struct setup named = {0};
    get(r, u, sizeof *u);
    const char *name = get_text(r);
    if (name && *name && !setup_choose(&named, name, r->e))
        fail(r);
    u->game = named.game;
    u->preset = named.preset;
    free((void *)name);
}

static void get_entry(struct reading *r, struct entry *e, const struct game *game)
{
    bool plan;
    get(r, e, sizeof *e);
    bare_entry(e);
    e->text = get_text(r);
    e->bot = get_text(r);
    e->face = get_text(r);
    e->guest = get_text(r);
    e->name = get_text(r);
    e->sign = get_text(r);
    e->event = get_events(r, (size_t)e->events);
    e->game = game;
    get(r, &plan, sizeof plan);
    struct plan *p = plan ? get_new(r, 1, sizeof *p) : NULL;
    e->plan = p;
    if (!p)
        return;
    get_setup(r, &p->setup);
    if (entry_plans(e))
        e->game = p->setup.game;
}

static void get_table(struct reading *r, struct live *h)
{
    struct table *t = h->table = get_new(r, 1, sizeof *t);
    if (!t)
        return;
    bare_table(t);
    get_setup(r, &t->setup);
    if (!t->setup.game) {
        fail(r);
        return;
    }
    t->state = get_new(r, 1, t->setup.game->size);
    t->step = get_new(r, t->steps, sizeof *t->step);
    t->past.event = get_events(r, t->past.size);
    if (t->past.event)
        t->log.event = t->past.event + t->past.fresh;
}

static void get_entries(struct reading *r, struct diary *d, size_t entries)
{
    const struct game *game = d->before.game;
    if (entries < d->gone || entries - d->gone > r->left)
        fail(r);
    d->entries = d->gone;
    d->room = r->fine ? entries - d->gone : 0;
    d->recent = malloc((d->room + 1) * sizeof *d->recent);
    if (!d->recent)
        r->fine = error_no_memory(r->e);
    while (r->fine && d->entries < entries) {
        struct entry *x = &d->recent[d->entries++ - d->gone];
        get_entry(r, x, game);
        game = x->game;
    }
}

bool frozen_read(struct live *h, const struct text *frozen, size_t from, struct error *e)
{
    struct reading r = {frozen->at + from, frozen->size - from, e, true};
    struct live_host host = h->host;
    bool table;
    get(&r, h, sizeof *h);
    bare_house(h);
    h->host = host;
    size_t entries = h->diary.entries;
    h->diary.entries = h->diary.gone; /* none of them is here yet */
    get_setup(&r, &h->plan.setup);
    get_setup(&r, &h->proposal.plan.setup);
    get_setup(&r, &h->diary.before);
    get(&r, &table, sizeof table);
    if (table)
        get_table(&r, h);
    h->dealing.shuffle = get_new(&r, h->dealing.shuffles, sizeof *h->dealing.shuffle);
    h->dealing.used = get_new(&r, h->dealing.uses, sizeof *h->dealing.used);
    h->eyes.stay = get_new(&r, h->eyes.stays, sizeof *h->eyes.stay);
    get_entries(&r, &h->diary, entries);
    return r.fine && (r.left == 0 || fail(&r));
}
