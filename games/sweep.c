/* Sweep, designed by James Ernest. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Tied lowest shooters share the highest of the first five targets and nothing else (R2).",
    "The lowest shooter takes the highest targets even if they are lower than itself (R4).",
    "Shooters of one rank fall together, so they never take each other (R5).",
    "In a tie each turn takes one card, and you may not decline it (R6).",
    "Whoever has no card is passed over, but stays in the game (R8).",
    "Whoever made the last single capture begins the next round (R10).",
    "Every card in hand counts in the end, dealt or taken; a rank that nobody holds scores for "
    "nobody (R11, R12).",
    "? scoring running\n"
    "With a tie for the highest total all play another deal (R13).",
    "? scoring running\n"
    "The last capture of a deal says who begins the next one (R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, FIRST, SCORING, TARGET };

enum { SINGLE, RUNNING };

enum {
    HAND_SIZE = 5,
    TARGETS = 5, /* R1: they and the hands use up the deck exactly */
};

static const char *const scorings[] = {"single", "running", NULL};

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every time", OPTION_SEAT, .standard = LAST_SEAT},
    [FIRST] = {"first", "who starts the first round of the match", OPTION_SEAT,
               .standard = OPTION_NONE, .none = "lot"},
    [SCORING] = {"scoring", "one hand, or a running total", OPTION_CHOICE, .standard = RUNNING,
                 .words = scorings},
    [TARGET] = {"target", "the total that ends a running match", OPTION_NUMBER, .standard = 150,
                .least = 10, .most = 10000, .role = ROLE_TARGET, .only = "scoring running"},
    {0},
};

static const struct preset presets[] = {
    {"sweep-single", "Single Sweep", "one hand decides", .options = "scoring single",
     .aliases = "kehraus-einzeln", .decisions = 27},
    {0},
};

enum { PLAY, TAKE };

static const struct verb verbs[] = {
    [PLAY] = {"play", .argument = {RANK_ARGUMENT},
              .means = "The lowest shot takes the highest, others what is lower.",
              .asks = {"Which card do you shoot with?"},
              .tells = "{seat} {shoot/shoots} with the {first}.", .says = "shoot with the {rank}"},
    [TAKE] = {"take", .argument = {RANK_ARGUMENT}, .at = AT_MIDDLE,
              .means = "Equal shots take turns: this card is yours.",
              .asks = {"Which card do you take?"}, .tells = "{seat} {take/takes} the {first}.",
              .says = "take the {rank}"},
    {0},
};

static enum returns returns(const struct setup *u)
{
    return u->option[SCORING] == SINGLE ? RETURNS_VARY : RETURNS_ONE_WINS; /* R13 */
}

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_TARGET = PLACE_GAME };

static const char *const places[] = {"target", NULL};

enum { HAND = ZONE_GAME, SHOOTER, MIDDLE };

enum { ORDER };

enum {
    SAY_STARTS = 1,
    SAY_STARTS_NEXT,
    SAY_LOWEST,
    SAY_TAKE,
    SAY_LEFT,
    SAY_MOST,
    MEANS_LOWEST,
    MEANS_LOWER,
    MEANS_SHARE,
    MEANS_NOTHING,
};

