/* The evening at a table: who has won how often. It follows from the entries, like all else. */
#include "live/inside.h"

#include <stdio.h>
#include <string.h>

/* Who sits there, whichever chair it is: a guest wherever the host knows one, a bot by its kind. */
static void key_of(const struct live *h, int seat, char out[], size_t size)
{
    const struct chair *c = &h->plan.chair[seat];
    const char *guest = h->sitter[seat];
    if (c->empty)
        out[0] = '\0';
    else if (c->bot[0])
        snprintf(out, size, "bot %d %s", called_elders(h, seat), c->bot);
    else if (*guest)
        snprintf(out, size, "%s", guest);
    else
        snprintf(out, size, "person %s", c->name);
}

/* The row of somebody, a new one if there is none; -1 if there is no room. */
static int row_of(struct evening *v, const char *key)
{
    int row = 0;
    while (row < v->rows && strcmp(v->row[row].key, key) != 0)
        row++;
    if (row == ACCOUNTS)
        return -1;
    if (row == v->rows) {
        v->row[v->rows++] = (struct account){0};
        snprintf(v->row[row].key, sizeof v->row[row].key, "%s", key);
    }
    return row;
}

static void count(struct account *t, bool won, bool lost, int64_t chips, int games)
{
    t->games += games;
    t->won += won ? games : 0;
    t->lost += lost ? games : 0;
    t->chips += games * chips;
}

void evening_add(struct live *h)
{
    const struct head *g = game_look(h->table->state);
    struct evening *v = &h->evening;
    struct called called;
    live_call(h, h->host.language, &called);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        char key[sizeof v->row->key];
        v->last[seat].row = -1;
        if (seat >= h->plan.setup.players || h->plan.chair[seat].empty)
            continue;
        key_of(h, seat, key, sizeof key);
        v->last[seat].row = row_of(v, key);
        v->last[seat].won = game_won(g, seat);
        v->last[seat].lost = !v->last[seat].won && g->losers >> seat & 1;
        v->last[seat].chips = g->chips ? g->score[seat] : 0;
        if (v->last[seat].row < 0)
            continue;
        struct account *t = &v->row[v->last[seat].row];
        memcpy(t->name, called.seat[seat], NAME_ROOM);
        count(t, v->last[seat].won, v->last[seat].lost, v->last[seat].chips, 1);
    }
}

void evening_take_back(struct live *h)
{
    struct evening *v = &h->evening;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (v->last[seat].row >= 0)
            count(&v->row[v->last[seat].row], v->last[seat].won, v->last[seat].lost,
                  v->last[seat].chips, -1);
}

const struct account *live_evening(const struct live *h, int *count)
{
    *count = h->evening.rows;
    return h->evening.row;
}

int live_account_seat(const struct live *h, const struct account *t)
{
    char key[sizeof t->key];
    for (int seat = 0; seat < h->plan.setup.players; seat++) {
        key_of(h, seat, key, sizeof key);
        if (strcmp(key, t->key) == 0)
            return seat;
    }
    return NOBODY;
}
