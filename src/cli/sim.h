/* What the files of `pairs sim` share. */
#ifndef PAIRS_CLI_SIM_H
#define PAIRS_CLI_SIM_H

#include "lab/interest.h"
#include "wire/simjson.h"

#include <stdio.h>

/* sim-report.c: the first line of reports and pictures: what was played, how often, by what seed.
 */
void report_head(const struct sim *s, const struct setup *u, struct text *to);

/* Adds what came out. The plain report is for random players and a single point; the
 * table has a line for each seat of each point. */
void report_plain(const struct sim *s, struct text *to);
void report_table(const struct sim *s, struct text *to);
void report_rates(const struct sim *s, struct text *to);

/* The same by who began, of a single point; nothing where nobody did. */
void report_starts(const struct sim *s, struct text *to);

/* How interesting the points are, those that were looked at. */
void report_interest(const struct sim *s, struct text *to);

/* sim-plot.c: adds the picture as SVG. */
void report_svg(const struct sim *s, struct text *to);

/* sim-rows.c: the games as CSV with a row for each, in the order in which they were played. With a
 * state in a file (--resume) they are kept beside it, in FILE.rows: so a run that goes on has the
 * rows of all its games. */
struct rows {
    struct sim *sim;
    FILE *to, *kept; /* where they are collected: that file, or where they go at once; NULL if so */
    char *path;      /* of that file */
    int point;       /* whose rows begin like this */
    struct text beginning, text;
};

/* `state` is the state's file, which has been read, or NULL: then all goes to `to`. False with a
 * message if it cannot be written or lacks rows; rows_close in any case. */
bool rows_open(struct rows *r, struct sim *s, const char *state, FILE *to, struct error *e);

/* The next games, of one point. */
bool rows_add(struct rows *r, int point, const struct sim_game game[], int count, struct error *e);

/* Sees to it that what is kept is on the disk, before the state says so. */
bool rows_sync(const struct rows *r, struct error *e);

/* Writes all that was kept; nothing if all has gone there already. */
bool rows_copy(const struct rows *r, FILE *to, struct error *e);

void rows_close(struct rows *r);

/* sim-state.c: what --resume keeps in a file. */

/* Writes the state, so that the file is always a whole one. */
bool state_write(const struct sim *s, const char *path, struct error *e);

/* Reads the state if the file is there; then the seed is the file's unless one was given. It may
 * be one of fewer games. False with a message if it cannot be read, is no state, or is one of other
 * arguments. */
bool state_read(struct sim *s, const char *path, bool seeded, struct error *e);

#endif
