/* Games as numbers: an id for every decision, and in an observation all that a seat sees and
 * nothing else, in every game and variant, for every number of players and with random options. */
#include "lab/layout.h"
#include "tests/test.h"

enum { GAMES = 2, STEPS = 300, OPTION_TRIES = 3 };

typedef void (*check)(const struct layout *l, const struct state *s, int seat, struct rng *r);

/* Leads random games of a setup along and looks at each decision that is due. */
static void play_setup(const struct setup *u, check look, struct rng *r)
{
    struct layout l;
    layout_make(&l, u);
    for (int i = 0; i < GAMES; i++) {
        struct table *t = table_new(u);
        assert_non_null(t);
        for (int n = 0; n < STEPS && table_turn(t).kind != TURN_OVER; n++) {
            for (int seat = 0; seat < u->players; seat++)
                if (table_turn(t).kind == TURN_SEATS && table_turn(t).seats >> seat & 1)
                    look(&l, t->state, seat, r);
            test_step(t, r);
        }
        look(&l, t->state, rng_below(r, u->players), r);
        table_free(t);
    }
}

/* Any value that an option may have. */
static int32_t option_random(const struct option *o, int players, struct rng *r)
{
    int step = o->step ? o->step : 1, words = 0;
    if (o->none && rng_below(r, 4) == 0)
        return OPTION_NONE;
    while (o->type == OPTION_CHOICE && o->words[words])
        words++;
    switch (o->type) {
    case OPTION_SWITCH:
        return rng_below(r, 2);
    case OPTION_SEAT:
        return rng_below(r, players);
    case OPTION_CHOICE:
        return rng_below(r, words);
    case OPTION_NUMBER:
        break;
    }
    int most = o->most - o->least > 100 ? 100 : o->most - o->least;
    return o->least + rng_below(r, most / step + 1) * step;
}

/* The same names and players with other options, where they go together. */
static void play_options(const struct setup *u, check look, struct rng *r)
{
    struct error e = {0};
    for (int i = 0; i < OPTION_TRIES; i++) {
        struct setup other = *u;
        for (int k = 0; u->game->options[k].key; k++)
            if (rng_below(r, 2) == 0) {
                other.option[k] = option_random(&u->game->options[k], u->players, r);
                other.given |= 1u << k;
            }
        if (setup_finish(&other, &e))
            play_setup(&other, look, r);
    }
}

static void play_name(const char *name, check look)
{
    for (int players = 1; players <= PLAYERS_MAX; players++) {
        struct setup u;
        struct error e = {0};
        struct rng r = rng_seeded(7, (uint64_t)players);
        if (!setup_choose(&u, name, &e) || !setup_players(&u, players, &e) || !setup_finish(&u, &e))
            continue;
        play_setup(&u, look, &r);
        play_options(&u, look, &r);
    }
}

static void play_all(check look)
{
    for (int i = 0; all_games[i]; i++) {
        play_name(all_games[i]->name, look);
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            play_name(p->name, look);
    }
}

/* --- Decisions -------------------------------------------------------------------------------- */

static void look_at_ids(const struct layout *l, const struct state *s, int seat, struct rng *r)
{
    action legal[ACTIONS_MAX];
    uint8_t mask[UINT16_MAX];
    int marked = 0;
    (void)r;
    if (game_turn(s).kind != TURN_SEATS || !(game_turn(s).seats >> seat & 1))
        return;
    int count = game_legal(l->setup.game, s, seat, legal);
    layout_mask(l, seat, legal, count, mask);
    for (int i = 0; i < count; i++) {
        int id = layout_id(l, seat, legal[i]);
        if (id < 0 || id >= l->actions || layout_action(l, seat, id) != legal[i])
            fail_msg("%s: decision %08x has no id of its own", l->setup.game->name, legal[i]);
        assert_int_equal(mask[id], 1);
    }
    for (int id = 0; id < l->actions; id++)
        marked += mask[id];
    assert_int_equal(marked, count);
}

static void test_ids(void **unused)
{
    (void)unused;
    play_all(look_at_ids);
}

static void look_at_all_ids(const struct layout *l, const struct state *s, int seat, struct rng *r)
{
    (void)r;
    if (game_turn(s).kind == TURN_OVER)
        for (int id = 0; id < l->actions; id++)
            assert_int_equal(layout_id(l, seat, layout_action(l, seat, id)), id);
}

