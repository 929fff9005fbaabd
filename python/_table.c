/* A table as Python sees it. */
#include "_pairs.h"

const struct pairs_game *game_of(PyObject *o)
{
    return pairs_table_game(as_table(o)->table);
}

static void table_dealloc(PyObject *o)
{
    pairs_table_free(as_table(o)->table);
    Py_DECREF((PyObject *)as_table(o)->setup);
    free_object(o);
}

static PyObject *table_get_setup(PyObject *o, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)as_table(o)->setup);
}

static PyObject *table_get_turn(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_game_turn(game_of(o)));
}

/* The first seat that has a decision to make, -1 if none has: those who decide at the same time do
 * so one after the other, and none sees what another has chosen. */
static PyObject *table_get_seat(PyObject *o, void *unused)
{
    (void)unused;
    const struct pairs_game *g = game_of(o);
    int seat = -1;
    if (pairs_game_turn(g) == PAIRS_DECISION)
        seat = __builtin_ctz(pairs_game_seats(g));
    return PyLong_FromLong(seat);
}

static PyObject *table_get_seats(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(pairs_game_seats(game_of(o)));
}

static PyObject *table_get_place(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_game_place(game_of(o)));
}

static PyGetSetDef table_gets[] = {
    {.name = "setup", .get = table_get_setup}, {.name = "turn", .get = table_get_turn},
    {.name = "seat", .get = table_get_seat},   {.name = "seats", .get = table_get_seats},
    {.name = "place", .get = table_get_place}, {0},
};

static PyObject *table_clone(PyObject *o, PyObject *unused)
{
    (void)unused;
    return table_around(as_table(o)->setup, pairs_table_clone(as_table(o)->table));
}

static PyObject *decision_item(const void *from, Py_ssize_t i)
{
    const struct decisions *d = from;
    return PyLong_FromLong(pairs_layout_id(d->layout, d->seat, d->action[i]));
}

static PyObject *table_legal(PyObject *o, PyObject *args)
{
    int seat;
    if (!PyArg_ParseTuple(args, "i", &seat))
        return NULL;
    struct decisions d;
    d.layout = as_table(o)->setup->layout;
    d.seat = seat;
    int count = pairs_game_legal(game_of(o), seat, d.action, PAIRS_ACTIONS);
    PyObject *list = list_of(count, decision_item, &d);
    if (list && PyList_Sort(list) != 0)
        Py_CLEAR(list);
    return list;
}

static PyObject *table_mask(PyObject *o, PyObject *args)
{
    int seat;
    PyObject *array;
    Py_buffer buffer;
    const struct setup_object *u = as_table(o)->setup;
    if (!PyArg_ParseTuple(args, "iO", &seat, &array) || !has_seat(u, seat) ||
        !take_buffer(array, &buffer, pairs_layout_actions(u->layout), 1, true))
        return NULL;
    pairs_layout_mask(u->layout, game_of(o), seat, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *table_observe(PyObject *o, PyObject *args)
{
    int seat;
    PyObject *array;
    Py_buffer buffer;
    const struct setup_object *u = as_table(o)->setup;
    if (!PyArg_ParseTuple(args, "iO", &seat, &array) || !has_seat(u, seat) ||
        !take_buffer(array, &buffer, pairs_layout_size(u->layout), 4, true))
        return NULL;
    pairs_layout_observe(u->layout, game_of(o), seat, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *table_play(PyObject *o, PyObject *args)
{
    int seat, id;
    pairs_action a;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "ii", &seat, &id) || !decision(as_table(o)->setup, seat, id, &a))
        return NULL;
    return none_or(&e, pairs_table_play(as_table(o)->table, seat, a, &e));
}

static PyObject *table_happen(PyObject *o, PyObject *args)
{
    int outcome;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "i", &outcome))
        return NULL;
    return none_or(&e, pairs_table_happen(as_table(o)->table, outcome, &e));
}

/* All that is left to chance before the next decision. */
static PyObject *table_draw(PyObject *o, PyObject *args)
{
    PyObject *random;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "O!", random_type, &random))
        return NULL;
    for (;;) {
        int turn = pairs_game_turn(game_of(o));
        if (turn != PAIRS_CARD && turn != PAIRS_LOT)
            Py_RETURN_NONE;
        if (!pairs_table_draw(as_table(o)->table, &as_random(random)->rng, &e))
            return fail(&e);
    }
}

