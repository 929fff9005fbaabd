/* The keys that work at every table, whoever's turn it is. */
#include "cli/lang.h"
#include "engine/rulebook.h"
#include "tui/pager.h"
#include "tui/tableinside.h"

#include <stdio.h>
#include <string.h>

static const char help_here[] =
    N_("WHAT TO DO\n"
       "The lines at the bottom always say what can be decided. Choose with the arrow keys and "
       "Enter, or with the mouse.\n\n"
       "  1 2 3 ...    take that button; choose a card or a number (0 is the 10)\n"
       "  A B C ...    choose a player, where one is asked for\n"
       "  Enter        take what is highlighted\n"
       "  Escape       go back one step\n\n"
       "Cards and names that can be chosen can be clicked, too.\n\n"
       "KEYS THAT ALWAYS WORK\n"
       "  ?            this help\n"
       "  r            the rules of the game\n"
       "  h or Tab     a hint, when it is your turn; once more: with odds\n"
       "  u            take back your last decision (one person against bots)\n"
       "  s            where the game is saved; it is saved after every step\n"
       "  + -          faster, slower\n"
       "  v, Page Up   all that happened, from the last line up\n"
       "  mouse wheel  what happened before\n"
       "  e            while others play: on to your next decision, or the end\n"
       "  any other    while others play: on at once\n"
       "  l            to the lobby; the game is saved\n"
       "  q            leave; the game is saved, 'pairs play --resume' goes on\n\n"
       "THE TABLE\n"
       "Each seat has a letter, a name, its score and its cards. Cards whose faces you may not see "
       "show their backs. The seat whose turn it is has a mark before it, and the dealer, or "
       "whoever has the button, a diamond (or a star) after the name. What has just happened "
       "is highlighted, and told in words in the log.\n");

void tabletop_say(struct tabletop *t, const char *message)
{
    snprintf(t->stage.message, sizeof t->stage.message, "%.*s", text_fit(message, MESSAGE_ROOM - 1),
             message);
}

void tabletop_leave(struct tabletop *t, enum leave why)
{
    t->leaving = true;
    t->leave = why;
}

void tabletop_tell_error(struct tabletop *t, bool failed)
{
    const struct error *why = &t->match->why;
    if (failed && !why->no_memory)
        error_set(t->error, "%s", why->text);
    if (failed || why->no_memory)
        tabletop_leave(t, why->no_memory ? LEAVE_STARVED : LEAVE_QUIT);
    else
        tabletop_say(t, why->text);
}

void tabletop_tell_trouble(struct tabletop *t)
{
    const char *unsaved = t->match->unsaved;
    if (unsaved)
        tabletop_say(t, unsaved);
    else if (t->lagging)
        tabletop_say(t, _("Everything is saved again."));
    t->lagging = unsaved;
    if (t->match->fault)
        tabletop_say(t, t->match->fault);
}

static void page(struct tabletop *t, const char *title, const char *text)
{
    if (!pager_run(title, text))
        tabletop_leave(t, LEAVE_QUIT);
}

void tabletop_wish(struct tabletop *t, enum leave why)
{
    size_t now = t->match->steps + 1;
    if (match_save(t->match) || t->warned == now) {
        tabletop_leave(t, why);
        return;
    }
    t->warned = now;
    struct text out = {0};
    text_add(
        &out, "%s\n\n%s\n", t->match->unsaved,
        _("What came after that is lost if you leave. If you want to all the same, do what you "
          "have just done once more."));
    page(t, _("Not all of this game is saved"), text_of(&out));
    text_free(&out);
}

/* --- Keys that always work -------------------------------------------------------------------- */

static void take_back(struct tabletop *t)
{
    if (!match_undo(t->match)) {
        tabletop_tell_error(t, false);
        return;
    }
    if (elsewhere(t)) /* the others may have to agree */
        return;
    t->advised = ADVISED_NOT;
    t->asking = false;
    t->holder = NOBODY;
    t->taken_back = true;
    t->shown = SIZE_MAX;
}

