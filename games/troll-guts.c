/* Troll Guts, designed by James Ernest: draw, steal or buy, and be the last one without a pair. */
#include "engine/rules.h"

#include <string.h>

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "From your own stack you can only buy, and from that of a player who is out nobody takes "
    "anything (R1, R2).",
    "From an empty stack nobody can buy or steal (R3).",
    "Without stock the discards are shuffled, and nothing is burned; without those nobody can draw "
    "(R4).",
    "You order your stack when all upcards are known, those of a tie-break included (R6).",
    "Tie-break cards knock nobody out; if none of the stock helps, all is dealt again for the same "
    "pot (R7).",
    "You pay before you turn up the card that you buy, and a pair does not bring it back (R8).",
    "Nobody can pass or fold (R11).",
    "The last one in wins at once, even if it would be that player's turn (R12).",
    "Nobody is out for want of chips: you may go below zero (R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, ANTE, BUY_COST, HANDS, CHIPS };

enum { DOWN_CARDS = 5 };

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every hand", OPTION_SEAT, .standard = LAST_SEAT},
    [ANTE] = {"ante", "chips that each player pays for a hand", OPTION_NUMBER, .standard = 1,
              .most = 100},
    [BUY_COST] = {"buy-cost", "chips paid for a card of the own stack", OPTION_NUMBER,
                  .standard = 1, .most = 100},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

enum { PUT, DRAW, STEAL, BUY };

static const struct verb verbs[] = {
    [PUT] = {"stack", .argument = {RANK_ARGUMENT}, .secret = true,
             .means = "It lies under the cards that you have laid so far.",
             .asks = {"Which card comes next, from the top down?"}, .tells = "",
             .says = "lay the {rank}", .follows = true},
    [DRAW] = {"draw", .means = "A new card from the deck. A pair puts you out.",
              .tells = "{seat} {draw/draws}[ {a cards}]."},
    [STEAL] = {"steal", .argument = {SEAT_ARGUMENT},
               .means = "Take this player's top card, unseen.",
               .asks = {"Whose top card do you steal?"}, .tells = "",
               .says = "steal from {seat|you}"},
    [BUY] = {"buy", .means = "Pay for the top card of your own stack.", .tells = "",
             .says = "buy your own card"},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { DOWN = ZONE_GAME, STACK, UP };

enum {
    SAY_REPLACED = 1,
    SAY_VOID,
    SAY_FIRST,
    SAY_STEAL,
    SAY_PRICE,
    SAY_BUY,
    SAY_BOUGHT,
    SAY_PAIR,
    SAY_LAST,
    MEANS_TOP,
    MEANS_DRAW,
    MEANS_STEAL,
    MEANS_BUY,
    MEANS_BUY_PAIR
};

static const char *const sentences[] = {
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "No card can break the tie: all is dealt again.",
    [SAY_FIRST] =
        "{seat} {have/has} the lowest card and {begin/begins}. But first all lay their stacks.",
    [SAY_STEAL] = "{seat} {steal/steals} {a cards} from {other|you}.",
    [SAY_PRICE] = "{seat} {buy/buys} a card for {number} {chip|chips}.",
    [SAY_BUY] = "{seat} {buy/buys} {a cards}.",
    [SAY_BOUGHT] = "It is the {cards}.",
    [SAY_PAIR] = "A pair! {seat} {pay/pays} {number} {chip|chips} into the pot.",
    [SAY_LAST] = "Only {other} {are/is} left and {take/takes} {number} {chip|chips}.",
    [MEANS_TOP] = "It lies on top and comes first.",
    [MEANS_DRAW] = "From the deck. Another {any cards} puts you out.",
    [MEANS_STEAL] = "The top card, unseen. Another {any cards} puts you out.",
    [MEANS_BUY] = "The {cards} is yours for {number} {chip|chips}.",
    [MEANS_BUY_PAIR] = "The {cards} makes a pair: you pay {number} {chip|chips} and are out.",
    NULL,
};

/* What the next card or decision is for. */
enum phase { DEALING, STARTING, STACKING, TURNS };

struct state {
    struct head h;
    cards down[PLAYERS_MAX];                /* dealt, but not yet in the stack; seen by the owner */
    uint8_t stack[PLAYERS_MAX][DOWN_CARDS]; /* from the first card put to the last */
    uint8_t top[PLAYERS_MAX], end[PLAYERS_MAX]; /* what is left of it, top first; seen by owner */
    cards up[PLAYERS_MAX];                      /* seen by all; never a pair */
    struct buried buried;                       /* stacks of seats that are out */
    struct lowcard low; /* the search for the seat that goes first; seen by all */
    seats in;           /* seats that are still in the hand */
    uint8_t first;      /* the seat that has the first turn */
    uint8_t phase;
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"down", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 5, .set = offsetof(struct state, down)},
    {"stack", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 5, .ordered = true, .special = true},
    {"up", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 6, .set = offsetof(struct state, up), .special = true},
    {0},
};

