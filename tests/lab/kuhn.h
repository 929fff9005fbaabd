/* Kuhn's poker behind the contract, for tests: three cards, 1 to 3; both pay a chip and get one of
 * them; then they check or bet one chip, and call or fold. H. W. Kuhn solved it in 1950: who begins
 * loses 1/18 of a chip a hand if both play best. Here values are how far a seat comes out ahead, so
 * that is 1/9. */
#ifndef PAIRS_TESTS_KUHN_H
#define PAIRS_TESTS_KUHN_H

#include "engine/game.h"

extern const struct game game_kuhn;

/* A finished setup. */
struct setup kuhn_setup(void);

#endif
