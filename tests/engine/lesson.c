/* First games: each can be played as it stands, and says everything in every language. */
#include "engine/lesson.h"

#include "engine/document.h"
#include "tests/test.h"

enum {
    STEPS = 120,   /* cards and decisions; a lesson has no more, to be over in a few minutes */
    WORDS = 420,   /* bytes of what is said at once, so that it fits beside a table */
    DECISIONS = 2, /* the learner decides at least so often */
    REMARKS = 3,   /* and is told at least so many things */
    TIP = 120,     /* letters of a tip */
};

static void check_words(const struct lesson *l, size_t i, bool decides)
{
    bool said = false, answered = false;
    for (const struct language *language = languages; language->name; language++) {
        struct text says = {0}, answers = {0};
        bool says_it = lesson_says(l, i, language, &says);
        bool answers_it = lesson_answers(l, i, language, &answers);
        if (language != languages && (says_it != said || answers_it != answered))
            fail_msg("before step %zu '%s' says something else than English", i, language->name);
        if (answers_it && !decides)
            fail_msg("before step %zu a question is answered that nobody asks", i);
        if (says.size > WORDS || answers.size > WORDS)
            fail_msg("before step %zu '%s' says too much at once", i, language->name);
        said = says_it;
        answered = answers_it;
        text_free(&says);
        text_free(&answers);
    }
}

static bool says_something(const struct lesson *l, size_t i)
{
    struct text words = {0};
    bool says = lesson_says(l, i, NULL, &words);
    text_free(&words);
    return says;
}

/* Three or four, as many in every language, each short enough to be read while one holds cards. */
static void has_tips_for_a_first_game(void **state)
{
    const struct document *d = *state;
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, d->name, &e));
    for (const struct language *language = languages; language->name; language++) {
        int tips = 0;
        size_t size;
        for (; lesson_tip(u.game, language, tips, &size); tips++)
            assert_in_range(size, 20, TIP);
        assert_in_range(tips, 3, 4);
    }
}

static void can_be_played_until_it_is_scored_and_says_all_in_every_language(void **state)
{
    const struct document *d = *state;
    struct error e = {0};
    struct lesson *l = lesson_read(d->words, &e);
    if (!l)
        fail_msg("line %d: %s", e.line, e.text);
    const struct table *t = lesson_table(l);
    int decisions = 0, remarks = 0;
    assert_string_equal(t->setup.game->name, d->name);
    assert_true(t->steps <= STEPS);
    assert_true(game_hand_over(t->state, 1)); /* the learner sees what it came to */
    for (size_t i = 0; i <= t->steps; i++) {
        bool decides = i < t->steps && t->step[i].kind == TURN_SEATS && t->step[i].who == LEARNER;
        check_words(l, i, decides);
        decisions += decides;
        remarks += says_something(l, i);
    }
    assert_true(says_something(l, 0));
    assert_true(says_something(l, t->steps));
    assert_true(decisions >= DECISIONS);
    assert_true(remarks >= REMARKS);
    lesson_free(l);
}

static void what_is_wrong_in_a_lesson_is_told_with_its_line(void **state)
{
    (void)state;
    struct error e = {0};
    assert_null(lesson_read("pairs 1\ngame template\nplayers 2\n# en: A\nA dance\n", &e));
    assert_int_equal(e.line, 5);
    assert_null(lesson_read("pairs 1\n", &e));
    struct setup u = test_setup("template", 2, NULL);
    assert_null(lesson_of(u.game, &e));
}

int main(void)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    tests[count++] =
        (struct CMUnitTest)cmocka_unit_test(what_is_wrong_in_a_lesson_is_told_with_its_line);
    for (const struct document *d = documents; d->words; d++)
        if (strcmp(d->folder, "lesson") == 0) {
            tests[count++] = (struct CMUnitTest){
                .name = d->name,
                .test_func = can_be_played_until_it_is_scored_and_says_all_in_every_language,
                .initial_state = (void *)(uintptr_t)d};
            tests[count++] = (struct CMUnitTest){.name = d->name,
                                                 .test_func = has_tips_for_a_first_game,
                                                 .initial_state = (void *)(uintptr_t)d};
        }
    return _cmocka_run_group_tests("lesson", tests, count, NULL, NULL);
}
