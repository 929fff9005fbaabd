/* Hands stay one's own. People come to tables where cards are hidden, leave and come back, are sent
 * away, change chairs, play again, lose connections, ask for everything from the first entry on;
 * tables sleep and the machine goes down. Whatever they are sent is held against who sat where when
 * it happened, which is worked out here from the entries anew:
 *
 *     An event of an entry is told as its seat saw it to the person who sat there at that moment,
 *     and to everybody else as to a spectator. Nothing more, and nothing less.
 *     A view shows hidden cards only of the own chair, and only while nobody else has sat there
 *     since the chair last had nothing to hide.
 *     A hint is only for who has sat there since the game began.
 *
 * Each evening is spent twice: tables wake from pictures of themselves, and from all their entries.
 * What people are told, and what is kept, is the same.
 *
 * Usage: hands [ROUNDS [NAME...]]: so many evenings at tables of each game, or of these. */
#include "tests/hall/guests.h"

#include "wire/viewjson.h"

enum {
    GUESTS = 9,
    ACTIONS = 75,
    STEPS = 8192,     /* of a game that are followed */
    ENTRIES = 16384,  /* of a table */
    APART = 10000000, /* between the numbers of two people's commands */
};

static int rounds = 1;
static char **only;
static struct {
    int sat, refused, given, swaps, kicks, mutes, again, backs, crashes, naps, hints, blind;
} counts;

/* --- Who may know what, from the entries alone ------------------------------------------------ */

struct judge {
    size_t entries; /* that were gone through */
    int sitter[PLAYERS_MAX];
    int8_t at[ENTRIES][PLAYERS_MAX]; /* who sat where after each entry, -1 for no person */
    struct setup setup;
    struct table *table;
    unsigned seen[PLAYERS_MAX]; /* who has sat there since there were no secrets */
    unsigned seen_at[STEPS + 1][PLAYERS_MAX];
    unsigned ever[PLAYERS_MAX]; /* who has sat there since the game began */
    seats fresh;                /* chairs that were left or taken since */
};

static struct judge judge;

static bool has_secrets(int seat)
{
    struct view own, all;
    table_view(judge.table, seat, &own);
    table_view(judge.table, NOBODY, &all);
    for (int i = 0; i < own.zones; i++)
        if (own.zone[i].count && own.zone[i].known && !all.zone[i].known)
            return true;
    return false;
}

static void look_on(void)
{
    struct judge *j = &judge;
    for (int seat = 0; seat < j->table->setup.players; seat++) {
        if (!has_secrets(seat))
            j->seen[seat] = 0;
        if (j->sitter[seat] >= 0)
            j->seen[seat] |= 1u << j->sitter[seat];
        j->seen_at[j->table->steps][seat] = j->seen[seat];
    }
}

static void begin_game(void)
{
    struct judge *j = &judge;
    table_free(j->table);
    j->table = table_new(&j->setup);
    assert_non_null(j->table);
    memset(j->seen, 0, sizeof j->seen);
    memset(j->ever, 0, sizeof j->ever);
    j->fresh = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (j->sitter[seat] >= 0)
            j->ever[seat] = 1u << j->sitter[seat];
    look_on();
}

static void take_back(size_t steps)
{
    struct judge *j = &judge;
    while (j->table->steps > steps)
        table_undo(j->table);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        j->seen[seat] |= j->seen_at[steps][seat];
}

static void sit_down(const struct entry *x)
{
    struct judge *j = &judge;
    if (!x->guest || (x->bot && *x->bot))
        return;
    int who = j->sitter[x->seat] = (int)(x->command / APART);
    assert_true(who < GUESTS);
    counts.sat++;
    if (!j->table || table_turn(j->table).kind == TURN_OVER)
        return;
    j->seen[x->seat] |= 1u << who;
    j->ever[x->seat] |= 1u << who;
    j->fresh |= (seats)(1u << x->seat);
}

