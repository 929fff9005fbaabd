/* Kitty, designed by James Ernest: the hard game, Soft, Sticky, Partners, and the ways to keep
 * score over several hands. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "The hard game is for four; three, five and six play the soft one (R1).",
    "You choose what you pass before you see what you get, and what you got may be your bid (R2).",
    "A rank that nobody holds scores for nobody (R3).",
    "A card that you took is a card like any other: you may pass it, bid it and lose it (R4).",
    "? soft on\n"
    "Each bid that stands alone takes one card, however many lie there (R6, R8).",
    "? soft on\n"
    "The 1 chooses first and gives away only that card; the next bid then takes for itself (R7).",
    "? partners off\n"
    "A gift of the 1 cannot be refused, and it may go to any other player (R9).",
    "? partners on\n"
    "A gift of the 1 cannot be refused, and it must go to another team (R9).",
    "? scoring single\n"
    "Equal best scores share the win (R11).",
    "? scoring long\n"
    "With a tie at the top another hand is played, until one leads (R11).",
    "? scoring chips\n"
    "Odd chips wait for the next winners; after the last hand they are nobody's (R12).",
    "? scoring chips, partners on\n"
    "Partners pay one by one, so that a team pays twice the difference (R13).",
    "? partners on\n"
    "Partners sit opposite each other and say nothing about their cards (R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { SOFT, STICKY, PARTNERS, SCORING, TARGET_SCORE, HANDS, CHIPS, DEALER };

enum { SINGLE, LONG, FOR_CHIPS };

static const char *const scorings[] = {"single", "long", "chips", NULL};

enum {
    KITTY = 7,
    TEAM_SIZE = 2,
    HARD_PLAYERS = 4, /* R1 */
};

static const int32_t hand_cards[] = {[3] = 16, 12, 9, 8};
static const int32_t soft_standard[] = {[3] = 1, 0, 1, 1};

