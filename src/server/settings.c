#include "server/server.h"

#include "engine/spelling.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct server_settings server_usual = {.address = "127.0.0.1",
                                             .port = 8055,
                                             .connections = 0,
                                             .tables = 10000,
                                             .awake = 32,
                                             .openings = 0,
                                             .messages = 200,
                                             .talk = 60,
                                             .request = 10,
                                             .ping = 10,
                                             .silence = 20,
                                             .stuck = 30};

/* What people read of a setting is translated where it is shown. */
#define N_(english) english

enum kind { PLACE, ORIGIN, WORDS, NUMBER, SWITCH, CHOICE };

/* All that can be set: as a flag, and as a line of the configuration file. Help, manual page,
 * completion and the example file have each of them; tests/server/serve.py looks. */
static const struct {
    const char *key, *value; /* a switch has the word for on first */
    enum kind kind;
    size_t at;
    long least, most; /* of a number */
    const char *what;
} known[] = {
    {"listen", N_("ADDRESS:PORT"), PLACE, offsetof(struct server_settings, address), 0, 0,
     N_("where to; 127.0.0.1 is only from this machine")},
    {"data", N_("FILE"), WORDS, offsetof(struct server_settings, data), 0, 0,
     N_("where all is kept, usually $XDG_DATA_HOME/pairs/tables.db; or the address of a database, "
        "postgresql://...")},
    {"link", N_("ADDRESS:PORT"), PLACE, offsetof(struct server_settings, link), 0, 0,
     N_("where other servers that share the database reach this one; it is alone unless set")},
    {"admin", N_("FILE"), WORDS, offsetof(struct server_settings, admin), 0, 0,
     N_("the socket of 'pairs admin', usually the data file's name with .admin")},
    {"origin", "URL", ORIGIN, offsetof(struct server_settings, origin), 0, 0,
     N_("the page that browsers may come from, if not our own")},
    {"connections", "N", NUMBER, offsetof(struct server_settings, connections), 0, 100000,
     N_("at once of one address; 0: 100, but any number of this machine")},
    {"tables", "N", NUMBER, offsetof(struct server_settings, tables), 1, 1000000,
     N_("that may be open at once")},
    {"awake", "N", NUMBER, offsetof(struct server_settings, awake), 0, 1000000,
     N_("tables that stay in memory though nothing happens there")},
    {"openings", "N", NUMBER, offsetof(struct server_settings, openings), 0, 1000000,
     N_("tables that one address opens in an hour; 0 as before")},
    {"messages", "N", NUMBER, offsetof(struct server_settings, messages), 1, 1000000,
     N_("of a connection a second")},
    {"talk", "N", NUMBER, offsetof(struct server_settings, talk), 1, 1000000,
     N_("lines that somebody says in a minute")},
    {"proxy", "yes|no", SWITCH, offsetof(struct server_settings, proxy), 0, 0,
     N_("whether X-Forwarded-For has the client's address")},
    {"log", "json|words", SWITCH, offsetof(struct server_settings, log), 0, 0,
     N_("how lines on standard error are written")},
    {"keep", N_("DAYS"), NUMBER, offsetof(struct server_settings, keep), 0, 36500,
     N_("that a table stays on which nothing happens; 0: for ever")},
    {"keep-records", N_("DAYS"), NUMBER, offsetof(struct server_settings, keep_records), 0, 36500,
     N_("that games stay which are over; 0: for ever")},
    {"request", "S", NUMBER, offsetof(struct server_settings, request), 1, 3600,
     N_("seconds for a request to be whole")},
    {"ping", "S", NUMBER, offsetof(struct server_settings, ping), 1, 3600,
     N_("seconds until a silent client is asked")},
    {"silence", "S", NUMBER, offsetof(struct server_settings, silence), 1, 3600,
     N_("seconds until a silent client is gone")},
    {"stuck", "S", NUMBER, offsetof(struct server_settings, stuck), 1, 3600,
     N_("seconds that a reader may take nothing")},
    {"tls-certificate", N_("FILE"), WORDS, offsetof(struct server_settings, tls_certificate), 0, 0,
     N_("speak TLS with this certificate, in PEM,")},
    {"tls-key", N_("FILE"), WORDS, offsetof(struct server_settings, tls_key), 0, 0,
     N_("and this key")},
    {"invited", "no|tables|all", CHOICE, offsetof(struct server_settings, invited), 0, 0,
     N_("what only those may whom a code of 'pairs admin' let in")},
    {"metrics", N_("ADDRESS:PORT"), PLACE, offsetof(struct server_settings, metrics_address), 0, 0,
     N_("where Prometheus may ask; nowhere unless set")},
};

