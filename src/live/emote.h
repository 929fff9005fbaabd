/* Gestures that people make at a table: a name for programs, and words for whoever has no picture
 * of it. */
#ifndef PAIRS_LIVE_EMOTE_H
#define PAIRS_LIVE_EMOTE_H

#include "engine/language.h"

/* What it says, in a language; NULL if there is no such gesture. */
const char *emote_words(const char *name, const struct language *l);

#endif
