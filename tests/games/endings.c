/* Endings of hands against brute force that is written apart: plain recursion over the contract of
 * games, through every card, lot and decision. It shares nothing with the solvers: no game is
 * simplified, what a hand has come to is read from the totals that are told at its end, and worth
 * and ties are counted anew. */
#include "tests/test.h"

#include "bots/bot.h"
#include "bots/exact.h"
#include "lab/odds.h"

#include <math.h>

/* --- Brute force ------------------------------------------------------------------------------ */

struct position {
    _Alignas(max_align_t) unsigned char room[STATE_MAX];
};

static struct state *state_of(struct position *p)
{
    return (struct state *)p->room;
}

static struct head *head_of(struct position *p)
{
    return game_head(state_of(p));
}

/* What a seat can expect: its worth, and its score. */
struct result {
    double worth[PLAYERS_MAX], score[PLAYERS_MAX];
};

enum { KNOWN = 1 << 13 };

/* A position that was gone through. */
struct known {
    bool used;
    struct position p;
    struct result r;
};

struct brute {
    const struct game *game;
    bool by_hint; /* everybody does what the rule of thumb says; else what is best */
    unsigned hand;
    int32_t before[PLAYERS_MAX];
    int left; /* positions that may still be gone through */
    struct known *known;
};

/* Own gain less the mean of the others', together in a game of all; and a quarter of the highest
 * score, or of 10, for winning or losing a match for points. */
static struct result result_of(const struct brute *b, struct position *p, const int32_t total[])
{
    const struct head *h = head_of(p);
    struct result r = {0};
    double sum = 0, highest = 10, sign = b->game->low_wins && !h->chips ? -1 : 1;
    for (int seat = 0; seat < h->players; seat++) {
        r.score[seat] = total[seat] - b->before[seat];
        sum += r.score[seat];
        highest = fmax(highest, abs(total[seat]));
    }
    for (int seat = 0; seat < h->players; seat++) {
        double others = h->players > 1 ? (sum - r.score[seat]) / (h->players - 1) : 0;
        r.worth[seat] = sign * (b->game->kind == COOPERATIVE ? sum : r.score[seat] - others);
        if (h->turn.kind == TURN_OVER && !h->chips)
            r.worth[seat] += ((h->winners >> seat & 1) - (h->losers >> seat & 1)) * highest / 4;
    }
    return r;
}

static bool go_on(struct brute *b, struct position *p, struct result *r);

/* One step, and all that can follow it; false if there is too much. */
static bool follow(struct brute *b, const struct position *p, struct step step, struct result *r)
{
    static struct log log;
    struct position next = *p;
    log.size = 0;
    game_step(b->game, state_of(&next), step, &log);
    if (!game_hand_over(state_of(&next), b->hand))
        return go_on(b, &next, r);
    int32_t total[PLAYERS_MAX] = {0};
    for (int i = 0; i < log.size; i++)
        if (log.event[i].kind == EVENT_TOTAL)
            total[log.event[i].seat] = log.event[i].number;
    *r = result_of(b, &next, total);
    return true;
}

static void add_result(struct result *sum, double weight, const struct result *r)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        sum->worth[seat] += weight * r->worth[seat];
        sum->score[seat] += weight * r->score[seat];
    }
}

/* The mean over all cards that nobody has seen, or over the lots. */
static bool follow_chance(struct brute *b, struct position *p, struct result *r)
{
    struct turn t = game_turn(state_of(p));
    struct result one = {0};
    *r = (struct result){0};
    for (int i = 0; i <= RANKS; i++) {
        const struct pile *from = game_source(state_of(p));
        bool card = t.kind == TURN_DECK;
        double weight = card ? (i ? (double)pile_count(from, i) / pile_size(from) : 0)
                        : i < PLAYERS_MAX && t.seats >> i & 1 ? 1.0 / __builtin_popcount(t.seats)
                                                              : 0;
        struct step step = {
            .kind = t.kind, .who = card ? t.place : (uint8_t)i, .what = card ? (action)i : 0};
        if (weight > 0 && !follow(b, p, step, &one))
            return false;
        if (weight > 0)
            add_result(r, weight, &one);
    }
    return true;
}

