/* What befalls a saved game: it is killed, the disk is full, its file is cut, broken or in use. */
#include "tests/cli/game.h"

#include "cli/sitting.h"
#include "tests/cli/folder.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

/* --- Games ------------------------------------------------------------------------------------ */

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* --- Accidents -------------------------------------------------------------------------------- */

/* A child that plays until it is killed. */
static pid_t play_in_child(const char *path)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return child;
    struct error e = {0};
    struct sitting *s = sitting_resume(path, &e);
    while (s) {
        if (sitting_due(s) == DUE_NOTHING) {
            while (sitting_undo(s, &e)) /* from the beginning again */
                ;
        }
        take_step(s);
    }
    _exit(1);
}

/* In the folder of games, whatever they are called. */
static int count_files(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    while (readdir(d))
        count++;
    closedir(d);
    return count;
}

static void a_game_that_is_killed_at_any_moment_goes_on_and_leaves_nothing_else(void **state)
{
    (void)state;
    struct plan p = plan_for("kitty", 1, "hint", 11);
    struct sitting *s = begin(&p);
    int before = count_files();
    char *path = strdup(sitting_path(s));
    sitting_free(s);
    for (int i = 0; i < 20; i++) {
        pid_t child = play_in_child(path);
        nanosleep(&(struct timespec){.tv_nsec = 1000000L * (5 + 3 * i)}, NULL);
        kill(child, SIGKILL);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        s = go_on(path); /* whatever was half written is gone, and nobody has the lock */
        struct sitting *whole = sitting_new(&p, NULL, &(struct error){0});
        take_steps(whole, sitting_table(s)->steps);
        assert_same(whole, s);
        sitting_free(whole);
        sitting_free(s);
        assert_int_equal(count_files(), before);
    }
    unlink(path);
    free(path);
}

static void files_beside_a_game_are_left_alone(void **state)
{
    (void)state;
    static const char *const endings[] = {".backup", ".sha256", ".tar.gz", ".ABCDEF", "~"};
    enum { ENDINGS = sizeof endings / sizeof *endings };
    struct plan p = plan_for("pairs", 1, "hint", 11);
    struct sitting *s = begin(&p);
    char *path = strdup(sitting_path(s));
    struct text beside[ENDINGS] = {0};
    sitting_free(s);
    for (int i = 0; i < ENDINGS; i++) {
        text_add(&beside[i], "%s%s", path, endings[i]);
        write_file(beside[i].at, "precious");
    }
    s = go_on(path);
    take_steps(s, 5);
    sitting_free(s);
    for (int i = 0; i < ENDINGS; i++) {
        char *content = read_file(beside[i].at);
        assert_string_equal(content, "precious");
        free(content);
        unlink(beside[i].at);
        text_free(&beside[i]);
    }
    unlink(path);
    free(path);
}

/* No file can grow beyond that size. */
static void limit_files(rlim_t size)
{
    static struct rlimit before = {.rlim_max = 0};
    if (!before.rlim_max)
        getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit limit = {.rlim_cur = size < before.rlim_cur ? size : before.rlim_cur,
                           .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Whether files can grow. */
static void make_room(bool room)
{
    limit_files(room ? RLIM_INFINITY : 1);
}

static void a_full_disk_keeps_the_older_copy_and_says_how_far_it_is_good(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 12);
    struct sitting *s = begin(&p);
    take_steps(s, 6);
    char *before = read_file(sitting_path(s));
    make_room(false);
    for (int i = 0; i < 20; i++) {
        take_step(s);
        assert_non_null(sitting_unsaved(s));
        assert_non_null(strstr(sitting_unsaved(s), "only as it was at step 6, in hand 1: "));
        assert_non_null(strstr(sitting_unsaved(s), "cannot be written"));
    }
    assert_false(sitting_save(s));
    make_room(true);
    char *after = read_file(sitting_path(s));
    assert_int_equal(sitting_table(s)->steps, 26);
    assert_string_equal(before, after);
    unlink(sitting_path(s));
    free(before);
    free(after);
    sitting_free(s);
}

static void when_there_is_room_again_everything_is_kept(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 12);
    for (int leaving = 0; leaving < 2; leaving++) {
        struct sitting *s = begin(&p);
        char *path = strdup(sitting_path(s));
        make_room(false);
        take_steps(s, 10);
        make_room(true);
        if (leaving)
            assert_true(sitting_save(s));
        else
            take_step(s);
        assert_null(sitting_unsaved(s));
        size_t steps = sitting_table(s)->steps;
        sitting_free(s);
        s = go_on(path);
        assert_int_equal(sitting_table(s)->steps, steps);
        sitting_free(s);
        unlink(path);
        free(path);
    }
}

