/* Any bytes as what happens to a hall. A line begins with what it is: a digit sends the rest as a
 * message of that visitor; 'l' and a digit: it takes what there is for it; 'g': it goes, and comes
 * again; 't' and a digit: time passes, ten times as much for each; 'b': a bot decides; 'k': what is
 * to be kept is safe; 'c': the machine goes down and comes up. Nothing fails, nothing leaks, and
 * whatever a visitor is told is JSON. */
#include "tests/hall/guests.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VISITORS = 4, STEPS = 64, HALL_MOST = 6 };

static void must(bool fine)
{
    if (!fine)
        abort();
}

static void listen(struct person *p)
{
    struct text out = {0};
    while (hall_next(p->visitor, &out)) {
        json_error_t why;
        json_t *m = json_loads(text_of(&out), JSON_REJECT_DUPLICATES, &why);
        must(m && !strchr(text_of(&out), '\n'));
        json_decref(m);
        text_clear(&out);
    }
    text_free(&out);
}

static void come(struct person *p, struct host *h)
{
    p->visitor = hall_connect(h->hall, p);
    must(p->visitor != NULL);
}

static void go(struct person *p)
{
    hall_disconnect(p->visitor);
    p->visitor = NULL;
}

/* Any legal decision: how long a bot thinks is not what is asked here. */
static void think(struct host *h)
{
    struct error e = {0};
    struct bot *any = bot_new("random", &e);
    int i = h->thoughts - 1;
    must(any != NULL);
    if (i >= 0)
        hall_thought(h->thought[i].room, h->thought[i].seat, h->thought[i].thought,
                     bot_choose(any, h->thought[i].knowledge, &h->thought[i].rng));
    bot_free(any);
}

static void crash(struct host *h, struct person p[])
{
    for (int i = 0; i < VISITORS; i++)
        go(&p[i]);
    host_crash(h);
    for (int i = 0; i < VISITORS; i++)
        come(&p[i], h);
}

static void send(struct person *p, const char *at, size_t size)
{
    if (hall_receive(p->visitor, at, size))
        return;
    struct host *h = p->host;
    go(p);
    come(p, h);
}

static void step(struct host *h, struct person p[], const char *at, size_t size)
{
    int digit = size > 1 ? at[1] & 7 : 0;
    struct person *who = &p[digit % VISITORS];
    if (at[0] >= '0' && at[0] < '0' + VISITORS)
        send(&p[at[0] - '0'], at + 1, size - 1);
    else if (at[0] == 'l')
        listen(who);
    else if (at[0] == 'g')
        go(who), come(who, h);
    else if (at[0] == 't')
        for (int64_t wait = 1; digit >= 0; digit--, wait *= 10)
            host_pass(h, wait);
    else if (at[0] == 'b')
        think(h);
    else if (at[0] == 'k')
        host_commit(h);
    else if (at[0] == 'c')
        crash(h, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data;
    struct host *h = host_new(1);
    struct person p[VISITORS] = {0};
    hall_free(h->hall);
    h->limits.tables = HALL_MOST;
    host_open(h);
    for (int i = 0; i < VISITORS; i++) {
        p[i].host = h;
        come(&p[i], h);
    }
    for (int steps = 0; size > 0 && steps < STEPS; steps++) {
        const char *end = memchr(at, '\n', size);
        size_t line = end ? (size_t)(end - at) : size;
        if (line)
            step(h, p, at, line);
        at += line + (end != NULL);
        size -= line + (end != NULL);
    }
    host_commit(h);
    for (int i = 0; i < VISITORS; i++) {
        listen(&p[i]);
        go(&p[i]);
    }
    host_free(h);
    return 0;
}