static PyObject *chance_item(const void *from, Py_ssize_t i)
{
    const struct pairs_chance *chance = from;
    return Py_BuildValue("(id)", chance[i].outcome, chance[i].likely);
}

static PyObject *table_chances(PyObject *o, PyObject *unused)
{
    (void)unused;
    struct pairs_chance chance[PAIRS_CHANCES];
    return list_of(pairs_game_chances(game_of(o), chance), chance_item, chance);
}

static PyObject *count_item(const void *from, Py_ssize_t i)
{
    const int *count = from;
    return PyLong_FromLong(count[i]);
}

/* The pile that the card comes from that is due, and how many cards of each rank it has. */
static PyObject *table_source(PyObject *o, PyObject *unused)
{
    (void)unused;
    int count[PAIRS_RANKS + 1];
    int pile = pairs_game_source(game_of(o), count);
    return Py_BuildValue("(iN)", pile, list_of(PAIRS_RANKS + 1, count_item, count));
}

static PyObject *table_imagine(PyObject *o, PyObject *args)
{
    int looks;
    PyObject *random;
    struct pairs_table *table;
    if (!PyArg_ParseTuple(args, "iO!", &looks, random_type, &random))
        return NULL;
    table = pairs_table_imagine(as_table(o)->table, looks, &as_random(random)->rng);
    return table_around(as_table(o)->setup, table);
}

static PyObject *number_item(const void *from, Py_ssize_t i)
{
    const double *number = from;
    return PyFloat_FromDouble(number[i]);
}

static PyObject *table_returns(PyObject *o, PyObject *unused)
{
    (void)unused;
    double out[PAIRS_PLAYERS];
    pairs_game_returns(game_of(o), out);
    return list_of(pairs_setup_players(as_table(o)->setup->setup), number_item, out);
}

/* What an arena counts at the end: chips, or the share of the game that is won. */
static PyObject *table_shares(PyObject *o, PyObject *unused)
{
    (void)unused;
    double out[PAIRS_PLAYERS];
    struct pairs_status status;
    pairs_game_returns(game_of(o), out);
    pairs_game_status(game_of(o), &status);
    pairs_seats all = (1u << status.players) - 1;
    pairs_seats won = status.winners ? status.winners : all & ~status.losers;
    for (int seat = 0; seat < status.players && !status.chips; seat++)
        out[seat] = status.over && won >> seat & 1 ? 1.0 / __builtin_popcount(won) : 0;
    return list_of(status.players, number_item, out);
}

static PyObject *score_item(const void *from, Py_ssize_t i)
{
    const struct pairs_status *status = from;
    return PyLong_FromLong(status->score[i]);
}

static PyObject *table_scores(PyObject *o, PyObject *unused)
{
    (void)unused;
    struct pairs_status status;
    pairs_game_status(game_of(o), &status);
    return list_of(status.players, score_item, &status);
}

/* A step: what was waited for, who, and the id or the outcome. A lot is told by whom it fell on. */
static PyObject *step_item(const void *from, Py_ssize_t i)
{
    const struct table_object *t = from;
    struct pairs_step step;
    if (!pairs_table_step(t->table, (size_t)i, &step))
        return PyErr_Format(PyExc_IndexError, "no step %zd", i);
    int what = step.turn == PAIRS_DECISION ? pairs_layout_id(t->setup->layout, step.who, step.what)
               : step.turn == PAIRS_LOT    ? step.who
                                           : (int)step.what;
    return Py_BuildValue("(iii)", step.turn, step.who, what);
}

static PyObject *table_steps(PyObject *o, PyObject *unused)
{
    (void)unused;
    return list_of((Py_ssize_t)pairs_table_steps(as_table(o)->table), step_item, o);
}

