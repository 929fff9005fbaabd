/* The best answer to a bot, by looking ahead: at each decision it imagines how the cards may lie,
 * and plays every decision on to the end of the hand, itself by a simple way to play and the others
 * as the bot would; what did best is decided. So it finds whatever habit of the bot can be used
 * within a hand. */
#ifndef PAIRS_LAB_COUNTER_H
#define PAIRS_LAB_COUNTER_H

#include "lab/habits.h"
#include "lab/policy.h"

/* Against whom, and how it goes on. */
struct counter {
    struct policy policy;        /* its own decisions after the first one */
    const struct habits *habits; /* what the bot is taken to do; NULL: it is asked */
    struct bot *(*make)(const char *name, struct error *e);
    const char *bot;
};

/* NULL with a message if it cannot be had. The habits stay the caller's. */
struct bot *counter_player(const struct counter *c, struct error *e);

#endif
