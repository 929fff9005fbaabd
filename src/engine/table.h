/* The table: seats, history, undo. Everything that plays a game goes through it: it checks each
 * decision and card against the rules, hands them to the game, remembers them, and hands out views
 * and events. Different tables may be used by different threads. */
#ifndef PAIRS_TABLE_H
#define PAIRS_TABLE_H

#include "engine/game.h"
#include "engine/history.h"

enum { NAME_ROOM = 64 }; /* a name with its NUL byte */

struct table {
    struct setup setup;
    struct state *state;
    struct step *step; /* from the first to the last */
    size_t steps, room;
    struct history past; /* everything that has happened */
    struct {
        int size;
        const struct event *event;
    } log; /* the end of it: what the last step brought; after table_new the beginning */
    char name[PLAYERS_MAX][NAME_ROOM];
};

/* A new table for a finished setup (see setup_finish); free it with table_free. NULL if memory runs
 * out. */
struct table *table_new(const struct setup *u);

/* Another table, as this one was after so many of its steps; the same otherwise. */
struct table *table_before(const struct table *t, size_t steps);

void table_free(struct table *t);

/* What the game waits for. */
struct turn table_turn(const struct table *t);

/* All decisions of a seat, 0 if it has none to make. */
int table_legal(const struct table *t, int seat, action out[ACTIONS_MAX]);

/* Whether the game goes on although it has had STEPS_MAX steps: the table takes no further one. */
bool table_endless(const struct table *t);

/* A seat decides. False with a message, and nothing changed, if it may not do that now. The message
 * is for the seat: it tells nothing that the seat does not know. */
bool table_play(struct table *t, int seat, action a, struct error *e);

/* The card that was due comes, to the place the rules name. False if it cannot. */
bool table_deal(struct table *t, int place, int c, struct error *e);

/* The lot that was due falls on a seat. False if it cannot. */
bool table_lot(struct table *t, int seat, struct error *e);

/* Draws and carries out the card or the lot that is due. False if none is. */
bool table_chance(struct table *t, struct rng *r, struct error *e);

/* A step as it stands in the history of another table, or as table_turn asks for it. False with a
 * message if it is not possible here. */
bool table_step(struct table *t, struct step step, struct error *e);

/* Takes back the last decision, with every card and lot since. False if there was none. */
bool table_undo(struct table *t);

/* The game stands again where it was after so many of its steps. Those that are gone can be taken
 * again without more memory. */
void table_rewind(struct table *t, size_t steps);

/* What one seat, a spectator (NOBODY) or a test (EVERYTHING) sees. */
void table_view(const struct table *t, int looks, struct view *v);

/* Gives a seat a name: cut after a character at NAME_ROOM, with blanks for what a record cannot
 * hold in a name, and none at its ends. */
void table_name(struct table *t, int seat, const char *name);

/* The names for event_text; they point into the table. */
struct names table_names(const struct table *t);

/* The name of a seat, or its letter where it has none. */
const char *table_seat_name(const struct table *t, int seat);

/* Adds what is to be expected now, as one who looks (a seat, NOBODY or EVERYTHING) may know it: "A
 * hit, fold", "a decision of B", "deal B CARD", "nothing more, ...". What is to be written down is
 * the same in every language. */
void table_expected(const struct table *t, int looks, const struct language *l, struct text *out);

#endif
