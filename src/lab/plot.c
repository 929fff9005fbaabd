#include "lab/plot.h"

#include "lab/scale.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN_LEFT = 56, /* of a panel, for its words */
    MARGIN_RIGHT = 12,
    MARGIN_TOP = 30,
    MARGIN_BOTTOM = 56,
    LETTER = 7, /* about the width of one */
};

/* What is not told apart by the caller. */
enum { GROUND = PLOT_GREY + 1, INK, SOFT, GRID, COLOURS };

/* The colours keep their order, and their distance from the ground, in both settings. */
static const struct {
    const char *light, *dark;
} colours[COLOURS] = {
    {"#2a78d6", "#3987e5"},
    {"#1baf7a", "#199e70"},
    {"#eda100", "#c98500"},
    {"#008300", "#2f9e2f"},
    {"#4a3aa7", "#9085e9"},
    {"#e34948", "#e66767"},
    {"#e87ba4", "#d55181"},
    {"#eb6834", "#d95926"},
    [PLOT_GREY] = {"#898781", "#898781"},
    [GROUND] = {"#fcfcfb", "#1a1a19"},
    [INK] = {"#0b0b0b", "#ffffff"},
    [SOFT] = {"#52514e", "#c3c2b7"},
    [GRID] = {"#e1e0d9", "#3a3a37"},
};

/* Fills or strokes an element: for light ground by a plain attribute, which every program knows
 * that draws SVG; for dark ground by a class, which comes before it where style sheets are known.
 */
static void add_paint(struct text *out, const char *what, int colour)
{
    text_add(out, " %s=\"%s\" class=\"%s%d\"", what, colours[colour].light, what, colour);
}

static void add_dark_style(struct text *out)
{
    text_add(out, "<style>@media (prefers-color-scheme: dark) {\n");
    for (int i = 0; i < COLOURS; i++)
        text_add(out, ".fill%d { fill: %s } .stroke%d { stroke: %s }\n", i, colours[i].dark, i,
                 colours[i].dark);
    text_add(out, "}</style>\n");
}

/* Where a panel has its axes. */
static struct scale across(const struct panel *p)
{
    return scale_between(p->x_low, p->x_high, p->left + MARGIN_LEFT,
                         p->left + p->width - MARGIN_RIGHT);
}

static struct scale upward(const struct panel *p)
{
    return scale_between(p->y_low, p->y_high, p->top + p->height - MARGIN_BOTTOM,
                         p->top + MARGIN_TOP);
}

/* Words as XML has them; what it cannot have goes. */
static void add_words(struct text *out, const char *words)
{
    for (size_t left = strlen(words), size; left > 0; words += size, left -= size) {
        size = text_character(words, left);
        if (size == 1 && strchr("<>&\"", *words))
            text_add(out, "&#%d;", *words);
        else
            text_add(out, "%.*s", (int)size, words);
        size += !size;
    }
}

/* `more` are further attributes, such as where the words stand: they begin at x without any. */
static void add_text(struct text *out, double x, double y, int colour, const char *more,
                     const char *words)
{
    text_add(out, "<text x=\"%.1f\" y=\"%.1f\" %s", x, y, more);
    add_paint(out, "fill", colour);
    text_add(out, ">");
    add_words(out, words);
    text_add(out, "</text>\n");
}

static const char middle[] = "text-anchor=\"middle\"", end[] = "text-anchor=\"end\"";

static void add_line(struct text *out, double x, double y, double to_x, double to_y, int colour,
                     const char *more)
{
    text_add(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s", x, y, to_x, to_y,
             more);
    add_paint(out, "stroke", colour);
    text_add(out, "/>\n");
}

void plot_begin(struct text *out, int width, int height, const char *heading)
{
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"system-ui, sans-serif\" "
             "font-size=\"12\">\n<title>",
             width, height, width, height);
    add_words(out, heading);
    text_add(out, "</title>\n");
    add_dark_style(out);
    text_add(out, "<rect width=\"100%%\" height=\"100%%\"");
    add_paint(out, "fill", GROUND);
    text_add(out, "/>\n");
    add_text(out, 16, 26, INK, "font-size=\"16\"", heading);
}

void plot_end(struct text *out)
{
    text_add(out, "</svg>\n");
}

double plot_key(struct text *out, double left, double top, int colour, const char *words)
{
    text_add(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" rx=\"3\"", left,
             top - 10);
    add_paint(out, "fill", colour);
    text_add(out, "/>\n");
    add_text(out, left + 18, top, SOFT, "", words);
    return left + 36 + LETTER * (double)strlen(words);
}

void panel_reach(struct panel *p, double y)
{
    bool fresh = p->y_low > p->y_high;
    if (isnan(y))
        return;
    p->y_low = fresh || y < p->y_low ? y : p->y_low;
    p->y_high = fresh || y > p->y_high ? y : p->y_high;
}

void panel_loosen(struct panel *p)
{
    double space = 0.06 * (p->y_high - p->y_low);
    if (space <= 0)
        space = 0.5;
    bool above = p->y_low >= 0, below = p->y_high <= 0;
    p->y_low -= space;
    p->y_high += space;
    if (above && p->y_low < 0)
        p->y_low = 0;
    else if (below && p->y_high > 0)
        p->y_high = 0;
}

