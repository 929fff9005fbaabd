/* pairs compare: two rule sets on the same deals. */
#include "lab/compare.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/forfeit.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "engine/game.h"
#include "lab/crew.h"
#include "lab/plot.h"
#include "wire/bot.h"
#include "wire/json.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_GAMES = 1000, ROWS_MOST = 5 + 3 * PLAYERS_MAX };

/* What is compared and what came out. */
struct run {
    const struct args *args;
    struct setup setup[2];
    struct sim_job job[2];
    struct comparison result;
    struct progress progress;
};

/* One line of the table. */
struct row {
    const char *name; /* as programs read it; N_ for people */
    const struct difference *d;
    int seat;   /* -1: of all */
    bool share; /* of games */
};

/* Seats that nobody wins or loses at are left out. */
static int make_rows(const struct run *r, struct row row[ROWS_MOST])
{
    const struct comparison *c = &r->result;
    int rows = 0, players = r->setup[0].players;
    bool won = false, lost = false;
    row[rows++] = (struct row){N_("hands"), &c->hands, -1, false};
    row[rows++] = (struct row){N_("decisions"), &c->decisions, -1, false};
    row[rows++] = (struct row){N_("cards"), &c->cards, -1, false};
    for (int seat = 0; seat < players; seat++) {
        row[rows++] = (struct row){N_("score"), &c->score[seat], seat, false};
        won = won || c->won[seat].of[0].sum > 0 || c->won[seat].of[1].sum > 0;
        lost = lost || c->lost[seat].of[0].sum > 0 || c->lost[seat].of[1].sum > 0;
    }
    for (int seat = 0; won && seat < players; seat++)
        row[rows++] = (struct row){N_("won"), &c->won[seat], seat, true};
    for (int seat = 0; lost && seat < players; seat++)
        row[rows++] = (struct row){N_("lost"), &c->lost[seat], seat, true};
    if (won && c->first_won.more.count)
        row[rows++] = (struct row){N_("won by who began"), &c->first_won, -1, true};
    if (lost && c->first_lost.more.count)
        row[rows++] = (struct row){N_("lost by who began"), &c->first_lost, -1, true};
    return rows;
}

/* --- Before ----------------------------------------------------------------------------------- */

/* The second rules: those of another name, or those of the first, with what is against them. */
static bool second_setup(struct run *r, struct error *e)
{
    const struct args *a = r->args;
    struct args second = *a;
    const char *name = a->words > 1 ? a->word[1] : a->word[0];
    second.players = r->setup[0].players;
    if (a->words > 1)
        second.options = 0;
    for (int i = 0; i < a->settings; i++) {
        if (second.options == ARGS_OPTIONS)
            return error_set(e, "too many options; expected at most %d", ARGS_OPTIONS);
        second.option[second.options++] = a->setting[i].value;
    }
    if (a->words == 1 && !a->settings)
        return error_set(e, "there is nothing to compare with; expected another game, or --against "
                            "KEY=VALUE");
    return args_setup(&second, name, &r->setup[1], e);
}

static bool make_jobs(struct run *r, struct error *e)
{
    const struct args *a = r->args;
    uint64_t seed = args_seed(a);
    if (!args_setup(a, a->word[0], &r->setup[0], e) || !second_setup(r, e))
        return false;
    for (int i = 0; i < 2; i++) {
        r->job[i] = (struct sim_job){.point = &r->setup[i],
                                     .points = 1,
                                     .games = a->games ? a->games : USUAL_GAMES,
                                     .seed = seed,
                                     .apart = true,
                                     .make = wire_bot,
                                     .threads = a->threads ? a->threads : crew_usual()};
        if (!sim_bots(&r->job[i], a->bots ? a->bots : "random", e))
            return false;
    }
    return true;
}

/* --- For people ------------------------------------------------------------------------------- */

/* "pairs, target=31, payment=tacoma": what was given. */
static void add_rules(struct text *out, const struct setup *u)
{
    text_add(out, "%s", setup_name(u));
    for (int i = 0; u->game->options[i].key; i++) {
        char word[OPTION_TEXT];
        if (u->given >> i & 1)
            text_add(out, ", %s=%s", u->game->options[i].key,
                     option_text(&u->game->options[i], u->option[i], word));
    }
}

static void add_p(struct text *out, double p)
{
    if (p < 0.0001)
        text_add(out, " %9s\n", language_figure(lang(), "<%.4f", 0.0001).text);
    else
        text_add(out, " %9s\n", language_figure(lang(), "%.4f", p).text);
}

static void add_row(struct text *out, const struct row *row)
{
    struct text name = {0};
    struct estimate more = tally_estimate(&row->d->more);
    double unit = row->share ? 100 : 1;
    const char *percent = row->share ? "%" : " ";
    text_add(&name, "%s", _(row->name));
    if (row->seat >= 0)
        text_add(&name, " %c", 'A' + row->seat);
    text_add(out, "%s%*s", text_of(&name), 20 - text_columns(text_of(&name), (int)name.size), "");
    for (int i = 0; i < 2; i++)
        text_add(out, " %s%s",
                 language_figure(lang(), "%10.3f", unit * tally_estimate(&row->d->of[i]).mean).text,
                 percent);
    text_add(out, " %s%s %s%s", language_figure(lang(), "%+10.3f", unit * more.mean).text, percent,
             language_figure(lang(), "%9.3f", unit * more.error).text, percent);
    add_p(out, difference_p(row->d));
    out->failed |= name.failed;
    text_free(&name);
}

