/* Horn of Plenty, designed by James Ernest: cards are laid face down and named, truly or not, and
 * whoever judges the claim rightly says where the card goes. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "Equal hands all get the better place, and the places behind them are skipped (R1).",
    "An empty hand is ranked like any other, so it always earns something (R2).",
    "A card that all have passed on must go to somebody: it cannot be thrown away (R3).",
    "Whoever decides may make a pair on purpose, even before himself (R4).",
    "The card is turned up first, and then it is decided who gets it (R5).",
    "You may name a rank of which no card can be left: it is only a claim (R8).",
    "If no card can break the tie for the start, the whole round is shuffled and dealt again (R9).",
    "With a tie for the lead all play another round, not only the leaders (R10).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, DEALER };

enum { DOWN_CARDS = 4 };

static const struct option options[] = {
    [TARGET] = {"target", "game points that end the match", OPTION_NUMBER, .standard = 11,
                .least = 1, .most = 1000, .role = ROLE_TARGET},
    [DEALER] = {"dealer", "who deals every round", OPTION_SEAT, .standard = LAST_SEAT},
    {0},
};

enum { PLAY, AGREE, DISAGREE, PASS, GIVE };

static const struct verb verbs[] = {
    [PLAY] = {"play", .argument = {RANK_ARGUMENT, RANK_ARGUMENT}, .secret = true,
              .says = "lay {rank} and say {second}",
              .means = "Lay a card face down and say what it is, truly or not.", .tells = "",
              .follows = true,
              .asks = {"Which card do you lay face down?", "What do you say it is?"}},
    [AGREE] = {"agree", .means = "Say that it is true.", .tells = "{seat} {agree/agrees}."},
    [DISAGREE] = {"disagree", .means = "Say that it is a lie.",
                  .tells = "{seat} {disagree/disagrees}."},
    [PASS] = {"pass", .means = "Leave the answer to the next player.",
              .tells = "{seat} {pass/passes}."},
    [GIVE] = {"give", .argument = {SEAT_ARGUMENT}, .says = "give it to {seat|yourself}",
              .means = "Put the card into a face-up hand.", .tells = "",
              .asks = {"Who gets the card?"}},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME, FACE_UP, LAID, TIE_BREAK };

enum { DECLARED, CARD_POINTS, TARGET_POINTS };

enum {
    SAY_FIRST = 1,
    SAY_REPLACED,
    SAY_VOID,
    SAY_LAID,
    SAY_RIGHT,
    SAY_WRONG,
    SAY_ALL_PASS,
    SAY_RECEIVES,
    SAY_PAIR,
    SAY_CARD_POINTS,
    SAY_SHARED,
    MEANS_TRUTH,
    MEANS_LIE,
    MEANS_AGREE,
    MEANS_DISAGREE,
    MEANS_PASS,
    MEANS_PASS_LAST,
    MEANS_KEEP,
    MEANS_KEEP_PAIR,
    MEANS_GIVE,
    MEANS_GIVE_PAIR
};

static const char *const sentences[] = {
    [SAY_FIRST] = "{seat} {have/has} the lowest card and {begin/begins}.",
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "Still a tie, and no card is left: all cards are dealt again.",
    [SAY_LAID] = "{seat} {lay/lays} {a cards} face down and {say/says}: {number}.",
    [SAY_RIGHT] = "{seat} {are/is} right and {choose/chooses} who gets it.",
    [SAY_WRONG] = "{seat} {are/is} wrong: {other} {choose/chooses} who gets it.",
    [SAY_ALL_PASS] = "Nobody answers: {seat} may give it to anybody.",
    [SAY_RECEIVES] = "{seat} {get/gets} the {cards}.",
    [SAY_PAIR] = "A pair! {seat} {lose/loses} {cards}.",
    [SAY_CARD_POINTS] = "{seat's|Your} cards count {number}[, {seat's|yours} {number}].",
    [SAY_SHARED] = "A tie for the lead: one more round.",
    [MEANS_TRUTH] = "The truth. Will they believe it?",
    [MEANS_LIE] = "A lie. Will they believe it?",
    [MEANS_AGREE] = "If it is true, you choose which of you two gets it.",
    [MEANS_DISAGREE] = "If it is a lie, you choose which of you two gets it.",
    [MEANS_PASS] = "Leave the answer to {other}.",
    [MEANS_PASS_LAST] = "No answer at all: {other} may give it to anybody.",
    [MEANS_KEEP] = "The {cards} counts for you.",
    [MEANS_KEEP_PAIR] = "It makes a pair with yours: you lose both.",
    [MEANS_GIVE] = "The {cards} counts for {other}.",
    [MEANS_GIVE_PAIR] = "It makes a pair there: {other} loses both.",
    NULL,
};

enum phase { DEALING_UP, DEALING_DOWN, BREAKING_TIE, PLAYING, ANSWERING, GIVING };

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];      /* not played yet, seen by the owner */
    cards face_up[PLAYERS_MAX];   /* seen by all, like everything below but the card laid */
    cards tie_break[PLAYERS_MAX]; /* until the first player is found */
    struct lowcard low;
    uint8_t phase;
    uint8_t first;   /* who plays first; NOBODY while the upcards tie */
    uint8_t active;  /* whose turn it is */
    uint8_t laid;    /* the card, 0 if none; only the active seat sees it before GIVING */
    uint8_t claim;   /* what it is said to be */
    seats receivers; /* GIVING: who may get it */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 4, .set = offsetof(struct state, hand)},
    {"face-up", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 8, .set = offsetof(struct state, face_up)},
    {"laid", OF_SEATS, SEEN_BY_OWNER, LIE_FAN, 1, .special = true},
    {"tie-break", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 6, .set = offsetof(struct state, tie_break),
     .sparse = true},
    {0},
};

