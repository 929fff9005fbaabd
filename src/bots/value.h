/* What a position is worth to each seat, for bots that look ahead to the end of a hand. */
#ifndef PAIRS_BOTS_VALUE_H
#define PAIRS_BOTS_VALUE_H

#include "engine/game.h"

/* What a game is about, as its end tells: chips where they are counted; else who wins; and where
 * nobody is named as a winner, who loses. */
enum aim { FOR_CHIPS, TO_WIN, NOT_TO_LOSE };

/* How much better off each seat is at `s` than with the scores of `before`: its own gain less the
 * mean gain of the others, and, once the game is over, something for winning or losing it. */
void value_of(const struct game *game, const struct state *s, const int32_t before[PLAYERS_MAX],
              double value[PLAYERS_MAX]);

/* The same with other scores than those of the state, such as those at the end of the hand, before
 * anything is paid for the next one. */
void value_of_scores(const struct game *game, const struct state *s, const int32_t score[],
                     const int32_t before[PLAYERS_MAX], double value[PLAYERS_MAX]);

/* What risk means to a player: losses weigh more, or gains do. */
enum attitude { EVEN, CAUTIOUS, BOLD };

/* How a value feels to such a player. */
double value_felt(double value, enum attitude attitude);

#endif
