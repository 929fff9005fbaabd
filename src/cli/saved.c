#include "cli/saved.h"

#include "cli/file.h"
#include "cli/lang.h"
#include "cli/syncer.h"
#include "engine/record.h"
#include "store/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ending[] = ".pairs";

enum {
    STAMP = 32,      /* room for a date and a time */
    TRIES_MAX = 100, /* games that begin in the same second, or locks that are lost again */
};

struct saved {
    char *path;
    int fd;     /* the file as it is on disk now, locked */
    off_t size; /* of what is written in whole */
    bool torn;  /* there is more after it, which could not be cut off */
    struct syncer *syncer;
};

/* --- The folder ------------------------------------------------------------------------------- */

/* Makes a folder and all those above it. */
static bool make_folder(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool there = mkdir(path, 0777) == 0 || errno == EEXIST;
        *at = '/';
        if (!there)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

char *saved_folder(struct error *e)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct text path = {0};
    if (state && state[0] == '/')
        text_add(&path, "%s/pairs/games", state);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/state/pairs/games", home);
    else
        error_set(e, "there is no place for saved games; set HOME or XDG_STATE_HOME to a folder");
    if (path.failed)
        error_no_memory(e);
    if (!path.at || path.failed || make_folder(path.at))
        return path.at;
    error_set(e, "%.200s cannot be made: %s; set XDG_STATE_HOME to another folder", path.at,
              error_reason(e, errno));
    text_free(&path);
    return NULL;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* The lock goes with the file: the new one is locked when it takes the place of the old one. */
static bool write_anew(struct saved *f, const struct text *out, struct error *e)
{
    struct output output;
    if (!output_open(&output, f->path, e))
        return false;
    int fd = fcntl(fileno(output.to), F_DUPFD_CLOEXEC, 0); /* shares the lock */
    fputs(text_of(out), output.to);
    bool written = output_close(&output, e);
    if (!written || fd < 0) {
        if (fd >= 0)
            close(fd);
        return written;
    }
    syncer_drop(f->syncer);
    close(f->fd);
    f->fd = fd;
    f->size = (off_t)out->size;
    f->torn = false;
    return true;
}

/* Cuts off what was written in part; what is there then is as it was. */
static bool cut_off(struct saved *f)
{
    f->torn = ftruncate(f->fd, f->size) != 0;
    return !f->torn;
}

/* Adds lines at the end, with one write. */
static bool write_lines(struct saved *f, const struct text *out, struct error *e)
{
    if (f->torn && !cut_off(f))
        return file_unwritable(f->path, e);
    size_t done = 0;
    while (done < out->size) {
        ssize_t wrote = pwrite(f->fd, out->at + done, out->size - done, f->size + (off_t)done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            file_unwritable(f->path, e);
            if (done > 0)
                cut_off(f);
            return false;
        }
        done += (size_t)wrote;
    }
    f->size += (off_t)done;
    syncer_ask(f->syncer, f->fd);
    return true;
}

/* Whether lines can be added to the file: somebody may have removed it, and the disk may have lost
 * what was written before. */
static bool can_grow(const struct saved *f)
{
    struct stat there;
    return f->size > 0 && fstat(f->fd, &there) == 0 && there.st_nlink > 0 &&
           !syncer_failure(f->syncer);
}

bool saved_keep(struct saved *f, const struct live *h, size_t first, struct error *e)
{
    struct text out = {0};
    bool grows = archive_grows(live_diary(h), first) && can_grow(f);
    if (grows)
        archive_add(h, first, &out);
    else
        archive_write(h, &out);
    bool kept = out.failed ? error_no_memory(e)
                : grows    ? write_lines(f, &out, e)
                           : write_anew(f, &out, e);
    text_free(&out);
    return kept;
}

/* Takes over the path and the file. */
static struct saved *new_saved(char *path, int fd, off_t size)
{
    struct saved *f = malloc(sizeof *f);
    struct syncer *syncer = syncer_new();
    if (f && syncer) {
        *f = (struct saved){.fd = fd, .size = size, .syncer = syncer};
        f->path = path;
        return f;
    }
    free(f);
    syncer_free(syncer);
    return NULL;
}

struct saved *saved_new(const char *folder, const struct plan *p, struct error *e)
{
    char stamp[STAMP];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local);
    for (int i = 1; i <= TRIES_MAX; i++) {
        struct text path = {0};
        text_add(&path, "%s/%s-%s", folder, stamp, setup_name(&p->setup));
        if (i > 1)
            text_add(&path, "-%d", i);
        text_add(&path, "%s", ending);
        int fd = path.failed ? -1 : open(path.at, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            flock(fd, LOCK_EX | LOCK_NB);
            struct saved *f = new_saved(path.at, fd, 0);
            if (f)
                return f;
            unlink(path.at);
            close(fd);
        }
        bool starved = path.failed || fd >= 0, taken = !starved && errno == EEXIST;
        if (starved)
            error_no_memory(e);
        else if (!taken)
            error_set(e, "%.200s cannot be written: %s; set XDG_STATE_HOME to another folder",
                      folder, error_reason(e, errno));
        text_free(&path);
        if (!taken)
            return NULL;
    }
    error_set(e, "too many games begin in %.200s at once; try again", folder);
    return NULL;
}

