#include "engine/knowledge.h"

#include <stdlib.h>
#include <string.h>

struct knowledge {
    const struct game *game;
    int seat;
    struct state *truth; /* never handed out */
};

struct knowledge *knowledge_new(const struct game *game, const struct state *s, int seat)
{
    struct knowledge *k = malloc(sizeof *k);
    struct state *truth = malloc(game->size);
    if (!k || !truth) {
        free(k);
        free(truth);
        return NULL;
    }
    memcpy(truth, s, game->size);
    *k = (struct knowledge){.game = game, .seat = seat, .truth = truth};
    return k;
}

void knowledge_free(struct knowledge *k)
{
    if (!k)
        return;
    free(k->truth);
    free(k);
}

const struct game *knowledge_game(const struct knowledge *k)
{
    return k->game;
}

int knowledge_seat(const struct knowledge *k)
{
    return k->seat;
}

void knowledge_view(const struct knowledge *k, struct view *v)
{
    game_view(k->game, k->truth, k->seat, v);
}

void knowledge_imagine(const struct knowledge *k, struct state *s, struct rng *r)
{
    memcpy(s, k->truth, k->game->size);
    game_imagine(k->game, s, k->seat, r);
}