/* The rule of thumb, where it needs no chance. */
static bool follow_hint(struct brute *b, struct position *p, int seat, struct result *r)
{
    struct view v;
    struct rng one = rng_seeded(1, 0), untouched = one;
    game_view(b->game, state_of(p), seat, &v);
    action a = b->game->hint(&v, &one);
    if (memcmp(&one, &untouched, sizeof one) != 0)
        return false;
    return follow(b, p, (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a}, r);
}

/* The first of those that are best for who decides, as far as doubles can tell; who has any other
 * choice does not leave the game. */
static bool follow_best(struct brute *b, struct position *p, int seat, struct result *r)
{
    action legal[ACTIONS_MAX];
    static struct result all[40][ACTIONS_MAX];
    static int depth;
    int count = game_legal(b->game, state_of(p), seat, legal), stay = 0;
    double most = -HUGE_VAL;
    bool fine = depth < 40;
    depth++;
    for (int i = 0; i < count; i++)
        stay += !b->game->verbs[action_verb(legal[i])].quits;
    for (int i = 0; fine && i < count; i++) {
        struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = legal[i]};
        fine = follow(b, p, step, &all[depth - 1][i]);
        if (!stay || !b->game->verbs[action_verb(legal[i])].quits)
            most = fmax(most, all[depth - 1][i].worth[seat]);
    }
    for (int i = count - 1; fine && i >= 0; i--)
        if ((!stay || !b->game->verbs[action_verb(legal[i])].quits) &&
            all[depth - 1][i].worth[seat] >= most - 1e-9 * fmax(1, fabs(most)))
            *r = all[depth - 1][i];
    depth--;
    return fine;
}

static struct known *place_of(struct brute *b, const struct position *p)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < b->game->size; i++)
        hash = (hash ^ p->room[i]) * 1099511628211u;
    size_t at = hash >> 20 & (KNOWN - 1);
    while (b->known[at].used && memcmp(b->known[at].p.room, p->room, b->game->size) != 0)
        at = (at + 1) & (KNOWN - 1);
    return &b->known[at];
}

static bool go_on(struct brute *b, struct position *p, struct result *r)
{
    struct turn t = game_turn(state_of(p));
    struct known *k = place_of(b, p);
    if (k->used) {
        *r = k->r;
        return true;
    }
    if (--b->left < 0 || (t.kind == TURN_SEATS && (t.seats & (t.seats - 1))))
        return false;
    int seat = t.kind == TURN_SEATS ? __builtin_ctz(t.seats) : 0;
    bool fine = t.kind != TURN_SEATS ? follow_chance(b, p, r)
                : b->by_hint         ? follow_hint(b, p, seat, r)
                                     : follow_best(b, p, seat, r);
    k = place_of(b, p);
    if (fine)
        *k = (struct known){.used = true, .p = *p, .r = *r};
    return fine;
}

/* Every decision of the seat in turn; false if there is too much to go through. Nobody has seen the
 * burned cards: they are as good as in the deck, while that lasts. */
static bool brute_force(const struct game *game, const struct position *p, bool by_hint, int most,
                        struct result out[])
{
    static struct known *known;
    struct position open = *p;
    action legal[ACTIONS_MAX];
    struct head *h = head_of(&open);
    known = known ? known : malloc(KNOWN * sizeof *known);
    for (int i = 0; i < KNOWN; i++)
        known[i].used = false;
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
    struct brute b = {
        .game = game, .by_hint = by_hint, .hand = h->hand, .left = most, .known = known};
    memcpy(b.before, h->score, sizeof b.before);
    int seat = __builtin_ctz(h->turn.seats), count = game_legal(game, state_of(&open), seat, legal);
    for (int i = 0; i < count; i++) {
        struct step step = {.kind = TURN_SEATS, .who = (uint8_t)seat, .what = legal[i]};
        if (!follow(&b, &open, step, &out[i]))
            return false;
    }
    return true;
}

