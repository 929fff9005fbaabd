/* What a seat believes of what it cannot see, from what the others did. */
#include "tests/test.h"

#include "bots/belief.h"
#include "bots/kind.h"
#include "engine/rules.h"

#include <math.h>

/* --- Tables and beliefs ----------------------------------------------------------------------- */

/* A decision of the rule of thumb, mostly: so a hand comes to something. */
static void sensible_step(struct table *t, struct rng *r)
{
    struct turn turn = table_turn(t);
    if (turn.kind != TURN_SEATS || rng_below(r, 5) == 0) {
        test_step(t, r);
        return;
    }
    static struct view v;
    struct error e = {0};
    int seat = seats_pick(turn.seats, r);
    table_view(t, seat, &v);
    if (!table_play(t, seat, bot_hint(&v, r), &e))
        fail_msg("%s", e.text);
}

/* A position, some steps into a match, in which somebody has to decide. */
static struct table *some_position(const struct setup *u, uint64_t seed)
{
    struct rng r = rng_seeded(41, seed);
    for (;;) {
        struct table *t = table_new(u);
        for (int steps = rng_below(&r, 80); steps > 0 && table_turn(t).kind != TURN_OVER; steps--)
            sensible_step(t, &r);
        while (table_turn(t).kind == TURN_DECK || table_turn(t).kind == TURN_LOT)
            sensible_step(t, &r);
        if (table_turn(t).kind == TURN_SEATS)
            return t;
        table_free(t);
    }
}

static struct belief *believe(const struct knowledge *k, struct belief_plan plan, uint64_t seed)
{
    struct rng r = rng_seeded(seed, 1);
    struct belief *b = belief_new(k, &plan, &r);
    assert_non_null(b);
    return b;
}

static bool same_view(const struct view *a, const struct view *b)
{
    bool same = a->hand == b->hand && a->pot == b->pot && a->to_act == b->to_act &&
                a->deck == b->deck && a->discards == b->discards && a->zones == b->zones &&
                a->cards == b->cards && a->numbers == b->numbers && a->actions == b->actions &&
                memcmp(a->score, b->score, sizeof a->score) == 0;
    for (int i = 0; same && i < a->zones; i++)
        same = a->zone[i].zone == b->zone[i].zone && a->zone[i].owner == b->zone[i].owner &&
               a->zone[i].count == b->zone[i].count && a->zone[i].known == b->zone[i].known;
    for (int i = 0; same && i < a->numbers; i++)
        same = a->number[i].owner == b->number[i].owner && a->number[i].value == b->number[i].value;
    return same && memcmp(a->card, b->card, (size_t)a->cards) == 0 &&
           memcmp(a->act, b->act, (size_t)a->actions * sizeof *a->act) == 0;
}

/* --- All games -------------------------------------------------------------------------------- */

static void check_draws(const struct table *t, const struct knowledge *k, int looks, int *alive)
{
    static struct view truth, believed;
    enum { DRAWS = 6 };
    struct belief *b = believe(k, (struct belief_plan){.looks = looks, .states = 24}, 5);
    struct state *s = malloc(t->setup.game->size);
    struct rng r = rng_seeded(6, 0);
    *alive += belief_states(b) > 0;
    table_view(t, looks, &truth);
    for (int i = 0; i < DRAWS; i++) {
        belief_draw(b, s, &r);
        game_view(t->setup.game, s, looks, &believed);
        if (!same_view(&truth, &believed))
            fail_msg("%s: the view of %d is another in what is believed", t->setup.game->name,
                     looks);
    }
    free(s);
    belief_free(b);
}

