#include "tui/remoteroom.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "tui/lobby.h"
#include "tui/pager.h"
#include "tui/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_COLUMNS = 70, TALK_LINES = 6 };

const char remoteroom_help[] =
    N_("AT A TABLE ELSEWHERE\n"
       "The lines at the bottom say what can be decided, as at a table here.\n\n"
       "  t            say something to all\n"
       "  u            take back the last decision, if all who play agree; a secret\n"
       "               choice before all have chosen\n"
       "  y            ready to have secret choices shown, where the table waits; whether\n"
       "               it does the host decides with d at the chairs\n"
       "  r            the rules of the game\n"
       "  v, Page Up   all that happened\n"
       "  w            all that was said\n"
       "  h or Tab     a hint, where the table allows it; once more: with odds\n"
       "  i            the link for others\n"
       "  p            the link for your own devices; show it to nobody\n"
       "  s            where the game is kept\n"
       "  + -          faster, slower\n"
       "  e            while others play: on to your next decision, or the end\n"
       "  c            the chairs: who sits where, and empty ones\n"
       "  x            give up the chair; a bot plays on\n"
       "  l            to the open tables; the chair stays yours\n"
       "  q            leave; the chair stays yours: come back the same way\n\n"
       "A connection that is lost is made again by itself; until then nothing can be decided.\n");

const struct stage_key *remoteroom_keys(void)
{
    static struct stage_key k[11];
    const struct stage_key all[] = {
        {'?', NULL, _("help")},
        {'r', NULL, _("rules")},
        {'t', NULL, _("talk")},
        {'h', NULL, _("hint")},
        {'u', NULL, _("undo")},
        {'v', NULL, _("log")},
        {'c', NULL, _("chairs")},
        {'l', NULL, _("tables")},
        {'q', NULL, _("leave")},
        {'x', NULL, _("give up")},
        {0},
    };
    memcpy(k, all, sizeof k);
    return k;
}

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

static void draw_tables(const struct remoteroom *room)
{
    char title[128], place[ADDRESS_PLACE];
    const struct remote *r = room->r;
    snprintf(title, sizeof title, _("Open tables at %.80s"), address_place(&r->address, place));
    struct area in =
        frame(title, _("Enter go there  n new table  r look again  q leave"), room->message);
    int first = room->at >= in.rows ? room->at - in.rows + 1 : 0;
    if (!r->offers)
        screen_put(in, 0, 0, STYLE_DIM, _("There is no open table."));
    for (int i = first; i < r->offers && i - first < in.rows; i++) {
        struct text line = {0};
        remote_offer_words(r, &r->list[i], &line);
        screen_put(in, i - first, 0, i == room->at ? STYLE_CHOSEN : STYLE_NORMAL, text_of(&line));
        screen_button((struct area){in.row + i - first, in.column, 1, in.columns},
                      BUTTON_CHOICE + i);
        text_free(&line);
    }
}

/* The last lines of what was said. */
static void draw_talk(struct area in, const struct remote *r)
{
    const char *all = text_of(&r->match.talk), *at = all + strlen(all);
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
    int column = screen_print(in, seat, 0, style, "%c  %s", 'A' + seat, remote_chair_words(r, c));
    column = screen_put(in, seat, column, STYLE_DIM, seat == r->you ? _(" (you)") : "");
    column = screen_put(in, seat, column, STYLE_DIM, seat == r->host ? _(", host") : "");
    screen_put(in, seat, column, STYLE_DIM, c->away ? _(", away") : "");
    screen_button((struct area){in.row + seat, in.column, 1, in.columns}, BUTTON_CHOICE + seat);
}

static void draw_chairs(const struct remoteroom *room)
{
    const struct remote *r = room->r;
    const struct setup *u = &r->next;
    bool leads = remote_leads(r);
    char link[ADDRESS_LINK];
    struct text title = {0};
    lang_players(&title, _(setup_title(u)), u->players);
    struct area in = frame(
        text_of(&title),
        leads ? _("b begin  a bot  k empty  w swap  g game  z clocks  p links  ? help  q leave")
              : _("Enter sit down  t talk  r rules  x give up  l tables  q leave"),
        room->message);
    text_free(&title);
    for (int seat = 0; seat < u->players; seat++)
        draw_chair(in, r, seat,
                   seat == room->at       ? STYLE_CHOSEN
                   : seat == room->marked ? STYLE_TURN
                                          : STYLE_NORMAL);
    screen_put(in, u->players + 1, 0, STYLE_DIM,
               r->you == NOBODY ? _("You watch. Enter sits down on an empty chair.")
               : leads          ? _("You are the host: b begins the game.")
                                : _("The host begins the game."));
    struct text clocks = {0};
    remote_clock_words(r, &clocks);
    int row = u->players + 3;
    for (const char *at = text_of(&clocks); *at; at += strcspn(at, "\n") + 1)
        screen_print(in, row++, 0, STYLE_DIM, "%.*s", (int)strcspn(at, "\n"), at);
    text_free(&clocks);
    if (r->you != NOBODY)
        screen_print(in, u->players + 2, 0, STYLE_DIM, _("For others: %s"), remote_link(r, link));
    int rows = in.rows - u->players - 5;
    rows = rows > TALK_LINES ? TALK_LINES : rows;
    draw_talk((struct area){in.row + in.rows - rows, in.column, rows, in.columns}, r);
}

