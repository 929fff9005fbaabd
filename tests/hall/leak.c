/* The leak test over the wire. A game is played twice, in two halls, with the same messages to
 * both; the second time all that somebody cannot know is dealt anew: cards they have not seen and
 * choices that others made in secret. Whoever cannot know it must be sent the same bytes, in as
 * many messages, by both, whatever they and the others ask for meanwhile.
 *
 * What somebody can know is said by the events (event_redact) and by nothing else, so that a view,
 * a list of decisions or an answer that tells more is found.
 *
 * Usage: leak [ROUNDS [NAME...]]: so many twins of each game, or of these games and variants. */
#include "tests/hall/guests.h"

enum {
    STEPS = 160,       /* of a game that are played */
    CHANGES = 30,      /* tries to make the twin another game */
    TAB = PLAYERS_MAX, /* a second window of somebody who plays, */
    STRANGER,          /* a spectator with a token, */
    PASSER_BY,         /* and one without */
    MEMBERS,
};

static int rounds = 2;
static int hints; /* that were given */
static int changes;
static char **only;

/* --- Two games that look the same to somebody ------------------------------------------------- */

struct script {
    struct setup setup;
    struct step step[STEPS];
    size_t steps;
};

/* What the first game told, step by step; log[0] is its beginning. */
static struct log told[STEPS + 1];

static void copy_log(struct log *to, const struct table *t)
{
    to->size = t->log.size;
    memcpy(to->event, t->log.event, (size_t)t->log.size * sizeof *t->log.event);
}

/* A random game, or its beginning. */
static void play_first(struct script *s, struct rng *r)
{
    struct table *t = table_new(&s->setup);
    assert_non_null(t);
    copy_log(&told[0], t);
    while (t->steps < STEPS && table_turn(t).kind != TURN_OVER) {
        test_step(t, r);
        copy_log(&told[t->steps], t);
    }
    s->steps = t->steps;
    memcpy(s->step, t->step, t->steps * sizeof *t->step);
    table_free(t);
}

static bool same_event(const struct event *one, const struct event *other, int looks)
{
    struct event a = event_redact(one, looks), b = event_redact(other, looks);
    return event_same(&a, &b);
}

static bool same_log(const struct log *a, const struct table *t, int looks)
{
    bool same = a->size == t->log.size;
    for (int i = 0; same && i < a->size; i++)
        same = same_event(&a->event[i], &t->log.event[i], looks);
    return same;
}

/* After how many steps the one who looks could still not tell the twin from the first game. */
static size_t reach(const struct script *twin, int looks, size_t most)
{
    struct table *t = table_new(&twin->setup);
    struct error e = {0};
    assert_non_null(t);
    while (t->steps < most && table_step(t, twin->step[t->steps], &e) &&
           same_log(&told[t->steps], t, looks))
        ;
    /* The step that gave it away does not count. */
    size_t steps = t->steps;
    if (steps && !same_log(&told[steps], t, looks))
        steps--;
    table_free(t);
    return steps;
}

/* Another choice of somebody in secret, at the twin's step i. */
static void choose_anew(struct script *twin, size_t i, struct rng *r)
{
    action legal[ACTIONS_MAX];
    struct error e = {0};
    struct step *step = &twin->step[i];
    struct table *t = table_new(&twin->setup);
    assert_non_null(t);
    while (t->steps < i && table_step(t, twin->step[t->steps], &e))
        ;
    int count = t->steps == i ? table_legal(t, step->who, legal) : 0;
    if (count)
        step->what = legal[rng_below(r, count)];
    table_free(t);
}

/* Two cards change places, or one becomes another; or somebody chooses something else. */
static void change_one(struct script *twin, size_t most, struct rng *r)
{
    size_t i = (size_t)rng_below(r, (int)most), j = (size_t)rng_below(r, (int)twin->steps);
    struct step *one = &twin->step[i], *other = &twin->step[j];
    if (one->kind == TURN_SEATS && twin->setup.game->verbs[action_verb(one->what)].secret)
        choose_anew(twin, i, r);
    if (one->kind != TURN_DECK)
        return;
    action what = one->what;
    bool swaps = other->kind == TURN_DECK && rng_below(r, 2);
    one->what = swaps ? other->what : (action)(1 + rng_below(r, RANKS));
    if (swaps)
        other->what = what;
}

