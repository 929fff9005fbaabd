/* Bots of every name, other programs included. */
#ifndef PAIRS_WIRE_BOT_H
#define PAIRS_WIRE_BOT_H

#include "bots/bot.h"

/* As bot_new, and "policy:RULES" (lab/policy.h), and "net:FILE" or "net:FILE@TEMPERATURE"
 * (bots/net.h), and "run:COMMAND" or "run@MILLISECONDS:COMMAND": another program, see
 * docs/protocol.md. If it does something wrong, a line on standard error says so, unless it is in
 * the background, and this and all its later decisions are those of "hint". It says so in the
 * language of `e`. */
struct bot *wire_bot(const char *name, struct error *e);

#endif
