#include "client/line.h"

#include <errno.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    FIRST_PAUSE = 100,      /* milliseconds until the first new attempt, */
    LAST_PAUSE = 2000,      /* which grow to this */
    WAITING_MOST = 1000,    /* things nobody takes; then nothing more is read */
    WAITING_FEW = 100,      /* and when it is read again */
    MESSAGE_MOST = 4 << 20, /* bytes */
    DESCRIPTORS = 32,
};

/* Something on its way, out or in. */
struct item {
    struct item *next;
    struct line_event event;
    uint64_t connection; /* to be sent on that one only */
    bool page;           /* it is a request for one */
};

struct queue {
    struct item *first, **end;
    int size;
};

struct line {
    struct address address;
    char host[ADDRESS_PLACE];
    const struct language *language;
    struct lws_context *context;
    pthread_t thread;
    atomic_bool stop;
    int ready; /* an eventfd */

    pthread_mutex_t lock; /* of what follows */
    struct queue in, out;
    uint64_t taken; /* the connection whose opening was taken last */
    bool throttled; /* too much waits to be taken */

    /* The thread's own. */
    struct lws *socket; /* NULL: there is no connection */
    uint64_t connection;
    bool open, was_open, lost;
    struct fetch *fetches;
    int pause;
    struct text part; /* of a message whose end has not come yet */
    struct error why;
    lws_sorted_usec_list_t again;
};

/* A request for a page. */
struct fetch {
    struct fetch *next;
    struct line *line;
    struct item *item; /* NULL: it is answered */
    bool gone;         /* nobody will tell more about it */
};

/* --- Queues ----------------------------------------------------------------------------------- */

static void queue_init(struct queue *q)
{
    *q = (struct queue){.end = &q->first};
}

static void queue_add(struct queue *q, struct item *i)
{
    i->next = NULL;
    *q->end = i;
    q->end = &i->next;
    q->size++;
}

static struct item *queue_take(struct queue *q)
{
    struct item *i = q->first;
    if (!i)
        return NULL;
    q->first = i->next;
    q->size--;
    if (!q->first)
        q->end = &q->first;
    return i;
}

void line_clear(struct line_event *event)
{
    text_free(&event->text);
}

static void item_free(struct item *i)
{
    if (i)
        line_clear(&i->event);
    free(i);
}

static void queue_clear(struct queue *q)
{
    for (struct item *i; (i = queue_take(q));)
        item_free(i);
}

/* Hands something over to be taken; without memory it is lost, and the reader learns as much. */
static void hand_over(struct line *l, struct item *i)
{
    if (!i)
        return;
    pthread_mutex_lock(&l->lock);
    queue_add(&l->in, i);
    bool full = l->in.size >= WAITING_MOST && l->socket && !l->throttled;
    l->throttled = l->throttled || full;
    eventfd_write(l->ready, 1);
    pthread_mutex_unlock(&l->lock);
    if (full)
        lws_rx_flow_control(l->socket, 0);
}

static void tell(struct line *l, enum line_kind kind, const char *words)
{
    struct item *i = calloc(1, sizeof *i);
    if (i) {
        i->event.kind = kind;
        i->connection = l->connection;
        text_add(&i->event.text, "%s", words);
    }
    hand_over(l, i);
}

/* --- The connection --------------------------------------------------------------------------- */

static const char protocol[] = "pairs-1";

static void connect_again(lws_sorted_usec_list_t *again);

static const uint16_t ping_after = 20, gone_after = 35; /* seconds without a byte */

static const lws_retry_bo_t policy = {.secs_since_valid_ping = ping_after,
                                      .secs_since_valid_hangup = gone_after};

static struct lws_client_connect_info connection(struct line *l, const char *path)
{
    return (struct lws_client_connect_info){
        .context = l->context,
        .address = l->address.host,
        .port = l->address.port,
        .ssl_connection = l->address.secure ? LCCSCF_USE_SSL : 0,
        .path = path,
        .host = l->host,
        .local_protocol_name = protocol,
        .retry_and_idle_policy = &policy,
    };
}

