#include "tests/tui/vt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No movement but to a place, so that there is little to know; the mouse in decimal numbers. */
const char vt_terminfo[] =
    VT_NAME "|a terminal for tests,\n"
            "\tcols#80, lines#24,\n"
            "\tclear=\\E[H\\E[2J, cup=\\E[%i%p1%d;%p2%dH,\n"
            "\tbold=\\E[1m, rev=\\E[7m, smul=\\E[4m, rmul=\\E[24m, sgr0=\\E[m,\n"
            "\tsmcup=\\E[?1049h, rmcup=\\E[?1049l, civis=\\E[?25l, cnorm=\\E[?25h,\n"
            "\tkcuu1=\\E[A, kcud1=\\E[B, kcuf1=\\E[C, kcub1=\\E[D, khome=\\E[H, kend=\\E[F,\n"
            "\tkpp=\\E[5~, knp=\\E[6~, kcbt=\\E[Z, kdch1=\\E[3~, kbs=\\177,\n"
            "\tkmous=\\E[<, XM=\\E[?1006;1000%?%p1%{1}%=%th%el%;,\n";

static void blank(struct vt *t, int row, int column)
{
    t->written[row] = true;
    for (; column < VT_COLUMNS; column++)
        t->cell[row][column] = L' ';
}

void vt_resize(struct vt *t, int rows, int columns)
{
    for (int row = 0; row < VT_ROWS; row++)
        blank(t, row,
              row < rows && row < t->rows ? columns < t->columns ? columns : t->columns : 0);
    t->rows = rows;
    t->columns = columns;
}

static void refuse(struct vt *t, const char *what)
{
    if (t->wrong[0])
        return;
    int at = snprintf(t->wrong, sizeof t->wrong, "%s:", what);
    for (size_t i = 0; i < t->size && at < (int)sizeof t->wrong - 4; i++)
        at += snprintf(t->wrong + at, sizeof t->wrong - (size_t)at, " %02x",
                       (unsigned char)t->pending[i]);
}

static void put(struct vt *t, wchar_t c)
{
    if (t->row >= t->rows || t->column >= t->columns)
        return; /* a window that has just become smaller */
    t->written[t->row] = true;
    t->cell[t->row][t->column++] = c;
}

/* A whole sequence: ESC [, parameters, a letter. */
static void obey(struct vt *t)
{
    char *end;
    t->pending[t->size] = '\0';
    long first = strtol(t->pending + 2, &end, 10),
         second = *end == ';' ? strtol(end + 1, NULL, 10) : 0;
    switch (t->pending[t->size - 1]) {
    case 'H':
        t->row = first > 0 ? (int)first - 1 : 0;
        t->column = second > 0 ? (int)second - 1 : 0;
        break;
    case 'J':
        for (int row = 0; row < VT_ROWS; row++)
            blank(t, row, 0);
        break;
    case 'h':
    case 'l':
        if (strncmp(t->pending, "\033[?1049", 7) == 0)
            t->second = t->pending[t->size - 1] == 'h';
        break;
    case 'm':
        break;
    case 'z':
        t->kind = (int)first;
        t->consumed = second;
        t->reports++;
        break;
    default:
        refuse(t, "a sequence that the terminal does not know");
    }
}

/* How many bytes a character or sequence has that begins like this; 0 if that is not known yet. */
static size_t whole(const struct vt *t)
{
    unsigned char first = (unsigned char)t->pending[0],
                  last = (unsigned char)t->pending[t->size - 1];
    if (first == 033)
        return t->size > 2 && last >= '@' && last <= '~' ? t->size : 0;
    size_t size = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    return t->size < size ? 0 : size;
}

static void take_character(struct vt *t)
{
    wchar_t c;
    mbstate_t state = {0};
    if (mbrtowc(&c, t->pending, t->size, &state) != t->size)
        refuse(t, "no UTF-8");
    else if (t->size == 1 && (c == L'\r' || c == L'\n' || c == L'\b'))
        t->column = c == L'\r' ? 0 : t->column; /* before and after the program has the terminal */
    else if (c < L' ' || c == 0x7F || wcwidth(c) != 1)
        refuse(t, "no character of one column");
    else
        put(t, c);
}

void vt_take(struct vt *t, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        t->pending[t->size++] = bytes[i];
        if (!whole(t) && t->size + 1 < sizeof t->pending)
            continue;
        if (t->pending[0] == 033)
            obey(t);
        else
            take_character(t);
        t->size = 0;
    }
}

const char *vt_line(struct vt *t, int row)
{
    char *out = t->line[row];
    size_t size = 0, end = 0;
    if (!t->written[row])
        return out;
    for (int column = 0; column < t->columns; column++) {
        mbstate_t state = {0};
        size += wcrtomb(out + size, t->cell[row][column], &state);
        end = t->cell[row][column] == L' ' ? end : size;
    }
    out[end] = '\0';
    t->written[row] = false;
    return out;
}

bool vt_row_has(struct vt *t, int row, const char *text)
{
    return row >= 0 && row < t->rows && strstr(vt_line(t, row), text);
}

bool vt_has(struct vt *t, const char *text)
{
    for (int row = 0; row < t->rows; row++)
        if (vt_row_has(t, row, text))
            return true;
    return false;
}
