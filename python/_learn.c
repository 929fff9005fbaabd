/* pairs._pairs, for those who learn and compare: training, networks, arenas. */
#include "_pairs.h"

/* --- Training --------------------------------------------------------------------------------- */

/* The arrays that it fills, in this order. */
enum { WHO, INPUT, LEGAL, BROUGHT, ENDED, PLAYER, TRAINING_ARRAYS };

struct training_object {
    PyObject_HEAD struct setup_object *setup;
    struct pairs_training *training;
    int games;
    bool busy;
    Py_buffer array[TRAINING_ARRAYS];
};

static struct training_object *as_training(PyObject *o)
{
    return (struct training_object *)(void *)o;
}

static void training_dealloc(PyObject *o)
{
    struct training_object *self = as_training(o);
    pairs_training_free(self->training);
    for (int i = 0; i < TRAINING_ARRAYS; i++)
        PyBuffer_Release(&self->array[i]);
    Py_XDECREF((PyObject *)self->setup);
    free_object(o);
}

/* Takes the arrays that are wanted; false with an exception if one has another size. */
static bool training_take(struct training_object *t, PyObject *const array[TRAINING_ARRAYS])
{
    const struct pairs_inputs *in = pairs_training_inputs(t->training);
    const Py_ssize_t numbers[TRAINING_ARRAYS] = {
        [WHO] = 1,
        [INPUT] = pairs_inputs_size(in),
        [LEGAL] = pairs_inputs_actions(in),
        [BROUGHT] = pairs_setup_players(t->setup->setup),
        [ENDED] = 1,
        [PLAYER] = pairs_setup_players(t->setup->setup),
    };
    static const Py_ssize_t bytes[TRAINING_ARRAYS] = {4, 2, 1, 4, 1, 1};
    for (int i = 0; i < TRAINING_ARRAYS; i++)
        if (array[i] != Py_None &&
            !take_buffer(array[i], &t->array[i], t->games * numbers[i], bytes[i], true))
            return false;
    return true;
}

static PyObject *training_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *setup, *array[TRAINING_ARRAYS];
    struct pairs_training_plan plan;
    unsigned long long seed;
    int rotate;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "O!iKiiipOOOOOO", setup_type, &setup, &plan.games, &seed,
                          &plan.reward, &plan.threads, &plan.events, &rotate, &array[WHO],
                          &array[INPUT], &array[LEGAL], &array[BROUGHT], &array[ENDED],
                          &array[PLAYER]))
        return NULL;
    struct training_object *self = PyObject_New(struct training_object, training_type);
    if (!self)
        return NULL;
    plan.seed = seed;
    plan.rotate = rotate;
    self->setup = as_setup(Py_NewRef(setup));
    self->games = plan.games;
    self->busy = false;
    memset(self->array, 0, sizeof self->array);
    self->training = pairs_training_new(self->setup->setup, &plan, &e);
    if (self->training && training_take(self, array))
        return (PyObject *)self;
    if (!self->training)
        fail(&e);
    Py_DECREF(self);
    return NULL;
}

static struct pairs_training_out training_out(const struct training_object *t)
{
    return (struct pairs_training_out){.seat = t->array[WHO].buf,
                                       .input = t->array[INPUT].buf,
                                       .mask = t->array[LEGAL].buf,
                                       .reward = t->array[BROUGHT].buf,
                                       .done = t->array[ENDED].buf,
                                       .player = t->array[PLAYER].buf};
}

static PyObject *training_add(PyObject *o, PyObject *args)
{
    struct training_object *t = as_training(o);
    const char *name;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "s", &name) || !claim(&t->busy))
        return NULL;
    int number = pairs_training_add(t->training, name, &e);
    t->busy = false;
    return number ? PyLong_FromLong(number) : fail(&e);
}

