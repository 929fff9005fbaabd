/* A hall without a network, for tests: a host with a disk, a clock and bots that think when the
 * test wants, and people who know what they were told. Free with host_free and person_clear. */
#ifndef PAIRS_GUESTS_H
#define PAIRS_GUESTS_H

#include "tests/test.h"

#include "hall/hall.h"

#include <jansson.h>

enum { TABLES = 64, LINES = 40000, THOUGHTS = 64 };

struct disk {
    struct room_head table[TABLES];
    int tables, safe_tables;
    struct {
        int64_t key;
        char *words;
    } line[LINES];
    int lines, safe_lines;
    int games, closed;
    struct text picture[TABLES]; /* of tables, as they were last; "" if there is none */
};

struct host {
    struct disk disk;
    struct rng random;
    struct hall *hall;
    bool own; /* whether the hall is one person's, as in a page */
    struct hall_limits limits;
    uint64_t layout;                                 /* of pictures */
    const struct dealer *dealer;                     /* of all tables, or NULL */
    uint64_t (*whence)(void *context, void *socket); /* or NULL */
    int64_t now;
    struct {
        struct room *room;
        int seat;
        uint64_t thought;
        struct bot *bot;
        const struct knowledge *knowledge;
        struct rng rng;
    } thought[THOUGHTS];
    int thoughts;
    struct asked hint[THOUGHTS];
    int hints;
    char complaint[256];
};

/* A host with an empty disk. */
struct host *host_new(uint64_t seed);

/* Opens its hall, with all that is on the disk, for the first time or again. */
void host_open(struct host *h);

void host_free(struct host *h);

/* What was to be kept is on disk. */
void host_commit(struct host *h);

/* The machine goes down and comes up: what was not safe has never happened, and all connections are
 * gone. */
void host_crash(struct host *h);

void host_pass(struct host *h, int64_t milliseconds);

/* One bot decides; false if none is asked. */
bool host_think_on(struct host *h);

/* All hints that were asked for are found. */
void host_advise_all(struct host *h);

/* Somebody with a token, and a connection or none. */
enum { FIRST_DAY = 1000000 }; /* when a host opens, in milliseconds */

struct person {
    struct host *host;
    struct visitor *visitor;
    uint64_t number, entry; /* of the last command, and the last entry */
    json_t *answer, *now, *view;
    struct text heard; /* every message since it was cleared, a line each */
    int called;        /* how often there was said to be something to hear */
    char token[TOKEN_TEXT];
};

void person_init(struct person *p, struct host *h, int which);
void person_clear(struct person *p);

/* Hears all that there is to hear. Returns how many bytes. */
size_t person_listen(struct person *p);

/* Sends these bytes. */
void person_send(struct person *p, const char *words);

/* Sends a command; `more` are its keys, each with a comma before it. Whether it was done. */
bool person_does(struct person *p, const char *word, const char *more);

/* The words of the last refusal. */
const char *person_refusal(const struct person *p);

/* Connects and says hello; the connection is lost; enters a table as one who was there before. */
void person_comes(struct person *p);
void person_goes(struct person *p);
void person_enters(struct person *p, const char *table);

/* Makes a decision that chance picks; false if there is none to make. */
bool person_decides(struct person *p, struct rng *r);

/* Whether the game is over, as far as the person knows. */
bool person_sees_end(const struct person *p);

/* So many new people at a new table of a game that begins, and a random bot on each chair that is
 * left. `more` are further keys of the table, each with a comma before it. */
void gather(struct host *h, struct person p[], int people, const char *name, int players,
            const char *more, char table[TABLE_ID]);

/* They go, and the host with them. */
void part(struct host *h, struct person p[], int people);

/* Goes on until the game is over; whoever is there decides. */
void play_out(struct host *h, struct person p[], int people, struct rng *r);

#endif
