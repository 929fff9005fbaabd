/* The vocabulary of the table, one sentence at a time. */
#include "tests/test.h"

#include "bench/bare.h"
#include "engine/rules.h"
#include "engine/spelling.h"

#include <pthread.h>

/* --- Cards ------------------------------------------------------------------------------------ */

static cards cards_of(const char *list)
{
    cards w = 0;
    for (char *end; *list; list = end)
        w += cards_one((int)strtol(list, &end, 10));
    return w;
}

static void the_cards_of_some_ranks_are_counted_and_summed_in_any_number_of_decks(void **state)
{
    (void)state;
    struct rng r = rng_seeded(3, 0);
    for (int i = 0; i < 1000; i++) {
        struct pile p = pile_fresh(1 + rng_below(&r, DECKS_MAX));
        for (int k = rng_below(&r, pile_size(&p)); k > 0; k--)
            pile_take(&p, pile_pick(&p, rng_below(&r, pile_size(&p))));
        cards ranks = 0;
        int size = 0, sum = 0;
        for (int c = 1; c <= RANKS; c++)
            if (rng_below(&r, 2)) {
                ranks += cards_one(c) * (cards)(1 + rng_below(&r, 15));
                size += pile_count(&p, c);
                sum += c * pile_count(&p, c);
            }
        struct pile some = pile_among(&p, ranks), others = pile_among(&p, cards_missing(ranks));
        assert_int_equal(pile_size(&some), size);
        assert_int_equal(pile_sum(&some), sum);
        assert_int_equal(pile_size(&others), pile_size(&p) - size);
        assert_int_equal(pile_sum(&others), pile_sum(&p) - sum);
    }
}

static void a_deck_has_as_many_cards_of_a_rank_as_the_rank_says(void **state)
{
    (void)state;
    for (int decks = 1; decks <= DECKS_MAX; decks++) {
        struct pile p = pile_fresh(decks);
        assert_int_equal(pile_size(&p), DECK_CARDS * decks);
        for (int c = 1; c <= RANKS; c++)
            assert_int_equal(pile_count(&p, c), c * decks);
    }
}

static void sets_know_size_sum_and_extremes(void **state)
{
    (void)state;
    cards w = cards_of("3 3 7 10");
    assert_int_equal(cards_size(w), 4);
    assert_int_equal(cards_sum(w), 23);
    assert_int_equal(cards_lowest(w), 3);
    assert_int_equal(cards_highest(w), 10);
    assert_int_equal(cards_next(w, 3), 7);
    assert_int_equal(cards_next(w, 10), 0);
    assert_true(cards_paired(w));
    assert_false(cards_paired(cards_distinct(w)));
    struct pile all = pile_fresh(1);
    assert_int_equal(cards_sum(pile_cards(&all)), 385);
    assert_int_equal(cards_size(pile_cards(&all)), DECK_CARDS);
}

static void sets_compare_from_the_highest_card_down(void **state)
{
    (void)state;
    assert_true(cards_of("10 8 7 4") > cards_of("10 8 7"));
    assert_true(cards_of("10 9") > cards_of("10 8 7 6 5"));
    assert_true(cards_of("10 10 2") > cards_of("10 9 9"));
}

static void the_kth_card_of_any_pile_is_found(void **state)
{
    (void)state;
    struct rng r = rng_seeded(3, 3);
    for (int i = 0; i < 2000; i++) {
        struct pile p = {0};
        int count[RANKS + 1], k = 0;
        for (int c = 1; c <= RANKS; c++) {
            count[c] = rng_below(&r, c * (1 + i % DECKS_MAX) + 1);
            for (int n = 0; n < count[c]; n++)
                pile_add(&p, c);
        }
        for (int c = 1; c <= RANKS; c++)
            for (int n = 0; n < count[c]; n++)
                assert_int_equal(pile_pick(&p, k++), c);
        assert_int_equal(pile_size(&p), k);
    }
}

static void every_card_is_drawn_as_often_as_it_should_be(void **state)
{
    (void)state;
    enum { DRAWS = 550000 };
    struct rng r = rng_seeded(7, 0);
    struct pile p = pile_fresh(1);
    int count[RANKS + 1] = {0};
    for (int i = 0; i < DRAWS; i++)
        count[pile_pick(&p, rng_below(&r, pile_size(&p)))]++;
    double chi = 0;
    for (int c = 1; c <= RANKS; c++) {
        double expected = (double)DRAWS * c / DECK_CARDS;
        chi += (count[c] - expected) * (count[c] - expected) / expected;
    }
    assert_true(chi < 27.9); /* 9 degrees of freedom: one in a thousand */
}

/* --- Knowledge -------------------------------------------------------------------------------- */

/* A buries 9 9 and B 5 where a 7 lies open; then the discards are shuffled and the 7 is drawn. */
static void who_saw_a_card_discarded_knows_it_in_the_deck_until_it_is_drawn(void **state)
{
    (void)state;
    struct head h = {.players = 3};
    struct buried b = {0};
    discard(&h, cards_of("7"), spot_at(ZONE_GAME, 2), NULL);
    buried_add(&b, &h, 0, cards_of("9 9"), spot_at(ZONE_GAME, 0), NULL);
    buried_add(&b, &h, 1, cards_of("5"), spot_at(ZONE_GAME, 1), NULL);
    assert_true(buried_due(&b, &h, 0, NULL));
    assert_true(b.open == cards_of("7"));
    assert_true(b.back[0] == cards_of("9 9"));
    assert_true(b.back[1] == cards_of("5"));
    assert_true(b.back[2] == 0);
    pile_take(&h.pile[PILE_DECK], 7);
    buried_drawn(&b, 7);
    assert_true(buried_lift(&b, &h, 0) == cards_of("9 9"));
    assert_true(pile_cards(&h.pile[PILE_DECK]) == cards_of("5"));
}

