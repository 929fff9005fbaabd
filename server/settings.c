#include "server/server.h"

#include "engine/spelling.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct server_settings server_usual = {.address = "127.0.0.1",
                                             .port = 8055,
                                             .connections = 100,
                                             .tables = 10000,
                                             .openings = 100,
                                             .messages = 20,
                                             .request = 10,
                                             .ping = 25,
                                             .silence = 40,
                                             .stuck = 30};

enum kind { PLACE, WORDS, NUMBER, SWITCH };

static const struct {
    const char *key;
    enum kind kind;
    size_t at;
    long least, most; /* of a number */
} known[] = {
    {"listen", PLACE, 0, 0, 0},
    {"data", WORDS, offsetof(struct server_settings, data), 0, 0},
    {"origin", WORDS, offsetof(struct server_settings, origin), 0, 0},
    {"connections", NUMBER, offsetof(struct server_settings, connections), 1, 100000},
    {"tables", NUMBER, offsetof(struct server_settings, tables), 1, 1000000},
    {"openings", NUMBER, offsetof(struct server_settings, openings), 1, 1000000},
    {"messages", NUMBER, offsetof(struct server_settings, messages), 1, 1000000},
    {"proxy", SWITCH, offsetof(struct server_settings, proxy), 0, 0},
    {"request", NUMBER, offsetof(struct server_settings, request), 1, 3600},
    {"ping", NUMBER, offsetof(struct server_settings, ping), 1, 3600},
    {"silence", NUMBER, offsetof(struct server_settings, silence), 1, 3600},
    {"stuck", NUMBER, offsetof(struct server_settings, stuck), 1, 3600},
    {"tls-certificate", WORDS, offsetof(struct server_settings, tls_certificate), 0, 0},
    {"tls-key", WORDS, offsetof(struct server_settings, tls_key), 0, 0},
};

enum { KNOWN = sizeof known / sizeof known[0] };

static bool number(const char *value, long least, long most, int *out)
{
    char *end;
    long n = strtol(value, &end, 10);
    *out = (int)n;
    return value[0] >= '0' && value[0] <= '9' && *end == '\0' && strlen(value) < 10 && n >= least &&
           n <= most;
}

/* ADDRESS:PORT, an address with colons in brackets, as [::1]:8055. */
static bool set_place(struct server_settings *s, const char *value, struct error *e)
{
    const char *colon = strrchr(value, ':');
    size_t size = colon ? (size_t)(colon - value) : 0;
    bool bracketed = size > 2 && value[0] == '[' && colon[-1] == ']';
    int port;
    if (!size || size >= sizeof s->address || !number(colon + 1, 0, 65535, &port))
        return error_set(
            e, "listen cannot be '%.40s'; expected ADDRESS:PORT, as 127.0.0.1:8055 or [::1]:8055",
            value);
    s->port = port;
    snprintf(s->address, sizeof s->address, "%.*s", (int)(bracketed ? size - 2 : size),
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

static bool set_switch(bool *to, const char *key, const char *value, struct error *e)
{
    *to = strcmp(value, "yes") == 0;
    return *to || strcmp(value, "no") == 0 ||
           error_set(e, "%s cannot be '%.40s'; expected yes or no", key, value);
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
    int i = 0;
    while (i < KNOWN && strcmp(known[i].key, key) != 0)
        i++;
    if (i == KNOWN)
        return no_setting(key, e);
    void *to = (char *)s + known[i].at;
    switch (known[i].kind) {
    case PLACE:
        return set_place(s, value, e);
    case WORDS:
        return set_words(to, key, value, e);
    case SWITCH:
        return set_switch(to, key, value, e);
    case NUMBER:
        break;
    }
    return number(value, known[i].least, known[i].most, to) ||
           error_set(e, "%s cannot be '%.40s'; expected %ld to %ld", key, value, known[i].least,
                     known[i].most);
}
