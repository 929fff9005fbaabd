/* The house: what it refuses, what its entries tell and to whom, and that they are all there is. */
#include "tests/test.h"

#include "bots/random.h"
#include "live/archive.h"
#include "live/inside.h"

/* --- A host ----------------------------------------------------------------------------------- */

/* Keeps nothing but numbers, and has bots think when the test wants them to. */
struct host {
    bool full; /* nothing more can be kept */
    size_t kept;
    int kept_at_once;
    seats thinking;
    uint64_t thought[PLAYERS_MAX];
    struct bot *bot[PLAYERS_MAX];
    const struct knowledge *knowledge[PLAYERS_MAX];
    struct rng random[PLAYERS_MAX];
};

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    (void)context;
    return bot_new(name, e);
}

static bool keep(void *context, const struct diary *d, size_t first, struct error *e)
{
    struct host *host = context;
    if (host->full)
        return error_set(e, "there is no room; make some");
    assert_int_equal(first, host->kept);
    assert_true(d->entries > first);
    host->kept_at_once = (int)(d->entries - first);
    host->kept = d->entries;
    return true;
}

static void think(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    struct host *host = context;
    assert_false(host->thinking >> seat & 1);
    assert_int_equal(knowledge_seat(k), seat);
    host->thinking |= (seats)(1u << seat);
    host->thought[seat] = thought;
    host->bot[seat] = b;
    host->knowledge[seat] = k;
    host->random[seat] = r;
}

static void forget(void *context, int seat)
{
    struct host *host = context;
    assert_true(host->thinking >> seat & 1);
    host->thinking &= (seats) ~(1u << seat);
}

static struct live_host host_of(struct host *host)
{
    return (struct live_host){
        .context = host, .bot = make_bot, .keep = keep, .think = think, .forget = forget};
}

static action choice_of(struct host *host, int seat)
{
    return bot_choose(host->bot[seat], host->knowledge[seat], &host->random[seat]);
}

/* --- Houses ----------------------------------------------------------------------------------- */

enum { ANN, BEN, CLEO };

/* People in the seats of `people`, bots in the others. */
static struct plan plan_for(const char *game, int players, seats people, const char *bot)
{
    struct plan p = {.setup = test_setup(game, players, NULL), .seed = 7};
    struct setup u;
    struct error e = {0};
    if (setup_choose(&u, game, &e))
        p.setup.preset = u.preset;
    for (int seat = 0; seat < players; seat++)
        if (!(people >> seat & 1))
            snprintf(p.chair[seat].bot, BOT_ROOM, "%s", bot);
    return p;
}

static struct live *open_house(const struct plan *p, struct host *host)
{
    struct error e = {0};
    struct live_host of = host_of(host);
    struct live *h = live_new(p, &of, &e);
    if (!h)
        fail_msg("%s", e.text);
    return h;
}

static struct live *begin_house(const struct plan *p, struct host *host)
{
    struct error e = {0};
    struct live *h = open_house(p, host);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    return h;
}

static action any_legal(const struct live *h, int seat, struct rng *r)
{
    action legal[ACTIONS_MAX];
    return random_choose(legal, table_legal(live_table(h), seat, legal), r);
}

/* Whatever the game waits for, by chance; bots think. False: nothing. */
static bool play_on(struct live *h, struct host *host, struct rng *r)
{
    struct error e = {0};
    enum live_answer answer = LIVE_REFUSED;
    struct turn turn = live_table(h) ? table_turn(live_table(h)) : (struct turn){0};
    if (turn.kind == TURN_OVER)
        return false;
    seats ready, chosen = live_chosen(h, &ready);
    if (turn.kind != TURN_SEATS || live_deals(h)) {
        answer = live_draw(h, &e);
    } else if (!(live_people_due(h) | live_bots_due(h))) { /* but all have chosen */
        answer = live_ready(h, seats_pick(live_awaited(h) & chosen, r), &e);
    } else {
        int seat = seats_pick(live_people_due(h) | live_bots_due(h), r);
        if (live_people_due(h) >> seat & 1)
            answer = live_decide(h, seat, any_legal(h, seat, r), &e);
        else
            answer = live_thought(h, seat, host->thought[seat], choice_of(host, seat), &e);
    }
    if (answer == LIVE_REFUSED)
        fail_msg("%s", e.text);
    return true;
}

static void play_until_people_decide(struct live *h, struct host *host, struct rng *r)
{
    while (!live_people_due(h))
        assert_true(play_on(h, host, r));
}

