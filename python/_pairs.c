/* pairs._pairs: the public library as Python sees it. Thin: a type for each handle, a method for
 * each function, and nothing that pairs.h does not have. Decisions are the ids of a layout here,
 * so that Python never sees another number for them. What is wrong becomes a ValueError with the
 * library's own message.
 *
 * Arrays come as buffers, so that numpy's are filled where they are. Long work lets other threads
 * of Python run; the object that works is busy meanwhile, and says so to whoever asks it. */
#include "_pairs.h"

/* --- Setup ------------------------------------------------------------------------------------ */

/* An object around a setup, which it takes over. */
static PyObject *setup_around(struct pairs_setup *setup)
{
    struct setup_object *self = PyObject_New(struct setup_object, &setup_type);
    struct pairs_error e = {0};
    if (!self) {
        pairs_setup_free(setup);
        return NULL;
    }
    self->setup = setup;
    self->layout = pairs_layout_new(setup, &e);
    if (self->layout)
        return (PyObject *)self;
    Py_DECREF(self);
    return fail(&e);
}

static bool set_options(struct pairs_setup *u, PyObject *options, struct pairs_error *e)
{
    PyObject *key, *value;
    for (Py_ssize_t i = 0; PyDict_Next(options, &i, &key, &value);) {
        const char *name = PyUnicode_AsUTF8(key);
        const char *text = name ? PyUnicode_AsUTF8(value) : NULL;
        if (!text || !pairs_setup_set_option(u, name, text, e))
            return false;
    }
    return true;
}

static PyObject *setup_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *name;
    int players = 0;
    PyObject *options = NULL;
    if (!PyArg_ParseTuple(args, "s|iO!", &name, &players, &PyDict_Type, &options))
        return NULL;
    (void)type, (void)named;
    struct pairs_error e = {0};
    struct pairs_setup *u = pairs_setup_new(name, &e);
    if (u && (!players || pairs_setup_set_players(u, players, &e)) &&
        (!options || set_options(u, options, &e)) && pairs_setup_check(u, &e))
        return setup_around(u);
    pairs_setup_free(u);
    return PyErr_Occurred() ? NULL : fail(&e);
}

static void setup_dealloc(PyObject *o)
{
    struct setup_object *self = as_setup(o);
    pairs_layout_free(self->layout);
    pairs_setup_free(self->setup);
    PyObject_Free(o);
}

static PyObject *setup_get_name(PyObject *o, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(pairs_setup_name(as_setup(o)->setup));
}

static PyObject *setup_get_game(PyObject *o, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(pairs_setup_game(as_setup(o)->setup));
}

static PyObject *setup_get_players(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_setup_players(as_setup(o)->setup));
}

static PyObject *setup_get_actions(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_layout_actions(as_setup(o)->layout));
}

static PyObject *setup_get_size(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_layout_size(as_setup(o)->layout));
}

static PyObject *option_item(const void *from, Py_ssize_t i)
{
    const struct pairs_setup *u = from;
    struct pairs_option option;
    char value[PAIRS_OPTION_TEXT];
    if (!pairs_setup_option(u, (int)i, &option))
        return PyErr_Format(PyExc_IndexError, "no option %zd", i);
    return Py_BuildValue("(ss)", option.key,
                         pairs_setup_option_text(u, (int)i, option.value, value));
}

static PyObject *setup_get_options(PyObject *o, void *unused)
{
    (void)unused;
    const struct pairs_setup *u = as_setup(o)->setup;
    return list_of(pairs_setup_options(u), option_item, u);
}

static PyObject *setup_get_facts(PyObject *o, void *unused)
{
    (void)unused;
    struct pairs_facts f;
    pairs_setup_facts(as_setup(o)->setup, &f);
    return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:N,s:N,s:N}", "kind", f.kind, "players_min",
                         f.players_min, "players_max", f.players_max, "decisions", f.decisions,
                         "difficulty", f.difficulty, "chips", PyBool_FromLong(f.chips), "low_wins",
                         PyBool_FromLong(f.low_wins), "hidden", PyBool_FromLong(f.hidden));
}

