#include "engine/option.h"

#include "engine/game.h"
#include "engine/language.h"
#include "engine/spelling.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ALIAS = 64 }; /* room for any alias */

const char deck_key[] = "deck";
const char chips_help[] = "chips a player has at first, for display";

int option_total(const struct game *game)
{
    int total = 0;
    while (game->options[total].key)
        total++;
    assert(total <= OPTIONS_MAX);
    return total;
}

int option_index(const struct game *game, const char *key)
{
    for (int i = 0; game->options[i].key; i++)
        if (strcmp(game->options[i].key, key) == 0)
            return i;
    return -1;
}

int option_spelled(const struct game *game, const char *key)
{
    int exact = option_index(game, key);
    for (int i = 0; exact < 0 && game->options[i].key; i++)
        if (spelling_same(game->options[i].key, key))
            return i;
    return exact;
}

int option_of_role(const struct game *game, enum option_role role)
{
    for (int i = option_total(game) - 1; i >= 0; i--)
        if (game->options[i].role == role)
            return i;
    return -1;
}

int32_t option_standard(const struct game *game, int i, int players)
{
    const struct option *o = &game->options[i];
    if (o->by_players)
        return o->by_players[players];
    return o->standard == LAST_SEAT && o->type == OPTION_SEAT ? players - 1 : o->standard;
}

const char *option_text(const struct option *o, int32_t value, char out[OPTION_TEXT])
{
    if (o->none && value == OPTION_NONE)
        snprintf(out, OPTION_TEXT, "%s", o->none);
    else if (o->type == OPTION_SWITCH)
        snprintf(out, OPTION_TEXT, "%s", value ? "on" : "off");
    else if (o->type == OPTION_NUMBER)
        snprintf(out, OPTION_TEXT, "%d", value);
    else if (o->type == OPTION_SEAT)
        snprintf(out, OPTION_TEXT, "%c", 'A' + value);
    else
        snprintf(out, OPTION_TEXT, "%s", o->words[value]);
    return out;
}

const char *option_words(const struct option *o, int32_t value, const struct language *l,
                         char out[OPTION_TEXT])
{
    return language_in(l, "option", option_text(o, value, out));
}

/* A word as it is typed, which a translation can quote. */
static void add_word(const struct language *l, const char *word, struct text *out)
{
    text_add(out, language_in(l, "value", "%s"), word);
}

void option_typed(const struct option *o, int32_t value, const struct language *l, struct text *out)
{
    char text[OPTION_TEXT];
    bool plain = (o->type == OPTION_NUMBER || o->type == OPTION_SEAT) && value != OPTION_NONE;
    if (plain)
        text_add(out, "%s", option_text(o, value, text));
    else
        add_word(l, option_text(o, value, text), out);
}

void option_range(const struct option *o, const struct language *l, struct text *out)
{
    const char *otherwise = language_text(l, " or ");
    if (o->type == OPTION_SWITCH) {
        text_add(out, "%s", language_text(l, "on or off"));
    } else if (o->type == OPTION_NUMBER) {
        text_add(out, "%d..%d", o->least, o->most);
        if (o->step > 1)
            text_add(out, language_text(l, " in steps of %d"), o->step);
    } else if (o->type == OPTION_SEAT) {
        text_add(out, "%s", language_text(l, "a seat"));
    } else {
        for (int i = 0; o->words[i]; i++) {
            text_add(out, "%s", i == 0 ? "" : o->words[i + 1] ? ", " : otherwise);
            add_word(l, o->words[i], out);
        }
    }
    if (o->none) {
        text_add(out, "%s", otherwise);
        add_word(l, o->none, out);
    }
}

/* A whole number without leading zeros; false if it is not one, or far outside every range. */
static bool parse_number(const char *text, int32_t *value)
{
    int digits = 0;
    int32_t n = 0;
    for (; isdigit((unsigned char)text[digits]) && digits < 9; digits++)
        n = n * 10 + (text[digits] - '0');
    *value = n;
    return digits > 0 && text[digits] == '\0' && (text[0] != '0' || digits == 1);
}

