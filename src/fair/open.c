#include "fair/open.h"

#include "fair/sha256.h"

#include <sodium.h>
#include <string.h>

const char *const open_piles[PILES] = {
    [PILE_DECK] = "deck",
    [PILE_DISCARDS] = "discards",
    [PILE_BURNED] = "burned",
    [PILE_SIDE] = "side",
};

/* --- Digests ---------------------------------------------------------------------------------- */

bool digest_read(const char *text, struct digest *out)
{
    return strlen(text) == SEAL_TEXT - 1 && strspn(text, "0123456789abcdef") == SEAL_TEXT - 1 &&
           sodium_hex2bin(out->byte, DIGEST, text, SEAL_TEXT - 1, NULL, NULL, NULL) == 0;
}

void digest_text(const struct digest *d, char out[SEAL_TEXT])
{
    sodium_bin2hex(out, SEAL_TEXT, d->byte, DIGEST);
}

bool digest_same(const struct digest *a, const struct digest *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static struct digest hash(const void *bytes, size_t size)
{
    SHA256_CTX s;
    struct digest out;
    SHA256_Init(&s);
    SHA256_Update(&s, bytes, size);
    SHA256_Final(out.byte, &s);
    return out;
}

/* --- Streams ---------------------------------------------------------------------------------- */

static uint32_t next_word(struct stream *s)
{
    if (s->left == 0) {
        s->block(s->of, s->blocks++, &s->now);
        s->left = DIGEST;
    }
    const unsigned char *b = s->now.byte + DIGEST - s->left;
    s->left -= 4;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

int stream_below(struct stream *s, int n)
{
    uint64_t all = UINT64_C(1) << 32, fair = all - all % (uint64_t)n;
    uint32_t word;
    do {
        word = next_word(s);
    } while (word >= fair);
    return (int)(word % (uint32_t)n);
}

void stream_shuffle(struct stream *s, int n, uint16_t at[])
{
    for (int i = n - 1; i > 0; i--) {
        int other = stream_below(s, i + 1);
        uint16_t one = at[i];
        at[i] = at[other];
        at[other] = one;
    }
}

/* --- What is public --------------------------------------------------------------------------- */

struct digest open_leaf(const struct digest *salt, int card)
{
    unsigned char text[DIGEST + 1];
    memcpy(text, salt->byte, DIGEST);
    text[DIGEST] = (unsigned char)card;
    return hash(text, sizeof text);
}

struct digest open_seal(const struct digest leaf[], int leaves)
{
    return hash(leaf[0].byte, (size_t)leaves * DIGEST);
}

struct digest open_seal_on(const struct digest *ground, const struct digest *leaves)
{
    static const char word[] = "seal";
    unsigned char text[sizeof word - 1 + 2 * DIGEST];
    memcpy(text, word, sizeof word - 1);
    memcpy(text + sizeof word - 1, ground->byte, DIGEST);
    memcpy(text + sizeof word - 1 + DIGEST, leaves->byte, DIGEST);
    return hash(text, sizeof text);
}

struct digest open_body(const struct digest *salt, const char *words)
{
    struct digest body;
    SHA256_CTX s;
    SHA256_Init(&s);
    if (salt)
        SHA256_Update(&s, salt->byte, DIGEST);
    SHA256_Update(&s, words, strlen(words));
    SHA256_Final(body.byte, &s);
    return body;
}

struct digest open_link(const struct digest *before, const struct digest *body)
{
    unsigned char text[2 * DIGEST];
    memcpy(text, before->byte, DIGEST);
    memcpy(text + DIGEST, body->byte, DIGEST);
    return hash(text, sizeof text);
}

bool open_signed(const char *key, const char *words, const char *signature)
{
    unsigned char of[crypto_sign_BYTES];
    struct digest by;
    return digest_read(key, &by) && strlen(signature) == SIGN_TEXT - 1 &&
           strspn(signature, "0123456789abcdef") == SIGN_TEXT - 1 &&
           sodium_hex2bin(of, sizeof of, signature, SIGN_TEXT - 1, NULL, NULL, NULL) == 0 &&
           crypto_sign_verify_detached(of, (const unsigned char *)words, strlen(words), by.byte) ==
               0;
}

bool open_public(const char *secret, char key[SEAL_TEXT])
{
    struct digest seed, public;
    unsigned char both[crypto_sign_SECRETKEYBYTES];
    if (!digest_read(secret, &seed))
        return false;
    crypto_sign_seed_keypair(public.byte, both, seed.byte);
    digest_text(&public, key);
    sodium_memzero(both, sizeof both);
    sodium_memzero(&seed, sizeof seed);
    return true;
}

bool open_fits(const struct digest *cut, const struct digest *pledge)
{
    struct digest sealed = hash(cut->byte, DIGEST);
    return digest_same(&sealed, pledge);
}

struct digest open_mix(const struct digest *seal, const struct digest cut[PLAYERS_MAX],
                       unsigned have_cut)
{
    struct digest mix;
    SHA256_CTX s;
    SHA256_Init(&s);
    SHA256_Update(&s, "cut", 3);
    SHA256_Update(&s, seal->byte, DIGEST);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        unsigned char has = have_cut >> seat & 1;
        SHA256_Update(&s, &has, 1);
        if (has)
            SHA256_Update(&s, cut[seat].byte, DIGEST);
    }
    SHA256_Final(mix.byte, &s);
    return mix;
}

/* What blocks are made of: the mix, or the mix and a salt. */
struct prefix {
    unsigned char byte[2 * DIGEST];
    int size;
};

static void hash_block(const void *of, uint32_t number, struct digest *out)
{
    const struct prefix *p = of;
    unsigned char text[sizeof p->byte + 4];
    memcpy(text, p->byte, (size_t)p->size);
    for (int i = 0; i < 4; i++)
        text[p->size + i] = (unsigned char)(number >> (24 - 8 * i));
    *out = hash(text, (size_t)p->size + 4);
}

void open_order(const struct digest *mix, int count, uint16_t at[])
{
    struct prefix p = {.size = DIGEST};
    struct stream s = {.block = hash_block, .of = &p};
    memcpy(p.byte, mix->byte, DIGEST);
    for (int i = 0; i < count; i++)
        at[i] = (uint16_t)i;
    stream_shuffle(&s, count, at);
}

int open_lot(const struct digest *mix, const struct digest *salt, int lots)
{
    struct prefix p = {.size = 2 * DIGEST};
    struct stream s = {.block = hash_block, .of = &p};
    memcpy(p.byte, mix->byte, DIGEST);
    memcpy(p.byte + DIGEST, salt->byte, DIGEST);
    return stream_below(&s, lots);
}
