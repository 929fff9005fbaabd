#include "tests/store/kept.h"

#include "store/base.h"

#include <unistd.h>

const char *address;
char where[512];

/* Nothing is kept yet. */
int begin(void **state)
{
    (void)state;
    struct error e = {0};
    if (!address) {
        snprintf(where, sizeof where, "/tmp/pairs-vault-XXXXXX");
        close(mkstemp(where));
        return 0;
    }
    snprintf(where, sizeof where, "%s", address);
    struct base *b = base_open(where, 0, &e);
    if (!b || base_ask(b, NULL, NULL, &e, "DROP SCHEMA public CASCADE", "") < 0 ||
        base_ask(b, NULL, NULL, &e, "CREATE SCHEMA public", "") < 0)
        fail_msg("%s", e.text);
    base_close(b);
    return 0;
}

int end(void **state)
{
    (void)state;
    if (!address)
        unlink(where);
    return 0;
}

struct vault *open_vault(void)
{
    struct error e = {0};
    struct vault *v = vault_open(where, &e);
    if (!v)
        fail_msg("%s", e.text);
    return v;
}

void commit(struct vault *v)
{
    struct error e = {0};
    if (!vault_commit(v, &e))
        fail_msg("%s", e.text);
}

struct vault *open_again(struct vault *v)
{
    vault_close(v);
    return open_vault();
}

int64_t add_table(struct vault *v, const char *id)
{
    unsigned char secret[VAULT_SECRET] = {7, 0, 255};
    struct vault_table t = {
        .key = vault_key(v), .id = id, .secret = secret, .public = true, .opened = 1};
    assert_true(vault_add_table(v, &t));
    assert_true(vault_add_entry(v, t.key, 1, "1 x") && vault_add_entry(v, t.key, 2, "2 y"));
    struct vault_game g = {.key = t.key, .number = 2, .name = "pairs", .record = "pairs 1\n"};
    assert_true(vault_add_game(v, &g));
    return t.key;
}

static bool add_line(void *to, const char *line, struct error *e)
{
    (void)e;
    text_add(to, "%s|", line);
    return true;
}

void expect_lines(struct vault *v, int64_t key, uint64_t after, const char *lines)
{
    struct text all = {0};
    struct error e = {0};
    if (!vault_entries(v, key, after, add_line, &all, &e))
        fail_msg("%s", e.text);
    assert_string_equal(text_of(&all), lines);
    text_free(&all);
}

static bool add_id(void *to, const struct vault_table *t)
{
    assert_true(t->secret[0] == 7 && t->secret[2] == 255);
    text_add(to, "%s %llu|", t->id, (unsigned long long)t->entries);
    return true;
}

void expect_tables(struct vault *v, const char *tables)
{
    struct text all = {0};
    struct error e = {0};
    if (!vault_tables(v, add_id, &all, &e))
        fail_msg("%s", e.text);
    assert_string_equal(text_of(&all), tables);
    text_free(&all);
}