enum { KNOWN = sizeof known / sizeof known[0], LINE = 1024 };

static bool number(const char *value, long least, long most, int *out)
{
    char *end;
    long n = strtol(value, &end, 10);
    *out = (int)n;
    return value[0] >= '0' && value[0] <= '9' && *end == '\0' && strlen(value) < 10 && n >= least &&
           n <= most;
}

/* ADDRESS:PORT, an address with colons in brackets, as [::1]:8055. */
static bool set_place(const char *key, char address[SERVER_TEXT], int *to, const char *value,
                      struct error *e)
{
    const char *colon = strrchr(value, ':');
    size_t size = colon ? (size_t)(colon - value) : 0;
    bool bracketed = size > 2 && value[0] == '[' && colon[-1] == ']';
    int port;
    if (!size || size >= SERVER_TEXT || !number(colon + 1, 0, 65535, &port))
        return error_set(
            e, "%s cannot be '%.40s'; expected ADDRESS:PORT, as 127.0.0.1:8055 or [::1]:8055", key,
            value);
    *to = port;
    snprintf(address, SERVER_TEXT, "%.*s", (int)(bracketed ? size - 2 : size),
             bracketed ? value + 1 : value);
    return true;
}

static bool set_words(char *to, const char *key, const char *value, struct error *e)
{
    if (!value[0] || strlen(value) >= SERVER_TEXT)
        return error_set(e, "%s cannot be '%.40s'; expected 1 to %d letters", key, value,
                         SERVER_TEXT - 1);
    memcpy(to, value, strlen(value) + 1);
    return true;
}

/* As browsers write it: a scheme, a host and perhaps a port, in small letters, and nothing behind.
 */
static bool is_origin(const char *value)
{
    const char *host = strncmp(value, "https://", 8) == 0  ? value + 8
                       : strncmp(value, "http://", 7) == 0 ? value + 7
                                                           : "";
    size_t six = host[0] == '[' ? 1 + strspn(host + 1, "0123456789abcdef:.") : 0;
    size_t name = !six               ? strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-")
                  : host[six] == ']' ? six + 1
                                     : 0;
    const char *port = host + name;
    size_t digits = port[0] == ':' ? strspn(port + 1, "0123456789") : 0;
    return name && (!port[0] || (digits && digits < 6 && !port[1 + digits]));
}

static bool set_origin(char *to, const char *value, struct error *e)
{
    return is_origin(value)
               ? set_words(to, "origin", value, e)
               : error_set(e,
                           "origin cannot be '%.40s'; expected http:// or https:// and a name in "
                           "small letters, as https://games.example",
                           value);
}

static bool set_switch(bool *to, int i, const char *value, struct error *e)
{
    const char *on = known[i].value, *off = strchr(on, '|') + 1;
    size_t size = (size_t)(off - on) - 1;
    *to = strlen(value) == size && memcmp(value, on, size) == 0;
    return *to || strcmp(value, off) == 0 ||
           error_set(e, "%s cannot be '%.40s'; expected %.*s or %s", known[i].key, value, (int)size,
                     on, off);
}

/* One of several words, the usual one first. */
static bool set_choice(enum invited *to, int i, const char *value, struct error *e)
{
    int word = 0;
    for (const char *at = known[i].value; *at; word++) {
        size_t size = strcspn(at, "|");
        *to = (enum invited)word;
        if (strlen(value) == size && memcmp(value, at, size) == 0)
            return true;
        at += size + (at[size] == '|');
    }
    return error_set(e, "%s cannot be '%.40s'; expected one of %s", known[i].key, value,
                     known[i].value);
}

