/* What games share: seats, waiting, the deck and the discards, the low card, chips, hands.
 * For game files only; everything works on the head of a state. */
#ifndef PAIRS_RULES_H
#define PAIRS_RULES_H

#include "engine/game.h"
#include "engine/trail.h"

#include <string.h>

/* --- Seats ------------------------------------------------------------------------------------ */

/* The next letter; after the last comes A. */
static inline int seat_left(const struct head *h, int seat)
{
    return seat + 1 < h->players ? seat + 1 : 0;
}

/* --- Waiting ---------------------------------------------------------------------------------- */

/* The game waits for decisions of these seats. */
static inline void wait_seats(struct head *h, seats some)
{
    h->turn = (struct turn){.kind = TURN_SEATS, .seats = some};
}

static inline void wait_seat(struct head *h, int seat)
{
    wait_seats(h, seat_bit(seat));
}

/* A seat's part of a simultaneous choice is in; returns whether it was the last one. */
static inline bool turn_done(struct head *h, int seat)
{
    h->turn.seats = seats_without(h->turn.seats, seat);
    return h->turn.seats == 0;
}

static inline void wait_lot(struct head *h, seats some)
{
    h->turn = (struct turn){.kind = TURN_LOT, .seats = some};
}

/* Who begins is an option that may leave it to a lot among all; returns whether the game now waits
 * for that. */
static inline bool wait_first(struct head *h, int32_t first)
{
    if (first == OPTION_NONE)
        wait_lot(h, seats_all(h->players));
    return first == OPTION_NONE;
}

/* The game waits for a card out of a pile that is known not to be empty. */
static inline void wait_pile(struct head *h, enum pile_name from, int place)
{
    h->turn = (struct turn){.kind = TURN_DECK, .place = (uint8_t)place, .from = (uint8_t)from};
}

/* --- Lines for the log ------------------------------------------------------------------------ */

static inline struct spot spot_at(int zone, int owner)
{
    return (struct spot){(uint8_t)zone, (uint8_t)owner};
}

/* Cards went from one spot to another, and only some seats saw which. The seat of the event is
 * whose they are now, or whose they were when they go to the middle. `say` as in an event. */
static inline void log_hidden(struct log *log, cards w, struct spot from, struct spot to,
                              seats seen, int say)
{
    if (log && w)
        log_add(log, (struct event){.kind = EVENT_MOVE,
                                    .cards = w,
                                    .count = (uint8_t)cards_size(w),
                                    .say = (uint8_t)say,
                                    .seat = to.owner == NOBODY ? from.owner : to.owner,
                                    .other = from.owner,
                                    .from = from,
                                    .to = to,
                                    .seen = seen});
}

/* The same, face up. */
static inline void log_moved(struct log *log, cards w, struct spot from, struct spot to, int say)
{
    log_hidden(log, w, from, to, EVERYBODY, say);
}

/* A card came from the deck into a zone, its face seen by `seen`. */
static inline void log_dealt(struct log *log, int c, int zone, int owner, seats seen)
{
    if (log)
        log_add(log, (struct event){.kind = EVENT_MOVE,
                                    .cards = cards_one(c),
                                    .count = 1,
                                    .from = {ZONE_DECK, NOBODY},
                                    .to = {(uint8_t)zone, (uint8_t)owner},
                                    .seat = (uint8_t)owner,
                                    .seen = seen});
}

/* --- Zones ------------------------------------------------------------------------------------ */

/* The game's own table, which its file fills in. */
static const struct zone_type zones[SHEET_ZONES + 1];

/* Where cards come from and go to that no zone of the table has. */
static const struct spot deck_spot = {ZONE_DECK, NOBODY}, discards_spot = {ZONE_DISCARDS, NOBODY};

/* Cards leave a zone; the deck has lost those that it deals before the game is told. */
static inline __attribute__((always_inline)) void zone_lose(struct state *s, struct spot from,
                                                            cards w)
{
    if (from.zone < ZONE_GAME)
        return;
    const struct zone_type *z = &zones[from.zone - ZONE_GAME];
    int i = z->whose == OF_MIDDLE ? 0 : from.owner;
    if (z->set)
        ((cards *)zone_field(s, z->set))[i] -= w;
    if (z->card)
        ((uint8_t *)zone_field(s, z->card))[i] = 0;
    if (z->trail)
        for (int c = cards_next(w, 0); c; c = cards_next(w, c))
            trail_show(zone_field(s, z->trail), i, c);
}

