#include "wire/replayjson.h"

#include "wire/gamejson.h"
#include "wire/tablejson.h"

/* A game on its way through. */
struct telling_again {
    const struct table *whole;
    struct table *table; /* as far as it has come */
    struct names names;
    int looks;
    const struct lesson *lesson; /* or NULL */
    const struct language *language;
};

static void json_chairs(struct text *t, const struct table *whole)
{
    json_array_begin(t);
    for (int seat = 0; seat < whole->setup.players; seat++) {
        json_object_begin(t);
        json_seat(json_key(t, "seat"), seat);
        json_text(json_key(t, "kind"), "person");
        json_text(json_key(t, "name"), table_seat_name(whole, seat));
        json_object_end(t);
    }
    json_array_end(t);
}

static void json_last_events(struct text *t, const struct telling_again *a)
{
    struct log known = {.size = a->table->log.size};
    for (int i = 0; i < known.size; i++)
        known.event[i] = event_redact(&a->table->log.event[i], a->looks);
    json_log_told(t, a->whole->setup.game, &known, a->looks, &a->names, a->language);
}

/* The step that led here. Its line is left out for those who were not told all of it: a choice may
 * be secret, and so may a card. */
static void json_step(struct text *t, const struct telling_again *a, struct step step)
{
    struct text line = {0};
    bool decision = step.kind == TURN_SEATS;
    bool open = step.kind == TURN_LOT || a->looks == EVERYTHING;
    if (decision)
        json_seat(json_key(t, "seat"), step.who);
    for (int i = 0; decision && i < a->table->log.size; i++) {
        struct event e = event_redact(&a->table->log.event[i], a->looks);
        open = open || (e.kind == EVENT_DECIDE && e.seat == step.who && e.seen);
    }
    if (open) {
        record_line(a->whole->setup.game, step, &line);
        json_text(json_key(t, "line"), text_of(&line));
    }
    t->failed = t->failed || line.failed;
    text_free(&line);
}

typedef bool lesson_part(const struct lesson *l, size_t i, const struct language *language,
                         struct text *out);

static void json_lesson_part(struct text *t, const char *key, lesson_part *part,
                             const struct telling_again *a, size_t i)
{
    struct text words = {0};
    if (part(a->lesson, i, a->language, &words))
        json_text(json_key(t, key), text_of(&words));
    t->failed = t->failed || words.failed;
    text_free(&words);
}

static void json_lesson_moment(struct text *t, const struct telling_again *a, const struct view *v)
{
    size_t i = a->table->steps;
    char choice[ACTION_TEXT];
    json_lesson_part(t, "says", lesson_says, a, i);
    if (i == a->whole->steps || a->whole->step[i].kind != TURN_SEATS ||
        a->whole->step[i].who != LEARNER)
        return;
    json_text(json_key(t, "wants"), action_text(v->game, a->whole->step[i].what, choice));
    json_lesson_part(t, "answer", lesson_answers, a, i);
    json_choices(json_key(t, "choices"), v, &a->names, a->language);
}

/* The decisions of whoever decides next, by notation, in words: for those who know what they were.
 */
static void json_offers(struct text *t, const struct telling_again *a)
{
    const struct game *game = a->whole->setup.game;
    size_t i = a->table->steps;
    action legal[ACTIONS_MAX];
    char choice[ACTION_TEXT];
    if (i == a->whole->steps || a->whole->step[i].kind != TURN_SEATS)
        return;
    int seat = a->whole->step[i].who;
    if (a->looks != EVERYTHING && a->looks != seat)
        return;
    json_object_begin(json_key(t, "offers"));
    int count = table_legal(a->table, seat, legal);
    for (int k = 0; k < count; k++) {
        struct text words = {0};
        action_words(&words, game, legal[k], a->looks, &a->names, a->language);
        json_text(json_key(t, action_text(game, legal[k], choice)), text_of(&words));
        t->failed = t->failed || words.failed;
        text_free(&words);
    }
    json_object_end(t);
}

static void json_moment(struct text *t, const struct telling_again *a)
{
    struct view v;
    table_view(a->table, a->looks, &v);
    json_object_begin(t);
    if (a->table->steps)
        json_step(t, a, a->table->step[a->table->steps - 1]);
    json_last_events(json_key(t, "events"), a);
    json_view(json_key(t, "view"), &v);
    if (a->lesson)
        json_lesson_moment(t, a, &v);
    else
        json_offers(t, a);
    json_object_end(t);
}

static bool json_moments(struct text *t, struct telling_again *a)
{
    struct error e = {0};
    bool fine = true;
    json_array_begin(t);
    json_moment(t, a);
    for (size_t i = 0; fine && i < a->whole->steps; i++) {
        fine = table_step(a->table, a->whole->step[i], &e);
        json_moment(t, a);
    }
    json_array_end(t);
    return fine;
}

static bool tell_again(struct text *t, struct telling_again *a)
{
    const struct setup *u = &a->whole->setup;
    a->table = table_before(a->whole, 0);
    if (!a->table)
        return false;
    a->names = table_names(a->table);
    json_object_begin(t);
    json_game(json_key(t, "game"), u);
    json_object_begin(json_key(t, "words"));
    json_game_words(t, u, a->language);
    json_object_end(t);
    json_chairs(json_key(t, "chairs"), a->whole);
    json_bool(json_key(t, "hidden"), u->game->hidden);
    json_bool(json_key(t, "over"), table_turn(a->whole).kind == TURN_OVER);
    bool fine = json_moments(json_key(t, "moments"), a);
    json_object_end(t);
    table_free(a->table);
    return fine && !t->failed;
}

bool json_replay(struct text *t, const struct table *whole, int looks, const struct language *l)
{
    return tell_again(t, &(struct telling_again){.whole = whole, .looks = looks, .language = l});
}

bool json_lesson(struct text *t, const struct lesson *lesson, const struct language *l)
{
    return tell_again(
        t, &(struct telling_again){
               .whole = lesson_table(lesson), .looks = LEARNER, .lesson = lesson, .language = l});
}
