/* A live table as text, and read from it again: it is the same. */
#include "tests/live/house.h"

#include "live/archive.h"
#include "tests/test.h"

static struct archive *read_archive(const char *text)
{
    struct archive *a = archive_new();
    struct error e = {0};
    assert_non_null(a);
    for (; *text; text += *text == '\n') {
        size_t size = strcspn(text, "\n");
        if (!archive_line(a, text, size, &e))
            fail_msg("%d: %.*s: %s", e.line, (int)size, text, e.text);
        text += size;
    }
    if (!archive_end(a, &e))
        fail_msg("%s", e.text);
    return a;
}

/* What is read back is the same game; after something was taken back, but for clocks and numbers.
 */
static void compare_archive(const struct live *h, const char *text, bool back)
{
    struct host host = {0};
    struct error e = {0};
    size_t count;
    struct archive *a = read_archive(text);
    const struct entry *entry = archive_entries(a, &count);
    struct live_host of = host_of(&host);
    struct live *again = live_restore(entry, count, &of, &e);
    if (!again) {
        fail_msg("%s", e.text);
        return;
    }
    if (!back)
        assert_same_house(h, again);
    assert_same_table(h->table, again->table);
    assert_int_equal(h->absent, again->absent);
    assert_int_equal(live_people(h), live_people(again));
    live_free(again);
    archive_free(a);
}

/* Writes entry after entry, as a file grows, and anew where that is not enough. */
static void archive_each_entry(const char *game, uint64_t seed)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, game, &e));
    struct plan p = plan_for(game, setup_players_usual(&u), seed % 2 ? EVERYBODY : 1, "random");
    struct host host = {0};
    struct rng r = rng_seeded(seed, 2);
    struct text grown = {0};
    bool back = false;
    p.pace = (struct pace){.decision = 500, .bank = 1500};
    struct live *h = begin_house(&p, &host);
    archive_write(h, &grown);
    for (int i = 0; i < 200 && h->plan.seed == p.seed; i++) {
        size_t entries = h->diary.entries;
        do_anything(h, &host, &r);
        if (h->diary.entries == entries || h->plan.seed != p.seed)
            continue;
        bool grows = archive_grows(&h->diary, entries);
        back = back || !grows;
        if (!grows)
            text_clear(&grown);
        if (grows)
            archive_add(h, entries, &grown);
        else
            archive_write(h, &grown);
        if (i % 10 == 0 || !grows)
            compare_archive(h, text_of(&grown), back);
    }
    struct reader *replayed = test_read(text_of(&grown)); /* and it is a record */
    assert_true(h->plan.seed != p.seed || reader_table(replayed)->steps == h->table->steps);
    reader_free(replayed);
    text_free(&grown);
    live_free(h);
}

static void every_variant_is_the_same_when_it_is_read_from_its_text(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int g = 0; all_games[g]; g++) {
        archive_each_entry(all_games[g]->name, seed++);
        for (const struct preset *v = all_games[g]->presets; v && v->name; v++)
            archive_each_entry(v->name, seed++);
    }
}

static void play_to_the_end(struct live *h, struct host *host, struct rng *r)
{
    while (play_on(h, host, r))
        ;
}

/* A person leaves a table for four, another comes, chairs change, somebody is away, and the next
 * game is another one for fewer. */
static void the_text_of_a_later_game_of_an_evening_is_a_game_of_its_own(void **state)
{
    (void)state;
    struct plan p = plan_for("octopus", 4, 7, "random"), next = plan_for("venture", 3, 0, "");
    struct host host = {0};
    struct rng r = rng_seeded(26, 1);
    struct error e = {0};
    struct text out = {0};
    struct live *h = begin_house(&p, &host);
    assert_int_equal(live_kick(h, ANN, CLEO, &e), LIVE_KEPT);
    play_to_the_end(h, &host, &r);
    assert_int_equal(live_sit(h, CLEO, "", "random", &e), LIVE_KEPT);
    assert_int_equal(live_swap(h, BEN, CLEO, &e), LIVE_KEPT);
    assert_int_equal(live_change(h, &next, &e), LIVE_KEPT);
    archive_write(h, &out); /* still the first game */
    struct archive *a = read_archive(text_of(&out));
    assert_string_equal(archive_table(a)->setup.game->name, "octopus");
    assert_int_equal(archive_table(a)->steps, live_table(h)->steps);
    archive_free(a);
    assert_int_equal(live_absent(h, CLEO, &e), LIVE_KEPT);
    assert_int_equal(live_rematch(h, 99, &e), LIVE_KEPT);
    for (int i = 0; i < 40; i++) {
        text_clear(&out);
        archive_write(h, &out);
        compare_archive(h, text_of(&out), true);
        play_on(h, &host, &r);
    }
    assert_int_equal(live_plan(h)->seed, 99);
    assert_true(live_people(h) == 5 && live_away(h) == 4);
    text_free(&out);
    live_free(h);
}

