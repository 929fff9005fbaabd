#include "cli/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_line(FILE *in, char *line, size_t room, size_t *size)
{
    size_t n = 0;
    int c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        line[n++] = (char)c;
        if (n == room)
            break;
    }
    *size = n;
    return c != EOF || n > 0;
}

void file_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

bool file_unwritable(const char *path, struct error *e)
{
    if (errno == ENOMEM)
        return error_no_memory(e);
    return error_set(e, "%s cannot be written: %s; make room or choose another place", path,
                     errno ? error_reason(e, errno) : error_words(e, "write error"));
}

/* --- Temporary files ----------------------------------------------------------------------------
 * A temporary file has no name until it is complete (O_TMPFILE), so that nothing is left of it
 * however the program ends. Only then, or from the beginning where the file system knows no such
 * files, it has a name that holds its own inode number. No other file has such a name, whatever
 * people copy, move or restore: what lies under it is certainly ours. And as long as it is locked,
 * somebody is writing it.
 */

static const char mark[] = ".pairs-"; /* before the number */

enum {
    NAMED_MAX = 16, /* more outputs are never open at once */
    LINK = 32,      /* room for a path of a descriptor */
};

/* Names that are to vanish if the program ends now; a signal handler takes them out. */
static _Atomic(const char *) named[NAMED_MAX];

/* How much of a path is its folder, with the slash. */
static int folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

/* Whether a file has its own number in its name. For signal handlers, too. */
static bool is_temporary(const char *path)
{
    const char *digit = path + folder_size(path) + sizeof mark - 1;
    struct stat there;
    ino_t number = 0;
    if (strncmp(path + folder_size(path), mark, sizeof mark - 1) != 0)
        return false;
    for (; *digit >= '0' && *digit <= '9'; digit++)
        number = 10 * number + (ino_t)(*digit - '0');
    return *digit == '\0' && lstat(path, &there) == 0 && there.st_ino == number;
}

void output_sweep(void)
{
    for (int i = 0; i < NAMED_MAX; i++) {
        const char *name = atomic_exchange(&named[i], NULL);
        if (name && is_temporary(name))
            unlink(name);
    }
}

static void sweep_and_end(int signal_number)
{
    output_sweep();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* From now on the name vanishes with the program; who has handlers of their own calls
 * output_sweep. */
static void remember_name(const char *name)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    int i = 0;
    for (const char *none = NULL; !atomic_compare_exchange_strong(&named[i], &none, name);
         none = NULL) {
        i++;
        assert(i < NAMED_MAX);
    }
    for (size_t s = 0; s < sizeof ends / sizeof *ends; s++) {
        struct sigaction there;
        if (sigaction(ends[s], NULL, &there) == 0 && there.sa_handler == SIG_DFL)
            signal(ends[s], sweep_and_end);
    }
}

/* Nothing lies under the name any more. It is freed, unless a handler has taken it out and may
 * still read it. */
static void forget_name(char *name)
{
    for (int i = 0; i < NAMED_MAX; i++) {
        const char *there = name;
        if (atomic_compare_exchange_strong(&named[i], &there, NULL)) {
            free(name);
            return;
        }
    }
}

void output_clear_away(const char *path)
{
    struct text folder = {0};
    text_add(&folder, "%.*s.", folder_size(path), path);
    DIR *d = folder.failed ? NULL : opendir(folder.at);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        struct text name = {0};
        text_add(&name, "%.*s%s", folder_size(path), path, entry->d_name);
        if (!name.failed && is_temporary(name.at)) {
            int fd = open(name.at, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
            if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
                unlink(name.at);
            if (fd >= 0)
                close(fd);
        }
        text_free(&name);
    }
    if (d)
        closedir(d);
    text_free(&folder);
}

/* A name for a file; NULL without memory. */
static char *temporary_name(const char *path, int fd)
{
    struct stat there;
    struct text name = {0};
    if (fstat(fd, &there) == 0)
        text_add(&name, "%.*s%s%llu", folder_size(path), path, mark,
                 (unsigned long long)there.st_ino);
    if (!name.failed)
        return name.at;
    text_free(&name);
    errno = ENOMEM;
    return NULL;
}

