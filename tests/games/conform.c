/* What holds of every game, every preset and every number of players: random games, a few of
 * which are looked at closely after every step. A new game gets all of this free.
 *
 * Usage: conform [NAME...]: only these games or presets. In the environment, GAMES: games each;
 * MATCH: only sentences like this pattern, as "*: examples come out". */
#include "engine/rulebook.h"
#include "tests/games/account.h"
#include "tests/games/beliefs.h"
#include "tests/games/facts.h"
#include "tests/games/promises.h"
#include "tests/games/shadow.h"
#include "tests/games/traps.h"

#include <fnmatch.h>

enum {
    GAMES_EACH = 2000,
    TOO_LONG = 200000, /* a game that takes longer does not end */
    CLOSE_LOOK = 100,  /* one game in so many gets the slow checks too, */
    CLOSER_LOOK = 20,  /* and with any options one in so many */
    BELIEFS = 30000,   /* decisions of games in which the imagined is compared with the true */
    NOTHING_TO_RUN = 2,
};

/* One test: a name from the list and a number of players. */
struct plan {
    const char *name;
    int players;
};

static int games_each(void)
{
    const char *given = getenv("GAMES");
    long count = given ? strtol(given, NULL, 10) : 0;
    return count > 0 && count < 1000000 ? (int)count : GAMES_EACH;
}

/* All cards are somewhere, and no rank has too many. */
static void check_cards(const struct table *t)
{
    static struct view v;
    const struct head *h = game_look(t->state);
    table_view(t, EVERYTHING, &v);
    int count[RANKS + 1] = {0};
    for (int i = 0; i < v.cards; i++) {
        assert_in_range(v.card[i], 1, RANKS);
        count[v.card[i]]++;
    }
    for (int c = 1; c <= RANKS; c++)
        holds(count[c] + pile_count(&h->pile[PILE_DECK], c) +
                      pile_count(&h->pile[PILE_DISCARDS], c) +
                      pile_count(&h->pile[PILE_BURNED], c) ==
                  pile_count(&t->setup.fresh, c),
              "all cards are somewhere, and no rank has too many");
    holds(v.cards + v.deck + v.discards == pile_size(&t->setup.fresh),
          "a view counts every card once");
    struct pile unseen = view_unseen(&v);
    for (int c = 1; c <= RANKS; c++)
        assert_int_equal(pile_count(&unseen, c), pile_count(&t->setup.fresh, c) - count[c]);
    assert_int_equal(pile_size(&unseen), v.deck + v.discards);
}

static int64_t chips_in_all(const struct table *t)
{
    const struct head *h = game_look(t->state);
    int64_t sum = h->pot;
    for (int seat = 0; seat < h->players; seat++)
        sum += h->score[seat];
    return sum;
}

/* Lists are upward, without repetition and not empty; their words mean what they say. */
static void check_legal(const struct table *t)
{
    static action legal[ACTIONS_MAX];
    struct turn turn = table_turn(t);
    char text[ACTION_TEXT];
    for (int seat = 0; seat < t->setup.players; seat++) {
        int count = table_legal(t, seat, legal);
        holds((count > 0) == (turn.kind == TURN_SEATS && (turn.seats >> seat & 1)),
              "whoever is in turn, and nobody else, has decisions");
        assert_true(count <= ACTIONS_MAX);
        for (int i = 0; i < count; i++) {
            action again;
            holds(i == 0 || legal[i - 1] < legal[i],
                  "the list of decisions goes upward without repetition");
            holds(action_parse(t->setup.game, action_text(t->setup.game, legal[i], text), &again) &&
                      again == legal[i],
                  "the words of a decision parse back");
        }
    }
}

