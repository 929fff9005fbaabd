/* The index of saved games, and what is counted from it. */
#include "cli/journal.h"
#include "cli/saved.h"
#include "store/results.h"
#include "store/verdict.h"
#include "tests/cli/folder.h"
#include "tests/test.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Records ---------------------------------------------------------------------------------- */

#define HEAD(bot)                                                                                  \
    "# A saved game; go on with it with: pairs play --resume\n# seed 7\n# seat A person\n"         \
    "# seat B bot " bot "\n"
#define CARDS "deal burn 10 10 9 8 7\ndeal A 6\ndeal B 8\n"
#define PAIRS "pairs 1\ngame pairs\nplayers 2\noption target 5\n" CARDS

static const char unfinished[] = HEAD("3") PAIRS;
static const char lost[] = HEAD("3") PAIRS "A fold\n";
static const char won[] = HEAD("bold-5") PAIRS "A hit\ndeal A 9\nB hit\ndeal B 8\n";

static const char *path_of(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A record that was played so many seconds after others. */
static void put(const char *name, const char *words, int later)
{
    FILE *to = fopen(path_of(name), "w");
    assert_non_null(to);
    assert_true(fputs(words, to) >= 0 && fclose(to) == 0);
    const struct timespec when[2] = {{1700000000 + later, 5}, {1700000000 + later, 5}};
    assert_int_equal(utimensat(AT_FDCWD, path_of(name), when, 0), 0);
}

static int empty_folder(void **state)
{
    (void)state;
    char command[512];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", folder, folder);
    return system(command); /* NOLINT(cert-env33-c): the path is our own */
}

/* --- The index -------------------------------------------------------------------------------- */

static int reads;

/* The program's own reader, counted. */
static bool read_counted(const char *path, struct played *p, struct error *e)
{
    reads++;
    struct archive *a = saved_read(path, e);
    if (a)
        played_read(p, a);
    archive_free(a);
    return a;
}

static struct index *open_index(void)
{
    struct error e = {0};
    reads = 0;
    struct index *x = index_open(folder, read_counted, &e);
    if (!x)
        fail_msg("%s", e.text);
    return x;
}

static struct played_list find(struct index *x, struct index_filter f)
{
    struct error e = {0};
    struct played_list l;
    if (!index_find(x, &f, &l, &e))
        fail_msg("%s", e.text);
    return l;
}

/* All that the index says, in words, for comparisons. */
static struct text tell_index(struct index *x)
{
    struct text out = {0};
    struct played_list l = find(x, (struct index_filter){0});
    for (int i = 0; i < l.count; i++) {
        const struct played *p = &l.game[i];
        text_add(&out, "%d %s %lld %s %d %d %d %d:", p->number, p->file, (long long)p->when,
                 played_name(p), p->players, p->hand, p->over, p->chips);
        for (int seat = 0; seat < p->players; seat++) {
            const struct played_seat *s = &p->seat[seat];
            text_add(&out, " %s/%s/%d/%d/%d", s->name, s->bot, s->score, (int)s->result,
                     s->verdict.decisions);
        }
        text_add(&out, "\n");
    }
    text_add(&out, "unreadable %d\n", l.unreadable);
    played_list_free(&l);
    return out;
}

/* What is said must be what an index says that is made anew. */
static void must_equal_rebuilt(struct index *x)
{
    struct text grown = tell_index(x);
    index_close(x);
    unlink(path_of(index_file));
    x = open_index();
    struct text anew = tell_index(x);
    index_close(x);
    assert_string_equal(text_of(&grown), text_of(&anew));
    text_free(&grown);
    text_free(&anew);
}

static void an_index_that_grew_equals_one_that_is_made_anew(void **state)
{
    (void)state;
    put("1.pairs", lost, 1);
    put("2.pairs", unfinished, 2);
    index_close(open_index());
    put("3.pairs", won, 3);
    put("2.pairs", lost, 4); /* was gone on with */
    put("4.pairs", "nonsense\n", 5);
    put("5.pairs", "", 6); /* a game that has not begun, */
    put("6.txt", won, 7);  /* and no game */
    unlink(path_of("1.pairs"));
    struct index *x = open_index();
    assert_int_equal(reads, 3);
    struct text told = tell_index(x);
    assert_string_equal(text_of(&told), "1 2.pairs 1700000004 pairs 2 1 1 0: //6/1/-1 /3/0/3/-1\n"
                                        "2 3.pairs 1700000003 pairs 2 1 1 0: //0/3/-1 "
                                        "/bold-5/8/1/-1\n"
                                        "unreadable 1\n");
    text_free(&told);
    must_equal_rebuilt(x);
}

static void of_a_thousand_records_only_the_new_one_is_read(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%04d.pairs", i);
        put(name, i % 3 ? lost : won, i);
    }
    index_close(open_index());
    assert_int_equal(reads, 1000);
    index_close(open_index());
    assert_int_equal(reads, 0);
    put("0500-more.pairs", won, 5000);
    struct index *x = open_index();
    assert_int_equal(reads, 1);
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.count, 1001);
    assert_string_equal(l.game[0].file, "0500-more.pairs");
    played_list_free(&l);
    index_close(x);
}

