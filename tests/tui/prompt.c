/* How decisions are asked for, against a model that is too simple to be wrong: a stack of
 * questions, each with the decisions that are still possible. Whole games of every name are played
 * with random keys, and after each key the picture, the answer and the decision must be those of
 * the model. */
#include "tests/test.h"

#include "engine/game.h"
#include "tui/prompt.h"
#include "tui/tableview.h"

enum { WIDEST = 200, BUTTONS = 512, DIGITS = TYPED_ROOM - 1 };

/* --- A screen that is only looked at by the test ---------------------------------------------- */

struct picture {
    char text[PROMPT_MOST][WIDEST];
    char style[PROMPT_MOST][WIDEST];
    int buttons;
    struct {
        struct area where;
        int button;
    } button[BUTTONS];
};

static struct picture picture; /* what is shown now */
static int width;              /* of the window */

/* What is being played, and the keys since the prompt began: a failure tells them. */
static struct {
    const char *game;
    int players, decision;
    struct text keys;
} walk;

static void must(bool holds, const char *sentence)
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

/* One question: what is asked, what may be answered, and how it looked when it was answered. */
struct question {
    enum argument asks;
    int depth; /* the part of the decision that it asks for */
    int acts;
    action act[ACTIONS_MAX]; /* the decisions that are still possible */
    int values;
    int value[ACTIONS_MAX]; /* the answers */
    int cursor;
    struct picture looked; /* before the key that answered it, or the first typed digit of that */
};

static struct {
    const struct game *game;
    int questions;
    struct question question[PROMPT_DEPTHS];
    char typed[TYPED_ROOM];
} model;

static struct view view;
static struct names names;
static struct prompt prompt;

static struct question *now(void)
{
    return &model.question[model.questions - 1];
}

static int part(action a, int depth)
{
    const int all[] = {action_verb(a), action_first(a), action_second(a)};
    return all[depth];
}

static int index_of(const struct question *q, int value)
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

static void model_begin(const struct view *v)
{
    bool same = true;
    for (int i = 0; i < v->actions; i++)
        same = same && action_verb(v->act[i]) == action_verb(v->act[0]);
    model.game = v->game;
    model.questions = 0;
    model.typed[0] = '\0';
    push_question(same && has_part(v->act[0], 1) ? 1 : 0, v->act, v->actions);
}

static enum answer answer(int i, action *a)
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

static bool all_short(void)
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

static void look(void)
{
    memset(&picture, 0, sizeof picture);
    prompt_draw(&prompt, (struct area){0, 0, prompt_rows(&prompt, width), width});
}

/* Which choice is highlighted, -1 if none is. */
static int shown_mark(void)
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

static void check_picture(void)
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

/* A key for the prompt and the model, with the same effect on both. */
static enum answer press(struct key k, action *a)
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

static enum answer type(int32_t character, action *a)
{
    return press((struct key){.press = PRESS_CHARACTER, .character = character}, a);
}

static void begin(void)
{
    text_clear(&walk.keys);
    model_begin(&view);
    prompt_begin(&prompt, &view, &names);
    look();
    check_picture();
}

/* --- Walks ------------------------------------------------------------------------------------ */

/* A key that means something here, as often as not. */
static int32_t random_character(struct rng *r)
{
    static const char others[] = " hHurslq?+-xZ.";
    const struct question *q = now();
    int value = q->value[rng_below(r, q->values)], kind = rng_below(r, 4);
    if (kind == 0)
        return others[rng_below(r, (int)sizeof others - 1)];
    if (kind == 1)
        return '0' + rng_below(r, 10);
    if (q->asks == SEAT_ARGUMENT)
        return (rng_below(r, 2) ? 'a' : 'A') + value;
    return '0' + (q->asks == NO_ARGUMENT ? 1 + rng_below(r, q->values) : value) % 10;
}