/* Whether somebody who plays alone against bots gets a decision back after the end of a game. */
static enum live_answer goes_back_after(enum live_answer (*what)(struct live *h, struct error *e))
{
    struct plan p = plan_for("octopus", 4, 1, "random");
    struct host host = {0};
    struct rng r = rng_seeded(3, 1);
    struct error e = {0};
    struct text out = {0};
    struct live *h = begin_house(&p, &host);
    play_to_the_end(h, &host, &r);
    if (what)
        assert_int_equal(what(h, &e), LIVE_KEPT);
    enum live_answer answer = live_take_back(h, ANN, &e);
    archive_write(h, &out);
    struct archive *a = read_archive(text_of(&out));
    assert_int_equal(archive_table(a)->steps, live_table(h)->steps);
    archive_free(a);
    text_free(&out);
    while (answer == LIVE_KEPT && play_on(h, &host, &r))
        ;
    live_free(h);
    return answer;
}

static enum live_answer another_game(struct live *h, struct error *e)
{
    struct plan next = plan_for("pairs", 4, 0, "");
    return live_change(h, &next, e);
}

static enum live_answer more_chairs(struct live *h, struct error *e)
{
    struct plan next = plan_for("octopus", 6, 0, "");
    return live_change(h, &next, e);
}

static enum live_answer other_chairs(struct live *h, struct error *e)
{
    return live_swap(h, BEN, CLEO, e);
}

static enum live_answer another_bot(struct live *h, struct error *e)
{
    return live_leave(h, CLEO, e) == LIVE_KEPT ? live_sit(h, CLEO, "", "hint", e) : LIVE_REFUSED;
}

static enum live_answer another_key(struct live *h, struct error *e)
{
    static const char key[] = "5866666666666666666666666666666666666666666666666666666666666666";
    return live_key(h, ANN, key, e);
}

static enum live_answer a_word(struct live *h, struct error *e)
{
    return live_say(h, ANN, "Once more!", e);
}

static void a_game_that_is_over_goes_back_only_at_the_table_where_it_was_played(void **state)
{
    (void)state;
    assert_int_equal(goes_back_after(NULL), LIVE_KEPT);
    assert_int_equal(goes_back_after(a_word), LIVE_KEPT);
    assert_int_equal(goes_back_after(another_game), LIVE_REFUSED);
    assert_int_equal(goes_back_after(more_chairs), LIVE_REFUSED);
    assert_int_equal(goes_back_after(other_chairs), LIVE_REFUSED);
    assert_int_equal(goes_back_after(another_bot), LIVE_REFUSED);
    assert_int_equal(goes_back_after(another_key), LIVE_REFUSED);
}

static void a_text_that_is_wrong_is_refused_with_its_line(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "# seat A nobody",  "# seed ten",        "# pace 10",           "#: sang A la",
        "#: said",          "#: said Z Hello",   "#: at noon said A x", "#: left A for good",
        "#: seated A king", "#: seated A bot %", "deal burn 11",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct archive *a = archive_new();
        struct error e = {0};
        assert_true(archive_line(a, "# anything", 10, &e));
        assert_false(archive_line(a, wrong[i], strlen(wrong[i]), &e));
        assert_int_equal(e.line, 2);
        archive_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_the_same_when_it_is_read_from_its_text),
        cmocka_unit_test(the_text_of_a_later_game_of_an_evening_is_a_game_of_its_own),
        cmocka_unit_test(a_game_that_is_over_goes_back_only_at_the_table_where_it_was_played),
        cmocka_unit_test(a_text_that_is_wrong_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