static void what_is_believed_looks_like_the_truth_in_every_game_with_something_hidden(void **state)
{
    (void)state;
    enum { POSITIONS = 10 };
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        int alive[2] = {0};
        if (!u.game->hidden)
            continue;
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        for (uint64_t seed = 0; seed < POSITIONS; seed++) {
            struct table *t = some_position(&u, seed);
            int seat = __builtin_ctz(table_turn(t).seats);
            struct knowledge *k = knowledge_of(t, seat);
            check_draws(t, k, seat, &alive[0]);
            check_draws(t, k, NOBODY, &alive[1]);
            knowledge_free(k);
            table_free(t);
        }
        if (alive[0] < POSITIONS / 2 || alive[1] < POSITIONS / 2)
            fail_msg("%s: nothing came through in %d and %d of %d positions", u.game->name,
                     POSITIONS - alive[0], POSITIONS - alive[1], POSITIONS);
    }
}

/* --- Without weights -------------------------------------------------------------------------- */

/* How often each rank is in the hidden zones of others, and in the deck. */
struct census {
    double seat[RANKS + 1], deck[RANKS + 1];
};

static void count_hidden(struct census *n, const struct game *game, const struct state *s,
                         int looks)
{
    static struct view all, mine;
    game_view(game, s, EVERYTHING, &all);
    game_view(game, s, looks, &mine);
    for (int i = 0; i < all.zones; i++)
        for (int c = 0; c < all.zone[i].count && !mine.zone[i].known; c++)
            n->seat[all.card[all.zone[i].first + c]]++;
    for (int c = 1; c <= RANKS; c++)
        n->deck[c] += pile_count(&game_look(s)->pile[PILE_DECK], c);
}

/* Chi-square of two samples with the same number of cards. */
static double chi_square(const double a[], const double b[])
{
    double sum = 0;
    for (int c = 1; c <= RANKS; c++)
        sum += a[c] + b[c] > 0 ? (a[c] - b[c]) * (a[c] - b[c]) / (a[c] + b[c]) : 0;
    return sum;
}

/* Of a table, what a seat believes and what is as likely as anything. */
static void compare(const struct table *t, int seat)
{
    enum { DRAWS = 1000 };
    /* Of nine degrees of freedom, and with what is drawn from a bag counting double. */
    static const double most = 2 * 27.9;
    const struct game *game = t->setup.game;
    struct knowledge *k = knowledge_of(t, seat);
    struct belief_plan plan = {.looks = seat, .states = DRAWS, .unweighed = true};
    struct belief *b = believe(k, plan, 5);
    struct state *s = malloc(game->size);
    struct rng r = rng_seeded(6, 0);
    struct census n[2] = {0};
    for (int i = 0; i < DRAWS; i++) {
        belief_draw(b, s, &r);
        count_hidden(&n[0], game, s, seat);
        knowledge_imagine(k, s, &r);
        count_hidden(&n[1], game, s, seat);
    }
    double hands = chi_square(n[0].seat, n[1].seat), deck = chi_square(n[0].deck, n[1].deck);
    if (hands > most || deck > most)
        fail_msg("%s: chi-square %.0f in hands, %.0f in the deck", game->name, hands, deck);
    free(s);
    belief_free(b);
    knowledge_free(k);
}

/* Games in which what is possible hardly depends on what is hidden. */
static const char *const indifferent[] = {"tournament", "monster", "octopus", "template"};

static void without_weights_all_is_as_likely_as_it_is_to_the_game(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof indifferent / sizeof indifferent[0]; g++) {
        struct setup u = test_setup(indifferent[g], 4, NULL);
        for (uint64_t seed = 0; seed < 8; seed++) {
            struct table *t = some_position(&u, seed);
            compare(t, __builtin_ctz(table_turn(t).seats));
            table_free(t);
        }
    }
}

/* --- With weights ----------------------------------------------------------------------------- */

/* How often the cards of a seat make so much, in what another believes after a record. */
static double share_of_sum(const char *record, int seat, int other, int sum, bool unweighed)
{
    enum { DRAWS = 1000, HAND = ZONE_GAME };
    static struct view all;
    struct reader *reader = test_read(record);
    const struct table *t = reader_table(reader);
    struct knowledge *k = knowledge_of(t, seat);
    struct belief_plan plan = {.looks = seat, .states = 500, .unweighed = unweighed};
    struct belief *b = believe(k, plan, 7);
    struct state *s = malloc(t->setup.game->size);
    struct rng r = rng_seeded(8, 0);
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
        belief_draw(b, s, &r);
        game_view(t->setup.game, s, EVERYTHING, &all);
        found += cards_sum(view_faces(&all, HAND, other)) == sum;
    }
    free(s);
    belief_free(b);
    knowledge_free(k);
    reader_free(reader);
    return (double)found / DRAWS;
}

