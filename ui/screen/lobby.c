#include "ui/screen/lobby.h"

#include "engine/document.h"
#include "engine/game.h"
#include "engine/rulebook.h"
#include "ui/args.h"
#include "ui/lang.h"
#include "ui/saved.h"
#include "ui/screen/formscreen.h"
#include "ui/screen/lessonview.h"
#include "ui/screen/pager.h"
#include "ui/screen/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITEMS_MAX = 256,
    LEFT_SHOWN = 3,  /* games that can be gone on with */
    OVER_SHOWN = 20, /* games that are over and can be watched */
    FILTER_ROOM = 32,
    LIST_COLUMNS = 40,
    PLAYERS_END = 31, /* where the column of players ends, and that of the length */
    LENGTH_END = 38,
    TOP = 2,
    PLAY_BUTTON = 1, /* below the list; the others follow */
    FILTER_BUTTON,
    RULES_BUTTON,
    LESSON_BUTTON,
    LEAVE_BUTTON,
    WATCH_BUTTON,
    ITEM_BUTTON,
};

enum item_kind { ITEM_HEADING, ITEM_RESUME, ITEM_GAME, ITEM_OVER };

/* A line of the list. */
struct item {
    enum item_kind kind;
    const char *heading; /* ITEM_HEADING */
    int saved;          /* ITEM_RESUME, ITEM_OVER: which of the games that were left, or are over */
    struct setup setup; /* of a game or a preset */
};

struct lobby {
    struct settings *settings;
    struct saved_list left; /* games that can be gone on with */
    struct saved_list over; /* those that cannot */
    struct item item[ITEMS_MAX];
    int items, at, top;
    char filter[FILTER_ROOM];
    bool filtering; /* it is being typed */
    struct page page;
    struct text about; /* what the page shows */
    int shown;         /* which item that is about; -1: none yet */
};

/* --- The list --------------------------------------------------------------------------------- */

static const char *title_of(const struct setup *u)
{
    return _(u->preset ? u->preset->title : u->game->title);
}

static bool contains(const char *text, const char *part)
{
    return text && strcasestr(text, part);
}

/* Whether the filter leaves it in the list. */
static bool wanted(const struct lobby *l, const struct setup *u)
{
    return !l->filter[0] || contains(title_of(u), l->filter) ||
           contains(setup_name(u), l->filter) ||
           contains(u->preset ? u->preset->aliases : u->game->aliases, l->filter) ||
           contains(_(u->game->title), l->filter) ||
           contains(_(game_kind_name(u->game->kind)), l->filter);
}

static void add_item(struct lobby *l, struct item item)
{
    if (l->items < ITEMS_MAX)
        l->item[l->items++] = item;
}

static void list_game(struct lobby *l, const struct game *g)
{
    const struct preset *p = NULL;
    do {
        struct item item = {.kind = ITEM_GAME};
        struct error e = {.language = lang()};
        if (setup_choose(&item.setup, p ? p->name : g->name, &e) && !setup_renames(&item.setup) &&
            wanted(l, &item.setup))
            add_item(l, item);
        p = p ? p + 1 : g->presets;
    } while (p && p->name);
}

/* The saved game of an item, NULL if it is none. */
static struct saved_game *saved_of(struct lobby *l, const struct item *item)
{
    return item->kind == ITEM_RESUME ? &l->left.game[item->saved]
           : item->kind == ITEM_OVER ? &l->over.game[item->saved]
                                     : NULL;
}

static void list_saved(struct lobby *l, const char *heading, enum item_kind kind,
                       const struct saved_list *list)
{
    if (!list->count || l->filter[0])
        return;
    add_item(l, (struct item){.kind = ITEM_HEADING, .heading = heading});
    for (int i = 0; i < list->count; i++)
        add_item(l, (struct item){.kind = kind, .saved = i, .setup = list->game[i].plan.setup});
}

