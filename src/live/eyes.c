/* Whose eyes a hand is for. What is hidden at a seat belongs to the person who saw it there, and
 * not to the chair: whoever sits down later sees what happens from then on. All of it follows from
 * the entries.
 *
 * A stay is a run of entries that a person has seen from a seat. Where a person may look from, and
 * who has seen the hand that is played on a chair, are two things: the first ends when they leave,
 * the second when the hand is over. */
#include "live/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The person on a chair; "" if none sits there whom the host knows. */
static const char *sitter(const struct live *h, int seat)
{
    return live_people(h) >> seat & 1 ? h->sitter[seat] : "";
}

/* Nobody is the same person as nobody. */
static bool same_person(const char *a, const char *b)
{
    return *a && strcmp(a, b) == 0;
}

/* A hand that the person on a chair sees from now on. */
static struct hand hand_of(const struct live *h, int seat, size_t since)
{
    struct hand hand = {.since = since};
    snprintf(hand.guest, sizeof hand.guest, "%s", sitter(h, seat));
    return hand;
}

static bool is_hidden(const struct live *h)
{
    return h->table && h->table->setup.game->hidden;
}

static bool is_running(const struct live *h)
{
    return h->table && table_turn(h->table).kind != TURN_OVER;
}

static size_t steps_now(const struct live *h)
{
    return h->table ? h->table->steps : 0;
}

/* Whether whoever sits there sees what the seat sees. */
static bool may_look(const struct live *h, int seat)
{
    const char *who = sitter(h, seat);
    const struct hand *hand = &h->eyes.hand[seat];
    return *who && (!is_hidden(h) || (same_person(hand->guest, who) && !hand->freed));
}

/* --- What an entry changes -------------------------------------------------------------------- */

/* Whether after such an entry somebody may look from elsewhere. */
static bool moves_people(enum entry_kind kind)
{
    return kind == ENTRY_SEATED || kind == ENTRY_LEFT || kind == ENTRY_KICKED ||
           kind == ENTRY_SWAPPED || kind == ENTRY_BEGUN || kind == ENTRY_REMATCH;
}

bool eyes_reserve(struct live *h, enum entry_kind kind)
{
    struct eyes *y = &h->eyes;
    if (!moves_people(kind) || y->room >= y->stays + PLAYERS_MAX)
        return true;
    size_t room = y->stays + y->stays / 2 + PLAYERS_MAX;
    struct stay *more = realloc(y->stay, room * sizeof *more);
    if (!more)
        return false;
    y->stay = more;
    y->room = room;
    return true;
}

void eyes_free(struct eyes *y)
{
    free(y->stay);
    *y = (struct eyes){0};
}

static void begin_game(struct live *h, uint64_t number)
{
    struct eyes *y = &h->eyes;
    y->begun = number;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        y->hand[seat] = hand_of(h, seat, 0);
        if (y->open[seat])
            y->stay[y->open[seat] - 1].first = 0;
    }
}

/* Who sits down while nobody plays sees nothing of the hand that was the last. */
static void sit_down(struct live *h, int seat)
{
    if (is_running(h) && *sitter(h, seat))
        h->eyes.hand[seat] = hand_of(h, seat, steps_now(h));
}

static void stand_up(struct live *h, const struct entry *x)
{
    struct hand *hand = &h->eyes.hand[x->seat];
    hand->number = h->table ? game_look(h->table->state)->hand : 0;
    if (x->kind == ENTRY_LEFT && x->text)
        hand->guest[0] = '\0';
}

/* Whether a seat sees cards now that a spectator does not. */
static bool has_secrets(const struct live *h, int seat)
{
    struct view own, all;
    live_view(h, seat, &own);
    live_view(h, NOBODY, &all);
    for (int i = 0; i < own.zones; i++)
        if (own.zone[i].count && own.zone[i].known && !all.zone[i].known)
            return true;
    return false;
}

/* A hand that somebody has seen who is gone is over once another has begun and nothing is left of
 * it: games with rounds go on with the same cards. */
static void free_hands(struct live *h)
{
    for (int seat = 0; seat < h->plan.setup.players; seat++) {
        struct hand *hand = &h->eyes.hand[seat];
        if (hand->guest[0] && !hand->freed && !same_person(hand->guest, sitter(h, seat)) &&
            game_look(h->table->state)->hand > hand->number && !has_secrets(h, seat))
            hand->freed = steps_now(h);
    }
}

/* What was seen after the step that the game goes back to will be something else. */
static void go_back(struct eyes *y, size_t steps)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (y->hand[seat].freed > steps)
            y->hand[seat].freed = 0;
    for (struct stay *s = y->stay; s < y->stay + y->stays; s++) {
        s->first = s->first < steps ? s->first : steps;
        s->last = s->last < steps ? s->last : steps;
    }
}

