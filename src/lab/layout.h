/* Games as numbers, for programs that learn: every decision of a setup has an id, and what a seat
 * sees is a row of numbers. Both follow from the tables of the game and the finished setup alone.
 *
 * Ids go from 0 upward: verb by verb in the order of the table, those that the options rule out
 * left out; for each verb by its first argument, then by its second. A rank counts from 1, a number
 * as its verb says. A seat counts from the one who decides, who is 0, going left.
 *
 * An observation is int32_t throughout: all that lies on a table is a whole number, and the largest
 * that options allow, chips of long matches, need more than 16 bits. Seats count from the one who
 * looks. It holds all that the seat's view shows, of rows that are longer than SHEET_ROW only the
 * last cards, and nothing else; what can be decided is said by the mask. */
#ifndef PAIRS_LAB_LAYOUT_H
#define PAIRS_LAB_LAYOUT_H

#include "engine/game.h"

enum {
    LAYOUT_NUMBERS = 1000, /* so many from 0, where a verb does not say between which its lie */
    LAYOUT_VERBS = 16,
    LAYOUT_PARTS = 16 + SHEET_ZONES + SHEET_LABELS,
};

/* What a part of an observation tells. */
enum part_kind {
    PART_SEAT,     /* which seat looks, A is 0 */
    PART_HAND,     /* the hand or round in progress, from 1 */
    PART_OVER,     /* 1 once the game is over */
    PART_CHIPS,    /* 1 if the scores are chips */
    PART_POT,      /* chips that are nobody's */
    PART_DECK,     /* how many cards are in it */
    PART_DISCARDS, /* the same */
    PART_TO_ACT,   /* for each seat: 1 if it has something to decide */
    PART_DEALER,   /* for each seat: 1 if it is the dealer */
    PART_WON,      /* for each seat: 1 once it has won the game */
    PART_LOST,     /* for each seat: 1 once it has lost the game */
    PART_SCORE,    /* for each seat */
    PART_OPTIONS,  /* for each option: its value, -1 for one that is off */
    PART_GONE,     /* for each rank: how many of the discards everybody has seen */
    PART_ZONE,     /* for each owner: how many cards; of each rank, as far as they can be seen; and
                      where they are in order SHEET_ROW ranks, the last card first, 0 for none */
    PART_NUMBER,   /* for each owner: 1 if it is shown, and the number */
    PART_RANKS,    /* for each owner: of each rank how often it is shown */
};

struct part {
    enum part_kind kind;
    int row;      /* of a zone or a number: in the game's table */
    int offset;   /* of its first element */
    int each;     /* elements for each owner, or of the whole */
    int seats;    /* how many seats it has that for, from the one who looks; 0 if for none */
    bool middle;  /* the same for what is nobody's, after the seats */
    bool ordered; /* of a zone: its cards are in order */
};

/* The values that an argument of a verb has: `count` of them from `least` in steps. */
struct range {
    enum argument argument;
    int least, step, count;
};

struct verb_ids {
    int first, count; /* of its ids; none where the options rule it out */
    struct range range[2];
};

/* How the id of a decision follows from its arguments: `from`, and the place of the first one by
 * `width`, and that of the second one. */
struct verb_map {
    uint64_t share; /* 2^32 / step of the first argument, upward: a division would take longer */
    int32_t from, least, width;
    bool seat[2]; /* whether an argument is a seat, which counts from the one who decides */
    bool seats;   /* whether one of them is */
};

struct layout {
    struct setup setup;
    int actions; /* ids are 0 to actions - 1 */
    int size;    /* elements of an observation */
    int verbs, parts;
    struct verb_ids verb[LAYOUT_VERBS];
    struct verb_map map[LAYOUT_VERBS];
    struct part part[LAYOUT_PARTS];

    struct sheet sheet[PLAYERS_MAX];                        /* of each seat that looks */
    int16_t to_act, dealer, won, lost, score, option, gone; /* where these begin */
};

/* Fills in the layout of a finished setup. */
void layout_make(struct layout *l, const struct setup *u);

/* How many elements a part has. */
int part_size(const struct part *p);

/* The id of a decision of the seat; the decision must be of the game. */
static inline int layout_id(const struct layout *l, int seat, action a)
{
    const struct verb_map *m = &l->map[action_verb(a)];
    int first = action_first(a) - m->least, second = action_second(a), end = l->setup.players;
    if (m->seats) {
        first += !m->seat[0] ? 0 : first >= seat ? -seat : end - seat;
        second += !m->seat[1] ? 0 : second >= seat ? -seat : end - seat;
    }
    return m->from + (int)((uint64_t)first * m->share >> 32) * m->width + second;
}

/* Whether the ids of a verb go upward as its decisions do. */
static inline bool layout_upward(const struct layout *l, int verb)
{
    return !l->map[verb].seats;
}

/* The decision of the seat that has an id. */
action layout_action(const struct layout *l, int seat, int id);

/* A byte for each id: 1 for those of the decisions, 0 for all others. */
void layout_mask(const struct layout *l, int seat, const action legal[], int count, uint8_t mask[]);

/* What the seat sees, l->size numbers: what is always so, and then what is so now; or both. The
 * second is told the game, because on a GPU that of the setup is out of reach. */
void layout_blank(const struct layout *l, int32_t out[]);
void layout_fill(const struct layout *l, const struct game *game, const struct state *s, int seat,
                 int32_t out[]);
void layout_observe(const struct layout *l, const struct state *s, int seat, int32_t out[]);

#endif
