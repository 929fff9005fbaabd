#include "tui/lobby.h"

#include "cli/args.h"
#include "cli/lang.h"
#include "cli/offers.h"
#include "engine/document.h"
#include "engine/game.h"
#include "engine/rulebook.h"
#include "tui/formscreen.h"
#include "tui/historyview.h"
#include "tui/lessonview.h"
#include "tui/pager.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_COLUMNS = 40,
    PLAYERS_END = 31, /* where the column of players ends, and that of the length */
    LENGTH_END = 38,
    TOP = 2,
    GAP = 3,         /* between two keys of the bar */
    PLAY_BUTTON = 1, /* below the list; the others follow */
    WATCH_BUTTON,
    RULES_BUTTON,
    LESSON_BUTTON,
    FILTER_BUTTON,
    PLAYERS_BUTTON,
    KIND_BUTTON,
    SAVED_BUTTON,
    HISTORY_BUTTON,
    HELP_BUTTON,
    LEAVE_BUTTON,
    ITEM_BUTTON,
};

struct lobby {
    struct settings *settings;
    struct offers offers;
    int at, top;
    bool filtering; /* its words are being typed */
    struct page page;
    struct text about; /* what the page shows */
    int shown;         /* which offer that is about; -1: none yet */
    bool starved;      /* memory has run out, and the lobby is left */
};

const char lobby_help[] =
    N_("THE LIST\n"
       "  Up, Down     choose; Home, End: the first, the last\n"
       "  Enter        play; go on with a game that was left; watch one that is over\n"
       "  PgUp, PgDn   scroll what is said about the game\n"
       "  r            the rules of the game on the whole screen\n"
       "  f            a first game in two minutes, with a word to each step\n"
       "  w            watch a game that was left\n"
       "  s            all saved games: go on with any of them, or watch it\n"
       "  h            the history: results, statistics; games are told or removed\n\n"
       "FILTERS\n"
       "  1 to 8       only games for so many players; 0: for any number\n"
       "  Tab          only one kind of games; once more: the next kind\n"
       "  /            only games with these letters in their name or kind\n"
       "  Escape       all games again\n\n"
       "BEFORE A GAME\n"
       "  Up, Down     choose a line; Left and Right change it\n"
       "  1 to 8       how strong a bot is; other numbers can be typed as well\n"
       "  b, c, l      a bot is bold, cautious, or a liar; once more: it is not\n"
       "  letters      the name of a person, where one sits\n"
       "  d            all as usual again, but for the names\n"
       "  Enter        the game begins; Escape: back to the list\n"
       "A star stands before an option that is not as usual.\n\n"
       "ALWAYS\n"
       "  ?            this help\n"
       "  q            leave the lobby\n");

/* --- The list --------------------------------------------------------------------------------- */

static const struct offer *current(const struct lobby *l)
{
    return l->offers.count ? &l->offers.offer[l->at] : NULL;
}

static enum offer_kind current_kind(const struct lobby *l)
{
    return l->offers.count ? current(l)->kind : OFFER_HEADING;
}

/* The list after a change; the game that was the current one stays it, if it can. */
static void settle(struct lobby *l, const struct offer *before)
{
    const struct offers *o = &l->offers;
    l->at = 0;
    for (int i = o->count - 1; i >= 0; i--)
        if (o->offer[i].kind != OFFER_HEADING)
            l->at = i;
    for (int i = 0; i < o->count; i++)
        if (o->offer[i].kind == OFFER_GAME && before->kind == OFFER_GAME &&
            o->offer[i].setup.game == before->setup.game &&
            o->offer[i].setup.preset == before->setup.preset)
            l->at = i;
    l->shown = -1;
}

/* A filter has changed. */
static void list_again(struct lobby *l)
{
    struct offer before = l->offers.count ? *current(l) : (struct offer){0};
    offers_list(&l->offers);
    settle(l, &before);
}

static void show_saved(struct lobby *l, bool all)
{
    struct error e = {.language = lang()};
    const struct offer none = {0};
    l->starved = !offers_show_all(&l->offers, all, &e);
    settle(l, &none);
}

