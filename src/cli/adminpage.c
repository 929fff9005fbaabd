/* The page of those who run a server: a listener of its own on this machine, with a secret in its
 * address that works once. Behind it is the same socket as behind 'pairs admin'. One request at a
 * time: one person looks at it. */
#include "cli/admin.h"

#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/stop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST = 16384, SECRET = 33, FIELD = 256, FIELDS = 5, WAIT = 200, SECONDS = 5 };

struct desk {
    const char *data;
    int port;
    char once[SECRET], cookie[SECRET];
    bool used; /* the address with the secret */
};

static bool make_secret(char out[SECRET])
{
    unsigned char bytes[(SECRET - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* --- The page --------------------------------------------------------------------------------- */

static void add_html(struct text *out, const char *words)
{
    for (; *words; words++)
        if (*words == '<')
            text_add(out, "&lt;");
        else if (*words == '&')
            text_add(out, "&amp;");
        else if (*words == '"')
            text_add(out, "&quot;");
        else
            text_put(out, words, 1);
}

static void add_rows(struct text *out, const json_t *rows)
{
    json_t *keys = admin_keys(rows), *row, *value;
    const char *key;
    size_t i;
    text_add(out, "<table><tr>");
    json_object_foreach(keys, key, value)
    {
        text_add(out, "<th>");
        add_html(out, admin_title(key));
    }
    json_array_foreach(rows, i, row)
    {
        text_add(out, "<tr>");
        json_object_foreach(keys, key, value)
        {
            struct text words = {0};
            admin_value(&words, key, json_object_get(row, key));
            text_add(out, "<td>");
            add_html(out, text_of(&words));
            text_free(&words);
        }
    }
    text_add(out, "</table>\n");
    json_decref(keys);
}

/* A list under its heading. */
static void add_list(const struct desk *d, struct text *out, const char *order, const char *title)
{
    struct error e = {.language = lang()};
    json_t *rows = admin_ask(d->data, json_pack("[s]", order), &e);
    text_add(out, "<h2>%s</h2>\n", title);
    if (rows)
        add_rows(out, rows);
    else
        add_html(out, e.text);
    json_decref(rows);
}

static const struct {
    const char *order, *title, *field[3]; /* what is asked for, up to a NULL */
} forms[] = {
    {"talk", N_("What was said"), {N_("Table")}},
    {"close", N_("Close a table"), {N_("Table")}},
    {"strike", N_("Remove words"), {N_("Table"), N_("Entry")}},
    {"unname", N_("Take a name away"), {N_("Table"), N_("Chair")}},
    {"mute", N_("Mute"), {N_("Whom"), N_("Time"), N_("Note")}},
    {"ban", N_("Ban"), {N_("Whom"), N_("Time"), N_("Note")}},
    {"lift", N_("Lift a ban"), {N_("Number")}},
    {"invite", N_("Invite"), {N_("How many"), N_("Note")}},
    {"revoke", N_("Revoke a code"), {N_("Number")}},
    {"export", N_("What is kept about a person"), {N_("Whom")}},
    {"erase", N_("Erase a person"), {N_("Whom")}},
    {"drain", N_("Drain"), {N_("Time")}},
    {"reload", N_("Read the certificate again"), {NULL}},
};

static void add_forms(struct text *out)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        text_add(out, "<form method=post action=/><input type=hidden name=0 value=%s><b>%s</b>",
                 forms[i].order, _(forms[i].title));
        for (int k = 0; k < 3 && forms[i].field[k]; k++)
            text_add(out, " <label>%s <input name=%d></label>", _(forms[i].field[k]), k + 1);
        text_add(out, " <button>%s</button></form>\n", _(forms[i].title));
    }
}

static const char style[] =
    "body{font:16px/1.5 sans-serif;margin:1em auto;max-width:70em;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{border:1px solid #aaa;padding:.2em .6em;text-align:left}"
    "form{margin:.6em 0}input{font:inherit;width:12em}b{display:inline-block;min-width:14em}"
    "#said{background:#eee;padding:.6em}";

static void write_page(const struct desk *d, const struct text *said, struct text *out)
{
    text_add(
        out,
        "<!doctype html><html lang=%s><meta charset=utf-8><title>pairs admin</title>"
        "<meta name=viewport content=width=device-width><style>%s</style><h1>pairs admin</h1>\n",
        lang() && lang()->name ? lang()->name : "en", style);
    if (said->size)
        text_add(out, "<div id=said role=status>%s</div>\n", text_of(said));
    add_list(d, out, "status", _("How it does"));
    add_list(d, out, "tables", _("Tables"));
    add_list(d, out, "people", _("People"));
    add_list(d, out, "bans", _("Bans"));
    add_list(d, out, "codes", _("Invitations"));
    text_add(out, "<h2>%s</h2>\n", _("What to do"));
    add_forms(out);
}

/* --- Requests --------------------------------------------------------------------------------- */

/* The value of a header, or "". */
static const char *header(const char *request, const char *name, char out[FIELD])
{
    const char *at = strcasestr(request, name);
    snprintf(out, FIELD, "%.*s", at ? (int)strcspn(at + strlen(name), "\r\n") : 0,
             at ? at + strlen(name) : "");
    return out;
}

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 0;
}

