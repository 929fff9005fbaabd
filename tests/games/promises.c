#include "tests/games/promises.h"

#include "tests/test.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TOO_LONG = 200000 }; /* a game that takes longer does not end */

bool promise_ends(const struct setup *u, struct rng r)
{
    struct table *t = table_new(u);
    int steps = 0;
    while (table_turn(t).kind != TURN_OVER && steps++ < TOO_LONG)
        test_step(t, &r);
    table_free(t);
    return steps < TOO_LONG;
}

/* What a seat is told where it may not decide a thing. */
static struct error refused(struct table *t, int seat, action a)
{
    struct error e = {0};
    bool played = table_play(t, seat, a, &e);
    assert(!played);
    return e;
}

bool promise_discretion(struct table *t, struct rng *r)
{
    struct state *state = t->state, *imagined = malloc(t->setup.game->size);
    int seat = rng_below(r, t->setup.players);
    action never = action_make(0, 0xffff, 0); /* no verb goes so far, or has the argument */
    memcpy(imagined, state, t->setup.game->size);
    game_imagine(t->setup.game, imagined, seat, r);
    struct error truth = refused(t, seat, never);
    t->state = imagined;
    struct error other = refused(t, seat, never);
    t->state = state;
    free(imagined);
    return !strcmp(truth.text, other.text);
}

bool promise_returns(const struct table *t)
{
    const struct head *h = game_look(t->state);
    enum returns (*told)(const struct setup *) = t->setup.game->returns;
    int winners = __builtin_popcount(h->winners), losers = __builtin_popcount(h->losers), sum = 0;
    bool fine = true;
    for (int seat = 0; seat < h->players; seat++)
        sum += h->score[seat];
    switch (told ? told(&t->setup) : RETURNS_VARY) {
    case RETURNS_VARY:
        break;
    case RETURNS_EVEN:
        fine = h->chips && sum == 0;
        break;
    case RETURNS_ONE_WINS:
        fine = !h->chips && winners == 1 && losers == 0;
        break;
    case RETURNS_ONE_LOSES:
        fine = !h->chips && winners == 0 && losers == 1;
        break;
    case RETURNS_ALIKE:
        fine = !h->chips && (winners == h->players || losers == h->players);
        break;
    }
    return fine;
}
