/* pairs list, pairs rules: what there is to play. */
#include "engine/game.h"
#include "ui/commands.h"
#include "ui/json.h"
#include "ui/lang.h"

#include <stdio.h>

enum { KIND_COLUMNS = 16 };

/* One row of the list: a game under its own name or that of a preset. */
struct row {
    const char *name, *title, *summary;
    int players_min, players_max, decisions;
    const struct game *game;
};

static struct row row_of(const struct game *g, const struct preset *p)
{
    struct setup u = {.game = g, .preset = p};
    return (struct row){
        .name = p ? p->name : g->name,
        .title = _(p ? p->title : g->title),
        .summary = _(p ? p->summary : g->summary),
        .players_min = setup_players_min(&u),
        .players_max = setup_players_max(&u),
        .decisions = p && p->decisions ? p->decisions : g->decisions,
        .game = g,
    };
}

/* How many columns of a terminal a text takes. */
static int columns(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void print_row(struct row r)
{
    char players[8];
    if (r.players_min == r.players_max)
        snprintf(players, sizeof players, "%d", r.players_min);
    else
        snprintf(players, sizeof players, "%d-%d", r.players_min, r.players_max);
    const char *kind = _(game_kind_name(r.game->kind));
    printf("%-22s %-4s %s%*s %4d %s  %s\n", r.name, players, kind, KIND_COLUMNS - columns(kind), "",
           r.decisions, _("decisions"), r.summary);
}

static json_t *json_row(struct row r)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:s, s:b}", "name", r.name, "game",
                     r.game->name, "title", r.title, "summary", r.summary, "kind",
                     game_kind_name(r.game->kind), "players_min", r.players_min, "players_max",
                     r.players_max, "decisions", r.decisions, "counts",
                     r.game->chips ? "chips" : "points", "hidden", r.game->hidden);
}

static int run_list(const struct args *a)
{
    json_t *all = a->json ? json_array() : NULL;
    for (int i = 0; all_games[i]; i++) {
        const struct preset *p = NULL;
        do {
            struct row r = row_of(all_games[i], p);
            if (all)
                json_array_append_new(all, json_row(r));
            else
                print_row(r);
            p = p ? p + 1 : all_games[i]->presets;
        } while (p && p->name);
    }
    if (all)
        json_print(all, stdout);
    return FINE;
}

static void print_options(const struct setup *u)
{
    char value[OPTION_TEXT], range[200];
    puts(_("\nOPTIONS (the value in brackets holds unless -o KEY=VALUE gives another)"));
    for (int i = 0; u->game->options[i].key; i++) {
        const struct option *o = &u->game->options[i];
        bool fixed = u->given >> i & 1;
        const char *standard = fixed                      ? option_text(o, u->option[i], value)
                               : o->by_players            ? _("by players")
                               : o->standard == LAST_SEAT ? _("last seat")
                                                          : option_text(o, o->standard, value);
        printf("  %-21s %s; %s [%s]\n", o->key, _(o->help), option_range(o, range, sizeof range),
               standard);
    }
}

/* How decisions are typed, and written in records. */
static void print_decisions(const struct game *game)
{
    static const char *const argument[] = {
        [NO_ARGUMENT] = "",
        [RANK_ARGUMENT] = " CARD",
        [SEAT_ARGUMENT] = " SEAT",
        [NUMBER_ARGUMENT] = " NUMBER",
    };
    puts(_("\nDECISIONS, as they are typed and written down"));
    for (const struct verb *v = game->verbs; v->word; v++)
        printf("  %s%s%s\n", v->word, argument[v->argument[0]], argument[v->argument[1]]);
}

static int run_rules(const struct args *a)
{
    struct setup u;
    struct error e = {0};
    if (!setup_choose(&u, a->word[0], &e))
        return fail(BAD_USAGE, &e);
    struct row r = row_of(u.game, u.preset);
    printf("%s - %s\n", r.title, r.summary);
    printf(_("%d to %d players, about %d decisions a game\n\n"), r.players_min, r.players_max,
           r.decisions);
    fputs(_(u.game->rules), stdout);
    print_decisions(u.game);
    print_options(&u);
    return FINE;
}

const struct command list_command = {
    .name = "list",
    .usage = "list [--json]",
    .summary = N_("all games and variants"),
    .help = N_("One line a game or variant: name, players, kind, decisions in a usual game, what\n"
               "it is about.\n\n"
               "  --json  the same as a JSON array\n"),
    .flags = FLAG_JSON,
    .run = run_list,
};

const struct command rules_command = {
    .name = "rules",
    .usage = "rules GAME",
    .summary = N_("how a game is played, and its options"),
    .help = N_("GAME is a name from 'pairs list'.\n"),
    .words_min = 1,
    .words_max = 1,
    .run = run_rules,
};
