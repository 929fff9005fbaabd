/* Odds and analysis: figures that are certain by hand, or found in another way. */
#include "tests/test.h"

#include "lab/analyse.h"
#include "lab/svg.h"

#include <math.h>

static const struct odds_limits usual = {.seed = 7, .iterations = 400, .situations = 400000};

/* What the seat to act should know at the end of a record; free it. */
static struct odds *odds_of(const char *record, const struct odds_limits *limits)
{
    struct reader *r = test_read(record);
    const struct table *t = reader_table(r);
    struct knowledge *k =
        knowledge_new(t->setup.game, t->state, __builtin_ctz(table_turn(t).seats));
    struct odds *o = calloc(1, sizeof *o);
    if (!k || !o || !odds_find(k, limits, o))
        abort();
    knowledge_free(k);
    reader_free(r);
    return o;
}

/* A game of random players. */
static struct table *random_game(const struct setup *u, uint64_t seed, size_t steps)
{
    struct table *t = table_new(u);
    struct rng r = rng_seeded(seed, 0);
    assert_non_null(t);
    while (table_turn(t).kind != TURN_OVER && t->steps < steps)
        test_step(t, &r);
    return t;
}

/* One step of a table at which all play by the rule of thumb. */
static void play_by_hint(struct table *t, struct rng *chance, struct rng *choice)
{
    struct error e = {0};
    struct turn turn = table_turn(t);
    struct step step = {.kind = TURN_SEATS};
    if (turn.kind != TURN_SEATS) {
        step = game_chance(t->state, chance);
    } else {
        struct view v;
        step.who = (uint8_t)__builtin_ctz(turn.seats);
        table_view(t, step.who, &v);
        step.what = v.game->hint(&v, choice);
    }
    assert_true(table_step(t, step, &e));
}

/* --- Odds ------------------------------------------------------------------------------------- */

static const char three[] = "pairs 1\ngame pairs\nplayers 3\ndeal burn 1 2 9 7 10\n"
                            "deal A 10\ndeal B 9\ndeal C 6\nC hit\ndeal C 8\nA hit\ndeal A 9\n";

/* Five cards are seen, and fifty are not, whether they were burned or not: seven 9s among them. */
static void the_chance_of_a_pair_counts_all_cards_that_nobody_has_seen(void **state)
{
    (void)state;
    struct odds *o = odds_of(three, &usual);
    const double left[] = {0, 1, 2, 3, 4, 5, 5, 7, 7, 7, 9};
    for (int c = 1; c <= RANKS; c++)
        assert_true(fabs(o->card[c] - left[c] / 50) < 1e-12);
    assert_true(o->stacked);
    assert_true(fabs(o->pairing.mean - 7.0 / 50) < 1e-12);
    free(o);
}

static void with_several_cards_any_of_them_can_pair(void **state)
{
    (void)state;
    struct text record = {0};
    text_add(&record, "%sB hit\ndeal B 7\nC hit\ndeal C 10\n", three);
    struct odds *o = odds_of(text_of(&record), &usual);
    assert_int_equal(o->seat, 0);
    assert_true(fabs(o->pairing.mean - (8.0 + 7.0) / 48) < 1e-12); /* A has 10 and 9 */
    free(o);
    text_free(&record);
}

static void a_fold_costs_the_lowest_card_on_the_table(void **state)
{
    (void)state;
    struct odds *o = odds_of(three, &usual);
    const struct odds_choice *fold = &o->choice[1];
    assert_true(fold->folds && !o->choice[0].folds);
    assert_true(fabs(fold->cost - 6) < 1e-12);
    assert_true(fabs(fold->of[SCORE].mean - 6) < 1e-12 && fold->of[SCORE].error == 0);
    assert_true(fabs(fold->of[WORTH].mean + 6) < 1e-12); /* points are bad */
    free(o);
}

static void each_fold_of_continuous_costs_the_card_that_it_takes(void **state)
{
    (void)state;
    struct odds *o = odds_of("pairs 1\ngame continuous\nplayers 2\ndeal burn 1 2 3 4 5\n"
                             "deal A 7\ndeal B 9\n",
                             &usual);
    assert_int_equal(o->choices, 3);
    assert_true(fabs(o->choice[1].cost - 7) < 1e-12);
    assert_true(fabs(o->choice[2].cost - 9) < 1e-12);
    free(o);
}

