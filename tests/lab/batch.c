/* Many games stepped together: they are the games of a simulation with the same seed, whatever the
 * number of places and threads, and what is told of each is what its state says. */
#include "lab/batch.h"

#include "bots/random.h"
#include "lab/block.h"
#include "tests/test.h"

enum { GAMES = 64, PLACES = 24, STEPS_SOME = 60 };

/* A batch with room for all that it tells. */
struct rig {
    struct batch *b;
    struct batch_out out;
    int32_t *id;
    int games, players;
};

static struct rig rig_new(const struct setup *u, int games, int threads, enum batch_reward reward)
{
    struct batch_plan p = {
        .setup = *u, .games = games, .seed = 9, .reward = reward, .threads = threads};
    struct error e = {0};
    struct rig r = {.b = batch_new(&p, &e), .games = games, .players = u->players};
    assert_non_null(r.b);
    size_t n = (size_t)games;
    const struct layout *l = batch_layout(r.b);
    r.id = calloc(n, sizeof *r.id);
    r.out = (struct batch_out){
        .seat = calloc(n, sizeof *r.out.seat),
        .observation = calloc(n * (size_t)l->size, sizeof *r.out.observation),
        .mask = calloc(n * (size_t)l->actions, 1),
        .reward = calloc(n * (size_t)u->players, sizeof *r.out.reward),
        .done = calloc(n, 1),
    };
    batch_begin(r.b, &r.out);
    return r;
}

static void rig_free(struct rig *r)
{
    batch_free(r->b);
    free(r->id);
    free(r->out.seat);
    free(r->out.observation);
    free(r->out.mask);
    free(r->out.reward);
    free(r->out.done);
}

static void rig_step(struct rig *r)
{
    batch_random(r->b, r->id);
    assert_int_equal(batch_step(r->b, r->id, &r->out), -1);
}

/* --- The same games --------------------------------------------------------------------------- */

/* The scores of the first games of the seed, each at its place, by the changes of each step. */
static void play_batch(const struct setup *u, int places, int threads, double sum[PLAYERS_MAX])
{
    struct rig r = rig_new(u, places, threads, REWARD_SCORE);
    double score[PLACES][PLAYERS_MAX] = {{0}};
    int played[PLACES] = {0}, left = GAMES;
    int sign = u->game->low_wins && !game_counts_chips(u) ? -1 : 1;
    while (left > 0) {
        rig_step(&r);
        for (int i = 0; i < places; i++) {
            for (int seat = 0; seat < u->players; seat++)
                score[i][seat] += sign * (double)r.out.reward[i * u->players + seat];
            if (r.out.done[i] == BATCH_GOES_ON)
                continue;
            bool counts = i + played[i]++ * places < GAMES;
            left -= counts;
            for (int seat = 0; seat < u->players; seat++) {
                sum[seat] += counts ? score[i][seat] : 0;
                score[i][seat] = 0;
            }
        }
    }
    rig_free(&r);
}

static void expect_same(const char *name, int places, int threads)
{
    struct setup u;
    struct error e = {0};
    struct sim_result result;
    struct text none = {0};
    double sum[PLAYERS_MAX] = {0};
    if (!setup_choose(&u, name, &e) || !setup_players(&u, setup_players_usual(&u), &e) ||
        !setup_finish(&u, &e))
        fail_msg("%s: %s", name, e.text);
    struct sim_job job = {.point = &u, .points = 1, .games = GAMES, .seed = 9, .make = bot_new};
    assert_true(sim_bots(&job, "random", &e));
    struct worker *w = worker_new(&job, NULL, false, &e);
    assert_non_null(w);
    assert_int_equal(worker_play(w, 0, &result, NULL, &none, &e), BLOCK_DONE);
    worker_free(w);
    play_batch(&u, places, threads, sum);
    for (int seat = 0; seat < u.players; seat++)
        if (sum[seat] != result.score[seat])
            fail_msg("%s: seat %d has %g in the batch, %g in the simulation", name, seat, sum[seat],
                     result.score[seat]);
}

static void test_same_games(void **unused)
{
    (void)unused;
    for (int i = 0; all_games[i]; i++)
        expect_same(all_games[i]->name, PLACES, 1);
    expect_same("continuous", PLACES, 1);
    expect_same("rocket-rotate", PLACES, 1);
}

static void test_threads(void **unused)
{
    (void)unused;
    expect_same("pairs", 1, 1);
    expect_same("pairs", 3, 3);
    expect_same("pairs", 2, 8); /* more threads than games */
    expect_same("regent", 17, 4);
}

/* --- What is told ----------------------------------------------------------------------------- */

/* A game led along beside the batch, by its own stream and the decisions of the batch. */
struct shadow {
    struct state *s;
    struct rng rng;
};

