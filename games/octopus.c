/* Octopus, designed by James Ernest. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Played cards are gone, so hands shrink by one each round (R1).",
    "With one card left there is always a showdown, nobody names a kind, and the lowest card wins "
    "(R2).",
    "A hand of one card is clean, not a set (R4).",
    "Whoever is left when all others have folded takes the pot and pays nothing, asked or not (R5, "
    "R6).",
    "If all others fold, or all hands shown are equal, nobody has lost, and everybody antes 2 "
    "(R7).",
    "Whoever folds is never the loser (R8).",
    "Of tied winners the one who was asked first begins the next hand (R9).",
    "Odd chips wait in the pot for the next hand; after the last one they are nobody's (R10).",
    "A loser antes 5 instead of 1, and so do all tied losers (R11).",
    "The kind that is best is named before the hands are shown (R13).",
    "? last-hand on\n"
    "After the last hand its losers pay into the pot before it is shared (R14, R15).",
    "? last-hand off\n"
    "Whoever loses the last hand pays nothing for it (R14).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { DEALER, HANDS, LAST_HAND, CHIPS };

enum {
    HAND_CARDS = 8,
    ANTE = 1,
    ANTE_NO_LOSER = 2,
    ANTE_LOSER = 5,
    FOLD_FEE = 1,
};

static const struct option options[] = {
    [DEALER] = {"dealer", "who deals every hand and declares first in the first", OPTION_SEAT,
                .standard = LAST_SEAT},
    [HANDS] = {"hands", "hands in a match", OPTION_NUMBER, ROLE_HANDS, 10, 1, .most = HANDS_MAX},
    [LAST_HAND] = {"last-hand", "losers of the final hand pay the winner at once", OPTION_SWITCH,
                   .standard = 1},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    {0},
};

static const struct preset presets[] = {
    {"octopus-open-end", "Octopus with an Open End", "the loser of the last hand pays nothing",
     .options = "last-hand off", .aliases = "krake-offenes-ende"},
    {0},
};

enum { FOLD, CONTINUE, PLAY, PASS, SHOW_SET, SHOW_CLEAN, GIVE };

static const struct verb verbs[] = {
    [FOLD] = {"fold", .gives_in = true, .means = "Pay 1 chip and sit this hand out.", .tells = ""},
    [CONTINUE] = {"continue", .means = "It costs nothing, but you cannot fold later.",
                  .tells = "{seat} {stay/stays} in.", .says = "stay in"},
    [PLAY] = {"play", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "The lowest card that nobody else plays decides.",
              .asks = {"Which card do you play?"}, .tells = "", .follows = true},
    [PASS] = {"pass", .means = "Everybody gives a card to the left. Then you play on.",
              .tells = "{seat} {say/says}: pass a card.", .says = "pass cards"},
    [SHOW_SET] = {.word = "show set",
                  .means = "Everybody shows. Sets are best.",
                  .tells = "{seat} {say/says}: show, and sets win.",
                  .says = "show, sets win"},
    [SHOW_CLEAN] = {.word = "show clean",
                    .means = "Everybody shows. Clean hands are best.",
                    .tells = "{seat} {say/says}: show, and clean wins.",
                    .says = "show, clean wins"},
    [GIVE] = {"give", .argument = {RANK_ARGUMENT}, .secret = true,
              .means = "It goes to the player on your left.",
              .asks = {"Which card do you pass on?"}, .tells = "", .says = "pass on the {rank}",
              .follows = true},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME };

/* Types of hands; the sentences from SAY_SET have this order. */
enum type { SET, CLEAN, DIRTY };

enum {
    SAY_ANTES = 1,
    SAY_LOSER_ANTES,
    SAY_ALONE,
    SAY_PLAYS,
    SAY_DECIDES,
    SAY_NOBODY_DECIDES,
    SAY_GIVES,
    SAY_ONE_LEFT,
    SAY_SET,
    SAY_CLEAN,
    SAY_DIRTY,
    SAY_WORST,
    SAY_EQUAL,
    SAY_PENALTY,
    SAY_BEST,
    SAY_REST,
    SAY_FOLDS,
    MEANS_PLAY,
    MEANS_GIVE,
    MEANS_SET_SET, /* from here by what is named and what the own hand is */
    MEANS_SET_CLEAN,
    MEANS_SET_DIRTY,
    MEANS_CLEAN_SET,
    MEANS_CLEAN_CLEAN,
    MEANS_CLEAN_DIRTY
};

