/* High Card, the null game: as little as a game can be, with every section that a game file has.
 * It is built and tested on every build and is in no list. To add a game, copy this file to
 * games/NAME.c, put GAME(name) into games/games.def, and replace everything, section by section.
 *
 * This comment then names the designer and the source of the rules; what had to be decided where
 * these are silent is in `rulings`.
 */
#include "engine/rules.h"

static const char rules[] =
    "== GOAL\n"
    "Win chips by holding the highest card among those who stay.\n"
    "\n"
    "== SETUP\n"
    "Everybody pays the ante and gets one card, face down.\n"
    "\n"
    "== YOUR TURN\n"
    "All decide at the same time, in secret: stay, for one more chip, or leave.\n"
    "\n"
    "== END OF A HAND\n"
    "The highest card among those who stayed takes the pot; equal cards share it. If nobody "
    "stays,\n"
    "the pot waits for the next hand if there is one.\n"
    "\n"
    "== EXAMPLE\n"
    "Ann stays with an 8, Bob with a 5, Cleo leaves with a 10: Ann takes the pot.\n";

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "What equal cards cannot share stays in the pot (R1).",
    "If nobody stays, the pot waits for the next hand (R2).",
    "Nobody is out for want of chips: you may go below zero (R3).",
    "What is left in the pot after the last hand is nobody's (R4).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { ANTE, DEALER, HANDS };

static const struct option options[] = {
    [ANTE] = {"ante", "chips that each hand costs", OPTION_NUMBER, .standard = 1, .most = 100},
    [DEALER] = {"dealer", "who deals", OPTION_SEAT, .standard = LAST_SEAT},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 3, 1, .most = HANDS_MAX},
    {0},
};

static const struct preset presets[] = {
    {"template-free", "Free High Card", "the same without an ante", .options = "ante 0"},
    {0},
};

enum { STAY, LEAVE };

static const struct verb verbs[] = {
    [STAY] = {"stay", .secret = true, .means = "Pay 1 and play for the pot.",
              .tells = "{seat} {stay/stays}."},
    [LEAVE] = {"leave", .secret = true, .means = "Pay no more, and give up the pot.",
               .tells = "{seat} {leave/leaves}."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME };

enum { SAY_HIGH = 1, MEANS_STAY };

static const char *const sentences[] = {
    [SAY_HIGH] = "{other} {have/has} the highest card and {take/takes} {number} {chip|chips}.",
    [MEANS_STAY] = "Of those who stay, the highest card takes the pot, now {number} {chip|chips}.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX]; /* one card each, seen by its owner */
    seats staying;           /* choices that are in; nobody sees them before the last one */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 1, .set = offsetof(struct state, hand)},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    deck_gather(s, log);
    s->staying = 0;
    chips_ante(&s->h, seats_all(s->h.players), s->h.option[ANTE], log);
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
    (void)s;
    (void)seat;
    return legal_verbs(STAY, LEAVE, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void settle(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (seats_has(s->staying, seat))
            log_shown(log, s->hand[seat], HAND, seat, 0);
    if (s->staying)
        chips_share(&s->h, seats_highest(s->hand, s->staying), SAY_HIGH, log);
    if (match_goes_on(&s->h, s->h.option[HANDS], log))
        begin_hand(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == STAY)
        s->staying |= seat_bit(seat);
    if (!turn_done(&s->h, seat))
        return;
    for (int i = 0; i < s->h.players; i++)
        if (seats_has(s->staying, i))
            chips_pay(&s->h, i, NOBODY, 1, 0,
                      log); /* only now: until here the choices are secret */
    settle(s, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    if (hands_dealt(&s->h, s->hand, c, 1, HAND, log))
        wait_seats(&s->h, seats_all(s->h.players));
}

/* --- View ------------------------------------------------------------------------------------- */

/* What it means to stay depends on what is in the pot. */
static struct event means(const struct view *v, action a)
{
    if (action_verb(a) != STAY)
        return (struct event){0};
    return (struct event){.say = MEANS_STAY, .number = v->pot};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* What a seat does not know: the cards of the others and what they have chosen. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    hands_deal_again(&s->h, seat, s->hand, r);
    for (int i = 0; i < s->h.players; i++) {
        if (i == seat)
            continue;
        bool chosen = s->h.turn.kind == TURN_SEATS && !seats_has(s->h.turn.seats, i);
        if (chosen)
            s->staying = seats_without(s->staying, i) | (rng_below(r, 2) ? seat_bit(i) : 0);
    }
}

/* Stays with a card that is higher than most. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    enum { HIGH = 8 };
    bool high = cards_highest(view_faces(v, HAND, v->looks)) >= HIGH;
    return action_make(high ? STAY : LEAVE, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the highest card among those who stay takes the pot",
     .players = 2,
     .options = "hands 1",
     .record = "deal A 8\ndeal B 5\nB stay\nA stay",
     .scores = "2 -2",
     .to_act = ""},
    {.name = "nobody is asked twice",
     .players = 3,
     .record = "deal A 8\ndeal B 5\ndeal C 10\nB stay",
     .scores = "-1 -1 -1",
     .to_act = "AC"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_template = {
    .name = "template",
    .title = "High Card",
    .summary = "stay or leave with one card",
    .rules = rules,
    .rulings = rulings,
    .goal = "The highest card takes the pot. The most chips win.",
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 8,
    .best_with = 3,
    .decisions = 9,
    .difficulty = 1,
    .look = {0x444444, "M6 3h12v18H6zM12 16V8M9 11l3-3 3 3"},
    .chips = true,
    .hidden = true,
    .options = options,
    .presets = presets,
    .verbs = verbs,
    .zones = zones,
    .sentences = sentences,
    .examples = examples,
    .size = sizeof(struct state),
    .start = start,
    .legal = legal,
    .apply = apply,
    .deal = deal,
    .means = means,
    .reshuffle = reshuffle,
    .hint = hint,
};