static void draw_box(const char *title, const char *words)
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

static bool ask(const char *question, char out[], size_t room)
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

/* --- What is asked of the server -------------------------------------------------------------- */

static void say(struct remoteroom *s, const char *words)
{
    snprintf(s->message, MESSAGE_ROOM, "%.*s", text_fit(words, MESSAGE_ROOM - 1), words);
}

static void page(struct remoteroom *s, const char *title, const char *text)
{
    s->left = s->left || !pager_run(title, text);
}

static void sit(struct remoteroom *s)
{
    if (s->r->you != NOBODY || !s->r->chair[s->at].empty)
        return;
    if (ask(_("What is your name?"), s->name, sizeof s->name))
        remote_sit(s->r, s->name, s->at);
}

/* Chooses a game with options and chairs in the lobby; false: not now. */
static bool choose(struct remoteroom *s, struct plan *p)
{
    struct lobby_choice choice = {0};
    if (!lobby_run(p, &choice, s->settings, s->error)) {
        s->left = s->error->text[0] != '\0';
        return false;
    }
    if (choice.path)
        say(s, _("Saved games go on here, not elsewhere; choose one that begins."));
    bool begins = !choice.path;
    free(choice.path);
    return begins;
}

/* Clocks; false: they stay as they are. */
static bool ask_seconds(struct remoteroom *s, struct pace *pace)
{
    char words[32] = "";
    if (!ask(_("Clocks? Seconds a decision and beyond, as 30 300; 0: none"), words, sizeof words))
        return false;
    if (remote_seconds(words, pace))
        return true;
    *pace = (struct pace){0};
    say(s, _("Two numbers of seconds are expected, as 30 300."));
    return false;
}

static void change_clocks(struct remoteroom *s)
{
    struct pace pace;
    if (ask_seconds(s, &pace))
        remote_pace(s->r, pace);
}

/* What the first person in the form is called, unless that is known. */
static void find_name(struct remoteroom *s, const struct plan *p)
{
    for (int seat = 0; seat < p->setup.players && !s->name[0]; seat++)
        if (!p->chair[seat].bot[0]) {
            snprintf(s->name, sizeof s->name, "%s", p->chair[seat].name);
            return;
        }
}

static void new_table(struct remoteroom *s)
{
    struct plan p = {0};
    char answer[8] = "";
    if (!choose(s, &p))
        return;
    find_name(s, &p);
    if (!ask(_("What is your name?"), s->name, sizeof s->name))
        return;
    ask(_("1: only for those who have the link; 2: for everybody"), answer, sizeof answer);
    ask_seconds(s, &p.pace);
    s->arrived = false;
    remote_create(s->r, &p, s->name, answer[0] == '2');
}

static void change_game(struct remoteroom *s)
{
    struct plan p = {0};
    if (choose(s, &p))
        remote_change(s->r, &p.setup);
}

static void seat_bot(struct remoteroom *s)
{
    char bot[BOT_ROOM] = "4";
    if (ask(_("Which bot? A level from 1 to 8, hint or random"), bot, sizeof bot))
        remote_seat_bot(s->r, bot, s->at);
}

/* The first time marks a chair, the second time it changes places with another one. */
static void swap_chairs(struct remoteroom *s)
{
    if (s->marked == NOBODY) {
        s->marked = s->at;
        say(s, _("w on another chair: these two change places"));
        return;
    }
    remote_swap(s->r, s->marked, s->at);
    s->marked = NOBODY;
}

static void talk(struct remoteroom *s)
{
    char words[SAID_MAX + 1] = "";
    if (ask(_("What do you say?"), words, sizeof words))
        remote_talk(s->r, s->name, words);
}

static void to_tables(struct remoteroom *s)
{
    remote_exit(s->r);
    s->arrived = false;
    s->at = 0;
    remote_list(s->r);
}

static void tell_link(struct remoteroom *s)
{
    char link[ADDRESS_LINK];
    say(s, remote_link(s->r, link));
}

static void show_own_link(struct remoteroom *s)
{
    char others[ADDRESS_LINK], own[ADDRESS_LINK];
    struct text words = {0};
    text_add(&words, "%s\n  %s\n\n%s\n  %s\n", _("FOR OTHERS"), remote_link(s->r, others),
             _("FOR YOUR OWN DEVICES"), remote_own_link(s->r, own));
    text_add(&words, "\n%s\n", _(remote_own_warning));
    page(s, _("Links"), text_of(&words));
    text_free(&words);
}