/* The wait makes sense: seats that play, a place that has a name, a pile that has a card. */
static void check_turn(const struct table *t)
{
    struct turn turn = table_turn(t);
    if (turn.kind == TURN_SEATS || turn.kind == TURN_LOT) {
        assert_true(turn.seats != 0);
        assert_true(turn.seats >> t->setup.players == 0);
    } else if (turn.kind == TURN_DECK) {
        assert_true(turn.place < t->setup.players || turn.place >= PLACE_BURN);
        assert_non_null(game_place_name(t->setup.game, turn.place));
        assert_true(pile_size(game_source(t->state)) > 0);
    }
}

/* A decision out of the blue is refused unless it is on the list, and then nothing has changed. */
static void check_refusal(struct table *t, struct rng *r)
{
    static unsigned char before[STATE_MAX];
    static action legal[ACTIONS_MAX];
    struct error e = {0};
    int seat = rng_below(r, t->setup.players), verbs = 0;
    while (t->setup.game->verbs[verbs].word)
        verbs++;
    action a = action_make(rng_below(r, verbs), rng_below(r, 12), rng_below(r, 12));
    for (int i = table_legal(t, seat, legal) - 1; i >= 0; i--)
        if (legal[i] == a)
            return;
    memcpy(before, t->state, t->setup.game->size);
    size_t steps = t->steps;
    assert_false(table_play(t, seat, a, &e));
    assert_false(table_deal(t, PLAYERS_MAX - 1, RANKS + 1, &e));
    assert_non_null(strstr(e.text, "expected"));
    assert_memory_equal(before, t->state, t->setup.game->size);
    assert_int_equal(t->steps, steps);
}

/* Whoever looks, what happened can be told, with nothing left to fill in. */
static void check_words(const struct table *t, struct rng *r)
{
    struct text out = {0};
    int looks = rng_below(r, t->setup.players + 1);
    for (int i = 0; i < t->log.size; i++)
        event_text(&out, t->setup.game, &t->log.event[i], looks < t->setup.players ? looks : NOBODY,
                   NULL, NULL);
    holds(!strpbrk(text_of(&out), "{}"),
          "whatever happens can be told, with nothing left to fill in");
    text_free(&out);
}

/* How often a zone had cards that a seat could not know, and how often the seat imagined others
 * there. */
struct changes {
    int hidden[LEDGER_ZONES], changed[LEDGER_ZONES];
};

static struct changes changes;

static void count_changes(const struct view *mine, const struct ledger *l, const struct table *t,
                          const struct table *imagined)
{
    static struct view truth, lie;
    struct pile unseen = view_unseen(mine);
    int ranks = 0;
    for (int c = 1; c <= RANKS; c++)
        ranks += pile_count(&unseen, c) > 0;
    table_view(t, EVERYTHING, &truth);
    table_view(imagined, EVERYTHING, &lie);
    for (int i = 0; ranks > 1 && i < mine->zones; i++) {
        const struct zone *z = &mine->zone[i];
        int told = 0;
        for (int c = 1; c <= RANKS; c++)
            told +=
                l->told[mine->looks].of[z->zone][z->owner == NOBODY ? PLAYERS_MAX : z->owner][c];
        if (z->known || told >= z->count)
            continue;
        const struct zone *a = &truth.zone[i], *b = &lie.zone[i];
        changes.hidden[z->zone]++;
        changes.changed[z->zone] += memcmp(truth.card + a->first, lie.card + b->first,
                                           (size_t)a->count * sizeof *truth.card) != 0;
    }
}

/* What a seat cannot know is imagined, not copied. */
static void check_changes(void)
{
    enum { OFTEN = 100 };
    for (int zone = 0; zone < LEDGER_ZONES; zone++)
        holds(changes.hidden[zone] < OFTEN || changes.changed[zone] > 0,
              "imagining deals hidden cards again, wherever they lie");
}

/* What a seat sees does not depend on what it cannot know: with the hidden cards dealt again its
 * view is the same to the byte, and all cards are still there. */
