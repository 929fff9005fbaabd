#include "web/wasm/inside.h"

static struct text in, out;

char *page_input(size_t size)
{
    text_clear(&in);
    return text_reserve(&in, size) ? in.at : NULL;
}

const char *page_given(size_t size)
{
    page_must(size < in.room);
    in.at[size] = '\0';
    return in.at;
}

struct text *page_answer(void)
{
    text_clear(&out);
    return &out;
}

const char *page_output(void)
{
    return text_of(&out);
}

size_t page_output_size(void)
{
    return out.size;
}
