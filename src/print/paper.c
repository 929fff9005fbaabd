#include "print/inside.h"

#include <cairo-pdf.h>
#include <math.h>

static const double points = 72 / 25.4; /* of a millimetre */

static cairo_status_t add_bytes(void *out, const unsigned char *bytes, unsigned size)
{
    text_put(out, (const char *)bytes, size);
    return ((struct text *)out)->failed ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

/* What pages and pictures have in common. */
static bool begin(struct paper *p, struct error *e)
{
    p->cr = cairo_create(p->surface);
    cairo_scale(p->cr, p->dots, p->dots);
    p->pango = pango_font_map_create_context(fonts_take());
    if (cairo_status(p->cr))
        return error_no_memory(e);
    pango_context_set_round_glyph_positions(p->pango, FALSE);
    if (p->language)
        pango_context_set_language(p->pango, pango_language_from_string(p->language->name));
    return true;
}

bool paper_open_pages(struct paper *p, double wide, double high, const char *title,
                      const struct language *l, struct text *out, struct error *e)
{
    *p = (struct paper){.wide = wide, .high = high, .language = l, .dots = points};
    p->surface = cairo_pdf_surface_create_for_stream(add_bytes, out, wide * points, high * points);
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_TITLE, title);
    /* The same bytes at any time. */
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
    return begin(p, e);
}

bool paper_open_picture(struct paper *p, int wide, int high, double dots, struct error *e)
{
    *p = (struct paper){.wide = wide / dots, .high = high / dots, .picture = true, .dots = dots};
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, wide, high);
    return begin(p, e);
}

void paper_turn(struct paper *p)
{
    cairo_show_page(p->cr);
}

bool paper_close(struct paper *p, struct text *out, struct error *e)
{
    bool fine = !cairo_status(p->cr);
    if (fine && p->picture)
        fine = !cairo_surface_write_to_png_stream(p->surface, add_bytes, out);
    cairo_destroy(p->cr);
    cairo_surface_finish(p->surface);
    fine = fine && !cairo_surface_status(p->surface) && !out->failed;
    cairo_surface_destroy(p->surface);
    for (int i = 0; i < ARTS_MAX; i++)
        cairo_surface_destroy(p->art[i]);
    g_object_unref(p->pango);
    fonts_give_back();
    return fine || error_no_memory(e);
}

void paper_size(enum print_paper paper, double *wide, double *high)
{
    static const double size[PAPERS][2] = {
        [PAPER_A4] = {210, 297}, [PAPER_LETTER] = {215.9, 279.4}};
    *wide = size[paper][0];
    *high = size[paper][1];
}

void paper_colour(struct paper *p, uint32_t colour)
{
    cairo_set_source_rgb(p->cr, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

void paper_box(struct paper *p, double x, double y, double wide, double high, double round,
               uint32_t colour)
{
    cairo_new_sub_path(p->cr);
    cairo_arc(p->cr, x + wide - round, y + round, round, -M_PI / 2, 0);
    cairo_arc(p->cr, x + wide - round, y + high - round, round, 0, M_PI / 2);
    cairo_arc(p->cr, x + round, y + high - round, round, M_PI / 2, M_PI);
    cairo_arc(p->cr, x + round, y + round, round, M_PI, 3 * M_PI / 2);
    cairo_close_path(p->cr);
    paper_colour(p, colour);
    cairo_fill(p->cr);
}

void paper_line(struct paper *p, double x, double y, double to_x, double to_y, double thick,
                uint32_t colour)
{
    cairo_move_to(p->cr, x, y);
    cairo_line_to(p->cr, to_x, to_y);
    cairo_set_line_width(p->cr, thick);
    paper_colour(p, colour);
    cairo_stroke(p->cr);
}