static struct key random_key(struct rng *r)
{
    static const enum press presses[] = {
        PRESS_ENTER, PRESS_ENTER, PRESS_ESCAPE, PRESS_ESCAPE, PRESS_BACKSPACE,
        PRESS_LEFT,  PRESS_RIGHT, PRESS_UP,     PRESS_DOWN,   PRESS_DOWN,
        PRESS_TAB,   PRESS_HOME,  PRESS_DELETE, PRESS_RESIZE, PRESS_PAGE_UP,
    };
    static const int parts[] = {BUTTON_RANK, BUTTON_SEAT, BUTTON_KEY, 0};
    int kind = rng_below(r, 8);
    if (kind < 3)
        return (struct key){.press = PRESS_CHARACTER, .character = random_character(r)};
    if (kind < 7)
        return (struct key){.press =
                                presses[rng_below(r, (int)(sizeof presses / sizeof *presses))]};
    if (rng_below(r, 2))
        return (struct key){.press = PRESS_CLICK,
                            .button = BUTTON_CHOICE + rng_below(r, now()->values + 1)};
    return (struct key){.press = PRESS_CLICK, .button = parts[rng_below(r, 4)] + rng_below(r, 11)};
}

/* Back to the first question, whatever was chosen. */
static void escape_all(void)
{
    action a;
    while (press((struct key){.press = PRESS_ESCAPE}, &a) != ANSWER_OTHER)
        continue;
}

/* Types the part of a decision that is asked for. */
static enum answer type_part(action wanted, action *a)
{
    const struct question *q = now();
    int value = part(wanted, q->depth);
    char digits[16];
    switch (q->asks) {
    case NO_ARGUMENT:
        return type('1' + index_of(q, value), a);
    case SEAT_ARGUMENT:
        return type('A' + value, a);
    case RANK_ARGUMENT:
        return type('0' + value % 10, a);
    case NUMBER_ARGUMENT:
        break;
    }
    if (all_short())
        return type('0' + value, a);
    snprintf(digits, sizeof digits, "%d", value);
    for (const char *at = digits; *at; at++)
        type(*at, a);
    return press((struct key){.press = PRESS_ENTER}, a);
}

/* Goes to the part of a decision that is asked for with the arrows, by what is highlighted. */
static enum answer walk_part(action wanted, action *a)
{
    int value = part(wanted, now()->depth);
    for (int steps = 0; now()->value[shown_mark()] != value; steps++) {
        must(steps < now()->values, "arrows reach every choice");
        press((struct key){.press = PRESS_RIGHT}, a);
    }
    return press((struct key){.press = PRESS_ENTER}, a);
}

static void reach(action wanted, enum answer (*take)(action wanted, action *a))
{
    action a = 0;
    enum answer got = ANSWER_MORE;
    for (int parts = 0; got == ANSWER_MORE && parts < PROMPT_DEPTHS; parts++)
        got = take(wanted, &a);
    must(got == ANSWER_DONE && a == wanted, "every decision can be reached");
}

/* Random keys, then each decision (or some of very many) by digits and letters alone and by arrows
 * alone, with more random keys and Escape before each. */
static void reach_all(struct rng *r)
{
    enum { ENOUGH = 24, KEYS = 6 };
    for (int i = 0; i < view.actions && i < ENOUGH; i++) {
        action wanted = view.act[view.actions > ENOUGH ? rng_below(r, view.actions) : i], a;
        begin();
        for (int key = rng_below(r, KEYS); key > 0; key--)
            if (press(random_key(r), &a) == ANSWER_DONE)
                begin();
        escape_all();
        reach(wanted, rng_below(r, 2) ? type_part : walk_part);
    }
}

/* Random keys until they make a decision. */
static action decide(struct rng *r)
{
    action a = 0;
    begin();
    while (press(random_key(r), &a) != ANSWER_DONE)
        continue;
    return a;
}

