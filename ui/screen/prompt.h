/* A decision asked for: first what to do, then with which card, whom or how many, one after the
 * other, by arrows, digits, letters or the mouse. It knows the list of legal decisions and nothing
 * of the game. */
#ifndef PAIRS_UI_SCREEN_PROMPT_H
#define PAIRS_UI_SCREEN_PROMPT_H

#include "engine/view.h"
#include "ui/screen/screen.h"

enum { TYPED_ROOM = 8, PROMPT_ROWS = 3 };

struct prompt {
    const struct view *view; /* whose decisions; it must stay as long as the prompt */
    const struct names *names;
    int depth;               /* how much is chosen: nothing, the verb, the first argument */
    int base;                /* the depth at which the question began */
    action chosen;           /* as far as it is chosen */
    int choices, at;         /* what may come next, and which of it Enter takes */
    int choice[ACTIONS_MAX]; /* verbs, ranks, seats or numbers */
    short line[ACTIONS_MAX]; /* where they were drawn last */
    short column[ACTIONS_MAX];
    char typed[TYPED_ROOM]; /* digits of a number that is not complete */
};

enum answer {
    ANSWER_OTHER, /* the key means nothing here */
    ANSWER_MORE,  /* it was understood; there is more to choose */
    ANSWER_DONE,  /* all is chosen */
};

/* Begins to ask for one of the view's decisions; it has at least one. */
void prompt_begin(struct prompt *p, const struct view *v, const struct names *names);

/* Takes a key or click; ANSWER_DONE fills in the decision. */
enum answer prompt_key(struct prompt *p, const struct key *k, action *a);

/* Draws the question, the choices and what keys do here, into PROMPT_ROWS rows. */
void prompt_draw(struct prompt *p, struct area in);

/* What can be chosen now: bit r for rank r, bit i for seat i. */
uint64_t prompt_ranks(const struct prompt *p);
seats prompt_seats(const struct prompt *p);

#endif
