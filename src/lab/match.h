/* One game between bots. */
#ifndef PAIRS_LAB_MATCH_H
#define PAIRS_LAB_MATCH_H

#include "bots/bot.h"
#include "engine/table.h"

#include <stdatomic.h>

/* Plays a table on to the end of its game; bot[seat] decides for a seat. Each hand's cards and lots
 * come from a random stream of their own, and so do the random numbers of each seat: games of one
 * seed differ only by what is decided in them, and meet again when a hand begins. If `stop` (which
 * may be NULL) becomes true, the game is left as it stands. False with a message if it cannot be
 * played on, as when it does not end; see table_endless. */
bool match_play(struct table *t, struct bot *const bot[], uint64_t seed, const atomic_bool *stop,
                struct error *e);

/* The same for no more than so many steps; a game that takes more is left as it stands. */
bool match_play_some(struct table *t, struct bot *const bot[], uint64_t seed, size_t steps,
                     const atomic_bool *stop, struct error *e);

/* By how much a seat came out ahead of the others in its best hand of a game, and which hand that
 * was, which is left alone if it never did; `first` are the scores of the beginning. */
double match_best_hand(const struct table *t, int seat, const int32_t first[], unsigned *hand);

#endif
