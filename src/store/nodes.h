/* Several servers on one database (vault_join): who they are and which table is whose. Each table
 * has one owner; whose owner is not alive any more, by the clock of the database alone, is taken
 * over by the server where somebody asks for it. A connection of its own, for a thread. */
#ifndef PAIRS_STORE_NODES_H
#define PAIRS_STORE_NODES_H

#include "store/vault.h"

struct nodes;

/* `own` is our number (vault_number). NULL with a message. */
struct nodes *nodes_open(const char *where, int64_t own, struct error *e);
void nodes_close(struct nodes *n);

enum { NODES_SECRET = 80, NODES_LINK = 128 };

/* Says where the others reach us, and what all prove themselves with. */
bool nodes_announce(struct nodes *n, const char *link, char secret[NODES_SECRET], struct error *e);

struct node {
    int64_t number;
    char link[NODES_LINK]; /* where it is reached; "": it has not said yet */
    bool alive;
};

/* What there is to know each moment. */
struct nodes_now {
    int64_t clock; /* of the database, in milliseconds since 1970 */
    int64_t taken; /* how many of our tables others have taken over */
};

/* Hands over all servers that have or had tables, ourselves included. */
bool nodes_look(struct nodes *n, void (*each)(void *to, const struct node *node), void *to,
                struct nodes_now *now, struct error *e);

/* A table that is ours now. */
struct nodes_table {
    int64_t key, epoch, opened;
    int64_t latest; /* when its last entry was made */
    uint64_t entries;
    char id[16];
    unsigned char secret[VAULT_SECRET];
    bool public, open;
};

enum nodes_found { NODES_NONE, NODES_TAKEN, NODES_ELSEWHERE, NODES_UNKNOWN };

/* Whose the table of that name is: nobody's, as there is none; ours from now on; or another
 * server's. Unknown, with a message: the database does not answer. `only_own`: those of others are
 * not taken, alive or not. */
enum nodes_found nodes_seek(struct nodes *n, const char *id, bool only_own, struct nodes_table *out,
                            int64_t *owner, struct error *e);

/* Takes over some tables of those who are not alive; returns how many, -1 with a message. */
int nodes_sweep(struct nodes *n, bool (*each)(void *to, const struct nodes_table *t), void *to,
                struct error *e);

/* Gives our lease back: others may have all our tables at once. */
bool nodes_release(struct nodes *n, struct error *e);

/* Hands over those of the tables of a list, keys as "{1,2,3}", that are not ours any more. */
bool nodes_check(struct nodes *n, const char *keys, bool (*each)(void *to, int64_t key), void *to,
                 struct error *e);

#endif
