/* What a server keeps besides its tables, in the same database: who may not come or speak, which
 * invitations were given out and whom they let in, and by which codes somebody who has lost a token
 * is known again. Of codes and tokens there are only digests, 64 hexadecimal digits. It has a
 * connection of its own; what it changes is on disk when a function returns. */
#ifndef PAIRS_STORE_ROLL_H
#define PAIRS_STORE_ROLL_H

#include "engine/error.h"
#include "engine/text.h"
#include "store/scrub.h"

#include <stdint.h>

enum { ROLL_DIGEST = 65, ROLL_TARGET = 80, ROLL_NOTE = 128 };

struct roll;

/* Opens a database that is there and in use by this program; NULL with a message. */
struct roll *roll_open(const char *where, struct error *e);
void roll_close(struct roll *r);

/* --- Who may not ------------------------------------------------------------------------------ */

struct roll_rule {
    int64_t id;
    bool mute;                /* may not speak; otherwise may not come */
    char target[ROLL_TARGET]; /* the digest of a person, or an address or network */
    int64_t until;            /* milliseconds since 1970, 0: for ever */
    char note[ROLL_NOTE];
};

/* Adds one and sets its id. */
bool roll_add_rule(struct roll *r, struct roll_rule *rule, struct error *e);

/* Lifts one; false with a message if there is none. */
bool roll_lift(struct roll *r, int64_t id, struct error *e);

/* Hands over all, the oldest first; those that are over by `now` are gone then. */
bool roll_rules(struct roll *r, int64_t now, bool (*each)(void *to, const struct roll_rule *rule),
                void *to, struct error *e);

/* --- Invitations ------------------------------------------------------------------------------ */

struct roll_code {
    int64_t id, made;
    int64_t left; /* people whom it can still let in, */
    int64_t used; /* and whom it has */
    char note[ROLL_NOTE];
};

bool roll_add_code(struct roll *r, const char *digest, struct roll_code *code, struct error *e);
bool roll_revoke(struct roll *r, int64_t id, struct error *e);
bool roll_codes(struct roll *r, bool (*each)(void *to, const struct roll_code *code), void *to,
                struct error *e);

/* Lets a person in by a code; false if it lets nobody in (any more), or cannot be kept. */
bool roll_admit(struct roll *r, const char *digest, const char *guest);
bool roll_is_member(struct roll *r, const char *guest);

/* --- Lost tokens ------------------------------------------------------------------------------ */

/* From now on this code, and no earlier one, brings a person back. */
bool roll_set_recovery(struct roll *r, const char *guest, const char *digest, struct error *e);

/* The person of a code, who has a new token from now on: the old one is nobody's. The code is used
 * up. False if it is nobody's. */
bool roll_recover(struct roll *r, const char *code, const char *token, char guest[ROLL_DIGEST]);

/* The person that a token stands for: usually its own digest. False with a message if another has
 * taken its place, or nobody can say now. */
bool roll_known_as(struct roll *r, const char *token, char guest[ROLL_DIGEST], struct error *e);

/* --- What is kept about a person -------------------------------------------------------------- */

/* Hands over the tables, open or closed, where a person is named, reading all there is; for
 * any thread. */
bool roll_find(const char *where, const char *guest,
               bool (*each)(void *to, int64_t key, const char *id), void *to, struct error *e);

/* Hands over all that is kept about a person, the same way: `what` is "entry" (a line of theirs),
 * "game" (its number, name and end), "ban", "mute", "member", "recovery" or "token". */
bool roll_tell(const char *where, const char *guest,
               bool (*each)(void *to, const char *what, const char *table, const char *words),
               void *to, struct error *e);

/* Writes entries and games of a table anew, without what is to go, and forgets its picture; its
 * last entry stands at place `last` of the log (vault_last). Nothing of the table is pending, and
 * nothing is written meanwhile. */
bool roll_scrub(struct roll *r, int64_t key, int64_t last, struct scrub *s, struct error *e);

/* Forgets what the roll itself has about a person. */
bool roll_forget(struct roll *r, const char *guest, struct error *e);

/* Sees to it that what was removed is in no part of a file any more; for any thread. */
bool roll_settle(const char *where, struct error *e);

#endif