/* Two players, points only: what A is ahead at the end of the round, and the points that she takes,
 * if both play their best. */
struct end {
    double ahead, points;
};

static struct end end_of(int seat, int card)
{
    return seat == 0 ? (struct end){-card, card} : (struct end){card, 0};
}

static struct end brute_force(const int held[2][RANKS + 1], const int left[RANKS + 1], int seat);

static struct end brute_hit(const int held[2][RANKS + 1], const int left[RANKS + 1], int seat)
{
    struct end hit = {0};
    int total = 0;
    for (int c = 1; c <= RANKS; c++)
        total += left[c];
    for (int c = 1; c <= RANKS; c++) {
        int more[2][RANKS + 1], less[RANKS + 1];
        if (!left[c])
            continue;
        memcpy(more, held, sizeof more);
        memcpy(less, left, sizeof less);
        more[seat][c]++;
        less[c]--;
        struct end then = held[seat][c]
                              ? end_of(seat, c)
                              : brute_force((const int(*)[RANKS + 1]) more, less, 1 - seat);
        hit.ahead += then.ahead * left[c] / total;
        hit.points += then.points * left[c] / total;
    }
    return hit;
}

static struct end brute_force(const int held[2][RANKS + 1], const int left[RANKS + 1], int seat)
{
    int lowest = 1, sign = seat == 0 ? 1 : -1;
    while (!held[0][lowest] && !held[1][lowest])
        lowest++;
    struct end hit = brute_hit(held, left, seat), fold = end_of(seat, lowest);
    return sign * hit.ahead > sign * fold.ahead ? hit : fold;
}

static const char long_round[] =
    "pairs 1\ngame pairs\nplayers 2\noption target 71\ndeal burn 10 10 10 10 9\n"
    "deal A 1\ndeal B 4\nA hit\ndeal A 5\nB hit\ndeal B 6\nA hit\ndeal A 7\nB hit\ndeal B 8\n"
    "A hit\ndeal A 9\nB hit\ndeal B 10\nA hit\ndeal A 8\nB hit\ndeal B 7\n";

static void exact_figures_are_those_of_brute_force(void **state)
{
    (void)state;
    const int held[2][RANKS + 1] = {{[1] = 1, [5] = 1, [7] = 1, [8] = 1, [9] = 1},
                                    {[4] = 1, [6] = 1, [7] = 1, [8] = 1, [10] = 1}};
    int left[RANKS + 1] = {0};
    for (int c = 1; c <= RANKS; c++)
        left[c] = c - held[0][c] - held[1][c]; /* burned cards are not known */
    struct end hit = brute_hit(held, left, 0);
    struct odds *o = odds_of(long_round, &usual);
    assert_true(o->situations > 0);
    assert_true(fabs(o->choice[0].of[WORTH].mean - hit.ahead) < 1e-9);
    assert_true(fabs(o->choice[0].of[SCORE].mean - hit.points) < 1e-9);
    assert_true(fabs(o->choice[1].of[WORTH].mean + 1) < 1e-9);
    assert_true(fabs(o->choice[1].of[SCORE].mean - 1) < 1e-9);
    assert_int_equal(o->best, hit.ahead > -1 ? 0 : 1);
    assert_true(fabs(o->choice[1 - o->best].loss.mean - fabs(hit.ahead + 1)) < 1e-9);
    free(o);
}

