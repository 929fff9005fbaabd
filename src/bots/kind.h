/* What a bot is, for those who make a kind of their own; who only has bots play needs bot.h. A bot
 * begins with a struct bot and comes from malloc. */
#ifndef PAIRS_BOTS_KIND_H
#define PAIRS_BOTS_KIND_H

#include "bots/bot.h"

enum { BOT_TITLE = 64 };

struct bot_kind {
    /* A legal decision where there are several; see bot_choose. */
    action (*choose)(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r);

    /* See bot_fault. NULL: nothing ever is. */
    const char *(*fault)(const struct bot *b);

    /* Frees what it holds beyond struct bot. NULL: nothing. */
    void (*clear)(struct bot *b);

    /* See bot_call. NULL: it has one title for everybody. */
    void (*call)(const struct bot *b, const struct language *l, char out[], size_t size);
};

struct bot {
    const struct bot_kind *kind;
    char *name;
    char title[BOT_TITLE];
    const char *face;        /* NULL: none of its own */
    const atomic_bool *stop; /* see bot_set_stop */
    bool background;         /* see bot_background */
    bool imagines;           /* see bot_imagines */
    bool starved;            /* set by choose, if memory ran out in it */
    long forfeited;          /* counted by choose: decisions that are not its own */
};

/* Begins a bot, all zero, that is called so. False with a message if the name cannot be shown or
 * memory runs out; bot_free is for both. */
bool bot_init(struct bot *b, const struct bot_kind *kind, const char *name, struct error *e);

/* What to call it before people, if that is not its name. */
void bot_entitle(struct bot *b, const char *title);

/* bot_new for those who know more names than it: these words follow the names that are expected. */
struct bot *bot_among(const char *name, const char *more, struct error *e);

/* A bot that plays by a network, which is its own from then on, at a temperature; other games as
 * the best level does. NULL with a message if memory runs out. */
struct net;
struct bot *bot_of_net(const char *name, struct net *n, int temperature, struct error *e);

/* The decision by the game's rule of thumb, any where it has none: what "hint" does. */
action bot_hint(const struct view *v, struct rng *r);

#endif
