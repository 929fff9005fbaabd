/* The other servers that share our database (store/nodes.h), and what goes between us over links
 * (nodes/link.h). Anybody may come in by any server, the door: a table that another one has they
 * reach through it. For the files of server/ only.
 *
 * The way of a message to a table elsewhere: the door's hall hands it to relay_elsewhere, which
 * sends it over the link; there far_heard gives it to the hall in the name of a far visitor, and
 * what is for that visitor (far_send_ready) comes back and is sent like all else (relay_next). The
 * door keeps commands until they are answered: when the table moves it brings its visitors there,
 * and says again what was not answered. */
#ifndef PAIRS_SERVER_COMPANY_H
#define PAIRS_SERVER_COMPANY_H

#include "nodes/link.h"
#include "server/inside.h"
#include "store/nodes.h"

struct asker; /* a thread that asks the database, see asker.c */

/* What is said over a link about a visitor, who has a number. The door says: here comes somebody
 * (struct coming, perhaps with the command that brings them back to the table); a command; they
 * are gone; they have taken so many bytes. The owner of the table says: a message (struct envelope,
 * then words); the table is not here; they have earned to be cut off. */
enum { SAY_COMES = 1, SAY_COMMAND, SAY_GONE, SAY_TAKEN, SAY_TOLD, SAY_LOST, SAY_CUT };

/* And about no visitor: which public tables come after that one (the number is that of the list),
 * and the answer; bans have changed; a person is sent away (the number says why); a person is being
 * erased; what was kept of a table has changed; an address has spent something (struct spender). */
enum { SAY_LIST = 16, SAY_LISTED, SAY_RULES, SAY_AWAY, SAY_ERASE, SAY_CHANGED, SAY_SPENT };

struct spender {
    uint64_t network;
    int bits;
    bool own;
    double spent[EXPENSES];
};

/* Why a person is sent away. */
enum { AWAY_ERASED, AWAY_RECOVERED };

struct coming {
    char guest[DIGEST_TEXT], key[SEAL_TEXT], language[16];
    char table[TABLE_ID], name[NAME_ROOM];
    bool own;         /* they come from the very machine of their door, */
    int bits;         /* or from here: see struct address */
    uint64_t network; /* */
    uint64_t told;    /* entries, before */
};

struct envelope {
    uint64_t told;        /* entries, with this */
    bool inside;          /* the visitor is at the table, */
    char name[NAME_ROOM]; /* and what a spectator is called there */
};

enum { SEEK_CHAINS = 1024, STAY_CHAINS = 4096 };

/* Somebody asks for a table that is not here. */
struct seek {
    struct seek *next;
    char table[TABLE_ID];
    bool asked;         /* the thread has been */
    uint64_t again;     /* when it is, again */
    struct stay *first; /* those who wait */
};

struct company {
    struct server *server;
    struct links links;
    struct asker *asker;
    uv_timer_t timer;
    int ticks;
    enum { PRESENT, LEAVING, RELEASING, AWAY } stage;
    uint64_t until;     /* when it goes, whatever is written by then */
    uint64_t looked;    /* when the database told us last what there is */
    int64_t own, taken; /* our number, and how many of our tables others had taken over by then */
    struct node *node;  /* all that there are or were */
    int nodes;
    struct seek *seeks[SEEK_CHAINS];
    struct stay *stays[STAY_CHAINS]; /* those elsewhere, by number, */
    struct far *fars[STAY_CHAINS];   /* and those from elsewhere, */
    struct far *ready;               /* for whom there is something */
    uint64_t number;                 /* that was given last */
    struct listing *lists;           /* that wait for the others */
    bool complained;                 /* that the database refuses what is asked */
};

/* --- company.c -------------------------------------------------------------------------------- */

/* Begins, with a hall; false with a message. Nobody is heard any more; and all is given back, when
 * the loop has ended. */
bool company_open(struct server *s, struct error *e);
void company_close(struct server *s);
void company_free(struct server *s);

