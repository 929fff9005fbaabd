/* What the files of `pairs sim` share. */
#ifndef PAIRS_UI_SIM_H
#define PAIRS_UI_SIM_H

#include "wire/simjson.h"

/* sim-report.c: the first line of reports and pictures: what was played, how often, by what seed.
 */
void report_head(const struct sim *s, const struct setup *u, struct text *to);

/* Adds what came out. The plain report is for random players and a single point; the
 * table has a line for each seat of each point. */
void report_plain(const struct sim *s, struct text *to);
void report_table(const struct sim *s, struct text *to);
void report_rates(const struct sim *s, struct text *to);

/* sim-plot.c: adds the picture as SVG. */
void report_svg(const struct sim *s, struct text *to);

/* sim-state.c: what --resume keeps in a file. */

/* Writes the state, so that the file is always a whole one. */
bool state_write(const struct sim *s, const char *path, struct error *e);

/* Reads the state if the file is there; then the seed is the file's unless one was given. False
 * with a message if it cannot be read, is no state, or is one of other arguments. */
bool state_read(struct sim *s, const char *path, bool seeded, struct error *e);

#endif
