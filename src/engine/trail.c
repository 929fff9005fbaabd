#include "engine/trail.h"

#include "engine/rules.h"

#include <assert.h>

/* Where a card comes from or goes to besides hands. On the table all see it. */
enum { TABLE = PLAYERS_MAX, DECK, ROUTES };

enum {
    TRIES = 3,         /* pasts that are drawn for one that is taken */
    TRIES_MAX = 10000, /* impossible ones in a row, before the seat forgets how it came to this */
};

static int step_from(const struct trail *t, int i)
{
    return t->route[i] >> 4;
}

static int step_to(const struct trail *t, int i)
{
    return t->route[i] & 15;
}

static bool step_handed(const struct trail *t, int i)
{
    return step_from(t, i) < PLAYERS_MAX && step_to(t, i) < PLAYERS_MAX;
}

/* Whether the seat did not see which card went from hand to hand. */
static bool step_secret(const struct trail *t, int i, int seat)
{
    return step_handed(t, i) && step_from(t, i) != seat && step_to(t, i) != seat;
}

/* Whether a step was taken at the same time as the one before. */
static bool step_together(const struct trail *t, int i)
{
    return i > 0 && step_handed(t, i) && step_handed(t, i - 1) &&
           step_from(t, i - 1) < step_from(t, i);
}

/* There is room for it. */
static void trail_write(struct trail *t, int from, int to, int c)
{
    assert(t->size < TRAIL_STEPS);
    t->route[t->size] = (uint8_t)(from << 4 | to);
    t->rank[t->size++] = (uint8_t)c;
}

/* Keeps only which cards certainly lie where, as everybody knows. */
static void trail_shorten(struct trail *t)
{
    cards sure[ROUTES] = {0};
    for (int i = 0; i < t->size; i++) {
        int from = step_from(t, i), to = step_to(t, i), c = t->rank[i];
        sure[from] =
            to == TABLE ? cards_without(sure[from], c) : sure[from] - cards_distinct(sure[from]);
        sure[to] += from == TABLE ? cards_one(c) : 0;
    }
    trail_clear(t);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        for (int c = cards_next(sure[seat], 0); c; c = cards_next(sure[seat], c))
            for (int i = cards_count(sure[seat], c); i > 0; i--)
                trail_write(t, TABLE, seat, c);
}

static void trail_add(struct trail *t, int from, int to, int c)
{
    if (t->size == TRAIL_STEPS)
        trail_shorten(t);
    trail_write(t, from, to, c);
}

void trail_show(struct trail *t, int seat, int c)
{
    trail_add(t, seat, TABLE, c);
}

void trail_take(struct trail *t, int seat, cards w)
{
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        for (int i = cards_count(w, c); i > 0; i--)
            trail_add(t, TABLE, seat, c);
}

void trail_draw(struct trail *t, int seat)
{
    trail_add(t, DECK, seat, 0);
}

void trail_hand(struct trail *t, int from, int to, int c)
{
    trail_add(t, from, to, c);
}

/* One past that a seat may imagine. The hands of the others hold cards that it once saw, wherever
 * these went since, and strange ones. */
struct past {
    cards seen[ROUTES];
    int strange[ROUTES];
    cards arriving[ROUTES]; /* the same of cards that are being handed on */
    int strange_arriving[ROUTES];
    bool handing;  /* there are such cards */
    cards pool;    /* what the strange cards may be, in hands or in the deck */
    int pool_size; /* how many these are */
    double weight; /* the chance that the seat sees what it saw, but for a constant */
    bool only;     /* no other past was possible so far */
    uint8_t followed[TRAIL_STEPS]; /* the rank of each step with a card once seen, otherwise 0 */
};

/* Before the first step all cards of the others are strange. */
static void past_begin(struct past *p, const struct trail *t, const struct head *h, int seat,
                       const cards hand[])
{
    *p = (struct past){.pool = pile_cards(&h->pile[PILE_DECK]), .weight = 1, .only = true};
    for (int i = 0; i < h->players; i++) {
        p->strange[i] = cards_size(hand[i]);
        p->pool += i == seat ? 0 : hand[i];
    }
    for (int i = 0; i < t->size; i++) {
        int from = step_from(t, i), to = step_to(t, i);
        p->strange[from]++;
        p->strange[to]--;
        if (step_secret(t, i, seat))
            continue;
        p->pool += from < PLAYERS_MAX && from != seat ? cards_one(t->rank[i]) : 0;
        p->pool -= from != DECK && to < PLAYERS_MAX && to != seat ? cards_one(t->rank[i]) : 0;
    }
    p->pool_size = cards_size(p->pool);
}

/* Somebody hands on a card that the seat does not see: any of the hand. */
static void past_secret(struct past *p, int i, int from, int to, struct rng *r)
{
    cards *seen = &p->seen[from];
    int known = cards_size(*seen), k = known ? rng_below(r, known + p->strange[from]) : 0;
    p->only = p->only && !known;
    p->followed[i] = 0;
    if (k >= known) {
        p->strange[from]--;
        p->strange_arriving[to]++;
        return;
    }
    cards c = cards_draw(seen, 1, r);
    p->arriving[to] += c;
    p->followed[i] = (uint8_t)cards_lowest(c);
}

