#include "lab/block.h"

#include "bots/bot.h"
#include "bots/random.h"
#include "engine/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_BLOCK = 64 }; /* games of bots that need no time to think */

struct worker {
    const struct sim_job *job;
    struct bot *bot[PLAYERS_MAX]; /* NULL: random, without the ways of a bot */
    struct state *state;
    struct table *table; /* of the game in progress if a record is wanted; it has its own state */
    action legal[ACTIONS_MAX];
};

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Whoever waits for a run to stop waits for a block; so games of bots that think are alone in it.
 */
static long block_games(const struct sim_job *job)
{
    for (int seat = 0; seat < job->point->players; seat++)
        if (strcmp(job->bot[seat], "random") != 0 && strcmp(job->bot[seat], "hint") != 0)
            return 1;
    return QUICK_BLOCK;
}

static long blocks_a_point(const struct sim_job *job)
{
    long size = block_games(job);
    return (job->games + size - 1) / size;
}

long sim_blocks(const struct sim_job *job)
{
    return job->points * blocks_a_point(job);
}

long sim_games(const struct sim_job *job, long blocks)
{
    long each = blocks_a_point(job);
    return blocks / each * job->games + blocks % each * block_games(job);
}

int block_point(const struct sim_job *job, long block)
{
    return (int)(block / blocks_a_point(job));
}

/* --- Figures ---------------------------------------------------------------------------------- */

static void count_game(struct sim_result *result, const struct head *h, uint32_t decisions,
                       uint32_t dealt)
{
    double total = 0;
    result->games++;
    result->chips = h->chips;
    result->hands += h->hand;
    result->decisions += decisions;
    result->cards += dealt;
    spread_add(&result->length, (int32_t)decisions);
    for (int seat = 0; seat < h->players; seat++)
        total += h->score[seat];
    for (int seat = 0; seat < h->players; seat++) {
        double score = h->score[seat], edge = h->players * score - total;
        result->score[seat] += score;
        result->score_squared[seat] += score * score;
        result->edge_squared[seat] += edge * edge;
        result->won[seat] += h->winners >> seat & 1;
        result->lost[seat] += h->losers >> seat & 1;
        spread_add(&result->scores[seat], h->score[seat]);
    }
}

void result_join(struct sim_result *result, const struct sim_result *more)
{
    result->games += more->games;
    result->chips = more->chips;
    result->hands += more->hands;
    result->decisions += more->decisions;
    result->cards += more->cards;
    spread_join(&result->length, &more->length);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        result->score[seat] += more->score[seat];
        result->score_squared[seat] += more->score_squared[seat];
        result->edge_squared[seat] += more->edge_squared[seat];
        result->won[seat] += more->won[seat];
        result->lost[seat] += more->lost[seat];
        spread_join(&result->scores[seat], &more->scores[seat]);
    }
}

/* --- Games ------------------------------------------------------------------------------------ */

struct worker *worker_new(const struct sim_job *job, struct error *e)
{
    struct worker *w = calloc(1, sizeof *w);
    if (w)
        w->state = malloc(job->point->game->size);
    bool fine = w && w->state;
    if (!fine)
        error_no_memory(e);
    for (int seat = 0; fine && seat < job->point->players; seat++) {
        if (strcmp(job->bot[seat], "random") == 0)
            continue;
        w->bot[seat] = bot_new(job->bot[seat], e);
        fine = w->bot[seat] != NULL;
    }
    if (!fine) {
        worker_free(w);
        return NULL;
    }
    w->job = job;
    return w;
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        bot_free(w->bot[seat]);
    free(w->state);
    free(w);
}

/* What a bot decides is checked: a game gets only what is legal. */
static bool choose(struct worker *w, const struct game *game, const struct state *s, int seat,
                   struct rng *r, action *a, struct error *e)
{
    int count = game_legal(game, s, seat, w->legal);
    if (!w->bot[seat]) {
        *a = random_choose(w->legal, count, r);
        return true;
    }
    struct knowledge *k = knowledge_new(game, s, seat);
    if (!k)
        return error_no_memory(e);
    *a = bot_choose(w->bot[seat], k, r);
    knowledge_free(k);
    int i = 0;
    while (i < count && w->legal[i] != *a)
        i++;
    assert(i < count);
    return true;
}

/* Plays the game that has been started in the state, or at the table if there is one. */
static bool play_game(struct worker *w, const struct game *game, struct rng *r,
                      struct sim_result *result, struct error *e)
{
    struct state *s = w->table ? w->table->state : w->state;
    struct turn turn;
    action a = 0;
    uint32_t decisions = 0, dealt = 0;
    bool fine = true;
    while (fine && (turn = game_turn(s)).kind != TURN_OVER) {
        if (turn.kind == TURN_SEATS) {
            int seat = seats_pick(turn.seats, r);
            fine = choose(w, game, s, seat, r, &a, e);
            if (fine && w->table)
                fine = table_play(w->table, seat, a, e);
            else if (fine)
                game_apply(game, s, seat, a, NULL);
            decisions++;
            continue;
        }
        dealt += turn.kind == TURN_DECK;
        if (w->table)
            fine = table_chance(w->table, r, e);
        else if (turn.kind == TURN_DECK)
            game_deal(game, s, game_draw(s, r), NULL);
        else
            game_lot(game, s, seats_pick(turn.seats, r), NULL);
    }
    if (fine)
        count_game(result, game_look(s), decisions, dealt);
    return fine;
}

/* The same game at a table, which keeps what record_write needs. */
static bool play_recorded(struct worker *w, const struct setup *u, struct rng *r,
                          struct sim_result *result, struct text *records, struct error *e)
{
    w->table = table_new(u);
    if (!w->table)
        return error_no_memory(e);
    bool fine = play_game(w, u->game, r, result, e);
    if (fine && !record_write(w->table, records))
        fine = error_no_memory(e);
    table_free(w->table);
    w->table = NULL;
    return fine;
}

bool worker_play(struct worker *w, long block, struct sim_result *result, struct text *records,
                 struct error *e)
{
    const struct sim_job *job = w->job;
    const struct setup *u = &job->point[block_point(job, block)];
    long first = block % blocks_a_point(job) * block_games(job);
    long end = first + block_games(job) < job->games ? first + block_games(job) : job->games;
    bool fine = true;
    *result = (struct sim_result){0};
    for (long i = first; fine && i < end; i++) {
        struct rng r = rng_seeded(job->seed, (uint64_t)i);
        if (records) {
            fine = play_recorded(w, u, &r, result, records, e);
        } else {
            game_start(u, w->state, NULL);
            fine = play_game(w, u->game, &r, result, e);
        }
    }
    return fine;
}
