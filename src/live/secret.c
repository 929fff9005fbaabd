/* Secret choices, which can be changed until they are shown. While other people still choose, what
 * a person has chosen is not a step of the game yet: the live table holds it, and a further choice
 * replaces it. When all have chosen the choices become steps, one after the other by their seats.
 * So whoever changes last knows no more than whoever chose first. */
#include "live/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has(seats some, int seat)
{
    return some >> seat & 1;
}

static void drop(struct live *h, seats some)
{
    h->chosen.made &= (seats)~some;
    h->chosen.ready &= (seats)~some;
}

/* Whether the seat has more to choose after this before others are waited for: three cards to keep
 * are three choices, of which the last can be changed. */
static bool goes_on(const struct live *h, int seat, action a)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)(void *)room;
    memcpy(s, h->table->state, h->table->setup.game->size);
    game_apply(h->table->setup.game, s, seat, a, NULL);
    const struct head *head = game_look(s);
    return head->turn.kind == TURN_SEATS && has(head->turn.seats, seat);
}

bool secret_holds(const struct live *h, int seat, action a)
{
    seats choose = (seats)(h->wait.seats & live_people(h) & (~h->absent | h->chosen.made));
    return choose & ~(1u << seat) && h->plan.setup.game->verbs[action_verb(a)].secret &&
           !goes_on(h, seat, a);
}

/* --- What happens ----------------------------------------------------------------------------- */

bool secret_choose(struct live *h, const struct entry *x, struct error *e)
{
    if (x->seat >= PLAYERS_MAX || !has(live_people(h), x->seat))
        return live_refuse(REFUSE_NOT_TURN, e);
    if (!live_may_decide(h, x->seat, x->step.what, e))
        return false;
    const char *sign = x->sign ? strchr(x->sign, ' ') : NULL;
    struct choice *c = &h->chosen.choice[x->seat];
    drop(h, (seats)(1u << x->seat));
    c->what = x->step.what;
    c->after = sign ? strtoull(x->sign, NULL, 10) : UINT64_MAX;
    snprintf(c->sign, sizeof c->sign, "%s", sign ? sign + 1 : "");
    memcpy(c->key, h->chain.key[x->seat], SEAL_TEXT);
    h->chosen.made |= (seats)(1u << x->seat);
    return true;
}

bool secret_take_back(struct live *h, const struct entry *x, struct error *e)
{
    if (x->seat >= PLAYERS_MAX || !has(h->chosen.made, x->seat))
        return live_refuse(REFUSE_NOTHING_BACK, e);
    drop(h, (seats)(1u << x->seat));
    return true;
}

bool secret_ready(struct live *h, const struct entry *x, struct error *e)
{
    if (!h->plan.hold || x->seat >= PLAYERS_MAX || !has(h->chosen.made & ~h->chosen.ready, x->seat))
        return live_refuse(REFUSE_NO_CHOICE, e);
    h->chosen.ready |= (seats)(1u << x->seat);
    return true;
}

void secret_follow(struct live *h, const struct entry *x)
{
    struct error ignored = {0};
    switch ((enum entry_kind)x->kind) {
    case ENTRY_BEGUN:
    case ENTRY_REMATCH:
    case ENTRY_TAKEN_BACK:
        drop(h, EVERYBODY);
        return;
    case ENTRY_LEFT:
    case ENTRY_KICKED:
        drop(h, (seats)(1u << x->seat));
        return;
    case ENTRY_STEP:
        for (int seat = 0; h->chosen.made >> seat; seat++)
            if (has(h->chosen.made, seat) &&
                (seat == x->seat ||
                 !live_may_decide(h, seat, h->chosen.choice[seat].what, &ignored)))
                drop(h, (seats)(1u << seat));
        return;
    default:
        return;
    }
}

/* --- Commands --------------------------------------------------------------------------------- */

static struct step step_of(int seat, action a)
{
    return (struct step){.kind = TURN_SEATS, .who = (uint8_t)seat, .what = a};
}

enum live_answer secret_decide(struct live *h, int seat, action a, uint64_t after, const char *sign,
                               struct error *e)
{
    char held[SIGN_TEXT + 24];
    uint64_t now = h->diary.entries;
    snprintf(held, sizeof held, "%llu %.128s", (unsigned long long)(after < now ? after : now),
             sign);
    return live_command(h,
                        (struct entry){.kind = ENTRY_CHOSEN,
                                       .seat = (uint8_t)seat,
                                       .step = step_of(seat, a),
                                       .sign = *sign ? held : NULL},
                        e);
}

enum live_answer live_ready(struct live *h, int seat, struct error *e)
{
    return live_command(h, (struct entry){.kind = ENTRY_READY, .seat = (uint8_t)seat}, e);
}

bool secret_due(const struct live *h)
{
    return h->chosen.made && !live_awaited(h);
}

/* A chair that another device has come to since has its key from then again, which has signed the
 * choice. What is not signed with a link that is still remembered has to be chosen again. */
enum live_answer secret_show(struct live *h, struct error *e)
{
    char proof[SIGN_TEXT + 4];
    int seat = __builtin_ctz(h->chosen.made);
    const struct choice *c = &h->chosen.choice[seat];
    if (strcmp(c->key, h->chain.key[seat]) != 0)
        return live_key(h, seat, c->key, e);
    bool stands = chain_decided(h, seat, c->what, c->after, c->sign, proof);
    return live_command(h,
                        (struct entry){.kind = stands ? ENTRY_STEP : ENTRY_UNCHOSEN,
                                       .seat = (uint8_t)seat,
                                       .step = step_of(seat, c->what),
                                       .sign = stands && *c->sign ? proof : NULL},
                        e);
}

/* --- What there is ---------------------------------------------------------------------------- */

seats live_awaited(const struct live *h)
{
    seats talk = h->plan.hold ? h->chosen.made & (seats) ~(h->chosen.ready | h->absent) : 0;
    return live_people_due(h) | talk;
}

seats live_chosen(const struct live *h, seats *ready)
{
    *ready = h->chosen.ready;
    return h->chosen.made;
}

action live_choice(const struct live *h, int seat)
{
    return h->chosen.choice[seat].what;
}
