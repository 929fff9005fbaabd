/* The dealer of a table on the network: cards that neither it nor those who play can have chosen.
 * Everything secret is made from one secret of the table, so that nothing else has to be kept. The
 * functions here are for whoever holds it; what others check is fair/open.h. */
#ifndef PAIRS_FAIR_FAIR_H
#define PAIRS_FAIR_FAIR_H

#include "fair/open.h"

enum { FAIR_SECRET = 32 };

struct fair {
    unsigned char secret[FAIR_SECRET]; /* 32 random bytes, all that must be kept */

    /* The seal that was made last: a card needs it, but not all leaves anew. */
    struct {
        bool known;
        uint64_t number;
        struct pile pile;
        struct digest seal;
    } last;

    /* The cards of the deal that was drawn from last, in the order in which they come: each card is
     * looked up, not shuffled anew. */
    struct {
        bool known;
        struct deal deal;
        uint8_t card[FAIR_CARDS];
    } order;
};

/* A new secret. False if the system has no random numbers to give. */
bool fair_new(struct fair *f);

/* The secret of a table that was kept. */
void fair_restore(struct fair *f, const unsigned char secret[FAIR_SECRET]);

/* The dealer; `f` is its own as long as it deals. */
struct dealer fair_dealer(struct fair *f);

/* The same, who keeps a chain of what happens at a table of that name, which is not copied. */
struct dealer fair_dealer_at(struct fair *f, const char *table);

/* What hides the words of an entry in the chain until they may be told. */
struct digest fair_veil(const struct fair *f, uint64_t entry);

/* The seal of a shuffle. */
struct digest fair_seal(struct fair *f, const struct deal *d);

/* The salt of a leaf of shuffle `number`. */
struct digest fair_salt(const struct fair *f, uint64_t number, int leaf);

/* All leaves of a shuffle: those of its cards in the dealer's order, and of the lots; returns how
 * many. */
int fair_leaves(const struct fair *f, const struct deal *d, struct digest leaf[FAIR_LEAVES]);

/* What comes of the dealer's seal and the cuts. */
struct digest fair_mix(struct fair *f, const struct deal *d);

#endif
