/* Blackstone, designed by James Ernest. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "The least that you may take is what the last player took who took at all: a fold does not "
    "lower it (R1).",
    "You may fold before anybody has taken a card (R2).",
    "Every white card of the hand is counted: starting cards, tie-break cards, and those of "
    "players who have folded (R3).",
    "The black card of a player who has folded does not come back into the deck (R6).",
    "If no card is left to break a tie, the hand is void: antes go back, and the same dealer deals "
    "again (R8).",
    "Whites that come before your second black in the same turn are counted too (R10).",
    "Nobody is out for want of chips: everybody pays in full and may go below zero (R12).",
    "Odd chips wait in the pot for the next hand; after the last one they are nobody's (R13, R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { ANTE, DEALER, DEALER_PASSES, HANDS, CHIPS, OPENING_POT };

enum {
    BLACK = RANKS,
    BLACKS_LOSE = 2,
    TAKE_MOST = DECK_CARDS, /* R7 */
};

static const struct option options[] = {
    [ANTE] = {"ante", "chips that each player stakes on a hand", OPTION_NUMBER, .standard = 5,
              .least = 1, .most = 1000},
    [DEALER] = {"dealer", "who deals first", OPTION_SEAT, .standard = LAST_SEAT},
    [DEALER_PASSES] = {"dealer-passes", "the deal moves left after each hand",
                       .type = OPTION_SWITCH},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    [OPENING_POT] = {"opening-pot", "chips in the pot when the match starts", OPTION_NUMBER,
                     .most = 100000},
    {0},
};

/* R7: each player may keep a black. */
static bool check(const struct setup *u, struct error *e)
{
    return !u->deck || cards_count(u->deck, BLACK) > u->players ||
           error_set(e, "the deck has %d cards of rank 10; expected more than there are players",
                     cards_count(u->deck, BLACK));
}

enum { TAKE, FOLD };

static const struct verb verbs[] = {
    [TAKE] = {"take", .argument = {NUMBER_ARGUMENT}, .says = "take {number} {card|cards}",
              .means = "Take as many as you dare. A second 10 stops you, and you pay.",
              .tells = "{seat} {take/takes} {first} {card|cards}.",
              .asks = {"How many cards do you take?"}, .least = 1, .most = TAKE_MOST},
    [FOLD] = {"fold", .gives_in = true, .means = "Pay into the pot and leave the hand.",
              .tells = ""},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { STACK = ZONE_GAME, CENTRE };

enum { STAKE, TO_COME, LEAST, FOLD_PRICE, LOSS_PRICE };

enum { SAY_FIRST = 1, SAY_EXTRAS, SAY_VOID, SAY_TURNED, SAY_FOLD, SAY_LOSS, SAY_SHARE, SAY_REST };
enum { MEANS_SAFE = SAY_REST + 1, MEANS_TAKE, MEANS_TAKE_ONE, MEANS_TAKE_MORE, MEANS_FOLD };

static const char *const sentences[] = {
    [SAY_FIRST] = "{seat} {have/has} the lowest card and {begin/begins}.",
    [SAY_EXTRAS] = "Nobody keeps two 10s: the others go back into the deck.",
    [SAY_VOID] = "Still a tie, and no card is left: the hand is dealt again.",
    [SAY_TURNED] = "Into the centre: {cards}[, {cards}].",
    [SAY_FOLD] = "{seat} {fold/folds} and {pay/pays} {number} {chip|chips}.",
    [SAY_LOSS] = "A second 10! {seat} {pay/pays} {number} {chip|chips}.",
    [SAY_SHARE] =
        "{other} {survive/survives} and {take/takes} {number} {chip|chips}[, {other} {number}].",
    [SAY_REST] = pot_rest,
    [MEANS_SAFE] = "You have no 10 yet, so one card cannot hurt.",
    [MEANS_TAKE] = "Two 10s among them cost {number} {chip|chips} or more.",
    [MEANS_TAKE_ONE] = "You have a 10. Another costs {number} {chip|chips}.",
    [MEANS_TAKE_MORE] = "You have a 10. Another costs {number} {chip|chips} or more.",
    [MEANS_FOLD] = "Leave the hand for {number} {chip|chips}, your ante among them.",
    NULL,
};

/* Everything here is seen by all. */
struct state {
    struct head h;
    cards stack[PLAYERS_MAX]; /* the starting cards of each player, later only a black or two */
    cards centre;             /* white cards */
    uint8_t whites;           /* W of the rules: how many these are */
    struct lowcard low;       /* the search for the first player */
    seats live;               /* who has not folded */
    uint8_t active;           /* the player in turn, NOBODY while starting cards are dealt */
    uint8_t least;            /* m of the rules: the smallest number that may be taken */
    uint8_t taking;           /* the number that was announced */
    uint8_t to_come;          /* how many of these have not been dealt */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"stack", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .set = offsetof(struct state, stack)},
    {"centre", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 30, .set = offsetof(struct state, centre)},
    {0},
};

