#include "tui/cardart.h"

#include <stdio.h>
#include <string.h>

enum { SMALL_TEXT = 16, RANK_MOST = 10 };

/* Size of the cards, and what of a card must stay free when another lies on it: the rank. */
static const struct shape {
    int rows, columns, face, back;
} shapes[] = {
    [CARD_SMALL] = {1, 3, 3, 3},
    [CARD_MEDIUM] = {3, 5, 3, 1},
    [CARD_LARGE] = {5, 7, 3, 1},
    [CARD_HUGE] = {7, 11, 3, 2},
};

int card_rows(enum card_size size)
{
    return shapes[size].rows;
}

enum style card_style(int rank)
{
    return rank ? (enum style)(STYLE_CARD + rank) : STYLE_BACK;
}

/* The paper under a print, unless the whole card is marked. */
static enum style paper(enum style style)
{
    return style > STYLE_CARD && style <= STYLE_CARD_END ? STYLE_CARD : style;
}

static const char *small_text(int rank, char out[SMALL_TEXT])
{
    if (rank)
        snprintf(out, SMALL_TEXT, "[%d]", rank);
    else
        snprintf(out, SMALL_TEXT, "%s", screen_sign("[░]", "[ ]"));
    return out;
}

static int small_width(int rank)
{
    return rank >= 10 ? 4 : 3;
}

static void draw_small(struct area in, int row, int column, int rank, enum style style)
{
    char text[SMALL_TEXT];
    screen_put(in, row, column, paper(style), small_text(rank, text));
    if (rank)
        screen_print(in, row, column + 1, style, "%d", rank);
}

/* The frame and the paper of a card. */
static void draw_frame(struct area in, int row, int column, const struct shape *shape,
                       enum style style)
{
    static const char *const utf8[3][3] = {{"╭", "─", "╮"}, {"│", " ", "│"}, {"╰", "─", "╯"}};
    static const char *const ascii[3][3] = {{".", "-", "."}, {"|", " ", "|"}, {"'", "-", "'"}};
    for (int y = 0; y < shape->rows; y++)
        for (int x = 0; x < shape->columns; x++) {
            int part = y == 0 ? 0 : y == shape->rows - 1 ? 2 : 1;
            int side = x == 0 ? 0 : x == shape->columns - 1 ? 2 : 1;
            screen_put(in, row + y, column + x, style,
                       screen_sign(utf8[part][side], ascii[part][side]));
        }
}

/* The pips of a card: how many in each of its lines. */
static const char *const large_pips[RANK_MOST + 1] = {
    "000", "010", "101", "111", "202", "212", "222", "232", "323", "333", "343",
};
static const char *const huge_pips[RANK_MOST + 1] = {
    "00000", "00100", "10001", "10101", "20002", "20102",
    "20202", "21202", "21212", "22122", "22222",
};

static void draw_pips(struct area in, int row, int column, enum card_size size, int rank,
                      enum style style)
{
    static const char *const large[] = {"     ", "  o  ", " o o ", "o o o", "oo oo"};
    static const char *const huge[] = {"         ", "    o    ", "  o   o  "};
    const char *pips = (size == CARD_HUGE ? huge_pips : large_pips)[rank];
    for (int y = 0; pips[y]; y++) {
        const char *line = (size == CARD_HUGE ? huge : large)[pips[y] - '0'];
        for (int x = 0; line[x]; x++)
            if (line[x] == 'o')
                screen_put(in, row + 1 + y, column + 1 + x, style, screen_sign("●", "o"));
    }
}

static void draw_back(struct area in, int row, int column, const struct shape *shape,
                      enum style style)
{
    for (int y = 1; y < shape->rows - 1; y++)
        for (int x = 1; x < shape->columns - 1; x++)
            screen_put(in, row + y, column + x, style,
                       (x + y) % 2 ? screen_sign("╲", "\\") : screen_sign("╱", "/"));
}

/* The rank is at the left where another card will lie on the rest. */
static void draw_card(struct area in, int row, int column, enum card_size size, int rank,
                      enum style style, bool covered)
{
    const struct shape *shape = &shapes[size];
    if (size == CARD_SMALL) {
        draw_small(in, row, column, rank, style);
        return;
    }
    draw_frame(in, row, column, shape, paper(style));
    if (!rank) {
        draw_back(in, row, column, shape, style);
    } else if (size == CARD_MEDIUM) {
        screen_print(in, row + 1, column + (covered || rank >= 10 ? 1 : 2), style, "%d", rank);
    } else {
        screen_print(in, row, column + 1, style, "%d", rank);
        screen_print(in, row + shape->rows - 1, column + shape->columns - (rank < 10 ? 2 : 3),
                     style, "%d", rank);
        draw_pips(in, row, column, size, rank, style);
    }
}

