/* People who cut and sign at a table with a fair dealer, and what is proved of their games. */
#ifndef PAIRS_TESTS_FAIR_PEOPLE_H
#define PAIRS_TESTS_FAIR_PEOPLE_H

#include "fair/check.h"
#include "fair/proof.h"

#include <sodium.h>

#define TABLE "k4x8mrb2nt"

enum { CHAIN = 400 }; /* cuts that a person has sealed at once */

/* A table whose dealer is fair, and its people. */
struct hall {
    struct fair fair;
    struct dealer dealer;
    struct live *live;
    struct digest root[PLAYERS_MAX];                            /* of each person's chain of cuts */
    int used[PLAYERS_MAX];                                      /* links of it */
    unsigned char key[PLAYERS_MAX][crypto_sign_SECRETKEYBYTES]; /* of those who sign, */
    bool bare;   /* the table is from before there was a chain */
    seats signs; /* who are these */
    int pledges;
    struct rng chance;
    seats forgetful; /* who never cuts though they have pledged to */
};

struct digest hashed(struct digest d, int times);

struct fair fair_of(uint64_t seed);

struct live_host host_of(struct hall *h);

void pledge(struct hall *h, int seat);

/* Who has a key signs with it from now on; the keys are those of RFC 8032's kind, from a seed. */
void take_key(struct hall *h, int seat, unsigned char seed);

void sign(const struct hall *h, int seat, const char *words, char out[SIGN_TEXT]);

/* and of a decision. */
void sign_choice(const struct hall *h, int seat, action a, const char *link, char out[SIGN_TEXT]);

/* Everybody cuts who is to, except those who forget it. */
void cut(struct hall *h);

/* A game with people in all seats, begun; all but the last have pledged, and all but the first
 * sign. */
void open_hall_as(struct hall *h, const struct setup *u, uint64_t seed, bool bare);

void open_hall(struct hall *h, const struct setup *u, uint64_t seed);

void play_step(struct hall *h);

/* To the end, or for so many steps; sometimes somebody does not cut. */
void play(struct hall *h, size_t steps);

struct setup usual(const char *name, int players);

/* As `pairs verify` does it; the check is left for those who want to know more. */
bool verifies(const char *record, struct check *c, struct error *e);

void assert_verifies(const struct text *record, struct check *c);

enum { FACES = 4, ORDERS = 24, TRIALS = 24000 };

/* Plays a game in which a decision was taken back once, with a shuffle that came after it. */
void play_and_take_back(struct hall *h);

/* A proof of a pile with one card of each of the first ranks, in which all are the highest. */
void stack_deck(struct text *out);

#endif
