#include "wire/gamejson.h"

#include "engine/lesson.h"
#include "engine/rulebook.h"
#include "wire/viewjson.h"

#include <assert.h>
#include <stdio.h>

void each_game(void (*each)(void *to, const struct setup *u), void *to)
{
    for (int i = 0; all_games[i]; i++) {
        const struct preset *p = NULL;
        do {
            struct setup u;
            struct error e = {0};
            bool known = setup_choose(&u, p ? p->name : all_games[i]->name, &e);
            assert(known);
            each(to, &u);
            p = p ? p + 1 : all_games[i]->presets;
        } while (p && p->name);
    }
}

enum { TIP_ROOM = 256 };

/* --- A game ----------------------------------------------------------------------------------- */

/* With as many players as usual: it makes no difference. */
static bool counts_chips(struct setup u)
{
    struct error e = {0};
    bool fine = setup_players(&u, setup_players_usual(&u), &e) && setup_finish(&u, &e);
    assert(fine);
    return game_counts_chips(&u);
}

void json_game_keys(struct text *t, const struct setup *u, const struct language *l)
{
    const struct game *g = u->game;
    const struct preset *p = u->preset;
    json_text(json_key(t, "name"), setup_name(u));
    json_text(json_key(t, "game"), g->name);
    json_text(json_key(t, "title"), language_text(l, p ? p->title : g->title));
    json_text(json_key(t, "summary"), language_text(l, p ? p->summary : g->summary));
    json_text(json_key(t, "kind"), game_kind_name(g->kind));
    json_array_begin(json_key(t, "players"));
    for (int players = 1; players <= PLAYERS_MAX; players++)
        if (setup_suits(u, players))
            json_int(t, players);
    json_array_end(t);
    json_int(json_key(t, "players_min"), setup_players_min(u));
    json_int(json_key(t, "players_max"), setup_players_max(u));
    json_int(json_key(t, "players_best"), setup_players_usual(u));
    json_int(json_key(t, "decisions"), p && p->decisions ? p->decisions : g->decisions);
    json_int(json_key(t, "difficulty"), g->difficulty);
    char colour[8];
    snprintf(colour, sizeof colour, "#%06x", (unsigned)(g->look.colour & 0xffffff));
    json_text(json_key(t, "colour"), colour);
    json_text(json_key(t, "emblem"), g->look.emblem);
    json_text(json_key(t, "counts"), counts_chips(*u) ? "chips" : "points");
    json_bool(json_key(t, "hidden"), g->hidden);
    bool secret = false;
    for (const struct verb *v = g->verbs; v->word; v++)
        secret = secret || v->secret;
    json_bool(json_key(t, "secret"), secret);
}

/* --- Options ---------------------------------------------------------------------------------- */

static const char *const types[] = {
    [OPTION_SWITCH] = "switch",
    [OPTION_NUMBER] = "number",
    [OPTION_SEAT] = "seat",
    [OPTION_CHOICE] = "choice",
};

/* A word that may be given, and what it is called. */
static void json_option_word(struct text *t, const struct option *o, int32_t value,
                             const struct language *l)
{
    char text[OPTION_TEXT];
    json_object_begin(t);
    json_text(json_key(t, "value"), option_text(o, value, text));
    json_text(json_key(t, "title"), option_words(o, value, l, text));
    json_object_end(t);
}

/* The words that may be given; of seats only that which names none. */
static void json_words_of(struct text *t, const struct option *o, const struct language *l)
{
    json_array_begin(t);
    if (o->none)
        json_option_word(t, o, OPTION_NONE, l);
    for (int32_t i = 0; o->type == OPTION_SWITCH && i < 2; i++)
        json_option_word(t, o, i, l);
    for (int32_t i = 0; o->type == OPTION_CHOICE && o->words[i]; i++)
        json_option_word(t, o, i, l);
    json_array_end(t);
}

