#include "cli/statistics.h"

#include "cli/chart.h"
#include "cli/columns.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "lab/plot.h"
#include "lab/stats.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TABLE_COLUMNS = 74, /* so that it fits the full screen, too */
    LABEL_COLUMNS = 23,
    BAR_COLUMNS = 40,
    CURVE_COLUMNS = 64,
};

bool statistics_gather(struct statistics *s, const struct played_list *l, const char *person,
                       struct error *e)
{
    *s = (struct statistics){.list = l, .person = person};
    s->curve = calloc((size_t)l->count + 1, sizeof *s->curve);
    bool fine = s->curve || error_no_memory(e);
    fine = fine && results_gather(&s->all, l, BY_NOTHING, person, e) &&
           results_gather(&s->games, l, BY_GAME, person, e) &&
           results_gather(&s->variants, l, BY_VARIANT, person, e) &&
           results_gather(&s->bots, l, BY_BOT, person, e);
    if (fine)
        s->played = results_curve(l, person, s->curve);
    else
        statistics_clear(s);
    return fine;
}

void statistics_clear(struct statistics *s)
{
    results_free(&s->all);
    results_free(&s->games);
    results_free(&s->variants);
    results_free(&s->bots);
    free(s->curve);
    s->curve = NULL;
}

/* Shares of the games. */
static double won_of(const struct results *r)
{
    return r->played ? (double)r->won / r->played : 0;
}

static double fair_of(const struct results *r)
{
    return r->played ? r->fair / r->played : 0;
}

/* --- Tables ----------------------------------------------------------------------------------- */

/* What can be said of any games, or only of those of one game, whose scores can be compared. */
enum scope { ANY_GAMES, ONE_GAME };

static void add_number(struct text *out, double number, int decimals, int columns)
{
    column_right(out, language_figure(lang(), "%.*f", decimals, number).text, columns);
}

static void add_share(struct text *out, double share, int columns)
{
    char words[16];
    snprintf(words, sizeof words, "%.0f %%", 100 * share);
    column_right(out, words, columns);
}

static void add_heading(struct text *out, const char *label)
{
    column_left(out, label, LABEL_COLUMNS);
    column_right(out, _("games"), 7);
    column_right(out, _("wins"), 6);
    column_right(out, _("fair"), 6);
    column_right(out, _("mean"), 7);
    column_right(out, _("place"), 6);
    column_right(out, _("cost"), 7);
    column_right(out, _("streak"), 7);
    column_right(out, _("most"), 5);
    text_add(out, "\n");
}

static void add_row(struct text *out, const char *label, const struct results *r, enum scope scope)
{
    char streak[16];
    snprintf(streak, sizeof streak, "%+d", r->streak);
    column_left(out, label, LABEL_COLUMNS);
    add_number(out, r->played, 0, 7);
    add_share(out, won_of(r), 6);
    add_share(out, fair_of(r), 6);
    if (scope == ONE_GAME)
        add_number(out, r->score / r->played, 1, 7);
    else
        column_right(out, "", 7);
    add_number(out, r->rank / r->played, 1, 6);
    if (r->decisions)
        add_number(out, r->loss / (double)r->decisions, 2, 7);
    else
        column_right(out, "", 7);
    column_right(out, streak, 7);
    add_number(out, r->longest_won, 0, 5);
    text_add(out, "\n");
}

static const char *title_of(const struct results_group *g)
{
    return _(played_title(g->first));
}

/* The variants of a game, below it, if there is more than its own name. */
static void add_variants(struct text *out, const struct statistics *s, const struct game *game)
{
    for (int i = 0; i < s->variants.count; i++) {
        const struct results_group *g = &s->variants.group[i];
        if (g->first->game != game || g->results.played == 0 || !g->first->preset)
            continue;
        struct text label = {0};
        text_add(&label, "  %s", title_of(g));
        add_row(out, text_of(&label), &g->results, ONE_GAME);
        out->failed |= label.failed;
        text_free(&label);
    }
}

static void add_games(struct text *out, const struct statistics *s)
{
    add_heading(out, _("game"));
    add_row(out, _("all games"), &s->all.group[0].results, ANY_GAMES);
    for (int i = 0; i < s->games.count; i++) {
        const struct results_group *g = &s->games.group[i];
        add_row(out, _(g->first->game->title), &g->results, ONE_GAME);
        add_variants(out, s, g->first->game);
    }
}

static void add_bots(struct text *out, const struct statistics *s)
{
    text_add(out, "\n");
    add_heading(out, _("against"));
    for (int i = 0; i < s->bots.count; i++) {
        struct text label = {0};
        journal_bot(s->bots.group[i].name, &label);
        add_row(out, text_of(&label), &s->bots.group[i].results, ANY_GAMES);
        out->failed |= label.failed;
        text_free(&label);
    }
}

/* --- Charts ----------------------------------------------------------------------------------- */

static void add_bars(struct text *out, const struct statistics *s, bool utf8)
{
    text_add(out, "\n");
    text_add(out, _("Games won; %s is the fair share\n"), utf8 ? "┃" : "|");
    for (int i = 0; i < s->games.count; i++) {
        const struct results *r = &s->games.group[i].results;
        column_left(out, _(s->games.group[i].first->game->title), LABEL_COLUMNS);
        chart_bar(out, won_of(r), fair_of(r), BAR_COLUMNS, utf8);
        add_share(out, won_of(r), 6);
        text_add(out, "\n");
    }
}