static PyObject *table_rewind(PyObject *o, PyObject *args)
{
    Py_ssize_t steps;
    if (!PyArg_ParseTuple(args, "n", &steps))
        return NULL;
    if (steps < 0 || !pairs_table_rewind(as_table(o)->table, (size_t)steps))
        return PyErr_Format(PyExc_ValueError, "there are not so many steps; expected %zu or fewer",
                            pairs_table_steps(as_table(o)->table));
    Py_RETURN_NONE;
}

static PyObject *table_infoset(PyObject *o, PyObject *args)
{
    int looks;
    if (!PyArg_ParseTuple(args, "i", &looks))
        return NULL;
    const struct pairs_table *t = as_table(o)->table;
    size_t size = pairs_table_infoset(t, looks, NULL, 0);
    PyObject *out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (out)
        pairs_table_infoset(t, looks, (unsigned char *)PyBytes_AsString(out), size);
    return out;
}

/* A seat as seen from another: 1 is that one itself, going left; 0 nobody. */
static int32_t seen_from(int looks, int seat, int players)
{
    return seat >= 0 && seat < players ? (seat - looks + players) % players + 1 : 0;
}

/* An event as numbers. */
static void tell_event(const struct pairs_event *e, int looks, int players, int32_t out[])
{
    const int32_t row[] = {
        e->kind + 1,
        seen_from(looks, e->seat, players),
        seen_from(looks, e->other, players),
        e->from_zone,
        seen_from(looks, e->from_owner, players),
        e->to_zone,
        seen_from(looks, e->to_owner, players),
        e->number,
        e->kind == PAIRS_EVENT_DECIDE && e->known ? pairs_action_verb(e->choice) + 1 : 0,
        pairs_action_first(e->choice),
        pairs_action_second(e->choice),
        e->known,
        e->count,
    };
    memcpy(out, row, sizeof row);
    for (int rank = 1; rank <= PAIRS_RANKS; rank++)
        out[12 + rank] = e->cards[rank];
}

/* The last events as the seat knows them, the latest first, as many as there is room for; the rest
 * is 0. */
