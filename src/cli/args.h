/* The words of a command line. */
#ifndef PAIRS_CLI_ARGS_H
#define PAIRS_CLI_ARGS_H

#include "engine/option.h"

#include <stddef.h>

enum { ARGS_WORDS = 32, ARGS_OPTIONS = 64, ARGS_SETTINGS = 32, ARGS_KEY = 64, ARGS_THREADS = 256 };

/* How the value of a flag is read, which tells shells how to complete it, too. */
enum takes {
    TAKES_NOTHING, /* a bool */
    TAKES_WORDS,   /* a const char *, as the four below; NULL: not given */
    TAKES_FILE,
    TAKES_GAME,
    TAKES_BOT,
    TAKES_BOTS,    /* bots with commas between them */
    TAKES_MAYBE,   /* the next word if that is no flag, or else "" */
    TAKES_NUMBER,  /* an int, from 1 to `most`; 0: not given */
    TAKES_PLAYERS, /* the same, and the game knows the most */
    TAKES_SEAT,    /* an int, from 0; -1: not given */
    TAKES_SEED,    /* a uint64_t, and `seeded` */
    TAKES_SINCE,   /* an int64_t: the first second of a day; 0: not given */
    TAKES_UNTIL,   /* the same of the day after it */
    TAKES_OPTION,  /* KEY=VALUE, any number of times */
};

/* A row of what a command may be given. A row without a name is the title of a group, or, with a
 * value, a word of the command that has a meaning of its own, as "talk TABLE". A table ends with a
 * row of zeros. */
struct flag {
    const char *name;  /* "players" */
    char letter;       /* the short form, 0 for none */
    const char *value; /* what stands for it in help: "N", or all that it can be: "long|short" */
    const char *means; /* this and value are translated where they are shown */
    enum takes takes;
    size_t at; /* where in struct args; 0: among the settings there, as a const char * */
    int most;
    const char *usual; /* what holds without it, in brackets after the meaning; NULL or "": none */
};

#define AT(member) offsetof(struct args, member)

/* Rows whose name is that of the member, such as are kept among the settings, and others. */
#define FLAG_ROW(name, letter, value, takes, at, most, m)                                          \
    {                                                                                              \
        name, letter, value, m, takes, at, most, NULL                                              \
    }
#define VALUE_FLAG(member, value, takes, m) FLAG_ROW(#member, 0, value, takes, AT(member), 0, m)
#define SWITCH_FLAG(member, m)              VALUE_FLAG(member, NULL, TAKES_NOTHING, m)
#define FILE_FLAG(member, m)                VALUE_FLAG(member, N_("FILE"), TAKES_FILE, m)
#define COUNT_FLAG(member, value, most, m)                                                         \
    FLAG_ROW(#member, 0, value, TAKES_NUMBER, AT(member), most, m)
#define SETTING_FLAG(name, value, takes, m) FLAG_ROW(name, 0, value, takes, 0, 0, m)
#define WORD_ROW(value, m)                  FLAG_ROW(NULL, 0, value, TAKES_NOTHING, 0, 0, m)
#define GROUP_ROW(title)                    WORD_ROW(NULL, title)
#define END_ROW                             WORD_ROW(NULL, NULL)

/* Those that many commands have, with what they mean there. */
#define PLAYERS_FLAG(m)       FLAG_ROW("players", 'n', N_("PLAYERS"), TAKES_PLAYERS, AT(players), 0, m)
#define OPTION_FLAG(value, m) FLAG_ROW("option", 'o', value, TAKES_OPTION, AT(option), 0, m)
#define SEED_FLAG(m)          VALUE_FLAG(seed, "S", TAKES_SEED, m)
#define GAMES_FLAG(m)         COUNT_FLAG(games, "N", 1000000000, m)
#define THREADS_FLAG(m)       COUNT_FLAG(threads, "T", ARGS_THREADS, m)
#define ITERATIONS_FLAG(m)    COUNT_FLAG(iterations, "N", 1000000, m)
#define BOT_FLAG(m)           VALUE_FLAG(bot, "BOT", TAKES_BOT, m)
#define BOTS_FLAG(m)          VALUE_FLAG(bots, "BOT,...", TAKES_BOTS, m)
#define SEAT_FLAG(m)          VALUE_FLAG(seat, "X", TAKES_SEAT, m)

struct args {
    const char *word[ARGS_WORDS];
    int words;
    const char *option[ARGS_OPTIONS]; /* KEY=VALUE */
    int options;
    struct {
        const char *name, *value; /* "listen", and what was given */
    } setting[ARGS_SETTINGS];
    int settings;
    int players, games, iterations, decks, threads; /* 0: not given */
    int seat;                                       /* -1: not given */
    uint64_t seed;
    bool seeded;
    bool json, steps, plain, rulings, help;
    bool won, lost, unfinished, yes, learn;

    /* NULL: not given. */
    const char *record, *bots, *people, *csv, *jsonl, *svg, *game, *bot, *person, *output, *server;
    const char *resume;   /* empty: without the file */
    int64_t since, until; /* seconds since 1970; 0: not given */
};

/* Reads the words after the command's name, of which these flags are allowed, and --help; false
 * with a message if one of them is wrong. */
bool args_parse(struct args *a, int count, char *const word[], const struct flag *flags,
                struct error *e);

/* The flag that a word, "--NAME", "--NAME=VALUE" or "-nVALUE", names; NULL if it is none of these.
 * *value is what the word holds of its value, or NULL. */
const struct flag *flag_find(const struct flag *flags, const char *word, const char **value);

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
