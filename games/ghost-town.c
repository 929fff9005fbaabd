/* Ghost Town, designed by James Ernest: the pot is the bank, and every draw is a bet against it. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Tie-break cards are compared only with each other; a second one of a rank is not replaced "
    "(R1).",
    "If the stock runs out in a tie, all cards are dealt again and the antes stay (R2).",
    "Only your own house and the street can bust you, never a neighbour's house (R3).",
    "If the pot has less than your draw is worth, you get what is there, and the hand ends (R4).",
    "A pushed card neither busts your neighbour nor pays him; it only stands against later draws "
    "(R6).",
    "You push onto the next player to your left who is still in, even if that is another one than "
    "before (R7).",
    "When the stock is empty the discards are shuffled, with the cards of those who left, and "
    "nothing is burned (R8, R9).",
    "The last player in takes the pot without a turn, and whoever busts pays before that (R11, "
    "R13).",
    "Nobody is out for want of chips: you may go below zero (R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, DEALER_PASSES, ANTE, PLAY_COST, HANDS, CHIPS };

enum { HAND_CARDS = 5 };

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals first", OPTION_SEAT, .standard = LAST_SEAT},
    [DEALER_PASSES] = {"dealer-passes", "the deal moves left after each hand",
                       .type = OPTION_SWITCH},
    [ANTE] = {"ante", "chips that each player pays for a hand", OPTION_NUMBER, .standard = 10,
              .least = 1, .most = 1000},
    [PLAY_COST] = {"play-cost", "chips paid to play or push a card", OPTION_NUMBER, .standard = 2,
                   .most = 100},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

enum { SHOW, PLAY, PUSH, DRAW, FOLD };

static const struct verb verbs[] = {
    [SHOW] = {"show", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "It goes into the street: whoever draws its rank busts.",
              .tells = "{seat} {choose/chooses} the {first}.",
              .asks = {"Which card do you put into the street?"}},
    [PLAY] = {"play", .argument = {RANK_ARGUMENT}, .means = "Pay and lay it into your own house.",
              .tells = "{seat} {lay/lays} the {first} into {your/their} house.",
              .asks = {"Which card do you lay into your house?"}},
    [PUSH] = {"push", .argument = {RANK_ARGUMENT},
              .means = "Pay and lay it into the house on your left.", .tells = "",
              .asks = {"Which card do you push into the house on your left?"}},
    [DRAW] = {"draw", .means = "Turn up a card: win its rank, or bust and pay it.",
              .tells = "{seat} {draw/draws}[: {a cards}].", .draws = true},
    [FOLD] = {"fold", .gives_in = true, .means = "Be out of this hand. It costs nothing.",
              .tells = ""},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, HOUSE, STREET };

enum {
    SAY_TIE = 1,
    SAY_VOID,
    SAY_STREET,
    SAY_FIRST,
    SAY_PUSH,
    SAY_WINS,
    SAY_BUST_HOUSE,
    SAY_BUST_STREET,
    SAY_EMPTY,
    SAY_LAST,
    SAY_FOLDS,
    SAY_OUT,
    MEANS_PLAY,
    MEANS_PUSH,
    MEANS_DRAW
};

static const char *const sentences[] = {
    [SAY_TIE] = "A tie: {seat} {get/gets} {a cards}.",
    [SAY_VOID] = "Still a tie, and no card is left: all cards are dealt again.",
    [SAY_STREET] = "In the street: {cards}.",
    [SAY_FIRST] = "{seat} {have/has} the lowest card and {begin/begins}.",
    [SAY_PUSH] = "{other} {push/pushes} the {cards} into {seat's|your} house.",
    [SAY_WINS] = "{other} {win/wins} {number} {chip|chips}.",
    [SAY_BUST_HOUSE] = "{seat} {bust/busts} on {your/their} own house and {pay/pays} {number} "
                       "{chip|chips}.",
    [SAY_BUST_STREET] = "{seat} {bust/busts} on the street and {pay/pays} {number} {chip|chips}.",
    [SAY_EMPTY] = "The pot is empty: the hand is over.",
    [SAY_LAST] = "{other} {are/is} the last one in and {take/takes} {number} {chip|chips}.",
    [SAY_FOLDS] = "{seat} {fold/folds}.",
    [SAY_OUT] = "", /* whoever busts is out */
    [MEANS_PLAY] = "Wait a turn for {number} {chip|chips}. One danger more in your house.",
    [MEANS_PUSH] = "It costs {number} {chip|chips}, and {other} has one danger more.",
    [MEANS_DRAW] = "You bust on {any cards}. Any other wins its rank in chips.",
    NULL,
};

