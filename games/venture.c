/* Venture, a game of James Ernest's and Daniel Solis's, with the optional draft.
 *
 * What a seat knows of hidden cards: those of the last pack that it handed on are with its left
 * neighbour, in the pack or among what was kept of it; a last pack that is kept whole is known
 * until its cards are bid. Packs that have been divided further are forgotten.
 */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "A bid that is captured before its turn never fires (R1).",
    "If the lowest bids are equal, nobody takes the top rank (R2).",
    "Only bids cancel bids: a bid that equals a card in the middle fires as usual (R3).",
    "A bid that misfired lies on the table like any card and can be taken in the same round (R4).",
    "You must take everything that your bid can take (R6).",
    "Cards left on the table complete a set only for somebody who captured one of that rank; "
    "otherwise they score for nobody (R7, R8).",
    "Players with equally good totals win together (R10).",
    "? chat not off\n"
    "Talk is for the whole table and binds nobody; that nobody whispers or shows cards is a rule "
    "of our own (R12).",
    "The last card of each hand is bid by itself (R13).",
    "? drafting on\n"
    "What you have kept in the draft you cannot pass on later, and the middle is still hidden then "
    "(R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, DRAFTING, HANDS, CHAT };

enum { KEEP_EACH = 3 }; /* cards kept of every pack; one that is not larger is kept whole */

static const int hand_size[PLAYERS_MAX + 1] = {[3] = 17, 13, 10, 8, 7, 6};

static const char *const channels[] = {"public", "off", NULL};

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every hand", OPTION_SEAT, .standard = LAST_SEAT},
    [DRAFTING] = {"drafting", "choose your hand from packs that go round", .type = OPTION_SWITCH},
    [HANDS] = {"hands", "hands in a match; scores are summed", OPTION_NUMBER, ROLE_HANDS, 1, 1,
               .most = 100},
    [CHAT] = {"chat", "table talk; no effect on play", OPTION_CHOICE, .words = channels,
              .role = ROLE_TALK},
    {0},
};

static const struct preset presets[] = {
    {"venture-draft", "Drafted Venture", "choose your hand from packs that go round, then bid",
     .options = "drafting on", .aliases = "wagnis-kartenwahl", .decisions = 93},
    {0},
};

enum { KEEP, BID };

static const struct verb verbs[] = {
    [KEEP] = {"keep", .argument = {RANK_ARGUMENT}, .secret = true, .only = "drafting on",
              .means = "Keep this card for your hand.",
              .asks = {"You keep three of these. Which one now?"}, .tells = "", .follows = true},
    [BID] = {"bid", .argument = {RANK_ARGUMENT}, .secret = true,
             .means = "It takes what is lower; the lowest bid takes the highest.",
             .asks = {"Which card do you bid?"}, .tells = "", .follows = true},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_POOL = PLACE_GAME };

static const char *const places[] = {"pool", NULL};

enum { HAND = ZONE_GAME, KEPT, CAPTURED, POOL };

enum {
    SAY_PASS = 1,
    SAY_BID,
    SAY_LAST,
    SAY_MISFIRE,
    SAY_GONE,
    SAY_TOP,
    SAY_TAKE,
    SAY_SET,
    SAY_SET_TABLE,
    SAY_LOSS,
    SAY_SCORES,
    MEANS_KEEP,
    MEANS_KEEP_LAST,
    MEANS_BID,
    MEANS_BID_1,
};

