/* Rules of thumb that are worked out quickly decide as the plain calculation does, and simple
 * policies that once beat them do so no more. */
#include "bots/random.h"
#include "lab/policy.h"
#include "tests/test.h"

enum { POSITIONS = 2000, BLACK = RANKS };

/* The zones of Blackstone and Venture, in the order of their tables. */
enum { STACK = ZONE_GAME, CENTRE };
enum { HAND = ZONE_GAME, KEPT, CAPTURED, POOL };

/* Blackstone: the chance that a player gets the second black among so many cards. */
static double danger(const struct view *v, int seat, int take)
{
    double black = view_chance(v, cards_one(BLACK)), none = 1, one = 0;
    for (int i = 0; i < take; i++) {
        one = one * (1 - black) + none * black;
        none *= 1 - black;
    }
    return view_faces(v, STACK, seat) ? 1 - none : 1 - none - one;
}

/* The least number, or a fold, which is the last decision. */
static action plain_blackstone(const struct view *v)
{
    int white = cards_size(view_faces(v, CENTRE, NOBODY)), ante = v->option[0];
    int take = action_first(v->act[0]), fold = (white + 1) / 2 + ante;
    bool cheaper = fold < danger(v, v->looks, take) * (white + ante + take / 2.0);
    return v->act[cheaper ? v->actions - 1 : 0];
}

/* Venture: the chance that nobody else bids one of these ranks. */
static double nobody_bids(const struct view *v, cards ranks)
{
    double chance = 1;
    for (int i = 1; i < v->players; i++)
        chance *= 1 - view_chance(v, ranks);
    return chance;
}

static int gain(const struct view *v, int c)
{
    int count = cards_count(view_faces(v, POOL, NOBODY), c);
    int mine = cards_count(view_faces(v, CAPTURED, v->looks), c);
    return count && count + mine == c ? c + mine : -count;
}

static double prospect(const struct view *v, int bid)
{
    double taken = 0;
    cards below = 0, pool = view_faces(v, POOL, NOBODY);
    for (int c = bid - 1; c > 0; c--) {
        double bids = (v->players - 1) * view_chance(v, cards_one(c));
        taken += nobody_bids(v, below) * (gain(v, c) - bids);
        below += cards_one(c);
    }
    double lowest = nobody_bids(v, below), alone = nobody_bids(v, cards_one(bid));
    int top = pool && cards_highest(pool) > bid ? cards_highest(pool) : RANKS;
    return alone * (lowest * gain(v, top) + (1 - lowest) * taken);
}

static action plain_venture(const struct view *v)
{
    action choice = v->act[0];
    for (int i = 1; i < v->actions; i++)
        if (prospect(v, action_first(v->act[i])) > prospect(v, action_first(choice)))
            choice = v->act[i];
    return choice;
}

/* Asks both in positions of random games. */
static void compare(const char *name, int players, action (*plain)(const struct view *v))
{
    static struct view v;
    struct setup u;
    struct error e = {0};
    struct rng r = rng_seeded(14, 0);
    assert_true(setup_choose(&u, name, &e) && setup_players(&u, players, &e) &&
                setup_finish(&u, &e));
    struct state *s = malloc(u.game->size);
    assert_non_null(s);
    game_start(&u, s, NULL);
    for (int asked = 0; asked < POSITIONS;) {
        struct turn t = game_turn(s);
        if (t.kind == TURN_OVER) {
            game_start(&u, s, NULL);
        } else if (t.kind == TURN_SEATS) {
            int seat = __builtin_ctz(t.seats);
            game_view(u.game, s, seat, &v);
            assert_int_equal(u.game->hint(&v, &r), plain(&v));
            game_apply(u.game, s, seat, random_choose(v.act, v.actions, &r), NULL);
            asked++;
        } else {
            game_step(u.game, s, game_chance(s, &r), NULL);
        }
    }
    free(s);
}

static void blackstone_takes_no_more_than_it_must_or_folds(void **state)
{
    (void)state;
    compare("blackstone", 2, plain_blackstone);
    compare("blackstone", 4, plain_blackstone);
}

static void venture_finds_the_bid_that_captures_least(void **state)
{
    (void)state;
    compare("venture", 3, plain_venture);
    compare("venture", 6, plain_venture);
}

/* --- Rivals ----------------------------------------------------------------------------------- */

/* The verbs of Tournament and Horn of Plenty, in the order of their tables. */
enum { DOUBT, BELIEVE, DISCARD, DRAW, NAME };
enum { PLAY, AGREE };

