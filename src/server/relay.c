/* Those who came in here and are at a table elsewhere, or ask for one. What they say goes over a
 * link, and so does what they are told. */
#include "server/company.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    KEPT_MOST = 65536,  /* bytes of commands that are not answered */
    TAKEN_LEAST = 8192, /* bytes that were taken, until the other side hears of it */
};

enum where { NOWHERE, SEEKING, HERE, ELSEWHERE };

struct stay {
    struct session *session;
    enum where where;
    char table[TABLE_ID];
    struct text command;  /* that led there, */
    uint64_t enter;       /* and its number */
    bool inside;          /* it did */
    bool found;           /* whose the table is is known, for that command */
    uint64_t told;        /* entries */
    char name[NAME_ROOM]; /* that a spectator has said */
    struct text kept;     /* commands that are not answered: their struct kept, and words */
    struct link *link;    /* elsewhere: to the owner, */
    uint64_t number;      /* what we are called there, */
    struct stay *next;    /* and the next one in its chain; or who seeks the same table */
    struct coming said;   /* of us there */
    struct text out;      /* messages from there: their sizes, and words */
    uint32_t taken;       /* bytes of these since they were told that we have taken some */
};

struct kept {
    uint64_t number;
    size_t size;
};

struct stay **relay_waits(struct stay *st)
{
    return &st->next;
}

static struct server *server_at(const struct stay *st)
{
    return server_of(st->session->wsi);
}

/* --- Commands that are not answered ----------------------------------------------------------- */

static void keep(struct stay *st, uint64_t number)
{
    struct server *s = server_at(st);
    struct kept k = {number, s->heard.size};
    text_put(&st->kept, (char *)&k, sizeof k);
    text_put(&st->kept, s->heard.bytes, s->heard.size);
    must(!st->kept.failed);
    if (st->kept.size > KEPT_MOST)
        socket_send_away(s, st->session, "does not wait for answers");
}

/* Where a command is kept; the size of them all if it is not. */
static size_t find_kept(const struct stay *st, uint64_t number)
{
    struct kept k;
    size_t at = 0;
    for (; at < st->kept.size; at += sizeof k + k.size) {
        memcpy(&k, st->kept.at + at, sizeof k);
        if (k.number == number)
            break;
    }
    return at;
}

static bool is_kept(const struct stay *st, uint64_t number)
{
    return find_kept(st, number) < st->kept.size;
}

static void forget_kept(struct stay *st, uint64_t number)
{
    struct kept k;
    size_t at = find_kept(st, number);
    if (at == st->kept.size)
        return;
    memcpy(&k, st->kept.at + at, sizeof k);
    size_t after = at + sizeof k + k.size;
    memmove(st->kept.at + at, st->kept.at + after, st->kept.size - after);
    st->kept.size -= sizeof k + k.size;
}

/* An answer begins with the number of its command. */
static void answered(struct stay *st, const char *words)
{
    static const char begin[] = "{\"n\":";
    if (strncmp(words, begin, sizeof begin - 1) == 0)
        forget_kept(st, strtoull(words + sizeof begin - 1, NULL, 10));
}

void relay_answered(struct session *x, const char *words)
{
    if (x->stay)
        answered(x->stay, words);
}

/* --- Elsewhere -------------------------------------------------------------------------------- */

static struct stay **chain_of(struct company *c, uint64_t number)
{
    return &c->stays[number % STAY_CHAINS];
}

static struct stay *find(struct company *c, const struct link *l, uint64_t number)
{
    struct stay *st = *chain_of(c, number);
    while (st && (st->number != number || st->link != l))
        st = st->next;
    return st;
}

/* Who we are, for the other side. */
static void describe(const struct stay *st, struct coming *out)
{
    const struct visitor *v = st->session->visitor;
    const struct address *a = gate_address(st->session);
    memset(out, 0, sizeof *out);
    snprintf(out->guest, sizeof out->guest, "%s", hall_guest(v));
    snprintf(out->key, sizeof out->key, "%s", hall_key(v));
    snprintf(out->language, sizeof out->language, "%s", hall_language(v));
    memcpy(out->table, st->table, TABLE_ID);
    memcpy(out->name, st->name, sizeof out->name);
    out->own = a->own;
    out->bits = a->bits;
    out->network = a->network;
    out->told = st->told;
}

