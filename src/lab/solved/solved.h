/* Exact solutions of named games, by enumeration of everything that can happen. Nothing here is
 * sampled, and nothing but rounding separates the figures from the truth. */
#ifndef PAIRS_LAB_SOLVED_H
#define PAIRS_LAB_SOLVED_H

#include "engine/table.h"

/* --- Hit or fold: Rocket and a round of Pairs ------------------------------------------------- */

/* A stack in which no rank is there twice: bit c - 1 is rank c. Whoever pairs is out, so these are
 * all the stacks that a decision can be about. */
typedef uint16_t ranks;

enum { RANK_SETS = 1 << RANKS };

static inline ranks ranks_one(int c)
{
    return (ranks)(1u << (c - 1));
}

static inline bool ranks_has(ranks w, int c)
{
    return w >> (c - 1) & 1;
}

static inline int ranks_lowest(ranks w)
{
    return __builtin_ctz(w) + 1;
}

static inline int ranks_size(ranks w)
{
    return __builtin_popcount(w);
}

/* A position in which somebody has to hit or to fold. Gains are chips, in units of which the bet
 * has some, or points with their sign turned; all follow the solution from the next decision on. */
struct decision {
    double hit;    /* what the one who decides gains by hitting; NAN if it cannot come up */
    double other;  /* and the other player by that; 0 in Rocket */
    double chance; /* that a round comes to it if all follow the solution */
};

struct solution {
    struct decision *at;  /* see solution_at */
    double first, second; /* gains of a round: of the one who acts first, and of the other */
    int death; /* with this card the dealer of Rocket loses, so no stack of theirs has it */
    int units; /* that a bet of Rocket has */
};

/* The best play of one player against the house in Rocket, for one round from a fresh shoe. False
 * if memory runs out; free it with solution_free. */
bool solve_rocket(struct solution *s, int decks);

/* A round of Pairs between two who both keep their own points low, from a deck with so many cards
 * of each rank, some of them burned (see deck_counts, pairs_burn). Deals in which tie-break cards
 * are replaced are part of `first` and `second`, but the positions are those in which none was. A
 * deck must not be so small that stacks can use it up; there who can get no card folds. */
bool solve_pairs(struct solution *s, const int count[RANKS + 1], int burned);

void solution_free(struct solution *s);

/* The cards of each rank in a full deck, and how many of all Pairs burns after a shuffle. */
extern const int deck_counts[RANKS + 1];
int pairs_burn(void);

/* The position of the one who decides and of the other player or the dealer. */
static inline struct decision *solution_at(const struct solution *s, ranks own, ranks other)
{
    return &s->at[own << RANKS | other];
}

/* What folding gains: less than nothing. */
static inline int fold_gain(ranks own, ranks other)
{
    return -ranks_lowest(own | other);
}

/* Whether to hit; also where both are equally good, up to what rounding can do. */
bool decision_hits(const struct decision *d, ranks own, ranks other);

/* --- Carousel --------------------------------------------------------------------------------- */

enum { CAROUSEL_HANDS = 6 };

/* A moment of Carousel; bit i of a set is hand i. */
struct carousel {
    cards hand[CAROUSEL_HANDS];
    struct pile deck;
    unsigned row;     /* hands that get their first card yet */
    unsigned getting; /* hands that get a card in the round in question */
};

/* A new game, before its first card. */
void carousel_fresh(struct carousel *c);

/* Where a game of Carousel stands; false with a message if it is another game or over. */
bool carousel_read(struct carousel *c, const struct table *t, struct error *e);

/* The chance of each number of hands being alive after the round. */
void solve_carousel(const struct carousel *c, double chance[CAROUSEL_HANDS + 1]);

#endif
