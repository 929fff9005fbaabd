#include "ui/saved.h"

#include "engine/record.h"
#include "ui/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ending[] = ".pairs";

/* The comment lines of a saved game, each after "# ". */
static const char first_line[] = "# A saved game; go on with it with: pairs play --resume";

enum {
    STAMP = 32,      /* room for a date and a time */
    TRIES_MAX = 100, /* games that begin in the same second, or locks that are lost again */
};

struct saved {
    char *path;
    int lock; /* the file as it is on disk now, locked */
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
              strerror(errno));
    text_free(&path);
    return NULL;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* A bot's name on one line of text, whatever bytes are in it. */
static void add_escaped(struct text *out, const char *bytes)
{
    for (; *bytes; bytes++) {
        if (*bytes >= ' ' && *bytes <= '~' && *bytes != '%')
            text_add(out, "%c", *bytes);
        else
            text_add(out, "%%%02X", (unsigned char)*bytes);
    }
}

static bool write_game(struct text *out, const struct plan *p, const struct table *t)
{
    text_add(out, "%s\n# seed %llu\n", first_line, (unsigned long long)p->seed);
    if (p->setup.preset)
        text_add(out, "# preset %s\n", p->setup.preset->name);
    for (int seat = 0; seat < p->setup.players; seat++) {
        const char *bot = p->chair[seat].bot;
        text_add(out, "# seat %c %s", 'A' + seat, *bot ? "bot " : "person");
        add_escaped(out, bot);
        text_add(out, "\n");
    }
    return record_write(t, out) && !out->failed;
}

/* The lock goes with the file: the new one is locked when it takes the place of the old one. */
bool saved_keep(struct saved *f, const struct plan *p, const struct table *t, struct error *e)
{
    struct text out = {0};
    struct output output;
    if (!write_game(&out, p, t)) {
        text_free(&out);
        return error_no_memory(e);
    }
    if (!output_open(&output, f->path, e)) {
        text_free(&out);
        return false;
    }
    int lock = fcntl(fileno(output.to), F_DUPFD_CLOEXEC, 0); /* shares the lock */
    fputs(text_of(&out), output.to);
    text_free(&out);
    bool written = output_close(&output, e);
    int spare = written ? f->lock : lock;
    if (written)
        f->lock = lock;
    if (spare >= 0)
        close(spare);
    return written;
}

