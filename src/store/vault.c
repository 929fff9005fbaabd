#include "store/vault.h"

#include "store/database.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct vault {
    struct store *store;
    int64_t elapsed;
    struct batch next, taken; /* what is added, and what is being written */
};

static struct vault *open_store(const char *where, bool shared, struct error *e)
{
    const struct database *d = database_of(where, e);
    struct vault *v = d ? calloc(1, sizeof *v) : NULL;
    if (!v) {
        if (d)
            error_no_memory(e);
        return NULL;
    }
    v->store = d->open(where, shared, e);
    if (!v->store) {
        free(v);
        return NULL;
    }
    v->elapsed = v->store->elapsed;
    return v;
}

struct vault *vault_open(const char *where, struct error *e)
{
    return open_store(where, false, e);
}

struct vault *vault_join(const char *where, struct error *e)
{
    if (vault_is_address(where))
        return open_store(where, true, e);
    error_set(e, "several servers share a database of PostgreSQL, postgresql://..., not a file");
    return NULL;
}

void vault_trim(struct vault *v)
{
    if (!v->next.count)
        batch_free(&v->next);
    if (!v->taken.count)
        batch_free(&v->taken);
}

void vault_close(struct vault *v)
{
    if (!v)
        return;
    v->store->kind->close(v->store);
    batch_free(&v->next);
    batch_free(&v->taken);
    free(v);
}

int64_t vault_latest(const struct vault *v)
{
    return v->store->latest;
}

int64_t vault_key(struct vault *v)
{
    return v->store->kind->key ? v->store->kind->key(v->store) : ++v->store->last_key;
}

int64_t vault_elapsed(const struct vault *v)
{
    return v->elapsed;
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* Adds a thing with up to two texts, of which the store has taken note. */
static bool add(struct vault *v, struct pending p, const char *one, const char *other)
{
    size_t bytes = strlen(one) + 1 + (other ? strlen(other) + 1 : 0);
    return batch_make_room(&v->next, bytes) && v->store->kind->note(v->store, &p) &&
           batch_add(&v->next, p, one, other);
}

bool vault_add_table(struct vault *v, const struct vault_table *t)
{
    struct pending p = {
        .what = ADD_TABLE, .key = t->key, .time = t->opened, .public = t->public, .open = t->open};
    memcpy(p.secret, t->secret, VAULT_SECRET);
    return add(v, p, t->id, NULL);
}

bool vault_add_entry(struct vault *v, int64_t key, uint64_t number, const char *line)
{
    return add(v, (struct pending){.what = ADD_ENTRY, .key = key, .number = number}, line, NULL);
}

bool vault_add_picture(struct vault *v, int64_t key, const void *bytes, size_t size)
{
    struct pending p = {.what = ADD_PICTURE, .key = key};
    return batch_make_room(&v->next, size) && v->store->kind->note(v->store, &p) &&
           batch_add_bytes(&v->next, p, bytes, size);
}

bool vault_add_game(struct vault *v, const struct vault_game *g)
{
    struct pending p = {
        .what = ADD_GAME, .key = g->key, .number = g->number, .time = g->ended, .open = g->open};
    return add(v, p, g->name, g->record);
}

bool vault_close_table(struct vault *v, int64_t key)
{
    return add(v, (struct pending){.what = CLOSE_TABLE, .key = key}, "", NULL);
}

bool vault_see(struct vault *v, int64_t elapsed, int64_t clock)
{
    struct pending p = {.what = ADD_SEEN, .key = elapsed, .time = clock};
    if (!add(v, p, "", NULL))
        return false;
    v->elapsed = elapsed;
    return true;
}

/* --- Writing ---------------------------------------------------------------------------------- */

size_t vault_pending(const struct vault *v)
{
    return v->next.count + v->taken.count;
}

bool vault_take(struct vault *v)
{
    if (v->taken.count)
        return true;
    if (!v->next.count)
        return false;
    if (v->store->kind->take)
        v->store->kind->take(v->store, &v->next);
    struct batch empty = v->taken;
    v->taken = v->next;
    v->next = empty;
    return true;
}

bool vault_write(const struct vault *v, struct error *e)
{
    return v->store->kind->write(v->store, &v->taken, e);
}

void vault_written(struct vault *v)
{
    batch_clear(&v->taken);
}

bool vault_commit(struct vault *v, struct error *e)
{
    while (vault_take(v)) {
        if (!vault_write(v, e))
            return false;
        vault_written(v);
    }
    return true;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Tables that were added are read from memory by whoever added them. */
bool vault_tables(struct vault *v, bool (*each)(void *to, const struct vault_table *t), void *to,
                  struct error *e)
{
    return v->store->kind->tables(v->store, each, to, e);
}

bool vault_knows(struct vault *v, const char *id)
{
    return v->store->kind->knows(v->store, id);
}

int64_t vault_clock_at(const struct vault *v, int64_t elapsed)
{
    return v->store->kind->clock_at(v->store, elapsed);
}

int64_t vault_last(const struct vault *v, int64_t key)
{
    return v->store->kind->last(v->store, key);
}

bool vault_awaits_picture(const struct vault *v, int64_t key)
{
    return batch_find(&v->next, ADD_PICTURE, key) || batch_find(&v->taken, ADD_PICTURE, key);
}

bool vault_picture(struct vault *v, int64_t key, struct text *out)
{
    const struct batch *both[] = {&v->next, &v->taken};
    for (int i = 0; i < 2; i++) {
        const struct pending *p = batch_find(both[i], ADD_PICTURE, key);
        if (p) {
            text_put(out, batch_text(both[i], p), p->size);
            return true;
        }
    }
    return v->store->kind->picture(v->store, key, out);
}

/* The first entry of a table in a batch; NULL if there is none. */
static const struct pending *first_entry(const struct batch *b, int64_t key)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->pending[i].key == key && b->pending[i].what == ADD_ENTRY)
            return &b->pending[i];
    return NULL;
}