static bool parse_value(const struct option *o, const char *text, int32_t *value)
{
    if (o->none && strcmp(text, o->none) == 0) {
        *value = OPTION_NONE;
        return true;
    }
    switch (o->type) {
    case OPTION_SWITCH:
        *value = strcmp(text, "on") == 0;
        return *value || strcmp(text, "off") == 0;
    case OPTION_NUMBER:
        return parse_number(text, value) && *value >= o->least && *value <= o->most &&
               (o->step < 2 || *value % o->step == 0);
    case OPTION_SEAT:
        *value = text[0] - 'A';
        return text[0] >= 'A' && text[0] < 'A' + PLAYERS_MAX && text[1] == '\0';
    case OPTION_CHOICE:
        for (*value = 0; o->words[*value]; ++*value)
            if (strcmp(text, o->words[*value]) == 0)
                return true;
    }
    return false;
}

/* Adds the keys to a message, so that it says what could have been meant. */
static bool unknown_key(const struct game *game, const char *key, struct error *e)
{
    struct text keys = {0};
    struct guess guess = guess_at(key);
    for (int i = 0; game->options[i].key; i++) {
        text_add(&keys, "%s%s", i ? ", " : "", game->options[i].key);
        guess_try(&guess, game->options[i].key, game->options[i].key);
    }
    if (guess.meant) {
        text_free(&keys);
        return error_set(e, "%s has no option '%.40s'; did you mean '%s'?", game->name, key,
                         guess.meant);
    }
    error_set(e, "%s has no option '%.40s'; expected one of: %s", game->name, key,
              keys.size     ? text_of(&keys)
              : keys.failed ? error_words(e, "its options")
                            : error_words(e, "none, it has no options"));
    text_free(&keys);
    return false;
}

const char *deck_text(cards deck, char out[DECK_TEXT])
{
    int size = 0;
    for (int c = 1; c <= RANKS; c++)
        size += snprintf(out + size, (size_t)(DECK_TEXT - size), "%s%d", c > 1 ? "-" : "",
                         cards_count(deck, c));
    return out;
}

/* "0-0-5-5-5-5-5-5-5-5" */
static bool parse_deck(const char *text, cards *deck)
{
    *deck = 0;
    for (int c = 1; c <= RANKS; c++, text++) {
        int count = 0, digits = 0;
        for (; isdigit((unsigned char)*text) && digits < 2; digits++)
            count = count * 10 + (*text++ - '0');
        if (!digits || count > 15 || *text != (c < RANKS ? '-' : '\0'))
            return false;
        *deck += cards_one(c) * (cards)count;
    }
    return true;
}

static bool set_deck(struct setup *u, const char *value, struct error *e)
{
    if (!u->game->custom.besides)
        return error_set(e, "%s has to have the usual deck; expected no option deck",
                         u->game->name);
    if (!parse_deck(value, &u->deck))
        return error_set(e,
                         "option deck cannot be '%.40s'; expected ten numbers from 0 to 15, of "
                         "each rank one, as 1-2-3-4-5-6-7-8-9-10",
                         value);
    if (u->deck == usual_deck)
        u->deck = 0;
    return true;
}

bool setup_option(struct setup *u, const char *key, const char *value, struct error *e)
{
    if (strcmp(key, deck_key) == 0)
        return set_deck(u, value, e);
    int i = option_index(u->game, key);
    if (i < 0)
        return unknown_key(u->game, key, e);
    const struct option *o = &u->game->options[i];
    int32_t parsed;
    if (!parse_value(o, value, &parsed)) {
        struct text range = {0};
        option_range(o, e->language, &range);
        error_set(e, "option %s cannot be '%.40s'; expected %s", key, value,
                  range.failed ? error_words(e, "another value") : text_of(&range));
        text_free(&range);
        return false;
    }
    u->option[i] = parsed;
    u->given |= 1u << i;
    return true;
}

/* Sets the options of a row "key value, key value". */
static bool setup_row(struct setup *u, const char *row, struct error *e)
{
    while (row && *row) {
        char key[32], value[32];
        int used = 0;
        int found = sscanf(row, " %31[^ ,] %31[^ ,]%n", key, value, &used);
        if (found != 2)
            return error_set(e, "a row of options reads 'key value, key value', not '%s'", row);
        if (!setup_option(u, key, value, e))
            return false;
        row += used;
        row += strspn(row, " ,");
    }
    return true;
}