static void a_record_that_is_gone_is_gone_from_the_index(void **state)
{
    (void)state;
    put("1.pairs", lost, 1);
    put("2.pairs", won, 2);
    struct index *x = open_index();
    unlink(path_of("2.pairs"));
    struct error e = {0};
    assert_true(index_refresh(x, &e));
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.count, 1);
    assert_string_equal(l.game[0].file, "1.pairs");
    played_list_free(&l);
    must_equal_rebuilt(x);
}

static void a_record_that_is_as_long_as_before_but_later_is_read_again(void **state)
{
    (void)state;
    static const char other[] = HEAD("4") PAIRS "A fold\n";
    assert_int_equal(strlen(other), strlen(lost));
    put("1.pairs", lost, 1);
    index_close(open_index());
    put("1.pairs", other, 2);
    struct index *x = open_index();
    assert_int_equal(reads, 1);
    struct played_list l = find(x, (struct index_filter){.bot = "4"});
    assert_int_equal(l.count, 1);
    played_list_free(&l);
    index_close(x);
}

/* Runs a statement on the file as somebody else would. */
static void meddle(const char *words)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path_of(index_file), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, words, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* The index must be made anew, in its file. */
static void must_be_made_anew(void)
{
    struct index *x = open_index();
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.count, 1);
    assert_int_equal(reads, 1);
    assert_int_equal(l.game[0].seat[0].result, RESULT_LOST);
    assert_null(index_unkept(x));
    played_list_free(&l);
    index_close(x);
    index_close(open_index());
    assert_int_equal(reads, 0);
}

static void an_index_that_is_damaged_is_made_anew(void **state)
{
    (void)state;
    put("1.pairs", lost, 1);
    index_close(open_index());
    FILE *to = fopen(path_of(index_file), "r+");
    assert_non_null(to);
    for (int i = 0; i < 3000; i++) /* the first page stays, what it leads to does not */
        if (fseek(to, 4096 + i, SEEK_SET) == 0)
            fputc(i & 0xff, to);
    fclose(to);
    must_be_made_anew();
    to = fopen(path_of(index_file), "w");
    assert_non_null(to);
    fputs("This is no index at all, but words that somebody has written there.\n", to);
    fclose(to);
    must_be_made_anew();
}

static void an_index_of_another_version_is_made_anew(void **state)
{
    (void)state;
    put("1.pairs", lost, 1);
    index_close(open_index());
    meddle("PRAGMA user_version = 77");
    must_be_made_anew();
    meddle("DROP TABLE seat");
    must_be_made_anew();
}

static void an_index_that_holds_what_cannot_be_is_made_anew(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "UPDATE game SET variant = 'tennis'", "UPDATE game SET players = 9", "DELETE FROM seat",
        "UPDATE seat SET result = 9", "UPDATE game SET players = 3"};
    put("1.pairs", lost, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        index_close(open_index());
        meddle(wrong[i]);
        must_be_made_anew();
    }
}

static void an_index_that_another_program_holds_is_made_in_memory(void **state)
{
    (void)state;
    sqlite3 *db;
    put("1.pairs", lost, 1);
    index_close(open_index());
    put("2.pairs", won, 2);
    assert_int_equal(sqlite3_open(path_of(index_file), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    struct index *x = open_index();
    sqlite3_close(db);
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.count, 2);
    assert_non_null(strstr(index_unkept(x), "locked"));
    played_list_free(&l);
    index_close(x);
    x = open_index();
    assert_int_equal(reads, 1);
    assert_null(index_unkept(x));
    index_close(x);
}

static void an_index_that_cannot_be_written_is_made_in_memory(void **state)
{
    (void)state;
    put("1.pairs", lost, 1);
    assert_int_equal(mkdir(path_of(index_file), 0700), 0); /* where nobody can write a file */
    struct index *x = open_index();
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.count, 1);
    assert_non_null(strstr(index_unkept(x), "cannot be used"));
    played_list_free(&l);
    index_close(x);
}

