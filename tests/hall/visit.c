/* Who comes and goes, how they are called, and who may come in. */
#include "tests/hall/room.h"

#include <limits.h>

static void to_come_back_costs_the_missed_entries_and_at_most_4_kB(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct host *h = host_new((uint64_t)g);
        struct person p[2];
        char table[TABLE_ID];
        struct rng r = rng_seeded(9, (uint64_t)g);
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        int players = setup_players_usual(&u), people = players < 2 ? 1 : 2;
        gather(h, p, people, all_games[g]->name, players, "", table);
        play_out(h, p, people, &r);
        person_goes(&p[0]);
        p[0].visitor = hall_connect(h->hall, &p[0]);
        char words[256];
        snprintf(words, sizeof words, "{\"do\":\"hello\",\"n\":1,\"token\":\"%s\"}", p[0].token);
        person_send(&p[0], words);
        snprintf(words, sizeof words, "{\"do\":\"enter\",\"n\":2,\"table\":\"%s\",\"since\":%llu}",
                 table, (unsigned long long)p[0].entry);
        person_send(&p[0], words);
        host_commit(h);
        size_t bytes = person_listen(&p[0]);
        if (bytes > 4096)
            fail_msg("%s: %zu bytes", all_games[g]->name, bytes);
        part(h, p, people);
    }
}

/* Clients say hello to hear whether anybody is there, while somebody thinks. */
static void who_says_hello_again_stays_at_the_table(void **state)
{
    (void)state;
    struct host *h = host_new(11);
    struct person p[2];
    char table[TABLE_ID], token[160];
    gather(h, p, 2, "pairs", 2, "", table);
    snprintf(token, sizeof token, ",\"token\":\"%s\"", p[0].token);
    assert_true(person_does(&p[0], "hello", token));
    assert_string_equal(json_string_value(json_object_get(p[0].answer, "table")), table);
    assert_true(person_does(&p[0], "say", ",\"text\":\"still here\""));
    assert_null(json_object_get(p[0].answer, "outside"));
    snprintf(token, sizeof token, ",\"token\":\"%s\"", p[1].token);
    assert_true(person_does(&p[0], "hello", token));
    assert_null(json_object_get(p[0].answer, "table"));
    assert_false(person_does(&p[0], "say", ",\"text\":\"somebody else\""));
    assert_string_equal(person_refusal(&p[0]), "Enter a table first.");
    assert_true(json_is_true(json_object_get(p[0].answer, "outside")));
    part(h, p, 2);
}

static void assert_face(const struct person *p, int seat, const char *face, int colour)
{
    assert_string_equal(word_in(chair_of(p, seat), "face"), face);
    assert_int_equal(json_integer_value(json_object_get(chair_of(p, seat), "colour")), colour);
}

/* And after the server was killed they are the same. */
static void people_have_the_face_that_they_chose_and_bots_that_of_their_level(void **state)
{
    (void)state;
    struct host *h = host_new(12);
    struct person p[2];
    char table[TABLE_ID];
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
    }
    assert_true(person_does(&p[0], "create",
                            ",\"game\":\"pairs\",\"name\":\"Ann\",\"face\":\"owl\",\"colour\":5,"
                            "\"public\":true,\"chairs\":[\"you\",\"open\",\"3\",\"3\",\"8\"]"));
    snprintf(table, TABLE_ID, "%s", word_in(p[0].answer, "table"));
    person_enters(&p[1], table);
    assert_false(person_does(&p[1], "sit", ",\"name\":\"Bob\",\"face\":\"Owl\""));
    assert_false(person_does(&p[1], "sit", ",\"name\":\"Bob\",\"face\":\"\""));
    assert_false(person_does(&p[1], "sit", ",\"name\":\"Bob\",\"face\":\"abcdefghijklmnopq\""));
    assert_false(person_does(&p[1], "sit", ",\"name\":\"Bob\",\"colour\":8"));
    assert_true(person_does(&p[1], "sit", ",\"name\":\"Bob\""));
    const char *given = word_in(chair_of(&p[1], 1), "face");
    assert_true(*given && strcmp(given, "owl") != 0);
    assert_true(person_does(&p[1], "look", ",\"face\":\"sea-horse\",\"colour\":7"));
    assert_true(person_does(&p[0], "begin", ""));
    assert_true(person_does(&p[1], "look", ",\"name\":\"Bobby\""));
    assert_false(person_does(&p[1], "look", ",\"colour\":-1"));
    for (int times = 0; times < 2; times++) {
        for (int i = 0; i < 2; i++) {
            person_listen(&p[i]);
            assert_face(&p[i], 0, "owl", 5);
            assert_face(&p[i], 1, "sea-horse", 7);
            assert_face(&p[i], 2, "badger", 2);
            assert_face(&p[i], 3, "badger", 3);
            assert_face(&p[i], 4, "comet", 7);
            assert_string_equal(word_in(chair_of(&p[i], 1), "name"), "Bobby");
        }
        if (times)
            break;
        for (int i = 0; i < 2; i++)
            person_goes(&p[i]);
        host_crash(h);
        for (int i = 0; i < 2; i++) {
            person_comes(&p[i]);
            person_enters(&p[i], table);
        }
    }
    part(h, p, 2);
}

