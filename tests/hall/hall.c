/* The hall: messages in, messages out, and what is between them, without a network. */
#include "tests/hall/room.h"

enum { PEOPLE = 8 };

static void every_game_is_played_by_messages_alone(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new((uint64_t)g);
        struct person p[PEOPLE];
        char table[TABLE_ID];
        struct rng r = rng_seeded(11, (uint64_t)g);
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, "", table);
        play_out(h, p, people, &r);
        assert_int_equal(h->disk.games, 1);
        for (int i = 0; i < people; i++) {
            const char *stage = json_string_value(json_object_get(p[i].now, "stage"));
            assert_string_equal(stage, "over");
            person_clear(&p[i]);
        }
        host_free(h);
    }
}

static void nobody_is_told_what_is_not_safe(void **state)
{
    (void)state;
    struct host *h = host_new(1);
    struct person p[2];
    char table[TABLE_ID], words[128];
    struct text out = {0};
    gather(h, p, 2, "pairs", 2, "", table);
    for (int i = 0; i < 2; i++)
        person_listen(&p[i]);
    int first = json_array_size(json_object_get(p[0].view, "legal")) ? 0 : 1;
    snprintf(words, sizeof words, "{\"do\":\"decide\",\"n\":900,\"choice\":\"hit\"}");
    person_send(&p[first], words);
    for (int i = 0; i < 2; i++)
        assert_false(hall_next(p[i].visitor, &out));
    host_commit(h);
    for (int i = 0; i < 2; i++)
        assert_true(hall_next(p[i].visitor, &out));
    text_free(&out);
    part(h, p, 2);
}

/* Whoever comes in just then waits for the table; there are no empty messages meanwhile. */
static void who_comes_in_before_all_is_safe_is_told_of_the_table_afterwards(void **state)
{
    (void)state;
    struct host *h = host_new(3);
    struct person p[2], late;
    char table[TABLE_ID], words[128];
    struct text out = {0};
    gather(h, p, 2, "pairs", 2, "", table);
    person_listen(&p[0]);
    person_init(&late, h, 5);
    person_comes(&late);
    late.entry = p[0].entry;
    person_send(&p[0], "{\"do\":\"say\",\"n\":900,\"text\":\"Not safe yet.\"}");
    snprintf(words, sizeof words, "{\"do\":\"enter\",\"n\":901,\"table\":\"%s\"}", table);
    person_send(&late, words);
    assert_true(hall_next(late.visitor, &out)); /* the answer */
    assert_false(hall_next(late.visitor, &out));
    host_commit(h);
    assert_true(person_listen(&late) > 0);
    assert_non_null(json_object_get(late.now, "chairs"));
    assert_non_null(late.view);
    text_free(&out);
    person_clear(&late);
    part(h, p, 2);
}

/* What has happened to the table is told with the next message that shows it whole. */
static void a_change_that_is_told_before_the_next_one_is_safe_is_not_forgotten(void **state)
{
    (void)state;
    struct host *h = host_new(4);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 3, "", table);
    for (int i = 0; i < 2; i++)
        person_listen(&p[i]);
    person_send(&p[1], "{\"do\":\"leave\",\"n\":900}");
    hall_keeping(h->hall);
    hall_kept(h->hall);
    person_send(&p[0], "{\"do\":\"say\",\"n\":901,\"text\":\"Not safe yet.\"}");
    person_listen(&p[0]); /* of the leaving alone */
    host_commit(h);
    person_listen(&p[0]);
    const json_t *chair = json_array_get(json_object_get(p[0].now, "chairs"), 1);
    assert_string_equal(json_string_value(json_object_get(chair, "kind")), "empty");
    part(h, p, 2);
}

/* Whether somebody was told of a decision of that seat as if it were one's own. */
static bool is_called_you(const struct person *p, int seat)
{
    char begin[48];
    bool called = false;
    snprintf(begin, sizeof begin, "\"kind\":\"decide\",\"seat\":\"%c\"", 'A' + seat);
    for (const char *at = text_of(&p->heard); !called && (at = strstr(at, begin)); at++)
        called =
            strncmp(strstr(at, "\"text\":\""), "\"text\":\"You ", strlen("\"text\":\"You ")) == 0;
    return called;
}

