/* A model of how decisions are asked for that is too simple to be wrong: a stack of questions, each
 * with the decisions that are still possible. */
#include "tests/tui/model.h"

#include "tests/test.h"
#include "tui/tableview.h"

/* --- A screen that is only looked at by the test ---------------------------------------------- */

struct picture picture; /* what is shown now */

int width; /* of the window */

struct walk walk;

void must(bool holds, const char *sentence)
{
    if (!holds)
        fail_msg("%s with %d players, decision %d, %d columns, keys%s: %s", walk.game, walk.players,
                 walk.decision, width, text_of(&walk.keys), sentence);
}

int screen_colours(void)
{
    return 16;
}

const char *screen_sign(const char *utf8, const char *ascii)
{
    (void)utf8;
    return ascii;
}

int screen_width(const char *text)
{
    return (int)strlen(text);
}

/* Breaks at a blank where there is one. */
size_t screen_fit(const char *text, int columns)
{
    size_t size = strlen(text);
    if (size <= (size_t)columns)
        return size;
    for (size = (size_t)columns; size > 0 && text[size - 1] != ' ';)
        size--;
    return size ? size : (size_t)columns;
}

int screen_put(struct area in, int row, int column, enum style style, const char *text)
{
    for (; *text; text++, column++) {
        if (row < 0 || row >= in.rows || column < 0 || column >= in.columns)
            continue;
        picture.text[in.row + row][in.column + column] = *text;
        picture.style[in.row + row][in.column + column] = (char)style;
    }
    return column;
}

int screen_print(struct area in, int row, int column, enum style style, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return screen_put(in, row, column, style, text);
}

int screen_put_right(struct area in, int row, int right, enum style style, const char *text)
{
    screen_put(in, row, right - (int)strlen(text), style, text);
    return right - (int)strlen(text);
}

void screen_button(struct area where, int button)
{
    must(picture.buttons < BUTTONS, "there are too many buttons");
    picture.button[picture.buttons].where = where;
    picture.button[picture.buttons++].button = button;
}

/* Where a choice stands in a picture. */
static struct area place_of(const struct picture *in, int choice)
{
    for (int i = 0; i < in->buttons; i++)
        if (in->button[i].button == BUTTON_CHOICE + choice)
            return in->button[i].where;
    must(false, "the choice is in sight");
    return (struct area){0};
}

/* --- The model -------------------------------------------------------------------------------- */

struct model {
    const struct game *game;
    int questions;
    struct question question[PROMPT_DEPTHS];
    char typed[TYPED_ROOM];
};

static struct model model;

struct view view;

struct names names;

struct prompt prompt;

struct question *now(void)
{
    return &model.question[model.questions - 1];
}

int part(action a, int depth)
{
    const int all[] = {action_verb(a), action_first(a), action_second(a)};
    return all[depth];
}

int index_of(const struct question *q, int value)
{
    for (int i = 0; i < q->values; i++)
        if (q->value[i] == value)
            return i;
    return -1;
}

static void push_question(int depth, const action *act, int acts)
{
    struct question *q = &model.question[model.questions++];
    q->depth = depth;
    q->asks = depth ? model.game->verbs[action_verb(act[0])].argument[depth - 1] : NO_ARGUMENT;
    q->cursor = q->values = 0;
    q->acts = acts;
    memcpy(q->act, act, (size_t)acts * sizeof *act);
    for (int i = 0; i < acts; i++)
        if (index_of(q, part(act[i], depth)) < 0)
            q->value[q->values++] = part(act[i], depth);
    for (int i = q->values; depth == 0 && i-- > 0;) /* the first that does not give in, if any */
        if (!model.game->verbs[q->value[i]].gives_in)
            q->cursor = i;
}

/* Whether the verb of a decision has a part at that depth. */
static bool has_part(action a, int depth)
{
    return depth < PROMPT_DEPTHS &&
           model.game->verbs[action_verb(a)].argument[depth - 1] != NO_ARGUMENT;
}

