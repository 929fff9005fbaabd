/* Many games between bots, on many threads: the same figures whatever their number. */
#ifndef PAIRS_LAB_SIM_H
#define PAIRS_LAB_SIM_H

#include "bots/bot.h"
#include "engine/table.h"
#include "lab/spread.h"
#include "lab/stats.h"

#include <stdatomic.h>

enum { SIM_BOT_ROOM = 128 };

/* How wide half of a 95% interval may be: of the mean score of each seat, and of the share of games
 * that it has won or lost. 0: any width. */
struct precision {
    double score, share;
};

/* What is to be played: of each point the games from number `first` to before `games`, game i of a
 * point from random stream i of the seed; so a point has the same games, alone or among others. */
struct sim_job {
    const struct setup *point; /* finished, all of one game and as many players */
    int points;
    long first, games;
    uint64_t seed;
    struct bot *(*make)(const char *name, struct error *e); /* bot_new, or what knows more names */
    /* Asked instead, if it is not NULL: for who brings bots of its own along. */
    struct bot *(*own)(void *owner, const char *name, struct error *e);
    void *owner;
    char bot[PLAYERS_MAX][SIM_BOT_ROOM]; /* the name of each seat's bot; see sim_bots */
    int threads;                         /* 1 to CREW_THREADS */
    bool apart; /* each hand of a game has a stream of its own for its cards, and another for what
                   is decided: so other rules or decisions bring the same cards */
    struct precision until; /* a point has no more games once all its figures are as close, as seen
                               after each block; not before it has BLOCK_GAMES of them */
};

/* What came out for a place at the table: 0 is who had the first decision that no other made at the
 * same time, 1 sits to the left of that, and so on. */
struct sim_place {
    double score, score_squared;
    long won, lost;
};

/* What came out at one point. Sums of squares give the errors of the means. */
struct sim_result {
    long games;
    uint64_t decisions, cards, hands;
    double score[PLAYERS_MAX], score_squared[PLAYERS_MAX];
    double edge_squared[PLAYERS_MAX]; /* of players x score - scores of all */
    long won[PLAYERS_MAX], lost[PLAYERS_MAX];
    struct spread length; /* decisions in a game */
    struct spread scores[PLAYERS_MAX];
    struct forfeit forfeit[PLAYERS_MAX]; /* what was not the play of the seat's bot */
    bool chips;                          /* the scores are chips */
    long begun;                          /* games in which somebody was the first, which are in: */
    struct sim_place place[PLAYERS_MAX];
};

/* One game, for those who want to know more than sums. */
struct sim_game {
    long number; /* at its point, from 0 */
    uint32_t decisions, cards;
    uint16_t hands;
    uint8_t
        first; /* the seat with the first decision that no other made at the same time, or NOBODY */
    seats winners, losers;
    int32_t score[PLAYERS_MAX];
};

/* How far a job has come: the games of each point that are in its result, which are its first ones.
 * Zero all but the array to begin; keep it to go on later, with more games if more are wanted. */
struct sim_state {
    long blocks;               /* in which these games were played */
    double seconds;            /* taken so far */
    struct sim_result *result; /* of each point, the caller's */
};

/* How a run is watched; every part may be NULL. All of it is called by the thread of sim_run. */
struct sim_watch {
    const atomic_bool *stop; /* becomes true when the run is to end early: games in progress are
                                left where they are, and their blocks do not count */
    /* Now and then, at least ten times a second; false with a message ends the run. */
    bool (*look)(void *context, const struct sim_state *state, struct error *e);
    /* The records of the next block, in order; false with a message ends the run. */
    bool (*records)(void *context, const struct text *records, struct error *e);
    /* The same with its games, all of one point. */
    bool (*games)(void *context, int point, const struct sim_game game[], int count,
                  struct error *e);
    void *context;
    struct text *endless; /* gets the record so far of a game that does not end, which ends the run
                             with a message */
    const struct ranks *ranks; /* who works together with this process; see lab/ranks.h. All are
                                  given the same job and state; the first is left with the result,
                                  and all that is watched happens in it alone */
};

/* A bot by its name, as the job has it made. */
struct bot *sim_bot(const struct sim_job *job, const char *name, struct error *e);

/* Seats the bots of a list, "hint,random", in order and again from the first. False with a message
 * if there is no such bot, or there are more than players. */
bool sim_bots(struct sim_job *job, const char *list, struct error *e);

/* How many blocks a job has, and in how many so many games of a point are played. */
long sim_blocks(const struct sim_job *job);
long sim_blocks_of(const struct sim_job *job, long games);

/* How many games are in the results, of all points. */
long sim_played(const struct sim_job *job, const struct sim_state *state);

/* How many times wider than wanted the widest interval of a point is; at most 1: it is as precise
 * as it should be, and 0 where nothing was asked for. */
double sim_too_wide(const struct sim_job *job, const struct sim_result *r);

/* Whether no point needs more games. */
bool sim_finished(const struct sim_job *job, const struct sim_state *state);

/* Plays a job from where the state is, whatever its first game. False with a message if it had to
 * stop; the state is then still good. */
bool sim_run(const struct sim_job *job, const struct sim_watch *watch, struct sim_state *state,
             struct error *e);

/* The mean score of a seat. */
struct estimate sim_score(const struct sim_result *r, int seat);

/* The mean score of a place. */
struct estimate sim_place_score(const struct sim_result *r, int place);

/* How much more a seat scores than the mean of all seats, of whom there are `players`. */
struct estimate sim_edge(const struct sim_result *r, int seat, int players);

#endif
