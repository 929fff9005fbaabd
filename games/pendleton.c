/* Pendleton, designed by James Ernest. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "A column in which nobody has a card is level, too, and shared (R1).",
    "Half of an odd card is rounded down; what is lost by that is nobody's (R2).",
    "A card that fits somewhere must be placed (R3).",
    "The card that ends the round counts for nobody (R4).",
    "After a round with equal points the player begins who did not begin it (R5).",
    "Cards that were set aside for the row go back before play; the deck is shuffled only if there "
    "were any (R6, R7).",
    "If both reach the target, the higher total wins; if they are level, you play on (R9).",
    "The round stops on the spot, even if one of you has had a turn more (R10).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, FIRST };

enum { PLAYERS = 2, COLUMNS = 5 };

static const struct option options[] = {
    [TARGET] = {"target", "the score that wins", OPTION_NUMBER, .standard = 100, .least = 1,
                .most = 1000, .role = ROLE_TARGET},
    [FIRST] = {"first", "who starts the first round", OPTION_SEAT, .standard = OPTION_NONE,
               .none = "lot"},
    {0},
};

enum { PLACE };

static const struct verb verbs[] = {
    [PLACE] = {"place", .argument = {RANK_ARGUMENT}, /* the column with that target */
               .at = AT_ZONE, .means = "Lay the card on your side of a column.",
               .asks = {"Where do you lay it?"}, .tells = "", .says = "lay it beside the {rank}"},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { ROW_PLACE = PLACE_GAME };

static const char *const places[] = {"row", NULL};

/* A column is called by its target: that of rank r is zone COLUMN + r. */
enum { ROW = ZONE_GAME, ASIDE, SHOWN, COLUMN = SHOWN };

enum { WINNING_SCORE };

enum {
    SAY_STARTS = 1,
    SAY_STARTS_BEHIND,
    SAY_STARTS_LEVEL,
    SAY_TARGET,
    SAY_ASIDE,
    SAY_PUT_BACK,
    SAY_SHOWN,
    SAY_PLACED,
    SAY_NO_FIT,
    SAY_WON,
    SAY_LEVEL,
    MEANS_AHEAD,
    MEANS_LEVEL,
    MEANS_BEHIND,
};

static const char *const sentences[] = {
    [SAY_STARTS] = "{seat} {begin/begins} the round.",
    [SAY_STARTS_BEHIND] = "{seat} scored less and {begin/begins} this time.",
    [SAY_STARTS_LEVEL] = "Nobody scored more. {seat} {begin/begins} this time.",
    [SAY_TARGET] = "Up for grabs: {cards}[, {cards}].",
    [SAY_ASIDE] = "Another {cards} is set aside.",
    [SAY_PUT_BACK] = "The cards set aside go back into the deck.",
    [SAY_SHOWN] = "{seat} {turn/turns} up {a cards}.",
    [SAY_PLACED] = "{seat} {lay/lays} the {cards} in {to}.",
    [SAY_NO_FIT] = "The {cards} fits nowhere: the round ends.",
    [SAY_WON] = "{seat} {win/wins} the {number}[, {seat} the {number}].",
    [SAY_LEVEL] = "The {number} is tied: half of it for each.",
    [MEANS_AHEAD] = "Then you lead by {number} there.",
    [MEANS_LEVEL] = "Then you are tied there.",
    [MEANS_BEHIND] = "Then you are {number} behind there.",
    NULL,
};

/* Everything here is seen by all. */
struct state {
    struct head h;
    cards row;                    /* the targets */
    cards aside;                  /* set aside while the row is laid */
    cards side[PLAYERS][COLUMNS]; /* what each player has put in each column */
    int8_t lead[COLUMNS];         /* by how much the first player's side is larger */
    uint8_t target[COLUMNS];      /* the targets upward, once all five lie there */
    uint8_t shown;                /* the card in play, 0 if there is none */
    uint8_t starter;              /* who starts this round */
    uint8_t active;               /* whose card is in play */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"row", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 5, .set = offsetof(struct state, row)},
    {"aside", OF_MIDDLE, SEEN_BY_ALL, LIE_HEAP, 2, .set = offsetof(struct state, aside),
     .sparse = true},
    {"card", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 1, .special = true},
    {"column 1", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 2", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 3", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 4", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 5", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 6", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 7", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 8", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 9", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {"column 10", OF_SEATS, SEEN_BY_ALL, LIE_COLUMN, 5, .special = true},
    {0},
};

