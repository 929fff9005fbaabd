/* How `sim` and `arena` tell of bots that did not make all their decisions themselves. */
#ifndef PAIRS_CLI_FORFEIT_H
#define PAIRS_CLI_FORFEIT_H

#include "bots/bot.h"
#include "engine/game.h"
#include "engine/text.h"

/* The end of such a bot's row in a table; nothing for the others. */
void forfeit_row(const struct forfeit *f, struct text *out);

/* The message with which the command fails; returns false. */
bool forfeit_error(const struct forfeit *f, const char *bot, const struct game *game,
                   struct error *e);

#endif
