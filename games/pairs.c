/* Pairs, designed by James Ernest and Paul Peterson: the basic game, Continuous, Calamities, Pieces
 * of Eight, and the ways to play it for chips. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "The deal costs nobody points: a tie-break card that would pair is replaced at once (R3).",
    "If no card that is left can break a tie for lowest, the round is void: all but the scored "
    "cards are shuffled, and it is dealt again (R6).",
    "The discards are shuffled only when a card is needed and the deck is empty, not a moment "
    "sooner (R7).",
    "If deck and discards are both used up when a card is due, the round is dealt again; points "
    "stand (R9).",
    "? continuous off\n"
    "If several stacks show the same lowest card, nobody has to say whose it was: all of them are "
    "discarded anyway (R12).",
    "The game stops the moment somebody reaches the losing score: nothing more is dealt (R14).",
    "? target open\n"
    "Seven or eight players lose at 11 points, as six do (R16).",
    "? continuous on\n"
    "When you fold you say whose card you take: equal cards in two stacks are two different "
    "choices (R17).",
    "? continuous on\n"
    "If somebody takes your only card, you must hit in your next turn, as after a pair (R18).",
    "? continuous on\n"
    "You may take a higher card than the lowest, and even one that makes you lose (R22).",
    "? calamity-rank not off\n"
    "A calamity counts less than 1 only in the search for the first player; folds and points go by "
    "the printed rank (R23).",
    "? calamity-rank not off\n"
    "A {calamity-rank} that comes with the deal or in a tie-break brings no further turn (R24).",
    "? piece-rank not off\n"
    "You may give up a piece even if it is your only card (R29).",
    "? piece-rank not off, piece-second-to-next off\n"
    "If both cards that you get for a piece are of its rank again, they are a pair (R30).",
    "? piece-second-to-next on\n"
    "If the card for your neighbour makes a pair there, the neighbour scores it (R32).",
    "? payment tacoma/olympia\n"
    "The loser's stake is one sum that the lowest scores share, not one for each of them (R35).",
    "? payment tacoma/olympia/cutchfeld/eugene/medford\n"
    "Chips that cannot be shared wait in the pot for the next game; after the last one they are "
    "nobody's (R36, R38).",
    "? payment not forfeit\n"
    "Nobody is out for want of chips: everybody pays in full and may go below zero (R39).",
    "? payment eugene/medford\n"
    "The card that loses the game is paid for like any other (R40).",
    "? five-card-catch on\n"
    "Tie-break cards count towards the five, but the fifth must come in play (R42).",
    "? payment not forfeit\n"
    "Everybody who ends with more chips than at first has won; several may, and if all are even, "
    "nobody has (R45).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { TARGET, DEALER, DEALER_PASSES, CONTINUOUS, CALAMITY_RANK, PIECE_RANK };
enum { PIECE_SECOND_TO_NEXT = PIECE_RANK + 1, PAYMENT, TACOMA_STAKE, FIVE_CARD_CATCH };
enum { CHIPS = FIVE_CARD_CATCH + 1, GAMES, OPENING_POT };

/* Those of the later books, and those of the first edition. */
enum { FORFEIT, SEATTLE, TACOMA, OLYMPIA, PORTLAND, EUGENE, MEDFORD };
enum { DOWNSPEAR = MEDFORD + 1, NORLAND, CUTCHFELD };
static const char *const payments[] = {
    "forfeit", "seattle",   "tacoma",  "olympia",   "portland", "eugene",
    "medford", "downspear", "norland", "cutchfeld", NULL,
};

enum { BURN = 5, CATCH = 5, SCORING_POINTS_MAX = 140 }; /* all scoring cards together, R10 */

static const int32_t targets[] = {[2] = 31, 21, 16, 13, 11, 11, 11}; /* R16 */

