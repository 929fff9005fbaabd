/* What a seat knows as numbers, in every game and variant, for every number of players: the same
 * for what it cannot tell apart, whoever keeps the past; another for whatever it has seen happen.
 */
#include "bots/inputs.h"
#include "tests/test.h"

enum { GAMES = 2, STEPS = 250, FEW = 6 };

struct moment {
    const struct inputs *in;
    const struct table *t;
    const struct recall *all; /* what has happened, with all secrets */
    int seat;
    struct rng *r;
};

typedef void (*check)(const struct moment *m);

static void play_setup(const struct setup *u, check look, struct rng *r)
{
    struct inputs in;
    inputs_make(&in, u->game, INPUT_EVENTS);
    assert_true(in.view <= INPUT_VIEW && in.actions <= INPUT_ACTIONS);
    for (int i = 0; i < GAMES; i++) {
        struct recall all = {0};
        struct table *t = table_new(u);
        assert_non_null(t);
        recall_add(&all, t->past.event, t->past.size);
        for (int n = 0; n < STEPS && table_turn(t).kind != TURN_OVER; n++) {
            for (int seat = 0; seat < u->players; seat++)
                if (table_turn(t).kind == TURN_SEATS && table_turn(t).seats >> seat & 1)
                    look(&(struct moment){&in, t, &all, seat, r});
            test_step(t, r);
            recall_add(&all, t->past.event + t->past.fresh, t->past.size - t->past.fresh);
        }
        table_free(t);
    }
}

static void play_all(check look)
{
    struct rng r = rng_seeded(7, 0);
    for (int i = 0; all_games[i]; i++)
        for (int players = 1; players <= PLAYERS_MAX; players++) {
            struct setup u = {.game = all_games[i]};
            struct error e = {0};
            if (setup_suits(&u, players) && setup_players(&u, players, &e) && setup_finish(&u, &e))
                play_setup(&u, look, &r);
            for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
                if (setup_choose(&u, p->name, &e) && setup_suits(&u, players) &&
                    setup_players(&u, players, &e) && setup_finish(&u, &e) && rng_below(&r, 2))
                    play_setup(&u, look, &r);
        }
}

static int16_t *row_of(const struct inputs *in)
{
    int16_t *row = calloc((size_t)in->size, sizeof *row);
    assert_non_null(row);
    return row;
}

/* --- The same --------------------------------------------------------------------------------- */

/* A bot's knowledge, a glance at a state and a state that it imagines, with or without secrets. */
static void look_same(const struct moment *m)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)(void *)room;
    const struct game *game = m->in->game;
    int16_t *known = row_of(m->in), *row = row_of(m->in);
    size_t bytes = (size_t)m->in->size * sizeof *row;
    struct knowledge *k = knowledge_of(m->t, m->seat);
    struct view v;
    knowledge_view(k, &v);
    inputs_know(m->in, k, &v, known);
    game_glance(game, m->t->state, m->seat, &v);
    inputs_fill(m->in, &v, m->all, row);
    assert_memory_equal(row, known, bytes);
    knowledge_imagine(k, s, m->r);
    game_view(game, s, m->seat, &v);
    inputs_fill(m->in, &v, m->all, row);
    if (memcmp(row, known, bytes) != 0)
        fail_msg("%s: seat %d of %d can tell an imagined state by its inputs", game->name, m->seat,
                 v.players);
    knowledge_free(k);
    free(known);
    free(row);
}

static void test_same(void **unused)
{
    (void)unused;
    play_all(look_same);
}

/* --- Within bounds ---------------------------------------------------------------------------- */

static void expect_within(const struct inputs *in, const int16_t row[], int i)
{
    int values = i < in->view ? in->values[i] : in->event_values[(i - in->view) % INPUT_FIELDS];
    if (values && (row[i] < 0 || row[i] > values))
        fail_msg("%s: number %d is %d; expected 0 to %d", in->game->name, i, row[i], values);
}

static void look_within(const struct moment *m)
{
    int16_t *row = row_of(m->in);
    struct view v;
    game_glance(m->in->game, m->t->state, m->seat, &v);
    inputs_fill(m->in, &v, m->all, row);
    for (int i = 0; i < m->in->size; i++)
        expect_within(m->in, row, i);
    free(row);
}

static void test_within(void **unused)
{
    (void)unused;
    play_all(look_within);
}

/* --- Forgotten -------------------------------------------------------------------------------- */

/* Who forgets knows the last events, as if there had been no others, and no cards that are gone. */
static void look_forgotten(const struct moment *m)
{
    enum { MEMORY = 4 };
    int16_t *row = row_of(m->in), *whole = row_of(m->in);
    struct recall last = {0}, forgetful = *m->all;
    for (uint32_t back = m->all->size < MEMORY ? m->all->size : MEMORY; back; back--)
        recall_add(&last, &m->all->event[(m->all->size - back) % RECALL_EVENTS], 1);
    recall_forget(&forgetful, MEMORY);
    struct view v;
    game_glance(m->in->game, m->t->state, m->seat, &v);
    inputs_fill(m->in, &v, &last, whole);
    inputs_fill(m->in, &v, &forgetful, row);
    const struct input_part *fresh = m->in->part;
    while (fresh->kind != INPUT_FRESH)
        fresh++;
    assert_int_equal(fresh[1].kind, INPUT_LEFT);
    memcpy(&whole[fresh[1].offset], &whole[fresh->offset], RANKS * sizeof *whole);
    assert_memory_equal(row, whole, (size_t)m->in->size * sizeof *row);
    free(row);
    free(whole);
}

