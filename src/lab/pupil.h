/* A player that learns against others who do not change: a small network in floating numbers, by
 * policy gradients (PPO: J. Schulman et al., 2017), on one core.
 *
 * It begins as the network that comes with the program for the game or, where there is none, by
 * chance with a liking for the rule of thumb, and learns by how much to like each decision more or
 * less than that: from the same row of numbers (bots/inputs.h), through one layer, for each id of a
 * decision. What a game brings is told once it is over; of that the player takes off what it had
 * expected. The same games in the same order make the same player, on one kind of machine. */
#ifndef PAIRS_LAB_PUPIL_H
#define PAIRS_LAB_PUPIL_H

#include "bots/bot.h"
#include "bots/inputs.h"

struct pupil;

/* Knows nothing yet. NULL with a message if memory runs out. */
struct pupil *pupil_new(const struct game *game, uint64_t seed, struct error *e);
void pupil_free(struct pupil *p);

/* What it decided in a game. Zero it to begin; notes_clear keeps the room. */
struct notes {
    struct note *note;
    int16_t *row; /* of each note one after the other */
    int notes, room;
};

void notes_clear(struct notes *n);
void notes_free(struct notes *n);

/* A bot that plays as the pupil, which must stay: with notes it tries things and writes down what
 * it did, without (NULL) it does what it likes best. NULL with a message if memory runs out. */
struct bot *pupil_player(const struct pupil *p, struct notes *n, struct error *e);

/* Takes in by how much a game was worth more to it than one among equals, in which it took the
 * notes from one to before another. False with a message if
 * memory runs out. */
bool pupil_hear(struct pupil *p, const struct notes *n, int from, int to, double worth,
                struct error *e);

/* How many decisions it has heard of since the last lesson. */
int pupil_heard(const struct pupil *p);

/* Learns from these; `left` is the part of all that is yet to come, from 1 to 0: what it learns
 * late changes it less. False with a message if memory runs out. */
bool pupil_learn(struct pupil *p, double left, struct error *e);

#endif