static const struct option options[] = {
    [TARGET] = {"target", "the score that loses", OPTION_NUMBER, .by_players = targets, .least = 1,
                .most = 1 + SCORING_POINTS_MAX / 2, .role = ROLE_TARGET, .only = "payment forfeit"},
    [DEALER] = {"dealer", "who deals first", OPTION_SEAT, .standard = LAST_SEAT},
    [DEALER_PASSES] = {"dealer-passes", "the deal moves left after each round (Continuous: game)",
                       .type = OPTION_SWITCH},
    [CONTINUOUS] = {"continuous", "a pair or fold clears only the player's own stack",
                    .type = OPTION_SWITCH},
    [CALAMITY_RANK] = {"calamity-rank", "a card of this rank brings another turn", OPTION_NUMBER,
                       .standard = OPTION_NONE, .none = "off", .least = 1, .most = RANKS},
    [PIECE_RANK] = {"piece-rank", "a card of this rank may be exchanged for two", OPTION_NUMBER,
                    .standard = OPTION_NONE, .none = "off", .least = 1, .most = RANKS},
    [PIECE_SECOND_TO_NEXT] = {"piece-second-to-next",
                              "the second card of a piece goes to the left neighbour",
                              .type = OPTION_SWITCH},
    [PAYMENT] = {"payment", "how the end of a game is paid for", OPTION_CHOICE, .words = payments},
    [TACOMA_STAKE] = {"tacoma-stake", "what the loser pays under tacoma", OPTION_NUMBER,
                      .standard = 6, .least = 1, .most = 100},
    [FIVE_CARD_CATCH] = {"five-card-catch",
                         "five cards without a pair win (with payment cutchfeld)",
                         .type = OPTION_SWITCH},
    [CHIPS] = {"chips", chips_help, OPTION_NUMBER, ROLE_CHIPS, CHIPS_USUAL, .most = CHIPS_MAX},
    [GAMES] = {"games", "games in a session; the pot carries over", OPTION_NUMBER,
               .role = ROLE_GAMES, .standard = 1, .least = 1, .most = 1000},
    [OPENING_POT] = {"opening-pot", "chips in the pot when the session starts", OPTION_NUMBER,
                     .most = 100000},
    {0},
};

static const struct preset presets[] = {
    {"continuous", "Continuous Pairs",
     "one long round: a pair or a fold clears only your own stack", .options = "continuous on",
     .aliases = "fortlaufend", .decisions = 10},
    {"calamities", "Calamities", "a 7 goes first and brings another turn",
     .options = "calamity-rank 7"},
    {"continuous-calamities", "Continuous Calamities",
     "Continuous Pairs in which a 7 brings another turn",
     .options = "continuous on, calamity-rank 7", .decisions = 10},
    {"pieces-of-eight", "Pieces of Eight", "an 8 may be exchanged for two cards",
     .options = "piece-rank 8"},
    {0},
};

static bool check(const struct setup *u, struct error *e)
{
    int most = 1 + deck_points(u, SCORING_POINTS_MAX) / u->players;
    if (u->option[TARGET] > most)
        return error_set(e, "option target is %d, too high for %d players; expected 1..%d",
                         u->option[TARGET], u->players, most);
    if (u->option[PIECE_SECOND_TO_NEXT] && u->option[PIECE_RANK] == OPTION_NONE)
        return error_set(e, "option piece-second-to-next needs a piece-rank; expected 1..10 there");
    return !u->option[FIVE_CARD_CATCH] || u->option[PAYMENT] == CUTCHFELD || /* R43 */
           error_set(e, "option five-card-catch goes with one payment only; expected cutchfeld");
}

enum { HIT, FOLD, FOLD_FOR, PIECE };
static const struct verb verbs[] = {
    [HIT] = {"hit", .means = "Take one more card.", .draws = true,
             .tells = "{seat} {hit/hits}[: {cards}]."},
    [FOLD] = {"fold", .gives_in = true, .only = "continuous off",
              .means = "Take the lowest card on the table as points. The round ends.", .tells = ""},
    [FOLD_FOR] = {"fold", .argument = {RANK_ARGUMENT, SEAT_ARGUMENT}, .at = AT_SEAT,
                  .only = "continuous on",
                  .means = "Take a card of any stack as points and clear your own.",
                  .gives_in = true, .asks = {"Which card do you take?", "From whose stack?"},
                  .tells = "", .says = "fold for {seat's|your} {rank}"},
    [PIECE] = {"piece", .only = "piece-rank not off", .means = "Give up your piece for two cards.",
               .tells = "", .says = "swap for two"},
    {0},
};