static void say_comes(struct stay *st, const struct text *again)
{
    struct text out = {0};
    describe(st, &st->said);
    text_put(&out, (char *)&st->said, sizeof st->said);
    if (again)
        text_put(&out, text_of(again), again->size);
    must(!out.failed);
    link_say(st->link, SAY_COMES, st->number, out.at, out.size);
    text_free(&out);
}

static void come(struct stay *st, struct link *l)
{
    struct company *c = server_at(st)->company;
    struct stay **chain = chain_of(c, ++c->number);
    hall_leave(st->session->visitor);
    st->where = ELSEWHERE;
    st->link = l;
    st->number = c->number;
    st->taken = 0;
    st->next = *chain;
    *chain = st;
}

/* Nowhere, from wherever we are; the owner of a table elsewhere knows, or is told. */
static void go(struct stay *st, bool tells)
{
    struct company *c = server_at(st)->company;
    if (st->where == SEEKING)
        company_stop_seeking(c, st, st->table);
    if (st->where == ELSEWHERE) {
        struct stay **at = chain_of(c, st->number);
        while (*at != st)
            at = &(*at)->next;
        *at = st->next;
        if (tells)
            link_say(st->link, SAY_GONE, st->number, "", 0);
    }
    st->where = NOWHERE;
    st->link = NULL;
    st->next = NULL;
}

void relay_leave(struct server *s, struct session *x)
{
    struct stay *st = x->stay;
    (void)s;
    if (!st)
        return;
    go(st, true);
    text_free(&st->command);
    text_free(&st->kept);
    text_free(&st->out);
    free(st);
    x->stay = NULL;
}

/* --- Commands --------------------------------------------------------------------------------- */

static struct stay *stay_of(struct session *x)
{
    if (!x->stay) {
        x->stay = calloc(1, sizeof *x->stay);
        must(x->stay);
        x->stay->session = x;
    }
    return x->stay;
}

static void pass_on(struct stay *st)
{
    const struct lent *heard = &server_at(st)->heard;
    link_say(st->link, SAY_COMMAND, st->number, heard->bytes, heard->size);
}

/* It is known by now where the table is that a command asks for; true: elsewhere. */
static bool arrive(struct stay *st)
{
    st->found = false;
    if (!st->link)
        return false;
    come(st, st->link);
    say_comes(st, NULL);
    pass_on(st);
    return true;
}

bool relay_elsewhere(void *context, void *socket, uint64_t number, const char *table)
{
    struct server *s = context;
    struct session *x = socket;
    if (!s->company || x->far)
        return false;
    struct stay *st = stay_of(x);
    keep(st, number);
    if (st->where == SEEKING || s->stopping) /* one after the other; or elsewhere, later */
        return true;
    if (!table && st->where == ELSEWHERE)
        pass_on(st);
    if (!table)
        return st->where == ELSEWHERE;
    if (st->found && number == st->enter)
        return arrive(st);
    go(st, true);
    memcpy(st->table, table, TABLE_ID);
    text_clear(&st->command);
    text_put(&st->command, s->heard.bytes, s->heard.size);
    must(!st->command.failed);
    st->enter = number;
    st->told = 0;
    st->name[0] = '\0';
    st->inside = false;
    if (hall_has(s->hall, table)) {
        st->where = HERE;
        return false;
    }
    st->where = SEEKING;
    company_seek(s->company, st, table);
    return true;
}

const char *relay_where(void *context, void *socket)
{
    const struct stay *st = ((const struct session *)socket)->stay;
    (void)context;
    return st && st->inside && (st->where == ELSEWHERE || st->where == SEEKING) ? st->table : "";
}

void relay_introduce(struct session *x)
{
    struct stay *st = x->stay;
    if (!st || st->where != ELSEWHERE)
        return;
    struct coming now;
    describe(st, &now);
    if (strcmp(now.guest, st->said.guest) == 0 && strcmp(now.key, st->said.key) == 0 &&
        strcmp(now.language, st->said.language) == 0)
        return;
    if (strcmp(now.guest, st->said.guest) != 0)
        st->inside = false;
    say_comes(st, NULL);
}

