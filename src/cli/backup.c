/* pairs backup: a copy of the tables that a server keeps. */
#include "store/vault.h"
#include "ui/lang.h"
#include "ui/serve.h"

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct server_settings s;
    enum status status = serve_settings(&s, a);
    if (status != FINE)
        return (int)status;
    return vault_backup(s.data, a->word[0], &e) ? FINE : fail(BAD_INPUT, &e);
}

const struct command backup_command = {
    .name = "backup",
    .usage = N_("backup FILE [--data FILE] [--config FILE]"),
    .summary = N_("a copy of the tables that a server keeps"),
    .help = N_("Writes a copy of a server's data file, also while the server runs: all tables as\n"
               "they are at one moment. docs/operating.md tells how to go back to it. A file that\n"
               "is there already is left alone.\n\n"
               "  --data FILE            the data file, as for 'pairs serve'\n"
               "  --config FILE          the settings of the server, which name it\n"),
    .flags = FLAG_SETTING,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
