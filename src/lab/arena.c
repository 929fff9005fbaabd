#include "lab/arena.h"

#include "engine/record.h"
#include "lab/crew.h"
#include "lab/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Deals after which the verdict is looked at: the same however many threads there are. */
enum { BATCH = 16 };

static struct bot *make_bot(const struct arena *a, const char *name, struct error *e)
{
    return a->own ? a->own(a->owner, name, e) : a->make(name, e);
}

bool arena_bots(struct arena *a, char *names, struct error *e)
{
    for (char *rest = names, *name; (name = strsep(&rest, ","));) {
        if (a->bots == ARENA_BOTS)
            return error_set(e, "too many bots; expected at most %d", ARENA_BOTS);
        struct bot *b = make_bot(a, name, e);
        if (!b)
            return false;
        bot_free(b);
        a->bot[a->bots++] = name;
    }
    return a->bots > 1 || error_set(e, "one bot has no opponent; expected two bots or more");
}

bool arena_fits(const struct arena *a, struct error *e)
{
    bool cooperative = a->setup.game->kind == COOPERATIVE;
    return cooperative || a->bots <= a->setup.players ||
           error_set(e, "%d bots are too many for %d seats; expected fewer, or more with -n",
                     a->bots, a->setup.players);
}

/* What one deal brought each bot, over its seats and games. */
struct deal {
    bool chips, winners; /* are counted; are named at the end of a game */
    double score[ARENA_BOTS], points[ARENA_BOTS];
    double won[ARENA_BOTS], lost[ARENA_BOTS];
    struct forfeit forfeit[ARENA_BOTS];
    struct text endless; /* the record so far of a game that does not end */
};

/* Sums over the deals counted so far, always in their order. */
struct sums {
    long deals;
    bool chips, winners;
    struct tally score[ARENA_BOTS], won[ARENA_BOTS], lost[ARENA_BOTS]; /* of a seat, in a deal */
    struct tally ahead[ARENA_BOTS], behind[ARENA_BOTS]; /* of the others, in games won or chips; and
                                                           in games lost */
    struct forfeit forfeit[ARENA_BOTS];
    struct elo elo;
    struct sprt sprt;
};

/* What does not change is read by all threads; the sums belong to the thread of arena_run. */
struct run {
    const struct arena *arena;
    int games;             /* of a deal */
    int seats[ARENA_BOTS]; /* of a bot, in all games of a deal */
    double meets;          /* comparisons of the first bot in a deal */
    struct sums sums;
};

/* What one thread plays with. */
struct worker {
    const struct run *run;
    struct bot *bot[ARENA_BOTS][PLAYERS_MAX]; /* one for each seat, so that none has two */
};

/* What a seat, or a table in a cooperative game, came to: its chips where they are counted, else 1
 * if it has won and -1 if it has lost. Points are only the way to that. */
struct standing {
    int bot;
    int32_t place;
};

static bool is_cooperative(const struct arena *a)
{
    return a->setup.game->kind == COOPERATIVE;
}

int arena_games(const struct arena *a)
{
    /* If the bots fill the seats evenly, they are back where they were after so many moves. */
    bool even = a->setup.players % a->bots == 0;
    return is_cooperative(a) || even ? a->bots : a->setup.players;
}

/* --- One deal --------------------------------------------------------------------------------- */

/* Points for each comparison between bots. */
static void compare(const struct standing s[], int count, double points[])
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (s[i].bot != s[j].bot)
                points[s[i].bot] += s[i].place > s[j].place    ? 1
                                    : s[i].place == s[j].place ? 0.5
                                                               : 0;
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
        int won = seats_has(h->winners, seat), lost = seats_has(h->losers, seat);
        s[seat] = (struct standing){bot, h->chips ? h->score[seat] : won - lost};
        d->score[bot] += h->score[seat];
        d->won[bot] += won;
        d->lost[bot] += lost;
    }
    d->chips = h->chips;
    d->winners |= h->winners != 0;
}