static const struct option options[] = {
    [SOFT] = {"soft", "four rounds with targets of 1, 2, 2 and 2 cards", OPTION_SWITCH,
              .by_players = soft_standard},
    [STICKY] = {"sticky", "target cards that nobody takes stay for the next round",
                .type = OPTION_SWITCH},
    [PARTNERS] = {"partners", "teams of two, partners opposite (4 or 6 players)",
                  .type = OPTION_SWITCH},
    [SCORING] = {"scoring", "one hand, a running total, or chips after each hand", OPTION_CHOICE,
                 .words = scorings},
    [TARGET_SCORE] = {"target", "the total that ends a long game", OPTION_NUMBER, .standard = 100,
                      .least = 10, .most = 1000, .role = ROLE_TARGET, .only = "scoring long"},
    [HANDS] = {"hands", "hands in a match for chips", OPTION_NUMBER, ROLE_HANDS, 10, 1,
               .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    [DEALER] = {"dealer", "who deals every hand", OPTION_SEAT, .standard = LAST_SEAT},
    {0},
};

static const struct preset presets[] = {
    {"soft-kitty", "Soft Kitty", "fewer rounds with two cards to take", .options = "soft on",
     .aliases = "sanfte-kitty", .decisions = 35},
    {"sticky-kitty", "Sticky Kitty", "what nobody takes stays for the next round",
     .options = "sticky on", .aliases = "klebrige-kitty"},
    {"partners-kitty", "Partners Kitty", "teams of two, who put their hands together",
     .options = "partners on", .aliases = "partner-kitty"},
    {"kitty-chips", "Kitty for Chips", "the best hand collects the difference from everybody",
     .options = "scoring chips", .aliases = "kitty-um-chips", .decisions = 567},
    {"long-kitty", "Long Kitty", "hand after hand, up to a hundred points",
     .options = "scoring long", .aliases = "lange-kitty", .decisions = 318},
    {0},
};

static bool check(const struct setup *u, struct error *e)
{
    if (!u->option[SOFT] && u->players != HARD_PLAYERS)
        return error_set(e, "option soft is off, but %d play; expected on, or %d players",
                         u->players, HARD_PLAYERS);
    if (u->option[PARTNERS] && (u->players < 2 * TEAM_SIZE || u->players % TEAM_SIZE))
        return error_set(e, "option partners is on, but %d play; expected 4 or 6 players",
                         u->players);
    return true;
}

enum { PASS, BID, TAKE, GIVE };

static const struct verb verbs[] = {
    [PASS] = {"pass", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "Hand a card to the player on your left.",
              .tells = "{seat} {choose/chooses} the {first}.",
              .asks = {"Which card do you pass to the player on your left?"}},
    [BID] = {"bid", .argument = {RANK_ARGUMENT}, .secret = true,
             .means = "Bid for the target: the lowest bid that stands alone wins.",
             .tells = "{seat} {choose/chooses} the {first}.",
             .asks = {"Which card do you bid for the target?"}},
    [TAKE] = {"take", .argument = {RANK_ARGUMENT}, .at = AT_MIDDLE, .only = "soft not off",
              .means = "Take this card of the target into your hand.", .tells = "",
              .asks = {"Which card of the target do you take?"}},
    [GIVE] = {"give", .argument = {SEAT_ARGUMENT}, .says = "give it to {seat|you}",
              .means = "Give away what your 1 has won.", .tells = "",
              .asks = {"Who gets what your 1 has won?"}},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_KITTY = PLACE_GAME };

static const char *const places[] = {"kitty", NULL};

enum { HAND = ZONE_GAME, TARGET, BIDS, PRIZE };

enum { KITTY_LEFT, TEAM };

enum {
    SAY_PASSED = 1,
    SAY_BID,
    SAY_LOWEST,
    SAY_NEXT,
    SAY_WINS,
    SAY_GIVES,
    SAY_UNCLAIMED,
    SAY_STAYS,
    SAY_MOST,
    SAY_MOST_TEAM,
    SAY_COUNTS,
    SAY_SHORT,
    SAY_BEST,
    SAY_REST,
    MEANS_PASS,
    MEANS_BID,
    MEANS_BID_SOFT,
    MEANS_BID_1,
    MEANS_TAKE_1,
    MEANS_GIVE,
};

static const char *const sentences[] = {
    [SAY_PASSED] =
        "{other} {pass/passes} {a cards} to {seat|you}[, {other} {a cards} to {seat|you}].",
    [SAY_BID] = "{seat} {bid/bids} {a cards}[, {seat} {a cards}].",
    [SAY_LOWEST] = "{seat} {have/has} the lowest single bid and {take/takes} {a cards}.",
    [SAY_NEXT] = "{seat} {come/comes} next and {take/takes} {a cards}.",
    [SAY_WINS] = "{seat} {win/wins} {a cards} with the 1, but must give the prize away.",
    [SAY_GIVES] = "{other} {give/gives} {a cards} to {seat|you}.",
    [SAY_UNCLAIMED] = "No bid stands alone: nobody takes {cards}.",
    [SAY_STAYS] = "No bid stands alone. Still to be won: {cards}.",
    [SAY_MOST] = "{seat} {have/has} the most of {cards}[, {seat} of {cards}].",
    [SAY_MOST_TEAM] = "{seat's|Your} team has the most of {cards}[, {seat's|yours} of {cards}].",
    [SAY_COUNTS] = "{seat} {count/counts} {number} {point|points}[, {seat} {number}].",
    [SAY_SHORT] = "{seat} {pay/pays} the difference to the best: {number} {chip|chips}[, {seat} "
                  "{number}].",
    [SAY_BEST] = "{other} {have/has} the best hand and {take/takes} {number} {chip|chips}[, "
                 "{other} {number}].",
    [SAY_REST] = pot_rest,
    [MEANS_PASS] = "{other} gets it, before you see what you get.",
    [MEANS_BID] = "The lowest bid that stands alone takes {cards}.",
    [MEANS_BID_SOFT] = "The lowest bids that stand alone take a card each.",
    [MEANS_BID_1] = "The 1 always wins, but you must give the prize away.",
    [MEANS_TAKE_1] = "Choose it, and then give it away.",
    [MEANS_GIVE] = "{first} gets {cards} and cannot refuse.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX]; /* seen by the owner; by all once the game is over */
    cards target;            /* what can be captured, seen by all */
    cards prize;             /* won by the 1 and not yet given away, seen by all */
    struct choices chosen;   /* cards to pass or bid, secret; bids on the table, seen by all */
    struct trail trail;      /* of passed, captured and bid cards */
    uint8_t verb;            /* what was asked last */
    uint8_t turned;          /* cards of the kitty that were turned up */
    uint8_t served;          /* the bid that took last in this round, 0 if none did */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_AT_END, LIE_SHUT, 17, .set = offsetof(struct state, hand),
     .trail = offsetof(struct state, trail)},
    {"target", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 5, .set = offsetof(struct state, target)},
    {"bid", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .special = true},
    {"prize", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .special = true},
    {0},
};