static void add_report(struct text *out, const struct run *r)
{
    struct row row[ROWS_MOST];
    long games = r->result.result[0].games;
    lang_players(out, setup_name(&r->setup[0]), r->setup[0].players);
    text_add(out, lang_plural(", %ld game, seed %llu\n", ", %ld games, seed %llu\n", games), games,
             (unsigned long long)r->job->seed);
    text_add(out, "1: ");
    add_rules(out, &r->setup[0]);
    text_add(out, "\n2: ");
    add_rules(out, &r->setup[1]);
    text_add(out, "\n\n%20s %10s  %10s  %s", "", "1", "2",
             _(" difference     +- 95%          p\n"));
    int rows = make_rows(r, row);
    for (int i = 0; i < rows; i++)
        add_row(out, &row[i]);
    text_add(out, "%s", _("\nthe same deals by both; p by the paired z test, two-sided\n"));
}

/* --- For programs ----------------------------------------------------------------------------- */

static void json_rules(struct text *t, const struct setup *u)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(u));
    json_int(json_key(t, "players"), u->players);
    json_options(json_key(t, "options"), u);
    json_object_end(t);
}

static void json_row(struct text *t, const struct row *row)
{
    struct estimate first = tally_estimate(&row->d->of[0]), second = tally_estimate(&row->d->of[1]);
    struct estimate more = tally_estimate(&row->d->more);
    json_object_begin(t);
    json_text(json_key(t, "measure"), row->name);
    json_key(t, "seat");
    if (row->seat >= 0)
        json_seat(t, row->seat);
    else
        json_null_value(t);
    json_int(json_key(t, "games"), row->d->more.count);
    json_estimate(json_key(t, "first"), first.mean, first.error);
    json_estimate(json_key(t, "second"), second.mean, second.error);
    json_estimate(json_key(t, "difference"), more.mean, more.error);
    json_double(json_key(t, "p"), difference_p(row->d));
    json_object_end(t);
}

static void json_report(struct text *t, const struct run *r)
{
    struct row row[ROWS_MOST];
    char seed[32];
    int rows = make_rows(r, row);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->job->seed);
    json_object_begin(t);
    json_rules(json_key(t, "first"), &r->setup[0]);
    json_rules(json_key(t, "second"), &r->setup[1]);
    json_text(json_key(t, "seed"), seed);
    json_int(json_key(t, "games"), r->result.result[0].games);
    json_array_begin(json_key(t, "bots"));
    for (int seat = 0; seat < r->setup[0].players; seat++)
        json_text(t, r->job->bot[seat]);
    json_array_end(t);
    json_text(json_key(t, "test"), "paired z, two-sided");
    json_array_begin(json_key(t, "measures"));
    for (int i = 0; i < rows; i++)
        json_row(t, &row[i]);
    json_array_end(t);
    json_object_end(t);
    text_add(t, "\n");
}

/* --- The picture ------------------------------------------------------------------------------ */

