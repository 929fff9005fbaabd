/* Fair dealing: cards come by chance whoever is honest, nothing is told too early, and the proof of
 * every game holds. With a game, players, a seed and who looks as arguments it prints a record with
 * its proof instead (with one more argument as before there was a chain), with two arguments one of
 * a game in which something was taken back, and with one a proof of a deck that was stacked: for
 * tests/fair/fair.py and tests/hostile/forge.py.
 */
#include "tests/test.h"

#include "bots/random.h"
#include "fair/check.h"
#include "fair/proof.h"
#include "fair/seen.h"
#include "live/ledger.h"

#include <sodium.h>

/* --- People who cut --------------------------------------------------------------------------- */

#define TABLE "k4x8mrb2nt"

enum { CHAIN = 400 }; /* cuts that a person has sealed at once */

/* A table whose dealer is fair, and its people. */
struct hall {
    struct fair fair;
    struct dealer dealer;
    struct live *live;
    struct digest root[PLAYERS_MAX];                            /* of each person's chain of cuts */
    int used[PLAYERS_MAX];                                      /* links of it */
    unsigned char key[PLAYERS_MAX][crypto_sign_SECRETKEYBYTES]; /* of those who sign, */
    bool bare;   /* the table is from before there was a chain */
    seats signs; /* who are these */
    int pledges;
    struct rng chance;
    seats forgetful; /* who never cuts though they have pledged to */
};

static struct digest hashed(struct digest d, int times)
{
    for (int i = 0; i < times; i++)
        crypto_hash_sha256(d.byte, d.byte, DIGEST);
    return d;
}

static struct fair fair_of(uint64_t seed)
{
    struct fair f;
    unsigned char secret[FAIR_SECRET] = {0};
    memcpy(secret, &seed, sizeof seed);
    fair_restore(&f, secret);
    return f;
}

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static void think(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    (void)context, (void)seat, (void)thought, (void)b, (void)k, (void)r;
}

static void forget(void *context, int seat)
{
    (void)context, (void)seat;
}

static struct live_host host_of(struct hall *h)
{
    h->dealer = h->bare ? fair_dealer(&h->fair) : fair_dealer_at(&h->fair, TABLE);
    return (struct live_host){
        .context = h, .bot = make_bot, .think = think, .forget = forget, .dealer = &h->dealer};
}

/* A new chain of cuts; writes what is pledged. */
static void new_chain(struct hall *h, int seat, char words[SEAL_TEXT])
{
    memset(&h->root[seat], ++h->pledges, DIGEST);
    h->root[seat].byte[0] = (unsigned char)(h->pledges >> 8);
    struct digest first = hashed(h->root[seat], CHAIN);
    digest_text(&first, words);
    h->used[seat] = 0;
}

static void pledge(struct hall *h, int seat)
{
    struct error e = {0};
    char words[SEAL_TEXT];
    new_chain(h, seat, words);
    assert_int_equal(live_pledge(h->live, seat, words, &e), LIVE_KEPT);
}

/* Who has a key signs with it from now on; the keys are those of RFC 8032's kind, from a seed. */
static void take_key(struct hall *h, int seat, unsigned char seed)
{
    struct error e = {0};
    unsigned char bytes[crypto_sign_SEEDBYTES] = {seed, (unsigned char)seat};
    struct digest public;
    char words[SEAL_TEXT];
    crypto_sign_seed_keypair(public.byte, h->key[seat], bytes);
    digest_text(&public, words);
    assert_int_equal(live_key(h->live, seat, words, &e), LIVE_KEPT);
    h->signs |= (seats)(1u << seat);
}

static void sign(const struct hall *h, int seat, const char *words, char out[SIGN_TEXT])
{
    unsigned char of[crypto_sign_BYTES];
    out[0] = '\0';
    if (!(h->signs >> seat & 1))
        return;
    crypto_sign_detached(of, NULL, (const unsigned char *)words, strlen(words), h->key[seat]);
    sodium_bin2hex(out, SIGN_TEXT, of, sizeof of);
}

