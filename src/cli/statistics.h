/* What the games that were played have brought their owner: tables and charts in words, a picture,
 * and JSON. */
#ifndef PAIRS_CLI_STATISTICS_H
#define PAIRS_CLI_STATISTICS_H

#include "store/results.h"

/* The results of a list of games, by all that they are counted by. */
struct statistics {
    const struct played_list *list;
    const char *person; /* whose they are; NULL: the first person of each game */
    struct results_list all, games, variants, bots;
    double *curve; /* see results_curve */
    int played;
};

/* The list must stay. Free it with statistics_clear. False with a message if memory runs out. */
bool statistics_gather(struct statistics *s, const struct played_list *l, const char *person,
                       struct error *e);

void statistics_clear(struct statistics *s);

/* Adds all of it for people, in lines of at most 74 columns. */
void statistics_tell(const struct statistics *s, bool utf8, struct text *out);

/* Adds it as an SVG picture. */
void statistics_draw(const struct statistics *s, struct text *out);

/* Adds it as an object. */
void statistics_json(const struct statistics *s, struct text *out);

#endif
