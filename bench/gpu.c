/* pairs-bench-gpu: how many random decisions a second are made in every game, on a GPU and on all
 * cores beside it, in one run; and whether both play the same games, to the last byte. As a table.
 *
 * Usage: pairs-bench-gpu [NAME...] */
#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ON_GPU = 1 << 19,   /* places there */
    ON_CORES = 1 << 14, /* and here */
    TWINS = 1 << 12,    /* that are compared */
    TWIN_STEPS = 200,
    AT_ONCE = 100, /* decisions in one go */
};

static const double seconds_each = 0.3;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void expect(bool fine, const struct error *e)
{
    if (!fine) {
        fprintf(stderr, "pairs-bench-gpu: %s\n", e->text);
        exit(2);
    }
}

static void *room(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        abort();
    return p;
}

/* --- The same games --------------------------------------------------------------------------- */

/* Whether something that is told by rows here is the same as by columns there. */
static bool same(struct gpu *g, const void *here, const void *there, int each, size_t size)
{
    struct error e = {0};
    size_t numbers = (size_t)each;
    char *copy = room(TWINS * numbers, size);
    const char *row = here;
    bool all = true;
    expect(gpu_read(g, copy, there, TWINS * numbers * size, &e), &e);
    for (size_t i = 0; i < TWINS; i++)
        for (size_t k = 0; k < numbers; k++)
            all = all &&
                  memcmp(row + (i * numbers + k) * size, copy + (k * TWINS + i) * size, size) == 0;
    free(copy);
    return all;
}

static bool all_same(struct gpu *g, const struct batch_out *here)
{
    const struct batch_out *there = gpu_out(g);
    const struct layout *l = gpu_layout(g);
    return same(g, here->seat, there->seat, 1, sizeof(int32_t)) &&
           same(g, here->observation, there->observation, l->size, sizeof(int32_t)) &&
           same(g, here->mask, there->mask, l->actions, 1) &&
           same(g, here->reward, there->reward, l->setup.players, sizeof(float)) &&
           same(g, here->done, there->done, 1, 1);
}

/* Plays the same games here and there: first step by step, then in one go. */
static bool play_twins(struct batch *b, struct gpu *g, struct batch_out *here)
{
    struct error e = {0};
    int32_t *id = room(TWINS, sizeof *id);
    bool all = true;
    batch_begin(b, here);
    expect(gpu_begin(g, &e), &e);
    for (int i = 0; i < TWIN_STEPS + AT_ONCE; i++) {
        batch_random(b, id);
        batch_step(b, id, here);
        if (i < TWIN_STEPS)
            expect(gpu_random(g, gpu_ids(g), &e) && gpu_step(g, gpu_ids(g), &e) == GPU_FINE, &e);
        if (i == TWIN_STEPS - 1)
            all = same(g, id, gpu_ids(g), 1, sizeof *id) && all_same(g, here);
    }
    expect(gpu_play(g, AT_ONCE, &e), &e);
    free(id);
    return all && all_same(g, here);
}

static struct batch_out out_new(const struct layout *l, int games)
{
    size_t n = (size_t)games;
    return (struct batch_out){.seat = room(n, sizeof(int32_t)),
                              .observation = room(n * (size_t)l->size, sizeof(int32_t)),
                              .mask = room(n, (size_t)l->actions),
                              .reward = room(n * (size_t)l->setup.players, sizeof(float)),
                              .done = room(n, 1)};
}

static void out_free(struct batch_out *out)
{
    free(out->seat);
    free(out->observation);
    free(out->mask);
    free(out->reward);
    free(out->done);
}

static bool are_twins(const struct batch_plan *usual)
{
    struct error e = {0};
    struct batch_plan p = *usual;
    p.games = TWINS;
    p.reward = REWARD_SCORE;
    p.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    struct batch *b = batch_new(&p, &e);
    expect(b, &e);
    struct gpu *g = gpu_new(&p, 0, &e);
    expect(g, &e);
    struct batch_out here = out_new(batch_layout(b), TWINS);
    bool all = play_twins(b, g, &here);
    out_free(&here);
    batch_free(b);
    gpu_free(g);
    return all;
}

