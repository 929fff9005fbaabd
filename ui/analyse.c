/* pairs analyse: a game after the fact. */
#include "lab/analyse.h"

#include "lab/svg.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/json.h"
#include "ui/lang.h"
#include "ui/load.h"
#include "ui/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_ITERATIONS = 400, HANDS = 100, TURNING_POINTS = 5, STEP_TEXT = ACTION_TEXT + 16 };

static void show_progress(void *context, long done)
{
    progress_show(context, done);
}

static const char *seat_name(const struct table *t, int seat)
{
    return t->name[seat][0] ? t->name[seat] : game_place_name(NULL, seat);
}

/* The line of the record. */
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

static double times_less(const struct reduction *r)
{
    return r->adjusted_variance > 0 ? r->plain_variance / r->adjusted_variance : 0;
}

/* --- For people ------------------------------------------------------------------------------- */

static void print_shares(const struct table *t, const struct shares *s, enum measure m)
{
    printf("\n%-12s %9s %9s %9s %9s %9s\n",
           m == WORTH                   ? _("worth")
           : game_look(t->state)->chips ? _("chips")
                                        : _("points"),
           _("begin"), _("luck"), _("own play"), _("others"), _("result"));
    for (int seat = 0; seat < t->setup.players; seat++)
        printf("%-12.12s %9.2f %+9.2f %+9.2f %+9.2f %9.2f\n", seat_name(t, seat),
               s->begin.of[m][seat], s->luck.of[m][seat], s->own.of[m][seat], s->others.of[m][seat],
               s->result.of[m][seat]);
}

static void print_decisions(const struct table *t, const struct analysis *a)
{
    const struct game *game = t->setup.game;
    char step[STEP_TEXT], best[ACTION_TEXT];
    printf("\n%-5s %-20s %-20s %s\n", _("hand"), _("decision"), _("loss"), _("best"));
    for (size_t i = 0; i < a->moments; i++) {
        const struct moment *m = &a->moment[i];
        if (m->choices > 1)
            printf("%-5u %-20s %7.2f +- %-9.2f %s\n", m->hand, step_text(game, m->step, step),
                   m->loss.mean, m->loss.error,
                   m->best == m->step.what ? "" : action_text(game, m->best, best));
    }
    for (int seat = 0; seat < t->setup.players; seat++) {
        struct tally loss = {0};
        for (size_t i = 0; i < a->moments; i++)
            if (a->moment[i].choices > 1 && a->moment[i].step.who == seat)
                tally_add(&loss, a->moment[i].loss.mean);
        printf(_("%s: %ld decisions, lost %.2f\n"), seat_name(t, seat), loss.count, loss.sum);
    }
}

static void print_turning_points(const struct table *t, const struct analysis *a)
{
    size_t at[TURNING_POINTS];
    char step[STEP_TEXT];
    size_t count = analysis_turning_points(a, t->setup.players, TURNING_POINTS, at);
    printf("\n%s\n", _("turning points, in worth"));
    for (size_t i = 0; i < count; i++) {
        const struct moment *m = &a->moment[at[i]];
        printf("%-5u %-20s", m->hand, step_text(t->setup.game, m->step, step));
        for (int seat = 0; seat < t->setup.players; seat++)
            printf(" %c %+.2f", 'A' + seat, moment_swing(m, WORTH, seat));
        putchar('\n');
    }
}

static void print_report(const struct table *t, const struct analysis *a,
                         const struct analyse_limits *limits)
{
    const struct head *h = game_look(t->state);
    const struct reduction *r = &a->reduction;
    printf(_("%s, %d players, hand %d, %s\n"), setup_name(&t->setup), h->players, h->hand,
           h->turn.kind == TURN_OVER ? _("over") : _("in progress"));
    printf(_("%d rollouts of %s for each moment, to the end of the hand; seed %llu\n"),
           limits->iterations, rollout_player(t->setup.game), (unsigned long long)limits->seed);
    print_shares(t, &a->shares, SCORE);
    print_shares(t, &a->shares, WORTH);
    print_decisions(t, a);
    print_turning_points(t, a);
    printf(_("\nvariance of a hand's worth, over %d hands: %.2f plain, %.2f with the luck taken "
             "off, %.1f times less\n"),
           r->hands, r->plain_variance, r->adjusted_variance, times_less(r));
}

/* --- For programs ----------------------------------------------------------------------------- */

static json_t *json_outcome(const struct outcome *o, enum measure m, int players)
{
    json_t *all = json_array();
    for (int seat = 0; seat < players; seat++)
        json_array_append_new(all, json_real(o->of[m][seat]));
    return all;
}

