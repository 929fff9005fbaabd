#include "bots/value.h"

#include <stdlib.h>

static const double passion = 2; /* how much more what is feared or hoped for weighs */

/* What winning or losing the whole game counts beyond its points: a part of the highest score, for
 * who is close to losing when a hand ends is hardly better off than who has lost. Where chips are
 * won, they are all that counts. */
static double stake(const struct head *h)
{
    const double part = 0.25;
    double highest = 10;
    for (int seat = 0; seat < h->players; seat++)
        if (abs(h->score[seat]) > highest)
            highest = abs(h->score[seat]);
    return h->chips ? 0 : part * highest;
}

void value_of_scores(const struct game *game, const struct state *s, const int32_t score[],
                     const int32_t before[PLAYERS_MAX], double value[PLAYERS_MAX])
{
    const struct head *h = game_look(s);
    double sign = game->low_wins && !h->chips ? -1 : 1;
    double total = 0, gain[PLAYERS_MAX];
    for (int seat = 0; seat < h->players; seat++) {
        gain[seat] = sign * (score[seat] - before[seat]);
        total += gain[seat];
    }
    bool together = game->kind == COOPERATIVE;
    double prize = h->turn.kind == TURN_OVER ? stake(h) : 0;
    for (int seat = 0; seat < h->players; seat++) {
        int others = h->players > 1 ? h->players - 1 : 1;
        value[seat] = together ? total : gain[seat] - (total - gain[seat]) / others;
        value[seat] += seats_has(h->winners, seat)  ? prize
                       : seats_has(h->losers, seat) ? -prize
                                                    : 0;
    }
}

void value_of(const struct game *game, const struct state *s, const int32_t before[PLAYERS_MAX],
              double value[PLAYERS_MAX])
{
    value_of_scores(game, s, game_look(s)->score, before, value);
}

double value_felt(double value, enum attitude attitude)
{
    bool moved = (attitude == CAUTIOUS && value < 0) || (attitude == BOLD && value > 0);
    return moved ? passion * value : value;
}
