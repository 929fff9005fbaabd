/* The picture of a simulation: how long games last, what is scored, which seats are better off, and
 * who wins. Of a single point it shows the distributions; of a sweep how they change from point to
 * point. */
#include "cli/sim.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "lab/plot.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1040, HEAD = 64, PANEL_WIDTH = 490, PANEL_HEIGHT = 310, GAP = 20 };

/* What the panels are drawn from. */
struct picture {
    const struct sim *sim;
    int points, players;
    bool swept;         /* points stand along the x axes */
    bool losers;        /* somebody loses and nobody wins */
    const char **point; /* their names */
    struct text names;
    const char *axis; /* what the points differ in */
    struct text axis_text;
    struct text *out;
};

static const char *const seat_name[PLAYERS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};

/* Panel 0 to 3, two in a row, without a range for y. */
static struct panel place(const struct picture *p, int number, const char *title)
{
    int row = number / 2, column = number % 2;
    return (struct panel){.title = title,
                          .left = GAP + column * (PANEL_WIDTH + GAP),
                          .top = HEAD + row * (PANEL_HEIGHT + GAP),
                          .width = PANEL_WIDTH,
                          .height = PANEL_HEIGHT,
                          .x_label = p->swept ? p->axis : _("seat"),
                          .x_low = -0.5,
                          .x_high = (p->swept ? p->points : p->players) - 0.5,
                          .y_low = 1,
                          .y_high = 0,
                          .name = p->swept ? p->point : seat_name,
                          .names = p->swept ? p->points : p->players};
}

/* Where a seat's mark stands: beside those of the other seats at its point. */
static double mark_at(const struct picture *p, int point, int seat)
{
    return p->swept ? point + 0.8 * ((seat + 0.5) / p->players - 0.5) : seat;
}

/* --- Distributions ---------------------------------------------------------------------------- */

/* The shares of a spread in the bins of one that spans it, in percent. */
static void shares_of(const struct spread *s, const struct spread *span, double share[SPREAD_BINS])
{
    int64_t base = spread_start(span, 0);
    memset(share, 0, SPREAD_BINS * sizeof share[0]);
    for (int i = 0; i < spread_bins(s); i++)
        share[(spread_start(s, i) - base) >> span->shift] += 100.0 * s->count[i] / (double)s->total;
}

/* Draws spreads in one frame: a single one as bars, several as outlines, all with the same bins. */
static void draw_spreads(const struct picture *p, struct panel panel, const struct spread *s,
                         int count)
{
    struct spread span = {0};
    double share[SPREAD_BINS];
    for (int k = 0; k < count; k++)
        spread_join(&span, &s[k]);
    int bins = spread_bins(&span);
    double width = (double)(INT64_C(1) << span.shift), x = (double)spread_start(&span, 0) - 0.5;
    panel.name = NULL;
    panel.x_low = x;
    panel.x_high = x + bins * width;
    panel.y_label = _("% of games");
    panel_reach(&panel, 0);
    for (int k = 0; k < count; k++) {
        shares_of(&s[k], &span, share);
        for (int i = 0; i < bins; i++)
            panel_reach(&panel, share[i]);
    }
    panel_loosen(&panel);
    panel_frame(&panel, p->out);
    for (int k = 0; k < count; k++) {
        shares_of(&s[k], &span, share);
        if (count > 1)
            panel_steps(&panel, x, width, share, bins, k, p->out);
        for (int i = 0; count == 1 && i < bins; i++)
            panel_bar(&panel, x + i * width, width, 0, share[i], PLOT_GREY, p->out);
    }
}

/* From point to point: the middle 90% as a line, the middle half as a box, the median as a dot.
 * With `by_seat` one for each seat's scores, else one for the length. */
