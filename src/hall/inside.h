/* What a hall consists of; for the files of hall/ only. */
#ifndef PAIRS_HALL_INSIDE_H
#define PAIRS_HALL_INSIDE_H

#include "hall/hall.h"
#include "wire/read.h"

enum {
    RECENT = 32,        /* commands of a table that are remembered, so that a resend is known, */
    RECENT_EACH = 4,    /* and of these the last ones of everybody, however much others do */
    FAULTS_MAX = 8,     /* messages that are none, until a visitor is sent away */
    CODE_ROOM = 64,     /* of a code that somebody was given, with its NUL byte */
    ANSWERS_MAX = 8192, /* bytes of answers that a visitor may leave unread */
};

struct visitor {
    struct hall *hall;
    void *socket;
    struct room *room;             /* where it is, or NULL */
    struct visitor *next, *before; /* in the room */
    char guest[DIGEST_TEXT];       /* the digest of its token; "" if it has not said who it is */
    char key[SEAL_TEXT];           /* that it signs with, "" if it does not */
    const struct language *language;
    uint64_t sent;        /* entries that it was sent */
    bool greeted;         /* it has seen the table as it is now, no card counted, */
    bool asked;           /* it waits for a hint */
    char left[TABLE_ID];  /* where it was while answers began to wait, which it has left */
    char name[NAME_ROOM]; /* of a spectator who has said it; "" for others */
    seats typing;         /* who is about to say something, which it was not told yet */
    int seat;             /* where it has seen the table from: its chair, or NOBODY */
    int faults;
    struct text waiting, answers; /* the keys of each in a line: until all is safe, to be sent */
    size_t keeping;               /* bytes of those that wait for what is being written */
    struct visitor *later;        /* the next one whose answers wait, */
    struct visitor *later_kept;   /* and the next one of those that wait for that */
    bool is_later;
};

/* Somebody who was sent away from a table, or is not to talk there. */
struct ban {
    uint64_t guest; /* the beginning of the digest, */
    uint64_t
        whence; /* the network that they were sent away from, 0: not known; kept in memory only */
    bool mute;  /* only not to talk */
};

/* A command that was carried out. */
struct done {
    uint64_t guest; /* the beginning of its digest */
    uint64_t command, entry;
};

struct room {
    struct room_head head;
    struct hall *hall;
    struct room *next;  /* in its chain of the table of tables */
    struct room *dirty; /* the next one with entries that nobody writes yet, */
    struct room *kept;  /* and the next one with entries that are being written, */
    uint64_t keeping;   /* up to this one */
    bool is_dirty, damaged;
    bool looked;       /* it has been awake, so that nothing is due that nobody knows of */
    bool over;         /* the game is, and was kept */
    bool deserted;     /* no person has a chair, and no game goes on */
    bool closing;      /* it goes once all is safe */
    struct live *live; /* NULL while it sleeps */
    const struct dealer *dealer;
    uint64_t entries;                     /* that have happened */
    char owner[PLAYERS_MAX][DIGEST_TEXT]; /* the guest on each chair, "" for nobody */
    int64_t gone[PLAYERS_MAX];            /* since when nobody of that guest is here, 0: is here */
    seats away;                           /* who is gone for so long that the others were told */
    seats held;                           /* chairs that were kept when that was told last */
    struct ban *ban;                      /* who was sent away, or is not to talk, */
    int bans, ban_room;
    int removals;               /* how often somebody was sent away: each has its invitation */
    int64_t typed[PLAYERS_MAX]; /* when others were told last that a seat types */
    int64_t began;              /* when its first entry was, by that */
    int64_t present;            /* since when somebody who has a chair is there, 0: nobody is */
    int64_t paid;               /* milliseconds that somebody was, before */
    int64_t cut;                /* until when a cut is waited for, 0: none is */
    int64_t touched;            /* when something happened here last */
    int64_t wake;               /* when something may happen by itself, as of the last look, */
    bool stirred;               /* since which something has happened, or somebody came or went */
    struct done *done;          /* the last RECENT, the oldest first; NULL while it sleeps */
    int dones;
    uint64_t seen;              /* entries that `follow` has gone through */
    uint64_t sum, sum_before;   /* of all entries, and of all but the last: see picture.c */
    uint64_t pictured;          /* entries that are in the picture which the host has */
    struct room *newer, *older; /* of those that are awake, by when they were used */
    uint64_t used;              /* in which beat of the hall it was */
    struct text line;           /* for the list of tables, */
    uint64_t lined;             /* as it was after so many entries */
    struct visitor *visitors;
};

/* The entries that were told last, for others who read that language and saw them from the same
 * chair, or from none: whoever looks is "you" in them. */
struct told {
    const struct room *room; /* NULL: none were */
    int looks;
    uint64_t from, until;
    const struct language *language;
    bool table; /* one of them changes what there is to say about the table */
    struct text text;
};

enum { CHAINS = 4096 };

struct hall {
    struct hall_host host;
    struct hall_limits limits;
    int64_t now;
    const struct language *language; /* of records */
    char trouble[256];
    int tables, visitors, awake;
    int64_t wake;
    struct room *dirty, *kept;
    struct visitor *later, *later_kept;
    struct room *newest, *oldest; /* of those that are awake */
    uint64_t beat;                /* counts stretches of time, */
    int64_t beat_end;
    int used, used_before; /* and the tables that were used in this one, and in the last */
    uint64_t replayed, looked;
    struct told told;
    struct room *chain[CHAINS];
};

/* --- room.c ----------------------------------------------------------------------------------- */

struct room *room_find(struct hall *h, const char *id);

/* In which chain of the hall a table of that name is. */
int room_chain(const char *id);

