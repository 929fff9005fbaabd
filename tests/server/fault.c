/* A disk and a clock with faults, preloaded into a server. What is wrong stands in files of the
 * folder $PAIRS_FAULTS, and can change at any time:
 *
 *     write   the number of the error that every write to a file fails with
 *     sync    the same of every sync
 *     slow    microseconds that a sync takes
 *     clock   seconds that the time of day is wrong by
 *     uptime  seconds that the machine has run longer
 *
 * It writes there as well: `unsynced` has the places (offset and size, a line each) of the log of
 * the data file that were written and not yet synced; `disorder` appears if anything is sent to a
 * socket while there are such places; `syncs` grows by a byte with every sync of the log. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_send)(int, const void *, size_t, int);
static int (*real_fsync)(int), (*real_fdatasync)(int);
static int (*real_clock)(clockid_t, struct timespec *);
static int (*real_day)(struct timeval *restrict, void *restrict);
static const char *folder;
static int unsynced; /* places */

__attribute__((constructor)) static void begin(void)
{
    *(void **)&real_write = dlsym(RTLD_NEXT, "write");
    *(void **)&real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    *(void **)&real_send = dlsym(RTLD_NEXT, "send");
    *(void **)&real_fsync = dlsym(RTLD_NEXT, "fsync");
    *(void **)&real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    *(void **)&real_clock = dlsym(RTLD_NEXT, "clock_gettime");
    *(void **)&real_day = dlsym(RTLD_NEXT, "gettimeofday");
    folder = getenv("PAIRS_FAULTS");
}

static int open_in_folder(const char *name, int flags)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/nowhere", name);
    return open(path, flags | O_CLOEXEC, 0600);
}

/* The number in a file, 0 if there is none. */
static long fault(const char *name)
{
    char words[32] = "";
    int file = open_in_folder(name, O_RDONLY);
    if (file < 0)
        return 0;
    if (read(file, words, sizeof words - 1) < 0)
        words[0] = '\0';
    close(file);
    return strtol(words, NULL, 10);
}

static void note(const char *name, int flags, const char *words)
{
    int file = open_in_folder(name, O_WRONLY | O_CREAT | flags);
    if (file < 0 || real_write(file, words, strlen(words)) < 0)
        abort();
    close(file);
}

static int is_file(int fd)
{
    struct stat s;
    return fd > 2 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

static int is_log(int fd)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    return size > 4 && memcmp(path + size - 4, "-wal", 4) == 0;
}

static int fails(int fd, const char *name)
{
    long why = is_file(fd) ? fault(name) : 0;
    errno = why ? (int)why : errno;
    return why != 0;
}

/* pwrite64, as files have large offsets here and in SQLite. */
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    if (fails(fd, "write"))
        return -1;
    if (is_log(fd)) {
        char words[64];
        snprintf(words, sizeof words, "%lld %zu\n", (long long)at, size);
        note("unsynced", O_APPEND, words);
        unsynced++;
    }
    return real_pwrite(fd, bytes, size, at);
}

static int sync_file(int fd, int (*real)(int))
{
    if (fails(fd, "sync"))
        return -1;
    usleep((useconds_t)fault("slow"));
    int result = real(fd);
    if (result == 0 && is_log(fd)) {
        note("unsynced", O_TRUNC, "");
        note("syncs", O_APPEND, ".");
        unsynced = 0;
    }
    return result;
}

int fsync(int fd)
{
    return sync_file(fd, real_fsync);
}

int fdatasync(int fd)
{
    return sync_file(fd, real_fdatasync);
}

static void check_order(void)
{
    if (unsynced)
        note("disorder", O_APPEND, "!");
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    check_order();
    return real_send(fd, bytes, size, flags);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    struct stat s;
    if (fails(fd, "write"))
        return -1;
    if (fstat(fd, &s) == 0 && S_ISSOCK(s.st_mode))
        check_order();
    return real_write(fd, bytes, size);
}

int clock_gettime(clockid_t which, struct timespec *out)
{
    int result = real_clock(which, out);
    if (which == CLOCK_REALTIME)
        out->tv_sec += fault("clock");
    if (which == CLOCK_MONOTONIC || which == CLOCK_MONOTONIC_COARSE)
        out->tv_sec += fault("uptime");
    return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    int result = real_day(out, zone);
    out->tv_sec += fault("clock");
    return result;
}
