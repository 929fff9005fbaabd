#include "bench/allocations.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_uint_fast64_t count;

uint64_t allocations(void)
{
    return atomic_load(&count);
}

/* The names are the linker's: --wrap=malloc. NOLINTBEGIN(*-reserved-identifier,cert-dcl*) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t items, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t items, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    atomic_fetch_add(&count, 1);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    atomic_fetch_add(&count, 1);
    return __real_calloc(items, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    atomic_fetch_add(&count, 1);
    return __real_realloc(memory, size);
}
/* NOLINTEND(*-reserved-identifier,cert-dcl*) */
