/* pairs-bench-vector: how fast a batch is stepped through the public library, at random and with
 * all that it can tell, for bench/vector.py to compare with. Usage: pairs-bench-vector GAME PLAYERS
 * GAMES STEPS; prints decisions a second of the processor's time. */
#include <pairs.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Seconds that the processor has spent on this program, which has one thread. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(int games, int numbers, size_t size)
{
    void *p = calloc((size_t)games * (size_t)numbers, size);
    if (!p)
        abort();
    return p;
}

/* Decisions a second. */
static double measure(struct pairs_batch *b, int games, int players, int steps)
{
    const struct pairs_layout *l = pairs_batch_layout(b);
    struct pairs_batch_out out = {
        .seat = room(games, 1, sizeof *out.seat),
        .observation = room(games, pairs_layout_size(l), sizeof *out.observation),
        .mask = room(games, pairs_layout_actions(l), sizeof *out.mask),
        .reward = room(games, players, sizeof *out.reward),
        .done = room(games, 1, sizeof *out.done),
    };
    int32_t *id = room(games, 1, sizeof *id);
    pairs_batch_begin(b, &out);
    double begun = now();
    for (int i = 0; i < steps; i++) {
        pairs_batch_random(b, id);
        pairs_batch_step(b, id, &out);
    }
    double seconds = now() - begun;
    free(id);
    free(out.seat);
    free(out.observation);
    free(out.mask);
    free(out.reward);
    free(out.done);
    return (double)games * steps / seconds;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fputs("usage: pairs-bench-vector GAME PLAYERS GAMES STEPS\n", stderr), 2;
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(argv[1], &e);
    int players = (int)strtol(argv[2], NULL, 10), steps = (int)strtol(argv[4], NULL, 10);
    struct pairs_batch_plan plan = {.games = (int)strtol(argv[3], NULL, 10), .seed = 1};
    struct pairs_batch *b =
        u && pairs_setup_set_players(u, players, &e) ? pairs_batch_new(u, &plan, &e) : NULL;
    if (b)
        printf("%.0f\n", measure(b, plan.games, players, steps));
    else
        fprintf(stderr, "pairs-bench-vector: %s\n", e.text);
    pairs_batch_free(b);
    pairs_setup_free(u);
    return b ? 0 : 2;
}
