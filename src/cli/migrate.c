/* pairs migrate: all that a server keeps, from a file to a database or back. */
#include "store/migrate.h"
#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/stop.h"

#include <stdio.h>

static void show(void *context, int64_t rows, int64_t all)
{
    struct progress *p = context;
    p->total = (long)all;
    progress_show(p, (long)rows);
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct migrated m = {0};
    struct progress p;
    progress_begin(&p, 1);
    bool fine = migrate(a->word[0], a->word[1], stop_on_signals(), show, &p, &m, &e);
    progress_end(&p);
    if (!fine)
        return fail(BAD_INPUT, &e);
    printf(_("%lld tables, %lld entries and %lld games are there, each compared.\n"),
           (long long)m.tables, (long long)m.entries, (long long)m.games);
    return FINE;
}

const struct command migrate_command = {
    .name = "migrate",
    .usage = N_("FROM TO"),
    .summary = N_("tables of a server from a file to a database, or back"),
    .help = N_("Copies all that a server keeps: FROM and TO are each a data file or the address of "
               "a database (docs/operating.md), and no server uses either. TO must be new or "
               "empty; FROM stays as it is."),
    .words_min = 2,
    .words_max = 2,
    .run = run,
};
