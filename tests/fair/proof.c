/* The proof of every game holds, and what is wrong in one is found. */
#include "tests/fair/people.h"

#include "tests/test.h"

/* Cards of a rank that everybody has been shown, at least once each: no more may be opened. */
static int shown_to_all(const struct table *t, int c)
{
    int shown = 0;
    for (size_t i = 0; i < t->past.size; i++) {
        const struct event *e = &t->past.event[i];
        if ((e->kind == EVENT_MOVE || e->kind == EVENT_SHOW) && e->seen == EVERYBODY)
            shown += cards_count(e->cards, c);
    }
    return shown;
}

/* What stays closed is what nobody was shown. */
static void assert_opened(const struct check *c, const struct table *t, int looks)
{
    int opened[RANKS + 1] = {0}, closed = 0;
    for (size_t i = 0; i < c->draws; i++) {
        const struct checked_draw *d = &c->draw[i];
        const struct step *step = &t->step[d->step];
        if (d->kind != TURN_DECK)
            continue;
        opened[d->card]++;
        closed += !d->card;
        if (looks == EVERYTHING)
            assert_true(d->card);
        else if (step->who == PLACE_BURN)
            assert_false(d->card);
        else if (!t->setup.game->hidden)
            assert_true(d->card);
    }
    assert_int_equal(opened[0], closed);
    for (int rank = 1; looks == NOBODY && rank <= RANKS; rank++)
        assert_true(opened[rank] <= shown_to_all(t, rank));
}

/* What is kept of a game gives every proof that the house would give. */
static void assert_kept(const struct hall *h, int looks, bool moves, const struct text *record)
{
    struct error e = {0};
    struct fair fair;
    struct text kept = {0}, again = {0};
    fair_restore(&fair, h->fair.secret);
    assert_true(fair_keep(h->live, TABLE, &kept));
    if (!fair_reopen(text_of(&kept), &fair, &(struct onlooker){.looks = looks}, moves, &again, &e))
        fail_msg("%s", e.text);
    assert_string_equal(text_of(&again), text_of(record));
    text_free(&kept);
    text_free(&again);
}

static int prove(const struct hall *h, int looks, bool moves)
{
    static struct check c;
    struct text record = {0};
    assert_true(fair_record(h->live, TABLE, &h->fair, looks, moves, &record));
    assert_kept(h, looks, moves, &record);
    assert_verifies(&record, &c);
    assert_opened(&c, live_table(h->live), looks);
    int opened = c.opened;
    for (size_t i = 0; i < c.shuffles; i++)
        assert_true(c.shuffle[i].lots < FAIR_LOTS); /* no game draws more */
    check_free(&c);
    text_free(&record);
    return opened;
}

static void prove_game(const struct game *game, int players, uint64_t seed)
{
    struct hall h;
    struct setup u = usual(game->name, players);
    open_hall(&h, &u, seed);
    play(&h, 4000);
    int all = prove(&h, EVERYTHING, true), some = prove(&h, NOBODY, true);
    int mine = prove(&h, 0, true);
    assert_int_equal(prove(&h, NOBODY, false), some);
    assert_true(some <= mine && mine <= all);
    live_free(h.live);
}

static void every_game_is_proved_with_two_to_four_people(void **state)
{
    (void)state;
    for (int i = 0; all_games[i]; i++)
        for (int players = 2; players <= 4; players++)
            prove_game(all_games[i], players, (uint64_t)i * 8 + (uint64_t)players);
}

/* Adds what stands pledged for the next shuffle; returns who has. */
static seats stand_pledged(const struct hall *h, char *words, int size, size_t room)
{
    seats pledged = 0;
    const struct diary *d = live_diary(h->live);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        const char *last = NULL;
        for (size_t i = 0; i < d->entries; i++)
            if ((diary_at(d, i)->kind == ENTRY_PLEDGED || diary_at(d, i)->kind == ENTRY_CUT) &&
                diary_at(d, i)->seat == seat)
                last = diary_at(d, i)->text;
        if (!last)
            continue;
        pledged |= (seats)(1u << seat);
        size += snprintf(words + size, room - (size_t)size, " %c %s", 'A' + seat, last);
    }
    return pledged;
}

/* The same house, in which the dealer has shuffled without need. */
static void shuffle_again(struct hall *h)
{
    struct error e = {0};
    char words[1024], seal[SEAL_TEXT + 2], what[DEALT_TEXT];
    const struct diary *d = live_diary(h->live);
    const struct table *t = live_table(h->live);
    struct shuffle s = {.steps = t->steps, .pile = PILE_DECK};
    s.deal.number = d->entries + 1;
    s.deal.pile = game_look(t->state)->pile[PILE_DECK];
    dealing_text(&s, what);
    int size = snprintf(words, sizeof words, "shuffle %zu %s", d->entries + 1, what);
    seats pledged = stand_pledged(h, words, size, sizeof words);
    memcpy(s.deal.ground, live_link(h->live), SEAL_TEXT);
    h->dealer.link(&h->fair, 0, words, s.deal.ground);
    struct entry *entry = calloc(d->entries + 1, sizeof *entry);
    assert_non_null(entry);
    memcpy(entry, d->recent, d->entries * sizeof *entry);
    h->dealer.seal(&h->fair, &s.deal, seal);
    char text[SEAL_TEXT + PLAYERS_MAX + 1 + 8], letters[PLAYERS_MAX + 1];
    dealing_pledged(pledged, letters);
    snprintf(text, sizeof text, "%s %s", seal, letters);
    entry[d->entries] =
        (struct entry){.kind = ENTRY_SHUFFLED, .seat = NOBODY, .text = text, .sign = what};
    struct live_host host = host_of(h);
    struct live *again = live_restore(entry, d->entries + 1, &host, &e);
    if (!again)
        fail_msg("%s", e.text);
    free(entry);
    live_free(h->live);
    h->live = again;
}

