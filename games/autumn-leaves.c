/* Autumn Leaves, designed by James Ernest.
 *
 * What a seat knows of hidden cards: those that were shown and taken back are in that hand until
 * they are shown again.
 */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Whether there is a cold snap is seen once, when the cards are shown, and not again later in "
    "the round (R1).",
    "Whether your card fits is decided when you act: an earlier card may have made room for it, or "
    "taken it away (R2).",
    "Whoever draws the last card of the deck keeps it, and it counts against them (R5).",
    "The discards are never shuffled: an empty deck ends the hand (R6).",
    "If two of you show a last card, the first to place it goes out, and the other takes the card "
    "back (R7).",
    "Your last card must be placed: if it fits nowhere, you have not gone out (R8).",
    "Between equal cards with identical piles a lot decides who acts, one turn at a time (R11).",
    "Every card in your pile counts for you, whoever put it there (R12).",
    "Players who share the lowest total share the win (R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { HANDS, DEALER, DEALER_PASSES };

enum {
    SEATS = 6,
    HAND_SIZE = 7,
};

static const struct option options[] = {
    [HANDS] = {"hands", "hands in a game", OPTION_NUMBER, ROLE_HANDS, 6, 1, .most = 20},
    [DEALER] = {"dealer", "who deals first", OPTION_SEAT, .standard = LAST_SEAT},
    [DEALER_PASSES] = {"dealer-passes", "the deal moves left after each hand",
                       .type = OPTION_SWITCH},
    {0},
};

enum { SHOW, PLACE, BACK, REPLACE };

static const struct verb verbs[] = {
    [SHOW] = {"show", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "Choose the card that you show with the others.",
              .tells = "{seat} {choose/chooses} the {first}.", .asks = {"Which card do you show?"}},
    [PLACE] = {"place", .argument = {SEAT_ARGUMENT}, .says = "lay it on {seat's|your} pile",
               .means = "Lay the shown card on a leaf pile.", .tells = "",
               .asks = {"On whose leaf pile do you lay your card?"}},
    [BACK] = {"back", .says = "take it back", .means = "Take the shown card back into your hand.",
              .tells = "{seat} {take/takes} {your/their} card back."},
    [REPLACE] = {"replace", .says = "swap it",
                 .means = "Swap the shown card for one from the deck.",
                 .tells = "{seat} {swap/swaps} {your/their} card[ for {cards}]."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, SHOWN, LEAVES };

enum {
    SAY_SHOWS = 1,
    SAY_FIRST,
    SAY_PILES,
    SAY_LOT,
    SAY_COLD,
    SAY_PLACED,
    SAY_PLACED_OWN,
    SAY_BACK,
    SAY_OUT,
    SAY_DRAWN,
    SAY_PILE,
    MEANS_FIRST,
    MEANS_FITS,
    MEANS_FITS_NOT,
    MEANS_OWN,
    MEANS_OTHER,
    MEANS_LAST,
    MEANS_BACK,
    MEANS_REPLACE,
    MEANS_DRAW_LAST,
};

static const char *const sentences[] = {
    [SAY_SHOWS] = "{seat} {show/shows} {a cards}[, {seat} {a cards}].",
    [SAY_FIRST] = "{seat} {begin/begins} a pile with {a cards}[, {seat} with {a cards}].",
    [SAY_PILES] = "Equal cards, but {seat} {have/has} the lower pile and {act/acts} first.",
    [SAY_LOT] = "Equal cards, equal piles: a lot lets {seat|you} act first.",
    [SAY_COLD] = "A cold snap: no card fits, so all go on their own piles.",
    [SAY_PLACED] = "{other} {lay/lays} the {cards} on {seat's|your} pile.",
    [SAY_PLACED_OWN] = "{seat} {lay/lays} the {cards} on {your/their} own pile.",
    [SAY_BACK] = "{seat} {take/takes} the {cards} back.",
    [SAY_OUT] = "{seat} {have/has} no card left and {win/wins} the hand.",
    [SAY_DRAWN] = "That was the last card of the deck: the hand is over.",
    [SAY_PILE] = "Highest card minus leaves: {seat|You} {cards} − {number}[, {seat|you} {cards} − "
                 "{number}].",
    [MEANS_FIRST] = "Begin your leaf pile with the {first}.",
    [MEANS_FITS] = "It fits on a pile, so far.",
    [MEANS_FITS_NOT] = "It fits on no pile, so far.",
    [MEANS_OWN] = "It counts for you: {number} {leaf|leaves} in your pile.",
    [MEANS_OTHER] = "You are rid of the {cards}, but it counts for {first}.",
    [MEANS_LAST] = "Your last card: you win the hand!",
    [MEANS_BACK] = "Keep the {cards} in your hand.",
    [MEANS_REPLACE] = "Swap the {cards} for a card from the deck.",
    [MEANS_DRAW_LAST] = "Swap it for the last card of the deck. That ends the hand.",
    NULL,
};

struct state {
    struct head h;
    cards hand[SEATS];               /* seen by its owner */
    struct trail trail;              /* of cards shown and taken back */
    struct choices choice;           /* seen by nobody else before the last one */
    uint8_t shown[SEATS];            /* seen by all, as all below; 0 when the owner has acted */
    uint8_t leaf[SEATS][DECK_CARDS]; /* leaf piles, bottom to top */
    uint8_t size[SEATS];             /* how many cards they have */
    bool cold;                       /* in a cold snap */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 7, .set = offsetof(struct state, hand),
     .trail = offsetof(struct state, trail)},
    {"shown", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .card = offsetof(struct state, shown)},
    {"leaves", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 10, .row = offsetof(struct state, leaf),
     .size = offsetof(struct state, size), .room = DECK_CARDS},
    {0},
};