static void try_later(struct line *l)
{
    lws_sul_schedule(l->context, 0, &l->again, connect_again, (lws_usec_t)l->pause * 1000);
    l->pause = l->pause * 2 < LAST_PAUSE ? l->pause * 2 : LAST_PAUSE;
}

/* The connection is gone, or never came. */
static void lose(struct line *l, bool for_ever)
{
    l->socket = NULL;
    l->open = false;
    l->lost = true;
    text_free(&l->part);
    tell(l, for_ever ? LINE_REFUSED : LINE_LOST, l->why.text);
    if (!for_ever)
        try_later(l);
}

static void connect_now(struct line *l)
{
    char path[ADDRESS_PATH + sizeof "ws"];
    snprintf(path, sizeof path, "%sws", l->address.folder);
    struct lws_client_connect_info i = connection(l, path);
    i.protocol = protocol;
    i.pwsi = &l->socket;
    l->connection++;
    tell(l, LINE_CONNECTING, "");
    l->why.text[0] = '\0';
    l->lost = false;
    if (!lws_client_connect_via_info(&i) && !l->lost) { /* or it was told already, and why */
        error_set(&l->why, "%s cannot be reached: %s", l->host, error_reason(&l->why, errno));
        lose(l, false);
    }
}

static void connect_again(lws_sorted_usec_list_t *again)
{
    connect_now(lws_container_of(again, struct line, again));
}

static void opened(struct line *l)
{
    l->open = l->was_open = true;
    l->pause = FIRST_PAUSE;
    pthread_mutex_lock(&l->lock);
    l->throttled = false;
    pthread_mutex_unlock(&l->lock);
    tell(l, LINE_OPEN, "");
}

/* libwebsockets has only numbers to say about TLS. Returns whether that was it. */
static bool cannot_reach(const struct line *l, const char *words, struct error *e)
{
    bool tls = l->address.secure && (strstr(words, "SSL") || strstr(words, "cert"));
    if (tls)
        error_set(e,
                  "%s cannot be reached with TLS: its certificate is not trusted, or it speaks "
                  "none; name the file of an authority of your own in SSL_CERT_FILE",
                  l->host);
    else
        error_set(e, "%s cannot be reached: %s", l->host, words);
    return tls;
}

/* A server that answers with something else than a WebSocket is none of ours, unless it is a proxy
 * whose server is away for the moment. */
static void failed(struct line *l, struct lws *wsi, const char *words)
{
    unsigned status = lws_http_client_http_response(wsi);
    bool refuses = status >= 200 && status < 500 && status != 408 && status != 429;
    if (refuses)
        error_set(&l->why, "%s answers, but is no server of pairs (status %u); check the address",
                  l->host, status);
    else if (status)
        error_set(&l->why, "%s is not ready (status %u)", l->host, status);
    else
        refuses = cannot_reach(l, words, &l->why);
    lose(l, refuses && !l->was_open);
}

/* The server says why it closes: two bytes of a number, and words. */
static void closing(struct line *l, const char *in, size_t size)
{
    if (size > 2)
        error_set(&l->why, "%s has closed the connection: %.*s", l->host, (int)(size - 2), in + 2);
}

static void closed(struct line *l)
{
    if (!l->why.text[0])
        error_set(&l->why, "the connection to %s is lost", l->host);
    lose(l, false);
}

static int receive(struct line *l, struct lws *wsi, const char *in, size_t size)
{
    text_put(&l->part, in, size);
    if (l->part.failed || l->part.size > MESSAGE_MOST)
        return -1;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    struct item *i = calloc(1, sizeof *i);
    if (!i)
        return -1;
    i->event = (struct line_event){.kind = LINE_MESSAGE, .text = l->part};
    l->part = (struct text){0};
    hand_over(l, i);
    return 0;
}

