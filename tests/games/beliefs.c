#include "tests/games/beliefs.h"

#include <math.h>

/* How often the whole test may fail by chance, if its seed were another. */
static const double error_of_all = 1e-6;

enum {
    EVERY = 6,     /* one decision in so many is looked at */
    STEPS = 400,   /* of a game; what comes later is more of the same */
    ENOUGH = 100,  /* games in which something differs, before its mean is taken for normal */
    TESTS = 10000, /* means that are looked at, at most */
    ZONES = 16,
};

/* What is counted, for each seat or pile and where it says so for each rank. */
enum feature {
    CARDS_OF_SEAT, /* of a rank in the hidden zones of another */
    CARDS_OF_PILE, /* of a rank in a pile */
    CARDS_NEXT,    /* of a rank face up before a seat, once the decisions that are due are made */
    CARDS_AGAIN,   /* hidden cards beyond the first of each rank */
    CARDS_IN,      /* hidden cards of ranks that the one who looks saw coming there, */
    CARDS_OUT,     /* of ranks that were seen going, */
    CARDS_IN_OUT,  /* and of ranks that were seen doing both */
    FEATURES
};

static const char *const feature_names[FEATURES] = {
    [CARDS_OF_SEAT] = "cards of a rank in hand",
    [CARDS_OF_PILE] = "cards of a rank in a pile",
    [CARDS_NEXT] = "cards face up after this",
    [CARDS_AGAIN] = "cards of a rank beyond the first",
    [CARDS_IN] = "cards of a rank that was seen coming",
    [CARDS_OUT] = "cards of a rank that was seen going",
    [CARDS_IN_OUT] = "cards of a rank that was seen coming and going",
};

/* Truth less imagination. */
struct tally {
    double now; /* in this game */
    double sum, squares;
    int games; /* in which it was not 0 */
};

struct beliefs {
    const struct setup *setup;
    struct rng r;
    struct tally tally[FEATURES][PLAYERS_MAX][RANKS + 1]; /* seats from the one who looks */
    double weight[PLAYERS_MAX]; /* what this hand counts for each who looks, see `freedom` */
    /* Cards that came to a spot in this hand and left it, for each who saw it. */
    bool in[PLAYERS_MAX][PLAYERS_MAX][ZONES][RANKS + 1];
    bool out[PLAYERS_MAX][PLAYERS_MAX][ZONES][RANKS + 1];
};

/* Remembers what each seat sees coming into zones of others and leaving them. */
static void listen(struct beliefs *b, const struct table *t)
{
    for (int i = 0; i < t->log.size; i++) {
        const struct event *e = &t->log.event[i];
        if (e->kind == EVENT_HAND || e->kind == EVENT_SHUFFLE) {
            memset(b->in, 0, sizeof b->in);
            memset(b->out, 0, sizeof b->out);
            for (int k = 0; k < PLAYERS_MAX; k++)
                b->weight[k] = 1;
        }
        for (int seat = 0; e->kind == EVENT_MOVE && seat < t->setup.players; seat++)
            for (int c = cards_next(e->cards, 0); c && (e->seen >> seat & 1);
                 c = cards_next(e->cards, c)) {
                if (e->to.owner < PLAYERS_MAX)
                    b->in[seat][e->to.owner][e->to.zone][c] = true;
                if (e->from.owner < PLAYERS_MAX)
                    b->out[seat][e->from.owner][e->from.zone][c] = true;
            }
    }
}

/* How many cards of a rank a seat has to choose from: in its first zone that others do not see. */
static int cards_to_choose(const struct view *v, const struct view *others, int c)
{
    int count = 0;
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        if (z->owner != v->looks || others->zone[i].known || z->count == 0)
            continue;
        for (int k = 0; k < z->count; k++)
            count += v->card[z->first + k] == c;
        break;
    }
    return count;
}

/* Whether the rank that follows a verb is that of a card in the own hand. */
static bool from_hand(const struct verb *v)
{
    return v->argument[0] == RANK_ARGUMENT && strcmp(v->word, "take") != 0 &&
           strcmp(v->word, "name") != 0;
}

/* Any card, each equally likely; a decision without a card is as likely as one with a single card.
 * `freedom` is how much there was to choose from, compared with a number that all know: a choice
 * among few is more likely than one among many, and weighed by it a game tells only which decisions
 * were possible. */
static action choose(const struct game *game, const struct state *s, int seat, struct rng *r,
                     double *freedom)
{
    static struct view v, others;
    static int weight[ACTIONS_MAX];
    int sum = 0, i = 0;
    game_view(game, s, seat, &v);
    game_view(game, s, NOBODY, &others);
    for (int k = 0; k < v.actions; k++) {
        bool card = from_hand(&game->verbs[action_verb(v.act[k])]);
        int count = card ? cards_to_choose(&v, &others, action_first(v.act[k])) : 0;
        sum += weight[k] = count ? count : 1;
    }
    int hand = 0;
    for (int c = 1; c <= RANKS; c++)
        hand += cards_to_choose(&v, &others, c);
    *freedom = (double)sum / (hand + 1);
    for (int k = rng_below(r, sum); k >= weight[i]; i++)
        k -= weight[i];
    return v.act[i];
}

static void step(struct beliefs *b, struct table *t)
{
    struct turn turn = table_turn(t);
    struct error e = {0};
    bool fine;
    if (turn.kind == TURN_SEATS) {
        int seat = seats_pick(turn.seats, &b->r);
        double freedom;
        fine = table_play(t, seat, choose(t->setup.game, t->state, seat, &b->r, &freedom), &e);
        for (int k = 0; k < PLAYERS_MAX; k++)
            b->weight[k] *= k == seat ? 1 : freedom;
    } else {
        fine = table_chance(t, &b->r, &e);
    }
    if (!fine)
        fail_msg("%s", e.text);
    listen(b, t);
}

