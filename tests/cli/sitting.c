/* The sitting and its copy on disk: a game that was left, or killed, goes on exactly where it was.
 */
#include "tests/cli/folder.h"
#include "tests/test.h"

#include "bots/random.h"
#include "cli/saved.h"
#include "cli/sitting.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* --- Games ------------------------------------------------------------------------------------ */

/* A game with people in the seats of `people` and bots in the others. */
static struct plan plan_for(const char *game, seats people, const char *bot, uint64_t seed)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, game, &e));
    struct plan p = {.setup = test_setup(game, setup_players_usual(&u), NULL), .seed = seed};
    for (int seat = 0; seat < p.setup.players; seat++)
        if (!(people >> seat & 1))
            snprintf(p.chair[seat].bot, BOT_ROOM, "%s", bot);
    return p;
}

static struct sitting *begin(const struct plan *p)
{
    struct error e = {0};
    struct sitting *s = sitting_new(p, folder, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

static struct sitting *go_on(const char *path)
{
    struct error e = {0};
    struct sitting *s = sitting_resume(path, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

/* Whatever is due; people decide by a chance that depends on nothing but the moment. */
static void take_step(struct sitting *s)
{
    struct error e = {0};
    action legal[ACTIONS_MAX];
    bool fine;
    if (sitting_due(s) == DUE_PERSON) {
        const struct table *t = sitting_table(s);
        int seat = sitting_person(s), count = table_legal(t, seat, legal);
        struct rng r = rng_seeded(sitting_plan(s)->seed + 1, t->steps);
        fine = sitting_play(s, seat, random_choose(legal, count, &r), &e);
    } else {
        fine = sitting_step(s, &e);
    }
    if (!fine)
        fail_msg("%s", e.text);
}

static void take_steps(struct sitting *s, size_t steps)
{
    while (sitting_due(s) != DUE_NOTHING && sitting_table(s)->steps < steps)
        take_step(s);
}

/* Field by field: there is nothing in the bytes between them. */
static void assert_same_log(const struct table *a, const struct table *b)
{
    assert_int_equal(a->log.size, b->log.size);
    for (int i = 0; i < a->log.size; i++) {
        const struct event *one = &a->log.event[i], *other = &b->log.event[i];
        assert_true(one->kind == other->kind && one->say == other->say);
        assert_true(one->cards == other->cards && one->count == other->count);
        assert_true(one->number == other->number && one->choice == other->choice);
        assert_true(one->seat == other->seat && one->other == other->other);
        assert_true(one->from.zone == other->from.zone && one->from.owner == other->from.owner);
        assert_true(one->to.zone == other->to.zone && one->to.owner == other->to.owner);
        assert_int_equal(one->seen, other->seen);
    }
}

static void assert_same(const struct sitting *one, const struct sitting *other)
{
    const struct table *a = sitting_table(one), *b = sitting_table(other);
    assert_ptr_equal(a->setup.game, b->setup.game);
    assert_ptr_equal(a->setup.preset, b->setup.preset);
    assert_int_equal(a->setup.players, b->setup.players);
    assert_memory_equal(a->setup.option, b->setup.option, sizeof a->setup.option);
    assert_memory_equal(a->state, b->state, a->setup.game->size);
    assert_int_equal(a->steps, b->steps);
    for (size_t i = 0; i < a->steps; i++) {
        assert_int_equal(a->step[i].kind, b->step[i].kind);
        assert_int_equal(a->step[i].who, b->step[i].who);
        assert_int_equal(a->step[i].what, b->step[i].what);
    }
    assert_same_log(a, b);
    assert_memory_equal(a->name, b->name, sizeof a->name);
    assert_int_equal(sitting_plan(one)->seed, sitting_plan(other)->seed);
    assert_int_equal(sitting_people(one), sitting_people(other));
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        assert_string_equal(sitting_plan(one)->chair[seat].bot,
                            sitting_plan(other)->chair[seat].bot);
}

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *text = calloc(1, 1 << 20);
    text[fread(text, 1, (1 << 20) - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

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