/* Cards join those of a zone; only one at a time goes where the order counts. */
static inline __attribute__((always_inline)) void zone_gain(struct state *s, struct spot to,
                                                            cards w)
{
    if (to.zone < ZONE_GAME) {
        struct head *h = game_head(s);
        pile_add_all(&h->pile[to.zone == ZONE_DECK ? PILE_DECK : PILE_DISCARDS], w);
        return;
    }
    const struct zone_type *z = &zones[to.zone - ZONE_GAME];
    int i = z->whose == OF_MIDDLE ? 0 : to.owner;
    if (z->set)
        ((cards *)zone_field(s, z->set))[i] += w;
    if (z->card)
        ((uint8_t *)zone_field(s, z->card))[i] = (uint8_t)cards_lowest(w);
    if (z->row) {
        uint8_t *row = zone_field(s, z->row), *size = zone_field(s, z->size);
        row[i * z->room + size[i]++] = (uint8_t)cards_lowest(w);
    }
    if (z->trail)
        trail_take(zone_field(s, z->trail), i, w);
}

/* Who sees cards at a spot while the game goes on. */
static inline __attribute__((always_inline)) seats spot_seen(struct spot at)
{
    return at.zone < ZONE_GAME ? 0 : zone_seen(&zones[at.zone - ZONE_GAME], at.owner, false);
}

/* Cards go from one spot to another, which may be deck or discards: they leave the one, join the
 * other, and it is told to those who see either of them. `say` as in an event. */
static inline __attribute__((always_inline)) void cards_go(struct state *s, struct spot from,
                                                           struct spot to, cards w, int say,
                                                           struct log *log)
{
    zone_lose(s, from, w);
    zone_gain(s, to, w);
    log_hidden(log, w, from, to, spot_seen(from) | spot_seen(to), say);
}

/* The same, seen by all though neither spot is. */
static inline __attribute__((always_inline)) void cards_go_open(struct state *s, struct spot from,
                                                                struct spot to, cards w, int say,
                                                                struct log *log)
{
    zone_lose(s, from, w);
    zone_gain(s, to, w);
    log_moved(log, w, from, to, say);
}

/* The card that was due goes to a zone. */
static inline __attribute__((always_inline)) void card_dealt(struct state *s, int c, struct spot to,
                                                             struct log *log)
{
    zone_gain(s, to, cards_one(c));
    log_dealt(log, c, to.zone, to.owner, spot_seen(to));
}

/* All cards of a zone that is kept as a set go to the discards. */
static inline __attribute__((always_inline)) void discard_zone(struct state *s, struct spot from,
                                                               struct log *log)
{
    const struct zone_type *z = &zones[from.zone - ZONE_GAME];
    const cards *set = zone_field(s, z->set);
    cards_go(s, from, discards_spot, set[z->whose == OF_MIDDLE ? 0 : from.owner], 0, log);
}

/* No card lies in any zone of the table. */
static inline void zones_clear(struct state *s)
{
    for (const struct zone_type *z = zones; z->name; z++) {
        size_t owners = z->whose == OF_MIDDLE ? 1 : game_head(s)->players;
        if (z->set)
            memset(zone_field(s, z->set), 0, owners * sizeof(cards));
        if (z->card)
            memset(zone_field(s, z->card), 0, owners);
        if (z->row)
            memset(zone_field(s, z->size), 0, owners);
        if (z->trail)
            trail_clear(zone_field(s, z->trail));
    }
}

/* Cards in a seat's zone are turned up for everybody. `say` as in an event. */
static inline void log_shown(struct log *log, cards w, int zone, int owner, int say)
{
    if (log)
        log_add(log, (struct event){.kind = EVENT_SHOW,
                                    .say = (uint8_t)say,
                                    .cards = w,
                                    .count = (uint8_t)cards_size(w),
                                    .from = {(uint8_t)zone, (uint8_t)owner},
                                    .seat = (uint8_t)owner,
                                    .seen = EVERYBODY});
}