/* Any command at all, most of them refused. */
static void do_anything(struct live *h, struct host *host, struct rng *r)
{
    struct error e = {0};
    int seat = rng_below(r, h->plan.setup.players);
    switch (rng_below(r, 30)) {
    case 0:
        live_sit(h, seat, "Ann", rng_below(r, 2) ? "random" : "", &e);
        break;
    case 1:
        if (rng_below(r, 3) == 0)
            live_leave(h, seat, &e);
        break;
    case 2:
        live_absent(h, seat, &e);
        break;
    case 3:
        live_back(h, seat, &e);
        break;
    case 4:
        live_begin(h, &e);
        break;
    case 5:
        live_say(h, seat, "I have \"nothing\" # at all, \xC3\x9C", &e);
        break;
    case 6:
        live_take_back(h, seat, &e);
        break;
    case 7:
        live_time(h, h->now + rng_below(r, 4000), &e);
        break;
    case 8:
        live_rematch(h, rng_next(r), &e);
        break;
    case 9:
        live_propose(h, seat, NULL, &e);
        live_agree(h, rng_below(r, h->plan.setup.players), &e);
        if (rng_below(r, 2))
            live_go_along(h, rng_next(r), &e);
        break;
    default:
        play_on(h, host, r);
    }
}

/* --- The same --------------------------------------------------------------------------------- */

static void assert_same_event(const struct event *a, const struct event *b)
{
    assert_true(a->kind == b->kind && a->say == b->say && a->cards == b->cards);
    assert_true(a->count == b->count && a->number == b->number && a->choice == b->choice);
    assert_true(a->seat == b->seat && a->other == b->other && a->seen == b->seen);
    assert_true(a->from.zone == b->from.zone && a->from.owner == b->from.owner);
    assert_true(a->to.zone == b->to.zone && a->to.owner == b->to.owner);
}

static void assert_same_table(const struct table *a, const struct table *b)
{
    assert_int_equal(a != NULL, b != NULL);
    if (!a || !b)
        return;
    assert_memory_equal(a->state, b->state, a->setup.game->size);
    for (int seat = 0; seat < a->setup.players; seat++)
        assert_string_equal(a->name[seat], b->name[seat]);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->log.size, b->log.size);
    for (int i = 0; i < a->log.size; i++)
        assert_same_event(&a->log.event[i], &b->log.event[i]);
}

static void assert_same_choices(const struct live *a, const struct live *b)
{
    assert_true(a->chosen.made == b->chosen.made && a->chosen.ready == b->chosen.ready);
    for (int seat = 0; seat < a->plan.setup.players; seat++)
        assert_true(!(a->chosen.made >> seat & 1) ||
                    a->chosen.choice[seat].what == b->chosen.choice[seat].what);
}

static void assert_same_house(const struct live *a, const struct live *b)
{
    if (!b) {
        fail_msg("there is no house");
        return;
    }
    assert_same_table(a->table, b->table);
    assert_int_equal(a->proposal.made, b->proposal.made);
    assert_true(!a->proposal.made || a->proposal.agreed == b->proposal.agreed);
    assert_true(a->plan.seed == b->plan.seed && a->plan.setup.game == b->plan.setup.game);
    for (int seat = 0; seat < a->plan.setup.players; seat++) {
        const struct chair *one = &a->plan.chair[seat], *other = &b->plan.chair[seat];
        assert_string_equal(one->name, other->name);
        assert_string_equal(one->bot, other->bot);
        assert_int_equal(one->empty, other->empty);
        assert_string_equal(one->face, other->face);
        assert_int_equal(one->colour, other->colour);
        assert_true(a->clocks.bank[seat] == b->clocks.bank[seat]);
        if (a->clocks.running >> seat & 1)
            assert_true(a->clocks.since[seat] == b->clocks.since[seat]);
        if (a->wait.seats >> seat & 1)
            assert_true(a->wait.since[seat].steps == b->wait.since[seat].steps &&
                        a->wait.since[seat].before == b->wait.since[seat].before);
        assert_int_equal(a->bot[seat] != NULL, b->bot[seat] != NULL);
        assert_int_equal(a->thought[seat].begun, b->thought[seat].begun);
    }
    assert_int_equal(a->clocks.running, b->clocks.running);
    assert_int_equal(a->wait.seats, b->wait.seats);
    assert_int_equal(a->absent, b->absent);
    assert_int_equal(a->asked, b->asked);
    assert_same_choices(a, b);
    assert_true(!a->asked || a->asker == b->asker);
    assert_int_equal(a->diary.entries, b->diary.entries);
}

static struct live *rebuild(const struct live *h, struct host *host)
{
    struct error e = {0};
    struct live_host of = host_of(host);
    struct live *again = live_restore(h->diary.recent, h->diary.entries, &of, &e);
    if (!again)
        fail_msg("%s", e.text);
    return again;
}

/* --- Entries ---------------------------------------------------------------------------------- */

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

/* --- The archive ------------------------------------------------------------------------------ */

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

/* --- Who may know what ------------------------------------------------------------------------ */

static void assert_same_sight(const struct sight *a, const struct sight *b)
{
    assert_true(a->number == b->number && a->kind == b->kind && a->seat == b->seat);
    assert_true(a->time == b->time && a->steps == b->steps && a->game == b->game);
    assert_ptr_equal(a->text, b->text);
    assert_ptr_equal(a->bot, b->bot);
    assert_int_equal(a->log.size, b->log.size);
    for (int i = 0; i < a->log.size; i++)
        assert_same_event(&a->log.event[i], &b->log.event[i]);
}