/* The next item in that direction that can be chosen. */
static void move(struct lobby *l, int step)
{
    int at = l->at + step;
    const struct offers *o = &l->offers;
    while (at >= 0 && at < o->count && o->offer[at].kind == OFFER_HEADING)
        at += step > 0 ? 1 : -1;
    if (at >= 0 && at < o->count)
        l->at = at;
}

static void move_to_end(struct lobby *l, bool last)
{
    l->at = last && l->offers.count ? l->offers.count - 1 : 0;
    if (l->offers.count && current_kind(l) == OFFER_HEADING)
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
               offers_title(u));
    draw_columns(in, line, current ? STYLE_CHOSEN : STYLE_DIM, text_of(&players),
                 u->preset && u->preset->decisions ? u->preset->decisions : u->game->decisions);
    text_free(&players);
}

/* Which game was saved, and when it ended. */
static void draw_saved(const struct lobby *l, const struct offer *offer, struct area in, int line,
                       bool chosen)
{
    bool over = offer->kind == OFFER_OVER;
    struct area name = {in.row, in.column, in.rows, over ? PLAYERS_END - 4 : in.columns - 1};
    struct text words = {0};
    offers_name(&l->offers, offer, &words);
    screen_put(name, line, 1,
               chosen ? STYLE_CHOSEN
               : over ? STYLE_NORMAL
                      : STYLE_GOOD,
               text_of(&words));
    text_free(&words);
    char when[32];
    struct tm tm;
    if (over && localtime_r(&l->offers.over.game[offer->saved].played, &tm) &&
        strftime(when, sizeof when, "%Y-%m-%d", &tm))
        screen_put_right(in, line, LENGTH_END, chosen ? STYLE_CHOSEN : STYLE_DIM, when);
}

static void draw_item(const struct lobby *l, struct area in, int line, int i)
{
    const struct offer *offer = &l->offers.offer[i];
    bool chosen = i == l->at;
    if (offer->kind == OFFER_HEADING) {
        screen_put(in, line, 0, STYLE_HEADING, offer->heading);
        return;
    }
    if (chosen)
        screen_fill((struct area){in.row + line, in.column, 1, in.columns - 1}, STYLE_CHOSEN);
    if (offer->kind == OFFER_GAME)
        draw_game(&offer->setup, in, line, chosen);
    else
        draw_saved(l, offer, in, line, chosen);
    screen_button((struct area){in.row + line, in.column, 1, in.columns}, ITEM_BUTTON + i);
}

static void draw_list(struct lobby *l, struct area in)
{
    if (l->at < l->top + 1)
        l->top = l->at > 1 ? l->at - 1 : 0; /* with the heading above it */
    if (l->at >= l->top + in.rows)
        l->top = l->at - in.rows + 1;
    for (int line = 0; line < in.rows && l->top + line < l->offers.count; line++)
        draw_item(l, in, line, l->top + line);
    if (l->top > 0)
        screen_put(in, 0, in.columns - 1, STYLE_KEY, screen_sign("▲", "^"));
    if (l->top + in.rows < l->offers.count)
        screen_put(in, in.rows - 1, in.columns - 1, STYLE_KEY, screen_sign("▼", "v"));
    if (!l->offers.count)
        screen_put(in, 0, 1, STYLE_DIM,
                   offers_filtered(&l->offers) ? _("No game is like that.")
                                               : _("Nothing has been saved."));
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
    rulebook_print(out, rulebook_game(u, lang()), 0);
}

/* What the page says about the current offer. */
static void describe(struct lobby *l)
{
    const struct offer *offer = current(l);
    text_clear(&l->about);
    const struct saved_game *saved = offer ? offers_saved(&l->offers, offer) : NULL;
    if (saved)
        describe_saved(&l->about, saved, offer->kind == OFFER_OVER);
    else if (offer && offer->kind == OFFER_MORE)
        text_add(&l->about, "%s\n", _("Every game that was left, and every one that is over."));
    else if (offer)
        describe_game(&l->about, &offer->setup);
    l->page = (struct page){.text = text_of(&l->about)};
    l->shown = l->at;
}

