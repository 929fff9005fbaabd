/* Games for who trains a player: what comes out is what the games are, whoever plays inside and on
 * however many threads; and rewards are what an arena counts. */
#include "lab/training.h"
#include "tests/test.h"

enum { PLACES = 12, STEPS = 150, EVENTS = 8 };

struct rig {
    struct training *t;
    struct training_out out;
    const struct inputs *in;
    int32_t *id;
    int players;
    struct rng r;
};

static void *room(size_t count, size_t size)
{
    void *some = calloc(count, size);
    assert_non_null(some);
    return some;
}

static struct rig rig_new(const struct setup *u, int threads, enum batch_reward reward, bool rotate)
{
    struct error e = {0};
    struct training_plan p = {.setup = *u,
                              .games = PLACES,
                              .seed = 5,
                              .reward = reward,
                              .threads = threads,
                              .events = EVENTS,
                              .rotate = rotate};
    struct rig r = {.t = training_new(&p, &e), .players = u->players, .r = rng_seeded(1, 0)};
    assert_non_null(r.t);
    r.in = training_inputs(r.t);
    r.id = room(PLACES, sizeof *r.id);
    r.out = (struct training_out){
        .seat = room(PLACES, sizeof *r.out.seat),
        .input = room(PLACES * (size_t)r.in->size, sizeof *r.out.input),
        .mask = room(PLACES * (size_t)r.in->actions, 1),
        .reward = room(PLACES * (size_t)u->players, sizeof *r.out.reward),
        .done = room(PLACES, 1),
        .player = room(PLACES * (size_t)u->players, 1),
    };
    return r;
}

static void rig_free(struct rig *r)
{
    training_free(r->t);
    free(r->id);
    free(r->out.seat);
    free(r->out.input);
    free(r->out.mask);
    free(r->out.reward);
    free(r->out.done);
    free(r->out.player);
}

/* The players in the order of the seats, the same at all places. */
static void seat_all(struct rig *r, const int8_t player[])
{
    int8_t all[PLACES * PLAYERS_MAX];
    for (int i = 0; i < PLACES; i++)
        memcpy(&all[i * r->players], player, (size_t)r->players);
    training_seat(r->t, all);
}

static void rig_step(struct rig *r)
{
    for (int i = 0; i < PLACES; i++) {
        const uint8_t *mask = &r->out.mask[i * r->in->actions];
        int legal = 0;
        for (int id = 0; id < r->in->actions; id++)
            if (mask[id] && rng_below(&r->r, ++legal) == 0)
                r->id[i] = id;
        assert_true(legal > 0 || r->out.seat[i] == -1);
    }
    assert_int_equal(training_step(r->t, r->id, &r->out), -1);
}

/* --- What comes out --------------------------------------------------------------------------- */

static struct setup usual_setup(const struct game *game)
{
    struct setup u = {.game = game};
    struct error e = {0};
    assert_true(setup_players(&u, setup_players_usual(&u), &e) && setup_finish(&u, &e));
    return u;
}

/* On to the next decision, as the training does it; returns the seat, or -1 at the end. */
static int lead(struct table *t, struct rng *chance)
{
    struct error e = {0};
    while (table_turn(t).kind != TURN_SEATS && table_turn(t).kind != TURN_OVER)
        assert_true(table_chance(t, chance, &e));
    return table_turn(t).kind == TURN_OVER ? -1 : seats_pick(table_turn(t).seats, chance);
}

/* What is told of a place is what a bot at the table knows, and every decision with an id is
 * offered. */
static void expect_told(const struct rig *r, int i, const struct table *t, int seat, int16_t row[])
{
    struct view v;
    struct knowledge *k = knowledge_of(t, seat);
    const uint8_t *mask = &r->out.mask[i * r->in->actions];
    int offered = 0;
    assert_int_equal(r->out.seat[i], seat);
    knowledge_view(k, &v);
    inputs_know(r->in, k, &v, row);
    assert_memory_equal(row, &r->out.input[i * r->in->size], (size_t)r->in->size * sizeof *row);
    for (int a = 0; a < v.actions; a++) {
        int id = inputs_id(r->in, &v, v.act[a]);
        assert_true(id < 0 || mask[id]);
        offered += id >= 0;
    }
    for (int id = 0; id < r->in->actions; id++)
        offered -= mask[id];
    assert_int_equal(offered, 0);
    knowledge_free(k);
}

/* The first game of each place is led along by a table with its stream. */
static void follow(const struct setup *u)
{
    struct rig r = rig_new(u, 1, REWARD_END, false);
    struct table *t[PLACES];
    struct rng chance[PLACES];
    int seat[PLACES];
    int16_t *row = room((size_t)r.in->size, sizeof *row);
    training_begin(r.t, &r.out);
    for (int i = 0; i < PLACES; i++) {
        t[i] = table_new(u);
        chance[i] = rng_seeded(5, (uint64_t)i);
        seat[i] = lead(t[i], &chance[i]);
    }
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < PLACES; i++)
            if (seat[i] >= 0)
                expect_told(&r, i, t[i], seat[i], row);
        rig_step(&r);
        for (int i = 0; i < PLACES; i++) {
            struct view v;
            struct error e = {0};
            if (seat[i] < 0)
                continue;
            game_view(u->game, t[i]->state, seat[i], &v);
            assert_true(table_play(t[i], seat[i], inputs_action(r.in, &v, r.id[i]), &e));
            seat[i] = lead(t[i], &chance[i]);
            assert_int_equal(r.out.done[i], seat[i] < 0 ? BATCH_OVER : BATCH_GOES_ON);
        }
    }
    for (int i = 0; i < PLACES; i++)
        table_free(t[i]);
    free(row);
    rig_free(&r);
}

