/* Several servers share a database, without the servers. */
#include "tests/store/kept.h"

#include "store/nodes.h"

struct several {
    struct vault *vault;
    struct nodes *nodes;
    int64_t number;
};

static struct several join(void)
{
    bool gone;
    struct error e = {0};
    struct several s = {.vault = vault_join(where, &e)};
    if (!s.vault)
        fail_msg("%s", e.text);
    s.number = vault_number(s.vault, &gone);
    s.nodes = nodes_open(where, s.number, &e);
    assert_true(s.nodes && !gone);
    return s;
}

static void leave(struct several *s)
{
    nodes_close(s->nodes);
    vault_close(s->vault);
}

/* What a server is told of a table that somebody asks for; the table is in *t. */
static enum nodes_found seek(struct several *s, const char *id, bool only_own,
                             struct nodes_table *t, int64_t *owner)
{
    struct error e = {0};
    enum nodes_found found = nodes_seek(s->nodes, id, only_own, t, owner, &e);
    if (found == NODES_UNKNOWN)
        fail_msg("%s", e.text);
    return found;
}

static void release(struct several *s)
{
    struct error e = {0};
    assert_true(nodes_release(s->nodes, &e));
}

static void several_servers_give_no_key_twice(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    struct several a = join(), b = join();
    static bool given[10 * MANY];
    for (int i = 0; i < MANY; i++) {
        int64_t keys[] = {vault_key(a.vault), vault_key(b.vault)};
        for (int k = 0; k < 2; k++) {
            assert_true(keys[k] > 0 && keys[k] < 10 * MANY && !given[keys[k]]);
            given[keys[k]] = true;
        }
    }
    leave(&a);
    leave(&b);
}

static void a_table_is_whose_it_is_until_its_server_gives_it_up(void **state)
{
    (void)state;
    struct nodes_table t;
    int64_t owner;
    struct several a = join(), b = join();
    int64_t key = add_table(a.vault, "table");
    assert_int_equal(seek(&b, "table", false, &t, &owner), NODES_NONE);
    commit(a.vault);
    assert_int_equal(seek(&b, "table", false, &t, &owner), NODES_ELSEWHERE);
    assert_int_equal(owner, a.number);
    expect_tables(a.vault, "table 2|");
    expect_tables(b.vault, "");
    release(&a);
    assert_int_equal(seek(&b, "table", true, &t, &owner), NODES_ELSEWHERE);
    assert_int_equal(seek(&b, "table", false, &t, &owner), NODES_TAKEN);
    assert_true(t.key == key && t.epoch == 2 && t.entries == 2 && t.secret[2] == 255);
    assert_true(vault_own(b.vault, t.key, t.epoch, t.entries));
    expect_lines(b.vault, key, 0, "1 x|2 y|");
    assert_int_equal(seek(&a, "table", false, &t, &owner), NODES_ELSEWHERE);
    assert_int_equal(owner, b.number);
    leave(&a);
    leave(&b);
}

static void take_no_node(void *to, const struct node *n)
{
    (void)to;
    (void)n;
}

static bool take_lost(void *to, int64_t key)
{
    *(int64_t *)to = key;
    return true;
}

