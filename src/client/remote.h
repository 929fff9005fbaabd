/* A table at a server (docs/server.md), as a match and with the room around it: kept as it is told,
 * for screens, lines and bots that are lent. Its commands are functions here; nobody else knows
 * their keys. */
#ifndef PAIRS_CLIENT_REMOTE_H
#define PAIRS_CLIENT_REMOTE_H

#include "client/client.h"
#include "client/match.h"
#include "live/live.h"

struct remote_chair {
    bool empty, away;
    bool held;          /* empty, but nobody else may play the hand on that a bot plays there */
    char bot[BOT_ROOM]; /* "": a person */
    char name[NAME_ROOM];
};

/* One of the public tables. */
struct remote_offer {
    char table[ADDRESS_TABLE];
    struct setup setup;
    enum match_stage stage;
    struct remote_chair chair[PLAYERS_MAX];
};

struct remote {
    struct match match; /* MATCH_DONE and MATCH_REFUSED answer `command` */
    struct client *client;
    struct address address;
    bool live;           /* connected, and the table is as the server has it */
    const char *command; /* that was answered: "sit" */
    bool again;          /* it was sent on an earlier connection too */

    bool known;        /* all below holds; nothing was told before */
    bool current;      /* it is as it is now: all that has happened is told */
    unsigned changes;  /* how often the chairs and what is agreed have changed */
    struct setup next; /* what is agreed for the next game, or is played */
    struct remote_chair chair[PLAYERS_MAX];
    uint8_t you, host; /* chairs, or NOBODY */
    bool public;
    bool proposed;          /* somebody wants another game */
    int64_t decision, bank; /* milliseconds */
    bool hold;              /* secret choices are shown when all are ready */
    char invitation[ADDRESS_SECRET];

    struct setup setup;  /* what is played, */
    struct history past; /* as far as one may know it, */
    struct view view;    /* and what is seen of it, */
    int64_t entry;       /* after so many entries */
    uint64_t deciding;   /* the command that decides, 0: none is on its way */
    int64_t asked;       /* the entry after which the last command was sent */
    size_t *after;       /* how many events there were after each step, and before the first */
    size_t room;         /* for so many of these */
    int64_t left[PLAYERS_MAX]; /* milliseconds to think, -1: not hurried; as of remote_clock then */
    int64_t told;
    size_t hinted;        /* the hint was asked for after so many steps, */
    unsigned hinted_game; /* in that game */

    struct remote_offer *list;
    int offers;
    bool listing; /* it has been asked for */
};

/* Begins to connect, as the person (`who` is "") or another one with a token of its own, and speaks
 * the language of `e`. NULL with a message. */
struct remote *remote_new(const struct address *a, const char *who, struct error *e);
void remote_free(struct remote *r);

/* --- Requests --------------------------------------------------------------------------------- */

/* Asks for the public tables; MATCH_LIST answers. */
void remote_list(struct remote *r);

/* Comes to a table; with an invitation or "". All that has happened there is told. */
void remote_enter(struct remote *r, const char *table, const char *invitation);

/* Opens a table and comes to it. Without a number of players all is as the server has it usually;
 * else the first person of the plan is the one who asks, and the others may come. */
void remote_create(struct remote *r, const struct plan *p, const char *name, bool public);

/* What is played next, between games; the same otherwise. */
void remote_change(struct remote *r, const struct setup *u);

/* Other clocks, in milliseconds; see remote_seconds. */
void remote_pace(struct remote *r, struct pace pace);

/* From the next game on secret choices are shown at once, or when all say that they are ready. */
void remote_hold(struct remote *r, bool hold);

/* Takes a chair, NOBODY: any; seats a bot there; empties it; has two change places. */
void remote_sit(struct remote *r, const char *name, int seat);
void remote_seat_bot(struct remote *r, const char *bot, int seat);
void remote_kick(struct remote *r, int seat);
void remote_swap(struct remote *r, int seat, int other);

/* Gives up the chair; leaves the table, where the chair stays one's own. */
void remote_leave(struct remote *r);
void remote_exit(struct remote *r);

/* A game begins, or the next one; whoever is not the host wants it, and it begins when all do. */
void remote_begin(struct remote *r);

/* Ready to have secret choices shown, where the table waits for that. */
void remote_ready(struct remote *r);

/* Says something to all; a spectator says first what to be called. */
void remote_talk(struct remote *r, const char *name, const char *text);

/* --- What is known ---------------------------------------------------------------------------- */

/* Whether this is the one who leads the table; whether a chair is empty. */
bool remote_leads(const struct remote *r);
bool remote_has_empty(const struct remote_chair chair[], int players);

/* Clocks, given in seconds as "30 300": for a decision, and beyond that for a game; nothing: nobody
 * is hurried. False if these are no such numbers. */
bool remote_seconds(const char *words, struct pace *pace);

/* Adds what is agreed of clocks and of secret choices, a line each where there is something. */
void remote_clock_words(const struct remote *r, struct text *out);

/* Milliseconds on a clock that only goes forward. */
int64_t remote_clock(void);

/* A link for others, with the invitation where one is needed. */
const char *remote_link(const struct remote *r, char out[ADDRESS_LINK]);

/* The link for one's own devices: whoever has it has the chairs too. What to say with it. */
const char *remote_own_link(const struct remote *r, char out[ADDRESS_LINK]);
extern const char remote_own_warning[];

/* What a chair is, for people: a name, or that it is empty. */
const char *remote_chair_words(const struct remote *r, const struct remote_chair *c);

/* Adds an offer, as "Pairs, 3 players: Ann, Pebble, empty". */
void remote_offer_words(const struct remote *r, const struct remote_offer *o, struct text *out);

#endif
