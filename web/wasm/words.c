#include "web/wasm/words.h"

#include <stddef.h>

struct row {
    uint32_t size, at;
};

/* A text from there on, and where the next begins. */
static struct row row_of(char *bytes, uint32_t at)
{
    uint32_t end = at;
    for (; bytes[end]; end++)
        if (bytes[end] == '\1')
            bytes[end] = '\0';
    return (struct row){end - at, at};
}

void words_open(struct catalogue *c, uint32_t count)
{
    if (c->magic)
        return; /* all memory came from where this was done */
    struct row *originals = (struct row *)(c + 1), *translations = originals + count;
    uint32_t table = count * (uint32_t)sizeof(struct row), at = (uint32_t)sizeof *c + 2 * table;
    *c = (struct catalogue){0x950412de, 0, count, (uint32_t)sizeof *c, (uint32_t)sizeof *c + table,
                            0,          at};
    for (uint32_t i = 0; i < count; i++) {
        originals[i] = row_of((char *)c, at);
        translations[i] = row_of((char *)c, at += originals[i].size + 1);
        at += translations[i].size + 1;
    }
}
