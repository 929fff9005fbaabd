#include "lab/ranks.h"

#include "engine/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The kinds of messages. The others tell the first one results, and in the end how they ended; the
 * first answers once, when all is over. */
enum kind { RESULT, ENDED, FAILED, GO_ON, GIVE_UP, SHARED };

enum { NAP = 100000 }; /* in nanoseconds */

static const double pause = 0.05; /* from one look to the next, in seconds */

/* Why one of them failed; the result of what did, packed, comes after it. */
struct reason {
    bool no_memory;
    char text[sizeof(((struct error *)NULL)->text)];
};

/* What one of them keeps during a run. */
struct part {
    const struct ranks *ranks;
    const struct crew *crew;
    atomic_bool stop; /* of its threads */
    struct text message;

    /* The first one. */
    bool over, left;       /* nothing more is taken in; and that is not all */
    bool ended[RANKS_MAX]; /* who has said so */
    void *result;          /* one that has been unpacked */
    double look_at;        /* when it is time */

    /* The others. */
    struct text failed; /* the result of what did, packed */
    bool answered;
    int answer;
};

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
}

static bool stopped(const struct part *p)
{
    return p->crew->stop && atomic_load(p->crew->stop);
}

void ranks_share(const struct ranks *r, void *bytes, size_t size)
{
    int kind;
    size_t come;
    for (int to = 1; r->rank == 0 && to < r->ranks; to++)
        r->send(to, SHARED, bytes, size);
    if (r->rank == 0)
        return;
    while (!r->waits(0, &kind, &come))
        nap();
    r->receive(0, bytes, size);
}

/* --- Own items ----------------------------------------------------------------------------------
 *
 * Those of this one are numbered from 0; its tools know whose they are. */

struct tools {
    const struct part *part;
    void *own;
};

static long item_of(const struct part *p, long own)
{
    return p->crew->first + own * p->ranks->ranks + p->ranks->rank;
}

static long own_items(const struct part *p)
{
    long items = p->crew->end - p->crew->first, ranks = p->ranks->ranks;
    return (items + ranks - 1 - p->ranks->rank) / ranks;
}

static void *equip(void *context, struct error *e)
{
    const struct part *p = context;
    struct tools *t = malloc(sizeof *t);
    if (!t) {
        error_no_memory(e);
        return NULL;
    }
    *t = (struct tools){p, p->crew->equip(p->crew->context, e)};
    if (t->own)
        return t;
    free(t);
    return NULL;
}

static void put_away(void *tools)
{
    struct tools *t = tools;
    t->part->crew->put_away(t->own);
    free(t);
}

static enum crew_end work(void *tools, long own, void *result, struct error *e)
{
    const struct tools *t = tools;
    return t->part->crew->work(t->own, item_of(t->part, own), result, e);
}

/* --- The others ------------------------------------------------------------------------------- */

static void hear_answer(struct part *p)
{
    size_t size;
    if (p->answered || !p->ranks->waits(0, &p->answer, &size))
        return;
    p->ranks->receive(0, NULL, size);
    p->answered = true;
}

static bool look_out(void *context, struct error *e)
{
    struct part *p = context;
    (void)e;
    hear_answer(p);
    if (p->answered || stopped(p))
        atomic_store(&p->stop, true);
    return true;
}

static bool hand_in(void *context, long own, const void *result, struct error *e)
{
    struct part *p = context;
    (void)own;
    text_clear(&p->message);
    p->crew->pack(result, &p->message);
    if (p->message.failed)
        return error_no_memory(e);
    p->ranks->send(0, RESULT, p->message.at, p->message.size);
    return look_out(p, e);
}

static void keep_failed(void *context, void *result)
{
    struct part *p = context;
    p->crew->pack(result, &p->failed);
}

/* Says how it ended, and waits for the answer. */
static bool say_farewell(struct part *p, bool fine, const struct error *e)
{
    struct reason why = {.no_memory = e->no_memory};
    struct text message = {0};
    memcpy(why.text, e->text, sizeof why.text);
    if (!fine) {
        text_put(&message, (const char *)&why, sizeof why);
        text_put(&message, text_of(&p->failed), p->failed.failed ? 0 : p->failed.size);
    }
    p->ranks->send(0, fine ? ENDED : FAILED, message.at, message.failed ? 0 : message.size);
    text_free(&message);
    for (; !p->answered; nap())
        hear_answer(p);
    return fine && p->answer == GO_ON;
}

/* --- The first one ---------------------------------------------------------------------------- */

