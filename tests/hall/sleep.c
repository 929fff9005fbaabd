/* Tables that sleep and wake, from pictures and after crashes. */
#include "tests/hall/room.h"

/* People vanish and come back when they like; every game ends, and a chair stays one's own. */
static void who_vanishes_is_played_for_and_has_the_chair_back(void **state)
{
    (void)state;
    struct rng r = rng_seeded(6, 6);
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new((uint64_t)g);
        struct person p[3];
        char table[TABLE_ID];
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 3 ? players : 3;
        if (people < 2) {
            host_free(h);
            continue;
        }
        gather(h, p, people, all_games[g]->name, players, "", table);
        for (int turns = 0; turns < 40000 && !person_sees_end(&p[0]); turns++) {
            int who = rng_below(&r, people);
            if (rng_below(&r, 8) == 0 && p[who].visitor) {
                person_goes(&p[who]);
            } else if (rng_below(&r, 8) == 0 && !p[who].visitor) {
                person_comes(&p[who]);
                person_enters(&p[who], table);
                assert_int_equal(json_string_value(json_object_get(p[who].now, "you"))[0],
                                 'A' + who);
            }
            host_pass(h, 10000);
            host_think_on(h);
            host_commit(h);
            for (int i = 0; i < people; i++)
                person_listen(&p[i]);
            if (p[who].visitor)
                person_decides(&p[who], &r);
            if (!p[0].visitor && rng_below(&r, 50) == 0) {
                person_comes(&p[0]);
                person_enters(&p[0], table);
            }
        }
        assert_true(person_sees_end(&p[0]));
        part(h, p, people);
    }
}

static void a_damaged_table_is_set_aside_and_the_others_run(void **state)
{
    (void)state;
    struct host *h = host_new(5);
    struct person p[2];
    char table[TABLE_ID], more[128];
    gather(h, p, 2, "pairs", 2, "", table);
    p[0].entry = 0;
    assert_true(person_does(&p[0], "create", ",\"game\":\"kitty\",\"name\":\"Ann\""));
    char other[TABLE_ID];
    snprintf(other, sizeof other, "%s", json_string_value(json_object_get(p[0].answer, "table")));
    for (int i = 0; i < 2; i++)
        person_goes(&p[i]);
    hall_free(h->hall);
    h->thoughts = 0;
    memcpy(h->disk.line[2].words, "1 x", sizeof "1 x");
    host_open(h);
    person_comes(&p[0]);
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_false(person_does(&p[0], "enter", more));
    assert_non_null(strstr(h->complaint, table));
    snprintf(more, sizeof more, ",\"table\":\"%s\"", other);
    assert_true(person_does(&p[0], "enter", more));
    part(h, p, 2);
}

static void a_table_where_nothing_happens_leaves_memory_and_wakes(void **state)
{
    (void)state;
    struct host *h = host_new(6);
    struct person p[2];
    char table[TABLE_ID];
    struct rng r = rng_seeded(2, 2);
    gather(h, p, 2, "kitty", 4, "", table);
    for (int i = 0; i < 3; i++) {
        while (host_think_on(h))
            ;
        host_commit(h);
        for (int k = 0; k < 2; k++)
            person_listen(&p[k]);
        assert_int_equal(hall_awake(h->hall), 1);
        host_pass(h, 11000);
        host_pass(h, 11000);
        assert_int_equal(hall_awake(h->hall), 0);
        assert_true(person_decides(&p[0], &r) || person_decides(&p[1], &r));
    }
    play_out(h, p, 2, &r);
    part(h, p, 2);
}

/* All that each of them is told who comes back, and what a spectator is told of all that happened.
 */
static void look_again(struct host *h, struct person p[], int people, const char *table,
                       struct text *out)
{
    for (int i = 0; i < people; i++) {
        struct person again;
        person_init(&again, h, i);
        again.number = 100000;
        memcpy(again.token, p[i].token, sizeof again.token);
        person_comes(&again);
        text_clear(&again.heard);
        again.entry = p[i].entry;
        person_enters(&again, table);
        person_listen(&again);
        text_put(out, text_of(&again.heard), again.heard.size);
        person_clear(&again);
    }
}

static void rest_few(struct host *h, int awake)
{
    while (host_think_on(h))
        ;
    host_commit(h);
    for (int i = 0; i < 3; i++) {
        host_pass(h, 4000);
        host_commit(h);
    }
    assert_int_equal(hall_awake(h->hall), awake);
}

static void rest_all(struct host *h)
{
    rest_few(h, 0);
}

/* Everybody goes, the table sleeps and wakes, once from its picture and once from its entries. */
static void compare_wakings(struct host *h, struct person p[], int people, const char *table)
{
    struct text seen[2] = {{0}};
    struct text *picture = &h->disk.picture[0];
    for (int i = 0; i < 2; i++) {
        rest_all(h);
        if (i)
            text_clear(picture);
        uint64_t before = hall_replayed(h->hall);
        look_again(h, p, people, table, &seen[i]);
        assert_int_equal(hall_replayed(h->hall) - before, i ? h->disk.lines : 0);
    }
    assert_string_equal(text_of(&seen[0]), text_of(&seen[1]));
    text_free(&seen[0]);
    text_free(&seen[1]);
}

