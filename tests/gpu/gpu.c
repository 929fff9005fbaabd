/* Many games on a GPU are those of a batch on the processor, to the last byte. With the
 * libcuda.so.1 of cuda.c the kernels run on the processor too; with a real one on a GPU. */
#include "gpu/gpu.h"

#include "tests/test.h"

#include <stdlib.h>

enum { PLACES = 150, STEPS_SOME = 80 };

/* The same games here and there. */
struct twins {
    struct batch *b;
    struct gpu *g;
    const struct layout *l;
    struct batch_out here;
    int32_t *id, *there; /* decisions, in the memory of each */
    void *room;          /* what was copied from there */
    size_t games;
};

static void expect_fine(bool done, const struct error *e)
{
    if (!done)
        fail_msg("%s", e->text);
}

/* What is told here is by rows, there by columns. */
static void expect_same(struct twins *t, const void *here, const void *there, size_t each,
                        size_t size)
{
    struct error e = {0};
    expect_fine(gpu_read(t->g, t->room, there, t->games * each * size, &e), &e);
    const char *row = here, *column = t->room;
    for (size_t i = 0; i < t->games; i++)
        for (size_t k = 0; k < each; k++)
            if (memcmp(row + (i * each + k) * size, column + (k * t->games + i) * size, size) != 0)
                fail_msg("%s: element %zu of place %zu is another on the GPU",
                         t->l->setup.game->name, k, i);
}

static void expect_all_same(struct twins *t)
{
    const struct batch_out *there = gpu_out(t->g);
    expect_same(t, t->here.seat, there->seat, 1, sizeof(int32_t));
    expect_same(t, t->here.observation, there->observation, (size_t)t->l->size, sizeof(int32_t));
    expect_same(t, t->here.mask, there->mask, (size_t)t->l->actions, 1);
    expect_same(t, t->here.reward, there->reward, (size_t)t->l->setup.players, sizeof(float));
    expect_same(t, t->here.done, there->done, 1, 1);
}

static struct twins twins_new(const struct setup *u, int games, enum batch_reward reward)
{
    struct error e = {0};
    struct batch_plan p = {.setup = *u, .games = games, .seed = 7, .reward = reward, .threads = 1};
    struct twins t = {.b = batch_new(&p, &e), .games = (size_t)games};
    assert_non_null(t.b);
    t.g = gpu_new(&p, 0, &e);
    expect_fine(t.g, &e);
    t.l = batch_layout(t.b);
    t.id = calloc(t.games, sizeof *t.id);
    t.room = calloc(t.games, (size_t)t.l->size * sizeof(int32_t) + (size_t)t.l->actions);
    t.here = (struct batch_out){
        .seat = calloc(t.games, sizeof(int32_t)),
        .observation = calloc(t.games * (size_t)t.l->size, sizeof(int32_t)),
        .mask = calloc(t.games, (size_t)t.l->actions),
        .reward = calloc(t.games * (size_t)u->players, sizeof(float)),
        .done = calloc(t.games, 1),
    };
    t.there = gpu_ids(t.g);
    batch_begin(t.b, &t.here);
    expect_fine(gpu_begin(t.g, &e), &e);
    expect_all_same(&t);
    return t;
}

static void twins_free(struct twins *t)
{
    batch_free(t->b);
    gpu_free(t->g);
    free(t->id);
    free(t->room);
    free(t->here.seat);
    free(t->here.observation);
    free(t->here.mask);
    free(t->here.reward);
    free(t->here.done);
}

static void step_here(struct twins *t)
{
    batch_random(t->b, t->id);
    assert_int_equal(batch_step(t->b, t->id, &t->here), -1);
}

static void step_both(struct twins *t)
{
    struct error e = {0};
    expect_fine(gpu_random(t->g, t->there, &e), &e);
    batch_random(t->b, t->id);
    expect_same(t, t->id, t->there, 1, sizeof(int32_t));
    assert_int_equal(batch_step(t->b, t->id, &t->here), -1);
    if (gpu_step(t->g, t->there, &e) != GPU_FINE)
        fail_msg("%s", e.text);
}

static void play_twins(const struct setup *u, enum batch_reward reward)
{
    struct error e = {0};
    struct twins t = twins_new(u, PLACES, reward);
    for (int i = 0; i < STEPS_SOME; i++) {
        step_both(&t);
        expect_all_same(&t);
    }
    expect_fine(gpu_play(t.g, STEPS_SOME, &e), &e);
    for (int i = 0; i < STEPS_SOME; i++)
        step_here(&t);
    expect_all_same(&t);
    twins_free(&t);
}

static void test_same_games(void **unused)
{
    (void)unused;
    for (int i = 0; gpu_kernels[i].game; i++) {
        struct setup u = {0};
        struct error e = {0};
        expect_fine(setup_choose(&u, gpu_kernels[i].game, &e), &e);
        struct setup few = test_setup(u.game->name, setup_players_min(&u), NULL);
        struct setup many = test_setup(u.game->name, setup_players_max(&u), NULL);
        play_twins(&few, REWARD_END);
        play_twins(&many, REWARD_SCORE);
    }
    struct setup variant = test_setup("continuous-calamities", 4, NULL);
    play_twins(&variant, REWARD_SHARE);
}

/* The first place whose decision is not legal is named, and nothing has happened anywhere. */
static void test_wrong_decision(void **unused)
{
    (void)unused;
    struct setup u = test_setup("kitty", 4, NULL);
    struct error e = {0};
    struct twins t = twins_new(&u, PLACES, REWARD_END);
    for (int wrong = 0; wrong < 2; wrong++) {
        batch_random(t.b, t.id);
        expect_fine(gpu_random(t.g, t.there, &e), &e);
        const int32_t none[] = {-1, t.l->actions};
        expect_fine(gpu_write(t.g, &t.there[140], &none[wrong], sizeof none[0], &e), &e);
        expect_fine(gpu_write(t.g, &t.there[33], &none[wrong], sizeof none[0], &e), &e);
        assert_int_equal(gpu_step(t.g, t.there, &e), 33);
        expect_all_same(&t);
        expect_fine(gpu_write(t.g, t.there, t.id, t.games * sizeof t.id[0], &e), &e);
        assert_int_equal(gpu_step(t.g, t.there, &e), GPU_FINE);
        assert_int_equal(batch_step(t.b, t.id, &t.here), -1);
        expect_all_same(&t);
    }
    twins_free(&t);
}

static void test_no_such_device(void **unused)
{
    (void)unused;
    struct error e = {0};
    struct batch_plan p = {.setup = test_setup("pairs", 2, NULL), .games = 10};
    assert_null(gpu_new(&p, 5000, &e));
    assert_non_null(strstr(e.text, "invalid device ordinal"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_games),
        cmocka_unit_test(test_wrong_decision),
        cmocka_unit_test(test_no_such_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
