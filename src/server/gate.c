/* Who may come in, from where, and how often. */
#include "server/inside.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

enum {
    BURST = 2,         /* messages of so many seconds may come at once */
    CONNECTIONS = 100, /* of one address, if nothing else is set, */
    TABLES = 100,      /* and tables that it opens in an hour, or has at once */
    TALK_BURST = 6,    /* what may be said in the sixth part of a minute may be said at once, */
    TALKERS = 4,       /* and as much as so many say may all of an address, or of a table */
    BYTES_AT_ONCE = 8 << 20,    /* that are made for an address, */
    BYTES_A_SECOND = 2 << 20,   /* and on average; */
    MILLISECONDS_AT_ONCE = 400, /* the same of the time in which everybody else waits */
    MILLISECONDS_A_SECOND = 200,
    HELD_MOST = 4 << 20,    /* bytes of answers that wait for an address to take them */
    ARRIVAL_SECONDS = 5,    /* in which an address may come with all its connections anew */
    STRANGERS_AT_ONCE = 25, /* that come, and */
    STRANGER_SECONDS = 10,  /* all anew in so many seconds */
    ADDRESS_TIMES = 25,     /* as much as so many connections may all of an address send */
    FORWARDED_ROOM = 1024,  /* of X-Forwarded-For */
    KEY_TEXT = 24,          /* of Sec-WebSocket-Key: 16 bytes in base 64 */
};

struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* The style sheet that stands in every picture (lab/plot.c), by its hash: nothing else in its place
 * is heeded. */
#define STYLE_OF_PICTURES "'sha256-WLmyiYCfU6kURit8pJA/MxyxHGyOl61YrMD78fKEWN0='"

/* With every answer, errors included: nothing but our own runs in a page of ours, the engine as
 * WebAssembly among it, it speaks to us alone, and nobody shows it inside of theirs. */
static const struct lws_protocol_vhost_options headers[] = {
    {.name = "strict-transport-security:", .value = "max-age=31536000", .next = &headers[1]},
    {.name = "content-security-policy:",
     .value = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
              "connect-src 'self'; style-src 'self' " STYLE_OF_PICTURES "; img-src 'self' data:; "
              "font-src 'self'; manifest-src 'self'; "
              "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
     .next = &headers[2]},
    {.name = "x-content-type-options:", .value = "nosniff", .next = &headers[3]},
    {.name = "x-frame-options:", .value = "DENY", .next = &headers[4]},
    {.name = "referrer-policy:", .value = "no-referrer"},
};

const struct lws_protocol_vhost_options *gate_headers(bool tls)
{
    return tls ? headers : headers + 1;
}

/* --- Who may connect -------------------------------------------------------------------------- */

static bool header(struct lws *wsi, enum lws_token_indexes which, char out[], int room)
{
    out[0] = '\0';
    return lws_hdr_copy(wsi, out, room, which) > 0;
}

/* Whether nobody but us can have given that name to this machine: an address, or a name that no
 * name server of the internet answers for. Any other one somebody may have had lead here after
 * their page was loaded from elsewhere (DNS rebinding), and then it is their page that has it as
 * its origin. */
