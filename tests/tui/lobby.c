/* What is agreed and remembered before a game, the words of decisions, and the advice. */
#include "tests/test.h"

#include "cli/advice.h"
#include "cli/form.h"

#include <math.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/pairs-lobby-XXXXXX";

static int make_home(void **state)
{
    (void)state;
    return mkdtemp(folder) && setenv("XDG_CONFIG_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_home(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/pairs", folder);
    rmdir(path);
    return rmdir(folder);
}

static void write_settings(const char *lines)
{
    char path[256];
    snprintf(path, sizeof path, "%s/pairs", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(lines, to);
    assert_int_equal(fclose(to), 0);
}

static struct setup choose(const char *name)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e));
    return u;
}

/* A form with the usual settings. */
static struct form open_form(const char *name)
{
    struct form f;
    struct settings s;
    struct setup u = choose(name);
    settings_init(&s);
    form_init(&f, &u, &s);
    return f;
}

/* Goes to the row with that label. */
static void go_to(struct form *f, const char *label)
{
    for (int i = 0; i < f->rows; i++) {
        struct text text = {0};
        form_label(f, i, &text);
        bool found = strcmp(text_of(&text), label) == 0;
        text_free(&text);
        if (found) {
            form_go(f, i);
            return;
        }
    }
    fail_msg("there is no row %s", label);
}

static void assert_value(const struct form *f, const char *expected)
{
    struct text text = {0};
    form_value(f, f->at, &text);
    assert_string_equal(text_of(&text), expected);
    text_free(&text);
}

static void assert_help(const struct form *f, const char *expected)
{
    struct text text = {0};
    form_help(f, f->at, &text);
    assert_string_equal(text_of(&text), expected);
    text_free(&text);
}

static void type(struct form *f, const char *text)
{
    for (; *text; text++)
        assert_true(form_type(f, *text));
}

/* --- Settings --------------------------------------------------------------------------------- */

static void without_a_file_one_person_plays_against_bots(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    assert_true(settings_load(&s, &e));
    assert_null(s.setup.game);
    assert_string_equal(s.chair[0].bot, "");
    assert_string_equal(s.chair[7].bot, "3");
    assert_int_equal(s.speed, SPEED_NORMAL);
}

static void what_was_chosen_comes_back(void **state)
{
    (void)state;
    struct settings s, back;
    struct error e = {0};
    settings_init(&s);
    s.speed = SPEED_OFF;
    s.setup = choose("continuous");
    assert_true(setup_players(&s.setup, 4, &e));
    assert_true(setup_option(&s.setup, "target", "17", &e));
    snprintf(s.chair[0].name, sizeof s.chair[0].name, "Ann-Sophie von Ä");
    snprintf(s.chair[1].bot, sizeof s.chair[1].bot, "bold-6");
    assert_true(settings_save(&s, &e));
    assert_true(settings_load(&back, &e));
    assert_int_equal(back.speed, SPEED_OFF);
    assert_ptr_equal(back.setup.preset, s.setup.preset);
    assert_int_equal(back.setup.players, 4);
    assert_int_equal(back.setup.given, s.setup.given);
    assert_memory_equal(back.setup.option, s.setup.option, sizeof s.setup.option);
    assert_memory_equal(back.chair, s.chair, sizeof s.chair);
}

static void a_broken_file_costs_nothing_but_its_broken_lines(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    write_settings("speed fast\ngame tennis\noption target 3\nnonsense\nplayers 3\nbot Z 3\n"
                   "person A Ann\n");
    assert_false(settings_load(&s, &e));
    assert_non_null(strstr(e.text, "line 2"));
    assert_null(s.setup.game);
    assert_int_equal(s.speed, SPEED_FAST);
    assert_string_equal(s.chair[0].name, "Ann");
    write_settings("game pairs\nplayers 99\noption target 999\noption target 12\n\xff\xfe zz\n");
    assert_false(settings_load(&s, &e));
    assert_int_equal(s.setup.players, 3);
    assert_int_equal(s.setup.option[option_index(s.setup.game, "target")], 12);
}

static void a_file_without_an_end_is_given_up(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    char path[256];
    write_settings("");
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_false(settings_load(&s, &e));
    assert_non_null(strstr(e.text, "line 1 is too long"));
    assert_int_equal(unlink(path), 0);
}

/* --- Players ---------------------------------------------------------------------------------- */

