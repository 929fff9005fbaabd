/* Rocket, designed by James Ernest: a casino game against a dealer who plays by fixed rules; with
 * the bank as dealer, or with seats that take turns, and with or without a button. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Each player acts once, then the dealer draws, and so on: nobody hits twice in a row (R1).",
    "The cards are shuffled between rounds when a fifth of them or less is left (R2).",
    "If the cards run out in mid-round, the discards are shuffled, with the stacks that are "
    "already out (R3, R4).",
    "To a player a 3 is a card like any other, and it may be the lowest card of a fold (R6).",
    "If no player is left in the round, the dealer draws no more (R8).",
    "Everybody must bet, openly and before the first card; only the highest bet is a limit, not "
    "your chips (R9, R10).",
    "? button on\n"
    "Of tied lowest cards the first to the left of the old button gets it, and its old holder is "
    "last in line (R12).",
    "? button on\n"
    "A round that the dealer's first card ends does not move the button (R17).",
    "? dealer-mode rotate\n"
    "The cards are not shuffled because another player deals (R15).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER_MODE, DECKS, MAX_BET, BUTTON, DEALER, HANDS, CHIPS };

enum mode { HOUSE, ROTATE };

static const char *const modes[] = {"house", "rotate", NULL};

enum {
    BET_STEP = 10, /* bets are multiples of this, and payments of a bet divided by it */
    MAX_BET_MOST = 10000,
    SHUFFLE_AT = 5, /* this part of the shoe is too little for a new round, R2 */
    DEATH_CARD = 3,
    BETTORS_MAX = 6,
};

static const struct option options[] = {
    [DEALER_MODE] = {"dealer-mode",
                     "who deals: the house (1-6 players), or the seats in turn (2-7)",
                     OPTION_CHOICE, .words = modes},
    [DECKS] = {"decks", "decks that are shuffled together", OPTION_NUMBER, .role = ROLE_DECKS,
               .standard = 1, .least = 1, .most = DECKS_MAX},
    [MAX_BET] = {"max-bet", "the highest bet", OPTION_NUMBER, .standard = 100, .least = BET_STEP,
                 .most = MAX_BET_MOST, .step = BET_STEP},
    [BUTTON] = {"button", "the lowest card acts first", .type = OPTION_SWITCH},
    [DEALER] = {"dealer", "who deals first, if seats take turns", OPTION_SEAT,
                .standard = LAST_SEAT},
    [HANDS] = {"hands", "rounds in a session", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

static const struct preset presets[] = {
    {"rocket-rotate", "Home Rocket", "the players take turns as dealer",
     .options = "dealer-mode rotate", .aliases = "rakete-reihum", .decisions = 48},
    {"rocket-button", "Rocket with a Button", "the lowest starting card acts first",
     .options = "button on", .aliases = "rakete-knopf"},
    {0},
};

static bool check(const struct setup *u, struct error *e)
{
    if (u->option[DEALER_MODE] == HOUSE && u->players > BETTORS_MAX)
        return error_set(e,
                         "option dealer-mode is house, but %d play; expected 1 to %d players, "
                         "or dealer-mode=rotate",
                         u->players, BETTORS_MAX);
    if (u->option[DEALER_MODE] == ROTATE && u->players < 2)
        return error_set(e,
                         "option dealer-mode is rotate, but %d plays; expected 2 to %d players, "
                         "or dealer-mode=house",
                         u->players, BETTORS_MAX + 1);
    return setup_spares(u, u->players + 1, 1, e); /* R3 */
}

enum { BET, HIT, FOLD };

static const struct verb verbs[] = {
    [BET] = {"bet", /* R9: shown at once */
             .argument = {NUMBER_ARGUMENT},
             .means = "A tenth of it, times the rank, is what you win or lose.",
             .asks = {"How much do you bet?"}, .least = BET_STEP, .step = BET_STEP,
             .limit = "max-bet", .tells = "{seat} {bet/bets} {first}."},
    [HIT] = {"hit", .means = "Take one more card.", .draws = true,
             .tells = "{seat} {hit/hits}[: {cards}]."},
    [FOLD] = {"fold", .gives_in = true, .means = "Pay the dealer and leave the round.",
              .tells = ""},
    {0},
};

static enum returns returns(const struct setup *u)
{
    return u->option[DEALER_MODE] == ROTATE ? RETURNS_EVEN : RETURNS_VARY;
}

/* --- State ------------------------------------------------------------------------------------ */

enum { DEALER_PLACE = PLACE_GAME };

static const char *const places[] = {"dealer", NULL};

enum { STACK = ZONE_GAME, DEALER_STACK };

enum { BETS, HOUSE_BALANCE, BUTTON_HERE };

enum {
    SAY_DEALS = 1,
    SAY_DEALER_GETS,
    SAY_BUTTON,
    SAY_FOLD,
    SAY_PAIR,
    SAY_DEALER_PAIR,
    SAY_DEATH,
    SAY_DEATH_AT_ONCE,
    SAY_LENDS,
    SAY_OWES,
    MEANS_BET,
    MEANS_HIT,
    MEANS_HIT_TIMES,
    MEANS_FOLD,
};

static const char *const sentences[] = {
    [SAY_DEALS] = "{seat} {deal/deals} this time.",
    [SAY_DEALER_GETS] = "The dealer gets {a cards}.",
    [SAY_BUTTON] = "{seat} {have/has} the lowest card, {cards}, and {begin/begins}.",
    [SAY_FOLD] = "{seat} {fold/folds} and {pay/pays} the dealer {number} {chip|chips}.",
    [SAY_PAIR] = "A pair! {seat} {pay/pays} the dealer {number} {chip|chips}.",
    [SAY_DEALER_PAIR] =
        "A pair! The dealer pays {other|you} {number} {chip|chips}[, {other|you} {number}].",
    [SAY_DEATH] =
        "The deadly 3! The dealer pays {other|you} {number} {chip|chips}[, {other|you} {number}].",
    [SAY_DEATH_AT_ONCE] = "The dealer begins with a 3: that ends the round.",
    [SAY_LENDS] = "The dealer lends. {seat} {owe/owes} {number} {chip|chips}.",
    [SAY_OWES] = "{seat} {have/has} no chips left and {owe/owes} {number} {chip|chips}.",
    [MEANS_BET] = "Each point of rank is {number} {chip|chips} then, won or lost.",
    [MEANS_HIT] = "One more card. A pair costs {any cards} {chip|chips}.",
    [MEANS_HIT_TIMES] = "One more card. A pair costs {number} times its rank: {any cards}.",
    [MEANS_FOLD] = "Pay the dealer {number} {chip|chips} and leave the round.",
    NULL,
};

/* Everything here is seen by all. In house mode the dealer of the head is NOBODY. */
struct state {
    struct head h;
    cards stack[PLAYERS_MAX];   /* face up before each player */
    cards dealer;               /* and before the dealer */
    uint16_t unit[PLAYERS_MAX]; /* u of the rules: what a payment is counted in, 0 before the bet */
    seats live;                 /* players who are still in the round */
    seats waiting;              /* those who get a starting card yet, or act yet in this cycle */
    uint8_t button;             /* who had it last, NOBODY at first */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"stack", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, stack),
     .special = true},
    {"dealer", OF_BOTH, SEEN_BY_ALL, LIE_FAN, 7, .special = true},
    {0},
};

