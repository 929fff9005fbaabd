#include "lab/svg.h"

#include "lab/plot.h"

#include <math.h>

enum { WIDTH = 860, HEIGHT = 440, HEAD = 24, KEYS = 120, LINE = 20 };

/* A panel that holds all points. */
static struct panel panel_of(const struct svg_chart *c)
{
    struct panel p = {.title = "",
                      .x_label = c->x_label,
                      .y_label = c->y_label,
                      .top = HEAD,
                      .width = WIDTH - KEYS,
                      .height = HEIGHT - HEAD,
                      .x_low = INFINITY,
                      .x_high = -INFINITY,
                      .y_low = 1,
                      .y_high = 0};
    for (int i = 0; i < c->lines; i++) {
        for (size_t k = 0; k < c->line[i].count; k++) {
            p.x_low = fmin(p.x_low, c->line[i].x[k]);
            p.x_high = fmax(p.x_high, c->line[i].x[k]);
            panel_reach(&p, c->line[i].y[k]);
        }
    }
    panel_loosen(&p);
    return p;
}

void svg_write(const struct svg_chart *c, struct text *out)
{
    struct panel p = panel_of(c);
    plot_begin(out, WIDTH, HEIGHT, c->title);
    panel_frame(&p, out);
    for (size_t i = 0; i < c->marks; i++)
        panel_mark(&p, c->mark[i], out);
    for (int i = 0; i < c->lines; i++) {
        int colour = i % PLOT_GREY;
        panel_line(&p, c->line[i].x, c->line[i].y, c->line[i].count, colour, out);
        plot_key(out, WIDTH - KEYS, HEAD + 40 + LINE * i, colour, c->line[i].label);
    }
    plot_end(out);
}
