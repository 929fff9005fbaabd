/* Monster, designed by James Ernest: the best hand must beat a hand that is made of all discards.
 */
#include "engine/fit.h"
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Whoever alone has not folded must still beat the Monster to take the pot (R1).",
    "A lone Champion who is beaten pays, and then all who began the round play again, he too (R2).",
    "Tied Champions who lose all pay and are out, unless nobody else kept a hand: then they play "
    "on among themselves (R3, R4).",
    "A Monster without cards loses to any hand (R7).",
    "Folding is free: only the ante is lost (R8).",
    "Button and ante belong to the hand, however many rounds it takes (R9, R10).",
    "Odd chips wait in the pot for the next hand; after the last one they are nobody's (R11).",
    "After {replay-limit} {round|rounds} in a row that put nobody out the hand ends, and its pot "
    "is carried (R12).",
    "All see how many cards you feed, and at the showdown what the Monster has, but never who fed "
    "it what (R14).",
    "Nobody is out for want of chips: you may go below zero (R15).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { ANTE, PENALTY, HANDS, DEALER, REPLAY_LIMIT, CHIPS };

enum {
    HAND_CARDS = 6,
    DISCARDS_MAX = 3,
    KEPT_MIN = HAND_CARDS - DISCARDS_MAX, /* R5, R6 */
};

static const int32_t antes[] = {[4] = 2, 2, 1, 1, 1};

