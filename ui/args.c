#include "ui/args.h"

#include "engine/game.h"
#include "engine/spelling.h"
#include "ui/houserules.h"
#include "ui/lang.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* What follows a flag: MAYBE_VALUE takes the next word if that is no flag. Any other is no value,
 * but where in the arguments stands what the flag switches on. */
enum { A_VALUE = -2, MAYBE_VALUE };

static const struct {
    const char *name;
    char letter; /* the short form, 0 for none */
    int value;
    enum flag flag;
} flags[] = {
    {"players", 'n', A_VALUE, FLAG_PLAYERS},
    {"option", 'o', A_VALUE, FLAG_OPTION},
    {"games", 0, A_VALUE, FLAG_GAMES},
    {"seed", 0, A_VALUE, FLAG_SEED},
    {"record", 0, A_VALUE, FLAG_RECORD},
    {"json", 0, offsetof(struct args, json), FLAG_JSON},
    {"steps", 0, offsetof(struct args, steps), FLAG_STEPS},
    {"seat", 0, A_VALUE, FLAG_SEAT},
    {"plain", 0, offsetof(struct args, plain), FLAG_PLAIN},
    {"rulings", 0, offsetof(struct args, rulings), FLAG_RULINGS},
    {"bots", 0, A_VALUE, FLAG_BOTS},
    {"people", 0, A_VALUE, FLAG_PEOPLE},
    {"threads", 0, A_VALUE, FLAG_THREADS},
    {"csv", 0, A_VALUE, FLAG_CSV},
    {"jsonl", 0, A_VALUE, FLAG_JSONL},
    {"svg", 0, A_VALUE, FLAG_SVG},
    {"resume", 0, A_VALUE, FLAG_RESUME},
    {"resume", 0, MAYBE_VALUE, FLAG_GO_ON},
    {"iterations", 0, A_VALUE, FLAG_ITERATIONS},
    {"decks", 0, A_VALUE, FLAG_DECKS},
    {"game", 0, A_VALUE, FLAG_GAME},
    {"bot", 0, A_VALUE, FLAG_BOT},
    {"person", 0, A_VALUE, FLAG_PERSON},
    {"since", 0, A_VALUE, FLAG_SINCE},
    {"until", 0, A_VALUE, FLAG_UNTIL},
    {"won", 0, offsetof(struct args, won), FLAG_RESULT},
    {"lost", 0, offsetof(struct args, lost), FLAG_RESULT},
    {"unfinished", 0, offsetof(struct args, unfinished), FLAG_RESULT},
    {"yes", 0, offsetof(struct args, yes), FLAG_YES},
    {"server", 0, A_VALUE, FLAG_SERVER},
    {"output", 'o', A_VALUE, FLAG_OUTPUT},
};

enum { FLAGS = sizeof flags / sizeof flags[0] };

bool args_count(const char *text, long most, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(text, &end, 10);
    return text[0] >= '1' && text[0] <= '9' && *end == '\0' && errno == 0 && *value <= most;
}