/* All that the filter leaves, by kind; the current one stays the current one, if it can. */
static void list_items(struct lobby *l)
{
    struct item before = l->item[l->at];
    l->items = 0;
    list_saved(l, _("go on"), ITEM_RESUME, &l->left);
    for (int kind = PRESS_YOUR_LUCK; kind <= COOPERATIVE; kind++) {
        int first = l->items;
        add_item(
            l, (struct item){.kind = ITEM_HEADING, .heading = _(game_kind_name((enum kind)kind))});
        for (int i = 0; all_games[i]; i++)
            if (all_games[i]->kind == (enum kind)kind)
                list_game(l, all_games[i]);
        if (l->items == first + 1)
            l->items = first;
    }
    list_saved(l, _("watch again"), ITEM_OVER, &l->over);
    l->at = 0;
    for (int i = l->items - 1; i >= 0; i--)
        if (l->item[i].kind != ITEM_HEADING)
            l->at = i;
    for (int i = 0; i < l->items; i++)
        if (l->item[i].kind == ITEM_GAME && before.kind == ITEM_GAME &&
            l->item[i].setup.game == before.setup.game &&
            l->item[i].setup.preset == before.setup.preset)
            l->at = i;
    l->shown = -1;
}

/* The next item in that direction that can be chosen. */
static void move(struct lobby *l, int step)
{
    int at = l->at + step;
    while (at >= 0 && at < l->items && l->item[at].kind == ITEM_HEADING)
        at += step > 0 ? 1 : -1;
    if (at >= 0 && at < l->items)
        l->at = at;
}

static void move_to_end(struct lobby *l, bool last)
{
    l->at = last && l->items ? l->items - 1 : 0;
    if (l->items && l->item[l->at].kind == ITEM_HEADING)
        move(l, 1);
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void draw_columns(struct area in, int line, enum style style, const char *players,
                         int length)
{
    screen_put_right(in, line, PLAYERS_END, style, players);
    char number[16];
    snprintf(number, sizeof number, "%d", length);
    screen_put_right(in, line, LENGTH_END, style, number);
}

static void draw_game(const struct setup *u, struct area in, int line, bool current)
{
    struct text players = {0};
    setup_players_text(u, "-", ",", &players);
    struct area name = {in.row, in.column, in.rows, PLAYERS_END - 4};
    screen_put(name, line, u->preset ? 3 : 1,
               current     ? STYLE_CHOSEN
               : u->preset ? STYLE_NORMAL
                           : STYLE_STRONG,
               title_of(u));
    draw_columns(in, line, current ? STYLE_CHOSEN : STYLE_DIM, text_of(&players),
                 u->preset && u->preset->decisions ? u->preset->decisions : u->game->decisions);
    text_free(&players);
}

static void draw_left(const struct saved_game *g, struct area in, int line, bool current)
{
    struct area name = {in.row, in.column, in.rows, in.columns - 1};
    screen_print(name, line, 1, current ? STYLE_CHOSEN : STYLE_GOOD, _("%s, hand %d"),
                 title_of(&g->plan.setup), g->hand);
}

/* Which game it was, and when it ended. */
static void draw_over(const struct saved_game *g, struct area in, int line, bool current)
{
    struct area name = {in.row, in.column, in.rows, PLAYERS_END - 4};
    enum style style = current ? STYLE_CHOSEN : STYLE_NORMAL;
    char when[32];
    struct tm tm;
    screen_put(name, line, 1, style, title_of(&g->plan.setup));
    if (localtime_r(&g->played, &tm) && strftime(when, sizeof when, "%Y-%m-%d", &tm))
        screen_put_right(in, line, LENGTH_END, current ? STYLE_CHOSEN : STYLE_DIM, when);
}

static void draw_item(const struct lobby *l, struct area in, int line, int i)
{
    const struct item *item = &l->item[i];
    bool current = i == l->at;
    if (item->kind == ITEM_HEADING) {
        screen_put(in, line, 0, STYLE_HEADING, item->heading);
        return;
    }
    if (current)
        screen_fill((struct area){in.row + line, in.column, 1, in.columns - 1}, STYLE_CHOSEN);
    if (item->kind == ITEM_RESUME)
        draw_left(&l->left.game[item->saved], in, line, current);
    else if (item->kind == ITEM_OVER)
        draw_over(&l->over.game[item->saved], in, line, current);
    else
        draw_game(&item->setup, in, line, current);
    screen_button((struct area){in.row + line, in.column, 1, in.columns}, ITEM_BUTTON + i);
}

static void draw_list(struct lobby *l, struct area in)
{
    if (l->at < l->top + 1)
        l->top = l->at > 1 ? l->at - 1 : 0; /* with the heading above it */
    if (l->at >= l->top + in.rows)
        l->top = l->at - in.rows + 1;
    for (int line = 0; line < in.rows && l->top + line < l->items; line++)
        draw_item(l, in, line, l->top + line);
    if (l->top > 0)
        screen_put(in, 0, in.columns - 1, STYLE_KEY, screen_sign("▲", "^"));
    if (l->top + in.rows < l->items)
        screen_put(in, in.rows - 1, in.columns - 1, STYLE_KEY, screen_sign("▼", "v"));
    if (!l->items)
        screen_put(in, 0, 1, STYLE_DIM, _("Nothing is called that."));
}

/* Who plays, and when it was left or was over. */
static void describe_saved(struct text *out, const struct saved_game *g, bool over)
{
    char when[64];
    struct tm tm;
    text_add(out, "%s\n\n",
             over ? _("The game is over; see it again, step by step.")
                  : _("The game waits as you left it."));
    for (int seat = 0; seat < g->plan.setup.players; seat++) {
        const struct chair *c = &g->plan.chair[seat];
        text_add(out, "  %c  %s\n", 'A' + seat,
                 c->name[0]  ? c->name
                 : c->bot[0] ? c->bot
                             : _("a person"));
    }
    if (localtime_r(&g->played, &tm) && strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm))
        text_add(out, "\n%s\n", when);
}

