/* Entries: they alone make the live table again, and what cannot have happened is refused. */
#include "tests/live/house.h"

#include "tests/test.h"

static void assert_same_evening(const struct live *a, const struct live *b)
{
    int count, same;
    const struct account *mine = live_evening(a, &count), *theirs = live_evening(b, &same);
    assert_int_equal(count, same);
    for (int i = 0; i < count; i++) {
        assert_string_equal(mine[i].key, theirs[i].key);
        assert_true(mine[i].games >= mine[i].won + mine[i].lost);
        assert_true(mine[i].games == theirs[i].games && mine[i].won == theirs[i].won);
        assert_true(mine[i].lost == theirs[i].lost && mine[i].chips == theirs[i].chips);
    }
}

/* Counts the entries of each kind. */
static void rebuild_after_each_entry(const char *game, uint64_t seed, int count[])
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, game, &e));
    struct plan p = plan_for(game, setup_players_usual(&u), seed % 2 ? EVERYBODY : 1, "random");
    struct host host = {0};
    struct rng r = rng_seeded(seed, 1);
    p.pace = (struct pace){.decision = 500, .bank = 1500};
    p.chair[0].empty = true;
    struct live *h = open_house(&p, &host);
    size_t entries = 1;
    for (int i = 0; i < 500; i++) {
        do_anything(h, &host, &r);
        if (i % 50 == 0) /* which no text of a game tells */
            live_look(h, i / 50 % p.setup.players,
                      &(struct chair){.name = "Cleo", .face = "moth", .colour = 5}, &e);
        if (h->diary.entries == entries)
            continue;
        entries = h->diary.entries;
        struct host other = {0};
        struct live *again = rebuild(h, &other);
        assert_same_house(h, again);
        assert_same_evening(h, again);
        assert_int_equal(host.thinking, other.thinking);
        live_free(again);
        assert_int_equal(other.thinking, 0);
    }
    for (size_t i = 0; i < entries; i++) {
        assert_int_equal(diary_at(&h->diary, i)->number, i + 1);
        count[diary_at(&h->diary, i)->kind]++;
    }
    live_free(h);
    assert_int_equal(host.thinking, 0);
}

static void every_variant_is_rebuilt_exactly_after_each_entry(void **state)
{
    (void)state;
    uint64_t seed = 1;
    int count[ENTRY_READY + 1] = {0};
    for (int g = 0; all_games[g]; g++) {
        rebuild_after_each_entry(all_games[g]->name, seed++, count);
        for (const struct preset *v = all_games[g]->presets; v && v->name; v++)
            rebuild_after_each_entry(v->name, seed++, count);
    }
    for (int kind = 0; kind <= ENTRY_REMATCH; kind++)
        assert_true(count[kind] >= 4);
    assert_true(count[ENTRY_PROPOSED] > 0 && count[ENTRY_LOOKED] > 5);
    assert_true(count[ENTRY_CHOSEN] > 0);
}

static void entries_that_cannot_have_happened_are_refused(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct live_host of = host_of(&host);
    struct error e = {0};
    const struct entry opened = {.kind = ENTRY_OPENED, .seat = NOBODY, .plan = &p, .time = 5};
    const struct entry wrong[] = {
        {.kind = ENTRY_BEGUN, .seat = NOBODY, .time = 4},
        {.kind = ENTRY_OPENED, .seat = NOBODY, .plan = &p, .time = 5},
        {.kind = ENTRY_STEP, .seat = NOBODY, .time = 5},
        {.kind = ENTRY_SEATED, .seat = 1, .time = 5},
        {.kind = ENTRY_BACK, .seat = 1, .time = 5},
        {.kind = ENTRY_LEFT, .seat = 200, .time = 5},
        {.kind = ENTRY_SAID, .seat = 0, .text = "", .time = 5},
        {.kind = ENTRY_EMOTED, .seat = 0, .time = 5},
        {.kind = ENTRY_TAKEN_BACK, .seat = 0, .time = 5},
        {.kind = ENTRY_REMATCH, .seat = NOBODY, .time = 5},
        {.kind = 99, .time = 5},
    };
    assert_null(live_restore(&opened, 0, &of, &e));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct entry both[] = {opened, wrong[i]};
        assert_null(live_restore(both, 2, &of, &e));
        assert_null(live_restore(&wrong[i], i != 1, &of, &e));
    }
}

static void words_that_were_removed_are_still_an_entry_and_nobody_says_nothing(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 1, "random");
    struct host host = {0};
    struct live_host of = host_of(&host);
    struct error e = {0};
    struct sight seen;
    const struct entry all[] = {{.kind = ENTRY_OPENED, .seat = NOBODY, .plan = &p, .time = 5},
                                {.kind = ENTRY_SAID, .seat = 0, .time = 6}};
    const struct entry by_bot[] = {all[0], {.kind = ENTRY_SAID, .seat = 1, .time = 6}};
    struct live *h = live_restore(all, 2, &of, &e);
    assert_non_null(h);
    entry_seen(live_diary(h), 1, NOBODY, &seen);
    assert_int_equal(seen.kind, ENTRY_SAID);
    assert_null(seen.text);
    assert_int_equal(live_say(h, 0, NULL, &e), LIVE_REFUSED);
    live_free(h);
    assert_null(live_restore(by_bot, 2, &of, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_rebuilt_exactly_after_each_entry),
        cmocka_unit_test(entries_that_cannot_have_happened_are_refused),
        cmocka_unit_test(words_that_were_removed_are_still_an_entry_and_nobody_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
