/* Which sentence tells an event: its own, that of its verb, or a plain one. */
#ifndef PAIRS_PLAIN_H
#define PAIRS_PLAIN_H

#include "engine/event.h"

/* The plain sentence for an event that has none of its own; SILENT: not worth words. */
enum plain {
    SILENT,
    TELL_HAND,
    TELL_ROUND,
    TELL_SHUFFLE,
    TELL_CHOICE,
    TELL_CHOSEN,
    TELL_CHOSEN_EACH,
    TELL_TURNED,
    TELL_TURNED_SEVERAL,
    TELL_DEALT,
    TELL_DEALT_EACH,
    TELL_SHOWN,
    TELL_FROM_POT,
    TELL_TO_POT,
    TELL_TO_POT_EACH,
    TELL_PAID,
    TELL_POINTS,
    TELL_OUT,
    TELL_TOTAL,
    TELL_OVER,
    TELL_POT,
    TELL_CARD,
    TELL_CARDS,
    TELL_CHIPS,
    TELL_POINTS_UNIT,
    TELL_ALL,
    TELL_OTHERS,
    TELL_AND,
    TELL_OR,
    TELL_YOU,
    TELL_OF,
    TELL_A,
    TELL_TO_PAIR,
    TELL_TO_BUST
};

/* For an event as it is known, redacted. */
const char *sentence_of(const struct game *game, const struct event *e);

/* The sentence for each of several seats, all alike but for who they are; empty if there is none.
 */
const char *sentence_each(const struct game *game, const struct event e[], int count);

#endif