/* --- Positions -------------------------------------------------------------------------------- */

enum { LATE = 64 };

/* A step that leaves the hand going on, if one of some random ones does. */
static void step_on(const struct game *game, struct position *p, struct rng *r)
{
    enum { TRIES = 20 };
    unsigned hand = head_of(p)->hand;
    struct turn t = game_turn(state_of(p));
    struct position next = *p;
    for (int i = 0; i < TRIES; i++) {
        next = *p;
        if (t.kind != TURN_SEATS) {
            game_step(game, state_of(&next), game_chance(state_of(&next), r), NULL);
        } else {
            action legal[ACTIONS_MAX];
            int seat = seats_pick(t.seats, r), choices = game_legal(game, state_of(p), seat, legal);
            int few = choices > 6 ? 3 : choices;
            game_apply(game, state_of(&next), seat, legal[rng_below(r, few)], NULL);
        }
        if (!game_hand_over(state_of(&next), hand))
            break;
    }
    *p = next;
}

/* The last decisions of a hand that lasts long, of those that nobody has to make at the same time
 * as another, the last one first; returns how many, at most LATE. */
static int late_positions(const struct setup *u, uint64_t seed, struct position late[LATE])
{
    struct rng r = rng_seeded(seed, 5);
    struct position now = {0};
    int count = 0;
    game_start(u, state_of(&now), NULL);
    int hands = 1 + rng_below(&r, 2);
    while (game_turn(state_of(&now)).kind != TURN_OVER && head_of(&now)->hand <= hands) {
        struct turn t = game_turn(state_of(&now));
        if (t.kind == TURN_SEATS && !(t.seats & (t.seats - 1)) && head_of(&now)->hand == hands) {
            memmove(&late[1], &late[0], (LATE - 1) * sizeof *late);
            late[0] = now;
            count += count < LATE;
        }
        step_on(u->game, &now, &r);
    }
    return count;
}

/* Whether the deck may run out where cards are burned, so that brute force would not know which. */
static bool is_thin(struct position *p)
{
    enum { ENOUGH = 16 };
    const struct pile *pile = head_of(p)->pile;
    return !pile_empty(&pile[PILE_BURNED]) && pile_size(&pile[PILE_DECK]) < ENOUGH;
}

static struct odds *odds_at(const struct game *game, struct position *p,
                            const struct odds_limits *limits)
{
    int seat = __builtin_ctz(game_turn(state_of(p)).seats);
    struct knowledge *k = knowledge_new(game, state_of(p), seat);
    struct odds *o = calloc(1, sizeof *o);
    if (!k || !o || !odds_find(k, limits, o))
        abort();
    knowledge_free(k);
    return o;
}

static bool is_same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(1, fabs(b));
}

/* --- Exact odds ------------------------------------------------------------------------------- */

static const struct odds_limits exactly = {.seed = 1, .iterations = 2, .steps = 4000000};

static void assert_same(const struct setup *u, const struct odds *o, const struct result all[])
{
    double most = -HUGE_VAL;
    int best = o->choices;
    for (int i = 0; i < o->choices; i++)
        most = fmax(most, all[i].worth[o->seat]);
    while (--best > 0)
        if (all[best].worth[o->seat] >= most - 1e-9 * fmax(1, fabs(most)))
            break;
    for (int i = best; i >= 0; i--)
        best = all[i].worth[o->seat] >= most - 1e-9 * fmax(1, fabs(most)) ? i : best;
    for (int i = 0; i < o->choices; i++) {
        double worth = o->choice[i].of[WORTH].mean, score = o->choice[i].of[SCORE].mean;
        if (!is_same(worth, all[i].worth[o->seat]) || !is_same(score, all[i].score[o->seat]))
            fail_msg("%s, %d players: choice %d is worth %.15g, scores %.15g; not %.15g, %.15g",
                     u->game->name, u->players, i, worth, score, all[i].worth[o->seat],
                     all[i].score[o->seat]);
    }
    assert_int_equal(o->best, best);
}

