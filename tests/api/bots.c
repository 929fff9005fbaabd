/* The library: bots, odds, many games, and bots of one's own. */
#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Bots and odds ---------------------------------------------------------------------------- */

static void bots_play_every_game_to_its_end(void **state)
{
    (void)state;
    static const char *const name[] = {"hint", "random", "2"};
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_table *t = table(pairs_name(n), 0);
        const struct pairs_game *g = pairs_table_game(t);
        if (strcmp(pairs_name(n), pairs_setup_game(pairs_game_setup(g))) != 0) {
            pairs_table_free(t);
            continue;
        }
        struct pairs_bot *bot[3];
        struct pairs_rng r;
        struct pairs_error e = {0};
        pairs_rng_seed(&r, 12, 0);
        for (int i = 0; i < 3; i++)
            bot[i] = pairs_bot_new(name[i], &e);
        int searched = 0;
        while (pairs_game_turn(g) != PAIRS_OVER) {
            if (pairs_table_draw(t, &r, NULL))
                continue;
            int seat = pairs_rng_seat(&r, pairs_game_seats(g));
            /* What thinks does so a few times only. */
            struct pairs_bot *b = bot[seat == 2 && searched++ > 3 ? 0 : seat % 3];
            struct pairs_knowledge *k =
                seat == 1 ? pairs_knowledge_now(g, seat) : pairs_knowledge_of(t, seat);
            assert_int_equal(pairs_knowledge_seat(k), seat);
            if (!pairs_table_play(t, seat, pairs_bot_choose(b, k, &r), &e))
                fail_msg("%s: %s", pairs_name(n), e.text);
            assert_null(pairs_bot_fault(b));
            pairs_knowledge_free(k);
        }
        for (int i = 0; i < 3; i++)
            pairs_bot_free(bot[i]);
        pairs_table_free(t);
    }
}

static void a_bot_that_is_stopped_still_decides_legally(void **state)
{
    (void)state;
    struct pairs_table *t = table("octopus", 4);
    const struct pairs_game *g = pairs_table_game(t);
    struct pairs_bot *b = pairs_bot_new("search:100000000", NULL);
    struct pairs_rng r;
    pairs_rng_seed(&r, 13, 0);
    while (pairs_table_draw(t, &r, NULL))
        ;
    int seat = pairs_rng_seat(&r, pairs_game_seats(g));
    struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
    pairs_bot_stop(b, true);
    assert_true(pairs_table_play(t, seat, pairs_bot_choose(b, k, &r), NULL));
    pairs_knowledge_free(k);
    pairs_bot_free(b);
    pairs_table_free(t);
}

static void an_imagined_game_looks_the_same_to_the_seat(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 3);
    struct pairs_rng r;
    pairs_rng_seed(&r, 14, 0);
    for (int i = 0; i < 18; i++)
        step(t, &r);
    struct pairs_knowledge *k = pairs_knowledge_of(t, 0);
    struct pairs_game *g = pairs_game_clone(pairs_table_game(t));
    struct pairs_view *v = pairs_view_new();
    pairs_knowledge_view(k, v);
    char *true_one = pairs_view_json(v);
    int different = 0;
    for (int i = 0; i < 10; i++) {
        assert_true(pairs_knowledge_imagine(k, g, &r));
        pairs_game_view(g, 0, v);
        char *own = pairs_view_json(v);
        assert_string_equal(own, true_one);
        pairs_free(own);
        struct pairs_game *other = pairs_game_clone(pairs_table_game(t));
        pairs_game_imagine(other, 0, &r);
        pairs_game_view(other, PAIRS_EVERYTHING, v);
        char *all = pairs_view_json(v);
        pairs_game_view(g, PAIRS_EVERYTHING, v);
        char *before = pairs_view_json(v);
        different += strcmp(all, before) != 0;
        pairs_free(all);
        pairs_free(before);
        pairs_game_free(other);
    }
    assert_true(different > 0);
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_game *alien = pairs_game_new(u, NULL);
    assert_false(pairs_knowledge_imagine(k, alien, &r));
    assert_false(pairs_game_copy(alien, g));
    pairs_game_free(alien);
    pairs_setup_free(u);
    pairs_free(true_one);
    pairs_view_free(v);
    pairs_game_free(g);
    pairs_knowledge_free(k);
    pairs_table_free(t);
}

/* The number that stands behind the last of some keys in JSON, one inside the other. */
static double figure(const char *json, const char *const key[], int keys)
{
    for (int i = 0; i < keys; i++) {
        json = strstr(json, key[i]);
        assert_non_null(json);
        json += strlen(key[i]);
    }
    return strtod(json, NULL);
}