static int find(const char *key)
{
    int i = 0;
    while (i < KNOWN && strcmp(known[i].key, key) != 0)
        i++;
    return i;
}

static bool no_setting(const char *key, struct error *e)
{
    struct guess guess = guess_at(key);
    for (int i = 0; i < KNOWN; i++)
        guess_try(&guess, known[i].key, known[i].key);
    return guess.meant
               ? error_set(e, "there is no setting '%.40s'; did you mean '%s'?", key, guess.meant)
               : error_set(e, "there is no setting '%.40s'", key);
}

bool server_set(struct server_settings *s, const char *key, const char *value, struct error *e)
{
    int i = find(key);
    if (i == KNOWN)
        return no_setting(key, e);
    void *to = (char *)s + known[i].at;
    switch (known[i].kind) {
    case PLACE:
        return set_place(key, to,
                         to == (void *)s->address ? &s->port
                         : to == (void *)s->link  ? &s->link_port
                                                  : &s->metrics_port,
                         value, e);
    case ORIGIN:
        return set_origin(to, value, e);
    case CHOICE:
        return set_choice(to, i, value, e);
    case WORDS:
        return set_words(to, key, value, e);
    case SWITCH:
        return set_switch(to, i, value, e);
    case NUMBER:
        break;
    }
    return number(value, known[i].least, known[i].most, to) ||
           error_set(e, "%s cannot be '%.40s'; expected %ld to %ld", key, value, known[i].least,
                     known[i].most);
}

bool server_setting(int i, struct server_setting *out)
{
    if (i >= KNOWN)
        return false;
    const void *at = (const char *)&server_usual + known[i].at;
    *out = (struct server_setting){known[i].key, known[i].value, known[i].what, ""};
    if (known[i].kind == PLACE && at == (const void *)server_usual.address)
        snprintf(out->usual, sizeof out->usual, "%.40s:%d", server_usual.address,
                 server_usual.port);
    else if (known[i].kind == NUMBER)
        snprintf(out->usual, sizeof out->usual, "%d", *(const int *)at);
    else if (known[i].kind == CHOICE)
        snprintf(out->usual, sizeof out->usual, "%.*s", (int)strcspn(known[i].value, "|"),
                 known[i].value);
    else if (known[i].kind == SWITCH)
        snprintf(out->usual, sizeof out->usual, "%s", strchr(known[i].value, '|') + 1);
    return true;
}

/* --- The configuration file ------------------------------------------------------------------- */

static const char blanks[] = " \t\r\n";

/* Cuts off a comment, which has a blank before it, and the blanks at the end. */
static void cut_line(char *line)
{
    for (char *hash = strchr(line, '#'); hash; hash = strchr(hash + 1, '#'))
        if (hash == line || strchr(blanks, hash[-1])) {
            *hash = '\0';
            break;
        }
    size_t size = strlen(line);
    while (size && strchr(blanks, line[size - 1]))
        line[--size] = '\0';
}

/* "key value" or "key = value". */
static bool take_line(struct server_settings *s, char *line, struct error *e)
{
    cut_line(line);
    char *key = line + strspn(line, blanks);
    if (!*key)
        return true;
    char *end = key + strcspn(key, " \t="), *value = end + strspn(end, " \t");
    if (*value == '=')
        value += 1 + strspn(value + 1, " \t");
    *end = '\0';
    return server_set(s, key, value, e);
}

bool server_configure(struct server_settings *s, const char *path, struct error *e)
{
    char line[LINE];
    FILE *in = fopen(path, "re");
    bool fine = in || error_set(e, "%s cannot be read: %s", path, error_reason(e, errno));
    for (int number = 1; fine && fgets(line, sizeof line, in); number++) {
        bool whole = strlen(line) < sizeof line - 1;
        fine = whole ? take_line(s, line, e)
                     : error_set(e, "the line is too long; expected at most %d letters", LINE - 2);
        if (!fine)
            e->line = number;
    }
    if (fine && ferror(in))
        fine = error_set(e, "%s cannot be read: %s", path, error_reason(e, errno));
    if (in)
        fclose(in);
    return fine;
}