static void test_ids_dense(void **unused)
{
    (void)unused;
    play_all(look_at_all_ids);
}

static void test_ids_turn_with_the_seat(void **unused)
{
    (void)unused;
    struct setup u = test_setup("continuous", 4, NULL);
    struct layout l;
    action a = 0;
    layout_make(&l, &u);
    assert_int_equal(l.actions, 1 + RANKS * 4); /* hit, and a fold for each rank of each seat */
    assert_true(action_parse(u.game, "fold 3 B", &a));
    int id = layout_id(&l, 0, a);
    assert_true(action_parse(u.game, "fold 3 A", &a));
    assert_int_equal(layout_id(&l, 3, a), id); /* the next on the left in both */
}

static void test_options_leave_ids_out(void **unused)
{
    (void)unused;
    struct layout l;
    struct setup u = test_setup("pairs", 4, NULL);
    layout_make(&l, &u);
    assert_int_equal(l.actions, 2);
    u = test_setup("rocket", 2, "max-bet 50");
    layout_make(&l, &u);
    assert_int_equal(l.actions, 5 + 2);
}

/* --- Observations ----------------------------------------------------------------------------- */

/* Of an owner's zones: how many cards, and of each rank; the last card of the row. */
static void expect_zone(const struct view *v, int row, int owner, const int32_t at[], bool ordered)
{
    int count = 0, last = 0, of[RANKS + 1] = {0};
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        if (z->zone != ZONE_GAME + row || z->owner != owner)
            continue;
        count += z->count;
        for (int k = 0; k < z->count; k++)
            of[v->card[z->first + k]]++;
        for (int k = 0; ordered && k < SHEET_ROW; k++)
            assert_int_equal(at[1 + RANKS + k],
                             z->ordered && k < z->count ? v->card[z->first + z->count - 1 - k] : 0);
        assert_true(ordered || !z->ordered);
        assert_int_equal(z->ordered, ordered);
        last += z->ordered;
    }
    assert_true(last <= 1);
    assert_int_equal(at[0], count);
    for (int c = 1; c <= RANKS; c++)
        assert_int_equal(at[c], of[c]);
}

static void expect_number(const struct view *v, const struct part *p, int owner, const int32_t at[])
{
    int shown = 0, of[RANKS + 1] = {0};
    for (int i = 0; i < v->numbers; i++) {
        const struct number *n = &v->number[i];
        if (strcmp(n->label, v->game->labels[p->row].name) != 0 || n->owner != owner)
            continue;
        shown++;
        if (p->kind == PART_RANKS)
            of[n->value]++;
        else
            assert_int_equal(at[1], n->value);
    }
    for (int c = 1; p->kind == PART_RANKS && c <= RANKS; c++)
        assert_int_equal(at[c - 1], of[c]);
    if (p->kind == PART_NUMBER)
        assert_int_equal(at[0], shown); /* so that no number hides another */
}

/* The owners of a part, one after the other; returns how many of the view's zones or numbers have
 * their place here. */
static int expect_owned(const struct view *v, const struct part *p, const int32_t at[])
{
    int covered = 0;
    for (int i = 0; i < p->seats + p->middle; i++) {
        int owner = i < p->seats ? (v->looks + i) % v->players : NOBODY;
        if (p->kind == PART_ZONE)
            expect_zone(v, p->row, owner, at, p->ordered);
        else
            expect_number(v, p, owner, at);
        at += p->each;
        for (int k = 0; p->kind == PART_ZONE && k < v->zones; k++)
            covered += v->zone[k].zone == ZONE_GAME + p->row && v->zone[k].owner == owner;
        for (int k = 0; p->kind != PART_ZONE && k < v->numbers; k++)
            covered += v->number[k].row == p->row && v->number[k].owner == owner;
    }
    return covered;
}

/* One of the numbers that a part has for each seat. */
static int32_t of_seat(const struct view *v, enum part_kind kind, int seat)
{
    switch (kind) {
    case PART_TO_ACT:
        return v->to_act >> seat & 1;
    case PART_DEALER:
        return v->dealer == seat;
    case PART_WON:
        return v->winners >> seat & 1;
    case PART_LOST:
        return v->losers >> seat & 1;
    default:
        return v->score[seat];
    }
}