static void judge_entry(const struct entry *x)
{
    struct judge *j = &judge;
    struct error e = {0};
    int other;
    if (x->plan && x->kind != ENTRY_PROPOSED)
        j->setup = x->plan->setup;
    switch ((enum entry_kind)x->kind) {
    case ENTRY_SEATED:
        sit_down(x);
        break;
    case ENTRY_LEFT:
    case ENTRY_KICKED:
        if (x->kind == ENTRY_LEFT && x->text && j->table)
            j->seen[x->seat] = j->seen_at[j->table->steps][x->seat] = 0;
        j->sitter[x->seat] = -1;
        j->fresh |= (seats)(1u << x->seat);
        break;
    case ENTRY_SWAPPED:
        other = j->sitter[x->other];
        j->sitter[x->other] = j->sitter[x->seat];
        j->sitter[x->seat] = other;
        break;
    case ENTRY_BEGUN:
    case ENTRY_REMATCH:
        begin_game();
        break;
    case ENTRY_STEP:
        assert_true(table_step(j->table, x->step, &e));
        assert_true(j->table->steps < STEPS);
        look_on();
        break;
    case ENTRY_TAKEN_BACK:
        take_back(x->steps);
        break;
    default:
        break;
    }
}

static void judge_follow(const struct diary *d)
{
    struct judge *j = &judge;
    assert_true(d->entries < ENTRIES);
    for (; j->entries < d->entries; j->entries++) {
        judge_entry(diary_at(d, j->entries));
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            j->at[j->entries][seat] = (int8_t)j->sitter[seat];
    }
}

static void judge_begin(void)
{
    table_free(judge.table);
    memset(&judge, 0, sizeof judge);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        judge.sitter[seat] = -1;
}

static int seat_at(size_t entry, int who)
{
    int seat = 0;
    while (seat < PLAYERS_MAX && judge.at[entry][seat] != who)
        seat++;
    return seat < PLAYERS_MAX ? seat : NOBODY;
}

/* --- A table with people ---------------------------------------------------------------------- */

struct evening {
    struct host *host;
    struct person p[GUESTS];
    unsigned banned; /* who was sent away and is not let in any more */
    char table[TABLE_ID];
    const char *name;
    struct rng r;
    bool pictures;   /* tables wake from them */
    struct text all; /* that was told */
};

static const struct live *live_at(const struct evening *v)
{
    const struct live *h = hall_house(v->host->hall, v->table);
    if (!h)
        fail_msg("%s: the table is gone: %s", v->name, v->host->complaint);
    return h;
}

static void same_keys(const struct evening *v, int who, size_t entry, json_t *told, json_t *may)
{
    static const char *const keys[] = {"cards", "choice"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        json_t *a = json_object_get(told, keys[k]), *b = json_object_get(may, keys[k]);
        if (a == b || (a && b && json_equal(a, b)))
            continue;
        char *is = json_dumps(told, 0), *should = json_dumps(may, 0);
        fail_msg("%s: person %d is told of entry %zu\n%s\nand may know\n%s", v->name, who,
                 entry + 1, is, should);
    }
}

/* An entry as it was told to somebody, against what they saw of it. */
static void check_entry(const struct evening *v, int who, json_t *told)
{
    const struct diary *d = live_diary(live_at(v));
    size_t i = (size_t)json_integer_value(json_object_get(told, "entry")) - 1, k;
    json_t *events = json_object_get(told, "events"), *event;
    assert_int_equal(json_array_size(events), (size_t)diary_at(d, i)->events);
    json_array_foreach(events, k, event)
    {
        struct text out = {0};
        struct event e = event_redact(&diary_at(d, i)->event[k], seat_at(i, who));
        json_event(&out, diary_at(d, i)->game, &e);
        json_t *may = json_loads(text_of(&out), 0, NULL);
        same_keys(v, who, i, event, may);
        json_decref(may);
        text_free(&out);
    }
}

