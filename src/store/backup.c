#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static bool sync_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool fine = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return fine;
}

/* An empty file that only we can read, for the copy: it holds what nobody is to know. */
static bool begin_copy(const char *path, struct error *e)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    return file >= 0 || error_set(e, "%s cannot be written: %s; give another name", path,
                                  error_reason(e, errno));
}

static bool copy_all(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int result = b ? sqlite3_backup_step(b, -1) : SQLITE_ERROR;
    return b && sqlite3_backup_finish(b) == SQLITE_OK && result == SQLITE_DONE;
}

/* A data file to be read, also while a server has it. */
static bool open_source(const char *path, sqlite3 **db, struct error *e)
{
    bool is_new = false;
    int result = sqlite3_open_v2(path, db, SQLITE_OPEN_READONLY, NULL);
    if (result == SQLITE_NOMEM)
        return error_no_memory(e);
    if (result != SQLITE_OK)
        return error_set(e, "%s cannot be read: %s; expected the data file of a server", path,
                         error_reason(e, sqlite3_system_errno(*db)));
    sqlite3_busy_timeout(*db, BUSY_MILLISECONDS);
    return sqlite_is_ours(path, *db, &is_new, e) &&
           (!is_new || error_set(e, "%s is empty; expected the data file of a server", path));
}

/* Copies into `part` and puts that at its place. */
static bool copy_to(sqlite3 *from, const char *part, const char *to, struct error *e)
{
    sqlite3 *copy = NULL;
    bool fine = sqlite3_open(part, &copy) == SQLITE_OK && copy_all(from, copy);
    if (!fine)
        error_set(e, "%s: %s; see that the disk has room", to, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    return fine && ((sync_file(part) && rename(part, to) == 0) ||
                    error_set(e, "%s cannot be written: %s; give another name", to,
                              error_reason(e, errno)));
}

bool vault_backup(const char *from, const char *to, struct error *e)
{
    sqlite3 *db = NULL;
    char *part = sqlite3_mprintf("%s.part", to);
    bool fine = part || error_no_memory(e);
    if (fine && vault_is_address(from))
        fine =
            error_set(e, "a database is copied by its own tools; use pg_dump as docs/operating.md "
                         "tells");
    fine = fine && open_source(from, &db, e) && begin_copy(part, e);
    if (fine) {
        fine = access(to, F_OK) != 0 ? copy_to(db, part, to, e)
                                     : error_set(e, "%s is there already; give another name", to);
        unlink(part);
    }
    sqlite3_close(db);
    sqlite3_free(part);
    return fine;
}
