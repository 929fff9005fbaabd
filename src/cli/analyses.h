/* Many games after the fact: a row for each record, and what comes of them together. */
#ifndef PAIRS_CLI_ANALYSES_H
#define PAIRS_CLI_ANALYSES_H

#include "cli/args.h"

/* Where a record begins. */
struct place {
    char *path;
    long from; /* bytes of the file before it, */
    int line;  /* and lines */
};

struct places {
    struct place *place;
    long count;
};

/* The records of the files and folders that were named. False with a message if one of them cannot
 * be read or memory runs out; places_clear is for both. */
bool places_find(struct places *p, const struct args *a, struct error *e);

void places_clear(struct places *p);

/* Looks back on all of them, on all cores, and prints what it finds; those that are done by then,
 * if it is stopped. Returns the exit status. */
int analyse_all(const struct args *a, const struct places *p);

#endif