static void buried_cards_of_others_are_dealt_again_and_the_own_ones_are_not(void **state)
{
    (void)state;
    struct rng r = rng_seeded(1, 1);
    for (int i = 0; i < 100; i++) {
        struct head h = {.players = 3};
        struct buried b = {0};
        pile_add_all(&h.pile[PILE_DECK], cards_of("1 2 3 4"));
        buried_add(&b, &h, 0, cards_of("9 9"), spot_at(ZONE_GAME, 0), NULL);
        buried_add(&b, &h, 1, cards_of("5 6"), spot_at(ZONE_GAME, 1), NULL);
        buried_deal_again(&b, &h, 0, buried_lift(&b, &h, 0), &r);
        assert_true(b.own[0] == cards_of("9 9"));
        assert_int_equal(cards_size(b.own[1]), 2);
        assert_true(pile_cards(&h.pile[PILE_DISCARDS]) == b.own[0] + b.own[1]);
        assert_true(pile_cards(&h.pile[PILE_DECK]) + b.own[1] == cards_of("1 2 3 4 5 6"));
    }
}

static void a_chosen_card_is_handed_to_the_next_who_plays_and_the_choice_is_forgotten(void **state)
{
    (void)state;
    struct choices chosen = {.rank = {3, 0, 8}};
    struct trail trail = {0};
    cards hand[PLAYERS_MAX] = {cards_of("3 4"), cards_of("5"), cards_of("8 8")};
    choices_pass(&chosen, seat_bit(0) | seat_bit(2), hand, &trail, ZONE_GAME, 0, NULL);
    assert_true(hand[0] == cards_of("4 8"));
    assert_true(hand[1] == cards_of("5"));
    assert_true(hand[2] == cards_of("3 8"));
    assert_int_equal(chosen.rank[0] + chosen.rank[2], 0);
}

/* Three seats with three cards each. A hands the only 1 to B, and all hand on another card. */
static void a_card_handed_on_is_still_there_unless_it_was_the_one_handed_on_again(void **state)
{
    (void)state;
    enum { TIMES = 30000 };
    struct rng r = rng_seeded(3, 1);
    int there = 0, further = 0;
    for (int i = 0; i < TIMES; i++) {
        struct head h = {.players = 3};
        struct trail t = {0};
        cards hand[PLAYERS_MAX] = {cards_of("1 8 8"), cards_of("9 9 9"), cards_of("10 10 10")};
        struct choices first = {.rank = {1, 9, 10}}, second = {.rank = {8, 9, 10}};
        pile_add_all(&h.pile[PILE_DECK], cards_of("7 7 7 7 7 7"));
        choices_pass(&first, seats_all(3), hand, &t, ZONE_GAME, 0, NULL);
        choices_pass(&second, seats_all(3), hand, &t, ZONE_GAME, 0, NULL);
        trail_deal_again(&t, &h, 0, hand, &r);
        there += cards_has(hand[1], 1);
        further += cards_has(hand[2], 1);
        assert_int_equal(cards_size(hand[1]), 3);
        assert_true(cards_has(hand[1], 8)); /* A has just handed it over */
    }
    assert_int_equal(there + further, TIMES);
    assert_in_range(there, TIMES * 2 / 3 - 400, TIMES * 2 / 3 + 400); /* 5 standard errors */
}

static void a_trail_that_is_too_long_keeps_what_is_certain(void **state)
{
    (void)state;
    struct rng r = rng_seeded(4, 1);
    struct head h = {.players = 3};
    struct trail t = {0};
    cards hand[PLAYERS_MAX] = {cards_of("2"), cards_of("9 5"), cards_of("10")};
    pile_add_all(&h.pile[PILE_DECK], cards_of("7 7 7"));
    trail_take(&t, 1, cards_of("9"));
    for (int i = 0; i < TRAIL_STEPS; i++) {
        trail_show(&t, 2, 10);
        trail_take(&t, 2, cards_of("10"));
    }
    assert_in_range(t.size, 2, TRAIL_STEPS);
    for (int i = 0; i < 100; i++) {
        trail_deal_again(&t, &h, 0, hand, &r);
        assert_true(cards_has(hand[1], 9) && hand[2] == cards_of("10"));
    }
}

/* --- Options ---------------------------------------------------------------------------------- */

static void presets_are_chosen_by_name_like_games(void **state)
{
    (void)state;
    struct setup u = test_setup("continuous-calamities", 4, NULL);
    assert_string_equal(u.game->name, "pairs");
    assert_string_equal(setup_name(&u), "continuous-calamities");
    assert_int_equal(u.option[option_index(u.game, "continuous")], 1);
    assert_int_equal(u.option[option_index(u.game, "calamity-rank")], 7);
    assert_int_equal(u.option[option_index(u.game, "target")], 16);
}

static void wrong_options_are_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *says;
    } wrong[] = {
        {"target", "0", "1..71"},
        {"target", "72", "1..71"},
        {"target", "-1", "1..71"},
        {"target", "07", "1..71"},
        {"target", "", "1..71"},
        {"target", "99999999999", "1..71"},
        {"dealer", "I", "a seat"},
        {"dealer", "AB", "a seat"},
        {"continuous", "yes", "on or off"},
        {"calamity-rank", "11", "or off"},
        {"payment", "tacos", "tacoma"},
        {"payments", "tacoma", "payment"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, "pairs", &e));
        assert_false(setup_option(&u, wrong[i].key, wrong[i].value, &e));
        assert_non_null(strstr(e.text, wrong[i].says));
    }
}

static void options_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
        int players;
    } wrong[] = {{"target", "71", 3},
                 {"dealer", "D", 3},
                 {"piece-second-to-next", "on", 3},
                 {"five-card-catch", "on", 3}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, "pairs", &e));
        assert_true(setup_players(&u, wrong[i].players, &e));
        assert_true(setup_option(&u, wrong[i].key, wrong[i].value, &e));
        assert_false(setup_finish(&u, &e));
        assert_non_null(strstr(e.text, "expected"));
    }
}

