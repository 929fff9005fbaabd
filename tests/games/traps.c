#include "tests/games/traps.h"

/* States that differ only in how the cards of deck, discards and burned cards are divided are one
 * place: what is not in the deck now will be after the next shuffle. So a place is only left for
 * good if none of its states leads out, and it has as many as it takes to come to that shuffle. */
enum {
    PLACES_MAX = 8192, /* power of 2, twice as many as states are looked at */
    STATES_MAX = 40000,
    EDGES_MAX = 200000,
    MORE_CARDS = 2 /* states of a place that are looked at, times the cards of the deck */
};

static const int none = -1;

struct found {
    int place, before; /* the state that led here, `none` for the first */
    int next;          /* another state of the same place */
    int deck;          /* cards in the deck */
    struct step step;  /* by which it led here */
};

struct place {
    uint64_t key;
    int waiting; /* its states that have not been looked at, a list */
    int looked;  /* how many have been */
    int edge;    /* where they lead, a list */
    int first;   /* state */
    bool leaves; /* a state of it leads out of the hand */
    bool chance; /* waits for a card or a lot */
};

struct edge {
    int to, next;
};

struct search {
    const struct table *t;
    struct rng *r;
    unsigned hand;
    int enough;
    int states, edges, places;
    int searched; /* places when the first search ended */
    struct found found[STATES_MAX];
    unsigned char *bytes; /* of all states */
    struct place place[PLACES_MAX];
    int order[PLACES_MAX]; /* the places as they were found */
    struct edge edge[EDGES_MAX];
    int todo[2][PLACES_MAX],
        left[2]; /* places not looked at yet: those that wait for chance, others */
    bool alive[PLACES_MAX];
};

static struct state *state_at(const struct search *x, int i)
{
    return (struct state *)(x->bytes + (size_t)i * STATE_MAX);
}

/* The same for all states of a place. */
static uint64_t key_of(const struct search *x, const struct state *s)
{
    _Alignas(max_align_t) unsigned char room[STATE_MAX];
    size_t size = x->t->setup.game->size;
    memcpy(room, s, size);
    struct head *h = game_head((struct state *)room);
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_DISCARDS]);
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
    uint64_t key = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++)
        key = (key ^ room[i]) * UINT64_C(1099511628211);
    return key ? key : 1;
}

static int place_of(const struct search *x, uint64_t key)
{
    unsigned at = (unsigned)(key % PLACES_MAX);
    while (x->place[at].key && x->place[at].key != key)
        at = (at + 1) % PLACES_MAX;
    return (int)at;
}

static bool out_of_hand(const struct search *x, const struct state *s)
{
    return game_hand_over(s, x->hand);
}

/* The state at the end of the list has just been made: finds its place. Returns that. */
static int put(struct search *x, int before, struct step step)
{
    const struct state *s = state_at(x, x->states);
    uint64_t key = key_of(x, s);
    int at = place_of(x, key);
    struct place *p = &x->place[at];
    if (!p->key) {
        bool chance = game_turn(s).kind != TURN_SEATS;
        *p = (struct place){
            .key = key, .waiting = none, .edge = none, .first = x->states, .chance = chance};
        x->todo[!chance][x->left[!chance]++] = at;
        x->order[x->places++] = at;
    }
    x->found[x->states] =
        (struct found){at, before, p->waiting, pile_size(&game_look(s)->pile[PILE_DECK]), step};
    p->waiting = x->states++;
    return at;
}

static void lead(struct search *x, int from, struct step step)
{
    const struct game *game = x->t->setup.game;
    struct place *p = &x->place[x->found[from].place];
    if (x->states == STATES_MAX || x->edges == EDGES_MAX || x->places > PLACES_MAX / 2) {
        p->leaves = true; /* not known to be a trap */
        return;
    }
    struct state *s = state_at(x, x->states);
    memcpy(s, state_at(x, from), game->size);
    game_step(game, s, step, NULL);
    if (out_of_hand(x, s)) {
        p->leaves = true;
        return;
    }
    x->edge[x->edges] = (struct edge){put(x, from, step), p->edge};
    p->edge = x->edges++;
}

/* Takes a state of a place off its list: in turn the one with the fewest cards in the deck, which
 * is next to a shuffle, and the one with most, which leads to most. */
static int pick(struct search *x, int at)
{
    struct place *p = &x->place[at];
    int *best = &p->waiting, sign = p->looked++ % 2 ? -1 : 1;
    for (int *i = best; *i != none; i = &x->found[*i].next)
        if (sign * x->found[*i].deck < sign * x->found[*best].deck)
            best = i;
    int taken = *best;
    *best = x->found[taken].next;
    return taken;
}

