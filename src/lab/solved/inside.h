/* What the solvers of Rocket and of Pairs share. */
#ifndef PAIRS_LAB_SOLVED_INSIDE_H
#define PAIRS_LAB_SOLVED_INSIDE_H

#include "lab/solved/solved.h"

enum { CARDS_MOST = 2 * RANKS, POSITIONS = RANK_SETS * RANK_SETS };

static const double rounding = 1e-9;    /* gains that differ by less are equal */
static const double negligible = 1e-11; /* a chance that no figure shows */

/* The first moment of a game, which knows its own rules: nobody else need repeat them. */
struct moment {
    const struct game *game;
    _Alignas(max_align_t) char room[STATE_MAX];
};

/* `name` is that of a game that so many can play. */
struct state *moment_begin(struct moment *m, const char *name, int players);

/* No position has been looked at. False if memory runs out. */
bool solution_begin(struct solution *s);

/* The cards that are left of `count` when two stacks lie there; returns how many, -1 if they cannot
 * lie there both. */
int cards_left(const int count[], ranks own, ranks other, int left[RANKS + 1]);

#endif
