/* Fair dealing at the table: nothing is told too early, and decisions are signed. */
#include "tests/fair/people.h"

#include "live/ledger.h"
#include "tests/test.h"

/* --- At the table ----------------------------------------------------------------------------- */

/* Whether a salt of the shuffle, with which its cards can be guessed, stands somewhere. */
static bool tells_salt(const struct fair *f, const struct shuffle *s, const char *words)
{
    char salt[SEAL_TEXT];
    for (int i = 0; words && i < pile_size(&s->deal.pile) + FAIR_LOTS; i++) {
        struct digest d = fair_salt(f, s->deal.number, i);
        digest_text(&d, salt);
        if (strstr(words, salt))
            return true;
    }
    return false;
}

static void no_entry_tells_a_salt_or_the_secret(void **state)
{
    (void)state;
    static struct sight seen;
    struct hall h;
    struct setup u = usual("medusa", 3);
    size_t shuffles;
    open_hall(&h, &u, 4);
    play(&h, SIZE_MAX);
    const struct diary *d = live_diary(h.live);
    const struct shuffle *s = live_shuffles(h.live, &shuffles);
    assert_true(shuffles > 0);
    for (size_t i = 0; i < d->entries; i++) {
        struct text line = {0};
        ledger_write(diary_at(d, i), &line);
        entry_seen(d, i, NOBODY, &seen);
        for (size_t k = 0; k < shuffles; k++)
            assert_false(tells_salt(&h.fair, &s[k], text_of(&line)) ||
                         tells_salt(&h.fair, &s[k], seen.text));
        text_free(&line);
    }
    live_free(h.live);
}

static void a_cut_that_was_not_pledged_is_refused(void **state)
{
    (void)state;
    struct hall h;
    struct error e = {0};
    char words[SEAL_TEXT];
    struct setup u = usual("pairs", 3);
    open_hall(&h, &u, 5);
    assert_int_equal(live_draw(h.live, &e), LIVE_KEPT);
    assert_int_equal(live_cutters(h.live), 3);
    digest_text(&h.root[0], words);
    assert_int_equal(live_cut(h.live, 0, words, &e), LIVE_REFUSED);
    assert_int_equal(live_draw(h.live, &e), LIVE_REFUSED);
    cut(&h);
    assert_int_equal(live_draw(h.live, &e), LIVE_KEPT);
    live_free(h.live);
}

/* Plays on to the next shuffle. */
static void play_to_shuffle(struct hall *h)
{
    size_t before, after;
    live_shuffles(h->live, &before);
    do {
        play_step(h);
        live_shuffles(h->live, &after);
    } while (after == before);
}

/* Or the dealer could keep a cut to itself, say that there was none, and shuffle to suit it. */
static void a_pledge_is_for_one_shuffle(void **state)
{
    (void)state;
    struct hall h;
    struct error e = {0};
    char old[SEAL_TEXT];
    struct setup u = usual("blackstone", 3);
    open_hall(&h, &u, 5);
    h.forgetful = 1;
    play_to_shuffle(&h);
    assert_int_equal(live_cutters(h.live), 3);
    play_to_shuffle(&h);
    assert_int_equal(live_cutters(h.live), 2);
    cut(&h);
    struct digest first = hashed(h.root[0], CHAIN);
    digest_text(&first, old);
    assert_int_equal(live_pledge(h.live, 0, old, &e), LIVE_REFUSED);
    assert_int_equal(live_pledge(h.live, 2, old, &e), LIVE_REFUSED);
    assert_non_null(strstr(e.text, "seal something new"));
    first = hashed(h.root[1], CHAIN + 1); /* its cuts have all been seen */
    digest_text(&first, old);
    assert_int_equal(live_pledge(h.live, 1, old, &e), LIVE_KEPT);
    pledge(&h, 0);
    h.used[1] = -1;
    play_to_shuffle(&h);
    assert_int_equal(live_cutters(h.live), 3);
    first = hashed(h.root[1], CHAIN);
    digest_text(&first, old);
    assert_int_equal(live_cut(h.live, 1, old, &e), LIVE_REFUSED);
    assert_non_null(strstr(e.text, "seal something new"));
    live_free(h.live);
}

/* Takes the next card or lot, with the shuffle before it. */
static struct step next_draw(struct hall *h)
{
    const struct table *t = live_table(h->live);
    size_t steps = t->steps;
    while (t->steps == steps)
        play_step(h);
    return t->step[steps];
}

static void a_house_that_is_restored_gets_the_same_cards(void **state)
{
    (void)state;
    struct hall h, other;
    struct error e = {0};
    struct setup u = usual("continuous", 3);
    open_hall(&h, &u, 6);
    const struct table *t = live_table(h.live);
    for (int draws = 0; draws < 60; draws++) {
        while (table_turn(t).kind == TURN_SEATS)
            play_step(&h);
        if (table_turn(t).kind == TURN_OVER)
            break;
        other = h;
        struct live_host host = host_of(&other);
        const struct diary *d = live_diary(h.live);
        other.live = live_restore(d->recent, d->entries, &host, &e);
        if (!other.live)
            fail_msg("%s", e.text);
        struct step one = next_draw(&h), same = next_draw(&other);
        assert_true(one.kind == same.kind && one.who == same.who && one.what == same.what);
        live_free(other.live);
    }
    live_free(h.live);
}

