/* Bots: what they find, and that they cannot see more than they may. */
#include "tests/test.h"

#include "bots/kind.h"
#include "bots/search.h"

/* Positions whose best decision is certain by hand. */
static const struct {
    const char *why, *best, *record;
} certain[] = {
    {"there is no second 1, so a hit costs nothing, and a fold costs 1", "hit",
     "game pairs\nplayers 2\ndeal burn 10 10 10 10 9\ndeal A 1\ndeal B 10\n"},
    {"a fold costs 1; a hit pairs a 9 or 10 one time in three", "fold",
     "game pairs\nplayers 2\ndeal burn 2 2 3 3 4\ndeal A 1\ndeal B 9\nA hit\ndeal A 5\nB hit\n"
     "deal B 10\nA hit\ndeal A 6\n"},
    {"the other has busted, so any locked stack is the best", "lock",
     "game port\nplayers 2\noption target 2\ndeal burn 10 10 10 10 9\ndeal A 5\ndeal B 9\nA hit\n"
     "deal A 5\n"},
    {"all ten ranks lie there: a hit is out for certain", "lock",
     "game starboard\nplayers 2\noption first A\noption hands 1\ndeal common 1 2\nA hit\n"
     "deal common 3\nB hit\ndeal common 4\nA hit\ndeal common 5\nB hit\ndeal common 6\nA hit\n"
     "deal common 7\nB hit\ndeal common 8\nA hit\ndeal common 9\nB hit\ndeal common 10\n"},
    {"one card cannot be worth 50", "doubt",
     "game tournament\nplayers 2\noption first A\noption chips 1\ndeal A 7\ndeal B 9\nA name 50\n"},
    {"the last number to name leaves only a true claim of 55 to believe in", "doubt",
     "game tournament\nplayers 3\noption first A\noption chips 1\ndeal A 7\ndeal B 9\ndeal C 3\n"
     "A name 54\n"},
};

static struct knowledge *seat_to_act(const struct table *t)
{
    struct turn turn = table_turn(t);
    assert_int_equal(turn.kind, TURN_SEATS);
    return knowledge_new(t->setup.game, t->state, __builtin_ctz(turn.seats));
}

static void search_finds_what_is_certain_for_ten_seeds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof certain / sizeof certain[0]; i++) {
        struct text record = {0};
        text_add(&record, "pairs 1\n%s", certain[i].record);
        struct reader *reader = test_read(record.at);
        struct knowledge *k = seat_to_act(reader_table(reader));
        struct search_limits limits = {.iterations = 1000};
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct rng r = rng_seeded(seed, 0);
            char text[ACTION_TEXT];
            action_text(knowledge_game(k), search_choose(k, &limits, &r, NULL), text);
            if (strcmp(text, certain[i].best) != 0)
                fail_msg("seed %d: %s, but %s", (int)seed, text, certain[i].why);
        }
        knowledge_free(k);
        reader_free(reader);
        text_free(&record);
    }
}

/* More than anybody claims for three cards without having it: it is true, and A can name as much.
 * That three cards are worth so much is not likely, and who does not listen doubts. */
static void a_search_believes_what_the_others_would_hardly_have_done_without_the_cards(void **state)
{
    (void)state;
    struct reader *reader = test_read("pairs 1\ngame tournament\nplayers 2\noption first A\n"
                                      "deal A 10\ndeal B 9\nA draw\ndeal A 9\nA draw\ndeal A 8\n"
                                      "A name 20\nB believe\nB draw\ndeal B 10\nB draw\n"
                                      "deal B 7\nB name 26\n");
    const struct table *t = reader_table(reader);
    struct knowledge *past = knowledge_of(t, 0), *none = seat_to_act(t);
    struct search_limits limits = {.iterations = 500};
    int doubts[2] = {0};
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct rng r = rng_seeded(seed, 0);
        char text[ACTION_TEXT];
        action_text(t->setup.game, search_choose(past, &limits, &r, NULL), text);
        doubts[0] += strcmp(text, "doubt") == 0;
        action_text(t->setup.game, search_choose(none, &limits, &r, NULL), text);
        doubts[1] += strcmp(text, "doubt") == 0;
    }
    if (doubts[0] > 3 || doubts[1] < 7)
        fail_msg("%d doubts in ten with the past, %d without", doubts[0], doubts[1]);
    knowledge_free(past);
    knowledge_free(none);
    reader_free(reader);
}

/* The rule of thumb lays the highest card, so that only a drawn decision ever is another one that
 * was not tried most. */
