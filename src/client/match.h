/* A game as a front end plays it: at this machine (cli/sitting.h) or at a server
 * (client/remote.h). What is known of it stands in the struct, and changes only in match_take and
 * in what is asked for here; the screen and the line mode are written once for both.
 *
 *     for (;;) {
 *         while ((news = match_take(m)) != MATCH_NOTHING)
 *             show what has become of the table, at whatever pace
 *         seat = match_asked(m) ... match_decide(m, seat, a)
 *         poll match_fd(m) and the keyboard
 *     }
 */
#ifndef PAIRS_CLIENT_MATCH_H
#define PAIRS_CLIENT_MATCH_H

#include "engine/table.h"

#include <stdint.h>

enum match_stage { MATCH_WAITING, MATCH_PLAYING, MATCH_OVER };

enum match_news {
    MATCH_NOTHING,
    MATCH_TABLE,   /* something has happened at the table */
    MATCH_HINT,    /* `hint` and what it comes from are there */
    MATCH_DONE,    /* what was asked for is done */
    MATCH_REFUSED, /* it is not done, and `why` */
    MATCH_LINE,    /* the connection has come, or has gone, and `why` */
    MATCH_LIST,    /* the open tables of a server are there */
    MATCH_FAILED,  /* it cannot go on, and `why` */
};

struct plan;
struct remote;

struct match {
    const struct match_kind *kind;
    const struct language *language; /* of all words */
    struct remote *remote;           /* the table around the game; NULL: at this machine */
    struct error why;

    enum match_stage stage;
    bool seen;                 /* there is a game: */
    unsigned games;            /* how many have begun, with this one */
    const struct setup *setup; /* what is played, or was agreed before the first game */
    const struct history *past;
    size_t steps;
    struct names names;
    seats people; /* who sits at this keyboard, */
    seats chosen; /* and who of all has chosen in secret and may have it back */
    seats away;   /* people who are not at the table now */

    struct text hint;        /* the last one, a line each; */
    struct text figures;     /* what it comes from, in columns, */
    struct text sentences;   /* and the same for those who listen */
    struct text talk;        /* what was said, and who came and went, a line each */
    const struct plan *plan; /* NULL: somebody else's */
    const char *path;        /* the file of the game, NULL: it has none here */
    const char *unsaved;     /* up to where that is good, and why; NULL: all is well */
    const char *fault;       /* what a bot did wrong in the last step; NULL: nothing */
};

/* What each kind of match does; see the functions below. */
struct match_kind {
    int (*fd)(const struct match *m);
    enum match_news (*take)(struct match *m);
    bool (*more)(const struct match *m);
    int (*asked)(const struct match *m);
    int (*awaited)(const struct match *m);
    bool (*secret)(const struct match *m, int seat);
    void (*view)(const struct match *m, int looks, struct view *v);
    int64_t (*left)(const struct match *m, int seat);
    bool (*idle)(const struct match *m);
    bool (*decide)(struct match *m, int seat, action a);
    bool (*may_undo)(const struct match *m);
    bool (*undo)(struct match *m);
    bool (*advise)(struct match *m, int seat);
    bool (*save)(struct match *m);
};

/* Can be read once there may be news that is not there yet; -1: only what somebody decides brings
 * any. */
static inline int match_fd(const struct match *m)
{
    return m->kind->fd(m);
}

/* The next piece of news. At this machine a card that is due comes now, and a bot decides that has
 * thought: at the front end's own pace. */
static inline enum match_news match_take(struct match *m)
{
    return m->kind->take(m);
}

/* Whether more is about to come that belongs to what has happened: it is told together. */
static inline bool match_more(const struct match *m)
{
    return m->kind->more(m);
}

/* Who at this keyboard is to decide now, or NOBODY; of several the one who comes first. */
static inline int match_asked(const struct match *m)
{
    return m->kind->asked(m);
}

/* Of whom else a decision is waited for, or NOBODY. */
static inline int match_awaited(const struct match *m)
{
    return m->kind->awaited(m);
}

/* Whether a seat sees or decides now what others at the same keyboard must not see: they look away
 * first. */
static inline bool match_secret(const struct match *m, int seat)
{
    return m->kind->secret(m, seat);
}

/* What one of those at this keyboard sees, or NOBODY in particular; there is a game. */
static inline void match_view(const struct match *m, int looks, struct view *v)
{
    m->kind->view(m, looks, v);
}

/* Milliseconds that a seat may still think; -1: it is not hurried. */
static inline int64_t match_left(const struct match *m, int seat)
{
    return m->kind->left(m, seat);
}

/* Whether everything that was asked for is answered. */
static inline bool match_idle(const struct match *m)
{
    return m->kind->idle(m);
}

/* A legal decision of the one who is asked. False, and `why`, if it cannot be carried out. */
static inline bool match_decide(struct match *m, int seat, action a)
{
    return m->kind->decide(m, seat, a);
}

/* Whether there may be something to take back, and takes it back, or asks the others: false, and
 * `why`, if that cannot be. */
static inline bool match_may_undo(const struct match *m)
{
    return m->kind->may_undo(m);
}
static inline bool match_undo(struct match *m)
{
    return m->kind->undo(m);
}

/* Asks for a hint for the one who is asked. True if it is there already, else MATCH_HINT brings it.
 */
static inline bool match_advise(struct match *m, int seat)
{
    return m->kind->advise(m, seat);
}

/* Tries to keep what is not kept yet, for those who leave; whether all is well. */
static inline bool match_save(struct match *m)
{
    return m->kind->save(m);
}

/* The only one at this keyboard, or NOBODY. */
static inline int match_person(const struct match *m)
{
    return m->people && !(m->people & (m->people - 1)) ? seats_first(m->people) : NOBODY;
}

#endif
