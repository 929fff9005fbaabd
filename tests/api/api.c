/* The library as others see it: nothing is included but its header, and nothing linked but it.
 * Usage: api PAIRS */
#include <pairs.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *program; /* that the figures are compared with */

/* A setup by its name, with a number of players (0: the usual). */
static struct pairs_setup *setup(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(name, &e);
    if (!u || (players && !pairs_setup_set_players(u, players, &e)))
        fail_msg("%s for %d: %s", name, players, e.text);
    return u;
}

static struct pairs_table *table(const char *name, int players)
{
    struct pairs_error e = {0};
    struct pairs_setup *u = setup(name, players);
    struct pairs_table *t = pairs_table_new(u, &e);
    if (!t)
        fail_msg("%s: %s", name, e.text);
    pairs_setup_free(u);
    return t;
}

/* One of a seat's decisions at random, as `pairs sim` draws it. */
static pairs_action any(const struct pairs_game *g, int seat, struct pairs_rng *r)
{
    pairs_action legal[PAIRS_ACTIONS];
    int count = pairs_game_legal(g, seat, legal, PAIRS_ACTIONS);
    assert_true(count > 0 && count <= PAIRS_ACTIONS);
    return legal[pairs_rng_below(r, count)];
}

/* One step of a table at random. */
static void step(struct pairs_table *t, struct pairs_rng *r)
{
    struct pairs_error e = {0};
    const struct pairs_game *g = pairs_table_game(t);
    if (pairs_game_turn(g) != PAIRS_DECISION) {
        assert_true(pairs_table_draw(t, r, &e));
        return;
    }
    int seat = pairs_rng_seat(r, pairs_game_seats(g));
    if (!pairs_table_play(t, seat, any(g, seat, r), &e))
        fail_msg("%s", e.text);
}

static void same_status(const struct pairs_game *a, const struct pairs_game *b)
{
    struct pairs_status one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    pairs_game_status(a, &one);
    pairs_game_status(b, &other);
    assert_memory_equal(&one, &other, sizeof one);
    assert_int_equal(pairs_game_turn(a), pairs_game_turn(b));
    assert_int_equal(pairs_game_seats(a), pairs_game_seats(b));
    assert_int_equal(pairs_game_place(a), pairs_game_place(b));
}

/* What a command prints; free it. */
static char *output(const char *command)
{
    size_t size = 0, room = 1 << 20;
    char *all = malloc(room);
    FILE *in = popen(command, "r"); /* NOLINT(cert-env33-c): the command is our own */
    assert_true(all && in);
    size = fread(all, 1, room - 1, in);
    all[size] = '\0';
    assert_int_equal(pclose(in), 0);
    return all;
}

/* --- What there is to play -------------------------------------------------------------------- */

static void all_games_can_be_listed_with_their_rules(void **state)
{
    (void)state;
    int games = 0, names = 0;
    for (; pairs_name(names); names++) {
        struct pairs_setup *u = setup(pairs_name(names), 0);
        struct pairs_facts facts;
        pairs_setup_facts(u, &facts);
        games += strcmp(pairs_setup_name(u), pairs_setup_game(u)) == 0;
        assert_true(pairs_setup_check(u, NULL));
        assert_true(pairs_setup_suits(u, facts.players_min));
        assert_true(pairs_setup_suits(u, facts.players_max));
        assert_false(pairs_setup_suits(u, facts.players_max + 1));
        char *rules = pairs_setup_rules(u, 0, 72), *german = pairs_setup_rules(u, 1, 0);
        assert_true(strlen(rules) > 200 && strcmp(rules, german) != 0);
        pairs_free(rules);
        pairs_free(german);
        char *json = pairs_setup_json(u, 0);
        assert_non_null(strstr(json, "\"options\":["));
        pairs_free(json);
        pairs_setup_free(u);
    }
    assert_int_equal(games, 23);
    assert_true(names > games && !pairs_name(-1));
}

static void options_are_told_as_they_are_and_set_by_their_words(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_setup *u = setup(pairs_name(n), 0);
        for (int i = 0; i < pairs_setup_options(u); i++) {
            struct pairs_option o;
            char text[PAIRS_OPTION_TEXT];
            struct pairs_error e = {0};
            assert_true(pairs_setup_option(u, i, &o));
            assert_true(o.value >= (o.none ? -1 : o.least) && o.value <= o.most && o.step > 0);
            pairs_setup_option_text(u, i, o.value, text);
            if (!pairs_setup_set_option(u, o.key, text, &e))
                fail_msg("%s: %s %s: %s", pairs_name(n), o.key, text, e.text);
            int32_t before = o.value;
            assert_true(pairs_setup_option(u, i, &o) && o.value == before);
            assert_true(strlen(pairs_setup_option_help(u, i, 0)) > 0);
            pairs_setup_option_text(u, i, 1 << 30, text);
            assert_string_equal(text, "");
        }
        pairs_setup_free(u);
    }
}

