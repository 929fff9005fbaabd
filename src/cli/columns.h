/* How wide lines of text may be. */
#ifndef PAIRS_CLI_COLUMNS_H
#define PAIRS_CLI_COLUMNS_H

#include "engine/text.h"

/* The columns of the terminal that standard output is, but no more than are easily read; 80 if it
 * is none. */
int ui_columns(void);

/* Adds words as a column of a table: cut where they are longer, and with blanks after them, or
 * before them, where they are shorter. */
void column_left(struct text *out, const char *words, int columns);
void column_right(struct text *out, const char *words, int columns);

/* As column_left, but longer words are left whole. */
void column_whole(struct text *out, const char *words, int columns);

#endif
