/* Texts that were built in: texts/FOLDER/NAME.txt. A folder is a language, with the rules of games,
 * or `lesson`. */
#ifndef PAIRS_DOCUMENT_H
#define PAIRS_DOCUMENT_H

struct document {
    const char *folder, *name, *words;
};

/* All of them; the last one has no words. */
extern const struct document documents[];

/* The words of one, NULL if there is none. */
const char *document_find(const char *folder, const char *name);

#endif
