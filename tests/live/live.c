/* The live table: what it refuses, bots that think, clocks, taking back, talk and the next game. */
#include "tests/live/house.h"

#include "tests/test.h"

/* --- Refusals --------------------------------------------------------------------------------- */

static void what_is_not_allowed_is_refused_in_words_and_changes_nothing(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 3, "hint");
    struct host host = {0};
    struct error e = {0};
    char long_text[SAID_MAX + 2];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    p.chair[0].empty = true;
    struct live *h = open_house(&p, &host);
    assert_int_equal(live_say(h, NOBODY, "Who plays?", &e), LIVE_KEPT);
    assert_refused(h, live_begin(h, &e), &e, REFUSE_CHAIRS_EMPTY);
    assert_refused(h, live_sit(h, 1, "Bob", "", &e), &e, REFUSE_CHAIR_TAKEN);
    assert_refused(h, live_sit(h, 256, "Bob", "", &e), &e, REFUSE_NO_CHAIR);
    assert_refused(h, live_leave(h, 0, &e), &e, REFUSE_CHAIR_EMPTY);
    assert_refused(h, live_absent(h, 2, &e), &e, REFUSE_NO_PERSON);
    assert_refused(h, live_back(h, 1, &e), &e, REFUSE_PRESENT);
    assert_refused(h, live_draw(h, &e), &e, REFUSE_NO_GAME);
    assert_refused(h, live_decide(h, 1, 0, &e), &e, REFUSE_NO_GAME);
    assert_refused(h, live_rematch(h, 8, &e), &e, REFUSE_NOT_OVER);
    assert_refused(h, live_take_back(h, 1, &e), &e, REFUSE_NOTHING_BACK);
    assert_refused(h, live_say(h, 1, " ", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, "a\nb", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, "\x1B[2J", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, long_text, &e), &e, REFUSE_TOO_LONG);
    assert_refused(h, live_say(h, 0, "I am nobody", &e), &e, REFUSE_NO_PERSON);
    assert_int_equal(live_sit(h, 0, "Ann", "chess", &e), LIVE_REFUSED);
    assert_non_null(strstr(e.text, "no bot 'chess'"));
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    assert_refused(h, live_begin(h, &e), &e, REFUSE_RUNNING);
    assert_refused(h, live_thought(h, 2, 1, 0, &e), &e, REFUSE_STALE);
    assert_refused(h, live_decide(h, 0, 0, &e), &e, REFUSE_NOT_TURN);
    struct rng r = rng_seeded(1, 1);
    play_until_people_decide(h, &host, &r);
    int due = __builtin_ctz(live_people_due(h));
    assert_refused(h, live_decide(h, due, action_make(200, 0, 0), &e), &e, REFUSE_NOT_LEGAL);
    live_free(h);
}

