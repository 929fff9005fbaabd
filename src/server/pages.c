#include "server/company.h"
#include "server/office.h"

#include "wire/json.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

const char page_plain[] = "text/plain; charset=utf-8";
const char page_json[] = "application/json";

void page_error(struct page *p, int status, const struct error *e)
{
    p->status = status;
    p->type = page_json;
    text_clear(&p->body);
    json_object_begin(&p->body);
    json_text(json_key(&p->body, "error"), e->text);
    json_object_end(&p->body);
    text_add(&p->body, "\n");
}

static void digest_of(const struct text *words, char out[DIGEST_SHOWN + 1])
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(digest, (const unsigned char *)text_of(words), words->size);
    sodium_bin2hex(out, DIGEST_SHOWN + 1, digest, DIGEST_SHOWN / 2);
}

/* As gzip. Nothing, if memory runs out: then it is sent as it is. */
static void pack(const struct text *words, struct text *out)
{
    enum { WITH_HEADER = 16, WINDOW = 15, MEMORY = 8 };
    unsigned char part[4096];
    z_stream z = {.next_in = (unsigned char *)words->at, .avail_in = (unsigned)words->size};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW + WITH_HEADER, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    do {
        z.next_out = part;
        z.avail_out = sizeof part;
        deflate(&z, Z_FINISH);
        text_put(out, (const char *)part, sizeof part - z.avail_out);
    } while (z.avail_out == 0);
    deflateEnd(&z);
}

void page_lend(const struct request *q, struct page *p, const struct lent as[ENCODINGS],
               const char *digest)
{
    static const char *const names[ENCODINGS] = {
        [ENCODING_BROTLI] = "br", [ENCODING_GZIP] = "gzip", [ENCODING_NONE] = ""};
    int i = 0;
    while (i < ENCODING_NONE && !(q->takes[i] && as[i].size))
        i++;
    p->lent = as[i];
    p->encoding = names[i];
    snprintf(p->tag, sizeof p->tag, "\"%s%s\"", digest, names[i]);
}

void page_fix(const struct request *q, struct page *p, struct fixed *f)
{
    if (!f->digest[0]) {
        digest_of(&f->text, f->digest);
        pack(&f->text, &f->packed);
    }
    struct lent as[ENCODINGS] = {[ENCODING_NONE] = {f->text.size, f->text.at}};
    if (!f->packed.failed)
        as[ENCODING_GZIP] = (struct lent){f->packed.size, f->packed.at};
    page_lend(q, p, as, f->digest);
}

void fixed_free(struct fixed *f)
{
    text_free(&f->text);
    text_free(&f->packed);
    f->digest[0] = '\0';
}

void page_tag(struct page *p)
{
    char digest[DIGEST_SHOWN + 1];
    digest_of(&p->body, digest);
    snprintf(p->tag, sizeof p->tag, "\"%s\"", digest);
}

/* --- How the server does ---------------------------------------------------------------------- */

static void page_health(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    const struct server *s = q->server;
    bool draining = s->office->draining, troubled = s->troubled || company_is_cut_off(s);
    p->status = troubled || s->stopping || draining ? 503 : 200;
    text_add(&p->body, troubled                  ? "nothing can be kept\n"
                       : s->stopping || draining ? "stopping\n"
                                                 : "ok\n");
}

static void make_tables(struct page *p, const char *tables, const struct language *l)
{
    (void)l;
    p->type = page_json;
    text_words(&p->body, tables);
}

void page_list(struct request *q, struct reply *r, struct page *p,
               void (*make)(struct page *p, const char *tables, const struct language *l))
{
    struct text tables = {0};
    p->later = listing_ask(q, r, make);
    if (p->later)
        return;
    hall_list(q->server->hall, q->after, LIST_MOST, p->next, &tables);
    make(p, text_of(&tables), q->language);
    text_free(&tables);
}

static void page_tables(struct request *q, struct reply *r, struct page *p)
{
    page_list(q, r, p, make_tables);
}

/* --- What is kept about whoever asks ---------------------------------------------------------- */

