/* One game after the other at the same table. */
#include "tests/hall/room.h"

static void another_game_can_be_proposed_whatever_chairs_it_has(void **state)
{
    (void)state;
    struct host *h = host_new(15);
    struct person p[3];
    struct rng r = rng_seeded(15, 15);
    char table[TABLE_ID];
    gather(h, p, 3, "pairs", 5, "", table);
    play_out(h, p, 3, &r);
    assert_false(person_does(&p[2], "next", ",\"game\":\"pairs\",\"players\":2"));
    assert_string_equal(person_refusal(&p[2]), "More people sit here than can play that.");
    assert_true(person_does(&p[0], "swap", ",\"seat\":\"C\",\"other\":\"E\""));
    assert_true(person_does(&p[2], "next", ",\"game\":\"kitty\",\"players\":4"));
    all_hear(h, p, 3);
    const json_t *game = json_object_get(json_object_get(p[0].now, "proposal"), "game");
    assert_string_equal(word_in(game, "name"), "kitty");
    assert_string_equal(word_in(json_object_get(p[0].now, "game"), "name"), "pairs");
    assert_true(person_does(&p[0], "agree", ""));
    assert_true(person_does(&p[1], "agree", ""));
    assert_stage(h, p, 3, "playing");
    assert_string_equal(word_in(json_object_get(p[2].now, "game"), "name"), "kitty");
    assert_string_equal(word_in(p[2].now, "you"), "C");
    play_out(h, p, 3, &r);
    /* Larger than the last one. */
    assert_true(person_does(&p[1], "next", ",\"game\":\"pairs\",\"players\":6"));
    assert_true(person_does(&p[0], "agree", ""));
    assert_true(person_does(&p[2], "agree", ""));
    assert_stage(h, p, 3, "playing");
    assert_int_equal(json_array_size(json_object_get(p[0].now, "chairs")), 6);
    part(h, p, 3);
}

/* What somebody has made of the evening, who is at the table or was. */
static const json_t *tally_of(const struct person *p, const char *name)
{
    const json_t *all = json_object_get(p->now, "evening");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *one = json_array_get(all, i);
        const char *seat = word_in(one, "seat");
        const json_t *who = *seat ? chair_of(p, *seat - 'A') : one;
        if (strcmp(word_in(who, "name"), name) == 0)
            return one;
    }
    return NULL;
}

static json_int_t number_in(const json_t *in, const char *key)
{
    return json_integer_value(json_object_get(in, key));
}

