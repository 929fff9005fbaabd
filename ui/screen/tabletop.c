#include "ui/screen/tabletop.h"

#include "engine/game.h"
#include "engine/rulebook.h"
#include "ui/advice.h"
#include "ui/lang.h"
#include "ui/screen/ending.h"
#include "ui/screen/pager.h"

#include <stdio.h>
#include <string.h>

enum {
    PATIENCE = 500, /* milliseconds after which a thinking bot shows */
    SPINNER = 120,  /* milliseconds that each of its pictures stays */
    DEALING = 8,    /* how much faster cards come before the first decision of a hand */
    FLYING = 3,     /* a card flies in this part of a pause */
    SPECTATING = 4, /* pauses that a settlement stays where nobody plays */
    LINE_COLUMNS = 76,
};

struct tabletop {
    struct sitting *sitting;
    struct settings *settings;
    struct stage stage;
    struct prompt prompt;
    struct advice *advice; /* being worked out, or NULL */
    struct text advised;   /* the hint that is shown, empty for none */
    struct text figures;   /* and what the next key shows of it, empty if it is shown */
    seats people;
    bool secrets;    /* several people play, and what one sees or chooses is hidden from others */
    int holder;      /* who has the keyboard and may see their own cards, or NOBODY */
    bool leaving;    /* somebody wants to leave, for what `leave` says */
    bool unsaved;    /* settings have changed */
    bool hurrying;   /* no pauses until somebody is asked, or the end */
    bool taken_back; /* decisions were taken back: whatever was going on is over */
    bool lagging;    /* they have been told that the copy is not as the table is */
    size_t warned;   /* before leaving, after so many steps and one */
    enum leave leave;
};

static const char help[] =
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

/* --- Small things --------------------------------------------------------------------------------
 */

