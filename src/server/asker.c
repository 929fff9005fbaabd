/* A thread that asks the database which table is whose, so that the loop never waits for it. */
#include "server/company.h"

#include <stdio.h>
#include <stdlib.h>

enum { LOOK_MILLISECONDS = 400, LEASE_MILLISECONDS = 2000 };

struct asker {
    struct company *company;
    struct nodes *nodes;
    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t call;
    uv_async_t answered;
    struct answer *asked, **asked_end; /* in order */
    struct answer *answers, **answers_end;
    bool ends;
    uint64_t looked; /* in milliseconds: when the database answered last, */
    uint64_t rests;  /* and until when others may be alive whatever it says */
};

static uint64_t clock_now(void)
{
    return uv_hrtime() / 1000000;
}

/* --- In the thread ---------------------------------------------------------------------------- */

static void add_node(void *to, const struct node *n)
{
    struct answer *a = to;
    struct node *more = realloc(a->node, (size_t)(a->nodes + 1) * sizeof *more);
    must(more);
    a->node = more;
    more[a->nodes++] = *n;
}

static bool add_own(void *to, const struct nodes_table *t)
{
    struct answer *a = to;
    struct nodes_table *more = realloc(a->own, (size_t)(a->owns + 1) * sizeof *more);
    must(more);
    a->own = more;
    more[a->owns++] = *t;
    return true;
}

static bool add_lost(void *to, int64_t key)
{
    struct answer *a = to;
    int64_t *more = realloc(a->lost, (size_t)(a->losts + 1) * sizeof *more);
    must(more);
    a->lost = more;
    more[a->losts++] = key;
    return true;
}

/* When the database was away for all of us, all leases are over, and everybody is there: for as
 * long as a lease nobody takes anything from others. */
static bool is_resting(const struct asker *k)
{
    return clock_now() < k->rests;
}

static bool look(struct asker *k, struct answer *a)
{
    uint64_t before = k->looked;
    bool dead = false;
    if (!nodes_look(k->nodes, add_node, a, &a->now, &a->error))
        return false;
    k->looked = clock_now();
    if (before && k->looked - before >= LEASE_MILLISECONDS)
        k->rests = k->looked + LEASE_MILLISECONDS;
    for (int i = 0; i < a->nodes; i++) {
        a->node[i].alive = a->node[i].alive || is_resting(k);
        dead = dead || !a->node[i].alive;
    }
    if (dead && !is_resting(k))
        nodes_sweep(k->nodes, add_own, a, &a->error);
    return true;
}

static void find(struct asker *k, struct answer *a)
{
    struct error *e = &a->error;
    struct nodes_table t;
    if (a->asked == ASKED_NOW) {
        a->fine = look(k, a);
    } else if (a->asked == ASKED_RELEASE) {
        a->fine = nodes_release(k->nodes, e);
    } else if (a->asked == ASKED_CHECK) {
        a->fine = nodes_check(k->nodes, text_of(&a->keys), add_lost, a, e);
    } else {
        a->found = nodes_seek(k->nodes, a->table, is_resting(k), &t, &a->owner, e);
        a->fine = a->found != NODES_UNKNOWN;
        if (a->found == NODES_TAKEN)
            add_own(a, &t);
    }
}

static void hand_over(struct asker *k, struct answer *a)
{
    *k->answers_end = a;
    k->answers_end = &a->next;
    uv_async_send(&k->answered);
}

static struct answer *new_answer(enum question asked)
{
    struct answer *a = calloc(1, sizeof *a);
    must(a);
    a->asked = asked;
    return a;
}

static void ask_on(void *context)
{
    struct asker *k = context;
    uint64_t next = 0;
    uv_mutex_lock(&k->mutex);
    while (!k->ends) {
        uint64_t now = clock_now();
        struct answer *a = now >= next ? new_answer(ASKED_NOW) : k->asked;
        if (!a) {
            uv_cond_timedwait(&k->call, &k->mutex, (next - now) * 1000000);
            continue;
        }
        if (a == k->asked) {
            k->asked = a->next;
            a->next = NULL;
            if (!k->asked)
                k->asked_end = &k->asked;
        } else {
            next = now + LOOK_MILLISECONDS;
        }
        uv_mutex_unlock(&k->mutex);
        find(k, a);
        uv_mutex_lock(&k->mutex);
        hand_over(k, a);
    }
    uv_mutex_unlock(&k->mutex);
}

/* --- In the loop ------------------------------------------------------------------------------ */

static void free_answers(struct answer *a)
{
    for (struct answer *next; a; a = next) {
        next = a->next;
        text_free(&a->keys);
        free(a->node);
        free(a->own);
        free(a->lost);
        free(a);
    }
}

static void on_answered(uv_async_t *handle)
{
    struct asker *k = handle->data;
    uv_mutex_lock(&k->mutex);
    struct answer *all = k->answers;
    k->answers = NULL;
    k->answers_end = &k->answers;
    uv_mutex_unlock(&k->mutex);
    for (const struct answer *a = all; a; a = a->next)
        company_hear(k->company, a);
    free_answers(all);
}

static void ask(struct asker *k, struct answer *a)
{
    uv_mutex_lock(&k->mutex);
    *k->asked_end = a;
    k->asked_end = &a->next;
    uv_cond_signal(&k->call);
    uv_mutex_unlock(&k->mutex);
}

void asker_seek(struct asker *k, const char *table)
{
    struct answer *a = new_answer(ASKED_SEEK);
    snprintf(a->table, sizeof a->table, "%s", table);
    ask(k, a);
}

void asker_check(struct asker *k, struct text keys)
{
    struct answer *a = new_answer(ASKED_CHECK);
    a->keys = keys;
    ask(k, a);
}

void asker_release(struct asker *k)
{
    ask(k, new_answer(ASKED_RELEASE));
}

static void on_closed(uv_handle_t *handle)
{
    struct asker *k = handle->data;
    uv_mutex_destroy(&k->mutex);
    uv_cond_destroy(&k->call);
    nodes_close(k->nodes);
    free_answers(k->asked);
    free_answers(k->answers);
    free(k);
}

struct asker *asker_new(struct company *c, const char *link, char secret[NODES_SECRET],
                        struct error *e)
{
    struct asker *k = calloc(1, sizeof *k);
    must(k);
    *k = (struct asker){.company = c, .asked_end = &k->asked, .answers_end = &k->answers};
    k->nodes = nodes_open(c->server->settings.data, c->own, e);
    bool fine = k->nodes && nodes_announce(k->nodes, link, secret, e);
    uv_mutex_init(&k->mutex);
    uv_cond_init(&k->call);
    uv_async_init(&c->server->loop, &k->answered, on_answered);
    k->answered.data = k;
    if (fine && uv_thread_create(&k->thread, ask_on, k) != 0)
        fine = error_set(e, "no thread can begin; see that the system allows one more");
    if (fine)
        return k;
    uv_close((uv_handle_t *)&k->answered, on_closed);
    return NULL;
}

void asker_end(struct asker *k)
{
    if (!k)
        return;
    uv_mutex_lock(&k->mutex);
    k->ends = true;
    uv_cond_signal(&k->call);
    uv_mutex_unlock(&k->mutex);
    uv_thread_join(&k->thread);
    uv_close((uv_handle_t *)&k->answered, on_closed);
}
