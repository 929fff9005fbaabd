/* Many games of one setup for whoever trains a player: rows of inputs out, ids of decisions in, as
 * with a batch (lab/batch.h), but for bots/inputs.h; and any of the seats may be played inside.
 *
 * Whoever plays inside has a number from 1; 0 is the one outside, and a game comes back only where
 * that one is to decide, or at its end. Of n games, place i plays the games i, i + n, i + 2n ... of
 * the seed, one after the other; game k has the random stream k of the seed for all that is drawn
 * in it, and for those inside. So what comes out does not depend on the number of threads, but for
 * bots that mind the time. */
#ifndef PAIRS_LAB_TRAINING_H
#define PAIRS_LAB_TRAINING_H

#include "bots/bot.h"
#include "bots/inputs.h"
#include "lab/batch.h"

enum { TRAINING_PLAYERS = 127 };

struct training_plan {
    struct setup setup; /* finished */
    int games;          /* 1 to BATCH_GAMES */
    uint64_t seed;
    enum batch_reward reward;
    int threads; /* 1 to BATCH_THREADS */
    int events;  /* of the inputs */
    bool rotate; /* with each game at a place whoever plays moves on by a seat, to the left */
};

/* Where the results go, as in a batch. */
struct training_out {
    int32_t *seat;  /* who decides next; -1: the next step tells of a game that has ended inside,
                       and needs no decision */
    int16_t *input; /* what that seat knows: as many numbers as the inputs have */
    uint8_t *mask;  /* what it may do: a byte for each id; of a game that is told, none */
    float *reward;  /* of each seat, for all that has happened since the last step */
    uint8_t
        *done; /* of enum batch_done. Then all but the reward and who played is of the next game */
    int8_t *player; /* who plays at each seat of the game that the reward is of */
};

struct training;

/* All seats are played outside. NULL with a message if memory or threads cannot be had. */
struct training *training_new(const struct training_plan *p, struct error *e);
void training_free(struct training *t);

const struct inputs *training_inputs(const struct training *t);

/* Adds a player by the name of a bot (bot_new, policy_bot), and returns its number; 0 with a
 * message if there is none, or too many. It goes by what lies on the table, not by what it has
 * seen. */
int training_add(struct training *t, const char *bot, struct error *e);

/* The same for a network of the game, by its file, at a temperature (net_choose). It has the past.
 */
int training_add_net(struct training *t, const void *file, size_t size, int temperature,
                     struct error *e);

/* Who plays where from the next game on: for each place a number for each seat. */
void training_seat(struct training *t, const int8_t player[]);

/* Begins the first games, also again. */
void training_begin(struct training *t, const struct training_out *out);

/* A decision in each game, by its id. Returns -1; or the first game whose decision is not legal,
 * and then nothing has happened. */
int training_step(struct training *t, const int32_t id[], const struct training_out *out);

#endif
