/* How many cards of each rank, as numbers beside each other, for programs that learn. They ask for
 * nothing more often, so several ranks are taken apart at once. */
#ifndef PAIRS_COUNTS_H
#define PAIRS_COUNTS_H

#include "engine/cards.h"

#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Whole numbers that are reckoned with together. */
typedef uint8_t lanes8 __attribute__((vector_size(16)));
typedef uint16_t lanes16 __attribute__((vector_size(16)));
typedef uint32_t lanes32 __attribute__((vector_size(16)));
typedef uint64_t lanes64 __attribute__((vector_size(16)));

static inline void counts_add_four(int32_t to[4], lanes32 four)
{
    lanes32 sum;
    memcpy(&sum, to, sizeof sum);
    sum += four;
    memcpy(to, &sum, sizeof sum);
}

/* Adds bytes, those of odd ranks from 1 upward and of even ones from 2 upward: puts them in turn,
 * and makes the first eight of them wider. */
static inline void counts_add_bytes(int32_t to[RANKS], uint64_t odd, uint64_t even)
{
    const lanes16 none = {0};
    lanes8 each = __builtin_shufflevector((lanes8)(lanes64){odd, 0}, (lanes8)(lanes64){even, 0}, 0,
                                          16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    lanes16 wide = (lanes16)__builtin_shufflevector(each, (lanes8)none, 0, 16, 1, 17, 2, 18, 3, 19,
                                                    4, 20, 5, 21, 6, 22, 7, 23);
    counts_add_four(&to[0], (lanes32)__builtin_shufflevector(wide, none, 0, 8, 1, 9, 2, 10, 3, 11));
    counts_add_four(&to[4],
                    (lanes32)__builtin_shufflevector(wide, none, 4, 12, 5, 13, 6, 14, 7, 15));
    to[8] += (uint8_t)(odd >> 32);
    to[9] += (uint8_t)(even >> 32);
}

#else

static inline void counts_add_bytes(int32_t to[RANKS], uint64_t odd, uint64_t even)
{
    for (int i = 0; i < RANKS; i += 2) {
        to[i] += (uint8_t)(odd >> 4 * i);
        to[i + 1] += (uint8_t)(even >> 4 * i);
    }
}

#endif

/* Adds the cards of a set, and of a pile. */
static inline void counts_add_cards(int32_t to[RANKS], cards w)
{
    const uint64_t low = UINT64_C(0x0F0F0F0F0F0F0F0F);
    counts_add_bytes(to, w >> 4 & low, w >> 8 & low);
}

static inline void counts_add_pile(int32_t to[RANKS], const struct pile *p)
{
    counts_add_bytes(to, p->half[1], p->half[0] >> 8);
}

#endif
