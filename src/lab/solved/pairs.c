#include "lab/solved/inside.h"

#include <stdlib.h>
#include <string.h>

int pairs_burn(void)
{
    struct moment m;
    return game_look(moment_begin(&m, "pairs", 2))->burn_after;
}

/* What the two players gain: the one in turn and the other. */
struct gains {
    double own, other;
};

/* Rounds in which certain tie-break cards were replaced; these are seen, and leave fewer cards. */
struct rounds {
    int count[RANKS + 1], burned;
    struct decision *at;
    uint32_t *solved, now; /* at[i] holds for these rounds if solved[i] is `now` */
    struct rounds *plain;  /* those in which none was replaced; NULL if these are */
};

static struct gains rounds_value(struct rounds *r, ranks own, ranks other);

static struct decision rounds_hit(struct rounds *r, ranks own, ranks other, const int left[],
                                  int total)
{
    struct decision d = {0};
    for (int c = 1; c <= RANKS; c++) {
        if (!left[c])
            continue;
        if (ranks_has(own, c)) {
            d.hit -= left[c] * c;
            continue;
        }
        struct gains next = rounds_value(r, other, own | ranks_one(c));
        d.hit += left[c] * next.other;
        d.other += left[c] * next.own;
    }
    return (struct decision){.hit = d.hit / total, .other = d.other / total};
}

/* Whether the pairs that are possible at once cost more than folding does. What comes later can
 * only cost more, so that nothing else need be known. */
static bool pairs_cost_more(ranks own, ranks other, const int left[], int total)
{
    double cost = 0;
    for (int c = 1; c <= RANKS; c++)
        if (ranks_has(own, c))
            cost += left[c] * c;
    return -cost < (fold_gain(own, other) - rounding) * total;
}

static struct gains rounds_value(struct rounds *r, ranks own, ranks other)
{
    int i = own << RANKS | other, left[RANKS + 1];
    if (r->solved[i] != r->now) {
        int total = cards_left(r->count, own, other, left);
        if (r->plain && total <= r->burned) /* a shuffle brings the replaced cards back */
            return rounds_value(r->plain, own, other);
        if (total <= 0 || (r->plain && pairs_cost_more(own, other, left, total)))
            return (struct gains){fold_gain(own, other), 0};
        r->at[i] = rounds_hit(r, own, other, left, total);
        r->solved[i] = r->now;
    }
    const struct decision *d = &r->at[i];
    return decision_hits(d, own, other) ? (struct gains){d->hit, d->other}
                                        : (struct gains){fold_gain(own, other), 0};
}

/* The starting deal. While the two tie, they have the same cards, and a card of a tied rank is
 * replaced whoever gets it. So the deal is described by one digit a rank: 0 not tied, 1 tied, 2 and
 * so on tied and so often replaced; of `count` cards at most count - 2 are. As a number in mixed
 * radix it grows with every card, and one pass upward visits everything. Only a deck that runs out
 * (one deal in a million) leads back: the replaced cards are shuffled, or, where no card could
 * break the tie, all of them. These deals go on in the next pass. */
struct start {
    int radix[RANKS + 1], weight[RANKS + 1];
    int size, burned;
    double *chance[2];          /* that no new card, or one, has come since the last tie */
    double again[2][RANK_SETS]; /* the same after a shuffle, by the tied ranks */
    struct gains *gain;         /* see start_gains; 0 where not yet known */
    long double first, second;  /* sums of millions of tiny parts, which a double would lose */
};

/* One point of the deal. */
struct point {
    int at;
    ranks tied;
    int left[RANKS + 1], total; /* unseen cards, and of them */
    int fresh;                  /* those of ranks that are not tied */
    bool replaced;              /* some card was */
};

static bool start_begin(struct start *t, const int count[], int burned)
{
    *t = (struct start){.size = 1, .burned = burned, .again = {{1}}};
    for (int c = 1; c <= RANKS; c++) {
        t->weight[c] = t->size;
        t->radix[c] = count[c] > 1 ? count[c] : 1;
        t->size *= t->radix[c];
    }
    for (int i = 0; i < 2; i++)
        t->chance[i] = malloc((size_t)t->size * sizeof *t->chance[i]);
    t->gain = calloc((size_t)t->size, sizeof *t->gain);
    return t->chance[0] && t->chance[1] && t->gain;
}

/* Begins a pass with the deals that are to go on. Returns how much of all that is. */
static double start_again(struct start *t)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        memset(t->chance[i], 0, (size_t)t->size * sizeof *t->chance[i]);
        for (unsigned tied = 0; tied < RANK_SETS; tied++) {
            int at = 0;
            for (int c = 1; c <= RANKS; c++)
                at += ranks_has((ranks)tied, c) ? t->weight[c] : 0;
            sum += t->again[i][tied];
            if (t->again[i][tied] > 0)
                t->chance[i][at] = t->again[i][tied];
            t->again[i][tied] = 0;
        }
    }
    return sum;
}

/* Counts the digits up by one. */
static void start_count(const struct start *t, int digits[RANKS + 1])
{
    int c = 1;
    while (c <= RANKS && ++digits[c] == t->radix[c])
        digits[c++] = 0;
}

static struct point start_point(int at, const int digits[], const int count[])
{
    struct point p = {.at = at};
    for (int c = 1; c <= RANKS; c++) {
        int digit = digits[c];
        p.tied |= digit ? ranks_one(c) : 0;
        p.replaced = p.replaced || digit > 1;
        p.left[c] = count[c] - (digit ? digit + 1 : 0);
        p.total += p.left[c];
        p.fresh += digit ? 0 : p.left[c];
    }
    return p;
}

