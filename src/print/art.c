#include "print/inside.h"

#include <librsvg/rsvg.h>
#include <stdio.h>

const char deck_back[] = "back-suns.svg";

enum { ART_WIDE = 100 }; /* of a drawing, in its own units */

static int art_find(const char *name)
{
    for (int i = 0; assets[i].name; i++)
        if (strcmp(assets[i].name, name) == 0)
            return i;
    return -1;
}

/* A drawing, recorded once: a file has it once then, however often it is shown. */
static cairo_surface_t *record(const struct asset *a, double high)
{
    RsvgHandle *svg = rsvg_handle_new_from_data((const guint8 *)a->bytes, a->size, NULL);
    cairo_rectangle_t all = {0, 0, ART_WIDE, high};
    const RsvgRectangle place = {0, 0, ART_WIDE, high};
    cairo_surface_t *made = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &all);
    cairo_t *cr = cairo_create(made);
    if (svg) {
        rsvg_handle_render_document(svg, cr, &place, NULL);
        g_object_unref(svg);
    }
    cairo_destroy(cr);
    return made;
}

void art_draw(struct paper *p, const char *name, double x, double y, double wide, double high)
{
    int i = art_find(name);
    if (i < 0 || i >= ARTS_MAX)
        return;
    if (!p->art[i])
        p->art[i] = record(&assets[i], ART_WIDE * high / wide);
    cairo_save(p->cr);
    cairo_translate(p->cr, x, y);
    cairo_scale(p->cr, wide / ART_WIDE, wide / ART_WIDE);
    cairo_set_source_surface(p->cr, p->art[i], 0, 0);
    cairo_paint(p->cr);
    cairo_restore(p->cr);
}

void art_card(struct paper *p, int rank, double x, double y, double wide)
{
    char name[32];
    double high = wide * card_high / card_wide, edge = wide / 60;
    if (rank)
        snprintf(name, sizeof name, "card-%d.svg", rank);
    else
        snprintf(name, sizeof name, "%s", deck_back);
    paper_box(p, x, y, wide, high, wide / 10, line_colour);
    paper_box(p, x + edge, y + edge, wide - 2 * edge, high - 2 * edge, wide / 10 - edge, cream);
    art_draw(p, name, x, y, wide, high);
}

void art_cover(struct paper *p, const struct game *game, double x, double y, double wide)
{
    char name[64];
    snprintf(name, sizeof name, "cover-%s.svg", game->name);
    paper_box(p, x, y, wide, wide, wide / 12, game->look.colour);
    art_draw(p, name, x, y, wide, wide);
}
