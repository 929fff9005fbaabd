/* Bots against each other: the games, the ratings and the sequential test. */
#include "tests/test.h"

#include "lab/arena.h"
#include "lab/match.h"
#include "wire/bot.h"

#include <math.h>

/* --- Matches ---------------------------------------------------------------------------------- */

/* The table after a game in which bots of one name have all seats. */
static struct table *played(const char *game, const char *name, uint64_t seed)
{
    struct setup u = test_setup(game, 3, NULL);
    struct table *t = table_new(&u);
    struct bot *bot[PLAYERS_MAX];
    struct error e = {0};
    for (int seat = 0; seat < u.players; seat++)
        assert_non_null(bot[seat] = bot_new(name, &e));
    if (!match_play(t, bot, seed, NULL, &e))
        fail_msg("%s: %s", game, e.text);
    for (int seat = 0; seat < u.players; seat++)
        bot_free(bot[seat]);
    return t;
}

static void a_match_is_played_to_its_end_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[i]->name, &e));
        if (setup_players_min(&u) > 3 || setup_players_max(&u) < 3)
            continue;
        struct table *t = played(all_games[i]->name, "random", 1);
        assert_int_equal(table_turn(t).kind, TURN_OVER);
        table_free(t);
    }
}

static void the_same_seed_gives_the_same_match(void **state)
{
    (void)state;
    struct table *a = played("pairs", "search:20", 5), *b = played("pairs", "search:20", 5);
    struct table *c = played("pairs", "search:20", 6);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(a->state, b->state, a->setup.game->size);
    assert_memory_not_equal(a->state, c->state, a->setup.game->size);
    table_free(a);
    table_free(b);
    table_free(c);
}

/* Cards of the k-th hand before its first decision, in a game with a fresh deck for every hand. */
static int first_cards(const struct table *t, int hand, action card[], int most)
{
    struct table *again = table_new(&t->setup);
    int count = 0;
    struct error e = {0};
    for (size_t i = 0; i < t->steps; i++) {
        const struct step *s = &t->step[i];
        bool there = game_look(again->state)->hand == hand;
        if (there && s->kind == TURN_SEATS)
            break;
        if (there && s->kind == TURN_DECK && count < most)
            card[count++] = s->what;
        assert_true(table_step(again, *s, &e));
    }
    table_free(again);
    return count;
}

static void what_bots_decide_and_draw_changes_no_card_of_a_later_hand(void **state)
{
    (void)state;
    enum { MOST = 64 };
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct table *a = played("goblin-poker", "random", seed);
        struct table *b = played("goblin-poker", "search:5", seed);
        for (int hand = 1; hand <= 2; hand++) {
            action x[MOST], y[MOST];
            int count = first_cards(a, hand, x, MOST);
            assert_true(count > 2);
            assert_int_equal(first_cards(b, hand, y, MOST), count);
            assert_memory_equal(x, y, (size_t)count * sizeof x[0]);
        }
        table_free(a);
        table_free(b);
    }
}

/* --- Ratings ---------------------------------------------------------------------------------- */

static double uniform(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

static double chance_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

static void a_share_of_three_quarters_is_191_elo(void **state)
{
    (void)state;
    struct elo e = {.bots = 2, .met = {{0, 4}, {4, 0}}};
    struct elo_rating rating[2];
    for (int i = 0; i < 100000; i++)
        elo_add(&e, (const double[]){3, 1});
    elo_fit(&e, rating);
    assert_true(fabs(rating[0].elo - 400 * log10(3)) < 0.1);
    assert_true(rating[1].elo == 0 && rating[1].error == 0);
}

static void a_bot_that_always_wins_has_a_rating_with_an_error(void **state)
{
    (void)state;
    struct elo e = {.bots = 2, .met = {{0, 2}, {2, 0}}};
    struct elo_rating rating[2];
    for (int i = 0; i < 20; i++)
        elo_add(&e, (const double[]){2, 0});
    elo_fit(&e, rating);
    assert_true(rating[0].elo > 300 && rating[0].elo < 2000);
    assert_true(rating[0].error > 50 && rating[0].elo - rating[0].error > 0);
}

/* Three bots of known strength whose deals vary: half of them are won by luck alone, with all games
 * of the deal going the same way. */
static void simulate(struct elo *e, const double elo[3], int deals, struct rng *r)
{
    *e = (struct elo){.bots = 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            e->met[i][j] = i == j ? 0 : 2;
    for (int d = 0; d < deals; d++) {
        double points[3] = {0};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < i; j++) { /* both games alike: the worst case of dependence */
                bool won = uniform(r) < chance_of(elo[i] - elo[j]);
                points[won ? i : j] += 2;
            }
        }
        elo_add(e, points);
    }
}

