/* Medusa, the cooperative game of the German set "Pairs: Das Schwarze Auge", designed by Heinrich
 * Glumpler after Pairs by James Ernest and Paul Peterson. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "The discards never come back: when the deck is empty, it is over (R1).",
    "The last card is played out first; whoever falls by it loses the game for all, whatever the "
    "sums (R2).",
    "If your shields only equal Medusa's cards, you have lost (R3).",
    "Whoever is in turn says whose shield defends, and its owner need not be asked (R4).",
    "You may take the wound although a shield could defend you (R5).",
    "A shield helps its owner and the players next to them: among three that is everybody, and of "
    "two the other sits on both sides (R6).",
    "After a pair Medusa has no card of that rank left, defended or not (R7).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, FIRST };

enum { DECK_SUM = 385 }; /* the ranks of all cards together */

static const int32_t targets[] = {[2] = 31, 21, 16, 13, 11};

static const struct option options[] = {
    [TARGET] = {"target", "wounds of one player that lose the game", OPTION_NUMBER,
                .by_players = targets, .least = 1, .most = DECK_SUM, .role = ROLE_TARGET},
    [FIRST] = {"first", "who begins", OPTION_SEAT, .standard = OPTION_NONE, .none = "lot"},
    {0},
};

enum { DUCK, STRIKE, DEFEND, TAKE };

static const struct verb verbs[] = {
    [DUCK] = {"duck", .means = "Take the next card as a shield. A pair wounds you.",
              .tells = "{seat} {duck/ducks}[ behind the {cards}]."},
    [STRIKE] = {"strike", .means = "Give Medusa the next card. A pair hits you.",
                .tells = "{seat} {strike/strikes}."},
    [DEFEND] = {"defend", .argument = {SEAT_ARGUMENT},
                .means = "Give up a shield instead of being wounded.",
                .asks = {"Whose shield wards it off?"}, .tells = "",
                .says = "use {seat's|your} shield"},
    [TAKE] = {"take", .means = "Take the wounds and keep all shields.", .tells = "",
              .says = "take the wounds"},
    {0},
};

static enum returns returns(const struct setup *u)
{
    (void)u;
    return RETURNS_ALIKE;
}

/* --- State ------------------------------------------------------------------------------------ */

enum { TO_MEDUSA = PLACE_GAME };

static const char *const places[] = {"medusa", NULL};

enum { SHIELDS = ZONE_GAME, MEDUSA, WOUNDS };

enum { SHIELD_SUM, MEDUSA_SUM, LIMIT };

enum {
    SAY_BEGINS = 1,
    SAY_DUCKED_PAIR,
    SAY_MEDUSA_GETS,
    SAY_STRUCK_PAIR,
    SAY_NO_SHIELD,
    SAY_DEFENDS,
    SAY_WOUNDS,
    SAY_FALLEN,
    SAY_SHIELD_SUM,
    SAY_MEDUSA_SUM,
    SAY_WON,
    SAY_LOST,
    MEANS_DUCK,
    MEANS_DUCK_SAFE,
    MEANS_STRIKE,
    MEANS_STRIKE_SAFE,
    MEANS_DEFEND,
    MEANS_DEFEND_OWN,
    MEANS_TAKE,
    MEANS_FALL,
};

