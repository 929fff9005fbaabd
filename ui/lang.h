/* The language of everything that the program says: English, or a catalogue of gettext's. */
#ifndef PAIRS_UI_LANG_H
#define PAIRS_UI_LANG_H

#include <libintl.h>

/* Marks a text that is translated where it is said. The name is what gettext's tools and
 * translators expect. NOLINTNEXTLINE(*-reserved-identifier,cert-dcl*) */
#define _(english) gettext(english)

/* Marks one that stands in a table and is translated later. */
#define N_(english) english

/* Chooses the language: `given` (as "de"), or what the locale says where that is NULL. */
void lang_choose(const char *given);

/* gettext for the engine's event_text. Empty text stays empty. */
const char *lang_text(const char *english);

#endif