static void assert_called(const struct person *p, const char *const names[])
{
    for (int seat = 0; names[seat]; seat++)
        assert_string_equal(word_in(chair_of(p, seat), "name"), names[seat]);
}

/* Everybody reads the names in their own language, whoever did something last; no letters. */
static void everybody_at_a_table_has_a_name_of_their_own(void **state)
{
    (void)state;
    static const char *const english[] = {
        "Ann",  "Badger",           "Badger the Younger", "Magpie",
        "Anne", "Badger the Third", "Magpie the Younger", NULL};
    static const char *const german[] = {"Ann",
                                         "Dachs",
                                         "Dachs der J\u00fcngere",
                                         "Elster",
                                         "Anne",
                                         "Dachs der Dritte",
                                         "Elster die J\u00fcngere",
                                         NULL};
    struct host *h = host_new(13);
    struct person p[2];
    char table[TABLE_ID];
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
    }
    assert_true(person_does(&p[0], "hello", ",\"language\":\"en\""));
    assert_true(person_does(&p[1], "hello", ",\"language\":\"de\""));
    assert_true(person_does(&p[0], "create",
                            ",\"game\":\"pairs\",\"name\":\"Ann\",\"public\":true,"
                            "\"chairs\":[\"you\",\"3\",\"3\",\"5\",\"open\",\"3\",\"5\"]"));
    snprintf(table, TABLE_ID, "%s", word_in(p[0].answer, "table"));
    person_enters(&p[1], table);
    assert_false(person_does(&p[1], "sit", ",\"name\":\"ann\""));
    assert_true(person_does(&p[1], "sit", ",\"name\":\"Anne\""));
    for (int times = 0; times < 3; times++) {
        for (int i = 0; i < 2; i++)
            person_listen(&p[i]);
        assert_called(&p[0], english);
        assert_called(&p[1], german);
        assert_true(person_does(&p[times % 2], times ? "say" : "begin", ",\"text\":\"Hm.\""));
        host_commit(h);
    }
    assert_non_null(strstr(text_of(&p[0].heard), "Badger the Younger"));
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"D\""));
    assert_true(person_does(&p[0], "bot", ",\"bot\":\"6\""));
    all_hear(h, p, 2);
    assert_non_null(strstr(text_of(&p[1].heard), "\"bot\":\"6\",\"name\":\"Luchs\""));
    assert_null(strstr(text_of(&p[0].heard), "Dachs"));
    assert_null(strstr(text_of(&p[1].heard), "Badger"));
    part(h, p, 2);
}

