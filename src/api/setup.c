/* What is played, and what there is to know about it. */
#include "api/inside.h"

#include "engine/rulebook.h"
#include "wire/gamejson.h"

#include <stdlib.h>

/* --- Choosing --------------------------------------------------------------------------------- */

const char *pairs_name(int i)
{
    for (int k = 0; i >= 0 && all_games[k]; k++) {
        if (i-- == 0)
            return all_games[k]->name;
        for (const struct preset *p = all_games[k]->presets; p && p->name; p++)
            if (i-- == 0)
                return p->name;
    }
    return NULL;
}

/* Fills in what was not asked for. */
static bool finish(struct pairs_setup *u, struct error *e)
{
    u->finished = u->asked;
    if (!u->finished.players)
        u->finished.players = setup_players_usual(&u->asked);
    return setup_finish(&u->finished, e);
}

struct pairs_setup *pairs_setup_new(const char *name, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_setup *u = calloc(1, sizeof *u);
    if (u && setup_named(&u->asked, name, &why)) {
        finish(u, &(struct error){0});
        return u;
    }
    if (!u)
        error_no_memory(&why);
    api_fail(e, &why);
    free(u);
    return NULL;
}

struct pairs_setup *pairs_setup_clone(const struct pairs_setup *u)
{
    struct pairs_setup *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *u;
    return copy;
}

void pairs_setup_free(struct pairs_setup *u)
{
    free(u);
}

struct pairs_setup api_setup(const struct setup *finished)
{
    return (struct pairs_setup){.asked = *finished, .finished = *finished};
}

bool pairs_setup_set_players(struct pairs_setup *u, int players, struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!setup_players(&u->asked, players, &why))
        return api_fail(e, &why);
    finish(u, &(struct error){0});
    return true;
}

bool pairs_setup_set_option(struct pairs_setup *u, const char *key, const char *value,
                            struct pairs_error *e)
{
    struct error why = api_error(e);
    if (!setup_option(&u->asked, key, value, &why))
        return api_fail(e, &why);
    finish(u, &(struct error){0});
    return true;
}

bool pairs_setup_check(const struct pairs_setup *u, struct pairs_error *e)
{
    struct error why = api_error(e);
    struct pairs_setup copy = *u;
    return finish(&copy, &why) || api_fail(e, &why);
}

/* --- Facts ------------------------------------------------------------------------------------ */

int pairs_setup_players(const struct pairs_setup *u)
{
    return u->finished.players;
}

bool pairs_setup_suits(const struct pairs_setup *u, int players)
{
    return setup_suits(&u->asked, players);
}

const char *pairs_setup_name(const struct pairs_setup *u)
{
    return setup_name(&u->asked);
}

const char *pairs_setup_game(const struct pairs_setup *u)
{
    return u->asked.game->name;
}

const char *pairs_setup_title(const struct pairs_setup *u, int language)
{
    const struct preset *p = u->asked.preset;
    return language_text(api_language(language), p ? p->title : u->asked.game->title);
}

const char *pairs_setup_summary(const struct pairs_setup *u, int language)
{
    const struct preset *p = u->asked.preset;
    return language_text(api_language(language), p ? p->summary : u->asked.game->summary);
}

char *pairs_setup_rules(const struct pairs_setup *u, int language, int columns)
{
    struct text out = {0};
    rulebook_print(&out, rulebook_game(&u->finished, api_language(language)), columns);
    return api_text(&out);
}

char *pairs_setup_json(const struct pairs_setup *u, int language)
{
    const struct language *l = api_language(language);
    struct text out = {0};
    json_object_begin(&out);
    json_game_keys(&out, &u->asked, l);
    json_game_options(json_key(&out, "options"), &u->asked, l);
    json_game_decisions(json_key(&out, "choices"), &u->asked, l);
    json_game_rules(json_key(&out, "rules"), &u->asked, l);
    json_object_end(&out);
    return api_text(&out);
}

void pairs_setup_facts(const struct pairs_setup *u, struct pairs_facts *out)
{
    const struct game *g = u->asked.game;
    const struct preset *p = u->asked.preset;
    *out = (struct pairs_facts){
        .kind = (int)g->kind,
        .players_min = setup_players_min(&u->asked),
        .players_max = setup_players_max(&u->asked),
        .decisions = p && p->decisions ? p->decisions : g->decisions,
        .difficulty = g->difficulty,
        .chips = pairs_setup_check(u, NULL) ? game_counts_chips(&u->finished) : g->chips,
        .low_wins = g->low_wins,
        .hidden = g->hidden,
    };
}

/* --- Options ---------------------------------------------------------------------------------- */

static const struct option *option_at(const struct pairs_setup *u, int i)
{
    return i >= 0 && i < pairs_setup_options(u) ? &u->asked.game->options[i] : NULL;
}

_Static_assert((int)PAIRS_RETURNS_VARY == (int)RETURNS_VARY &&
                   (int)PAIRS_RETURNS_EVEN == (int)RETURNS_EVEN &&
                   (int)PAIRS_RETURNS_ONE_WINS == (int)RETURNS_ONE_WINS &&
                   (int)PAIRS_RETURNS_ONE_LOSES == (int)RETURNS_ONE_LOSES &&
                   (int)PAIRS_RETURNS_ALIKE == (int)RETURNS_ALIKE,
               "they have the same numbers");

