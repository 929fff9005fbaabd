/* The library: what there is to play, games and tables, what is seen, and what must not change. */
#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        cmocka_unit_test(plain_structs_are_as_large_as_they_were),
        cmocka_unit_test(the_version_is_that_of_the_program),
        cmocka_unit_test(a_batch_plays_the_games_of_its_seed),
        cmocka_unit_test(what_has_no_place_in_a_layout_is_refused),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
