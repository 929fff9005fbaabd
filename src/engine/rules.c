#include "engine/rules.h"

#include <string.h>

const char pot_rest[] = "{number} {chip|chips} cannot be shared and {stays|stay} in the pot.";

void log_pot(struct log *log, int say, const struct head *h)
{
    if (h->pot)
        log_note(log, say, NOBODY, h->pot, 0);
}

void log_out(struct log *log, int say, int seat, cards w)
{
    log_add(log, (struct event){.kind = EVENT_OUT,
                                .say = (uint8_t)say,
                                .seat = (uint8_t)seat,
                                .other = NOBODY,
                                .cards = w,
                                .count = (uint8_t)cards_size(w),
                                .seen = EVERYBODY});
}

void log_shuffled(struct log *log, int say)
{
    log_add(log, (struct event){.kind = EVENT_SHUFFLE, .say = (uint8_t)say, .seen = EVERYBODY});
}

void deck_shuffle(struct head *h, struct log *log)
{
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_DISCARDS]);
    pile_move(&h->pile[PILE_DECK], &h->pile[PILE_BURNED]);
    int spare = pile_size(&h->pile[PILE_DECK]) - 1;
    h->burning = (uint8_t)(spare < h->burn_after ? spare : h->burn_after);
    log_shuffled(log, 0);
}

/* What the others of a rank cost, which make pairs with its first. */
static int pairs_worth(cards deck)
{
    return cards_sum(deck) - cards_sum(cards_distinct(deck));
}

