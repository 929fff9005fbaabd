/* What a table agrees on: talk, hints, who leads, who is quieted or sent away, choices that are
 * held. */
#include "tests/hall/room.h"

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
    assert_string_equal(
        person_refusal(&stranger),
        "This table is by invitation, and that was not the whole link. Ask for it once more.");
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
        cmocka_unit_test(the_others_are_told_soon_who_is_gone_and_who_is_back),
        cmocka_unit_test(chances_are_shown_among_bots_and_where_people_want_them),
        cmocka_unit_test(the_host_leads_and_hands_over),
        cmocka_unit_test(who_was_sent_away_does_not_come_back),
        cmocka_unit_test(the_table_says_that_a_bot_has_no_time),
        cmocka_unit_test(a_table_is_paid_for_by_presence),
        cmocka_unit_test(what_somebody_keeps_in_a_page_is_never_closed),
        cmocka_unit_test(who_plays_alone_among_bots_gets_a_hint_in_words_with_odds),
        cmocka_unit_test(where_others_play_there_are_hints_only_if_the_table_has_them),
        cmocka_unit_test(a_hint_that_nobody_waits_for_is_given_up_and_one_is_worked_on_at_a_time),
        cmocka_unit_test(a_table_may_have_spectators_who_do_not_talk),
        cmocka_unit_test(who_has_chosen_changes_it_and_the_others_hear_the_same_whatever_it_is),
        cmocka_unit_test(a_table_may_wait_until_all_who_have_chosen_are_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
