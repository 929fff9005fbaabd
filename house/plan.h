/* What is agreed before a game begins: which game, which cards are to come, who sits where,, how
 * long they may think and what is the custom at the table. */
#ifndef PAIRS_HOUSE_PLAN_H
#define PAIRS_HOUSE_PLAN_H

#include "engine/table.h"

enum { BOT_ROOM = 256 }; /* a bot's name as in bot_new, with its NUL byte */

/* Who sits where. */
struct chair {
    char name[NAME_ROOM]; /* of a person or a bot; empty: the seat's letter or the bot's title */
    char bot[BOT_ROOM];   /* empty: a person */
    bool empty;           /* nobody sits there yet, or any more */
};

/* Milliseconds; if both are 0, nobody is hurried. */
struct pace {
    int64_t decision; /* for each decision of a person */
    int64_t bank;     /* beyond that, for all decisions of a game together */
};

struct plan {
    struct setup setup; /* finished */
    uint64_t seed;      /* the same seed and decisions bring the same cards */
    bool seed_chosen;   /* by whoever plays; else it is a secret until the game is over */
    struct chair chair[PLAYERS_MAX];
    struct pace pace;
    bool hints;  /* whoever is to decide may ask for one where other people play too */
    bool hushed; /* only those who sit at the table talk */
};

#endif