/* The program says of each decision what the library says. */
static void assert_choices(const char *json, const struct pairs_odds *o,
                           const struct pairs_setup *u)
{
    for (int i = 0; i < pairs_odds_choices(o); i++) {
        struct pairs_choice c;
        char text[PAIRS_ACTION_TEXT], quoted[PAIRS_ACTION_TEXT + 32];
        assert_true(pairs_odds_choice(o, i, &c));
        snprintf(quoted, sizeof quoted, "\"decision\":\"%s\"",
                 pairs_action_text(u, c.action, text));
        const char *const worth[] = {quoted, "\"worth\":{\"mean\":"};
        const char *const score[] = {quoted, "\"score\":{\"mean\":"};
        const char *const error[] = {quoted, "\"loss\":{", "\"error\":"};
        assert_true(figure(json, worth, 2) == c.worth.mean);
        assert_true(figure(json, score, 2) == c.score.mean);
        assert_true(figure(json, error, 3) == c.loss.error);
    }
}

static void odds_agree_with_the_program(void **state)
{
    (void)state;
    static const char *const name[] = {"pairs", "deadfall", "blackstone"};
    for (int n = 0; n < 3; n++) {
        struct pairs_table *t = table(name[n], 2);
        const struct pairs_game *g = pairs_table_game(t);
        struct pairs_rng r;
        pairs_rng_seed(&r, 15, (uint64_t)n);
        for (int i = 0; i < 12 || pairs_game_turn(g) != PAIRS_DECISION; i++)
            step(t, &r);
        int seat = 0;
        while (!(pairs_game_seats(g) >> seat & 1))
            seat++;
        char command[512], *record = pairs_table_record(t);
        char path[] = "/tmp/pairs-api-XXXXXX";
        int file = mkstemp(path);
        FILE *out = fdopen(file, "w");
        fputs(record, out);
        fclose(out);
        snprintf(command, sizeof command, "%s odds --json --iterations 500 --seed 3 %s", program,
                 path);
        char *json = output(command);
        struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
        struct pairs_odds *o = pairs_odds_new(k, 500, 3, NULL);
        assert_int_equal(pairs_odds_choices(o), pairs_game_legal(g, seat, NULL, 0));
        assert_choices(json, o, pairs_game_setup(g));
        const char *const ten[] = {"\"cards\":", "\"10\":"};
        const char *const unsure[] = {"\"cards_error\":", "\"10\":"};
        assert_true(figure(json, ten, 2) == pairs_odds_card(o, 10));
        assert_true(figure(json, unsure, 2) == pairs_odds_card_error(o, 10));
        double pair = pairs_odds_pair(o), pair_error = pairs_odds_pair_error(o);
        const char *const pairing[] = {"\"pairing\":"};
        assert_true(pair != pair ? strstr(json, "\"pairing\":null") && pair_error != pair_error
                                 : figure(json, pairing, 1) == pair);
        assert_int_equal(pairs_odds_situations(o) > 0, strstr(json, "\"exact\":true") != NULL);
        struct pairs_choice best;
        assert_true(pairs_odds_choice(o, pairs_odds_best(o), &best) && best.loss.mean <= 0);
        char *hint = pairs_table_hint(t, seat, 200, 0);
        assert_true(hint && strlen(hint) > 20);
        pairs_free(hint);
        pairs_odds_free(o);
        pairs_knowledge_free(k);
        free(json);
        pairs_free(record);
        remove(path);
        pairs_table_free(t);
    }
}

/* --- Many games ------------------------------------------------------------------------------- */

/* What `pairs` prints with these words must be the same as a text, which is given back. */
static void prints(const char *words, char *same)
{
    char command[512];
    snprintf(command, sizeof command, "%s %s", program, words);
    char *printed = output(command);
    assert_non_null(same);
    assert_string_equal(printed, same);
    free(printed);
    pairs_free(same);
}

static bool watch(void *context, long done, long all)
{
    assert_true(done <= all);
    ++*(int *)context;
    return true;
}

static bool enough(void *context, const char *records)
{
    (void)context;
    (void)records;
    return false;
}