static void describe_game(struct text *out, const struct setup *u)
{
    text_add(out, "%s\n", _(u->preset ? u->preset->summary : u->game->summary));
    if (u->preset)
        text_add(out, _("\nA variant of %s: %s\n"), _(u->game->title), u->preset->options);
    text_add(out, "\n");
    rulebook_print(out, rulebook_source(u->game, lang()), u, 0);
}

/* What the page says about the current item. */
static void describe(struct lobby *l)
{
    const struct item *item = &l->item[l->at];
    text_clear(&l->about);
    const struct saved_game *saved = saved_of(l, item);
    if (l->items && saved)
        describe_saved(&l->about, saved, item->kind == ITEM_OVER);
    else if (l->items)
        describe_game(&l->about, &item->setup);
    l->page = (struct page){.text = text_of(&l->about)};
    l->shown = l->at;
}

static int draw_key(struct area all, int column, int button, const char *key, const char *words)
{
    int row = all.rows - 1;
    int end = screen_print(all, row, column, STYLE_BAR, "%s ", key);
    end = screen_put(all, row, end, STYLE_BAR_DIM, words);
    if (button)
        screen_button((struct area){row, column, 1, end - column}, button);
    return end + 3;
}

/* Whether there is a first game of the current one. */
static bool has_lesson(const struct lobby *l)
{
    const struct item *item = &l->item[l->at];
    return l->items && item->kind == ITEM_GAME && !item->setup.preset &&
           document_find("lesson", item->setup.game->name);
}

/* A game that was played can be watched as far as it went. */
static bool can_watch(const struct lobby *l)
{
    const struct item *item = &l->item[l->at];
    return l->items && (item->kind == ITEM_RESUME || item->kind == ITEM_OVER);
}

static void draw_keys(const struct lobby *l, struct area all)
{
    screen_fill((struct area){all.rows - 1, 0, 1, all.columns}, STYLE_BAR);
    if (l->filtering) {
        screen_print(all, all.rows - 1, 1, STYLE_BAR, _("Show games with: %s_"), l->filter);
        return;
    }
    bool over = l->items && l->item[l->at].kind == ITEM_OVER;
    int at = draw_key(all, 1, PLAY_BUTTON, "Enter", over ? _("watch") : _("play"));
    if (can_watch(l) && !over)
        at = draw_key(all, at, WATCH_BUTTON, "w", _("watch"));
    at = draw_key(all, at, RULES_BUTTON, "r", _("rules"));
    if (has_lesson(l))
        at = draw_key(all, at, LESSON_BUTTON, "f", _("first time?"));
    at = draw_key(all, at, FILTER_BUTTON, "/", _("filter"));
    at = draw_key(all, at, LEAVE_BUTTON, "q", _("leave"));
    if (at + screen_width("PgUp PgDn ") + screen_width(_("scroll")) < all.columns)
        draw_key(all, at, 0, "PgUp PgDn", _("scroll"));
}

