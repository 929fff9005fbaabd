/* The rules of a game as its table plays them. */
#include "engine/rulebook.h"

#include "tests/test.h"

#include <regex.h>

static const char source[] = "== GOAL\n"
                             "Have the highest\n"
                             "card.\n"
                             "\n"
                             "? hands 1\n"
                             "One hand is all.\n"
                             "\n"
                             "? hands not 1, ante 1/2\n"
                             "There are {hands} hands.\n"
                             "\n"
                             "? players 2\n"
                             "== FOR TWO\n"
                             "Only two.\n"
                             "\n"
                             "And nobody else.\n"
                             "\n"
                             "== PAYMENTS\n"
                             "| who | gets |\n"
                             "| the highest | the pot |\n"
                             "- Stay: pay one more\n"
                             "  chip.\n"
                             "- Leave: pay nothing.\n";

static char *printed(const struct setup *u, int columns)
{
    struct text out = {0};
    rulebook_print(&out, rulebook_open(source, u), columns);
    return out.at;
}

static void parts_are_shown_with_the_options_they_are_about(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, "hands 1");
    char *text = printed(&u, 80);
    assert_non_null(strstr(text, "GOAL\nHave the highest card.\nOne hand is all.\n\nPAYMENTS\n"));
    assert_null(strstr(text, "two"));
    free(text);
    u = test_setup("template", 2, "hands 7");
    text = printed(&u, 80);
    assert_non_null(strstr(text, "There are 7 hands.\n\nFOR TWO\nOnly two.\nAnd nobody else.\n"));
    assert_null(strstr(text, "is all"));
    free(text);
    u = test_setup("template", 2, "hands 7, ante 3");
    text = printed(&u, 80);
    assert_null(strstr(text, "There are"));
    free(text);
}

static void while_nobody_knows_how_many_play_the_usual_values_count(void **state)
{
    (void)state;
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, "template", &e));
    char *text = printed(&u, 80);
    assert_null(strstr(text, "FOR TWO"));
    assert_null(strchr(text, '{'));
    free(text);
}

static void an_option_that_depends_on_the_players_is_open_until_it_is_given(void **state)
{
    (void)state;
    static const char soft[] = "? soft open\nPerhaps.\n\n? soft on\nSoft.\n\n? soft off\nHard.\n";
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, "kitty", &e));
    assert_true(rulebook_check(soft, u.game, &e));
    assert_false(rulebook_check("? sticky open\nA\n", u.game, &e));
    struct text out = {0};
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Perhaps.\n");
    assert_true(setup_choose(&u, "soft-kitty", &e));
    text_clear(&out);
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Soft.\n");
    u = test_setup("kitty", 4, NULL);
    text_clear(&out);
    rulebook_print(&out, rulebook_open(soft, &u), 80);
    assert_string_equal(text_of(&out), "Hard.\n");
    text_free(&out);
}

/* What a source says at a table. */
static void assert_says(const char *words, const struct setup *u, const char *expected)
{
    struct text out = {0};
    struct error e = {0};
    assert_true(rulebook_check(words, u->game, &e));
    rulebook_print(&out, rulebook_open(words, u), 0);
    assert_string_equal(text_of(&out), expected);
    text_free(&out);
}

static void words_go_with_the_number_before_them(void **state)
{
    (void)state;
    static const char words[] = "{ante}\n{chip|chips} for {hands} {hand|hands}.\n";
    struct setup u = test_setup("template", 2, "hands 7, ante 1");
    assert_says(words, &u, "1 chip for 7 hands.\n");
    u = test_setup("template", 2, "hands 1, ante 2");
    assert_says(words, &u, "2 chips for 1 hand.\n");
}

static void parts_can_ask_for_the_deck(void **state)
{
    (void)state;
    static const char words[] = "? deck usual\nAs ever.\n\n? deck not usual\n{deck}\n\n"
                                "? deck 3\nThrees.\n\n? deck not 2/3\nNeither.\n";
    struct setup u = test_setup("pairs", 3, NULL);
    struct error e = {0};
    assert_says(words, &u, "As ever.\nThrees.\n");
    u = test_setup("pairs", 3, "deck 9-0-0-9-9-9-9-9-9-9");
    assert_says(words, &u, "9-0-0-9-9-9-9-9-9-9\nNeither.\n");
    assert_false(rulebook_check("? deck 11\nA\n", u.game, &e));
}