/* The server stops: nothing happens here any more. Once all is written the others have our tables,
 * and server_farewell is called. */
void company_leave(struct server *s);

/* At the end of a turn: what there is to say is said. */
void company_flush(struct server *s);

/* After a batch was written: whether we may go on; tables that are another's by now are let go. */
bool company_is_well(struct server *s);

/* Whether the database does not answer, though nobody may have anything to write. */
bool company_is_cut_off(const struct server *s);

/* A table is asked for that is not here: relay_found will be called. */
void company_seek(struct company *c, struct stay *st, const char *table);
void company_stop_seeking(struct company *c, struct stay *st, const char *table);

/* The thread has an answer. */
struct answer;
void company_hear(struct company *c, const struct answer *a);

/* Says something to all others, if there are any; returns to how many. */
int company_say(struct server *s, int kind, uint64_t number, const char *bytes, size_t size);

/* --- listing.c: the public tables of all ------------------------------------------------------ */

/* Asks the others; a page that `make` makes is the answer to come. False: there are no others. */
bool listing_ask(struct request *q, struct reply *r,
                 void (*make)(struct page *p, const char *tables, const struct language *l));

/* What the others say; and whoever has not answered by now does not. */
void listing_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
                   size_t size);
void listing_tick(struct company *c, bool all);

/* --- asker.c ---------------------------------------------------------------------------------- */

enum { ANSWER_SWEPT = 64 };

enum question { ASKED_NOW, ASKED_SEEK, ASKED_CHECK, ASKED_RELEASE };

/* What the thread was asked, and found. */
struct answer {
    enum question asked;
    char table[TABLE_ID];
    struct text keys;       /* to be checked */
    enum nodes_found found; /* of a table */
    int64_t owner;
    struct nodes_now now;
    struct node *node;
    int nodes;
    struct nodes_table *own; /* tables that are ours now */
    int owns;
    int64_t *lost; /* keys of those that are not */
    int losts;
    bool fine; /* the database has answered */
    struct error error;
    struct answer *next;
};

/* Says where we are reached, and begins; asks by itself twice a second what there is to know. */
struct asker *asker_new(struct company *c, const char *link, char secret[NODES_SECRET],
                        struct error *e);
void asker_seek(struct asker *a, const char *table);
void asker_check(struct asker *a, struct text keys); /* which are used up */
void asker_release(struct asker *a);
void asker_end(struct asker *a);

/* --- relay.c: those who came in here ---------------------------------------------------------- */

/* What the hall asks: see struct hall_host. */
bool relay_elsewhere(void *context, void *socket, uint64_t number, const char *table);
const char *relay_where(void *context, void *socket);

/* Whether there is a message from elsewhere; adds it. */
bool relay_is_due(const struct session *x);
bool relay_next(struct session *x, struct text *out);

/* A message goes out to a session: what it answers need not be said again. */
void relay_answered(struct session *x, const char *words);

/* Somebody may have said another hello. */
void relay_introduce(struct session *x);

/* A session ends. */
void relay_leave(struct server *s, struct session *x);

/* The table where somebody is leaves this server. */
void relay_lost(struct session *x);

/* Whose a table is: another server's, or (NULL) whoever asks finds it here, or nowhere. */
void relay_found(struct stay *st, struct link *l);

/* What the owner of a table says; and a link is gone. */
void relay_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
                 size_t size);
void relay_down(struct company *c, struct link *l);

/* Of a table that is sought: the next one who waits. */
struct stay **relay_waits(struct stay *st);

/* --- far.c: those who came in elsewhere ------------------------------------------------------- */

void far_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
               size_t size);
void far_down(struct company *c, const struct link *l);
void far_ready(struct server *s, struct session *x);
void far_send_ready(struct company *c);

/* A link takes more again. */
void far_drained(struct company *c, const struct link *l);

/* The table of somebody is another server's, or this one stops; they go. */
void far_lost(struct company *c, struct session *x);
void far_lose_all(struct company *c);

#endif