static enum returns returns(const struct setup *u)
{
    return u->option[PAYMENT] || u->option[GAMES] > 1 ? RETURNS_VARY : RETURNS_ONE_LOSES;
}

/* --- State ------------------------------------------------------------------------------------ */

enum { STACK = ZONE_GAME, SCORED };

enum { POINTS, LOSING_SCORE };

/* Sentences about turns, the deal and payments, and what decisions mean. */
enum { SAY_PAIR = 1, SAY_FOLD, SAY_PIECE, SAY_STAYS, SAY_EMPTY, SAY_CATCH, SAY_LOST, SAY_POINTS };
enum { SAY_FIRST = SAY_POINTS + 1, SAY_CALAMITY_FIRST, SAY_REPLACED, SAY_VOID };
enum { SAY_PAYS_FEWEST = SAY_VOID + 1, SAY_PAYS_DIFFERENCE, SAY_SHARE, SAY_REST };
enum { MEANS_HIT = SAY_REST + 1, MEANS_FOLD, MEANS_TAKE, MEANS_LOSS, MEANS_GIFT };

static const char *const sentences[] = {
    [SAY_PAIR] = "{seat} {pair/pairs} {cards}s and {take/takes} {number} {point|points}.",
    [SAY_FOLD] = "{seat} {fold/folds} and {take/takes} {number} {point|points}.",
    [SAY_PIECE] = "{seat} {swap/swaps} the {cards} and {take/takes} two cards.",
    [SAY_FIRST] = "{seat} {have/has} the lowest card and {begin/begins}.",
    [SAY_CALAMITY_FIRST] = "{seat} {begin/begins}: here the {cards} counts as the lowest.",
    [SAY_STAYS] = "Thanks to the {cards} {seat} {play/plays} again.",
    [SAY_EMPTY] = "{seat} {have/has} no cards and must hit.",
    [SAY_REPLACED] = "{seat} {get/gets} another card instead of a second {cards}.",
    [SAY_VOID] = "No card fits: the round is dealt again.",
    [SAY_CATCH] =
        "{seat} {have/has} five cards without a pair and {win/wins}: all others pay their points.",
    [SAY_LOST] = "{seat} {have/has} {number} {point|points} and {lose/loses}.",
    [SAY_POINTS] = "{seat} {have/has} {number} {point|points}[, {seat} {number}].",
    [SAY_PAYS_FEWEST] =
        "{seat} {pay/pays} {number} {chip|chips} to {other|you}, for the fewest points.",
    [SAY_PAYS_DIFFERENCE] = "{seat} {pay/pays} {other|you} the difference: {number} {chip|chips}.",
    [SAY_SHARE] = "{other} {have/has} the fewest points and {take/takes} {number} {chip|chips}.",
    [SAY_REST] = pot_rest,
    [MEANS_HIT] = "One more card. A pair costs {any cards} {point|points}.",
    [MEANS_FOLD] = "Take the lowest card on the table: {number} {point|points}.",
    [MEANS_TAKE] = "{number} {point|points} for you, and your stack is cleared.",
    [MEANS_LOSS] = "{number} {point|points}, and you lose the game.",
    [MEANS_GIFT] = "Give up your piece for a card. {other} gets one too.",
    NULL,
};

/* What the next card is for. */
enum phase { STARTING, HITTING, PIECE_FIRST, PIECE_SECOND };