static PyObject *table_events(PyObject *o, PyObject *args)
{
    int looks, room;
    PyObject *array;
    Py_buffer buffer;
    if (!PyArg_ParseTuple(args, "iiO", &looks, &room, &array) ||
        !take_buffer(array, &buffer, (Py_ssize_t)room * EVENT_NUMBERS, 4, true))
        return NULL;
    const struct pairs_table *t = as_table(o)->table;
    int players = pairs_setup_players(as_table(o)->setup->setup);
    size_t events = pairs_table_events(t);
    int32_t *out = buffer.buf;
    memset(out, 0, (size_t)buffer.len);
    for (size_t i = 0; i < events && i < (size_t)room; i++) {
        struct pairs_event event;
        pairs_table_event(t, events - 1 - i, looks, &event);
        tell_event(&event, looks, players, out + i * EVENT_NUMBERS);
    }
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

static PyObject *kind_item(const void *from, Py_ssize_t i)
{
    const struct pairs_table *t = from;
    struct pairs_event event;
    pairs_table_event(t, pairs_table_fresh(t) + (size_t)i, PAIRS_NOBODY, &event);
    return PyLong_FromLong(event.kind);
}

/* The kinds of the events of the last step. */
static PyObject *table_fresh(PyObject *o, PyObject *unused)
{
    (void)unused;
    const struct pairs_table *t = as_table(o)->table;
    return list_of((Py_ssize_t)(pairs_table_events(t) - pairs_table_fresh(t)), kind_item, t);
}

static PyObject *table_record(PyObject *o, PyObject *unused)
{
    (void)unused;
    return take_text(pairs_table_record(as_table(o)->table));
}

static PyObject *table_json(PyObject *o, PyObject *unused)
{
    (void)unused;
    return take_text(pairs_table_json(as_table(o)->table));
}

static PyObject *table_view(PyObject *o, PyObject *args)
{
    int looks;
    if (!PyArg_ParseTuple(args, "i", &looks))
        return NULL;
    struct pairs_view *v = pairs_view_new();
    if (!v)
        return PyErr_NoMemory();
    pairs_game_view(game_of(o), looks, v);
    PyObject *out = take_text(pairs_view_json(v));
    pairs_view_free(v);
    return out;
}

static PyObject *table_told(PyObject *o, PyObject *args)
{
    int looks;
    Py_ssize_t event;
    if (!PyArg_ParseTuple(args, "in", &looks, &event))
        return NULL;
    return take_text(pairs_table_told(as_table(o)->table, (size_t)event, looks, 0));
}

static PyObject *table_expected(PyObject *o, PyObject *unused)
{
    (void)unused;
    return take_text(pairs_table_expected(as_table(o)->table, 0));
}

static PyObject *table_set_name(PyObject *o, PyObject *args)
{
    int seat;
    const char *name;
    if (!PyArg_ParseTuple(args, "is", &seat, &name))
        return NULL;
    pairs_table_set_name(as_table(o)->table, seat, name);
    Py_RETURN_NONE;
}

static PyObject *table_name(PyObject *o, PyObject *args)
{
    int seat;
    if (!PyArg_ParseTuple(args, "i", &seat))
        return NULL;
    const char *name = pairs_table_name(as_table(o)->table, seat);
    return name ? PyUnicode_FromString(name) : PyErr_Format(PyExc_ValueError, "no such seat");
}

struct pairs_knowledge *table_knowledge(PyObject *o, int seat)
{
    if (!has_seat(as_table(o)->setup, seat))
        return NULL;
    struct pairs_knowledge *k = pairs_knowledge_of(as_table(o)->table, seat);
    if (!k)
        PyErr_NoMemory();
    return k;
}

/* Odds, the layout that numbers their decisions, and whose they are. */
struct odds_list {
    const struct pairs_odds *odds;
    const struct pairs_layout *layout;
    int seat;
};

static PyObject *odds_item(const void *from, Py_ssize_t i)
{
    const struct odds_list *l = from;
    struct pairs_choice c;
    if (!pairs_odds_choice(l->odds, (int)i, &c))
        return PyErr_Format(PyExc_IndexError, "no choice %zd", i);
    return Py_BuildValue("(i(dd)(dd)(dd))", pairs_layout_id(l->layout, l->seat, c.action),
                         c.score.mean, c.score.error, c.worth.mean, c.worth.error, c.loss.mean,
                         c.loss.error);
}

static PyObject *rank_item(const void *from, Py_ssize_t i)
{
    return PyFloat_FromDouble(pairs_odds_card(from, (int)i + 1));
}

static PyObject *table_odds(PyObject *o, PyObject *args)
{
    int seat, rollouts;
    unsigned long long seed;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "iiK", &seat, &rollouts, &seed))
        return NULL;
    struct pairs_knowledge *k = table_knowledge(o, seat);
    if (!k)
        return NULL;
    struct pairs_odds *odds;
    PyThreadState *thread = PyEval_SaveThread();
    odds = pairs_odds_new(k, rollouts, seed, &e);
    PyEval_RestoreThread(thread);
    pairs_knowledge_free(k);
    if (!odds)
        return fail(&e);
    struct odds_list list = {odds, as_table(o)->setup->layout, seat};
    PyObject *out =
        Py_BuildValue("(lNdNi)", pairs_odds_situations(odds), list_of(PAIRS_RANKS, rank_item, odds),
                      pairs_odds_pair(odds), list_of(pairs_odds_choices(odds), odds_item, &list),
                      pairs_odds_best(odds));
    pairs_odds_free(odds);
    return out;
}

static PyObject *table_inputs(PyObject *o, PyObject *args)
{
    int seat, events;
    PyObject *array;
    Py_buffer row;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "iiO", &seat, &events, &array))
        return NULL;
    struct pairs_inputs *in = pairs_inputs_new(as_table(o)->setup->setup, events, &e);
    if (!in)
        return fail(&e);
    struct pairs_knowledge *k = NULL;
    if (take_buffer(array, &row, pairs_inputs_size(in), 2, true)) {
        k = table_knowledge(o, seat);
        if (k)
            pairs_inputs_fill(in, k, row.buf);
        PyBuffer_Release(&row);
    }
    pairs_inputs_free(in);
    pairs_knowledge_free(k);
    return k ? Py_NewRef(Py_None) : NULL;
}