static json_t *json_shares(const struct shares *s, enum measure m, int players)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o}", "begin", json_outcome(&s->begin, m, players), "luck",
        json_outcome(&s->luck, m, players), "own", json_outcome(&s->own, m, players), "others",
        json_outcome(&s->others, m, players), "result", json_outcome(&s->result, m, players));
}

static json_t *json_moment(const struct table *t, const struct moment *m)
{
    char text[STEP_TEXT];
    int players = t->setup.players;
    json_t *one = json_pack("{s:i, s:s, s:o, s:o, s:o, s:o}", "hand", (int)m->hand, "event",
                            step_text(t->setup.game, m->step, text), "before",
                            json_outcome(&m->before, WORTH, players), "after",
                            json_outcome(&m->after, WORTH, players), "score_before",
                            json_outcome(&m->before, SCORE, players), "score_after",
                            json_outcome(&m->after, SCORE, players));
    if (m->choices)
        json_object_update_new(one, json_pack("{s:i, s:s, s:o, s:f}", "choices", m->choices, "best",
                                              action_text(t->setup.game, m->best, text), "loss",
                                              json_estimate(m->loss.mean, m->loss.error), "play",
                                              m->play[WORTH]));
    return one;
}

static json_t *json_reduction(const struct reduction *r, int players)
{
    json_t *plain = json_array(), *adjusted = json_array();
    for (int seat = 0; seat < players; seat++) {
        json_array_append_new(plain, json_estimate(r->plain[seat].mean, r->plain[seat].error));
        json_array_append_new(adjusted,
                              json_estimate(r->adjusted[seat].mean, r->adjusted[seat].error));
    }
    return json_pack("{s:i, s:f, s:f, s:f, s:o, s:o}", "hands", r->hands, "plain_variance",
                     r->plain_variance, "adjusted_variance", r->adjusted_variance, "times_less",
                     times_less(r), "plain", plain, "adjusted", adjusted);
}

static json_t *json_analysis(const struct table *t, const struct analysis *a,
                             const struct analyse_limits *limits)
{
    int players = t->setup.players;
    size_t at[TURNING_POINTS];
    size_t count = analysis_turning_points(a, players, TURNING_POINTS, at);
    json_t *moments = json_array(), *turning = json_array();
    for (size_t i = 0; i < a->moments; i++)
        json_array_append_new(moments, json_moment(t, &a->moment[i]));
    for (size_t i = 0; i < count; i++)
        json_array_append_new(turning, json_integer((json_int_t)at[i]));
    return json_pack("{s:s, s:i, s:b, s:i, s:s, s:I, s:o, s:o, s:o, s:o, s:o}", "game",
                     setup_name(&t->setup), "players", players, "over",
                     table_turn(t).kind == TURN_OVER, "iterations", limits->iterations, "player",
                     rollout_player(t->setup.game), "seed", (json_int_t)limits->seed, "score",
                     json_shares(&a->shares, SCORE, players), "worth",
                     json_shares(&a->shares, WORTH, players), "moments", moments, "turning_points",
                     turning, "variance", json_reduction(&a->reduction, players));
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
                         strerror(errno));
    } else if (fine) {
        fine = output_close(&output, e);
    }
    text_free(&picture);
    return fine;
}

/* --- The command ------------------------------------------------------------------------------ */

static bool report(const struct args *args, const struct table *t, struct error *e)
{
    struct progress progress;
    struct analysis a;
    struct analyse_limits limits = {.seed = args->seeded ? args->seed : 1,
                                    .iterations =
                                        args->iterations ? args->iterations : USUAL_ITERATIONS,
                                    .hands = HANDS,
                                    .progress = show_progress,
                                    .context = &progress};
    progress_begin(&progress, (long)t->steps + HANDS);
    bool fine = analyse(t, &limits, &a);
    progress_end(&progress);
    if (!fine)
        return error_no_memory(e);
    fine = !args->svg || write_chart(t, &a, args->svg, e);
    bool alone =
        args->svg && strcmp(args->svg, "-") == 0; /* the picture has the output to itself */
    if (fine && args->json && !alone)
        json_print(json_analysis(t, &a, &limits), stdout);
    else if (fine && !alone)
        print_report(t, &a, &limits);
    analysis_clear(&a);
    return fine;
}

static int run(const struct args *a)
{
    struct error e = {0};
    struct reader *r = load_record(a->word[0]);
    if (!r)
        return BAD_INPUT;
    bool fine = report(a, reader_table(r), &e);
    reader_free(r);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

const struct command analyse_command = {
    .name = "analyse",
    .usage = "analyse FILE [--iterations N] [--seed S] [--svg FILE] [--json]",
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
