#include "cli/lang.h"
#include "tests/tui/vt.h"
#include "tests/tui/walk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    CHOICES_MAX = 64,
    LABEL_ROOM = 64,
    KEYS_MAX = 20000,  /* no game takes so many */
    STROLL = 30,       /* keys after the first game, and up to twice as many */
    WAITS_FOR_KEY = 0, /* see pace.c */
    PAUSES,
    WORKS,
};

/* What is on the screen, by what can be done there. */
enum place {
    TOO_SMALL,
    PAGE,
    LOBBY,
    FORM,
    LESSON,
    GO_ON,
    LOOKING_BACK,
    WATCH,
    PASS,
    SETTLEMENT,
    ENDING,
    ASKED,
    ELSEWHERE,
};

/* A choice of the prompt, and where its button begins. */
struct choice {
    char label[LABEL_ROOM];
    int row, column;
};

struct stroll {
    struct walk walk; /* first: what the other walks have too */
    struct vt vt;
    int terminal, pace; /* the other ends */
    long typed;         /* bytes */
    int columns, rows;  /* usually */
    int keys;
    int left;         /* keys before it leaves; counted from the end of the first game on */
    bool over;        /* that has come */
    bool offered;     /* the last key was one of those that the bottom line names */
    int hints, forms; /* few: they take long */
    bool patient;     /* an analysis is waited for */
    bool ended;
    struct choice choice[CHOICES_MAX];
    int choices;
    uint64_t hash[VT_ROWS]; /* of the rows that were said last */
};

struct key {
    const char *name, *bytes;
};

#define UP        "\033[A"
#define DOWN      "\033[B"
#define RIGHT     "\033[C"
#define LEFT      "\033[D"
#define HOME      "\033[H"
#define END       "\033[F"
#define PAGE_UP   "\033[5~"
#define PAGE_DOWN "\033[6~"

static const struct key escape = {"Escape", "\033"}, enter = {"Enter", "\r"};

/* --- The terminal ----------------------------------------------------------------------------- */

static void show(const struct walk *w, FILE *to)
{
    struct stroll *s = (struct stroll *)w;
    for (int row = 0; row < s->vt.rows; row++)
        fprintf(to, "%s\n", vt_line(&s->vt, row));
}

/* Takes what has been drawn; false: nobody draws any more. */
static bool read_terminal(struct stroll *s)
{
    char bytes[16384];
    struct pollfd drawn = {.fd = s->terminal, .events = POLLIN};
    int ready = poll(&drawn, 1, WALK_PATIENCE * 1000);
    if (ready == 0)
        walk_fails(&s->walk, "it hangs");
    ssize_t size = read(s->terminal, bytes, sizeof bytes);
    if (size <= 0)
        return false;
    vt_take(&s->vt, bytes, (size_t)size);
    if (s->vt.wrong[0])
        walk_fails(&s->walk, "there was %s", s->vt.wrong);
    return true;
}

/* Whether the words of a sentence before its first number or name are there. */
static bool says(struct stroll *s, const char *english)
{
    char words[128];
    const char *sentence = lang_text(english);
    if (strncmp(sentence, "%s", 2) == 0)
        sentence += 2;
    snprintf(words, sizeof words, "%.*s", (int)strcspn(sentence, "%"), sentence);
    return vt_has(&s->vt, words);
}

/* Whether the program does something that is not worth waiting for. */
static bool takes_long(struct stroll *s)
{
    return !s->patient && says(s, "Escape stops it");
}

/* Until the program has read everything and waits for more, after a new picture. */
static void settle(struct stroll *s, long reports)
{
    while (s->vt.reports == reports || s->vt.consumed < s->typed ||
           (s->vt.kind == WORKS && !takes_long(s)))
        if (!read_terminal(s)) {
            s->ended = true;
            return;
        }
}

static void type(struct stroll *s, const char *bytes)
{
    size_t size = strlen(bytes);
    s->typed += (long)size;
    if (write(s->terminal, bytes, size) != (ssize_t)size)
        walk_fails(&s->walk, "nothing can be typed");
}

