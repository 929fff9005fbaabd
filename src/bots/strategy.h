/* A strategy for one hand of a game: with what chance to take each choice of each situation. Made
 * by `pairs solve` (lab/cfr.h); those that come with the program are files in data/strategies. */
#ifndef PAIRS_BOTS_STRATEGY_H
#define PAIRS_BOTS_STRATEGY_H

#include "bots/situation.h"
#include "engine/error.h"
#include "engine/knowledge.h"

struct strategy {
    struct setup setup; /* what it is for */
    enum grain grain;
    long iterations; /* it was trained with */
    size_t size;
    uint32_t *key;    /* of choices, as strategy_key makes them, upward */
    uint16_t *chance; /* of each, in units of STRATEGY_UNIT */
};

enum { STRATEGY_UNIT = 4095 };

static inline uint32_t strategy_key(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

void strategy_free(struct strategy *s);

/* The chances of all choices. False where it does not know the situation, or less than half of
 * what is done in it. */
bool strategy_chances(const struct strategy *s, const struct situation *at, double chance[]);

/* Adds it as lines of text, the same on every machine. */
void strategy_write(const struct strategy *s, struct text *out);

/* Reads what strategy_write writes. NULL with a message if it is anything else, or memory runs out.
 */
struct strategy *strategy_read(const char *text, struct error *e);

/* Whether it is for that game: the same number of players, and the same options but for who begins,
 * how many hands are played and how many chips are shown. */
bool strategy_fits(const struct strategy *s, const struct view *v);

/* A strategy that comes with the program. */
struct strategy_file {
    const char *name; /* GAME-PLAYERS */
    const char *text;
};

/* All of them; ends with a name of NULL. None inside a page. */
extern const struct strategy_file strategy_files[];

/* The strategy that comes with the program for what is seen; NULL if there is none or memory runs
 * out. Free it with strategy_free. */
struct strategy *strategy_find(const struct view *v);

/* A decision by chance, as the strategy has it; where it does not know the situation, that of the
 * rule of thumb. False, and nothing done, where it is for another game or cannot see what has
 * happened. */
bool strategy_choose(const struct strategy *s, const struct knowledge *k, struct rng *r, action *a);

#endif
