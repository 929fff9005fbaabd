/* Bots against each other: the same deals with the seats rotated, on several threads. */
#ifndef PAIRS_LAB_ARENA_H
#define PAIRS_LAB_ARENA_H

#include "bots/bot.h"
#include "bots/value.h"
#include "engine/option.h"
#include "engine/text.h"
#include "lab/elo.h"
#include "lab/stats.h"

#include <stdatomic.h>

enum { ARENA_BOTS = PLAYERS_MAX };

/* What is to be played. The bots take seats in turn, again from the first while some are left,
 * and move on by a seat until everybody has sat everywhere; who follows whom is drawn for each
 * deal. In a cooperative game each bot has all seats of a game, and its table is compared with
 * those of the others. */
struct arena {
    struct setup setup;
    struct bot *(*make)(const char *name, struct error *e); /* bot_new, or what knows more names */
    /* Asked instead, if it is not NULL: for who brings bots of its own along. */
    struct bot *(*own)(void *owner, const char *name, struct error *e);
    void *owner;
    const char *bot[ARENA_BOTS];
    int bots;   /* at least 2, and no more than seats unless cooperative */
    long deals; /* each is arena_games games */
    struct sprt_test test;
    bool to_verdict; /* no more deals once the test has its verdict, but for those of the same batch
                      */
    uint64_t seed;
    int threads;             /* the result is the same whatever their number; only when a program
                                fails on its way it is not, since each thread runs its own */
    const atomic_bool *stop; /* becomes true when the run is to end early; may be NULL */
    void (*progress)(void *context, long deals); /* now and then, in the caller's thread; or NULL */
    void *context;
    struct text *endless; /* gets the record so far of a game that does not end, which ends the run
                             with a message; may be NULL */
};

/* How one bot did. Errors are half of a 95% interval, over deals, whose games hang together; NAN
 * where there was only one. */
struct arena_bot {
    int seats;                 /* in one game */
    double mean, mean_error;   /* score or chips of a seat in a game */
    double ahead, ahead_error; /* how much better than the mean of all other seats, in what the game
                                  is about: chips, or a share of the games */
    struct share won, lost;    /* of its games */
    struct elo_rating rating;  /* by comparing the seats of a game in what it is about */
    struct forfeit forfeit;    /* what was not its own play: all these figures are then in doubt */
};

struct arena_result {
    long deals, games; /* that are complete */
    enum aim aim;      /* what the game is about */
    struct arena_bot bot[ARENA_BOTS];
    struct sprt sprt; /* the first bot against all others */
};

/* Takes a list of names apart, in place, "search,hint", and has them play; their words stay the
 * caller's. False with a message if there is no such bot, or no opponent. */
bool arena_bots(struct arena *a, char *names, struct error *e);

/* Whether there are seats for all bots; false with a message. */
bool arena_fits(const struct arena *a, struct error *e);

/* How many games a deal takes, until everybody has sat everywhere. */
int arena_games(const struct arena *a);

/* The first bot that did not make all its decisions itself; -1 if all did. Only then does the
 * sequential test say anything about them. */
int arena_forfeited(const struct arena *a, const struct arena_result *result);

/* Plays all deals, or those up to the stop. False with a message if that is not possible. */
bool arena_run(const struct arena *a, struct arena_result *result, struct error *e);

#endif