/* The words of a form, "0=ban&1=192.0.2.7&2=": those at the end that are empty are none. */
static json_t *words_of(const char *body)
{
    char field[FIELDS][FIELD] = {{0}};
    json_t *words = json_array();
    int last = -1;
    while (*body) {
        int i = body[0] - '0';
        size_t size = 0, whole = strcspn(body, "&");
        const char *at = body + 2, *end = body + whole;
        for (; i >= 0 && i < FIELDS && at < end && size < FIELD - 1; at++) {
            bool coded = *at == '%' && at + 2 < end + 1;
            field[i][size++] = coded        ? (char)(hex(at[1]) * 16 + hex(at[2]))
                               : *at == '+' ? ' '
                                            : *at;
            at += coded ? 2 : 0;
        }
        if (size && i > last)
            last = i;
        body = end + (*end == '&');
    }
    for (int i = 0; i <= last; i++)
        json_array_append_new(words, json_string(field[i]));
    return words;
}

static void obey(const struct desk *d, const char *body, struct text *said)
{
    struct error e = {.language = lang()};
    json_t *rows = admin_ask(d->data, words_of(body), &e);
    if (!rows)
        add_html(said, e.text);
    else if (json_array_size(rows))
        add_rows(said, rows);
    else
        text_add(said, "%s", _("Done."));
    json_decref(rows);
}

static void answer(const char *status, const char *more, const char *body, struct text *out)
{
    text_add(out,
             "HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n"
             "Connection: close\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
             "X-Frame-Options: DENY\r\nContent-Security-Policy: default-src 'none'; style-src "
             "'unsafe-inline'; form-action 'self'; frame-ancestors 'none'\r\n%s\r\n%s",
             status, strlen(body), more, body);
}

/* Whether it comes from our own page: our cookie, our name, and no other page behind it. */
static bool is_ours(const struct desk *d, const char *request)
{
    char host[FIELD], cookie[FIELD], origin[FIELD], own[64], page[80], key[SECRET + 8];
    snprintf(own, sizeof own, "127.0.0.1:%d", d->port);
    snprintf(page, sizeof page, "http://%s", own);
    snprintf(key, sizeof key, "pairs=%s", d->cookie);
    header(request, "\nOrigin: ", origin);
    return strcmp(header(request, "\nHost: ", host), own) == 0 &&
           strcmp(header(request, "\nCookie: ", cookie), key) == 0 &&
           (!origin[0] || strcmp(origin, page) == 0);
}

static void serve(struct desk *d, const char *request, const char *body, struct text *out)
{
    struct text said = {0}, page = {0};
    char more[128], first[SECRET + 8];
    snprintf(first, sizeof first, "GET /%s ", d->once);
    if (!d->used && strncmp(request, first, strlen(first)) == 0) {
        d->used = true;
        snprintf(more, sizeof more,
                 "Location: /\r\nSet-Cookie: pairs=%s; HttpOnly; SameSite=Strict; Path=/\r\n",
                 d->cookie);
        answer("303 See Other", more, "", out);
        return;
    }
    bool post = strncmp(request, "POST / ", 7) == 0;
    if (!is_ours(d, request) || (!post && strncmp(request, "GET / ", 6) != 0)) {
        answer("403 Forbidden", "", _("This is not for you: the address works once."), out);
        return;
    }
    if (post)
        obey(d, body, &said);
    write_page(d, &said, &page);
    answer("200 OK", "", text_of(&page), out);
    text_free(&said);
    text_free(&page);
}

/* Reads a request with its body; false if none comes. */
static bool read_request(int line, char all[REQUEST], const char **body)
{
    size_t size = 0;
    struct timeval patience = {.tv_sec = SECONDS};
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (;;) {
        ssize_t got = read(line, all + size, REQUEST - 1 - size);
        if (got <= 0)
            return false;
        size += (size_t)got;
        all[size] = '\0';
        char *end = strstr(all, "\r\n\r\n"), length[FIELD];
        if (!end)
            continue;
        *body = end + 4;
        if (strlen(*body) >= strtoul(header(all, "\nContent-Length: ", length), NULL, 10))
            return true;
    }
}

static void take_one(struct desk *d, int listening)
{
    char all[REQUEST];
    const char *body;
    struct text out = {0};
    int line = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (line >= 0 && read_request(line, all, &body)) {
        serve(d, all, body, &out);
        for (size_t sent = 0; sent < out.size;) {
            ssize_t size = send(line, out.at + sent, out.size - sent, MSG_NOSIGNAL);
            if (size <= 0)
                break;
            sent += (size_t)size;
        }
    }
    text_free(&out);
    if (line >= 0)
        close(line);
}

int admin_page(const char *data)
{
    struct error e = {.language = lang()};
    struct desk d = {.data = data};
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof own;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    json_t *rows = admin_ask(data, json_pack("[s]", "status"), &e);
    json_decref(rows);
    bool fine = rows && make_secret(d.once) && make_secret(d.cookie) &&
                bind(listening, (const struct sockaddr *)&own, sizeof own) == 0 &&
                listen(listening, 8) == 0 &&
                getsockname(listening, (struct sockaddr *)&own, &size) == 0;
    if (!fine) {
        if (rows)
            error_set(&e, "no page can be served: %s; try again", error_reason(&e, errno));
        close(listening);
        return fail(BAD_INPUT, &e);
    }
    d.port = ntohs(own.sin_port);
    printf(_("Open this address, which works once: http://127.0.0.1:%d/%s\n"), d.port, d.once);
    fflush(stdout);
    const atomic_bool *stop = stop_on_signals();
    while (!atomic_load(stop)) {
        struct pollfd ready = {.fd = listening, .events = POLLIN};
        if (poll(&ready, 1, WAIT) > 0)
            take_one(&d, listening);
    }
    close(listening);
    return FINE;
}
