/* Pictures: a chart of lines as SVG, made to be read on light and on dark. */
#ifndef PAIRS_LAB_SVG_H
#define PAIRS_LAB_SVG_H

#include "engine/text.h"

/* Points in the order in which they are joined. */
struct svg_line {
    const char *label;
    const double *x, *y;
    size_t count;
};

/* Labels may be any UTF-8 text. At most eight lines have colours of their own. */
struct svg_chart {
    const char *title, *x_label, *y_label;
    const struct svg_line *line;
    int lines;
    const double *mark; /* places on the x axis with a thin upright line */
    size_t marks;
};

/* Adds the whole picture. The axes hold all points. */
void svg_write(const struct svg_chart *c, struct text *out);

#endif
