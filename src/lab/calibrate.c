#include "lab/calibrate.h"

#include "lab/stats.h"

#include <math.h>
#include <string.h>

enum { HANDS = 256 }; /* of a match that are looked at */

/* Sums of one match, and over all of them. */
struct bin {
    long count;
    double expected, seen;
    double missed; /* what was seen beyond what was expected, in this match */
    double squares;
};

struct check {
    const struct prospect *p;
    int hands;
    double chance[HANDS][PLAYERS_MAX];
    struct bin bin[CALIBRATE_BINS];
};

static void compare(struct check *c, double chance, double result)
{
    int at = (int)(chance * CALIBRATE_BINS);
    struct bin *bin = &c->bin[at < CALIBRATE_BINS ? at : CALIBRATE_BINS - 1];
    bin->count++;
    bin->expected += chance;
    bin->seen += result;
    bin->missed += result - chance;
}

static void end_hand(void *context, const struct head *h)
{
    struct check *c = context;
    double result[PLAYERS_MAX];
    if (h->turn.kind != TURN_OVER) {
        if (c->hands < HANDS)
            prospect_chances(c->p, h, c->chance[c->hands++]);
        return;
    }
    prospect_chances(c->p, h, result);
    for (int hand = 0; hand < c->hands; hand++)
        for (int seat = 0; seat < h->players; seat++)
            compare(c, c->chance[hand][seat], result[seat]);
    for (int i = 0; i < CALIBRATE_BINS; i++) {
        c->bin[i].squares += c->bin[i].missed * c->bin[i].missed;
        c->bin[i].missed = 0;
    }
}

static struct calibrate_bin bin_of(const struct bin *b)
{
    double count = b->count ? (double)b->count : 1;
    return (struct calibrate_bin){b->count, b->expected / count, b->seen / count,
                                  normal_95 * sqrt(b->squares) / count};
}

struct calibration calibrate(const struct prospect *p, long matches, uint64_t seed,
                             const atomic_bool *stop)
{
    struct check c = {.p = p};
    struct calibration result = {0};
    struct setup u = {.game = p->game, .players = p->players, .fresh = p->fresh};
    memcpy(u.option, p->option, sizeof u.option);
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    for (long i = 0; i < matches && !(stop && atomic_load(stop)); i++) {
        struct rng r = rng_seeded(seed, (uint64_t)i);
        game_start(&u, s, NULL);
        c.hands = 0;
        result.matches += prospect_match(p->game, s, &r, end_hand, &c);
    }
    for (int i = 0; i < CALIBRATE_BINS; i++)
        result.bin[i] = bin_of(&c.bin[i]);
    return result;
}
