/* The table on the screen, without a screen: how decisions are asked for, what a settlement tells,
 * and that every game fits the smallest window. */
#include "tests/test.h"

#include "engine/game.h"
#include "tui/prompt.h"
#include "tui/settlement.h"
#include "tui/tableview.h"

static struct view view;
static struct prompt prompt;
static const struct names nobody;

static int verb(const struct game *game, const char *word)
{
    for (int i = 0; game->verbs[i].word; i++)
        if (strcmp(game->verbs[i].word, word) == 0)
            return i;
    fail_msg("there is no verb %s", word);
    return -1;
}

/* Asks for one of these decisions of a game. */
static void ask(const char *name, const action *act, int actions)
{
    struct setup u = test_setup(name, 6, NULL);
    view = (struct view){.game = u.game, .players = 6, .actions = actions};
    memcpy(view.act, act, (size_t)actions * sizeof *act);
    prompt_begin(&prompt, &view, &nobody);
}

static enum answer press(enum press key, action *a)
{
    struct key k = {.press = key};
    return prompt_key(&prompt, &k, a);
}

static enum answer type(char c, action *a)
{
    struct key k = {.press = PRESS_CHARACTER, .character = c};
    return prompt_key(&prompt, &k, a);
}

static enum answer click(int button, action *a)
{
    struct key k = {.press = PRESS_CLICK, .button = button};
    return prompt_key(&prompt, &k, a);
}

static void ask_regent(void)
{
    struct setup u = test_setup("regent", 6, NULL);
    int draw = verb(u.game, "draw"), attack = verb(u.game, "attack"), gift = verb(u.game, "gift");
    const action act[] = {
        action_make(draw, 0, 0), action_make(attack, 1, 0), action_make(attack, 3, 0),
        action_make(gift, 3, 1), action_make(gift, 10, 1),  action_make(gift, 10, 3),
    };
    ask("regent", act, 6);
}

static void a_digit_takes_a_button(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    assert_int_equal(type('1', &a), ANSWER_DONE);
    assert_int_equal(a, view.act[0]);
}

static void arrows_and_enter_choose(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    assert_int_equal(press(PRESS_RIGHT, &a), ANSWER_MORE);
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_MORE);
    assert_int_equal(press(PRESS_LEFT, &a), ANSWER_MORE); /* round to the last */
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_DONE);
    assert_int_equal(a, view.act[2]);
}

static void zero_is_ten_and_letters_are_seats(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    assert_int_equal(type('3', &a), ANSWER_MORE);
    assert_int_equal(prompt_ranks(&prompt), 1 << 3 | 1 << 10);
    assert_int_equal(type('0', &a), ANSWER_MORE);
    assert_int_equal(prompt_seats(&prompt), 1 << 1 | 1 << 3);
    assert_int_equal(type('c', &a), ANSWER_OTHER); /* cannot be chosen */
    assert_int_equal(type('h', &a), ANSWER_OTHER); /* nor can this: it stays the key for a hint */
    assert_int_equal(type('D', &a), ANSWER_DONE);
    assert_int_equal(a, view.act[5]);
}

static void escape_goes_back_one_argument(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    type('3', &a);
    type('0', &a);
    assert_int_equal(press(PRESS_ESCAPE, &a), ANSWER_MORE);
    assert_int_equal(prompt.choice[prompt_marked(&prompt)], 3); /* as before it was typed */
    assert_int_equal(press(PRESS_ESCAPE, &a), ANSWER_MORE);
    assert_int_equal(prompt.depth, 0);
    assert_int_equal(press(PRESS_ESCAPE, &a), ANSWER_OTHER);
}

static void what_was_backed_out_of_leaves_no_trace(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    type('3', &a);
    type('0', &a);
    press(PRESS_ESCAPE, &a);
    press(PRESS_ESCAPE, &a);
    assert_int_equal(type('1', &a), ANSWER_DONE);
    assert_int_equal(a, view.act[0]);
}