/* The next word of a list with blanks, into `out`; NULL after the last one, and else what follows.
 */
static const char *take_alias(const char *at, char out[ALIAS])
{
    if (!at || !*at)
        return NULL;
    size_t size = strcspn(at, " ");
    assert(size < ALIAS);
    memcpy(out, at, size);
    out[size] = '\0';
    return at + size + strspn(at + size, " ");
}

/* Whether a name is this one or among its aliases. */
static bool is_called(const char *name, const char *own, const char *aliases)
{
    char alias[ALIAS];
    bool found = strcmp(name, own) == 0;
    while (!found && (aliases = take_alias(aliases, alias)))
        found = strcmp(name, alias) == 0;
    return found;
}

static bool find(const char *name, struct setup *u)
{
    for (int i = 0; all_games[i]; i++) {
        u->game = all_games[i];
        u->preset = NULL;
        if (is_called(name, u->game->name, u->game->aliases))
            return true;
        for (u->preset = u->game->presets; u->preset && u->preset->name; u->preset++)
            if (is_called(name, u->preset->name, u->preset->aliases))
                return true;
    }
    return false;
}

/* Tries all that a game or preset is called, in every language. */
static void guess_names(struct guess *g, const char *own, const char *aliases, const char *title)
{
    char alias[ALIAS];
    guess_try(g, own, own);
    while ((aliases = take_alias(aliases, alias)))
        guess_try(g, alias, own);
    for (const struct language *l = languages; l->name; l++)
        guess_try(g, language_text(l, title), own);
}

static struct guess guess_game(const char *typed)
{
    struct guess g = guess_at(typed);
    for (int i = 0; all_games[i]; i++) {
        const struct game *game = all_games[i];
        guess_names(&g, game->name, game->aliases, game->title);
        for (const struct preset *p = game->presets; p && p->name; p++)
            guess_names(&g, p->name, p->aliases, p->title);
    }
    return g;
}

static bool no_game(const char *name, const char *meant, struct error *e)
{
    return meant
               ? error_set(e, "there is no game '%.40s'; did you mean '%s'?", name, meant)
               : error_set(e, "there is no game '%.40s'; expected a name from 'pairs list'", name);
}

static bool choose_found(struct setup *u, struct error *e)
{
    return !u->preset || setup_row(u, u->preset->options, e);
}

bool setup_choose(struct setup *u, const char *name, struct error *e)
{
    *u = (struct setup){0};
    if (find(name, u))
        return choose_found(u, e);
    *u = (struct setup){0};
    return no_game(name, guess_game(name).meant, e);
}

bool setup_named(struct setup *u, const char *name, struct error *e)
{
    *u = (struct setup){0};
    if (find(name, u))
        return choose_found(u, e);
    *u = (struct setup){0};
    struct guess g = guess_game(name);
    return g.meant && !g.mistakes ? setup_choose(u, g.meant, e) : no_game(name, g.meant, e);
}

bool setup_renames(const struct setup *u)
{
    if (!u->preset || u->preset->players_min)
        return false;
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        if ((u->given >> i & 1) && (o->by_players || u->option[i] != o->standard))
            return false;
    }
    return true;
}

/* Whether so many may play with some options, if not with these. */
static bool within_limits(const struct setup *u, int players)
{
    return players >= u->game->players_min && players <= u->game->players_max &&
           (!u->preset || players >= u->preset->players_min);
}

bool setup_suits(const struct setup *u, int players)
{
    struct setup whole = *u;
    struct error e = {0};
    whole.players = players;
    return within_limits(u, players) && setup_finish(&whole, &e);
}

int setup_players_min(const struct setup *u)
{
    for (int players = 1; players <= PLAYERS_MAX; players++)
        if (setup_suits(u, players))
            return players;
    return 0;
}

int setup_players_max(const struct setup *u)
{
    int players = PLAYERS_MAX;
    while (players > 0 && !setup_suits(u, players))
        players--;
    return players;
}