static const struct label labels[] = {
    {"winning score", .whose = OF_MIDDLE},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

/* The round has a starter; the row is laid from all cards. */
static void begin_row(struct state *s, int starter, int say, struct log *log)
{
    s->starter = (uint8_t)starter;
    log_note(log, say, starter, 0, 0);
    s->shown = 0;
    for (int k = 0; k < COLUMNS; k++) {
        s->side[0][k] = s->side[1][k] = 0;
        s->lead[k] = 0;
    }
    deck_gather(s, log);
    deck_due(&s->h, ROW_PLACE, log);
}

static void start(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        begin_row(s, s->h.option[FIRST], SAY_STARTS, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

/* Whether the column has a card of that rank, target included. */
static bool column_has(const struct state *s, int k, int c)
{
    return s->target[k] == c || cards_has(s->side[0][k] | s->side[1][k], c);
}

static bool fits(const struct state *s, int k)
{
    return !column_has(s, k, s->shown);
}

static int legal(const struct state *s, int seat, action out[])
{
    (void)seat;
    int n = 0;
    for (int k = 0; k < COLUMNS; k++)
        if (fits(s, k))
            out[n++] = action_make(PLACE, s->target[k], 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* A column goes to the larger side, or in halves to both. */
static void score_column(struct state *s, int k, int32_t got[PLAYERS], struct log *log)
{
    int32_t value = s->target[k];
    if (s->lead[k]) {
        int winner = s->lead[k] > 0 ? 0 : 1;
        points_add(&s->h, winner, value, SAY_WON, log);
        got[winner] += value;
        return;
    }
    log_note(log, SAY_LEVEL, NOBODY, value, 0);
    for (int seat = 0; seat < PLAYERS; seat++) {
        points_add(&s->h, seat, value / 2, 0, log);
        got[seat] += value / 2;
    }
}

static void end_round(struct state *s, struct log *log)
{
    int32_t got[PLAYERS] = {0};
    for (int k = 0; k < COLUMNS; k++)
        score_column(s, k, got, log);
    if (!match_goes_on_to(&s->h, s->h.option[TARGET], log))
        return;
    hand_begin(&s->h, log);
    if (got[0] == got[1])
        begin_row(s, seat_left(&s->h, s->starter), SAY_STARTS_LEVEL, log); /* R5 */
    else
        begin_row(s, got[0] < got[1] ? 0 : 1, SAY_STARTS_BEHIND, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int target = action_first(a), k = 0;
    while (s->target[k] != target)
        k++;
    s->side[seat][k] += cards_one(s->shown);
    s->lead[k] = (int8_t)(s->lead[k] + (seat == 0 ? s->shown : -s->shown));
    log_moved(log, cards_one(s->shown), spot_at(SHOWN, seat), spot_at(COLUMN + target, seat),
              SAY_PLACED);
    s->shown = 0;
    deck_due(&s->h, seat_left(&s->h, seat), log); /* R8: there is always a card */
}

/* All five targets lie there. */
static void finish_row(struct state *s, struct log *log)
{
    int k = 0;
    for (int c = cards_next(s->row, 0); c; c = cards_next(s->row, c))
        s->target[k++] = (uint8_t)c;
    if (s->aside) {
        cards_go(s, spot_at(ASIDE, NOBODY), deck_spot, s->aside, 0, log);
        log_shuffled(log, SAY_PUT_BACK);
    }
    deck_due(&s->h, s->starter, log);
}

static void deal_row(struct state *s, int c, struct log *log)
{
    bool again = cards_has(s->row, c);
    cards_go(s, deck_spot, spot_at(again ? ASIDE : ROW, NOBODY), cards_one(c),
             again ? SAY_ASIDE : SAY_TARGET, log);
    if (cards_size(s->row) == COLUMNS)
        finish_row(s, log);
    else
        deck_due(&s->h, ROW_PLACE, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (seat == ROW_PLACE) {
        deal_row(s, c, log);
        return;
    }
    s->active = (uint8_t)seat;
    s->shown = (uint8_t)c;
    cards_go(s, deck_spot, spot_at(SHOWN, seat), cards_one(c), SAY_SHOWN, log);
    for (int k = 0; k < COLUMNS; k++) {
        if (fits(s, k)) {
            wait_seat(&s->h, seat);
            return;
        }
    }
    log_note(log, SAY_NO_FIT, seat, 0, cards_one(c));
    end_round(s, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    begin_row(s, seat, SAY_STARTS, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    if (s->shown)
        view_cards(v, SHOWN, s->active, cards_one(s->shown), EVERYBODY);
    if (cards_size(s->row) == COLUMNS)
        for (int seat = 0; seat < PLAYERS; seat++)
            for (int k = 0; k < COLUMNS; k++)
                view_cards(v, COLUMN + s->target[k], seat, s->side[seat][k], EVERYBODY);
    view_number(v, WINNING_SCORE, NOBODY, s->h.option[TARGET]);
}

/* By how much the one who looks leads in the column with that target. */
static int lead_of(const struct view *v, int target)
{
    return cards_sum(view_faces(v, COLUMN + target, v->looks)) -
           cards_sum(view_faces(v, COLUMN + target, 1 - v->looks));
}

static struct event means(const struct view *v, action a)
{
    cards shown = view_faces(v, SHOWN, v->looks);
    int lead = lead_of(v, action_first(a)) + cards_sum(shown);
    return (struct event){.say = lead > 0    ? MEANS_AHEAD
                                 : lead == 0 ? MEANS_LEVEL
                                             : MEANS_BEHIND,
                          .number = lead < 0 ? -lead : lead,
                          .cards = shown};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* The ranks that may yet be put somewhere. */
static cards playable(const struct state *s)
{
    cards some = s->shown ? cards_one(s->shown) : 0;
    for (int c = 1; c <= RANKS; c++) {
        bool full = true;
        for (int k = 0; k < COLUMNS; k++)
            full &= column_has(s, k, c);
        if (pile_count(&s->h.pile[PILE_DECK], c) && !full)
            some |= cards_one(c);
    }
    return some;
}

/* Which leads cards yet to come can even out, as bits: those that these can, and those that they
 * can together with one more card, which either side may get, or none. */
static uint64_t evened_with(uint64_t even, int c)
{
    uint64_t more = even | even << c | even >> c;
    for (int lead = 1; lead < c; lead++)
        if (even >> lead & 1)
            more |= UINT64_C(1) << (c - lead);
    return more;
}

/* In a column it matters which of the playable ranks it can take, and what these can make of its
 * lead: of leads that no cards can tell apart the least will do. Returns whether no column is left
 * whose winner may change. */
static bool simplify_columns(struct state *s, cards some)
{
    bool decided = true;
    for (int k = 0; k < COLUMNS; k++) {
        cards closed = 0;
        uint64_t even = 1;
        for (int c = 1; c <= RANKS; c++) {
            if (!cards_has(some, c) || column_has(s, k, c))
                closed += cards_one(c);
            else
                even = evened_with(even, c);
        }
        s->side[0][k] = closed;
        s->side[1][k] = 0;
        int lead = s->lead[k] < 0 ? -s->lead[k] : s->lead[k];
        decided &= even == 1 || even >> lead == 0;
        while (!(even >> lead & 1) && !(even >> (lead - 1) & 1))
            lead--;
        s->lead[k] = (int8_t)(s->lead[k] < 0 ? -lead : lead);
    }
    return decided;
}

/* Cards that end the round are all alike. */
static void simplify_deck(struct state *s, cards some)
{
    struct pile *deck = &s->h.pile[PILE_DECK];
    int ending = 0;
    for (int c = 1; c <= RANKS; c++) {
        if (cards_has(some, c))
            continue;
        ending = ending ? ending : c;
        for (int count = pile_count(deck, c); c != ending && count > 0; count--) {
            pile_take(deck, c);
            pile_add(deck, ending);
        }
    }
}

/* Once no column can change hands, any card may as well end the round. */
static void simplify(struct state *s)
{
    if (cards_size(s->row) < COLUMNS)
        return;
    cards some = playable(s);
    if (simplify_columns(s, some) && !s->shown) {
        some = 0;
        simplify_columns(s, some);
    }
    simplify_deck(s, some);
}

/* How safe a column is with this lead, from -1 to 1: the first points count most. */
static double hold(int lead)
{
    enum { SAFE = 14 };
    return (double)lead / ((lead < 0 ? -lead : lead) + SAFE);
}

/* Puts the card where it does most for a column, weighed by what the column is worth. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    int card = cards_sum(view_faces(v, SHOWN, v->looks));
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int target = action_first(v->act[i]), lead = lead_of(v, target);
        value[i] = target * (hold(lead + card) - hold(lead));
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a card that was set aside goes back into the deck and can come again",
     .players = 2,
     .options = "first B",
     .record = "deal row 2 2 1 3 4 5\ndeal B 2",
     .to_act = "B"},
    {.name = "a card that fits nowhere ends the round, and the empty column is shared",
     .players = 2,
     .options = "first A",
     .record = "deal row 10 1 2 3 4\ndeal A 10\nA place 4\ndeal B 10\nB place 3\n"
               "deal A 10\nA place 2\ndeal B 10\nB place 1\ndeal A 10",
     .scores = "11 9",
     .to_act = "deck"},
    {.name = "the higher total wins once the target is reached",
     .players = 2,
     .options = "first A, target 11",
     .record = "deal row 10 1 2 3 4\ndeal A 10\nA place 4\ndeal B 10\nB place 3\n"
               "deal A 10\nA place 2\ndeal B 10\nB place 1\ndeal A 10",
     .scores = "11 9",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_pendleton = {
    .name = "pendleton",
    .title = "Pendleton",
    .summary = "put each card where its rank is new, and outweigh the other side",
    .goal = "Lay more beside a card and win its points. {target} {point wins|points win}.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = PLAYERS,
    .players_max = PLAYERS,
    .best_with = PLAYERS,
    .decisions = 121,
    .difficulty = 2,
    .look = {0x6b4a1e, "M12 3v17M7 20h10M4.5 7h15M4.5 7L2 13h5zM19.5 7L17 13h5z"},
    .rounds = true,
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
    .returns = returns_one_wins,
    .simplify = simplify,
    .hint = hint,
};
