/* Port, designed by James Ernest: Pairs with one winner, from the Pirate deck; the sister game of
 * Starboard. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Equal totals all get the higher place, and the places behind them are skipped (R1).",
    "The best locked stack earns a point for each player of the round, those who bust included "
    "(R2).",
    "If all bust, nobody gets anything (R3).",
    "If several reach the target, the highest score wins outright; only those who share it play "
    "off (R4, R5).",
    "A playoff is worth as many points as players are in it, and another follows while they are "
    "level (R6, R7).",
    "A playoff goes on with the same deck, and the dealer may be somebody who is not in it (R8).",
    "The cards of a busted stack are discarded at once, those of a locked one after the round "
    "(R9).",
    "You may lock with a single card, and the last one in the round may still hit (R10, R11).",
    "If every card that is left would pair in a tie for lowest, the round is void and dealt again "
    "(R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, DEALER, DEALER_PASSES };

static const struct option options[] = {
    [TARGET] = {"target", "the game points that win", OPTION_NUMBER, .standard = 21, .least = 1,
                .most = 1000, .role = ROLE_TARGET},
    [DEALER] = {"dealer", "who deals first", OPTION_SEAT, .standard = LAST_SEAT},
    [DEALER_PASSES] = {"dealer-passes", "the deal moves left after each round",
                       .type = OPTION_SWITCH},
    {0},
};

enum { BURN = 5 };

enum { HIT, LOCK };

static const struct verb verbs[] = {
    [HIT] = {"hit", .means = "Take one more card.", .draws = true,
             .tells = "{seat} {hit/hits}[: {cards}]."},
    [LOCK] = {"lock", .means = "Stop here: no more cards in this round.",
              .tells = "{seat} {lock/locks}."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { STACK = ZONE_GAME };

enum { CARD_POINTS, LOCKED_AT, WINNING_SCORE };

enum {
    SAY_FIRST = 1,
    SAY_REPLACED,
    SAY_VOID,
    SAY_BUST,
    SAY_TOTAL,
    SAY_ALL_BUST,
    SAY_PLAYOFF,
    SAY_WON,
    MEANS_HIT,
    MEANS_LOCK
};

static const char *const sentences[] = {
    [SAY_FIRST] = "{seat} {have/has} the lowest card and {begin/begins}.",
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "No card fits: the round is dealt again.",
    [SAY_BUST] = "A second {cards}! {seat} {bust/busts} and {score/scores} nothing.",
    [SAY_TOTAL] = "{seat's|Your} stack counts {number}: {cards}.",
    [SAY_ALL_BUST] = "Everybody is bust: nobody scores.",
    [SAY_PLAYOFF] =
        "{seat} {share/shares} the lead with {number} {point|points} and {play/plays} on.",
    [SAY_WON] = "{seat} {lead/leads} alone with {number} {point|points} and {win/wins}!",
    [MEANS_HIT] = "One more card. Another {any cards} ruins your round.",
    [MEANS_LOCK] = "Stop at {number}: no more cards in this round.",
    NULL,
};

/* Everything here is seen by all. */
struct state {
    struct head h;
    cards stack[PLAYERS_MAX]; /* face up before each player; empty after a bust */
    struct lowcard low;       /* the search for the first player; it waits while that goes on */
    seats playing;            /* those in this round: all, or the playoff */
    seats active;             /* those of them who have neither locked nor busted */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"stack", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, stack)},
    {0},
};

static const struct label labels[] = {
    {"card points", "sum", .whose = OF_SEATS},
    {"locked at", "locked", .whose = OF_SEATS},
    {"winning score", .whose = OF_MIDDLE},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log);

static void discard_stacks(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        discard_zone(s, spot_at(STACK, seat), log);
}

/* R13: all is shuffled, and the same dealer deals to the same players again. */
static void void_round(struct state *s, struct log *log)
{
    log_note(log, SAY_VOID, NOBODY, 0, 0);
    discard_stacks(s, log);
    deck_shuffle(&s->h, log);
    begin_deal(s, log);
}