/* What docs/server.md has people sign: of a cut, */
static void sign_cut(const struct hall *h, int seat, const char *cut, const char *next,
                     char out[SIGN_TEXT])
{
    char words[512];
    const struct diary *d = live_diary(h->live);
    size_t i = d->entries;
    while (diary_at(d, i - 1)->kind != ENTRY_SHUFFLED)
        i--;
    snprintf(words, sizeof words, "pairs cut " TABLE " %d %zu %s %c %s %s", live_games(h->live), i,
             diary_at(d, i - 1)->text, 'A' + seat, cut, *next ? next : "none");
    sign(h, seat, words, out);
}

/* and of a decision. */
static void sign_choice(const struct hall *h, int seat, action a, const char *link,
                        char out[SIGN_TEXT])
{
    char words[512], choice[ACTION_TEXT];
    snprintf(words, sizeof words, "pairs decide " TABLE " %d %s %c %s", live_games(h->live), link,
             'A' + seat, action_text(live_plan(h->live)->setup.game, a, choice));
    sign(h, seat, words, out);
}

/* Everybody cuts who is to, except those who forget it. */
static void cut(struct hall *h)
{
    struct error e = {0};
    char words[SEAL_TEXT], next[SEAL_TEXT] = "", signature[SIGN_TEXT];
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        if (!(live_cutters(h->live) >> seat & 1) || h->forgetful >> seat & 1)
            continue;
        struct digest cut = hashed(h->root[seat], CHAIN - ++h->used[seat]);
        digest_text(&cut, words);
        if (h->signs >> seat & 1) /* what is pledged next has nothing to do with what is cut now */
            new_chain(h, seat, next);
        else
            next[0] = '\0';
        sign_cut(h, seat, words, next, signature);
        if (live_cut_signed(h->live, seat, words, next, signature, &e) != LIVE_KEPT)
            fail_msg("%s", e.text);
    }
    if (live_cutters(h->live))
        assert_int_equal(live_cut(h->live, NOBODY, NULL, &e), LIVE_KEPT);
}

/* A game with people in all seats, begun; all but the last have pledged, and all but the first
 * sign. */
static void open_hall_as(struct hall *h, const struct setup *u, uint64_t seed, bool bare)
{
    struct error e = {0};
    struct plan p = {.setup = *u};
    *h = (struct hall){.fair = fair_of(seed), .chance = rng_seeded(seed, 1), .bare = bare};
    snprintf(p.chair[0].name, NAME_ROOM, "Ann");
    struct live_host host = host_of(h);
    h->live = live_new(&p, &host, &e);
    assert_non_null(h->live);
    for (int seat = 0; seat == 0 || seat < u->players - 1; seat++)
        pledge(h, seat);
    for (int seat = 1; !bare && seat < u->players; seat++)
        take_key(h, seat, 1);
    assert_int_equal(live_begin(h->live, &e), LIVE_KEPT);
}

static void open_hall(struct hall *h, const struct setup *u, uint64_t seed)
{
    open_hall_as(h, u, seed, false);
}

static void play_step(struct hall *h)
{
    struct error e = {0};
    action legal[ACTIONS_MAX];
    const struct table *t = live_table(h->live);
    struct turn turn = table_turn(t);
    enum live_answer answer;
    cut(h);
    if (turn.kind == TURN_SEATS && !live_deals(h->live)) { /* who has chosen may change it */
        int seat = seats_pick(turn.seats, &h->chance);
        action a = random_choose(legal, table_legal(t, seat, legal), &h->chance);
        char signature[SIGN_TEXT];
        sign_choice(h, seat, a, live_link(h->live), signature);
        answer = live_decide_signed(h->live, seat, a, UINT64_MAX, signature, &e);
    } else {
        answer = live_draw(h->live, &e);
    }
    if (answer != LIVE_KEPT)
        fail_msg("%s", e.text);
}