/* Everything here is seen by all. */
struct state {
    struct head h;
    cards stack[PLAYERS_MAX];  /* face up before each player */
    cards scored[PLAYERS_MAX]; /* kept to count points */
    struct lowcard low;        /* the search for the first player of a round */
    uint16_t played;           /* games of the session that are finished */
    int32_t lost[PLAYERS_MAX]; /* how many of them each player lost */
    uint8_t phase, active;     /* and the player in turn */
    bool stays;                /* a calamity came: the turn does not pass */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"stack", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, stack)},
    {"scored", OF_SEATS, SEEN_BY_ALL, LIE_HEAP, 8, .set = offsetof(struct state, scored)},
    {0},
};

static const struct label labels[] = {
    {"points", .whose = OF_SEATS},
    {"losing score", .whose = OF_MIDDLE},
    {0},
};

static int points(const struct state *s, int seat)
{
    return cards_sum(s->scored[seat]);
}

static void discard_stack(struct state *s, int seat, struct log *log)
{
    discard_zone(s, spot_at(STACK, seat), log);
}

/* --- Start ------------------------------------------------------------------------------------ */

/* Nobody has a card yet. */
static void begin_deal(struct state *s, struct log *log)
{
    s->phase = STARTING;
    s->stays = false;
    lowcard_begin(&s->low, seats_all(s->h.players));
    deck_due(&s->h, lowcard_seat(&s->low, &s->h), log);
}

/* R6, R9: everything but the scoring cards is shuffled and the round is dealt again. */
static void void_round(struct state *s, struct log *log)
{
    log_note(log, SAY_VOID, NOBODY, 0, 0);
    for (int seat = 0; seat < s->h.players; seat++)
        discard_stack(s, seat, log);
    deck_shuffle(&s->h, log);
    begin_deal(s, log);
}

/* The next starting or tie-break card. */
static void deal_next(struct state *s, struct log *log)
{
    int seat = lowcard_seat(&s->low, &s->h);
    if (s->stack[seat] && !deck_has_other(&s->h, s->stack[seat]))
        void_round(s, log); /* R6 */
    else
        deck_due(&s->h, seat, log);
}

