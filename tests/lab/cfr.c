/* Equilibria of hands that are known, the best response beside one by brute force, and strategies
 * as files. */
#include "lab/cfr.h"
#include "bots/bot.h"
#include "lab/response.h"

#include "tests/lab/kuhn.h"
#include "tests/test.h"

#include <math.h>

enum { LIMIT = 1000000 };

/* A strategy after so many hands, of which there may be none. */
static struct strategy *trained(const struct setup *u, enum grain grain, long hands)
{
    struct error e = {0};
    struct cfr *c = cfr_new(u, grain, 1, &e);
    assert_non_null(c);
    assert_true(cfr_train(c, hands, NULL));
    struct strategy *s = cfr_strategy(c, 0);
    assert_non_null(s);
    cfr_free(c);
    return s;
}

static double best(const struct strategy *s, int seat)
{
    double gain;
    assert_true(response_exact(s, seat, LIMIT, &gain));
    return gain;
}

static double exploitability(const struct strategy *s)
{
    return (best(s, 0) + best(s, 1)) / 2;
}

/* --- Kuhn's poker ----------------------------------------------------------------------------- */

static void who_begins_in_kuhn_poker_loses_an_eighteenth_of_a_chip(void **context)
{
    (void)context;
    const double both = 2.0 / 18; /* one loses it, the other wins it */
    struct setup u = kuhn_setup();
    struct strategy *s = trained(&u, GRAIN_EXACT, 300000);
    assert_true(fabs(best(s, 0) + both) < 0.02);
    assert_true(fabs(best(s, 1) - both) < 0.02);
    assert_true(exploitability(s) < 0.01);
    strategy_free(s);
}

static void exploitability_falls_with_the_hands(void **context)
{
    (void)context;
    struct setup games[] = {kuhn_setup(), test_setup("template", 2, NULL)};
    for (size_t i = 0; i < 2; i++) {
        struct strategy *none = trained(&games[i], GRAIN_EXACT, 0);
        struct strategy *few = trained(&games[i], GRAIN_EXACT, 3000);
        struct strategy *many = trained(&games[i], GRAIN_EXACT, 100000);
        double first = exploitability(none), middle = exploitability(few),
               last = exploitability(many);
        assert_true(first > 2 * middle);
        assert_true(middle > 2 * last);
        assert_true(last >= 0);
        strategy_free(none);
        strategy_free(few);
        strategy_free(many);
    }
}

/* --- Brute force ------------------------------------------------------------------------------ */

/* A hand of Kuhn's poker as a tree that is walked for one pure strategy of a seat. */
struct brute {
    const struct strategy *strategy;
    int seat;
    unsigned pure; /* bit 2 * (card - 1) + whether it is the second time: bet or call */
};

struct moment {
    _Alignas(max_align_t) char room[STATE_MAX];
    struct event past[64];
    size_t size;
};

static struct state *state_of(struct moment *m)
{
    return (struct state *)(void *)m->room;
}

static void moment_add(struct moment *m, const struct log *log)
{
    for (int i = 0; i < log->size; i++)
        m->past[m->size++] = log->event[i];
}

static double brute_value(const struct brute *b, struct moment *m);

static double brute_step(const struct brute *b, const struct moment *m, struct step step)
{
    struct moment next;
    struct log log = {0};
    memcpy(&next, m, sizeof next);
    game_step(&game_kuhn, state_of(&next), step, &log);
    moment_add(&next, &log);
    return brute_value(b, &next);
}

/* The chance of the second decision, bet or call. */
static double brute_chance(const struct brute *b, struct moment *m, int seat)
{
    struct view v;
    game_view(&game_kuhn, state_of(m), seat, &v);
    if (seat == b->seat) {
        bool again = false; /* the seat has decided before, or the other has bet */
        for (size_t i = 0; i < m->size; i++)
            again = again || (m->past[i].kind == EVENT_DECIDE &&
                              (m->past[i].seat == seat || action_verb(m->past[i].choice) == 1));
        return b->pure >> (2 * (v.card[v.zone[seat].first] - 1) + again) & 1;
    }
    struct situation at;
    double chance[ACTIONS_MAX];
    situation_of(&v, m->past, m->size, b->strategy->grain, &at);
    return strategy_chances(b->strategy, &at, chance) ? chance[1] : 0.5;
}

