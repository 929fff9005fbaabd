/* Pictures as SVG: panels with axes, and bars, outlines, lines, boxes and dots with whiskers in
 * them. They are readable on light and on dark ground. Words come from the caller. Whatever the
 * numbers are, nothing is drawn outside its panel, and there is no more of it than the caller gave.
 */
#ifndef PAIRS_LAB_PLOT_H
#define PAIRS_LAB_PLOT_H

#include "engine/text.h"

/* Colours 0 to 7 tell things apart; grey is for what is alone. */
enum { PLOT_GREY = 8 };

/* A part of the picture with axes of its own. */
struct panel {
    const char *title, *x_label, *y_label;
    double left, top, width, height; /* on the picture, with title and labels */
    double x_low, x_high, y_low, y_high;
    const char *const *name; /* NULL: numbers on the x axis; else what stands at 0, 1, 2 ... */
    int names;
};

/* The beginning of a picture of that size with a heading, and its end. */
void plot_begin(struct text *out, int width, int height, const char *heading);
void plot_end(struct text *out);

/* A coloured mark and what it means, at a place on the picture; returns where the next may stand.
 */
double plot_key(struct text *out, double left, double top, int colour, const char *words);

/* Widens the range of the y axis so that a value has its place on it. A panel whose y_low is above
 * its y_high has no range yet. */
void panel_reach(struct panel *p, double y);

/* Some space above and below; the axis stays on one side of zero if it was there. */
void panel_loosen(struct panel *p);

/* Title, axes, grid. */
void panel_frame(const struct panel *p, struct text *out);

/* A level line across the panel. */
void panel_rule(const struct panel *p, double y, struct text *out);

/* An upright line through the panel. */
void panel_mark(const struct panel *p, double x, struct text *out);

/* A bar over a part of the x axis. */
void panel_bar(const struct panel *p, double x, double width, double y_low, double y_high,
               int colour, struct text *out);

/* The outline of bars of one width that stand side by side from x on. */
void panel_steps(const struct panel *p, double x, double width, const double y[], int count,
                 int colour, struct text *out);

/* Points, joined in their order. */
void panel_line(const struct panel *p, const double x[], const double y[], size_t count, int colour,
                struct text *out);

/* A line from low to high with a dot at y. */
void panel_whisker(const struct panel *p, double x, double low, double y, double high, int colour,
                   struct text *out);

#endif