/* In every game without secrets: from the last decision of a hand back, as far as brute force gets
 * through. */
static void exact_odds_are_those_of_brute_force_in_endings_of_every_open_game(void **state)
{
    (void)state;
    enum { MOST = 1500, HANDS = 3 };
    static struct position late[LATE];
    static struct result all[ACTIONS_MAX];
    int all_solved = 0, games = 0;
    for (int g = 0; all_games[g]; g++) {
        const struct game *game = all_games[g];
        int solved = 0;
        for (int players = game->players_min; !game->hidden && players <= 4; players++) {
            if (players > game->players_max)
                break;
            for (uint64_t seed = 0; seed < HANDS; seed++) {
                struct setup u = test_setup(game->name, players, NULL);
                int count = late_positions(&u, seed, late);
                for (int i = 0; i < count; i++) {
                    if (is_thin(&late[i]) || !brute_force(game, &late[i], false, MOST, all))
                        break;
                    struct odds *o = odds_at(game, &late[i], &exactly);
                    assert_true(o->situations > 0);
                    assert_same(&u, o, all);
                    solved++;
                    free(o);
                }
            }
        }
        all_solved += solved;
        games += solved > 0;
    }
    assert_true(all_solved >= 100 && games >= 6);
}

/* What the exact bot solves, and as it does, whatever the number of players. */
static void odds_are_exact_wherever_the_exact_bot_is(void **state)
{
    (void)state;
    enum { BOT_STEPS = 200000, ENDINGS = 24 };
    static struct position late[LATE];
    int solved = 0;
    for (uint64_t seed = 0; seed < ENDINGS; seed++) {
        struct setup u = test_setup("blackstone", 2 + (int)seed % 3, NULL);
        struct exact_report report;
        struct exact_limits limits = {.steps = BOT_STEPS};
        action best;
        assert_true(late_positions(&u, seed, late) > 0);
        struct knowledge *k = knowledge_new(u.game, state_of(&late[0]),
                                            __builtin_ctz(game_turn(state_of(&late[0])).seats));
        assert_non_null(k);
        bool bot = exact_choose(k, &limits, &best, &report);
        knowledge_free(k);
        if (!bot)
            continue;
        struct odds *o = odds_at(u.game, &late[0], &exactly);
        assert_true(o->situations > 0);
        assert_int_equal(o->choice[o->best].a, best);
        solved++;
        free(o);
    }
    assert_true(solved >= ENDINGS / 3);
}

/* --- The end of a hand ------------------------------------------------------------------------ */

/* In every game, hand after hand: what a hand brings are the totals that are told at its end. */
static void a_hand_brings_what_is_told_at_its_end_and_nothing_of_the_next(void **state)
{
    (void)state;
    static struct log log;
    for (int g = 0; all_games[g]; g++) {
        const struct game *game = all_games[g];
        struct setup u = test_setup(game->name, game->players_min, NULL);
        struct rng r = rng_seeded(3, (uint64_t)g), choice = rng_seeded(4, (uint64_t)g);
        struct position now = {0};
        game_start(&u, state_of(&now), NULL);
        struct horizon h = horizon_from(game, state_of(&now));
        for (int hands = 0; hands < 6 && game_turn(state_of(&now)).kind != TURN_OVER;) {
            struct turn t = game_turn(state_of(&now));
            log.size = 0;
            if (t.kind == TURN_SEATS) {
                action legal[ACTIONS_MAX];
                int seat = seats_pick(t.seats, &choice);
                int count = game_legal(game, state_of(&now), seat, legal);
                game_apply(game, state_of(&now), seat, legal[rng_below(&choice, count)], &log);
            } else {
                game_step(game, state_of(&now), game_chance(state_of(&now), &r), &log);
            }
            if (!horizon_reached(&h, state_of(&now)))
                continue;
            struct outcome o = horizon_outcome(&h, state_of(&now));
            int told = 0;
            for (int i = 0; i < log.size; i++) {
                int seat = log.event[i].seat;
                if (log.event[i].kind != EVENT_TOTAL)
                    continue;
                told++;
                if (!is_same(o.of[SCORE][seat], log.event[i].number - h.before[seat]))
                    fail_msg("%s: %c", game->name, 'A' + seat);
            }
            assert_int_equal(told, u.players);
            h = horizon_from(game, state_of(&now));
            hands++;
        }
    }
}

