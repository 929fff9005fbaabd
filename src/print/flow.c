#include "print/inside.h"

enum { CELLS_MAX = 12, LINES_TOGETHER = 2 };

static const double point = 25.4 / 72; /* in millimetres */

static struct style plain_style(const struct flow *f)
{
    return (struct style){.size = f->size, .colour = ink};
}

static struct style heading_style(const struct flow *f)
{
    return (struct style){
        .size = f->size * 0.96, .weight = BOLD, .colour = f->accent, .spacing = f->size * 0.08};
}

static double line_high(const struct flow *f)
{
    return f->size * 1.42 * point;
}

double flow_left(const struct flow *f)
{
    return f->left + f->column * (f->wide + f->gap);
}

void flow_begin(struct flow *f)
{
    f->page++;
    f->column = 0;
    f->turn(f);
    if (f->page == f->last)
        f->bottom = f->top + f->last_high;
    f->y = f->top;
}

static void next_column(struct flow *f)
{
    if (f->column + 1 == f->columns) {
        flow_begin(f);
    } else {
        f->column++;
        f->y = f->top;
    }
}

static int measure(struct flow *f, flow_filler *fill, const void *what)
{
    f->draws = false;
    f->page = 0;
    flow_begin(f);
    fill(f, what);
    return f->page;
}

bool flow_fit(struct flow *f, flow_filler *fill, const void *what, int pages, double most,
              double least)
{
    const double step = 0.5;
    for (f->size = most; measure(f, fill, what) > pages; f->size -= step)
        if (f->size - step < least)
            return false;
    return true;
}

static void balance(struct flow *f, flow_filler *fill, const void *what)
{
    const double near = 4;
    int pages = measure(f, fill, what);
    double least = 0, most = f->bottom - f->top;
    f->last = pages;
    while (most - least > near) {
        f->last_high = (least + most) / 2;
        if (measure(f, fill, what) > pages)
            least = f->last_high;
        else
            most = f->last_high;
    }
    f->last_high = most;
}

void flow_show(struct flow *f, flow_filler *fill, const void *what)
{
    if (f->columns > 1)
        balance(f, fill, what);
    f->draws = true;
    f->page = 0;
    flow_begin(f);
    fill(f, what);
}

/* Shows lines at the left edge of the column and so far from it. */
static void show(struct flow *f, PangoLayout *layout, double in, uint32_t colour)
{
    if (!f->draws)
        return;
    cairo_move_to(f->paper->cr, flow_left(f) + in, f->y);
    paper_colour(f->paper, colour);
    pango_cairo_show_layout(f->paper->cr, layout);
}

/* What comes next needs so much room, with the heading that is due above it. */
static void make_room(struct flow *f, double space, double high)
{
    PangoLayout *heading = NULL;
    double above = 0;
    if (f->heading) {
        struct style s = heading_style(f);
        heading = words_set(f->paper, f->heading, &s, f->wide);
        above = words_high(heading) + line_high(f) * 0.15;
        space = line_high(f) * 0.9;
    }
    if (f->y > f->top)
        f->y += space;
    if (f->y + above + high > f->bottom)
        next_column(f);
    if (heading) {
        show(f, heading, 0, f->accent);
        f->y += above;
        g_object_unref(heading);
        g_free(f->heading);
        f->heading = NULL;
    }
}

double flow_room(struct flow *f, double high)
{
    make_room(f, line_high(f) * 0.6, high);
    double y = f->y;
    f->y += high;
    return y;
}

void flow_heading(struct flow *f, const char *words)
{
    g_free(f->heading);
    f->heading = g_strdup(words);
}

/* So many lines stay together from line i on: none stands alone in a column. */
static int lines_together(int i, int count)
{
    bool whole = count <= LINES_TOGETHER + 1;
    return i == 0                                  ? (whole ? count : LINES_TOGETHER)
           : i == count - LINES_TOGETHER && !whole ? LINES_TOGETHER
                                                   : 1;
}