/* What the next card or decision is for. */
enum phase { DEALING, SHOWING, TIE, TURNS };

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];  /* seen by its owner */
    cards house[PLAYERS_MAX]; /* seen by all, never a pair */
    cards street;             /* seen by all, each rank once */
    struct buried buried;     /* hands of seats that left */
    struct choices first;     /* the first cards, secret until the last one is chosen */
    struct lowcard low;       /* the search for the seat that goes first; seen by all */
    seats in;                 /* seats that are still in the hand */
    uint8_t phase;
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 5, .set = offsetof(struct state, hand)},
    {"house", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, house)},
    {"street", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 6, .set = offsetof(struct state, street)},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    deck_gather(s, log);
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

/* R7: the next seat clockwise that is still in. */
static int neighbour(const struct state *s, int seat)
{
    return seats_next(s->in, seat);
}

static int legal(const struct state *s, int seat, action out[])
{
    cards ranks = cards_distinct(s->hand[seat]), house = s->house[seat];
    if (s->phase == SHOWING)
        return legal_cards(SHOW, ranks, out, 0);
    int n = legal_cards(PLAY, ranks & ~(house | s->street), out, 0);
    n = legal_cards(PUSH, ranks & house & ~s->house[neighbour(s, seat)], out, n); /* R5 */
    return legal_verbs(DRAW, FOLD, out, n); /* R12: on the first turn as well */
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_hand(struct state *s, struct log *log)
{
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    if (s->h.option[DEALER_PASSES])
        deal_passes(&s->h);
    begin_hand(s, log);
}

/* R8: a seat is out, and its cards are discarded, the hand unseen. */
static void leave(struct state *s, int seat, int say, struct log *log)
{
    discard_zone(s, spot_at(HOUSE, seat), log);
    bury_zone(s, &s->buried, spot_at(HAND, seat), log);
    s->in = seats_without(s->in, seat);
    log_out(log, say, seat, 0);
    if (seats_count(s->in) > 1) {
        wait_seat(&s->h, seats_next(s->in, seat));
        return;
    }
    chips_share(&s->h, s->in, SAY_LAST, log); /* R11 */
    end_hand(s, log);
}

static void begin_turns(struct state *s, int first, struct log *log)
{
    log_note(log, SAY_FIRST, first, 0, 0);
    s->phase = TURNS;
    wait_seat(&s->h, first);
}

/* The next tie-break card. R2: the discards do not help, the deal is void. */
static void deal_tie(struct state *s, struct log *log)
{
    s->phase = TIE;
    if (!pile_empty(&s->h.pile[PILE_DECK])) {
        deck_due(&s->h, lowcard_seat(&s->low, &s->h), log);
        return;
    }
    log_note(log, SAY_VOID, NOBODY, 0, 0);
    begin_deal(s, log);
    log_shuffled(log, 0);
}

/* All first cards are chosen: they make the street and say who goes first. */
static void reveal(struct state *s, struct log *log)
{
    int first = NOBODY;
    lowcard_begin(&s->low, s->in);
    for (int seat = 0; seat < s->h.players; seat++)
        log_shown(log, cards_one(s->first.rank[seat]), HAND, seat, 0);
    for (int seat = 0; seat < s->h.players; seat++) {
        int c = s->first.rank[seat];
        struct spot from = spot_at(HAND, seat);
        if (cards_has(s->street, c)) {
            cards_go_open(s, from, discards_spot, cards_one(c), 0, log);
        } else {
            cards_go(s, from, spot_at(STREET, NOBODY), cards_one(c), 0, log);
        }
        first = lowcard_keep(&s->low, seat, c);
    }
    s->first = (struct choices){{0}};
    log_note(log, SAY_STREET, NOBODY, 0, s->street);
    if (first == NOBODY)
        deal_tie(s, log);
    else
        begin_turns(s, first, log);
}

/* A card of the hand goes into a house, for a fee. */
static void apply_play(struct state *s, int seat, int c, int owner, int say, struct log *log)
{
    wait_seat(&s->h, neighbour(s, seat));
    chips_pay(&s->h, seat, NOBODY, s->h.option[PLAY_COST], 0, log);
    cards_go(s, spot_at(HAND, seat), spot_at(HOUSE, owner), cards_one(c), say, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int c = action_first(a);
    switch (action_verb(a)) {
    case SHOW:
        if (choices_put(&s->first, &s->h, seat, c))
            reveal(s, log);
        break;
    case PLAY:
        apply_play(s, seat, c, seat, 0, log);
        break;
    case PUSH:
        apply_play(s, seat, c, neighbour(s, seat), SAY_PUSH, log);
        break;
    case DRAW:
        buried_due(&s->buried, &s->h, seat, log); /* R9 */
        break;
    case FOLD:
        leave(s, seat, SAY_FOLDS, log);
        break;
    }
}

static void deal_hand(struct state *s, int c, struct log *log)
{
    if (!hands_dealt(&s->h, s->hand, c, HAND_CARDS, HAND, log))
        return;
    s->phase = SHOWING;
    choices_begin(&s->first, &s->h, s->in);
}

/* R1: the card is compared and thrown away. */
static void deal_compared(struct state *s, int seat, int c, struct log *log)
{
    log_note(log, SAY_TIE, seat, 0, cards_one(c));
    discard(&s->h, cards_one(c), spot_at(ZONE_DECK, NOBODY), log);
    int first = lowcard_keep(&s->low, seat, c);
    if (first == NOBODY)
        deal_tie(s, log);
    else
        begin_turns(s, first, log);
}

static void deal_drawn(struct state *s, int seat, int c, struct log *log)
{
    buried_drawn(&s->buried, c);
    bool bust = cards_has(s->house[seat] | s->street, c); /* R3 */
    card_dealt(s, c, spot_at(HOUSE, seat), log);
    if (bust) { /* R13: paid before the last one in collects */
        int say = cards_has(s->street, c) ? SAY_BUST_STREET : SAY_BUST_HOUSE;
        chips_pay(&s->h, seat, NOBODY, c, say, log);
        leave(s, seat, SAY_OUT, log);
        return;
    }
    chips_pay(&s->h, NOBODY, seat, c < s->h.pot ? c : s->h.pot, SAY_WINS, log); /* R4 */
    if (s->h.pot > 0) {
        wait_seat(&s->h, neighbour(s, seat));
        return;
    }
    log_note(log, SAY_EMPTY, NOBODY, 0, 0);
    end_hand(s, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == DEALING)
        deal_hand(s, c, log);
    else if (s->phase == TIE)
        deal_compared(s, seat, c, log);
    else
        deal_drawn(s, seat, c, log);
}

/* --- View ------------------------------------------------------------------------------------- */

/* Who is in has cards. */
static bool view_in(const struct view *v, int seat)
{
    return view_find(v, HAND, seat)->count + view_find(v, HOUSE, seat)->count > 0;
}

/* What it costs, whose house it is, and which ranks bust a draw. */
static struct event means(const struct view *v, action a)
{
    struct event e = {.number = v->option[PLAY_COST]};
    int next = v->looks;
    switch (action_verb(a)) {
    case PLAY:
        e.kind = EVENT_PAY;
        e.say = MEANS_PLAY;
        break;
    case PUSH:
        do
            next = (next + 1) % v->players;
        while (!view_in(v, next));
        e.kind = EVENT_PAY;
        e.say = MEANS_PUSH;
        e.other = (uint8_t)next;
        break;
    case DRAW:
        e.say = MEANS_DRAW;
        e.cards = view_faces(v, HOUSE, v->looks) | view_faces(v, STREET, NOBODY);
        break;
    }
    return e;
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A seat does not know the hands of the others, those that were discarded, and the stock, except
 * for cards that it saw among the discards before they were shuffled. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    cards known = buried_lift(&s->buried, &s->h, seat);
    hands_deal_again(&s->h, seat, s->hand, r);
    buried_deal_again(&s->buried, &s->h, seat, known, r);
    choices_again(&s->first, &s->h, seat, s->hand, r);
}

/* Show a high card, which then busts everybody. A draw gains its rank, or loses it and the share in
 * the pot; to push or play a card costs a little more than its price, for it leaves one card less
 * to wait with until the others bust. A push makes them do so sooner. Do what is worth most on
 * average; play ranks of which few are left. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    enum { PUSH_GAIN = 15 };
    cards busting = cards_distinct(view_faces(v, HOUSE, v->looks) | view_faces(v, STREET, NOBODY));
    double paying = view_risk(v, cards_missing(busting)), value[ACTIONS_MAX];
    int in = 0;
    for (int seat = 0; seat < v->players; seat++)
        in += view_in(v, seat);
    double share = 0.85 * v->pot / in, wait = share - v->option[PLAY_COST] - 0.5;
    double gain = paying < v->pot ? paying : v->pot;
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), c = action_first(v->act[i]);
        value[i] = verb == SHOW ? c : 0; /* a fold costs nothing */
        if (verb == DRAW)
            value[i] = gain - view_risk(v, busting) + share * (1 - view_chance(v, busting));
        else if (verb == PUSH)
            value[i] = wait + PUSH_GAIN * view_chance(v, cards_one(c));
        else if (verb == PLAY)
            value[i] = wait + pile_count(&v->seen, c) / (double)DECK_CARDS;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a draw wins its rank from the pot",
     .players = 2,
     .record = "deal A 3 5 8 8 9\ndeal B 4 6 7 9 10\nA show 3\nB show 4\nA draw\ndeal A 10",
     .scores = "0 -10",
     .to_act = "B"},
    {.name = "a draw of a rank in the street busts, and the last one in takes the pot",
     .players = 2,
     .options = "hands 1",
     .record = "deal A 3 5 8 8 9\ndeal B 4 6 7 9 10\nA show 3\nB show 4\nA draw\ndeal A 4",
     .scores = "-14 14",
     .to_act = ""},
    {.name = "an emptied pot ends the hand",
     .players = 2,
     .options = "hands 1, ante 1",
     .record = "deal A 3 5 8 8 9\ndeal B 4 6 7 9 10\nA show 3\nB show 4\nA draw\ndeal A 10",
     .scores = "1 -1",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_ghost_town = {
    .name = "ghost-town",
    .aliases = "geisterstadt",
    .title = "Ghost Town",
    .summary = "draw chips from the pot or outlast everybody to take what is left of it",
    .goal = "? hands 1\n"
            "Draw chips from the pot, or be the last one in. Most chips win.\n\n"
            "? hands not 1\n"
            "Draw chips, or be the last one in. Most chips after {hands} hands win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 84,
    .difficulty = 2,
    .look = {0x4a4f7c, "M5 21V10a7 7 0 0 1 14 0v11l-3.5-2-3.5 2-3.5-2zM9.5 10v1M14.5 10v1"},
    .chips = true,
    .hidden = true,
    .custom = {.each = 5, .besides = 25},
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
    .means = means,
    .returns = returns_even,
    .reshuffle = reshuffle,
    .hint = hint,
};
