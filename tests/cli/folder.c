#include "tests/cli/folder.h"

#include "cli/saved.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char state_home[64];
char *folder;

int make_home(void **state)
{
    (void)state;
    struct error e = {0};
    /* Memory is faster than a disk. */
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(state_home, sizeof state_home, "%s/pairs-test.XXXXXX", base);
    if (!mkdtemp(state_home) || setenv("XDG_STATE_HOME", state_home, 1) != 0)
        return -1;
    folder = saved_folder(&e);
    return folder ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *what, int kind, struct FTW *where)
{
    (void)what;
    (void)kind;
    (void)where;
    return remove(path);
}

int remove_home(void **state)
{
    (void)state;
    free(folder);
    return nftw(state_home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