static void draw_boxes(const struct picture *p, struct panel panel, bool by_seat)
{
    static const double part[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    const struct sim_result *r = p->sim->state.result;
    int each = by_seat ? p->players : 1;
    panel.y_label = by_seat ? _("score") : _("decisions");
    for (int pass = 0; pass < 2; pass++) { /* the range must be known before anything is drawn */
        if (pass == 1) {
            panel_loosen(&panel);
            panel_frame(&panel, p->out);
        }
        for (int i = 0; i < p->points * each; i++) {
            int point = i / each, seat = i % each, colour = by_seat ? seat : PLOT_GREY;
            double q[5], at = by_seat ? mark_at(p, point, seat) : point, wide = 0.4 / each;
            for (int k = 0; k < 5; k++)
                q[k] =
                    spread_quantile(by_seat ? &r[point].scores[seat] : &r[point].length, part[k]);
            if (pass == 0) {
                panel_reach(&panel, q[0]);
                panel_reach(&panel, q[4]);
            } else {
                panel_bar(&panel, at - wide / 2, wide, q[1], q[3], colour, p->out);
                panel_whisker(&panel, at, q[0], q[2], q[4], colour, p->out);
            }
        }
    }
}

/* --- Seats ------------------------------------------------------------------------------------ */

/* A figure with its interval. */
static struct share edge_of(const struct picture *p, int point, int seat)
{
    const struct sim_result *r = &p->sim->state.result[point];
    struct estimate edge = sim_edge(r, seat, p->players);
    if (p->sim->sweep.base.game->low_wins && !r->chips)
        edge.mean = -edge.mean; /* up is good */
    return (struct share){edge.mean, edge.mean - edge.error, edge.mean + edge.error};
}

static struct share win_of(const struct picture *p, int point, int seat)
{
    const struct sim_result *r = &p->sim->state.result[point];
    struct share share = share_of(p->losers ? r->lost[seat] : r->won[seat], r->games);
    return (struct share){100 * share.value, 100 * share.low, 100 * share.high};
}

static void draw_seats(const struct picture *p, struct panel panel, double rule,
                       struct share (*figure)(const struct picture *p, int point, int seat))
{
    panel_reach(&panel, rule);
    for (int i = 0; i < p->points * p->players; i++) {
        struct share f = figure(p, i / p->players, i % p->players);
        panel_reach(&panel, f.low);
        panel_reach(&panel, f.high);
    }
    panel_loosen(&panel);
    panel_frame(&panel, p->out);
    panel_rule(&panel, rule, p->out);
    for (int i = 0; i < p->points * p->players; i++) {
        int point = i / p->players, seat = i % p->players;
        struct share f = figure(p, point, seat);
        panel_whisker(&panel, mark_at(p, point, seat), f.low, f.value, f.high, seat, p->out);
    }
}

/* --- The picture ------------------------------------------------------------------------------ */

/* Names the points by their values, and what these are: "11 seattle" of "target, payment". All
 * names are in one text, each with a NUL byte at its end. */
static bool name_points(struct picture *p)
{
    const struct sweep *s = &p->sim->sweep;
    size_t *start = malloc((size_t)p->points * sizeof *start);
    p->point = malloc((size_t)p->points * sizeof *p->point);
    bool fine = start && p->point;
    for (int i = 0; i < s->axes; i++)
        if (s->axis[i].values > 1)
            text_add(&p->axis_text, "%s%s", p->axis_text.size ? ", " : "",
                     s->base.game->options[s->axis[i].option].key);
    for (int k = 0; fine && k < p->points; k++) {
        start[k] = p->names.size;
        for (int i = 0; i < s->axes; i++) {
            int option = s->axis[i].option;
            char text[OPTION_TEXT];
            if (s->axis[i].values > 1)
                text_add(
                    &p->names, "%s%s", p->names.size > start[k] ? " " : "",
                    option_text(&s->base.game->options[option], s->point[k].option[option], text));
        }
        text_add(&p->names, "\n");
    }
    fine = fine && !p->names.failed && !p->axis_text.failed;
    for (int k = 0; fine && k < p->points; k++) {
        p->point[k] = p->names.at + start[k];
        *strchr(p->names.at + start[k], '\n') = '\0';
    }
    p->axis = text_of(&p->axis_text);
    free(start);
    return fine;
}

static void draw_head(const struct picture *p)
{
    const struct setup *u = &p->sim->sweep.base;
    struct text words = {0};
    report_head(p->sim, u, &words);
    plot_begin(p->out, WIDTH, HEAD + 2 * (PANEL_HEIGHT + GAP), text_of(&words));
    double at = 16;
    for (int seat = 0; seat < p->players; seat++) {
        p->out->failed |= words.failed;
        text_clear(&words);
        text_add(&words, "%c %s", 'A' + seat, p->sim->job.bot[seat]);
        at = plot_key(p->out, at, 50, seat, text_of(&words));
    }
    p->out->failed |= words.failed;
    text_free(&words);
}

static void draw_panels(const struct picture *p)
{
    struct panel length = place(p, 0,
                                p->swept ? _("Length of a game: median, half and 90% of them")
                                         : _("Length of a game"));
    struct panel scores =
        place(p, 1, p->swept ? _("Scores: median, half and 90% of them") : _("Scores"));
    struct panel edge = place(p, 2, _("Advantage of the seats, 95% intervals"));
    struct panel wins =
        place(p, 3, p->losers ? _("Games lost, 95% intervals") : _("Games won, 95% intervals"));
    if (p->swept) {
        draw_boxes(p, length, false);
        draw_boxes(p, scores, true);
    } else {
        length.x_label = _("decisions");
        scores.x_label = _("score");
        draw_spreads(p, length, &p->sim->state.result->length, 1);
        draw_spreads(p, scores, p->sim->state.result->scores, p->players);
    }
    edge.y_label = _("better than the mean by");
    wins.y_label = _("% of games");
    draw_seats(p, edge, 0, edge_of);
    draw_seats(p, wins, 100.0 / p->players, win_of);
}

void report_svg(const struct sim *s, struct text *to)
{
    struct picture p = {.sim = s,
                        .points = sim_begun(s),
                        .players = s->sweep.base.players,
                        .swept = s->sweep.points > 1,
                        .losers = true,
                        .out = to};
    for (int i = 0; i < p.points * p.players; i++)
        p.losers = p.losers && !s->state.result[i / p.players].won[i % p.players];
    if (name_points(&p)) {
        draw_head(&p);
        draw_panels(&p);
        plot_end(to);
    } else {
        to->failed = true;
    }
    free(p.point);
    text_free(&p.names);
    text_free(&p.axis_text);
}
