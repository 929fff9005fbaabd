/* The rules of a game in words, as the table at hand plays it.
 *
 * A text stands in lang/texts/LANGUAGE/NAME.txt, or as `rules` in the game's own file where there
 * is none. It is made of blocks with an empty line between them:
 *
 *     == GOAL                          a heading
 *     Words that may go on             a paragraph
 *     over several lines.
 *     - Hit: take a card.              items of a list, one after the other
 *     | 4 alive | 5 for 1 |            rows of a table, one after the other
 *
 * A line `? goal lose` before a block says with which options it is shown, and before a heading
 * with which the section is; `? goal lose/win` names several values, `? goal not lose` all but
 * one, and of `? goal lose, chips 100` both must hold. `players` is an option here, with the value
 * `open` while nobody knows how many play, and `more` if the variant is not for the fewest; every
 * option that depends on it and was not given is open then, too. `deck` is one as well: `usual`,
 * and any rank that it has. {target} is the value of an option, and {chip|chips} the word that goes
 * with the last value: the first for 1. */
#ifndef PAIRS_RULEBOOK_H
#define PAIRS_RULEBOOK_H

#include "engine/language.h"
#include "engine/option.h"

/* The source of a game's rules in a language, or in English where it has none there. */
const char *rulebook_source(const struct game *game, const struct language *l);

/* Adds the goal of a game in one line, as the setup has it. Nothing if the game has none. */
void rulebook_goal(struct text *out, const struct setup *u, const struct language *l);

enum rule_kind { RULE_HEADING = 1, RULE_PARAGRAPH, RULE_ITEM, RULE_ROW };

/* Reads a source block by block. `setup` has a game; if it is not finished, options that were not
 * given have their usual values; of {those} that depend on how many play, the value for the usual
 * number. */
struct rulebook {
    const char *at;
    const struct setup *setup;
    const struct language *language; /* of the rulings, */
    const char *const *ruling;       /* which follow the source; NULL: none do */
    bool headed;                     /* their heading has been read */
    bool skips;                      /* a section that is not shown */
    bool one;                        /* the last value was 1 */
};

struct rulebook rulebook_open(const char *source, const struct setup *u);

/* The rules of the setup's game, and at their end, or alone, the rulings that were taken where the
 * book is silent. */
struct rulebook rulebook_game(const struct setup *u, const struct language *l);
struct rulebook rulebook_rulings(const struct setup *u, const struct language *l);

/* The next block that is shown: what it is, and its words in one line. 0 at the end. */
enum rule_kind rulebook_next(struct rulebook *b, struct text *words);

/* Adds all of it as plain text, in lines of no more than so many columns; 0: a line a block. */
void rulebook_print(struct text *out, struct rulebook b, int columns);

/* Whether conditions hold, written as after a question mark: "goal lose, chips 100". */
bool rulebook_holds(const struct setup *u, const char *conditions);

/* Whether all that a source asks for is there: options, values and kinds of blocks. */
bool rulebook_check(const char *source, const struct game *game, struct error *e);

#endif
