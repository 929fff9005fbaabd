/* What the files of print/ share. Lengths are millimetres from the top left corner of a page, sizes
 * of letters are points. */
#ifndef PAIRS_PRINT_INSIDE_H
#define PAIRS_PRINT_INSIDE_H

#include "engine/game.h"
#include "engine/rulebook.h"
#include "print/print.h"

#include <pango/pangocairo.h>

/* --- Fonts and drawings that are built in (tools/build/embed-assets.py) ----------------------- */

struct asset {
    const char *name; /* of the file */
    size_t size;
    const char *bytes;
};

/* All of them; the last one has no name. */
extern const struct asset assets[];

/* --- fonts.c ---------------------------------------------------------------------------------- */

/* The page's own fonts and no others. One thread has them at a time, until it gives them back; the
 * others wait. */
PangoFontMap *fonts_take(void);
void fonts_give_back(void);

/* --- paper.c: pages --------------------------------------------------------------------------- */

enum { ARTS_MAX = 64 };

static const double card_wide = 63.5, card_high = 88.9; /* poker size, 5 : 7 */
static const uint32_t ink = 0x2b2320, faint = 0x857a6e, line_colour = 0xd9cdb8, cream = 0xfbf4e3;

struct paper {
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoContext *pango;
    double wide, high; /* of a page */
    const struct language *language;
    cairo_surface_t *art[ARTS_MAX]; /* drawings as they were asked for */
    bool picture;                   /* PNG, with so many dots a millimetre */
    double dots;
};

/* Pages of that size, which are written into `out`, under a title; or one picture. False with a
 * message if memory runs out. Close it in either case. */
bool paper_open_pages(struct paper *p, double wide, double high, const char *title,
                      const struct language *l, struct text *out, struct error *e);
bool paper_open_picture(struct paper *p, int wide, int high, double dots, struct error *e);

/* The page is done, another begins. */
void paper_turn(struct paper *p);

/* Writes what is left; false with a message if something has failed on the way. */
bool paper_close(struct paper *p, struct text *out, struct error *e);

/* The size of a sheet. */
void paper_size(enum print_paper paper, double *wide, double *high);

void paper_colour(struct paper *p, uint32_t colour);

/* A rectangle with round corners, filled. */
void paper_box(struct paper *p, double x, double y, double wide, double high, double round,
               uint32_t colour);

void paper_line(struct paper *p, double x, double y, double to_x, double to_y, double thick,
                uint32_t colour);

/* --- art.c: drawings -------------------------------------------------------------------------- */

/* The back of the deck: the same both ways up, so that it tells nothing. */
extern const char deck_back[];

/* One of print/art, into a place of its own shape. */
void art_draw(struct paper *p, const char *name, double x, double y, double wide, double high);

/* A card as it lies on a table, with its edge; 0 is its back. And the picture of a game. */
void art_card(struct paper *p, int rank, double x, double y, double wide);
void art_cover(struct paper *p, const struct game *game, double x, double y, double wide);

/* --- words.c: letters ------------------------------------------------------------------------- */

enum weight { REGULAR, SEMIBOLD, BOLD };

struct style {
    double size;        /* points */
    bool display;       /* Fraunces rather than Figtree */
    enum weight weight; /* of Figtree */
    uint32_t colour;
    double spacing; /* between letters, in points */
    PangoAlignment align;
    int bold; /* so many bytes at the beginning are bold */
};

/* Words as lines of no more than that width (0: one line). Give it back with g_object_unref. */
PangoLayout *words_set(struct paper *p, const char *words, const struct style *s, double wide);

/* How wide and high such lines are. */
double words_wide(PangoLayout *layout);
double words_high(PangoLayout *layout);

/* Shows words at a place; returns how high they are. */
double words_show(struct paper *p, const char *words, const struct style *s, double x, double y,
                  double wide);

/* The same around the middle of a line: as wide as they are, in one line. */
void words_middle(struct paper *p, const char *words, const struct style *s, double x, double y);

/* --- flow.c: text that runs through columns and pages ----------------------------------------- */

struct flow {
    struct paper *paper;
    double size;     /* of plain text */
    uint32_t accent; /* colour of headings */
    bool draws;      /* false: only measured */
    int columns;
    double left, top, wide, gap, bottom; /* of a column: where it begins, and where it ends */
    void (*turn)(struct flow *f);        /* begins a page: draws what is around the
                                            columns, and says where they are */
    const void *context;                 /* of `turn` */
    /* Where it is. */
    int page, column;
    double y;
    int last; /* the page whose columns are no higher than */
    double last_high;
    char *heading; /* that stands above what comes next, and is not left alone */
    double keep;   /* room for what the next words lead to, which begins in their column */
};

/* Begins at the first column of a page, for which `turn` is called as well. */
void flow_begin(struct flow *f);

/* Finds the largest letters, from `most` points down to `least`, in which what `fill` puts into it
 * fits so many pages; false, and the least, if none do. */
typedef void flow_filler(struct flow *f, const void *what);
bool flow_fit(struct flow *f, flow_filler *fill, const void *what, int pages, double most,
              double least);

/* Shows it; the columns of the last page are about equally high. */
void flow_show(struct flow *f, flow_filler *fill, const void *what);

/* The blocks of a rulebook up to its next heading, of which the words are left in `heading`; false
 * at its end. Where `f` is NULL they are passed over. */
bool flow_part(struct flow *f, struct rulebook *b, struct text *heading);

void flow_heading(struct flow *f, const char *words);
void flow_paragraph(struct flow *f, const char *words);
void flow_item(struct flow *f, const char *words);

/* Room for something so high, which is not divided; returns where it begins. */
double flow_room(struct flow *f, double high);

/* The left edge of the column in which it is. */
double flow_left(const struct flow *f);

/* --- What is printed -------------------------------------------------------------------------- */

print_maker print_deck, print_cards, print_back, print_rules, print_scores, print_booklet;

/* reference.c: a card of what one likes to have at hand, within those edges. */
enum { REFERENCES = 8 };
void reference_draw(struct paper *p, int which, double x, double y);

/* moment.c: a moment of the game's lesson, with its cards, where it is played as the setup says. */
void moment_show(struct flow *f, const struct setup *u);

/* rules.c: what stands under a game's title, and the text below; for sheets and the booklet. */
void rules_header(struct paper *p, const struct setup *u, double x, double y, double wide,
                  double high);
void rules_text(struct flow *f, const struct setup *u);

/* A whole rulebook; where there is a setup, with a moment of the game after its example. */
void rules_book(struct flow *f, struct rulebook b, const struct setup *u);

/* The text about all games, in the reader's language. */
struct rulebook rules_family(const struct language *l);

void rules_footer(struct paper *p, const char *left, const char *right, double margin);

/* The title of a game or variant in the reader's language, and one line about it. */
const char *rules_title(const struct setup *u, const struct language *l);
const char *rules_summary(const struct setup *u, const struct language *l);

#endif
