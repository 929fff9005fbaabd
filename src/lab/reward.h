/* What a step of a game brings to each seat, as numbers to learn from. */
#ifndef PAIRS_LAB_REWARD_H
#define PAIRS_LAB_REWARD_H

#include "lab/batch.h"

/* What the end of a game is worth to a seat. */
static inline float end_reward(const struct head *h, int seat, bool share)
{
    if (h->chips)
        return (float)h->score[seat];
    if (!share)
        return h->winners ? (float)(seats_has(h->winners, seat))
                          : -(float)(seats_has(h->losers, seat));
    int winners = 0;
    for (int i = 0; i < h->players; i++)
        winners += game_won(h, i);
    return game_won(h, seat) ? 1 / (float)winners : 0;
}

/* What a state brings to each seat, when it was told of last at the scores of `before`, which are
 * renewed where they are looked at. */
static inline void batch_reward(const struct game *game, enum batch_reward kind,
                                enum batch_done done, const struct state *s,
                                int32_t before[PLAYERS_MAX], float reward[])
{
    const struct head *h = game_look(s);
    int sign = game->low_wins && !h->chips ? -1 : 1;
    for (int seat = 0; seat < h->players; seat++) {
        if (kind == REWARD_SCORE) {
            reward[seat] = (float)(sign * (h->score[seat] - before[seat]));
            before[seat] = h->score[seat];
        } else {
            reward[seat] = done == BATCH_OVER ? end_reward(h, seat, kind == REWARD_SHARE) : 0;
        }
    }
}

#endif
