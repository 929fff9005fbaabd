/* pairs analyse: a game after the fact. */
#include "lab/analyse.h"

#include "lab/svg.h"
#include "ui/columns.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/journal.h"
#include "ui/json.h"
#include "ui/lang.h"
#include "ui/load.h"
#include "ui/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS = 100, TURNING_POINTS = 5, STEP_TEXT = ACTION_TEXT + 16 };

static void show_progress(void *context, long done)
{
    progress_show(context, done);
}

static const char *seat_name(const struct table *t, int seat)
{
    return t->name[seat][0] ? t->name[seat] : game_place_name(NULL, seat);
}

/* The line of the record, for programs. */
static const char *step_text(const struct game *game, struct step step, char out[STEP_TEXT])
{
    char word[ACTION_TEXT];
    if (step.kind == TURN_SEATS)
        snprintf(out, STEP_TEXT, "%c %s", 'A' + step.who, action_text(game, step.what, word));
    else if (step.kind == TURN_DECK)
        snprintf(out, STEP_TEXT, "deal %s %d", game_place_name(game, step.who), (int)step.what);
    else
        snprintf(out, STEP_TEXT, "lot %c", 'A' + step.who);
    return out;
}

/* The same in words, for people. */
static void add_step(struct text *out, const struct game *game, struct step step)
{
    const struct names letters = {0};
    struct text words = {0};
    const struct language *l = lang();
    if (step.kind == TURN_SEATS) {
        text_add(&words, language_in(l, "step", "%c "), 'A' + step.who);
        action_words(&words, game, step.what, &letters, l);
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

static double times_less(const struct reduction *r)
{
    return r->adjusted_variance > 0 ? r->plain_variance / r->adjusted_variance : 0;
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
    for (int seat = 0; seat < t->setup.players; seat++)
        text_add(out, "%-12.12s %s %s %s %s %s\n", seat_name(t, seat),
                 language_figure(lang(), "%9.2f", s->begin.of[m][seat]).text,
                 language_figure(lang(), "%+9.2f", s->luck.of[m][seat]).text,
                 language_figure(lang(), "%+9.2f", s->own.of[m][seat]).text,
                 language_figure(lang(), "%+9.2f", s->others.of[m][seat]).text,
                 language_figure(lang(), "%9.2f", s->result.of[m][seat]).text);
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
            action_words(out, game, m->best, &letters, lang());
        text_add(out, "\n");
    }
    for (int seat = 0; seat < t->setup.players; seat++) {
        struct tally loss = {0};
        for (size_t i = 0; i < a->moments; i++)
            if (a->moment[i].choices > 1 && a->moment[i].step.who == seat)
                tally_add(&loss, a->moment[i].loss.mean);
        text_add(out, _("%s: %ld decisions, lost %s\n"), seat_name(t, seat), loss.count,
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
    text_add(out,
             _("\nvariance of a hand's worth, over %d hands: %s plain, %s with the luck taken "
               "off, %s times less\n"),
             r->hands, language_figure(lang(), "%.2f", r->plain_variance).text,
             language_figure(lang(), "%.2f", r->adjusted_variance).text,
             language_figure(lang(), "%.1f", times_less(r)).text);
}

/* --- For programs ----------------------------------------------------------------------------- */

static void json_shares(struct text *t, const struct shares *s, enum measure m, int players)
{
    json_object_begin(t);
    json_doubles(json_key(t, "begin"), s->begin.of[m], players);
    json_doubles(json_key(t, "luck"), s->luck.of[m], players);
    json_doubles(json_key(t, "own"), s->own.of[m], players);
    json_doubles(json_key(t, "others"), s->others.of[m], players);
    json_doubles(json_key(t, "result"), s->result.of[m], players);
    json_object_end(t);
}

static void json_moment(struct text *t, const struct moment *m, const struct table *table)
{
    char text[STEP_TEXT];
    int players = table->setup.players;
    json_object_begin(t);
    json_int(json_key(t, "hand"), m->hand);
    json_text(json_key(t, "event"), step_text(table->setup.game, m->step, text));
    json_doubles(json_key(t, "before"), m->before.of[WORTH], players);
    json_doubles(json_key(t, "after"), m->after.of[WORTH], players);
    json_doubles(json_key(t, "score_before"), m->before.of[SCORE], players);
    json_doubles(json_key(t, "score_after"), m->after.of[SCORE], players);
    if (m->choices) {
        json_int(json_key(t, "choices"), m->choices);
        json_text(json_key(t, "best"), action_text(table->setup.game, m->best, text));
        json_estimate(json_key(t, "loss"), m->loss.mean, m->loss.error);
        json_double(json_key(t, "play"), m->play[WORTH]);
    }
    json_object_end(t);
}

static void json_estimates(struct text *t, const struct estimate all[], int players)
{
    json_array_begin(t);
    for (int seat = 0; seat < players; seat++)
        json_estimate(t, all[seat].mean, all[seat].error);
    json_array_end(t);
}

static void json_reduction(struct text *t, const struct reduction *r, int players)
{
    json_object_begin(t);
    json_int(json_key(t, "hands"), r->hands);
    json_double(json_key(t, "plain_variance"), r->plain_variance);
    json_double(json_key(t, "adjusted_variance"), r->adjusted_variance);
    json_double(json_key(t, "times_less"), times_less(r));
    json_estimates(json_key(t, "plain"), r->plain, players);
    json_estimates(json_key(t, "adjusted"), r->adjusted, players);
    json_object_end(t);
}

static void json_analysis(struct text *t, const struct table *table, const struct analysis *a,
                          const struct analyse_limits *limits)
{
    int players = table->setup.players;
    size_t at[TURNING_POINTS];
    size_t count = analysis_turning_points(a, players, TURNING_POINTS, at);
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&table->setup));
    json_int(json_key(t, "players"), players);
    json_bool(json_key(t, "over"), table_turn(table).kind == TURN_OVER);
    json_int(json_key(t, "iterations"), limits->iterations);
    json_text(json_key(t, "player"), rollout_player(table->setup.game));
    json_unsigned(json_key(t, "seed"), limits->seed);
    json_shares(json_key(t, "score"), &a->shares, SCORE, players);
    json_shares(json_key(t, "worth"), &a->shares, WORTH, players);
    json_array_begin(json_key(t, "moments"));
    for (size_t i = 0; i < a->moments; i++)
        json_moment(t, &a->moment[i], table);
    json_array_end(t);
    json_array_begin(json_key(t, "turning_points"));
    for (size_t i = 0; i < count; i++)
        json_unsigned(t, at[i]);
    json_array_end(t);
    json_reduction(json_key(t, "variance"), &a->reduction, players);
    json_object_end(t);
    text_add(t, "\n");
}

/* --- The chart -------------------------------------------------------------------------------- */

/* Expectations of each seat over the moments, with a mark where a hand begins. */
static bool draw_chart(const struct table *t, const struct analysis *a, struct text *out)
{
    size_t count = a->moments + 1, marks = 0;
    int players = t->setup.players;
    double *room = calloc(count * ((size_t)players + 2), sizeof *room);
    struct svg_line line[PLAYERS_MAX];
    if (!room)
        return false;
    double *x = room, *mark = room + count;
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)i;
        if (i > 0 && i < a->moments && a->moment[i].hand != a->moment[i - 1].hand)
            mark[marks++] = x[i];
    }
    for (int seat = 0; seat < players; seat++) {
        double *y = room + count * ((size_t)seat + 2);
        for (size_t i = 0; i < a->moments; i++)
            y[i] = a->moment[i].before.of[WORTH][seat];
        y[a->moments] = a->shares.result.of[WORTH][seat];
        line[seat] = (struct svg_line){seat_name(t, seat), x, y, count};
    }
    struct svg_chart chart = {.title = t->setup.game->title,
                              .x_label = _("cards and decisions; upright lines: a hand begins"),
                              .y_label = _("expected worth"),
                              .line = line,
                              .lines = players,
                              .mark = mark,
                              .marks = marks};
    svg_write(&chart, out);
    free(room);
    return !out->failed;
}

