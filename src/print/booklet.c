/* The rules of all games as a booklet: pages of half a sheet, a multiple of four of them, so that
 * it can be printed two to a side, folded and stapled. */
#include "print/inside.h"

#include <cairo-pdf.h>
#include <limits.h>
#include <stdio.h>

enum { CHAPTERS_MAX = 64, FAMILY = 0, PAGES_OF_SHEET = 4 };

static const double margin = 12, footer_high = 6, header = 22, text_size = 8.25;
static const uint32_t felt = 0x145c57, gold = 0xffd987;

struct book {
    struct paper *p;
    int page;                /* that is being made, from 1 */
    int first[CHAPTERS_MAX]; /* page of each chapter: the family, then each game */
    int chapter;
    bool draws;
};

__attribute__((format_arg(2))) static const char *translate(const struct book *b,
                                                            const char *english)
{
    return language_text(b->p->language, english);
}

static void next_page(struct book *b)
{
    if (b->draws && b->page > 0)
        paper_turn(b->p);
    b->page++;
}

/* Cards like a hand, around a point below them. */
static void draw_fan(struct paper *p, double x, double y, double wide)
{
    enum { CARDS = 5 };
    for (int i = 0; i < CARDS; i++) {
        cairo_save(p->cr);
        cairo_translate(p->cr, x, y);
        cairo_rotate(p->cr, (i - (CARDS - 1) / 2.0) * 0.24);
        art_card(p, RANKS - CARDS + 1 + i, -wide / 2, -wide * 2.3, wide);
        cairo_restore(p->cr);
    }
}

static void draw_cover(struct book *b)
{
    struct paper *p = b->p;
    struct style title = {.size = 58, .display = true, .colour = 0xffffff};
    struct style below = {.size = 15, .display = true, .colour = gold};
    struct style small = {.size = 8, .colour = 0xffffff};
    next_page(b);
    if (!b->draws)
        return;
    struct text count = {0};
    int games = 0;
    while (all_games[games])
        games++;
    text_add(&count, translate(b, "%d games with one deck"), games);
    paper_box(p, -1, -1, p->wide + 2, p->high + 2, 0, felt);
    words_middle(p, "Pairs", &title, p->wide / 2, p->high * 0.16);
    words_middle(p, text_of(&count), &below, p->wide / 2, p->high * 0.27);
    text_free(&count);
    draw_fan(p, p->wide / 2, p->high * 0.86, 46);
    words_middle(p, translate(b, "Games by James Ernest, Paul Peterson and friends"), &small,
                 p->wide / 2, p->high - 20);
    words_middle(p, translate(b, "An unofficial booklet"), &small, p->wide / 2, p->high - 14.5);
}

/* --- Contents --------------------------------------------------------------------------------- */

/* A line of the contents, which leads to its page. */
static void draw_entry(struct book *b, const char *name, const char *players, int page, double y)
{
    struct paper *p = b->p;
    struct style s = {.size = 9, .weight = SEMIBOLD, .colour = ink},
                 plain = {.size = 9, .colour = faint};
    char number[16], link[64];
    snprintf(number, sizeof number, "%d", page);
    snprintf(link, sizeof link, "page=%d", page);
    cairo_tag_begin(p->cr, CAIRO_TAG_LINK, link);
    words_show(p, name, &s, margin, y, 0);
    cairo_tag_end(p->cr, CAIRO_TAG_LINK);
    words_show(p, players, &plain, margin + 58, y, 0);
    PangoLayout *words = words_set(p, number, &s, 0);
    double wide = words_wide(words);
    g_object_unref(words);
    words_show(p, number, &s, p->wide - margin - wide, y, 0);
    paper_line(p, margin, y + 5.4, p->wide - margin, y + 5.4, 0.12, line_colour);
    cairo_pdf_surface_add_outline(p->surface, CAIRO_PDF_OUTLINE_ROOT, name, link, 0);
}

static void draw_contents(struct book *b)
{
    struct paper *p = b->p;
    struct style title = {.size = 20, .display = true, .colour = felt};
    double y = margin + 14;
    next_page(b);
    if (!b->draws)
        return;
    words_show(p, translate(b, "Contents"), &title, margin, margin, 0);
    draw_entry(b, translate(b, "The family"), "", b->first[FAMILY], y);
    for (int i = 0; all_games[i]; i++) {
        struct error e = {0};
        struct setup u;
        struct text players = {0}, line = {0};
        setup_choose(&u, all_games[i]->name, &e);
        setup_players_text(&u, translate(b, " to "), translate(b, " or "), &players);
        text_add(&line, translate(b, "%s players"), text_of(&players));
        draw_entry(b, translate(b, all_games[i]->title), text_of(&line), b->first[i + 1],
                   y += (p->high - 3 * margin - 20) / 24);
        text_free(&players);
        text_free(&line);
    }
}