/* Whether the bottom line names a key, and not only to tell something. */
static bool is_offered(struct stroll *s, const char *bytes)
{
    char named[8];
    snprintf(named, sizeof named, " %c ", bytes[0]);
    return bytes[0] != 's' && isgraph((unsigned char)bytes[0]) &&
           vt_row_has(&s->vt, s->vt.rows - 1, named);
}

static void press(struct stroll *s, struct key k)
{
    long reports = s->vt.reports;
    walk_note(&s->walk, k.name);
    s->offered = is_offered(s, k.bytes);
    type(s, k.bytes);
    settle(s, reports);
}

static void press_one(struct stroll *s, const struct key *keys, int count)
{
    press(s, keys[walk_below(&s->walk, count)]);
}

#define PRESS_ONE(s, keys) press_one(s, keys, (int)(sizeof(keys) / sizeof(keys)[0]))

/* The pause ends by itself. */
static void let_pass(struct stroll *s)
{
    long reports = s->vt.reports;
    if (write(s->pace, "", 1) != 1)
        walk_fails(&s->walk, "time does not pass");
    settle(s, reports);
}

static void click(struct stroll *s, int row, int column)
{
    char name[32], bytes[64];
    snprintf(name, sizeof name, "click-%d-%d", row, column);
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", column + 1, row + 1, column + 1,
             row + 1);
    press(s, (struct key){name, bytes});
}

static void resize(struct stroll *s, int columns, int rows)
{
    struct winsize window = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    long reports = s->vt.reports;
    char name[32];
    snprintf(name, sizeof name, "%dx%d", columns, rows);
    walk_note(&s->walk, name);
    vt_resize(&s->vt, rows, columns);
    if (ioctl(s->terminal, TIOCSWINSZ, &window) != 0)
        walk_fails(&s->walk, "there is no other size");
    settle(s, reports);
}

static void resize_somehow(struct stroll *s)
{
    static const int sizes[][2] = {{80, 24}, {120, 40}, {200, 60}, {100, 30}, {79, 24},
                                   {80, 23}, {30, 10},  {1, 1},    {140, 24}, {80, 60}};
    const int *size = sizes[walk_below(&s->walk, 10)];
    if (size[0] != s->vt.columns || size[1] != s->vt.rows)
        resize(s, size[0], size[1]);
}

/* --- Reading the screen ----------------------------------------------------------------------- */

static bool bottom_says(struct stroll *s, const char *english)
{
    return vt_row_has(&s->vt, s->vt.rows - 1, lang_text(english));
}

static bool top_says(struct stroll *s, const char *english)
{
    return vt_row_has(&s->vt, 0, lang_text(english));
}

static enum place find_place(struct stroll *s)
{
    if (s->vt.rows < 24 || s->vt.columns < 80)
        return TOO_SMALL;
    if (bottom_says(s, "Arrows, Page Up, Page Down: scroll   any other key: back"))
        return PAGE;
    if (vt_row_has(&s->vt, 0, " PAIRS  "))
        return LOBBY;
    if (bottom_says(s, "change") && vt_row_has(&s->vt, s->vt.rows - 1, "Esc "))
        return FORM;
    if (bottom_says(s, "q leaves the first game"))
        return LESSON;
    if (says(s, "A letter chooses another seat."))
        return GO_ON;
    if (says(s, "1 or 2 goes there   Escape closes") || says(s, "Escape stops it"))
        return LOOKING_BACK;
    if (says(s, "step %zu of %zu"))
        return WATCH;
    if (says(s, "%s: press Enter when nobody else is looking."))
        return PASS;
    if (says(s, "Enter goes on"))
        return SETTLEMENT;
    if (says(s, "play again") && !top_says(s, "your turn")) /* a Calamity says so, too */
        return ENDING;
    return top_says(s, "your turn") ? ASKED : ELSEWHERE;
}

