/* Which lines of a table are somebody's, and how they read without them. A line stays at its place
 * with its number; of what was said only that it was said stays. It works on the text of lines
 * (live/ledger.h) and records (docs/notation.md, as a server keeps them) and knows no more of them
 * than where persons stand. */
#ifndef PAIRS_STORE_SCRUB_H
#define PAIRS_STORE_SCRUB_H

#include "engine/text.h"

#include <stdint.h>

enum { SCRUB_GUEST = 65, SCRUB_SAID = 2048 };

/* What everybody is called whose name is gone. */
extern const char scrub_name[];

/* What stands in a record for words that are gone. */
extern const char scrub_said[];

struct scrub {
    char guest[SCRUB_GUEST];   /* whose lines, */
    char instead[SCRUB_GUEST]; /* and who stands there then; "": the same */
    bool names, talk;          /* whether their names go, and what they have said */
    uint64_t entry;            /* only what was said in this entry goes, 0: all */

    /* As the lines are read, from the first on. */
    unsigned mine;    /* the chairs that are theirs, */
    struct text said; /* and what was struck out, as it stands in a record, a line each */
};

void scrub_free(struct scrub *s);

/* The next line: whether it is theirs. What is to go is left out of the copy in `out`, which is
 * empty if nothing changes. */
bool scrub_line(struct scrub *s, uint64_t number, const char *line, struct text *out);

/* A record, after the lines: writes the copy if something changes. */
void scrub_record(struct scrub *s, const char *record, struct text *out);

#endif
