#include "cli/progress.h"

#include "cli/lang.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 40 };

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

void progress_begin(struct progress *p, long total)
{
    *p = (struct progress){.total = total, .terminal = isatty(STDERR_FILENO) == 1};
    clock_gettime(CLOCK_MONOTONIC, &p->begun);
    p->drawn = p->begun;
}

void progress_show(struct progress *p, long done)
{
    double since_drawn = p->terminal ? seconds_since(&p->drawn) : 0;
    if (since_drawn < (p->shown ? 0.1 : 1.0) || done <= p->first)
        return;
    clock_gettime(CLOCK_MONOTONIC, &p->drawn);
    p->shown = true;
    double part = (double)done / (double)p->total;
    double pace = seconds_since(&p->begun) / (double)(done - p->first);
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