/* Ends stays that have ended with an entry, and begins those that begin. */
static void follow_people(struct live *h, uint64_t number)
{
    struct eyes *y = &h->eyes;
    y->strange = false;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        uint64_t sat = may_look(h, seat) ? h->seated[seat] : 0;
        struct stay *open = y->open[seat] ? &y->stay[y->open[seat] - 1] : NULL;
        y->strange = y->strange || (is_hidden(h) && y->hand[seat].guest[0] && !sat);
        if (open ? open->sat == sat : !sat)
            continue;
        if (open) {
            open->until = number;
            open->last = steps_now(h);
        }
        y->open[seat] = sat ? y->stays + 1 : 0;
        if (!sat)
            continue;
        struct stay *begun = &y->stay[y->stays++];
        *begun =
            (struct stay){.sat = sat, .from = number, .first = steps_now(h), .seat = (uint8_t)seat};
        snprintf(begun->guest, sizeof begun->guest, "%s", h->sitter[seat]);
    }
}

void eyes_follow(struct live *h, const struct entry *x, uint64_t number)
{
    if (x->kind == ENTRY_BEGUN || x->kind == ENTRY_REMATCH)
        begin_game(h, number);
    else if (x->kind == ENTRY_SEATED)
        sit_down(h, x->seat);
    else if (x->kind == ENTRY_LEFT || x->kind == ENTRY_KICKED)
        stand_up(h, x);
    else if (x->kind == ENTRY_TAKEN_BACK)
        go_back(&h->eyes, x->steps);
    else if (x->kind == ENTRY_STEP && h->eyes.strange)
        free_hands(h);
    if (moves_people((enum entry_kind)x->kind))
        follow_people(h, number);
}

/* --- What may be done ------------------------------------------------------------------------- */

/* Whether a hand is still played that somebody has seen. */
static bool is_seen(const struct live *h, int seat)
{
    const struct hand *hand = &h->eyes.hand[seat];
    return is_hidden(h) && is_running(h) && hand->guest[0] && !hand->freed;
}

bool eyes_may_sit(const struct live *h, int seat, const char *guest, struct error *e)
{
    for (int other = 0; guest && other < h->plan.setup.players; other++) {
        bool own = is_seen(h, other) && same_person(h->eyes.hand[other].guest, guest);
        if (other == seat && is_seen(h, seat) && !own)
            return live_refuse(REFUSE_HELD, e);
        if (other != seat && own)
            return live_refuse(REFUSE_OTHER_HAND, e);
    }
    return true;
}

bool eyes_may_go_back(const struct live *h, size_t steps, struct error *e)
{
    for (int seat = 0; is_hidden(h) && seat < h->plan.setup.players; seat++)
        if (h->eyes.hand[seat].since > steps || (*sitter(h, seat) && !may_look(h, seat)))
            return live_refuse(REFUSE_CAME_LATER, e);
    return true;
}

seats live_held(const struct live *h, const char *guest)
{
    seats held = 0;
    struct error e = {0};
    for (int seat = 0; seat < h->plan.setup.players; seat++)
        if (h->plan.chair[seat].empty && !eyes_may_sit(h, seat, guest, &e))
            held |= (seats)(1u << seat);
    return held;
}

/* --- What there is ---------------------------------------------------------------------------- */

int live_looks(const struct live *h, const char *guest, uint64_t number, uint64_t *until)
{
    const struct eyes *y = &h->eyes;
    int seat = NOBODY;
    *until = UINT64_MAX;
    for (size_t i = y->stays; *guest && i > 0; i--) {
        const struct stay *s = &y->stay[i - 1];
        if ((s->until && s->until <= number) || !same_person(s->guest, guest))
            continue;
        if (s->from <= number)
            seat = s->seat;
        uint64_t turn = s->from <= number ? s->until : s->from;
        if (turn && turn < *until)
            *until = turn;
    }
    return seat;
}

bool live_attended(const struct live *h, int seat)
{
    return !is_hidden(h) || (may_look(h, seat) && !h->eyes.hand[seat].since);
}

bool live_span(const struct live *h, size_t *next, struct span *out)
{
    const struct eyes *y = &h->eyes;
    while (*next < y->stays) {
        const struct stay *s = &y->stay[(*next)++];
        size_t until = s->until ? s->last : steps_now(h);
        *out = (struct span){s->guest, s->seat, s->first, until};
        if ((!s->until || s->until > y->begun) && out->from < until)
            return true;
    }
    return false;
}