static void draw(struct lobby *l)
{
    struct area all = screen_area();
    int rows = all.rows - TOP - 1;
    screen_erase();
    screen_fill((struct area){0, 0, 1, all.columns}, STYLE_BAR);
    int end = screen_put(all, 0, 1, STYLE_BAR, "PAIRS");
    screen_put(all, 0, end + 2, STYLE_BAR_DIM, _("one deck, a family of games"));
    struct area head = {1, 0, 1, LIST_COLUMNS};
    if (l->filter[0])
        screen_print(head, 0, 1, STYLE_KEY, "/%s", l->filter);
    screen_put_right(head, 0, PLAYERS_END, STYLE_DIM, _("players"));
    screen_put_right(head, 0, LENGTH_END, STYLE_DIM, _("moves"));
    draw_list(l, (struct area){TOP, 0, rows, LIST_COLUMNS});
    if (l->shown != l->at)
        describe(l);
    struct area right = {1, LIST_COLUMNS, all.rows - 2, all.columns - LIST_COLUMNS};
    struct area within =
        screen_box(right, STYLE_BORDER, l->items ? title_of(&l->item[l->at].setup) : NULL);
    page_draw(&l->page,
              (struct area){within.row, within.column + 1, within.rows, within.columns - 1});
    draw_keys(l, all);
    screen_show();
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void type_filter(struct lobby *l, const struct key *k)
{
    size_t size = strlen(l->filter);
    if (k->press == PRESS_ESCAPE)
        l->filter[0] = '\0';
    if (k->press == PRESS_ESCAPE || k->press == PRESS_ENTER)
        l->filtering = false;
    else if (k->press == PRESS_BACKSPACE && size > 0)
        l->filter[size - 1] = '\0';
    else if (k->press == PRESS_CHARACTER && k->character < 0x80 && size + 1 < sizeof l->filter)
        snprintf(l->filter + size, sizeof l->filter - size, "%c", (char)k->character);
    list_items(l);
}

static void show_rules(const struct lobby *l)
{
    if (l->items && l->item[l->at].kind == ITEM_GAME)
        pager_run(title_of(&l->item[l->at].setup), text_of(&l->about));
}

enum wish { WISH_NOTHING, WISH_PLAY, WISH_WATCH, WISH_LEAVE };

/* The first game of the current one, and then perhaps a real one. */
static enum wish learn(struct lobby *l)
{
    struct error e = {.language = lang()};
    if (!has_lesson(l))
        return WISH_NOTHING;
    struct lesson *lesson = lesson_of(l->item[l->at].setup.game, &e);
    enum lesson_end end = lesson ? lessonview_run(lesson, l->settings, &e) : LESSON_BROKEN;
    lesson_free(lesson);
    if (end == LESSON_BROKEN)
        pager_run(_("This game cannot be played"), e.text);
    return end == LESSON_PLAY ? WISH_PLAY : WISH_NOTHING;
}

static enum wish press_button(struct lobby *l, int button)
{
    switch (button) {
    case 0:
        return WISH_NOTHING;
    case PLAY_BUTTON:
        return WISH_PLAY;
    case FILTER_BUTTON:
        l->filtering = true;
        return WISH_NOTHING;
    case RULES_BUTTON:
        show_rules(l);
        return WISH_NOTHING;
    case LESSON_BUTTON:
        return learn(l);
    case LEAVE_BUTTON:
        return WISH_LEAVE;
    case WATCH_BUTTON:
        return WISH_WATCH;
    default:
        if (l->at == button - ITEM_BUTTON) /* a second click chooses */
            return WISH_PLAY;
        l->at = button - ITEM_BUTTON;
        return WISH_NOTHING;
    }
}

static enum wish press_character(struct lobby *l, int32_t character)
{
    switch (character) {
    case 'q':
        return WISH_LEAVE;
    case 'w':
        return can_watch(l) ? WISH_WATCH : WISH_NOTHING;
    case 'r':
    case '?':
        show_rules(l);
        return WISH_NOTHING;
    case 'f':
        return learn(l);
    case '/':
        l->filtering = true;
        return WISH_NOTHING;
    case 'j':
        move(l, 1);
        return WISH_NOTHING;
    case 'k':
        move(l, -1);
        return WISH_NOTHING;
    default:
        return WISH_NOTHING;
    }
}

/* The wheel turns whatever is under the mouse. */
static bool wheel(struct lobby *l, const struct key *k)
{
    if ((k->press != PRESS_WHEEL_UP && k->press != PRESS_WHEEL_DOWN) || k->column >= LIST_COLUMNS)
        return false;
    move(l, k->press == PRESS_WHEEL_UP ? -1 : 1);
    return true;
}

static enum wish press(struct lobby *l, const struct key *k)
{
    if (wheel(l, k) || page_key(&l->page, k))
        return WISH_NOTHING;
    switch (k->press) {
    case PRESS_HANGUP:
        return WISH_LEAVE;
    case PRESS_ESCAPE:
        if (!l->filter[0])
            return WISH_LEAVE;
        l->filter[0] = '\0';
        list_items(l);
        return WISH_NOTHING;
    case PRESS_ENTER:
        return l->items ? WISH_PLAY : WISH_NOTHING;
    case PRESS_UP:
        move(l, -1);
        return WISH_NOTHING;
    case PRESS_DOWN:
        move(l, 1);
        return WISH_NOTHING;
    case PRESS_HOME:
    case PRESS_END:
        move_to_end(l, k->press == PRESS_END);
        return WISH_NOTHING;
    case PRESS_CLICK:
        return press_button(l, k->button);
    case PRESS_CHARACTER:
        return press_character(l, k->character);
    default:
        return WISH_NOTHING;
    }
}

/* --- The lobby -------------------------------------------------------------------------------- */

/* Until something is to be done with the list's current item, or people leave. */
static enum wish choose(struct lobby *l)
{
    for (;;) {
        draw(l);
        struct key k = screen_wait(-1, -1);
        if (l->filtering && k.press != PRESS_HANGUP && k.press != PRESS_CLICK) {
            type_filter(l, &k);
            continue;
        }
        l->filtering = false;
        enum wish wish = press(l, &k);
        if (wish != WISH_NOTHING)
            return wish;
    }
}

/* Everything about the chosen game; true: it begins. */
static enum form_end agree(struct lobby *l, struct plan *p)
{
    struct form form;
    struct error e = {.language = lang()};
    form_init(&form, &l->item[l->at].setup, l->settings);
    enum form_end end = formscreen_run(&form);
    if (end != FORM_START || !form_plan(&form, p, l->settings, &e))
        return end;
    if (!settings_save(l->settings, &e)) /* the game can be played all the same */
        pager_run(_("Your choice cannot be remembered"), e.text);
    return FORM_START;
}

/* The current item before the list has been shown: a game that was left, or the one that was chosen
 * last. */
static void recall(struct lobby *l)
{
    struct error e = {.language = lang()}; /* without the folder there is nothing to go on with */
    char *folder = saved_folder(&e);
    if (folder)
        saved_list_read(&l->left, folder, false, LEFT_SHOWN, &e);
    if (folder)
        saved_list_read(&l->over, folder, true, OVER_SHOWN, &e);
    free(folder);
    l->item[0].setup = l->settings->setup;
    l->item[0].kind = l->left.count || !l->settings->setup.game ? ITEM_HEADING : ITEM_GAME;
    list_items(l);
}

/* Until a game is chosen and agreed upon; false: leave. */
static bool choose_and_agree(struct lobby *l, struct plan *p, struct lobby_choice *choice)
{
    for (enum wish wish; (wish = choose(l)) != WISH_LEAVE;) {
        const struct item *item = &l->item[l->at];
        struct saved_game *g = saved_of(l, item);
        if (g) {
            bool watch = wish == WISH_WATCH || item->kind == ITEM_OVER;
            *choice = (struct lobby_choice){.path = g->path, .watch = watch};
            g->path = NULL;
            return true;
        }
        enum form_end end = agree(l, p);
        if (end != FORM_BACK)
            return end == FORM_START;
    }
    return false;
}

bool lobby_run(struct plan *p, struct lobby_choice *choice, struct settings *settings,
               struct error *e)
{
    *choice = (struct lobby_choice){0};
    struct lobby *l = calloc(1, sizeof *l);
    if (!l)
        return error_no_memory(e);
    l->settings = settings;
    recall(l);
    bool chosen = choose_and_agree(l, p, choice);
    saved_list_free(&l->left);
    saved_list_free(&l->over);
    text_free(&l->about);
    free(l);
    return chosen;
}