static bool has_faces(json_t *zone)
{
    size_t i;
    json_t *c;
    json_array_foreach(json_object_get(zone, "cards"), i, c)
    {
        if (json_integer_value(c))
            return true;
    }
    return false;
}

/* The view as it was told to somebody, against what everybody sees. */
static void check_view(const struct evening *v, int who, json_t *view)
{
    struct text out = {0};
    struct view all;
    table_view(judge.table, NOBODY, &all);
    json_view(&out, &all);
    json_t *public = json_loads(text_of(&out), 0, NULL), *zones = json_object_get(public, "zones");
    json_t *seen = json_object_get(view, "zones");
    int chair = seat_at(judge.entries - 1, who);
    bool alone = chair != NOBODY && !(judge.seen[chair] & ~(1u << who)) && judge.seen[chair];
    bool secrets = false;
    assert_int_equal(json_array_size(zones), json_array_size(seen));
    for (size_t i = 0; i < json_array_size(zones); i++)
        secrets = secrets || (has_faces(json_array_get(seen, i)) &&
                              !json_equal(json_object_get(json_array_get(seen, i), "cards"),
                                          json_object_get(json_array_get(zones, i), "cards")));
    const char *from = json_string_value(json_object_get(view, "seat"));
    if (secrets && (!alone || !from || from[0] - 'A' != chair))
        fail_msg("%s: person %d on chair %d looks from %s and sees\n%s", v->name, who, chair,
                 from ? from : "nowhere", json_dumps(view, 0));
    if (chair != NOBODY && judge.setup.game == judge.table->setup.game && !from)
        counts.blind++;
    bool own = chair != NOBODY && !(judge.fresh >> chair & 1) && judge.ever[chair] == 1u << who;
    if (own && (!from || from[0] - 'A' != chair))
        fail_msg("%s: person %d no longer sees the own chair %d", v->name, who, chair);
    json_decref(public);
    text_free(&out);
}

/* All that somebody has heard since it was checked last. */
static void check_heard(struct evening *v, int who)
{
    struct person *p = &v->p[who];
    json_t *view = NULL, *m;
    for (char *line = p->heard.size ? p->heard.at : NULL, *end; line && *line; line = end + 1) {
        size_t i;
        json_t *e;
        end = strchr(line, '\n');
        m = json_loadb(line, (size_t)(end - line), 0, NULL);
        json_array_foreach(json_object_get(m, "entries"), i, e)
        {
            check_entry(v, who, e);
        }
        if (json_object_get(m, "view")) {
            json_decref(view);
            view = json_incref(json_object_get(m, "view"));
        }
        json_decref(m);
    }
    if (view)
        check_view(v, who, view);
    json_decref(view);
    text_add(&v->all, "%d hears %s\n", who, p->heard.size ? text_of(&p->heard) : "nothing");
    text_clear(&p->heard);
}

static void all_listen(struct evening *v)
{
    host_commit(v->host);
    judge_follow(live_diary(live_at(v)));
    for (int i = 0; i < GUESTS; i++) {
        person_listen(&v->p[i]);
        check_heard(v, i);
    }
}

/* --- What they do ----------------------------------------------------------------------------- */

static char some_chair(struct evening *v)
{
    return (char)('A' + rng_below(&v->r, live_plan(live_at(v))->setup.players));
}

/* Comes in, unless the host has sent them away. */
static void comes_in(struct evening *v, int who)
{
    char more[64];
    struct person *p = &v->p[who];
    if (!(v->banned >> who & 1)) {
        person_enters(p, v->table);
        return;
    }
    snprintf(more, sizeof more, ",\"table\":\"%s\"", v->table);
    assert_false(person_does(p, "enter", more));
    assert_non_null(strstr(person_refusal(p), "sent you away"));
}

/* The same with all that happened since any entry. */
static void enters(struct evening *v, int who)
{
    struct person *p = &v->p[who];
    uint64_t last = live_diary(live_at(v))->entries;
    uint64_t since = rng_below(&v->r, 2) ? 0 : (uint64_t)rng_below(&v->r, (int)last + 1);
    p->entry = v->banned >> who & 1 ? p->entry : since;
    comes_in(v, who);
}

