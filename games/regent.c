/* Regent, designed by James Ernest: a bluffing game about hidden pairs, for two, and with turns
 * that jump about for three to six. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "When a card is needed and there is none, the discards are shuffled; burning always leaves at "
    "least one (R1).",
    "With neither stock nor discards you can neither draw nor attack (R2).",
    "A tie for the start that no card can break voids the round: everything is shuffled and dealt "
    "again (R3).",
    "An attack fails only on an upcard; if it matches a hidden card, you are safe and the other "
    "has a pair (R4).",
    "Three of a kind count as a pair (R7).",
    "Seeing in vain costs the highest card of the whole hand, upcards included (R8).",
    "? players not 2\n"
    "With more than two the price of a fold counts only the upcards of those still in (R9).",
    "? players not 2\n"
    "Cards that were seen in vain stay face up, and their owner cannot be seen again before "
    "drawing (R10).",
    "? players not 2\n"
    "When only two are left, the rules for more still hold (R12).",
    "Without a down card you cannot give; if nothing else is possible, you must fold (R13).",
    "Nobody is out for want of chips: you may go below zero (R15).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, HANDS, BURN, CHIPS };

enum { DUEL = 2, DOWN_CARDS = 2 };

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every round", OPTION_SEAT, .standard = LAST_SEAT},
    [HANDS] = {"hands", "rounds in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [BURN] = {"burn", "cards burned after each shuffle", OPTION_NUMBER, .standard = 5, .most = 10},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

static const struct preset presets[] = {
    {"regent-multi", "Regent for 3-6",
     "Regent for a whole table: the last one left takes the folds", .options = "",
     .aliases = "regent-runde", .players_min = 3, .decisions = 49},
    {0},
};

enum { DRAW, ATTACK, GIFT, FOLD, SEE };

static const struct verb verbs[] = {
    [DRAW] = {"draw", .means = "Take a card, face down.",
              .tells = "{seat} {draw/draws}[ {a cards}]."},
    [ATTACK] = {"attack", .argument = {SEAT_ARGUMENT},
                .means = "Deal somebody a card, face up. A pair costs you its rank.",
                .asks = {"Whom do you attack?"}, .tells = "{seat} {attack/attacks} {first|you}."},
    [GIFT] = {"gift", .argument = {RANK_ARGUMENT, SEAT_ARGUMENT},
              .means = "Give a hidden card away, face up.",
              .asks = {"Which card do you give away?", "Who gets it?"},
              .tells = "{seat} {give/gives} {second|you} the {first}.",
              .says = "give {seat|you} the {rank}"},
    [FOLD] = {"fold", .gives_in = true,
              .means = "Pay the lowest card in sight and leave the round.", .tells = ""},
    [SEE] = {"see", .argument = {SEAT_ARGUMENT},
             .means = "Look at a hand. A pair pays you, no pair costs you.",
             .asks = {"Whose cards do you want to see?"},
             .tells = "{seat} {want/wants} to see {first's|your} cards.",
             .says = "see {seat's|your} cards"},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { DOWN = ZONE_GAME, UP };

enum { FOLD_PRICE };

enum {
    SAY_FIRST = 1,
    SAY_REPLACED,
    SAY_VOID,
    SAY_PAIRED,
    SAY_FOLDS,
    SAY_CAUGHT,
    SAY_CLEAN,
    SAY_LAST,
    SAY_LEFT,
    MEANS_ATTACK,
    MEANS_GIFT,
    MEANS_GIFT_PAIR,
    MEANS_FOLD,
    MEANS_FOLD_CENTRE,
    MEANS_SEE
};

static const char *const sentences[] = {
    [SAY_FIRST] = "{seat} {show/shows} the lowest card and {begin/begins}.",
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "No card can break the tie: all is dealt again.",
    [SAY_PAIRED] =
        "{seat} {deal/deals} {other|you} a second {number} and {pay/pays} {number} {chip|chips}.",
    [SAY_FOLDS] = "{seat} {fold/folds}.",
    [SAY_CAUGHT] = "A pair of {number}s! {seat} {pay/pays} {other|you} {number} {chip|chips}.",
    [SAY_CLEAN] = "No pair! {seat} {pay/pays} {other|you} {number} {chip|chips}.",
    [SAY_LAST] = "Only {other} {are/is} left and {take/takes} {number} {chip|chips}.",
    [SAY_LEFT] = "Only {seat} {are/is} left, but the pot is empty.",
    [MEANS_ATTACK] = "A card for {other}, face up. A pair costs you {any cards} {chip|chips}.",
    [MEANS_GIFT] = "Face up, for all to see.",
    [MEANS_GIFT_PAIR] = "Face up. That breaks up your pair.",
    [MEANS_FOLD] = "Pay {other} {number} {chip|chips}, the lowest card in sight.",
    [MEANS_FOLD_CENTRE] = "Pay {number} {chip|chips}, the lowest card in sight, into the pot.",
    [MEANS_SEE] = "A pair pays you its rank, no pair costs you {number} {chip|chips} or more.",
    NULL,
};

/* What is going on, and so what the next card is for. */
enum phase { DEALING, STARTING, PLAYING, DRAWING, ATTACKING };