int pairs_setup_returns(const struct pairs_setup *u)
{
    const struct game *game = u->finished.game;
    return game->returns ? (int)game->returns(&u->finished) : PAIRS_RETURNS_VARY;
}

int pairs_setup_options(const struct pairs_setup *u)
{
    return option_total(u->asked.game);
}

static int32_t option_least(const struct option *o)
{
    return o->type == OPTION_NUMBER ? o->least : 0;
}

static int32_t option_most(const struct option *o, int players)
{
    int words = 0;
    switch (o->type) {
    case OPTION_NUMBER:
        return o->most;
    case OPTION_SEAT:
        return players - 1;
    case OPTION_CHOICE:
        while (o->words[words])
            words++;
        return words - 1;
    case OPTION_SWITCH:
        break;
    }
    return 1;
}

bool pairs_setup_option(const struct pairs_setup *u, int i, struct pairs_option *out)
{
    const struct option *o = option_at(u, i);
    if (!o)
        return false;
    int players = u->finished.players;
    *out = (struct pairs_option){
        .key = o->key,
        .type = (int)o->type,
        .value = u->finished.option[i],
        .standard = option_standard(u->asked.game, i, players),
        .least = option_least(o),
        .most = option_most(o, players),
        .step = o->type == OPTION_NUMBER && o->step ? o->step : 1,
        .none = o->none,
    };
    return true;
}

const char *pairs_setup_option_help(const struct pairs_setup *u, int i, int language)
{
    const struct option *o = option_at(u, i);
    return o ? language_text(api_language(language), o->help) : NULL;
}

char *pairs_setup_option_range(const struct pairs_setup *u, int i, int language)
{
    const struct option *o = option_at(u, i);
    struct text out = {0};
    if (!o)
        return NULL;
    option_range(o, api_language(language), &out);
    return api_text(&out);
}

const char *pairs_setup_option_text(const struct pairs_setup *u, int i, int32_t value,
                                    char out[PAIRS_OPTION_TEXT])
{
    _Static_assert((int)PAIRS_OPTION_TEXT == (int)OPTION_TEXT, "any text fits");
    const struct option *o = option_at(u, i);
    bool there = o && value >= (o->none ? OPTION_NONE : option_least(o)) &&
                 value <= option_most(o, PLAYERS_MAX);
    out[0] = '\0';
    return there ? option_text(o, value, out) : out;
}

/* --- Verbs, zones, places, labels ------------------------------------------------------------- */

/* How many words a table has that ends with NULL, or is none. */
static int words_in(const char *const *table)
{
    int count = 0;
    while (table && table[count])
        count++;
    return count;
}

int pairs_setup_verbs(const struct pairs_setup *u)
{
    int count = 0;
    while (u->asked.game->verbs[count].word)
        count++;
    return count;
}

bool pairs_setup_verb(const struct pairs_setup *u, int i, struct pairs_verb *out)
{
    if (i < 0 || i >= pairs_setup_verbs(u))
        return false;
    const struct verb *v = &u->asked.game->verbs[i];
    *out = (struct pairs_verb){
        .word = v->word,
        .argument = {(int)v->argument[0], (int)v->argument[1]},
        .secret = v->secret,
        .gives_in = v->gives_in,
        .quits = v->quits,
    };
    return true;
}

const char *pairs_setup_verb_means(const struct pairs_setup *u, int i, int language)
{
    if (i < 0 || i >= pairs_setup_verbs(u))
        return NULL;
    const char *means = u->asked.game->verbs[i].means;
    return language_text(api_language(language), means ? means : "");
}

int pairs_setup_zones(const struct pairs_setup *u)
{
    return ZONE_GAME + game_zone_count(u->asked.game);
}

const char *pairs_setup_zone(const struct pairs_setup *u, int zone)
{
    bool there = zone >= 0 && zone < pairs_setup_zones(u);
    return there ? game_zone_name(u->asked.game, zone) : NULL;
}

const char *pairs_setup_zone_title(const struct pairs_setup *u, int zone, int language)
{
    bool there = zone >= 0 && zone < pairs_setup_zones(u);
    return there ? event_zone(u->asked.game, zone, api_language(language)) : NULL;
}

int pairs_setup_places(const struct pairs_setup *u)
{
    return PLACE_GAME + words_in(u->asked.game->places);
}

const char *pairs_setup_place(const struct pairs_setup *u, int place)
{
    bool there = place >= 0 && place < pairs_setup_places(u);
    return there ? game_place_name(u->asked.game, place) : NULL;
}

int pairs_setup_labels(const struct pairs_setup *u)
{
    return game_label_count(u->asked.game);
}

const char *pairs_setup_label(const struct pairs_setup *u, int label)
{
    bool there = label >= 0 && label < pairs_setup_labels(u);
    return there ? u->asked.game->labels[label].name : NULL;
}

const char *pairs_setup_label_title(const struct pairs_setup *u, int label, int language)
{
    const char *word = pairs_setup_label(u, label);
    return word ? language_text(api_language(language), word) : NULL;
}