const char *saved_path(const struct saved *f)
{
    return f->path;
}

void saved_close(struct saved *f)
{
    if (!f)
        return;
    syncer_free(f->syncer);
    close(f->fd);
    free(f->path);
    free(f);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Reads a whole file, and where its last whole line ends. NULL with a message, with line or
 * without.
 */
static struct archive *read_game(FILE *in, off_t *end, struct error *e)
{
    struct archive *a = archive_new();
    char line[RECORD_LINE + 2];
    size_t size;
    e->line = 0;
    *end = 0;
    bool fine = a || error_no_memory(e);
    while (fine && file_line(in, line, sizeof line, &size) && !feof(in)) {
        fine = archive_line(a, line, size, e);
        *end += (off_t)size + 1;
    }
    if (fine && ferror(in))
        fine = error_set(e, "the file cannot be read further: %s", error_reason(e, errno));
    if (fine && archive_end(a, e))
        return a;
    archive_free(a);
    return NULL;
}

struct archive *saved_read(const char *path, struct error *e)
{
    off_t end;
    FILE *in = fopen(path, "re");
    e->no_memory = false;
    if (!in && errno == ENOMEM)
        error_no_memory(e);
    else if (!in)
        error_set(e, "%.300s cannot be read: %s; check the name", path, error_reason(e, errno));
    struct archive *a = in ? read_game(in, &end, e) : NULL;
    if (in)
        fclose(in);
    return a;
}

bool saved_plan(const char *path, struct plan *p, struct error *e)
{
    struct archive *a = saved_read(path, e);
    if (a)
        *p = *archive_plan(a);
    archive_free(a);
    return a;
}

/* As realpath; *starved becomes true if memory runs out. */
static char *real_path(const char *path, bool *starved)
{
    char *real = realpath(path, NULL);
    *starved = *starved || (!real && errno == ENOMEM);
    return real;
}

bool saved_ours(const char *path, bool *starved)
{
    struct error none = {.language = lang()};
    *starved = false;
    char *folder = saved_folder(&none), *real = real_path(path, starved);
    char *home = folder ? real_path(folder, starved) : NULL;
    size_t size = home ? strlen(home) : 0;
    bool ours = real && home && strncmp(real, home, size) == 0 && real[size] == '/';
    *starved = *starved || none.no_memory;
    free(folder);
    free(home);
    free(real);
    return ours;
}

/* A file from elsewhere must not be able to run programs. */
static bool may_run(const char *path, const struct plan *p, struct error *e)
{
    struct error none = {.language = lang()};
    bool starved, ours = saved_ours(path, &starved);
    bool fine = !starved || error_no_memory(e);
    char *folder = fine && !ours ? saved_folder(&none) : NULL;
    for (int seat = 0; fine && !ours && seat < p->setup.players; seat++)
        if (strncmp(p->chair[seat].bot, "run", 3) == 0)
            fine = error_set(e,
                             "%.150s would run the program '%.100s'; if you trust it, move the "
                             "file to %.150s",
                             path, p->chair[seat].bot, folder ? folder : "the saved games");
    free(folder);
    return fine;
}

/* Opens and locks. A file that is replaced while we wait for its lock is opened again. */
static int open_locked(const char *path, struct error *e)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        struct stat mine, there;
        int fd = open(path, O_RDWR | O_CLOEXEC);
        if (fd < 0) {
            error_set(e, "%.300s cannot be opened: %s; check the name", path,
                      error_reason(e, errno));
            return -1;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            error_set(e, "%.300s is being played in another window; leave it there first", path);
            close(fd);
            return -1;
        }
        bool same = fstat(fd, &mine) == 0 && stat(path, &there) == 0 &&
                    mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
        if (same && S_ISREG(mine.st_mode))
            return fd;
        if (same) {
            error_set(e, "%.300s is no ordinary file; expected a saved game", path);
            close(fd);
            return -1;
        }
        close(fd);
    }
    error_set(e, "%.300s changes all the time; try again", path);
    return -1;
}

/* Takes over the file; what stands after `end` is the rest of a line that was torn. */
static struct saved *take_over(const char *path, int fd, off_t end, struct error *e)
{
    char *own = realpath(path, NULL);
    struct saved *f = own ? new_saved(own, fd, end) : NULL;
    if (!f) {
        free(own);
        error_no_memory(e);
        return NULL;
    }
    struct stat there;
    if ((fstat(fd, &there) == 0 && there.st_size == end) || cut_off(f)) {
        output_clear_away(f->path);
        return f;
    }
    file_unwritable(path, e);
    syncer_free(f->syncer);
    free(f->path);
    free(f);
    return NULL;
}

