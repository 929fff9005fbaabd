#include "engine/lesson.h"

#include "engine/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lesson {
    struct reader *reader;
    const char **before; /* for each step and the end: the comments before its line, or NULL */
    size_t room;
};

/* Remembers that the comments from `at` on stand before step i. */
static bool keep(struct lesson *l, size_t i, const char *at)
{
    if (i >= l->room) {
        size_t room = 2 * i + 64;
        const char **more = realloc(l->before, room * sizeof *more);
        if (!more)
            return false;
        memset(more + l->room, 0, (room - l->room) * sizeof *more);
        l->before = more;
        l->room = room;
    }
    l->before[i] = at;
    return true;
}

static size_t steps_of(const struct lesson *l)
{
    const struct table *t = reader_table(l->reader);
    return t ? t->steps : 0;
}

/* Reads all lines; comments belong to the next line that brings a step. */
static bool read_lines(struct lesson *l, const char *at, struct error *e)
{
    const char *comments = NULL;
    while (*at) {
        size_t size = strcspn(at, "\n"), steps = steps_of(l);
        if (*at == '#' && !comments)
            comments = at;
        if (!reader_line(l->reader, at, size, e))
            return false;
        if (comments && steps_of(l) > steps) {
            if (!keep(l, steps, comments))
                return error_no_memory(e);
            comments = NULL;
        }
        at += size + (at[size] == '\n');
    }
    return reader_end(l->reader, e) && (keep(l, steps_of(l), comments) || error_no_memory(e));
}

struct lesson *lesson_read(const char *source, struct error *e)
{
    struct lesson *l = calloc(1, sizeof *l);
    if (l)
        l->reader = reader_new(0, NULL, NULL);
    if (!l || !l->reader)
        error_no_memory(e);
    else if (read_lines(l, source, e))
        return l;
    lesson_free(l);
    return NULL;
}

struct lesson *lesson_of(const struct game *game, struct error *e)
{
    const char *source = document_find("lesson", game->name);
    if (source)
        return lesson_read(source, e);
    error_set(e, "there is no lesson for %s; expected a game that `pairs learn` names", game->name);
    return NULL;
}

void lesson_free(struct lesson *l)
{
    if (!l)
        return;
    reader_free(l->reader);
    free(l->before);
    free(l);
}

const struct table *lesson_table(const struct lesson *l)
{
    return reader_table(l->reader);
}

/* Adds the comments of a language that have this sign after its name. */
static bool add_remarks(const struct lesson *l, size_t i, const struct language *language,
                        char sign, struct text *out)
{
    const char *name = language ? language->name : "en";
    size_t size = strlen(name);
    bool any = false;
    for (const char *at = l->before[i]; at && *at == '#';) {
        const char *words = at + 1 + strspn(at + 1, " ");
        const char *end = at + strcspn(at, "\n");
        if (strncmp(words, name, size) == 0 && words[size] == sign) {
            words += size + 1;
            words += strspn(words, " ");
            text_add(out, "%s%.*s", any ? " " : "", (int)(end - words), words);
            any = true;
        }
        at = *end ? end + 1 : NULL;
    }
    return any;
}

bool lesson_says(const struct lesson *l, size_t i, const struct language *language,
                 struct text *out)
{
    return add_remarks(l, i, language, ':', out);
}

bool lesson_answers(const struct lesson *l, size_t i, const struct language *language,
                    struct text *out)
{
    return add_remarks(l, i, language, '?', out);
}

const char *lesson_tip(const struct game *game, const struct language *language, int i,
                       size_t *size)
{
    char sign[32];
    size_t length =
        (size_t)snprintf(sign, sizeof sign, "\n# %s tip: ", language ? language->name : "en");
    const char *at = document_find("lesson", game->name);
    for (at = at ? strstr(at, sign) : NULL; at; at = strstr(at, sign)) {
        at += length;
        if (i-- > 0)
            continue;
        *size = strcspn(at, "\n");
        return at;
    }
    return NULL;
}
