/* How wide lines of text may be. */
#ifndef PAIRS_UI_COLUMNS_H
#define PAIRS_UI_COLUMNS_H

/* The columns of the terminal that standard output is, but no more than are easily read; 80 if it
 * is none. */
int ui_columns(void);

#endif
