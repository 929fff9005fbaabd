#include "tui/screen.h"

#include "cli/lang.h"
#include "engine/clock.h"
#include "tui/terminfo.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { BUTTONS_MAX = 512, PRINT_ROOM = 512, RESTORE_ROOM = 128, ESCAPE_DELAY = 25 };

/* How a style looks: foreground and background in 256 colours and in 16 (-1: the terminal's own),
 * what is added to either, and what there is instead where there is no colour. */
struct look {
    short wide[2], narrow[2];
    attr_t also, instead;
};

static const struct look looks[STYLES] = {
    [STYLE_NORMAL] = {{-1, -1}, {-1, -1}, A_NORMAL, A_NORMAL},
    [STYLE_DIM] = {{244, -1}, {-1, -1}, A_NORMAL, A_NORMAL},
    [STYLE_STRONG] = {{-1, -1}, {-1, -1}, A_BOLD, A_BOLD},
    [STYLE_HEADING] = {{37, -1}, {6, -1}, A_BOLD, A_BOLD},
    [STYLE_BAR] = {{255, 24}, {15, 4}, A_BOLD, A_REVERSE},
    [STYLE_BAR_DIM] = {{152, 24}, {7, 4}, A_NORMAL, A_REVERSE},
    [STYLE_BORDER] = {{66, -1}, {6, -1}, A_NORMAL, A_NORMAL},
    [STYLE_KEY] = {{172, -1}, {3, -1}, A_BOLD, A_BOLD},
    [STYLE_BUTTON] = {{253, 238}, {7, 4}, A_NORMAL, A_NORMAL},
    [STYLE_CHOSEN] = {{16, 214}, {0, 3}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_FIELD] = {{255, 236}, {15, 4}, A_UNDERLINE, A_UNDERLINE},
    [STYLE_TURN] = {{172, -1}, {3, -1}, A_BOLD, A_BOLD},
    [STYLE_NEW] = {{16, 221}, {0, 3}, A_BOLD, A_REVERSE},
    [STYLE_GOOD] = {{71, -1}, {2, -1}, A_BOLD, A_BOLD},
    [STYLE_BAD] = {{167, -1}, {1, -1}, A_BOLD, A_BOLD},
    [STYLE_BACK] = {{110, 25}, {7, 4}, A_NORMAL, A_NORMAL},
    [STYLE_CARD] = {{102, 230}, {0, 7}, A_NORMAL, A_NORMAL},
    [STYLE_CARD + 1] = {{28, 230}, {2, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 2] = {{29, 230}, {2, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 3] = {{30, 230}, {4, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 4] = {{25, 230}, {4, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 5] = {{19, 230}, {4, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 6] = {{55, 230}, {5, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 7] = {{90, 230}, {5, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 8] = {{125, 230}, {1, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 9] = {{124, 230}, {1, 7}, A_BOLD, A_BOLD},
    [STYLE_CARD + 10] = {{160, 230}, {1, 7}, A_BOLD, A_BOLD},
};

static struct {
    volatile sig_atomic_t drawing; /* ncurses is at work, which without memory crashes or exits */
    bool open, utf8, hung_up;
    int messages; /* where standard error went, -1 while it is there */
    int colours;
    SCREEN *terminal;
    struct termios before;      /* the terminal as it was found */
    char restore[RESTORE_ROOM]; /* what gives it back if the program dies */
    int buttons;
    struct {
        struct area where;
        int button;
    } button[BUTTONS_MAX];
} screen = {.messages = -1};

/* Signals arrive in any thread; they become bytes that poll sees. */
static int signal_pipe[2] = {-1, -1};

static void remember_signal(int number)
{
    int error = errno;
    char byte = (char)number;
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written; /* a full pipe says enough */
    errno = error;
}

/* What is said on standard error would spoil the picture. */
static void hush(void)
{
    int to = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (to < 0)
        return;
    screen.messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    dup2(to, STDERR_FILENO);
    close(to);
}

static void unhush(void)
{
    if (screen.messages < 0)
        return;
    dup2(screen.messages, STDERR_FILENO);
    close(screen.messages);
    screen.messages = -1;
}

/* Gives the terminal back without ncurses; only calls that a signal handler may make. */
static void restore(void)
{
    ssize_t written = write(STDOUT_FILENO, screen.restore, strlen(screen.restore));
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    unhush();
}

/* The same for the end that ncurses makes. */
static void restore_starved(void)
{
    static const char message[] = "pairs: memory has run out; close other programs and try again\n";
    restore();
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
}

/* The program dies by this signal. */
static void restore_and_die(int number)
{
    if (screen.drawing) {
        restore_starved();
        _exit(1);
    }
    restore();
    raise(number); /* its action is the default again */
}

/* Leaves alone what somebody else handles. */
static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction there;
    if (sigaction(number, NULL, &there) != 0 || there.sa_handler == SIG_IGN)
        return;
    if ((flags & (int)SA_RESETHAND) != 0 && there.sa_handler != SIG_DFL)
        return;
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_signals(void)
{
    static const int quiet[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT};
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        handle(quiet[i], remember_signal, SA_RESTART);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        handle(deadly[i], restore_and_die, (int)(SA_RESETHAND | SA_NODEFER));
}

/* A locale that is not installed still says what the terminal shows. */
static bool choose_charset(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *asked = NULL;
    for (int i = 0; i < 3 && (!asked || !*asked); i++)
        asked = getenv(names[i]);
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return true;
    if (!asked || (!strcasestr(asked, "UTF-8") && !strcasestr(asked, "utf8")))
        return false;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

static void choose_colours(void)
{
    const char *no_colour = getenv("NO_COLOR");
    screen.colours = 0;
    if ((no_colour && *no_colour) || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS < STYLES)
        return;
    use_default_colors();
    screen.colours = COLORS >= 256 ? 256 : 16;
    for (int i = 1; i < STYLES; i++) {
        const short *colour = screen.colours == 256 ? looks[i].wide : looks[i].narrow;
        short front = colour[0];
        if (front >= COLORS)
            front = (short)(front - 8); /* bold makes it bright */
        init_pair((short)i, front, colour[1]);
    }
}

static attr_t attributes(enum style style)
{
    if (style == STYLE_NORMAL)
        return A_NORMAL;
    if (!screen.colours)
        return looks[style].instead;
    bool bright = screen.colours == 16 && looks[style].narrow[0] >= COLORS;
    return looks[style].also | (bright ? A_BOLD : 0) | (attr_t)COLOR_PAIR(style);
}

static void close_at_exit(void)
{
    if (screen.drawing)
        restore_starved();
    else
        screen_close();
}

/* Begins ncurses, which has its own ways to fail. */
static bool open_terminal(struct error *e)
{
    errno = 0;
    if (terminfo_restore(screen.restore, sizeof screen.restore))
        screen.terminal = newterm(NULL, stdout, stdin);
    bool starved = errno == ENOMEM;
    if (screen.terminal)
        return true;
    restore();
    return starved
               ? error_no_memory(e)
               : error_set(e,
                           "the terminal '%.40s' is not known, or memory has run out; set TERM, or "
                           "use --plain",
                           getenv("TERM") ? getenv("TERM") : "");
}

bool screen_open(struct error *e)
{
    static bool registered;
    if (screen.open)
        return true;
    if (tcgetattr(STDIN_FILENO, &screen.before) != 0)
        return error_set(e, "this is no terminal; expected one, or --plain");
    screen.utf8 = choose_charset();
    if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set(e, "there are too many open files; close some and try again");
    handle_signals();
    if (!registered)
        registered = atexit(close_at_exit) == 0;
    screen.drawing = true;
    if (!open_terminal(e)) {
        screen.drawing = false;
        return false;
    }
    set_escdelay(ESCAPE_DELAY);
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    choose_colours();
    screen.drawing = false;
    screen.open = true;
    hush();
    return true;
}

void screen_close(void)
{
    if (!screen.open)
        return;
    screen.open = false;
    screen.drawing = true;
    endwin();
    screen.drawing = false;
    screen.terminal = NULL; /* stays until the program ends: ncurses needs memory to free it */
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    unhush();
}

static bool too_small(void)
{
    return LINES < SCREEN_ROWS || COLS < SCREEN_COLUMNS;
}

int screen_rows(void)
{
    return LINES < SCREEN_ROWS ? SCREEN_ROWS : LINES;
}

int screen_columns(void)
{
    return COLS < SCREEN_COLUMNS ? SCREEN_COLUMNS : COLS;
}

struct area screen_area(void)
{
    return (struct area){0, 0, screen_rows(), screen_columns()};
}

bool screen_utf8(void)
{
    return screen.utf8;
}

int screen_colours(void)
{
    return screen.colours;
}

const char *screen_sign(const char *utf8, const char *ascii)
{
    return screen.utf8 ? utf8 : ascii;
}

void screen_erase(void)
{
    erase();
    screen.buttons = 0;
}

/* The next character of UTF-8, and how many bytes it has; a byte that begins none is a '?'. */
static wchar_t decode(const char *text, int *bytes)
{
    const unsigned char *at = (const unsigned char *)text;
    int more = *at < 0x80 ? 0 : *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC0 ? 1 : -1;
    static const unsigned char first[] = {0x7F, 0x1F, 0x0F, 0x07};
    *bytes = 1;
    if (more < 0)
        return L'?';
    wchar_t c = *at & first[more];
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return L'?';
        c = c << 6 | (at[i] & 0x3F);
    }
    *bytes = more + 1;
    return c;
}

/* A letter that ASCII has, instead of one that it has not. */
static wchar_t fold(wchar_t c)
{
    static const wchar_t from[] = L"äöüÄÖÜßéèêáàâíóúçñ–—…•·×→←↑↓▶◀▲▼“”„‘’−✓★";
    static const char to[] = "aouAOUseeeaaaioucn--.**x><^v><^v\"\"\"''-+*";
    const wchar_t *found = wcschr(from, c);
    if (c < 0x80)
        return c;
    return found && *found ? (wchar_t)to[found - from] : L'?';
}

/* A character as it can be shown, and its width; 0 for one that stands on the one before. */
static wchar_t shown(const char *text, int *bytes, int *width)
{
    wchar_t c = decode(text, bytes);
    if (!screen.utf8)
        c = fold(c);
    *width = screen.utf8 ? wcwidth(c) : 1;
    if (*width < 0 || c < L' ' || c == 0x7F) {
        *width = 1;
        return L' ';
    }
    return c;
}

int screen_width(const char *text)
{
    int columns = 0, bytes, width;
    for (; *text; text += bytes) {
        shown(text, &bytes, &width);
        columns += width;
    }
    return columns;
}

size_t screen_fit(const char *text, int columns)
{
    size_t at = 0, blank = 0;
    int used = 0, bytes, width;
    while (text[at] && text[at] != '\n') {
        shown(text + at, &bytes, &width);
        if (used + width > columns && text[at] != ' ')
            return blank ? blank : at ? at : (size_t)bytes;
        used += width;
        at += (size_t)bytes;
        if (text[at - 1] == ' ')
            blank = at;
    }
    return at;
}

int screen_put(struct area in, int row, int column, enum style style, const char *text)
{
    bool inside = row >= 0 && row < in.rows && in.row + row < LINES && in.row + row >= 0;
    int bytes, width;
    attr_t look = attributes(style);
    for (; *text; text += bytes) {
        wchar_t c = shown(text, &bytes, &width);
        int x = in.column + column;
        if (inside && width > 0 && column >= 0 && column + width <= in.columns && x >= 0 &&
            x + width <= COLS) {
            wchar_t one[2] = {c, L'\0'};
            cchar_t cell;
            setcchar(&cell, one, look & ~A_COLOR, (short)PAIR_NUMBER(look), NULL);
            mvadd_wch(in.row + row, x, &cell);
        }
        column += width;
    }
    return column;
}

int screen_print(struct area in, int row, int column, enum style style, const char *format, ...)
{
    char text[PRINT_ROOM];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return screen_put(in, row, column, style, text);
}

int screen_put_right(struct area in, int row, int right, enum style style, const char *text)
{
    int column = right - screen_width(text);
    screen_put(in, row, column, style, text);
    return column;
}

void screen_fill(struct area in, enum style style)
{
    for (int row = 0; row < in.rows; row++)
        for (int column = 0; column < in.columns; column++)
            screen_put(in, row, column, style, " ");
}

void screen_rule(struct area in, int row, enum style style)
{
    for (int column = 0; column < in.columns; column++)
        screen_put(in, row, column, style, screen_sign("─", "-"));
}

struct area screen_box(struct area in, enum style style, const char *title)
{
    int right = in.columns - 1, bottom = in.rows - 1;
    screen_rule(in, 0, style);
    screen_rule(in, bottom, style);
    for (int row = 1; row < bottom; row++) {
        screen_put(in, row, 0, style, screen_sign("│", "|"));
        screen_put(in, row, right, style, screen_sign("│", "|"));
    }
    screen_put(in, 0, 0, style, screen_sign("╭", "+"));
    screen_put(in, 0, right, style, screen_sign("╮", "+"));
    screen_put(in, bottom, 0, style, screen_sign("╰", "+"));
    screen_put(in, bottom, right, style, screen_sign("╯", "+"));
    struct area upper = {in.row, in.column, 1, in.columns - 2};
    if (title)
        screen_print(upper, 0, 2, STYLE_HEADING, " %s ", title);
    return (struct area){in.row + 1, in.column + 1, in.rows - 2, in.columns - 2};
}

void screen_button(struct area where, int button)
{
    if (screen.buttons == BUTTONS_MAX)
        return; /* keys still reach it */
    screen.button[screen.buttons].where = where;
    screen.button[screen.buttons++].button = button;
}

static int button_at(int row, int column)
{
    for (int i = screen.buttons - 1; i >= 0; i--) {
        const struct area *a = &screen.button[i].where;
        if (row >= a->row && row < a->row + a->rows && column >= a->column &&
            column < a->column + a->columns)
            return screen.button[i].button;
    }
    return 0;
}

/* Asks for a larger window, on whatever there is. */
static void show_request(void)
{
    struct area all = {0, 0, LINES, COLS};
    erase();
    screen_put(all, 0, 0, STYLE_STRONG, _("This window is too small."));
    screen_print(all, 1, 0, STYLE_NORMAL, _("It has %dx%d; please make it"), COLS, LINES);
    screen_print(all, 2, 0, STYLE_NORMAL, _("at least %dx%d."), SCREEN_COLUMNS, SCREEN_ROWS);
}

void screen_show(void)
{
    if (too_small())
        show_request();
    screen.drawing = true;
    refresh();
    screen.drawing = false;
}

int64_t screen_clock(void)
{
    return clock_milliseconds();
}

static struct key mouse_key(void)
{
    MEVENT event;
    struct key k = {.press = PRESS_TIMEOUT};
    if (getmouse(&event) != OK)
        return k;
    k.row = event.y;
    k.column = event.x;
    if (event.bstate & BUTTON4_PRESSED) {
        k.press = PRESS_WHEEL_UP;
    } else if (event.bstate & BUTTON5_PRESSED) {
        k.press = PRESS_WHEEL_DOWN;
    } else if (event.bstate & BUTTON1_PRESSED) {
        k.press = PRESS_CLICK;
        k.button = button_at(event.y, event.x);
    }
    return k;
}

/* A key of the terminal's table; PRESS_TIMEOUT for one that means nothing here. */
static enum press special(wint_t c)
{
    static const struct {
        wint_t code;
        enum press press;
    } table[] = {
        {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},           {KEY_LEFT, PRESS_LEFT},
        {KEY_RIGHT, PRESS_RIGHT},   {KEY_ENTER, PRESS_ENTER},         {KEY_HOME, PRESS_HOME},
        {KEY_END, PRESS_END},       {KEY_PPAGE, PRESS_PAGE_UP},       {KEY_NPAGE, PRESS_PAGE_DOWN},
        {KEY_BTAB, PRESS_BACKTAB},  {KEY_BACKSPACE, PRESS_BACKSPACE}, {KEY_DC, PRESS_DELETE},
        {KEY_RESIZE, PRESS_RESIZE},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].code == c)
            return table[i].press;
    return PRESS_TIMEOUT;
}

static struct key plain_key(wint_t c)
{
    struct key k = {.press = PRESS_CHARACTER, .character = (int32_t)c};
    if (c == L'\r' || c == L'\n')
        k.press = PRESS_ENTER;
    else if (c == L'\t')
        k.press = PRESS_TAB;
    else if (c == 27)
        k.press = PRESS_ESCAPE;
    else if (c == 8 || c == 127)
        k.press = PRESS_BACKSPACE;
    else if (c < L' ')
        k.press = PRESS_TIMEOUT;
    return k;
}

/* A key that has been pressed already; false if there is none. */
static bool next_key(struct key *k)
{
    wint_t c;
    for (;;) {
        screen.drawing = true;
        int got = get_wch(&c);
        screen.drawing = false;
        if (got == ERR)
            return false;
        if (got != KEY_CODE_YES)
            *k = plain_key(c);
        else if (c == KEY_MOUSE)
            *k = mouse_key();
        else
            *k = (struct key){.press = special(c)};
        if (k->press == PRESS_RESIZE || (k->press != PRESS_TIMEOUT && !too_small()))
            return true;
    }
}

static void resize(int rows, int columns)
{
    screen.drawing = true;
    resizeterm(rows, columns);
    screen.drawing = false;
}

/* Takes what the signals left; true if the picture must be drawn again. */
static bool take_signals(void)
{
    char byte[16];
    ssize_t size;
    bool resized = false;
    while ((size = read(signal_pipe[0], byte, sizeof byte)) > 0)
        for (ssize_t i = 0; i < size; i++) {
            resized = resized || byte[i] == SIGWINCH;
            screen.hung_up = screen.hung_up || byte[i] != SIGWINCH;
        }
    struct winsize window;
    if (resized && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 0)
        resize(window.ws_row, window.ws_col);
    return resized;
}

/* How long poll may still wait until `end`, which is -1 for ever. */
static int remaining(int64_t end)
{
    int64_t left = end < 0 ? -1 : end - screen_clock();
    return (int)(end >= 0 && left < 0 ? 0 : left);
}

struct key screen_wait(int fd, int milliseconds)
{
    int64_t end = milliseconds < 0 ? -1 : screen_clock() + milliseconds;
    for (;;) {
        struct key k = {.press = PRESS_HANGUP};
        if (take_signals())
            return (struct key){.press = PRESS_RESIZE};
        if (screen.hung_up || next_key(&k))
            return k;
        struct pollfd wanted[] = {
            {STDIN_FILENO, POLLIN, 0}, {signal_pipe[0], POLLIN, 0}, {fd, POLLIN, 0}};
        int ready = poll(wanted, 3, remaining(end));
        if (ready < 0)
            continue; /* interrupted; the pipe tells by what */
        if (wanted[0].revents & (POLLHUP | POLLERR | POLLNVAL))
            screen.hung_up = true;
        else if (wanted[0].revents == 0 && wanted[2].revents)
            return (struct key){.press = PRESS_READABLE};
        else if (ready == 0)
            return (struct key){.press = PRESS_TIMEOUT};
    }
}
