#include "lab/odds.h"

#include "bots/exact.h"

#include <stdlib.h>
#include <string.h>

/* Whether so many tries have to do. Two are the fewest that have an error. */
static bool is_enough(const struct odds_limits *limits, int tries)
{
    enum { FEWEST = 2 };
    return tries >= limits->iterations ||
           (tries >= FEWEST && limits->stop &&
            atomic_load_explicit(limits->stop, memory_order_relaxed));
}

/* --- The next card ---------------------------------------------------------------------------- */

/* The cards of which the next one is, as far as the seat knows. Without secrets the burned cards
 * are the only ones that it does not know, and each is as likely to come as one of the deck; with
 * secrets an imagined state stands for one possibility among many. */
static struct pile next_source(const struct game *game, const struct state *s)
{
    const struct head *h = game_look(s);
    if (h->turn.kind == TURN_DECK && h->turn.from != PILE_DECK)
        return *game_source(s);
    struct pile p = h->pile[PILE_DECK], burned = h->pile[PILE_BURNED];
    if (pile_empty(&p)) {
        p = h->pile[PILE_DISCARDS];
        pile_move(&p, &burned);
    } else if (!game->hidden) {
        pile_move(&p, &burned);
    }
    return p;
}

/* The cards with which the next one can make a pair; whether there is a place for such. */
static bool find_stack(const struct knowledge *k, cards *own)
{
    struct view v;
    bool stacked = false;
    knowledge_view(k, &v);
    for (int i = 0; i < v.zones && v.game->pairing; i++) {
        const struct zone *z = &v.zone[i];
        if (z->zone != v.game->pairing || (z->owner != v.looks && z->owner != NOBODY))
            continue;
        *own = view_faces(&v, z->zone, z->owner);
        stacked = true;
    }
    return stacked;
}

/* Without secrets the cards are counted; with secrets each imagined state has its own count. */
static void find_cards(const struct knowledge *k, const struct odds_limits *limits,
                       struct state *room, struct odds *o)
{
    const struct game *game = knowledge_game(k);
    struct tally card[RANKS + 1] = {0}, pairing = {0};
    cards own = 0;
    int times = 0;
    o->stacked = find_stack(k, &own);
    do {
        struct rng r = rollout_imagination(limits->seed, (uint64_t)times);
        knowledge_imagine(k, room, &r);
        struct pile p = next_source(game, room);
        double size = pile_empty(&p) ? 1 : pile_size(&p), pairs = 0;
        for (int c = 1; c <= RANKS; c++) {
            tally_add(&card[c], pile_count(&p, c) / size);
            pairs += cards_has(own, c) ? pile_count(&p, c) / size : 0;
        }
        tally_add(&pairing, pairs);
    } while (game->hidden && !is_enough(limits, ++times));
    o->pairing = tally_estimate(&pairing);
    for (int c = 1; c <= RANKS; c++) {
        struct estimate x = tally_estimate(&card[c]);
        o->card[c] = x.mean;
        o->card_error[c] = x.error;
    }
}

/* --- Decisions -------------------------------------------------------------------------------- */

static void list_choices(const struct knowledge *k, struct odds *o)
{
    struct view v;
    knowledge_view(k, &v);
    o->choices = v.actions;
    for (int i = 0; i < v.actions; i++) {
        bool folds = v.game->verbs[action_verb(v.act[i])].gives_in;
        o->choice[i] = (struct odds_choice){.a = v.act[i], .folds = folds};
    }
}

/* All decisions in one imagined state with one random stream; last the player's own. */
static void try_choices(const struct knowledge *k, const struct odds_limits *limits, int stream,
                        struct state *room[2], const struct odds *o, double (*out)[MEASURES])
{
    const struct game *game = knowledge_game(k);
    struct rng r = rollout_imagination(limits->seed, (uint64_t)stream);
    knowledge_imagine(k, room[0], &r);
    struct horizon h = horizon_from(game, room[0]);
    for (int i = 0; i <= o->choices; i++) {
        memcpy(room[1], room[0], game->size);
        if (i < o->choices)
            game_apply(game, room[1], o->seat, o->choice[i].a, NULL);
        struct outcome one = rollout(&h, room[1], limits->seed, (uint64_t)stream);
        for (int m = 0; m < MEASURES; m++)
            out[i][m] = one.of[m][o->seat];
    }
}

/* The first of those that are worth most. */
static void find_best(struct odds *o)
{
    o->best = 0;
    for (int i = 1; i < o->choices; i++)
        if (exact_more(o->choice[i].of[WORTH].mean, o->choice[o->best].of[WORTH].mean))
            o->best = i;
}