static void what_was_not_kept_has_happened_and_is_kept_with_the_next_command(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct live *h = begin_house(&p, &host);
    assert_int_equal(host.kept_at_once, 2); /* opened and begun */
    host.full = true;
    assert_int_equal(live_draw(h, &e), LIVE_PLAYED);
    assert_string_equal(e.text, "there is no room; make some");
    assert_int_equal(live_say(h, 0, "Oh", &e), LIVE_PLAYED);
    assert_int_equal(live_table(h)->steps, 1);
    assert_int_equal(live_kept(h), 2);
    host.full = false;
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_int_equal(host.kept_at_once, 3);
    assert_int_equal(live_kept(h), 5);
    live_free(h);
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A table at which at least two bots are due at once. */
static struct live *several_think(const struct plan *p, struct host *host)
{
    struct rng r = rng_seeded(1, 1);
    struct live *h = begin_house(p, host);
    while (__builtin_popcount(host->thinking) < 2)
        assert_true(play_on(h, host, &r));
    return h;
}

static void all_bots_that_are_due_think_at_once_and_answer_in_any_order(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 0, "random");
    struct host host = {0};
    struct error e = {0};
    struct live *h = several_think(&p, &host);
    assert_int_equal(host.thinking, 15);
    assert_memory_not_equal(&host.random[0], &host.random[1], sizeof host.random[0]);
    uint64_t first = host.thought[0];
    assert_int_equal(live_thought(h, 3, host.thought[3], choice_of(&host, 3), &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 7);
    assert_int_equal(host.thought[0], first); /* nobody begins anew */
    assert_int_equal(live_thought(h, 0, first, choice_of(&host, 0), &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 6);
    live_free(h);
}

static void a_bot_decides_the_same_though_the_house_was_restored_meanwhile(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 0, "search:50");
    struct host host = {0}, other = {0};
    struct error e = {0};
    struct live *h = several_think(&p, &host);
    assert_int_equal(live_thought(h, 2, host.thought[2], choice_of(&host, 2), &e), LIVE_KEPT);
    struct live *again = rebuild(h, &other);
    for (int seat = 0; seat < 4; seat++)
        if (host.thinking >> seat & 1)
            assert_int_equal(choice_of(&host, seat), choice_of(&other, seat));
    live_free(h);
    live_free(again);
}

static void a_late_answer_to_a_thought_that_was_dropped_is_refused_and_harmless(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 1, "hint");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(2, 2);
    struct live *h = begin_house(&p, &host);
    do {
        assert_true(play_on(h, &host, &r));
    } while (!host.thinking || !back_find(h, 0, &(size_t){0}));
    uint64_t late = host.thought[1];
    action a = choice_of(&host, 1);
    assert_int_equal(live_take_back(h, 0, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 0);
    assert_refused(h, live_thought(h, 1, late, a, &e), &e, REFUSE_STALE);
    assert_int_equal(live_people_due(h), 1);
    live_free(h);
}

static void who_is_away_is_played_by_a_bot_until_they_are_back(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(4, 4);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    int seat = __builtin_ctz(live_people_due(h));
    assert_int_equal(live_absent(h, seat, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 1 << seat);
    assert_refused(h, live_decide(h, seat, 0, &e), &e, REFUSE_ABSENT);
    assert_refused(h, live_absent(h, seat, &e), &e, REFUSE_ABSENT);
    assert_int_equal(live_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 0);
    assert_null(live_bot(h, seat));
    assert_int_equal(live_leave(h, seat, &e), LIVE_KEPT); /* and for good */
    assert_int_equal(host.thinking, 1 << seat);
    assert_int_equal(live_thought(h, seat, host.thought[seat], choice_of(&host, seat), &e),
                     LIVE_KEPT);
    assert_int_equal(live_sit(h, seat, "Eve", "", &e), LIVE_KEPT);
    assert_string_equal(live_table(h)->name[seat], "Eve");
    assert_int_equal(live_people(h), 3);
    live_free(h);
}

/* --- Clocks ----------------------------------------------------------------------------------- */

static void who_thinks_too_long_first_uses_the_bank_and_then_counts_as_absent(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(5, 5);
    p.pace = (struct pace){.decision = 1000, .bank = 500};
    struct live *h = begin_house(&p, &host);
    assert_int_equal(live_time(h, 50000, &e), LIVE_KEPT); /* cards cost nobody time */
    play_until_people_decide(h, &host, &r);
    int seat = __builtin_ctz(live_people_due(h));
    assert_int_equal(live_time_left(h, seat, 50000), 1500);
    assert_int_equal(live_time(h, 51200, &e), LIVE_KEPT);
    assert_int_equal(live_say(h, seat, "Wait", &e), LIVE_KEPT); /* stops no clock */
    assert_int_equal(live_time_left(h, seat, 51200), 300);
    assert_int_equal(live_decide(h, seat, any_legal(h, seat, &r), &e), LIVE_KEPT);
    assert_int_equal(live_clocks(h)->bank[seat], 300);
    while (!(live_people_due(h) >> seat & 1))
        assert_true(play_on(h, &host, &r));
    size_t entries = h->diary.entries;
    assert_int_equal(live_time(h, 52499, &e), LIVE_KEPT);
    assert_int_equal(h->diary.entries, entries);
    assert_int_equal(live_time(h, 52500, &e), LIVE_KEPT);
    assert_int_equal(diary_at(&h->diary, entries)->kind, ENTRY_TIME_OUT);
    assert_int_equal(live_away(h), 1 << seat);
    assert_int_equal(host.thinking, 1 << seat);
    assert_int_equal(live_time(h, 52500, &e), LIVE_KEPT);
    assert_int_equal(h->diary.entries, entries + 1);
    live_free(h);
}

static void without_a_pace_nobody_is_hurried(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(6, 6);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    assert_int_equal(live_time(h, INT64_MAX, &e), LIVE_KEPT);
    assert_int_equal(live_away(h), 0);
    live_free(h);
}

/* --- Taking back ------------------------------------------------------------------------------ */

/* Whoever is due decides something of that word. */
static int decide_word(struct live *h, const char *word)
{
    struct error e = {0};
    action legal[ACTIONS_MAX];
    int seat = __builtin_ctz(live_people_due(h));
    int count = table_legal(live_table(h), seat, legal);
    for (int i = 0; i < count; i++)
        if (strcmp(h->plan.setup.game->verbs[action_verb(legal[i])].word, word) == 0) {
            assert_int_equal(live_decide(h, seat, legal[i], &e), LIVE_KEPT);
            return seat;
        }
    fail_msg("nobody can %s", word);
    return -1;
}

static void people_take_back_together_and_only_what_has_shown_nothing_new(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 7, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(8, 8);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    int seat = decide_word(h, "hit"); /* nothing has come yet */
    int second = (seat + 1) % 3, third = (seat + 2) % 3;
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, seat, &e), &e, REFUSE_ASKED);
    assert_int_equal(live_take_back(h, second, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps + 1);
    assert_int_equal(live_take_back(h, third, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps);
    assert_int_equal(live_people_due(h), 1 << seat);
    assert_int_equal(decide_word(h, "hit"), seat);
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(live_absent(h, third, &e), LIVE_KEPT); /* whoever is away is not asked */
    assert_int_equal(live_take_back(h, second, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps);
    decide_word(h, "hit");
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, seat, &e), &e, REFUSE_SHOWN);
    live_free(h);
}

static void a_step_ends_what_was_asked_for(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(9, 9);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    int seat = decide_word(h, "hit");
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, 1 - seat, &e), &e, REFUSE_NOTHING_BACK);
    live_free(h);
}