static bool write_chart(const struct table *t, const struct analysis *a, const char *path,
                        struct error *e)
{
    struct text picture = {0};
    struct output output;
    bool fine = draw_chart(t, a, &picture) || error_no_memory(e);
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

static bool report(struct text *out, const struct args *args, const struct table *t,
                   struct error *e)
{
    struct progress progress;
    struct analysis a;
    struct analyse_limits limits = {.seed = args->seeded ? args->seed : ANALYSE_SEED,
                                    .iterations =
                                        args->iterations ? args->iterations : ANALYSE_ITERATIONS,
                                    .hands = HANDS,
                                    .progress = show_progress,
                                    .context = &progress};
    progress_begin(&progress, (long)t->steps + HANDS);
    bool fine = analyse(t, &limits, &a);
    progress_end(&progress);
    if (!fine)
        return error_no_memory(e);
    if (limits.iterations >= ANALYSE_ITERATIONS) /* a quick look is no verdict */
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

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct reader *r = load_record(a->word[0], args_language(a));
    if (!r)
        return BAD_INPUT;
    bool fine = report(&out, a, reader_table(r), &e);
    reader_free(r);
    if (fine)
        return finish(&out);
    text_free(&out);
    return fail(BAD_INPUT, &e);
}

const struct command analyse_command = {
    .name = "analyse",
    .usage = N_("analyse FILE [--iterations N] [--seed S] [--svg FILE] [--json]"),
    .summary = N_("luck, skill and turning points of a game"),
    .help =
        N_("Reads a record ('-' for standard input) and looks back on the game: where each seat's\n"
           "result came from, what each decision lost against the best one by what the seat could\n"
           "know, and the turning points. 'begin' is what the hands promised before their first\n"
           "card, 'luck' what cards, lots and the unknown changed, 'own play' and 'others' what\n"
           "decisions changed, compared with the player of the rollouts. Together they are the\n"
           "result. The worth is a seat's gain less the mean gain of the others, with a stake for\n"
           "winning or losing the game; more is better. The last line says how much less a hand\n"
           "varies when the luck of the cards is taken off.\n\n"
           "  --iterations N  how often each moment and each decision is played on (400)\n"
           "  --seed S        where the random numbers start (1)\n"
           "  --svg FILE      draw each seat's expectation over time; '-' for standard output,\n"
           "                  which then holds nothing else\n"
           "  --json          print an object\n"),
    .flags = FLAG_ITERATIONS | FLAG_SEED | FLAG_SVG | FLAG_JSON,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