typedef action (*player)(const struct view *v, struct rng *r);

/* How many of the games one such player among rules of thumb won, or lost where the game names
 * losers, in a hundred. */
static double share(const char *name, int players, int games, player rival)
{
    static struct view v;
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e) && setup_players(&u, players, &e) &&
                setup_finish(&u, &e));
    struct state *s = malloc(u.game->size);
    assert_non_null(s);
    int named = 0;
    for (int i = 0; i < games; i++) {
        struct rng r = rng_seeded(15, (uint64_t)i);
        game_start(&u, s, NULL);
        while (game_turn(s).kind != TURN_OVER) {
            if (game_turn(s).kind != TURN_SEATS) {
                game_step(u.game, s, game_chance(s, &r), NULL);
                continue;
            }
            int seat = __builtin_ctz(game_turn(s).seats);
            game_view(u.game, s, seat, &v);
            game_apply(u.game, s, seat, (seat == i % players ? rival : u.game->hint)(&v, &r), NULL);
        }
        named += (game_look(s)->winners | game_look(s)->losers) >> i % players & 1;
    }
    free(s);
    return 100.0 * named / games;
}

/* The same for a policy of the library, by its words. */
static struct policy policy;

static action by_policy(const struct view *v, struct rng *r)
{
    struct pile deck = view_unseen(v);
    return policy_choose(&policy, v, &deck, r);
}

static double share_by(const char *words, const char *name, int players, int games)
{
    struct error e = {0};
    assert_true(policy_read(&policy, words, &e));
    return share(name, players, games, by_policy);
}

/* Never doubts, draws until the sum beats the number and names it; else one more. */
static action name_the_sum(const struct view *v, struct rng *r)
{
    (void)r;
    if (action_verb(v->act[0]) == DOUBT)
        return v->act[v->actions > 1];
    cards own = view_faces(v, HAND, v->looks), twice = own - cards_distinct(own);
    int named = v->numbers ? v->number[0].value : 0;
    if (twice && action_verb(v->act[0]) == DISCARD)
        return action_make(DISCARD, cards_lowest(twice), 0);
    if (!twice && cards_sum(own) > named)
        return action_make(NAME, cards_sum(own), 0);
    for (int i = 0; i < v->actions && !twice; i++)
        if (action_verb(v->act[i]) == DRAW)
            return v->act[i];
    return action_make(NAME, named + 1, 0);
}

static action tell_the_truth_and_agree(const struct view *v, struct rng *r)
{
    if (action_verb(v->act[0]) == AGREE)
        return v->act[0];
    action a = v->game->hint(v, r);
    return action_verb(a) == PLAY ? action_make(PLAY, action_first(a), action_first(a)) : a;
}

/* Folds when a hit costs more on average than six tenths of the lowest card. */
static action fold_by_ratio(const struct view *v, struct rng *r)
{
    (void)r;
    double hit = view_risk(v, view_faces(v, STACK, v->looks));
    return v->act[hit > 0.6 * action_first(v->act[1])];
}

/* Counts only what lies on the table. */
static action forget_the_discards(const struct view *v, struct rng *r)
{
    static struct view known;
    known = *v;
    known.gone = (struct pile){{0, 0}, 0};
    return v->game->hint(&known, r);
}

static void who_names_the_sum_and_never_doubts_loses_tournament(void **state)
{
    (void)state;
    assert_true(share("tournament", 2, 400, name_the_sum) < 45);
    assert_true(share("tournament", 3, 400, name_the_sum) < 28);
}

static void who_draws_up_to_some_cards_and_doubts_with_them_gains_nothing_in_tournament(
    void **state)
{
    (void)state;
    static const char *const words[] = {
        "doubt-above-cards-3+draw-below-cards-4", "doubt-above-cards-3+draw-below-cards-3",
        "doubt-above-cards-4+draw-below-cards-4", "draw-below-cards-4"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(share_by(words[i], "tournament", 2, 400) < 57);
        assert_true(share_by(words[i], "tournament", 3, 400) < 40);
    }
}

static void who_doubts_with_a_high_sum_gains_nothing_in_tournament(void **state)
{
    (void)state;
    assert_true(share_by("doubt-above-sum-20", "tournament", 2, 3000) < 51);
    assert_true(share_by("doubt-above-claim-8", "tournament", 6, 3000) < 19);
}

