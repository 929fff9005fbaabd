#include "gpu/gpu.h"

#include "gpu/kernel.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 128, /* threads that start together */
    LINE = 256,  /* what begins in the memory of the device begins at a multiple of it */
};

/* The little of CUDA's driver that is needed, as its documentation has it. */
typedef int result;
typedef uint64_t address;

struct driver {
    void *library;
    result (*init)(unsigned);
    result (*device)(int *, int);
    result (*retain)(void **, int);
    result (*release)(int);
    result (*push)(void *);
    result (*pop)(void **);
    result (*load)(void **, const void *);
    result (*unload)(void *);
    result (*function)(void **, void *, const char *);
    result (*allocate)(address *, size_t);
    result (*give_back)(address);
    result (*to_device)(address, const void *, size_t);
    result (*from_device)(void *, address, size_t);
    result (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     void *, void **, void **);
    result (*wait)(void);
    result (*words)(result, const char **);
};

enum kernel { BEGIN, CHECK, STEP, RANDOM, PLAY, KERNELS };

struct gpu {
    struct driver cuda;
    int number; /* of the device */
    void *context, *module, *kernel[KERNELS];
    address memory; /* all of it, and where struct device lies in it */
    address device;
    int games;
    struct layout layout;
    struct batch_out out;
    int32_t *ids;
};

/* --- The driver ------------------------------------------------------------------------------- */

static bool driver_open(struct driver *d, struct error *e)
{
    const struct {
        void *to;
        const char *name;
    } wanted[] = {{&d->init, "cuInit"},
                  {&d->device, "cuDeviceGet"},
                  {&d->retain, "cuDevicePrimaryCtxRetain"},
                  {&d->release, "cuDevicePrimaryCtxRelease_v2"},
                  {&d->push, "cuCtxPushCurrent_v2"},
                  {&d->pop, "cuCtxPopCurrent_v2"},
                  {&d->load, "cuModuleLoadData"},
                  {&d->unload, "cuModuleUnload"},
                  {&d->function, "cuModuleGetFunction"},
                  {&d->allocate, "cuMemAlloc_v2"},
                  {&d->give_back, "cuMemFree_v2"},
                  {&d->to_device, "cuMemcpyHtoD_v2"},
                  {&d->from_device, "cuMemcpyDtoH_v2"},
                  {&d->launch, "cuLaunchKernel"},
                  {&d->wait, "cuCtxSynchronize"},
                  {&d->words, "cuGetErrorString"}};
    d->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!d->library)
        return error_set(e, "there is no libcuda.so.1; expected a GPU and its driver (CUDA)");
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        void *found = dlsym(d->library, wanted[i].name);
        if (!found)
            return error_set(e, "libcuda.so.1 has no %s; expected a newer driver", wanted[i].name);
        memcpy(wanted[i].to, &found, sizeof found);
    }
    return true;
}

/* Whether a call of the driver has succeeded; otherwise a message with what was being done. */
static bool fine(const struct gpu *g, result r, const char *what, struct error *e)
{
    const char *words = NULL;
    if (r == 0)
        return true;
    if (g->cuda.words(r, &words) != 0 || !words)
        words = "?";
    return error_set(e, "the GPU fails: %s (%s, error %d)", words, what, r);
}

static bool enter(struct gpu *g, struct error *e)
{
    return fine(g, g->cuda.push(g->context), "cuCtxPushCurrent", e);
}

static void leave(struct gpu *g)
{
    void *before;
    g->cuda.pop(&before);
}

static bool run(struct gpu *g, enum kernel k, void *argument, struct error *e)
{
    void *arguments[] = {&g->device, argument};
    unsigned blocks = ((unsigned)g->games + BLOCK - 1) / BLOCK;
    return fine(g,
                g->cuda.launch(g->kernel[k], blocks, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL),
                "cuLaunchKernel", e);
}

static bool copy_out(struct gpu *g, void *to, address from, size_t size, struct error *e)
{
    return fine(g, g->cuda.from_device(to, from, size), "cuMemcpyDtoH", e);
}

static bool copy_in(struct gpu *g, address to, const void *from, size_t size, struct error *e)
{
    return fine(g, g->cuda.to_device(to, from, size), "cuMemcpyHtoD", e);
}

/* --- A batch there ---------------------------------------------------------------------------- */