static int32_t standard(const struct setup *u, int i, int players)
{
    return u->given >> i & 1 ? u->option[i] : option_standard(u->game, i, players);
}

static void json_defaults(struct text *t, const struct setup *u, int i)
{
    const struct option *o = &u->game->options[i];
    json_option_value(json_key(t, "default"), o, standard(u, i, setup_players_usual(u)));
    if (u->given >> i & 1 || (!o->by_players && o->standard != LAST_SEAT))
        return;
    json_object_begin(json_key(t, "default_by_players"));
    for (int players = 1; players <= PLAYERS_MAX; players++)
        if (setup_suits(u, players)) {
            char key[4];
            snprintf(key, sizeof key, "%d", players);
            json_option_value(json_key(t, key), o, standard(u, i, players));
        }
    json_object_end(t);
}

void json_game_options(struct text *t, const struct setup *u, const struct language *l)
{
    json_array_begin(t);
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        json_object_begin(t);
        json_text(json_key(t, "key"), o->key);
        json_text(json_key(t, "help"), language_text(l, o->help));
        json_text(json_key(t, "type"), types[o->type]);
        json_defaults(t, u, i);
        if (o->type == OPTION_NUMBER) {
            json_int(json_key(t, "least"), o->least);
            json_int(json_key(t, "most"), o->most);
            json_int(json_key(t, "step"), o->step ? o->step : 1);
        }
        json_words_of(json_key(t, "words"), o, l);
        json_object_end(t);
    }
    json_array_end(t);
}

void json_game_tips(struct text *t, const struct setup *u, const struct language *l)
{
    char words[TIP_ROOM];
    size_t size = 0;
    const char *tip;
    json_array_begin(t);
    for (int i = 0; !u->preset && (tip = lesson_tip(u->game, l, i, &size)); i++) {
        snprintf(words, sizeof words, "%.*s", (int)size, tip);
        json_text(t, words);
    }
    json_array_end(t);
}

/* --- Decisions and rules ---------------------------------------------------------------------- */

void json_game_decisions(struct text *t, const struct setup *u, const struct language *l)
{
    static const char *const arguments[] = {
        [RANK_ARGUMENT] = "card", [SEAT_ARGUMENT] = "seat", [NUMBER_ARGUMENT] = "number"};
    static const char *const places[] = {[AT_OWN] = "own",
                                         [AT_MIDDLE] = "middle",
                                         [AT_SEAT] = "seat",
                                         [AT_ZONE] = "zone",
                                         [AT_NOWHERE] = "nowhere"};
    json_array_begin(t);
    for (const struct verb *v = u->game->verbs; v->word; v++) {
        if (v->only && !rulebook_holds(u, v->only))
            continue;
        json_object_begin(t);
        json_text(json_key(t, "word"), v->word);
        json_array_begin(json_key(t, "arguments"));
        for (int i = 0; i < 2; i++)
            if (v->argument[i] != NO_ARGUMENT)
                json_text(t, arguments[v->argument[i]]);
        json_array_end(t);
        json_text(json_key(t, "at"), places[v->at]);
        json_text(json_key(t, "means"), v->means ? language_text(l, v->means) : "");
        json_array_begin(json_key(t, "asks"));
        for (int i = 0; i < 2; i++)
            if (v->argument[i] != NO_ARGUMENT)
                json_text(t, v->asks[i] ? language_text(l, v->asks[i]) : "");
        json_array_end(t);
        json_bool(json_key(t, "gives_in"), v->gives_in);
        json_bool(json_key(t, "quits"), v->quits);
        json_object_end(t);
    }
    json_array_end(t);
}

/* Each name in the program with the one that people read. */
static void json_zone_words(struct text *t, const struct game *g, const struct language *l)
{
    json_object_begin(t);
    for (int zone = 0; zone < ZONE_GAME + game_zone_count(g); zone++)
        json_text(json_key(t, game_zone_name(g, zone)), event_zone(g, zone, l));
    json_object_end(t);
}