static bool is_private_name(const char *host)
{
    static const char *const ends[] = {".localhost", ".local", ".internal", ".home.arpa", ".lan"};
    unsigned char address[sizeof(struct in6_addr)];
    char name[200];
    size_t size = strcspn(host, ":");
    if (host[0] == '[') /* of an address of IPv6 only */
        return true;
    snprintf(name, sizeof name, "%.*s", (int)size, host);
    if (!strchr(name, '.') || inet_pton(AF_INET, name, address) == 1)
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (size > strlen(ends[i]) && strcasecmp(name + size - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

/* A page may connect if it is ours: its origin is the one we were told, or the host it asked for. A
 * proxy may speak TLS for us, and answers for its own names only; with TLS the name is that of the
 * certificate. What is no browser sends none. */
static bool is_our_page(struct lws *wsi)
{
    const struct server_settings *set = &server_of(wsi)->settings;
    char origin[256], host[200], open[256], closed[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
        !header(wsi, WSI_TOKEN_HOST, host, sizeof host))
        return false;
    if (set->origin[0])
        return strcmp(origin, set->origin) == 0;
    snprintf(open, sizeof open, "http://%s", host);
    snprintf(closed, sizeof closed, "https://%s", host);
    bool tls = set->tls_certificate[0];
    if (!tls && !set->proxy && !is_private_name(host))
        return false;
    return (!tls && strcmp(origin, open) == 0) ||
           ((tls || set->proxy) && strcmp(origin, closed) == 0);
}

/* The one version of the protocol that there is. */
static bool is_version(struct lws *wsi)
{
    char version[8];
    return header(wsi, WSI_TOKEN_VERSION, version, sizeof version) && strcmp(version, "13") == 0;
}

/* The status that an upgrade is refused with, 0 if it is not. */
static unsigned refusal(struct lws *wsi)
{
    char path[32];
    if (!header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
        return HTTP_STATUS_NOT_FOUND;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) == 0 ||
        lws_hdr_total_length(wsi, WSI_TOKEN_KEY) != KEY_TEXT ||
        lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) > 0)
        return HTTP_STATUS_BAD_REQUEST;
    if (!is_version(wsi))
        return UPGRADE_REQUIRED;
    if (server_of(wsi)->stopping) /* which it would wait for again: pages connect at once */
        return HTTP_STATUS_SERVICE_UNAVAILABLE;
    return is_our_page(wsi) ? 0 : HTTP_STATUS_FORBIDDEN;
}

/* --- From where ------------------------------------------------------------------------------- */

void gate_measures(struct server *s)
{
    double rate = s->settings.messages, talk = s->settings.talk;
    double tables = s->settings.openings ? s->settings.openings : TABLES;
    double connections = s->settings.connections ? s->settings.connections : CONNECTIONS;
    s->messages = (struct allowance){.most = BURST * rate, .per_second = rate};
    s->addresses.tariff = (struct tariff){
        .of = {[ARRIVALS] = {BURST * connections, connections / ARRIVAL_SECONDS},
               [STRANGERS] = {STRANGERS_AT_ONCE, (double)STRANGERS_AT_ONCE / STRANGER_SECONDS},
               [MESSAGES] = {ADDRESS_TIMES * BURST * rate, ADDRESS_TIMES * rate},
               [OPENINGS] = {tables, tables / 3600},
               [TALK] = {TALKERS * talk / TALK_BURST, TALKERS * talk / 60},
               [BYTES] = {BYTES_AT_ONCE, BYTES_A_SECOND},
               [TIME] = {MILLISECONDS_AT_ONCE, MILLISECONDS_A_SECOND}}};
    s->persons.tariff = (struct tariff){.of = {[TALK] = {talk / TALK_BURST, talk / 60}}};
    s->tables.tariff =
        (struct tariff){.of = {[TALK] = {TALKERS * talk / TALK_BURST, TALKERS * talk / 60}}};
}

/* Whoever is on this machine can do worse than fill tables: unless limits are set it has none. */
static bool is_free(const struct address *a, int setting)
{
    return a->own && !setting;
}

struct address *gate_address(const struct session *x)
{
    return x->far ? x->address : lws_get_opaque_user_data(x->wsi);
}

bool gate_may_open(struct server *s, const struct session *x)
{
    struct address *a = gate_address(x);
    int most = s->settings.openings ? s->settings.openings : TABLES;
    return is_free(a, s->settings.openings) ||
           (address_has_tables(a, most) &&
            address_pay(&s->addresses, a, OPENINGS, 1, uv_now(&s->loop)));
}

bool gate_may_talk(struct server *s, const struct session *x, const char *guest, const char *table)
{
    uint64_t now = uv_now(&s->loop);
    struct address *a = gate_address(x);
    bool free = is_free(a, s->settings.connections);
    struct purse *person = purse_of(&s->persons, purse_number(guest), now),
                 *room = purse_of(&s->tables, purse_number(table), now);
    if (!person || !room || !purse_has(person, &s->persons.tariff, 1, TALK, 1, now) ||
        !purse_has(room, &s->tables.tariff, 1, TALK, 1, now) ||
        !(free || address_pay(&s->addresses, a, TALK, 1, now)))
        return false;
    purse_spend(person, &s->persons.tariff, 1, TALK, 1, now);
    purse_spend(room, &s->tables.tariff, 1, TALK, 1, now);
    return true;
}

uint64_t gate_whence(const struct server *s, const struct session *x)
{
    const struct address *a = gate_address(x);
    return is_free(a, s->settings.connections) ? 0 : (a->network ^ (uint64_t)a->bits) | 1;
}

bool gate_is_free(const struct server *s, const struct session *x)
{
    return is_free(gate_address(x), s->settings.connections);
}

void gate_opened(const struct session *x, struct room_head *head)
{
    head->opener = gate_address(x);
    address_tables(head->opener, 1);
}

void gate_gone(const struct room_head *head)
{
    address_tables(head->opener, -1);
}

/* Where something is not known the next narrower stands for it. The same number means something
 * else at each place. */
void gate_payers(const struct address *a, const char *guest, const char *table,
                 uint64_t payer[PAYERS])
{
    const struct address *widest = a;
    while (widest && widest->wider)
        widest = widest->wider;
    payer[3] = purse_number(table);
    payer[2] = *guest ? purse_number(guest) : payer[3];
    payer[1] = a ? a->network * 2 + (uint64_t)a->bits : payer[2];
    payer[0] = widest ? widest->network * 2 + (uint64_t)widest->bits : payer[1];
    for (int i = 0; i < PAYERS; i++)
        payer[i] = (payer[i] + (uint64_t)i) * UINT64_C(0x9E3779B97F4A7C15) | 1;
}

void gate_payers_of_session(const struct session *x, uint64_t payer[PAYERS])
{
    gate_payers(gate_address(x), hall_guest(x->visitor), "", payer);
}

void gate_payers_of_room(const struct room *r, uint64_t payer[PAYERS])
{
    const char *guest;
    const struct session *x = room_socket(r, &guest);
    gate_payers(x ? gate_address(x) : room_head(r)->opener, guest, room_head(r)->id, payer);
}

/* To let somebody in costs more than to send them away; so an address from which come many who then
 * send nothing sensible is kept waiting. */
static bool may_come(struct server *s, struct address *a)
{
    int most = s->settings.connections ? s->settings.connections : CONNECTIONS;
    uint64_t now = uv_now(&s->loop);
    if (welcome_is_banned(s, a))
        return false;
    return is_free(a, s->settings.connections) ||
           (address_has_room(a, most) && address_pay(&s->addresses, a, STRANGERS, 1, now) &&
            address_pay(&s->addresses, a, ARRIVALS, 1, now));
}

void gate_know(struct server *s, struct session *x, struct lws *wsi)
{
    struct address *a = lws_get_opaque_user_data(wsi);
    if (a && !x->known)
        address_spend(&s->addresses, a, STRANGERS, -1, uv_now(&s->loop));
    x->known = true;
}

/* Counts a connection to an address, and no longer to the one from before, if that may have one
 * more. */
static bool belong(struct server *s, struct lws *wsi, struct address *a)
{
    struct address *before = lws_get_opaque_user_data(wsi);
    if (a && a == before)
        return true;
    if (!a || !may_come(s, a))
        return false;
    address_come(&s->addresses, a);
    if (before)
        address_go(&s->addresses, before);
    lws_set_opaque_user_data(wsi, a);
    return true;
}

/* Many at once are not told one by one: a log is no place that others can fill. */
void gate_cut_off(struct server *s, const struct address *a, const char *why)
{
    static const struct allowance lines = {.most = 20, .per_second = 2};
    char address[ADDRESS_TEXT] = "somewhere";
    s->counts.cut_off++;
    if (!bucket_take(&s->cut_off.lines, &lines, uv_now(&s->loop))) {
        s->cut_off.untold++;
        return;
    }
    if (a)
        address_write(a, address);
    log_tell(LOG_WARNING, "cut-off", "Somebody at {address} was cut off: {why}.",
             (struct fact[]){{"address", address, 0}, {"why", why, 0}, {0}});
    if (s->cut_off.untold)
        log_tell(LOG_WARNING, "cut-off-more", "{count} others were cut off before.",
                 (struct fact[]){{"count", NULL, s->cut_off.untold}, {0}});
    s->cut_off.untold = 0;
}

/* A proxy may have as many connections as there are. */
struct address *gate_admit(struct server *s, int socket)
{
    struct address *a = address_of_peer(&s->addresses, socket, uv_now(&s->loop));
    if (a && s->addresses.connections < s->connections_most &&
        (s->settings.proxy || may_come(s, a)))
        return a;
    gate_cut_off(s, a, "too many connections");
    return NULL;
}

void gate_forget(struct server *s, struct lws *wsi)
{
    struct address *a = lws_get_opaque_user_data(wsi);
    if (a)
        address_go(&s->addresses, a);
    lws_set_opaque_user_data(wsi, NULL);
}

/* The client of a proxy: the last one that X-Forwarded-For names, which the proxy has written
 * itself. What stands before it anybody may have made up. */
static bool take_forwarded(struct server *s, struct lws *wsi)
{
    char all[FORWARDED_ROOM];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) == 0)
        return true;
    if (!header(wsi, WSI_TOKEN_X_FORWARDED_FOR, all, sizeof all))
        return false;
    char *last = strrchr(all, ',');
    last = last ? last + 1 : all;
    last += strspn(last, " ");
    return belong(s, wsi, address_of_words(&s->addresses, last, uv_now(&s->loop)));
}

