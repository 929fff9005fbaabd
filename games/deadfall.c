/* Deadfall, designed by James Ernest: bluffing about which ranks are still held, with its variants
 * Blind Start, Breaking Nines, Cherry, Cold Calling, Red Devil and Double Devil. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Cards that were not dealt keep no rank alive: only hands do (R1).",
    "? blind-start off\n"
    "After a tie everybody plays another door, not only the tied players, and the newest doors are "
    "compared first (R2, R3).",
    "? blind-start off\n"
    "If the doors are still tied when the hands are empty, all cards are shuffled and dealt again "
    "for the same pot (R4).",
    "? blind-start off\n"
    "Doors count as if they had been played one by one from the first player on, so the nearest on "
    "your right is the newest (R7).",
    "? blind-start on\n"
    "Whoever has no card on the table yet cannot be called (R8).",
    "With no cards left you must call, and you cannot lose, since nobody else holds a card either "
    "(R9).",
    "You may call a rank that you hold yourself, and then you lose (R10).",
    "? cherry on\n"
    "The caller can be one of those who saved the called player, and a saviour gets one chip "
    "however many such cards he holds (R11, R12).",
    "? cold-calling on\n"
    "A cold call may point at any player who still holds cards, whatever lies on top, and nobody "
    "is tipped for it (R13, R14).",
    "? cold-calling on\n"
    "A hand that cannot exist may be named; it is merely wrong (R15).",
    "? breaking-rank not off\n"
    "A rank is broken once a hand: a second door of a rank that the first doors broke is free "
    "(R17).",
    "? devil double, blind-start off\n"
    "The second card is passed after all ties of doors are settled, and not at all if these took "
    "the last card (R19).",
    "? devil double, blind-start on\n"
    "Without doors both cards are passed before the first turn, the second one after you have seen "
    "the first (R18).",
    "Nobody is out for want of chips: you may go below zero (R20).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, ANTE, BLIND, FIRST, BREAKING, CHERRY, COLD_CALLING, DEVIL, HANDS, CHIPS };

enum devil { DEVIL_NONE, DEVIL_RED, DEVIL_DOUBLE };

static const char *const devils[] = {"none", "red", "double", NULL};

enum { HAND_MAX = 7 };

static const uint8_t hand_cards[] = {[2] = HAND_MAX, 6, 6, 6, 6, 5};

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every hand", OPTION_SEAT, .standard = LAST_SEAT},
    [ANTE] = {"ante", "chips that each hand costs", OPTION_NUMBER, .standard = 1, .most = 100},
    [BLIND] = {"blind-start", "no doors; the winner of the last hand leads", .type = OPTION_SWITCH},
    [FIRST] = {"first", "who leads the first hand (with blind-start)", OPTION_SEAT,
               .standard = OPTION_NONE, .none = "lot"},
    [BREAKING] = {"breaking-rank",
                  "the first play of this rank costs 1, of each higher rank 1 more", OPTION_NUMBER,
                  .standard = OPTION_NONE, .none = "off", .least = 1, .most = RANKS},
    [CHERRY] = {"cherry", "a called player tips those who saved him", .type = OPTION_SWITCH},
    [COLD_CALLING] = {"cold-calling", "a whole hand may be guessed", .type = OPTION_SWITCH},
    [DEVIL] = {"devil", "cards passed left: one (red), or one before and one after the doors",
               OPTION_CHOICE, .words = devils},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

static const struct preset presets[] = {
    {"blind-start", "Blind Start", "Deadfall without doors: the last winner leads",
     .options = "blind-start on", .aliases = "blinder-start", .decisions = 45},
    {"breaking-nines", "Breaking Nines",
     "Deadfall in which the first 9 and the first 10 cost chips", .options = "breaking-rank 9",
     .aliases = "neuner-brechen"},
    {"deadfall-cherry", "Cherry", "Deadfall with a tip for those who save a called player",
     .options = "cherry on", .aliases = "deadfall-kirsche"},
    {"cold-calling", "Cold Calling", "Deadfall in which a whole hand may be guessed",
     .options = "cold-calling on", .aliases = "kaltruf", .decisions = 77},
    {"red-devil", "Red Devil", "Deadfall with a card passed to the left before the doors",
     .options = "devil red", .aliases = "roter-teufel", .decisions = 92},
    {"double-devil", "Double Devil",
     "Deadfall with a card passed to the left before the doors and one after them",
     .options = "devil double", .aliases = "doppelter-teufel", .decisions = 122},
    {0},
};

enum { PASS, DOOR, PLAY, CALL, COLD, NAME };

static const struct verb verbs[] = {
    [PASS] = {"pass", .argument = {RANK_ARGUMENT}, .secret = true, .only = "devil not none",
              .means = "Hand this card to the player on your left.",
              .tells = "{seat} {choose/chooses} the {first}.",
              .asks = {"Which card do you hand to the left?"}},
    [DOOR] = {"door", .argument = {RANK_ARGUMENT}, .secret = true, .only = "blind-start off",
              .says = "show {rank}",
              .means = "Show this card as your door. The lowest door begins.",
              .tells = "{seat} {choose/chooses} the {first}.",
              .asks = {"Which card is your door?"}},
    [PLAY] = {"play", .argument = {RANK_ARGUMENT}, .means = "Lay this card on your pile.",
              .tells = "{seat} {lay/lays} the {first}.",
              .asks = {"Which card do you lay on your pile?"}},
    [CALL] = {"call", .argument = {SEAT_ARGUMENT},
              .means = "Claim that nobody holds another card like that one.",
              .tells = "{seat} {call/calls} {first|you}!", .asks = {"Whose top card do you call?"}},
    [COLD] = {"cold", .argument = {SEAT_ARGUMENT}, .only = "cold-calling on",
              .says = "name {seat's|your} hand",
              .means = "Name this whole hand. Right wins its sum, wrong costs it.",
              .tells = "{seat} {claim/claims} to know {first's|your} whole hand.",
              .asks = {"Whose hand do you name?"}},
    [NAME] = {"name", .argument = {RANK_ARGUMENT}, .at = AT_NOWHERE, .only = "cold-calling on",
              .means = "Say that this is one of the cards in that hand.",
              .tells = "{seat} {name/names} {first}.", .asks = {"Which card is in that hand?"}},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, PILE };

enum { NAMED };

enum { SAY_LEADS = 1, SAY_DOOR, SAY_LOWEST, SAY_TIE, SAY_VOID, SAY_PASSED, SAY_BREAKS, SAY_DEAD };
enum { SAY_ALIVE = SAY_DEAD + 1, SAY_WINS, SAY_CHERRY, SAY_GUESSED, SAY_MISSED, SAY_PAYS_RANK };
enum { SAY_PAYS_SUM = SAY_PAYS_RANK + 1, MEANS_SAFE, MEANS_LAST, MEANS_CALL, MEANS_CALL_HELD };

static const char *const sentences[] = {
    [SAY_LEADS] = "{seat} {begin/begins}.",
    [SAY_DOOR] = "Doors: {seat|You} {cards}[, {seat|you} {cards}].",
    [SAY_LOWEST] = "{seat} {have/has} the lowest door and {begin/begins}.",
    [SAY_TIE] = "A tie for the lowest door: everybody shows another.",
    [SAY_VOID] = "Still a tie, and no card is left: all cards are dealt again.",
    [SAY_PASSED] =
        "{other} {pass/passes} {a cards} to {seat|you}[, {other} {a cards} to {seat|you}].",
    [SAY_BREAKS] = "The first of its rank: {seat} {pay/pays} {number} {chip|chips}.",
    [SAY_DEAD] = "Nobody holds another {cards}: {seat} {were/was} right!",
    [SAY_ALIVE] = "{other} {hold/holds} another {cards}: {seat} {were/was} wrong.",
    [SAY_WINS] = "{other} {win/wins} the hand and the pot: {number} {chip|chips}.",
    [SAY_CHERRY] =
        "{other} {save/saves} {seat|you} and {get/gets} a cherry: {number} {chip|chips}.",
    [SAY_GUESSED] = "{seat} {name/names} {cards}: exactly {other's|your} hand!",
    [SAY_MISSED] = "{seat} {name/names} {cards}, but that is not {other's|your} hand.",
    [SAY_PAYS_RANK] = "{seat} {pay/pays} {other|you} {number} {chip|chips}.",
    [SAY_PAYS_SUM] = "{seat} {pay/pays} {other|you} {number} {chip|chips}, the sum of the hand.",
    [MEANS_SAFE] = "Whoever calls it is wrong: you hold another {first}.",
    [MEANS_LAST] = "If nobody holds another {first}, a call costs you {number} {chip|chips}.",
    [MEANS_CALL] = "No other {number} in any hand: win {number} {chip|chips} and the pot, or pay "
                   "{number} {chip|chips}.",
    [MEANS_CALL_HELD] = "You hold another {number} yourself: this call must fail.",
    NULL,
};

enum phase { DEALING, PASSING_FIRST, DOORS, PASSING_SECOND, PLAYING, NAMING };

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];             /* seen by its owner; by all after the last call */
    uint8_t pile[PLAYERS_MAX][HAND_MAX]; /* cards played, oldest first; seen by all */
    uint8_t piled[PLAYERS_MAX];          /* how many these are */
    struct choices chosen;               /* passes or doors that are in; each seat knows its own */
    struct trail trail;                  /* of the cards, where some are passed */
    cards named;                         /* so far, in a cold call; heard by all */
    uint16_t broken;                     /* ranks that have been played in this hand, a bit each */
    uint8_t phase;
    uint8_t leader; /* who has, or had, the first turn of the hand */
    uint8_t target; /* of a cold call */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_AT_END, LIE_SHUT, 7, .set = offsetof(struct state, hand)},
    {"pile", OF_SEATS, SEEN_BY_ALL, LIE_SHUT, 7, .row = offsetof(struct state, pile),
     .size = offsetof(struct state, piled), .room = HAND_MAX},
    {0},
};

