#include "engine/rules.h"

void deck_shuffle(struct head *h, struct log *log)
{
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_DISCARDS]);
    int spare = pile_size(&h->pile[PILE_DECK]) - 1;
    h->burning = (uint8_t)(spare < h->burn_after ? spare : h->burn_after);
    log_add(log, (struct event){.kind = EVENT_SHUFFLE, .seen = EVERYBODY});
}

bool deck_has_other(const struct head *h, cards held)
{
    for (int c = 1; c <= RANKS; c++)
        if (!cards_has(held, c) &&
            (pile_count(&h->pile[PILE_DECK], c) > 0 || pile_count(&h->pile[PILE_DISCARDS], c) > 0))
            return true;
    return false;
}

cards deck_deal_again(struct head *h, int count, struct rng *r)
{
    struct pile *deck = &h->pile[PILE_DECK];
    cards w = 0;
    for (; count > 0; count--) {
        int c = pile_pick(deck, rng_below(r, pile_size(deck)));
        pile_take(deck, c);
        w += cards_one(c);
    }
    return w;
}

int deal_seat(const struct head *h, const cards hand[], int count)
{
    for (int i = 0, seat = seat_left(h, h->dealer); i < h->players; i++, seat = seat_left(h, seat))
        if (cards_size(hand[seat]) < count)
            return seat;
    return NOBODY;
}

int lowcard_keep(struct lowcard *l, int seat, int rank)
{
    l->newest[seat] = (uint8_t)rank;
    l->waiting &= (seats)~seat_bit(seat);
    if (l->waiting)
        return NOBODY;
    seats lowest = 0;
    int low = RANKS + 1;
    for (seats left = l->tied; left; left &= (seats)(left - 1)) {
        int i = __builtin_ctz(left);
        if (l->newest[i] < low) {
            low = l->newest[i];
            lowest = 0;
        }
        if (l->newest[i] == low)
            lowest |= seat_bit(i);
    }
    l->tied = lowest;
    if ((lowest & (lowest - 1)) == 0)
        return __builtin_ctz(lowest);
    l->waiting = lowest;
    return NOBODY;
}

void chips_pay(struct head *h, int seat, int other, int32_t number, int say, struct log *log)
{
    int32_t *from = seat == NOBODY ? &h->pot : &h->score[seat];
    int32_t *to = other == NOBODY ? &h->pot : &h->score[other];
    *from -= number;
    *to += number;
    if (number)
        log_add(log, (struct event){.kind = EVENT_PAY,
                                    .say = (uint8_t)say,
                                    .seat = (uint8_t)seat,
                                    .other = (uint8_t)other,
                                    .number = number,
                                    .seen = EVERYBODY});
}

void chips_share(struct head *h, seats winners, int say, struct log *log)
{
    int32_t part = h->pot / seats_count(winners);
    for (int seat = 0; seat < h->players; seat++)
        if (winners & seat_bit(seat))
            chips_pay(h, NOBODY, seat, part, say, log);
}

static void log_totals(const struct head *h, struct log *log)
{
    for (int seat = 0; seat < h->players; seat++)
        log_add(log, (struct event){.kind = EVENT_TOTAL,
                                    .seat = (uint8_t)seat,
                                    .number = h->score[seat],
                                    .seen = EVERYBODY});
}

void hand_end(struct head *h, struct log *log)
{
    if (log)
        log_totals(h, log);
}

void match_over(struct head *h, seats winners, seats losers, struct log *log)
{
    h->turn = (struct turn){.kind = TURN_OVER};
    h->winners = winners;
    h->losers = losers;
    if (!log)
        return;
    log_totals(h, log);
    log_add(log, (struct event){.kind = EVENT_OVER, .seen = EVERYBODY});
}

seats seats_most(const int32_t value[], seats some)
{
    seats best = 0;
    int32_t most = INT32_MIN;
    for (; some; some &= (seats)(some - 1)) {
        int seat = __builtin_ctz(some);
        if (value[seat] > most) {
            most = value[seat];
            best = 0;
        }
        if (value[seat] == most)
            best |= seat_bit(seat);
    }
    return best;
}

seats seats_least(const int32_t value[], seats some)
{
    int32_t turned[PLAYERS_MAX];
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        turned[seat] = some & seat_bit(seat) ? -value[seat] : 0;
    return seats_most(turned, some);
}
