#include "lab/block.h"

#include "bots/bot.h"
#include "bots/random.h"
#include "engine/event.h"
#include "engine/record.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    const struct sim_job *job;
    struct bot *bot[PLAYERS_MAX]; /* NULL: random, without the ways of a bot */
    struct state *state;
    struct table *table; /* of the game in progress if a record is wanted; it has its own state */
    action legal[ACTIONS_MAX];
    const atomic_bool *stop;
    bool recorded; /* records are wanted */
};

/* --- Blocks ----------------------------------------------------------------------------------- */

/* A run that is stopped loses the blocks in progress; so games of bots that think are alone in one.
 * A block begins at a multiple of this, but for the first if a job does not begin there. */
static long block_games(const struct sim_job *job)
{
    for (int seat = 0; seat < job->point->players; seat++)
        if (strcmp(job->bot[seat], "random") != 0 && strcmp(job->bot[seat], "hint") != 0)
            return 1;
    return BLOCK_GAMES;
}

long sim_blocks_of(const struct sim_job *job, long games)
{
    long size = block_games(job);
    return (games + size - 1) / size;
}

static long blocks_a_point(const struct sim_job *job)
{
    return sim_blocks_of(job, job->games) - job->first / block_games(job);
}

long sim_blocks(const struct sim_job *job)
{
    return job->points * blocks_a_point(job);
}

int block_point(const struct sim_job *job, long block)
{
    return (int)(block / blocks_a_point(job));
}

/* --- Figures ---------------------------------------------------------------------------------- */

static void count_places(struct sim_result *result, const struct head *h, int first)
{
    result->begun++;
    for (int i = 0; i < h->players; i++) {
        int seat = (first + i) % h->players;
        struct sim_place *p = &result->place[i];
        double score = h->score[seat];
        p->score += score;
        p->score_squared += score * score;
        p->won += seats_has(h->winners, seat);
        p->lost += seats_has(h->losers, seat);
    }
}

static void count_game(struct sim_result *result, const struct head *h, const struct sim_game *g)
{
    double total = 0;
    result->games++;
    result->chips = h->chips;
    result->hands += h->hand;
    result->decisions += g->decisions;
    result->cards += g->cards;
    spread_add(&result->length, (int32_t)g->decisions);
    for (int seat = 0; seat < h->players; seat++)
        total += h->score[seat];
    for (int seat = 0; seat < h->players; seat++) {
        double score = h->score[seat], edge = h->players * score - total;
        result->score[seat] += score;
        result->score_squared[seat] += score * score;
        result->edge_squared[seat] += edge * edge;
        result->won[seat] += seats_has(h->winners, seat);
        result->lost[seat] += seats_has(h->losers, seat);
        spread_add(&result->scores[seat], h->score[seat]);
    }
    if (g->first != NOBODY)
        count_places(result, h, g->first);
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
        forfeit_join(&result->forfeit[seat], &more->forfeit[seat]);
        result->place[seat].score += more->place[seat].score;
        result->place[seat].score_squared += more->place[seat].score_squared;
        result->place[seat].won += more->place[seat].won;
        result->place[seat].lost += more->place[seat].lost;
    }
    result->begun += more->begun;
}

/* Whether a sum of numbers that were rounded lies in a range; `size` is how large the parts are. */
static bool within(double sum, double least, double most, double size)
{
    double rounding = 1e-6 * size;
    return sum >= least - rounding && sum <= most + rounding;
}

/* A sum of squares is the least where all numbers are equal. */
static double squares_at_least(double sum, long games)
{
    return sum * sum / (double)games;
}

static bool score_possible(const struct sim_result *r, int seat)
{
    struct spread_sums s = spread_sums(&r->scores[seat]);
    double sum = r->score[seat], squares = r->score_squared[seat];
    return within(sum, s.least, s.most, fmax(fabs(s.least), fabs(s.most))) &&
           within(squares, s.squares_least, s.squares_most, s.squares_most) &&
           within(squares, squares_at_least(sum, r->games), squares, s.squares_most);
}

static bool edge_possible(const struct sim_result *r, int seat, int players)
{
    double sum = players * r->score[seat], farthest = 0;
    for (int i = 0; i < players; i++) {
        const struct spread *s = &r->scores[i];
        sum -= r->score[i];
        farthest += (i == seat ? players : 1) * fmax(fabs((double)s->least), fabs((double)s->most));
    }
    double most = (double)r->games * farthest * farthest;
    return within(r->edge_squared[seat], squares_at_least(sum, r->games), most, most);
}