static const char *seat_name(const struct tabletop *t, int seat, char letter[2])
{
    const char *name = t->stage.names.seat[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = '\0';
    return name && name[0] ? name : letter;
}

static bool several_people(const struct tabletop *t)
{
    return (t->people & (t->people - 1)) != 0;
}

static int only_person(const struct tabletop *t)
{
    return t->people && !several_people(t) ? __builtin_ctz(t->people) : NOBODY;
}

static const char *spinner(void)
{
    static const char *const utf8[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    static const char *const ascii[] = {"|", "/", "-", "\\"};
    int64_t at = screen_clock() / SPINNER;
    return screen_utf8() ? utf8[at % 10] : ascii[at % 4];
}

static void say(struct tabletop *t, const char *message)
{
    snprintf(t->stage.message, sizeof t->stage.message, "%.*s", text_fit(message, MESSAGE_ROOM - 1),
             message);
}

static void leave(struct tabletop *t, enum leave why)
{
    t->leaving = true;
    t->leave = why;
}

/* Something was not done: the way out if memory has run out. */
static void tell_error(struct tabletop *t, const struct error *e)
{
    if (e->no_memory)
        leave(t, LEAVE_STARVED);
    else
        say(t, e->text);
}

static void drop_advice(struct tabletop *t)
{
    advice_free(t->advice);
    t->advice = NULL;
    text_clear(&t->advised);
    text_clear(&t->figures);
}

/* That the copy is not as the table is, or is again. */
static void tell_saving(struct tabletop *t)
{
    const char *unsaved = sitting_unsaved(t->sitting);
    if (unsaved)
        say(t, unsaved);
    else if (t->lagging)
        say(t, _("Everything is saved again."));
    t->lagging = unsaved;
}

static void page(struct tabletop *t, const char *title, const char *text)
{
    if (!pager_run(title, text))
        leave(t, LEAVE_QUIT);
}

/* Whoever would lose something by leaving is asked once more. */
static void wish_to_leave(struct tabletop *t, enum leave why)
{
    size_t now = sitting_table(t->sitting)->steps + 1;
    if (sitting_save(t->sitting) || t->warned == now) {
        leave(t, why);
        return;
    }
    t->warned = now;
    struct text out = {0};
    text_add(
        &out, "%s\n\n%s\n", sitting_unsaved(t->sitting),
        _("What came after that is lost if you leave. If you want to all the same, do what you "
          "have just done once more."));
    page(t, _("Not all of this game is saved"), text_of(&out));
    text_free(&out);
}

/* Offers to take back a decision where there is one and nobody else has to agree, as to a secret
 * choice that is not shown yet. */
static void offer_undo(struct tabletop *t)
{
    const struct table *table = sitting_table(t->sitting);
    int person = only_person(t);
    t->stage.chosen = sitting_chosen(t->sitting);
    t->stage.undo = t->stage.chosen;
    for (size_t i = 0; i < table->steps && !t->stage.undo; i++)
        t->stage.undo = table->step[i].kind == TURN_SEATS && table->step[i].who == person;
}

/* --- Keys that always work -----------------------------------------------------------------------
 */

static void take_back(struct tabletop *t)
{
    struct error e = {.language = lang()};
    if (!sitting_undo(t->sitting, &e)) {
        tell_error(t, &e);
        return;
    }
    drop_advice(t);
    tell_saving(t);
    t->holder = NOBODY;
    t->taken_back = true;
    offer_undo(t);
    stage_begin(&t->stage, sitting_table(t->sitting), only_person(t));
}

static void tell_saved(struct tabletop *t)
{
    const char *path = sitting_path(t->sitting);
    char text[MESSAGE_ROOM];
    if (sitting_unsaved(t->sitting)) {
        tell_saving(t);
        return;
    }
    snprintf(text, sizeof text, path ? _("Saved: %s") : _("This game is not saved."),
             path ? path : "");
    say(t, text);
}

static void change_speed(struct tabletop *t, int faster)
{
    int speed = (int)t->settings->speed + faster;
    if (speed < SPEED_SLOW || speed > SPEED_OFF)
        return;
    t->settings->speed = t->stage.speed = (enum speed)speed;
    t->unsaved = true;
}

/* The rules of this very table. */
static void show_rules(struct tabletop *t)
{
    const struct setup *u = &sitting_table(t->sitting)->setup;
    struct text words = {0};
    rulebook_print(&words, rulebook_game(u, lang()), 0);
    page(t, _(u->preset ? u->preset->title : u->game->title), text_of(&words));
    text_free(&words);
}

/* All that has happened, as far as it is told. */
static void show_log(struct tabletop *t)
{
    struct telling telling = stage_telling(&t->stage);
    struct text words = {0};
    logview_all(&words, &telling);
    if (!pager_run_end(_("What happened"), text_of(&words)))
        leave(t, LEAVE_QUIT);
    text_free(&words);
}

static bool letter_key(struct tabletop *t, int32_t c)
{
    switch (c) {
    case 'v':
        show_log(t);
        return true;
    case '?':
        page(t, _("Help"), _(help));
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
    case 'l':
        wish_to_leave(t, LEAVE_LOBBY);
        return true;
    case 'q':
        wish_to_leave(t, LEAVE_QUIT);
        return true;
    default:
        return false;
    }
}

/* Takes a key that works everywhere; false if it means something else. */
static bool common_key(struct tabletop *t, const struct key *k)
{
    if (k->press != PRESS_PAGE_UP && stage_scroll(&t->stage, k))
        return true;
    switch (k->press) {
    case PRESS_HANGUP:
        leave(t, LEAVE_QUIT);
        return true;
    case PRESS_RESIZE:
        return true;
    case PRESS_PAGE_UP:
        show_log(t);
        return true;
    case PRESS_CLICK:
        return (k->button & BUTTON_PART) == BUTTON_KEY && letter_key(t, k->button & ~BUTTON_PART);
    case PRESS_CHARACTER:
        return letter_key(t, k->character);
    default:
        return false;
    }
}

/* Waits for a key; whatever was said in the place of the keys has then been read. */
static struct key wait_key(struct tabletop *t, int fd, int milliseconds)
{
    struct error e = {.language = lang()};
    if (t->unsaved && !settings_save(t->settings, &e)) /* the disk may take longer than an eye */
        say(t, e.text);
    t->unsaved = false;
    struct key k = screen_wait(fd, milliseconds);
    if (k.press != PRESS_TIMEOUT && k.press != PRESS_READABLE)
        t->stage.message[0] = '\0';
    return k;
}

/* Whether something has come up that ends what is going on. */
static bool interrupted(const struct tabletop *t)
{
    return t->leaving || t->taken_back;
}

/* --- What has just happened ----------------------------------------------------------------------
 */

/* Cards are dealt and nobody has decided anything in this hand. */
static bool dealing(const struct tabletop *t)
{
    const struct chronicle *c = t->stage.past;
    for (size_t i = c->size; i > 0; i--) {
        if (c->event[i - 1].kind == EVENT_HAND)
            return true;
        if (c->event[i - 1].kind == EVENT_DECIDE)
            return false;
    }
    return true;
}

/* What can be done while others play. */
static const char *while_others_play(const struct tabletop *t)
{
    return t->people ? _("e: to your next decision, or the end; any other key goes on at once")
                     : _("any key goes on at once");
}

/* A key while others play; false if it ends the pause. */
static bool pause_key(struct tabletop *t, const struct key *k)
{
    t->hurrying = t->people && k->press == PRESS_CHARACTER && k->character == 'e';
    return !t->hurrying && common_key(t, k);
}

/* Leaves the picture as it is for a while; a key that means nothing else goes on at once. */
static void pause_for(struct tabletop *t, int milliseconds)
{
    int64_t end = screen_clock() + milliseconds;
    while (!interrupted(t)) {
        int64_t left = end - screen_clock();
        if (left <= 0)
            return;
        stage_draw(&t->stage, NULL, while_others_play(t));
        screen_show();
        struct key k = wait_key(t, -1, (int)left);
        if (k.press == PRESS_TIMEOUT || !pause_key(t, &k))
            return;
    }
}

static void show_step(struct tabletop *t)
{
    int pause = speed_pause(t->stage.speed) / (dealing(t) ? DEALING : 1);
    stage_update(&t->stage);
    if (pause == 0 || t->hurrying)
        return;
    struct key k = stage_fly(&t->stage, pause / FLYING, while_others_play(t));
    if (k.press == PRESS_TIMEOUT || pause_key(t, &k))
        pause_for(t, pause);
}

/* How the hand ended, until somebody has read it. The table still shows the end of the hand. */
static void show_settlement(struct tabletop *t, const struct settlement *s)
{
    struct ending e = {.settled = *s};
    int wait = t->people ? -1 : SPECTATING * speed_pause(t->stage.speed);
    ending_title(&e, t->stage.setup->game);
    stage_settle(&t->stage, s);
    while (!interrupted(t)) {
        struct area line = ending_draw(&t->stage, &e, &(struct result){0});
        screen_put(line, 0, 0, STYLE_DIM, e.aside ? "" : _("Escape: see the table"));
        screen_put_right(line, 0, line.columns, STYLE_KEY, _("Enter goes on"));
        screen_button(screen_area(), BUTTON_CHOICE);
        screen_show();
        struct key k = wait_key(t, -1, wait);
        if (k.press == PRESS_TIMEOUT || k.press == PRESS_ENTER || k.press == PRESS_CLICK ||
            (k.press == PRESS_CHARACTER && k.character == ' '))
            return;
        if (!ending_key(&e, &k))
            common_key(t, &k);
    }
}

/* Whether one of the people has decided something in the hand: who only watches while the others
 * play on wants to see its end, and who is out of the game that of the game. */
static bool took_part(const struct tabletop *t, const struct settlement *s)
{
    const struct event *at = t->stage.past->event;
    for (size_t i = s->begin; i < s->to; i++)
        if (at[i].kind == EVENT_DECIDE && (t->people >> at[i].seat & 1))
            return true;
    return false;
}

/* A step has been taken: tells it, with all the time it needs. The next bot thinks meanwhile. */
static void step_taken(struct tabletop *t)
{
    struct settlement s;
    t->stage.chosen = sitting_chosen(t->sitting);
    if (t->leaving)
        return;
    stage_step(&t->stage);
    bool over = sitting_due(t->sitting) == DUE_NOTHING;
    if (!over && t->stage.speed != SPEED_OFF && settlement_find(&s, t->stage.past) &&
        (!t->hurrying || took_part(t, &s))) {
        show_settlement(t, &s);
        if (!interrupted(t))
            stage_update(&t->stage);
    } else {
        show_step(t);
    }
}

/* A card, a lot or a bot's decision. */
static void take_step(struct tabletop *t)
{
    struct error e = {.language = lang()};
    if (!sitting_step(t->sitting, &e))
        tell_error(t, &e);
    tell_saving(t);
    if (sitting_fault(t->sitting))
        say(t, sitting_fault(t->sitting));
    step_taken(t);
}

static void wait_for_bot(struct tabletop *t)
{
    int64_t since = screen_clock();
    while (!interrupted(t) && !sitting_ready(t->sitting)) {
        int seat = sitting_thinker(t->sitting);
        int64_t passed = screen_clock() - since;
        char waits[128] = "", letter[2];
        if (passed >= PATIENCE) {
            t->stage.scene.thinker = seat;
            t->stage.scene.spinner = spinner();
            snprintf(waits, sizeof waits, _("%s %s is thinking"), spinner(),
                     seat_name(t, seat, letter));
        }
        stage_draw(&t->stage, NULL, waits);
        screen_show();
        struct key k = wait_key(t, sitting_fd(t->sitting),
                                passed < PATIENCE ? (int)(PATIENCE - passed) : SPINNER);
        pause_key(t, &k);
    }
    t->stage.scene.thinker = NOBODY;
    if (!interrupted(t))
        take_step(t);
}

/* --- Asking people -------------------------------------------------------------------------------
 */

/* Between two people who must not see each other's cards. */
static void pass_keyboard(struct tabletop *t, int seat)
{
    char letter[2];
    const char *name = seat_name(t, seat, letter);
    stage_look(&t->stage, NOBODY);
    while (!t->leaving) {
        stage_draw(&t->stage, NULL, "");
        struct area in = stage_box(7, 60, NULL);
        screen_print(in, 1, 0, STYLE_STRONG, _("Pass the keyboard to %s."), name);
        screen_print(in, 3, 0, STYLE_NORMAL, _("%s: press Enter when nobody else is looking."),
                     name);
        screen_button(screen_area(), BUTTON_CHOICE);
        screen_show();
        struct key k = wait_key(t, -1, -1);
        if (k.press == PRESS_ENTER)
            return;
        common_key(t, &k);
    }
}

/* Who looks now that this person is asked. */
static void let_look(struct tabletop *t, int seat)
{
    if (t->holder != seat && sitting_secret(t->sitting, seat))
        pass_keyboard(t, seat);
    t->holder = seat;
    stage_look(&t->stage, seat);
}

static bool advice_shown(const struct tabletop *t)
{
    return t->advice || t->advised.size > 0;
}

static void start_advice(struct tabletop *t, int seat)
{
    bool shown = advice_shown(t);
    if (t->figures.size > 0) {
        text_clear(&t->advised);
        text_add(&t->advised, "%s", text_of(&t->figures));
        text_clear(&t->figures);
        return;
    }
    drop_advice(t);
    if (shown)
        return;
    t->advice = advice_start(sitting_table(t->sitting), seat);
    if (!t->advice)
        say(t, _("Memory has run out; there is no advice."));
}

/* Takes the hint when it is ready. */
static void take_advice(struct tabletop *t)
{
    if (!t->advice || !advice_ready(t->advice))
        return;
    advice_text(t->advice, &t->advised);
    text_add(&t->advised, "%s\n", _("h once more: the figures"));
    advice_figures(t->advice, &t->figures);
    if (t->advised.failed || t->figures.failed)
        say(t, _("Memory has run out; there is no advice."));
    advice_free(t->advice);
    t->advice = NULL;
}

/* The hint, in a box that leaves the own cards and the question free. A click on it closes it, and
 * chooses nothing of what it covers. */
static void draw_advice(const struct tabletop *t)
{
    const char *text = text_of(&t->advised);
    if (t->advice)
        text = _("The hint is being worked out ...");
    if (!*text)
        return;
    int lines = 0;
    for (const char *at = text; *at; at++)
        lines += *at == '\n' || at[1] == '\0';
    struct area box = {stage_table().row, 0, lines + 2, LINE_COLUMNS + 4};
    screen_fill(box, STYLE_NORMAL);
    screen_button(box, BUTTON_KEY + 'h');
    struct area in = screen_box(box, STYLE_TURN, _("Hint"));
    in.column++;
    for (int row = 0; row < lines; row++) {
        int size = (int)strcspn(text, "\n");
        screen_print(in, row, 0, STYLE_NORMAL, "%.*s", size, text);
        text += size + (text[size] == '\n');
    }
    if (t->advice)
        screen_put(in, 0, in.columns - 3, STYLE_TURN, spinner());
}

static void play(struct tabletop *t, int seat, action a)
{
    struct error e = {.language = lang()};
    size_t steps = sitting_table(t->sitting)->steps;
    drop_advice(t);
    if (!sitting_play(t->sitting, seat, a, &e))
        tell_error(t, &e);
    tell_saving(t);
    offer_undo(t);
    bool same = sitting_due(t->sitting) == DUE_PERSON && sitting_person(t->sitting) == seat;
    if (t->secrets && !same) {
        t->holder = NOBODY;
        stage_look(&t->stage, NOBODY);
    }
    if (sitting_table(t->sitting)->steps >
        steps) /* what is chosen in secret is none before all have */
        step_taken(t);
}

/* A key while a person is asked; true once there is a decision. */
static bool ask_key(struct tabletop *t, int seat, const struct key *k, action *a)
{
    bool hint = k->press == PRESS_TAB || (k->press == PRESS_CLICK && k->button == BUTTON_KEY + 'h');
    if (k->press == PRESS_ESCAPE && advice_shown(t)) {
        drop_advice(t); /* it lies on top: what is chosen stays */
        return false;
    }
    enum answer answer = hint ? ANSWER_OTHER : prompt_key(&t->prompt, k, a);
    if (answer != ANSWER_OTHER)
        return answer == ANSWER_DONE;
    if (hint || (k->press == PRESS_CHARACTER && k->character == 'h'))
        start_advice(t, seat);
    else
        common_key(t, k);
    return false;
}

static void ask(struct tabletop *t)
{
    int seat = sitting_person(t->sitting);
    action a;
    t->hurrying = false;
    let_look(t, seat);
    prompt_begin(&t->prompt, &t->stage.view, &t->stage.names);
    while (!interrupted(t)) {
        take_advice(t);
        stage_draw(&t->stage, &t->prompt, "");
        draw_advice(t);
        screen_show();
        struct key k = wait_key(t, t->advice ? advice_fd(t->advice) : -1, t->advice ? SPINNER : -1);
        if (k.press != PRESS_TIMEOUT && k.press != PRESS_READABLE && ask_key(t, seat, &k, &a)) {
            play(t, seat, a);
            return;
        }
    }
}

/* --- The end -------------------------------------------------------------------------------------
 */

static const char *const endings[] = {N_("play again"), N_("to the lobby"), N_("leave"),
                                      N_("watch"), N_("look back")};
static const enum leave wishes[] = {LEAVE_AGAIN, LEAVE_LOBBY, LEAVE_QUIT, LEAVE_WATCH,
                                    LEAVE_LOOK_BACK};
enum { ENDINGS = 5 };

static void draw_end(struct tabletop *t, struct ending *e, int chosen)
{
    struct result result;
    ending_result(&t->stage, &result);
    struct area in = ending_draw(&t->stage, e, &result);
    const struct plan *plan = sitting_plan(t->sitting);
    struct area above = {in.row - 1, in.column, 1, in.columns};
    if (!plan->seed_chosen && !e->aside)
        screen_print(above, 0, 0, STYLE_DIM, _("The seed was %llu."),
                     (unsigned long long)plan->seed);
    int column = 0;
    for (int i = 0; i < ENDINGS; i++) {
        int end = screen_print(in, 0, column, i == chosen ? STYLE_CHOSEN : STYLE_BUTTON,
                               i == chosen ? "<%d %s>" : "[%d %s]", i + 1, _(endings[i]));
        screen_button((struct area){in.row, in.column + column, 1, end - column},
                      BUTTON_CHOICE + i);
        column = end + 2;
    }
    if (!e->aside)
        screen_put_right(above, 0, above.columns, STYLE_DIM, _("Escape: see the table"));
    screen_show();
}

static void end_game(struct tabletop *t)
{
    struct ending e = {0};
    int chosen = 0;
    t->stage.scrolled = 0;
    stage_look(&t->stage, only_person(t));
    snprintf(e.title, sizeof e.title, "%s", _("The game is over"));
    ending_find(&t->stage, &e.settled);
    struct telling telling = stage_telling(&t->stage);
    settlement_show(&e.settled, &telling, &t->stage.view);
    while (!interrupted(t)) {
        draw_end(t, &e, chosen);
        struct key k = wait_key(t, -1, -1);
        int digit = k.press == PRESS_CHARACTER ? k.character - '1' : -1;
        if (k.press == PRESS_LEFT || k.press == PRESS_BACKTAB)
            chosen = (chosen + ENDINGS - 1) % ENDINGS;
        else if (k.press == PRESS_RIGHT || k.press == PRESS_TAB)
            chosen = (chosen + 1) % ENDINGS;
        else if (k.press == PRESS_ENTER)
            wish_to_leave(t, wishes[chosen]);
        else if (digit >= 0 && digit < ENDINGS)
            wish_to_leave(t, wishes[digit]);
        else if (k.press == PRESS_CLICK && (k.button & BUTTON_PART) == BUTTON_CHOICE)
            wish_to_leave(t, wishes[k.button & ~BUTTON_PART]);
        else if (!ending_key(&e, &k))
            common_key(t, &k);
    }
}

/* --- The loop ------------------------------------------------------------------------------------
 */

static bool has_secrets(const struct game *game)
{
    bool secret = game->hidden;
    for (const struct verb *v = game->verbs; v->word; v++)
        secret = secret || v->secret;
    return secret;
}

static void go_on(struct tabletop *t)
{
    t->taken_back = false;
    switch (sitting_due(t->sitting)) {
    case DUE_NOTHING:
        end_game(t);
        break;
    case DUE_CHANCE:
        take_step(t);
        break;
    case DUE_BOT:
        wait_for_bot(t);
        break;
    case DUE_PERSON:
        ask(t);
        break;
    }
}

enum leave tabletop_run(struct sitting *s, struct settings *settings)
{
    struct tabletop t = {.sitting = s, .settings = settings, .holder = NOBODY};
    t.people = sitting_people(s);
    t.secrets = several_people(&t) && has_secrets(sitting_table(s)->setup.game);
    t.stage.speed = settings->speed;
    offer_undo(&t);
    stage_begin(&t.stage, sitting_table(s), only_person(&t));
    while (!t.leaving)
        go_on(&t);
    drop_advice(&t);
    text_free(&t.advised);
    text_free(&t.figures);
    return t.leave;
}
