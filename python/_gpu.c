/* Batches on a GPU as Python sees them. */
#include "_pairs.h"

struct gpu_object {
    PyObject_HEAD struct setup_object *setup;
    struct pairs_gpu *gpu;
    bool busy;
};

static struct gpu_object *as_gpu(PyObject *o)
{
    return (struct gpu_object *)(void *)o;
}

static void gpu_dealloc(PyObject *o)
{
    struct gpu_object *self = as_gpu(o);
    pairs_gpu_free(self->gpu);
    Py_XDECREF((PyObject *)self->setup);
    free_object(o);
}

static PyObject *gpu_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *setup;
    struct pairs_batch_plan plan = {.threads = 1};
    unsigned long long seed;
    int device;
    struct pairs_error e = {0};
    (void)type, (void)named;
    if (!PyArg_ParseTuple(args, "O!iKii", setup_type, &setup, &plan.games, &seed, &plan.reward,
                          &device))
        return NULL;
    struct gpu_object *self = PyObject_New(struct gpu_object, gpu_type);
    if (!self)
        return NULL;
    plan.seed = seed;
    self->setup = as_setup(Py_NewRef(setup));
    self->busy = false;
    Py_BEGIN_ALLOW_THREADS;
    self->gpu = pairs_gpu_new(self->setup->setup, &plan, device, &e);
    Py_END_ALLOW_THREADS;
    if (self->gpu)
        return (PyObject *)self;
    fail(&e);
    Py_DECREF(self);
    return NULL;
}

/* What is done with a batch, and where the decisions lie; returns as pairs_gpu_step. */
typedef int gpu_work(struct pairs_gpu *g, unsigned long long number, struct pairs_error *e);

static int told(bool fine)
{
    return fine ? PAIRS_GPU_DONE : PAIRS_GPU_FAILED;
}

static int work_begin(struct pairs_gpu *g, unsigned long long unused, struct pairs_error *e)
{
    (void)unused;
    return told(pairs_gpu_begin(g, e));
}

static int work_step(struct pairs_gpu *g, unsigned long long at, struct pairs_error *e)
{
    return pairs_gpu_step(g, (const int32_t *)(uintptr_t)at, e);
}

static int work_random(struct pairs_gpu *g, unsigned long long unused, struct pairs_error *e)
{
    (void)unused;
    return told(pairs_gpu_random(g, pairs_gpu_ids(g), e));
}

static int work_play(struct pairs_gpu *g, unsigned long long count, struct pairs_error *e)
{
    return told(pairs_gpu_play(g, count > INT32_MAX ? 0 : (int)count, e));
}

static int work_wait(struct pairs_gpu *g, unsigned long long unused, struct pairs_error *e)
{
    (void)unused;
    return told(pairs_gpu_wait(g, e));
}

/* Has it done while other threads of Python run. None, or NULL with an exception. */
static PyObject *work(PyObject *o, gpu_work *go, unsigned long long number)
{
    struct gpu_object *self = as_gpu(o);
    struct pairs_error e = {0};
    int at;
    if (!claim(&self->busy))
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    at = go(self->gpu, number, &e);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    if (at == PAIRS_GPU_FAILED)
        return fail(&e);
    if (at == PAIRS_GPU_DONE)
        return Py_NewRef(Py_None);
    return PyErr_Format(PyExc_ValueError,
                        "the action is not legal in game %d; expected one whose mask is 1", at);
}

static PyObject *gpu_begin(PyObject *o, PyObject *unused)
{
    (void)unused;
    return work(o, work_begin, 0);
}

static PyObject *gpu_step(PyObject *o, PyObject *address)
{
    unsigned long long at = PyLong_AsUnsignedLongLong(address);
    return PyErr_Occurred() ? NULL : work(o, work_step, at);
}

static PyObject *gpu_random(PyObject *o, PyObject *unused)
{
    (void)unused;
    return work(o, work_random, 0);
}

static PyObject *gpu_play(PyObject *o, PyObject *number)
{
    unsigned long long count = PyLong_AsUnsignedLongLong(number);
    return PyErr_Occurred() ? NULL : work(o, work_play, count);
}

static PyObject *gpu_wait(PyObject *o, PyObject *unused)
{
    (void)unused;
    return work(o, work_wait, 0);
}

/* The addresses of seat, observation, mask, reward, done and of room for decisions. */
static PyObject *gpu_addresses(PyObject *o, PyObject *unused)
{
    const struct pairs_gpu *g = as_gpu(o)->gpu;
    const struct pairs_batch_out *out = pairs_gpu_out(g);
    const void *const all[] = {out->seat,   out->observation, out->mask,
                               out->reward, out->done,        pairs_gpu_ids(g)};
    PyObject *list = PyList_New(0);
    (void)unused;
    for (size_t i = 0; list && i < sizeof all / sizeof all[0]; i++) {
        PyObject *at = PyLong_FromVoidPtr((void *)(uintptr_t)all[i]);
        if (!at || PyList_Append(list, at) != 0)
            Py_CLEAR(list);
        Py_XDECREF(at);
    }
    return list;
}

/* Copies bytes from an address on the device into an array. */
static PyObject *gpu_read(PyObject *o, PyObject *args)
{
    unsigned long long at;
    Py_buffer to;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "Kw*", &at, &to))
        return NULL;
    bool fine =
        pairs_gpu_read(as_gpu(o)->gpu, to.buf, (const void *)(uintptr_t)at, (size_t)to.len, &e);
    PyBuffer_Release(&to);
    return none_or(&e, fine);
}

/* The other way. */
static PyObject *gpu_write(PyObject *o, PyObject *args)
{
    unsigned long long at;
    Py_buffer from;
    struct pairs_error e = {0};
    if (!PyArg_ParseTuple(args, "Ky*", &at, &from))
        return NULL;
    bool fine =
        pairs_gpu_write(as_gpu(o)->gpu, (void *)(uintptr_t)at, from.buf, (size_t)from.len, &e);
    PyBuffer_Release(&from);
    return none_or(&e, fine);
}

static PyMethodDef gpu_methods[] = {
    {"begin", gpu_begin, METH_NOARGS, NULL},
    {"step", gpu_step, METH_O, NULL},
    {"random", gpu_random, METH_NOARGS, NULL},
    {"play", gpu_play, METH_O, NULL},
    {"wait", gpu_wait, METH_NOARGS, NULL},
    {"addresses", gpu_addresses, METH_NOARGS, NULL},
    {"read", gpu_read, METH_VARARGS, NULL},
    {"write", gpu_write, METH_VARARGS, NULL},
    {0},
};

PyType_Spec gpu_spec = {
    .name = "pairs._pairs.Gpu",
    .basicsize = sizeof(struct gpu_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots =
        (PyType_Slot[]){
            {Py_tp_new, SLOT(gpu_new)},
            {Py_tp_dealloc, SLOT(gpu_dealloc)},
            {Py_tp_methods, gpu_methods},
            {0},
        },
};