/* Which seat was at a place is not known; none has a score farther from 0 than all seats. */
static bool places_possible(const struct sim_result *r, int players)
{
    double farthest = 0, games = (double)r->begun;
    bool possible = r->begun >= 0 && r->begun <= r->games;
    for (int seat = 0; seat < players; seat++) {
        const struct spread *s = &r->scores[seat];
        farthest = fmax(farthest, fmax(fabs((double)s->least), fabs((double)s->most)));
    }
    double most = games * farthest, squares = most * farthest;
    for (int i = 0; possible && i < players; i++) {
        const struct sim_place *p = &r->place[i];
        double least = r->begun ? squares_at_least(p->score, r->begun) : 0;
        possible = p->won >= 0 && p->won <= r->begun && p->lost >= 0 && p->lost <= r->begun &&
                   within(p->score, -most, most, most) &&
                   within(p->score_squared, least, squares, squares);
    }
    return possible;
}

bool result_possible(const struct sim_result *r, int players)
{
    struct spread_sums length = spread_sums(&r->length);
    uint64_t games = (uint64_t)r->games;
    bool possible = r->length.least >= 0 && (double)r->decisions >= length.least &&
                    (double)r->decisions <= length.most && r->cards / games <= STEPS_MAX &&
                    r->hands / games <= UINT16_MAX && places_possible(r, players);
    for (int seat = 0; possible && seat < players; seat++)
        possible = r->won[seat] >= 0 && r->won[seat] <= r->games && r->lost[seat] >= 0 &&
                   r->lost[seat] <= r->games && score_possible(r, seat) &&
                   edge_possible(r, seat, players) && r->forfeit[seat].decisions >= 0 &&
                   (uint64_t)r->forfeit[seat].decisions <= r->decisions;
    return possible;
}

/* --- Games ------------------------------------------------------------------------------------ */

struct worker *worker_new(const struct sim_job *job, const atomic_bool *stop, bool recorded,
                          struct error *e)
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
        w->bot[seat] = sim_bot(job, job->bot[seat], e);
        fine = w->bot[seat] != NULL;
        if (!fine)
            break;
        bot_set_stop(w->bot[seat], stop);
        bot_background(w->bot[seat]);
    }
    if (!fine) {
        worker_free(w);
        return NULL;
    }
    w->job = job;
    w->stop = stop;
    w->recorded = recorded;
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

static bool stopped(const struct worker *w)
{
    return w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
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
    struct knowledge *k = w->table ? knowledge_of(w->table, seat) : knowledge_new(game, s, seat);
    if (!k)
        return error_no_memory(e);
    *a = bot_choose(w->bot[seat], k, r);
    knowledge_free(k);
    if (bot_out_of_memory(w->bot[seat]))
        return error_no_memory(e);
    int i = 0;
    while (i < count && w->legal[i] != *a)
        i++;
    assert(i < count);
    return true;
}

/* One step of the game in the state, or at the table if there is one. */
static bool play_step(struct worker *w, const struct game *game, struct state *s, struct turn turn,
                      struct rng *r, struct rng *minds, struct error *e)
{
    if (turn.kind == TURN_SEATS) {
        action a = 0;
        int seat = seats_pick(turn.seats, minds);
        if (!choose(w, game, s, seat, minds, &a, e))
            return false;
        if (w->table)
            return table_play(w->table, seat, a, e);
        game_apply(game, s, seat, a, NULL);
    } else if (w->table) {
        return table_chance(w->table, r, e);
    } else {
        game_step(game, s, game_chance(s, r), NULL);
    }
    return true;
}

static bool are_several(seats all)
{
    return all & (all - 1);
}

/* Who has the first decision that no other makes at the same time. The last of several is not alone
 * either, though the others have been taken off. */
static void note_first(struct sim_game *g, seats now, seats *before)
{
    bool rest = are_several(*before) && now != *before && !(now & ~*before);
    if (!are_several(now) && !rest)
        g->first = (uint8_t)seats_first(now);
    *before = now;
}

