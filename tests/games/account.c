#include "tests/games/account.h"

#include "engine/rules.h"

static int owner_at(int owner)
{
    return owner == NOBODY ? PLAYERS_MAX : owner;
}

static int8_t *cards_at(struct ledger_cards *l, struct spot at)
{
    assert_true(at.zone < LEDGER_ZONES);
    return l->of[at.zone][owner_at(at.owner)];
}

static void gather(struct ledger *l, const struct table *t)
{
    memset(l, 0, sizeof *l);
    for (int c = 1; c <= RANKS; c++)
        l->truth.of[ZONE_DECK][PLAYERS_MAX][c] = (int8_t)pile_count(&t->setup.fresh, c);
}

static void shuffle(struct ledger *l)
{
    int8_t *deck = l->truth.of[ZONE_DECK][PLAYERS_MAX];
    int8_t *discards = l->truth.of[ZONE_DISCARDS][PLAYERS_MAX];
    for (int c = 1; c <= RANKS; c++) {
        deck[c] = (int8_t)(deck[c] + discards[c]);
        discards[c] = 0;
    }
}

static void move(struct ledger *l, const struct event *e)
{
    int8_t *from = cards_at(&l->truth, e->from), *to = cards_at(&l->truth, e->to);
    for (int c = 1; c <= RANKS; c++) {
        int count = cards_count(e->cards, c);
        if (from[c] < count)
            fail_msg("an event moves %d of rank %d out of a zone that has %d", count, c, from[c]);
        from[c] = (int8_t)(from[c] - count);
        to[c] = (int8_t)(to[c] + count);
    }
}

/* Whether anybody keeps in mind what lies there. */
static bool kept_in_mind(struct spot at)
{
    return at.zone >= ZONE_GAME;
}

/* One who looks learns of cards that have moved. What went unseen may have been any. */
static void hear_move(struct ledger_cards *told, const struct event *e)
{
    int8_t *from = cards_at(told, e->from), *to = cards_at(told, e->to);
    for (int c = 1; c <= RANKS; c++) {
        int gone = e->seen ? cards_count(e->cards, c) : e->count;
        if (kept_in_mind(e->from))
            from[c] = (int8_t)(from[c] > gone ? from[c] - gone : 0);
        if (kept_in_mind(e->to) && e->seen)
            to[c] = (int8_t)(to[c] + cards_count(e->cards, c));
    }
}

static void hear_show(struct ledger_cards *told, const struct event *e)
{
    int8_t *at = cards_at(told, e->from);
    for (int c = 1; e->seen && c <= RANKS; c++)
        if (at[c] < cards_count(e->cards, c))
            at[c] = (int8_t)cards_count(e->cards, c);
}

static void show(struct ledger *l, const struct event *e)
{
    const int8_t *at = cards_at(&l->truth, e->from);
    for (int c = 1; c <= RANKS; c++)
        if (at[c] < cards_count(e->cards, c))
            fail_msg("an event shows a %d where there is none", c);
}

static void add(struct ledger *l, const struct table *t, const struct event *e)
{
    if (e->kind == EVENT_GATHER)
        gather(l, t);
    else if (e->kind == EVENT_SHUFFLE)
        shuffle(l);
    else if (e->kind == EVENT_MOVE)
        move(l, e);
    else if (e->kind == EVENT_SHOW)
        show(l, e);
    for (int looks = 0; looks <= PLAYERS_MAX; looks++) {
        struct event known = event_redact(e, looks < PLAYERS_MAX ? looks : NOBODY);
        if (e->kind == EVENT_MOVE)
            hear_move(&l->told[looks], &known);
        else if (e->kind == EVENT_SHOW)
            hear_show(&l->told[looks], &known);
    }
}

void ledger_begin(struct ledger *l, const struct table *t)
{
    gather(l, t);
    ledger_add(l, t);
}

void ledger_add(struct ledger *l, const struct table *t)
{
    for (int i = 0; i < t->log.size; i++)
        add(l, t, &t->log.event[i]);
}

/* What lies in the zones of a view. */
static void count_view(struct ledger_cards *l, const struct view *v)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        int8_t *at = cards_at(l, (struct spot){z->zone, z->owner});
        for (int k = 0; k < z->count; k++)
            at[v->card[z->first + k]]++;
    }
}

/* Says where two accounts differ. */
static void compare(const struct table *t, const struct ledger_cards *events,
                    const struct ledger_cards *seen)
{
    if (memcmp(events, seen, sizeof *events) == 0)
        return;
    for (int zone = 0; zone < LEDGER_ZONES; zone++)
        for (int owner = 0; owner < LEDGER_OWNERS; owner++)
            for (int c = 1; c <= RANKS; c++)
                if (events->of[zone][owner][c] != seen->of[zone][owner][c])
                    fail_msg("zone %s of %c has %d of rank %d, by events %d",
                             game_zone_name(t->setup.game, zone), "ABCDEFGH-"[owner],
                             seen -> of[zone][owner][c], c, events -> of[zone][owner][c]);
}

void ledger_check_zones(const struct ledger *l, const struct table *t)
{
    static struct view v;
    static struct ledger_cards lie;
    const struct head *h = game_look(t->state);
    table_view(t, EVERYTHING, &v);
    count_view(&lie, &v);
    for (int c = 1; c <= RANKS; c++) {
        lie.of[ZONE_DECK][PLAYERS_MAX][c] = (int8_t)pile_count(&h->pile[PILE_DECK], c);
        lie.of[ZONE_DISCARDS][PLAYERS_MAX][c] =
            (int8_t)(pile_count(&h->pile[PILE_DISCARDS], c) + pile_count(&h->pile[PILE_BURNED], c));
    }
    compare(t, &l->truth, &lie);
}

void ledger_check_view(const struct ledger *l, const struct table *t, int looks)
{
    static struct view v;
    const struct ledger_cards *told = &l->told[looks == NOBODY ? PLAYERS_MAX : looks];
    table_view(t, looks, &v);
    for (int i = 0; i < v.zones; i++) {
        const struct zone *z = &v.zone[i];
        int count[RANKS + 1] = {0};
        for (int k = 0; z->known && k < z->count; k++)
            count[v.card[z->first + k]]++;
        for (int c = 1; z->known && c <= RANKS; c++)
            if (count[c] > told->of[z->zone][owner_at(z->owner)][c])
                fail_msg("%c sees a %d in zone %s of %c that no event has told of",
                         looks == NOBODY ? '-' : 'A' + looks, c,
                         game_zone_name(t->setup.game, z->zone), "ABCDEFGH-"[owner_at(z->owner)]);
    }
}

void ledger_check_imagined(const struct ledger *l, const struct table *imagined, int seat)
{
    static struct view v;
    static struct ledger_cards lie;
    table_view(imagined, EVERYTHING, &v);
    count_view(&lie, &v);
    for (int zone = ZONE_GAME; zone < LEDGER_ZONES; zone++)
        for (int owner = 0; owner < LEDGER_OWNERS; owner++)
            for (int c = 1; c <= RANKS; c++)
                if (l->told[seat].of[zone][owner][c] > lie.of[zone][owner][c])
                    fail_msg("%c was told of a %d in zone %s of %c and imagines none there",
                             'A' + seat, c, game_zone_name(imagined->setup.game, zone),
                             "ABCDEFGH-"[owner]);
}
