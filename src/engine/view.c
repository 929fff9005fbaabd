#include "engine/counts.h"
#include "engine/game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Whether the one who looks knows what these seats see. */
static inline bool knows(const struct view *v, seats seen)
{
    return (v->eyes & ~seen) == 0;
}

static inline void fill_zone(struct zone *z, int zone, int owner, int first, int count, cards faces,
                             bool known)
{
    z->zone = (uint8_t)zone;
    z->owner = (uint8_t)owner;
    z->ordered = false;
    z->known = known;
    z->first = (uint16_t)first;
    z->count = (uint16_t)count;
    z->faces = known ? faces : 0;
}

/* The cards of a zone one by one, 0 where they are not known. */
static __attribute__((noinline)) void list_cards(struct view *v, const struct zone *z)
{
    assert(v->cards <= VIEW_CARDS);
    uint8_t *at = &v->card[z->first];
    if (!z->known)
        memset(at, 0, z->count);
    for (int c = cards_next(z->faces, 0); c; c = cards_next(z->faces, c)) {
        memset(at, c, VIEW_ROOM); /* no rank has as many */
        at += cards_count(z->faces, c);
    }
}

/* The cards of the last zones. */
static __attribute__((noinline)) void list_last(struct view *v, int zones)
{
    for (int i = v->zones - zones; i < v->zones; i++)
        list_cards(v, &v->zone[i]);
}

/* --- As numbers ------------------------------------------------------------------------------- */

static inline int owner_place(int owner)
{
    return owner == NOBODY ? SHEET_MIDDLE : owner;
}

/* Where the cards of an owner are told. */
static inline int32_t *sheet_zone(const struct view *v, int zone, int owner)
{
    int at = v->sheet->zone[zone - ZONE_GAME][owner_place(owner)];
    assert(at >= 0);
    return &v->row[at];
}

static inline void tell_cards(int32_t at[], int count, cards faces)
{
    at[0] += count;
    counts_add_cards(&at[1], faces);
}

static inline void tell_hand(const struct view *v, int at, cards w, cards faces)
{
    assert(at >= 0);
    tell_cards(&v->row[at], cards_size(w), faces);
}

static void tell_hands(const struct view *v, int zone, const cards w[], bool open)
{
    const int16_t *at = v->sheet->zone[zone - ZONE_GAME];
    int players = v->players;
    if (open)
        for (int seat = 0; seat < players; seat++)
            tell_hand(v, at[seat], w[seat], w[seat]);
    else
        for (int seat = 0; seat < players; seat++)
            tell_hand(v, at[seat], w[seat], knows(v, seat_bit(seat)) ? w[seat] : 0);
}

static void tell_row(const struct view *v, int zone, int owner, const uint8_t *card, int count,
                     bool known)
{
    int32_t *at = sheet_zone(v, zone, owner);
    at[0] += count;
    for (int i = 0; i < (known ? count : 0); i++) {
        int c = card[count - 1 - i];
        at[c]++;
        if (i < SHEET_ROW)
            at[RANKS + 1 + i] = c;
    }
}

static void tell_number(const struct view *v, int label, int owner, int32_t value)
{
    int at = v->sheet->number[label][owner_place(owner)];
    assert(at >= 0);
    if (v->sheet->rank[label]) {
        v->row[at + value - 1]++;
    } else {
        v->row[at] = 1;
        v->row[at + 1] = value;
    }
}

/* --- For games -------------------------------------------------------------------------------- */

void view_cards(struct view *v, int zone, int owner, cards w, seats seen)
{
    if (v->sheet) {
        tell_cards(sheet_zone(v, zone, owner), cards_size(w), knows(v, seen) ? w : 0);
        return;
    }
    assert(v->zones < ZONES_MAX);
    struct zone *z = &v->zone[v->zones++];
    bool known = knows(v, seen);
    fill_zone(z, zone, owner, v->cards, cards_size(w), w, known);
    v->cards += cards_size(w);
    if (known)
        pile_add_all(&v->seen, w);
    if (!v->brief)
        list_cards(v, z);
}

/* Searches do nothing more often, so what grows stays at hand until the end. */
void view_hands(struct view *v, int zone, const cards w[], bool open)
{
    if (v->sheet) {
        tell_hands(v, zone, w, open);
        return;
    }
    assert(v->zones + v->players <= ZONES_MAX);
    struct zone *z = &v->zone[v->zones];
    struct pile faces = v->seen;
    int lie = v->cards, players = v->players;
    seats eyes = open ? 0 : v->eyes;
    for (int seat = 0; seat < players; seat++, z++) {
        cards own = w[seat];
        int count = cards_size(own);
        bool known = (eyes & ~(1u << seat)) == 0;
        fill_zone(z, zone, seat, lie, count, own, known);
        lie += count;
        if (known)
            pile_add_all(&faces, own);
    }
    v->zones += players;
    v->cards = lie;
    v->seen = faces;
    if (!v->brief)
        list_last(v, players);
}

void view_row(struct view *v, int zone, int owner, const uint8_t *card, int count, seats seen)
{
    if (v->sheet) {
        tell_row(v, zone, owner, card, count, knows(v, seen));
        return;
    }
    assert(v->zones < ZONES_MAX && v->cards + count <= VIEW_CARDS);
    struct zone *z = &v->zone[v->zones++];
    fill_zone(z, zone, owner, v->cards, count, 0, knows(v, seen));
    v->cards += count;
    z->ordered = true;
    if (!z->known) {
        list_cards(v, z);
        return;
    }
    for (int i = 0; i < count; i++) {
        v->card[z->first + i] = card[i];
        z->faces += cards_one(card[i]);
    }
    pile_add_all(&v->seen, z->faces);
}