static void what_is_set_is_what_is_played(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("deadfall", 4), *usual = pairs_setup_clone(u);
    struct pairs_option o = {0};
    assert_true(pairs_setup_set_option(u, "hands", "3", &e));
    int hands = 0;
    while (pairs_setup_option(u, hands, &o) && strcmp(o.key, "hands") != 0)
        hands++;
    assert_int_equal(o.value, 3);
    assert_true(pairs_setup_option(usual, hands, &o) && o.value == o.standard && o.value != 3);
    struct pairs_game *g = pairs_game_new(u, &e);
    struct pairs_status status;
    struct pairs_rng r;
    pairs_rng_seed(&r, 1, 1);
    while (pairs_game_turn(g) != PAIRS_OVER)
        if (!pairs_game_draw(g, &r)) {
            int seat = pairs_rng_seat(&r, pairs_game_seats(g));
            assert_true(pairs_game_apply(g, seat, any(g, seat, &r)));
        }
    pairs_game_status(g, &status);
    assert_true(status.hand == 3 && status.players == 4);
    assert_false(pairs_setup_set_option(u, "hands", "none", &e));
    assert_false(pairs_setup_set_option(u, "feet", "3", &e));
    assert_non_null(strstr(e.text, "feet"));
    pairs_game_free(g);
    pairs_setup_free(usual);
    pairs_setup_free(u);
}

static void what_is_out_of_range_is_refused(void **state)
{
    (void)state;
    struct pairs_setup *u = setup("pairs", 3);
    struct pairs_option o;
    struct pairs_verb v;
    assert_false(pairs_setup_option(u, -1, &o));
    assert_false(pairs_setup_option(u, pairs_setup_options(u), &o));
    assert_false(pairs_setup_verb(u, pairs_setup_verbs(u), &v));
    assert_null(pairs_setup_zone(u, pairs_setup_zones(u)));
    assert_null(pairs_setup_place(u, -1));
    assert_null(pairs_setup_label(u, pairs_setup_labels(u)));
    assert_string_equal(pairs_setup_zone(u, 0), "deck");
    assert_string_equal(pairs_setup_place(u, 8), "burn");
    char text[PAIRS_ACTION_TEXT];
    assert_string_equal(pairs_action_text(u, 0xFFFFFFFF, text), "");
    struct pairs_table *t = pairs_table_new(u, NULL);
    struct pairs_error e = {0};
    assert_false(pairs_table_play(t, 7, 0, &e));
    assert_non_null(strstr(e.text, "; expected"));
    assert_false(pairs_table_play(t, 0, 0xFFFFFFFF, &e));
    assert_null(pairs_knowledge_of(t, 3));
    assert_null(pairs_table_hint(t, 99, 0, 0));
    assert_false(pairs_table_rewind(t, 1));
    assert_false(pairs_table_undo(t));
    pairs_table_free(t);
    pairs_setup_free(u);
}

static void errors_say_what_is_wrong_in_the_readers_language(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    assert_null(pairs_setup_new("bridge", &e));
    assert_non_null(strstr(e.text, "bridge"));
    struct pairs_setup *u = setup("pairs", 0);
    assert_false(pairs_setup_set_players(u, 99, &e));
    char english[512];
    memcpy(english, e.text, sizeof english);
    e.language = pairs_language("de_DE.UTF-8");
    assert_int_equal(e.language, 1);
    assert_string_equal(pairs_language_name(1), "de");
    assert_false(pairs_setup_set_players(u, 99, &e));
    assert_string_not_equal(e.text, english);
    assert_int_equal(pairs_language("xx"), -1);
    e.language = 12345; /* none: English */
    assert_false(pairs_setup_set_players(u, 99, &e));
    assert_string_equal(e.text, english);
    assert_null(pairs_bot_new("genius", &e));
    assert_non_null(strstr(e.text, "genius"));
    assert_null(pairs_bot_new("genius", NULL));
    pairs_setup_free(u);
}

/* --- Games and tables ------------------------------------------------------------------------- */

static void a_game_and_a_table_go_the_same_way(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_table *t = table(pairs_name(n), 0);
        struct pairs_game *g = pairs_game_clone(pairs_table_game(t));
        struct pairs_rng one, other;
        pairs_rng_seed(&one, 3, (uint64_t)n);
        pairs_rng_seed(&other, 3, (uint64_t)n);
        while (pairs_game_turn(g) != PAIRS_OVER) {
            step(t, &one);
            if (!pairs_game_draw(g, &other)) {
                int seat = pairs_rng_seat(&other, pairs_game_seats(g));
                assert_true(pairs_game_apply(g, seat, any(g, seat, &other)));
            }
            same_status(g, pairs_table_game(t));
        }
        double returns[PAIRS_PLAYERS];
        struct pairs_status end;
        pairs_game_returns(g, returns);
        pairs_game_status(g, &end);
        for (int seat = 0; seat < end.players; seat++)
            assert_true(end.chips ? returns[seat] == end.score[seat]
                                  : returns[seat] == (double)(end.winners >> seat & 1) -
                                                         (double)(end.losers >> seat & 1));
        pairs_game_free(g);
        pairs_table_free(t);
    }
}

