/* Tables sleep and wake. */
#include "hall/inside.h"
#include "live/ledger.h"

#include <stdlib.h>

/* All entries on their way into a live table. */
struct coming {
    struct room *room;
    struct ledger all;
};

static bool take_line(void *to, const char *words, struct error *e)
{
    struct coming *c = to;
    picture_line(c->room, words);
    return ledger_read(&c->all, words, e);
}

/* The live table of all entries; NULL with a message if they cannot have happened. */
static struct live *replay(struct room *r, const struct live_host *host, struct error *e)
{
    struct hall *h = r->hall;
    struct coming c = {.room = r};
    struct live *live = NULL;
    r->sum = r->sum_before = 0;
    memset(r->owner, 0, sizeof r->owner);
    r->dones = r->removals = 0;
    r->seen = r->pictured = 0;
    if (h->host.load(h->host.context, &r->head, 0, take_line, &c, e) &&
        (c.all.entries == r->entries || error_set(e, "there are %zu entries; expected %llu",
                                                  c.all.entries, (unsigned long long)r->entries)))
        live = live_restore(c.all.entry, c.all.entries, host, e);
    h->replayed += c.all.entries;
    ledger_free(&c.all);
    return live;
}

struct live *room_restore(struct room *r, struct error *e)
{
    struct live_host host = room_host(r);
    r->done = malloc(RECENT * sizeof *r->done);
    if (!r->done) {
        error_no_memory(e);
        return NULL;
    }
    struct live *live = picture_wake(r, &host);
    live = live ? live : replay(r, &host, e);
    if (!live) {
        free(r->done);
        r->done = NULL;
    }
    return live;
}

/* From the first entry to the last. */
static int64_t all_time(const struct room *r)
{
    const struct diary *d = live_diary(r->live);
    return diary_at(d, d->entries - 1)->time - r->began;
}

bool room_wake(struct room *r, struct error *e)
{
    struct hall *h = r->hall;
    if (r->damaged)
        return error_set(e, "This table is damaged and has been set aside.");
    if (r->live)
        return true;
    r->live = room_restore(r, e);
    if (!r->live) {
        room_free_dealer(r);
        if (e->no_memory || e->later)
            return false;
        r->damaged = true;
        h->host.complain(h->host.context, r->head.id, e->text);
        return error_set(e, "This table is damaged and has been set aside.");
    }
    r->looked = r->stirred = true;
    h->awake++;
    room_use(r);
    live_resume(r->live, h->now);
    int64_t gone[PLAYERS_MAX]; /* that was known before */
    memcpy(gone, r->gone, sizeof gone);
    room_follow(r);
    memcpy(r->gone, gone, sizeof gone);
    r->over = room_is_over(r);
    r->deserted = room_is_empty(r);
    if (!r->paid) /* before the last start: as far as the entries tell */
        r->paid = all_time(r);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (!r->gone[seat])
            r->gone[seat] = h->now;
    for (struct visitor *v = r->visitors; v; v = v->next)
        if (room_chair(r, v->guest) != NOBODY)
            r->gone[room_chair(r, v->guest)] = 0;
    return true;
}

/* Who is banned may be called otherwise now; where from stays with those who are not. */
void room_reread(struct room *r, struct error *e)
{
    struct ban *before = r->ban;
    int bans = r->bans;
    r->ban = NULL;
    r->bans = r->ban_room = 0;
    room_sleep(r);
    r->lined = 0;
    if (r->hall->told.room == r)
        r->hall->told.room = NULL;
    room_wake(r, e);
    for (int i = 0; i < bans; i++) {
        struct ban *b = room_find_ban(r, before[i].guest, before[i].mute);
        if (b)
            b->whence = before[i].whence;
    }
    free(before);
}

/* Whether nothing can happen here unless somebody does something. */
static bool is_idle(const struct room *r)
{
    const struct live *h = r->live;
    if (!room_is_safe(r) || r->cut || live_bots_due(h))
        return false;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (live_time_left(h, seat, r->hall->now) != INT64_MAX)
            return false;
    return true;
}

bool room_rest(struct room *r)
{
    if (r->wake != INT64_MAX || !is_idle(r))
        return false;
    picture_keep(r);
    room_sleep(r);
    return true;
}