static const struct label labels[] = {
    {"cards in the kitty", .whose = OF_MIDDLE},
    {"team", .whose = OF_SEATS},
    {0},
};

/* All choose a card of their hand. */
static void ask_all(struct state *s, int verb)
{
    s->verb = (uint8_t)verb;
    choices_begin(&s->chosen, &s->h, seats_all(s->h.players));
}

static void ask(struct state *s, int verb, int seat)
{
    s->verb = (uint8_t)verb;
    wait_seat(&s->h, seat);
}

static int team_count(const struct head *h)
{
    return h->option[PARTNERS] ? h->players / TEAM_SIZE : h->players;
}

/* R14: partners sit opposite, so each team has one of the first seats. */
static int team_of(const struct head *h, int seat)
{
    return seat < team_count(h) ? seat : seat - team_count(h);
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    deck_gather(s, log);
    s->turned = 0;
    deck_due(&s->h, deal_seat(&s->h, s->hand, 1), log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    s->h.chips = s->h.option[SCORING] == FOR_CHIPS;
    begin_hand(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    if (s->verb == GIVE) { /* R9: to anybody, but to no partner */
        for (int other = 0; other < s->h.players; other++)
            if (team_of(&s->h, other) != team_of(&s->h, seat))
                out[n++] = action_make(GIVE, other, 0);
        return n;
    }
    cards from = s->verb == TAKE ? s->target : s->hand[seat];
    return legal_cards(s->verb, from, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The ranks of which no other team has more cards, each once (R3: of none there is no most). */
static cards ranks_won(const cards held[], int teams, int team)
{
    cards won = cards_distinct(held[team]);
    for (int c = cards_next(held[team], 0); c; c = cards_next(held[team], c))
        for (int other = 0; other < teams; other++)
            if (cards_count(held[other], c) > cards_count(held[team], c)) {
                won -= cards_one(c);
                break;
            }
    return won;
}

/* What each seat scores for its final hand, or that of its team. */
static void count_points(const struct state *s, int32_t point[], struct log *log)
{
    int teams = team_count(&s->h);
    cards held[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++) {
        held[team_of(&s->h, seat)] += s->hand[seat];
        log_shown(log, s->hand[seat], HAND, seat, 0);
    }
    for (int seat = 0; seat < s->h.players; seat++) {
        cards won = ranks_won(held, teams, team_of(&s->h, seat));
        point[seat] = cards_sum(won);
        if (won && seat < teams)
            log_note(log, s->h.option[PARTNERS] ? SAY_MOST_TEAM : SAY_MOST, seat, 0, won);
    }
}

/* R13: every seat pays for itself, in teams as well. */
static void settle_chips(struct state *s, const int32_t point[], struct log *log)
{
    seats best = seats_most(point, seats_all(s->h.players));
    int32_t most = point[seats_first(best)];
    for (int seat = 0; seat < s->h.players; seat++)
        log_note(log, SAY_COUNTS, seat, point[seat], 0);
    for (int seat = 0; seat < s->h.players; seat++)
        chips_pay(&s->h, seat, NOBODY, most - point[seat], SAY_SHORT, log);
    chips_share(&s->h, best, SAY_BEST, log);
    log_pot(log, SAY_REST, &s->h); /* R12 */
}

/* Whether the hand just scored was the last one; `best` have the highest score. */
static bool match_ends(const struct state *s, seats best)
{
    switch (s->h.option[SCORING]) {
    case LONG: /* R11: one player or team alone */
        return s->h.score[seats_first(best)] >= s->h.option[TARGET_SCORE] &&
               seats_count(best) == (s->h.option[PARTNERS] ? TEAM_SIZE : 1);
    case FOR_CHIPS:
        return s->h.hand == s->h.option[HANDS];
    default:
        return true;
    }
}

static void end_hand(struct state *s, struct log *log)
{
    int32_t point[PLAYERS_MAX] = {0};
    trail_clear(&s->trail);
    count_points(s, point, log);
    if (s->h.chips)
        settle_chips(s, point, log);
    else
        for (int seat = 0; seat < s->h.players; seat++)
            points_add(&s->h, seat, point[seat], 0, log);
    seats best = seats_most(s->h.score, seats_all(s->h.players));
    if (hand_settled(&s->h, match_ends(s, best), best, log))
        begin_hand(s, log);
}

static void end_round(struct state *s, struct log *log)
{
    bool last = s->turned == KITTY;
    bool stays = s->h.option[STICKY] && !last;
    if (s->target)
        log_note(log, stays ? SAY_STAYS : SAY_UNCLAIMED, NOBODY, 0, s->target);
    if (!stays)
        discard_zone(s, spot_at(TARGET, NOBODY), log);
    for (int seat = 0; seat < s->h.players; seat++)
        discard(&s->h, cards_one(s->chosen.rank[seat]), spot_at(BIDS, seat), log);
    if (last)
        end_hand(s, log);
    else
        deck_due(&s->h, PLACE_KITTY, log);
}

/* A bidder takes cards of the target. Returns whether the 1 has to give them away first. */
static bool take(struct state *s, int seat, cards w, struct log *log)
{
    struct spot target = spot_at(TARGET, NOBODY);
    if (s->chosen.rank[seat] != 1) {
        bool lowest = unique_above(s->chosen.rank, seats_all(s->h.players), 0) == seat;
        cards_go(s, target, spot_at(HAND, seat), w, lowest ? SAY_LOWEST : SAY_NEXT, log);
        return false;
    }
    s->prize = w;
    cards_go(s, target, spot_at(PRIZE, seat), w, SAY_WINS, log);
    ask(s, GIVE, seat);
    return true;
}

/* Goes on with the capture until somebody has to decide. R5: in the hard game the first takes all.
 * R6 to R8: in the soft game one card each, in the order of the bids. */
static void capture(struct state *s, struct log *log)
{
    while (s->target) {
        int seat = unique_above(s->chosen.rank, seats_all(s->h.players), s->served);
        if (seat == NOBODY)
            break;
        s->served = s->chosen.rank[seat];
        bool soft = s->h.option[SOFT];
        int c = cards_lowest(s->target);
        if (soft && cards_highest(s->target) != c) {
            ask(s, TAKE, seat);
            return;
        }
        if (take(s, seat, soft ? cards_one(c) : s->target, log))
            return;
    }
    end_round(s, log);
}

static void reveal(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        cards_go(s, spot_at(HAND, seat), spot_at(BIDS, seat), cards_one(s->chosen.rank[seat]),
                 SAY_BID, log);
    s->served = 0;
    capture(s, log);
}

static void apply_give(struct state *s, int seat, int to, struct log *log)
{
    cards w = s->prize;
    s->prize = 0;
    cards_go(s, spot_at(PRIZE, seat), spot_at(HAND, to), w, SAY_GIVES, log);
    capture(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int first = action_first(a);
    switch (action_verb(a)) {
    case PASS:
        if (choices_put(&s->chosen, &s->h, seat, first)) {
            choices_pass(&s->chosen, seats_all(s->h.players), s->hand, &s->trail, HAND, SAY_PASSED,
                         log); /* R2 */
            ask_all(s, BID);
        }
        break;
    case BID:
        if (choices_put(&s->chosen, &s->h, seat, first))
            reveal(s, log);
        break;
    case TAKE:
        if (!take(s, seat, cards_one(first), log))
            capture(s, log);
        break;
    case GIVE:
        apply_give(s, seat, first, log);
        break;
    }
}

static void deal_kitty(struct state *s, int c, struct log *log)
{
    s->turned++;
    card_dealt(s, c, spot_at(TARGET, NOBODY), log);
    if (s->h.option[SOFT] && s->turned % 2 == 0) /* the first target is one card, then two */
        deck_due(&s->h, PLACE_KITTY, log);
    else
        ask_all(s, PASS);
}

static void deal(struct state *s, int c, struct log *log)
{
    int place = s->h.turn.place;
    if (place == PLACE_KITTY) {
        deal_kitty(s, c, log);
        return;
    }
    int next = deal_hand_card(&s->h, s->hand, c, hand_cards[s->h.players], HAND, log);
    deck_due(&s->h, next == NOBODY ? PLACE_KITTY : next, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    bool capturing = s->h.turn.kind == TURN_SEATS && s->verb >= TAKE;
    for (int seat = 0; capturing && seat < s->h.players; seat++)
        view_cards(v, BIDS, seat, cards_one(s->chosen.rank[seat]), EVERYBODY);
    if (s->prize)
        view_cards(v, PRIZE, seats_first(s->h.turn.seats), s->prize, EVERYBODY);
    view_number(v, KITTY_LEFT, NOBODY, KITTY - s->turned);
    for (int seat = 0; s->h.option[PARTNERS] && seat < s->h.players; seat++)
        view_number(v, TEAM, seat, team_of(&s->h, seat) + 1);
}

static struct event means(const struct view *v, action a)
{
    int first = action_first(a), left = (v->looks + 1) % v->players;
    cards target = view_faces(v, TARGET, NOBODY);
    bool one_each = v->option[SOFT] && cards_size(target) > 1;
    switch (action_verb(a)) {
    case PASS:
        return (struct event){.say = MEANS_PASS, .other = (uint8_t)left};
    case BID:
        return (struct event){.say = first == 1 ? MEANS_BID_1
                                     : one_each ? MEANS_BID_SOFT
                                                : MEANS_BID,
                              .cards = target};
    case TAKE:
        return (struct event){.say =
                                  view_faces(v, BIDS, v->looks) == cards_one(1) ? MEANS_TAKE_1 : 0};
    default:
        return (struct event){.say = MEANS_GIVE, .cards = view_faces(v, PRIZE, v->looks)};
    }
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* What a seat does not know: the others' cards that it has not seen, the kitty, the cards left
 * aside, and what the others have chosen. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    if (s->h.turn.kind == TURN_OVER)
        return;
    trail_deal_again(&s->trail, &s->h, seat, s->hand, r);
    if (s->h.turn.kind == TURN_SEATS && s->verb <= BID)
        choices_again(&s->chosen, &s->h, seat, s->hand, r);
}

/* What cards of a rank are worth to their owner: nothing up to half a fair share of them, the whole
 * rank from one and a half on, and in proportion between. */
static double worth(const struct view *v, int c, int count)
{
    double lead = count * v->players - c / 2.0;
    return lead < 0 ? 0 : lead < c ? lead : c;
}

/* Pass and bid what you can spare; low cards win more often, so bid lower the more the target would
 * be worth to you. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards hand = view_faces(v, HAND, v->looks), target = view_faces(v, TARGET, NOBODY);
    double prize = 0, value[ACTIONS_MAX];
    for (int c = cards_next(target, 0); c; c = cards_next(target, c))
        prize += worth(v, c, cards_count(hand + target, c)) - worth(v, c, cards_count(hand, c));
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), c = action_first(v->act[i]);
        int count = cards_count(hand, c);
        if (verb == TAKE)
            value[i] = worth(v, c, count + 1) - worth(v, c, count);
        else if (verb == GIVE) /* to the right, from where it may be passed on to you */
            value[i] = (c + v->players - v->looks) % v->players;
        else
            value[i] = worth(v, c, count - 1) - worth(v, c, count);
        if (verb == BID && c > 1)
            value[i] += prize * (RANKS - c) / RANKS;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "whoever wins with the 1 decides who gets the prize",
     .players = 4,
     .record = "deal A 1 3 4 5 6 6 8 8 9 10 10 10\ndeal B 2 2 4 4 4 6 7 9 9 9 10 10\n"
               "deal C 3 5 6 7 7 8 8 8 9 9 10 10\ndeal D 3 5 5 7 7 7 8 8 9 9 9 10\n"
               "deal kitty 10\nA pass 9\nB pass 9\nC pass 9\nD pass 9\n"
               "A bid 1\nB bid 2\nC bid 5\nD bid 5",
     .to_act = "A"},
    {.name = "a received card may be bid, one that was passed on may not",
     .players = 4,
     .record = "deal A 1 3 4 5 6 6 8 8 9 10 10 10\ndeal B 2 2 4 4 4 6 7 9 9 9 10 10\n"
               "deal C 3 5 6 7 7 8 8 8 9 9 10 10\ndeal D 3 5 5 7 7 7 8 8 9 9 9 10\n"
               "deal kitty 10\nA pass 1\nB pass 9\nC pass 9\nD pass 9\nB bid 1",
     .to_act = "ACD"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_kitty = {
    .name = "kitty",
    .title = "Kitty",
    .summary = "pass a card, bid a card, and collect the most of each rank",
    .goal = "? scoring single\n"
            "Have the most cards of a rank to score it. Most points win.\n\n"
            "? scoring long\n"
            "Have the most cards of a rank to score it. {target} points and a clear lead win.\n\n"
            "? hands 1\n"
            "Have the most cards of a rank to score it. Most chips win.\n\n"
            "? hands not 1\n"
            "Have the most cards of a rank to score it. Most chips after {hands} hands win.",
    .rulings = rulings,
    .kind = BIDDING,
    .players_min = 3,
    .players_max = 6,
    .best_with = 4,
    .decisions = 57,
    .difficulty = 2,
    .look = {0xa0345c, "M4 4l4 4h8l4-4v9a8 8 0 0 1-16 0zM9 12v1M15 12v1M12 15v2"},
    .hidden = true,
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
    .reshuffle = reshuffle,
    .hint = hint,
};
