/* The texts of a page come one by one, in the reader's language: in place of engine/document.c,
 * which has all of them. */
#include "web/wasm/inside.h"

#include "bots/nets.h"
#include "bots/strategy.h"
#include "engine/document.h"

#include <string.h>

struct kept_text {
    struct kept_text *next;
    char *name; /* "FOLDER/NAME" and, after its NUL byte, the words */
};

static struct kept_text *kept;

void page_text(size_t size)
{
    const char *given = page_given(size);
    struct kept_text *t = calloc(1, sizeof *t);
    char *words = t ? malloc(size + 1) : NULL;
    page_must(words);
    memcpy(words, given, size + 1);
    words[strcspn(words, "\n")] = '\0';
    *t = (struct kept_text){.next = kept, .name = words};
    kept = t;
}

static bool is_named(const struct kept_text *t, const char *folder, const char *name)
{
    size_t size = strlen(folder);
    return strncmp(t->name, folder, size) == 0 && t->name[size] == '/' &&
           strcmp(t->name + size + 1, name) == 0;
}

const char *document_find(const char *folder, const char *name)
{
    const struct kept_text *t = kept;
    while (t && !is_named(t, folder, name))
        t = t->next;
    return t ? t->name + strlen(t->name) + 1 : NULL;
}

/* A page has no networks but those that it is brought. */
const struct net_file net_files[] = {{NULL, NULL, 0}};

/* A page has no strategies: they are too large for it, and so is the code that plays them. */
struct strategy *strategy_find(const struct view *v)
{
    (void)v;
    return NULL;
}

void strategy_free(struct strategy *s)
{
    (void)s;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as bots/strategy.h has it */
bool strategy_choose(const struct strategy *s, const struct knowledge *k, struct rng *r, action *a)
{
    (void)s, (void)k, (void)r, (void)a;
    return false;
}