/* Whether there is a first game of the current one. */
static bool has_lesson(const struct lobby *l)
{
    const struct offer *offer = current(l);
    return offer && offer->kind == OFFER_GAME && !offer->setup.preset &&
           document_find("lesson", offer->setup.game->name);
}

/* A game that was played can be watched as far as it went. */
static bool can_watch(const struct lobby *l)
{
    return current_kind(l) == OFFER_RESUME || current_kind(l) == OFFER_OVER;
}

/* A key of the bar. */
struct bar_key {
    int button;
    int matters; /* where there is no room for all, those that matter most stay */
    const char *key, *words;
};

enum { BAR_KEYS = 12 };

static int list_keys(const struct lobby *l, struct bar_key out[BAR_KEYS])
{
    enum offer_kind kind = current_kind(l);
    bool over = kind == OFFER_OVER, saved = can_watch(l);
    const char *enters = over ? _("watch") : kind == OFFER_MORE ? _("show") : _("play");
    const struct bar_key all[BAR_KEYS] = {
        {PLAY_BUTTON, 9, "Enter", enters},
        {WATCH_BUTTON, 8, "w", saved && !over ? _("watch") : NULL},
        {RULES_BUTTON, 7, "r", kind == OFFER_GAME ? _("rules") : NULL},
        {LESSON_BUTTON, 6, "f", has_lesson(l) ? _("first time?") : NULL},
        {FILTER_BUTTON, 5, "/", _("filter")},
        {PLAYERS_BUTTON, 3, "0-8", _("players")},
        {KIND_BUTTON, 2, "Tab", _("kind")},
        {SAVED_BUTTON, 4, "s", l->offers.all ? _("all games") : _("saved")},
        {HISTORY_BUTTON, 4, "h", _("history")},
        {0, 1, "PgUp PgDn", _("scroll")},
        {HELP_BUTTON, 9, "?", _("keys")},
        {LEAVE_BUTTON, 9, "q", _("leave")},
    };
    int count = 0;
    for (int i = 0; i < BAR_KEYS; i++)
        if (all[i].words)
            out[count++] = all[i];
    return count;
}

static int key_width(const struct bar_key *k)
{
    return screen_width(k->key) + 1 + screen_width(k->words) + GAP;
}

/* Leaves out what matters least until the rest fits. */
static int fit_keys(struct bar_key key[BAR_KEYS], int count, int columns)
{
    int wide = 1 - GAP;
    for (int i = 0; i < count; i++)
        wide += key_width(&key[i]);
    while (wide > columns) {
        int least = 0;
        for (int i = 1; i < count; i++)
            if (key[i].matters < key[least].matters)
                least = i;
        wide -= key_width(&key[least]);
        memmove(&key[least], &key[least + 1], (size_t)(--count - least) * sizeof *key);
    }
    return count;
}

static void draw_keys(const struct lobby *l, struct area all)
{
    struct bar_key key[BAR_KEYS];
    int row = all.rows - 1, column = 1;
    screen_fill((struct area){row, 0, 1, all.columns}, STYLE_BAR);
    if (l->filtering) {
        screen_print(all, row, 1, STYLE_BAR, _("Show games with: %s_   (1-8: players, Tab: kind)"),
                     l->offers.words);
        return;
    }
    int count = fit_keys(key, list_keys(l, key), all.columns);
    for (int i = 0; i < count; i++) {
        int end = screen_print(all, row, column, STYLE_BAR, "%s ", key[i].key);
        end = screen_put(all, row, end, STYLE_BAR_DIM, key[i].words);
        if (key[i].button)
            screen_button((struct area){row, column, 1, end - column}, key[i].button);
        column = end + GAP;
    }
}

/* The line at the top: what is listed. */
static void draw_top(const struct lobby *l, struct area all)
{
    struct text only = {0};
    screen_fill((struct area){0, 0, 1, all.columns}, STYLE_BAR);
    int end = screen_put(all, 0, 1, STYLE_BAR, "PAIRS");
    offers_filters(&l->offers, &only);
    if (only.size)
        screen_print(all, 0, end + 2, STYLE_BAR_DIM, _("only: %s (Escape: all)"), text_of(&only));
    else
        screen_put(all, 0, end + 2, STYLE_BAR_DIM,
                   l->offers.all ? _("all saved games (Escape: all games)")
                                 : _("one deck, a family of games"));
    text_free(&only);
}