/* A panel with the differences of those rows that have this name; nothing if there are none. */
static bool draw_panel(const struct row row[], int rows, const char *name, double left,
                       const char *title, struct text *out)
{
    static const char *const letter[PLAYERS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    const struct row *drawn[PLAYERS_MAX];
    int count = 0;
    for (int i = 0; i < rows; i++)
        if (row[i].seat >= 0 && strcmp(row[i].name, name) == 0)
            drawn[count++] = &row[i];
    struct panel p = {.title = title,
                      .left = left,
                      .top = 64,
                      .width = 490,
                      .height = 310,
                      .x_label = _("seat"),
                      .y_label = count && drawn[0]->share ? _("% of games") : _("score"),
                      .x_low = -0.5,
                      .x_high = count - 0.5,
                      .y_low = 1,
                      .y_high = 0,
                      .name = letter,
                      .names = count};
    panel_reach(&p, 0);
    for (int pass = 0; pass < 2; pass++) { /* the range must be known before anything is drawn */
        for (int i = 0; i < count; i++) {
            struct estimate more = tally_estimate(&drawn[i]->d->more);
            double unit = drawn[i]->share ? 100 : 1, mean = unit * more.mean;
            double low = mean - unit * more.error, high = mean + unit * more.error;
            if (pass == 0) {
                panel_reach(&p, low);
                panel_reach(&p, high);
            } else {
                panel_whisker(&p, i, low, mean, high, drawn[i]->seat, out);
            }
        }
        if (pass == 0 && count) {
            panel_loosen(&p);
            panel_frame(&p, out);
            panel_rule(&p, 0, out);
        }
    }
    return count > 0;
}

static void draw(struct text *out, const struct run *r)
{
    struct row row[ROWS_MOST];
    struct text heading = {0};
    int rows = make_rows(r, row);
    text_add(&heading, "1: ");
    add_rules(&heading, &r->setup[0]);
    text_add(&heading, "; 2: ");
    add_rules(&heading, &r->setup[1]);
    plot_begin(out, 1040, 394, text_of(&heading));
    draw_panel(row, rows, "score", 20, _("Scores: what the second has more, 95% intervals"), out);
    if (!draw_panel(row, rows, "won", 530, _("Games won: the same"), out))
        draw_panel(row, rows, "lost", 530, _("Games lost: the same"), out);
    plot_end(out);
    out->failed |= heading.failed;
    text_free(&heading);
}

static bool write_svg(const struct run *r, struct error *e)
{
    struct text picture = {0};
    struct output output;
    if (!r->args->svg)
        return true;
    draw(&picture, r);
    bool fine = picture.failed ? error_no_memory(e) : output_open(&output, r->args->svg, e);
    if (fine) {
        fputs(text_of(&picture), output.to); /* closing tells if it went wrong */
        fine = output_close(&output, e);
    }
    text_free(&picture);
    return fine;
}

/* --- The command ------------------------------------------------------------------------------ */

static void look(void *context, long games)
{
    struct run *r = context;
    progress_show(&r->progress, games);
}

static bool play(struct run *r, struct error *e)
{
    struct text endless = {0};
    struct compare_watch watch = {
        .stop = stop_on_signals(), .look = look, .context = r, .endless = &endless};
    progress_begin(&r->progress, r->job->games);
    bool fine = compare_run(r->job, &watch, &r->result, e);
    progress_end(&r->progress);
    stop_at_endless(&endless, e);
    return fine;
}

/* False with a message if a bot has not made all its decisions itself. */
static bool all_played(const struct run *r, struct error *e)
{
    for (int i = 0; i < 2; i++) {
        for (int seat = 0; seat < r->setup[i].players; seat++) {
            const struct forfeit *f = &r->result.result[i].forfeit[seat];
            if (f->decisions)
                return forfeit_error(f, r->job[i].bot[seat], r->setup[i].game, e);
        }
    }
    return true;
}

static int report(const struct run *r, struct error *e)
{
    struct text out = {0};
    long games = r->result.result[0].games;
    bool svg = r->args->svg && strcmp(r->args->svg, "-") == 0;
    if (!games) {
        error_set(e, "interrupted before the first game was over; nothing was counted");
        return fail(BAD_INPUT, e);
    }
    if (!write_svg(r, e))
        return fail(BAD_INPUT, e);
    if (r->args->json)
        json_report(&out, r);
    else if (!svg) /* it has standard output to itself */
        add_report(&out, r);
    int status = finish(&out);
    if (status == FINE && games < r->job->games)
        fprintf(stderr, _("pairs: interrupted after %ld of %ld games; the figures are of those\n"),
                games, r->job->games);
    return status == FINE && !all_played(r, e) ? fail(BAD_INPUT, e) : status;
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct run *r = calloc(1, sizeof *r);
    if (!r) {
        error_no_memory(&e);
        return fail(BAD_INPUT, &e);
    }
    r->args = a;
    int status = FINE;
    if (!make_jobs(r, &e))
        status = fail(BAD_USAGE, &e);
    else if (!play(r, &e))
        status = fail(BAD_INPUT, &e);
    else
        status = report(r, &e);
    free(r);
    return status;
}

static const struct flag flags[] = {
    WORD_ROW(N_("OTHER"),
             N_("the other rules are those of another name; without it those of GAME")),
    GROUP_ROW(N_("The game")),
    OPTION_FLAG(N_("KEY=VALUE"),
                N_("an option of GAME, and of the other rules if OTHER is not given")),
    SETTING_FLAG("against", N_("KEY=VALUE"), TAKES_OPTION, N_("an option of the other rules")),
    PLAYERS_FLAG(N_("how many play")),
    BOTS_FLAG(N_("who plays, as in 'pairs sim --help'")),
    GROUP_ROW(N_("The run")),
    GAMES_FLAG(N_("how many games by each (1000)")),
    SEED_FLAG(N_("where the random numbers start; a new place each time without it")),
    THREADS_FLAG(N_("how many games at the same time; as many as there are cores without it")),
    GROUP_ROW(N_("The results")),
    FILE_FLAG(svg, N_("draw the differences of the seats; '-' for standard output")),
    SWITCH_FLAG(json, N_("the result as a JSON object")),
    END_ROW,
};

const struct command compare_command = {
    .name = "compare",
    .usage = N_("GAME [OTHER]"),
    .summary = N_("two rule sets on the same deals: how they differ"),
    .help =
        N_("Plays GAME between bots, and the same deals by other rules; prints for each measure "
           "the means, how much more the second has, half of the 95% interval of that, and how "
           "likely so large a difference is where there is none (p, by the paired z test). Each "
           "hand has the same cards in the same order by both, as far as they are drawn."),
    .flags = flags,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
