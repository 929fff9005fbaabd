#include "print/inside.h"

static const double point = 25.4 / 72; /* in millimetres */

static int units(double millimetres)
{
    return (int)(millimetres * PANGO_SCALE);
}

/* Each weight is a font of its own, see tools/build/paper-fonts.py. */
static PangoFontDescription *font_of(const struct style *s, enum weight weight)
{
    static const char *const family[] = {
        [REGULAR] = "Figtree", [SEMIBOLD] = "Figtree SemiBold", [BOLD] = "Figtree Bold"};
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, s->display ? "Fraunces" : family[weight]);
    pango_font_description_set_absolute_size(font, units(s->size * point));
    return font;
}

static void add_bold(PangoAttrList *attributes, const struct style *s)
{
    PangoFontDescription *font = font_of(s, BOLD);
    PangoAttribute *bold = pango_attr_font_desc_new(font);
    bold->end_index = (guint)s->bold;
    pango_attr_list_insert(attributes, bold);
    pango_font_description_free(font);
}

PangoLayout *words_set(struct paper *p, const char *words, const struct style *s, double wide)
{
    PangoLayout *layout = pango_layout_new(p->pango);
    PangoFontDescription *font = font_of(s, s->weight);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_layout_set_font_description(layout, font);
    if (s->spacing > 0)
        pango_attr_list_insert(attributes,
                               pango_attr_letter_spacing_new(units(s->spacing * point)));
    if (s->bold)
        add_bold(attributes, s);
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_text(layout, words, -1);
    pango_layout_set_line_spacing(layout, s->display ? 1.0F : 1.18F);
    if (wide > 0) {
        pango_layout_set_width(layout, units(wide));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        pango_layout_set_alignment(layout, s->align);
    }
    pango_attr_list_unref(attributes);
    pango_font_description_free(font);
    return layout;
}

double words_wide(PangoLayout *layout)
{
    int wide, high;
    pango_layout_get_size(layout, &wide, &high);
    return (double)wide / PANGO_SCALE;
}

double words_high(PangoLayout *layout)
{
    int wide, high;
    pango_layout_get_size(layout, &wide, &high);
    return (double)high / PANGO_SCALE;
}

double words_show(struct paper *p, const char *words, const struct style *s, double x, double y,
                  double wide)
{
    PangoLayout *layout = words_set(p, words, s, wide);
    double high = words_high(layout);
    cairo_move_to(p->cr, x, y);
    paper_colour(p, s->colour);
    pango_cairo_show_layout(p->cr, layout);
    g_object_unref(layout);
    return high;
}

void words_middle(struct paper *p, const char *words, const struct style *s, double x, double y)
{
    PangoLayout *layout = words_set(p, words, s, 0);
    cairo_move_to(p->cr, x - words_wide(layout) / 2, y - words_high(layout) / 2);
    paper_colour(p, s->colour);
    pango_cairo_show_layout(p->cr, layout);
    g_object_unref(layout);
}
