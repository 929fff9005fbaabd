/* Melee (Kampfgetümmel) and Last Man Standing, designed by Heinrich Glumpler for the German set
 * "Pairs: Das Schwarze Auge", after Pairs by James Ernest and Paul Peterson. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Of a pair of shields one card is the open wound, and the other is still a shield and counts 1 "
    "(R1).",
    "You must parry if you can, and only with a shield of your own (R2).",
    "? last-man-standing off\n"
    "If several have too many wounds, one alone loses: the most wounded, then whoever made the "
    "pair, then the first to the left (R4).",
    "? last-man-standing on\n"
    "If several go out together, the most wounded goes first; should all go, the last in that "
    "order stays and wins (R5).",
    "? last-man-standing on, starter always\n"
    "As soon as somebody is out, every round begins on the left of whoever went out last (R6).",
    "? last-man-standing on, starter once\n"
    "Only the round after a knock-out begins on the left of whoever went out last (R6).",
    "? last-man-standing on\n"
    "The limit stays that of the players who began, however many are left (R7).",
    "Cards that count as wounds never come back, nor do those of players who are out (R8).",
    "If neither deck nor discards have a card at the start of a turn, the game is over and wounds "
    "decide (R10).",
    "After a parry one card of that rank stays on the battlefield and can be paired again (R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, FIRST, LAST_MAN_STANDING, STARTER };

enum { ALWAYS, ONCE };
static const char *const starters[] = {"always", "once", NULL};

enum { TARGET_MAX = 60 };

static const int32_t targets[] = {[2] = 31, 21, 16, 13, 11};

static const struct option options[] = {
    [TARGET] = {"target", "wounds that knock a player out", OPTION_NUMBER, .by_players = targets,
                .least = 1, .most = TARGET_MAX, .role = ROLE_TARGET},
    [FIRST] = {"first", "who begins the first round", OPTION_SEAT, .standard = OPTION_NONE,
               .none = "lot"},
    [LAST_MAN_STANDING] = {"last-man-standing", "play on until one player is left",
                           .type = OPTION_SWITCH},
    [STARTER] = {"starter",
                 "whether the seat behind the last one out begins every later round, or one",
                 OPTION_CHOICE, .words = starters},
    {0},
};

static const struct preset presets[] = {
    {"kampfgetuemmel", "Kampfgetümmel", "Melee by the name it had first",
     .options = "last-man-standing off"},
    {"last-man-standing", "Last Man Standing",
     "Melee in which the knocked-out leave and the last one wins",
     .options = "last-man-standing on", .decisions = 43},
    {0},
};

static bool check(const struct setup *u, struct error *e)
{
    return u->option[STARTER] == ALWAYS || u->option[LAST_MAN_STANDING] || /* R6 */
           error_set(e, "option starter goes with last-man-standing only; expected always");
}

enum { DUCK, STRIKE };

static const struct verb verbs[] = {
    [DUCK] = {"duck", .means = "The next card is your shield: 1 wound when the round ends.",
              .tells = "{seat} {duck/ducks}[ behind the {cards}]."},
    [STRIKE] = {"strike", .means = "The next card goes to the field. Parry a pair, or it hurts.",
                .tells = "{seat} {strike/strikes}."},
    {0},
};

static enum returns returns(const struct setup *u)
{
    return u->option[LAST_MAN_STANDING] ? RETURNS_ONE_WINS : RETURNS_ONE_LOSES;
}

/* --- State ------------------------------------------------------------------------------------ */

enum { TO_FIELD = PLACE_GAME };

static const char *const places[] = {"field", NULL};

enum { SHIELDS = ZONE_GAME, FIELD, WOUNDS_DOWN, WOUNDS_UP };

enum { LIMIT };

enum {
    SAY_BEGINS = 1,
    SAY_PARRY,
    SAY_PAIR,
    SAY_SHIELDS,
    SAY_RANK,
    SAY_NO_CARD,
    SAY_OUT,
    SAY_LOST,
    SAY_WON,
    MEANS_DUCK,
    MEANS_STRIKE,
    MEANS_SAFE
};

