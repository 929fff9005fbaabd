/* What a server keeps, without the server: the same sentences for every store. A file of SQLite, or
 * the database whose address is given. */
#include "tests/store/kept.h"

#include "store/base.h"
#include "store/roll.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static bool count_game(void *to, const struct vault_found *g)
{
    assert_string_equal(text_of(&g->record), "pairs 1\n");
    ++*(int *)to;
    return true;
}

/* --- Tables, entries, games ------------------------------------------------------------------- */

static void a_table_that_has_closed_stays_closed_and_its_games_are_there(void **state)
{
    (void)state;
    struct error e = {0};
    struct vault *v = open_vault();
    int64_t open = add_table(v, "open"), closed = add_table(v, "closed");
    commit(v);
    assert_true(vault_close_table(v, closed));
    for (int times = 0; times < 2; times++) {
        int games = 0;
        commit(v);
        expect_tables(v, "open 2|");
        expect_lines(v, closed, 0, "");
        expect_lines(v, open, 0, "1 x|2 y|");
        assert_int_equal(vault_games(v, "closed", 0, count_game, &games, &e), 1);
        assert_true(vault_knows(v, "closed") && vault_knows(v, "open") && !vault_knows(v, "x"));
        v = open_again(v);
    }
    vault_close(v);
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
    struct error e = {0};
    struct text record = {0};
    struct heads list = {0}, one = {0};
    struct vault *v = open_vault();
    int64_t key = add_table(v, "long");
    while (record.size < LONG)
        text_add(&record, "A hit\n");
    for (uint64_t number = 3; number < GAMES; number++) {
        struct vault_game g = {
            .key = key, .number = number, .name = "pairs", .record = text_of(&record)};
        assert_true(vault_add_game(v, &g));
    }
    commit(v);
    assert_int_equal(vault_games(v, "long", 0, look_at_head, &list, &e), VAULT_GAMES);
    assert_true(list.games == VAULT_GAMES && list.longest == VAULT_HEAD);
    assert_int_equal(vault_games(v, "long", 3, look_at_head, &one, &e), 1);
    assert_int_equal(one.longest, record.size);
    text_free(&record);
    vault_close(v);
}

static void entries_come_back_in_order_whether_they_are_written_or_wait(void **state)
{
    (void)state;
    struct error e = {0};
    struct vault *v = open_vault();
    int64_t one = add_table(v, "one"), other = add_table(v, "other");
    commit(v);
    assert_true(vault_add_entry(v, one, 3, "3 a") && vault_add_entry(v, other, 3, "3 b"));
    assert_true(vault_take(v));
    assert_true(vault_add_entry(v, one, 4, "4 c"));
    for (int times = 0; times < 2; times++) { /* and once more when the first are written */
        expect_lines(v, one, 0, "1 x|2 y|3 a|4 c|");
        expect_lines(v, one, 2, "3 a|4 c|");
        expect_lines(v, one, 4, "");
        expect_lines(v, other, 1, "2 y|3 b|");
        assert_true(times || vault_write(v, &e));
    }
    vault_written(v);
    commit(v);
    v = open_again(v);
    expect_tables(v, "one 4|other 3|");
    expect_lines(v, one, 3, "4 c|");
    vault_close(v);
}

static void words_come_back_as_they_were(void **state)
{
    (void)state;
    static const char words[] = "5 say {\"text\": \"\\\\ ' , NULL {} Grüße \U0001f0cf $1\"}";
    struct vault *v = open_vault();
    int64_t key = add_table(v, "words");
    assert_true(vault_add_entry(v, key, 3, words) && vault_add_entry(v, key, 4, "") &&
                vault_add_entry(v, key, 5, "NULL"));
    commit(v);
    struct text all = {0};
    text_add(&all, "%s||NULL|", words);
    expect_lines(v, key, 2, text_of(&all));
    text_free(&all);
    vault_close(v);
}