static void where_there_are_claims_a_search_draws_among_decisions_that_are_about_as_good(
    void **state)
{
    (void)state;
    enum { SEEDS = 40, HIGHEST = 10 };
    struct reader *reader = test_read("pairs 1\ngame horn-of-plenty\nplayers 2\ndeal A 4\n"
                                      "deal B 9\ndeal A 3 7 8 10\ndeal B 5 6 8 9\n");
    struct knowledge *k = knowledge_of(reader_table(reader), 0);
    struct search_limits limits = {.iterations = 200};
    int drawn = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        static struct search_report report;
        struct rng r = rng_seeded(seed, 0);
        action a = search_choose(k, &limits, &r, &report);
        int visits = 0, most = 0;
        for (int i = 0; i < report.choices; i++) { /* what is said of the card is another matter */
            bool same = action_first(report.choice[i].a) == action_first(a);
            int tried = report.choice[i].visits;
            visits = same && tried > visits ? tried : visits;
            most = tried > most ? tried : most;
        }
        drawn += action_first(a) != HIGHEST && visits < most;
        assert_true(visits * 3 >= most); /* what went badly was not tried again */
    }
    assert_true(drawn > 0);
    knowledge_free(k);
    reader_free(reader);
}

/* A holds another 6, so a call of it pays. Somebody who knew the hand would never make one. */
static void between_two_who_bluff_the_other_is_not_taken_to_know_the_own_cards(void **state)
{
    (void)state;
    enum { SEEDS = 10, SAFE = 6 };
    struct reader *reader = test_read("pairs 1\ngame deadfall\nplayers 2\ndeal A 2 4 4 6 6 6 9\n"
                                      "deal B 3 5 5 7 7 10 10\nA door 2\nB door 3\nA play 4\n"
                                      "B play 5\nA play 6\nB play 7\nA play 4\nB play 10\n");
    struct knowledge *k = knowledge_of(reader_table(reader), 0);
    struct search_limits limits = {.iterations = 1000};
    double sum = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        static struct search_report report;
        struct rng r = rng_seeded(seed, 0);
        search_choose(k, &limits, &r, &report);
        assert_int_equal(action_first(report.choice[0].a), SAFE);
        sum += report.choice[0].value;
    }
    assert_true(sum / SEEDS > SAFE);
    knowledge_free(k);
    reader_free(reader);
}

static void what_a_bot_cannot_know_does_not_change_its_choice(void **state)
{
    (void)state;
    static const char *const bots[] = {"hint", "search:60"};
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        struct state *other = malloc(u.game->size);
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct table *t = test_position(&u, 3100 + seed, 60);
            int seat = __builtin_ctz(table_turn(t).seats);
            struct rng r = rng_seeded(32, seed);
            memcpy(other, t->state, u.game->size);
            game_imagine(u.game, other, seat, &r);
            struct knowledge *truth = knowledge_new(u.game, t->state, seat);
            struct knowledge *imagined = knowledge_new(u.game, other, seat);
            for (int i = 0; i < 2; i++) {
                struct error e = {0};
                struct bot *b = bot_new(bots[i], &e);
                struct rng one = rng_seeded(33, seed), two = one;
                assert_int_equal(bot_choose(b, truth, &one), bot_choose(b, imagined, &two));
                bot_free(b);
            }
            knowledge_free(truth);
            knowledge_free(imagined);
            table_free(t);
        }
        free(other);
    }
}

static void the_same_seed_gives_the_same_choice_and_legal_ones_only(void **state)
{
    (void)state;
    static const char *const bots[] = {"random", "hint", "search:30", "1", "4"};
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct table *t = test_position(&u, 3200 + seed, 60);
            struct knowledge *k = seat_to_act(t);
            for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
                struct error e = {0};
                struct bot *b = bot_new(bots[i], &e);
                struct rng one = rng_seeded(34, seed), two = one;
                action a = bot_choose(b, k, &one);
                assert_int_equal(a, bot_choose(b, k, &two));
                bot_free(b);
                if (!table_play(t, knowledge_seat(k), a, &e))
                    fail_msg("%s at %s: %s", bots[i], u.game->name, e.text);
                assert_true(table_undo(t));
            }
            knowledge_free(k);
            table_free(t);
        }
    }
}

