/* pairs serve: tables for people on the network. */
#include "server/server.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the data file usually is. */
static bool usual_data(struct server_settings *s, struct error *e)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text path = {0};
    if (data && data[0] == '/')
        text_add(&path, "%s/pairs/tables.db", data);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/share/pairs/tables.db", home);
    bool fine = path.size ? !path.failed || error_no_memory(e)
                          : error_set(e, "there is no place for the data file; give one with "
                                         "--data FILE");
    if (fine)
        file_folders(path.at);
    fine = fine && server_set(s, "data", path.at, e);
    text_free(&path);
    return fine;
}

static bool take_settings(struct server_settings *s, const struct args *a, struct error *e)
{
    *s = server_usual;
    for (int i = 0; i < a->settings; i++) {
        char key[ARGS_KEY];
        const char *flag = a->setting[i].flag + strlen("--");
        snprintf(key, sizeof key, "%.*s", (int)strcspn(flag, "="), flag);
        if (!server_set(s, key, a->setting[i].value, e))
            return false;
    }
    return s->data[0] || usual_data(s, e);
}

static void listening(void *context, int port)
{
    const struct server_settings *s = context;
    bool colons = strchr(s->address, ':');
    printf(_("Tables are open at http://%s%s%s:%d\n"), colons ? "[" : "", s->address,
           colons ? "]" : "", port);
    fflush(stdout);
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct server_settings s;
    if (!take_settings(&s, a, &e))
        return fail(BAD_USAGE, &e);
    return server_run(&s, listening, &s, &e) ? FINE : fail(BAD_INPUT, &e);
}

const struct command serve_command = {
    .name = "serve",
    .usage = "serve [--listen ADDRESS:PORT] [--data FILE] [--SETTING VALUE]...",
    .summary = N_("tables for people on the network"),
    .help =
        N_("Runs tables that people come to with a browser, 'pairs play --server' or a program\n"
           "of their own (docs/server.md), until it is told to stop (SIGTERM, Ctrl-C).\n\n"
           "  --listen ADDRESS:PORT  where to (127.0.0.1:8055: only from this machine)\n"
           "  --data FILE            where all is kept ($XDG_DATA_HOME/pairs/tables.db)\n"
           "  --origin URL           the page that browsers may come from, if not our own\n"
           "  --connections N        at once of one address (100)\n"
           "  --tables N             that may be open at once (10000)\n"
           "  --openings N           tables that one address may open in an hour (100)\n"
           "  --messages N           of a connection a second (20)\n"
           "  --proxy yes|no         whether X-Forwarded-For has the client's address (no)\n"
           "  --tls-certificate FILE, --tls-key FILE  speak TLS with these, in PEM\n"
           "  --request S, --stuck S, --ping S, --silence S  seconds: for a request to be whole\n"
           "                         (10), that a reader may take nothing (30), until a silent\n"
           "                         one is asked (25) and is gone (40)\n"),
    .flags = FLAG_SETTING,
    .run = run,
};
