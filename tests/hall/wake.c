/* A house that was frozen and thawed after every single command is the house that never was, and
 * the one that went through all its entries again: the same evening goes on at all three, with
 * people who come, leave, are sent away and swap chairs, who talk and are quieted, pledge, cut and
 * sign, take back, propose, play again; and everything that can be asked of them is the same, with
 * every entry that they make, every link of the chain and every proof.
 *
 * Usage: wake [EVENINGS [NAME...]]: so many at tables of each game, or of these. */
#include "tests/test.h"

#include "bots/random.h"
#include "fair/proof.h"
#include "live/ledger.h"
#include "wire/viewjson.h"

#include <sodium.h>

#define TABLE "k4x8mrb2nt"

enum {
    GUESTS = 7,
    COMMANDS = 400,
    LINES = 4000,
    CUTS = 600, /* secrets that are sealed in an evening */
    OFTEN = 20, /* commands after which all is gone through again, and compared in words */
};

static int evenings = 1;
static char **only;
static int happened[ENTRY_READY + 1]; /* entries of each kind, of all evenings */

/* --- A side: one of the houses ---------------------------------------------------------------- */

/* What people keep to themselves, the same on all sides. */
struct secrets {
    struct rng chance;
    int64_t now;
    uint64_t command;
    int cuts;                 /* secrets that were sealed, */
    int pledged[PLAYERS_MAX]; /* and that of each chair */
};

struct side {
    struct fair fair;
    struct dealer dealer;
    struct live *live;
    struct secrets secrets;
    char *line[LINES];
    size_t lines;
    struct text said; /* refusals, and proofs of games that are over */
    struct {
        uint64_t number;
        struct bot *bot;
        const struct knowledge *knowledge;
        struct rng rng;
    } thought[PLAYERS_MAX];
};

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static void think(void *context, int seat, uint64_t number, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    struct side *s = context;
    s->thought[seat].number = number;
    s->thought[seat].bot = b;
    s->thought[seat].knowledge = k;
    s->thought[seat].rng = r;
}

static void forget(void *context, int seat)
{
    struct side *s = context;
    s->thought[seat].bot = NULL;
}

static bool keep(void *context, const struct diary *d, size_t first, struct error *e)
{
    struct side *s = context;
    (void)e;
    for (size_t i = first; i < d->entries; i++) {
        struct text line = {0};
        ledger_write(diary_at(d, i), &line);
        assert_true(s->lines < LINES && s->lines == i);
        s->line[s->lines++] = strdup(text_of(&line));
        text_free(&line);
    }
    return true;
}

static struct live_host host_of(struct side *s)
{
    unsigned char secret[FAIR_SECRET] = "a secret of 32 bytes, all in all";
    fair_restore(&s->fair, secret);
    s->dealer = fair_dealer_at(&s->fair, TABLE);
    return (struct live_host){.context = s,
                              .bot = make_bot,
                              .keep = keep,
                              .think = think,
                              .forget = forget,
                              .dealer = &s->dealer};
}

static void side_clear(struct side *s)
{
    live_free(s->live);
    for (size_t i = 0; i < s->lines; i++)
        free(s->line[i]);
    text_free(&s->said);
    memset(s, 0, sizeof *s);
}

static struct ledger entries_of(const struct side *s)
{
    struct ledger all = {0};
    struct error e = {0};
    for (size_t i = 0; i < s->lines; i++)
        if (!ledger_read(&all, s->line[i], &e))
            fail_msg("%s: %s", s->line[i], e.text);
    return all;
}

/* Goes through all that another side has kept. */
static void replay(struct side *s, const struct side *of)
{
    struct error e = {0};
    side_clear(s);
    for (size_t i = 0; i < of->lines; i++)
        s->line[i] = strdup(of->line[i]);
    s->lines = of->lines;
    text_add(&s->said, "%s", text_of(&of->said));
    struct live_host host = host_of(s);
    struct ledger all = entries_of(s);
    s->live = live_restore(all.entry, all.entries, &host, &e);
    if (!s->live)
        fail_msg("%s", e.text);
    ledger_free(&all);
}

