#include "server/inside.h"

#include "wire/json.h"

#include <string.h>

static void count(struct text *out, const char *name, const char *help, uint64_t value, bool grows)
{
    text_add(out, "# HELP pairs_%s %s\n# TYPE pairs_%s %s\npairs_%s %llu\n", name, help, name,
             grows ? "counter" : "gauge", name, (unsigned long long)value);
}

static void page_metrics(struct server *s, struct page *p)
{
    const struct counts *c = &s->counts;
    struct text *out = &p->body;
    p->status = 200;
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
    count(out, "trouble", "Whether nothing can be kept now.", s->troubled, false);
}

static void page_health(struct server *s, struct page *p)
{
    p->status = s->troubled || s->stopping ? 503 : 200;
    text_add(&p->body, s->troubled ? "nothing can be kept\n" : s->stopping ? "stopping\n" : "ok\n");
}

static void page_tables(struct server *s, struct page *p)
{
    p->status = 200;
    p->type = "application/json";
    hall_list(s->hall, &p->body);
}

static const struct {
    const char *path;
    void (*make)(struct server *s, struct page *p);
} pages[] = {
    {"/health", page_health},
    {"/metrics", page_metrics},
    {"/api/tables", page_tables},
    {"/", page_tables},
};

void page_make(struct server *s, const char *path, struct page *p)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcmp(pages[i].path, path) == 0) {
            pages[i].make(s, p);
            return;
        }
    text_add(&p->body, "There is nothing here.\n");
}
