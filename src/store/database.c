#include "store/database.h"

#include "store/sqlite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static const struct database sqlite = {&base_sqlite, sqlite_open};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct database *postgres; /* NULL: there is none */

static void load(void)
{
    void *module = dlopen("pairs-postgres.so", RTLD_NOW | RTLD_LOCAL);
    postgres = module ? dlsym(module, "postgres_database") : NULL;
}

bool vault_is_address(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

const struct database *database_of(const char *where, struct error *e)
{
    if (!vault_is_address(where))
        return &sqlite;
    pthread_once(&once, load);
    if (!postgres)
        error_set(e, "this program came without PostgreSQL; install pairs-postgres, or build it "
                     "again with libpq-dev");
    return postgres;
}

struct base *base_open(const char *where, int limit, struct error *e)
{
    const struct database *d = database_of(where, e);
    return d ? d->base->open(where, limit, e) : NULL;
}
