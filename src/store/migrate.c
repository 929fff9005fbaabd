#include "store/migrate.h"

#include "store/base.h"
#include "store/roll.h"
#include "store/vault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMIT_EVERY = 10000, COLUMNS = 7 };

/* What there is, and what its columns are: 'i' numbers, 's' text, 'b' bytes. Rows of the first ones
 * go through a vault; the others are written as they are. */
enum list {
    TABLES,
    ENTRIES,
    GAMES,
    PICTURES,
    SEEN,
    RULES,
    CODES,
    MEMBERS,
    RECOVERIES,
    TOKENS,
    LISTS
};

static const struct {
    const char *name, *kinds, *columns, *order, *insert;
} lists[LISTS] = {
    [TABLES] = {"tables", "isbiiii", "key, id, secret, public, open, opened, closed", "key", NULL},
    [ENTRIES] = {"log", "iis", "key, number, line", "key, number", NULL},
    [GAMES] = {"games", "iiissi", "key, number, ended, name, record, open", "key, number", NULL},
    [PICTURES] = {"pictures", "ib", "key, picture", "key", NULL},
    [SEEN] = {"seen", "ii", "elapsed, clock", "elapsed", NULL},
    [RULES] = {"rules", "isis", "mute, target, until, note", "id",
               "INSERT INTO rules (mute, target, until, note) VALUES ($1, $2, $3, $4)"},
    [CODES] = {"codes", "siiis", "digest, made, \"left\", used, note", "id",
               "INSERT INTO codes (digest, made, \"left\", used, note)"
               " VALUES ($1, $2, $3, $4, $5)"},
    [MEMBERS] = {"members", "s", "guest", "guest", "INSERT INTO members VALUES ($1)"},
    [RECOVERIES] = {"recoveries", "ss", "guest, code", "guest",
                    "INSERT INTO recoveries VALUES ($1, $2)"},
    [TOKENS] = {"tokens", "ss", "token, guest", "token", "INSERT INTO tokens VALUES ($1, $2)"},
};

/* One side of it. */
struct side {
    struct vault *vault; /* which keeps others away */
    struct base *base;
};

struct migration {
    struct side from, to;
    const atomic_bool *stop;
    void (*done)(void *context, int64_t rows, int64_t all);
    void *context;
    int64_t rows, all;
    enum list list;
    int64_t *closed; /* the keys of tables that are */
    size_t closed_count;
    bool fine;
    struct error *e;
};

/* --- Both sides ------------------------------------------------------------------------------- */

static void close_side(struct side *s)
{
    base_close(s->base);
    vault_close(s->vault);
}

static bool open_side(struct side *s, const char *where, struct error *e)
{
    s->vault = vault_open(where, e);
    struct roll *r = s->vault ? roll_open(where, e) : NULL; /* its lists are there then */
    s->base = r ? base_open(where, 0, e) : NULL;
    roll_close(r);
    return s->base;
}

static bool take_number(void *to, const struct row *row)
{
    *(int64_t *)to = row_number(row, 0);
    return true;
}

static bool count(struct base *b, int64_t *all, struct error *e)
{
    bool fine = true;
    *all = 0;
    for (int i = 0; fine && i < LISTS; i++) {
        char words[64];
        int64_t rows = 0;
        snprintf(words, sizeof words, "SELECT count(*) FROM %s", lists[i].name);
        fine = base_ask(b, take_number, &rows, e, words, "") >= 0;
        *all += rows;
    }
    return fine;
}

/* --- Hashes ----------------------------------------------------------------------------------- */

static uint64_t hash(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * 1099511628211U; /* FNV-1a */
    return (sum ^ size) * 1099511628211U;
}

struct sum {
    const char *kinds;
    uint64_t rows; /* the hashes of all, in any order */
};