static const char *const sentences[] = {
    [SAY_ANTES] = "{seat} {ante/antes} {number} {chip|chips}[, {seat} {number}].",
    [SAY_LOSER_ANTES] = "{seat} lost the last hand and {ante/antes} {number} {chip|chips}.",
    [SAY_ALONE] = "Everybody else folded. {other} {take/takes} {number} {chip|chips}.",
    [SAY_PLAYS] = "{seat} {play/plays} {a cards}[, {seat} {a cards}].",
    [SAY_DECIDES] = "{seat} {have/has} the lowest single card and {decide/decides}.",
    [SAY_NOBODY_DECIDES] = "No card is single: nobody decides. Next round!",
    [SAY_GIVES] =
        "{other} {give/gives} {a cards} to {seat|you}[, {other} {a cards} to {seat|you}].",
    [SAY_ONE_LEFT] = "Everybody has one card left: all show.",
    [SAY_SET] = "{seat} {have/has} a set: {cards}[; {seat}: {cards}].",
    [SAY_CLEAN] = "{seat} {have/has} a clean hand: {cards}[; {seat}: {cards}].",
    [SAY_DIRTY] = "{seat} {have/has} a dirty hand: {cards}[; {seat}: {cards}].",
    [SAY_WORST] = "{seat} {have/has} the worst hand and {lose/loses}.",
    [SAY_EQUAL] = "All hands are equal: nobody loses.",
    [SAY_PENALTY] = "{seat} {pay/pays} {number} {chip|chips} for the worst hand.",
    [SAY_BEST] = "{other} {have/has} the best hand and {win/wins} {number} {chip|chips}[, {other} "
                 "{number}].",
    [SAY_REST] = pot_rest,
    [SAY_FOLDS] = "{seat} {fold/folds} and {pay/pays} {number} {chip|chips}.",
    [MEANS_PLAY] = "You keep {cards}. The lowest single card decides.",
    [MEANS_GIVE] = "{other} gets it. You keep {cards}.",
    [MEANS_SET_SET] = "Everybody shows, and you have a set.",
    [MEANS_SET_CLEAN] = "Everybody shows. Yours is clean, only second best.",
    [MEANS_SET_DIRTY] = "Everybody shows. Yours is dirty, the worst kind.",
    [MEANS_CLEAN_SET] = "Everybody shows. Yours is a set, only second best.",
    [MEANS_CLEAN_CLEAN] = "Everybody shows, and yours is clean.",
    [MEANS_CLEAN_DIRTY] = "Everybody shows. Yours is dirty, the worst kind.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX]; /* seen by the owner */
    struct buried folded;    /* hands among the discards that only the one who folded saw */
    struct choices chosen;   /* cards to play or give, secret */
    struct trail trail;      /* of given and played cards */
    seats active;            /* who has not folded */
    seats losers;            /* of the hand before */
    uint8_t starter;         /* declares first */
    uint8_t verb;            /* what was asked last; the first of its verbs */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 8, .set = offsetof(struct state, hand)},
    {0},
};

static void ask(struct state *s, int verb, int seat)
{
    s->verb = (uint8_t)verb;
    wait_seat(&s->h, seat);
}

/* All active players choose a card of their hand. */
static void ask_all(struct state *s, int verb)
{
    s->verb = (uint8_t)verb;
    choices_begin(&s->chosen, &s->h, s->active);
}

/* --- Start ------------------------------------------------------------------------------------ */

/* R7, R11. */
static void pay_antes(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (seats_has(s->losers, seat))
            chips_pay(&s->h, seat, NOBODY, ANTE_LOSER, SAY_LOSER_ANTES, log);
        else
            chips_pay(&s->h, seat, NOBODY, s->losers ? ANTE : ANTE_NO_LOSER, SAY_ANTES, log);
}