static void check_secrets(const struct table *t, const struct ledger *l, struct rng *r)
{
    static struct view before, after;
    const struct game *game = t->setup.game;
    struct table other = *t;
    other.state = malloc(game->size);
    assert_non_null(other.state);
    int seat = rng_below(r, t->setup.players);
    memcpy(other.state, t->state, game->size);
    game_imagine(game, other.state, seat, r);
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    table_view(t, seat, &before);
    table_view(&other, seat, &after);
    holds(memcmp(&before, &after, offsetof(struct view, act)) == 0 &&
              memcmp(before.act, after.act, (size_t)before.actions * sizeof before.act[0]) == 0,
          "a view does not depend on what its seat cannot know");
    count_changes(&before, l, t, &other);
    check_cards(&other);
    check_legal(&other);
    ledger_check_imagined(l, &other, seat);
    free(other.state);
}

/* Without hidden cards everybody sees the same. */
static void check_open(const struct table *t)
{
    static struct view mine, all;
    if (t->setup.game->hidden)
        return;
    table_view(t, NOBODY, &mine);
    table_view(t, EVERYTHING, &all);
    assert_int_equal(mine.cards, all.cards);
    assert_memory_equal(mine.card, all.card, sizeof all.card);
}

/* What a bot sees simplified has the same decisions, and nothing is left to simplify. */
static void check_simple(const struct table *t)
{
    const struct game *game = t->setup.game;
    if (!game->simplify)
        return;
    struct state *once = malloc(game->size), *twice = malloc(game->size);
    memcpy(once, t->state, game->size);
    game->simplify(once);
    struct turn turn = game_turn(once), as_it_was = table_turn(t);
    assert_memory_equal(&turn, &as_it_was, sizeof turn);
    for (int seat = 0; turn.kind == TURN_SEATS && seat < t->setup.players; seat++) {
        action simple[ACTIONS_MAX], legal[ACTIONS_MAX];
        if (!(turn.seats >> seat & 1))
            continue;
        int count = table_legal(t, seat, legal);
        assert_int_equal(game_legal(game, once, seat, simple), count);
        assert_memory_equal(simple, legal, (size_t)count * sizeof *legal);
    }
    memcpy(twice, once, game->size);
    game->simplify(twice);
    assert_memory_equal(once, twice, game->size);
    free(once);
    free(twice);
}

/* A copy of the bytes is the game: it takes the same step to the same bytes. */
static void check_copy(const struct table *before, const struct table *after)
{
    const struct game *game = after->setup.game;
    struct state *copy = before->state;
    game_step(game, copy, after->step[after->steps - 1], NULL);
    holds(memcmp(copy, after->state, game->size) == 0, "a copy of the bytes plays on alike");
}

/* The record replays to the same bytes and is written again to the same letters. */
static void check_record(const struct table *t)
{
    struct text first = {0}, second = {0};
    assert_true(record_write(t, &first));
    struct reader *r = test_read(first.at);
    const struct table *again = reader_table(r);
    holds(memcmp(t->state, again->state, t->setup.game->size) == 0,
          "the record replays to the same bytes");
    assert_true(record_write(again, &second));
    assert_string_equal(first.at, second.at);
    reader_free(r);
    text_free(&first);
    text_free(&second);
}

/* Taking back leads to the state before. */
static void check_undo(struct table *t, struct rng *r)
{
    struct text before = {0}, after = {0};
    assert_true(record_write(t, &before));
    struct turn turn = table_turn(t);
    if (turn.kind == TURN_SEATS) {
        test_step(t, r);
        assert_true(table_undo(t));
        assert_true(record_write(t, &after));
        assert_string_equal(before.at, after.at);
    }
    text_free(&before);
    text_free(&after);
}

/* The totals at the end are those of the last events, and somebody won, lost or neither. */
static void check_end(const struct table *t)
{
    const struct head *h = game_look(t->state);
    assert_int_equal(t->log.event[t->log.size - 1].kind, EVENT_OVER);
    assert_true((h->winners | h->losers) >> h->players == 0);
    assert_int_equal(h->winners & h->losers, 0);
    assert_true(h->winners || h->losers || h->chips); /* of which all may have what they had */
}