/* Not the host alone: a rematch begins when all who are there want it. */
static void anybody_may_propose_a_rematch_and_it_begins_when_all_agree(void **state)
{
    (void)state;
    struct host *h = host_new(14);
    struct person p[3];
    struct rng r = rng_seeded(14, 14);
    char table[TABLE_ID];
    gather(h, p, 3, "pairs", 4, "", table);
    assert_false(person_does(&p[1], "again", ""));
    assert_string_equal(person_refusal(&p[1]), "The game is not over.");
    play_out(h, p, 3, &r);
    assert_false(person_does(&p[1], "agree", ""));
    assert_string_equal(person_refusal(&p[1]), "Nobody has proposed another game.");
    assert_true(person_does(&p[1], "again", ""));
    assert_false(person_does(&p[1], "agree", ""));
    assert_string_equal(person_refusal(&p[1]), "The others have still to agree.");
    assert_stage(h, p, 3, "over");
    const json_t *proposal = json_object_get(p[2].now, "proposal");
    assert_string_equal(word_in(proposal, "by"), "B");
    assert_int_equal(json_array_size(json_object_get(proposal, "waits")), 2);
    assert_true(person_does(&p[2], "again", "")); /* who wants the same agrees */
    assert_stage(h, p, 3, "over");
    for (int i = 0; i < 3; i++)
        person_goes(&p[i]);
    host_crash(h);
    for (int i = 0; i < 3; i++) {
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    assert_stage(h, p, 3, "over");
    assert_true(person_does(&p[0], "agree", ""));
    assert_stage(h, p, 3, "playing");
    assert_null(json_object_get(p[1].now, "proposal"));
    play_out(h, p, 3, &r);
    /* Who leaves is not waited for, and a bot sits there. */
    assert_true(person_does(&p[2], "again", ""));
    assert_true(person_does(&p[1], "agree", ""));
    assert_true(person_does(&p[0], "leave", ""));
    assert_stage(h, p, 3, "playing");
    assert_string_equal(word_in(chair_of(&p[1], 0), "kind"), "bot");
    part(h, p, 3);
}

static const char *name_at(const struct person *p, size_t chair)
{
    const json_t *chairs = json_object_get(p->now, "chairs");
    return json_string_value(json_object_get(json_array_get(chairs, chair), "name"));
}

static void nobody_is_called_like_another_or_like_nobody(void **state)
{
    (void)state;
    static const char *const unseen[] = {"\\u200b",        " \\u00a0 ",      "\\u3164",
                                         "\\u2800\\ufeff", "\\u00ad\\u2060", "\\u0308\\u0308"};
    static const char *const alike[] = {"P0",
                                        "p0",
                                        "  P0 ",
                                        "P\\u200b0",
                                        "P\\u200d0",
                                        "P\\u00ad0\\ufe0f",
                                        "\\u00a0p\\u2060 0",
                                        "\\u04200",
                                        "PO",
                                        "\\uff300",
                                        "P\\u0308\\u03000",
                                        "\\u03a1\\u043e",
                                        "\U0001D40F\U0001D7D8",
                                        "\U0001D6990",
                                        "\u24C50",
                                        "\U0001F13Fo",
                                        "\u21190"};
    static const char *const evas[] = {"\u00e9VA B.", "E\u0301va B.", "eva b.", "\u0415va \u0412."};
    struct host *h = host_new(41);
    struct person p[1], other;
    char table[TABLE_ID], more[128];
    gather(h, p, 1, "pairs", 3, ",\"odds\":false", table);
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"B\""));
    person_init(&other, h, 7);
    person_comes(&other);
    person_enters(&other, table);
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        snprintf(more, sizeof more, ",\"name\":\"%s\"", unseen[i]);
        assert_false(person_does(&other, "sit", more));
        assert_string_equal(person_refusal(&other), "A name is one line with something in it.");
    }
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        snprintf(more, sizeof more, ",\"name\":\"%s\"", alike[i]);
        assert_false(person_does(&other, "sit", more));
        assert_string_equal(person_refusal(&other),
                            "Somebody at this table is called so already; choose another name.");
    }
    assert_true(person_does(&other, "sit", ",\"name\":\" \\u200b\u00c9va\\u3000  B. \""));
    assert_string_equal(name_at(&other, 1), "\u00c9va B.");
    for (size_t i = 0; i < sizeof evas / sizeof *evas; i++) {
        snprintf(more, sizeof more, ",\"name\":\"%s\"", evas[i]);
        assert_false(person_does(&p[0], "look", more));
    }
    assert_true(person_does(&p[0], "look", ",\"name\":\"V\\u0300\\u0300\\u0300\\u0300 X\""));
    assert_string_equal(name_at(&p[0], 0), "V\u0300\u0300 X");
    assert_true(person_does(&p[0], "look", ",\"name\":\"p0\"")); /* one's own is free */
    person_clear(&other);
    part(h, p, 1);
}

static void to_a_private_table_one_needs_an_invitation(void **state)
{
    (void)state;
    struct host *h = host_new(4);
    struct person p[2];
    char more[256];
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
    }
    assert_true(person_does(&p[0], "create", ",\"game\":\"pairs\",\"name\":\"Ann\""));
    const char *table = json_string_value(json_object_get(p[0].answer, "table"));
    const char *word = json_string_value(json_object_get(p[0].now, "invitation"));
    snprintf(more, sizeof more, ",\"table\":\"%s\"", table);
    assert_false(person_does(&p[1], "enter", more));
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"invitation\":\"%.15s0\"", table, word);
    if (word[15] != '0')
        assert_false(person_does(&p[1], "enter", more));
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"invitation\":\"%s\"", table, word);
    assert_true(person_does(&p[1], "enter", more));
    assert_null(json_object_get(p[1].now, "invitation"));
    struct text list = {0};
    char next[TABLE_ID];
    hall_list(h->hall, "", INT_MAX, next, &list);
    assert_string_equal(text_of(&list), "[]");
    text_free(&list);
    part(h, p, 2);
}

