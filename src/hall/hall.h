/* A hall: many tables, and visitors who sit at them or watch. Messages as docs/server.md has them
 * come in and go out. It has no sockets, files, threads and no clock; it runs in a server and
 * inside a page.
 *
 * The way of a message: hall_receive hands a visitor's command to the room's live table; what
 * happens there are entries, which go to the host to be stored; once they are safe (hall_kept)
 * every visitor may be told, and hall_next makes the messages of one, when it can take them, out of
 * the entries it has not seen. So nobody is told what could be lost, and a slow reader costs
 * nothing.
 *
 * One thread at a time may use a hall. */
#ifndef PAIRS_HALL_HALL_H
#define PAIRS_HALL_HALL_H

#include "engine/language.h"
#include "lab/hint.h"
#include "live/live.h"

enum {
    HALL_VERSION = 1,    /* of the messages */
    TABLE_ID = 11,       /* the name of a table with its NUL byte */
    TOKEN_TEXT = 65,     /* what a guest proves itself with: 64 hexadecimal digits */
    DIGEST_BYTES = 32,   /* SHA-256 */
    DIGEST_TEXT = 65,    /* the same in hexadecimal digits */
    SECRET_BYTES = 32,   /* of a table, that its cards come from */
    HALL_TABLES = 10000, /* unless told otherwise */
};

struct hall;
struct room;    /* a table with all who sit or watch there */
struct visitor; /* a connection */

/* A hint that somebody has asked for and waits for. */
struct asked {
    struct visitor *visitor;
    uint64_t number; /* of the command, */
    uint64_t entry;  /* after which entry it came */
    struct hint *hint;
};

/* What is known of a table while nobody is there. */
struct room_head {
    int64_t key; /* the host's own, set by keep_table */
    char id[TABLE_ID];
    unsigned char secret[SECRET_BYTES];
    bool public;      /* stands in the list; otherwise one needs the invitation */
    bool open;        /* once a game is over everybody may see all its cards */
    void *opener;     /* the host's own: who has opened it, set by opened; NULL: not known */
    int64_t opened;   /* milliseconds since 1970, as the host had it */
    uint64_t entries; /* that are safe */
};

struct hall_host {
    void *context;
    bool own; /* it is one person's, as in a page: records are in the language that they read */

    /* As in struct live_host; the bot is never another program. */
    struct bot *(*bot)(void *context, const char *name, struct error *e);
    void (*think)(void *context, struct room *r, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng rng);
    void (*forget)(void *context, struct room *r, int seat);

    /* Has a hint found (hint_find), somewhere and within a second or so; the answer is
     * hall_advised, never from inside here. It is the host's then, which frees it. False: there are
     * too many. NULL: there are no hints. */
    bool (*advise)(void *context, const struct asked *a);

    /* The visitor waits for its hint no longer. */
    void (*cancel_hint)(void *context, const struct visitor *v);

    /* A dealer for a table, or NULL where cards may come from a seed; it is the host's until the
     * room goes. */
    const struct dealer *(*dealer)(void *context, const struct room_head *head);
    void (*dealer_free)(void *context, const struct dealer *d);

    /* Chance that nobody can foretell, and SHA-256. */
    void (*random)(void *context, void *out, size_t size);
    void (*digest)(void *context, const void *bytes, size_t size, unsigned char out[DIGEST_BYTES]);

    /* What is to be kept, in order. A new table, an entry of one (live/ledger.h), a game that is
     * over. */
    void (*keep_table)(void *context, struct room_head *head);
    void (*keep_entry)(void *context, const struct room_head *head, uint64_t number,
                       const char *line);
    void (*keep_game)(void *context, const struct room *r, const struct live *h);

    /* A table has closed and leaves the hall; its games stay. NULL: nothing is to be kept of it. */
    void (*close_table)(void *context, const struct room_head *head);

    /* Whether there was a table of that name before: names are given once. NULL: there was none. */
    bool (*was_here)(void *context, const char *id);

    /* Hands the entries of a table that came after so many to `line` in order. False with a message
     * if that fails, or `line` does. */
    bool (*load)(void *context, const struct room_head *head, uint64_t after,
                 bool (*line)(void *to, const char *words, struct error *e), void *to,
                 struct error *e);