static void put_line(struct flow *f, PangoLayoutIter *at, double top, double in)
{
    if (!f->draws)
        return;
    double baseline = (double)pango_layout_iter_get_baseline(at) / PANGO_SCALE - top;
    cairo_move_to(f->paper->cr, flow_left(f) + in, f->y + baseline);
    paper_colour(f->paper, ink);
    pango_cairo_show_layout_line(f->paper->cr, pango_layout_iter_get_line_readonly(at));
}

/* Words whose lines may go on in the next column; the sign stands before the first of them. */
static void put_words(struct flow *f, const char *words, struct style style, double space,
                      const char *sign)
{
    double in = sign ? line_high(f) * 0.72 : 0;
    PangoLayout *layout = words_set(f->paper, words, &style, f->wide - in);
    PangoLayoutIter *at = pango_layout_get_iter(layout);
    int count = pango_layout_get_line_count(layout);
    for (int i = 0; i < count; i++, pango_layout_iter_next_line(at)) {
        PangoRectangle line;
        pango_layout_iter_get_line_extents(at, NULL, &line);
        double high = (double)line.height / PANGO_SCALE;
        make_room(f, i ? 0 : space,
                  f->keep > 0 ? (i ? 0 : high * count + f->keep) : high * lines_together(i, count));
        if (!i && sign && f->draws) {
            struct style s = {.size = f->size, .weight = BOLD, .colour = f->accent};
            words_show(f->paper, sign, &s, flow_left(f) + in * 0.2, f->y, 0);
        }
        put_line(f, at, (double)line.y / PANGO_SCALE, in);
        f->y += high;
    }
    pango_layout_iter_free(at);
    g_object_unref(layout);
}

void flow_paragraph(struct flow *f, const char *words)
{
    put_words(f, words, plain_style(f), line_high(f) * 0.38, NULL);
}

/* The bytes of what an item is about: "Hit" of "Hit: take a card." */
static int item_lead(const char *words)
{
    enum { LEAD_MOST = 24 };
    size_t size = strcspn(words, ":.,;");
    return words[size] == ':' && size < LEAD_MOST ? (int)size + 1 : 0;
}

void flow_item(struct flow *f, const char *words)
{
    struct style s = plain_style(f);
    s.bold = item_lead(words);
    put_words(f, words, s, line_high(f) * 0.2, "•");
}

/* --- Tables ----------------------------------------------------------------------------------- */

struct grid {
    GPtrArray *rows; /* of cells, as g_strsplit has them */
    int columns;
    double wide[CELLS_MAX];
};

static void grid_add(struct grid *g, const char *words)
{
    char **cells = g_strsplit(words, "|", CELLS_MAX);
    int count = 0;
    while (cells[count] && *g_strstrip(cells[count]))
        count++;
    for (int i = count; cells[i]; i++)
        *cells[i] = '\0';
    if (!g->rows)
        g->rows = g_ptr_array_new_with_free_func((GDestroyNotify)(void (*)(void))g_strfreev);
    g_ptr_array_add(g->rows, cells);
    g->columns = count > g->columns ? count : g->columns;
}

/* Whether a row says what is in the columns below it: a few short words, and no figures. */
static bool is_header(char **cells)
{
    enum { HEADER_MOST = 16 };
    for (int i = 0; cells[i]; i++)
        if (g_utf8_strlen(cells[i], -1) > HEADER_MOST || strpbrk(cells[i], "0123456789"))
            return false;
    return true;
}

static struct style cell_style(const struct flow *f, const struct grid *g, guint row, int column)
{
    struct style s = plain_style(f);
    s.size *= 0.94;
    if (column == 0 || (row == 0 && is_header(g_ptr_array_index(g->rows, 0))))
        s.weight = SEMIBOLD;
    return s;
}

static PangoLayout *cell_words(const struct flow *f, const struct grid *g, guint row, int column,
                               double wide)
{
    char **cells = g_ptr_array_index(g->rows, row);
    struct style s = cell_style(f, g, row, column);
    bool there = column < (int)g_strv_length(cells);
    return words_set(f->paper, there ? cells[column] : "", &s, wide);
}