static void ratings_come_with_intervals_that_hold_in_95_of_100_cases(void **state)
{
    (void)state;
    enum { RUNS = 1000, DEALS = 200 };
    const double elo[3] = {120, 50, 0};
    struct rng r = rng_seeded(11, 0);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
        struct elo e;
        struct elo_rating rating[3];
        simulate(&e, elo, DEALS, &r);
        elo_fit(&e, rating);
        for (int i = 0; i < 2; i++)
            held += fabs(rating[i].elo - elo[i]) < rating[i].error;
    }
    assert_true(held > 2 * RUNS * 0.93 && held < 2 * RUNS * 0.97);
}

/* Deals of so many games, of which the first is lost by a known chance and each other one goes as
 * it did in one case of two. */
static struct tally simulate_shares(double chance, int games, int deals, struct rng *r)
{
    struct tally t = {0};
    for (int d = 0; d < deals; d++) {
        bool first = uniform(r) < chance;
        int lost = first;
        for (int i = 1; i < games; i++)
            lost += uniform(r) < 0.5 ? first : uniform(r) < chance;
        tally_add(&t, (double)lost / games);
    }
    return t;
}

static void shares_over_deals_have_intervals_that_hold_in_95_of_100_cases(void **state)
{
    (void)state;
    enum { RUNS = 1000 };
    static const struct {
        double chance;
        int games, deals;
    } row[] = {{0.5, 2, 30}, {0.167, 3, 50}, {0.25, 4, 200}, {0.03, 2, 100}, {0.9, 6, 40}};
    struct rng r = rng_seeded(14, 0);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            struct tally t = simulate_shares(row[i].chance, row[i].games, row[i].deals, &r);
            struct share share = tally_share(&t);
            held += share.low <= row[i].chance && row[i].chance <= share.high;
        }
        assert_in_range(held, 915, 985); /* chances near 0 and 1 are the hard ones */
    }
}

static void a_share_of_nothing_is_no_certainty(void **state)
{
    (void)state;
    struct tally t = {0};
    for (int i = 0; i < 20; i++)
        tally_add(&t, 0);
    assert_true(tally_share(&t).low == 0 && tally_share(&t).high > 0.1);
}

/* --- The sequential test ---------------------------------------------------------------------- */

/* How many of many tests end with a verdict, for a bot so much stronger. */
static int verdicts_of(struct sprt_test test, double elo, enum verdict verdict, int runs)
{
    enum { DEALS = 20000 };
    struct rng r = rng_seeded(12, (uint64_t)(1000 + elo));
    int count = 0;
    for (int run = 0; run < runs; run++) {
        struct sprt s = {.test = test};
        for (int i = 0; i < DEALS && s.verdict == UNDECIDED; i++) {
            int won = (uniform(&r) < chance_of(elo)) + (uniform(&r) < chance_of(elo));
            sprt_add(&s, won / 2.0);
        }
        assert_int_not_equal(s.verdict, UNDECIDED);
        count += s.verdict == verdict;
    }
    return count;
}

static int verdicts(double elo, enum verdict verdict, int runs)
{
    return verdicts_of((struct sprt_test){0}, elo, verdict, runs);
}

static void the_sequential_test_errs_as_often_as_it_is_asked_to(void **state)
{
    (void)state;
    struct sprt_test test = {.elo0 = 20, .elo1 = 60, .alpha = 1, .beta = 20};
    assert_in_range(verdicts_of(test, 20, STRONGER, 600), 0, 16);
    assert_in_range(verdicts_of(test, 60, NOT_STRONGER, 600), 60, 160);
    struct sprt s = {.test = test};
    assert_true(fabs(sprt_high(&s) - log(80)) < 1e-12 && fabs(sprt_low(&s) + log(4.95)) < 1e-12);
    struct sprt usual = {0};
    assert_true(sprt_high(&usual) == log(19) && sprt_low(&usual) == -log(19));
}

