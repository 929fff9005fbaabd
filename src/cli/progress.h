/* A progress bar on standard error, if that is a terminal and the work takes longer than a second.
 */
#ifndef PAIRS_CLI_PROGRESS_H
#define PAIRS_CLI_PROGRESS_H

#include <stdbool.h>

struct progress {
    double begun, drawn;
    long total;
    long first; /* so much was done before it began; 0 unless the caller sets it */
    bool terminal, shown;
};

void progress_begin(struct progress *p, long total);

/* Draws it anew if enough time has passed. */
void progress_show(struct progress *p, long done);

/* Wipes it away. */
void progress_end(struct progress *p);

#endif