/* Hands over the entries of a table that a batch has, from one of them on: as copies, since `each`
 * may add to it. */
static bool hand_pending(const struct batch *b, const struct pending *first, uint64_t after,
                         bool (*each)(void *to, const char *line, struct error *e), void *to,
                         struct error *e)
{
    struct text lines = {0};
    int64_t key = first ? first->key : 0;
    for (const struct pending *p = first; p && p < b->pending + b->count; p++)
        if (p->key == key && p->what == ADD_ENTRY && p->number > after)
            text_put(&lines, batch_text(b, p), strlen(batch_text(b, p)) + 1);
    bool fine = !lines.failed || error_no_memory(e);
    for (size_t at = 0; fine && at < lines.size; at += strlen(lines.at + at) + 1)
        fine = each(to, lines.at + at, e);
    text_free(&lines);
    return fine;
}

bool vault_entries(struct vault *v, int64_t key, uint64_t after,
                   bool (*each)(void *to, const char *line, struct error *e), void *to,
                   struct error *e)
{
    if (batch_find(&v->next, CLOSE_TABLE, key) || batch_find(&v->taken, CLOSE_TABLE, key))
        return true;
    const struct pending *taken = first_entry(&v->taken, key), *next = first_entry(&v->next, key);
    return v->store->kind->entries(v->store, key, after, taken ? taken : next, each, to, e) &&
           hand_pending(&v->taken, taken, after, each, to, e) &&
           hand_pending(&v->next, next, after, each, to, e);
}

int vault_games(struct vault *v, const char *id, uint64_t number,
                bool (*each)(void *to, const struct vault_found *g), void *to, struct error *e)
{
    return v->store->kind->games(v->store, id, number, each, to, e);
}

/* Tables that go, as far as whoever asks lets them. */
struct forgetting {
    struct vault *vault;
    bool (*may)(void *to, const char *id);
    void *to;
    int count;
    bool fine;
};

static void forget_table(void *to, int64_t key, const char *id)
{
    struct forgetting *f = to;
    if (!f->may(f->to, id))
        return;
    f->fine = vault_close_table(f->vault, key) && f->fine;
    f->count++;
}

int vault_forget(struct vault *v, int64_t before, int64_t records,
                 bool (*may)(void *to, const char *id), void *to, struct error *e)
{
    assert(vault_pending(v) == 0);
    struct forgetting f = {v, may, to, 0, true};
    bool fine = v->store->kind->old(v->store, before, forget_table, &f, e) &&
                ((f.fine && add(v, (struct pending){.what = FORGET, .time = records}, "", NULL)) ||
                 error_no_memory(e));
    return fine ? f.count : -1;
}

bool vault_lost(struct vault *v, int64_t key)
{
    return v->store->kind->lost && v->store->kind->lost(v->store, key);
}

/* --- One of several --------------------------------------------------------------------------- */

bool vault_own(struct vault *v, int64_t key, int64_t epoch, uint64_t entries)
{
    return v->store->kind->own(v->store, key, epoch, entries);
}

bool vault_is_elsewhere(struct vault *v, int64_t key)
{
    return v->store->kind->is_elsewhere(v->store, key);
}

bool vault_is_pending(const struct vault *v, int64_t key)
{
    const struct batch *both[] = {&v->next, &v->taken};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < both[i]->count; k++)
            if (both[i]->pending[k].key == key && both[i]->pending[k].what != ADD_SEEN)
                return true;
    return false;
}

void vault_forget_lost(struct vault *v)
{
    v->store->kind->forget_lost(v->store);
}

int64_t vault_number(const struct vault *v, bool *gone)
{
    return v->store->kind->number(v->store, gone);
}