static void a_search_ends_wherever_its_seat_stands_among_several_that_decide_at_once(void **state)
{
    (void)state;
    int several = 0;
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct table *t = test_position(&u, 3300 + seed, 60);
            struct turn turn = table_turn(t);
            int last = 31 - __builtin_clz(turn.seats);
            struct knowledge *k = knowledge_new(u.game, t->state, last);
            struct search_limits limits = {.iterations = 3};
            struct rng r = rng_seeded(35, seed);
            struct error e = {0};
            several += (turn.seats & (turn.seats - 1)) != 0;
            assert_true(table_play(t, last, search_choose(k, &limits, &r, NULL), &e));
            knowledge_free(k);
            table_free(t);
        }
    }
    assert_true(several > 10);
}

static void bots_that_are_stopped_answer_at_once(void **state)
{
    (void)state;
    static const char *const slow[] = {"think:100000", "search:100000000", "exact:100000000"};
    struct setup u = test_setup("pairs", 4, NULL);
    struct table *t = test_position(&u, 3100 + 1, 60);
    struct knowledge *k = seat_to_act(t);
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        atomic_bool stop = true;
        struct error e = {0};
        struct bot *b = bot_new(slow[i], &e);
        struct rng r = rng_seeded(1, 0);
        bot_set_stop(b, &stop);
        bot_background(b);
        assert_true(table_play(t, knowledge_seat(k), bot_choose(b, k, &r), &e));
        assert_true(table_undo(t));
        assert_null(bot_fault(b));
        bot_free(b);
    }
    knowledge_free(k);
    table_free(t);
}

static void a_search_that_may_end_early_decides_as_one_that_goes_on(void **state)
{
    (void)state;
    enum { POSITIONS = 8, LIMIT = 3000 };
    static const char *const names[] = {"pairs", "port", "rocket", "judge", "deadfall"};
    int early = 0, late = 0;
    for (size_t g = 0; g < sizeof names / sizeof names[0]; g++) {
        struct setup u = test_setup(names[g], 3, NULL);
        for (uint64_t seed = 0; seed < POSITIONS; seed++) {
            struct table *t = test_position(&u, seed, 40);
            struct knowledge *k = seat_to_act(t);
            struct search_limits limits = {.iterations = LIMIT, .enough = LIMIT / 8};
            static struct search_report report;
            struct rng r = rng_seeded(seed, 1), again = rng_seeded(seed, 2);
            action soon = search_choose(k, &limits, &r, &report);
            bool ended = report.iterations < LIMIT;
            assert_in_range(report.iterations, limits.enough, LIMIT);
            limits.enough = 0;
            action at_last = search_choose(k, &limits, &again, &report);
            assert_int_equal(report.iterations, LIMIT);
            if (ended)
                assert_int_equal(soon, at_last);
            early += ended;
            late += !ended;
            knowledge_free(k);
            table_free(t);
        }
    }
    assert_true(early > 5 && late > 5);
}

static void a_search_stays_within_its_memory(void **state)
{
    (void)state;
    struct setup u = test_setup("kitty", 4, NULL);
    struct table *t = test_position(&u, 3100 + 1, 60);
    struct knowledge *k = seat_to_act(t);
    static struct search_report report;
    struct search_limits limits = {.iterations = 3000, .bytes = 64 << 10};
    struct rng r = rng_seeded(1, 0);
    search_choose(k, &limits, &r, &report);
    assert_int_equal(report.iterations, 3000);
    assert_true(report.bytes <= limits.bytes);
    assert_true(report.situations > 10);
    knowledge_free(k);
    table_free(t);
}

static void wrong_names_of_bots_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",         "0",     "9",        "12",    "search:",           "search:0",
        "search:x", "think", "think:-1", "hints", "search:99999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct error e = {0};
        assert_null(bot_new(wrong[i], &e));
        bool near = strcmp(wrong[i], "hints") == 0;
        assert_non_null(strstr(e.text, near ? "did you mean 'hint'?" : "expected"));
    }
}

static void there_are_no_programs_among_these_bots(void **state)
{
    (void)state;
    struct error e = {0};
    assert_null(bot_new("run:cat", &e));
    assert_null(strstr(e.text, "run:COMMAND"));
}

/* A kind of bot that is made elsewhere: it does what comes first, or last if its name says so. */
struct simple {
    struct bot bot;
    int *cleared;
};

static action simple_choose(struct bot *b, const struct knowledge *k, const struct view *v,
                            struct rng *r)
{
    (void)k;
    (void)r;
    b->forfeited++;
    return v->act[strcmp(bot_name(b), "last") == 0 ? v->actions - 1 : 0];
}

