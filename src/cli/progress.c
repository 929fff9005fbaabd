#include "cli/progress.h"

#include "cli/lang.h"
#include "engine/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 40 };

void progress_begin(struct progress *p, long total)
{
    *p = (struct progress){.total = total, .terminal = isatty(STDERR_FILENO) == 1};
    p->begun = p->drawn = clock_seconds();
}

void progress_show(struct progress *p, long done)
{
    double since_drawn = p->terminal ? clock_seconds() - p->drawn : 0;
    if (since_drawn < (p->shown ? 0.1 : 1.0) || done <= p->first)
        return;
    p->drawn = clock_seconds();
    p->shown = true;
    double part = (double)done / (double)p->total;
    double pace = (clock_seconds() - p->begun) / (double)(done - p->first);
    double left = pace * (double)(p->total - done);
    char bar[WIDTH + 1];
    int full = (int)(part * WIDTH);
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)full);
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] ", bar);
    fprintf(stderr, _("%3.0f %%  %.0f s left"), 100 * part, left);
    fprintf(stderr, " \033[K");
    fflush(stderr);
}

void progress_end(struct progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
}
