#include "ui/screen/remotescreen.h"

#include "engine/game.h"
#include "engine/rulebook.h"
#include "ui/lang.h"
#include "ui/screen/ending.h"
#include "ui/screen/lobby.h"
#include "ui/screen/pager.h"
#include "ui/screen/prompt.h"
#include "ui/screen/remoteroom.h"
#include "ui/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLYING = 3,      /* a card flies in this part of a pause */
    TICK = 1000,     /* milliseconds after which clocks are drawn again */
    READING = 10000, /* milliseconds that a settlement stays where somebody is hurried */
    LOOKING = 5000,  /* milliseconds after which the list of tables is asked for again */
};

struct remotescreen {
    struct remote *r;
    struct settings *settings;
    struct stage stage;
    struct prompt prompt;
    bool asking; /* the prompt asks for one of these: */
    int actions;
    action act[ACTIONS_MAX];
    char name[NAME_ROOM];
    char message[MESSAGE_ROOM];
    int at, marked;       /* the current line of a list, and the chair that is to change places */
    bool room;            /* after a game: they look at the chairs */
    bool arrived;         /* the stage shows the table, */
    unsigned games;       /* that game of it, */
    size_t shown, talked; /* so many events, and so much talk */
    struct ending end;
    bool ended; /* it holds how the game ended */
    bool leaving;
    struct error *error;
    bool failed;
};

static const char help[] =
    N_("AT A TABLE ELSEWHERE\n"
       "The lines at the bottom say what can be decided, as at a table here.\n\n"
       "  t            say something to all\n"
       "  u            take back the last decision, if all who play agree; a secret\n"
       "               choice before all have chosen\n"
       "  y            ready to have secret choices shown, where the table waits\n"
       "  r            the rules of the game\n"
       "  v, Page Up   all that happened\n"
       "  w            all that was said\n"
       "  h            a hint with its odds, where the table allows it\n"
       "  i            the link for others\n"
       "  p            the link for your own devices; show it to nobody\n"
       "  + -          faster, slower\n"
       "  c            the chairs: who sits where, and empty ones\n"
       "  x            give up the chair; a bot plays on\n"
       "  l            to the open tables; the chair stays yours\n"
       "  q            leave; the chair stays yours: come back the same way\n\n"
       "A connection that is lost is made again by itself; until then nothing can be decided.\n");

static const struct stage_key *keys(void)
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

static void say(struct remotescreen *s, const char *words)
{
    snprintf(s->message, sizeof s->message, "%.*s", text_fit(words, MESSAGE_ROOM - 1), words);
    s->message[strcspn(s->message, "\n")] = '\0';
}

static bool at_table(const struct remotescreen *s)
{
    return client_table(s->r->client)[0] || s->r->known;
}

static void page(struct remotescreen *s, const char *title, const char *text)
{
    if (!pager_run(title, text))
        s->leaving = true;
}

static bool common_key(struct remotescreen *s, int32_t c);
static void show_hint(struct remotescreen *s);

/* --- What has happened --------------------------------------------------------------------------
 */

static struct key wait_key(struct remotescreen *s, int fd, int milliseconds)
{
    struct key k = screen_wait(fd, milliseconds);
    if (k.press == PRESS_HANGUP)
        s->leaving = true;
    if (k.press != PRESS_TIMEOUT && k.press != PRESS_READABLE)
        s->message[0] = '\0';
    return k;
}

/* Clocks of those who are waited for, and who is away. */
static void find_note(struct remotescreen *s)
{
    struct text out = {0};
    const struct remote *r = s->r;
    for (int seat = 0; seat < r->setup.players; seat++) {
        int64_t left = remote_left(r, seat);
        if (left >= 0 && (r->view.to_act >> seat & 1))
            text_add(&out, "%s%s %lld s", out.size ? ", " : "", words_name(&r->names, seat),
                     (long long)(left + 999) / 1000);
        if (r->chair[seat].away)
            text_add(&out, _("%s%s is away"), out.size ? ", " : "", words_name(&r->names, seat));
    }
    snprintf(s->stage.note, sizeof s->stage.note, "%.*s", text_fit(text_of(&out), NOTE_ROOM - 1),
             text_of(&out));
    text_free(&out);
}

