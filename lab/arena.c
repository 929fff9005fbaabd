#include "lab/arena.h"

#include "engine/record.h"
#include "lab/match.h"
#include "lab/stats.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    WINDOW = 1024,       /* deals that may be played ahead of the oldest one still in play */
    SECOND = 1000000000, /* in nanoseconds */
    LOOK = SECOND / 10,  /* how often the progress is shown */
};

/* What one deal brought each bot, over its seats and games. */
struct deal {
    bool complete, chips;
    double score[ARENA_BOTS], points[ARENA_BOTS];
    int won[ARENA_BOTS], lost[ARENA_BOTS];
    struct forfeit forfeit[ARENA_BOTS];
};

/* Sums over the deals counted so far, always in their order. */
struct sums {
    long deals;
    bool chips;
    struct tally score[ARENA_BOTS], ahead[ARENA_BOTS]; /* of a seat, in a deal */
    double won[ARENA_BOTS], lost[ARENA_BOTS];
    struct forfeit forfeit[ARENA_BOTS];
    struct elo elo;
    struct sprt sprt;
};

/* What the threads share; everything that changes is under the lock. */
struct run {
    const struct arena *arena;
    int games;             /* of a deal */
    int seats[ARENA_BOTS]; /* of a bot, in all games of a deal */
    double meets;          /* comparisons of the first bot in a deal */
    pthread_mutex_t lock;
    pthread_cond_t room, ended; /* a deal may be begun; a thread is through */
    long next;                  /* deal to begin */
    int working;                /* threads */
    bool failed;
    struct error error;
    struct deal deal[WINDOW]; /* those at and after sums.deals */
    struct sums sums;
};

struct worker {
    struct run *run;
    pthread_t thread;
    struct bot *bot[ARENA_BOTS][PLAYERS_MAX]; /* one for each seat, so that none has two */
};

/* What a seat, or a table in a cooperative game, came to. */
struct standing {
    int bot, place; /* place 1: has won, -1: has lost */
    int32_t score;
};

static bool is_cooperative(const struct arena *a)
{
    return a->setup.game->kind == COOPERATIVE;
}

static bool low_wins(const struct arena *a, bool chips)
{
    return a->setup.game->low_wins && !chips;
}

int arena_games(const struct arena *a)
{
    /* If the bots fill the seats evenly, they are back where they were after so many moves. */
    bool even = a->setup.players % a->bots == 0;
    return is_cooperative(a) || even ? a->bots : a->setup.players;
}

/* --- One deal --------------------------------------------------------------------------------- */

/* Points for each comparison between bots: winners and losers first, then scores. */
static void compare(const struct standing s[], int count, bool low, double points[])
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (s[i].bot == s[j].bot)
                continue;
            int by_score = (s[i].score > s[j].score) - (s[i].score < s[j].score);
            int order = s[i].place != s[j].place ? s[i].place - s[j].place
                        : low                    ? -by_score
                                                 : by_score;
            points[s[i].bot] += order > 0 ? 1 : order == 0 ? 0.5 : 0;
        }
    }
}

/* In which order the bots sit: as they came, but who begins and who is whose neighbour is drawn for
 * each deal, because it matters whom one plays after. */
static void draw_order(const struct arena *a, struct rng *r, int order[PLAYERS_MAX])
{
    int bot[ARENA_BOTS] = {0};
    for (int i = 0; i < a->bots; i++) {
        int j = rng_below(r, i + 1);
        bot[i] = bot[j];
        bot[j] = i;
    }
    for (int round = 0, seat = 0; seat < a->setup.players; round++)
        for (int i = 0; i < a->bots; i++)
            if (round * a->bots + bot[i] < a->setup.players)
                order[seat++] = bot[i];
}

/* Who sits where in one of the games of a deal. */
static void seat_bots(const struct arena *a, const int order[], int game, int sits[])
{
    for (int seat = 0; seat < a->setup.players; seat++)
        sits[seat] = is_cooperative(a) ? game : order[(seat + game) % a->setup.players];
}

static void take_standings(const struct head *h, const int sits[], struct standing s[],
                           struct deal *d)
{
    for (int seat = 0; seat < h->players; seat++) {
        int bot = sits[seat];
        int won = h->winners >> seat & 1, lost = h->losers >> seat & 1;
        s[seat] = (struct standing){bot, won - lost, h->score[seat]};
        d->score[bot] += h->score[seat];
        d->won[bot] += won;
        d->lost[bot] += lost;
    }
}

/* A cooperative table as a whole: it wins and loses together, and its scores add up. */
static struct standing stand_together(const struct standing s[], int players)
{
    struct standing all = s[0];
    for (int seat = 1; seat < players; seat++)
        all.score += s[seat].score;
    return all;
}

/* The record of the first game that does not end is enough. */
static void keep_endless(struct run *r, const struct table *t, uint64_t seed, struct error *e)
{
    error_set(e, "the game of deal seed %llu has not ended after %d steps",
              (unsigned long long)seed, STEPS_MAX);
    struct text *kept = r->arena->endless;
    pthread_mutex_lock(&r->lock);
    if (kept && kept->size == 0)
        record_write(t, kept);
    pthread_mutex_unlock(&r->lock);
}