static bool parse_seed(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

/* The first second of a day YYYY-MM-DD, or of the one after it, as clocks go here. */
static bool parse_day(const char *text, int later, int64_t *value)
{
    struct tm day = {.tm_isdst = -1};
    const char *end =
        strlen(text) == strlen("YYYY-MM-DD") ? strptime(text, "%Y-%m-%d", &day) : NULL;
    struct tm same = day;
    same.tm_mday += later;
    *value = end && *end == '\0' ? mktime(&same) : 0;
    return *value > 0 && (later || same.tm_mday == day.tm_mday); /* or it was, say, February 30 */
}

static bool take_day(const char *name, const char *value, int later, int64_t *day, struct error *e)
{
    int64_t first;
    return (parse_day(value, 0, &first) && parse_day(value, later, day)) ||
           error_set(e, "%s cannot be '%.40s'; expected a day as 2026-12-31", name, value);
}

/* Stores the value of a flag. */
static bool take_flag(struct args *a, enum flag flag, const char *value, struct error *e)
{
    long n;
    switch (flag) {
    case FLAG_PLAYERS:
        if (!args_count(value, PLAYERS_MAX, &n))
            return error_set(e, "-n cannot be '%.40s'; expected a number of players, 1 to 8",
                             value);
        a->players = (int)n;
        break;
    case FLAG_OPTION:
        if (a->options == ARGS_OPTIONS)
            return error_set(e, "too many options; expected at most %d", ARGS_OPTIONS);
        a->option[a->options++] = value;
        break;
    case FLAG_GAMES:
        if (!args_count(value, 1000000000, &n))
            return error_set(e, "--games cannot be '%.40s'; expected 1 to 1000000000", value);
        a->games = n;
        break;
    case FLAG_SEED:
        if (!parse_seed(value, &a->seed))
            return error_set(e, "--seed cannot be '%.40s'; expected a whole number, 0 to %llu",
                             value, (unsigned long long)UINT64_MAX);
        a->seeded = true;
        break;
    case FLAG_RECORD:
        a->record = value;
        break;
    case FLAG_SEAT:
        if (value[0] < 'A' || value[0] >= 'A' + PLAYERS_MAX || value[1] != '\0')
            return error_set(e, "--seat cannot be '%.40s'; expected a letter from A to H", value);
        a->seat = value[0] - 'A';
        break;
    case FLAG_DECKS:
        if (!args_count(value, DECKS_MAX, &n))
            return error_set(e, "--decks cannot be '%.40s'; expected 1 to %d", value, DECKS_MAX);
        a->decks = (int)n;
        break;
    case FLAG_THREADS:
        if (!args_count(value, ARGS_THREADS, &n))
            return error_set(e, "--threads cannot be '%.40s'; expected 1 to %d", value,
                             ARGS_THREADS);
        a->threads = (int)n;
        break;
    case FLAG_BOTS:
        a->bots = value;
        break;
    case FLAG_CSV:
        a->csv = value;
        break;
    case FLAG_JSONL:
        a->jsonl = value;
        break;
    case FLAG_ITERATIONS:
        if (!args_count(value, 1000000, &n))
            return error_set(e, "--iterations cannot be '%.40s'; expected 1 to 1000000", value);
        a->iterations = (int)n;
        break;
    case FLAG_SVG:
        a->svg = value;
        break;
    case FLAG_PEOPLE:
        a->people = value;
        break;
    case FLAG_GAME:
        a->game = value;
        break;
    case FLAG_BOT:
        a->bot = value;
        break;
    case FLAG_PERSON:
        a->person = value;
        break;
    case FLAG_OUTPUT:
        a->output = value;
        break;
    case FLAG_SERVER:
        a->server = value;
        break;
    case FLAG_SINCE:
        return take_day("--since", value, 0, &a->since, e);
    case FLAG_UNTIL: /* with all of that day */
        return take_day("--until", value, 1, &a->until, e);
    case FLAG_RESUME:
    case FLAG_GO_ON:
        a->resume = value;
        break;
    default:
        break; /* a switch; of settings see take_setting */
    }
    return true;
}

/* The flag that a word names, or -1; *value is set where the word holds the value as well. */
static int find_flag(const char *word, unsigned allowed, const char **value)
{
    *value = NULL;
    for (int i = 0; i < FLAGS; i++) {
        size_t size = strlen(flags[i].name);
        if (!(flags[i].flag & allowed))
            continue;
        if (flags[i].letter && word[1] == flags[i].letter) {
            if (word[2])
                *value = word + 2;
            return i;
        }
        if (word[1] == '-' && strncmp(word + 2, flags[i].name, size) == 0 &&
            (word[2 + size] == '\0' || (word[2 + size] == '=' && flags[i].value < 0))) {
            if (word[2 + size])
                *value = word + 3 + size;
            return i;
        }
    }
    return -1;
}

/* Whether a word, "--NAME" or "--NAME=VALUE", names this setting. */
static bool is_setting(const char *word, const char *name)
{
    size_t size = strlen(name);
    return strcspn(word, "=") == 2 + size && strncmp(word + 2, name, size) == 0;
}

static bool is_one_of(const char *word, const char *const settings[])
{
    int i = 0;
    while (settings && settings[i] && !is_setting(word, settings[i]))
        i++;
    return settings && settings[i];
}

/* A flag that the command does not have; with the value after it, if there is one. */
static bool no_flag(const char *word, unsigned allowed, const char *const settings[],
                    struct error *e)
{
    char typed[ARGS_KEY];
    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(word, "="), word);
    struct guess guess = guess_at(typed);
    for (int i = 0; word[1] == '-' && i < FLAGS; i++)
        if (flags[i].flag & allowed)
            guess_try(&guess, flags[i].name, flags[i].name);
    for (int i = 0; word[1] == '-' && settings && settings[i]; i++)
        guess_try(&guess, settings[i], settings[i]);
    return guess.meant ? error_set(e, "'%.40s' is no option of this command (did you mean '--%s'?)",
                                   word, guess.meant)
                       : error_set(e, "'%.40s' is no option of this command", word);
}

