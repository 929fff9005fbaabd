/* A hint: what the one who is to decide could know, worked out in the background from nothing but
 * what the seat sees. The same position gives the same advice. */
#ifndef PAIRS_CLI_ADVICE_H
#define PAIRS_CLI_ADVICE_H

#include "engine/table.h"

struct advice;

/* Begins to think about the position as the seat knows it; the seat has a decision to make. The
 * table is not needed after that. NULL if memory runs out. Free it with advice_free. */
struct advice *advice_start(const struct table *t, int seat);

/* The same from so many rollouts in all, for those who want it quick rather than good. */
struct advice *advice_quick(const struct table *t, int seat, int rollouts);

/* At any time: the thinking then ends early. */
void advice_free(struct advice *a);

/* Whether it is there, and a file descriptor that is readable from then on. */
bool advice_ready(const struct advice *a);
int advice_fd(const struct advice *a);

/* Adds the advice in words for everybody: what to do, and what each decision brings. A line each,
 * at most 76 columns wide as far as names allow; the advice is ready. The lines fit on a small
 * screen: of many decisions only the best are told. */
void advice_text(const struct advice *a, struct text *out);

/* The figures that it comes from: the next card, and means with their errors. */
void advice_figures(const struct advice *a, struct text *out);

/* The figures for those who listen rather than look: sentences of any length, and no columns. */
void advice_sentences(const struct advice *a, struct text *out);

#endif