static void shadow_start(struct shadow *x, const struct setup *u, int game)
{
    game_start(u, x->s, NULL);
    x->rng = rng_seeded(9, (uint64_t)game);
}

static void shadow_go_on(struct shadow *x, const struct game *game)
{
    while (game_turn(x->s).kind == TURN_DECK || game_turn(x->s).kind == TURN_LOT)
        game_step(game, x->s, game_chance(x->s, &x->rng), NULL);
}

/* What a batch of one game told agrees with the state; fills in what may be decided. */
static int expect_told(const struct rig *r, const struct setup *u, struct shadow *x,
                       action legal[ACTIONS_MAX])
{
    const struct layout *l = batch_layout(r->b);
    int32_t see[INT16_MAX];
    uint8_t mask[UINT16_MAX];
    int seat = seats_pick(game_turn(x->s).seats, &x->rng);
    int count = game_legal(u->game, x->s, seat, legal);
    assert_int_equal(r->out.seat[0], seat);
    layout_observe(l, x->s, seat, see);
    layout_mask(l, seat, legal, count, mask);
    assert_memory_equal(r->out.observation, see, (size_t)l->size * sizeof see[0]);
    assert_memory_equal(r->out.mask, mask, (size_t)l->actions);
    return count;
}

static void expect_end(const struct rig *r, const struct head *h)
{
    for (int seat = 0; seat < h->players; seat++) {
        int lost = h->losers >> seat & 1, won = h->winners >> seat & 1;
        int worth = h->chips ? h->score[seat] : h->winners ? won : -lost;
        assert_true(r->out.reward[seat] == (float)(h->turn.kind == TURN_OVER ? worth : 0));
    }
}

static void expect_shadow(const char *name)
{
    struct setup u = test_setup(name, 4, NULL);
    struct rig r = rig_new(&u, 1, 1, REWARD_END);
    struct shadow x = {.s = malloc(u.game->size)};
    action legal[ACTIONS_MAX];
    shadow_start(&x, &u, 0);
    shadow_go_on(&x, u.game);
    for (int n = 0, game = 0; n < STEPS_SOME; n++) {
        int count = expect_told(&r, &u, &x, legal);
        action a = random_choose(legal, count, &x.rng);
        game_apply(u.game, x.s, r.out.seat[0], a, NULL);
        shadow_go_on(&x, u.game);
        rig_step(&r);
        bool over = game_turn(x.s).kind == TURN_OVER;
        assert_int_equal(r.out.done[0], over ? BATCH_OVER : BATCH_GOES_ON);
        expect_end(&r, game_look(x.s));
        if (over)
            shadow_start(&x, &u, ++game);
        shadow_go_on(&x, u.game);
    }
    free(x.s);
    rig_free(&r);
}

static void test_told(void **unused)
{
    (void)unused;
    expect_shadow("pairs");
    expect_shadow("continuous");
    expect_shadow("port");
    expect_shadow("deadfall"); /* which is hidden */
    expect_shadow("octopus");  /* all at once */
}

static void test_refused(void **unused)
{
    (void)unused;
    struct setup u = test_setup("pieces-of-eight", 2, NULL);
    struct rig r = rig_new(&u, 4, 2, REWARD_END);
    const struct layout *l = batch_layout(r.b);
    int32_t before[4][256];
    assert_true(l->size <= 256);
    memcpy(before, r.out.observation, 4 * (size_t)l->size * sizeof(int32_t));
    const int32_t wrong[] = {-1, l->actions, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        batch_random(r.b, r.id);
        r.id[2] = wrong[i];
        assert_int_equal(batch_step(r.b, r.id, &r.out), 2);
    }
    for (int id = 0; id < l->actions; id++)
        if (!r.out.mask[3 * l->actions + id]) {
            r.id[2] = r.id[0] = r.id[1] = 0;
            r.id[3] = id;
            assert_int_equal(batch_step(r.b, r.id, &r.out), 3);
        }
    assert_memory_equal(before, r.out.observation, 4 * (size_t)l->size * sizeof(int32_t));
    rig_free(&r);
}

static void test_unwanted(void **unused)
{
    (void)unused;
    struct setup u = test_setup("pairs", 2, NULL);
    struct rig r = rig_new(&u, 5, 2, REWARD_END);
    const struct batch_out nothing = {0};
    for (int i = 0; i < 100; i++) {
        batch_random(r.b, r.id);
        assert_int_equal(batch_step(r.b, r.id, &nothing), -1);
    }
    rig_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a batch plays the games of a simulation", test_same_games, NULL, NULL, NULL},
        {"neither places nor threads change a game", test_threads, NULL, NULL, NULL},
        {"what is told of a game is what its state says", test_told, NULL, NULL, NULL},
        {"what is not legal is refused, and nothing happens", test_refused, NULL, NULL, NULL},
        {"what is not wanted need not be asked for", test_unwanted, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