/* What the step would have looked like with another card or decision: the same to all who may not
 * know which it was. Returns how many could not tell. */
static int compare_with(const struct table *before, struct step step, struct step instead)
{
    struct table *a = table_before(before, before->steps), *b = table_before(before, before->steps);
    struct error e = {0};
    struct diary one = {0}, other = {0};
    struct entry x = {.kind = ENTRY_STEP}, y = x;
    int blind = 0;
    assert_true(a && b && diary_reserve(&one, &x, true) && diary_reserve(&other, &y, true));
    x.step = step;
    y.step = instead;
    assert_true(table_step(a, step, &e) && table_step(b, instead, &e));
    diary_add(&one, x, a->log.event, a->log.size);
    diary_add(&other, y, b->log.event, b->log.size);
    seats waiting = table_turn(before).seats & (seats) ~(1u << step.who);
    bool revealed = step.kind == TURN_SEATS && (!waiting || table_turn(a).seats != waiting);
    for (int looks = -1; !revealed && looks < before->setup.players; looks++) {
        int who = looks < 0 ? NOBODY : looks;
        bool knows = a->log.size > 0 && event_redact(&a->log.event[0], who).seen;
        struct sight mine, theirs;
        if (knows)
            continue;
        entry_seen(&one, 0, who, &mine);
        entry_seen(&other, 0, who, &theirs);
        assert_same_sight(&mine, &theirs);
        blind++;
    }
    diary_free(&one);
    diary_free(&other);
    table_free(a);
    table_free(b);
    return blind;
}

static int compare_step(const struct table *before, struct step step)
{
    struct step instead = step;
    action legal[ACTIONS_MAX];
    int blind = 0;
    if (step.kind == TURN_DECK) {
        for (int c = 1; c <= RANKS; c++) {
            instead.what = (action)c;
            if (instead.what != step.what && pile_count(game_source(before->state), c))
                return compare_with(before, step, instead);
        }
    } else if (step.kind == TURN_SEATS) {
        int count = table_legal(before, step.who, legal);
        for (int i = 0; i < count; i++) {
            instead.what = legal[i];
            if (legal[i] != step.what && action_verb(legal[i]) == action_verb(step.what))
                blind += compare_with(before, step, instead);
        }
    }
    return blind;
}

static void no_entry_tells_anybody_a_card_or_choice_that_is_not_theirs_to_know(void **state)
{
    (void)state;
    int blind = 0;
    for (int g = 0; all_games[g]; g++) {
        struct setup u;
        struct error e = {0};
        assert_true(setup_choose(&u, all_games[g]->name, &e));
        struct table *t = NULL;
        struct setup finished = test_setup(all_games[g]->name, setup_players_usual(&u), NULL);
        struct rng r = rng_seeded(3, (uint64_t)g);
        t = table_new(&finished);
        for (int i = 0; i < 60 && table_turn(t).kind != TURN_OVER; i++) {
            struct table *before = table_before(t, t->steps);
            test_step(t, &r);
            blind += compare_step(before, t->step[t->steps - 1]);
            table_free(before);
        }
        table_free(t);
    }
    assert_true(blind > 1000);
}

static void everybody_sees_who_sits_and_what_is_said_and_nobody_the_seed(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 1, "hint");
    struct host host = {0};
    struct error e = {0};
    struct sight s;
    p.chair[0].empty = true;
    struct live *h = open_house(&p, &host);
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_say(h, 0, "Hello", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    entry_seen(live_diary(h), 0, NOBODY, &s);
    assert_true(s.kind == ENTRY_OPENED && s.game->players == 2 && s.log.size == 0);
    entry_seen(live_diary(h), 1, NOBODY, &s);
    assert_true(s.kind == ENTRY_SEATED && s.seat == 0);
    assert_string_equal(s.text, "Ann");
    entry_seen(live_diary(h), 2, 1, &s);
    assert_true(s.kind == ENTRY_SAID && s.seat == 0);
    assert_string_equal(s.text, "Hello");
    entry_seen(live_diary(h), 3, NOBODY, &s);
    assert_true(s.kind == ENTRY_BEGUN && s.log.size > 0);
    live_free(h);
}

/* --- Refusals --------------------------------------------------------------------------------- */

static void assert_refused(struct live *h, enum live_answer answer, const struct error *e,
                           enum refusal why)
{
    assert_int_equal(answer, LIVE_REFUSED);
    assert_string_equal(e->text, live_refusals[why]);
    assert_int_equal(h->diary.entries, h->kept);
}

