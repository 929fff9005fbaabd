/* Random numbers: xoshiro256++ by Blackman and Vigna. Only drivers draw them; a game never does. */
#ifndef PAIRS_RNG_H
#define PAIRS_RNG_H

#include <stdint.h>

struct rng {
    uint64_t word[4];
};

/* The generator for one stream of a seed: different streams (game 1, game 2 ...) are independent,
 * so that a long run can be divided between threads without changing any game. */
static inline struct rng rng_seeded(uint64_t seed, uint64_t stream)
{
    struct rng r;
    uint64_t x = seed ^ (stream + 1) * UINT64_C(0xD1342543DE82EF95);
    for (int i = 0; i < 4; i++) { /* splitmix64 */
        uint64_t z = (x += UINT64_C(0x9E3779B97F4A7C15));
        z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
        r.word[i] = z ^ z >> 31;
    }
    return r;
}

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t *w = r->word;
    uint64_t result = rng_rotate(w[0] + w[3], 23) + w[0];
    uint64_t t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = rng_rotate(w[3], 45);
    return result;
}

/* A number from 0 to n - 1, each equally likely (Lemire's method, without bias); n at least 1. */
static inline int rng_below(struct rng *r, int n)
{
    uint32_t range = (uint32_t)n;
    uint64_t m = (rng_next(r) >> 32) * range;
    if ((uint32_t)m < range) {
        uint32_t reject = -range % range;
        while ((uint32_t)m < reject)
            m = (rng_next(r) >> 32) * range;
    }
    return (int)(m >> 32);
}

#endif
