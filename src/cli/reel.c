#include "cli/reel.h"

#include "cli/lang.h"

#include <stdlib.h>

bool reel_begin(struct reel *r, const struct table *game)
{
    *r = (struct reel){.game = game, .now = table_before(game, 0)};
    r->hand = calloc(game->steps + 1, sizeof *r->hand);
    struct error e = {.language = lang()};
    bool fine = r->now && r->hand;
    for (size_t i = 0; fine && i <= game->steps; i++) {
        r->hand[i] = game_look(r->now->state)->hand;
        fine = i == game->steps || table_step(r->now, game->step[i], &e);
    }
    if (fine)
        table_rewind(r->now, 0);
    else
        reel_clear(r);
    return fine;
}

void reel_clear(struct reel *r)
{
    table_free(r->now);
    free(r->hand);
    *r = (struct reel){0};
}

/* --- Winding ---------------------------------------------------------------------------------- */

size_t reel_at(const struct reel *r)
{
    return r->now->steps;
}

void reel_to(struct reel *r, size_t at)
{
    struct error e = {.language = lang()};
    if (at > r->game->steps)
        at = r->game->steps;
    if (at < r->now->steps)
        table_rewind(r->now, at);
    bool fine = true;
    while (fine && r->now->steps < at)
        fine = table_step(r->now, r->game->step[r->now->steps], &e);
    assert(fine); /* all of it has been played before, in the same room */
}

static bool hand_begins(const struct reel *r, size_t at)
{
    return at == 0 || r->hand[at] != r->hand[at - 1];
}

size_t reel_next_hand(const struct reel *r)
{
    size_t at = reel_at(r) + 1;
    while (at < r->game->steps && !hand_begins(r, at))
        at++;
    return at < r->game->steps ? at : r->game->steps;
}

size_t reel_last_hand(const struct reel *r)
{
    size_t at = reel_at(r) > 0 ? reel_at(r) - 1 : 0;
    while (!hand_begins(r, at))
        at--;
    return at;
}

static bool decides(const struct reel *r, size_t at, int seat)
{
    struct step s = r->game->step[at];
    return s.kind == TURN_SEATS && (seat == EVERYTHING || s.who == seat);
}

size_t reel_next_decision(const struct reel *r, int seat)
{
    for (size_t at = reel_at(r) + 1; at < r->game->steps; at++)
        if (decides(r, at, seat))
            return at;
    return reel_at(r);
}

size_t reel_last_decision(const struct reel *r, int seat)
{
    for (size_t at = reel_at(r); at > 0; at--)
        if (decides(r, at - 1, seat))
            return at - 1;
    return reel_at(r);
}

/* --- What comes, and what came ---------------------------------------------------------------- */

const struct step *reel_coming(const struct reel *r)
{
    return reel_at(r) < r->game->steps ? &r->game->step[reel_at(r)] : NULL;
}

struct event reel_decision(const struct reel *r, int looks)
{
    const struct step *s = reel_coming(r);
    struct log log = {0};
    game_decided(r->game->setup.game, s->who, s->what, &log);
    return event_redact(&log.event[0], looks);
}

bool reel_may_judge(const struct reel *r, int looks)
{
    return looks == EVERYTHING || looks == reel_coming(r)->who ||
           (!r->game->setup.game->hidden && reel_decision(r, looks).seen);
}

void reel_story(const struct table *game, int looks, struct text *out)
{
    struct names names = table_names(game);
    struct telling t = {&game->past, game->setup.game, &names, lang(), looks, game->past.size};
    telling_lines(out, &t, 0);
}