/* --- Talk and the next game ------------------------------------------------------------------- */

static void the_game_decides_whether_people_talk(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 3, 7, "");
    struct error e = {0};
    struct host free = {0}, silent = {0};
    struct rng r = rng_seeded(10, 10);
    struct live *h = begin_house(&p, &free);
    assert_int_equal(live_say(h, 1, "I bid ten", &e), LIVE_KEPT);
    assert_int_equal(live_say(h, NOBODY, "What a game", &e), LIVE_KEPT);
    live_free(h);
    p.setup = test_setup("venture", 3, "chat off");
    h = open_house(&p, &silent);
    assert_int_equal(live_say(h, 1, "Good luck", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    assert_refused(h, live_say(h, 1, "I bid ten", &e), &e, REFUSE_SILENCE);
    assert_refused(h, live_say(h, NOBODY, "What a game", &e), &e, REFUSE_SILENCE);
    while (play_on(h, &silent, &r))
        ;
    assert_int_equal(live_say(h, 1, "Well played", &e), LIVE_KEPT);
    assert_int_equal(live_rematch(h, 8, &e), LIVE_KEPT);
    assert_refused(h, live_say(h, 1, "I bid one", &e), &e, REFUSE_SILENCE);
    live_free(h);
}

static void the_next_game_has_the_same_chairs_and_a_seed_of_its_own(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 1, "hint");
    struct host host = {0}, other = {0};
    struct error e = {0};
    struct rng r = rng_seeded(11, 11);
    snprintf(p.chair[0].name, NAME_ROOM, "Ann");
    struct live *h = begin_house(&p, &host);
    while (play_on(h, &host, &r))
        ;
    assert_int_equal(live_leave(h, 0, &e), LIVE_KEPT);
    assert_refused(h, live_rematch(h, 8, &e), &e, REFUSE_CHAIRS_EMPTY);
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_rematch(h, 8, &e), LIVE_KEPT);
    assert_true(live_plan(h)->seed == 8);
    assert_int_equal(live_table(h)->steps, 0);
    p.seed = 8;
    struct live *fresh = begin_house(&p, &other);
    for (int i = 0; i < 6; i++) {
        assert_same_table(live_table(fresh), live_table(h));
        assert_int_equal(live_draw(h, &e), live_draw(fresh, &e));
    }
    live_free(h);
    live_free(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_allowed_is_refused_in_words_and_changes_nothing),
        cmocka_unit_test(what_was_not_kept_has_happened_and_is_kept_with_the_next_command),
        cmocka_unit_test(all_bots_that_are_due_think_at_once_and_answer_in_any_order),
        cmocka_unit_test(a_bot_decides_the_same_though_the_house_was_restored_meanwhile),
        cmocka_unit_test(a_late_answer_to_a_thought_that_was_dropped_is_refused_and_harmless),
        cmocka_unit_test(who_is_away_is_played_by_a_bot_until_they_are_back),
        cmocka_unit_test(who_thinks_too_long_first_uses_the_bank_and_then_counts_as_absent),
        cmocka_unit_test(without_a_pace_nobody_is_hurried),
        cmocka_unit_test(people_take_back_together_and_only_what_has_shown_nothing_new),
        cmocka_unit_test(a_step_ends_what_was_asked_for),
        cmocka_unit_test(the_game_decides_whether_people_talk),
        cmocka_unit_test(the_next_game_has_the_same_chairs_and_a_seed_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