static void what_is_not_allowed_is_refused_in_words_and_changes_nothing(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 3, "hint");
    struct host host = {0};
    struct error e = {0};
    char long_text[SAID_MAX + 2];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    p.chair[0].empty = true;
    struct live *h = open_house(&p, &host);
    assert_int_equal(live_say(h, NOBODY, "Who plays?", &e), LIVE_KEPT);
    assert_refused(h, live_begin(h, &e), &e, REFUSE_CHAIRS_EMPTY);
    assert_refused(h, live_sit(h, 1, "Bob", "", &e), &e, REFUSE_CHAIR_TAKEN);
    assert_refused(h, live_sit(h, 256, "Bob", "", &e), &e, REFUSE_NO_CHAIR);
    assert_refused(h, live_leave(h, 0, &e), &e, REFUSE_CHAIR_EMPTY);
    assert_refused(h, live_absent(h, 2, &e), &e, REFUSE_NO_PERSON);
    assert_refused(h, live_back(h, 1, &e), &e, REFUSE_PRESENT);
    assert_refused(h, live_draw(h, &e), &e, REFUSE_NO_GAME);
    assert_refused(h, live_decide(h, 1, 0, &e), &e, REFUSE_NO_GAME);
    assert_refused(h, live_rematch(h, 8, &e), &e, REFUSE_NOT_OVER);
    assert_refused(h, live_take_back(h, 1, &e), &e, REFUSE_NOTHING_BACK);
    assert_refused(h, live_say(h, 1, " ", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, "a\nb", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, "\x1B[2J", &e), &e, REFUSE_NOTHING_SAID);
    assert_refused(h, live_say(h, 1, long_text, &e), &e, REFUSE_TOO_LONG);
    assert_refused(h, live_say(h, 0, "I am nobody", &e), &e, REFUSE_NO_PERSON);
    assert_int_equal(live_sit(h, 0, "Ann", "chess", &e), LIVE_REFUSED);
    assert_non_null(strstr(e.text, "no bot 'chess'"));
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    assert_refused(h, live_begin(h, &e), &e, REFUSE_RUNNING);
    assert_refused(h, live_thought(h, 2, 1, 0, &e), &e, REFUSE_STALE);
    assert_refused(h, live_decide(h, 0, 0, &e), &e, REFUSE_NOT_TURN);
    struct rng r = rng_seeded(1, 1);
    play_until_people_decide(h, &host, &r);
    int due = __builtin_ctz(live_people_due(h));
    assert_refused(h, live_decide(h, due, action_make(200, 0, 0), &e), &e, REFUSE_NOT_LEGAL);
    live_free(h);
}

static void what_was_not_kept_has_happened_and_is_kept_with_the_next_command(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct live *h = begin_house(&p, &host);
    assert_int_equal(host.kept_at_once, 2); /* opened and begun */
    host.full = true;
    assert_int_equal(live_draw(h, &e), LIVE_PLAYED);
    assert_string_equal(e.text, "there is no room; make some");
    assert_int_equal(live_say(h, 0, "Oh", &e), LIVE_PLAYED);
    assert_int_equal(live_table(h)->steps, 1);
    assert_int_equal(live_kept(h), 2);
    host.full = false;
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_int_equal(host.kept_at_once, 3);
    assert_int_equal(live_kept(h), 5);
    live_free(h);
}

/* --- Bots ------------------------------------------------------------------------------------- */

/* A table at which at least two bots are due at once. */
static struct live *several_think(const struct plan *p, struct host *host)
{
    struct rng r = rng_seeded(1, 1);
    struct live *h = begin_house(p, host);
    while (__builtin_popcount(host->thinking) < 2)
        assert_true(play_on(h, host, &r));
    return h;
}

static void all_bots_that_are_due_think_at_once_and_answer_in_any_order(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 0, "random");
    struct host host = {0};
    struct error e = {0};
    struct live *h = several_think(&p, &host);
    assert_int_equal(host.thinking, 15);
    assert_memory_not_equal(&host.random[0], &host.random[1], sizeof host.random[0]);
    uint64_t first = host.thought[0];
    assert_int_equal(live_thought(h, 3, host.thought[3], choice_of(&host, 3), &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 7);
    assert_int_equal(host.thought[0], first); /* nobody begins anew */
    assert_int_equal(live_thought(h, 0, first, choice_of(&host, 0), &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 6);
    live_free(h);
}

static void a_bot_decides_the_same_though_the_house_was_restored_meanwhile(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 0, "search:50");
    struct host host = {0}, other = {0};
    struct error e = {0};
    struct live *h = several_think(&p, &host);
    assert_int_equal(live_thought(h, 2, host.thought[2], choice_of(&host, 2), &e), LIVE_KEPT);
    struct live *again = rebuild(h, &other);
    for (int seat = 0; seat < 4; seat++)
        if (host.thinking >> seat & 1)
            assert_int_equal(choice_of(&host, seat), choice_of(&other, seat));
    live_free(h);
    live_free(again);
}

static void a_late_answer_to_a_thought_that_was_dropped_is_refused_and_harmless(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 1, "hint");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(2, 2);
    struct live *h = begin_house(&p, &host);
    do {
        assert_true(play_on(h, &host, &r));
    } while (!host.thinking || !back_find(h, 0, &(size_t){0}));
    uint64_t late = host.thought[1];
    action a = choice_of(&host, 1);
    assert_int_equal(live_take_back(h, 0, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 0);
    assert_refused(h, live_thought(h, 1, late, a, &e), &e, REFUSE_STALE);
    assert_int_equal(live_people_due(h), 1);
    live_free(h);
}

