/* What the handles of the public header are, and what its functions share. */
#ifndef PAIRS_API_INSIDE_H
#define PAIRS_API_INSIDE_H

#include "api/pairs.h"
#include "bots/bot.h"
#include "engine/table.h"
#include "lab/batch.h"
#include "lab/stats.h"

enum { OWN_BOTS = PLAYERS_MAX, OWN_BOT_NAME = 32 };

/* A bot that the program has brought along. */
struct own_bot {
    char name[OWN_BOT_NAME];
    pairs_decide *decide;
    void *context;
};

/* `asked` is what has been set; `finished` the same with everything else filled in, if it fits. */
struct pairs_setup {
    struct setup asked, finished;
    struct own_bot bot[OWN_BOTS];
    int bots;
};

/* The state is behind it, or that of a table. */
struct pairs_game {
    struct pairs_setup setup;
    struct state *state;
};

struct pairs_table {
    struct table *table;
    struct pairs_game game; /* whose state is the table's */
};

struct pairs_view {
    struct view view; /* of no game while it has not been filled */
};

struct pairs_knowledge {
    struct knowledge *knowledge;
    struct pairs_setup setup;
};

struct pairs_layout {
    struct layout layout;
};

/* The bots of a simulation, an arena or a house, which may be played on several threads. */
struct api_bots {
    struct pairs_setup setup; /* what they play, with those of the program's own */
    atomic_bool stop;         /* becomes true when they are to stop */
    atomic_bool wrong;        /* one of the program's own has decided what is not legal, */
    struct error why;         /* and this is to be said */
};

/* One of them by its name: the program's own, or else what wire_bot knows. */
struct bot *api_bot(void *among, const char *name, struct error *e);

/* They begin to play; and whether all has been well since, false with a message. */
void api_bots_begin(struct api_bots *b);
bool api_bots_fine(const struct api_bots *b, struct pairs_error *e);

/* A language by its number. */
const struct language *api_language(int number);

/* An error for the engine, with the language of the caller's. */
struct error api_error(const struct pairs_error *e);

/* Hands over what went wrong; returns false. */
bool api_fail(struct pairs_error *e, const struct error *why);
bool api_no_memory(struct pairs_error *e);

/* The generator behind the public one, which has the same words. */
struct rng *api_rng(struct pairs_rng *r);

/* A text for the caller; NULL if memory ran out on the way. */
char *api_text(struct text *t);

/* One who looks: a seat that there is, or EVERYTHING; anybody else is a spectator. */
int api_looks(const struct pairs_setup *u, int looks);

static inline bool api_seat(const struct pairs_setup *u, int seat)
{
    return seat >= 0 && seat < u->finished.players;
}

/* Whether it is a decision of the game, legal or not. */
bool api_action(const struct pairs_setup *u, pairs_action a);

/* A copy of decisions for whoever has room for some; returns how many there are. */
int api_actions(const action from[], int count, pairs_action out[], int room);

/* The setup of a table or a state that is there already. */
struct pairs_setup api_setup(const struct setup *finished);

/* A public table around one, which is freed if memory runs out: NULL then. */
struct pairs_table *api_table(struct table *t, struct pairs_error *e);

/* An event as the one who looks may know it. */
struct pairs_event api_event(const struct event *e, int looks);

/* Figures. */
struct pairs_estimate api_estimate(struct estimate x);
struct pairs_share api_share(struct share x);

/* Whether so many games can be played together on so many threads. */
bool api_batch(int games, int threads, struct error *e);

/* The plan of a batch for a setup that has been checked; false with a message if it is none. */
bool api_batch_plan(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                    struct batch_plan *out, struct error *e);

/* As many threads as are wanted and possible; 0 are as many as there are cores. */
int api_threads(int threads);

#endif