static const char *const sentences[] = {
    [SAY_STARTS] = "{seat} {begin/begins} the round.",
    [SAY_STARTS_NEXT] = "{seat} took the last card and {begin/begins}.",
    [SAY_LOWEST] = "{seat} {shoot/shoots} lowest and {take/takes} the highest: {cards}.",
    [SAY_TAKE] = "{seat} {take/takes} what is lower: {cards}[; {seat}: {cards}].",
    [SAY_LEFT] = "Nobody takes {cards}.",
    [SAY_MOST] = "{seat} {have/has} the most of {cards}[; {seat} of {cards}].",
    [MEANS_LOWEST] = "So far your {first} is the lowest and takes the highest: {cards}.",
    [MEANS_LOWER] = "So far your {first} takes what is lower: {cards}.",
    [MEANS_SHARE] = "Another {first} is there: so far you share {cards}.",
    [MEANS_NOTHING] = "So far your {first} takes nothing.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];      /* seen by its owner */
    struct trail trail;           /* of played and captured cards */
    cards middle;                 /* targets and fallen shooters, seen by all, as all below */
    uint8_t shooter[PLAYERS_MAX]; /* the rank before each player, 0 if none */
    uint8_t starter;
    uint8_t last;    /* who made the last capture, NOBODY before the first */
    uint8_t highest; /* rank of the five targets, for the lowest shooters */
    uint8_t lowest;  /* rank of the shooters, once all are there */
    uint8_t taking;  /* whose turn it is in a tie, NOBODY if none is being shared */
    seats to_play;   /* those whose shooters are still to come */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_AT_END, LIE_SHUT, 18, .set = offsetof(struct state, hand),
     .trail = offsetof(struct state, trail)},
    {"shooter", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .card = offsetof(struct state, shooter)},
    {"target", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, middle)},
    {0},
};

static const struct label labels[] = {
    {"order", .whose = OF_SEATS},
    {0},
};

/* The targets that shooters of the rank in turn may take. */
static cards eligible(const struct state *s, int rank)
{
    if (rank > s->lowest)
        return s->middle & (cards_one(rank) - 1);
    return cards_one(s->highest) * (cards)cards_count(s->middle, s->highest); /* R2, R4 */
}