static bool is_stopped(const struct arena *a)
{
    return a->stop && atomic_load(a->stop);
}

/* Plays one game to its end, or to where it is left. What bots decide after the stop counts for
 * nothing. */
static enum crew_end play_game(struct worker *w, struct table *t, const int sits[], uint64_t seed,
                               struct deal *d, struct error *e)
{
    struct bot *bot[PLAYERS_MAX];
    for (int seat = 0; seat < t->setup.players; seat++)
        bot[seat] = w->bot[sits[seat]][seat];
    bool fine = match_play(t, bot, seed, w->run->arena->stop, e);
    if (table_endless(t)) {
        error_set(e, "the game of deal seed %llu has not ended after %d steps",
                  (unsigned long long)seed, STEPS_MAX);
        record_write(t, &d->endless);
    }
    if (!fine)
        return CREW_FAILED;
    return table_turn(t).kind == TURN_OVER && !is_stopped(w->run->arena) ? CREW_DONE : CREW_LEFT;
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

/* All games of a deal. */
static enum crew_end play_deal(void *tools, long number, void *result, struct error *e)
{
    struct worker *w = tools;
    struct deal *d = result;
    const struct arena *a = w->run->arena;
    struct rng r = rng_seeded(a->seed, (uint64_t)number);
    uint64_t seed = rng_next(&r);
    struct standing seat[PLAYERS_MAX], together[ARENA_BOTS];
    int order[PLAYERS_MAX] = {0}, sits[PLAYERS_MAX] = {0};
    enum crew_end end = CREW_DONE;
    draw_order(a, &r, order);
    *d = (struct deal){0};
    for (int game = 0; end == CREW_DONE && game < w->run->games; game++) {
        struct table *t = table_new(&a->setup);
        if (!t) {
            error_no_memory(e);
            return CREW_FAILED;
        }
        seat_bots(a, order, game, sits);
        end = play_game(w, t, sits, seed, d, e);
        const struct head *h = game_look(t->state);
        take_standings(h, sits, seat, d);
        if (is_cooperative(a))
            together[game] = seat[0]; /* it wins and loses as a whole */
        else
            compare(seat, h->players, d->points);
        table_free(t);
    }
    if (is_cooperative(a) && end == CREW_DONE)
        compare(together, w->run->games, d->points);
    take_forfeits(w, d);
    return end;
}

/* --- All deals -------------------------------------------------------------------------------- */

/* How much more a seat of the bot has of something in a deal than the mean of the other seats. */
static double more_than_others(const struct run *r, const double what[], int bot)
{
    double others = 0, count = 0;
    for (int i = 0; i < r->arena->bots; i++) {
        others += i != bot ? what[i] : 0;
        count += i != bot ? r->seats[i] : 0;
    }
    return what[bot] / r->seats[bot] - others / count;
}

static void count_deal(struct run *r, const struct deal *d)
{
    struct sums *t = &r->sums;
    t->deals++;
    t->chips = d->chips;
    t->winners |= d->winners;
    for (int i = 0; i < r->arena->bots; i++) {
        tally_add(&t->score[i], d->score[i] / r->seats[i]);
        tally_add(&t->won[i], d->won[i] / r->seats[i]);
        tally_add(&t->lost[i], d->lost[i] / r->seats[i]);
        tally_add(&t->ahead[i], more_than_others(r, d->chips ? d->score : d->won, i));
        tally_add(&t->behind[i], more_than_others(r, d->lost, i));
        forfeit_join(&t->forfeit[i], &d->forfeit[i]);
    }
    elo_add(&t->elo, d->points);
    if (d->chips)
        sprt_add_chips(&t->sprt, more_than_others(r, d->score, 0));
    else
        sprt_add(&t->sprt, d->points[0] / r->meets);
}

static bool take_deal(void *context, long number, const void *result, struct error *e)
{
    (void)number, (void)e;
    count_deal(context, result);
    return true;
}

static bool show_progress(void *context, struct error *e)
{
    const struct run *r = context;
    (void)e;
    if (r->arena->progress)
        r->arena->progress(r->arena->context, r->sums.deals);
    return true;
}

static void tell_endless(void *context, void *result)
{
    const struct run *r = context;
    struct deal *d = result;
    if (!r->arena->endless)
        return;
    text_free(r->arena->endless);
    *r->arena->endless = d->endless;
    d->endless = (struct text){0};
}

static void clear_deal(void *result)
{
    struct deal *d = result;
    text_free(&d->endless);
}

/* --- The run ---------------------------------------------------------------------------------- */

/* How often each bot sits, and meets each other one, in a deal. */
static void run_init(struct run *r, const struct arena *a)
{
    *r = (struct run){
        .arena = a, .games = arena_games(a), .sums = {.elo.bots = a->bots, .sprt.test = a->test}};
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
}

static void worker_free(void *tools)
{
    struct worker *w = tools;
    for (int i = 0; i < ARENA_BOTS; i++)
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            bot_free(w->bot[i][seat]);
    free(w);
}

static void *worker_new(void *context, struct error *e)
{
    const struct run *r = context;
    const struct arena *a = r->arena;
    struct worker *w = calloc(1, sizeof *w);
    if (!w) {
        error_no_memory(e);
        return NULL;
    }
    w->run = r;
    for (int i = 0; i < a->bots; i++) {
        for (int seat = 0; seat < a->setup.players; seat++) {
            struct bot *b = w->bot[i][seat] = make_bot(a, a->bot[i], e);
            if (!b) {
                worker_free(w);
                return NULL;
            }
            bot_set_stop(b, a->stop);
            bot_background(b);
        }
    }
    return w;
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
    enum aim aim = t->chips ? FOR_CHIPS : t->winners ? TO_WIN : NOT_TO_LOSE;
    *result = (struct arena_result){
        .deals = t->deals, .games = t->deals * r->games, .aim = aim, .sprt = t->sprt};
    elo_fit(&t->elo, rating);
    for (int i = 0; i < r->arena->bots; i++) {
        const struct tally *ahead = aim == NOT_TO_LOSE ? &t->behind[i] : &t->ahead[i];
        double sign = aim == NOT_TO_LOSE ? -1 : 1;
        result->bot[i] = (struct arena_bot){
            .seats = is_cooperative(r->arena) ? r->arena->setup.players : r->seats[i] / r->games,
            .mean = tally_estimate(&t->score[i]).mean,
            .mean_error = error_of_mean(&t->score[i]),
            .ahead = sign * tally_estimate(ahead).mean,
            .ahead_error = error_of_mean(ahead),
            .won = tally_share(&t->won[i]),
            .lost = tally_share(&t->lost[i]),
            .rating = rating[i],
            .forfeit = t->forfeit[i],
        };
    }
}

int arena_forfeited(const struct arena *a, const struct arena_result *result)
{
    for (int i = 0; i < a->bots; i++)
        if (result->bot[i].forfeit.decisions)
            return i;
    return -1;
}

/* Whether there are deals left, and a reason to play them. */
static bool goes_on(const struct run *r)
{
    return r->sums.deals < r->arena->deals && r->sums.sprt.verdict == UNDECIDED;
}

bool arena_run(const struct arena *a, struct arena_result *result, struct error *e)
{
    struct run run;
    run_init(&run, a);
    struct crew crew = {.context = &run,
                        .threads = a->threads,
                        .size = sizeof(struct deal),
                        .stop = a->stop,
                        .equip = worker_new,
                        .put_away = worker_free,
                        .work = play_deal,
                        .take = take_deal,
                        .look = show_progress,
                        .failed = tell_endless,
                        .clear = clear_deal};
    bool fine = true;
    do {
        crew.first = run.sums.deals;
        crew.end = a->to_verdict && crew.first + BATCH < a->deals ? crew.first + BATCH : a->deals;
        fine = crew_run(&crew, e);
    } while (fine && run.sums.deals == crew.end && goes_on(&run));
    if (fine)
        conclude(&run, result);
    return fine;
}