static void a_decision_is_taken_back_on_a_full_disk(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 12);
    struct sitting *s = begin(&p);
    struct error e = {0};
    while (sitting_due(s) != DUE_PERSON)
        take_step(s);
    size_t before = sitting_table(s)->steps;
    take_steps(s, before + 1);
    make_room(false);
    assert_true(sitting_undo(s, &e));
    assert_int_equal(sitting_table(s)->steps, before);
    assert_non_null(sitting_unsaved(s));
    make_room(true);
    assert_true(sitting_save(s));
    unlink(sitting_path(s));
    sitting_free(s);
}

static void a_line_that_could_not_be_written_in_whole_is_cut_off_again(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 12);
    struct sitting *s = begin(&p), *whole = sitting_new(&p, NULL, &(struct error){0});
    char *before = read_file(sitting_path(s)), *path = strdup(sitting_path(s));
    for (size_t i = 0; i < 4; i++) {
        limit_files(strlen(before) + 2 * i);
        take_step(s);
        make_room(true);
        assert_non_null(sitting_unsaved(s));
        char *after = read_file(path);
        assert_string_equal(before, after);
        free(after);
    }
    take_step(s); /* brings all that is missing */
    assert_null(sitting_unsaved(s));
    sitting_free(s);
    s = go_on(path);
    take_steps(whole, 5);
    assert_same(whole, s);
    unlink(path);
    free(before);
    free(path);
    sitting_free(whole);
    sitting_free(s);
}

static void each_step_adds_its_lines_to_the_file_and_changes_nothing_before(void **state)
{
    (void)state;
    struct plan p = plan_for("kitty", 1, "hint", 24);
    struct sitting *s = begin(&p);
    struct stat first, now;
    char *before = read_file(sitting_path(s));
    stat(sitting_path(s), &first);
    while (sitting_due(s) != DUE_NOTHING && sitting_table(s)->steps < 200) {
        take_step(s);
        char *after = read_file(sitting_path(s));
        assert_true(strlen(after) > strlen(before));
        assert_memory_equal(before, after, strlen(before));
        assert_int_equal(after[strlen(after) - 1], '\n');
        stat(sitting_path(s), &now);
        assert_int_equal(first.st_ino, now.st_ino);
        free(before);
        before = after;
    }
    free(before);
    unlink(sitting_path(s));
    sitting_free(s);
}

static void a_last_line_that_was_torn_is_cut_off_and_all_before_it_is_there(void **state)
{
    (void)state;
    struct plan p = plan_for("octopus", 1, "hint", 25);
    struct sitting *s = begin(&p);
    char *path = strdup(sitting_path(s)), *head = read_file(path);
    take_steps(s, 40);
    sitting_free(s);
    char *good = read_file(path);
    for (size_t size = strlen(head); size <= strlen(good); size++) {
        struct text cut = {0};
        text_add(&cut, "%.*s", (int)size, good);
        size_t whole = size;
        while (good[whole - 1] != '\n')
            whole--;
        write_file(path, text_of(&cut));
        s = go_on(path);
        char *left = read_file(path);
        assert_int_equal(strlen(left), whole);
        free(left);
        take_steps(s, 40);
        sitting_free(s);
        text_free(&cut);
    }
    s = go_on(path);
    struct sitting *same = sitting_new(&p, NULL, &(struct error){0});
    take_steps(same, 40);
    assert_same(same, s);
    sitting_free(s);
    sitting_free(same);
    unlink(path);
    free(good);
    free(head);
    free(path);
}

static void a_copy_that_somebody_removes_is_written_anew(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 26);
    struct sitting *s = begin(&p);
    char *path = strdup(sitting_path(s));
    take_steps(s, 5);
    unlink(path);
    take_steps(s, 6);
    struct error e = {0};
    assert_null(sitting_resume(path, &e)); /* and has the lock */
    assert_non_null(strstr(e.text, "another window"));
    sitting_free(s);
    s = go_on(path);
    assert_int_equal(sitting_table(s)->steps, 6);
    sitting_free(s);
    unlink(path);
    free(path);
}

static void a_game_is_played_by_one_process_at_a_time(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 13);
    struct sitting *s = begin(&p);
    struct error e = {0};
    char *path = strdup(sitting_path(s));
    for (int i = 0; i < 5; i++) {
        assert_null(sitting_resume(path, &e));
        assert_non_null(strstr(e.text, "another window"));
        take_step(s); /* the lock stays with the file, though it is a new one */
    }
    sitting_free(s);
    s = go_on(path);
    assert_null(sitting_resume(path, &e));
    sitting_free(s);
    unlink(path);
    free(path);
}

