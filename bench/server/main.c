/* How fast the server is, as ratios to a bare one in the same run. */
#include "bench/server/bare.h"
#include "bench/server/load.h"
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLES = 4000000, TABLES_MOST = 1000 };

/* --- Servers in processes of their own
 * ------------------------------------------------------------ */

struct child {
    pid_t pid;
    int port;
};

static void tell_port(void *context, int port)
{
    if (write(*(int *)context, &port, sizeof port) != sizeof port)
        exit(1);
}

static struct child start(bool bare, const char *path)
{
    int line[2];
    struct child c = {0};
    if (pipe(line) != 0)
        exit(1);
    c.pid = fork();
    if (c.pid == 0) {
        struct error e = {0};
        struct server_settings s = server_usual;
        s.port = 0;
        snprintf(s.data, sizeof s.data, "%s", path);
        s.connections = s.openings = s.messages = 1000000;
        if (bare)
            bare_run(path, 0, tell_port, &line[1]);
        else if (!server_run(&s, tell_port, &line[1], &e))
            fprintf(stderr, "%s\n", e.text);
        exit(0);
    }
    close(line[1]);
    if (read(line[0], &c.port, sizeof c.port) != sizeof c.port)
        exit(1);
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
    unsigned long user = 0, system = 0;
    sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static void stop(struct child c)
{
    kill(c.pid, SIGKILL);
    waitpid(c.pid, NULL, 0);
}

/* --- Moves
 * ------------------------------------------------------------------------------------------ */

struct run {
    int tables;
    bool measuring;
    uint32_t *sample;
    size_t samples;
    struct client *client[2 * TABLES_MOST];
    uint64_t sent[2 * TABLES_MOST], number[2 * TABLES_MOST];
    char id[TABLES_MOST][16];
    int seated;
};

static void sample(struct run *r, uint64_t since)
{
    if (r->measuring && r->samples < SAMPLES)
        r->sample[r->samples++] = (uint32_t)(load_now() - since);
}

static void command(struct run *r, int i, const char *word, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, "{\"do\":\"%s\",\"n\":%llu%s}", word,
             (unsigned long long)++r->number[i], more);
    r->sent[i] = load_now();
    client_send(r->client[i], text);
}

/* The value behind a key of a message, where it is words. */
static bool words(const char *text, const char *key, char out[], size_t room)
{
    const char *at = strstr(text, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t size = strcspn(at, "\"");
    snprintf(out, room, "%.*s", (int)(size < room ? size : room - 1), at);
    return true;
}

/* Two people at each table of Pairs; whoever may decide does so at once, and when a game is over
 * the next begins. */
static void heard(void *context, struct client *c, const char *text, size_t size)
{
    (void)size;
    struct run *r = context;
    int i = client_number(c), table = i / 2;
    char choice[32], more[64];
    if (strncmp(text, "{\"n\":", 5) == 0) {
        if (strstr(text, "\"done\":false") && !strstr(text, "no longer"))
            fprintf(stderr, "bench: %s\n", text);
        else
            sample(r, r->sent[i]);
        if (i % 2 == 0 && !r->id[table][0] &&
            words(text, "\"table\":\"", r->id[table], sizeof r->id[table])) {
            snprintf(more, sizeof more, ",\"table\":\"%s\"", r->id[table]);
            command(r, i + 1, "enter", more);
            command(r, i + 1, "sit", ",\"name\":\"Bob\"");
        }
    }
    if (i % 2 == 0 && strstr(text, "\"kind\":\"seated\",\"seat\":\"B\""))
        command(r, i, "begin", "");
    else if (i % 2 == 0 && strstr(text, "\"over\":true"))
        command(r, i, "begin", "");
    else if (words(text, "\"legal\":[\"", choice, sizeof choice)) {
        snprintf(more, sizeof more, ",\"choice\":\"%s\"", choice);
        command(r, i, "decide", more);
    }
}

static void echoed(void *context, struct client *c, const char *text, size_t size)
{
    (void)text;
    (void)size;
    struct run *r = context;
    int i = client_number(c);
    sample(r, r->sent[i]);
    command(r, i, "decide", ",\"choice\":\"hit\"");
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

struct figures {
    double rate, p50, p99, cpu, bytes;
};

static struct figures measure(bool bare, int tables, double seconds)
{
    char path[] = "/tmp/pairs-bench-XXXXXX", file[64];
    struct run *r = calloc(1, sizeof *r);
    if (!mkdtemp(path) || !r || !(r->sample = malloc(SAMPLES * sizeof *r->sample)))
        exit(1);
    snprintf(file, sizeof file, "%s/data", path);
    struct child c = start(bare, file);
    struct load *l = load_new(c.port, bare ? echoed : heard, r);
    for (int i = 0; i < 2 * tables; i++) {
        char more[128];
        r->client[i] = load_connect(l, i);
        r->number[i] = 1000;
        snprintf(more, sizeof more, ",\"token\":\"%064x\"", i + 1);
        if (!bare)
            command(r, i, "hello", more);
        if (bare && i % 2 == 0)
            command(r, i, "decide", ",\"choice\":\"hit\"");
        if (!bare && i % 2)
            command(r, i - 1, "create",
                    ",\"game\":\"pairs\",\"name\":\"Ann\",\"public\":true,\"chairs\":[\"you\","
                    "\"open\"]");
    }
    load_serve(l, load_now() + 1500000);
    uint64_t bytes = load_bytes(l);
    double cpu = cpu_seconds(c.pid);
    r->measuring = true;
    load_serve(l, load_now() + (uint64_t)(seconds * 1e6));
    struct figures f = {.rate = (double)r->samples / seconds,
                        .cpu = (cpu_seconds(c.pid) - cpu) / seconds};
    f.bytes = r->samples ? (double)(load_bytes(l) - bytes) / (double)r->samples : 0;
    qsort(r->sample, r->samples, sizeof *r->sample, by_size);
    if (r->samples) {
        f.p50 = r->sample[r->samples / 2] / 1000.0;
        f.p99 = r->sample[r->samples * 99 / 100] / 1000.0;
    }
    stop(c);
    load_free(l);
    char remove[96];
    snprintf(remove, sizeof remove, "rm -rf %s", path);
    if (system(remove) != 0)
        exit(1);
    free(r->sample);
    free(r);
    return f;
}

int main(void)
{
    static const int tables[] = {10, 100, 500};
    for (size_t i = 0; i < 3; i++) {
        struct figures bare = measure(true, tables[i], 4), ours = measure(false, tables[i], 4);
        printf("%d tables: bare %.0f/s p50 %.2f ms p99 %.2f cpu %.2f | pairs %.0f/s p50 %.2f p99 "
               "%.2f cpu %.2f, %.0f bytes a move | rate %.2f p99 %.2f\n",
               tables[i], bare.rate, bare.p50, bare.p99, bare.cpu, ours.rate, ours.p50, ours.p99,
               ours.cpu, ours.bytes, ours.rate / bare.rate, ours.p99 / bare.p99);
    }
    return 0;
}
