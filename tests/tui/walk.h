/* Random walks through the program as people use it; see walker.c. */
#ifndef PAIRS_TEST_WALK_H
#define PAIRS_TEST_WALK_H

#include "engine/rng.h"
#include "engine/text.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { WALK_WORDS = 24, WALK_PATIENCE = 300 /* seconds, after which something hangs */ };

struct walk {
    const char *program, *pace; /* pairs, and what pace.c makes */
    const char *name, *language, *size;
    uint64_t seed;
    bool loud; /* every key is told */
    struct rng random;
    struct text past;                            /* what was pressed */
    struct text said;                            /* lines that were shown */
    void (*show)(const struct walk *, FILE *to); /* what is shown now */
    pid_t child;                                 /* 0 if there is none any more */
};

/* A number below n; whether one time out of n has come. */
int walk_below(struct walk *w, int n);
bool walk_seldom(struct walk *w, int n);

/* Begins the program: `line` is then its terminal, or its standard input and `out` its output. */
void walk_begin(struct walk *w, int in, int out);

/* Something was pressed or typed. */
void walk_note(struct walk *w, const char *key);

/* A line was shown. */
void walk_said(struct walk *w, const char *line);

/* The program has ended: in the right way, and what it has saved replays. */
void walk_ended(struct walk *w);

/* The end of a walk that found something. */
_Noreturn void walk_fails(struct walk *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A walk over the full-screen table, and one in lines of plain words. */
void walk_screen(struct walk *w, int columns, int rows);
void walk_plain(struct walk *w);

#endif