struct saved *saved_open(const char *path, struct archive **a, struct error *e)
{
    struct error why = {.language = lang()};
    struct saved *f = NULL;
    off_t end;
    *a = NULL;
    int fd = open_locked(path, e);
    if (fd < 0)
        return NULL;
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    bool starved = !in && errno == ENOMEM;
    if (in && (*a = read_game(in, &end, &why)))
        f = may_run(path, archive_plan(*a), e) ? take_over(path, fd, end, e) : NULL;
    else if (starved || why.no_memory)
        error_no_memory(e);
    else if (why.line)
        error_set(e, "%.200s:%d: %.280s", path, why.line, why.text);
    else
        error_set(e, "%s", in ? why.text : error_reason(e, errno));
    if (in)
        fclose(in);
    else if (copy >= 0)
        close(copy);
    if (f)
        return f;
    close(fd);
    archive_free(*a);
    *a = NULL;
    return NULL;
}

bool saved_remove(const char *path, struct error *e)
{
    int fd = open_locked(path, e);
    if (fd < 0)
        return false;
    bool gone = unlink(path) == 0 || error_set(e, "%.300s cannot be removed: %s; check the folder",
                                               path, error_reason(e, errno));
    close(fd);
    return gone;
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* A file of the folder. */
struct found {
    char *path;
    struct timespec when;
};

struct files {
    int count, room;
    struct found *at;
};

static bool add_file(void *context, const char *name, const char *path, const struct stat *there)
{
    (void)name;
    struct files *all = context;
    if (all->count == all->room) {
        int room = all->room ? 2 * all->room : 64;
        struct found *more = realloc(all->at, (size_t)room * sizeof *more);
        if (!more)
            return false;
        all->at = more;
        all->room = room;
    }
    char *own = strdup(path);
    if (own)
        all->at[all->count++] = (struct found){own, there->st_mtim};
    return own;
}

static int compare_later(const void *one, const void *other)
{
    const struct found *a = one, *b = other;
    if (a->when.tv_sec != b->when.tv_sec)
        return a->when.tv_sec < b->when.tv_sec ? 1 : -1;
    if (a->when.tv_nsec != b->when.tv_nsec)
        return a->when.tv_nsec < b->when.tv_nsec ? 1 : -1;
    return strcmp(b->path, a->path);
}

static void free_files(struct files *all)
{
    for (int i = 0; i < all->count; i++)
        free(all->at[i].path);
    free(all->at);
}

/* All games of a folder, the one that was played last first. */
static bool find_files(struct files *all, const char *folder, struct error *e)
{
    *all = (struct files){0};
    if (!folder_games(folder, add_file, all, e)) {
        free_files(all);
        return false;
    }
    if (all->count > 1)
        qsort(all->at, (size_t)all->count, sizeof *all->at, compare_later);
    return true;
}

/* Whether a file has the line that ends a game. What cannot be read is not finished; where memory
 * was lacking for that, there is a message. */
static bool is_finished(const char *path, struct error *e)
{
    FILE *in = fopen(path, "re");
    if (!in && errno == ENOMEM)
        return error_no_memory(e);
    char line[RECORD_LINE + 2];
    size_t size;
    bool over = false;
    while (in && !over && file_line(in, line, sizeof line, &size) && size < sizeof line)
        over = size > 5 && memcmp(line, "over ", 5) == 0;
    if (in)
        fclose(in);
    return over;
}

char *saved_latest(const char *folder, int later, struct error *e)
{
    struct files all;
    char *latest = NULL;
    if (!find_files(&all, folder, e))
        return NULL;
    e->no_memory = false;
    for (int i = 0; !latest && i < all.count && !e->no_memory; i++) {
        if (!is_finished(all.at[i].path, e) && !e->no_memory && later-- == 0) {
            latest = all.at[i].path;
            all.at[i].path = NULL;
        }
    }
    free_files(&all);
    if (!latest && !e->no_memory)
        error_set(e, "there is no unfinished game in %.300s; begin one with 'pairs play'", folder);
    return latest;
}

/* Reads one game for the list of those that are over, or are not; false if it is none of them. */
static bool read_listed(struct saved_game *g, struct found *f, bool over, struct error *e)
{
    struct archive *a = saved_read(f->path, e);
    const struct table *t = a ? archive_table(a) : NULL;
    bool fine = t && (table_turn(t).kind == TURN_OVER) == over;
    if (fine) {
        g->plan = *archive_plan(a);
        g->hand = game_look(t->state)->hand;
        g->played = f->when.tv_sec;
        g->path = f->path;
        f->path = NULL;
    }
    archive_free(a);
    return fine;
}

bool saved_list_read(struct saved_list *l, const char *folder, bool over, int most, struct error *e)
{
    struct files all;
    *l = (struct saved_list){0};
    if (!find_files(&all, folder, e))
        return false;
    l->game = calloc((size_t)all.count + 1, sizeof *l->game);
    if (!l->game) {
        free_files(&all);
        return error_no_memory(e);
    }
    e->no_memory = false;
    for (int i = 0; i < all.count && l->count < most && !e->no_memory; i++)
        if (is_finished(all.at[i].path, e) == over && !e->no_memory)
            l->count += read_listed(&l->game[l->count], &all.at[i], over, e);
    free_files(&all);
    return !e->no_memory;
}

void saved_list_free(struct saved_list *l)
{
    for (int i = 0; i < l->count; i++)
        free(l->game[i].path);
    free(l->game);
    *l = (struct saved_list){0};
}
