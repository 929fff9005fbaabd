/* What a server consists of; for the files of server/ only. */
#ifndef PAIRS_SERVER_INSIDE_H
#define PAIRS_SERVER_INSIDE_H

#include "hall/hall.h"
#include "server/server.h"
#include "store/vault.h"

#include <libwebsockets.h>
#include <uv.h>

struct work; /* a bot that thinks, see think.c */

/* What has been counted since the start. */
struct counts {
    uint64_t connections, messages, bytes_in, bytes_out, commits, entries, refused, cut_off;
};

struct server {
    struct server_settings settings;
    uv_loop_t loop;
    uv_prepare_t before;
    uv_check_t after;
    uv_timer_t timer;
    uv_signal_t terminate, interrupt;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct vault *vault;
    struct hall *hall;
    struct work *work;
    struct counts counts;
    int64_t clock_offset; /* from the clock that never jumps to the time of day */
    bool troubled, stopping;
    uint64_t retry; /* when the vault is tried again */
};

/* --- socket.c: connections -----------------------------------------------------------------------
 */

enum { ADDRESS_ROOM = 64 };

struct session {
    struct visitor *visitor; /* of a WebSocket */
    struct lws *wsi;
    char *part; /* of a message whose end has not come yet */
    size_t part_size;
    double credit;    /* messages that may come now */
    uint64_t counted; /* when the credit was reckoned */
    uint64_t stuck;   /* since when it takes nothing, 0: it does */
    struct text page; /* of a request: what is still to be sent, */
    size_t sent;
};

int socket_call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size);

extern const struct lws_protocols server_protocols[];

/* Tells everybody that the server stops, and closes. */
void socket_farewell(struct server *s);

/* --- pages.c: HTTP
 * -------------------------------------------------------------------------------- */

struct page {
    int status;
    const char *type;
    struct text body;
};

/* Makes the answer to a request. */
void page_make(struct server *s, const char *path, struct page *p);

/* --- think.c: bots in threads
 * ----------------------------------------------------------------------- */

void think_begin(void *context, struct room *r, int seat, uint64_t thought, struct bot *b,
                 const struct knowledge *k, struct rng rng);
void think_forget(void *context, struct room *r, int seat);

/* --- server.c
 * --------------------------------------------------------------------------------------- */

/* Milliseconds since 1970; it never gets earlier, and does not jump. */
int64_t server_now(struct server *s);

#endif
