/* People who cut and sign, and games that they play. */
#include "tests/fair/people.h"

#include "bots/random.h"
#include "tests/test.h"

/* --- People who cut --------------------------------------------------------------------------- */

struct digest hashed(struct digest d, int times)
{
    for (int i = 0; i < times; i++)
        crypto_hash_sha256(d.byte, d.byte, DIGEST);
    return d;
}

struct fair fair_of(uint64_t seed)
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

struct live_host host_of(struct hall *h)
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

void pledge(struct hall *h, int seat)
{
    struct error e = {0};
    char words[SEAL_TEXT];
    new_chain(h, seat, words);
    assert_int_equal(live_pledge(h->live, seat, words, &e), LIVE_KEPT);
}

void take_key(struct hall *h, int seat, unsigned char seed)
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

void sign(const struct hall *h, int seat, const char *words, char out[SIGN_TEXT])
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

void sign_choice(const struct hall *h, int seat, action a, const char *link, char out[SIGN_TEXT])
{
    char words[512], choice[ACTION_TEXT];
    snprintf(words, sizeof words, "pairs decide " TABLE " %d %s %c %s", live_games(h->live), link,
             'A' + seat, action_text(live_plan(h->live)->setup.game, a, choice));
    sign(h, seat, words, out);
}

void cut(struct hall *h)
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

void open_hall_as(struct hall *h, const struct setup *u, uint64_t seed, bool bare)
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

void open_hall(struct hall *h, const struct setup *u, uint64_t seed)
{
    open_hall_as(h, u, seed, false);
}

void play_step(struct hall *h)
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

void play(struct hall *h, size_t steps)
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

struct setup usual(const char *name, int players)
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

bool verifies(const char *record, struct check *c, struct error *e)
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

void assert_verifies(const struct text *record, struct check *c)
{
    struct error e = {0};
    assert_false(record->failed);
    if (!verifies(text_of(record), c, &e))
        fail_msg("line %d: %s", e.line, e.text);
}

/* --- Signatures ------------------------------------------------------------------------------- */

void play_and_take_back(struct hall *h)
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

/* --- Proofs ----------------------------------------------------------------------------------- */

static void add_line(struct text *out, const char *before, int number, const struct digest *d)
{
    char words[SEAL_TEXT];
    digest_text(d, words);
    text_add(out, before, number);
    text_add(out, " %s\n", words);
}

void stack_deck(struct text *out)
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
