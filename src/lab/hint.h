/* A hint: what the one who is to decide could know, worked out from nothing but what the seat sees,
 * and told in words. The same position gives the same hint. */
#ifndef PAIRS_LAB_HINT_H
#define PAIRS_LAB_HINT_H

#include "engine/table.h"
#include "lab/odds.h"

enum { HINT_ROLLOUTS = 12000 }; /* in all, shared by the decisions, where nobody says otherwise */

struct hint;

/* The position as the seat knows it, which has a decision to make; the table is not needed after
 * that. The fewer rollouts, the less is gone through to be exact. NULL if memory runs out. */
struct hint *hint_new(const struct table *t, int seat, int rollouts);

/* Calls a seat so, instead of what it is called at the table. */
void hint_name(struct hint *h, int seat, const char *name);

/* Works it out, in any thread: before that there is nothing to tell. Once `stop`, which may be
 * NULL, is true it ends soon, with what it has found by then. */
void hint_find(struct hint *h, const atomic_bool *stop);

/* The same with what was found elsewhere, by a copy of this program; NULL: memory ran out there. */
void hint_found(struct hint *h, const struct odds *o);

void hint_free(struct hint *h);

/* --- What was found --------------------------------------------------------------------------- */

/* Adds the hint in words for everybody: what to do, and what each decision brings. A line each, at
 * most 76 columns wide as far as names allow. The lines fit on a small screen: of many decisions
 * only the best are told. */
void hint_text(const struct hint *h, const struct language *l, struct text *out);

/* The figures that it comes from: the next card, and means with their errors. */
void hint_figures(const struct hint *h, const struct language *l, struct text *out);

/* The figures for those who listen rather than look: sentences of any length, and no columns. */
void hint_sentences(const struct hint *h, const struct language *l, struct text *out);

/* The figures themselves; NULL if memory ran out. */
const struct odds *hint_odds(const struct hint *h);

/* The places of the decisions in these, the best first: that one is advised. */
void hint_order(const struct hint *h, int place[ACTIONS_MAX]);

const struct game *hint_game(const struct hint *h);

/* Adds what a decision is called, with the names of this table. */
void hint_words(const struct hint *h, const struct language *l, action a, struct text *out);

/* What the game's rule of thumb does; false if it has none. */
bool hint_thumb(const struct hint *h, action *a);

#endif
