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

static void find_cards(const struct knowledge *k, const struct odds_limits *limits,
                       struct state *room, struct odds *o)
{
    const struct game *game = knowledge_game(k);
    int times = 0;
    do {
        struct rng r = rollout_imagination(limits->seed, (uint64_t)times);
        knowledge_imagine(k, room, &r);
        struct pile p = next_source(game, room);
        for (int c = 1; c <= RANKS && !pile_empty(&p); c++)
            o->card[c] += (double)pile_count(&p, c) / pile_size(&p);
    } while (game->hidden && !is_enough(limits, ++times));
    for (int c = 1; c <= RANKS && times > 1; c++)
        o->card[c] /= times;
}

static void find_pairing(const struct knowledge *k, struct odds *o)
{
    struct view v;
    knowledge_view(k, &v);
    cards own = 0;
    for (int i = 0; i < v.zones && v.game->pairing; i++) {
        const struct zone *z = &v.zone[i];
        if (z->zone != v.game->pairing || (z->owner != o->seat && z->owner != NOBODY))
            continue;
        own = view_faces(&v, z->zone, z->owner);
        o->stacked = true;
    }
    for (int c = cards_next(own, 0); c; c = cards_next(own, c))
        o->pairing += o->card[c];
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

static void find_best(struct odds *o)
{
    o->best = 0;
    for (int i = 1; i < o->choices; i++)
        if (o->choice[i].of[WORTH].mean > o->choice[o->best].of[WORTH].mean)
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
    struct exact_limits limits = {.situations = limit->situations, .stop = limit->stop};
    struct exact_report *report = limit->situations ? malloc(sizeof *report) : NULL;
    action best;
    bool fine = report && exact_choose(k, &limits, &best, report);
    *starved = limit->situations && (!report || report->starved);
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
            double before = game_look(room)->score[o->seat];
            game_apply(game, room, o->seat, o->choice[i].a, NULL);
            o->choice[i].cost += game_look(room)->score[o->seat] - before;
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
    find_pairing(k, o);
    list_choices(k, o);
    bool starved = false;
    bool fine =
        !o->choices || find_exact(k, limits, o, &starved) || (!starved && odds_roll(k, limits, o));
    find_costs(k, limits, room, o);
    free(room);
    return fine;
}
