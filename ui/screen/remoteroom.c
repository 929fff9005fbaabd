#include "ui/screen/remoteroom.h"

#include "engine/game.h"
#include "ui/lang.h"
#include "ui/screen/stage.h"

#include <stdio.h>
#include <string.h>

enum { BOX_COLUMNS = 70, TALK_LINES = 6 };

/* The upper and the lower line; returns what is between them. */
static struct area frame(const char *title, const char *keys, const char *message)
{
    struct area all = screen_area();
    struct area top = {0, 0, 1, all.columns}, bottom = {all.rows - 1, 0, 1, all.columns};
    screen_erase();
    screen_fill(top, STYLE_BAR);
    screen_put(top, 0, 1, STYLE_BAR, title);
    screen_fill(bottom, STYLE_BAR);
    screen_put(bottom, 0, 1, *message ? STYLE_BAR : STYLE_BAR_DIM, *message ? message : keys);
    return (struct area){2, 2, all.rows - 4, all.columns - 4};
}

static void add_game(struct text *out, const struct setup *u)
{
    lang_players(out, _(u->preset ? u->preset->title : u->game->title), u->players);
}

void remoteroom_tables(const struct remote *r, int at, const char *message)
{
    char title[128], place[ADDRESS_PLACE];
    snprintf(title, sizeof title, _("Open tables at %.80s"), address_place(&r->address, place));
    struct area in = frame(title, _("Enter go there  n new table  r look again  q leave"), message);
    int first = at >= in.rows ? at - in.rows + 1 : 0;
    if (!r->offers)
        screen_put(in, 0, 0, STYLE_DIM, _("There is no open table."));
    for (int i = first; i < r->offers && i - first < in.rows; i++) {
        const struct remote_offer *o = &r->list[i];
        struct text line = {0};
        add_game(&line, &o->setup);
        for (int seat = 0; seat < o->setup.players; seat++)
            text_add(&line, "%s%s", seat ? ", " : ": ", remote_chair_words(&o->chair[seat]));
        screen_put(in, i - first, 0, i == at ? STYLE_CHOSEN : STYLE_NORMAL, text_of(&line));
        screen_button((struct area){in.row + i - first, in.column, 1, in.columns},
                      BUTTON_CHOICE + i);
        text_free(&line);
    }
}

/* The last lines of what was said. */
static void draw_talk(struct area in, const struct remote *r)
{
    const char *all = text_of(&r->talk), *at = all + strlen(all);
    for (int row = in.rows - 1; row >= 0 && at > all; row--) {
        const char *end = at - 1;
        for (at = end; at > all && at[-1] != '\n'; at--)
            continue;
        screen_print(in, row, 0, STYLE_NORMAL, "%.*s", (int)(end - at), at);
    }
}

static void draw_chair(struct area in, const struct remote *r, int seat, enum style style)
{
    const struct remote_chair *c = &r->chair[seat];
    int column = screen_print(in, seat, 0, style, "%c  %s", 'A' + seat, remote_chair_words(c));
    column = screen_put(in, seat, column, STYLE_DIM, seat == r->you ? _(" (you)") : "");
    column = screen_put(in, seat, column, STYLE_DIM, seat == r->host ? _(", host") : "");
    screen_put(in, seat, column, STYLE_DIM, c->away ? _(", away") : "");
    screen_button((struct area){in.row + seat, in.column, 1, in.columns}, BUTTON_CHOICE + seat);
}

void remoteroom_chairs(const struct remote *r, int at, int marked, const char *message)
{
    bool leads = r->you != NOBODY && r->you == r->host;
    char link[ADDRESS_LINK];
    struct text title = {0};
    add_game(&title, &r->next);
    struct area in = frame(
        text_of(&title),
        leads ? _("b begin  a bot  k empty  w swap  g game  z clocks  p links  ? help  q leave")
              : _("Enter sit down  t talk  r rules  x give up  l tables  q leave"),
        message);
    text_free(&title);
    for (int seat = 0; seat < r->next.players; seat++)
        draw_chair(in, r, seat,
                   seat == at       ? STYLE_CHOSEN
                   : seat == marked ? STYLE_TURN
                                    : STYLE_NORMAL);
    screen_put(in, r->next.players + 1, 0, STYLE_DIM,
               r->you == NOBODY ? _("You watch. Enter sits down on an empty chair.")
               : leads          ? _("You are the host: b begins the game.")
                                : _("The host begins the game."));
    struct text clocks = {0};
    remote_clock_words(r, &clocks);
    screen_print(in, r->next.players + 3, 0, STYLE_DIM, "%.*s",
                 (int)strcspn(text_of(&clocks), "\n"), text_of(&clocks));
    text_free(&clocks);
    if (r->you != NOBODY)
        screen_print(in, r->next.players + 2, 0, STYLE_DIM, _("For others: %s"),
                     remote_link(r, link));
    int rows = in.rows - r->next.players - 5;
    rows = rows > TALK_LINES ? TALK_LINES : rows;
    draw_talk((struct area){in.row + in.rows - rows, in.column, rows, in.columns}, r);
}

void remoteroom_box(const char *title, const char *words)
{
    struct area in = stage_box(5, BOX_COLUMNS, title);
    for (int row = 0; *words && row < 3; row++) {
        size_t size = screen_fit(words, in.columns);
        screen_print(in, row, 0, STYLE_NORMAL, "%.*s", (int)size, words);
        words += size;
    }
}

/* Adds a character in UTF-8, if there is room. */
static void type_character(char out[], size_t room, int32_t c)
{
    char bytes[5] = "";
    int size = 0;
    if (c < 0x80) {
        bytes[size++] = (char)c;
    } else if (c < 0x800) {
        bytes[size++] = (char)(0xC0 | c >> 6);
    } else {
        bytes[size++] = (char)(c < 0x10000 ? 0xE0 | c >> 12 : 0xF0 | c >> 18);
        if (c >= 0x10000)
            bytes[size++] = (char)(0x80 | (c >> 12 & 63));
        bytes[size++] = (char)(0x80 | (c >> 6 & 63));
    }
    if (c >= 0x80)
        bytes[size++] = (char)(0x80 | (c & 63));
    size_t before = strlen(out);
    if (before + (size_t)size < room)
        memcpy(out + before, bytes, (size_t)size + 1);
}

static void erase_character(char out[])
{
    size_t size = strlen(out);
    while (size > 0 && ((unsigned char)out[size - 1] & 0xC0) == 0x80)
        size--;
    out[size > 0 ? size - 1 : 0] = '\0';
}

bool remoteroom_ask(const char *question, char out[], size_t room)
{
    for (;;) {
        struct area in = stage_box(5, BOX_COLUMNS, question);
        const char *shown = out;
        while (screen_width(shown) >= in.columns) /* its end is what is being typed */
            shown++;
        while (((unsigned char)*shown & 0xC0) == 0x80)
            shown++;
        screen_print(in, 1, 0, STYLE_FIELD, "%s%s", shown, screen_sign("▏", "_"));
        screen_put(in, 2, 0, STYLE_DIM, _("Enter: done; Escape: not now"));
        screen_show();
        struct key k = screen_wait(-1, -1);
        if (k.press == PRESS_HANGUP || k.press == PRESS_ESCAPE)
            return false;
        if (k.press == PRESS_ENTER)
            return out[0] != '\0';
        if (k.press == PRESS_BACKSPACE)
            erase_character(out);
        else if (k.press == PRESS_CHARACTER)
            type_character(out, room, k.character);
    }
}
