#include "server/company.h"
#include "server/office.h"

#include <malloc.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A socket has a buffer of its own for what comes in: most commands fit, longer ones come in parts.
 */
enum { RECEIVE_BYTES = 160, SEND_BYTES = 65536 };

enum { FILES_MOST = 65536, FILES_OWN = 64 };

enum { RETRY_MILLISECONDS = 500, TICK_MILLISECONDS = 1000, SOON_MILLISECONDS = 10 };

int64_t server_now(struct server *s)
{
    return (int64_t)(uv_hrtime() / 1000000) + s->clock_offset;
}

/* --- The hall's host -------------------------------------------------------------------------- */

static struct bot *host_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    struct bot *b = bot_new(name, e);
    if (b)
        bot_background(b);
    return b;
}

static void host_random(void *context, void *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static void host_digest(void *context, const void *bytes, size_t size,
                        unsigned char out[DIGEST_BYTES])
{
    (void)context;
    crypto_hash_sha256(out, bytes, size);
}

static void host_keep_table(void *context, struct room_head *head)
{
    struct server *s = context;
    head->key = vault_key(s->vault);
    struct vault_table t = {.key = head->key,
                            .id = head->id,
                            .secret = head->secret,
                            .public = head->public,
                            .open = head->open,
                            .opened = head->opened};
    must(vault_add_table(s->vault, &t));
}

static void host_keep_entry(void *context, const struct room_head *head, uint64_t number,
                            const char *line)
{
    struct server *s = context;
    s->counts.entries++;
    must(vault_add_entry(s->vault, head->key, number, line));
}

static void host_keep_picture(void *context, const struct room_head *head,
                              const struct text *picture)
{
    struct server *s = context;
    must(vault_add_picture(s->vault, head->key, picture->at, picture->size));
}

static bool host_load_picture(void *context, const struct room_head *head, struct text *out)
{
    struct server *s = context;
    return vault_picture(s->vault, head->key, out);
}

bool server_asks_to_wait(struct error *e)
{
    return e->later && error_set(e, "Nothing can be kept just now; wait a moment and try again.");
}

static bool host_load(void *context, const struct room_head *head, uint64_t after,
                      bool (*line)(void *to, const char *words, struct error *e), void *to,
                      struct error *e)
{
    struct server *s = context;
    return vault_entries(s->vault, head->key, after, line, to, e) || server_asks_to_wait(e);
}

static void host_close_table(void *context, const struct room_head *head)
{
    struct server *s = context;
    must(vault_close_table(s->vault, head->key));
}

static bool host_was_here(void *context, const char *id)
{
    struct server *s = context;
    return vault_knows(s->vault, id);
}

static void host_ready(void *context, void *socket)
{
    socket_ready(context, socket);
}

static bool host_may_open(void *context, void *socket)
{
    return gate_may_open(context, socket);
}

static bool host_may_talk(void *context, void *socket, const char *guest, const char *table)
{
    return gate_may_talk(context, socket, guest, table);
}

static uint64_t host_whence(void *context, void *socket)
{
    return gate_whence(context, socket);
}

static void host_opened(void *context, void *socket, struct room_head *head)
{
    (void)context;
    gate_opened(socket, head);
}

static void host_gone(void *context, const struct room_head *head)
{
    (void)context;
    gate_gone(head);
}

static void host_complain(void *context, const char *table, const char *why)
{
    (void)context;
    log_tell(LOG_ERROR, "set-aside", "Table {table} is set aside: {why}",
             (struct fact[]){{"table", table, 0}, {"why", why, 0}, {0}});
}

static struct hall *new_hall(struct server *s)
{
    struct hall_limits limits = hall_usual;
    struct hall_host host = {.context = s,
                             .bot = host_bot,
                             .think = think_begin,
                             .forget = think_forget,
                             .advise = advise_begin,
                             .cancel_hint = advise_forget,
                             .dealer = dealer_begin,
                             .dealer_free = dealer_end,
                             .random = host_random,
                             .digest = host_digest,
                             .keep_table = host_keep_table,
                             .keep_entry = host_keep_entry,
                             .keep_game = kept_add,
                             .load = host_load,
                             .keep_picture = host_keep_picture,
                             .load_picture = host_load_picture,
                             .layout = server_layout,
                             .close_table = host_close_table,
                             .was_here = host_was_here,
                             .may_open = host_may_open,
                             .elsewhere = relay_elsewhere,
                             .where = relay_where,
                             .greet = welcome_greet,
                             .forbids = welcome_forbids,
                             .account = welcome_account,
                             .opened = host_opened,
                             .gone = host_gone,
                             .may_talk = host_may_talk,
                             .whence = host_whence,
                             .ready = host_ready,
                             .complain = host_complain};
    limits.tables = s->settings.tables;
    limits.awake = s->settings.awake;
    return hall_new(&host, &limits);
}

/* --- The end of a turn: what has happened is written, then told ------------------------------- */

/* What was not written because another server has the tables now is never acknowledged. */
static bool is_lost(struct server *s)
{
    bool well =
        s->company ? company_is_well(s) : keeper_is_busy(s->keeper) || !vault_lost(s->vault, 0);
    if (s->lost || well)
        return s->lost;
    log_tell(LOG_ERROR, "taken-over", "Another server has taken over the tables; this one stops.",
             (struct fact[]){{0}});
    s->lost = true;
    server_stop(s);
    return true;
}

/* A try to write has come to its end. */
static void on_kept(struct server *s, const struct error *e)
{
    if (is_lost(s))
        return;
    if (!e) {
        s->counts.commits++;
        if (s->troubled) {
            s->troubled = false;
            hall_trouble(s->hall, NULL);
            log_tell(LOG_NOTE, "kept-again", "Tables are kept again.", (struct fact[]){{0}});
        }
        hall_kept(s->hall);
        return;
    }
    if (!s->troubled)
        log_tell(LOG_ERROR, "not-kept", "No table goes on until this is mended: {why}",
                 (struct fact[]){{"why", e->text, 0}, {0}});
    s->troubled = true;
    s->retry = uv_now(&s->loop) + RETRY_MILLISECONDS;
    hall_trouble(s->hall, "Nothing can be kept just now; wait a moment and try again.");
}

/* While one batch is being written the next gathers; a batch that failed is tried again. */
static void settle(struct server *s)
{
    if (s->lost || keeper_is_busy(s->keeper) || (s->troubled && uv_now(&s->loop) < s->retry))
        return;
    if (!s->troubled)
        hall_keeping(s->hall);
    if (vault_take(s->vault))
        keeper_write(s->keeper);
    else
        hall_kept(s->hall); /* answers to what was written before */
}

static void end_turn(struct server *s)
{
    settle(s);
    socket_send_ready(s);
    company_flush(s);
    s->told = uv_hrtime();
}

void server_flush_if_late(struct server *s)
{
    enum { NANOSECONDS = 2000000 };
    if (uv_hrtime() - s->told < NANOSECONDS)
        return;
    keeper_look(s->keeper);
    end_turn(s);
}

static void on_before(uv_prepare_t *handle)
{
    end_turn(handle->data);
}

static void on_after(uv_check_t *handle)
{
    end_turn(handle->data);
}

static bool may_go(void *hall, const char *table)
{
    return hall_forget(hall, table);
}

static const int64_t hour = 3600000, day = 86400000;

/* What the clock said so many days ago, of days that the server has seen itself; 0 is never. */
static int64_t days_ago(const struct server *s, int days)
{
    int64_t then = vault_elapsed(s->vault) - days * day;
    return days && then >= 0 ? vault_clock_at(s->vault, then) : 0;
}

/* What is older than it is to be kept goes. */
static void forget_old(struct server *s)
{
    struct error e = {0};
    int64_t before = days_ago(s, s->settings.keep), records = days_ago(s, s->settings.keep_records);
    int tables =
        before || records ? vault_forget(s->vault, before, records, may_go, s->hall, &e) : 0;
    if (tables < 0)
        log_tell(LOG_ERROR, "not-forgotten", "Old tables could not be forgotten: {why}",
                 (struct fact[]){{"why", e.text, 0}, {0}});
    else if (tables > 0)
        log_tell(LOG_NOTE, "forgotten",
                 "{tables} tables were forgotten, on which nothing had happened for {days} days.",
                 (struct fact[]){{"tables", NULL, tables}, {"days", NULL, s->settings.keep}, {0}});
}

/* Once an hour it is noted for how long the server has run. Things grow old by that alone: a clock
 * that is wrong when it starts makes nothing old. */
static void grow_older(struct server *s)
{
    int64_t now = (int64_t)(uv_hrtime() / 1000000), elapsed = now - s->began;
    if (elapsed - vault_elapsed(s->vault) >= hour)
        must(vault_see(s->vault, elapsed, server_now(s)));
    if (elapsed >= s->forget && !vault_pending(s->vault)) {
        s->forget = elapsed + day;
        forget_old(s);
    }
}

/* Tables that have gone to sleep, and people who have gone, give their pages back. */
static void trim(struct server *s)
{
    int size = hall_awake(s->hall) + hall_tables(s->hall) + hall_visitors(s->hall);
    if (server_now(s) < s->trim)
        return;
    if (size < s->size) {
        vault_trim(s->vault);
        text_free(&s->out);
        malloc_trim(0);
    }
    s->size = size;
    s->trim = server_now(s) + TICK_MILLISECONDS;
}

static void on_timer(uv_timer_t *handle)
{
    struct server *s = handle->data;
    if (!server_stands_still(s))
        hall_time(s->hall, server_now(s));
    is_lost(s);
    grow_older(s);
    socket_sweep(s);
    advise_sweep(s);
    office_tick(s);
    trim(s);
    if (s->told_all && hall_visitors(s->hall) == 0)
        uv_stop(&s->loop);
    int64_t wait = hall_wake(s->hall) - server_now(s);
    int64_t most = socket_listen(s) ? SOON_MILLISECONDS : TICK_MILLISECONDS;
    uint64_t next = wait < 1 ? 1 : (uint64_t)(wait < most ? wait : most);
    uv_timer_start(&s->timer, on_timer, next, 0);
}

void server_set_clock(struct server *s, int64_t now)
{
    int64_t offset = now - (int64_t)(uv_hrtime() / 1000000);
    if (offset > s->clock_offset)
        s->clock_offset = offset;
}

bool server_stands_still(const struct server *s)
{
    return s->company && s->stopping;
}

void server_farewell(struct server *s)
{
    s->told_all = true;
    socket_farewell(s);
    if (hall_visitors(s->hall) == 0)
        uv_stop(&s->loop);
}

void server_stop(struct server *s)
{
    if (s->stopping)
        uv_stop(&s->loop);
    else
        log_tell(LOG_NOTE, "stopping", "Stopping; {visitors} visitors are told.",
                 (struct fact[]){{"visitors", NULL, hall_visitors(s->hall)}, {0}});
    s->stopping = true;
    if (s->company && !s->lost)
        company_leave(s);
    else
        server_farewell(s);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    server_stop(handle->data);
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static bool recall(void *to, const struct vault_table *t)
{
    struct server *s = to;
    struct room_head head = {.key = t->key,
                             .public = t->public,
                             .open = t->open,
                             .opened = t->opened,
                             .entries = t->entries};
    snprintf(head.id, sizeof head.id, "%s", t->id);
    memcpy(head.secret, t->secret, sizeof head.secret);
    return hall_register_saved(s->hall, &head);
}

const struct lws_protocols server_protocols[] = {
    {.name = "pairs-1",
     .callback = socket_call,
     .per_session_data_size = sizeof(struct session),
     .rx_buffer_size = RECEIVE_BYTES,
     .tx_packet_size = SEND_BYTES},
    {0},
};

/* As many connections as the system allows, but not so many that lists of them are long; and some
 * files are our own. */
static void raise_files(struct server *s)
{
    struct rlimit files = {0};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < FILES_MOST ? files.rlim_max : FILES_MOST;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    s->connections_most =
        (int)(files.rlim_cur / 2 > FILES_OWN ? files.rlim_cur - FILES_OWN : files.rlim_cur / 2);
}

static bool has_file(const char *path, const char *what, struct error *e)
{
    return access(path, R_OK) == 0 ||
           error_set(e, "%s cannot be read: %s; expected a file of PEM", what, path);
}

/* Both files, or neither. */
static bool take_tls(struct server *s, struct lws_context_creation_info *info, struct error *e)
{
    const char *certificate = s->settings.tls_certificate, *key = s->settings.tls_key;
    if (!certificate[0] && !key[0])
        return true;
    if (!certificate[0] || !key[0])
        return error_set(e, "tls-certificate and tls-key go together; expected both or none");
    if (!has_file(certificate, "tls-certificate", e) || !has_file(key, "tls-key", e))
        return false;
    info->ssl_cert_filepath = certificate;
    info->ssl_private_key_filepath = key;
    info->alpn = "http/1.1";
    info->ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
    info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    return true;
}

static bool listen_on(struct server *s, struct error *e)
{
    /* Its timers stand in a sorted list, which is long where each connection has one: see
     * socket_listen. */
    static const lws_retry_bo_t no_timers = {0};
    void *loops[] = {&s->loop};
    unsigned request = (unsigned)s->settings.request;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, /* see door.c */
        .protocols = server_protocols,
        .gid = -1,
        .uid = -1,
        .user = s,
        .foreign_loops = loops,
        .pcontext = &s->context,
        .retry_and_idle_policy = &no_timers,
        .timeout_secs = request,
        .timeout_secs_ah_idle = request,
        .keepalive_timeout = s->settings.request,
        .headers = gate_headers(s->settings.tls_certificate[0]),
        .server_string = "pairs",
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_VALIDATE_UTF8};
    if (!take_tls(s, &info, e))
        return false;
    s->context = lws_create_context(&info);
    if (!s->context)
        return error_set(e, "libwebsockets cannot begin; see that libwebsockets-evlib-uv is there");
    s->vhost = lws_create_vhost(s->context, &info);
    if (!s->vhost)
        return error_set(e, "libwebsockets cannot begin; see that tls-certificate and tls-key "
                            "belong together");
    return door_open(s, e);
}

static bool start_handles(struct server *s)
{
    if (uv_loop_init(&s->loop) != 0)
        return false;
    uv_prepare_init(&s->loop, &s->before);
    uv_check_init(&s->loop, &s->after);
    uv_timer_init(&s->loop, &s->timer);
    uv_timer_init(&s->loop, &s->rest);
    uv_signal_init(&s->loop, &s->terminate);
    uv_signal_init(&s->loop, &s->interrupt);
    s->before.data = s->after.data = s->timer.data = s->rest.data = s->terminate.data =
        s->interrupt.data = s;
    uv_prepare_start(&s->before, on_before);
    uv_check_start(&s->after, on_after);
    uv_timer_start(&s->timer, on_timer, 0, 0);
    uv_signal_start(&s->terminate, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    return true;
}

/* What libwebsockets and the threads of bots still hold comes back through the loop. */
static void end_handles(struct server *s)
{
    uv_handle_t *own[] = {(uv_handle_t *)&s->before,    (uv_handle_t *)&s->after,
                          (uv_handle_t *)&s->timer,     (uv_handle_t *)&s->rest,
                          (uv_handle_t *)&s->terminate, (uv_handle_t *)&s->interrupt};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        uv_close(own[i], NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    lws_context_destroy(s->context); /* the rest of it; it may have come to its end by itself */
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
}

static void tell_start(const struct server *s, int port)
{
    log_tell(LOG_NOTE, "started",
             "Started on {address} port {port} with {tables} tables of {data}.",
             (struct fact[]){
                 {"address", s->settings.address, 0},
                 {"port", NULL, port},
                 {"tables", NULL, hall_tables(s->hall)},
                 {"data", vault_is_address(s->settings.data) ? "a database" : s->settings.data, 0},
                 {0}});
}

/* Serves until it is told to stop, with a data file that is open and a loop that can run. */
static bool serve(struct server *s, void (*listening)(void *context, int port), void *context,
                  struct error *e)
{
    s->hall = new_hall(s);
    gate_measures(s);
    raise_files(s);
    s->crew = crew_new(&s->loop);
    s->keeper = s->crew ? keeper_new(s, on_kept, e) : NULL;
    bool fine = (s->crew || error_no_memory(e)) && s->keeper && (s->hall || error_no_memory(e)) &&
                vault_tables(s->vault, recall, s, e);
    if (fine)
        hall_time(s->hall, server_now(s));
    fine = fine && office_open(s, e) && (!s->settings.link[0] || company_open(s, e)) &&
           listen_on(s, e);
    if (fine) {
        listening(context, s->door.port);
        tell_start(s, s->door.port);
        uv_run(&s->loop, UV_RUN_DEFAULT);
    }
    keeper_end(s->keeper);
    fine = fine && vault_commit(s->vault, e);
    study_stop(s);
    office_close(s);
    company_close(s);
    door_close(s);
    lws_context_destroy(s->context);
    hall_free(s->hall);
    crew_end(s->crew);
    end_handles(s);
    study_end(s);
    office_free(s);
    company_free(s);
    transcripts_end(s);
    prints_end(s);
    catalogue_free(s->catalogue);
    address_clear(&s->addresses);
    purses_clear(&s->persons);
    purses_clear(&s->tables);
    return fine;
}

/* Where the time of day was set back since the last entry, it goes on from there. */
static void start_clock(struct server *s)
{
    struct timespec date;
    clock_gettime(CLOCK_REALTIME, &date);
    int64_t now = (int64_t)date.tv_sec * 1000 + date.tv_nsec / 1000000;
    int64_t latest = vault_latest(s->vault);
    int64_t began = (int64_t)(uv_hrtime() / 1000000);
    s->clock_offset = (now > latest ? now : latest) - began;
    s->began = began - vault_elapsed(s->vault);
    s->forget = vault_elapsed(s->vault) + hour; /* not when it starts */
}

bool server_run(const struct server_settings *settings, void (*listening)(void *context, int port),
                void *context, struct error *e)
{
    struct server s = {.settings = *settings};
    log_begin(settings->log);
    if (sodium_init() < 0)
        return error_set(e, "the system gives no random numbers");
    s.vault = settings->link[0] ? vault_join(settings->data, e) : vault_open(settings->data, e);
    if (s.vault)
        start_clock(&s);
    bool fine =
        s.vault && (start_handles(&s) || error_no_memory(e)) && serve(&s, listening, context, e);
    text_free(&s.out);
    vault_close(s.vault);
    if (fine)
        log_tell(LOG_NOTE, "stopped", "Stopped; all is kept.", (struct fact[]){{0}});
    return fine;
}
