/* The words of decisions, and the advice. */
#include "tests/test.h"

#include "cli/advice.h"

#include <math.h>
#include <poll.h>

static struct setup choose(const char *name)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e));
    return u;
}

/* --- Words ------------------------------------------------------------------------------------ */

static void assert_words(const char *name, const char *decision, const char *language,
                         const char *expected)
{
    struct setup u = choose(name);
    struct names names = {.seat = {"Ann", "Bob"}};
    struct text out = {0};
    action a;
    assert_true(action_parse(u.game, decision, &a));
    action_words(&out, u.game, a, NOBODY, &names, language_find(language));
    assert_string_equal(text_of(&out), expected);
    text_free(&out);
}

static void decisions_are_said_with_names(void **state)
{
    (void)state;
    assert_words("pairs", "hit", "en", "hit");
    assert_words("pairs", "fold 3 A", "en", "fold for Ann's 3");
    assert_words("pairs", "fold 3 C", "en", "fold for C's 3");
    assert_words("pairs", "hit", "de", "ziehen");
    assert_words("deadfall", "call B", "en", "call Bob");
    assert_words("horn-of-plenty", "play 3 8", "en", "lay 3 and say 8");
    assert_words("carousel", "bet 0", "en", "bet on 0");
    assert_words("carousel", "bet 0", "de", "auf 0 setzen");
    assert_words("regent", "attack B", "de", "Bob angreifen");
}

/* --- Advice ----------------------------------------------------------------------------------- */

/* A table at its first decision. */
static struct table *first_decision(const char *name, int players, int *seat)
{
    struct setup u = test_setup(name, players, NULL);
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(3, 0);
    struct error e = {0};
    while (table_turn(t).kind != TURN_SEATS)
        assert_true(table_chance(t, &r, &e));
    for (*seat = 0; !(table_turn(t).seats >> *seat & 1);)
        ++*seat;
    return t;
}

static void a_zone_has_the_name_that_its_game_gives_it(void **state)
{
    (void)state;
    const struct language *german = language_find("de");
    const struct game *troll_guts = choose("troll-guts").game, *pairs = choose("pairs").game;
    assert_string_equal(troll_guts->zones[1].name, "stack");
    assert_string_equal(pairs->zones[0].name, "stack");
    assert_string_equal(event_zone(troll_guts, ZONE_GAME + 1, german), "Stoß");
    assert_string_equal(event_zone(pairs, ZONE_GAME, german), "Auslage");
    assert_string_equal(event_zone(pairs, ZONE_GAME, NULL), "stack");
}

/* What is advised, in words and in figures. */
static void advise(const struct table *t, int seat, struct text *words, struct text *figures)
{
    enum { ROLLOUTS = 1000 };
    struct advice *a = advice_quick(t, seat, ROLLOUTS);
    assert_non_null(a);
    struct pollfd fd = {.fd = advice_fd(a), .events = POLLIN};
    assert_int_equal(poll(&fd, 1, -1), 1);
    assert_true(advice_ready(a));
    text_clear(words);
    text_clear(figures);
    advice_text(a, words);
    advice_figures(a, figures);
    advice_free(a);
}

static void check_lines(const struct text *words)
{
    for (const char *line = text_of(words); *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 1, 78);
}

/* The first number with a sign in a line of figures: what a decision brings. */
static double brings(const char *line)
{
    const char *at = line;
    while (at[0] != ' ' || (at[1] != '+' && at[1] != '-') || at[2] < '0' || at[2] > '9')
        at++;
    return strtod(at + 1, NULL);
}

/* "Advice: hit" stands above "  hit: ...", and in the figures hit is the best. */
static void check_advised(const struct text *words, const struct text *figures)
{
    static const char says[] = "Advice: ";
    assert_memory_equal(text_of(words), says, sizeof says - 1);
    const char *what = text_of(words) + sizeof says - 1;
    size_t size = strcspn(what, "\n");
    assert_memory_equal(what + size, "\n  ", 3);
    assert_memory_equal(what + size + 3, what, size);
    const char *best = strstr(text_of(figures), "   best\n"), *line = best;
    assert_non_null(best);
    while (line[-1] != '\n')
        line--;
    assert_memory_equal(line + 2, what, size);
    for (const char *worse = best; (worse = strstr(worse, " worse\n")); worse++) {
        const char *number = worse;
        while (number[-1] != ' ')
            number--;
        const char *begin = number;
        while (begin[-1] != '\n')
            begin--;
        double behind = strtod(number, NULL), less = fabs(brings(line) - brings(begin));
        assert_true(behind > 0 && fabs(behind - less) < 0.011); /* both are rounded */
    }
}

