/* Bots and batches as Python sees them. */
#include "_pairs.h"

/* --- Bot -------------------------------------------------------------------------------------- */

static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    const char *name;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "s", &name))
        return NULL;
    struct bot_object *self = PyObject_New(struct bot_object, bot_type);
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
    free_object(o);
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
    if (!PyArg_ParseTuple(args, "O!iO!", table_type, &table, &seat, random_type, &random))
        return NULL;
    if (pairs_game_legal(game_of(table), seat, NULL, 0) == 0)
        return PyErr_Format(PyExc_ValueError, "seat %d has nothing to decide", seat);
    struct bot_object *b = as_bot(o);
    if (!claim(&b->busy))
        return NULL;
    struct pairs_knowledge *k = table_knowledge(table, seat);
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

PyType_Spec bot_spec = {
    .name = "pairs._pairs.Bot",
    .basicsize = sizeof(struct bot_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(bot_new)},
            {Py_tp_dealloc, SLOT(bot_dealloc)},
            {Py_tp_getset, bot_gets},
            {Py_tp_methods, bot_methods},
            {0},
        },
};

/* --- Batch ------------------------------------------------------------------------------------ */

static void batch_dealloc(PyObject *o)
{
    struct batch_object *self = as_batch(o);
    pairs_batch_free(self->batch);
    for (int i = 0; i < ARRAYS; i++)
        PyBuffer_Release(&self->array[i]);
    Py_XDECREF((PyObject *)self->setup);
    free_object(o);
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
    if (!PyArg_ParseTuple(args, "O!iKiiOOOOO", setup_type, &setup, &plan.games, &seed, &plan.reward,
                          &plan.threads, &array[SEAT], &array[OBSERVATION], &array[MASK],
                          &array[REWARD], &array[DONE]))
        return NULL;
    struct batch_object *self = PyObject_New(struct batch_object, batch_type);
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

PyObject *work_with(bool *busy, PyObject *array, int games, bool write, id_work *work, void *with)
{
    Py_buffer ids = {0};
    if (array && !take_buffer(array, &ids, games, 4, write))
        return NULL;
    int wrong = -1;
    bool claimed = claim(busy);
    if (claimed) {
        PyThreadState *thread = PyEval_SaveThread();
        wrong = work(with, ids.buf);
        PyEval_RestoreThread(thread);
        *busy = false;
    }
    if (wrong >= 0)
        PyErr_Format(PyExc_ValueError,
                     "action %d is not legal in game %d; expected one whose mask is 1",
                     ((const int32_t *)ids.buf)[wrong], wrong);
    PyBuffer_Release(&ids);
    return claimed && wrong < 0 ? Py_NewRef(Py_None) : NULL;
}

/* The first moment of all games, or with decisions the next one. */
static int batch_work(void *with, int32_t ids[])
{
    struct batch_object *b = with;
    struct pairs_batch_out out = batch_out(b);
    if (ids)
        return pairs_batch_step(b->batch, ids, &out);
    pairs_batch_begin(b->batch, &out);
    return -1;
}

static int batch_fill(void *with, int32_t ids[])
{
    struct batch_object *b = with;
    pairs_batch_random(b->batch, ids);
    return -1;
}

static PyObject *batch_begin(PyObject *o, PyObject *unused)
{
    struct batch_object *b = as_batch(o);
    (void)unused;
    return work_with(&b->busy, NULL, b->games, false, batch_work, b);
}

static PyObject *batch_step(PyObject *o, PyObject *array)
{
    struct batch_object *b = as_batch(o);
    return work_with(&b->busy, array, b->games, false, batch_work, b);
}

static PyObject *batch_random(PyObject *o, PyObject *array)
{
    struct batch_object *b = as_batch(o);
    return work_with(&b->busy, array, b->games, true, batch_fill, b);
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
    if (!PyArg_ParseTuple(args, "O!O!OO", bot_type, &bot, random_type, &random, &flags, &array))
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

PyType_Spec batch_spec = {
    .name = "pairs._pairs.Batch",
    .basicsize = sizeof(struct batch_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(batch_new)},
            {Py_tp_dealloc, SLOT(batch_dealloc)},
            {Py_tp_methods, batch_methods},
            {0},
        },
};