/* `tried` has a row of outcomes for each rollout. */
static void sum_up(double (*tried)[MEASURES], struct odds *o)
{
    size_t row = (size_t)o->choices + 1, all = row * (size_t)o->rollouts;
    for (int i = 0; i <= o->choices; i++) {
        for (int m = 0; m < MEASURES; m++) {
            struct tally one = {0};
            for (size_t at = (size_t)i; at < all; at += row)
                tally_add(&one, tried[at][m]);
            struct estimate *to = i < o->choices ? &o->choice[i].of[m] : &o->player[m];
            *to = tally_estimate(&one);
        }
    }
    find_best(o);
    for (int i = 0; i < o->choices; i++) {
        struct tally loss = {0};
        for (size_t at = 0; at < all; at += row)
            tally_add(&loss, tried[at + (size_t)o->best][WORTH] - tried[at + (size_t)i][WORTH]);
        o->choice[i].loss = tally_estimate(&loss);
        for (int m = 0; m < MEASURES; m++) {
            struct tally gain = {0};
            for (size_t at = 0; at < all; at += row)
                tally_add(&gain, tried[at + (size_t)i][m] - tried[at + row - 1][m]);
            o->choice[i].gain[m] = tally_estimate(&gain);
        }
    }
}

bool odds_roll(const struct knowledge *k, const struct odds_limits *limits, struct odds *o)
{
    const struct game *game = knowledge_game(k);
    o->seat = knowledge_seat(k);
    list_choices(k, o);
    size_t row = (size_t)o->choices + 1;
    struct state *room[2] = {malloc(game->size), malloc(game->size)};
    double(*tried)[MEASURES] = calloc((size_t)limits->iterations * row, sizeof *tried);
    bool fine = room[0] && room[1] && tried;
    for (o->rollouts = 0; fine && !is_enough(limits, o->rollouts); o->rollouts++)
        try_choices(k, limits, o->rollouts, room, o, &tried[(size_t)o->rollouts * row]);
    if (fine)
        sum_up(tried, o);
    free(tried);
    free(room[0]);
    free(room[1]);
    return fine;
}

/* Exact figures for all decisions; false if that is too much to go through, or memory has run out.
 */
static bool find_exact(const struct knowledge *k, const struct odds_limits *limit, struct odds *o,
                       bool *starved)
{
    struct exact_limits limits = {
        .steps = limit->steps, .situations = limit->situations, .stop = limit->stop};
    bool wanted = limit->steps || limit->situations;
    struct exact_report *report = wanted ? malloc(sizeof *report) : NULL;
    action best;
    bool fine = report && exact_choose(k, &limits, &best, report);
    *starved = wanted && (!report || report->starved);
    for (int i = 0; fine && i < o->choices; i++) {
        o->choice[i].of[WORTH] = (struct estimate){.mean = report->choice[i].value};
        o->choice[i].of[SCORE] = (struct estimate){.mean = report->choice[i].score};
    }
    if (fine)
        o->situations = report->situations;
    free(report);
    if (!fine)
        return false;
    find_best(o);
    for (int i = 0; i < o->choices; i++)
        o->choice[i].loss.mean = o->choice[o->best].of[WORTH].mean - o->choice[i].of[WORTH].mean;
    return true;
}

/* What each fold adds to the score at the moment it is made. */
static void find_costs(const struct knowledge *k, const struct odds_limits *limits,
                       struct state *room, struct odds *o)
{
    const struct game *game = knowledge_game(k);
    for (int i = 0; i < o->choices; i++) {
        int times = 0;
        while (o->choice[i].folds && !is_enough(limits, times) && (game->hidden || !times)) {
            struct rng r = rollout_imagination(limits->seed, (uint64_t)times++);
            knowledge_imagine(k, room, &r);
            const struct horizon h = horizon_from(game, room);
            game_apply(game, room, o->seat, o->choice[i].a, NULL);
            o->choice[i].cost += horizon_outcome(&h, room).of[SCORE][o->seat];
        }
        o->choice[i].cost /= times > 1 ? times : 1;
    }
}

bool odds_find(const struct knowledge *k, const struct odds_limits *limits, struct odds *o)
{
    struct state *room = malloc(knowledge_game(k)->size);
    if (!room)
        return false;
    *o = (struct odds){.seat = knowledge_seat(k)};
    find_cards(k, limits, room, o);
    list_choices(k, o);
    bool starved = false;
    bool fine =
        !o->choices || find_exact(k, limits, o, &starved) || (!starved && odds_roll(k, limits, o));
    find_costs(k, limits, room, o);
    free(room);
    return fine;
}
