/* A libcuda.so.1 without a GPU, for tests: memory is that of the process, and a kernel is the same
 * C (src/gpu/kernel.c), one place after the other. */
#include "gpu/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int result;
typedef uint64_t address;

enum { FINE = 0, NO_MEMORY = 2, NO_DEVICE = 101, NOT_FOUND = 500 };

const struct game *kernel_game;
static int64_t place;
static char context;

int64_t kernel_place(void)
{
    return place;
}

void kernel_least(int32_t *at, int32_t value)
{
    *at = value < *at ? value : *at;
}

result cuInit(unsigned flags);
result cuDeviceGet(int *device, int number);
result cuDevicePrimaryCtxRetain(void **out, int device);
result cuDevicePrimaryCtxRelease_v2(int device);
result cuCtxPushCurrent_v2(void *c);
result cuCtxPopCurrent_v2(void **c);
result cuCtxSynchronize(void);
result cuModuleLoadData(void **module, const void *ptx);
result cuModuleUnload(void *module);
result cuModuleGetFunction(void **function, void *module, const char *name);
result cuMemAlloc_v2(address *at, size_t size);
result cuMemFree_v2(address at);
result cuMemcpyHtoD_v2(address to, const void *from, size_t size);
result cuMemcpyDtoH_v2(void *to, address from, size_t size);
result cuGetErrorString(result r, const char **words);
result cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads,
                      unsigned threads_y, unsigned threads_z, unsigned shared, void *stream,
                      void **argument, void **extra);

result cuInit(unsigned flags)
{
    return flags == 0 ? FINE : NO_DEVICE;
}

result cuDeviceGet(int *device, int number)
{
    *device = number;
    return number == 0 ? FINE : NO_DEVICE;
}

result cuDevicePrimaryCtxRetain(void **out, int device)
{
    *out = &context;
    return device == 0 ? FINE : NO_DEVICE;
}

result cuDevicePrimaryCtxRelease_v2(int device)
{
    return device == 0 ? FINE : NO_DEVICE;
}

result cuCtxPushCurrent_v2(void *c)
{
    return c == &context ? FINE : NO_DEVICE;
}

result cuCtxPopCurrent_v2(void **c)
{
    *c = &context;
    return FINE;
}

result cuCtxSynchronize(void)
{
    return FINE;
}

/* What it is given begins with a comment that names the game. */
result cuModuleLoadData(void **module, const void *ptx)
{
    char name[64];
    if (sscanf(ptx, "// %63s", name) != 1)
        return NOT_FOUND;
    for (int i = 0; all_games[i]; i++)
        if (strcmp(all_games[i]->name, name) == 0)
            memcpy(module, &(const struct game *){all_games[i]}, sizeof *module);
    return *module ? FINE : NOT_FOUND;
}

result cuModuleUnload(void *module)
{
    return module ? FINE : NOT_FOUND;
}

/* A function that the host asked for. */
struct function {
    const struct game *game;
    char name[24];
};

static struct function function_of[64];
static int functions;

result cuModuleGetFunction(void **function, void *module, const char *name)
{
    for (int i = 0; i < functions; i++)
        if (function_of[i].game == module && strcmp(function_of[i].name, name) == 0)
            return *function = &function_of[i], FINE;
    struct function *f = &function_of[functions++ % 64];
    f->game = module;
    snprintf(f->name, sizeof f->name, "%s", name);
    *function = f;
    return FINE;
}

result cuMemAlloc_v2(address *at, size_t size)
{
    void *room = malloc(size);
    if (room)
        memset(room, 0xA5, size);
    *at = (address)room;
    return room ? FINE : NO_MEMORY;
}

result cuMemFree_v2(address at)
{
    free((void *)at);
    return FINE;
}

result cuMemcpyHtoD_v2(address to, const void *from, size_t size)
{
    memcpy((void *)to, from, size);
    return FINE;
}

result cuMemcpyDtoH_v2(void *to, address from, size_t size)
{
    memcpy(to, (void *)from, size);
    return FINE;
}

result cuGetErrorString(result r, const char **words)
{
    *words = r == NO_DEVICE ? "invalid device ordinal" : "something else";
    return FINE;
}

result cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads,
                      unsigned threads_y, unsigned threads_z, unsigned shared, void *stream,
                      void **argument, void **extra)
{
    const struct function *f = function;
    struct device *d = *(struct device **)argument[0];
    (void)y, (void)z, (void)threads_y, (void)threads_z, (void)shared, (void)stream, (void)extra;
    kernel_game = f->game;
    for (place = 0; place < (int64_t)x * threads; place++) {
        if (strcmp(f->name, "kernel_begin") == 0)
            kernel_begin(d);
        else if (strcmp(f->name, "kernel_check") == 0)
            kernel_check(d, *(int32_t **)argument[1]);
        else if (strcmp(f->name, "kernel_step") == 0)
            kernel_step(d, *(int32_t **)argument[1]);
        else if (strcmp(f->name, "kernel_random") == 0)
            kernel_random(d, *(int32_t **)argument[1]);
        else
            kernel_play(d, *(int32_t *)argument[1]);
    }
    return FINE;
}