static const struct label labels[] = {
    {"bet", .whose = OF_SEATS},
    {"house balance", .whose = OF_MIDDLE},
    {"button", .whose = OF_SEATS},
    {0},
};

/* Where the dealer sits: the bank between the last seat and A. */
static int dealer_seat(const struct state *s)
{
    return s->h.dealer == NOBODY ? PLAYERS_MAX - 1 : s->h.dealer;
}

/* R13: the order of acting holds for the whole round, whoever is out. */
static int next_to_act(const struct state *s)
{
    if (!s->h.option[BUTTON])
        return seats_next(s->waiting, dealer_seat(s));
    return seats_from(s->waiting, s->button);
}

/* A player pays the dealer or the other way round: the dealer is NOBODY in house mode, and then
 * the chips belong to the bank and not to a pot. */
static void pay(struct state *s, int seat, int other, int32_t number, int say, struct log *log)
{
    chips_pay(&s->h, seat, other, number, say, log);
    s->h.pot = 0;
}

/* R10: who has no chips left plays on; that surprises fewer if it is said. */
static void tell_debt(const struct state *s, int seat, int say, struct log *log)
{
    int32_t left = s->h.option[CHIPS] + s->h.score[seat];
    if (s->h.option[CHIPS] && left < 0)
        log_note(log, say, seat, -left, 0);
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_round(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    if (pile_size(&s->h.pile[PILE_DECK]) <= pile_size(&s->h.fresh) / SHUFFLE_AT)
        deck_shuffle(&s->h, log);
    s->live = seats_all(s->h.players);
    if (s->h.dealer != NOBODY) {
        s->live = seats_without(s->live, s->h.dealer);
        log_note(log, SAY_DEALS, s->h.dealer, 0, 0);
    }
    s->waiting = s->live;
    wait_seats(&s->h, s->live);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = s->h.option[DEALER_MODE] == ROTATE ? (uint8_t)s->h.option[DEALER] : NOBODY;
    s->button = NOBODY;
    deck_fresh(&s->h, log);
    begin_round(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    if (!s->unit[seat]) {
        for (int bet = BET_STEP; bet <= s->h.option[MAX_BET]; bet += BET_STEP)
            out[n++] = action_make(BET, bet, 0);
        return n;
    }
    return legal_verbs(HIT, FOLD, out, n);
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_session(struct state *s, struct log *log)
{
    seats all = seats_all(s->h.players);
    if (s->h.option[DEALER_MODE] == ROTATE)
        match_over(&s->h, seats_most(s->h.score, all), 0, log);
    else
        match_over(&s->h, seats_above(s->h.score, all, 0),
                   all & (seats)~seats_above(s->h.score, all, -1), log);
}

static void discard_stack(struct state *s, int seat, struct log *log)
{
    discard_zone(s, spot_at(STACK, seat), log);
}

static void end_round(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        discard_stack(s, seat, log);
        s->unit[seat] = 0;
    }
    discard(&s->h, s->dealer, spot_at(DEALER_STACK, s->h.dealer), log);
    s->dealer = 0;
    if (s->h.hand == s->h.option[HANDS]) {
        end_session(s, log);
        return;
    }
    if (s->h.dealer != NOBODY)
        deal_passes(&s->h);
    hand_end(&s->h, log);
    begin_round(s, log);
}

/* The next card of the starting deal. */
static void deal_next(struct state *s, struct log *log)
{
    deck_due(&s->h, s->waiting ? seats_next(s->waiting, dealer_seat(s)) : DEALER_PLACE, log);
}

/* The next player of the cycle, or the dealer after the last. */
static void go_on(struct state *s, struct log *log)
{
    if (!s->live)
        end_round(s, log); /* R8 */
    else if (s->waiting)
        wait_seat(&s->h, next_to_act(s));
    else
        deck_due(&s->h, DEALER_PLACE, log);
}

static void begin_cycle(struct state *s, struct log *log)
{
    s->waiting = s->live;
    go_on(s, log);
}

/* A player is out: pays the dealer and discards the stack (R4). */
static void leave(struct state *s, int seat, int rank, int say, struct log *log)
{
    pay(s, seat, s->h.dealer, s->unit[seat] * rank, say, log);
    tell_debt(s, seat, SAY_LENDS, log);
    discard_stack(s, seat, log);
    s->live = seats_without(s->live, seat);
    go_on(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == BET) {
        s->unit[seat] = (uint16_t)(action_first(a) / BET_STEP);
        if (turn_done(&s->h, seat))
            deal_next(s, log);
        return;
    }
    s->waiting = seats_without(s->waiting, seat);
    if (action_verb(a) == HIT)
        deck_due(&s->h, seat, log); /* R3: there is always a card */
    else
        leave(s, seat, cards_lowest(s->stack[seat] | s->dealer), SAY_FOLD, log); /* R7 */
}

/* R11, R12: no further cards; the last holder is the last in line. */
static void give_button(struct state *s, struct log *log)
{
    int32_t rank[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++)
        if (seats_has(s->live, seat))
            rank[seat] = cards_lowest(s->stack[seat]);
    int before = s->button == NOBODY ? dealer_seat(s) : s->button;
    s->button = (uint8_t)seats_next(seats_least(rank, s->live), before);
    log_note(log, SAY_BUTTON, s->button, 0, s->stack[s->button]);
}

static void deal_dealer(struct state *s, int c, struct log *log)
{
    log_moved(log, cards_one(c), spot_at(ZONE_DECK, NOBODY), spot_at(DEALER_STACK, s->h.dealer),
              SAY_DEALER_GETS);
    bool starting = !s->dealer, paired = cards_has(s->dealer, c);
    s->dealer += cards_one(c);
    if (c == DEATH_CARD && starting)
        log_note(log, SAY_DEATH_AT_ONCE, NOBODY, 0, 0);
    if (c == DEATH_CARD || paired) {
        for (int seat = 0; seat < s->h.players; seat++)
            if (seats_has(s->live, seat))
                pay(s, s->h.dealer, seat, s->unit[seat] * c, paired ? SAY_DEALER_PAIR : SAY_DEATH,
                    log);
        if (s->h.dealer != NOBODY)
            tell_debt(s, s->h.dealer, SAY_OWES, log);
        end_round(s, log);
        return;
    }
    if (starting && s->h.option[BUTTON])
        give_button(s, log); /* R17: only in a round in which somebody acts */
    begin_cycle(s, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (seat == DEALER_PLACE) {
        deal_dealer(s, c, log);
        return;
    }
    bool starting = !s->stack[seat], paired = cards_has(s->stack[seat], c);
    card_dealt(s, c, spot_at(STACK, seat), log);
    if (starting) {
        s->waiting = seats_without(s->waiting, seat);
        deal_next(s, log);
    } else if (paired) {
        leave(s, seat, c, SAY_PAIR, log);
    } else {
        go_on(s, log);
    }
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    int32_t balance = 0;
    for (int seat = 0; seat < s->h.players; seat++) {
        if (seat != s->h.dealer)
            view_cards(v, STACK, seat, s->stack[seat], EVERYBODY);
        if (s->unit[seat])
            view_number(v, BETS, seat, s->unit[seat] * BET_STEP);
        if (seat == s->button)
            view_number(v, BUTTON_HERE, seat, 1);
        balance -= s->h.score[seat];
    }
    view_cards(v, DEALER_STACK, s->h.dealer, s->dealer, EVERYBODY);
    if (s->h.dealer == NOBODY)
        view_number(v, HOUSE_BALANCE, NOBODY, balance);
}

/* What a point of rank is worth to the seat that looks. */
static int32_t own_unit(const struct view *v)
{
    return view_value(v, BETS, v->looks) / BET_STEP;
}

static struct event means(const struct view *v, action a)
{
    cards own = view_faces(v, STACK, v->looks), dealer = view_faces(v, DEALER_STACK, v->dealer);
    int32_t unit = own_unit(v);
    if (action_verb(a) == BET)
        return (struct event){.say = MEANS_BET, .number = action_first(a) / BET_STEP};
    if (action_verb(a) == HIT)
        return (struct event){.say = unit > 1 ? MEANS_HIT_TIMES : MEANS_HIT,
                              .cards = own,
                              .number = unit > 1 ? unit : cards_sum(own)};
    int lowest = cards_lowest(own | dealer);
    return (struct event){.kind = EVENT_PAY, .say = MEANS_FOLD, .number = unit * lowest};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Bets little, since the dealer has the edge. Hits if the own risk is outweighed by what the
 * dealer's next card pays; if it pays nothing, there is still the fold. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards own = view_faces(v, STACK, v->looks), dealer = view_faces(v, DEALER_STACK, v->dealer);
    if (!own)
        return v->act[0];
    cards deadly = cards_distinct(dealer | cards_one(DEATH_CARD));
    int fold = cards_lowest(own | dealer);
    double later = view_risk(v, deadly) - (1 - view_chance(v, deadly)) * fold;
    double hit = (1 - view_chance(v, own)) * later - view_risk(v, own);
    return action_make(hit > -fold ? HIT : FOLD, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a fold costs the lowest card of both stacks for every ten chips of the bet",
     .players = 1,
     .record = "A bet 30\ndeal A 9\ndeal dealer 6\nA hit\ndeal A 4\ndeal dealer 10\nA fold",
     .scores = "-12",
     .to_act = "A"},
    {.name = "a starting 3 loses for the dealer before anybody acts",
     .players = 2,
     .options = "hands 1",
     .record = "B bet 50\nA bet 10\ndeal A 9\ndeal B 3\ndeal dealer 3",
     .scores = "3 15",
     .to_act = ""},
    {.name = "the dealer's seat does not bet and collects from the others",
     .players = 2,
     .options = "dealer-mode rotate, dealer A",
     .record = "B bet 100\ndeal B 8\ndeal dealer 9\nB hit\ndeal B 8",
     .scores = "80 -80",
     .to_act = "A"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_rocket = {
    .name = "rocket",
    .aliases = "rakete",
    .title = "Rocket",
    .summary = "bet, then avoid a pair for longer than the dealer",
    .goal = "? dealer-mode house\nOutlast the dealer without a pair. More chips than at first "
            "win.\n\n? hands not 1\nOutlast the dealer without a pair. Most chips after {hands} "
            "rounds win.\n\n? hands 1\nOutlast the dealer without a pair. Most chips win.",
    .rulings = rulings,
    .kind = CASINO,
    .players_min = 1,
    .players_max = BETTORS_MAX + 1,
    .best_with = 3,
    .decisions = 72,
    .difficulty = 1,
    .look = {0xa33a1f, "M12 2c4 4 5 9 3 14H9C7 11 8 6 12 2zM8 12l-4 5v3l5-4M16 12l4 5v3l-5-4"},
    .chips = true,
    .bank = true,
    .rounds = true,
    .pairing = STACK,
    .custom = {.each = 5, .besides = 20},
    .options = options,
    .presets = presets,
    .verbs = verbs,
    .places = places,
    .zones = zones,
    .labels = labels,
    .sentences = sentences,
    .examples = examples,
    .size = sizeof(struct state),
    .start = start,
    .legal = legal,
    .apply = apply,
    .deal = deal,
    .view = view,
    .means = means,
    .check = check,
    .returns = returns,
    .hint = hint,
};
