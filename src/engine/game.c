#include "engine/game.h"

#include <assert.h>
#include <string.h>

void game_start(const struct setup *u, struct state *s, struct log *log)
{
    const struct game *game = u->game;
    assert(game->size >= sizeof(struct head) && game->size <= STATE_MAX);
    memset(s, 0, game->size);
    struct head *h = game_head(s);
    h->players = (uint8_t)u->players;
    h->dealer = NOBODY; /* until the game names one: some have none */
    h->chips = game->chips;
    memcpy(h->option, u->option, sizeof h->option);
    h->pile[PILE_DECK] = h->fresh = u->fresh;
    game->start(s, log);
    assert(h->turn.kind != TURN_OVER);
}

bool game_counts_chips(const struct setup *u)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *first = (struct state *)(void *)room;
    game_start(u, first, NULL);
    return game_look(first)->chips;
}

void game_decided(const struct game *game, int seat, action a, struct log *log)
{
    bool secret = game->verbs[action_verb(a)].secret;
    log_add(log, (struct event){.kind = EVENT_DECIDE,
                                .choice = a,
                                .seat = (uint8_t)seat,
                                .seen = secret ? seat_bit(seat) : EVERYBODY});
}

void game_burn(struct state *s, int c, struct log *log)
{
    struct head *h = game_head(s);
    pile_add(&h->pile[PILE_BURNED], c);
    if (log)
        log_add(log, (struct event){.kind = EVENT_MOVE,
                                    .cards = cards_one(c),
                                    .count = 1,
                                    .from = {ZONE_DECK, NOBODY},
                                    .to = {ZONE_DISCARDS, NOBODY},
                                    .seat = NOBODY});
    if (--h->burning == 0)
        h->turn.place = h->due;
}

void game_imagine(const struct game *game, struct state *s, int seat, struct rng *r)
{
    struct pile *deck = &game_head(s)->pile[PILE_DECK], *burned = &game_head(s)->pile[PILE_BURNED];
    int count = pile_size(burned);
    pile_move(deck, burned); /* a burned card may as well be in a hand */
    if (game->reshuffle)
        game->reshuffle(s, seat, r);
    for (; count > 0; count--) {
        int c = pile_pick(deck, rng_below(r, pile_size(deck)));
        pile_take(deck, c);
        pile_add(burned, c);
    }
}

int game_chances(const struct state *s, struct chance out[CHANCES_MAX])
{
    struct turn t = game_turn(s);
    int count = 0;
    if (t.kind == TURN_DECK) {
        const struct pile *p = game_source(s);
        for (int c = 1; c <= RANKS; c++)
            if (pile_count(p, c))
                out[count++] =
                    (struct chance){.step = {.kind = TURN_DECK, .who = t.place, .what = (action)c},
                                    .likely = (double)pile_count(p, c) / pile_size(p)};
    } else if (t.kind == TURN_LOT) {
        for (int seat = 0; seat < PLAYERS_MAX; seat++)
            if (seats_has(t.seats, seat))
                out[count++] = (struct chance){.step = {.kind = TURN_LOT, .who = (uint8_t)seat},
                                               .likely = 1.0 / seats_count(t.seats)};
    }
    return count;
}

int seats_pick(seats all, struct rng *r)
{
    for (int k = rng_below(r, seats_count(all)); k > 0; k--)
        all = seats_rest(all);
    return seats_first(all);
}

const char *game_place_name(const struct game *game, int place)
{
    static const char *const seat[PLAYERS_MAX] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    if (place < PLAYERS_MAX)
        return seat[place];
    return place == PLACE_BURN ? "burn" : game->places[place - PLACE_GAME];
}

const char *game_zone_name(const struct game *game, int zone)
{
    if (zone == ZONE_DECK)
        return "deck";
    return zone == ZONE_DISCARDS ? "discards" : game->zones[zone - ZONE_GAME].name;
}

int game_zone_count(const struct game *game)
{
    int count = 0;
    while (game->zones && game->zones[count].name)
        count++;
    return count;
}

int game_label_count(const struct game *game)
{
    int count = 0;
    while (game->labels && game->labels[count].name)
        count++;
    return count;
}

const char *game_dealer_name(const struct game *game)
{
    return game->button ? "button" : "dealer";
}

const char *game_kind_name(enum kind kind)
{
    static const char *const names[] = {
        [PRESS_YOUR_LUCK] = "press your luck",
        [BLUFFING] = "bluffing",
        [BIDDING] = "bidding",
        [CASINO] = "casino",
        [COOPERATIVE] = "cooperative",
    };
    return names[kind];
}
