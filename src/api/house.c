/* A live table, whose bots think when they are told to. */
#include "api/inside.h"

#include "live/archive.h"

#include <stdlib.h>
#include <string.h>

/* What a bot is to think about. */
struct question {
    bool asked;
    uint64_t thought;
    struct bot *bot;
    const struct knowledge *knowledge;
    struct rng rng;
};

struct pairs_house {
    struct live *live;
    struct question question[PLAYERS_MAX];
    struct pairs_table table; /* as it was asked for last */
    struct api_bots bots;
};

/* --- The host --------------------------------------------------------------------------------- */

static struct bot *make_bot(void *context, const char *name, struct error *e)
{
    struct pairs_house *h = context;
    struct bot *b = api_bot(&h->bots, name, e);
    if (b)
        bot_background(b);
    return b;
}

static void think(void *context, int seat, uint64_t thought, struct bot *b,
                  const struct knowledge *k, struct rng r)
{
    struct pairs_house *h = context;
    h->question[seat] = (struct question){true, thought, b, k, r};
}

static void forget(void *context, int seat)
{
    struct pairs_house *h = context;
    h->question[seat] = (struct question){0};
}

static struct live_host host_of(struct pairs_house *h)
{
    return (struct live_host){.context = h, .bot = make_bot, .think = think, .forget = forget};
}

/* --- Beginning and end ------------------------------------------------------------------------ */

/* A plan with empty chairs. */
static struct plan plan_of(const struct pairs_setup *u, const struct pairs_customs *c,
                           uint64_t seed)
{
    struct plan p = {.setup = u->finished, .seed = seed};
    if (c) {
        p.pace = (struct pace){.decision = c->decision, .bank = c->bank};
        p.hints = c->hints;
        p.spectators_muted = c->hushed;
        p.hold = c->hold;
    }
    for (int seat = 0; seat < u->finished.players; seat++)
        p.chair[seat].empty = true;
    return p;
}

struct pairs_house *pairs_house_new(const struct pairs_setup *u,
                                    const struct pairs_customs *customs, uint64_t seed,
                                    struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!pairs_setup_check(u, e))
        return NULL;
    struct pairs_house *h = calloc(1, sizeof *h);
    if (!h) {
        api_no_memory(e);
        return NULL;
    }
    h->bots.setup = *u;
    struct plan p = plan_of(u, customs, seed);
    struct live_host host = host_of(h);
    h->live = live_new(&p, &host, &why);
    if (h->live)
        return h;
    api_fail(e, &why);
    free(h);
    return NULL;
}

void pairs_house_free(struct pairs_house *h)
{
    if (!h)
        return;
    live_free(h->live);
    free(h);
}

char *pairs_house_save(const struct pairs_house *h)
{
    struct text out = {0};
    if (!live_table(h->live))
        return NULL;
    archive_write(h->live, &out);
    return api_text(&out);
}

static bool read_lines(struct archive *a, const char *text, struct error *e)
{
    while (*text) {
        size_t size = strcspn(text, "\n");
        if (!archive_line(a, text, size, e))
            return false;
        text += size + (text[size] == '\n');
    }
    return archive_end(a, e);
}

struct pairs_house *pairs_house_restore(const char *saved, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_house *h = calloc(1, sizeof *h);
    struct archive *a = archive_new();
    if (!h || !a) {
        error_no_memory(&why);
    } else if (read_lines(a, saved, &why)) {
        size_t count;
        const struct entry *entry = archive_entries(a, &count);
        struct live_host host = host_of(h);
        h->live = live_restore(entry, count, &host, &why);
    }
    archive_free(a);
    if (h && h->live)
        return h;
    api_fail(e, &why);
    free(h);
    return NULL;
}

/* --- Commands --------------------------------------------------------------------------------- */

/* Nothing is kept here, so that what has happened counts. */
static bool answer(enum live_answer got, struct pairs_error *e, const struct error *why)
{
    return got != LIVE_REFUSED || api_fail(e, why);
}

bool pairs_house_sit(struct pairs_house *h, int seat, const char *name, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_sit(h->live, seat, name, "", &why), e, &why);
}

bool pairs_house_sit_bot(struct pairs_house *h, int seat, const char *bot, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_sit(h->live, seat, "", bot, &why), e, &why);
}

bool pairs_house_leave(struct pairs_house *h, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_leave(h->live, seat, &why), e, &why);
}

bool pairs_house_kick(struct pairs_house *h, int leader, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_kick(h->live, leader, seat, &why), e, &why);
}

bool pairs_house_absent(struct pairs_house *h, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_absent(h->live, seat, &why), e, &why);
}

bool pairs_house_back(struct pairs_house *h, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_back(h->live, seat, &why), e, &why);
}

bool pairs_house_begin(struct pairs_house *h, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_begin(h->live, &why), e, &why);
}

bool pairs_house_rematch(struct pairs_house *h, uint64_t seed, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_rematch(h->live, seed, &why), e, &why);
}

bool pairs_house_swap(struct pairs_house *h, int seat, int other, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_swap(h->live, seat, other, &why), e, &why);
}

bool pairs_house_change(struct pairs_house *h, const struct pairs_setup *u, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct plan next = *live_plan(h->live);
    if (!pairs_setup_check(u, e))
        return false;
    next.setup = u->finished;
    if (!answer(live_change(h->live, &next, &why), e, &why))
        return false;
    h->bots.setup = *u;
    return true;
}

bool pairs_house_decide(struct pairs_house *h, int seat, pairs_action a, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_decide(h->live, seat, a, &why), e, &why);
}

