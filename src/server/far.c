/* Those who came in elsewhere and are at a table here: to the hall they are visitors like others.
 */
#include "server/company.h"

#include <stdio.h>
#include <stdlib.h>

enum { UNTAKEN_MOST = 65536 }; /* bytes that are on their way to somebody */

struct far {
    struct session session;
    struct link *link;
    uint64_t number;
    struct far *next;  /* in its chain */
    struct far *ready; /* the next one for whom there is something, */
    bool is_ready;     /* if it is one of them */
    size_t untaken;
};

static struct far **chain_of(struct company *c, uint64_t number)
{
    return &c->fars[number % STAY_CHAINS];
}

static struct far *find(struct company *c, const struct link *l, uint64_t number)
{
    struct far *f = *chain_of(c, number);
    while (f && (f->number != number || f->link != l))
        f = f->next;
    return f;
}

static void end(struct company *c, struct far *f)
{
    struct far **at = chain_of(c, f->number), **ready = &c->ready;
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    while (*ready && *ready != f)
        ready = &(*ready)->ready;
    if (*ready)
        *ready = f->ready;
    hall_disconnect(f->session.visitor);
    address_go(&c->server->addresses, f->session.address);
    free(f);
}

/* Somebody of whom nothing was known until now; NULL if memory runs out. */
static struct far *begin(struct company *c, struct link *l, uint64_t number,
                         const struct coming *who)
{
    struct server *s = c->server;
    struct address like = {.network = who->network, .bits = who->bits, .own = who->own};
    struct address *a = address_like(&s->addresses, &like, uv_now(&s->loop));
    struct far *f = a ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    f->link = l;
    f->number = number;
    f->session.far = f;
    f->session.address = a;
    f->session.visitor = hall_connect(s->hall, &f->session);
    must(f->session.visitor);
    address_come(&s->addresses, a);
    f->next = *chain_of(c, number);
    *chain_of(c, number) = f;
    return f;
}

static void hear_coming(struct company *c, struct link *l, uint64_t number, const char *bytes,
                        size_t size)
{
    struct server *s = c->server;
    struct coming who;
    memcpy(&who, bytes, sizeof who);
    who.guest[sizeof who.guest - 1] = who.key[sizeof who.key - 1] = '\0';
    who.language[sizeof who.language - 1] = who.table[sizeof who.table - 1] = '\0';
    who.name[sizeof who.name - 1] = '\0';
    struct far *f = find(c, l, number);
    if (!f && !s->stopping && hall_has(s->hall, who.table))
        f = begin(c, l, number, &who);
    if (!f) {
        link_say(l, SAY_LOST, number, "", 0);
        company_seek(c, NULL, who.table); /* if it is said to be here it will be */
        return;
    }
    hall_introduce(f->session.visitor, who.guest, who.key, who.language);
    if (size > sizeof who)
        hall_enter_again(f->session.visitor, bytes + sizeof who, size - sizeof who, who.told,
                         who.name);
}

static void hear_command(struct company *c, struct far *f, const char *bytes, size_t size)
{
    struct server *s = c->server;
    double began = gate_is_free(s, &f->session) ? 0 : gate_clock();
    bool fine = gate_may_work(s, &f->session) && hall_receive(f->session.visitor, bytes, size);
    gate_spend(s, f->session.address, 0, began);
    if (fine)
        return;
    link_say(f->link, SAY_CUT, f->number, "", 0);
    end(c, f);
}

static void hear_taken(struct server *s, struct far *f, const char *bytes)
{
    uint32_t taken;
    memcpy(&taken, bytes, sizeof taken);
    f->untaken -= taken < f->untaken ? taken : f->untaken;
    far_ready(s, &f->session);
}

void far_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
               size_t size)
{
    struct server *s = c->server;
    hall_clock(s->hall, server_now(s));
    if (s->stopping && kind == SAY_COMMAND) /* it is said again, elsewhere */
        return;
    if (kind == SAY_COMES && size >= sizeof(struct coming)) {
        hear_coming(c, l, number, bytes, size);
        return;
    }
    struct far *f = find(c, l, number);
    if (!f)
        return;
    if (kind == SAY_COMMAND)
        hear_command(c, f, bytes, size);
    else if (kind == SAY_GONE)
        end(c, f);
    else if (kind == SAY_TAKEN && size == sizeof(uint32_t))
        hear_taken(s, f, bytes);
}

void far_down(struct company *c, const struct link *l)
{
    for (int i = 0; i < STAY_CHAINS; i++)
        for (struct far *f = c->fars[i], *next; f; f = next) {
            next = f->next;
            if (f->link == l)
                end(c, f);
        }
}

void far_lost(struct company *c, struct session *x)
{
    struct far *f = x->far;
    link_say(f->link, SAY_LOST, f->number, "", 0);
    end(c, f);
}

void far_lose_all(struct company *c)
{
    for (int i = 0; i < STAY_CHAINS; i++)
        for (struct far *f = c->fars[i], *next; f; f = next) {
            next = f->next;
            far_lost(c, &f->session);
        }
}

/* --- What they are told ----------------------------------------------------------------------- */

void far_ready(struct server *s, struct session *x)
{
    struct far *f = x->far;
    if (f->is_ready)
        return;
    f->is_ready = true;
    f->ready = s->company->ready;
    s->company->ready = f;
}

void far_drained(struct company *c, const struct link *l)
{
    for (int i = 0; i < STAY_CHAINS; i++)
        for (struct far *f = c->fars[i]; f; f = f->next)
            if (f->link == l)
                far_ready(c->server, &f->session);
}

static void send_one(struct company *c, struct far *f)
{
    struct text *out = &c->server->out;
    struct envelope t;
    char blank[sizeof t]; /* JSON looks at what is before it */
    memset(blank, ' ', sizeof blank);
    text_clear(out);
    text_put(out, blank, sizeof blank);
    hall_next(f->session.visitor, out);
    must(!out->failed);
    memset(&t, 0, sizeof t);
    t.told = hall_told(f->session.visitor);
    t.inside = *hall_table(f->session.visitor);
    snprintf(t.name, sizeof t.name, "%s", hall_name(f->session.visitor));
    memcpy(out->at, &t, sizeof t);
    f->untaken += out->size - sizeof t;
    link_say(f->link, SAY_TOLD, f->number, out->at, out->size);
}

void far_send_ready(struct company *c)
{
    while (c->ready) {
        struct far *f = c->ready;
        c->ready = f->ready;
        f->is_ready = false;
        while (hall_due(f->session.visitor) && f->untaken < UNTAKEN_MOST && !link_is_full(f->link))
            send_one(c, f);
    }
}
