#include "tests/games/shadow.h"

enum { ATTEMPTS = 6 }; /* at another card or choice than that of the table */

struct shadow shadow_new(const struct table *t, int seat, struct rng r)
{
    struct shadow sh = {.seat = seat, .state = malloc(t->setup.game->size), .r = r};
    assert_non_null(sh.state);
    memcpy(sh.state, t->state, t->setup.game->size);
    return sh;
}

void shadow_free(struct shadow *sh)
{
    free(sh->state);
}

/* All that was said to the seat about a step. */
static struct text words_of(const struct game *game, const struct event event[], int events,
                            int seat)
{
    struct text out = {0};
    for (int i = 0; i < events; i++)
        event_text(&out, game, &event[i], seat, NULL, NULL);
    return out;
}

/* Whether the seat cannot tell a step from that of the table. */
static bool looks_alike(const struct table *t, const struct state *s, const struct log *log,
                        int seat)
{
    static struct view one, other;
    const struct game *game = t->setup.game;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    game_view(game, t->state, seat, &one);
    game_view(game, s, seat, &other);
    struct text words = words_of(game, t->log.event, t->log.size, seat),
                others = words_of(game, log->event, log->size, seat);
    bool alike = memcmp(&one, &other, offsetof(struct view, act)) == 0 &&
                 memcmp(one.act, other.act, (size_t)one.actions * sizeof one.act[0]) == 0 &&
                 strcmp(text_of(&words), text_of(&others)) == 0;
    text_free(&words);
    text_free(&others);
    return alike;
}

/* A step like that of the table, as the seat sees it: a card or a secret choice of somebody else
 * may be any, unless it has to be the `same`. */
static struct step any_like(struct shadow *sh, const struct game *game, struct step step, bool same)
{
    action legal[ACTIONS_MAX];
    if (same)
        return step;
    if (step.kind == TURN_DECK && game_turn(sh->state).kind == TURN_DECK)
        return game_chance(sh->state, &sh->r);
    if (step.kind == TURN_SEATS && game->verbs[action_verb(step.what)].secret &&
        step.who != sh->seat)
        step.what = legal[rng_below(&sh->r, game_legal(game, sh->state, step.who, legal))];
    return step;
}

static bool possible(const struct game *game, const struct state *s, struct step step)
{
    action legal[ACTIONS_MAX];
    struct turn turn = game_turn(s);
    if (turn.kind != step.kind)
        return false;
    if (step.kind == TURN_DECK)
        return turn.place == step.who && pile_count(game_source(s), (int)step.what) > 0;
    if (!(turn.seats >> step.who & 1))
        return false;
    int count = step.kind == TURN_SEATS ? game_legal(game, s, step.who, legal) : 0;
    for (int i = 0; i < count; i++)
        if (legal[i] == step.what)
            return true;
    return step.kind == TURN_LOT;
}

void shadow_follow(struct shadow *sh, const struct table *t)
{
    static struct log log;
    const struct game *game = t->setup.game;
    struct state *trial = malloc(game->size);
    bool followed = false;
    for (int i = 0; i <= ATTEMPTS && !followed; i++) {
        struct step step = any_like(sh, game, t->step[t->steps - 1], i == ATTEMPTS);
        if (!possible(game, sh->state, step))
            continue;
        memcpy(trial, sh->state, game->size);
        log.size = 0;
        game_step(game, trial, step, &log);
        followed = looks_alike(t, trial, &log, sh->seat);
    }
    if (!followed) { /* in the shadow nobody could have done this: another shadow begins here */
        memcpy(trial, t->state, game->size);
        game_imagine(game, trial, sh->seat, &sh->r);
    }
    memcpy(sh->state, trial, game->size);
    free(trial);
}

void shadow_check(const struct shadow *sh, const struct table *t)
{
    const struct game *game = t->setup.game;
    struct state *one = malloc(game->size), *other = malloc(game->size);
    struct rng r = sh->r, same = sh->r;
    memcpy(one, t->state, game->size);
    memcpy(other, sh->state, game->size);
    game_imagine(game, one, sh->seat, &r);
    game_imagine(game, other, sh->seat, &same);
    if (memcmp(one, other, game->size) != 0)
        fail_msg("it does not hold that what a seat imagines does not depend on what it cannot "
                 "know, to the byte");
    free(one);
    free(other);
}