static double brute_value(const struct brute *b, struct moment *m)
{
    const struct head *h = game_look(state_of(m));
    if (h->turn.kind == TURN_OVER)
        return h->score[b->seat] - h->score[1 - b->seat];
    if (h->turn.kind == TURN_SEATS) {
        action act[ACTIONS_MAX];
        int seat = __builtin_ctz(h->turn.seats);
        double second = brute_chance(b, m, seat);
        game_legal(&game_kuhn, state_of(m), seat, act);
        struct step step[] = {{TURN_SEATS, (uint8_t)seat, 0, act[0]},
                              {TURN_SEATS, (uint8_t)seat, 0, act[1]}};
        return (1 - second) * brute_step(b, m, step[0]) + second * brute_step(b, m, step[1]);
    }
    struct chance all[CHANCES_MAX];
    int count = game_chances(state_of(m), all);
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += all[i].likely * brute_step(b, m, all[i].step);
    return mean;
}

static void the_best_response_is_that_of_brute_force(void **context)
{
    (void)context;
    enum { PURE = 1 << 6 };
    struct setup u = kuhn_setup();
    for (int hands = 0; hands < 200; hands += 40)
        for (int seat = 0; seat < 2; seat++) {
            struct strategy *s = trained(&u, GRAIN_EXACT, hands);
            double most = -INFINITY;
            for (unsigned pure = 0; pure < PURE; pure++) {
                struct brute b = {s, seat, pure};
                struct moment m = {0};
                struct log log = {0};
                game_start(&u, state_of(&m), &log);
                moment_add(&m, &log);
                double value = brute_value(&b, &m);
                most = value > most ? value : most;
            }
            assert_true(fabs(best(s, seat) - most) < 1e-9);
            strategy_free(s);
        }
}

static void a_hand_that_is_too_long_is_not_enumerated(void **context)
{
    (void)context;
    double gain;
    struct setup u = kuhn_setup();
    struct strategy *s = trained(&u, GRAIN_EXACT, 0);
    assert_false(response_exact(s, 0, 10, &gain));
    strategy_free(s);
}

static void the_ways_through_a_hand_are_counted(void **context)
{
    (void)context;
    struct setup kuhn = kuhn_setup(), tournament = test_setup("tournament", 2, NULL);
    assert_int_equal((int)(cfr_ways(&kuhn) / 6 + 0.5), 5); /* of each of six deals */
    assert_true(cfr_ways(&tournament) > 1e9);
}

/* --- Looking ahead ---------------------------------------------------------------------------- */

static void who_looks_ahead_gains_no_more_than_the_best_response(void **context)
{
    (void)context;
    struct setup games[] = {kuhn_setup(), test_setup("template", 2, NULL)};
    for (size_t i = 0; i < 2; i++) {
        struct strategy *s = trained(&games[i], GRAIN_EXACT, 0);
        struct local_response l = {
            .strategy = s, .hands = 400, .imagined = 50, .trials = 50, .seed = 1};
        struct local_gain gain;
        double most = exploitability(s);
        assert_true(response_local(&l, &gain));
        assert_int_equal(gain.hands, 400);
        assert_true(gain.mean < most + 2 * gain.error);
        assert_true(gain.mean > most / 2); /* of those who do just anything there is much to gain */
        strategy_free(s);
    }
}

/* --- Files ------------------------------------------------------------------------------------ */

static void a_strategy_is_read_as_it_was_written(void **context)
{
    (void)context;
    struct setup u = test_setup("tournament", 2, NULL);
    struct strategy *s = trained(&u, GRAIN_COARSE, 500);
    struct text text = {0}, again = {0};
    struct error e = {0};
    strategy_write(s, &text);
    struct strategy *read = strategy_read(text_of(&text), &e);
    assert_non_null(read);
    assert_int_equal(read->size, s->size);
    assert_true(s->size > 100);
    strategy_write(read, &again);
    assert_string_equal(text_of(&text), text_of(&again));
    strategy_free(s);
    strategy_free(read);
    free(text.at);
    free(again.at);
}

static void refuse(const char *text, const char *expected)
{
    struct error e = {0};
    assert_null(strategy_read(text, &e));
    if (!strstr(e.text, expected))
        fail_msg("said '%s'; expected '%s'", e.text, expected);
}

