#include "tui/pager.h"

#include "cli/lang.h"
#include "engine/text.h"

#include <limits.h>
#include <string.h>

/* --- Paragraphs ------------------------------------------------------------------------------- */

static bool heading(const char *line, size_t size)
{
    bool capitals = false;
    for (size_t i = 0; i < size; i++) {
        if (line[i] >= 'a' && line[i] <= 'z')
            return false;
        capitals = capitals || (line[i] >= 'A' && line[i] <= 'Z');
    }
    return capitals;
}

/* --- A page ----------------------------------------------------------------------------------- */

static void scroll(struct page *p, int top)
{
    int last = p->lines - p->rows;
    p->top = top > last ? last : top;
    p->top = p->top < 0 ? 0 : p->top;
}

/* Draws the lines from `top` on, or only counts them; returns how many there are. What follows in
 * an item of a list stands below its words. */
static int draw_lines(const char *text, struct area in, int top, bool draw)
{
    int line = 0, indent = 0;
    bool begins = true, headed = false, item = false;
    while (*text) {
        if (begins) {
            headed = heading(text, strcspn(text, "\n"));
            item = strncmp(text, "- ", 2) == 0;
        }
        indent = item && !begins ? 2 : 0;
        size_t size = screen_fit(text, in.columns - indent);
        if (draw && line >= top && line - top < in.rows)
            screen_print(in, line - top, indent, headed ? STYLE_HEADING : STYLE_NORMAL, "%.*s",
                         (int)size, text);
        begins = text[size] == '\n';
        text += size + begins;
        line++;
    }
    return line;
}

void page_draw(struct page *p, struct area in)
{
    struct area text = {in.row, in.column, in.rows, in.columns - 2};
    p->rows = in.rows;
    p->lines = draw_lines(p->text, text, 0, false);
    scroll(p, p->top);
    draw_lines(p->text, text, p->top, true);
    if (p->top > 0)
        screen_put(in, 0, in.columns - 1, STYLE_KEY, screen_sign("▲", "^"));
    if (p->top + p->rows < p->lines)
        screen_put(in, in.rows - 1, in.columns - 1, STYLE_KEY, screen_sign("▼", "v"));
}

bool page_key(struct page *p, const struct key *k)
{
    enum { WHEEL = 3 };
    switch (k->press) {
    case PRESS_PAGE_UP:
        scroll(p, p->top - p->rows + 1);
        return true;
    case PRESS_PAGE_DOWN:
        scroll(p, p->top + p->rows - 1);
        return true;
    case PRESS_WHEEL_UP:
        scroll(p, p->top - WHEEL);
        return true;
    case PRESS_WHEEL_DOWN:
        scroll(p, p->top + WHEEL);
        return true;
    default:
        return false;
    }
}

/* --- The whole screen ------------------------------------------------------------------------- */

/* Keys that a page alone on the screen answers to as well; false: the reader has seen enough. */
static bool pager_key(struct page *p, const struct key *k)
{
    if (page_key(p, k))
        return true;
    switch (k->press) {
    case PRESS_UP:
        scroll(p, p->top - 1);
        return true;
    case PRESS_DOWN:
        scroll(p, p->top + 1);
        return true;
    case PRESS_HOME:
        scroll(p, 0);
        return true;
    case PRESS_END:
        scroll(p, p->lines);
        return true;
    case PRESS_CHARACTER:
        if (k->character != ' ')
            return false;
        scroll(p, p->top + p->rows - 1);
        return true;
    case PRESS_RESIZE:
    case PRESS_TIMEOUT:
    case PRESS_READABLE:
        return true;
    default:
        return false;
    }
}

static bool run_from(const char *title, const char *text, int top)
{
    enum { WIDEST = 92 }; /* longer lines are hard to read */
    struct page p = {.text = text, .top = top};
    for (;;) {
        struct area all = screen_area();
        int columns = all.columns - 4 < WIDEST ? all.columns - 4 : WIDEST;
        screen_erase();
        screen_fill((struct area){0, 0, 1, all.columns}, STYLE_BAR);
        screen_put(all, 0, 1, STYLE_BAR, title);
        page_draw(&p, (struct area){2, (all.columns - columns) / 2, all.rows - 4, columns});
        screen_fill((struct area){all.rows - 1, 0, 1, all.columns}, STYLE_BAR);
        screen_put(all, all.rows - 1, 1, STYLE_BAR,
                   _("Arrows, Page Up, Page Down: scroll   any other key: back"));
        screen_show();
        struct key k = screen_wait(-1, -1);
        if (k.press == PRESS_HANGUP)
            return false;
        if (!pager_key(&p, &k))
            return true;
    }
}

bool pager_run(const char *title, const char *text)
{
    return run_from(title, text, 0);
}

bool pager_run_end(const char *title, const char *text)
{
    return run_from(title, text, INT_MAX);
}