static void draw(struct lobby *l)
{
    struct area all = screen_area();
    const struct offer *offer = current(l);
    screen_erase();
    draw_top(l, all);
    struct area head = {1, 0, 1, LIST_COLUMNS};
    if (!l->offers.all) {
        screen_put_right(head, 0, PLAYERS_END, STYLE_DIM, _("players"));
        screen_put_right(head, 0, LENGTH_END, STYLE_DIM, _("moves"));
    }
    draw_list(l, (struct area){TOP, 0, all.rows - TOP - 1, LIST_COLUMNS});
    if (l->shown != l->at)
        describe(l);
    struct area right = {1, LIST_COLUMNS, all.rows - 2, all.columns - LIST_COLUMNS};
    const char *title = !offer                      ? NULL
                        : offer->kind == OFFER_MORE ? _("all saved games")
                                                    : offers_title(&offer->setup);
    struct area within = screen_box(right, STYLE_BORDER, title);
    page_draw(&l->page,
              (struct area){within.row, within.column + 1, within.rows, within.columns - 1});
    draw_keys(l, all);
    screen_show();
}

/* --- Keys ------------------------------------------------------------------------------------- */

/* Filters that work while words are typed, and else: no game has a figure in its name. */
static bool press_filter(struct lobby *l, const struct key *k)
{
    struct offers *o = &l->offers;
    bool digit = k->press == PRESS_CHARACTER && k->character >= '0' && k->character <= '8';
    if (digit)
        o->players = k->character - '0';
    else if (k->press == PRESS_TAB || k->press == PRESS_BACKTAB)
        offers_turn_kind(o, k->press == PRESS_TAB ? 1 : -1);
    else
        return false;
    list_again(l);
    return true;
}

static void type_filter(struct lobby *l, const struct key *k)
{
    char *words = l->offers.words;
    size_t size = strlen(words);
    if (press_filter(l, k))
        return;
    if (k->press == PRESS_ESCAPE)
        words[0] = '\0';
    if (k->press == PRESS_ESCAPE || k->press == PRESS_ENTER)
        l->filtering = false;
    else if (k->press == PRESS_BACKSPACE && size > 0)
        words[size - 1] = '\0';
    else if (k->press == PRESS_CHARACTER && k->character < 0x80 && size + 1 < OFFERS_FILTER)
        snprintf(words + size, OFFERS_FILTER - size, "%c", (char)k->character);
    list_again(l);
}

static void show_rules(const struct lobby *l)
{
    if (current_kind(l) == OFFER_GAME)
        pager_run(offers_title(&current(l)->setup), text_of(&l->about));
}

enum wish { WISH_NOTHING, WISH_PLAY, WISH_WATCH, WISH_HISTORY, WISH_LEAVE };

/* The first game of the current one, and then perhaps a real one. */
static enum wish learn(struct lobby *l)
{
    struct error e = {.language = lang()};
    if (!has_lesson(l))
        return WISH_NOTHING;
    struct lesson *lesson = lesson_of(current(l)->setup.game, &e);
    enum lesson_end end = lesson ? lessonview_run(lesson, l->settings, &e) : LESSON_BROKEN;
    lesson_free(lesson);
    if (end == LESSON_BROKEN)
        pager_run(_("This game cannot be played"), e.text);
    return end == LESSON_PLAY ? WISH_PLAY : WISH_NOTHING;
}

/* What Enter does. */
static enum wish take(struct lobby *l)
{
    if (current_kind(l) == OFFER_MORE)
        show_saved(l, true);
    else if (l->offers.count)
        return WISH_PLAY;
    return WISH_NOTHING;
}

/* Escape: out of the filters, out of the saved games, out. */
static enum wish step_back(struct lobby *l)
{
    if (offers_filtered(&l->offers)) {
        offers_unfilter(&l->offers);
        list_again(l);
    } else if (l->offers.all) {
        show_saved(l, false);
    } else {
        return WISH_LEAVE;
    }
    return WISH_NOTHING;
}

