/* The figures of a simulation for people. */
#include "cli/sim.h"

#include "cli/columns.h"
#include "cli/forfeit.h"
#include "cli/lang.h"
#include "engine/game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- For people ------------------------------------------------------------------------------- */

void report_head(const struct sim *s, const struct setup *u, struct text *to)
{
    long games = sim_played(&s->job, &s->state);
    lang_players(to, setup_name(u), u->players);
    text_add(to, lang_plural(", %ld game, seed %llu\n", ", %ld games, seed %llu\n", games), games,
             (unsigned long long)s->job.seed);
}

static void print_heads(const struct sim_result *r, struct text *to)
{
    text_add(to, "%s",
             r->chips ? _("seat  mean chips    +- 95%     won    lost\n")
                      : _("seat  mean score    +- 95%     won    lost\n"));
}

static void print_row(char name, struct estimate mean, double won, double lost, struct text *to)
{
    text_add(to, "%c    %s %s %s%% %s%%\n", name, language_figure(lang(), "%12.3f", mean.mean).text,
             language_figure(lang(), "%9.3f", mean.error).text,
             language_figure(lang(), "%6.1f", 100 * won).text,
             language_figure(lang(), "%6.1f", 100 * lost).text);
}

void report_plain(const struct sim *s, struct text *to)
{
    const struct setup *u = s->sweep.point;
    const struct sim_result *r = s->state.result;
    double count = (double)r->games;
    report_head(s, u, to);
    text_add(to, _("a game: %s hands, %s decisions, %s cards\n\n"),
             language_figure(lang(), "%.1f", (double)r->hands / count).text,
             language_figure(lang(), "%.1f", (double)r->decisions / count).text,
             language_figure(lang(), "%.1f", (double)r->cards / count).text);
    print_heads(r, to);
    for (int seat = 0; seat < u->players; seat++)
        print_row((char)('A' + seat), sim_score(r, seat), (double)r->won[seat] / count,
                  (double)r->lost[seat] / count, to);
}

void report_starts(const struct sim *s, struct text *to)
{
    const struct sim_result *r = s->state.result;
    double count = (double)r->begun;
    if (s->sweep.points > 1 || !r->begun)
        return;
    text_add(to,
             lang_plural("\nfrom who began (1) to the left, %ld game\n",
                         "\nfrom who began (1) to the left, %ld games\n", r->begun),
             r->begun);
    print_heads(r, to);
    for (int i = 0; i < s->sweep.base.players; i++)
        print_row((char)('1' + i), sim_place_score(r, i), (double)r->place[i].won / count,
                  (double)r->place[i].lost / count, to);
}

void report_interest(const struct sim *s, struct text *to)
{
    for (int p = 0; s->interest && p < s->sweep.points && s->interest[p].leads.count; p++) {
        const struct interest *f = &s->interest[p];
        struct estimate leads = tally_estimate(&f->leads), costs = tally_estimate(&f->costs);
        struct share close = tally_share(&f->close);
        text_add(to, lang_plural("\ninterest, %ld game", "\ninterest, %ld games", f->leads.count),
                 f->leads.count);
        text_add(to, s->sweep.points > 1 ? ", " : "");
        sweep_label(&s->sweep, p, to);
        text_add(to, _("\nanother leads:        %s +- %s times a game\n"),
                 language_figure(lang(), "%.3f", leads.mean).text,
                 language_figure(lang(), "%.3f", leads.error).text);
        if (!f->close.count)
            continue;
        text_add(to, _("close decisions:      %s%% (%s%% to %s%%)\n"),
                 language_figure(lang(), "%.1f", 100 * close.value).text,
                 language_figure(lang(), "%.1f", 100 * close.low).text,
                 language_figure(lang(), "%.1f", 100 * close.high).text);
        text_add(to, _("a random one costs:   %s +- %s\n"),
                 language_figure(lang(), "%.3f", costs.mean).text,
                 language_figure(lang(), "%.3f", costs.error).text);
    }
}