/* --- Tables that move ------------------------------------------------------------------------- */

/* What was not answered is said again. */
static void say_again(struct stay *st)
{
    struct server *s = server_at(st);
    struct text all = st->kept;
    struct kept k;
    st->kept = (struct text){0};
    for (size_t at = 0; at < all.size; at += sizeof k + k.size) {
        memcpy(&k, all.at + at, sizeof k);
        s->heard = (struct lent){k.size, all.at + at + sizeof k};
        if (!hall_receive(st->session->visitor, s->heard.bytes, s->heard.size))
            socket_send_away(s, st->session, "too much that is no message");
    }
    text_free(&all);
}

/* Back at a table, without a word of ours. */
static void return_to_table(struct stay *st)
{
    struct server *s = server_at(st);
    forget_kept(st, st->enter);
    if (st->link) {
        come(st, st->link);
        say_comes(st, &st->command);
        return;
    }
    struct text kept = st->kept;
    st->kept = (struct text){0};
    s->heard = (struct lent){st->command.size, st->command.at};
    hall_enter_again(st->session->visitor, s->heard.bytes, s->heard.size, st->told, st->name);
    text_free(&st->kept);
    st->kept = kept;
}

void relay_found(struct stay *st, struct link *l)
{
    struct server *s = server_at(st);
    bool back = st->inside;
    hall_clock(s->hall, server_now(s));
    st->where = HERE;
    st->link = l;
    st->next = NULL;
    st->found = true;
    if (back)
        return_to_table(st);
    say_again(st);
    st->found = false;
    if (st->where != ELSEWHERE)
        st->link = NULL;
}

static void lost(struct stay *st)
{
    struct company *c = server_at(st)->company;
    go(st, false);
    if (st->inside || is_kept(st, st->enter)) {
        st->where = SEEKING;
        company_seek(c, st, st->table);
    } else {
        say_again(st);
    }
}

void relay_lost(struct session *x)
{
    struct stay *st = stay_of(x);
    st->told = hall_told(x->visitor);
    snprintf(st->name, sizeof st->name, "%s", hall_name(x->visitor));
    st->inside = true;
    hall_leave(x->visitor);
    lost(st);
}

void relay_down(struct company *c, struct link *l)
{
    for (int i = 0; i < STAY_CHAINS; i++)
        for (struct stay *st = c->stays[i], *next; st; st = next) {
            next = st->next;
            if (st->link == l)
                lost(st);
        }
}

/* --- What comes back -------------------------------------------------------------------------- */

bool relay_is_due(const struct session *x)
{
    return x->stay && x->stay->out.size;
}

bool relay_next(struct session *x, struct text *out)
{
    struct stay *st = x->stay;
    uint32_t size;
    if (!relay_is_due(x))
        return false;
    memcpy(&size, st->out.at, sizeof size);
    text_put(out, st->out.at + sizeof size, size);
    text_cut(&st->out, sizeof size + size);
    st->taken += size;
    if (st->where == ELSEWHERE && st->taken >= TAKEN_LEAST) {
        link_say(st->link, SAY_TAKEN, st->number, (char *)&st->taken, sizeof st->taken);
        st->taken = 0;
    }
    return true;
}

static void hear_told(struct stay *st, const char *bytes, size_t size)
{
    struct envelope t;
    uint32_t words = (uint32_t)(size - sizeof t);
    memcpy(&t, bytes, sizeof t);
    st->told = t.told;
    st->inside = t.inside;
    snprintf(st->name, sizeof st->name, "%s", t.name);
    text_put(&st->out, (char *)&words, sizeof words);
    text_put(&st->out, bytes + sizeof t, words);
    must(!st->out.failed);
    answered(st, st->out.at + st->out.size - words);
    socket_ready(server_at(st), st->session);
}

void relay_heard(struct company *c, struct link *l, int kind, uint64_t number, const char *bytes,
                 size_t size)
{
    struct stay *st = find(c, l, number);
    if (!st)
        return;
    if (kind == SAY_TOLD && size > sizeof(struct envelope))
        hear_told(st, bytes, size);
    else if (kind == SAY_LOST)
        lost(st);
    else if (kind == SAY_CUT)
        socket_send_away(c->server, st->session, "answers that nobody reads");
}
