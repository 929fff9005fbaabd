/* Questions to a database of PostgreSQL: see base.h. */
#include "store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOUR_MILLISECONDS = 3600000 }; /* whoever has no limit waits so long for a row */

struct link {
    struct base base;
    PGconn *c; /* NULL: it is to be made */
    char *where;
    int limit;
    int64_t rest; /* until then there is no use in trying */
    bool within;  /* statements that count together */
};

int64_t postgres_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool postgres_broken(PGconn *c, const PGresult *r, struct error *e)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *words = r ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char said[300];
    if (!words)
        words = c && *PQerrorMessage(c) ? PQerrorMessage(c) : error_words(e, "no answer");
    snprintf(said, sizeof said, "%s", words);
    for (size_t i = strlen(said); i-- > 0 && said[i] == '\n';)
        said[i] = '\0';
    bool refused = state && strncmp(state, "57", 2) != 0 && strncmp(state, "53", 2) != 0;
    e->later = !refused || !c || PQstatus(c) != CONNECTION_OK;
    return error_set(
        e, "the database does not do as it is asked: %s; see that it runs and has room", said);
}

/* --- Waiting ---------------------------------------------------------------------------------- */

/* Waits until there is something to be done on a line, by a moment. */
static bool wait_for(int line, bool writes, int64_t until)
{
    struct pollfd p = {.fd = line, .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
    int64_t left = until - postgres_clock();
    int result;
    while ((result = poll(&p, 1, (int)(left > 0 ? left : 0))) < 0 && errno == EINTR)
        left = until - postgres_clock();
    return result > 0;
}

PGresult *postgres_next(PGconn *c, int limit)
{
    int64_t until = postgres_clock() + limit;
    int unsent = PQflush(c);
    while (unsent >= 0 && PQisBusy(c)) {
        if (!wait_for(PQsocket(c), unsent > 0, until) || !PQconsumeInput(c))
            return NULL;
        unsent = PQflush(c);
    }
    return unsent < 0 ? NULL : PQgetResult(c);
}

/* Connects in the background, as far as that goes: a name may still take its time. */
PGconn *postgres_connect(const char *where, const char *name, int limit, struct error *e)
{
    static const char *const keys[] = {"tcp_user_timeout", "connect_timeout",  "client_encoding",
                                       "dbname",           "application_name", NULL};
    const char *values[] = {"5000", "5", "UTF8", where, name, NULL};
    PGconn *c = PQconnectStartParams(keys, values, 1);
    int64_t until = postgres_clock() + limit;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (c && PQstatus(c) != CONNECTION_BAD &&
           (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING)) {
        struct pollfd p = {.fd = PQsocket(c),
                           .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int64_t left = until - postgres_clock();
        if (left <= 0 || (poll(&p, 1, (int)left) < 0 && errno != EINTR))
            break;
        next = PQconnectPoll(c);
    }
    if (c && next == PGRES_POLLING_OK && PQsetnonblocking(c, 1) == 0)
        return c;
    postgres_broken(c, NULL, e);
    PQfinish(c);
    return NULL;
}

/* --- Questions -------------------------------------------------------------------------------- */

static void give_up(struct link *l)
{
    PQfinish(l->c);
    l->c = NULL;
    l->within = false;
    l->rest = postgres_clock() + REST_MILLISECONDS;
}

static bool connect_link(struct link *l, struct error *e)
{
    if (l->c && PQstatus(l->c) == CONNECTION_OK)
        return true;
    if (l->within || (l->limit && postgres_clock() < l->rest)) {
        e->later = true;
        return error_set(e, "the database does not answer");
    }
    PQfinish(l->c);
    l->c = postgres_connect(l->where, "pairs", l->limit ? l->limit : PATIENCE_MILLISECONDS, e);
    if (!l->c)
        give_up(l);
    return l->c;
}

static void close_link(struct base *b)
{
    struct link *l = (struct link *)b;
    PQfinish(l->c);
    free(l->where);
    free(l);
}

static struct base *open_link(const char *where, int limit, struct error *e)
{
    struct link *l = calloc(1, sizeof *l);
    if (!l || !(l->where = strdup(where))) {
        free(l);
        error_no_memory(e);
        return NULL;
    }
    l->base.kind = &base_postgres;
    if (connect_link(l, e)) {
        l->limit = limit;
        return &l->base;
    }
    close_link(&l->base);
    return NULL;
}

void postgres_limit(struct base *b, int limit)
{
    ((struct link *)b)->limit = limit;
}

struct question {
    const char *words;
    const struct base_argument *argument;
    int arguments;
};

static bool send_question(PGconn *c, const struct question *q)
{
    const char *values[BASE_ARGUMENTS];
    char numbers[BASE_ARGUMENTS][24];
    for (int i = 0; i < q->arguments; i++) {
        const struct base_argument *a = &q->argument[i];
        snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)a->number);
        values[i] = a->text ? a->text : numbers[i];
    }
    return PQsendQueryParams(c, q->words, q->arguments, NULL, values, NULL, NULL, 1) &&
           PQsetSingleRowMode(c);
}

