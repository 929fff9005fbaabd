#include "ui/screen/settlement.h"

#include "ui/lang.h"

#include <stdio.h>

enum { BOX_COLUMNS = 74, NAME_AND_CHANGE = 27, POINTS_COLUMNS = 7, CHIPS_COLUMNS = 24 };

/* How wide the totals are. */
static int totals_columns(const struct telling *t)
{
    return t->names->chips ? CHIPS_COLUMNS : POINTS_COLUMNS;
}

/* The last event of a kind before `end`; `end` if there is none. */
static size_t last_before(const struct chronicle *c, size_t end, enum event_kind kind)
{
    for (size_t i = end; i > 0; i--)
        if (c->event[i - 1].kind == kind)
            return i - 1;
    return end;
}

/* Where the totals of one settlement begin that end before `end`. */
static size_t totals_begin(const struct chronicle *c, size_t end)
{
    while (end > 0 && c->event[end - 1].kind == EVENT_TOTAL)
        end--;
    return end;
}

/* The story of the end begins with the decision that led to it, but not before the hand. */
static size_t story_begin(const struct chronicle *c, size_t end)
{
    for (size_t i = end; i > 0; i--) {
        const struct event *e = &c->event[i - 1];
        if (e->kind == EVENT_DECIDE)
            return i - 1;
        if (e->kind == EVENT_TOTAL || e->kind == EVENT_HAND)
            return i;
    }
    return 0;
}

bool settlement_find(struct settlement *s, const struct chronicle *c)
{
    size_t last = last_before(c, c->size, EVENT_TOTAL);
    if (last == c->size || last < c->fresh)
        return false;
    *s = (struct settlement){.to = totals_begin(c, last + 1)};
    s->from = story_begin(c, s->to);
    size_t hand = last_before(c, s->to, EVENT_HAND);
    s->hand = hand < s->to ? c->event[hand].number : 0;
    for (size_t i = s->to; i <= last; i++) {
        s->total[c->event[i].seat] = s->change[c->event[i].seat] = c->event[i].number;
        s->players++;
    }
    size_t before = last_before(c, s->to, EVENT_TOTAL);
    if (before < s->to)
        for (size_t i = totals_begin(c, before + 1); i <= before; i++)
            s->change[c->event[i].seat] -= c->event[i].number;
    return true;
}

/* Draws the story after its first `skip` lines and returns how many lines it has in all. */
static int draw_story(struct area in, const struct settlement *s, const struct telling *t, int skip)
{
    struct text words = {0};
    int line = 0;
    for (size_t i = s->from; i < s->to; i++) {
        logview_words(&words, t, i);
        const char *at = text_of(&words);
        for (size_t size; *at; at += size, line++) {
            size = screen_fit(at, in.columns);
            screen_print(in, line - skip, 0, STYLE_NORMAL, "%.*s", (int)size, at);
        }
    }
    text_free(&words);
    return line;
}

static void draw_totals(struct area in, const struct settlement *s, const struct telling *t,
                        const struct result *result)
{
    struct text score = {0};
    int changes = in.columns - totals_columns(t);
    for (int seat = 0; seat < s->players; seat++) {
        const char *name = t->names->seat[seat];
        enum style style = result->winners >> seat & 1  ? STYLE_GOOD
                           : result->losers >> seat & 1 ? STYLE_BAD
                                                        : STYLE_STRONG;
        struct area line = {in.row + seat, in.column, 1, in.columns};
        struct area left = {line.row, line.column, 1, changes - 7};
        char number[16];
        screen_print(left, 0, 0, style, "%c %s", 'A' + seat, name ? name : "");
        snprintf(number, sizeof number, s->change[seat] ? "%+d" : "%d", s->change[seat]);
        screen_put_right(line, 0, changes, s->change[seat] ? STYLE_NEW : STYLE_DIM, number);
        text_clear(&score);
        score_text(&score, s->total[seat], SCORE_TOLD, t->names, lang());
        screen_put_right(line, 0, in.columns, style, text_of(&score));
    }
    text_free(&score);
}

struct area settlement_draw(struct area in, const struct settlement *s, const struct telling *t,
                            const char *title, const struct result *result)
{
    struct area inner = {0, 0, 0, BOX_COLUMNS - 4};
    int story = draw_story(inner, s, t, 0); /* into no rows: only to count */
    int fixed = s->players + (result->words[0] ? 7 : 5);
    int shown = story > in.rows - fixed ? in.rows - fixed : story;
    struct area box = {0, 0, shown + fixed, BOX_COLUMNS};
    box.row = in.row + (in.rows - box.rows) / 2;
    box.column = in.column + (in.columns - box.columns) / 2;
    screen_fill(box, STYLE_NORMAL);
    inner = screen_box(box, STYLE_TURN, title);
    inner.column++;
    inner.columns -= 2;
    /* The end of a long story matters most. */
    draw_story((struct area){inner.row, inner.column, shown, inner.columns}, s, t, story - shown);
    screen_put(inner, shown + 1, (inner.columns - screen_width(result->words)) / 2, STYLE_HEADING,
               result->words);
    int columns = NAME_AND_CHANGE + totals_columns(t);
    struct area totals = {inner.row + inner.rows - 2 - s->players,
                          inner.column + (inner.columns - columns) / 2, s->players, columns};
    draw_totals(totals, s, t, result);
    return (struct area){inner.row + inner.rows - 1, inner.column, 1, inner.columns};
}
