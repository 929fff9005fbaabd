/* pairs list, pairs rules: what there is to play. */
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/lang.h"
#include "engine/document.h"
#include "engine/game.h"
#include "engine/rulebook.h"
#include "engine/spelling.h"
#include "wire/gamejson.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KIND_COLUMNS = 16, NAME_COLUMNS = 24 };

/* One row of the list: a game under its own name or that of a preset. */
struct row {
    struct setup setup;
    const char *name, *title, *summary;
    int decisions;
    const struct game *game;
};

static struct row row_of(const struct game *g, const struct preset *p)
{
    struct row r = {
        .name = p ? p->name : g->name,
        .title = _(p ? p->title : g->title),
        .summary = _(p ? p->summary : g->summary),
        .decisions = p && p->decisions ? p->decisions : g->decisions,
        .game = g,
    };
    struct error e = {.language = lang()};
    bool known = setup_choose(&r.setup, r.name, &e);
    assert(known);
    return r;
}

static void add_row(struct text *out, struct row r)
{
    struct text players = {0};
    setup_players_text(&r.setup, "-", ",", &players);
    const char *kind = _(game_kind_name(r.game->kind));
    text_add(out, "%-22s %-4s ", r.name, text_of(&players));
    column_left(out, kind, KIND_COLUMNS);
    text_add(out, " %4d %s", r.decisions, _("decisions"));
    bool people = isatty(STDOUT_FILENO); /* programs have it in one line */
    text_wrap(out, r.summary, people ? "\n    " : "  ", people ? ui_columns() : 0);
    out->failed |= players.failed;
    text_free(&players);
}

static void json_row(struct text *t, struct row r)
{
    json_object_begin(t);
    json_game_keys(t, &r.setup, lang());
    json_object_end(t);
}

static void add_all(struct text *out, void (*add)(struct text *out, struct row r))
{
    for (int i = 0; all_games[i]; i++) {
        const struct preset *p = NULL;
        do {
            add(out, row_of(all_games[i], p));
            p = p ? p + 1 : all_games[i]->presets;
        } while (p && p->name);
    }
}

static int run_list(const struct args *a)
{
    struct text out = {0};
    if (a->json) {
        json_array_begin(&out);
        add_all(&out, json_row);
        json_array_end(&out);
        text_add(&out, "\n");
    } else {
        add_all(&out, add_row);
    }
    return finish_long(&out);
}

static void add_options(struct text *out, const struct setup *u)
{
    text_add(out, "%s\n",
             _("\nOPTIONS (the value in brackets holds unless -o KEY=VALUE gives another)"));
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        bool fixed = u->given >> i & 1;
        char key[NAME_COLUMNS + 1];
        struct text words = {0};
        snprintf(key, sizeof key, "  %-*s ", NAME_COLUMNS - 3, o->key);
        text_add(&words, "%s; ", _(o->help));
        option_range(o, lang(), &words);
        text_add(&words, " [");
        if (!fixed && (o->by_players || o->standard == LAST_SEAT))
            text_add(&words, "%s", o->by_players ? _("by players") : _("last seat"));
        else
            option_typed(o, fixed ? u->option[i] : o->standard, lang(), &words);
        text_add(&words, "]");
        text_wrap(out, text_of(&words), key, ui_columns());
        out->failed |= words.failed;
        text_free(&words);
    }
}

/* The deck as one more option, where there may be another. */
static void add_deck(struct text *out, const struct setup *u)
{
    char key[NAME_COLUMNS + 1], deck[DECK_TEXT];
    struct text words = {0};
    if (!u->game->custom.besides)
        return;
    snprintf(key, sizeof key, "  %-*s ", NAME_COLUMNS - 3, deck_key);
    text_add(&words, "%s [%s]", _("how many cards there are of each rank; ten numbers, 0..15"),
             deck_text(u->deck ? u->deck : usual_deck, deck));
    text_wrap(out, text_of(&words), key, ui_columns());
    out->failed |= words.failed;
    text_free(&words);
}

