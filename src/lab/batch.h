/* Many games of one setup, stepped together, for programs that learn: ids of decisions in, and for
 * each game who decides next, what that seat sees and may do, what the step brought, and whether
 * the game has ended; then the next one has begun. Cards and lots are drawn inside.
 *
 * Of n games, place i plays the games i, i + n, i + 2n ... of the seed, one after the other. Game k
 * has the random stream k of the seed and uses it as a simulation does: for each card and lot
 * (game_chance), before each decision for which of the seats that have one is asked (seats_pick),
 * and for each decision that batch_random makes (random_choose). So the games in which it makes all
 * of them are those of `pairs sim --bots random` with the same seed, whatever n and the number of
 * threads are. */
#ifndef PAIRS_LAB_BATCH_H
#define PAIRS_LAB_BATCH_H

#include "lab/layout.h"

enum { BATCH_GAMES = 1 << 20, BATCH_THREADS = 256 };

/* What a step brings to each seat. */
enum batch_reward {
    REWARD_END,   /* nothing before the end; then what the game is about: the chips won where chips
                     count, else 1 for those who win, and where nobody does -1 for those who lose */
    REWARD_SCORE, /* by how much the score has changed since the last step, for the better */
    REWARD_SHARE, /* nothing before the end; then what an arena counts: the chips won where chips
                     count, else a share of the game: 1, in equal parts for those who win, or where
                     only who loses is named for all others */
};

enum batch_done {
    BATCH_GOES_ON,
    BATCH_OVER,
    BATCH_CUT_OFF, /* it has had STEPS_MAX steps, and nobody gets anything for the end */
};

struct batch_plan {
    struct setup setup; /* finished */
    int games;          /* 1 to BATCH_GAMES */
    uint64_t seed;
    enum batch_reward reward;
    int threads; /* 1 to BATCH_THREADS; they change nothing but the time it takes */
};

/* Where the results go: the caller's room, one game after the other; NULL for what is not wanted.
 */
struct batch_out {
    int32_t *seat;        /* who decides next */
    int32_t *observation; /* what that seat sees, as many numbers as the layout says */
    uint8_t *mask;        /* what it may do: a byte for each id, 1 if it is legal */
    float *reward;        /* of each seat, A first; not relative, for all of them get theirs */
    uint8_t *done;        /* of enum batch_done. Then all but the reward is of the next game */
};

struct batch;

/* NULL with a message if memory or threads cannot be had. Nothing else is allocated later. */
struct batch *batch_new(const struct batch_plan *p, struct error *e);
void batch_free(struct batch *b);

const struct layout *batch_layout(const struct batch *b);

/* Where the game at a place stands, to be looked at until the next step; and who decides. */
const struct state *batch_state(const struct batch *b, int place, int *seat);

/* Begins the first games, also again. Rewards are 0. */
void batch_begin(struct batch *b, const struct batch_out *out);

/* A decision in each game, by its id. Returns -1; or the first game whose decision is not legal,
 * and then nothing has happened. */
int batch_step(struct batch *b, const int32_t id[], const struct batch_out *out);

/* A random legal decision for each game, out of its own stream; to be asked for at most once a
 * step. */
void batch_random(struct batch *b, int32_t id[]);

#endif
