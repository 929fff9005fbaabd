/* Secret choices: they can be changed until all have chosen, and tell nobody anything before. */
#include "tests/live/house.h"

#include "tests/test.h"

/* Three people at Venture and a bot, who all bid at the same time. */
static struct live *all_bid(struct plan p, struct host *host)
{
    struct rng r = rng_seeded(3, 1);
    struct live *h = begin_house(&p, host);
    play_until_people_decide(h, host, &r);
    assert_int_equal(live_people_due(h), 7);
    return h;
}

static struct plan three_bid(void)
{
    return plan_for("venture", 4, 7, "random");
}

/* The i-th of a seat's decisions. */
static action bid(const struct live *h, int seat, int i)
{
    action legal[ACTIONS_MAX];
    assert_true(table_legal(live_table(h), seat, legal) > i);
    return legal[i];
}

/* Somebody chooses; a house that is made of the entries is the same. */
static void choose(struct live *h, int seat, int i)
{
    struct error e = {0};
    struct host host = {0};
    if (live_decide(h, seat, bid(h, seat, i), &e) != LIVE_KEPT)
        fail_msg("%s", e.text);
    struct live *again = rebuild(h, &host);
    assert_same_house(h, again);
    live_free(again);
}

static void assert_chosen(const struct live *h, seats made, seats ready)
{
    seats are_ready;
    assert_int_equal(live_chosen(h, &are_ready), made);
    assert_int_equal(are_ready, ready);
}