static PyObject *setup_get_returns(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_setup_returns(as_setup(o)->setup));
}

static PyGetSetDef setup_gets[] = {
    {.name = "name", .get = setup_get_name},
    {.name = "game", .get = setup_get_game},
    {.name = "players", .get = setup_get_players},
    {.name = "actions", .get = setup_get_actions},
    {.name = "size", .get = setup_get_size},
    {.name = "options", .get = setup_get_options},
    {.name = "facts", .get = setup_get_facts},
    {.name = "returns", .get = setup_get_returns},
    {0},
};

static PyObject *setup_rules(PyObject *o, PyObject *args)
{
    int columns = 0;
    const char *language = "en";
    if (!PyArg_ParseTuple(args, "|is", &columns, &language))
        return NULL;
    return take_text(pairs_setup_rules(as_setup(o)->setup, pairs_language(language), columns));
}

static PyObject *setup_json(PyObject *o, PyObject *unused)
{
    (void)unused;
    return take_text(pairs_setup_json(as_setup(o)->setup, 0));
}

static PyObject *setup_layout(PyObject *o, PyObject *unused)
{
    (void)unused;
    return take_text(pairs_layout_json(as_setup(o)->layout));
}

/* Whether there is such a seat; an exception if not. */
static bool has_seat(const struct setup_object *u, int seat)
{
    int players = pairs_setup_players(u->setup);
    if (seat >= 0 && seat < players)
        return true;
    PyErr_Format(PyExc_ValueError, "there is no seat %d; expected one from 0 to %d", seat,
                 players - 1);
    return false;
}

/* The decision of a seat by its id; false with an exception if there is none. */
static bool decision(const struct setup_object *u, int seat, int id, pairs_action *out)
{
    if (!has_seat(u, seat))
        return false;
    if (pairs_layout_action(u->layout, seat, id, out))
        return true;
    PyErr_Format(PyExc_ValueError, "there is no action %d; expected one from 0 to %d", id,
                 pairs_layout_actions(u->layout) - 1);
    return false;
}

static PyObject *setup_text(PyObject *o, PyObject *args)
{
    int seat, id;
    pairs_action a;
    char text[PAIRS_ACTION_TEXT];
    if (!PyArg_ParseTuple(args, "ii", &seat, &id) || !decision(as_setup(o), seat, id, &a))
        return NULL;
    return PyUnicode_FromString(pairs_action_text(as_setup(o)->setup, a, text));
}

static PyObject *setup_parse(PyObject *o, PyObject *args)
{
    int seat;
    const char *text;
    pairs_action a;
    if (!PyArg_ParseTuple(args, "is", &seat, &text) || !has_seat(as_setup(o), seat))
        return NULL;
    int id = pairs_action_parse(as_setup(o)->setup, text, &a)
                 ? pairs_layout_id(as_setup(o)->layout, seat, a)
                 : -1;
    if (id < 0)
        return PyErr_Format(PyExc_ValueError, "%s has no decision \"%s\"",
                            pairs_setup_name(as_setup(o)->setup), text);
    return PyLong_FromLong(id);
}

static PyObject *place_text(PyObject *o, PyObject *args)
{
    int place;
    if (!PyArg_ParseTuple(args, "i", &place))
        return NULL;
    const char *name = pairs_setup_place(as_setup(o)->setup, place);
    return name ? PyUnicode_FromString(name) : PyErr_Format(PyExc_IndexError, "no such place");
}

/* An object around a table, which it takes over. */
static PyObject *table_around(struct setup_object *setup, struct pairs_table *table)
{
    struct table_object *self = table ? PyObject_New(struct table_object, &table_type) : NULL;
    if (!self) {
        pairs_table_free(table);
        return PyErr_NoMemory();
    }
    self->setup = setup;
    Py_INCREF(setup);
    self->table = table;
    return (PyObject *)self;
}

static PyObject *setup_table(PyObject *o, PyObject *unused)
{
    (void)unused;
    struct pairs_error e = {0};
    struct pairs_table *table = pairs_table_new(as_setup(o)->setup, &e);
    return table ? table_around(as_setup(o), table) : fail(&e);
}

