/* Bots against each other. */
#include "api/inside.h"

#include "lab/arena.h"
#include "wire/arenajson.h"

#include <stdlib.h>
#include <string.h>

struct pairs_arena {
    struct arena arena;
    struct arena_result result;
    struct api_bots bots;
    char *names; /* of the bots, taken apart */
};

static bool prepare(struct pairs_arena *a, const struct pairs_setup *u, long games, struct error *e)
{
    a->arena.setup = u->finished;
    if (!arena_bots(&a->arena, a->names, e) || !arena_fits(&a->arena, e))
        return false;
    long each = arena_games(&a->arena);
    a->arena.deals = (games + each - 1) / each;
    return a->arena.deals > 0 || error_set(e, "there is nothing to play; expected a game or more");
}

struct pairs_arena *pairs_arena_new(const struct pairs_setup *u, const char *bots, long games,
                                    uint64_t seed, struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_arena *a = calloc(1, sizeof *a);
    char *names = strdup(bots);
    if (!a || !names) {
        free(a);
        free(names);
        api_no_memory(e);
        return NULL;
    }
    a->names = names;
    a->arena.seed = seed;
    a->arena.own = api_bot;
    a->arena.owner = &a->bots;
    a->bots.setup = *u;
    if (prepare(a, u, games, &why))
        return a;
    api_fail(e, &why);
    pairs_arena_free(a);
    return NULL;
}

void pairs_arena_free(struct pairs_arena *a)
{
    if (!a)
        return;
    free(a->names);
    free(a);
}

/* Who wants to see how far it has come, and whether they have had enough. */
struct watching {
    const struct pairs_arena *arena;
    pairs_progress *progress;
    void *context;
    atomic_bool *stop;
};

static void look(void *context, long deals)
{
    struct watching *w = context;
    const struct arena *a = &w->arena->arena;
    long each = arena_games(a);
    if (w->progress && !w->progress(w->context, deals * each, a->deals * each))
        atomic_store(w->stop, true);
}

bool pairs_arena_run(struct pairs_arena *a, int elo, int threads, pairs_progress *progress,
                     void *context, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct watching w = {
        .arena = a, .progress = progress, .context = context, .stop = &a->bots.stop};
    a->arena.to_verdict = elo > 0;
    a->arena.test = (struct sprt_test){.elo1 = elo > 0 ? elo : 0};
    struct arena run = a->arena;
    run.threads = api_threads(threads);
    run.stop = w.stop;
    run.progress = look;
    run.context = &w;
    api_bots_begin(&a->bots);
    if (!arena_run(&run, &a->result, &why))
        return api_fail(e, &why);
    look(&w, a->result.deals);
    return api_bots_fine(&a->bots, e);
}

long pairs_arena_games(const struct pairs_arena *a)
{
    return a->result.games;
}

bool pairs_arena_bot(const struct pairs_arena *a, int i, struct pairs_rank *out)
{
    if (i < 0 || i >= a->arena.bots || !a->result.games)
        return false;
    const struct arena_bot *b = &a->result.bot[i];
    *out = (struct pairs_rank){
        .bot = a->arena.bot[i],
        .score = {b->mean, b->mean_error},
        .ahead = {b->ahead, b->ahead_error},
        .won = api_share(b->won),
        .lost = api_share(b->lost),
        .elo = {b->rating.elo, b->rating.error},
        .replaced = b->forfeit.decisions,
    };
    return true;
}

int pairs_arena_verdict(const struct pairs_arena *a)
{
    bool played = a->result.games && arena_forfeited(&a->arena, &a->result) < 0;
    enum verdict v = played ? a->result.sprt.verdict : UNDECIDED;
    return v == STRONGER       ? PAIRS_STRONGER
           : v == NOT_STRONGER ? PAIRS_NOT_STRONGER
                               : PAIRS_UNDECIDED;
}

char *pairs_arena_json(const struct pairs_arena *a)
{
    struct text out = {0};
    if (!a->result.games)
        return NULL;
    arena_json(&out, &a->arena, &a->result);
    return api_text(&out);
}
