#include "lab/rollout.h"

#include "bots/random.h"
#include "bots/value.h"

#include <string.h>

enum { CUT_OFF = 5000 }; /* a hand that takes longer is cut off */

/* What a stream of a seed is used for. */
enum use { IMAGINATION, CHANCE, CHOICE, USES };

static struct rng stream_for(uint64_t seed, uint64_t stream, enum use use)
{
    return rng_seeded(seed, stream * USES + use);
}

void outcome_add(struct outcome *o, double weight, const struct outcome *other)
{
    for (int m = 0; m < MEASURES; m++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            o->of[m][seat] += weight * other->of[m][seat];
}

struct horizon horizon_from(const struct game *game, const struct state *s)
{
    const struct head *h = game_look(s);
    struct horizon horizon = {.game = game, .hand = h->hand};
    memcpy(horizon.before, h->score, sizeof horizon.before);
    return horizon;
}

bool horizon_reached(const struct horizon *h, const struct state *s)
{
    return game_hand_over(s, h->hand);
}

struct outcome horizon_outcome(const struct horizon *h, const struct state *s)
{
    struct outcome o = {0};
    const int32_t *score = game_hand_scores(s, h->hand);
    value_of_scores(h->game, s, score, h->before, o.of[WORTH]);
    for (int seat = 0; seat < game_look(s)->players; seat++)
        o.of[SCORE][seat] = score[seat] - h->before[seat];
    return o;
}

const char *rollout_player(const struct game *game)
{
    return game->hint ? "hint" : "random";
}

static void decide(const struct game *game, struct state *s, int seat, struct rng *r)
{
    if (game->hint) {
        struct view v;
        game_view(game, s, seat, &v);
        game_apply(game, s, seat, game->hint(&v, r), NULL);
    } else {
        action legal[ACTIONS_MAX];
        int count = game_legal(game, s, seat, legal);
        game_apply(game, s, seat, random_choose(legal, count, r), NULL);
    }
}

void rollout_step(const struct game *game, struct state *s, struct rng *chance, struct rng *choice)
{
    struct turn t = game_turn(s);
    if (t.kind == TURN_SEATS)
        decide(game, s, seats_first(t.seats), choice);
    else
        game_step(game, s, game_chance(s, chance), NULL);
}

struct outcome rollout(const struct horizon *h, struct state *s, uint64_t seed, uint64_t stream)
{
    struct rng chance = stream_for(seed, stream, CHANCE);
    struct rng choice = stream_for(seed, stream, CHOICE);
    for (int steps = 0; steps < CUT_OFF && !horizon_reached(h, s); steps++)
        rollout_step(h->game, s, &chance, &choice);
    return horizon_outcome(h, s);
}

struct rng rollout_imagination(uint64_t seed, uint64_t stream)
{
    return stream_for(seed, stream, IMAGINATION);
}
