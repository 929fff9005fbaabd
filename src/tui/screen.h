/* The screen: everything that the program says to the terminal, and the one place where it waits
 * for keys. A screen of the program is a loop:
 *
 *     for (;;) {
 *         screen_erase();
 *         ... screen_put, screen_box, screen_button ...
 *         screen_show();
 *         struct key k = screen_wait(-1, -1);
 *         if (k.press == PRESS_HANGUP) leave
 *         ...
 *     }
 *
 * Everything is drawn anew each time; only what changed is sent. Text is UTF-8 and is folded to
 * ASCII where the locale is not UTF-8. */
#ifndef PAIRS_TUI_SCREEN_H
#define PAIRS_TUI_SCREEN_H

#include "engine/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80 }; /* the smallest that screens are laid out for */

/* A rectangle. Whatever is drawn into it is cut at its edges. */
struct area {
    int row, column, rows, columns;
};

/* What a text is, from which follows how it looks: in 256 colours, in 16, or with bold, underline
 * and reverse only. */
enum style {
    STYLE_NORMAL,
    STYLE_DIM,     /* less important */
    STYLE_STRONG,  /* more important */
    STYLE_HEADING, /* of a text or a part of the screen */
    STYLE_BAR,     /* the lines at the top and the bottom */
    STYLE_BAR_DIM, /* on such a line, less important */
    STYLE_BORDER,  /* of a box */
    STYLE_KEY,     /* a key that can be pressed */
    STYLE_BUTTON,  /* can be clicked or chosen */
    STYLE_CHOSEN,  /* the one that Enter takes, or the current line of a list */
    STYLE_FIELD,   /* text that is being typed */
    STYLE_TURN,    /* the seat whose turn it is */
    STYLE_NEW,     /* just happened */
    STYLE_GOOD,    /* won, gained */
    STYLE_BAD,     /* lost, an error */
    STYLE_BACK,    /* of a card */
    STYLE_CARD,    /* a card's paper; STYLE_CARD + rank is the print on it */
    STYLE_CARD_END = STYLE_CARD + 10,
    STYLES
};

/* What screen_wait tells. */
enum press {
    PRESS_TIMEOUT,  /* the time is up */
    PRESS_READABLE, /* the file descriptor has something to read */
    PRESS_RESIZE,   /* the window has another size: draw again */
    PRESS_HANGUP,   /* the terminal or the user wants the program to end; told again and again */
    PRESS_CHARACTER,
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_TAB,
    PRESS_BACKTAB,
    PRESS_BACKSPACE,
    PRESS_DELETE,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_CLICK, /* of the mouse */
    PRESS_WHEEL_UP,
    PRESS_WHEEL_DOWN,
};

struct key {
    enum press press;
    int32_t character; /* of PRESS_CHARACTER, in Unicode; a blank is one too */
    int row, column;   /* of the mouse */
    int button;        /* of PRESS_CLICK: what was registered there, 0 for nothing */
};

/* Takes the terminal. It is given back by screen_close, at exit and when the program is killed by a
 * signal that can be caught. SIGINT, SIGTERM and SIGHUP become PRESS_HANGUP. Until then nobody sees
 * what is said on standard error. False with a message if the terminal cannot do it; plain lines
 * may still work then. */
bool screen_open(struct error *e);
void screen_close(void);

/* The size, never less than SCREEN_ROWS and SCREEN_COLUMNS: a smaller window shows a request to
 * enlarge it instead, and keys wait until it has been. */
int screen_rows(void);
int screen_columns(void);
struct area screen_area(void);

/* Whether text can be more than ASCII, and how many colours there are: 256, 16 or 0. */
bool screen_utf8(void);
int screen_colours(void);

/* One of two signs, as the terminal can show it. */
const char *screen_sign(const char *utf8, const char *ascii);

/* Empties the picture and forgets all buttons. */
void screen_erase(void);

/* Draws text on one line; row and column count from the area's corner and may lie outside. Returns
 * the column after it, cut or not. */
int screen_put(struct area in, int row, int column, enum style style, const char *text);

/* The same with formatted words, up to 512 bytes. */
int screen_print(struct area in, int row, int column, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same, so that it ends before `right`. Returns the column where it begins. */
int screen_put_right(struct area in, int row, int right, enum style style, const char *text);

/* Fills an area with blanks. */
void screen_fill(struct area in, enum style style);

/* A frame along the inside of the area, with a title in its upper line; NULL for none. Returns the
 * area within. */
struct area screen_box(struct area in, enum style style, const char *title);

/* A line from left to right. */
void screen_rule(struct area in, int row, enum style style);

/* Makes the area clickable; of several on one spot the last one counts. `button` is not 0. */
void screen_button(struct area where, int button);

/* Sends the picture to the terminal. */
void screen_show(void);

/* How many columns a text takes. */
int screen_width(const char *text);

/* How many bytes of a text fit into so many columns: up to its first line end, and broken after a
 * blank where there is one. At least one character, unless there is none before the line end. */
size_t screen_fit(const char *text, int columns);

/* Waits for a key, until `fd` (-1 for none) can be read, or for so many milliseconds (-1: for
 * ever). Uses no processor time meanwhile. */
struct key screen_wait(int fd, int milliseconds);

/* Milliseconds on a clock that only goes forward. */
int64_t screen_clock(void);

#endif
