#include "client/token.h"

#include "engine/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CLAIMS = 100 }; /* programs at one server */

/* Makes the folders on the way to a file. What fails here shows when the file is written. */
static void make_folders(char *path)
{
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
}

/* The file of a token (`end` is "") or what goes with it, to be freed; NULL with a message if there
 * is no place for it. */
static char *find_place(const struct address *a, const char *who, const char *end, struct error *e)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char place[ADDRESS_PLACE];
    struct text path = {0};
    if (state && state[0] == '/')
        text_add(&path, "%s", state);
    else if (home && home[0] == '/')
        text_add(&path, "%s/.local/state", home);
    if (!path.at) {
        error_set(e, "there is no place for the token; set HOME or XDG_STATE_HOME to a folder");
        return NULL;
    }
    text_add(&path, "/pairs/tokens/%s%s%s%s", address_place(a, place), *who ? "~" : "", who, end);
    if (!path.failed)
        return path.at;
    text_free(&path);
    error_no_memory(e);
    return NULL;
}

static bool make(char token[ADDRESS_SECRET])
{
    unsigned char bytes[(ADDRESS_SECRET - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool read_token(const char *path, char token[ADDRESS_SECRET])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, token, ADDRESS_SECRET - 1);
    if (fd >= 0)
        close(fd);
    token[ADDRESS_SECRET - 1] = '\0';
    return size == ADDRESS_SECRET - 1 && strspn(token, "0123456789abcdef") == ADDRESS_SECRET - 1;
}

/* Writes it under another name first, so that nobody ever reads half of it; the first of two who
 * make one at the same time has made it for both. */
static bool write_token(const char *path, const char *token, struct error *e)
{
    struct text other = {0};
    text_add(&other, "%s.XXXXXX", path);
    if (other.failed)
        return error_no_memory(e);
    int fd = mkostemp(other.at, O_CLOEXEC); /* which only its owner may read */
    bool written = fd >= 0 && write(fd, token, ADDRESS_SECRET - 1) == (ssize_t)ADDRESS_SECRET - 1 &&
                   fsync(fd) == 0 && (link(other.at, path) == 0 || errno == EEXIST);
    int reason = errno;
    if (fd >= 0) {
        close(fd);
        unlink(other.at);
    }
    text_free(&other);
    return written || error_set(e,
                                "%.300s cannot be written: %s; set XDG_STATE_HOME to another "
                                "folder",
                                path, error_reason(e, reason));
}

static bool find_secret(const struct address *a, const char *who, const char *end,
                        char token[ADDRESS_SECRET], struct error *e)
{
    char *path = find_place(a, who, end, e);
    bool fine = path;
    if (fine && access(path, F_OK) != 0) {
        make_folders(path);
        fine = make(token) ? write_token(path, token, e)
                           : error_set(e, "the system gives no random numbers; try again");
    }
    fine = fine && (read_token(path, token) ||
                    error_set(e, "%.300s holds no token; remove it, and a new one is made", path));
    free(path);
    return fine;
}

bool token_find(const struct address *a, const char *who, char token[ADDRESS_SECRET],
                struct error *e)
{
    return find_secret(a, who, "", token, e);
}

bool token_key(const struct address *a, const char *who, char secret[ADDRESS_SECRET],
               struct error *e)
{
    return find_secret(a, who, ".key", secret, e);
}

int token_claim(const struct address *a, const char *kind, char who[TOKEN_WHO], struct error *e)
{
    char token[ADDRESS_SECRET];
    for (int i = 1; i <= CLAIMS; i++) {
        snprintf(who, TOKEN_WHO, "%s-%d", kind, i);
        char *path = token_find(a, who, token, e) ? find_place(a, who, "", e) : NULL;
        int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        free(path);
        if (!path || (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0))
            return fd;
        if (fd >= 0)
            close(fd);
    }
    error_set(e, "%d programs of this machine sit at that server already; end one of them", CLAIMS);
    return -1;
}