static void clicks_choose_what_is_asked_for(void **state)
{
    (void)state;
    action a = 0;
    ask_regent();
    assert_int_equal(click(BUTTON_RANK + 3, &a), ANSWER_OTHER);
    assert_int_equal(click(BUTTON_CHOICE + 2, &a), ANSWER_MORE);
    assert_int_equal(click(BUTTON_SEAT + 1, &a), ANSWER_OTHER);
    assert_int_equal(click(BUTTON_RANK + 3, &a), ANSWER_MORE);
    assert_int_equal(click(BUTTON_SEAT + 1, &a), ANSWER_DONE);
    assert_int_equal(a, view.act[3]);
}

static void long_numbers_are_typed_and_confirmed(void **state)
{
    (void)state;
    action a = 0, act[40];
    struct setup u = test_setup("blackstone", 6, NULL);
    for (int i = 0; i < 40; i++)
        act[i] = action_make(verb(u.game, "take"), i + 1, 0);
    ask("blackstone", act, 40);
    assert_int_equal(prompt.depth, 1); /* there is nothing else to do */
    assert_int_equal(type('1', &a), ANSWER_MORE);
    assert_int_equal(type('7', &a), ANSWER_MORE);
    assert_int_equal(press(PRESS_BACKSPACE, &a), ANSWER_MORE);
    assert_int_equal(type('2', &a), ANSWER_MORE);
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_DONE);
    assert_int_equal(action_first(a), 12);

    ask("blackstone", act, 40);
    type('9', &a);
    type('9', &a);
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_MORE); /* there is no 99 */
    assert_string_equal(prompt.typed, "");
}

static void enter_takes_the_number_that_stands_there(void **state)
{
    (void)state;
    action a = 0, act[40];
    struct setup u = test_setup("blackstone", 6, NULL);
    for (int i = 0; i < 40; i++)
        act[i] = action_make(verb(u.game, "take"), i + 1, 0);
    ask("blackstone", act, 40);
    type('1', &a);
    type('2', &a);
    press(PRESS_BACKSPACE, &a);
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_DONE);
    assert_int_equal(action_first(a), 1);
}

static void the_longest_list_can_be_walked_through(void **state)
{
    (void)state;
    static action act[ACTIONS_MAX];
    action a = 0;
    struct setup u = test_setup("blackstone", 6, NULL);
    for (int i = 0; i < ACTIONS_MAX; i++)
        act[i] = action_make(verb(u.game, "take"), i + 1, 0);
    ask("blackstone", act, ACTIONS_MAX);
    for (int i = 0; i < ACTIONS_MAX - 1; i++) {
        prompt_draw(&prompt, (struct area){0, 0, PROMPT_ROWS, SCREEN_COLUMNS});
        press(PRESS_DOWN, &a);
    }
    assert_int_equal(prompt.line[prompt_marked(&prompt)], prompt.line[ACTIONS_MAX - 1]);
    press(PRESS_RIGHT, &a);
    while (prompt_marked(&prompt) > 0)
        press(PRESS_RIGHT, &a);
    press(PRESS_LEFT, &a);
    assert_int_equal(press(PRESS_ENTER, &a), ANSWER_DONE);
    assert_int_equal(action_first(a), ACTIONS_MAX);
}

static void a_settlement_tells_what_each_seat_got(void **state)
{
    (void)state;
    struct settlement s;
    struct event event[] = {
        {.kind = EVENT_HAND, .number = 1},
        {.kind = EVENT_DECIDE, .seat = 1},
        {.kind = EVENT_TOTAL, .seat = 0, .number = 0},
        {.kind = EVENT_TOTAL, .seat = 1, .number = 7},
        {.kind = EVENT_HAND, .number = 2},
        {.kind = EVENT_DECIDE, .seat = 0},
        {.kind = EVENT_MOVE, .seat = 0},
        {.kind = EVENT_NOTE, .seat = 0},
        {.kind = EVENT_TOTAL, .seat = 0, .number = 4},
        {.kind = EVENT_TOTAL, .seat = 1, .number = 7},
        {.kind = EVENT_HAND, .number = 3},
    };
    struct history c = {.event = event, .size = 11, .fresh = 6};
    assert_true(settlement_find(&s, &c));
    assert_int_equal(s.hand, 2);
    assert_int_equal(s.players, 2);
    assert_int_equal(s.from, 5);
    assert_int_equal(s.to, 8);
    assert_int_equal(s.change[0], 4);
    assert_int_equal(s.change[1], 0);
    assert_int_equal(s.total[1], 7);
    c.fresh = 10;
    assert_false(settlement_find(&s, &c));
}

