#include "lab/plot.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN_LEFT = 56, /* of a panel, for its words */
    MARGIN_RIGHT = 12,
    MARGIN_TOP = 30,
    MARGIN_BOTTOM = 56,
    LETTER = 7, /* about the width of one */
    TICKS = 5,
};

/* The colours keep their order, and their distance from the ground, in both settings. */
static const char style[] =
    "<style>"
    "svg{color-scheme:light dark;--ground:#fcfcfb;--ink:#0b0b0b;--soft:#52514e;--grid:#e1e0d9;"
    "--c0:#2a78d6;--c1:#1baf7a;--c2:#eda100;--c3:#008300;--c4:#4a3aa7;--c5:#e34948;--c6:#e87ba4;"
    "--c7:#eb6834;--c8:#898781}"
    "@media(prefers-color-scheme:dark){svg{--ground:#1a1a19;--ink:#fff;--soft:#c3c2b7;"
    "--grid:#3a3a37;--c0:#3987e5;--c1:#199e70;--c2:#c98500;--c3:#2f9e2f;--c4:#9085e9;"
    "--c5:#e66767;--c6:#d55181;--c7:#d95926}}"
    "text{font:12px system-ui,sans-serif;fill:var(--soft)}"
    ".head{font-size:16px;fill:var(--ink)}.title{font-weight:600;fill:var(--ink)}"
    ".mid{text-anchor:middle}.end{text-anchor:end}"
    ".grid{stroke:var(--grid)}.rule{stroke:var(--soft);stroke-dasharray:4 3}"
    "</style>\n";

static double across(const struct panel *p, double x)
{
    double room = p->width - MARGIN_LEFT - MARGIN_RIGHT;
    return p->left + MARGIN_LEFT + (x - p->x_low) / (p->x_high - p->x_low) * room;
}

static double down(const struct panel *p, double y)
{
    double room = p->height - MARGIN_TOP - MARGIN_BOTTOM;
    return p->top + p->height - MARGIN_BOTTOM - (y - p->y_low) / (p->y_high - p->y_low) * room;
}

/* Words as XML has them. */
static void add_words(struct text *out, const char *words)
{
    for (; *words; words++)
        if (*words == '<' || *words == '>' || *words == '&' || *words == '"')
            text_add(out, "&#%d;", *words);
        else if ((unsigned char)*words >= ' ')
            text_add(out, "%c", *words);
}

static void add_text(struct text *out, double x, double y, const char *class, const char *words)
{
    text_add(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    add_words(out, words);
    text_add(out, "</text>\n");
}

static void add_line(struct text *out, double x, double y, double to_x, double to_y,
                     const char *class)
{
    text_add(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x, y,
             to_x, to_y, class);
}

void plot_begin(struct text *out, int width, int height, const char *heading)
{
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
             width, height, width, height);
    add_words(out, heading);
    text_add(out, "</title>\n%s<rect width=\"100%%\" height=\"100%%\" fill=\"var(--ground)\"/>\n",
             style);
    add_text(out, 16, 26, "head", heading);
}

void plot_end(struct text *out)
{
    text_add(out, "</svg>\n");
}

double plot_key(struct text *out, double left, double top, int colour, const char *words)
{
    text_add(out,
             "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" rx=\"3\" "
             "fill=\"var(--c%d)\"/>\n",
             left, top - 10, colour);
    add_text(out, left + 18, top, "key", words);
    return left + 36 + LETTER * (double)strlen(words);
}

