/* Any bytes as a record: read, written again, read again. */
#include "engine/record.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_all(struct reader *r, const char *at, size_t size, struct error *e)
{
    bool fine = true;
    while (fine && size > 0) {
        const char *end = memchr(at, '\n', size);
        size_t line = end ? (size_t)(end - at) : size;
        fine = reader_line(r, at, line, e);
        at += line + (end != NULL);
        size -= line + (end != NULL);
    }
    return fine && reader_end(r, e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error e = {0};
    struct reader *r = reader_new(0, NULL, NULL);
    if (read_all(r, (const char *)data, size, &e)) {
        struct text first = {0}, second = {0};
        struct reader *again = reader_new(0, NULL, NULL);
        record_write(reader_table(r), &first);
        if (!read_all(again, first.at, first.size, &e))
            abort(); /* what we write we can read */
        record_write(reader_table(again), &second);
        if (strcmp(first.at, second.at) != 0)
            abort();
        reader_free(again);
        text_free(&first);
        text_free(&second);
    } else if (e.line < 1 || e.text[0] == '\0' || strchr(e.text, '\n')) {
        abort(); /* a failure has a place and one line of words */
    }
    reader_free(r);
    return 0;
}