static void the_last_picture_is_the_one_that_counts(void **state)
{
    (void)state;
    static const char last[] = {0, 1, 0, 2};
    struct vault *v = open_vault();
    struct text out = {0};
    int64_t key = add_table(v, "picture");
    assert_false(vault_picture(v, key, &out));
    assert_true(vault_add_picture(v, key, "x", 1) && vault_add_picture(v, key, last, sizeof last));
    assert_true(vault_awaits_picture(v, key));
    for (int times = 0; times < 2; times++) {
        text_clear(&out);
        assert_true(vault_picture(v, key, &out));
        assert_int_equal(out.size, sizeof last);
        assert_memory_equal(out.at, last, sizeof last);
        commit(v);
        assert_false(vault_awaits_picture(v, key));
    }
    assert_true(vault_close_table(v, key));
    commit(v);
    assert_false(vault_picture(v, key, &out));
    text_free(&out);
    vault_close(v);
}

static void what_the_clock_said_is_known_again(void **state)
{
    (void)state;
    struct vault *v = open_vault();
    assert_int_equal(vault_clock_at(v, 100), 0);
    assert_true(vault_see(v, 10, 1000) && vault_see(v, 20, 900) && vault_see(v, 20, 950));
    commit(v);
    v = open_again(v);
    assert_int_equal(vault_elapsed(v), 20);
    assert_int_equal(vault_clock_at(v, 9), 0);
    assert_int_equal(vault_clock_at(v, 15), 1000);
    assert_int_equal(vault_clock_at(v, 99), 950);
    vault_close(v);
}

static void the_latest_entry_and_the_last_key_are_known_again(void **state)
{
    (void)state;
    struct vault *v = open_vault();
    int64_t key = add_table(v, "table");
    assert_true(vault_add_entry(v, key, 3, "77 z"));
    commit(v);
    v = open_again(v);
    assert_int_equal(vault_latest(v), 77);
    assert_int_equal(vault_key(v), key + 1);
    vault_close(v);
}

static bool may_go(void *to, const char *id)
{
    (void)to;
    return strcmp(id, "stays") != 0;
}

static void what_is_old_is_forgotten(void **state)
{
    (void)state;
    struct error e = {0};
    int games = 0;
    struct vault *v = open_vault();
    add_table(v, "old");
    add_table(v, "stays");
    assert_true(vault_add_entry(v, add_table(v, "new"), 3, "50 z"));
    commit(v);
    assert_int_equal(vault_forget(v, 50, 0, may_go, NULL, &e), 1);
    commit(v);
    expect_tables(v, "stays 2|new 3|");
    assert_true(vault_knows(v, "old"));
    assert_int_equal(vault_games(v, "old", 0, count_game, &games, &e), 1);
    assert_int_equal(vault_forget(v, 0, 1, may_go, NULL, &e), 0);
    commit(v);
    assert_false(vault_knows(v, "old"));
    assert_int_equal(vault_games(v, "new", 0, count_game, &games, &e), 0);
    vault_close(v);
}

static void much_at_many_tables_is_written_at_once(void **state)
{
    (void)state;
    enum { TABLES = 300, ENTRIES = 100 };
    struct vault *v = open_vault();
    int64_t key[TABLES];
    char id[16];
    for (int t = 0; t < TABLES; t++) {
        snprintf(id, sizeof id, "t%d", t);
        key[t] = add_table(v, id);
    }
    for (uint64_t number = 3; number <= ENTRIES; number++)
        for (int t = 0; t < TABLES; t++)
            assert_true(vault_add_entry(v, key[t], number, "9 line"));
    commit(v);
    v = open_again(v);
    expect_lines(v, key[7], ENTRIES - 2, "9 line|9 line|");
    expect_lines(v, key[TABLES - 1], ENTRIES - 1, "9 line|");
    vault_close(v);
}

static void a_store_that_is_in_use_is_refused(void **state)
{
    (void)state;
    struct error e = {0};
    struct vault *v = open_vault();
    assert_null(vault_open(where, &e));
    assert_non_null(strstr(e.text, "in use by another server"));
    vault_close(v);
    vault_close(open_vault());
}

/* --- The roll --------------------------------------------------------------------------------- */

static bool count_rule(void *to, const struct roll_rule *rule)
{
    assert_string_equal(rule->target, "192.0.2.7");
    ++*(int *)to;
    return true;
}