static void a_record_is_read_to_the_same_table(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_table *t = table(pairs_name(n), 0);
        struct pairs_rng r;
        pairs_rng_seed(&r, 4, (uint64_t)n);
        pairs_table_set_name(t, 1, "Ada");
        for (int i = 0; i < 60 && pairs_game_turn(pairs_table_game(t)) != PAIRS_OVER; i++)
            step(t, &r);
        struct pairs_error e = {0};
        char *record = pairs_table_record(t);
        struct pairs_table *again = pairs_table_read(record, NULL, &e);
        if (!again)
            fail_msg("%s line %d: %s", pairs_name(n), e.line, e.text);
        char *written = pairs_table_record(again);
        assert_string_equal(record, written);
        same_status(pairs_table_game(t), pairs_table_game(again));
        assert_string_equal(pairs_table_name(again, 1), "Ada");
        assert_int_equal(pairs_table_infoset_key(t, 0), pairs_table_infoset_key(again, 0));
        pairs_free(record);
        pairs_free(written);
        pairs_table_free(again);
        pairs_table_free(t);
    }
}

static void several_records_are_read_one_after_the_other(void **state)
{
    (void)state;
    static const char *const two =
        "pairs 1\ngame pairs\nplayers 2\n\npairs 1\ngame port\nplayers 3\n";
    const char *rest;
    struct pairs_error e = {0};
    struct pairs_table *t = pairs_table_read(two, &rest, &e);
    assert_non_null(t);
    assert_string_equal(pairs_setup_name(pairs_game_setup(pairs_table_game(t))), "pairs");
    assert_non_null(rest);
    pairs_table_free(t);
    t = pairs_table_read(rest, &rest, &e);
    assert_non_null(t);
    assert_string_equal(pairs_setup_name(pairs_game_setup(pairs_table_game(t))), "port");
    assert_null(rest);
    pairs_table_free(t);
    assert_null(pairs_table_read(two, NULL, &e));
    assert_int_equal(e.line, 5);
    assert_null(pairs_table_read("pairs 1\ngame bridge\n", NULL, &e));
    assert_int_equal(e.line, 2);
    assert_null(pairs_table_read("", NULL, &e));
}

static void undo_leads_back_and_a_clone_goes_on_by_itself(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 3);
    struct pairs_rng r;
    pairs_rng_seed(&r, 5, 0);
    for (int i = 0; i < 40; i++)
        step(t, &r);
    struct pairs_game *before = pairs_game_clone(pairs_table_game(t));
    size_t steps = pairs_table_steps(t);
    struct pairs_table *clone = pairs_table_clone(t);
    while (pairs_game_turn(pairs_table_game(t)) != PAIRS_DECISION)
        step(t, &r);
    step(t, &r);
    assert_true(pairs_table_undo(t));
    assert_true(pairs_table_rewind(t, steps));
    same_status(pairs_table_game(t), before);
    same_status(pairs_table_game(clone), before);
    struct pairs_step last;
    assert_true(pairs_table_step(clone, steps - 1, &last));
    assert_false(pairs_table_step(clone, steps, &last));
    pairs_game_free(before);
    pairs_table_free(clone);
    pairs_table_free(t);
}

static void chances_add_up_and_each_of_them_can_happen(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_setup *u = setup(pairs_name(n), 0);
        struct pairs_game *g = pairs_game_new(u, NULL), *copy = pairs_game_clone(g);
        struct pairs_rng r;
        pairs_rng_seed(&r, 6, (uint64_t)n);
        for (int i = 0; i < 60 && pairs_game_turn(g) != PAIRS_OVER; i++) {
            struct pairs_chance chance[PAIRS_CHANCES];
            int count = pairs_game_chances(g, chance);
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += chance[k].likely;
                assert_true(pairs_game_copy(copy, g));
                assert_true(pairs_game_happen(copy, chance[k].outcome));
            }
            assert_true(!count || (sum > 1 - 1e-9 && sum < 1 + 1e-9));
            assert_false(pairs_game_happen(g, 99));
            if (!pairs_game_draw(g, &r)) {
                assert_int_equal(count, 0);
                int seat = pairs_rng_seat(&r, pairs_game_seats(g));
                pairs_game_apply_legal(g, seat, any(g, seat, &r));
            }
        }
        pairs_game_free(copy);
        pairs_game_free(g);
        pairs_setup_free(u);
    }
}

