#include "tui/logview.h"

#include "cli/lang.h"

#include <string.h>

static enum style style_of(const struct telling *t, size_t event)
{
    if (t->chronicle->event[event].kind == EVENT_HAND ||
        t->chronicle->event[event].kind == EVENT_OVER)
        return STYLE_HEADING;
    return event >= t->chronicle->fresh ? STYLE_STRONG : STYLE_NORMAL;
}

/* How many lines a text takes. */
static int count_lines(const char *text, int columns)
{
    int lines = 0;
    for (; *text; text += screen_fit(text, columns))
        lines++;
    return lines;
}

/* Draws a text so that its last line is above `bottom`. Returns how many lines it has. */
static int draw_above(struct area in, int bottom, enum style style, const char *text)
{
    int lines = count_lines(text, in.columns);
    for (int row = bottom - lines; *text; row++) {
        size_t size = screen_fit(text, in.columns);
        screen_print(in, row, 0, style, "%.*s", (int)size, text);
        text += size;
    }
    return lines;
}

/* The words of what ends before `end`, with their number if they stand there several times in a
 * row. Returns where what came before them ends. */
static size_t read_back(struct text *words, const struct telling *t, size_t end)
{
    struct text before = {0};
    size_t first = telling_before(t, end);
    int times = 1;
    text_clear(words);
    telling_sentence(words, t, first);
    for (; first > 0; times++) {
        size_t earlier = telling_before(t, first);
        text_clear(&before);
        telling_sentence(&before, t, earlier);
        if (strcmp(text_of(&before), text_of(words)) != 0)
            break;
        first = earlier;
    }
    if (times > 1 && words->size > 0)
        text_add(words, " (%d%s)", times, screen_sign("×", "x"));
    text_free(&before);
    return first;
}

void logview_all(struct text *out, const struct telling *t)
{
    struct text words = {0};
    for (size_t i = 0; i < t->end;) {
        bool hand = t->chronicle->event[i].kind == EVENT_HAND;
        text_clear(&words);
        i = telling_sentence(&words, t, i);
        if (words.size)
            text_add(out, "%s%s\n", hand && out->size ? "\n" : "", text_of(&words));
        out->failed |= words.failed;
    }
    text_free(&words);
}

int logview_draw(struct area in, const struct telling *t, int scrolled)
{
    struct text words = {0};
    int bottom = in.rows + scrolled;
    for (size_t end = t->end; end > 0 && bottom > 0;) {
        enum style style = style_of(t, end - 1);
        end = read_back(&words, t, end);
        bottom -= draw_above(in, bottom, style, text_of(&words));
    }
    text_free(&words);
    if (bottom > 0 && scrolled > 0) { /* there is nothing before the first line */
        screen_fill(in, STYLE_NORMAL);
        return logview_draw(in, t, bottom < scrolled ? scrolled - bottom : 0);
    }
    if (scrolled > 0)
        screen_put_right(in, in.rows - 1, in.columns, STYLE_KEY, screen_sign("▼", "v"));
    return scrolled;
}
