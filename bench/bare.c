#include "bench/bare.h"

#include <stdbool.h>
#include <string.h>

enum { CARDS = 55, BURN = 5, TARGET = 31, HAND = 32 };

static const uint8_t fresh[CARDS] = {
    1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6,  6,  6,  6,  7,  7,  7,  7,  7,  7,  7,
    8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
};

/* A deck as an array: drawing swaps a card to the end and cuts it off. */
struct bare {
    struct rng *r;
    int deck_size, discards_size;
    uint64_t drawn;
    uint8_t deck[CARDS], discards[CARDS];
    uint8_t stack[2][HAND];
    int stack_size[2];
    unsigned held[2]; /* bit c: the stack has rank c */
};

static int take(struct bare *b)
{
    int k = rng_below(b->r, b->deck_size);
    int c = b->deck[k];
    b->deck[k] = b->deck[--b->deck_size];
    b->drawn++;
    return c;
}

static void burn(struct bare *b)
{
    for (int i = b->deck_size > BURN ? BURN : b->deck_size - 1; i > 0; i--)
        b->discards[b->discards_size++] = (uint8_t)take(b);
}

static int draw(struct bare *b)
{
    if (b->deck_size == 0) {
        memcpy(b->deck, b->discards, (size_t)b->discards_size);
        b->deck_size = b->discards_size;
        b->discards_size = 0;
        burn(b);
    }
    return take(b);
}

static void keep(struct bare *b, int seat, int c)
{
    b->stack[seat][b->stack_size[seat]++] = (uint8_t)c;
    b->held[seat] |= 1u << c;
}

static void end_round(struct bare *b)
{
    for (int seat = 0; seat < 2; seat++) {
        memcpy(&b->discards[b->discards_size], b->stack[seat], (size_t)b->stack_size[seat]);
        b->discards_size += b->stack_size[seat];
        b->stack_size[seat] = 0;
        b->held[seat] = 0;
    }
}

/* Whether some card can still come to a seat without making a pair. */
static bool can_break(const struct bare *b, int seat)
{
    for (int i = 0; i < b->deck_size; i++)
        if (!(b->held[seat] >> b->deck[i] & 1))
            return true;
    for (int i = 0; i < b->discards_size; i++)
        if (!(b->held[seat] >> b->discards[i] & 1))
            return true;
    return false;
}

/* An unbreakable tie: everything is shuffled and the round is dealt again. */
static void void_round(struct bare *b)
{
    end_round(b);
    memcpy(&b->deck[b->deck_size], b->discards, (size_t)b->discards_size);
    b->deck_size += b->discards_size;
    b->discards_size = 0;
    burn(b);
}

static int find_first(struct bare *b)
{
    for (;;) {
        int newest[2] = {0, 0};
        for (int seat = 0; seat < 2; seat++) {
            /* Fewer ranks than this cannot be all that is left while nobody has lost. */
            if (b->stack_size[seat] >= 4 && !can_break(b, seat)) {
                void_round(b);
                seat = -1;
                continue;
            }
            while (b->held[seat] >> (newest[seat] = draw(b)) & 1)
                b->discards[b->discards_size++] = (uint8_t)newest[seat];
            keep(b, seat, newest[seat]);
        }
        if (newest[0] != newest[1])
            return newest[1] < newest[0];
    }
}

/* Takes the lowest card on the table out of its stack. */
static int fold(struct bare *b)
{
    int c = __builtin_ctz(b->held[0] | b->held[1]);
    int seat = !(b->held[0] >> c & 1);
    uint8_t *at = memchr(b->stack[seat], c, (size_t)b->stack_size[seat]);
    *at = b->stack[seat][--b->stack_size[seat]];
    return c;
}

static uint64_t play_game(struct bare *b)
{
    int score[2] = {0, 0};
    uint64_t decisions = 0;
    memcpy(b->deck, fresh, sizeof fresh);
    b->deck_size = CARDS;
    b->discards_size = 0;
    end_round(b);
    b->discards_size = 0;
    burn(b);
    for (;;) {
        int seat = find_first(b);
        for (;; seat ^= 1) {
            int c;
            decisions++;
            if (rng_below(b->r, 2) == 0) {
                c = draw(b);
                if (!(b->held[seat] >> c & 1)) {
                    keep(b, seat, c);
                    continue;
                }
            } else {
                c = fold(b);
            }
            score[seat] += c;
            break;
        }
        if (score[seat] >= TARGET)
            return decisions;
        end_round(b);
    }
}

struct bare_count bare_pairs(struct rng *r, uint64_t games)
{
    struct bare b = {.r = r};
    struct bare_count count = {.games = games};
    for (uint64_t i = 0; i < games; i++)
        count.decisions += play_game(&b);
    count.cards = b.drawn;
    return count;
}

uint64_t bare_draws(struct rng *r, uint64_t count)
{
    struct bare b = {.r = r};
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (b.deck_size == 0) {
            memcpy(b.deck, fresh, sizeof fresh);
            b.deck_size = CARDS;
        }
        sum += (uint64_t)take(&b);
    }
    return sum;
}
