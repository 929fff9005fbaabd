#include "tui/prompt.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "tui/tableview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_ROOM = 96, TEN_KEY = '0' };

/* --- The list of what may be chosen ----------------------------------------------------------- */

/* What is asked for at a depth; NO_ARGUMENT: the verb, or nothing more. */
static enum argument asked_at(const struct prompt *p, int depth)
{
    return depth == 0 || depth == PROMPT_DEPTHS
               ? NO_ARGUMENT
               : p->view->game->verbs[p->chosen[0]].argument[depth - 1];
}

static enum argument asked(const struct prompt *p)
{
    return asked_at(p, p->depth);
}

/* The part of a decision that stands at a depth. */
static int part(action a, int depth)
{
    return depth == 0 ? action_verb(a) : depth == 1 ? action_first(a) : action_second(a);
}

/* Whether a decision agrees with what is chosen above a depth. */
static bool agrees(const struct prompt *p, action a, int below)
{
    for (int depth = 0; depth < below; depth++)
        if (part(a, depth) != p->chosen[depth])
            return false;
    return true;
}

/* Asks at a depth. Equal parts of agreeing decisions are neighbours, since the list is sorted. */
static void ask_at(struct prompt *p, int depth)
{
    p->depth = depth;
    p->choices = 0;
    p->typed[0] = '\0';
    for (int i = 0; i < p->view->actions; i++) {
        int value = part(p->view->act[i], depth);
        bool again = p->choices > 0 && p->choice[p->choices - 1] == value;
        if (!again && agrees(p, p->view->act[i], depth))
            p->choice[p->choices++] = value;
    }
}

/* Goes on to the next depth with a choice; false if it completes the decision. */
static bool take(struct prompt *p, int i)
{
    p->chosen[p->depth] = p->choice[i];
    if (asked_at(p, p->depth + 1) == NO_ARGUMENT)
        return false;
    p->at[p->depth + 1] = 0;
    ask_at(p, p->depth + 1);
    return true;
}

void prompt_begin(struct prompt *p, const struct view *v, const struct names *names)
{
    p->view = v;
    p->names = names;
    p->at[0] = 0;
    ask_at(p, 0);
    while (p->at[0] < p->choices && v->game->verbs[p->choice[p->at[0]]].gives_in)
        p->at[0]++; /* nobody gives in by a key too many */
    p->at[0] %= p->choices;
    if (p->choices == 1)
        take(p, 0); /* there is no question what to do, only with what */
    p->base = p->depth;
}

/* Goes back one argument; false if nothing was chosen that can be taken back. */
static bool step_back(struct prompt *p)
{
    if (!p->typed[0] && p->depth == p->base)
        return false;
    ask_at(p, p->typed[0] ? p->depth : p->depth - 1);
    return true;
}

uint64_t prompt_ranks(const struct prompt *p)
{
    uint64_t ranks = 0;
    for (int i = 0; i < p->choices && asked(p) == RANK_ARGUMENT; i++)
        ranks |= (uint64_t)1 << p->choice[i];
    return ranks;
}

seats prompt_seats(const struct prompt *p)
{
    unsigned all = 0;
    for (int i = 0; i < p->choices && asked(p) == SEAT_ARGUMENT; i++)
        all |= 1U << p->choice[i];
    return (seats)all;
}

/* --- Keys ------------------------------------------------------------------------------------- */

static int find(const struct prompt *p, int value)
{
    for (int i = 0; i < p->choices; i++)
        if (p->choice[i] == value)
            return i;
    return -1;
}

static enum answer choose(struct prompt *p, int i, action *a)
{
    if (i < 0 || i >= p->choices || take(p, i))
        return ANSWER_MORE; /* what cannot be chosen was meant for us all the same */
    for (int k = 0; k < p->view->actions; k++)
        if (agrees(p, p->view->act[k], p->depth + 1))
            *a = p->view->act[k];
    return ANSWER_DONE;
}

/* Whether each number has one digit, so that no Enter is needed. */
static bool short_numbers(const struct prompt *p)
{
    for (int i = 0; i < p->choices; i++)
        if (p->choice[i] > 9)
            return false;
    return true;
}

static int typed_number(const struct prompt *p)
{
    return (int)strtol(p->typed, NULL, 10); /* digits only, and too few to overflow */
}