static PyObject *training_add_net(PyObject *o, PyObject *args)
{
    struct training_object *t = as_training(o);
    Py_buffer file;
    int temperature;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "y*i", &file, &temperature))
        return NULL;
    int number = 0;
    if (claim(&t->busy)) {
        number = pairs_training_add_net(t->training, file.buf, (size_t)file.len, temperature, &e);
        t->busy = false;
        if (!number)
            fail(&e);
    }
    PyBuffer_Release(&file);
    return number ? PyLong_FromLong(number) : NULL;
}

static PyObject *training_players(PyObject *o, PyObject *array)
{
    struct training_object *t = as_training(o);
    Py_buffer players;
    if (!take_buffer(array, &players, t->games * pairs_setup_players(t->setup->setup), 1, false))
        return NULL;
    bool claimed = claim(&t->busy);
    bool fine = claimed && pairs_training_seat(t->training, players.buf);
    if (claimed && !fine)
        PyErr_SetString(PyExc_ValueError,
                        "there is no such player; expected 0 or what add has returned");
    t->busy = claimed ? false : t->busy;
    PyBuffer_Release(&players);
    return fine ? Py_NewRef(Py_None) : NULL;
}

/* The first moment of all games, or with decisions the next one. */
static int training_work(void *with, int32_t ids[])
{
    struct training_object *t = with;
    struct pairs_training_out out = training_out(t);
    if (ids)
        return pairs_training_step(t->training, ids, &out);
    pairs_training_begin(t->training, &out);
    return -1;
}

static PyObject *training_begin(PyObject *o, PyObject *unused)
{
    struct training_object *t = as_training(o);
    (void)unused;
    return work_with(&t->busy, NULL, t->games, false, training_work, t);
}

static PyObject *training_step(PyObject *o, PyObject *array)
{
    struct training_object *t = as_training(o);
    return work_with(&t->busy, array, t->games, false, training_work, t);
}

static PyMethodDef training_methods[] = {
    {"add", training_add, METH_VARARGS, NULL},   {"add_net", training_add_net, METH_VARARGS, NULL},
    {"players", training_players, METH_O, NULL}, {"begin", training_begin, METH_NOARGS, NULL},
    {"step", training_step, METH_O, NULL},       {0},
};

PyType_Spec training_spec = {
    .name = "pairs._pairs.Training",
    .basicsize = sizeof(struct training_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(training_new)},
            {Py_tp_dealloc, SLOT(training_dealloc)},
            {Py_tp_methods, training_methods},
            {0},
        },
};

static PyObject *value_item(const void *from, Py_ssize_t i)
{
    return PyLong_FromLong(pairs_inputs_values(from, (int)i));
}

/* The layout of the inputs of a game: view, events, each, actions, hash, values. */
PyObject *inputs(PyObject *unused, PyObject *args)
{
    PyObject *setup;
    int events;
    struct pairs_error e = {0};
    (void)unused;
    if (!PyArg_ParseTuple(args, "O!i", setup_type, &setup, &events))
        return NULL;
    struct pairs_inputs *in = pairs_inputs_new(as_setup(setup)->setup, events, &e);
    if (!in)
        return fail(&e);
    PyObject *values = list_of(pairs_inputs_size(in), value_item, in);
    PyObject *all = values ? Py_BuildValue("iiiiKN", pairs_inputs_view(in), pairs_inputs_events(in),
                                           pairs_inputs_each(in), pairs_inputs_actions(in),
                                           (unsigned long long)pairs_inputs_hash(in), values)
                           : NULL;
    pairs_inputs_free(in);
    return all;
}

/* --- Net -------------------------------------------------------------------------------------- */

struct net_object {
    PyObject_HEAD struct pairs_net *net;
};

static struct net_object *as_net(PyObject *o)
{
    return (struct net_object *)(void *)o;
}

