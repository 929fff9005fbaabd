/* pairs arena: bots against each other, and who is stronger. */
#include "lab/arena.h"

#include "bots/bot.h"
#include "ui/commands.h"
#include "ui/json.h"
#include "ui/lang.h"
#include "ui/progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_GAMES = 1000 };

/* Set by the signal, read by the run: the one thing a signal handler can reach. */
static atomic_bool interrupted;

static void interrupt(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
}

static void show_progress(void *context, long deals)
{
    progress_show(context, deals);
}

/* Takes the names apart, in place, and makes sure that there are such bots. */
static bool choose_bots(struct arena *a, char *names, struct error *e)
{
    for (char *rest = names, *name; (name = strsep(&rest, ","));) {
        if (a->bots == ARENA_BOTS)
            return error_set(e, "too many bots; expected at most %d", ARENA_BOTS);
        struct bot *b = bot_new(name, e);
        if (!b)
            return false;
        bot_free(b);
        a->bot[a->bots++] = name;
    }
    return a->bots > 1 || error_set(e, "one bot has no opponent; expected two bots or more");
}

/* Without -n there are seats for all bots. */
static bool choose_seats(struct arena *a, const struct args *args, struct error *e)
{
    struct args given = *args;
    if (!setup_choose(&a->setup, args->word[0], e))
        return false;
    if (!given.players && a->bots > setup_players_usual(&a->setup))
        given.players = a->bots;
    if (!args_setup(&given, args->word[0], &a->setup, e))
        return false;
    bool cooperative = a->setup.game->kind == COOPERATIVE;
    return cooperative || a->bots <= a->setup.players ||
           error_set(e, "%d bots are too many for %d seats; expected fewer, or more with -n",
                     a->bots, a->setup.players);
}

static int usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > ARENA_THREADS ? ARENA_THREADS : (int)cores;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* "12.345 1.234", the second one a dash where it is not known. */
static void print_figure(double value, double error, int digits)
{
    printf(" %*.*f", 11, digits, value);
    if (isnan(error))
        printf(" %9s", "-");
    else
        printf(" %9.*f", digits, error);
}

static void print_bots(const struct arena *a, const struct arena_result *r)
{
    int width = 5;
    for (int i = 0; i < a->bots; i++)
        width = (int)strlen(a->bot[i]) > width ? (int)strlen(a->bot[i]) : width;
    printf("%-*s", width, _("bot"));
    fputs(r->chips ? _("  seats  mean chips    +- 95%       ahead    +- 95%     won    lost"
                       "     Elo  +- 95%\n")
                   : _("  seats  mean score    +- 95%       ahead    +- 95%     won    lost"
                       "     Elo  +- 95%\n"),
          stdout);
    for (int i = 0; i < a->bots; i++) {
        const struct arena_bot *b = &r->bot[i];
        printf("%-*s  %5d", width, a->bot[i], b->seats);
        print_figure(b->mean, b->mean_error, 3);
        print_figure(b->ahead, b->ahead_error, 3);
        printf(" %6.1f%% %6.1f%% %7.0f %7.0f\n", 100 * b->won, 100 * b->lost, b->rating.elo,
               b->rating.error);
    }
}

static void print_verdict(const struct arena *a, const struct arena_result *r, int games)
{
    static const char *const verdicts[] = {
        [UNDECIDED] = N_("undecided after %ld games: it takes more to tell whether %s is stronger"),
        [NOT_STRONGER] = N_("H0 accepted after %ld games: %s is not stronger"),
        [STRONGER] = N_("H1 accepted after %ld games: %s is stronger"),
    };
    const struct sprt *s = &r->sprt;
    printf(_("\nSequential test of %s against %s, Elo +0 (H0) or +%d (H1), %d%% risk each:\n"),
           a->bot[0], a->bots > 2 ? _("the rest") : a->bot[1], SPRT_ELO, SPRT_RISK_PERCENT);
    printf(_(verdicts[s->verdict]), s->deals * games, a->bot[0]);
    printf(_(" (LLR %.2f, bounds +-%.2f)\n"), s->llr, sprt_bound());
}