static const char *simple_fault(const struct bot *b)
{
    return b->forfeited ? "thinks too little" : NULL;
}

static void simple_clear(struct bot *b)
{
    ++*((struct simple *)b)->cleared;
}

static void a_kind_of_bot_that_is_made_elsewhere_is_a_bot_like_any_other(void **state)
{
    (void)state;
    static const struct bot_kind simple = {
        .choose = simple_choose, .fault = simple_fault, .clear = simple_clear};
    int cleared = 0;
    struct error e = {0};
    struct simple *s = calloc(1, sizeof *s);
    s->cleared = &cleared;
    assert_true(bot_init(&s->bot, &simple, "last", &e));
    bot_entitle(&s->bot, "The\nLast");
    struct bot *b = &s->bot;
    assert_string_equal(bot_title(b), "The?Last");
    assert_null(bot_fault(b));

    struct setup u = test_setup("pairs", 3, NULL);
    struct table *t = test_position(&u, 3100 + 1, 60);
    struct knowledge *k = seat_to_act(t);
    struct rng r = rng_seeded(1, 0);
    action legal[ACTIONS_MAX];
    int count = table_legal(t, knowledge_seat(k), legal);
    assert_true(count > 1);
    assert_int_equal(bot_choose(b, k, &r), legal[count - 1]);
    struct forfeit f = bot_forfeit(b);
    assert_int_equal(f.decisions, 1);
    assert_string_equal(f.fault, "thinks too little");
    knowledge_free(k);
    table_free(t);
    bot_free(b);
    assert_int_equal(cleared, 1);
}

/* Two tables with the same cards, at which seat A has to choose something in secret. */
static void play_to_secret(struct table *t, const struct rng *from)
{
    struct rng r = *from;
    action legal[ACTIONS_MAX];
    while (table_legal(t, 0, legal) < 2 || !t->setup.game->verbs[action_verb(legal[0])].secret)
        test_step(t, &r);
}

static void what_was_passed_on_tells_two_situations_apart_for_the_giver_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"kitty", "octopus", "double-devil"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct setup u = test_setup(names[i], 4, NULL);
        struct table *one = table_new(&u), *other = table_new(&u);
        struct rng r = rng_seeded(7, i);
        struct error e = {0};
        action legal[ACTIONS_MAX];
        play_to_secret(one, &r);
        play_to_secret(other, &r);
        assert_true(infoset_key(&one->past, 0) == infoset_key(&other->past, 0));
        int count = table_legal(one, 0, legal);
        assert_true(table_play(one, 0, legal[0], &e));
        assert_true(table_play(other, 0, legal[count - 1], &e));
        assert_false(infoset_key(&one->past, 0) == infoset_key(&other->past, 0));
        assert_true(infoset_key(&one->past, 1) == infoset_key(&other->past, 1));
        assert_true(infoset_key(&one->past, NOBODY) == infoset_key(&other->past, NOBODY));
        size_t size = one->past.size * EVENT_BYTES;
        unsigned char *mine = malloc(size), *yours = malloc(size);
        infoset_bytes(&one->past, 1, mine);
        infoset_bytes(&other->past, 1, yours);
        assert_memory_equal(mine, yours, size);
        infoset_bytes(&one->past, 0, mine);
        infoset_bytes(&other->past, 0, yours);
        assert_memory_not_equal(mine, yours, size);
        free(mine);
        free(yours);
        table_free(one);
        table_free(other);
    }
}

static void the_hint_of_kitty_gives_the_prize_to_the_right_wherever_it_sits(void **state)
{
    (void)state;
    struct setup u = test_setup("kitty", 4, NULL);
    seats asked = 0;
    for (uint64_t seed = 0; asked != 15; seed++) {
        struct table *t = table_new(&u);
        struct rng r = rng_seeded(37, seed);
        while (table_turn(t).kind != TURN_OVER) {
            int seat = table_turn(t).kind == TURN_SEATS ? __builtin_ctz(table_turn(t).seats) : 0;
            struct view v;
            table_view(t, seat, &v);
            if (v.actions > 1 && strcmp(u.game->verbs[action_verb(v.act[0])].word, "give") == 0) {
                assert_int_equal(action_first(u.game->hint(&v, &r)), (seat + 3) % 4);
                asked |= (seats)(1u << seat);
            }
            test_step(t, &r);
        }
        table_free(t);
    }
}

