/* What the end of a hand is worth for the match: the chance of each seat to win it or, where only
 * losing counts, to lose it. Points are only the way there.
 *
 * Many matches between players by the rule of thumb are looked at where a hand has ended. Each seat
 * has a strength that depends on its score, by straight lines between some knots, and on how far
 * the match has come; its chance is its part in the strengths of all (a conditional logit, fitted
 * by maximum likelihood). So every game, option and number of players has one, and asking costs a
 * few divisions. In a cooperative game it is the table's strength against the game's. */
#ifndef PAIRS_BOTS_PROSPECT_H
#define PAIRS_BOTS_PROSPECT_H

#include "bots/value.h"

enum {
    PROSPECT_KNOTS = 8,
    STAKES_KNOWN = 64, /* strengths that are kept */
};

struct prospect {
    /* What it is of. */
    const struct game *game;
    int players;
    int32_t option[OPTIONS_MAX];
    struct pile fresh;

    enum aim aim;      /* FOR_CHIPS: there are no chances, chips are all that counts */
    long matches;      /* that it comes from */
    long hands;        /* that ended before their match; 0 if every match is one hand */
    int longest;       /* hands of the longest match */
    int knots;         /* that are in use, */
    int32_t low, high; /* from this score to that */
    double weight[2][PROSPECT_KNOTS]; /* logarithms of strength at the beginning of a match, and how
                                         they change up to the longest */
};

/* The prospect of the game, the options and the number of players of a view. It depends on nothing
 * else, so that whoever asks gets the same; it is made once, within some tens of milliseconds, and
 * then remembered. Zero it before the first time. False if memory runs out. May be called by
 * several threads. */
bool prospect_find(struct prospect *p, const struct view *v);

/* The chance of each seat at the end of a hand to win the match, or to lose it; who shares in that
 * has a part of it. Once the match is over, what has become of it. Not for chips. */
void prospect_chances(const struct prospect *p, const struct head *h, double chance[PLAYERS_MAX]);

/* Plays one match by the rule of thumb from a state, which it changes, and calls `ended` at the end
 * of each hand, the last one too. False if it takes too long and was left. */
bool prospect_match(const struct game *game, struct state *s, struct rng *r,
                    void (*ended)(void *context, const struct head *h), void *context);

/* From where a bot that looks ahead to the end of a hand counts what it gains. */
struct stakes {
    const struct game *game;
    const struct prospect *prospect; /* NULL: points count, as in value_of */
    int32_t before[PLAYERS_MAX];
    double chance[PLAYERS_MAX]; /* at this moment, if it were the end of a hand */
    struct {
        int32_t score, hand;
        double strength;   /* 0: not known yet */
    } known[STAKES_KNOWN]; /* by the score: the same ones come again and again */
};

/* From the scores of a view. What is pointed to must stay. */
struct stakes stakes_from(const struct prospect *p, const struct view *v);

/* What a state at the end of the hand, or of the match, is worth to each seat beyond that: by how
 * much its chance is better, or its points or chips. */
void stakes_value(struct stakes *k, const struct state *s, double value[PLAYERS_MAX]);

#endif