static void a_dealer_who_shuffles_without_need_is_found_out(void **state)
{
    (void)state;
    static struct check c;
    struct hall h;
    struct error e = {0};
    struct text record = {0};
    struct setup u = usual("pairs", 3);
    open_hall(&h, &u, 11);
    play(&h, 6);
    assert_int_equal(table_turn(live_table(h.live)).kind, TURN_DECK);
    shuffle_again(&h);
    play(&h, SIZE_MAX);
    assert_true(fair_record(h.live, TABLE, &h.fair, NOBODY, true, &record));
    assert_false(verifies(text_of(&record), &c, &e));
    assert_non_null(strstr(e.text, "which still stands"));
    check_free(&c);
    text_free(&record);
    live_free(h.live);
}

static void more_cards_of_a_rank_than_the_pile_had_are_refused(void **state)
{
    (void)state;
    static struct check c;
    struct error e = {0};
    struct text record = {0};
    stack_deck(&record);
    assert_false(verifies(text_of(&record), &c, &e));
    assert_non_null(strstr(e.text, "no more cards of rank 4"));
    assert_int_equal(c.opened, 1);
    check_free(&c);
    text_free(&record);
}

/* In Tournament hands are hidden, and a doubted one is shown. */
static const char doubt[] = "pairs 1\ngame tournament\nplayers 2\n"
                            "lot B\ndeal B 6\ndeal A 4\nB name 5\n";

/* Which steps brought cards that the one who looks has been shown, bit by bit. */
static unsigned seen_in(const char *record, const char *more, int looks)
{
    char whole[400];
    struct drawn drawn[32];
    unsigned seen = 0;
    snprintf(whole, sizeof whole, "%s%s", record, more);
    struct reader *r = test_read(whole);
    const struct table *t = reader_table(r);
    assert_true(drawn_find(t, &(struct onlooker){.looks = looks}, drawn));
    for (size_t i = 0; i < t->steps; i++)
        seen |= (unsigned)drawn[i].seen << i;
    reader_free(r);
    return seen;
}

static void a_card_counts_as_seen_by_those_who_were_shown_it(void **state)
{
    (void)state;
    enum { B_6 = 2, A_4 = 4 }; /* the second and the third step */
    assert_int_equal(seen_in(doubt, "", NOBODY), 0);
    assert_int_equal(seen_in(doubt, "", 0), A_4);
    assert_int_equal(seen_in(doubt, "", 1), B_6);
    assert_int_equal(seen_in(doubt, "", EVERYTHING), B_6 | A_4);
    assert_int_equal(seen_in(doubt, "A doubt\n", NOBODY), B_6);
    assert_int_equal(seen_in(doubt, "A doubt\n", 0), B_6 | A_4);
    assert_int_equal(seen_in(doubt, "A doubt\n", 1), B_6);
}

static void of_cards_that_are_alike_no_more_count_as_seen_than_were_shown(void **state)
{
    (void)state;
    enum { FIRST_4 = 1 << 2, SECOND_4 = 1 << 6 };
    static const char both[] = "A believe\nA draw\ndeal A 4\nA name 6\nB believe\nB name 7\n"
                               "A believe\n";
    char discarded[200], shown[300];
    snprintf(discarded, sizeof discarded, "%sA discard 4\n", both);
    snprintf(shown, sizeof shown, "%sA name 8\nB doubt\n", discarded);
    assert_int_equal(seen_in(doubt, both, NOBODY), 0);
    assert_int_equal(seen_in(doubt, discarded, NOBODY), SECOND_4);
    assert_int_equal(seen_in(doubt, shown, NOBODY), FIRST_4 | SECOND_4);
}

/* In Goblin Poker a card is shown in the hand and then moves, beside another of its rank. */
static void a_card_that_was_shown_is_the_one_that_moves_on(void **state)
{
    (void)state;
    enum { A_7 = 1 << 1, B_6 = 1 << 11, C_10 = 1 << 17 };
    static const char dealt[] =
        "pairs 1\ngame goblin-poker\nplayers 3\ndeal A 7 7 2 3 4 5\ndeal B 9 9 8 8 6 6\n"
        "deal C 10 10 10 10 10 10\nA show 7\nB show 6\n";
    assert_int_equal(seen_in(dealt, "", NOBODY), 0);
    assert_int_equal(seen_in(dealt, "C show 10\n", NOBODY), A_7 | B_6 | C_10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_proved_with_two_to_four_people),
        cmocka_unit_test(a_dealer_who_shuffles_without_need_is_found_out),
        cmocka_unit_test(more_cards_of_a_rank_than_the_pile_had_are_refused),
        cmocka_unit_test(a_card_counts_as_seen_by_those_who_were_shown_it),
        cmocka_unit_test(a_card_that_was_shown_is_the_one_that_moves_on),
        cmocka_unit_test(of_cards_that_are_alike_no_more_count_as_seen_than_were_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
