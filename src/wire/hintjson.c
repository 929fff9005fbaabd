#include "wire/hintjson.h"

/* Words for people, a line each. */
static void put_lines(struct text *t, struct text *words)
{
    json_array_begin(t);
    char *line = words->at;
    while (line && *line) {
        char *end = strchrnul(line, '\n'), *next = end + (*end != '\0');
        *end = '\0';
        json_text(t, line);
        line = next;
    }
    json_array_end(t);
    t->failed |= words->failed;
    text_free(words);
}

static void put_choice(struct text *t, const struct hint *h, const struct odds_choice *c,
                       const struct odds_choice *best, const struct language *l)
{
    char word[ACTION_TEXT];
    struct text words = {0};
    hint_words(h, l, c->a, &words);
    json_object_begin(t);
    json_text(json_key(t, "choice"), action_text(hint_game(h), c->a, word));
    json_text(json_key(t, "words"), text_of(&words));
    json_estimate(json_key(t, "score"), c->of[SCORE].mean, c->of[SCORE].error);
    json_double(json_key(t, "worse"), c->loss.mean - best->loss.mean);
    json_object_end(t);
    t->failed |= words.failed;
    text_free(&words);
}

static void put_odds(struct text *t, const struct hint *h, const struct odds *o,
                     const struct language *l)
{
    int place[ACTIONS_MAX];
    char word[ACTION_TEXT];
    action thumb;
    hint_order(h, place);
    json_text(json_key(t, "choice"), action_text(hint_game(h), o->choice[place[0]].a, word));
    if (hint_thumb(h, &thumb))
        json_text(json_key(t, "thumb"), action_text(hint_game(h), thumb, word));
    json_bool(json_key(t, "exact"), o->situations > 0);
    json_int(json_key(t, "rollouts"), o->rollouts);
    json_doubles(json_key(t, "cards"), o->card + 1, RANKS);
    if (o->stacked)
        json_double(json_key(t, "pair"), o->pairing.mean);
    json_array_begin(json_key(t, "choices"));
    for (int i = 0; i < o->choices; i++)
        put_choice(t, h, &o->choice[place[i]], &o->choice[place[0]], l);
    json_array_end(t);
}

void json_hint(struct text *t, const struct hint *h, uint64_t entry, const struct language *l)
{
    struct text words = {0}, figures = {0};
    const struct odds *o = hint_odds(h);
    hint_text(h, l, &words);
    hint_sentences(h, l, &figures);
    json_object_begin(t);
    json_unsigned(json_key(t, "after"), entry);
    put_lines(json_key(t, "text"), &words);
    put_lines(json_key(t, "figures"), &figures);
    if (o && o->choices)
        put_odds(t, h, o, l);
    json_object_end(t);
}
