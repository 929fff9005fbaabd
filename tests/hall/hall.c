/* The hall: messages in, messages out, and what is between them, without a network. */
#include "tests/hall/guests.h"

#include <limits.h>

enum { PEOPLE = 8 };

/* --- Tests ------------------------------------------------------------------------------------ */

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

static const json_t *chair_of(const struct person *p, int seat)
{
    return json_array_get(json_object_get(p->now, "chairs"), (size_t)seat);
}

static const char *word_in(const json_t *in, const char *key)
{
    const char *word = json_string_value(json_object_get(in, key));
    return word ? word : "";
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

static void all_hear(struct host *h, struct person p[], int people)
{
    host_commit(h);
    for (int i = 0; i < people; i++)
        if (p[i].visitor)
            person_listen(&p[i]);
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

static void assert_stage(struct host *h, struct person p[], int people, const char *stage)
{
    all_hear(h, p, people);
    for (int i = 0; i < people; i++)
        if (p[i].visitor)
            assert_string_equal(word_in(p[i].now, "stage"), stage);
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

static bool is_away(const struct person *p, int seat, const char *key)
{
    return json_is_true(json_object_get(chair_of(p, seat), key));
}

/* Although nothing happens at the table meanwhile, and it sleeps; before a game and in it. */
static void the_others_are_told_soon_who_is_gone_and_who_is_back(void **state)
{
    (void)state;
    struct host *h = host_new(19);
    struct person p[3];
    char table[TABLE_ID];
    gather(h, p, 3, "pairs", 3, "", table);
    all_hear(h, p, 3);
    for (int times = 0; times < 2; times++) {
        host_pass(h, 20000);
        all_hear(h, p, 3);
        assert_int_equal(hall_awake(h->hall), 0);
        int lines = h->disk.lines;
        person_goes(&p[2]);
        host_pass(h, 2000);
        all_hear(h, p, 3);
        assert_false(is_away(&p[0], 2, "away"));
        host_pass(h, 2000);
        all_hear(h, p, 3);
        assert_true(is_away(&p[0], 2, "away") && is_away(&p[1], 2, "away"));
        assert_false(is_away(&p[0], 2, "absent"));
        assert_int_equal(h->disk.lines, lines);
        if (times) { /* and if it lasts a bot decides */
            for (int i = 0; i < 30; i++)
                host_pass(h, 1000);
            all_hear(h, p, 3);
            assert_true(is_away(&p[0], 2, "away") && is_away(&p[0], 2, "absent"));
        }
        person_comes(&p[2]);
        person_enters(&p[2], table);
        all_hear(h, p, 3);
        assert_false(is_away(&p[0], 2, "away") || is_away(&p[0], 2, "absent"));
        assert_false(is_away(&p[2], 2, "away"));
    }
    part(h, p, 3);
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

static bool shows_odds(const struct person *p)
{
    return json_is_true(json_object_get(p->now, "odds"));
}

static void chances_are_shown_among_bots_and_where_people_want_them(void **state)
{
    (void)state;
    struct host *h = host_new(22);
    struct person p[2];
    struct rng r = rng_seeded(22, 22);
    char table[TABLE_ID];
    gather(h, p, 2, "pairs", 3, "", table);
    play_out(h, p, 2, &r);
    assert_false(shows_odds(&p[0]));
    assert_true(person_does(&p[0], "change", ",\"odds\":true"));
    all_hear(h, p, 2);
    assert_true(shows_odds(&p[0]) && shows_odds(&p[1]));
    assert_false(person_does(&p[0], "change", ",\"odds\":3"));
    for (int i = 0; i < 2; i++)
        person_goes(&p[i]);
    host_crash(h);
    for (int i = 0; i < 2; i++) {
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    assert_true(person_does(&p[0], "change", ",\"game\":\"port\",\"players\":3"));
    all_hear(h, p, 2);
    assert_true(shows_odds(&p[1]));
    part(h, p, 2);
    h = host_new(23);
    gather(h, p, 1, "pairs", 3, "", table);
    assert_true(shows_odds(&p[0]));
    part(h, p, 1);
    h = host_new(24);
    gather(h, p, 1, "pairs", 3, ",\"odds\":false", table);
    assert_false(shows_odds(&p[0]));
    part(h, p, 1);
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

static void the_host_leads_and_hands_over(void **state)
{
    (void)state;
    struct host *h = host_new(3);
    struct person p[3];
    char table[TABLE_ID];
    struct rng r = rng_seeded(1, 1);
    gather(h, p, 3, "pairs", 3, "", table);
    assert_false(person_does(&p[1], "kick", ",\"seat\":\"C\""));
    assert_string_equal(person_refusal(&p[1]), "Only the host may do that.");
    assert_false(person_does(&p[0], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_true(person_does(&p[0], "kick", ",\"seat\":\"C\""));
    assert_false(person_does(&p[2], "take-back", ""));
    assert_true(person_does(&p[0], "leave", ""));
    assert_true(person_does(&p[1], "bot", ",\"bot\":\"random\""));
    assert_true(person_does(&p[1], "bot", ",\"bot\":\"random\",\"seat\":\"C\""));
    struct person all[1] = {p[1]};
    play_out(h, all, 1, &r);
    p[1] = all[0];
    assert_true(person_does(&p[1], "swap", ",\"seat\":\"A\",\"other\":\"B\""));
    assert_string_equal(json_string_value(json_object_get(p[1].now, "you")), "A");
    assert_true(person_does(&p[1], "change", ",\"game\":\"port\",\"players\":2"));
    assert_true(person_does(&p[1], "begin", ""));
    json_t *game = json_object_get(p[1].now, "game");
    assert_string_equal(json_string_value(json_object_get(game, "name")), "port");
    part(h, p, 3);
}

static const char *word_of(const struct person *p, const char *key)
{
    return json_string_value(json_object_get(p->now, key));
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

static uint64_t one_network(void *context, void *socket)
{
    (void)context;
    (void)socket;
    return 7;
}

static void who_was_sent_away_does_not_come_back(void **state)
{
    (void)state;
    struct host *h = host_new(45);
    struct person p[2], other, stranger;
    char table[TABLE_ID], more[256], word[32];
    h->whence = one_network;
    host_crash(h);
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
    }
    assert_true(person_does(&p[0], "create", ",\"game\":\"pairs\",\"players\":3,\"name\":\"Ann\""));
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(p[0].answer, "table")));
    snprintf(word, sizeof word, "%s", word_of(&p[0], "invitation"));
    snprintf(more, sizeof more, ",\"table\":\"%s\",\"invitation\":\"%s\"", table, word);
    assert_true(person_does(&p[1], "enter", more));
    assert_true(person_does(&p[1], "sit", ",\"name\":\"Bob\""));
    person_init(&other, h, 5);
    person_comes(&other);
    assert_true(person_does(&other, "enter", more));
    assert_true(person_does(&other, "look", ",\"name\":\"Wendy\""));
    text_clear(&other.heard);
    assert_true(person_does(&p[0], "kick", ",\"name\":\"Wendy\""));
    person_listen(&other);
    assert_non_null(strstr(text_of(&other.heard), "\"lost\":\"The host has sent you away"));
    assert_false(person_does(&other, "say", ",\"text\":\"But...\""));
    assert_false(person_does(&other, "enter", more));
    assert_string_equal(person_refusal(&other), "The host has sent you away from this table.");
    person_init(&stranger, h, 6); /* the same with another token */
    person_comes(&stranger);
    assert_false(person_does(&stranger, "enter", more));
    assert_string_equal(person_refusal(&stranger),
                        "Somebody from where you are was sent away from this table.");
    person_goes(&p[1]);
    person_comes(&p[1]);
    assert_true(person_does(&p[1], "enter", more)); /* who has a chair has it from anywhere */
    assert_string_not_equal(word_of(&p[0], "invitation"), word);
    person_goes(&other);
    person_goes(&stranger);
    person_goes(&p[0]);
    person_goes(&p[1]);
    host_crash(h); /* networks are written nowhere; but the invitation is a new one for good */
    person_comes(&stranger);
    assert_false(person_does(&stranger, "enter", more));
    assert_string_equal(person_refusal(&stranger), "One needs an invitation to this table.");
    person_comes(&other);
    assert_false(person_does(&other, "enter", more));
    assert_string_equal(person_refusal(&other), "The host has sent you away from this table.");
    person_clear(&stranger);
    person_clear(&other);
    part(h, p, 2);
}

/* Once a game, and not again after the machine went down. */
static void the_table_says_that_a_bot_has_no_time(void **state)
{
    (void)state;
    struct host *h = host_new(46);
    struct person p[1];
    struct rng r = rng_seeded(46, 0);
    char table[TABLE_ID];
    int told = 0;
    gather(h, p, 1, "pairs", 3, "", table);
    for (int moves = 0; moves < 12; moves++) {
        if (moves == 6) {
            person_goes(&p[0]);
            host_crash(h);
            person_comes(&p[0]);
            person_enters(&p[0], table);
        }
        for (int i = 0; i < h->thoughts; i++)
            hall_hurried(h->thought[i].room, h->thought[i].seat, h->thought[i].thought);
        if (!host_think_on(h) && !person_decides(&p[0], &r))
            break;
        host_commit(h);
        person_listen(&p[0]);
    }
    for (const char *at = text_of(&p[0].heard); (at = strstr(at, "\"kind\":\"hurried\"")); at++)
        told++;
    assert_in_range(told, 1, 2); /* each of two bots */
    part(h, p, 1);
}

static void a_table_is_paid_for_by_presence(void **state)
{
    (void)state;
    enum { MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
    struct host *h = host_new(47);
    struct person p[2];
    char table[2][TABLE_ID];
    for (int i = 0; i < 2; i++) {
        person_init(&p[i], h, i);
        person_comes(&p[i]);
        assert_true(person_does(&p[i], "create",
                                ",\"game\":\"pairs\",\"chairs\":[\"you\",\"hint\"],"
                                "\"name\":\"Ann\",\"begin\":true"));
        snprintf(table[i], TABLE_ID, "%s", word_in(p[i].answer, "table"));
    }
    person_goes(&p[0]); /* has opened it and gone */
    host_pass(h, 10 * MINUTE);
    person_goes(&p[1]); /* was there for ten minutes */
    host_pass(h, HOUR - MINUTE);
    host_commit(h);
    assert_int_equal(hall_tables(h->hall), 1);
    host_pass(h, 9 * DAY);
    assert_int_equal(hall_tables(h->hall), 1);
    host_pass(h, DAY + HOUR);
    host_commit(h);
    assert_int_equal(hall_tables(h->hall), 0);
    part(h, p, 2);
}

static void what_somebody_keeps_in_a_page_is_never_closed(void **state)
{
    (void)state;
    enum { HOUR = 3600000 };
    struct host *h = host_new(48);
    struct person p[1];
    hall_free(h->hall);
    h->own = true;
    host_open(h);
    person_init(&p[0], h, 0);
    person_comes(&p[0]);
    assert_true(person_does(&p[0], "create",
                            ",\"game\":\"pairs\",\"chairs\":[\"you\",\"hint\"],"
                            "\"name\":\"Ann\",\"begin\":true"));
    person_goes(&p[0]);
    for (int hour = 0; hour < 1000; hour++)
        host_pass(h, HOUR);
    host_commit(h);
    assert_int_equal(hall_tables(h->hall), 1);
    part(h, p, 1);
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

/* What is told of a table that only one person has a chair at, or more. */

static const json_t *hint_of(const struct person *p)
{
    return json_object_get(p->answer, "hint");
}

/* That one of `legal` is advised, with words and odds for all of them. */
static void check_hint(const struct person *p)
{
    const json_t *hint = hint_of(p), *legal = json_object_get(p->view, "legal"), *word;
    const char *choice = json_string_value(json_object_get(hint, "choice"));
    const char *first = json_string_value(json_array_get(json_object_get(hint, "text"), 0));
    const json_t *choices = json_object_get(hint, "choices");
    bool is_legal = false;
    double worse = -1;
    size_t i;
    assert_non_null(choice);
    assert_non_null(first);
    assert_memory_equal(first, "Advice: ", 8);
    json_array_foreach(legal, i, word) is_legal |= strcmp(json_string_value(word), choice) == 0;
    assert_true(is_legal);
    assert_int_equal(json_array_size(choices), json_array_size(legal));
    assert_true(json_array_size(json_object_get(hint, "figures")) > json_array_size(choices));
    json_array_foreach(choices, i, word)
    {
        double next = json_real_value(json_object_get(word, "worse"));
        assert_true(next >= worse || json_array_size(legal) > 2);
        worse = next;
        assert_true(json_is_string(json_object_get(word, "words")));
    }
    assert_int_equal(json_integer_value(json_object_get(hint, "after")), p->entry);
}

static bool has_turn(const struct person *p)
{
    return json_array_size(json_object_get(p->view, "legal")) > 0;
}

/* Bots decide until one of these people may. */
static void wait_for_turn(struct host *h, struct person p[], int people)
{
    for (bool turn = false; !turn;) {
        for (int i = 0; i < people; i++) {
            person_listen(&p[i]);
            turn = turn || has_turn(&p[i]);
        }
        if (!turn)
            assert_true(host_think_on(h));
        host_commit(h);
    }
}

static void who_plays_alone_among_bots_gets_a_hint_in_words_with_odds(void **state)
{
    (void)state;
    struct host *h = host_new(12);
    struct person p[1];
    char table[TABLE_ID];
    double all = 0;
    gather(h, p, 1, "pairs", 3, "", table);
    wait_for_turn(h, p, 1);
    assert_true(json_is_true(json_object_get(p[0].now, "hints")));
    assert_true(person_does(&p[0], "hint", ""));
    check_hint(&p[0]);
    for (size_t i = 0; i < RANKS; i++)
        all += json_real_value(json_array_get(json_object_get(hint_of(&p[0]), "cards"), i));
    assert_true(all > 0.999 && all < 1.001);
    uint64_t before = p[0].entry;
    assert_true(person_does(&p[0], "decide", ",\"choice\":\"fold\""));
    assert_true(p[0].entry > before);
    part(h, p, 1);
}

static void where_others_play_there_are_hints_only_if_the_table_has_them(void **state)
{
    (void)state;
    for (int with = 0; with < 2; with++) {
        struct host *h = host_new(13);
        struct person p[2], watcher;
        char table[TABLE_ID];
        gather(h, p, 2, "octopus", 4, with ? ",\"hints\":true" : "", table);
        person_init(&watcher, h, 9);
        person_comes(&watcher);
        person_enters(&watcher, table);
        assert_int_equal(json_is_true(json_object_get(p[0].now, "hints")), with);
        assert_false(person_does(&watcher, "hint", ""));
        assert_string_equal(person_refusal(&watcher), "You do not sit at this table.");
        wait_for_turn(h, p, 2);
        for (int i = 0; i < 2; i++) {
            bool turn = has_turn(&p[i]);
            assert_int_equal(person_does(&p[i], "hint", ""), with && turn);
            if (with && turn)
                check_hint(&p[i]);
            else
                assert_string_equal(person_refusal(&p[i]),
                                    with ? "It is not your turn."
                                         : "There are no hints at this table while other people "
                                           "play.");
        }
        person_clear(&watcher);
        part(h, p, 2);
    }
}

static void a_hint_that_nobody_waits_for_is_given_up_and_one_is_worked_on_at_a_time(void **state)
{
    (void)state;
    struct host *h = host_new(14);
    struct person p[1];
    char table[TABLE_ID];
    gather(h, p, 1, "deadfall", 2, "", table);
    person_send(&p[0], "{\"do\":\"hint\",\"n\":900}");
    assert_int_equal(h->hints, 1);
    person_listen(&p[0]);
    person_send(&p[0], "{\"do\":\"hint\",\"n\":901}");
    person_listen(&p[0]);
    assert_int_equal(json_integer_value(json_object_get(p[0].answer, "n")), 901);
    assert_string_equal(person_refusal(&p[0]), "The hint that you have asked for is on its way.");
    assert_int_equal(h->hints, 1);
    person_goes(&p[0]);
    assert_int_equal(h->hints, 0);
    part(h, p, 1);
}

static void a_table_may_have_spectators_who_do_not_talk(void **state)
{
    (void)state;
    struct host *h = host_new(15);
    struct person p[2], watcher;
    char table[TABLE_ID];
    struct rng r = rng_seeded(15, 0);
    gather(h, p, 2, "pairs", 2, ",\"talk\":\"seated\",\"decision\":9000", table);
    for (int i = 0; i < 2; i++)
        person_goes(&p[i]);
    host_crash(h);
    for (int i = 0; i < 2; i++) {
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    person_init(&watcher, h, 9);
    person_comes(&watcher);
    person_enters(&watcher, table);
    assert_string_equal(word_of(&watcher, "talk"), "seated");
    assert_false(person_does(&watcher, "say", ",\"text\":\"Fold!\""));
    assert_string_equal(person_refusal(&watcher), "Only those who sit at this table talk here.");
    assert_true(person_does(&p[1], "say", ",\"text\":\"Shall I?\""));
    play_out(h, p, 2, &r);
    assert_true(person_does(&p[0], "change", ",\"game\":\"port\",\"players\":2"));
    assert_string_equal(word_of(&p[0], "talk"), "seated"); /* what is not named stays */
    assert_int_equal(json_integer_value(json_object_get(p[0].now, "decision")), 9000);
    assert_false(person_does(&p[0], "change", ",\"game\":\"port\",\"talk\":\"none\""));
    assert_true(person_does(&p[0], "change", ",\"game\":\"port\",\"talk\":\"all\""));
    assert_true(person_does(&watcher, "look", ",\"name\":\"Wendy\""));
    assert_true(person_does(&watcher, "say", ",\"text\":\"At last.\""));
    assert_true(person_does(&p[0], "change", ",\"decision\":0,\"bank\":5000")); /* the same game */
    const json_t *game = json_object_get(p[0].now, "game");
    assert_string_equal(json_string_value(json_object_get(game, "name")), "port");
    assert_int_equal(json_integer_value(json_object_get(p[0].now, "bank")), 5000);
    person_clear(&watcher);
    part(h, p, 2);
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

/* What somebody is told of secret choices, "" if nothing. */
static const char *told_chosen(const struct person *p)
{
    const char *last = strrchr(text_of(&p->heard), '{'); /* of the message that was heard last */
    while (last > text_of(&p->heard) && strncmp(last, "{\"seats\"", 8) != 0)
        last--;
    return last && strncmp(last, "{\"seats\"", 8) == 0 ? last : "";
}

static bool has_chosen(const struct person *p, const char *words)
{
    return strncmp(told_chosen(p), words, strlen(words)) == 0;
}

static const char *nth_legal(const struct person *p, size_t i)
{
    static char more[128];
    snprintf(more, sizeof more, ",\"choice\":\"%s\"",
             json_string_value(json_array_get(json_object_get(p->view, "legal"), i)));
    return more;
}

/* Three people bid at once; the first changes to and fro, to other cards in each hall. */
static struct host *change_bids(struct person p[], size_t first, char table[TABLE_ID])
{
    char bid[3][128];
    struct host *h = host_new(31);
    gather(h, p, 3, "venture", 3, "", table);
    all_hear(h, p, 3);
    for (size_t i = 0; i < 3; i++)
        snprintf(bid[i], sizeof bid[i], "%s", nth_legal(&p[0], first + i));
    for (int i = 0; i < 3; i++)
        text_clear(&p[i].heard);
    for (int i = 0; i < 3; i++)
        assert_true(person_does(&p[0], "decide", bid[i]));
    all_hear(h, p, 3);
    assert_non_null(strstr(told_chosen(&p[0]), "\"legal\":[\"bid "));
    assert_true(person_does(&p[0], "take-back", ""));
    assert_true(person_does(&p[0], "decide", bid[1]));
    all_hear(h, p, 3);
    return h;
}

static void who_has_chosen_changes_it_and_the_others_hear_the_same_whatever_it_is(void **state)
{
    (void)state;
    struct person p[3], q[3];
    char table[TABLE_ID], same[TABLE_ID];
    struct host *h = change_bids(p, 0, table), *g = change_bids(q, 2, same);
    for (int i = 1; i < 3; i++)
        assert_string_equal(text_of(&p[i].heard), text_of(&q[i].heard));
    assert_string_not_equal(text_of(&p[0].heard), text_of(&q[0].heard));
    assert_true(has_chosen(&p[1], "{\"seats\":[\"A\"],\"ready\":[]}"));
    assert_true(has_chosen(&p[0], "{\"seats\":[\"A\"],\"ready\":[],\"choice\":\"bid "));
    part(g, q, 3);
    for (int i = 0; i < 3; i++)
        person_goes(&p[i]);
    host_crash(h);
    for (int i = 0; i < 3; i++) {
        text_clear(&p[i].heard);
        person_comes(&p[i]);
        person_enters(&p[i], table);
    }
    assert_true(has_chosen(&p[0], "{\"seats\":[\"A\"],\"ready\":[],\"choice\":\"bid "));
    assert_true(person_does(&p[2], "decide", nth_legal(&p[2], 0)));
    text_clear(&p[0].heard);
    assert_true(person_does(&p[1], "decide", nth_legal(&p[1], 0)));
    all_hear(h, p, 3);
    assert_string_equal(told_chosen(&p[0]), "");
    assert_true(person_sees_end(&p[0]) || json_array_size(json_object_get(p[0].view, "legal")));
    part(h, p, 3);
}

static void a_table_may_wait_until_all_who_have_chosen_are_ready(void **state)
{
    (void)state;
    struct host *h = host_new(32);
    struct person p[3];
    char table[TABLE_ID];
    gather(h, p, 3, "venture", 3, ",\"hold\":true", table);
    all_hear(h, p, 3);
    assert_true(json_is_true(json_object_get(p[0].now, "hold")));
    assert_false(person_does(&p[0], "ready", ""));
    assert_string_equal(person_refusal(&p[0]), "Nothing of yours waits to be shown.");
    for (int i = 0; i < 3; i++)
        assert_true(person_does(&p[i], "decide", nth_legal(&p[i], 0)));
    all_hear(h, p, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(json_array_size(json_object_get(p[0].view, "to_act")), 0);
        assert_true(person_does(&p[i], "ready", ""));
        all_hear(h, p, 3);
    }
    assert_int_equal(json_array_size(json_object_get(p[0].view, "to_act")), 3);
    part(h, p, 3);
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
        cmocka_unit_test(who_vanishes_is_played_for_and_has_the_chair_back),
        cmocka_unit_test(to_come_back_costs_the_missed_entries_and_at_most_4_kB),
        cmocka_unit_test(who_says_hello_again_stays_at_the_table),
        cmocka_unit_test(everybody_at_a_table_has_a_name_of_their_own),
        cmocka_unit_test(anybody_may_propose_a_rematch_and_it_begins_when_all_agree),
        cmocka_unit_test(another_game_can_be_proposed_whatever_chairs_it_has),
        cmocka_unit_test(the_evening_is_counted_for_everybody_at_the_table),
        cmocka_unit_test(gestures_are_said_and_typing_is_told_but_never_kept),
        cmocka_unit_test(the_others_are_told_soon_who_is_gone_and_who_is_back),
        cmocka_unit_test(a_rematch_waits_for_nobody_who_is_gone),
        cmocka_unit_test(a_table_can_be_made_and_begun_with_one_command),
        cmocka_unit_test(chances_are_shown_among_bots_and_where_people_want_them),
        cmocka_unit_test(who_plays_among_bots_has_the_next_game_at_once),
        cmocka_unit_test(people_have_the_face_that_they_chose_and_bots_that_of_their_level),
        cmocka_unit_test(the_host_leads_and_hands_over),
        cmocka_unit_test(nobody_is_called_like_another_or_like_nobody),
        cmocka_unit_test(a_language_that_nobody_speaks_is_refused),
        cmocka_unit_test(to_a_private_table_one_needs_an_invitation),
        cmocka_unit_test(what_a_spectator_sends_again_is_said_once),
        cmocka_unit_test(talk_needs_a_token_and_a_name),
        cmocka_unit_test(the_host_quiets_people_on_chairs_and_spectators),
        cmocka_unit_test(who_was_sent_away_does_not_come_back),
        cmocka_unit_test(the_table_says_that_a_bot_has_no_time),
        cmocka_unit_test(a_table_is_paid_for_by_presence),
        cmocka_unit_test(what_somebody_keeps_in_a_page_is_never_closed),
        cmocka_unit_test(who_plays_alone_among_bots_gets_a_hint_in_words_with_odds),
        cmocka_unit_test(where_others_play_there_are_hints_only_if_the_table_has_them),
        cmocka_unit_test(a_hint_that_nobody_waits_for_is_given_up_and_one_is_worked_on_at_a_time),
        cmocka_unit_test(a_table_may_have_spectators_who_do_not_talk),
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
        cmocka_unit_test(whoever_looks_is_told_the_words_for_all_that_a_view_has),
        cmocka_unit_test(the_rules_of_a_table_are_those_of_its_options),
        cmocka_unit_test(nonsense_is_refused_in_words_and_not_for_ever),
        cmocka_unit_test(who_has_chosen_changes_it_and_the_others_hear_the_same_whatever_it_is),
        cmocka_unit_test(a_table_may_wait_until_all_who_have_chosen_are_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