int deck_points(const struct setup *u, int usual)
{
    cards deck = u->deck;
    if (!deck)
        return usual;
    /* The cheapest way to take away so many cards that nobody is lowest alone: for each rank that
     * may be the lowest one left, all below it, and of those above all but the dearest few. */
    int least = pairs_worth(deck) / 2, below = 0; /* half of the pairs stay */
    for (int low = 1; low <= RANKS; low++) {
        int cost = below, spared = u->players - 2;
        for (int c = RANKS; c > low; c--) {
            int count = cards_count(deck, c), kept = count < spared ? count : spared;
            spared -= kept;
            cost += (count - kept) * c;
        }
        below += cards_count(deck, low) * low;
        if (cards_has(deck, low) && cost - 1 < least)
            least = cost - 1;
    }
    return least < 0 ? 0 : least < usual ? least : usual;
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

cards cards_draw(cards *from, int count, struct rng *r)
{
    struct pile left = {{0, 0}, 0};
    cards drawn = 0;
    if (count == 0)
        return 0;
    pile_add_all(&left, *from);
    for (; count > 0; count--) {
        int c = pile_pick(&left, rng_below(r, pile_size(&left)));
        pile_take(&left, c);
        drawn += cards_one(c);
    }
    *from -= drawn;
    return drawn;
}

void hands_deal_again(struct head *h, int seat, cards hand[], struct rng *r)
{
    for (int i = 0; i < h->players; i++)
        if (i != seat)
            pile_add_all(&h->pile[PILE_DECK], hand[i]);
    for (int i = 0; i < h->players; i++)
        if (i != seat)
            hand[i] = deck_deal_again(h, cards_size(hand[i]), r);
}

int deal_seat(const struct head *h, const cards hand[], int count)
{
    for (int i = 0, seat = seat_left(h, h->dealer); i < h->players; i++, seat = seat_left(h, seat))
        if (cards_size(hand[seat]) < count)
            return seat;
    return NOBODY;
}

int deal_hand_card(struct head *h, cards hand[], int c, int count, int zone, struct log *log)
{
    int seat = h->turn.place;
    hand[seat] += cards_one(c);
    log_dealt(log, c, zone, seat, seat_bit(seat));
    return deal_seat(h, hand, count);
}

int legal_cards(int verb, cards w, action out[], int n)
{
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        out[n++] = action_make(verb, c, 0);
    return n;
}

int lowcard_keep(struct lowcard *l, int seat, int rank)
{
    l->newest[seat] = (uint8_t)rank;
    l->waiting = seats_without(l->waiting, seat);
    if (l->waiting)
        return NOBODY;
    seats lowest = 0;
    int low = RANKS + 1;
    for (seats left = l->tied; left; left = seats_rest(left)) {
        int i = seats_first(left);
        if (l->newest[i] < low) {
            low = l->newest[i];
            lowest = 0;
        }
        if (l->newest[i] == low)
            lowest |= seat_bit(i);
    }
    l->tied = lowest;
    if ((lowest & (lowest - 1)) == 0)
        return seats_first(lowest);
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
    return turn_done(h, seat);
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

void choices_pass(struct choices *c, seats some, cards hand[], struct trail *t, int zone, int say,
                  struct log *log)
{
    for (seats left = some; left; left = seats_rest(left)) {
        int seat = seats_first(left), to = seats_next(some, seat);
        trail_hand(t, seat, to, c->rank[seat]);
        cards given = cards_one(c->rank[seat]);
        hand[seat] -= given;
        hand[to] += given;
        log_hidden(log, given, spot_at(zone, seat), spot_at(zone, to),
                   seat_bit(seat) | seat_bit(to), say);
    }
    *c = (struct choices){{0}}; /* or they would still be there for those who must not see them */
}

int rank_above(const uint8_t rank[], seats some, int above)
{
    int next = 0;
    for (; some; some = seats_rest(some)) {
        int r = rank[seats_first(some)];
        if (r > above && (!next || r < next))
            next = r;
    }
    return next;
}

seats seats_with(const uint8_t rank[], seats some, int wanted)
{
    seats found = 0;
    for (; some; some = seats_rest(some)) {
        int seat = seats_first(some);
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
            return seats_first(found);
    }
    return NOBODY;
}

void buried_add(struct buried *b, struct head *h, int seat, cards w, struct spot from,
                struct log *log)
{
    b->own[seat] += w;
    pile_add_all(&h->pile[PILE_DISCARDS], w);
    log_hidden(log, w, from, spot_at(ZONE_DISCARDS, NOBODY), seat_bit(seat), 0);
}

/* What all others have buried. */
static cards buried_unseen(const struct buried *b, const struct head *h, int seat)
{
    cards unseen = 0;
    for (int i = 0; i < h->players; i++)
        unseen += i == seat ? 0 : b->own[i];
    return unseen;
}

bool buried_due(struct buried *b, struct head *h, int place, struct log *log)
{
    if (pile_empty(&h->pile[PILE_DECK])) {
        b->open = pile_cards(&h->pile[PILE_DISCARDS]) - buried_unseen(b, h, NOBODY);
        for (int i = 0; i < h->players; i++) {
            b->back[i] = b->own[i];
            b->own[i] = 0;
        }
    }
    return deck_due(h, place, log);
}

void buried_drawn(struct buried *b, int c)
{
    if (cards_has(b->open, c)) {
        b->open -= cards_one(c);
        return;
    }
    for (int i = 0; i < PLAYERS_MAX; i++)
        b->back[i] = cards_without(b->back[i], c);
}

cards buried_lift(const struct buried *b, struct head *h, int seat)
{
    struct pile *deck = &h->pile[PILE_DECK];
    cards known = b->open + b->back[seat];
    cards unseen = buried_unseen(b, h, seat);
    pile_take_all(deck, known);
    pile_take_all(&h->pile[PILE_DISCARDS], unseen);
    pile_add_all(deck, unseen);
    return known;
}

void buried_deal_again(struct buried *b, struct head *h, int seat, cards known, struct rng *r)
{
    for (int i = 0; i < h->players; i++) {
        if (i == seat)
            continue;
        b->own[i] = deck_deal_again(h, cards_size(b->own[i]), r);
        b->back[i] = 0;
        pile_add_all(&h->pile[PILE_DISCARDS], b->own[i]);
    }
    pile_add_all(&h->pile[PILE_DECK], known);
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
    for (; some; some = seats_rest(some))
        chips_pay(h, seats_first(some), NOBODY, number, 0, log);
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
    memcpy(h->settled, h->score, sizeof h->settled);
    if (log)
        log_totals(h, log);
}

void match_over(struct head *h, seats winners, seats losers, struct log *log)
{
    h->turn = (struct turn){.kind = TURN_OVER};
    memcpy(h->settled, h->score, sizeof h->settled);
    h->winners = winners;
    h->losers = losers;
    if (!log)
        return;
    log_totals(h, log);
    log_add(log, (struct event){.kind = EVENT_OVER, .seen = EVERYBODY});
}

bool hand_settled(struct head *h, bool last, seats winners, struct log *log)
{
    if (last)
        match_over(h, winners, 0, log);
    else
        hand_end(h, log);
    return !last;
}

bool match_goes_on(struct head *h, int32_t hands, struct log *log)
{
    return hand_settled(h, h->hand == hands, seats_most(h->score, seats_all(h->players)), log);
}

bool match_goes_on_to(struct head *h, int32_t target, struct log *log)
{
    seats most = seats_most(h->score, seats_all(h->players));
    bool last = seats_count(most) == 1 && h->score[seats_first(most)] >= target;
    return hand_settled(h, last, most, log);
}

seats seats_most(const int32_t value[], seats some)
{
    seats best = 0;
    int32_t most = INT32_MIN;
    for (; some; some = seats_rest(some)) {
        int seat = seats_first(some);
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

seats seats_above(const int32_t value[], seats some, int32_t than)
{
    seats above = 0;
    for (; some; some = seats_rest(some))
        if (value[seats_first(some)] > than)
            above |= some & (seats)-some;
    return above;
}

seats seats_highest(const cards hand[], seats some)
{
    seats best = 0;
    cards high = 0;
    for (; some; some = seats_rest(some)) {
        int seat = seats_first(some);
        if (hand[seat] > high) {
            high = hand[seat];
            best = 0;
        }
        if (hand[seat] == high)
            best |= seat_bit(seat);
    }
    return best;
}
