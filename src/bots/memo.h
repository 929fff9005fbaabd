/* Positions whose value is known, for those who look ahead at everything. Equal bytes are equal
 * positions, and the bytes themselves are compared, not only a hash of them. To save room a
 * position is kept as the words in which it differs from the first one. */
#ifndef PAIRS_BOTS_MEMO_H
#define PAIRS_BOTS_MEMO_H

#include "engine/game.h"

struct memo;

/* For positions of the game of `first` with so many values each, at most so many positions and in
 * at most so many bytes. Free it with memo_free. NULL if memory runs out. */
struct memo *memo_new(const struct game *game, const struct state *first, size_t values,
                      size_t positions, size_t bytes);

void memo_free(struct memo *m);

/* Whether the position is there; if so, its values. */
bool memo_find(const struct memo *m, const struct state *s, double value[]);

/* Keeps a position that is not there. False once the room is used up: nothing more is kept. */
bool memo_keep(struct memo *m, const struct state *s, const double value[]);

/* Whether memory has run out, so that less was kept than there should be room for. */
bool memo_starved(const struct memo *m);

#endif
