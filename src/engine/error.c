#include "engine/error.h"

#include "engine/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, error_words(e, format), args);
    va_end(args);
    text_clean(e->text);
    e->no_memory = false;
    return false;
}

const char *error_words(const struct error *e, const char *english)
{
    return language_text(e->language, english);
}

const char *error_reason(const struct error *e, int number)
{
    return error_words(e, strerror(number));
}
