/* Contributes to every shuffle for somebody who sits at a table, and signs what they do, so that
 * the cards are fair to them and nobody can decide in their name: docs/fair.md, and *Fair dealing*
 * in docs/server.md. */
#ifndef PAIRS_CLIENT_SIGNER_H
#define PAIRS_CLIENT_SIGNER_H

#include <jansson.h>
#include <stdbool.h>

enum {
    SIGNER_HASH = 65,  /* 64 hexadecimal digits and a NUL byte */
    SIGNER_SIGN = 129, /* a signature, twice as many */
};

/* What was pledged for a shuffle: a secret that nobody could foretell, and its SHA-256. */
struct pledge {
    char seal[SIGNER_HASH], secret[SIGNER_HASH]; /* "" for none */
};

/* Zero it, and open it. */
struct signer {
    unsigned char secret[64]; /* libsodium's form of the key pair */
    char key[SIGNER_HASH];
    char table[32], you[2];              /* where one sits, "" if nowhere */
    struct pledge sent, standing, asked; /* on its way, for the next shuffle, for the last one */
    bool pledging;                       /* nothing more is to be pledged before the next shuffle */
    char shuffle[24], seal[SIGNER_HASH], pledged[16]; /* the last shuffle, as it was told */
    bool cutting;                     /* the cut of whoever sits here is waited for */
    char game[24], link[SIGNER_HASH]; /* what decisions are signed with, "" where nothing is, */
    json_int_t entry;                 /* and the entry that the link goes with */
};

/* The secret is 64 hexadecimal digits; false if it is anything else. */
bool signer_open(struct signer *s, const char *secret);

/* Forgets all secrets. */
void signer_close(struct signer *s);

/* Another table is looked at. */
void signer_enter(struct signer *s, const char *table);

/* What the server has told of the table. */
void signer_read(struct signer *s, const json_t *message);

/* The command that is to be sent now, to pledge or to cut; NULL if there is none. */
json_t *signer_due(struct signer *s);

/* Signs a decision, if decisions are signed at this table; it is then after the entry of the link,
 * whatever has come since. */
void signer_sign(const struct signer *s, json_t *command);

#endif
