/* The language of everything that the program says: it serves one person at one terminal. */
#ifndef PAIRS_CLI_LANG_H
#define PAIRS_CLI_LANG_H

#include "engine/language.h"
#include "engine/text.h"

/* Marks a text that is translated where it is said. The name is what gettext's tools and
 * translators expect. NOLINTNEXTLINE(*-reserved-identifier,cert-dcl*) */
#define _(english) lang_text(english)

/* Marks one that stands in a table and is translated later. */
#define N_(english) english

/* Chooses the language: `given` (as "de"), or what the environment asks for where that is NULL.
 * False if there is no language of the name given. */
bool lang_choose(const char *given);

/* The language chosen, for those who take one. */
const struct language *lang(void);

/* language_text and language_plural in that language. */
const char *lang_text(const char *english) __attribute__((format_arg(1)));
const char *lang_plural(const char *one, const char *many, long n)
    __attribute__((format_arg(1), format_arg(2)));

/* Adds what is played by how many: "Rocket, 1 player". */
void lang_players(struct text *out, const char *game, int players);

#endif