/* --- How fast --------------------------------------------------------------------------------- */

/* A way to make decisions, and how many it has made. */
typedef long way(void *with);

/* Decisions a second, once it has begun. */
static double measure(way *go, void *with)
{
    long made = go(with);
    double begun = now(), end = begun;
    for (made = 0; end - begun < seconds_each; end = now())
        made += go(with);
    return (double)made / (end - begun);
}

struct here {
    struct batch *b;
    struct batch_out out;
    int32_t *id;
};

static long step_here(void *with)
{
    struct here *h = with;
    batch_random(h->b, h->id);
    batch_step(h->b, h->id, &h->out);
    return ON_CORES;
}

static long step_there(void *with)
{
    struct error e = {0};
    struct gpu *g = with;
    for (int i = 0; i < 10; i++)
        expect(gpu_random(g, gpu_ids(g), &e) && gpu_step(g, gpu_ids(g), &e) == GPU_FINE, &e);
    return 10L * ON_GPU;
}

static long tell_there(void *with)
{
    struct error e = {0};
    for (int i = 0; i < 10; i++)
        expect(gpu_play(with, 1, &e), &e);
    expect(gpu_wait(with, &e), &e);
    return 10L * ON_GPU;
}

static long play_there(void *with)
{
    struct error e = {0};
    expect(gpu_play(with, AT_ONCE, &e) && gpu_wait(with, &e), &e);
    return (long)AT_ONCE * ON_GPU;
}

/* On the cores: without observations, and with all that can be told. */
static void measure_here(const struct batch_plan *usual, double speed[2])
{
    struct error e = {0};
    struct batch_plan p = *usual;
    p.games = ON_CORES;
    p.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    struct here h = {.b = batch_new(&p, &e), .id = room(ON_CORES, sizeof *h.id)};
    expect(h.b, &e);
    batch_begin(h.b, &h.out);
    speed[0] = measure(step_here, &h);
    h.out = out_new(batch_layout(h.b), ON_CORES);
    speed[1] = measure(step_here, &h);
    out_free(&h.out);
    free(h.id);
    batch_free(h.b);
}

/* There: in one go, told step by step, and by ids. */
static void measure_there(const struct batch_plan *usual, double speed[3])
{
    struct error e = {0};
    struct batch_plan p = *usual;
    p.games = ON_GPU;
    struct gpu *g = gpu_new(&p, 0, &e);
    expect(g, &e);
    expect(gpu_begin(g, &e), &e);
    speed[0] = measure(play_there, g);
    speed[1] = measure(tell_there, g);
    speed[2] = measure(step_there, g);
    gpu_free(g);
}

static bool bench(const char *name)
{
    struct error e = {0};
    struct batch_plan p = {.seed = 1, .threads = 1};
    double here[2], there[3];
    expect(setup_choose(&p.setup, name, &e), &e);
    expect(setup_players(&p.setup, setup_players_usual(&p.setup), &e), &e);
    expect(setup_finish(&p.setup, &e), &e);
    bool twins = are_twins(&p);
    measure_here(&p, here);
    measure_there(&p, there);
    printf("| %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %s |\n", name, p.setup.players,
           there[0] / 1e6, there[1] / 1e6, there[2] / 1e6, here[0] / 1e6, here[1] / 1e6,
           twins ? "yes" : "NO");
    fflush(stdout);
    return twins;
}

int main(int argc, char **argv)
{
    bool all = true;
    printf(
        "Million random decisions a second; %d games on the GPU, %d on %ld cores. Same: %d games,\n"
        "%d steps of each one by one and %d in one go, are the same here and there to the last "
        "byte.\n\n"
        "| game | players | GPU | GPU, told | GPU, by ids | cores | cores, told | same |\n"
        "|---|---|---|---|---|---|---|---|\n",
        ON_GPU, ON_CORES, sysconf(_SC_NPROCESSORS_ONLN), TWINS, TWIN_STEPS, AT_ONCE);
    for (int i = 1; i < argc; i++)
        all = bench(argv[i]) && all;
    for (int i = 0; argc < 2 && all_games[i]; i++)
        all = bench(all_games[i]->name) && all;
    return all ? 0 : 1;
}
