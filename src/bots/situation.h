/* A decision as a strategy knows it: which situations are taken for the same, and which decisions
 * in them. Nothing in it depends on scores, on the number of the hand or on how full the piles are,
 * and seats count from the one that decides: what was learned from a fresh deck applies in the
 * middle of a match. */
#ifndef PAIRS_BOTS_SITUATION_H
#define PAIRS_BOTS_SITUATION_H

#include "engine/rng.h"
#include "engine/view.h"

/* EXACT: all that the seat has seen happen in this hand, card by card; for hands that can be
 * enumerated. COARSE: what it has in view by numbers of cards, sums and pairs, what was done last,
 * how far the last number was raised, and decisions by what the game says that they mean: far fewer
 * situations, and what happened before is forgotten. */
enum grain { GRAIN_EXACT, GRAIN_COARSE, GRAINS };

/* The decisions of a situation, sorted into choices: those that are taken for the same are one, and
 * any of them is as good as another. */
struct situation {
    int choices;
    uint64_t key[ACTIONS_MAX];       /* of each choice in this situation; never 0 */
    uint16_t size[ACTIONS_MAX];      /* how many decisions it has */
    uint16_t choice_of[ACTIONS_MAX]; /* of each decision, in the order of the view */
};

/* The situation of the seat that looks, whose turn it is. The past is what it has seen happen, of
 * which what came before this hand is passed over. */
void situation_of(const struct view *v, const struct event past[], size_t size, enum grain grain,
                  struct situation *out);

/* A decision of a choice, each equally likely. */
action situation_pick(const struct situation *s, const struct view *v, int choice, struct rng *r);

/* About how often the rule of thumb takes each choice, none of them never; all the same where the
 * game has no rule. */
void situation_habit(const struct situation *s, const struct view *v, double chance[]);

/* A choice by its chance; they make up 1. */
int situation_draw(const struct situation *s, const double chance[], struct rng *r);

#endif