/* The same game to the one who looks for so many steps, and otherwise another. */
static void make_twin(struct script *twin, const struct script *first, int looks, size_t most,
                      struct rng *r)
{
    *twin = *first;
    for (int i = 0; i < CHANGES && most; i++) {
        struct script trial = *twin;
        change_one(&trial, most, r);
        if (reach(&trial, looks, most) == most)
            *twin = trial;
    }
}

static bool differ(const struct script *a, const struct script *b, size_t steps)
{
    for (size_t i = 0; i < steps; i++)
        if (a->step[i].what != b->step[i].what)
            return true;
    return false;
}

/* --- A hall where it is played ---------------------------------------------------------------- */

struct play {
    struct host *host;
    const struct script *script;
    struct dealer dealer;
    struct person p[MEMBERS];
    int people;
    action was;     /* what somebody had chosen before */
    size_t reached; /* steps of the script that were decided, though they may not be steps yet */
    char table[TABLE_ID];
};

static const struct table *table_of(const struct play *y)
{
    return live_table(hall_house(y->host->hall, y->table));
}

static void seal(void *context, const struct deal *d, char out[SEAL_TEXT])
{
    (void)context;
    (void)d;
    memset(out, '0', SEAL_TEXT - 1);
    out[SEAL_TEXT - 1] = '\0';
}

static bool fits(void *context, const char *cut, const char *sealed)
{
    (void)context;
    (void)cut;
    (void)sealed;
    return true;
}

/* What the script says; after its end whatever there is. */
static int card(void *context, const struct deal *d)
{
    (void)d;
    const struct play *y = context;
    const struct table *t = table_of(y);
    const struct step *step = t->steps < y->script->steps ? &y->script->step[t->steps] : NULL;
    bool there =
        step && step->kind == TURN_DECK && pile_count(game_source(t->state), (int)step->what) > 0;
    return there ? (int)step->what : pile_pick(game_source(t->state), 0);
}

static int lot(void *context, const struct deal *d, int lots)
{
    (void)d;
    (void)lots;
    const struct play *y = context;
    const struct table *t = table_of(y);
    seats may = table_turn(t).seats;
    int who = t->steps < y->script->steps ? y->script->step[t->steps].who : 0;
    return may >> who & 1 ? __builtin_popcount(may & ((1u << who) - 1)) : 0;
}

static void person_watches(struct play *y, int member)
{
    struct person *p = &y->p[member];
    char more[64];
    snprintf(more, sizeof more, ",\"table\":\"%s\"", y->table);
    assert_true(person_does(p, "enter", more));
}

static void play_begin(struct play *y, const struct script *s, int people, const char *more)
{
    *y = (struct play){.host = host_new(7), .script = s, .people = people};
    y->dealer = (struct dealer){.context = y, .seal = seal, .fits = fits, .card = card, .lot = lot};
    y->host->dealer = &y->dealer;
    gather(y->host, y->p, people, setup_name(&s->setup), s->setup.players, more, y->table);
    for (int i = TAB; i < MEMBERS; i++) {
        person_init(&y->p[i], y->host, i == TAB ? people - 1 : i);
        y->p[i].number += 5000; /* windows do not share their numbers */
        if (i == PASSER_BY) {
            y->p[i].visitor = hall_connect(y->host->hall, &y->p[i]);
            assert_non_null(y->p[i].visitor);
        } else {
            person_comes(&y->p[i]);
        }
        person_watches(y, i);
    }
}

static void play_end(struct play *y)
{
    for (int i = 0; i < MEMBERS; i++)
        if (y->p[i].host)
            person_clear(&y->p[i]);
    host_free(y->host);
}

static void all_listen(struct play *y)
{
    host_commit(y->host);
    for (int i = 0; i < MEMBERS; i++)
        if (y->p[i].host)
            person_listen(&y->p[i]);
}

/* --- What they do meanwhile ------------------------------------------------------------------- */

/* One thing that somebody does, in both halls alike. */
struct aside {
    int member, what;
    char words[256];
    int64_t since, pass; /* since < 0: without one */
    bool all;
};