static void who_is_away_is_played_by_a_bot_until_they_are_back(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(4, 4);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    int seat = __builtin_ctz(live_people_due(h));
    assert_int_equal(live_absent(h, seat, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 1 << seat);
    assert_refused(h, live_decide(h, seat, 0, &e), &e, REFUSE_ABSENT);
    assert_refused(h, live_absent(h, seat, &e), &e, REFUSE_ABSENT);
    assert_int_equal(live_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(host.thinking, 0);
    assert_null(live_bot(h, seat));
    assert_int_equal(live_leave(h, seat, &e), LIVE_KEPT); /* and for good */
    assert_int_equal(host.thinking, 1 << seat);
    assert_int_equal(live_thought(h, seat, host.thought[seat], choice_of(&host, seat), &e),
                     LIVE_KEPT);
    assert_int_equal(live_sit(h, seat, "Eve", "", &e), LIVE_KEPT);
    assert_string_equal(live_table(h)->name[seat], "Eve");
    assert_int_equal(live_people(h), 3);
    live_free(h);
}

/* --- Clocks ----------------------------------------------------------------------------------- */

static void who_thinks_too_long_first_uses_the_bank_and_then_counts_as_absent(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(5, 5);
    p.pace = (struct pace){.decision = 1000, .bank = 500};
    struct live *h = begin_house(&p, &host);
    assert_int_equal(live_time(h, 50000, &e), LIVE_KEPT); /* cards cost nobody time */
    play_until_people_decide(h, &host, &r);
    int seat = __builtin_ctz(live_people_due(h));
    assert_int_equal(live_time_left(h, seat, 50000), 1500);
    assert_int_equal(live_time(h, 51200, &e), LIVE_KEPT);
    assert_int_equal(live_say(h, seat, "Wait", &e), LIVE_KEPT); /* stops no clock */
    assert_int_equal(live_time_left(h, seat, 51200), 300);
    assert_int_equal(live_decide(h, seat, any_legal(h, seat, &r), &e), LIVE_KEPT);
    assert_int_equal(live_clocks(h)->bank[seat], 300);
    while (!(live_people_due(h) >> seat & 1))
        assert_true(play_on(h, &host, &r));
    size_t entries = h->diary.entries;
    assert_int_equal(live_time(h, 52499, &e), LIVE_KEPT);
    assert_int_equal(h->diary.entries, entries);
    assert_int_equal(live_time(h, 52500, &e), LIVE_KEPT);
    assert_int_equal(diary_at(&h->diary, entries)->kind, ENTRY_TIME_OUT);
    assert_int_equal(live_away(h), 1 << seat);
    assert_int_equal(host.thinking, 1 << seat);
    assert_int_equal(live_time(h, 52500, &e), LIVE_KEPT);
    assert_int_equal(h->diary.entries, entries + 1);
    live_free(h);
}

static void without_a_pace_nobody_is_hurried(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(6, 6);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    assert_int_equal(live_time(h, INT64_MAX, &e), LIVE_KEPT);
    assert_int_equal(live_away(h), 0);
    live_free(h);
}

/* --- Taking back ------------------------------------------------------------------------------ */

/* Whoever is due decides something of that word. */
static int decide_word(struct live *h, const char *word)
{
    struct error e = {0};
    action legal[ACTIONS_MAX];
    int seat = __builtin_ctz(live_people_due(h));
    int count = table_legal(live_table(h), seat, legal);
    for (int i = 0; i < count; i++)
        if (strcmp(h->plan.setup.game->verbs[action_verb(legal[i])].word, word) == 0) {
            assert_int_equal(live_decide(h, seat, legal[i], &e), LIVE_KEPT);
            return seat;
        }
    fail_msg("nobody can %s", word);
    return -1;
}

static void people_take_back_together_and_only_what_has_shown_nothing_new(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 7, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(8, 8);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    int seat = decide_word(h, "hit"); /* nothing has come yet */
    int second = (seat + 1) % 3, third = (seat + 2) % 3;
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, seat, &e), &e, REFUSE_ASKED);
    assert_int_equal(live_take_back(h, second, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps + 1);
    assert_int_equal(live_take_back(h, third, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps);
    assert_int_equal(live_people_due(h), 1 << seat);
    assert_int_equal(decide_word(h, "hit"), seat);
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(live_absent(h, third, &e), LIVE_KEPT); /* whoever is away is not asked */
    assert_int_equal(live_take_back(h, second, &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps);
    decide_word(h, "hit");
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, seat, &e), &e, REFUSE_SHOWN);
    live_free(h);
}

static void a_step_ends_what_was_asked_for(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 2, 3, "");
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(9, 9);
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    int seat = decide_word(h, "hit");
    assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_refused(h, live_take_back(h, 1 - seat, &e), &e, REFUSE_NOTHING_BACK);
    live_free(h);
}