/* Where a shuffle came between, another one follows: the old one has been cut already. */
static void who_plays_alone_takes_back_and_gets_the_same_card(void **state)
{
    (void)state;
    struct hall h;
    struct error e = {0};
    struct setup u = usual("rocket", 1);
    int taken_back = 0;
    size_t before = 0, after;
    open_hall(&h, &u, 7);
    const struct table *t = live_table(h.live);
    while (table_turn(t).kind != TURN_OVER && taken_back < 20) {
        if (table_turn(t).kind == TURN_SEATS)
            live_shuffles(h.live, &before);
        play_step(&h);
        live_shuffles(h.live, &after);
        if (t->steps < 2 || t->step[t->steps - 2].kind != TURN_SEATS ||
            t->step[t->steps - 1].kind != TURN_DECK || after != before)
            continue;
        action decided = t->step[t->steps - 2].what;
        struct step card = t->step[t->steps - 1];
        assert_int_equal(live_take_back(h.live, 0, &e), LIVE_KEPT);
        assert_int_equal(live_decide(h.live, 0, decided, &e), LIVE_KEPT); /* alone, and unsigned */
        struct step same = next_draw(&h);
        assert_true(same.who == card.who && same.what == card.what);
        taken_back++;
    }
    assert_true(taken_back > 0);
    live_free(h.live);
}

/* --- Signatures ------------------------------------------------------------------------------- */

static void who_has_a_key_must_sign_what_they_decide(void **state)
{
    (void)state;
    struct hall h;
    struct error e = {0};
    action legal[ACTIONS_MAX];
    char right[SIGN_TEXT], wrong[SIGN_TEXT];
    struct setup u = usual("pairs", 3);
    open_hall(&h, &u, 8);
    take_key(&h, 0, 2);
    while (table_turn(live_table(h.live)).kind != TURN_SEATS)
        play_step(&h);
    int seat = __builtin_ctz(table_turn(live_table(h.live)).seats);
    assert_int_equal(table_legal(live_table(h.live), seat, legal), 2);
    sign_choice(&h, seat, legal[0], live_link(h.live), right);
    sign_choice(&h, seat, legal[1], live_link(h.live), wrong);
    uint64_t now = live_diary(h.live)->entries;
    assert_int_equal(live_decide_signed(h.live, seat, legal[0], now, wrong, &e), LIVE_REFUSED);
    assert_non_null(strstr(e.text, "not signed with the key"));
    assert_int_equal(live_decide_signed(h.live, seat, legal[0], now, "", &e), LIVE_REFUSED);
    assert_int_equal(live_decide_signed(h.live, seat, legal[0], now, right, &e), LIVE_KEPT);
    live_free(h.live);
}

/* In Deadfall all choose at once: who has not seen that another one has chosen signs what they saw.
 */
static void who_decides_at_the_same_time_signs_the_moment_that_they_saw(void **state)
{
    (void)state;
    static struct check c;
    struct hall h;
    struct error e = {0};
    action legal[ACTIONS_MAX];
    char link[SEAL_TEXT], signature[SIGN_TEXT];
    struct text record = {0};
    struct setup u = usual("deadfall", 4);
    open_hall(&h, &u, 9);
    const struct table *t = live_table(h.live);
    while (__builtin_popcount(table_turn(t).kind == TURN_SEATS ? table_turn(t).seats : 0) < 4)
        play_step(&h);
    snprintf(link, sizeof link, "%s", live_link(h.live));
    uint64_t seen = live_diary(h.live)->entries;
    for (int seat = 0; seat < 4; seat++) {
        assert_true(table_legal(t, seat, legal) > 0);
        sign_choice(&h, seat, legal[0], link, signature);
        if (live_decide_signed(h.live, seat, legal[0], seen, signature, &e) != LIVE_KEPT)
            fail_msg("%s", e.text);
    }
    play(&h, 4000);
    assert_true(fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record));
    assert_non_null(strstr(text_of(&record), " D 3 "));
    assert_verifies(&record, &c);
    assert_int_equal(c.seat[3].named, c.seat[3].decided);
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

/* Everybody in seats chooses so many cards one by one, of which the last is held; then all are
 * shown without asking anybody again, and the proof holds. */
static void hold_and_show(const char *name, int players, int each)
{
    static struct check c;
    struct hall h;
    struct error e = {0};
    action legal[ACTIONS_MAX];
    char signature[SIGN_TEXT];
    struct text record = {0};
    struct setup u = usual(name, players);
    open_hall(&h, &u, 9);
    const struct table *t = live_table(h.live);
    while (table_turn(t).kind != TURN_SEATS || table_turn(t).seats != seats_all(players))
        play_step(&h);
    for (int choice = 0; choice < players * each; choice++) {
        int seat = choice / each;
        assert_true(table_legal(t, seat, legal) > 0);
        sign_choice(&h, seat, legal[0], live_link(h.live), signature);
        if (live_decide_signed(h.live, seat, legal[0], UINT64_MAX, signature, &e) != LIVE_KEPT)
            fail_msg("%s", e.text);
    }
    size_t steps = t->steps + (size_t)players;
    for (int seat = 0; seat < players; seat++)
        assert_int_equal(live_draw(h.live, &e), LIVE_KEPT);
    assert_int_equal(t->steps, steps);
    play(&h, 4000);
    assert_true(fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record));
    assert_verifies(&record, &c);
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