/* A rule of thumb is asked before any decision, and what it says can be done. A glance tells it as
 * much as a view does. */
static void check_hint(const struct table *t, struct rng *r)
{
    static struct view v, brief;
    struct turn turn = table_turn(t);
    for (int seat = 0; t->setup.game->hint && seat < t->setup.players; seat++) {
        if (turn.kind != TURN_SEATS || !(turn.seats >> seat & 1))
            continue;
        table_view(t, seat, &v);
        memset(&brief, UINT8_MAX, sizeof brief);
        game_glance(t->setup.game, t->state, seat, &brief);
        struct rng same = *r;
        action a = t->setup.game->hint(&v, r);
        assert_int_equal(t->setup.game->hint(&brief, &same), a);
        int i = 0;
        while (i < v.actions && v.act[i] != a)
            i++;
        if (i == v.actions)
            fail_msg("the hint for %c is not legal", 'A' + seat);
    }
}

/* Whether a zone has a card of that rank that the one who looks can see and touch. */
static bool lies_with(const struct view *v, int owner, int rank)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].owner == owner && cards_count(v->zone[i].faces, rank))
            return true;
    return false;
}

/* Whether there is a zone of one's own or in the middle whose name ends with the number. */
static bool has_zone(const struct view *v, int number)
{
    char end[16];
    snprintf(end, sizeof end, " %d", number);
    for (int i = 0; i < v->zones; i++) {
        const char *name = game_zone_name(v->game, v->zone[i].zone);
        size_t length = strlen(name);
        bool near = v->zone[i].owner == NOBODY || v->zone[i].owner == v->looks;
        if (near && length > strlen(end) && !strcmp(name + length - strlen(end), end))
            return true;
    }
    return false;
}

/* What a decision names lies where its verb says, so that it can be touched there. */
static void check_touch(const struct table *t)
{
    static struct view v;
    struct turn turn = table_turn(t);
    for (int seat = 0; turn.kind == TURN_SEATS && seat < t->setup.players; seat++) {
        if (!(turn.seats >> seat & 1))
            continue;
        table_view(t, seat, &v);
        for (int i = 0; i < v.actions; i++) {
            const struct verb *verb = &v.game->verbs[action_verb(v.act[i])];
            int first = action_first(v.act[i]);
            if (verb->at == AT_ZONE)
                holds(first == 0 || has_zone(&v, first), "a number that stands for a zone has one");
            else if (verb->argument[0] != RANK_ARGUMENT || verb->at == AT_NOWHERE)
                continue;
            else if (verb->at == AT_MIDDLE)
                holds(lies_with(&v, NOBODY, first), "a card of the middle lies there");
            else if (verb->at == AT_SEAT)
                holds(lies_with(&v, action_second(v.act[i]), first), "a card of a seat lies there");
            else
                holds(lies_with(&v, seat, first), "a card of one's own lies before one");
        }
    }
}

/* Events account for every card, and for every face that can be seen. */
static void check_accounts(const struct table *t, const struct ledger *l, struct rng *r)
{
    ledger_check_zones(l, t);
    ledger_check_view(l, t, NOBODY);
    ledger_check_view(l, t, rng_below(r, t->setup.players));
}

/* The slow checks, in some of the games before every step. */
static void check_closely(struct table *t, const struct ledger *l, struct rng *r)
{
    check_legal(t);
    check_refusal(t, r);
    holds(promise_discretion(t, r), "what a seat is told of its mistake it may know");
    check_secrets(t, l, r);
    check_hint(t, r);
    check_touch(t);
    check_accounts(t, l, r);
    check_open(t);
    check_simple(t);
    check_words(t, r);
    if (rng_below(r, 50) == 0)
        check_undo(t, r);
}