static void draw_stage(struct remotescreen *s, struct prompt *p, const char *waits)
{
    find_note(s);
    memcpy(s->stage.message, s->message, sizeof s->stage.message);
    stage_draw(&s->stage, p, waits);
}

/* How the hand ended, until it has been read. */
static void show_settlement(struct remotescreen *s, const struct settlement *settled)
{
    struct ending e = {.settled = *settled};
    bool hurried = s->r->decision || s->r->bank;
    ending_title(&e, s->stage.setup->game);
    stage_settle(&s->stage, settled);
    while (!s->leaving) {
        struct area line = ending_draw(&s->stage, &e, &(struct result){0});
        screen_put_right(line, 0, line.columns, STYLE_KEY, _("Enter goes on"));
        screen_button(screen_area(), BUTTON_CHOICE);
        screen_show();
        struct key k = wait_key(s, -1, hurried ? READING : -1);
        if (k.press == PRESS_TIMEOUT || k.press == PRESS_ENTER || k.press == PRESS_CLICK ||
            (k.press == PRESS_CHARACTER && k.character == ' '))
            break;
        ending_key(&e, &k);
    }
    stage_update(&s->stage);
}

static void show_step(struct remotescreen *s)
{
    struct settlement settled;
    int pause = speed_pause(s->stage.speed);
    stage_step(&s->stage);
    if (s->r->stage == STAGE_PLAYING && pause && settlement_find(&settled, &s->r->past)) {
        show_settlement(s, &settled);
        return;
    }
    stage_update(&s->stage);
    if (!pause || s->r->view.actions)
        return;
    find_note(s);
    struct key k = stage_fly(&s->stage, pause / FLYING, "");
    draw_stage(s, NULL, "");
    screen_show();
    if (k.press == PRESS_TIMEOUT)
        k = wait_key(s, -1, pause);
    if (k.press == PRESS_CHARACTER)
        common_key(s, k.character);
}

/* The table is another one, or stands elsewhere than it did. */
static void begin_stage(struct remotescreen *s)
{
    struct remote *r = s->r;
    s->games = r->games;
    s->ended = s->asking = s->room = false;
    memset(&s->stage.layout, 0, sizeof s->stage.layout);
    stage_begin_elsewhere(&s->stage, &r->setup, &r->past, &r->view, &r->names);
}

static void arrive(struct remotescreen *s)
{
    struct remote *r = s->r;
    s->arrived = true;
    s->shown = r->past.size;
    s->talked = r->talk.size;
    s->at = 0;
    s->marked = NOBODY;
    r->past.fresh = r->past.size;
    if (r->seen)
        begin_stage(s);
    if (r->you == NOBODY && s->name[0] && r->stage == STAGE_WAITING)
        remote_say(r, "sit", "name", s->name);
}

/* The table has changed: shows what is new, with the time that takes. */
static void show_table(struct remotescreen *s)
{
    struct remote *r = s->r;
    if (!r->current)
        return;
    if (!s->arrived)
        arrive(s);
    if (s->talked < r->talk.size)
        say(s, text_of(&r->talk) + s->talked);
    s->talked = r->talk.size;
    if (!r->seen)
        return;
    bool other = s->games != r->games || s->shown > r->past.size;
    if (other)
        s->shown = s->games != r->games ? 0 : r->past.size;
    r->past.fresh = s->shown;
    if (other)
        begin_stage(s);
    s->stage.names = r->names;
    if (s->shown < r->past.size)
        show_step(s);
    else
        stage_update(&s->stage);
    s->shown = r->past.size;
}

static void hear(struct remotescreen *s)
{
    enum remote_news news;
    while (!s->leaving && (news = remote_take(s->r)) != REMOTE_NOTHING) {
        if (news == REMOTE_REFUSED)
            say(s, s->r->words);
        if (news == REMOTE_OVER) {
            s->failed = s->leaving = true;
            error_set(s->error, "%s", s->r->words);
        } else {
            show_table(s);
        }
        if (news == REMOTE_DONE && strcmp(s->r->command, "hint") == 0)
            show_hint(s);
    }
}

/* --- Deciding -----------------------------------------------------------------------------------
 */

