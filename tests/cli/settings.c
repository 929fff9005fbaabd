/* What is remembered from one evening to the next. */
#include "tests/test.h"

#include "cli/settings.h"

#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/pairs-lobby-XXXXXX";

static int make_home(void **state)
{
    (void)state;
    return mkdtemp(folder) && setenv("XDG_CONFIG_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_home(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/pairs", folder);
    rmdir(path);
    return rmdir(folder);
}

static void write_settings(const char *lines)
{
    char path[256];
    snprintf(path, sizeof path, "%s/pairs", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(lines, to);
    assert_int_equal(fclose(to), 0);
}

static void without_a_file_one_person_plays_against_bots(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    assert_true(settings_load(&s, &e));
    assert_null(s.setup.game);
    assert_string_equal(s.chair[0].bot, "");
    assert_string_equal(s.chair[7].bot, "3");
    assert_int_equal(s.speed, SPEED_NORMAL);
}

static void what_was_chosen_comes_back(void **state)
{
    (void)state;
    struct settings s, back;
    struct error e = {0};
    settings_init(&s);
    s.speed = SPEED_OFF;
    assert_true(setup_choose(&s.setup, "continuous", &e));
    assert_true(setup_players(&s.setup, 4, &e));
    assert_true(setup_option(&s.setup, "target", "17", &e));
    snprintf(s.chair[0].name, sizeof s.chair[0].name, "Ann-Sophie von Ä");
    snprintf(s.chair[1].bot, sizeof s.chair[1].bot, "bold-6");
    assert_true(settings_save(&s, &e));
    assert_true(settings_load(&back, &e));
    assert_int_equal(back.speed, SPEED_OFF);
    assert_ptr_equal(back.setup.preset, s.setup.preset);
    assert_int_equal(back.setup.players, 4);
    assert_int_equal(back.setup.given, s.setup.given);
    assert_memory_equal(back.setup.option, s.setup.option, sizeof s.setup.option);
    assert_memory_equal(back.chair, s.chair, sizeof s.chair);
}

static void a_broken_file_costs_nothing_but_its_broken_lines(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    write_settings("speed fast\ngame tennis\noption target 3\nnonsense\nplayers 3\nbot Z 3\n"
                   "person A Ann\n");
    assert_false(settings_load(&s, &e));
    assert_non_null(strstr(e.text, "line 2"));
    assert_null(s.setup.game);
    assert_int_equal(s.speed, SPEED_FAST);
    assert_string_equal(s.chair[0].name, "Ann");
    write_settings("game pairs\nplayers 99\noption target 999\noption target 12\n\xff\xfe zz\n");
    assert_false(settings_load(&s, &e));
    assert_int_equal(s.setup.players, 3);
    assert_int_equal(s.setup.option[option_index(s.setup.game, "target")], 12);
}

static void a_file_without_an_end_is_given_up(void **state)
{
    (void)state;
    struct settings s;
    struct error e = {0};
    char path[256];
    write_settings("");
    snprintf(path, sizeof path, "%s/pairs/settings", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_false(settings_load(&s, &e));
    assert_non_null(strstr(e.text, "line 1 is too long"));
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    unsetenv("USER"); /* nobody is called as whoever runs this */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_file_one_person_plays_against_bots),
        cmocka_unit_test(what_was_chosen_comes_back),
        cmocka_unit_test(a_broken_file_costs_nothing_but_its_broken_lines),
        cmocka_unit_test(a_file_without_an_end_is_given_up),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
