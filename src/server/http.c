#include "server/inside.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 4096,         /* of a page, at once: a slow reader costs no more */
    STALLED_SECONDS = 30, /* how long it may take nothing */
    HEAD_BYTES = 2048,    /* all headers of an answer */
    HEADER_BYTES = 256,   /* of one that says what is wanted that are looked at */
};

struct reply {
    struct lws *wsi; /* NULL: the one who asked has gone */
    struct page page;
    const struct language *language;
    bool ready, begun;
    bool bare;  /* the headers alone: HEAD, or the one who asks has it already */
    bool close; /* the connection ends: what else has come is not read */
    size_t sent;
    struct address *address; /* that its body waits for */
    size_t held;             /* bytes of that */
};

/* --- The request ------------------------------------------------------------------------------ */

static const struct language *language_named(const char *name, size_t size)
{
    for (const struct language *l = languages; l->name; l++)
        if (strlen(l->name) == size && strncasecmp(l->name, name, size) == 0)
            return l;
    return NULL;
}

/* Of the languages that we have the one that is wanted most, as "de-AT, en;q=0.5"; NULL if none is
 * wanted. */
static const struct language *language_wanted(const char *list)
{
    const struct language *best = NULL;
    double most = 0;
    while (*list) {
        list += strspn(list, " ,");
        size_t size = strcspn(list, ",");
        const struct language *l = language_named(list, strcspn(list, "-;, "));
        const char *quality = memmem(list, size, "q=", 2);
        double wanted = quality ? strtod(quality + 2, NULL) : 1;
        if (l && wanted > most) {
            best = l;
            most = wanted;
        }
        list += size;
    }
    return best;
}

/* Whether a list as "gzip, br;q=0.5" has a name, and does not say that it is unwanted. */
static bool is_taken(const char *list, const char *name)
{
    while (*list) {
        list += strspn(list, " ,");
        size_t size = strcspn(list, ","), word = strcspn(list, ",; ");
        if (word == strlen(name) && strncasecmp(list, name, word) == 0) {
            const char *quality = memmem(list, size, "q=", 2);
            return !quality || strtod(quality + 2, NULL) > 0;
        }
        list += size;
    }
    return false;
}

/* Where a list goes on: the name of a table. */
static bool read_after(struct request *q, const char *words, struct error *e)
{
    bool list = strcmp(q->path, "/api/tables") == 0 || strcmp(q->path, "/tables.html") == 0;
    if (!list || strlen(words) != TABLE_ID - 1)
        return error_set(e, "after is the name of a table, for a list of tables; expected what the "
                            "Link of the page before has");
    memcpy(q->after, words, TABLE_ID);
    return true;
}

/* What rules and score sheets are printed for; false if there is no such question. */
static bool read_agreed(struct request *q, const char *words)
{
    static const char option[] = "option=", players[] = "players=";
    if (strncmp(q->path, "/print/", strlen("/print/")) != 0)
        return false;
    if (strncmp(words, players, strlen(players)) == 0) {
        char *end;
        long count = strtol(words + strlen(players), &end, 10);
        q->players = *end || count < 1 || count > PLAYERS_MAX ? 0 : (int)count;
        return q->players;
    }
    if (strncmp(words, option, strlen(option)) != 0 || q->options == OPTIONS_ASKED)
        return false;
    snprintf(q->option[q->options++], QUERY_TEXT, "%s", words + strlen(option));
    return true;
}

static bool read_query(struct lws *wsi, struct request *q, struct error *e)
{
    static const char language[] = "language=", after[] = "after=";
    char words[QUERY_TEXT];
    for (int i = 0; lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        bool fits =
            lws_hdr_copy_fragment(wsi, words, sizeof words, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0;
        if (fits && strncmp(words, after, strlen(after)) == 0) {
            if (!read_after(q, words + strlen(after), e))
                return false;
            continue;
        }
        if (fits && read_agreed(q, words))
            continue;
        if (!fits || strncmp(words, language, strlen(language)) != 0)
            return error_set(e, "this page takes no such question; expected ?language=en or "
                                "?language=de, or nothing");
        const char *name = words + strlen(language);
        q->language = language_named(name, strlen(name));
        if (!q->language)
            return error_set(e, "language cannot be '%.20s'; expected en or de", name);
    }
    return true;
}

/* Who asks: "Bearer" and the token of a guest. */
static bool read_token(struct lws *wsi, struct request *q, struct error *e)
{
    static const char bearer[] = "Bearer ";
    char words[sizeof bearer + TOKEN_TEXT] = "";
    unsigned char digest[DIGEST_BYTES];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) <= 0)
        return true;
    const char *token = words + strlen(bearer);
    if (lws_hdr_copy(wsi, words, sizeof words, WSI_TOKEN_HTTP_AUTHORIZATION) < 0 ||
        strncasecmp(words, bearer, strlen(bearer)) != 0 || strlen(token) != TOKEN_TEXT - 1 ||
        strspn(token, "0123456789abcdef") != TOKEN_TEXT - 1)
        return error_set(e, "this is no authorisation; expected 'Bearer' and the 64 hexadecimal "
                            "digits of a token");
    crypto_hash_sha256(digest, (const unsigned char *)token, TOKEN_TEXT - 1);
    sodium_bin2hex(q->guest, sizeof q->guest, digest, sizeof digest);
    sodium_memzero(words, sizeof words);
    return welcome_person(q->server, q->guest) ||
           error_set(e, "Another token has taken the place of this one.");
}