void model_begin(const struct view *v)
{
    bool same = true;
    for (int i = 0; i < v->actions; i++)
        same = same && action_verb(v->act[i]) == action_verb(v->act[0]);
    model.game = v->game;
    model.questions = 0;
    model.typed[0] = '\0';
    push_question(same && has_part(v->act[0], 1) ? 1 : 0, v->act, v->actions);
}

enum answer answer(int i, action *a)
{
    static action left[ACTIONS_MAX];
    struct question *q = now();
    int count = 0;
    if (i < 0 || i >= q->values)
        return ANSWER_MORE;
    for (int k = 0; k < q->acts; k++)
        if (part(q->act[k], q->depth) == q->value[i])
            left[count++] = q->act[k];
    if (has_part(left[0], q->depth + 1)) {
        model.typed[0] = '\0';
        push_question(q->depth + 1, left, count);
        return ANSWER_MORE;
    }
    must(count == 1, "one decision is left when all is chosen");
    *a = left[0];
    return ANSWER_DONE;
}

/* What is highlighted: the typed number, or the cursor. */
static int marked(void)
{
    int number = (int)strtol(model.typed, NULL, 10);
    return model.typed[0] ? index_of(now(), number) : now()->cursor;
}

bool all_short(void)
{
    for (int i = 0; i < now()->values; i++)
        if (now()->value[i] > 9)
            return false;
    return true;
}

static enum answer model_digit(char digit, action *a)
{
    size_t size = strlen(model.typed);
    switch (now()->asks) {
    case NO_ARGUMENT:
        return answer(digit - '1', a);
    case SEAT_ARGUMENT:
        return ANSWER_MORE;
    case RANK_ARGUMENT:
        return answer(index_of(now(), digit == '0' ? 10 : digit - '0'), a);
    case NUMBER_ARGUMENT:
        break;
    }
    if (all_short())
        return answer(index_of(now(), digit - '0'), a);
    if (size < DIGITS)
        memcpy(model.typed + size, (char[]){digit, '\0'}, 2);
    return ANSWER_MORE;
}

static enum answer model_character(int32_t c, action *a)
{
    static const char letters[] = "abcdefghABCDEFGH";
    if (c >= '0' && c <= '9')
        return model_digit((char)c, a);
    const char *seat = c && c < 0x80 ? strchr(letters, (char)c) : NULL;
    int i = seat ? index_of(now(), (int)(seat - letters) % PLAYERS_MAX) : -1;
    return now()->asks == SEAT_ARGUMENT && i >= 0 ? answer(i, a) : ANSWER_OTHER;
}

static enum answer model_enter(action *a)
{
    int i = marked();
    model.typed[0] = '\0';
    return answer(i, a);
}

static enum answer model_escape(void)
{
    if (model.typed[0])
        model.typed[0] = '\0';
    else if (model.questions > 1)
        model.questions--;
    else
        return ANSWER_OTHER;
    return ANSWER_MORE;
}

static enum answer model_backspace(void)
{
    if (model.typed[0])
        model.typed[strlen(model.typed) - 1] = '\0';
    return ANSWER_MORE;
}

static int moves_from(void)
{
    return marked() >= 0 ? marked() : now()->cursor;
}

/* Up and Down, whose way depends on the picture, start where they are: see follow_line. */
static enum answer model_move(int steps)
{
    now()->cursor = (moves_from() + steps + now()->values) % now()->values;
    model.typed[0] = '\0';
    return ANSWER_MORE;
}

static enum answer model_click(int button, action *a)
{
    int value = button & ~BUTTON_PART;
    enum argument asks = now()->asks;
    switch (button & BUTTON_PART) {
    case BUTTON_CHOICE:
        return answer(value, a);
    case BUTTON_RANK:
        return asks == RANK_ARGUMENT ? answer(index_of(now(), value), a) : ANSWER_OTHER;
    case BUTTON_SEAT:
        return asks == SEAT_ARGUMENT ? answer(index_of(now(), value), a) : ANSWER_OTHER;
    default:
        return ANSWER_OTHER;
    }
}

