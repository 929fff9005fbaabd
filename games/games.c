/* The list of all games. */
#include "engine/game.h"

#define GAME(name) extern const struct game game_##name;
#include "games/games.def"
#undef GAME

#define GAME(name) &game_##name,
const struct game *const all_games[] = {
#include "games/games.def"
    NULL};
#undef GAME
