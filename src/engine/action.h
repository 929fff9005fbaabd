/* Decisions as small numbers, with a text form that follows from the game's table of verbs. */
#ifndef PAIRS_ACTION_H
#define PAIRS_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game;

/* A verb with up to two arguments, both 0 where the verb has none. Actions compare as the lists in
 * the rules are ordered: by verb, then by first, then by second argument. */
typedef uint32_t action;

enum argument {
    NO_ARGUMENT,
    RANK_ARGUMENT,   /* 1 to 10 */
    SEAT_ARGUMENT,   /* a seat; text A to H */
    NUMBER_ARGUMENT, /* 0 to 65535, first argument only */
};

/* Where the card of a first argument lies, so that it can be touched there; of a number: whether it
 * stands for a zone. */
enum whereabouts {
    AT_OWN,     /* with the one who decides, or else where there is one */
    AT_MIDDLE,  /* in the middle of the table */
    AT_SEAT,    /* with the seat that is the other argument */
    AT_ZONE,    /* it is the zone of that number, of those that lie alike: "column 3" */
    AT_NOWHERE, /* it is only named */
};

/* A row of a game's table of verbs; the table ends with a row of zeros. */
struct verb {
    const char *word;          /* may be two words: "show set" */
    enum argument argument[2]; /* what follows it */
    enum whereabouts at;       /* where the first lies */
    bool secret;               /* others learn the choice only when the game shows it */
    bool gives_in;             /* the seat leaves the hand, or what is at stake in it, to others */
    bool quits;                /* the seat leaves the whole game for good, not only a hand */
    int least, most, step;     /* of a number: where it lies; 0 is 1 for a step, 999 for a most */
    const char *only;          /* options it goes with, as in a rulebook; NULL: all */
    const char *means;         /* what it does, to whoever may choose it: "Take one more card." */
    const char *asks[2];       /* the question for each argument: "Which card do you lay?" */
    const char *limit;         /* of a number: the key of the option that is the most; or NULL */
    const char *says;          /* the decision for people where it is more than word and arguments:
                                  "attack {seat} with {second}"; see action_pattern */
    const char *tells; /* that it was made, as a sentence, see event_text: "{seat} {hit/hits}[:
                          {cards}]." with the card that it brings in [ ]; "" if what follows
                          tells it; NULL: a plain sentence */
    bool follows;      /* secret, but what follows at once tells everybody that it was made */
    bool draws;        /* it brings the next card, which may make a pair */
};

enum {
    ACTION_TEXT = 64, /* room that any action's text fits */
    ARGUMENTS = 2,    /* a verb has at most */
};

static inline action action_make(int verb, int first, int second)
{
    return (action)verb << 24 | (action)first << 8 | (action)second;
}

static inline int action_verb(action a)
{
    return (int)(a >> 24);
}

static inline int action_first(action a)
{
    return (int)(a >> 8 & 0xFFFF);
}

static inline int action_second(action a)
{
    return (int)(a & 0xFF);
}

/* Writes the notation of an action, without the seat letter: "fold 3 A". Returns `out`. */
const char *action_text(const struct game *game, action a, char out[ACTION_TEXT]);

/* Reads what action_text writes; words may be separated by several blanks. False if the game has no
 * such verb or its arguments are not of that kind. Says nothing about whether it is legal. */
bool action_parse(const struct game *game, const char *text, action *a);

#endif
