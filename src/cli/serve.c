/* pairs serve: tables for people on the network. */
#include "ui/serve.h"

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

/* The key of a flag, "--key" or "--key=value". */
static void key_of(const char *flag, char key[ARGS_KEY])
{
    flag += strlen("--");
    snprintf(key, ARGS_KEY, "%.*s", (int)strcspn(flag, "="), flag);
}

static bool is_config(const char *flag)
{
    char key[ARGS_KEY];
    key_of(flag, key);
    return strcmp(key, "config") == 0;
}

enum status serve_settings(struct server_settings *s, const struct args *a)
{
    struct error e = {.language = lang()};
    *s = server_usual;
    for (int i = 0; i < a->settings; i++) {
        const char *path = a->setting[i].value;
        if (is_config(a->setting[i].flag) && !server_configure(s, path, &e))
            return (enum status)(e.line ? fail_at(path, &e) : fail(BAD_INPUT, &e));
    }
    for (int i = 0; i < a->settings; i++) {
        char key[ARGS_KEY];
        key_of(a->setting[i].flag, key);
        if (!is_config(a->setting[i].flag) && !server_set(s, key, a->setting[i].value, &e))
            return (enum status)fail(BAD_USAGE, &e);
    }
    return s->data[0] || usual_data(s, &e) ? FINE : (enum status)fail(BAD_USAGE, &e);
}

static void listening(void *context, int port)
{
    const struct server_settings *s = context;
    bool colons = strchr(s->address, ':');
    printf(_("Tables are open at %s://%s%s%s:%d\n"), s->tls_certificate[0] ? "https" : "http",
           colons ? "[" : "", s->address, colons ? "]" : "", port);
    fflush(stdout);
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct server_settings s;
    enum status status = serve_settings(&s, a);
    if (status != FINE)
        return (int)status;
    return server_run(&s, listening, &s, &e) ? FINE : fail(BAD_INPUT, &e);
}

/* A line of help for each setting, and what it usually is. */
static void tell_settings(struct text *out)
{
    struct server_setting t;
    for (int i = 0; server_setting(i, &t); i++) {
        struct text flag = {0};
        text_add(&flag, "--%s %s", t.key, _(t.value));
        text_add(out, "  %-22s %s", text_of(&flag), _(t.what));
        text_add(out, t.usual[0] ? " (%s)\n" : "\n", t.usual);
        out->failed |= flag.failed;
        text_free(&flag);
    }
}

const struct command serve_command = {
    .name = "serve",
    .usage = N_("serve [--config FILE] [--SETTING VALUE]..."),
    .summary = N_("tables for people on the network"),
    .help =
        N_("Runs tables that people come to with a browser, 'pairs play --server' or a program\n"
           "of their own (docs/server.md), until it is told to stop (SIGTERM, Ctrl-C).\n\n"
           "  --config FILE          settings, one a line as 'listen 127.0.0.1:8055'; flags win\n\n"
           "Settings, and what they usually are:\n"),
    .tell = tell_settings,
    .flags = FLAG_SETTING,
    .run = run,
};
