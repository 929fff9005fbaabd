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
    struct setup_object *self = PyObject_New(struct setup_object, setup_type);
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
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        const char *text = name ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
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
    free_object(o);
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

bool has_seat(const struct setup_object *u, int seat)
{
    int players = pairs_setup_players(u->setup);
    if (seat >= 0 && seat < players)
        return true;
    PyErr_Format(PyExc_ValueError, "there is no seat %d; expected one from 0 to %d", seat,
                 players - 1);
    return false;
}

bool decision(const struct setup_object *u, int seat, int id, pairs_action *out)
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

PyObject *table_around(struct setup_object *setup, struct pairs_table *table)
{
    struct table_object *self = table ? PyObject_New(struct table_object, table_type) : NULL;
    if (!self) {
        pairs_table_free(table);
        return PyErr_NoMemory();
    }
    self->setup = setup;
    Py_INCREF((PyObject *)setup);
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

PyType_Spec setup_spec = {
    .name = "pairs._pairs.Setup",
    .basicsize = sizeof(struct setup_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(setup_new)},
            {Py_tp_dealloc, SLOT(setup_dealloc)},
            {Py_tp_getset, setup_gets},
            {Py_tp_methods, setup_methods},
            {0},
        },
};

/* --- Random numbers --------------------------------------------------------------------------- */

static PyObject *random_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    unsigned long long seed = 0, stream = 0, word[4] = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "|KKKKKK", &seed, &stream, &word[0], &word[1], &word[2], &word[3]))
        return NULL;
    struct random_object *self = PyObject_New(struct random_object, random_type);
    if (!self)
        return NULL;
    pairs_rng_seed(&self->rng, seed, stream);
    for (int i = 0; PyTuple_Size(args) == 6 && i < 4; i++)
        self->rng.word[i] = word[i]; /* in the middle of another one */
    return (PyObject *)self;
}

static void plain_dealloc(PyObject *o)
{
    free_object(o);
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

PyType_Spec random_spec = {
    .name = "pairs._pairs.Random",
    .basicsize = sizeof(struct random_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(random_new)},
            {Py_tp_dealloc, SLOT(plain_dealloc)},
            {Py_tp_methods, random_methods},
            {0},
        },
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

PyTypeObject *setup_type, *table_type, *random_type, *bot_type, *batch_type, *gpu_type,
    *training_type, *net_type;

static bool add_type(PyObject *m, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)(void *)PyType_FromSpec(spec);
    return *type && PyModule_AddType(m, *type) == 0;
}

PyMODINIT_FUNC PyInit__pairs(void);

PyMODINIT_FUNC PyInit__pairs(void)
{
    PyObject *m = PyModule_Create(&module);
    bool done = m && PyModule_AddStringConstant(m, "version", pairs_version()) == 0 &&
                PyModule_AddIntConstant(m, "EVENT_NUMBERS", EVENT_NUMBERS) == 0 &&
                add_type(m, &setup_spec, &setup_type) && add_type(m, &table_spec, &table_type) &&
                add_type(m, &random_spec, &random_type) && add_type(m, &bot_spec, &bot_type) &&
                add_type(m, &batch_spec, &batch_type) && add_type(m, &gpu_spec, &gpu_type) &&
                add_type(m, &training_spec, &training_type) && add_type(m, &net_spec, &net_type);
    if (!done)
        Py_CLEAR(m);
    return m;
}