static void a_decision_that_is_not_legal_changes_nothing(void **state)
{
    (void)state;
    struct pairs_table *t = table("pairs", 2);
    struct pairs_rng r;
    struct pairs_error e = {0};
    pairs_rng_seed(&r, 7, 0);
    while (pairs_table_draw(t, &r, NULL))
        ;
    const struct pairs_game *g = pairs_table_game(t);
    struct pairs_game *copy = pairs_game_clone(g);
    int seat = pairs_rng_seat(&r, pairs_game_seats(g));
    pairs_action fold;
    assert_true(pairs_action_parse(pairs_game_setup(g), "fold", &fold));
    assert_false(pairs_game_apply(copy, 1 - seat, fold));
    assert_false(pairs_game_apply(copy, seat, 0xFFFFFFFF));
    assert_false(pairs_table_play(t, 1 - seat, fold, &e));
    assert_non_null(strstr(e.text, "; expected"));
    same_status(g, copy);
    pairs_game_free(copy);
    pairs_table_free(t);
}

static void actions_have_words_that_are_read_back(void **state)
{
    (void)state;
    for (int n = 0; pairs_name(n); n++) {
        struct pairs_table *t = table(pairs_name(n), 0);
        const struct pairs_game *g = pairs_table_game(t);
        struct pairs_rng r;
        pairs_rng_seed(&r, 8, (uint64_t)n);
        for (int i = 0; i < 40 && pairs_game_turn(g) != PAIRS_OVER; i++, step(t, &r)) {
            if (pairs_game_turn(g) != PAIRS_DECISION)
                continue;
            int seat = pairs_rng_seat(&r, pairs_game_seats(g));
            pairs_action a = any(g, seat, &r), read;
            char text[PAIRS_ACTION_TEXT];
            assert_true(pairs_action_parse(pairs_game_setup(g),
                                           pairs_action_text(pairs_game_setup(g), a, text), &read));
            assert_int_equal(a, read);
            assert_int_equal(a, pairs_action_make(pairs_action_verb(a), pairs_action_first(a),
                                                  pairs_action_second(a)));
            char *words = pairs_table_words(t, a, 1), *means = pairs_table_means(t, seat, a, 0);
            assert_true(*words && means);
            pairs_free(words);
            pairs_free(means);
        }
        pairs_table_free(t);
    }
}

/* --- What is seen ----------------------------------------------------------------------------- */

static void a_view_has_all_cards_and_keeps_secrets(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 3);
    struct pairs_view *v = pairs_view_new();
    struct pairs_rng r;
    pairs_rng_seed(&r, 9, 0);
    assert_null(pairs_view_json(v)); /* of nothing yet */
    for (int i = 0; i < 30; i++, step(t, &r)) {
        for (int looks = 0; looks < 3; looks++) {
            pairs_game_view(pairs_table_game(t), looks, v);
            struct pairs_status status;
            pairs_view_status(v, &status);
            int cards = status.deck + status.discards, left[11];
            for (int k = 0; k < pairs_view_zones(v); k++) {
                struct pairs_zone z;
                assert_true(pairs_view_zone(v, k, &z));
                cards += z.count;
                for (int c = 0; c < z.count; c++)
                    assert_true(z.known ? z.cards[c] >= 1 && z.cards[c] <= PAIRS_RANKS
                                        : z.cards[c] == 0);
                bool hand = strcmp(pairs_setup_zone(pairs_game_setup(pairs_table_game(t)), z.zone),
                                   "hand") == 0;
                assert_true(!hand || z.known == (z.owner == looks) || z.count == 0);
            }
            assert_int_equal(cards, 55);
            pairs_view_left(v, left);
            for (int c = 1; c <= PAIRS_RANKS; c++)
                left[0] -= left[c];
            assert_int_equal(left[0], 0);
            pairs_action legal[PAIRS_ACTIONS];
            assert_int_equal(pairs_view_legal(v, legal, PAIRS_ACTIONS),
                             pairs_game_legal(pairs_table_game(t), looks, NULL, 0));
        }
    }
    struct pairs_zone z;
    assert_false(pairs_view_zone(v, pairs_view_zones(v), &z));
    pairs_view_free(v);
    pairs_table_free(t);
}

static void events_tell_no_secrets_and_all_have_sentences(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 3);
    struct pairs_rng r;
    pairs_rng_seed(&r, 10, 0);
    for (int i = 0; i < 30; i++)
        step(t, &r);
    assert_true(pairs_table_fresh(t) < pairs_table_events(t));
    int kept = 0;
    for (size_t i = 0; i < pairs_table_events(t); i++) {
        struct pairs_event all, some;
        assert_true(pairs_table_event(t, i, PAIRS_EVERYTHING, &all));
        assert_true(pairs_table_event(t, i, PAIRS_NOBODY, &some));
        assert_true(all.known && all.kind == some.kind && all.count == some.count);
        for (int c = 1; !some.known && c <= PAIRS_RANKS; c++)
            assert_int_equal(some.cards[c], 0);
        kept += !some.known;
        char *json = pairs_table_event_json(t, i, PAIRS_NOBODY, 0);
        assert_true(json[0] == '{');
        pairs_free(json);
    }
    assert_true(kept > 0);
    char *told = pairs_table_told(t, 0, PAIRS_NOBODY, 0), *german = pairs_table_told(t, 0, 0, 1);
    assert_true(strlen(told) > 100 && strcmp(told, german) != 0);
    pairs_free(told);
    pairs_free(german);
    pairs_table_free(t);
}