static const char *const sentences[] = {
    [SAY_BEGINS] = "{seat} {begin/begins}.",
    [SAY_DUCKED_PAIR] = "A second {cards}: a pair!",
    [SAY_MEDUSA_GETS] = "Medusa gets {a cards}.",
    [SAY_STRUCK_PAIR] = "Her second {cards}: Medusa hits back at {seat|you}!",
    [SAY_NO_SHIELD] = "No shield near {seat|you} can stop it.",
    [SAY_DEFENDS] = "{seat} {ward/wards} it off with the {cards}.",
    [SAY_WOUNDS] = "{seat} {take/takes} {number} {wound|wounds}.",
    [SAY_FALLEN] = "{seat} {fall/falls} with {number} wounds. Medusa wins.",
    [SAY_SHIELD_SUM] = "The deck is empty. All shields count {number}.",
    [SAY_MEDUSA_SUM] = "Medusa's cards count {number}.",
    [SAY_WON] = "The shields hold: everybody wins!",
    [SAY_LOST] = "That is not enough: everybody loses.",
    [MEANS_DUCK] = "A shield for you. Another {any cards} hurts.",
    [MEANS_DUCK_SAFE] = "The next card is your shield, and it cannot hurt you.",
    [MEANS_STRIKE] = "Medusa draws. Another {any cards} hits back.",
    [MEANS_STRIKE_SAFE] = "The next card goes to Medusa. She cannot hit back yet.",
    [MEANS_DEFEND] = "{first} gives up the {cards}. You stay unhurt.",
    [MEANS_DEFEND_OWN] = "Give up your own {cards} and stay unhurt.",
    [MEANS_TAKE] = "{number} {wound|wounds} for you. All shields stay.",
    [MEANS_FALL] = "{number} {wound|wounds}: you fall, and everybody loses.",
    NULL,
};

/* Everything here is seen by all. */
struct state {
    struct head h;
    cards shield[PLAYERS_MAX];
    cards wound[PLAYERS_MAX];
    cards medusa;   /* with both cards of a pair while it can be defended against */
    uint8_t active; /* the player in turn; at first the one who begins */
    uint8_t pair;   /* the rank that asks for a defence, 0 for none */
    bool playing;   /* everybody has the first shield */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"shields", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, shield)},
    {"medusa", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 10, .set = offsetof(struct state, medusa),
     .special = true},
    {"wounds", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 6, .set = offsetof(struct state, wound)},
    {0},
};

static const struct label labels[] = {
    {"all shields", .whose = OF_MIDDLE},
    {"Medusa's cards", .whose = OF_MIDDLE},
    {"wounds that lose", .whose = OF_MIDDLE},
    {0},
};

/* The player in turn and the neighbours, as far as they hold a shield of that rank. */
static seats defenders(const struct state *s, int c)
{
    int seat = s->active;
    int right = seat ? seat - 1 : s->h.players - 1;
    seats near = seat_bit(seat) | seat_bit(seat_left(&s->h, seat)) | seat_bit(right); /* R6 */
    seats some = 0;
    for (; near; near = seats_rest(near)) {
        int owner = seats_first(near);
        if (cards_has(s->shield[owner], c))
            some |= seat_bit(owner);
    }
    return some;
}

