/* Carousel, designed by James Ernest: bets on how many of six house hands survive the next card. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "There are six house hands, however many people play (R1).",
    "You may bet on any number from 0 to 6 in any round, even on more hands than are alive (R2).",
    "Pairs are looked for only after every live hand has its card (R4).",
    "You withdraw instead of a bet of your own and for good; what you have bet already stays in "
    "the pot (R9).",
    "If all but one have withdrawn, no further card is dealt: the last player takes the pot, and "
    "the match is over (R10).",
    "Nobody joins a match that has begun here; at a table of your own let newcomers in between "
    "rounds, but only while the pot is empty (R11).",
    "? hands not 1\n"
    "If the next seat for the button has withdrawn, the button goes on to the next one that is "
    "still there (R12).",
    "Odd chips are carried like a pot that nobody won; what is left after the last game is "
    "nobody's (R5, R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { BET_SIZE, FIRST, HANDS, CHIPS, OPENING_POT };

static const struct option options[] = {
    [BET_SIZE] = {"bet", "chips that each bet costs", OPTION_NUMBER, .standard = 5, .least = 1,
                  .most = 1000},
    [FIRST] = {"first", "who has the button in the first game", OPTION_SEAT,
               .standard = OPTION_NONE, .none = "lot"},
    [HANDS] = {"hands", "games in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    [OPENING_POT] = {"opening-pot", "chips in the pot when the match starts", OPTION_NUMBER,
                     .most = 100000},
    {0},
};

enum {
    HOUSE_HANDS = 6,
    LAST_LIVE = 1, /* a game ends when no more hands than this are alive */
};

enum { BET, WITHDRAW };

static const struct verb verbs[] = {
    [BET] = {"bet", .argument = {NUMBER_ARGUMENT}, .says = "bet on {number}",
             .means = "Bet on how many hands survive this round.",
             .tells = "{seat} {bet/bets} on {first}.",
             .asks = {"How many hands survive this round?"}, .most = HOUSE_HANDS},
    [WITHDRAW] = {"withdraw", .quits = true, .says = "leave the match",
                  .means = "Leave the match for good with what you have.", .tells = ""},
    {0},
};

/* R7: each rank sits at most once in each hand, and each hand has a pairing card at most. */
static bool check(const struct setup *u, struct error *e)
{
    return setup_spares(u, HOUSE_HANDS, HOUSE_HANDS + 1, e);
}

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_ROW = PLACE_GAME };

static const char *const places[] = {"row", NULL};

enum { HOUSE = ZONE_GAME };

/* The house hands from left to right. */

enum { BET_ON, WITHDRAWN, LIVE_HANDS };

enum {
    SAY_BUTTON = 1,
    SAY_STAKE,
    SAY_DEALT,
    SAY_REMOVED,
    SAY_ALIVE,
    SAY_RIGHT,
    SAY_CARRIED,
    SAY_REST,
    SAY_WITHDRAWN,
    SAY_ALONE,
    SAY_ALONE_POT,
    MEANS_BET,
    MEANS_BET_ONE,
    MEANS_BET_NONE,
    MEANS_BET_LOST,
    MEANS_LAST_OUT
};

static const char *const sentences[] = {
    [SAY_BUTTON] = "{seat} {have/has} the button and {begin/begins}.",
    [SAY_STAKE] = "", /* the bet has been told, and it always costs the same */
    [SAY_DEALT] = "{a cards} goes to {to}[, {a cards} to {to}].",
    [SAY_REMOVED] = "A pair: {from} is out with {cards}[, {from} with {cards}].",
    [SAY_ALIVE] = "{number} {hand survives|hands survive}.",
    [SAY_RIGHT] =
        "{other} {were/was} right and {take/takes} {number} {chip|chips}[, {other} {number}].",
    [SAY_CARRIED] = "Nobody was right: {number} {chip stays|chips stay} in the pot.",
    [SAY_REST] = pot_rest,
    [SAY_WITHDRAWN] = "{seat} {leave/leaves} the match.",
    [SAY_ALONE] = "Only {seat} {are/is} left: the match is over.",
    [SAY_ALONE_POT] = "{other} {take/takes} the whole pot, {number} {chip|chips}.",
    [MEANS_BET] = "If {first} hands survive, you take {number} {chip|chips} as bets lie now.",
    [MEANS_BET_ONE] = "If just one survives, you take {number} {chip|chips} as bets lie now.",
    [MEANS_BET_NONE] = "If none survives, you take {number} {chip|chips} as bets lie now.",
    [MEANS_BET_LOST] = "Only {number} {hand is|hands are} alive, so this cannot come true.",
    [MEANS_LAST_OUT] = "Leave for good. {other} is alone then and takes the pot.",
    NULL,
};

