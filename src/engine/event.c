#include "engine/event.h"

#include "engine/view.h"

struct event event_redact(const struct event *e, int looks)
{
    struct event known = *e;
    bool seen = looks == EVERYTHING || e->seen == EVERYBODY ||
                (looks < PLAYERS_MAX && seats_has(e->seen, looks));
    known.seen = seen ? EVERYBODY : 0;
    if (!seen) {
        known.cards = 0;
        known.choice = 0;
    }
    return known;
}

bool event_same(const struct event *a, const struct event *b)
{
    return a->cards == b->cards && a->number == b->number && a->choice == b->choice &&
           a->kind == b->kind && a->say == b->say && a->seat == b->seat && a->other == b->other &&
           a->from.zone == b->from.zone && a->from.owner == b->from.owner &&
           a->to.zone == b->to.zone && a->to.owner == b->to.owner && a->seen == b->seen &&
           a->count == b->count;
}

/* Whether a set can hold both. */
static bool fit_together(cards a, cards b)
{
    enum { TOGETHER = 15 }; /* of a rank */
    for (int c = cards_next(a, 0); c; c = cards_next(a, c))
        if (cards_count(a, c) + cards_count(b, c) > TOGETHER)
            return false;
    return true;
}

bool event_joins(const struct event *a, const struct event *b)
{
    return a->kind == EVENT_MOVE && b->kind == EVENT_MOVE && !a->say && !b->say &&
           a->seat == b->seat && a->seen == b->seen && a->from.zone == b->from.zone &&
           a->from.owner == b->from.owner && a->to.zone == b->to.zone &&
           a->to.owner == b->to.owner && a->count + b->count <= UINT8_MAX &&
           fit_together(a->cards, b->cards);
}

void event_join(struct event *a, const struct event *b)
{
    a->cards += b->cards;
    a->count = (uint8_t)(a->count + b->count);
}