/* Plays one game; *over tells whether it came to its end. */
static bool play_game(struct worker *w, struct table *t, const int sits[], uint64_t seed,
                      bool *over, struct error *e)
{
    struct bot *bot[PLAYERS_MAX];
    for (int seat = 0; seat < t->setup.players; seat++)
        bot[seat] = w->bot[sits[seat]][seat];
    bool fine = match_play(t, bot, seed, w->run->arena->stop, e);
    if (table_endless(t))
        keep_endless(w->run, t, seed, e);
    const atomic_bool *stop =
        w->run->arena->stop; /* what bots decide after it counts for nothing */
    *over = fine && table_turn(t).kind == TURN_OVER && !(stop && atomic_load(stop));
    return fine;
}

static void take_forfeits(struct worker *w, struct deal *d)
{
    const struct arena *a = w->run->arena;
    for (int i = 0; i < a->bots; i++) {
        for (int seat = 0; seat < a->setup.players; seat++) {
            struct forfeit more = bot_forfeit(w->bot[i][seat]);
            forfeit_join(&d->forfeit[i], &more);
        }
    }
}

/* All games of a deal. If they are stopped, it is left incomplete. */
static bool play_deal(struct worker *w, long number, struct deal *d, struct error *e)
{
    const struct arena *a = w->run->arena;
    struct rng r = rng_seeded(a->seed, (uint64_t)number);
    uint64_t seed = rng_next(&r);
    struct standing seat[PLAYERS_MAX], together[ARENA_BOTS];
    int order[PLAYERS_MAX] = {0}, sits[PLAYERS_MAX] = {0};
    bool fine = true, over = true;
    draw_order(a, &r, order);
    *d = (struct deal){0};
    for (int game = 0; over && game < w->run->games; game++) {
        struct table *t = table_new(&a->setup);
        if (!t)
            return error_no_memory(e);
        seat_bots(a, order, game, sits);
        fine = play_game(w, t, sits, seed, &over, e);
        const struct head *h = game_look(t->state);
        d->chips = h->chips;
        take_standings(h, sits, seat, d);
        if (is_cooperative(a))
            together[game] = stand_together(seat, h->players);
        else
            compare(seat, h->players, low_wins(a, d->chips), d->points);
        table_free(t);
    }
    if (over && is_cooperative(a))
        compare(together, w->run->games, low_wins(a, d->chips), d->points);
    take_forfeits(w, d);
    d->complete = over;
    return fine;
}

/* --- All deals -------------------------------------------------------------------------------- */

/* How far the bot is ahead of the other seats' mean in a deal. */
static double ahead_of_others(const struct run *r, const struct deal *d, int bot)
{
    double others = 0, count = 0;
    for (int i = 0; i < r->arena->bots; i++) {
        others += i != bot ? d->score[i] : 0;
        count += i != bot ? r->seats[i] : 0;
    }
    double more = d->score[bot] / r->seats[bot] - others / count;
    return low_wins(r->arena, d->chips) ? -more : more;
}

static void count_deal(struct run *r, const struct deal *d)
{
    struct sums *t = &r->sums;
    t->deals++;
    t->chips = d->chips;
    for (int i = 0; i < r->arena->bots; i++) {
        tally_add(&t->score[i], d->score[i] / r->seats[i]);
        tally_add(&t->ahead[i], ahead_of_others(r, d, i));
        t->won[i] += (double)d->won[i] / r->seats[i];
        t->lost[i] += (double)d->lost[i] / r->seats[i];
        forfeit_join(&t->forfeit[i], &d->forfeit[i]);
    }
    elo_add(&t->elo, d->points);
    sprt_add(&t->sprt, d->points[0] / r->meets);
}

/* Puts a deal in its place, and counts all that are complete up to the first that is not. */
static void hand_in(struct run *r, long number, const struct deal *d)
{
    r->deal[number % WINDOW] = *d;
    for (struct deal *first; (first = &r->deal[r->sums.deals % WINDOW])->complete;) {
        first->complete = false;
        count_deal(r, first);
    }
    pthread_cond_broadcast(&r->room);
}

static bool may_begin(const struct run *r)
{
    const atomic_bool *stop = r->arena->stop;
    return !r->failed && r->next < r->arena->deals && !(stop && atomic_load(stop));
}