/* --- Pages ------------------------------------------------------------------------------------ */

static void answer(struct fetch *f, int status)
{
    if (!f->item)
        return;
    f->item->event.kind = LINE_PAGE;
    f->item->event.status = status;
    hand_over(f->line, f->item);
    f->item = NULL;
}

/* It cannot be asked, and why. */
static void give_up(struct fetch *f, const char *words)
{
    struct error e = {.language = f->line->language};
    if (!f->item)
        return;
    cannot_reach(f->line, words, &e);
    text_clear(&f->item->event.text);
    text_add(&f->item->event.text, "%s", e.text);
    answer(f, 0);
}

/* Frees the requests that are over; the rest too when all is. */
static void sweep_fetches(struct line *l, bool all)
{
    for (struct fetch **at = &l->fetches; *at;) {
        struct fetch *f = *at;
        if (f->gone || all) {
            *at = f->next;
            item_free(f->item);
            free(f);
        } else {
            at = &f->next;
        }
    }
}

/* Takes over the item. */
static void begin_fetch(struct line *l, struct item *item)
{
    char path[2 * ADDRESS_PATH];
    sweep_fetches(l, false);
    struct fetch *f = calloc(1, sizeof *f);
    if (!f) {
        item_free(item);
        return;
    }
    *f = (struct fetch){.next = l->fetches, .line = l, .item = item};
    l->fetches = f;
    snprintf(path, sizeof path, "%s%s", l->address.folder, item->event.path);
    struct lws_client_connect_info i = connection(l, path);
    i.method = "GET";
    i.opaque_user_data = f;
    if (!lws_client_connect_via_info(&i)) {
        give_up(f, strerror(errno));
        f->gone = true;
    }
}

static int read_page(struct lws *wsi)
{
    char part[LWS_PRE + 4096], *at = part + LWS_PRE;
    int room = sizeof part - LWS_PRE;
    return lws_http_client_read(wsi, &at, &room) < 0 ? -1 : 0;
}

