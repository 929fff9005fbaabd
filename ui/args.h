/* The words of a command line. */
#ifndef PAIRS_UI_ARGS_H
#define PAIRS_UI_ARGS_H

#include "engine/option.h"

enum { ARGS_WORDS = 32, ARGS_OPTIONS = 64, ARGS_SETTINGS = 32, ARGS_KEY = 64, ARGS_THREADS = 256 };

/* What a command may be given, beyond its words; --help always. */
enum flag {
    FLAG_PLAYERS = 1, /* -n N */
    FLAG_OPTION = 2,  /* -o KEY=VALUE, any number of times */
    FLAG_GAMES = 4,   /* --games N */
    FLAG_SEED = 8,    /* --seed S */
    FLAG_RECORD = 16, /* --record FILE */
    FLAG_JSON = 32,   /* --json */
    FLAG_STEPS = 64,  /* --steps */
    FLAG_SEAT = 128,  /* --seat X */
    FLAG_PLAIN = 256, /* --plain */

    FLAG_BOTS = 512,     /* --bots A,B,... */
    FLAG_THREADS = 1024, /* --threads T */
    FLAG_CSV = 2048,     /* --csv FILE */
    FLAG_JSONL = 4096,   /* --jsonl FILE */
    FLAG_SVG = 8192,     /* --svg FILE */
    FLAG_RESUME = 16384, /* --resume FILE */

    FLAG_ITERATIONS = 32768, /* --iterations N */
    FLAG_DECKS = 65536,      /* --decks N */

    FLAG_PEOPLE = 131072, /* --people A,B,... */
    FLAG_GO_ON = 262144,  /* --resume [FILE] */

    FLAG_GAME = 1 << 19,    /* --game NAME */
    FLAG_BOT = 1 << 20,     /* --bot BOT */
    FLAG_PERSON = 1 << 21,  /* --person NAME */
    FLAG_SINCE = 1 << 22,   /* --since DATE */
    FLAG_UNTIL = 1 << 23,   /* --until DATE */
    FLAG_RESULT = 1 << 24,  /* --won, --lost, --unfinished */
    FLAG_RULINGS = 1 << 25, /* --rulings */
    FLAG_YES = 1 << 27,     /* --yes */
    FLAG_OUTPUT = 1 << 28,  /* -o FILE, where there are no options of games */
    FLAG_SETTING = 1 << 29, /* --KEY VALUE, where the command knows the keys */
    FLAG_SERVER = 1 << 30,  /* --server URL */
};

struct args {
    const char *word[ARGS_WORDS];
    int words;
    const char *option[ARGS_OPTIONS]; /* KEY=VALUE */
    int options;
    struct {
        const char *flag, *value; /* "--listen" or "--listen=VALUE", and VALUE */
    } setting[ARGS_SETTINGS];
    int settings;
    int players; /* 0: not given */
    long games;  /* 0: not given */
    uint64_t seed;
    bool seeded;
    const char *record;
    int iterations; /* 0: not given */
    int seat;       /* -1: not given */
    int decks;      /* 0: not given */
    bool json, steps, plain, rulings, help;
    bool won, lost, unfinished, yes;

    const char *bots, *people, *csv, *jsonl, *svg; /* NULL: not given */
    const char *game, *bot, *person, *output;      /* the same */
    const char *server;                            /* the same */
    int64_t since, until;                          /* seconds since 1970; 0: not given */
    const char *resume;                            /* the same; empty: without the file */
    int threads;                                   /* 0: not given */
};

/* Reads the words after the command's name; false with a message if one of them is wrong. The
 * settings, which have no flag, are names of the command's own, up to a NULL; or NULL for none. */
bool args_parse(struct args *a, int count, char *const word[], unsigned allowed,
                const char *const settings[], struct error *e);

/* The value of a setting, the last where it was given more than once; NULL if it was not given. */
const char *args_setting(const struct args *a, const char *name);

/* A whole number from 1 to `most`; false if it is none. */
bool args_count(const char *text, long most, long *value);

/* Makes a finished setup of a name, which may be that of a file of house rules, and the -n and -o
 * that were given, which go before those of a file. Where neither says how many play, it is as many
 * as the game likes best. */
bool args_setup(const struct args *a, const char *name, struct setup *u, struct error *e);

/* The language of messages: that of the session, but programs, which read --json, --csv or --jsonl,
 * are told things in English. */
const struct language *args_language(const struct args *a);

/* The key of a KEY=VALUE, into `key` as the game spells it, and its value; NULL with a message if
 * it is none. */
const char *args_option(const char *option, const struct game *game, char key[ARGS_KEY],
                        struct error *e);

/* A seed that nobody can know or guess: 64 bits from the system. */
uint64_t new_seed(void);

/* The seed that was given, or a new one. */
uint64_t args_seed(const struct args *a);

#endif