static void tables_have_columns_and_what_is_too_long_hangs(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, NULL);
    char *text = printed(&u, 22);
    assert_non_null(strstr(text, "  who          gets\n  the highest  the pot\n"));
    free(text);
    text = printed(&u, 21);
    assert_non_null(strstr(text, "  the highest  the\n               pot\n"));
    free(text);
    text = printed(&u, 16);
    assert_non_null(strstr(text, "- Stay: pay one\n  more chip.\n- Leave: pay\n  nothing.\n"));
    free(text);
    text = printed(&u, 0);
    assert_non_null(strstr(text, "\n- Stay: pay one more chip.\n"));
    free(text);
}

static void what_no_option_can_be_is_refused(void **state)
{
    (void)state;
    struct setup u = test_setup("template", 3, NULL);
    struct error e = {0};
    assert_true(rulebook_check(source, u.game, &e));
    assert_false(rulebook_check("? hands none\nA\n", u.game, &e));
    assert_false(rulebook_check("? hand 1\nA\n", u.game, &e));
    assert_false(rulebook_check("? ante 1/x\nA\n", u.game, &e));
    assert_false(rulebook_check("? players 9\nA\n", u.game, &e));
    assert_false(rulebook_check("{hand}\n", u.game, &e));
    assert_true(rulebook_check("? players open\n{hands}\n", u.game, &e));
}

/* A name, words that its rules must have, and words that they must not. */
static void a_variant_has_the_rules_of_its_own(void **state)
{
    (void)state;
    static const char *const expected[][3] = {
        {"melee", "only one loser", "last player standing wins"},
        {"last-man-standing", "last player standing wins", "loses"},
        {"deadfall", "THE DOORS", "Cold call:"},
        {"blind-start", "winner of the last hand leads", "THE DOORS"},
        {"breaking-nines", "the first 9 of a hand", "VARIANTS"},
        {"deadfall-cherry", "gives 1 chip to each", "VARIANTS"},
        {"cold-calling", "Cold call:", "VARIANTS"},
        {"red-devil", "hands it to the player on the left", "another card to the left"},
        {"double-devil", "another card to the left", "VARIANTS"},
        {"regent", "With two players", "Cleo"},
        {"regent-multi", "takes the centre", "two players"},
        {"kitty", "Three, five or six play the soft game", "must not talk"},
        {"soft-kitty", "There are four rounds", "hard game: seven rounds"},
        {"sticky-kitty", "stay for the next round", "So are target cards"},
        {"partners-kitty", "must not talk about their cards", "Three, five or six"},
        {"kitty-chips", "one chip for each point", "VARIANTS"},
        {"long-kitty", "somebody has 100 points or more", "VARIANTS"},
        {"sweep", "somebody has 150 points or more", "One deal is the whole game. High"},
        {"sweep-single", "share the win", "150"},
        {"venture", "VARIANTS", "THE DRAFT"},
        {"venture-draft", "THE DRAFT", "VARIANTS"},
        {"pairs", "60 divided by the players, and 1 more", "seven mighty beings"},
        {"continuous", "somebody took from them with a fold", "Nobody else's stack"},
        {"calamities", "seven mighty beings", "Port and Starboard"},
        {"pieces-of-eight", "which also brought Port and Starboard", "seven mighty beings"},
        {"cold-calling", "A cold call can", "a call cannot hurt you"},
        {"regent-multi", "goes on until only one player is left", "With more it"},
        {"carousel", "may join between two rounds, unless a pot is carried", "dealer"},
        {"medusa", "the youngest of you begins; here a lot decides", "Seat"},
        {"tournament", "Stay at or below your sum if you can", "Seat"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct setup u;
        struct error e = {0};
        struct text out = {0};
        assert_true(setup_choose(&u, expected[i][0], &e));
        rulebook_print(&out, rulebook_game(&u, NULL), 0);
        if (!strstr(text_of(&out), expected[i][1]) || strstr(text_of(&out), expected[i][2]))
            fail_msg("%s: expected '%s' and not '%s'", expected[i][0], expected[i][1],
                     expected[i][2]);
        text_free(&out);
    }
}

/* The next line that is a heading, an item, a row or a condition; NULL at the end. */
static const char *next_mark(const char *at)
{
    while (*at && !strchr("=-|?", *at)) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return *at ? at : NULL;
}

static void check_parts(const struct game *game, const struct language *l)
{
    const char *here = next_mark(rulebook_source(game, l));
    const char *english = next_mark(rulebook_source(game, NULL));
    while (here && english) {
        size_t size = *english == '?' ? strcspn(english, "\n") : 1;
        if (strncmp(here, english, size) != 0)
            fail_msg("%s, %s: '%.40s' where English has '%.40s'", game->name, l->name, here,
                     english);
        here = next_mark(here + strcspn(here, "\n"));
        english = next_mark(english + strcspn(english, "\n"));
    }
    if (here || english)
        fail_msg("%s, %s: more or fewer parts than in English", game->name, l->name);
}

static void all_languages_have_the_same_parts_with_the_same_conditions(void **state)
{
    (void)state;
    for (const struct language *l = languages; l->name; l++)
        for (int i = 0; all_games[i]; i++)
            check_parts(all_games[i], l);
}

static void what_a_decision_goes_with_are_options_of_its_game(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++)
        for (const struct verb *v = all_games[i]->verbs; v->word; v++) {
            struct text condition = {0};
            struct error e = {0};
            if (v->only)
                text_add(&condition, "? %s\n", v->only);
            if (!rulebook_check(text_of(&condition), all_games[i], &e))
                fail_msg("%s, %s: %s", all_games[i]->name, v->word, e.text);
            text_free(&condition);
        }
}

