/* What a seat knows as a row of numbers, for bots that have learned and for programs that learn.
 *
 * It follows from the tables of the game alone and is the same for every number of players and for
 * all options, which are told as well: seats count from the one who looks, going left, and those
 * that are not there are 0. First comes what the seat sees now, then what has happened, the latest
 * first, as event_redact leaves it: decisions, each with the card that it brought, and cards that
 * were dealt, moved or shown, of this hand and those before it. It is the same row in a batch, in
 * Python and for a bot at a table, and two moments that a seat cannot tell apart have the same.
 *
 * Each number of the row is one of two:
 *
 *     a quantity      values == 0: cards, chips, points, as they are; no more than INPUT_MOST
 *     one of several  values > 0: from 1 to values; 0 where there is none
 *
 * Decisions have ids, from 0 upward: verb by verb in the order of the table, whatever the options
 * rule out; for each verb by its first argument, then by its second. A rank counts from 1, a seat
 * from the one who decides, up to as many as may ever play. A number that goes as far as an option
 * says has INPUT_GRADES ids, from the least to the most; if there are more numbers than that, some
 * have none.
 *
 * The hash stands for all of this but for how many events there are: what was learned with another
 * one is of no use. */
#ifndef PAIRS_BOTS_INPUTS_H
#define PAIRS_BOTS_INPUTS_H

#include "engine/game.h"
#include "engine/knowledge.h"

enum {
    INPUTS_VERSION = 1,
    INPUT_MOST = 30000,
    INPUT_EVENTS = 24, /* usually so many are told, */
    INPUT_EVENTS_MAX = 64,
    INPUT_GRADES = 16,
    INPUT_ROW = 3,     /* of cards in order the last ones, one by one */
    INPUT_VIEW = 1024, /* no view is longer */
    INPUT_PARTS = 64,
    INPUT_VERBS = 16,
    INPUT_ACTIONS = 512, /* no game has more ids */
    RECALL_EVENTS = 128, /* what came before so many is forgotten */
};

/* What the numbers of an event are. */
enum input_field {
    FIELD_WHAT,   /* one of several: the verb of a decision, one that is not known, cards that went
                     somewhere, cards that were shown, somebody is out, a sentence */
    FIELD_SAY,    /* one of several: the sentence that told it */
    FIELD_WHO,    /* one of several: the seat it is about, from the one who looks, who is 1 */
    FIELD_OTHER,  /* the same of another seat: the second one of a decision, or of the sentence */
    FIELD_FROM,   /* one of several: the zone that cards came from, the deck is 1 */
    FIELD_TO,     /* the same, where they went */
    FIELD_SECOND, /* one of several: the rank that is the second argument of a decision */
    FIELD_NUMBER, /* a quantity: of a decision or of the sentence */
    FIELD_COUNT,  /* a quantity: how many cards */
    FIELD_BEFORE, /* a quantity: so many hands ago */
    FIELD_RANKS,  /* quantities: of each rank how many; of a decision, the rank it names */
    INPUT_FIELDS = FIELD_RANKS + RANKS,
};

enum input_kind {
    INPUT_PLAYERS,  /* one of several: how many play */
    INPUT_HAND,     /* the hand or round in progress, from 1 */
    INPUT_POT,      /* chips that are nobody's */
    INPUT_DECK,     /* how many cards are in it */
    INPUT_DISCARDS, /* the same */
    INPUT_CHIPS,    /* 1 if the scores are chips */
    INPUT_DEALER,   /* one of several: the seat that deals */
    INPUT_TO_ACT,   /* for each seat: 1 if it has something to decide */
    INPUT_SCORE,    /* for each seat: the first its own, the others by how much they have more */
    INPUT_OPTION,   /* its value; of words and seats one of several */
    INPUT_FRESH,    /* for each rank: how many the whole deck has */
    INPUT_LEFT,     /* for each rank: how many the next card may be, as far as can be seen */
    INPUT_ZONE,     /* for each owner: how many cards; of each rank, as far as they can be seen; and
                       where they are in order INPUT_ROW ranks, each one of several, the last first */
    INPUT_NUMBER,   /* for each owner: 1 if it is shown, and the number */
    INPUT_RANKS,    /* for each owner: of each rank how often it is shown */
};

/* A part of the view: `each` numbers for each of its owners, the seats and then the middle. */
struct input_part {
    enum input_kind kind;
    int row; /* of an option, a zone or a number: in the game's table */
    int offset, each, owners;
    bool seats, middle, ordered;
};

struct input_range {
    enum argument argument;
    int least, step, count;
    int limit; /* the option that is the most, whose values have grades; -1 for none */
};

struct inputs {
    const struct game *game;
    uint64_t hash;
    int seats;  /* that there may be at most */
    int view;   /* numbers of the view */
    int events; /* that follow it, INPUT_FIELDS numbers each */
    int size;   /* of the row */
    int actions;
    int verbs, parts;
    struct {
        int first, count;
        struct input_range range[2];
    } verb[INPUT_VERBS];
    struct input_part part[INPUT_PARTS];
    uint8_t values[INPUT_VIEW];         /* of the numbers of the view */
    uint8_t event_values[INPUT_FIELDS]; /* of those of an event */
};

/* Fills in the layout of a game, with so many events, 0 to INPUT_EVENTS_MAX. */
void inputs_make(struct inputs *in, const struct game *game, int events);

/* What a seat may need to be told of what has happened: the last events that matter, as they are
 * or redacted for it. Zero is none. */
struct recall {
    uint32_t size;  /* events so far; event i is at i % RECALL_EVENTS */
    bool forgetful; /* the cards that are gone are not counted: what is left seems a whole deck */
    struct event event[RECALL_EVENTS];
};

void recall_add(struct recall *r, const struct event event[], size_t size);

/* All but the last so many slip one's mind, and so do the cards that are gone. */
void recall_forget(struct recall *r, uint32_t most);

/* The row of the seat that looks: in->size numbers. */
void inputs_fill(const struct inputs *in, const struct view *v, const struct recall *r,
                 int16_t out[]);

/* The same of what the seat knows, whose view is given. */
void inputs_know(const struct inputs *in, const struct knowledge *k, const struct view *v,
                 int16_t out[]);

/* The id of a decision of the seat that looks; -1 if it has none. And the decision of an id, which
 * may be one that the game does not have with these options. */
int inputs_id(const struct inputs *in, const struct view *v, action a);
action inputs_action(const struct inputs *in, const struct view *v, int id);

#endif
