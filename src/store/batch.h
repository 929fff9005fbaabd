/* What is to be written at once: things in the order in which they were added, with their words in
 * one piece of memory. For the files of store/ only. */
#ifndef PAIRS_STORE_BATCH_H
#define PAIRS_STORE_BATCH_H

#include "store/vault.h"

enum thing {
    ADD_TABLE,
    ADD_ENTRY,
    ADD_GAME,
    ADD_PICTURE,
    ADD_SEEN,
    CLOSE_TABLE,
    FORGET,   /* games that were over before then, and closed tables of which there are none */
    SET_LAST, /* where the entries of a table end, and as of which place of the log that is so: */
    SET_MARK, /* see sqlite.c */
};

/* One thing to be written; its words begin at `text` of the arena, one after the other, each with
 * its NUL byte. */
struct pending {
    enum thing what;
    int64_t key, time;
    int64_t place, before; /* of an entry in the log */
    int64_t epoch;         /* of its table, where there is one: see postgres.h */
    uint64_t number;
    bool public, open;
    size_t text, size; /* `size` of what may have NUL bytes */
    unsigned char secret[VAULT_SECRET];
};

struct batch {
    struct pending *pending;
    size_t count, room;
    char *arena;
    size_t used, arena_room;
};

/* Sees to it that one more thing with so many bytes finds room; false if memory runs out. */
bool batch_make_room(struct batch *b, size_t bytes);

/* Adds one thing with up to two texts, or with bytes; false if memory runs out. */
bool batch_add(struct batch *b, struct pending p, const char *one, const char *other);
bool batch_add_bytes(struct batch *b, struct pending p, const void *bytes, size_t size);

/* The last thing of a kind that is about a table; NULL if there is none. */
const struct pending *batch_find(const struct batch *b, enum thing what, int64_t key);

/* The words of a thing, and those after them. */
const char *batch_text(const struct batch *b, const struct pending *p);
const char *batch_other(const struct batch *b, const struct pending *p);

/* Empty again; and its memory is given back as well. */
void batch_clear(struct batch *b);
void batch_free(struct batch *b);

#endif
