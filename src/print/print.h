/* The games on paper: the deck to cut out, rules, score sheets and a booklet as PDF files, and the
 * deck as pictures for tables on a screen. The same wish always gives the same bytes: they depend
 * neither on the time nor on the fonts of a machine. */
#ifndef PAIRS_PRINT_H
#define PAIRS_PRINT_H

#include "engine/language.h"
#include "engine/option.h"

enum print_what {
    PRINT_DECK,    /* all cards and reference cards, fronts and backs, nine to a page */
    PRINT_CARDS,   /* a picture of ten by seven places: all cards, the back in the last */
    PRINT_BACK,    /* a picture of the back */
    PRINT_RULES,   /* the rules of a game */
    PRINT_SCORES,  /* a sheet to keep its scores on */
    PRINT_BOOKLET, /* the rules of all games */
    PRINTS,
};

enum print_paper { PAPER_A4, PAPER_LETTER, PAPERS };

struct print_wish {
    enum print_what what;
    enum print_paper paper;
    bool short_edge;    /* the printer turns sheets over along their short edge: backs stand so */
    struct setup setup; /* of rules and score sheets; without players: for any number */
    const struct language *language;
};

/* What may be printed, and on what, as it is typed: "deck", "a4". -1 if there is none so called. */
extern const char *const print_words[PRINTS], *const print_papers[PAPERS];
int print_find(const char *const *words, int count, const char *word);

/* Whether it is about one game; whether it is a picture (PNG) rather than pages (PDF). */
bool print_has_game(enum print_what what);
bool print_is_picture(enum print_what what);

/* Whether this program was built with what it takes. */
bool print_possible(void);

/* What the module of the program that knows cairo and pango exports, as print_module_make. */
typedef bool print_maker(const struct print_wish *w, struct text *out, struct error *e);

/* Adds the file's bytes. False with a message if memory runs out, or if the program was built
 * without what it takes: then it says what to install. One
 * thread prints at a time; the others wait. */
print_maker print_make;

#endif
