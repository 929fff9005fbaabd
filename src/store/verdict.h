/* What looking back on a game found, as a text of a few lines that is kept beside its record: it
 * took a while to work out, and the record does not hold it.
 *
 *     pairs-verdict 1
 *     steps 57
 *     A decisions 6 lost 1.25 luck -3.5
 *     B decisions 5 lost 0 luck 2.25
 */
#ifndef PAIRS_STORE_VERDICT_H
#define PAIRS_STORE_VERDICT_H

#include "store/played.h"

struct verdict {
    size_t steps; /* how far the game was; one that has gone on since is another one */
    int players;
    struct verdict_seat seat[PLAYERS_MAX];
};

void verdict_write(const struct verdict *v, struct text *out);

/* False if the text is none, or none of so many players and steps. */
bool verdict_read(struct verdict *v, const char *text, int players, size_t steps);

/* Adds the path of the verdict on the game of a record: NAME.verdict for NAME.pairs. */
void verdict_path(const char *record, struct text *out);

#endif