static void a_former_owner_writes_nothing_and_learns_it(void **state)
{
    (void)state;
    char keys[64];
    int64_t owner, lost = 0;
    struct error e = {0};
    struct nodes_table t;
    struct nodes_now now;
    struct several a = join(), b = join();
    int64_t key = add_table(a.vault, "table"), own = add_table(a.vault, "own");
    commit(a.vault);
    assert_true(nodes_look(a.nodes, take_no_node, NULL, &now, &e) && now.taken == 0);
    release(&a);
    assert_int_equal(seek(&b, "table", false, &t, &owner), NODES_TAKEN);
    assert_true(nodes_look(a.nodes, take_no_node, NULL, &now, &e) && now.taken == 1);
    snprintf(keys, sizeof keys, "{%lld,%lld}", (long long)key, (long long)own);
    assert_true(nodes_check(a.nodes, keys, take_lost, &lost, &e) && lost == key);
    assert_true(vault_own(b.vault, t.key, t.epoch, t.entries));
    assert_true(vault_add_entry(b.vault, key, 3, "3 mine") &&
                vault_add_entry(a.vault, key, 3, "3 too late") &&
                vault_add_entry(a.vault, own, 3, "3 z"));
    commit(a.vault);
    commit(b.vault);
    assert_true(vault_lost(a.vault, key) && !vault_lost(a.vault, own));
    assert_false(vault_lost(b.vault, 0));
    expect_lines(b.vault, key, 2, "3 mine|");
    vault_forget_lost(a.vault);
    assert_false(vault_lost(a.vault, 0));
    leave(&a);
    leave(&b);
}

/* One that took its own table back has the same table, of a later epoch. */
static void a_table_that_comes_back_is_not_lost(void **state)
{
    (void)state;
    int64_t owner;
    struct nodes_table t;
    struct several a = join(), b = join();
    int64_t key = add_table(a.vault, "table");
    commit(a.vault);
    release(&a);
    assert_int_equal(seek(&b, "table", false, &t, &owner), NODES_TAKEN);
    assert_true(vault_add_entry(a.vault, key, 3, "3 too late"));
    commit(a.vault);
    release(&b);
    assert_int_equal(seek(&a, "table", false, &t, &owner), NODES_TAKEN);
    assert_true(vault_own(a.vault, t.key, t.epoch, t.entries) && t.epoch == 3);
    assert_false(vault_lost(a.vault, key));
    assert_true(vault_add_entry(a.vault, key, 3, "3 again"));
    commit(a.vault);
    assert_false(vault_lost(a.vault, key));
    expect_lines(a.vault, key, 2, "3 again|");
    leave(&a);
    leave(&b);
}

static bool count_swept(void *to, const struct nodes_table *t)
{
    assert_true(t->epoch == 2 && t->entries == 2);
    ++*(int *)to;
    return true;
}

static void tables_that_nobody_has_are_swept_up_a_few_at_a_time(void **state)
{
    (void)state;
    enum { TABLES = 100 };
    char id[16];
    int swept = 0;
    struct error e = {0};
    struct several a = join(), b = join();
    for (int i = 0; i < TABLES; i++) {
        snprintf(id, sizeof id, "table %d", i);
        add_table(a.vault, id);
    }
    commit(a.vault);
    assert_int_equal(nodes_sweep(b.nodes, count_swept, &swept, &e), 0);
    leave(&a);
    while (nodes_sweep(b.nodes, count_swept, &swept, &e) > 0)
        assert_true(swept <= TABLES);
    assert_int_equal(swept, TABLES);
    leave(&b);
}

/* Two who open the same table at once, as somebody asks again by another door: there is one. */
static void a_name_that_is_given_twice_is_one_table(void **state)
{
    (void)state;
    struct several a = join(), b = join();
    int64_t first = add_table(a.vault, "table"), second = add_table(b.vault, "table");
    commit(a.vault);
    commit(b.vault);
    assert_true(!vault_lost(a.vault, first) && vault_lost(b.vault, second));
    expect_lines(a.vault, first, 0, "1 x|2 y|");
    leave(&a);
    leave(&b);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(several_servers_give_no_key_twice),
        SENTENCE(a_table_is_whose_it_is_until_its_server_gives_it_up),
        SENTENCE(a_former_owner_writes_nothing_and_learns_it),
        SENTENCE(a_table_that_comes_back_is_not_lost),
        SENTENCE(tables_that_nobody_has_are_swept_up_a_few_at_a_time),
        SENTENCE(a_name_that_is_given_twice_is_one_table),
    };
    (void)count;
    address = words[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
