/* Taking back: how far, whether it is fair, and the way there. */
#include "live/inside.h"

/* Whether the table is another one than that at which the game has ended: then it cannot go on with
 * others, with keys that its proof does not know, or as another game. */
static bool has_moved_on(const struct live *h)
{
    const struct diary *d = &h->diary;
    for (size_t i = d->entries; i > d->gone; i--)
        switch ((enum entry_kind)diary_at(d, i - 1)->kind) {
        case ENTRY_SEATED:
        case ENTRY_LEFT:
        case ENTRY_KICKED:
        case ENTRY_KEYED:
        case ENTRY_SWAPPED:
        case ENTRY_CHANGED:
            return true;
        default:
            if (entry_moves((enum entry_kind)diary_at(d, i - 1)->kind))
                return false;
        }
    return true; /* long ago */
}

bool back_there(const struct live *h, struct error *e)
{
    return !live_is_over(h) || !has_moved_on(h) || live_refuse(REFUSE_NOTHING_BACK, e);
}

bool back_find(const struct live *h, int seat, size_t *steps)
{
    const struct table *t = h->table;
    size_t last = t ? t->steps : 0;
    while (last > 0 && (t->step[last - 1].kind != TURN_SEATS || t->step[last - 1].who != seat))
        last--;
    *steps = last - 1;
    return last > 0;
}

/* Whether an event shows somebody cards that they had not seen where they were. */
static bool is_news(const struct event *e, int looks, const struct view *before)
{
    struct event known = event_redact(e, looks);
    if (!known.cards || (e->kind != EVENT_MOVE && e->kind != EVENT_SHOW))
        return false;
    if (e->from.zone == ZONE_DECK)
        return true;
    return e->from.zone != ZONE_DISCARDS && !view_find(before, e->from.zone, e->from.owner)->known;
}

/* The same for all that a step brought. A lot is news to everybody. */
static bool step_is_news(struct table *t, struct step step, int looks)
{
    struct view before;
    struct error e = {0};
    table_view(t, looks, &before);
    bool news = step.kind == TURN_LOT || !table_step(t, step, &e);
    for (int i = 0; !news && i < t->log.size; i++)
        news = is_news(&t->log.event[i], looks, &before);
    return news;
}

bool back_fair(const struct live *h, int seat, size_t steps, struct error *e)
{
    bool fair = true;
    for (int other = 0; fair && other < h->plan.setup.players; other++) {
        if (other == seat || !(live_people(h) >> other & 1))
            continue;
        struct table *t = table_before(h->table, steps);
        if (!t)
            return error_no_memory(e);
        for (size_t i = steps; fair && i < h->table->steps; i++)
            fair = !step_is_news(t, h->table->step[i], other);
        table_free(t);
    }
    return fair || live_refuse(REFUSE_SHOWN, e);
}

bool back_go(struct live *h, size_t steps, struct error *e)
{
    struct wait wait = {0};
    struct table *again = table_new(&h->table->setup);
    bool fine = again || error_no_memory(e);
    if (fine)
        wait_step(&wait, again);
    for (size_t i = 0; fine && i < steps; i++) {
        fine = table_step(again, h->table->step[i], e);
        wait_step(&wait, again);
    }
    table_free(again);
    if (!fine)
        return false;
    h->wait = wait;
    while (h->table->steps > steps)
        table_undo(h->table);
    dealing_back(&h->dealing, steps);
    return true;
}
