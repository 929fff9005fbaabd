#include "fair/fair.h"

#include "fair/sha256.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

bool fair_new(struct fair *f)
{
    *f = (struct fair){0};
    if (sodium_init() < 0)
        return false;
    randombytes_buf(f->secret, sizeof f->secret);
    return true;
}

void fair_restore(struct fair *f, const unsigned char secret[FAIR_SECRET])
{
    *f = (struct fair){0};
    memcpy(f->secret, secret, FAIR_SECRET);
}

/* --- What only the dealer knows --------------------------------------------------------------- */

/* HMAC-SHA256 with a key that many texts share. */
struct key {
    SHA256_CTX inside, outside;
};
static_assert((int)FAIR_SECRET == (int)DIGEST, "a table's secret is as long as what is made of it");

static struct key key_of(const unsigned char secret[DIGEST])
{
    unsigned char inside[SHA256_CBLOCK], outside[SHA256_CBLOCK];
    struct key k;
    for (size_t i = 0; i < SHA256_CBLOCK; i++) {
        unsigned char of = i < DIGEST ? secret[i] : 0;
        inside[i] = of ^ 0x36;
        outside[i] = of ^ 0x5c;
    }
    SHA256_Init(&k.inside);
    SHA256_Update(&k.inside, inside, sizeof inside);
    SHA256_Init(&k.outside);
    SHA256_Update(&k.outside, outside, sizeof outside);
    return k;
}

/* Of a word and a number of so many bytes, the highest one first. */
static struct digest sign(const struct key *k, const char *word, uint64_t number, int bytes)
{
    struct key of = *k;
    struct digest out;
    unsigned char text[8];
    for (int i = 0; i < bytes; i++)
        text[i] = (unsigned char)(number >> 8 * (bytes - 1 - i));
    SHA256_Update(&of.inside, word, strlen(word));
    SHA256_Update(&of.inside, text, (size_t)bytes);
    SHA256_Final(out.byte, &of.inside);
    SHA256_Update(&of.outside, out.byte, DIGEST);
    SHA256_Final(out.byte, &of.outside);
    return out;
}

/* The key of everything about one shuffle. */
static struct key epoch(const struct fair *f, uint64_t number)
{
    struct key table = key_of(f->secret);
    struct digest of = sign(&table, "shuffle", number, 8);
    return key_of(of.byte);
}

static struct digest salt_of(const struct key *k, int leaf)
{
    return sign(k, "salt", (uint64_t)leaf, 4);
}

static void order_block(const void *of, uint32_t number, struct digest *out)
{
    *out = sign(of, "order", number, 4);
}

/* The cards as the dealer shuffled them, before any cut; returns how many. */
static int order_of(const struct key *k, const struct pile *p, uint16_t card[FAIR_CARDS])
{
    struct stream s = {.block = order_block, .of = k};
    int count = 0;
    assert(pile_size(p) <= FAIR_CARDS);
    for (int c = 1; c <= RANKS; c++)
        for (int i = pile_count(p, c); i > 0; i--)
            card[count++] = (uint16_t)c;
    stream_shuffle(&s, count, card);
    return count;
}

struct digest fair_veil(const struct fair *f, uint64_t entry)
{
    struct key table = key_of(f->secret);
    return sign(&table, "veil", entry, 8);
}

struct digest fair_salt(const struct fair *f, uint64_t number, int leaf)
{
    struct key k = epoch(f, number);
    return salt_of(&k, leaf);
}

int fair_leaves(const struct fair *f, const struct deal *d, struct digest leaf[FAIR_LEAVES])
{
    uint16_t card[FAIR_CARDS];
    struct key k = epoch(f, d->number);
    int count = order_of(&k, &d->pile, card), leaves = count + FAIR_LOTS;
    for (int i = 0; i < leaves; i++) {
        struct digest salt = salt_of(&k, i);
        leaf[i] = open_leaf(&salt, i < count ? card[i] : 0);
    }
    return leaves;
}