/* Millions of states, but what is left of them when the game has simplified them is little. */
static void odds_are_exact_where_few_situations_are_worth_telling_apart(void **state)
{
    (void)state;
    static const char record[] =
        "pairs 1\ngame blackstone\nplayers 2\nhand 1\ndeal A 9\ndeal B 6\nB take 30\n"
        "deal B 9 4 10 4 5 3 10\nscore A 12 B -12\nhand 2\ndeal A 9\ndeal B 4\nB take 9\n"
        "deal B 10 2 8 6 8 6 9 10\nscore A 25 B -25\nhand 3\ndeal A 10\ndeal B 10\n"
        "deal A 10\ndeal B 6\nshuffle\nB take 44\ndeal B 5 5 9 8 6 9 8 6 7 9 3 10\n"
        "score A 42 B -42\nhand 4\ndeal A 9\ndeal B 6\nB take 55\ndeal B 10 5 7 9 10\n"
        "score A 52 B -52\nhand 5\ndeal A 10\ndeal B 4\nB take 37\ndeal B 6 10 9 6 8 10\n"
        "score A 62 B -62\nhand 6\ndeal A 4\ndeal B 7\nA take 46\n"
        "deal A 9 9 3 6 8 7 10 8 10\nscore A 48 B -48\nhand 7\ndeal A 8\ndeal B 5\nB take 2\n"
        "deal B 9 4\nA take 17\ndeal A 8 9 8 6 10 7 8 10\nscore A 33 B -33\nhand 8\n"
        "deal A 10\ndeal B 8\nB take 8\ndeal B 9 5 9 8 5 8 1 8\n";
    struct odds *o = odds_of(record, &usual);
    assert_in_range(o->situations, 1, 20000);
    free(o);
    struct odds_limits less = usual;
    less.situations = 5000;
    o = odds_of(record, &less);
    assert_int_equal(o->situations, 0);
    free(o);
}

/* With five cards before A and a 1 to fold for, hitting is wrong, however it is found out. */
static void rollouts_find_the_best_decision_too(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct odds_limits limits = {.seed = seed, .iterations = 500};
        struct odds *o = odds_of(long_round, &limits);
        assert_int_equal(o->situations, 0);
        assert_int_equal(o->best, 1);
        assert_true(o->choice[0].loss.mean > 2 * o->choice[0].loss.error);
        free(o);
    }
}

static void games_with_secrets_are_not_enumerated(void **state)
{
    (void)state;
    struct setup u = test_setup("deadfall", 3, NULL);
    struct table *t = random_game(&u, 3, 40);
    struct odds *o = calloc(1, sizeof *o);
    struct rng r = rng_seeded(3, 1);
    while (table_turn(t).kind != TURN_SEATS)
        test_step(t, &r);
    struct knowledge *k = knowledge_new(u.game, t->state, __builtin_ctz(table_turn(t).seats));
    assert_true(k && o && odds_find(k, &usual, o));
    assert_int_equal(o->situations, 0);
    knowledge_free(k);
    free(o);
    table_free(t);
}

/* In Kitty most of what a hand brings does not hang on one bid. */
static void common_luck_makes_differences_more_certain(void **state)
{
    (void)state;
    struct odds_limits limits = {.seed = 5, .iterations = 500};
    struct setup u = test_setup("kitty", 3, NULL);
    struct table *t = random_game(&u, 3, 0);
    struct rng r = rng_seeded(3, 1);
    struct odds *o = calloc(1, sizeof *o);
    while (table_turn(t).kind != TURN_SEATS)
        test_step(t, &r);
    struct knowledge *k = knowledge_new(u.game, t->state, __builtin_ctz(table_turn(t).seats));
    if (!k || !o || !odds_find(k, &limits, o))
        abort();
    assert_true(o->choices > 1);
    for (int i = 0; i < o->choices; i++) {
        double apart = hypot(o->choice[i].of[WORTH].error, o->choice[o->best].of[WORTH].error);
        assert_true(i == o->best || o->choice[i].loss.error < 0.9 * apart);
    }
    knowledge_free(k);
    table_free(t);
    free(o);
}

