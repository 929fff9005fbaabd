/* The index of a folder of saved games: what each of them is about, in one SQLite file beside them,
 * so that a history of thousands is there at once. The records are the truth and are never changed
 * here. The index holds nothing of its own: where it is missing, damaged or of another version, it
 * is made anew; where it cannot be written, it is made in memory. A record is read again when its
 * size or time, or that of the verdict beside it, is another one. */
#ifndef PAIRS_STORE_INDEX_H
#define PAIRS_STORE_INDEX_H

#include "store/played.h"

struct index;

/* Reads the game of a file and the verdict on it, if there is one. False with a message if it
 * cannot be read: it is then left out, unless memory has run out. */
typedef bool index_reader(const char *path, struct played *p, struct error *e);

/* The name of the file in the folder. */
extern const char index_file[];

/* Opens the index of a folder and brings it up to date. NULL with a message if the folder cannot be
 * read or memory runs out. Free it with index_close. */
struct index *index_open(const char *folder, index_reader *read, struct error *e);

void index_close(struct index *x);

/* Reads what has changed since. False with a message, as above. */
bool index_refresh(struct index *x, struct error *e);

/* Why it is in memory only, and so is made anew each time; NULL while all is well. */
const char *index_unkept(const struct index *x);

/* Which games are wanted. */
enum index_which { INDEX_ALL, INDEX_OVER, INDEX_UNFINISHED, INDEX_LOST, INDEX_WON };

/* All of it must hold. What is NULL or 0 says nothing. */
struct index_filter {
    enum index_which which; /* won or lost by its owner, see played_owner */
    const char *game;       /* a game with all its variants, or one variant */
    const char *bot;        /* plays in it; "3" means "bold-3" as well */
    const char *person;     /* plays in it, and is the owner */
    int64_t since, until;   /* seconds: played then or later, and before then */
};

struct played_list {
    int count;
    struct played *game; /* the one played last comes first */
    int unreadable;      /* files of the folder that are no games, whatever is wanted */
};

/* Free it with played_list_free. False with a message if memory runs out or the index cannot be
 * read. */
bool index_find(struct index *x, const struct index_filter *f, struct played_list *l,
                struct error *e);

void played_list_free(struct played_list *l);

#endif