/* By person, not by chair; and after the server was killed. */
static void the_evening_is_counted_for_everybody_at_the_table(void **state)
{
    (void)state;
    struct host *h = host_new(17);
    struct person p[2];
    struct rng r = rng_seeded(17, 17);
    char table[TABLE_ID];
    gather(h, p, 2, "deadfall", 3, "", table);
    assert_null(json_object_get(p[0].now, "evening"));
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"C\""));
    assert_true(person_does(&p[0], "bot", ",\"bot\":\"hint\""));
    play_out(h, p, 2, &r);
    json_int_t chips = number_in(tally_of(&p[0], "P0"), "chips");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(p[0].view, "scores"), 0)),
                     chips);
    assert_true(person_does(&p[0], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_true(person_does(&p[0], "change", ",\"game\":\"pairs\",\"players\":3"));
    assert_true(person_does(&p[0], "begin", ""));
    play_out(h, p, 2, &r);
    for (int times = 0; times < 2; times++) {
        static const char *const names[] = {"P0", "P1", "hint"};
        json_int_t won = 0, lost = 0;
        for (int i = 0; i < 3; i++) {
            const json_t *t = tally_of(&p[1], names[i]);
            assert_int_equal(number_in(t, "games"), 2);
            won += number_in(t, "won");
            lost += number_in(t, "lost");
        }
        assert_true(won >= 3 && lost >= 1); /* one or more in Deadfall, all but one in Pairs */
        assert_int_equal(number_in(tally_of(&p[1], "P0"), "chips"), chips);
        assert_string_equal(word_in(tally_of(&p[1], "P0"), "seat"), "B");
        assert_int_equal(json_array_size(json_object_get(p[1].now, "evening")), 3);
        for (int i = 0; i < 2; i++)
            person_goes(&p[i]);
        host_crash(h);
        for (int i = 0; i < 2; i++) {
            person_comes(&p[i]);
            person_enters(&p[i], table);
        }
    }
    assert_true(person_does(&p[0], "leave", ""));
    all_hear(h, p, 2);
    assert_string_equal(word_in(tally_of(&p[1], "P0"), "name"), "P0");
    part(h, p, 2);
}

/* Kept like words, and told in words to whoever has no picture of them. */
static void gestures_are_said_and_typing_is_told_but_never_kept(void **state)
{
    (void)state;
    struct host *h = host_new(18);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    assert_true(person_does(&p[1], "hello", ",\"language\":\"de\""));
    assert_true(person_does(&p[0], "say", ",\"emote\":\"thanks\""));
    assert_false(person_does(&p[0], "say", ",\"emote\":\"dance\""));
    all_hear(h, p, 2);
    assert_non_null(strstr(text_of(&p[1].heard), "\"emote\":\"thanks\",\"text\":\"Danke!\""));
    int lines = h->disk.lines;
    for (int times = 0; times < 4; times++) {
        struct text out = {0};
        if (times == 2)
            host_pass(h, 1000);
        all_hear(h, p, 2);
        assert_true(person_does(&p[0], "typing", ""));
        assert_int_equal(hall_next(p[1].visitor, &out), times % 2 == 0);
        assert_int_equal(strstr(text_of(&out), "\"typing\":[\"A\"]") != NULL, times % 2 == 0);
        assert_null(strstr(text_of(&out), "entr"));
        assert_false(hall_next(p[0].visitor, &out));
        text_free(&out);
    }
    assert_int_equal(h->disk.lines, lines);
    part(h, p, 2);
}

static void a_rematch_waits_for_nobody_who_is_gone(void **state)
{
    (void)state;
    struct host *h = host_new(20);
    struct person p[2];
    struct rng r = rng_seeded(20, 20);
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 3, "", table);
    play_out(h, p, 2, &r);
    person_goes(&p[0]);
    assert_true(person_does(&p[1], "again", ""));
    assert_stage(h, p, 2, "over");
    host_pass(h, 3000);
    assert_stage(h, p, 2, "playing");
    assert_true(is_away(&p[1], 0, "absent"));
    part(h, p, 2);
}

/* One message goes there, and one comes back. */
static void a_table_can_be_made_and_begun_with_one_command(void **state)
{
    (void)state;
    struct host *h = host_new(21);
    struct person p;
    struct text out = {0};
    person_init(&p, h, 0);
    person_comes(&p);
    assert_false(person_does(&p, "create", ",\"game\":\"pairs\",\"name\":\"Ann\",\"begin\":true"));
    assert_int_equal(h->disk.tables, 0);
    person_send(&p, "{\"do\":\"create\",\"n\":900,\"game\":\"pairs\",\"name\":\"Ann\","
                    "\"chairs\":[\"you\",\"hint\",\"3\"],\"begin\":true}");
    host_commit(h);
    assert_true(hall_next(p.visitor, &out));
    assert_non_null(strstr(text_of(&out), "\"done\":true"));
    assert_non_null(strstr(text_of(&out), "\"stage\":\"playing\""));
    assert_non_null(strstr(text_of(&out), "\"view\":"));
    assert_false(hall_next(p.visitor, &out));
    text_free(&out);
    part(h, &p, 1);
}

static void who_plays_among_bots_has_the_next_game_at_once(void **state)
{
    (void)state;
    struct host *h = host_new(16);
    struct person p[1];
    struct rng r = rng_seeded(16, 16);
    char table[TABLE_ID];
    gather(h, p, 1, "pairs", 3, "", table);
    for (int times = 0; times < 3; times++) {
        play_out(h, p, 1, &r);
        assert_true(person_does(&p[0], times % 2 ? "next" : "again",
                                times % 2 ? ",\"game\":\"port\"" : ""));
        assert_stage(h, p, 1, "playing");
    }
    part(h, p, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_game_can_be_proposed_whatever_chairs_it_has),
        cmocka_unit_test(the_evening_is_counted_for_everybody_at_the_table),
        cmocka_unit_test(gestures_are_said_and_typing_is_told_but_never_kept),
        cmocka_unit_test(a_rematch_waits_for_nobody_who_is_gone),
        cmocka_unit_test(a_table_can_be_made_and_begun_with_one_command),
        cmocka_unit_test(who_plays_among_bots_has_the_next_game_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