/* In every game: imagined states that the seat cannot tell apart have the same odds. */
static void odds_do_not_depend_on_what_the_seat_cannot_know(void **state)
{
    (void)state;
    struct odds_limits limits = {.seed = 5, .iterations = 20};
    struct odds *o = malloc(2 * sizeof *o);
    for (int g = 0; all_games[g]; g++) {
        const struct game *game = all_games[g];
        struct setup u = test_setup(game->name, game->players_min, NULL);
        struct table *t = random_game(&u, 11, 60);
        struct rng r = rng_seeded(12, 0);
        while (table_turn(t).kind == TURN_DECK || table_turn(t).kind == TURN_LOT)
            test_step(t, &r);
        if (table_turn(t).kind == TURN_SEATS) {
            int seat = __builtin_ctz(table_turn(t).seats);
            struct knowledge *one = knowledge_new(game, t->state, seat);
            knowledge_imagine(one, t->state, &r);
            struct knowledge *other = knowledge_new(game, t->state, seat);
            assert_true(odds_find(one, &limits, &o[0]) && odds_find(other, &limits, &o[1]));
            assert_int_equal(o[0].choices, o[1].choices);
            for (int i = 0; i < o[0].choices; i++)
                if (o[0].choice[i].of[WORTH].mean != o[1].choice[i].of[WORTH].mean)
                    fail_msg("%s: decision %d differs", game->name, i);
            knowledge_free(one);
            knowledge_free(other);
        }
        table_free(t);
    }
    free(o);
}

/* --- Analysis --------------------------------------------------------------------------------- */

static void luck_and_skill_add_up_to_the_result_in_every_game(void **state)
{
    (void)state;
    struct analyse_limits limits = {.seed = 2, .iterations = 2};
    for (int g = 0; all_games[g]; g++) {
        struct setup u = test_setup(all_games[g]->name, all_games[g]->players_min, NULL);
        struct table *t = random_game(&u, 1, 300);
        struct analysis a;
        assert_true(analyse(t, &limits, &a));
        assert_int_equal(a.moments, t->steps);
        const struct shares *s = &a.shares;
        for (int seat = 0; seat < u.players; seat++) {
            for (int m = 0; m < MEASURES; m++) {
                double sum = 0;
                for (int part = 0; part < PART_RESULT; part++)
                    sum += s->of[part].of[m][seat];
                if (fabs(sum - s->of[PART_RESULT].of[m][seat]) > 1e-6)
                    fail_msg("%s: %c", u.game->name, 'A' + seat);
            }
            if (table_turn(t).kind == TURN_OVER)
                assert_true(fabs(s->of[PART_RESULT].of[SCORE][seat] -
                                 game_look(t->state)->score[seat]) < 1e-6);
        }
        analysis_clear(&a);
        table_free(t);
    }
}

/* A pairs her 8 where she should have folded for the 1: a mistake, and bad luck as well. */
static void a_mistake_is_found_and_its_bad_end_is_luck(void **state)
{
    (void)state;
    struct text record = {0};
    text_add(&record, "%sA hit\ndeal A 8\n", long_round);
    struct reader *r = test_read(text_of(&record));
    struct analyse_limits limits = {.seed = 2, .iterations = 500};
    struct analysis a;
    assert_true(analyse(reader_table(r), &limits, &a));
    const struct moment *hit = &a.moment[a.moments - 2], *pair = hit + 1;
    char word[ACTION_TEXT];
    assert_string_equal(action_text(reader_table(r)->setup.game, hit->best, word), "fold");
    assert_true(hit->loss.mean > 0.5 && hit->play[WORTH].mean < 0);
    assert_true(moment_swing(pair, WORTH, 0) < 0 && moment_swing(pair, WORTH, 1) > 0);
    size_t at[2];
    assert_int_equal(analysis_turning_points(&a, 2, 2, at), 2);
    assert_true(fabs(moment_swing(&a.moment[at[0]], WORTH, 0)) >=
                fabs(moment_swing(&a.moment[at[1]], WORTH, 0)));
    analysis_clear(&a);
    reader_free(r);
    text_free(&record);
}

/* Starboard has no secrets and its rule of thumb no doubts: luck is all that hands differ by, and
 * the mean stays, however few rollouts there are. */
static void the_luck_of_the_cards_explains_the_variance_whatever_the_iterations(void **state)
{
    (void)state;
    struct setup u = test_setup("starboard", 3, NULL);
    struct table *t = random_game(&u, 1, 0);
    for (int iterations = 10; iterations <= 100; iterations *= 10) {
        struct analyse_limits limits = {.seed = 3, .iterations = iterations, .hands = 200};
        struct reduction r;
        assert_true(analyse_reduction(t, &limits, &r));
        assert_true(r.plain_variance > 0 && reduction_share(&r) > 0.9);
        for (int seat = 0; seat < 3; seat++)
            assert_true(fabs(r.plain[seat].mean - r.adjusted[seat].mean) <
                        2 * (r.plain[seat].error + r.adjusted[seat].error));
    }
    table_free(t);
}

