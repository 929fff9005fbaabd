#include "store/folder.h"

#include "engine/text.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static bool is_game(const char *name)
{
    static const char ending[] = ".pairs";
    size_t size = strlen(name), end = strlen(ending);
    return size > end && strcmp(name + size - end, ending) == 0;
}

/* False if memory runs out. */
static bool look_at(const char *folder, const char *name, folder_game *each, void *context)
{
    struct text path = {0};
    struct stat there;
    if (!is_game(name))
        return true;
    text_add(&path, "%s/%s", folder, name);
    bool fine = !path.failed;
    if (fine && stat(path.at, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0)
        fine = each(context, name, path.at, &there);
    text_free(&path);
    return fine;
}

bool folder_games(const char *folder, folder_game *each, void *context, struct error *e)
{
    DIR *d = opendir(folder);
    if (!d && errno == ENOMEM)
        return error_no_memory(e);
    if (!d)
        return error_set(e, "%.300s cannot be read: %s; check the folder", folder,
                         error_reason(e, errno));
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(d));)
        fine = look_at(folder, entry->d_name, each, context);
    closedir(d);
    return fine || error_no_memory(e);
}
