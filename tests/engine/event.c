/* What is told of an event, and to whom. */
#include "tests/test.h"

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

/* What a sentence says of two to one who looks, in English or with German endings. */
static void assert_sentence_of(const struct names *names, const char *sentence, int looks,
                               const char *language, const char *expected)
{
    const char *const sentences[] = {"", sentence, NULL};
    struct game game = *all_games[0];
    struct event e = {.kind = EVENT_NOTE, .say = 1, .seat = 0, .other = 1, .number = 2};
    struct text out = {0};
    game.sentences = sentences;
    text_add(&out, "Before. ");
    event_text(&out, &game, &e, looks, names, language_find(language));
    assert_string_equal(text_of(&out) + strlen("Before. "), expected);
    text_free(&out);
}

/* The same of Max and Bob. */
static void assert_sentence(const char *sentence, int looks, const char *language,
                            const char *expected)
{
    struct names names = {.seat = {"Max", "Bob"}, .players = 2};
    assert_sentence_of(&names, sentence, looks, language, expected);
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

static void who_is_called_like_a_king_is_declined_in_german(void **state)
{
    (void)state;
    struct names names = {.seat = {"Dachs der Jüngere", "Elster die Dritte"}, .players = 2};
    assert_sentence_of(&names, "{other} nimmt {seat's|deine} Karten.", NOBODY, "de",
                       "Elster die Dritte nimmt Dachs des Jüngeren Karten.");
    assert_sentence_of(&names, "{seat} nimmt {other's|deine} Karten.", NOBODY, "de",
                       "Dachs der Jüngere nimmt Elster der Dritten Karten.");
    assert_sentence_of(&names, "{seat} schenkt {other|dir} nichts.", NOBODY, "de",
                       "Dachs der Jüngere schenkt Elster der Dritten nichts.");
    assert_sentence_of(&names, "{other} ruft {seat|dich}.", NOBODY, "de",
                       "Elster die Dritte ruft Dachs den Jüngeren.");
    assert_sentence_of(&names, "{seat} takes {other's|your} cards.", NOBODY, "en",
                       "Dachs der Jüngere takes Elster die Dritte's cards.");
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
    static const char shown[] = "A bids a 7, B a 10, C a 6.\n"
                                "C has the lowest bid and takes the highest: 10.\n"
                                "A takes what is lower: 6.\n"
                                "B's 10 was taken and takes nothing.\n";
    assert_told(bid, 2, TO_BIDS,
                "A bids a 7, B a 10, you a 6.\n"
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
        {"octopus", "chips 5", -8, {"−3 chips (−8)", "−3 chips (−8)", "−3 (−8)", "−3"}},
        {"octopus", NULL, 0, {"100 chips", "100 chips", "100", "100"}},
        {"octopus", "chips 0", -8, {"−8 chips", "−8 chips", "−8", "−8"}},
        {"template", NULL, 7, {"7 chips", "7 chips", "7", "7"}}, /* nobody says how many at first */
        {"pairs", "payment eugene", -6, {"94 chips (−6)", "94 chips (−6)", "94 (−6)", "94"}},
        {"octopus", NULL, -99, {"1 chip (−99)", "1 chip (−99)", "1 (−99)", "1"}},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_told_with_names_and_only_to_those_who_may_know),
        cmocka_unit_test(the_one_who_looks_is_you),
        cmocka_unit_test(who_is_called_like_a_king_is_declined_in_german),
        cmocka_unit_test(what_a_decision_costs_or_risks_is_a_figure),
        cmocka_unit_test(cards_that_are_turned_up_together_are_told_as_several),
        cmocka_unit_test(deals_that_nobody_sees_are_one_sentence),
        cmocka_unit_test(choices_and_what_they_show_are_one_sentence_each),
        cmocka_unit_test(a_decision_is_told_with_the_card_that_it_brings),
        cmocka_unit_test(whole_hands_that_are_shown_have_a_sentence_each),
        cmocka_unit_test(sentences_are_the_same_from_the_end_as_from_the_beginning),
        cmocka_unit_test(chips_are_told_as_what_is_there_and_what_was_won),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
