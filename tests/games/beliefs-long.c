/* More games of those whose hidden cards go strange ways than conformance has time for.
 *
 * Usage: beliefs [NAME...]: only these games or presets. GAMES in the environment: so many times as
 * many games. */
#include "tests/games/beliefs.h"

/* One test: a name from the list, a number of players and so many games. */
struct plan {
    const char *name;
    int players, games;
};

static int games_of(const struct plan *plan)
{
    const char *given = getenv("GAMES");
    long times = given ? strtol(given, NULL, 10) : 1;
    return plan->games * (times > 0 && times < 1000 ? (int)times : 1);
}

static void what_is_imagined_is_as_likely_as_the_truth(void **state)
{
    const struct plan *plan = *state;
    struct setup u = test_setup(plan->name, plan->players, NULL);
    double worst = beliefs_check(&u, games_of(plan));
    print_message("%s for %d: %d games, at most %.1f standard errors\n", plan->name, plan->players,
                  games_of(plan), worst);
}

/* Not here is the draft of Venture, of which only the last pack is remembered. */
static const struct plan plans[] = {
    {"red-devil", 3, 1200},    {"double-devil", 4, 600},   {"double-devil", 3, 300},
    {"sweep", 4, 300},         {"sweep", 3, 200},          {"kitty", 4, 600},
    {"soft-kitty", 3, 600},    {"partners-kitty", 6, 200}, {"octopus", 4, 600},
    {"octopus", 6, 300},       {"autumn-leaves", 3, 600},  {"autumn-leaves", 6, 200},
    {"deadfall", 3, 600},      {"cold-calling", 4, 200},   {"venture", 4, 600},
    {"judge-variant", 3, 300}, {"regent", 3, 600},         {"tournament", 3, 600},
    {"troll-guts", 3, 600},    {"horn-of-plenty", 3, 300}, {"goblin-poker", 4, 600},
    {"template", 3, 300},      {"judge", 3, 1200},         {"ghost-town", 3, 600},
    {"monster", 4, 1800},
};

enum { PLANS = sizeof plans / sizeof plans[0] };

int main(int argc, char **argv)
{
    struct CMUnitTest tests[PLANS];
    size_t count = 0;
    for (int i = 0; i < PLANS; i++) {
        bool chosen = argc == 1;
        for (int k = 1; k < argc; k++)
            chosen = chosen || strcmp(argv[k], plans[i].name) == 0;
        if (chosen)
            tests[count++] =
                (struct CMUnitTest){.name = plans[i].name,
                                    .test_func = what_is_imagined_is_as_likely_as_the_truth,
                                    .initial_state = (void *)(uintptr_t)&plans[i]};
    }
    return count ? _cmocka_run_group_tests("beliefs", tests, count, NULL, NULL) : 2;
}
