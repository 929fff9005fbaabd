/* Somebody at a server: says who they are, looks at one table at a time, sends commands and gets
 * what happens there, over connections that come and go. docs/server.md has the messages.
 *
 * After a lost connection it says hello again, enters the table again from the last entry that it
 * has, and sends again what was not answered, with the same numbers: so nothing is missed, told
 * twice or done twice. It contributes to every shuffle and signs decisions by itself
 * (client/signer.h).
 *
 *     struct client *c = client_new(&address, "", "en", &e);
 *     client_enter(c, table, invitation);
 *     client_send(c, json_pack("{s:s, s:s}", "do", "sit", "name", "Ann"));
 *     for (;;) {
 *         poll client_descriptor(c) ...
 *         while (client_take(c, &news)) {
 *             ...
 *             news_clear(&news);
 *         }
 *     }
 *
 * One thread uses a client. */
#ifndef PAIRS_CLIENT_CLIENT_H
#define PAIRS_CLIENT_CLIENT_H

#include "client/line.h"

#include <jansson.h>
#include <stdint.h>

struct client;

enum news_kind {
    NEWS_STATE,   /* of the line: see there; `words` say why it was lost or refused */
    NEWS_MESSAGE, /* from the server: an answer, an update of the table, or both at once */
    NEWS_PAGE,    /* what client_fetch asked for */
};

struct news {
    enum news_kind kind;
    enum line_kind state; /* LINE_CONNECTING, LINE_OPEN, LINE_LOST or LINE_REFUSED, as it is now */
    const char *words;    /* "" where there are none */

    json_t *message; /* the message; the page, NULL if it is no JSON */

    /* If it is an answer: to which command (0: to none), as it was sent (with "do" and "n"), and
     * whether that was done. If not, `words` say why. */
    uint64_t number;
    json_t *command;
    bool done;
    bool again; /* it was sent on an earlier connection too: what it brought about may have come
                   before this answer, else it comes with it or next */

    bool update; /* it has "entry" and "entries", and may have "now" and "view", of the table */

    int status;       /* of the page: 200; 0: it could not be asked, and `words` say why */
    const char *path; /* that was asked for */

    struct line_event event; /* where the words lie */
};

/* Begins to connect, as the person (`who` is "") or another one with a token of its own; with the
 * token of the address, if that has one. Refusals come in that language: "en", "de". NULL with a
 * message. */
struct client *client_new(const struct address *a, const char *who, const char *language,
                          struct error *e);

/* What has not been sent by then is not sent: wait for the answer to the last command. */
void client_free(struct client *c);

/* Can be read as long as there is something to take; for poll, not for reading. */
int client_descriptor(const struct client *c);

/* The next thing that happened, to be cleared; false if there is none now. An answer is told once,
 * and those of "hello" not at all unless it was refused; that of "enter" each time that a new
 * connection has entered the table again. */
bool client_take(struct client *c, struct news *n);
void news_clear(struct news *n);

/* Looks at a table from now on, after each lost connection too, and gets all of its entries. The
 * number of the command, 0 without memory. */
uint64_t client_enter(struct client *c, const char *table, const char *invitation);

/* Sends a command: an object with "do" and its keys, which is the client's from now on (NULL:
 * memory has run out). "create" too: its table is then the one that is looked at. "enter" is the
 * above. Without a connection it is sent as soon as there is one. */
uint64_t client_send(struct client *c, json_t *command);

/* Commands that are not answered yet. */
int client_waiting(const struct client *c);

/* The table that is looked at, "" if none. */
const char *client_table(const struct client *c);

/* The secret that is the account there. */
const char *client_token(const struct client *c);

/* Asks for a page below the server's folder, "api/tables"; NEWS_PAGE answers. False without memory.
 */
bool client_fetch(struct client *c, const char *path);

#endif