static void begin_game(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (s->h.option[PAYMENT] == FORFEIT)
            s->h.score[seat] = 0;
    deck_gather(s, log);
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

static void start(struct state *s, struct log *log)
{
    s->h.burn_after = BURN;
    s->h.dealer = (uint8_t)s->h.option[DEALER];
    s->h.pot = s->h.option[OPENING_POT];
    s->h.chips = s->h.option[PAYMENT] != FORFEIT;
    begin_game(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = 0;
    out[n++] = action_make(HIT, 0, 0);
    if (!s->h.option[CONTINUOUS]) {
        out[n++] = action_make(FOLD, 0, 0); /* R13: on the first turn as well */
    } else {
        for (int c = 1; c <= RANKS; c++)
            for (int owner = 0; owner < s->h.players; owner++)
                if (cards_has(s->stack[owner], c))
                    out[n++] = action_make(FOLD_FOR, c, owner); /* R17 */
    }
    if (s->h.option[PIECE_RANK] != OPTION_NONE &&
        cards_has(s->stack[seat], s->h.option[PIECE_RANK]))
        out[n++] = action_make(PIECE, 0, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* A card for the player in turn, or void if there is none (R9). */
static void draw(struct state *s, enum phase phase, int seat, struct log *log)
{
    s->phase = (uint8_t)phase;
    if (!deck_due(&s->h, seat, log))
        void_round(s, log);
}

static void begin_turn(struct state *s, int seat, struct log *log)
{
    s->active = (uint8_t)seat;
    s->stays = false;
    if (s->stack[seat]) {
        wait_seat(&s->h, seat);
        return;
    }
    log_note(log, SAY_EMPTY, seat, 0, 0);
    draw(s, HITTING, seat, log); /* R20: compulsory, no choice */
}

static void end_turn(struct state *s, struct log *log)
{
    if (s->stays)
        log_note(log, SAY_STAYS, s->active, 0, cards_one(s->h.option[CALAMITY_RANK]));
    begin_turn(s, s->stays ? s->active : seat_left(&s->h, s->active), log);
}

static void settle(struct state *s, int loser, struct log *log)
{
    int32_t all[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++) {
        all[seat] = points(s, seat);
        if (seat != loser && s->h.chips)
            log_note(log, SAY_POINTS, seat, all[seat], 0);
    }
    seats best = seats_least(all, seats_all(s->h.players)); /* W */
    int most = all[loser], fewest = all[seats_first(best)], payment = s->h.option[PAYMENT];
    for (int seat = 0; seat < s->h.players; seat++) {
        if (seat == loser)
            continue;
        if (payment == SEATTLE || payment == DOWNSPEAR)
            chips_pay(&s->h, loser, seat, 1, 0, log);
        else if (payment == NORLAND && seats_has(best, seat))
            chips_pay(&s->h, loser, seat, 1, SAY_PAYS_FEWEST, log);
        else if (payment == PORTLAND)
            chips_pay(&s->h, loser, seat, most - all[seat], SAY_PAYS_DIFFERENCE, log);
    }
    int stake = payment == TACOMA      ? s->h.option[TACOMA_STAKE]
                : payment == OLYMPIA   ? most - fewest
                : payment == CUTCHFELD ? most
                                       : 0;
    chips_pay(&s->h, loser, NOBODY, stake, 0, log); /* R35: one amount to be split */
    if (payment == TACOMA || payment == OLYMPIA || payment == CUTCHFELD || payment == EUGENE ||
        payment == MEDFORD) {
        chips_share(&s->h, best, SAY_SHARE, log);
        log_pot(log, SAY_REST, &s->h);
    }
}

/* R41: every other player pays the catcher, who takes the pot too. */
static void settle_catch(struct state *s, int catcher, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        if (seat != catcher)
            chips_pay(&s->h, seat, catcher, points(s, seat), 0, log);
    chips_share(&s->h, seat_bit(catcher), 0, log);
}

/* A game has ended, with a loser or, after a catch, with a winner. */
static void end_game(struct state *s, seats losers, seats catchers, struct log *log)
{
    if (s->h.option[DEALER_PASSES])
        deal_passes(&s->h);
    if (++s->played < s->h.option[GAMES]) {
        hand_end(&s->h, log);
        begin_game(s, log);
        return;
    }
    seats all = seats_all(s->h.players);
    if (s->h.option[PAYMENT] == FORFEIT)
        match_over(&s->h, 0, seats_most(s->lost, all), log);
    else if (s->h.option[GAMES] > 1)
        match_over(&s->h, seats_above(s->h.score, all, 0), 0, log); /* R45 */
    else
        match_over(&s->h, seats_above(s->h.score, all, 0) | catchers, losers, log);
}

/* A player takes a scoring card. Returns whether that ends the game. */
static bool score_card(struct state *s, int seat, int c, int from, int say, struct log *log)
{
    s->stack[from] -= cards_one(c);
    s->scored[seat] += cards_one(c);
    log_add(log, (struct event){.kind = EVENT_MOVE,
                                .say = (uint8_t)say,
                                .cards = cards_one(c),
                                .count = 1,
                                .number = c,
                                .seat = (uint8_t)seat,
                                .other = (uint8_t)from,
                                .from = spot_at(STACK, from),
                                .to = spot_at(SCORED, seat),
                                .seen = EVERYBODY});
    int payment = s->h.option[PAYMENT];
    if (payment == FORFEIT)
        s->h.score[seat] += c;
    else if (payment == EUGENE || payment == MEDFORD) /* R40: the losing card too */
        chips_pay(&s->h, seat, NOBODY, payment == EUGENE ? 1 : c, 0, log);
    if (points(s, seat) < s->h.option[TARGET])
        return false;
    log_note(log, SAY_LOST, seat, points(s, seat), 0);
    s->lost[seat]++;
    settle(s, seat, log);
    end_game(s, seat_bit(seat), 0, log);
    return true;
}

/* Basic: the round ends and its cards are discarded. */
static void end_round(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++)
        discard_stack(s, seat, log);
    if (s->h.option[DEALER_PASSES])
        deal_passes(&s->h);
    hand_end(&s->h, log);
    hand_begin(&s->h, log);
    begin_deal(s, log);
}

enum outcome { KEPT, PAIRED, ENDED };

/* A card comes to a player in the course of a turn. ENDED: the round or the game is over. */
static enum outcome receive(struct state *s, int seat, int c, struct log *log)
{
    bool paired = cards_has(s->stack[seat], c);
    card_dealt(s, c, spot_at(STACK, seat), log);
    if (seat == s->active && c == s->h.option[CALAMITY_RANK])
        s->stays = true; /* R27, R33: even if it pairs */
    if (!paired) {
        if (!s->h.option[FIVE_CARD_CATCH] || cards_size(s->stack[seat]) < CATCH)
            return KEPT;
        log_note(log, SAY_CATCH, seat, 0, s->stack[seat]);
        settle_catch(s, seat, log);
        end_game(s, 0, seat_bit(seat), log);
        return ENDED;
    }
    if (score_card(s, seat, c, seat, SAY_PAIR, log))
        return ENDED;
    if (!s->h.option[CONTINUOUS]) {
        end_round(s, log);
        return ENDED;
    }
    discard_stack(s, seat, log);
    return PAIRED;
}

/* Basic: the lowest card in any stack (R12: whose does not matter). */
static void apply_fold(struct state *s, int seat, struct log *log)
{
    int owner = 0;
    for (int i = 1; i < s->h.players; i++)
        if (cards_lowest(s->stack[i]) < cards_lowest(s->stack[owner]))
            owner = i;
    int c = cards_lowest(s->stack[owner]);
    if (!score_card(s, seat, c, owner, SAY_FOLD, log))
        end_round(s, log);
}

/* Continuous, R19: take the card, discard the own stack, pass the turn. */
static void apply_fold_for(struct state *s, int seat, int c, int owner, struct log *log)
{
    if (score_card(s, seat, c, owner, SAY_FOLD, log))
        return;
    discard_stack(s, seat, log);
    end_turn(s, log);
}

/* R28: the piece is gone before the first card comes. */
static void apply_piece(struct state *s, int seat, struct log *log)
{
    cards piece = cards_one(s->h.option[PIECE_RANK]);
    log_note(log, SAY_PIECE, seat, 0, piece);
    cards_go(s, spot_at(STACK, seat), discards_spot, piece, 0, log);
    draw(s, PIECE_FIRST, seat, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case HIT:
        draw(s, HITTING, seat, log);
        break;
    case FOLD:
        apply_fold(s, seat, log);
        break;
    case FOLD_FOR:
        apply_fold_for(s, seat, action_first(a), action_second(a), log);
        break;
    case PIECE:
        apply_piece(s, seat, log);
        break;
    }
}

static void deal_start(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (lowcard_replaced(&s->h, s->stack[seat], c, SAY_REPLACED, log)) { /* R3 */
        deal_next(s, log);
        return;
    }
    card_dealt(s, c, spot_at(STACK, seat), log);
    int first = lowcard_keep(&s->low, seat, c == s->h.option[CALAMITY_RANK] ? 0 : c); /* R23 */
    if (first == NOBODY) {
        deal_next(s, log);
        return;
    }
    bool calamity = s->low.newest[first] == 0;
    log_note(log, calamity ? SAY_CALAMITY_FIRST : SAY_FIRST, first, 0,
             calamity ? cards_one(s->h.option[CALAMITY_RANK]) : 0);
    begin_turn(s, first, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (s->phase == STARTING) {
        deal_start(s, c, log);
        return;
    }
    enum outcome outcome = receive(s, seat, c, log);
    if (outcome == ENDED)
        return;
    if (s->phase == PIECE_FIRST && outcome == KEPT) /* R31: after a pair no second card */
        draw(s, PIECE_SECOND,
             s->h.option[PIECE_SECOND_TO_NEXT] ? seat_left(&s->h, s->active) : s->active, log);
    else
        end_turn(s, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; s->h.option[PAYMENT] != FORFEIT && seat < s->h.players; seat++)
        view_number(v, POINTS, seat, points(s, seat));
    view_number(v, LOSING_SCORE, NOBODY, s->h.option[TARGET]);
}

/* The lowest card of all stacks. */
static int lowest_card(const struct view *v)
{
    cards table = 0;
    for (int seat = 0; seat < v->players; seat++)
        table |= cards_distinct(view_faces(v, STACK, seat));
    return cards_lowest(table);
}

static struct event means(const struct view *v, action a)
{
    int verb = action_verb(a), seat = v->looks;
    cards own = view_faces(v, STACK, seat);
    if (verb == HIT)
        return (struct event){.say = own ? MEANS_HIT : 0, .cards = own, .number = cards_sum(own)};
    if (verb == PIECE)
        return (struct event){.say = v->option[PIECE_SECOND_TO_NEXT] ? MEANS_GIFT : 0,
                              .other = (uint8_t)((seat + 1) % v->players)};
    int c = verb == FOLD ? lowest_card(v) : action_first(a);
    int total = cards_sum(view_faces(v, SCORED, seat)) + c;
    int say = total >= v->option[TARGET] ? MEANS_LOSS : verb == FOLD ? MEANS_FOLD : MEANS_TAKE;
    return (struct event){.kind = EVENT_POINTS, .say = (uint8_t)say, .number = c};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* On average, by all cards that were seen. A pair that loses the game costs more than points. */
static double hit_cost(const struct view *v, int seat)
{
    cards own = view_faces(v, STACK, seat);
    int left = v->option[TARGET] - cards_sum(view_faces(v, SCORED, seat));
    double loss = RANKS + 2.0 * left * (v->players - 1) / v->players;
    cards deadly = left > RANKS ? 0 : own & -cards_one(left);
    return view_risk(v, own - deadly) + loss * view_chance(v, deadly);
}

/* Hits while this costs less than the lowest card on the table, and a little longer for what the
 * next turn costs the neighbour; in Continuous it leaves a larger stack to pair, a fold none. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    const double envy = 0.6, haste = 0.6, burden = 0.4;
    int fold = lowest_card(v), seat = v->looks,
        left = v->option[TARGET] - cards_sum(view_faces(v, SCORED, seat));
    double hit = hit_cost(v, seat), theirs = hit_cost(v, (seat + 1) % v->players);
    double goes_on = 1 - view_chance(v, view_faces(v, STACK, seat));
    double gain = envy * goes_on * (theirs < fold ? theirs : fold) / (v->players - 1);
    bool folds = v->option[CONTINUOUS] ? hit + burden > haste * fold : hit - gain > fold;
    return v->act[folds && fold < left]; /* never to lose; the cheapest fold is next */
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {"a pair costs its rank and ends the round", .players = 2,
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\nA hit\ndeal A 7", .scores = "7 0",
     .to_act = "deck"},
    {"a fold costs the lowest card on the table", .players = 2,
     .record = "deal burn 10 10 10 10 9\ndeal A 7\ndeal B 9\nA hit\ndeal A 3\nB fold",
     .scores = "0 3"},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_pairs = {
    .name = "pairs",
    .title = "Pairs",
    .summary = "hit or fold, and do not be the one who collects too many points",
    .goal =
        "? payment forfeit\n{target} {point loses|points lose}. Low is good.\n\n"
        "? payment not forfeit\n{target} {point loses|points lose}. More chips than at first win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 8,
    .best_with = 3,
    .decisions = 17,
    .difficulty = 1,
    .look = {0x1d5c4a, "M4 7h9v13H4zM9 7V4h11v13h-7"},
    .low_wins = true,
    .rounds = true,
    .pairing = STACK,
    .custom = {.each = 5, .besides = 15},
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
    .view = view,
    .means = means,
    .check = check,
    .returns = returns,
    .hint = hint,
};