static void each_is_you_in_what_one_is_told_and_nobody_else(void **state)
{
    (void)state;
    struct host *h = host_new(6);
    struct person p[2];
    struct rng r = rng_seeded(7, 7);
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 4, "", table);
    play_out(h, p, 2, &r);
    for (int i = 0; i < 2; i++)
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(is_called_you(&p[i], seat), seat == i);
    part(h, p, 2);
}

/* Points stay points when the next game is played for chips. */
static void what_is_told_again_after_another_game_has_the_same_words(void **state)
{
    (void)state;
    struct host *h = host_new(6);
    struct person p[2];
    struct rng r = rng_seeded(6, 6);
    char table[TABLE_ID], words[128];
    struct text before = {0};
    gather(h, p, 2, "pairs", 4, "", table);
    play_out(h, p, 2, &r);
    for (int times = 0; times < 2; times++) {
        person_listen(&p[0]);
        text_clear(&p[0].heard);
        p[0].entry = 0;
        snprintf(words, sizeof words, ",\"table\":\"%s\",\"since\":0", table);
        assert_true(person_does(&p[0], "enter", words));
        const char *from = strstr(text_of(&p[0].heard), "\"entries\":");
        const char *end = strchr(from, '\n'); /* of the first message */
        if (times) {
            assert_memory_equal(from, text_of(&before), before.size);
            break;
        }
        text_add(&before, "%.*s", (int)(end - from), from);
        assert_non_null(strstr(text_of(&before), "Points: "));
        assert_true(person_does(&p[0], "change", ",\"game\":\"octopus\",\"players\":4"));
        assert_true(person_does(&p[0], "begin", ""));
    }
    text_free(&before);
    part(h, p, 2);
}

static void what_is_sent_again_is_not_done_again(void **state)
{
    (void)state;
    struct host *h = host_new(2);
    struct person p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    for (int times = 0; times < 3; times++) {
        int lines = h->disk.lines;
        p[1].number = 5000;
        assert_true(person_does(&p[1], "say", ",\"text\":\"once\""));
        assert_int_equal(h->disk.lines, times ? lines : lines + 1);
        if (times == 1) { /* not after the server was killed either */
            for (int i = 0; i < 2; i++)
                person_goes(&p[i]);
            host_crash(h);
            person_comes(&p[1]);
            person_enters(&p[1], table);
        }
    }
    /* Nor after others have done much. */
    person_comes(&p[0]);
    person_enters(&p[0], table);
    for (int i = 0; i < 100; i++)
        assert_true(person_does(&p[0], "say", ",\"text\":\"I talk all the time.\""));
    person_listen(&p[1]);
    int lines = h->disk.lines;
    p[1].number = 5000;
    assert_true(person_does(&p[1], "say", ",\"text\":\"once\""));
    assert_int_equal(h->disk.lines, lines);
    /* Nor is a table made twice. */
    for (int times = 0; times < 2; times++) {
        p[0].number = 7000;
        p[0].entry = 0;
        assert_true(person_does(&p[0], "create", ",\"game\":\"kitty\",\"name\":\"Ann\""));
        assert_int_equal(h->disk.tables, 2);
    }
    part(h, p, 2);
}

/* The server is killed at any moment: what was not safe has never happened. */
static void after_a_crash_every_table_is_as_it_was(void **state)
{
    (void)state;
    struct rng r = rng_seeded(5, 5);
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new((uint64_t)g);
        struct person p[2];
        char table[TABLE_ID];
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, "", table);
        for (int turns = 0; turns < 20000 && !person_sees_end(&p[0]); turns++) {
            bool any = host_think_on(h);
            if (rng_below(&r, 6)) {
                host_commit(h);
            } else {
                for (int i = 0; i < people; i++)
                    person_goes(&p[i]);
                host_crash(h);
                for (int i = 0; i < people; i++) {
                    person_comes(&p[i]);
                    person_enters(&p[i], table);
                }
                any = true;
            }
            for (int i = 0; i < people; i++)
                person_listen(&p[i]);
            for (int i = 0; i < people && !any; i++)
                any = person_decides(&p[i], &r);
            assert_true(any || person_sees_end(&p[0]) || h->thoughts);
        }
        assert_true(person_sees_end(&p[0]));
        part(h, p, people);
    }
}

static void a_language_that_nobody_speaks_is_refused(void **state)
{
    (void)state;
    struct host *h = host_new(42);
    struct person p[1];
    person_init(&p[0], h, 0);
    person_comes(&p[0]);
    assert_false(person_does(&p[0], "hello", ",\"language\":\"tlh\""));
    assert_string_equal(person_refusal(&p[0]), "language cannot be 'tlh'; expected en or de");
    assert_true(person_does(&p[0], "hello", ",\"language\":\"de-AT\""));
    part(h, p, 1);
}