static bool fits(const struct state *s, int c, int owner)
{
    int top = s->leaf[owner][s->size[owner] - 1];
    return c == top + 1 || c == top - 1;
}

static bool fits_somewhere(const struct state *s, int c)
{
    for (int owner = 0; owner < s->h.players; owner++)
        if (fits(s, c, owner))
            return true;
    return false;
}

/* Below 0 if one seat acts before the other, 0 if nothing decides between them. */
static int compare_turns(const struct state *s, int one, int other)
{
    int difference = s->shown[one] - s->shown[other];
    for (int i = s->size[one], k = s->size[other]; difference == 0 && (i > 0 || k > 0);) {
        int c = --i >= 0 ? s->leaf[one][i] : RANKS + 1; /* R10 */
        difference = c - (--k >= 0 ? s->leaf[other][k] : RANKS + 1);
    }
    return difference;
}

/* Those who act next: one seat, or those whom only a lot can part; none when all have acted. */
static seats next_to_act(const struct state *s)
{
    seats front = 0;
    for (int seat = 0; seat < s->h.players; seat++) {
        if (!s->shown[seat])
            continue;
        int difference = front ? compare_turns(s, seat, seats_first(front)) : -1;
        if (difference < 0)
            front = 0;
        if (difference <= 0)
            front |= seat_bit(seat);
    }
    return front;
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    deck_gather(s, log);
    deck_due(&s->h, seat_left(&s->h, s->h.dealer), log);
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
    if (!s->shown[seat])
        return legal_cards(SHOW, s->hand[seat], out, 0);
    for (int owner = 0; owner < s->h.players; owner++) /* R3 */
        if (fits(s, s->shown[seat], owner))
            out[n++] = action_make(PLACE, owner, 0);
    if (n == 0) {
        out[n++] = action_make(BACK, 0, 0);
        out[n++] = action_make(REPLACE, 0, 0);
    }
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The shown card goes back into the hand. */
static void take_back(struct state *s, int seat, int say, struct log *log)
{
    cards_go(s, spot_at(SHOWN, seat), spot_at(HAND, seat), cards_one(s->shown[seat]), say, log);
}

/* What is left in a hand, and how many leaves make it cheaper. */
static void tell_seat(const struct state *s, int seat, struct log *log)
{
    if (s->hand[seat])
        log_note(log, SAY_PILE, seat, s->size[seat], cards_one(cards_highest(s->hand[seat])));
    else
        log_note(log, SAY_OUT, seat, 0, 0);
}

static void score_seat(struct state *s, int seat, struct log *log)
{
    int pile = s->size[seat]; /* R12: whoever put them there */
    if (!s->hand[seat]) {
        points_add(&s->h, seat, -pile, 0, log);
        return;
    }
    int high = cards_highest(s->hand[seat]);
    points_add(&s->h, seat, high > pile ? high - pile : 0, 0, log); /* R16 */
}

/* Somebody went out, or the deck did; only a winner has an empty hand. */
static void end_hand(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (s->shown[seat])
            take_back(s, seat, SAY_BACK, log); /* R7 */
    for (int seat = 0; seat < s->h.players; seat++)
        tell_seat(s, seat, log);
    for (int seat = 0; seat < s->h.players; seat++)
        score_seat(s, seat, log);
    seats best = seats_least(s->h.score, seats_all(s->h.players)); /* R13 */
    if (!hand_settled(&s->h, s->h.hand == s->h.option[HANDS], best, log))
        return;
    if (s->h.option[DEALER_PASSES])
        deal_passes(&s->h);
    begin_hand(s, log);
}

/* The shown card goes on a pile. */
static void put(struct state *s, int seat, int owner, int say, struct log *log)
{
    cards_go(s, spot_at(SHOWN, seat), spot_at(LEAVES, owner), cards_one(s->shown[seat]), say, log);
}

static void go_on(struct state *s, struct log *log);

static void place(struct state *s, int seat, int owner, struct log *log)
{
    put(s, seat, owner, seat == owner ? SAY_PLACED_OWN : SAY_PLACED, log);
    if (s->hand[seat])
        go_on(s, log);
    else
        end_hand(s, log);
}

static void begin_turn(struct state *s, int seat, struct log *log)
{
    if (s->cold)
        place(s, seat, seat, log); /* R9 */
    else
        wait_seat(&s->h, seat);
}

/* Says why one of those with equal cards acts before the others. */
static void tell_order(const struct state *s, int seat, struct log *log)
{
    seats all = seats_all(s->h.players);
    if (seats_count(seats_with(s->shown, all, s->shown[seat])) > 1)
        log_note(log, SAY_PILES, seat, 0, 0);
}

/* The next one acts, or the next round begins. */
static void go_on(struct state *s, struct log *log)
{
    seats next = next_to_act(s);
    if (!next) {
        choices_begin(&s->choice, &s->h, seats_all(s->h.players));
    } else if (seats_count(next) > 1) {
        wait_lot(&s->h, next); /* R11 */
    } else {
        tell_order(s, seats_first(next), log);
        begin_turn(s, seats_first(next), log);
    }
}

static void lot(struct state *s, int seat, struct log *log)
{
    log_note(log, SAY_LOT, seat, 0, 0);
    begin_turn(s, seat, log);
}

/* All choices are in: the cards are shown. */
static void reveal(struct state *s, struct log *log)
{
    bool first = s->size[0] == 0;
    s->cold = !first;
    for (int seat = 0; seat < s->h.players; seat++) {
        int c = s->choice.rank[seat];
        cards_go(s, spot_at(HAND, seat), spot_at(SHOWN, seat), cards_one(c), first ? 0 : SAY_SHOWS,
                 log);
        if (s->cold && fits_somewhere(s, c))
            s->cold = false; /* R1 */
    }
    s->choice = (struct choices){{0}};
    for (int seat = 0; first && seat < s->h.players; seat++)
        put(s, seat, seat, SAY_FIRST, log);
    if (s->cold)
        log_note(log, SAY_COLD, NOBODY, 0, 0);
    go_on(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case SHOW:
        if (choices_put(&s->choice, &s->h, seat, action_first(a)))
            reveal(s, log);
        break;
    case PLACE:
        place(s, seat, action_first(a), log);
        break;
    case BACK:
        take_back(s, seat, 0, log); /* R8: one card is left, so nobody is out */
        go_on(s, log);
        break;
    case REPLACE:
        cards_go(s, spot_at(SHOWN, seat), discards_spot, cards_one(s->shown[seat]), 0, log);
        deck_due(&s->h, seat, log);
        break;
    }
}

/* A card in place of a discarded one. */
static void deal_replacement(struct state *s, int seat, struct log *log)
{
    trail_draw(&s->trail, seat);
    if (!pile_empty(&s->h.pile[PILE_DECK])) {
        go_on(s, log);
        return;
    }
    log_note(log, SAY_DRAWN, NOBODY, 0, 0);
    end_hand(s, log); /* R5, R6 */
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place, next = deal_hand_card(&s->h, s->hand, c, HAND_SIZE, HAND, log);
    if (s->size[0] > 0)
        deal_replacement(s, seat, log);
    else if (next == NOBODY)
        choices_begin(&s->choice, &s->h, seats_all(s->h.players));
    else
        deck_due(&s->h, next, log);
}

/* --- View ------------------------------------------------------------------------------------- */

/* The card on top of a leaf pile, 0 in the first round. */
static int top_leaf(const struct view *v, int owner)
{
    const struct zone *z = view_find(v, LEAVES, owner);
    return z->count ? v->card[z->first + z->count - 1] : 0;
}

/* Whether a card fits on a pile as they lie now. */
static bool fits_now(const struct view *v, int c)
{
    for (int owner = 0; owner < v->players; owner++) {
        int top = top_leaf(v, owner);
        if (top && (c == top - 1 || c == top + 1))
            return true;
    }
    return false;
}

static int means_place(const struct view *v, int owner)
{
    if (view_find(v, HAND, v->looks)->count == 0)
        return MEANS_LAST;
    return owner == v->looks ? MEANS_OWN : MEANS_OTHER;
}

static struct event means(const struct view *v, action a)
{
    int first = action_first(a), say = 0;
    switch (action_verb(a)) {
    case SHOW:
        say = !top_leaf(v, v->looks) ? MEANS_FIRST
              : fits_now(v, first)   ? MEANS_FITS
                                     : MEANS_FITS_NOT;
        break;
    case PLACE:
        say = means_place(v, first);
        break;
    case BACK:
        say = MEANS_BACK;
        break;
    case REPLACE:
        say = v->deck == 1 ? MEANS_DRAW_LAST : MEANS_REPLACE;
        break;
    }
    return (struct event){.say = (uint8_t)say,
                          .cards = view_faces(v, SHOWN, v->looks),
                          .number = view_find(v, LEAVES, v->looks)->count + 1};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Unknown are the hands of the others, but for cards that they took back, their choices that are
 * not shown yet, and the deck. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    trail_deal_again(&s->trail, &s->h, seat, s->hand, r);
    choices_again(&s->choice, &s->h, seat, s->hand, r);
}

/* Begin with a card that has neighbours in the hand; then show the highest that fits a pile, or the
 * highest of all. Place on your own pile if you can, since every card there is a point less.
 * Replace a high card that fits nowhere. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards hand = view_faces(v, HAND, v->looks), high = cards_one(7);
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), first = action_first(v->act[i]);
        value[i] = verb == SHOW ? first : verb == PLACE ? first == v->looks : 0;
        if (verb == REPLACE)
            value[i] = view_faces(v, SHOWN, v->looks) >= high;
        if (verb == SHOW && !top_leaf(v, v->looks))
            value[i] = cards_count(hand, first - 1) + cards_count(hand, first + 1);
        else if (verb == SHOW && fits_now(v, first))
            value[i] = first + RANKS;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the first cards begin the piles and a new round is asked for",
     .players = 3,
     .record = "deal A 5 4 2 7 8 9 10\ndeal B 6 9 3 5 6 8 10\ndeal C 8 7 1 4 6 10 10\n"
               "A show 5\nB show 6\nC show 8",
     .scores = "0 0 0",
     .to_act = "ABC"},
    {.name = "the lowest shown card acts first",
     .players = 3,
     .record = "deal A 5 4 2 7 8 9 10\ndeal B 6 9 3 5 6 8 10\ndeal C 8 7 1 4 6 10 10\n"
               "A show 5\nB show 6\nC show 8\nA show 9\nB show 5\nC show 7",
     .to_act = "B"},
    {.name = "when nothing fits the cards go on the own piles at once",
     .players = 3,
     .record = "deal A 5 4 2 7 8 9 10\ndeal B 6 9 3 5 6 8 10\ndeal C 8 7 1 4 6 10 10\n"
               "A show 5\nB show 6\nC show 8\nA show 2\nB show 3\nC show 10",
     .to_act = "ABC"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_autumn_leaves = {
    .name = "autumn-leaves",
    .aliases = "herbstlaub",
    .title = "Autumn Leaves",
    .summary = "show a card, lay it one above or one below, and empty your hand first",
    .goal = "? hands 1\n"
            "Empty your hand first. Few points are good.\n\n"
            "? hands not 1\n"
            "Empty your hand first. The fewest points after {hands} hands win.",
    .rulings = rulings,
    .kind = BIDDING,
    .players_min = 3,
    .players_max = SEATS,
    .best_with = 3,
    .decisions = 259,
    .difficulty = 3,
    .look = {0xa04a00, "M5 20C4 9 10 4 20 4c1 10-5 16-14 14M4 21L14 10"},
    .hidden = true,
    .low_wins = true,
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
    .lot = lot,
    .means = means,
    .reshuffle = reshuffle,
    .hint = hint,
};