static const struct label labels[] = {
    {"ante", .whose = OF_SEATS},           {"cards to come", "to come", .whose = OF_SEATS},
    {"take at least", .whose = OF_MIDDLE}, {"a fold costs", .whose = OF_MIDDLE},
    {"two 10s cost", .whose = OF_MIDDLE},  {0},
};

static int32_t fold_price(const struct state *s)
{
    return (s->whites + 1) / 2 + s->h.option[ANTE];
}

static int32_t loss_price(const struct state *s)
{
    return s->whites + s->h.option[ANTE];
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    s->whites = 0;
    s->live = seats_all(s->h.players);
    s->active = NOBODY;
    s->least = 1;
    deck_gather(s, log);
    lowcard_begin(&s->low, s->live);
    deck_due(&s->h, lowcard_seat(&s->low, &s->h), log);
}

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    s->h.pot = s->h.option[OPENING_POT];
    begin_hand(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    (void)seat;
    int n = 0;
    for (int take = s->least; take <= TAKE_MOST; take++)
        out[n++] = action_make(TAKE, take, 0);
    out[n++] = action_make(FOLD, 0, 0); /* R2: before the first taking as well */
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void wait_turn(struct state *s, int seat)
{
    s->active = (uint8_t)seat;
    wait_seat(&s->h, seat);
}

static void end_hand(struct state *s, struct log *log)
{
    chips_share(&s->h, s->live, SAY_SHARE, log);
    log_pot(log, SAY_REST, &s->h);
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    if (s->h.option[DEALER_PASSES])
        deal_passes(&s->h);
    begin_hand(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == TAKE) {
        s->taking = s->to_come = (uint8_t)action_first(a);
        deck_due(&s->h, seat, log); /* R7: the second black comes before the deck runs dry */
        return;
    }
    chips_pay(&s->h, seat, NOBODY, fold_price(s), SAY_FOLD, log);
    s->live = seats_without(s->live, seat);
    if (seats_count(s->live) == 1)
        end_hand(s, log); /* R11 */
    else
        wait_turn(s, seats_next(s->live, seat));
}

/* The first player is known: whites to the centre, and all blacks but one a player back (R5). */
static void sort_cards(struct state *s, struct log *log)
{
    bool extras = false;
    for (int seat = 0; seat < s->h.players; seat++) {
        struct spot own = spot_at(STACK, seat);
        int blacks = cards_count(s->stack[seat], BLACK);
        cards kept = blacks ? cards_one(BLACK) : 0;
        cards extra = blacks > 1 ? (cards)(blacks - 1) * cards_one(BLACK) : 0;
        cards white = s->stack[seat] - kept - extra;
        cards_go(s, own, spot_at(CENTRE, NOBODY), white, 0, log);
        cards_go(s, own, deck_spot, extra, 0, log);
        s->whites = (uint8_t)(s->whites + cards_size(white));
        extras |= extra != 0;
    }
    if (extras)
        log_shuffled(log, SAY_EXTRAS);
}

static void deal_start(struct state *s, int seat, int c, struct log *log)
{
    card_dealt(s, c, spot_at(STACK, seat), log);
    int first = lowcard_keep(&s->low, seat, c);
    if (first != NOBODY) {
        log_note(log, SAY_FIRST, first, 0, 0);
        sort_cards(s, log);
        wait_turn(s, first);
    } else if (!deck_due(&s->h, lowcard_seat(&s->low, &s->h), log)) { /* R8 */
        log_shuffled(log, SAY_VOID);
        begin_deal(s, log);
    }
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->active == NOBODY) {
        deal_start(s, seat, c, log);
        return;
    }
    if (c == BLACK) {
        card_dealt(s, c, spot_at(STACK, seat), log);
    } else {
        s->whites++;
        cards_go(s, deck_spot, spot_at(CENTRE, NOBODY), cards_one(c), SAY_TURNED, log);
    }
    s->to_come--;
    if (cards_count(s->stack[seat], BLACK) == BLACKS_LOSE) {
        s->to_come = 0;
        chips_pay(&s->h, seat, NOBODY, loss_price(s), SAY_LOSS, log);
        s->live = seats_without(s->live, seat);
        end_hand(s, log);
    } else if (s->to_come) {
        deck_due(&s->h, seat, log);
    } else {
        s->least = s->taking;
        wait_turn(s, seats_next(s->live, seat));
    }
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (seats_has(s->live, seat))
            view_number(v, STAKE, seat, s->h.option[ANTE]);
    if (s->to_come)
        view_number(v, TO_COME, s->active, s->to_come);
    view_number(v, LEAST, NOBODY, s->least);
    view_number(v, FOLD_PRICE, NOBODY, fold_price(s));
    view_number(v, LOSS_PRICE, NOBODY, loss_price(s));
}