/* The rank that shoots next, 0 if all shooters have fallen. */
static int shooting(const struct state *s)
{
    return rank_above(s->shooter, seats_all(s->h.players), 0);
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    deck_gather(s, log);
    deck_due(&s->h, seat_left(&s->h, s->h.dealer), log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    s->starter = (uint8_t)seat;
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    s->last = NOBODY;
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        lot(s, s->h.option[FIRST], log);
}

/* All five targets lie there. */
static void begin_round(struct state *s, struct log *log)
{
    s->highest = (uint8_t)cards_highest(s->middle);
    s->taking = NOBODY;
    for (int seat = 0; seat < s->h.players; seat++)
        if (s->hand[seat])
            s->to_play |= seat_bit(seat); /* R8 */
    log_note(log, s->last == NOBODY ? SAY_STARTS : SAY_STARTS_NEXT, s->starter, 0, 0);
    wait_seat(&s->h, s->starter); /* R9: has a card */
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    bool tie = s->taking != NOBODY;
    cards from = tie ? eligible(s, shooting(s)) : s->hand[seat];
    return legal_cards(tie ? TAKE : PLAY, from, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* Who has the most of which ranks, for the log. */
static void tell_majorities(const struct state *s, struct log *log)
{
    cards most[PLAYERS_MAX] = {0};
    for (int c = 1; log && c <= RANKS; c++) {
        cards only[PLAYERS_MAX] = {0};
        int32_t point[PLAYERS_MAX];
        for (int seat = 0; seat < s->h.players; seat++)
            only[seat] = cards_one(c) * (cards)cards_count(s->hand[seat], c);
        majority_points(only, s->h.players, point);
        for (int seat = 0; seat < s->h.players; seat++)
            most[seat] += point[seat] ? cards_one(c) : 0;
    }
    for (int seat = 0; seat < s->h.players; seat++)
        if (most[seat])
            log_note(log, SAY_MOST, seat, 0, most[seat]);
}

static void end_deal(struct state *s, struct log *log)
{
    int32_t point[PLAYERS_MAX];
    trail_clear(&s->trail);
    majority_points(s->hand, s->h.players, point); /* R11, R12 */
    for (int seat = 0; seat < s->h.players; seat++) {
        if (s->hand[seat])
            log_shown(log, s->hand[seat], HAND, seat, 0);
    }
    tell_majorities(s, log);
    for (int seat = 0; seat < s->h.players; seat++)
        points_add(&s->h, seat, point[seat], 0, log);
    bool goes_on = s->h.option[SCORING] == SINGLE
                       ? match_goes_on(&s->h, 1, log)
                       : match_goes_on_to(&s->h, s->h.option[TARGET], log); /* R13 */
    if (!goes_on)
        return;
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void end_round(struct state *s, struct log *log)
{
    cards_go(s, spot_at(MIDDLE, NOBODY), discards_spot, s->middle, SAY_LEFT, log);
    s->starter = s->last; /* R10, R14 */
    if (pile_empty(&s->h.pile[PILE_DECK]))
        end_deal(s, log);
    else
        deck_due(&s->h, PLACE_TARGET, log);
}

static void capture(struct state *s, int seat, cards w, int say, struct log *log)
{
    s->last = (uint8_t)seat;
    cards_go(s, spot_at(MIDDLE, NOBODY), spot_at(HAND, seat), w, say, log);
}

/* How a capture without a choice is told. */
static int say_take(const struct state *s, int rank)
{
    return rank == s->lowest ? SAY_LOWEST : SAY_TAKE;
}

/* All shooters of a rank become targets. */
static void fall(struct state *s, seats owners, int rank, struct log *log)
{
    for (; owners; owners = seats_rest(owners)) {
        struct spot shooter = spot_at(SHOOTER, seats_first(owners));
        cards_go(s, shooter, spot_at(MIDDLE, NOBODY), cards_one(rank), 0, log);
    }
}

/* The owner in turn takes one card, and the next one has the turn. */
static void take_one(struct state *s, seats owners, int c, int say, struct log *log)
{
    int seat = s->taking;
    s->taking = (uint8_t)seats_next(owners, seat);
    capture(s, seat, cards_one(c), say, log);
}

/* The owners of equal shooters take turns. Returns whether one of them has to choose. */
static bool share(struct state *s, seats owners, int rank, struct log *log)
{
    cards w;
    if (s->taking == NOBODY)
        s->taking = (uint8_t)seats_from(owners, s->starter);
    while ((w = eligible(s, rank))) {
        int c = cards_lowest(w);
        if (c != cards_highest(w)) {
            wait_seat(&s->h, s->taking);
            return true;
        }
        take_one(s, owners, c, say_take(s, rank), log);
    }
    s->taking = NOBODY;
    return false;
}

/* The shooters take their targets, rank by rank, until somebody has to choose. */
static void shoot(struct state *s, struct log *log)
{
    for (int rank; (rank = shooting(s));) {
        seats owners = seats_with(s->shooter, seats_all(s->h.players), rank);
        if (seats_count(owners) == 1)
            capture(s, seats_first(owners), eligible(s, rank), say_take(s, rank), log);
        else if (share(s, owners, rank, log))
            return;
        fall(s, owners, rank, log);
    }
    end_round(s, log);
}

static void apply_play(struct state *s, int seat, int c, struct log *log)
{
    cards_go(s, spot_at(HAND, seat), spot_at(SHOOTER, seat), cards_one(c), 0, log);
    s->to_play = seats_without(s->to_play, seat);
    if (s->to_play) {
        wait_seat(&s->h, seats_next(s->to_play, seat));
        return;
    }
    s->lowest = (uint8_t)shooting(s);
    shoot(s, log);
}

static void apply_take(struct state *s, int c, struct log *log)
{
    take_one(s, seats_with(s->shooter, seats_all(s->h.players), shooting(s)), c, 0, log);
    shoot(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == PLAY)
        apply_play(s, seat, action_first(a), log);
    else
        apply_take(s, action_first(a), log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (seat == PLACE_TARGET) {
        card_dealt(s, c, spot_at(MIDDLE, NOBODY), log);
        if (cards_size(s->middle) < TARGETS)
            deck_due(&s->h, PLACE_TARGET, log);
        else
            begin_round(s, log);
        return;
    }
    int next = deal_hand_card(&s->h, s->hand, c, HAND_SIZE, HAND, log);
    deck_due(&s->h, next == NOBODY ? PLACE_TARGET : next, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; s->h.turn.kind == TURN_SEATS && seat < s->h.players; seat++)
        view_number(v, ORDER, seat, 1 + (seat - s->starter + s->h.players) % s->h.players);
}

/* The shooters that lie there. */
static cards shooters(const struct view *v)
{
    cards all = 0;
    for (int seat = 0; seat < v->players; seat++)
        all += view_faces(v, SHOOTER, seat);
    return all;
}

/* What a shooter of that rank takes of the middle, with those of the same rank, if it is the last
 * that joins these. */
static cards shot(cards middle, cards others, int c)
{
    cards all = others + cards_one(c);
    cards hit = middle & ~(cards_one(cards_highest(middle)) - 1);
    for (int r = cards_lowest(all); r < c; r = cards_next(all, r)) {
        middle += cards_one(r) * (cards)cards_count(all, r) - hit;
        hit = middle & (cards_one(cards_next(all, r)) - 1);
    }
    return hit;
}

static struct event means(const struct view *v, action a)
{
    if (action_verb(a) != PLAY)
        return (struct event){0};
    int c = action_first(a);
    cards all = shooters(v);
    cards taken = shot(view_faces(v, MIDDLE, NOBODY), all, c);
    int say = !taken                         ? MEANS_NOTHING
              : cards_has(all, c)            ? MEANS_SHARE
              : all && cards_lowest(all) < c ? MEANS_LOWER
                                             : MEANS_LOWEST;
    return (struct event){.say = (uint8_t)say, .cards = taken};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Unknown are the cards that the others were dealt and still hold, and the stock. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    if (s->h.turn.kind != TURN_OVER)
        trail_deal_again(&s->trail, &s->h, seat, s->hand, r);
}

/* Play the card that takes most, less its own rank, if those who play later change nothing. Of what
 * equal shooters share take the highest. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    if (action_verb(v->act[0]) == TAKE)
        return v->act[v->actions - 1];
    cards middle = view_faces(v, MIDDLE, NOBODY), others = shooters(v);
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int c = action_first(v->act[i]);
        value[i] = cards_sum(shot(middle, others, c)) / (1 + cards_count(others, c)) - c;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "with no first player named, a lot comes before the cards",
     .players = 3,
     .record = "hand 1",
     .to_act = "deck"},
    {.name = "whoever takes the last target starts the next round",
     .players = 3,
     .options = "first A",
     .record = "deal A 8 8 8 9 9\ndeal B 9 3 7 7 10\ndeal C 10 4 8 8 10\ndeal target 2 2 3 4 5\n"
               "A play 8\nB play 9\nC play 10\ndeal target 1 6 9 10 10",
     .scores = "0 0 0",
     .to_act = "C"},
    {.name = "equal shooters choose in turn while the targets have different ranks",
     .players = 3,
     .options = "first A",
     .record = "deal A 8 8 8 9 9\ndeal B 8 3 7 7 10\ndeal C 5 4 7 8 10\ndeal target 2 3 4 6 10\n"
               "A play 8\nB play 8\nC play 5\nA take 6",
     .to_act = "B"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_sweep = {
    .name = "sweep",
    .aliases = "kehraus",
    .title = "Sweep",
    .summary = "shoot at cards in the middle and gather the most of each rank",
    .goal = "? scoring running\n"
            "Have the most cards of a rank to score it. {target} points and a clear lead win.\n\n"
            "? scoring single\n"
            "Have the most cards of a rank to score it. Most points win.",
    .rulings = rulings,
    .kind = BIDDING,
    .players_min = 3,
    .players_max = 6,
    .best_with = 3,
    .decisions = 174,
    .difficulty = 2,
    .look = {0x56606b, "M17 3l-5 9M7 11l9 4-2 6c-5 0-9-2-11-5 2-1 3-3 4-5zM8 19l2-4"},
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
    .lot = lot,
    .view = view,
    .means = means,
    .returns = returns,
    .reshuffle = reshuffle,
    .hint = hint,
};