static void test_forgotten(void **unused)
{
    (void)unused;
    play_all(look_forgotten);
}

/* --- Another ---------------------------------------------------------------------------------- */

/* Makes something else of an event that the seat has seen; false if there is nothing to change. */
static bool change(struct event *e, const struct moment *m)
{
    const struct verb *verbs = m->in->game->verbs;
    if (e->kind == EVENT_DECIDE && e->seen) {
        const struct verb *v = &verbs[action_verb(e->choice)];
        int first = action_first(e->choice);
        if (v->argument[0] == RANK_ARGUMENT)
            e->choice =
                action_make(action_verb(e->choice), first % RANKS + 1, action_second(e->choice));
        else if (v->argument[0] == NUMBER_ARGUMENT)
            e->choice = action_make(action_verb(e->choice), first + 1, 0);
        else
            e->seat = (uint8_t)((e->seat + 1) % m->t->setup.players);
        return v->argument[0] != NO_ARGUMENT || m->t->setup.players > 1;
    }
    if (e->kind == EVENT_SHOW && e->cards) {
        int c = cards_lowest(e->cards);
        e->cards += cards_one(c % RANKS + 1) - cards_one(c);
        return true;
    }
    return false;
}

static void look_other(const struct moment *m)
{
    if (rng_below(m->r, FEW))
        return;
    int16_t *row = row_of(m->in), *other = row_of(m->in);
    size_t bytes = (size_t)m->in->size * sizeof *row;
    struct view v;
    game_glance(m->in->game, m->t->state, m->seat, &v);
    inputs_fill(m->in, &v, m->all, row);
    for (uint32_t back = 1; back <= INPUT_EVENTS && back <= m->all->size; back++) {
        struct recall changed = *m->all;
        struct event *e = &changed.event[(changed.size - back) % RECALL_EVENTS];
        *e = event_redact(e, m->seat);
        if (e->kind == EVENT_HAND)
            break;
        if (!change(e, m))
            continue;
        inputs_fill(m->in, &v, &changed, other);
        if (memcmp(row, other, bytes) == 0)
            fail_msg("%s: seat %d does not see what happened %u events ago", m->in->game->name,
                     m->seat, (unsigned)back);
    }
    free(row);
    free(other);
}

static void test_other(void **unused)
{
    (void)unused;
    play_all(look_other);
}

/* --- Ids -------------------------------------------------------------------------------------- */

static void look_ids(const struct moment *m)
{
    struct view v;
    uint8_t seen[INPUT_ACTIONS] = {0};
    int offered = 0;
    game_glance(m->in->game, m->t->state, m->seat, &v);
    for (int i = 0; i < v.actions; i++) {
        int id = inputs_id(m->in, &v, v.act[i]);
        if (id < 0)
            continue;
        assert_true(id < m->in->actions && !seen[id]++);
        assert_int_equal(inputs_action(m->in, &v, id), v.act[i]);
        offered++;
    }
    assert_true(offered == v.actions || offered > 1);
}

static void test_ids(void **unused)
{
    (void)unused;
    play_all(look_ids);
}

static void test_grades(void **unused)
{
    (void)unused;
    struct setup u = test_setup("rocket", 2, "max-bet 5000");
    struct inputs in;
    struct rng r = rng_seeded(3, 0);
    inputs_make(&in, u.game, 0);
    struct table *t = table_new(&u);
    while (table_turn(t).kind != TURN_SEATS)
        test_step(t, &r);
    struct view v;
    int graded = 0;
    game_view(u.game, t->state, __builtin_ctz(table_turn(t).seats), &v);
    for (int i = 0; i < v.actions; i++)
        graded += inputs_id(&in, &v, v.act[i]) >= 0;
    assert_int_equal(v.actions, 500);
    assert_int_equal(graded, INPUT_GRADES);
    assert_true(inputs_id(&in, &v, v.act[0]) >= 0);
    assert_true(inputs_id(&in, &v, v.act[v.actions - 1]) >= 0);
    table_free(t);
}

/* The layout of a game is its own, and the number of events makes no other of it. */
static void test_hash(void **unused)
{
    (void)unused;
    static struct inputs in[2];
    for (int i = 0; all_games[i]; i++) {
        inputs_make(&in[0], all_games[i], 0);
        inputs_make(&in[1], all_games[i], INPUT_EVENTS_MAX);
        assert_true(in[0].hash == in[1].hash);
        assert_int_equal(in[1].size - in[0].size, INPUT_EVENTS_MAX * INPUT_FIELDS);
        for (int k = 0; k < i; k++) {
            inputs_make(&in[1], all_games[k], 0);
            assert_true(in[0].hash != in[1].hash);
        }
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; argc > 1 && all_games[i]; i++) { /* any word: only the sizes */
        static struct inputs in;
        inputs_make(&in, all_games[i], INPUT_EVENTS);
        printf("%-16s %4d view %4d row %4d ids  %s\n", all_games[i]->name, in.view, in.size,
               in.actions, argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),  cmocka_unit_test(test_within),
        cmocka_unit_test(test_other), cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_ids),   cmocka_unit_test(test_grades),
        cmocka_unit_test(test_hash),
    };
    return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