static void print_text(const struct arena *a, const struct arena_result *r)
{
    int games = arena_games(a);
    printf(_("%s, %d players, %ld games (%ld deals, %d times each), seed %llu\n"),
           setup_name(&a->setup), a->setup.players, r->games, r->deals, games,
           (unsigned long long)a->seed);
    puts(a->setup.game->kind == COOPERATIVE ? _("each bot plays all seats of a table\n")
         : r->low_wins                      ? _("fewer points are better\n")
                                            : "");
    print_bots(a, r);
    print_verdict(a, r, games);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *json_figure(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_bot(const char *name, const struct arena_bot *b)
{
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", name, "seats",
                     b->seats, "mean", json_figure(b->mean), "mean_error",
                     json_figure(b->mean_error), "ahead", json_figure(b->ahead), "ahead_error",
                     json_figure(b->ahead_error), "won", json_figure(b->won), "lost",
                     json_figure(b->lost), "elo", json_figure(b->rating.elo), "elo_error",
                     json_figure(b->rating.error));
}

static void print_json(const struct arena *a, const struct arena_result *r)
{
    static const char *const verdicts[] = {
        [UNDECIDED] = "undecided", [NOT_STRONGER] = "H0", [STRONGER] = "H1"};
    json_t *bots = json_array();
    for (int i = 0; i < a->bots; i++)
        json_array_append_new(bots, json_bot(a->bot[i], &r->bot[i]));
    const struct sprt *s = &r->sprt;
    double risk = SPRT_RISK_PERCENT / 100.0;
    json_t *sprt =
        json_pack("{s:s, s:i, s:i, s:f, s:f, s:f, s:f, s:I}", "verdict", verdicts[s->verdict],
                  "elo0", 0, "elo1", SPRT_ELO, "alpha", risk, "beta", risk, "llr", s->llr, "bound",
                  sprt_bound(), "games", (json_int_t)s->deals * arena_games(a));
    json_print(json_pack("{s:s, s:i, s:o, s:I, s:I, s:I, s:s, s:b, s:b, s:o, s:o}", "game",
                         setup_name(&a->setup), "players", a->setup.players, "options",
                         json_options(&a->setup), "seed", (json_int_t)a->seed, "deals",
                         (json_int_t)r->deals, "games", (json_int_t)r->games, "counts",
                         r->chips ? "chips" : "points", "low_wins", r->low_wins, "cooperative",
                         a->setup.game->kind == COOPERATIVE, "bots", bots, "sprt", sprt),
               stdout);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Plays with the progress in sight, until the end or Ctrl-C. */
static bool play(struct arena *a, struct arena_result *r, struct error *e)
{
    struct progress progress;
    progress_begin(&progress, a->deals);
    struct sigaction act = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    a->stop = &interrupted;
    a->progress = show_progress;
    a->context = &progress;
    bool fine = arena_run(a, r, e);
    progress_end(&progress);
    if (fine && r->deals == 0)
        return error_set(e, "interrupted before the first deal was complete; nothing was counted");
    return fine;
}

static int run(const struct args *args)
{
    struct error e = {0};
    struct arena a = {.seed = args_seed(args),
                      .threads = args->threads ? args->threads : usual_threads()};
    struct arena_result r;
    if (!args->bots) {
        error_set(&e, "--bots is missing; expected two names or more, as in --bots search,hint");
        return fail(BAD_USAGE, &e);
    }
    char *names = strdup(args->bots);
    if (!names) {
        error_no_memory(&e);
        return fail(BAD_INPUT, &e);
    }
    int status = FINE;
    if (!choose_bots(&a, names, &e) || !choose_seats(&a, args, &e)) {
        status = fail(BAD_USAGE, &e);
    } else {
        long games = arena_games(&a), wanted = args->games ? args->games : USUAL_GAMES;
        a.deals = (wanted + games - 1) / games;
        if (!play(&a, &r, &e))
            status = fail(BAD_INPUT, &e);
        else if (args->json)
            print_json(&a, &r);
        else
            print_text(&a, &r);
        if (status == FINE && r.deals < a.deals)
            fprintf(stderr, "pairs: interrupted after %ld of %ld games; the figures are of those\n",
                    r.games, a.deals * games);
    }
    free(names);
    return status;
}

const struct command arena_command = {
    .name = "arena",
    .usage = "arena GAME --bots BOT,BOT,... [--games N] [-n PLAYERS] [-o KEY=VALUE]... [--seed S] "
             "[--threads T] [--json]",
    .summary = N_("bots against each other: who is stronger"),
    .help = N_(
        "Plays the same deals with the bots rotated over the seats, and compares them: the mean\n"
        "score of a seat, how far that is ahead of all other seats, shares of games won and lost,\n"
        "Elo above the last bot, and a sequential test of the first bot against the others.\n"
        "'+- 95%' is half of a 95% interval. In a cooperative game each bot plays all seats.\n"
        "The same seed gives the same result, whatever the number of threads.\n\n"
        "  --bots A,B     two to eight of: random, hint, search:ITERATIONS, think:MILLISECONDS,\n"
        "                 1 to 8 (levels); repeated until all seats are taken\n"
        "  --games N      how many games, rounded up to whole deals (1000)\n"
        "  -n PLAYERS     how many play\n"
        "  -o KEY=VALUE   an option of the game, as in 'pairs rules GAME'\n"
        "  --seed S       where the random numbers start; a new place each time without it\n"
        "  --threads T    how many games are played at a time (one for each core)\n"
        "  --json         the result as a JSON object\n"),
    .flags =
        FLAG_BOTS | FLAG_GAMES | FLAG_PLAYERS | FLAG_OPTION | FLAG_SEED | FLAG_THREADS | FLAG_JSON,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
