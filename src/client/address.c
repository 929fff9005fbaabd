#include "client/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *words;
    bool secure;
} schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};

static bool is_no_address(const char *url, struct error *e)
{
    return error_set(e, "'%.200s' is no address of a server; expected http://HOST:PORT", url);
}

static bool has_scheme(const char *url)
{
    return strstr(url, "://");
}

static const char *read_scheme(struct address *a, const char *url)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncasecmp(url, schemes[i].words, strlen(schemes[i].words)) == 0) {
            a->secure = schemes[i].secure;
            return url + strlen(schemes[i].words);
        }
    return has_scheme(url) ? NULL : url;
}

/* Copies what may stand in an address, so much of it; false if there is nothing, too much or
 * something else. */
static bool copy(char out[], size_t room, const char *from, size_t size, const char *allowed)
{
    if (size >= room || strspn(from, allowed) < size)
        return false;
    memcpy(out, from, size);
    out[size] = '\0';
    return true;
}

#define SMALL  "abcdefghijklmnopqrstuvwxyz"
#define LARGE  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* HOST, HOST:PORT or [HOST]:PORT, of so many bytes. */
static bool read_place(struct address *a, const char *at, size_t size)
{
    const char *host = at, *end = at + size, *host_end;
    if (*at == '[') {
        host++;
        host_end = memchr(host, ']', (size_t)(end - host));
        at = host_end ? host_end + 1 : end;
    } else {
        host_end = memchr(at, ':', size);
        host_end = host_end ? host_end : end;
        at = host_end;
    }
    if (!host_end || host_end == host ||
        !copy(a->host, sizeof a->host, host, (size_t)(host_end - host), SMALL LARGE DIGITS "-._:%"))
        return false;
    a->port = a->secure ? 443 : 80;
    if (at == end)
        return true;
    char *digits_end;
    long port = *at == ':' && at + 1 < end ? strtol(at + 1, &digits_end, 10) : 0;
    a->port = (int)port;
    return port >= 1 && port <= 65535 && digits_end == end;
}

/* The path without the "ws" at its end, and with a slash there. */
static bool read_folder(struct address *a, const char *at, size_t size)
{
    if (size >= 3 && strncmp(at + size - 3, "/ws", 3) == 0)
        size -= 2;
    while (size && at[size - 1] == '/')
        size--;
    if (!copy(a->folder, sizeof a->folder - 1, at, size, SMALL LARGE DIGITS "-._~/%"))
        return false;
    a->folder[size] = '/'; /* and the rest is zero */
    return true;
}

/* TABLE, TABLE/INVITATION, TABLE/INVITATION/TOKEN. */
static bool read_table(struct address *a, const char *at)
{
    static const char letters[] = SMALL DIGITS, hexadecimal[] = "abcdef" DIGITS;
    size_t size = strcspn(at, "/");
    if (!copy(a->table, sizeof a->table, at, size, letters))
        return false;
    at += size + (at[size] == '/');
    size = strcspn(at, "/");
    if (!copy(a->invitation, sizeof a->invitation, at, size, hexadecimal))
        return false;
    at += size + (at[size] == '/');
    return copy(a->token, sizeof a->token, at, strlen(at), hexadecimal) &&
           (!*a->token || strlen(a->token) == sizeof a->token - 1);
}

bool address_read(struct address *a, const char *url, struct error *e)
{
    *a = (struct address){0};
    const char *at = read_scheme(a, url);
    if (!at)
        return is_no_address(url, e);
    size_t place = strcspn(at, "/#");
    const char *path = at + place, *mark = path + strcspn(path, "#");
    if (!read_place(a, at, place) || !read_folder(a, path, (size_t)(mark - path)))
        return is_no_address(url, e);
    return !*mark || read_table(a, mark + 1) ||
           error_set(e, "'%.200s' names no table; expected #TABLE or #TABLE/INVITATION at the end",
                     url);
}

bool address_table(struct address *a, const char *table, struct error *e)
{
    if (has_scheme(table))
        return address_read(a, table, e);
    return read_table(a, table) ||
           error_set(e, "'%.200s' is no table; expected its name or an invitation link", table);
}

const char *address_place(const struct address *a, char out[ADDRESS_PLACE])
{
    bool colons = strchr(a->host, ':');
    snprintf(out, ADDRESS_PLACE, "%s%s%s:%d", colons ? "[" : "", a->host, colons ? "]" : "",
             a->port);
    return out;
}

const char *address_link(const struct address *a, const char *table, const char *invitation,
                         char out[ADDRESS_LINK])
{
    char place[ADDRESS_PLACE];
    snprintf(out, ADDRESS_LINK, "%s://%s%s%s%s%s%s", a->secure ? "https" : "http",
             address_place(a, place), a->folder, *table ? "#" : "", table, *invitation ? "/" : "",
             invitation);
    return out;
}

const char *address_own_link(const struct address *a, const char *table, const char *invitation,
                             const char *token, char out[ADDRESS_LINK])
{
    address_link(a, table, "", out);
    size_t size = strlen(out);
    snprintf(out + size, ADDRESS_LINK - size, "/%s/%s", invitation, token);
    return out;
}
