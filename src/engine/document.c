#include "engine/document.h"

#include <stddef.h>
#include <string.h>

const char *document_find(const char *folder, const char *name)
{
    for (const struct document *d = documents; d->words; d++)
        if (strcmp(d->folder, folder) == 0 && strcmp(d->name, name) == 0)
            return d->words;
    return NULL;
}