static void every_value_reads_back_from_its_text(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (int i = 0; i < option_total(all_games[g]); i++) {
            const struct option *o = &all_games[g]->options[i];
            for (int32_t v = -1; v < 400; v++) {
                bool seat = o->type == OPTION_SEAT && v >= 0 && v < PLAYERS_MAX;
                bool number = o->type == OPTION_NUMBER && v >= o->least && v <= o->most &&
                              (o->step < 2 || v % o->step == 0);
                bool toggle = o->type == OPTION_SWITCH && (v == 0 || v == 1);
                if (!(seat || number || toggle || (v == OPTION_NONE && o->none)))
                    continue;
                struct setup u = {.game = all_games[g]};
                struct error e = {0};
                char text[OPTION_TEXT];
                assert_true(setup_option(&u, o->key, option_text(o, v, text), &e));
                assert_int_equal(u.option[i], v);
            }
        }
}

/* --- Actions ---------------------------------------------------------------------------------- */

static void words_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",         "hits",      "hit 3",      "fold 3",
                                        "fold A 3", "fold 11 A", "fold 0 A",   "fold 03 A",
                                        "fold 3 I", "fold 3 AB", "fold 3 A B", "Hit"};
    struct setup u = test_setup("pairs", 2, NULL);
    action a;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(action_parse(u.game, wrong[i], &a));
    assert_true(action_parse(u.game, "  fold \t 3   B ", &a));
    char text[ACTION_TEXT];
    assert_string_equal(action_text(u.game, a, text), "fold 3 B");
}

/* --- The record ------------------------------------------------------------------------------- */

/* Reads a record that is wrong; returns the line, 0 if nothing was found wrong. */
static int wrong_line(const char *record, struct error *e)
{
    struct reader *r = reader_new(0, NULL, NULL);
    bool fine = true;
    while (fine && *record) {
        size_t size = strcspn(record, "\n");
        fine = reader_line(r, record, size, e);
        record += size;
        record += *record == '\n';
    }
    fine = fine && reader_end(r, e);
    reader_free(r);
    return fine ? 0 : e->line;
}

#define BEGIN "pairs 1\ngame pairs\nplayers 2\n"
#define DEALT BEGIN "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\n"

static void wrong_records_fail_at_their_line(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *record;
    } rows[] = {
        {1, ""},
        {1, "pairs"},
        {1, "pairs 2"},
        {1, "\x01\x02"},
        {1, "pairs 1"},
        {2, "pairs 1\ngame tennis\n"},
        {2, "pairs 1\nplayers 2\n"},
        {3, "pairs 1\ngame pairs\nplayers 1\n"},
        {3, "pairs 1\ngame pairs\nplayers two\n"},
        {3, "pairs 1\ngame pairs\nplayers 99999999999\n"},
        {3, "pairs 1\ngame pairs\ndeal A 3\n"},
        {4, BEGIN "option target 100\n"},
        {4, BEGIN "option target\n"},
        {5, BEGIN "option target 20\noption target 20\n"},
        {4, BEGIN "name C Carl\n"},
        {4, BEGIN "name A\n"},
        {5, BEGIN "option dealer C\ndeal burn 4\n"},   /* contradicts the players: first event */
        {6, BEGIN "option dealer C\n# a comment\n\n"}, /* ... or the last line */
        {4, BEGIN "deal burn 11\n"},
        {4, BEGIN "deal burn\n"},
        {4, BEGIN "deal\n"},
        {4, BEGIN "deal nowhere 4\n"},
        {4, BEGIN "deal burn 10 10 10 10 9 7 8\n"},
        {4, BEGIN "A hit\n"},
        {4, BEGIN "lot A\n"},
        {4, BEGIN "hello\n"},
        {4, BEGIN "hand 2\n"},
        {4, BEGIN "shuffle\n"},
        {5, BEGIN "hand 1\nover A 0 B 0\n"},
        {7, DEALT "B hit\n"},
        {7, DEALT "A stand\n"},
        {7, DEALT "C hit\n"},
        {7, DEALT "hand 1\n"},
        {7, DEALT "option target 20\n"},
        {8, DEALT "A fold\nscore A 6 B 0\n"},
        {8, DEALT "A fold\nscore A 7\n"},
        {8, DEALT "A fold\nscore A 7 B 0 C 0\n"},
        {8, DEALT "A fold\nhand 3\n"},
        {7, DEALT "A hit\xff\n"},
        {7, DEALT "A hit\xed\xa0\x80\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error e = {0};
        int line = wrong_line(rows[i].record, &e);
        if (line != rows[i].line || !strstr(e.text, "expected"))
            fail_msg("row %zu: line %d, expected %d: %s", i, line, rows[i].line, e.text);
    }
}

static void right_records_are_read_however_they_are_laid_out(void **state)
{
    (void)state;
    static const char *const right[] = {
        BEGIN,
        "\xEF\xBB\xBFpairs 1\r\ngame pairs\r\nplayers 2\r\n",
        "# first\n\n  pairs   1 # version\ngame\tcontinuous\nplayers 2",
        BEGIN "name B J\xC3\xBCrgen M\nseed abc\ncommit def 1\nhand 1\ndeal burn 10 10\n"
              "deal burn 10 10 9\n",
        DEALT "score A 0 B 0\nA fold\nscore A 7 B 0\nhand 2\n",
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        struct error e = {0};
        if (wrong_line(right[i], &e))
            fail_msg("row %zu: line %d: %s", i, e.line, e.text);
    }
}

static void a_line_without_end_is_refused(void **state)
{
    (void)state;
    struct text record = {0};
    struct error e = {0};
    text_add(&record, DEALT "A ");
    for (int i = 0; i < RECORD_LINE; i++)
        text_add(&record, "h");
    assert_int_equal(wrong_line(record.at, &e), 7);
    assert_non_null(strstr(e.text, "too long"));
    text_free(&record);
}

static void names_are_kept_in_the_record(void **state)
{
    (void)state;
    struct reader *r = test_read(BEGIN "name A Ann of the hill\nname B \xC3\x84nne\n");
    struct text out = {0};
    assert_true(record_write(reader_table(r), &out));
    assert_non_null(strstr(out.at, "name A Ann of the hill\nname B \xC3\x84nne\n"));
    text_free(&out);
    reader_free(r);
}

