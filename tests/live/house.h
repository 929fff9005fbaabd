/* Live tables to try: a host who keeps nothing, people and bots who do anything, and whether two
 * tables are the same. */
#ifndef PAIRS_TESTS_LIVE_HOUSE_H
#define PAIRS_TESTS_LIVE_HOUSE_H

#include "live/inside.h"

/* Keeps nothing but numbers, and has bots think when the test wants them to. */
struct host {
    bool full; /* nothing more can be kept */
    size_t kept;
    int kept_at_once;
    seats thinking;
    uint64_t thought[PLAYERS_MAX];
    struct bot *bot[PLAYERS_MAX];
    const struct knowledge *knowledge[PLAYERS_MAX];
    struct rng random[PLAYERS_MAX];
};

struct live_host host_of(struct host *host);

action choice_of(struct host *host, int seat);

enum { ANN, BEN, CLEO };

/* People in the seats of `people`, bots in the others. */
struct plan plan_for(const char *game, int players, seats people, const char *bot);

struct live *open_house(const struct plan *p, struct host *host);

struct live *begin_house(const struct plan *p, struct host *host);

action any_legal(const struct live *h, int seat, struct rng *r);

/* Whatever the game waits for, by chance; bots think. False: nothing. */
bool play_on(struct live *h, struct host *host, struct rng *r);

void play_until_people_decide(struct live *h, struct host *host, struct rng *r);

/* Any command at all, most of them refused. */
void do_anything(struct live *h, struct host *host, struct rng *r);

void assert_same_event(const struct event *a, const struct event *b);

void assert_same_table(const struct table *a, const struct table *b);

void assert_same_house(const struct live *a, const struct live *b);

struct live *rebuild(const struct live *h, struct host *host);

void assert_refused(struct live *h, enum live_answer answer, const struct error *e,
                    enum refusal why);

#endif
