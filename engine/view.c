#include "engine/game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static struct zone *view_zone(struct view *v, int zone, int owner, int count, seats seen)
{
    assert(v->zones < ZONES_MAX && v->cards + count <= VIEW_CARDS);
    struct zone *z = &v->zone[v->zones++];
    bool own = v->looks < PLAYERS_MAX && (seen >> v->looks & 1);
    *z = (struct zone){.zone = (uint8_t)zone,
                       .owner = (uint8_t)owner,
                       .known = own || seen == EVERYBODY || v->looks == EVERYTHING,
                       .first = v->cards,
                       .count = count};
    memset(&v->card[v->cards], 0, (size_t)count);
    v->cards += count;
    return z;
}

void view_cards(struct view *v, int zone, int owner, cards w, seats seen)
{
    struct zone *z = view_zone(v, zone, owner, cards_size(w), seen);
    if (!z->known)
        return;
    pile_add_all(&v->seen, w);
    uint8_t *at = &v->card[z->first];
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        for (int i = cards_count(w, c); i > 0; i--)
            *at++ = (uint8_t)c;
}

void view_row(struct view *v, int zone, int owner, const uint8_t *card, int count, seats seen)
{
    struct zone *z = view_zone(v, zone, owner, count, seen);
    z->ordered = true;
    if (!z->known)
        return;
    memcpy(&v->card[z->first], card, (size_t)count);
    for (int i = 0; i < count; i++)
        pile_add(&v->seen, card[i]);
}

cards view_faces(const struct view *v, int zone, int owner)
{
    cards w = 0;
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        for (int k = 0; z->known && z->zone == zone && z->owner == owner && k < z->count; k++)
            w += cards_one(v->card[z->first + k]);
    }
    return w;
}

const struct zone *view_find(const struct view *v, int zone, int owner)
{
    static const struct zone none;
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].zone == zone && v->zone[i].owner == owner)
            return &v->zone[i];
    return &none;
}

struct pile view_unseen(const struct view *v)
{
    int all = v->deck + v->discards + v->cards; /* every card is somewhere */
    struct pile p = pile_fresh(all / DECK_CARDS);
    p.half[0] -= v->seen.half[0];
    p.half[1] -= v->seen.half[1];
    p.size -= v->seen.size;
    return p;
}

double view_chance(const struct view *v, cards ranks)
{
    struct pile p = view_unseen(v);
    int hits = 0;
    for (int c = cards_next(ranks, 0); c; c = cards_next(ranks, c))
        hits += pile_count(&p, c);
    return pile_size(&p) ? (double)hits / pile_size(&p) : 0;
}

double view_risk(const struct view *v, cards ranks)
{
    double risk = 0;
    for (int c = cards_next(ranks, 0); c; c = cards_next(ranks, c))
        risk += c * view_chance(v, cards_one(c));
    return risk;
}

void view_number(struct view *v, int label, int owner, int32_t value)
{
    assert(v->numbers < NUMBERS_MAX);
    v->number[v->numbers++] =
        (struct number){.label = v->game->labels[label], .owner = (uint8_t)owner, .value = value};
}

void game_view(const struct game *game, const struct state *s, int looks, struct view *v)
{
    const struct head *h = game_look(s);
    memset(v, 0, offsetof(struct view, act)); /* the list is long, and its length says enough */
    v->game = game;
    v->looks = (uint8_t)looks;
    v->players = h->players;
    v->dealer = h->dealer;
    v->hand = h->hand;
    v->over = h->turn.kind == TURN_OVER;
    v->chips = h->chips;
    memcpy(v->score, h->score, sizeof v->score);
    memcpy(v->option, h->option, sizeof v->option);
    v->pot = h->pot;
    v->to_act = h->turn.kind == TURN_SEATS ? h->turn.seats : 0;
    v->winners = h->winners;
    v->losers = h->losers;
    v->deck = pile_size(&h->pile[PILE_DECK]);
    v->discards = pile_size(&h->pile[PILE_DISCARDS]) + pile_size(&h->pile[PILE_BURNED]);
    game->view(s, v);
    if (looks < PLAYERS_MAX && (v->to_act >> looks & 1))
        v->actions = game->legal(s, looks, v->act);
}
