/* Games on disk: each is a text of live/archive.h, an ordinary record with comment lines. It grows
 * at its end with every step, and what was written is there whatever becomes of the program; the
 * disk is asked to keep it in the background, so that nobody waits for it. A last line that the end
 * of the machine has torn is cut off when the game is gone on with. A finished game stays as a
 * record and is not offered again. */
#ifndef PAIRS_CLI_SAVED_H
#define PAIRS_CLI_SAVED_H

#include "live/archive.h"

#include <time.h>

/* The folder of saved games, which is made where there is none: $XDG_STATE_HOME/pairs/games, or
 * ~/.local/state/pairs/games. Free it. NULL with a message if there can be none. */
char *saved_folder(struct error *e);

/* The unfinished game of a folder that was played last, not counting so many that were played
 * later. Free it. NULL with a message if there is none. */
char *saved_latest(const char *folder, int later, struct error *e);

/* A game, for lists. */
struct saved_game {
    char *path;
    time_t played; /* when it was played last */
    int hand;
    struct plan plan;
};

struct saved_list {
    int count;
    struct saved_game *game; /* the one played last comes first */
};

/* The unfinished games of a folder, which can be gone on with, or those that are over; the last
 * `most` of them. What cannot be read is left out. Free it with saved_list_free. False with a
 * message if the folder cannot be read. */
bool saved_list_read(struct saved_list *l, const char *folder, bool over, int most,
                     struct error *e);

void saved_list_free(struct saved_list *l);

/* All that a file says; free it with archive_free. NULL with a message if it cannot be read, or
 * memory runs out. */
struct archive *saved_read(const char *path, struct error *e);

/* Whether a file is one of the saved games; where memory was lacking for that, `starved` becomes
 * true. */
bool saved_ours(const char *path, bool *starved);

/* Removes a game for good. False with a message if it cannot be removed, or another process plays
 * it. */
bool saved_remove(const char *path, struct error *e);

/* Who sat where in the game of a file; false with a message if the file does not say, cannot be
 * read, or memory runs out. */
bool saved_plan(const char *path, struct plan *p, struct error *e);

/* --- For the sitting ---------------------------------------------------------------------------*/

/* The copy of one game. While it is open, no other process can open it. */
struct saved;

/* A new file in a folder, named after the time and the game; never one that is there already. It
 * holds nothing until saved_keep. NULL with a message if it cannot be written. */
struct saved *saved_new(const char *folder, const struct plan *p, struct error *e);

/* A game that was left, and what its file says, which the caller frees. NULL with a message if
 * there is none, it is broken, or another process has it. */
struct saved *saved_open(const char *path, struct archive **a, struct error *e);

/* Writes the lines of the entries from `first` on, and all of it anew where something was taken
 * back. On failure the file stays as it was, and there is a message. */
bool saved_keep(struct saved *f, const struct live *h, size_t first, struct error *e);

const char *saved_path(const struct saved *f);

/* Waits until all that was written is on the disk. */
void saved_close(struct saved *f);

#endif
