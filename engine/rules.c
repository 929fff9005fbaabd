#include "engine/rules.h"

void deck_shuffle(struct head *h, struct log *log)
{
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_DISCARDS]);
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
    int spare = pile_size(&h->pile[PILE_DECK]) - 1;
    h->burning = (uint8_t)(spare < h->burn_after ? spare : h->burn_after);
    log_add(log, (struct event){.kind = EVENT_SHUFFLE, .seen = EVERYBODY});
}

bool deck_has_other(const struct head *h, cards held)
{
    for (int c = 1; c <= RANKS; c++)
        if (!cards_has(held, c) && pile_count(&h->pile[PILE_DECK], c) +
                                           pile_count(&h->pile[PILE_DISCARDS], c) +
                                           pile_count(&h->pile[PILE_BURNED], c) >
                                       0)
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

void choices_begin(struct choices *c, struct head *h, seats some)
{
    *c = (struct choices){{0}};
    wait_seats(h, some);
}

bool choices_put(struct choices *c, struct head *h, int seat, int rank)
{
    c->rank[seat] = (uint8_t)rank;
    return wait_less(h, seat);
}

void choices_again(struct choices *c, const struct head *h, int seat, const cards hand[],
                   struct rng *r)
{
    for (int i = 0; i < h->players; i++) {
        if (i == seat || !c->rank[i])
            continue;
        int k = rng_below(r, cards_size(hand[i])), rank = 1;
        while (k >= cards_count(hand[i], rank))
            k -= cards_count(hand[i], rank++);
        c->rank[i] = (uint8_t)rank;
    }
}

int rank_above(const uint8_t rank[], seats some, int above)
{
    int next = 0;
    for (; some; some &= (seats)(some - 1)) {
        int r = rank[__builtin_ctz(some)];
        if (r > above && (!next || r < next))
            next = r;
    }
    return next;
}

seats seats_with(const uint8_t rank[], seats some, int wanted)
{
    seats found = 0;
    for (; some; some &= (seats)(some - 1)) {
        int seat = __builtin_ctz(some);
        if (rank[seat] == wanted)
            found |= seat_bit(seat);
    }
    return found;
}

int unique_above(const uint8_t rank[], seats some, int above)
{
    while ((above = rank_above(rank, some, above))) {
        seats found = seats_with(rank, some, above);
        if (seats_count(found) == 1)
            return __builtin_ctz(found);
    }
    return NOBODY;
}

void known_gain(struct known *k, int owner, int c, seats seen)
{
    for (int viewer = 0; viewer < PLAYERS_MAX; viewer++)
        if (seen >> viewer & 1)
            k->of[viewer][owner] += cards_one(c);
}

void known_loss(struct known *k, int owner, int c, seats seen)
{
    for (int viewer = 0; viewer < PLAYERS_MAX; viewer++) {
        cards *known = &k->of[viewer][owner];
        if (!(seen >> viewer & 1))
            *known -= cards_distinct(*known);
        else if (cards_has(*known, c))
            *known -= cards_one(c);
    }
}

void known_forget(struct known *k, int owner)
{
    for (int viewer = 0; viewer < PLAYERS_MAX; viewer++)
        k->of[viewer][owner] = 0;
}

void known_deal_again(struct known *k, struct head *h, int seat, cards hand[], struct rng *r)
{
    for (int i = 0; i < h->players; i++)
        if (i != seat)
            pile_add_all(&h->pile[PILE_DECK], hand[i] - k->of[seat][i]);
    for (int i = 0; i < h->players; i++)
        if (i != seat)
            hand[i] = k->of[seat][i] +
                      deck_deal_again(h, cards_size(hand[i]) - cards_size(k->of[seat][i]), r);
    for (int viewer = 0; viewer < h->players; viewer++)
        for (int i = 0; i < h->players; i++)
            if (viewer != seat && i != seat)
                k->of[viewer][i] = cards_common(k->of[viewer][i], hand[i]);
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

void points_add(struct head *h, int seat, int32_t number, int say, struct log *log)
{
    h->score[seat] += number;
    log_add(log, (struct event){.kind = EVENT_POINTS,
                                .say = (uint8_t)say,
                                .seat = (uint8_t)seat,
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

void chips_ante(struct head *h, seats some, int32_t number, struct log *log)
{
    for (; some; some &= (seats)(some - 1))
        chips_pay(h, __builtin_ctz(some), NOBODY, number, 0, log);
}

void places_points(struct head *h, const int32_t value[], seats some, int best, struct log *log)
{
    for (int seat = 0; seat < h->players; seat++) {
        if (!(some & seat_bit(seat)))
            continue;
        int32_t number = best;
        for (int other = 0; other < h->players; other++)
            number -= (some & seat_bit(other)) && value[other] > value[seat];
        points_add(h, seat, number, 0, log);
    }
}

void majority_points(const cards hand[], int players, int32_t point[])
{
    for (int seat = 0; seat < players; seat++)
        point[seat] = 0;
    for (int c = 1; c <= RANKS; c++) {
        int most = 1; /* nobody has the most of what nobody has */
        for (int seat = 0; seat < players; seat++)
            most = cards_count(hand[seat], c) > most ? cards_count(hand[seat], c) : most;
        for (int seat = 0; seat < players; seat++)
            point[seat] += cards_count(hand[seat], c) == most ? c : 0;
    }
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

int match_leader(const struct head *h, int32_t target)
{
    seats most = seats_most(h->score, seats_all(h->players));
    int leader = __builtin_ctz(most);
    return seats_count(most) == 1 && h->score[leader] >= target ? leader : NOBODY;
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
