#include "tests/lab/kuhn.h"

#include "engine/rules.h"

enum { CHECK, BET, FOLD, CALL };

static const struct verb verbs[] = {
    [CHECK] = {.word = "check"},
    [BET] = {.word = "bet"},
    [FOLD] = {.word = "fold"},
    [CALL] = {.word = "call"},
    {0},
};

static const struct option options[] = {{0}};

enum { HAND = ZONE_GAME };

struct state {
    struct head h;
    cards hand[PLAYERS_MAX];
    uint8_t decisions;
    bool bet;
};

static const struct zone_type zones[SHEET_ZONES + 1] = {
    {"hand", OF_SEATS, SEEN_BY_OWNER, .set = offsetof(struct state, hand)},
    {0},
};

static void start(struct state *s, struct log *log)
{
    enum { CARDS = 3 };
    hand_begin(&s->h, log);
    s->h.dealer = 1;
    s->h.pile[PILE_DECK] = (struct pile){0};
    for (int c = 1; c <= CARDS; c++)
        pile_add(&s->h.pile[PILE_DECK], c);
    chips_ante(&s->h, seats_all(s->h.players), 1, log);
    deck_due(&s->h, 0, log);
}

static int legal(const struct state *s, int seat, action out[])
{
    (void)seat;
    out[0] = action_make(s->bet ? FOLD : CHECK, 0, 0);
    out[1] = action_make(s->bet ? CALL : BET, 0, 0);
    return 2;
}

static void settle(struct state *s, int winner, struct log *log)
{
    chips_share(&s->h, seat_bit(winner), 0, log);
    match_over(&s->h, seat_bit(winner), 0, log);
}

static void apply(struct state *s, int seat, action a, struct log *log)
{
    int verb = action_verb(a), other = 1 - seat;
    s->decisions++;
    if (verb == BET || verb == CALL)
        chips_pay(&s->h, seat, NOBODY, 1, 0, log);
    if (verb == FOLD)
        settle(s, other, log);
    else if (verb == CALL || (verb == CHECK && s->decisions == 2))
        settle(s, s->hand[0] > s->hand[1] ? 0 : 1, log);
    else
        wait_seat(&s->h, other);
    s->bet = verb == BET;
}

static void deal(struct state *s, int c, struct log *log)
{
    int next = deal_hand_card(&s->h, s->hand, c, 1, HAND, log);
    if (next == NOBODY)
        wait_seat(&s->h, 0);
    else
        deck_due(&s->h, next, log);
}

static void reshuffle(struct state *s, int seat, struct rng *r)
{
    hands_deal_again(&s->h, seat, s->hand, r);
}

const struct game game_kuhn = {
    .name = "kuhn",
    .title = "Kuhn",
    .kind = BLUFFING,
    .players_min = 2,
    .players_max = 2,
    .chips = true,
    .hidden = true,
    .options = options,
    .verbs = verbs,
    .zones = zones,
    .size = sizeof(struct state),
    .start = start,
    .legal = legal,
    .apply = apply,
    .deal = deal,
    .reshuffle = reshuffle,
};

struct setup kuhn_setup(void)
{
    return (struct setup){.game = &game_kuhn, .players = 2};
}