/* What the rules say, where it is not the range of the game: rocket.md, kitty.md, regent.md. */
static const struct {
    const char *name, *players;
} special[] = {{"rocket", "1 to 6"},
               {"rocket-rotate", "2 to 7"},
               {"rocket-button", "1 to 6"},
               {"partners-kitty", "4 or 6"},
               {"regent-multi", "3 to 6"}};

static void expected_players(const struct setup *u, char out[16])
{
    int least = u->game->players_min, most = u->game->players_max;
    snprintf(out, 16, least == most ? "%d" : "%d to %d", least, most);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(special[i].name, setup_name(u)) == 0)
            snprintf(out, 16, "%s", special[i].players);
}

static void play_to_the_end(const struct setup *u)
{
    struct rng r = rng_seeded(1, 0);
    struct table *t = table_new(u);
    assert_non_null(t);
    while (table_turn(t).kind != TURN_OVER)
        test_step(t, &r);
    table_free(t);
}

static void check_players(const char *name)
{
    struct text told = {0};
    struct setup u = choose(name);
    char expected[16];
    expected_players(&u, expected);
    setup_players_text(&u, " to ", " or ", &told);
    assert_string_equal(text_of(&told), expected);
    for (int players = 0; players <= PLAYERS_MAX + 1; players++) {
        struct error e = {0};
        struct setup whole = u;
        bool fine = setup_players(&whole, players, &e) && setup_finish(&whole, &e);
        assert_int_equal(fine, setup_suits(&u, players));
        if (fine)
            play_to_the_end(&whole);
        else if (!strstr(e.text, expected))
            fail_msg("%s with %d players does not say '%s': %s", name, players, expected, e.text);
    }
    text_free(&told);
}

static void every_name_is_for_the_players_that_it_says_and_no_others(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        check_players(all_games[g]->name);
        for (const struct preset *p = all_games[g]->presets; p && p->name; p++)
            check_players(p->name);
    }
}

/* --- The form --------------------------------------------------------------------------------- */

static void a_form_begins_with_the_defaults_for_the_players(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    go_to(&f, "target");
    assert_value(&f, "21");
    go_to(&f, "players");
    form_change(&f, 1);
    assert_value(&f, "4");
    go_to(&f, "target");
    assert_value(&f, "16");
}

static void a_number_can_be_typed(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    go_to(&f, "target");
    type(&f, "14");
    assert_value(&f, "14");
    assert_true(form_finish(&f));
    assert_false(form_finish(&f));
    assert_int_equal(f.setup.option[option_index(f.setup.game, "target")], 14);
    assert_false(form_type(&f, 'x'));
    type(&f, "999");
    assert_true(form_finish(&f));
    assert_true(form_wrong(&f, f.at));
    assert_value(&f, "14");
    form_change(&f, 1);
    assert_false(form_wrong(&f, f.at));
    assert_value(&f, "15");
}

static void values_stay_within_their_limits(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct form f = open_form(all_games[g]->name);
        for (int step = -1; step <= 1; step += 2)
            for (int row = 0; row < f.rows; row++)
                for (int i = 0; i < 130; i++) {
                    struct error e = {0};
                    char value[OPTION_TEXT];
                    form_go(&f, row);
                    form_change(&f, step);
                    struct setup u = f.setup;
                    assert_in_range(u.players, u.game->players_min, u.game->players_max);
                    for (int o = 0; u.game->options[o].key; o++)
                        if (u.given >> o & 1)
                            assert_true(setup_option(
                                &u, u.game->options[o].key,
                                option_text(&u.game->options[o], u.option[o], value), &e));
                }
    }
}

static void a_form_offers_the_numbers_of_players_that_can_play(void **state)
{
    (void)state;
    struct form f = open_form("partners-kitty");
    go_to(&f, "players");
    assert_value(&f, "4");
    form_change(&f, 1);
    assert_value(&f, "6");
    form_change(&f, 1);
    assert_value(&f, "6");
    assert_help(&f, "(4, 6)");
    f = open_form("rocket");
    go_to(&f, "players");
    for (int i = 0; i < 9; i++)
        form_change(&f, 1);
    assert_value(&f, "6");
    assert_help(&f, "(1-6)");
    go_to(&f, "dealer-mode");
    form_change(&f, 1);
    go_to(&f, "players");
    form_change(&f, 1);
    assert_value(&f, "7");
    assert_help(&f, "(2-7)");
    assert_string_equal(f.wrong.text, "");
}