static const char *const sentences[] = {
    [SAY_PASS] =
        "{other} {pass/passes} {a cards} to {seat|you}[, {other} {a cards} to {seat|you}].",
    [SAY_BID] = "{seat} {bid/bids} {a cards}[, {seat} {a cards}].",
    [SAY_LAST] = "The last cards bid themselves.",
    [SAY_MISFIRE] = "Equal bids take nothing: {cards}.",
    [SAY_GONE] = "{seat's|Your} {cards} was taken and takes nothing.",
    [SAY_TOP] = "{seat} {have/has} the lowest bid and {take/takes} the highest: {cards}.",
    [SAY_TAKE] = "{seat} {take/takes} what is lower: {cards}[; {seat}: {cards}].",
    [SAY_SET] = "{seat} {have/has} all the {number}s: +{number} {point|points}[; {seat} all the "
                "{number}s: +{number}].",
    [SAY_SET_TABLE] =
        "With those on the table {seat} {have/has} all the {number}s: +{number} {point|points}.",
    [SAY_LOSS] = "{seat} {lose/loses} {1 point|1 point each} for {cards}.",
    [SAY_SCORES] = "That makes {number} {point|points} for {seat|you}[, {number} for {seat|you}].",
    [MEANS_KEEP] = "Then {number} more. The rest goes to {other}.",
    [MEANS_KEEP_LAST] = "Your last of these. The rest goes to {other}.",
    [MEANS_BID] = "It takes what is lower, or, as the lowest bid, the highest.",
    [MEANS_BID_1] = "It is always the lowest bid and takes the highest.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];     /* seen by its owner; in the draft the pack that went round */
    cards kept[PLAYERS_MAX];     /* draft: seen by its owner, empty afterwards */
    cards captured[PLAYERS_MAX]; /* seen by all */
    cards pool;                  /* seen by all */
    cards passed[PLAYERS_MAX];   /* what the seat handed on last and knows its left to have */
    struct choices bid;          /* seen by nobody else before the last one */
    bool drafting;
    uint8_t passes; /* draft: how often the packs have gone to the left */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 17, .set = offsetof(struct state, hand)},
    {"kept", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 12, .set = offsetof(struct state, kept),
     .special = true},
    {"captured", OF_SEATS, SEEN_BY_ALL, LIE_HEAP, 30, .set = offsetof(struct state, captured),
     .special = true},
    {"pool", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 30, .set = offsetof(struct state, pool),
     .special = true},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    deck_gather(s, log); /* R16 */
    for (int seat = 0; seat < s->h.players; seat++)
        s->passed[seat] = 0;
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
    return legal_cards(s->drafting ? KEEP : BID, s->hand[seat], out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* What was kept becomes the hand, and the slug can be turned. */
static void end_draft(struct state *s, struct log *log)
{
    s->drafting = false;
    s->passes = 0;
    for (int seat = 0; seat < s->h.players; seat++)
        cards_go(s, spot_at(KEPT, seat), spot_at(HAND, seat), s->kept[seat], 0, log);
    deck_due(&s->h, PLACE_POOL, log);
}

static void pass_packs(struct state *s, struct log *log)
{
    s->passes++;
    for (int seat = 0; seat < s->h.players; seat++)
        s->passed[seat] = s->hand[seat];
    for (int seat = 0; seat < s->h.players; seat++) {
        int left = seat_left(&s->h, seat);
        s->hand[left] = s->passed[seat];
        log_hidden(log, s->hand[left], spot_at(HAND, seat), spot_at(HAND, left),
                   seat_bit(seat) | seat_bit(left), SAY_PASS);
    }
    if (cards_size(s->hand[0]) > KEEP_EACH)
        wait_seats(&s->h, seats_all(s->h.players));
    else
        end_draft(s, log);
}

static void apply_keep(struct state *s, int seat, int c, struct log *log)
{
    cards_go(s, spot_at(HAND, seat), spot_at(KEPT, seat), cards_one(c), 0, log);
    if (cards_size(s->kept[seat]) == KEEP_EACH * (s->passes + 1) && turn_done(&s->h, seat))
        pass_packs(s, log);
}

/* All bids are shown and lie on the table. */
static void show_bids(struct state *s, struct log *log)
{
    for (int seat = 0, right = s->h.players - 1; seat < s->h.players; right = seat++) {
        int c = s->bid.rank[seat];
        s->passed[right] = cards_without(s->passed[right], c);
        cards_go(s, spot_at(HAND, seat), spot_at(POOL, NOBODY), cards_one(c), SAY_BID, log);
    }
}

static void capture(struct state *s, int seat, cards w, int say, struct log *log)
{
    cards_go(s, spot_at(POOL, NOBODY), spot_at(CAPTURED, seat), w, say, log);
}

static void fire_bids(struct state *s, struct log *log)
{
    seats all = seats_all(s->h.players);
    int lowest = rank_above(s->bid.rank, all, 0);
    for (int r = lowest; r; r = rank_above(s->bid.rank, all, r)) {
        seats bidders = seats_with(s->bid.rank, all, r);
        int seat = seats_first(bidders), top = cards_highest(s->pool);
        if (seats_count(bidders) > 1) /* R2 as well: the shot at the top rank is lost */
            log_note(log, SAY_MISFIRE, NOBODY, 0, cards_one(r) * (cards)seats_count(bidders));
        else if (!cards_has(s->pool, r)) /* R1: captures take all of a rank, so the bid too */
            log_note(log, SAY_GONE, seat, 0, cards_one(r));
        else if (r == lowest) /* R5 */
            capture(s, seat, cards_one(top) * (cards)cards_count(s->pool, top), SAY_TOP, log);
        else
            capture(s, seat, s->pool & (cards_one(r) - 1), SAY_TAKE, log);
    }
}

/* The points of a seat for what it has captured. */
static int32_t score_seat(const struct state *s, int seat, struct log *log)
{
    cards loose = 0;
    int32_t points = 0;
    for (int c = cards_next(s->captured[seat], 0); c; c = cards_next(s->captured[seat], c)) {
        int count = cards_count(s->captured[seat], c);
        if (count + cards_count(s->pool, c) < c) {
            loose += cards_one(c) * (cards)count;
            continue;
        }
        points += c; /* R7: the cards on the table too; R9: even the single 1 */
        log_note(log, count < c ? SAY_SET_TABLE : SAY_SET, seat, c, 0);
    }
    if (loose)
        log_note(log, SAY_LOSS, seat, cards_size(loose), loose);
    return points - cards_size(loose);
}

static void end_hand(struct state *s, struct log *log)
{
    int32_t points[PLAYERS_MAX];
    for (int seat = 0; seat < s->h.players; seat++)
        points[seat] = score_seat(s, seat, log);
    for (int seat = 0; seat < s->h.players; seat++)
        points_add(&s->h, seat, points[seat], SAY_SCORES, log);
    if (match_goes_on(&s->h, s->h.option[HANDS], log)) /* R10 */
        begin_hand(s, log);
}

static void apply_bid(struct state *s, int seat, int c, struct log *log)
{
    if (!choices_put(&s->bid, &s->h, seat, c))
        return;
    show_bids(s, log);
    fire_bids(s, log);
    if (cards_size(s->hand[0]) > 1) {
        choices_begin(&s->bid, &s->h, seats_all(s->h.players));
        return;
    }
    for (int i = 0; i < s->h.players; i++)
        s->bid.rank[i] = (uint8_t)cards_lowest(s->hand[i]); /* R13 */
    log_note(log, SAY_LAST, NOBODY, 0, 0);
    show_bids(s, log);
    fire_bids(s, log);
    s->bid = (struct choices){{0}};
    end_hand(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == KEEP)
        apply_keep(s, seat, action_first(a), log);
    else
        apply_bid(s, seat, action_first(a), log);
}

static void deal_pool(struct state *s, int c, struct log *log)
{
    card_dealt(s, c, spot_at(POOL, NOBODY), log);
    if (!deck_due(&s->h, PLACE_POOL, log))
        choices_begin(&s->bid, &s->h, seats_all(s->h.players));
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (seat == PLACE_POOL) {
        deal_pool(s, c, log);
        return;
    }
    int next = deal_hand_card(&s->h, s->hand, c, hand_size[s->h.players], HAND, log);
    s->drafting = next == NOBODY && s->h.option[DRAFTING];
    if (s->drafting)
        wait_seats(&s->h, seats_all(s->h.players));
    else
        deck_due(&s->h, next == NOBODY ? PLACE_POOL : next, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; s->drafting && seat < s->h.players; seat++)
        view_cards(v, KEPT, seat, s->kept[seat], seat_bit(seat));
    view_hands(v, CAPTURED, s->captured, true);
    view_cards(v, POOL, NOBODY, s->pool, EVERYBODY);
}

static struct event means(const struct view *v, action a)
{
    if (action_verb(a) == BID)
        return (struct event){.say = action_first(a) == 1 ? MEANS_BID_1 : MEANS_BID};
    int more = KEEP_EACH - 1 - view_find(v, KEPT, v->looks)->count % KEEP_EACH;
    return (struct event){.say = more ? MEANS_KEEP : MEANS_KEEP_LAST,
                          .number = more,
                          .other = (uint8_t)((v->looks + 1) % v->players)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Unknown are the packs, kept cards, hands and bids of the others and the slug, but for what the
 * seat handed to its left: of that only is unknown which cards were kept since. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    int left = seat_left(&s->h, seat);
    struct pile *deck = &s->h.pile[PILE_DECK];
    cards unknown = pile_cards(deck) - s->passed[seat];
    for (int i = 0; i < s->h.players; i++)
        if (i != seat)
            unknown += s->hand[i] + s->kept[i];
    for (int i = 0; i < s->h.players; i++) {
        if (i == seat)
            continue;
        int held = cards_size(s->hand[i]), kept = cards_size(s->kept[i]);
        cards sure = i == left ? s->passed[seat] : 0;
        cards fresh = cards_draw(&sure, sure ? kept - KEEP_EACH * s->passes : 0, r);
        s->kept[i] = fresh + cards_draw(&unknown, kept - cards_size(fresh), r);
        s->hand[i] = sure + cards_draw(&unknown, held - cards_size(sure), r);
        if (seat_left(&s->h, i) != seat)
            s->passed[i] = 0; /* what it knew of cards that are now elsewhere */
    }
    *deck = (struct pile){{0, 0}, 0};
    pile_add_all(deck, unknown);
    choices_again(&s->bid, &s->h, seat, s->hand, r);
}

/* What a bid depends on, worked out once for all bids. */
struct outlook {
    int others;
    int unseen[RANKS + 1]; /* cards of ranks up to this one, any of which may be bid */
    int gain[RANKS + 1];   /* by the cards of a rank in the pool: they cost a point each, unless
                              they complete a set */
};

static struct outlook outlook_of(const struct view *v, cards pool)
{
    struct outlook o = {.others = v->players - 1};
    struct pile unseen = view_unseen(v);
    cards captured = view_faces(v, CAPTURED, v->looks);
    for (int c = 1; c <= RANKS; c++) {
        int count = cards_count(pool, c), mine = cards_count(captured, c);
        o.unseen[c] = o.unseen[c - 1] + pile_count(&unseen, c);
        o.gain[c] = count && count + mine == c ? c + mine : -count;
    }
    return o;
}

/* The chance that somebody who bids an unseen card bids one of these ranks. */
static double chance_between(const struct outlook *o, int lowest, int highest)
{
    int all = o->unseen[RANKS];
    return all ? (double)(o->unseen[highest] - o->unseen[lowest - 1]) / all : 0;
}

/* The chance that nobody else bids one of these ranks. */
static double nobody_bids(const struct outlook *o, int lowest, int highest)
{
    double chance = 1, miss = 1 - chance_between(o, lowest, highest);
    for (int i = 0; i < o->others; i++)
        chance *= miss;
    return chance;
}

/* What a bid gains on average, usually less than nothing: the top rank if it is the lowest,
 * otherwise pool and bids below it that no bid between has taken; nothing if it is not alone. */
static double prospect(const struct outlook *o, cards pool, int bid)
{
    double taken = 0;
    for (int c = bid - 1; c > 0; c--)
        taken +=
            nobody_bids(o, c + 1, bid - 1) * (o->gain[c] - o->others * chance_between(o, c, c));
    double lowest = nobody_bids(o, 1, bid - 1), alone = nobody_bids(o, bid, bid);
    int top = pool && cards_highest(pool) > bid ? cards_highest(pool) : RANKS;
    return alone * (lowest * o->gain[top] + (1 - lowest) * taken);
}

/* Bid what captures least, or completes a set; draft high cards, which often misfire or are taken
 * first. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    if (action_verb(v->act[0]) == KEEP)
        return v->act[v->actions - 1];
    cards pool = view_faces(v, POOL, NOBODY);
    struct outlook o = outlook_of(v, pool);
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++)
        value[i] = prospect(&o, pool, action_first(v->act[i]));
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the pool is turned up after the last hand is dealt",
     .players = 8,
     .record = "deal A 1 2 2 3 3 3\ndeal B 4 4 4 4 5 5\ndeal C 5 5 5 6 6 6\ndeal D 6 6 6 7 7 7\n"
               "deal E 7 7 7 7 8 8\ndeal F 8 8 8 8 8 8\ndeal G 9 9 9 9 9 9\ndeal H 9 9 9 10 10 10",
     .to_act = "deck"},
    {.name = "in the draft each seat keeps three cards at its own pace",
     .players = 8,
     .options = "drafting on",
     .record = "deal A 1 2 2 3 3 3\ndeal B 4 4 4 4 5 5\ndeal C 5 5 5 6 6 6\ndeal D 6 6 6 7 7 7\n"
               "deal E 7 7 7 7 8 8\ndeal F 8 8 8 8 8 8\ndeal G 9 9 9 9 9 9\ndeal H 9 9 9 10 10 10\n"
               "C keep 5\nA keep 1\nC keep 5\nC keep 6",
     .to_act = "ABDEFGH"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_venture = {
    .name = "venture",
    .aliases = "wagnis",
    .title = "Venture",
    .summary = "bid one card a round and capture as little as you can, unless it is a whole set",
    .goal = "A card taken costs 1 point, a whole set brings its rank. Most points win.",
    .rulings = rulings,
    .kind = BIDDING,
    .players_min = 3,
    .players_max = 8,
    .best_with = 3,
    .decisions = 48,
    .difficulty = 2,
    .look = {0x2a5d9f, "M12 3a9 9 0 1 0 .1 0M15.5 8.5L14 14l-5.5 1.5L10 10z"},
    .hidden = true,
    .options = options,
    .presets = presets,
    .verbs = verbs,
    .places = places,
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
    .reshuffle = reshuffle,
    .hint = hint,
};
