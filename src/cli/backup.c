/* pairs backup: a copy of the tables that a server keeps. */
#include "cli/lang.h"
#include "cli/serve.h"
#include "store/vault.h"

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct server_settings s;
    enum status status = serve_settings(&s, a);
    if (status != FINE)
        return (int)status;
    return vault_backup(s.data, a->word[0], &e) ? FINE : fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    SETTING_FLAG("data", N_("FILE"), TAKES_FILE, N_("the data file, as for 'pairs serve'")),
    SETTING_FLAG("config", N_("FILE"), TAKES_FILE, N_("the settings of the server, which name it")),
    END_ROW,
};

const struct command backup_command = {
    .name = "backup",
    .usage = N_("FILE"),
    .summary = N_("a copy of the tables that a server keeps"),
    .help = N_("Writes a copy of a server's data file, also while the server runs: all tables as "
               "they are at one moment. docs/operating.md tells how to go back to it. A file that "
               "is there already is left alone."),
    .flags = flags,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
