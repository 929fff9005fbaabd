/* Files: reading lines of any length without fear, writing so that nothing is ever lost. */
#ifndef PAIRS_CLI_FILE_H
#define PAIRS_CLI_FILE_H

#include "engine/error.h"
#include "engine/text.h"

#include <stdio.h>

/* Reads the next line without its line end; false at the end of the file or on a read error (see
 * ferror). If *size is `room`, the line is too long; it may have no end, so the file is given up.
 */
bool file_line(FILE *in, char *line, size_t room, size_t *size);

/* The message that a path cannot be written, for the reason that is in errno. Returns false. */
bool file_unwritable(const char *path, struct error *e);

/* Makes the folders on the way to a file. What fails here shows when the file is written. */
void file_folders(char *path);

/* A file being written: into a temporary file in the same folder, locked (flock) until it is
 * closed; standard output for "-", and straight into what is no ordinary file, such as a pipe. */
struct output {
    char *path, *temporary; /* NULL where nothing is renamed */
    bool named;             /* the temporary file has its name already */
    FILE *to;
};

/* False with a message if it cannot be written. */
bool output_open(struct output *o, const char *path, struct error *e);

/* Puts the file in its place: written, synced, renamed. On any failure the temporary file is
 * removed, what stood there before stays, and there is a message. */
bool output_close(struct output *o, struct error *e);

/* Gives up: nothing is left behind. */
void output_abandon(struct output *o);

/* For signal handlers that end the program: removes the temporary files that have names. Where
 * nobody handles SIGHUP, SIGINT and SIGTERM, that is seen to. */
void output_sweep(void);

/* Removes what programs that were killed have left in the folder of a path. Never anything else. */
void output_clear_away(const char *path);

#endif