static enum answer model_key(const struct key *k, action *a)
{
    switch (k->press) {
    case PRESS_CHARACTER:
        return k->character == ' ' ? model_enter(a) : model_character(k->character, a);
    case PRESS_ENTER:
        return model_enter(a);
    case PRESS_ESCAPE:
        return model_escape();
    case PRESS_BACKSPACE:
        return model_backspace();
    case PRESS_LEFT:
        return model_move(-1);
    case PRESS_RIGHT:
        return model_move(1);
    case PRESS_UP:
    case PRESS_DOWN:
        return model_move(0);
    case PRESS_CLICK:
        return model_click(k->button, a);
    default:
        return ANSWER_OTHER;
    }
}

/* --- The picture against the model ------------------------------------------------------------ */

void look(void)
{
    memset(&picture, 0, sizeof picture);
    prompt_draw(&prompt, (struct area){0, 0, prompt_rows(&prompt, width), width});
}

int shown_mark(void)
{
    int found = -1;
    for (int i = 0; i < picture.buttons; i++) {
        struct area where = picture.button[i].where;
        if (picture.style[where.row][where.column] != STYLE_CHOSEN)
            continue;
        must(found < 0, "only one choice is highlighted");
        found = picture.button[i].button - BUTTON_CHOICE;
    }
    return found;
}

/* The words on a button are those of an answer, with the key that gives it. */
static void check_label(struct area where, int i)
{
    const struct question *q = now();
    struct text words = {0};
    int most;
    char text[32], shown[WIDEST] = "";
    memcpy(shown, &picture.text[where.row][where.column + 1], (size_t)where.columns - 2);
    switch (q->asks) {
    case NO_ARGUMENT:
        must(i < 9, "each button has a digit");
        action_words_so_far(&words, model.game,
                            (struct so_far){action_make(q->value[i], 0, 0), -1, "\n"}, view.looks,
                            &names, NULL); /* up to what is asked next */
        most = (int)strcspn(text_of(&words), "\n");
        snprintf(text, sizeof text, "%d %.*s", i + 1, most < 12 ? most : 12, text_of(&words));
        break;
    case SEAT_ARGUMENT:
        snprintf(text, sizeof text, "%c", 'A' + q->value[i]);
        break;
    default:
        snprintf(text, sizeof text, "%d", q->value[i]);
    }
    text_free(&words);
    must(strncmp(shown, text, strlen(text)) == 0, "a button says what it is");
}

/* What a choice means, in words: the decision it leads to, or of several what the verb says. */
static void model_meaning(struct text *out, const struct question *q, int i)
{
    const struct verb *verb = NULL;
    action a = 0;
    int count = 0;
    for (int k = 0; i >= 0 && k < q->acts; k++)
        if (part(q->act[k], q->depth) == q->value[i]) {
            a = q->act[k];
            verb = &model.game->verbs[action_verb(a)];
            count++;
        }
    if (count == 1)
        action_means(out, &view, a, &names, NULL);
    else if (verb && verb->means)
        text_add(out, "%s", verb->means);
}

/* Below the choices stands what the highlighted one means, and above them the verb's own question.
 */