/* To the end, or for so many steps; sometimes somebody does not cut. */
static void play(struct hall *h, size_t steps)
{
    const struct table *t = live_table(h->live);
    while (table_turn(t).kind != TURN_OVER && t->steps < steps) {
        h->forgetful = (seats)(rng_below(&h->chance, 8) == 0);
        seats before = live_cutters(h->live);
        play_step(h);
        if (before & h->forgetful)
            pledge(h, 0);
    }
}

static struct setup usual(const char *name, int players)
{
    struct setup u;
    struct error e = {0};
    assert_true(setup_choose(&u, name, &e));
    int least = u.game->players_min, most = u.game->players_max;
    return test_setup(name, players < least ? least : players > most ? most : players, NULL);
}

/* --- Whether a record is proved --------------------------------------------------------------- */

struct lines {
    int of[20000];
    size_t steps;
};

static void take_steps(void *context, const struct table *t, int line)
{
    struct lines *l = context;
    while (l->steps < t->steps && l->steps < sizeof l->of / sizeof *l->of)
        l->of[l->steps++] = line;
}

/* As `pairs verify` does it; the check is left for those who want to know more. */
static bool verifies(const char *record, struct check *c, struct error *e)
{
    static struct lines l;
    l.steps = 0;
    *c = (struct check){0};
    struct reader *r = reader_new(0, take_steps, &l);
    bool fine = true;
    for (int line = 1; fine && *record; line++) {
        size_t size = strcspn(record, "\n");
        fine = reader_line(r, record, size, e) && check_line(c, line, record, size, e);
        record += size + (record[size] == '\n');
    }
    fine = fine && reader_end(r, e) && check_end(c, e);
    const struct table *t = reader_table(r);
    fine = fine && (!t->steps || check_moves(c, t, l.of, e));
    reader_free(r);
    return fine;
}

static void assert_verifies(const struct text *record, struct check *c)
{
    struct error e = {0};
    assert_false(record->failed);
    if (!verifies(text_of(record), c, &e))
        fail_msg("line %d: %s", e.line, e.text);
}

/* --- Chance ----------------------------------------------------------------------------------- */

enum { FACES = 4, ORDERS = 24, TRIALS = 24000 };

/* One card of each of the first ranks. */
static struct pile small_pile(void)
{
    struct pile p = {{0, 0}, 0};
    for (int c = 1; c <= FACES; c++)
        pile_add(&p, c);
    return p;
}

/* Which of all orders the cards come in. */
static int order_of(struct fair *f, struct deal d)
{
    int order = 0, card[FACES];
    struct dealer dealer = fair_dealer(f);
    for (d.cards = 0; d.cards < FACES; d.cards++)
        card[d.cards] = dealer.card(f, &d);
    for (int i = 0; i < FACES; i++) {
        int smaller = 0;
        for (int k = i + 1; k < FACES; k++)
            smaller += card[k] < card[i];
        order = order * (FACES - i) + smaller;
    }
    return order;
}

