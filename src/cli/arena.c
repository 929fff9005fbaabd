/* pairs arena: bots against each other, and who is stronger. */
#include "lab/arena.h"

#include "cli/commands.h"
#include "cli/forfeit.h"
#include "cli/houserules.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "lab/crew.h"
#include "wire/arenajson.h"
#include "wire/bot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_GAMES = 1000 };

static void show_progress(void *context, long deals)
{
    progress_show(context, deals);
}

/* Without -n there are seats for all bots. */
static bool choose_seats(struct arena *a, const struct args *args, struct error *e)
{
    struct args given = *args;
    if (!houserules_named(&a->setup, args->word[0], e))
        return false;
    if (!given.players && !a->setup.players && a->bots > setup_players_usual(&a->setup))
        given.players = a->bots;
    return args_setup(&given, args->word[0], &a->setup, e) && arena_fits(a, e);
}

/* "30" or "-5:10": the Elo of H1, or those of H0 and H1. */
static bool read_elos(const char *word, struct sprt_test *test, struct error *e)
{
    enum { HIGHEST = 1000 };
    char *end;
    long low = 0, high = strtol(word, &end, 10);
    bool read = end > word;
    if (read && *end == ':') {
        const char *second = end + 1;
        low = high;
        high = strtol(second, &end, 10);
        read = end > second;
    }
    if (!read || *end || low < -HIGHEST || high > HIGHEST || low >= high)
        return error_set(e,
                         "--sprt cannot be '%.40s'; expected 1 to %d Elo, or two numbers from -%d "
                         "to %d as 0:10, the lower first",
                         word, HIGHEST, HIGHEST, HIGHEST);
    test->elo0 = (int)low;
    test->elo1 = (int)high;
    return true;
}

/* A risk, kept in percent. */
static bool read_risk(const char *name, const char *word, double *percent, struct error *e)
{
    char *end;
    double risk = word ? strtod(word, &end) : 0;
    if (!word)
        return true;
    if (end == word || *end || !(risk >= 0.0001 && risk < 0.5))
        return error_set(e, "--%s cannot be '%.40s'; expected a risk from 0.0001 to below 0.5",
                         name, word);
    *percent = 100 * risk;
    return true;
}

/* What the sequential test tells apart, and whether it ends the run. */
static bool choose_test(struct arena *a, const struct args *args, struct error *e)
{
    const char *elos = args_setting(args, "sprt");
    a->to_verdict = elos != NULL;
    return (!elos || read_elos(elos, &a->test, e)) &&
           read_risk("alpha", args_setting(args, "alpha"), &a->test.alpha, e) &&
           read_risk("beta", args_setting(args, "beta"), &a->test.beta, e);
}

/* --- Text ------------------------------------------------------------------------------------- */

/* "12.345 1.234", the second one a dash where it is not known. */
static void add_figure(struct text *out, double value, double error)
{
    text_add(out, " %s", language_figure(lang(), "%11.3f", value).text);
    if (isnan(error))
        text_add(out, " %9s", "-");
    else
        text_add(out, " %s", language_figure(lang(), "%9.3f", error).text);
}

/* "12.3% 4.5%" of all games. */
static void add_part(struct text *out, double value, double error)
{
    text_add(out, " %s%%", language_figure(lang(), "%6.1f", 100 * value).text);
    if (isnan(error))
        text_add(out, " %8s", "-");
    else
        text_add(out, " %s%%", language_figure(lang(), "%7.1f", 100 * error).text);
}

/* What was not played by the bot does not stand under its name as if it were. */
static struct text name_of(const struct arena *a, const struct arena_result *r, int bot)
{
    struct text name = {0};
    text_add(&name, "%s", a->bot[bot]);
    if (r->bot[bot].forfeit.decisions)
        text_add(&name, "%s", _(" (replaced)"));
    return name;
}

static void add_row(struct text *out, const struct arena_result *r, const struct arena_bot *b)
{
    const struct share *share = r->aim == NOT_TO_LOSE ? &b->lost : &b->won;
    text_add(out, "  %5d", b->seats);
    add_figure(out, b->mean, b->mean_error);
    add_part(out, share->value, r->deals > 1 ? (share->high - share->low) / 2 : NAN);
    if (r->aim == FOR_CHIPS)
        add_figure(out, b->ahead, b->ahead_error);
    else
        add_part(out, b->ahead, b->ahead_error);
    text_add(out, " %7.0f %7.0f", b->rating.elo, b->rating.error);
    forfeit_row(&b->forfeit, out);
    text_add(out, "\n");
}