cards view_faces(const struct view *v, int zone, int owner)
{
    cards w = 0;
    for (const struct zone *z = v->zone; z < &v->zone[v->zones]; z++)
        if (z->zone == zone && z->owner == owner)
            w += z->faces;
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

const struct number *view_labelled(const struct view *v, int label)
{
    static const struct number none = {.owner = NOBODY};
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].label == v->game->labels[label].name)
            return &v->number[i];
    return &none;
}

const struct number *view_owned(const struct view *v, int label, int owner)
{
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].label == v->game->labels[label].name && v->number[i].owner == owner)
            return &v->number[i];
    return NULL;
}

int32_t view_value(const struct view *v, int label, int owner)
{
    const struct number *n = view_owned(v, label, owner);
    return n ? n->value : 0;
}

static void leave_out(struct pile *p, const struct pile *those)
{
    p->half[0] -= those->half[0];
    p->half[1] -= those->half[1];
    p->size -= those->size;
}

struct pile view_unseen(const struct view *v)
{
    struct pile p = v->fresh; /* every card is somewhere */
    leave_out(&p, &v->seen);
    return p;
}

cards view_deck(const struct view *v)
{
    int i = option_of_role(v->game, ROLE_DECKS), decks = i < 0 ? 1 : v->option[i];
    cards deck = 0;
    for (int c = 1; c <= RANKS; c++)
        deck += cards_one(c) * (cards)(pile_count(&v->fresh, c) / decks);
    return deck == usual_deck ? 0 : deck;
}

/* Once the deck is empty, the discards come again. */
struct pile view_left(const struct view *v)
{
    struct pile p = view_unseen(v);
    if (v->deck)
        leave_out(&p, &v->gone);
    return p;
}

double view_chance(const struct view *v, cards ranks)
{
    struct pile left = view_left(v);
    return pile_chance(&left, ranks);
}

double view_risk(const struct view *v, cards ranks)
{
    struct pile left = view_left(v);
    return pile_risk(&left, ranks);
}

action view_best(const struct view *v, const double value[])
{
    int best = 0;
    for (int i = 1; i < v->actions; i++)
        if (value[i] > value[best])
            best = i;
    return v->act[best];
}

void view_number(struct view *v, int label, int owner, int32_t value)
{
    if (v->sheet) {
        tell_number(v, label, owner, value);
        return;
    }
    assert(v->numbers < NUMBERS_MAX);
    v->number[v->numbers++] = (struct number){.label = v->game->labels[label].name,
                                              .owner = (uint8_t)owner,
                                              .row = (uint8_t)label,
                                              .value = value};
}

/* What an owner has in a zone of the table. */
static void show_owner(const struct zone_type *z, const struct state *s, struct view *v, int zone,
                       int owner)
{
    int i = owner == NOBODY ? 0 : owner;
    seats seen = zone_seen(z, owner, v->over);
    if (z->row) {
        const uint8_t *row = zone_field_seen(s, z->row), *size = zone_field_seen(s, z->size);
        view_row(v, zone, owner, &row[i * z->room], size[i], seen);
        return;
    }
    cards w;
    if (z->set) {
        w = ((const cards *)zone_field_seen(s, z->set))[i];
    } else {
        int c = ((const uint8_t *)zone_field_seen(s, z->card))[i];
        w = c ? cards_one(c) : 0;
    }
    if (w || !z->sparse)
        view_cards(v, zone, owner, w, seen);
}

void game_show(const struct game *game, const struct state *s, struct view *v)
{
    const struct zone_type *z = game->zones;
    for (int zone = ZONE_GAME; z && z->name; z++, zone++) {
        if (z->special)
            continue;
        if (z->whose == OF_MIDDLE)
            show_owner(z, s, v, zone, NOBODY);
        else if (z->set && !z->sparse)
            view_hands(v, zone, zone_field_seen(s, z->set),
                       z->seen == SEEN_BY_ALL || (z->seen == SEEN_AT_END && v->over));
        else
            for (int seat = 0; seat < v->players; seat++)
                show_owner(z, s, v, zone, seat);
    }
    if (game->view)
        game->view(s, v);
}

static void look(const struct game *game, const struct state *s, int looks, bool brief,
                 struct view *v)
{
    const struct head *h = game_look(s);
    /* nothing is in the lists, which are long: their lengths say enough */
    memset(&v->zones, 0, offsetof(struct view, zone) - offsetof(struct view, zones));
    v->brief = brief;
    v->game = game;
    v->looks = (uint8_t)looks;
    v->eyes = view_eyes(looks);
    v->players = h->players;
    v->dealer = h->dealer;
    v->hand = h->hand;
    v->over = h->turn.kind == TURN_OVER;
    v->chips = h->chips;
    memcpy(v->score, h->score, sizeof v->score);
    memcpy(v->option, h->option, sizeof v->option);
    v->fresh = h->fresh;
    v->pot = h->pot;
    v->to_act = h->turn.kind == TURN_SEATS ? h->turn.seats : 0;
    v->winners = h->winners;
    v->losers = h->losers;
    v->deck = pile_size(&h->pile[PILE_DECK]);
    v->discards = pile_size(&h->pile[PILE_DISCARDS]) + pile_size(&h->pile[PILE_BURNED]);
    if (!game->hidden)
        v->gone = h->pile[PILE_DISCARDS];
    game_show(game, s, v);
    if (looks < PLAYERS_MAX && seats_has(v->to_act, looks))
        v->actions = game->legal(s, looks, v->act);
}

void game_view(const struct game *game, const struct state *s, int looks, struct view *v)
{
    look(game, s, looks, false, v);
}

void game_glance(const struct game *game, const struct state *s, int looks, struct view *v)
{
    look(game, s, looks, true, v);
}
