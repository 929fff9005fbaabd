#include "cli/manual.h"

#include "cli/columns.h"
#include "cli/help.h"
#include "engine/document.h"

#include <string.h>

static const struct document *find(const char *name)
{
    const struct document *d = manual;
    while (d->words && strcmp(d->name, name) != 0)
        d++;
    return d;
}

bool manual_has(const char *name)
{
    return find(name)->words;
}

void manual_list(struct text *out, int column)
{
    for (const struct document *d = manual; d->words; d++) {
        if (d->name[0] < 'a') /* README, which is this list */
            continue;
        struct text title = {0};
        text_add(&title, "%.*s", (int)strcspn(d->words + 2, "\n"), d->words + 2); /* "# Title" */
        help_pair(out, d->name, text_of(&title), column);
        out->failed |= title.failed;
        text_free(&title);
    }
}

/* Adds a paragraph or an item of a list, and empties it. */
static void add_block(struct text *out, struct text *block)
{
    const char *words = text_of(block);
    bool item = strncmp(words, "- ", 2) == 0;
    if (*words)
        text_wrap(out, words + (item ? 2 : 0), item ? "- " : "", ui_columns());
    out->failed |= block->failed;
    text_clear(block);
}

/* Whether a line begins something new, and whether it stays as it is: an example, a table or a
 * title. */
static bool begins(const char *line)
{
    return strncmp(line, "- ", 2) == 0 || *line == '\n';
}

static bool stays(const char *line, const struct text *block)
{
    return *line == '|' || *line == '#' || (strncmp(line, "    ", 4) == 0 && !block->size);
}

bool manual_page(const char *name, struct text *out)
{
    struct text block = {0};
    bool fenced = false;
    for (const char *at = find(name)->words; at && *at;) {
        int size = (int)strcspn(at, "\n");
        bool fence = strncmp(at, "```", 3) == 0, as_it_is = fenced || stays(at, &block);
        if (fence || as_it_is || begins(at))
            add_block(out, &block);
        fenced ^= fence;
        if (*at == '\n' || (as_it_is && !fence))
            text_add(out, "%.*s\n", size, at);
        else if (!fence)
            text_add(&block, "%s%.*s", block.size ? " " : "", size, at);
        at += size + (at[size] == '\n');
    }
    add_block(out, &block);
    text_free(&block);
    return manual_has(name);
}