static void what_contradicts_is_told_at_its_row(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    struct settings s;
    struct plan p = {0};
    struct error e = {0};
    settings_init(&s);
    go_to(&f, "players");
    type(&f, "8");
    form_finish(&f);
    go_to(&f, "target");
    type(&f, "30");
    form_finish(&f);
    assert_true(form_wrong(&f, f.at));
    assert_false(form_plan(&f, &p, &s, &e));
    go_to(&f, "players");
    type(&f, "3");
    form_finish(&f);
    assert_string_equal(f.wrong.text, "");
    assert_true(form_plan(&f, &p, &s, &e));
}

static void a_variant_brings_its_own_options_and_players(void **state)
{
    (void)state;
    struct form f = open_form("regent");
    assert_int_equal(f.setup.players, 2);
    go_to(&f, "variant");
    while (!f.setup.preset || strcmp(f.setup.preset->name, "regent-multi") != 0)
        form_change(&f, 1);
    assert_int_equal(f.setup.players, 3);
    assert_string_equal(f.wrong.text, "");
    for (int i = 0; f.setup.preset; i++, form_change(&f, 1))
        assert_in_range(i, 0, 10);
    go_to(&f, "variant");
    assert_value(&f, "Regent");
}

static void another_name_of_a_game_is_no_variant_to_choose(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (const struct preset *p = all_games[g]->presets; p && p->name; p++) {
            struct setup u;
            struct error e = {0};
            assert_true(setup_choose(&u, p->name, &e));
            assert_int_equal(setup_renames(&u), strcmp(p->name, "kampfgetuemmel") == 0);
        }
    struct form f = open_form("melee");
    go_to(&f, "variant");
    assert_value(&f, "Melee");
    form_change(&f, 1);
    assert_value(&f, "Last Man Standing");
    form_change(&f, 1);
    assert_value(&f, "Melee");
    form_change(&f, -1);
    assert_value(&f, "Last Man Standing");
}

static void people_have_names_and_bots_levels(void **state)
{
    (void)state;
    struct form f = open_form("pairs");
    struct settings s;
    struct plan p = {.seed = 5};
    struct error e = {0};
    settings_init(&s);
    go_to(&f, "seat A");
    type(&f, " Anna ");
    form_type(&f, 0xE4);
    form_erase(&f);
    assert_true(form_finish(&f));
    assert_value(&f, "Anna");
    go_to(&f, "seat B");
    assert_value(&f, "Badger (level 3)");
    type(&f, "8");
    assert_value(&f, "Comet (level 8)");
    form_change(&f, 1);
    type(&f, "Bob");
    form_finish(&f);
    go_to(&f, "seat C");
    form_change(&f, -1);
    assert_true(form_plan(&f, &p, &s, &e));
    assert_string_equal(p.chair[0].name, "Anna");
    assert_string_equal(p.chair[1].name, "Bob");
    assert_string_equal(p.chair[1].bot, "");
    assert_string_equal(p.chair[2].bot, "2");
    assert_int_equal(p.seed, 5);
    assert_int_equal(p.setup.option[option_index(p.setup.game, "target")], 21);
    struct form again;
    struct setup u = choose("pairs");
    form_init(&again, &u, &s);
    assert_memory_equal(again.chair, f.chair, sizeof f.chair);
}

static void a_bot_has_manners_that_its_game_and_level_allow(void **state)
{
    (void)state;
    struct form f = open_form("horn-of-plenty");
    go_to(&f, "seat B");
    type(&f, "b"); /* level 3 is too weak to be bold */
    assert_value(&f, "Bold Otter (level 4)");
    type(&f, "l");
    assert_string_equal(f.chair[1].bot, "bold-liar-4");
    assert_value(&f, "Bold Lying Otter (level 4)");
    type(&f, "c7");
    assert_string_equal(f.chair[1].bot, "cautious-liar-7");
    form_change(&f, 1);
    assert_string_equal(f.chair[1].bot, "cautious-liar-8");
    type(&f, "2");
    assert_string_equal(f.chair[1].bot, "liar-2");
    type(&f, "l");
    assert_string_equal(f.chair[1].bot, "2");
    f = open_form("pairs"); /* which has no claims */
    go_to(&f, "seat B");
    assert_false(form_type(&f, 'l'));
    assert_false(form_type(&f, 'x'));
    assert_string_equal(f.chair[1].bot, "3");
}

static void an_option_differs_from_what_is_usual_in_its_variant(void **state)
{
    (void)state;
    struct form f = open_form("calamities");
    for (int i = 0; i < f.rows; i++)
        assert_false(form_differs(&f, i));
    go_to(&f, "calamity-rank");
    form_change(&f, 1);
    assert_true(form_differs(&f, f.at));
    assert_help(&f, "a card of this rank brings another turn (1-10); usually 7");
    form_change(&f, -1);
    assert_false(form_differs(&f, f.at));
    go_to(&f, "players");
    form_change(&f, 1);
    go_to(&f, "target"); /* its default follows the players */
    assert_false(form_differs(&f, f.at));
    form_change(&f, 1);
    assert_true(form_differs(&f, f.at));
}

