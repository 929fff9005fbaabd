/* Tournament (Turnier), designed by Heinrich Glumpler for the German set "Pairs: Das Schwarze
 * Auge", after Pairs by James Ernest and Paul Peterson. */
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "You need not be able to back the number that you name: this is a bluffing game (R1).",
    "? deck usual\n"
    "Numbers run from 1 to 55, and after 55 the next player must doubt (R2, R3, R14).",
    "? deck not usual\n"
    "Numbers run from 1 to the sum of each rank of the deck once, and after that the next player "
    "must doubt (R2, R3, R14).",
    "A sum that is just the number is true (R4).",
    "A pair loses however high the sum is (R5).",
    "You may discard your last card and draw none: an empty hand is worth 0 (R6).",
    "What you discard may come back to you by a shuffle in the same turn (R7).",
    "With neither deck nor discards you cannot draw and name a number with what you hold (R8).",
    "If somebody is out, the next player to the left of that seat begins (R12).",
    "Only the doubted hand is shown; all others are thrown in unseen (R13).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { CHIPS, FIRST };

static const struct option options[] = {
    [CHIPS] = {"chips", "lives of each player", OPTION_NUMBER, .standard = 3, .least = 1,
               .most = 10},
    [FIRST] = {"first", "who starts the first hand", OPTION_SEAT, .standard = OPTION_NONE,
               .none = "lot"},
    {0},
};

enum {
    NUMBER_MAX = RANKS * (RANKS + 1) / 2, /* R2: each rank once */
    DRAWS_MAX = 2,                        /* R10 */
};

enum { DOUBT, BELIEVE, DISCARD, DRAW, NAME };

static const struct verb verbs[] = {
    [DOUBT] = {"doubt", .means = "Have the cards shown: one of you two loses a chip.",
               .tells = "{seat} {doubt/doubts} it."},
    [BELIEVE] = {"believe", .means = "Let it stand. Then you must say more.",
                 .tells = "{seat} {believe/believes} it."},
    [DISCARD] = {"discard", .argument = {RANK_ARGUMENT}, .means = "Everybody sees it.",
                 .asks = {"Which card do you throw away?"},
                 .tells = "{seat} {throw/throws} away the {first}.",
                 .says = "throw away the {rank}"},
    [DRAW] = {"draw", .means = "Take a card. Two at most in a turn.",
              .tells = "{seat} {draw/draws}[ {a cards}]."},
    [NAME] = {"name", .argument = {NUMBER_ARGUMENT},
              .means = "Say what your cards make without a pair. Or bluff.",
              .asks = {"Which number do you say?"}, .least = 1, .most = NUMBER_MAX,
              .tells = "{seat} {say/says} {first}.", .says = "say {number}"},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { HAND = ZONE_GAME };

enum { NAMED };

enum {
    SAY_STARTS = 1,
    SAY_EMPTY,
    SAY_PAIR,
    SAY_LESS,
    SAY_TRUE,
    SAY_CAUGHT,
    SAY_MISTRUSTS,
    SAY_OUT,
    SAY_WON,
    MEANS_DOUBT,
    MEANS_BELIEVE,
    MEANS_TRUTH,
    MEANS_TOO_MUCH,
    MEANS_PAIR
};

static const char *const sentences[] = {
    [SAY_STARTS] = "{seat} {begin/begins}.",
    [SAY_EMPTY] = "{seat} {have/has} no card to show.",
    [SAY_PAIR] = "{seat} {have/has} a pair: that was a lie!",
    [SAY_LESS] = "{seat} {have/has} only {number}: that was a lie!",
    [SAY_TRUE] = "{seat} {have/has} {number} and no pair: that was true!",
    [SAY_CAUGHT] = "Caught! {seat} {lose/loses} a chip.",
    [SAY_MISTRUSTS] = "{seat} doubted the truth and {lose/loses} a chip.",
    [SAY_OUT] = "{seat} {have/has} no chip left and {are/is} out.",
    [SAY_WON] = "Only {seat} {have/has} chips left and {win/wins}!",
    [MEANS_DOUBT] = "A pair or less than {number} costs {other} a chip, otherwise you.",
    [MEANS_BELIEVE] = "Let {other's|your} {number} stand. Then you must say more.",
    [MEANS_TRUTH] = "That is true: you have {number}.",
    [MEANS_TOO_MUCH] = "That is a lie: you have only {number}.",
    [MEANS_PAIR] = "That is a lie: you have a pair.",
    NULL,
};

enum phase { DEALING, JUDGING, ACTING };

struct state {
    struct head h;
    cards hand[PLAYERS_MAX]; /* seen by its owner */

    /* Who plays and what was said, seen by all. */
    seats standing; /* those who have chips */
    uint8_t phase;
    uint8_t active; /* the player in turn; while cards are dealt, the one who starts */
    uint8_t namer;  /* who named the last number of this hand */
    uint8_t named;  /* that number, 0 for none yet */
    uint8_t drawn;  /* cards drawn this turn */
    bool discarded; /* a card was discarded this turn */

    /* What each seat knows beyond its hand. */
    cards open;                /* discards that all have seen */
    cards thrown[PLAYERS_MAX]; /* discards from the hand of that seat, who alone knows them */
    seats old;                 /* those whose whole hand is older than the last shuffle */
    cards unseen[PLAYERS_MAX]; /* at that shuffle: what may have been in the hands of the others */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_SHUT, 6, .set = offsetof(struct state, hand)},
    {0},
};