/* All that can come next. Where several decide at once, the first of them does. */
static int steps_of(const struct game *game, const struct state *s, struct step step[ACTIONS_MAX])
{
    struct turn turn = game_turn(s);
    struct chance can[CHANCES_MAX];
    action legal[ACTIONS_MAX];
    int seat = __builtin_ctz(turn.seats | 1U << PLAYERS_MAX);
    if (turn.kind != TURN_SEATS) {
        int count = game_chances(s, can);
        for (int i = 0; i < count; i++)
            step[i] = can[i].step;
        return count;
    }
    int count = game_legal(game, s, seat, legal);
    for (int i = 0; i < count; i++)
        step[i] = (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = legal[i]};
    return count;
}

/* Looks at one state of a place: at all that it can lead to, in any order. What is burned makes no
 * other place; a card of which there are many comes last, so that it is gone on from with all
 * others at hand. */
static void look(struct search *x, int at)
{
    struct step step[ACTIONS_MAX];
    int i = pick(x, at), count = steps_of(x->t->setup.game, state_at(x, i), step);
    struct turn turn = game_turn(state_at(x, i));
    bool burned = turn.kind == TURN_DECK && turn.place == PLACE_BURN;
    for (; count > 0; count--) {
        int k = burned ? 0 : rng_below(x->r, count);
        struct step next = step[k];
        memmove(step + k, step + k + 1, (size_t)(count - k - 1) * sizeof *step);
        lead(x, i, next);
    }
}

/* A place is alive if it leads out of the hand, was left unseen by the first search, or leads to a
 * place that is alive. */
static void find_alive(struct search *x)
{
    memset(x->alive, 0, sizeof x->alive);
    for (bool more = true; more;) {
        more = false;
        for (int i = x->places - 1; i >= 0; i--) {
            const struct place *p = &x->place[x->order[i]];
            bool *alive = &x->alive[x->order[i]];
            if (*alive)
                continue;
            *alive = p->leaves || (!p->looked && i < x->searched);
            for (int e = p->edge; !*alive && e != none; e = x->edge[e].next)
                *alive = x->alive[x->edge[e].to];
            more = more || *alive;
        }
    }
}

/* Looks further at all that seems dead, until it is alive or there is nothing more to look at.
 * Returns a place that is dead, or `none`. */
static int find_dead(struct search *x)
{
    for (;;) {
        int dead = none, places = x->places;
        bool looked = false;
        find_alive(x);
        for (int i = 0; i < places; i++) {
            struct place *p = &x->place[x->order[i]];
            if (x->alive[x->order[i]])
                continue;
            dead = dead == none ? x->order[i] : dead;
            if (p->waiting != none && p->looked < x->enough) {
                look(x, x->order[i]);
                looked = true;
            }
        }
        if (!looked)
            return dead;
    }
}

/* Plays on to a state at another table and tells how it came about. */
static void tell(const struct search *x, int i)
{
    enum { STEPS = 1000 };
    struct step step[STEPS];
    int count = 0;
    for (; x->found[i].before != none && count < STEPS; i = x->found[i].before)
        step[count++] = x->found[i].step;
    struct table *t = table_new(&x->t->setup);
    struct error e = {0};
    struct text record = {0};
    assert_non_null(t);
    for (size_t k = 0; k < x->t->steps; k++)
        assert_true(table_step(t, x->t->step[k], &e));
    while (count > 0)
        assert_true(table_step(t, step[--count], &e));
    assert_true(record_write(t, &record));
    print_error("%s", record.at);
    text_free(&record);
    table_free(t);
    fail_msg("nothing leads out of this position: the game can go on for ever");
}

void look_for_traps(const struct table *t, int states, struct rng *r)
{
    struct search *x = calloc(1, sizeof *x);
    assert_non_null(x);
    x->t = t;
    x->r = r;
    x->hand = game_look(t->state)->hand;
    struct view v;
    table_view(t, NOBODY, &v);
    x->enough = MORE_CARDS * (v.deck + v.discards + v.cards);
    x->bytes = malloc((size_t)(STATES_MAX + 1) * STATE_MAX);
    assert_non_null(x->bytes);
    memcpy(state_at(x, 0), t->state, t->setup.game->size);
    put(x, none, (struct step){0});
    while (states-- > 0 && x->left[0] + x->left[1] > 0) {
        int kind = x->left[0] > 0 ? 0 : 1;
        look(x, x->todo[kind][--x->left[kind]]);
    }
    x->searched = x->places;
    int dead = find_dead(x);
    if (dead != none)
        tell(x, x->place[dead].first);
    free(x->bytes);
    free(x);
}