/* By this path a file that has no name can be given one. */
static const char *descriptor_path(int fd, char path[LINK])
{
    snprintf(path, LINK, "/proc/self/fd/%d", fd);
    return path;
}

/* A file without a name, which can be given one; -1 if there is no such thing here. */
static int open_nameless(const char *path)
{
    struct text folder = {0};
    char link[LINK];
    text_add(&folder, "%.*s.", folder_size(path), path);
    int fd = folder.failed ? -1 : open(folder.at, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    text_free(&folder);
    if (fd < 0 || access(descriptor_path(fd, link), F_OK) == 0)
        return fd;
    close(fd);
    return -1;
}

/* mkostemp makes a private file; what people save is an ordinary one. */
static void make_ordinary(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
}

/* A file with a name; -1 if there can be none. */
static int open_named(struct output *o)
{
    struct text first = {0};
    struct stat there;
    text_add(&first, "%.*s%sXXXXXX", folder_size(o->path), o->path, mark);
    errno = ENOMEM;
    int fd = first.failed ? -1 : mkostemp(first.at, O_CLOEXEC);
    o->temporary = fd < 0 ? NULL : temporary_name(o->path, fd);
    o->named = o->temporary && lstat(o->temporary, &there) != 0 && errno == ENOENT &&
               rename(first.at, o->temporary) == 0;
    if (fd >= 0 && !o->named) {
        unlink(first.at);
        close(fd);
        fd = -1;
    } else if (fd >= 0) {
        make_ordinary(fd);
    }
    text_free(&first);
    return fd;
}

/* Gives a nameless file its name. */
static bool give_name(struct output *o)
{
    char link[LINK];
    o->named = linkat(AT_FDCWD, descriptor_path(fileno(o->to), link), AT_FDCWD, o->temporary,
                      AT_SYMLINK_FOLLOW) == 0;
    return o->named;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static void output_free(struct output *o)
{
    if (o->temporary) {
        if (o->named)
            unlink(o->temporary);
        forget_name(o->temporary);
    }
    free(o->path);
}

static bool open_temporary(struct output *o)
{
    int fd = open_nameless(o->path);
    if (fd < 0)
        fd = open_named(o);
    else
        o->temporary = temporary_name(o->path, fd);
    if (o->temporary)
        remember_name(o->temporary);
    if (fd < 0)
        return false;
    flock(fd, LOCK_EX | LOCK_NB);
    o->to = o->temporary ? fdopen(fd, "w") : NULL;
    if (!o->to)
        close(fd);
    return o->to;
}

bool output_open(struct output *o, const char *path, struct error *e)
{
    *o = (struct output){0};
    errno = 0;
    struct stat there;
    if (strcmp(path, "-") == 0) {
        o->to = stdout;
        return true;
    }
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) { /* a pipe, a device: no renaming */
        o->to = fopen(path, "w");
        return o->to || file_unwritable(path, e);
    }
    o->path = realpath(path, NULL);  /* through a link, the file that it points to */
    if (!o->path && errno != ENOMEM) /* or a link might be taken for a new file */
        o->path = strdup(path);
    if (o->path && open_temporary(o))
        return true;
    file_unwritable(path, e);
    output_free(o);
    return false;
}

/* Gives the file its place. */
static bool put_in_place(struct output *o)
{
    if (fsync(fileno(o->to)) != 0 || (!o->named && !give_name(o)) ||
        rename(o->temporary, o->path) != 0)
        return false;
    o->named = false;
    return true;
}

bool output_close(struct output *o, struct error *e)
{
    errno = 0;
    bool fine = fflush(o->to) == 0 && !ferror(o->to) && (!o->temporary || put_in_place(o));
    if (!fine)
        file_unwritable(o->path ? o->path : "the output", e);
    if (o->to != stdout && fclose(o->to) != 0 && fine)
        fine = file_unwritable(o->path ? o->path : "the output", e);
    output_free(o);
    return fine;
}

void output_abandon(struct output *o)
{
    if (o->to != stdout)
        fclose(o->to);
    output_free(o);
}
