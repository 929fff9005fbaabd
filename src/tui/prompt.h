/* A decision asked for: first what to do, then with which card, whom or how many, one after the
 * other, by arrows, digits, letters or the mouse. It knows the list of legal decisions and nothing
 * of the game. */
#ifndef PAIRS_TUI_PROMPT_H
#define PAIRS_TUI_PROMPT_H

#include "engine/view.h"
#include "tui/screen.h"

enum {
    TYPED_ROOM = 8,
    PROMPT_ROWS = 3, /* what a prompt always has, */
    PROMPT_MOST = 4, /* and what it asks for where much is to be said */
    CHOICE_ROWS = 2, /* lines of choices that are shown at once */
    PROMPT_DEPTHS = 3,
};

/* Everything about one depth stands at its own place, and nothing beyond `depth` is ever read, so
 * that going back leaves no trace. */
struct prompt {
    const struct view *view; /* whose decisions; it must stay as long as the prompt */
    const struct names *names;
    int depth;                 /* how much is chosen: nothing, the verb, the first argument */
    int base;                  /* the depth at which the question began */
    int chosen[PROMPT_DEPTHS]; /* verb and arguments, as many as `depth` says */
    int at[PROMPT_DEPTHS];     /* the choice that the cursor is on, up to `depth` */
    int choices;               /* what may come next; follows from what is chosen */
    int choice[ACTIONS_MAX];   /* verbs, ranks, seats or numbers */
    short line[ACTIONS_MAX];   /* where they were drawn last */
    short column[ACTIONS_MAX];
    char typed[TYPED_ROOM]; /* digits of a number that is not complete */
};

enum answer {
    ANSWER_OTHER, /* the key means nothing here */
    ANSWER_MORE,  /* it was understood; there is more to choose */
    ANSWER_DONE,  /* all is chosen */
};

/* Begins to ask for one of the view's decisions; it has at least one. Enter gives in to nobody
 * where anything else can be done. */
void prompt_begin(struct prompt *p, const struct view *v, const struct names *names);

/* Takes a key or click; ANSWER_DONE fills in the decision. */
enum answer prompt_key(struct prompt *p, const struct key *k, action *a);

/* How many rows it would like to have in a window of that width: PROMPT_ROWS to PROMPT_MOST. */
int prompt_rows(struct prompt *p, int columns);

/* Draws the question, the choices, what the highlighted one means and what keys do here, into so
 * many rows. */
void prompt_draw(struct prompt *p, struct area in);

/* The choice that is highlighted and that Enter takes: the number that is being typed, or else
 * where the cursor is. -1 if that number cannot be chosen. */
int prompt_marked(const struct prompt *p);

/* What can be chosen now: bit r for rank r, bit i for seat i. */
uint64_t prompt_ranks(const struct prompt *p);
seats prompt_seats(const struct prompt *p);

#endif