    /* A picture of a table, so that it wakes up without going through all its entries: the last one
     * is kept, after the entries that it shows. It is for programs of the same layout; one that is
     * lost costs time and nothing else. NULL: none are kept. */
    void (*keep_picture)(void *context, const struct room_head *head, const struct text *picture);

    /* Adds the last picture; false if there is none. */
    bool (*load_picture)(void *context, const struct room_head *head, struct text *out);
    uint64_t layout;

    /* Whether a visitor may open one more table now; NULL: everybody may. */
    bool (*may_open)(void *context, void *socket);

    /* Somebody says who they are, by the digest of their token and perhaps a code; it may be
     * replaced by that of the person whose it is now, and adds keys to the answer. False with a
     * message if they are not welcome.
     * NULL: everybody is. */
    bool (*greet)(void *context, void *socket, char guest[DIGEST_TEXT], const char *code,
                  struct text *more, struct error *e);

    /* Why a visitor may not give a command now, in English; NULL if it may. NULL: all may. */
    const char *(*forbids)(void *context, void *socket, const char *guest, const char *word);

    /* What a person asks of the host itself: adds keys to the answer. NULL: there is nothing. */
    bool (*account)(void *context, void *socket, const char *guest, const char *word,
                    struct text *more, struct error *e);

    /* A visitor has opened a table; and it is in the hall no longer. NULL: nobody counts them. */
    void (*opened)(void *context, void *socket, struct room_head *head);
    void (*gone)(void *context, const struct room_head *head);

    /* Whether a person may say one more line at a table; NULL: everybody may. */
    bool (*may_talk)(void *context, void *socket, const char *guest, const char *table);

    /* The network that a visitor comes from, a number other than 0; 0: nothing follows from it.
     * NULL: it never does. */
    uint64_t (*whence)(void *context, void *socket);

    /* A visitor's command is about a table of that name that is perhaps in another hall, or (NULL)
     * about the one where the visitor is. True: it is for the other hall, and the host sees to it
     * that it is answered. It hears of every command about a table. NULL: there is no other hall.
     */
    bool (*elsewhere)(void *context, void *socket, uint64_t number, const char *table);

    /* At which table of another hall a visitor is, "" if at none. NULL with `elsewhere`. */
    const char *(*where)(void *context, void *socket);

    /* There is something for the visitor: hall_next will make it. */
    void (*ready)(void *context, void *socket);

    /* A table cannot be used, and why; the others are not concerned. */
    void (*complain)(void *context, const char *table, const char *why);
};

struct hall_limits {
    int tables;      /* that are open at once */
    int awake;       /* tables that stay in memory however long nothing happens there; beyond these,
                      * twice as many as have been used of late */
    int64_t away;    /* milliseconds until the others are told that somebody is gone */
    int64_t absence; /* milliseconds until a bot plays for somebody who is gone */
    int64_t cut;     /* milliseconds that a cut is waited for */
    int64_t empty;   /* milliseconds until a table closes where nobody sits or watches */
    int64_t unpaid; /* milliseconds that any table may be without people; more has to be paid for */
    int rollouts;   /* of a hint */
    int looks;      /* tables from before that hall_time wakes at once to see what is due there */
};

extern const struct hall_limits hall_usual;

struct hall *hall_new(const struct hall_host *host, const struct hall_limits *limits);
void hall_free(struct hall *h);

/* A table from before; it sleeps until somebody comes. False if memory runs out. */
bool hall_register_saved(struct hall *h, const struct room_head *head);

/* Lets go of a table, which is there no longer; false if somebody is. */
bool hall_forget(struct hall *h, const char *id);

/* --- Several halls ---------------------------------------------------------------------------- */

/* Whether there is a table of that name here. */
bool hall_has(struct hall *h, const char *id);

/* A table is another hall's now: nothing that was not safe has happened, no answer that waits for
 * it is given, and nobody is there any more. */
void hall_drop(struct hall *h, const char *id);

/* Hands over the keys of all tables of which something is safe. */
void hall_keys(const struct hall *h, void (*each)(void *to, int64_t key, const char *id), void *to);

/* Hands over the sockets of all who are at a table. */
void hall_there(struct hall *h, const char *id, void (*each)(void *to, void *socket), void *to);

/* Who a visitor is that another hall has greeted. */
void hall_introduce(struct visitor *v, const char *guest, const char *key, const char *language);

/* The command with which a visitor has come to a table, in another hall, where so many entries were
 * told and a spectator had that name: the visitor is here now, which is no answer. */
