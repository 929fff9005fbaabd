/* The game after the game: whoever sits there may want one, and it begins when all do. */
#include "live/inside.h"

#include <stdio.h>
#include <string.h>

static bool is_over(const struct live *h)
{
    return h->table && table_turn(h->table).kind == TURN_OVER;
}

static seats here(const struct live *h)
{
    return live_people(h) & (seats)~h->absent;
}

static bool fits(const struct live *h, const struct plan *next)
{
    return !next || __builtin_popcount(live_people(h)) <= next->setup.players;
}

bool proposal_make(struct live *h, const struct entry *x, struct error *e)
{
    if (!is_over(h))
        return live_refuse(REFUSE_NOT_OVER, e);
    if (x->seat >= PLAYERS_MAX || !(here(h) >> x->seat & 1))
        return live_refuse(REFUSE_NO_PERSON, e);
    if (!fits(h, x->plan))
        return live_refuse(REFUSE_TOO_MANY, e);
    h->proposal = (struct proposal){
        .made = true, .other = x->plan, .by = x->seat, .agreed = (seats)(1u << x->seat)};
    if (x->plan)
        h->proposal.plan = *x->plan;
    return true;
}

bool proposal_agree(struct live *h, const struct entry *x, struct error *e)
{
    if (!h->proposal.made)
        return live_refuse(REFUSE_NO_PROPOSAL, e);
    if (x->seat >= PLAYERS_MAX || !(here(h) >> x->seat & 1))
        return live_refuse(REFUSE_NO_PERSON, e);
    if (h->proposal.agreed >> x->seat & 1)
        return live_refuse(REFUSE_ASKED, e);
    h->proposal.agreed |= (seats)(1u << x->seat);
    return true;
}

void proposal_leave(struct proposal *p, int seat)
{
    p->agreed &= (seats) ~(1u << seat);
    p->made = p->made && p->by != seat;
}

bool live_agreed(const struct live *h)
{
    const struct proposal *p = &h->proposal;
    return p->made && here(h) && !(here(h) & ~p->agreed) && fits(h, p->other ? &p->plan : NULL);
}

bool live_proposal(const struct live *h, int *by, const struct setup **game, seats *agreed)
{
    *by = h->proposal.by;
    *game = h->proposal.other ? &h->proposal.plan.setup : &h->plan.setup;
    *agreed = h->proposal.agreed;
    return h->proposal.made;
}

enum live_answer live_propose(struct live *h, int seat, const struct plan *next, struct error *e)
{
    const struct proposal *p = &h->proposal;
    if (!next && p->made && !p->other)
        return live_agree(h, seat, e);
    return live_command(
        h, (struct entry){.kind = ENTRY_PROPOSED, .seat = (uint8_t)seat, .plan = next}, e);
}

enum live_answer live_agree(struct live *h, int seat, struct error *e)
{
    return live_command(h, (struct entry){.kind = ENTRY_AGREED, .seat = (uint8_t)seat}, e);
}

/* --- It begins -------------------------------------------------------------------------------- */

/* People move up to chairs that the next game has. */
static bool move_up(struct live *h, int players, struct error *e)
{
    for (int seat = players; seat < h->plan.setup.players; seat++) {
        int to = 0;
        while (live_people(h) >> to & 1)
            to++;
        if (live_people(h) >> seat & 1 && live_swap(h, seat, to, e) == LIVE_REFUSED)
            return false;
    }
    return true;
}

/* Bots like those that are there, on all chairs that are empty. */
static bool fill_chairs(struct live *h, struct error *e)
{
    char bot[BOT_ROOM];
    snprintf(bot, sizeof bot, "%s", h->plan.setup.game->hint ? "3" : "random");
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (!h->plan.chair[seat].empty && h->plan.chair[seat].bot[0])
            memcpy(bot, h->plan.chair[seat].bot, sizeof bot);
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (h->plan.chair[seat].empty && live_sit(h, seat, "", bot, e) == LIVE_REFUSED)
            return false;
    return true;
}

enum live_answer live_go_along(struct live *h, uint64_t seed, struct error *e)
{
    struct proposal p = h->proposal;
    if (!live_agreed(h)) {
        live_refuse(REFUSE_NO_PROPOSAL, e);
        return LIVE_REFUSED;
    }
    h->proposal.made = false; /* whatever comes of it: nobody tries again by itself */
    if (p.other &&
        (!move_up(h, p.plan.setup.players, e) || live_change(h, &p.plan, e) == LIVE_REFUSED))
        return LIVE_REFUSED;
    return fill_chairs(h, e) ? live_rematch(h, seed, e) : LIVE_REFUSED;
}
