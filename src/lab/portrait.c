#include "lab/portrait.h"

#include "bots/kind.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_A_HAND = 4000 };

void portrait_clear(struct portrait *p)
{
    free(p->first);
}

/* Own cards that the others do not see. */
static cards secret_cards(const struct view *v)
{
    cards w = 0;
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        bool hidden = false;
        for (int k = 0; k < v->zones; k++)
            hidden = hidden || (v->zone[k].zone == z->zone && !v->zone[k].known);
        if (hidden && z->known && z->owner == v->looks)
            w += view_faces(v, z->zone, z->owner);
    }
    return w;
}

static bool note_first(struct portrait *p, cards hand, action a)
{
    if (p->firsts == p->room) {
        size_t room = p->room ? 2 * p->room : 64;
        struct portrait_first *first = realloc(p->first, room * sizeof *first);
        if (!first)
            return false;
        p->first = first;
        p->room = room;
    }
    p->first[p->firsts++] = (struct portrait_first){hand, a, 1, 0};
    return true;
}

/* The number that a decision without arguments of that kind is about; -1 if there is none. */
static int number_of(const struct view *v, action a)
{
    enum argument kind = v->game->verbs[action_verb(a)].argument[0];
    struct event e = v->game->means ? v->game->means(v, a) : (struct event){0};
    bool plain = kind == NO_ARGUMENT || kind == SEAT_ARGUMENT;
    return plain && e.say && e.number > 0 && e.number < PORTRAIT_NUMBERS &&
                   action_verb(a) < PORTRAIT_VERBS
               ? e.number
               : -1;
}

static void count_answers(struct portrait *p, const struct view *v, action taken)
{
    for (int i = 0; i < v->actions; i++) {
        int number = number_of(v, v->act[i]), verb = action_verb(v->act[i]);
        if (number < 0)
            continue;
        p->answer[verb][number].asked++;
        p->answer[verb][number].taken += v->act[i] == taken;
    }
}

/* The claim of a decision is its last argument. */
static void count_claim(struct portrait *p, const struct view *v, action a)
{
    const struct verb *verb = &v->game->verbs[action_verb(a)];
    if (!v->game->lie || verb->argument[0] == NO_ARGUMENT || verb->argument[0] == SEAT_ARGUMENT)
        return;
    bool can_lie = false;
    for (int i = 0; i < v->actions && !can_lie; i++)
        can_lie = action_verb(v->act[i]) == action_verb(a) && v->game->lie(v, v->act[i]);
    int claim = verb->argument[1] != NO_ARGUMENT ? action_second(a) : action_first(a);
    if (!can_lie || claim >= PORTRAIT_NUMBERS)
        return;
    p->claim[claim].made++;
    p->claim[claim].lies += v->game->lie(v, a);
}

/* What plays the hands. */
struct sitter {
    const struct strategy *strategy;
    struct state *state;
    struct history past;
    struct log log;
    struct view view;
    struct situation at;
    double chance[ACTIONS_MAX];
    struct rng rng;
};

static action decide(struct sitter *s, struct portrait *p, bool *begun, bool *fine)
{
    struct view *v = &s->view;
    if (v->actions == 1)
        return v->act[0];
    situation_of(v, s->past.event, s->past.size, s->strategy->grain, &s->at);
    action a = bot_hint(v, &s->rng);
    if (strategy_chances(s->strategy, &s->at, s->chance)) {
        int choice = situation_draw(&s->at, s->chance, &s->rng);
        a = situation_pick(&s->at, v, choice, &s->rng);
    }
    if (!*begun)
        *fine = note_first(p, secret_cards(v), a);
    *begun = true;
    count_answers(p, v, a);
    count_claim(p, v, a);
    return a;
}

static bool play_hand(struct sitter *s, struct portrait *p)
{
    const struct game *game = s->strategy->setup.game;
    bool begun = false, fine = history_reserve(&s->past, LOG_EVENTS);
    s->log.size = 0;
    s->past.size = 0;
    if (!fine)
        return false;
    game_start(&s->strategy->setup, s->state, &s->log);
    history_add(&s->past, &s->log);
    for (int steps = 0; fine && !game_hand_over(s->state, 1) && steps < STEPS_A_HAND; steps++) {
        struct turn t = game_turn(s->state);
        struct step step = {.kind = TURN_SEATS};
        if (t.kind == TURN_SEATS) {
            step.who = (uint8_t)seats_first(t.seats);
            game_view(game, s->state, step.who, &s->view);
            step.what = decide(s, p, &begun, &fine);
        } else {
            step = game_chance(s->state, &s->rng);
        }
        s->log.size = 0;
        fine = fine && history_reserve(&s->past, LOG_EVENTS);
        if (fine) {
            game_step(game, s->state, step, &s->log);
            history_add(&s->past, &s->log);
        }
    }
    return fine;
}

static int by_decision(const void *a, const void *b)
{
    const struct portrait_first *x = a, *y = b;
    return x->hand != y->hand ? (x->hand < y->hand ? -1 : 1) : x->a < y->a ? -1 : x->a > y->a;
}

static int by_times(const void *a, const void *b)
{
    const struct portrait_first *x = a, *y = b;
    if (x->came != y->came)
        return x->came > y->came ? -1 : 1;
    if (x->hand != y->hand)
        return x->hand < y->hand ? -1 : 1;
    return x->times > y->times ? -1 : x->times < y->times ? 1 : by_decision(a, b);
}

/* Makes one of those that are the same, and sorts them. */
static void count_firsts(struct portrait *p)
{
    size_t kept = 0;
    if (!p->firsts)
        return;
    qsort(p->first, p->firsts, sizeof *p->first, by_decision);
    for (size_t i = 1; i < p->firsts; i++)
        if (by_decision(&p->first[kept], &p->first[i]) == 0)
            p->first[kept].times++;
        else
            p->first[++kept] = p->first[i];
    p->firsts = kept + 1;
    for (size_t i = 0, next; i < p->firsts; i = next) {
        long came = 0;
        for (next = i; next < p->firsts && p->first[next].hand == p->first[i].hand; next++)
            came += p->first[next].times;
        for (size_t k = i; k < next; k++)
            p->first[k].came = came;
    }
    qsort(p->first, p->firsts, sizeof *p->first, by_times);
}

bool portrait_make(struct portrait *p, const struct strategy *s, long hands, uint64_t seed)
{
    *p = (struct portrait){.hands = hands};
    struct sitter *sitter = calloc(1, sizeof *sitter);
    struct state *state = malloc(s->setup.game->size);
    bool fine = sitter && state;
    if (fine) {
        sitter->strategy = s;
        sitter->state = state;
        sitter->rng = rng_seeded(seed, 2);
    }
    for (long i = 0; fine && i < hands; i++)
        fine = play_hand(sitter, p);
    if (fine)
        count_firsts(p);
    if (sitter)
        history_free(&sitter->past);
    free(sitter);
    free(state);
    return fine;
}