static void add_curve(struct text *out, const struct statistics *s, bool utf8)
{
    text_add(out, "\n%s\n", _("Games won beyond what luck brings, from the first to the last"));
    chart_curve(out, s->curve, s->played, CURVE_COLUMNS, utf8);
}

static void add_legend(struct text *out)
{
    text_wrap(
        out,
        _("wins: share of the games won; fair: what a player like all others would win; mean: "
          "points or chips; place: 1 is the best; cost: what a decision loses against the "
          "best one, where a game was looked back on; streak: games won (+) or lost (-) in a "
          "row; most: of games won in a row."),
        "", TABLE_COLUMNS);
}

void statistics_tell(const struct statistics *s, bool utf8, struct text *out)
{
    if (!s->played) {
        text_add(out, "%s\n", _("No game of yours is over yet."));
        return;
    }
    add_games(out, s);
    if (s->bots.count)
        add_bots(out, s);
    add_bars(out, s, utf8);
    add_curve(out, s, utf8);
    text_add(out, "\n");
    add_legend(out);
}

/* --- The picture ------------------------------------------------------------------------------ */

enum { WIDTH = 860, HEAD = 60, PANEL = 320 };

/* The share of the games won, with its interval, and the fair share. */
static void draw_shares(const struct statistics *s, const char *const name[], struct text *out)
{
    struct panel p = {.title = _("Games won, 95% intervals; grey: the fair share"),
                      .x_label = "",
                      .y_label = _("% of games"),
                      .top = HEAD,
                      .width = WIDTH,
                      .height = PANEL,
                      .x_low = -0.5,
                      .x_high = s->games.count - 0.5,
                      .y_low = 0,
                      .y_high = 100,
                      .name = name,
                      .names = s->games.count};
    panel_frame(&p, out);
    for (int i = 0; i < s->games.count; i++) {
        const struct results *r = &s->games.group[i].results;
        struct share won = share_of(r->won, r->played);
        panel_bar(&p, i - 0.3, 0.6, 0, 100 * fair_of(r), PLOT_GREY, out);
        panel_whisker(&p, i, 100 * won.low, 100 * won.value, 100 * won.high, 0, out);
    }
}

static bool draw_curve(const struct statistics *s, struct text *out)
{
    size_t count = (size_t)s->played;
    double *x = calloc(count + 1, sizeof *x);
    struct panel p = {.title = _("Games won beyond what luck brings"),
                      .x_label = _("games"),
                      .y_label = _("games"),
                      .top = HEAD + PANEL,
                      .width = WIDTH,
                      .height = PANEL,
                      .x_low = 0,
                      .x_high = s->played,
                      .y_low = 1,
                      .y_high = 0};
    if (!x)
        return false;
    panel_reach(&p, 0);
    for (size_t i = 0; i < count; i++) {
        x[i] = (double)i + 1;
        panel_reach(&p, s->curve[i]);
    }
    panel_loosen(&p);
    panel_frame(&p, out);
    panel_rule(&p, 0, out);
    panel_line(&p, x, s->curve, count, 0, out);
    free(x);
    return true;
}

void statistics_draw(const struct statistics *s, struct text *out)
{
    const char **name = calloc((size_t)s->games.count + 1, sizeof *name);
    struct text heading = {0};
    text_add(&heading, lang_plural("%d game", "%d games", s->played), s->played);
    for (int i = 0; name && i < s->games.count; i++)
        name[i] = _(s->games.group[i].first->game->title);
    plot_begin(out, WIDTH, HEAD + 2 * PANEL, text_of(&heading));
    out->failed |= !name || heading.failed;
    if (name && s->played) {
        draw_shares(s, name, out);
        out->failed |= !draw_curve(s, out);
    }
    plot_end(out);
    text_free(&heading);
    free(name);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_results(struct text *t, const char *name, const struct results *r)
{
    json_object_begin(t);
    if (*name)
        json_text(json_key(t, "name"), name);
    json_int(json_key(t, "played"), r->played);
    json_int(json_key(t, "won"), r->won);
    json_int(json_key(t, "lost"), r->lost);
    json_double(json_key(t, "fair"), r->fair);
    if (r->played) {
        json_double(json_key(t, "mean_score"), r->score / r->played);
        json_double(json_key(t, "mean_place"), r->rank / r->played);
    }
    json_int(json_key(t, "analysed"), r->analysed);
    json_int(json_key(t, "decisions"), r->decisions);
    json_double(json_key(t, "loss"), r->loss);
    json_int(json_key(t, "streak"), r->streak);
    json_int(json_key(t, "longest_won"), r->longest_won);
    json_int(json_key(t, "longest_lost"), r->longest_lost);
    json_object_end(t);
}

static void json_groups(struct text *t, const struct results_list *l)
{
    json_array_begin(t);
    for (int i = 0; i < l->count; i++)
        json_results(t, l->group[i].name, &l->group[i].results);
    json_array_end(t);
}

void statistics_json(const struct statistics *s, struct text *out)
{
    json_object_begin(out);
    json_results(json_key(out, "all"), "", &s->all.group[0].results);
    json_groups(json_key(out, "games"), &s->games);
    json_groups(json_key(out, "variants"), &s->variants);
    json_groups(json_key(out, "bots"), &s->bots);
    json_array_begin(json_key(out, "beyond_fair"));
    for (int i = 0; i < s->played; i++)
        json_double(out, s->curve[i]);
    json_array_end(out);
    json_object_end(out);
    text_add(out, "\n");
}