static void add_bots(struct text *out, const struct arena *a, const struct arena_result *r)
{
    static const char *const heads[] = {
        [FOR_CHIPS] = N_("  seats  mean chips    +- 95%     won   +- 95%       ahead    +- 95%"
                         "     Elo  +- 95%\n"),
        [TO_WIN] = N_("  seats  mean score    +- 95%     won   +- 95%   ahead   +- 95%"
                      "     Elo  +- 95%\n"),
        [NOT_TO_LOSE] = N_("  seats  mean score    +- 95%    lost   +- 95%   ahead   +- 95%"
                           "     Elo  +- 95%\n"),
    };
    struct text name[ARENA_BOTS];
    int width = 5;
    for (int i = 0; i < a->bots; i++) {
        name[i] = name_of(a, r, i);
        width = (int)name[i].size > width ? (int)name[i].size : width;
    }
    text_add(out, "%-*s", width, _("bot"));
    text_add(out, "%s", _(heads[r->aim]));
    for (int i = 0; i < a->bots; i++) {
        text_add(out, "%-*s", width, text_of(&name[i]));
        add_row(out, r, &r->bot[i]);
        out->failed |= name[i].failed;
        text_free(&name[i]);
    }
}

/* What is tested, by what numbers. */
static void add_test(struct text *out, const struct arena *a, const struct sprt_test *test)
{
    text_add(out, _("\nSequential test of %s against %s, Elo %+d (H0) or %+d (H1), "), a->bot[0],
             a->bots > 2 ? _("the rest") : a->bot[1], test->elo0, test->elo1);
    struct figure alpha = language_figure(lang(), "%g", test->alpha);
    if (test->alpha == test->beta)
        text_add(out, _("%s%% risk each:\n"), alpha.text);
    else
        text_add(out, _("risks %s%% and %s%%:\n"), alpha.text,
                 language_figure(lang(), "%g", test->beta).text);
}

static void add_verdict(struct text *out, const struct arena *a, const struct arena_result *r,
                        int games)
{
    static const char *const verdicts[] = {
        [UNDECIDED] = N_("undecided after %ld games: it takes more to tell whether %s is stronger"),
        [NOT_STRONGER] = N_("H0 accepted after %ld games: %s is not stronger"),
        [STRONGER] = N_("H1 accepted after %ld games: %s is stronger"),
    };
    static const char *const others[] = {
        [UNDECIDED] = N_("undecided after %ld games: it takes more to tell how strong %s is"),
        [NOT_STRONGER] = N_("H0 accepted after %ld games: %s is not as strong as H1 says"),
        [STRONGER] = N_("H1 accepted after %ld games: %s is stronger than H0 says"),
    };
    const struct sprt *s = &r->sprt;
    struct sprt_test test = sprt_test(s);
    add_test(out, a, &test);
    int forfeited = arena_forfeited(a, r);
    if (forfeited >= 0) {
        text_add(out, _("no verdict: %s has not made all its decisions itself\n"),
                 a->bot[forfeited]);
        return;
    }
    text_add(out, _((test.elo0 ? others : verdicts)[s->verdict]), s->deals * games, a->bot[0]);
    struct figure llr = language_figure(lang(), "%.2f", s->llr);
    struct figure high = language_figure(lang(), "%.2f", sprt_high(s));
    if (test.alpha == test.beta)
        text_add(out, _(" (LLR %s, bounds +-%s)\n"), llr.text, high.text);
    else
        text_add(out, _(" (LLR %s, bounds %s and %s)\n"), llr.text,
                 language_figure(lang(), "%.2f", sprt_low(s)).text, high.text);
}

