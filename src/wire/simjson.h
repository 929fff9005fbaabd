/* The figures of a simulation for programs: CSV, and JSON with an object for each point. */
#ifndef PAIRS_WIRE_SIMJSON_H
#define PAIRS_WIRE_SIMJSON_H

#include "lab/interest.h"
#include "lab/sim.h"
#include "lab/sweep.h"

/* A simulation and how far it has come. */
struct sim {
    struct sweep sweep;
    struct sim_job job;
    struct sim_state state;
    int64_t rows; /* bytes of the rows of its games so far; 0: they are not wanted */
    const struct interest *interest; /* of each point; NULL if it is not asked for */
};

/* How many points have been played, the last perhaps in part. */
int sim_begun(const struct sim *s);

/* Adds all that have: CSV with a line for each seat of each point, or JSON Lines. */
void sim_csv(const struct sim *s, struct text *to);
void sim_jsonl(const struct sim *s, struct text *to);

/* Adds a word to a line of CSV, in quotes if it needs them (RFC 4180). */
void csv_word(const char *word, struct text *to);

/* The object of a point, which has been begun. */
void json_sim_point(struct text *t, const struct sim *s, int point);

/* Two keys of a bot's object: how many decisions others made for it, and why. */
void forfeit_json(struct text *t, const struct forfeit *f);

#endif