/* A sentence of the game about two seats, a number and cards that everybody sees. */
static inline void log_between(struct log *log, int say, int seat, int other, int32_t number,
                               cards w)
{
    if (log)
        log_add(log, (struct event){.kind = EVENT_NOTE,
                                    .say = (uint8_t)say,
                                    .seat = (uint8_t)seat,
                                    .other = (uint8_t)other,
                                    .number = number,
                                    .cards = w,
                                    .count = (uint8_t)cards_size(w),
                                    .seen = EVERYBODY});
}

/* The same about one seat. */
static inline void log_note(struct log *log, int say, int seat, int32_t number, cards w)
{
    log_between(log, say, seat, NOBODY, number, w);
}

/* A sentence about what is left in the pot, if anything is; and one for tables of sentences, where
 * it is what cannot be shared. */
void log_pot(struct log *log, int say, const struct head *h);
extern const char pot_rest[];

/* A seat is out; `w` are cards that `say` speaks of. */
void log_out(struct log *log, int say, int seat, cards w);

/* Cards were shuffled into the deck. */
void log_shuffled(struct log *log, int say);

/* --- Deck and discards ------------------------------------------------------------------------ */

/* All cards, wherever they were, are shuffled for a new game or hand; the first `burn_after` will
 * be burned. */
static inline void deck_fresh(struct head *h, struct log *log)
{
    log_add(log, (struct event){.kind = EVENT_GATHER, .seen = EVERYBODY});
    h->pile[PILE_DECK] = h->fresh;
    h->pile[PILE_DISCARDS] = h->pile[PILE_BURNED] = (struct pile){{0, 0}, 0};
    h->burning = h->burn_after;
}

/* The same, where no card stays in a zone of the game's table. */
static inline void deck_gather(struct state *s, struct log *log)
{
    zones_clear(s);
    deck_fresh(game_head(s), log);
}

/* Whether any card can be had from the deck or, after a shuffle, from the discards. */
static inline bool deck_has_card(const struct head *h)
{
    return h->pile[PILE_DECK].size + h->pile[PILE_DISCARDS].size + h->pile[PILE_BURNED].size > 0;
}

/* The discards join the deck, which is shuffled and burned from; at least one card stays to deal.
 */
void deck_shuffle(struct head *h, struct log *log);

/* A card is due at a place: first the burned ones, if any, and before those a shuffle if the deck
 * is empty. False, with nothing changed, if there is no card in the deck or the discards. */
static inline bool deck_due(struct head *h, int place, struct log *log)
{
    if (pile_empty(&h->pile[PILE_DECK])) {
        if (!deck_has_card(h))
            return false;
        deck_shuffle(h, log);
    }
    h->due = (uint8_t)place;
    wait_pile(h, PILE_DECK, h->burning ? PLACE_BURN : place);
    return true;
}

/* Where cards are kept to count points: how many points may lie before all players at once, so that
 * the rest of the deck goes on making lowest cards and pairs. `usual` is right for the usual deck.
 */
int deck_points(const struct setup *u, int usual);

/* Whether deck and discards hold a card of a rank that is not among `held`. */
bool deck_has_other(const struct head *h, cards held);

/* Cards that lie in front of somebody, face up, go to the discards. `say` as in an event. */
static inline void discard_say(struct head *h, cards w, struct spot from, int say, struct log *log)
{
    pile_add_all(&h->pile[PILE_DISCARDS], w);
    log_moved(log, w, from, spot_at(ZONE_DISCARDS, NOBODY), say);
}

static inline void discard(struct head *h, cards w, struct spot from, struct log *log)
{
    discard_say(h, w, from, 0, log);
}

/* For reshuffle: so many random cards out of the deck, after the hidden ones were put back into it.
 */
cards deck_deal_again(struct head *h, int count, struct rng *r);

/* For reshuffle: so many random cards leave a set that has them. */
cards cards_draw(cards *from, int count, struct rng *r);

/* For reshuffle: the hands of all but the seat are dealt again out of the deck. Where cards that
 * were seen come into hands, use a trail. */
void hands_deal_again(struct head *h, int seat, cards hand[], struct rng *r);

/* --- Low card --------------------------------------------------------------------------------- */

/* Who has the lowest card: everyone gets one, the tied ones another, until one seat is lowest. */
struct lowcard {
    uint8_t newest[PLAYERS_MAX]; /* the card of each seat that counts */
    seats tied;                  /* still in the running */
    seats waiting;               /* those of them whose next card has not come */
};

