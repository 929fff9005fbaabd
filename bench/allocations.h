/* Counts the allocations of this program: the linker leads malloc, calloc and realloc through here
 * (see meson.build). */
#ifndef PAIRS_BENCH_ALLOCATIONS_H
#define PAIRS_BENCH_ALLOCATIONS_H

#include <stdint.h>

/* How many there have been so far. */
uint64_t allocations(void);

#endif