void panel_reach(struct panel *p, double y)
{
    bool fresh = p->y_low > p->y_high;
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

/* A round distance between ticks: 1, 2 or 5 times a power of ten. */
static double tick_step(double range)
{
    double rough = range / TICKS, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

/* Numbers as short as the distance between them allows. */
static void add_tick(struct text *out, double x, double y, const char *class, double value,
                     double step)
{
    struct text words = {0};
    int digits = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    text_add(&words, "%.*f", digits, value);
    add_text(out, x, y, class, text_of(&words));
    text_free(&words);
}

/* Every name if they find room in one row or two, else every second, third ... */
static void frame_names(const struct panel *p, double bottom, struct text *out)
{
    size_t longest = 1;
    for (int i = 0; i < p->names; i++)
        longest = strlen(p->name[i]) > longest ? strlen(p->name[i]) : longest;
    double each = (p->width - MARGIN_LEFT - MARGIN_RIGHT) / (p->names ? p->names : 1);
    double wanted = (double)(longest + 1) * LETTER / each;
    int rows = wanted > 1 ? 2 : 1, every = (int)ceil(wanted / rows);
    for (int i = 0; i < p->names; i += every)
        add_text(out, across(p, i), bottom + 16 + i / every % rows * 14, "mid", p->name[i]);
}

void panel_frame(const struct panel *p, struct text *out)
{
    double bottom = p->top + p->height - MARGIN_BOTTOM, left = p->left + MARGIN_LEFT;
    double right = p->left + p->width - MARGIN_RIGHT, top = p->top + MARGIN_TOP;
    add_text(out, left, p->top + 16, "title", p->title);
    double step = tick_step(p->y_high - p->y_low);
    for (long i = lround(ceil(p->y_low / step)); step * (double)i <= p->y_high; i++) {
        double y = down(p, step * (double)i);
        add_line(out, left, y, right, y, "grid");
        add_tick(out, left - 6, y + 4, "end", step * (double)i, step);
    }
    if (p->name) {
        frame_names(p, bottom, out);
    } else {
        step = fmax(1, tick_step(p->x_high - p->x_low));
        for (long i = lround(ceil(p->x_low / step)); step * (double)i <= p->x_high; i++)
            add_tick(out, across(p, step * (double)i), bottom + 16, "mid", step * (double)i, step);
    }
    add_text(out, (left + right) / 2, bottom + 48, "mid", p->x_label);
    text_add(out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">", p->left + 14,
             (top + bottom) / 2);
    add_text(out, 0, 0, "mid", p->y_label);
    text_add(out, "</g>\n");
}

void panel_rule(const struct panel *p, double y, struct text *out)
{
    if (y >= p->y_low && y <= p->y_high)
        add_line(out, p->left + MARGIN_LEFT, down(p, y), p->left + p->width - MARGIN_RIGHT,
                 down(p, y), "rule");
}

void panel_bar(const struct panel *p, double x, double width, double y_low, double y_high,
               int colour, struct text *out)
{
    double left = across(p, x), wide = across(p, x + width) - left;
    double gap = wide > 6 ? 1 : 0; /* a sliver of ground between bars that are wide enough */
    text_add(out,
             "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"var(--c%d)\"/>\n",
             left + gap / 2, down(p, y_high), wide - gap, down(p, y_low) - down(p, y_high), colour);
}

void panel_steps(const struct panel *p, double x, double width, const double y[], int count,
                 int colour, struct text *out)
{
    text_add(out,
             "<path fill=\"none\" stroke=\"var(--c%d)\" stroke-width=\"2\" "
             "stroke-linejoin=\"round\" d=\"M%.1f %.1f",
             colour, across(p, x), down(p, 0));
    for (int i = 0; i < count; i++)
        text_add(out, "V%.1fH%.1f", down(p, y[i]), across(p, x + (i + 1) * width));
    text_add(out, "V%.1f\"/>\n", down(p, 0));
}

void panel_whisker(const struct panel *p, double x, double low, double y, double high, int colour,
                   struct text *out)
{
    double at = across(p, x);
    text_add(out,
             "<g stroke=\"var(--c%d)\" stroke-width=\"2\" stroke-linecap=\"round\">"
             "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>"
             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"var(--ground)\"/></g>\n",
             colour, at, down(p, low), at, down(p, high), at, down(p, y));
}
