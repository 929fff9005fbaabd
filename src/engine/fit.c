#include "engine/fit.h"

#include "engine/rules.h"

enum { TRIES_MAX = 10000 }; /* deals that are thrown away, before any that fits is taken */

/* Of hands with different ranks the share may grow a little when others are dealt before. */
static const double growth = 1.1;

/* A number from 0 up to 1. */
static double unit(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* In how many ways so many cards of different ranks can be had from the ranks c and above. */
struct ways {
    double of[RANKS + 2][FIT_CARDS + 1];
};

static void ways_count(struct ways *w, cards from, int size)
{
    w->of[RANKS + 1][0] = 1;
    for (int k = 1; k <= size; k++)
        w->of[RANKS + 1][k] = 0;
    for (int c = RANKS; c >= 1; c--) {
        w->of[c][0] = 1;
        for (int k = 1; k <= size; k++)
            w->of[c][k] = w->of[c + 1][k] + cards_count(from, c) * w->of[c + 1][k - 1];
    }
}

/* In how many ways a hand can be had from a set of cards that it may have; of different ranks `w`
 * tells more. */
static double ways_of(const struct fit *f, cards from, struct ways *w)
{
    double ways = 1;
    if (f->different) {
        ways_count(w, from, f->size);
        return w->of[1][f->size];
    }
    for (int i = 0, all = cards_size(from); i < f->size; i++)
        ways *= (double)(all - i) / (i + 1);
    return ways > 0 ? ways : 0;
}

/* One of the hands that can be had from the set, each equally likely; there is one. */
static cards draw(const struct fit *f, cards from, const struct ways *w, struct rng *r)
{
    if (!f->different)
        return cards_draw(&from, f->size, r);
    cards hand = 0;
    for (int c = 1, left = f->size; left > 0; c++)
        if (unit(r) * w->of[c][left] >= w->of[c + 1][left]) {
            hand += cards_one(c);
            left--;
        }
    return hand;
}

/* Deals once; returns how much choice there was, compared with the most there could be, or 0 if a
 * hand could not be dealt. `most` are the ways of each hand out of the whole deck. */
static double deal_once(struct head *h, const struct fit fit[], const double most[], cards hand[],
                        struct rng *r)
{
    struct pile *deck = &h->pile[PILE_DECK];
    double whole = (double)pile_size(deck), choice = 1;
    struct ways w;
    for (int i = 0; i < h->players && choice > 0; i++) {
        if (fit[i].size == 0)
            continue;
        cards from = pile_cards(deck) & fit[i].ranks;
        double ways = ways_of(&fit[i], from, &w), share = ways / most[i];
        for (int k = 0; k < fit[i].size && fit[i].different; k++)
            share *= (whole - k) / (double)(pile_size(deck) - k) / (k ? 1 : growth);
        choice *= share > 1 ? 1 : share;
        if (ways > 0) {
            hand[i] = draw(&fit[i], from, &w, r);
            pile_take_all(deck, hand[i]);
        }
    }
    return choice;
}

void fit_deal(struct head *h, const struct fit fit[], cards hand[], struct rng *r)
{
    struct pile *deck = &h->pile[PILE_DECK];
    double most[PLAYERS_MAX] = {0};
    struct ways w;
    for (int i = 0; i < h->players; i++)
        most[i] = fit[i].size ? ways_of(&fit[i], pile_cards(deck) & fit[i].ranks, &w) : 1;
    for (int tries = 0;; tries++) {
        double choice = deal_once(h, fit, most, hand, r);
        if (unit(r) < choice || (choice > 0 && tries >= TRIES_MAX))
            return;
        for (int i = 0; i < h->players; i++) {
            pile_add_all(deck, fit[i].size ? hand[i] : 0);
            hand[i] = fit[i].size ? 0 : hand[i];
        }
    }
}