static void an_information_set_is_the_same_where_nothing_can_be_told_apart(void **state)
{
    (void)state;
    struct pairs_table *t = table("deadfall", 2);
    struct pairs_rng r;
    pairs_rng_seed(&r, 11, 0);
    for (int i = 0; i < 12; i++)
        step(t, &r);
    size_t size = pairs_table_infoset(t, 0, NULL, 0);
    unsigned char *own = malloc(size), *other = malloc(size);
    assert_int_equal(pairs_table_infoset(t, 0, own, size), size);
    assert_int_equal(pairs_table_infoset(t, 1, other, size), size);
    assert_memory_not_equal(own, other, size);
    assert_int_not_equal(pairs_table_infoset_key(t, 0), pairs_table_infoset_key(t, 1));
    free(own);
    free(other);
    pairs_table_free(t);
}

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

/* How often each was asked, by all threads together. */
struct asked {
    atomic_long times;
    pairs_action instead; /* what it decides after some times, if it is not 0 */
};

/* Draws as "random" does, from what it sees. */
static pairs_action draw(void *context, const struct pairs_knowledge *k, const struct pairs_view *v,
                         struct pairs_rng *r)
{
    struct asked *asked = context;
    pairs_action legal[PAIRS_ACTIONS];
    int count = pairs_view_legal(v, legal, PAIRS_ACTIONS);
    assert_true(count > 1 && pairs_view_looks(v) == pairs_knowledge_seat(k));
    long before = atomic_fetch_add(&asked->times, 1);
    return asked->instead && before > 20 ? asked->instead : legal[pairs_rng_below(r, count)];
}

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

/* --- A live table ----------------------------------------------------------------------------- */

/* All that happens before a person has to decide. */
static void go_on(struct pairs_house *h)
{
    struct pairs_error e = {0};
    while (pairs_house_deals(h) || pairs_house_bots_due(h))
        if (!(pairs_house_deals(h) ? pairs_house_go_on(h, &e) : pairs_house_think(h, &e)))
            fail_msg("%s", e.text);
}

/* A person decides anything. */
static void decide(struct pairs_house *h, struct pairs_rng *r)
{
    const struct pairs_game *g = pairs_table_game(pairs_house_table(h));
    int seat = pairs_rng_seat(r, pairs_house_people_due(h));
    assert_true(pairs_house_decide(h, seat, any(g, seat, r), NULL));
}

static struct pairs_house *company(const char *name)
{
    struct pairs_setup *u = setup(name, 3);
    struct pairs_error e = {0};
    struct pairs_house *h = pairs_house_new(u, NULL, 9, &e);
    assert_null(pairs_house_table(h));
    assert_null(pairs_house_save(h));
    assert_false(pairs_house_begin(h, &e)); /* there are empty chairs */
    assert_true(*e.text);
    assert_true(pairs_house_sit(h, 0, "Ada", &e));
    assert_false(pairs_house_sit(h, 0, "Bob", &e));
    assert_true(pairs_house_sit_bot(h, 1, "hint", &e));
    assert_false(pairs_house_sit_bot(h, 2, "genius", &e));
    assert_true(pairs_house_sit(h, 2, "Cleo", &e));
    assert_true(pairs_house_begin(h, &e));
    pairs_setup_free(u);
    return h;
}

static void a_bot_of_ones_own_takes_a_chair(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct asked asked = {.instead = UINT32_MAX};
    struct pairs_setup *u = setup("deadfall", 3);
    assert_true(pairs_setup_add_bot(u, "dreamy", draw, &asked, &e));
    struct pairs_house *h = pairs_house_new(u, NULL, 4, &e);
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_sit_bot(h, seat, seat ? "hint" : "dreamy", &e));
    assert_string_equal(pairs_house_name(h, 0), "dreamy");
    assert_true(pairs_house_begin(h, &e));
    bool fine = true;
    while (fine)
        fine = pairs_house_deals(h) ? pairs_house_go_on(h, &e) : pairs_house_think(h, &e);
    assert_non_null(strstr(e.text, "the bot 'dreamy' has decided"));
    assert_int_equal(pairs_house_bots_due(h) & 1, 1); /* still, others perhaps too */
    char *saved = pairs_house_save(h);
    assert_null(pairs_house_restore(saved, &e));
    assert_non_null(strstr(e.text, "there is no bot 'dreamy'"));
    pairs_free(saved);
    asked.instead = 0;
    go_on(h);
    assert_int_equal(pairs_game_turn(pairs_table_game(pairs_house_table(h))), PAIRS_OVER);
    pairs_house_free(h);
    pairs_setup_free(u);
}