static void what_was_paid_before_the_end_is_a_reason_too(void **state)
{
    (void)state;
    struct settlement s;
    struct event event[] = {
        {.kind = EVENT_HAND, .number = 1},
        {.kind = EVENT_TOTAL, .seat = 0, .number = 0},
        {.kind = EVENT_TOTAL, .seat = 1, .number = 0},
        {.kind = EVENT_HAND, .number = 2},
        {.kind = EVENT_PAY, .seat = 0, .other = NOBODY, .number = 3},
        {.kind = EVENT_DECIDE, .seat = 1},
        {.kind = EVENT_TOTAL, .seat = 0, .number = -3},
        {.kind = EVENT_TOTAL, .seat = 1, .number = 0},
        {.kind = EVENT_HAND, .number = 3},
    };
    struct history c = {.event = event, .size = 9, .fresh = 5};
    assert_true(settlement_find(&s, &c));
    assert_int_equal(s.begin, 3);
    assert_int_equal(s.end, 8); /* the next hand is not told yet */
}

enum { HAND = ZONE_GAME, PILE };

/* A is asked; B has three cards that only B sees, and a pile before them. */
static void show_hidden_hand(void)
{
    view = (struct view){.looks = 0, .players = 2, .pot = 4, .deck = 10, .to_act = 1};
    view_cards(&view, HAND, 0, cards_one(5), 1);
    view_cards(&view, HAND, 1, 2 * cards_one(7) + cards_one(9), 2);
    view_cards(&view, PILE, 1, 0, EVERYBODY);
}

static void the_end_of_a_hand_lies_on_the_table(void **state)
{
    (void)state;
    show_hidden_hand();
    struct event event[] = {
        {.kind = EVENT_DECIDE, .seat = 1},
        {.kind = EVENT_MOVE,
         .cards = cards_one(7),
         .count = 1,
         .from = {HAND, 1},
         .to = {PILE, 1},
         .seen = EVERYBODY},
        {.kind = EVENT_PAY, .seat = NOBODY, .other = 0, .number = 4},
        {.kind = EVENT_SHOW,
         .cards = cards_one(7) + cards_one(9),
         .count = 2,
         .from = {HAND, 1},
         .seen = EVERYBODY},
        {.kind = EVENT_TOTAL, .seat = 0, .number = 4},
        {.kind = EVENT_TOTAL, .seat = 1, .number = -4},
    };
    struct history c = {.event = event, .size = 6};
    struct settlement s;
    struct telling t = {.chronicle = &c, .looks = 0, .end = 6};
    assert_true(settlement_find(&s, &c));
    settlement_view(&s, &t, &view);
    assert_int_equal(view_faces(&view, HAND, 0), cards_one(5));
    assert_int_equal(view_faces(&view, HAND, 1), cards_one(7) + cards_one(9));
    assert_int_equal(view_faces(&view, PILE, 1), cards_one(7));
    assert_int_equal(view.score[1], -4);
    assert_int_equal(view.pot, 0);
    assert_int_equal(view.to_act, 0);
}

static void hands_that_were_put_away_for_all_to_see_lie_there_at_the_end(void **state)
{
    (void)state;
    struct event event[] = {
        {.kind = EVENT_MOVE,
         .cards = 2 * cards_one(7) + cards_one(9),
         .count = 3,
         .from = {HAND, 1},
         .to = {ZONE_DISCARDS, NOBODY},
         .seen = EVERYBODY},
    };
    struct history c = {.event = event, .size = 1};
    struct settlement s = {.to = 1};
    struct telling t = {.chronicle = &c, .looks = 0, .end = 1};
    view = (struct view){.looks = 0, .players = 2};
    view_cards(&view, HAND, 1, 0, 2);
    view_cards(&view, PILE, 1, cards_one(4), EVERYBODY);
    settlement_show(&s, &t, &view);
    assert_int_equal(view_faces(&view, HAND, 1), 2 * cards_one(7) + cards_one(9));
    assert_int_equal(view_faces(&view, PILE, 1), cards_one(4));
}

