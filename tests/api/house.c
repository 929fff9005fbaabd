/* The library: a live table. */
#include "shared.h"

#include <string.h>

/* All that happens before a person has to decide. */
static void go_on(struct pairs_house *h)
{
    struct pairs_error e = {0};
    while (pairs_house_deals(h) || pairs_house_bots_due(h))
        if (!(pairs_house_deals(h) ? pairs_house_go_on(h, &e) : pairs_house_think(h, &e)))
            fail_msg("%s", e.text);
}

/* A person decides anything. */
static void decide(struct pairs_house *h, struct pairs_rng *r)
{
    const struct pairs_game *g = pairs_table_game(pairs_house_table(h));
    int seat = pairs_rng_seat(r, pairs_house_people_due(h));
    assert_true(pairs_house_decide(h, seat, any(g, seat, r), NULL));
}

static struct pairs_house *company(const char *name)
{
    struct pairs_setup *u = setup(name, 3);
    struct pairs_error e = {0};
    struct pairs_house *h = pairs_house_new(u, NULL, 9, &e);
    assert_null(pairs_house_table(h));
    assert_null(pairs_house_save(h));
    assert_false(pairs_house_begin(h, &e)); /* there are empty chairs */
    assert_true(*e.text);
    assert_true(pairs_house_sit(h, 0, "Ada", &e));
    assert_false(pairs_house_sit(h, 0, "Bob", &e));
    assert_true(pairs_house_sit_bot(h, 1, "hint", &e));
    assert_false(pairs_house_sit_bot(h, 2, "genius", &e));
    assert_true(pairs_house_sit(h, 2, "Cleo", &e));
    assert_true(pairs_house_begin(h, &e));
    pairs_setup_free(u);
    return h;
}

static void a_bot_of_ones_own_takes_a_chair(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct asked asked = {.instead = UINT32_MAX};
    struct pairs_setup *u = setup("deadfall", 3);
    assert_true(pairs_setup_add_bot(u, "dreamy", draw, &asked, &e));
    struct pairs_house *h = pairs_house_new(u, NULL, 4, &e);
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_sit_bot(h, seat, seat ? "hint" : "dreamy", &e));
    assert_string_equal(pairs_house_name(h, 0), "dreamy");
    assert_true(pairs_house_begin(h, &e));
    bool fine = true;
    while (fine)
        fine = pairs_house_deals(h) ? pairs_house_go_on(h, &e) : pairs_house_think(h, &e);
    assert_non_null(strstr(e.text, "the bot 'dreamy' has decided"));
    assert_int_equal(pairs_house_bots_due(h) & 1, 1); /* still, others perhaps too */
    char *saved = pairs_house_save(h);
    assert_null(pairs_house_restore(saved, &e));
    assert_non_null(strstr(e.text, "there is no bot 'dreamy'"));
    pairs_free(saved);
    asked.instead = 0;
    go_on(h);
    assert_int_equal(pairs_game_turn(pairs_table_game(pairs_house_table(h))), PAIRS_OVER);
    pairs_house_free(h);
    pairs_setup_free(u);
}

static void people_and_bots_play_at_a_live_table(void **state)
{
    (void)state;
    struct pairs_house *h = company("deadfall");
    struct pairs_error e = {0};
    struct pairs_rng r;
    pairs_rng_seed(&r, 16, 0);
    assert_string_equal(pairs_house_name(h, 2), "Cleo");
    assert_int_equal(pairs_house_chair(h, 1), PAIRS_CHAIR_BOT);
    assert_int_equal(pairs_house_leader(h), 0);
    assert_true(pairs_house_talks(h) && pairs_house_say(h, 0, "Good luck!", &e));
    for (go_on(h); pairs_house_people_due(h); go_on(h))
        decide(h, &r);
    const struct pairs_table *t = pairs_house_table(h);
    assert_int_equal(pairs_game_turn(pairs_table_game(t)), PAIRS_OVER);
    assert_false(pairs_house_think(h, &e));
    assert_true(pairs_house_leave(h, 2, &e));
    assert_int_equal(pairs_house_chair(h, 2), PAIRS_CHAIR_EMPTY);
    assert_true(pairs_house_sit_bot(h, 2, "random", &e));
    assert_true(pairs_house_rematch(h, 10, &e));
    t = pairs_house_table(h);
    assert_int_not_equal(pairs_game_turn(pairs_table_game(t)), PAIRS_OVER);
    pairs_house_free(h);
}

