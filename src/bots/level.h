/* Levels: bots from a beginner to the best. Where a network has learned the game they play by it,
 * and the weaker the warmer, see level_plays. Elsewhere they all look ahead, and of them the weaker
 * look less far and err more.
 *
 * They err as people do. Whoever looks ahead knows roughly what each decision is worth; a level has
 * a temperature, and takes a decision the less often the more it believes to lose by it: what looks
 * nearly as good often, what looks bad hardly ever. How much a loss is depends on the situation: on
 * how far apart results are by luck, and on how much the decision moves them. */
#ifndef PAIRS_BOTS_LEVEL_H
#define PAIRS_BOTS_LEVEL_H

#include "bots/search.h"

enum {
    LEVELS = 8,
    LEVEL_HINT, /* what plays by the rule of thumb where no level is measured to be stronger */
};

struct level {
    const char *title;
    const char *face;
    double temperature; /* 0: always what the search finds best */
    int iterations;     /* of the search */
    bool match;         /* plays for the match, not only for the hand; and can have an attitude */
};

/* What a level is made of, from 1 to LEVELS. */
const struct level *level_of(int number);

/* In some games there is less to gain than eight levels that look ahead are apart. The level as
 * which one plays at such a table, by bots/levels.inc, which tools/measure/strength.py --levels
 * writes: one that was not measured to be stronger than another below it plays as that one, and all
 * at the top play as the best, or as LEVEL_HINT where looking ahead is weaker than the rule of
 * thumb. A number of players that was not measured counts as the nearest. */
int level_merged(int number, const struct game *game, int players);

/* The name of the bot as which a level plays at such a table, by src/bots/levels-net.inc, which
 * tools/measure/levels.py writes: mostly "net" at a temperature, the best one whatever is measured
 * to be best there. NULL where it just looks ahead, as everywhere that level_knows says no. A
 * number of players that has no row counts as the nearest. */
const char *level_plays(int number, const struct game *game, int players);

/* Whether a table is one at which levels were measured and networks have learned: with the usual
 * cards, and each option that matters as the game or one of its variants has it. */
bool level_knows(const struct view *v);

/* What each decision that a search has told of is believed to be worth: one that was seldom tried
 * is taken to be like the others, of many numbers like its neighbours, and only what is clearly
 * better counts as better than the rule of thumb. */
void level_worth(const struct search_report *report, double worth[ACTIONS_MAX]);

/* With what chance each of them is taken at a temperature above 0. Of two that are worth the same
 * it is rather the rule of thumb's, and many that are equally bad are together taken no more often
 * than one would be. Of many numbers it is one that is near the best, or near what is usual. */
void level_chances(const struct search_report *report, double temperature,
                   double chance[ACTIONS_MAX]);

/* One of them by these chances. */
action level_choose(const struct search_report *report, double temperature, struct rng *r);

#endif
