/* Goblin Poker, designed by James Ernest: everybody throws a card into the middle, and everybody
 * gets one back. */
#include "engine/rules.h"

#include <string.h>

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "A fold costs the smallest card in the stacks of those still in, your own included; hands and "
    "pitched cards do not count (R1).",
    "Who comes first is settled when the pitching starts and again when the dealing starts, and at "
    "no other time (R2).",
    "Identical stacks are told apart only where they are the lowest, and only at those two moments "
    "(R3).",
    "A tie-break card never knocks anybody out: one that would pair is replaced (R4).",
    "If the stock runs out, the cards of those who are out are shuffled into a new one, but not "
    "the pitched cards (R5).",
    "A tie that no card can break voids the deal before the first pitch; later the stacks stand as "
    "they lie, and the first from the dealer's left counts as lowest (R6).",
    "If a fold leaves one player, that one wins at once, even if nobody has pitched (R7).",
    "Pitched cards that are left when the hand ends are thrown in unseen (R8).",
    "Nobody is out for want of chips: you may go below zero (R12).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, ANTE, HANDS, CHIPS };

enum { HAND_CARDS = 6 };

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every hand", OPTION_SEAT, .standard = LAST_SEAT},
    [ANTE] = {"ante", "chips that each player pays for a hand", OPTION_NUMBER, .standard = 1,
              .most = 100},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

enum { SHOW, FOLD, PITCH };

static const struct verb verbs[] = {
    [SHOW] = {"show", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "Begin your stack with it, face up.",
              .tells = "{seat} {choose/chooses} the {first}.",
              .asks = {"Which card begins your stack?"}},
    [FOLD] = {"fold", .gives_in = true, .means = "Pay the smallest card in the stacks and be out.",
              .tells = ""},
    [PITCH] = {"pitch", .argument = {RANK_ARGUMENT}, .secret = true,
               .means = "Put it face down into the middle. Somebody gets it.",
               .tells = "{seat} {pitch/pitches} the {first}.",
               .asks = {"Which card do you put into the middle?"}},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, STACK, PITCHED };

enum { FOLD_PRICE };

enum {
    SAY_TIE = 1,
    SAY_REPLACED,
    SAY_VOID,
    SAY_STANDS,
    SAY_LOWEST_ACTS,
    SAY_LOWEST_GETS,
    SAY_OUT,
    SAY_TURNED,
    SAY_FOLD,
    SAY_PAIR,
    SAY_LAST,
    SAY_ROUNDS,
    SAY_REST,
    MEANS_FOLD,
    MEANS_PITCH,
    MEANS_PITCH_NONE,
    MEANS_PITCH_OWN
};

static const char *const sentences[] = {
    [SAY_TIE] = "The lowest stacks are alike: cards from the deck decide.",
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "Still a tie, and no card is left: all cards are dealt again.",
    [SAY_STANDS] = "No card can break the tie: the stacks stay as they are.",
    [SAY_LOWEST_ACTS] = "{seat} {have/has} the lowest stack and {act/acts} first.",
    [SAY_LOWEST_GETS] = "{seat} {have/has} the lowest stack and {get/gets} the first card.",
    [SAY_OUT] = "", /* whoever pays is out */
    [SAY_TURNED] = "{seat} {get/gets} {a cards} from the middle[, {seat} {a cards}].",
    [SAY_FOLD] = "{seat} {fold/folds} and {pay/pays} {number} {chip|chips}.",
    [SAY_PAIR] = "A pair! {seat} {pay/pays} {number} {chip|chips} and {are/is} out.",
    [SAY_LAST] = "{other} {are/is} the last one in and {take/takes} {number} {chip|chips}.",
    [SAY_ROUNDS] = "All five rounds are played: whoever is still in shares the pot.",
    [SAY_REST] = pot_rest,
    [MEANS_FOLD] = "Pay {number} {chip|chips}, the smallest card in the stacks, and be out.",
    [MEANS_PITCH] = "It makes a pair for {one|some} of the others and never for you.",
    [MEANS_PITCH_NONE] = "It makes a pair for nobody.",
    [MEANS_PITCH_OWN] = "If it comes back to you, it makes a pair.",
    NULL,
};

/* What the next card or decision is for. LOW_*: who is lowest, before each of the two steps. */
enum phase { DEALING, SHOWING, LOW_PITCHING, PITCHING, LOW_TURNING, TURNING };