static const struct label labels[] = {
    {"number named", "says", .whose = OF_SEATS},
    {0},
};

/* --- Start ------------------------------------------------------------------------------------ */

/* A card for a seat; there is one. */
static void draw(struct state *s, int seat, struct log *log)
{
    if (pile_empty(&s->h.pile[PILE_DECK])) {
        for (int i = 0; i < s->h.players; i++) {
            s->unseen[i] = pile_cards(&s->h.fresh) - s->hand[i] - s->open - s->thrown[i];
            s->thrown[i] = 0;
        }
        s->open = 0;
        s->old = seats_all(s->h.players);
    }
    deck_due(&s->h, seat, log);
}

static void deal_hand(struct state *s, int starter, struct log *log)
{
    log_note(log, SAY_STARTS, starter, 0, 0);
    s->phase = DEALING;
    s->active = (uint8_t)starter;
    s->named = 0;
    draw(s, starter, log); /* R11 */
}

static void start(struct state *s, struct log *log)
{
    s->standing = seats_all(s->h.players);
    for (int seat = 0; seat < s->h.players; seat++)
        s->h.score[seat] = s->h.option[CHIPS];
    hand_begin(&s->h, log);
    if (!wait_first(&s->h, s->h.option[FIRST]))
        deal_hand(s, s->h.option[FIRST], log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

/* R2: the largest sum without a pair, each rank of the deck once. */
static int highest_number(const struct pile *fresh)
{
    return cards_sum(cards_distinct(pile_cards(fresh)));
}

static int legal_judge(const struct state *s, action out[])
{
    bool more = s->named < highest_number(&s->h.fresh);
    return legal_verbs(DOUBT, more ? BELIEVE : DOUBT, out, 0); /* R14 */
}

static int legal(const struct state *s, int seat, action out[])
{
    if (s->phase == JUDGING)
        return legal_judge(s, out);
    int n = 0;
    if (!s->discarded && !s->drawn)
        n = legal_cards(DISCARD, s->hand[seat], out, n);
    if (s->drawn < DRAWS_MAX && deck_has_card(&s->h))
        out[n++] = action_make(DRAW, 0, 0); /* R8 */
    int most = highest_number(&s->h.fresh);
    for (int number = s->named + 1; number <= most; number++)
        out[n++] = action_make(NAME, number, 0); /* R1: with any hand */
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

static void begin_acting(struct state *s)
{
    s->phase = ACTING;
    s->drawn = 0;
    s->discarded = false;
    wait_seat(&s->h, s->active);
}

/* R13: all hands go to the discards, only the doubted one seen by everybody. */
static void throw_in(struct state *s, struct log *log)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        cards w = s->hand[seat];
        seats seen = seat == s->namer ? EVERYBODY : seat_bit(seat);
        pile_add_all(&s->h.pile[PILE_DISCARDS], w);
        *(seat == s->namer ? &s->open : &s->thrown[seat]) += w;
        s->hand[seat] = 0;
        log_hidden(log, w, spot_at(HAND, seat), spot_at(ZONE_DISCARDS, NOBODY), seen, 0);
    }
    s->old = 0;
}

static void end_hand(struct state *s, int loser, struct log *log)
{
    points_add(&s->h, loser, -1, loser == s->namer ? SAY_CAUGHT : SAY_MISTRUSTS, log);
    throw_in(s, log);
    int starter = loser;
    if (s->h.score[loser] == 0) {
        s->standing = seats_without(s->standing, loser);
        starter = seats_next(s->standing, loser); /* R12 */
        log_out(log, SAY_OUT, loser, 0);
    }
    if (seats_count(s->standing) == 1) {
        log_note(log, SAY_WON, starter, 0, 0);
        match_over(&s->h, s->standing, 0, log);
        return;
    }
    hand_end(&s->h, log);
    hand_begin(&s->h, log);
    deal_hand(s, starter, log);
}

static void apply_doubt(struct state *s, int doubter, struct log *log)
{
    int namer = s->namer, sum = cards_sum(s->hand[namer]);
    bool paired = cards_paired(s->hand[namer]);
    bool lied = paired || sum < s->named; /* R4, R5 */
    if (s->hand[namer])
        log_shown(log, s->hand[namer], HAND, namer, 0);
    else
        log_note(log, SAY_EMPTY, namer, 0, 0);
    log_note(log, paired ? SAY_PAIR : lied ? SAY_LESS : SAY_TRUE, namer, sum, 0);
    end_hand(s, lied ? namer : doubter, log);
}

static void apply_discard(struct state *s, int seat, int c, struct log *log)
{
    s->discarded = true;
    s->open += cards_one(c);
    for (int i = 0; i < s->h.players; i++)
        if (i != seat && seats_has(s->old, seat))
            s->unseen[i] -= cards_one(c); /* it was held at the shuffle */
    cards_go_open(s, spot_at(HAND, seat), discards_spot, cards_one(c), 0, log);
}

static void apply_name(struct state *s, int seat, int number)
{
    s->namer = (uint8_t)seat;
    s->named = (uint8_t)number;
    s->phase = JUDGING;
    s->active = (uint8_t)seats_next(s->standing, seat);
    wait_seat(&s->h, s->active);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    switch (action_verb(a)) {
    case DOUBT:
        apply_doubt(s, seat, log);
        break;
    case BELIEVE:
        begin_acting(s);
        break;
    case DISCARD:
        apply_discard(s, seat, action_first(a), log);
        break;
    case DRAW:
        s->drawn++;
        draw(s, seat, log);
        break;
    case NAME:
        apply_name(s, seat, action_first(a));
        break;
    }
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    s->old = seats_without(s->old, seat);
    card_dealt(s, c, spot_at(HAND, seat), log);
    if (s->phase == ACTING) {
        wait_seat(&s->h, seat);
        return;
    }
    int next = seats_next(s->standing, seat);
    if (next == s->active)
        begin_acting(s);
    else
        draw(s, next, log);
}

static void lot(struct state *s, int seat, struct log *log)
{
    deal_hand(s, seat, log);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    if (s->named)
        view_number(v, NAMED, s->namer, s->named);
}

static struct event means(const struct view *v, action a)
{
    cards own = view_faces(v, HAND, v->looks);
    int sum = cards_sum(own), verb = action_verb(a);
    const struct number *named = view_labelled(v, NAMED);
    if (verb == DOUBT || verb == BELIEVE)
        return (struct event){.say = verb == DOUBT ? MEANS_DOUBT : MEANS_BELIEVE,
                              .other = named->owner,
                              .number = named->value};
    if (verb != NAME)
        return (struct event){0};
    bool much = sum < action_first(a);
    return (struct event){.say = cards_paired(own) ? MEANS_PAIR
                                 : much            ? MEANS_TOO_MUCH
                                                   : MEANS_TRUTH,
                          .number = sum};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A number that the own cards do not bear out. */
static bool lie(const struct view *v, action a)
{
    cards hand = view_faces(v, HAND, v->looks);
    return action_verb(a) == NAME && (cards_paired(hand) || cards_sum(hand) < action_first(a));
}

/* The hands of the others again, out of a pool. A hand that is older than the last shuffle holds
 * nothing that the seat knew to be among the discards; such hands come first, since they have less
 * to choose from. */
static void hold_again(struct state *s, int seat, cards *pool, struct rng *r)
{
    cards unseen = s->unseen[seat];
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->h.players; i++) {
            bool old = seats_has(s->old, i);
            if (i == seat || old != (pass == 0))
                continue;
            cards from = old ? cards_common(*pool, unseen) : *pool;
            s->hand[i] = cards_draw(&from, cards_size(s->hand[i]), r);
            *pool -= s->hand[i];
            unseen -= old ? s->hand[i] : 0;
        }
}

/* All that the seat has not seen: the deck, the hands of the others and what they threw in. What
 * they know of the deck since the last shuffle is not imagined: they know nothing. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    struct pile *deck = &s->h.pile[PILE_DECK], *discards = &s->h.pile[PILE_DISCARDS];
    cards pool = pile_cards(deck) + pile_cards(discards) - s->open - s->thrown[seat];
    for (int i = 0; i < s->h.players; i++)
        pool += i == seat ? 0 : s->hand[i];
    hold_again(s, seat, &pool, r);
    *discards = *deck = (struct pile){{0, 0}, 0};
    for (int i = 0; i < s->h.players; i++) {
        if (i != seat) {
            s->thrown[i] = cards_draw(&pool, cards_size(s->thrown[i]), r);
            s->unseen[i] = pile_cards(&s->h.fresh);
        }
        pile_add_all(discards, s->thrown[i]);
    }
    pile_add_all(discards, s->open);
    pile_add_all(deck, pool);
}

/* The most that so many cards can be worth without a pair, from all that the seat does not see. */
static int most_of(const struct view *v, int count)
{
    struct pile unseen = view_unseen(v);
    int sum = 0;
    for (int c = RANKS; c && count; c--)
        if (pile_count(&unseen, c)) {
            sum += c;
            count--;
        }
    return sum;
}

/* How often in a hundred times to doubt a number that can be: seldom as long as it is easy to beat,
 * more and more from 20 on; five cards, which mostly hold a pair, nearly always; rather often a
 * number that is low for so many cards, since who has more names more; mostly one that is just
 * above the own sum, which is named by those who have to lie; and the more players there are, the
 * rather one of eight or more a card, since to go above it costs them all. */
static int doubts_in_100(int number, int held, cards own, int players)
{
    enum { SELDOM = 7, HARD = 20, RISE = 8, MOSTLY = 90, MANY = 5, CROWD = 85, MEAGRE = 4 };
    enum { RATHER = 40, OFTEN = 75, FULL = 3, BOLD = 8, EACH = 20 };
    int often = SELDOM + (number > HARD ? RISE * (number - HARD) : 0);
    if (number < MEAGRE * (held - 1))
        often = RATHER;
    if (cards_size(own) >= FULL && number == cards_sum(own) + 1 && often < OFTEN)
        often = OFTEN;
    if (players > 2 && number >= BOLD * held && often < EACH * players)
        often = EACH * players;
    if (held >= MANY && often < CROWD)
        often = CROWD;
    return often < MOSTLY ? often : MOSTLY;
}

/* Doubts what cannot be, and else by chance: who always did the same could be lied to safely. */
static bool doubtful(const struct view *v, struct rng *r)
{
    const struct number *named = view_labelled(v, NAMED);
    int number = named->value, held = view_find(v, HAND, named->owner)->count;
    cards own = view_faces(v, HAND, v->looks);
    return number > most_of(v, held) ||
           rng_below(r, 100) < doubts_in_100(number, held, own, v->players);
}

/* Gets rid of a pair, draws up to three cards, and more as long as the sum is not higher than the
 * last number and the card more likely helps than makes a pair, and names the sum. If that would be
 * a lie, it names what such cards might well be worth, from four to eight each: a lie that is
 * always the smallest one, or always a big one, would be known by that. */
static action hint(const struct view *v, struct rng *r)
{
    enum { ENOUGH = 3, LEAST = 4, SPREAD = 4 };
    if (action_verb(v->act[0]) == DOUBT)
        return v->act[v->actions > 1 && !doubtful(v, r)];
    cards own = view_faces(v, HAND, v->looks), twice = own - cards_distinct(own);
    int named = view_labelled(v, NAMED)->value, sum = cards_sum(own), count = cards_size(own);
    bool truth = !twice && sum > named;
    if (twice && action_verb(v->act[0]) == DISCARD)
        return action_make(DISCARD, cards_lowest(twice), 0);
    bool draws = count < ENOUGH || (!twice && !truth);
    for (int i = 0; i < v->actions && draws && action_verb(v->act[i]) <= DRAW; i++)
        if (action_verb(v->act[i]) == DRAW && (count < ENOUGH || view_chance(v, own) < 0.5))
            return v->act[i];
    if (truth)
        return action_make(NAME, sum, 0);
    int boast = LEAST * count + rng_below(r, SPREAD * count + 1);
    bool fits = boast > named && boast <= highest_number(&v->fresh);
    return action_make(NAME, fits ? boast : named + 1, 0);
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "a sum equal to the number is true, and the doubter loses a chip",
     .players = 2,
     .options = "first A",
     .record = "deal A 6\ndeal B 9\nA draw\ndeal A 8\nA name 14\nB doubt",
     .scores = "3 2",
     .to_act = "deck"},
    {.name = "a pair loses though the sum is right",
     .players = 2,
     .options = "first A",
     .record = "deal A 10\ndeal B 6\nA draw\ndeal A 10\nA name 20\nB doubt",
     .scores = "2 3",
     .to_act = "deck"},
    {.name = "the last player with chips wins",
     .players = 2,
     .options = "first A, chips 1",
     .record = "deal A 3\ndeal B 8\nA name 4\nB doubt",
     .scores = "0 1",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_tournament = {
    .name = "tournament",
    .aliases = "turnier",
    .title = "Tournament",
    .summary = "name a higher number than the last, and hope that nobody asks for your cards",
    .goal = "Say more than the last, or doubt it. The last with a chip wins.",
    .counts = "chip|chips",
    .rulings = rulings,
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 28,
    .difficulty = 1,
    .look = {0x6a3d9a, "M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 5 4 5M17 6h4c0 4-2 5-4 5M12 15v5"},
    .hidden = true,
    .custom = {.each = 1, .besides = 2, .ends = true},
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
    .lot = lot,
    .view = view,
    .means = means,
    .returns = returns_one_wins,
    .lie = lie,
    .reshuffle = reshuffle,
    .hint = hint,
};
