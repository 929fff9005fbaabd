/* pairs analyse: a game after the fact. */
#include "lab/analyse.h"

#include "cli/analyses.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "wire/analysisjson.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS_MOST = 1000000 };

static void show_progress(void *context, long done)
{
    progress_show(context, done);
}

/* A step in words. */
static void add_step(struct text *out, const struct game *game, struct step step)
{
    const struct names letters = {0};
    struct text words = {0};
    const struct language *l = lang();
    if (step.kind == TURN_SEATS) {
        text_add(&words, language_in(l, "step", "%c "), 'A' + step.who);
        action_words(&words, game, step.what, NOBODY, &letters, l);
    } else if (step.kind == TURN_DECK) {
        text_add(&words, language_in(l, "step", "deal %s %d"),
                 language_in(l, "place", game_place_name(game, step.who)), (int)step.what);
    } else {
        text_add(&words, language_in(l, "step", "lot %c"), 'A' + step.who);
    }
    column_whole(out, text_of(&words), 21);
    out->failed |= words.failed;
    text_free(&words);
}

/* --- For people ------------------------------------------------------------------------------- */

static void add_shares(struct text *out, const struct table *t, const struct shares *s,
                       enum measure m)
{
    const char *const parts[] = {_("begin"), _("luck"), _("own play"), _("others"), _("result")};
    text_add(out, "\n");
    column_left(out,
                m == WORTH                   ? _("worth")
                : game_look(t->state)->chips ? _("chips")
                                             : _("points"),
                12);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        text_add(out, " ");
        column_right(out, parts[i], 9);
    }
    text_add(out, "\n");
    for (int seat = 0; seat < t->setup.players; seat++) {
        text_add(out, "%-12.12s", table_seat_name(t, seat));
        for (int part = 0; part < PARTS; part++)
            text_add(out, " %s",
                     language_figure(lang(),
                                     part == PART_BEGIN || part == PART_RESULT ? "%9.2f" : "%+9.2f",
                                     s->of[part].of[m][seat])
                         .text);
        text_add(out, "\n%12s", "+- 95%");
        for (int part = 0; part < PARTS; part++)
            text_add(out, " %s", language_figure(lang(), "%9.2f", s->error[part].of[m][seat]).text);
        text_add(out, "\n");
    }
}

static void add_decisions(struct text *out, const struct table *t, const struct analysis *a)
{
    const struct game *game = t->setup.game;
    const struct names letters = {0};
    text_add(out, "\n");
    column_left(out, language_in(lang(), "column", "hand"), 6);
    column_left(out, _("decision"), 21);
    column_left(out, _("loss"), 21);
    text_add(out, "%s\n", _("best"));
    for (size_t i = 0; i < a->moments; i++) {
        const struct moment *m = &a->moment[i];
        if (m->choices < 2)
            continue;
        text_add(out, "%-5u ", m->hand);
        add_step(out, game, m->step);
        text_add(out, "%s +- %s ", language_figure(lang(), "%7.2f", m->loss.mean).text,
                 language_figure(lang(), "%-9.2f", m->loss.error).text);
        if (m->best != m->step.what)
            action_words(out, game, m->best, NOBODY, &letters, lang());
        text_add(out, "\n");
    }
    for (int seat = 0; seat < t->setup.players; seat++) {
        struct tally loss = {0};
        for (size_t i = 0; i < a->moments; i++)
            if (a->moment[i].choices > 1 && a->moment[i].step.who == seat)
                tally_add(&loss, a->moment[i].loss.mean);
        text_add(out, _("%s: %ld decisions, lost %s\n"), table_seat_name(t, seat), loss.count,
                 language_figure(lang(), "%.2f", loss.sum).text);
    }
}

static void add_turning_points(struct text *out, const struct table *t, const struct analysis *a)
{
    size_t at[TURNING_POINTS];
    size_t count = analysis_turning_points(a, t->setup.players, TURNING_POINTS, at);
    text_add(out, "\n%s\n", _("turning points, in worth"));
    for (size_t i = 0; i < count; i++) {
        const struct moment *m = &a->moment[at[i]];
        text_add(out, "%-5u ", m->hand);
        add_step(out, t->setup.game, m->step);
        for (int seat = 0; seat < t->setup.players; seat++)
            text_add(out, " %c %s", 'A' + seat,
                     language_figure(lang(), "%+.2f", moment_swing(m, WORTH, seat)).text);
        text_add(out, "\n");
    }
}

static void add_report(struct text *out, const struct table *t, const struct analysis *a,
                       const struct analyse_limits *limits)
{
    const struct head *h = game_look(t->state);
    const struct reduction *r = &a->reduction;
    lang_players(out, setup_name(&t->setup), h->players);
    text_add(out, _(", hand %d, %s\n"), h->hand,
             h->turn.kind == TURN_OVER ? _("over") : _("in progress"));
    text_add(out, _("%d rollouts of %s for each moment, to the end of the hand; seed %llu\n"),
             limits->iterations, rollout_player(t->setup.game), (unsigned long long)limits->seed);
    add_shares(out, t, &a->shares, SCORE);
    add_shares(out, t, &a->shares, WORTH);
    add_decisions(out, t, a);
    add_turning_points(out, t, a);
    if (r->hands)
        text_add(out,
                 _("\nvariance of a hand's worth, over %d hands: %s plain, %s with the luck of the "
                   "cards taken off; %s%% of it is luck\n"),
                 r->hands, language_figure(lang(), "%.2f", r->plain_variance).text,
                 language_figure(lang(), "%.2f", r->adjusted_variance).text,
                 language_figure(lang(), "%.1f", 100 * reduction_share(r)).text);
}

