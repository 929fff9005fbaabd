/* A folder of saved games: which files in it are games. */
#ifndef PAIRS_STORE_FOLDER_H
#define PAIRS_STORE_FOLDER_H

#include "engine/error.h"

#include <sys/stat.h>

/* A game: the name of its file, its path and what the system knows of it. False: memory has run
 * out. */
typedef bool folder_game(void *context, const char *name, const char *path,
                         const struct stat *there);

/* Hands over each file that may be a game: NAME.pairs, with something in it. False with a message
 * if the folder cannot be read or memory runs out. */
bool folder_games(const char *folder, folder_game *each, void *context, struct error *e);

#endif