static const char *const whose_words[] = {
    [OF_SEATS] = "seats", [OF_MIDDLE] = "middle", [OF_BOTH] = "both"};

/* How much room each of a game's own zones needs, whose it is and how its cards lie. */
static void json_lies(struct text *t, const struct game *g)
{
    static const char *const ways[] = {
        [LIE_FAN] = "fan", [LIE_SHUT] = "shut", [LIE_HEAP] = "heap", [LIE_COLUMN] = "column"};
    json_object_begin(t);
    for (const struct zone_type *z = g->zones; z->name; z++) {
        json_object_begin(json_key(t, z->name));
        json_text(json_key(t, "as"), ways[z->lie]);
        json_int(json_key(t, "most"), z->most);
        json_text(json_key(t, "whose"), whose_words[z->whose]);
        json_object_end(t);
    }
    json_object_end(t);
}

static void json_label_owners(struct text *t, const struct game *g)
{
    json_object_begin(t);
    for (int i = 0; i < game_label_count(g); i++)
        json_text(json_key(t, g->labels[i].name), whose_words[g->labels[i].whose]);
    json_object_end(t);
}

static void json_label_words(struct text *t, const struct game *g, const struct language *l)
{
    json_object_begin(t);
    for (int i = 0; i < game_label_count(g); i++) {
        const struct label *label = &g->labels[i];
        json_text(json_key(t, label->name),
                  language_text(l, label->brief ? label->brief : label->name));
    }
    json_object_end(t);
}

/* What the scores are called, for one and for several. */
static void json_unit(struct text *t, const struct setup *u, const struct language *l)
{
    struct names names = {.chips = game_counts_chips(u), .counts = u->game->counts};
    json_array_begin(t);
    for (int number = 1; number <= 2; number++) {
        size_t word = json_text_begin(t);
        score_unit(t, number, &names, l);
        json_text_end(t, word);
    }
    json_array_end(t);
}

void json_game_words(struct text *t, const struct setup *u, const struct language *l)
{
    const struct game *g = u->game;
    int stack = option_of_role(g, ROLE_CHIPS);
    json_text(json_key(t, "title"), language_text(l, setup_title(u)));
    json_bool(json_key(t, "rounds"), g->rounds);
    json_bool(json_key(t, "low_wins"), g->low_wins && !game_counts_chips(u));
    json_text(json_key(t, "dealer"), language_text(l, game_dealer_name(g)));
    json_int(json_key(t, "stack"), stack < 0 ? 0 : u->option[stack]);
    json_unit(json_key(t, "unit"), u, l);
    size_t goal = json_text_begin(json_key(t, "goal"));
    rulebook_goal(t, u, l);
    json_text_end(t, goal);
    json_int(json_key(t, "target"), setup_target(u));
    json_zone_words(json_key(t, "zones"), g, l);
    json_lies(json_key(t, "lies"), g);
    json_label_words(json_key(t, "labels"), g, l);
    json_label_owners(json_key(t, "counts"), g);
    json_game_decisions(json_key(t, "verbs"), u, l);
}

void json_game_rules(struct text *t, const struct setup *u, const struct language *l)
{
    static const char *const kinds[] = {[RULE_HEADING] = "heading",
                                        [RULE_PARAGRAPH] = "paragraph",
                                        [RULE_ITEM] = "item",
                                        [RULE_ROW] = "row"};
    struct rulebook b = rulebook_game(u, l);
    struct text words = {0};
    enum rule_kind kind;
    json_array_begin(t);
    while ((kind = rulebook_next(&b, &words))) {
        json_object_begin(t);
        json_text(json_key(t, "kind"), kinds[kind]);
        json_text(json_key(t, "text"), text_of(&words));
        json_object_end(t);
        t->failed |= words.failed;
        text_clear(&words);
    }
    json_array_end(t);
    text_free(&words);
}
