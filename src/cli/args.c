#include "cli/args.h"

#include "cli/houserules.h"
#include "cli/lang.h"
#include "engine/game.h"
#include "engine/spelling.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

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

static bool take_day(const struct flag *f, const char *value, int64_t *day, struct error *e)
{
    int64_t first;
    return (parse_day(value, 0, &first) && parse_day(value, f->takes == TAKES_UNTIL, day)) ||
           error_set(e, "--%s cannot be '%.40s'; expected a day as 2026-12-31", f->name, value);
}

static bool take_option(struct args *a, const char *value, struct error *e)
{
    if (a->options == ARGS_OPTIONS)
        return error_set(e, "too many options; expected at most %d", ARGS_OPTIONS);
    a->option[a->options++] = value;
    return true;
}

static bool take_number(const struct flag *f, const char *value, int *number, struct error *e)
{
    long n;
    bool players = f->takes == TAKES_PLAYERS;
    if (!args_count(value, players ? INT_MAX : f->most, &n))
        return players ? error_set(e, "-n cannot be '%.40s'; expected a number of players", value)
                       : error_set(e, "--%s cannot be '%.40s'; expected 1 to %d", f->name, value,
                                   f->most);
    *number = (int)n;
    return true;
}

static bool take_seat(const char *value, int *seat, struct error *e)
{
    *seat = value[0] - 'A';
    return (*seat >= 0 && *seat < PLAYERS_MAX && value[1] == '\0') ||
           error_set(e, "--seat cannot be '%.40s'; expected a letter from A to H", value);
}

/* Words, where the flag has its place or among the settings. */
static bool take_words(struct args *a, const struct flag *f, const char *value, struct error *e)
{
    if (f->at) {
        *(const char **)(void *)((char *)a + f->at) = value;
        return true;
    }
    if (a->settings == ARGS_SETTINGS)
        return error_set(e, "'--%.40s' is one word too many", f->name);
    a->setting[a->settings].name = f->name;
    a->setting[a->settings++].value = value;
    return true;
}

/* Stores the value of a flag. */
static bool take_flag(struct args *a, const struct flag *f, const char *value, struct error *e)
{
    void *at = (char *)a + f->at;
    switch (f->takes) {
    case TAKES_NOTHING:
        return *(bool *)at = true;
    case TAKES_NUMBER:
    case TAKES_PLAYERS:
        return take_number(f, value, at, e);
    case TAKES_SEAT:
        return take_seat(value, at, e);
    case TAKES_SEED:
        a->seeded = parse_seed(value, at);
        return a->seeded ||
               error_set(e, "--seed cannot be '%.40s'; expected a whole number, 0 to %llu", value,
                         (unsigned long long)UINT64_MAX);
    case TAKES_SINCE:
    case TAKES_UNTIL:
        return take_day(f, value, at, e);
    case TAKES_OPTION:
        return f->at ? take_option(a, value, e) : take_words(a, f, value, e);
    default:
        return take_words(a, f, value, e);
    }
}

const struct flag *flag_find(const struct flag *flags, const char *word, const char **value)
{
    *value = NULL;
    for (const struct flag *f = flags; f->means; f++) {
        size_t size = f->name ? strlen(f->name) : 0;
        if (!f->name)
            continue;
        if (f->letter && word[1] == f->letter) {
            if (word[2])
                *value = word + 2;
            return f;
        }
        if (word[1] == '-' && strncmp(word + 2, f->name, size) == 0 &&
            (word[2 + size] == '\0' || (word[2 + size] == '=' && f->takes != TAKES_NOTHING))) {
            if (word[2 + size])
                *value = word + 3 + size;
            return f;
        }
    }
    return NULL;
}

/* A flag that the command does not have; with the value after it, if there is one. */
static bool no_flag(const char *word, const struct flag *flags, struct error *e)
{
    char typed[ARGS_KEY];
    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(word, "="), word);
    struct guess guess = guess_at(typed);
    for (const struct flag *f = flags; word[1] == '-' && f->means; f++)
        if (f->name)
            guess_try(&guess, f->name, f->name);
    return guess.meant ? error_set(e, "'%.40s' is no option of this command (did you mean '--%s'?)",
                                   word, guess.meant)
                       : error_set(e, "'%.40s' is no option of this command", word);
}

const char *args_setting(const struct args *a, const char *name)
{
    int i = a->settings - 1;
    while (i >= 0 && strcmp(a->setting[i].name, name) != 0)
        i--;
    return i < 0 ? NULL : a->setting[i].value;
}

bool args_parse(struct args *a, int count, char *const word[], const struct flag *flags,
                struct error *e)
{
    *a = (struct args){.seat = -1};
    bool flags_end = false;
    for (int i = 0; i < count; i++) {
        const char *w = word[i], *next = i + 1 < count ? word[i + 1] : NULL, *value;
        if (flags_end || w[0] != '-' || w[1] == '\0') {
            if (a->words == ARGS_WORDS)
                return error_set(e, "'%.40s' is one word too many", w);
            a->word[a->words++] = w;
            continue;
        }
        flags_end = strcmp(w, "--") == 0;
        bool help = strcmp(w, "--help") == 0 || strcmp(w, "-h") == 0;
        a->help |= help;
        if (flags_end || help)
            continue;
        const struct flag *f = flag_find(flags, w, &value);
        if (!f)
            return no_flag(w, flags, e);
        bool maybe = f->takes == TAKES_MAYBE;
        if (f->takes != TAKES_NOTHING && !value && !(maybe && (!next || next[0] == '-'))) {
            value = next;
            i++;
        }
        if (f->takes != TAKES_NOTHING && !maybe && !value)
            return error_set(e, "'%.40s' needs a value after it", w);
        if (!take_flag(a, f, value ? value : "", e))
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