static void a_simulation_is_that_of_the_program(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("deadfall", 3);
    assert_true(pairs_setup_set_option(u, "hands", "3", &e));
    struct pairs_sim *s = pairs_sim_new(u, "hint,random", 200, 5, &e);
    int looks = 0;
    assert_true(pairs_sim_run(s, 2, watch, &looks, &e) && looks > 0);
    prints("sim deadfall -n 3 -o hands=3 --bots hint,random --games 200 --seed 5 --jsonl - "
           "2>/dev/null",
           pairs_sim_json(s));
    struct pairs_totals totals;
    struct pairs_results seat;
    pairs_sim_totals(s, &totals);
    assert_int_equal(totals.games, 200);
    assert_true(totals.hands == 3 && totals.chips);
    assert_true(pairs_sim_seat(s, 1, &seat) && !pairs_sim_seat(s, 3, &seat));
    assert_string_equal(seat.bot, "random");
    pairs_sim_free(s);
    pairs_setup_free(u);
}

static void a_simulation_that_was_ended_goes_on(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_sim *whole = pairs_sim_new(u, "random", 3000, 6, &e);
    struct pairs_sim *parts = pairs_sim_new(u, "random", 3000, 6, &e);
    struct pairs_totals totals;
    assert_true(pairs_sim_run(whole, 1, NULL, NULL, &e));
    assert_true(pairs_sim_record(parts, 1, enough, NULL, &e));
    pairs_sim_totals(parts, &totals);
    assert_true(totals.games > 0 && totals.games < 3000);
    assert_true(pairs_sim_run(parts, 2, NULL, NULL, &e));
    prints("sim pairs -n 2 --games 3000 --seed 6 --csv - 2>/dev/null", pairs_sim_csv(whole));
    prints("sim pairs -n 2 --games 3000 --seed 6 --csv - 2>/dev/null", pairs_sim_csv(parts));
    pairs_sim_free(whole);
    pairs_sim_free(parts);
    assert_null(pairs_sim_new(u, "random,random,random", 1, 1, &e));
    assert_null(pairs_sim_new(u, "random", 0, 1, &e));
    pairs_setup_free(u);
}

/* Plays the next game of a stream by hand and compares it with its record. */
static bool compare(void *context, const char *records)
{
    struct pairs_error e = {0};
    uint64_t *stream = context;
    while (records) {
        struct pairs_table *t = pairs_table_read(records, &records, &e);
        if (!t)
            fail_msg("line %d: %s", e.line, e.text);
        struct pairs_game *g = pairs_game_new(pairs_game_setup(pairs_table_game(t)), &e);
        struct pairs_rng r;
        pairs_rng_seed(&r, 7, (*stream)++);
        while (pairs_game_turn(g) != PAIRS_OVER) {
            if (pairs_game_draw(g, &r))
                continue;
            int seat = pairs_rng_seat(&r, pairs_game_seats(g));
            assert_true(pairs_game_apply(g, seat, any(g, seat, &r)));
        }
        same_status(g, pairs_table_game(t));
        pairs_game_free(g);
        pairs_table_free(t);
    }
    return true;
}

static void game_i_of_a_simulation_is_that_of_stream_i(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_error e = {0};
        struct pairs_setup *u = setup(pairs_name(n), 0);
        struct pairs_sim *s = pairs_sim_new(u, "random", 3, 7, &e);
        uint64_t streams = 0;
        assert_true(pairs_sim_record(s, 1, compare, &streams, &e));
        assert_int_equal(streams, 3);
        pairs_sim_free(s);
        pairs_setup_free(u);
    }
}

/* Sums up what the seats have scored. */
static bool sum_up(void *context, const struct pairs_played *game)
{
    long *sum = context;
    assert_int_equal(game->number, sum[2]++);
    assert_true(game->decisions > 0 && game->cards > 0 && game->hands > 0);
    sum[0] += game->score[0];
    sum[1] += game->losers & 1;
    return true;
}

static void a_simulation_tells_each_game_and_can_be_extended(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_sim *s = pairs_sim_new(u, "hint", 100, 6, &e);
    struct pairs_results seat;
    long sum[3] = {0};
    assert_true(pairs_sim_each(s, 2, sum_up, sum, &e));
    assert_true(pairs_sim_extend(s, 300) && !pairs_sim_extend(s, 99));
    assert_true(pairs_sim_each(s, 2, sum_up, sum, &e));
    assert_int_equal(sum[2], 300);
    assert_true(pairs_sim_seat(s, 0, &seat));
    assert_true(seat.score.mean == (double)sum[0] / 300 && seat.lost.value == (double)sum[1] / 300);
    prints("sim pairs -n 2 --bots hint --games 300 --seed 6 --csv - 2>/dev/null", pairs_sim_csv(s));
    pairs_sim_free(s);
    pairs_setup_free(u);
}