static const char *const tried[] = {
    "begin", "sit",     "kick",  "swap",  "change", "bot",  "pledge",
    "cut",   "explain", "words", "rules", "dance",  "exit",
};

enum { TRIED = sizeof tried / sizeof *tried };

enum { TRY, EXPLAIN, HINT, DECIDE, SAY, BACK, AGAIN, LOSE, PASS, ASIDES };

static bool may_choose(const struct play *y, int member, action a)
{
    action legal[ACTIONS_MAX];
    int seat = member == TAB ? y->people - 1 : member;
    int count = seat < y->people ? table_legal(table_of(y), seat, legal) : 0;
    while (count > 0 && legal[count - 1] != a)
        count--;
    return count > 0;
}

/* A decision that is refused: too late, or not theirs to make. */
static void choose_wrong(struct aside *a, const struct play *y, const struct play *z, struct rng *r)
{
    const struct script *s = y->script;
    const struct step *step = &s->step[rng_below(r, (int)s->steps)];
    char choice[ACTION_TEXT] = "dance";
    bool late = rng_below(r, 4) == 0;
    if (step->kind == TURN_SEATS) {
        action_text(s->setup.game, step->what, choice);
        late = late || may_choose(y, a->member, step->what) || may_choose(z, a->member, step->what);
    }
    snprintf(a->words, sizeof a->words, ",\"choice\":\"%s\"%s", choice, late ? ",\"after\":1" : "");
}

/* Chooses what to do. What is tried is refused, or brings nothing about that depends on cards. */
static struct aside choose_aside(const struct play *y, const struct play *z, struct rng *r)
{
    struct aside a = {.what = rng_below(r, 3)   ? DECIDE
                              : rng_below(r, 2) ? HINT
                                                : rng_below(r, ASIDES),
                      .all = rng_below(r, 2)};
    do {
        a.member = rng_below(r, MEMBERS);
    } while (!y->p[a.member].host);
    if (a.what == DECIDE)
        choose_wrong(&a, y, z, r);
    else if (a.what == SAY)
        snprintf(a.words, sizeof a.words, ",\"text\":\"%d\"", rng_below(r, 100));
    else if (a.what == TRY)
        snprintf(a.words, sizeof a.words, ",\"seat\":\"%c\",\"other\":\"Q\",\"bot\":\"run:x\"",
                 'X' + rng_below(r, 2));
    a.since = rng_below(r, 2) ? rng_below(r, (int)y->p[a.member].entry + 1) : -1;
    a.pass = rng_below(r, 6000);
    return a;
}

static void come_again(struct play *y, const struct aside *a)
{
    struct person *p = &y->p[a->member];
    char more[128];
    if (a->what == LOSE) {
        person_goes(p);
        p->visitor = hall_connect(p->host->hall, p);
        assert_non_null(p->visitor);
        snprintf(more, sizeof more, ",\"token\":\"%s\",\"language\":\"%s\"", p->token,
                 a->all ? "de" : "en");
        assert_true(person_does(p, "hello", a->member == PASSER_BY ? "" : more));
    }
    if (a->since < 0) {
        person_watches(y, a->member);
        return;
    }
    p->entry = (uint64_t)a->since;
    person_enters(p, y->table);
}

static void do_aside(struct play *y, const struct aside *a)
{
    struct person *p = &y->p[a->member];
    switch (a->what) {
    case TRY:
        person_does(p, tried[a->pass % TRIED], a->words);
        if (!json_object_get(p->answer, "refused") && a->pass % TRIED == TRIED - 1)
            person_watches(y, a->member);
        break;
    case DECIDE:
        person_does(p, "decide", a->words);
        break;
    case SAY:
        person_does(p, "say", a->words);
        break;
    case BACK:
        for (int i = 0; i < y->people; i++)
            if (a->all || i == a->member)
                person_does(&y->p[i], "take-back", "");
        break;
    case AGAIN:
    case LOSE:
        come_again(y, a);
        break;
    case PASS:
        host_pass(y->host, a->pass);
        break;
    case HINT: /* whoever is to decide gets one */
        for (int i = 0; i < y->people; i++)
            hints += person_does(&y->p[i], "hint", "");
        break;
    default:
        person_does(p, "explain", "");
    }
    all_listen(y);
}

