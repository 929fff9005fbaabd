/* Texts that were built in: lang/texts/FOLDER/NAME.txt, where a folder is a language, with the
 * rules of games, or `lesson`; and docs/manual/NAME.md. */
#ifndef PAIRS_DOCUMENT_H
#define PAIRS_DOCUMENT_H

struct document {
    const char *folder, *name, *words;
};

/* All of them; the last one has no words. */
extern const struct document documents[];

/* The pages of the manual, of which only the program has any. */
extern const struct document manual[];

/* The words of one, NULL if there is none. */
const char *document_find(const char *folder, const char *name);

#endif