static int stack_size(const struct state *s, int seat)
{
    return s->end[seat] - s->top[seat];
}

/* No card stays behind that somebody must not see. */
static void stack_clear(struct state *s, int seat)
{
    s->top[seat] = s->end[seat] = 0;
    memset(s->stack[seat], 0, sizeof s->stack[seat]);
}

static cards stack_cards(const struct state *s, int seat)
{
    cards w = 0;
    for (int i = s->top[seat]; i < s->end[seat]; i++)
        w += cards_one(s->stack[seat][i]);
    return w;
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    deck_gather(s, log);
    for (int seat = 0; seat < s->h.players; seat++)
        stack_clear(s, seat);
    buried_clear(&s->buried);
    s->in = seats_all(s->h.players);
    s->phase = DEALING;
    deck_due(&s->h, seat_left(&s->h, s->h.dealer), log);
}

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    chips_ante(&s->h, seats_all(s->h.players), s->h.option[ANTE], log);
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    begin_hand(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    if (s->phase == STACKING)
        return legal_cards(PUT, s->down[seat], out, 0);
    if (deck_has_card(&s->h))
        out[n++] = action_make(DRAW, 0, 0); /* R4 */
    for (int owner = 0; owner < s->h.players; owner++)
        if (owner != seat && stack_size(s, owner)) /* R1 to R3 */
            out[n++] = action_make(STEAL, owner, 0);
    if (stack_size(s, seat))
        out[n++] = action_make(BUY, 0, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_hand(struct state *s, struct log *log)
{
    if (match_goes_on(&s->h, s->h.option[HANDS], log))
        begin_hand(s, log);
}

/* A seat is out and all its cards go face down to the discards. */
static void leave(struct state *s, int seat, struct log *log)
{
    discard_zone(s, spot_at(UP, seat), log);
    buried_add(&s->buried, &s->h, seat, stack_cards(s, seat), spot_at(STACK, seat), log);
    log_out(log, 0, seat, 0);
    stack_clear(s, seat);
    s->in = seats_without(s->in, seat);
    if (seats_count(s->in) > 1)
        return;
    chips_share(&s->h, s->in, SAY_LAST, log); /* R12 */
    end_hand(s, log);
}

/* A new upcard for the seat in turn, out of the deck or a stack. The turn passes, unless that ends
 * the hand. */
static void receive(struct state *s, int seat, int c, struct spot from, int say, struct log *log)
{
    wait_seat(&s->h, seats_next(s->in, seat));
    bool pair = cards_has(s->up[seat], c);
    cards_go(s, from, spot_at(UP, seat), cards_one(c), say, log);
    if (!pair)
        return;
    chips_pay(&s->h, seat, NOBODY, c, SAY_PAIR, log); /* R9 */
    leave(s, seat, log);
}

static void take(struct state *s, int seat, int owner, int say, struct log *log)
{
    int c = s->stack[owner][s->top[owner]++];
    receive(s, seat, c, spot_at(STACK, owner), say, log);
}

/* A card goes under those that the seat has stacked so far. */
static void put(struct state *s, int seat, int c, struct log *log)
{
    s->stack[seat][s->end[seat]++] = (uint8_t)c;
    cards_go(s, spot_at(DOWN, seat), spot_at(STACK, seat), cards_one(c), 0, log);
}

static void apply_put(struct state *s, int seat, int c, struct log *log)
{
    put(s, seat, c, log);
    if (cards_size(s->down[seat]) > 1)
        return;
    put(s, seat, cards_lowest(s->down[seat]), log); /* the last one leaves no choice */
    if (!turn_done(&s->h, seat))
        return;
    s->phase = TURNS;
    wait_seat(&s->h, s->first);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case PUT:
        apply_put(s, seat, action_first(a), log);
        break;
    case DRAW:
        buried_due(&s->buried, &s->h, seat, log); /* R4 */
        break;
    case STEAL:
        take(s, seat, action_first(a), SAY_STEAL, log);
        break;
    case BUY: /* R8 */
        chips_pay(&s->h, seat, NOBODY, s->h.option[BUY_COST], SAY_PRICE, log);
        take(s, seat, seat, s->h.option[BUY_COST] ? SAY_BOUGHT : SAY_BUY, log);
        break;
    }
}

/* The next upcard before the first turn. R7: the discards hold only what the seat has as well. */
static void deal_next(struct state *s, struct log *log)
{
    int seat = lowcard_seat(&s->low, &s->h);
    if (deck_has_other(&s->h, s->up[seat])) {
        deck_due(&s->h, seat, log);
        return;
    }
    log_note(log, SAY_VOID, NOBODY, 0, 0);
    begin_deal(s, log);
    log_shuffled(log, 0);
}

static void deal_down(struct state *s, int c, struct log *log)
{
    if (!hands_dealt(&s->h, s->down, c, DOWN_CARDS, DOWN, log))
        return;
    s->phase = STARTING;
    lowcard_begin(&s->low, s->in);
    deal_next(s, log);
}

static void deal_start(struct state *s, int seat, int c, struct log *log)
{
    int first = lowcard_dealt(s, &s->low, s->up[seat], c, spot_at(UP, seat), SAY_REPLACED, log);
    if (first == NOBODY) {
        deal_next(s, log);
        return;
    }
    log_note(log, SAY_FIRST, first, 0, 0);
    s->first = (uint8_t)first; /* R10 */
    s->phase = STACKING;       /* R6 */
    wait_seats(&s->h, s->in);
}

static void deal_drawn(struct state *s, int seat, int c, struct log *log)
{
    buried_drawn(&s->buried, c);
    receive(s, seat, c, deck_spot, 0, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == DEALING)
        deal_down(s, c, log);
    else if (s->phase == STARTING)
        deal_start(s, seat, c, log);
    else
        deal_drawn(s, seat, c, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        view_row(v, STACK, seat, &s->stack[seat][s->top[seat]], stack_size(s, seat),
                 seat_bit(seat));
    view_hands(v, UP, s->up, true);
}

static struct event means(const struct view *v, action a)
{
    cards up = view_faces(v, UP, v->looks);
    const struct zone *own = view_find(v, STACK, v->looks);
    switch (action_verb(a)) {
    case PUT:
        return (struct event){.say = own->count ? 0 : MEANS_TOP};
    case DRAW:
        return (struct event){.say = MEANS_DRAW, .cards = up};
    case STEAL:
        return (struct event){.say = MEANS_STEAL, .cards = up, .other = (uint8_t)action_first(a)};
    }
    int c = v->card[own->first];
    bool pair = cards_has(up, c);
    return (struct event){.kind = EVENT_PAY,
                          .say = pair ? MEANS_BUY_PAIR : MEANS_BUY,
                          .cards = cards_one(c),
                          .number = v->option[BUY_COST] + (pair ? c : 0)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A seat does not know the down cards and stacks of the others, those that were discarded, and the
 * stock, except for cards that it saw among the discards before they were shuffled. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    cards known = buried_lift(&s->buried, &s->h, seat);
    for (int i = 0; i < s->h.players; i++)
        if (i != seat)
            pile_add_all(&s->h.pile[PILE_DECK], stack_cards(s, i));
    hands_deal_again(&s->h, seat, s->down, r);
    for (int i = 0; i < s->h.players; i++)
        for (int k = s->top[i]; i != seat && k < s->end[i]; k++)
            s->stack[i][k] = (uint8_t)cards_lowest(deck_deal_again(&s->h, 1, r));
    buried_deal_again(&s->buried, &s->h, seat, known, r);
}

/* Put cards on top that you can buy, above all those that would pair others who steal them. Take
 * what costs least on average: an unseen card may pair any upcard, a purchase has its price, but
 * you know the card. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    const struct zone *own = view_find(v, STACK, v->looks);
    cards up = view_faces(v, UP, v->looks);
    cards shown = 0; /* of each rank how many players have it */
    int in = 0;
    for (int seat = 0; seat < v->players; seat++) {
        cards w = view_faces(v, UP, seat);
        shown += cards_distinct(w);
        in += w != 0;
    }
    double promise = (double)v->pot / in, value[ACTIONS_MAX];
    double unseen = -view_risk(v, up) - view_chance(v, up) * promise;
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), c = action_first(v->act[i]);
        value[i] = unseen;
        if (verb == BUY) {
            c = v->card[own->first];
            value[i] = -v->option[BUY_COST] - (cards_has(up, c) ? c + promise : 0);
        } else if (verb == PUT) {
            value[i] = cards_count(shown, c) - RANKS * cards_count(up + own->faces, c);
        }
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "all order their stacks at the same time, each at its own pace",
     .players = 3,
     .record = "deal A 3 5 7 8 10\ndeal B 2 7 8 9 10\ndeal C 5 6 8 10 10\n"
               "deal A 6\ndeal B 4\ndeal C 9\n"
               "C stack 6\nA stack 3\nA stack 10\nA stack 8\nC stack 10\nA stack 5",
     .scores = "-1 -1 -1",
     .to_act = "BC"},
    {.name = "a tie-break card that would make a pair is replaced",
     .players = 3,
     .record = "deal A 3 6 7 8 10\ndeal B 2 7 8 9 10\ndeal C 5 6 8 10 10\n"
               "deal A 4\ndeal B 4\ndeal C 9\ndeal A 4",
     .to_act = "deck"},
    {.name = "a purchase stays paid for when it makes a pair",
     .players = 3,
     .record = "deal A 3 5 7 8 10\ndeal B 2 4 8 9 10\ndeal C 5 6 8 10 10\n"
               "deal A 6\ndeal B 4\ndeal C 9\n"
               "A stack 3\nA stack 10\nA stack 8\nA stack 5\n"
               "B stack 4\nB stack 10\nB stack 8\nB stack 9\n"
               "C stack 6\nC stack 10\nC stack 10\nC stack 8\nB buy",
     .scores = "-1 -6 -1",
     .to_act = "C"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_troll_guts = {
    .name = "troll-guts",
    .aliases = "trollgedaerm",
    .title = "Troll Guts",
    .summary = "take a card each turn, drawn, stolen or bought, and be the last without a pair",
    .goal = "? hands not 1\n"
            "The last without a pair takes the pot. Most chips after {hands} hands win.\n\n"
            "? hands 1\n"
            "The last without a pair takes the pot. Most chips win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 3,
    .players_max = 6,
    .best_with = 3,
    .decisions = 203,
    .difficulty = 3,
    .look = {0x9b2c2c, "M12 20C5 15 3 12 3 8.5a4.5 4.5 0 0 1 9-1a4.5 4.5 0 0 1 9 1c0 4-2 7-9 11z"},
    .chips = true,
    .hidden = true,
    .custom = {.each = 6, .besides = 19},
    .options = options,
    .verbs = verbs,
    .zones = zones,
    .sentences = sentences,
    .examples = examples,
    .size = sizeof(struct state),
    .start = start,
    .legal = legal,
    .apply = apply,
    .deal = deal,
    .view = view,
    .means = means,
    .returns = returns_even,
    .reshuffle = reshuffle,
    .hint = hint,
};