static void comes_anew(struct evening *v, int who)
{
    struct person *p = &v->p[who];
    if (p->visitor)
        person_goes(p);
    person_comes(p);
    enters(v, who);
}

static void crashes(struct evening *v)
{
    counts.crashes++;
    for (int i = 0; i < GUESTS; i++)
        person_goes(&v->p[i]);
    host_crash(v->host);
    for (int i = 0; i < GUESTS; i++) {
        person_comes(&v->p[i]);
        comes_in(v, i);
    }
}

static int host_of(const struct evening *v)
{
    int seat = live_leader(live_at(v));
    return seat == NOBODY ? rng_below((struct rng *)&v->r, GUESTS) : judge.sitter[seat];
}

static void sits(struct evening *v, int who)
{
    char more[64];
    int size = snprintf(more, sizeof more, ",\"name\":\"P%d\"", who);
    if (rng_below(&v->r, 2))
        snprintf(more + size, sizeof more - (size_t)size, ",\"seat\":\"%c\"", some_chair(v));
    counts.refused += !person_does(&v->p[who], "sit", more);
}

static void asks_for_hint(struct evening *v, int who)
{
    int chair = seat_at(judge.entries - 1, who);
    if (!person_does(&v->p[who], "hint", ""))
        return;
    counts.hints++;
    assert_int_not_equal(chair, NOBODY);
    if (judge.fresh >> chair & 1 || judge.ever[chair] != 1u << who)
        fail_msg("%s: person %d is given a hint from what others saw", v->name, who);
}

static void swaps(struct evening *v)
{
    char more[64];
    int host = host_of(v);
    snprintf(more, sizeof more, ",\"seat\":\"%c\",\"other\":\"%c\"", some_chair(v), some_chair(v));
    counts.swaps += person_does(&v->p[host], "swap", more);
    enters(v, host);
}

/* Nobody hears somebody any more, or does again. */
static void mutes(struct evening *v, int who)
{
    char more[64];
    bool chair = rng_below(&v->r, 2);
    const char *word = rng_below(&v->r, 3) ? "mute" : "unmute";
    person_does(&v->p[who], "look", ",\"name\":\"Watcher\"");
    person_does(&v->p[who], "say", ",\"text\":\"I am here.\"");
    snprintf(more, sizeof more, chair ? ",\"seat\":\"%c\"" : ",\"name\":\"Watcher\"",
             some_chair(v));
    counts.mutes += person_does(&v->p[host_of(v)], word, more);
}

/* A bot or a person leaves a chair because the host wants it, or a bot comes. */
static void host_does(struct evening *v, const char *word)
{
    char more[64], chair = some_chair(v);
    int who = judge.sitter[chair - 'A'];
    bool kick = strcmp(word, "kick") == 0;
    if (kick && who >= 0 && __builtin_popcount(v->banned) > GUESTS / 2)
        return; /* some have to be left */
    snprintf(more, sizeof more, ",\"seat\":\"%c\",\"bot\":\"random\"", chair);
    bool fine = person_does(&v->p[host_of(v)], word, more);
    counts.kicks += fine && kick;
    if (fine && kick && who >= 0)
        v->banned |= 1u << who;
}

/* After the end the next game, the same or another one where something is hidden. */
static void play_again(struct evening *v)
{
    static const char *const others[] = {"deadfall", "octopus", "judge", "goblin-poker"};
    char more[64];
    int host = host_of(v);
    if (rng_below(&v->r, 2)) {
        swaps(v);
        all_listen(v);
    }
    if (rng_below(&v->r, 3) == 0) {
        snprintf(more, sizeof more, ",\"game\":\"%s\"", others[rng_below(&v->r, 4)]);
        person_does(&v->p[host], "change", more);
    }
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        snprintf(more, sizeof more, ",\"seat\":\"%c\",\"bot\":\"random\"", 'A' + seat);
        person_does(&v->p[host], "bot", more);
    }
    counts.again += person_does(&v->p[host], "begin", "");
}