static void play(const struct setup *u, int decisions)
{
    struct rng r = rng_seeded((uint64_t)u->players, 0);
    struct error e = {0};
    struct table *t = table_new(u);
    assert_non_null(t);
    names = table_names(t);
    width = SCREEN_COLUMNS + rng_below(&r, WIDEST - SCREEN_COLUMNS);
    walk.game = setup_name(u);
    walk.players = u->players;
    for (walk.decision = 0; walk.decision < decisions;) {
        struct turn turn = table_turn(t);
        if (turn.kind == TURN_OVER)
            break;
        if (turn.kind != TURN_SEATS) {
            must(table_chance(t, &r, &e), e.text);
            continue;
        }
        int seat = seats_pick(turn.seats, &r);
        table_view(t, seat, &view);
        reach_all(&r);
        must(table_play(t, seat, decide(&r), &e), e.text);
        walk.decision++;
    }
    table_free(t);
}

static void random_keys_do_what_the_model_does_in_every_game(void **state)
{
    (void)state;
    enum { DECISIONS = 40 };
    for (int g = 0; all_games[g]; g++) {
        const struct preset *p = NULL;
        do {
            const char *name = p ? p->name : all_games[g]->name;
            for (int players = 1; players <= PLAYERS_MAX; players++) {
                struct setup u;
                struct error e = {0};
                assert_true(setup_choose(&u, name, &e));
                if (setup_players(&u, players, &e) && setup_finish(&u, &e))
                    play(&u, DECISIONS);
            }
            p = p ? p + 1 : all_games[g]->presets;
        } while (p && p->name);
    }
}

enum { LAY, FOLD };

static struct event lay_means(const struct view *v, action a)
{
    (void)v;
    return action_verb(a) == LAY ? (struct event){.say = 1} : (struct event){0};
}

/* A game of no rules, in which a card is laid before somebody. */
static const struct game lay_game = {
    .name = "lay",
    .verbs = (const struct verb[]){{.word = "lay",
                                    .argument = {RANK_ARGUMENT, SEAT_ARGUMENT},
                                    .means = "Give a card away.",
                                    .asks = {"Which card goes?", "Who gets it?"}},
                                   {.word = "fold", .means = "Be out."},
                                   {0}},
    .sentences = (const char *const[]){"", "Lay the {first} before {second}.", NULL},
    .means = lay_means,
};

static bool shows(const char *words)
{
    for (int row = 0; row < PROMPT_MOST; row++)
        if (strstr(&picture.text[row][1], words))
            return true;
    return false;
}

static void the_highlighted_choice_says_what_it_means(void **state)
{
    (void)state;
    action a;
    const action act[] = {action_make(LAY, 3, 1), action_make(LAY, 3, 2), action_make(LAY, 5, 1),
                          action_make(FOLD, 0, 0)};
    view = (struct view){.game = &lay_game, .players = 3, .actions = 4};
    names = (struct names){.seat = {"Ann", "Bob", "Cleo"}};
    memcpy(view.act, act, sizeof act);
    width = SCREEN_COLUMNS;
    walk.game = lay_game.name;
    begin();
    must(shows("Give a card away."), "several decisions: what the verb always means");
    press((struct key){.press = PRESS_RIGHT}, &a);
    must(shows("Be out."), "one decision: what it means");
    type('1', &a);
    must(shows("Which card goes?") && shows("Give a card away."), "the first argument's question");
    press((struct key){.press = PRESS_RIGHT}, &a);
    must(shows("Lay the 5 before Bob."), "one decision is left before all is chosen");
    type('3', &a);
    must(shows("Who gets it?") && shows("Lay the 3 before Bob."), "the second argument's question");
    press((struct key){.press = PRESS_RIGHT}, &a);
    must(shows("Lay the 3 before Cleo."), "the meaning follows the cursor");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highlighted_choice_says_what_it_means),
        cmocka_unit_test(random_keys_do_what_the_model_does_in_every_game),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    text_free(&walk.keys);
    return failed;
}
