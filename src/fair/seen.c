#include "fair/seen.h"

#include <stdlib.h>

/* A card that lies somewhere, by the step that drew it. */
struct token {
    size_t step;
    struct spot at;
};

struct tokens {
    struct token token[DECKS_MAX * DECK_CARDS];
    int count;
    const struct table *table;
    struct drawn *drawn;
};

static bool same_spot(struct spot a, struct spot b)
{
    return a.zone == b.zone && a.owner == b.owner;
}

/* The cards there are known by other leaves from now on, or nobody knows which is which. */
static void forget_at(struct tokens *all, struct spot at)
{
    int kept = 0;
    for (int i = 0; i < all->count; i++)
        if (!same_spot(all->token[i].at, at))
            all->token[kept++] = all->token[i];
    all->count = kept;
}

/* A card of that rank there, which was seen or not; else any; NULL if there is none. */
static struct token *find(struct tokens *all, struct spot at, int c, bool seen, const bool taken[])
{
    struct token *found = NULL;
    bool fits = false;
    for (int i = 0; i < all->count; i++) {
        struct token *k = &all->token[i];
        if (taken[i] || !same_spot(k->at, at) || (int)all->table->step[k->step].what != c)
            continue;
        bool as_wanted = all->drawn[k->step].seen == seen;
        if (!found || as_wanted >= fits) {
            found = k;
            fits = as_wanted;
        }
    }
    return found;
}

/* Cards that move, or are shown where they are. */
static void follow(struct tokens *all, const struct event *e, int looks)
{
    bool taken[DECKS_MAX * DECK_CARDS] = {false};
    bool seen = event_redact(e, looks).cards != 0;
    for (int c = cards_next(e->cards, 0); c; c = cards_next(e->cards, c)) {
        for (int k = cards_count(e->cards, c); k > 0; k--) {
            struct token *t = find(all, e->from, c, seen, taken);
            if (!t)
                break;
            taken[t - all->token] = true;
            all->drawn[t->step].seen |= seen;
            if (e->kind == EVENT_MOVE)
                t->at = e->to;
        }
    }
}

static void hear(struct tokens *all, const struct event *e, int looks)
{
    static const struct spot deck = {ZONE_DECK, NOBODY}, discards = {ZONE_DISCARDS, NOBODY};
    if (e->kind == EVENT_GATHER)
        all->count = 0;
    else if (e->kind == EVENT_SHUFFLE)
        forget_at(all, discards);
    else if (e->kind == EVENT_MOVE || e->kind == EVENT_SHOW)
        follow(all, e, looks);
    if (e->kind == EVENT_MOVE && same_spot(e->to, deck))
        forget_at(all, deck);
}

/* The card of the last step came from a pile of which nobody knows the order. */
static void draw(struct tokens *all, const struct table *t, size_t step, int c)
{
    for (int i = 0; i < t->log.size; i++) {
        const struct event *e = &t->log.event[i];
        if (e->kind != EVENT_MOVE || !cards_has(e->cards, c))
            continue;
        forget_at(all, e->from);
        all->token[all->count++] = (struct token){step, e->from};
        return;
    }
}

/* From where a step was seen. */
static int looks_at(const struct onlooker *o, size_t step)
{
    int looks = o->looks;
    for (size_t i = 0; i < o->spans; i++)
        if (step >= o->span[i].from && step < o->span[i].until)
            looks = o->span[i].seat;
    return looks;
}

bool drawn_find(const struct table *t, const struct onlooker *o, struct drawn out[])
{
    struct tokens *all = malloc(sizeof *all);
    struct table *again = table_new(&t->setup);
    struct error e = {0};
    bool fine = all && again;
    if (fine)
        *all = (struct tokens){.table = t, .drawn = out};
    for (size_t i = 0; fine && i < t->steps; i++) {
        struct step step = t->step[i];
        out[i] = (struct drawn){.may = table_turn(again).seats};
        fine = table_step(again, step, &e);
        if (step.kind == TURN_DECK)
            draw(all, again, i, (int)step.what);
        for (int k = 0; fine && k < again->log.size; k++) {
            const struct event *event = &again->log.event[k];
            if (step.kind == TURN_SEATS && event->kind == EVENT_DECIDE)
                out[i].told = event_redact(event, looks_at(o, i)).seen;
            hear(all, event, looks_at(o, i));
        }
    }
    table_free(again);
    free(all);
    return fine;
}
