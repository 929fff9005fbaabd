/* Live tables to try, and whether two are the same. */
#include "tests/live/house.h"

#include "bots/random.h"
#include "tests/test.h"

/* --- A host ----------------------------------------------------------------------------------- */

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

struct live_host host_of(struct host *host)
{
    return (struct live_host){
        .context = host, .bot = make_bot, .keep = keep, .think = think, .forget = forget};
}

action choice_of(struct host *host, int seat)
{
    return bot_choose(host->bot[seat], host->knowledge[seat], &host->random[seat]);
}

/* --- Houses ----------------------------------------------------------------------------------- */

struct plan plan_for(const char *game, int players, seats people, const char *bot)
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

struct live *open_house(const struct plan *p, struct host *host)
{
    struct error e = {0};
    struct live_host of = host_of(host);
    struct live *h = live_new(p, &of, &e);
    if (!h)
        fail_msg("%s", e.text);
    return h;
}

struct live *begin_house(const struct plan *p, struct host *host)
{
    struct error e = {0};
    struct live *h = open_house(p, host);
    assert_int_equal(live_begin(h, &e), LIVE_KEPT);
    return h;
}

action any_legal(const struct live *h, int seat, struct rng *r)
{
    action legal[ACTIONS_MAX];
    return random_choose(legal, table_legal(live_table(h), seat, legal), r);
}

bool play_on(struct live *h, struct host *host, struct rng *r)
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

void play_until_people_decide(struct live *h, struct host *host, struct rng *r)
{
    while (!live_people_due(h))
        assert_true(play_on(h, host, r));
}

void do_anything(struct live *h, struct host *host, struct rng *r)
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

void assert_same_event(const struct event *a, const struct event *b)
{
    assert_true(a->kind == b->kind && a->say == b->say && a->cards == b->cards);
    assert_true(a->count == b->count && a->number == b->number && a->choice == b->choice);
    assert_true(a->seat == b->seat && a->other == b->other && a->seen == b->seen);
    assert_true(a->from.zone == b->from.zone && a->from.owner == b->from.owner);
    assert_true(a->to.zone == b->to.zone && a->to.owner == b->to.owner);
}

void assert_same_table(const struct table *a, const struct table *b)
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

void assert_same_house(const struct live *a, const struct live *b)
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

struct live *rebuild(const struct live *h, struct host *host)
{
    struct error e = {0};
    struct live_host of = host_of(host);
    struct live *again = live_restore(h->diary.recent, h->diary.entries, &of, &e);
    if (!again)
        fail_msg("%s", e.text);
    return again;
}

/* --- Refusals --------------------------------------------------------------------------------- */

void assert_refused(struct live *h, enum live_answer answer, const struct error *e,
                    enum refusal why)
{
    assert_int_equal(answer, LIVE_REFUSED);
    assert_string_equal(e->text, live_refusals[why]);
    assert_int_equal(h->diary.entries, h->kept);
}