static void cards_that_go_the_same_way_are_told_in_one_line(void **state)
{
    (void)state;
    struct event event[20];
    for (int i = 0; i < 20; i++)
        event[i] = (struct event){.kind = EVENT_MOVE,
                                  .cards = cards_one(1 + i % 10),
                                  .count = 1,
                                  .to = {HAND, 0},
                                  .from = {ZONE_DECK, NOBODY},
                                  .seen = EVERYBODY};
    struct history c = {.event = event, .size = 20};
    struct setup u = test_setup("octopus", 4, NULL);
    struct telling t = {.chronicle = &c, .game = u.game, .names = &nobody, .end = 3};
    struct text words = {0};
    assert_int_equal(telling_sentence(&words, &t, 0), 3);
    assert_string_equal(text_of(&words), "You get 1 2 3.");
    t.end = 20;
    text_clear(&words);
    logview_all(&words, &t);
    assert_string_equal(text_of(&words), "You get 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10.\n");
    text_free(&words);
}

/* Plays a game at random and draws each moment of it into the smallest window. */
static void play_small(const struct setup *u, int looks)
{
    struct tableview layout = {0};
    struct rng r = rng_seeded(1, (uint64_t)looks);
    struct table *t = table_new(u);
    assert_non_null(t);
    struct names names = table_names(t);
    for (;;) {
        struct scene scene = {.view = &view, .names = &names, .thinker = NOBODY};
        struct area table = {1, 0, SCREEN_ROWS - 2 - PROMPT_ROWS, SCREEN_COLUMNS};
        table_view(t, looks, &view);
        scene.now = t->log.event;
        scene.events = t->log.size;
        struct area log = tableview_draw(&layout, &scene, table);
        if (log.rows < 3)
            fail_msg("%s with %d players leaves the log %d rows", setup_name(u), u->players,
                     log.rows);
        if (table_turn(t).kind == TURN_OVER)
            break;
        test_step(t, &r);
    }
    table_free(t);
}

static void every_game_fits_the_smallest_window(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[i]->name, &e));
        int players = setup_players_max(&u);
        while (!setup_players(&u, players, &e) || !setup_finish(&u, &e))
            players--;
        play_small(&u, 0);
        play_small(&u, NOBODY);
    }
}

static void text_is_broken_at_blanks(void **state)
{
    (void)state;
    assert_int_equal(screen_fit("one two three", 9), 8);
    assert_int_equal(screen_fit("one two", 7), 7);
    assert_int_equal(screen_fit("onetwothree", 4), 4);
    assert_int_equal(screen_fit("one\ntwo", 20), 3);
    assert_int_equal(screen_fit("", 20), 0);
    assert_int_equal(screen_width("für"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_digit_takes_a_button),
        cmocka_unit_test(arrows_and_enter_choose),
        cmocka_unit_test(zero_is_ten_and_letters_are_seats),
        cmocka_unit_test(escape_goes_back_one_argument),
        cmocka_unit_test(what_was_backed_out_of_leaves_no_trace),
        cmocka_unit_test(clicks_choose_what_is_asked_for),
        cmocka_unit_test(long_numbers_are_typed_and_confirmed),
        cmocka_unit_test(enter_takes_the_number_that_stands_there),
        cmocka_unit_test(the_longest_list_can_be_walked_through),
        cmocka_unit_test(a_settlement_tells_what_each_seat_got),
        cmocka_unit_test(what_was_paid_before_the_end_is_a_reason_too),
        cmocka_unit_test(the_end_of_a_hand_lies_on_the_table),
        cmocka_unit_test(hands_that_were_put_away_for_all_to_see_lie_there_at_the_end),
        cmocka_unit_test(cards_that_go_the_same_way_are_told_in_one_line),
        cmocka_unit_test(every_game_fits_the_smallest_window),
        cmocka_unit_test(text_is_broken_at_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