static void expect_part(const struct view *v, const struct part *p, const int32_t at[])
{
    const int32_t single[] = {v->looks, v->hand, v->over, v->chips, v->pot, v->deck, v->discards};
    if (p->kind <= PART_DISCARDS)
        assert_int_equal(at[0], single[p->kind]);
    for (int i = 0; p->kind >= PART_TO_ACT && p->kind <= PART_SCORE && i < p->seats; i++)
        assert_int_equal(at[i], of_seat(v, p->kind, (v->looks + i) % v->players));
    for (int i = 0; p->kind == PART_OPTIONS && i < p->each; i++)
        assert_int_equal(at[i], v->option[i]);
    for (int c = 1; p->kind == PART_GONE && c <= RANKS; c++)
        assert_int_equal(at[c - 1], pile_count(&v->gone, c));
}

static void look_at_view(const struct layout *l, const struct state *s, int seat, struct rng *r)
{
    static struct view v;
    int32_t out[INT16_MAX];
    int next = 0, zones = 0, numbers = 0;
    (void)r;
    memset(out, 0x55, sizeof out);
    game_view(l->setup.game, s, seat, &v);
    layout_observe(l, s, seat, out);
    for (int i = 0; i < l->parts; i++) {
        const struct part *p = &l->part[i];
        assert_int_equal(p->offset, next); /* no gap and nothing twice */
        next += part_size(p);
        expect_part(&v, p, &out[p->offset]);
        if (p->kind == PART_ZONE)
            zones += expect_owned(&v, p, &out[p->offset]);
        else if (p->kind > PART_ZONE)
            numbers += expect_owned(&v, p, &out[p->offset]);
    }
    assert_int_equal(next, l->size);
    assert_int_equal(zones, v.zones);
    assert_int_equal(numbers, v.numbers);
    assert_int_equal(out[l->size], 0x55555555);
}

static void test_view(void **unused)
{
    (void)unused;
    play_all(look_at_view);
}

/* A game whose table does not say whose the zones are that it shows itself: there is room for
 * whatever may be. */
static void test_silent(void **unused)
{
    (void)unused;
    for (int i = 0; all_games[i]; i++) {
        struct game silent = *all_games[i];
        struct setup u = test_setup(silent.name, silent.players_min, NULL);
        struct rng r = rng_seeded(8, (uint64_t)i);
        struct zone_type zones[SHEET_ZONES + 1] = {0};
        for (int k = 0; k < game_zone_count(&silent); k++) {
            zones[k] = silent.zones[k];
            if (zones[k].special)
                zones[k].whose = OF_BOTH;
        }
        silent.zones = zones;
        u.game = &silent;
        play_setup(&u, look_at_view, &r);
    }
}

static void look_at_twin(const struct layout *l, const struct state *s, int seat, struct rng *r)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *twin = (struct state *)room;
    int32_t one[INT16_MAX], other[INT16_MAX];
    if (game_turn(s).kind != TURN_SEATS) /* nobody imagines what nobody has to decide about */
        return;
    memcpy(twin, s, l->setup.game->size);
    game_imagine(l->setup.game, twin, seat, r);
    layout_observe(l, s, seat, one);
    layout_observe(l, twin, seat, other);
    assert_memory_equal(one, other, (size_t)l->size * sizeof one[0]);
}

static void test_twin(void **unused)
{
    (void)unused;
    play_all(look_at_twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"every legal decision has an id of its own that leads back to it", test_ids, NULL, NULL,
         NULL},
        {"every id is that of a decision, for every seat", test_ids_dense, NULL, NULL, NULL},
        {"in an id, seats count from the one who decides", test_ids_turn_with_the_seat, NULL, NULL,
         NULL},
        {"what the options rule out has no id", test_options_leave_ids_out, NULL, NULL, NULL},
        {"an observation holds all that the view of the seat shows", test_view, NULL, NULL, NULL},
        {"where nobody says whose the zones are, an observation has room for all", test_silent,
         NULL, NULL, NULL},
        {"an observation does not depend on what its seat cannot know", test_twin, NULL, NULL,
         NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