static PyMethodDef setup_methods[] = {
    {"rules", setup_rules, METH_VARARGS, NULL},  {"json", setup_json, METH_NOARGS, NULL},
    {"layout", setup_layout, METH_NOARGS, NULL}, {"text", setup_text, METH_VARARGS, NULL},
    {"parse", setup_parse, METH_VARARGS, NULL},  {"place", place_text, METH_VARARGS, NULL},
    {"table", setup_table, METH_NOARGS, NULL},   {0},
};

PyTypeObject setup_type = {
    .ob_base = {PyObject_HEAD_INIT(NULL) 0},
    .tp_name = "pairs._pairs.Setup",
    .tp_basicsize = sizeof(struct setup_object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = setup_new,
    .tp_dealloc = setup_dealloc,
    .tp_getset = setup_gets,
    .tp_methods = setup_methods,
};

/* --- Random numbers --------------------------------------------------------------------------- */

static PyObject *random_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    unsigned long long seed = 0, stream = 0, word[4] = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "|KKKKKK", &seed, &stream, &word[0], &word[1], &word[2], &word[3]))
        return NULL;
    struct random_object *self = PyObject_New(struct random_object, &random_type);
    if (!self)
        return NULL;
    pairs_rng_seed(&self->rng, seed, stream);
    for (int i = 0; PyTuple_GET_SIZE(args) == 6 && i < 4; i++)
        self->rng.word[i] = word[i]; /* in the middle of another one */
    return (PyObject *)self;
}

static void plain_dealloc(PyObject *o)
{
    PyObject_Free(o);
}

static PyObject *random_below(PyObject *o, PyObject *args)
{
    int n;
    if (!PyArg_ParseTuple(args, "i", &n))
        return NULL;
    if (n < 1)
        return PyErr_Format(PyExc_ValueError, "nothing is below %d; expected 1 or more", n);
    return PyLong_FromLong(pairs_rng_below(&as_random(o)->rng, n));
}

/* Where it is, for one that goes on from there. */
static PyObject *random_words(PyObject *o, PyObject *unused)
{
    const struct pairs_rng *r = &as_random(o)->rng;
    (void)unused;
    return Py_BuildValue("(KKKK)", (unsigned long long)r->word[0], (unsigned long long)r->word[1],
                         (unsigned long long)r->word[2], (unsigned long long)r->word[3]);
}

static PyMethodDef random_methods[] = {
    {"words", random_words, METH_NOARGS, NULL},
    {"below", random_below, METH_VARARGS, NULL},
    {0},
};

PyTypeObject random_type = {
    .ob_base = {PyObject_HEAD_INIT(NULL) 0},
    .tp_name = "pairs._pairs.Random",
    .tp_basicsize = sizeof(struct random_object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = random_new,
    .tp_dealloc = plain_dealloc,
    .tp_methods = random_methods,
};

/* --- Table ------------------------------------------------------------------------------------ */

static const struct pairs_game *game_of(PyObject *o)
{
    return pairs_table_game(as_table(o)->table);
}

static void table_dealloc(PyObject *o)
{
    pairs_table_free(as_table(o)->table);
    Py_DECREF(as_table(o)->setup);
    PyObject_Free(o);
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

/* Decisions and the layout that numbers them. */
struct decisions {
    const struct pairs_layout *layout;
    int seat;
    pairs_action action[PAIRS_ACTIONS];
};

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
    if (!PyArg_ParseTuple(args, "O!", &random_type, &random))
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
    if (!PyArg_ParseTuple(args, "iO!", &looks, &random_type, &random))
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
        pairs_table_infoset(t, looks, (unsigned char *)PyBytes_AS_STRING(out), size);
    return out;
}

enum { EVENT_NUMBERS = 13 + PAIRS_RANKS };

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

/* What the seat knows, or an exception. */
static struct pairs_knowledge *knowledge_of(PyObject *o, int seat)
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
    struct pairs_knowledge *k = knowledge_of(o, seat);
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
        k = knowledge_of(o, seat);
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
    struct pairs_knowledge *k = in ? knowledge_of(o, seat) : NULL;
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
    struct pairs_knowledge *k = in ? knowledge_of(o, seat) : NULL;
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

PyTypeObject table_type = {
    .ob_base = {PyObject_HEAD_INIT(NULL) 0},
    .tp_name = "pairs._pairs.Table",
    .tp_basicsize = sizeof(struct table_object),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = table_dealloc,
    .tp_getset = table_gets,
    .tp_methods = table_methods,
};

/* --- Bot -------------------------------------------------------------------------------------- */

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *name;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "s", &name))
        return NULL;
    struct bot_object *self = PyObject_New(struct bot_object, &bot_type);
    if (!self)
        return NULL;
    self->busy = false;
    self->bot = pairs_bot_new(name, &e);
    if (self->bot)
        return (PyObject *)self;
    Py_DECREF(self);
    return fail(&e);
}