/* --- The chart -------------------------------------------------------------------------------- */

static bool write_chart(const struct table *t, const struct analysis *a, const char *path,
                        struct error *e)
{
    struct text picture = {0};
    struct output output;
    bool fine = analysis_chart(t, a, lang(), &picture) || error_no_memory(e);
    fine = fine && output_open(&output, path, e);
    if (fine && fputs(text_of(&picture), output.to) < 0) {
        output_abandon(&output);
        fine = error_set(e, "%s cannot be written: %s; make room and try again", path,
                         error_reason(e, errno));
    } else if (fine) {
        fine = output_close(&output, e);
    }
    text_free(&picture);
    return fine;
}

/* --- The command ------------------------------------------------------------------------------ */

static bool report(struct text *out, const struct args *args, const struct table *t, int hands,
                   struct error *e)
{
    struct progress progress;
    struct analysis a;
    struct analyse_limits limits = {.seed = args->seeded ? args->seed : ANALYSE_SEED,
                                    .iterations =
                                        args->iterations ? args->iterations : analyse_iterations(t),
                                    .hands = hands,
                                    .progress = show_progress,
                                    .context = &progress};
    progress_begin(&progress, (long)t->steps + hands);
    bool fine = analyse(t, &limits, &a);
    if (fine && hands && !analyse_reduction(t, &limits, &a.reduction)) {
        analysis_clear(&a);
        fine = false;
    }
    progress_end(&progress);
    if (!fine)
        return error_no_memory(e);
    if (!args->iterations ||
        args->iterations >= ANALYSE_ITERATIONS) /* a quick look is no verdict */
        fine = journal_keep(args->word[0], t, &a, e);
    bool alone =
        args->svg && strcmp(args->svg, "-") == 0; /* the picture has the output to itself */
    if (args->json && !alone)
        json_analysis(out, t, &a, &limits);
    else if (!alone)
        add_report(out, t, &a, &limits);
    fine =
        fine && (out->failed ? error_no_memory(e) : !args->svg || write_chart(t, &a, args->svg, e));
    analysis_clear(&a);
    return fine;
}

static int run_one(const struct args *a, int hands)
{
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct reader *r = load_record(a->word[0], args_language(a));
    if (!r)
        return BAD_INPUT;
    bool fine = report(&out, a, reader_table(r), hands, &e);
    reader_free(r);
    if (fine)
        return finish(&out);
    text_free(&out);
    return fail(BAD_INPUT, &e);
}

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct places p;
    const char *hands = args_setting(a, "reduction");
    long measured = 0;
    if (hands && !args_count(hands, HANDS_MOST, &measured)) {
        error_set(&e, "--reduction %.40s is no number of hands; expected 1 to %d", hands,
                  HANDS_MOST);
        return fail(BAD_USAGE, &e);
    }
    int status = BAD_INPUT;
    bool fine = places_find(&p, a, &e), several = p.count > 1;
    if (fine && several && (hands || a->svg)) {
        fine =
            error_set(&e, "there are %ld records; expected one with --svg or --reduction", p.count);
        status = BAD_USAGE;
    }
    status = !fine     ? fail((enum status)status, &e)
             : several ? analyse_all(a, &p)
                       : run_one(a, (int)measured);
    places_clear(&p);
    return status;
}

static const struct flag flags[] = {
    ITERATIONS_FLAG(N_("how often each moment and each decision is played on; without it 400, or "
                       "what a few seconds are enough for")),
    SEED_FLAG(N_("where the random numbers start (1)")),
    THREADS_FLAG(
        N_("of several records, how many at the same time; as many as there are cores without it")),
    SETTING_FLAG("reduction", N_("HANDS"), TAKES_WORDS,
                 N_("measure over so many hands how much less a hand varies when the luck of the "
                    "cards is taken off")),
    FILE_FLAG(svg, N_("draw each seat's expectation over time; '-' for standard output, which then "
                      "holds nothing else")),
    SWITCH_FLAG(json, N_("print an object")),
    END_ROW,
};

const struct command analyse_command = {
    .name = "analyse",
    .usage = N_("[GAME|FILE|FOLDER]..."),
    .summary = N_("luck, skill and turning points of a game"),
    .help =
        N_("Reads a record ('-' for standard input) and looks back on the game: where each seat's "
           "result came from, what each decision lost against the best one by what the seat could "
           "know, and the turning points. 'begin' is what the hands promised before their first "
           "card, 'luck' what cards, lots and the unknown changed, 'own play' and 'others' what "
           "decisions changed, compared with the player of the rollouts. Together they are the "
           "result. The worth is a seat's gain less the mean gain of the others, with a stake for "
           "winning or losing the game; more is better. Below each figure stands half the width of "
           "its 95% interval. Burned cards, which nobody sees, are nobody's luck.\n\nOf several "
           "records, in one file, several files or folders, there is a row for each, and the mean "
           "a game for each player, or seat, with its 95% interval."),
    .flags = flags,
    .saved = true,
    .words_max = ARGS_WORDS,
    .run = run,
};
