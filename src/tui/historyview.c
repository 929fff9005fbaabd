#include "tui/historyview.h"

#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/statistics.h"
#include "tui/pager.h"
#include "tui/screen.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TOP = 2,    /* lines above the list, */
    BOTTOM = 3, /* and below it: a message, the filters, the keys */
    DAY_AT = 6,
    TITLE_AT = 18,
    RESULT_AT = 41,
    OTHERS_AT = 63,
    GAP = 2,           /* between two keys of a line */
    ROW_BUTTON = 1000, /* of the first game; below are characters */
};

struct history_screen {
    struct index *index;
    struct index_filter filter;
    char bot[BOT_ROOM]; /* what the filter points to */
    struct played_list list;
    int at, top;
    bool asking; /* whether the current game is to be removed */
    char message[256];
    struct lobby_choice *choice;
    bool ended;
    enum history_end end;
};

static const struct played *current(const struct history_screen *h)
{
    return h->list.count ? &h->list.game[h->at] : NULL;
}

static void end(struct history_screen *h, enum history_end how)
{
    h->ended = true;
    h->end = how;
}

static void page(struct history_screen *h, const char *title, const char *text)
{
    if (!pager_run(title, text))
        end(h, HISTORY_QUIT);
}

static void say(struct history_screen *h, const char *message)
{
    snprintf(h->message, sizeof h->message, "%.*s", text_fit(message, sizeof h->message - 1),
             message);
}

/* --- The list --------------------------------------------------------------------------------- */

/* Finds what the filter leaves; the cursor stays where it is, if it can. */
static void find(struct history_screen *h)
{
    struct error e = {.language = lang()};
    struct played_list found;
    if (!index_find(h->index, &h->filter, &found, &e)) {
        say(h, e.text);
        return;
    }
    played_list_free(&h->list);
    h->list = found;
    if (h->at >= found.count)
        h->at = found.count ? found.count - 1 : 0;
}

static void move(struct history_screen *h, int to)
{
    int last = h->list.count - 1;
    h->at = to > last ? last : to;
    if (h->at < 0)
        h->at = 0;
}

/* All games, those that are won, and so on, and all again. */
static void filter_next(struct history_screen *h)
{
    static const enum index_which next[] = {[INDEX_ALL] = INDEX_WON,
                                            [INDEX_WON] = INDEX_LOST,
                                            [INDEX_LOST] = INDEX_UNFINISHED,
                                            [INDEX_UNFINISHED] = INDEX_ALL,
                                            [INDEX_OVER] = INDEX_ALL};
    h->filter.which = next[h->filter.which];
    h->at = 0;
    find(h);
}

/* Only games like the current one, and all again. */
static void filter_game(struct history_screen *h)
{
    h->filter.game = h->filter.game || !current(h) ? NULL : played_name(current(h));
    h->at = 0;
    find(h);
}

