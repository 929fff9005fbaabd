/* A house as bytes: all of it as it lies in memory, and what its pointers lead to behind that. Only
 * the same program can read it, and only whole; whoever keeps it sees to both. */
#include "house/inside.h"

#include <stdlib.h>
#include <string.h>

enum { NO_TEXT = 0xffff };

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

/* The name stands for what a setup points to. */
static void put_setup(struct text *out, const struct setup *u)
{
    put_text(out, u->game ? setup_name(u) : "");
}

static void put_entry(struct text *out, const struct entry *e)
{
    put(out, e, sizeof *e);
    put_text(out, e->text);
    put_text(out, e->bot);
    put_text(out, e->face);
    put_text(out, e->guest);
    put_text(out, e->name);
    put_text(out, e->sign);
    put(out, e->event, (size_t)e->events * sizeof *e->event);
    if (e->plan) {
        put(out, e->plan, sizeof *e->plan);
        put_setup(out, &e->plan->setup);
    }
}

static void put_table(struct text *out, const struct table *t)
{
    put(out, t, sizeof *t);
    put_setup(out, &t->setup);
    put(out, t->state, t->setup.game->size);
    put(out, t->step, t->steps * sizeof *t->step);
    put(out, t->past.event, t->past.size * sizeof *t->past.event);
}

void house_freeze(const struct house *h, struct text *out)
{
    const struct diary *d = &h->diary;
    size_t first = h->table ? h->begun : d->entries - 1;
    put(out, h, sizeof *h);
    put(out, &first, sizeof first);
    put_setup(out, &h->plan.setup);
    put_setup(out, &h->proposal.plan.setup);
    const struct setup *before = first ? diary_setup(d, first - 1) : &d->before;
    put(out, before, sizeof *before);
    put_setup(out, before);
    if (h->table)
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
    return error_set(r->e, "this is no frozen house; expected one of this very program");
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

/* So many things in memory of their own; NULL for none, and if it fails. */
static void *get_new(struct reading *r, size_t count, size_t size)
{
    if (!r->fine || count > r->left / size)
        fail(r);
    void *out = r->fine && count ? malloc(count * size) : NULL;
    if (r->fine && count && !out)
        r->fine = error_no_memory(r->e);
    if (out)
        get(r, out, count * size);
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
    const char *name = get_text(r);
    if (name && *name && !setup_choose(&named, name, r->e))
        fail(r);
    u->game = named.game;
    u->preset = named.preset;
    free((void *)name);
}

static void get_entry(struct reading *r, struct entry *e, const struct game *game)
{
    get(r, e, sizeof *e);
    bool plan = e->plan;
    e->plan = NULL;
    e->text = get_text(r);
    e->bot = get_text(r);
    e->face = get_text(r);
    e->guest = get_text(r);
    e->name = get_text(r);
    e->sign = get_text(r);
    e->event = get_new(r, (size_t)e->events, sizeof *e->event);
    e->game = game;
    if (!plan)
        return;
    struct plan *p = get_new(r, 1, sizeof *p);
    e->plan = p;
    if (!p)
        return;
    get_setup(r, &p->setup);
    if (entry_plans(e))
        e->game = p->setup.game;
}

static void get_table(struct reading *r, struct house *h)
{
    struct table *t = get_new(r, 1, sizeof *t);
    h->table = t;
    if (!t)
        return;
    size_t steps = t->steps, events = t->past.size;
    t->state = NULL;
    t->step = NULL;
    t->past.event = NULL;
    get_setup(r, &t->setup);
    if (!t->setup.game) {
        fail(r);
        return;
    }
    t->state = get_new(r, 1, t->setup.game->size);
    t->step = get_new(r, steps, sizeof *t->step);
    t->past.event = get_new(r, events, sizeof *t->past.event);
    t->room = steps;
    t->past.room = events;
    t->log.event = t->past.event + t->past.fresh;
}

static void get_diary(struct reading *r, struct diary *d, size_t first)
{
    size_t entries = d->entries;
    get(r, &d->before, sizeof d->before);
    get_setup(r, &d->before);
    *d = (struct diary){.before = d->before, .entries = first, .gone = first};
    if (entries < first || entries - first > r->left) {
        fail(r);
        return;
    }
    d->room = entries - first + 1;
    d->recent = malloc(d->room * sizeof *d->recent);
    if (!d->recent)
        r->fine = error_no_memory(r->e);
}

static void get_entries(struct reading *r, struct diary *d, size_t entries)
{
    const struct game *game = d->before.game;
    while (r->fine && d->entries < entries) {
        struct entry *x = &d->recent[d->entries++ - d->gone];
        get_entry(r, x, game);
        game = x->game;
    }
}

bool frozen_read(struct house *h, const struct text *frozen, size_t from, struct error *e)
{
    struct reading r = {frozen->at + from, frozen->size - from, e, true};
    struct house_host host = h->host;
    size_t first;
    get(&r, h, sizeof *h);
    size_t entries = h->diary.entries;
    bool table = h->table;
    h->host = host;
    h->table = NULL;
    h->signature = (struct entry){0};
    memset(h->bot, 0, sizeof h->bot);
    memset(h->thought, 0, sizeof h->thought);
    h->dealing.shuffle = NULL;
    h->dealing.used = NULL;
    h->eyes.stay = NULL;
    h->diary.recent = NULL;
    h->diary.spare = NULL;
    h->renamed = true;
    get(&r, &first, sizeof first);
    get_setup(&r, &h->plan.setup);
    get_setup(&r, &h->proposal.plan.setup);
    get_diary(&r, &h->diary, first);
    if (table)
        get_table(&r, h);
    h->dealing.shuffle = get_new(&r, h->dealing.shuffles, sizeof *h->dealing.shuffle);
    h->dealing.room = h->dealing.shuffles;
    h->dealing.used = get_new(&r, h->dealing.uses, sizeof *h->dealing.used);
    h->dealing.use_room = h->dealing.uses;
    h->eyes.stay = get_new(&r, h->eyes.stays, sizeof *h->eyes.stay);
    h->eyes.room = h->eyes.stays;
    get_entries(&r, &h->diary, entries);
    return r.fine && (r.left == 0 || fail(&r));
}
