#include "store/played.h"

#include <string.h>

static enum fortune result_of(const struct head *h, int seat)
{
    if (h->turn.kind != TURN_OVER)
        return RESULT_OPEN;
    if (game_won(h, seat))
        return RESULT_WON;
    return h->winners || (h->losers >> seat & 1) ? RESULT_LOST : RESULT_EVEN;
}

void played_read(struct played *p, const struct archive *a)
{
    const struct plan *plan = archive_plan(a);
    const struct table *t = archive_table(a);
    const struct head *h = game_look(t->state);
    *p = (struct played){
        .game = plan->setup.game,
        .preset = plan->setup.preset,
        .players = h->players,
        .hand = h->hand,
        .over = h->turn.kind == TURN_OVER,
        .chips = h->chips,
    };
    for (int seat = 0; seat < p->players; seat++) {
        struct played_seat *s = &p->seat[seat];
        memcpy(s->name, t->name[seat], NAME_ROOM);
        memcpy(s->bot, plan->chair[seat].bot, BOT_ROOM);
        s->score = h->score[seat];
        s->result = result_of(h, seat);
        s->verdict.decisions = -1;
    }
}

int played_owner(const struct played *p, const char *person)
{
    for (int seat = 0; seat < p->players; seat++)
        if (!p->seat[seat].bot[0] && (!person || strcmp(person, p->seat[seat].name) == 0))
            return seat;
    return NOBODY;
}

/* How far a seat is ahead of another: who has won comes first, whatever the scores are. */
static int64_t ahead(const struct played *p, const struct played_seat *a,
                     const struct played_seat *b)
{
    int64_t more = (int64_t)a->score - b->score;
    if (a->result != b->result)
        return (int)a->result - (int)b->result;
    return p->game->low_wins && !p->chips ? -more : more;
}

double played_rank(const struct played *p, int seat)
{
    int before = 0, level = 0;
    for (int other = 0; other < p->players; other++) {
        int64_t by = ahead(p, &p->seat[other], &p->seat[seat]);
        before += by > 0;
        level += by == 0;
    }
    return before + (level + 1) / 2.0;
}

double played_fair(const struct played *p)
{
    int won = 0;
    for (int seat = 0; seat < p->players; seat++)
        won += p->seat[seat].result == RESULT_WON;
    return (double)won / p->players;
}

const char *played_name(const struct played *p)
{
    return p->preset ? p->preset->name : p->game->name;
}

const char *played_title(const struct played *p)
{
    return p->preset ? p->preset->title : p->game->title;
}
