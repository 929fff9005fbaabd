/* A line to a server: a WebSocket and plain requests beside it, in a thread of their own. It
 * connects by itself, and when the connection is lost it does so again, sooner or later, until
 * line_free or until it is plain that there is no such server.
 *
 * What comes is fetched with line_take, whenever the descriptor can be read: so a screen can wait
 * for keys and messages at once. One thread uses a line. */
#ifndef PAIRS_CLIENT_LINE_H
#define PAIRS_CLIENT_LINE_H

#include "client/address.h"
#include "engine/text.h"

struct line;

enum line_kind {
    LINE_CONNECTING, /* tries to */
    LINE_OPEN,       /* messages can be sent; nothing was sent on this connection before */
    LINE_LOST,       /* `text` says why; it tries again by itself */
    LINE_REFUSED,    /* `text` says why; that is the end: there is no such server */
    LINE_MESSAGE,    /* `text` is one */
    LINE_PAGE,       /* `text` is what `path` answered with `status`; 0: it could not be asked, and
                        why */
};

struct line_event {
    enum line_kind kind;
    struct text text;
    char path[ADDRESS_PATH];
    int status;
};

/* Begins to connect. Reasons are told in the language of `e`. NULL with a message if memory runs
 * out or threads do. */
struct line *line_new(const struct address *a, struct error *e);

/* Closes the connection; what has not been sent by then is not sent. */
void line_free(struct line *l);

/* Can be read as long as there is something to take; for poll, not for reading. */
int line_descriptor(const struct line *l);

/* The next thing that happened, to be cleared; false if there is none now. */
bool line_take(struct line *l, struct line_event *event);
void line_clear(struct line_event *event);

/* Sends a message on the connection whose LINE_OPEN was taken last. If that one is lost, so is the
 * message: whoever sends knows what to send again. False without memory. */
bool line_send(struct line *l, const char *text);

/* Asks for a page of the server, a path below its folder: "api/tables". LINE_PAGE answers. False
 * without memory. */
bool line_fetch(struct line *l, const char *path);

#endif
