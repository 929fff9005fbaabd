/* Runs of a program while allocations fail, in folders of their own. */
#include "tests/cli/shortage.h"

#include "tests/cli/scarce.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <utmp.h>

/* --- Folders ---------------------------------------------------------------------------------- */

struct course test;

void stop(const char *what)
{
    fprintf(stderr, "scarcity: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* All bytes of an open file, with a NUL byte after them. */
static char *read_all(int fd, size_t *size)
{
    struct stat there;
    if (fstat(fd, &there) != 0)
        stop("fstat");
    *size = (size_t)there.st_size;
    char *bytes = calloc(*size + 1, 1);
    if (!bytes || pread(fd, bytes, *size, 0) != (ssize_t)*size)
        stop("read");
    return bytes;
}

static void take_file(struct snapshot *s, const char *path)
{
    char leads[PATH_MAX];
    ssize_t size = readlink(path, leads, sizeof leads);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || s->count == FILES_MAX)
        stop(path);
    struct file *f = &s->file[s->count++];
    f->path = strdup(path);
    f->link = size >= 0;
    f->size = f->link ? (size_t)size : 0;
    f->bytes = f->link ? strndup(leads, f->size) : read_all(fd, &f->size);
    close(fd);
}

void walk(const char *folder, struct snapshot *take)
{
    struct dirent **found;
    int count = scandir(folder, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct text path = {0};
        const char *name = found[i]->d_name;
        text_add(&path, "%s/%s", folder, name);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            bool within = found[i]->d_type == DT_DIR;
            if (within)
                walk(path.at, take);
            else if (take)
                take_file(take, path.at);
            if (!take && remove(path.at) != 0)
                stop(path.at);
        }
        text_free(&path);
        free(found[i]);
    }
    free(found);
}

struct snapshot take_snapshot(void)
{
    struct snapshot s = {0};
    walk(".", &s);
    return s;
}

void free_snapshot(struct snapshot *s)
{
    for (int i = 0; i < s->count; i++) {
        free(s->file[i].path);
        free(s->file[i].bytes);
    }
    s->count = 0;
}

void put_file(const char *path, const char *bytes, size_t size)
{
    struct text folder = {0};
    for (const char *at = path; (at = strchr(at, '/')); at++) {
        text_clear(&folder);
        text_add(&folder, "%.*s", (int)(at - path), path);
        mkdir(folder.at, 0777);
    }
    text_free(&folder);
    const struct timespec when[2] = {{.tv_sec = 1700000000}, {.tv_sec = 1700000000}};
    FILE *to = fopen(path, "w");
    if (!to || fwrite(bytes, 1, size, to) != size || fclose(to) != 0 ||
        utimensat(AT_FDCWD, path, when, 0) != 0)
        stop(path);
}

void restore(const struct snapshot *s)
{
    walk(".", NULL);
    for (int i = 0; i < s->count; i++) {
        const struct file *f = &s->file[i];
        if (!f->link)
            put_file(f->path, f->bytes, f->size);
        else if (symlink(f->bytes, f->path) != 0)
            stop(f->path);
    }
}

const struct file *find_file(const struct snapshot *s, const char *path)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->file[i].path, path) == 0)
            return &s->file[i];
    return NULL;
}

bool same_file(const struct file *a, const struct file *b)
{
    return a && b && a->link == b->link && a->size == b->size &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), more = strlen(end);
    return size >= more && strcmp(text + size - more, end) == 0;
}

/* --- Runs ------------------------------------------------------------------------------------- */

const struct scarcity plenty = {0, false};

void free_run(struct run *r)
{
    free(r->out);
    free(r->err);
}

/* The words of a command line, with what their signs stand for. */
static void split(const char *words, struct text *line, char *word[WORDS_MAX])
{
    for (; words && *words; words++)
        if (*words == '^')
            text_add(line, "%s", test.records);
        else if (*words == '$')
            text_add(line, "%s", test.bot);
        else
            text_add(line, "%c", *words);
    int count = 0;
    word[count++] = (char *)test.program;
    for (char *rest = line->at, *one; rest && (one = strsep(&rest, " "));)
        if (*one && count < WORDS_MAX - 1)
            word[count++] = one;
    word[count] = NULL;
}

/* In the new process. */
static _Noreturn void become(const struct trial *t, int orders)
{
    struct text line = {0};
    char *word[WORDS_MAX], number[32];
    split(t->words, &line, word);
    snprintf(number, sizeof number, "%d", dup(orders)); /* which is kept */
    setenv("LC_ALL", t->locale ? t->locale : "C", 1);
    setenv("SCARCE_ORDERS", number, 1);
    setenv("LD_PRELOAD", test.shortage, 1);
    execv(test.program, word);
    _exit(127);
}

static int memory_file(const char *bytes)
{
    int fd = memfd_create("scarcity", MFD_CLOEXEC);
    if (fd < 0 || pwrite(fd, bytes, strlen(bytes), 0) != (ssize_t)strlen(bytes))
        stop("memfd_create");
    return fd;
}