/* What a line "  hit: 31% risk of a pair, costs 2.1 points on average" promises. */
static double promised(const char *line)
{
    static const struct {
        const char *word;
        double sign;
    } words[] = {{"wins ", 1}, {"brings ", 1}, {"saves ", 1}, {"loses ", -1}, {"costs ", -1}};
    const char *end = line + strcspn(line, "\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *at = strstr(line, words[i].word);
        if (at && at < end)
            return words[i].sign * strtod(at + strlen(words[i].word), NULL);
    }
    fail_msg("%.*s", (int)(end - line), line);
    return 0;
}

/* No line promises more than the first one, which is what is advised; or the text says why. */
static bool explains_itself(const struct text *words)
{
    const char *line = strchr(text_of(words), '\n') + 1;
    double first = promised(line);
    bool more = false;
    for (; strncmp(line, "  ", 2) == 0 && strncmp(line, "  ...", 5) != 0;
         line += strcspn(line, "\n") + 1)
        more = more || promised(line) > first;
    return !more || strstr(line, "What the others gain counts too") ||
           strstr(line, "that ends the whole game");
}

/* Walks through a random game and asks for advice now and then. */
static void walk_with_advice(const struct setup *u)
{
    enum { ASKED = 4, STRIDE = 7 };
    struct text words = {0}, figures = {0};
    struct table *t = table_new(u);
    struct rng r = rng_seeded(8, (uint64_t)u->players);
    for (int steps = 0, asked = 0; table_turn(t).kind != TURN_OVER && asked < ASKED; steps++) {
        if (table_turn(t).kind == TURN_SEATS && steps >= asked * STRIDE) {
            advise(t, __builtin_ctz(table_turn(t).seats), &words, &figures);
            check_advised(&words, &figures);
            if (!explains_itself(&words))
                fail_msg("%s: %s", setup_name(u), text_of(&words));
            asked++;
        }
        test_step(t, &r);
    }
    table_free(t);
    text_free(&words);
    text_free(&figures);
}

static void the_advice_is_what_its_own_lines_show_best_or_it_says_why_not(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct setup u = choose(all_games[g]->name);
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        walk_with_advice(&u);
        for (const struct preset *p = u.game->presets; p && p->name; p++) {
            struct setup v = choose(p->name);
            v = test_setup(p->name, setup_players_usual(&v), NULL);
            walk_with_advice(&v);
        }
    }
}

static void advice_tells_of_every_game_what_its_figures_say(void **state)
{
    (void)state;
    struct text words = {0}, figures = {0};
    for (int g = 0; all_games[g]; g++) {
        int seat;
        struct setup u = choose(all_games[g]->name);
        struct table *t = first_decision(u.game->name, setup_players_usual(&u), &seat);
        advise(t, seat, &words, &figures);
        table_free(t);
        check_advised(&words, &figures);
        check_lines(&words);
        check_lines(&figures);
    }
    text_free(&words);
    text_free(&figures);
}

static void nobody_is_advised_to_leave_a_match_for_the_sake_of_a_hand(void **state)
{
    (void)state;
    struct text words = {0}, figures = {0};
    int seat, told = 0;
    struct table *t = first_decision("carousel", 3, &seat);
    struct rng r = rng_seeded(5, 0);
    struct error e = {0};
    for (int decisions = 0; decisions < 12; decisions++) {
        while (table_turn(t).kind != TURN_SEATS)
            assert_true(table_chance(t, &r, &e));
        seat = seats_pick(table_turn(t).seats, &r);
        advise(t, seat, &words, &figures);
        assert_null(strstr(text_of(&words), "Advice: leave the match"));
        told += strstr(text_of(&words), "leave the match: that ends the whole game") != NULL;
        action act[ACTIONS_MAX];
        assert_true(table_legal(t, seat, act) > 1);
        assert_true(table_play(t, seat, act[0], &e)); /* a poor bet */
    }
    assert_true(told > 0); /* it was the best of the hand, and the advice says why it is another */
    table_free(t);
    text_free(&words);
    text_free(&figures);
}

static void advice_that_nobody_waits_for_harms_nobody(void **state)
{
    (void)state;
    int seat;
    struct table *t = first_decision("octopus", 4, &seat);
    for (int i = 0; i < 20; i++)
        advice_free(advice_start(t, seat));
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_said_with_names),
        cmocka_unit_test(a_zone_has_the_name_that_its_game_gives_it),
        cmocka_unit_test(advice_tells_of_every_game_what_its_figures_say),
        cmocka_unit_test(the_advice_is_what_its_own_lines_show_best_or_it_says_why_not),
        cmocka_unit_test(nobody_is_advised_to_leave_a_match_for_the_sake_of_a_hand),
        cmocka_unit_test(advice_that_nobody_waits_for_harms_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