static struct event means(const struct view *v, action a)
{
    int whites = cards_size(view_faces(v, CENTRE, NOBODY));
    if (action_verb(a) == FOLD)
        return (struct event){
            .kind = EVENT_PAY, .say = MEANS_FOLD, .number = (whites + 1) / 2 + v->option[ANTE]};
    bool one = action_first(a) == 1, black = view_faces(v, STACK, v->looks) != 0;
    int say = black ? one ? MEANS_TAKE_ONE : MEANS_TAKE_MORE : one ? MEANS_SAFE : MEANS_TAKE;
    return (struct event){.say = (uint8_t)say, .number = whites + v->option[ANTE]};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Of the cards only the colours count, and in the centre only how many they are. */
static void simplify_cards(struct state *s)
{
    enum { WHITE = 1 };
    struct pile *deck = &s->h.pile[PILE_DECK];
    for (int c = WHITE + 1; c < BLACK; c++)
        for (int count = pile_count(deck, c); count > 0; count--) {
            pile_take(deck, c);
            pile_add(deck, WHITE);
        }
    s->centre = 0;
    for (int seat = 0; seat < s->h.players; seat++)
        if (!seats_has(s->live, seat))
            s->stack[seat] = 0; /* R6 */
}

/* While cards are to come, the least number will be the one that was announced; and of all numbers
 * that must bring a second black one is as bad as another. */
static void simplify(struct state *s)
{
    if (s->active == NOBODY)
        return;
    simplify_cards(s);
    if (!s->to_come) {
        s->taking = 0;
        return;
    }
    s->least = 0;
    const struct pile *deck = &s->h.pile[PILE_DECK];
    int white = pile_size(deck) - pile_count(deck, BLACK);
    int certain = white + BLACKS_LOSE - cards_count(s->stack[s->active], BLACK);
    if (s->to_come >= certain)
        s->taking = s->to_come = (uint8_t)certain;
}

/* Takes as few cards as it may: a larger number is a danger to oneself before it is one to the next
 * player. Folds if that costs less than the danger does on average. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    int white = cards_size(view_faces(v, CENTRE, NOBODY)), take = action_first(v->act[0]);
    int fold = (white + 1) / 2 + v->option[ANTE];
    double draw = view_chance(v, cards_one(BLACK)), none = 1, one = 0; /* black among the cards */
    for (int i = 0; i < take; i++) {
        one = one * (1 - draw) + none * draw;
        none *= 1 - draw;
    }
    double danger = 1 - none - (view_faces(v, STACK, v->looks) ? 0 : one);
    bool cheaper = fold < danger * (white + v->option[ANTE] + take / 2.0);
    return v->act[cheaper ? v->actions - 1 : 0];
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a fold costs half the white cards, rounded up, and the ante",
     .players = 3,
     .record = "deal A 4\ndeal B 6\ndeal C 9\nA fold",
     .scores = "-7 0 0",
     .to_act = "B"},
    {.name = "the second black stops the deal and costs all white cards and the ante",
     .players = 2,
     .options = "hands 1",
     .record = "deal A 10\ndeal B 9\nB take 2\ndeal B 8 8\nA take 5\ndeal A 7 10",
     .scores = "-9 9",
     .to_act = ""},
    {.name = "after a fold the next player takes no fewer than the last who took",
     .players = 3,
     .record = "deal A 4\ndeal B 6\ndeal C 9\nA take 2\ndeal A 1 10\nB fold\nC take 2\ndeal C 3",
     .scores = "0 -7 0",
     .to_act = "deck"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_blackstone = {
    .name = "blackstone",
    .title = "Blackstone",
    .summary = "each draw sets the pace for the next player; a second 10 sinks you",
    .goal = "? hands 1\n"
            "A second 10 is expensive. Most chips win.\n\n"
            "? hands not 1\n"
            "A second 10 is expensive. Most chips after {hands} hands win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 8,
    .best_with = 3,
    .decisions = 12,
    .difficulty = 1,
    .look = {0x3c3c46, "M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3 11 3-11"},
    .chips = true,
    .custom = {.each = 5, .besides = 15},
    .options = options,
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
    .simplify = simplify,
    .check = check,
    .hint = hint,
};
