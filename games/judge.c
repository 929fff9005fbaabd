/* The Judge, designed by James Ernest, and its variant with several cards of a rank: a cooking
 * contest in which every card of a recipe is worth points and may be what the Judge dislikes. */
#include "engine/fit.h"
#include "engine/rules.h"

/* --- Rulings ---------------------------------------------------------------------------------- */

static const char *const rulings[] = {
    "An empty recipe cannot be thrown out, but it scores nothing (R1).",
    "If you can add nothing, you pass without being asked (R2).",
    "The last recipe that is left is safe: no more of the Judge's cards are shown (R3).",
    "If nobody scores in a round, the same player leads again (R4).",
    "Of several with the most points in a round the old leader keeps the lead, or else the first "
    "of them to his left gets it (R5).",
    "? multiples on\n"
    "All recipes that share the highest count are out, even if that leaves nobody; a single card "
    "is enough if nobody has two (R6).",
    "? multiples on\n"
    "Cards of a rank are counted again for each card of the Judge, among the recipes that are left "
    "(R7).",
    "If several reach the target together, the highest total wins; if they share that too, "
    "everybody plays another round (R8).",
    "What is left of your hand after the cooking is never shown (R10).",
    NULL,
};

/* --- Options ---------------------------------------------------------------------------------- */

enum { MULTIPLES, TARGET, DEALER };

enum { HAND_CARDS = 7, JUDGE_CARDS = 8 };

static const int32_t targets[] = {[2] = 50, 50, 40, 30, 30}; /* R9: with multiples as well */

static const struct option options[] = {
    [MULTIPLES] = {"multiples", "recipes may repeat ranks, and the Judge hits the most copies",
                   .type = OPTION_SWITCH},
    [TARGET] = {"target", "the score that ends the match", OPTION_NUMBER, .by_players = targets,
                .least = 1, .most = 1000, .role = ROLE_TARGET},
    [DEALER] = {"dealer", "who deals every round and leads the first", OPTION_SEAT,
                .standard = LAST_SEAT},
    {0},
};

static const struct preset presets[] = {
    {"judge-variant", "The Judge Variant",
     "recipes may repeat ranks, and only the most copies of a rank are out",
     .options = "multiples on", .aliases = "richter-variante", .decisions = 124},
    {0},
};

enum { ADD, PASS };

static const struct verb verbs[] = {
    [ADD] = {"add", .argument = {RANK_ARGUMENT},
             .means = "Put it into your recipe, for all to see.",
             .tells = "{seat} {add/adds} the {first}.",
             .asks = {"Which card do you add to your recipe?"}},
    [PASS] = {"pass", .means = "Your recipe is done: you are not asked again.",
              .tells = "{seat} {pass/passes}."},
    {0},
};

/* --- State ------------------------------------------------------------------------------------ */

enum { PLACE_JUDGE = PLACE_GAME };

static const char *const places[] = {"judge", NULL};

enum { HAND = ZONE_GAME, RECIPE, JUDGE };

enum { WORTH, PASSED, JUDGE_LEFT, TARGET_SCORE };

enum {
    SAY_LEADS = 1,
    SAY_NOTHING_TO_ADD,
    SAY_DISLIKED,
    SAY_OUT,
    SAY_SURVIVES,
    SAY_COOKED_NOTHING,
    SAY_NOBODY,
    MEANS_ADD,
    MEANS_PASS,
    MEANS_NOTHING
};