/* The pitched cards lie in PILE_SIDE; nobody sees them. */
struct state {
    struct head h;
    cards hand[PLAYERS_MAX];         /* seen by its owner */
    cards stack[PLAYERS_MAX];        /* seen by all; never a pair */
    uint8_t row[PLAYERS_MAX][RANKS]; /* the same in the order received */
    struct buried buried;            /* hands of seats that are out */
    uint8_t mine[PLAYERS_MAX];       /* a seat's own card that must still be in the middle, or 0 */
    struct choices first;            /* the first cards, secret until the last one is chosen */
    struct lowcard low;              /* breaks a tie for the lowest stack; seen by all */
    seats in;                        /* seats that are still in the hand */
    seats waiting;                   /* those of them who have not acted or not got their card */
    uint8_t phase;
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 6, .set = offsetof(struct state, hand)},
    {"stack", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 6, .set = offsetof(struct state, stack),
     .ordered = true, .special = true},
    {"pitched", OF_MIDDLE, SEEN_BY_NONE, LIE_FAN, 8, .special = true},
    {0},
};

static const struct label labels[] = {
    {"a fold costs", .whose = OF_MIDDLE},
    {0},
};

/* A card is about to come on the stack. */
static void stack_next(struct state *s, int seat, int c)
{
    s->row[seat][cards_size(s->stack[seat])] = (uint8_t)c;
}

/* All seats with the lowest stack. Of two stacks the lower one has the lowest card that is not in
 * both; that makes the longer one lower if the other is its beginning. */
static seats lowest_stacks(const struct state *s)
{
    seats lowest = 0;
    cards low = 0;
    for (seats rest = s->in; rest; rest = seats_rest(rest)) {
        int seat = seats_first(rest);
        cards differ = s->stack[seat] ^ low;
        if (s->stack[seat] & differ & (~differ + 1)) {
            low = s->stack[seat];
            lowest = 0;
            differ = 0;
        }
        if (!differ)
            lowest |= seat_bit(seat);
    }
    return lowest;
}