/* The next card of the deal when `new` (0 or 1) have come since the last tie: passes the chance on
 * to where one more is replaced, or to the next pass. Returns the chance of a rank not tied. */
static double start_card(struct start *t, const struct point *p, int new)
{
    double *here = &t->chance[new][p->at];
    int total = p->total - new;
    if (p->fresh == new) { /* R6: no card can break the tie */
        t->again[0][0] += *here;
        return 0;
    }
    if (total <= t->burned) {
        t->again[new][p->tied] += *here;
        return 0;
    }
    double each = *here / total;
    for (int c = 1; c <= RANKS; c++)
        if (ranks_has(p->tied, c) && p->left[c])
            here[t->weight[c]] += each * p->left[c];
    return each * (p->fresh - new);
}

/* The chance of two given cards as the new ones, whoever gets which; 0 if one is of a tied rank. */
static double start_cards(const struct point *p, int c, int k)
{
    if (ranks_has(p->tied, c) || ranks_has(p->tied, k))
        return 0;
    double ways = c == k ? p->left[c] * (p->left[c] - 1) : 2 * p->left[c] * p->left[k];
    return ways / ((double)p->fresh * (p->fresh - 1));
}

/* What the two gain when both have a new card, if these do not tie again. */
static struct gains start_gains(const struct point *p, struct rounds *r)
{
    struct gains sum = {0, 0};
    for (int c = 1; c < RANKS; c++)
        for (int k = c + 1; k <= RANKS; k++) {
            double chance = start_cards(p, c, k);
            if (chance <= 0)
                continue;
            struct gains g = rounds_value(r, p->tied | ranks_one(c), p->tied | ranks_one(k));
            sum.own += chance * g.own;
            sum.other += chance * g.other;
        }
    return sum;
}

/* Both have a new card, with some chance: another tie, or the round. */
static void start_end(struct solution *s, struct start *t, const struct point *p, double chance,
                      struct rounds *r)
{
    struct gains *g = &t->gain[p->at];
    if (g->own >= 0) /* not yet known: every round costs something */
        *g = start_gains(p, r);
    t->first += chance * g->own;
    t->second += chance * g->other;
    for (int c = 1; c <= RANKS; c++) {
        double tie = start_cards(p, c, c);
        if (tie > 0)
            t->chance[0][p->at + t->weight[c]] += chance * tie;
        for (int k = c + 1; !p->replaced && k <= RANKS; k++)
            solution_at(s, p->tied | ranks_one(c), p->tied | ranks_one(k))->chance +=
                chance * start_cards(p, c, k);
    }
}

/* All starting deals of a pass, and the rounds that follow them. */
static void start_pass(struct solution *s, struct start *t, struct rounds *plain,
                       struct rounds *replaced)
{
    int digits[RANKS + 1] = {0};
    for (int at = 0; at < t->size; at++, start_count(t, digits)) {
        if (t->chance[0][at] + t->chance[1][at] <= 0)
            continue;
        struct point p = start_point(at, digits, plain->count);
        replaced->now++;
        for (int c = 1; c <= RANKS; c++)
            replaced->count[c] = p.left[c] + 2 * ranks_has(p.tied, c);
        t->chance[1][at] += start_card(t, &p, 0);
        double chance = t->chance[1][at] > 0 ? start_card(t, &p, 1) : 0;
        if (chance > 0)
            start_end(s, t, &p, chance, p.replaced ? replaced : plain);
    }
}

/* How often a round comes to each position. */
static void pairs_pass(struct solution *s, const int count[], int size)
{
    for (unsigned a = 1; a < RANK_SETS; a++)
        for (unsigned b = 1; b < RANK_SETS; b++) {
            ranks own = (ranks)a, other = (ranks)b;
            const struct decision *d = solution_at(s, own, other);
            if (ranks_size(own) + ranks_size(other) != size || d->chance <= 0 ||
                !decision_hits(d, own, other))
                continue;
            int left[RANKS + 1], total = cards_left(count, own, other, left);
            for (int c = 1; c <= RANKS; c++)
                if (left[c] && !ranks_has(own, c))
                    solution_at(s, other, own | ranks_one(c))->chance +=
                        d->chance * left[c] / total;
        }
}

static bool rounds_begin(struct rounds *r, const int count[], int burned, struct decision *at,
                         struct rounds *plain)
{
    *r = (struct rounds){.burned = burned, .at = at, .now = 1, .plain = plain};
    memcpy(r->count, count, sizeof r->count);
    r->solved = calloc(POSITIONS, sizeof *r->solved);
    return r->at && r->solved;
}

bool solve_pairs(struct solution *s, const int count[RANKS + 1], int burned)
{
    struct start t = {0};
    struct rounds plain = {0}, replaced = {0};
    struct decision *room = malloc(POSITIONS * sizeof *room);
    bool ready = solution_begin(s) && start_begin(&t, count, burned) &&
                 rounds_begin(&plain, count, burned, s->at, NULL) &&
                 rounds_begin(&replaced, count, burned, room, &plain);
    if (ready) {
        while (start_again(&t) > negligible)
            start_pass(s, &t, &plain, &replaced);
        s->first = (double)t.first;
        s->second = (double)t.second;
        for (int size = 2; size < CARDS_MOST; size++)
            pairs_pass(s, count, size);
    } else {
        solution_free(s);
    }
    free(room);
    free(replaced.solved);
    free(plain.solved);
    free(t.chance[0]);
    free(t.chance[1]);
    free(t.gain);
    return ready;
}