/* The next starting or tie-break card. R12: there is one; R13: but it may not help. */
static void deal_next(struct state *s, struct log *log)
{
    int seat = lowcard_seat(&s->low, &s->h);
    if (deck_has_other(&s->h, s->stack[seat]))
        deck_due(&s->h, seat, log);
    else
        void_round(s, log);
}

static void begin_deal(struct state *s, struct log *log)
{
    s->active = s->playing;
    lowcard_begin(&s->low, s->playing);
    deal_next(s, log);
}

static void begin_round(struct state *s, seats playing, struct log *log)
{
    hand_begin(&s->h, log);
    s->playing = playing;
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.burn_after = BURN;
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    deck_fresh(&s->h, log);
    begin_round(s, seats_all(s->h.players), log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

/* R10, R14: both always, whatever is in the stack. */
static int legal(const struct state *s, int seat, action out[])
{
    (void)s;
    (void)seat;
    return legal_verbs(HIT, LOCK, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The locked stacks earn points for their places and are discarded. */
static void settle(struct state *s, struct log *log)
{
    int32_t total[PLAYERS_MAX] = {0};
    seats locked = 0;
    for (int seat = 0; seat < s->h.players; seat++) {
        if (!s->stack[seat])
            continue;
        locked |= seat_bit(seat);
        total[seat] = cards_sum(s->stack[seat]);
        log_note(log, SAY_TOTAL, seat, total[seat], s->stack[seat]);
    }
    if (!locked) /* R3 */
        log_note(log, SAY_ALL_BUST, NOBODY, 0, 0);
    places_points(&s->h, total, locked, seats_count(s->playing), log); /* R2, R6 */
    discard_stacks(s, log);
}

/* R4, R5, R7: the highest total counts, and if it is shared those who share it. */
static void end_round(struct state *s, struct log *log)
{
    settle(s, log);
    seats best = seats_most(s->h.score, seats_all(s->h.players));
    int leader = seats_first(best);
    int32_t most = s->h.score[leader];
    bool decided = most >= s->h.option[TARGET];
    if (decided && seats_count(best) == 1) {
        log_note(log, SAY_WON, leader, most, 0);
        match_over(&s->h, best, 0, log);
        return;
    }
    hand_end(&s->h, log);
    if (s->h.option[DEALER_PASSES]) /* R8: also to a seat that is not in the playoff */
        deal_passes(&s->h);
    for (int seat = 0; log && decided && seat < s->h.players; seat++)
        if (seats_has(best, seat))
            log_note(log, SAY_PLAYOFF, seat, most, 0);
    begin_round(s, decided ? best : seats_all(s->h.players), log);
}

static void end_turn(struct state *s, int seat, struct log *log)
{
    if (s->active)
        wait_seat(&s->h, seats_next(s->active, seat)); /* R11: even if nobody else is left */
    else
        end_round(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == HIT) {
        deck_due(&s->h, seat, log);
        return;
    }
    s->active = seats_without(s->active, seat);
    end_turn(s, seat, log);
}

/* A starting or tie-break card is kept. */
static void deal_start(struct state *s, int seat, int c, struct log *log)
{
    int first = lowcard_keep(&s->low, seat, c);
    if (first == NOBODY) {
        deal_next(s, log);
        return;
    }
    log_note(log, SAY_FIRST, first, 0, 0);
    wait_seat(&s->h, first);
}

/* A tie-break card that pairs: another one for the same seat. */
static void deal_replaced(struct state *s, int seat, int c, struct log *log)
{
    cards_go(s, spot_at(STACK, seat), discards_spot, cards_one(c), SAY_REPLACED, log);
    deal_next(s, log);
}

/* R9: the stack is in the discards before the next card is due. */
static void deal_bust(struct state *s, int seat, int c, struct log *log)
{
    s->active = seats_without(s->active, seat);
    log_out(log, SAY_BUST, seat, cards_one(c));
    discard_zone(s, spot_at(STACK, seat), log);
    end_turn(s, seat, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    bool starting = s->low.waiting != 0, paired = cards_has(s->stack[seat], c);
    card_dealt(s, c, spot_at(STACK, seat), log);
    if (starting && paired)
        deal_replaced(s, seat, c, log);
    else if (starting)
        deal_start(s, seat, c, log);
    else if (paired)
        deal_bust(s, seat, c, log);
    else
        end_turn(s, seat, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (s->stack[seat])
            view_number(v, seats_has(s->active, seat) ? CARD_POINTS : LOCKED_AT, seat,
                        cards_sum(s->stack[seat]));
    view_number(v, WINNING_SCORE, NOBODY, s->h.option[TARGET]);
}

static struct event means(const struct view *v, action a)
{
    cards own = view_faces(v, STACK, v->looks);
    return (struct event){.say = action_verb(a) == HIT ? MEANS_HIT : MEANS_LOCK,
                          .cards = own,
                          .number = cards_sum(own)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* The points that this total will bring. Who has locked stays there; who is still in goes on to 23,
 * six more or less, but makes a pair on the way one time in eight. */
static double worth(const struct view *v, int total)
{
    enum { GOAL = 23, SPREAD = 6, PAIRS = 8 };
    double points = v->players;
    for (const struct number *n = v->number; n < &v->number[v->numbers]; n++) {
        if (n->owner == v->looks || n->owner == NOBODY)
            continue;
        int reach = n->value > GOAL ? n->value : GOAL;
        double better = 0.5 + (double)(reach - total) / (2 * SPREAD);
        if (n->label == labels[LOCKED_AT].name)
            points -= n->value > total;
        else if (better > 0)
            points -= (better < 1 ? better : 1) * (PAIRS - 1) / PAIRS;
    }
    return points;
}

/* Hits if one more card, where a pair brings nothing, is worth more on average than to lock. To be
 * asked again is worth something too, a quarter more; but nothing is better than the best place. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards own = view_faces(v, STACK, v->looks);
    int total = cards_sum(own);
    double hit = 0, lock = worth(v, total);
    for (int c = 1; c <= RANKS; c++)
        if (!cards_has(own, c))
            hit += 1.25 * view_chance(v, cards_one(c)) * worth(v, total + c);
    return action_make(hit > lock && lock < v->players ? HIT : LOCK, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a pair busts, and the best locked stack still earns a point for each player",
     .players = 2,
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\nA hit\ndeal A 7\nB lock",
     .scores = "0 2",
     .to_act = "deck"},
    {.name = "equal stacks share the better place and the next one is left out",
     .players = 3,
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 4\ndeal C 7\nB lock\nC lock\nA lock",
     .scores = "3 1 3",
     .to_act = "deck"},
    {.name = "a player whose opponents have all locked may still hit",
     .players = 2,
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\nA lock\nB hit\ndeal B 10",
     .scores = "0 0",
     .to_act = "B"},
    {.name = "the target reached by one player alone wins",
     .players = 2,
     .options = "target 2",
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\nA lock\nB lock",
     .scores = "1 2",
     .to_act = ""},
    {.name = "a tie that no card can break voids the round, and the same round is dealt again",
     .players = 2,
     .record = "deal burn 10 10 10 10 9\ndeal A 2\ndeal B 2\ndeal A 3\ndeal B 3\ndeal A 4\n"
               "deal B 4\ndeal A 5\ndeal B 5\ndeal A 6\ndeal B 6\ndeal A 7\ndeal B 7\n"
               "deal A 8\ndeal B 8\ndeal A 9\ndeal B 9\ndeal A 10\ndeal B 10\ndeal A 1\n"
               "shuffle\ndeal burn 2 2 3 1 10\ndeal A 7\ndeal B 4",
     .scores = "0 0",
     .to_act = "B"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_port = {
    .name = "port",
    .aliases = "backbord",
    .title = "Port",
    .summary = "hit until you dare no more: the highest stack without a pair scores most",
    .goal = "The highest stack without a pair scores most. {target} {point wins|points win}.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 7,
    .best_with = 3,
    .decisions = 50,
    .difficulty = 1,
    .look = {0x1f4e79, "M12 8v13M8 12h8M4 14c0 4 4 7 8 7s8-3 8-7M14 5a2 2 0 1 1-4 0a2 2 0 1 1 4 0"},
    .rounds = true,
    .pairing = STACK,
    .custom = {.each = 5, .besides = 20},
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
    .returns = returns_one_wins,
    .hint = hint,
};
