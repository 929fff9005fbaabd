/* Sets of seats. */
#ifndef PAIRS_SEATS_H
#define PAIRS_SEATS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* A bit for each seat. */
typedef uint8_t seats;

enum {
    PLAYERS_MAX = 8,
    NOBODY = 255,   /* where a seat could stand: no seat, the table */
    EVERYBODY = 255 /* all seats */
};

static inline seats seat_bit(int seat)
{
    assert(seat >= 0 && seat < PLAYERS_MAX);
    return (seats)(1u << seat);
}

static inline seats seats_all(int players)
{
    return (seats)((1u << players) - 1);
}

static inline int seats_count(seats some)
{
    return __builtin_popcount(some);
}

static inline bool seats_has(seats some, int seat)
{
    return some >> seat & 1;
}

static inline seats seats_without(seats some, int seat)
{
    return some & (seats)~seat_bit(seat);
}

/* The first letter among some; there is one. All of them, upward:
 * for (seats left = some; left; left = seats_rest(left)) ... seats_first(left) ... */
static inline int seats_first(seats some)
{
    return __builtin_ctz(some);
}

static inline seats seats_rest(seats some)
{
    return some & (seats)(some - 1);
}

/* The first of `some` met going left from `seat`, who comes last; `some` is not empty. */
static inline int seats_next(seats some, int seat)
{
    assert(seat >= 0 && seat < PLAYERS_MAX);
    seats after = (seats)(some & ~((2u << seat) - 1));
    return seats_first(after ? after : some);
}

/* The same, but the seat itself comes first. */
static inline int seats_from(seats some, int seat)
{
    return seats_has(some, seat) ? seat : seats_next(some, seat);
}

#endif