/* --- The table -------------------------------------------------------------------------------- */

static void a_decision_taken_back_can_be_made_again(void **state)
{
    (void)state;
    struct reader *r = test_read(DEALT "A hit\ndeal A 3\nB hit\ndeal B 8\n");
    struct setup u = test_setup("pairs", 2, NULL);
    struct table *t = table_new(&u);
    struct error e = {0};
    const struct table *from = reader_table(r);
    assert_false(table_undo(t));
    for (size_t i = 0; i < from->steps; i++)
        assert_true(table_step(t, from->step[i], &e));
    assert_true(table_undo(t));
    assert_int_equal(table_turn(t).seats, 2);
    assert_true(table_undo(t));
    assert_int_equal(table_turn(t).seats, 1);
    assert_false(table_undo(t));
    table_free(t);
    reader_free(r);
}

/* How likely it is that this step is drawn. */
static double likely(const struct state *s, struct step step)
{
    struct chance can[CHANCES_MAX];
    for (int i = game_chances(s, can) - 1; i >= 0; i--)
        if (can[i].step.kind == step.kind && can[i].step.who == step.who &&
            can[i].step.what == step.what)
            return can[i].likely;
    return 0;
}

static void what_chance_draws_is_among_all_that_can_come(void **state)
{
    (void)state;
    bool lots = false;
    for (int i = 0; all_games[i]; i++) {
        struct setup u = test_setup(all_games[i]->name, all_games[i]->players_min, NULL);
        struct table *t = table_new(&u);
        struct rng r = rng_seeded(23, (uint64_t)i);
        for (; table_turn(t).kind != TURN_OVER; test_step(t, &r)) {
            struct chance can[CHANCES_MAX];
            int count = game_chances(t->state, can);
            double sum = 0;
            for (int k = 0; k < count; k++)
                sum += can[k].likely;
            bool due = table_turn(t).kind != TURN_SEATS;
            lots = lots || table_turn(t).kind == TURN_LOT;
            assert_true(due ? sum > 1 - 1e-9 && sum < 1 + 1e-9 : count == 0);
            assert_true(!due || likely(t->state, game_chance(t->state, &r)) > 0);
        }
        table_free(t);
    }
    assert_true(lots);
}

