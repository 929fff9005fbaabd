/* A table elsewhere: what a server (docs/server.md) has told of it, kept as the screens and the
 * line mode need it. They take news until there is none, look at what has become of the table, and
 * send commands:
 *
 *     poll remote_fd(r) ...
 *     while ((news = remote_take(r)) != REMOTE_NOTHING)
 *         ...
 */
#ifndef PAIRS_UI_REMOTE_H
#define PAIRS_UI_REMOTE_H

#include "engine/table.h"
#include "house/house.h"
#include "remote/client.h"

enum remote_news {
    REMOTE_NOTHING,
    REMOTE_LINE,    /* the connection: `live`, and `words` why it is gone */
    REMOTE_TABLE,   /* something has happened at the table */
    REMOTE_DONE,    /* a command was carried out */
    REMOTE_REFUSED, /* a command was not, and `words` say why */
    REMOTE_LIST,    /* the open tables: `list` */
    REMOTE_OVER,    /* there is no such server or table, or it makes no sense: `words` */
};

enum remote_stage { STAGE_WAITING, STAGE_PLAYING, STAGE_OVER };

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
    enum remote_stage stage;
    struct remote_chair chair[PLAYERS_MAX];
};

struct remote {
    struct client *client;
    struct address address;
    bool live; /* connected, and the table is as the server has it */
    char words[512];
    const char *command; /* that was answered: "sit" */

    bool known;        /* all below holds; nothing was told before */
    bool current;      /* it is as it is now: all that has happened is told */
    unsigned changes;  /* how often the chairs and what is agreed have changed, */
    unsigned games;    /* and games have begun */
    struct setup next; /* what is agreed for the next game, or is played */
    enum remote_stage stage;
    struct remote_chair chair[PLAYERS_MAX];
    struct names names;
    uint8_t you, host; /* chairs, or NOBODY */
    bool public;
    bool proposed;          /* somebody wants another game */
    seats chosen;           /* who has chosen in secret and may change it */
    int64_t decision, bank; /* milliseconds */
    char invitation[ADDRESS_SECRET];

    bool seen;          /* there is a game: */
    struct setup setup; /* what is played, */
    struct view view;   /* what is seen of it, */
    int64_t entry;      /* after so many entries, */
    uint64_t deciding;  /* the command that decides, 0: none is on its way */
    int64_t asked;      /* the entry after which the last command was sent */
    struct chronicle
        past;      /* what has happened, as far as one may know it; fresh is what came last */
    size_t *after; /* how many events there were after each step, and before the first */
    size_t steps, room;
    int64_t left[PLAYERS_MAX]; /* milliseconds to think, -1: not hurried; as of remote_clock then */
    int64_t told;

    struct text hint, figures; /* the last hint in words, and what it comes from, a line each; */
    size_t hinted;             /* it was asked for after so many steps, */
    unsigned hinted_game;      /* in that game */

    struct text talk; /* what was said and who came and went, a line each */
    size_t fresh;     /* what came last of it */

    struct remote_offer *list;
    int offers;
    bool listing; /* it has been asked for */
};

/* Begins to connect. NULL with a message. */
struct remote *remote_new(const struct address *a, struct error *e);
void remote_free(struct remote *r);

/* Can be read while there is news. */
int remote_fd(const struct remote *r);

/* The next piece of news. */
enum remote_news remote_take(struct remote *r);

/* Comes to a table; with an invitation or "". All that has happened there is told. */
void remote_enter(struct remote *r, const char *table, const char *invitation);

/* Opens a table with the command "create", which is the client's from now on, and comes to it. */
void remote_create(struct remote *r, json_t *command);

/* Sends a command, which is the client's from now on; its number, 0 without memory. */
uint64_t remote_send(struct remote *r, json_t *command);

/* The same for one that has no keys, or one: "say", "text", "Hello!". */
void remote_do(struct remote *r, const char *word);

/* A game begins, or the next one; whoever is not the host wants it, and it begins when all do. */
void remote_begin(struct remote *r);
void remote_say(struct remote *r, const char *word, const char *key, const char *text);

/* Says something to all; a spectator says first what to be called. */
void remote_talk(struct remote *r, const char *name, const char *text);

/* Decides; there is no answer yet until `deciding` is 0 again. */
void remote_decide(struct remote *r, action a);

/* Asks for a hint, unless there is one for this moment: true. REMOTE_DONE with "hint" brings it. */
bool remote_hint(struct remote *r);

/* Agrees on other clocks, given in seconds as "30 300": for a decision, and beyond that for a game;
 * nothing: nobody is hurried. False if these are no such numbers. */
bool remote_seconds(const char *words, int64_t *decision, int64_t *bank);

/* Adds what clocks are agreed, as a line; nothing where nobody is hurried. */
void remote_clock_words(const struct remote *r, struct text *out);

/* Asks for the public tables; REMOTE_LIST answers. */
void remote_list(struct remote *r);

/* Milliseconds that a seat may still think, -1 if it is not hurried. */
int64_t remote_left(const struct remote *r, int seat);

/* Milliseconds on a clock that only goes forward. */
int64_t remote_clock(void);

/* A link for others, with the invitation where one is needed. */
const char *remote_link(const struct remote *r, char out[ADDRESS_LINK]);

/* The link for one's own devices: whoever has it has the chairs too. */
const char *remote_own_link(const struct remote *r, char out[ADDRESS_LINK]);

/* What to say with it. */
extern const char remote_own_warning[];

/* What a chair is, for people: a name, or that it is empty. */
const char *remote_chair_words(const struct remote_chair *c);

#endif
