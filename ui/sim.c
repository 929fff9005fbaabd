/* pairs sim: many games between random players. */
#include "lab/sim.h"

#include "engine/record.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/lang.h"
#include "ui/progress.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_GAMES = 1000 };

struct run {
    struct progress progress;
    struct output *output; /* NULL: no records */
    struct text record;
};

/* Set by the signal, read by the run: the one thing a signal handler can reach. */
static atomic_bool interrupted;

static void interrupt(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
}

static void show_progress(void *context, long done)
{
    struct run *r = context;
    progress_show(&r->progress, done);
}

static bool write_game(void *context, const struct table *t, struct error *e)
{
    struct run *r = context;
    text_clear(&r->record);
    if (!record_write(t, &r->record))
        return error_set(e, "memory has run out; close other programs and try again");
    if (fputs(text_of(&r->record), r->output->to) < 0)
        return error_set(e, "the records cannot be written: %s; make room and try again",
                         strerror(errno));
    return true;
}

static void print_result(const struct setup *u, const struct sim_result *s, uint64_t seed, FILE *to)
{
    double count = (double)s->games, seconds = s->seconds > 0 ? s->seconds : 1e-9;
    fprintf(to, _("%s, %d players, %ld games, seed %llu\n"), setup_name(u), u->players, s->games,
            (unsigned long long)seed);
    fprintf(to, _("a game: %.1f hands, %.1f decisions, %.1f cards\n\n"), (double)s->hands / count,
            (double)s->decisions / count, (double)s->cards / count);
    fputs(s->chips ? _("seat  mean chips    +- 95%     won    lost\n")
                   : _("seat  mean score    +- 95%     won    lost\n"),
          to);
    for (int seat = 0; seat < u->players; seat++) {
        double mean = s->score[seat] / count;
        double variance = s->score_squared[seat] / count - mean * mean;
        fprintf(to, "%c    %12.3f %9.3f %6.1f%% %6.1f%%\n", 'A' + seat, mean,
                1.96 * sqrt((variance > 0 ? variance : 0) / count),
                100 * (double)s->won[seat] / count, 100 * (double)s->lost[seat] / count);
    }
    fprintf(to, _("\n%.0f games/s, %.0f decisions/s, %.0f cards/s\n"), count / seconds,
            (double)s->decisions / seconds, (double)s->cards / seconds);
}

static int run(const struct args *a)
{
    struct error e = {0};
    struct setup u;
    struct output output = {0};
    struct run r = {0};
    if (!args_setup(a, a->word[0], &u, &e))
        return fail(BAD_USAGE, &e);
    if (a->record && !output_open(&output, a->record, &e))
        return fail(BAD_INPUT, &e);
    long count = a->games ? a->games : USUAL_GAMES;
    uint64_t seed = args_seed(a);
    r.output = a->record ? &output : NULL;
    progress_begin(&r.progress, count);
    struct sigaction act = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    struct sim_watch watch = {.stop = &interrupted,
                              .progress = show_progress,
                              .game = r.output ? write_game : NULL,
                              .context = &r};
    struct sim_result s;
    bool fine = sim_run(&u, count, seed, &watch, &s, &e);
    progress_end(&r.progress);
    text_free(&r.record);
    FILE *to =
        r.output && output.to == stdout ? stderr : stdout; /* records have it to themselves */
    if (r.output && !fine)
        output_abandon(&output);
    if (!fine || (r.output && !output_close(&output, &e)))
        return fail(BAD_INPUT, &e);
    print_result(&u, &s, seed, to);
    if (s.games < count)
        fprintf(stderr, "pairs: interrupted after %ld of %ld games; the figures are of those\n",
                s.games, count);
    return FINE;
}

const struct command sim_command = {
    .name = "sim",
    .usage = "sim GAME [-n PLAYERS] [-o KEY=VALUE]... [--games N] [--seed S] [--record FILE]",
    .summary = N_("play many games at random and count"),
    .help = N_(
        "Plays GAME (a name from 'pairs list') between random players; prints results and rates.\n"
        "The same seed gives the same games.\n\n"
        "  -n PLAYERS     how many play\n"
        "  -o KEY=VALUE   an option of the game, as in 'pairs rules GAME'\n"
        "  --games N      how many games (1000)\n"
        "  --seed S       where the random numbers start; a new place each time without it\n"
        "  --record FILE  write the records; '-' for standard output\n"),
    .flags = FLAG_PLAYERS | FLAG_OPTION | FLAG_GAMES | FLAG_SEED | FLAG_RECORD,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