/* Whether one of the verbs begins a decision. */
static bool has_verb(const json_t *verbs, const char *choice)
{
    size_t i;
    const json_t *verb;
    json_array_foreach(verbs, i, verb)
    {
        const char *word = json_string_value(json_object_get(verb, "word"));
        size_t size = strlen(word);
        if (!strncmp(choice, word, size) && (!choice[size] || choice[size] == ' '))
            return true;
    }
    return false;
}

static void all_are_named(const json_t *list, const char *key, const json_t *words)
{
    size_t i;
    const json_t *one;
    json_array_foreach(list, i, one)
        assert_non_null(json_object_get(words, json_string_value(json_object_get(one, key))));
}

static void whoever_looks_is_told_the_words_for_all_that_a_view_has(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new(5);
        struct person p[1];
        char table[TABLE_ID];
        size_t i;
        const json_t *choice;
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        gather(h, p, 1, all_games[g]->name, setup_players_usual(&u), "", table);
        assert_true(person_does(&p[0], "words", ""));
        all_are_named(json_object_get(p[0].view, "zones"), "place",
                      json_object_get(p[0].answer, "zones"));
        all_are_named(json_object_get(p[0].view, "numbers"), "label",
                      json_object_get(p[0].answer, "labels"));
        json_array_foreach(json_object_get(p[0].view, "legal"), i, choice)
            assert_true(has_verb(json_object_get(p[0].answer, "verbs"), json_string_value(choice)));
        person_clear(&p[0]);
        host_free(h);
    }
}

static void the_rules_of_a_table_are_those_of_its_options(void **state)
{
    (void)state;
    char *told[2];
    for (int i = 0; i < 2; i++) {
        struct host *h = host_new(5);
        struct person p[1];
        char table[TABLE_ID];
        gather(h, p, 1, "pairs", 3, i ? ",\"options\":{\"continuous\":true}" : "", table);
        assert_true(person_does(&p[0], "rules", ""));
        told[i] = json_dumps(json_object_get(p[0].answer, "rules"), 0);
        assert_non_null(strstr(told[i], "heading"));
        person_clear(&p[0]);
        host_free(h);
    }
    assert_string_not_equal(told[0], told[1]);
    for (int i = 0; i < 2; i++)
        free(told[i]);
}

static void nonsense_is_refused_in_words_and_not_for_ever(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "7",
        "{\"do\":\"dance\",\"n\":1}",
        "{\"do\":\"sit\"}",
        "{\"do\":\"say\",\"n\":-1}",
        "{\"n\":1,\"n\":1}",
    };
    struct host *h = host_new(7);
    struct person p;
    person_init(&p, h, 0);
    p.visitor = hall_connect(h->hall, &p);
    struct text out = {0};
    int heard = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        heard += hall_receive(p.visitor, wrong[i], strlen(wrong[i]));
    assert_int_equal(heard, sizeof wrong / sizeof *wrong);
    for (int i = 0; i < heard; i++) {
        text_clear(&out);
        assert_true(hall_next(p.visitor, &out));
        assert_non_null(strstr(text_of(&out), "\"refused\":\""));
    }
    assert_false(hall_receive(p.visitor, "{", 1));
    text_free(&out);
    person_clear(&p);
    host_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_by_messages_alone),
        cmocka_unit_test(nobody_is_told_what_is_not_safe),
        cmocka_unit_test(who_comes_in_before_all_is_safe_is_told_of_the_table_afterwards),
        cmocka_unit_test(a_change_that_is_told_before_the_next_one_is_safe_is_not_forgotten),
        cmocka_unit_test(each_is_you_in_what_one_is_told_and_nobody_else),
        cmocka_unit_test(what_is_told_again_after_another_game_has_the_same_words),
        cmocka_unit_test(what_is_sent_again_is_not_done_again),
        cmocka_unit_test(after_a_crash_every_table_is_as_it_was),
        cmocka_unit_test(a_language_that_nobody_speaks_is_refused),
        cmocka_unit_test(whoever_looks_is_told_the_words_for_all_that_a_view_has),
        cmocka_unit_test(the_rules_of_a_table_are_those_of_its_options),
        cmocka_unit_test(nonsense_is_refused_in_words_and_not_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