static void people_and_bots_play_at_a_live_table(void **state)
{
    (void)state;
    struct pairs_house *h = company("deadfall");
    struct pairs_error e = {0};
    struct pairs_rng r;
    pairs_rng_seed(&r, 16, 0);
    assert_string_equal(pairs_house_name(h, 2), "Cleo");
    assert_int_equal(pairs_house_chair(h, 1), PAIRS_CHAIR_BOT);
    assert_int_equal(pairs_house_leader(h), 0);
    assert_true(pairs_house_talks(h) && pairs_house_say(h, 0, "Good luck!", &e));
    for (go_on(h); pairs_house_people_due(h); go_on(h))
        decide(h, &r);
    const struct pairs_table *t = pairs_house_table(h);
    assert_int_equal(pairs_game_turn(pairs_table_game(t)), PAIRS_OVER);
    assert_false(pairs_house_think(h, &e));
    assert_true(pairs_house_leave(h, 2, &e));
    assert_int_equal(pairs_house_chair(h, 2), PAIRS_CHAIR_EMPTY);
    assert_true(pairs_house_sit_bot(h, 2, "random", &e));
    assert_true(pairs_house_rematch(h, 10, &e));
    t = pairs_house_table(h);
    assert_int_not_equal(pairs_game_turn(pairs_table_game(t)), PAIRS_OVER);
    pairs_house_free(h);
}

static void entries_tell_each_what_is_theirs_to_know(void **state)
{
    (void)state;
    struct pairs_house *h = company("deadfall");
    struct pairs_rng r;
    pairs_rng_seed(&r, 17, 0);
    go_on(h);
    decide(h, &r);
    go_on(h);
    int kept = 0, said = 0;
    for (size_t i = 0; i < pairs_house_entries(h); i++) {
        struct pairs_entry x;
        assert_true(pairs_house_entry(h, i, PAIRS_NOBODY, &x));
        assert_int_equal(x.number, i + 1);
        said += x.kind == PAIRS_ENTRY_SEATED && x.text && strcmp(x.text, "Ada") == 0;
        for (int k = 0; k < x.events; k++) {
            struct pairs_event event;
            assert_true(pairs_house_entry_event(h, i, k, PAIRS_NOBODY, &event));
            for (int c = 1; !event.known && c <= PAIRS_RANKS; c++)
                assert_int_equal(event.cards[c], 0);
            kept += !event.known;
        }
        assert_false(pairs_house_entry_event(h, i, x.events, 0, NULL));
    }
    assert_true(kept > 0 && said == 1);
    struct pairs_entry x;
    assert_false(pairs_house_entry(h, pairs_house_entries(h), 0, &x));
    pairs_house_free(h);
}

static void a_live_table_goes_on_from_what_was_saved(void **state)
{
    (void)state;
    struct pairs_house *h = company("pairs");
    struct pairs_error e = {0};
    struct pairs_rng one, other;
    pairs_rng_seed(&one, 18, 0);
    other = one;
    go_on(h);
    char *saved = pairs_house_save(h);
    struct pairs_house *again = pairs_house_restore(saved, &e);
    if (!again)
        fail_msg("line %d: %s", e.line, e.text);
    for (; pairs_house_people_due(h); go_on(h), go_on(again)) {
        decide(h, &one);
        decide(again, &other);
        same_status(pairs_table_game(pairs_house_table(h)),
                    pairs_table_game(pairs_house_table(again)));
    }
    struct pairs_table *t = pairs_table_read(saved, NULL, &e);
    assert_non_null(t);
    pairs_table_free(t);
    pairs_free(saved);
    assert_null(pairs_house_restore("pairs 1\n", &e));
    assert_true(*e.text);
    pairs_house_free(again);
    pairs_house_free(h);
}

static void where_the_customs_hold_secret_choices_all_say_that_they_are_ready(void **state)
{
    (void)state;
    struct pairs_error e = {0};
    struct pairs_customs customs = {.hold = true};
    struct pairs_setup *u = setup("venture", 3);
    struct pairs_house *h = pairs_house_new(u, &customs, 1, &e);
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_sit(h, seat, "", &e));
    assert_true(pairs_house_begin(h, &e));
    struct pairs_rng r;
    pairs_rng_seed(&r, 1, 1);
    while (!pairs_house_people_due(h))
        assert_true(pairs_house_go_on(h, &e));
    while (pairs_house_people_due(h))
        decide(h, &r);
    assert_false(pairs_house_go_on(h, &e));
    for (int seat = 0; seat < 3; seat++) {
        assert_true(pairs_house_ready(h, seat, &e));
        assert_false(pairs_house_ready(h, seat, &e));
    }
    for (int seat = 0; seat < 3; seat++)
        assert_true(pairs_house_go_on(h, &e));
    pairs_house_free(h);
    pairs_setup_free(u);
}