static void count_cards(const struct view *v, const struct zone *z, int count[RANKS + 1])
{
    memset(count, 0, (RANKS + 1) * sizeof *count);
    for (int k = 0; k < z->count; k++)
        count[v->card[z->first + k]]++;
}

/* A zone of another that the seat cannot see. */
static void add_zone(struct beliefs *b, const struct view *all, const struct zone *z, int seat,
                     double sign)
{
    int off = (z->owner - seat + b->setup->players) % b->setup->players, count[RANKS + 1];
    count_cards(all, z, count);
    for (int c = 1; c <= RANKS; c++) {
        bool in = b->in[seat][z->owner][z->zone][c], out = b->out[seat][z->owner][z->zone][c];
        int seen = in && out ? CARDS_IN_OUT : in ? CARDS_IN : CARDS_OUT;
        b->tally[CARDS_OF_SEAT][off][c].now += sign * count[c];
        b->tally[CARDS_AGAIN][off][0].now += count[c] > 1 ? sign * (count[c] - 1) : 0;
        b->tally[seen][off][0].now += in || out ? sign * count[c] : 0;
    }
}

static void add_hands(struct beliefs *b, const struct state *s, int seat, double sign)
{
    static struct view all, mine;
    game_view(b->setup->game, s, EVERYTHING, &all);
    game_view(b->setup->game, s, seat, &mine);
    for (int i = 0; i < all.zones; i++)
        if (!mine.zone[i].known && all.zone[i].owner < PLAYERS_MAX)
            add_zone(b, &all, &all.zone[i], seat, sign);
}

static void add_piles(struct beliefs *b, const struct state *s, double sign)
{
    for (int pile = 0; pile < PILES; pile++)
        for (int c = 1; c <= RANKS; c++)
            b->tally[CARDS_OF_PILE][pile][c].now += sign * pile_count(&game_look(s)->pile[pile], c);
}

/* What lies open once all have made the decisions that are due. */
static void add_next(struct beliefs *b, struct state *s, int seat, double sign)
{
    static struct view v;
    const struct game *game = b->setup->game;
    double freedom;
    for (seats due = game_turn(s).seats; due; due &= (seats)(due - 1)) {
        int next = __builtin_ctz(due);
        if (game_turn(s).kind == TURN_SEATS && (game_turn(s).seats >> next & 1))
            game_apply(game, s, next, choose(game, s, next, &b->r, &freedom), NULL);
    }
    game_view(game, s, NOBODY, &v);
    for (int i = 0; i < v.zones; i++) {
        const struct zone *z = &v.zone[i];
        int count[RANKS + 1], off = (z->owner - seat + v.players) % v.players;
        count_cards(&v, z, count);
        for (int c = 1; c <= RANKS && z->owner < PLAYERS_MAX; c++)
            b->tally[CARDS_NEXT][off][c].now += sign * count[c];
    }
}

/* One seat imagines one state. */
static void look(struct beliefs *b, const struct table *t)
{
    const struct game *game = t->setup.game;
    int seat = rng_below(&b->r, t->setup.players);
    struct state *s[2] = {malloc(game->size), malloc(game->size)};
    memcpy(s[0], t->state, game->size);
    memcpy(s[1], t->state, game->size);
    game_imagine(game, s[1], seat, &b->r);
    for (int i = 0; i < 2; i++) {
        double sign = i ? -b->weight[seat] : b->weight[seat];
        add_hands(b, s[i], seat, sign);
        add_piles(b, s[i], sign);
        add_next(b, s[i], seat, sign);
        free(s[i]);
    }
}

static void end_game(struct beliefs *b)
{
    struct tally *all = &b->tally[0][0][0];
    for (size_t i = 0; i < sizeof b->tally / sizeof *all; i++) {
        all[i].sum += all[i].now;
        all[i].squares += all[i].now * all[i].now;
        all[i].games += all[i].now != 0;
        all[i].now = 0;
    }
}

static void play_one(struct beliefs *b)
{
    struct table *t = table_new(b->setup);
    assert_non_null(t);
    listen(b, t);
    for (int i = 0; table_turn(t).kind != TURN_OVER && i < STEPS; i++) {
        if (table_turn(t).kind == TURN_SEATS && rng_below(&b->r, EVERY) == 0)
            look(b, t);
        step(b, t);
    }
    end_game(b);
    table_free(t);
}

/* Standard errors from 0, as far as there is enough to tell. */
static double errors_of(const struct tally *t)
{
    return t->games < ENOUGH ? 0 : t->sum / sqrt(t->squares);
}

double beliefs_check(const struct setup *u, int games)
{
    static struct beliefs b;
    b = (struct beliefs){.setup = u};
    for (int i = 0; i < games; i++) {
        b.r = rng_seeded(1789, (uint64_t)i);
        play_one(&b);
    }
    double worst = 0;
    for (int f = 0; f < FEATURES; f++)
        for (int of = 0; of < PLAYERS_MAX; of++)
            for (int c = 0; c <= RANKS; c++) {
                double z = errors_of(&b.tally[f][of][c]);
                worst = fabs(z) > worst ? fabs(z) : worst;
                if (TESTS * erfc(fabs(z) / sqrt(2)) < error_of_all)
                    fail_msg("%s for %d: of %s (%d to the left, rank %d) there are %.1f standard "
                             "errors more in truth than imagined",
                             setup_name(u), u->players, feature_names[f], of, c, z);
            }
    return worst;
}
