/* What is agreed before a game begins: variant, players, who sits where, options, speed. It is made
 * of the game's own tables, and knows nothing of the screen. */
#ifndef PAIRS_CLI_FORM_H
#define PAIRS_CLI_FORM_H

#include "cli/settings.h"

enum row_kind { ROW_VARIANT, ROW_PLAYERS, ROW_SPEED, ROW_SEAT, ROW_OPTION };

struct row {
    enum row_kind kind;
    int index; /* the seat, or the option */
};

enum { FORM_ROWS = 3 + PLAYERS_MAX + OPTIONS_MAX, FORM_TYPED = 10 };

struct form {
    struct setup setup; /* valid row by row, but perhaps not as a whole */
    struct chair chair[PLAYERS_MAX];
    enum speed speed;

    int rows, at; /* the current one */
    struct row row[FORM_ROWS];
    char typed[FORM_TYPED]; /* digits that are not a value yet */
    bool naming;            /* a name is being typed */

    struct error wrong;   /* what does not go together; no text: all is well */
    struct row wrong_row; /* the one that was changed when it arose */
};

/* Fills in a game or preset as it was played last, or in its usual way. */
void form_init(struct form *f, const struct setup *chosen, const struct settings *s);

/* To another row; what was being typed is taken over. */
void form_go(struct form *f, int row);

/* The next value of the current row to the right (1) or the left (-1). */
void form_change(struct form *f, int step);

/* Everything as it usually is, but for the variant and the names of people. */
void form_reset(struct form *f);

/* A row from words as somebody types them in a line: a variant, a number, a value; for a seat a
 * bot, or "person" with a name behind it. False with a message if they mean nothing there. */
bool form_set(struct form *f, int row, const char *words, struct error *e);

/* A typed character: of a number, a level, a manner or a name. False if the row has no use for it.
 */
bool form_type(struct form *f, int32_t character);

/* Takes back a typed character. */
void form_erase(struct form *f);

/* Takes over what was being typed; false if nothing was. */
bool form_finish(struct form *f);

/* Whether a row takes any character, as the name of a person does. */
bool form_takes_text(const struct form *f, int row);

/* Whether a row is an option with another value than the usual one. */
bool form_differs(const struct form *f, int row);

/* Whether the message belongs to that row. */
bool form_wrong(const struct form *f, int row);

/* What a row is called, its value, and what it is about, as people read it. */
void form_label(const struct form *f, int row, struct text *out);
void form_value(const struct form *f, int row, struct text *out);
void form_help(const struct form *f, int row, struct text *out);

/* Makes a plan, with its seed left alone, and remembers the choice. False with a message if
 * something is wrong. */
bool form_plan(const struct form *f, struct plan *p, struct settings *s, struct error *e);

#endif
