/* A game that has been played, on the screen of the table: forward and back, open or as a seat saw
 * it, with the analysis beside each decision once that has been worked out. */
#ifndef PAIRS_TUI_WATCH_H
#define PAIRS_TUI_WATCH_H

#include "cli/settings.h"

/* What is watched, and how it begins. */
struct watching {
    const struct table *game;
    const struct plan *plan; /* who sat where; NULL if nobody knows */
    const char *path; /* its file, beside which the verdict on a saved game is kept; or NULL */
    int looks;        /* a seat, NOBODY for a spectator, or EVERYTHING */
    bool look_back;   /* the analysis begins at once */
};

/* Who looks at first: all is open once a game is over. One that can be gone on with looks as its
 * only person saw it, or as spectators did. */
int watch_looks(const struct table *game, const struct plan *plan);

enum watch_end {
    WATCH_BACK,    /* they have seen enough */
    WATCH_QUIT,    /* the terminal is gone */
    WATCH_GO_ON,   /* a game is to begin with the first steps of this one */
    WATCH_STARVED, /* memory has run out */
};

/* What is to go on: `steps` and who plays it, with a seed of its own. */
struct branch {
    size_t steps;
    struct plan plan;
};

/* The screen is open (screen_open) and stays so. WATCH_GO_ON fills in the branch. */
enum watch_end watch_run(const struct watching *w, struct branch *branch);

#endif
