/* What the files that read a proof share: see check.c. */
#ifndef PAIRS_FAIR_CHECKING_H
#define PAIRS_FAIR_CHECKING_H

#include "fair/check.h"

enum { WORDS_MAX = 20, LINE_MAX_BYTES = 1024 };

/* A line in words, which lie in `bytes`. */
struct words {
    int count;
    const char *word[WORDS_MAX];
    char bytes[LINE_MAX_BYTES];
};

/* A number without leading zeros, no larger than `most`. */
bool check_number(const char *word, uint64_t most, uint64_t *out);

bool check_seat(const char *word, int *out);

bool check_malformed(struct error *e, const char *form);

void check_follow(struct check *c, const char *words);

/* Lines that only a proof with a chain has, before its end. */
bool check_has_chain(const struct check *c, struct error *e);

/* What was taken back must be followed by a line that says so. */
bool check_stands(const struct check *c, struct error *e);

/* Room for one more; false if memory runs out. */
bool check_make_room(void **array, size_t used, size_t *room, size_t size, struct error *e);

struct checked_shuffle *check_last_shuffle(const struct check *c);

/* The last shuffle must be complete before anything else comes. */
bool check_complete(const struct check *c, struct error *e);

bool check_shuffle(struct check *c, const struct words *w, int line, struct error *e);

bool check_pledge(struct check *c, const struct words *w, struct error *e);

void check_end_pledges(struct check *c);

/* Whether the seat's key has signed the words. Where there is none nothing is signed. */
bool check_is_signed(const struct check *c, int seat, const char *words, const char *sign,
                     struct error *e);

bool check_is_sign(const char *word);

bool check_cut(struct check *c, const struct words *w, struct error *e);

bool check_leaf(struct check *c, const struct words *w, struct error *e);

bool check_draw(struct check *c, const struct words *w, int line, struct error *e);

bool check_lot(struct check *c, const struct words *w, int line, struct error *e);

#endif