static void entries_tell_each_what_is_theirs_to_know(void **state)
{
    (void)state;
    struct pairs_house *h = company("deadfall");
    struct pairs_rng r;
    pairs_rng_seed(&r, 17, 0);
    go_on(h);
    decide(h, &r);
    go_on(h);
    int kept = 0, said = 0;
    for (size_t i = 0; i < pairs_house_entries(h); i++) {
        struct pairs_entry x;
        assert_true(pairs_house_entry(h, i, PAIRS_NOBODY, &x));
        assert_int_equal(x.number, i + 1);
        said += x.kind == PAIRS_ENTRY_SEATED && x.text && strcmp(x.text, "Ada") == 0;
        for (int k = 0; k < x.events; k++) {
            struct pairs_event event;
            assert_true(pairs_house_entry_event(h, i, k, PAIRS_NOBODY, &event));
            for (int c = 1; !event.known && c <= PAIRS_RANKS; c++)
                assert_int_equal(event.cards[c], 0);
            kept += !event.known;
        }
        assert_false(pairs_house_entry_event(h, i, x.events, 0, NULL));
    }
    assert_true(kept > 0 && said == 1);
    struct pairs_entry x;
    assert_false(pairs_house_entry(h, pairs_house_entries(h), 0, &x));
    pairs_house_free(h);
}

static void a_live_table_goes_on_from_what_was_saved(void **state)
{
    (void)state;
    struct pairs_house *h = company("pairs");
    struct pairs_error e = {0};
    struct pairs_rng one, other;
    pairs_rng_seed(&one, 18, 0);
    other = one;
    go_on(h);
    char *saved = pairs_house_save(h);
    struct pairs_house *again = pairs_house_restore(saved, &e);
    if (!again)
        fail_msg("line %d: %s", e.line, e.text);
    for (; pairs_house_people_due(h); go_on(h), go_on(again)) {
        decide(h, &one);
        decide(again, &other);
        same_status(pairs_table_game(pairs_house_table(h)),
                    pairs_table_game(pairs_house_table(again)));
    }
    struct pairs_table *t = pairs_table_read(saved, NULL, &e);
    assert_non_null(t);
    pairs_table_free(t);
    pairs_free(saved);
    assert_null(pairs_house_restore("pairs 1\n", &e));
    assert_true(*e.text);
    pairs_house_free(again);
    pairs_house_free(h);
}

static void where_the_customs_hold_secret_choices_all_say_that_they_are_ready(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_customs customs = {.hold = true};
    struct pairs_setup *u = setup("venture", 3);
    struct pairs_house *h = pairs_house_new(u, &customs, 1, &e);
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_sit(h, seat, "", &e));
    assert_true(pairs_house_begin(h, &e));
    struct pairs_rng r;
    pairs_rng_seed(&r, 1, 1);
    while (!pairs_house_people_due(h))
        assert_true(pairs_house_go_on(h, &e));
    while (pairs_house_people_due(h))
        decide(h, &r);
    assert_false(pairs_house_go_on(h, &e));
    for (int seat = 0; seat < 3; seat++) {
        assert_true(pairs_house_ready(h, seat, &e));
        assert_false(pairs_house_ready(h, seat, &e));
    }
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_go_on(h, &e));
    pairs_house_free(h);
    pairs_setup_free(u);
}

static void clocks_run_where_the_customs_say_so(void **state)
{
    (void)state;
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_customs customs = {.decision = 1000};
    struct pairs_error e = {0};
    struct pairs_house *h = pairs_house_new(u, &customs, 1, &e);
    assert_true(pairs_house_sit(h, 0, "Ada", &e) && pairs_house_sit(h, 1, "Bob", &e));
    assert_true(pairs_house_begin(h, &e));
    go_on(h);
    int seat = pairs_house_people_due(h) & 1 ? 0 : 1;
    assert_int_equal(pairs_house_time_left(h, seat, 400), 600);
    assert_true(pairs_house_time(h, 1001, &e));
    assert_int_equal(pairs_house_chair(h, seat), PAIRS_CHAIR_AWAY);
    assert_true(pairs_house_back(h, seat, &e));
    assert_int_equal(pairs_house_chair(h, seat), PAIRS_CHAIR_PERSON);
    pairs_house_free(h);
    pairs_setup_free(u);
}

int main(int count, char **word)
{
    if (count != 2)
        return 2;
    program = word[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_of_ones_own_takes_a_chair),
        cmocka_unit_test(people_and_bots_play_at_a_live_table),
        cmocka_unit_test(entries_tell_each_what_is_theirs_to_know),
        cmocka_unit_test(a_live_table_goes_on_from_what_was_saved),
        cmocka_unit_test(where_the_customs_hold_secret_choices_all_say_that_they_are_ready),
        cmocka_unit_test(clocks_run_where_the_customs_say_so),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