static bool count_code(void *to, const struct roll_code *code)
{
    text_add(to, "%lld of %lld|", (long long)code->used, (long long)(code->used + code->left));
    return true;
}

static void bans_and_invitations_hold_and_end(void **state)
{
    (void)state;
    struct error e = {0};
    int rules = 0;
    struct text codes = {0};
    struct vault *v = open_vault();
    struct roll *r = roll_open(where, &e);
    assert_non_null(r);
    struct roll_rule rule = {.target = "192.0.2.7", .until = 50, .note = "rude"};
    struct roll_code code = {.made = 1, .left = 2};
    assert_true(roll_add_rule(r, &rule, &e) && rule.id > 0);
    assert_true(roll_rules(r, 49, count_rule, &rules, &e) && rules == 1);
    assert_true(roll_rules(r, 50, count_rule, &rules, &e) && rules == 1);
    assert_true(roll_lift(r, rule.id, &e) && !roll_lift(r, rule.id, &e));
    assert_true(roll_add_code(r, "code", &code, &e));
    assert_true(roll_admit(r, "code", "one") && roll_admit(r, "code", "one") &&
                roll_admit(r, "code", "other") && !roll_admit(r, "code", "third"));
    assert_true(roll_is_member(r, "one") && !roll_is_member(r, "third"));
    assert_true(roll_codes(r, count_code, &codes, &e));
    assert_string_equal(text_of(&codes), "2 of 2|");
    assert_true(roll_revoke(r, code.id, &e) && !roll_revoke(r, code.id, &e));
    text_free(&codes);
    roll_close(r);
    vault_close(v);
}

static void a_code_brings_a_person_back_with_another_token(void **state)
{
    (void)state;
    struct error e = {0};
    char guest[ROLL_DIGEST];
    struct vault *v = open_vault();
    struct roll *r = roll_open(where, &e);
    assert_non_null(r);
    assert_true(roll_set_recovery(r, "old", "first", &e) &&
                roll_set_recovery(r, "old", "code", &e));
    assert_false(roll_recover(r, "first", "new", guest));
    assert_true(roll_recover(r, "code", "new", guest));
    assert_string_equal(guest, "old");
    assert_true(roll_known_as(r, "new", guest, &e));
    assert_string_equal(guest, "old");
    assert_false(roll_known_as(r, "old", guest, &e));
    assert_true(roll_known_as(r, "stranger", guest, &e));
    assert_string_equal(guest, "stranger");
    assert_true(roll_forget(r, "old", &e));
    roll_close(r);
    vault_close(v);
}

static bool add_found(void *to, int64_t key, const char *id)
{
    (void)key;
    text_add(to, "%s|", id);
    return true;
}

static bool add_told(void *to, const char *what, const char *table, const char *words)
{
    (void)words;
    text_add(to, "%s %s|", what, table);
    return true;
}

static bool look_at_record(void *to, const struct vault_found *g)
{
    (void)to;
    assert_string_equal(text_of(&g->record), "# guest A nobody\nname A Guest\npairs 1\n");
    return true;
}

