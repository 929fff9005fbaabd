/* What decisions mean, told to whoever may choose them. */
#include "engine/view.h"

#include "tests/test.h"

/* A moment of a game, a decision that is legal there, and what it is said to mean. */
struct meaning {
    const char *name;
    int players;
    const char *options, *record; /* as in an example */
    char seat;
    const char *decision, *words;
};

#define KITTY_HANDS                                                                                \
    "deal A 1 3 4 5 6 6 8 8 9 10 10 10\ndeal B 2 2 4 4 4 6 7 9 9 9 10 10\n"                        \
    "deal C 3 5 6 7 7 8 8 8 9 9 10 10\ndeal D 3 5 5 7 7 7 8 8 9 9 9 10\ndeal kitty 10\n"
#define KITTY_PASSED KITTY_HANDS "A pass 9\nB pass 9\nC pass 9\nD pass 9\n"

static const struct meaning meanings[] = {
    {"kitty", 4, NULL, KITTY_HANDS, 'D', "pass 9",
     "Hand the 9 to Ann, on your left, before you see what you get."},
    {"kitty", 4, NULL, KITTY_PASSED, 'B', "bid 2",
     "Play the 2: the lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, NULL, KITTY_PASSED, 'B', "bid 2",
     "Play the 2: the lowest bids that stand alone take a card each."},
    {"kitty", 4, NULL, KITTY_PASSED, 'A', "bid 1",
     "Play the 1: it always wins, but you must give its prize away."},
    {"kitty", 4, NULL, KITTY_PASSED "A bid 1\nB bid 2\nC bid 5\nD bid 5\n", 'A', "give D",
     "Give 10 to Dora, who cannot refuse."},
};

static void check_meaning(const struct meaning *m)
{
    static const struct names names = {.seat = {"Ann", "Bob", "Cleo", "Dora"}};
    struct setup u = test_setup(m->name, m->players, m->options);
    struct text record = {0}, words = {0};
    test_header(&record, &u);
    text_add(&record, "%s", m->record);
    struct reader *r = test_read(text_of(&record));
    struct view v;
    action a;
    table_view(reader_table(r), m->seat - 'A', &v);
    assert_true(action_parse(u.game, m->decision, &a));
    action_means(&words, &v, a, &names, NULL);
    assert_string_equal(text_of(&words), m->words);
    text_free(&words);
    text_free(&record);
    reader_free(r);
}

static void a_decision_says_what_it_would_do_just_now(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        check_meaning(&meanings[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decision_says_what_it_would_do_just_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