static int decisions_of(const struct step *step, size_t steps, int seat)
{
    int count = 0;
    for (size_t i = 0; i < steps; i++)
        count += step[i].kind == TURN_SEATS && step[i].who == seat;
    return count;
}

/* The next decision of the script that is waited for: secret choices are made in its order, but are
 * steps of the game in that of the seats. */
static const struct step *next_step(const struct play *y)
{
    const struct script *s = y->script;
    const struct table *t = table_of(y);
    const struct live *h = hall_house(y->host->hall, y->table);
    for (size_t i = 0; i < s->steps; i++) {
        int seat = s->step[i].who;
        if (s->step[i].kind == TURN_SEATS && (live_people_due(h) | live_bots_due(h)) >> seat & 1 &&
            decisions_of(s->step, i, seat) == decisions_of(t->step, t->steps, seat))
            return &s->step[i];
    }
    fail_msg("nobody decides");
    return NULL;
}

/* Somebody decides; whoever is late has a bot that does. */
static void do_step(struct play *y)
{
    const struct table *t = table_of(y);
    const struct step *step = next_step(y);
    struct host *h = y->host;
    size_t reached = (size_t)(step - y->script->step) + 1;
    y->reached = y->reached > reached ? y->reached : reached;
    int i = 0;
    while (i < h->thoughts && h->thought[i].seat != step->who)
        i++;
    if (i < h->thoughts) {
        hall_thought(h->thought[i].room, step->who, h->thought[i].thought, step->what);
    } else {
        char choice[ACTION_TEXT], more[128];
        snprintf(more, sizeof more, ",\"choice\":\"%s\"",
                 action_text(t->setup.game, step->what, choice));
        if (!person_does(&y->p[step->who], "decide", more))
            fail_msg("%s: %s", choice, person_refusal(&y->p[step->who]));
    }
    all_listen(y);
}

/* --- The comparison --------------------------------------------------------------------------- */

struct twins {
    struct play one, other;
    size_t limit[MEMBERS]; /* steps after which a member may know */
    bool knows[MEMBERS];
};

static void compare(struct twins *w, const char *after)
{
    char next[TABLE_ID];
    size_t now = table_of(&w->one)->steps, steps = now > w->one.reached ? now : w->one.reached;
    for (int i = 0; i < MEMBERS; i++) {
        struct person *p = &w->one.p[i], *q = &w->other.p[i];
        w->knows[i] = w->knows[i] || steps > w->limit[i];
        if (p->host && !w->knows[i]) {
            if (strcmp(text_of(&p->heard), text_of(&q->heard)) != 0)
                fail_msg(
                    "%s, %d players, member %d after %s at step %zu hears\n%sand of the twin\n%s",
                    setup_name(&w->one.script->setup), w->one.script->setup.players, i, after,
                    steps, text_of(&p->heard), text_of(&q->heard));
            assert_int_equal(p->called, q->called);
        }
        text_clear(&p->heard);
        text_clear(&q->heard);
    }
    struct text one = {0}, other = {0};
    hall_list(w->one.host->hall, "", TABLES, next, &one);
    hall_list(w->other.host->hall, "", TABLES, next, &other);
    assert_string_equal(text_of(&one), text_of(&other));
    text_free(&one);
    text_free(&other);
}

/* Whoever has chosen chooses something else, another thing in each hall, and then the same as
 * before: nobody else hears of what. */
static void change_minds(struct twins *w, struct rng *r)
{
    for (int seat = 0; seat < w->one.people; seat++) {
        for (int turn = 0; turn < 4; turn++) {
            struct play *y = turn % 2 ? &w->other : &w->one;
            const struct live *h = hall_house(y->host->hall, y->table);
            const struct game *game = live_plan(h)->setup.game;
            action legal[ACTIONS_MAX];
            char choice[ACTION_TEXT], more[128];
            seats ready, chosen = live_chosen(h, &ready);
            int count = chosen >> seat & 1 ? table_legal(live_table(h), seat, legal) : 0;
            if (!count)
                continue;
            if (turn < 2)
                y->was = live_choice(h, seat);
            action a = turn < 2 ? legal[rng_below(r, count)] : y->was;
            snprintf(more, sizeof more, ",\"choice\":\"%s\"", action_text(game, a, choice));
            assert_true(person_does(&y->p[seat], "decide", more));
            all_listen(y);
            changes++;
        }
        for (int i = 0; i < MEMBERS; i++) {
            if (i != seat && (i != TAB || seat != w->one.people - 1))
                continue;
            text_clear(&w->one.p[i].heard);
            text_clear(&w->other.p[i].heard);
        }
    }
}

