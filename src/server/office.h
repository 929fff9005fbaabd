/* How a server is run: who may come, what those who run it may do while it runs, and what it tells
 * of itself. For the files of server/ only. */
#ifndef PAIRS_SERVER_OFFICE_H
#define PAIRS_SERVER_OFFICE_H

#include "hall/govern.h"
#include "server/caller.h"
#include "server/inside.h"
#include "store/roll.h"

/* What people are told is translated where it is told. */
#define N_(english) english

struct rule;  /* see welcome.c */
struct amend; /* see amend.c */

enum { TRIES = 256, CODE_TEXT = 24 };

struct office {
    struct server *server;
    struct roll *roll;
    struct rule *rule; /* all that hold, the oldest first */
    int rules;
    struct bucket tries[TRIES]; /* of codes, by address: many share one */
    struct callers admin, metrics;
    struct amend *amends; /* that go on */
    uv_signal_t hangup;
    int64_t began;       /* milliseconds since 1970 */
    bool draining;       /* no new table, no new game; it stops once none goes on, */
    int64_t drain_until; /* or by then, 0: whenever that is */
};

/* --- office.c --------------------------------------------------------------------------------- */

/* Sets it up, once there are a loop, a hall and a data file; false with a message. */
bool office_open(struct server *s, struct error *e);

/* Once a second. */
void office_tick(struct server *s);

/* Nobody is heard any more; and all that is left is given back, when the loop has ended. */
void office_close(struct server *s);
void office_free(struct server *s);

/* From now on no table and no game begins; the server stops when none goes on, or by `until`. */
void office_drain(struct office *o, int64_t until);

/* --- welcome.c: who may come ------------------------------------------------------------------ */

/* What the hall asks: see struct hall_host. */
bool welcome_greet(void *context, void *socket, char guest[DIGEST_TEXT], const char *code,
                   struct text *more, struct error *e);
const char *welcome_forbids(void *context, void *socket, const char *guest, const char *word);
bool welcome_account(void *context, void *socket, const char *guest, const char *word,
                     struct text *more, struct error *e);

/* Reads the rules again; false with a message. */
bool welcome_read(struct office *o, struct error *e);

/* A rule about a person or an address, for so long (0: for ever). Whoever may not come any more is
 * sent away. */
bool welcome_rule(struct office *o, struct roll_rule *rule, struct error *e);

/* Whether words are an address or a network: "192.0.2.7", "192.0.2.0/24", "2001:db8::/48". */
bool welcome_is_address(const char *words);

/* A code that nobody can guess, for people to write down, and its digest. */
void welcome_code(char code[CODE_TEXT], char digest[ROLL_DIGEST]);

/* Whether a connection may do once more what costs much or is to be seldom: each address may now
 * and then. */
bool welcome_may_try(struct office *o, struct lws *wsi);

/* Another server has changed the rules: they are read again, and whoever may not come any more is
 * sent away. */
void welcome_heed(struct office *o);

/* Sends all connections of a person away. */
void welcome_send_away(struct office *o, const char *guest, const char *why);

/* --- amend.c: what is kept is changed --------------------------------------------------------- */

/* How it went: the error is NULL if well. `told` are the keys of what was asked for. */
typedef void amended(void *to, struct text *told, const struct error *e);

/* A person is erased; all names of a person at a table go; something that was said goes; all about
 * a person is told. `done` is called later, from the loop; the result is for amend_forget, NULL
 * with a message if it cannot begin. */
struct amend *amend_erase(struct office *o, const char *guest, amended *done, void *to,
                          struct error *e);
struct amend *amend_name(struct office *o, const char *table, const char *guest, amended *done,
                         void *to, struct error *e);
struct amend *amend_strike(struct office *o, const char *table, uint64_t entry, amended *done,
                           void *to, struct error *e);
struct amend *amend_tell(struct office *o, const char *guest, amended *done, void *to,
                         struct error *e);

/* Another server erases a person: we do so where we have the tables. */
void amend_join(struct office *o, const char *guest);

/* Whether a person is being erased: until that is done nothing of theirs may be added. */
bool amend_is_erasing(const struct office *o, const char *guest);

/* Nobody waits for it any more; it goes on. */
void amend_forget(struct amend *a);

/* The server ends: those that wait for the loop end now. */
void amend_stop(struct office *o);

/* --- admin.c: the socket of those who run it -------------------------------------------------- */

/* Where it cannot be, the log says so. */
void admin_open(struct office *o);

/* --- metrics.c -------------------------------------------------------------------------------- */

bool metrics_open(struct office *o, struct error *e);

/* --- tls.c ------------------------------------------------------------------------------------ */

/* Reads certificate and key again for connections that come from now on; false with a message, and
 * all stays as it was. */
bool tls_reload(struct server *s, struct error *e);

#endif
