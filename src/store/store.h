/* Where a vault keeps what was added: a database, as a table of functions. What they mean is said
 * in vault.h, whose functions of the same names call them; here is only what a vault adds to that.
 * For the files of store/ only. */
#ifndef PAIRS_STORE_STORE_H
#define PAIRS_STORE_STORE_H

#include "store/batch.h"

struct store;

struct store_kind {
    void (*close)(struct store *s);

    /* A thing is about to be added, and there is room for it: the store notes in it what it needs
     * to write it. False if memory runs out. */
    bool (*note)(struct store *s, struct pending *p);

    /* A batch is set apart; the store may add to it what it wants to write for itself. NULL: that
     * is nothing. */
    void (*take)(struct store *s, struct batch *b);

    /* Writes a batch, all of it or nothing; the only function that another thread may call. */
    bool (*write)(struct store *s, const struct batch *b, struct error *e);

    /* What is written already; of the entries those before `first`, the first that is not (NULL:
     * all are). */
    bool (*tables)(struct store *s, bool (*each)(void *to, const struct vault_table *t), void *to,
                   struct error *e);
    bool (*entries)(struct store *s, int64_t key, uint64_t after, const struct pending *first,
                    bool (*each)(void *to, const char *line, struct error *e), void *to,
                    struct error *e);
    int (*games)(struct store *s, const char *id, uint64_t number,
                 bool (*each)(void *to, const struct vault_found *g), void *to, struct error *e);
    bool (*picture)(struct store *s, int64_t key, struct text *out);
    bool (*knows)(struct store *s, const char *id);
    int64_t (*clock_at)(struct store *s, int64_t elapsed);
    int64_t (*last)(const struct store *s, int64_t key);

    /* Hands over the open tables on which nothing has happened since a moment; each may be closed
     * meanwhile. */
    bool (*old)(struct store *s, int64_t before,
                void (*each)(void *to, int64_t key, const char *id), void *to, struct error *e);

    /* See vault_lost; NULL: there are no others. */
    bool (*lost)(struct store *s, int64_t key);
    void (*forget_lost)(struct store *s);

    /* See vault_key, 0: there is none now; and those of the same names. */
    int64_t (*key)(struct store *s);
    bool (*own)(struct store *s, int64_t key, int64_t epoch, uint64_t entries);
    bool (*is_elsewhere)(struct store *s, int64_t key);
    int64_t (*number)(const struct store *s, bool *gone);
};

/* What each begins with. */
struct store {
    const struct store_kind *kind;
    /* As it was opened. */
    int64_t last_key; /* of all tables, where nobody else opens any */
    int64_t latest;   /* entry */
    int64_t elapsed;  /* that was seen last */
};

#endif
