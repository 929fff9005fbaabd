/* For the tests: all games of the list, and the null game after them. */
#include "engine/game.h"

#define GAME(name) extern const struct game game_##name;
#include "games/games.def"
GAME(template)
#undef GAME

#define GAME(name) &game_##name,
const struct game *const all_games[] = {
#include "games/games.def"
    GAME(template) NULL};
#undef GAME