/* Begins to ask where that is due; what is half chosen stays while the choices are the same. */
static void find_prompt(struct remotescreen *s)
{
    const struct view *v = &s->stage.view;
    const struct remote *r = s->r;
    bool due = r->current && r->stage == STAGE_PLAYING && v->actions && !r->deciding;
    bool same = s->asking && s->actions == v->actions &&
                memcmp(s->act, v->act, (size_t)v->actions * sizeof *v->act) == 0;
    if (due && !same) {
        s->actions = v->actions;
        memcpy(s->act, v->act, (size_t)v->actions * sizeof *v->act);
        prompt_begin(&s->prompt, v, &s->stage.names);
    }
    s->asking = due;
}

static void talk(struct remotescreen *s)
{
    char words[SAID_MAX + 1] = "";
    if (remoteroom_ask(_("What do you say?"), words, sizeof words))
        remote_talk(s->r, s->name, words);
}

static void sit(struct remotescreen *s, int seat)
{
    char letter[2] = {(char)('A' + seat)};
    if (s->r->you != NOBODY || !s->r->chair[seat].empty)
        return;
    if (remoteroom_ask(_("What is your name?"), s->name, sizeof s->name))
        remote_send(s->r, json_pack("{s:s,s:s,s:s}", "do", "sit", "name", s->name, "seat", letter));
}

static void show_rules(struct remotescreen *s)
{
    struct text words = {0};
    const struct setup *u = &s->r->next;
    rulebook_print(&words, rulebook_game(u, lang()), 0);
    page(s, _(u->preset ? u->preset->title : u->game->title), text_of(&words));
    text_free(&words);
}

static void show_log(struct remotescreen *s)
{
    struct telling telling = stage_telling(&s->stage);
    struct text words = {0};
    logview_all(&words, &telling);
    if (!pager_run_end(_("What happened"), text_of(&words)))
        s->leaving = true;
    text_free(&words);
}

static void change_speed(struct remotescreen *s, int faster)
{
    int speed = (int)s->settings->speed + faster;
    struct error e = {.language = lang()};
    if (speed < SPEED_SLOW || speed > SPEED_OFF)
        return;
    s->settings->speed = s->stage.speed = (enum speed)speed;
    if (!settings_save(s->settings, &e))
        say(s, e.text);
    else
        say(s, speed_words(s->stage.speed));
}

static void to_tables(struct remotescreen *s)
{
    remote_do(s->r, "exit");
    s->r->known = s->arrived = false;
    s->at = 0;
    remote_list(s->r);
}

static void tell_link(struct remotescreen *s)
{
    char link[ADDRESS_LINK];
    say(s, remote_link(s->r, link));
}

static void show_hint(struct remotescreen *s)
{
    struct text words = {0};
    text_add(&words, "%s\n%s", text_of(&s->r->hint), text_of(&s->r->figures));
    page(s, _("Hint"), text_of(&words));
    text_free(&words);
}

static void ask_hint(struct remotescreen *s)
{
    if (remote_hint(s->r))
        show_hint(s);
    else
        say(s, _("Thinking about a hint ..."));
}

static void show_own_link(struct remotescreen *s)
{
    char others[ADDRESS_LINK], own[ADDRESS_LINK];
    struct text words = {0};
    text_add(&words, "%s\n  %s\n\n%s\n  %s\n", _("FOR OTHERS"), remote_link(s->r, others),
             _("FOR YOUR OWN DEVICES"), remote_own_link(s->r, own));
    text_add(&words, "\n%s\n", _(remote_own_warning));
    page(s, _("Links"), text_of(&words));
    text_free(&words);
}

/* Keys that work at a table and in the room; false if it is none. */
static bool common_key(struct remotescreen *s, int32_t c)
{
    switch (c) {
    case '?':
        page(s, _("Help"), _(help));
        return true;
    case 'r':
        show_rules(s);
        return true;
    case 't':
        talk(s);
        return true;
    case 'i':
        tell_link(s);
        return true;
    case 'p':
        show_own_link(s);
        return true;
    case 'w':
        page(s, _("What was said"), text_of(&s->r->talk));
        return true;
    case 'c':
        s->room = !s->room;
        return true;
    case 'x':
        remote_do(s->r, "leave");
        return true;
    case 'l':
        to_tables(s);
        return true;
    case 'q':
        s->leaving = true;
        return true;
    default:
        return false;
    }
}

