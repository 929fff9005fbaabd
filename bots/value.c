#include "bots/value.h"

static const double passion = 2; /* how much more what is feared or hoped for weighs */

/* What winning or losing the whole game counts, in points or chips. */
static double stake(const struct head *h)
{
    double stake = 10;
    for (int seat = 0; seat < h->players; seat++)
        if (h->score[seat] > stake || -h->score[seat] > stake)
            stake = h->score[seat] > 0 ? h->score[seat] : -h->score[seat];
    return stake;
}

void value_of(const struct game *game, const struct state *s, const int32_t before[PLAYERS_MAX],
              double value[PLAYERS_MAX])
{
    const struct head *h = game_look(s);
    double sign = game->low_wins && !h->chips ? -1 : 1;
    double total = 0, gain[PLAYERS_MAX];
    for (int seat = 0; seat < h->players; seat++) {
        gain[seat] = sign * (h->score[seat] - before[seat]);
        total += gain[seat];
    }
    bool together = game->kind == COOPERATIVE;
    double prize = h->turn.kind == TURN_OVER ? stake(h) : 0;
    for (int seat = 0; seat < h->players; seat++) {
        int others = h->players > 1 ? h->players - 1 : 1;
        value[seat] = together ? total : gain[seat] - (total - gain[seat]) / others;
        value[seat] += h->winners >> seat & 1 ? prize : h->losers >> seat & 1 ? -prize : 0;
    }
}

double value_felt(double value, enum attitude attitude)
{
    bool moved = (attitude == CAUTIOUS && value < 0) || (attitude == BOLD && value > 0);
    return moved ? passion * value : value;
}
