#include "store/base.h"

#include <stdarg.h>

int64_t row_number(const struct row *r, int column)
{
    return r->kind->number(r, column);
}

const char *row_text(const struct row *r, int column)
{
    const char *words = r->kind->text(r, column);
    return words ? words : "";
}

const void *row_bytes(const struct row *r, int column, size_t *size)
{
    return r->kind->bytes(r, column, size);
}

void base_close(struct base *b)
{
    if (b)
        b->kind->close(b);
}

int64_t base_ask(struct base *b, base_row *each, void *to, struct error *e, const char *words,
                 const char *kinds, ...)
{
    struct base_argument a[BASE_ARGUMENTS] = {0};
    int arguments = 0;
    va_list all;
    va_start(all, kinds);
    for (; kinds[arguments]; arguments++)
        if (kinds[arguments] == 's')
            a[arguments].text = va_arg(all, const char *);
        else
            a[arguments].number = va_arg(all, int64_t);
    va_end(all);
    return b->kind->ask(b, words, a, arguments, each, to, e);
}

bool base_begin(struct base *b, struct error *e)
{
    return base_ask(b, NULL, NULL, e, b->kind->begin, "") >= 0;
}

bool base_end(struct base *b, bool fine, struct error *e)
{
    struct error unused = {0};
    if (fine && base_ask(b, NULL, NULL, e, "COMMIT", "") >= 0)
        return true;
    base_ask(b, NULL, NULL, &unused, "ROLLBACK", "");
    return false;
}

bool base_settle(struct base *b, struct error *e)
{
    return b->kind->settle(b, e);
}