static bool add_row(void *to, const struct row *row)
{
    struct sum *s = to;
    uint64_t sum = 14695981039346656037U;
    for (int i = 0; s->kinds[i]; i++) {
        size_t size = 0;
        int64_t number = s->kinds[i] == 'i' ? row_number(row, i) : 0;
        const void *bytes = s->kinds[i] == 's'   ? row_text(row, i)
                            : s->kinds[i] == 'b' ? row_bytes(row, i, &size)
                                                 : &number;
        size = s->kinds[i] == 's' ? strlen(bytes) : s->kinds[i] == 'i' ? sizeof number : size;
        sum = hash(sum, bytes, size);
    }
    s->rows += sum;
    return true;
}

static bool sum_up(struct base *b, enum list l, uint64_t *out, struct error *e)
{
    char words[128];
    struct sum s = {.kinds = lists[l].kinds};
    snprintf(words, sizeof words, "SELECT %s FROM %s", lists[l].columns, lists[l].name);
    bool fine = base_ask(b, add_row, &s, e, words, "") >= 0;
    *out = s.rows;
    return fine;
}

static bool compare(const struct migration *m)
{
    bool fine = true;
    for (enum list l = 0; fine && l < LISTS; l++) {
        uint64_t one = 0, other = 1;
        fine = sum_up(m->from.base, l, &one, m->e) && sum_up(m->to.base, l, &other, m->e) &&
               (one == other || error_set(m->e,
                                          "the copy of '%s' is not the same; see that nobody "
                                          "uses either, and try again",
                                          lists[l].name));
    }
    return fine;
}

/* --- Copying ---------------------------------------------------------------------------------- */

static bool add_table(struct migration *m, const struct row *row)
{
    size_t size;
    struct vault_table t = {.key = row_number(row, 0),
                            .id = row_text(row, 1),
                            .secret = row_bytes(row, 2, &size),
                            .public = row_number(row, 3),
                            .open = row_number(row, 4),
                            .opened = row_number(row, 5)};
    if (size != VAULT_SECRET)
        return error_set(m->e, "table %.40s has no secret; see 'pairs admin salvage'", t.id);
    if (row_number(row, 6)) {
        int64_t *more = realloc(m->closed, (m->closed_count + 1) * sizeof *more);
        if (!more)
            return error_no_memory(m->e);
        m->closed = more;
        more[m->closed_count++] = t.key;
    }
    return vault_add_table(m->to.vault, &t) || error_no_memory(m->e);
}

static bool add_game(struct vault *v, const struct row *row)
{
    return vault_add_game(v, &(struct vault_game){.key = row_number(row, 0),
                                                  .number = (uint64_t)row_number(row, 1),
                                                  .ended = row_number(row, 2),
                                                  .name = row_text(row, 3),
                                                  .record = row_text(row, 4),
                                                  .open = row_number(row, 5)});
}

static bool add_thing(struct migration *m, const struct row *row)
{
    struct vault *v = m->to.vault;
    size_t size = 0;
    const void *bytes = m->list == PICTURES ? row_bytes(row, 1, &size) : NULL;
    bool fine = m->list == ENTRIES    ? vault_add_entry(v, row_number(row, 0),
                                                        (uint64_t)row_number(row, 1), row_text(row, 2))
                : m->list == GAMES    ? add_game(v, row)
                : m->list == PICTURES ? vault_add_picture(v, row_number(row, 0), bytes, size)
                                      : vault_see(v, row_number(row, 0), row_number(row, 1));
    return fine || error_no_memory(m->e);
}

/* A row of the roll, as it is. */
static bool insert(const struct migration *m, const struct row *row)
{
    struct base_argument a[COLUMNS] = {0};
    const char *kinds = lists[m->list].kinds;
    struct base *b = m->to.base;
    int columns = (int)strlen(kinds);
    for (int i = 0; i < columns; i++)
        if (kinds[i] == 's')
            a[i].text = row_text(row, i);
        else
            a[i].number = row_number(row, i);
    return b->kind->ask(b, lists[m->list].insert, a, columns, NULL, NULL, m->e) >= 0;
}