static void bot_dealloc(PyObject *o)
{
    pairs_bot_free(as_bot(o)->bot);
    PyObject_Free(o);
}

static PyObject *bot_get_name(PyObject *o, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(pairs_bot_name(as_bot(o)->bot));
}

static PyObject *bot_get_title(PyObject *o, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(pairs_bot_title(as_bot(o)->bot));
}

static PyObject *bot_get_fault(PyObject *o, void *unused)
{
    (void)unused;
    const char *fault = pairs_bot_fault(as_bot(o)->bot);
    return fault ? PyUnicode_FromString(fault) : Py_NewRef(Py_None);
}

static PyGetSetDef bot_gets[] = {
    {.name = "name", .get = bot_get_name},
    {.name = "title", .get = bot_get_title},
    {.name = "fault", .get = bot_get_fault},
    {0},
};

static PyObject *bot_choose(PyObject *o, PyObject *args)
{
    PyObject *table, *random;
    int seat;
    if (!PyArg_ParseTuple(args, "O!iO!", &table_type, &table, &seat, &random_type, &random))
        return NULL;
    if (pairs_game_legal(game_of(table), seat, NULL, 0) == 0)
        return PyErr_Format(PyExc_ValueError, "seat %d has nothing to decide", seat);
    struct bot_object *b = as_bot(o);
    if (!claim(&b->busy))
        return NULL;
    struct pairs_knowledge *k = knowledge_of(table, seat);
    pairs_action a = 0;
    if (k) {
        PyThreadState *thread = PyEval_SaveThread();
        a = pairs_bot_choose(b->bot, k, &as_random(random)->rng);
        PyEval_RestoreThread(thread);
        pairs_knowledge_free(k);
    }
    b->busy = false;
    return k ? PyLong_FromLong(pairs_layout_id(as_table(table)->setup->layout, seat, a)) : NULL;
}

static PyMethodDef bot_methods[] = {
    {"choose", bot_choose, METH_VARARGS, NULL},
    {0},
};

PyTypeObject bot_type = {
    .ob_base = {PyObject_HEAD_INIT(NULL) 0},
    .tp_name = "pairs._pairs.Bot",
    .tp_basicsize = sizeof(struct bot_object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = bot_new,
    .tp_dealloc = bot_dealloc,
    .tp_getset = bot_gets,
    .tp_methods = bot_methods,
};

/* --- Batch ------------------------------------------------------------------------------------ */

static void batch_dealloc(PyObject *o)
{
    struct batch_object *self = as_batch(o);
    pairs_batch_free(self->batch);
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&self->array[i]);
    Py_XDECREF(self->setup);
    PyObject_Free(o);
}