static void table_key(struct remotescreen *s, const struct key *k)
{
    action a;
    bool click = k->press == PRESS_CLICK && (k->button & BUTTON_PART) == BUTTON_KEY;
    int32_t c = click ? k->button & ~BUTTON_PART : k->press == PRESS_CHARACTER ? k->character : 0;
    enum answer answer = s->asking && !click ? prompt_key(&s->prompt, k, &a) : ANSWER_OTHER;
    if (answer == ANSWER_DONE) {
        remote_decide(s->r, a);
        s->asking = false;
    }
    if (answer != ANSWER_OTHER)
        return;
    if (k->press == PRESS_PAGE_UP || c == 'v')
        show_log(s);
    else if (c == 'u')
        remote_do(s->r, "take-back");
    else if (c == 'y')
        remote_do(s->r, "ready");
    else if (c == '+' || c == '-')
        change_speed(s, c == '+' ? 1 : -1);
    else if (c == 'h' || k->press == PRESS_TAB)
        ask_hint(s);
    else if (!common_key(s, c))
        stage_scroll(&s->stage, k);
}

/* --- The room -----------------------------------------------------------------------------------
 */

/* Chooses a game with options and chairs in the lobby; false: not now. */
static bool choose(struct remotescreen *s, struct plan *p)
{
    struct lobby_choice choice = {0};
    if (!lobby_run(p, &choice, s->settings, s->error)) {
        s->failed = s->leaving = s->error->text[0] != '\0';
        return false;
    }
    if (choice.path)
        say(s, _("Saved games go on here, not elsewhere; choose one that begins."));
    bool begins = !choice.path;
    free(choice.path);
    return begins;
}

/* Options as the server takes them: as words, which all can be. */
static json_t *options_of(const struct setup *u)
{
    json_t *options = json_object();
    char value[OPTION_TEXT], deck[DECK_TEXT];
    for (int i = 0; u->game->options[i].key; i++)
        json_object_set_new(options, u->game->options[i].key,
                            json_string(option_text(&u->game->options[i], u->option[i], value)));
    if (u->deck)
        json_object_set_new(options, deck_key, json_string(deck_text(u->deck, deck)));
    return options;
}

/* Who sits where: the first person is the one who asks, the others may come. */
static json_t *chairs_of(struct remotescreen *s, const struct plan *p)
{
    json_t *chairs = json_array();
    bool seated = false;
    for (int seat = 0; seat < p->setup.players; seat++) {
        const struct chair *c = &p->chair[seat];
        const char *word = c->bot[0] ? c->bot : seated ? "open" : "you";
        if (!c->bot[0] && !seated && c->name[0] && !s->name[0])
            snprintf(s->name, sizeof s->name, "%s", c->name);
        seated = seated || !c->bot[0];
        json_array_append_new(chairs, json_string(word));
    }
    return chairs;
}

/* Clocks; false: they stay as they are. */
static bool ask_seconds(struct remotescreen *s, int64_t *decision, int64_t *bank)
{
    char words[32] = "";
    if (!remoteroom_ask(_("Clocks? Seconds a decision and beyond, as 30 300; 0: none"), words,
                        sizeof words))
        return false;
    if (remote_seconds(words, decision, bank))
        return true;
    *decision = *bank = 0;
    say(s, _("Two numbers of seconds are expected, as 30 300."));
    return false;
}

static void change_clocks(struct remotescreen *s)
{
    int64_t decision, bank;
    if (ask_seconds(s, &decision, &bank))
        remote_send(s->r,
                    json_pack("{s:s,s:I,s:I}", "do", "change", "decision", decision, "bank", bank));
}

