/* Custom decks: whoever plays, every game ends; who must know the deck knows it. */
#include "tests/test.h"

#include "bots/bot.h"
#include "bots/strategy.h"
#include "wire/tablejson.h"
#include "wire/viewread.h"

#include <jansson.h>
#include <stdlib.h>

/* Far from the usual one: flat, upside down, few ranks, many cards, hardly a pair. */
static const char *const decks[] = {
    "15-15-15-15-15-15-15-15-15-15", "5-5-5-5-5-5-5-5-5-5",   "10-9-8-7-6-5-4-3-2-1",
    "0-0-0-0-0-0-0-15-15-15",        "15-0-0-0-0-0-0-0-1-15", "1-1-1-1-1-1-1-1-1-15",
    "15-1-1-1-1-1-1-1-1-1",          "0-9-0-9-0-9-0-9-0-9",   "3-3-3-3-3-3-3-3-3-12",
    "1-1-1-1-1-1-1-1-1-1",           "2-2-2-2-2-2-2-2-2-3",   "9-9-9-9-9-0-0-0-0-0",
    "2-2-2-0-0-0-0-0-0-0",           "0-0-3-0-3-0-0-0-0-3",   "1-1-1-1-1-1-2-0-0-0",
};

enum { DECKS = sizeof decks / sizeof decks[0] };

/* A game for so many with a deck; false with a message if they do not go together. */
static bool choose(struct setup *u, const char *name, int players, const char *deck,
                   struct error *e)
{
    bool fine = setup_choose(u, name, e) && setup_option(u, deck_key, deck, e) &&
                setup_players(u, players, e) && setup_finish(u, e);
    assert_true(fine || strstr(e->text, "expected"));
    return fine;
}

/* All seats play by one bot, to the end. */
static void play(const struct setup *u, const char *name, uint64_t seed)
{
    enum { LONG = 50000 }; /* ten times as many steps as any of these games has */
    struct table *t = table_new(u);
    struct error e = {0};
    struct rng r = rng_seeded(seed, 7);
    struct bot *b = bot_new(name, &e);
    assert_non_null(t);
    assert_non_null(b);
    while (table_turn(t).kind != TURN_OVER) {
        struct turn turn = table_turn(t);
        int seat = turn.kind == TURN_SEATS ? seats_pick(turn.seats, &r) : NOBODY;
        struct knowledge *k = seat == NOBODY ? NULL : knowledge_of(t, seat);
        assert_true(seat == NOBODY ? table_chance(t, &r, &e)
                                   : k && table_play(t, seat, bot_choose(b, k, &r), &e));
        knowledge_free(k);
        if (t->steps > LONG)
            fail_msg("%s for %d does not end with '%s'", u->game->name, u->players, name);
    }
    bot_free(b);
    table_free(t);
}

static void every_game_ends_whoever_plays(void **state)
{
    (void)state;
    int played = 0;
    for (int g = 0; all_games[g]; g++)
        for (int d = 0; d < DECKS; d++)
            for (int players = all_games[g]->players_min; players <= all_games[g]->players_max;
                 players += 2) {
                struct setup u;
                struct error e = {0};
                if (!choose(&u, all_games[g]->name, players, decks[d], &e))
                    continue;
                int hands = option_of_role(u.game, ROLE_HANDS);
                if (hands >= 0)
                    u.option[hands] = 2;
                play(&u, "hint", (uint64_t)d);
                if (d % 6 == 1 && u.game->decisions < 60)
                    play(&u, "search:4", (uint64_t)d);
                played++;
            }
    assert_true(played > 200);
}

