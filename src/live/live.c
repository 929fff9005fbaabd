#include "live/live.h"

#include "live/inside.h"

#include <stdlib.h>
#include <string.h>

/* --- Beginning and end ------------------------------------------------------------------------ */

static struct live *new_house(const struct live_host *host, struct error *e)
{
    struct live *h = calloc(1, sizeof *h);
    if (h)
        h->host = *host;
    else
        error_no_memory(e);
    return h;
}

bool live_follow(struct live *h, const struct entry *entry, size_t entries, struct error *e)
{
    bool fine = true;
    for (size_t i = 0; fine && i < entries; i++)
        fine = live_take(h, entry[i], e);
    h->kept = h->diary.entries;
    return fine && bots_update(h, e);
}

struct live *live_restore(const struct entry *entry, size_t entries, const struct live_host *host,
                          struct error *e)
{
    struct live *h = new_house(host, e);
    bool fine = h && (entries > 0 || error_set(e, "nothing has happened; expected entries"));
    if (fine && live_follow(h, entry, entries, e))
        return h;
    live_free(h);
    return NULL;
}

/* What entries make of a live table where nobody thinks. */
static struct live *past_of(const struct live *h, const struct entry *entry, size_t entries,
                            struct error *e)
{
    struct live *past = new_house(&(struct live_host){.dealer = h->host.dealer}, e);
    bool fine = past;
    for (size_t i = 0; fine && i < entries; i++)
        fine = live_take(past, entry[i], e);
    if (fine)
        return past;
    live_free(past);
    return NULL;
}

struct live *live_past(const struct live *h, size_t entries, struct error *e)
{
    return past_of(h, diary_at(&h->diary, 0), entries, e);
}

bool live_recall(struct live *h, const struct entry *entry, size_t entries, struct error *e)
{
    if (!h->diary.gone)
        return true;
    struct live *past = past_of(h, entry, entries, e);
    bool fine = past && (diary_recall(&h->diary, &past->diary) || error_no_memory(e));
    live_free(past);
    return fine;
}

struct live *live_thaw(const struct text *frozen, size_t from, const struct live_host *host,
                       struct error *e)
{
    struct live *h = new_house(host, e);
    if (h && frozen_read(h, frozen, from, e))
        return h;
    live_free(h);
    return NULL;
}

struct live *live_new(const struct plan *p, const struct live_host *host, struct error *e)
{
    struct entry opened = {.time = host->now, .kind = ENTRY_OPENED, .seat = NOBODY, .plan = p};
    struct live *h = live_restore(&opened, 1, host, e);
    if (h)
        h->kept = 0;
    return h;
}

void live_free(struct live *h)
{
    if (!h)
        return;
    bots_free(h);
    table_free(h->table);
    dealing_free(&h->dealing);
    eyes_free(&h->eyes);
    diary_free(&h->diary);
    free(h);
}

/* --- What there is ---------------------------------------------------------------------------- */

const struct plan *live_plan(const struct live *h)
{
    return &h->plan;
}

const struct table *live_table(const struct live *h)
{
    return h->table;
}

const struct diary *live_diary(const struct live *h)
{
    return &h->diary;
}

size_t live_begun(const struct live *h)
{
    return h->begun;
}

size_t live_kept(const struct live *h)
{
    return h->kept;
}

seats live_people(const struct live *h)
{
    seats people = 0;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (!h->plan.chair[seat].empty && !h->plan.chair[seat].bot[0])
            people |= (seats)(1u << seat);
    return people;
}

seats live_away(const struct live *h)
{
    return h->absent;
}

int live_leader(const struct live *h)
{
    seats people = live_people(h), here = people & (seats)~h->absent, all = here ? here : people;
    int leader = NOBODY;
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (all >> seat & 1 && (leader == NOBODY || h->seated[seat] < h->seated[leader]))
            leader = seat;
    return leader;
}

bool live_leads(const struct live *h, int seat, struct error *e)
{
    return (seat != NOBODY && live_leader(h) == seat) || live_refuse(REFUSE_NOT_HOST, e);
}

bool live_waits(const struct live *h, int seat, uint64_t entries)
{
    for (size_t i = h->diary.entries; i > entries; i--) {
        const struct entry *x = diary_at(&h->diary, i - 1);
        bool decided = x->kind == ENTRY_STEP && x->seat == seat;
        if (decided || (entry_moves(x->kind) && x->kind != ENTRY_STEP))
            return false;
    }
    return true;
}

seats live_cutters(const struct live *h)
{
    return h->dealing.waited;
}

void live_seals(const struct live *h, char pledge[PLAYERS_MAX][SEAL_TEXT],
                char key[PLAYERS_MAX][SEAL_TEXT])
{
    memcpy(pledge, h->dealing.begun, sizeof h->dealing.begun);
    memcpy(key, h->chain.begun, sizeof h->chain.begun);
}

const struct shuffle *live_shuffles(const struct live *h, size_t *count)
{
    *count = h->dealing.shuffles;
    return h->dealing.shuffle;
}

const char *live_key_of(const struct live *h, int seat)
{
    return h->chain.key[seat];
}

const char *live_link(const struct live *h)
{
    return h->chain.last[0].link;
}

int live_games(const struct live *h)
{
    return h->chain.games;
}

const char *live_link_before(const struct live *h)
{
    return h->chain.before;
}

seats live_people_due(const struct live *h)
{
    return (seats)(h->wait.seats & live_people(h) & ~h->absent & ~h->chosen.made);
}

struct rng live_chance(const struct live *h)
{
    return rng_seeded(h->plan.seed, h->table ? h->table->steps : 0);
}

bool live_advises(const struct live *h)
{
    seats people = live_people(h);
    return h->plan.hints || (people & (people - 1)) == 0;
}

bool live_shows_odds(const struct live *h)
{
    seats people = live_people(h);
    bool alone = (people & (people - 1)) == 0;
    return h->plan.odds == ODDS_USUAL ? alone : h->plan.odds == ODDS_ON;
}

bool live_talks(const struct live *h)
{
    const struct setup *u = &h->plan.setup;
    int talk = option_of_role(u->game, ROLE_TALK);
    return talk < 0 || u->option[talk] == 0 || !h->table || live_is_over(h);
}

int64_t live_time_left(const struct live *h, int seat, int64_t now)
{
    if (!(h->clocks.running >> seat & 1))
        return INT64_MAX;
    return clocks_left(&h->clocks, &h->plan.pace, seat, now);
}

const struct clocks *live_clocks(const struct live *h)
{
    return &h->clocks;
}

void live_view(const struct live *h, int looks, struct view *v)
{
    table_view(h->table, looks, v);
    v->to_act &= (seats)~h->chosen.made;
    if (looks < PLAYERS_MAX && h->chosen.made >> looks & 1)
        v->actions = 0;
}
