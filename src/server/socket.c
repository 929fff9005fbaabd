#include "server/company.h"

#include "server/received.h"
#include "wire/read.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAREWELL_SECONDS = 2, /* for which a reader is waited for when the server stops */
    SWEEP_MILLISECONDS = 1000,
    COUNT_SECONDS = 4, /* between two looks at what else than messages comes */
    FRAME_LEAST = 6,   /* bytes of a frame, */
    FRAME_MOST = 64,   /* and that one has around it with all that carries it */
    REST_MILLISECONDS = 50,
    PINGS_AT_ONCE = 100,  /* that are sent before others have their turn */
    BURST_BYTES = 262144, /* of messages that are made before they are sent */
};

/* --- Messages --------------------------------------------------------------------------------- */

static int cut_off(struct server *s, struct session *x, enum lws_close_status why,
                   const char *words)
{
    gate_cut_off(s, lws_get_opaque_user_data(x->wsi), words);
    x->closes = true;
    lws_close_reason(x->wsi, why, (unsigned char *)words, strlen(words));
    return -1;
}

static const char flood[] = "too many messages", unmasked[] = "frames have to be masked";

static int hear(struct server *s, struct session *x, const char *text, size_t size)
{
    s->counts.messages++;
    s->counts.bytes_in += size;
    if (!x->since)
        x->since = uv_hrtime();
    if (!gate_may_send(s, x))
        return cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION, flood);
    if (!gate_may_work(s, x))
        return cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too much work");
    double began = gate_is_free(s, x) ? 0 : gate_clock();
    hall_clock(s->hall, server_now(s));
    s->heard = (struct lent){size, text};
    bool fine = hall_receive(x->visitor, text, size);
    relay_introduce(x);
    gate_spend(s, lws_get_opaque_user_data(x->wsi), 0, began);
    if (!fine)
        return cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION,
                       "too much that is no message, or answers that nobody reads");
    if (!x->known && hall_understood(x->visitor))
        gate_know(s, x, x->wsi);
    return 0;
}

/* libwebsockets takes frames without a mask, too. Nothing says which they were, but that fewer
 * bytes have come than masked ones have. */
static bool is_masked(const struct session *x, uint64_t received)
{
    return received - x->upgraded >= x->least;
}