/* How often the card that A has laid is what it said, in what B believes. */
static double share_of_truth(int claim)
{
    enum { DRAWS = 1000, LAID = ZONE_GAME + 2 };
    static struct view all;
    char record[256];
    snprintf(record, sizeof record,
             "pairs 1\ngame horn-of-plenty\nplayers 2\ndeal A 4\ndeal B 9\ndeal A 3 7 8 10\n"
             "deal B 5 6 8 9\nA play 8 %d\n",
             claim);
    struct reader *reader = test_read(record);
    struct knowledge *k = knowledge_of(reader_table(reader), 1);
    struct belief *b = believe(k, (struct belief_plan){.looks = 1, .states = 500}, 7);
    struct state *s = malloc(knowledge_game(k)->size);
    struct rng r = rng_seeded(8, 0);
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
        belief_draw(b, s, &r);
        game_view(knowledge_game(k), s, EVERYTHING, &all);
        found += view_faces(&all, LAID, 0) == cards_one(claim);
    }
    free(s);
    belief_free(b);
    knowledge_free(k);
    reader_free(reader);
    return (double)found / DRAWS;
}

/* Else who always tells the truth would always be doubted, or be believed with some cards only. */
static void what_is_said_of_a_card_is_believed_about_half(void **state)
{
    (void)state;
    double sum = 0;
    for (int claim = 5; claim <= RANKS; claim++) {
        double share = share_of_truth(claim);
        if (share < 0.25 || share > 0.75)
            fail_msg("that it is a %d is believed in %.0f of 100 cases", claim, 100 * share);
        sum += share;
    }
    assert_true(sum > 6 * 0.35 && sum < 6 * 0.65);
}

/* More than anybody claims for three cards without having it. */
static const char gives_away[] = "pairs 1\ngame tournament\nplayers 2\noption first A\n"
                                 "deal A 3\ndeal B 9\nA draw\ndeal A 2\nA draw\ndeal A 4\n"
                                 "A name 9\nB believe\nB draw\ndeal B 10\nB draw\n"
                                 "deal B 6\nB name 25\n";

/* The same, where the other has thought better of it twice. */
static const char draws_on[] = "pairs 1\ngame tournament\nplayers 2\noption first A\n"
                               "deal A 3\ndeal B 1\nA draw\ndeal A 7\nA name 10\nB believe\n"
                               "B draw\ndeal B 4\nB draw\ndeal B 8\nB name 13\n";

static void a_history_that_gives_a_card_away_is_believed_and_a_uniform_belief_misses_it(
    void **state)
{
    (void)state;
    double weighed = share_of_sum(gives_away, 0, 1, 25, false);
    double uniform = share_of_sum(gives_away, 0, 1, 25, true);
    if (weighed < 0.45 || weighed > 0.9 || uniform > 0.15)
        fail_msg("25 in %.2f of what is believed, %.2f without weights", weighed, uniform);
    weighed = share_of_sum(draws_on, 0, 1, 13, false);
    uniform = share_of_sum(draws_on, 0, 1, 13, true);
    if (weighed < 0.25 || uniform > 0.1)
        fail_msg("13 in %.2f of what is believed, %.2f without weights", weighed, uniform);
}

/* --- Secrets ---------------------------------------------------------------------------------- */

static bool same_past(const struct table *a, const struct table *b, int seat)
{
    bool same = a->past.size == b->past.size;
    for (size_t i = 0; same && i < a->past.size; i++) {
        struct event one = event_redact(&a->past.event[i], seat);
        struct event other = event_redact(&b->past.event[i], seat);
        same = event_same(&one, &other);
    }
    return same;
}

