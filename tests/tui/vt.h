/* A terminal for tests: what is written to it becomes a picture. It knows what the description in
 * vt_terminfo says and nothing more, so that every other sequence is a fault of whoever wrote it.
 */
#ifndef PAIRS_TEST_VT_H
#define PAIRS_TEST_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { VT_ROWS = 60, VT_COLUMNS = 200, VT_LINE = 4 * VT_COLUMNS + 1 };

struct vt {
    int rows, columns, row, column;
    wchar_t cell[VT_ROWS][VT_COLUMNS];
    bool written[VT_ROWS];       /* since it was read last */
    char line[VT_ROWS][VT_LINE]; /* as it was read last */
    bool second;                 /* the second screen is shown */
    int kind;                    /* what was reported last, see pace.c */
    long consumed;               /* and with it */
    long reports;                /* how many there have been */
    char wrong[64];              /* what nobody can show; empty: nothing */
    char pending[64];            /* a sequence or character that has begun */
    size_t size;
};

/* The terminal's name and its description, for tic. */
#define VT_NAME "xterm-walker"
extern const char vt_terminfo[];

/* Another size; what was there stays as far as there is room. */
void vt_resize(struct vt *t, int rows, int columns);

void vt_take(struct vt *t, const char *bytes, size_t size);

/* A line in UTF-8, without the blanks at its end. */
const char *vt_line(struct vt *t, int row);

/* Whether a text stands in a row; in any of them. */
bool vt_row_has(struct vt *t, int row, const char *text);
bool vt_has(struct vt *t, const char *text);

#endif
