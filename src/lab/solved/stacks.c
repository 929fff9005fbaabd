#include "lab/solved/inside.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const int deck_counts[RANKS + 1] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

struct state *moment_begin(struct moment *m, const char *name, int players)
{
    struct state *s = (struct state *)m->room;
    struct setup u;
    struct error e = {0};
    bool fine =
        setup_choose(&u, name, &e) && setup_players(&u, players, &e) && setup_finish(&u, &e);
    assert(fine);
    m->game = u.game;
    game_start(&u, s, NULL);
    return s;
}

bool solution_begin(struct solution *s)
{
    *s = (struct solution){.at = malloc(POSITIONS * sizeof *s->at)};
    for (int i = 0; s->at && i < POSITIONS; i++)
        s->at[i] = (struct decision){.hit = NAN};
    return s->at;
}

void solution_free(struct solution *s)
{
    free(s->at);
    s->at = NULL;
}

bool decision_hits(const struct decision *d, ranks own, ranks other)
{
    return d->hit >= fold_gain(own, other) - rounding;
}

int cards_left(const int count[], ranks own, ranks other, int left[RANKS + 1])
{
    int total = 0;
    bool possible = true;
    for (int c = 1; c <= RANKS; c++) {
        left[c] = count[c] - ranks_has(own, c) - ranks_has(other, c);
        possible = possible && left[c] >= 0;
        total += left[c];
    }
    return possible ? total : -1;
}