static void open_terminal(struct ready *p)
{
    struct winsize window = {.ws_row = 24, .ws_col = 80};
    if (openpty(&p->terminal, &p->line, NULL, NULL, &window) != 0 ||
        tcgetattr(p->line, &p->usual) != 0)
        stop("openpty");
    fcntl(p->terminal, F_SETFL, O_NONBLOCK);
}

struct ready start(const struct trial *t)
{
    struct ready p = {.in = -1, .out = -1, .terminal = -1, .line = -1, .err = memory_file("")};
    int orders[2];
    bool screen = t->manner == SCREEN;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders) != 0)
        stop("socketpair");
    if (screen) {
        open_terminal(&p);
    } else {
        p.in = t->input ? memory_file(t->input) : open("/dev/null", O_RDONLY | O_CLOEXEC);
        p.out = memory_file("");
    }
    p.process = fork();
    if (p.process == 0) {
        if (screen)
            login_tty(dup(p.line));
        else if (dup2(p.in, STDIN_FILENO) < 0 || dup2(p.out, STDOUT_FILENO) < 0)
            _exit(127);
        dup2(p.err, STDERR_FILENO);
        become(t, orders[1]);
    }
    if (p.process < 0)
        stop("fork");
    close(orders[1]);
    p.orders = orders[0];
    return p;
}

void finish(struct ready *p)
{
    int fd[] = {p->orders, p->in, p->out, p->err, p->terminal, p->line};
    for (size_t i = 0; i < sizeof fd / sizeof fd[0]; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    waitpid(p->process, NULL, 0);
}

/* As if it were new; a run begins where the last one has left its files. */
static void empty_file(int fd)
{
    if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        stop("ftruncate");
}

static void order(struct ready *p, struct scarcity s)
{
    struct scarce_order o = {
        .at = s.all ? 0 : s.number, .from = s.all ? s.number : 0, .seconds = HANG};
    *test.count = 0;
    empty_file(p->err);
    if (write(p->orders, &o, sizeof o) != sizeof o)
        stop("order");
}

static int status_of(struct ready *p)
{
    int status;
    if (read(p->orders, &status, sizeof status) != sizeof status)
        stop("no answer");
    return status;
}

static struct run run_files(struct ready *p, struct scarcity s)
{
    struct run r = {.restored = true};
    size_t size;
    empty_file(p->out);
    lseek(p->in, 0, SEEK_SET);
    order(p, s);
    r.status = status_of(p);
    r.out = read_all(p->out, &size);
    r.err = read_all(p->err, &size);
    return r;
}

/* Takes what has come out of a terminal. */
static void read_terminal(int terminal, struct text *out)
{
    char bytes[4096];
    for (ssize_t size; (size = read(terminal, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < size; i++)
            text_add(out, "%c", bytes[i] ? bytes[i] : ' ');
}

/* Whether a terminal is as it was before: its modes, and its first screen. */
static bool is_restored(const struct termios *before, const struct termios *after, const char *out)
{
    const char *second = "\033[?1049h", *first = "\033[?1049l", *at;
    while ((at = strstr(out, second))) {
        out = strstr(at, first);
        if (!out)
            return false;
    }
    return before->c_lflag == after->c_lflag && before->c_iflag == after->c_iflag &&
           before->c_oflag == after->c_oflag;
}

/* All keys are typed at once; the program reads them when it comes to it. */
static struct run run_screen(struct ready *p, const char *keys, struct scarcity s)
{
    struct termios after;
    struct run r = {0};
    struct text out = {0};
    size_t size;
    if (tcsetattr(p->line, TCSANOW, &p->usual) != 0 || tcflush(p->line, TCIOFLUSH) != 0 ||
        write(p->terminal, keys, strlen(keys)) < 0)
        stop("terminal");
    order(p, s);
    struct pollfd drawn[] = {{.fd = p->terminal, .events = POLLIN},
                             {.fd = p->orders, .events = POLLIN}};
    while (poll(drawn, 2, -1) > 0 && !drawn[1].revents)
        read_terminal(p->terminal, &out); /* a program whose picture nobody takes would wait */
    r.status = status_of(p);
    read_terminal(p->terminal, &out);
    tcgetattr(p->line, &after);
    text_add(&out, "%s", "");
    r.restored = is_restored(&p->usual, &after, text_of(&out));
    r.out = out.at;
    r.err = read_all(p->err, &size);
    return r;
}

struct run run_trial(const struct trial *t, struct ready *p, struct scarcity s)
{
    test.runs++;
    return t->manner == SCREEN ? run_screen(p, t->input, s) : run_files(p, s);
}

struct run run_once(const struct trial *t)
{
    struct ready p = start(t);
    struct run r = run_files(&p, plenty);
    finish(&p);
    return r;
}
