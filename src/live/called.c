/* What those at a table are called and look like. */
#include "live/inside.h"

#include <stdio.h>
#include <string.h>

/* What a seat is called by whoever knows no other of that name; random players are nobody in
 * particular. While the entries are gone through again no bots are there, and they are called the
 * same. */
static void name_alone(const struct live *h, int seat, const struct language *l,
                       char out[NAME_ROOM])
{
    const struct chair *c = &h->plan.chair[seat];
    const struct bot *b = h->bot[seat];
    out[0] = '\0';
    if (c->empty)
        return;
    if (c->name[0] || !c->bot[0])
        memcpy(out, c->name, NAME_ROOM);
    else if (strcmp(c->bot, "random") == 0)
        return;
    else if (b)
        bot_call(b, l, out, NAME_ROOM);
    else
        bot_call_named(c->bot, l, out, NAME_ROOM);
}

/* Whether one comes before another of the same name: people before bots, who has sat here longer
 * before who came later. */
static bool is_elder(const struct live *h, int a, int b)
{
    bool bot_a = h->plan.chair[a].bot[0], bot_b = h->plan.chair[b].bot[0];
    if (bot_a != bot_b)
        return bot_b;
    return !bot_a && h->seated[a] != h->seated[b] ? h->seated[a] < h->seated[b] : a < b;
}

static const char *face_of(const struct live *h, int seat)
{
    return h->bot[seat] ? bot_face(h->bot[seat]) : bot_face_named(h->plan.chair[seat].bot);
}

/* Adds to a name what tells it from those before it: it is the nth, 2 or more. */
static void add_rank(const struct live *h, int seat, int nth, const struct language *l,
                     char name[NAME_ROOM])
{
    const char *ranks[] = {language_text(l, "Younger"), language_text(l, "Third"),
                           language_text(l, "Fourth"),  language_text(l, "Fifth"),
                           language_text(l, "Sixth"),   language_text(l, "Seventh"),
                           language_text(l, "Eighth")};
    enum { RANKED = sizeof ranks / sizeof *ranks };
    char full[2 * NAME_ROOM], number[16];
    const struct chair *c = &h->plan.chair[seat];
    bool counted = c->name[0] || !*face_of(h, seat) || nth - 2 >= RANKED;
    snprintf(number, sizeof number, " %d", nth);
    const char *rank = counted ? number : ranks[nth - 2];
    int fits = text_fit(name, NAME_ROOM - 8 - strlen(rank));
    name[fits] = '\0';
    if (counted) /* people, and programs that have no face */
        snprintf(full, sizeof full, "%s%s", name, rank);
    else if (strcmp(face_of(h, seat), "magpie") == 0) /* some are a she where they live */
        snprintf(full, sizeof full, language_in(l, "magpie", "%s the %s"), name, rank);
    else
        snprintf(full, sizeof full, language_text(l, "%s the %s"), name, rank);
    snprintf(name, NAME_ROOM, "%.*s", text_fit(full, NAME_ROOM - 1), full);
}

/* Whether somebody else at the table is called so. */
static bool is_taken(const struct called *all, int players, int seat)
{
    bool taken = false;
    for (int i = 0; i < players; i++)
        taken = taken || (i != seat && strcmp(all->seat[i], all->seat[seat]) == 0);
    return taken;
}

void live_call(const struct live *h, const struct language *l, struct called *out)
{
    struct called alone = {0};
    int players = h->plan.setup.players;
    for (int seat = 0; seat < players; seat++)
        name_alone(h, seat, l, alone.seat[seat]);
    *out = alone;
    for (int seat = 0; seat < players; seat++) {
        int nth = 1;
        for (int i = 0; alone.seat[seat][0] && i < players; i++)
            nth +=
                i != seat && strcmp(alone.seat[i], alone.seat[seat]) == 0 && is_elder(h, i, seat);
        while (nth > 1 && is_taken(out, players, seat)) {
            memcpy(out->seat[seat], alone.seat[seat], NAME_ROOM);
            add_rank(h, seat, nth++, l, out->seat[seat]);
        }
    }
}

const char *live_name(const struct live *h, int seat)
{
    return h->called.seat[seat];
}

int called_elders(const struct live *h, int seat)
{
    int same = 0;
    for (int i = 0; i < seat; i++)
        same +=
            !h->plan.chair[i].empty && strcmp(h->plan.chair[i].bot, h->plan.chair[seat].bot) == 0;
    return same;
}

const char *live_face(const struct live *h, int seat, int *colour)
{
    const struct chair *c = &h->plan.chair[seat];
    const struct bot *b = h->bot[seat];
    *colour = c->empty ? 0 : c->colour;
    if (c->empty || !c->bot[0])
        return c->empty ? "" : c->face;
    const char *face = b ? bot_face(b) : "";
    *colour = (bot_face_number(face) + called_elders(h, seat)) % COLOURS;
    return face;
}
