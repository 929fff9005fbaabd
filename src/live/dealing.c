#include "live/dealing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dealing_begin(struct dealing *d)
{
    d->shuffles = 0;
    d->waited = 0;
    d->bare = false;
    memcpy(d->begun, d->pledge, sizeof d->begun);
}

void dealing_free(struct dealing *d)
{
    free(d->shuffle);
    free(d->used);
    *d = (struct dealing){0};
}

/* 64 bits of a seal: nobody finds another that begins so but on purpose, to be refused. */
static uint64_t beginning(const char *seal)
{
    char words[17];
    snprintf(words, sizeof words, "%.16s", seal);
    return strtoull(words, NULL, 16);
}

bool dealing_used(const struct dealing *d, const char *seal)
{
    uint64_t wanted = beginning(seal);
    size_t i = 0;
    while (i < d->uses && d->used[i] != wanted)
        i++;
    return i < d->uses;
}

bool dealing_use(struct dealing *d, const char *seal)
{
    if (d->uses == d->use_room) {
        size_t room = d->use_room ? d->use_room * 2 : 8;
        uint64_t *more = realloc(d->used, room * sizeof *more);
        if (!more)
            return false;
        d->used = more;
        d->use_room = room;
    }
    d->used[d->uses++] = beginning(seal);
    return true;
}

/* Where what is due comes from. Lots are drawn with the deck. */
static int source(const struct table *t)
{
    struct turn turn = table_turn(t);
    return turn.kind == TURN_DECK ? turn.from : PILE_DECK;
}

static const struct shuffle *last_of(const struct dealing *d, int pile)
{
    size_t i = d->shuffles;
    while (i > 0 && d->shuffle[i - 1].pile != pile)
        i--;
    return i ? &d->shuffle[i - 1] : NULL;
}

/* The deal as it stands: how many cards and lots have been drawn, and which are left. */
static struct deal now(const struct shuffle *s, const struct table *t, struct pile *left)
{
    struct deal deal = s->deal;
    *left = deal.pile;
    for (size_t i = s->steps; i < t->steps; i++) {
        const struct step *step = &t->step[i];
        if (step->kind == TURN_DECK && step->from == s->pile) {
            deal.cards++;
            pile_take(left, (int)step->what);
        }
        deal.lots += step->kind == TURN_LOT && s->pile == PILE_DECK;
    }
    return deal;
}

static bool same(const struct pile *a, const struct pile *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

bool dealing_ready(const struct dealing *d, const struct table *t)
{
    struct pile left;
    const struct shuffle *s = last_of(d, source(t));
    if (!s)
        return false;
    now(s, t, &left);
    return same(&left, &game_look(t->state)->pile[source(t)]);
}

bool dealing_reserve(struct dealing *d)
{
    if (d->shuffles < d->room)
        return true;
    size_t room = d->room ? d->room * 2 : 2;
    struct shuffle *more = realloc(d->shuffle, room * sizeof *more);
    if (!more)
        return false;
    d->shuffle = more;
    d->room = room;
    return true;
}

void dealing_shuffle(struct dealing *d, const struct table *t, uint64_t number, seats here)
{
    assert(d->shuffles < d->room);
    struct shuffle *s = &d->shuffle[d->shuffles++];
    *s = (struct shuffle){.steps = t->steps, .pile = (uint8_t)source(t)};
    s->deal.number = number;
    s->deal.pile = game_look(t->state)->pile[s->pile];
    d->waited = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (here >> seat & 1 && d->pledge[seat][0])
            d->waited |= (seats)(1u << seat);
    s->pledged = d->waited;
}

void dealing_cut(struct dealing *d, int seat, const char *cut)
{
    assert(d->shuffles);
    snprintf(d->shuffle[d->shuffles - 1].deal.cut[seat], SEAL_TEXT, "%s", cut);
    snprintf(d->pledge[seat], SEAL_TEXT, "%s", cut);
    d->waited &= (seats) ~(1u << seat);
}

void dealing_waive(struct dealing *d, seats who)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (who >> seat & 1)
            d->pledge[seat][0] = '\0';
    d->waited &= (seats)~who;
}

void dealing_back(struct dealing *d, size_t steps)
{
    while (d->shuffles && d->shuffle[d->shuffles - 1].steps > steps)
        d->shuffles--;
    dealing_waive(d, d->waited);
}

struct step dealing_draw(const struct dealing *d, const struct table *t, const struct dealer *by)
{
    struct turn turn = table_turn(t);
    struct pile left;
    const struct shuffle *s = last_of(d, source(t));
    assert(s);
    struct deal deal = now(s, t, &left);
    if (turn.kind == TURN_DECK)
        return (struct step){
            .kind = TURN_DECK, .who = turn.place, .what = (action)by->card(by->context, &deal)};
    seats may = turn.seats;
    for (int k = by->lot(by->context, &deal, __builtin_popcount(may)); k > 0; k--)
        may &= (seats)(may - 1);
    return (struct step){.kind = TURN_LOT, .who = (uint8_t)__builtin_ctz(may)};
}

void dealing_text(const struct shuffle *s, char out[DEALT_TEXT])
{
    int size =
        snprintf(out, DEALT_TEXT, "%zu %s", s->steps, s->pile == PILE_DECK ? "deck" : "side");
    for (int c = 1; c <= RANKS; c++)
        size +=
            snprintf(out + size, DEALT_TEXT - (size_t)size, " %d", pile_count(&s->deal.pile, c));
}

void dealing_pledged(seats pledged, char out[PLAYERS_MAX + 1])
{
    int size = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (pledged >> seat & 1)
            out[size++] = (char)('A' + seat);
    if (!size)
        out[size++] = '-';
    out[size] = '\0';
}

const struct deal *dealing_last(const struct dealing *d)
{
    assert(d->shuffles);
    return &d->shuffle[d->shuffles - 1].deal;
}
