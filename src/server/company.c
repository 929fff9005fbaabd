#include "server/company.h"

#include "server/office.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MILLISECONDS = 50,
    LINK_TICKS = 10, /* between two looks at who is there */
    SPENT_TICKS = 5, /* and until the others hear what addresses have spent */
    LEASE_MILLISECONDS = 2000,
    LEAVE_MILLISECONDS = 1000, /* for all to be written, when we stop */
    AGAIN_MILLISECONDS = 200,  /* until it is asked again for a table that nobody could be led to */
};

/* --- Tables that are asked for ---------------------------------------------------------------- */

static struct seek **find_seek(struct company *c, const char *table)
{
    struct seek **at = &c->seeks[purse_number(table) % SEEK_CHAINS];
    while (*at && strcmp((*at)->table, table) != 0)
        at = &(*at)->next;
    return at;
}

static void ask(struct company *c, struct seek *k)
{
    if (c->server->stopping)
        return;
    k->asked = true;
    asker_seek(c->asker, k->table);
}

void company_seek(struct company *c, struct stay *st, const char *table)
{
    struct seek **at = find_seek(c, table), *k = *at;
    if (!k) {
        *at = k = calloc(1, sizeof *k);
        must(k);
        snprintf(k->table, sizeof k->table, "%s", table);
        ask(c, k);
    }
    if (!st)
        return;
    *relay_waits(st) = k->first;
    k->first = st;
}

void company_stop_seeking(struct company *c, struct stay *st, const char *table)
{
    struct seek *k = *find_seek(c, table);
    struct stay **at = &k->first;
    while (*at != st)
        at = relay_waits(*at);
    *at = *relay_waits(st);
}

/* All who wait for a table are led to it. */
static void lead(struct company *c, const char *table, struct link *l)
{
    struct seek **at = find_seek(c, table), *k = *at;
    if (!k)
        return;
    *at = k->next;
    while (k->first) {
        struct stay *st = k->first;
        k->first = *relay_waits(st);
        relay_found(st, l);
    }
    free(k);
}

static void on_found(struct company *c, const struct answer *a)
{
    struct seek *k = *find_seek(c, a->table);
    bool here = a->found == NODES_NONE || hall_has(c->server->hall, a->table);
    struct link *l = here ? NULL : links_to(&c->links, a->owner);
    if (!k)
        return;
    k->asked = false;
    k->again = uv_now(&c->server->loop) + AGAIN_MILLISECONDS;
    if (here || l || !k->first)
        lead(c, a->table, l);
}

static void ask_again(struct company *c)
{
    for (int i = 0; i < SEEK_CHAINS; i++)
        for (struct seek *k = c->seeks[i]; k; k = k->next)
            if (!k->asked && uv_now(&c->server->loop) >= k->again)
                ask(c, k);
}

/* --- Tables that come and go ------------------------------------------------------------------ */

static void send_on(void *to, void *socket)
{
    struct company *c = to;
    struct session *x = socket;
    if (x->far)
        far_lost(c, x);
    else
        relay_lost(x);
}

static void let_go(struct company *c, const char *table)
{
    char id[TABLE_ID];
    snprintf(id, sizeof id, "%.10s", table);
    hall_there(c->server->hall, id, send_on, c);
    hall_drop(c->server->hall, id);
}

/* What we have of it may be from before: who is there is brought to it anew. As long as something
 * is to be written that will be refused, it is not ours yet; then it is asked for once more. */
static void take(struct company *c, const struct nodes_table *t)
{
    struct server *s = c->server;
    struct room_head head = {.key = t->key,
                             .public = t->public,
                             .open = t->open,
                             .opened = t->opened,
                             .entries = t->entries};
    let_go(c, t->id);
    if (vault_is_pending(s->vault, t->key)) {
        company_seek(c, NULL, t->id);
        return;
    }
    snprintf(head.id, sizeof head.id, "%.10s", t->id);
    memcpy(head.secret, t->secret, sizeof head.secret);
    server_set_clock(s, t->latest);
    hall_clock(s->hall, server_now(s));
    must(vault_own(s->vault, t->key, t->epoch, t->entries) && hall_register_saved(s->hall, &head));
    lead(c, t->id, NULL);
}

static void let_go_if_lost(void *to, int64_t key, const char *id)
{
    struct company *c = to;
    if (vault_lost(c->server->vault, key))
        let_go(c, id);
}

bool company_is_well(struct server *s)
{
    bool gone;
    vault_number(s->vault, &gone);
    if (gone || keeper_is_busy(s->keeper) || !vault_lost(s->vault, 0))
        return !gone;
    hall_keys(s->hall, let_go_if_lost, s->company);
    vault_forget_lost(s->vault);
    return true;
}

