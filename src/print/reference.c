/* Cards of what one likes to have at hand, in the places that the deck leaves on its last sheet. */
#include "print/inside.h"

static const uint32_t accent = 0xb4432d; /* as their backs */
static const double edge = 4.5, title_high = 9;

/* Sections of lang/texts/LANGUAGE/family.txt. */
enum { FAMILY_START = 1, FAMILY_DEALING = 3 };

static const char *translate(const struct paper *p, const char *english)
{
    return language_text(p->language, english);
}

/* A card within its frame and under its title. */
struct place {
    double x, y; /* of the card */
    double left, wide, top, bottom;
};

static struct place begin(struct paper *p, const char *title, double x, double y)
{
    struct style s = {.size = 11, .display = true, .colour = 0xffffff};
    struct place at = {x,
                       y,
                       x + edge + 1,
                       card_wide - 2 * edge - 2,
                       y + edge + title_high + 2.5,
                       y + card_high - edge};
    paper_box(p, x + edge, y + edge, card_wide - 2 * edge, title_high, 2, accent);
    words_middle(p, title, &s, x + card_wide / 2, y + edge + title_high / 2);
    return at;
}

/* One of so many rows, of two or more cells that stand where the columns do. */
struct rows {
    struct paper *p;
    const struct place *at;
    int count, row;
    double size;
};

static double row_top(const struct rows *r)
{
    return r->at->top + (r->at->bottom - r->at->top) * r->row / r->count;
}

static double row_middle(const struct rows *r)
{
    return row_top(r) + (r->at->bottom - r->at->top) / r->count / 2;
}

/* Words in a row, which end or begin so far from its left. */
static void cell(const struct rows *r, const char *words, double in, bool ends, enum weight weight)
{
    struct style s = {.size = r->size, .weight = weight, .colour = ink};
    PangoLayout *layout = words_set(r->p, words, &s, 0);
    double x = r->at->left + in - (ends ? words_wide(layout) : 0);
    cairo_move_to(r->p->cr, x, row_middle(r) - words_high(layout) / 2);
    paper_colour(r->p, ink);
    pango_cairo_show_layout(r->p->cr, layout);
    g_object_unref(layout);
}

static void stripe(const struct rows *r)
{
    if (r->row % 2)
        paper_box(r->p, r->at->left - 1, row_top(r), r->at->wide + 2,
                  (r->at->bottom - r->at->top) / r->count, 0.8, cream);
}

/* How often each rank comes out of the full deck, in 100. */
static void draw_odds(struct paper *p, double x, double y)
{
    struct place at = begin(p, translate(p, "The deck"), x, y);
    struct rows r = {p, &at, RANKS + 1, 0, 7.5};
    cell(&r, translate(p, "rank"), 0, false, SEMIBOLD);
    cell(&r, translate(p, "cards"), 20, true, SEMIBOLD);
    cell(&r, translate(p, "in 100"), at.wide, true, SEMIBOLD);
    for (int rank = 1; rank <= RANKS; rank++) {
        r.row = rank;
        stripe(&r);
        cell(&r, language_figure(NULL, "%d", rank).text, 6, true, BOLD);
        cell(&r, language_figure(NULL, "%d", rank).text, 18, true, REGULAR);
        paper_box(p, at.left + 22, row_middle(&r) - 1.2, 1.9 * rank, 2.4, 0.8, accent);
        cell(&r, language_figure(p->language, "%.1f", 100.0 * rank / DECK_CARDS).text, at.wide,
             true, REGULAR);
    }
}

/* What one more card costs whoever has a single one. */
static void draw_risk(struct paper *p, double x, double y)
{
    struct place at = begin(p, translate(p, "Another of its rank"), x, y);
    struct rows r = {p, &at, RANKS + 1, 0, 7.5};
    cell(&r, translate(p, "you have"), 0, false, SEMIBOLD);
    cell(&r, translate(p, "in 100"), 33, true, SEMIBOLD);
    cell(&r, translate(p, "costs"), at.wide, true, SEMIBOLD);
    for (int rank = 1; rank <= RANKS; rank++) {
        double chance = (rank - 1.0) / (DECK_CARDS - 1);
        r.row = rank;
        stripe(&r);
        cell(&r, language_figure(NULL, "%d", rank).text, 6, true, BOLD);
        cell(&r, language_figure(p->language, "%.1f", 100 * chance).text, 33, true, REGULAR);
        cell(&r, language_figure(p->language, "%.2f", rank * chance).text, at.wide, true, REGULAR);
    }
}

/* The score that ends a game for so many players, 0 if none does. */
static int target_of(const struct game *game, int players)
{
    struct error e = {0};
    struct setup u;
    bool fine =
        setup_choose(&u, game->name, &e) && setup_players(&u, players, &e) && setup_finish(&u, &e);
    return fine ? (int)setup_target(&u) : 0;
}

