/* The data file of a server, without the server. */
#include "tests/test.h"

#include "store/vault.h"

#include <unistd.h>

static bool count_table(void *to, const struct vault_table *t)
{
    assert_string_equal(t->id, "open");
    ++*(int *)to;
    return true;
}

static bool count_line(void *to, const char *line, struct error *e)
{
    (void)line;
    (void)e;
    ++*(int *)to;
    return true;
}

static bool count_game(void *to, const struct vault_found *g)
{
    assert_string_equal(text_of(&g->record), "pairs 1\n");
    ++*(int *)to;
    return true;
}

static int64_t add_table(struct vault *v, const char *id)
{
    static const unsigned char secret[VAULT_SECRET];
    struct vault_table t = {.key = vault_key(v), .id = id, .secret = secret, .opened = 1};
    assert_true(vault_add_table(v, &t));
    assert_true(vault_add_entry(v, t.key, 1, "1 x") && vault_add_entry(v, t.key, 2, "2 y"));
    struct vault_game g = {.key = t.key, .number = 2, .name = "pairs", .record = "pairs 1\n"};
    assert_true(vault_add_game(v, &g));
    return t.key;
}

static void a_table_that_has_closed_stays_closed_and_its_games_are_there(void **state)
{
    (void)state;
    char path[] = "/tmp/pairs-vault-XXXXXX";
    struct error e = {0};
    close(mkstemp(path));
    struct vault *v = vault_open(path, &e);
    assert_non_null(v);
    int64_t open = add_table(v, "open"), closed = add_table(v, "closed");
    assert_true(vault_commit(v, &e));
    assert_true(vault_close_table(v, closed));
    for (int times = 0; times < 2; times++) {
        int tables = 0, lines = 0, games = 0;
        if (!vault_commit(v, &e) || !vault_tables(v, count_table, &tables, &e))
            fail_msg("%s", e.text);
        assert_int_equal(tables, 1);
        assert_true(vault_entries(v, closed, 0, count_line, &lines, &e));
        assert_int_equal(lines, 0);
        assert_true(vault_entries(v, open, 0, count_line, &lines, &e));
        assert_int_equal(lines, 2);
        assert_int_equal(vault_games(v, "closed", 0, count_game, &games, &e), 1);
        assert_true(vault_knows(v, "closed") && vault_knows(v, "open") && !vault_knows(v, "x"));
        vault_close(v);
        v = vault_open(path, &e);
        assert_non_null(v);
    }
    vault_close(v);
    unlink(path);
}

struct heads {
    int games;
    size_t longest;
    uint64_t last;
};

static bool look_at_head(void *to, const struct vault_found *g)
{
    struct heads *h = to;
    assert_true(h->games++ == 0 || g->number < h->last);
    h->last = g->number;
    h->longest = g->record.size > h->longest ? g->record.size : h->longest;
    return true;
}

/* Whoever may make games that are long, or many, would have everybody wait for the list of them. */
static void a_list_of_games_costs_the_same_however_many_and_long_they_are(void **state)
{
    (void)state;
    enum { GAMES = 130, LONG = 200000 };
    char path[] = "/tmp/pairs-vault-XXXXXX";
    struct error e = {0};
    struct text record = {0};
    struct heads list = {0}, one = {0};
    close(mkstemp(path));
    struct vault *v = vault_open(path, &e);
    assert_non_null(v);
    int64_t key = add_table(v, "long");
    while (record.size < LONG)
        text_add(&record, "A hit\n");
    for (uint64_t number = 3; number < GAMES; number++) {
        struct vault_game g = {
            .key = key, .number = number, .name = "pairs", .record = text_of(&record)};
        assert_true(vault_add_game(v, &g));
    }
    assert_true(vault_commit(v, &e));
    assert_int_equal(vault_games(v, "long", 0, look_at_head, &list, &e), VAULT_GAMES);
    assert_true(list.games == VAULT_GAMES && list.longest == VAULT_HEAD);
    assert_int_equal(vault_games(v, "long", 3, look_at_head, &one, &e), 1);
    assert_int_equal(one.longest, record.size);
    text_free(&record);
    vault_close(v);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_has_closed_stays_closed_and_its_games_are_there),
        cmocka_unit_test(a_list_of_games_costs_the_same_however_many_and_long_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
