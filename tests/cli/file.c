/* Files that are written: whatever happens, the old one or the new one is there, nothing of ours is
 * left beside it, and nothing of anybody else is touched. All of it once more on a file system that
 * knows no files without names. */
#include "tests/test.h"

#include "cli/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- What the system does ----------------------------------------------------------------------*/

static bool names_only; /* there are no files without names */
static int at_rename;   /* a signal that comes just before a file gets its place; 0: none */

/* The names are the linker's: --wrap=open. NOLINTBEGIN(*-reserved-identifier,cert-dcl*) */
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_open(const char *path, int flags, ...)
{
    if (names_only && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return __real_open(path, flags, 0666);
}

int __wrap_open64(const char *path, int flags, ...)
{
    return __wrap_open(path, flags);
}

int __wrap_rename(const char *from, const char *to)
{
    if (at_rename && strstr(to, "/file"))
        raise(at_rename);
    return __real_rename(from, to);
}
/* NOLINTEND(*-reserved-identifier,cert-dcl*) */

/* --- A folder of our own -----------------------------------------------------------------------*/

enum { PATH = 512 };

static char folder[64];

static const char *in_folder(const char *name)
{
    static char path[PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/pairs-file.XXXXXX");
    at_rename = 0;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *entry; (entry = readdir(d));)
        unlinkat(dirfd(d), entry->d_name, 0);
    closedir(d);
    return rmdir(folder);
}

static int count_files(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *entry; (entry = readdir(d));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(d);
    return count;
}

static void assert_content(const char *name, const char *wanted)
{
    char text[64];
    FILE *in = fopen(in_folder(name), "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(text, wanted);
}

static void begin(struct output *o, const char *text)
{
    struct error e = {0};
    if (!output_open(o, in_folder("file"), &e))
        fail_msg("%s", e.text);
    fputs(text, o->to);
}

static void write_whole(const char *text)
{
    struct output o;
    struct error e = {0};
    begin(&o, text);
    if (!output_close(&o, &e))
        fail_msg("%s", e.text);
}

/* A child that writes and is ended by a signal: before it is done, or in the very moment in which
 * the file gets its place. */
static void be_ended(int signal_number, bool in_the_end)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct output o;
        struct error e = {0};
        begin(&o, "half");
        fflush(o.to);
        at_rename = signal_number;
        if (in_the_end)
            output_close(&o, &e);
        else
            raise(signal_number);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), signal_number);
}

/* --- Tests -------------------------------------------------------------------------------------*/

static void a_file_takes_its_place_when_it_is_complete(void **state)
{
    (void)state;
    struct output o;
    struct error e = {0};
    write_whole("old");
    begin(&o, "new");
    assert_content("file", "old");
    assert_true(output_close(&o, &e));
    assert_content("file", "new");
    assert_int_equal(count_files(), 1);
}

static void until_then_it_has_no_name_if_it_can(void **state)
{
    (void)state;
    struct output o;
    begin(&o, "new");
    fflush(o.to);
    assert_int_equal(count_files(), names_only ? 1 : 0);
    output_abandon(&o);
}

static void what_is_given_up_leaves_nothing(void **state)
{
    (void)state;
    struct output o;
    write_whole("old");
    begin(&o, "new");
    output_abandon(&o);
    assert_content("file", "old");
    assert_int_equal(count_files(), 1);
}

static void it_is_an_ordinary_file(void **state)
{
    (void)state;
    struct stat there;
    mode_t before = umask(027);
    write_whole("new");
    umask(before);
    assert_int_equal(stat(in_folder("file"), &there), 0);
    assert_int_equal(there.st_mode & 0777, 0640);
}

static void signals_leave_nothing(void **state)
{
    (void)state;
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    write_whole("old");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int in_the_end = 0; in_the_end < 2; in_the_end++) {
            be_ended(ends[i], in_the_end != 0);
            assert_content("file", "old");
            assert_int_equal(count_files(), 1);
        }
}

static void an_ignored_signal_stays_ignored(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN);
    struct output o;
    begin(&o, "new");
    raise(SIGHUP);
    output_abandon(&o);
    signal(SIGHUP, SIG_DFL);
}

static void sweep_and_leave(int number)
{
    output_sweep();
    _exit(number);
}

static void handlers_of_others_stay_and_can_sweep(void **state)
{
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct output o, other;
        signal(SIGTERM, sweep_and_leave);
        begin(&o, "one");
        begin(&other, "two");
        raise(SIGTERM);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), SIGTERM);
    assert_int_equal(count_files(), 0);
}

static void what_is_killed_leaves_nothing_that_stays(void **state)
{
    (void)state;
    write_whole("old");
    be_ended(SIGKILL, false);
    assert_int_equal(count_files(), names_only ? 2 : 1);
    output_clear_away(in_folder("file"));
    assert_int_equal(count_files(), 1);
    be_ended(SIGKILL, true);
    assert_content("file", "old");
    assert_int_equal(count_files(), 2);
    output_clear_away(in_folder("file"));
    assert_int_equal(count_files(), 1);
    assert_content("file", "old");
}

static void nothing_of_others_is_cleared_away(void **state)
{
    (void)state;
    static const char *const names[] = {
        "file.backup", "file.sha256", "file.tar.gz", "file.ABCDEF", ".pairs-",    ".pairs-ABCDEF",
        ".pairs-1",    ".pairs-1x",   "pairs-1",     "file~",       ".pairs-1.gz"};
    int count = (int)(sizeof names / sizeof *names);
    struct output o;
    struct stat there;
    write_whole("old");
    for (int i = 0; i < count; i++)
        fclose(fopen(in_folder(names[i]), "w"));
    assert_int_equal(stat(in_folder("file.backup"), &there), 0);
    char copy[PATH], number[64];
    snprintf(number, sizeof number, ".pairs-%llu", (unsigned long long)there.st_ino + 1000000);
    snprintf(copy, sizeof copy, "%s", in_folder(number));
    fclose(fopen(copy, "w")); /* a temporary file of ours, copied: another number */
    begin(&o, "new");         /* and one that is being written */
    int before = count_files();
    output_clear_away(in_folder("file"));
    assert_int_equal(count_files(), before);
    struct error e = {0};
    assert_true(output_close(&o, &e));
    assert_content("file", "new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_takes_its_place_when_it_is_complete, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(until_then_it_has_no_name_if_it_can, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_is_given_up_leaves_nothing, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(it_is_an_ordinary_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(signals_leave_nothing, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(an_ignored_signal_stays_ignored, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(handlers_of_others_stay_and_can_sweep, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_is_killed_leaves_nothing_that_stays, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(nothing_of_others_is_cleared_away, make_folder,
                                        remove_folder),
    };
    int failed = cmocka_run_group_tests_name("files without names", tests, NULL, NULL);
    names_only = true;
    return failed + cmocka_run_group_tests_name("names only", tests, NULL, NULL);
}
