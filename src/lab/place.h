/* One of many games that are stepped together, and its way from one decision to the next. The same
 * lines run in a batch (batch.c) and on a GPU (src/gpu/kernel.c): they need nothing but what every
 * compiler has. Whoever calls names the game, because on a GPU a pointer to it would be one of
 * another machine. */
#ifndef PAIRS_LAB_PLACE_H
#define PAIRS_LAB_PLACE_H

#include "lab/reward.h"

#include <string.h>

/* What all places have in common. */
struct course {
    const struct state *first; /* of every game */
    uint64_t seed;
    int64_t games;
    int32_t players;
    int32_t reward; /* of enum batch_reward */
};

/* A place; the state of its game is beside it. */
struct place {
    struct rng rng;
    int64_t game;
    int32_t steps;
    int32_t legal;              /* how many decisions there are */
    int32_t seat;               /* who decides */
    int32_t score[PLAYERS_MAX]; /* at the last step */
};

/* --- From decision to decision ---------------------------------------------------------------- */

static inline void place_start(const struct course *c, const struct game *game, struct place *p,
                               struct state *s, int64_t number)
{
    memcpy(s, c->first, game->size);
    p->game = number;
    p->rng = rng_seeded(c->seed, (uint64_t)number);
    p->steps = 0;
    memset(p->score, 0, sizeof p->score);
}

/* Cards and lots up to the next decision, or the end. */
static inline enum batch_done place_run(const struct game *game, struct place *p, struct state *s)
{
    struct rng r = p->rng; /* in registers */
    enum batch_done done = BATCH_GOES_ON;
    struct turn t;
    while ((t = game_turn(s)).kind != TURN_SEATS) {
        if (t.kind == TURN_OVER)
            done = BATCH_OVER;
        else if (p->steps++ == STEPS_MAX)
            done = BATCH_CUT_OFF;
        if (done != BATCH_GOES_ON)
            break;
        game_step(game, s, game_chance(s, &r), NULL);
    }
    p->rng = r;
    return done;
}

/* On to the first decision of a game that has begun, or of the first after it that has one. */
static inline void place_first(const struct course *c, const struct game *game, struct place *p,
                               struct state *s)
{
    while (place_run(game, p, s) != BATCH_GOES_ON)
        place_start(c, game, p, s, p->game + c->games);
}

/* A decision of the seat that is asked, and all up to the next one, if need be of the next game.
 * `reward` is 0 before, or NULL. */
static inline enum batch_done place_step(const struct course *c, const struct game *game,
                                         struct place *p, struct state *s, action a, float reward[])
{
    p->steps++;
    game_apply(game, s, p->seat, a, NULL);
    enum batch_done done = place_run(game, p, s);
    if (reward && (done != BATCH_GOES_ON || c->reward == REWARD_SCORE))
        batch_reward(game, (enum batch_reward)c->reward, done, s, p->score, reward);
    if (done != BATCH_GOES_ON) {
        place_start(c, game, p, s, p->game + c->games);
        place_first(c, game, p, s);
    }
    return done;
}

/* One of the seats, as seats_pick: the one that there is takes a random number as well. */
static inline int pick_seat(seats some, struct rng *r)
{
    if (some & (some - 1))
        return seats_pick(some, r);
    rng_next(r);
    return seats_first(some);
}

/* Asks one of those who have something to decide: lists what. */
static inline void place_ask(const struct game *game, struct place *p, const struct state *s,
                             action legal[ACTIONS_MAX])
{
    p->seat = pick_seat(game_turn(s).seats, &p->rng);
    p->legal = game_legal(game, s, p->seat, legal);
}

#endif
