/* The chain of a table (docs/fair.md): what happens there, each link made of the one before, so
 * that whoever signs a link has signed all that came before it. The functions are for the files of
 * live/ only; without a dealer who keeps a chain they do nothing. */
#ifndef PAIRS_LIVE_CHAIN_H
#define PAIRS_LIVE_CHAIN_H

#include "engine/table.h"
#include "live/dealer.h"

enum {
    LINKS = 16, /* that are remembered, as many as a proof may go back: those of all cards that
                   others choose one by one while somebody's choice is held */
    SIGNED_ROOM = 512 /* bytes of what is signed */
};

struct entry;
struct live;
struct shuffle;

struct chain {
    int games;                          /* that have begun at this table */
    char before[SEAL_TEXT];             /* the link before this one, "" if there was none */
    char key[PLAYERS_MAX][SEAL_TEXT];   /* with which whoever sits there signs, "" for nobody */
    char begun[PLAYERS_MAX][SEAL_TEXT]; /* the same when the game began */
    struct {
        uint64_t entry; /* that made it */
        char link[SEAL_TEXT];
    } last[LINKS]; /* the newest first */
};

/* A game begins. */
void chain_begin(struct live *h);

/* Whoever sits there has this key from now on, or "". */
void chain_key(struct live *h, int seat, const char *key);

/* What a shuffle stands on: the chain so far, what is shuffled and what was pledged for it. */
void chain_ground(const struct live *h, struct shuffle *s);

/* It was sealed. */
void chain_seal(struct live *h, const struct shuffle *s, const char *seal);

/* Somebody has cut or decided, as this entry says. */
void chain_cut(struct live *h, const struct entry *x);
void chain_decide(struct live *h, const struct entry *x);

/* The game stands where it was. */
void chain_back(struct live *h, size_t steps);

/* Whether whoever sits there has signed a decision that was made after that entry; writes which
 * link was signed, and the signature, for the entry. An empty signature is right where the chair
 * has no key. */
bool chain_decided(const struct live *h, int seat, action a, uint64_t after, const char *sign,
                   char out[SIGN_TEXT + 4]);

/* The same of a cut, with the pledge for the next shuffle. */
bool chain_has_cut(const struct live *h, int seat, const char *cut, const char *next,
                   const char *sign, char out[SEAL_TEXT + SIGN_TEXT]);

#endif