static PyObject *net_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    Py_buffer file;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "y*", &file))
        return NULL;
    struct net_object *self = PyObject_New(struct net_object, net_type);
    if (self)
        self->net = pairs_net_new(file.buf, (size_t)file.len, &e);
    PyBuffer_Release(&file);
    if (self && !self->net) {
        Py_CLEAR(self);
        fail(&e);
    }
    return (PyObject *)self;
}

static void net_dealloc(PyObject *o)
{
    pairs_net_free(as_net(o)->net);
    free_object(o);
}

static PyObject *net_get_game(PyObject *o, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(pairs_net_game(as_net(o)->net));
}

static PyObject *net_get_events(PyObject *o, void *unused)
{
    (void)unused;
    return PyLong_FromLong(pairs_inputs_events(pairs_net_inputs(as_net(o)->net)));
}

static PyGetSetDef net_gets[] = {
    {"game", net_get_game, NULL, NULL, NULL}, {"events", net_get_events, NULL, NULL, NULL}, {0}};

/* Rows of inputs become rows of preferences, each with what is expected after them. */
static PyObject *net_think(PyObject *o, PyObject *args)
{
    const struct pairs_net *n = as_net(o)->net;
    const struct pairs_inputs *in = pairs_net_inputs(n);
    Py_ssize_t size = pairs_inputs_size(in), actions = pairs_inputs_actions(in);
    PyObject *from, *to;
    Py_buffer rows, out;
    int count;
    if (!PyArg_ParseTuple(args, "iOO", &count, &from, &to) ||
        !take_buffer(from, &rows, count * size, 2, false))
        return NULL;
    bool fine = take_buffer(to, &out, count * (actions + 1), 4, true);
    if (fine) {
        int32_t *row = out.buf;
        PyThreadState *thread = PyEval_SaveThread();
        for (int i = 0; i < count; i++, row += actions + 1)
            row[actions] = pairs_net_think(n, (const int16_t *)rows.buf + i * size, row);
        PyEval_RestoreThread(thread);
        PyBuffer_Release(&out);
    }
    PyBuffer_Release(&rows);
    return fine ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef net_methods[] = {{"think", net_think, METH_VARARGS, NULL}, {0}};

PyType_Spec net_spec = {
    .name = "pairs._pairs.Net",
    .basicsize = sizeof(struct net_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(net_new)},
            {Py_tp_dealloc, SLOT(net_dealloc)},
            {Py_tp_getset, net_gets},
            {Py_tp_methods, net_methods},
            {0},
        },
};

/* --- Arena ------------------------------------------------------------------------------------ */

enum { GUESTS = 8 };

/* A function of Python's that plays, and the room in which it finds what its seat sees. */
struct guest {
    PyObject *ask;
    const struct setup_object *setup;
    struct pairs_game *game; /* one that the seat imagines, and so sees the same */
    int32_t *observation;
    uint8_t *mask;
};

/* Only one thread plays, so that all guests share their room. */
static pairs_action ask_guest(void *context, const struct pairs_knowledge *k,
                              const struct pairs_view *v, struct pairs_rng *r)
{
    const struct guest *g = context;
    const struct pairs_layout *layout = g->setup->layout;
    int seat = pairs_view_looks(v);
    pairs_action a = UINT32_MAX; /* which is never legal */
    PyGILState_STATE state = PyGILState_Ensure();
    pairs_knowledge_imagine(k, g->game, r);
    pairs_layout_observe(layout, g->game, seat, g->observation);
    pairs_layout_mask(layout, g->game, seat, g->mask);
    PyObject *id = PyObject_CallNoArgs(g->ask);
    long number = id ? PyLong_AsLong(id) : -1;
    if (PyErr_Occurred())
        PyErr_WriteUnraisable(g->ask);
    else if (number >= 0 && number < pairs_layout_actions(layout))
        pairs_layout_action(layout, seat, (int)number, &a);
    Py_XDECREF(id);
    PyGILState_Release(state);
    return a;
}