/* Games between equal players, of whom nobody is luckier than another in the long run. */
static void luck_is_nothing_on_average_and_its_error_is_what_it_says(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    static const char *const games[] = {"deadfall", "starboard", "pairs"};
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        struct setup u = test_setup(games[g], 3, NULL);
        struct tally luck[PLAYERS_MAX] = {0};
        struct tally twice = {0}; /* the same game again with other rollouts, in standard errors */
        for (uint64_t i = 0; i < GAMES; i++) {
            struct table *t = table_new(&u);
            struct rng r = rng_seeded(9, 2 * i), choice = rng_seeded(9, 2 * i + 1);
            assert_non_null(t);
            while (table_turn(t).kind != TURN_OVER && game_look(t->state)->hand < 3)
                play_by_hint(t, &r, &choice);
            struct analysis one, other;
            struct analyse_limits limits = {.seed = 4, .record = i, .iterations = 12};
            assert_true(analyse(t, &limits, &one));
            limits.seed = 5;
            assert_true(analyse(t, &limits, &other));
            for (int seat = 0; seat < u.players; seat++) {
                const struct shares *s = &one.shares, *o = &other.shares;
                double apart = s->of[PART_LUCK].of[SCORE][seat] - o->of[PART_LUCK].of[SCORE][seat];
                double error =
                    hypot(s->error[PART_LUCK].of[SCORE][seat], o->error[PART_LUCK].of[SCORE][seat]);
                tally_add(&luck[seat], s->of[PART_LUCK].of[SCORE][seat]);
                if (error > 0)
                    tally_add(&twice, apart / error * normal_95);
            }
            analysis_clear(&one);
            analysis_clear(&other);
            table_free(t);
        }
        for (int seat = 0; seat < u.players; seat++) {
            struct estimate x = tally_estimate(&luck[seat]);
            if (fabs(x.mean) > 1.6 * x.error) /* about one in 600 */
                fail_msg("%s, %c: luck %g +- %g", games[g], 'A' + seat, x.mean, x.error);
        }
        double spread = sqrt(tally_variance(&twice));
        if (spread < 0.8 || spread > 1.25)
            fail_msg("%s: the luck of a game varies %g times as much as it says", games[g], spread);
    }
}