static void leave(struct part *p)
{
    p->over = p->left = true;
    atomic_store(&p->stop, true);
}

static bool look(void *context, struct error *e)
{
    struct part *p = context;
    if (stopped(p))
        leave(p);
    p->look_at = clock_seconds() + pause;
    return !p->crew->look || p->crew->look(p->crew->context, e);
}

static bool take(struct part *p, long item, const void *result, struct error *e)
{
    const struct crew *c = p->crew;
    if (!c->take(c->context, item, result, e))
        return false;
    if (c->enough && c->enough(c->context)) {
        p->over = true;
        atomic_store(&p->stop, true);
    }
    return true;
}

/* The message that has come from one of them; without room for it, it is lost. */
static bool receive(struct part *p, int from, size_t size)
{
    text_clear(&p->message);
    bool room = text_has_room(&p->message, size);
    p->ranks->receive(from, room ? p->message.at : NULL, size);
    p->message.size = room ? size : 0;
    return room;
}

/* Tells why one of them failed. */
static bool take_failure(struct part *p, struct error *e)
{
    const struct crew *c = p->crew;
    struct reason why;
    if (p->message.size < sizeof why)
        return error_no_memory(e);
    memcpy(&why, p->message.at, sizeof why);
    error_set(e, "%s", why.text);
    e->no_memory = why.no_memory;
    const char *result = p->message.at + sizeof why;
    size_t size = p->message.size - sizeof why;
    if (c->failed && size && c->unpack(result, size, p->result))
        c->failed(c->context, p->result);
    return false;
}

/* Waits for the result of an item that another has done, and takes it in. */
static bool take_from(struct part *p, int from, long item, struct error *e)
{
    int kind;
    size_t size;
    while (!p->ranks->waits(from, &kind, &size)) {
        if (clock_seconds() >= p->look_at && !look(p, e))
            return false;
        if (p->over)
            return true;
        nap();
    }
    p->ended[from] = kind != RESULT;
    if (!receive(p, from, size))
        return error_no_memory(e);
    if (kind == FAILED)
        return take_failure(p, e);
    if (kind == ENDED) {
        leave(p);
        return true;
    }
    return p->crew->unpack(p->message.at, size, p->result) ? take(p, item, p->result, e)
                                                           : error_no_memory(e);
}

/* The own result, and then those of the others up to the next own one. */
static bool take_round(void *context, long own, const void *result, struct error *e)
{
    struct part *p = context;
    long item = item_of(p, own);
    if (p->over)
        return true;
    bool fine = take(p, item, result, e);
    for (int from = 1; fine && !p->over && from < p->ranks->ranks && item + from < p->crew->end;
         from++)
        fine = take_from(p, from, item + from, e);
    return fine;
}

static void own_failed(void *context, void *result)
{
    const struct part *p = context;
    if (p->crew->failed)
        p->crew->failed(p->crew->context, result);
}

/* Tells the others that it is over, and waits until they have heard. What still comes is too late.
 */
static void dismiss(struct part *p, enum kind answer)
{
    for (int to = 1; to < p->ranks->ranks; to++)
        p->ranks->send(to, (int)answer, NULL, 0);
    for (int from = 1; from < p->ranks->ranks; from++) {
        while (!p->ended[from]) {
            int kind;
            size_t size;
            if (!p->ranks->waits(from, &kind, &size)) {
                nap();
                continue;
            }
            p->ranks->receive(from, NULL, size);
            p->ended[from] = kind != RESULT;
        }
    }
}

/* --- A run ------------------------------------------------------------------------------------ */

bool ranks_run(const struct ranks *r, const struct crew *c, struct error *e)
{
    struct part p = {.ranks = r, .crew = c, .result = calloc(1, c->size)};
    bool first = r->rank == 0, fine = p.result || error_no_memory(e);
    const struct crew own = {.context = &p,
                             .end = own_items(&p),
                             .threads = c->threads,
                             .size = c->size,
                             .stop = &p.stop,
                             .equip = equip,
                             .put_away = put_away,
                             .work = work,
                             .take = first ? take_round : hand_in,
                             .look = first ? look : look_out,
                             .failed = first ? own_failed : keep_failed,
                             .clear = c->clear};
    fine = fine && crew_run(&own, e);
    if (first)
        dismiss(&p, fine && !p.left ? GO_ON : GIVE_UP);
    else
        fine = say_farewell(&p, fine, e);
    if (p.result && c->clear)
        c->clear(p.result);
    free(p.result);
    text_free(&p.message);
    text_free(&p.failed);
    return fine;
}