static void tell_saved(struct tabletop *t)
{
    const char *path = t->match->path;
    char text[MESSAGE_ROOM];
    snprintf(text, sizeof text, path ? _("Saved: %s") : _("This game is not saved."),
             path ? path : "");
    if (elsewhere(t))
        tabletop_say(t, _("The server keeps the game."));
    else if (t->match->unsaved)
        tabletop_tell_trouble(t);
    else
        tabletop_say(t, text);
}

static void change_speed(struct tabletop *t, int faster)
{
    int speed = (int)t->settings->speed + faster;
    if (speed < SPEED_SLOW || speed > SPEED_OFF)
        return;
    t->settings->speed = t->stage.speed = (enum speed)speed;
    t->unsaved = true;
    if (elsewhere(t)) /* where no line above says it */
        tabletop_say(t, speed_words(t->stage.speed));
}

/* The rules of this very table. */
static void show_rules(struct tabletop *t)
{
    const struct setup *u = elsewhere(t) ? &elsewhere(t)->next : t->match->setup;
    struct text words = {0};
    rulebook_print(&words, rulebook_game(u, lang()), 0);
    page(t, _(setup_title(u)), text_of(&words));
    text_free(&words);
}

/* All that has happened, as far as it is told. */
static void show_log(struct tabletop *t)
{
    struct telling telling = stage_telling(&t->stage);
    struct text words = {0};
    logview_all(&words, &telling);
    if (!pager_run_end(_("What happened"), text_of(&words)))
        tabletop_leave(t, LEAVE_QUIT);
    text_free(&words);
}

/* Keys of a table elsewhere; false if it is none. */
static bool key_elsewhere(struct tabletop *t, int32_t c)
{
    switch (c) {
    case 'y':
        remote_ready(elsewhere(t));
        return true;
    case 'w':
        page(t, _("What was said"), text_of(&t->match->talk));
        return true;
    case 'h': /* it says why there is none */
        match_advise(t->match, NOBODY);
        return true;
    case 'q':
        tabletop_leave(t, LEAVE_QUIT);
        return true;
    default:
        return remoteroom_letter(&t->room, c);
    }
}

bool tabletop_letter(struct tabletop *t, int32_t c)
{
    switch (c) {
    case 'v':
        show_log(t);
        return true;
    case '?':
        page(t, _("Help"), elsewhere(t) ? _(remoteroom_help) : _(help_here));
        return true;
    case 'r':
        show_rules(t);
        return true;
    case 'u':
        take_back(t);
        return true;
    case 's':
        tell_saved(t);
        return true;
    case '+':
    case '-':
        change_speed(t, c == '+' ? 1 : -1);
        return true;
    }
    if (elsewhere(t))
        return key_elsewhere(t, c);
    if (c == 'l' || c == 'q')
        tabletop_wish(t, c == 'l' ? LEAVE_LOBBY : LEAVE_QUIT);
    return c == 'l' || c == 'q';
}

bool tabletop_key(struct tabletop *t, const struct key *k)
{
    if (k->press != PRESS_PAGE_UP && stage_scroll(&t->stage, k))
        return true;
    switch (k->press) {
    case PRESS_HANGUP:
        tabletop_leave(t, LEAVE_QUIT);
        return true;
    case PRESS_RESIZE:
        return true;
    case PRESS_PAGE_UP:
        show_log(t);
        return true;
    case PRESS_CLICK:
        return (k->button & BUTTON_PART) == BUTTON_KEY &&
               tabletop_letter(t, k->button & ~BUTTON_PART);
    case PRESS_CHARACTER:
        return tabletop_letter(t, k->character);
    default:
        return false;
    }
}

struct key tabletop_wait(struct tabletop *t, int fd, int milliseconds)
{
    struct error e = {.language = lang()};
    if (t->unsaved && !settings_save(t->settings, &e)) /* the disk may take longer than an eye */
        tabletop_say(t, e.text);
    t->unsaved = false;
    struct key k = screen_wait(fd, milliseconds);
    if (k.press != PRESS_TIMEOUT && k.press != PRESS_READABLE)
        t->stage.message[0] = '\0';
    return k;
}