/* Buttons stand from the second column on, in neighbouring rows; one of them is marked. */
static bool has_buttons(const struct vt *t, int row)
{
    return row > 0 && row < t->rows - 1 && (t->cell[row][1] == L'[' || t->cell[row][1] == L'<');
}

static void read_choices(struct stroll *s, int row)
{
    const struct vt *t = &s->vt;
    for (int column = 1; column < t->columns && s->choices < CHOICES_MAX; column++) {
        wchar_t end = t->cell[row][column] == L'[' ? L']' : L'>';
        if (t->cell[row][column] != L'[' && t->cell[row][column] != L'<')
            continue;
        struct choice *c = &s->choice[s->choices++];
        *c = (struct choice){.row = row, .column = column};
        for (int i = 0; ++column < t->columns && t->cell[row][column] != end && i < LABEL_ROOM - 1;)
            c->label[i++] = t->cell[row][column] < 0x80 ? (char)t->cell[row][column] : '?';
    }
}

static void find_choices(struct stroll *s)
{
    int row = s->vt.rows - 2;
    s->choices = 0;
    while (row > 0 && !has_buttons(&s->vt, row))
        row--;
    while (has_buttons(&s->vt, row - 1))
        row--;
    for (; has_buttons(&s->vt, row); row++)
        read_choices(s, row);
}

/* --- What every picture must be like ---------------------------------------------------------- */

static uint64_t hash_row(const struct stroll *s, int row)
{
    uint64_t hash = 0;
    for (int column = 0; column < s->vt.columns; column++)
        hash = hash * 1099511628211U + (uint64_t)s->vt.cell[row][column];
    return hash;
}

static uint64_t hash_screen(const struct stroll *s)
{
    uint64_t hash = 0;
    for (int row = 0; row < s->vt.rows; row++)
        hash = hash * 1099511628211U + hash_row(s, row);
    return hash;
}

/* Nothing of a page, nor of the first and the last line, is written up to the edge, where words
 * would be cut off. */
static void check_edge(struct stroll *s, enum place place)
{
    bool page = place == PAGE;
    for (int row = 0; row < s->vt.rows; row += page ? 1 : s->vt.rows - 1) {
        wchar_t last = s->vt.cell[row][s->vt.columns - 1];
        if (last < 0x80 && isalnum((int)last))
            walk_fails(&s->walk, "line %d is cut off", row + 1);
    }
}

/* A digit was pressed that the question before had and this one has not. */
static bool digit_is_gone(struct stroll *s)
{
    const char *words = lang_text("%c cannot be chosen now.");
    return strstr(vt_line(&s->vt, s->vt.rows - 1), words + strlen("%c"));
}

/* Nothing that is offered is refused, which would be said where the keys stand. */
static void check_refusal(struct stroll *s, enum place place)
{
    bool table = place == ASKED || place == SETTLEMENT || place == ENDING || place == WATCH ||
                 place == ELSEWHERE;
    if (table && s->offered && !bottom_says(s, "help") && !digit_is_gone(s))
        walk_fails(&s->walk, "it says: %s", vt_line(&s->vt, s->vt.rows - 1));
}

/* A line without words that a box has cut. */
static void say_line(struct stroll *s, int row)
{
    const wchar_t *cell = s->vt.cell[row];
    char words[VT_LINE];
    size_t size = 0, word = 0;
    bool cut = false;
    for (int column = 0; column < s->vt.columns; column++) {
        bool edge = wcschr(L"│╭╮╰╯", cell[column]);
        size = edge ? word : size; /* what has begun before it, too */
        cut = edge || (cut && cell[column] != L' ');
        mbstate_t state = {0};
        if (!cut)
            size += wcrtomb(words + size, cell[column], &state);
        word = cell[column] == L' ' ? size : word;
    }
    words[size] = '\0';
    walk_said(&s->walk, words);
}

/* Where cards fly and in lists that are cut, only what is below them. */
static void say_lines(struct stroll *s, enum place place)
{
    bool part = s->vt.kind == PAUSES || place == FORM || place == LOBBY;
    for (int row = part ? s->vt.rows - 4 : 0; row < s->vt.rows; row++)
        if (s->hash[row] != hash_row(s, row)) {
            s->hash[row] = hash_row(s, row);
            say_line(s, row);
        }
}

