/* Cards and piles.
 *
 * The usual deck is triangular: one 1, two 2s ... ten 10s, 55 cards. A custom one has any number
 * from 0 to 15 of each rank, which is what a set of cards can hold. A card is its rank, an int from
 * 1 to 10; 0 stands for a card whose face is not known. Cards of one rank are identical, so a hand
 * is a count a rank and fits one word.
 */
#ifndef PAIRS_CARDS_H
#define PAIRS_CARDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RANKS = 10,
    DECK_CARDS = RANKS * (RANKS + 1) / 2,
    DECKS_MAX = 8, /* decks in one shoe */
};

/* A hand, a stack or any set of cards without order: four bits a rank, rank r at bit 4r. Sets add
 * and subtract as plain numbers. Of two sets the larger number is the one that wins when both are
 * sorted downward and compared card by card, where a card beats no card. */
typedef uint64_t cards;

static inline cards cards_one(int c)
{
    return (cards)1 << (4 * c);
}

static inline int cards_count(cards w, int c)
{
    return (int)(w >> (4 * c) & 15);
}

static inline bool cards_has(cards w, int c)
{
    return cards_count(w, c) != 0;
}

/* The set with one card of a rank less, if it has one. */
static inline cards cards_without(cards w, int c)
{
    return cards_has(w, c) ? w - cards_one(c) : w;
}

/* The lowest and the highest rank in a set that is not empty. */
static inline int cards_lowest(cards w)
{
    return __builtin_ctzll(w) / 4;
}

static inline int cards_highest(cards w)
{
    return (63 - __builtin_clzll(w)) / 4;
}

/* The lowest rank above c, 0 if there is none. All ranks of a set, upward:
 * for (int c = cards_next(w, 0); c; c = cards_next(w, c)) */
static inline int cards_next(cards w, int c)
{
    cards above = w >> 4 >> (4 * c);
    return above ? c + 1 + cards_lowest(above) : 0;
}

/* Each rank of the set once. */
static inline cards cards_distinct(cards w)
{
    w |= w >> 1;
    w |= w >> 2;
    return w & UINT64_C(0x1111111111111111);
}

/* Each rank that the set does not have, once. */
static inline cards cards_missing(cards w)
{
    return cards_distinct(w) ^ UINT64_C(0x11111111110);
}

/* Whether some rank is there at least twice. */
static inline bool cards_paired(cards w)
{
    return (w & UINT64_C(0xEEEEEEEEEEEEEEEE)) != 0;
}

/* Of numbers up to 127 that are bytes the smaller ones. */
static inline uint64_t halves_least(uint64_t a, uint64_t b)
{
    const uint64_t tops = UINT64_C(0x8080808080808080);
    uint64_t above = ((a | tops) - b) & tops; /* where a is at least b */
    uint64_t mask = above - (above >> 7);
    return (b & mask) | (a & ~mask);
}

/* What two sets have in common: of each rank the smaller number. */
static inline cards cards_common(cards a, cards b)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    return halves_least(a & low, b & low) | halves_least(a >> 4 & low, b >> 4 & low) << 4;
}

/* The two sets together, as far as there is room: at most 15 of a rank. */
static inline cards cards_both(cards a, cards b)
{
    return a + cards_common(b, ~a);
}

/* How many cards. */
static inline int cards_size(cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(((w & low) + (w >> 4 & low)) * UINT64_C(0x0101010101010101) >> 56);
}

/* The sum of ranks whose numbers are bytes, even ranks and odd ones apart: pairs of ranks 2i and
 * 2i + 1 together, weighed by 2i in one multiplication for every other pair, and the odd ranks once
 * more. */
static inline int halves_sum(uint64_t even, uint64_t odd)
{
    const uint64_t wide = UINT64_C(0x00FF00FF00FF00FF), all = UINT64_C(0x0001000100010001);
    uint64_t both = even + odd;
    uint64_t weighed = (both & wide) * UINT64_C(0x000000040008000C) +
                       (both >> 8 & wide) * UINT64_C(0x00020006000A000E) +
                       ((odd & wide) + (odd >> 8 & wide)) * all;
    return (int)(weighed >> 48);
}

/* The sum of their ranks. */
static inline int cards_sum(cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    return halves_sum(w & low, w >> 4 & low);
}

/* A face-down pile that cards are drawn from, and the discards: a byte a rank, so that several
 * decks fit; even ranks in half[0], odd ones in half[1], rank r at byte r / 2. A pile has no order:
 * which card comes is chance, decided when the rules turn it. The size is kept beside the counts
 * because the next random number then need not wait for the last card. */
struct pile {
    uint64_t half[2];
    int64_t size;
};

static inline void pile_add(struct pile *p, int c)
{
    p->half[c & 1] += UINT64_C(1) << (c >> 1) * 8;
    p->size++;
}