/* Returns how many decisions the game had. */
static uint64_t play_one(const struct setup *u, uint64_t game, bool close)
{
    uint64_t decisions = 0;
    struct rng r = rng_seeded(20240229, game);
    /* Asked first: a close look at what never ends would take for ever. */
    holds(!close || promise_ends(u, r), "the game ends");
    struct table *t = table_new(u);
    struct table before = {.state = malloc(u->game->size)};
    assert_non_null(t);
    assert_non_null(before.state);
    static struct ledger ledger;
    ledger_begin(&ledger, t);
    struct shadow shadow = shadow_new(t, (int)(game / CLOSE_LOOK % (uint64_t)u->players), r);
    int64_t chips = chips_in_all(t);
    unsigned hand = 0;
    for (int steps = 0; table_turn(t).kind != TURN_OVER; steps++) {
        holds(steps < TOO_LONG, "the game ends");
        check_turn(t);
        if (close) {
            check_closely(t, &ledger, &r);
            shadow_check(&shadow, t);
        }
        memcpy(before.state, t->state, u->game->size);
        decisions += table_turn(t).kind == TURN_SEATS;
        test_step(t, &r);
        if (close) {
            ledger_add(&ledger, t);
            shadow_follow(&shadow, t);
            check_copy(&before, t);
            check_cards(t);
        }
        if (game_look(t->state)->chips && !u->game->bank)
            holds(chips_in_all(t) == chips, "chips and pot keep their sum");
        assert_true(game_look(t->state)->hand >= hand);
        hand = game_look(t->state)->hand;
    }
    check_cards(t);
    check_end(t);
    holds(promise_returns(t), "what all come to together is as the game says");
    if (close) {
        check_accounts(t, &ledger, &r);
        check_record(t);
    }
    free(before.state);
    shadow_free(&shadow);
    table_free(t);
    return decisions;
}

/* The beginning, and some moment of other games, lead to no state that is never left. */
static void leads_to_no_trap(void **state)
{
    enum { MOMENTS = 4, STATES = 300 };
    const struct plan *plan = *state;
    struct setup u = test_setup(plan->name, plan->players, NULL);
    for (uint64_t i = 0; i < MOMENTS; i++) {
        struct rng r = rng_seeded(20260229, i * PLAYERS_MAX + (uint64_t)plan->players);
        struct table *t = table_new(&u);
        assert_non_null(t);
        int steps = i ? rng_below(&r, 4 * u.game->decisions) : 0;
        while (steps-- > 0 && table_turn(t).kind != TURN_OVER)
            test_step(t, &r);
        if (table_turn(t).kind != TURN_OVER)
            look_for_traps(t, STATES, &r);
        table_free(t);
    }
}

/* With the usual number of players a game is about as long as the list says. */
static void check_length(const struct setup *u, double mean)
{
    int said = u->preset && u->preset->decisions ? u->preset->decisions : u->game->decisions;
    if (u->players == setup_players_usual(u) && (mean < 0.8 * said - 1 || mean > 1.25 * said + 1))
        fail_msg("%s has %.1f decisions a game, the list says %d", setup_name(u), mean, said);
}

static void plays_by_the_contract(void **state)
{
    const struct plan *plan = *state;
    struct setup u = test_setup(plan->name, plan->players, NULL);
    uint64_t decisions = 0;
    changes = (struct changes){{0}, {0}};
    for (int i = 0; i < games_each(); i++)
        decisions += play_one(&u, (uint64_t)i, i % CLOSE_LOOK == 0);
    check_changes();
    check_length(&u, (double)decisions / games_each());
}

/* Every arrangement of hidden cards that fits is imagined about equally often. */
static void imagines_without_bias(void **state)
{
    const struct plan *plan = *state;
    struct setup u = test_setup(plan->name, plan->players, NULL);
    beliefs_check(&u, BELIEFS / u.game->decisions + 1);
}