static const struct label labels[] = {
    {"declared", "says", .whose = OF_SEATS},
    {"card points", "sum", .whose = OF_SEATS},
    {"target", .whose = OF_MIDDLE},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_deal(struct state *s, struct log *log)
{
    s->phase = DEALING_UP;
    deck_gather(s, log);
    lowcard_begin(&s->low, seats_all(s->h.players));
    deck_due(&s->h, lowcard_seat(&s->low, &s->h), log);
}

static void begin_round(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    begin_round(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal_play(const struct state *s, int seat, action out[])
{
    int n = 0;
    for (int c = cards_next(s->hand[seat], 0); c; c = cards_next(s->hand[seat], c))
        for (int claim = 1; claim <= RANKS; claim++) /* R8: also one that cannot be */
            out[n++] = action_make(PLAY, c, claim);
    return n;
}

static int legal(const struct state *s, int seat, action out[])
{
    if (s->phase == PLAYING)
        return legal_play(s, seat, out);
    if (s->phase == ANSWERING)
        return legal_verbs(AGREE, PASS, out, 0);
    int n = 0;
    for (seats left = s->receivers; left; left = seats_rest(left))
        out[n++] = action_make(GIVE, seats_first(left), 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void begin_turn(struct state *s, int seat)
{
    s->phase = PLAYING;
    s->active = (uint8_t)seat;
    wait_seat(&s->h, seat);
}

static void score_round(struct state *s, struct log *log)
{
    int32_t point[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++) {
        point[seat] = cards_sum(s->face_up[seat]);
        log_note(log, SAY_CARD_POINTS, seat, point[seat], 0);
    }
    places_points(&s->h, point, seats_all(s->h.players), s->h.players, log); /* R1 */
    seats lead = seats_most(s->h.score, seats_all(s->h.players));
    if (seats_count(lead) > 1 && s->h.score[seats_first(lead)] >= s->h.option[TARGET])
        log_note(log, SAY_SHARED, NOBODY, 0, 0);
    if (match_goes_on_to(&s->h, s->h.option[TARGET], log))
        begin_round(s, log); /* R10: with all players, even if some have reached the target */
}

static void apply_play(struct state *s, int seat, int c, int claim, struct log *log)
{
    s->hand[seat] -= cards_one(c);
    s->laid = (uint8_t)c;
    s->claim = (uint8_t)claim;
    if (log)
        log_add(log, (struct event){.kind = EVENT_MOVE,
                                    .say = SAY_LAID,
                                    .cards = cards_one(c),
                                    .count = 1,
                                    .number = claim,
                                    .seat = (uint8_t)seat,
                                    .other = (uint8_t)seat,
                                    .from = {HAND, (uint8_t)seat},
                                    .to = {LAID, (uint8_t)seat},
                                    .seen = seat_bit(seat)});
    s->phase = ANSWERING;
    wait_seat(&s->h, seat_left(&s->h, seat));
}

/* The card is turned up; `answered` is who agreed or disagreed, NOBODY if all have passed. */
static void show_card(struct state *s, int answered, bool right, struct log *log)
{
    log_shown(log, cards_one(s->laid), LAID, s->active, 0);
    s->phase = GIVING;
    if (answered == NOBODY) {
        log_note(log, SAY_ALL_PASS, s->active, 0, 0);
        s->receivers = seats_all(s->h.players); /* R3 */
        wait_seat(&s->h, s->active);
        return;
    }
    log_between(log, right ? SAY_RIGHT : SAY_WRONG, answered, s->active, 0, 0);
    s->receivers = seat_bit(answered) | seat_bit(s->active);
    wait_seat(&s->h, right ? answered : s->active); /* R5: decided when the card is known */
}

static void apply_answer(struct state *s, int seat, int verb, struct log *log)
{
    if (verb != PASS) {
        show_card(s, seat, (verb == AGREE) == (s->laid == s->claim), log);
        return;
    }
    int next = seat_left(&s->h, seat);
    if (next == s->active)
        show_card(s, NOBODY, false, log);
    else
        wait_seat(&s->h, next);
}

static void apply_give(struct state *s, int receiver, struct log *log)
{
    cards given = cards_one(s->laid);
    struct spot before = spot_at(FACE_UP, receiver);
    bool pair = cards_has(s->face_up[receiver], s->laid);
    cards_go(s, spot_at(LAID, s->active), before, given, SAY_RECEIVES, log);
    if (pair) /* R4: maybe on purpose */
        cards_go(s, before, discards_spot, 2 * given, SAY_PAIR, log);
    s->laid = 0;
    int next = seat_left(&s->h, s->active);
    if (s->hand[next])
        begin_turn(s, next);
    else
        score_round(s, log); /* R7: all have had four turns */
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (s->phase == PLAYING)
        apply_play(s, seat, action_first(a), action_second(a), log);
    else if (s->phase == ANSWERING)
        apply_answer(s, seat, action_verb(a), log);
    else
        apply_give(s, action_first(a), log);
}

/* The next tie-break card, or a new deal if none of the stock can count for that seat (R9). */
static void break_tie(struct state *s, struct log *log)
{
    s->phase = BREAKING_TIE;
    int seat = lowcard_seat(&s->low, &s->h);
    cards held = s->face_up[seat] + s->tie_break[seat];
    if (cards_distinct(pile_cards(&s->h.pile[PILE_DECK])) & ~held) {
        deck_due(&s->h, seat, log);
        return;
    }
    log_note(log, SAY_VOID, NOBODY, 0, 0);
    log_shuffled(log, 0);
    begin_deal(s, log);
}

static void deal_up(struct state *s, int seat, int c, struct log *log)
{
    card_dealt(s, c, spot_at(FACE_UP, seat), log);
    s->first = (uint8_t)lowcard_keep(&s->low, seat, c);
    if (seat == s->h.dealer)
        s->phase = DEALING_DOWN;
    deck_due(&s->h, seat_left(&s->h, seat), log);
}

static void begin_play(struct state *s, int first, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        discard_zone(s, spot_at(TIE_BREAK, seat), log);
    log_note(log, SAY_FIRST, first, 0, 0);
    begin_turn(s, first);
}

static void deal_down(struct state *s, int c, struct log *log)
{
    if (!hands_dealt(&s->h, s->hand, c, DOWN_CARDS, HAND, log))
        return;
    if (s->first != NOBODY)
        begin_play(s, s->first, log);
    else
        break_tie(s, log);
}

static void deal_tie_break(struct state *s, int seat, int c, struct log *log)
{
    cards held = s->face_up[seat] + s->tie_break[seat];
    struct spot own = spot_at(TIE_BREAK, seat);
    int first = lowcard_dealt(s, &s->low, held, c, own, SAY_REPLACED, log); /* R9 */
    if (first == NOBODY)
        break_tie(s, log);
    else
        begin_play(s, first, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == DEALING_UP)
        deal_up(s, seat, c, log);
    else if (s->phase == DEALING_DOWN)
        deal_down(s, c, log);
    else
        deal_tie_break(s, seat, c, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    if (s->laid) {
        view_cards(v, LAID, s->active, cards_one(s->laid),
                   s->phase == GIVING ? EVERYBODY : seat_bit(s->active));
        view_number(v, DECLARED, s->active, s->claim);
    }
    for (int seat = 0; seat < s->h.players; seat++)
        view_number(v, CARD_POINTS, seat, cards_sum(s->face_up[seat]));
    view_number(v, TARGET_POINTS, NOBODY, s->h.option[TARGET]);
}

static struct event means_answer(const struct view *v, int verb)
{
    const struct number *declared = view_labelled(v, DECLARED);
    int next = v->looks + 1 < v->players ? v->looks + 1 : 0;
    struct event e = {.other = declared->owner, .number = declared->value};
    if (verb == AGREE) {
        e.say = MEANS_AGREE;
    } else if (verb == DISAGREE) {
        e.say = MEANS_DISAGREE;
    } else {
        e.say = next == declared->owner ? MEANS_PASS_LAST : MEANS_PASS;
        e.other = (uint8_t)next;
    }
    return e;
}

static struct event means(const struct view *v, action a)
{
    int verb = action_verb(a), first = action_first(a);
    if (verb == PLAY)
        return (struct event){.say = first == action_second(a) ? MEANS_TRUTH : MEANS_LIE};
    if (verb != GIVE)
        return means_answer(v, verb);
    cards laid = view_faces(v, LAID, view_labelled(v, DECLARED)->owner);
    bool own = first == v->looks;
    bool pair = cards_has(view_faces(v, FACE_UP, first), cards_lowest(laid));
    int say = own ? (pair ? MEANS_KEEP_PAIR : MEANS_KEEP) : pair ? MEANS_GIVE_PAIR : MEANS_GIVE;
    return (struct event){.say = (uint8_t)say, .other = (uint8_t)first, .cards = laid};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A card that is not what it is declared to be. */
static bool lie(const struct view *v, action a)
{
    (void)v;
    return action_verb(a) == PLAY && action_first(a) != action_second(a);
}

/* What a seat does not know: the hands of the others and the card that one of them has laid. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    bool unseen = s->phase == ANSWERING && s->active != seat;
    if (unseen)
        pile_add(&s->h.pile[PILE_DECK], s->laid);
    hands_deal_again(&s->h, seat, s->hand, r);
    if (unseen)
        s->laid = (uint8_t)cards_lowest(deck_deal_again(&s->h, 1, r));
}

/* A card that is new to you is worth its rank, one that you show costs it; for the others it is the
 * other way round. */
static action hint_give(const struct view *v)
{
    int c = cards_highest(view_faces(v, LAID, view_labelled(v, DECLARED)->owner));
    double value[ACTIONS_MAX];
    for (int i = 0; i < v->actions; i++) {
        int to = action_first(v->act[i]), gain = cards_has(view_faces(v, FACE_UP, to), c) ? -c : c;
        value[i] = to == v->looks ? 2 * gain : -gain; /* for it depends on every other player */
    }
    return view_best(v, value);
}

/* Play the highest card that is new to you. Tell the truth half of the time and lie with ranks that
 * are still about; believe half of what is said, and nothing of which all cards are seen. Whoever
 * lies or believes more often, or less, can be found out. */
static action hint(const struct view *v, struct rng *r)
{
    struct pile unseen = view_unseen(v);
    int verb = action_verb(v->act[0]);
    if (verb == AGREE) {
        int claim = view_labelled(v, DECLARED)->value;
        bool agree = pile_count(&unseen, claim) && rng_below(r, 2);
        return action_make(agree ? AGREE : DISAGREE, 0, 0);
    }
    if (verb == GIVE)
        return hint_give(v);
    cards hand = view_faces(v, HAND, v->looks);
    cards fresh = cards_distinct(hand) & cards_missing(view_faces(v, FACE_UP, v->looks));
    int card = fresh ? cards_highest(fresh) : cards_lowest(hand);
    struct pile others = pile_among(&unseen, cards_missing(cards_one(card)));
    bool truth = rng_below(r, 2) || pile_empty(&others);
    return action_make(PLAY, card,
                       truth ? card : pile_pick(&others, rng_below(r, pile_size(&others))));
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "who disagrees rightly decides",
     .players = 2,
     .record = "deal A 4\ndeal B 9\ndeal A 3 7 8 10\ndeal B 5 6 8 9\nA play 3 10\nB disagree",
     .to_act = "B"},
    {.name = "who agrees wrongly leaves the decision to the player",
     .players = 2,
     .record = "deal A 4\ndeal B 9\ndeal A 3 7 8 10\ndeal B 5 6 8 9\nA play 3 10\nB agree",
     .to_act = "A"},
    {.name = "the second of a kind takes both away and the best hand gets a point a player",
     .players = 2,
     .options = "target 2",
     .record = "deal A 4\ndeal B 9\ndeal A 3 7 8 9\ndeal B 5 6 8 9\n"
               "A play 9 9\nB agree\nB give A\nB play 9 9\nA agree\nA give A\n"
               "A play 8 8\nB pass\nA give B\nB play 8 8\nA agree\nA give B\n"
               "A play 7 7\nB pass\nA give A\nB play 6 6\nA agree\nA give B\n"
               "A play 3 3\nB pass\nA give A\nB play 5 4\nA disagree\nA give A",
     .scores = "2 1",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_horn_of_plenty = {
    .name = "horn-of-plenty",
    .aliases = "fuellhorn",
    .title = "Horn of Plenty",
    .summary = "lay a card face down, say what it is, and hope to be doubted wrongly",
    .goal = "Have the best cards on the table. {target} {point|points} and a clear lead win.",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 198,
    .difficulty = 2,
    .look = {0x855600, "M3 5c6 0 8 3 10 8l7-3c0 7-5 11-9 10C6 19 3 12 3 5zM13 13c-2 2-2 5-2 7"},
    .hidden = true,
    .rounds = true,
    .custom = {.each = 5, .besides = 25},
    .options = options,
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
    .view = view,
    .means = means,
    .returns = returns_one_wins,
    .lie = lie,
    .reshuffle = reshuffle,
    .hint = hint,
};
