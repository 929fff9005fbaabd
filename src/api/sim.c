/* Many games between bots. */
#include "api/inside.h"

#include "lab/crew.h"
#include "wire/simjson.h"

#include <stdlib.h>
#include <string.h>

struct pairs_sim {
    struct sim sim; /* of one point */
    struct sim_result result;
    struct api_bots bots;
};

static bool prepare(struct pairs_sim *s, const struct pairs_setup *u, const char *bots, long games,
                    struct error *e)
{
    sweep_init(&s->sim.sweep, &u->asked);
    if (!sweep_players(&s->sim.sweep, u->finished.players, e) || !sweep_finish(&s->sim.sweep, e))
        return false;
    if (games < 1)
        return error_set(e, "there is nothing to play; expected a game or more");
    s->sim.job.point = s->sim.sweep.point;
    s->sim.job.points = s->sim.sweep.points;
    s->sim.job.games = games;
    return sim_bots(&s->sim.job, bots, e);
}

struct pairs_sim *pairs_sim_new(const struct pairs_setup *u, const char *bots, long games,
                                uint64_t seed, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_sim *s = calloc(1, sizeof *s);
    if (!s) {
        api_no_memory(e);
        return NULL;
    }
    s->sim.job.seed = seed;
    s->sim.job.own = api_bot;
    s->sim.job.owner = &s->bots;
    s->bots.setup = *u;
    s->sim.state.result = &s->result;
    if (prepare(s, u, bots, games, &why))
        return s;
    api_fail(e, &why);
    pairs_sim_free(s);
    return NULL;
}

void pairs_sim_free(struct pairs_sim *s)
{
    if (!s)
        return;
    sweep_clear(&s->sim.sweep);
    free(s);
}

/* What is called on the way, and whether one of them has had enough. */
struct watching {
    const struct pairs_sim *sim;
    pairs_progress *progress;
    pairs_take_records *records;
    pairs_take_game *game;
    void *context;
    atomic_bool *stop;
};

static bool look(void *context, const struct sim_state *state, struct error *e)
{
    struct watching *w = context;
    const struct sim_job *job = &w->sim->sim.job;
    (void)e;
    if (w->progress && !w->progress(w->context, sim_played(job, state), job->games))
        atomic_store(w->stop, true);
    return true;
}

static bool take_records(void *context, const struct text *records, struct error *e)
{
    struct watching *w = context;
    (void)e;
    if (!w->records(w->context, text_of(records)))
        atomic_store(w->stop, true);
    return true;
}

static struct pairs_played played(const struct sim_game *g)
{
    struct pairs_played out = {
        .number = g->number,
        .hands = g->hands,
        .decisions = (int)g->decisions,
        .cards = (int)g->cards,
        .first = g->first,
        .winners = g->winners,
        .losers = g->losers,
    };
    _Static_assert(sizeof out.score == sizeof g->score, "there is a score for each seat");
    memcpy(out.score, g->score, sizeof out.score);
    return out;
}

static bool take_games(void *context, int point, const struct sim_game game[], int count,
                       struct error *e)
{
    struct watching *w = context;
    (void)point;
    (void)e;
    for (int i = 0; i < count; i++) {
        struct pairs_played p = played(&game[i]);
        if (!w->game(w->context, &p))
            atomic_store(w->stop, true);
    }
    return true;
}

static bool run(struct pairs_sim *s, int threads, struct watching *w, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct sim_watch watch = {.stop = &s->bots.stop,
                              .look = look,
                              .records = w->records ? take_records : NULL,
                              .games = w->game ? take_games : NULL,
                              .context = w};
    s->sim.job.threads = api_threads(threads);
    w->stop = &s->bots.stop;
    api_bots_begin(&s->bots);
    if (!sim_run(&s->sim.job, &watch, &s->sim.state, &why))
        return api_fail(e, &why);
    look(w, &s->sim.state, &why);
    return api_bots_fine(&s->bots, e);
}

bool pairs_sim_run(struct pairs_sim *s, int threads, pairs_progress *progress, void *context,
                   struct pairs_error *e)
{
    struct watching w = {.sim = s, .progress = progress, .context = context};
    return run(s, threads, &w, e);
}

bool pairs_sim_record(struct pairs_sim *s, int threads, pairs_take_records *take, void *context,
                      struct pairs_error *e)
{
    struct watching w = {.sim = s, .records = take, .context = context};
    return run(s, threads, &w, e);
}

bool pairs_sim_each(struct pairs_sim *s, int threads, pairs_take_game *take, void *context,
                    struct pairs_error *e)
{
    struct watching w = {.sim = s, .game = take, .context = context};
    return run(s, threads, &w, e);
}

bool pairs_sim_extend(struct pairs_sim *s, long games)
{
    if (games < s->result.games)
        return false;
    s->sim.job.games = games;
    return true;
}

void pairs_sim_totals(const struct pairs_sim *s, struct pairs_totals *out)
{
    const struct sim_result *r = &s->result;
    double games = r->games ? (double)r->games : 1;
    *out = (struct pairs_totals){
        .games = r->games,
        .hands = (double)r->hands / games,
        .decisions = (double)r->decisions / games,
        .cards = (double)r->cards / games,
        .chips = r->chips,
    };
}

bool pairs_sim_seat(const struct pairs_sim *s, int seat, struct pairs_results *out)
{
    const struct sim_result *r = &s->result;
    int players = s->sim.sweep.base.players;
    if (seat < 0 || seat >= players || !r->games)
        return false;
    *out = (struct pairs_results){
        .bot = s->sim.job.bot[seat],
        .score = api_estimate(sim_score(r, seat)),
        .edge = api_estimate(sim_edge(r, seat, players)),
        .won = api_share(share_of(r->won[seat], r->games)),
        .lost = api_share(share_of(r->lost[seat], r->games)),
        .replaced = r->forfeit[seat].decisions,
    };
    return true;
}

char *pairs_sim_json(const struct pairs_sim *s)
{
    struct text out = {0};
    sim_jsonl(&s->sim, &out);
    return api_text(&out);
}

char *pairs_sim_csv(const struct pairs_sim *s)
{
    struct text out = {0};
    sim_csv(&s->sim, &out);
    return api_text(&out);
}

int api_threads(int threads)
{
    int wanted = threads > 0 ? threads : crew_usual();
    return wanted < CREW_THREADS ? wanted : CREW_THREADS;
}
