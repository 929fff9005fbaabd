/* The file of `pairs sim --resume`: what a run has written is read again; whatever else stands in
 * it is refused, or does no harm. */
#include "tests/test.h"

#include "cli/sim.h"
#include "engine/game.h"
#include "lab/block.h"

#include <unistd.h>

enum { POINTS = 2, GAMES = 70, BLOCKS = 3, PICTURE_MOST = 100000 };

static char path[] = "/tmp/pairs-state-XXXXXX";

/* A run over two points, one of them for chips, before its first game. */
static void begin(struct sim *s)
{
    struct setup base;
    struct error e = {0};
    assert_true(setup_choose(&base, "pairs", &e) && setup_players(&base, 3, &e));
    sweep_init(&s->sweep, &base);
    assert_true(sweep_option(&s->sweep, "payment", "forfeit,tacoma", &e) &&
                sweep_finish(&s->sweep, &e));
    assert_int_equal(s->sweep.points, POINTS);
    s->job = (struct sim_job){.point = s->sweep.point,
                              .points = POINTS,
                              .games = GAMES,
                              .seed = 5,
                              .make = bot_new,
                              .threads = 1};
    assert_true(sim_bots(&s->job, "hint,random", &e));
    s->state = (struct sim_state){.result = calloc(POINTS, sizeof *s->state.result)};
    assert_non_null(s->state.result);
}

static void end(struct sim *s)
{
    sweep_clear(&s->sweep);
    free(s->state.result);
}

/* The same after so many blocks: the second point is then played in part. */
static void play_blocks(struct sim *s)
{
    struct error e = {0};
    struct text none = {0};
    struct worker *w = worker_new(&s->job, NULL, false, &e);
    assert_non_null(w);
    for (; s->state.blocks < BLOCKS; s->state.blocks++) {
        struct sim_result more;
        assert_int_equal(worker_play(w, s->state.blocks, &more, NULL, &none, &e), BLOCK_DONE);
        result_join(&s->state.result[block_point(&s->job, s->state.blocks)], &more);
    }
    s->state.seconds = 0.25;
    worker_free(w);
}

static void write_file(const char *text)
{
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    assert_true(fputs(text, to) >= 0 && fclose(to) == 0);
}

/* The file of a real run; free it. */
static char *real_file(void)
{
    struct sim s;
    struct error e = {0};
    begin(&s);
    play_blocks(&s);
    if (!state_write(&s, path, &e))
        fail_msg("%s", e.text);
    end(&s);
    char *text = calloc(1, 1 << 16);
    FILE *in = fopen(path, "r");
    assert_true(text && in && fread(text, 1, (1 << 16) - 1, in) > 100);
    fclose(in);
    return text;
}

static void what_was_written_is_read_again(void **state)
{
    (void)state;
    struct sim played, read;
    struct error e = {0};
    free(real_file());
    begin(&played);
    play_blocks(&played);
    begin(&read);
    if (!state_read(&read, path, false, &e))
        fail_msg("%s", e.text);
    assert_int_equal(read.state.blocks, BLOCKS);
    assert_true(read.state.seconds == 0.25);
    assert_memory_equal(read.state.result, played.state.result, POINTS * sizeof *read.state.result);
    end(&played);
    end(&read);
}

/* A run of any game has possible figures. */
static void no_run_is_refused(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[i]->name, &e) &&
                    setup_players(&u, all_games[i]->players_max, &e));
        if (!setup_finish(&u, &e))
            u = test_setup(all_games[i]->name, all_games[i]->players_min, NULL);
        struct sim_job job = {
            .point = &u, .points = 1, .games = 64, .seed = 3, .make = bot_new, .threads = 1};
        assert_true(sim_bots(&job, "random", &e));
        struct worker *w = worker_new(&job, NULL, false, &e);
        struct sim_result r;
        struct text none = {0};
        assert_true(w && worker_play(w, 0, &r, NULL, &none, &e) == BLOCK_DONE);
        if (!result_possible(&r, u.players))
            fail_msg("%s", u.game->name);
        worker_free(w);
    }
}

/* Everything that is done with figures. They may be wrong, but not without bounds. */
static void use(struct sim *s)
{
    struct error e = {0};
    struct sim_watch nobody = {0};
    struct text out = {0};
    report_plain(s, &out);
    report_table(s, &out);
    report_rates(s, &out);
    sim_csv(s, &out);
    sim_jsonl(s, &out);
    assert_true(out.size < PICTURE_MOST && !strstr(out.at, "nan") && !strstr(out.at, "inf"));
    text_clear(&out);
    report_svg(s, &out);
    assert_true(out.size < PICTURE_MOST && !strstr(out.at, "nan") && !strstr(out.at, "inf"));
    text_free(&out);
    assert_true(sim_run(&s->job, &nobody, &s->state, &e));
    assert_int_equal(s->state.result[1].games, GAMES);
}

/* Reads the file as it is now; returns whether it was refused. */
static bool refused(const char *why)
{
    struct sim s;
    struct error e = {0};
    begin(&s);
    bool fine = state_read(&s, path, false, &e);
    if (fine && sim_begun(&s) == POINTS)
        use(&s);
    else if (!strstr(e.text, "is no state of a simulation; expected") &&
             !strstr(e.text, "is the state of another run"))
        fail_msg("%s: %s", why, e.text);
    end(&s);
    return !fine;
}

/* The next number outside of words, and its end; NULL if there is none. */
static const char *next_number(const char *at, const char **after)
{
    bool quoted = false;
    for (; *at; at++) {
        quoted ^= *at == '"';
        if (!quoted && strchr("-0123456789", *at)) {
            *after = at + strspn(at, "+-.eE0123456789");
            return at;
        }
    }
    return NULL;
}