static void a_secret_choice_is_held_and_changed_until_all_have_chosen(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct live *h = all_bid(three_bid(), &host);
    size_t steps = live_table(h)->steps;
    choose(h, CLEO, 0);
    choose(h, ANN, 0);
    choose(h, CLEO, 1);
    assert_chosen(h, 5, 0);
    assert_int_equal(live_people_due(h), 2);
    assert_int_equal(live_bots_due(h), 8); /* who waits for nobody */
    assert_int_equal(live_thought(h, 3, host.thought[3], choice_of(&host, 3), &e), LIVE_KEPT);
    assert_int_equal(live_take_back(h, CLEO, &e), LIVE_KEPT);
    assert_chosen(h, 1, 0);
    assert_int_equal(live_people_due(h), 6);
    choose(h, CLEO, 2);
    assert_int_equal(live_table(h)->steps, steps + 1); /* the bot's */
    action last[] = {bid(h, ANN, 0), bid(h, BEN, 1), bid(h, CLEO, 2)};
    choose(h, BEN, 1);
    assert_refused(h, live_decide(h, ANN, bid(h, ANN, 1), &e), &e, REFUSE_NOT_TURN);
    for (int seat = ANN; seat <= CLEO; seat++) {
        assert_true(live_deals(h));
        assert_int_equal(live_draw(h, &e), LIVE_KEPT);
        struct step step = live_table(h)->step[steps + 1 + (size_t)seat];
        assert_true(step.who == seat && step.what == last[seat]);
    }
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void whoever_looks_sees_that_somebody_has_chosen_and_nothing_else(void **state)
{
    (void)state;
    struct host hosts[2] = {{0}};
    struct live *h[2];
    struct error e = {0};
    struct sight seen[2];
    static struct view views[2];
    for (int i = 0; i < 2; i++) {
        h[i] = all_bid(three_bid(), &hosts[i]);
        choose(h[i], ANN, i);
        choose(h[i], ANN, i + 1);
        assert_int_equal(live_take_back(h[i], ANN, &e), LIVE_KEPT);
        choose(h[i], ANN, 2 * i);
    }
    static const int others[] = {BEN, CLEO, 3, NOBODY};
    for (int o = 0; o < 4; o++) {
        int looks = others[o];
        for (int i = 0; i < 2; i++)
            live_view(h[i], looks, &views[i]);
        assert_false(views[0].to_act & 1);
        assert_memory_equal(&views[0].card, &views[1].card, (size_t)views[0].cards);
        assert_int_equal(views[0].actions, views[1].actions);
        for (size_t k = 0; k < h[0]->diary.entries; k++) {
            for (int i = 0; i < 2; i++)
                entry_seen(&h[i]->diary, k, looks, &seen[i]);
            assert_true(seen[0].kind == seen[1].kind && seen[0].seat == seen[1].seat);
            assert_true(seen[0].kind != ENTRY_CHOSEN || (!seen[0].text && !seen[0].log.size));
            assert_int_equal(seen[0].log.size, seen[1].log.size);
        }
    }
    live_view(h[0], ANN, &views[0]);
    assert_int_equal(views[0].actions, 0); /* nobody waits for Ann */
    live_free(h[0]);
    live_free(h[1]);
}

static void who_plays_among_bots_chooses_at_once(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 1, "random");
    struct host host = {0};
    struct rng r = rng_seeded(3, 1);
    struct error e = {0};
    p.hold = true;
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    assert_int_equal(live_decide(h, ANN, bid(h, ANN, 0), &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps + 1);
    live_free(h);
}

static void who_is_away_keeps_the_choice_and_who_is_gone_does_not(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct live *h = all_bid(three_bid(), &host);
    choose(h, ANN, 0);
    choose(h, BEN, 0);
    action anns = bid(h, ANN, 0);
    assert_int_equal(live_absent(h, ANN, &e), LIVE_KEPT);
    assert_chosen(h, 3, 0);
    assert_false(host.thinking >> ANN & 1); /* no bot decides for Ann */
    assert_int_equal(live_kick(h, live_leader(h), BEN, &e), LIVE_KEPT);
    assert_chosen(h, 1, 0);
    assert_true(host.thinking >> BEN & 1);
    assert_int_equal(live_absent(h, CLEO, &e), LIVE_KEPT); /* so that no person is waited for */
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    const struct table *t = live_table(h);
    assert_true(t->step[t->steps - 1].who == ANN && t->step[t->steps - 1].what == anns);
    live_free(h);
}

static void what_is_taken_back_or_begun_anew_drops_all_choices(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(4, 1);
    struct plan p = plan_for("octopus", 4, 15, "");
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    while (live_people_due(h) != 15) { /* all continue */
        int seat = __builtin_ctz(live_people_due(h));
        assert_int_equal(live_decide(h, seat, bid(h, seat, 1), &e), LIVE_KEPT);
    }
    choose(h, ANN, 0);
    choose(h, BEN, 0);
    for (int seat = 3; seat >= CLEO; seat--)
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    for (int seat = ANN; seat <= BEN; seat++) { /* each first gets the choice, and then agrees */
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
        choose(h, CLEO, 0);
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    }
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void a_clock_stands_still_for_who_has_chosen_and_goes_on_for_who_reconsiders(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct plan p = three_bid();
    p.pace.decision = 10000;
    struct live *h = all_bid(p, &host);
    live_time(h, h->now + 4000, &e);
    choose(h, ANN, 0);
    assert_true(live_time_left(h, ANN, h->now) == INT64_MAX);
    assert_int_equal(live_time_left(h, BEN, h->now), 6000);
    live_time(h, h->now + 3000, &e);
    assert_int_equal(live_take_back(h, ANN, &e), LIVE_KEPT);
    assert_int_equal(live_time_left(h, ANN, h->now), 6000);
    choose(h, ANN, 1);
    live_time(h, h->now + 3000, &e); /* too long for the others */
    assert_int_equal(live_away(h), 6);
    assert_true(live_deals(h));
    live_free(h);
}

static void a_table_may_hold_what_was_chosen_until_all_are_ready(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct plan p = three_bid();
    p.hold = true;
    p.pace.decision = 10000;
    struct live *h = all_bid(p, &host);
    assert_refused(h, live_ready(h, ANN, &e), &e, REFUSE_NO_CHOICE);
    for (int seat = ANN; seat <= CLEO; seat++)
        choose(h, seat, 0);
    assert_false(live_deals(h));
    assert_int_equal(live_ready(h, ANN, &e), LIVE_KEPT);
    assert_int_equal(live_ready(h, BEN, &e), LIVE_KEPT);
    assert_refused(h, live_ready(h, BEN, &e), &e, REFUSE_NO_CHOICE);
    choose(h, ANN, 1); /* and is not ready any more */
    assert_chosen(h, 7, 2);
    assert_int_equal(live_awaited(h), 5);
    assert_int_equal(live_ready(h, ANN, &e), LIVE_KEPT);
    live_time(h, h->now + 10000, &e); /* Cleo says nothing */
    assert_int_equal(live_away(h), 4);
    assert_chosen(h, 7, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void of_several_cards_that_are_chosen_one_by_one_the_last_is_held(void **state)
{
    (void)state;
    struct host host = {0};
    struct rng r = rng_seeded(3, 1);
    struct plan p = plan_for("venture-draft", 3, 7, "");
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    choose(h, ANN, 0);
    choose(h, ANN, 0);
    assert_int_equal(live_table(h)->steps, steps + 2);
    choose(h, ANN, 0);
    assert_int_equal(live_table(h)->steps, steps + 2);
    assert_chosen(h, 1, 0);
    live_free(h);
}

static void of_several_cards_those_before_the_last_come_back_if_all_agree(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(3, 1);
    struct plan p = plan_for("venture-draft", 3, 7, "");
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    choose(h, ANN, 0);
    choose(h, ANN, 0);
    for (int seat = ANN; seat <= CLEO; seat++) {
        assert_int_equal(live_table(h)->steps, steps + 2);
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    }
    assert_int_equal(live_table(h)->steps, steps + 1);
    choose(h, ANN, 1);
    assert_int_equal(live_table(h)->steps, steps + 2);
    live_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_secret_choice_is_held_and_changed_until_all_have_chosen),
        cmocka_unit_test(whoever_looks_sees_that_somebody_has_chosen_and_nothing_else),
        cmocka_unit_test(who_plays_among_bots_chooses_at_once),
        cmocka_unit_test(who_is_away_keeps_the_choice_and_who_is_gone_does_not),
        cmocka_unit_test(what_is_taken_back_or_begun_anew_drops_all_choices),
        cmocka_unit_test(a_clock_stands_still_for_who_has_chosen_and_goes_on_for_who_reconsiders),
        cmocka_unit_test(a_table_may_hold_what_was_chosen_until_all_are_ready),
        cmocka_unit_test(of_several_cards_that_are_chosen_one_by_one_the_last_is_held),
        cmocka_unit_test(of_several_cards_those_before_the_last_come_back_if_all_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