void setup_players_text(const struct setup *u, const char *to, const char *otherwise,
                        struct text *out)
{
    bool (*fits)(const struct setup *, int) = setup_players_min(u) ? setup_suits : within_limits;
    bool begun = false;
    for (int first = 1; first <= PLAYERS_MAX; first++) {
        int last = first;
        if (!fits(u, first))
            continue;
        while (fits(u, last + 1))
            last++;
        text_add(out, "%s%d", begun ? otherwise : "", first);
        if (last > first)
            text_add(out, "%s%d", to, last);
        first = last;
        begun = true;
    }
}

int setup_players_near(const struct setup *u, int players)
{
    for (int away = 0; away < PLAYERS_MAX; away++) {
        if (setup_suits(u, players - away))
            return players - away;
        if (setup_suits(u, players + away))
            return players + away;
    }
    return players;
}

int setup_players_usual(const struct setup *u)
{
    return setup_players_near(u, u->game->best_with);
}

static bool limited_by_options(const struct setup *u)
{
    for (int players = 1; players <= PLAYERS_MAX; players++)
        if (within_limits(u, players) && !setup_suits(u, players))
            return true;
    return false;
}

bool setup_players(struct setup *u, int players, struct error *e)
{
    if (within_limits(u, players)) {
        u->players = players;
        return true;
    }
    struct text suit = {0};
    setup_players_text(u, error_words(e, " to "), error_words(e, " or "), &suit);
    error_set(e,
              language_plural(e->language, "%s is not for %d player; expected %s%s",
                              "%s is not for %d players; expected %s%s", players),
              setup_name(u), players, text_of(&suit),
              limited_by_options(u) ? error_words(e, ", or what other options allow") : "");
    text_free(&suit);
    return false;
}

/* With a custom deck, too, there must be a card whenever one is due, ties must break even if all
 * have chosen the same rank, somebody must be able to have the lowest card alone, and pairs must
 * come however the cards lie: or a game might not end. */
static bool check_deck(const struct setup *u, struct error *e)
{
    int least = u->game->custom.each * u->players + u->game->custom.besides;
    int size = cards_size(u->deck), ranks = cards_size(cards_distinct(u->deck));
    if (!u->deck)
        return true;
    if (ranks < 3)
        return error_set(e, "the deck has cards of %d ranks; expected at least three", ranks);
    if (size < least)
        return error_set(e, "the deck has %d cards, too few for %d players; expected at least %d",
                         size, u->players, least);
    if (size - cards_count(u->deck, cards_lowest(u->deck)) < u->players)
        return error_set(e,
                         "too many cards of the deck have its lowest rank; expected at least %d "
                         "of others",
                         u->players);
    return u->game->custom.ends || setup_spares(u, u->players, 1, e);
}

bool setup_spares(const struct setup *u, int stacks, int least, struct error *e)
{
    int spare = 0;
    for (int c = 1; c <= RANKS; c++) {
        int count = cards_count(u->deck, c);
        spare += count > stacks ? count - stacks : 0;
    }
    return !u->deck || spare >= least ||
           error_set(e, "the deck makes too few pairs; expected %d more than %d cards of a rank",
                     least, stacks);
}

/* All cards of the game. */
static bool gather(struct setup *u, struct error *e)
{
    int i = option_of_role(u->game, ROLE_DECKS), decks = i < 0 ? 1 : u->option[i];
    u->fresh = pile_of(u->deck ? u->deck : usual_deck, decks);
    return pile_size(&u->fresh) <= DECK_CARDS * DECKS_MAX ||
           error_set(e, "%d cards are too many; expected fewer decks, or at most %d in all",
                     pile_size(&u->fresh), DECK_CARDS * DECKS_MAX);
}

bool setup_finish(struct setup *u, struct error *e)
{
    assert(u->players);
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        if (!(u->given >> i & 1))
            u->option[i] = option_standard(u->game, i, u->players);
        if (o->type == OPTION_SEAT && u->option[i] >= u->players)
            return error_set(e,
                             "option %s names seat %c, but %d play; expected a seat from A to %c",
                             o->key, 'A' + u->option[i], u->players, 'A' + u->players - 1);
    }
    return check_deck(u, e) && gather(u, e) && (!u->game->check || u->game->check(u, e));
}

const char *setup_name(const struct setup *u)
{
    return u->preset ? u->preset->name : u->game->name;
}

const char *setup_title(const struct setup *u)
{
    return u->preset ? u->preset->title : u->game->title;
}
