#include "server/inside.h"

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

static void count(struct text *out, const char *name, const char *help, uint64_t value, bool grows)
{
    text_add(out, "# HELP pairs_%s %s\n# TYPE pairs_%s %s\npairs_%s %llu\n", name, help, name,
             grows ? "counter" : "gauge", name, (unsigned long long)value);
}

static void page_metrics(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    struct server *s = q->server;
    const struct counts *c = &s->counts;
    struct text *out = &p->body;
    p->type = "text/plain; version=0.0.4; charset=utf-8";
    count(out, "tables", "Tables that are open.", (uint64_t)hall_tables(s->hall), false);
    count(out, "tables_awake", "Tables that are in memory.", (uint64_t)hall_awake(s->hall), false);
    count(out, "visitors", "Connections that are open.", (uint64_t)hall_visitors(s->hall), false);
    count(out, "connections_total", "Connections since the start.", c->connections, true);
    count(out, "messages_total", "Messages of clients.", c->messages, true);
    count(out, "received_bytes_total", "Bytes of these.", c->bytes_in, true);
    count(out, "sent_bytes_total", "Bytes of messages to clients.", c->bytes_out, true);
    count(out, "entries_total", "Entries that were kept.", c->entries, true);
    count(out, "commits_total", "Times that the disk was waited for.", c->commits, true);
    count(out, "cut_off_total", "Clients that were cut off.", c->cut_off, true);
    count(out, "hurried_total", "Decisions of bots that had no time to think.", c->hurried, true);
    count(out, "bots_waiting", "Bots that think or wait for their turn.",
          (uint64_t)crew_count(s->crew, TRADE_BOT, 0), false);
    count(out, "trouble", "Whether nothing can be kept now.", s->troubled, false);
}

static void page_health(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    const struct server *s = q->server;
    p->status = s->troubled || s->stopping ? 503 : 200;
    text_add(&p->body, s->troubled ? "nothing can be kept\n" : s->stopping ? "stopping\n" : "ok\n");
}

static void page_tables(struct request *q, struct reply *r, struct page *p)
{
    (void)r;
    p->type = page_json;
    hall_list(q->server->hall, q->after, LIST_MOST, p->next, &p->body);
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
    {"/metrics", page_metrics},
    {"/api/openapi.json", page_openapi},
    {"/api/games", page_catalogue},
    {"/api/games/{name}", page_game},
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

void page_make(struct request *q, struct reply *r, struct page *p)
{
    char room[PATH_BYTES];
    for (size_t i = 0; strlen(q->path) < sizeof room && i < sizeof routes / sizeof *routes; i++) {
        strcpy(room, q->path); /* NOLINT: there is room */
        if (fits(routes[i].path, room, q->part)) {
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