struct state {
    struct head h;
    cards down[PLAYERS_MAX]; /* seen by their owner */
    cards up[PLAYERS_MAX];   /* seen by all; no rank twice (R6) */
    struct buried buried;    /* down cards among the discards; forgotten at a shuffle */
    struct lowcard low;      /* the search for the first player of a round */
    seats in;                /* still in the round */
    uint8_t phase;
    uint8_t active; /* the player in turn */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"down", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 5, .set = offsetof(struct state, down)},
    {"up", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, up)},
    {0},
};

static const struct label labels[] = {
    {"price of a fold", .whose = OF_MIDDLE},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

/* When the discards are shuffled, nobody knows any longer where they are. */
static void card_due(struct state *s, int seat, struct log *log)
{
    if (pile_empty(&s->h.pile[PILE_DECK]))
        buried_clear(&s->buried);
    deck_due(&s->h, seat, log);
}

static void begin_deal(struct state *s, struct log *log)
{
    s->phase = DEALING;
    s->in = seats_all(s->h.players);
    card_due(s, seat_left(&s->h, s->h.dealer), log);
}

static void begin_round(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    s->h.burn_after = (uint8_t)s->h.option[BURN];
    deck_fresh(&s->h, log);
    begin_round(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    const seats others = seats_without(s->in, seat); /* R14 */
    if (deck_has_card(&s->h)) {                      /* R2 */
        out[n++] = action_make(DRAW, 0, 0);
        for (seats left = others; left; left = seats_rest(left))
            out[n++] = action_make(ATTACK, seats_first(left), 0);
    }
    for (int c = cards_next(s->down[seat], 0); c; c = cards_next(s->down[seat], c))
        for (seats left = others; left; left = seats_rest(left))
            if (!cards_has(s->up[seats_first(left)], c))
                out[n++] = action_make(GIFT, c, seats_first(left));
    out[n++] = action_make(FOLD, 0, 0); /* R13 */
    for (seats left = others; left; left = seats_rest(left))
        if (s->down[seats_first(left)]) /* R10 */
            out[n++] = action_make(SEE, seats_first(left), 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* A whole hand goes to the discards; its down cards stay unseen unless they were `shown`. */
static void discard_hand(struct state *s, int seat, bool shown, struct log *log)
{
    discard_zone(s, spot_at(UP, seat), log);
    if (shown)
        cards_go_open(s, spot_at(DOWN, seat), discards_spot, s->down[seat], 0, log);
    else
        bury_zone(s, &s->buried, spot_at(DOWN, seat), log);
}

static void leave(struct state *s, int seat, bool shown, int say, struct log *log)
{
    s->in = seats_without(s->in, seat);
    log_out(log, say, seat, 0);
    discard_hand(s, seat, shown, log);
}

static void end_round(struct state *s, struct log *log)
{
    if (s->h.players > DUEL && !s->h.pot)
        log_note(log, SAY_LEFT, seats_first(s->in), 0, 0);
    chips_share(&s->h, s->in, SAY_LAST, log);
    discard_hand(s, seats_first(s->in), false, log);
    if (match_goes_on(&s->h, s->h.option[HANDS], log))
        begin_round(s, log);
}

/* The turn goes to a seat, or to the next one on its left that is still in. */
static void pass_turn(struct state *s, int seat, struct log *log)
{
    if (seats_count(s->in) == 1) {
        end_round(s, log);
        return;
    }
    s->phase = PLAYING;
    s->active = (uint8_t)seats_from(s->in, seat);
    wait_seat(&s->h, s->active);
}

static void apply_gift(struct state *s, int seat, int c, int target, struct log *log)
{
    cards_go(s, spot_at(DOWN, seat), spot_at(UP, target), cards_one(c), 0, log);
    pass_turn(s, target, log);
}

/* The lowest upcard among the players still in (R9); the others have none. */
static int fold_price(const struct state *s)
{
    cards all = 0;
    for (int seat = 0; seat < s->h.players; seat++)
        all |= s->up[seat];
    return cards_lowest(all);
}

static void apply_fold(struct state *s, int seat, struct log *log)
{
    int price = fold_price(s);
    leave(s, seat, false, SAY_FOLDS, log);
    int other = s->h.players == DUEL ? seat_left(&s->h, seat) : NOBODY; /* R12 */
    chips_pay(&s->h, seat, other, price, 0, log);
    pass_turn(s, seat, log);
}

/* The highest rank that is there more than once (R7), 0 if there is none. */
static int highest_pair(cards hand)
{
    int c = RANKS;
    while (c > 0 && cards_count(hand, c) < 2)
        c--;
    return c;
}

static void apply_see(struct state *s, int seat, int target, struct log *log)
{
    cards hand = s->down[target] + s->up[target];
    int pair = highest_pair(hand);
    log_shown(log, s->down[target], DOWN, target, 0);
    if (pair) {
        chips_pay(&s->h, target, seat, pair, SAY_CAUGHT, log);
        leave(s, target, true, 0, log);
    } else {
        chips_pay(&s->h, seat, target, cards_highest(hand), SAY_CLEAN, log);              /* R8 */
        cards_go(s, spot_at(DOWN, target), spot_at(UP, target), s->down[target], 0, log); /* R10 */
        leave(s, seat, false, 0, log);
    }
    pass_turn(s, target, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case DRAW:
        s->phase = DRAWING;
        card_due(s, seat, log);
        break;
    case ATTACK:
        s->phase = ATTACKING;
        card_due(s, action_first(a), log);
        break;
    case GIFT:
        apply_gift(s, seat, action_first(a), action_second(a), log);
        break;
    case FOLD:
        apply_fold(s, seat, log);
        break;
    case SEE:
        apply_see(s, seat, action_first(a), log);
        break;
    }
}

/* The next upcard or tie-break card, or a new deal if none can break the tie (R3). */
static void deal_next(struct state *s, struct log *log)
{
    int seat = lowcard_seat(&s->low, &s->h);
    if (deck_has_other(&s->h, s->up[seat])) {
        card_due(s, seat, log);
        return;
    }
    buried_clear(&s->buried);
    deck_gather(s, log);
    log_shuffled(log, SAY_VOID);
    begin_deal(s, log);
}

static void deal_hands(struct state *s, int seat, int c, struct log *log)
{
    card_dealt(s, c, spot_at(DOWN, seat), log);
    int next = deal_seat(&s->h, s->down, DOWN_CARDS);
    if (next != NOBODY) {
        card_due(s, next, log);
        return;
    }
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
    pass_turn(s, first, log);
}

/* R11: whatever comes, the attacked player is next. */
static void deal_attack(struct state *s, int target, int c, struct log *log)
{
    if (cards_has(s->up[target], c)) {
        chips_pay(&s->h, s->active, target, c, SAY_PAIRED, log);
        discard(&s->h, cards_one(c), spot_at(ZONE_DECK, NOBODY), log);
        leave(s, s->active, false, 0, log);
    } else {
        card_dealt(s, c, spot_at(UP, target), log);
    }
    pass_turn(s, target, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == DEALING) {
        deal_hands(s, seat, c, log);
    } else if (s->phase == STARTING) {
        deal_start(s, seat, c, log);
    } else if (s->phase == ATTACKING) {
        deal_attack(s, seat, c, log);
    } else {
        card_dealt(s, c, spot_at(DOWN, seat), log);
        pass_turn(s, seat_left(&s->h, seat), log);
    }
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    if (s->h.turn.kind == TURN_SEATS)
        view_number(v, FOLD_PRICE, NOBODY, fold_price(s));
}

/* What it may cost. */
static struct event means(const struct view *v, action a)
{
    int target = action_first(a);
    cards up = target < v->players ? view_faces(v, UP, target) : 0;
    cards hand = view_faces(v, DOWN, v->looks) + view_faces(v, UP, v->looks);
    struct event e = {.other = (uint8_t)target, .cards = up, .number = cards_sum(up)};
    switch (action_verb(a)) {
    case ATTACK:
        e.say = MEANS_ATTACK;
        break;
    case GIFT:
        e.say = cards_count(hand, action_first(a)) == 2 ? MEANS_GIFT_PAIR : MEANS_GIFT;
        break;
    case FOLD:
        e.kind = EVENT_PAY;
        e.say = v->players == DUEL ? MEANS_FOLD : MEANS_FOLD_CENTRE;
        e.other = !v->looks;
        e.number = view_labelled(v, FOLD_PRICE)->value;
        break;
    case SEE:
        e.say = MEANS_SEE;
        e.number = cards_highest(up);
        break;
    }
    return e;
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* What a seat does not know: the down cards of the others, in hand or discarded, and what was
 * burned. All that was shown lies face up or among the discards that it remembers. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    cards known = buried_lift(&s->buried, &s->h, seat);
    hands_deal_again(&s->h, seat, s->down, r);
    buried_deal_again(&s->buried, &s->h, seat, known, r);
}

/* What seeing a hand gains on average: a down card makes a pair with an upcard as often as such
 * cards are unseen, and with another down card about one time in eight; but pairs are given away,
 * so there are fewer than that. */
static double gain_see(const struct view *v, const struct pile *left, int seat)
{
    enum { GIVEN_AWAY = 3 };
    cards up = view_faces(v, UP, seat);
    int down = view_find(v, DOWN, seat)->count;
    double clean = 1, hit = pile_chance(left, up);
    for (int i = 0; i < down; i++) {
        double miss = 1 - hit - i / 8.0;
        clean *= miss > 0 ? miss : 0;
    }
    return (1 - clean) * cards_highest(up) - clean * RANKS - GIVEN_AWAY;
}

/* What a decision is worth, about. With a pair in hand whatever leaves it there is dangerous. */
static double worth(const struct view *v, const struct pile *left, cards hand, action a)
{
    enum { DANGER = 2 };
    bool pair = cards_paired(hand);
    switch (action_verb(a)) {
    case ATTACK:
        return -1 - pile_risk(left, view_faces(v, UP, action_first(a))) - pair * DANGER;
    case GIFT:
        if (cards_count(hand, action_first(a)) > 1)
            return 1 + action_first(a) / 2.0;
        return 0.75 - pair * DANGER;
    case FOLD:
        return 1 + pair - view_labelled(v, FOLD_PRICE)->value;
    case SEE:
        return gain_see(v, left, action_first(a));
    default:
        return -pair * DANGER;
    }
}

/* Gives one card of a pair away. Without a pair it gives another down card away, or draws: chance
 * decides between what is worth nearly the same, so that nobody knows what its down cards are. It
 * folds if that is cheap, and sees a hand if that gains something on average. */
static action hint(const struct view *v, struct rng *r)
{
    enum { PARTS = 100 };
    cards hand = view_faces(v, DOWN, v->looks) + view_faces(v, UP, v->looks);
    struct pile left = view_left(v);
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++)
        value[i] = worth(v, &left, hand, v->act[i]) + 2.0 * rng_below(r, PARTS) / PARTS;
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a see that finds a pair wins its rank",
     .players = 2,
     .options = "hands 1",
     .record = "deal burn 1 2 3 4 5\ndeal A 9 10\ndeal B 8 8\ndeal A 6\ndeal B 7\nA see B",
     .scores = "8 -8",
     .to_act = ""},
    {.name = "a see that finds no pair costs the highest card of the hand",
     .players = 2,
     .options = "hands 1",
     .record = "deal burn 1 2 3 4 5\ndeal A 9 10\ndeal B 8 9\ndeal A 6\ndeal B 10\nA see B",
     .scores = "-10 10",
     .to_act = ""},
    {.name = "an attack that pairs puts the attacker out, and the attacked player is next",
     .players = 3,
     .record = "deal burn 1 2 3 4 5\ndeal A 9 10\ndeal B 8 9\ndeal C 9 10\ndeal A 6\n"
               "deal B 10\ndeal C 7\nA attack C\ndeal C 7",
     .scores = "-7 0 7",
     .to_act = "C"},
    {.name = "with three players a fold is paid into the centre",
     .players = 3,
     .record = "deal burn 1 2 3 4 5\ndeal A 9 10\ndeal B 8 9\ndeal C 9 10\ndeal A 6\n"
               "deal B 10\ndeal C 7\nA fold",
     .scores = "-6 0 0",
     .to_act = "B"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_regent = {
    .name = "regent",
    .title = "Regent",
    .summary = "hide your pairs, and look into the hands of those who hide theirs",
    .goal = "? hands not 1\n"
            "Find the others' pairs, hide your own. Most chips after {hands} rounds win.\n\n"
            "? hands 1\n"
            "Find the others' pairs, hide your own. Most chips win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 6,
    .best_with = 2,
    .decisions = 26,
    .difficulty = 3,
    .look = {0x5b2a86, "M4 20h16M4 16L3 6l5 4 4-6 4 6 5-4-1 10z"},
    .chips = true,
    .hidden = true,
    .rounds = true,
    .custom = {.each = 3, .besides = 2, .ends = true},
    .options = options,
    .presets = presets,
    .verbs = verbs,
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
    .returns = returns_even,
    .reshuffle = reshuffle,
    .hint = hint,
};
