/* Runs of a program while allocations fail, in folders of their own: for tests/cli/scarcity.c. */
#ifndef PAIRS_TESTS_CLI_SHORTAGE_H
#define PAIRS_TESTS_CLI_SHORTAGE_H

#include "engine/text.h"

#include <termios.h>

enum {
    FILES_MAX = 64,
    WORDS_MAX = 32,
    HANG = 900, /* seconds: some runs take a minute, and machines are busy */
};

/* Of a long run these are tried: the first ones one by one, and about so many of the others. */
struct sample {
    long first, others;
};

extern const struct sample usual;

enum manner {
    WHOLE,  /* the output is all or nothing */
    LINES,  /* it is printed line by line */
    TALK,   /* so it is, and what cannot be answered for lack of memory is said there */
    SCREEN, /* it is a terminal */
};

struct trial {
    const char *name;
    const char *words; /* of the command line; ^ stands for the folder of records and $ for a bot */
    enum manner manner;
    bool slow;            /* a run takes seconds: only with --all */
    const char *input;    /* what is typed */
    const char *files[4]; /* what is there before: "name=text", "name>file" for a link, or
                                "?words" of a run that makes it */
    const char *locale;   /* C where there is none: it takes little memory */
};

struct file {
    char *path, *bytes; /* the bytes of a link are where it leads to */
    size_t size;
    bool link;
};

/* All files of a folder, as they are at one moment. */
struct snapshot {
    int count;
    struct file file[FILES_MAX];
};

/* What the words of the command line of this program are. */
struct course {
    const char *shortage, *program, *bot, *records;
    bool all;
    char work[64]; /* the folder in which everything happens */
    int64_t *count;
    long runs, wrong;
};

extern struct course test;

void stop(const char *what);

/* Looks through a folder and those in it: takes all files, or removes everything. */
void walk(const char *folder, struct snapshot *take);

struct snapshot take_snapshot(void);

void free_snapshot(struct snapshot *s);

/* Writes a file, and the folders above it. It is always of the same time: what is told of a game
 * says when that was played. */
void put_file(const char *path, const char *bytes, size_t size);

void restore(const struct snapshot *s);

const struct file *find_file(const struct snapshot *s, const char *path);

bool same_file(const struct file *a, const struct file *b);

bool ends_with(const char *text, const char *end);

/* What memory a run has: the allocation of a number fails, and `all` after it too. */
struct scarcity {
    long number; /* 0: none */
    bool all;
};

extern const struct scarcity plenty;

struct run {
    int status; /* as waitpid has it */
    char *out, *err;
    bool restored; /* the terminal is as it was */
};

void free_run(struct run *r);

/* A program that waits before its main and takes orders. Its files are those of every run. */
struct ready {
    pid_t process;
    int orders;
    int in, out, err;
    int terminal, line; /* instead of files, where it is a screen */
    struct termios usual;
};

struct ready start(const struct trial *t);

void finish(struct ready *p);

struct run run_trial(const struct trial *t, struct ready *p, struct scarcity s);

/* With as much memory as it wants. */
struct run run_once(const struct trial *t);

#endif
