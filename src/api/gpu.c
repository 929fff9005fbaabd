/* Many games stepped together on a GPU. */
#include "api/inside.h"

#include "gpu/gpu.h"

#include <stdlib.h>

struct pairs_gpu {
    struct gpu *gpu;
    struct pairs_layout layout;
    struct pairs_batch_out out;
};

_Static_assert((int)PAIRS_GPU_DONE == (int)GPU_FINE && (int)PAIRS_GPU_FAILED == (int)GPU_FAILED,
               "what a step returns has the same numbers");

struct pairs_gpu *pairs_gpu_new(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                                int device, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct batch_plan plan;
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_gpu *g = calloc(1, sizeof *g);
    if (!g)
        error_no_memory(&why);
    else if (api_batch_plan(u, p, &plan, &why))
        g->gpu = gpu_new(&plan, device, &why);
    if (!g || !g->gpu) {
        api_fail(e, &why);
        free(g);
        return NULL;
    }
    const struct batch_out *out = gpu_out(g->gpu);
    g->layout.layout = *gpu_layout(g->gpu);
    g->out = (struct pairs_batch_out){.seat = out->seat,
                                      .observation = out->observation,
                                      .mask = out->mask,
                                      .reward = out->reward,
                                      .done = out->done};
    return g;
}

void pairs_gpu_free(struct pairs_gpu *g)
{
    if (!g)
        return;
    gpu_free(g->gpu);
    free(g);
}

const struct pairs_layout *pairs_gpu_layout(const struct pairs_gpu *g)
{
    return &g->layout;
}

const struct pairs_batch_out *pairs_gpu_out(const struct pairs_gpu *g)
{
    return &g->out;
}

int32_t *pairs_gpu_ids(const struct pairs_gpu *g)
{
    return gpu_ids(g->gpu);
}

/* What a call came to, with the message if it failed. */
static bool done(bool fine, const struct error *why, struct pairs_error *e)
{
    return fine || api_fail(e, why);
}

bool pairs_gpu_begin(struct pairs_gpu *g, struct pairs_error *e)
{
    struct error why = api_error(e);
    return done(gpu_begin(g->gpu, &why), &why, e);
}

int pairs_gpu_step(struct pairs_gpu *g, const int32_t *id, struct pairs_error *e)
{
    struct error why = api_error(e);
    int at = gpu_step(g->gpu, id, &why);
    done(at != GPU_FAILED, &why, e);
    return at;
}

bool pairs_gpu_random(struct pairs_gpu *g, int32_t *id, struct pairs_error *e)
{
    struct error why = api_error(e);
    return done(gpu_random(g->gpu, id, &why), &why, e);
}

bool pairs_gpu_play(struct pairs_gpu *g, int count, struct pairs_error *e)
{
    struct error why = api_error(e);
    if (count < 1)
        return done(error_set(&why, "%d decisions cannot be made; expected 1 or more", count), &why,
                    e);
    return done(gpu_play(g->gpu, count, &why), &why, e);
}

bool pairs_gpu_wait(struct pairs_gpu *g, struct pairs_error *e)
{
    struct error why = api_error(e);
    return done(gpu_wait(g->gpu, &why), &why, e);
}

bool pairs_gpu_read(struct pairs_gpu *g, void *to, const void *from, size_t size,
                    struct pairs_error *e)
{
    struct error why = api_error(e);
    return done(gpu_read(g->gpu, to, from, size, &why), &why, e);
}

bool pairs_gpu_write(struct pairs_gpu *g, void *to, const void *from, size_t size,
                     struct pairs_error *e)
{
    struct error why = api_error(e);
    return done(gpu_write(g->gpu, to, from, size, &why), &why, e);
}
