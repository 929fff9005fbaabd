/* A program's time in a test's hand: a library to be loaded before the program (LD_PRELOAD).
 * Whenever the program waits for a key, a sequence that no terminal knows goes to its terminal,
 * after all that it has drawn: ESC [ KIND ; BYTES z, where BYTES is how much it has read of what
 * was typed, and KIND is
 *
 *     0  for a key, however long it takes
 *     1  for a key or the end of a pause, which ends when a byte comes out of the pipe PACE_FD:
 * then the clock has gone on by that pause 2  for a key or for work that is being done
 *
 * So nobody has to guess when a picture is done, and no pause takes time. */
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { KEY, PAUSE, WORK };

static atomic_long ahead; /* milliseconds by which pauses were cut short */
static long consumed; /* bytes that were typed; only the thread that waits for keys reads them */

static int really_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    return (int)syscall(SYS_poll, fds, count, timeout);
}

ssize_t read(int fd, void *to, size_t room)
{
    ssize_t size = syscall(SYS_read, fd, to, room);
    consumed += fd == STDIN_FILENO && size > 0 ? size : 0;
    return size;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_MONOTONIC) {
        long added = atomic_load(&ahead);
        now->tv_sec += added / 1000;
        now->tv_nsec += added % 1000 * 1000000;
        now->tv_sec += now->tv_nsec / 1000000000;
        now->tv_nsec %= 1000000000;
    }
    return result;
}

static void tell(int kind)
{
    char words[64];
    int size = snprintf(words, sizeof words, "\033[%d;%ldz", kind, consumed);
    syscall(SYS_write, STDOUT_FILENO, words, (size_t)size);
}

/* The program's own three, and the pipe. */
static int pause_with(struct pollfd *fds, int timeout)
{
    const char *pipe = getenv("PACE_FD");
    int fd = pipe ? (int)strtol(pipe, NULL, 10) : -1;
    struct pollfd all[] = {fds[0], fds[1], {.fd = fd, .events = POLLIN}};
    char byte;
    int ready = really_poll(all, 3, -1);
    fds[0].revents = all[0].revents;
    fds[1].revents = all[1].revents;
    fds[2].revents = 0;
    if (ready <= 0 || all[0].revents || all[1].revents)
        return ready;
    syscall(SYS_read, all[2].fd, &byte, 1);
    atomic_fetch_add(&ahead, timeout);
    return 0;
}

/* The C library's header says that poll only writes what it is given; compilers believe it. */
int paced_poll(struct pollfd *fds, nfds_t count, int timeout) __asm__("poll");

int paced_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    bool typing = count > 0 && fds[0].fd == STDIN_FILENO;
    int ready = typing ? really_poll(fds, count, 0) : 0;
    if (ready || !typing)
        return typing ? ready : really_poll(fds, count, timeout);
    if (count != 3) /* whether more of a key comes: all of it came at once */
        return 0;
    int kind = fds[2].fd >= 0 ? WORK : timeout >= 0 ? PAUSE : KEY;
    tell(kind);
    return kind == PAUSE ? pause_with(fds, timeout) : really_poll(fds, count, timeout);
}