/* Everything here is seen by all. The button is the head's dealer. */
struct state {
    struct head h;
    cards hand[HOUSE_HANDS];  /* from left to right; empty when removed */
    uint8_t bet[PLAYERS_MAX]; /* the number each seat has bet on, once it is not `waiting` */
    seats present;            /* those who have not withdrawn */
    seats waiting;            /* those of them whose bet of this round is to come */
    uint8_t getting;          /* bit i: hand i gets a card in this deal that has not come */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"house 1", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[0])},
    {"house 2", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[1])},
    {"house 3", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[2])},
    {"house 4", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[3])},
    {"house 5", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[4])},
    {"house 6", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, hand[5])},
    {0},
};

static const struct label labels[] = {
    {"bet on", .whose = OF_SEATS},
    {"withdrawn", .whose = OF_SEATS},
    {"live hands", .whose = OF_MIDDLE},
    {0},
};

/* One bit for each hand that is alive. */
static uint8_t live_hands(const struct state *s)
{
    unsigned live = 0;
    for (int i = 0; i < HOUSE_HANDS; i++)
        live |= (unsigned)(s->hand[i] != 0) << i;
    return (uint8_t)live;
}

/* --- Start ------------------------------------------------------------------------------------ */

/* A card for each of these hands. */
static void begin_deal(struct state *s, uint8_t getting, struct log *log)
{
    s->getting = getting;
    deck_due(&s->h, PLACE_ROW, log); /* R7: there always is one */
}