static inline void lowcard_begin(struct lowcard *l, seats some)
{
    l->tied = l->waiting = some;
}

/* The seat that gets the next card: served from the left of the dealer, who comes last. */
static inline int lowcard_seat(const struct lowcard *l, const struct head *h)
{
    return seats_next(l->waiting, h->dealer);
}

/* The seat keeps a card that counts as `rank`. Returns the seat that is now known to be lowest, or
 * NOBODY if more cards are needed. */
int lowcard_keep(struct lowcard *l, int seat, int rank);

/* Where nobody may get a pair in the search: a card came that the seat has among `held`, so it goes
 * to the discards and another is due. Returns whether it was so; otherwise nothing is changed. */
static inline bool lowcard_replaced(struct head *h, cards held, int c, int say, struct log *log)
{
    if (!cards_has(held, c))
        return false;
    log_note(log, say, h->turn.place, 0, cards_one(c));
    discard(h, cards_one(c), spot_at(ZONE_DECK, NOBODY), log);
    return true;
}

/* The same, but any other card comes to that spot and counts. Returns as lowcard_keep. */
static inline int lowcard_dealt(struct state *s, struct lowcard *l, cards held, int c,
                                struct spot to, int say, struct log *log)
{
    if (lowcard_replaced(game_head(s), held, c, say, log))
        return NOBODY;
    card_dealt(s, c, to, log);
    return lowcard_keep(l, to.owner, c);
}

/* --- Cards buried in the discards ------------------------------------------------------------- */

/* Cards that went from hands to the discards unseen, and what each seat knows of the deck since the
 * discards were shuffled into it. For games that draw face up and burn no cards; for others too if
 * they do without buried_due and clear it at each shuffle. */
struct buried {
    cards own[PLAYERS_MAX];  /* among the discards, from the hand of that seat, who alone knows */
    cards open;              /* in the deck, as all know who saw it among the discards */
    cards back[PLAYERS_MAX]; /* in the deck, as that seat alone knows who buried it */
};

static inline void buried_clear(struct buried *b)
{
    *b = (struct buried){{0}, 0, {0}};
}

/* A seat's cards go to the discards, and nobody else sees them. */
void buried_add(struct buried *b, struct head *h, int seat, cards w, struct spot from,
                struct log *log);

/* The same for all cards of a zone that is kept as a set. */
static inline void bury_zone(struct state *s, struct buried *b, struct spot from, struct log *log)
{
    cards *set = &((cards *)zone_field(s, zones[from.zone - ZONE_GAME].set))[from.owner];
    buried_add(b, game_head(s), from.owner, *set, from, log);
    *set = 0;
}

/* As deck_due. At a shuffle, all learn that what they saw among the discards is in the deck. */
bool buried_due(struct buried *b, struct head *h, int place, struct log *log);

/* A card was drawn from the deck, seen by all. */
void buried_drawn(struct buried *b, int c);

/* For reshuffle, first: what others have buried goes into the deck, and out of it what the seat
 * knows to be there, which is returned. */
cards buried_lift(const struct buried *b, struct head *h, int seat);

/* For reshuffle, last: others have buried any cards, and the known ones come back to the deck. What
 * the others knew of it is not imagined. */
void buried_deal_again(struct buried *b, struct head *h, int seat, cards known, struct rng *r);

/* --- Choices made at the same time ------------------------------------------------------------ */

/* One card of each seat's hand, chosen in secret. Until the last choice is in, the cards stay in
 * the hands; then the game shows and moves them. */
struct choices {
    uint8_t rank[PLAYERS_MAX]; /* 0: nothing chosen yet */
};

/* All of `some` are asked. */
void choices_begin(struct choices *c, struct head *h, seats some);

/* A seat has chosen; returns whether it was the last one. */
bool choices_put(struct choices *c, struct head *h, int seat, int rank);

/* For reshuffle: what the others have chosen, but not shown, may be any card of their new hands. */
void choices_again(struct choices *c, const struct head *h, int seat, const cards hand[],
                   struct rng *r);

/* All of the seats hand the card they have chosen to the next of them on the left, at the same
 * time. Giver and receiver see it; `zone` is that of the hands. The choices are then empty. */
void choices_pass(struct choices *c, seats some, cards hand[], struct trail *t, int zone, int say,
                  struct log *log);