static inline void pile_add_all(struct pile *p, cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    p->half[0] += w & low;
    p->half[1] += w >> 4 & low;
    p->size += cards_size(w);
}

static inline void pile_take(struct pile *p, int c)
{
    uint64_t one = UINT64_C(1) << (c >> 1) * 8, odd = -(uint64_t)(c & 1);
    p->half[0] -= one & ~odd; /* both halves, so that neither waits for the other's address */
    p->half[1] -= one & odd;
    p->size--;
}

/* Takes cards that are all in the pile. */
static inline void pile_take_all(struct pile *p, cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    p->half[0] -= w & low;
    p->half[1] -= w >> 4 & low;
    p->size -= cards_size(w);
}

static inline int pile_count(const struct pile *p, int c)
{
    return (int)(p->half[c & 1] >> (c >> 1) * 8 & 255);
}

static inline int pile_size(const struct pile *p)
{
    return (int)p->size;
}

static inline bool pile_empty(const struct pile *p)
{
    return p->size == 0;
}

/* All cards of `from` move to `to`. */
static inline void pile_move(struct pile *to, struct pile *from)
{
    to->half[0] += from->half[0];
    to->half[1] += from->half[1];
    to->size += from->size;
    *from = (struct pile){{0, 0}, 0};
}

/* The k-th card of the pile, counted from the lowest rank; k from 0 to its size - 1. With a k drawn
 * at random this is drawing a card. */
static inline int pile_pick(const struct pile *p, int k)
{
    if (p->size < 128) { /* all ranks at once: how many of them lie wholly below k */
        const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
        uint64_t at = (uint64_t)k * ones | tops;
        uint64_t odd = (p->half[0] + p->half[1]) * ones; /* byte i: cards up to rank 2i + 1 */
        uint64_t even = odd - p->half[1];                /* byte i: cards up to rank 2i */
        uint64_t below = ((at - odd) & tops) >> 7;
        below += ((at - even) & tops) >> 7;
        return (int)(below * ones >> 56);
    }
    int c = 1;
    while (k >= pile_count(p, c))
        k -= pile_count(p, c++);
    return c;
}

/* The pile without these cards, as far as they are in it. */
static inline struct pile pile_without(const struct pile *p, cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F), ones = UINT64_C(0x0101010101010101);
    uint64_t even = halves_least(p->half[0], w & low), odd = halves_least(p->half[1], w >> 4 & low);
    return (struct pile){{p->half[0] - even, p->half[1] - odd},
                         p->size - (int64_t)((even + odd) * ones >> 56)};
}

/* Only the cards of these ranks. */
static inline struct pile pile_among(const struct pile *p, cards ranks)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), wide = UINT64_C(0x00FF00FF00FF00FF);
    const uint64_t all = UINT64_C(0x0001000100010001);
    cards each = cards_distinct(ranks);
    uint64_t even = p->half[0] & (each & ones) * 255, odd = p->half[1] & (each >> 4 & ones) * 255;
    uint64_t both = even + odd;
    return (struct pile){{even, odd}, (int64_t)(((both & wide) + (both >> 8 & wide)) * all >> 48)};
}

/* The sum of the ranks of all its cards. */
static inline int pile_sum(const struct pile *p)
{
    return halves_sum(p->half[0], p->half[1]);
}

/* The chance that a card of the pile is one of these ranks. */
static inline double pile_chance(const struct pile *p, cards ranks)
{
    struct pile some = pile_among(p, ranks);
    return pile_empty(p) ? 0 : (double)pile_size(&some) / pile_size(p);
}

/* What a card of the pile costs on average if each of these ranks costs itself. */
static inline double pile_risk(const struct pile *p, cards ranks)
{
    struct pile some = pile_among(p, ranks);
    return pile_empty(p) ? 0 : (double)pile_sum(&some) / pile_size(p);
}

/* The whole pile as a set: for single decks, where no rank has more than 15 cards. */
static inline cards pile_cards(const struct pile *p)
{
    return p->half[0] | p->half[1] << 4;
}

/* The usual deck as a set. */
static const cards usual_deck = UINT64_C(0xA9876543210);

/* So many decks of these cards. */
static inline struct pile pile_of(cards deck, int decks)
{
    struct pile p = {{0, 0}, 0};
    pile_add_all(&p, deck);
    return (struct pile){{p.half[0] * (uint64_t)decks, p.half[1] * (uint64_t)decks},
                         p.size * decks};
}

/* The same of the usual deck. */
static inline struct pile pile_fresh(int decks)
{
    return pile_of(usual_deck, decks);
}

/* Whether two piles have the same cards. */
static inline bool pile_same(const struct pile *a, const struct pile *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

#endif
