/* soak PROGRAM FOLDER TABLES KILLS SEED [SECONDS]: plays at so many tables of `PROGRAM serve` while
 * it is killed so often, and says what was lost. Whoever is not back SECONDS after the server
 * listens again is late, which is a fault; without them it is only told how long it took. */
#include "tests/soak/soak.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TICK = 5000,         /* microseconds */
    LIFE = 1500000,      /* the longest that a server lives */
    PATIENCE = 60000000, /* until what should happen soon counts as never */
    FAULTS_SHOWN = 20,
};

struct server {
    const char *program, *data, *log; /* what it says on standard error */
    pid_t pid;
    int port;
    FILE *words; /* what it says */
};

void soak_fault(struct soak *k, const char *format, ...)
{
    va_list list;
    if (k->faults++ >= FAULTS_SHOWN)
        return;
    va_start(list, format);
    fputs("soak: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

/* --- The server ------------------------------------------------------------------------------- */

static void start(struct server *s)
{
    int line[2];
    char place[32];
    snprintf(place, sizeof place, "127.0.0.1:%d", s->port);
    if (pipe(line) != 0)
        abort();
    s->pid = fork();
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(line[1], 1);
        dup2(open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), 2);
        close(line[0]);
        close(line[1]);
        execl(s->program, s->program, "serve", "--listen", place, "--data", s->data, "--messages",
              "1000000", "--connections", "100000", (char *)NULL);
        _exit(127);
    }
    close(line[1]);
    s->words = fdopen(line[0], "r");
}

/* Waits until it listens. */
static bool wait_for(struct server *s, struct soak *k)
{
    char words[256];
    if (!fgets(words, sizeof words, s->words) || !strrchr(words, ':'))
        return false;
    s->port = (int)strtol(strrchr(words, ':') + 1, NULL, 10);
    k->listening = load_now();
    return true;
}

/* --- The guests ------------------------------------------------------------------------------- */

static struct guest *guest_of(struct soak *k, const struct client *c)
{
    int number = client_number(c);
    return &k->party[number / GUESTS_AT_TABLE].guest[number % GUESTS_AT_TABLE];
}

static void heard(void *context, struct client *c, const char *text, size_t size)
{
    guest_hears(guest_of(context, c), text, size);
}

static void lost(void *context, struct client *c)
{
    guest_lost(guest_of(context, c));
}

static void pass(struct soak *k, uint64_t until)
{
    do {
        load_serve(k->load, load_now() + TICK);
        for (int i = 0; i < k->parties; i++)
            party_tick(&k->party[i]);
    } while (load_now() < until);
}

static bool all_are_back(const struct soak *k)
{
    for (int i = 0; i < k->parties; i++)
        for (int j = 0; j < k->party[i].guests; j++)
            if (k->party[i].id[0] && !k->party[i].guest[j].resumed)
                return false;
    return true;
}

static bool all_are_checked(const struct soak *k)
{
    for (int i = 0; i < k->parties; i++)
        if (!party_checked(&k->party[i]))
            return false;
    return true;
}

static void wait_until(struct soak *k, bool (*fine)(const struct soak *k), const char *what)
{
    uint64_t until = load_now() + PATIENCE;
    while (!fine(k) && load_now() < until)
        pass(k, 0);
    if (!fine(k))
        soak_fault(k, "%s", what);
}

/* Ends the server; those who are connected go on reading, and answer when it closes. Returns its
 * status, as waitpid has it. */
static int end(struct server *s, struct soak *k, int signal)
{
    int status = 0;
    kill(s->pid, signal);
    k->listening = 0;
    while (waitpid(s->pid, &status, signal == SIGKILL ? 0 : WNOHANG) == 0)
        pass(k, 0);
    fclose(s->words);
    return status;
}

/* --- The soak --------------------------------------------------------------------------------- */

/* Some are killed as soon as they listen, some before; one in four first gets everybody back. */
static void kill_again(struct soak *k, struct server *s)
{
    int manner = (int)rng_below(&k->random, 8);
    end(s, k, SIGKILL);
    k->kills++;
    start(s);
    if (manner == 0) {
        usleep((useconds_t)rng_below(&k->random, 30000));
        return;
    }
    if (!wait_for(s, k)) {
        soak_fault(k, "the server does not start again");
        exit(1);
    }
    if (manner < 3)
        wait_until(k, all_are_back, "not everybody comes back");
    pass(k, load_now() + (uint64_t)rng_below(&k->random, manner == 3 ? 20000 : LIFE));
}

static void finish(struct soak *k, struct server *s)
{
    if (!k->listening && !wait_for(s, k))
        soak_fault(k, "the server does not start again");
    wait_until(k, all_are_back, "not everybody comes back in the end");
    k->ending = true;
    wait_until(k, all_are_checked, "not everybody is told everything again");
    int status = end(s, k, SIGTERM);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        soak_fault(k, "the server does not end well when it is told to: status %d", status);
    audit(k, s->data);
}

/* Shows whatever the servers have said that is out of the ordinary. */
static void show_log(struct soak *k, const char *path)
{
    static const char *const usual[] = {"Started on ", "Stopping; ", "Stopped; "};
    char line[4096];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        bool known = false;
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
            known = known || strstr(line, usual[i]);
        if (!known)
            soak_fault(k, "the server says: %.*s", (int)strcspn(line, "\n"), line);
    }
    if (f)
        fclose(f);
}

static void report(const struct soak *k)
{
    printf(
        "%ld kills, %ld tables, %ld games ended (%ld records replayed), %ld entries told and %ld "
        "told again,\n%ld commands acknowledged, %ld refused, %ld sent again, %ld times back "
        "(slowest %.2f s, %ld too late), %ld faults\n",
        k->kills, k->tables, k->games, k->records, k->entries, k->retold, k->acknowledged,
        k->refused, k->resent, k->resumed, (double)k->slowest / 1e6, k->late, k->faults);
}

int main(int argc, char **argv)
{
    struct soak k = {0};
    if (argc < 6) {
        fprintf(stderr, "usage: soak PROGRAM FOLDER TABLES KILLS SEED [SECONDS]\n");
        return 2;
    }
    char data[4096], log[4096];
    snprintf(data, sizeof data, "%s/soak.db", argv[2]);
    snprintf(log, sizeof log, "%s/log", argv[2]);
    struct server s = {.program = argv[1], .data = data, .log = log};
    long kills = strtol(argv[4], NULL, 10);
    k.patience = argc > 6 ? strtoull(argv[6], NULL, 10) * 1000000 : UINT64_MAX;
    k.random = rng_seeded(strtoull(argv[5], NULL, 10), 1);
    start(&s);
    if (!wait_for(&s, &k))
        return 1;
    k.load = load_new(s.port, heard, &k);
    load_forgive(k.load, lost);
    k.parties = (int)strtol(argv[3], NULL, 10);
    k.party = calloc((size_t)k.parties, sizeof *k.party);
    for (int i = 0; k.party && i < k.parties; i++)
        party_init(&k.party[i], &k, i);
    pass(&k, load_now() + LIFE);
    while (k.kills < kills)
        kill_again(&k, &s);
    finish(&k, &s);
    show_log(&k, log);
    report(&k);
    for (int i = 0; i < k.parties; i++)
        party_clear(&k.party[i]);
    load_free(k.load);
    free(k.party);
    free(k.given);
    return k.faults || k.late || !k.games ? 1 : 0;
}
