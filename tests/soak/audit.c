#include "tests/soak/soak.h"

#include "engine/record.h"
#include "live/ledger.h"
#include "store/vault.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A log that is gone through, line by line. */
struct auditor {
    struct soak *soak;
    struct vault *vault;
    sqlite3 *db;
    const char *id; /* of the table */
    int64_t key;
    struct ledger ledger;
    struct step *step; /* of the game that is played */
    size_t steps, room;
};

static void count_command(struct soak *k, uint64_t number)
{
    if (number && number <= k->commands)
        k->given[number - 1].logged++;
    else if (number)
        soak_fault(k, "a command that nobody gave: %" PRIu64, number);
}

static void count_step(struct auditor *a, const struct entry *x)
{
    if (x->kind == ENTRY_BEGUN || x->kind == ENTRY_REMATCH)
        a->steps = 0;
    if (x->kind == ENTRY_TAKEN_BACK)
        a->steps = x->steps;
    if (x->kind != ENTRY_STEP)
        return;
    if (a->steps == a->room) {
        a->room = a->room ? 2 * a->room : 256;
        a->step = realloc(a->step, a->room * sizeof *a->step);
        if (!a->step)
            abort();
    }
    a->step[a->steps++] = x->step;
}

static bool same_step(struct step a, struct step b)
{
    return a.kind == b.kind && a.who == b.who && a.what == b.what;
}

/* The record of a game that is over, read line by line through the engine. */
static bool replays(const struct auditor *a, const char *record, struct error *e)
{
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = true;
    for (const char *at = record; fine && *at;) {
        size_t size = strcspn(at, "\n");
        fine = reader_line(r, at, size, e);
        at += size + (at[size] == '\n');
    }
    fine = fine && reader_end(r, e);
    const struct table *t = fine ? reader_table(r) : NULL;
    if (t && table_turn(t).kind != TURN_OVER)
        fine = error_set(e, "the record is of a game that is not over");
    if (t && t->steps != a->steps)
        fine = error_set(e, "the record has %zu steps, the log %zu", t->steps, a->steps);
    for (size_t i = 0; fine && t && i < a->steps; i++)
        if (!same_step(t->step[i], a->step[i]))
            fine = error_set(e, "step %zu is another one in the log than in the record", i + 1);
    reader_free(r);
    return fine;
}

/* Whether a game ended with this entry, and if so whether its record is what the log says. */
static void check_game(struct auditor *a)
{
    sqlite3_stmt *s;
    struct error e = {0};
    sqlite3_prepare_v2(a->db, "SELECT record FROM games WHERE key = ?1 AND number = ?2", -1, &s,
                       NULL);
    sqlite3_bind_int64(s, 1, a->key);
    sqlite3_bind_int64(s, 2, (int64_t)a->ledger.entries);
    if (sqlite3_step(s) == SQLITE_ROW) {
        a->soak->records++;
        if (!replays(a, (const char *)sqlite3_column_text(s, 0), &e))
            soak_fault(a->soak, "%s, entry %zu: %s", a->id, a->ledger.entries, e.text);
    }
    sqlite3_finalize(s);
}

static bool check_line(void *to, const char *line, struct error *e)
{
    struct auditor *a = to;
    if (!ledger_read(&a->ledger, line, e))
        return false;
    const struct entry *x = &a->ledger.entry[a->ledger.entries - 1];
    count_command(a->soak, x->command);
    count_step(a, x);
    check_game(a);
    return true;
}

static bool check_table(void *to, const struct vault_table *t)
{
    struct auditor *a = to;
    struct error e = {0};
    a->id = t->id;
    a->key = t->key;
    a->steps = 0;
    if (!vault_entries(a->vault, t->key, 0, check_line, a, &e))
        soak_fault(a->soak, "%s: %s", t->id, e.text);
    if (a->ledger.entries != t->entries)
        soak_fault(a->soak, "%s has %zu entries; expected %" PRIu64, t->id, a->ledger.entries,
                   t->entries);
    ledger_free(&a->ledger);
    return true;
}

/* Which tables are open: where somebody sits, and those of which the log has anything. */
static bool *find_open(const struct soak *k)
{
    bool *open = calloc((size_t)k->rounds + 1, sizeof *open);
    if (!open)
        abort();
    for (int i = 0; i < k->parties; i++)
        open[k->party[i].table] = true;
    for (size_t i = 0; i < k->commands; i++)
        open[k->given[i].table] = open[k->given[i].table] || k->given[i].logged;
    return open;
}

static void check_commands(struct soak *k)
{
    bool *open = find_open(k);
    for (size_t i = 0; i < k->commands; i++) {
        const struct given *g = &k->given[i];
        if (g->logged > 1 || (g->outcome == DONE && g->logged == 0 && open[g->table]))
            soak_fault(k, "command %" PRIu64 " was acknowledged and stands in the log %d times",
                       g->number, g->logged);
        if (g->outcome == REFUSED && g->logged)
            soak_fault(k, "command %" PRIu64 " was refused and stands in the log", g->number);
    }
    free(open);
}

void audit(struct soak *k, const char *path)
{
    struct error e = {0};
    struct auditor a = {.soak = k, .vault = vault_open(path, &e)};
    if (!a.vault || sqlite3_open(path, &a.db) != SQLITE_OK ||
        !vault_tables(a.vault, check_table, &a, &e))
        soak_fault(k, "%s: %s", path, e.text);
    check_commands(k);
    sqlite3_close(a.db);
    vault_close(a.vault);
    free(a.step);
}