/* Whether a body is announced by a name with a blank behind it: to libwebsockets that is a header
 * of somebody's own, to a proxy it may be the real one. */
static bool has_blank_name(struct lws *wsi)
{
    static const char *const names[] = {"transfer-encoding", "content-length", "host"};
    static const char blanks[] = "    ", tabs[] = "\t\t\t\t";
    char name[32];
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int many = 1; many < (int)sizeof blanks; many++) {
            int size = snprintf(name, sizeof name, "%s%.*s:", names[i], many, blanks);
            found = found || lws_hdr_custom_length(wsi, name, size) >= 0;
            snprintf(name, sizeof name, "%s%.*s:", names[i], many, tabs);
            found = found || lws_hdr_custom_length(wsi, name, size) >= 0;
        }
    return found;
}

/* What asks has no body: one that is announced, or said to be of two lengths, would be read as the
 * next request here and as part of this one elsewhere. */
static bool is_whole(struct lws *wsi, struct error *e)
{
    char size[4] = "";
    bool fine = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) <= 0 &&
                lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, 1) <= 0 &&
                lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) <= 0 && !has_blank_name(wsi);
    if (fine && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0)
        fine = lws_hdr_copy(wsi, size, sizeof size, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
               strcmp(size, "0") == 0;
    return fine || error_set(e, "a question has no body; expected neither Transfer-Encoding nor "
                                "a Content-Length but 0, and one Host");
}