/* How the decisions at this table are typed, and written in records, each with what it means. */
static void add_decisions(struct text *out, const struct setup *u)
{
    const char *const argument[] = {
        [NO_ARGUMENT] = "",
        [RANK_ARGUMENT] = _(" CARD"),
        [SEAT_ARGUMENT] = _(" SEAT"),
        [NUMBER_ARGUMENT] = _(" NUMBER"),
    };
    text_add(out, "%s\n", _("\nDECISIONS, as they are typed and written down"));
    for (const struct verb *v = u->game->verbs; v->word; v++) {
        if (v->only && !rulebook_holds(u, v->only))
            continue;
        text_add(out, "  %s%s%s\n", v->word, argument[v->argument[0]], argument[v->argument[1]]);
        if (v->means)
            text_wrap(out, _(v->means), "    ", ui_columns());
    }
}

/* A name and what it is about, in lines that the terminal has room for. */
static void add_name(struct text *out, struct row r)
{
    char name[NAME_COLUMNS + 1];
    snprintf(name, sizeof name, "%-*s ", NAME_COLUMNS - 1, r.name);
    text_wrap(out, r.summary, name, ui_columns());
}

/* What there are rules of. */
static int list_rules(void)
{
    struct text out = {0};
    text_add(&out, "%s\n\n",
             _("'pairs rules NAME' prints the rules of one of these, and 'pairs rules family'\n"
               "where to start, how to make the deck, and where it all comes from."));
    add_all(&out, add_name);
    return finish_long(&out);
}

/* The page about all games; its name in German works too. */
static const char family[] = "family", familie[] = "familie";

static int tell_family(const struct args *a)
{
    struct text out = {0};
    struct error e = {.language = lang()};
    if (a->players || a->options) {
        error_set(&e, "'%s' is about all games; expected neither -n nor -o", family);
        return fail(BAD_USAGE, &e);
    }
    const char *words = lang() ? document_find(lang()->name, family) : NULL;
    const struct setup any = {0};
    rulebook_print(&out, rulebook_open(words ? words : document_find("en", family), &any),
                   ui_columns());
    return finish_long(&out);
}

static int run_rules(const struct args *a)
{
    struct setup u;
    struct error e = {.language = lang()};
    struct text out = {0}, head = {0}, players = {0};
    if (a->words == 0)
        return list_rules();
    if (spelling_same(a->word[0], family) || spelling_same(a->word[0], familie))
        return tell_family(a);
    if (!args_setup(a, a->word[0], &u, &e))
        return fail(BAD_USAGE, &e);
    u.players = a->players; /* 0: the rules for any number */
    if (a->rulings) {
        rulebook_print(&out, rulebook_rulings(&u, lang()), ui_columns());
        return finish_long(&out);
    }
    struct row r = row_of(u.game, u.preset);
    text_add(&head, "%s - %s", r.title, r.summary);
    text_wrap(&out, text_of(&head), "", ui_columns());
    setup_players_text(&u, _(" to "), _(" or "), &players);
    text_add(&out, _("%s players, about %d decisions a game\n\n"), text_of(&players), r.decisions);
    out.failed |= head.failed || players.failed;
    text_free(&head);
    text_free(&players);
    rulebook_print(&out, rulebook_game(&u, lang()), ui_columns());
    add_decisions(&out, &u);
    add_options(&out, &u);
    add_deck(&out, &u);
    return finish_long(&out);
}

static const struct flag list_flags[] = {
    SWITCH_FLAG(json, N_("the same as a JSON array")),
    END_ROW,
};

const struct command list_command = {
    .name = "list",
    .summary = N_("all games and variants"),
    .help = N_("One line a game or variant: name, players, kind, decisions in a usual game, what "
               "it is about."),
    .flags = list_flags,
    .run = run_list,
};

static const struct flag rules_flags[] = {
    PLAYERS_FLAG(N_("the rules for so many players")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("the rules with that option")),
    SWITCH_FLAG(rulings, N_("only what was decided where the book is silent")),
    END_ROW,
};

const struct command rules_command = {
    .name = "rules",
    .usage = N_("[GAME|family]"),
    .summary = N_("how a game is played, and its options"),
    .help = N_("GAME is a name from 'pairs list'. The rules are those of that variant. 'family' is "
               "about all games: where to start, how to make the deck, and where it comes from. "
               "Without a name, all names are listed.\n\nWherever a game is named, it may be a "
               "file of house rules, as ./evening.rules: lines 'game NAME', 'players N', 'option "
               "KEY VALUE' and 'deck N N N N N N N N N N', which is how many cards there are of "
               "each rank. What the command line says goes before them."),
    .flags = rules_flags,
    .words_max = 1,
    .run = run_rules,
};