static void check_picture(struct stroll *s, enum place place)
{
    if (place == TOO_SMALL)
        return;
    if (place != LOBBY) /* whose keys are left out where there is no room, and may just fit */
        check_edge(s, place);
    check_refusal(s, place);
    say_lines(s, place);
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void press_letter(struct stroll *s)
{
    static const char letters[] = "abcdfghijkmnoprtuvwxyzABCDEFGH0123456789+-.,;:_#*!~ ";
    char letter[2] = {letters[walk_below(&s->walk, (int)sizeof letters - 1)], '\0'};
    press(s, (struct key){letter, letter});
}

static int number_in(const char *label)
{
    return (int)strtol(label, NULL, 10);
}

/* The key that takes a choice, by its label; false if that is not plain. */
static bool key_of(struct stroll *s, const struct choice *c, char out[LABEL_ROOM])
{
    bool number = c->label[strspn(c->label, "0123456789")] == '\0';
    int value = number_in(c->label), greatest = 0;
    for (int i = 0; i < s->choices; i++)
        greatest =
            number_in(s->choice[i].label) > greatest ? number_in(s->choice[i].label) : greatest;
    snprintf(out, LABEL_ROOM, "%c", c->label[0]);
    if (!number)
        return isalnum((unsigned char)c->label[0]) && (c->label[1] == ' ' || !c->label[1]);
    if (greatest <= 9)
        return true;
    bool rank = says(s, "digit (0 is 10) or arrows and Enter");
    snprintf(out, LABEL_ROOM, rank ? "%d" : "%d\r", rank ? value % 10 : value);
    return rank || says(s, "type it or use arrows, then Enter");
}

static void choose_with_arrows(struct stroll *s)
{
    struct text bytes = {0};
    char name[64];
    int steps = walk_below(&s->walk, s->choices + 1);
    bool left = walk_seldom(&s->walk, 2);
    for (int i = 0; i < steps; i++)
        text_add(&bytes, "%s", left ? LEFT : RIGHT);
    text_add(&bytes, "%s", walk_seldom(&s->walk, 2) ? " " : "\r");
    snprintf(name, sizeof name, "%s*%d-Enter", left ? "Left" : "Right", steps);
    press(s, (struct key){name, text_of(&bytes)});
    text_free(&bytes);
}

/* Takes something that is offered; the picture must change. */
static void choose(struct stroll *s)
{
    char key[LABEL_ROOM];
    find_choices(s);
    if (!s->choices && !bottom_says(s, "help")) {
        press(s, escape); /* a long message has taken their place */
        return;
    }
    if (!s->choices)
        walk_fails(&s->walk, "nothing is offered");
    uint64_t before = hash_screen(s);
    const struct choice *c = &s->choice[walk_below(&s->walk, s->choices)];
    int how = walk_below(&s->walk, 4);
    if (how == 0)
        click(s, c->row, c->column + 1);
    else if (how == 1 || !key_of(s, c, key))
        choose_with_arrows(s);
    else
        press(s, (struct key){c->label, key});
    s->offered = true;
    if (!s->ended && hash_screen(s) == before)
        walk_fails(&s->walk, "what is offered is not taken");
}

static void press_at_table(struct stroll *s)
{
    static const struct key keys[] = {{"?", "?"},
                                      {"r", "r"},
                                      {"v", "v"},
                                      {"s", "s"},
                                      {"PgUp", PAGE_UP},
                                      {"PgDn", PAGE_DOWN},
                                      {"+", "+"},
                                      {"Up", UP},
                                      {"Down", DOWN},
                                      {"-", "-"},
                                      {"Escape", "\033"},
                                      {"Backspace", "\177"},
                                      {"e", "e"},
                                      {"Home", HOME},
                                      {"Shift-Tab", "\033[Z"},
                                      {"u", "u"},
                                      {"Left", LEFT},
                                      {"Delete", "\033[3~"},
                                      {"l", "l"},
                                      {"wheel", "\033[<64;9;9M"}};
    if (s->hints < 2 && walk_seldom(&s->walk, 12)) {
        s->hints++;
        press(s, (struct key){"h", "h"});
    } else if (walk_seldom(&s->walk, 12)) {
        resize_somehow(s);
    } else if (walk_seldom(&s->walk, 8)) {
        click(s, walk_below(&s->walk, s->vt.rows - 1), walk_below(&s->walk, s->vt.columns));
    } else {
        PRESS_ONE(s, keys);
    }
}

static void press_in_watch(struct stroll *s)
{
    static const struct key keys[] = {
        {"Right", RIGHT}, {"Left", LEFT}, {"Down", DOWN}, {"Up", UP},        {"n", "n"},
        {"p", "p"},       {"Tab", "\t"},  {"o", "o"},     {"Home", HOME},    {"End", END},
        {"Space", " "},   {"A", "A"},     {"B", "B"},     {"PgUp", PAGE_UP}, {"?", "?"},
        {"r", "r"},       {"g", "g"},     {"a", "a"},     {"Right", RIGHT},  {"n", "n"}};
    if (walk_seldom(&s->walk, 20))
        resize_somehow(s);
    else if (walk_seldom(&s->walk, 15))
        press(s, (struct key){"q", "q"});
    else
        PRESS_ONE(s, keys);
}

static void press_in_lobby(struct stroll *s)
{
    static const struct key keys[] = {{"Down", DOWN}, {"Up", UP},     {"Home", HOME},
                                      {"End", END},   {"/k", "/k\r"}, {"PgDn", PAGE_DOWN},
                                      {"f", "f"}};
    if (!s->over || walk_seldom(&s->walk, 4)) {
        press(s, (struct key){"Home", HOME});
        press(s, enter);
    } else if (walk_seldom(&s->walk, 15)) {
        resize_somehow(s);
    } else {
        PRESS_ONE(s, keys);
    }
}

/* Few changes: a form can ask for bots that think long. */
static void press_in_form(struct stroll *s)
{
    static const struct key keys[] = {{"Down", DOWN}, {"Up", UP}, {"Right", RIGHT}, {"End", END}};
    if (walk_seldom(&s->walk, 3) || s->forms++ > 12)
        press(s, s->forms % 3 ? enter : escape);
    else
        PRESS_ONE(s, keys);
}

static void press_at_end(struct stroll *s)
{
    static const struct key keys[] = {
        {"Escape", "\033"}, {"Up", UP}, {"Down", DOWN}, {"v", "v"}, {"Left", LEFT}, {"Tab", "\t"},
        {"1", "1"},         {"2", "2"}, {"4", "4"},     {"4", "4"}, {"5", "5"},     {"r", "r"}};
    if (!s->over) {
        s->over = true;
        s->left = STROLL + walk_below(&s->walk, STROLL);
    }
    PRESS_ONE(s, keys);
}

/* What is pressed where it makes no difference what one sees. */
static const struct key in_page[] = {{"PgUp", PAGE_UP},  {"PgDn", PAGE_DOWN}, {"Home", HOME},
                                     {"End", END},       {"Down", DOWN},      {"Up", UP},
                                     {"Escape", "\033"}, {"q", "q"},          {"Enter", "\r"}};
static const struct key in_settlement[] = {
    {"Enter", "\r"},    {"Enter", "\r"}, {"Enter", "\r"}, {"Space", " "}, {"Escape", "\033"},
    {"Escape", "\033"}, {"Up", UP},      {"Down", DOWN},  {"v", "v"},     {"?", "?"}};
static const struct key in_box[] = {{"1", "1"}, {"2", "2"}, {"Escape", "\033"}, {"Enter", "\r"}};
static const struct key in_lesson[] = {{"Enter", "\r"}, {"1", "1"}, {"Right", RIGHT}};
static const struct key begins[] = {{"B", "B"}, {"Enter", "\r"}, {"Escape", "\033"}};

/* Goes on from wherever it is. */
static void go_on(struct stroll *s, enum place place)
{
    switch (place) {
    case TOO_SMALL:
        if (walk_seldom(&s->walk, 2))
            press_letter(s);
        else
            resize(s, s->columns, s->rows);
        break;
    case PAGE:
        PRESS_ONE(s, in_page);
        break;
    case LOBBY:
        press_in_lobby(s);
        break;
    case FORM:
        press_in_form(s);
        break;
    case LESSON:
        PRESS_ONE(s, in_lesson);
        break;
    case GO_ON:
        PRESS_ONE(s, begins);
        break;
    case LOOKING_BACK:
        if (takes_long(s))
            press(s, escape);
        else
            PRESS_ONE(s, in_box);
        break;
    case WATCH:
        press_in_watch(s);
        break;
    case PASS:
        press(s, enter);
        break;
    case SETTLEMENT:
        PRESS_ONE(s, in_settlement);
        break;
    case ENDING:
        press_at_end(s);
        break;
    case ASKED:
        if (walk_below(&s->walk, 10) < 7)
            choose(s);
        else if (walk_seldom(&s->walk, 4))
            press_letter(s);
        else
            press_at_table(s);
        break;
    case ELSEWHERE:
        press(s, walk_seldom(&s->walk, 2) ? enter : escape);
        break;
    }
}

/* The shortest way out. */
static void leave(struct stroll *s, enum place place)
{
    static const struct key q = {"q", "q"}, three = {"3", "3"};
    if (place == TOO_SMALL)
        resize(s, s->columns, s->rows);
    else if (place == PAGE || place == FORM || place == GO_ON || place == LOOKING_BACK)
        press(s, escape);
    else
        press(s, place == ENDING ? three : q);
}

/* While others play. */
static void wait_or_press(struct stroll *s)
{
    static const struct key keys[] = {
        {"e", "e"}, {"e", "e"}, {"Enter", "\r"}, {"v", "v"}, {"?", "?"}};
    if (walk_seldom(&s->walk, 20))
        PRESS_ONE(s, keys);
    else
        let_pass(s);
}

/* --- The walk --------------------------------------------------------------------------------- */

static void open_terminal(struct stroll *s)
{
    struct winsize window = {.ws_row = (unsigned short)s->rows,
                             .ws_col = (unsigned short)s->columns};
    int line, ticks[2];
    char number[16];
    if (openpty(&s->terminal, &line, NULL, NULL, &window) != 0 || pipe(ticks) != 0) {
        perror("walker");
        exit(2);
    }
    fcntl(s->terminal, F_SETFD, FD_CLOEXEC);
    fcntl(ticks[1], F_SETFD, FD_CLOEXEC);
    s->pace = ticks[1];
    snprintf(number, sizeof number, "%d", ticks[0]);
    setenv("PACE_FD", number, 1);
    walk_begin(&s->walk, line, -1);
    close(ticks[0]);
}

void walk_screen(struct walk *w, int columns, int rows)
{
    struct stroll s = {.walk = *w, .columns = columns, .rows = rows};
    s.patient = walk_seldom(&s.walk, 16);
    s.walk.show = show;
    vt_resize(&s.vt, rows, columns);
    open_terminal(&s);
    settle(&s, 0);
    while (!s.ended) {
        enum place place = find_place(&s);
        check_picture(&s, place);
        if (s.keys++ == KEYS_MAX)
            walk_fails(&s.walk, "the game does not end");
        if (s.over && s.left-- <= 0)
            leave(&s, place);
        else if (s.vt.kind == PAUSES)
            wait_or_press(&s);
        else
            go_on(&s, place);
    }
    if (!s.over)
        walk_fails(&s.walk, "the program has ended before the game");
    if (s.vt.second)
        walk_fails(&s.walk, "the terminal was not given back");
    walk_ended(&s.walk);
    close(s.terminal);
    close(s.pace);
    *w = s.walk;
}