/* Somebody parts with a card that the seat sees: one that it saw before, or a strange one, which
 * has this face as often as the pool says. */
static void past_open(struct past *p, int i, int from, int c, struct rng *r)
{
    int whole = p->pool_size ? p->pool_size : 1;
    int followed = cards_count(p->seen[from], c) * whole;
    int strange = p->strange[from] * cards_count(p->pool, c);
    p->weight *= (double)(followed + strange) / whole;
    if (followed + strange == 0)
        return;
    p->only = p->only && (!followed || !strange);
    bool is = followed && (!strange || rng_below(r, followed + strange) < followed);
    p->followed[i] = (uint8_t)(is ? c : 0);
    if (is) {
        p->seen[from] -= cards_one(c);
    } else {
        p->strange[from]--;
        p->pool -= cards_one(c);
        p->pool_size--;
    }
}

static void past_arrive(struct past *p)
{
    for (int i = 0; p->handing && i < PLAYERS_MAX; i++) {
        p->seen[i] += p->arriving[i];
        p->strange[i] += p->strange_arriving[i];
        p->arriving[i] = 0;
        p->strange_arriving[i] = 0;
    }
    p->handing = false;
}

static void past_step(struct past *p, const struct trail *t, int i, int seat, struct rng *r)
{
    int from = step_from(t, i), to = step_to(t, i), c = t->rank[i];
    bool handed = step_handed(t, i);
    p->handing = p->handing || handed;
    if (step_secret(t, i, seat)) {
        past_secret(p, i, from, to, r);
        return;
    }
    if (from < PLAYERS_MAX && from != seat)
        past_open(p, i, from, c, r);
    if (from == DECK)
        p->strange[to]++;
    else
        *(handed ? &p->arriving[to] : &p->seen[to]) += cards_one(c);
}

/* From the first step to the last, or to one that was impossible. */
static void past_draw(struct past *p, const struct trail *t, int seat, struct rng *r)
{
    for (int i = 0; i < t->size && p->weight > 0; i++) {
        if (!step_together(t, i))
            past_arrive(p);
        past_step(p, t, i, seat, r);
    }
    past_arrive(p);
}

/* Draws a past that is possible; false if none is found. */
static bool past_try(struct past *p, const struct past *first, const struct trail *t, int seat,
                     struct rng *r)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        *p = *first;
        past_draw(p, t, seat, r);
        if (p->weight > 0)
            return true;
    }
    return false;
}

/* One of several pasts, of which likely ones win; the more there are to choose from, the nearer it
 * comes to the true chances. NULL if none is found. */
static const struct past *past_choose(struct past room[2], const struct past *first,
                                      const struct trail *t, int seat, struct rng *r)
{
    struct past *best = &room[0], *other = &room[1];
    if (!past_try(best, first, t, seat, r))
        return NULL;
    for (int i = 1; i < TRIES && !best->only; i++) {
        *other = *first;
        past_draw(other, t, seat, r);
        double chance = (double)(rng_next(r) >> 11) * 0x1p-53;
        if (chance * best->weight < other->weight) {
            struct past *worse = best;
            best = other;
            other = worse;
        }
    }
    return best;
}

/* Back from the last step to the first: which strange cards were handed on in secret. `strange` are
 * those in the hands now. */
static void trail_fill(struct trail *t, const struct past *p, int seat, cards strange[],
                       struct rng *r)
{
    cards before[ROUTES] = {0};
    for (int i = t->size - 1; i >= 0; i--) {
        int from = step_from(t, i), to = step_to(t, i);
        bool secret = step_secret(t, i, seat);
        if (secret && !p->followed[i]) {
            cards c = cards_draw(&strange[to], 1, r);
            t->rank[i] = (uint8_t)cards_lowest(c);
            before[from] += c;
        } else if (secret) {
            t->rank[i] = p->followed[i];
        } else if (from == DECK && to != seat) {
            cards_draw(&strange[to], 1, r);
        } else if (from < PLAYERS_MAX && from != seat && !p->followed[i]) {
            before[from] += cards_one(t->rank[i]);
        }
        for (int k = 0; !step_together(t, i) && k < PLAYERS_MAX; k++) {
            strange[k] += before[k];
            before[k] = 0;
        }
    }
}

void trail_deal_again(struct trail *t, struct head *h, int seat, cards hand[], struct rng *r)
{
    struct past first, room[2];
    const struct past *p = NULL;
    while (t->size && !p) {
        past_begin(&first, t, h, seat, hand);
        p = past_choose(room, &first, t, seat, r);
        if (!p)
            trail_shorten(t);
    }
    if (!p) {
        hands_deal_again(h, seat, hand, r);
        return;
    }
    cards strange[ROUTES] = {0};
    h->pile[PILE_DECK] = (struct pile){{0, 0}, 0};
    pile_add_all(&h->pile[PILE_DECK], p->pool);
    for (int i = 0; i < h->players; i++) {
        if (i == seat)
            continue;
        strange[i] = deck_deal_again(h, p->strange[i], r);
        hand[i] = p->seen[i] + strange[i];
    }
    trail_fill(t, p, seat, strange, r);
}