static void check_meaning(void)
{
    const struct question *q = now();
    struct text means = {0};
    char shown[PROMPT_MOST * WIDEST] = "";
    int bottom = 0;
    for (int i = 0; i < picture.buttons; i++)
        bottom = picture.button[i].where.row > bottom ? picture.button[i].where.row : bottom;
    for (int row = bottom + 1; row < PROMPT_MOST; row++)
        for (int i = 1; i < width && picture.text[row][i]; i++)
            if (picture.style[row][i] == STYLE_NORMAL)
                strncat(shown, &picture.text[row][i], 1);
    model_meaning(&means, q, marked());
    must(strcmp(shown, text_of(&means)) == 0, "what is highlighted says what it means");
    text_free(&means);
    const char *asks =
        q->depth ? model.game->verbs[action_verb(q->act[0])].asks[q->depth - 1] : NULL;
    must(!asks || strstr(picture.text[0] + 1, asks), "a verb asks its own question");
}

void check_picture(void)
{
    struct question *q = now();
    check_meaning();
    uint64_t ranks = 0, who = 0;
    for (int i = 0; i < q->values; i++) {
        ranks |= q->asks == RANK_ARGUMENT ? (uint64_t)1 << q->value[i] : 0;
        who |= q->asks == SEAT_ARGUMENT ? (uint64_t)1 << q->value[i] : 0;
    }
    must(prompt_ranks(&prompt) == ranks, "the cards that can be chosen are offered");
    must(prompt_seats(&prompt) == who, "the seats that can be chosen are offered");
    must(shown_mark() == marked(), "what Enter takes is highlighted");
    for (int i = 0; i < picture.buttons; i++) {
        int choice = picture.button[i].button - BUTTON_CHOICE;
        must(choice >= 0 && choice < q->values, "nothing else is offered");
        check_label(picture.button[i].where, choice);
    }
    char typed[TYPED_ROOM + 1] = "", shown[WIDEST] = "";
    for (int i = 0, size = 0; i < width; i++)
        if (picture.style[0][i] == STYLE_FIELD)
            shown[size++] = picture.text[0][i];
    if (model.typed[0])
        snprintf(typed, sizeof typed, "%s_", model.typed);
    must(strcmp(shown, typed) == 0, "what is being typed is shown");
}

/* Up or Down went to the nearest choice of the next line, if there is one. */
static void follow_line(const struct picture *before, int from, bool down)
{
    int to = shown_mark();
    const struct picture *both = down ? &picture : before; /* both lines are there */
    struct area start = place_of(both, from), end = place_of(both, to);
    now()->cursor = to;
    if (to != from)
        must(end.row - start.row == (down ? 1 : -1), "arrows go to the next line");
    for (int i = 0; i < both->buttons; i++) {
        struct area other = both->button[i].where;
        if (other.row - start.row != (down ? 1 : -1))
            continue;
        must(to != from, "arrows go to a line that is there");
        must(abs(end.column - start.column) <= abs(other.column - start.column),
             "arrows go to the nearest choice");
    }
    if (to == from && down)
        must(before->text[CHOICE_ROWS][width - 1] != 'v', "arrows go on to what is not shown");
}

static void note_key(const struct key *k)
{
    if (k->press == PRESS_CHARACTER)
        text_add(&walk.keys, " '%c'", (char)k->character);
    else if (k->press == PRESS_CLICK)
        text_add(&walk.keys, " click:%x", (unsigned)k->button);
    else
        text_add(&walk.keys, " press:%d", (int)k->press);
}

enum answer press(struct key k, action *a)
{
    static struct picture before;
    action modelled = 0;
    int from = moves_from();
    before = picture;
    note_key(&k);
    if (!model.typed[0])
        now()->looked = picture;
    enum answer expected = model_key(&k, &modelled), got = prompt_key(&prompt, &k, a);
    must(got == expected, "a key means what the model says");
    if (got == ANSWER_DONE) {
        must(*a == modelled, "the decision is the one that was chosen");
        return got;
    }
    look();
    if (k.press == PRESS_UP || k.press == PRESS_DOWN)
        follow_line(&before, from, k.press == PRESS_DOWN);
    check_picture();
    if (k.press == PRESS_ESCAPE)
        must(memcmp(&picture, &now()->looked, sizeof picture) == 0,
             "Escape leads back to the very picture before");
    return got;
}