static int shield_sum(const struct state *s)
{
    int sum = 0;
    for (int seat = 0; seat < s->h.players; seat++)
        sum += cards_sum(s->shield[seat]);
    return sum;
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin(struct state *s, int first, struct log *log)
{
    s->active = (uint8_t)first;
    log_note(log, SAY_BEGINS, first, 0, 0);
    deck_due(&s->h, first, log);
}

static void start(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        begin(s, s->h.option[FIRST], log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    (void)seat;
    int n = 0;
    if (s->pair) {
        for (seats some = defenders(s, s->pair); some; some = seats_rest(some))
            out[n++] = action_make(DEFEND, seats_first(some), 0);
        out[n++] = action_make(TAKE, 0, 0); /* R5 */
        return n;
    }
    return legal_verbs(DUCK, STRIKE, out, n);
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void compare_sums(struct state *s, struct log *log)
{
    int32_t ours = shield_sum(s), hers = cards_sum(s->medusa);
    bool won = ours > hers; /* R3 */
    seats all = seats_all(s->h.players);
    log_note(log, SAY_SHIELD_SUM, NOBODY, ours, 0);
    log_note(log, SAY_MEDUSA_SUM, NOBODY, hers, 0);
    log_note(log, won ? SAY_WON : SAY_LOST, NOBODY, 0, 0);
    match_over(&s->h, won ? all : 0, won ? 0 : all, log);
}

static void end_turn(struct state *s, struct log *log)
{
    if (s->h.score[s->active] >= s->h.option[TARGET]) { /* R2: before the sums */
        log_note(log, SAY_FALLEN, s->active, s->h.score[s->active], 0);
        match_over(&s->h, 0, seats_all(s->h.players), log);
    } else if (pile_empty(&s->h.pile[PILE_DECK])) { /* R1 */
        compare_sums(s, log);
    } else {
        s->active = (uint8_t)seat_left(&s->h, s->active);
        wait_seat(&s->h, s->active);
    }
}

/* R7: one card of a pair that lies at `from` is the wound, the other is discarded. */
static void wound(struct state *s, int c, struct spot from, struct log *log)
{
    int seat = s->active;
    cards_go(s, from, spot_at(WOUNDS, seat), cards_one(c), 0, log);
    cards_go(s, from, discards_spot, cards_one(c), 0, log);
    points_add(&s->h, seat, c, SAY_WOUNDS, log);
    end_turn(s, log);
}

static void apply_take(struct state *s, int c, struct log *log)
{
    s->pair = 0;
    wound(s, c, spot_at(MEDUSA, NOBODY), log);
}

static void apply_defend(struct state *s, int owner, struct log *log)
{
    cards one = cards_one(s->pair);
    log_note(log, SAY_DEFENDS, owner, 0, one);
    s->pair = 0;
    cards_go(s, spot_at(SHIELDS, owner), discards_spot, one, 0, log);
    cards_go(s, spot_at(MEDUSA, NOBODY), discards_spot, 2 * one, 0, log);
    end_turn(s, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case DUCK:
        deck_due(&s->h, seat, log);
        break;
    case STRIKE:
        deck_due(&s->h, TO_MEDUSA, log);
        break;
    case DEFEND:
        apply_defend(s, action_first(a), log);
        break;
    case TAKE:
        apply_take(s, s->pair, log);
        break;
    }
}

/* R10: from the first player to the left. */
static void deal_first_shield(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place, next = seat_left(&s->h, seat);
    card_dealt(s, c, spot_at(SHIELDS, seat), log);
    if (next != s->active) {
        deck_due(&s->h, next, log);
        return;
    }
    s->playing = true;
    wait_seat(&s->h, s->active);
}

static void deal_shield(struct state *s, int c, struct log *log)
{
    int seat = s->active;
    bool paired = cards_has(s->shield[seat], c);
    card_dealt(s, c, spot_at(SHIELDS, seat), log);
    if (!paired) {
        end_turn(s, log);
        return;
    }
    log_note(log, SAY_DUCKED_PAIR, seat, 0, cards_one(c));
    wound(s, c, spot_at(SHIELDS, seat), log);
}

static void deal_medusa(struct state *s, int c, struct log *log)
{
    bool paired = cards_has(s->medusa, c);
    cards_go(s, deck_spot, spot_at(MEDUSA, NOBODY), cards_one(c), SAY_MEDUSA_GETS, log);
    if (!paired) {
        end_turn(s, log);
        return;
    }
    log_note(log, SAY_STRUCK_PAIR, s->active, 0, cards_one(c));
    if (!defenders(s, c)) {
        log_note(log, SAY_NO_SHIELD, s->active, 0, 0);
        apply_take(s, c, log); /* no choice, nothing is asked */
        return;
    }
    s->pair = (uint8_t)c;
    wait_seat(&s->h, s->active);
}

static void deal(struct state *s, int c, struct log *log)
{
    if (!s->playing)
        deal_first_shield(s, c, log);
    else if (s->h.turn.place == TO_MEDUSA)
        deal_medusa(s, c, log);
    else
        deal_shield(s, c, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    begin(s, seat, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    view_cards(v, MEDUSA, NOBODY, s->medusa, EVERYBODY);
    view_number(v, SHIELD_SUM, NOBODY, shield_sum(s));
    view_number(v, MEDUSA_SUM, NOBODY, cards_sum(s->medusa));
    view_number(v, LIMIT, NOBODY, s->h.option[TARGET]);
}

/* The rank of Medusa's pair, 0 if she has none. */
static int pair_of(const struct view *v)
{
    cards medusa = view_faces(v, MEDUSA, NOBODY);
    int c = cards_next(medusa, 0);
    while (c && cards_count(medusa, c) < 2)
        c = cards_next(medusa, c);
    return c;
}

static struct event means(const struct view *v, action a)
{
    int seat = v->looks, pair = pair_of(v);
    cards own = view_faces(v, SHIELDS, seat), medusa = view_faces(v, MEDUSA, NOBODY);
    bool stands = v->score[seat] + pair < v->option[TARGET];
    switch (action_verb(a)) {
    case DUCK:
        return (struct event){.say = own ? MEANS_DUCK : MEANS_DUCK_SAFE, .cards = own};
    case STRIKE:
        return (struct event){.say = medusa ? MEANS_STRIKE : MEANS_STRIKE_SAFE, .cards = medusa};
    case DEFEND:
        return (struct event){.say = action_first(a) == seat ? MEANS_DEFEND_OWN : MEANS_DEFEND,
                              .cards = cards_one(pair)};
    default:
        return (struct event){
            .kind = EVENT_POINTS, .say = stands ? MEANS_TAKE : MEANS_FALL, .number = pair};
    }
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* What the cards of these ranks hurt together, of those that may come. */
static int wounds(const struct pile *unseen, cards ranks)
{
    struct pile some = pile_among(unseen, ranks);
    return pile_sum(&some);
}

/* Wounds are what the team dies of: ducks or strikes, whichever is expected to hurt less, and wards
 * off every pair that it can. A new rank for Medusa hurts a little, because it can be paired later.
 */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    if (action_verb(v->act[0]) == DEFEND)
        return v->act[0];
    enum { LATER = 10 };
    int seat = v->looks, n = v->players, left = (seat + 1) % n, right = (seat + n - 1) % n;
    cards own = view_faces(v, SHIELDS, seat), medusa = view_faces(v, MEDUSA, NOBODY);
    cards near = own | view_faces(v, SHIELDS, left) | view_faces(v, SHIELDS, right);
    cards fresh = cards_missing(medusa), open = cards_distinct(medusa) & cards_missing(near);
    struct pile unseen = view_unseen(v);
    int strike = LATER * wounds(&unseen, open) + wounds(&unseen, fresh);
    return action_make(strike < LATER * wounds(&unseen, own) ? STRIKE : DUCK, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a neighbour's shield wards off the pair",
     .players = 3,
     .options = "first A",
     .record = "deal A 5\ndeal B 8\ndeal C 3\nA strike\ndeal medusa 8\nB duck\ndeal B 4\n"
               "C strike\ndeal medusa 8\nC defend B",
     .scores = "0 0 0",
     .to_act = "A"},
    {.name = "a pair among the shields cannot be warded off",
     .players = 2,
     .options = "first A",
     .record = "deal A 5\ndeal B 5\nA duck\ndeal A 5",
     .scores = "5 0",
     .to_act = "B"},
    {.name = "all lose as soon as one player has too many wounds",
     .players = 2,
     .options = "first A, target 7",
     .record = "deal A 5\ndeal B 5\nA strike\ndeal medusa 7\nB strike\ndeal medusa 7",
     .scores = "0 7",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_medusa = {
    .name = "medusa",
    .title = "Medusa",
    .summary = "stand up to Medusa together, with shields that count more than her cards",
    .goal = "Your shields must count more than her cards. {target} {wound|wounds} on one of you, "
            "and all lose.",
    .rulings = rulings,
    .kind = COOPERATIVE,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 29,
    .difficulty = 2,
    .look = {0x2f6b2a, "M8 20h8M8 16a5 5 0 1 1 8 0zM5 4c3 0 1 4 4 4M12 3v4M19 4c-3 0-1 4-4 4"},
    .counts = "wound|wounds",
    .low_wins = true,
    .custom = {.each = 6, .besides = 19},
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
    .returns = returns,
    .hint = hint,
};