/* Takes all results of a question, one row each, to its end. Whether all went well. */
static bool take_answer(struct link *l, base_row *each, void *to, int64_t *rows, struct error *e)
{
    int limit = l->limit ? l->limit : HOUR_MILLISECONDS;
    bool fine = true, more = true;
    PGresult *r;
    while ((r = postgres_next(l->c, limit))) {
        ExecStatusType status = PQresultStatus(r);
        if (status == PGRES_SINGLE_TUPLE) {
            *rows += more;
            more = more && (!each || each(to, &(struct row){&base_postgres, r}));
        } else if (status == PGRES_COMMAND_OK) {
            *rows += strtoll(PQcmdTuples(r), NULL, 10);
        } else if (status != PGRES_TUPLES_OK) {
            fine = postgres_broken(l->c, r, e);
        }
        PQclear(r);
    }
    if (PQstatus(l->c) != CONNECTION_OK)
        return fine && postgres_broken(l->c, NULL, e);
    if (PQtransactionStatus(l->c) == PQTRANS_ACTIVE) { /* too late */
        fine = fine && postgres_broken(NULL, NULL, e);
        give_up(l);
    }
    return fine;
}

static int64_t ask_once(struct link *l, const struct question *q, base_row *each, void *to,
                        struct error *e)
{
    int64_t rows = 0;
    if (!connect_link(l, e))
        return -1;
    bool fine = send_question(l->c, q) ? take_answer(l, each, to, &rows, e)
                                       : postgres_broken(l->c, NULL, e);
    l->within = l->c && PQtransactionStatus(l->c) != PQTRANS_IDLE;
    return fine ? rows : -1;
}

/* A connection that broke while nobody asked anything is made anew, and all is as before. */
static int64_t ask(struct base *b, const char *words, const struct base_argument *a, int arguments,
                   base_row *each, void *to, struct error *e)
{
    struct link *l = (struct link *)b;
    struct question q = {words, a, arguments};
    bool again = l->c && !l->within;
    int64_t rows = ask_once(l, &q, each, to, e);
    bool broke = rows < 0 && l->c && PQstatus(l->c) != CONNECTION_OK;
    if (broke)
        l->within = false;
    return broke && again ? ask_once(l, &q, each, to, e) : rows;
}

/* What was removed is overwritten by the database in its own time. */
static bool settle(struct base *b, struct error *e)
{
    (void)b;
    (void)e;
    return true;
}

static int64_t number(const struct row *r, int column)
{
    const unsigned char *at = (const unsigned char *)PQgetvalue(r->at, 0, column);
    int size = PQgetlength(r->at, 0, column);
    uint64_t n = size && at[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        n = n << 8 | at[i];
    return (int64_t)n;
}

static const char *text(const struct row *r, int column)
{
    return PQgetvalue(r->at, 0, column);
}

static const void *bytes(const struct row *r, int column, size_t *size)
{
    *size = (size_t)PQgetlength(r->at, 0, column);
    return PQgetvalue(r->at, 0, column);
}

static const char *const roll[] = {NULL}; /* they are there: postgres-schema.c */

const struct base_kind base_postgres = {
    .open = open_link,
    .close = close_link,
    .ask = ask,
    .settle = settle,
    .number = number,
    .text = text,
    .bytes = bytes,
    .begin = "BEGIN",
    .roll = roll,
    .entries = "SELECT number, number, line FROM log WHERE key = $1 AND $2::bigint <> 0"
               " ORDER BY number",
    .set_line = "UPDATE log SET line = $3 WHERE key = $1 AND number = $2",
};
