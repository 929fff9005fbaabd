/* What the files of pairs._pairs share: its objects, and how mistakes, texts and arrays pass
 * between Python and the library. */
#ifndef PAIRS_PYTHON_H
#define PAIRS_PYTHON_H

/* What every Python from 3.11 on has, so that one build serves them all. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <pairs.h>
#include <string.h>

/* --- Objects ---------------------------------------------------------------------------------- */

struct setup_object {
    PyObject ob_base;
    struct pairs_setup *setup;
    struct pairs_layout *layout;
};

struct table_object {
    PyObject ob_base;
    struct setup_object *setup;
    struct pairs_table *table;
};

struct random_object {
    PyObject ob_base;
    struct pairs_rng rng;
};

struct bot_object {
    PyObject ob_base;
    struct pairs_bot *bot;
    bool busy;
};

/* The arrays that a batch fills, in this order; those that nobody wants have no buffer. */
enum { SEAT, OBSERVATION, MASK, REWARD, DONE, ARRAYS };

struct batch_object {
    PyObject ob_base;
    struct setup_object *setup;
    struct pairs_batch *batch;
    int games;
    Py_buffer array[ARRAYS];
    bool busy;
};

extern PyTypeObject *setup_type, *table_type, *random_type, *bot_type, *batch_type, *gpu_type,
    *training_type, *net_type;
/* A function in a slot, which is a pointer to anything: C itself does not know that. */
#define SLOT(function) __extension__(void *)(function)

extern PyType_Spec setup_spec, table_spec, random_spec, bot_spec, batch_spec, gpu_spec,
    training_spec, net_spec;

/* The last of what an object held: its own room, and its type. */
static inline void free_object(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    PyObject_Free(o);
    Py_DECREF(type);
}

/* Objects of Python are told apart by their first field. */
static inline struct setup_object *as_setup(PyObject *o)
{
    return (struct setup_object *)(void *)o;
}

static inline struct table_object *as_table(PyObject *o)
{
    return (struct table_object *)(void *)o;
}

static inline struct random_object *as_random(PyObject *o)
{
    return (struct random_object *)(void *)o;
}

static inline struct bot_object *as_bot(PyObject *o)
{
    return (struct bot_object *)(void *)o;
}

static inline struct batch_object *as_batch(PyObject *o)
{
    return (struct batch_object *)(void *)o;
}

/* --- What all share --------------------------------------------------------------------------- */

static inline PyObject *fail(const struct pairs_error *e)
{
    if (e->no_memory)
        return PyErr_NoMemory();
    if (e->line)
        return PyErr_Format(PyExc_ValueError, "line %d: %s", e->line, e->text);
    PyErr_SetString(PyExc_ValueError, e->text);
    return NULL;
}

static inline PyObject *none_or(const struct pairs_error *e, bool done)
{
    return done ? Py_NewRef(Py_None) : fail(e);
}

/* A text of the library, which is given back. */
static inline PyObject *take_text(char *text)
{
    if (!text)
        return PyErr_NoMemory();
    PyObject *out = PyUnicode_FromString(text);
    pairs_free(text);
    return out;
}

/* A list of so many things that `item` makes, one by one. */
static inline PyObject *list_of(Py_ssize_t count, PyObject *(*item)(const void *from, Py_ssize_t i),
                                const void *from)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *one = item(from, i);
        if (!one)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, one);
    }
    return list;
}

/* A buffer of so many elements of a size, one after the other; false with an exception if it is
 * not. */
static inline bool take_buffer(PyObject *from, Py_buffer *out, Py_ssize_t count, Py_ssize_t size,
                               bool write)
{
    int flags = PyBUF_C_CONTIGUOUS | (write ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(from, out, flags) != 0)
        return false;
    if (out->len == count * size)
        return true;
    PyErr_Format(PyExc_ValueError,
                 "the array has %zd bytes; expected %zd elements of %zd bytes each", out->len,
                 count, size);
    PyBuffer_Release(out);
    return false;
}

/* Claims an object for one thread; false with an exception if another has it. */
static inline bool claim(bool *busy)
{
    if (*busy)
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread is at work with it; expected one of its own for each");
    else
        *busy = true;
    return !PyErr_Occurred();
}

/* The player's row of inputs, batches that train, networks, arenas: of _learn.c. */
PyObject *inputs(PyObject *module, PyObject *args);
PyObject *arena(PyObject *module, PyObject *args);

/* --- Many games ------------------------------------------------------------------------------- */

/* Works with a decision for each game, by its id, or without any (NULL). Returns the game whose
 * decision is not legal, or -1. */
typedef int id_work(void *with, int32_t ids[]);

/* Has it done while other threads of Python run; `array` has the ids, NULL for none. None, or NULL
 * with an exception. */
PyObject *work_with(bool *busy, PyObject *array, int games, bool write, id_work *work, void *with);

/* --- Tables and decisions ----------------------------------------------------------------------- */

/* Whether there is such a seat; an exception if not. */
bool has_seat(const struct setup_object *u, int seat);

/* The decision of a seat by its id; false with an exception if there is none. */
bool decision(const struct setup_object *u, int seat, int id, pairs_action *out);

/* An object around a table, which it takes over. */
PyObject *table_around(struct setup_object *setup, struct pairs_table *table);

const struct pairs_game *game_of(PyObject *o);

/* Decisions and the layout that numbers them. */
struct decisions {
    const struct pairs_layout *layout;
    int seat;
    pairs_action action[PAIRS_ACTIONS];
};

enum { EVENT_NUMBERS = 13 + PAIRS_RANKS };

/* What the seat knows, or an exception. */
struct pairs_knowledge *table_knowledge(PyObject *o, int seat);

#endif
