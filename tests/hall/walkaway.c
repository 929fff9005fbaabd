/* The walk-away test: in every game and variant people vanish at random moments, choices that are
 * made at once included, and come back or do not, alone or in two windows, after the table slept,
 * while the cards are cut, as host or not. Every game ends; whoever returns is asked for the very
 * next decision of the chair, and no bot decides for them any more; who plays alone among bots is
 * waited for.
 *
 * Usage: walkaway [ROUNDS [NAME...]] */
#include "tests/hall/guests.h"

enum { PEOPLE = 4, WINDOWS = 2, TURNS = 60000 };

static int rounds = 1;
static char **only;

/* --- A dealer, so that there is something to cut ---------------------------------------------- */

static void seal(void *context, const struct deal *d, char out[SEAL_TEXT])
{
    (void)context;
    snprintf(out, SEAL_TEXT, "%064llx", (unsigned long long)d->number);
}

static bool fits(void *context, const char *cut, const char *sealed)
{
    (void)context;
    (void)cut;
    (void)sealed;
    return true;
}

/* The n-th card of the pile as it was shuffled, in the order that the number of the shuffle gives.
 */
static int card(void *context, const struct deal *d)
{
    (void)context;
    struct pile left = d->pile;
    struct rng r = rng_seeded(d->number, 9);
    int c = 0;
    for (int i = 0; i <= d->cards; i++) {
        c = pile_pick(&left, rng_below(&r, pile_size(&left)));
        pile_take(&left, c);
    }
    return c;
}

static int lot(void *context, const struct deal *d, int lots)
{
    (void)context;
    struct rng r = rng_seeded(d->number, (uint64_t)d->lots);
    return rng_below(&r, lots);
}

static const struct dealer cutting_dealer = {.seal = seal, .fits = fits, .card = card, .lot = lot};

/* --- People with windows ---------------------------------------------------------------------- */

struct walk {
    struct host *host;
    char table[TABLE_ID];
    int people, players;
    struct person p[PEOPLE][WINDOWS];
    int seat[PEOPLE]; /* NOBODY: has left for good */
    uint64_t pledges;
    struct rng r;
};

static const struct live *live_of(const struct walk *w)
{
    return hall_house(w->host->hall, w->table);
}

static bool is_here(const struct walk *w, int who)
{
    return w->p[who][0].visitor || w->p[who][1].visitor;
}

/* A decision that was waited for when its owner came back is asked of them, and of no bot. */
static void check_back(const struct walk *w, int who, const struct person *window)
{
    const struct live *h = live_of(w);
    int seat = w->seat[who];
    const char *you = json_string_value(json_object_get(window->now, "you"));
    assert_true(you && you[0] == 'A' + seat);
    assert_false(live_away(h) >> seat & 1);
    assert_null(live_bot(h, seat));
    for (int i = 0; i < w->host->thoughts; i++)
        assert_int_not_equal(w->host->thought[i].seat, seat);
    seats ready, chosen = live_chosen(h, &ready); /* in secret, which they keep */
    if (table_turn(live_table(h)).kind == TURN_SEATS &&
        (table_turn(live_table(h)).seats & ~chosen) >> seat & 1) {
        assert_true(live_people_due(h) >> seat & 1);
        assert_true(json_array_size(json_object_get(window->view, "legal")) > 0);
    }
}

static void come_back(struct walk *w, int who)
{
    struct person *p = &w->p[who][rng_below(&w->r, WINDOWS)];
    if (p->visitor)
        return;
    person_comes(p);
    person_enters(p, w->table);
    if (w->seat[who] != NOBODY)
        check_back(w, who, p);
}

/* Pledges to cut, or cuts, or does not. */
static void cut_cards(struct walk *w, int who, struct person *p)
{
    char more[128];
    bool waited = live_cutters(live_of(w)) >> w->seat[who] & 1;
    if (rng_below(&w->r, 4))
        return;
    snprintf(more, sizeof more, ",\"%s\":\"%064llx\"", waited ? "cut" : "seal",
             (unsigned long long)++w->pledges);
    person_does(p, waited ? "cut" : "pledge", more);
}

static void decide_or_not(struct walk *w, int who)
{
    struct person *p = &w->p[who][w->p[who][0].visitor ? 0 : 1];
    if (!p->visitor || w->seat[who] == NOBODY)
        return;
    cut_cards(w, who, p);
    if (rng_below(&w->r, 3))
        person_decides(p, &w->r);
}

/* Leaves for good, or is sent away by the host. A chair that is left has a bot of the house. */
static void leave(struct walk *w, int who)
{
    struct person *p = &w->p[who][0];
    if (who && p->visitor && w->seat[who] != NOBODY && person_does(p, "leave", ""))
        w->seat[who] = NOBODY;
}

/* One thing that somebody does. */
static void happen(struct walk *w)
{
    int who = rng_below(&w->r, w->people), what = rng_below(&w->r, 40);
    if (what < 6)
        person_goes(&w->p[who][rng_below(&w->r, WINDOWS)]);
    else if (what < 9)
        come_back(w, who);
    else if (what == 9 && w->seat[who] != NOBODY && rng_below(&w->r, 20) == 0)
        leave(w, who);
    else if (what == 10)
        host_pass(w->host, 31000);
    else if (what == 11)
        host_pass(w->host, rng_below(&w->r, 8000));
    else if (what < 26)
        host_think_on(w->host);
    else
        decide_or_not(w, who);
}

