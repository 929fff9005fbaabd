/* For people whose browser runs no scripts: which tables there are, and how to sit down at one. */
#include "server/inside.h"

#include <jansson.h>
#include <string.h>

/* Words of a client are text, whatever is in them. */
static void add_escaped(struct text *out, const char *words)
{
    for (; *words; words++) {
        static const char sign[] = "&<>\"'";
        static const char *const written[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
        const char *at = strchr(sign, *words);
        if (at)
            text_add(out, "%s", written[at - sign]);
        else
            text_put(out, words, 1);
    }
}

static const char *words_of(const json_t *object, const char *key)
{
    const char *words = json_string_value(json_object_get(object, key));
    return words ? words : "";
}

static void add_chairs(struct text *out, const json_t *chairs, const struct language *l)
{
    size_t i;
    const json_t *chair;
    json_array_foreach(chairs, i, chair)
    {
        bool empty = strcmp(words_of(chair, "kind"), "empty") == 0;
        text_add(out, "%s", i ? ", " : "");
        add_escaped(out, empty ? language_text(l, "free") : words_of(chair, "name"));
    }
}

static void add_row(struct text *out, const json_t *table, const struct language *l)
{
    const char *stage = words_of(table, "stage");
    const char *words = strcmp(stage, "waiting") == 0 ? language_text(l, "has not begun")
                        : strcmp(stage, "over") == 0  ? language_text(l, "over")
                                                      : language_text(l, "in progress");
    text_add(out, "<tr><th scope=\"row\">");
    add_escaped(out, words_of(table, "table"));
    text_add(out, "</th><td>");
    add_escaped(out, words_of(json_object_get(table, "game"), "name"));
    text_add(out, "</td><td>%s</td><td>", words);
    add_chairs(out, json_object_get(table, "chairs"), l);
    text_add(out, "</td></tr>\n");
}

static void add_tables(struct text *out, const json_t *tables, const struct language *l)
{
    size_t i;
    const json_t *table;
    if (json_array_size(tables) == 0) {
        text_add(out, "<p>%s</p>\n",
                 language_text(l, "No table is open to everybody just now. Open one!"));
        return;
    }
    text_add(out,
             "<table>\n<caption>%s</caption>\n<thead><tr><th scope=\"col\">%s</th>"
             "<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr>"
             "</thead>\n<tbody>\n",
             language_text(l, "Tables that are open to everybody"), language_text(l, "Table"),
             language_text(l, "Game"), language_text(l, "Stage"), language_text(l, "Chairs"));
    json_array_foreach(tables, i, table) add_row(out, table, l);
    text_add(out, "</tbody>\n</table>\n");
}

static void make(struct page *p, const char *list, const struct language *l)
{
    struct text *out = &p->body;
    json_t *tables = json_loads(list, 0, NULL);
    p->type = "text/html; charset=utf-8";
    text_add(out,
             "<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\">"
             "<meta name=\"viewport\" content=\"width=device-width\">"
             "<title>%s</title></head>\n<body>\n<main>\n<h1>%s</h1>\n",
             l ? l->name : "en", language_text(l, "Tables"), language_text(l, "Tables"));
    add_tables(out, tables, l);
    if (p->next[0])
        text_add(out, "<p><a href=\"/tables.html?after=%s\">%s</a></p>\n", p->next,
                 language_text(l, "More tables"));
    text_add(out,
             "<h2>%s</h2>\n<p>%s</p>\n<pre>pairs play --server URL [TABLE]</pre>\n<p>%s "
             "<a href=\"/api/openapi.json\">/api/openapi.json</a></p>\n</main>\n</body>\n"
             "</html>\n",
             language_text(l, "How to sit down"),
             language_text(l, "In a terminal, with the address of this page and the name of a "
                              "table; without a name a list of tables comes:"),
             language_text(l, "Programs find all that can be asked for in"));
    json_decref(tables);
}

void page_plainly(struct request *q, struct reply *r, struct page *p)
{
    page_list(q, r, p, make);
}