/* The chips that a decision brings if it ends the hand, but not the match; false if it does not. */
static bool ends_with(const struct game *game, const struct position *p, int seat, action a,
                      double *score)
{
    static struct log log;
    struct position next = *p;
    unsigned hand = head_of(&next)->hand;
    int32_t before = head_of(&next)->score[seat];
    log.size = 0;
    game_apply(game, state_of(&next), seat, a, &log);
    for (int i = 0; i < log.size; i++)
        if (log.event[i].kind == EVENT_TOTAL && log.event[i].seat == seat)
            *score = log.event[i].number - before;
    return game_hand_over(state_of(&next), hand) && game_turn(state_of(&next)).kind != TURN_OVER;
}

/* So many decisions that end a hand, with what they bring for certain. */
static int compare_certain(const struct setup *u, uint64_t seed)
{
    struct odds_limits limits = {.seed = 1, .iterations = 30, .steps = 1000};
    struct table *t = test_position(u, seed, 40);
    int compared = 0, seat = __builtin_ctz(table_turn(t).seats);
    struct position p = {0};
    memcpy(p.room, t->state, u->game->size);
    struct odds *o = odds_at(u->game, &p, &limits);
    for (int i = 0; i < o->choices; i++) {
        double score = NAN;
        const struct estimate *x = &o->choice[i].of[SCORE];
        if (!ends_with(u->game, &p, seat, o->choice[i].a, &score) || x->error > 0)
            continue;
        if (!is_same(x->mean, score))
            fail_msg("%s: %g is not %g", u->game->name, x->mean, score);
        compared++;
    }
    table_free(t);
    free(o);
    return compared;
}

static void what_is_paid_for_the_next_hand_is_no_part_of_this_one(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int players;
    } all[] = {{"starboard", 2},    {"deadfall", 3},   {"monster", 4}, {"ghost-town", 2},
               {"goblin-poker", 3}, {"troll-guts", 3}, {"octopus", 4}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct setup u = test_setup(all[i].game, all[i].players, NULL);
        int compared = 0;
        for (uint64_t seed = 0; seed < 2000 && !compared; seed++)
            compared += compare_certain(&u, seed);
        if (!compared)
            fail_msg("%s: nothing is certain", all[i].game);
    }
}

static void the_last_to_lock_in_starboard_gets_a_share_of_the_pot(void **state)
{
    (void)state;
    struct odds_limits limits = {.seed = 1, .iterations = 2, .steps = 100000};
    struct reader *r = test_read("pairs 1\ngame starboard\nplayers 2\noption first A\n"
                                 "deal common 3 4\nA lock\n");
    const struct table *t = reader_table(r);
    struct position p = {0};
    memcpy(p.room, t->state, t->setup.game->size);
    struct odds *o = odds_at(t->setup.game, &p, &limits);
    assert_int_equal(o->choices, 2);
    assert_true(o->choice[1].of[SCORE].mean == 1); /* of two antes */
    reader_free(r);
    free(o);
}

/* --- Odds by rollouts ------------------------------------------------------------------------- */

/* Whether a share of so many is 92 to 98 percent. */
static void assert_covered(const char *what, int covered, int asked)
{
    if (asked < 200 || covered < 0.92 * asked || covered > 0.98 * asked)
        fail_msg("%s: %d of %d intervals hold the true figure", what, covered, asked);
}

