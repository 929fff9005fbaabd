#include "ui/advice.h"

#include "lab/hint.h"
#include "ui/lang.h"
#include "ui/thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Belongs to the thread and to whoever asked; the last one to let go frees it. */
struct advice {
    atomic_int owners;
    atomic_bool ready;
    int fd;
    struct hint *hint;
};

static void let_go(struct advice *a)
{
    if (atomic_fetch_sub(&a->owners, 1) > 1)
        return;
    hint_free(a->hint);
    close(a->fd);
    free(a);
}

static void *think(void *context)
{
    struct advice *a = context;
    hint_find(a->hint, NULL);
    atomic_store(&a->ready, true);
    eventfd_write(a->fd, 1);
    let_go(a);
    return NULL;
}

/* Starts the thread, which leaves all signals to the others. */
static bool begin(struct advice *a)
{
    pthread_t thread;
    bool fine = thread_start(&thread, think, a);
    if (fine)
        pthread_detach(thread);
    return fine;
}

struct advice *advice_start(const struct table *t, int seat)
{
    return advice_quick(t, seat, HINT_ROLLOUTS);
}

struct advice *advice_quick(const struct table *t, int seat, int rollouts)
{
    struct advice *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->hint = hint_new(t, seat, rollouts);
    a->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_store(&a->owners, 2);
    if (a->hint && a->fd >= 0 && begin(a))
        return a;
    atomic_store(&a->owners, 1);
    let_go(a);
    return NULL;
}

void advice_free(struct advice *a)
{
    if (a)
        let_go(a);
}

bool advice_ready(const struct advice *a)
{
    return atomic_load(&a->ready);
}

int advice_fd(const struct advice *a)
{
    return a->fd;
}

void advice_text(const struct advice *a, struct text *out)
{
    hint_text(a->hint, lang(), out);
}

void advice_figures(const struct advice *a, struct text *out)
{
    hint_figures(a->hint, lang(), out);
}

void advice_sentences(const struct advice *a, struct text *out)
{
    hint_sentences(a->hint, lang(), out);
}