static const char *const sentences[] = {
    [SAY_LEADS] = "{seat} {lead/leads} this round.",
    [SAY_NOTHING_TO_ADD] = "{seat} {have/has} nothing to add.",
    [SAY_DISLIKED] = "The Judge does not like {cards}s[, nor {cards}s].",
    [SAY_OUT] = "{seat} {are/is} out with {a cards}[, {seat} with {a cards}].",
    [SAY_SURVIVES] =
        "{seat} {survive/survives} and {score/scores} {number} {point|points}[, {seat} {number}].",
    [SAY_COOKED_NOTHING] = "{seat} cooked nothing and {get/gets} no points[, {seat} neither].",
    [SAY_NOBODY] = "No recipe survives: nobody scores.",
    [MEANS_ADD] = "Your recipe then scores {number} {point|points}, if it survives.",
    [MEANS_PASS] = "Your recipe is done: {number} {point|points}, if it survives.",
    [MEANS_NOTHING] = "You cook nothing: no risk, no points.",
    NULL,
};

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];    /* seen by the owner */
    cards recipe[PLAYERS_MAX];  /* seen by all, like everything below */
    uint8_t shown[JUDGE_CARDS]; /* the Judge's cards in the order in which they came */
    uint8_t shown_count;
    uint8_t leader;
    seats cooking;   /* have not passed */
    seats stuck;     /* passed because nothing could be added */
    seats surviving; /* recipes that are not out */
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, LIE_FAN, 7, .set = offsetof(struct state, hand)},
    {"recipe", OF_SEATS, SEEN_BY_ALL, LIE_FAN, 7, .set = offsetof(struct state, recipe)},
    {"judge", OF_MIDDLE, SEEN_BY_ALL, LIE_FAN, 6, .row = offsetof(struct state, shown),
     .size = offsetof(struct state, shown_count), .room = JUDGE_CARDS},
    {0},
};

static const struct label labels[] = {
    {"worth", .whose = OF_SEATS},
    {"passed", .whose = OF_SEATS},
    {"Judge's cards to come", .whose = OF_MIDDLE},
    {"target", .whose = OF_MIDDLE},
    {0},
};

/* All copies of all ranks that the seat could add if it had them. */
static cards addable_ranks(const struct state *s, int seat)
{
    const cards all = ~(cards)0, copies = 15;
    return s->h.option[MULTIPLES] ? all : ~(s->recipe[seat] * copies);
}

/* --- Start ------------------------------------------------------------------------------------ */

static void begin_round(struct state *s, struct log *log)
{
    hand_begin(&s->h, log);
    deck_gather(s, log);
    s->cooking = s->surviving = seats_all(s->h.players);
    s->stuck = 0;
    deck_due(&s->h, seat_left(&s->h, s->h.dealer), log);
}

static void start(struct state *s, struct log *log)
{
    s->h.dealer = s->leader = (uint8_t)s->h.option[DEALER];
    begin_round(s, log);
}

/* --- Legal ------------------------------------------------------------------------------------ */

static int legal(const struct state *s, int seat, action out[])
{
    int n = legal_cards(ADD, s->hand[seat] & addable_ranks(s, seat), out, 0);
    out[n++] = action_make(PASS, 0, 0);
    return n;
}

/* --- Apply ------------------------------------------------------------------------------------ */