/* Their chair does not tell whose words they are. */
static void what_a_spectator_sends_again_is_said_once(void **state)
{
    (void)state;
    struct host *h = host_new(6);
    struct person p[2], watcher;
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    person_init(&watcher, h, 5);
    person_comes(&watcher);
    person_enters(&watcher, table);
    assert_true(person_does(&watcher, "look", ",\"name\":\"Wendy\""));
    uint64_t before = watcher.entry;
    for (int i = 0; i < 2; i++) {
        person_send(&watcher, "{\"do\":\"say\",\"n\":900,\"text\":\"Well played!\"}");
        host_commit(h);
        person_listen(&watcher);
    }
    assert_int_equal(watcher.entry, before + 1);
    person_clear(&watcher);
    part(h, p, 2);
}

static void talk_needs_a_token_and_a_name(void **state)
{
    (void)state;
    struct host *h = host_new(43);
    struct person p[2], watcher;
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    person_init(&watcher, h, 5);
    watcher.visitor = hall_connect(h->hall, &watcher);
    person_enters(&watcher, table);
    assert_false(person_does(&watcher, "say", ",\"text\":\"Buy this!\""));
    assert_string_equal(person_refusal(&watcher), "Say hello with a token first.");
    assert_false(person_does(&watcher, "look", ",\"name\":\"Wendy\""));
    person_goes(&watcher);
    person_comes(&watcher);
    person_enters(&watcher, table);
    assert_false(person_does(&watcher, "say", ",\"emote\":\"clap\""));
    assert_string_equal(person_refusal(&watcher), "Say who you are first: \"look\" with a name.");
    assert_false(person_does(&watcher, "look", ",\"name\":\"p1\"")); /* P1 sits there */
    assert_true(person_does(&watcher, "look", ",\"name\":\"Wendy\""));
    text_clear(&p[0].heard);
    assert_true(person_does(&watcher, "say", ",\"text\":\"Hello\""));
    person_listen(&p[0]);
    assert_non_null(strstr(text_of(&p[0].heard), "\"name\":\"Wendy\",\"text\":\"Hello\""));
    person_clear(&watcher);
    part(h, p, 2);
}

/* In the middle of a game; and after the machine went down all is still so. */
static void the_host_quiets_people_on_chairs_and_spectators(void **state)
{
    (void)state;
    struct host *h = host_new(44);
    struct person p[3], *watcher = &p[2];
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 2, "", table);
    person_init(watcher, h, 5);
    person_comes(watcher);
    person_enters(watcher, table);
    assert_true(person_does(watcher, "look", ",\"name\":\"Wendy\""));
    assert_false(person_does(&p[1], "mute", ",\"name\":\"Wendy\""));
    assert_false(person_does(&p[0], "mute", ",\"name\":\"Walter\""));
    assert_string_equal(person_refusal(&p[0]), "Nobody of that name watches here.");
    assert_true(person_does(&p[0], "mute", ",\"name\":\"wendy\""));
    assert_true(person_does(&p[0], "mute", ",\"seat\":\"B\""));
    assert_true(person_does(&p[0], "watchers", ""));
    const json_t *all = json_object_get(p[0].answer, "watchers");
    assert_int_equal(json_array_size(all), 1);
    assert_true(json_is_true(json_object_get(json_array_get(all, 0), "muted")));
    for (int i = 0; i < 3; i++)
        person_goes(&p[i]);
    host_crash(h);
    for (int i = 0; i < 3; i++) {
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    assert_true(person_does(watcher, "look", ",\"name\":\"Somebody else\""));
    for (int i = 1; i < 3; i++) {
        assert_false(person_does(&p[i], "say", ",\"text\":\"But...\""));
        assert_string_equal(person_refusal(&p[i]), "The host has asked you to be quiet.");
    }
    text_clear(&p[1].heard);
    assert_true(person_does(&p[0], "mute", ",\"seat\":\"B\",\"on\":false"));
    assert_true(person_does(&p[1], "say", ",\"text\":\"Thanks.\""));
    assert_null(strstr(text_of(&p[1].heard), p[2].token)); /* nobody learns who is who */
    person_clear(watcher);
    part(h, p, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_come_back_costs_the_missed_entries_and_at_most_4_kB),
        cmocka_unit_test(who_says_hello_again_stays_at_the_table),
        cmocka_unit_test(everybody_at_a_table_has_a_name_of_their_own),
        cmocka_unit_test(anybody_may_propose_a_rematch_and_it_begins_when_all_agree),
        cmocka_unit_test(people_have_the_face_that_they_chose_and_bots_that_of_their_level),
        cmocka_unit_test(nobody_is_called_like_another_or_like_nobody),
        cmocka_unit_test(to_a_private_table_one_needs_an_invitation),
        cmocka_unit_test(what_a_spectator_sends_again_is_said_once),
        cmocka_unit_test(talk_needs_a_token_and_a_name),
        cmocka_unit_test(the_host_quiets_people_on_chairs_and_spectators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