static const char *const sentences[] = {
    [SAY_BEGINS] = "{seat} {begin/begins} the round.",
    [SAY_PARRY] = "{seat} {parry/parries} with the {cards}. Phew!",
    [SAY_PAIR] = "{seat} {make/makes} a pair of {cards}s: the round ends.",
    [SAY_SHIELDS] =
        "{seat} {take/takes} {number} {wound for a shield|wounds for shields}[, {seat} {number}].",
    [SAY_RANK] = "{seat} {take/takes} {number} {wound|wounds} for the pair.",
    [SAY_NO_CARD] = "No card is left: that ends the game.",
    [SAY_OUT] = "{seat} {have/has} too many wounds and {are/is} out.",
    [SAY_LOST] = "{seat} {lose/loses} with {number} {wound|wounds}.",
    [SAY_WON] = "Only {seat} still {stand/stands} and {win/wins}!",
    [MEANS_DUCK] = "A shield: 1 wound later. A pair costs {any cards} {wound|wounds}.",
    [MEANS_STRIKE] = "It goes to the field. A pair costs {any cards} {wound|wounds}.",
    [MEANS_SAFE] = "The next card goes to the field. It cannot hurt you.",
    NULL,
};

/* Everything here is seen by all; what is turned down has been face up before. */
struct state {
    struct head h;
    cards shield[PLAYERS_MAX];
    cards down[PLAYERS_MAX]; /* wounds of 1 each */
    cards up[PLAYERS_MAX];   /* wounds of their rank */
    cards field;
    seats standing; /* not knocked out */
    uint8_t active; /* the player in turn */
    uint8_t behind; /* whoever went out last; NOBODY: none did, or it no longer matters */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"shields", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, shield)},
    {"field", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 10, .set = offsetof(struct state, field),
     .special = true},
    {"face-down wounds", OF_SEATS, SEEN_BY_ALL, LIE_HEAP, 8, .set = offsetof(struct state, down)},
    {"face-up wounds", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 3, .set = offsetof(struct state, up)},
    {0},
};