/* Takes the arrays that are wanted; false with an exception if one has another size. */
static bool batch_take(struct batch_object *b, PyObject *const array[ARRAYS])
{
    const struct setup_object *u = b->setup;
    const Py_ssize_t numbers[ARRAYS] = {
        [SEAT] = 1,
        [OBSERVATION] = pairs_layout_size(u->layout),
        [MASK] = pairs_layout_actions(u->layout),
        [REWARD] = pairs_setup_players(u->setup),
        [DONE] = 1,
    };
    static const Py_ssize_t bytes[ARRAYS] = {4, 4, 1, 4, 1};
    for (int i = 0; i < ARRAYS; i++)
        if (array[i] != Py_None &&
            !take_buffer(array[i], &b->array[i], b->games * numbers[i], bytes[i], true))
            return false;
    return true;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *setup, *array[ARRAYS];
    struct pairs_batch_plan plan;
    unsigned long long seed;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "O!iKiiOOOOO", &setup_type, &setup, &plan.games, &seed,
                          &plan.reward, &plan.threads, &array[SEAT], &array[OBSERVATION],
                          &array[MASK], &array[REWARD], &array[DONE]))
        return NULL;
    struct batch_object *self = PyObject_New(struct batch_object, &batch_type);
    if (!self)
        return NULL;
    plan.seed = seed;
    self->setup = as_setup(Py_NewRef(setup));
    self->games = plan.games;
    self->busy = false;
    memset(self->array, 0, sizeof self->array);
    self->batch = pairs_batch_new(self->setup->setup, &plan, &e);
    if (self->batch && batch_take(self, array))
        return (PyObject *)self;
    if (!self->batch)
        fail(&e);
    Py_DECREF(self);
    return NULL;
}

static struct pairs_batch_out batch_out(const struct batch_object *b)
{
    return (struct pairs_batch_out){.seat = b->array[SEAT].buf,
                                    .observation = b->array[OBSERVATION].buf,
                                    .mask = b->array[MASK].buf,
                                    .reward = b->array[REWARD].buf,
                                    .done = b->array[DONE].buf};
}

static PyObject *batch_begin(PyObject *o, PyObject *unused)
{
    struct batch_object *b = as_batch(o);
    (void)unused;
    if (!claim(&b->busy))
        return NULL;
    struct pairs_batch_out out = batch_out(b);
    PyThreadState *thread = PyEval_SaveThread();
    pairs_batch_begin(b->batch, &out);
    PyEval_RestoreThread(thread);
    b->busy = false;
    Py_RETURN_NONE;
}

