/* The texts of a page come one by one, in the reader's language: in place of engine/document.c,
 * which has all of them. */
#include "web/wasm/inside.h"

#include "bots/bot.h"
#include "bots/nets.h"
#include "bots/strategy.h"
#include "engine/document.h"

#include <stdio.h>
#include <string.h>

enum { NET_NAME = 48 };

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

static const char *lacking;

void page_seat_bot(const struct bot *b, const struct game *game, int players)
{
    const char *name = bot_lacks(b, game, players);
    lacking = name ? name : lacking;
}

bool page_lacks(void)
{
    struct text *out = page_answer();
    bool any = lacking;
    if (any)
        text_add(out, "%s", lacking);
    lacking = NULL;
    page_must(!out->failed);
    return any;
}

bool page_net(size_t size)
{
    struct error e = {0};
    char name[NET_NAME];
    const char *given = page_given(size), *file = memchr(given, '\n', size);
    if (!file || (size_t)(file - given) >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(file - given), given);
    return nets_bring(name, file + 1, size - (size_t)(file + 1 - given), &e);
}

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
