/* Who draws cards and lots. A live table without a dealer draws them from its seed, as whoever
 * knows the seed can foretell. A dealer draws so that nobody can have chosen them:
 *
 *     It shuffles a pile and shows a seal of the order (ENTRY_SHUFFLED).
 *     People who have pledged to do so cut it (ENTRY_CUT), each with a secret that they had sealed
 *     before the dealer shuffled. They cannot know the order, and it cannot know the cuts.
 *     Card by card comes from the order that both make together.
 *
 * A pile is shuffled before its first card comes, and again whenever other cards have come into it.
 * The dealer has no memory: the same deal gives the same card, so that a live table that was
 * restored, or that took something back, goes on as before. */
#ifndef PAIRS_LIVE_DEALER_H
#define PAIRS_LIVE_DEALER_H

#include "engine/cards.h"
#include "engine/option.h"

enum {
    SEAL_TEXT = 65,  /* a seal, a cut or a key: 64 hexadecimal digits and a NUL byte */
    SIGN_TEXT = 129, /* a signature: 128 of them */
};

/* One shuffle, and what has come of it. */
struct deal {
    uint64_t number;  /* of the entry that told of it: no other shuffle of the live table has it */
    struct pile pile; /* that was shuffled */
    char ground[SEAL_TEXT]; /* the link of the table's chain that the seal stands on, and with it
                               who had pledged; "" where a table has no chain */
    char cut[PLAYERS_MAX][SEAL_TEXT]; /* "" of those who have not cut */
    int cards, lots;                  /* that have been drawn since */
};

struct dealer {
    void *context;

    /* The seal of a new shuffle; nobody has cut yet. */
    void (*seal)(void *context, const struct deal *d, char seal[SEAL_TEXT]);

    /* Whether this is the cut that was sealed. */
    bool (*fits)(void *context, const char *cut, const char *seal);

    /* The next card of the pile. */
    int (*card)(void *context, const struct deal *d);

    /* One of so many lots, from 0. */
    int (*lot)(void *context, const struct deal *d, int lots);

    /* What signatures call the table. NULL: there is no chain, nothing is signed, and the rest is
     * not there either. */
    const char *table;

    /* The link that follows one ("" before the first) when this happens. Where `veil` is not 0, it
     * is the number of the entry, and nobody learns the words from the link. */
    void (*link)(void *context, uint64_t veil, const char *words, char link[SEAL_TEXT]);

    /* Whether whoever has that key has signed the words. */
    bool (*proves)(void *context, const char *key, const char *words, const char *signature);
};

#endif