static const struct option options[] = {
    [ANTE] = {"ante", "chips that each player pays for a hand", OPTION_NUMBER, .by_players = antes,
              .most = 100},
    [PENALTY] = {"penalty", "what a beaten Champion pays", OPTION_NUMBER, .standard = 5,
                 .most = 100},
    [HANDS] = {"hands", "pots in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [DEALER] = {"dealer", "who has the button first", OPTION_SEAT, .standard = LAST_SEAT},
    [REPLAY_LIMIT] = {"replay-limit", "rounds in a row that may put nobody out", OPTION_NUMBER,
                      .standard = 100, .least = 1, .most = 10000},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

enum { DISCARD, DONE, FOLD };

static const struct verb verbs[] = {
    [DISCARD] = {"discard", .argument = {RANK_ARGUMENT}, .secret = true,
                 .means = "It goes to the Monster, face down.",
                 .asks = {"Which card do you feed to the Monster?"}, .tells = "",
                 .says = "feed the {rank}", .follows = true},
    [DONE] = {"done", .means = "Keep what you have.", .tells = "", .says = "keep the rest"},
    [FOLD] = {"fold", .gives_in = true,
              .means = "Leave this pot. It costs nothing and feeds nobody.",
              .tells = "{seat} {fold/folds}."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, FOLDED, FED, MONSTER };

enum { PENALTY_CHIPS };

enum {
    SAY_FEEDS = 1,
    SAY_KEEPS,
    SAY_FED,
    SAY_MONSTER,
    SAY_NO_MONSTER,
    SAY_BEATS,
    SAY_LOSES,
    SAY_ALL_FOLD,
    SAY_ALONE,
    SAY_ON,
    SAY_AGAIN,
    SAY_LIMIT,
    SAY_REST,
    SAY_CARRIED,
    MEANS_MUST_GO,
    MEANS_MAY_STOP,
    MEANS_LAST,
    MEANS_KEEP,
    MEANS_MUST_FOLD
};

static const char *const sentences[] = {
    [SAY_FEEDS] = "{seat} {feed/feeds} the Monster {a cards}.",
    [SAY_KEEPS] = "{seat} {keep/keeps} {number} {card|cards}.",
    [SAY_FED] = "The Monster was fed {cards}.",
    [SAY_MONSTER] = "The Monster has {cards}.",
    [SAY_NO_MONSTER] = "The Monster got nothing to eat.",
    [SAY_BEATS] = "{seat} {have/has} the best hand, {cards}, and {beat/beats} the Monster!",
    [SAY_LOSES] = "{seat} {have/has} the best hand, {cards}, but the Monster's is better.",
    [SAY_ALL_FOLD] = "Everybody folds.",
    [SAY_ALONE] = "Only {other} {are/is} left and {take/takes} {number} {chip|chips}.",
    [SAY_ON] = "Nobody wins the {number} {chip|chips} in the pot: those left play on.",
    [SAY_AGAIN] = "Nobody is out: the same again.",
    [SAY_LIMIT] = "{number} rounds without a winner: the hand ends.",
    [SAY_REST] = pot_rest,
    [SAY_CARRIED] = "{number} {chip|chips} {stays|stay} in the pot for the next hand.",
    [MEANS_MUST_GO] = "{number} more of {cards} must go.",
    [MEANS_MAY_STOP] = "Then you may keep {cards}.",
    [MEANS_LAST] = "You keep {cards}.",
    [MEANS_KEEP] = "If you have the best hand, beat the Monster or pay {number} {chip|chips}.",
    [MEANS_MUST_FOLD] = "You must: three cards less would leave you a pair.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX]; /* folded or not; seen by the owner, by all if kept for a showdown */
    cards fed[PLAYERS_MAX];  /* to the Monster; seen by the owner */
    cards monster;           /* after a showdown: all of it, gathered; seen by all */
    seats in;                /* play this round; seen by all, like everything below */
    seats folded;
    seats waiting;    /* those in without a full hand, and then those who have not finished */
    bool showdown;    /* hands and Monster have been shown */
    uint16_t replays; /* rounds in a row that put nobody out */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 6, .set = offsetof(struct state, hand),
     .special = true},
    {"folded", OF_SEATS, SEEN_BY_OWNER, LIE_HEAP, 6, .special = true},
    {"fed", OF_SEATS, SEEN_BY_OWNER, LIE_FAN, 3, .set = offsetof(struct state, fed),
     .special = true},
    {"monster", OF_MIDDLE, SEEN_BY_NONE, LIE_FAN, 12, .set = offsetof(struct state, monster),
     .special = true},
    {0},
};

static const struct label labels[] = {
    {"penalty", .whose = OF_MIDDLE},
    {0},
};

/* How many cards would have to go until all ranks are different. */
static int surplus(cards w)
{
    return cards_size(w) - cards_size(cards_distinct(w));
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_round(struct state *s, seats in, struct log *log)
{
    s->in = s->waiting = in;
    s->folded = 0;
    s->showdown = false;
    deck_gather(s, log);
    deck_due(&s->h, seats_next(in, s->h.dealer), log); /* R9 */
}

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    chips_ante(&s->h, seats_all(s->h.players), s->h.option[ANTE], log); /* R10 */
    s->replays = 0;
    begin_round(s, seats_all(s->h.players), log);
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
    cards hand = s->hand[seat];
    int discarded = cards_size(s->fed[seat]), over = surplus(hand);
    for (int c = cards_next(hand, 0); c; c = cards_next(hand, c)) {
        int after = over - (cards_count(hand, c) > 1);
        if (after < DISCARDS_MAX - discarded)
            out[n++] = action_make(DISCARD, c, 0);
    }
    if (over == 0)
        out[n++] = action_make(DONE, 0, 0);
    if (discarded == 0)
        out[n++] = action_make(FOLD, 0, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_hand(struct state *s, struct log *log)
{
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    deal_passes(&s->h);
    begin_hand(s, log);
}

/* The pot was not won, and these seats play on for it. */
static void next_round(struct state *s, seats in, struct log *log)
{
    if (in != s->in) {
        s->replays = 0;
        for (seats out = (seats)(s->in & ~in); log && out; out = seats_rest(out))
            log_out(log, 0, seats_first(out), 0);
        log_pot(log, SAY_ON, &s->h);
    } else if (++s->replays == s->h.option[REPLAY_LIMIT]) { /* R12 */
        log_note(log, SAY_LIMIT, NOBODY, s->replays, 0);
        log_pot(log, SAY_CARRIED, &s->h);
        end_hand(s, log);
        return;
    } else {
        log_note(log, SAY_AGAIN, NOBODY, 0, 0);
    }
    begin_round(s, in, log);
}

static void settle_defeat(struct state *s, seats kept, seats beaten, struct log *log)
{
    for (seats pay = beaten; pay; pay = seats_rest(pay))
        chips_pay(&s->h, seats_first(pay), NOBODY, s->h.option[PENALTY], 0, log);
    seats surviving = (seats)(kept & ~beaten);
    if (seats_count(surviving) == 1) {
        chips_share(&s->h, surviving, SAY_ALONE, log);
        end_hand(s, log);
    } else if (surviving) {
        next_round(s, surviving, log);
    } else {
        bool tied = seats_count(beaten) > 1;
        next_round(s, tied ? beaten : s->in, log); /* R3, R2 */
    }
}

/* The hands that were kept and what the Monster was fed, face up for all; but not by whom, since at
 * a table it is one pile, face down (R14). */
static void show(struct state *s, seats kept, struct log *log)
{
    s->showdown = true;
    for (; kept; kept = seats_rest(kept)) {
        int seat = seats_first(kept);
        log_shown(log, s->hand[seat], HAND, seat, 0);
    }
    for (int seat = 0; seat < s->h.players; seat++)
        cards_go(s, spot_at(FED, seat), spot_at(MONSTER, NOBODY), s->fed[seat], 0, log);
    if (s->monster)
        log_shown(log, s->monster, MONSTER, NOBODY, SAY_FED);
    log_note(log, s->monster ? SAY_MONSTER : SAY_NO_MONSTER, NOBODY, 0, cards_distinct(s->monster));
}

static void end_round(struct state *s, struct log *log)
{
    seats kept = (seats)(s->in & ~s->folded);
    if (!kept) {
        log_note(log, SAY_ALL_FOLD, NOBODY, 0, 0);
        next_round(s, s->in, log);
        return;
    }
    show(s, kept, log);
    seats best = seats_highest(s->hand, kept);
    bool wins =
        s->hand[seats_first(best)] > cards_distinct(s->monster); /* R7: always, if it is empty */
    for (seats left = best; log && left; left = seats_rest(left)) {
        int seat = seats_first(left);
        log_note(log, wins ? SAY_BEATS : SAY_LOSES, seat, 0, s->hand[seat]);
    }
    if (!wins) {
        settle_defeat(s, kept, best, log);
        return;
    }
    chips_share(&s->h, best, 0, log);
    log_pot(log, SAY_REST, &s->h); /* R11 */
    end_hand(s, log);
}

/* R1: the others are asked even if all before them have folded. */
static void end_turn(struct state *s, int seat, struct log *log)
{
    s->waiting = seats_without(s->waiting, seat);
    if (s->waiting)
        wait_seat(&s->h, seats_next(s->waiting, s->h.dealer));
    else
        end_round(s, log);
}

static void keep(struct state *s, int seat, struct log *log)
{
    log_note(log, SAY_KEEPS, seat, cards_size(s->hand[seat]), 0);
    end_turn(s, seat, log);
}

static void apply_discard(struct state *s, int seat, int c, struct log *log)
{
    cards_go(s, spot_at(HAND, seat), spot_at(FED, seat), cards_one(c), SAY_FEEDS, log); /* R14 */
    if (cards_size(s->fed[seat]) == DISCARDS_MAX)
        keep(s, seat, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case DISCARD:
        apply_discard(s, seat, action_first(a), log);
        break;
    case DONE:
        keep(s, seat, log);
        break;
    case FOLD:
        s->folded |= seat_bit(seat);
        log_hidden(log, s->hand[seat], spot_at(HAND, seat), spot_at(FOLDED, seat), seat_bit(seat),
                   0);
        end_turn(s, seat, log);
        break;
    }
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    card_dealt(s, c, spot_at(HAND, seat), log);
    if (cards_size(s->hand[seat]) == HAND_CARDS)
        s->waiting = seats_without(s->waiting, seat);
    if (s->waiting) {
        deck_due(&s->h, seats_next(s->waiting, s->h.dealer), log);
        return;
    }
    s->waiting = s->in;
    wait_seat(&s->h, seats_next(s->in, s->h.dealer));
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        bool folded = seats_has(s->folded, seat);
        view_cards(v, folded ? FOLDED : HAND, seat, s->hand[seat],
                   s->showdown && !folded ? EVERYBODY : seat_bit(seat));
    }
    for (int seat = 0; seat < s->h.players; seat++)
        if (s->fed[seat])
            view_cards(v, FED, seat, s->fed[seat], seat_bit(seat));
    if (s->monster)
        view_cards(v, MONSTER, NOBODY, s->monster, EVERYBODY);
    view_number(v, PENALTY_CHIPS, NOBODY, s->h.option[PENALTY]);
}

/* What a discard leaves, and what is at stake. */
static struct event means(const struct view *v, action a)
{
    cards left = view_faces(v, HAND, v->looks);
    if (action_verb(a) == DONE)
        return (struct event){.say = MEANS_KEEP, .cards = left, .number = v->option[PENALTY]};
    if (action_verb(a) == FOLD)
        return (struct event){.say = v->actions == 1 ? MEANS_MUST_FOLD : 0};
    left -= cards_one(action_first(a));
    int over = surplus(left), size = cards_size(left);
    return (struct event){.say = over               ? MEANS_MUST_GO
                                 : size == KEPT_MIN ? MEANS_LAST
                                                    : MEANS_MAY_STOP,
                          .cards = left,
                          .number = over};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Who has kept a hand has no pair. */
static bool keeps(const struct state *s, int seat)
{
    return s->h.turn.kind == TURN_SEATS && !((s->folded | s->waiting) & seat_bit(seat));
}

/* Whether all who have begun to discard can still get rid of their pairs. */
static bool can_finish(const struct state *s, seats some)
{
    for (int i = 0; i < s->h.players; i++)
        if ((some & s->waiting & seat_bit(i)) && s->fed[i] &&
            cards_size(cards_distinct(s->hand[i])) < KEPT_MIN)
            return false;
    return true;
}

/* What a seat does not know: the hands of the others and what they gave to the Monster; after a
 * showdown only what they have folded. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    seats others = (seats)(seats_all(s->h.players) & ~seat_bit(seat));
    seats hidden = s->showdown ? (seats)(others & s->folded) : others;
    struct fit kept[PLAYERS_MAX] = {0};
    int held[PLAYERS_MAX] = {0}, fed[PLAYERS_MAX] = {0};
    for (int i = 0; i < s->h.players; i++) {
        held[i] = cards_size(s->hand[i]);
        fed[i] = cards_size(s->fed[i]);
        if (seats_has(hidden, i) && keeps(s, i))
            kept[i] = (struct fit){.size = held[i], .ranks = ~(cards)0, .different = true};
    }
    do {
        for (int i = 0; i < s->h.players; i++)
            if (seats_has(hidden, i)) {
                pile_add_all(&s->h.pile[PILE_DECK], s->hand[i] + s->fed[i]);
                s->hand[i] = s->fed[i] = 0;
            }
        fit_deal(&s->h, kept, s->hand, r);
        for (int i = 0; i < s->h.players; i++)
            if (seats_has(hidden, i)) {
                s->hand[i] += deck_deal_again(&s->h, held[i] - cards_size(s->hand[i]), r);
                s->fed[i] = deck_deal_again(&s->h, fed[i], r);
            }
    } while (s->h.turn.kind == TURN_SEATS && !can_finish(s, hidden));
}

/* Without a hand that can beat the Monster, duck: give it the three highest cards that may go, so
 * that it grows and somebody else is Champion. Only with 10 9 8 7 keep all but the pairs. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    const cards strong = cards_one(10) + cards_one(9) + cards_one(8) + cards_one(7);
    cards hand = view_faces(v, HAND, v->looks), dealt = hand + view_faces(v, FED, v->looks);
    bool proud = cards_distinct(dealt) >= strong;
    action choice = v->act[v->actions - 1]; /* done, or fold if it must be */
    for (int i = 0; i < v->actions; i++) {
        bool paired = cards_count(hand, action_first(v->act[i])) > 1;
        if (action_verb(v->act[i]) == (proud && !paired ? DONE : DISCARD))
            choice = v->act[i];
    }
    return choice;
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the Champion takes the pot if his hand is better than the Monster",
     .players = 4,
     .options = "hands 1",
     .record = "deal A 10 9 8 7 6 4\ndeal B 10 9 8 7 6 5\ndeal C 10 9 8 7 5 5\n"
               "deal D 10 9 8 7 3 3\nA done\nB done\nC fold\nD fold",
     .scores = "-2 6 -2 -2",
     .to_act = ""},
    {.name = "the Monster wins ties, and its discards can be the Champion's own",
     .players = 4,
     .record = "deal A 10 10 9 9 8 8\ndeal B 10 9 8 7 6 5\ndeal C 10 9 8 7 5 5\n"
               "deal D 10 9 8 7 3 3\nA discard 10\nA discard 9\nA discard 8\nB fold\nC fold\n"
               "D fold",
     .scores = "-7 -2 -2 -2",
     .to_act = "deck"},
    {.name = "with the Champion beaten the only other player who stayed takes the pot",
     .players = 4,
     .options = "hands 1",
     .record = "deal A 9 8 7 6 5 4\ndeal B 10 10 9 8 7 4\ndeal C 10 9 8 7 5 5\n"
               "deal D 10 9 8 7 3 3\nA done\nB discard 10\nB discard 10\nB discard 9\nC fold\n"
               "D fold",
     .scores = "-7 11 -2 -2",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_monster = {
    .name = "monster",
    .title = "Monster",
    .summary = "outdo all other hands, and a Monster that feeds on what they throw away",
    .goal = "? hands not 1\n"
            "Beat all hands and the Monster too. Most chips after {hands} pots win.\n\n"
            "? hands 1\n"
            "Beat all hands and the Monster too. Most chips win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 4,
    .players_max = 8,
    .best_with = 4,
    .decisions = 158,
    .difficulty = 3,
    .look = {0x4b5d16, "M3 8c3-5 15-5 18 0v8c-3 5-15 5-18 0zM3 11l3 3 3-3 3 3 3-3 3 3 3-3"},
    .chips = true,
    .hidden = true,
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
