#include "cli/stop.h"

#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Set by the signal, read by the work: the one thing that a signal handler can reach. */
static atomic_bool stopped;

static void stop(int number)
{
    if (atomic_exchange(&stopped, true)) {
        output_sweep();
        signal(number, SIG_DFL);
        raise(number); /* takes effect on return, when the signal is no longer blocked */
    }
}

const atomic_bool *stop_on_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction act = {.sa_handler = stop}, before;
        bool nohup = signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 &&
                     before.sa_handler == SIG_IGN;
        if (!nohup)
            sigaction(signals[i], &act, NULL);
    }
    return &stopped;
}

/* Never a file that is there already. */
static int open_new(char *path, size_t room)
{
    enum { FILES_MAX = 1000 };
    int fd = -1;
    for (int i = 1; fd < 0 && i <= FILES_MAX; i++) {
        snprintf(path, room, "endless-%d.pairs", i);
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

void stop_at_endless(struct text *record, struct error *e)
{
    char path[64];
    struct error about = *e;
    if (record->size == 0 || record->failed) {
        text_free(record);
        return;
    }
    int fd = open_new(path, sizeof path);
    FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
    bool kept = to && fputs(text_of(record), to) >= 0 && fflush(to) == 0 && fsync(fd) == 0;
    const char *why = error_reason(e, errno);
    if (to)
        fclose(to);
    if (kept)
        error_set(e, "%.300s; its record so far is in %s", about.text, path);
    else
        error_set(e, "%.300s; its record cannot be written: %s", about.text, why);
    text_free(record);
}
