/* A vault in a database of PostgreSQL (15 or newer), by libpq. Each table there has an owner, the
 * server that has it, and an epoch, which whoever takes the table over raises: a server writes to a
 * table only while its epoch is the one that it knows, so that one that was stopped or cut off can
 * never write again to what others have gone on with. That it is still there a server says by a
 * lease, which it renews all the time; only the clock of the database is asked. Usually one server
 * has all tables of a database; several that agree to share one begin with none (store/nodes.h).
 *
 * For the files of the module only. */
#ifndef PAIRS_STORE_POSTGRES_H
#define PAIRS_STORE_POSTGRES_H

#include "store/database.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    PATIENCE_MILLISECONDS = 10000, /* until a connection that does not answer is given up */
    REST_MILLISECONDS = 1000,      /* and how long a question is refused at once after that */
};

/* How long a lease holds, as the database adds it to its time. */
#define LEASE "interval '2 seconds'"

/* It is renewed, unless it was given back. */
#define RENEW                                                                                      \
    "until = CASE WHEN until = '-infinity' THEN until ELSE clock_timestamp() + " LEASE " END"
enum { LEASE_MILLISECONDS = 2000 };

/* Keys of tables that a server takes at once. */
#define KEYS_TEXT "1024"
enum { KEYS = 1024 };

/* --- postgres-base.c: connections ------------------------------------------------------------- */

extern const struct base_kind base_postgres;

/* From now on an answer may take so long. */
void postgres_limit(struct base *b, int limit);

/* Connects as it is told in `where`, called like that in the database's list of connections; NULL
 * with a message. */
PGconn *postgres_connect(const char *where, const char *name, int limit, struct error *e);

/* The next result of what was asked, NULL if there is none any more; or none came within so many
 * milliseconds, and then the connection is no longer usable. Free it with PQclear. */
PGresult *postgres_next(PGconn *c, int limit);

/* Says what went wrong, by a result or without one; false. What may go well the next time is marked
 * as such. */
bool postgres_broken(PGconn *c, const PGresult *r, struct error *e);

/* Milliseconds of a clock that never jumps. */
int64_t postgres_clock(void);

/* --- postgres-schema.c: what stands in a database --------------------------------------------- */

/* Makes the tables, or brings them from an earlier version to this one; false with a message. */
bool postgres_migrate(struct base *b, struct error *e);

/* --- postgres-write.c: a batch ---------------------------------------------------------------- */

struct writer {
    char *where;
    int64_t node;      /* which server we are, */
    int64_t batch;     /* and the number of the last batch that is known to be written */
    PGconn *c;         /* NULL: it is to be made */
    bool doubtful;     /* whether the batch after it is written, too */
    atomic_bool gone;  /* we are no server any more: another has taken over all we had */
    struct lost *lost; /* tables that others have taken over */
    size_t lost_count;
};

/* What was to be written to a table in that epoch was not. */
struct lost {
    int64_t key, epoch;
};

bool writer_write(struct writer *w, const struct batch *b, struct error *e);

/* Whether a table was lost in an epoch or later; 0: whether any was. */
bool writer_has_lost(const struct writer *w, int64_t key, int64_t epoch);
void writer_close(struct writer *w);

#endif