static void an_arena_is_that_of_the_program(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_arena *a = pairs_arena_new(u, "hint,random", 101, 8, &e);
    struct pairs_rank rank;
    assert_int_equal(pairs_arena_games(a), 0);
    assert_false(pairs_arena_bot(a, 0, &rank));
    assert_null(pairs_arena_json(a));
    assert_true(pairs_arena_run(a, 0, 2, NULL, NULL, &e));
    prints("arena pairs -n 2 --bots hint,random --games 101 --seed 8 --json", pairs_arena_json(a));
    assert_int_equal(pairs_arena_games(a), 102);
    assert_true(pairs_arena_bot(a, 0, &rank) && rank.elo.mean > 0 && rank.lost.value < 0.5);
    assert_string_equal(rank.bot, "hint");
    assert_int_equal(pairs_arena_verdict(a), PAIRS_STRONGER);
    assert_true(pairs_arena_run(a, 100, 1, NULL, NULL, &e));
    assert_true(pairs_arena_games(a) < 102);
    pairs_arena_free(a);
    assert_null(pairs_arena_new(u, "hint", 1, 1, &e));
    assert_null(pairs_arena_new(u, "hint,hint,hint", 1, 1, &e));
    assert_non_null(strstr(e.text, "; expected"));
    pairs_setup_free(u);
}

/* --- Bots of one's own ------------------------------------------------------------------------ */

/* The first decision of a game that the seat imagines, which is the same. */
static pairs_action imagine_first(void *context, const struct pairs_knowledge *k,
                                  const struct pairs_view *v, struct pairs_rng *r)
{
    pairs_action legal[1], again[1];
    struct pairs_game *g = pairs_game_new(context, NULL);
    assert_true(g && pairs_knowledge_imagine(k, g, r));
    int count = pairs_view_legal(v, legal, 1);
    assert_int_equal(pairs_game_legal(g, pairs_view_looks(v), again, 1), count);
    assert_int_equal(legal[0], again[0]);
    assert_int_equal(pairs_setup_players(pairs_game_setup(g)), pairs_setup_players(context));
    pairs_game_free(g);
    return again[0];
}

/* The figures of a bot against the rule of thumb, but for its name. */
static char *against_hint(const struct pairs_setup *u, const char *bot, int threads)
{
    struct pairs_error e = {0};
    char bots[64];
    snprintf(bots, sizeof bots, "%s,hint", bot);
    struct pairs_arena *a = pairs_arena_new(u, bots, 60, 5, &e);
    if (!a || !pairs_arena_run(a, 0, threads, NULL, NULL, &e))
        fail_msg("%s: %s", bot, e.text);
    char *json = pairs_arena_json(a), *name = strstr(json, bot);
    assert_non_null(name);
    memset(name, '?', strlen(bot));
    pairs_arena_free(a);
    return json;
}

static void a_bot_of_ones_own_plays_like_any_other(void **state)
{
    (void)state;
    static const char *const games[] = {"pairs", "deadfall", "horn-of-plenty"};
    for (int i = 0; i < 3; i++) {
        struct pairs_error e = {0};
        struct asked asked = {0};
        struct pairs_setup *u = setup(games[i], 3);
        assert_true(pairs_setup_add_bot(u, "dreamy", draw, &asked, &e));
        char *theirs = against_hint(u, "random", 1), *mine = against_hint(u, "dreamy", 1);
        assert_string_equal(mine, theirs);
        pairs_free(mine);
        mine = against_hint(u, "dreamy", 2);
        assert_string_equal(mine, theirs);
        assert_true(atomic_load(&asked.times) > 100);
        pairs_free(mine);
        pairs_free(theirs);
        pairs_setup_free(u);
    }
}

static void games_of_ones_own_bots_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct asked asked = {0};
    struct pairs_setup *u = setup("deadfall", 3);
    struct pairs_results mine = {0}, theirs = {0};
    assert_true(pairs_setup_add_bot(u, "dreamy", draw, &asked, &e));
    assert_true(pairs_setup_add_bot(u, "seer", imagine_first, u, &e));
    struct pairs_setup *copy = pairs_setup_clone(u);
    struct pairs_sim *s = pairs_sim_new(copy, "dreamy,hint,seer", 40, 3, &e);
    struct pairs_sim *t = pairs_sim_new(u, "dreamy,hint,seer", 40, 3, &e);
    pairs_setup_free(copy);
    assert_true(pairs_sim_run(s, 2, NULL, NULL, &e) && pairs_sim_run(t, 1, NULL, NULL, &e));
    for (int seat = 0; seat < 3; seat++) {
        assert_true(pairs_sim_seat(s, seat, &mine) && pairs_sim_seat(t, seat, &theirs));
        assert_true(mine.score.mean == theirs.score.mean && mine.score.error == theirs.score.error);
    }
    assert_string_equal(mine.bot, "seer");
    assert_true(atomic_load(&asked.times) > 100);
    pairs_sim_free(s);
    pairs_sim_free(t);
    pairs_setup_free(u);
}