static void *work(void *context)
{
    struct worker *w = context;
    struct run *r = w->run;
    struct error e = {0};
    pthread_mutex_lock(&r->lock);
    while (may_begin(r)) {
        if (r->next >= r->sums.deals + WINDOW) {
            pthread_cond_wait(&r->room, &r->lock);
            continue;
        }
        long number = r->next++;
        pthread_mutex_unlock(&r->lock);
        struct deal d;
        bool fine = play_deal(w, number, &d, &e);
        pthread_mutex_lock(&r->lock);
        hand_in(r, number, &d);
        if (!fine) {
            r->failed = true;
            r->error = e;
        }
    }
    r->working--;
    pthread_cond_broadcast(&r->room);
    pthread_cond_signal(&r->ended);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Shows the progress until all threads are through. */
static void wait_for_end(struct run *r)
{
    const struct arena *a = r->arena;
    pthread_mutex_lock(&r->lock);
    while (r->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        pthread_cond_timedwait(&r->ended, &r->lock, &until);
        if (a->progress)
            a->progress(a->context, r->sums.deals);
    }
    pthread_mutex_unlock(&r->lock);
}

/* --- The run ---------------------------------------------------------------------------------- */

/* How often each bot sits, and meets each other one, in a deal. */
static void run_init(struct run *r, const struct arena *a)
{
    *r = (struct run){.arena = a, .games = arena_games(a), .sums.elo.bots = a->bots};
    int players = a->setup.players;
    for (int i = 0; i < a->bots; i++) /* in a game as often as the bots in their order fill it */
        r->seats[i] =
            is_cooperative(a) ? players : (players + a->bots - 1 - i) / a->bots * r->games;
    for (int i = 0; i < a->bots; i++) {
        for (int j = 0; j < a->bots; j++) {
            double met = is_cooperative(a) ? 1 : (double)r->seats[i] * r->seats[j] / r->games;
            r->sums.elo.met[i][j] = i == j ? 0 : met;
        }
        r->meets += r->sums.elo.met[0][i];
    }
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->room, NULL);
    pthread_cond_init(&r->ended, NULL);
}

static void run_clear(struct run *r)
{
    pthread_cond_destroy(&r->ended);
    pthread_cond_destroy(&r->room);
    pthread_mutex_destroy(&r->lock);
}

static bool worker_init(struct worker *w, struct run *r, struct error *e)
{
    const struct arena *a = r->arena;
    w->run = r;
    for (int i = 0; i < a->bots; i++) {
        for (int seat = 0; seat < a->setup.players; seat++) {
            struct bot *b = w->bot[i][seat] = bot_new(a->bot[i], e);
            if (!b)
                return false;
            bot_heed(b, a->stop);
            bot_background(b);
        }
    }
    return true;
}

static void worker_clear(struct worker *w)
{
    for (int i = 0; i < ARENA_BOTS; i++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            bot_free(w->bot[i][seat]);
}

/* Starts the threads and waits for them; false if something went wrong in one. */
static bool run_workers(struct run *r, struct worker w[], int count, struct error *e)
{
    int started = 0;
    r->working = count;
    while (started < count && pthread_create(&w[started].thread, NULL, work, &w[started]) == 0)
        started++;
    pthread_mutex_lock(&r->lock);
    r->working -= count - started; /* fewer threads do the same, only later */
    pthread_mutex_unlock(&r->lock);
    wait_for_end(r);
    for (int i = 0; i < started; i++)
        pthread_join(w[i].thread, NULL);
    if (r->failed)
        *e = r->error;
    return started ? !r->failed
                   : error_set(e, "no thread can be started; close other programs and try again");
}

/* Half of the 95% interval of a mean over deals; a single one says nothing about that. */
static double error_of_mean(const struct tally *t)
{
    return t->count > 1 ? tally_estimate(t).error : NAN;
}

static void conclude(const struct run *r, struct arena_result *result)
{
    const struct sums *t = &r->sums;
    struct elo_rating rating[ELO_BOTS];
    double count = (double)t->deals;
    *result = (struct arena_result){.deals = t->deals,
                                    .games = t->deals * r->games,
                                    .chips = t->chips,
                                    .low_wins = low_wins(r->arena, t->chips),
                                    .sprt = t->sprt};
    elo_fit(&t->elo, rating);
    for (int i = 0; i < r->arena->bots; i++)
        result->bot[i] = (struct arena_bot){
            .seats = is_cooperative(r->arena) ? r->arena->setup.players : r->seats[i] / r->games,
            .mean = tally_estimate(&t->score[i]).mean,
            .mean_error = error_of_mean(&t->score[i]),
            .ahead = tally_estimate(&t->ahead[i]).mean,
            .ahead_error = error_of_mean(&t->ahead[i]),
            .won = t->won[i] / count,
            .lost = t->lost[i] / count,
            .rating = rating[i],
            .forfeit = t->forfeit[i],
        };
}

int arena_forfeited(const struct arena *a, const struct arena_result *result)
{
    for (int i = 0; i < a->bots; i++)
        if (result->bot[i].forfeit.decisions)
            return i;
    return -1;
}

bool arena_run(const struct arena *a, struct arena_result *result, struct error *e)
{
    int count = a->threads < a->deals ? a->threads : (int)a->deals;
    struct run *r = malloc(sizeof *r);
    struct worker *w = calloc((size_t)count, sizeof *w);
    bool fine = r && w;
    if (fine) {
        run_init(r, a);
        for (int i = 0; fine && i < count; i++)
            fine = worker_init(&w[i], r, e);
        fine = fine && run_workers(r, w, count, e);
        for (int i = 0; i < count; i++)
            worker_clear(&w[i]);
        if (fine)
            conclude(r, result);
        run_clear(r);
    } else {
        error_no_memory(e);
    }
    free(w);
    free(r);
    return fine;
}