/* Of the ids that inputs have: a byte for each, 1 for what is legal for the seat. */
static PyObject *table_input_mask(PyObject *o, PyObject *args)
{
    int seat;
    PyObject *array, *out = NULL;
    Py_buffer mask = {0};
    pairs_action legal[PAIRS_ACTIONS];
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "iO", &seat, &array))
        return NULL;
    struct pairs_inputs *in = pairs_inputs_new(as_table(o)->setup->setup, 0, &e);
    struct pairs_knowledge *k = in ? table_knowledge(o, seat) : NULL;
    if (!in)
        fail(&e);
    if (k && take_buffer(array, &mask, pairs_inputs_actions(in), 1, true)) {
        uint8_t *at = mask.buf;
        int count = pairs_game_legal(game_of(o), seat, legal, PAIRS_ACTIONS);
        memset(at, 0, (size_t)mask.len);
        for (int i = 0; i < count; i++)
            at[pairs_inputs_id(in, k, legal[i])] = 1;
        PyBuffer_Release(&mask);
        out = Py_NewRef(Py_None);
    }
    pairs_knowledge_free(k);
    pairs_inputs_free(in);
    return out;
}

/* The action that has one of these ids. */
static PyObject *table_input_action(PyObject *o, PyObject *args)
{
    int seat, id;
    pairs_action a;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "ii", &seat, &id))
        return NULL;
    struct pairs_inputs *in = pairs_inputs_new(as_table(o)->setup->setup, 0, &e);
    struct pairs_knowledge *k = in ? table_knowledge(o, seat) : NULL;
    bool found = k && pairs_inputs_action(in, k, id, &a);
    if (!in)
        fail(&e);
    else if (k && !found)
        PyErr_Format(PyExc_ValueError, "action %d is not legal; expected one whose mask is 1", id);
    pairs_knowledge_free(k);
    pairs_inputs_free(in);
    return found ? PyLong_FromLong(pairs_layout_id(as_table(o)->setup->layout, seat, a)) : NULL;
}

static PyMethodDef table_methods[] = {
    {"inputs", table_inputs, METH_VARARGS, NULL},
    {"clone", table_clone, METH_NOARGS, NULL},
    {"legal", table_legal, METH_VARARGS, NULL},
    {"mask", table_mask, METH_VARARGS, NULL},
    {"observe", table_observe, METH_VARARGS, NULL},
    {"play", table_play, METH_VARARGS, NULL},
    {"happen", table_happen, METH_VARARGS, NULL},
    {"draw", table_draw, METH_VARARGS, NULL},
    {"chances", table_chances, METH_NOARGS, NULL},
    {"source", table_source, METH_NOARGS, NULL},
    {"imagine", table_imagine, METH_VARARGS, NULL},
    {"fresh", table_fresh, METH_NOARGS, NULL},
    {"input_mask", table_input_mask, METH_VARARGS, NULL},
    {"input_action", table_input_action, METH_VARARGS, NULL},
    {"returns", table_returns, METH_NOARGS, NULL},
    {"scores", table_scores, METH_NOARGS, NULL},
    {"shares", table_shares, METH_NOARGS, NULL},
    {"steps", table_steps, METH_NOARGS, NULL},
    {"rewind", table_rewind, METH_VARARGS, NULL},
    {"infoset", table_infoset, METH_VARARGS, NULL},
    {"events", table_events, METH_VARARGS, NULL},
    {"record", table_record, METH_NOARGS, NULL},
    {"json", table_json, METH_NOARGS, NULL},
    {"view", table_view, METH_VARARGS, NULL},
    {"told", table_told, METH_VARARGS, NULL},
    {"expected", table_expected, METH_NOARGS, NULL},
    {"set_name", table_set_name, METH_VARARGS, NULL},
    {"name", table_name, METH_VARARGS, NULL},
    {"odds", table_odds, METH_VARARGS, NULL},
    {0},
};

PyType_Spec table_spec = {
    .name = "pairs._pairs.Table",
    .basicsize = sizeof(struct table_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots =
        (PyType_Slot[]){
            {Py_tp_dealloc, SLOT(table_dealloc)},
            {Py_tp_getset, table_gets},
            {Py_tp_methods, table_methods},
            {0},
        },
};