/* --- Talk and the next game ------------------------------------------------------------------- */

static void the_game_decides_whether_people_talk(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 3, 7, "");
    struct error e = {0};
    struct host free = {0}, silent = {0};
    struct rng r = rng_seeded(10, 10);
    struct live *h = begin_house(&p, &free);
    assert_int_equal(live_say(h, 1, "I bid ten", &e), LIVE_KEPT);
    assert_int_equal(live_say(h, NOBODY, "What a game", &e), LIVE_KEPT);
    live_free(h);
    p.setup = test_setup("venture", 3, "chat off");
    h = open_house(&p, &silent);
    assert_int_equal(live_say(h, 1, "Good luck", &e), LIVE_KEPT);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    assert_refused(h, live_say(h, 1, "I bid ten", &e), &e, REFUSE_SILENCE);
    assert_refused(h, live_say(h, NOBODY, "What a game", &e), &e, REFUSE_SILENCE);
    while (play_on(h, &silent, &r))
        ;
    assert_int_equal(live_say(h, 1, "Well played", &e), LIVE_KEPT);
    assert_int_equal(live_rematch(h, 8, &e), LIVE_KEPT);
    assert_refused(h, live_say(h, 1, "I bid one", &e), &e, REFUSE_SILENCE);
    live_free(h);
}

static void the_next_game_has_the_same_chairs_and_a_seed_of_its_own(void **state)
{
    (void)state;
    struct plan p = plan_for("pairs", 3, 1, "hint");
    struct host host = {0}, other = {0};
    struct error e = {0};
    struct rng r = rng_seeded(11, 11);
    snprintf(p.chair[0].name, NAME_ROOM, "Ann");
    struct live *h = begin_house(&p, &host);
    while (play_on(h, &host, &r))
        ;
    assert_int_equal(live_leave(h, 0, &e), LIVE_KEPT);
    assert_refused(h, live_rematch(h, 8, &e), &e, REFUSE_CHAIRS_EMPTY);
    assert_int_equal(live_sit(h, 0, "Ann", "", &e), LIVE_KEPT);
    assert_int_equal(live_rematch(h, 8, &e), LIVE_KEPT);
    assert_true(live_plan(h)->seed == 8);
    assert_int_equal(live_table(h)->steps, 0);
    p.seed = 8;
    struct live *fresh = begin_house(&p, &other);
    for (int i = 0; i < 6; i++) {
        assert_same_table(live_table(fresh), live_table(h));
        assert_int_equal(live_draw(h, &e), live_draw(fresh, &e));
    }
    live_free(h);
    live_free(fresh);
}

/* --- Secret choices --------------------------------------------------------------------------- */

/* Three people at Venture and a bot, who all bid at the same time. */
static struct live *all_bid(struct plan p, struct host *host)
{
    struct rng r = rng_seeded(3, 1);
    struct live *h = begin_house(&p, host);
    play_until_people_decide(h, host, &r);
    assert_int_equal(live_people_due(h), 7);
    return h;
}

static struct plan three_bid(void)
{
    return plan_for("venture", 4, 7, "random");
}

/* The i-th of a seat's decisions. */
static action bid(const struct live *h, int seat, int i)
{
    action legal[ACTIONS_MAX];
    assert_true(table_legal(live_table(h), seat, legal) > i);
    return legal[i];
}

/* Somebody chooses; a house that is made of the entries is the same. */
static void choose(struct live *h, int seat, int i)
{
    struct error e = {0};
    struct host host = {0};
    if (live_decide(h, seat, bid(h, seat, i), &e) != LIVE_KEPT)
        fail_msg("%s", e.text);
    struct live *again = rebuild(h, &host);
    assert_same_house(h, again);
    live_free(again);
}

static void assert_chosen(const struct live *h, seats made, seats ready)
{
    seats are_ready;
    assert_int_equal(live_chosen(h, &are_ready), made);
    assert_int_equal(are_ready, ready);
}