static void a_damaged_strategy_is_refused(void **context)
{
    (void)context;
    struct setup u = test_setup("tournament", 2, NULL);
    struct strategy *s = trained(&u, GRAIN_COARSE, 100);
    struct text text = {0};
    strategy_write(s, &text);
    char *last = text.at + text.size - 3;
    *last = *last == '0' ? '1' : '0';
    refuse(text_of(&text), "is damaged");
    text.at[text.size - 20] = '\0';
    refuse(text_of(&text), "is damaged");
    for (size_t end = 0; end + 20 < text.size; end += end < 300 ? 1 : 1000) {
        char was = text.at[end];
        struct error e = {0};
        text.at[end] = '\0';
        assert_null(strategy_read(text_of(&text), &e));
        text.at[end] = was;
    }
    refuse("", "expected 'pairs-strategy 1'");
    refuse("pairs-strategy 2\n", "expected 'pairs-strategy 1'");
    refuse("pairs-strategy 1\ngame tennis\nplayers 2\n", "tennis");
    refuse("pairs-strategy 1\ngame tournament\nplayers 99\n", "99");
    refuse("pairs-strategy 1\ngame tournament\nplayers 2\noption chips 0\n", "chips");
    strategy_free(s);
    free(text.at);
}

/* --- Situations ------------------------------------------------------------------------------- */

/* The situation at the end of a record of Tournament. */
static struct situation situation_after(const char *record)
{
    struct text text = {0};
    struct setup u = test_setup("tournament", 2, NULL);
    struct situation at;
    struct view v;
    test_header(&text, &u);
    text_words(&text, record);
    struct reader *r = test_read(text_of(&text));
    const struct table *t = reader_table(r);
    table_view(t, __builtin_ctz(table_turn(t).seats), &v);
    situation_of(&v, t->past.event, t->past.size, GRAIN_COARSE, &at);
    reader_free(r);
    free(text.at);
    return at;
}

static bool same(const char *one, const char *other)
{
    struct situation a = situation_after(one), b = situation_after(other);
    return a.choices == b.choices && memcmp(a.key, b.key, (size_t)a.choices * sizeof *a.key) == 0;
}

static void a_situation_is_the_same_in_every_seat_and_in_every_hand(void **context)
{
    (void)context;
    const char *first = "lot A\ndeal A 6\ndeal B 9\nA draw\ndeal A 8\nA name 14\n";
    assert_true(same(first, "lot B\ndeal B 6\ndeal A 9\nB draw\ndeal B 8\nB name 14\n"));
    assert_true(same(first, "lot A\ndeal A 3\ndeal B 4\nA name 5\nB doubt\n"
                            "deal A 6\ndeal B 9\nA draw\ndeal A 8\nA name 14\n"));
    assert_true(same(first, "lot A\ndeal A 10\ndeal B 9\nA draw\ndeal A 10\nA name 14\n"));
    assert_false(same(first, "lot A\ndeal A 6\ndeal B 9\nA draw\ndeal A 8\nA name 15\n"));
    assert_false(same(first, "lot A\ndeal A 6\ndeal B 1\nA draw\ndeal A 8\nA name 14\n"));
    assert_false(same(first, "lot A\ndeal A 6\ndeal B 9\nA name 14\n"));
}

/* --- Strategies that come with the program ---------------------------------------------------- */

static bool offers(const struct view *v, action a)
{
    int i = 0;
    while (i < v->actions && v->act[i] != a)
        i++;
    return i < v->actions;
}

/* A game by the strategy, in which each decision may be any instead, one time in so many; 0: none
 * is. Whatever it decides is legal. Counts what it was asked, and what it knew of it. */
static void play_by(const struct strategy *s, struct rng *r, int astray, int *known, int *asked)
{
    struct table *t = table_new(&s->setup);
    struct error e = {0};
    while (table_turn(t).kind != TURN_OVER) {
        int seat = __builtin_ctz(table_turn(t).seats | 0x80);
        struct knowledge *k = knowledge_of(t, seat);
        if (table_turn(t).kind != TURN_SEATS) {
            table_chance(t, r, &e);
        } else {
            struct view v;
            action a;
            knowledge_view(k, &v);
            bool knows = strategy_choose(s, k, r, &a);
            *known += knows && v.actions > 1;
            *asked += v.actions > 1;
            assert_true(!knows || offers(&v, a));
            if (!knows || (astray && rng_below(r, astray) == 0))
                a = v.act[rng_below(r, v.actions)];
            assert_true(table_play(t, seat, a, &e));
        }
        knowledge_free(k);
    }
    table_free(t);
}

