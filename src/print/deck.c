/* The deck: sheets to be cut, and pictures for tables on a screen. */
#include "print/inside.h"

#include <stdio.h>

enum {
    ACROSS = 3,
    DOWN = 3,
    PLACES = ACROSS * DOWN,
    GRID_ACROSS = 10, /* what online tabletops expect */
    GRID_DOWN = 7,
    GRID_CARD = 400, /* dots; the whole is less than 4096 each way, which all of them take */
    BACK_CARD = 1000,
};

static const double mark_long = 4, mark_thick = 0.1;
static const double margin = 2.5; /* that a knife may miss the mark by */

/* The rank of card i of the deck, 0 for those beyond it. */
static int rank_of(int i)
{
    for (int rank = 1; rank <= RANKS; rank++)
        if ((i -= rank) < 0)
            return rank;
    return 0;
}

/* The number is drawn as an outline, which can neither be searched nor read aloud. So it stands
 * there as a letter, too, as white as the paper and below the drawing. */
static void draw_face(struct paper *p, int rank, double x, double y)
{
    char name[32], number[4];
    struct style unseen = {.size = 40, .display = true, .colour = 0xffffff};
    snprintf(name, sizeof name, "card-%d.svg", rank);
    snprintf(number, sizeof number, "%d", rank);
    words_show(p, number, &unseen, x + 4, y + 4, 0);
    art_draw(p, name, x + margin, y + margin, card_wide - 2 * margin, card_high - 2 * margin);
}

/* Lines beyond the cards, and small crosses where four of them meet. */
static void draw_marks(struct paper *p, double left, double top)
{
    const double right = left + ACROSS * card_wide, bottom = top + DOWN * card_high;
    const double near = 1, cross = 1.5;
    for (int i = 0; i <= ACROSS; i++) {
        double x = left + i * card_wide;
        paper_line(p, x, top - near, x, top - near - mark_long, mark_thick, faint);
        paper_line(p, x, bottom + near, x, bottom + near + mark_long, mark_thick, faint);
        for (int k = 0; k <= DOWN; k++) {
            double y = top + k * card_high;
            paper_line(p, x - cross, y, x + cross, y, mark_thick, line_colour);
            paper_line(p, x, y - cross, x, y + cross, mark_thick, line_colour);
        }
    }
    for (int k = 0; k <= DOWN; k++) {
        double y = top + k * card_high;
        paper_line(p, left - near, y, left - near - mark_long, y, mark_thick, faint);
        paper_line(p, right + near, y, right + near + mark_long, y, mark_thick, faint);
    }
}

/* Reference cards have a back of their own: nobody deals them by mistake. */
static void draw_back(struct paper *p, int i, double x, double y)
{
    art_draw(p, i < DECK_CARDS ? deck_back : "back-triangle.svg", x, y, card_wide, card_high);
}

/* One side of a sheet. A back lies where its front is once the sheet is turned over. */
static void draw_side(struct paper *p, int first, bool back, bool short_edge)
{
    const double left = (p->wide - ACROSS * card_wide) / 2, top = (p->high - DOWN * card_high) / 2;
    if (!back)
        draw_marks(p, left, top);
    for (int place = 0; place < PLACES; place++) {
        int i = first + place, column = place % ACROSS, row = place / ACROSS;
        column = back && !short_edge ? ACROSS - 1 - column : column;
        row = back && short_edge ? DOWN - 1 - row : row;
        double x = left + column * card_wide, y = top + row * card_high;
        if (back)
            draw_back(p, i, x, y);
        else if (i < DECK_CARDS)
            draw_face(p, rank_of(i), x, y);
        else
            reference_draw(p, i - DECK_CARDS, x, y);
    }
    paper_turn(p);
}

bool print_deck(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    double wide, high;
    paper_size(w->paper, &wide, &high);
    bool fine = paper_open_pages(&p, wide, high, language_text(w->language, "The deck"),
                                 w->language, out, e);
    for (int first = 0; fine && first < DECK_CARDS + REFERENCES; first += PLACES) {
        draw_side(&p, first, false, w->short_edge);
        draw_side(&p, first, true, w->short_edge);
    }
    return paper_close(&p, out, e) && fine;
}

/* A card that fills its place up to the edges. */
static void fill_place(struct paper *p, const char *name, int place, uint32_t colour)
{
    double x = place % GRID_ACROSS * card_wide, y = place / GRID_ACROSS * card_high;
    paper_box(p, x, y, card_wide, card_high, 0, colour);
    art_draw(p, name, x, y, card_wide, card_high);
}

bool print_cards(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    (void)w;
    bool fine = paper_open_picture(&p, GRID_ACROSS * GRID_CARD, GRID_DOWN * GRID_CARD * 7 / 5,
                                   GRID_CARD / card_wide, e);
    for (int i = 0; fine && i < DECK_CARDS; i++) {
        char name[32];
        snprintf(name, sizeof name, "card-%d.svg", rank_of(i));
        fill_place(&p, name, i, cream);
    }
    if (fine)
        fill_place(&p, deck_back, GRID_ACROSS * GRID_DOWN - 1, cream);
    return paper_close(&p, out, e) && fine;
}

bool print_back(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    (void)w;
    bool fine = paper_open_picture(&p, BACK_CARD, BACK_CARD * 7 / 5, BACK_CARD / card_wide, e);
    if (fine)
        fill_place(&p, deck_back, 0, cream);
    return paper_close(&p, out, e) && fine;
}
