/* Numbers along a line of a picture: where each has its place, and which round ones are written
 * beside it. Whatever the numbers are, huge, tiny or none at all: places are on the line, and round
 * numbers are few. */
#ifndef PAIRS_LAB_SCALE_H
#define PAIRS_LAB_SCALE_H

enum { TICKS_MAX = 16, TICK_TEXT = 32 };

struct scale {
    double low, high; /* finite, and low is clearly below high */
    double from, to;  /* where these lie */
};

/* A scale for the numbers from `low` to `high`; a little more where they are too close together. */
struct scale scale_between(double low, double high, double from, double to);

/* The place of a number; one that is beyond an end is at the end. */
double scale_place(const struct scale *s, double number);

/* Round numbers: `first` times the step, the next ... */
struct ticks {
    double first, step;
    int count;
};

/* The multiples of 1, 2 or 5 times a power of ten that lie on the scale, at least `apart`. */
struct ticks scale_ticks(const struct scale *s, double apart);

double tick_number(const struct ticks *t, int i);

/* Tick i, as short as the distance to the next allows; returns `text`. */
const char *tick_text(const struct ticks *t, int i, char text[TICK_TEXT]);

#endif
