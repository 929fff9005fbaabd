/* Bots that a program brings along, beside those that have names everywhere. */
#include "api/inside.h"

#include "bots/kind.h"
#include "wire/bot.h"

#include <stdlib.h>
#include <string.h>

/* --- By name ---------------------------------------------------------------------------------- */

static const struct own_bot *find(const struct pairs_setup *u, const char *name)
{
    for (int i = 0; i < u->bots; i++)
        if (strcmp(u->bot[i].name, name) == 0)
            return &u->bot[i];
    return NULL;
}

/* Names stand in lists, and before a colon there is what only this library knows. */
static bool check_name(const char *name, struct error *e)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t size = strlen(name);
    return (size > 0 && size < OWN_BOT_NAME && strspn(name, letters) == size) ||
           error_set(e,
                     "a bot cannot be called '%.40s'; expected 1 to %d letters, digits, '-' and "
                     "'_'",
                     name, OWN_BOT_NAME - 1);
}

/* False with a message if another bot is called so. */
static bool check_free(const struct pairs_setup *u, const char *name, struct error *e)
{
    struct error none = {0};
    struct bot *other = bot_new(name, &none);
    bool taken = other || find(u, name);
    bot_free(other);
    if (none.no_memory)
        return error_no_memory(e);
    return !taken || error_set(e, "there is a bot '%s' already; expected a name of its own", name);
}

bool pairs_setup_add_bot(struct pairs_setup *u, const char *name, pairs_decide *decide,
                         void *context, struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!check_name(name, &why) || !check_free(u, name, &why))
        return api_fail(e, &why);
    if (u->bots == OWN_BOTS) {
        error_set(&why, "too many bots; expected at most %d", OWN_BOTS);
        return api_fail(e, &why);
    }
    struct own_bot *b = &u->bot[u->bots++];
    *b = (struct own_bot){.decide = decide, .context = context};
    memcpy(b->name, name, strlen(name));
    return true;
}

/* --- At play ---------------------------------------------------------------------------------- */

struct guest {
    struct bot bot;
    struct own_bot own;
    struct api_bots *among;
    const struct language *language; /* of whoever is told what went wrong */
};

/* The first mistake of a run is told and ends it; other threads may make theirs meanwhile. */
static void complain(const struct guest *g, const struct view *v, pairs_action a)
{
    char word[ACTION_TEXT];
    struct text what = {0}, legal = {0};
    if (atomic_exchange(&g->among->wrong, true))
        return;
    if (api_action(&g->among->setup, a))
        text_add(&what, "'%s'", action_text(v->game, a, word));
    else
        text_add(&what, "%u", (unsigned)a);
    for (int i = 0; i < v->actions; i++)
        text_add(&legal, "%s'%s'", i ? ", " : "", action_text(v->game, v->act[i], word));
    g->among->why = (struct error){.language = g->language};
    error_set(&g->among->why, "the bot '%s' has decided %s, which is not legal; expected one of %s",
              g->own.name, text_of(&what), text_of(&legal));
    text_free(&what);
    text_free(&legal);
    atomic_store(&g->among->stop, true);
}

_Static_assert(sizeof(struct pairs_view) == sizeof(struct view), "a view is nothing else");

static action choose(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    const struct guest *g = (const struct guest *)b;
    /* Knowledge is only looked at by const handles, and this one is handed out as such. */
    struct pairs_knowledge known = {.knowledge = (struct knowledge *)(uintptr_t)k,
                                    .setup = g->among->setup};
    action a =
        g->own.decide(g->own.context, &known, (const struct pairs_view *)v, (struct pairs_rng *)r);
    for (int i = 0; i < v->actions; i++)
        if (v->act[i] == a)
            return a;
    complain(g, v, a);
    return v->act[0];
}

static const struct bot_kind guest_kind = {.choose = choose};

struct bot *api_bot(void *among, const char *name, struct error *e)
{
    struct api_bots *bots = among;
    const struct own_bot *own = find(&bots->setup, name);
    if (!own)
        return wire_bot(name, e);
    struct guest *g = calloc(1, sizeof *g);
    if (!g) {
        error_no_memory(e);
        return NULL;
    }
    g->own = *own;
    g->among = bots;
    g->language = e->language;
    if (bot_init(&g->bot, &guest_kind, name, e))
        return &g->bot;
    bot_free(&g->bot);
    return NULL;
}

void api_bots_begin(struct api_bots *b)
{
    atomic_store(&b->stop, false);
    atomic_store(&b->wrong, false);
}

bool api_bots_fine(const struct api_bots *b, struct pairs_error *e)
{
    return !atomic_load(&b->wrong) || api_fail(e, &b->why);
}
