#include "cli/ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Those who start processes say so, each in its own way. */
static int started_together(void)
{
    static const char *const said[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    int most = 1;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        const char *value = getenv(said[i]);
        long count = value ? strtol(value, NULL, 10) : 1;
        most = count > most && count <= INT_MAX ? (int)count : most;
    }
    return most;
}

static struct {
    struct ranks ranks;
    ranks_leaver *leave;
} joined;

/* A function of the module; ISO C has no other way from an object to a function. */
static bool find(void *module, const char *name, void *function)
{
    void *found = dlsym(module, name);
    *(void **)function = found;
    return found;
}

bool ranks_join(const struct ranks **r, struct error *e)
{
    ranks_joiner *join;
    *r = NULL;
    int count = started_together();
    if (count == 1)
        return true;
    /* What MPI loads itself looks for its functions among those of all. */
    void *module = dlopen("pairs-mpi.so", RTLD_NOW | RTLD_GLOBAL);
    if (!module || !find(module, "ranks_mpi_join", &join) ||
        !find(module, "ranks_mpi_leave", &joined.leave))
        return error_set(e,
                         "%d processes were started together, and this program was built without "
                         "MPI; expected one process",
                         count);
    if (!join(&joined.ranks)) {
        joined.leave = NULL;
        return error_set(e,
                         "the processes that were started together cannot be joined by MPI; "
                         "expected mpirun of the MPI that this program was built with, and at "
                         "most %d of them",
                         RANKS_MAX);
    }
    *r = &joined.ranks;
    if (joined.ranks.rank == 0)
        return true;
    bool silent = freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
    return silent || error_set(e, "/dev/null cannot be written; check the system");
}

void ranks_leave(void)
{
    if (joined.leave)
        joined.leave();
    joined.leave = NULL;
}
