#include "lab/scale.h"

#include <math.h>
#include <stdio.h>

enum { ABOUT = 5 }; /* so many ticks at least */

static const double most = 1e300;          /* what can be doubled and still be divided by */
static const double apart_at_least = 1e-9; /* the ends, as a part of the larger */

/* What is no number has no place of its own; it is put at the lower end. */
static double within(double number, double low, double high)
{
    return !(number > low) ? low : number > high ? high : number;
}

struct scale scale_between(double low, double high, double from, double to)
{
    low = within(low, -most, most);
    high = within(high, -most, most);
    double size = fmax(fabs(low), fabs(high));
    if (high - low < fmax(apart_at_least * size, 1 / most)) {
        double half = fmax(0.5, 1e3 * apart_at_least * size);
        high = low + half;
        low -= half;
    }
    return (struct scale){low, high, from, to};
}

double scale_place(const struct scale *s, double number)
{
    double part = (within(number, s->low, s->high) - s->low) / (s->high - s->low);
    return s->from + part * (s->to - s->from);
}

struct ticks scale_ticks(const struct scale *s, double apart)
{
    double rough = (s->high - s->low) / ABOUT, power = pow(10, floor(log10(rough)));
    double part = rough / power;
    double step = fmax(apart, power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10));
    double first = ceil(s->low / step), last = floor(s->high / step);
    return (struct ticks){first, step, (int)within(last - first + 1, 0, TICKS_MAX)};
}

double tick_number(const struct ticks *t, int i)
{
    return t->step * (t->first + i);
}

const char *tick_text(const struct ticks *t, int i, char text[TICK_TEXT])
{
    double number = tick_number(t, i);
    int digits = t->step < 1 ? (int)ceil(-log10(t->step) - 1e-9) : 0;
    if (fabs(number) < 1e9 && digits < 9)
        snprintf(text, TICK_TEXT, "%.*f", digits, number);
    else
        snprintf(text, TICK_TEXT, "%.10g", number);
    return text;
}