static void a_secret_choice_is_held_and_changed_until_all_have_chosen(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct live *h = all_bid(three_bid(), &host);
    size_t steps = live_table(h)->steps;
    choose(h, CLEO, 0);
    choose(h, ANN, 0);
    choose(h, CLEO, 1);
    assert_chosen(h, 5, 0);
    assert_int_equal(live_people_due(h), 2);
    assert_int_equal(live_bots_due(h), 8); /* who waits for nobody */
    assert_int_equal(live_thought(h, 3, host.thought[3], choice_of(&host, 3), &e), LIVE_KEPT);
    assert_int_equal(live_take_back(h, CLEO, &e), LIVE_KEPT);
    assert_chosen(h, 1, 0);
    assert_int_equal(live_people_due(h), 6);
    choose(h, CLEO, 2);
    assert_int_equal(live_table(h)->steps, steps + 1); /* the bot's */
    action last[] = {bid(h, ANN, 0), bid(h, BEN, 1), bid(h, CLEO, 2)};
    choose(h, BEN, 1);
    assert_refused(h, live_decide(h, ANN, bid(h, ANN, 1), &e), &e, REFUSE_NOT_TURN);
    for (int seat = ANN; seat <= CLEO; seat++) {
        assert_true(live_deals(h));
        assert_int_equal(live_draw(h, &e), LIVE_KEPT);
        struct step step = live_table(h)->step[steps + 1 + (size_t)seat];
        assert_true(step.who == seat && step.what == last[seat]);
    }
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void whoever_looks_sees_that_somebody_has_chosen_and_nothing_else(void **state)
{
    (void)state;
    struct host hosts[2] = {{0}};
    struct live *h[2];
    struct error e = {0};
    struct sight seen[2];
    static struct view views[2];
    for (int i = 0; i < 2; i++) {
        h[i] = all_bid(three_bid(), &hosts[i]);
        choose(h[i], ANN, i);
        choose(h[i], ANN, i + 1);
        assert_int_equal(live_take_back(h[i], ANN, &e), LIVE_KEPT);
        choose(h[i], ANN, 2 * i);
    }
    static const int others[] = {BEN, CLEO, 3, NOBODY};
    for (int o = 0; o < 4; o++) {
        int looks = others[o];
        for (int i = 0; i < 2; i++)
            live_view(h[i], looks, &views[i]);
        assert_false(views[0].to_act & 1);
        assert_memory_equal(&views[0].card, &views[1].card, (size_t)views[0].cards);
        assert_int_equal(views[0].actions, views[1].actions);
        for (size_t k = 0; k < h[0]->diary.entries; k++) {
            for (int i = 0; i < 2; i++)
                entry_seen(&h[i]->diary, k, looks, &seen[i]);
            assert_true(seen[0].kind == seen[1].kind && seen[0].seat == seen[1].seat);
            assert_true(seen[0].kind != ENTRY_CHOSEN || (!seen[0].text && !seen[0].log.size));
            assert_int_equal(seen[0].log.size, seen[1].log.size);
        }
    }
    live_view(h[0], ANN, &views[0]);
    assert_int_equal(views[0].actions, 0); /* nobody waits for Ann */
    live_free(h[0]);
    live_free(h[1]);
}

static void who_plays_among_bots_chooses_at_once(void **state)
{
    (void)state;
    struct plan p = plan_for("venture", 4, 1, "random");
    struct host host = {0};
    struct rng r = rng_seeded(3, 1);
    struct error e = {0};
    p.hold = true;
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    assert_int_equal(live_decide(h, ANN, bid(h, ANN, 0), &e), LIVE_KEPT);
    assert_int_equal(live_table(h)->steps, steps + 1);
    live_free(h);
}

static void who_is_away_keeps_the_choice_and_who_is_gone_does_not(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct live *h = all_bid(three_bid(), &host);
    choose(h, ANN, 0);
    choose(h, BEN, 0);
    action anns = bid(h, ANN, 0);
    assert_int_equal(live_absent(h, ANN, &e), LIVE_KEPT);
    assert_chosen(h, 3, 0);
    assert_false(host.thinking >> ANN & 1); /* no bot decides for Ann */
    assert_int_equal(live_kick(h, live_leader(h), BEN, &e), LIVE_KEPT);
    assert_chosen(h, 1, 0);
    assert_true(host.thinking >> BEN & 1);
    assert_int_equal(live_absent(h, CLEO, &e), LIVE_KEPT); /* so that no person is waited for */
    assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    const struct table *t = live_table(h);
    assert_true(t->step[t->steps - 1].who == ANN && t->step[t->steps - 1].what == anns);
    live_free(h);
}

static void what_is_taken_back_or_begun_anew_drops_all_choices(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct rng r = rng_seeded(4, 1);
    struct plan p = plan_for("octopus", 4, 15, "");
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    while (live_people_due(h) != 15) { /* all continue */
        int seat = __builtin_ctz(live_people_due(h));
        assert_int_equal(live_decide(h, seat, bid(h, seat, 1), &e), LIVE_KEPT);
    }
    choose(h, ANN, 0);
    choose(h, BEN, 0);
    for (int seat = 3; seat >= CLEO; seat--)
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    for (int seat = ANN; seat <= BEN; seat++) { /* each first gets the choice, and then agrees */
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
        choose(h, CLEO, 0);
        assert_int_equal(live_take_back(h, seat, &e), LIVE_KEPT);
    }
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void a_clock_stands_still_for_who_has_chosen_and_goes_on_for_who_reconsiders(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct plan p = three_bid();
    p.pace.decision = 10000;
    struct live *h = all_bid(p, &host);
    live_time(h, h->now + 4000, &e);
    choose(h, ANN, 0);
    assert_true(live_time_left(h, ANN, h->now) == INT64_MAX);
    assert_int_equal(live_time_left(h, BEN, h->now), 6000);
    live_time(h, h->now + 3000, &e);
    assert_int_equal(live_take_back(h, ANN, &e), LIVE_KEPT);
    assert_int_equal(live_time_left(h, ANN, h->now), 6000);
    choose(h, ANN, 1);
    live_time(h, h->now + 3000, &e); /* too long for the others */
    assert_int_equal(live_away(h), 6);
    assert_true(live_deals(h));
    live_free(h);
}

static void a_table_may_hold_what_was_chosen_until_all_are_ready(void **state)
{
    (void)state;
    struct host host = {0};
    struct error e = {0};
    struct plan p = three_bid();
    p.hold = true;
    p.pace.decision = 10000;
    struct live *h = all_bid(p, &host);
    assert_refused(h, live_ready(h, ANN, &e), &e, REFUSE_NO_CHOICE);
    for (int seat = ANN; seat <= CLEO; seat++)
        choose(h, seat, 0);
    assert_false(live_deals(h));
    assert_int_equal(live_ready(h, ANN, &e), LIVE_KEPT);
    assert_int_equal(live_ready(h, BEN, &e), LIVE_KEPT);
    assert_refused(h, live_ready(h, BEN, &e), &e, REFUSE_NO_CHOICE);
    choose(h, ANN, 1); /* and is not ready any more */
    assert_chosen(h, 7, 2);
    assert_int_equal(live_awaited(h), 5);
    assert_int_equal(live_ready(h, ANN, &e), LIVE_KEPT);
    live_time(h, h->now + 10000, &e); /* Cleo says nothing */
    assert_int_equal(live_away(h), 4);
    assert_chosen(h, 7, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(live_draw(h, &e), LIVE_KEPT);
    assert_chosen(h, 0, 0);
    live_free(h);
}

static void of_several_cards_that_are_chosen_one_by_one_the_last_is_held(void **state)
{
    (void)state;
    struct host host = {0};
    struct rng r = rng_seeded(3, 1);
    struct plan p = plan_for("venture-draft", 3, 7, "");
    struct live *h = begin_house(&p, &host);
    play_until_people_decide(h, &host, &r);
    size_t steps = live_table(h)->steps;
    choose(h, ANN, 0);
    choose(h, ANN, 0);
    assert_int_equal(live_table(h)->steps, steps + 2);
    choose(h, ANN, 0);
    assert_int_equal(live_table(h)->steps, steps + 2);
    assert_chosen(h, 1, 0);
    live_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_rebuilt_exactly_after_each_entry),
        cmocka_unit_test(entries_that_cannot_have_happened_are_refused),
        cmocka_unit_test(words_that_were_removed_are_still_an_entry_and_nobody_says_nothing),
        cmocka_unit_test(every_variant_is_the_same_when_it_is_read_from_its_text),
        cmocka_unit_test(the_text_of_a_later_game_of_an_evening_is_a_game_of_its_own),
        cmocka_unit_test(a_game_that_is_over_goes_back_only_at_the_table_where_it_was_played),
        cmocka_unit_test(a_text_that_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(no_entry_tells_anybody_a_card_or_choice_that_is_not_theirs_to_know),
        cmocka_unit_test(everybody_sees_who_sits_and_what_is_said_and_nobody_the_seed),
        cmocka_unit_test(what_is_not_allowed_is_refused_in_words_and_changes_nothing),
        cmocka_unit_test(what_was_not_kept_has_happened_and_is_kept_with_the_next_command),
        cmocka_unit_test(all_bots_that_are_due_think_at_once_and_answer_in_any_order),
        cmocka_unit_test(a_bot_decides_the_same_though_the_house_was_restored_meanwhile),
        cmocka_unit_test(a_late_answer_to_a_thought_that_was_dropped_is_refused_and_harmless),
        cmocka_unit_test(who_is_away_is_played_by_a_bot_until_they_are_back),
        cmocka_unit_test(who_thinks_too_long_first_uses_the_bank_and_then_counts_as_absent),
        cmocka_unit_test(without_a_pace_nobody_is_hurried),
        cmocka_unit_test(people_take_back_together_and_only_what_has_shown_nothing_new),
        cmocka_unit_test(a_step_ends_what_was_asked_for),
        cmocka_unit_test(the_game_decides_whether_people_talk),
        cmocka_unit_test(the_next_game_has_the_same_chairs_and_a_seed_of_its_own),
        cmocka_unit_test(a_secret_choice_is_held_and_changed_until_all_have_chosen),
        cmocka_unit_test(whoever_looks_sees_that_somebody_has_chosen_and_nothing_else),
        cmocka_unit_test(who_plays_among_bots_chooses_at_once),
        cmocka_unit_test(who_is_away_keeps_the_choice_and_who_is_gone_does_not),
        cmocka_unit_test(what_is_taken_back_or_begun_anew_drops_all_choices),
        cmocka_unit_test(a_clock_stands_still_for_who_has_chosen_and_goes_on_for_who_reconsiders),
        cmocka_unit_test(a_table_may_hold_what_was_chosen_until_all_are_ready),
        cmocka_unit_test(of_several_cards_that_are_chosen_one_by_one_the_last_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