/* A value for option i out of its whole range. */
static int32_t any_value(const struct option *o, int players, struct rng *r)
{
    if (o->none && rng_below(r, 3) == 0)
        return OPTION_NONE;
    int words = 0;
    switch (o->type) {
    case OPTION_SWITCH:
        return rng_below(r, 2);
    case OPTION_SEAT:
        return rng_below(r, players);
    case OPTION_CHOICE:
        while (o->words[words])
            words++;
        return rng_below(r, words);
    case OPTION_NUMBER:
        break;
    }
    /* Mostly small numbers: a match of a thousand hands shows nothing that ten do not. */
    int step = o->step > 1 ? o->step : 1;
    int32_t most = rng_below(r, 4) || o->most > 1000 ? o->least + 12 * step : o->most;
    most = most > o->most ? o->most : most;
    return o->least + step * rng_below(r, (most - o->least) / step + 1);
}

/* Any options that go together, any number of players. */
static void plays_with_any_options(void **state)
{
    const struct game *g = *state;
    int played = 0;
    for (uint64_t i = 0; played < games_each() / 4; i++) {
        struct rng r = rng_seeded(5, i);
        int players = g->players_min + rng_below(&r, g->players_max - g->players_min + 1);
        struct setup u = {.game = g, .players = players};
        struct error e = {0};
        for (int k = 0; k < option_total(g); k++) {
            bool long_match = g->options[k].role == ROLE_HANDS || g->options[k].role == ROLE_GAMES;
            u.option[k] = long_match ? g->options[k].least + rng_below(&r, 3)
                                     : any_value(&g->options[k], players, &r);
            if (rng_below(&r, 3))
                u.given |= 1u << k;
        }
        if (!setup_finish(&u, &e)) {
            assert_non_null(strstr(e.text, "expected"));
            continue;
        }
        play_one(&u, i, i % CLOSER_LOOK == 0);
        played++;
    }
}

/* Decks that are far from the usual one. */
static const char *const odd_decks[] = {
    "15-15-15-15-15-15-15-15-15-15", "5-5-5-5-5-5-5-5-5-5",   "10-9-8-7-6-5-4-3-2-1",
    "0-0-0-0-0-0-0-15-15-15",        "15-0-0-0-0-0-0-0-1-15", "1-1-1-1-1-1-1-1-1-15",
    "15-1-1-1-1-1-1-1-1-1",          "0-9-0-9-0-9-0-9-0-9",   "3-3-3-3-3-3-3-3-3-12",
    "1-1-1-1-1-1-1-1-1-1",           "2-2-2-2-2-2-2-2-2-2",   "9-9-9-9-9-0-0-0-0-0",
    "2-2-2-0-0-0-0-0-0-0",           "0-0-3-0-3-0-0-0-0-3",   "1-1-1-1-1-1-2-0-0-0",
    "1-1-1-0-0-0-0-0-0-0",           "0-0-0-0-0-0-0-3-2-5",   "1-1-1-1-1-1-1-1-0-2",
};

enum { ODD_DECKS = sizeof odd_decks / sizeof odd_decks[0] };

/* One of these, or any. */
static void choose_deck(struct setup *u, struct rng *r)
{
    struct error e = {0};
    int odd = rng_below(r, 2 * ODD_DECKS);
    if (odd < ODD_DECKS && setup_option(u, deck_key, odd_decks[odd], &e))
        return;
    for (int c = 1; c <= RANKS; c++)
        u->deck += cards_one(c) * (cards)rng_below(r, 16);
}

/* Any deck that is enough, any number of players, any variant. */
static void plays_with_any_deck(void **state)
{
    const struct game *g = *state;
    int played = 0;
    for (uint64_t i = 0; played < games_each() / 4; i++) {
        struct rng r = rng_seeded(6, i);
        int players = g->players_min + rng_below(&r, g->players_max - g->players_min + 1);
        struct setup u = {.game = g, .players = players};
        struct error e = {0};
        choose_deck(&u, &r);
        if (!setup_finish(&u, &e)) {
            assert_non_null(strstr(e.text, "expected"));
            continue;
        }
        play_one(&u, i, i % CLOSER_LOOK == 0);
        played++;
    }
}

