/* Pairs solved, against brute force. */
#include "tests/lab/brute.h"

static void pairs_has_the_value_that_brute_force_finds(void **state)
{
    (void)state;
    struct solution s;
    struct setup u = test_setup("pairs", 2, NULL);
    assert_true(solve_pairs(&s, deck_counts, pairs_burn()));
    assert_near(s.first, -2.331026428709, same);
    assert_near(s.second, -2.500751096812, same);
    compare(&u, &s, 9, 3);
    compare(&u, &s, 10, 6);
    assert_plays(&u, &s, 60000, 1);
    solution_free(&s);
}

/* Positions and how likely each is. */
enum { SPREAD_MAX = 1000 };

struct spread {
    int size;
    double chance[SPREAD_MAX];
    struct position at[SPREAD_MAX];
};

static void spread_add(struct spread *s, const struct position *p, double chance)
{
    int i = 0;
    while (i < s->size && memcmp(&s->at[i], p, sizeof *p) != 0)
        i++;
    assert_true(i < SPREAD_MAX);
    if (i == s->size) {
        s->at[s->size] = *p;
        s->chance[s->size++] = 0;
    }
    s->chance[i] += chance;
}

/* One card of the starting deal, in all ways: from `now` to `next` or, where somebody has to
 * decide, to `begun`. Returns the chance that the deal still goes on. */
static double deal_one(const struct game *game, struct spread *now, struct spread *next,
                       struct spread *begun)
{
    double sum = 0;
    next->size = 0;
    for (int i = 0; i < now->size; i++) {
        struct pile deck = *game_source(state_of(&now->at[i]));
        for (int c = 1; c <= RANKS; c++) {
            struct position p = now->at[i];
            double chance = now->chance[i] * pile_count(&deck, c) / pile_size(&deck);
            if (!pile_count(&deck, c))
                continue;
            game_deal(game, state_of(&p), c, NULL);
            bool ready = game_turn(state_of(&p)).kind == TURN_SEATS;
            spread_add(ready ? begun : next, &p, chance);
            sum += ready ? 0 : chance;
        }
    }
    return sum;
}

/* The starting deal through the engine, with shuffles of the deck and whatever else, and then the
 * round; gains by order of play. */
static void brute_start(const struct game *game, struct position *p, double gain[2])
{
    struct spread *spread = calloc(3, sizeof *spread);
    assert_non_null(spread);
    struct brute b = brute_at(game, p, OWN_SCORE);
    spread_add(&spread[0], p, 1);
    for (int i = 0; deal_one(game, &spread[i], &spread[1 - i], &spread[2]) > 1e-13; i = 1 - i)
        ;
    for (int i = 0; i < spread[2].size; i++) {
        double all[PLAYERS_MAX];
        int first = __builtin_ctz(game_turn(state_of(&spread[2].at[i])).seats);
        brute_value(&b, &spread[2].at[i], all);
        gain[0] += spread[2].chance[i] * all[first];
        gain[1] += spread[2].chance[i] * all[1 - first];
    }
    free(spread);
}

static void a_round_of_pairs_from_a_small_deck_is_solved_with_every_tie(void **state)
{
    (void)state;
    static const int decks[][RANKS + 1] = {
        {[2] = 3, [3] = 2, [5] = 1, [7] = 2},
        {[1] = 1, [4] = 4, [9] = 3},
        {[6] = 4, [7] = 2, [8] = 3, [10] = 1},
    };
    struct setup u = test_setup("pairs", 2, NULL);
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        struct position p;
        struct solution s;
        double gain[2] = {0, 0};
        start_position(&p, &u);
        struct head *h = head_of(&p);
        h->pile[PILE_DECK] = (struct pile){{0, 0}, 0};
        for (int c = 1; c <= RANKS; c++)
            for (int k = 0; k < decks[i][c]; k++)
                pile_add(&h->pile[PILE_DECK], c);
        h->burning = h->burn_after = 0;
        h->turn.place = h->due;
        brute_start(u.game, &p, gain);
        assert_true(solve_pairs(&s, decks[i], 0));
        assert_near(s.first, gain[0], same);
        assert_near(s.second, gain[1], same);
        solution_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_has_the_value_that_brute_force_finds),
        cmocka_unit_test(a_round_of_pairs_from_a_small_deck_is_solved_with_every_tie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