static int page_call(struct lws *wsi, struct fetch *f, enum lws_callback_reasons reason, void *in,
                     size_t size)
{
    switch (reason) {
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_page(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        if (f->item)
            text_put(&f->item->event.text, in, size);
        return f->item && f->item->event.text.size > MESSAGE_MOST ? -1 : 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        answer(f, (int)lws_http_client_http_response(wsi));
        return -1; /* one request a connection */
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        give_up(f, in ? in : strerror(errno));
        return 0;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        give_up(f, strerror(ECONNRESET));
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        f->gone = true;
        return 0;
    default:
        return 0;
    }
}

/* --- Sending ---------------------------------------------------------------------------------- */

/* The next message that belongs to this connection. Pages are asked for on the way. */
static struct item *next_out(struct line *l)
{
    struct item *i;
    do {
        pthread_mutex_lock(&l->lock);
        i = queue_take(&l->out);
        pthread_mutex_unlock(&l->lock);
        if (i && i->page) {
            begin_fetch(l, i);
        } else if (i && (i->connection != l->connection || !l->open)) {
            item_free(i);
        } else {
            return i;
        }
    } while (true);
}

static int send_next(struct line *l)
{
    struct item *i = next_out(l);
    if (!i)
        return 0;
    struct text *t = &i->event.text; /* begins with room for the head of a frame */
    int sent =
        lws_write(l->socket, (unsigned char *)t->at + LWS_PRE, t->size - LWS_PRE, LWS_WRITE_TEXT);
    item_free(i);
    if (sent < 0)
        return -1;
    lws_callback_on_writable(l->socket);
    return 0;
}

/* The other thread wants something. */
static void woken(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    bool few = l->throttled && l->in.size <= WAITING_FEW;
    l->throttled = l->throttled && !few;
    pthread_mutex_unlock(&l->lock);
    if (few && l->socket)
        lws_rx_flow_control(l->socket, 1);
    if (l->open)
        lws_callback_on_writable(l->socket);
    else
        next_out(l); /* only asks for pages: nothing can be sent */
}

/* --- The thread ------------------------------------------------------------------------------- */

static int call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t size)
{
    (void)user;
    struct line *l = lws_context_user(lws_get_context(wsi));
    struct fetch *f = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (f)
        return page_call(wsi, f, reason, in, size);
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        woken(l);
        return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        opened(l);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(l, wsi, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_next(l);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        closing(l, in, size);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        failed(l, wsi, in ? in : strerror(errno));
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        closed(l);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

static const struct lws_protocols protocols[] = {{.name = protocol, .callback = call}, {0}};

static void *run(void *of)
{
    struct line *l = of;
    connect_now(l);
    while (!atomic_load(&l->stop) && lws_service(l->context, 0) >= 0)
        ;
    return NULL;
}

/* Signals are for the threads of whoever uses the line. */
static bool start(struct line *l)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&l->thread, NULL, run, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* --- For its user ----------------------------------------------------------------------------- */

static struct lws_context *new_context(struct line *l)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = l,
        .fd_limit_per_thread = DESCRIPTORS,
        .options = l->address.secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

struct line *line_new(const struct address *a, struct error *e)
{
    struct line *l = calloc(1, sizeof *l);
    if (!l) {
        error_no_memory(e);
        return NULL;
    }
    *l = (struct line){.address = *a,
                       .language = e->language,
                       .why = {.language = e->language},
                       .pause = FIRST_PAUSE,
                       .ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    address_place(a, l->host);
    queue_init(&l->in);
    queue_init(&l->out);
    pthread_mutex_init(&l->lock, NULL);
    l->context = l->ready < 0 ? NULL : new_context(l);
    if (l->context && start(l))
        return l;
    error_set(e, "the connection cannot be prepared; close other programs and try again");
    if (l->context)
        lws_context_destroy(l->context);
    if (l->ready >= 0)
        close(l->ready);
    pthread_mutex_destroy(&l->lock);
    free(l);
    return NULL;
}

void line_free(struct line *l)
{
    if (!l)
        return;
    atomic_store(&l->stop, true);
    lws_cancel_service(l->context);
    pthread_join(l->thread, NULL);
    lws_context_destroy(l->context);
    sweep_fetches(l, true);
    queue_clear(&l->in);
    queue_clear(&l->out);
    text_free(&l->part);
    close(l->ready);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

int line_descriptor(const struct line *l)
{
    return l->ready;
}

bool line_take(struct line *l, struct line_event *event)
{
    eventfd_t count;
    pthread_mutex_lock(&l->lock);
    struct item *i = queue_take(&l->in);
    if (!l->in.size)
        eventfd_read(l->ready, &count);
    bool few = l->throttled && l->in.size == WAITING_FEW;
    if (i && i->event.kind == LINE_OPEN)
        l->taken = i->connection;
    pthread_mutex_unlock(&l->lock);
    if (few)
        lws_cancel_service(l->context);
    if (!i)
        return false;
    *event = i->event;
    free(i);
    return true;
}

/* Something for the thread. */
static bool give(struct line *l, struct item *i)
{
    pthread_mutex_lock(&l->lock);
    i->connection = l->taken;
    queue_add(&l->out, i);
    pthread_mutex_unlock(&l->lock);
    lws_cancel_service(l->context);
    return true;
}

bool line_send(struct line *l, const char *text)
{
    struct item *i = calloc(1, sizeof *i);
    if (!i)
        return false;
    text_add(&i->event.text, "%*s%s", LWS_PRE, "", text);
    if (!i->event.text.failed)
        return give(l, i);
    item_free(i);
    return false;
}

bool line_fetch(struct line *l, const char *path)
{
    struct item *i = calloc(1, sizeof *i);
    if (!i)
        return false;
    i->page = true;
    snprintf(i->event.path, sizeof i->event.path, "%s", path);
    return give(l, i);
}