static bool chosen(const char *name, int count, char **names)
{
    struct setup u;
    struct error e = {0};
    for (int i = 0; i < count; i++)
        if (setup_choose(&u, names[i], &e) && strcmp(setup_name(&u), name) == 0)
            return true;
    return count == 0;
}

/* Whether there is something of each name; the message says of which there is nothing. */
static bool all_known(int count, char **names)
{
    struct setup u;
    struct error e = {0};
    for (int i = 0; i < count; i++)
        if (!setup_choose(&u, names[i], &e)) {
            fprintf(stderr, "conform: %s\n", e.text);
            return false;
        }
    return true;
}

/* The tests of a run, grown one by one. */
struct tests {
    struct CMUnitTest *at;
    size_t count;
};

static void add(struct tests *all, CMUnitTestFunction test, const char *what, const char *name,
                int players, void *state)
{
    struct text title = {0};
    text_add(&title, "%s: %s", name, what);
    if (players)
        text_add(&title, " for %d players", players);
    all->at = realloc(all->at, (all->count + 1) * sizeof *all->at);
    all->at[all->count++] =
        (struct CMUnitTest){.name = title.at, .test_func = test, .initial_state = state};
}

static void add_name(struct tests *all, const char *name)
{
    struct setup u;
    struct error e = {0};
    if (!setup_choose(&u, name, &e))
        abort();
    for (int players = 1; players <= PLAYERS_MAX; players++) {
        struct plan *plan = malloc(sizeof *plan);
        if (!plan)
            abort();
        *plan = (struct plan){name, players};
        if (setup_players(&u, players, &e) && setup_finish(&u, &e)) {
            add(all, plays_by_the_contract, "plays by the contract", name, players, plan);
            add(all, leads_to_no_trap, "leads to no state that is never left", name, players, plan);
            if (u.game->hidden && players == setup_players_usual(&u))
                add(all, imagines_without_bias, "imagines without bias", name, players, plan);
        } else {
            free(plan);
        }
    }
}

/* Whether some test has a sentence like the pattern, NULL for any. */
static bool some_match(const struct tests *all, const char *pattern)
{
    for (size_t i = 0; i < all->count; i++)
        if (!pattern || fnmatch(pattern, all->at[i].name, 0) == 0)
            return true;
    fprintf(stderr, "conform: there is no test like '%s'; expected a pattern as '*: examples*'\n",
            pattern ? pattern : "");
    return false;
}

int main(int argc, char **argv)
{
    struct tests all = {0};
    if (!all_known(argc - 1, argv + 1))
        return NOTHING_TO_RUN;
    for (int i = 0; all_games[i]; i++) {
        const struct game *g = all_games[i];
        if (chosen(g->name, argc - 1, argv + 1)) {
            add(&all, facts_are_complete, "facts are complete", g->name, 0, (void *)(uintptr_t)g);
            add(&all, examples_come_out, "examples come out", g->name, 0, (void *)(uintptr_t)g);
            add(&all, plays_with_any_options, "plays with any options", g->name, 0,
                (void *)(uintptr_t)g);
            if (g->custom.besides)
                add(&all, plays_with_any_deck, "plays with any deck", g->name, 0,
                    (void *)(uintptr_t)g);
            add_name(&all, g->name);
        }
        for (const struct preset *p = g->presets; p && p->name; p++)
            if (chosen(p->name, argc - 1, argv + 1) || chosen(g->name, argc - 1, argv + 1))
                add_name(&all, p->name);
    }
    const char *pattern = getenv("MATCH");
    cmocka_set_test_filter(pattern);
    int failed = some_match(&all, pattern)
                     ? _cmocka_run_group_tests("conform", all.at, all.count, NULL, NULL)
                     : NOTHING_TO_RUN;
    for (size_t i = 0; i < all.count; i++) {
        free((void *)(uintptr_t)all.at[i].name);
        if (all.at[i].test_func == plays_by_the_contract)
            free(all.at[i].initial_state);
    }
    free(all.at);
    return failed;
}
