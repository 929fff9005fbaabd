#include "tui/formscreen.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "tui/lobby.h"
#include "tui/pager.h"
#include "tui/screen.h"

enum {
    LABEL_COLUMN = 3,
    VALUE_COLUMN = 26,
    HELP_COLUMN = 60,
    TOP = 2,    /* the first line of the list */
    BOTTOM = 5, /* lines below it */
    START_BUTTON = 1,
    RESET_BUTTON,
    HELP_BUTTON,
    BACK_BUTTON,
    ROW_BUTTON, /* of each row: itself, to the left, to the right */
    ROW_PARTS = 3,
};

struct formscreen {
    struct form *form;
    int top; /* the first line that is shown, headings counted */
};

/* The heading above a row, NULL where the one before is of the same part. */
static const char *heading(const struct form *f, int row)
{
    static const char *const part[] = {
        [ROW_VARIANT] = N_("GAME"), [ROW_PLAYERS] = N_("GAME"),   [ROW_SPEED] = N_("GAME"),
        [ROW_SEAT] = N_("SEATS"),   [ROW_OPTION] = N_("OPTIONS"),
    };
    const char *own = part[f->row[row].kind];
    return row > 0 && part[f->row[row - 1].kind] == own ? NULL : _(own);
}

/* The line of a row in the list, counted with the headings and the blank lines above them. */
static int line_of(const struct form *f, int row)
{
    int line = 0;
    for (int i = 0; i <= row; i++)
        line += (i > 0) + (heading(f, i) ? 1 + (i > 0) : 0);
    return line;
}

/* So that the current row is seen, and the heading above the first one. */
static void scroll(struct formscreen *s, int rows)
{
    int line = line_of(s->form, s->form->at);
    if (s->form->at == 0)
        s->top = 0;
    else if (line < s->top)
        s->top = line;
    else if (line >= s->top + rows)
        s->top = line - rows + 1;
}

/* The value between two arrows, which can be clicked. */
static void draw_value(const struct form *f, struct area in, int line, int row)
{
    struct text value = {0};
    bool current = row == f->at;
    bool person = form_takes_text(f, row);
    bool typing = current && (person || f->typed[0]);
    form_value(f, row, &value);
    const char *shown = text_of(&value);
    enum style style = current ? STYLE_CHOSEN : STYLE_STRONG;
    if (typing) {
        style = STYLE_FIELD;
    } else if (person && !value.size) {
        shown = _("a person");
        style = STYLE_DIM;
    }
    int button = ROW_BUTTON + row * ROW_PARTS;
    if (current)
        screen_put(in, line, VALUE_COLUMN - 2, STYLE_KEY, screen_sign("◂", "<"));
    struct area field = {in.row, in.column, in.rows, HELP_COLUMN - 3};
    int end = screen_print(field, line, VALUE_COLUMN, style, typing ? "%s_" : "%s", shown);
    end = end < field.columns ? end : field.columns;
    if (current)
        screen_put(in, line, end + 1, STYLE_KEY, screen_sign("▸", ">"));
    screen_button((struct area){in.row + line, in.column + VALUE_COLUMN - 3, 1, 3}, button + 1);
    screen_button((struct area){in.row + line, in.column + end, 1, 3}, button + 2);
    text_free(&value);
}

static void draw_row(const struct form *f, struct area in, int line, int row)
{
    struct text label = {0}, help = {0};
    bool current = row == f->at;
    form_label(f, row, &label);
    form_help(f, row, &help);
    screen_button((struct area){in.row + line, in.column, 1, in.columns},
                  ROW_BUTTON + row * ROW_PARTS);
    if (current)
        screen_put(in, line, LABEL_COLUMN - 2, STYLE_KEY, screen_sign("▶", ">"));
    if (form_differs(f, row))
        screen_put(in, line, LABEL_COLUMN - 1, STYLE_KEY, "*");
    screen_put(in, line, LABEL_COLUMN, current ? STYLE_STRONG : STYLE_NORMAL, text_of(&label));
    draw_value(f, in, line, row);
    screen_put(in, line, HELP_COLUMN, form_wrong(f, row) ? STYLE_BAD : STYLE_DIM,
               form_wrong(f, row) ? f->wrong.text : text_of(&help));
    text_free(&label);
    text_free(&help);
}

static void draw_list(struct formscreen *s, struct area in)
{
    const struct form *f = s->form;
    scroll(s, in.rows);
    for (int row = 0; row < f->rows; row++) {
        int line = line_of(f, row) - s->top;
        const char *title = heading(f, row);
        if (title && line > 0 && line <= in.rows)
            screen_put(in, line - 1, 1, STYLE_HEADING, title);
        if (line >= 0 && line < in.rows)
            draw_row(f, in, line, row);
    }
    int last = line_of(f, f->rows - 1);
    if (s->top > 0)
        screen_put(in, 0, in.columns - 1, STYLE_KEY, screen_sign("▲", "^"));
    if (last >= s->top + in.rows)
        screen_put(in, in.rows - 1, in.columns - 1, STYLE_KEY, screen_sign("▼", "v"));
}

