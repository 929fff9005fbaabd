#include "lab/match.h"

#include <string.h>

enum { SEAT_STREAMS = 1 << 16 }; /* the streams of the seats; those below belong to the hands */

static bool decide(struct table *t, int seat, struct bot *b, struct rng *r, struct error *e)
{
    struct knowledge *k = knowledge_of(t, seat);
    if (!k)
        return error_no_memory(e);
    action a = bot_choose(b, k, r);
    knowledge_free(k);
    return bot_out_of_memory(b) ? error_no_memory(e) : table_play(t, seat, a, e);
}

bool match_play(struct table *t, struct bot *const bot[], uint64_t seed, const atomic_bool *stop,
                struct error *e)
{
    return match_play_some(t, bot, seed, SIZE_MAX, stop, e);
}

bool match_play_some(struct table *t, struct bot *const bot[], uint64_t seed, size_t steps,
                     const atomic_bool *stop, struct error *e)
{
    const struct head *h = game_look(t->state);
    int hand = h->hand;
    struct rng chance = rng_seeded(seed, h->hand), own[PLAYERS_MAX];
    for (int seat = 0; seat < t->setup.players; seat++)
        own[seat] = rng_seeded(seed, SEAT_STREAMS + (uint64_t)seat);
    struct turn turn;
    bool fine = true;
    while (fine && (turn = table_turn(t)).kind != TURN_OVER && t->steps < steps &&
           !(stop && atomic_load(stop))) {
        if (h->hand != hand) {
            hand = h->hand;
            chance = rng_seeded(seed, h->hand);
        }
        int seat = __builtin_ctz(turn.seats | 1U << PLAYERS_MAX);
        fine = turn.kind == TURN_SEATS ? decide(t, seat, bot[seat], &own[seat], e)
                                       : table_chance(t, &chance, e);
    }
    return fine;
}

double match_best_hand(const struct table *t, int seat, const int32_t first[], unsigned *hand)
{
    const struct game *game = t->setup.game;
    double before = 0, best = 0;
    struct head h = *game_look(t->state);
    memcpy(h.score, first, sizeof h.score);
    unsigned now = 0;
    int told = 0;
    for (size_t i = 0; i < t->past.size; i++) {
        const struct event *e = &t->past.event[i];
        now = e->kind == EVENT_HAND ? (unsigned)e->number : now;
        if (e->kind != EVENT_TOTAL)
            continue;
        h.score[e->seat] = e->number;
        if (++told % h.players)
            continue;
        double ahead = 0;
        for (int s = 0; s < h.players; s++)
            ahead += s == seat ? h.score[s] : -(double)h.score[s] / (h.players - 1);
        ahead = game->low_wins && !h.chips ? -ahead : ahead;
        if (ahead - before > best) {
            best = ahead - before;
            *hand = now;
        }
        before = ahead;
    }
    return best;
}