static void a_choice_that_is_held_stands_however_many_cards_the_others_choose(void **state)
{
    (void)state;
    hold_and_show("venture-draft", 8, 3);
    hold_and_show("troll-guts", 6, 4);
}

/* Seat A has no key when it chooses and one afterwards, B comes with another device. */
static void a_choice_stands_with_the_key_that_signed_it_when_another_device_comes(void **state)
{
    (void)state;
    static struct check c;
    struct hall h;
    struct error e = {0};
    action legal[ACTIONS_MAX], chosen[4];
    char signature[SIGN_TEXT];
    struct text record = {0};
    struct setup u = usual("deadfall", 4);
    open_hall(&h, &u, 9);
    const struct table *t = live_table(h.live);
    while (__builtin_popcount(table_turn(t).kind == TURN_SEATS ? table_turn(t).seats : 0) < 4)
        play_step(&h);
    for (int seat = 0; seat < 4; seat++) {
        int count = table_legal(t, seat, legal);
        chosen[seat] = legal[count - 1];
        sign_choice(&h, seat, legal[count - 1], live_link(h.live), signature);
        assert_int_equal(
            live_decide_signed(h.live, seat, legal[count - 1], UINT64_MAX, signature, &e),
            LIVE_KEPT);
        if (seat > 1)
            continue;
        take_key(&h, seat, 7);
        assert_true(table_legal(t, seat, legal) > 1);
        assert_int_equal(live_choice(h.live, seat), chosen[seat]);
        /* what the new device has not signed is refused, and changes nothing */
        assert_int_equal(live_decide_signed(h.live, seat, legal[0], UINT64_MAX, "", &e),
                         LIVE_REFUSED);
    }
    size_t before = t->steps;
    for (int seat = 0; seat < 2; seat++) {
        assert_true(live_deals(h.live));
        assert_int_equal(live_draw(h.live, &e), LIVE_KEPT); /* the old key is back, */
        assert_int_equal(live_draw(h.live, &e), LIVE_KEPT); /* and with it the choice */
        assert_int_equal(t->step[before + (size_t)seat].what, chosen[seat]);
    }
    for (int seat = 0; seat < 2; seat++)
        take_key(&h, seat, 7);
    play(&h, 4000);
    assert_true(fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record));
    assert_verifies(&record, &c);
    assert_int_equal(c.seat[0].named + 1, c.seat[0].decided);
    assert_int_equal(c.seat[1].named, c.seat[1].decided);
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

/* It leaves a hole that shows. */
static void a_shuffle_that_was_taken_back_shows_in_the_proof(void **state)
{
    (void)state;
    static struct check c;
    struct hall h;
    struct text record = {0};
    play_and_take_back(&h);
    assert_true(fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record));
    assert_verifies(&record, &c);
    assert_int_equal(c.backs, 1);
    assert_int_equal(c.gone_shuffles, 1);
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

/* A table from before there was a chain goes on, and what it has shuffled stays as it was. */
static void a_game_from_before_there_was_a_chain_is_restored_and_proved(void **state)
{
    (void)state;
    static struct check c;
    struct hall h;
    struct error e = {0};
    struct text record = {0};
    struct setup u = usual("pairs", 3);
    open_hall_as(&h, &u, 12, true);
    play(&h, 20);
    const struct diary *d = live_diary(h.live);
    h.bare = false;
    struct live_host host = host_of(&h);
    struct live *again = live_restore(d->recent, d->entries, &host, &e);
    if (!again)
        fail_msg("%s", e.text);
    live_free(h.live);
    h.live = again;
    play(&h, 4000);
    assert_true(fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record));
    assert_verifies(&record, &c);
    assert_false(c.chained);
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_entry_tells_a_salt_or_the_secret),
        cmocka_unit_test(a_cut_that_was_not_pledged_is_refused),
        cmocka_unit_test(a_pledge_is_for_one_shuffle),
        cmocka_unit_test(a_house_that_is_restored_gets_the_same_cards),
        cmocka_unit_test(who_plays_alone_takes_back_and_gets_the_same_card),
        cmocka_unit_test(who_has_a_key_must_sign_what_they_decide),
        cmocka_unit_test(who_decides_at_the_same_time_signs_the_moment_that_they_saw),
        cmocka_unit_test(a_choice_that_is_held_stands_however_many_cards_the_others_choose),
        cmocka_unit_test(a_choice_stands_with_the_key_that_signed_it_when_another_device_comes),
        cmocka_unit_test(a_shuffle_that_was_taken_back_shows_in_the_proof),
        cmocka_unit_test(a_game_from_before_there_was_a_chain_is_restored_and_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