static void begin_game(struct state *s, struct log *log)
{
    deck_gather(s, log);
    s->waiting = s->present;
    log_note(log, SAY_BUTTON, s->h.dealer, 0, 0);
    begin_deal(s, (1 << HOUSE_HANDS) - 1, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    s->h.dealer = (uint8_t)seat;
    begin_game(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.pot = s->h.option[OPENING_POT];
    s->present = s->waiting = seats_all(s->h.players);
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        lot(s, s->h.option[FIRST], log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

/* R2, R8: every number, however many hands are alive and however few chips are left. */
static int legal(const struct state *s, int seat, action out[])
{
    (void)s;
    (void)seat;
    int n = 0;
    for (int number = 0; number <= HOUSE_HANDS; number++)
        out[n++] = action_make(BET, number, 0);
    out[n++] = action_make(WITHDRAW, 0, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* R6: from the button, or from the next to its left who is still there. */
static void begin_betting(struct state *s)
{
    s->waiting = s->present;
    wait_seat(&s->h, seats_from(s->present, s->h.dealer));
}

/* Those who bet on the number of live hands share the pot; the rest of it is carried (R5). */
static void settle(struct state *s, int alive, struct log *log)
{
    seats right = seats_with(s->bet, s->present, alive);
    log_note(log, SAY_ALIVE, NOBODY, alive, 0);
    if (!right) {
        log_note(log, SAY_CARRIED, NOBODY, s->h.pot, 0);
        return;
    }
    chips_share(&s->h, right, SAY_RIGHT, log);
    log_pot(log, SAY_REST, &s->h);
}

static void remove_pairs(struct state *s, struct log *log)
{
    for (int i = 0; i < HOUSE_HANDS; i++) {
        if (!cards_paired(s->hand[i]))
            continue;
        discard_say(&s->h, s->hand[i], spot_at(HOUSE + i, NOBODY), SAY_REMOVED, log);
        s->hand[i] = 0;
    }
}

/* R4: every live hand has its card. R14: the first round may be the last. */
static void end_round(struct state *s, struct log *log)
{
    remove_pairs(s, log);
    int alive = __builtin_popcount(live_hands(s));
    settle(s, alive, log);
    if (alive > LAST_LIVE) {
        hand_end(&s->h, log);
        begin_betting(s);
        return;
    }
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    s->h.dealer = (uint8_t)seats_next(s->present, s->h.dealer); /* R12 */
    hand_begin(&s->h, log);
    begin_game(s, log);
}

/* The next bet, or the cards after the last one. */
static void end_turn(struct state *s, int seat, struct log *log)
{
    s->waiting = seats_without(s->waiting, seat);
    if (s->waiting)
        wait_seat(&s->h, seats_next(s->waiting, seat));
    else
        begin_deal(s, live_hands(s), log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == BET) {
        s->bet[seat] = (uint8_t)action_first(a);
        chips_pay(&s->h, seat, NOBODY, s->h.option[BET_SIZE], SAY_STAKE, log);
        end_turn(s, seat, log);
        return;
    }
    s->present = seats_without(s->present, seat);
    log_out(log, SAY_WITHDRAWN, seat, 0);
    if (seats_count(s->present) > 1) {
        end_turn(s, seat, log);
        return;
    }
    log_note(log, SAY_ALONE, seats_first(s->present), 0, 0);
    chips_share(&s->h, s->present, SAY_ALONE_POT, log); /* R10 */
    match_over(&s->h, seats_most(s->h.score, seats_all(s->h.players)), 0, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int i = __builtin_ctz(s->getting);
    s->getting &= (uint8_t)(s->getting - 1);
    s->hand[i] += cards_one(c);
    log_moved(log, cards_one(c), deck_spot, spot_at(HOUSE + i, NOBODY), SAY_DEALT);
    if (s->getting)
        begin_deal(s, s->getting, log);
    else if (cards_size(s->hand[i]) == 1)
        begin_betting(s);
    else
        end_round(s, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        if (!seats_has(s->present, seat))
            view_number(v, WITHDRAWN, seat, 1);
        else if (!seats_has(s->waiting, seat))
            view_number(v, BET_ON, seat, s->bet[seat]);
    }
    view_number(v, LIVE_HANDS, NOBODY, __builtin_popcount(live_hands(s)));
}

/* How many have bet on each number. */
static void count_bets(const struct view *v, int bets[HOUSE_HANDS + 1])
{
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].label == labels[BET_ON].name)
            bets[v->number[i].value]++;
}

/* The hands that are alive. */
static int count_alive(const struct view *v)
{
    int alive = 0;
    for (int i = 0; i < HOUSE_HANDS; i++)
        alive += view_faces(v, HOUSE + i, NOBODY) != 0;
    return alive;
}

/* What a bet would pay if those to come are made elsewhere. */
static struct event means_bet(const struct view *v, int number)
{
    int bets[HOUSE_HANDS + 1] = {0}, alive = count_alive(v), to_come = v->players;
    if (number > alive)
        return (struct event){.say = MEANS_BET_LOST, .number = alive};
    count_bets(v, bets);
    for (int i = 0; i < v->numbers; i++)
        to_come -= v->number[i].owner != NOBODY;
    int32_t pot = v->pot + to_come * v->option[BET_SIZE];
    int say = number > 1 ? MEANS_BET : number == 1 ? MEANS_BET_ONE : MEANS_BET_NONE;
    return (struct event){.say = (uint8_t)say, .number = pot / (bets[number] + 1)};
}

static struct event means(const struct view *v, action a)
{
    if (action_verb(a) == BET)
        return means_bet(v, action_first(a));
    seats others = seats_without(seats_all(v->players), v->looks);
    for (int seat = 0; seat < v->players; seat++)
        if (view_owned(v, WITHDRAWN, seat))
            others = seats_without(others, seat);
    if (seats_count(others) > 1)
        return (struct event){0};
    return (struct event){.say = MEANS_LAST_OUT, .other = (uint8_t)seats_first(others)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Works out how likely each number of survivors is, as if the hands drew independently, and bets
 * where the chance is best after sharing with those who bet on the same number. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    double chance[HOUSE_HANDS + 1] = {1};
    int sharing[HOUSE_HANDS + 1] = {0}, best = 0;
    for (int i = 0; i < HOUSE_HANDS; i++) {
        cards w = view_faces(v, HOUSE + i, NOBODY);
        double live = w ? 1 - view_chance(v, w) : 0;
        for (int k = HOUSE_HANDS; k >= 0; k--)
            chance[k] = chance[k] * (1 - live) + (k ? chance[k - 1] * live : 0);
    }
    count_bets(v, sharing);
    for (int k = 0; k <= HOUSE_HANDS; k++)
        if (chance[k] / (sharing[k] + 1) > chance[best] / (sharing[best] + 1))
            best = k;
    return action_make(BET, best, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "those who bet on the right number share the pot and odd chips stay",
     .players = 3,
     .options = "first A",
     .record = "deal row 10 9 8 7 6 5\nA bet 6\nB bet 5\nC bet 5\ndeal row 10 3 4 2 8 9",
     .scores = "-5 2 2",
     .to_act = "A"},
    {.name = "a game ends when one hand is left, and a pot that nobody won is carried",
     .players = 2,
     .options = "first A",
     .record = "deal row 10 10 10 9 9 8\nA bet 3\nB bet 2\ndeal row 10 10 10 9 9 3",
     .scores = "-5 -5",
     .to_act = "deck"},
    {.name = "the last player who does not withdraw takes the pot at once",
     .players = 3,
     .options = "first A",
     .record = "deal row 10 9 8 7 6 5\nA bet 6\nB withdraw\nC withdraw",
     .scores = "0 0 0",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_carousel = {
    .name = "carousel",
    .aliases = "karussell",
    .title = "Carousel",
    .summary = "bet on how many of six hands survive the next card without a pair",
    .goal = "? hands 1\n"
            "Bet {bet} on how many hands survive. Most chips win.\n\n"
            "? hands not 1\n"
            "Bet {bet} on how many hands survive. Most chips after {hands} games win.",
    .rulings = rulings,
    .kind = CASINO,
    .players_min = 2,
    .players_max = 8,
    .best_with = 3,
    .decisions = 16,
    .difficulty = 1,
    .look = {0x8a2f6b, "M12 3a9 9 0 1 0 .1 0M12 3v18M4.3 7.5l15.4 9M4.3 16.5l15.4-9"},
    .chips = true,
    .button = true,
    .custom = {.each = 4, .besides = 23},
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
    .check = check,
    .hint = hint,
};