static double chi_square(const int count[], int kinds)
{
    double sum = 0, expected = (double)TRIALS / kinds;
    for (int i = 0; i < kinds; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* With 23 degrees of freedom more than 100 comes once in 10^11 times. */
static void assert_even(const int count[ORDERS])
{
    double distance = chi_square(count, ORDERS);
    if (distance > 100)
        fail_msg("some orders come too often: chi-square %.1f", distance);
}

static void every_order_is_as_likely_over_the_dealers_secrets(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    for (uint64_t i = 0; i < TRIALS; i++) {
        struct fair f = fair_of(i);
        count[order_of(&f, (struct deal){.number = 9, .pile = small_pile()})]++;
    }
    assert_even(count);
}

static void every_order_is_as_likely_over_the_shuffles_of_one_secret(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    struct fair f = fair_of(1);
    for (uint64_t i = 0; i < TRIALS; i++)
        count[order_of(&f, (struct deal){.number = i, .pile = small_pile()})]++;
    assert_even(count);
}

/* Whoever keeps the secret cannot choose: one honest cut makes every order as likely. */
static void every_order_is_as_likely_over_the_cuts_of_one_player_alone(void **state)
{
    (void)state;
    int count[ORDERS] = {0};
    struct fair f = fair_of(1);
    struct deal d = {.number = 9, .pile = small_pile()};
    for (int seat = 0; seat < 2; seat++)
        memset(d.cut[seat], 'a', SEAL_TEXT - 1);
    for (int i = 0; i < TRIALS; i++) {
        snprintf(d.cut[1], SEAL_TEXT, "%064x", (unsigned)i);
        count[order_of(&f, d)]++;
    }
    assert_even(count);
}

static void every_lot_is_as_likely(void **state)
{
    (void)state;
    enum { SEATS = 6 };
    int count[SEATS] = {0};
    struct fair f = fair_of(1);
    struct dealer dealer = fair_dealer(&f);
    struct deal d = {.pile = small_pile()};
    for (int i = 0; i < TRIALS; i++) {
        d.number = (uint64_t)(i / FAIR_LOTS);
        d.lots = i % FAIR_LOTS;
        count[dealer.lot(&f, &d, SEATS)]++;
    }
    double distance = chi_square(count, SEATS);
    assert_true(distance < 60); /* with 5 degrees of freedom: once in 10^11 times */
}

/* The highest word of all, and then zeros. */
static void highest_block(const void *of, uint32_t number, struct digest *out)
{
    (void)of;
    memset(out, number ? 0 : 255, sizeof *out);
}

static void a_word_that_would_favour_some_numbers_is_thrown_away(void **state)
{
    (void)state;
    struct stream two = {.block = highest_block}, three = {.block = highest_block};
    assert_int_equal(stream_below(&two, 2), 1);
    assert_int_equal(two.blocks, 1);
    assert_int_equal(stream_below(&three, 3), 0);
    assert_int_equal(three.blocks, 2);
}

/* A secret of zeros, shuffle 3, a cut of B: worked out by hand in another language. */
static void the_scheme_is_the_one_that_is_written_down(void **state)
{
    (void)state;
    struct fair f = fair_of(0);
    struct dealer dealer = fair_dealer(&f);
    struct deal d = {.number = 3, .pile = small_pile()};
    char seal[SEAL_TEXT];
    dealer.seal(&f, &d, seal);
    assert_string_equal(seal, "7a3c8c3e33aa766ee91310e9acd7cf845ba0cf494fecce42e5b4b1637c4e85db");
    memset(d.cut[1], 'b', SEAL_TEXT - 1);
    assert_int_equal(order_of(&f, d), 11); /* 2 4 3 1 */
    static const int lot[] = {6, 6, 1, 7};
    for (d.lots = 0; d.lots < 4; d.lots++)
        assert_int_equal(dealer.lot(&f, &d, 8), lot[d.lots]);
}

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

/* Plays a game in which a decision was taken back once, with a shuffle that came after it. */
static void play_and_take_back(struct hall *h)
{
    struct error e = {0};
    size_t before = 0, after;
    int taken_back = 0;
    struct setup u = usual("rocket", 1);
    open_hall(h, &u, 7);
    take_key(h, 0, 3);
    const struct table *t = live_table(h->live);
    while (table_turn(t).kind != TURN_OVER) {
        if (table_turn(t).kind == TURN_SEATS)
            live_shuffles(h->live, &before);
        play_step(h);
        live_shuffles(h->live, &after);
        if (after > before && !taken_back && live_cutters(h->live) == 0 &&
            live_take_back(h->live, 0, &e) == LIVE_KEPT)
            taken_back++;
    }
    assert_int_equal(taken_back, 1);
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

/* --- Proofs ----------------------------------------------------------------------------------- */

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

static void add_line(struct text *out, const char *before, int number, const struct digest *d)
{
    char words[SEAL_TEXT];
    digest_text(d, words);
    text_add(out, before, number);
    text_add(out, " %s\n", words);
}

/* A proof of a pile with one card of each of the first ranks, in which all are the highest. */
static void stack_deck(struct text *out)
{
    struct digest leaf[FACES + FAIR_LOTS], salt = {{7}}, none[PLAYERS_MAX];
    uint16_t at[FACES];
    for (int i = 0; i < FACES + FAIR_LOTS; i++)
        leaf[i] = open_leaf(&salt, i < FACES ? FACES : 0);
    struct digest seal = open_seal(leaf, FACES + FAIR_LOTS), mix = open_mix(&seal, none, 0);
    open_order(&mix, FACES, at);
    text_add(out, "pairs 1\ngame pairs\nplayers 2\n");
    add_line(out, "commit shuffle %d 0 deck 1 1 1 1 0 0 0 0 0 0", 1, &seal);
    for (int i = 0; i < FACES + FAIR_LOTS; i++)
        add_line(out, "commit leaf 1 %d", i, &leaf[i]);
    for (int i = 0; i < 2; i++) {
        text_add(out, "commit draw 1 %d %d %d", i, i, at[i]);
        add_line(out, " %d", FACES, &salt);
    }
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

/* --- A record for tests/fair/fair.py ---------------------------------------------------------- */

static int write_stacked(void)
{
    struct text record = {0};
    stack_deck(&record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    return 0;
}

static int write_taken_back(void)
{
    struct hall h;
    struct text record = {0};
    play_and_take_back(&h);
    bool fine = fair_record(h.live, TABLE, &h.fair, EVERYTHING, true, &record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    live_free(h.live);
    return fine ? 0 : 1;
}

static int write_record(char **word)
{
    struct hall h;
    struct text record = {0};
    struct setup u = usual(word[1], (int)strtol(word[2], NULL, 10));
    int looks = strcmp(word[4], "all") == 0 ? EVERYTHING : NOBODY;
    open_hall_as(&h, &u, strtoull(word[3], NULL, 10), word[5]);
    play(&h, 4000);
    bool fine = fair_record(h.live, TABLE, &h.fair, looks, true, &record);
    fputs(text_of(&record), stdout);
    text_free(&record);
    live_free(h.live);
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return write_stacked();
    if (argc == 3)
        return write_taken_back();
    if (argc >= 5)
        return write_record(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_as_likely_over_the_dealers_secrets),
        cmocka_unit_test(every_order_is_as_likely_over_the_shuffles_of_one_secret),
        cmocka_unit_test(every_order_is_as_likely_over_the_cuts_of_one_player_alone),
        cmocka_unit_test(every_lot_is_as_likely),
        cmocka_unit_test(a_word_that_would_favour_some_numbers_is_thrown_away),
        cmocka_unit_test(the_scheme_is_the_one_that_is_written_down),
        cmocka_unit_test(no_entry_tells_a_salt_or_the_secret),
        cmocka_unit_test(a_cut_that_was_not_pledged_is_refused),
        cmocka_unit_test(a_pledge_is_for_one_shuffle),
        cmocka_unit_test(a_house_that_is_restored_gets_the_same_cards),
        cmocka_unit_test(who_plays_alone_takes_back_and_gets_the_same_card),
        cmocka_unit_test(who_has_a_key_must_sign_what_they_decide),
        cmocka_unit_test(who_decides_at_the_same_time_signs_the_moment_that_they_saw),
        cmocka_unit_test(a_choice_stands_with_the_key_that_signed_it_when_another_device_comes),
        cmocka_unit_test(a_shuffle_that_was_taken_back_shows_in_the_proof),
        cmocka_unit_test(a_game_from_before_there_was_a_chain_is_restored_and_proved),
        cmocka_unit_test(every_game_is_proved_with_two_to_four_people),
        cmocka_unit_test(a_dealer_who_shuffles_without_need_is_found_out),
        cmocka_unit_test(more_cards_of_a_rank_than_the_pile_had_are_refused),
        cmocka_unit_test(a_card_counts_as_seen_by_those_who_were_shown_it),
        cmocka_unit_test(a_card_that_was_shown_is_the_one_that_moves_on),
        cmocka_unit_test(of_cards_that_are_alike_no_more_count_as_seen_than_were_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
