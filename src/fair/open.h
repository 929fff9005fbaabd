/* What anybody can work out of a deal from what is public: the seal, the cuts, and the salts of the
 * cards that were shown. No secret is needed and none is known here, so that whoever checks a deal
 * (fair/check.h) takes no step of the dealer's on trust. docs/fair.md says how it fits together. */
#ifndef PAIRS_FAIR_OPEN_H
#define PAIRS_FAIR_OPEN_H

#include "engine/game.h"
#include "live/dealer.h"

enum {
    DIGEST = 32,    /* bytes */
    FAIR_LOTS = 16, /* lots that can be drawn after one shuffle */
    FAIR_CARDS = DECKS_MAX * DECK_CARDS,
    FAIR_LEAVES = FAIR_CARDS + FAIR_LOTS,
};

/* What a proof calls the piles (enum pile_name). */
extern const char *const open_piles[PILES];

/* A hash, a salt or a cut. */
struct digest {
    unsigned char byte[DIGEST];
};

/* From 64 hexadecimal digits, and to them. False if the text is anything else. */
bool digest_read(const char *text, struct digest *out);
void digest_text(const struct digest *d, char out[SEAL_TEXT]);

bool digest_same(const struct digest *a, const struct digest *b);

/* Random numbers from blocks that a function gives: words of 32 bits, the first byte is the highest
 * one. Zero it and set the first two. */
struct stream {
    void (*block)(const void *of, uint32_t number, struct digest *out);
    const void *of;
    uint32_t blocks;
    int left; /* bytes of the block */
    struct digest now;
};

/* A number from 0 to n - 1; a word that would favour some of them is thrown away. */
int stream_below(struct stream *s, int n);

/* Fisher and Yates, from the last place down. */
void stream_shuffle(struct stream *s, int n, uint16_t at[]);

/* What is shown of a card in its place before anybody may know it; card 0 is a lot. */
struct digest open_leaf(const struct digest *salt, int card);

/* The seal of a shuffle: of its cards in order, and FAIR_LOTS lots. */
struct digest open_seal(const struct digest leaf[], int leaves);

/* The seal where tables have a chain: of the leaves' seal, and the link that it stands on. */
struct digest open_seal_on(const struct digest *ground, const struct digest *leaves);

/* What happened, for the chain of a table: its words, behind a salt where nobody may guess them. */
struct digest open_body(const struct digest *salt, const char *words);

/* The link that follows another one. */
struct digest open_link(const struct digest *before, const struct digest *body);

/* Whether whoever has a key (64 hexadecimal digits) has signed the words, by Ed25519. */
bool open_signed(const char *key, const char *words, const char *signature);

/* The key that belongs to a secret, both 64 hexadecimal digits. False if that is none. */
bool open_public(const char *secret, char key[SEAL_TEXT]);

/* Whether this is the cut that was pledged. */
bool open_fits(const struct digest *cut, const struct digest *pledge);

/* What comes of the seal and the cuts of those who have cut. */
struct digest open_mix(const struct digest *seal, const struct digest cut[PLAYERS_MAX],
                       unsigned have_cut);

/* In which order the cards come: the first that is drawn is leaf at[0]. */
void open_order(const struct digest *mix, int count, uint16_t at[]);

/* Which of so many lots is drawn with the salt of its leaf. */
int open_lot(const struct digest *mix, const struct digest *salt, int lots);

#endif
