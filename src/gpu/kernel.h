/* Many games on a GPU, one thread for each place: what the threads work with. It lies in the memory
 * of the device and is the same there as here, so a kernel that runs on the processor does the same
 * (tests/gpu/cuda.c).
 *
 * Threads that stand beside each other should reach for what lies beside each other. So everything
 * goes by columns: first word 0 of all places, then word 1; and of what is told first the first
 * element of all places. */
#ifndef PAIRS_GPU_KERNEL_H
#define PAIRS_GPU_KERNEL_H

#include "lab/place.h"

enum {
    DEVICE_NUMBERS = 512, /* of an observation at most */
    DEVICE_FINE = INT32_MAX,
};

struct device {
    struct layout layout; /* in which pointers are those of the host and not followed */
    struct course course;
    uint64_t *word;         /* of each place: struct place, and the state after it */
    const int32_t *blank;   /* an observation, as far as it is always the same */
    const action *decision; /* of each id, for each seat */
    struct batch_out out;   /* all of it is told */
    int32_t wrong;          /* the first place whose decision is not legal, or DEVICE_FINE */
    int32_t padding;
};

/* Both compilers must lay it out alike. */
_Static_assert(sizeof(struct place) == 88, "a place");
_Static_assert(sizeof(struct head) == 272, "a head");
_Static_assert(sizeof(struct layout) == 5656, "a layout");
_Static_assert(sizeof(struct device) == 5760, "a device");

/* The place that a thread works for; on the processor whoever runs a kernel says so. */
int64_t kernel_place(void);

/* Makes a number the least of those that threads have for it. */
void kernel_least(int32_t *at, int32_t value);

/* The first games begin. */
void kernel_begin(struct device *d);

/* Looks whether all decisions are legal: `id` has one for each place. */
void kernel_check(struct device *d, const int32_t *id);

/* Carries them out, unless one is not legal. */
void kernel_step(struct device *d, const int32_t *id);

/* A random legal decision for each place. */
void kernel_random(struct device *d, int32_t *id);

/* So many random decisions in each place, of which the last is told. */
void kernel_play(struct device *d, int32_t count);

#endif