static void new_table(struct remotescreen *s)
{
    struct plan p = {0};
    char answer[8] = "";
    if (!choose(s, &p))
        return;
    json_t *chairs = chairs_of(s, &p);
    int64_t decision = 0, bank = 0;
    bool named = remoteroom_ask(_("What is your name?"), s->name, sizeof s->name);
    if (named)
        remoteroom_ask(_("1: only for those who have the link; 2: for everybody"), answer,
                       sizeof answer);
    if (named)
        ask_seconds(s, &decision, &bank);
    if (!named) {
        json_decref(chairs);
        return;
    }
    s->arrived = false;
    remote_create(s->r, json_pack("{s:s,s:s,s:s,s:i,s:o,s:o,s:b,s:I,s:I}", "do", "create", "game",
                                  setup_name(&p.setup), "name", s->name, "players", p.setup.players,
                                  "options", options_of(&p.setup), "chairs", chairs, "public",
                                  answer[0] == '2', "decision", decision, "bank", bank));
}

static void change_game(struct remotescreen *s)
{
    struct plan p = {0};
    if (choose(s, &p))
        remote_send(s->r,
                    json_pack("{s:s,s:s,s:i,s:o}", "do", "change", "game", setup_name(&p.setup),
                              "players", p.setup.players, "options", options_of(&p.setup)));
}

static void seat_bot(struct remotescreen *s)
{
    char bot[BOT_ROOM] = "4", letter[2] = {(char)('A' + s->at)};
    if (remoteroom_ask(_("Which bot? A level from 1 to 8, hint or random"), bot, sizeof bot))
        remote_send(s->r, json_pack("{s:s,s:s,s:s}", "do", "bot", "bot", bot, "seat", letter));
}

/* The first time marks a chair, the second time it changes places with another one. */
static void swap_chairs(struct remotescreen *s)
{
    char seat[2] = {(char)('A' + s->marked)}, other[2] = {(char)('A' + s->at)};
    if (s->marked == NOBODY) {
        s->marked = s->at;
        say(s, _("w on another chair: these two change places"));
        return;
    }
    s->marked = NOBODY;
    remote_send(s->r, json_pack("{s:s,s:s,s:s}", "do", "swap", "seat", seat, "other", other));
}

static void move(struct remotescreen *s, const struct key *k, int count)
{
    bool up = k->press == PRESS_UP || k->press == PRESS_WHEEL_UP;
    bool down = k->press == PRESS_DOWN || k->press == PRESS_WHEEL_DOWN;
    bool click = k->press == PRESS_CLICK && (k->button & BUTTON_PART) == BUTTON_CHOICE;
    s->at = click ? k->button & ~BUTTON_PART : s->at + down - up;
    s->at = s->at >= count ? count - 1 : s->at;
    s->at = s->at < 0 ? 0 : s->at;
}

static void room_key(struct remotescreen *s, const struct key *k)
{
    char letter[2] = {(char)('A' + s->at)};
    move(s, k, s->r->next.players);
    if (k->press == PRESS_ENTER || k->press == PRESS_CLICK)
        sit(s, s->at);
    if (k->press == PRESS_ESCAPE)
        s->room = false;
    if (k->press != PRESS_CHARACTER)
        return;
    if (k->character == 'b')
        remote_begin(s->r);
    else if (k->character == 'a')
        seat_bot(s);
    else if (k->character == 'k')
        remote_say(s->r, "kick", "seat", letter);
    else if (k->character == 'w')
        swap_chairs(s);
    else if (k->character == 'g')
        change_game(s);
    else if (k->character == 'z')
        change_clocks(s);
    else
        common_key(s, k->character);
}

static void tables_key(struct remotescreen *s, const struct key *k)
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
        s->leaving = true;
    }
}

/* --- The end of a game --------------------------------------------------------------------------
 */

static void draw_end(struct remotescreen *s)
{
    struct result result;
    bool sits = s->r->you != NOBODY, leads = sits && s->r->you == s->r->host;
    if (!s->ended) {
        snprintf(s->end.title, sizeof s->end.title, "%s", _("The game is over"));
        ending_find(&s->stage, &s->end.settled);
        s->end.aside = false;
        s->end.scrolled = 0;
        s->ended = true;
    }
    struct telling telling = stage_telling(&s->stage);
    settlement_show(&s->end.settled, &telling, &s->stage.view);
    ending_result(&s->stage, &result);
    memcpy(s->stage.message, s->message, sizeof s->stage.message);
    struct area in = ending_draw(&s->stage, &s->end, &result);
    screen_put(in, 0, 0, STYLE_KEY,
               leads  ? _("1 next game  2 chairs  3 tables  4 leave")
               : sits ? _("1 propose another game  2 chairs  3 tables  4 leave")
                      : _("The host begins the next game.  2 chairs  3 tables  4 leave"));
}