bool pairs_house_take_back(struct pairs_house *h, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_take_back(h->live, seat, &why), e, &why);
}

bool pairs_house_ready(struct pairs_house *h, int seat, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_ready(h->live, seat, &why), e, &why);
}

bool pairs_house_say(struct pairs_house *h, int seat, const char *words, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_say(h->live, seat, words, &why), e, &why);
}

bool pairs_house_go_on(struct pairs_house *h, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_draw(h->live, &why), e, &why);
}

bool pairs_house_think(struct pairs_house *h, struct pairs_error *e)
{
    struct error why = api_error(e);
    int seat = 0;
    while (seat < PLAYERS_MAX && !h->question[seat].asked)
        seat++;
    if (seat == PLAYERS_MAX) {
        error_set(&why, "no bot has anything to decide now");
        return api_fail(e, &why);
    }
    struct question q = h->question[seat];
    if (!q.bot || !q.knowledge)
        return api_no_memory(e);
    api_bots_begin(&h->bots);
    action a = bot_choose(q.bot, q.knowledge, &q.rng);
    return api_bots_fine(&h->bots, e) &&
           answer(live_thought(h->live, seat, q.thought, a, &why), e, &why);
}

bool pairs_house_time(struct pairs_house *h, int64_t now, struct pairs_error *e)
{
    struct error why = api_error(e);
    return answer(live_time(h->live, now, &why), e, &why);
}

/* --- What there is ---------------------------------------------------------------------------- */

bool pairs_house_deals(const struct pairs_house *h)
{
    return live_deals(h->live);
}

pairs_seats pairs_house_bots_due(const struct pairs_house *h)
{
    return live_bots_due(h->live);
}

pairs_seats pairs_house_people_due(const struct pairs_house *h)
{
    return live_people_due(h->live);
}

static bool has_chair(const struct pairs_house *h, int seat)
{
    return seat >= 0 && seat < live_plan(h->live)->setup.players;
}

int64_t pairs_house_time_left(const struct pairs_house *h, int seat, int64_t now)
{
    return has_chair(h, seat) ? live_time_left(h->live, seat, now) : INT64_MAX;
}

int pairs_house_chair(const struct pairs_house *h, int seat)
{
    if (!has_chair(h, seat) || live_plan(h->live)->chair[seat].empty)
        return PAIRS_CHAIR_EMPTY;
    if (live_plan(h->live)->chair[seat].bot[0])
        return PAIRS_CHAIR_BOT;
    return seats_has(live_away(h->live), seat) ? PAIRS_CHAIR_AWAY : PAIRS_CHAIR_PERSON;
}

const char *pairs_house_name(const struct pairs_house *h, int seat)
{
    return has_chair(h, seat) ? live_name(h->live, seat) : NULL;
}

int pairs_house_leader(const struct pairs_house *h)
{
    return live_leader(h->live);
}

bool pairs_house_talks(const struct pairs_house *h)
{
    return live_talks(h->live);
}

bool pairs_house_advises(const struct pairs_house *h)
{
    return live_advises(h->live);
}

const struct pairs_table *pairs_house_table(struct pairs_house *h)
{
    /* Tables are only looked at by const handles, and this one is handed out as such. */
    struct table *t = (struct table *)(uintptr_t)live_table(h->live);
    if (!t)
        return NULL;
    h->table = (struct pairs_table){.table = t, .game.setup = api_setup(&t->setup)};
    h->table.game.state = t->state;
    return &h->table;
}

/* --- Entries ---------------------------------------------------------------------------------- */

_Static_assert((int)PAIRS_ENTRY_OPENED == (int)ENTRY_OPENED &&
                   (int)PAIRS_ENTRY_STEP == (int)ENTRY_STEP &&
                   (int)PAIRS_ENTRY_TAKEN_BACK == (int)ENTRY_TAKEN_BACK &&
                   (int)PAIRS_ENTRY_CHANGED == (int)ENTRY_CHANGED &&
                   (int)PAIRS_ENTRY_CHOSEN == (int)ENTRY_CHOSEN &&
                   (int)PAIRS_ENTRY_UNCHOSEN == (int)ENTRY_UNCHOSEN &&
                   (int)PAIRS_ENTRY_READY == (int)ENTRY_READY,
               "entries have the same numbers");

/* Whoever looks at an entry: also a seat that there was in an earlier game. */
static int looker(int looks)
{
    return (looks >= 0 && looks < PLAYERS_MAX) || looks == EVERYTHING ? looks : NOBODY;
}

size_t pairs_house_entries(const struct pairs_house *h)
{
    return live_diary(h->live)->entries;
}

bool pairs_house_entry(const struct pairs_house *h, size_t i, int looks, struct pairs_entry *out)
{
    struct sight s;
    if (i >= pairs_house_entries(h))
        return false;
    entry_seen(live_diary(h->live), i, looker(looks), &s);
    *out = (struct pairs_entry){
        .number = s.number,
        .time = s.time,
        .kind = s.kind,
        .seat = s.seat,
        .other = s.other,
        .text = s.text,
        .bot = s.bot,
        .events = s.log.size,
    };
    return true;
}

bool pairs_house_entry_event(const struct pairs_house *h, size_t i, int event, int looks,
                             struct pairs_event *out)
{
    if (i >= pairs_house_entries(h))
        return false;
    const struct entry *x = diary_at(live_diary(h->live), i);
    if (event < 0 || event >= x->events)
        return false;
    *out = api_event(&x->event[event], looker(looks));
    return true;
}
