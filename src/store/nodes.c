#include "store/nodes.h"

#include "store/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MILLISECONDS = 1000 };

struct nodes {
    struct base *base;
    int64_t own;
};

struct nodes *nodes_open(const char *where, int64_t own, struct error *e)
{
    struct nodes *n = calloc(1, sizeof *n);
    if (!n) {
        error_no_memory(e);
        return NULL;
    }
    n->own = own;
    n->base = base_open(where, ANSWER_MILLISECONDS, e);
    if (n->base)
        return n;
    free(n);
    return NULL;
}

void nodes_close(struct nodes *n)
{
    if (!n)
        return;
    base_close(n->base);
    free(n);
}

static bool take_secret(void *to, const struct row *row)
{
    snprintf(to, NODES_SECRET, "%s", row_text(row, 0));
    return true;
}

bool nodes_announce(struct nodes *n, const char *link, char secret[NODES_SECRET], struct error *e)
{
    secret[0] = '\0';
    return base_ask(n->base, NULL, NULL, e, "UPDATE nodes SET link = $2 WHERE node = $1", "is",
                    n->own, link) >= 0 &&
           base_ask(n->base, take_secret, secret, e, "SELECT secret FROM secret", "") >= 0;
}

/* --- Who is there ----------------------------------------------------------------------------- */

struct looking {
    void (*each)(void *to, const struct node *node);
    void *to;
    int64_t own;
    struct nodes_now *now;
    bool dead;
};

static bool take_node(void *to, const struct row *row)
{
    struct looking *l = to;
    struct node n = {.number = row_number(row, 0), .alive = row_number(row, 2)};
    snprintf(n.link, sizeof n.link, "%s", row_text(row, 1));
    l->now->clock = row_number(row, 4);
    if (n.number == l->own)
        l->now->taken = row_number(row, 3);
    l->dead = l->dead || !n.alive;
    l->each(l->to, &n);
    return true;
}

/* Who was stopped in the middle of writing holds on to tables: the database lets go of them. */
static bool cut_off_dead(struct nodes *n, struct error *e)
{
    return base_ask(n->base, NULL, NULL, e,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND usename = current_user"
                    " AND application_name IN (SELECT 'pairs writer ' || node FROM nodes"
                    " WHERE until < clock_timestamp())",
                    "") >= 0;
}

bool nodes_look(struct nodes *n, void (*each)(void *to, const struct node *node), void *to,
                struct nodes_now *now, struct error *e)
{
    struct looking l = {each, to, n->own, now, false};
    return base_ask(n->base, take_node, &l, e,
                    "SELECT node, link, (until > clock_timestamp())::integer, taken,"
                    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
                    " FROM nodes ORDER BY node",
                    "") >= 0 &&
           (!l.dead || cut_off_dead(n, e));
}

/* --- Tables ----------------------------------------------------------------------------------- */

#define TABLE_COLUMNS "key, id, secret, public, open, opened, entries, epoch, latest"

static struct nodes_table table_of(const struct row *row)
{
    struct nodes_table t = {.key = row_number(row, 0),
                            .public = row_number(row, 3),
                            .open = row_number(row, 4),
                            .opened = row_number(row, 5),
                            .entries = (uint64_t)row_number(row, 6),
                            .epoch = row_number(row, 7),
                            .latest = row_number(row, 8)};
    size_t size;
    const void *secret = row_bytes(row, 2, &size);
    snprintf(t.id, sizeof t.id, "%s", row_text(row, 1));
    if (size == VAULT_SECRET)
        memcpy(t.secret, secret, VAULT_SECRET);
    return t;
}

struct seeking {
    enum nodes_found found;
    int64_t owner;
    struct nodes_table table;
};

static bool take_found(void *to, const struct row *row)
{
    struct seeking *s = to;
    s->table = table_of(row);
    s->owner = row_number(row, 9);
    s->found = row_number(row, 10) ? NODES_TAKEN : NODES_ELSEWHERE;
    return s->found != NODES_TAKEN;
}

/* Two who take the same table at once wait for each other, and the second one sees its new owner
 * the next time it asks. */