static enum wish press_character(struct lobby *l, int32_t character)
{
    switch (character) {
    case 'q':
        return WISH_LEAVE;
    case 'w':
        return can_watch(l) ? WISH_WATCH : WISH_NOTHING;
    case 'h':
        return WISH_HISTORY;
    case 'r':
        show_rules(l);
        break;
    case '?':
        pager_run(_("All keys"), _(lobby_help));
        break;
    case 'f':
        return learn(l);
    case 's':
        show_saved(l, !l->offers.all);
        break;
    case '/':
        l->filtering = true;
        break;
    case 'j':
        move(l, 1);
        break;
    case 'k':
        move(l, -1);
        break;
    default:
        break;
    }
    return WISH_NOTHING;
}

static enum wish press_button(struct lobby *l, int button)
{
    static const char keys[] = {
        [WATCH_BUTTON] = 'w', [RULES_BUTTON] = 'r',   [LESSON_BUTTON] = 'f', [FILTER_BUTTON] = '/',
        [SAVED_BUTTON] = 's', [HISTORY_BUTTON] = 'h', [HELP_BUTTON] = '?',   [LEAVE_BUTTON] = 'q',
    };
    struct offers *o = &l->offers;
    if (button == PLAY_BUTTON)
        return take(l);
    if (button == PLAYERS_BUTTON || button == KIND_BUTTON) {
        if (button == PLAYERS_BUTTON)
            o->players = (o->players + 1) % (PLAYERS_MAX + 1);
        else
            offers_turn_kind(o, 1);
        list_again(l);
        return WISH_NOTHING;
    }
    if (button < ITEM_BUTTON)
        return button ? press_character(l, keys[button]) : WISH_NOTHING;
    if (l->at == button - ITEM_BUTTON) /* a second click chooses */
        return take(l);
    l->at = button - ITEM_BUTTON;
    return WISH_NOTHING;
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
    if (wheel(l, k) || page_key(&l->page, k) || press_filter(l, k))
        return WISH_NOTHING;
    switch (k->press) {
    case PRESS_HANGUP:
        return WISH_LEAVE;
    case PRESS_ESCAPE:
        return step_back(l);
    case PRESS_ENTER:
        return take(l);
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
    while (!l->starved) {
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
    return WISH_LEAVE;
}

/* Everything about the chosen game; true: it begins. */
static enum form_end agree(struct lobby *l, struct plan *p)
{
    struct form form;
    struct error e = {.language = lang()};
    form_init(&form, &current(l)->setup, l->settings);
    enum form_end end = formscreen_run(&form);
    if (end != FORM_START || !form_plan(&form, p, l->settings, &e))
        return end;
    if (!settings_save(l->settings, &e)) /* the game can be played all the same */
        pager_run(_("Your choice cannot be remembered"), e.text);
    return FORM_START;
}

/* What is current at first: a game that was left, or the one that was chosen last. */
static bool recall(struct lobby *l, struct error *e)
{
    if (!offers_init(&l->offers, e))
        return false;
    bool chosen = !l->offers.left.count && l->settings->setup.game;
    const struct offer last = {.kind = chosen ? OFFER_GAME : OFFER_HEADING,
                               .setup = l->settings->setup};
    settle(l, &last);
    return true;
}

/* Until a game is chosen and agreed upon; false: leave. */
static bool choose_and_agree(struct lobby *l, struct plan *p, struct lobby_choice *choice)
{
    for (enum wish wish; (wish = choose(l)) != WISH_LEAVE;) {
        if (wish == WISH_HISTORY) {
            enum history_end end = historyview_run(choice);
            if (end != HISTORY_BACK)
                return end == HISTORY_CHOSEN;
            show_saved(l, l->offers.all); /* some may be gone */
            continue;
        }
        struct saved_game *g = offers_saved(&l->offers, current(l));
        if (g) {
            bool watch = wish == WISH_WATCH || current_kind(l) == OFFER_OVER;
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
    bool chosen = recall(l, e) && choose_and_agree(l, p, choice);
    if (l->starved)
        error_no_memory(e);
    offers_free(&l->offers);
    text_free(&l->about);
    free(l);
    return chosen;
}
