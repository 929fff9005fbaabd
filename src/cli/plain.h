/* A match in lines of plain words, for screen readers, scripts and terminals that can do nothing
 * else: short sentences, one question at a time, answers by number or word. */
#ifndef PAIRS_CLI_PLAIN_H
#define PAIRS_CLI_PLAIN_H

#include "client/match.h"

/* Plays a match from where it is, with standard input and output, until the game here is over or
 * somebody leaves. Elsewhere it begins at the table that the address names, or at the list of
 * tables; who has a name ("" for none) and no chair takes an empty one. What is typed in advance
 * waits until it is asked for, unless it is typed at a terminal. False with a message if memory
 * runs out, the input cannot be read, not all is saved, or there is no such server or table. */
bool plain_run(struct match *m, const char *name, struct error *e);

#endif