enum nodes_found nodes_seek(struct nodes *n, const char *id, bool only_own, struct nodes_table *out,
                            int64_t *owner, struct error *e)
{
    struct seeking s = {.found = NODES_NONE};
    int64_t rows =
        base_ask(n->base, take_found, &s, e,
                 "WITH there AS (SELECT * FROM tables WHERE id = $1 AND closed = 0),"
                 " taken AS (UPDATE tables t SET owner = $2, epoch = t.epoch + 1 FROM there"
                 " WHERE t.key = there.key AND t.owner = there.owner AND t.closed = 0"
                 " AND (t.owner = $2 OR ($3::bigint = 0 AND NOT EXISTS (SELECT 1 FROM nodes"
                 " WHERE node = t.owner AND until > clock_timestamp()))) RETURNING t.*),"
                 " told AS (UPDATE nodes SET taken = nodes.taken + 1 FROM there, taken"
                 " WHERE node = there.owner AND there.owner <> $2)"
                 " SELECT " TABLE_COLUMNS ", owner, 1 AS mine FROM taken"
                 " UNION ALL SELECT " TABLE_COLUMNS ", owner, 0 FROM there ORDER BY mine DESC",
                 "sii", id, n->own, (int64_t)only_own);
    *out = s.table;
    *owner = s.owner;
    return rows < 0 ? NODES_UNKNOWN : s.found;
}

struct sweeping {
    bool (*each)(void *to, const struct nodes_table *t);
    void *to;
};

static bool take_swept(void *to, const struct row *row)
{
    const struct sweeping *s = to;
    struct nodes_table t = table_of(row);
    return s->each(s->to, &t);
}

/* At most so many at once, so that all who are alive have some; whom nobody misses after an hour is
 * forgotten. */
int nodes_sweep(struct nodes *n, bool (*each)(void *to, const struct nodes_table *t), void *to,
                struct error *e)
{
    struct sweeping s = {each, to};
    int64_t rows = base_ask(
        n->base, take_swept, &s, e,
        "WITH dead AS (SELECT 0::bigint AS node"
        " UNION ALL SELECT node FROM nodes WHERE until < clock_timestamp()),"
        " picked AS (SELECT key, owner FROM tables WHERE closed = 0 AND owner IN (SELECT node"
        " FROM dead) LIMIT 64 FOR UPDATE SKIP LOCKED),"
        " taken AS (UPDATE tables t SET owner = $1, epoch = t.epoch + 1 FROM picked"
        " WHERE t.key = picked.key RETURNING t.*, picked.owner AS former),"
        " told AS (UPDATE nodes SET taken = nodes.taken + 1"
        " WHERE node IN (SELECT former FROM taken) AND node <> $1)"
        " SELECT " TABLE_COLUMNS " FROM taken",
        "i", n->own);
    if (rows == 0)
        rows = base_ask(n->base, NULL, NULL, e,
                        "DELETE FROM nodes WHERE until < clock_timestamp() - interval '1 hour'"
                        " AND NOT EXISTS (SELECT 1 FROM tables WHERE closed = 0 AND owner = node)",
                        "") < 0
                   ? -1
                   : 0;
    return (int)rows;
}

bool nodes_release(struct nodes *n, struct error *e)
{
    return base_ask(n->base, NULL, NULL, e, "UPDATE nodes SET until = '-infinity' WHERE node = $1",
                    "i", n->own) >= 0;
}

struct checking {
    bool (*each)(void *to, int64_t key);
    void *to;
};

static bool take_key(void *to, const struct row *row)
{
    const struct checking *c = to;
    return c->each(c->to, row_number(row, 0));
}

bool nodes_check(struct nodes *n, const char *keys, bool (*each)(void *to, int64_t key), void *to,
                 struct error *e)
{
    struct checking c = {each, to};
    return base_ask(n->base, take_key, &c, e,
                    "SELECT k FROM unnest($1::bigint[]) AS k WHERE NOT EXISTS"
                    " (SELECT 1 FROM tables WHERE key = k AND owner = $2)",
                    "si", keys, n->own) >= 0;
}
