/* Games at this terminal: they go on where they were left, are found again, and wait for bots. */
#include "tests/cli/game.h"

#include "cli/saved.h"
#include "cli/sitting.h"
#include "tests/cli/folder.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Going on --------------------------------------------------------------------------------- */

/* Leaves a game after each of a few steps, and sees that it goes on as one that was never left. */
static void leave_and_come_back(const struct plan *p)
{
    struct sitting *whole = sitting_new(p, NULL, &(struct error){0});
    struct sitting *s = begin(p);
    assert_non_null(whole);
    for (size_t steps = 0; steps < 200 && sitting_due(s) != DUE_NOTHING; steps += 1 + steps / 2) {
        char *path = strdup(sitting_path(s));
        take_steps(s, steps);
        take_steps(whole, steps);
        sitting_free(s);
        s = go_on(path);
        assert_string_equal(sitting_path(s), path);
        assert_same(whole, s);
        free(path);
    }
    unlink(sitting_path(s));
    sitting_free(whole);
    sitting_free(s);
}

static void every_game_goes_on_exactly_where_it_was_left(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        const char *name = all_games[g]->name;
        struct plan bots = plan_for(name, 0, "2", (uint64_t)g);
        struct plan mixed = plan_for(name, 1, "random", (uint64_t)g + 100);
        struct plan friends = plan_for(name, EVERYBODY, "", (uint64_t)g + 200);
        leave_and_come_back(&bots);
        leave_and_come_back(&mixed);
        leave_and_come_back(&friends);
    }
}

static void every_variant_goes_on_under_its_name(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (const struct preset *v = all_games[g]->presets; v && v->name; v++) {
            struct plan p = plan_for(v->name, 1, "hint", 3);
            struct sitting *s = begin(&p);
            char *path = strdup(sitting_path(s));
            assert_non_null(strstr(path, v->name));
            sitting_free(s);
            s = go_on(path);
            assert_ptr_equal(sitting_plan(s)->setup.preset, v);
            unlink(path);
            free(path);
            sitting_free(s);
        }
}

static void choices_that_are_in_stay_in_and_secret_and_can_be_had_back(void **state)
{
    (void)state;
    int found = 0;
    for (int g = 0; all_games[g]; g++) {
        struct plan p = plan_for(all_games[g]->name, EVERYBODY, "", 5);
        struct sitting *s = begin(&p);
        struct error e = {0};
        int chooser = NOBODY; /* has chosen, and others have still to */
        while (chooser == NOBODY && sitting_due(s) != DUE_NOTHING &&
               sitting_table(s)->steps < 100) {
            take_step(s);
            chooser = sitting_due(s) == DUE_PERSON ? sitting_chooser(s) : NOBODY;
        }
        if (chooser != NOBODY) {
            char *path = strdup(sitting_path(s));
            int next = sitting_person(s);
            sitting_free(s);
            s = go_on(path);
            assert_int_equal(sitting_chooser(s), chooser);
            assert_int_equal(sitting_person(s), next);
            assert_true(sitting_undo(s, &e));
            assert_int_equal(sitting_person(s), chooser);
            free(path);
            found++;
        }
        unlink(sitting_path(s));
        sitting_free(s);
    }
    assert_true(found > 3);
}

static void the_copy_is_a_record_and_is_never_older_than_the_last_step(void **state)
{
    (void)state;
    struct plan p = plan_for("octopus", 1, "hint", 9);
    struct sitting *s = begin(&p);
    while (sitting_due(s) != DUE_NOTHING && sitting_table(s)->steps < 60) {
        take_step(s);
        char *text = read_file(sitting_path(s));
        struct reader *r = test_read(text);
        assert_int_equal(reader_table(r)->steps, sitting_table(s)->steps);
        assert_memory_equal(reader_table(r)->state, sitting_table(s)->state, p.setup.game->size);
        reader_free(r);
        free(text);
    }
    unlink(sitting_path(s));
    sitting_free(s);
}

static void names_and_bots_of_any_letters_come_back(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, "run:printf '%s\\n' #1 %20 \xC3\xBC\t;\n cat", 1);
    snprintf(p.chair[0].name, NAME_ROOM, "J\xC3\xBCrgen #1");
    snprintf(p.chair[1].name, NAME_ROOM, "J\xC3\xBCrgen #1");
    struct sitting *s = begin(&p);
    assert_string_equal(sitting_table(s)->name[0], "J\xC3\xBCrgen  1");
    assert_string_equal(sitting_table(s)->name[1], "J\xC3\xBCrgen  1 2");
    char *path = strdup(sitting_path(s));
    sitting_free(s);
    s = go_on(path);
    assert_string_equal(sitting_plan(s)->chair[2].bot, p.chair[2].bot);
    assert_string_equal(sitting_table(s)->name[0], "J\xC3\xBCrgen  1");
    unlink(path);
    free(path);
    sitting_free(s);
}

