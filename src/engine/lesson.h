/* A first game: a few hands with fixed cards, in which seat A learns.
 *
 * It stands in lang/texts/lesson/NAME.txt: a record (docs/notation.md) whose comments are what is
 * said before the line below them, in every language; a remark may have several lines:
 *
 *     # en: You have 5 and 9. Another 5 or 9 would be a pair.
 *     # de: Du hast 5 und 9. Noch eine 5 oder 9 wäre ein Pärchen.
 *     # en? Folding costs 3 here; the chance of a pair is small.
 *     # de? Aussteigen kostet hier 3; ein Pärchen ist unwahrscheinlich.
 *     A hit
 *
 * Those with a question mark answer a learner who does something else. Before the first remark
 * stand tips, one a line, for whoever plays the game for the first time without a lesson; they hold
 * whatever the options are, and the first says what it is about:
 *
 *     # en tip: Points are bad here: nobody wins, somebody loses. */
#ifndef PAIRS_LESSON_H
#define PAIRS_LESSON_H

#include "engine/language.h"
#include "engine/record.h"

enum { LEARNER = 0 }; /* the seat that learns */

struct lesson;

/* The lesson of a game, or of a source. NULL with a message if there is none, or if it is wrong:
 * then e->line says where. Free it with lesson_free. */
struct lesson *lesson_of(const struct game *game, struct error *e);
struct lesson *lesson_read(const char *source, struct error *e);

void lesson_free(struct lesson *l);

/* The whole game as it goes in the lesson. */
const struct table *lesson_table(const struct lesson *l);

/* Adds what is said before step i (after the last one: lesson_table(l)->steps). False if nothing
 * is. */
bool lesson_says(const struct lesson *l, size_t i, const struct language *language,
                 struct text *out);

/* Adds the answer to a learner who does something else than step i. False if there is none. */
bool lesson_answers(const struct lesson *l, size_t i, const struct language *language,
                    struct text *out);

/* The tip number i of a game, from 0 on, up to the end of its line; NULL if there are no more. */
const char *lesson_tip(const struct game *game, const struct language *language, int i,
                       size_t *size);

#endif