bool gate_may_ask(struct server *s, struct lws *wsi)
{
    if (s->settings.proxy && !take_forwarded(s, wsi))
        return false;
    struct address *a = lws_get_opaque_user_data(wsi);
    uint64_t now = uv_now(&s->loop);
    return is_free(a, s->settings.connections) ||
           (a->held < HELD_MOST && address_has(&s->addresses, a, BYTES, 0, now) &&
            address_has(&s->addresses, a, TIME, 0, now) &&
            address_pay(&s->addresses, a, MESSAGES, 1, now));
}

double gate_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / 1000000;
}

void gate_spend(struct server *s, struct address *a, size_t bytes, double since)
{
    uint64_t now = uv_now(&s->loop);
    if (is_free(a, s->settings.connections))
        return;
    address_spend(&s->addresses, a, BYTES, (double)bytes, now);
    if (since > 0)
        address_spend(&s->addresses, a, TIME, gate_clock() - since, now);
}

bool gate_may_work(struct server *s, const struct session *x)
{
    struct address *a = gate_address(x);
    return is_free(a, s->settings.connections) ||
           address_has(&s->addresses, a, TIME, 0, uv_now(&s->loop));
}

bool gate_may_be_told(struct server *s, const struct session *x)
{
    struct address *a = gate_address(x);
    return is_free(a, s->settings.connections) ||
           address_has(&s->addresses, a, BYTES, 0, uv_now(&s->loop));
}

