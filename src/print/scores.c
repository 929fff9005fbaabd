/* A sheet to keep the scores of a game on. */
#include "print/inside.h"

#include <stdio.h>

enum { HANDS_MOST = 24 };

static const double margin = 14, header = 24, first_column = 12;

/* How many hands a game has, where its options say so. Of one that is over with a hand a sheet has
 * room for a whole evening. */
static int hands_of(const struct setup *u)
{
    int i = option_of_role(u->game, ROLE_HANDS);
    int players = u->players ? u->players : setup_players_usual(u);
    int32_t hands = i < 0               ? 0
                    : u->given >> i & 1 ? u->option[i]
                                        : option_standard(u->game, i, players);
    return hands > 1 && hands < HANDS_MOST ? (int)hands : HANDS_MOST;
}

struct grid {
    struct paper *p;
    const struct setup *u;
    double left, top, wide, row; /* of the whole; of a row how high it is */
    int players, hands;
};

static double column_left(const struct grid *g, int player)
{
    return g->left + first_column + (g->wide - first_column) * player / g->players;
}

/* Each score has two halves: above the line what a hand has brought, below it all so far. */
static void draw_cell(const struct grid *g, int player, double y)
{
    paper_line(g->p, column_left(g, player) + 1, y + g->row - 1, column_left(g, player + 1) - 1,
               y + 1, 0.15, line_colour);
}

static void draw_row(const struct grid *g, const char *name, int row, bool cells)
{
    struct style s = {.size = 8, .weight = SEMIBOLD, .colour = ink};
    double y = g->top + row * g->row;
    if (row % 2 == 0)
        paper_box(g->p, g->left, y, g->wide, g->row, 0, cream);
    words_middle(g->p, name, &s, g->left + first_column / 2, y + g->row / 2);
    for (int i = 0; cells && i < g->players; i++)
        draw_cell(g, i, y);
}

static void draw_lines(const struct grid *g, int rows)
{
    const double bottom = g->top + rows * g->row;
    for (int i = 0; i <= rows; i++)
        paper_line(g->p, g->left, g->top + i * g->row, g->left + g->wide, g->top + i * g->row,
                   i == 0 || i == 1 || i >= rows - 1 ? 0.4 : 0.15, faint);
    paper_line(g->p, g->left, g->top, g->left, bottom, 0.4, faint);
    for (int i = 0; i <= g->players; i++)
        paper_line(g->p, column_left(g, i), g->top, column_left(g, i), bottom,
                   i == 0 || i == g->players ? 0.4 : 0.15, faint);
}

static void draw_grid(const struct grid *g)
{
    const struct language *l = g->p->language;
    char number[16];
    draw_row(g, "", 0, false);
    for (int i = 1; i <= g->hands; i++) {
        snprintf(number, sizeof number, "%d", i);
        draw_row(g, number, i, true);
    }
    draw_row(g, language_text(l, "sum"), g->hands + 1, false);
    draw_lines(g, g->hands + 2);
}

/* Adds the goal, or where that depends on how many play the score that ends the game for each
 * number. */
static void add_goal(struct text *out, const struct setup *u, const struct language *l)
{
    int i = option_of_role(u->game, ROLE_TARGET);
    if (u->players || i < 0 || !u->game->options[i].by_players || u->given >> i & 1) {
        rulebook_goal(out, u, l);
        return;
    }
    text_add(out, "%s", language_text(l, "The score that ends the game, by players:"));
    for (int n = setup_players_min(u); n <= setup_players_max(u); n++)
        text_add(out, "%s %d: %d", n == setup_players_min(u) ? "" : " ·", n,
                 (int)option_standard(u->game, i, n));
}

/* What the scores are for, and how to write them down. */
static double draw_goal(struct paper *p, const struct setup *u, double y)
{
    struct style s = {.size = 9, .weight = SEMIBOLD, .colour = ink};
    struct style small = {.size = 8, .colour = faint};
    struct text goal = {0};
    add_goal(&goal, u, p->language);
    double high = words_show(p, text_of(&goal), &s, margin, y, p->wide - 2 * margin);
    high += words_show(
        p, language_text(p->language, "Above the line what was scored, below it the sum so far."),
        &small, margin, y + high + 0.5, p->wide - 2 * margin);
    text_free(&goal);
    return high + 3;
}

/* As many grids as a page has room for, each for one game. */
static void draw_page(struct paper *p, const struct setup *u)
{
    const double least = 7.5, most = 9.5, space = 6, bottom = p->high - margin - 5;
    int hands = hands_of(u), players = u->players ? u->players : setup_players_max(u);
    rules_header(p, u, margin, margin, p->wide - 2 * margin, header);
    double top = margin + header + 4;
    top += draw_goal(p, u, top);
    int grids = (int)((bottom - top + space) / ((hands + 2) * least + space));
    grids = grids < 1 ? 1 : grids > 3 ? 3 : grids;
    double row = ((bottom - top + space) / grids - space) / (hands + 2);
    row = row > most ? most : row;
    for (int i = 0; i < grids; i++) {
        struct grid g = {
            p,   u,       margin, top + i * ((hands + 2) * row + space), p->wide - 2 * margin,
            row, players, hands};
        draw_grid(&g);
    }
    rules_footer(p,
                 language_text(p->language, "Unofficial. The games are by James Ernest, Paul "
                                            "Peterson and friends."),
                 rules_title(u, p->language), margin);
}

bool print_scores(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    double wide, high;
    paper_size(w->paper, &wide, &high);
    bool fine =
        paper_open_pages(&p, wide, high, rules_title(&w->setup, w->language), w->language, out, e);
    if (fine)
        draw_page(&p, &w->setup);
    return paper_close(&p, out, e) && fine;
}