static void every_strategy_that_comes_along_is_read_and_applies(void **context)
{
    (void)context;
    enum { GAMES = 10, ASTRAY = 3 };
    for (const struct strategy_file *file = strategy_files; file->name; file++) {
        struct error e = {0};
        struct rng r = rng_seeded(1, 0);
        struct strategy *s = strategy_read(file->text, &e);
        assert_string_equal(e.text, "");
        int known = 0, asked = 0, lost = 0, at_all = 0;
        for (int i = 0; i < GAMES; i++) {
            play_by(s, &r, 0, &known, &asked);
            play_by(s, &r, ASTRAY, &lost, &at_all);
        }
        if (known * 10 < asked * 8)
            fail_msg("%s knows %d of %d situations", file->name, known, asked);
        strategy_free(s);
    }
}

/* Whether a strategy itself knows the situation of the seat in turn. */
static bool is_known(const struct strategy *s, const struct table *t)
{
    struct view v;
    struct situation at;
    size_t size;
    double chance[ACTIONS_MAX];
    struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
    const struct event *past = knowledge_past(k, &size);
    knowledge_view(k, &v);
    situation_of(&v, past, size, s->grain, &at);
    bool known = strategy_chances(s, &at, chance);
    knowledge_free(k);
    return known;
}

static void many_decisions_are_left_to_the_rule_of_thumb_and_a_few_are_not(void **context)
{
    (void)context;
    enum { HANDS = 2000 };
    struct setup u = test_setup("tournament", 2, NULL);
    struct strategy *s = trained(&u, GRAIN_COARSE, HANDS);
    struct rng r = rng_seeded(1, 0);
    struct table *t = table_new(&u);
    struct error e = {0};
    bool judged = false;
    while (!judged) {
        int seat = __builtin_ctz(table_turn(t).seats | 0x80);
        if (table_turn(t).kind != TURN_SEATS) {
            table_chance(t, &r, &e);
            continue;
        }
        struct knowledge *k = knowledge_of(t, seat);
        struct view v;
        action a;
        knowledge_view(k, &v);
        judged = v.actions == 2;
        assert_int_equal(is_known(s, t), judged);
        assert_true(strategy_choose(s, k, &r, &a));
        assert_true(table_play(t, seat, a, &e));
        knowledge_free(k);
    }
    table_free(t);
    strategy_free(s);
}

/* The decision of a bot that is asked for the first one of the game. */
static action first_choice(const char *name, const struct table *t, uint64_t seed)
{
    struct error e = {0};
    struct rng r = rng_seeded(seed, 7);
    struct bot *b = bot_new(name, &e);
    struct knowledge *k = knowledge_of(t, __builtin_ctz(table_turn(t).seats));
    assert_non_null(b);
    action a = bot_choose(b, k, &r);
    knowledge_free(k);
    bot_free(b);
    return a;
}

/* Search would hardly ever draw the same number out of 55. */
static void the_best_level_follows_the_strategy_that_comes_along(void **context)
{
    (void)context;
    struct setup u = test_setup("tournament", 2, NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct rng r = rng_seeded(seed, 1);
        struct table *t = table_new(&u);
        struct error e = {0};
        while (table_turn(t).kind != TURN_SEATS)
            table_chance(t, &r, &e);
        assert_int_equal(first_choice("8", t, seed), first_choice("solved", t, seed));
        table_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_begins_in_kuhn_poker_loses_an_eighteenth_of_a_chip),
        cmocka_unit_test(exploitability_falls_with_the_hands),
        cmocka_unit_test(the_best_response_is_that_of_brute_force),
        cmocka_unit_test(a_hand_that_is_too_long_is_not_enumerated),
        cmocka_unit_test(the_ways_through_a_hand_are_counted),
        cmocka_unit_test(who_looks_ahead_gains_no_more_than_the_best_response),
        cmocka_unit_test(a_strategy_is_read_as_it_was_written),
        cmocka_unit_test(a_damaged_strategy_is_refused),
        cmocka_unit_test(every_strategy_that_comes_along_is_read_and_applies),
        cmocka_unit_test(many_decisions_are_left_to_the_rule_of_thumb_and_a_few_are_not),
        cmocka_unit_test(the_best_level_follows_the_strategy_that_comes_along),
        cmocka_unit_test(a_situation_is_the_same_in_every_seat_and_in_every_hand),
    };
    return cmocka_run_group_tests_name("equilibria", tests, NULL, NULL);
}