static void wants_back(struct evening *v)
{
    const struct diary *d = live_diary(live_at(v));
    for (int i = 0; i < GUESTS; i++)
        person_does(&v->p[i], "take-back", "");
    counts.backs += d->entries && diary_at(d, d->entries - 1)->kind == ENTRY_TAKEN_BACK;
}

/* The game goes on, for some decisions. */
static void plays(struct evening *v)
{
    for (int turns = 1 + rng_below(&v->r, 12); turns > 0; turns--) {
        bool any = host_think_on(v->host);
        all_listen(v);
        for (int i = 0; i < GUESTS && !any; i++)
            any = !(v->banned >> i & 1) && person_decides(&v->p[i], &v->r);
        all_listen(v);
    }
}

static void leaves(struct evening *v, int who)
{
    bool gives = rng_below(&v->r, 3) == 0;
    counts.given += person_does(&v->p[who], "leave", gives ? ",\"give\":true" : "") && gives;
}

/* Whoever sits on some chair, or anybody. */
static int somebody(struct evening *v)
{
    int who = judge.sitter[some_chair(v) - 'A'];
    return who >= 0 && rng_below(&v->r, 4) ? who : rng_below(&v->r, GUESTS);
}

static void time_passes(struct evening *v)
{
    if (rng_below(&v->r, 3) == 0)
        crashes(v);
    else
        host_pass(v->host, rng_below(&v->r, 8000));
}

/* Nothing but what bots do happens for a moment, in which a table may go to sleep. */
static void dozes(struct evening *v)
{
    for (int bots = 0; bots < 4 && host_think_on(v->host); bots++)
        all_listen(v);
    int awake = hall_awake(v->host->hall);
    host_pass(v->host, rng_below(&v->r, 4000));
    counts.naps += hall_awake(v->host->hall) < awake;
    if (!v->pictures)
        text_clear(&v->host->disk.picture[0]);
}

enum act {
    SIT,
    LEAVE,
    KICK,
    MUTE,
    BOT,
    SWAP,
    ENTER,
    COME,
    HINT,
    BACK,
    PASS,
    EXPLAIN,
    AGAIN,
    PLAY,
    ACTS
};

static const int often[ACTS] = {
    [SIT] = 10, [LEAVE] = 3, [KICK] = 3, [MUTE] = 1, [BOT] = 1,     [SWAP] = 2,  [ENTER] = 3,
    [COME] = 1, [HINT] = 2,  [BACK] = 2, [PASS] = 3, [EXPLAIN] = 1, [AGAIN] = 1, [PLAY] = 12};

static enum act choose(struct evening *v)
{
    int all = 0, act = 0;
    for (int i = 0; i < ACTS; i++)
        all += often[i];
    for (int lot = rng_below(&v->r, all); lot >= often[act]; act++)
        lot -= often[act];
    const struct table *t = live_table(live_at(v));
    bool playing = t && table_turn(t).kind != TURN_OVER;
    return act == PLAY && !playing ? AGAIN : act == AGAIN && playing ? PLAY : (enum act)act;
}

static void acts(struct evening *v)
{
    int who = somebody(v);
    switch (choose(v)) {
    case SIT:
        sits(v, who);
        break;
    case LEAVE:
        leaves(v, who);
        break;
    case KICK:
        host_does(v, "kick");
        break;
    case MUTE:
        mutes(v, who);
        break;
    case BOT:
        host_does(v, "bot");
        break;
    case SWAP:
        swaps(v);
        break;
    case ENTER:
        enters(v, who);
        break;
    case COME:
        comes_anew(v, who);
        break;
    case HINT:
        asks_for_hint(v, who);
        break;
    case BACK:
        wants_back(v);
        break;
    case PASS:
        time_passes(v);
        break;
    case EXPLAIN:
        person_does(&v->p[who], "explain", "");
        break;
    case AGAIN:
        play_again(v);
        break;
    default:
        plays(v);
    }
    all_listen(v);
    if (rng_below(&v->r, 2))
        dozes(v);
}

