/* The hall: messages in, messages out, and what is between them, without a network. */
#include "tests/guests.h"

enum { PEOPLE = 8 };

/* --- Tests
 * -------------------------------------------------------------------------------------------- */

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
        assert_non_null(strstr(text_of(&before), "stands at"));
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
        p[0].visitor = hall_come(h->hall, &p[0]);
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
    hall_list(h->hall, &list);
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
    p.visitor = hall_come(h->hall, &p);
    struct text out = {0};
    int heard = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        heard += hall_hear(p.visitor, wrong[i], strlen(wrong[i]));
    assert_int_equal(heard, sizeof wrong / sizeof *wrong);
    for (int i = 0; i < heard; i++) {
        text_clear(&out);
        assert_true(hall_next(p.visitor, &out));
        assert_non_null(strstr(text_of(&out), "\"refused\":\""));
    }
    assert_false(hall_hear(p.visitor, "{", 1));
    text_free(&out);
    person_clear(&p);
    host_free(h);
}

/* What is told of a table that only one person has a chair at, or more. */
static const char *word_of(const struct person *p, const char *key)
{
    return json_string_value(json_object_get(p->now, key));
}

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
    assert_true(person_does(&p[0], "say", ",\"text\":\"still here\""));
    snprintf(token, sizeof token, ",\"token\":\"%s\"", p[1].token);
    assert_true(person_does(&p[0], "hello", token));
    assert_false(person_does(&p[0], "say", ",\"text\":\"somebody else\""));
    part(h, p, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_by_messages_alone),
        cmocka_unit_test(nobody_is_told_what_is_not_safe),
        cmocka_unit_test(who_comes_in_before_all_is_safe_is_told_of_the_table_afterwards),
        cmocka_unit_test(a_change_that_is_told_before_the_next_one_is_safe_is_not_forgotten),
        cmocka_unit_test(what_is_told_again_after_another_game_has_the_same_words),
        cmocka_unit_test(what_is_sent_again_is_not_done_again),
        cmocka_unit_test(after_a_crash_every_table_is_as_it_was),
        cmocka_unit_test(who_vanishes_is_played_for_and_has_the_chair_back),
        cmocka_unit_test(who_says_hello_again_stays_at_the_table),
        cmocka_unit_test(to_come_back_costs_the_missed_entries_and_at_most_4_kB),
        cmocka_unit_test(the_host_leads_and_hands_over),
        cmocka_unit_test(to_a_private_table_one_needs_an_invitation),
        cmocka_unit_test(what_a_spectator_sends_again_is_said_once),
        cmocka_unit_test(who_plays_alone_among_bots_gets_a_hint_in_words_with_odds),
        cmocka_unit_test(where_others_play_there_are_hints_only_if_the_table_has_them),
        cmocka_unit_test(a_hint_that_nobody_waits_for_is_given_up_and_one_is_worked_on_at_a_time),
        cmocka_unit_test(a_table_may_have_spectators_who_do_not_talk),
        cmocka_unit_test(a_table_that_was_deserted_when_all_went_down_closes_without_being_touched),
        cmocka_unit_test(a_damaged_table_is_set_aside_and_the_others_run),
        cmocka_unit_test(a_table_where_nothing_happens_leaves_memory_and_wakes),
        cmocka_unit_test(whoever_looks_is_told_the_words_for_all_that_a_view_has),
        cmocka_unit_test(the_rules_of_a_table_are_those_of_its_options),
        cmocka_unit_test(nonsense_is_refused_in_words_and_not_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
