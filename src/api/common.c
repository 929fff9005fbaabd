/* What all handles share: version, memory, languages, errors, random numbers, decisions. */
#include "api/inside.h"

#include "engine/rng.h"

#include <stdlib.h>
#include <string.h>

/* --- Version, memory, languages, errors ------------------------------------------------------- */

const char *pairs_version(void)
{
    return PAIRS_VERSION;
}

void pairs_free(void *text)
{
    free(text);
}

int pairs_language(const char *name)
{
    const struct language *l = language_find(name);
    return l ? (int)(l - languages) : -1;
}

const char *pairs_language_name(int language)
{
    for (int i = 0; languages[i].name; i++)
        if (i == language)
            return languages[i].name;
    return NULL;
}

const struct language *api_language(int number)
{
    return pairs_language_name(number) ? &languages[number] : NULL;
}

struct error api_error(const struct pairs_error *e)
{
    return (struct error){.language = e ? api_language(e->language) : NULL};
}

bool api_fail(struct pairs_error *e, const struct error *why)
{
    if (e) {
        e->line = why->line;
        e->no_memory = why->no_memory;
        _Static_assert(sizeof e->text == sizeof why->text, "a message fits");
        memcpy(e->text, why->text, sizeof e->text);
    }
    return false;
}

bool api_no_memory(struct pairs_error *e)
{
    struct error why = api_error(e);
    error_no_memory(&why);
    return api_fail(e, &why);
}

char *api_text(struct text *t)
{
    if (!t->failed && !t->at)
        text_reserve(t, 0);
    if (!t->failed)
        return t->at;
    text_free(t);
    return NULL;
}

/* --- Random numbers --------------------------------------------------------------------------- */

_Static_assert(sizeof(struct pairs_rng) == sizeof(struct rng), "the words are the same");

struct rng *api_rng(struct pairs_rng *r)
{
    return (struct rng *)r;
}

void pairs_rng_seed(struct pairs_rng *r, uint64_t seed, uint64_t stream)
{
    *api_rng(r) = rng_seeded(seed, stream);
}

uint64_t pairs_rng_next(struct pairs_rng *r)
{
    return rng_next(api_rng(r));
}

int pairs_rng_below(struct pairs_rng *r, int n)
{
    return rng_below(api_rng(r), n);
}

int pairs_rng_seat(struct pairs_rng *r, pairs_seats some)
{
    seats all = (seats)some;
    return all ? seats_pick(all, api_rng(r)) : NOBODY;
}

/* --- Decisions -------------------------------------------------------------------------------- */

pairs_action pairs_action_make(int verb, int first, int second)
{
    return action_make(verb, first, second);
}

int pairs_action_verb(pairs_action a)
{
    return action_verb(a);
}

int pairs_action_first(pairs_action a)
{
    return action_first(a);
}

int pairs_action_second(pairs_action a)
{
    return action_second(a);
}

static bool is_argument(enum argument kind, int value)
{
    switch (kind) {
    case RANK_ARGUMENT:
        return value >= 1 && value <= RANKS;
    case SEAT_ARGUMENT:
        return value < PLAYERS_MAX;
    case NUMBER_ARGUMENT:
        return true;
    case NO_ARGUMENT:
        break;
    }
    return value == 0;
}

bool api_action(const struct pairs_setup *u, pairs_action a)
{
    struct pairs_verb v;
    return pairs_setup_verb(u, action_verb(a), &v) &&
           is_argument((enum argument)v.argument[0], action_first(a)) &&
           is_argument((enum argument)v.argument[1], action_second(a));
}

int api_actions(const action from[], int count, pairs_action out[], int room)
{
    int fit = count < room ? count : room;
    if (fit > 0)
        memcpy(out, from, (size_t)fit * sizeof *out);
    return count;
}

const char *pairs_action_text(const struct pairs_setup *u, pairs_action a,
                              char out[PAIRS_ACTION_TEXT])
{
    _Static_assert((int)PAIRS_ACTION_TEXT == (int)ACTION_TEXT, "any text fits");
    if (api_action(u, a))
        return action_text(u->asked.game, a, out);
    out[0] = '\0';
    return out;
}

bool pairs_action_parse(const struct pairs_setup *u, const char *text, pairs_action *out)
{
    return action_parse(u->asked.game, text, out);
}

/* --- Figures ---------------------------------------------------------------------------------- */

struct pairs_estimate api_estimate(struct estimate x)
{
    return (struct pairs_estimate){x.mean, x.error};
}

struct pairs_share api_share(struct share x)
{
    return (struct pairs_share){x.value, x.low, x.high};
}

bool api_batch(int games, int threads, struct error *e)
{
    if (games < 1 || games > BATCH_GAMES)
        return error_set(e, "a batch of %d games cannot be made; expected 1 to %d", games,
                         BATCH_GAMES);
    return (threads >= 0 && threads <= BATCH_THREADS) ||
           error_set(e, "%d threads cannot be had; expected 1 to %d", threads, BATCH_THREADS);
}
