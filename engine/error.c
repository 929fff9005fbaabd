#include "engine/error.h"

#include "engine/text.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    text_clean(e->text);
    e->no_memory = false;
    return false;
}