static enum answer type_digit(struct prompt *p, char digit)
{
    size_t size = strlen(p->typed);
    if (size + 1 < TYPED_ROOM) {
        p->typed[size] = digit;
        p->typed[size + 1] = '\0';
    }
    return ANSWER_MORE;
}

static enum answer take_digit(struct prompt *p, char digit, action *a)
{
    int value = digit - '0';
    switch (asked(p)) {
    case RANK_ARGUMENT:
        return choose(p, find(p, digit == TEN_KEY ? 10 : value), a);
    case NUMBER_ARGUMENT:
        return short_numbers(p) ? choose(p, find(p, value), a) : type_digit(p, digit);
    case SEAT_ARGUMENT:
        return ANSWER_MORE;
    case NO_ARGUMENT:
        break;
    }
    return choose(p, value - 1, a);
}

static enum answer take_character(struct prompt *p, int32_t c, action *a)
{
    if (c >= '0' && c <= '9')
        return take_digit(p, (char)c, a);
    int seat = c >= 'a' ? c - 'a' : c - 'A';
    if (asked(p) == SEAT_ARGUMENT && seat >= 0 && seat < PLAYERS_MAX && find(p, seat) >= 0)
        return choose(p, find(p, seat), a);
    return ANSWER_OTHER;
}

int prompt_marked(const struct prompt *p)
{
    return p->typed[0] ? find(p, typed_number(p)) : p->at[p->depth];
}

/* Where arrows start from. */
static int cursor(const struct prompt *p)
{
    int marked = prompt_marked(p);
    return marked >= 0 ? marked : p->at[p->depth];
}

static enum answer move_to(struct prompt *p, int i)
{
    p->at[p->depth] = i;
    p->typed[0] = '\0';
    return ANSWER_MORE;
}

/* To the choice above or below that is nearest to where the cursor is. */
static enum answer move_line(struct prompt *p, int lines)
{
    int from = cursor(p), best = -1;
    for (int i = 0; i < p->choices; i++)
        if (p->line[i] == p->line[from] + lines &&
            (best < 0 ||
             abs(p->column[i] - p->column[from]) < abs(p->column[best] - p->column[from])))
            best = i;
    return move_to(p, best >= 0 ? best : from);
}

static enum answer move(struct prompt *p, int steps)
{
    return move_to(p, (cursor(p) + steps + p->choices) % p->choices);
}

static enum answer confirm(struct prompt *p, action *a)
{
    int marked = prompt_marked(p);
    p->typed[0] = '\0'; /* there may be no such number */
    return choose(p, marked, a);
}

static enum answer take_click(struct prompt *p, int button, action *a)
{
    int value = button & ~BUTTON_PART;
    switch (button & BUTTON_PART) {
    case BUTTON_CHOICE:
        return choose(p, value, a);
    case BUTTON_RANK:
        return asked(p) == RANK_ARGUMENT ? choose(p, find(p, value), a) : ANSWER_OTHER;
    case BUTTON_SEAT:
        return asked(p) == SEAT_ARGUMENT ? choose(p, find(p, value), a) : ANSWER_OTHER;
    default:
        return ANSWER_OTHER;
    }
}

enum answer prompt_key(struct prompt *p, const struct key *k, action *a)
{
    switch (k->press) {
    case PRESS_CHARACTER:
        return k->character == ' ' ? confirm(p, a) : take_character(p, k->character, a);
    case PRESS_ENTER:
        return confirm(p, a);
    case PRESS_ESCAPE:
        return step_back(p) ? ANSWER_MORE : ANSWER_OTHER;
    case PRESS_BACKSPACE:
        if (p->typed[0])
            p->typed[strlen(p->typed) - 1] = '\0';
        return ANSWER_MORE;
    case PRESS_LEFT:
        return move(p, -1);
    case PRESS_RIGHT:
        return move(p, 1);
    case PRESS_UP:
        return move_line(p, -1);
    case PRESS_DOWN:
        return move_line(p, 1);
    case PRESS_CLICK:
        return take_click(p, k->button, a);
    default:
        return ANSWER_OTHER;
    }
}

/* --- Drawing ---------------------------------------------------------------------------------- */

