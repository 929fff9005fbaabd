/* A catalogue of engine/language.h as it comes to a page: its texts without the tables, which are a
 * quarter of all its bytes over the wire. Each original is followed by its translation; '\1' stands
 * before a second form, '\0' at the end of each. */
#ifndef PAIRS_WEB_WORDS_H
#define PAIRS_WEB_WORDS_H

#include <stdint.h>

/* Behind it lie 4 * count numbers for the tables, and then the texts. */
struct catalogue {
    uint32_t magic, revision, count, originals, translations, hashed, hashes;
};

/* Makes head and tables, so that it is what msgfmt writes, on machines with the small end first. */
void words_open(struct catalogue *c, uint32_t count);

#endif
