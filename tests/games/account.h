/* Keeps account of a game from its events alone: where every card lies, and what each seat and a
 * spectator have been told of it. Views and imagined states must agree with that. */
#ifndef PAIRS_TEST_LEDGER_H
#define PAIRS_TEST_LEDGER_H

#include "tests/test.h"

enum { LEDGER_ZONES = 16, LEDGER_OWNERS = PLAYERS_MAX + 1 }; /* the last owner is nobody */

/* How many cards of each rank lie in each zone. */
struct ledger_cards {
    int8_t of[LEDGER_ZONES][LEDGER_OWNERS][RANKS + 1];
};

struct ledger {
    struct ledger_cards truth;
    /* At least these, as one who looks was told and nothing unseen can have changed; the last one
     * who looks is a spectator. Of deck and discards nothing is kept. */
    struct ledger_cards told[PLAYERS_MAX + 1];
};

/* The table is new. */
void ledger_begin(struct ledger *l, const struct table *t);

/* What the table's last step brought. */
void ledger_add(struct ledger *l, const struct table *t);

/* Events account for every card of every zone. */
void ledger_check_zones(const struct ledger *l, const struct table *t);

/* Faces that the one who looks can see in a view have been told of by events. */
void ledger_check_view(const struct ledger *l, const struct table *t, int looks);

/* What a seat was told is so in a state that it imagines. */
void ledger_check_imagined(const struct ledger *l, const struct table *imagined, int seat);

#endif