/* How often in a hundred times A, who has named a true 20, doubts the number that B names. */
static int doubts_of(int number)
{
    char record[200];
    struct rng r = rng_seeded(1, 0);
    struct view v;
    int doubts = 0;
    snprintf(record, sizeof record,
             "pairs 1\ngame tournament\nplayers 2\noption first A\nhand 1\ndeal A 9\ndeal B 7\n"
             "A draw\ndeal A 5\nA draw\ndeal A 6\nA name 20\nB believe\nB draw\ndeal B 8\n"
             "B draw\ndeal B 4\nB name %d\n",
             number);
    struct reader *reader = test_read(record);
    table_view(reader_table(reader), 0, &v);
    for (int i = 0; i < 100; i++)
        doubts += v.game->hint(&v, &r) == v.act[0];
    reader_free(reader);
    return doubts;
}

static void the_thumb_of_tournament_doubts_what_is_named_for_want_of_more(void **state)
{
    (void)state;
    assert_in_range(doubts_of(21), 60, 90);
    assert_in_range(doubts_of(22), 5, 40);
}

/* B has 2 and two other cards, and A 6 and 10: a hit costs A 2.4 on average. */
static bool hits_before(int one, int other)
{
    char record[200];
    struct rng r = rng_seeded(1, 0);
    struct view v;
    snprintf(record, sizeof record,
             "pairs 1\ngame pairs\nplayers 2\ndeal burn 7 7 7 5 5\ndeal A 10\ndeal B 2\nB hit\n"
             "deal B %d\nA hit\ndeal A 6\nB hit\ndeal B %d\n",
             one, other);
    struct reader *reader = test_read(record);
    table_view(reader_table(reader), 0, &v);
    bool hits = v.game->hint(&v, &r) == v.act[0];
    reader_free(reader);
    return hits;
}

static void the_thumb_of_pairs_hits_longer_if_the_next_turn_is_dear(void **state)
{
    (void)state;
    assert_false(hits_before(3, 4));
    assert_true(hits_before(9, 8));
}

static void who_tells_the_truth_and_agrees_gains_nothing_in_horn_of_plenty(void **state)
{
    (void)state;
    assert_true(share("horn-of-plenty", 2, 300, tell_the_truth_and_agree) < 58);
    assert_true(share("horn-of-plenty", 3, 300, tell_the_truth_and_agree) < 41);
}

static void who_folds_by_a_ratio_loses_continuous_more_often_than_its_share(void **state)
{
    (void)state;
    assert_true(share("continuous", 2, 2000, fold_by_ratio) > 50);
    assert_true(share("continuous", 4, 2000, fold_by_ratio) > 25);
    assert_true(share("continuous", 6, 2000, fold_by_ratio) > 17);
}

/* Else it can be read: who takes it for granted that a card was the last one, or was not, is wrong.
 * A still holds 8 8 3 5 6 9. */
static void the_thumb_of_deadfall_lays_the_last_of_a_rank_or_one_of_two_by_chance(void **state)
{
    (void)state;
    struct reader *reader = test_read("pairs 1\ngame deadfall\nplayers 2\ndeal A 1 3 5 6 8 8 9\n"
                                      "deal B 4 5 6 7 9 10 10\nA door 1\nB door 4\n");
    struct rng r = rng_seeded(1, 0);
    struct view v;
    int twice = 0;
    table_view(reader_table(reader), 0, &v);
    for (int i = 0; i < 100; i++)
        twice += action_first(v.game->hint(&v, &r)) == 8;
    assert_in_range(twice, 25, 75);
    reader_free(reader);
}

static void who_shows_a_high_door_and_never_calls_gains_nothing_in_deadfall(void **state)
{
    (void)state;
    assert_true(share_by("always-play+high-door", "deadfall", 2, 300) < 54);
    assert_true(share_by("always-play+high-door", "deadfall", 3, 300) < 38);
}

/* Of A's 7 8 8 9 10 the 8s are the safe cards, for later. */
static void the_thumb_of_deadfall_keeps_equal_cards_among_three(void **state)
{
    (void)state;
    struct reader *reader = test_read("pairs 1\ngame deadfall\nplayers 3\ndeal A 2 7 8 8 9 10\n"
                                      "deal B 4 5 6 7 9 10\ndeal C 4 5 6 7 9 10\nA door 2\n"
                                      "B door 7\nC door 6\n");
    struct rng r = rng_seeded(1, 0);
    struct view v;
    table_view(reader_table(reader), 0, &v);
    for (int i = 0; i < 100; i++)
        assert_int_not_equal(action_first(v.game->hint(&v, &r)), 8);
    reader_free(reader);
}