/* The goal of a game as it is told in a language, with the options of a name. */
static void assert_goal(const char *name, int players, const char *options, const char *language,
                        const char *expected, int32_t target)
{
    struct setup u = test_setup(name, players, options);
    struct text out = {0};
    rulebook_goal(&out, &u, language_find(language));
    assert_string_equal(text_of(&out), expected);
    assert_int_equal(setup_target(&u), target);
    text_free(&out);
}

static void a_goal_has_the_numbers_of_its_table(void **state)
{
    (void)state;
    assert_goal("pairs", 4, NULL, "en", "16 points lose. Low is good.", 16);
    assert_goal("pairs", 4, "target 9", "en", "9 points lose. Low is good.", 9);
    assert_goal("kitty", 4, "scoring long, target 50", "en",
                "Have the most cards of a rank to score it. 50 points and a clear lead win.", 50);
    assert_goal("kitty", 4, NULL, "en",
                "Have the most cards of a rank to score it. Most points win.", 0);
    assert_goal(
        "ghost-town", 3, "hands 1", "de",
        "Zieh Chips aus dem Topf oder bleib zuletzt übrig. Wer die meisten Chips hat, gewinnt.", 0);
}

static void every_game_has_a_goal_that_fits_a_line(void **state)
{
    (void)state;
    enum { LINE = 110 };
    for (int i = 0; all_games[i]; i++)
        for (const struct language *l = languages; l->name; l++) {
            struct setup u = {.game = all_games[i]};
            struct error e = {0};
            struct text out = {0};
            assert_non_null(u.game->goal);
            assert_true(rulebook_check(language_text(l, u.game->goal), u.game, &e));
            rulebook_goal(&out, &u, l);
            assert_in_range(text_columns(text_of(&out), (int)out.size), 10, LINE);
            text_free(&out);
        }
}

/* --- Whatever is agreed ----------------------------------------------------------------------- */

/* What no sentence has, whatever is agreed. */
static const char one_of_many[] =
    "(^|[^0-9.,-])1 "
    "(chips|points|cards|rounds|hands|games|wounds|decks|Chips|Punkten?|Karten|Runden|"
    "Durchgängen?|Spielen?|Spielpunkten?|Siegpunkten?|Wunden|Päckchen)([^a-z]|$)";
static const char *const never[] = {
    one_of_many,
    "(^|[^0-9.,])0 (into|chips? into|in den|Chips? in den)",
    "(pays?|costs?|pay|zahlst|zahlt|zahlen|kostet) 0([^-.,0-9]|[.,][^0-9]|$)",
    "  |[][{}]|^ | $| [.,:;]|\\(null\\)",
    "([0-9]+) (counts less|is lower) than \\1[^0-9]|zählt ([0-9]+) weniger als \\3[^0-9]",
    "([0-9]+)( [Cc]hips)?, [0-9, ]+( and so on| und so weiter), (up to|bis zu) \\1([^0-9]|$)",
};

/* What no sentence has if the deck is not the usual one. */
static const char usual[] =
    "[Ff]ifty-five|Fünfundfünfzig|(all|alle) 55|ten 10s|zehn 10en|[Ff]orty-five";

/* A card of rank %d, in words. */
static const char card_words[] =
    "(^|[^A-Za-z])(an?|the|another|lone|first|only|than|[Ee]iner?|[Dd]ie|[Dd]er|erste|weitere|als) "
    "%d([^-0-9.,|a-z ]|[.,]([^0-9]|$)| [^a-z]|$)|(^|[^0-9])%d(s|en)([^a-z]|$)|"
    "(^| )%d [0-9]|[0-9] %d([^0-9]|$)";