static void to_wake_costs_the_same_however_much_has_happened(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new((uint64_t)g);
        struct person p[2];
        char table[TABLE_ID];
        struct rng r = rng_seeded(12, (uint64_t)g);
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, "", table);
        for (int games = 0; games < 2; games++) {
            for (int i = 0; i < 5; i++) {
                while (host_think_on(h))
                    ;
                host_commit(h);
                for (int k = 0; k < people; k++) {
                    person_listen(&p[k]);
                    person_decides(&p[k], &r);
                }
            }
            compare_wakings(h, p, people, table);
            play_out(h, p, people, &r);
            compare_wakings(h, p, people, table);
            assert_true(person_does(&p[0], "begin", ""));
        }
        part(h, p, people);
    }
}

/* However it is spoiled, the entries decide. */
static void a_picture_that_does_not_fit_counts_for_nothing(void **state)
{
    (void)state;
    struct host *h = host_new(16);
    struct person p[2];
    char table[TABLE_ID];
    struct rng r = rng_seeded(3, 16);
    gather(h, p, 2, "deadfall", 4, "", table);
    play_out(h, p, 2, &r);
    struct text good = {0}, seen = {0}, *picture = &h->disk.picture[0];
    rest_all(h);
    text_put(&good, picture->at, picture->size);
    look_again(h, p, 2, table, &seen);
    for (int i = 0; i < 200; i++) {
        struct text again = {0};
        rest_all(h);
        text_clear(picture);
        text_put(picture, good.at, i % 10 ? good.size : (size_t)rng_below(&r, (int)good.size));
        if (i % 10)
            picture->at[rng_below(&r, (int)good.size)] ^= (char)(1 << rng_below(&r, 8));
        uint64_t before = hall_replayed(h->hall);
        look_again(h, p, 2, table, &again);
        assert_int_equal(hall_replayed(h->hall) - before, h->disk.lines);
        assert_string_equal(text_of(&again), text_of(&seen));
        text_free(&again);
    }
    text_free(&good);
    text_free(&seen);
    part(h, p, 2);
}

/* Of a game in which much has happened the picture has the end; the rest comes back when it is
 * wanted. */
static void to_wake_costs_the_same_however_much_has_happened_in_one_game(void **state)
{
    (void)state;
    struct host *h = host_new(21);
    struct person p[2];
    char table[TABLE_ID], words[64];
    struct rng r = rng_seeded(3, 21);
    size_t size[2];
    gather(h, p, 2, "pairs", 2, "", table);
    uint64_t first = p[0].entry;
    int due = json_array_size(json_object_get(p[0].view, "legal")) ? 0 : 1;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 1200; k++) {
            snprintf(words, sizeof words, ",\"text\":\"line %04d\"", k);
            assert_true(person_does(&p[0], "say", words));
        }
        rest_all(h);
        size[i] = h->disk.picture[0].size;
    }
    assert_in_range(size[1], size[0] * 9 / 10, size[0] * 11 / 10);
    snprintf(words, sizeof words, ",\"choice\":\"hit\",\"after\":%llu", (unsigned long long)first);
    assert_true(
        person_does(&p[due], "decide", words)); /* what was said since then changes nothing */
    person_listen(&p[1 - due]);
    compare_wakings(h, p, 2, table);
    play_out(h, p, 2, &r);
    assert_int_equal(h->disk.games, 1);
    part(h, p, 2);
}

static void a_picture_of_another_program_counts_for_nothing(void **state)
{
    (void)state;
    struct host *h = host_new(19);
    struct person p[2];
    char table[TABLE_ID];
    struct rng r = rng_seeded(3, 19);
    gather(h, p, 2, "deadfall", 4, "", table);
    play_out(h, p, 2, &r);
    rest_all(h);
    for (int other = 0; other < 2; other++) {
        for (int i = 0; i < 2; i++)
            person_goes(&p[i]);
        h->layout += (uint64_t)other;
        h->limits.looks = 0;
        host_crash(h);
        for (int i = 0; i < 2; i++) {
            person_comes(&p[i]);
            person_enters(&p[i], table);
        }
        assert_int_equal(hall_replayed(h->hall), other ? h->disk.lines : 0);
    }
    part(h, p, 2);
}

