#include "cli/load.h"

#include "cli/commands.h"
#include "cli/file.h"

#include <errno.h>
#include <string.h>

static bool read_lines(struct reader *r, FILE *in, load_line *each, void *context, struct error *e)
{
    char line[RECORD_LINE + 2];
    size_t size;
    int lines = 0;
    while (file_line(in, line, sizeof line, &size)) {
        lines++;
        if (reader_next(r, line, size)) {
            e->line = lines;
            return error_set(e, "another record begins here; expected one in the file");
        }
        if (!reader_line(r, line, size, e) || (each && !each(context, lines, line, size, e)))
            return false;
    }
    if (ferror(in)) {
        e->line = lines + 1;
        return error_set(e, "the file cannot be read further: %s; check that it is a file",
                         error_reason(e, errno));
    }
    return reader_end(r, e);
}

struct reader *load_with(const char *path, load_line *each, record_step *step, void *context,
                         struct error *e)
{
    *e = (struct error){.language = e->language};
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) {
        error_set(e, "%.300s cannot be read: %s; check the name", path, error_reason(e, errno));
        return NULL;
    }
    struct reader *r = reader_new(0, step, context);
    bool fine = r ? read_lines(r, in, each, context, e) : error_no_memory(e);
    if (in != stdin)
        fclose(in);
    if (fine)
        return r;
    reader_free(r);
    return NULL;
}

struct reader *load_try(const char *path, struct error *e)
{
    return load_with(path, NULL, NULL, NULL, e);
}

struct reader *load_record(const char *path, const struct language *l)
{
    struct error e = {.language = l};
    struct reader *r = load_try(path, &e);
    if (!r && e.line)
        fail_at(path, &e);
    else if (!r)
        fail(BAD_INPUT, &e);
    return r;
}