static void what_is_kept_about_a_person_is_found_and_can_go(void **state)
{
    (void)state;
    static const char guest[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    struct error e = {0};
    struct text found = {0}, record = {0}, line = {0};
    struct scrub s = {.names = true, .talk = true, .instead = "nobody"};
    struct vault *v = open_vault();
    struct roll *r = roll_open(where, &e);
    assert_non_null(r);
    int64_t key = add_table(v, "theirs");
    add_table(v, "others");
    text_add(&line, "3 came - - 1 %s", guest);
    assert_true(vault_add_entry(v, key, 3, text_of(&line)));
    text_add(&record, "# guest A %s\nname A Ann\npairs 1\n", guest);
    struct vault_game g = {
        .key = key, .number = 3, .name = "pairs", .record = text_of(&record), .ended = 9};
    assert_true(vault_add_game(v, &g));
    commit(v);
    assert_true(roll_admit(r, "none", guest) == false);
    assert_true(roll_find(where, guest, add_found, &found, &e));
    assert_string_equal(text_of(&found), "theirs|");
    text_clear(&found);
    assert_true(roll_set_recovery(r, guest, "code", &e));
    if (!roll_tell(where, guest, add_told, &found, &e))
        fail_msg("%s", e.text);
    assert_string_equal(text_of(&found), "entry theirs|game theirs|recovery |");
    snprintf(s.guest, sizeof s.guest, "%s", guest);
    if (!roll_scrub(r, key, vault_last(v, key), &s, &e) || !roll_forget(r, guest, &e) ||
        !roll_settle(where, &e))
        fail_msg("%s", e.text);
    expect_lines(v, key, 0, "1 x|2 y|3 came - - 1 nobody|");
    assert_int_equal(vault_games(v, "theirs", 3, look_at_record, NULL, &e), 1);
    text_clear(&found);
    assert_true(roll_find(where, guest, add_found, &found, &e));
    assert_string_equal(text_of(&found), "");
    scrub_free(&s);
    text_free(&line);
    text_free(&found);
    text_free(&record);
    roll_close(r);
    vault_close(v);
}

/* --- Ownership: where more than one server can have a store ----------------------------------- */

/* A server in another process, which writes to a table and is told to stop and go on by signals. It
 * ends with 0 if it has learned that the table is another's. */
struct other {
    pid_t process;
    int ready, go;
};

static void be_other(int ready, int go, size_t bulk)
{
    char letter = 'r';
    struct error e = {0};
    struct vault *v = open_vault();
    int64_t key = add_table(v, "table");
    bool fine = vault_commit(v, &e) && write(ready, &letter, 1) == 1 && read(go, &letter, 1) == 1;
    char *long_line = calloc(1, 100001);
    memset(long_line, '3', 100000);
    fine = fine && vault_add_entry(v, key, 3, "3 too late");
    for (size_t i = 0; i < bulk; i++)
        fine = fine && vault_add_entry(v, key, 4 + i, long_line);
    add_table(v, "late");
    bool written = fine && vault_commit(v, &e);
    bool learned = vault_lost(v, key);
    free(long_line);
    vault_close(v);
    _exit(learned && (!written || bulk == 0) ? 0 : 1);
}

static struct other start_other(size_t bulk)
{
    int ready[2], go[2];
    char letter;
    assert_int_equal(pipe(ready) + pipe(go), 0);
    struct other o = {.process = fork(), .ready = ready[0], .go = go[1]};
    if (o.process == 0)
        be_other(ready[1], go[0], bulk);
    close(ready[1]);
    close(go[0]);
    assert_int_equal(read(o.ready, &letter, 1), 1);
    return o;
}

static void expect_that_it_learns(const struct other *o)
{
    int status = 1;
    assert_int_equal(waitpid(o->process, &status, 0), o->process);
    assert_int_equal(status, 0);
    close(o->ready);
    close(o->go);
}

static void an_owner_that_was_stopped_writes_nothing_any_more_and_learns_it(void **state)
{
    (void)state;
    struct other o = start_other(0);
    kill(o.process, SIGSTOP);
    struct vault *v = open_vault(); /* once its lease is over */
    assert_true(vault_add_entry(v, 1, 3, "3 mine"));
    commit(v);
    assert_int_equal(write(o.go, "g", 1), 1);
    kill(o.process, SIGCONT);
    expect_that_it_learns(&o);
    expect_tables(v, "table 3|");
    expect_lines(v, 1, 0, "1 x|2 y|3 mine|");
    assert_false(vault_lost(v, 0));
    assert_false(vault_knows(v, "late"));
    vault_close(v);
}

/* Somebody holds the row of the table, so that a batch which is too long for any buffer is on its
 * way when its server is stopped. */
static void an_owner_that_wakes_in_the_middle_of_a_batch_has_written_nothing_of_it(void **state)
{
    (void)state;
    struct error e = {0};
    struct other o = start_other(200);
    struct base *b = base_open(where, 0, &e);
    assert_true(b && base_begin(b, &e));
    assert_int_equal(
        base_ask(b, NULL, NULL, &e, "SELECT 1 FROM tables WHERE key = 1 FOR UPDATE", ""), 1);
    assert_int_equal(write(o.go, "g", 1), 1);
    struct base *look = base_open(where, 0, &e);
    while (base_ask(look, NULL, NULL, &e,
                    "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'pairs writer %'"
                    " AND wait_event_type IN ('Lock', 'Client') AND state = 'active'",
                    "") == 0)
        usleep(1000);
    kill(o.process, SIGSTOP);
    base_close(look);
    assert_true(base_end(b, true, &e));
    base_close(b);
    struct vault *v = open_vault();
    assert_true(vault_add_entry(v, 1, 3, "3 mine"));
    commit(v);
    kill(o.process, SIGCONT);
    expect_that_it_learns(&o);
    expect_tables(v, "table 3|");
    expect_lines(v, 1, 0, "1 x|2 y|3 mine|");
    vault_close(v);
}

/* The fence alone, with a lease that holds: a table whose epoch another has raised. */
static void one_table_that_is_taken_over_stops_no_other(void **state)
{
    (void)state;
    struct error e = {0};
    struct vault *v = open_vault();
    int64_t taken = add_table(v, "taken"), own = add_table(v, "own");
    commit(v);
    struct base *b = base_open(where, 0, &e);
    assert_non_null(b);
    assert_int_equal(base_ask(b, NULL, NULL, &e,
                              "UPDATE tables SET owner = owner + 1, epoch = epoch + 1"
                              " WHERE id = 'taken'",
                              ""),
                     1);
    base_close(b);
    assert_true(vault_add_entry(v, taken, 3, "3 a") && vault_add_entry(v, own, 3, "3 b") &&
                vault_add_picture(v, taken, "x", 1) && vault_close_table(v, taken));
    commit(v);
    assert_true(vault_lost(v, taken) && vault_lost(v, 0) && !vault_lost(v, own));
    expect_tables(v, "own 3|");
    vault_close(v);
}

/* The answer to a batch that was written got lost: it is not written twice. */
static void a_connection_that_breaks_costs_nothing(void **state)
{
    (void)state;
    struct error e = {0};
    struct vault *v = open_vault();
    int64_t key = add_table(v, "table");
    commit(v);
    struct base *b = base_open(where, 0, &e);
    for (uint64_t number = 3; number < 9; number++) {
        assert_true(vault_add_entry(v, key, number, "9 line"));
        assert_true(base_ask(b, NULL, NULL, &e,
                             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                             " WHERE application_name LIKE 'pairs%' AND pid <> pg_backend_pid()",
                             "") > 0);
        commit(v);
    }
    base_close(b);
    expect_lines(v, key, 7, "9 line|");
    expect_tables(v, "table 8|");
    assert_false(vault_lost(v, 0));
    vault_close(v);
}

int main(int count, char **words)
{
    const struct CMUnitTest every[] = {
        SENTENCE(a_table_that_has_closed_stays_closed_and_its_games_are_there),
        SENTENCE(a_list_of_games_costs_the_same_however_many_and_long_they_are),
        SENTENCE(entries_come_back_in_order_whether_they_are_written_or_wait),
        SENTENCE(words_come_back_as_they_were),
        SENTENCE(the_last_picture_is_the_one_that_counts),
        SENTENCE(what_the_clock_said_is_known_again),
        SENTENCE(the_latest_entry_and_the_last_key_are_known_again),
        SENTENCE(what_is_old_is_forgotten),
        SENTENCE(much_at_many_tables_is_written_at_once),
        SENTENCE(a_store_that_is_in_use_is_refused),
        SENTENCE(bans_and_invitations_hold_and_end),
        SENTENCE(a_code_brings_a_person_back_with_another_token),
        SENTENCE(what_is_kept_about_a_person_is_found_and_can_go),
    };
    const struct CMUnitTest shared[] = {
        SENTENCE(an_owner_that_was_stopped_writes_nothing_any_more_and_learns_it),
        SENTENCE(an_owner_that_wakes_in_the_middle_of_a_batch_has_written_nothing_of_it),
        SENTENCE(one_table_that_is_taken_over_stops_no_other),
        SENTENCE(a_connection_that_breaks_costs_nothing),
    };
    address = count > 1 ? words[1] : NULL;
    int failed = cmocka_run_group_tests(every, NULL, NULL);
    return failed + (address ? cmocka_run_group_tests(shared, NULL, NULL) : 0);
}
