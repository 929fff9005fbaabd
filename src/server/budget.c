#include "server/budget.h"

#include <math.h>
#include <stdlib.h>

enum { HALVED_AFTER = 10000 }; /* milliseconds */

static const double nothing = 0.5; /* milliseconds of work that nobody remembers */

static void fill(struct bucket *b, const struct allowance *m, double times, uint64_t now)
{
    if (now > b->counted)
        b->left += (double)(now - b->counted) * m->per_second * times / 1000.0;
    b->counted = now;
    if (b->left > m->most * times)
        b->left = m->most * times;
}

struct bucket bucket_full(const struct allowance *m, uint64_t now)
{
    return (struct bucket){.left = m->most, .counted = now};
}

bool bucket_take(struct bucket *b, const struct allowance *m, uint64_t now)
{
    fill(b, m, 1, now);
    if (b->left < 1)
        return false;
    b->left -= 1;
    return true;
}

/* --- Purses ----------------------------------------------------------------------------------- */

struct purse purse_full(const struct tariff *t, double times, uint64_t now)
{
    struct purse p = {.halved = now};
    for (int x = 0; x < EXPENSES; x++)
        p.of[x] = (struct bucket){.left = t->of[x].most * times, .counted = now};
    return p;
}

bool purse_has(struct purse *p, const struct tariff *t, double times, enum expense x, double amount,
               uint64_t now)
{
    fill(&p->of[x], &t->of[x], times, now);
    return t->of[x].most == 0 || p->of[x].left >= amount;
}

void purse_spend(struct purse *p, const struct tariff *t, double times, enum expense x,
                 double amount, uint64_t now)
{
    p->of[x].left -= amount;
    fill(&p->of[x], &t->of[x], times, now);
}

double purse_faded(double milliseconds, uint64_t then, uint64_t now)
{
    return now > then ? milliseconds * exp2(-(double)(now - then) / HALVED_AFTER) : milliseconds;
}

double purse_worked(struct purse *p, uint64_t now)
{
    p->worked = purse_faded(p->worked, p->halved, now);
    p->halved = now;
    return p->worked;
}

void purse_work(struct purse *p, double milliseconds, uint64_t now)
{
    p->worked = purse_worked(p, now) + milliseconds;
}

bool purse_is_full(struct purse *p, const struct tariff *t, double times, uint64_t now)
{
    bool full = purse_worked(p, now) < nothing;
    for (int x = 0; x < EXPENSES; x++)
        full = purse_has(p, t, times, (enum expense)x, t->of[x].most * times, now) && full;
    return full;
}

/* --- Persons and tables ----------------------------------------------------------------------- */

struct owner {
    struct owner *next;
    uint64_t number;
    struct purse purse;
};

uint64_t purse_number(const char *words)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (; *words; words++)
        sum = (sum ^ (unsigned char)*words) * UINT64_C(0x100000001B3);
    return sum;
}

struct purse *purse_of(struct purses *all, uint64_t number, uint64_t now)
{
    struct owner **chain = &all->chain[(number ^ number >> 32) % PURSE_CHAINS];
    for (struct owner *o = *chain; o; o = o->next)
        if (o->number == number)
            return &o->purse;
    struct owner *o = malloc(sizeof *o);
    if (!o)
        return NULL;
    *o =
        (struct owner){.next = *chain, .number = number, .purse = purse_full(&all->tariff, 1, now)};
    *chain = o;
    return &o->purse;
}

static void sweep(struct purses *all, uint64_t now, bool whole)
{
    for (int i = 0; i < PURSE_CHAINS; i++)
        for (struct owner **at = &all->chain[i]; *at;) {
            struct owner *o = *at;
            if (whole || purse_is_full(&o->purse, &all->tariff, 1, now)) {
                *at = o->next;
                free(o);
            } else {
                at = &o->next;
            }
        }
}

void purses_sweep(struct purses *all, uint64_t now)
{
    sweep(all, now, false);
}

void purses_clear(struct purses *all)
{
    sweep(all, 0, true);
}