static void the_sequential_test_errs_in_5_of_100_cases(void **state)
{
    (void)state;
    assert_in_range(verdicts(0, STRONGER, 600), 10, 45);
    assert_in_range(verdicts(SPRT_ELO, NOT_STRONGER, 600), 10, 45);
    assert_int_equal(verdicts(200, STRONGER, 100), 100);
    assert_int_equal(verdicts(-200, NOT_STRONGER, 100), 100);
}

/* Chips: small losses and seldom large gains, or the other way round, with a mean that is so many
 * standard deviations of a deal. */
static int chip_verdicts(double effect, double sign, enum verdict verdict, int runs)
{
    enum { DEALS = 20000 };
    const double chance = 0.25, large = 3;
    const double spread = sqrt(3); /* of a gain of 3 in a quarter of all deals, else of -1 */
    struct rng r = rng_seeded(13, (uint64_t)(1000 + sign));
    int count = 0;
    for (int run = 0; run < runs; run++) {
        struct sprt s = {0};
        for (int i = 0; i < DEALS && s.verdict == UNDECIDED; i++)
            sprt_add_chips(&s, sign * (uniform(&r) < chance ? large : -1) + effect * spread);
        count += s.verdict == verdict;
    }
    return count;
}

static void the_sequential_test_of_chips_goes_by_the_mean_and_errs_as_seldom(void **state)
{
    (void)state;
    const double effect = 2 * (chance_of(SPRT_ELO) - 0.5);
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_in_range(chip_verdicts(0, sign, STRONGER, 600), 5, 50);
        assert_in_range(chip_verdicts(effect, sign, NOT_STRONGER, 600), 5, 50);
        assert_int_equal(chip_verdicts(1, sign, STRONGER, 100), 100);
        assert_int_equal(chip_verdicts(-1, sign, NOT_STRONGER, 100), 100);
    }
}

static void a_verdict_is_final(void **state)
{
    (void)state;
    struct sprt s = {0};
    while (s.verdict == UNDECIDED)
        sprt_add(&s, 1);
    long deals = s.deals;
    for (int i = 0; i < 1000; i++)
        sprt_add(&s, 0);
    assert_int_equal(s.verdict, STRONGER);
    assert_int_equal(s.deals, deals);
}

/* --- The arena -------------------------------------------------------------------------------- */

static struct arena arena_of(const char *game, int players, const char *const bots[], int count,
                             long deals)
{
    struct arena a = {.setup = test_setup(game, players, NULL),
                      .make = wire_bot,
                      .bots = count,
                      .deals = deals,
                      .seed = 7,
                      .threads = 2};
    for (int i = 0; i < count; i++)
        a.bot[i] = bots[i];
    return a;
}