static void on_told(void *to, struct text *told, const struct error *e)
{
    struct page p = {.status = 200, .type = page_json};
    if (e) {
        page_error(&p, 503, e);
    } else {
        json_array_begin(&p.body);
        text_add(&p.body, "%s", text_of(told));
        json_array_end(&p.body);
    }
    reply_send(to, p);
}

static void page_me(struct request *q, struct reply *r, struct page *p)
{
    struct error e = {.language = q->language};
    if (!q->guest[0]) {
        error_set(&e, "nobody is named; send your token as 'Authorization: Bearer TOKEN'");
        page_error(p, 403, &e);
        return;
    }
    if (!welcome_may_try(q->server->office, reply_line(r))) {
        error_set(&e, "this is too much from one address; wait a moment and try again");
        page_error(p, TOO_MANY_REQUESTS, &e);
        return;
    }
    p->later = amend_tell(q->server->office, q->guest, on_told, r, &e);
    p->retry = 1;
    if (!p->later)
        page_error(p, 503, &e);
}

extern const char openapi[]; /* openapi.json, built in */

static void page_openapi(struct request *q, struct reply *r, struct page *p)
{
    (void)q;
    (void)r;
    p->type = page_json;
    text_add(&p->body, "%s", openapi);
    page_tag(p);
}

/* --- All that can be asked for ---------------------------------------------------------------- */

/* Every page that there is, as openapi.json describes them; a part in braces can be anything. */
static const struct {
    const char *path;
    void (*make)(struct request *q, struct reply *r, struct page *p);
} routes[] = {
    {"/tables.html", page_plainly},
    {"/health", page_health},
    {"/api/openapi.json", page_openapi},
    {"/api/games", page_catalogue},
    {"/api/games/{name}", page_game},
    {"/api/print", page_prints},
    {"/print/{paper}/{file}", page_print},
    {"/api/me", page_me},
    {"/api/tables", page_tables},
    {"/api/tables/{table}/games", page_games},
    {"/api/tables/{table}/games/{game}/record", page_record},
    {"/api/tables/{table}/games/{game}/proof", page_proof},
    {"/api/tables/{table}/games/{game}/analysis", page_analysis},
    {"/api/tables/{table}/games/{game}/analysis.svg", page_picture},
};

/* Whether a path is one of a route; its open parts are cut out of `room`, a copy of it. */
static bool fits(const char *route, char *room, const char *part[ROUTE_PARTS])
{
    int parts = 0;
    while (*route) {
        if (*route == '{') {
            size_t size = strcspn(room, "/");
            char end = room[size];
            if (!size || parts == ROUTE_PARTS)
                return false;
            part[parts++] = room;
            room[size] = '\0';
            route += strcspn(route, "}") + 1;
            room += size;
            if (*route != end)
                return false;
            if (!end)
                return true;
            room++;
            route++;
        } else if (*route++ != *room++) {
            return false;
        }
    }
    return !*room;
}

/* Where nobody comes who was not invited nobody else sees who plays there either. */
static bool is_for_guests(const char *route)
{
    return strncmp(route, "/tables", 7) == 0 || strncmp(route, "/api/tables", 11) == 0;
}

static void refuse_uninvited(const struct request *q, struct page *p)
{
    struct error e = {.language = q->language};
    error_set(&e, "this server is for those who were invited; send the token of one of them as "
                  "'Authorization: Bearer TOKEN'");
    page_error(p, 403, &e);
}

void page_make(struct request *q, struct reply *r, struct page *p)
{
    char room[PATH_BYTES];
    for (size_t i = 0; strlen(q->path) < sizeof room && i < sizeof routes / sizeof *routes; i++) {
        strcpy(room, q->path); /* NOLINT: there is room */
        if (fits(routes[i].path, room, q->part)) {
            if (is_for_guests(routes[i].path) && !welcome_may_look(q->server, q->guest)) {
                refuse_uninvited(q, p);
                return;
            }
            p->status = 200;
            p->type = page_plain;
            routes[i].make(q, r, p);
            return;
        }
    }
    struct error e = {.language = q->language};
    error_set(&e, "there is nothing here; expected a path of /api/openapi.json");
    page_error(p, 404, &e);
}