/* The lowest rank above `above` that some of the seats have chosen, 0 if there is none; and the
 * seats that have chosen a rank. Upward through all: for (int r = 0; (r = rank_above(...));) */
int rank_above(const uint8_t rank[], seats some, int above);
seats seats_with(const uint8_t rank[], seats some, int wanted);

/* The seat with the lowest rank above `above` that no other of the seats has chosen, NOBODY if
 * there is none. */
int unique_above(const uint8_t rank[], seats some, int above);

/* --- Chips and points ------------------------------------------------------------------------- */

/* A seat pays another, or the pot (NOBODY); balances may go below zero. `say` as in an event. */
void chips_pay(struct head *h, int seat, int other, int32_t number, int say, struct log *log);

/* The pot goes to the winners in equal parts; what cannot be divided stays in it. */
void chips_share(struct head *h, seats winners, int say, struct log *log);

/* A seat gets points. */
void points_add(struct head *h, int seat, int32_t number, int say, struct log *log);

/* Every one of the seats pays into the pot. */
void chips_ante(struct head *h, seats some, int32_t number, struct log *log);

/* Points for places: each of the seats gets `best` less the number of them with a higher value. */
void places_points(struct head *h, const int32_t value[], seats some, int best, struct log *log);

/* For each rank that is held, all players with the most cards of it get its rank in points. */
void majority_points(const cards hand[], int players, int32_t point[]);

/* --- Hands of a match ------------------------------------------------------------------------- */

/* The next hand begins. */
static inline void hand_begin(struct head *h, struct log *log)
{
    h->hand++;
    if (log)
        log_add(log, (struct event){.kind = EVENT_HAND, .number = h->hand, .seen = EVERYBODY});
}

/* For `returns` of games in which it is always so. */
static inline enum returns returns_even(const struct setup *u)
{
    (void)u;
    return RETURNS_EVEN;
}

static inline enum returns returns_one_wins(const struct setup *u)
{
    (void)u;
    return RETURNS_ONE_WINS;
}

/* A hand is settled and another follows. */
void hand_end(struct head *h, struct log *log);

/* The deal passes to the left. */
static inline void deal_passes(struct head *h)
{
    h->dealer = (uint8_t)seat_left(h, h->dealer);
}

/* The last hand is settled and the game is over. */
void match_over(struct head *h, seats winners, seats losers, struct log *log);

/* A hand is settled. If it is the last, these win and the match is over; otherwise another follows.
 * Returns whether it does. */
bool hand_settled(struct head *h, bool last, seats winners, struct log *log);

/* The same where the last one is the hand of that number, and the most points or chips win; and
 * where it is the one that leaves a single leader with at least `target`, who wins. */
bool match_goes_on(struct head *h, int32_t hands, struct log *log);
bool match_goes_on_to(struct head *h, int32_t target, struct log *log);

/* A whole hand was dealt to one seat before the next: the seat that gets the next card when each
 * gets `count`, from the left of the dealer; NOBODY when all have theirs. */
int deal_seat(const struct head *h, const cards hand[], int count);

/* A card came to the hand of the seat in turn, who alone sees it. Returns as deal_seat. */
int deal_hand_card(struct head *h, cards hand[], int c, int count, int zone, struct log *log);

/* The same, and the next card is due. Returns whether all have theirs instead. */
static inline bool hands_dealt(struct head *h, cards hand[], int c, int count, int zone,
                               struct log *log)
{
    int next = deal_hand_card(h, hand, c, count, zone, log);
    if (next != NOBODY)
        deck_due(h, next, log);
    return next == NOBODY;
}

/* Legal decisions: a verb with each rank of a set, added to the first `n`. Returns how many there
 * are now. */
int legal_cards(int verb, cards w, action out[], int n);

/* The same for verbs without arguments: those from the first to the last. */
static inline int legal_verbs(int first, int last, action out[], int n)
{
    for (int verb = first; verb <= last; verb++)
        out[n++] = action_make(verb, 0, 0);
    return n;
}

/* Those of some seats whose value is the highest, or the lowest; all that share it. */
seats seats_most(const int32_t value[], seats some);
seats seats_least(const int32_t value[], seats some);

/* Those of some seats whose value is higher than that. */
seats seats_above(const int32_t value[], seats some, int32_t than);

/* Those with the highest hand, compared card by card from above. */
seats seats_highest(const cards hand[], seats some);

#endif