static void begin_hand(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    pay_antes(s, log);
    deck_gather(s, log);
    buried_clear(&s->folded);
    s->active = seats_all(s->h.players);
    deck_due(&s->h, deal_seat(&s->h, s->hand, HAND_CARDS), log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = s->starter = (uint8_t)s->h.option[DEALER];
    begin_hand(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    if (s->verb == FOLD || s->verb == PASS)
        return legal_verbs(s->verb, s->verb == FOLD ? CONTINUE : SHOW_CLEAN, out, 0);
    return legal_cards(s->verb, s->hand[seat], out, 0);
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The pot is shared and the next hand begins. There may be no loser (R7). */
static void end_hand(struct state *s, seats winners, seats losers, int say, struct log *log)
{
    bool final = s->h.hand == s->h.option[HANDS];
    trail_clear(&s->trail);
    for (int seat = 0; seat < s->h.players; seat++)
        if (final && s->h.option[LAST_HAND] && seats_has(losers, seat))
            chips_pay(&s->h, seat, NOBODY, ANTE_LOSER, SAY_PENALTY, log); /* R15 */
    chips_share(&s->h, winners, say, log);
    log_pot(log, SAY_REST, &s->h); /* R10 */
    if (!match_goes_on(&s->h, s->h.option[HANDS], log))
        return;
    s->losers = losers;
    s->starter = (uint8_t)seats_from(winners, s->starter); /* R9 */
    begin_hand(s, log);
}

/* Cards of a hand are shown to all and discarded. */
static void show(struct state *s, int seat, cards w, int say, struct log *log)
{
    cards_go_open(s, spot_at(HAND, seat), discards_spot, w, say, log);
}

/* R4: a single card is clean. */
static enum type type_of(cards w)
{
    cards once = cards_distinct(w);
    return w == once ? CLEAN : cards_distinct(w - once) == once ? SET : DIRTY;
}

/* The smallest value is best. The type counts as if it were cards above all ranks: first the one
 * that was named, then the other, then dirty; and of two sets of cards the larger number has the
 * first higher card. */
static cards value(cards w, enum type named)
{
    enum type type = type_of(w);
    int place = type == named ? 0 : type == DIRTY ? 2 : 1;
    return w + (cards)place * cards_one(RANKS + 1);
}

static void showdown(struct state *s, enum type named, struct log *log)
{
    cards of[PLAYERS_MAX] = {0}, best = UINT64_MAX, worst = 0;
    for (int seat = 0; seat < s->h.players; seat++) {
        if (!seats_has(s->active, seat))
            continue;
        of[seat] = value(s->hand[seat], named);
        best = of[seat] < best ? of[seat] : best;
        worst = of[seat] > worst ? of[seat] : worst;
        show(s, seat, s->hand[seat], SAY_SET + (int)type_of(s->hand[seat]), log);
    }
    seats winners = 0, losers = 0;
    for (int seat = 0; seat < s->h.players; seat++) {
        if (of[seat] == best)
            winners |= seat_bit(seat);
        else if (of[seat] == worst) { /* R7: not if all are equal */
            losers |= seat_bit(seat);
            log_note(log, SAY_WORST, seat, 0, 0);
        }
    }
    if (!losers)
        log_note(log, SAY_EQUAL, NOBODY, 0, 0);
    end_hand(s, winners, losers, SAY_BEST, log);
}

/* The played cards are shown, and somebody decides unless no card is single. */
static void reveal(struct state *s, struct log *log)
{
    for (seats left = s->active; left; left = seats_rest(left)) {
        int seat = seats_first(left), c = s->chosen.rank[seat];
        trail_show(&s->trail, seat, c);
        show(s, seat, cards_one(c), SAY_PLAYS, log);
    }
    if (cards_size(s->hand[seats_first(s->active)]) == 1) { /* R2 */
        log_note(log, SAY_ONE_LEFT, NOBODY, 0, 0);
        showdown(s, CLEAN, log);
        return;
    }
    int decider = unique_above(s->chosen.rank, s->active, 0); /* R12 */
    log_note(log, decider == NOBODY ? SAY_NOBODY_DECIDES : SAY_DECIDES, decider, 0, 0);
    if (decider == NOBODY)
        ask_all(s, PLAY);
    else
        ask(s, PASS, decider);
}

/* The hand is discarded unseen. */
static void apply_fold(struct state *s, int seat, struct log *log)
{
    s->active = seats_without(s->active, seat);
    bury_zone(s, &s->folded, spot_at(HAND, seat), log);
    chips_pay(&s->h, seat, NOBODY, FOLD_FEE, SAY_FOLDS, log);
}

static void apply_declare(struct state *s, int seat, int verb, struct log *log)
{
    if (verb == FOLD)
        apply_fold(s, seat, log);
    int next = seat_left(&s->h, seat);
    if (seats_count(s->active) == 1) /* R5, R6 */
        end_hand(s, s->active, 0, SAY_ALONE, log);
    else if (next == s->starter)
        ask_all(s, PLAY);
    else
        ask(s, FOLD, next);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case FOLD:
    case CONTINUE:
        apply_declare(s, seat, action_verb(a), log);
        break;
    case PLAY:
        if (choices_put(&s->chosen, &s->h, seat, action_first(a)))
            reveal(s, log);
        break;
    case PASS:
        ask_all(s, GIVE);
        break;
    case SHOW_SET:
    case SHOW_CLEAN:
        showdown(s, action_verb(a) == SHOW_SET ? SET : CLEAN, log);
        break;
    case GIVE:
        if (choices_put(&s->chosen, &s->h, seat, action_first(a))) {
            choices_pass(&s->chosen, s->active, s->hand, &s->trail, HAND, SAY_GIVES, log);
            ask_all(s, PLAY);
        }
        break;
    }
}

static void deal(struct state *s, int c, struct log *log)
{
    if (hands_dealt(&s->h, s->hand, c, HAND_CARDS, HAND, log))
        ask(s, FOLD, s->starter);
}

/* --- View ------------------------------------------------------------------------------------- */

/* What it leaves in the hand, who gets it, and how the own hand stands in a showdown. */
static struct event means(const struct view *v, action a)
{
    cards hand = view_faces(v, HAND, v->looks);
    int next = v->looks;
    switch (action_verb(a)) {
    case FOLD:
        return (struct event){
            .kind = EVENT_PAY, .seat = (uint8_t)v->looks, .other = NOBODY, .number = FOLD_FEE};
    case PLAY:
        return (struct event){.say = MEANS_PLAY, .cards = hand - cards_one(action_first(a))};
    case GIVE:
        do
            next = (next + 1) % v->players;
        while (!view_find(v, HAND, next)->count); /* folded */
        return (struct event){
            .say = MEANS_GIVE, .other = (uint8_t)next, .cards = hand - cards_one(action_first(a))};
    case SHOW_SET:
        return (struct event){.say = (uint8_t)(MEANS_SET_SET + (int)type_of(hand))};
    case SHOW_CLEAN:
        return (struct event){.say = (uint8_t)(MEANS_CLEAN_SET + (int)type_of(hand))};
    }
    return (struct event){0};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* What a seat does not know: hands, the folded ones too, the rest of the deck, and what the others
 * have chosen. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    cards sure = buried_lift(&s->folded, &s->h, seat);
    trail_deal_again(&s->trail, &s->h, seat, s->hand, r);
    buried_deal_again(&s->folded, &s->h, seat, sure, r);
    if (s->h.turn.kind == TURN_SEATS && (s->verb == PLAY || s->verb == GIVE))
        choices_again(&s->chosen, &s->h, seat, s->hand, r);
}

/* How many cards a hand is away from being clean or a set. */
static int distance(cards w)
{
    int clean = cards_size(w) - cards_size(cards_distinct(w)), set = 0;
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        set += cards_count(w, c) == 1;
    return clean < set ? clean : set;
}

/* Stay in. Part with what brings the hand nearer to a set or a clean hand; of those play the lowest
 * card, to decide, and give the highest. Show as soon as the hand is one of the two. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards hand = view_faces(v, HAND, v->looks);
    enum type type = type_of(hand);
    int verb = action_verb(v->act[0]);
    if (verb == FOLD)
        return action_make(CONTINUE, 0, 0);
    if (verb == PASS)
        return action_make(type == SET ? SHOW_SET : type == CLEAN ? SHOW_CLEAN : PASS, 0, 0);
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int c = action_first(v->act[i]);
        value[i] = (verb == PLAY ? -c : c) - RANKS * distance(hand - cards_one(c));
    }
    return view_best(v, value);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the last one takes the pot without a word when all others fold",
     .players = 4,
     .options = "dealer A, hands 1",
     .record = "deal B 2 4 5 7 7 9 9 10\ndeal C 3 4 6 7 8 9 9 10\ndeal D 3 4 5 6 6 7 7 8\n"
               "deal A 5 5 6 7 8 8 9 10\nA fold\nB fold\nC fold",
     .scores = "-3 -3 -3 9",
     .to_act = ""},
    {.name = "the lowest card that nobody else played decides",
     .players = 4,
     .options = "dealer A",
     .record = "deal B 2 4 6 6 8 10 10 10\ndeal C 3 4 6 7 8 9 10 10\ndeal D 3 6 6 8 8 9 10 10\n"
               "deal A 2 5 5 7 7 8 9 9\nA continue\nB fold\nC continue\nD continue\n"
               "A play 8\nC play 10\nD play 3",
     .to_act = "D"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_octopus = {
    .name = "octopus",
    .aliases = "krake",
    .title = "Octopus",
    .summary = "play and pass cards until somebody calls which kind of hand is best",
    .goal = "? hands not 1\n"
            "The best hand takes the pot, the worst pays. Most chips after {hands} hands win.\n\n"
            "? hands 1\n"
            "The best hand takes the pot, the worst pays. Most chips win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 4,
    .players_max = 6,
    .best_with = 4,
    .decisions = 86,
    .difficulty = 3,
    .look = {0x7b2d8b, "M6 12a6 6 0 1 1 12 0c0 4 3 3 3 6M6 12c0 4-3 3-3 6M10 15v5M14 15v5M12 9v1"},
    .chips = true,
    .hidden = true,
    .custom = {.each = 8, .besides = 7},
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