/* What the rule of thumb brings can be gone through too, where it needs no chance. */
static void intervals_of_odds_hold_the_true_figure_as_often_as_they_say(void **state)
{
    (void)state;
    enum { MOST = 1500 };
    static const char *const games[] = {"pairs", "port", "starboard", "medusa"};
    static struct position late[LATE];
    static struct result all[ACTIONS_MAX];
    int asked = 0, covered[MEASURES] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct setup u = test_setup(games[seed % 4], 2 + (int)(seed / 4 % 2), NULL);
        struct odds_limits limits = {.seed = 1000 + seed, .iterations = 300};
        int count = late_positions(&u, seed, late), at = 0;
        while (at < count &&
               (is_thin(&late[at]) || !brute_force(u.game, &late[at], true, MOST, all)))
            at++;
        if (at == count)
            continue;
        struct odds *o = odds_at(u.game, &late[at], &limits);
        for (int i = 0; i < o->choices; i++) {
            const struct estimate *x = o->choice[i].of;
            double worth = all[i].worth[o->seat], score = all[i].score[o->seat];
            if (x[WORTH].error == 0 || x[SCORE].error == 0)
                continue;
            asked++;
            covered[WORTH] += fabs(x[WORTH].mean - worth) <= x[WORTH].error;
            covered[SCORE] += fabs(x[SCORE].mean - score) <= x[SCORE].error;
        }
        free(o);
    }
    assert_covered("worth", covered[WORTH], asked);
    assert_covered("score", covered[SCORE], asked);
}

/* In Horn of Plenty all that a seat does not see is in the deck or in other hands, and as likely
 * here as there: what comes next can be counted. */
static void sampled_chances_of_cards_hold_what_can_be_counted(void **state)
{
    (void)state;
    int asked = 0, covered = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct setup u = test_setup("horn-of-plenty", 3, NULL);
        struct odds_limits limits = {.seed = 50 + seed, .iterations = 200};
        struct table *t = test_position(&u, seed, 30);
        int seat = __builtin_ctz(table_turn(t).seats);
        struct position p = {0};
        memcpy(p.room, t->state, u.game->size);
        struct odds *o = odds_at(u.game, &p, &limits);
        struct view all, seen;
        game_view(u.game, t->state, EVERYTHING, &all);
        game_view(u.game, t->state, seat, &seen);
        struct pile unseen = game_look(t->state)->pile[PILE_DECK];
        for (int i = 0; i < all.zones; i++) /* hands, and the card that was laid */
            for (int k = 0; k < all.zone[i].count; k++)
                if (all.card[all.zone[i].first + k] && !seen.card[seen.zone[i].first + k] &&
                    all.zone[i].zone >= ZONE_GAME)
                    pile_add(&unseen, all.card[all.zone[i].first + k]);
        for (int c = 1; c <= RANKS; c++) {
            if (o->card_error[c] == 0)
                continue;
            asked++;
            covered += fabs(o->card[c] - (double)pile_count(&unseen, c) / pile_size(&unseen)) <=
                       o->card_error[c];
        }
        table_free(t);
        free(o);
    }
    assert_covered("cards", covered, asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_odds_are_those_of_brute_force_in_endings_of_every_open_game),
        cmocka_unit_test(odds_are_exact_wherever_the_exact_bot_is),
        cmocka_unit_test(a_hand_brings_what_is_told_at_its_end_and_nothing_of_the_next),
        cmocka_unit_test(what_is_paid_for_the_next_hand_is_no_part_of_this_one),
        cmocka_unit_test(the_last_to_lock_in_starboard_gets_a_share_of_the_pot),
        cmocka_unit_test(intervals_of_odds_hold_the_true_figure_as_often_as_they_say),
        cmocka_unit_test(sampled_chances_of_cards_hold_what_can_be_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