static const struct label labels[] = {
    {"named", .whose = OF_SEATS, .rank = true},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void deal_hands(struct state *s, struct log *log)
{
    s->phase = DEALING;
    trail_clear(&s->trail);
    deck_gather(s, log);
    deck_due(&s->h, seat_left(&s->h, s->h.dealer), log);
}

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    chips_ante(&s->h, seats_all(s->h.players), s->h.option[ANTE], log);
    s->broken = 0;
    if (s->h.hand == 1 && s->h.option[BLIND] && s->h.option[FIRST] == OPTION_NONE)
        wait_lot(&s->h, seats_all(s->h.players));
    else
        deal_hands(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    if (s->h.option[FIRST] != OPTION_NONE)
        s->leader = (uint8_t)s->h.option[FIRST];
    begin_hand(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int top(const struct state *s, int seat)
{
    return s->piled[seat] ? s->pile[seat][s->piled[seat] - 1] : 0;
}

/* Going round from the caller's right, a rank can be called where it is met first (R6 to R8). */
static seats callable(const struct state *s, int caller)
{
    seats found = 0;
    unsigned met = 1; /* bit 0: no card is no rank */
    for (int i = 1, seat = caller; i < s->h.players; i++) {
        seat = seat ? seat - 1 : s->h.players - 1;
        unsigned rank = 1u << top(s, seat);
        if (!(met & rank))
            found |= seat_bit(seat);
        met |= rank;
    }
    return found;
}

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    if (s->phase == NAMING) { /* R15: any ten, possible or not */
        for (int c = 1; c <= RANKS; c++)
            out[n++] = action_make(NAME, c, 0);
        return n;
    }
    int verb = s->phase == PLAYING ? PLAY : s->phase == DOORS ? DOOR : PASS;
    n = legal_cards(verb, s->hand[seat], out, 0);
    if (s->phase != PLAYING)
        return n;
    for (seats left = callable(s, seat); left; left = seats_rest(left))
        out[n++] = action_make(CALL, seats_first(left), 0);
    if (s->h.option[COLD_CALLING])
        for (int other = 0; other < s->h.players; other++)
            if (other != seat && s->hand[other]) /* R14 */
                out[n++] = action_make(COLD, other, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void begin_choices(struct state *s, enum phase phase)
{
    s->phase = (uint8_t)phase;
    choices_begin(&s->chosen, &s->h, seats_all(s->h.players));
}

static void begin_turn(struct state *s, int seat)
{
    s->phase = PLAYING;
    wait_seat(&s->h, seat);
}

/* The first seat is known: the second pass of the double devil, then the turns. */
static void begin_play(struct state *s, int first, struct log *log)
{
    s->leader = (uint8_t)first;
    log_note(log, s->h.option[BLIND] ? SAY_LEADS : SAY_LOWEST, first, 0, 0);
    if (s->h.option[DEVIL] == DEVIL_DOUBLE && s->hand[first]) /* R19 */
        begin_choices(s, PASSING_SECOND);
    else
        begin_turn(s, first);
}

static void begin_doors(struct state *s, struct log *log)
{
    if (s->h.option[BLIND])
        begin_play(s, s->leader, log);
    else
        begin_choices(s, DOORS);
}

/* A card of the hand goes on the pile. */
static void lay(struct state *s, int seat, int c, int say, struct log *log)
{
    cards_go(s, spot_at(HAND, seat), spot_at(PILE, seat), cards_one(c), say, log);
    if (s->h.option[DEVIL] != DEVIL_NONE)
        trail_show(&s->trail, seat, c);
}

/* The fee for a rank that was not broken when it was played (R17). */
static void pay_breaking(struct state *s, int seat, int c, unsigned broken, struct log *log)
{
    int from = s->h.option[BREAKING];
    if (from != OPTION_NONE && c >= from && !(broken >> c & 1))
        chips_pay(&s->h, seat, NOBODY, c - from + 1, SAY_BREAKS, log);
    s->broken |= (uint16_t)(1u << c);
}

/* The seats whose doors are the lowest: the newest card counts first, then the one below (R2). */
static seats lowest_doors(const struct state *s)
{
    int32_t value[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++)
        for (int i = s->piled[seat] - 1; i >= 0; i--)
            value[seat] = value[seat] << 4 | s->pile[seat][i];
    return seats_least(value, seats_all(s->h.players));
}

/* All doors are in and are shown at the same time. */
static void show_doors(struct state *s, struct log *log)
{
    unsigned broken = s->broken; /* R17: equal doors break a rank together */
    for (int seat = 0; seat < s->h.players; seat++)
        lay(s, seat, s->chosen.rank[seat], SAY_DOOR, log);
    for (int seat = 0; seat < s->h.players; seat++)
        pay_breaking(s, seat, s->chosen.rank[seat], broken, log);
    seats lowest = lowest_doors(s);
    if (seats_count(lowest) == 1) {
        begin_play(s, seats_first(lowest), log);
    } else if (s->hand[0]) {
        log_note(log, SAY_TIE, NOBODY, 0, 0);
        begin_choices(s, DOORS); /* R3 */
    } else {
        log_shuffled(log, SAY_VOID); /* R4 */
        deal_hands(s, log);
    }
}

static void apply_choice(struct state *s, int seat, int c, struct log *log)
{
    if (!choices_put(&s->chosen, &s->h, seat, c))
        return;
    if (s->phase == DOORS) {
        show_doors(s, log);
        return;
    }
    choices_pass(&s->chosen, seats_all(s->h.players), s->hand, &s->trail, HAND, SAY_PASSED, log);
    if (s->phase == PASSING_FIRST)
        begin_doors(s, log);
    else
        begin_turn(s, s->leader);
}

static void apply_play(struct state *s, int seat, int c, struct log *log)
{
    lay(s, seat, c, 0, log);
    pay_breaking(s, seat, c, s->broken, log);
    begin_turn(s, seat_left(&s->h, seat));
}

static void show_hands(const struct state *s, struct log *log)
{
    for (int seat = 0; log && seat < s->h.players; seat++)
        if (s->hand[seat])
            log_shown(log, s->hand[seat], HAND, seat, 0);
}

static void settle(struct state *s, int winner, int loser, int32_t price, int say, struct log *log)
{
    trail_clear(&s->trail);
    chips_pay(&s->h, loser, winner, price, say, log);
    chips_share(&s->h, seat_bit(winner), SAY_WINS, log);
    s->leader = (uint8_t)winner;
    if (match_goes_on(&s->h, s->h.option[HANDS], log))
        begin_hand(s, log);
}

/* The tip of a called player who was saved by others (R11, R12). */
static void pay_cherries(struct state *s, int called, int c, struct log *log)
{
    if (cards_has(s->hand[called], c))
        return;
    for (int seat = 0; seat < s->h.players; seat++)
        if (cards_has(s->hand[seat], c))
            chips_pay(&s->h, called, seat, 1, SAY_CHERRY, log);
}

static void apply_call(struct state *s, int caller, int called, struct log *log)
{
    int c = top(s, called), holder = NOBODY;
    for (int seat = s->h.players - 1; seat >= 0; seat--)
        if (cards_has(s->hand[seat], c)) /* R10: the caller's own as well */
            holder = seat;
    bool alive = holder != NOBODY;
    show_hands(s, log);
    log_between(log, alive ? SAY_ALIVE : SAY_DEAD, caller, holder, 0, cards_one(c));
    if (alive && s->h.option[CHERRY])
        pay_cherries(s, called, c, log);
    settle(s, alive ? called : caller, alive ? caller : called, c, SAY_PAYS_RANK, log);
}

static void apply_cold(struct state *s, int target)
{
    s->phase = NAMING;
    s->target = (uint8_t)target;
    s->named = 0;
}

static void apply_name(struct state *s, int caller, int c, struct log *log)
{
    int target = s->target;
    s->named += cards_one(c);
    if (cards_size(s->named) < cards_size(s->hand[target]))
        return;
    bool right = s->named == s->hand[target];
    int32_t worth = cards_sum(s->hand[target]);
    show_hands(s, log);
    log_between(log, right ? SAY_GUESSED : SAY_MISSED, caller, target, worth, s->named);
    settle(s, right ? caller : target, right ? target : caller, worth, SAY_PAYS_SUM, log); /* R16 */
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int first = action_first(a);
    switch (action_verb(a)) {
    case PASS:
    case DOOR:
        apply_choice(s, seat, first, log);
        break;
    case PLAY:
        apply_play(s, seat, first, log);
        break;
    case CALL:
        apply_call(s, seat, first, log);
        break;
    case COLD:
        apply_cold(s, first);
        break;
    case NAME:
        apply_name(s, seat, first, log);
        break;
    }
}

/* With a deck too small for that, as many for each as leave a card that nobody sees. */
static int hand_size(const struct head *h)
{
    int most = (pile_size(&h->fresh) - 1) / h->players;
    return most < hand_cards[h->players] ? most : hand_cards[h->players];
}

static void deal(struct state *s, int c, struct log *log)
{
    if (!hands_dealt(&s->h, s->hand, c, hand_size(&s->h), HAND, log))
        return;
    if (s->h.option[DEVIL] != DEVIL_NONE)
        begin_choices(s, PASSING_FIRST);
    else
        begin_doors(s, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    s->leader = (uint8_t)seat;
    deal_hands(s, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    if (s->phase == NAMING)
        for (int c = cards_next(s->named, 0); c; c = cards_next(s->named, c))
            for (int i = cards_count(s->named, c); i > 0; i--)
                view_number(v, NAMED, s->target, c);
}

/* The card that can be called; the seat has a pile. */
static int top_seen(const struct view *v, int seat)
{
    const struct zone *z = view_find(v, PILE, seat);
    return v->card[z->first + z->count - 1];
}

static struct event means(const struct view *v, action a)
{
    cards hand = view_faces(v, HAND, v->looks);
    int first = action_first(a);
    if (action_verb(a) == PLAY)
        return (struct event){.say = cards_count(hand, first) > 1 ? MEANS_SAFE : MEANS_LAST,
                              .number = first};
    if (action_verb(a) != CALL)
        return (struct event){0};
    int c = top_seen(v, first);
    return cards_has(hand, c)
               ? (struct event){.kind = EVENT_PAY, .say = MEANS_CALL_HELD, .number = c}
               : (struct event){.say = MEANS_CALL, .number = c};
}

/* --- Bots ------------------------------------------------------------------------------------- */

static void reshuffle(struct state *s, int seat, struct rng *r)
{
    if (s->h.turn.kind == TURN_OVER)
        return;
    trail_deal_again(&s->trail, &s->h, seat, s->hand, r);
    if (s->phase == PASSING_FIRST || s->phase == DOORS || s->phase == PASSING_SECOND)
        choices_again(&s->chosen, &s->h, seat, s->hand, r);
}

/* The chance that no other hand has a rank. */
static double chance_spared(const struct view *v, const struct pile *unseen, int c)
{
    double chance = 1;
    for (int i = 0, count = pile_count(unseen, c); i < count; i++)
        chance *= (double)(v->deck - i) / (pile_size(unseen) - i);
    return chance;
}

/* What a call gains on average. Who lays a card holds another one seven times as often as the cards
 * alone say; and what pays less than a chip is left to the others. */
static double gain_call(const struct view *v, const struct pile *unseen, cards hand, int c)
{
    double dead = cards_has(hand, c) ? 0 : chance_spared(v, unseen, c);
    double believed = dead / (dead + 7 * (1 - dead));
    return believed * (v->pot + 2 * c) - c - 1;
}

/* Lays what others probably hold, or what it holds again and rather keeps (for two: by chance); a
 * low door, with three and more then high cards, which many hold; of nearly equal cards any. Calls
 * if that wins more on average than it costs. Never guesses a hand. */
static action hint(const struct view *v, struct rng *r)
{
    cards hand = view_faces(v, HAND, v->looks);
    struct pile unseen = view_unseen(v);
    bool many = v->players > 2;
    double value[ACTIONS_MAX], kept = 0.75 * (many || rng_below(r, 2)) * cards_size(hand);
    double share = 2.0 * v->pot / v->players, high = many ? 0.1 : 0;
    for (int i = 0; i < v->actions; i++) {
        int verb = action_verb(v->act[i]), c = action_first(v->act[i]);
        value[i] = verb == NAME ? view_chance(v, cards_one(c)) : -2 * RANKS;
        if (verb == CALL)
            value[i] = gain_call(v, &unseen, hand, top_seen(v, c));
        else if (verb == PASS || verb == DOOR || verb == PLAY)
            value[i] =
                -(cards_count(hand, c) > 1 ? kept : chance_spared(v, &unseen, c) * (c + share)) -
                rng_below(r, 9) / 9.0 + (verb == DOOR ? -c / 3.0 : (verb == PLAY) * high * c);
        if (value[i] < -DECK_CARDS) /* where so much is at stake, one is as bad as the other */
            value[i] = -DECK_CARDS;
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a call on a dead rank wins its value and the pot",
     .players = 2,
     .options = "hands 1",
     .record = "deal A 1 4 5 6 7 8 9\ndeal B 2 5 6 7 8 9 10\nA door 1\nB door 2\nA call B",
     .scores = "3 -3",
     .to_act = ""},
    {.name = "a caller who holds the rank himself loses",
     .players = 2,
     .options = "hands 1",
     .record = "deal A 1 4 5 6 7 8 9\ndeal B 3 5 6 7 8 9 10\nA door 1\nB door 3\nA play 9\n"
               "B play 5\nA call B",
     .scores = "-6 6",
     .to_act = ""},
    {.name = "equal doors make everybody play another, and the newest decide",
     .players = 3,
     .record = "deal A 5 6 7 8 9 10\ndeal B 4 6 7 8 9 10\ndeal C 4 5 7 8 9 10\nA door 5\n"
               "B door 4\nC door 4\nA door 10\nB door 9\nC door 8",
     .scores = "-1 -1 -1",
     .to_act = "C"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_deadfall = {
    .name = "deadfall",
    .title = "Deadfall",
    .summary = "play cards that others still hold, or call the one who bluffs",
    .goal = "Lay what somebody still holds, or be called. Most chips win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 7,
    .best_with = 3,
    .decisions = 63,
    .difficulty = 3,
    .look = {0x54391f, "M3 6h18M6 6v6l6 9 6-9V6M12 9v6M9.5 12.5L12 15l2.5-2.5"},
    .chips = true,
    .hidden = true,
    .custom = {.each = 1, .besides = 1, .ends = true},
    .options = options,
    .presets = presets,
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
    .lot = lot,
    .view = view,
    .means = means,
    .returns = returns_even,
    .reshuffle = reshuffle,
    .hint = hint,
};