void report_rates(const struct sim *s, struct text *to)
{
    double games = 0, decisions = 0, dealt = 0;
    double seconds = fmax(s->state.seconds, 1e-9);
    for (int p = 0; p < s->sweep.points; p++) {
        games += (double)s->state.result[p].games;
        decisions += (double)s->state.result[p].decisions;
        dealt += (double)s->state.result[p].cards;
    }
    text_add(to, _("\n%.0f games/s, %.0f decisions/s, %.0f cards/s\n"), games / seconds,
             decisions / seconds, dealt / seconds);
}

/* Columns are as wide as their heads and the widest value below them. */
static int column_width(const struct sim *s, const struct axis *x)
{
    const struct option *o = &s->sweep.base.game->options[x->option];
    size_t width = strlen(o->key);
    char text[OPTION_TEXT];
    for (int i = 0; i < x->values; i++) {
        size_t size = strlen(option_text(o, x->value[i], text));
        width = size > width ? size : width;
    }
    return (int)width;
}

static int bots_width(const struct sim *s)
{
    size_t width = 3;
    for (int seat = 0; seat < s->sweep.base.players; seat++)
        width = strlen(s->job.bot[seat]) > width ? strlen(s->job.bot[seat]) : width;
    return (int)width;
}

/* The values of the swept options at a point; blanks at a point of -1, the keys at -2. */
enum { BLANKS = -1, KEYS = -2 };

static void print_options(const struct sim *s, int point, struct text *to)
{
    for (int i = 0; i < s->sweep.axes; i++) {
        const struct axis *x = &s->sweep.axis[i];
        const struct option *o = &s->sweep.base.game->options[x->option];
        char text[OPTION_TEXT];
        if (x->values < 2)
            continue;
        const char *word = point == BLANKS ? ""
                           : point == KEYS
                               ? o->key
                               : option_text(o, s->sweep.point[point].option[x->option], text);
        text_add(to, "%-*s  ", column_width(s, x), word);
    }
}

/* In percent, with half of its interval. */
static void print_share(struct share s, struct text *to)
{
    text_add(to, " %s%% %s%%", language_figure(lang(), "%7.1f", 100 * s.value).text,
             language_figure(lang(), "%6.1f", 50 * (s.high - s.low)).text);
}

static void print_point(const struct sim *s, int point, struct text *to)
{
    const struct sim_result *r = &s->state.result[point];
    double count = (double)r->games;
    for (int seat = 0; seat < s->sweep.base.players; seat++) {
        print_options(s, seat ? BLANKS : point, to);
        if (seat)
            text_add(to, "%27s", "");
        else
            text_add(to, "%s %s %s",
                     language_figure(lang(), "%7.1f", (double)r->hands / count).text,
                     language_figure(lang(), "%10.1f", (double)r->decisions / count).text,
                     language_figure(lang(), "%8.1f", (double)r->cards / count).text);
        struct estimate mean = sim_score(r, seat);
        struct share won = share_of(r->won[seat], r->games);
        struct share lost = share_of(r->lost[seat], r->games);
        text_add(to, "  %c     %-*s %s %s", 'A' + seat, bots_width(s), s->job.bot[seat],
                 language_figure(lang(), "%11.3f", mean.mean).text,
                 language_figure(lang(), "%8.3f", mean.error).text);
        print_share(won, to);
        print_share(lost, to);
        forfeit_row(&r->forfeit[seat], to);
        text_add(to, "\n");
    }
}

void report_table(const struct sim *s, struct text *to)
{
    report_head(s, &s->sweep.base, to);
    text_add(to, "\n");
    print_options(s, KEYS, to);
    column_right(to, _("hands"), 7);
    column_right(to, _("decisions"), 11);
    column_right(to, lang_text("cards"), 9);
    text_add(to, "  ");
    column_left(to, _("seat"), 6);
    column_left(to, _("bot"), bots_width(s));
    column_right(to, _("mean"), 12);
    text_add(to, "%9s", "+-95%");
    column_right(to, _("won"), 9);
    text_add(to, "%8s", "+-95%");
    column_right(to, _("lost"), 9);
    text_add(to, "%8s\n", "+-95%");
    for (int p = 0; p < sim_begun(s); p++)
        print_point(s, p, to);
}
