/* How fast the server is, as ratios to a bare one in the same run. */
#include "bench/server/bare.h"
#include "bench/server/moves.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SILENT_MOST = 15000 };

static void raise_files(void)
{
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* --- Servers in processes of their own -------------------------------------------------------- */

struct child {
    pid_t pid;
    int port;
};

static void tell_port(void *context, int port)
{
    if (write(*(int *)context, &port, sizeof port) != sizeof port)
        exit(1);
}

/* Where the program is that serves. */
static const char *program;

/* Whoever comes from this machine may do as much as they can, unless limits are set. */
static void become_server(const char *path)
{
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    execl(program, program, "serve", "--listen", "127.0.0.1:0", "--data", path, "--messages",
          "1000000", (char *)NULL);
    _exit(1);
}

/* What the server says once tables can be joined: an address, with the port at its end. */
static int read_port(int line)
{
    char words[256] = "";
    size_t size = 0;
    while (size < sizeof words - 1 && read(line, words + size, 1) == 1 && words[size] != '\n')
        size++;
    const char *colon = strrchr(words, ':');
    return colon ? (int)strtol(colon + 1, NULL, 10) : 0;
}

static struct child start(bool bare, const char *path)
{
    int line[2];
    struct child c = {0};
    if (pipe(line) != 0)
        exit(1);
    c.pid = fork();
    if (c.pid == 0) {
        if (bare) {
            bare_run(path, 0, tell_port, &line[1]);
            exit(0);
        }
        dup2(line[1], STDOUT_FILENO);
        become_server(path);
    }
    close(line[1]);
    if (!bare)
        c.port = read_port(line[0]);
    else if (read(line[0], &c.port, sizeof c.port) != sizeof c.port)
        exit(1);
    if (!c.port) {
        fprintf(stderr, "%s does not serve; expected the path of pairs\n", program);
        exit(1);
    }
    close(line[0]);
    return c;
}

static double cpu_seconds(pid_t pid)
{
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    if (!f || !fgets(line, sizeof line, f))
        return 0;
    fclose(f);
    char *at = strrchr(line, ')') + 2; /* the state, the third of all words */
    for (int word = 3; word < 14; word++)
        at = strchr(at, ' ') + 1;
    unsigned long user = strtoul(at, &at, 10), system = strtoul(at, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long resident_kilobytes(pid_t pid)
{
    char path[64], line[256];
    long size = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS:", 6) == 0)
            size = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return size;
}

static void stop(struct child c)
{
    kill(c.pid, SIGKILL);
    waitpid(c.pid, NULL, 0);
}

/* --- Moves ------------------------------------------------------------------------------------ */

struct run {
    struct child server;
    char folder[64], file[80];
    struct moves play;
};

struct figures {
    double rate, p50, p99, cpu, bytes;
};

/* A folder of ours with the data file in it, and nothing else. */
static void remove_folder(const char *folder)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/data%s", folder, ends[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Starts a server on a new file, and people who sit down. */
static struct run *run_new(bool bare, int tables, bool paced)
{
    struct run *r = calloc(1, sizeof *r);
    if (!r)
        exit(1);
    strcpy(r->folder, "/tmp/pairs-bench-XXXXXX"); /* NOLINT: there is room */
    if (!mkdtemp(r->folder))
        exit(1);
    snprintf(r->file, sizeof r->file, "%s/data", r->folder);
    r->play.tables = tables;
    r->play.paced = paced;
    r->server = start(bare, r->file);
    moves_init(&r->play, bare, &(struct doors){r->server.port, r->server.port}, 1);
    load_serve(r->play.load, load_now() + 1500000);
    return r;
}

static void run_free(struct run *r)
{
    stop(r->server);
    moves_clear(&r->play);
    remove_folder(r->folder);
    free(r);
}

static struct figures figures_of(struct run *r, double seconds, double cpu)
{
    struct figures f = {.rate = (double)r->play.samples / seconds,
                        .p50 = moves_within(&r->play, 0.5),
                        .p99 = moves_within(&r->play, 0.99),
                        .cpu = (cpu_seconds(r->server.pid) - cpu) / (double)(r->play.samples + 1) *
                               1e6};
    return f;
}

static struct figures measure(bool bare, int tables, double seconds)
{
    struct run *r = run_new(bare, tables, false);
    uint64_t bytes = load_bytes(r->play.load);
    double cpu = cpu_seconds(r->server.pid);
    r->play.measuring = true;
    load_serve(r->play.load, load_now() + (uint64_t)(seconds * 1e6));
    struct figures f = figures_of(r, seconds, cpu);
    f.bytes =
        r->play.samples ? (double)(load_bytes(r->play.load) - bytes) / (double)r->play.samples : 0;
    run_free(r);
    return f;
}

/* --- Side by side ------------------------------------------------------------------------------ */

/* One after the other, again and again: what else the machine does hits both alike, and the median
 * of the ratios heeds no round in which it did not. */
enum { ROUNDS = 5 };

struct pair {
    struct figures bare, ours;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double value[], int n)
{
    qsort(value, (size_t)n, sizeof *value, by_value);
    return value[n / 2];
}

static void tell_row(const char *name, int digits, const struct pair *p, int rounds, size_t at)
{
    double bare[ROUNDS], ours[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < rounds; i++) {
        bare[i] = *(const double *)((const char *)&p[i].bare + at);
        ours[i] = *(const double *)((const char *)&p[i].ours + at);
        ratio[i] = ours[i] / bare[i];
    }
    printf("  %-18s %9.*f %9.*f %9.2f\n", name, digits, median(bare, rounds), digits,
           median(ours, rounds), median(ratio, rounds));
}

static void tell_pairs(const struct pair *p, int rounds)
{
    printf("                          bare     pairs     ratio%s\n",
           rounds > 1 ? " (medians of all rounds)" : "");
    tell_row("moves a second", 0, p, rounds, offsetof(struct figures, rate));
    tell_row("p50, ms", 2, p, rounds, offsetof(struct figures, p50));
    tell_row("p99, ms", 2, p, rounds, offsetof(struct figures, p99));
    tell_row("processor a move, us", 1, p, rounds, offsetof(struct figures, cpu));
    printf("\n");
    fflush(stdout);
}

static void compare(int tables)
{
    struct pair p[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        p[i] = (struct pair){measure(true, tables, 3), measure(false, tables, 3)};
    printf("%d tables; bytes sent a move, to all at the table: %.0f and %.0f\n", tables,
           p->bare.bytes, p->ours.bytes);
    tell_pairs(p, ROUNDS);
}

/* Each table moves once a second. */
static struct figures pace(bool bare, int tables, int seconds)
{
    enum { SLICE = 10000 };
    struct run *r = run_new(bare, tables, true);
    uint64_t begin = load_now();
    double cpu = cpu_seconds(r->server.pid);
    r->play.measuring = true;
    for (int slice = 0; slice < seconds * 100; slice++) {
        for (int table = slice % 100; table < tables; table += 100)
            for (int i = 2 * table; i < 2 * table + 2; i++)
                if (r->play.choice[i][0])
                    moves_decide(&r->play, i);
        load_serve(r->play.load, begin + (uint64_t)(slice + 1) * SLICE);
    }
    struct figures f = figures_of(r, seconds, cpu);
    run_free(r);
    return f;
}

static void compare_paced(int tables, int seconds)
{
    struct pair p[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        p[i] = (struct pair){pace(true, tables, seconds), pace(false, tables, seconds)};
    printf("%d tables, one move a second\n", tables);
    tell_pairs(p, ROUNDS);
}

static void heard_nothing(void *context, struct client *c, const char *text, size_t size)
{
    (void)c;
    (void)text;
    *(size_t *)context += size;
}

/* --- Start, memory, coming back ----------------------------------------------------------------*/

/* The memory of a server once it gets no less, however long that takes. */
static long settled_kilobytes(struct run *r)
{
    enum { QUIET = 5 };
    long least = resident_kilobytes(r->server.pid);
    for (int quiet = 0; quiet < QUIET; quiet++) {
        load_serve(r->play.load, load_now() + 1000000);
        long now = resident_kilobytes(r->server.pid);
        quiet = now < least ? 0 : quiet;
        least = now < least ? now : least;
    }
    return least;
}

static void idle_tables(int tables)
{
    char path[] = "/tmp/pairs-bench-XXXXXX", file[64];
    if (!mkdtemp(path))
        exit(1);
    snprintf(file, sizeof file, "%s/data", path);
    uint64_t before = load_now();
    struct child empty = start(false, file);
    printf("start, empty: %.1f ms; memory, empty: %ld kB\n", (double)(load_now() - before) / 1000,
           resident_kilobytes(empty.pid));
    stop(empty);
    struct run *r = run_new(false, tables, true);
    long busy = resident_kilobytes(r->server.pid);
    long idle = settled_kilobytes(r);
    struct child none = start(false, file);
    printf("%d idle tables with two people: %.1f kB each (just made %.1f)\n", tables,
           (double)(idle - resident_kilobytes(none.pid)) / tables,
           (double)(busy - resident_kilobytes(none.pid)) / tables);
    stop(none);
    stop(r->server);
    before = load_now();
    r->server = start(false, r->file);
    printf("start, %d open tables: %.1f ms\n", tables, (double)(load_now() - before) / 1000);
    run_free(r);
    remove_folder(path);
    fflush(stdout);
}

/* Plays on at the first tables, until there were so many moves at each. */
static void play(struct run *r, int tables, uint64_t moves)
{
    r->play.moves = 0;
    while (r->play.moves < moves * (uint64_t)tables) {
        for (int i = 0; i < 2 * tables; i++)
            if (r->play.choice[i][0])
                moves_decide(&r->play, i);
        load_serve(r->play.load, load_now() + 300);
    }
}

/* How long somebody waits who enters a table, in microseconds. */
static uint64_t enter(struct load *l, struct client *c, int number, const char *id, size_t *heard)
{
    char text[128];
    uint64_t before = load_now();
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"n\":%d,\"table\":\"%s\"}", number, id);
    *heard = 0;
    client_send(c, text);
    while (!*heard)
        load_wait(l);
    return load_now() - before;
}

/* How much longer that is at a table that sleeps, by how many moves there were. After a start the
 * server looks at a few of many tables by itself; of several that were played at the slowest
 * counts, each at its best of some starts. */
static void waking(uint64_t moves)
{
    enum { STARTS = 5, PLAYED = 4, TABLES = 300 };
    struct run *r = run_new(false, TABLES, true);
    uint64_t least[PLAYED][2];
    size_t size = 0;
    memset(least, 0xff, sizeof least);
    play(r, PLAYED, moves);
    load_serve(r->play.load, load_now() + 300000);
    for (int times = 0; times < STARTS; times++) {
        stop(r->server);
        r->server = start(false, r->file);
        struct load *again = load_new(r->server.port, heard_nothing, &size);
        struct client *c = load_connect(again, 0);
        for (int i = 0; i < 2 * PLAYED; i++) {
            uint64_t took = enter(again, c, i + 1, r->play.id[i / 2], &size),
                     *best = &least[i / 2][i % 2];
            *best = took < *best ? took : *best;
        }
        load_free(again);
    }
    double slowest = 0;
    for (int i = 0; i < PLAYED; i++) {
        double more = (double)least[i][0] - (double)least[i][1];
        slowest = more > slowest ? more : slowest;
    }
    printf("to wake a table after %llu moves: %.2f ms\n", (unsigned long long)moves,
           slowest / 1000);
    fflush(stdout);
    run_free(r);
}

/* Moves at some tables while many others are connected who do nothing. */
static struct figures beside_silent(int silent, int tables, double seconds)
{
    struct run *r = run_new(false, tables, false);
    size_t size = 0;
    struct load *idle = load_new(r->server.port, heard_nothing, &size);
    for (int i = 0; i < silent; i++) {
        client_send(load_connect(idle, i), "{\"do\":\"hello\",\"n\":1,\"version\":1}");
        if (i % 200 == 0) {
            load_serve(r->play.load, load_now() + 1000);
            load_serve(idle, load_now() + 1000);
        }
    }
    double cpu = cpu_seconds(r->server.pid);
    r->play.measuring = true;
    for (int slice = 0; slice < (int)(seconds * 100); slice++) {
        load_serve(r->play.load, load_now() + 9000);
        load_serve(idle, load_now() + 1000); /* which answers pings */
    }
    struct figures f = figures_of(r, seconds, cpu);
    load_free(idle);
    run_free(r);
    return f;
}

static void compare_silent(int tables)
{
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    int most = files.rlim_cur > SILENT_MOST + 500 ? SILENT_MOST : (int)files.rlim_cur - 500;
    struct pair p = {beside_silent(0, tables, 12), beside_silent(most, tables, 12)};
    printf("%d tables of pairs alone, in place of bare, and beside %d silent connections", tables,
           most);
    printf(most < SILENT_MOST ? " (%d files are allowed)\n" : "\n", (int)files.rlim_cur);
    tell_pairs(&p, 1);
}

/* What somebody is sent who comes back and has missed nothing. */
static void rejoin(uint64_t moves)
{
    struct run *r = run_new(false, 1, true);
    size_t size = 0;
    play(r, 1, moves);
    struct load *again = load_new(r->server.port, heard_nothing, &size);
    struct client *c = load_connect(again, 0);
    char text[256];
    snprintf(text, sizeof text, "{\"do\":\"hello\",\"n\":1,\"token\":\"%064x\"}", 1);
    client_send(c, text);
    load_serve(again, load_now() + 200000);
    size = 0;
    snprintf(text, sizeof text, "{\"do\":\"enter\",\"n\":2,\"table\":\"%s\"}", r->play.id[0]);
    client_send(c, text);
    load_serve(again, load_now() + 500000);
    printf("coming back after %llu moves: %zu bytes\n", (unsigned long long)moves, size);
    load_free(again);
    run_free(r);
    fflush(stdout);
}

static void tell_waking(void)
{
    waking(10);
    waking(100);
    waking(2000);
}

int main(int argc, char **argv)
{
    program = argc > 1 ? argv[1] : "build/pairs";
    raise_files();
    if (argc > 2) { /* one figure alone: for a profile */
        const char *which = argv[2];
        int tables = (int)strtol(which, NULL, 10);
        if (strcmp(which, "paced") == 0)
            compare_paced(TABLES_MOST, 5);
        else if (strcmp(which, "silent") == 0)
            compare_silent(10);
        else if (strcmp(which, "waking") == 0)
            tell_waking();
        else if (tables)
            compare(tables);
        else
            idle_tables(1000);
        return 0;
    }
    compare(10);
    compare(100);
    compare(500);
    compare_paced(TABLES_MOST, 5);
    compare_silent(10);
    tell_waking();
    idle_tables(1000);
    rejoin(20);
    rejoin(1000);
    return 0;
}
