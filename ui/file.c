#include "ui/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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

static bool cannot_write(const char *path, struct error *e)
{
    return error_set(e, "%s cannot be written: %s; make room or choose another place", path,
                     errno ? strerror(errno) : "write error");
}

/* mkostemp makes a private file; what people save is an ordinary one. */
static void make_ordinary(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
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
        return o->to || cannot_write(path, e);
    }
    o->path = realpath(path, NULL); /* through a link, the file that it points to */
    if (!o->path)
        o->path = strdup(path);
    struct text name = {0};
    text_add(&name, "%s.XXXXXX", o->path);
    o->temporary = name.at;
    errno = 0;
    int fd = mkostemp(o->temporary, O_CLOEXEC);
    o->to = fd < 0 ? NULL : fdopen(fd, "w");
    if (o->to) {
        make_ordinary(fd);
        return true;
    }
    cannot_write(path, e);
    free(o->path);
    free(o->temporary);
    return false;
}

static void output_free(struct output *o)
{
    free(o->path);
    free(o->temporary);
}

bool output_close(struct output *o, struct error *e)
{
    errno = 0;
    bool fine = fflush(o->to) == 0 && !ferror(o->to);
    if (o->temporary)
        fine = fine && fsync(fileno(o->to)) == 0;
    if (o->to != stdout)
        fine = fclose(o->to) == 0 && fine;
    if (o->temporary)
        fine = fine && rename(o->temporary, o->path) == 0;
    if (!fine) {
        cannot_write(o->path ? o->path : "the output", e);
        if (o->temporary)
            unlink(o->temporary);
    }
    output_free(o);
    return fine;
}

void output_abandon(struct output *o)
{
    if (o->to != stdout)
        fclose(o->to);
    if (o->temporary)
        unlink(o->temporary);
    output_free(o);
}