/* R1: the smallest card in the stacks of those who are in. */
static int fold_price(const struct state *s)
{
    cards all = 0;
    for (seats rest = s->in; rest; rest = seats_rest(rest))
        all |= s->stack[seats_first(rest)];
    return cards_lowest(all);
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    deck_gather(s, log);
    s->h.pile[PILE_SIDE] = (struct pile){{0, 0}, 0};
    memset(s->mine, 0, sizeof s->mine);
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
    if (s->phase == PITCHING)
        out[n++] = action_make(FOLD, 0, 0);
    return legal_cards(s->phase == PITCHING ? PITCH : SHOW, s->hand[seat], out, n);
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_hand(struct state *s, struct log *log)
{
    if (match_goes_on(&s->h, s->h.option[HANDS], log))
        begin_hand(s, log);
}

/* A seat is out and all its cards go face down to the discards. Returns whether that ends the hand,
 * because only one is left (R7, R8). */
static bool leave(struct state *s, int seat, struct log *log)
{
    struct pile *side = &s->h.pile[PILE_SIDE];
    discard_zone(s, spot_at(STACK, seat), log);
    bury_zone(s, &s->buried, spot_at(HAND, seat), log);
    log_out(log, SAY_OUT, seat, 0);
    s->in = seats_without(s->in, seat);
    if (seats_count(s->in) > 1)
        return false;
    log_hidden(log, pile_cards(side), spot_at(PITCHED, NOBODY), spot_at(ZONE_DISCARDS, NOBODY), 0,
               0);
    pile_move(&s->h.pile[PILE_DISCARDS], side);
    chips_share(&s->h, s->in, SAY_LAST, log);
    end_hand(s, log);
    return true;
}

/* R2: the order of the step is fixed by the seat that is lowest now. */
static void begin_step(struct state *s, int first, struct log *log)
{
    log_note(log, s->phase == LOW_PITCHING ? SAY_LOWEST_ACTS : SAY_LOWEST_GETS, first, 0, 0);
    s->waiting = s->in;
    if (s->phase == LOW_PITCHING) {
        s->phase = PITCHING;
        wait_seat(&s->h, first);
    } else {
        s->phase = TURNING;
        wait_pile(&s->h, PILE_SIDE, first);
    }
}

/* The next tie-break card. */
static void deal_tie(struct state *s, struct log *log)
{
    int seat = lowcard_seat(&s->low, &s->h);
    bool opening = s->phase == LOW_PITCHING && cards_size(s->hand[seat]) == HAND_CARDS - 1;
    if (deck_has_other(&s->h, s->stack[seat])) {
        buried_due(&s->buried, &s->h, seat, log); /* R5 */
    } else if (opening) {                         /* R6 */
        log_note(log, SAY_VOID, NOBODY, 0, 0);
        begin_deal(s, log);
        log_shuffled(log, 0);
    } else {
        log_note(log, SAY_STANDS, NOBODY, 0, 0);
        begin_step(s, seats_next(lowest_stacks(s), s->h.dealer), log);
    }
}

static void find_lowest(struct state *s, enum phase phase, struct log *log)
{
    s->phase = (uint8_t)phase;
    seats lowest = lowest_stacks(s);
    if (seats_count(lowest) == 1) {
        begin_step(s, seats_first(lowest), log);
        return;
    }
    log_note(log, SAY_TIE, NOBODY, 0, 0);
    lowcard_begin(&s->low, lowest);
    deal_tie(s, log);
}

static void end_round(struct state *s, struct log *log)
{
    if (s->hand[seats_first(s->in)]) {
        find_lowest(s, LOW_PITCHING, log);
        return;
    }
    log_note(log, SAY_ROUNDS, NOBODY, 0, 0);
    chips_share(&s->h, s->in, 0, log);
    log_pot(log, SAY_REST, &s->h);
    end_hand(s, log);
}

static void apply_show(struct state *s, int seat, int c, struct log *log)
{
    if (!choices_put(&s->first, &s->h, seat, c))
        return;
    for (int i = 0; i < s->h.players; i++)
        log_shown(log, cards_one(s->first.rank[i]), HAND, i, 0);
    for (int i = 0; i < s->h.players; i++) {
        int shown = s->first.rank[i];
        stack_next(s, i, shown);
        cards_go(s, spot_at(HAND, i), spot_at(STACK, i), cards_one(shown), 0, log);
    }
    s->first = (struct choices){{0}};
    find_lowest(s, LOW_PITCHING, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int c = action_first(a);
    if (action_verb(a) == SHOW) {
        apply_show(s, seat, c, log);
        return;
    }
    s->waiting = seats_without(s->waiting, seat);
    if (action_verb(a) == FOLD) {
        chips_pay(&s->h, seat, NOBODY, fold_price(s), SAY_FOLD, log);
        if (leave(s, seat, log))
            return;
    } else {
        s->mine[seat] = (uint8_t)c;
        pile_add(&s->h.pile[PILE_SIDE], c);
        cards_go(s, spot_at(HAND, seat), spot_at(PITCHED, NOBODY), cards_one(c), 0, log);
    }
    if (s->waiting)
        wait_seat(&s->h, seats_next(s->waiting, seat));
    else
        find_lowest(s, LOW_TURNING, log);
}

static void deal_hand(struct state *s, int c, struct log *log)
{
    if (!hands_dealt(&s->h, s->hand, c, HAND_CARDS, HAND, log))
        return;
    s->phase = SHOWING;
    choices_begin(&s->first, &s->h, s->in);
}

static void deal_compared(struct state *s, int seat, int c, struct log *log)
{
    int first = NOBODY;
    buried_drawn(&s->buried, c);
    if (!lowcard_replaced(&s->h, s->stack[seat], c, SAY_REPLACED, log)) { /* R4 */
        stack_next(s, seat, c);
        card_dealt(s, c, spot_at(STACK, seat), log);
        first = lowcard_keep(&s->low, seat, c);
    }
    if (first == NOBODY)
        deal_tie(s, log);
    else
        begin_step(s, first, log);
}

/* A pitched card comes to a seat. */
static void deal_turned(struct state *s, int seat, int c, struct log *log)
{
    for (int i = 0; i < s->h.players; i++)
        if (s->mine[i] == c) /* from now on it may be another one that is left */
            s->mine[i] = 0;
    s->waiting = seats_without(s->waiting, seat);
    bool paired = cards_has(s->stack[seat], c);
    if (!paired)
        stack_next(s, seat, c);
    cards_go(s, spot_at(PITCHED, NOBODY), spot_at(STACK, seat), cards_one(c), SAY_TURNED, log);
    if (paired) {
        chips_pay(&s->h, seat, NOBODY, c, SAY_PAIR, log);
        if (leave(s, seat, log))
            return;
    }
    if (s->waiting)
        wait_pile(&s->h, PILE_SIDE, seats_next(s->waiting, seat));
    else
        end_round(s, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == DEALING)
        deal_hand(s, c, log);
    else if (s->phase == TURNING)
        deal_turned(s, seat, c, log);
    else
        deal_compared(s, seat, c, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        view_row(v, STACK, seat, s->row[seat], cards_size(s->stack[seat]), EVERYBODY);
    view_cards(v, PITCHED, NOBODY, pile_cards(&s->h.pile[PILE_SIDE]), 0);
    if (s->phase == PITCHING)
        view_number(v, FOLD_PRICE, NOBODY, fold_price(s));
}

/* What a fold costs, and whom a pitched card would hurt. */
static struct event means(const struct view *v, action a)
{
    if (action_verb(a) == FOLD)
        return (struct event){
            .kind = EVENT_PAY, .say = MEANS_FOLD, .number = view_labelled(v, FOLD_PRICE)->value};
    if (action_verb(a) == SHOW)
        return (struct event){0};
    int hurt = 0, c = action_first(a);
    for (int seat = 0; seat < v->players; seat++)
        hurt += cards_has(view_faces(v, STACK, seat), c);
    bool own = cards_has(view_faces(v, STACK, v->looks), c);
    int say = own ? MEANS_PITCH_OWN : hurt ? MEANS_PITCH : MEANS_PITCH_NONE;
    return (struct event){.say = (uint8_t)say, .number = hurt};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* The middle is filled again: with the own card, where that must still be there, and with whatever
 * else was pitched. What the others know of it is not imagined. */
static void pitch_again(struct state *s, int seat, struct rng *r)
{
    struct pile *side = &s->h.pile[PILE_SIDE];
    int count = pile_size(side);
    *side = (struct pile){{0, 0}, 0};
    uint8_t own = s->mine[seat];
    memset(s->mine, 0, sizeof s->mine);
    s->mine[seat] = own;
    if (own)
        pile_add(side, own);
    pile_add_all(side, deck_deal_again(&s->h, count - pile_size(side), r));
}

/* A seat does not know the hands of the others, those that were discarded, the pitched cards
 * besides its own, and the stock, except for cards that it saw among the discards before they were
 * shuffled. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    cards known = buried_lift(&s->buried, &s->h, seat);
    cards mine = s->mine[seat] ? cards_one(s->mine[seat]) : 0;
    pile_add_all(&s->h.pile[PILE_DECK], pile_cards(&s->h.pile[PILE_SIDE]) - mine);
    hands_deal_again(&s->h, seat, s->hand, r);
    pitch_again(s, seat, r);
    buried_deal_again(&s->buried, &s->h, seat, known, r);
    choices_again(&s->first, &s->h, seat, s->hand, r);
}

/* Show a low card, which few will pitch. Pitch ranks that lie in other stacks rather than in your
 * own, high ones above all. Fold if that costs less than the pairs to be feared, the share in the
 * pot considered. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards mine = view_faces(v, STACK, v->looks);
    int in = 0;
    for (int seat = 0; seat < v->players; seat++)
        in += view_find(v, STACK, seat)->count > 0;
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), c = action_first(v->act[i]);
        value[i] = verb == SHOW ? -c : -view_labelled(v, FOLD_PRICE)->value;
        if (verb == PITCH)
            value[i] = (1 - view_chance(v, mine)) * v->pot / in - view_risk(v, mine);
        for (int seat = 0; verb == PITCH && seat < v->players; seat++)
            if (cards_has(view_faces(v, STACK, seat), c))
                value[i] += (seat == v->looks ? -c : c) / (double)RANKS;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a fold costs the smallest card in the stacks of those who are in",
     .players = 3,
     .record = "deal A 2 5 6 8 9 10\ndeal B 4 6 7 9 10 10\ndeal C 3 5 7 8 9 9\n"
               "A show 6\nB show 4\nC show 7\nB pitch 10\nC fold",
     .scores = "-1 -1 -5",
     .to_act = "A"},
    {.name = "a fold that leaves one player gives the pot to that player at once",
     .players = 3,
     .options = "hands 1",
     .record = "deal A 2 5 6 8 9 10\ndeal B 4 6 7 9 10 10\ndeal C 3 5 7 8 9 9\n"
               "A show 6\nB show 4\nC show 7\nB fold\nC fold",
     .scores = "12 -5 -7",
     .to_act = ""},
    {.name = "equal first cards for lowest are split by cards from the stock",
     .players = 3,
     .record = "deal A 4 5 6 8 9 10\ndeal B 4 6 7 9 10 10\ndeal C 3 5 7 8 9 9\n"
               "A show 4\nB show 4\nC show 7\ndeal A 9\ndeal B 5",
     .to_act = "B"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_goblin_poker = {
    .name = "goblin-poker",
    .aliases = "koboldpoker",
    .title = "Goblin Poker",
    .summary = "throw a card into the middle and hope that the one you get back makes no pair",
    .goal = "? hands 1\n"
            "A pair throws you out; the last one in takes the pot.\n\n"
            "? hands not 1\n"
            "A pair throws you out. Most chips after {hands} hands win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 3,
    .players_max = 8,
    .best_with = 3,
    .decisions = 87,
    .difficulty = 2,
    .look = {0x3d6b1f, "M7 9L2 6c0 5 2 7 5 8a5 6 0 0 0 10 0c3-1 5-3 5-8l-5 3a5 5 0 0 0-10 0z"},
    .chips = true,
    .hidden = true,
    .pairing = STACK,
    .custom = {.each = 6, .besides = 7},
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
    .reshuffle = reshuffle,
    .hint = hint,
};
