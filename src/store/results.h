/* What games have brought their owner (played_owner), all together and by game, variant or bot.
 * Only games that are over count, and only those in which the owner played. */
#ifndef PAIRS_STORE_RESULTS_H
#define PAIRS_STORE_RESULTS_H

#include "store/index.h"

/* Sums over games. */
struct results {
    int played, won, lost;
    double fair;        /* how many of them a player like all others would have won */
    double score, rank; /* added up */
    int analysed;       /* of so many games it is known: */
    long decisions;     /* with a choice, */
    double loss;        /* and what they lost against the best ones, in worth */
    int streak;         /* games won in a row up to the last one; lost ones are negative */
    int longest_won, longest_lost;
};

/* Adds a game that was played after all others. It is over. */
void results_add(struct results *r, const struct played *p, int seat);

enum results_by { BY_NOTHING, BY_GAME, BY_VARIANT, BY_BOT };

struct results_group {
    char name[BOT_ROOM];        /* of the game, the variant or the bot */
    const struct played *first; /* a game of it, in the list; NULL where there is none */
    struct results results;
};

struct results_list {
    int count;
    struct results_group *group; /* the one with most games comes first */
};

/* Groups the games of a list, which must stay. A game counts once for each bot that played in it.
 * BY_NOTHING makes one group of all, with no name. False with a message if memory runs out. */
bool results_gather(struct results_list *r, const struct played_list *l, enum results_by by,
                    const char *person, struct error *e);

void results_free(struct results_list *r);

/* What was won beyond the fair share, after each game from the first to the last; returns how many
 * there are, at most the number of games in the list, for which there is room. */
int results_curve(const struct played_list *l, const char *person, double out[]);

#endif