static void filters_leave_what_they_name(void **state)
{
    (void)state;
    static const struct {
        struct index_filter filter;
        const char *left; /* numbers */
    } cases[] = {
        {{0}, "1234"},
        {{.which = INDEX_OVER}, "134"},
        {{.which = INDEX_UNFINISHED}, "2"},
        {{.which = INDEX_WON}, "1"},
        {{.which = INDEX_LOST}, "34"},
        {{.game = "pairs"}, "1234"},
        {{.game = "continuous"}, "3"},
        {{.game = "port"}, ""},
        {{.bot = "5"}, "1"},
        {{.bot = "bold-5"}, "1"},
        {{.bot = "3"}, "234"},
        {{.since = 1700000003}, "12"},
        {{.until = 1700000003}, "34"},
        {{.since = 1700000002, .until = 1700000004}, "23"},
        {{.person = "Ann"}, "4"},
        {{.person = "Ann", .which = INDEX_WON}, ""},
        {{.which = INDEX_LOST, .game = "continuous"}, "3"},
    };
    put("1.pairs",
        HEAD("3") "pairs 1\ngame pairs\nplayers 2\noption target 5\nname A Ann\n" CARDS "A fold\n",
        1);
    put("2.pairs",
        HEAD("3") "# preset continuous\npairs 1\ngame pairs\nplayers 2\noption target 5\noption "
                  "continuous on\n" CARDS "A fold 6 A\n",
        2);
    put("3.pairs", unfinished, 3);
    put("4.pairs", won, 4);
    struct index *x = open_index();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char left[8] = "";
        struct played_list l = find(x, cases[i].filter);
        for (int k = 0; k < l.count && k < (int)sizeof left - 1; k++)
            left[k] = (char)('0' + l.game[k].number);
        assert_string_equal(left, cases[i].left);
        played_list_free(&l);
    }
    index_close(x);
}

/* --- Verdicts --------------------------------------------------------------------------------- */

static void a_verdict_reads_as_it_was_written(void **state)
{
    (void)state;
    struct verdict v = {.steps = 12, .players = 2, .seat = {{3, 1.0 / 3, -2.5}, {0, 0, 2.5}}}, read;
    struct text words = {0};
    verdict_write(&v, &words);
    assert_true(verdict_read(&read, words.at, 2, 12));
    assert_int_equal(read.seat[0].decisions, 3);
    assert_true(read.seat[0].lost == 1.0 / 3 && read.seat[1].luck == 2.5);
    assert_false(verdict_read(&read, words.at, 2, 13)); /* the game has gone on */
    assert_false(verdict_read(&read, words.at, 3, 12));
    for (size_t size = 0; size + 4 < words.size; size++) { /* torn anywhere: refused, or whole */
        char part[512];
        snprintf(part, sizeof part, "%.*s", (int)size, words.at);
        assert_false(verdict_read(&read, part, 2, 12));
    }
    text_free(&words);
}

static void a_verdict_survives_the_loss_of_the_index(void **state)
{
    (void)state;
    struct error e = {0};
    put("1.pairs", lost, 1);
    struct index *x = journal_open(&e);
    assert_non_null(x);
    struct played_list l = find(x, (struct index_filter){0});
    assert_int_equal(l.game[0].seat[0].verdict.decisions, -1);
    played_list_free(&l);
    put("1.verdict",
        "pairs-verdict 1\nsteps 8\nA decisions 1 lost 0.5 luck 1\nB decisions 0 lost 0 luck -1\n",
        2);
    for (int i = 0; i < 2; i++) {
        assert_true(index_refresh(x, &e));
        l = find(x, (struct index_filter){0});
        assert_int_equal(l.game[0].seat[0].verdict.decisions, 1);
        assert_true(l.game[0].seat[0].verdict.lost == 0.5);
        played_list_free(&l);
        index_close(x);
        unlink(path_of(index_file));
        x = journal_open(&e);
        assert_non_null(x);
    }
    index_close(x);
}

static void a_game_is_removed_with_its_verdict_and_nothing_else(void **state)
{
    (void)state;
    struct error e = {0};
    put("1.pairs", lost, 1);
    put("1.verdict", "pairs-verdict 1\n", 1);
    put("2.pairs", won, 2);
    struct index *x = journal_open(&e);
    assert_non_null(x);
    struct played_list l = find(x, (struct index_filter){0});
    assert_true(journal_remove(&l.game[1], &e));
    assert_int_not_equal(access(path_of("1.pairs"), F_OK), 0);
    assert_int_not_equal(access(path_of("1.verdict"), F_OK), 0);
    assert_int_equal(access(path_of("2.pairs"), F_OK), 0);
    struct archive *a;
    struct saved *open = saved_open(path_of("2.pairs"), &a, &e);
    assert_non_null(open);
    assert_false(journal_remove(&l.game[0], &e));
    assert_non_null(strstr(e.text, "is being played in another window"));
    assert_int_equal(access(path_of("2.pairs"), F_OK), 0);
    archive_free(a);
    saved_close(open);
    played_list_free(&l);
    index_close(x);
}

/* --- Results ---------------------------------------------------------------------------------- */

