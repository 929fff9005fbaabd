/* A broken copy of the null game, alone in the list of games. A file of this folder says in
 * `break_it` what is broken; conformance must refuse it, by the sentence that meson.build names. */
#define game_template sound_game
#include "games/template.c" /* NOLINT(bugprone-suspicious-include): a copy is the point */
#undef game_template

static struct game broken_game;

/* The same zone as in the null game, for mutants whose own view shows it. */
static const struct zone_type own_zones[] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 1, .set = offsetof(struct state, hand),
     .special = true},
    {0},
};

const struct game *const all_games[] = {&broken_game, NULL};

static void break_it(struct game *g);

__attribute__((constructor)) static void make_broken_game(void)
{
    broken_game = sound_game;
    break_it(&broken_game);
    if (broken_game.view)
        broken_game.zones = own_zones;
}