void hall_enter_again(struct visitor *v, const char *text, size_t size, uint64_t told,
                      const char *name);

/* A visitor goes out, to a table of another hall. */
void hall_leave(struct visitor *v);

/* The table where a visitor is, "" if at none; how many of its entries were told; what it is called
 * there as a spectator, "" if nothing; with which key it signs; and in which language it reads, ""
 * for English. */
const char *hall_table(const struct visitor *v);
uint64_t hall_told(const struct visitor *v);
const char *hall_name(const struct visitor *v);
const char *hall_key(const struct visitor *v);
const char *hall_language(const struct visitor *v);

/* --- Visitors --------------------------------------------------------------------------------- */

/* Somebody comes; `socket` is for the host's `ready`. NULL if memory runs out. */
struct visitor *hall_connect(struct hall *h, void *socket);

/* And is gone. */
void hall_disconnect(struct visitor *v);

/* A message from a visitor. False if it deserves no more: it has sent nonsense too often, or does
 * not take its answers. */
bool hall_receive(struct visitor *v, const char *text, size_t size);

/* The socket that it came with, and the digest of its token, or "". */
void *hall_socket(const struct visitor *v);
const char *hall_guest(const struct visitor *v);

/* Whether all that was heard from a visitor were commands. */
bool hall_understood(const struct visitor *v);

/* Whether there is a message for a visitor now. */
bool hall_due(const struct visitor *v);

/* Adds it; false if there is none. */
bool hall_next(struct visitor *v, struct text *out);

/* --- Time, bots and the store ----------------------------------------------------------------- */

/* It is so late, in milliseconds since 1970; it never gets earlier. */
void hall_time(struct hall *h, int64_t now);

/* The same for what is heard next; what is due by then waits for hall_time. */
void hall_clock(struct hall *h, int64_t now);

/* When hall_time should be called again at the latest; INT64_MAX if nothing is waited for. */
int64_t hall_wake(const struct hall *h);

/* A bot has decided. */
void hall_thought(struct room *r, int seat, uint64_t thought, action a);

/* Somebody quicker has decided for a bot that had no time: the table is told, once a game. To be
 * called before hall_thought. */
void hall_hurried(struct room *r, int seat, uint64_t thought);

/* A hint has been found. */
void hall_advised(const struct asked *a);

/* All that was handed to be kept until now is being written; more may come meanwhile. And then: it
 * is safe. One follows the other. */
void hall_keeping(struct hall *h);
void hall_kept(struct hall *h);

/* What is to be kept cannot be kept now (words), or can again (NULL). While it cannot, nothing
 * happens at any table. */
void hall_trouble(struct hall *h, const char *words);

/* --- What there is ---------------------------------------------------------------------------- */

int hall_tables(const struct hall *h);
int hall_awake(const struct hall *h); /* those that are in memory */
int hall_visitors(const struct hall *h);
uint64_t hall_looked(const struct hall *h);   /* times that hall_time had to see to a table */
uint64_t hall_replayed(const struct hall *h); /* entries that tables had to go through to wake up */

const struct room_head *room_head(const struct room *r);

/* The socket of a visitor who has a chair at a table and is there, and the digest of their token:
 * whom bots there think for. NULL, and "", if nobody is. */
void *room_socket(const struct room *r, const char **guest);

/* Whether there is a table of that name, and whether a guest may know it, who is named by the
 * digest of the token or is "": everybody may if it is public, otherwise those who sit there. */
bool hall_knows(struct hall *h, const char *id, const char *guest, bool *may);

/* What happens at a table, which wakes up for it; NULL if there is none or it is damaged. */
const struct live *hall_house(struct hall *h, const char *id);

/* Hands over the public tables that come after the one of that name, as JSON objects, as long as
 * `each` wants more; "" is the beginning. They have an order of their own, which stays and is the
 * same in every hall: less than 0 if one comes before the other. */
void hall_public(struct hall *h, const char *after,
                 bool (*each)(void *to, const char *id, const char *words), void *to);
int hall_order(const char *one, const char *other);

/* Adds public tables as JSON, an array: at most so many, in that order. `last` gets the name of the
 * last one if there are more, otherwise "". */
void hall_list(struct hall *h, const char *after, int most, char last[TABLE_ID], struct text *out);

#endif
