/* What decisions mean, told to whoever may choose them. */
#include "engine/view.h"

#include "tests/test.h"

/* A moment of a game, a decision that is legal there, and what it is said to mean. */
struct meaning {
    const char *name;
    int players;
    char seat;
    const char *options, *record; /* as in an example */
    const char *decision, *words;
};

#define KITTY_HANDS                                                                                \
    "deal A 1 3 4 5 6 6 8 8 9 10 10 10\ndeal B 2 2 4 4 4 6 7 9 9 9 10 10\n"                        \
    "deal C 3 5 6 7 7 8 8 8 9 9 10 10\ndeal D 3 5 5 7 7 7 8 8 9 9 9 10\ndeal kitty 10\n"
#define KITTY_PASSED KITTY_HANDS "A pass 9\nB pass 9\nC pass 9\nD pass 9\n"
#define SWEEP_TARGETS                                                                              \
    "deal A 6 10 10 10 10\ndeal B 3 9 9 9 9\ndeal C 8 2 10 10 9\ndeal D 8 8 10 10 4\n"             \
    "deal target 2 5 7 7 9\n"
#define VENTURE_PACKS                                                                              \
    "deal A 1 2 2 3 3 3\ndeal B 4 4 4 4 5 5\ndeal C 5 5 5 6 6 6\ndeal D 6 6 6 7 7 7\n"             \
    "deal E 7 7 7 7 8 8\ndeal F 8 8 8 8 8 8\ndeal G 9 9 9 9 9 9\ndeal H 9 9 9 10 10 10\n"
#define LEAVES_BEGUN                                                                               \
    "deal A 5 4 2 7 8 9 10\ndeal B 6 9 3 5 6 8 10\ndeal C 8 7 1 4 6 10 10\n"                       \
    "A show 5\nB show 6\nC show 8\n"
#define LEAVES_SHOWN LEAVES_BEGUN "A show 4\nB show 9\nC show 7\nA place A\n"

static const struct meaning meanings[] = {
    {"kitty", 4, 'D', NULL, KITTY_HANDS, "pass 9",
     "Hand the 9 to Ann, on your left, before you see what you get."},
    {"kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2",
     "Play the 2: the lowest bid that stands alone takes 10."},
    {"soft-kitty", 4, 'B', NULL, KITTY_PASSED, "bid 2",
     "Play the 2: the lowest bids that stand alone take a card each."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED, "bid 1",
     "Play the 1: it always wins, but you must give its prize away."},
    {"kitty", 4, 'A', NULL, KITTY_PASSED "A bid 1\nB bid 2\nC bid 5\nD bid 5\n", "give D",
     "Give 10 to Dora, who cannot refuse."},
    {"sweep", 4, 'A', "first A", SWEEP_TARGETS, "play 6",
     "Shoot with the 6: so far the lowest, it takes the highest: 9."},
    {"sweep", 4, 'C', "first A", SWEEP_TARGETS "A play 6\nB play 3\n", "play 8",
     "Shoot with the 8: so far it takes what is lower: 6 7 7."},
    {"sweep", 4, 'D', "first A", SWEEP_TARGETS "A play 6\nB play 3\nC play 8\n", "play 8",
     "Shoot with the 8: those of this rank so far share 6 7 7."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS, "keep 3",
     "Keep the 3, then 2 more; the rest goes to Bob, on your left."},
    {"venture-draft", 8, 'A', NULL, VENTURE_PACKS "A keep 3\nA keep 3\n", "keep 2",
     "Keep the 2, your last of this pack; the rest goes to Bob."},
    {"venture", 8, 'A', NULL, VENTURE_PACKS "deal pool 10 10 10 10 10 10 10\n", "bid 3",
     "Bid the 3: it takes all that is lower, or, as the lowest, the highest."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 9",
     "Show the 9, which fits on a pile as they are now."},
    {"autumn-leaves", 3, 'A', NULL, LEAVES_BEGUN, "show 2",
     "Show the 2, which fits on no pile as they are now."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place C",
     "Lay the 7 on your own pile: 2 cards then count for you."},
    {"autumn-leaves", 3, 'C', NULL, LEAVES_SHOWN, "place B",
     "Lay the 7 on the pile of Bob, for whom it counts."},
    {"autumn-leaves", 3, 'B', NULL, LEAVES_SHOWN "C place C\n", "replace",
     "Discard the 9 and draw another card."},
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
