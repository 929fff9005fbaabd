/* Starboard, designed by James Ernest: all play the same hand; the sister game of Port. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "You lock by yourself only when all others are out; if they have locked, you still choose "
    "(R1).",
    "A lock of the last one in is free and ends the round at once, so there is always somebody to "
    "take the pot (R2, R3).",
    "The second starting card is replaced until it differs from the first (R5).",
    "After a pair the new card goes, and the hand keeps one of that rank (R6).",
    "Whoever is knocked out while locked is out for good (R7).",
    "With all ten ranks in the hand you may still hit, and it surely pairs (R9).",
    "Nobody is out for want of chips: you may go below zero (R10).",
    "Odd chips wait in the pot for the next round; after the last one they are nobody's (R11).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { ANTE, HIT_COST, FIRST, HANDS, CHIPS, OPENING_POT };

static const struct option options[] = {
    [ANTE] = {"ante", "chips that each round costs", OPTION_NUMBER, .standard = 1, .least = 1,
              .most = 100},
    [HIT_COST] = {"hit-cost", "chips that each hit costs", OPTION_NUMBER, .standard = 1, .least = 1,
                  .most = 100},
    [FIRST] = {"first", "who has the button in the first round", OPTION_SEAT,
               .standard = OPTION_NONE, .none = "lot"},
    [HANDS] = {"hands", "rounds in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    [OPENING_POT] = {"opening-pot", "chips in the pot when the match starts", OPTION_NUMBER,
                     .most = 100000},
    {0},
};

enum { START_CARDS = 2 };

enum { HIT, LOCK };

static const struct verb verbs[] = {
    [HIT] = {"hit", .means = "Pay for a card. A new rank knocks out the locked, a pair you.",
             .draws = true, .tells = ""},
    [LOCK] = {"lock", .means = "Wait and pay nothing. Any new rank knocks you out.",
              .tells = "{seat} {lock/locks}."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_COMMON = PLACE_GAME };

static const char *const places[] = {"common", NULL};

enum { COMMON = ZONE_GAME };

enum { LOCKED, OUT };

enum { SAY_BUTTON = 1, SAY_REPLACED, SAY_BUST, SAY_KNOCKED_OUT, SAY_ALONE, SAY_SHARE, SAY_REST };
enum { SAY_TURNED = SAY_REST + 1, SAY_HITS, SAY_HITS_FREE };
enum { MEANS_HIT = SAY_HITS_FREE + 1, MEANS_LAST_HIT, MEANS_LOCK, MEANS_LAST_LOCK };

static const char *const sentences[] = {
    [SAY_BUTTON] = "{seat} {have/has} the button and {begin/begins}.",
    [SAY_REPLACED] = "A second {cards} is replaced.",
    [SAY_BUST] = "A second {cards}! {seat} {are/is} out.",
    [SAY_KNOCKED_OUT] = "A new card! {seat} had locked and {are/is} out[, {seat} too].",
    [SAY_ALONE] = "Only {seat} {are/is} left and {lock/locks}.",
    [SAY_SHARE] =
        "Locked to the end. {other} {take/takes} {number} {chip|chips}[, {other} {number}].",
    [SAY_REST] = pot_rest,
    [SAY_TURNED] = "Up comes {a cards}[, then {a cards}].",
    [SAY_HITS] = "{seat} {hit/hits} for {number} {chip|chips}.",
    [SAY_HITS_FREE] = "{seat} {hit/hits}.",
    [MEANS_HIT] = "Pay {number} {chip|chips}. Another {any cards} knocks you out.",
    [MEANS_LAST_HIT] = "Pay {number} {chip|chips}. You are out on {cards}; the rest wins the pot.",
    [MEANS_LOCK] = "Pay nothing. Any card but {any cards} knocks you out.",
    [MEANS_LAST_LOCK] = "The round ends, and you take your share of the pot.",
    NULL,
};

/* Everything here is seen by all. The button is the head's dealer. */
struct state {
    struct head h;
    cards common;   /* the hand in the middle */
    seats active;   /* those who still have turns */
    seats locked;   /* those who have locked and are not out */
    uint8_t hitter; /* who pays for the card that is due; nobody does for the first two */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"common", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 10, .set = offsetof(struct state, common)},
    {0},
};

