/* pairs serve: tables for people on the network. */
#include "cli/serve.h"

#include "cli/file.h"
#include "cli/lang.h"
#include "store/vault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A setting that is a file: where it usually is. */
static bool usual_file(struct server_settings *s, const char *key, const char *name,
                       struct error *e)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text path = {0};
    if (data && data[0] == '/')
        text_add(&path, "%s/pairs/%s", data, name);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/share/pairs/%s", home, name);
    bool fine = path.size ? !path.failed || error_no_memory(e)
                          : error_set(e, "there is no place for the data file; give one with "
                                         "--data FILE");
    if (fine)
        file_folders(path.at);
    fine = fine && server_set(s, key, path.at, e);
    text_free(&path);
    return fine;
}

static bool usual_files(struct server_settings *s, struct error *e)
{
    char beside[sizeof s->data + 8];
    if (!s->data[0] && !usual_file(s, "data", "tables.db", e))
        return false;
    if (s->admin[0])
        return true;
    if (vault_is_address(s->data))
        return usual_file(s, "admin", "tables.db.admin", e);
    snprintf(beside, sizeof beside, "%s.admin", s->data);
    return server_set(s, "admin", beside, e);
}

static bool is_config(const char *name)
{
    return strcmp(name, "config") == 0;
}

enum status serve_settings(struct server_settings *s, const struct args *a)
{
    struct error e = {.language = lang()};
    *s = server_usual;
    for (int i = 0; i < a->settings; i++) {
        const char *path = a->setting[i].value;
        if (is_config(a->setting[i].name) && !server_configure(s, path, &e))
            return (enum status)(e.line ? fail_at(path, &e) : fail(BAD_INPUT, &e));
    }
    for (int i = 0; i < a->settings; i++) {
        const char *name = a->setting[i].name;
        if (!is_config(name) && !server_set(s, name, a->setting[i].value, &e))
            return (enum status)fail(BAD_USAGE, &e);
    }
    return usual_files(s, &e) ? FINE : (enum status)fail(BAD_USAGE, &e);
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

/* A row for each setting, with what it usually is. */
static const struct flag *make_flags(void)
{
    static struct server_setting known[ARGS_SETTINGS];
    static struct flag flags[ARGS_SETTINGS] = {
        SETTING_FLAG("config", N_("FILE"), TAKES_FILE,
                     N_("settings, one a line as 'listen 127.0.0.1:8055'; flags win")),
        GROUP_ROW(N_("Settings, and what they usually are"))};
    for (int i = 0; server_setting(i, &known[i]); i++) {
        const struct server_setting *t = &known[i];
        flags[i + 2] = (struct flag)SETTING_FLAG(
            t->key, t->value, strcmp(t->value, "FILE") == 0 ? TAKES_FILE : TAKES_WORDS, t->what);
        flags[i + 2].usual = t->usual;
    }
    return flags;
}

const struct command serve_command = {
    .name = "serve",
    .summary = N_("tables for people on the network"),
    .help = N_("Runs tables that people come to with a browser, 'pairs play --server' or a program "
               "of their own (docs/server.md), until it is told to stop (SIGTERM, Ctrl-C)."),
    .make_flags = make_flags,
    .notes = N_("Settings, and what they usually are:"),
    .run = run,
};