static void all_listen(struct walk *w)
{
    host_commit(w->host);
    for (int i = 0; i < w->people; i++)
        for (int k = 0; k < WINDOWS; k++)
            person_listen(&w->p[i][k]);
}

static bool is_over(const struct walk *w)
{
    return table_turn(live_table(live_of(w))).kind == TURN_OVER;
}

/* Nobody who is here has had a bot decide. */
static void check_bots(const struct walk *w)
{
    const struct live *h = live_of(w);
    for (int i = 0; i < w->people; i++)
        if (w->seat[i] != NOBODY && is_here(w, i) && !live_plan(h)->pace.decision)
            assert_false(live_away(h) >> w->seat[i] & 1);
}

static void walk_begin(struct walk *w, const char *name, uint64_t round)
{
    struct setup u;
    struct error e = {0};
    struct person p[PEOPLE];
    *w = (struct walk){.host = host_new(round), .r = rng_seeded(round, 12)};
    assert_true(setup_choose(&u, name, &e));
    w->players = setup_players_near(&u, 2 + rng_below(&w->r, 4));
    w->people = w->players < PEOPLE ? w->players : PEOPLE;
    if (rng_below(&w->r, 2))
        w->host->dealer = &cutting_dealer;
    gather(w->host, p, w->people, name, w->players,
           rng_below(&w->r, 3) ? "" : ",\"decision\":5000,\"bank\":9000", w->table);
    for (int i = 0; i < w->people; i++) {
        w->seat[i] = i;
        for (int k = 0; k < WINDOWS; k++) {
            person_init(&w->p[i][k], w->host, i);
            w->p[i][k].number +=
                UINT64_C(1000000) * (uint64_t)(k + 1); /* windows do not share their numbers */
        }
        person_clear(&p[i]);
        come_back(w, i);
    }
}

static void walk_end(struct walk *w)
{
    for (int i = 0; i < w->people; i++)
        for (int k = 0; k < WINDOWS; k++)
            person_clear(&w->p[i][k]);
    host_free(w->host);
}

/* Nobody is forced to come back: then bots play to the end, unless one person alone is waited for.
 */
static void walk_once(const char *name, uint64_t round)
{
    static struct walk w;
    walk_begin(&w, name, round);
    bool nobody_returns = rng_below(&w.r, 4) == 0 && w.people > 1;
    int turns = 0;
    for (; turns < TURNS && !is_over(&w); turns++) {
        if (nobody_returns && turns > 200) {
            for (int i = 0; i < w.people; i++)
                for (int k = 0; k < WINDOWS; k++)
                    person_goes(&w.p[i][k]);
            host_pass(w.host, 10000);
            while (host_think_on(w.host))
                ;
            if (__builtin_popcount(live_people(live_of(&w))) < 2)
                nobody_returns = false;
        } else {
            happen(&w);
        }
        all_listen(&w);
        check_bots(&w);
    }
    if (turns == TURNS)
        fail_msg("%s, %d players, round %d: the game does not end", name, w.players, (int)round);
    walk_end(&w);
}

static bool is_wanted(const char *name)
{
    for (char **o = only; o && *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return !only;
}

static void try_name(const char *name)
{
    for (int i = 0; is_wanted(name) && i < rounds; i++)
        walk_once(name, (uint64_t)i + strlen(name));
}

static void every_game_ends_and_whoever_returns_has_the_chair_back(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        try_name(all_games[g]->name);
        for (const struct preset *p = all_games[g]->presets; p && p->name; p++)
            try_name(p->name);
    }
}

static void who_plays_alone_among_bots_is_waited_for(void **state)
{
    (void)state;
    struct host *h = host_new(1);
    struct person p[1];
    char table[TABLE_ID];
    struct rng r = rng_seeded(1, 1);
    gather(h, p, 1, "kitty", 4, "", table);
    for (int minute = 0; minute < 10;
         minute++) { /* a table is kept for who was there for a while */
        host_pass(h, 60000);
        person_listen(&p[0]);
    }
    for (int i = 0; i < 3; i++) {
        while (host_think_on(h))
            ;
        host_commit(h);
        person_listen(&p[0]);
        person_goes(&p[0]);
        int lines = h->disk.lines;
        for (int k = 0; k < 100; k++) {
            host_pass(h, 3600000);
            assert_false(host_think_on(h));
        }
        assert_int_equal(h->disk.lines, lines);
        person_comes(&p[0]);
        person_enters(&p[0], table);
        assert_true(person_decides(&p[0], &r));
    }
    person_clear(&p[0]);
    host_free(h);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_and_whoever_returns_has_the_chair_back),
        cmocka_unit_test(who_plays_alone_among_bots_is_waited_for),
    };
    if (argc > 1)
        rounds = (int)strtol(argv[1], NULL, 10);
    if (argc > 2)
        only = argv + 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