/* A game of two, with what came of it for the first seat. */
static struct played game_of(enum fortune result, const char *bot)
{
    struct error e = {0};
    struct setup u;
    assert_true(setup_choose(&u, "pairs", &e));
    struct played p = {.game = u.game, .players = 2, .over = result != RESULT_OPEN};
    p.seat[0] = (struct played_seat){.score = 6, .result = result, .verdict = {.decisions = -1}};
    p.seat[1] = (struct played_seat){.score = result == RESULT_WON ? 8 : 2,
                                     .result = result == RESULT_WON ? RESULT_LOST : RESULT_WON};
    snprintf(p.seat[1].bot, BOT_ROOM, "%s", bot);
    return p;
}

static void streaks_run_from_the_oldest_game_to_the_newest(void **state)
{
    (void)state;
    static const enum fortune newest_first[] = {RESULT_LOST, RESULT_LOST, RESULT_OPEN, RESULT_WON,
                                                RESULT_WON,  RESULT_WON,  RESULT_LOST, RESULT_WON};
    enum { GAMES = sizeof newest_first / sizeof *newest_first };
    struct played game[GAMES];
    struct error e = {0};
    for (int i = 0; i < GAMES; i++)
        game[i] = game_of(newest_first[i], i < 4 ? "3" : "5");
    game[0].seat[0].verdict = (struct verdict_seat){4, 1.0, 0};
    struct played_list l = {.count = GAMES, .game = game};
    struct results_list r;
    assert_true(results_gather(&r, &l, BY_NOTHING, NULL, &e));
    const struct results *all = &r.group[0].results;
    assert_int_equal(all->played, 7);
    assert_int_equal(all->won, 4);
    assert_int_equal(all->lost, 3);
    assert_int_equal(all->streak, -2);
    assert_int_equal(all->longest_won, 3);
    assert_int_equal(all->longest_lost, 2);
    assert_true(all->fair == 3.5 && all->score == 42 && all->rank == 4 * 1 + 3 * 2);
    assert_true(all->analysed == 1 && all->decisions == 4 && all->loss == 1.0);
    results_free(&r);
    assert_true(results_gather(&r, &l, BY_BOT, NULL, &e));
    assert_int_equal(r.count, 2);
    assert_string_equal(r.group[0].name, "5");
    assert_int_equal(r.group[0].results.played, 4);
    assert_int_equal(r.group[1].results.streak, -2);
    results_free(&r);
    double curve[GAMES];
    assert_int_equal(results_curve(&l, NULL, curve), 7);
    assert_true(curve[0] == 0.5 && curve[1] == 0 && curve[6] == 0.5);
}

static void those_who_are_level_share_their_places(void **state)
{
    (void)state;
    struct played p = game_of(RESULT_WON, "3");
    p.players = 4;
    p.seat[2] = (struct played_seat){.score = 6, .result = RESULT_WON};
    p.seat[3] = (struct played_seat){.score = 1, .result = RESULT_WON};
    assert_true(played_rank(&p, 0) == 2.5); /* 1, then 6 and 6: fewer are better; then the loser */
    assert_true(played_rank(&p, 1) == 4);
    p.seat[1].score = 0; /* who has lost is the last, whatever the score */
    assert_true(played_rank(&p, 1) == 4);
    p.chips = true;
    assert_true(played_rank(&p, 3) == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_index_that_grew_equals_one_that_is_made_anew, empty_folder),
        cmocka_unit_test_setup(of_a_thousand_records_only_the_new_one_is_read, empty_folder),
        cmocka_unit_test_setup(a_record_that_is_gone_is_gone_from_the_index, empty_folder),
        cmocka_unit_test_setup(a_record_that_is_as_long_as_before_but_later_is_read_again,
                               empty_folder),
        cmocka_unit_test_setup(an_index_that_is_damaged_is_made_anew, empty_folder),
        cmocka_unit_test_setup(an_index_of_another_version_is_made_anew, empty_folder),
        cmocka_unit_test_setup(an_index_that_holds_what_cannot_be_is_made_anew, empty_folder),
        cmocka_unit_test_setup(an_index_that_another_program_holds_is_made_in_memory, empty_folder),
        cmocka_unit_test_setup(an_index_that_cannot_be_written_is_made_in_memory, empty_folder),
        cmocka_unit_test_setup(filters_leave_what_they_name, empty_folder),
        cmocka_unit_test(a_verdict_reads_as_it_was_written),
        cmocka_unit_test_setup(a_verdict_survives_the_loss_of_the_index, empty_folder),
        cmocka_unit_test_setup(a_game_is_removed_with_its_verdict_and_nothing_else, empty_folder),
        cmocka_unit_test(streaks_run_from_the_oldest_game_to_the_newest),
        cmocka_unit_test(those_who_are_level_share_their_places),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