static bool read_request(struct lws *wsi, struct request *q, struct error *e)
{
    char wanted[HEADER_BYTES] = "", taken[HEADER_BYTES] = "";
    lws_hdr_copy(wsi, wanted, sizeof wanted, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
    lws_hdr_copy(wsi, taken, sizeof taken, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    q->language = language_wanted(wanted);
    q->takes[ENCODING_BROTLI] = is_taken(taken, "br");
    q->takes[ENCODING_GZIP] = is_taken(taken, "gzip");
    q->takes[ENCODING_NONE] = true;
    bool fine = read_query(wsi, q, e);
    e->language = q->language;
    return fine && read_token(wsi, q, e);
}

/* --- The answer ------------------------------------------------------------------------------- */

struct headers {
    struct lws *wsi;
    unsigned char bytes[LWS_PRE + HEAD_BYTES], *at, *end;
    bool fine;
};

static void add(struct headers *h, const char *name, const char *value)
{
    h->fine = h->fine && lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                                     (const unsigned char *)value,
                                                     (int)strlen(value), &h->at, h->end) == 0;
}

static size_t page_size(const struct page *p)
{
    return p->lent.bytes ? p->lent.size : p->body.size;
}

/* What has a tag may be kept, but is asked for again: a newer server may tell something else. Only
 * a file whose name has its hash never changes. */
static void add_caching(struct headers *h, const struct page *p)
{
    bool for_good = p->file && p->file->for_good;
    add(h,
        "vary:", p->file ? "Accept-Encoding" : "Accept-Encoding, Accept-Language, Authorization");
    add(h, "cache-control:",
        for_good    ? "public, max-age=31536000, immutable"
        : p->tag[0] ? "no-cache"
                    : "no-store");
    if (p->tag[0])
        add(h, "etag:", p->tag);
}

static bool write_head(struct reply *r)
{
    const struct page *p = &r->page;
    struct headers h = {.wsi = r->wsi, .fine = true};
    char seconds[16], link[64];
    measure_http(&server_of(r->wsi)->measures, p->status);
    h.at = h.bytes + LWS_PRE;
    h.end = h.bytes + sizeof h.bytes - 1;
    h.fine = lws_add_http_common_headers(r->wsi, (unsigned)p->status, p->type, page_size(p), &h.at,
                                         h.end) == 0;
    if (!p->file)
        add(&h, "content-language:", r->language ? r->language->name : "en");
    if (p->encoding && p->encoding[0])
        add(&h, "content-encoding:", p->encoding);
    add_caching(&h, p);
    if (p->allow)
        add(&h, "allow:", p->allow);
    snprintf(link, sizeof link, "</api/tables?after=%s>; rel=\"next\"", p->next);
    if (p->next[0])
        add(&h, "link:", link);
    snprintf(seconds, sizeof seconds, "%d", p->retry);
    if (p->retry)
        add(&h, "retry-after:", seconds);
    return h.fine && lws_finalize_write_http_header(r->wsi, h.bytes + LWS_PRE, &h.at, h.end) == 0;
}

static void reply_free(struct reply *r)
{
    address_release(r->address, r->held);
    text_free(&r->page.body);
    free(r);
}

static int finish(struct session *x)
{
    struct lws *wsi = x->reply->wsi;
    bool close = x->reply->close;
    http_end(x);
    return lws_http_transaction_completed(wsi) || close ? -1 : 0;
}

static int write_part(struct session *x)
{
    struct reply *r = x->reply;
    const struct page *p = &r->page;
    const char *all = p->lent.bytes ? p->lent.bytes : p->body.at;
    unsigned char part[LWS_PRE + CHUNK];
    size_t left = page_size(p) - r->sent, size = left < CHUNK ? left : CHUNK;
    if (size)
        memcpy(part + LWS_PRE, all + r->sent, size);
    if (lws_write(r->wsi, part + LWS_PRE, size,
                  size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    r->sent += size;
    if (size == left)
        return finish(x);
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALLED_SECONDS);
    lws_callback_on_writable(r->wsi);
    return 0;
}

int http_write(struct session *x)
{
    struct reply *r = x->reply;
    if (!r || !r->ready)
        return 0;
    if (r->begun)
        return write_part(x);
    r->begun = true;
    if (r->page.body.failed || !write_head(r))
        return -1;
    if (r->bare)
        return finish(x);
    lws_callback_on_writable(r->wsi);
    return 0;
}

void reply_send(struct reply *r, struct page p)
{
    r->page = p;
    r->ready = true;
    r->held = p.body.size;
    address_hold(r->address, r->held);
    if (!r->wsi) {
        reply_free(r);
        return;
    }
    lws_set_timeout(r->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALLED_SECONDS);
    lws_callback_on_writable(r->wsi);
}

bool waiters_add(struct waiters *w, struct reply *r, struct page *p)
{
    if (w->count == WAITERS_MOST)
        return false;
    w->of[w->count++] = r;
    p->later = true;
    return true;
}

void waiters_send(struct waiters *w, struct page p)
{
    for (int i = 0; i < w->count; i++) {
        struct page copy = p;
        copy.body = (struct text){0};
        text_put(&copy.body, text_of(&p.body), p.body.size);
        reply_send(w->of[i], copy);
    }
    w->count = 0;
    text_free(&p.body);
}

struct lws *reply_line(const struct reply *r)
{
    return r->wsi;
}

/* Whether the one who asks has what there is. */
static bool has_it(struct lws *wsi, const struct page *p)
{
    char tags[128] = "";
    return p->tag[0] && p->status == 200 &&
           lws_hdr_copy(wsi, tags, sizeof tags, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
           strstr(tags, p->tag);
}

/* Only what is asked for: a server is told things over its WebSocket. */
static struct page refuse_method(const struct error *e)
{
    struct page p = {.allow = "GET, HEAD"};
    page_error(&p, 405, e);
    return p;
}

/* A file takes any question: links that people pass on get some. */
static void answer(struct reply *r, struct request *q, const struct error *wrong, struct page *p)
{
    if (page_file(q, p))
        return;
    if (wrong)
        page_error(p, 400, wrong);
    else
        page_make(q, r, p);
}

int http_begin(struct server *s, struct session *x, struct lws *wsi, const char *path)
{
    char *uri;
    int size, method = lws_http_get_uri_and_method(wsi, &uri, &size);
    struct request q = {.server = s, .path = path};
    struct error e = {0};
    struct page p = {0};
    struct reply *r = calloc(1, sizeof *r);
    *x = (struct session){.wsi = wsi, .reply = r};
    if (!r)
        return -1;
    bool fine = read_request(wsi, &q, &e);
    r->wsi = wsi;
    r->language = q.language;
    r->bare = method == LWSHUMETH_HEAD;
    double began = gate_clock();
    bool may = gate_may_ask(s, wsi);
    r->address = q.address = lws_get_opaque_user_data(wsi);
    if (!may) {
        p.retry = 1;
        error_set(&e, "this is too much from one address; wait a moment and try again");
        page_error(&p, TOO_MANY_REQUESTS, &e);
    } else if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD) {
        error_set(&e, "nothing can be sent here; expected GET or HEAD");
        p = refuse_method(&e);
        r->close = true;
    } else if (!is_whole(wsi, &e)) {
        page_error(&p, HTTP_STATUS_BAD_REQUEST, &e);
        r->close = true;
    } else {
        answer(r, &q, fine ? NULL : &e, &p);
    }
    gate_spend(s, r->address, p.body.size, began);
    if (p.later || p.status < HTTP_STATUS_BAD_REQUEST)
        gate_know(s, x, wsi);
    if (p.later) {
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
        return 0;
    }
    if (has_it(wsi, &p)) {
        p.status = 304;
        r->bare = true;
    }
    reply_send(r, p);
    return 0;
}

void http_end(struct session *x)
{
    struct reply *r = x->reply;
    x->reply = NULL;
    if (!r)
        return;
    r->wsi = NULL;
    if (r->ready)
        reply_free(r);
}