/* Where in its memory everything lies. */
struct plot {
    size_t first, blank, decision, seat, ids, observation, mask, reward, done, word, end;
};

static size_t take(size_t *end, size_t bytes)
{
    size_t at = *end;
    *end += (bytes + LINE - 1) / LINE * LINE;
    return at;
}

static struct plot plot_of(const struct gpu *g)
{
    const struct layout *l = &g->layout;
    size_t n = (size_t)g->games, actions = (size_t)l->actions, players = (size_t)l->setup.players;
    size_t size = l->setup.game->size, end = 0;
    take(&end, sizeof(struct device));
    struct plot p = {.first = take(&end, size)};
    p.blank = take(&end, (size_t)l->size * sizeof(int32_t));
    p.decision = take(&end, players * actions * sizeof(action));
    p.seat = take(&end, n * sizeof(int32_t));
    p.ids = take(&end, n * sizeof(int32_t));
    p.observation = take(&end, n * (size_t)l->size * sizeof(int32_t));
    p.mask = take(&end, n * actions);
    p.reward = take(&end, n * players * sizeof(float));
    p.done = take(&end, n);
    p.word = take(&end, n * ((sizeof(struct place) + size + 7) / 8 * 8));
    p.end = end;
    return p;
}

/* Of that what never changes, as bytes to be copied there. */
static void lay_out(const struct gpu *g, const struct batch_plan *plan, const struct plot *p,
                    char *room)
{
    const struct layout *l = &g->layout;
    struct device d = {.layout = *l,
                       .course = {.first = (void *)(g->memory + p->first),
                                  .seed = plan->seed,
                                  .games = plan->games,
                                  .players = plan->setup.players,
                                  .reward = (int32_t)plan->reward},
                       .word = (void *)(g->memory + p->word),
                       .blank = (void *)(g->memory + p->blank),
                       .decision = (void *)(g->memory + p->decision),
                       .out = g->out,
                       .wrong = DEVICE_FINE};
    action *decision = (action *)(void *)(room + p->decision);
    memcpy(room, &d, sizeof d);
    game_start(&plan->setup, (struct state *)(void *)(room + p->first), NULL);
    layout_blank(l, (int32_t *)(void *)(room + p->blank));
    for (int seat = 0; seat < l->setup.players; seat++)
        for (int id = 0; id < l->actions; id++)
            decision[seat * l->actions + id] = layout_action(l, seat, id);
}