/* What the current row is about, or what is wrong, in full. */
static void draw_help(const struct form *f, struct area in)
{
    struct text help = {0};
    bool wrong = f->wrong.text[0];
    form_help(f, f->at, &help);
    const char *at = wrong ? f->wrong.text : text_of(&help);
    for (int line = 0; line < in.rows && *at; line++) {
        size_t size = screen_fit(at, in.columns);
        screen_print(in, line, 0, wrong ? STYLE_BAD : STYLE_NORMAL, "%.*s", (int)size, at);
        at += size;
    }
    text_free(&help);
}

static int draw_button(struct area all, int row, int column, int button, const char *key,
                       const char *words)
{
    int end = screen_print(all, row, column, STYLE_BAR, "%s ", key);
    end = screen_put(all, row, end, STYLE_BAR_DIM, words);
    if (button)
        screen_button((struct area){all.row + row, all.column + column, 1, end - column}, button);
    return end + 3;
}

static void draw(struct formscreen *s)
{
    const struct setup *u = &s->form->setup;
    struct area all = screen_area();
    int last = all.rows - 1;
    screen_erase();
    screen_fill((struct area){0, 0, 1, all.columns}, STYLE_BAR);
    int end = screen_put(all, 0, 1, STYLE_BAR, _(setup_title(u)));
    screen_put(all, 0, end + 2, STYLE_BAR_DIM,
               _(u->preset ? u->preset->summary : u->game->summary));
    draw_list(s, (struct area){TOP, 0, all.rows - TOP - BOTTOM, all.columns - 1});
    screen_rule(all, last - 3, STYLE_BORDER);
    draw_help(s->form, (struct area){last - 2, 1, 2, all.columns - 2});
    screen_fill((struct area){last, 0, 1, all.columns}, STYLE_BAR);
    int at = draw_button(all, last, 1, START_BUTTON, "Enter", _("start"));
    at = draw_button(all, last, at, 0, screen_sign("↑↓", _("Up Down")), _("select"));
    at = draw_button(all, last, at, 0, screen_sign("←→", _("Left Right")), _("change"));
    if (!form_takes_text(s->form, s->form->at)) {
        at = draw_button(all, last, at, RESET_BUTTON, "d", _("defaults"));
        at = draw_button(all, last, at, HELP_BUTTON, "?", _("keys"));
    }
    draw_button(all, last, at, BACK_BUTTON, "Esc", _("back"));
    screen_show();
}

static void click(struct form *f, int button)
{
    int row = (button - ROW_BUTTON) / ROW_PARTS, part = (button - ROW_BUTTON) % ROW_PARTS;
    if (row >= f->rows)
        return;
    form_go(f, row);
    if (part)
        form_change(f, part == 1 ? -1 : 1);
}

/* True: the game can begin. */
static bool enter(struct form *f)
{
    if (!form_finish(f))
        return !f->wrong.text[0];
    if (!f->wrong.text[0])
        form_go(f, f->at + 1);
    return false;
}

/* A letter that the row does not take for itself. */
static void command(struct form *f, int32_t character)
{
    if (character == ' ')
        form_change(f, 1);
    else if (character == 'd')
        form_reset(f);
    else if (character == '?')
        pager_run(_("All keys"), _(lobby_help));
}

/* Keys that move and change. */
static void edit(struct form *f, const struct key *k)
{
    switch (k->press) {
    case PRESS_UP:
    case PRESS_BACKTAB:
    case PRESS_WHEEL_UP:
        form_go(f, f->at - 1);
        break;
    case PRESS_DOWN:
    case PRESS_TAB:
    case PRESS_WHEEL_DOWN:
        form_go(f, f->at + 1);
        break;
    case PRESS_HOME:
    case PRESS_PAGE_UP:
        form_go(f, 0);
        break;
    case PRESS_END:
    case PRESS_PAGE_DOWN:
        form_go(f, f->rows - 1);
        break;
    case PRESS_LEFT:
        form_change(f, -1);
        break;
    case PRESS_RIGHT:
        form_change(f, 1);
        break;
    case PRESS_BACKSPACE:
    case PRESS_DELETE:
        form_erase(f);
        break;
    case PRESS_CHARACTER:
        if (!form_type(f, k->character))
            command(f, k->character);
        break;
    default:
        break;
    }
}

enum form_end formscreen_run(struct form *f)
{
    struct formscreen s = {.form = f};
    for (;;) {
        draw(&s);
        struct key k = screen_wait(-1, -1);
        bool start = k.press == PRESS_ENTER || (k.press == PRESS_CLICK && k.button == START_BUTTON);
        if (k.press == PRESS_HANGUP)
            return FORM_HANGUP;
        if (k.press == PRESS_ESCAPE || (k.press == PRESS_CLICK && k.button == BACK_BUTTON))
            return FORM_BACK;
        if (start && enter(f))
            return FORM_START;
        if (k.press == PRESS_CLICK && k.button >= ROW_BUTTON)
            click(f, k.button);
        else if (k.press == PRESS_CLICK && k.button)
            command(f, k.button == RESET_BUTTON ? 'd' : '?');
        else if (!start)
            edit(f, &k);
    }
}
