/* The table in lines of plain words, for screen readers, scripts and terminals that can do nothing
 * else: short sentences, one question at a time, answers by number or word. */
#ifndef PAIRS_UI_PLAIN_H
#define PAIRS_UI_PLAIN_H

#include "ui/sitting.h"

/* Plays a sitting from where it is, with standard input and output, until the game is over or
 * somebody leaves. False with a message if memory runs out or the input cannot be read, by which
 * the game is left, or if not all of it is saved. */
bool plain_run(struct sitting *s, struct error *e);

#endif
