/* How a bot plays beyond how well: what it fears or hopes for, and whether it tells the truth. */
#ifndef PAIRS_BOTS_MANNER_H
#define PAIRS_BOTS_MANNER_H

#include "bots/value.h"

struct manner {
    enum attitude attitude;
    bool liar;
};

/* Reads "cautious-", "bold-" and "liar-", each at most once and only one of the first two. Returns
 * what stands behind them. */
const char *manner_read(struct manner *m, const char *name);

/* What manner_read understands of it, with nothing behind: "bold-liar-". */
const char *manner_name(const struct manner *m);

/* The words for people before a name, each with a blank: "Bold Lying ". */
const char *manner_title(const struct manner *m);

/* For a liar: instead of a decision that claims the truth, every other time one that differs from
 * it in nothing but the claim, and is not true; rather a small lie than a big one. Decisions
 * without such a lie stay as they are. */
action manner_lie(const struct view *v, action a, struct rng *r);

/* Whether a decision says of a card that nobody else sees what it is, truly or not. */
bool manner_names_card(const struct game *game, action a);

/* For who must not be read: the same decision, where it names a card, with the truth every other
 * time, and else with any other rank, as likely as it is among all that is unseen. Other decisions
 * stay as they are. */
action manner_bluff(const struct view *v, action a, struct rng *r);

/* Whether a decision leaves the whole game. Whoever looks ahead to the end of a hand, or makes a
 * mistake, does not know enough to take it. */
bool manner_quits(const struct game *game, action a);

/* Keeps only the decisions that do not, in their order; all of them if every one does. Returns how
 * many are left. */
int manner_stay(const struct game *game, action act[], int count);

#endif