/* The widths that the cells would like, and less for the widest where that is too much. */
static void grid_measure(const struct flow *f, struct grid *g, double space)
{
    double left = f->wide;
    for (int c = 0; c < g->columns; c++) {
        g->wide[c] = 0;
        for (guint r = 0; r < g->rows->len; r++) {
            PangoLayout *cell = cell_words(f, g, r, c, 0);
            g->wide[c] = MAX(g->wide[c], words_wide(cell) + space + 0.2);
            g_object_unref(cell);
        }
        left -= g->wide[c];
    }
    while (left < 0) {
        int widest = 0;
        for (int c = 1; c < g->columns; c++)
            widest = g->wide[c] > g->wide[widest] ? c : widest;
        g->wide[widest] -= 1;
        left += 1;
    }
    for (int c = 0; c < g->columns; c++)
        g->wide[c] += left / g->columns;
}

static double row_high(const struct flow *f, const struct grid *g, guint row, double space)
{
    double high = 0;
    for (int c = 0; c < g->columns; c++) {
        PangoLayout *cell = cell_words(f, g, row, c, g->wide[c] - space);
        high = MAX(high, words_high(cell));
        g_object_unref(cell);
    }
    return high + space * 0.6;
}

static void row_show(struct flow *f, const struct grid *g, guint row, double high, double space)
{
    double in = 0;
    if (!f->draws)
        return;
    if (row % 2 == 0)
        paper_box(f->paper, flow_left(f), f->y, f->wide, high, 0.8, cream);
    f->y += space * 0.3;
    for (int c = 0; c < g->columns; c++) {
        PangoLayout *cell = cell_words(f, g, row, c, g->wide[c] - space);
        show(f, cell, in + space / 2, ink);
        g_object_unref(cell);
        in += g->wide[c];
    }
    f->y -= space * 0.3;
}

/* So much of it is kept together, and with the words before it. */
static double grid_high(const struct flow *f, struct grid *g, double space)
{
    double all = 0;
    grid_measure(f, g, space);
    for (guint r = 0; r < g->rows->len; r++)
        all += row_high(f, g, r, space);
    return MIN(all, (f->bottom - f->top) / 2);
}

static void grid_show(struct flow *f, struct grid *g)
{
    double space = line_high(f) * 0.6;
    make_room(f, line_high(f) * 0.5, grid_high(f, g, space));
    for (guint r = 0; r < g->rows->len; r++) {
        double high = row_high(f, g, r, space);
        make_room(f, 0, high);
        row_show(f, g, r, high, space);
        f->y += high;
    }
    g_ptr_array_unref(g->rows);
    *g = (struct grid){0};
}

/* --- Rulebooks -------------------------------------------------------------------------------- */

static bool leads_in(const struct text *words)
{
    return words->size && text_of(words)[words->size - 1] == ':';
}

/* A table with the words that lead to it, or these before something else. */
static void put_led(struct flow *f, struct text *lead, struct grid *g)
{
    double line = line_high(f);
    if (lead->size) {
        f->keep =
            g->rows ? grid_high(f, g, line * 0.6) + line * 0.5 : line * (LINES_TOGETHER + 1.5);
        flow_paragraph(f, text_of(lead));
        f->keep = 0;
        text_clear(lead);
    }
    if (g->rows)
        grid_show(f, g);
}

static void put_block(struct flow *f, enum rule_kind kind, struct text *words, struct text *lead)
{
    bool command = strstr(text_of(words), "'pairs "); /* of no use on paper */
    if (kind == RULE_PARAGRAPH && leads_in(words) && !command)
        text_put(lead, text_of(words), words->size);
    else if (kind == RULE_PARAGRAPH && !command)
        flow_paragraph(f, text_of(words));
    else if (kind == RULE_ITEM)
        flow_item(f, text_of(words));
}

bool flow_part(struct flow *f, struct rulebook *b, struct text *heading)
{
    struct text words = {0}, lead = {0};
    struct grid grid = {0};
    enum rule_kind kind;
    do {
        kind = rulebook_next(b, &words);
        if (!f)
            continue;
        if (kind == RULE_ROW) {
            grid_add(&grid, text_of(&words));
            continue;
        }
        put_led(f, &lead, &grid);
        put_block(f, kind, &words, &lead);
    } while (kind && kind != RULE_HEADING);
    text_clear(heading);
    text_words(heading, text_of(&words));
    text_free(&words);
    text_free(&lead);
    return kind;
}
