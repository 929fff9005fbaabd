/* What has happened at a live table, one numbered entry after another. The entries alone tell
 * everything: a live table is rebuilt from them (live_restore), and what others see is made of them
 * (entry_seen). Nothing is ever taken out; a decision that was taken back is followed by an entry
 * that says so. */
#ifndef PAIRS_LIVE_ENTRY_H
#define PAIRS_LIVE_ENTRY_H

#include "live/plan.h"

enum entry_kind {
    ENTRY_OPENED,     /* the first one: `plan` was agreed */
    ENTRY_SEATED,     /* a person named `text` took the empty chair, or the bot `bot` */
    ENTRY_LEFT,       /* the chair is empty; in a game a bot of the table plays on; with `text`
                       * whoever comes may take over the hand, hidden cards and all */
    ENTRY_ABSENT,     /* a person is away; a bot of the table decides meanwhile */
    ENTRY_BACK,       /* and is back */
    ENTRY_BEGUN,      /* the game begins */
    ENTRY_STEP,       /* a decision, a card or a lot: `step` */
    ENTRY_SAID,       /* `seat`, or NOBODY for a spectator, said `text` to all; NULL: it is gone */
    ENTRY_ASKED,      /* a person wants the last decision back, or agrees to it */
    ENTRY_TAKEN_BACK, /* by `seat`: the game stands where it was after `steps` steps */
    ENTRY_TIME_OUT,   /* a person has thought too long and counts as absent */
    ENTRY_REMATCH,    /* the next game of the same chairs begins, with `seed` */
    ENTRY_KICKED,     /* the chair is empty: the host, `other`, has sent the person away */
    ENTRY_SWAPPED,    /* between games: `seat` and `other` have changed chairs */
    ENTRY_CHANGED,    /* between games: the next one is that of `plan`, with its clocks */
    ENTRY_PLEDGED,    /* a person will cut, and `text` is the seal of the next cut */
    ENTRY_SHUFFLED,   /* cards come from a pile that was shuffled; `text` is the dealer's seal */
    ENTRY_CUT,        /* `seat` has cut it with `text`; NOBODY: nobody is waited for any more */
    ENTRY_PROPOSED,   /* after a game: a person wants another one, that of `plan` if there is one */
    ENTRY_AGREED,     /* and another wants it too */
    ENTRY_EMOTED,     /* as ENTRY_SAID, but only a gesture: `text` is its name (live/emote.h) */
    ENTRY_LOOKED,     /* a person is called `text` from now on, with `face` on `colour` */
    ENTRY_KEYED,      /* a person signs with the key `text` from now on, NULL: with none */
    ENTRY_BARRED,     /* the host, `other`, has sent a spectator away: `text`, called `name` */
    ENTRY_MUTED,      /* the same: `seat`, or spectator `text`, does not talk any more */
    ENTRY_UNMUTED,    /* and may again */
    ENTRY_HURRIED,    /* the bot of `seat` has no time to think: in this game it may decide by the
                         rule of thumb */
    ENTRY_CHOSEN,     /* a person has chosen `step` in secret, or something else than before; it is
                         no step of the game until all have chosen */
    ENTRY_UNCHOSEN,   /* and has taken it back */
    ENTRY_READY,      /* a person who has chosen waits for nothing more to be said */
};

struct entry {
    uint64_t number; /* from 1, without a gap */
    int64_t time;    /* in milliseconds, as live_time had it */
    uint8_t kind;
    uint8_t seat, other; /* whom it is about, or NOBODY */
    struct step step;
    size_t steps;
    uint64_t seed;
    const struct game *game; /* what is played; diary_add sees to it */
    const struct plan *plan;
    const char *text, *bot;
    const char *name;    /* of a spectator whom it is about; NULL for none */
    const char *face;    /* of a person who sits down; NULL for none */
    uint8_t colour;      /* of the face */
    const char *sign;    /* what its proof needs besides (live/chain.h), as the signature of whoever
                            decided; nobody is told: it gives away what was decided */
    const char *guest;   /* whose command it was, as the host knows them; nobody else learns it */
    uint64_t command;    /* the number that its command had where it came from, 0 for none */
    struct event *event; /* what it brought about */
    int events;
};

/* Whether its `text` is who somebody is, as the host knows them, which nobody else learns. */
bool entry_is_about_guest(const struct entry *e);

/* Whether from this entry on another game, or the first, is what is played at the table. */
bool entry_plans(const struct entry *e);

/* All entries of a live table; texts and plans are its own. Zero it to begin. Of a live table that
 * was thawed (live/frozen.h) the first ones are not in memory until they are asked for. */
struct diary {
    struct entry *recent; /* those that are in memory: see diary_at */
    size_t entries;       /* all that there are, */
    size_t gone;          /* of which the first ones are not in memory */
    size_t room;
    struct setup before; /* what was played when these happened */
    struct event *spare; /* for all events of one entry, should there be no memory for them */
};

/* The entry after so many others; it is in memory. */
const struct entry *diary_at(const struct diary *d, size_t i);

/* What was played, or to be played, when it happened. */
const struct setup *diary_setup(const struct diary *d, size_t i);

/* Makes room for one more entry, with all that it may bring about if it has `events`, and copies
 * its plan and texts, so that nothing can go wrong after it has happened. False if memory runs out.
 */
bool diary_reserve(struct diary *d, struct entry *e, bool events);

/* Gives the copies back: it has not happened. */
void diary_release(struct entry *e);

/* Adds an entry that room was made for, with the events it brought. */
void diary_add(struct diary *d, struct entry e, const struct event *event, int events);

void diary_free(struct diary *d);

/* Puts the entries that are not in memory in front of the others: they are the first ones of
 * another diary of the same live table, which is without them then. False if memory runs out. */
bool diary_recall(struct diary *d, struct diary *from);

/* An entry as somebody may know it. */
struct sight {
    uint64_t number;
    int64_t time;
    uint8_t kind, seat, other;
    size_t steps;            /* ENTRY_TAKEN_BACK */
    const char *text, *bot;  /* where the kind has them: they belong to the diary */
    const char *name, *face; /* the same */
    uint8_t colour;
    const struct setup
        *game; /* ENTRY_OPENED, ENTRY_CHANGED, ENTRY_PROPOSED; the rest is told by the chairs */
    struct log log; /* what happened, each event as event_redact leaves it */
};

/* What the one who looks (a seat, NOBODY for a spectator, or EVERYTHING) may know of the entry. Put
 * together from what is theirs to know: neither the seed nor the step itself is ever part of it. */
void entry_seen(const struct diary *d, size_t i, int looks, struct sight *out);

#endif