/* The name of the table that a guest opens with a command: the same command opens the same table.
 */
void room_id(struct hall *h, const char *guest, uint64_t command, char id[TABLE_ID]);

/* A new table with the chairs of the plan; NULL with a message if there is no room for it. */
struct room *room_open(struct hall *h, const char *id, const struct plan *p, bool public, bool open,
                       struct error *e);

void room_free(struct room *r);

/* Its entries were written anew: they are read again, and nobody who is there goes. */
void room_reread(struct room *r, struct error *e);

/* Makes sure that its live table is there; false with a message if the table is damaged. */
bool room_wake(struct room *r, struct error *e);

/* What others need to come in. */
void room_invitation(const struct room *r, char out[DIGEST_TEXT]);

/* Whether two digests are the same, comparing all of them however soon they differ: how long that
 * takes tells nothing. */
bool secret_same(const char a[DIGEST_TEXT], const char b[DIGEST_TEXT]);

/* Something may have happened: cards that are due come, entries go to the host, visitors are told.
 */
void room_settle(struct room *r);

/* It is so late at an awake table: what happens next happens now. */
void room_clock(struct room *r);

/* A table from before wakes for once: nobody may ever come, but bots may have to play on, or it is
 * to be closed. */
void room_look(struct room *r);

/* Time has passed. Returns when to come again. */
int64_t room_time(struct room *r);

/* Whether all that has happened is safe. */
bool room_is_safe(const struct room *r);

/* Whether nobody has been here for so long that it closes. */
bool room_is_deserted(const struct room *r);

/* The chair of a guest, NOBODY if it has none. */
int room_chair(const struct room *r, const char *guest);

/* The chair that a guest sees the table from now: the own one, but for cards of a hand that
 * somebody else has seen there; NOBODY as a spectator. The room is awake. */
int room_looks(const struct room *r, const char *guest);

/* Whether the host has sent a guest away; or has said that they are not to talk. */
bool room_banned(const struct room *r, const char *guest);
bool room_muted(const struct room *r, const char *guest);

/* Somebody is sent away, or not to talk, by the beginning of their digest. What is known already
 * stays: a table that wakes goes through its entries again. Without memory one is forgotten. */
void room_ban(struct room *r, uint64_t guest, bool mute);

/* Whether somebody was sent away who came from that network. */
bool room_shuns(const struct room *r, uint64_t whence);

/* A guest who was sent away goes: their connections leave the room, and whoever comes from where
 * they came from is a stranger here. */
void room_remove(struct room *r, const char *guest);

/* A visitor comes in or goes out. */
void room_enter(struct room *r, struct visitor *v);
void room_exit(struct visitor *v);

/* The entry of a command that was carried out before, 0 if it was not. The room is awake. */
uint64_t room_done(const struct room *r, const char *guest, uint64_t command);

/* It is used: of all that are awake it goes to sleep last. */
void room_use(struct room *r);

/* Leaves memory, if nothing can happen there unless somebody does something. */
bool room_rest(struct room *r);

/* --- room.c, who.c and sleep.c, among themselves ----------------------------------------------- */

/* The host of its live table. */
struct live_host room_host(struct room *r);

/* Lets its dealer go. */
void room_free_dealer(struct room *r);

/* All that the entries tell is gone until it wakes up, but for who sits where. */
void room_sleep(struct room *r);

/* By which a guest is known where a number must do. */
uint64_t guest_beginning(const char *guest);

/* Whether a guest is here, by one connection or more. */
bool room_is_here(const struct room *r, const char *guest);

/* What was decided about a guest there, NULL if nothing was. */
struct ban *room_find_ban(const struct room *r, uint64_t guest, bool mute);

/* Whether somebody who has a chair is there has changed, or may have. */
void room_count_presence(struct room *r);

/* Goes through the entries that are new. */
void room_follow(struct room *r);

/* Whether its last game is over. */
bool room_is_over(const struct room *r);

/* Whether nobody is there. */
bool room_is_empty(const struct room *r);

/* The live table out of its picture or its entries; NULL with a message if it is damaged. */
struct live *room_restore(struct room *r, struct error *e);

/* --- picture.c -------------------------------------------------------------------------------- */

/* An entry has happened, or was read. */
void picture_line(struct room *r, const char *line);

/* Has the host keep a picture of an awake table, if it has none of so many entries. */
void picture_keep(struct room *r);

/* The live table of the last picture, and of the entries since then, with all that `follow` has
 * found in them; NULL if there is none that fits. */
struct live *picture_wake(struct room *r, const struct live_host *host);

/* Makes sure that an entry is in memory, and all after it; false with a message if the table is
 * damaged. */
bool picture_recall(struct room *r, uint64_t after, struct error *e);

/* --- hall.c ----------------------------------------------------------------------------------- */

/* Answers that wait until all is safe are not given. */
void hall_forget_waiting(struct visitor *v);

/* The text that an answer is added to, its keys in a line: one that waits until all is safe, or
 * not. */
struct text *hall_answer(struct visitor *v, bool waits);

/* --- command.c -------------------------------------------------------------------------------- */

/* Carries out a message and writes its answer. */
void command_run(struct visitor *v, const struct json *m);

/* --- tell.c ----------------------------------------------------------------------------------- */

/* Whether there is something that a visitor has not been told of its room. */
bool tell_due(const struct visitor *v);

/* Adds it: keys of an object, that of the table unless it is named there already. The room is
 * awake.
 */
void tell_room(struct visitor *v, bool named, struct text *out);

/* What those at the table are called by who reads that language, and what they count; there is a
 * game. */
struct names tell_names(const struct live *h, const struct language *l, struct called *called);

/* A room for the list. */
const char *tell_line(struct room *r);

#endif
