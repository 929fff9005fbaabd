/* What is around a table elsewhere, in lines: the open tables, the chairs, and what is asked of the
 * server there. */
#ifndef PAIRS_CLI_ROOMLINES_H
#define PAIRS_CLI_ROOMLINES_H

#include "client/remote.h"

struct roomlines {
    struct remote *r;
    char name[NAME_ROOM]; /* of whoever sits down, "" as long as nobody has said */
    bool came;            /* they have been told of the table */
};

/* Begins at the table that the address names, or at the list of tables. */
void room_begin(struct roomlines *l, struct remote *r, const char *name);

/* They are told of the table: who has a name takes an empty chair. */
void room_arrive(struct roomlines *l);

/* Comes to a table by its number in the list, its name, its name and invitation, or a link. */
void room_go(struct roomlines *l, const char *words);

/* Does what a typed line asks for; false if it asks for something else. */
bool room_command(struct roomlines *l, const char *line);

/* What can be typed at a table elsewhere. */
const char *room_help(void);

/* Adds who sits where, and what can be done before a game; the open tables, numbered for those who
 * choose. */
void room_words(const struct remote *r, struct text *out);
void room_list(const struct remote *r, struct text *out);

#endif