static struct live *thaw(struct side *s, const struct text *frozen)
{
    struct error e = {0};
    struct live_host host = host_of(s);
    struct live *h = live_thaw(frozen, 0, &host, &e);
    if (!h || !live_follow(h, NULL, 0, &e))
        fail_msg("%s", e.text);
    return h;
}

/* It sleeps and wakes. */
static void doze(struct side *s)
{
    struct text frozen = {0};
    live_freeze(s->live, &frozen);
    live_free(s->live);
    s->live = thaw(s, &frozen);
    text_free(&frozen);
}

/* --- People ----------------------------------------------------------------------------------- */

static int below(struct side *s, int most)
{
    return rng_below(&s->secrets.chance, most);
}

static int some_seat(struct side *s)
{
    return below(s, live_plan(s->live)->setup.players);
}

/* One of these seats, NOBODY if there is none. */
static int one_of(struct side *s, seats among)
{
    return among ? seats_pick(among, &s->secrets.chance) : NOBODY;
}

static const char *guest_name(int guest)
{
    static char words[GUESTS][SEAL_TEXT];
    snprintf(words[guest], SEAL_TEXT, "%064x", guest + 1);
    return words[guest];
}

static void sealed(int secret, char cut[SEAL_TEXT], char seal[SEAL_TEXT])
{
    struct digest of = {{(unsigned char)secret, (unsigned char)(secret >> 8), 7}}, seals;
    crypto_hash_sha256(seals.byte, of.byte, DIGEST);
    digest_text(&of, cut);
    digest_text(&seals, seal);
}

/* A new secret; writes its seal. */
static int seal_next(struct side *s, char seal[SEAL_TEXT])
{
    char cut[SEAL_TEXT];
    assert_true(s->secrets.cuts < CUTS);
    sealed(++s->secrets.cuts, cut, seal);
    return s->secrets.cuts;
}

/* The key pair of a chair: whoever sits there has it. */
static void keys_of(int seat, struct digest *public, unsigned char secret[])
{
    unsigned char seed[crypto_sign_SEEDBYTES] = {1, (unsigned char)seat};
    crypto_sign_seed_keypair(public->byte, secret, seed);
}

/* With the key that the chair has now, which may have come with somebody from another. */
static void sign(const struct side *s, int seat, const char *words, char out[SIGN_TEXT])
{
    unsigned char secret[crypto_sign_SECRETKEYBYTES], of[crypto_sign_BYTES];
    struct digest public;
    char name[SEAL_TEXT];
    out[0] = '\0';
    for (int i = 0; i < PLAYERS_MAX; i++) {
        keys_of(i, &public, secret);
        digest_text(&public, name);
        if (strcmp(name, live_key_of(s->live, seat)) != 0)
            continue;
        crypto_sign_detached(of, NULL, (const unsigned char *)words, strlen(words), secret);
        sodium_bin2hex(out, SIGN_TEXT, of, sizeof of);
    }
}

static enum live_answer takes_key(struct side *s, struct error *e)
{
    unsigned char secret[crypto_sign_SECRETKEYBYTES];
    struct digest public;
    char words[SEAL_TEXT] = "";
    int seat = some_seat(s);
    keys_of(seat, &public, secret);
    if (below(s, 4))
        digest_text(&public, words);
    return live_key(s->live, seat, words, e);
}

static enum live_answer pledges(struct side *s, struct error *e)
{
    char seal[SEAL_TEXT];
    int seat = some_seat(s), secret = seal_next(s, seal);
    enum live_answer answer = live_pledge(s->live, seat, seal, e);
    if (answer != LIVE_REFUSED)
        s->secrets.pledged[seat] = secret;
    return answer;
}

static enum live_answer cuts(struct side *s, struct error *e)
{
    char cut[SEAL_TEXT], seal[SEAL_TEXT], next[SEAL_TEXT], words[512], signature[SIGN_TEXT];
    const struct diary *d = live_diary(s->live);
    int seat = one_of(s, live_cutters(s->live));
    if (below(s, 8) == 0)
        return live_cut(s->live, NOBODY, NULL, e);
    sealed(s->secrets.pledged[seat], cut, seal);
    int secret = seal_next(s, next);
    size_t i = d->entries;
    while (diary_at(d, i - 1)->kind != ENTRY_SHUFFLED)
        i--;
    snprintf(words, sizeof words, "pairs cut " TABLE " %d %zu %s %c %s %s", live_games(s->live), i,
             diary_at(d, i - 1)->text, 'A' + seat, cut, next);
    sign(s, seat, words, signature);
    enum live_answer answer = live_cut_signed(s->live, seat, cut, next, signature, e);
    if (answer != LIVE_REFUSED)
        s->secrets.pledged[seat] = secret;
    return answer;
}

