/* Where a server is, and perhaps a table there: what people type or paste. */
#ifndef PAIRS_CLIENT_ADDRESS_H
#define PAIRS_CLIENT_ADDRESS_H

#include "engine/error.h"

#include <stdbool.h>

enum {
    ADDRESS_HOST = 254,  /* room for the name of a machine */
    ADDRESS_PATH = 256,  /* and for a path there */
    ADDRESS_TABLE = 11,  /* the name of a table */
    ADDRESS_SECRET = 65, /* an invitation, a token */
    ADDRESS_PLACE = 270, /* host and port */
    ADDRESS_LINK = 1024, /* a whole link */
};

struct address {
    bool secure; /* https, wss */
    char host[ADDRESS_HOST];
    int port;
    char folder[ADDRESS_PATH]; /* "/" or "/games/": where ws and api/tables are */
    char table[ADDRESS_TABLE]; /* "": none is named */
    char invitation[ADDRESS_SECRET];
    char token[ADDRESS_SECRET];
};

/* Reads http://HOST:PORT/FOLDER (https, ws and wss as well, and without any of them http is meant;
 * "/ws" may stand at the end), and behind it "#TABLE", an invitation "#TABLE/INVITATION" or a
 * personal link "#TABLE/INVITATION/TOKEN", where the invitation may be empty. Whatever is secret
 * stands behind the #, which no browser tells a server. False with a message. */
bool address_read(struct address *a, const char *url, struct error *e);

/* A table as somebody may type it after the address: its name, NAME/INVITATION, or a whole link,
 * which then takes the place of the address. False with a message. */
bool address_table(struct address *a, const char *table, struct error *e);

/* "HOST:PORT", [HOST]:PORT if it has colons. */
const char *address_place(const struct address *a, char out[ADDRESS_PLACE]);

/* A link for others: to the server (table ""), to a table, or with its invitation. */
const char *address_link(const struct address *a, const char *table, const char *invitation,
                         char out[ADDRESS_LINK]);

/* A personal link: to a table with one's token, which is the whole account. */
const char *address_own_link(const struct address *a, const char *table, const char *invitation,
                             const char *token, char out[ADDRESS_LINK]);

#endif
