/* A game that was played, as a page is told it. */
#include "tests/test.h"

#include "engine/document.h"
#include "wire/replayjson.h"

#include <jansson.h>

static json_t *parsed(struct text *t)
{
    json_t *all = json_loads(text_of(t), 0, NULL);
    assert_non_null(all);
    text_free(t);
    return all;
}

static struct lesson *lesson_named(const char *name)
{
    struct error e = {0};
    struct setup u;
    assert_true(setup_named(&u, name, &e));
    struct lesson *l = lesson_of(u.game, &e);
    assert_non_null(l);
    return l;
}

static bool holds(const json_t *array, const char *key, const char *word)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        const json_t *at = key ? json_object_get(value, key) : value;
        if (strcmp(json_string_value(at), word) == 0)
            return true;
    }
    return false;
}

/* Returns how many decisions of the learner there are. */
static int decisions_can_be_made(const json_t *all)
{
    size_t i;
    json_t *m;
    int decisions = 0;
    json_array_foreach(json_object_get(all, "moments"), i, m)
    {
        const json_t *wants = json_object_get(m, "wants");
        if (!wants)
            continue;
        decisions++;
        const json_t *legal = json_object_get(json_object_get(m, "view"), "legal");
        assert_true(holds(legal, NULL, json_string_value(wants)));
        assert_true(holds(json_object_get(m, "choices"), "choice", json_string_value(wants)));
        assert_int_equal(json_array_size(legal), json_array_size(json_object_get(m, "choices")));
    }
    return decisions;
}

static void every_lesson_can_be_followed(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        if (!document_find("lesson", all_games[i]->name))
            continue;
        struct lesson *l = lesson_named(all_games[i]->name);
        struct text t = {0};
        assert_true(json_lesson(&t, l, language_find("de")));
        json_t *all = parsed(&t);
        const json_t *moments = json_object_get(all, "moments");
        assert_int_equal(json_array_size(moments), lesson_table(l)->steps + 1);
        assert_true(decisions_can_be_made(all) > 0);
        assert_non_null(json_object_get(json_array_get(moments, 0), "says"));
        json_decref(all);
        lesson_free(l);
    }
}

/* How many moments have the line of their step, of those that have one. */
static int lines(const struct table *t, int looks, int *decisions)
{
    struct text out = {0};
    size_t i;
    json_t *m;
    int count = 0;
    assert_true(json_replay(&out, t, looks, language_find("en")));
    json_t *all = parsed(&out);
    *decisions = 0;
    json_array_foreach(json_object_get(all, "moments"), i, m)
    {
        const json_t *line = json_object_get(m, "line"), *seat = json_object_get(m, "seat");
        count += line != NULL;
        *decisions += seat && line;
    }
    json_decref(all);
    return count;
}

static void a_seat_is_not_told_the_secret_choices_of_others(void **state)
{
    (void)state;
    struct lesson *l = lesson_named("deadfall");
    const struct table *t = lesson_table(l);
    int open, own, none;
    assert_int_equal(lines(t, EVERYTHING, &open), t->steps);
    assert_true(lines(t, LEARNER, &own) < (int)t->steps);
    lines(t, NOBODY, &none);
    assert_true(none < own && own < open);
    lesson_free(l);
}

static void only_those_who_know_them_are_told_what_could_be_chosen(void **state)
{
    (void)state;
    struct lesson *l = lesson_named("deadfall");
    const struct table *whole = lesson_table(l);
    int offers[2] = {0}, decisions[2] = {0};
    for (int open = 0; open < 2; open++) {
        struct text t = {0};
        size_t i;
        json_t *m;
        assert_true(json_replay(&t, whole, open ? EVERYTHING : LEARNER, language_find("de")));
        json_t *all = parsed(&t);
        json_array_foreach(json_object_get(all, "moments"), i, m)
        {
            offers[open] += json_object_size(json_object_get(m, "offers")) > 0;
            bool decides = i < whole->steps && whole->step[i].kind == TURN_SEATS;
            decisions[open] += decides && (open || whole->step[i].who == LEARNER);
        }
        json_decref(all);
    }
    assert_int_equal(offers[0], decisions[0]);
    assert_int_equal(offers[1], decisions[1]);
    assert_true(offers[0] < offers[1]);
    lesson_free(l);
}

static void the_last_moment_is_the_end_of_the_game(void **state)
{
    (void)state;
    struct lesson *l = lesson_named("pairs");
    struct text t = {0};
    assert_true(json_replay(&t, lesson_table(l), NOBODY, language_find("en")));
    json_t *all = parsed(&t);
    const json_t *moments = json_object_get(all, "moments");
    const json_t *last = json_array_get(moments, json_array_size(moments) - 1);
    bool over = json_is_true(json_object_get(all, "over"));
    assert_int_equal(over, table_turn(lesson_table(l)).kind == TURN_OVER);
    assert_int_equal(over, json_is_true(json_object_get(json_object_get(last, "view"), "over")));
    json_decref(all);
    lesson_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lesson_can_be_followed),
        cmocka_unit_test(a_seat_is_not_told_the_secret_choices_of_others),
        cmocka_unit_test(only_those_who_know_them_are_told_what_could_be_chosen),
        cmocka_unit_test(the_last_moment_is_the_end_of_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