static enum live_answer decides(struct side *s, int seat, struct error *e)
{
    char words[512], choice[ACTION_TEXT], signature[SIGN_TEXT];
    action legal[ACTIONS_MAX];
    int count = table_legal(live_table(s->live), seat, legal);
    action a = random_choose(legal, count, &s->secrets.chance);
    snprintf(words, sizeof words, "pairs decide " TABLE " %d %s %c %s", live_games(s->live),
             live_link(s->live), 'A' + seat,
             action_text(live_plan(s->live)->setup.game, a, choice));
    sign(s, seat, words, signature);
    return live_decide_signed(s->live, seat, a, UINT64_MAX, signature, e);
}

/* The bot that thinks decides, or is hurried. */
static enum live_answer thinks(struct side *s, int seat, struct error *e)
{
    uint64_t number = s->thought[seat].number;
    if (!s->thought[seat].bot)
        fail_msg("nobody thinks for %c", 'A' + seat);
    if (below(s, 12) == 0)
        return live_hurry(s->live, seat, number, e);
    action a = bot_choose(s->thought[seat].bot, s->thought[seat].knowledge, &s->thought[seat].rng);
    return live_thought(s->live, seat, number, a, e);
}

static struct chair look_of(struct side *s, int guest)
{
    struct chair who = {.colour = (uint8_t)below(s, COLOURS)};
    snprintf(who.name, sizeof who.name, "P%d", guest + 10 * below(s, 2));
    snprintf(who.face, sizeof who.face, "fox");
    return who;
}

static enum live_answer sits(struct side *s, struct error *e)
{
    int guest = below(s, GUESTS), seat = some_seat(s);
    struct chair who = look_of(s, guest);
    if (below(s, 6) == 0)
        who = (struct chair){.bot = "random"};
    live_sign(s->live, ++s->secrets.command, guest_name(guest));
    return live_seat(s->live, seat, &who, e);
}

static enum live_answer looks(struct side *s, struct error *e)
{
    struct chair who = look_of(s, below(s, GUESTS));
    return live_look(s->live, some_seat(s), &who, e);
}

static enum live_answer swaps(struct side *s, struct error *e)
{
    int a = some_seat(s), b = some_seat(s), was = s->secrets.pledged[a];
    enum live_answer answer = live_swap(s->live, a, b, e);
    if (answer == LIVE_REFUSED)
        return answer;
    s->secrets.pledged[a] = s->secrets.pledged[b];
    s->secrets.pledged[b] = was;
    return answer;
}

static enum live_answer talks(struct side *s, struct error *e)
{
    char words[64];
    int seat = below(s, 3) ? some_seat(s) : NOBODY, guest = below(s, GUESTS);
    bool gesture = below(s, 4) == 0;
    snprintf(words, sizeof words, gesture ? "hello" : "I say %d.", guest);
    live_sign(s->live, ++s->secrets.command, guest_name(guest));
    return live_talk(s->live, seat, seat == NOBODY ? "Watcher" : NULL, words, gesture, e);
}

/* The host sends away and quiets people on chairs, and others. */
static enum live_answer leads(struct side *s, struct error *e)
{
    int host = live_leader(s->live), guest = below(s, GUESTS);
    int seat = below(s, 2) ? some_seat(s) : NOBODY;
    const char *who = seat == NOBODY ? guest_name(guest) : NULL;
    const char *name = seat == NOBODY ? "Watcher" : NULL;
    switch (below(s, 4)) {
    case 0:
        return live_kick(s->live, host, some_seat(s), e);
    case 1:
        return live_bar(s->live, host, guest_name(guest), "Watcher", e);
    default:
        return live_mute(s->live, host, seat, who, name, below(s, 2), e);
    }
}

