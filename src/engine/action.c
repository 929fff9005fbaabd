#include "engine/action.h"

#include "engine/game.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void argument_text(enum argument kind, int value, char *out, size_t room)
{
    if (kind == SEAT_ARGUMENT)
        snprintf(out, room, " %c", 'A' + value);
    else if (kind != NO_ARGUMENT)
        snprintf(out, room, " %d", value);
    else
        out[0] = '\0';
}

const char *action_text(const struct game *game, action a, char out[ACTION_TEXT])
{
    const struct verb *v = &game->verbs[action_verb(a)];
    char first[12], second[12];
    argument_text(v->argument[0], action_first(a), first, sizeof first);
    argument_text(v->argument[1], action_second(a), second, sizeof second);
    int size = snprintf(out, ACTION_TEXT, "%s%s%s", v->word, first, second);
    assert(size < ACTION_TEXT);
    return out;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Whether the text goes on with these words; returns the place after them, or NULL. */
static const char *skip_words(const char *at, const char *words)
{
    while (*words) {
        if (*words == ' ') {
            if (*at != ' ' && *at != '\t')
                return NULL;
            at = skip_blanks(at);
            words++;
        } else if (*at++ != *words++) {
            return NULL;
        }
    }
    return *at == '\0' || *at == ' ' || *at == '\t' ? at : NULL;
}

/* A number without sign and leading zeros, at most `most`; returns the place after it, or NULL. */
static const char *read_number(const char *at, int most, int *value)
{
    if (!isdigit((unsigned char)*at) || (at[0] == '0' && isdigit((unsigned char)at[1])))
        return NULL;
    int n = 0;
    for (; isdigit((unsigned char)*at); at++) {
        n = n * 10 + (*at - '0');
        if (n > most)
            return NULL;
    }
    *value = n;
    return at;
}

static const char *read_argument(const char *at, enum argument kind, int *value)
{
    at = skip_blanks(at);
    switch (kind) {
    case NO_ARGUMENT:
        return at;
    case SEAT_ARGUMENT:
        if (*at < 'A' || *at >= 'A' + PLAYERS_MAX)
            return NULL;
        *value = *at - 'A';
        at++;
        break;
    case RANK_ARGUMENT:
        at = read_number(at, RANKS, value);
        if (!at || *value == 0)
            return NULL;
        break;
    case NUMBER_ARGUMENT:
        at = read_number(at, UINT16_MAX, value);
        break;
    }
    return at && (*at == '\0' || *at == ' ' || *at == '\t') ? at : NULL;
}

bool action_parse(const struct game *game, const char *text, action *a)
{
    const char *words = skip_blanks(text);
    for (int i = 0; game->verbs[i].word; i++) {
        const struct verb *v = &game->verbs[i];
        int value[2] = {0, 0};
        const char *at = skip_words(words, v->word);
        for (int k = 0; at && k < 2; k++)
            at = read_argument(at, v->argument[k], &value[k]);
        if (at && *skip_blanks(at) == '\0') {
            *a = action_make(i, value[0], value[1]);
            return true;
        }
    }
    return false;
}