/* Every name if they find room in one row or two, else every second, third ... */
static void frame_names(const struct panel *p, double bottom, struct text *out)
{
    struct scale x = across(p);
    size_t longest = 1;
    for (int i = 0; i < p->names; i++)
        longest = strlen(p->name[i]) > longest ? strlen(p->name[i]) : longest;
    double each = (p->width - MARGIN_LEFT - MARGIN_RIGHT) / (p->names ? p->names : 1);
    double wanted = (double)(longest + 1) * LETTER / each;
    int rows = wanted > 1 ? 2 : 1, every = (int)ceil(wanted / rows);
    for (int i = 0; i < p->names; i += every)
        add_text(out, scale_place(&x, i), bottom + 16 + i / every % rows * 14, SOFT, middle,
                 p->name[i]);
}

static void frame_numbers(const struct panel *p, double bottom, struct text *out)
{
    struct scale x = across(p);
    struct ticks t = scale_ticks(&x, 1);
    char text[TICK_TEXT];
    for (int i = 0; i < t.count; i++)
        add_text(out, scale_place(&x, tick_number(&t, i)), bottom + 16, SOFT, middle,
                 tick_text(&t, i, text));
}

void panel_frame(const struct panel *p, struct text *out)
{
    struct scale x = across(p), y = upward(p);
    struct ticks t = scale_ticks(&y, 0);
    char text[TICK_TEXT];
    add_text(out, x.from, p->top + 16, INK, "font-weight=\"600\"", p->title);
    for (int i = 0; i < t.count; i++) {
        double at = scale_place(&y, tick_number(&t, i));
        add_line(out, x.from, at, x.to, at, GRID, "");
        add_text(out, x.from - 6, at + 4, SOFT, end, tick_text(&t, i, text));
    }
    if (p->name)
        frame_names(p, y.from, out);
    else
        frame_numbers(p, y.from, out);
    add_text(out, (x.from + x.to) / 2, y.from + 48, SOFT, middle, p->x_label);
    text_add(out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">", p->left + 14,
             (y.from + y.to) / 2);
    add_text(out, 0, 0, SOFT, middle, p->y_label);
    text_add(out, "</g>\n");
}

void panel_rule(const struct panel *p, double y, struct text *out)
{
    struct scale x = across(p), up = upward(p);
    double at = scale_place(&up, y);
    if (y >= p->y_low && y <= p->y_high)
        add_line(out, x.from, at, x.to, at, SOFT, "stroke-dasharray=\"4 3\"");
}

void panel_mark(const struct panel *p, double x, struct text *out)
{
    struct scale along = across(p), y = upward(p);
    double at = scale_place(&along, x);
    add_line(out, at, y.from, at, y.to, GRID, "");
}

void panel_bar(const struct panel *p, double x, double width, double y_low, double y_high,
               int colour, struct text *out)
{
    struct scale along = across(p), up = upward(p);
    double left = scale_place(&along, x), wide = scale_place(&along, x + width) - left;
    double gap = wide > 6 ? 1 : 0; /* a sliver of ground between bars that are wide enough */
    double top = scale_place(&up, y_high), high = scale_place(&up, y_low) - top;
    text_add(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", left + gap / 2, top,
             fmax(0, wide - gap), fmax(0, high));
    add_paint(out, "fill", colour);
    text_add(out, "/>\n");
}

void panel_steps(const struct panel *p, double x, double width, const double y[], int count,
                 int colour, struct text *out)
{
    struct scale along = across(p), up = upward(p);
    text_add(out, "<path fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    add_paint(out, "stroke", colour);
    text_add(out, " d=\"M%.1f %.1f", scale_place(&along, x), scale_place(&up, 0));
    for (int i = 0; i < count; i++)
        text_add(out, "V%.1fH%.1f", scale_place(&up, y[i]),
                 scale_place(&along, x + (i + 1) * width));
    text_add(out, "V%.1f\"/>\n", scale_place(&up, 0));
}

void panel_line(const struct panel *p, const double x[], const double y[], size_t count, int colour,
                struct text *out)
{
    struct scale along = across(p), up = upward(p);
    text_add(out, "<polyline fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    add_paint(out, "stroke", colour);
    text_add(out, " points=\"");
    for (size_t i = 0; i < count; i++)
        text_add(out, "%s%.1f,%.1f", i ? " " : "", scale_place(&along, x[i]),
                 scale_place(&up, y[i]));
    text_add(out, "\"/>\n");
}

void panel_whisker(const struct panel *p, double x, double low, double y, double high, int colour,
                   struct text *out)
{
    struct scale along = across(p), up = upward(p);
    double at = scale_place(&along, x);
    text_add(out, "<g stroke-width=\"2\" stroke-linecap=\"round\"");
    add_paint(out, "stroke", colour);
    text_add(out,
             "><line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"",
             at, scale_place(&up, low), at, scale_place(&up, high), at, scale_place(&up, y));
    add_paint(out, "fill", GROUND);
    text_add(out, "/></g>\n");
}
