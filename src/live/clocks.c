#include "live/clocks.h"

void clocks_begin(struct clocks *c, const struct pace *p)
{
    *c = (struct clocks){0};
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        c->bank[seat] = p->bank;
}

static void stop(struct clocks *c, const struct pace *p, int seat, int64_t now)
{
    int64_t took = now - c->since[seat], beyond = took - p->decision;
    c->spent[seat] = beyond > 0 ? p->decision : took;
    if (beyond > 0)
        c->bank[seat] = beyond < c->bank[seat] ? c->bank[seat] - beyond : 0;
    c->running &= (seats) ~(1u << seat);
}

void clocks_turn(struct clocks *c, const struct pace *p, seats due, int decided, int changed,
                 int64_t now)
{
    if (!p->decision && !p->bank)
        return;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        bool waited = c->running >> seat & 1, wanted = due >> seat & 1;
        if (waited && (!wanted || seat == decided))
            stop(c, p, seat, now);
        if (wanted && !(c->running >> seat & 1)) {
            c->running |= (seats)(1u << seat);
            c->since[seat] = now - (seat == changed ? c->spent[seat] : 0);
        }
    }
}

int64_t clocks_left(const struct clocks *c, const struct pace *p, int seat, int64_t now)
{
    return p->decision + c->bank[seat] - (now - c->since[seat]);
}