static struct plan another_plan(struct side *s)
{
    struct error e = {0};
    struct plan p = *live_plan(s->live);
    int games = 0;
    while (all_games[games])
        games++;
    assert_true(setup_choose(&p.setup, all_games[below(s, games)]->name, &e));
    int least = setup_players_min(&p.setup), most = setup_players_max(&p.setup);
    p.setup.players = setup_players_near(&p.setup, least + below(s, most - least + 1));
    assert_true(setup_finish(&p.setup, &e));
    p.pace.decision = below(s, 2) * 5000;
    return p;
}

/* Between games: another one, the same again, by the host or by all. */
static enum live_answer goes_on(struct side *s, struct error *e)
{
    struct plan next = another_plan(s);
    uint64_t seed = rng_next(&s->secrets.chance);
    int seat = one_of(s, live_people(s->live));
    if (seat == NOBODY || below(s, 3) == 0)
        return sits(s, e);
    if (live_agreed(s->live))
        return live_go_along(s->live, seed, e);
    switch (below(s, 8)) {
    case 0:
        return live_change(s->live, &next, e);
    case 1:
        return live_propose(s->live, seat, below(s, 2) ? &next : NULL, e);
    case 2:
    case 3:
        return live_agree(s->live, seat, e);
    case 4:
        return swaps(s, e);
    default:
        return live_table(s->live) ? live_rematch(s->live, seed, e) : live_begin(s->live, e);
    }
}

static enum live_answer plays(struct side *s, struct error *e)
{
    const struct table *t = live_table(s->live);
    if (!t || table_turn(t).kind == TURN_OVER)
        return goes_on(s, e);
    if (live_cutters(s->live))
        return cuts(s, e);
    if (live_deals(s->live))
        return live_draw(s->live, e);
    int person = one_of(s, live_people_due(s->live)), bot = one_of(s, live_bots_due(s->live));
    if (person == NOBODY && bot == NOBODY) /* all have chosen in secret */
        return live_ready(s->live, one_of(s, live_awaited(s->live)), e);
    return person != NOBODY && (bot == NOBODY || below(s, 2)) ? decides(s, person, e)
                                                              : thinks(s, bot, e);
}

static enum live_answer acts(struct side *s, struct error *e)
{
    int seat = some_seat(s), gone;
    s->secrets.now += below(s, 3000);
    switch (below(s, 40)) {
    case 0:
    case 1:
    case 2:
        return sits(s, e);
    case 3:
        return below(s, 3) ? live_leave(s->live, seat, e) : live_give(s->live, seat, e);
    case 4:
        return live_absent(s->live, seat, e);
    case 5:
    case 6:
        gone = one_of(s, live_away(s->live));
        return live_back(s->live, gone == NOBODY ? seat : gone, e);
    case 7:
    case 8:
        return talks(s, e);
    case 9:
        return leads(s, e);
    case 10:
    case 11:
        return pledges(s, e);
    case 12:
        return takes_key(s, e);
    case 13:
    case 14:
        return live_take_back(s->live, seat, e);
    case 15:
        return looks(s, e);
    case 16:
        return live_time(s->live, s->secrets.now, e);
    default:
        return plays(s, e);
    }
}

static bool is_over(const struct live *h)
{
    return live_table(h) && table_turn(live_table(h)).kind == TURN_OVER;
}

/* Once, and what is kept of a game with which it is over. */
static void act(struct side *s, const struct secrets *secrets)
{
    struct error e = {0};
    bool was_over = is_over(s->live);
    s->secrets = *secrets;
    live_sign(s->live, 0, NULL);
    live_clock(s->live, s->secrets.now, &e);
    text_clear(&s->said);
    enum live_answer answer = acts(s, &e);
    text_add(&s->said, "%d %s\n", answer, answer == LIVE_REFUSED ? e.text : "");
    if (!was_over && is_over(s->live)) {
        assert_true(fair_keep(s->live, TABLE, &s->said));
        assert_true(fair_record(s->live, TABLE, &s->fair, EVERYTHING, true, &s->said));
    }
}

/* --- All that can be asked of a house --------------------------------------------------------- */