static void all_can_be_as_usual_again(void **state)
{
    (void)state;
    struct form f = open_form("calamities"), fresh = f;
    go_to(&f, "players");
    form_change(&f, 1);
    go_to(&f, "target");
    form_change(&f, 1);
    go_to(&f, "speed");
    form_change(&f, 1);
    go_to(&f, "seat A");
    type(&f, "Ann");
    go_to(&f, "seat B");
    type(&f, "b");
    form_reset(&f);
    assert_memory_equal(&f.setup, &fresh.setup, sizeof f.setup);
    assert_int_equal(f.speed, fresh.speed);
    assert_string_equal(f.chair[0].name, "Ann");
    assert_string_equal(f.chair[1].bot, "3");
}

static bool set(struct form *f, const char *label, const char *words)
{
    struct error e = {0};
    go_to(f, label);
    bool fine = form_set(f, f->at, words, &e);
    assert_int_equal(!fine, e.text[0] != '\0');
    return fine;
}

static void a_row_takes_words(void **state)
{
    (void)state;
    struct form f = open_form("kitty");
    assert_true(set(&f, "variant", "Soft Kitty"));
    assert_string_equal(f.setup.preset->name, "soft-kitty");
    assert_false(set(&f, "variant", "octopus"));
    assert_true(set(&f, "players", "5"));
    assert_false(set(&f, "players", "9"));
    assert_false(set(&f, "players", "many"));
    assert_int_equal(f.setup.players, 5);
    assert_true(set(&f, "speed", "Fast"));
    assert_false(set(&f, "speed", "warp"));
    assert_true(set(&f, "seat A", "person Ann Lee"));
    assert_string_equal(f.chair[0].name, "Ann Lee");
    assert_true(set(&f, "seat A", "bold-6"));
    assert_string_equal(f.chair[0].bot, "bold-6");
    assert_true(set(&f, "seat A", "Badger"));
    assert_string_equal(f.chair[0].bot, "3");
    assert_false(set(&f, "seat A", "nobody"));
    assert_true(set(&f, "seat A", "run:true"));
    assert_true(set(&f, "sticky", "ON"));
    assert_false(set(&f, "sticky", "perhaps"));
    assert_true(set(&f, "dealer", "b"));
    assert_false(set(&f, "dealer", "z"));
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

/* What a line "  hit: 31% risk of a pair, costs 2.1 on average" promises. */
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
        cmocka_unit_test(without_a_file_one_person_plays_against_bots),
        cmocka_unit_test(what_was_chosen_comes_back),
        cmocka_unit_test(a_broken_file_costs_nothing_but_its_broken_lines),
        cmocka_unit_test(a_file_without_an_end_is_given_up),
        cmocka_unit_test(every_name_is_for_the_players_that_it_says_and_no_others),
        cmocka_unit_test(a_form_begins_with_the_defaults_for_the_players),
        cmocka_unit_test(a_number_can_be_typed),
        cmocka_unit_test(values_stay_within_their_limits),
        cmocka_unit_test(a_form_offers_the_numbers_of_players_that_can_play),
        cmocka_unit_test(what_contradicts_is_told_at_its_row),
        cmocka_unit_test(a_variant_brings_its_own_options_and_players),
        cmocka_unit_test(another_name_of_a_game_is_no_variant_to_choose),
        cmocka_unit_test(people_have_names_and_bots_levels),
        cmocka_unit_test(a_bot_has_manners_that_its_game_and_level_allow),
        cmocka_unit_test(an_option_differs_from_what_is_usual_in_its_variant),
        cmocka_unit_test(all_can_be_as_usual_again),
        cmocka_unit_test(a_row_takes_words),
        cmocka_unit_test(decisions_are_said_with_names),
        cmocka_unit_test(a_zone_has_the_name_that_its_game_gives_it),
        cmocka_unit_test(advice_tells_of_every_game_what_its_figures_say),
        cmocka_unit_test(the_advice_is_what_its_own_lines_show_best_or_it_says_why_not),
        cmocka_unit_test(nobody_is_advised_to_leave_a_match_for_the_sake_of_a_hand),
        cmocka_unit_test(advice_that_nobody_waits_for_harms_nobody),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