static void end_key(struct remotescreen *s, const struct key *k)
{
    int32_t c = k->press == PRESS_CHARACTER ? k->character : 0;
    if (c == '1' || k->press == PRESS_ENTER)
        remote_begin(s->r);
    else if (c == '2')
        s->room = true;
    else if (c == '3')
        to_tables(s);
    else if (c == '4')
        s->leaving = true;
    else if (!ending_key(&s->end, k))
        table_key(s, k);
}

/* --- The loop ------------------------------------------------------------------------------------
 */

enum shown_page { SHOW_TABLES, SHOW_ROOM, SHOW_TABLE, SHOW_END };

static enum shown_page page_of(const struct remotescreen *s)
{
    const struct remote *r = s->r;
    if (!r->known || !s->arrived)
        return SHOW_TABLES;
    if (r->stage == STAGE_WAITING || !r->seen || s->room)
        return SHOW_ROOM;
    return r->stage == STAGE_OVER ? SHOW_END : SHOW_TABLE;
}

static const char *waits_for(const struct remotescreen *s)
{
    const struct remote *r = s->r;
    static char words[128];
    words[0] = '\0';
    for (int seat = 0; seat < r->view.players && !words[0]; seat++)
        if (r->view.to_act >> seat & 1)
            snprintf(words, sizeof words, _("%.60s decides"), words_name(&r->names, seat));
    return r->deciding ? _("Your decision is on its way.") : words;
}

static void draw(struct remotescreen *s, enum shown_page page)
{
    const struct remote *r = s->r;
    if (page == SHOW_TABLES)
        remoteroom_tables(r, s->at, s->message);
    else if (page == SHOW_ROOM)
        remoteroom_chairs(r, s->at, s->marked, s->message);
    else if (page == SHOW_END)
        draw_end(s);
    else
        draw_stage(s, s->asking ? &s->prompt : NULL, waits_for(s));
    if (!r->live && at_table(s))
        remoteroom_box(_("No connection"), r->words[0] ? r->words : _("Connecting ..."));
    screen_show();
}

static void take_key(struct remotescreen *s, enum shown_page page, const struct key *k)
{
    if (k->press == PRESS_TIMEOUT || k->press == PRESS_READABLE || k->press == PRESS_RESIZE)
        return;
    if (!s->r->live && at_table(s)) { /* what is seen is not how it is: one can only leave */
        s->leaving = k->press == PRESS_CHARACTER && k->character == 'q';
        return;
    }
    if (page == SHOW_TABLES)
        tables_key(s, k);
    else if (page == SHOW_ROOM)
        room_key(s, k);
    else if (page == SHOW_END)
        end_key(s, k);
    else
        table_key(s, k);
}

bool remotescreen_run(struct remote *r, const char *name, struct settings *settings,
                      struct error *e)
{
    static struct remotescreen s;
    s = (struct remotescreen){.r = r, .settings = settings, .marked = NOBODY, .error = e};
    s.stage.speed = settings->speed;
    s.stage.keys = keys();
    snprintf(s.name, sizeof s.name, "%.*s", text_fit(name, sizeof s.name - 1), name);
    if (r->address.table[0])
        remote_enter(r, r->address.table, r->address.invitation);
    else
        remote_list(r);
    while (!s.leaving) {
        hear(&s);
        find_prompt(&s);
        enum shown_page page = page_of(&s);
        draw(&s, page);
        bool ticks = page == SHOW_TABLE && (r->decision || r->bank);
        struct key k = wait_key(&s, remote_fd(r),
                                ticks                 ? TICK
                                : page == SHOW_TABLES ? LOOKING
                                                      : -1);
        if (k.press == PRESS_TIMEOUT && page == SHOW_TABLES && !at_table(&s))
            remote_list(r);
        take_key(&s, page, &k);
    }
    return !s.failed;
}