static void add_key(void *to, int64_t key, const char *id)
{
    struct text *keys = to;
    (void)id;
    text_add(keys, "%s%lld", keys->size ? "," : "{", (long long)key);
}

/* Which of our tables others have taken over. */
static void check(struct company *c)
{
    struct text keys = {0};
    hall_keys(c->server->hall, add_key, &keys);
    text_words(&keys, keys.size ? "}" : "{}");
    must(!keys.failed);
    asker_check(c->asker, keys);
}

struct losing {
    struct company *company;
    const struct answer *answer;
};

static void let_go_if_named(void *to, int64_t key, const char *id)
{
    const struct losing *l = to;
    for (int i = 0; i < l->answer->losts; i++)
        if (l->answer->lost[i] == key) {
            let_go(l->company, id);
            return;
        }
}

/* --- Who is there ----------------------------------------------------------------------------- */

/* The younger of two calls the older one. */
static void meet(struct company *c)
{
    for (int i = 0; i < c->nodes; i++) {
        const struct node *n = &c->node[i];
        struct link *l = links_to(&c->links, n->number);
        if (!n->alive && l)
            link_end(l);
        if (n->alive && n->link[0] && n->number < c->own)
            links_call(&c->links, n->number, n->link);
    }
}

static void on_now(struct company *c, const struct answer *a)
{
    free(c->node);
    c->node = malloc((size_t)(a->nodes + 1) * sizeof *c->node);
    must(c->node);
    memcpy(c->node, a->node, (size_t)a->nodes * sizeof *c->node);
    c->nodes = a->nodes;
    c->looked = uv_now(&c->server->loop);
    server_set_clock(c->server, a->now.clock);
    meet(c);
    if (a->now.taken != c->taken)
        check(c);
    c->taken = a->now.taken;
}

bool company_is_cut_off(const struct server *s)
{
    return s->company && uv_now(&s->loop) - s->company->looked > LEASE_MILLISECONDS;
}

static void let_all_go(void *to, int64_t key, const char *id)
{
    (void)key;
    let_go(to, id);
}

static void depart(struct company *c)
{
    c->stage = AWAY;
    hall_keys(c->server->hall, let_all_go, c);
    far_lose_all(c);
    links_flush(&c->links);
    server_farewell(c->server);
}

void company_leave(struct server *s)
{
    s->company->stage = LEAVING;
    s->company->until = uv_now(&s->loop) + LEAVE_MILLISECONDS;
}

/* All that happened is written: the others may have it. */
static void release(struct company *c)
{
    struct server *s = c->server;
    if (c->stage == LEAVING && !vault_pending(s->vault) && !keeper_is_busy(s->keeper)) {
        c->stage = RELEASING;
        asker_release(c->asker);
    }
}

void company_hear(struct company *c, const struct answer *a)
{
    if (a->asked == ASKED_RELEASE && c->stage == RELEASING)
        depart(c);
    if (a->error.text[0] && !a->error.later && !c->complained) {
        log_tell(LOG_ERROR, "not-asked", "The database refuses what servers ask it: {why}",
                 (struct fact[]){{"why", a->error.text, 0}, {0}});
        c->complained = true;
    }
    if (c->server->stopping || (!a->fine && a->asked != ASKED_SEEK))
        return;
    for (int i = 0; i < a->owns; i++)
        take(c, &a->own[i]);
    if (a->asked == ASKED_NOW)
        on_now(c, a);
    else if (a->asked == ASKED_CHECK)
        hall_keys(c->server->hall, let_go_if_named, &(struct losing){c, a});
    else
        on_found(c, a);
}

/* --- Links ------------------------------------------------------------------------------------ */

int company_say(struct server *s, int kind, uint64_t number, const char *bytes, size_t size)
{
    return s->company ? links_say(&s->company->links, kind, number, bytes, size) : 0;
}

static void tell_spent(void *to, const struct address *a)
{
    struct company *c = to;
    struct spender s;
    memset(&s, 0, sizeof s);
    s.network = a->network;
    s.bits = a->bits;
    s.own = a->own;
    memcpy(s.spent, a->spent, sizeof s.spent);
    links_say(&c->links, SAY_SPENT, 0, (char *)&s, sizeof s);
}

static void hear_spent(struct server *s, const char *bytes)
{
    struct spender spender;
    memcpy(&spender, bytes, sizeof spender);
    struct address a = {.network = spender.network, .bits = spender.bits, .own = spender.own};
    memcpy(a.spent, spender.spent, sizeof a.spent);
    address_hear(&s->addresses, &a, uv_now(&s->loop));
}

