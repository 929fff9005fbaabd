#include "lab/sweep.h"

#include "engine/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_ROOM = 64 };

void sweep_init(struct sweep *s, const struct setup *base)
{
    *s = (struct sweep){.base = *base};
}

void sweep_clear(struct sweep *s)
{
    free(s->point);
    s->point = NULL;
    s->points = 0;
}

/* Adds a value that is written as its option wants it. */
static bool add_value(const struct sweep *s, struct axis *x, const char *key, const char *word,
                      struct error *e)
{
    struct setup trial = s->base;
    if (!setup_option(&trial, key, word, e))
        return false;
    for (int i = 0; i < x->values; i++)
        if (x->value[i] == trial.option[x->option])
            return error_set(e, "option %s has the value %s twice; expected each value once", key,
                             word);
    if (x->values == SWEEP_VALUES)
        return error_set(e, "option %s has too many values; expected at most %d", key,
                         SWEEP_VALUES);
    x->value[x->values++] = trial.option[x->option];
    return true;
}

/* One end of a range. */
static bool read_end(const struct sweep *s, int option, const char *word, int32_t *value,
                     struct error *e)
{
    struct setup trial = s->base;
    const struct option *o = &s->base.game->options[option];
    if (!setup_option(&trial, o->key, word, e))
        return false;
    *value = trial.option[option];
    if ((o->type == OPTION_NUMBER || o->type == OPTION_SEAT) && *value >= 0)
        return true;
    return error_set(e,
                     "option %s cannot go from one value to another; expected values with "
                     "commas between them",
                     o->key);
}

/* LOW..HIGH or LOW..HIGH:STEP; `high` is what stands after the dots, `low` what stood before. */
static bool add_range(const struct sweep *s, struct axis *x, const char *low, char *high,
                      struct error *e)
{
    const struct option *o = &s->base.game->options[x->option];
    int32_t from, to;
    long step = o->step > 1 ? o->step : 1;
    char *colon = strchr(high, ':');
    if (colon) {
        char *end;
        *colon = '\0';
        step = strtol(colon + 1, &end, 10);
        if (colon[1] < '1' || colon[1] > '9' || *end || step > INT16_MAX)
            return error_set(e,
                             "the step of %s cannot be '%.40s'; expected LOW..HIGH:STEP with "
                             "a step from 1 to %d",
                             o->key, colon + 1, INT16_MAX);
    }
    if (!read_end(s, x->option, low, &from, e) || !read_end(s, x->option, high, &to, e))
        return false;
    if (from > to)
        return error_set(e, "option %s cannot go from %s down to %s; expected LOW..HIGH:STEP",
                         o->key, low, high);
    bool fine = true;
    for (int32_t v = from; fine && v <= to; v += (int32_t)step) {
        char text[OPTION_TEXT];
        fine = add_value(s, x, o->key, option_text(o, v, text), e);
    }
    return fine;
}

bool sweep_option(struct sweep *s, const char *key, const char *values, struct error *e)
{
    if (strcmp(key, deck_key) == 0) /* one for all points */
        return setup_option(&s->base, key, values, e);
    struct axis x = {.option = option_index(s->base.game, key)};
    bool fine = true;
    for (const char *at = values; fine && at; at = strchr(at, ',')) {
        char word[WORD_ROOM];
        at += at > values; /* the comma */
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        char *dots = strstr(word, "..");
        if (dots && x.option >= 0) {
            *dots = '\0';
            fine = add_range(s, &x, word, dots + 2, e);
        } else {
            fine = add_value(s, &x, key, word, e);
        }
    }
    if (!fine)
        return false;
    int i = 0;
    while (i < s->axes && s->axis[i].option != x.option)
        i++;
    s->axis[i] = x;
    s->axes += i == s->axes;
    return true;
}

/* The options of a point; the rest is not finished. */
static struct setup point_of(const struct sweep *s, int point)
{
    struct setup u = s->base;
    for (int i = s->axes - 1, rest = point; i >= 0; i--) {
        const struct axis *x = &s->axis[i];
        u.option[x->option] = x->value[rest % x->values];
        u.given |= 1u << x->option;
        rest /= x->values;
    }
    return u;
}

bool sweep_players(struct sweep *s, int players, struct error *e)
{
    struct setup first = point_of(s, 0);
    bool fine = setup_players(&first, players ? players : setup_players_usual(&first), e);
    s->base.players = first.players;
    return fine;
}

void sweep_label(const struct sweep *s, int point, struct text *out)
{
    const char *between = "";
    for (int i = 0; i < s->axes; i++) {
        if (s->axis[i].values < 2)
            continue;
        const struct option *o = &s->base.game->options[s->axis[i].option];
        char text[OPTION_TEXT];
        text_add(out, "%s%s=%s", between, o->key,
                 option_text(o, s->point[point].option[s->axis[i].option], text));
        between = " ";
    }
}

/* "target=71: what is wrong": which of the points it is. */
static bool wrong_point(const struct sweep *s, int point, struct error *e)
{
    struct text label = {0};
    struct error why = *e;
    sweep_label(s, point, &label);
    if (label.size)
        error_set(e, "%s: %s", label.at, why.text);
    text_free(&label);
    return false;
}

bool sweep_finish(struct sweep *s, struct error *e)
{
    int points = 1;
    for (int i = 0; i < s->axes; i++) {
        points *= s->axis[i].values;
        if (points > SWEEP_POINTS)
            return error_set(e, "the options have more than %d combinations; expected fewer values",
                             SWEEP_POINTS);
    }
    s->point = malloc((size_t)points * sizeof *s->point);
    if (!s->point)
        return error_no_memory(e);
    s->points = points;
    for (int p = 0; p < points; p++) {
        s->point[p] = point_of(s, p);
        if (!setup_finish(&s->point[p], e))
            return wrong_point(s, p, e);
    }
    return true;
}