/* A card or a decision that the seat has not seen, drawn again. */
static struct step another(const struct table *twin, struct step step, int seat, struct rng *r)
{
    action legal[ACTIONS_MAX];
    const struct game *game = twin->setup.game;
    if (table_turn(twin).kind != step.kind)
        return step;
    if (step.kind == TURN_DECK && rng_below(r, 2))
        return game_chance(twin->state, r);
    if (step.kind == TURN_SEATS && step.who != seat && game->verbs[action_verb(step.what)].secret) {
        int count = table_legal(twin, step.who, legal);
        step.what = count && rng_below(r, 2) ? legal[rng_below(r, count)] : step.what;
    }
    return step;
}

/* A table with the same past for a seat and other things hidden; NULL if none was found. */
static struct table *twin_of(const struct table *t, int seat, struct rng *r)
{
    enum { TRIES = 30 };
    for (int k = 0; k < TRIES; k++) {
        struct table *twin = table_new(&t->setup);
        struct error e = {0};
        bool fine = true;
        for (size_t i = 0; fine && i < t->steps; i++) {
            struct table *before = table_before(t, i + 1);
            size_t steps = twin->steps;
            fine = table_step(twin, another(twin, t->step[i], seat, r), &e);
            if (fine && !same_past(before, twin, seat)) {
                table_rewind(twin, steps);
                fine = table_step(twin, t->step[i], &e) && same_past(before, twin, seat);
            }
            table_free(before);
        }
        if (fine && memcmp(twin->state, t->state, t->setup.game->size) != 0)
            return twin;
        table_free(twin);
    }
    return NULL;
}

static void assert_believes_alike(const struct table *t, const struct table *twin, int seat,
                                  int looks)
{
    struct belief_plan plan = {.looks = looks, .states = 40};
    struct knowledge *k[2] = {knowledge_of(t, seat), knowledge_of(twin, seat)};
    struct belief *b[2] = {believe(k[0], plan, 9), believe(k[1], plan, 9)};
    size_t size = t->setup.game->size;
    struct state *s[2] = {malloc(size), malloc(size)};
    struct rng one = rng_seeded(10, 0), other = one;
    assert_int_equal(belief_states(b[0]), belief_states(b[1]));
    for (int i = 0; i < 50; i++) {
        belief_draw(b[0], s[0], &one);
        belief_draw(b[1], s[1], &other);
        if (memcmp(s[0], s[1], size) != 0)
            fail_msg("%s: what %d believes depends on what is hidden", t->setup.game->name, looks);
    }
    for (int i = 0; i < 2; i++) {
        free(s[i]);
        belief_free(b[i]);
        knowledge_free(k[i]);
    }
}

static void other_hidden_cards_with_the_same_past_give_the_same_belief(void **state)
{
    (void)state;
    int twins = 0;
    for (int g = 0; all_games[g]; g++) {
        struct setup u = {.game = all_games[g]};
        if (!u.game->hidden)
            continue;
        u = test_setup(u.game->name, setup_players_usual(&u), NULL);
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct table *t = some_position(&u, seed);
            struct rng r = rng_seeded(43, seed);
            int seat = __builtin_ctz(table_turn(t).seats);
            struct table *twin = twin_of(t, seat, &r);
            if (twin) {
                assert_believes_alike(t, twin, seat, seat);
                assert_believes_alike(t, twin, seat, NOBODY);
                twins++;
            }
            table_free(twin);
            table_free(t);
        }
    }
    assert_true(twins > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_believed_looks_like_the_truth_in_every_game_with_something_hidden),
        cmocka_unit_test(without_weights_all_is_as_likely_as_it_is_to_the_game),
        cmocka_unit_test(
            a_history_that_gives_a_card_away_is_believed_and_a_uniform_belief_misses_it),
        cmocka_unit_test(what_is_said_of_a_card_is_believed_about_half),
        cmocka_unit_test(other_hidden_cards_with_the_same_past_give_the_same_belief),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