static void clocks_run_where_the_customs_say_so(void **state)
{
    (void)state;
    struct pairs_setup *u = setup("pairs", 2);
    struct pairs_customs customs = {.decision = 1000};
    struct pairs_error e = {0};
    struct pairs_house *h = pairs_house_new(u, &customs, 1, &e);
    assert_true(pairs_house_sit(h, 0, "Ada", &e) && pairs_house_sit(h, 1, "Bob", &e));
    assert_true(pairs_house_begin(h, &e));
    go_on(h);
    int seat = pairs_house_people_due(h) & 1 ? 0 : 1;
    assert_int_equal(pairs_house_time_left(h, seat, 400), 600);
    assert_true(pairs_house_time(h, 1001, &e));
    assert_int_equal(pairs_house_chair(h, seat), PAIRS_CHAIR_AWAY);
    assert_true(pairs_house_back(h, seat, &e));
    assert_int_equal(pairs_house_chair(h, seat), PAIRS_CHAIR_PERSON);
    pairs_house_free(h);
    pairs_setup_free(u);
}

/* --- What must not change --------------------------------------------------------------------- */

static void plain_structs_are_as_large_as_they_were(void **state)
{
    (void)state;
    if (sizeof(void *) != 8 || sizeof(long) != 8)
        return;
    assert_int_equal(sizeof(struct pairs_error), 524);
    assert_int_equal(sizeof(struct pairs_rng), 32);
    assert_int_equal(sizeof(struct pairs_facts), 24);
    assert_int_equal(sizeof(struct pairs_option), 40);
    assert_int_equal(sizeof(struct pairs_verb), 24);
    assert_int_equal(sizeof(struct pairs_chance), 16);
    assert_int_equal(sizeof(struct pairs_status), 72);
    assert_int_equal(sizeof(struct pairs_zone), 24);
    assert_int_equal(sizeof(struct pairs_number), 12);
    assert_int_equal(sizeof(struct pairs_step), 12);
    assert_int_equal(sizeof(struct pairs_event), 56);
    assert_int_equal(sizeof(struct pairs_estimate), 16);
    assert_int_equal(sizeof(struct pairs_choice), 56);
    assert_int_equal(sizeof(struct pairs_totals), 40);
    assert_int_equal(sizeof(struct pairs_share), 24);
    assert_int_equal(sizeof(struct pairs_played), 64);
    assert_int_equal(sizeof(struct pairs_results), 96);
    assert_int_equal(sizeof(struct pairs_rank), 112);
    assert_int_equal(sizeof(struct pairs_customs), 24);
    assert_int_equal(sizeof(struct pairs_entry), 56);
}

static void the_version_is_that_of_the_program(void **state)
{
    (void)state;
    char command[512], numbers[64];
    snprintf(command, sizeof command, "%s --version", program);
    char *version = output(command);
    snprintf(numbers, sizeof numbers, "%d.%d.%d", PAIRS_VERSION_MAJOR, PAIRS_VERSION_MINOR,
             PAIRS_VERSION_PATCH);
    assert_string_equal(pairs_version(), PAIRS_VERSION);
    assert_string_equal(numbers, PAIRS_VERSION);
    assert_non_null(strstr(version, PAIRS_VERSION));
    free(version);
}

/* The first game of a seed, led along by hand beside a batch of one. */
static void a_batch_plays_the_games_of_its_seed(void **unused)
{
    (void)unused;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("continuous", 3);
    struct pairs_batch_plan plan = {.games = 1, .seed = 5};
    struct pairs_batch *b = pairs_batch_new(u, &plan, &e);
    struct pairs_game *g = pairs_game_new(u, &e), *copy = pairs_game_new(u, &e);
    assert_true(b && g && copy);
    const struct pairs_layout *l = pairs_batch_layout(b);
    int32_t seat, id, see[256], expected[256];
    uint8_t mask[64], legal[64], done = 0;
    float reward[3];
    assert_true(pairs_layout_size(l) <= 256 && pairs_layout_actions(l) <= 64);
    struct pairs_batch_out out = {&seat, see, mask, reward, &done};
    struct pairs_rng r;
    pairs_rng_seed(&r, 5, 0);
    pairs_batch_begin(b, &out);
    while (!done) {
        while (pairs_game_turn(g) != PAIRS_DECISION)
            assert_true(pairs_game_draw(g, &r));
        assert_int_equal(pairs_rng_seat(&r, pairs_game_seats(g)), seat);
        assert_true(pairs_layout_observe(l, g, seat, expected));
        assert_memory_equal(see, expected, (size_t)pairs_layout_size(l) * sizeof see[0]);
        assert_int_equal(pairs_batch_game(b, 0, copy), seat);
        assert_true(pairs_layout_observe(l, copy, seat, expected));
        assert_memory_equal(see, expected, (size_t)pairs_layout_size(l) * sizeof see[0]);
        assert_true(pairs_layout_mask(l, g, seat, legal) > 0);
        assert_memory_equal(mask, legal, (size_t)pairs_layout_actions(l));
        pairs_action a = any(g, seat, &r), same;
        pairs_batch_random(b, &id);
        assert_int_equal(pairs_layout_id(l, seat, a), id);
        assert_true(pairs_layout_action(l, seat, id, &same) && same == a);
        assert_true(pairs_game_apply(g, seat, a));
        while (pairs_game_turn(g) == PAIRS_CARD)
            assert_true(pairs_game_draw(g, &r));
        assert_int_equal(pairs_batch_step(b, &id, &out), -1);
    }
    assert_int_equal(pairs_game_turn(g), PAIRS_OVER);
    assert_true(reward[0] + reward[1] + reward[2] == -1); /* one has lost */
    assert_int_equal(pairs_batch_game(b, 1, copy), -1);
    pairs_game_free(copy);
    pairs_game_free(g);
    pairs_batch_free(b);
    pairs_setup_free(u);
}