/* Streams beyond those of usual games, which are numbered like them. */
static const uint64_t beside = UINT64_C(1) << 62;

static uint64_t hand_stream(long game, int hand)
{
    return (UINT64_C(1) << 63) | (uint64_t)game << 16 | (uint64_t)hand;
}

/* Plays the game that has been started in the state, or at the table if there is one. */
static enum block_end play_game(struct worker *w, const struct game *game, struct rng *r,
                                struct sim_result *result, struct sim_game *g, struct error *e)
{
    struct state *s = w->table ? w->table->state : w->state;
    struct rng own, *minds = w->job->apart ? &own : r;
    struct turn turn;
    seats before = 0;
    int hand = -1;
    g->first = NOBODY;
    g->decisions = g->cards = 0;
    for (int steps = 0; (turn = game_turn(s)).kind != TURN_OVER; steps++) {
        if (stopped(w))
            return BLOCK_STOPPED;
        if (steps == STEPS_MAX && !w->table)
            return BLOCK_ENDLESS;
        if (minds != r && hand != game_look(s)->hand) {
            hand = game_look(s)->hand;
            *r = rng_seeded(w->job->seed, hand_stream(g->number, hand));
            own = rng_seeded(w->job->seed, hand_stream(g->number, hand) + beside);
        }
        if (!play_step(w, game, s, turn, r, minds, e))
            return w->table && table_endless(w->table) ? BLOCK_ENDLESS : BLOCK_FAILED;
        if (turn.kind == TURN_SEATS && g->first == NOBODY)
            note_first(g, turn.seats, &before);
        g->decisions += turn.kind == TURN_SEATS;
        g->cards += turn.kind == TURN_DECK;
    }
    if (stopped(w)) /* and so the last decision may be just any */
        return BLOCK_STOPPED;
    const struct head *h = game_look(s);
    g->hands = h->hand;
    g->winners = h->winners;
    g->losers = h->losers;
    memcpy(g->score, h->score, sizeof g->score);
    count_game(result, h, g);
    return BLOCK_DONE;
}

/* The same game at a table, which keeps what record_write needs. */
static enum block_end play_recorded(struct worker *w, const struct setup *u, struct rng *r,
                                    struct sim_result *result, struct sim_game *g,
                                    struct text *records, struct error *e)
{
    w->table = table_new(u);
    if (!w->table) {
        error_no_memory(e);
        return BLOCK_FAILED;
    }
    enum block_end end = play_game(w, u->game, r, result, g, e);
    if (end == BLOCK_ENDLESS)
        text_clear(records);
    if ((end == BLOCK_ENDLESS || (end == BLOCK_DONE && w->recorded)) &&
        !record_write(w->table, records)) {
        error_no_memory(e);
        end = BLOCK_FAILED;
    }
    table_free(w->table);
    w->table = NULL;
    return end;
}

enum block_end worker_play(struct worker *w, long block, struct sim_result *result,
                           struct sim_game games[], struct text *records, struct error *e)
{
    const struct sim_job *job = w->job;
    const struct setup *u = &job->point[block_point(job, block)];
    long size = block_games(job);
    long start = (job->first / size + block % blocks_a_point(job)) * size;
    long first = start > job->first ? start : job->first;
    long last = start + size < job->games ? start + size : job->games;
    bool quick = size > 1 && !w->recorded;
    enum block_end end = BLOCK_DONE;
    *result = (struct sim_result){0};
    for (long i = first; end == BLOCK_DONE && i < last; i++) {
        struct rng r = rng_seeded(job->seed, (uint64_t)i), again = r;
        struct sim_game only, *g = games ? &games[i - first] : &only;
        g->number = i;
        if (quick) {
            game_start(u, w->state, NULL);
            end = play_game(w, u->game, &r, result, g, e);
        }
        if (!quick || end == BLOCK_ENDLESS) /* bots that do not think do the same once more */
            end = play_recorded(w, u, &again, result, g, records, e);
        if (end == BLOCK_ENDLESS)
            error_set(e, "game %ld of seed %llu has not ended after %d steps", i + 1,
                      (unsigned long long)job->seed, STEPS_MAX);
    }
    for (int seat = 0; seat < u->players; seat++)
        if (w->bot[seat])
            result->forfeit[seat] = bot_forfeit(w->bot[seat]);
    return end;
}
