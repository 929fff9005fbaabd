#include "cli/offers.h"

#include "cli/lang.h"
#include "engine/game.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT_SHOWN = 3,  /* games that can be gone on with */
    OVER_SHOWN = 20, /* games that are over and can be watched */
    KINDS = COOPERATIVE + 1,
    EXTRAS = 4, /* headings of what was saved, and lines for the rest */
};

const char *offers_title(const struct setup *u)
{
    return _(setup_title(u));
}

/* --- What was saved --------------------------------------------------------------------------- */

struct saved_game *offers_saved(const struct offers *o, const struct offer *offer)
{
    return offer->kind == OFFER_RESUME ? &o->left.game[offer->saved]
           : offer->kind == OFFER_OVER ? &o->over.game[offer->saved]
                                       : NULL;
}

/* Without the folder there is nothing; only a lack of memory is a failure. */
static bool read_saved(struct offers *o, struct error *e)
{
    struct error why = {.language = lang()};
    char *folder = saved_folder(&why);
    saved_list_free(&o->left);
    saved_list_free(&o->over);
    bool fine = folder &&
                saved_list_read(&o->left, folder, false, o->all ? INT_MAX : LEFT_SHOWN + 1, &why) &&
                saved_list_read(&o->over, folder, true, o->all ? INT_MAX : OVER_SHOWN + 1, &why);
    free(folder);
    o->more = !o->all && (o->left.count > LEFT_SHOWN || o->over.count > OVER_SHOWN);
    return fine || !why.no_memory || error_no_memory(e);
}

/* Room for all that could be listed. */
static bool make_room(struct offers *o, struct error *e)
{
    int room = KINDS + EXTRAS + o->left.count + o->over.count;
    for (int i = 0; all_games[i]; i++) {
        room++;
        for (const struct preset *p = all_games[i]->presets; p && p->name; p++)
            room++;
    }
    free(o->offer);
    o->count = 0;
    o->offer = calloc((size_t)room, sizeof *o->offer);
    return o->offer || error_no_memory(e);
}

bool offers_show_all(struct offers *o, bool all, struct error *e)
{
    o->all = all;
    bool fine = read_saved(o, e) && make_room(o, e);
    if (fine)
        offers_list(o);
    return fine;
}

bool offers_init(struct offers *o, struct error *e)
{
    *o = (struct offers){.kind = ANY_KIND};
    return offers_show_all(o, false, e);
}

void offers_free(struct offers *o)
{
    saved_list_free(&o->left);
    saved_list_free(&o->over);
    free(o->offer);
    *o = (struct offers){0};
}

/* --- Filters ---------------------------------------------------------------------------------- */

bool offers_filtered(const struct offers *o)
{
    return o->words[0] || o->players || o->kind != ANY_KIND;
}

void offers_unfilter(struct offers *o)
{
    o->words[0] = '\0';
    o->players = 0;
    o->kind = ANY_KIND;
}

void offers_turn_kind(struct offers *o, int step)
{
    o->kind = (o->kind + 1 + step + KINDS + 1) % (KINDS + 1) - 1;
}

void offers_filters(const struct offers *o, struct text *out)
{
    if (o->players)
        text_add(out, lang_plural("%d player", "%d players", o->players), o->players);
    if (o->kind != ANY_KIND)
        text_add(out, "%s%s", out->size ? ", " : "", _(game_kind_name((enum kind)o->kind)));
    if (o->words[0])
        text_add(out, "%s/%s", out->size ? ", " : "", o->words);
}

static bool contains(const char *text, const char *part)
{
    return text && strcasestr(text, part);
}

static bool has_words(const struct offers *o, const struct setup *u)
{
    return !o->words[0] || contains(offers_title(u), o->words) ||
           contains(setup_name(u), o->words) ||
           contains(u->preset ? u->preset->aliases : u->game->aliases, o->words) ||
           contains(_(u->game->title), o->words) ||
           contains(_(game_kind_name(u->game->kind)), o->words);
}

/* Whether the filters leave it in the list. What was saved has its players. */
static bool wanted(const struct offers *o, const struct setup *u, bool saved)
{
    bool suits = !o->players || (saved ? u->players == o->players : setup_suits(u, o->players));
    return suits && (o->kind == ANY_KIND || u->game->kind == (enum kind)o->kind) && has_words(o, u);
}

/* --- The list --------------------------------------------------------------------------------- */

static void add(struct offers *o, struct offer offer)
{
    o->offer[o->count++] = offer;
}

static void list_game(struct offers *o, const struct game *g)
{
    const struct preset *p = NULL;
    do {
        struct offer offer = {.kind = OFFER_GAME};
        struct error e = {.language = lang()};
        if (setup_choose(&offer.setup, p ? p->name : g->name, &e) && !setup_renames(&offer.setup) &&
            wanted(o, &offer.setup, false))
            add(o, offer);
        p = p ? p + 1 : g->presets;
    } while (p && p->name);
}

static void list_kind(struct offers *o, enum kind kind)
{
    int first = o->count;
    add(o, (struct offer){.kind = OFFER_HEADING, .heading = _(game_kind_name(kind))});
    for (int i = 0; all_games[i]; i++)
        if (all_games[i]->kind == kind)
            list_game(o, all_games[i]);
    if (o->count == first + 1)
        o->count = first;
}

static void list_saved(struct offers *o, const char *heading, enum offer_kind kind,
                       const struct saved_list *list, int shown)
{
    int first = o->count;
    if (!o->all && offers_filtered(o))
        return;
    add(o, (struct offer){.kind = OFFER_HEADING, .heading = heading});
    for (int i = 0; i < list->count && (o->all || i < shown); i++) {
        struct offer offer = {.kind = kind, .saved = i, .setup = list->game[i].plan.setup};
        if (wanted(o, &offer.setup, true))
            add(o, offer);
    }
    if (!o->all && list->count > shown)
        add(o, (struct offer){.kind = OFFER_MORE, .setup = list->game[shown].plan.setup});
    if (o->count == first + 1)
        o->count = first;
}

void offers_list(struct offers *o)
{
    o->count = 0;
    list_saved(o, _("go on"), OFFER_RESUME, &o->left, LEFT_SHOWN);
    for (int kind = PRESS_YOUR_LUCK; !o->all && kind < KINDS; kind++)
        list_kind(o, (enum kind)kind);
    list_saved(o, _("watch again"), OFFER_OVER, &o->over, OVER_SHOWN);
}

void offers_name(const struct offers *o, const struct offer *offer, struct text *out)
{
    if (offer->kind == OFFER_HEADING)
        text_add(out, "%s", offer->heading);
    else if (offer->kind == OFFER_MORE)
        text_add(out, "%s", _("all saved games"));
    else if (offer->kind == OFFER_RESUME)
        text_add(out, _("%s, hand %d"), offers_title(&offer->setup), offers_saved(o, offer)->hand);
    else
        text_add(out, "%s", offers_title(&offer->setup));
}
