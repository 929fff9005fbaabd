/* How decisions are asked for, against the model of tests/tui/model.c. Whole games of every name
 * are played with random keys, and after each key the picture, the answer and the decision must be
 * those of the model. */
#include "tests/tui/model.h"

#include "tests/test.h"
#include "tui/tableview.h"

/* --- The picture against the model ------------------------------------------------------------ */

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