/* Cards that nobody sees leave everybody where they were. */
static void burned_cards_are_no_luck(void **state)
{
    (void)state;
    struct reader *r = test_read("pairs 1\ngame pairs\nplayers 2\ndeal burn 10 10 10 10 10\n"
                                 "deal A 1\ndeal B 4\n");
    struct analyse_limits limits = {.seed = 2, .iterations = 10};
    struct analysis a;
    assert_true(analyse(reader_table(r), &limits, &a));
    for (int i = 0; i < 5; i++)
        assert_true(moment_swing(&a.moment[i], WORTH, 0) == 0);
    assert_true(moment_swing(&a.moment[5], WORTH, 0) != 0);
    analysis_clear(&a);
    reader_free(r);
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* The end of a tag that begins at `at`, with quotes in pairs; NULL if there is none. */
static const char *tag_end(const char *at)
{
    for (bool quoted = false; *at; at++) {
        if (*at == '"')
            quoted = !quoted;
        else if (*at == '>' && !quoted)
            return at;
        else if (*at == '<')
            return NULL;
    }
    return NULL;
}

/* Whether all tags are closed in order and `&` is only part of a character's number. */
static bool well_formed(const char *xml)
{
    char open[16][32];
    int depth = 0;
    for (const char *at = xml; *at; at++) {
        if (*at == '&' && (at[1] != '#' || at[2 + strspn(at + 2, "0123456789")] != ';'))
            return false;
        if (*at != '<')
            continue;
        const char *end = tag_end(at + 1);
        bool closes = at[1] == '/';
        char name[32] = {0};
        sscanf(at + 1 + closes, "%31[a-z]", name);
        if (!end || !*name || depth == 16 || (at > xml && depth == 0))
            return false;
        if (closes && (strcmp(open[--depth], name) != 0))
            return false;
        if (!closes && end[-1] != '/')
            memcpy(open[depth++], name, sizeof name);
        at = end;
    }
    return depth == 0;
}

static void a_chart_is_well_formed_whatever_its_labels(void **state)
{
    (void)state;
    const double x[] = {0, 1, 2, 3}, y[] = {-3.5, 0, 1e6, 2}, mark[] = {2};
    const struct svg_line line[] = {{"Ann & <Bob> \"Cleo\"", x, y, 4}, {"Übung", x, x, 4}};
    struct svg_chart chart = {.title = "a < b & c",
                              .x_label = "x]]>",
                              .y_label = "y's",
                              .line = line,
                              .lines = 2,
                              .mark = mark,
                              .marks = 1};
    struct text out = {0};
    svg_write(&chart, &out);
    assert_true(well_formed(text_of(&out)));
    assert_non_null(strstr(text_of(&out), "Ann &#38; &#60;Bob&#62;"));
    assert_non_null(strstr(text_of(&out), ">1000000<"));
    assert_false(well_formed("<svg><text>a</svg>") || well_formed("<svg>a & b</svg>"));
    text_free(&out);
}

static void every_point_lies_between_the_axes(void **state)
{
    (void)state;
    const double x[] = {5, 5, 7}, y[] = {-1e-3, 2e-3, 0}, same[] = {4, 4, 4};
    const double none[] = {NAN, INFINITY, -INFINITY};
    const double wild[] = {1e308, -1e308, 1};
    const struct svg_line line[] = {{"a", x, y, 3},
                                    {"b", x, same, 3},
                                    {"none", x, y, 0},
                                    {"wild", wild, none, 3},
                                    {"none", none, wild, 3}};
    for (int lines = 0; lines <= 5; lines++) { /* none at all, one that is flat, any numbers */
        struct svg_chart chart = {"t", "x", "y", line, lines, NULL, 0};
        struct text out = {0};
        svg_write(&chart, &out);
        assert_true(well_formed(text_of(&out)));
        assert_null(strstr(text_of(&out), "nan"));
        assert_null(strstr(text_of(&out), "inf"));
        const char *at = text_of(&out);
        while ((at = strstr(at, "points=\""))) {
            at += strlen("points=\"");
            while (*at != '"') {
                char *end;
                double px = strtod(at, &end), py = strtod(end + 1, &end);
                assert_true(px >= 0 && px <= 860 && py >= 0 && py <= 440);
                at = end + (*end == ' ');
            }
        }
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chance_of_a_pair_counts_all_cards_that_nobody_has_seen),
        cmocka_unit_test(with_several_cards_any_of_them_can_pair),
        cmocka_unit_test(a_fold_costs_the_lowest_card_on_the_table),
        cmocka_unit_test(each_fold_of_continuous_costs_the_card_that_it_takes),
        cmocka_unit_test(exact_figures_are_those_of_brute_force),
        cmocka_unit_test(odds_are_exact_where_few_situations_are_worth_telling_apart),
        cmocka_unit_test(rollouts_find_the_best_decision_too),
        cmocka_unit_test(games_with_secrets_are_not_enumerated),
        cmocka_unit_test(common_luck_makes_differences_more_certain),
        cmocka_unit_test(odds_do_not_depend_on_what_the_seat_cannot_know),
        cmocka_unit_test(luck_and_skill_add_up_to_the_result_in_every_game),
        cmocka_unit_test(a_mistake_is_found_and_its_bad_end_is_luck),
        cmocka_unit_test(the_luck_of_the_cards_explains_the_variance_whatever_the_iterations),
        cmocka_unit_test(luck_is_nothing_on_average_and_its_error_is_what_it_says),
        cmocka_unit_test(burned_cards_are_no_luck),
        cmocka_unit_test(a_chart_is_well_formed_whatever_its_labels),
        cmocka_unit_test(every_point_lies_between_the_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