static bool can_quit(const struct game *game)
{
    const struct verb *v = game->verbs;
    while (v->word && !v->quits)
        v++;
    return v->word;
}

/* Plays a match of bots of one name and returns how many decisions left it. */
static int count_quits(const struct setup *u, const char *name, uint64_t seed)
{
    struct error e = {0};
    struct table *t = table_new(u);
    struct bot *b = bot_new(name, &e);
    struct rng r = rng_seeded(36, seed);
    int quits = 0;
    while (table_turn(t).kind != TURN_OVER) {
        if (table_turn(t).kind != TURN_SEATS) {
            test_step(t, &r);
            continue;
        }
        struct knowledge *k = seat_to_act(t);
        action a = bot_choose(b, k, &r);
        quits += u->game->verbs[action_verb(a)].quits;
        assert_true(table_play(t, knowledge_seat(k), a, &e));
        knowledge_free(k);
    }
    bot_free(b);
    table_free(t);
    return quits;
}

static void nobody_but_chance_leaves_a_whole_game_for_what_one_hand_brings(void **state)
{
    (void)state;
    static const char *const bots[] = {"1", "3", "5", "search:50", "cautious-search:50"};
    int matches = 0, quits = 0;
    for (int g = 0; all_games[g]; g++) {
        if (!can_quit(all_games[g]))
            continue;
        struct setup u = test_setup(all_games[g]->name, 3, NULL);
        for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++)
            for (uint64_t seed = 0; seed < 5; seed++, matches++)
                if (count_quits(&u, bots[i], seed))
                    fail_msg("%s left %s", bots[i], u.game->name);
        for (uint64_t seed = 0; seed < 5; seed++)
            quits += count_quits(&u, "random", seed);
    }
    assert_true(matches > 0);
    assert_true(quits > 0); /* random is what its name says */
}

/* A lays any of its cards; whether what it says is true must not be guessed. A 1 cannot be lied
 * about: the only one lies there. */
static void search_is_as_often_true_as_not_about_a_card_that_nobody_sees(void **state)
{
    (void)state;
    enum { SEARCHES = 100 };
    struct reader *reader =
        test_read("pairs 1\ngame horn-of-plenty\nplayers 2\ndeal A 1\ndeal B 9\n"
                  "deal A 3 7 8 10\ndeal B 5 6 8 9\n");
    struct knowledge *k = knowledge_of(reader_table(reader), 0);
    int truths = 0, ones = 0;
    for (int i = 0; i < SEARCHES; i++) {
        struct search_limits limits = {.iterations = 40};
        struct rng r = rng_seeded((uint64_t)i, 0);
        action a = search_choose(k, &limits, &r, NULL);
        truths += action_first(a) == action_second(a);
        ones += action_second(a) == 1;
    }
    assert_in_range(truths, SEARCHES * 40 / 100, SEARCHES * 60 / 100);
    assert_int_equal(ones, 0);
    knowledge_free(k);
    reader_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_passed_on_tells_two_situations_apart_for_the_giver_alone),
        cmocka_unit_test(search_finds_what_is_certain_for_ten_seeds),
        cmocka_unit_test(search_is_as_often_true_as_not_about_a_card_that_nobody_sees),
        cmocka_unit_test(
            a_search_believes_what_the_others_would_hardly_have_done_without_the_cards),
        cmocka_unit_test(
            where_there_are_claims_a_search_draws_among_decisions_that_are_about_as_good),
        cmocka_unit_test(between_two_who_bluff_the_other_is_not_taken_to_know_the_own_cards),
        cmocka_unit_test(what_a_bot_cannot_know_does_not_change_its_choice),
        cmocka_unit_test(the_same_seed_gives_the_same_choice_and_legal_ones_only),
        cmocka_unit_test(a_search_ends_wherever_its_seat_stands_among_several_that_decide_at_once),
        cmocka_unit_test(bots_that_are_stopped_answer_at_once),
        cmocka_unit_test(a_search_that_may_end_early_decides_as_one_that_goes_on),
        cmocka_unit_test(a_search_stays_within_its_memory),
        cmocka_unit_test(wrong_names_of_bots_are_refused),
        cmocka_unit_test(there_are_no_programs_among_these_bots),
        cmocka_unit_test(the_hint_of_kitty_gives_the_prize_to_the_right_wherever_it_sits),
        cmocka_unit_test(nobody_but_chance_leaves_a_whole_game_for_what_one_hand_brings),
        cmocka_unit_test(a_kind_of_bot_that_is_made_elsewhere_is_a_bot_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