static void tell_seat(const struct live *h, int seat, struct text *out)
{
    struct view v;
    action legal[ACTIONS_MAX];
    int colour = 0;
    const char *face = live_face(h, seat, &colour);
    text_add(out, "%c: %s, %s %d, %s key %s, %lld ms, %d %d\n", 'A' + seat, live_name(h, seat),
             face, colour, live_bot(h, seat) ? "a bot" : "", live_key_of(h, seat),
             (long long)live_time_left(h, seat, 0), live_attended(h, seat),
             live_table(h) ? table_legal(live_table(h), seat, legal) : 0);
    if (!live_table(h))
        return;
    live_view(h, seat, &v);
    json_view(out, &v);
}

static void tell_guest(const struct live *h, const char *guest, struct text *out)
{
    uint64_t until;
    text_add(out, "\n%.64s: held %d;", guest, live_held(h, guest));
    for (uint64_t i = 1; i <= live_diary(h)->entries + 1; i++) {
        int from = live_looks(h, guest, i, &until);
        text_add(out, " %d-%llu", from, (unsigned long long)until);
    }
}

static void tell_entries(const struct live *h, struct text *out)
{
    const struct diary *d = live_diary(h);
    for (size_t i = 0; i < d->entries; i++) {
        const struct entry *x = diary_at(d, i);
        ledger_write(x, out);
        text_add(out, "; %s", diary_setup(d, i)->game->name);
        for (int k = 0; k < x->events; k++)
            json_event(out, x->game, &x->event[k]);
        text_add(out, "\n");
    }
}

static void tell_dealing(const struct live *h, struct text *out)
{
    char pledge[PLAYERS_MAX][SEAL_TEXT], key[PLAYERS_MAX][SEAL_TEXT], what[DEALT_TEXT];
    size_t count;
    const struct shuffle *s = live_shuffles(h, &count);
    live_seals(h, pledge, key);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        text_add(out, "%s %s\n", pledge[seat], key[seat]);
    for (size_t i = 0; i < count; i++) {
        dealing_text(&s[i], what);
        text_add(out, "%s %d %s\n", what, s[i].pledged, s[i].deal.ground);
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            text_add(out, "%s,", s[i].deal.cut[seat]);
    }
    text_add(out, "%d, %s after %s, %d\n", live_games(h), live_link(h), live_link_before(h),
             live_cutters(h));
}

static void tell_all(const struct live *h, struct text *out)
{
    int by = 0, count;
    const struct setup *game = NULL;
    seats agreed = 0;
    struct span span;
    bool proposed = live_proposal(h, &by, &game, &agreed);
    text_add(out, "%d %d %s %d; people %d, away %d, leader %d, due %d %d\n", proposed, by,
             proposed && game ? game->game->name : "-", agreed, live_people(h), live_away(h),
             live_leader(h), live_people_due(h), live_bots_due(h));
    const struct account *a = live_evening(h, &count);
    for (int i = 0; i < count; i++)
        text_add(out, "%s %s %d %d %d %lld at %d\n", a[i].key, a[i].name, a[i].games, a[i].won,
                 a[i].lost, (long long)a[i].chips, live_account_seat(h, &a[i]));
    for (size_t next = 0; live_span(h, &next, &span);)
        text_add(out, "%s %d %zu %zu\n", span.guest, span.seat, span.from, span.until);
    for (int seat = 0; seat < live_plan(h)->setup.players; seat++)
        tell_seat(h, seat, out);
    tell_guest(h, "", out);
    for (int guest = 0; guest < GUESTS; guest++)
        tell_guest(h, guest_name(guest), out);
    tell_dealing(h, out);
    tell_entries(h, out);
}

/* --- The same --------------------------------------------------------------------------------- */

static void assert_same_words(const char *name, const char *what, const struct text *a,
                              const struct text *b)
{
    if (a->size != b->size || memcmp(a->at, b->at, a->size) != 0)
        fail_msg("%s: a house that slept %s\n%s\nand one that did not\n%s", name, what,
                 a->size ? text_of(a) : "", b->size ? text_of(b) : "");
}