static bool goes_on(struct twins *w, size_t most)
{
    const struct table *a = table_of(&w->one), *b = table_of(&w->other);
    bool all_know = true;
    for (int i = 0; i < MEMBERS; i++)
        all_know = all_know && (w->knows[i] || !w->one.p[i].host);
    return !all_know && a->steps < most && table_turn(a).kind == TURN_SEATS &&
           table_turn(b).kind == TURN_SEATS;
}

static void play_both(const struct script *one, const struct script *other, size_t most,
                      struct rng *r)
{
    static struct twins w;
    int players = one->setup.players,
        people = players > 1 && rng_below(r, 2) ? players - 1 : players;
    const char *terms =
        rng_below(r, 2) ? ",\"hints\":true,\"decision\":9000,\"bank\":9000" : ",\"hints\":true";
    w = (struct twins){0};
    for (int i = 0; i < MEMBERS; i++) {
        int looks = i == TAB ? people - 1 : i > TAB ? NOBODY : i;
        w.limit[i] = looks == NOBODY || looks < players ? reach(other, looks, most) : 0;
    }
    play_begin(&w.one, one, people, terms);
    play_begin(&w.other, other, people, terms);
    compare(&w, "the beginning");
    while (goes_on(&w, most)) {
        if (rng_below(r, 8) == 0) {
            change_minds(&w, r);
            compare(&w, "a change");
        } else if (rng_below(r, 2)) {
            struct aside a = choose_aside(&w.one, &w.other, r);
            do_aside(&w.one, &a);
            do_aside(&w.other, &a);
            compare(&w, "an aside");
        } else {
            do_step(&w.one);
            do_step(&w.other);
            compare(&w, "a decision");
        }
    }
    play_end(&w.one);
    play_end(&w.other);
}

/* Whether the twin was another game before the one who looks could know. */
static bool try_once(const char *name, uint64_t round)
{
    static struct script first, twin;
    struct error e = {0};
    struct rng r = rng_seeded(20261116, round);
    assert_true(setup_choose(&first.setup, name, &e));
    int least = setup_players_min(&first.setup), most = setup_players_max(&first.setup);
    int players = setup_players_near(&first.setup, least + rng_below(&r, most - least + 1));
    first.setup = test_setup(name, players, NULL);
    play_first(&first, &r);
    int looks = rng_below(&r, 4) ? rng_below(&r, players) : NOBODY;
    size_t until = 1 + (size_t)rng_below(&r, (int)first.steps);
    make_twin(&twin, &first, looks, until, &r);
    play_both(&first, &twin, until, &r);
    return differ(&first, &twin, until);
}

static bool is_wanted(const char *name)
{
    for (char **o = only; o && *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return !only;
}

/* Returns how many twins of a game or variant were not the same game. */
static int try_all(const char *name)
{
    int different = 0;
    for (int i = 0; is_wanted(name) && i < rounds; i++)
        different += try_once(name, (uint64_t)i);
    return different;
}

static void nobody_is_sent_what_they_cannot_know(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++) {
        const struct game *game = all_games[g];
        hints = 0;
        int different = try_all(game->name);
        for (const struct preset *p = game->presets; p && p->name; p++)
            different += try_all(p->name);
        if (game->hidden && !different && !only)
            fail_msg("%s: nothing hidden was dealt anew", game->name);
        if (game->hidden && !hints && is_wanted(game->name))
            fail_msg("%s: nobody was given a hint", game->name);
    }
    assert_true(changes || only);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_sent_what_they_cannot_know)};
    if (argc > 1)
        rounds = (int)strtol(argv[1], NULL, 10);
    if (argc > 2)
        only = argv + 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