enum { NEVER = sizeof never / sizeof *never, RULES_TRIED = 60 };

/* What no sentence has where there is one hand, round or game only: %s. */
static const char once[] = "after each %s([^a-z]|$)|the next %s([.,]|$| it )|first %s (a lot|it) ";

struct refused {
    regex_t any[NEVER], usual, card[RANKS + 1];
};

static void compile(regex_t *r, const char *pattern)
{
    assert_int_equal(regcomp(r, pattern, REG_EXTENDED), 0);
}

static void refused_open(struct refused *r)
{
    for (int i = 0; i < NEVER; i++)
        compile(&r->any[i], never[i]);
    compile(&r->usual, usual);
    for (int c = 1; c <= RANKS; c++) {
        char pattern[sizeof card_words + 8];
        snprintf(pattern, sizeof pattern, card_words, c, c, c, c);
        compile(&r->card[c], pattern);
    }
}

static void refused_close(struct refused *r)
{
    for (int i = 0; i < NEVER; i++)
        regfree(&r->any[i]);
    regfree(&r->usual);
    for (int c = 1; c <= RANKS; c++)
        regfree(&r->card[c]);
}

static bool says(const regex_t *r, const char *words)
{
    return regexec(r, words, 0, NULL, 0) == 0;
}

/* Whether an option, and not the deck, speaks of a rank. */
static bool is_agreed(const struct setup *u, int c)
{
    for (int i = 0; i < option_total(u->game); i++)
        if (u->option[i] == c && u->game->options[i].type == OPTION_NUMBER)
            return true;
    return false;
}

/* Whether words speak of another hand than the only one. */
static bool says_another(const struct setup *u, const char *words)
{
    char unit[16], pattern[sizeof once + sizeof unit * 3];
    regex_t another;
    int hands = option_of_role(u->game, ROLE_HANDS);
    if (hands < 0 || u->option[hands] != 1)
        return false;
    const char *help = u->game->options[hands].help; /* "rounds in a match" */
    snprintf(unit, sizeof unit, "%.*s", (int)strcspn(help, " ") - 1, help);
    snprintf(pattern, sizeof pattern, once, unit, unit, unit);
    compile(&another, pattern);
    bool said = says(&another, words);
    regfree(&another);
    return said;
}

/* Why words must not be said at a table, or NULL. */
static const char *wrong(const struct refused *r, const struct setup *u, const char *words)
{
    for (int i = 0; i < NEVER; i++)
        if (says(&r->any[i], words))
            return never[i];
    if (u->deck && says(&r->usual, words))
        return "the usual deck";
    if (says_another(u, words))
        return "one hand is all";
    for (int c = 1; u->deck && c <= RANKS; c++)
        if (!cards_count(u->deck, c) && !is_agreed(u, c) && says(&r->card[c], words))
            return "a rank that is not in the deck";
    return NULL;
}

/* The end of a paragraph that leads in to something. */
static bool leads_in(const char *words)
{
    size_t size = strlen(words);
    return size && words[size - 1] == ':';
}

/* What is agreed, as options of a command. */
static void fail_rules(const struct setup *u, const struct language *l, const char *why,
                       const char *words)
{
    struct text given = {0};
    char value[OPTION_TEXT], deck[DECK_TEXT];
    for (int i = 0; i < option_total(u->game); i++)
        if (u->given >> i & 1)
            text_add(&given, " -o %s=%s", u->game->options[i].key,
                     option_text(&u->game->options[i], u->option[i], value));
    if (u->deck)
        text_add(&given, " -o deck=%s", deck_text(u->deck, deck));
    fail_msg("pairs rules %s -n %d%s, %s: %s: %s", setup_name(u), u->players, text_of(&given),
             l->name, why, words);
}