/* --- The dealer ------------------------------------------------------------------------------- */

static bool same_pile(const struct pile *a, const struct pile *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

/* Of the leaves alone. */
static const struct digest *leaves_of(struct fair *f, const struct deal *d)
{
    if (f->last.known && f->last.number == d->number && same_pile(&f->last.pile, &d->pile))
        return &f->last.seal;
    struct digest leaf[FAIR_LEAVES];
    f->last.seal = open_seal(leaf, fair_leaves(f, d, leaf));
    f->last.number = d->number;
    f->last.pile = d->pile;
    f->last.known = true;
    return &f->last.seal;
}

struct digest fair_seal(struct fair *f, const struct deal *d)
{
    struct digest ground;
    const struct digest *leaves = leaves_of(f, d);
    return digest_read(d->ground, &ground) ? open_seal_on(&ground, leaves) : *leaves;
}

struct digest fair_mix(struct fair *f, const struct deal *d)
{
    struct digest cut[PLAYERS_MAX];
    unsigned have_cut = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (digest_read(d->cut[seat], &cut[seat]))
            have_cut |= 1u << seat;
    struct digest seal = fair_seal(f, d);
    return open_mix(&seal, cut, have_cut);
}

static void seal(void *context, const struct deal *d, char out[SEAL_TEXT])
{
    struct digest of = fair_seal(context, d);
    digest_text(&of, out);
}

static bool fits(void *context, const char *cut, const char *pledge)
{
    (void)context;
    struct digest given, sealed;
    return digest_read(cut, &given) && digest_read(pledge, &sealed) && open_fits(&given, &sealed);
}

static bool same_deal(const struct deal *a, const struct deal *b)
{
    bool same = a->number == b->number && same_pile(&a->pile, &b->pile) &&
                strcmp(a->ground, b->ground) == 0;
    for (int seat = 0; same && seat < PLAYERS_MAX; seat++)
        same = strcmp(a->cut[seat], b->cut[seat]) == 0;
    return same;
}

/* All cards of a deal, as seal and cuts put them. */
static const uint8_t *cards_of(struct fair *f, const struct deal *d)
{
    uint16_t order[FAIR_CARDS], at[FAIR_CARDS];
    if (f->order.known && same_deal(&f->order.deal, d))
        return f->order.card;
    struct key k = epoch(f, d->number);
    int count = order_of(&k, &d->pile, order);
    struct digest mix = fair_mix(f, d);
    open_order(&mix, count, at);
    for (int i = 0; i < count; i++)
        f->order.card[i] = (uint8_t)order[at[i]];
    f->order.deal = *d;
    f->order.known = true;
    return f->order.card;
}

static int card(void *context, const struct deal *d)
{
    assert(d->cards < pile_size(&d->pile));
    return cards_of(context, d)[d->cards];
}

static int lot(void *context, const struct deal *d, int lots)
{
    struct fair *f = context;
    struct digest mix = fair_mix(f, d);
    struct digest salt = fair_salt(f, d->number, pile_size(&d->pile) + d->lots);
    assert(d->lots < FAIR_LOTS);
    return open_lot(&mix, &salt, lots);
}

struct dealer fair_dealer(struct fair *f)
{
    return (struct dealer){.context = f, .seal = seal, .fits = fits, .card = card, .lot = lot};
}

static void next_link(void *context, uint64_t veil, const char *words, char link[SEAL_TEXT])
{
    struct digest before = {{0}}, salt;
    if (veil)
        salt = fair_veil(context, veil);
    digest_read(link, &before);
    struct digest body = open_body(veil ? &salt : NULL, words), next = open_link(&before, &body);
    digest_text(&next, link);
}

static bool proves(void *context, const char *key, const char *words, const char *signature)
{
    (void)context;
    return open_signed(key, words, signature);
}

struct dealer fair_dealer_at(struct fair *f, const char *table)
{
    struct dealer d = fair_dealer(f);
    d.table = table;
    d.link = next_link;
    d.proves = proves;
    return d;
}