/* Each is a change of a good file, and a part of the message about it. */
static const struct {
    const char *from, *to, *message;
} broken[] = {
    {"# A saved game", "# A story", "does not say who sits where"},
    {"# seed 14\n", "", "does not say who sits where"},
    {"# seed 14", "# seed x", ":2: this is no seed"},
    {"# seat B bot hint\n", "", "does not say who sits where"},
    {"# seat B bot hint", "# seat Z bot hint", ":4: this is no seat"},
    {"# seat B bot hint", "# seat A bot hint", ":4: this is no seat"},
    {"# seat B bot hint", "# seat B", ":4: this is no seat"},
    {"# seat B bot hint", "# seat B bot ", ":4: this is no seat"},
    {"# seat B bot hint", "# seat B bot h%4", ":4: this is no seat"},
    {"# seat B bot hint", "# seat B bot chess", "no bot 'chess'"},
    {"pairs 1", "pears 1", ":6: this is no record"},
    {"game pairs", "game tennis", "no game 'tennis'"},
    {"hand 1", "hand 2", "does not begin here"},
    {"deal burn", "deal B", "does not go to B"},
    {"hand 1", "h\xFFnd 1", "no text"},
    {"hand 1", "pairs 1", "another record begins here"},
};

static void a_broken_file_gives_a_message_with_the_line_and_stays_as_it_is(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "hint", 14);
    struct sitting *s = begin(&p);
    struct error e = {0};
    char *path = strdup(sitting_path(s));
    take_steps(s, 8);
    char *good = read_file(path);
    sitting_free(s);
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct text bad = {0};
        const char *at = strstr(good, broken[i].from);
        assert_non_null(at);
        text_add(&bad, "%.*s%s%s", (int)(at - good), good, broken[i].to,
                 at + strlen(broken[i].from));
        write_file(path, bad.at);
        if (sitting_resume(path, &e) || !strstr(e.text, broken[i].message))
            fail_msg("%s instead of %s: %s", broken[i].to, broken[i].from, e.text);
        char *left = read_file(path);
        assert_string_equal(left, bad.at);
        free(left);
        text_free(&bad);
    }
    assert_null(sitting_resume("/no/such/file", &e));
    assert_null(sitting_resume(folder, &e));
    assert_null(sitting_resume("/dev/zero", &e));
    assert_non_null(strstr(e.text, "no ordinary file"));
    unlink(path);
    free(good);
    free(path);
}

static void a_file_cut_anywhere_is_a_shorter_game_or_refused(void **state)
{
    (void)state;
    struct plan p = plan_for("regent", 1, "hint", 15);
    struct sitting *s = begin(&p);
    struct error e = {0};
    char *path = strdup(sitting_path(s));
    take_steps(s, 30);
    char *good = read_file(path);
    sitting_free(s);
    for (size_t size = 0; size < strlen(good); size += 3) {
        struct text cut = {0};
        text_add(&cut, "%.*s", (int)size, good);
        write_file(path, text_of(&cut));
        s = sitting_resume(path, &e);
        assert_true(s || strlen(e.text) > 20);
        sitting_free(s);
        text_free(&cut);
    }
    unlink(path);
    free(good);
    free(path);
}

static void a_file_from_elsewhere_runs_no_program(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 1, "run:cat", 16);
    struct sitting *s = begin(&p);
    struct error e = {0};
    char *text = read_file(sitting_path(s)), elsewhere[128];
    snprintf(elsewhere, sizeof elsewhere, "%s/x.pairs", state_home);
    write_file(elsewhere, text);
    assert_null(sitting_resume(elsewhere, &e));
    assert_non_null(strstr(e.text, "would run the program 'run:cat'"));
    unlink(sitting_path(s));
    unlink(elsewhere);
    free(text);
    sitting_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_is_killed_at_any_moment_goes_on_and_leaves_nothing_else),
        cmocka_unit_test(files_beside_a_game_are_left_alone),
        cmocka_unit_test(a_full_disk_keeps_the_older_copy_and_says_how_far_it_is_good),
        cmocka_unit_test(when_there_is_room_again_everything_is_kept),
        cmocka_unit_test(a_decision_is_taken_back_on_a_full_disk),
        cmocka_unit_test(a_line_that_could_not_be_written_in_whole_is_cut_off_again),
        cmocka_unit_test(each_step_adds_its_lines_to_the_file_and_changes_nothing_before),
        cmocka_unit_test(a_last_line_that_was_torn_is_cut_off_and_all_before_it_is_there),
        cmocka_unit_test(a_copy_that_somebody_removes_is_written_anew),
        cmocka_unit_test(a_game_is_played_by_one_process_at_a_time),
        cmocka_unit_test(a_broken_file_gives_a_message_with_the_line_and_stays_as_it_is),
        cmocka_unit_test(a_file_cut_anywhere_is_a_shorter_game_or_refused),
        cmocka_unit_test(a_file_from_elsewhere_runs_no_program),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
