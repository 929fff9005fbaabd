#include "wire/load.h"

#include <setjmp.h>
#include <stdlib.h>

/* The library fails an assertion, or finds a mistake in the file, when it runs out of memory; so it
 * is left at once. */
static jmp_buf no_memory;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        longjmp(no_memory, 1);
    return memory;
}

/* A file of which no more is read than it may have. */
struct source {
    FILE *in;
    size_t left;
};

static size_t read_some(void *buffer, size_t size, void *context)
{
    struct source *from = context;
    size_t count = fread(buffer, 1, size < from->left ? size : from->left, from->in);
    from->left -= count;
    return count;
}

/* NULL if it is no JSON, or too much of it. */
static json_t *load_bounded(FILE *in, size_t most)
{
    struct source from = {in, most};
    json_t *all = json_load_callback(read_some, &from, JSON_REJECT_DUPLICATES, NULL);
    if (from.left > 0)
        return all;
    json_decref(all);
    return NULL;
}

bool wire_load(FILE *in, size_t most, bool (*use)(void *context, json_t *all, struct error *e),
               void *context, struct error *e)
{
    json_set_alloc_funcs(allocate, free);
    if (setjmp(no_memory))
        return error_no_memory(e);
    json_t *all = load_bounded(in, most);
    bool fine = use(context, all, e);
    json_decref(all);
    return fine;
}
