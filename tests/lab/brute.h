/* Brute force: plain recursion through the engine, which shares nothing with the solvers. */
#ifndef PAIRS_TEST_BRUTE_H
#define PAIRS_TEST_BRUTE_H

#include "tests/test.h"

#include "bots/bot.h"
#include "bots/exact.h"
#include "bots/memo.h"
#include "bots/value.h"
#include "lab/solved/solved.h"

extern const double same;

void assert_near(double a, double b, double most);

/* A state with room for any game. */
struct position {
    _Alignas(max_align_t) char room[STATE_MAX];
};

struct state *state_of(struct position *p);

struct head *head_of(struct position *p);

/* What counts as gain at the end of a hand: the own score alone, or what bots look at. */
enum counting { OWN_SCORE, BOT_VALUE };

struct brute {
    const struct game *game;
    enum counting counting;
    int32_t before[PLAYERS_MAX];
    unsigned hand;
};

struct brute brute_at(const struct game *game, struct position *p, enum counting counting);

void brute_end(const struct brute *b, struct position *p, double gain[]);

/* What a decision is worth to all. */
void brute_action(const struct brute *b, const struct position *p, int seat, action a,
                  double gain[PLAYERS_MAX]);

/* The first of the decisions that are best for the one who decides. If no card is left anywhere,
 * only the last one, the fold, is possible: the solver's convention for decks that are too small.
 */
void brute_decision(const struct brute *b, struct position *p, double gain[PLAYERS_MAX]);

/* The mean over all cards. */
void brute_card(const struct brute *b, struct position *p, double gain[PLAYERS_MAX]);

void brute_value(const struct brute *b, struct position *p, double gain[PLAYERS_MAX]);

void start_position(struct position *p, const struct setup *u);

ranks stack_of(const struct view *v, int zone, int owner);

/* The stacks of the seat in turn and of the other player or the dealer. */
void stacks_of(const struct game *game, struct position *p, ranks *own, ranks *other);

/* One card, or the first decision: the lowest bet, and hits. */
void step_hitting(const struct game *game, struct position *p, struct rng *r);

/* A decision of the first hand with so many cards on the table, after hits only and without a
 * replaced card; tries until there is one. */
void random_position(struct position *p, const struct setup *u, int size, struct rng *r);

/* Burned cards are as unknown as those in the deck. */
void unburn(struct position *p);

/* Compares random positions of a solution with brute force. */
void compare(const struct setup *u, const struct solution *s, int size, int positions);

/* Plays one hand as a solution says. Gains are those of the first and of the second to act. */
void play_solution(const struct setup *u, const struct solution *s, struct rng *r, double gain[2]);

void assert_plays(const struct setup *u, const struct solution *s, int hands, double scale);

/* What the bot finds for the seat in turn. */
bool look_ahead(const struct game *game, struct position *p, long steps, action *best,
                struct exact_report *report);

enum { USUAL_STEPS = 200000, MANY_STEPS = 3000000 };

#endif