static struct text spend(const char *name, uint64_t round, bool pictures)
{
    static struct evening v;
    struct error e = {0};
    struct setup u;
    char more[160];
    v = (struct evening){
        .host = host_new(round), .name = name, .r = rng_seeded(25, round), .pictures = pictures};
    assert_true(setup_choose(&u, name, &e));
    int least = setup_players_min(&u), most = setup_players_max(&u);
    int players = setup_players_near(&u, least + rng_below(&v.r, most - least + 1));
    judge_begin();
    for (int i = 0; i < GUESTS; i++) {
        person_init(&v.p[i], v.host, i);
        v.p[i].number = (uint64_t)APART * (uint64_t)i;
        person_comes(&v.p[i]);
    }
    snprintf(more, sizeof more,
             ",\"game\":\"%s\",\"players\":%d,\"name\":\"P0\",\"public\":true,\"hints\":true", name,
             players);
    assert_true(person_does(&v.p[0], "create", more));
    snprintf(v.table, TABLE_ID, "%s", json_string_value(json_object_get(v.p[0].answer, "table")));
    judge_follow(live_diary(live_at(&v)));
    for (int i = 1; i < GUESTS; i++)
        person_enters(&v.p[i], v.table);
    for (int i = 0; i < players / 2; i++)
        sits(&v, 1 + i);
    all_listen(&v);
    play_again(&v);
    all_listen(&v);
    for (int i = 0; i < ACTIONS; i++)
        acts(&v);
    for (int i = 0; i < GUESTS; i++)
        person_clear(&v.p[i]);
    for (int i = 0; i < v.host->disk.lines; i++)
        text_add(&v.all, "%s\n", v.host->disk.line[i].words);
    host_free(v.host);
    return v.all;
}

/* Twice; what differs is shown from where it begins. */
static void spend_both(const char *name, uint64_t round)
{
    struct text woken = spend(name, round, true), replayed = spend(name, round, false);
    const char *a = text_of(&woken), *b = text_of(&replayed);
    size_t same = 0;
    while (a[same] && a[same] == b[same])
        same++;
    if (a[same] || b[same])
        fail_msg("%s: from pictures\n%.2000s\nand from all entries\n%.2000s", name, a + same,
                 b + same);
    text_free(&woken);
    text_free(&replayed);
}

static bool is_wanted(const char *name)
{
    for (char **o = only; o && *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return !only;
}

static void nobody_is_sent_a_hidden_card_that_somebody_else_saw(void **state)
{
    (void)state;
    for (int g = 0; all_games[g]; g++)
        for (int i = 0; all_games[g]->hidden && is_wanted(all_games[g]->name) && i < rounds; i++)
            spend_both(all_games[g]->name, (uint64_t)i);
    print_message(
        "%d sat down, %d were refused, %d hands were given away; %d swaps, %d kicks, %d mutes, %d "
        "games more, %d taken back, %d crashes, %d naps, %d hints, %d views of no cards\n",
        counts.sat, counts.refused, counts.given, counts.swaps, counts.kicks, counts.mutes,
        counts.again, counts.backs, counts.crashes, counts.naps, counts.hints, counts.blind);
    bool all = counts.sat && counts.refused && counts.given && counts.swaps && counts.kicks &&
               counts.mutes && counts.again && counts.backs && counts.crashes && counts.naps &&
               counts.hints && counts.blind;
    assert_true(only || all);
    judge_begin();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_sent_a_hidden_card_that_somebody_else_saw)};
    if (argc > 1)
        rounds = (int)strtol(argv[1], NULL, 10);
    if (argc > 2)
        only = argv + 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