void card_draw(struct area in, int row, int column, enum card_size size, int rank, enum style style)
{
    draw_card(in, row, column, size, rank, style, false);
}

/* How many cards from i on are alike, so that one with their number can stand for them. */
static int alike(const struct fan *f, int i)
{
    int n = 1;
    while (i + n < f->count && f->card[i + n] == f->card[i])
        n++;
    return n;
}

static int grouped_width(const struct fan *f)
{
    int columns = 0;
    for (int i = 0; i < f->count; i += alike(f, i)) {
        int n = alike(f, i);
        columns += small_width(f->card[i]) + (n > 9 ? 3 : n > 1 ? 2 : 0);
    }
    return columns;
}

int fan_widest(const struct fan *f)
{
    const struct shape *shape = &shapes[f->size];
    if (f->size != CARD_SMALL || f->count == 0)
        return shape->columns * (f->count ? f->count : 1);
    int columns = 0;
    for (int i = 0; i < f->count; i++)
        columns += small_width(f->card[i]);
    return columns;
}

/* Faces of a fan are all seen or none is. */
static int least_stride(const struct fan *f)
{
    return f->card[0] ? shapes[f->size].face : shapes[f->size].back;
}

int fan_least(const struct fan *f)
{
    const struct shape *shape = &shapes[f->size];
    if (f->count == 0)
        return shape->columns;
    if (f->size == CARD_SMALL)
        return f->loose ? grouped_width(f) : fan_widest(f);
    return shape->columns + least_stride(f) * (f->count - 1);
}

static bool is_fresh(const struct fan *f, int i)
{
    return i < 64 && (f->fresh >> i & 1);
}

static enum style style_of(const struct fan *f, int i)
{
    return is_fresh(f, i) ? STYLE_NEW : card_style(f->card[i]);
}

static void clickable(struct area in, int row, int column, int columns, const struct fan *f, int i)
{
    int rank = f->card[i];
    if (f->clicks && rank && (f->offered >> rank & 1))
        screen_button((struct area){in.row + row, in.column + column, card_rows(f->size), columns},
                      f->clicks + rank);
}

/* Equal cards once, with their number. */
static void draw_grouped(struct area in, int row, int column, const struct fan *f)
{
    for (int i = 0; i < f->count; i += alike(f, i)) {
        int n = alike(f, i);
        bool fresh = false;
        for (int k = i; k < i + n; k++)
            fresh = fresh || is_fresh(f, k);
        enum style style = fresh ? STYLE_NEW : card_style(f->card[i]);
        draw_small(in, row, column, f->card[i], style);
        clickable(in, row, column, small_width(f->card[i]), f, i);
        column += small_width(f->card[i]);
        if (n > 1)
            column = screen_print(in, row, column, STYLE_DIM, "%s%d", screen_sign("×", "x"), n);
    }
}

/* Cards in order are never counted; what does not fit is a number at the end. */
static void draw_smalls(struct area in, int row, int column, int columns, const struct fan *f)
{
    int end = column + columns, i = 0;
    if (f->loose && fan_widest(f) > columns) {
        draw_grouped(in, row, column, f);
        return;
    }
    for (; i < f->count; i++) {
        int width = small_width(f->card[i]);
        bool last = i == f->count - 1;
        if (column + width + (last ? 0 : 3) > end && fan_widest(f) > columns)
            break;
        if (!(f->hide_fresh && is_fresh(f, i)))
            draw_small(in, row, column, f->card[i], style_of(f, i));
        clickable(in, row, column, width, f, i);
        column += width;
    }
    if (i < f->count)
        screen_print(in, row, column, STYLE_DIM, "+%d", f->count - i);
}

/* How many columns lie between the left edges of two cards if all get so many. */
static int stride(const struct fan *f, int columns)
{
    const struct shape *shape = &shapes[f->size];
    int step = f->count > 1 ? (columns - shape->columns) / (f->count - 1) : 0;
    int least = least_stride(f);
    return step < least ? least : step > shape->columns ? shape->columns : step;
}

void fan_draw(struct area in, int row, int column, int columns, const struct fan *f)
{
    if (f->count == 0) {
        screen_put(in, row + card_rows(f->size) / 2, column + (f->size == CARD_SMALL ? 0 : 2),
                   STYLE_DIM, screen_sign("–", "-"));
        return;
    }
    if (f->size == CARD_SMALL) {
        draw_smalls(in, row, column, columns, f);
        return;
    }
    int step = stride(f, columns), whole = shapes[f->size].columns;
    for (int i = 0; i < f->count; i++) {
        int at = column + step * i, seen = i + 1 < f->count ? step : whole;
        if (f->hide_fresh && is_fresh(f, i))
            continue;
        draw_card(in, row, at, f->size, f->card[i], style_of(f, i), seen < whole - 1);
        clickable(in, row, at, seen, f, i);
    }
}