/* --- Lists ------------------------------------------------------------------------------------ */

static void set_time(const char *path, time_t when)
{
    struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void the_latest_unfinished_game_is_found_and_finished_ones_are_not_offered(void **state)
{
    (void)state;
    static const char *const games[] = {"port", "continuous", "rocket"};
    struct error e = {0};
    struct saved_list list;
    char *path[3], *latest;
    assert_null(saved_latest(folder, 0, &e));
    assert_non_null(strstr(e.text, "no unfinished game"));
    for (int i = 0; i < 3; i++) {
        struct plan p = plan_for(games[i], 1, "hint", 17);
        struct sitting *s = begin(&p);
        if (i == 2)
            take_steps(s, SIZE_MAX);
        path[i] = strdup(sitting_path(s));
        sitting_free(s);
        set_time(path[i], 1000000 - 1000 * i + (i == 2) * 5000);
    }
    latest = saved_latest(folder, 0, &e);
    assert_string_equal(latest, path[0]);
    assert_true(saved_list_read(&list, folder, false, INT_MAX, &e));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.game[0].path, path[0]);
    assert_string_equal(setup_name(&list.game[1].plan.setup), "continuous");
    assert_int_equal(list.game[1].played, 999000);
    assert_int_equal(list.game[1].hand, 1);
    saved_list_free(&list);
    assert_true(saved_list_read(&list, folder, false, 1, &e));
    assert_int_equal(list.count, 1);
    saved_list_free(&list);
    assert_true(saved_list_read(&list, folder, true, INT_MAX, &e));
    assert_int_equal(list.count, 1);
    assert_string_equal(list.game[0].path, path[2]);
    saved_list_free(&list);
    free(latest);
    for (int i = 0; i < 3; i++) {
        unlink(path[i]);
        free(path[i]);
    }
}

static void every_game_that_is_over_says_so_in_its_file(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct plan p = plan_for(all_games[g]->name, 0, "random", 18);
        struct sitting *s = sitting_new(&p, NULL, &(struct error){0});
        struct text out = {0};
        take_steps(s, SIZE_MAX);
        assert_true(record_write(sitting_table(s), &out));
        assert_non_null(strstr(out.at, "\nover "));
        text_free(&out);
        sitting_free(s);
    }
}

static void games_that_begin_in_the_same_second_have_files_of_their_own(void **state)
{
    (void)state;
    struct sitting *s[5];
    for (int i = 0; i < 5; i++) {
        struct plan p = plan_for("pairs", 1, "hint", (uint64_t)i);
        s[i] = begin(&p);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(sitting_path(s[i]), sitting_path(s[k]));
    }
    for (int i = 0; i < 5; i++) {
        unlink(sitting_path(s[i]));
        sitting_free(s[i]);
    }
}