static void what_has_no_place_in_a_layout_is_refused(void **unused)
{
    (void)unused;
    struct pairs_error e = {0};
    struct pairs_setup *u = setup("pairs", 2), *other = setup("pairs", 3);
    struct pairs_layout *l = pairs_layout_new(u, &e);
    struct pairs_game *g = pairs_game_new(other, &e);
    struct pairs_batch_plan none = {.games = 0}, crowd = {.games = 1, .threads = 1000};
    struct pairs_batch_plan odd = {.games = 1, .reward = 7};
    struct pairs_part part;
    int32_t see[1];
    pairs_action a;
    assert_true(l && g);
    assert_false(pairs_layout_observe(l, g, 0, see));
    assert_int_equal(pairs_layout_id(l, 0, 0xFFFFFFFF), -1);
    assert_int_equal(pairs_layout_id(l, 0, pairs_action_make(2, 3, 1)), -1); /* continuous only */
    assert_int_equal(pairs_layout_id(l, 2, 0), -1);
    assert_false(pairs_layout_action(l, 0, pairs_layout_actions(l), &a));
    assert_true(pairs_layout_part(l, 0, &part) && !pairs_layout_part(l, -1, &part));
    assert_null(pairs_batch_new(u, &none, &e));
    assert_non_null(strstr(e.text, "expected 1 to"));
    assert_null(pairs_batch_new(u, &crowd, &e));
    assert_null(pairs_batch_new(u, &odd, &e));
    char *json = pairs_layout_json(l);
    assert_true(json && strstr(json, "\"actions\":2") && json[strlen(json) - 1] == '}');
    pairs_free(json);
    pairs_game_free(g);
    pairs_layout_free(l);
    pairs_setup_free(u);
    pairs_setup_free(other);
}

int main(int count, char **word)
{
    if (count != 2)
        return 2;
    program = word[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_can_be_listed_with_their_rules),
        cmocka_unit_test(options_are_told_as_they_are_and_set_by_their_words),
        cmocka_unit_test(what_is_set_is_what_is_played),
        cmocka_unit_test(what_is_out_of_range_is_refused),
        cmocka_unit_test(errors_say_what_is_wrong_in_the_readers_language),
        cmocka_unit_test(a_game_and_a_table_go_the_same_way),
        cmocka_unit_test(a_record_is_read_to_the_same_table),
        cmocka_unit_test(several_records_are_read_one_after_the_other),
        cmocka_unit_test(undo_leads_back_and_a_clone_goes_on_by_itself),
        cmocka_unit_test(chances_add_up_and_each_of_them_can_happen),
        cmocka_unit_test(a_decision_that_is_not_legal_changes_nothing),
        cmocka_unit_test(actions_have_words_that_are_read_back),
        cmocka_unit_test(a_view_has_all_cards_and_keeps_secrets),
        cmocka_unit_test(events_tell_no_secrets_and_all_have_sentences),
        cmocka_unit_test(an_information_set_is_the_same_where_nothing_can_be_told_apart),
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
        cmocka_unit_test(a_bot_of_ones_own_takes_a_chair),
        cmocka_unit_test(people_and_bots_play_at_a_live_table),
        cmocka_unit_test(entries_tell_each_what_is_theirs_to_know),
        cmocka_unit_test(a_live_table_goes_on_from_what_was_saved),
        cmocka_unit_test(where_the_customs_hold_secret_choices_all_say_that_they_are_ready),
        cmocka_unit_test(clocks_run_where_the_customs_say_so),
        cmocka_unit_test(plain_structs_are_as_large_as_they_were),
        cmocka_unit_test(the_version_is_that_of_the_program),
        cmocka_unit_test(a_batch_plays_the_games_of_its_seed),
        cmocka_unit_test(what_has_no_place_in_a_layout_is_refused),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
