/* The game after the game: whoever sits there may want one, and it begins when all do. */
#include "house/inside.h"

#include <stdio.h>
#include <string.h>

static bool is_over(const struct house *h)
{
    return h->table && table_turn(h->table).kind == TURN_OVER;
}

static seats here(const struct house *h)
{
    return house_people(h) & (seats)~h->absent;
}

static bool fits(const struct house *h, const struct plan *next)
{
    return !next || __builtin_popcount(house_people(h)) <= next->setup.players;
}

bool proposal_make(struct house *h, const struct entry *x, struct error *e)
{
    if (!is_over(h))
        return house_refuse(REFUSE_NOT_OVER, e);
    if (x->seat >= PLAYERS_MAX || !(here(h) >> x->seat & 1))
        return house_refuse(REFUSE_NO_PERSON, e);
    if (!fits(h, x->plan))
        return house_refuse(REFUSE_TOO_MANY, e);
    h->proposal = (struct proposal){
        .made = true, .other = x->plan, .by = x->seat, .agreed = (seats)(1u << x->seat)};
    if (x->plan)
        h->proposal.plan = *x->plan;
    return true;
}

bool proposal_agree(struct house *h, const struct entry *x, struct error *e)
{
    if (!h->proposal.made)
        return house_refuse(REFUSE_NO_PROPOSAL, e);
    if (x->seat >= PLAYERS_MAX || !(here(h) >> x->seat & 1))
        return house_refuse(REFUSE_NO_PERSON, e);
    if (h->proposal.agreed >> x->seat & 1)
        return house_refuse(REFUSE_ASKED, e);
    h->proposal.agreed |= (seats)(1u << x->seat);
    return true;
}

void proposal_leave(struct proposal *p, int seat)
{
    p->agreed &= (seats) ~(1u << seat);
    p->made = p->made && p->by != seat;
}

bool house_agreed(const struct house *h)
{
    const struct proposal *p = &h->proposal;
    return p->made && here(h) && !(here(h) & ~p->agreed) && fits(h, p->other ? &p->plan : NULL);
}

bool house_proposal(const struct house *h, int *by, const struct setup **game, seats *agreed)
{
    *by = h->proposal.by;
    *game = h->proposal.other ? &h->proposal.plan.setup : &h->plan.setup;
    *agreed = h->proposal.agreed;
    return h->proposal.made;
}

enum house_answer house_propose(struct house *h, int seat, const struct plan *next, struct error *e)
{
    const struct proposal *p = &h->proposal;
    if (!next && p->made && !p->other)
        return house_agree(h, seat, e);
    return house_command(
        h, (struct entry){.kind = ENTRY_PROPOSED, .seat = (uint8_t)seat, .plan = next}, e);
}

enum house_answer house_agree(struct house *h, int seat, struct error *e)
{
    return house_command(h, (struct entry){.kind = ENTRY_AGREED, .seat = (uint8_t)seat}, e);
}

/* --- It begins -------------------------------------------------------------------------------- */

/* People move up to chairs that the next game has. */
static bool move_up(struct house *h, int players, struct error *e)
{
    for (int seat = players; seat < h->plan.setup.players; seat++) {
        int to = 0;
        while (house_people(h) >> to & 1)
            to++;
        if (house_people(h) >> seat & 1 && house_swap(h, seat, to, e) == HOUSE_REFUSED)
            return false;
    }
    return true;
}

/* Bots like those that are there, on all chairs that are empty. */
static bool fill_chairs(struct house *h, struct error *e)
{
    char bot[BOT_ROOM];
    snprintf(bot, sizeof bot, "%s", h->plan.setup.game->hint ? "3" : "random");
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (!h->plan.chair[seat].empty && h->plan.chair[seat].bot[0])
            memcpy(bot, h->plan.chair[seat].bot, sizeof bot);
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (h->plan.chair[seat].empty && house_sit(h, seat, "", bot, e) == HOUSE_REFUSED)
            return false;
    return true;
}

enum house_answer house_go_along(struct house *h, uint64_t seed, struct error *e)
{
    struct proposal p = h->proposal;
    if (!house_agreed(h)) {
        house_refuse(REFUSE_NO_PROPOSAL, e);
        return HOUSE_REFUSED;
    }
    h->proposal.made = false; /* whatever comes of it: nobody tries again by itself */
    if (p.other &&
        (!move_up(h, p.plan.setup.players, e) || house_change(h, &p.plan, e) == HOUSE_REFUSED))
        return HOUSE_REFUSED;
    return fill_chairs(h, e) ? house_rematch(h, seed, e) : HOUSE_REFUSED;
}