static const struct label labels[] = {
    {"wounds that knock out", .whose = OF_MIDDLE},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void end_game_without_cards(struct state *s, struct log *log);

static void begin_turn(struct state *s, int seat, struct log *log)
{
    s->active = (uint8_t)seat;
    if (deck_has_card(&s->h))
        wait_seat(&s->h, seat);
    else
        end_game_without_cards(s, log);
}

static void open_round(struct state *s, int seat, struct log *log)
{
    log_note(log, SAY_BEGINS, seat, 0, 0);
    begin_turn(s, seat, log);
}

static void start(struct state *s, struct log *log)
{
    s->standing = seats_all(s->h.players);
    s->behind = NOBODY;
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        open_round(s, s->h.option[FIRST], log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    (void)s;
    (void)seat;
    return legal_verbs(DUCK, STRIKE, out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The first of some seats in the order of R4 and R5: most wounds, then q, then left from q. */
static int most_wounded(const struct state *s, seats some, int q)
{
    seats most = seats_most(s->h.score, some);
    return seats_from(most, q);
}

static void turn_shields_down(struct state *s, struct log *log)
{
    cards shield[PLAYERS_MAX];
    for (int seat = 0; seat < s->h.players; seat++) {
        shield[seat] = s->shield[seat];
        cards_go(s, spot_at(SHIELDS, seat), spot_at(WOUNDS_DOWN, seat), shield[seat], 0, log);
    }
    for (int seat = 0; seat < s->h.players; seat++)
        if (shield[seat])
            points_add(&s->h, seat, cards_size(shield[seat]), SAY_SHIELDS, log);
}

static void clear_field(struct state *s, struct log *log)
{
    discard_zone(s, spot_at(FIELD, NOBODY), log);
}

/* The fallen leave, the most wounded first, but one player stays (R5). */
static void knock_out(struct state *s, seats fallen, int q, struct log *log)
{
    if (s->h.option[STARTER] == ONCE)
        s->behind = NOBODY; /* R6 */
    while (fallen && seats_count(s->standing) > 1) {
        int last = most_wounded(s, fallen, q);
        s->behind = (uint8_t)last;
        fallen = seats_without(fallen, last);
        s->standing = seats_without(s->standing, last);
        log_out(log, s->h.score[last] >= s->h.option[TARGET] ? SAY_OUT : 0, last, 0); /* R10 */
    }
}

/* The wounds are counted (R11) and those who fall are known; q ended the round. */
static void end_round(struct state *s, seats fallen, int q, struct log *log)
{
    int starter = q;
    if (s->h.option[LAST_MAN_STANDING]) {
        knock_out(s, fallen, q, log);
        if (seats_count(s->standing) == 1) {
            log_note(log, SAY_WON, seats_first(s->standing), 0, 0);
            match_over(&s->h, s->standing, 0, log);
            return;
        }
        if (s->behind != NOBODY) /* R6 */
            starter = seats_next(s->standing, s->behind);
    } else if (fallen) {
        int loser = most_wounded(s, fallen, q);
        log_note(log, SAY_LOST, loser, s->h.score[loser], 0);
        match_over(&s->h, 0, seat_bit(loser), log);
        return;
    }
    hand_end(&s->h, log);
    hand_begin(&s->h, log);
    open_round(s, starter, log);
}

/* R10: all who are left count as fallen, whatever their wounds. */
static void end_game_without_cards(struct state *s, struct log *log)
{
    log_note(log, SAY_NO_CARD, NOBODY, 0, 0);
    turn_shields_down(s, log);
    clear_field(s, log);
    end_round(s, s->standing, s->active, log);
}

/* The player in turn has made a pair that ends the round; both cards of it are at `from`, and one
 * of them becomes a wound. */
static void end_with_pair(struct state *s, int c, struct spot from, struct log *log)
{
    int seat = s->active;
    log_note(log, SAY_PAIR, seat, 0, cards_one(c));
    zone_lose(s, from, cards_one(c));
    turn_shields_down(s, log); /* R1: with the other card of a ducked pair */
    s->up[seat] += cards_one(c);
    log_moved(log, cards_one(c), from, spot_at(WOUNDS_UP, seat), 0);
    points_add(&s->h, seat, c, SAY_RANK, log);
    clear_field(s, log);
    end_round(s, seats_above(s->h.score, s->standing, s->h.option[TARGET] - 1), seat, log);
}

static void end_turn(struct state *s, struct log *log)
{
    begin_turn(s, seats_next(s->standing, s->active), log);
}

static void deal_shield(struct state *s, int c, struct log *log)
{
    int seat = s->active;
    bool paired = cards_has(s->shield[seat], c);
    card_dealt(s, c, spot_at(SHIELDS, seat), log);
    if (paired)
        end_with_pair(s, c, spot_at(SHIELDS, seat), log);
    else
        end_turn(s, log);
}

static void deal_field(struct state *s, int c, struct log *log)
{
    int seat = s->active;
    struct spot field = spot_at(FIELD, NOBODY);
    bool paired = cards_has(s->field, c), parries = cards_has(s->shield[seat], c);
    card_dealt(s, c, field, log);
    if (paired && !parries) {
        end_with_pair(s, c, field, log);
        return;
    }
    if (paired) {
        log_note(log, SAY_PARRY, seat, 0, cards_one(c));
        cards_go(s, spot_at(SHIELDS, seat), discards_spot, cards_one(c), 0, log);
        cards_go(s, field, discards_spot, cards_one(c), 0, log); /* R13: the other one stays */
    }
    end_turn(s, log);
}

/* A card can be had: nobody is asked otherwise. */
static void apply(struct state *s, int seat, action a, struct log *log)
{
    deck_due(&s->h, action_verb(a) == STRIKE ? TO_FIELD : seat, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    if (s->h.turn.place == TO_FIELD)
        deal_field(s, c, log);
    else
        deal_shield(s, c, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    open_round(s, seat, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    view_cards(v, FIELD, NOBODY, s->field, EVERYBODY);
    view_number(v, LIMIT, NOBODY, s->h.option[TARGET]);
}

/* Which cards would end the round: the shields, or what lies on the field and is not parried. */
static struct event means(const struct view *v, action a)
{
    cards own = view_faces(v, SHIELDS, v->looks), field = view_faces(v, FIELD, NOBODY);
    bool duck = action_verb(a) == DUCK;
    cards ends = duck ? own : field - cards_common(field, own);
    if (!ends)
        return (struct event){.say = duck ? 0 : MEANS_SAFE};
    return (struct event){
        .say = duck ? MEANS_DUCK : MEANS_STRIKE, .cards = ends, .number = cards_sum(ends)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Strikes while the average wounds of a strike, shields considered, are no more than those of
 * ducking: a pair of shields, and one for the shield itself. Rarely it is rash, for in the end a
 * few cards of one rank could be ducked and parried with for ever. */
static action hint(const struct view *v, struct rng *r)
{
    enum { RARELY = 50 };
    cards own = view_faces(v, SHIELDS, v->looks), field = view_faces(v, FIELD, NOBODY);
    double duck = 1 + view_risk(v, own);
    double strike = view_risk(v, cards_distinct(field) & cards_missing(own));
    bool rash = rng_below(r, RARELY) == 0;
    return action_make((strike > duck) != rash ? DUCK : STRIKE, 0, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "whoever makes a pair takes its rank, and everybody one wound a shield",
     .players = 2,
     .options = "first A",
     .record = "A duck\ndeal A 3\nB strike\ndeal field 9\nA strike\ndeal field 9",
     .scores = "10 0",
     .to_act = "A"},
    {.name = "a shield of that rank parries, and one card of the pair stays on the field",
     .players = 2,
     .options = "first A",
     .record = "A duck\ndeal A 9\nB strike\ndeal field 9\nA strike\ndeal field 9\n"
               "B strike\ndeal field 9",
     .scores = "0 9",
     .to_act = "B"},
    {.name = "a ducked pair costs its rank and one for the shield",
     .players = 2,
     .options = "first A",
     .record = "A duck\ndeal A 4\nB duck\ndeal B 4\nA duck\ndeal A 4",
     .scores = "5 1",
     .to_act = "A"},
    {.name = "the player left of the one knocked out begins",
     .players = 3,
     .options = "first A, target 8, last-man-standing on",
     .record = "A strike\ndeal field 8\nB strike\ndeal field 8",
     .scores = "0 8 0",
     .to_act = "C"},
    {.name = "once somebody is out, every round begins on that seat's left",
     .players = 3,
     .options = "first A, target 8, last-man-standing on",
     .record = "A strike\ndeal field 8\nB strike\ndeal field 8\n"
               "C strike\ndeal field 2\nA strike\ndeal field 2",
     .scores = "2 8 0",
     .to_act = "C"},
    {.name = "with starter once whoever made the pair begins again after that",
     .players = 3,
     .options = "first A, target 8, last-man-standing on, starter once",
     .record = "A strike\ndeal field 8\nB strike\ndeal field 8\n"
               "C strike\ndeal field 2\nA strike\ndeal field 2",
     .scores = "2 8 0",
     .to_act = "A"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_melee = {
    .name = "melee",
    .aliases = "kampfgetümmel",
    .title = "Melee",
    .summary = "duck behind a shield or strike, and do not be the one with too many wounds",
    .goal = "? last-man-standing off\n"
            "At {target} {wound|wounds} the game ends, and the most wounds lose.\n\n"
            "? last-man-standing on\n"
            "{target} {wound|wounds} and you are out. Last one standing wins.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 31,
    .difficulty = 1,
    .look = {0x8f1f2d, "M4 4l13 13M20 4L7 17M14 20l6-6M4 14l6 6M17 17l3 3M7 17l-3 3"},
    .counts = "wound|wounds",
    .low_wins = true,
    .rounds = true,
    .custom = {.each = 6, .besides = 19},
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
    .check = check,
    .returns = returns,
    .hint = hint,
};