/* A message may come in parts. */
static int receive(struct server *s, struct session *x, const char *in, size_t size)
{
    bool end = lws_remaining_packet_payload(x->wsi) == 0;
    bool whole = end && lws_is_final_fragment(x->wsi);
    x->spoken += size + FRAME_MOST;
    x->least += size + (end ? FRAME_LEAST : 0);
    if (end && !x->masked && !is_masked(x, received_bytes(lws_get_socket_fd(x->wsi))))
        return cut_off(s, x, LWS_CLOSE_STATUS_PROTOCOL_ERR, unmasked);
    x->masked = x->masked || end;
    if (lws_frame_is_binary(x->wsi))
        return cut_off(s, x, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text is expected");
    if (x->part_size + size > JSON_BYTES)
        return cut_off(s, x, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "at most 4096 bytes");
    if (whole && !x->part_size)
        return hear(s, x, in, size);
    if (!size && !whole) /* brings nothing, and costs what a message costs */
        return gate_may_send(s, x) ? 0 : cut_off(s, x, LWS_CLOSE_STATUS_POLICY_VIOLATION, flood);
    if (!x->part)
        x->part = malloc(JSON_BYTES);
    if (!x->part)
        return -1;
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

/* Adds the next message for a session, with room before it for what libwebsockets writes there;
 * false if there is no memory. */
static bool make_one(struct server *s, struct session *x)
{
    char before[LWS_PRE];
    struct text *out = &s->out;
    memset(before, ' ', sizeof before);
    text_put(out, before, LWS_PRE);
    x->message = out->size;
    bool fine = (relay_next(x, out) || hall_next(x->visitor, out)) && !out->failed;
    x->message_size = out->size - x->message;
    if (fine)
        relay_answered(x, out->at + x->message);
    return fine;
}

static bool send_one(struct server *s, struct session *x)
{
    unsigned char *message = (unsigned char *)s->out.at + x->message;
    s->counts.bytes_out += x->message_size;
    if (x->since)
        measure(&s->measures.answers, x->since);
    x->since = 0;
    gate_spend(s, lws_get_opaque_user_data(x->wsi), x->message_size, 0);
    return lws_write(x->wsi, message, x->message_size, LWS_WRITE_TEXT) >= 0;
}

/* There is more for it than it takes: libwebsockets tells when that changes. */
static void wait_for(struct server *s, struct session *x)
{
    if (!x->stuck)
        x->stuck = uv_now(&s->loop);
    lws_callback_on_writable(x->wsi);
}

static void on_rest(uv_timer_t *handle)
{
    struct server *s = handle->data;
    for (struct session *x = s->sessions; x; x = x->next)
        if (x->rests) {
            x->rests = false;
            socket_ready(s, x);
        }
}

/* Its address was told much: it waits a moment, and others are told meanwhile. */
static void rest(struct server *s, struct session *x)
{
    x->rests = true;
    if (!uv_is_active((uv_handle_t *)&s->rest))
        uv_timer_start(&s->rest, on_rest, REST_MILLISECONDS, 0);
}

/* Several messages in a row go in as few packets as possible, which cost more than the messages. */
static void hold_back(struct session *x, int yes)
{
    setsockopt(lws_get_socket_fd(x->wsi), IPPROTO_TCP, TCP_CORK, &yes, sizeof yes);
}

static bool is_due(const struct session *x)
{
    return relay_is_due(x) || hall_due(x->visitor);
}

/* As much as the socket takes; false if it is to be closed. */
static bool send_all(struct server *s, struct session *x)
{
    bool fine = true;
    hold_back(x, 1);
    while (fine && is_due(x) && !lws_partial_buffered(x->wsi) && gate_may_be_told(s, x)) {
        text_clear(&s->out);
        fine = make_one(s, x) && send_one(s, x);
    }
    hold_back(x, 0);
    if (fine && is_due(x) && lws_partial_buffered(x->wsi))
        wait_for(s, x);
    else
        x->stuck = 0;
    if (fine && !x->stuck && is_due(x))
        rest(s, x);
    return fine;
}

/* Tells that the server stops, or why somebody is sent away. libwebsockets sends a reason only if a
 * socket is not given up while it is being written to: so this is done by its timer. */
static int say_farewell(struct session *x)
{
    static const char words[] = "the server stops";
    const char *why = x->why ? x->why : words;
    lws_close_reason(x->wsi,
                     x->why ? LWS_CLOSE_STATUS_POLICY_VIOLATION : LWS_CLOSE_STATUS_GOINGAWAY,
                     (unsigned char *)why, strlen(why));
    return -1;
}

/* The socket can take more. */
static int go_on_sending(struct server *s, struct session *x)
{
    if (x->closes)
        return 0;
    x->stuck = 0;
    if (!send_all(s, x))
        return -1;
    if ((s->told_all || x->why) && !x->stuck) {
        x->closes = true;
        x->stuck = uv_now(&s->loop);
        lws_set_timer_usecs(x->wsi, 1);
    }
    return 0;
}

void socket_send_away(struct server *s, struct session *x, const char *why)
{
    if (x->why)
        return;
    gate_cut_off(s, gate_address(x), why);
    x->why = why;
    lws_callback_on_writable(x->wsi);
}

void socket_ready(struct server *s, struct session *x)
{
    if (x->far) {
        far_ready(s, x);
        return;
    }
    if (x->is_ready)
        return;
    x->is_ready = true;
    x->ready = s->ready;
    s->ready = x;
}

static void forget_ready(struct server *s, const struct session *x)
{
    struct session **at = &s->ready;
    while (*at && *at != x)
        at = &(*at)->ready;
    if (*at)
        *at = x->ready;
}

/* Soon, even if nothing else happens: libwebsockets looks at its clock only when something does. */
static void give_up(struct session *x)
{
    x->closes = true;
    lws_set_timeout(x->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    lws_cancel_service(lws_get_context(x->wsi));
}

/* Makes messages for those at the head of the list, each its first, while there is room. Returns
 * them as a list, the others stay. */
static struct session *make_some(struct server *s)
{
    struct session *some = NULL, **end = &some;
    text_clear(&s->out);
    while (s->ready && s->out.size < BURST_BYTES) {
        struct session *x = s->ready;
        s->ready = x->ready;
        x->is_ready = false;
        if (x->stuck || x->closes || !is_due(x))
            continue;
        if (lws_partial_buffered(x->wsi)) {
            wait_for(s, x);
            continue;
        }
        if (!gate_may_be_told(s, x)) {
            rest(s, x);
            continue;
        }
        if (!make_one(s, x)) {
            give_up(x);
            s->out.failed = false;
            continue;
        }
        *end = x;
        end = &x->ready;
        *end = NULL;
    }
    return some;
}

/* Most sockets take a message at once. To ask libwebsockets for its word that they do costs two
 * calls of the system and a turn of the loop each; it asks no more of us than that nothing of a
 * message before is still to be sent. All are made before the first is sent: whoever reads several
 * of them then wakes up once. */
void socket_send_ready(struct server *s)
{
    while (s->ready) {
        struct session *some = make_some(s);
        for (struct session *x = some; x; x = x->ready)
            if (!send_one(s, x))
                give_up(x);
        for (struct session *x = some; x; x = x->ready)
            if (!x->closes && is_due(x) && !send_all(s, x))
                give_up(x);
    }
}

/* libwebsockets answers pings by itself and tells nobody: whatever has come and was no message are
 * frames of that kind, and count as messages do. Returns what is wrong, NULL: nothing. */
static const char *count_frames(struct server *s, struct session *x, uint64_t now)
{
    uint64_t all = received_bytes(lws_get_socket_fd(x->wsi)), came = all - x->bytes;
    uint64_t frames = came > x->spoken ? (came - x->spoken) / FRAME_LEAST : 0;
    double may = s->messages.most + s->messages.per_second * (double)(now - x->counted) / 1000;
    x->bytes = all;
    x->spoken = 0;
    x->counted = now;
    return !is_masked(x, all) ? unmasked : (double)frames > may ? flood : NULL;
}

/* --- Who is there -------------------------------------------------------------------------------
 * All sessions stand in one list, whoever was heard last first. So those who are silent are at its
 * end, and nobody has a timer of their own.
 */

static void put_first(struct server *s, struct session *x)
{
    x->before = NULL;
    x->next = s->sessions;
    if (x->next)
        x->next->before = x;
    else
        s->silent = x;
    s->sessions = x;
    x->heard = uv_now(&s->loop);
    x->asked = false;
}

static void take_out(struct server *s, const struct session *x)
{
    if (x->next)
        x->next->before = x->before;
    else if (s->silent == x)
        s->silent = x->before;
    if (x->before)
        x->before->next = x->next;
    else if (s->sessions == x)
        s->sessions = x->next;
}

static int heard(struct server *s, struct session *x)
{
    take_out(s, x);
    put_first(s, x);
    return 0;
}

static void ask(struct session *x)
{
    unsigned char ping[LWS_PRE + 1] = {[LWS_PRE] = '?'}; /* libwebsockets hides empty answers */
    x->asked = true;
    if (!x->closes && !lws_partial_buffered(x->wsi) &&
        lws_write(x->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0)
        give_up(x);
}

/* Who is silent is asked, and who does not answer is gone. */
bool socket_listen(struct server *s)
{
    uint64_t now = uv_now(&s->loop);
    uint64_t ping = (uint64_t)s->settings.ping * 1000, gone = (uint64_t)s->settings.silence * 1000;
    int pings = PINGS_AT_ONCE;
    for (struct session *x = s->silent; x && now - x->heard >= ping; x = x->before) {
        if (x->asked && now - x->heard >= gone && !x->closes)
            give_up(x);
        if (!x->asked && pings-- == 0)
            return true;
        if (!x->asked)
            ask(x);
    }
    return false;
}

static int come(struct server *s, struct session *x, struct lws *wsi)
{
    *x = (struct session){.wsi = wsi,
                          .known = x->known,
                          .upgraded = x->upgraded,
                          .bytes = x->upgraded,
                          .counted = uv_now(&s->loop),
                          .messages = bucket_full(&s->messages, uv_now(&s->loop))};
    put_first(s, x);
    x->visitor = hall_connect(s->hall, x);
    s->counts.connections++;
    return x->visitor ? 0 : -1;
}

static void go(struct server *s, struct session *x)
{
    take_out(s, x);
    if (x->is_ready)
        forget_ready(s, x);
    relay_leave(s, x);
    hall_disconnect(x->visitor);
    free(x->part);
    *x = (struct session){0};
}

/* --- All that libwebsockets tells ------------------------------------------------------------- */

int socket_call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size)
{
    struct session *x = user;
    switch (reason) {
    case LWS_CALLBACK_WSI_DESTROY:
        gate_forget(server_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return gate_confirm(server_of(wsi), wsi, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* before it is answered */
        x->upgraded = received_bytes(lws_get_socket_fd(wsi));
        return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        server_of(wsi)->tls = user;
        return 0;
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT, of proxies */
        return -1;
    case LWS_CALLBACK_ESTABLISHED:
        return come(server_of(wsi), x, wsi);
    case LWS_CALLBACK_RECEIVE_PONG:
        return heard(server_of(wsi), x);
    case LWS_CALLBACK_RECEIVE:
        heard(server_of(wsi), x);
        server_flush_if_late(server_of(wsi));
        return receive(server_of(wsi), x, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return go_on_sending(server_of(wsi), x);
    case LWS_CALLBACK_TIMER:
        return say_farewell(x);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        x->closes = true;
        return 0;
    case LWS_CALLBACK_CLOSED:
        go(server_of(wsi), x);
        return 0;
    case LWS_CALLBACK_HTTP:
        server_flush_if_late(server_of(wsi));
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

void socket_sweep(struct server *s)
{
    uint64_t now = uv_now(&s->loop);
    uint64_t most = (uint64_t)(s->told_all ? FAREWELL_SECONDS : s->settings.stuck) * 1000;
    if (now - s->swept < SWEEP_MILLISECONDS)
        return;
    s->swept = now;
    for (struct session *x = s->sessions; x; x = x->next) {
        const char *why = now - x->counted >= COUNT_SECONDS * 1000 ? count_frames(s, x, now) : NULL;
        if (x->stuck && now - x->stuck >= most)
            why = "takes nothing";
        if (!why)
            continue;
        if (!s->told_all) /* otherwise everybody is sent away */
            gate_cut_off(s, lws_get_opaque_user_data(x->wsi), why);
        x->stuck = 0;
        give_up(x);
    }
    address_sweep(&s->addresses, now);
    purses_sweep(&s->persons, now);
    purses_sweep(&s->tables, now);
}

void socket_farewell(struct server *s)
{
    for (struct session *x = s->sessions; x; x = x->next)
        if (!x->stuck)
            x->stuck = uv_now(&s->loop);
    lws_callback_on_writable_all_protocol(s->context, &server_protocols[0]);
}