static bool move_in(struct gpu *g, const struct batch_plan *plan, struct error *e)
{
    struct plot p = plot_of(g);
    if (!fine(g, g->cuda.allocate(&g->memory, p.end), "cuMemAlloc", e))
        return false;
    g->device = g->memory;
    g->out = (struct batch_out){.seat = (void *)(g->memory + p.seat),
                                .observation = (void *)(g->memory + p.observation),
                                .mask = (void *)(g->memory + p.mask),
                                .reward = (void *)(g->memory + p.reward),
                                .done = (void *)(g->memory + p.done)};
    g->ids = (void *)(g->memory + p.ids);
    char *room = calloc(1, p.seat);
    if (!room)
        return error_no_memory(e);
    lay_out(g, plan, &p, room);
    bool done = copy_in(g, g->memory, room, p.seat, e);
    free(room);
    return done;
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static bool load_kernels(struct gpu *g, const char *ptx, struct error *e)
{
    static const char *const name[KERNELS] = {[BEGIN] = "kernel_begin",
                                              [CHECK] = "kernel_check",
                                              [STEP] = "kernel_step",
                                              [RANDOM] = "kernel_random",
                                              [PLAY] = "kernel_play"};
    if (!fine(g, g->cuda.load(&g->module, ptx), "cuModuleLoadData", e))
        return false;
    for (int k = 0; k < KERNELS; k++)
        if (!fine(g, g->cuda.function(&g->kernel[k], g->module, name[k]), name[k], e))
            return false;
    return true;
}

static const char *ptx_of(const struct game *game)
{
    const struct gpu_kernels *k = gpu_kernels;
    while (k->game && strcmp(k->game, game->name) != 0)
        k++;
    return k->ptx;
}

static bool set_up(struct gpu *g, const struct batch_plan *p, struct error *e)
{
    const struct game *game = p->setup.game;
    const char *ptx = ptx_of(game);
    if (!ptx)
        return error_set(e, "%s was built without kernels for GPUs; expected clang and llvm then",
                         game->name);
    if (g->layout.size > DEVICE_NUMBERS)
        return error_set(e, "an observation has %d numbers; expected at most %d on a GPU",
                         g->layout.size, DEVICE_NUMBERS);
    int device;
    if (!driver_open(&g->cuda, e) || !fine(g, g->cuda.init(0), "cuInit", e) ||
        !fine(g, g->cuda.device(&device, g->number), "cuDeviceGet", e) ||
        !fine(g, g->cuda.retain(&g->context, device), "cuDevicePrimaryCtxRetain", e) ||
        !enter(g, e))
        return false;
    bool done = load_kernels(g, ptx, e) && move_in(g, p, e);
    leave(g);
    return done;
}

struct gpu *gpu_new(const struct batch_plan *p, int device, struct error *e)
{
    struct gpu *g = calloc(1, sizeof *g);
    if (!g) {
        error_no_memory(e);
        return NULL;
    }
    g->games = p->games;
    g->number = device;
    layout_make(&g->layout, &p->setup);
    if (set_up(g, p, e))
        return g;
    gpu_free(g);
    return NULL;
}

void gpu_free(struct gpu *g)
{
    if (!g)
        return;
    if (g->context && g->cuda.push(g->context) == 0) {
        if (g->memory)
            g->cuda.give_back(g->memory);
        if (g->module)
            g->cuda.unload(g->module);
        leave(g);
    }
    if (g->context)
        g->cuda.release(g->number);
    if (g->cuda.library)
        dlclose(g->cuda.library);
    free(g);
}

const struct layout *gpu_layout(const struct gpu *g)
{
    return &g->layout;
}

const struct batch_out *gpu_out(const struct gpu *g)
{
    return &g->out;
}

int32_t *gpu_ids(const struct gpu *g)
{
    return g->ids;
}

/* --- Work ------------------------------------------------------------------------------------- */

static bool run_alone(struct gpu *g, enum kernel k, void *argument, struct error *e)
{
    if (!enter(g, e))
        return false;
    bool done = run(g, k, argument, e);
    leave(g);
    return done;
}

bool gpu_begin(struct gpu *g, struct error *e)
{
    return run_alone(g, BEGIN, NULL, e);
}

bool gpu_random(struct gpu *g, int32_t *id, struct error *e)
{
    return run_alone(g, RANDOM, &id, e);
}

bool gpu_play(struct gpu *g, int count, struct error *e)
{
    int32_t number = count;
    return run_alone(g, PLAY, &number, e);
}

/* Looks at the decisions and carries them out; `wrong` is then the first that is not legal, and the
 * next time all is well again. */
static bool step(struct gpu *g, const int32_t *id, int32_t *wrong, struct error *e)
{
    address at = g->device + offsetof(struct device, wrong);
    const int32_t none = DEVICE_FINE;
    return run(g, CHECK, &id, e) && run(g, STEP, &id, e) &&
           copy_out(g, wrong, at, sizeof *wrong, e) &&
           (*wrong == DEVICE_FINE || copy_in(g, at, &none, sizeof none, e));
}

int gpu_step(struct gpu *g, const int32_t *id, struct error *e)
{
    int32_t wrong;
    if (!enter(g, e))
        return GPU_FAILED;
    bool done = step(g, id, &wrong, e);
    leave(g);
    if (!done)
        return GPU_FAILED;
    return wrong == DEVICE_FINE ? GPU_FINE : wrong;
}

bool gpu_wait(struct gpu *g, struct error *e)
{
    if (!enter(g, e))
        return false;
    bool done = fine(g, g->cuda.wait(), "cuCtxSynchronize", e);
    leave(g);
    return done;
}

bool gpu_read(struct gpu *g, void *to, const void *from, size_t size, struct error *e)
{
    if (!enter(g, e))
        return false;
    bool done = copy_out(g, to, (address)from, size, e);
    leave(g);
    return done;
}

bool gpu_write(struct gpu *g, void *to, const void *from, size_t size, struct error *e)
{
    if (!enter(g, e))
        return false;
    bool done = copy_in(g, (address)to, from, size, e);
    leave(g);
    return done;
}