/* Whoever has had enough presses Ctrl-C, which Python has to be asked about. */
static bool heed_signals(void *context, long done, long all)
{
    (void)context, (void)done, (void)all;
    PyGILState_STATE state = PyGILState_Ensure();
    bool fine = PyErr_CheckSignals() == 0;
    PyGILState_Release(state);
    return fine;
}

/* Gives the functions of a dictionary names in the setup; returns how many, or -1 with an exception
 * or a message. */
static int add_guests(struct pairs_setup *u, PyObject *own, const struct guest *room,
                      struct guest guests[GUESTS], struct pairs_error *e)
{
    PyObject *key, *ask;
    int count = 0;
    for (Py_ssize_t i = 0; PyDict_Next(own, &i, &key, &ask); count++) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        struct guest *g = &guests[count % GUESTS]; /* of more the library will have none */
        *g = *room;
        g->ask = ask;
        if (!name || !pairs_setup_add_bot(u, name, ask_guest, g, e))
            return -1;
    }
    return count;
}

static PyObject *rank_of_bot(const void *from, Py_ssize_t i)
{
    struct pairs_rank r;
    if (!pairs_arena_bot(from, (int)i, &r))
        return PyErr_Format(PyExc_IndexError, "no bot %zd", i);
    return Py_BuildValue("(s(dd)(dd)(ddd)(ddd)(dd)l)", r.bot, r.score.mean, r.score.error,
                         r.ahead.mean, r.ahead.error, r.won.value, r.won.low, r.won.high,
                         r.lost.value, r.lost.low, r.lost.high, r.elo.mean, r.elo.error,
                         r.replaced);
}

static PyObject *arena_ranks(const struct pairs_arena *a)
{
    struct pairs_rank r;
    int bots = 0;
    while (pairs_arena_bot(a, bots, &r))
        bots++;
    return list_of(bots, rank_of_bot, a);
}

/* Plays all games of a setup that has the guests. */
static PyObject *arena_play(const struct pairs_setup *u, const char *bots, long games,
                            unsigned long long seed, int threads, struct pairs_error *e)
{
    struct pairs_arena *a = pairs_arena_new(u, bots, games, seed, e);
    PyObject *out = NULL;
    if (!a)
        return fail(e);
    PyThreadState *thread = PyEval_SaveThread();
    bool done = pairs_arena_run(a, 0, threads, heed_signals, NULL, e);
    PyEval_RestoreThread(thread);
    if (!PyErr_Occurred())
        out = done ? arena_ranks(a) : fail(e);
    pairs_arena_free(a);
    return out;
}

PyObject *arena(PyObject *module, PyObject *args)
{
    PyObject *setup, *own, *seen, *legal, *out = NULL;
    const char *bots;
    long games;
    unsigned long long seed;
    int threads;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!sO!lKiOO", setup_type, &setup, &bots, &PyDict_Type, &own, &games,
                          &seed, &threads, &seen, &legal))
        return NULL;
    struct setup_object *of = as_setup(setup);
    struct pairs_error e = {0};
    struct guest guests[GUESTS], room = {.setup = of};
    Py_buffer observation = {0}, mask = {0};
    struct pairs_setup *u = pairs_setup_clone(of->setup);
    room.game = u ? pairs_game_new(u, &e) : NULL;
    if (!room.game) {
        PyErr_NoMemory();
    } else if (take_buffer(seen, &observation, pairs_layout_size(of->layout), 4, true) &&
               take_buffer(legal, &mask, pairs_layout_actions(of->layout), 1, true)) {
        room.observation = observation.buf;
        room.mask = mask.buf;
        int count = add_guests(u, own, &room, guests, &e);
        if (count >= 0)
            out = arena_play(u, bots, games, seed, count ? 1 : threads, &e);
        else if (!PyErr_Occurred())
            fail(&e);
    }
    PyBuffer_Release(&observation);
    PyBuffer_Release(&mask);
    pairs_game_free(room.game);
    pairs_setup_free(u);
    return out;
}