static const struct label labels[] = {
    {"locked", .whose = OF_SEATS},
    {"out", .whose = OF_SEATS},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void draw(struct state *s, struct log *log)
{
    deck_due(&s->h, PLACE_COMMON, log); /* R8: there always is a card */
}

static void begin_deal(struct state *s, struct log *log)
{
    chips_ante(&s->h, seats_all(s->h.players), s->h.option[ANTE], log);
    deck_gather(s, log);
    s->active = seats_all(s->h.players);
    s->locked = 0;
    draw(s, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    s->h.dealer = (uint8_t)seat;
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.pot = s->h.option[OPENING_POT];
    s->active = seats_all(s->h.players);
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        lot(s, s->h.option[FIRST], log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

/* R9, R10: both always, whatever is in the hand and however few chips are left. */
static int legal(const struct state *s, int seat, action out[])
{
    (void)s;
    (void)seat;
    return legal_verbs(HIT, LOCK, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void end_game(struct state *s, struct log *log)
{
    chips_share(&s->h, s->locked, SAY_SHARE, log);
    log_pot(log, SAY_REST, &s->h);
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    deal_passes(&s->h); /* R12 */
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void end_turn(struct state *s, int seat, struct log *log)
{
    if (seats_count(s->active | s->locked) == 1 && s->active) { /* R1, R2 */
        log_note(log, SAY_ALONE, seats_first(s->active), 0, 0);
        s->locked = s->active;
        s->active = 0;
    }
    if (s->active)
        wait_seat(&s->h, seats_next(s->active, seat));
    else
        end_game(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == HIT) {
        if (!s->h.option[HIT_COST])
            log_note(log, SAY_HITS_FREE, seat, 0, 0);
        chips_pay(&s->h, seat, NOBODY, s->h.option[HIT_COST], SAY_HITS, log);
        s->hitter = (uint8_t)seat;
        draw(s, log);
        return;
    }
    s->active = seats_without(s->active, seat);
    s->locked |= seat_bit(seat);
    end_turn(s, seat, log);
}

/* One of the first two cards; R5: until they differ. */
static void deal_start(struct state *s, bool clean, struct log *log)
{
    if (!clean || cards_size(s->common) < START_CARDS) {
        draw(s, log);
        return;
    }
    log_note(log, SAY_BUTTON, s->h.dealer, 0, 0);
    wait_seat(&s->h, s->h.dealer);
}

static void deal_hit(struct state *s, int c, bool clean, struct log *log)
{
    int seat = s->hitter;
    if (!clean) {
        s->active = seats_without(s->active, seat);
        log_out(log, SAY_BUST, seat, cards_one(c));
    } else {
        for (seats out = s->locked; log && out; out = seats_rest(out))
            log_out(log, SAY_KNOCKED_OUT, seats_first(out), 0);
        s->locked = 0; /* R7: and they do not come back */
    }
    end_turn(s, seat, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    bool starting = cards_size(s->common) < START_CARDS;
    bool clean = !cards_has(s->common, c);
    struct spot common = spot_at(COMMON, NOBODY);
    cards_go(s, deck_spot, common, cards_one(c), SAY_TURNED, log);
    if (!clean) /* R6: the new one goes */
        cards_go(s, common, discards_spot, cards_one(c), starting ? SAY_REPLACED : 0, log);
    if (starting)
        deal_start(s, clean, log);
    else
        deal_hit(s, c, clean, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        if (seats_has(s->locked, seat))
            view_number(v, LOCKED, seat, 1);
        else if (!seats_has(s->active, seat))
            view_number(v, OUT, seat, 1);
    }
}

/* How many others are locked, and how many still have turns. */
static void count_others(const struct view *v, int *locked, int *active)
{
    *locked = 0;
    *active = v->players - 1;
    for (int i = 0; i < v->numbers; i++, --*active)
        *locked += v->number[i].label == labels[LOCKED].name;
}

static struct event means(const struct view *v, action a)
{
    int locked, active;
    count_others(v, &locked, &active);
    struct event e = {.cards = view_faces(v, COMMON, NOBODY), .number = v->option[HIT_COST]};
    if (action_verb(a) == HIT)
        e.say = active ? MEANS_HIT : MEANS_LAST_HIT;
    else
        e.say = active ? MEANS_LOCK : MEANS_LAST_LOCK;
    if (e.say != MEANS_LOCK)
        e.kind = EVENT_PAY;
    if (e.say == MEANS_LAST_LOCK)
        e.number = -v->pot / (locked + 1);
    return e;
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A lock wins a share of the pot if none of those still in finds a new rank; a hit that finds one
 * leaves the pot to those still in. Does what is worth more if each of them pays one more hit. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    int locked, active;
    count_others(v, &locked, &active);
    int cost = v->option[HIT_COST], pot = v->pot + active * cost;
    double again = view_chance(v, view_faces(v, COMMON, NOBODY));
    double hit = (1 - again) * (pot + cost) / (active + 1) - cost;
    double lock = (double)pot / (locked + 1);
    for (int i = 0; i < active; i++)
        lock *= again;
    return action_make(hit > lock ? HIT : LOCK, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a new rank knocks out everybody who has locked",
     .players = 3,
     .options = "first A, hands 1",
     .record = "deal common 8 9\nA lock\nB lock\nC hit\ndeal common 10",
     .scores = "-1 -1 2",
     .to_act = ""},
    {.name = "a starting pair is replaced, as often as it takes",
     .players = 2,
     .options = "first B",
     .record = "deal common 10 10 10 9",
     .scores = "-1 -1",
     .to_act = "B"},
    {.name = "a player whose opponents are all out locks and wins without a decision",
     .players = 2,
     .options = "first B, hands 1",
     .record = "deal common 10 9\nB hit\ndeal common 9",
     .scores = "2 -2",
     .to_act = ""},
    {.name = "a player whose opponents are all locked still chooses",
     .players = 2,
     .options = "first A",
     .record = "deal common 10 9\nA lock",
     .scores = "-1 -1",
     .to_act = "B"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_starboard = {
    .name = "starboard",
    .aliases = "steuerbord",
    .title = "Starboard",
    .summary = "one hand for all: lock when you think that it can take no more cards",
    .goal = "? hands not 1\n"
            "Lock late: a new card knocks the locked out. Most chips after {hands} rounds win.\n\n"
            "? hands 1\n"
            "Lock late: a new card knocks the locked out. Most chips win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 7,
    .best_with = 3,
    .decisions = 39,
    .difficulty = 1,
    .look = {0x0f6674, "M12 3v14M12 4l7 11H12M10 7l-5 8h5M3 18h18l-3 3H6z"},
    .chips = true,
    .rounds = true,
    .button = true,
    .pairing = COMMON,
    .custom = {.each = 4, .besides = 27},
    .options = options,
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
    .hint = hint,
};
