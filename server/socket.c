#include "server/inside.h"

#include "wire/read.h"

#include <stdlib.h>
#include <string.h>

enum {
    BURST = 40,          /* messages that may come at once */
    STUCK_SECONDS = 30,  /* how long a reader may take nothing */
    LINE_MOST = 1 << 20, /* bytes of one message to a client */
};

static struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* --- Who may connect
 * ------------------------------------------------------------------------------- */

static bool header(struct lws *wsi, enum lws_token_indexes which, char out[], int room)
{
    out[0] = '\0';
    return lws_hdr_copy(wsi, out, room, which) > 0;
}

/* A page may connect if it is ours: its origin is the one we were told, or the host it asked for.
 * What is no browser sends none. */
static bool is_our_page(struct lws *wsi)
{
    char origin[256], host[200], own[2][256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
        !header(wsi, WSI_TOKEN_HOST, host, sizeof host))
        return false;
    const char *told = server_of(wsi)->settings.origin;
    if (told[0])
        return strcmp(origin, told) == 0;
    snprintf(own[0], sizeof own[0], "http://%s", host);
    snprintf(own[1], sizeof own[1], "https://%s", host);
    return strcmp(origin, own[0]) == 0 || strcmp(origin, own[1]) == 0;
}

static bool may_connect(struct lws *wsi)
{
    char path[32];
    return header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) && strcmp(path, "/ws") == 0 &&
           is_our_page(wsi);
}

/* --- Messages
 * -------------------------------------------------------------------------------------- */

/* Whether one more message may come now. */
static bool has_credit(struct server *s, struct session *x)
{
    uint64_t now = uv_now(&s->loop);
    x->credit += (double)(now - x->counted) * s->settings.messages / 1000.0;
    x->counted = now;
    if (x->credit > BURST)
        x->credit = BURST;
    x->credit -= 1;
    return x->credit >= 0;
}

static int cut_off(struct server *s, struct session *x, enum lws_close_status why,
                   const char *words)
{
    s->counts.cut_off++;
    lws_close_reason(x->wsi, why, (unsigned char *)words, strlen(words));
    return -1;
}

static int hear(struct server *s, struct session *x, const char *text, size_t size)
{
    s->counts.messages++;
    s->counts.bytes_in += size;
    if (!has_credit(s, x))
        return cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    if (!hall_hear(x->visitor, text, size))
        return cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too much that is no message");
    return 0;
}

/* A message may come in parts. */
static int receive(struct server *s, struct session *x, const char *in, size_t size)
{
    bool whole = lws_is_final_fragment(x->wsi) && lws_remaining_packet_payload(x->wsi) == 0;
    if (lws_frame_is_binary(x->wsi))
        return cut_off(s, x, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text is expected");
    if (x->part_size + size > JSON_BYTES)
        return cut_off(s, x, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 4096 bytes");
    if (whole && !x->part_size)
        return hear(s, x, in, size);
    char *more = realloc(x->part, x->part_size + size);
    if (!more)
        return -1;
    x->part = more;
    memcpy(x->part + x->part_size, in, size);
    x->part_size += size;
    if (!whole)
        return 0;
    int result = hear(s, x, x->part, x->part_size);
    free(x->part);
    x->part = NULL;
    x->part_size = 0;
    return result;
}

/* Sends one message; -1 if it cannot, 0 if there is none. */
static int send_one(struct server *s, struct session *x, struct text *out)
{
    text_clear(out);
    text_add(out, "%*s", LWS_PRE, "");
    if (!hall_next(x->visitor, out))
        return 0;
    if (out->failed)
        return -1;
    size_t size = out->size - LWS_PRE;
    s->counts.bytes_out += size;
    return lws_write(x->wsi, (unsigned char *)out->at + LWS_PRE, size, LWS_WRITE_TEXT) < 0 ? -1 : 1;
}

/* As much as the socket takes. What waits for a later turn of the loop waits for the disk too. */
static int send_all(struct server *s, struct session *x)
{
    struct text out = {0};
    int sent = 1;
    x->stuck = 0;
    while (sent > 0 && !lws_send_pipe_choked(x->wsi))
        sent = send_one(s, x, &out);
    text_free(&out);
    if (sent > 0) {
        x->stuck = uv_now(&s->loop);
        lws_callback_on_writable(x->wsi);
    }
    if (sent == 0 && s->stopping) {
        static const char words[] = "the server stops";
        lws_close_reason(x->wsi, LWS_CLOSE_STATUS_GOINGAWAY, (unsigned char *)words, strlen(words));
        return -1;
    }
    return sent < 0 ? -1 : 0;
}

static int come(struct server *s, struct session *x, struct lws *wsi)
{
    *x = (struct session){.wsi = wsi, .credit = BURST, .counted = uv_now(&s->loop)};
    x->visitor = hall_come(s->hall, x);
    s->counts.connections++;
    return x->visitor ? 0 : -1;
}

static void go(struct session *x)
{
    hall_go(x->visitor);
    free(x->part);
    *x = (struct session){0};
}

/* --- All that libwebsockets tells
 * ------------------------------------------------------------------- */

int socket_call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size)
{
    struct session *x = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_connect(wsi) ? 0 : 1;
    case LWS_CALLBACK_ESTABLISHED:
        return come(server_of(wsi), x, wsi);
    case LWS_CALLBACK_RECEIVE:
        return receive(server_of(wsi), x, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_all(server_of(wsi), x);
    case LWS_CALLBACK_CLOSED:
        go(x);
        return 0;
    case LWS_CALLBACK_HTTP:
        return http_begin(server_of(wsi), x, wsi, in);
    case LWS_CALLBACK_HTTP_BODY: /* nobody reads it: there is nothing that takes one */
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_write(x);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (x)
            http_end(x);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

void socket_farewell(struct server *s)
{
    lws_callback_on_writable_all_protocol(s->context, &server_protocols[0]);
}
