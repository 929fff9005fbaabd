/* The bots of a live table: who plays which seat, and what they are thinking about. */
#include "live/inside.h"

#include <assert.h>
#include <string.h>

void wait_step(struct wait *w, const struct table *t)
{
    struct turn turn = table_turn(t);
    seats due = turn.kind == TURN_SEATS ? turn.seats : 0;
    const struct step *last = t->steps ? &t->step[t->steps - 1] : NULL;
    for (int seat = 0; seat < t->setup.players; seat++) {
        bool again = last && last->kind == TURN_SEATS && last->who == seat;
        if (!(due >> seat & 1) || (w->seats >> seat & 1 && !again))
            continue;
        w->since[seat].steps = t->steps;
        w->since[seat].before = __builtin_popcount(due & ((1u << seat) - 1));
    }
    w->seats = due;
}

/* --- Who plays -------------------------------------------------------------------------------- */

/* The name of the bot that plays a seat; NULL for a person who is there, and for an empty chair
 * before the game. */
static const char *player_of(const struct live *h, int seat)
{
    const struct chair *c = &h->plan.chair[seat];
    if (c->bot[0] && !c->empty)
        return c->bot;
    bool stand_in = h->table && (c->empty || h->absent >> seat & 1);
    return !stand_in ? NULL : h->plan.setup.game->hint ? "hint" : "random";
}

static void forget(struct live *h, int seat)
{
    struct thought *t = &h->thought[seat];
    if (!t->begun)
        return;
    h->host.forget(h->host.context, seat);
    knowledge_free(t->knowledge);
    *t = (struct thought){0};
}

/* False if there is no such bot. */
static bool seat_bot(struct live *h, int seat, struct error *e)
{
    const char *name = player_of(h, seat);
    struct bot *b = h->bot[seat];
    if (b && (!name || strcmp(bot_name(b), name) != 0)) {
        forget(h, seat);
        bot_free(b);
        h->bot[seat] = b = NULL;
        h->renamed = true;
    }
    if (name && !b) {
        h->bot[seat] = h->host.bot(h->host.context, name, e);
        h->renamed = true;
    }
    return !name || h->bot[seat];
}

static void name_seats(struct live *h)
{
    live_call(h, h->host.language, &h->called);
    for (int seat = 0; h->table && seat < h->plan.setup.players; seat++)
        table_name(h->table, seat, h->called.seat[seat]);
}

/* --- Thoughts --------------------------------------------------------------------------------- */

/* What a seat knew when it became due. Since then others may have made secret choices; to leave
 * those out makes a decision the same whether or not the live table was restored in between. */
static struct knowledge *known_when_due(const struct live *h, int seat)
{
    const struct table *t = h->table;
    size_t steps = h->wait.since[seat].steps;
    assert(t); /* nobody is due without a game */
    if (steps == t->steps)
        return knowledge_of(t, seat);
    struct table *then = table_before(t, steps);
    struct knowledge *k = then ? knowledge_of(then, seat) : NULL;
    table_free(then);
    return k;
}

/* Each bot has chances of its own, though several think about the same moment. */
static struct rng thought_chance(const struct live *h, int seat)
{
    static const uint64_t apart = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t seed = h->plan.seed + apart * (uint64_t)h->wait.since[seat].before;
    struct rng r = rng_seeded(seed, h->wait.since[seat].steps);
    rng_next(&r); /* a card of this moment would have it */
    return r;
}

static void begin_thought(struct live *h, int seat)
{
    struct thought *t = &h->thought[seat];
    *t = (struct thought){
        .begun = true, .number = ++h->thoughts, .steps = h->wait.since[seat].steps};
    t->knowledge = h->bot[seat] ? known_when_due(h, seat) : NULL;
    h->host.think(h->host.context, seat, t->number, h->bot[seat], t->knowledge,
                  thought_chance(h, seat));
}

bool bots_update(struct live *h, struct error *e)
{
    bool fine = true;
    for (int seat = 0; seat < h->plan.setup.players; seat++) {
        bool due = live_bots_due(h) >> seat & 1;
        if (!due || h->thought[seat].steps != h->wait.since[seat].steps)
            forget(h, seat);
        fine = seat_bot(h, seat, e) && fine;
    }
    if (h->renamed)
        name_seats(h);
    h->renamed = false;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (live_bots_due(h) >> seat & 1 && !h->thought[seat].begun)
            begin_thought(h, seat);
    return fine;
}

void bots_free(struct live *h)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        forget(h, seat);
        bot_free(h->bot[seat]);
        h->bot[seat] = NULL;
    }
}

seats live_bots_due(const struct live *h)
{
    return (seats)(h->wait.seats & ~live_people_due(h) & ~h->chosen.made);
}

const struct bot *live_bot(const struct live *h, int seat)
{
    return h->bot[seat];
}
