#include "wire/analysisjson.h"

#include <stdio.h>

enum { STEP_TEXT = ACTION_TEXT + 16 };

/* The line of the record. */
static const char *step_text(const struct game *game, struct step step, char out[STEP_TEXT])
{
    char word[ACTION_TEXT];
    if (step.kind == TURN_SEATS)
        snprintf(out, STEP_TEXT, "%c %s", 'A' + step.who, action_text(game, step.what, word));
    else if (step.kind == TURN_DECK)
        snprintf(out, STEP_TEXT, "deal %s %d", game_place_name(game, step.who), (int)step.what);
    else
        snprintf(out, STEP_TEXT, "lot %c", 'A' + step.who);
    return out;
}

void json_shares(struct text *t, const struct shares *s, enum measure m, int players)
{
    static const char *const name[PARTS] = {"begin", "luck", "own", "others", "result"};
    json_object_begin(t);
    for (int part = 0; part < PARTS; part++)
        json_doubles(json_key(t, name[part]), s->of[part].of[m], players);
    json_object_begin(json_key(t, "error"));
    for (int part = 0; part < PARTS; part++)
        json_doubles(json_key(t, name[part]), s->error[part].of[m], players);
    json_object_end(t);
    json_object_end(t);
}

static void json_moment(struct text *t, const struct moment *m, const struct table *table)
{
    char text[STEP_TEXT];
    int players = table->setup.players;
    json_object_begin(t);
    json_int(json_key(t, "hand"), m->hand);
    json_text(json_key(t, "event"), step_text(table->setup.game, m->step, text));
    json_doubles(json_key(t, "before"), m->before.of[WORTH], players);
    json_doubles(json_key(t, "after"), m->after.of[WORTH], players);
    json_doubles(json_key(t, "error"), m->error.of[WORTH], players);
    json_doubles(json_key(t, "score_before"), m->before.of[SCORE], players);
    json_doubles(json_key(t, "score_after"), m->after.of[SCORE], players);
    if (m->choices) {
        json_int(json_key(t, "choices"), m->choices);
        json_text(json_key(t, "best"), action_text(table->setup.game, m->best, text));
        json_estimate(json_key(t, "loss"), m->loss.mean, m->loss.error);
        json_double(json_key(t, "play"), m->play[WORTH].mean);
        json_double(json_key(t, "play_error"), m->play[WORTH].error);
    }
    json_object_end(t);
}

static void json_estimates(struct text *t, const struct estimate all[], int players)
{
    json_array_begin(t);
    for (int seat = 0; seat < players; seat++)
        json_estimate(t, all[seat].mean, all[seat].error);
    json_array_end(t);
}

static void json_reduction(struct text *t, const struct reduction *r, int players)
{
    json_object_begin(t);
    json_int(json_key(t, "hands"), r->hands);
    json_double(json_key(t, "plain_variance"), r->plain_variance);
    json_double(json_key(t, "adjusted_variance"), r->adjusted_variance);
    json_double(json_key(t, "luck_share"), reduction_share(r));
    json_double(json_key(t, "times_less"), reduction_times(r));
    json_estimates(json_key(t, "plain"), r->plain, players);
    json_estimates(json_key(t, "adjusted"), r->adjusted, players);
    json_object_end(t);
}

void json_analysis(struct text *t, const struct table *table, const struct analysis *a,
                   const struct analyse_limits *limits)
{
    int players = table->setup.players;
    size_t at[TURNING_POINTS];
    size_t count = analysis_turning_points(a, players, TURNING_POINTS, at);
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&table->setup));
    json_int(json_key(t, "players"), players);
    json_bool(json_key(t, "over"), table_turn(table).kind == TURN_OVER);
    json_int(json_key(t, "iterations"), limits->iterations);
    json_text(json_key(t, "player"), rollout_player(table->setup.game));
    json_unsigned(json_key(t, "seed"), limits->seed);
    json_shares(json_key(t, "score"), &a->shares, SCORE, players);
    json_shares(json_key(t, "worth"), &a->shares, WORTH, players);
    json_array_begin(json_key(t, "moments"));
    for (size_t i = 0; i < a->moments; i++)
        json_moment(t, &a->moment[i], table);
    json_array_end(t);
    json_array_begin(json_key(t, "turning_points"));
    for (size_t i = 0; i < count; i++)
        json_unsigned(t, at[i]);
    json_array_end(t);
    if (a->reduction.hands)
        json_reduction(json_key(t, "variance"), &a->reduction, players);
    json_object_end(t);
    text_add(t, "\n");
}