/* What is about no visitor. */
static void hear_all(struct company *c, struct link *l, int kind, uint64_t number,
                     const char *bytes, size_t size)
{
    struct office *o = c->server->office;
    bool words = size && !bytes[size - 1];
    if (kind == SAY_LIST || kind == SAY_LISTED)
        listing_heard(c, l, kind, number, bytes, size);
    else if (kind == SAY_RULES)
        welcome_heed(o);
    else if (kind == SAY_AWAY && words)
        welcome_send_away(o, bytes, number == AWAY_ERASED ? "erased" : "another token");
    else if (kind == SAY_ERASE && words)
        amend_join(o, bytes);
    else if (kind == SAY_SPENT && size == sizeof(struct spender))
        hear_spent(c->server, bytes);
    else if (kind == SAY_CHANGED && words) {
        transcripts_forget(c->server, bytes);
        study_forget(c->server, bytes);
    }
}

/* Bans may have changed while nobody could say so. */
static void on_up(void *to, struct link *l)
{
    struct company *c = to;
    welcome_heed(c->server->office);
    log_tell(LOG_NOTE, "link-up", "Server {node} is there.",
             (struct fact[]){{"node", NULL, link_number(l)}, {0}});
}

static void on_down(void *to, struct link *l)
{
    struct company *c = to;
    if (!c->server->stopping)
        log_tell(LOG_WARNING, "link-down", "Server {node} is not there.",
                 (struct fact[]){{"node", NULL, link_number(l)}, {0}});
    far_down(c, l);
    relay_down(c, l);
}

static void on_frame(void *to, struct link *l, int kind, uint64_t number, const char *bytes,
                     size_t size)
{
    if (kind <= SAY_TAKEN)
        far_heard(to, l, kind, number, bytes, size);
    else if (kind >= SAY_LIST)
        hear_all(to, l, kind, number, bytes, size);
    else
        relay_heard(to, l, kind, number, bytes, size);
}

static void on_drained(void *to, struct link *l)
{
    far_drained(to, l);
}

void company_flush(struct server *s)
{
    if (!s->company)
        return;
    release(s->company);
    far_send_ready(s->company);
    links_flush(&s->company->links);
}

static void on_tick(uv_timer_t *timer)
{
    struct company *c = timer->data;
    ask_again(c);
    listing_tick(c, false);
    if (c->ticks % SPENT_TICKS == 0)
        address_tell(&c->server->addresses, uv_now(&c->server->loop), tell_spent, c);
    if (c->ticks++ % LINK_TICKS == 0)
        links_tick(&c->links);
    bool leaves = c->stage == LEAVING || c->stage == RELEASING;
    if (leaves && uv_now(&c->server->loop) >= c->until)
        depart(c);
}

/* --- Beginning and end ------------------------------------------------------------------------ */

static void set_key(struct company *c, char secret[NODES_SECRET])
{
    crypto_generichash(c->links.key, sizeof c->links.key, (unsigned char *)secret, strlen(secret),
                       NULL, 0);
    sodium_memzero(secret, NODES_SECRET);
}

bool company_open(struct server *s, struct error *e)
{
    bool gone;
    char secret[NODES_SECRET], place[NODES_LINK];
    const char *address = s->settings.link;
    struct company *c = calloc(1, sizeof *c);
    must(c);
    s->company = c;
    c->server = s;
    c->own = vault_number(s->vault, &gone);
    c->looked = uv_now(&s->loop);
    c->links = (struct links){.loop = &s->loop,
                              .own = c->own,
                              .to = c,
                              .up = on_up,
                              .down = on_down,
                              .frame = on_frame,
                              .drained = on_drained};
    uv_timer_init(&s->loop, &c->timer);
    c->timer.data = c;
    int port = links_listen(&c->links, address, s->settings.link_port);
    if (!port)
        return error_set(
            e, "nothing can listen on %s:%d; see that the address is ours and the port is free",
            address, s->settings.link_port);
    snprintf(place, sizeof place, "%.100s:%d", address, port);
    c->asker = asker_new(c, place, secret, e);
    if (!c->asker)
        return false;
    set_key(c, secret);
    uv_timer_start(&c->timer, on_tick, TICK_MILLISECONDS, TICK_MILLISECONDS);
    return true;
}

void company_close(struct server *s)
{
    struct company *c = s->company;
    if (!c)
        return;
    listing_tick(c, true);
    asker_end(c->asker);
    links_close(&c->links);
    uv_close((uv_handle_t *)&c->timer, NULL);
}

void company_free(struct server *s)
{
    struct company *c = s->company;
    if (!c)
        return;
    for (int i = 0; i < SEEK_CHAINS; i++)
        for (struct seek *k = c->seeks[i], *next; k; k = next) {
            next = k->next;
            free(k);
        }
    sodium_memzero(c->links.key, sizeof c->links.key);
    free(c->node);
    free(c);
    s->company = NULL;
}
