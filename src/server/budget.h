/* What whoever comes may use up: how often something may happen, how many bytes and how much time
 * it may cost. An address has a purse (address.h), each person and each table has one here; gate.c
 * says what is in them, and who has to pay for what. */
#ifndef PAIRS_SERVER_BUDGET_H
#define PAIRS_SERVER_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct allowance {
    double most;       /* that may happen at once, */
    double per_second; /* and on average */
};

/* What may happen so often: it fills up steadily, and each time takes something out. */
struct bucket {
    double left;
    uint64_t counted; /* when that was so, in milliseconds */
};

/* A full one. */
struct bucket bucket_full(const struct allowance *m, uint64_t now);

/* Takes one out; false if there is none. */
bool bucket_take(struct bucket *b, const struct allowance *m, uint64_t now);

/* What is counted. */
enum expense {
    ARRIVALS,
    STRANGERS, /* who come, of whom nothing sensible has been heard */
    MESSAGES,
    OPENINGS, /* of tables */
    TALK,     /* lines */
    BYTES,    /* that are made for them */
    TIME,     /* milliseconds of the loop, in which everybody else waits */
    EXPENSES,
};

/* What everybody of a kind gets; nothing is counted where `most` is 0. */
struct tariff {
    struct allowance of[EXPENSES];
};

struct purse {
    struct bucket of[EXPENSES];
    double worked;   /* milliseconds that threads have worked for it, of which half count after */
    uint64_t halved; /* some seconds, and when that was so */
};

/* A full one, of so many times the tariff. */
struct purse purse_full(const struct tariff *t, double times, uint64_t now);

/* Whether so much is in it. */
bool purse_has(struct purse *p, const struct tariff *t, double times, enum expense x, double amount,
               uint64_t now);

/* Takes it out: what has happened is to be paid for, and there may be less than nothing left; a
 * negative amount is given back. */
void purse_spend(struct purse *p, const struct tariff *t, double times, enum expense x,
                 double amount, uint64_t now);

/* Whether it is as if it were new. */
bool purse_is_full(struct purse *p, const struct tariff *t, double times, uint64_t now);

/* What so many milliseconds of work count for now, that were done then: half of it after a while.
 */
double purse_faded(double milliseconds, uint64_t then, uint64_t now);

/* How much threads have worked for it lately; and they have for so many milliseconds more. */
double purse_worked(struct purse *p, uint64_t now);
void purse_work(struct purse *p, double milliseconds, uint64_t now);

/* --- Persons and tables ----------------------------------------------------------------------- */

enum { PURSE_CHAINS = 1024 };

struct owner;

/* Purses by number. */
struct purses {
    struct tariff tariff;
    struct owner *chain[PURSE_CHAINS];
};

/* The purse of whoever has that number: a full one for who comes for the first time. NULL if memory
 * runs out. It stays where it is until it is swept away. */
struct purse *purse_of(struct purses *all, uint64_t number, uint64_t now);

/* The number that words stand for: the digest of a token, the name of a table. */
uint64_t purse_number(const char *words);

/* Forgets those that are as new; and all. */
void purses_sweep(struct purses *all, uint64_t now);
void purses_clear(struct purses *all);

#endif
