#include "lab/svg.h"

#include <math.h>

enum {
    WIDTH = 860,
    HEIGHT = 440,
    LEFT = 70,
    RIGHT = 740,
    TOP = 50,
    BOTTOM = 380,
    TICKS = 8, /* about so many on an axis */
    COLOURS = 8
};

/* Light enough for a dark page and dark enough for a light one. */
static const char *const colour[COLOURS] = {"#3b82f6", "#ef4444", "#10b981", "#d97706",
                                            "#a855f7", "#0891b2", "#ec4899", "#65a30d"};

static const char style[] =
    "<style>\n"
    ".page{fill:#fff} text{fill:#222;font:13px sans-serif} .grid{stroke:#8884} "
    ".axis{stroke:#888}\n"
    "@media (prefers-color-scheme:dark){.page{fill:#16181d} text{fill:#ddd}}\n"
    "polyline{fill:none;stroke-width:2;stroke-linejoin:round}\n"
    "</style>\n";

/* An axis: from the first to the last value, and where these lie in the picture. */
struct axis {
    double least, most, step;
    double from, to;
};

/* Words, with whatever has a meaning in XML replaced. */
static void add_words(struct text *out, const char *words)
{
    for (; *words; words++) {
        switch (*words) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        default:
            text_add(out, "%c", *words);
        }
    }
}

static void add_text(struct text *out, double x, double y, const char *anchor, const char *words)
{
    text_add(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    add_words(out, words);
    text_add(out, "</text>\n");
}

static void add_rule(struct text *out, const char *class, double x1, double y1, double x2,
                     double y2)
{
    text_add(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class,
             x1, y1, x2, y2);
}

/* Round numbers around all values: steps of 1, 2 or 5 times a power of ten. */
static struct axis axis_make(double least, double most, double from, double to)
{
    if (!(most > least))
        most = least + 1;
    double rough = (most - least) / TICKS, power = pow(10, floor(log10(rough)));
    double step = power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : rough > power ? 2 : 1);
    return (struct axis){floor(least / step) * step, ceil(most / step) * step, step, from, to};
}

static double axis_place(const struct axis *a, double value)
{
    return a->from + (value - a->least) / (a->most - a->least) * (a->to - a->from);
}

/* The least and the most of one coordinate. */
static struct axis axis_of(const struct svg_chart *c, bool upright, double from, double to)
{
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < c->lines; i++) {
        const double *value = upright ? c->line[i].y : c->line[i].x;
        for (size_t k = 0; k < c->line[i].count; k++) {
            least = fmin(least, value[k]);
            most = fmax(most, value[k]);
        }
    }
    return least <= most ? axis_make(least, most, from, to) : axis_make(0, 1, from, to);
}

static void add_axes(struct text *out, const struct axis *x, const struct axis *y)
{
    struct text label = {0};
    for (int i = 0; x->least + i * x->step < x->most + x->step / 2; i++) {
        double value = x->least + i * x->step, at = axis_place(x, value);
        text_clear(&label);
        text_add(&label, "%.6g", value);
        add_rule(out, "axis", at, BOTTOM, at, BOTTOM + 5);
        add_text(out, at, BOTTOM + 20, "middle", text_of(&label));
    }
    for (int i = 0; y->least + i * y->step < y->most + y->step / 2; i++) {
        double value = y->least + i * y->step, at = axis_place(y, value);
        text_clear(&label);
        text_add(&label, "%.6g", fabs(value) < y->step / 2 ? 0 : value);
        add_rule(out, i == 0 ? "axis" : "grid", LEFT, at, RIGHT, at);
        add_text(out, LEFT - 8, at + 4, "end", text_of(&label));
    }
    add_rule(out, "axis", LEFT, TOP, LEFT, BOTTOM);
    text_free(&label);
}

static void add_line(struct text *out, const struct svg_line *line, int i, const struct axis *x,
                     const struct axis *y)
{
    const char *stroke = colour[i % COLOURS];
    double legend = TOP + 20.0 * i;
    text_add(out, "<polyline stroke=\"%s\" points=\"", stroke);
    for (size_t k = 0; k < line->count; k++)
        text_add(out, "%s%.1f,%.1f", k ? " " : "", axis_place(x, line->x[k]),
                 axis_place(y, line->y[k]));
    text_add(out, "\"/>\n<line stroke=\"%s\" stroke-width=\"3\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" ",
             stroke, RIGHT + 14, legend, RIGHT + 34);
    text_add(out, "y2=\"%.1f\"/>\n", legend);
    add_text(out, RIGHT + 40, legend + 4, "start", line->label);
}

void svg_write(const struct svg_chart *c, struct text *out)
{
    struct axis x = axis_of(c, false, LEFT, RIGHT), y = axis_of(c, true, BOTTOM, TOP);
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n"
             "<title>",
             WIDTH, HEIGHT);
    add_words(out, c->title);
    text_add(out, "</title>\n%s<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n", style, WIDTH,
             HEIGHT);
    add_text(out, (LEFT + RIGHT) / 2.0, TOP - 24, "middle", c->title);
    for (size_t i = 0; i < c->marks; i++) {
        double at = axis_place(&x, c->mark[i]);
        add_rule(out, "grid", at, TOP, at, BOTTOM);
    }
    add_axes(out, &x, &y);
    add_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", c->x_label);
    text_add(out, "<g transform=\"rotate(-90 18 %d)\">\n", (TOP + BOTTOM) / 2);
    add_text(out, 18, (TOP + BOTTOM) / 2.0, "middle", c->y_label);
    text_add(out, "</g>\n");
    for (int i = 0; i < c->lines; i++)
        add_line(out, &c->line[i], i, &x, &y);
    text_add(out, "</svg>\n");
}