static struct saved *new_saved(char *path, int lock)
{
    struct saved *f = malloc(sizeof *f);
    if (f) {
        f->path = path;
        f->lock = lock;
    }
    return f;
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
        int lock = path.failed ? -1 : open(path.at, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (lock >= 0) {
            flock(lock, LOCK_EX | LOCK_NB);
            struct saved *f = new_saved(path.at, lock);
            if (f)
                return f;
            unlink(path.at);
            close(lock);
        }
        bool starved = path.failed || lock >= 0, taken = !starved && errno == EEXIST;
        if (starved)
            error_no_memory(e);
        else if (!taken)
            error_set(e, "%.200s cannot be written: %s; set XDG_STATE_HOME to another folder",
                      folder, strerror(errno));
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
    if (f->lock >= 0)
        close(f->lock);
    free(f->path);
    free(f);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* What the comments of a file said. */
struct head_lines {
    bool ours, seeded;
    seats seated;
    struct plan *plan;
    char preset[BOT_ROOM];
};

/* The reverse of add_escaped; false if it does not fit or is not well written. */
static bool unescape(const char *text, char out[BOT_ROOM])
{
    size_t size = 0;
    for (; *text; text++) {
        if (size == BOT_ROOM - 1)
            return false;
        unsigned long byte = (unsigned char)*text;
        if (*text == '%') {
            char digits[3] = {text[1], text[1] ? text[2] : '\0', '\0'}, *end;
            byte = strtoul(digits, &end, 16);
            if (end != digits + 2 || !byte || digits[0] == '-' || digits[0] == '+')
                return false;
            text += 2;
        }
        out[size++] = (char)byte;
    }
    out[size] = '\0';
    return true;
}

static bool read_seat(struct head_lines *h, const char *words, struct error *e)
{
    int seat = words[0] - 'A';
    const char *who = words[0] ? words + 1 : "";
    bool there = seat >= 0 && seat < PLAYERS_MAX && !(h->seated >> seat & 1);
    char *bot = there ? h->plan->chair[seat].bot : NULL;
    if (!there || (strcmp(who, " person") != 0 &&
                   (strncmp(who, " bot ", 5) != 0 || !unescape(who + 5, bot) || !*bot)))
        return error_set(e, "this is no seat; expected '# seat LETTER person' or "
                            "'# seat LETTER bot NAME', once for each letter");
    h->seated |= (seats)(1u << seat);
    return true;
}

/* A comment before the record. Those that are not ours mean nothing. */
static bool read_comment(struct head_lines *h, const char *line, struct error *e)
{
    if (strcmp(line, first_line) == 0) {
        h->ours = true;
    } else if (strncmp(line, "# seat ", 7) == 0) {
        return read_seat(h, line + 7, e);
    } else if (strncmp(line, "# preset ", 9) == 0) {
        snprintf(h->preset, sizeof h->preset, "%.*s", (int)sizeof h->preset - 1, line + 9);
    } else if (strncmp(line, "# seed ", 7) == 0) {
        char *end;
        errno = 0;
        h->plan->seed = strtoull(line + 7, &end, 10);
        h->seeded = line[7] >= '0' && line[7] <= '9' && *end == '\0' && errno == 0;
        return h->seeded || error_set(e, "this is no seed; expected '# seed NUMBER'");
    }
    return true;
}

static bool read_lines(FILE *in, struct reader *r, struct head_lines *h, struct error *e)
{
    char line[RECORD_LINE + 3];
    size_t size;
    bool before = true; /* the record */
    int lines = 0;
    while (file_line(in, line, sizeof line - 1, &size)) {
        e->line = ++lines;
        line[size] = '\0';
        before = before && line[0] == '#';
        if (before && !read_comment(h, line, e))
            return false;
        if (reader_next(r, line, size))
            return error_set(e, "another record begins here; expected one game in the file");
        if (!reader_line(r, line, size, e))
            return false;
    }
    e->line = lines + 1;
    if (ferror(in))
        return error_set(e, "the file cannot be read further: %s", strerror(errno));
    if (!reader_end(r, e))
        return false;
    e->line = 1;
    int players = reader_table(r)->setup.players;
    if (!h->ours || !h->seeded || h->seated != (seats)((1u << players) - 1))
        return error_set(e, "this record does not say who sits where and which cards are to come; "
                            "expected a game that 'pairs play' has saved");
    return true;
}

/* A table of our own, as the reader's is. */
static struct table *copy_table(const struct table *from, struct error *e)
{
    struct table *t = table_new(&from->setup);
    bool fine = t || error_no_memory(e);
    for (int seat = 0; fine && seat < from->setup.players; seat++)
        table_name(t, seat, from->name[seat]);
    for (size_t i = 0; fine && i < from->steps; i++)
        fine = table_step(t, from->step[i], e);
    if (fine)
        return t;
    table_free(t);
    return NULL;
}

/* Puts together what was agreed. */
static void complete_plan(const struct head_lines *h, struct table *t)
{
    struct setup u;
    struct error e;
    if (setup_choose(&u, h->preset, &e) && u.game == t->setup.game)
        t->setup.preset = u.preset;
    h->plan->setup = t->setup;
    for (int seat = 0; seat < t->setup.players; seat++)
        memcpy(h->plan->chair[seat].name, t->name[seat], NAME_ROOM);
}

/* Reads a whole file; the table is the caller's. NULL with a message, with line or without. */
static struct table *read_game(FILE *in, struct plan *p, struct error *e)
{
    struct reader *r = reader_new(0, NULL, NULL);
    struct head_lines h = {.plan = p};
    struct table *t = NULL;
    *p = (struct plan){0};
    e->line = 0;
    if (!r)
        error_no_memory(e);
    else if (read_lines(in, r, &h, e) && (t = copy_table(reader_table(r), e)))
        complete_plan(&h, t);
    reader_free(r);
    return t;
}

/* As realpath; *starved becomes true if memory runs out. */
static char *real_path(const char *path, bool *starved)
{
    char *real = realpath(path, NULL);
    *starved = *starved || (!real && errno == ENOMEM);
    return real;
}

/* A file from elsewhere must not be able to run programs. */
static bool may_run(const char *path, const struct plan *p, struct error *e)
{
    struct error none = {0};
    bool starved = false;
    char *folder = saved_folder(&none), *real = real_path(path, &starved);
    char *home = folder ? real_path(folder, &starved) : NULL;
    size_t size = home ? strlen(home) : 0;
    bool ours = real && home && strncmp(real, home, size) == 0 && real[size] == '/';
    bool fine = !(starved || none.no_memory) || error_no_memory(e);
    for (int seat = 0; fine && !ours && seat < p->setup.players; seat++)
        if (strncmp(p->chair[seat].bot, "run", 3) == 0)
            fine = error_set(e,
                             "%.150s would run the program '%.100s'; if you trust it, move the "
                             "file to %.150s",
                             path, p->chair[seat].bot, folder ? folder : "the saved games");
    free(folder);
    free(home);
    free(real);
    return fine;
}

/* Opens and locks. A file that is replaced while we wait for its lock is opened again. */
static int open_locked(const char *path, struct error *e)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        struct stat mine, there;
        int fd = open(path, O_RDWR | O_CLOEXEC);
        if (fd < 0) {
            error_set(e, "%.300s cannot be opened: %s; check the name", path, strerror(errno));
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

struct saved *saved_open(const char *path, struct plan *p, struct table **t, struct error *e)
{
    struct error why = {0};
    struct saved *f = NULL;
    *t = NULL;
    int lock = open_locked(path, e);
    if (lock < 0)
        return NULL;
    int copy = fcntl(lock, F_DUPFD_CLOEXEC, 0);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    bool starved = !in && errno == ENOMEM;
    if (in && (*t = read_game(in, p, &why))) {
        char *own = realpath(path, NULL);
        if (may_run(path, p, e) && !(own && (f = new_saved(own, lock))))
            error_no_memory(e);
        if (!f)
            free(own);
    } else if (starved || why.no_memory) {
        error_no_memory(e);
    } else if (why.line) {
        error_set(e, "%.200s:%d: %.280s", path, why.line, why.text);
    } else {
        error_set(e, "%s", in ? why.text : strerror(errno));
    }
    if (in)
        fclose(in);
    else if (copy >= 0)
        close(copy);
    if (f) {
        output_clear_away(f->path);
        return f;
    }
    close(lock);
    table_free(*t);
    *t = NULL;
    return NULL;
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

static bool is_game(const char *name)
{
    size_t size = strlen(name), end = strlen(ending);
    return size > end && strcmp(name + size - end, ending) == 0;
}

static bool add_file(struct files *all, const char *folder, const char *name)
{
    if (all->count == all->room) {
        int room = all->room ? 2 * all->room : 64;
        struct found *more = realloc(all->at, (size_t)room * sizeof *more);
        if (!more)
            return false;
        all->at = more;
        all->room = room;
    }
    struct text path = {0};
    struct stat there;
    text_add(&path, "%s/%s", folder, name);
    if (path.failed)
        return false;
    if (stat(path.at, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0)
        all->at[all->count++] = (struct found){path.at, there.st_mtim};
    else
        text_free(&path);
    return true;
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
    DIR *d = opendir(folder);
    if (!d)
        return error_set(e, "%.300s cannot be read: %s; check the folder", folder, strerror(errno));
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(d));)
        fine = !is_game(entry->d_name) || add_file(all, folder, entry->d_name);
    closedir(d);
    if (!fine) {
        free_files(all);
        return error_no_memory(e);
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

/* Reads one game for the list; false if it cannot be gone on with. */
static bool read_listed(struct saved_game *g, struct found *f, struct error *e)
{
    FILE *in = fopen(f->path, "re");
    if (!in && errno == ENOMEM)
        return error_no_memory(e);
    struct table *t = in ? read_game(in, &g->plan, e) : NULL;
    if (in)
        fclose(in);
    bool fine = t && table_turn(t).kind != TURN_OVER;
    if (fine) {
        g->hand = game_look(t->state)->hand;
        g->played = f->when.tv_sec;
        g->path = f->path;
        f->path = NULL;
    }
    table_free(t);
    return fine;
}

bool saved_list_read(struct saved_list *l, const char *folder, struct error *e)
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
    for (int i = 0; i < all.count && !e->no_memory; i++)
        if (!is_finished(all.at[i].path, e) && !e->no_memory)
            l->count += read_listed(&l->game[l->count], &all.at[i], e);
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
