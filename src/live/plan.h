/* What is agreed before a game begins: which game, which cards are to come, who sits where, how
 * long they may think and what is the custom at the table. */
#ifndef PAIRS_LIVE_PLAN_H
#define PAIRS_LIVE_PLAN_H

#include "engine/table.h"

enum {
    BOT_ROOM = 256, /* a bot's name as in bot_new, with its NUL byte */
    FACE_ROOM = 17, /* the name of a face, with its NUL byte */
    COLOURS = 8,    /* that a face may stand on */
};

/* Who sits where. */
struct chair {
    char name[NAME_ROOM]; /* of a person or a bot; empty: the seat's letter or the bot's title */
    char bot[BOT_ROOM];   /* empty: a person */
    char face[FACE_ROOM]; /* that a person has chosen, in lower-case letters; empty: none */
    uint8_t colour;       /* below COLOURS */
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
    bool hints;            /* whoever is to decide may ask for one where other people play too */
    bool spectators_muted; /* only those who sit at the table talk */
    bool hold;             /* secret choices of several people are shown when all of them say so */
    enum {
        ODDS_USUAL,
        ODDS_ON,
        ODDS_OFF
    } odds; /* whether chances are shown beside decisions;
             * usually where only one person plays */
};

#endif