static void assert_said_same(const char *name, const struct side *a, const struct side *b)
{
    assert_same_words(name, "says", &a->said, &b->said);
    assert_int_equal(a->lines, b->lines);
    for (size_t i = 0; i < a->lines; i++)
        if (strcmp(a->line[i], b->line[i]) != 0)
            fail_msg("%s: entry %zu is\n%s\nand\n%s", name, i + 1, a->line[i], b->line[i]);
}

/* The bytes of a house are all that it has. */
static void assert_same_bytes(const char *name, const struct side *a, const struct side *b)
{
    struct text x = {0}, y = {0};
    live_freeze(a->live, &x);
    live_freeze(b->live, &y);
    assert_int_equal(x.size, y.size);
    for (size_t i = 0; i < x.size; i++)
        if (x.at[i] != y.at[i])
            fail_msg("%s: byte %zu of %zu is another after entry %zu, %s", name, i, x.size,
                     a->lines, a->line[a->lines - 1]);
    text_free(&x);
    text_free(&y);
}

/* A sleeper, with what was before the game brought back, against somebody who was always awake. */
static void assert_tells_same(const char *name, struct side *sleeper, const struct side *other)
{
    struct text frozen = {0}, a = {0}, b = {0};
    struct error e = {0};
    static struct side again;
    live_freeze(sleeper->live, &frozen);
    again.live = thaw(&again, &frozen);
    struct ledger all = entries_of(sleeper);
    if (!live_recall(again.live, all.entry, live_diary(again.live)->gone, &e))
        fail_msg("%s", e.text);
    tell_all(again.live, &a);
    tell_all(other->live, &b);
    assert_same_words(name, "tells", &a, &b);
    ledger_free(&all);
    side_clear(&again);
    text_free(&frozen);
    text_free(&a);
    text_free(&b);
}

static void open_house(struct side *s, const char *name, uint64_t seed)
{
    struct error e = {0};
    struct setup u;
    assert_true(setup_choose(&u, name, &e));
    struct plan p = {.setup = test_setup(name, setup_players_usual(&u), NULL), .seed = seed};
    p.hold = seed % 2;
    p.pace.decision = seed % 2 ? 4000 : 0;
    for (int seat = 0; seat < p.setup.players; seat++)
        p.chair[seat].empty = true;
    struct live_host host = host_of(s);
    s->secrets.chance = rng_seeded(seed, 31);
    s->live = live_new(&p, &host, &e);
    assert_non_null(s->live);
    assert_int_equal(live_keep(s->live, &e), LIVE_KEPT);
}

static void spend(const char *name, uint64_t seed)
{
    static struct side live, sleeper, again;
    open_house(&live, name, seed);
    open_house(&sleeper, name, seed);
    for (int i = 0; i < COMMANDS; i++) {
        struct secrets secrets = live.secrets;
        bool all = i % OFTEN == 0;
        doze(&sleeper);
        if (all)
            replay(&again, &live);
        act(&live, &secrets);
        act(&sleeper, &secrets);
        assert_said_same(name, &sleeper, &live);
        assert_same_bytes(name, &sleeper, &live);
        if (!all)
            continue;
        act(&again, &secrets);
        assert_said_same(name, &sleeper, &again);
        assert_tells_same(name, &sleeper, &again);
        assert_tells_same(name, &sleeper, &live);
    }
    const struct diary *d = live_diary(live.live);
    for (size_t i = 0; i < d->entries; i++)
        happened[diary_at(d, i)->kind]++;
    side_clear(&live);
    side_clear(&sleeper);
    side_clear(&again);
}

static bool is_wanted(const char *name)
{
    for (char **o = only; o && *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return !only;
}

static void a_house_that_slept_after_every_command_is_the_one_that_never_did(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (int i = 0; is_wanted(all_games[g]->name) && i < evenings; i++)
            spend(all_games[g]->name, (uint64_t)(g + 1000 * i));
    for (int kind = 0; kind <= ENTRY_READY; kind++) {
        print_message("%d ", happened[kind]);
        assert_true(only || happened[kind]);
    }
    print_message("entries of each kind\n");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_that_slept_after_every_command_is_the_one_that_never_did)};
    if (argc > 1)
        evenings = (int)strtol(argv[1], NULL, 10);
    if (argc > 2)
        only = argv + 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