static void check_rules(const struct refused *r, const struct setup *u, const struct language *l)
{
    struct rulebook b = rulebook_game(u, l);
    struct text words = {0};
    enum rule_kind kind, before = 0;
    bool led = false;
    while ((kind = rulebook_next(&b, &words))) {
        const char *why = wrong(r, u, text_of(&words));
        if (why)
            fail_rules(u, l, why, text_of(&words));
        if (kind == RULE_ROW && before != RULE_ROW && before != RULE_HEADING && !led)
            fail_rules(u, l, "a table without a word before it", text_of(&words));
        if (led && (kind == RULE_PARAGRAPH || kind == RULE_HEADING))
            fail_rules(u, l, "a colon with nothing behind it, before", text_of(&words));
        if (kind == RULE_HEADING && before == RULE_HEADING)
            fail_rules(u, l, "a section without words, before", text_of(&words));
        led = kind == RULE_PARAGRAPH && leads_in(text_of(&words));
        before = kind;
    }
    if (led)
        fail_rules(u, l, "a colon with nothing behind it", "the end");
    text_clear(&words);
    rulebook_goal(&words, u, l);
    const char *why = wrong(r, u, text_of(&words));
    if (why)
        fail_rules(u, l, why, text_of(&words));
    text_free(&words);
}

/* A value of an option, rather at the ends of what it can be. */
static int32_t some_value(const struct option *o, struct rng *r, int players)
{
    int32_t step = o->step ? o->step : 1;
    if (o->none && rng_below(r, 3) == 0)
        return OPTION_NONE;
    if (o->type == OPTION_SWITCH)
        return rng_below(r, 2);
    if (o->type == OPTION_SEAT)
        return rng_below(r, players ? players : 1);
    if (o->type == OPTION_NUMBER) {
        int steps = (o->most - o->least) / step;
        int at = rng_below(r, 4) == 0 ? rng_below(r, steps + 1)
                                      : rng_below(r, steps < 3 ? steps + 1 : 3);
        return o->least + (rng_below(r, 8) == 0 ? steps : at) * step;
    }
    int words = 0;
    while (o->words[words])
        words++;
    return rng_below(r, words);
}

static void some_deck(struct setup *u, struct rng *r)
{
    struct error e = {0};
    char deck[DECK_TEXT];
    cards all = 0;
    for (int c = 1; c <= RANKS; c++)
        all += cards_one(c) * (cards)(rng_below(r, 3) ? rng_below(r, 15) : 0);
    setup_option(u, deck_key, deck_text(all, deck), &e);
}

/* Whether something could be agreed for a name: players, options and a deck. */
static bool agree(struct setup *u, const char *name, struct rng *r)
{
    struct error e = {0};
    assert_true(setup_choose(u, name, &e));
    if (rng_below(r, 5) && !setup_players(u, 1 + rng_below(r, PLAYERS_MAX), &e))
        return false;
    for (int i = 0; i < option_total(u->game); i++)
        if (!(u->given >> i & 1) && rng_below(r, 2)) {
            u->option[i] = some_value(&u->game->options[i], r, u->players);
            u->given |= 1U << i;
        }
    if (u->game->custom.besides && rng_below(r, 3) == 0)
        some_deck(u, r);
    return u->players ? setup_suits(u, u->players) && setup_finish(u, &e)
                      : setup_players_max(u) > 0;
}

static void check_name(const struct refused *refused, const char *name, struct rng *r)
{
    for (int tried = 0; tried < RULES_TRIED;) {
        struct setup u;
        if (!agree(&u, name, r))
            continue;
        for (const struct language *l = languages; l->name; l++)
            check_rules(refused, &u, l);
        tried++;
    }
}

static void whatever_is_agreed_the_rules_read_well(void **state)
{
    (void)state;
    struct refused refused;
    struct rng r = rng_seeded(26, 0);
    refused_open(&refused);
    for (int i = 0; all_games[i]; i++) {
        check_name(&refused, all_games[i]->name, &r);
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            check_name(&refused, p->name, &r);
    }
    refused_close(&refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_shown_with_the_options_they_are_about),
        cmocka_unit_test(while_nobody_knows_how_many_play_the_usual_values_count),
        cmocka_unit_test(an_option_that_depends_on_the_players_is_open_until_it_is_given),
        cmocka_unit_test(words_go_with_the_number_before_them),
        cmocka_unit_test(parts_can_ask_for_the_deck),
        cmocka_unit_test(tables_have_columns_and_what_is_too_long_hangs),
        cmocka_unit_test(what_no_option_can_be_is_refused),
        cmocka_unit_test(a_variant_has_the_rules_of_its_own),
        cmocka_unit_test(what_a_decision_goes_with_are_options_of_its_game),
        cmocka_unit_test(all_languages_have_the_same_parts_with_the_same_conditions),
        cmocka_unit_test(a_goal_has_the_numbers_of_its_table),
        cmocka_unit_test(every_game_has_a_goal_that_fits_a_line),
        cmocka_unit_test(whatever_is_agreed_the_rules_read_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
