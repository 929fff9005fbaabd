/* The whole screen of a game: bars, table, log, and the place where people are asked. */
#ifndef PAIRS_TUI_STAGE_H
#define PAIRS_TUI_STAGE_H

#include "cli/settings.h"
#include "client/match.h"
#include "tui/logview.h"
#include "tui/prompt.h"
#include "tui/settlement.h"
#include "tui/tableview.h"

enum { MESSAGE_ROOM = 256, NOTE_ROOM = 64 };

/* A key of the bottom line. A click on it is BUTTON_KEY and its character. */
struct stage_key {
    char key;
    const char *sign; /* how it is shown; NULL: as it is */
    const char *word; /* NULL: not now */
};

struct stage {
    const struct table *table;
    const struct match *match; /* or this */
    const struct setup *setup;
    const struct history *past;
    struct names names;
    struct view view; /* of the one who looks */
    struct scene scene;
    struct tableview layout;
    struct area log;
    enum speed speed;
    int scrolled;                 /* lines that the log is scrolled up */
    size_t until;                 /* what came after so many events is not told yet; 0: all is */
    bool undo;                    /* a decision can be taken back */
    seats chosen;                 /* who has chosen in secret, while others still do */
    char note[NOTE_ROOM];         /* in the upper line, beside what is played */
    char message[MESSAGE_ROOM];   /* instead of the keys, until the next key */
    const struct stage_key *keys; /* ends with a zero; NULL: those of somebody who plays */
};

/* Shows a table to a seat, to NOBODY in particular, or with no secrets (EVERYTHING). It may be
 * called again after decisions were taken back. */
void stage_begin(struct stage *s, const struct table *table, int looks);

/* Shows a match, of which there is a game; the same otherwise. */
void stage_begin_match(struct stage *s, const struct match *m, int looks);

/* Somebody else looks. */
void stage_look(struct stage *s, int looks);

/* The log shows what the table's last step brought; the table stays as it was until stage_update.
 */
void stage_step(struct stage *s);
void stage_update(struct stage *s);

/* Scrolls the log as the key asks for; false if it asks for something else. */
bool stage_scroll(struct stage *s, const struct key *k);

/* What the log tells, and to whom. */
struct telling stage_telling(const struct stage *s);

/* The table shows what a settlement brought and the log ends with it, until stage_update. */
void stage_settle(struct stage *s, const struct settlement *settled);

/* Draws everything, with a prompt, or NULL and what the game waits for. Boxes may be drawn on it
 * before screen_show. */
void stage_draw(struct stage *s, struct prompt *p, const char *waits);

/* A hint in a box that leaves the own cards and the question free, and as far as there is room all
 * cards that decide, with a sign that it is being worked out, or "". A click on it closes it, and
 * chooses nothing of what it covers. */
void stage_hint(const struct stage *s, const char *text, const char *busy);

/* A box in the middle for a few lines; returns the area within. */
struct area stage_box(int rows, int columns, const char *title);

/* The area in which the table is, without the bars and the prompt. */
struct area stage_table(void);

/* Lets the cards that just moved fly to their places, in about so many milliseconds. Returns the
 * key that ended it early, or a PRESS_TIMEOUT. */
struct key stage_fly(struct stage *s, int milliseconds, const char *waits);

#endif