/* A picture may be of what never became safe, or older than the last entries. */
static void after_a_crash_a_table_wakes_from_its_picture_and_what_came_since(void **state)
{
    (void)state;
    struct host *h = host_new(17);
    struct person p[2];
    char table[TABLE_ID], words[64];
    gather(h, p, 2, "pairs", 2, "", table);
    for (int i = 0; i < 400; i++) {
        snprintf(words, sizeof words, ",\"text\":\"%d\"", i);
        assert_true(person_does(&p[0], "say", words));
        host_commit(h);
    }
    snprintf(words, sizeof words, "{\"do\":\"say\",\"n\":9000,\"text\":\"lost\"}");
    person_send(&p[0], words);
    for (int i = 0; i < 2; i++)
        person_goes(&p[i]);
    host_crash(h);
    uint64_t before = hall_replayed(h->hall);
    for (int i = 0; i < 2; i++) {
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    assert_true(hall_replayed(h->hall) - before <= 128);
    assert_true(person_does(&p[0], "say", ",\"text\":\"here again\""));
    part(h, p, 2);
}

static void tables_leave_memory_by_when_they_were_used_last(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    struct host *h = host_new(18);
    struct person p[COUNT];
    h->limits.awake = 2;
    host_crash(h);
    for (int i = 0; i < COUNT; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
        assert_true(person_does(&p[i], "create", ",\"game\":\"pairs\",\"name\":\"Ann\""));
        host_commit(h);
        person_listen(&p[i]);
    }
    rest_few(h, 2);
    uint64_t before = hall_replayed(h->hall);
    for (int day = 0; day < 100; day++)
        host_pass(h, 86400000);
    assert_int_equal(hall_awake(h->hall), 2);
    for (int i = COUNT - 2; i < COUNT; i++) /* those were used last */
        assert_true(person_does(&p[i], "say", ",\"text\":\"awake\""));
    assert_int_equal(hall_awake(h->hall), 2);
    assert_true(person_does(&p[0], "say", ",\"text\":\"I sleep.\""));
    assert_int_equal(hall_awake(h->hall), 3);
    assert_int_equal(hall_replayed(h->hall), before);
    for (int i = 1; i < COUNT; i++)
        person_clear(&p[i]);
    part(h, p, 1);
}

/* Though all are awake, and at one of them somebody plays by the clock. */
static void time_passes_where_something_is_due_and_nowhere_else(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    struct host *h = host_new(20);
    struct person p[COUNT];
    h->limits.awake = COUNT;
    host_crash(h);
    for (int i = 0; i < COUNT; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
        assert_true(person_does(&p[i], "create",
                                i ? ",\"game\":\"pairs\",\"name\":\"Ann\""
                                  : ",\"game\":\"pairs\",\"name\":\"Ann\",\"chairs\":[\"you\","
                                    "\"hint\"],\"begin\":true,\"decision\":100000"));
    }
    rest_few(h, COUNT);
    uint64_t before = hall_looked(h->hall);
    for (int i = 0; i < 50; i++)
        host_pass(h, 1000);
    assert_int_equal(hall_looked(h->hall), before);
    for (int i = 0; i < 50; i++)
        host_pass(h, 1000);
    assert_in_range(hall_looked(h->hall) - before, 1, 3); /* time has run out at one of them */
    for (int i = 1; i < COUNT; i++)
        person_clear(&p[i]);
    part(h, p, 1);
}

static void a_table_that_was_deserted_when_all_went_down_closes_without_being_touched(void **state)
{
    (void)state;
    struct host *h = host_new(16);
    struct person p[1];
    char table[TABLE_ID];
    gather(h, p, 1, "pairs", 3, "", table);
    assert_true(person_does(&p[0], "leave", "")); /* bots are to play on */
    person_clear(&p[0]);
    host_crash(h);
    for (int i = 0; i < 20000 && h->disk.games == 0; i++) {
        host_pass(h, 10);
        host_think_on(h);
        host_commit(h);
    }
    assert_int_equal(h->disk.games, 1);
    assert_int_equal(h->disk.closed, 0);
    host_crash(h);
    host_pass(h, h->limits.empty + 1);
    host_pass(h, h->limits.empty + 1);
    assert_int_equal(h->disk.closed, 1);
    assert_int_equal(hall_tables(h->hall), 0);
    host_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_vanishes_is_played_for_and_has_the_chair_back),
        cmocka_unit_test(a_table_that_was_deserted_when_all_went_down_closes_without_being_touched),
        cmocka_unit_test(a_damaged_table_is_set_aside_and_the_others_run),
        cmocka_unit_test(a_table_where_nothing_happens_leaves_memory_and_wakes),
        cmocka_unit_test(to_wake_costs_the_same_however_much_has_happened),
        cmocka_unit_test(to_wake_costs_the_same_however_much_has_happened_in_one_game),
        cmocka_unit_test(a_picture_that_does_not_fit_counts_for_nothing),
        cmocka_unit_test(a_picture_of_another_program_counts_for_nothing),
        cmocka_unit_test(after_a_crash_a_table_wakes_from_its_picture_and_what_came_since),
        cmocka_unit_test(tables_leave_memory_by_when_they_were_used_last),
        cmocka_unit_test(time_passes_where_something_is_due_and_nowhere_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
