/* Many tables that people and bots play at over WebSockets while the server is killed again and
 * again: who remembers what they were told, and what is checked of it. */
#ifndef PAIRS_TESTS_SOAK_H
#define PAIRS_TESTS_SOAK_H

#include "bench/server/load.h"
#include "engine/game.h"
#include "engine/rng.h"

#include <jansson.h>

enum {
    COMMAND_ROOM = 512,
    GUESTS_AT_TABLE = 5, /* people and perhaps a spectator */
    TABLE_ROOM = 16,
    INVITATION_ROOM = 80,
};

/* A command that was given, and what came of it. */
enum outcome { NO_ANSWER, DONE, REFUSED };

struct given {
    uint64_t number;
    enum outcome outcome;
    int logged; /* how often the log has it */
    int table;  /* of all that there were, that at which it was given */
};

struct soak {
    struct rng random;
    struct load *load;
    uint64_t listening; /* since when the server does, microseconds */
    struct party *party;
    int parties;
    int rounds;          /* tables that parties have sat down at, or are about to */
    struct given *given; /* all commands that change something, in order of their numbers */
    size_t commands, room;
    bool ending; /* nothing new is begun; all is asked for once more */
    long faults, kills, tables, games, records, entries, retold, resent, acknowledged, refused,
        resumed, late;
    uint64_t slowest, patience; /* to be back: the longest, and what is too long, microseconds */
};

/* Tells what is wrong; the soak goes on. */
__attribute__((format(printf, 2, 3))) void soak_fault(struct soak *k, const char *format, ...);

/* --- guest.c: people at a table, and what they remember -------------------------------------- */

struct guest {
    struct party *party;
    struct client *client;
    int number, chair; /* the chair that it wants, NOBODY: it only watches */
    bool connected, entered, resumed, checking;
    uint64_t hello, enter;                    /* the numbers of these commands, 0: not sent */
    uint64_t pending;                         /* the command that is not answered, 0: none */
    char command[COMMAND_ROOM], word[16];     /* that command */
    uint64_t told, room, seen, view, *memory; /* entries; the view after entry `seen` */
    int legal;                                /* how many of these decisions there are */
    char choice[ACTIONS_MAX][ACTION_TEXT];
    char stage[12], seat, host;
    bool full, began, wanted_back; /* every chair is taken; a game has begun; somebody wants a
 decision back */
};

/* A table as those who sit there know it. */
struct party {
    struct soak *soak;
    int number, name, people, guests, games, games_most;
    int table; /* of all rounds the one that it is at */
    int players;
    char id[TABLE_ROOM], invitation[INVITATION_ROOM];
    bool breaking_up;
    struct guest guest[GUESTS_AT_TABLE];
};

void party_init(struct party *p, struct soak *k, int number);
void party_clear(struct party *p);

/* A little time has passed: whoever has something to do may do it. */
void party_tick(struct party *p);

/* Whether all who belong here have been told everything again from the first entry on. */
bool party_checked(const struct party *p);

void guest_hears(struct guest *g, const char *text, size_t size);
void guest_lost(struct guest *g);

/* --- audit.c: the data file, when all is over ------------------------------------------------- */

/* Every command that was acknowledged stands in the log once, refused ones never; a table that all
 * have left may have closed, and all of its log is gone then. Every game that is over has a record,
 * which replays and has the same steps as the log. */
void audit(struct soak *k, const char *path);

#endif