static void a_deck_with_which_a_game_might_not_end_is_refused(void **state)
{
    static const struct {
        const char *game;
        int players;
        const char *deck, *why;
    } wrong[] = {
        {"pairs", 2, "5-5-5", "expected ten numbers"},
        {"pairs", 2, "16-5-5-5-5-5-5-5-5-5", "expected ten numbers"},
        {"pairs", 2, "1-2-3-4-5-6-7-8-9-10-1", "expected ten numbers"},
        {"pairs", 8, "5-5-5-5-5-5-5-5-5-5",
         "50 cards, too few for 8 players; expected at least 55"},
        {"pairs", 5, "5-5-5-5-5-5-5-5-5-5", "expected 1 more than 5 cards of a rank"},
        {"goblin-poker", 3, "15-0-0-0-0-0-0-0-0-15", "2 ranks; expected at least three"},
        {"port", 4, "15-8-2-0-0-0-0-0-0-15", NULL},
        {"monster", 4, "15-15-1-0-0-0-0-0-0-0", NULL},
        {"starboard", 2, "15-15-5-0-0-0-0-0-0-0", NULL},
        {"blackstone", 3, "15-15-5-5-5-0-0-0-0-3", "3 cards of rank 10; expected more"},
        {"carousel", 2, "6-6-6-6-6-6-6-6-6-6", "expected 7 more than 6 cards"},
        {"rocket", 3, "4-4-4-4-4-4-4-4-4-4", "expected 1 more than 4 cards"},
        {"kitty", 3, "5-5-5-5-5-5-5-5-5-5", "has to have the usual deck"},
        {"venture", 3, "5-5-5-5-5-5-5-5-5-5", "has to have the usual deck"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct setup u;
        struct error e = {0};
        bool fine = choose(&u, wrong[i].game, wrong[i].players, wrong[i].deck, &e);
        if (fine != !wrong[i].why || (wrong[i].why && !strstr(e.text, wrong[i].why)))
            fail_msg("%s for %d with %s: %s", wrong[i].game, wrong[i].players, wrong[i].deck,
                     fine ? "allowed" : e.text);
    }
}

/* Nobody loses at 31 if all the scoring cards that matter are soon before the players. */
static void what_pairs_is_played_to_depends_on_what_the_deck_can_bring(void **state)
{
    (void)state;
    struct setup u;
    struct error e = {0};
    assert_false(choose(&u, "pairs", 2, "3-3-3-3-3-3-0-0-0-12", &e) &&
                 setup_option(&u, "target", "70", &e) && setup_finish(&u, &e));
    assert_non_null(strstr(e.text, "too high for 2 players; expected 1.."));
    assert_true(setup_option(&u, "target", "10", &e) && setup_finish(&u, &e));
}

static void the_usual_deck_is_no_custom_one(void **state)
{
    (void)state;
    struct setup u = test_setup("pairs", 2, "deck 1-2-3-4-5-6-7-8-9-10");
    assert_true(u.deck == 0);
    assert_int_equal(pile_size(&u.fresh), DECK_CARDS);
}

static void a_record_has_the_deck_and_is_written_again_to_the_same_letters(void **state)
{
    static const char record[] = "pairs 1\ngame pairs\nplayers 2\n"
                                 "option deck 0-5-5-5-5-5-5-5-5-5\nhand 1\n"
                                 "deal burn 2 2 2 2 2\ndeal A 3\ndeal B 9\nA hit\n";
    (void)state;
    struct reader *r = test_read(record);
    struct text again = {0};
    assert_true(record_write(reader_table(r), &again));
    assert_string_equal(text_of(&again), record);
    struct view v;
    table_view(reader_table(r), NOBODY, &v);
    struct pile unseen = view_unseen(&v);
    assert_int_equal(pile_size(&unseen), 43);
    assert_int_equal(pile_count(&unseen, 1), 0);
    assert_int_equal(pile_count(&unseen, 3), 4);
    text_free(&again);
    reader_free(r);
}

static void a_card_that_the_deck_does_not_have_is_refused(void **state)
{
    (void)state;
    struct setup u = test_setup("port", 2, "deck 0-5-5-5-5-5-5-5-5-5");
    struct table *t = table_new(&u);
    struct error e = {0};
    assert_non_null(t);
    assert_false(table_deal(t, PLACE_BURN, 1, &e));
    assert_true(table_deal(t, PLACE_BURN, 2, &e));
    table_free(t);
}

static void a_program_is_told_the_deck(void **state)
{
    (void)state;
    struct setup u = test_setup("rocket", 2, "decks 2, deck 0-5-5-5-5-5-5-5-5-5"), read;
    struct table *t = table_new(&u);
    struct text out = {0};
    struct view v;
    struct error e = {0};
    assert_non_null(t);
    table_view(t, 0, &v);
    assert_true(view_deck(&v) == u.deck);
    json_game(&out, &u);
    json_t *game = json_loads(text_of(&out), 0, NULL);
    assert_non_null(game);
    if (!read_setup(&read, game, &e))
        fail_msg("%s", e.text);
    assert_true(read.deck == u.deck);
    assert_int_equal(pile_size(&read.fresh), 90);
    json_decref(game);
    text_free(&out);
    table_free(t);
}

static void a_shipped_strategy_is_for_the_usual_deck(void **state)
{
    (void)state;
    struct view v;
    for (int custom = 0; custom <= 1; custom++) {
        struct setup u = test_setup("tournament", 2, custom ? "deck 5-5-5-5-5-5-5-5-5-5" : NULL);
        struct table *t = table_new(&u);
        assert_non_null(t);
        table_view(t, 0, &v);
        struct strategy *s = strategy_find(&v);
        assert_true((s == NULL) == (custom != 0));
        strategy_free(s);
        table_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_whoever_plays),
        cmocka_unit_test(a_deck_with_which_a_game_might_not_end_is_refused),
        cmocka_unit_test(what_pairs_is_played_to_depends_on_what_the_deck_can_bring),
        cmocka_unit_test(the_usual_deck_is_no_custom_one),
        cmocka_unit_test(a_record_has_the_deck_and_is_written_again_to_the_same_letters),
        cmocka_unit_test(a_card_that_the_deck_does_not_have_is_refused),
        cmocka_unit_test(a_program_is_told_the_deck),
        cmocka_unit_test(a_shipped_strategy_is_for_the_usual_deck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