static PyObject *batch_step(PyObject *o, PyObject *array)
{
    struct batch_object *b = as_batch(o);
    Py_buffer ids;
    if (!take_buffer(array, &ids, b->games, 4, false))
        return NULL;
    int wrong = -1;
    bool claimed = claim(&b->busy);
    if (claimed) {
        struct pairs_batch_out out = batch_out(b);
        PyThreadState *thread = PyEval_SaveThread();
        wrong = pairs_batch_step(b->batch, ids.buf, &out);
        PyEval_RestoreThread(thread);
        b->busy = false;
    }
    if (wrong >= 0)
        PyErr_Format(PyExc_ValueError,
                     "action %d is not legal in game %d; expected one whose mask is 1",
                     ((const int32_t *)ids.buf)[wrong], wrong);
    PyBuffer_Release(&ids);
    return claimed && wrong < 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *batch_random(PyObject *o, PyObject *array)
{
    struct batch_object *b = as_batch(o);
    Py_buffer ids;
    if (!take_buffer(array, &ids, b->games, 4, true))
        return NULL;
    bool claimed = claim(&b->busy);
    if (claimed) {
        PyThreadState *thread = PyEval_SaveThread();
        pairs_batch_random(b->batch, ids.buf);
        PyEval_RestoreThread(thread);
        b->busy = false;
    }
    PyBuffer_Release(&ids);
    return claimed ? Py_NewRef(Py_None) : NULL;
}

/* The bot decides wherever `where` is not 0, by what lies on the table. `game` is room for one. */
static bool batch_decide(struct batch_object *b, struct pairs_bot *bot, struct pairs_game *game,
                         const uint8_t where[], struct pairs_rng *r, int32_t ids[])
{
    for (int i = 0; i < b->games; i++) {
        if (!where[i])
            continue;
        int seat = pairs_batch_game(b->batch, i, game);
        struct pairs_knowledge *k = pairs_knowledge_now(game, seat);
        if (!k)
            return false;
        ids[i] = pairs_layout_id(b->setup->layout, seat, pairs_bot_choose(bot, k, r));
        pairs_knowledge_free(k);
    }
    return true;
}

static PyObject *batch_choose(PyObject *o, PyObject *args)
{
    struct batch_object *b = as_batch(o);
    PyObject *bot, *random, *flags, *array;
    Py_buffer where = {0}, ids = {0};
    struct pairs_error e = {0};
    bool done = false;
    if (!PyArg_ParseTuple(args, "O!O!OO", &bot_type, &bot, &random_type, &random, &flags, &array))
        return NULL;
    if (!take_buffer(flags, &where, b->games, 1, false))
        return NULL;
    struct pairs_game *game = pairs_game_new(b->setup->setup, &e);
    if (!game)
        fail(&e);
    else if (take_buffer(array, &ids, b->games, 4, true) && claim(&b->busy)) {
        if (claim(&as_bot(bot)->busy)) {
            PyThreadState *thread = PyEval_SaveThread();
            done = batch_decide(b, as_bot(bot)->bot, game, where.buf, &as_random(random)->rng,
                                ids.buf);
            PyEval_RestoreThread(thread);
            as_bot(bot)->busy = false;
            if (!done)
                PyErr_NoMemory();
        }
        b->busy = false;
    }
    pairs_game_free(game);
    PyBuffer_Release(&where);
    PyBuffer_Release(&ids);
    return done ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef batch_methods[] = {
    {"begin", batch_begin, METH_NOARGS, NULL},
    {"step", batch_step, METH_O, NULL},
    {"random", batch_random, METH_O, NULL},
    {"choose", batch_choose, METH_VARARGS, NULL},
    {0},
};

PyTypeObject batch_type = {
    .ob_base = {PyObject_HEAD_INIT(NULL) 0},
    .tp_name = "pairs._pairs.Batch",
    .tp_basicsize = sizeof(struct batch_object),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = batch_new,
    .tp_dealloc = batch_dealloc,
    .tp_methods = batch_methods,
};

/* --- The module ------------------------------------------------------------------------------- */

static PyObject *names(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && pairs_name(i); i++) {
        PyObject *name = PyUnicode_FromString(pairs_name(i));
        if (!name || PyList_Append(list, name) != 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

/* The table of a record, with an object for its setup. */
static PyObject *table_with_setup(struct pairs_table *table)
{
    const struct pairs_setup *of = pairs_game_setup(pairs_table_game(table));
    struct pairs_setup *copy = pairs_setup_clone(of);
    PyObject *setup = copy ? setup_around(copy) : PyErr_NoMemory();
    if (!setup) {
        pairs_table_free(table);
        return NULL;
    }
    PyObject *out = table_around(as_setup(setup), table);
    Py_DECREF(setup);
    return out;
}

static PyObject *read_records(PyObject *module, PyObject *args)
{
    const char *text;
    (void)module;
    if (!PyArg_ParseTuple(args, "s", &text))
        return NULL;
    PyObject *list = PyList_New(0);
    while (list && text) {
        struct pairs_error e = {0};
        struct pairs_table *table = pairs_table_read(text, &text, &e);
        PyObject *one = table ? table_with_setup(table) : fail(&e);
        if (!one || PyList_Append(list, one) != 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"inputs", inputs, METH_VARARGS, NULL},
    {"arena", arena, METH_VARARGS, NULL},
    {"names", names, METH_NOARGS, NULL},
    {"read", read_records, METH_VARARGS, NULL},
    {0},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pairs._pairs",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__pairs(void);

PyMODINIT_FUNC PyInit__pairs(void)
{
    PyObject *m = PyModule_Create(&module);
    PyTypeObject *const types[] = {&setup_type, &table_type,    &random_type, &bot_type,
                                   &batch_type, &training_type, &net_type,    NULL};
    bool done = m && PyModule_AddStringConstant(m, "version", pairs_version()) == 0 &&
                PyModule_AddIntConstant(m, "EVENT_NUMBERS", EVENT_NUMBERS) == 0;
    for (int i = 0; done && types[i]; i++)
        done = PyModule_AddType(m, types[i]) == 0;
    if (!done)
        Py_CLEAR(m);
    return m;
}