/* --- Chapters --------------------------------------------------------------------------------- */

static void draw_foot(struct book *b, const char *title)
{
    char number[16];
    snprintf(number, sizeof number, "%d", b->page);
    rules_footer(b->p, title, number, margin);
}

static void draw_head(struct book *b, double high)
{
    struct style title = {.size = 20, .display = true, .colour = felt};
    struct error e = {0};
    struct setup u;
    if (b->chapter == FAMILY)
        words_show(b->p, translate(b, "The family"), &title, margin, margin, 0);
    else if (setup_choose(&u, all_games[b->chapter - 1]->name, &e))
        rules_header(b->p, &u, margin, margin, b->p->wide - 2 * margin, high);
}

static void turn(struct flow *f)
{
    struct book *b = *(struct book *const *)f->context;
    const double high = f->page > 1 ? 0 : b->chapter == FAMILY ? 8 : header;
    next_page(b);
    f->columns = 1;
    f->left = margin;
    f->wide = f->paper->wide - 2 * margin;
    f->top = margin + (high > 0 ? high + 5 : 0);
    f->bottom = f->paper->high - margin - footer_high;
    if (!b->draws)
        return;
    if (high > 0)
        draw_head(b, high);
    draw_foot(b, b->chapter == FAMILY ? translate(b, "The family")
                                      : translate(b, all_games[b->chapter - 1]->title));
}

static void fill(struct flow *f, const void *what)
{
    struct error e = {0};
    struct setup u;
    const struct game *game = what;
    if (!game)
        rules_book(f, rules_family(f->paper->language), NULL);
    else if (setup_choose(&u, game->name, &e))
        rules_text(f, &u);
}

/* A chapter in the usual letters, or in a little smaller ones where that saves a page. */
static void draw_chapter(struct book *b, int chapter)
{
    const struct game *game = chapter == FAMILY ? NULL : all_games[chapter - 1];
    struct book measured = {.p = b->p, .chapter = chapter}, *at = &measured;
    struct flow f = {
        .paper = b->p, .accent = game ? game->look.colour : felt, .turn = turn, .context = &at};
    flow_fit(&f, fill, game, INT_MAX, text_size, text_size);
    if (!flow_fit(&f, fill, game, f.page - 1, text_size, text_size - 1))
        f.size = text_size;
    at = b;
    b->chapter = chapter;
    b->first[chapter] = b->page + 1;
    f.draws = b->draws;
    f.page = 0;
    flow_begin(&f);
    fill(&f, game);
}

/* Pages to write on, up to the last one of a sheet, which is the back. */
static void draw_notes(struct book *b)
{
    struct style title = {.size = 20, .display = true, .colour = felt};
    while (b->page % PAGES_OF_SHEET != PAGES_OF_SHEET - 1) {
        next_page(b);
        if (!b->draws)
            continue;
        words_show(b->p, translate(b, "Notes"), &title, margin, margin, 0);
        for (double y = margin + 20; y < b->p->high - margin - footer_high; y += 8)
            paper_line(b->p, margin, y, b->p->wide - margin, y, 0.15, line_colour);
        draw_foot(b, "");
    }
}

static void draw_end(struct book *b)
{
    struct paper *p = b->p;
    struct style s = {.size = 8.5, .colour = 0xffffff, .align = PANGO_ALIGN_CENTER};
    next_page(b);
    if (!b->draws)
        return;
    paper_box(p, -1, -1, p->wide + 2, p->high + 2, 0, felt);
    art_card(p, 0, p->wide / 2 - 20, p->high * 0.2, 40);
    words_show(p,
               translate(b, "The games of this booklet were designed by James Ernest, Paul "
                            "Peterson and friends. The rules are told in our own words. This "
                            "booklet is unofficial, and nobody of theirs has had a hand in it. If "
                            "you like the games, buy the designers' own decks and books."),
               &s, 25, p->high * 0.55, p->wide - 50);
    words_show(p, translate(b, "Letters: Fraunces and Figtree, under the SIL Open Font License."),
               &s, 25, p->high * 0.55 + 30, p->wide - 50);
}

static void draw_book(struct book *b, bool draws)
{
    b->draws = draws;
    b->page = 0;
    draw_cover(b);
    draw_contents(b);
    for (int i = FAMILY; i == FAMILY || all_games[i - 1]; i++)
        draw_chapter(b, i);
    draw_notes(b);
    draw_end(b);
}

bool print_booklet(const struct print_wish *w, struct text *out, struct error *e)
{
    struct paper p;
    struct book b = {.p = &p};
    double wide, high;
    paper_size(w->paper, &wide, &high);
    bool fine = paper_open_pages(&p, high / 2, wide, "Pairs", w->language, out, e);
    if (fine) {
        draw_book(&b, false); /* for the numbers of pages in the contents */
        draw_book(&b, true);
    }
    return paper_close(&p, out, e) && fine;
}