static void who_draws_up_to_four_cards_or_gives_all_away_gains_nothing_in_regent(void **state)
{
    (void)state;
    assert_true(share_by("draw-below-cards-4", "regent", 2, 300) < 54);
    assert_true(share_by("never-attack+always-gift", "regent", 3, 300) < 38);
}

static void who_locks_once_one_card_in_four_would_pair_loses_port(void **state)
{
    (void)state;
    assert_true(share_by("hit-below-risk-25", "port", 2, 300) < 45);
    assert_true(share_by("hit-below-risk-25", "port", 3, 300) < 28);
}

static void who_plays_high_cards_or_pushes_gains_nothing_in_ghost_town(void **state)
{
    (void)state;
    assert_true(share_by("high-play", "ghost-town", 3, 600) < 36);
    assert_true(share_by("always-push+high-play", "ghost-town", 3, 600) < 36);
}

static void who_forgets_the_discards_loses_melee_more_often_than_its_share(void **state)
{
    (void)state;
    assert_true(share("melee", 2, 2000, forget_the_discards) > 52);
    assert_true(share("melee", 4, 2000, forget_the_discards) > 25.5);
}

/* --- Counting --------------------------------------------------------------------------------- */

/* Plays any decisions and looks at what may come: the deck and what was burned of it. */
static void compare_with_deck(const struct setup *u, uint64_t deal)
{
    static struct view v;
    struct state *s = malloc(u->game->size);
    struct rng r = rng_seeded(16, deal);
    assert_non_null(s);
    game_start(u, s, NULL);
    while (game_turn(s).kind != TURN_OVER) {
        if (game_turn(s).kind != TURN_SEATS) {
            game_step(u->game, s, game_chance(s, &r), NULL);
            continue;
        }
        int seat = __builtin_ctz(game_turn(s).seats);
        game_view(u->game, s, seat, &v);
        struct pile deck = game_look(s)->pile[PILE_DECK], burned = game_look(s)->pile[PILE_BURNED];
        struct pile left = view_left(&v);
        pile_move(&deck, &burned);
        for (int c = 1; c <= RANKS && v.deck; c++)
            assert_int_equal(pile_count(&left, c), pile_count(&deck, c));
        assert_true(v.deck || pile_size(&left) == pile_size(&deck) + pile_size(&v.gone));
        game_apply(u->game, s, seat, random_choose(v.act, v.actions, &r), NULL);
    }
    free(s);
}

static void what_is_left_is_the_deck_and_what_was_burned(void **state)
{
    (void)state;
    static const char *const names[] = {"pairs", "continuous", "melee"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, names[i], &e) && setup_players(&u, 4, &e) &&
                    setup_finish(&u, &e));
        for (uint64_t deal = 0; deal < 50; deal++)
            compare_with_deck(&u, deal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blackstone_takes_no_more_than_it_must_or_folds),
        cmocka_unit_test(venture_finds_the_bid_that_captures_least),
        cmocka_unit_test(who_names_the_sum_and_never_doubts_loses_tournament),
        cmocka_unit_test(
            who_draws_up_to_some_cards_and_doubts_with_them_gains_nothing_in_tournament),
        cmocka_unit_test(who_doubts_with_a_high_sum_gains_nothing_in_tournament),
        cmocka_unit_test(the_thumb_of_tournament_doubts_what_is_named_for_want_of_more),
        cmocka_unit_test(the_thumb_of_pairs_hits_longer_if_the_next_turn_is_dear),
        cmocka_unit_test(who_tells_the_truth_and_agrees_gains_nothing_in_horn_of_plenty),
        cmocka_unit_test(who_folds_by_a_ratio_loses_continuous_more_often_than_its_share),
        cmocka_unit_test(the_thumb_of_deadfall_lays_the_last_of_a_rank_or_one_of_two_by_chance),
        cmocka_unit_test(who_shows_a_high_door_and_never_calls_gains_nothing_in_deadfall),
        cmocka_unit_test(the_thumb_of_deadfall_keeps_equal_cards_among_three),
        cmocka_unit_test(who_draws_up_to_four_cards_or_gives_all_away_gains_nothing_in_regent),
        cmocka_unit_test(who_plays_high_cards_or_pushes_gains_nothing_in_ghost_town),
        cmocka_unit_test(who_locks_once_one_card_in_four_would_pair_loses_port),
        cmocka_unit_test(who_forgets_the_discards_loses_melee_more_often_than_its_share),
        cmocka_unit_test(what_is_left_is_the_deck_and_what_was_burned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
