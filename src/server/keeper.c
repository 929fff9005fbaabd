#include "server/inside.h"

#include <stdlib.h>

/* Whoever has the word: the loop gives it away with a batch, the thread gives it back. */
enum word { LOOP, WRITER, END };

struct keeper {
    struct server *server;
    void (*done)(struct server *s, const struct error *e);
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t call;
    uv_async_t written;
    enum word word;
    bool busy;      /* for the loop: what was written has not been told yet */
    bool fine;      /* how it went, */
    uint64_t since; /* when it began, in nanoseconds */
    struct error error;
};

static void write_on(void *context)
{
    struct keeper *k = context;
    uv_mutex_lock(&k->mutex);
    while (k->word != END) {
        if (k->word == LOOP) {
            uv_cond_wait(&k->call, &k->mutex);
            continue;
        }
        uv_mutex_unlock(&k->mutex);
        k->error = (struct error){0};
        k->fine = vault_write(k->server->vault, &k->error);
        uv_mutex_lock(&k->mutex);
        if (k->word == WRITER)
            k->word = LOOP;
        uv_async_send(&k->written);
    }
    uv_mutex_unlock(&k->mutex);
}

void keeper_look(struct keeper *k)
{
    if (!k->busy)
        return;
    uv_mutex_lock(&k->mutex);
    bool done = k->word == LOOP;
    uv_mutex_unlock(&k->mutex);
    if (!done)
        return;
    k->busy = false;
    measure(&k->server->measures.commits, k->since);
    if (k->fine)
        vault_written(k->server->vault);
    k->done(k->server, k->fine ? NULL : &k->error);
}

static void on_written(uv_async_t *handle)
{
    keeper_look(handle->data);
}

static void on_closed(uv_handle_t *handle)
{
    struct keeper *k = handle->data;
    uv_mutex_destroy(&k->mutex);
    uv_cond_destroy(&k->call);
    free(k);
}

struct keeper *keeper_new(struct server *s, void (*done)(struct server *s, const struct error *e),
                          struct error *e)
{
    struct keeper *k = calloc(1, sizeof *k);
    if (!k) {
        error_no_memory(e);
        return NULL;
    }
    *k = (struct keeper){.server = s, .done = done};
    uv_mutex_init(&k->mutex);
    uv_cond_init(&k->call);
    uv_async_init(&s->loop, &k->written, on_written);
    k->written.data = k;
    if (uv_thread_create(&k->thread, write_on, k) == 0)
        return k;
    uv_close((uv_handle_t *)&k->written, on_closed);
    error_set(e, "no thread can begin; see that the system allows one more");
    return NULL;
}

bool keeper_is_busy(const struct keeper *k)
{
    return k->busy;
}

static void give_word(struct keeper *k, enum word to)
{
    uv_mutex_lock(&k->mutex);
    k->word = to;
    uv_cond_signal(&k->call);
    uv_mutex_unlock(&k->mutex);
}

void keeper_write(struct keeper *k)
{
    k->busy = true;
    k->since = uv_hrtime();
    k->fine = false; /* until it is known; if the end comes first it is written later */
    give_word(k, WRITER);
}

void keeper_end(struct keeper *k)
{
    if (!k)
        return;
    give_word(k, END);
    uv_thread_join(&k->thread);
    if (k->busy && k->fine)
        vault_written(k->server->vault);
    uv_close((uv_handle_t *)&k->written, on_closed);
}