/* How a seat is called. */
static const char *seat_name(const struct prompt *p, int seat, char letter[2])
{
    const char *name = p->names->seat[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = '\0';
    return name && name[0] ? name : letter;
}

/* A verb as people read it, with the arguments that are known at this depth. */
static void verb_words(char out[LABEL_ROOM], const struct prompt *p, int number, int known)
{
    const struct view *v = p->view;
    struct text words = {0};
    action a = action_make(number, known > 1 ? p->chosen[1] : 0, known > 2 ? p->chosen[2] : 0);
    action_words_so_far(&words, v->game, (struct so_far){a, known - 1, screen_sign("…", "..")},
                        v->looks, p->names, lang());
    snprintf(out, LABEL_ROOM, "%s", text_of(&words));
    text_free(&words);
}

/* The text on the button of a choice, with the key that takes it before verbs. */
static void label(char out[LABEL_ROOM], const struct prompt *p, int i)
{
    char words[LABEL_ROOM];
    char letter[2];
    int value = p->choice[i];
    const char *name;
    switch (asked(p)) {
    case NO_ARGUMENT:
        verb_words(words, p, value, 0);
        if (i < 9)
            snprintf(out, LABEL_ROOM, "%d %.80s", i + 1, words);
        else
            snprintf(out, LABEL_ROOM, "%s", words);
        break;
    case SEAT_ARGUMENT:
        name = seat_name(p, value, letter);
        snprintf(out, LABEL_ROOM, name == letter ? "%c" : "%c %.40s", 'A' + value, name);
        break;
    case RANK_ARGUMENT:
    case NUMBER_ARGUMENT:
        snprintf(out, LABEL_ROOM, "%d", value);
        break;
    }
    text_clean(out); /* where the room has cut a letter */
}

static const char *question(const struct prompt *p)
{
    const char *own = p->depth ? p->view->game->verbs[p->chosen[0]].asks[p->depth - 1] : NULL;
    if (own)
        return _(own);
    switch (asked(p)) {
    case RANK_ARGUMENT:
        return _("Which card?");
    case SEAT_ARGUMENT:
        return _("Who?");
    case NUMBER_ARGUMENT:
        return _("Which number?");
    case NO_ARGUMENT:
        break;
    }
    return _("What do you do?");
}

static void key_help(char out[LABEL_ROOM], const struct prompt *p)
{
    const char *how = _("digit or arrows and Enter");
    if (asked(p) == RANK_ARGUMENT)
        how = _("digit (0 is 10) or arrows and Enter");
    else if (asked(p) == SEAT_ARGUMENT)
        how = _("letter or arrows and Enter");
    else if (asked(p) == NUMBER_ARGUMENT && !short_numbers(p))
        how = _("type it or use arrows, then Enter");
    snprintf(out, LABEL_ROOM, "%s%s", how, p->depth > p->base ? _("; Escape goes back") : "");
}

/* Decides where each choice stands; lines count from 0 and may be more than are shown. */
static void place_choices(struct prompt *p, int columns)
{
    char text[LABEL_ROOM];
    int line = 0, column = 1;
    for (int i = 0; i < p->choices; i++) {
        label(text, p, i);
        int width = screen_width(text) + 2;
        if (column > 1 && column + width > columns - 2) {
            line++;
            column = 1;
        }
        p->line[i] = (short)line;
        p->column[i] = (short)column;
        column += width + 1;
    }
}

/* Adds what the highlighted choice means: the decision that it leads to, or where several are left
 * what their verb always means. */
static void add_meaning(struct text *out, const struct prompt *p)
{
    const struct view *v = p->view;
    const struct verb *verbs = v->game->verbs;
    int marked = prompt_marked(p), left = 0;
    action a = 0;
    for (int i = 0; marked >= 0 && i < v->actions; i++)
        if (agrees(p, v->act[i], p->depth) && part(v->act[i], p->depth) == p->choice[marked]) {
            a = v->act[i];
            left++;
        }
    if (left == 1)
        action_means(out, v, a, p->names, lang());
    else if (left > 1 && verbs[action_verb(a)].means)
        text_add(out, "%s", _(verbs[action_verb(a)].means));
}

/* Rows from 1 on that the choices take. */
static int choice_rows(const struct prompt *p)
{
    int lines = p->line[p->choices - 1] + 1;
    return lines < CHOICE_ROWS ? lines : CHOICE_ROWS;
}

int prompt_rows(struct prompt *p, int columns)
{
    struct text meaning = {0};
    place_choices(p, columns);
    add_meaning(&meaning, p);
    int rows = 1 + choice_rows(p);
    for (const char *at = text_of(&meaning); *at; at += screen_fit(at, columns - 2))
        rows++;
    text_free(&meaning);
    return rows < PROMPT_ROWS ? PROMPT_ROWS : rows > PROMPT_MOST ? PROMPT_MOST : rows;
}

/* Draws a text into the rows that are left, with dots where it does not fit. Returns where the last
 * line ends. */
static int draw_meaning(struct area in, const char *text)
{
    int end = 0;
    for (int row = 0; row < in.rows && *text; row++) {
        size_t size = screen_fit(text, in.columns);
        end = screen_print(in, row, 0, STYLE_NORMAL, "%.*s", (int)size, text);
        text += size;
    }
    if (*text)
        screen_put_right(in, in.rows - 1, in.columns, STYLE_NORMAL, screen_sign("…", ".."));
    return *text ? in.columns : end;
}

/* The question; returns where it ends. */
static int draw_question(const struct prompt *p, struct area in)
{
    char words[LABEL_ROOM];
    int column = 1;
    if (p->depth > 0) {
        verb_words(words, p, p->chosen[0], p->depth);
        column = screen_print(in, 0, column, STYLE_STRONG, "%s: ", words);
    }
    column = screen_print(in, 0, column, STYLE_TURN, "%s ", question(p));
    return p->typed[0] ? screen_print(in, 0, column, STYLE_FIELD, "%s_", p->typed) : column;
}

/* What keys do here, beside the question or else beside the meaning, where there is room. */
static void draw_key_help(const struct prompt *p, struct area in, int asked_to, int told_to)
{
    char keys[LABEL_ROOM];
    key_help(keys, p);
    int begin = in.columns - 1 - screen_width(keys);
    if (asked_to < begin)
        screen_put(in, 0, begin, STYLE_DIM, keys);
    else if (told_to < begin && 1 + choice_rows(p) < in.rows)
        screen_put(in, in.rows - 1, begin, STYLE_DIM, keys);
}

static void draw_choice(const struct prompt *p, struct area in, int i, int row)
{
    char text[LABEL_ROOM];
    label(text, p, i);
    bool chosen = i == prompt_marked(p), plain = screen_colours() == 0;
    enum style style = asked(p) == RANK_ARGUMENT ? card_style(p->choice[i]) : STYLE_BUTTON;
    int end = screen_print(in, row, p->column[i], chosen ? STYLE_CHOSEN : style,
                           plain ? chosen ? "<%s>" : "[%s]" : " %s ", text);
    screen_button((struct area){in.row + row, in.column + p->column[i], 1, end - p->column[i]},
                  BUTTON_CHOICE + i);
}

static void draw_choices(const struct prompt *p, struct area in)
{
    int last = p->line[p->choices - 1], top = p->line[cursor(p)] - CHOICE_ROWS + 1;
    top = top < 0 ? 0 : top;
    for (int i = 0; i < p->choices; i++)
        if (p->line[i] >= top && p->line[i] < top + CHOICE_ROWS)
            draw_choice(p, in, i, 1 + p->line[i] - top);
    if (top > 0)
        screen_put_right(in, 1, in.columns, STYLE_DIM, screen_sign("▲", "^"));
    if (last >= top + CHOICE_ROWS)
        screen_put_right(in, CHOICE_ROWS, in.columns, STYLE_DIM, screen_sign("▼", "v"));
}

void prompt_draw(struct prompt *p, struct area in)
{
    struct text meaning = {0};
    place_choices(p, in.columns);
    draw_choices(p, in);
    add_meaning(&meaning, p);
    int above = 1 + choice_rows(p);
    struct area below = {in.row + above, in.column + 1, in.rows - above, in.columns - 2};
    int told_to = draw_meaning(below, text_of(&meaning));
    draw_key_help(p, in, draw_question(p, in), told_to + 1);
    text_free(&meaning);
}