/* Each number in turn becomes each of these. */
static void no_number_in_the_file_does_harm(void **state)
{
    (void)state;
    static const char *const hostile[] = {"0",
                                          "-1",
                                          "1e308",
                                          "-1e308",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "1e-308",
                                          "1e999",
                                          "9007199254740992",
                                          "4294967296",
                                          "4294967295",
                                          "2147483648",
                                          "0.5",
                                          "1e9",
                                          "\"1\"",
                                          "null",
                                          "true",
                                          "[[[[1]]]]",
                                          "{}",
                                          "",
                                          "18446744073709551616"};
    char *file = real_file();
    struct text changed = {0};
    const char *after;
    int numbers = 0;
    for (const char *at = file; (at = next_number(at, &after)); at = after, numbers++) {
        for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
            text_clear(&changed);
            text_add(&changed, "%.*s%s%s", (int)(at - file), file, hostile[i], after);
            write_file(changed.at);
            refused(changed.at);
        }
    }
    assert_in_range(numbers, 100, 1000);
    text_free(&changed);
    free(file);
}

/* Replaces the first number after the first place of a key. */
static void change(const char *file, const char *key, const char *value, struct text *out)
{
    const char *at = strstr(file, key), *after = NULL;
    assert_non_null(at);
    at = next_number(at + strlen(key), &after);
    assert_non_null(at);
    text_clear(out);
    text_add(out, "%.*s%s%s", (int)(at - file), file, value, after);
    write_file(out->at);
}

/* Figures, and what they can never be. */
static const char *const impossible[][2] = {
    {"\"score\"", "1e308"},
    {"\"score\"", "1e12"},
    {"\"score\"", "-1"},
    {"\"score_squared\"", "1e308"},
    {"\"score_squared\"", "1"},
    {"\"score_squared\"", "-1"},
    {"\"edge_squared\"", "1e308"},
    {"\"edge_squared\"", "-1"},
    {"\"edge_squared\"", "0"},
    {"\"won\"", "-1"},
    {"\"won\"", "71"},
    {"\"lost\"", "9223372036854775807"},
    {"\"lost\"", "71"},
    {"\"lost\"", "-1"},
    {"\"decisions\"", "-1"},
    {"\"decisions\"", "9223372036854775807"},
    {"\"decisions\"", "69"},
    {"\"cards\"", "-1"},
    {"\"cards\"", "9223372036854775807"},
    {"\"hands\"", "-1"},
    {"\"hands\"", "9007199254740992"},
    {"\"least\"", "-2147483648"},
    {"\"most\"", "2147483647"},
    {"\"most\"", "9223372036854775807"},
    {"\"counts\":[", "0"},
    {"\"results\":[{\"games\"", "71"},
    {"\"results\":[{\"games\"", "0"},
    {"\"begun\"", "-1"},
    {"\"begun\"", "71"},
    {"\"begun\"", "0"},
    {"\"places\":[{\"score\"", "1e12"},
    {"\"places\":[{\"score\"", "-1e308"},
    {"\"blocks\"", "-1"},
    {"\"blocks\"", "2"},
    {"\"blocks\"", "4"},
    {"\"blocks\"", "9223372036854775807"},
    {"\"seconds\"", "-1"},
    {"\"seconds\"", "1e308"},
    {"\"seconds\"", "1e999"},
};

static void figures_that_no_run_can_have_are_refused(void **state)
{
    (void)state;
    char *file = real_file();
    struct text changed = {0};
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        change(file, impossible[i][0], impossible[i][1], &changed);
        if (!refused(changed.at))
            fail_msg("%s %s was taken", impossible[i][0], impossible[i][1]);
    }
    char *chips = strstr(file, "\"chips\":true"); /* the second point; the first has points */
    assert_non_null(chips);
    text_clear(&changed);
    text_add(&changed, "%.*s\"chips\":false%s", (int)(chips - file), file,
             chips + strlen("\"chips\":true"));
    write_file(changed.at);
    assert_true(refused(changed.at));
    text_free(&changed);
    free(file);
}

/* Endless files are given up, and so is JSON in JSON in JSON. */
static void no_more_is_read_than_a_state_can_have(void **state)
{
    (void)state;
    char *file = real_file();
    struct text long_one = {0};
    for (int i = 0; i < 40000; i++)
        text_add(&long_one, "%64s", "");
    text_add(&long_one, "%s", file);
    write_file(long_one.at);
    assert_true(refused("blanks before"));
    text_clear(&long_one);
    text_add(&long_one, "%s", file);
    for (int i = 0; i < 40000; i++)
        text_add(&long_one, "%64s", "");
    write_file(long_one.at);
    assert_true(refused("blanks behind"));
    text_clear(&long_one);
    for (int i = 0; i < 1000000; i++)
        text_add(&long_one, "[");
    write_file(long_one.at);
    assert_true(refused("brackets"));
    text_free(&long_one);
    free(file);
    struct sim s;
    struct error e = {0};
    begin(&s);
    assert_false(state_read(&s, "/dev/zero", false, &e));
    assert_non_null(strstr(e.text, "is no state of a simulation"));
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_again),
        cmocka_unit_test(no_run_is_refused),
        cmocka_unit_test(figures_that_no_run_can_have_are_refused),
        cmocka_unit_test(no_more_is_read_than_a_state_can_have),
        cmocka_unit_test(no_number_in_the_file_does_harm),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
