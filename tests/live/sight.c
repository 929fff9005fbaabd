/* Who may know what of an entry. */
#include "tests/live/house.h"

#include "tests/test.h"

static void assert_same_sight(const struct sight *a, const struct sight *b)
{
    assert_true(a->number == b->number && a->kind == b->kind && a->seat == b->seat);
    assert_true(a->time == b->time && a->steps == b->steps && a->game == b->game);
    assert_ptr_equal(a->text, b->text);
    assert_ptr_equal(a->bot, b->bot);
    assert_int_equal(a->log.size, b->log.size);
    for (int i = 0; i < a->log.size; i++)
        assert_same_event(&a->log.event[i], &b->log.event[i]);
}

/* What the step would have looked like with another card or decision: the same to all who may not
 * know which it was. Returns how many could not tell. */
static int compare_with(const struct table *before, struct step step, struct step instead)
{
    struct table *a = table_before(before, before->steps), *b = table_before(before, before->steps);
    struct error e = {0};
    struct diary one = {0}, other = {0};
    struct entry x = {.kind = ENTRY_STEP}, y = x;
    int blind = 0;
    assert_true(a && b && diary_reserve(&one, &x, true) && diary_reserve(&other, &y, true));
    x.step = step;
    y.step = instead;
    assert_true(table_step(a, step, &e) && table_step(b, instead, &e));
    diary_add(&one, x, a->log.event, a->log.size);
    diary_add(&other, y, b->log.event, b->log.size);
    seats waiting = table_turn(before).seats & (seats) ~(1u << step.who);
    bool revealed = step.kind == TURN_SEATS && (!waiting || table_turn(a).seats != waiting);
    for (int looks = -1; !revealed && looks < before->setup.players; looks++) {
        int who = looks < 0 ? NOBODY : looks;
        bool knows = a->log.size > 0 && event_redact(&a->log.event[0], who).seen;
        struct sight mine, theirs;
        if (knows)
            continue;
        entry_seen(&one, 0, who, &mine);
        entry_seen(&other, 0, who, &theirs);
        assert_same_sight(&mine, &theirs);
        blind++;
    }
    diary_free(&one);
    diary_free(&other);
    table_free(a);
    table_free(b);
    return blind;
}

static int compare_step(const struct table *before, struct step step)
{
    struct step instead = step;
    action legal[ACTIONS_MAX];
    int blind = 0;
    if (step.kind == TURN_DECK) {
        for (int c = 1; c <= RANKS; c++) {
            instead.what = (action)c;
            if (instead.what != step.what && pile_count(game_source(before->state), c))
                return compare_with(before, step, instead);
        }
    } else if (step.kind == TURN_SEATS) {
        int count = table_legal(before, step.who, legal);
        for (int i = 0; i < count; i++) {
            instead.what = legal[i];
            if (legal[i] != step.what && action_verb(legal[i]) == action_verb(step.what))
                blind += compare_with(before, step, instead);
        }
    }
    return blind;
}

static void no_entry_tells_anybody_a_card_or_choice_that_is_not_theirs_to_know(void **state)
{
    (void)state;
    int blind = 0;
    for (int g = 0; all_games[g]; g++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        struct table *t = NULL;
        struct setup finished = test_setup(all_games[g]->name, setup_players_usual(&u), NULL);
        struct rng r = rng_seeded(3, (uint64_t)g);
        t = table_new(&finished);
        for (int i = 0; i < 60 && table_turn(t).kind != TURN_OVER; i++) {
            struct table *before = table_before(t, t->steps);
            test_step(t, &r);
            blind += compare_step(before, t->step[t->steps - 1]);
            table_free(before);
        }
        table_free(t);
    }
    assert_true(blind > 1000);
}

static void everybody_sees_who_sits_and_what_is_said_and_nobody_the_seed(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 1, "hint");
    struct host host = {0};
    struct error e = {0};
    struct sight s;
    p.chair[0].empty = true;
    struct live *h = open_house(&p, &host);
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_say(h, 0, "Hello", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    entry_seen(live_diary(h), 0, NOBODY, &s);
    assert_true(s.kind == ENTRY_OPENED && s.game->players == 2 && s.log.size == 0);
    entry_seen(live_diary(h), 1, NOBODY, &s);
    assert_true(s.kind == ENTRY_SEATED && s.seat == 0);
    assert_string_equal(s.text, "Ann");
    entry_seen(live_diary(h), 2, 1, &s);
    assert_true(s.kind == ENTRY_SAID && s.seat == 0);
    assert_string_equal(s.text, "Hello");
    entry_seen(live_diary(h), 3, NOBODY, &s);
    assert_true(s.kind == ENTRY_BEGUN && s.log.size > 0);
    live_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_entry_tells_anybody_a_card_or_choice_that_is_not_theirs_to_know),
        cmocka_unit_test(everybody_sees_who_sits_and_what_is_said_and_nobody_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