/* The score that ends each game, by how many play. */
static void draw_targets(struct paper *p, double x, double y)
{
    enum { LEAST = 2, FIRST_COLUMN = 20 };
    struct place at = begin(p, translate(p, "Targets"), x, y);
    struct rows r = {p, &at, RANKS + 1, 0, 6.8};
    const double apart = (at.wide - FIRST_COLUMN) / (PLAYERS_MAX - LEAST + 1);
    cell(&r, translate(p, "players"), 0, false, SEMIBOLD);
    for (int n = LEAST; n <= PLAYERS_MAX; n++)
        cell(&r, language_figure(NULL, "%d", n).text, FIRST_COLUMN + (n - LEAST + 1) * apart, true,
             SEMIBOLD);
    for (int i = 0; all_games[i]; i++) {
        bool named = false;
        for (int n = LEAST; n <= PLAYERS_MAX; n++) {
            int target = target_of(all_games[i], n);
            if (!target)
                continue;
            if (!named) {
                r.row++;
                stripe(&r);
                cell(&r, translate(p, all_games[i]->title), 0, false, REGULAR);
                named = true;
            }
            cell(&r, language_figure(NULL, "%d", target).text,
                 FIRST_COLUMN + (n - LEAST + 1) * apart, true, REGULAR);
        }
    }
}

static void draw_games(struct paper *p, int first, int count, double x, double y)
{
    enum { PLAYERS_COLUMN = 33 };
    struct place at = begin(p, translate(p, "The games"), x, y);
    struct rows r = {p, &at, count, 0, 6.8};
    for (int i = first; i < first + count && all_games[i]; i++, r.row++) {
        struct error e = {0};
        struct setup u;
        struct text players = {0};
        setup_choose(&u, all_games[i]->name, &e);
        setup_players_text(&u, "–", ", ", &players);
        stripe(&r);
        cell(&r, translate(p, all_games[i]->title), 0, false, SEMIBOLD);
        cell(&r, text_of(&players), PLAYERS_COLUMN - 2, true, REGULAR);
        cell(&r, translate(p, game_kind_name(all_games[i]->kind)), PLAYERS_COLUMN, false, REGULAR);
        text_free(&players);
    }
}

/* --- Text ------------------------------------------------------------------------------------- */

static void set_columns(struct flow *f)
{
    const struct place *at = f->context;
    f->columns = 1;
    f->left = at->left;
    f->wide = at->wide;
    f->top = at->top;
    f->bottom = at->bottom;
}

static void fill_section(struct flow *f, const void *what)
{
    struct rulebook b = rules_family(f->paper->language);
    struct text heading = {0};
    for (int i = -1; i < *(const int *)what; i++)
        flow_part(NULL, &b, &heading);
    flow_part(f, &b, &heading);
    text_free(&heading);
}

/* Text below a title, as large as there is room for. */
static void draw_text(struct paper *p, const char *title, flow_filler *fill, const void *what,
                      double x, double y)
{
    struct place at = begin(p, title, x, y);
    struct flow f = {.paper = p, .accent = accent, .turn = set_columns, .context = &at};
    flow_fit(&f, fill, what, 1, 8, 4.5);
    flow_show(&f, fill, what);
}

static void fill_credits(struct flow *f, const void *what)
{
    const struct paper *p = what;
    flow_paragraph(f, translate(p, "The deck of the Pairs family: a single 1, two 2s, three 3s and "
                                   "so on up to ten 10s, fifty-five cards in all."));
    flow_paragraph(f, translate(p, "Pairs was designed by James Ernest and Paul Peterson. They, "
                                   "and friends of theirs, have designed the other games."));
    flow_paragraph(f, translate(p, "This deck is unofficial. Its drawings are our own and may be "
                                   "printed, cut and given away by anybody. If you like the games, "
                                   "buy the designers' own decks."));
    flow_paragraph(f, translate(p, "Letters: Fraunces and Figtree, under the SIL Open Font "
                                   "License."));
}

void reference_draw(struct paper *p, int which, double x, double y)
{
    enum { HALF = 12 };
    if (which == 0)
        draw_odds(p, x, y);
    else if (which == 1)
        draw_risk(p, x, y);
    else if (which == 2)
        draw_targets(p, x, y);
    else if (which == 3 || which == 4)
        draw_games(p, (which - 3) * HALF, HALF, x, y);
    else if (which == 5)
        draw_text(p, translate(p, "Dealing"), fill_section, &(int){FAMILY_DEALING}, x, y);
    else if (which == 6)
        draw_text(p, translate(p, "Where to start"), fill_section, &(int){FAMILY_START}, x, y);
    else
        draw_text(p, translate(p, "Credits"), fill_credits, p, x, y);
}