/* Only games with the first bot of the current one, and all again. */
static void filter_bot(struct history_screen *h)
{
    const struct played *p = current(h);
    const char *bot = "";
    for (int seat = p ? p->players - 1 : -1; seat >= 0; seat--)
        if (p->seat[seat].bot[0])
            bot = p->seat[seat].bot;
    bool all = h->filter.bot || !*bot;
    snprintf(h->bot, sizeof h->bot, "%s", bot);
    h->filter.bot = all ? NULL : h->bot;
    h->at = 0;
    find(h);
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static enum style style_of(const struct played *p, int owner, bool chosen)
{
    if (chosen)
        return STYLE_CHOSEN;
    if (!p->over || owner == NOBODY)
        return STYLE_DIM;
    return p->seat[owner].result == RESULT_WON    ? STYLE_GOOD
           : p->seat[owner].result == RESULT_LOST ? STYLE_BAD
                                                  : STYLE_NORMAL;
}

/* A part of a row, cut where the next one begins. */
static void put_part(struct area row, int from, int to, enum style style, const char *words)
{
    struct area part = {row.row, row.column + from, 1, to - from};
    screen_put(part, 0, 0, style, words);
}

static void draw_row(const struct history_screen *h, struct area row, int i)
{
    const struct played *p = &h->list.game[i];
    bool chosen = i == h->at;
    enum style style = chosen ? STYLE_CHOSEN : STYLE_NORMAL;
    int owner = played_owner(p, NULL);
    char day[DAY_TEXT], number[16];
    struct text words = {0};
    if (chosen)
        screen_fill(row, STYLE_CHOSEN);
    snprintf(number, sizeof number, "%d", p->number);
    screen_put_right(row, 0, DAY_AT - 2, chosen ? STYLE_CHOSEN : STYLE_DIM, number);
    put_part(row, DAY_AT, TITLE_AT - 1, style, journal_day(p, false, day));
    put_part(row, TITLE_AT, RESULT_AT - 1, style, _(played_title(p)));
    journal_result(p, owner, &words);
    put_part(row, RESULT_AT, OTHERS_AT - 1, style_of(p, owner, chosen), text_of(&words));
    text_clear(&words);
    journal_others(p, owner, &words);
    put_part(row, OTHERS_AT, row.columns - 1, chosen ? STYLE_CHOSEN : STYLE_DIM, text_of(&words));
    text_free(&words);
    screen_button(row, ROW_BUTTON + i);
}

static void draw_list(struct history_screen *h, struct area in)
{
    if (h->at < h->top)
        h->top = h->at;
    if (h->at >= h->top + in.rows)
        h->top = h->at - in.rows + 1;
    for (int line = 0; line < in.rows && h->top + line < h->list.count; line++)
        draw_row(h, (struct area){in.row + line, in.column, 1, in.columns}, h->top + line);
    if (h->top > 0)
        screen_put(in, 0, in.columns - 1, STYLE_KEY, screen_sign("▲", "^"));
    if (h->top + in.rows < h->list.count)
        screen_put(in, in.rows - 1, in.columns - 1, STYLE_KEY, screen_sign("▼", "v"));
    if (!h->list.count)
        screen_put(in, 0, DAY_AT, STYLE_DIM, _("There is no such game."));
}

static void draw_head(const struct history_screen *h, struct area all)
{
    char count[64];
    snprintf(count, sizeof count, lang_plural("%d game", "%d games", h->list.count), h->list.count);
    screen_fill((struct area){0, 0, 1, all.columns}, STYLE_BAR);
    int at = screen_put(all, 0, 1, STYLE_BAR, "PAIRS");
    screen_put(all, 0, at + 2, STYLE_BAR_DIM, _("history"));
    screen_put_right(all, 0, all.columns - 1, STYLE_BAR_DIM, count);
    screen_put(all, 1, DAY_AT, STYLE_HEADING, _("day"));
    screen_put(all, 1, TITLE_AT, STYLE_HEADING, _("game"));
    screen_put(all, 1, RESULT_AT, STYLE_HEADING, _("result"));
    screen_put(all, 1, OTHERS_AT, STYLE_HEADING, _("against"));
}

/* A key and what it does, or has done; returns where the next may stand. */
static int draw_key(struct area all, int row, int column, const char *key, const char *words,
                    int character)
{
    bool bar = row == all.rows - 1;
    int at = screen_print(all, row, column, bar ? STYLE_BAR : STYLE_KEY, "%s ", key);
    at = screen_put(all, row, at, bar ? STYLE_BAR_DIM : STYLE_NORMAL, words);
    screen_button((struct area){row, column, 1, at - column}, character);
    return at + GAP;
}

/* What each filter leaves just now. */
static void draw_filters(const struct history_screen *h, struct area all)
{
    static const char *const which[] = {[INDEX_ALL] = N_("all games"),
                                        [INDEX_OVER] = N_("all games"),
                                        [INDEX_UNFINISHED] = N_("unfinished ones"),
                                        [INDEX_LOST] = N_("lost ones"),
                                        [INDEX_WON] = N_("won ones")};
    struct text bot = {0};
    struct setup u;
    struct error none = {.language = lang()};
    const char *game = _("any game");
    if (h->filter.game && setup_choose(&u, h->filter.game, &none))
        game = _(setup_title(&u));
    if (h->filter.bot)
        journal_bot(h->filter.bot, &bot);
    int row = all.rows - 2;
    int at = draw_key(all, row, 1, "f", _(which[h->filter.which]), 'f');
    at = draw_key(all, row, at, "g", game, 'g');
    draw_key(all, row, at, "b", h->filter.bot ? text_of(&bot) : _("any bot"), 'b');
    text_free(&bot);
}

static void draw_keys(const struct history_screen *h, struct area all)
{
    const struct played *p = current(h);
    int row = all.rows - 1, at = 1;
    screen_fill((struct area){row, 0, 1, all.columns}, STYLE_BAR);
    if (p)
        at = draw_key(all, row, at, "Enter", p->over ? _("watch") : _("go on"), '\n');
    if (p && !p->over)
        at = draw_key(all, row, at, "w", _("watch"), 'w');
    at = draw_key(all, row, at, "s", _("statistics"), 's');
    if (p) {
        at = draw_key(all, row, at, "x", _("tell"), 'x');
        at = draw_key(all, row, at, "d", _("delete"), 'd');
    }
    draw_key(all, row, at, "q", _("back"), 'q');
}

static void draw(struct history_screen *h)
{
    struct area all = screen_area();
    screen_erase();
    draw_head(h, all);
    draw_list(h, (struct area){TOP, 0, all.rows - TOP - BOTTOM, all.columns});
    if (h->asking)
        screen_put(all, all.rows - BOTTOM, 1, STYLE_BAD,
                   _("Remove this game for good?   y: yes   any other key: no"));
    else
        screen_put(all, all.rows - BOTTOM, 1, STYLE_NEW, h->message);
    draw_filters(h, all);
    draw_keys(h, all);
    screen_show();
}

/* --- What is done ----------------------------------------------------------------------------- */

static void choose(struct history_screen *h, bool watch)
{
    struct text path = {0};
    struct error e = {.language = lang()};
    const struct played *p = current(h);
    if (!p)
        return;
    if (!journal_path(p, &path, &e)) {
        say(h, e.text);
        text_free(&path);
        return;
    }
    *h->choice = (struct lobby_choice){.path = path.at, .watch = watch || p->over};
    end(h, HISTORY_CHOSEN);
}

static void show_statistics(struct history_screen *h)
{
    struct error e = {.language = lang()};
    struct statistics s;
    struct text words = {0};
    if (!statistics_gather(&s, &h->list, NULL, &e)) {
        say(h, e.text);
        return;
    }
    statistics_tell(&s, screen_utf8(), &words);
    page(h, _("Statistics"), text_of(&words));
    text_free(&words);
    statistics_clear(&s);
}

/* Tells the current game into a file of the current folder, named after its record. What is there
 * already stays. */
static void export(struct history_screen *h)
{
    struct error e = {.language = lang()};
    struct text path = {0};
    const struct played *p = current(h);
    if (!p)
        return;
    text_add(&path, "%.*s.txt", (int)strcspn(p->file, "."), p->file);
    if (path.failed)
        say(h, _("Memory has run out."));
    else if (access(path.at, F_OK) == 0)
        snprintf(h->message, sizeof h->message, _("%s is there already."), path.at);
    else if (!journal_export(p, path.at, &e))
        say(h, e.text);
    else
        snprintf(h->message, sizeof h->message, _("The game is told in %s."), path.at);
    text_free(&path);
}

static void remove_current(struct history_screen *h)
{
    struct error e = {.language = lang()};
    if (!journal_remove(current(h), &e) || !index_refresh(h->index, &e))
        say(h, e.text);
    else
        snprintf(h->message, sizeof h->message, _("%s is gone."), current(h)->file);
    find(h);
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void press_character(struct history_screen *h, int32_t character)
{
    switch (character) {
    case 'q':
        end(h, HISTORY_BACK);
        break;
    case '\n':
    case 'w':
        choose(h, character == 'w');
        break;
    case 's':
        show_statistics(h);
        break;
    case 'x':
        export(h);
        break;
    case 'd':
        h->asking = current(h);
        break;
    case 'f':
        filter_next(h);
        break;
    case 'g':
        filter_game(h);
        break;
    case 'b':
        filter_bot(h);
        break;
    default:
        break;
    }
}

static void click(struct history_screen *h, int button)
{
    if (button < ROW_BUTTON)
        press_character(h, button);
    else if (h->at == button - ROW_BUTTON) /* a second click chooses */
        choose(h, false);
    else
        move(h, button - ROW_BUTTON);
}

static void press(struct history_screen *h, const struct key *k)
{
    int rows = screen_rows() - TOP - BOTTOM;
    switch (k->press) {
    case PRESS_UP:
    case PRESS_WHEEL_UP:
        move(h, h->at - 1);
        break;
    case PRESS_DOWN:
    case PRESS_WHEEL_DOWN:
        move(h, h->at + 1);
        break;
    case PRESS_PAGE_UP:
        move(h, h->at - rows + 1);
        break;
    case PRESS_PAGE_DOWN:
        move(h, h->at + rows - 1);
        break;
    case PRESS_HOME:
        move(h, 0);
        break;
    case PRESS_END:
        move(h, h->list.count);
        break;
    case PRESS_ENTER:
        choose(h, false);
        break;
    case PRESS_ESCAPE:
        end(h, HISTORY_BACK);
        break;
    case PRESS_CLICK:
        click(h, k->button);
        break;
    case PRESS_CHARACTER:
        press_character(h, k->character);
        break;
    default:
        break;
    }
}

static void wait_and_press(struct history_screen *h)
{
    struct key k = screen_wait(-1, -1);
    if (k.press == PRESS_RESIZE)
        return;
    h->message[0] = '\0';
    if (k.press == PRESS_HANGUP) {
        end(h, HISTORY_QUIT);
    } else if (h->asking) {
        h->asking = false;
        if (k.press == PRESS_CHARACTER && (k.character == 'y' || k.character == *_("y")))
            remove_current(h);
    } else {
        press(h, &k);
    }
}

/* --- The whole -------------------------------------------------------------------------------- */

enum history_end historyview_run(struct lobby_choice *choice)
{
    struct error e = {.language = lang()};
    struct history_screen h = {.index = journal_open(&e), .choice = choice, .end = HISTORY_BACK};
    if (!h.index)
        return pager_run(_("The history cannot be shown"), e.text) ? HISTORY_BACK : HISTORY_QUIT;
    if (index_unkept(h.index))
        say(&h, index_unkept(h.index));
    find(&h);
    while (!h.ended) {
        draw(&h);
        wait_and_press(&h);
    }
    played_list_free(&h.list);
    index_close(h.index);
    return h.end;
}