static void test_told(void **unused)
{
    (void)unused;
    for (int i = 0; all_games[i]; i++) {
        struct setup u = usual_setup(all_games[i]);
        follow(&u);
    }
}

/* --- Players inside --------------------------------------------------------------------------- */

/* Everything that comes out in some steps, in one number. */
static uint64_t sum_up(const char *game, int threads)
{
    struct setup u = test_setup(game, 3, NULL);
    struct error e = {0};
    struct rig r = rig_new(&u, threads, REWARD_SCORE, true);
    uint64_t sum = 0;
    assert_int_equal(training_add(r.t, "hint", &e), 1);
    assert_int_equal(training_add(r.t, "random", &e), 2);
    assert_int_equal(training_add(r.t, "search:20", &e), 3);
    seat_all(&r, (int8_t[]){0, 1, 3});
    training_begin(r.t, &r.out);
    for (int n = 0; n < STEPS / 5; n++) {
        rig_step(&r);
        for (int i = 0; i < PLACES * r.in->size; i++)
            sum = (sum ^ (uint16_t)r.out.input[i]) * UINT64_C(0x9E3779B97F4A7C15);
        for (int i = 0; i < PLACES * u.players; i++)
            sum = (sum ^ (uint64_t)(int64_t)r.out.reward[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    rig_free(&r);
    return sum;
}

static void test_threads(void **unused)
{
    (void)unused;
    uint64_t one = sum_up("deadfall", 1);
    assert_true(one == sum_up("deadfall", 3));
    assert_true(one != sum_up("pairs", 1));
}

/* Only those outside are asked, and with rotation everybody comes to every seat. */
static void test_outside(void **unused)
{
    (void)unused;
    struct setup u = test_setup("pairs", 3, NULL);
    struct error e = {0};
    struct rig r = rig_new(&u, 1, REWARD_SHARE, true);
    bool asked[PLAYERS_MAX] = {0};
    training_add(r.t, "hint", &e);
    seat_all(&r, (int8_t[]){1, 0, 1});
    training_begin(r.t, &r.out);
    for (int n = 0; n < STEPS; n++) {
        rig_step(&r);
        for (int i = 0; i < PLACES; i++) {
            const int8_t *player = &r.out.player[i * u.players];
            assert_int_equal(player[0] + player[1] + player[2], 2);
            if (r.out.seat[i] < 0)
                continue;
            asked[r.out.seat[i]] = true;
            assert_true(r.out.done[i] || player[r.out.seat[i]] == 0);
        }
    }
    assert_true(asked[0] && asked[1] && asked[2]);
    rig_free(&r);
}

/* Games without anybody outside end step by step, and what they bring is shared among those who
 * win. */
static void test_inside(void **unused)
{
    (void)unused;
    struct setup u = test_setup("sweep", 4, NULL);
    struct error e = {0};
    struct rig r = rig_new(&u, 1, REWARD_SHARE, true);
    double hint = 0;
    training_add(r.t, "hint", &e);
    training_add(r.t, "random", &e);
    seat_all(&r, (int8_t[]){1, 2, 2, 2});
    training_begin(r.t, &r.out);
    for (int n = 0; n < STEPS / 5; n++) {
        rig_step(&r);
        for (int i = 0; i < PLACES; i++) {
            double all = 0;
            assert_int_equal(r.out.seat[i], -1);
            assert_int_equal(r.out.done[i], BATCH_OVER);
            for (int seat = 0; seat < u.players; seat++) {
                double share = r.out.reward[i * u.players + seat];
                all += share;
                hint += r.out.player[i * u.players + seat] == 1 ? share : 0;
            }
            assert_true(all > 0.999 && all < 1.001);
        }
    }
    assert_true(hint > 0.5 * PLACES * STEPS / 5); /* a quarter would be by chance */
    rig_free(&r);
}

/* Where only who loses is named, the others share the game. */
static void test_share(void **unused)
{
    (void)unused;
    struct setup u = test_setup("pairs", 3, NULL);
    struct rig r = rig_new(&u, 1, REWARD_SHARE, false);
    int ended = 0;
    training_begin(r.t, &r.out);
    for (int n = 0; n < STEPS; n++) {
        rig_step(&r);
        for (int i = 0; i < PLACES; i++) {
            const float *reward = &r.out.reward[i * u.players];
            int half = 0;
            for (int seat = 0; seat < u.players; seat++)
                half += reward[seat] == 0.5F;
            assert_int_equal(half, r.out.done[i] ? 2 : 0);
            ended += r.out.done[i];
        }
    }
    assert_true(ended > PLACES);
    rig_free(&r);
}

static void test_refused(void **unused)
{
    (void)unused;
    struct setup u = test_setup("pairs", 2, NULL);
    struct rig r = rig_new(&u, 1, REWARD_END, false);
    struct error e = {0};
    assert_int_equal(training_add(r.t, "nobody", &e), 0);
    assert_non_null(strstr(e.text, "nobody"));
    assert_int_equal(training_add(r.t, "hint", &e), 1);
    training_begin(r.t, &r.out);
    for (int i = 0; i < PLACES; i++)
        r.id[i] = r.in->actions - 1; /* to fold for somebody, which is not offered */
    assert_int_equal(training_step(r.t, r.id, &r.out), 0);
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told),    cmocka_unit_test(test_threads),
        cmocka_unit_test(test_outside), cmocka_unit_test(test_inside),
        cmocka_unit_test(test_share),   cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