static bool copy_row(void *to, const struct row *row)
{
    struct migration *m = to;
    m->fine = !*m->stop || error_set(m->e, "stopped; nothing that was there has changed");
    m->fine = m->fine && (m->list == TABLES       ? add_table(m, row)
                          : lists[m->list].insert ? insert(m, row)
                                                  : add_thing(m, row));
    if (m->fine && ++m->rows % COMMIT_EVERY == 0)
        m->fine = vault_commit(m->to.vault, m->e);
    m->done(m->context, m->rows, m->all);
    return m->fine;
}

static bool copy_all(struct migration *m)
{
    for (m->list = 0; m->fine && m->list < LISTS; m->list++) {
        char words[160];
        snprintf(words, sizeof words, "SELECT %s FROM %s ORDER BY %s", lists[m->list].columns,
                 lists[m->list].name, lists[m->list].order);
        m->fine = base_ask(m->from.base, copy_row, m, m->e, words, "") >= 0 && m->fine;
        m->fine = m->fine && vault_commit(m->to.vault, m->e);
    }
    for (size_t i = 0; m->fine && i < m->closed_count; i++)
        m->fine = vault_close_table(m->to.vault, m->closed[i]) || error_no_memory(m->e);
    return m->fine && vault_commit(m->to.vault, m->e);
}

/* --- All of it -------------------------------------------------------------------------------- */

static bool count_kinds(struct migration *m, struct migrated *out)
{
    return base_ask(m->to.base, take_number, &out->tables, m->e, "SELECT count(*) FROM tables",
                    "") >= 0 &&
           base_ask(m->to.base, take_number, &out->entries, m->e, "SELECT count(*) FROM log", "") >=
               0 &&
           base_ask(m->to.base, take_number, &out->games, m->e, "SELECT count(*) FROM games", "") >=
               0;
}

/* What was empty is empty again. */
static void clear(const struct migration *m)
{
    struct error unused = {0};
    for (int i = 0; i < LISTS; i++) {
        char words[64];
        snprintf(words, sizeof words, "DELETE FROM %s", lists[i].name);
        base_ask(m->to.base, NULL, NULL, &unused, words, "");
    }
}

/* Copies into what is there under that name. */
static bool fill(struct migration *m, const char *from, const char *to, struct migrated *out)
{
    int64_t there = 0;
    bool fine = open_side(&m->from, from, m->e) && open_side(&m->to, to, m->e) &&
                count(m->to.base, &there, m->e) && count(m->from.base, &m->all, m->e);
    if (fine && there)
        fine =
            error_set(m->e, "there are tables already where these are to go; give an empty place");
    bool begun = fine;
    fine = fine && copy_all(m) && compare(m) && count_kinds(m, out);
    if (begun && !fine)
        clear(m);
    close_side(&m->to);
    close_side(&m->from);
    free(m->closed);
    return fine;
}

static bool is_free(const char *path, struct error *e)
{
    return access(path, F_OK) != 0 || error_set(e, "%s is there already; give another name", path);
}

/* A file gets its name when it is whole. */
static bool fill_file(struct migration *m, const char *from, const char *to, struct migrated *out)
{
    char part[1024];
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return error_set(m->e, "this name is too long; expected at most 1000 letters");
    if (!is_free(to, m->e))
        return false;
    unlink(part);
    bool fine = fill(m, from, part, out);
    if (fine && rename(part, to) != 0)
        fine = error_set(m->e, "%s cannot be written: %s; give another name", to,
                         error_reason(m->e, errno));
    unlink(part);
    return fine;
}

bool migrate(const char *from, const char *to, const atomic_bool *stop,
             void (*done)(void *context, int64_t rows, int64_t all), void *context,
             struct migrated *out, struct error *e)
{
    struct migration m = {.stop = stop, .done = done, .context = context, .fine = true, .e = e};
    if (!vault_is_address(from) && access(from, R_OK) != 0)
        return error_set(e, "%s cannot be read: %s; expected the data file of a server", from,
                         error_reason(e, errno));
    return vault_is_address(to) ? fill(&m, from, to, out) : fill_file(&m, from, to, out);
}