/* --- At the table ----------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void bots_think_in_the_background_and_are_stopped_at_once(void **state)
{
    (void)state;
    static const char *const slow[] = {"think:600000", "search:100000000", "exact:100000000",
                                       "run@600000:sleep 600"};
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        struct plan p = plan_for("pairs", 0, slow[i], 19);
        struct sitting *s = begin(&p);
        double start = seconds();
        while (sitting_due(s) == DUE_CHANCE)
            take_step(s);
        assert_int_equal(sitting_due(s), DUE_BOT);
        assert_int_equal(sitting_due(s), DUE_BOT);
        struct pollfd ready = {.fd = sitting_fd(s), .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 50), 0);
        assert_false(sitting_ready(s));
        unlink(sitting_path(s));
        sitting_free(s);
        assert_true(seconds() - start < 60);
    }
}

static void a_decision_that_is_there_can_be_waited_for(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 0, "think:30", 20);
    struct sitting *s = sitting_new(&p, NULL, &(struct error){0});
    while (sitting_due(s) == DUE_CHANCE)
        take_step(s);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sitting_due(s), DUE_BOT);
        int seat = sitting_thinker(s);
        struct pollfd ready = {.fd = sitting_fd(s), .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 60000), 1);
        assert_true(sitting_ready(s));
        size_t steps = sitting_table(s)->steps;
        take_step(s);
        assert_false(sitting_ready(s));
        assert_int_equal(poll(&ready, 1, 0), 0);
        assert_int_equal(sitting_table(s)->step[steps].who, seat);
        while (sitting_due(s) == DUE_CHANCE)
            take_step(s);
    }
    sitting_free(s);
}

static void a_program_that_fails_is_told_of_once(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "run:exit 1", 21);
    p.chair[2].bot[0] = '\0';
    struct sitting *s = sitting_new(&p, NULL, &(struct error){0});
    int faults = 0;
    while (sitting_due(s) != DUE_NOTHING) {
        take_step(s);
        if (sitting_fault(s)) {
            assert_non_null(strstr(sitting_fault(s), "'hint' decides for it"));
            faults++;
        }
    }
    assert_int_equal(faults, 1);
    sitting_free(s);
}

static void every_decision_of_the_only_person_can_be_taken_back_and_made_again(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        struct plan p = plan_for(all_games[g]->name, 2, "hint", (uint64_t)g);
        if (p.setup.players < 2)
            continue;
        struct sitting *s = begin(&p);
        struct error e = {0};
        take_steps(s, 80);
        struct text whole = {0}, again = {0};
        assert_true(record_write(sitting_table(s), &whole));
        while (sitting_undo(s, &e))
            assert_true(sitting_due(s) == DUE_PERSON && sitting_person(s) == 1);
        assert_non_null(strstr(e.text, "nothing to take back"));
        char *path = strdup(sitting_path(s));
        sitting_free(s);
        s = go_on(path);
        take_steps(s, 80);
        assert_true(record_write(sitting_table(s), &again));
        assert_string_equal(text_of(&whole), text_of(&again));
        text_free(&whole);
        text_free(&again);
        unlink(path);
        free(path);
        sitting_free(s);
    }
}

static void a_decision_is_taken_back_while_a_bot_thinks(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "think:600000", 22);
    struct error e = {0};
    struct sitting *s = sitting_new(&p, NULL, &e);
    action legal[ACTIONS_MAX];
    while (sitting_due(s) == DUE_CHANCE)
        take_step(s);
    while (sitting_due(s) != DUE_PERSON) { /* until the person begins */
        sitting_free(s);
        p.seed++;
        s = sitting_new(&p, NULL, &e);
        while (sitting_due(s) == DUE_CHANCE)
            take_step(s);
    }
    size_t steps = sitting_table(s)->steps;
    assert_true(table_legal(sitting_table(s), 0, legal) == 2);
    assert_true(sitting_play(s, 0, legal[0], &e)); /* hit */
    while (sitting_due(s) == DUE_CHANCE)
        take_step(s);
    assert_int_equal(sitting_due(s), DUE_BOT);
    assert_true(sitting_undo(s, &e));
    assert_int_equal(sitting_table(s)->steps, steps);
    assert_int_equal(sitting_due(s), DUE_PERSON);
    assert_false(sitting_ready(s));
    sitting_free(s);
}

static void with_several_people_only_secret_choices_are_taken_back_and_secrets_are_kept(
    void **state)
{
    (void)state;
    struct plan open = plan_for("pairs", 3, "hint", 23),
                hidden = plan_for("deadfall", 3, "hint", 23),
                alone = plan_for("deadfall", 1, "hint", 23);
    const struct {
        struct plan *p;
        bool secret, undo;
    } cases[] = {{&open, false, false}, {&hidden, true, true}, {&alone, false, true}};
    for (int i = 0; i < 3; i++) {
        struct error e = {0};
        struct sitting *s = sitting_new(cases[i].p, NULL, &e);
        while (sitting_due(s) != DUE_PERSON)
            take_step(s);
        assert_int_equal(sitting_secret(s, sitting_person(s)), cases[i].secret);
        take_step(s);
        assert_int_equal(sitting_undo(s, &e), cases[i].undo);
        sitting_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_goes_on_exactly_where_it_was_left),
        cmocka_unit_test(every_variant_goes_on_under_its_name),
        cmocka_unit_test(choices_that_are_in_stay_in_and_secret_and_can_be_had_back),
        cmocka_unit_test(the_copy_is_a_record_and_is_never_older_than_the_last_step),
        cmocka_unit_test(names_and_bots_of_any_letters_come_back),
        cmocka_unit_test(the_latest_unfinished_game_is_found_and_finished_ones_are_not_offered),
        cmocka_unit_test(every_game_that_is_over_says_so_in_its_file),
        cmocka_unit_test(games_that_begin_in_the_same_second_have_files_of_their_own),
        cmocka_unit_test(bots_think_in_the_background_and_are_stopped_at_once),
        cmocka_unit_test(a_decision_that_is_there_can_be_waited_for),
        cmocka_unit_test(a_program_that_fails_is_told_of_once),
        cmocka_unit_test(every_decision_of_the_only_person_can_be_taken_back_and_made_again),
        cmocka_unit_test(a_decision_is_taken_back_while_a_bot_thinks),
        cmocka_unit_test(
            with_several_people_only_secret_choices_are_taken_back_and_secrets_are_kept),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