static void any_name_can_be_read_back_from_the_record(void **state)
{
    (void)state;
    struct text many = {0};
    text_add(&many, "xx"); /* so that the room would cut a letter in two */
    for (int i = 0; i < NAME_ROOM / 2; i++)
        text_add(&many, "\xC3\xA4");
    const char *const odd[] = {
        many.at,   "  Ann\t#1 \n", "\xFFJ\xFCrgen", "#", "", "\x7F\xC2\x85 \xE2\x80\xA8.",
        "a\x1B[1m"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct setup u = test_setup("pairs", 2, NULL);
        struct table *t = table_new(&u);
        struct text out = {0};
        table_name(t, 1, odd[i]);
        assert_true(record_write(t, &out));
        struct reader *r = test_read(out.at);
        assert_string_equal(reader_table(r)->name[1], t->name[1]);
        reader_free(r);
        text_free(&out);
        table_free(t);
    }
    text_free(&many);
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* A character as UTF-8 has it, also one that it must not have. */
static size_t encode(uint32_t c, char out[5])
{
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(first[size] | c);
    out[size] = '\0';
    return size;
}

static void a_line_has_every_character_but_those_that_steer_a_terminal(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x120000; c++) {
        char text[5];
        uint32_t read = 0;
        size_t size = encode(c, text);
        bool character = c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
        bool control = (c < 0x20 && c != '\t') || (c >= 0x7F && c <= 0x9F);
        bool turns = (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        bool shown = character && !control && !turns && (c & 0xFFFF) < 0xFFFE;
        assert_int_equal(text_utf8(text, size, &read), character ? size : 0);
        assert_true(!character || read == c);
        assert_int_equal(text_character(text, size), shown ? size : 0);
        assert_int_equal(text_character(text, size - 1), 0);
        text_clean(text);
        assert_true(shown || strspn(text, "?") == strlen(text));
    }
    assert_int_equal(text_character("\xC0\xAF", 2), 0); /* '/' in two bytes */
    assert_int_equal(text_character("\xE0\x80\xAF", 3), 0);
    assert_int_equal(text_character("\xF0\x82\x82\xAC", 4), 0);
}

static void words_from_elsewhere_become_harmless(void **state)
{
    (void)state;
    static const char *const row[][3] = {
        {"", "", ""},
        {"Jörg\tund €", "Jörg\tund €", "Jörg\tund €"},
        {"\x1B]0;T\ax", "?]0;T?x", "?]0;T?x"},
        {"a\nb\r\n", "a?b??", "a\nb?\n"},
        {"\x7F\xC2\x9B\xE2\x80\xAC.", "???.", "???."},
        {"\xFF\x80J\xFCrgen", "??J?rgen", "??J?rgen"},
        {"a\xE2\x82|b", "a?|b", "a?|b"}, /* the end of a letter is missing: one sign for it */
        {"a\xF0\x9D\x84", "a", "a"},     /* and none where all ends */
        {"a\xC3", "a", "a"},
        {"a\x80", "a?", "a?"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char line[32], lines[32];
        snprintf(line, sizeof line, "%s", row[i][0]);
        snprintf(lines, sizeof lines, "%s", row[i][0]);
        text_clean(line);
        text_clean_lines(lines);
        assert_string_equal(line, row[i][1]);
        assert_string_equal(lines, row[i][2]);
    }
}

static void a_message_is_cut_between_letters(void **state)
{
    (void)state;
    struct text words = {0};
    struct error e = {0};
    for (int i = 0; i < 200; i++)
        text_add(&words, "ä€𝄞");
    for (int before = 0; before < 10; before++) {
        error_set(&e, "%*s%s", before, "", words.at);
        size_t size = strlen(e.text);
        assert_true(text_is_line(e.text, size) && !strchr(e.text, '?'));
        assert_in_range(size, sizeof e.text - 4, sizeof e.text - 1);
        int fit = text_fit(words.at, (size_t)before);
        assert_true(fit <= before && fit > before - 4 && text_is_line(words.at, (size_t)fit));
    }
    error_set(&e, "'%.9s'; %s", words.at + 1, "expected\x1B[1m\n");
    assert_string_equal(e.text, "'?€𝄞?'; expected?[1m?");
    text_free(&words);
}

static void a_record_has_no_character_that_steers_a_terminal(void **state)
{
    (void)state;
    static const char *const odd[] = {"\x1B",         "\x7F",         "\xC2\x80",
                                      "\xC2\x9F",     "\xE2\x80\xA8", "\xE2\x80\xAC",
                                      "\xE2\x81\xA9", "\xEF\xBF\xBF"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct reader *r = reader_new(0, NULL, NULL);
        struct error e = {0};
        char line[32];
        assert_true(reader_line(r, "pairs 1", 7, &e));
        snprintf(line, sizeof line, "# a %s comment", odd[i]);
        assert_false(reader_line(r, line, strlen(line), &e));
        assert_int_equal(e.line, 2);
        assert_string_equal(e.text, "this is no text; expected UTF-8 without control characters");
        reader_free(r);
    }
}

static void an_event_is_told_with_names_and_only_to_those_who_may_know(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 2, NULL);
    struct table *t = table_new(&u);
    struct error e = {0};
    struct text out = {0};
    table_name(t, 0, "Ann");
    struct names names = table_names(t);
    assert_true(table_deal(t, 0, 8, &e));
    event_text(&out, u.game, &t->log.event[0], 0, &names, NULL);
    assert_string_equal(out.at, "You get an 8.");
    text_clear(&out);
    event_text(&out, u.game, &t->log.event[0], EVERYTHING, &names, NULL);
    assert_string_equal(out.at, "Ann gets an 8.");
    text_clear(&out);
    event_text(&out, u.game, &t->log.event[0], 1, &names, NULL);
    assert_string_equal(out.at, "Ann gets a card.");
    text_clear(&out);
    event_text(&out, u.game, &t->log.event[0], NOBODY, &names, NULL);
    assert_string_equal(out.at, "Ann gets a card.");
    text_free(&out);
    table_free(t);
}

/* What a sentence says of Max and Bob to one who looks, in English or with German endings. */
static void assert_sentence(const char *sentence, int looks, const char *language,
                            const char *expected)
{
    const char *const sentences[] = {"", sentence, NULL};
    struct game game = *all_games[0];
    struct event e = {.kind = EVENT_NOTE, .say = 1, .seat = 0, .other = 1, .number = 2};
    struct names names = {.seat = {"Max", "Bob"}, .players = 2};
    struct text out = {0};
    game.sentences = sentences;
    text_add(&out, "Before. ");
    event_text(&out, &game, &e, looks, &names, language_find(language));
    assert_string_equal(text_of(&out) + strlen("Before. "), expected);
    text_free(&out);
}

static void the_one_who_looks_is_you(void **state)
{
    (void)state;
    static const char pays[] = "{seat} {pay/pays} {other|you} {number} {chip|chips}, so {other} "
                               "{laugh/laughs}. {seat} {lay/lays} {your/their} card.";
    assert_sentence(pays, 0, "en", "You pay Bob 2 chips, so Bob laughs. You lay your card.");
    assert_sentence(pays, 1, "en", "Max pays you 2 chips, so you laugh. Max lays their card.");
    assert_sentence(pays, NOBODY, "en",
                    "Max pays Bob 2 chips, so Bob laughs. Max lays their card.");
    assert_sentence(pays, EVERYTHING, "en",
                    "Max pays Bob 2 chips, so Bob laughs. Max lays their card.");
    static const char takes[] = "{other} {take/takes} {seat's|your} cards.";
    assert_sentence(takes, 0, "en", "Bob takes your cards.");
    assert_sentence(takes, 1, "en", "You take Max's cards.");
    static const char german[] = "{other} {nimmst/nimmt} {seat's|deine} Karten.";
    assert_sentence(german, 0, "de", "Bob nimmt deine Karten.");
    assert_sentence(german, 1, "de", "Du nimmst Max' Karten.");
    assert_sentence("Was {seat} {nimmst/nimmt}, sind {other's|deine} Karten.", 0, "de",
                    "Was du nimmst, sind Bobs Karten.");
}

/* What a decision of the seat in turn costs or brings, after a record: "+1 point". */
static void assert_figure(const char *record, const char *decision, const char *expected)
{
    struct reader *reader = test_read(record);
    const struct table *t = reader_table(reader);
    struct text figure = {0}, of = {0};
    struct view v;
    action a;
    table_view(t, __builtin_ctz(table_turn(t).seats), &v);
    assert_true(action_parse(v.game, decision, &a));
    if (action_figure(&figure, &of, &v, a, NULL))
        text_add(&figure, " %s", text_of(&of));
    assert_string_equal(text_of(&figure), expected);
    text_free(&figure);
    text_free(&of);
    reader_free(reader);
}

static void what_a_decision_costs_or_risks_is_a_figure(void **state)
{
    (void)state;
    static const char pairs[] = "pairs 1\ngame pairs\nplayers 2\ndeal burn 10 10 10 10 9\n"
                                "deal A 2\ndeal B 9\nA hit\ndeal A 10\n";
    assert_figure(pairs, "fold", "+2 points");
    assert_figure(pairs, "hit", "15 % to pair"); /* B has a 9: eight of 52 */
    static const char chips[] = "pairs 1\ngame blackstone\nplayers 2\ndeal A 8\ndeal B 9\n";
    assert_figure(chips, "fold", "−6 chips");
    assert_figure(chips, "take 1", "");
}

static void cards_that_are_turned_up_together_are_told_as_several(void **state)
{
    (void)state;
    struct setup u = test_setup("sweep", 3, NULL);
    struct event e = {.kind = EVENT_MOVE,
                      .cards = cards_one(8),
                      .count = 1,
                      .to = {.zone = ZONE_GAME, .owner = NOBODY},
                      .seen = EVERYBODY};
    struct event other = e;
    struct text out = {0};
    event_text(&out, u.game, &e, NOBODY, NULL, NULL);
    assert_string_equal(text_of(&out), "An 8 is turned up.");
    other.cards = cards_one(10);
    event_join(&e, &other);
    text_clear(&out);
    event_text(&out, u.game, &e, NOBODY, NULL, NULL);
    assert_string_equal(text_of(&out), "8 10 are turned up.");
    text_free(&out);
}

/* All that has happened, as told to one who looks. */
static struct telling all_told(const struct table *t, const struct names *names, int looks)
{
    return (struct telling){.chronicle = &t->past,
                            .game = t->setup.game,
                            .names = names,
                            .looks = looks,
                            .end = t->past.size};
}

/* What is told of the first events of a record, with all seats called by their letters. */
static void assert_told(const char *record, int looks, size_t begin, const char *expected)
{
    struct reader *reader = test_read(record);
    const struct table *t = reader_table(reader);
    struct names names = table_names(t);
    struct telling telling = all_told(t, &names, looks);
    struct text out = {0};
    telling_lines(&out, &telling, begin);
    assert_string_equal(text_of(&out), expected);
    text_free(&out);
    reader_free(reader);
}

static void deals_that_nobody_sees_are_one_sentence(void **state)
{
    (void)state;
    static const char dealt[] =
        "pairs 1\ngame regent\nplayers 3\ndeal burn 1 2 2 3 3\ndeal A 5 6\ndeal B 7 8\n"
        "deal C 9 10\ndeal A 7\ndeal B 8\ndeal C 9\n";
    assert_told(dealt, 0, 0,
                "Round 1 begins.\nYou get 5 6.\nThe others get 2 cards each.\n"
                "You get a 7, B an 8, C a 9.\nYou show the lowest card and begin.\n");
    assert_told(dealt, 2, 0,
                "Round 1 begins.\nThe others get 2 cards each.\nYou get 9 10.\n"
                "A gets a 7, B an 8, you a 9.\nA shows the lowest card and begins.\n");
    assert_told(dealt, NOBODY, 0,
                "Round 1 begins.\nAll get 2 cards each.\n"
                "A gets a 7, B an 8, C a 9.\nA shows the lowest card and begins.\n");
}

#define TWO_BIDS                                                                                   \
    "pairs 1\ngame venture\nplayers 3\noption hands 1\n"                                           \
    "deal A 8 9 7 7 2 5 3 7 9 6 8 6 8 1 8 8 10\n"                                                  \
    "deal B 10 10 6 4 9 8 10 2 3 9 5 7 8 6 5 3 7\n"                                                \
    "deal C 4 9 4 10 5 7 9 6 4 10 8 10 10 5 10 6 10\n"                                             \
    "deal pool 7 9 9 9\nB bid 10\nA bid 7\n"

static void choices_and_what_they_show_are_one_sentence_each(void **state)
{
    (void)state;
    static const char two[] = TWO_BIDS, bid[] = TWO_BIDS "C bid 6\n";
    enum { TO_BIDS = 2 + 3 * 17 + 4 }; /* what begins the hand, and the cards */
    static const char shown[] = "A bids 7, B 10, C 6.\n"
                                "C has the lowest bid and takes the highest: 10.\n"
                                "A takes what is lower: 6.\n"
                                "B's 10 was taken and takes nothing.\n";
    assert_told(bid, 2, TO_BIDS,
                "A bids 7, B 10, you 6.\n"
                "You have the lowest bid and take the highest: 10.\n"
                "A takes what is lower: 6.\nB's 10 was taken and takes nothing.\n");
    assert_told(bid, NOBODY, TO_BIDS, shown);
    assert_told(two, NOBODY, TO_BIDS, ""); /* what is chosen is told when it is shown */
    assert_told(two, 0, TO_BIDS, "");
    assert_told(bid, EVERYTHING, TO_BIDS, shown);
}

static void a_decision_is_told_with_the_card_that_it_brings(void **state)
{
    (void)state;
    assert_told("pairs 1\ngame pairs\nplayers 2\ndeal burn 10 10 10 10 9\ndeal A 1\ndeal B 9\n"
                "A hit\ndeal A 5\nB fold\n",
                NOBODY, 0,
                "Round 1 begins.\nA gets a 1, B a 9.\nA has the lowest card and begins.\n"
                "A hits: 5.\nB folds and takes 1 point.\nPoints: A 0, B 1.\n"
                "Round 2 begins.\n");
}

static void whole_hands_that_are_shown_have_a_sentence_each(void **state)
{
    (void)state;
    struct setup u = test_setup("kitty", 3, NULL);
    struct event e[2] = {{.kind = EVENT_SHOW, .seat = 0, .cards = 4 * cards_one(7), .count = 4},
                         {.kind = EVENT_SHOW, .seat = 1, .cards = 4 * cards_one(8), .count = 4}};
    e[0].seen = e[1].seen = EVERYBODY;
    assert_true(event_joins_sentence(u.game, &e[0], &e[1], 2));
    e[1].cards += cards_one(9);
    assert_false(event_joins_sentence(u.game, &e[0], &e[1], 2));
}

/* Reads all that was told to one who looks from the first event on, and then from the last one. */
static void read_both_ways(const struct table *t, int looks)
{
    struct names names = table_names(t);
    struct telling telling = all_told(t, &names, looks);
    struct text out = {0};
    size_t *begins = calloc(t->past.size, sizeof *begins), sentences = 0;
    for (size_t i = 0; i < telling.end; i = telling_sentence(&out, &telling, i))
        begins[sentences++] = i;
    for (size_t end = telling.end; end > 0; end = begins[sentences])
        assert_int_equal(telling_before(&telling, end), begins[--sentences]);
    assert_int_equal(sentences, 0);
    assert_null(strpbrk(text_of(&out), "[]{}"));
    free(begins);
    text_free(&out);
}

static void sentences_are_the_same_from_the_end_as_from_the_beginning(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        struct table *t = table_new(&u);
        struct rng r = rng_seeded(3, (uint64_t)g);
        while (table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        read_both_ways(t, 0);
        read_both_ways(t, NOBODY);
        read_both_ways(t, EVERYTHING);
        table_free(t);
    }
}

static void chips_are_told_as_what_is_there_and_what_was_won(void **state)
{
    (void)state;
    static const struct {
        const char *game, *options;
        int32_t score;
        const char *form[SCORE_BARE + 1]; /* full, told, signed, bare */
    } rows[] = {
        {"octopus", NULL, 20, {"120 chips (+20)", "120 chips (+20)", "120 (+20)", "120"}},
        {"octopus", "chips 5", -8, {"-3 chips (-8)", "-3 chips (-8)", "-3 (-8)", "-3"}},
        {"octopus", NULL, 0, {"100 chips", "100 chips", "100", "100"}},
        {"octopus", "chips 0", -8, {"-8 chips", "-8 chips", "-8", "-8"}},
        {"template", NULL, 7, {"7 chips", "7 chips", "7", "7"}}, /* nobody says how many at first */
        {"pairs", "payment eugene", -6, {"94 chips (-6)", "94 chips (-6)", "94 (-6)", "94"}},
        {"octopus", NULL, -99, {"1 chip (-99)", "1 chip (-99)", "1 (-99)", "1"}},
        {"pairs", NULL, 6, {"6 points", "6", "6", "6"}},
        {"pairs", NULL, 1, {"1 point", "1", "1", "1"}},
        {"tournament", NULL, 2, {"2 chips", "2", "2", "2"}}, /* its chips are lives */
        {"medusa", NULL, 9, {"9 wounds", "9", "9", "9"}},
        {"melee", NULL, 1, {"1 wound", "1", "1", "1"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct setup u = test_setup(rows[i].game, 4, rows[i].options);
        struct table *t = table_new(&u);
        struct names names = table_names(t);
        for (int form = SCORE_FULL; form <= SCORE_BARE; form++) {
            struct text out = {0};
            score_text(&out, rows[i].score, (enum score_form)form, &names, NULL);
            assert_string_equal(out.at, rows[i].form[form]);
            text_free(&out);
        }
        table_free(t);
    }
}

static void *play_games(void *context)
{
    struct setup u = test_setup("pieces-of-eight", 5, NULL);
    struct text *out = context;
    for (uint64_t i = 0; i < 50; i++) {
        struct rng r = rng_seeded(11, i);
        struct table *t = table_new(&u);
        while (table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        record_write(t, out);
        table_free(t);
    }
    return NULL;
}

static void threads_with_tables_of_their_own_do_not_meet(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    struct text out[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_games, &out[i]), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_string_equal(out[0].at, out[i].at);
        if (i)
            text_free(&out[i]);
    }
    text_free(&out[0]);
}

/* --- The bench -------------------------------------------------------------------------------- */

/* The loop that the engine is measured against plays the same game: as many decisions and cards a
 * game, within four standard errors. */
static void the_bare_loop_plays_the_same_game(void **state)
{
    (void)state;
    enum { GAMES = 4000 };
    struct setup u = test_setup("pairs", 2, NULL);
    double sum[2] = {0}, squares[2] = {0};
    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng r = rng_seeded(17, i);
        struct table *t = table_new(&u);
        double count[2] = {0};
        while (table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        for (size_t k = 0; k < t->steps; k++)
            count[t->step[k].kind == TURN_DECK]++;
        for (int k = 0; k < 2; k++) {
            sum[k] += count[k];
            squares[k] += count[k] * count[k];
        }
        table_free(t);
    }
    struct rng r = rng_seeded(18, 0);
    struct bare_count bare = bare_pairs(&r, GAMES);
    double other[2] = {(double)bare.decisions, (double)bare.cards};
    for (int k = 0; k < 2; k++) {
        double mean = sum[k] / GAMES, variance = squares[k] / GAMES - mean * mean;
        double difference = mean - other[k] / GAMES;
        assert_true(difference * difference < 16 * 2 * variance / GAMES);
    }
}

/* --- Games without end ------------------------------------------------------------------------ */

enum { TEN = RANKS, TENS = 6 }; /* so many stay in play; all other cards become wounds */

/* A card that makes no pair with the shields, and of which most are left; else the lowest; 0 if
 * only the tens are left. */
static int card_to_duck(const struct table *t, cards shields)
{
    int best = 0, most = 0, lowest = 0;
    for (int c = RANKS; c > 0; c--) {
        int left = pile_count(game_source(t->state), c) - (c == TEN ? TENS : 0);
        lowest = left > 0 ? c : lowest;
        if (left > most && !cards_has(shields, c)) {
            best = c;
            most = left;
        }
    }
    return best ? best : lowest;
}

static cards shields_of(const struct table *t, int seat)
{
    static struct view v;
    table_view(t, EVERYTHING, &v);
    return view_faces(&v, ZONE_GAME, seat);
}

static void two_who_duck_and_strike_in_turn_fight_for_ever_and_the_table_says_so(void **state)
{
    (void)state;
    struct setup u = test_setup("last-man-standing", 2, "first A, target 60");
    struct table *t = table_new(&u);
    struct rng r = rng_seeded(1, 1);
    struct error e = {0};
    action duck = 0, strike = 0;
    assert_true(action_parse(u.game, "duck", &duck) && action_parse(u.game, "strike", &strike));
    for (bool fine = true, only_tens = false; fine;) {
        struct turn turn = table_turn(t);
        assert_int_not_equal(turn.kind, TURN_OVER);
        if (turn.kind == TURN_SEATS) {
            int seat = __builtin_ctz(turn.seats);
            bool parries = only_tens && cards_has(shields_of(t, seat), TEN);
            fine = table_play(t, seat, parries ? strike : duck, &e);
        } else if (only_tens) {
            fine = table_chance(t, &r, &e);
        } else {
            int c = card_to_duck(t, shields_of(t, turn.place));
            only_tens = c == 0;
            fine = table_deal(t, turn.place, c ? c : TEN, &e);
        }
    }
    assert_true(table_endless(t));
    assert_int_equal(t->steps, STEPS_MAX);
    assert_non_null(strstr(e.text, "has not ended after 1000000 steps"));
    table_free(t);
}

/* --- Names as people type them ------------------------------------------------------------------
 */

static void case_blanks_and_umlauts_make_no_difference_to_a_name(void **state)
{
    (void)state;
    assert_true(spelling_same("Horn of Plenty", "horn-of-plenty"));
    assert_true(spelling_same("horn_of_plenty", "HORN OF PLENTY"));
    assert_true(spelling_same("Kampfget\xC3\xBCmmel", "kampfgetuemmel"));
    assert_true(spelling_same("KAMPFGET\xC3\x9CMMEL", "kampfgetuemmel"));
    assert_true(spelling_same("troll\xE2\x80\x99s", "troll's"));
    assert_false(spelling_same("pairs", "pair"));
    assert_false(spelling_same("", ""));
    assert_false(spelling_same("-", " "));
    assert_true(spelling_same("\xC3", "\xC3"));
    char endless[1000];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_false(spelling_same(endless, endless)); /* no name is so long */
}

static void assert_guess(const char *typed, const char *meant, int mistakes)
{
    static const char *const names[] = {"pairs", "port", "play", "ghost-town", "octopus"};
    struct guess g = guess_at(typed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        guess_try(&g, names[i], names[i]);
    if (!meant) {
        assert_null(g.meant);
        return;
    }
    assert_non_null(g.meant);
    assert_string_equal(g.meant, meant);
    assert_int_equal(g.mistakes, mistakes);
}

static void the_nearest_name_is_what_was_meant(void **state)
{
    (void)state;
    assert_guess("pairs", "pairs", 0);
    assert_guess("Ghost Town", "ghost-town", 0);
    assert_guess("pair", "pairs", 1);
    assert_guess("pairss", "pairs", 1);
    assert_guess("plya", "play", 1); /* two letters are exchanged */
    assert_guess("oktopus", "octopus", 1);
    assert_guess("ghost", "ghost-town", 2); /* its beginning */
    assert_guess("dance", NULL, 0);
    assert_guess("x", NULL, 0);
    assert_guess("", NULL, 0);
    assert_guess("\xFF\xFE", NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_has_as_many_cards_of_a_rank_as_the_rank_says),
        cmocka_unit_test(the_cards_of_some_ranks_are_counted_and_summed_in_any_number_of_decks),
        cmocka_unit_test(sets_know_size_sum_and_extremes),
        cmocka_unit_test(sets_compare_from_the_highest_card_down),
        cmocka_unit_test(the_kth_card_of_any_pile_is_found),
        cmocka_unit_test(every_card_is_drawn_as_often_as_it_should_be),
        cmocka_unit_test(who_saw_a_card_discarded_knows_it_in_the_deck_until_it_is_drawn),
        cmocka_unit_test(buried_cards_of_others_are_dealt_again_and_the_own_ones_are_not),
        cmocka_unit_test(a_chosen_card_is_handed_to_the_next_who_plays_and_the_choice_is_forgotten),
        cmocka_unit_test(a_card_handed_on_is_still_there_unless_it_was_the_one_handed_on_again),
        cmocka_unit_test(a_trail_that_is_too_long_keeps_what_is_certain),
        cmocka_unit_test(presets_are_chosen_by_name_like_games),
        cmocka_unit_test(wrong_options_are_refused_with_a_remedy),
        cmocka_unit_test(options_that_contradict_each_other_are_refused),
        cmocka_unit_test(every_value_reads_back_from_its_text),
        cmocka_unit_test(words_that_mean_nothing_are_refused),
        cmocka_unit_test(wrong_records_fail_at_their_line),
        cmocka_unit_test(right_records_are_read_however_they_are_laid_out),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(names_are_kept_in_the_record),
        cmocka_unit_test(any_name_can_be_read_back_from_the_record),
        cmocka_unit_test(a_decision_taken_back_can_be_made_again),
        cmocka_unit_test(what_chance_draws_is_among_all_that_can_come),
        cmocka_unit_test(a_line_has_every_character_but_those_that_steer_a_terminal),
        cmocka_unit_test(words_from_elsewhere_become_harmless),
        cmocka_unit_test(a_message_is_cut_between_letters),
        cmocka_unit_test(a_record_has_no_character_that_steers_a_terminal),
        cmocka_unit_test(an_event_is_told_with_names_and_only_to_those_who_may_know),
        cmocka_unit_test(the_one_who_looks_is_you),
        cmocka_unit_test(what_a_decision_costs_or_risks_is_a_figure),
        cmocka_unit_test(cards_that_are_turned_up_together_are_told_as_several),
        cmocka_unit_test(deals_that_nobody_sees_are_one_sentence),
        cmocka_unit_test(choices_and_what_they_show_are_one_sentence_each),
        cmocka_unit_test(a_decision_is_told_with_the_card_that_it_brings),
        cmocka_unit_test(whole_hands_that_are_shown_have_a_sentence_each),
        cmocka_unit_test(sentences_are_the_same_from_the_end_as_from_the_beginning),
        cmocka_unit_test(chips_are_told_as_what_is_there_and_what_was_won),
        cmocka_unit_test(threads_with_tables_of_their_own_do_not_meet),
        cmocka_unit_test(the_bare_loop_plays_the_same_game),
        cmocka_unit_test(two_who_duck_and_strike_in_turn_fight_for_ever_and_the_table_says_so),
        cmocka_unit_test(case_blanks_and_umlauts_make_no_difference_to_a_name),
        cmocka_unit_test(the_nearest_name_is_what_was_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
