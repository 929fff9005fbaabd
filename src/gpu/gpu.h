/* Many games on a GPU, stepped together: a batch (lab/batch.h) whose places, and all that is told
 * of them, lie in the memory of the device. The same games come out of the same seed, to the last
 * byte.
 *
 * The driver, libcuda.so.1, is opened when it is asked for: nothing is needed to build or to run
 * without one. Kernels run in the order in which they are asked for, on the device's default stream
 * and in its primary context, as those of PyTorch do. */
#ifndef PAIRS_GPU_GPU_H
#define PAIRS_GPU_GPU_H

#include "lab/batch.h"

/* The kernels of a game as PTX. The list ends with NULL; it is empty where none were built. */
struct gpu_kernels {
    const char *game, *ptx;
};

extern const struct gpu_kernels gpu_kernels[];

struct gpu;

enum { GPU_FINE = -1, GPU_FAILED = -2 };

/* A device by its number, the first is 0; the plan's threads do not count. NULL with a message if
 * there is no driver, no such device, no room there, or no kernel of the game. The first one of a
 * game takes the driver some seconds, because it makes machine code of the kernels. */
struct gpu *gpu_new(const struct batch_plan *p, int device, struct error *e);
void gpu_free(struct gpu *g);

const struct layout *gpu_layout(const struct gpu *g);

/* Where what is told lies, in the memory of the device: by columns, the first element of all
 * places, then the second. It is there once the first games have begun, and is to be read only. */
const struct batch_out *gpu_out(const struct gpu *g);

/* Room in the memory of the device for a decision of each place, for whoever wants it. */
int32_t *gpu_ids(const struct gpu *g);

/* As batch_begin, batch_step and batch_random; `id` lies in the memory of the device. A step
 * returns GPU_FINE, the first place whose decision is not legal, or GPU_FAILED with a message; the
 * others false with a message. */
bool gpu_begin(struct gpu *g, struct error *e);
int gpu_step(struct gpu *g, const int32_t *id, struct error *e);
bool gpu_random(struct gpu *g, int32_t *id, struct error *e);

/* So many random decisions in each place, at least one, of which the last is told; in one go, which
 * is several times faster. */
bool gpu_play(struct gpu *g, int count, struct error *e);

/* Waits until all that was asked for is done. */
bool gpu_wait(struct gpu *g, struct error *e);

/* Copies out of the memory of the device or into it, when all that was asked for is done. */
bool gpu_read(struct gpu *g, void *to, const void *from, size_t size, struct error *e);
bool gpu_write(struct gpu *g, void *to, const void *from, size_t size, struct error *e);

#endif
