/* Charts of characters, for terminals and files. Where there is only ASCII, of ASCII. */
#ifndef PAIRS_CLI_CHART_H
#define PAIRS_CLI_CHART_H

#include "engine/text.h"

/* Adds a bar for a share from 0 to 1, so many columns wide, with a mark at another share; a mark
 * below 0 is none. */
void chart_bar(struct text *out, double share, double mark, int columns, bool utf8);

enum { CHART_ROWS = 8, CHART_MARGIN = 8 };

/* Adds lines with bars that stand on the zero line, or hang from it, one for each number, or for
 * some of them where there are too many for so many columns. CHART_MARGIN columns before them say
 * how far it goes. There is at least one number. */
void chart_curve(struct text *out, const double y[], int count, int columns, bool utf8);

#endif