static void what_a_bot_of_ones_own_may_not_do_ends_the_run_and_is_told(void **state)
{
    (void)state;
    static const pairs_action wrong[] = {0x7f000000, UINT32_MAX};
    for (int i = 0; i < 2; i++) {
        struct pairs_error e = {0};
        struct asked asked = {.instead = wrong[i]};
        struct pairs_setup *u = setup("pairs", 3);
        assert_true(pairs_setup_add_bot(u, "clumsy", draw, &asked, &e));
        struct pairs_arena *a = pairs_arena_new(u, "clumsy,hint", 10000, 1, &e);
        struct pairs_sim *s = pairs_sim_new(u, "clumsy,hint", 10000, 1, &e);
        assert_false(pairs_arena_run(a, 0, 2, NULL, NULL, &e));
        assert_non_null(strstr(e.text, "the bot 'clumsy' has decided "));
        assert_non_null(strstr(e.text, "; expected one of 'hit', 'fold'"));
        assert_true(pairs_arena_games(a) < 10000);
        e = (struct pairs_error){.language = pairs_language("de")};
        assert_false(pairs_sim_run(s, 2, NULL, NULL, &e));
        assert_non_null(strstr(e.text, "'clumsy'"));
        assert_null(strstr(e.text, "expected"));
        asked.instead = 0; /* and it can go on */
        assert_true(pairs_sim_extend(s, 50) && pairs_sim_run(s, 2, NULL, NULL, &e));
        pairs_arena_free(a);
        pairs_sim_free(s);
        pairs_setup_free(u);
    }
}

static void names_of_ones_own_bots_are_names_that_no_other_has(void **state)
{
    (void)state;
    static const char *const no[] = {"hint", "random", "8",        "two,three", "run:it",
                                     "",     "a b",    "search:3", "mine"};
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("pairs", 2);
    char name[40] = "mine";
    assert_true(pairs_setup_add_bot(u, name, draw, NULL, &e));
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        e.text[0] = '\0';
        if (pairs_setup_add_bot(u, no[i], draw, NULL, &e) || !strstr(e.text, "; expected"))
            fail_msg("'%s': %s", no[i], e.text);
    }
    memset(name, 'x', 32);
    assert_false(pairs_setup_add_bot(u, name, draw, NULL, &e));
    name[31] = '\0';
    assert_true(pairs_setup_add_bot(u, name, draw, NULL, &e));
    for (int i = 2; i < 9; i++) {
        snprintf(name, sizeof name, "mine-%d", i);
        assert_int_equal(pairs_setup_add_bot(u, name, draw, NULL, &e), i < 8);
    }
    struct pairs_setup *other = setup("pairs", 2);
    assert_null(pairs_arena_new(other, "mine,hint", 10, 1, &e));
    pairs_setup_free(other);
    pairs_setup_free(u);
}

int main(int count, char **word)
{
    if (count != 2)
        return 2;
    program = word[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_every_game_to_its_end),
        cmocka_unit_test(a_bot_that_is_stopped_still_decides_legally),
        cmocka_unit_test(an_imagined_game_looks_the_same_to_the_seat),
        cmocka_unit_test(odds_agree_with_the_program),
        cmocka_unit_test(a_simulation_is_that_of_the_program),
        cmocka_unit_test(a_simulation_that_was_ended_goes_on),
        cmocka_unit_test(game_i_of_a_simulation_is_that_of_stream_i),
        cmocka_unit_test(a_simulation_tells_each_game_and_can_be_extended),
        cmocka_unit_test(an_arena_is_that_of_the_program),
        cmocka_unit_test(a_bot_of_ones_own_plays_like_any_other),
        cmocka_unit_test(games_of_ones_own_bots_are_the_same_on_any_number_of_threads),
        cmocka_unit_test(what_a_bot_of_ones_own_may_not_do_ends_the_run_and_is_told),
        cmocka_unit_test(names_of_ones_own_bots_are_names_that_no_other_has),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
