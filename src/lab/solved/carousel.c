#include "lab/solved/solved.h"

#include <string.h>

enum { HAND_SETS = 1 << CAROUSEL_HANDS };

void carousel_fresh(struct carousel *c)
{
    *c = (struct carousel){.deck = pile_fresh(1), .row = HAND_SETS - 1, .getting = HAND_SETS - 1};
}

bool carousel_read(struct carousel *c, const struct table *t, struct error *e)
{
    const struct head *h = game_look(t->state);
    struct view v;
    if (strcmp(t->setup.game->name, "carousel") != 0)
        return error_set(e, "the record is of %s; expected carousel", t->setup.game->name);
    if (h->turn.kind == TURN_OVER)
        return error_set(e, "the match is over; expected a record that ends before its last round");
    table_view(t, EVERYTHING, &v);
    *c = (struct carousel){.deck = h->pile[PILE_DECK]};
    int least = RANKS + 1; /* cards of a hand that has not yet got the one of this round */
    for (int i = 0; i < CAROUSEL_HANDS; i++) {
        c->hand[i] = view_faces(&v, ZONE_GAME + i, NOBODY);
        if (c->hand[i] && cards_size(c->hand[i]) < least)
            least = cards_size(c->hand[i]);
    }
    for (int i = 0; i < CAROUSEL_HANDS; i++) { /* hands are removed into the discards only */
        if (!c->hand[i] && pile_empty(&h->pile[PILE_DISCARDS]))
            c->row |= 1u << i;
        else if (cards_size(c->hand[i]) == least)
            c->getting |= 1u << i;
    }
    if (c->row)
        c->getting = HAND_SETS - 1;
    return true;
}

/* In how many ways `some` cards can be dealt one after another out of `count`. */
static double ways_to_deal(int count, int some)
{
    double ways = 1;
    for (int i = 0; i < some; i++)
        ways *= count - i;
    return ways;
}

/* Adds the chances for six hands that lie there, times `weight`. Rank by rank: ways[served][pairs]
 * counts the ways to give cards of the ranks so far to a set of hands so that so many pair. */
static void deal_round(const struct carousel *c, double weight, double chance[CAROUSEL_HANDS + 1])
{
    double ways[HAND_SETS][CAROUSEL_HANDS + 1] = {{1}};
    int alive = 0;
    for (int i = 0; i < CAROUSEL_HANDS; i++)
        alive += c->hand[i] && !cards_paired(c->hand[i]);
    for (int r = 1; r <= RANKS; r++) {
        unsigned holders = 0;
        double deals[CAROUSEL_HANDS + 1];
        for (int i = 0; i < CAROUSEL_HANDS; i++)
            holders |= (unsigned)cards_has(c->hand[i], r) << i;
        for (int some = 0; some <= CAROUSEL_HANDS; some++)
            deals[some] = ways_to_deal(pile_count(&c->deck, r), some);
        for (unsigned served = HAND_SETS; served-- > 0;) { /* downward: each rank counts once */
            if (served & ~c->getting)
                continue;
            unsigned rest = c->getting & ~served;
            for (unsigned now = rest; now; now = (now - 1) & rest)
                for (int pairs = 0; pairs <= __builtin_popcount(served); pairs++)
                    ways[served | now][pairs + __builtin_popcount(now & holders)] +=
                        ways[served][pairs] * deals[__builtin_popcount(now)];
        }
    }
    int getting = __builtin_popcount(c->getting);
    for (int pairs = 0; pairs <= alive && pairs <= getting; pairs++)
        chance[alive - pairs] +=
            weight * ways[c->getting][pairs] / ways_to_deal(pile_size(&c->deck), getting);
}

/* First the row: which hand gets which card does not matter, so that hands are filled with cards of
 * rank r and upward. `weight` is the number of ways so far over that of all ways. */
static void deal_row(struct carousel *c, int r, double weight, double chance[CAROUSEL_HANDS + 1])
{
    if (!c->row) {
        deal_round(c, weight, chance);
        return;
    }
    if (r > RANKS)
        return;
    struct carousel next = *c;
    double ways = weight;
    int count = pile_count(&c->deck, r);
    for (int some = 0;; some++) {
        deal_row(&next, r + 1, ways, chance);
        if (!next.row || some == count)
            return;
        int i = __builtin_ctz(next.row);
        next.row &= next.row - 1;
        next.hand[i] = cards_one(r);
        pile_take(&next.deck, r);
        ways = ways * (count - some) / (some + 1);
    }
}

void solve_carousel(const struct carousel *c, double chance[CAROUSEL_HANDS + 1])
{
    struct carousel begin = *c;
    int some = __builtin_popcount(c->row);
    for (int i = 0; i <= CAROUSEL_HANDS; i++)
        chance[i] = 0;
    deal_row(&begin, 1, ways_to_deal(some, some) / ways_to_deal(pile_size(&c->deck), some), chance);
}