static struct arena_result result_of(const struct arena *a)
{
    struct arena_result r;
    struct error e = {0};
    if (!arena_run(a, &r, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.deals, a->deals);
    assert_int_equal(r.games, a->deals * arena_games(a));
    return r;
}

static void the_number_of_threads_changes_nothing(void **state)
{
    (void)state;
    struct arena a =
        arena_of("pieces-of-eight", 4, (const char *[]){"random", "hint", "liar-random"}, 3, 1500);
    a.threads = 1;
    struct arena_result one = result_of(&a);
    a.threads = 7;
    struct arena_result seven = result_of(&a);
    for (int i = 0; i < a.bots; i++) {
        assert_true(one.bot[i].mean == seven.bot[i].mean);
        assert_true(one.bot[i].mean_error == seven.bot[i].mean_error);
        assert_true(one.bot[i].ahead_error == seven.bot[i].ahead_error);
        assert_true(one.bot[i].rating.elo == seven.bot[i].rating.elo);
        assert_true(one.bot[i].rating.error == seven.bot[i].rating.error);
    }
    assert_true(one.sprt.llr == seven.sprt.llr && one.sprt.deals == seven.sprt.deals);
}

static void a_run_up_to_the_verdict_ends_soon_after_it_whatever_the_number_of_threads(void **state)
{
    (void)state;
    enum { DEALS = 4000, BATCH = 16 };
    struct arena a = arena_of("pairs", 2, (const char *[]){"hint", "random"}, 2, DEALS);
    a.to_verdict = true;
    a.test.elo1 = 50;
    a.threads = 1;
    struct arena_result one, three;
    struct error e = {0};
    assert_true(arena_run(&a, &one, &e));
    a.threads = 3;
    assert_true(arena_run(&a, &three, &e));
    assert_int_equal(one.sprt.verdict, STRONGER);
    assert_int_equal(one.sprt.test.elo1, 50);
    assert_true(one.deals < DEALS && one.deals - one.sprt.deals < BATCH);
    assert_true(one.deals == three.deals && one.bot[0].ahead == three.bot[0].ahead);

    a.bot[0] = "random";
    assert_true(arena_run(&a, &three, &e));
    assert_int_equal(three.sprt.verdict, NOT_STRONGER);
    assert_true(three.deals < DEALS);
}

static void bots_that_are_the_same_are_exactly_even(void **state)
{
    (void)state;
    for (int players = 2; players <= 5; players++) {
        struct arena a = arena_of("pairs", players, (const char *[]){"random", "random"}, 2, 30);
        struct arena_result r = result_of(&a);
        assert_true(fabs(r.bot[0].ahead) < 1e-9 && r.bot[0].ahead_error < 1e-6);
        assert_true(fabs(r.bot[0].mean - r.bot[1].mean) < 1e-9);
        assert_true(fabs(r.bot[0].rating.elo) < 1e-6);
        assert_int_equal(r.bot[0].seats + r.bot[1].seats, players);
    }
}

/* A random bot that always sat at the left of a good one would seem to be worse than its twin. */
static void where_a_bot_sits_does_not_make_it_weaker(void **state)
{
    (void)state;
    struct arena a = arena_of("pairs", 3, (const char *[]){"hint", "random", "random"}, 3, 300);
    struct arena_result r = result_of(&a);
    assert_true(fabs(r.bot[1].rating.elo) < 2 * r.bot[1].rating.error);
}

static void a_search_beats_chance_whether_points_are_good_or_bad(void **state)
{
    (void)state;
    const char *const bots[] = {"search:100", "random"};
    struct arena low = arena_of("pairs", 2, (const char *[]){bots[0], bots[1]}, 2, 15);
    struct arena_result r = result_of(&low);
    assert_true(r.aim == NOT_TO_LOSE && r.bot[0].mean < r.bot[1].mean);
    assert_true(r.bot[0].ahead > r.bot[0].ahead_error && r.bot[0].rating.elo > 0);
    assert_int_equal(r.sprt.verdict, STRONGER);
    struct arena high = arena_of("port", 2, (const char *[]){bots[0], bots[1]}, 2, 8);
    r = result_of(&high);
    assert_true(r.aim == TO_WIN && r.bot[0].mean > r.bot[1].mean);
    assert_true(r.bot[0].ahead > r.bot[0].ahead_error && r.bot[0].rating.elo > 0);
}

static void each_bot_fights_medusa_at_a_table_of_its_own(void **state)
{
    (void)state;
    struct arena a =
        arena_of("medusa", 2, (const char *[]){"search:50", "random", "random"}, 3, 12);
    assert_int_equal(arena_games(&a), 3);
    struct arena_result r = result_of(&a);
    assert_int_equal(r.bot[0].seats, 2);
    assert_true(r.bot[1].mean == r.bot[2].mean && fabs(r.bot[1].rating.elo) < 1e-6);
    assert_true(r.aim == TO_WIN && r.bot[0].ahead >= 0);
}

/* The table loses one game in so many, whoever plays: who loses is all that there is to say, and
 * who loses with more points than another would have is no worse for that. */
static void points_decide_nothing_where_one_loses(void **state)
{
    (void)state;
    struct arena a = arena_of("pairs", 4, (const char *[]){"hint", "random"}, 2, 200);
    struct arena_result r = result_of(&a);
    const struct arena_bot *hint = &r.bot[0], *random = &r.bot[1];
    assert_int_equal(r.aim, NOT_TO_LOSE);
    assert_true(fabs(2 * (hint->lost.value + random->lost.value) - 1) < 1e-9);
    assert_true(fabs(hint->ahead - (random->lost.value - hint->lost.value)) < 1e-9);
    /* Of the comparisons between the two, hint wins those in which random lost; the rest, and those
     * of the one imagined deal, are draws. */
    double share = 0.5 + (random->lost.value - hint->lost.value) / 2 * 200 / 201;
    assert_true(fabs(hint->rating.elo - 400 * log10(share / (1 - share))) < 0.01);
}

static void who_wins_counts_in_port_and_chips_do_in_starboard(void **state)
{
    (void)state;
    struct arena a = arena_of("port", 3, (const char *[]){"hint", "random"}, 2, 20);
    struct arena_result r = result_of(&a);
    assert_int_equal(r.aim, TO_WIN);
    assert_true(fabs(r.bot[0].ahead - (r.bot[0].won.value - r.bot[1].won.value)) < 1e-9);
    a = arena_of("starboard", 3, (const char *[]){"hint", "random"}, 2, 20);
    r = result_of(&a);
    assert_int_equal(r.aim, FOR_CHIPS);
    assert_true(fabs(r.bot[0].ahead - (r.bot[0].mean - r.bot[1].mean)) < 1e-9);
}

/* Against what many deals say, with the intervals of few. */
static void what_an_arena_says_lies_in_its_interval_in_95_of_100_cases(void **state)
{
    (void)state;
    enum { RUNS = 100, DEALS = 40, LONG = 4000 };
    struct arena a = arena_of("pairs", 3, (const char *[]){"hint", "random"}, 2, LONG);
    struct arena_result truth = result_of(&a);
    int held[3] = {0};
    a.deals = DEALS;
    for (a.seed = 1000; a.seed < 1000 + RUNS; a.seed++) {
        struct arena_result r = result_of(&a);
        double lost = truth.bot[0].lost.value;
        held[0] += r.bot[0].lost.low <= lost && lost <= r.bot[0].lost.high;
        held[1] += fabs(r.bot[0].ahead - truth.bot[0].ahead) < r.bot[0].ahead_error;
        held[2] += fabs(r.bot[0].rating.elo - truth.bot[0].rating.elo) < r.bot[0].rating.error;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(held[i], 88, 100);
}

static void a_deal_takes_as_many_games_as_it_has_different_seatings(void **state)
{
    (void)state;
    static const struct {
        int players, bots, games;
    } row[] = {{2, 2, 2}, {3, 2, 3}, {4, 2, 2}, {4, 3, 4}, {6, 3, 3}, {8, 8, 8}, {5, 4, 5}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct arena a = {.setup = test_setup("pairs", row[i].players, NULL), .bots = row[i].bots};
        assert_int_equal(arena_games(&a), row[i].games);
    }
}

/* Asks for the end after so many deals. */
struct patience {
    atomic_bool stop;
    long deals;
};

static void lose_patience(void *context, long deals)
{
    struct patience *p = context;
    if (deals >= p->deals)
        atomic_store(&p->stop, true);
}

static void a_run_that_is_stopped_counts_the_first_deals(void **state)
{
    (void)state;
    struct patience p = {.deals = 1};
    struct arena a = arena_of("pairs", 3, (const char *[]){"random", "hint"}, 2, 100000000);
    struct arena_result stopped;
    struct error e = {0};
    a.stop = &p.stop;
    a.progress = lose_patience;
    a.context = &p;
    assert_true(arena_run(&a, &stopped, &e));
    assert_true(stopped.deals > 0 && stopped.deals < a.deals);
    a = arena_of("pairs", 3, (const char *[]){"random", "hint"}, 2, stopped.deals);
    struct arena_result whole = result_of(&a);
    assert_true(whole.bot[0].mean == stopped.bot[0].mean);
    assert_true(whole.bot[1].rating.elo == stopped.bot[1].rating.elo);
}

/* "hint" decides for it, and nobody takes that for its own play. */
static void a_program_that_never_answers_has_forfeited_every_decision(void **state)
{
    (void)state;
    struct arena a = arena_of("pairs", 3, (const char *[]){"random", "run:exit 1"}, 2, 20);
    a.threads = 1;
    struct arena_result one = result_of(&a);
    a.threads = 3;
    struct arena_result three = result_of(&a);
    a.bot[1] = "hint";
    struct arena_result hint = result_of(&a);
    const struct forfeit *f = &one.bot[1].forfeit;
    assert_true(f->decisions > 20);
    assert_string_equal(f->fault, "has ended or closed its output");
    assert_true(f->decisions == three.bot[1].forfeit.decisions);
    assert_true(one.bot[1].mean == three.bot[1].mean && one.bot[1].mean == hint.bot[1].mean);
    assert_int_equal(arena_forfeited(&a, &one), 1);
    assert_int_equal(arena_forfeited(&a, &three), 1);
    assert_int_equal(arena_forfeited(&a, &hint), -1);
}

/* What a shell decides after the greeting, so many times; another line reads the game. */
#define ANSWERS(times)                                                                             \
    "run@20000:read -r line; echo pairs-bot 1; n=0; while [ $n -lt " times " ] && read -r line; "  \
    "do case $line in decide*) echo fold; n=$((n + 1));; esac; done"

static void a_program_forfeits_only_what_it_does_not_answer(void **state)
{
    (void)state;
    struct arena a = arena_of("pairs", 2, (const char *[]){ANSWERS("1000000"), "random"}, 2, 5);
    a.threads = 1;
    struct arena_result r = result_of(&a);
    assert_int_equal(arena_forfeited(&a, &r), -1);
    assert_string_equal(r.bot[0].forfeit.fault, "");
    a.bot[0] = ANSWERS("0");
    long all = result_of(&a).bot[0].forfeit.decisions;
    a.bot[0] = ANSWERS("3");
    long most = result_of(&a).bot[0].forfeit.decisions;
    assert_in_range(most, 1, all - 1);
}

static void a_bot_that_is_none_is_refused(void **state)
{
    (void)state;
    struct arena a = arena_of("pairs", 2, (const char *[]){"random", "nobody"}, 2, 10);
    struct arena_result r;
    struct error e = {0};
    assert_false(arena_run(&a, &r, &e));
    assert_non_null(strstr(e.text, "expected"));
}

/* Figures do not depend on the machine: networks reckon with whole numbers. */
static void a_level_is_far_ahead_of_one_four_below_whatever_the_number_of_threads(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int players;
        const char *bot[2];
    } pair[] = {{"regent", 3, {"7", "3"}}, {"deadfall", 3, {"6", "2"}}, {"octopus", 4, {"5", "1"}}};
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        struct arena a = arena_of(pair[i].game, pair[i].players, pair[i].bot, 2, 12);
        a.threads = 1;
        struct arena_result one = result_of(&a);
        a.threads = 2;
        struct arena_result two = result_of(&a);
        const struct arena_bot *b = &one.bot[0];
        assert_true(b->ahead == two.bot[0].ahead && b->mean == two.bot[0].mean);
        if (b->ahead <= b->ahead_error)
            fail_msg("%s: level %s is ahead of %s by %.3f +- %.3f", pair[i].game, pair[i].bot[0],
                     pair[i].bot[1], b->ahead, b->ahead_error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_played_to_its_end_in_every_game),
        cmocka_unit_test(the_same_seed_gives_the_same_match),
        cmocka_unit_test(what_bots_decide_and_draw_changes_no_card_of_a_later_hand),
        cmocka_unit_test(a_share_of_three_quarters_is_191_elo),
        cmocka_unit_test(a_bot_that_always_wins_has_a_rating_with_an_error),
        cmocka_unit_test(ratings_come_with_intervals_that_hold_in_95_of_100_cases),
        cmocka_unit_test(the_sequential_test_errs_in_5_of_100_cases),
        cmocka_unit_test(the_sequential_test_errs_as_often_as_it_is_asked_to),
        cmocka_unit_test(the_sequential_test_of_chips_goes_by_the_mean_and_errs_as_seldom),
        cmocka_unit_test(shares_over_deals_have_intervals_that_hold_in_95_of_100_cases),
        cmocka_unit_test(a_share_of_nothing_is_no_certainty),
        cmocka_unit_test(points_decide_nothing_where_one_loses),
        cmocka_unit_test(who_wins_counts_in_port_and_chips_do_in_starboard),
        cmocka_unit_test(what_an_arena_says_lies_in_its_interval_in_95_of_100_cases),
        cmocka_unit_test(a_verdict_is_final),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(a_run_up_to_the_verdict_ends_soon_after_it_whatever_the_number_of_threads),
        cmocka_unit_test(bots_that_are_the_same_are_exactly_even),
        cmocka_unit_test(where_a_bot_sits_does_not_make_it_weaker),
        cmocka_unit_test(a_search_beats_chance_whether_points_are_good_or_bad),
        cmocka_unit_test(each_bot_fights_medusa_at_a_table_of_its_own),
        cmocka_unit_test(a_deal_takes_as_many_games_as_it_has_different_seatings),
        cmocka_unit_test(a_run_that_is_stopped_counts_the_first_deals),
        cmocka_unit_test(a_program_that_never_answers_has_forfeited_every_decision),
        cmocka_unit_test(a_program_forfeits_only_what_it_does_not_answer),
        cmocka_unit_test(a_bot_that_is_none_is_refused),
        cmocka_unit_test(a_level_is_far_ahead_of_one_four_below_whatever_the_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
