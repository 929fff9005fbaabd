/* A table and what can be decided there, in lines of plain words. */
#ifndef PAIRS_CLI_WORDS_H
#define PAIRS_CLI_WORDS_H

#include "engine/view.h"

/* What to call a seat: its name, or else its letter. */
const char *words_name(const struct names *names, int seat);

/* Adds all that is seen: the middle first, then a line for each seat. */
void words_table(struct text *out, const struct view *v, const struct names *names);

/* Adds where everybody stands at the end, a line each. */
void words_end(struct text *out, const struct view *v, const struct names *names);

/* Adds the decisions with their numbers and what they mean, a line each; many that only count up
 * are one. */
void words_actions(struct text *out, const struct view *v, const struct names *names);

/* The decision that a typed line means: its number, its words as in a record, or as people read
 * them. False if it means none; `starved` becomes true if memory has run out. */
bool words_decision(const struct view *v, const struct names *names, const char *line, action *a,
                    bool *starved);

#endif
