/* The proof of a game: what its players need to check every card that they were shown, as lines
 * of a record's header (docs/fair.md). What they were not shown stays closed. */
#ifndef PAIRS_FAIR_PROOF_H
#define PAIRS_FAIR_PROOF_H

#include "fair/fair.h"
#include "house/house.h"

/* Adds the lines `commit ...` of the current game, which is over. Opened are the cards that the one
 * who looks has been shown: a seat, NOBODY for those that everybody has seen, or EVERYTHING where
 * all that were drawn may be known. Adds nothing where no dealer has shuffled. False if memory runs
 * out. */
bool fair_proof(const struct house *h, const struct fair *f, int looks, struct text *out);

/* The record of the current game with its proof in the header; without `moves` the header alone,
 * where cards that stay closed would stand in the lines of the moves. False if memory runs out. */
bool fair_record(const struct house *h, const struct fair *f, int looks, bool moves,
                 struct text *out);

#endif