static void add_report(struct text *out, const struct arena *a, const struct arena_result *r)
{
    static const char *const aims[] = {
        [FOR_CHIPS] = N_("what counts: chips"),
        [TO_WIN] = N_("what counts: games won"),
        [NOT_TO_LOSE] = N_("what counts: games lost, fewer are better"),
    };
    int games = arena_games(a);
    lang_players(out, setup_name(&a->setup), a->setup.players);
    text_add(out,
             lang_plural(", %ld games (%ld deal, %d times), seed %llu\n",
                         ", %ld games (%ld deals, %d times each), seed %llu\n", r->deals),
             r->games, r->deals, games, (unsigned long long)a->seed);
    text_add(out, "%s\n%s\n", _(aims[r->aim]),
             a->setup.game->kind == COOPERATIVE ? _("each bot plays all seats of a table\n") : "");
    add_bots(out, a, r);
    add_verdict(out, a, r, games);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Plays with the progress in sight, until the end or a signal. */
static bool play(struct arena *a, struct arena_result *r, struct error *e)
{
    struct progress progress;
    progress_begin(&progress, a->deals);
    struct text endless = {0};
    a->stop = stop_on_signals();
    a->endless = &endless;
    a->progress = show_progress;
    a->context = &progress;
    bool fine = arena_run(a, r, e);
    progress_end(&progress);
    stop_at_endless(&endless, e);
    if (fine && r->deals == 0)
        return error_set(e, "interrupted before the first deal was complete; nothing was counted");
    return fine;
}

static int report(const struct args *args, const struct arena *a, const struct arena_result *r)
{
    struct text out = {0};
    if (args->json)
        arena_json(&out, a, r);
    else
        add_report(&out, a, r);
    return finish(&out);
}

static int run(const struct args *args)
{
    struct error e = {.language = args_language(args)};
    struct arena a = {.make = wire_bot,
                      .seed = args_seed(args),
                      .threads = args->threads ? args->threads : crew_usual()};
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
    if (!arena_bots(&a, names, &e) || !choose_seats(&a, args, &e) || !choose_test(&a, args, &e)) {
        status = fail(BAD_USAGE, &e);
    } else {
        long games = arena_games(&a), wanted = args->games ? args->games : USUAL_GAMES;
        a.deals = (wanted + games - 1) / games;
        status = play(&a, &r, &e) ? report(args, &a, &r) : fail(BAD_INPUT, &e);
        bool told = a.to_verdict && r.sprt.verdict != UNDECIDED;
        if (status == FINE && r.deals < a.deals && !told)
            fprintf(stderr,
                    _("pairs: interrupted after %ld of %ld games; the figures are of those\n"),
                    r.games, a.deals * games);
        int forfeited = status == FINE ? arena_forfeited(&a, &r) : -1;
        if (forfeited >= 0) {
            forfeit_error(&r.bot[forfeited].forfeit, a.bot[forfeited], a.setup.game, &e);
            status = fail(BAD_INPUT, &e);
        }
    }
    free(names);
    return status;
}

static const struct flag flags[] = {
    GROUP_ROW(N_("The game")),
    BOTS_FLAG(N_("two to eight, repeated until all seats are taken, of: random, hint, "
                 "search:ITERATIONS, think:MILLISECONDS, exact:STEPS (all that can happen up to "
                 "the end of the hand, search where so many steps do not reach it), 1 to 8 "
                 "(levels), run:COMMAND (a program, docs/protocol.md), with a second for each "
                 "decision, run@MS:COMMAND with so many milliseconds")),
    PLAYERS_FLAG(N_("how many play")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("an option of the game, as in 'pairs rules GAME'")),
    GROUP_ROW(N_("The run")),
    GAMES_FLAG(N_("how many games, rounded up to whole deals (1000)")),
    SEED_FLAG(N_("where the random numbers start; a new place each time without it")),
    THREADS_FLAG(N_("how many games are played at a time (one for each core)")),
    SETTING_FLAG("sprt", "E0:E1", TAKES_WORDS,
                 N_("no more games once the sequential test has told E1 Elo (H1) from E0 (H0); a "
                    "single number is H1, and H0 is 0 (0:30 without it)")),
    SETTING_FLAG("alpha", "P", TAKES_WORDS,
                 N_("the risk that H1 is accepted where H0 is true (0.05)")),
    SETTING_FLAG("beta", "P", TAKES_WORDS,
                 N_("the risk that H0 is accepted where H1 is true (0.05)")),
    GROUP_ROW(N_("The results")),
    SWITCH_FLAG(json, N_("the result as a JSON object")),
    END_ROW,
};

const struct command arena_command = {
    .name = "arena",
    .usage = N_("GAME --bots BOT,BOT,..."),
    .summary = N_("bots against each other: who is stronger"),
    .help =
        N_("Plays the same deals with the bots rotated over the seats, and compares them by what "
           "the game is about: games lost where only losing counts, games won, or chips. Shows the "
           "mean score of a seat, the share of games lost or won, how far that (or the chips) is "
           "ahead of all other seats, Elo above the last bot, by who of two seats has done better "
           "in it (a draw is half), and a sequential test of the first bot against the others. '+- "
           "95%' is half of a 95% interval, over deals. In a cooperative game each bot plays all "
           "seats. A program that fails is replaced by hint and called so. The same seed gives the "
           "same result, whatever the number of threads."),
    .flags = flags,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
