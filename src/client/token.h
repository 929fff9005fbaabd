/* Who one is at a server: a secret that is made once and kept. */
#ifndef PAIRS_CLIENT_TOKEN_H
#define PAIRS_CLIENT_TOKEN_H

#include "client/address.h"

/* The token for a server, made when it is first asked for and kept in a file of its own below
 * $XDG_STATE_HOME/pairs/tokens, which nobody else may read. `who` is "" for the person, and another
 * word for each program that sits at tables beside them. False with a message. */
bool token_find(const struct address *a, const char *who, char token[ADDRESS_SECRET],
                struct error *e);

/* The secret with which the same one signs, in a file beside the token, whose name ends with
 * ".key". Unlike the token it never leaves this machine. */
bool token_key(const struct address *a, const char *who, char secret[ADDRESS_SECRET],
               struct error *e);

enum { TOKEN_WHO = 32 };

/* Finds a word for `who` that no other process uses at this server, "bot-1", "bot-2" and so on. It
 * is kept as long as the descriptor that is returned stays open. -1 with a message. */
int token_claim(const struct address *a, const char *kind, char who[TOKEN_WHO], struct error *e);

#endif
