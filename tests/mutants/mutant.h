/* A broken copy of the null game, alone in the list of games. A file of this folder says in
 * `break_it` what is broken; conformance must refuse it, by the sentence that meson.build names. */
#define game_template sound_game
#include "games/template.c" /* NOLINT(bugprone-suspicious-include): a copy is the point */
#undef game_template

static struct game broken_game;

const struct game *const all_games[] = {&broken_game, NULL};

static void break_it(struct game *g);

__attribute__((constructor)) static void make_broken_game(void)
{
    broken_game = sound_game;
    break_it(&broken_game);
}