bool gate_may_send(struct server *s, struct session *x)
{
    uint64_t now = uv_now(&s->loop);
    struct address *a = lws_get_opaque_user_data(x->wsi);
    return bucket_take(&x->messages, &s->messages, now) &&
           (is_free(a, s->settings.connections) || address_pay(&s->addresses, a, MESSAGES, 1, now));
}

/* Says which version there is. */
static bool refuse_version(struct lws *wsi)
{
    unsigned char head[LWS_PRE + 512], *at = head + LWS_PRE, *end = head + sizeof head;
    return lws_add_http_common_headers(wsi, UPGRADE_REQUIRED, NULL, 0, &at, end) == 0 &&
           lws_add_http_header_by_name(wsi, (const unsigned char *)"sec-websocket-version:",
                                       (const unsigned char *)"13", 2, &at, end) == 0 &&
           lws_finalize_write_http_header(wsi, head + LWS_PRE, &at, end) == 0;
}

static int refuse(struct lws *wsi, unsigned status)
{
    server_of(wsi)->counts.refused++;
    bool told = status == UPGRADE_REQUIRED ? refuse_version(wsi)
                                           : lws_return_http_status(wsi, status, NULL) == 0;
    return told ? 1 : -1;
}

/* Only to WebSocket, not to HTTP/2. */
int gate_confirm(struct server *s, struct lws *wsi, const char *to)
{
    if (strcasecmp(to, "websocket") != 0)
        return -1;
    if (!gate_may_ask(s, wsi))
        return refuse(wsi, TOO_MANY_REQUESTS);
    unsigned status = refusal(wsi);
    return status ? refuse(wsi, status) : 0;
}
