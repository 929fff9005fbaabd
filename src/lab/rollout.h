/* Looking ahead: games that are played on to the end of the hand, and what comes out for each seat.
 */
#ifndef PAIRS_LAB_ROLLOUT_H
#define PAIRS_LAB_ROLLOUT_H

#include "engine/game.h"

/* What can be counted of an outcome. The worth is what bots play for (bots/value.h): more is better
 * in every game, and the end of a game counts beyond its points. */
enum measure {
    WORTH, /* own gain less the mean gain of the others, and the stake of winning or losing */
    SCORE, /* by how much the own score has changed, in points or chips */
    MEASURES
};

struct outcome {
    double of[MEASURES][PLAYERS_MAX];
};

/* Adds `weight` times another outcome. */
void outcome_add(struct outcome *o, double weight, const struct outcome *other);

/* From which scores gains are counted, and at the end of which hand. */
struct horizon {
    const struct game *game;
    int32_t before[PLAYERS_MAX];
    unsigned hand;
};

/* From here to the end of the hand in progress. */
struct horizon horizon_from(const struct game *game, const struct state *s);

/* Whether the hand, or the game, is over. */
bool horizon_reached(const struct horizon *h, const struct state *s);

/* What has come out so far; of a hand that is over, before anything was paid for the next one. */
struct outcome horizon_outcome(const struct horizon *h, const struct state *s);

/* Who plays when games are played on: "hint" where the game has a rule of thumb, or "random". */
const char *rollout_player(const struct game *game);

/* Plays `s` on to the horizon; it is changed on the way. Cards and decisions have random streams of
 * their own, so that two states that are played on by the same stream get the same luck as far as
 * that is possible. */
struct outcome rollout(const struct horizon *h, struct state *s, uint64_t seed, uint64_t stream);

/* The random numbers by which the imagined state of a stream is made; rollouts use others. */
struct rng rollout_imagination(uint64_t seed, uint64_t stream);

/* One card, lot or decision of the player above. */
void rollout_step(const struct game *game, struct state *s, struct rng *chance, struct rng *choice);

#endif
