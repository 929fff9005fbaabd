#include "cli/lang.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct language *chosen;

/* The first of the names, divided by colons, that is one of a language; NULL if none is. */
static const struct language *first_of(const char *names)
{
    char name[32];
    for (size_t size; *names; names += size + (names[size] == ':')) {
        size = strcspn(names, ":");
        if (size >= sizeof name)
            continue;
        memcpy(name, names, size);
        name[size] = '\0';
        const struct language *found = language_find(name);
        if (found)
            return found;
    }
    return NULL;
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* The language that the environment asks for, as gettext reads it: the locale's, or a list that
 * goes before it, unless the locale wants none. */
static const struct language *asked_for(void)
{
    const char *locale = variable("LC_ALL"), *list = variable("LANGUAGE");
    if (!locale)
        locale = variable("LC_MESSAGES");
    if (!locale)
        locale = variable("LANG");
    if (!locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return NULL;
    return first_of(list ? list : locale);
}

bool lang_choose(const char *given)
{
    setlocale(LC_CTYPE, ""); /* what letters the terminal shows; all else is the same everywhere */
    chosen = given ? language_find(given) : asked_for();
    return chosen || !given;
}

const struct language *lang(void)
{
    return chosen;
}

const char *lang_text(const char *english)
{
    return language_text(chosen, english);
}

const char *lang_plural(const char *one, const char *many, long n)
{
    return language_plural(chosen, one, many, n);
}

void lang_players(struct text *out, const char *game, int players)
{
    text_add(out, lang_plural("%s, %d player", "%s, %d players", players), game, players);
}
