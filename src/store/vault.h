/* The data file of a server: one SQLite database with every table, the entries of each in order,
 * and the games that are over. What is added waits in memory until all of it is written at once and
 * the disk has it; if that fails nothing is lost, and the next try writes it.
 *
 * To write takes as long as the disk takes. Another thread may do it meanwhile: vault_take sets
 * apart what there is, vault_write writes it while more is added and read, vault_written ends it.
 */
#ifndef PAIRS_STORE_VAULT_H
#define PAIRS_STORE_VAULT_H

#include "engine/error.h"
#include "engine/text.h"

#include <stdint.h>

struct vault;

enum { VAULT_SECRET = 32 };

/* A table. */
struct vault_table {
    int64_t key; /* counts from 1 */
    const char *id;
    const unsigned char *secret; /* VAULT_SECRET bytes */
    bool public, open;
    int64_t opened;
    uint64_t entries;
};

/* A game that is over. */
struct vault_game {
    int64_t key;     /* of its table */
    uint64_t number; /* of its last entry: no other game of the table has it */
    int64_t ended;
    const char *name;   /* of the game */
    const char *record; /* docs/notation.md */
    bool open;          /* everybody may read the record */
};

/* Opens a data file, which is made if there is none, or the database of PostgreSQL at an address,
 * whose tables are; NULL with a message that names it. Only one program at a time has it; what is
 * of another program, or of another version, is left as it is. */
struct vault *vault_open(const char *where, struct error *e);

/* The same, as one of several servers that share a database; each has the tables that it was given
 * (vault_own) and those that it opens. */
struct vault *vault_join(const char *where, struct error *e);

/* Whether that is an address ("postgresql://...") rather than a file. */
bool vault_is_address(const char *where);

void vault_close(struct vault *v);

/* When the newest entry was made, 0 if there is none: a clock may have been set back since. */
int64_t vault_latest(const struct vault *v);

/* The key of the next table; 0 if others open tables there, too, and nobody can say now. */
int64_t vault_key(struct vault *v);

/* To be written with what is taken next. False if memory runs out; nothing was added. */
bool vault_add_table(struct vault *v, const struct vault_table *t);
bool vault_add_entry(struct vault *v, int64_t key, uint64_t number, const char *line);
bool vault_add_game(struct vault *v, const struct vault_game *g);

/* The same: a picture of a table, in place of the last one. It goes with the entries. */
bool vault_add_picture(struct vault *v, int64_t key, const void *bytes, size_t size);

/* Adds the last picture of a table, also if it is pending; false if there is none. */
bool vault_picture(struct vault *v, int64_t key, struct text *out);

/* Whether one is still to be written. */
bool vault_awaits_picture(const struct vault *v, int64_t key);

/* The same: a table has closed. Its entries go, its games stay. None of it is pending. */
bool vault_close_table(struct vault *v, int64_t key);

/* The place of the log where the last entry of a table stands, 0 if it has none. */
int64_t vault_last(const struct vault *v, int64_t key);

/* How long servers have run on this file, all together, in milliseconds: as it was seen last. */
int64_t vault_elapsed(const struct vault *v);

/* To be written like entries: it is so long now, and the clock says this. */
bool vault_see(struct vault *v, int64_t elapsed, int64_t clock);

/* What the clock said when it was so long, or at the last look before; 0 if nobody looked. */
int64_t vault_clock_at(const struct vault *v, int64_t elapsed);

/* How many things are still to be written. */
size_t vault_pending(const struct vault *v);

/* Sets apart what is to be written, unless something is already; false if there is nothing. */
bool vault_take(struct vault *v);

/* Writes what was set apart; the only function that another thread may call. False with a message;
 * it stays and may be tried again. */
bool vault_write(const struct vault *v, struct error *e);

/* It is written, says the thread that took it. */
void vault_written(struct vault *v);

/* All three, until nothing is pending. False with a message. */
bool vault_commit(struct vault *v, struct error *e);

/* Gives memory back that much to be written at once has needed. */
void vault_trim(struct vault *v);

/* Whether there is or was a table of that name; true as well if nobody can say now. */
bool vault_knows(struct vault *v, const char *id);

/* Hands over all tables that are open, or the entries of one that came after so many, in order,
 * those that are pending included. False with a message if the file cannot be read, or `each` says
 * so. */
bool vault_tables(struct vault *v, bool (*each)(void *to, const struct vault_table *t), void *to,
                  struct error *e);
bool vault_entries(struct vault *v, int64_t key, uint64_t after,
                   bool (*each)(void *to, const char *line, struct error *e), void *to,
                   struct error *e);

/* A game that was found, and what its table says about it. */
struct vault_found {
    uint64_t number;
    int64_t ended;
    char name[64];
    bool public, open;
    unsigned char secret[VAULT_SECRET];
    struct text record; /* as it was added */
};

enum {
    VAULT_GAMES = 100,  /* that are handed over at once, */
    VAULT_HEAD = 16384, /* and so much of the record of each: all that is before the game itself */
};

/* Hands over the game of a table with that number, if it is on disk; or with 0 the latest ones, the
 * last first, and the beginning of their records: a list costs the same however many were played
 * and however long they were. They are gone when `each` comes back, and it says whether to go on.
 * Returns how many there were, -1 with a message if the file cannot be read. */
int vault_games(struct vault *v, const char *id, uint64_t number,
                bool (*each)(void *to, const struct vault_found *g), void *to, struct error *e);

/* Forgets tables on which nothing has happened since `before`, those that `may` lets go, and games
 * that were over before `records`; 0 is never. The games of a table that is forgotten stay until
 * then. Nothing may be pending; that they go is to be written like all else. Returns how many
 * tables, -1 with a message. */
int vault_forget(struct vault *v, int64_t before, int64_t records,
                 bool (*may)(void *to, const char *id), void *to, struct error *e);

/* Whether a table is another server's now, which has taken it over while this one did not answer:
 * what was added to it since then was not written and never will be. 0: whether any is. */
bool vault_lost(struct vault *v, int64_t key);

/* Of several servers: a table is ours since that epoch; nothing of it is pending. */
bool vault_own(struct vault *v, int64_t key, int64_t epoch, uint64_t entries);

/* Whether a table is open and another server's. */
bool vault_is_elsewhere(struct vault *v, int64_t key);

/* Whether something of a table is pending. */
bool vault_is_pending(const struct vault *v, int64_t key);

/* Those that were lost until now are known to be. Nothing is being written. */
void vault_forget_lost(struct vault *v);

/* The number of this server among all; *gone: it is none of them any more. */
int64_t vault_number(const struct vault *v, bool *gone);

/* Writes a copy of a data file, also while a server uses it: first beside its place, then there.
 * Nothing that is there already is overwritten. False with a message. */
bool vault_backup(const char *from, const char *to, struct error *e);

#endif