/* A setting that only the command knows; its value follows, or stands behind '='. */
static bool take_setting(struct args *a, const char *word, const char *next, struct error *e)
{
    const char *equals = strchr(word, '='), *value = equals ? equals + 1 : next;
    if (a->settings == ARGS_SETTINGS)
        return error_set(e, "'%.40s' is one word too many", word);
    if (!value)
        return error_set(e, "'%.40s' needs a value after it", word);
    a->setting[a->settings].flag = word;
    a->setting[a->settings++].value = value;
    return true;
}

const char *args_setting(const struct args *a, const char *name)
{
    int i = a->settings - 1;
    while (i >= 0 && !is_setting(a->setting[i].flag, name))
        i--;
    return i < 0 ? NULL : a->setting[i].value;
}

bool args_parse(struct args *a, int count, char *const word[], unsigned allowed,
                const char *const settings[], struct error *e)
{
    *a = (struct args){.seat = -1};
    bool flags_end = false;
    for (int i = 0; i < count; i++) {
        const char *w = word[i];
        if (flags_end || w[0] != '-' || w[1] == '\0') {
            if (a->words == ARGS_WORDS)
                return error_set(e, "'%.40s' is one word too many", w);
            a->word[a->words++] = w;
            continue;
        }
        if (strcmp(w, "--") == 0) {
            flags_end = true;
            continue;
        }
        if (strcmp(w, "--help") == 0 || strcmp(w, "-h") == 0) {
            a->help = true;
            continue;
        }
        const char *value;
        int flag = find_flag(w, allowed, &value);
        if (flag < 0 && w[1] == '-' && ((allowed & FLAG_SETTING) || is_one_of(w, settings))) {
            if (!take_setting(a, w, i + 1 < count ? word[i + 1] : NULL, e))
                return false;
            i += !strchr(w, '=');
            continue;
        }
        if (flag < 0)
            return no_flag(w, allowed, settings, e);
        bool next = flags[flag].value == A_VALUE ||
                    (flags[flag].value == MAYBE_VALUE && i + 1 < count && word[i + 1][0] != '-');
        if (!value)
            value = !next ? "" : ++i < count ? word[i] : NULL;
        if (!value)
            return error_set(e, "'%.40s' needs a value after it", w);
        if (flags[flag].value >= 0)
            *(bool *)((char *)a + flags[flag].value) = true;
        else if (!take_flag(a, flags[flag].flag, value, e))
            return false;
    }
    return true;
}

const char *args_option(const char *option, const struct game *game, char key[ARGS_KEY],
                        struct error *e)
{
    const char *equals = strchr(option, '=');
    size_t size = equals ? (size_t)(equals - option) : 0;
    if (!equals || size >= ARGS_KEY) {
        error_set(e, "-o cannot be '%.40s'; expected KEY=VALUE", option);
        return NULL;
    }
    memcpy(key, option, size);
    key[size] = '\0';
    int known = option_spelled(game, key);
    if (known >= 0)
        snprintf(key, ARGS_KEY, "%s", game->options[known].key);
    return equals + 1;
}

bool args_setup(const struct args *a, const char *name, struct setup *u, struct error *e)
{
    if (!houserules_named(u, name, e))
        return false;
    for (int i = 0; i < a->options; i++) {
        char key[ARGS_KEY];
        const char *value = args_option(a->option[i], u->game, key, e);
        if (!value || !setup_option(u, key, value, e))
            return false;
    }
    int players = a->players ? a->players : u->players ? u->players : setup_players_usual(u);
    return setup_players(u, players, e) && setup_finish(u, e);
}

const struct language *args_language(const struct args *a)
{
    return a->json || a->csv || a->jsonl ? NULL : lang();
}

uint64_t new_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed)
        return seed;
    struct timespec now; /* an old kernel, or one that forbids it: the best there is */
    clock_gettime(CLOCK_REALTIME, &now);
    struct rng r = rng_seeded((uint64_t)now.tv_nsec, (uint64_t)now.tv_sec);
    return rng_next(&r);
}

uint64_t args_seed(const struct args *a)
{
    return a->seeded ? a->seed : new_seed();
}