/* The next seat that can add a card is asked; when all are done the contest begins. */
static void next_cook(struct state *s, int seat, struct log *log)
{
    while (s->cooking) {
        seat = seat_left(&s->h, seat);
        if (!seats_has(s->cooking, seat))
            continue;
        if (s->hand[seat] & addable_ranks(s, seat)) {
            wait_seat(&s->h, seat);
            return;
        }
        s->cooking = seats_without(s->cooking, seat); /* R2 */
        s->stuck |= seat_bit(seat);
        log_note(log, SAY_NOTHING_TO_ADD, seat, 0, 0);
    }
    deck_due(&s->h, PLACE_JUDGE, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    if (action_verb(a) == PASS)
        s->cooking = seats_without(s->cooking, seat);
    else
        cards_go(s, spot_at(HAND, seat), spot_at(RECIPE, seat), cards_one(action_first(a)), 0, log);
    next_cook(s, seat, log);
}

static void score_round(struct state *s, struct log *log)
{
    int32_t point[PLAYERS_MAX] = {0};
    for (seats left = s->surviving; left; left = seats_rest(left)) {
        int seat = seats_first(left);
        point[seat] = cards_sum(s->recipe[seat]);
        points_add(&s->h, seat, point[seat], point[seat] ? SAY_SURVIVES : SAY_COOKED_NOTHING, log);
    }
    if (!s->surviving)
        log_note(log, SAY_NOBODY, NOBODY, 0, 0);
    seats best = seats_most(point, seats_all(s->h.players)); /* R4: all of them if nobody scored */
    s->leader = (uint8_t)seats_from(best, s->leader);        /* R5 */
    if (match_goes_on_to(&s->h, s->h.option[TARGET], log))   /* R8 */
        begin_round(s, log);
}

/* Those with the most copies of a rank are out; without multiples one copy is the most. */
static void judge(struct state *s, int c, struct log *log)
{
    int32_t copies[PLAYERS_MAX] = {0};
    for (int seat = 0; seat < s->h.players; seat++)
        copies[seat] = cards_count(s->recipe[seat], c);
    seats out = seats_most(copies, s->surviving); /* R7 */
    int most = copies[seats_first(out)];
    if (most == 0)
        return;
    s->surviving &= (seats)~out; /* R6 */
    for (; log && out; out = seats_rest(out))
        log_out(log, SAY_OUT, seats_first(out), (cards)most * cards_one(c));
}

static void deal_judge(struct state *s, int c, struct log *log)
{
    cards_go(s, deck_spot, spot_at(JUDGE, NOBODY), cards_one(c), SAY_DISLIKED, log);
    judge(s, c, log);
    if (seats_count(s->surviving) <= 1 || s->shown_count == JUDGE_CARDS) /* R3 */
        score_round(s, log);
    else
        deck_due(&s->h, PLACE_JUDGE, log);
}

static void deal(struct state *s, int c, struct log *log)
{
    int seat = s->h.turn.place;
    if (seat == PLACE_JUDGE) {
        deal_judge(s, c, log);
        return;
    }
    if (!hands_dealt(&s->h, s->hand, c, HAND_CARDS, HAND, log))
        return;
    log_note(log, SAY_LEADS, s->leader, 0, 0);
    wait_seat(&s->h, s->leader);
}

/* --- View ------------------------------------------------------------------------------------- */

static void view(const struct state *s, struct view *v)
{
    for (int seat = 0; seat < s->h.players; seat++) {
        bool out = !seats_has(s->surviving, seat);
        view_number(v, WORTH, seat, out ? 0 : cards_sum(s->recipe[seat]));
        if (!seats_has(s->cooking, seat))
            view_number(v, PASSED, seat, 1);
    }
    view_number(v, JUDGE_LEFT, NOBODY, JUDGE_CARDS - s->shown_count);
    view_number(v, TARGET_SCORE, NOBODY, s->h.option[TARGET]);
}

/* What the recipe will be. */
static struct event means(const struct view *v, action a)
{
    bool adds = action_verb(a) == ADD;
    cards recipe = view_faces(v, RECIPE, v->looks) + (adds ? cards_one(action_first(a)) : 0);
    return (struct event){.say = adds     ? MEANS_ADD
                                 : recipe ? MEANS_PASS
                                          : MEANS_NOTHING,
                          .cards = recipe,
                          .number = cards_sum(recipe)};
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* Whether all these have something to add. */
static bool can_add(const struct state *s, seats some)
{
    for (int i = 0; i < s->h.players; i++)
        if (seats_has(some, i) && !(s->hand[i] & addable_ranks(s, i)))
            return false;
    return true;
}

/* What a seat does not know: the hands of the others. They agree with how these passed: who was
 * stuck has nothing to add, and who chose to pass, or is asked just now, has something. */
static void reshuffle(struct state *s, int seat, struct rng *r)
{
    struct fit stuck[PLAYERS_MAX] = {0};
    int size[PLAYERS_MAX] = {0};
    seats others = (seats)(seats_all(s->h.players) & ~seat_bit(seat));
    seats asked = s->h.turn.kind == TURN_SEATS ? s->h.turn.seats : 0;
    for (int i = 0; i < s->h.players; i++) {
        size[i] = cards_size(s->hand[i]);
        if (others & s->stuck & seat_bit(i))
            stuck[i] = (struct fit){.size = size[i], .ranks = ~addable_ranks(s, i)};
    }
    do {
        for (int i = 0; i < s->h.players; i++)
            if (seats_has(others, i)) {
                pile_add_all(&s->h.pile[PILE_DECK], s->hand[i]);
                s->hand[i] = 0;
            }
        fit_deal(&s->h, stuck, s->hand, r);
        for (int i = 0; i < s->h.players; i++)
            if (seats_has(others, i))
                s->hand[i] += deck_deal_again(&s->h, size[i] - cards_size(s->hand[i]), r);
    } while (!can_add(s, (seats)(others & (~s->cooking | asked) & ~s->stuck)));
}

/* What a recipe is worth times the chance that it survives the Judge. A rank is in danger unless
 * another recipe has more cards of it. */
static double prospect(const struct view *v, cards recipe)
{
    cards danger = cards_distinct(recipe);
    for (int seat = 0; seat < v->players; seat++)
        for (int c = cards_next(danger, 0); seat != v->looks && c; c = cards_next(danger, c))
            if (cards_count(view_faces(v, RECIPE, seat), c) > cards_count(recipe, c))
                danger -= cards_one(c);
    double safe = 1 - view_chance(v, danger), value = cards_sum(recipe);
    for (int i = 0; i < JUDGE_CARDS; i++)
        value *= safe;
    return value;
}

/* Add the card that makes the recipe's prospect best, and pass when none improves it. */
static action hint(const struct view *v, struct rng *r)
{
    (void)r;
    cards recipe = view_faces(v, RECIPE, v->looks);
    action choice = action_make(PASS, 0, 0);
    double best = prospect(v, recipe);
    for (int i = 0; i < v->actions; i++) {
        if (action_verb(v->act[i]) == PASS)
            continue;
        double value = prospect(v, recipe + cards_one(action_first(v->act[i])));
        if (value > best) {
            best = value;
            choice = v->act[i];
        }
    }
    return choice;
}

/* --- Examples --------------------------------------------------------------------------------- */

static const struct example examples[] = {
    {.name = "the last recipe left is safe and scores",
     .players = 2,
     .record = "deal A 1 2 3 4 5 6 7\ndeal B 4 5 6 7 8 9 10\nB add 10\nA add 7\nB pass\nA add 6\n"
               "A pass\ndeal judge 9 10",
     .scores = "13 0",
     .to_act = "deck"},
    {.name = "a card that every recipe has leaves nobody",
     .players = 2,
     .record = "deal A 1 2 3 4 5 6 7\ndeal B 4 5 6 7 8 9 10\nB add 7\nA add 7\nB pass\nA pass\n"
               "deal judge 7",
     .scores = "0 0",
     .to_act = "deck"},
    {.name = "with multiples only the most copies are out",
     .players = 2,
     .options = "multiples on, target 9",
     .record = "deal A 1 2 3 4 9 9 10\ndeal B 4 5 6 7 8 9 10\nB add 9\nA add 9\nB pass\nA add 9\n"
               "A pass\ndeal judge 9",
     .scores = "0 9",
     .to_act = ""},
    {0},
};

/* --- The game --------------------------------------------------------------------------------- */

const struct game game_judge = {
    .name = "judge",
    .aliases = "richter",
    .title = "The Judge",
    .summary = "cook with high cards, and with nothing that the Judge dislikes",
    .goal = "Cook what the Judge likes. {target} {point|points} and a clear lead win.",
    .rulings = rulings,
    .kind = PRESS_YOUR_LUCK,
    .players_min = 2,
    .players_max = 6,
    .best_with = 3,
    .decisions = 139,
    .difficulty = 3,
    .look = {0x7a3b12, "M10 3l8 8-4 4-8-8zM9 11l-6 7 2 2 7-6M13 21h8"},
    .hidden = true,
    .rounds = true,
    .custom = {.each = 7, .besides = 8},
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
    .view = view,
    .means = means,
    .returns = returns_one_wins,
    .reshuffle = reshuffle,
    .hint = hint,
};