/* --- Keys ------------------------------------------------------------------------------------- */

bool remoteroom_letter(struct remoteroom *s, int32_t c)
{
    switch (c) {
    case 't':
        talk(s);
        return true;
    case 'b':
        remote_begin(s->r);
        return true;
    case 'i':
        tell_link(s);
        return true;
    case 'p':
        show_own_link(s);
        return true;
    case 'c':
        s->open = !s->open;
        return true;
    case 'x':
        remote_leave(s->r);
        return true;
    case 'l':
        to_tables(s);
        return true;
    default:
        return false;
    }
}

static void move(struct remoteroom *s, const struct key *k, int count)
{
    bool up = k->press == PRESS_UP || k->press == PRESS_WHEEL_UP;
    bool down = k->press == PRESS_DOWN || k->press == PRESS_WHEEL_DOWN;
    bool click = k->press == PRESS_CLICK && (k->button & BUTTON_PART) == BUTTON_CHOICE;
    s->at = click ? k->button & ~BUTTON_PART : s->at + down - up;
    s->at = s->at >= count ? count - 1 : s->at;
    s->at = s->at < 0 ? 0 : s->at;
}

static bool chairs_key(struct remoteroom *s, const struct key *k)
{
    int32_t c = k->press == PRESS_CHARACTER ? k->character : 0;
    move(s, k, s->r->next.players);
    if (k->press == PRESS_ENTER || k->press == PRESS_CLICK)
        sit(s);
    else if (k->press == PRESS_ESCAPE)
        s->open = false;
    else if (c == 'a')
        seat_bot(s);
    else if (c == 'k')
        remote_kick(s->r, s->at);
    else if (c == 'w')
        swap_chairs(s);
    else if (c == 'g')
        change_game(s);
    else if (c == 'z')
        change_clocks(s);
    else if (c == 'd')
        remote_hold(s->r, !s->r->hold);
    else
        return false;
    return true;
}

static bool tables_key(struct remoteroom *s, const struct key *k)
{
    int32_t c = k->press == PRESS_CHARACTER ? k->character : 0;
    move(s, k, s->r->offers);
    if ((k->press == PRESS_ENTER || k->press == PRESS_CLICK) && s->at < s->r->offers) {
        s->arrived = false;
        remote_enter(s->r, s->r->list[s->at].table, "");
    } else if (c == 'n') {
        new_table(s);
    } else if (c == 'r') {
        remote_list(s->r);
    } else if (c == 'q' || k->press == PRESS_ESCAPE) {
        s->left = true;
    }
    return true;
}

/* --- The room --------------------------------------------------------------------------------- */

void remoteroom_begin(struct remoteroom *s, struct remote *r, const char *name,
                      struct settings *settings, char *message, struct error *e)
{
    *s = (struct remoteroom){
        .r = r, .settings = settings, .message = message, .error = e, .marked = NOBODY};
    snprintf(s->name, sizeof s->name, "%.*s", text_fit(name, sizeof s->name - 1), name);
    if (r->address.table[0])
        remote_enter(r, r->address.table, r->address.invitation);
    else
        remote_list(r);
}

void remoteroom_arrive(struct remoteroom *s)
{
    s->arrived = true;
    s->open = false;
    s->at = 0;
    s->marked = NOBODY;
    if (s->r->you == NOBODY && s->name[0] && s->r->match.stage == MATCH_WAITING)
        remote_sit(s->r, s->name, NOBODY);
}

bool remoteroom_lists(const struct remoteroom *s)
{
    return !s->r->known || !s->arrived;
}

bool remoteroom_shown(const struct remoteroom *s)
{
    const struct match *m = &s->r->match;
    return remoteroom_lists(s) || m->stage == MATCH_WAITING || !m->seen || s->open;
}

bool remoteroom_lost(const struct remoteroom *s)
{
    return !s->r->live && (client_table(s->r->client)[0] || s->r->known);
}

void remoteroom_look(struct remoteroom *s)
{
    if (remoteroom_lists(s) && !client_table(s->r->client)[0])
        remote_list(s->r);
}

void remoteroom_draw(const struct remoteroom *s)
{
    if (remoteroom_lists(s))
        draw_tables(s);
    else
        draw_chairs(s);
}

void remoteroom_draw_line(const struct remoteroom *s)
{
    const char *why = s->r->match.why.text;
    if (remoteroom_lost(s))
        draw_box(_("No connection"), *why ? why : _("Connecting ..."));
}

bool remoteroom_key(struct remoteroom *s, const struct key *k)
{
    return remoteroom_lists(s) ? tables_key(s, k) : chairs_key(s, k);
}
