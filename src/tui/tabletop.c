#include "tui/tabletop.h"

#include "cli/lang.h"
#include "cli/words.h"
#include "engine/game.h"
#include "live/plan.h"
#include "tui/tableinside.h"

#include <stdio.h>
#include <string.h>

enum {
    PATIENCE = 500,  /* milliseconds after which a thinking bot shows */
    SPINNER = 120,   /* milliseconds that each of its pictures stays */
    TICK = 1000,     /* milliseconds after which clocks are drawn again */
    LOOKING = 5000,  /* milliseconds after which the list of tables is asked for again */
    READING = 10000, /* milliseconds that a settlement stays where somebody is hurried */
    DEALING = 8,     /* how much faster cards come before the first decision of a hand */
    FLYING = 3,      /* a card flies in this part of a pause */
    SPECTATING = 4,  /* pauses that a settlement stays where nobody plays */
};

/* --- Small things ----------------------------------------------------------------------------- */

static const char *spinner(void)
{
    static const char *const utf8[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    static const char *const ascii[] = {"|", "/", "-", "\\"};
    int64_t at = screen_clock() / SPINNER;
    return screen_utf8() ? utf8[at % 10] : ascii[at % 4];
}

/* Shows the game of now from its beginning, or from where it stands after decisions were taken
 * back.
 */
static void begin_stage(struct tabletop *t)
{
    struct match *m = t->match;
    t->games = m->games;
    t->ended = t->asking = t->room.open = false;
    memset(&t->stage.layout, 0, sizeof t->stage.layout);
    t->stage.undo = match_may_undo(m);
    t->stage.chosen = m->chosen;
    stage_begin_match(&t->stage, m, match_person(m));
}

/* --- What has just happened ------------------------------------------------------------------- */

/* Cards are dealt and nobody has decided anything in this hand. */
static bool dealing(const struct tabletop *t)
{
    const struct history *c = t->stage.past;
    for (size_t i = c->size; i > 0; i--) {
        if (c->event[i - 1].kind == EVENT_HAND)
            return true;
        if (c->event[i - 1].kind == EVENT_DECIDE)
            return false;
    }
    return true;
}

/* Whether clocks run at this table. */
static bool hurried(const struct tabletop *t)
{
    return elsewhere(t) && (elsewhere(t)->decision || elsewhere(t)->bank);
}

/* What can be done while others play. */
static const char *while_others_play(const struct tabletop *t)
{
    return t->match->people
               ? _("e: to your next decision, or the end; any other key goes on at once")
               : _("any key goes on at once");
}

/* A key while others play; false if it ends the pause. */
static bool pause_key(struct tabletop *t, const struct key *k)
{
    t->hurrying = t->match->people && k->press == PRESS_CHARACTER && k->character == 'e';
    return !t->hurrying && tabletop_key(t, k);
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
        struct key k = tabletop_wait(t, -1, (int)left);
        if (k.press == PRESS_TIMEOUT || !pause_key(t, &k))
            return;
    }
}

static void show_step(struct tabletop *t)
{
    int pause = speed_pause(t->stage.speed) / (dealing(t) ? DEALING : 1);
    stage_update(&t->stage);
    if (pause == 0 || t->hurrying || (elsewhere(t) && t->stage.view.actions))
        return; /* nobody elsewhere waits for a picture */
    struct key k = stage_fly(&t->stage, pause / FLYING, while_others_play(t));
    if (k.press == PRESS_TIMEOUT || pause_key(t, &k))
        pause_for(t, pause);
}

/* How the hand ended, until somebody has read it. The table still shows the end of the hand. */
static void show_settlement(struct tabletop *t, const struct settlement *s)
{
    struct ending e = {.settled = *s};
    int wait = !t->match->people ? SPECTATING * speed_pause(t->stage.speed)
               : hurried(t)      ? READING
                                 : -1;
    ending_title(&e, t->stage.setup->game);
    stage_settle(&t->stage, s);
    while (!interrupted(t)) {
        struct area line = ending_draw(&t->stage, &e, &(struct result){0});
        screen_put(line, 0, 0, STYLE_DIM, e.aside ? "" : _("Escape: see the table"));
        screen_put_right(line, 0, line.columns, STYLE_KEY, _("Enter goes on"));
        screen_button(screen_area(), BUTTON_CHOICE);
        screen_show();
        struct key k = tabletop_wait(t, -1, wait);
        if (k.press == PRESS_TIMEOUT || k.press == PRESS_ENTER || k.press == PRESS_CLICK ||
            (k.press == PRESS_CHARACTER && k.character == ' '))
            return;
        if (!ending_key(&e, &k))
            tabletop_key(t, &k);
    }
}

/* A step has been taken: tells it, with all the time it needs. The next bot thinks meanwhile. */
static void step_taken(struct tabletop *t)
{
    struct settlement s;
    stage_step(&t->stage);
    bool over = t->match->stage == MATCH_OVER;
    if (!over && t->stage.speed != SPEED_OFF && settlement_find(&s, t->stage.past) &&
        (!t->hurrying || settlement_took_part(&s, t->stage.past, t->match->people))) {
        show_settlement(t, &s);
        if (!interrupted(t))
            stage_update(&t->stage);
    } else {
        show_step(t);
    }
}

/* Comes to a table elsewhere, or back to one: what happened before is not shown again. */
static void arrive(struct tabletop *t)
{
    t->shown = t->match->past->size;
    t->talked = t->match->talk.size;
    if (t->match->seen)
        begin_stage(t);
    remoteroom_arrive(&t->room);
}

/* The table has changed: shows what is new, with the time that takes. */
static void table_changed(struct tabletop *t)
{
    struct match *m = t->match;
    if (elsewhere(t) && !elsewhere(t)->current)
        return;
    if (elsewhere(t) && !t->room.arrived)
        arrive(t);
    if (t->talked < m->talk.size) {
        tabletop_say(t, text_of(&m->talk) + t->talked);
        t->stage.message[strcspn(t->stage.message, "\n")] = '\0';
    }
    t->talked = m->talk.size;
    tabletop_tell_trouble(t);
    if (!m->seen)
        return;
    size_t before = t->games == m->games ? t->shown : 0, now = m->past->size;
    if (t->games != m->games || before > now)
        begin_stage(t);
    if (before != now)
        t->advised = ADVISED_NOT;
    t->shown = now;
    t->since = screen_clock();
    t->stage.names = m->names;
    t->stage.chosen = m->chosen;
    t->stage.undo = match_may_undo(m);
    if (before < now)
        step_taken(t);
    else
        stage_update(&t->stage);
}

/* Takes what has come, until somebody is asked or waited for. */
static void take_news(struct tabletop *t)
{
    enum match_news news;
    t->taken_back = false;
    while (!interrupted(t) && (news = match_take(t->match)) != MATCH_NOTHING) {
        bool soon = t->advised == ADVISED_SOON;
        if (news == MATCH_REFUSED || news == MATCH_FAILED)
            tabletop_tell_error(t, news == MATCH_FAILED);
        else if (news == MATCH_HINT)
            t->advised = soon ? ADVISED_WORDS : t->advised;
        if (news == MATCH_REFUSED && soon)
            t->advised = ADVISED_NOT;
        if (news != MATCH_FAILED && (news == MATCH_TABLE || elsewhere(t)))
            table_changed(t);
    }
}

/* --- Asking people ---------------------------------------------------------------------------- */

/* Between two people who must not see each other's cards. */
static void pass_keyboard(struct tabletop *t, int seat)
{
    const char *name = words_name(&t->stage.names, seat);
    stage_look(&t->stage, NOBODY);
    while (!t->leaving) {
        stage_draw(&t->stage, NULL, "");
        struct area in = stage_box(7, 60, NULL);
        screen_print(in, 1, 0, STYLE_STRONG, _("Pass the keyboard to %s."), name);
        screen_print(in, 3, 0, STYLE_NORMAL, _("%s: press Enter when nobody else is looking."),
                     name);
        screen_button(screen_area(), BUTTON_CHOICE);
        screen_show();
        struct key k = tabletop_wait(t, -1, -1);
        if (k.press == PRESS_ENTER)
            return;
        tabletop_key(t, &k);
    }
}

/* Who looks now that this person is asked. */
static void let_look(struct tabletop *t, int seat)
{
    if (t->holder != seat && match_secret(t->match, seat))
        pass_keyboard(t, seat);
    t->holder = seat;
    stage_look(&t->stage, seat);
}

/* The hint, then the figures, then neither. */
static void next_advice(struct tabletop *t)
{
    bool more = t->advised == ADVISED_WORDS && t->match->figures.size;
    if (more)
        t->advised = ADVISED_FIGURES;
    else if (t->advised)
        t->advised = ADVISED_NOT;
    else
        t->advised = match_advise(t->match, t->asked) ? ADVISED_WORDS : ADVISED_SOON;
}

/* The hint, as far as they want it. */
static void draw_advice(const struct tabletop *t)
{
    struct text words = {0};
    if (t->advised == ADVISED_SOON)
        text_add(&words, "%s", _("The hint is being worked out ..."));
    else if (t->advised == ADVISED_WORDS)
        text_add(&words, "%s%s\n", text_of(&t->match->hint), _("h once more: the figures"));
    else if (t->advised == ADVISED_FIGURES)
        text_add(&words, "%s", text_of(&t->match->figures));
    stage_hint(&t->stage, text_of(&words), t->advised == ADVISED_SOON ? spinner() : "");
    text_free(&words);
}

static void play(struct tabletop *t, action a)
{
    t->asking = false;
    t->advised = ADVISED_NOT;
    if (!match_decide(t->match, t->asked, a))
        tabletop_tell_error(t, false);
    if (t->secrets && match_asked(t->match) != t->asked) {
        t->holder = NOBODY;
        stage_look(&t->stage, NOBODY);
    }
}

/* Whoever presses a digit that is nobody's is told. */
static void tell_digit(struct tabletop *t, int32_t digit)
{
    char words[MESSAGE_ROOM];
    snprintf(words, sizeof words, _("%c cannot be chosen now."), (char)digit);
    tabletop_say(t, words);
}

/* A key while a person is asked; false if it means something else. */
static bool ask_key(struct tabletop *t, const struct key *k)
{
    bool hint = k->press == PRESS_TAB || (k->press == PRESS_CLICK && k->button == BUTTON_KEY + 'h');
    action a;
    if (k->press == PRESS_ESCAPE && t->advised) {
        t->advised = ADVISED_NOT; /* it lies on top: what is chosen stays */
        return true;
    }
    int depth = t->prompt.depth;
    size_t typed = strlen(t->prompt.typed);
    enum answer answer = hint ? ANSWER_OTHER : prompt_key(&t->prompt, k, &a);
    bool same = depth == t->prompt.depth && typed == strlen(t->prompt.typed);
    if (answer == ANSWER_DONE)
        play(t, a);
    else if (answer == ANSWER_MORE && same && k->press == PRESS_CHARACTER && k->character >= '0' &&
             k->character <= '9')
        tell_digit(t, k->character);
    if (answer != ANSWER_OTHER)
        return true;
    hint = hint || (k->press == PRESS_CHARACTER && k->character == 'h');
    if (hint)
        next_advice(t);
    return hint;
}

/* Begins to ask where that is due; what is half chosen stays while the choices are the same. */
static void find_prompt(struct tabletop *t)
{
    const struct view *v = &t->stage.view;
    int seat = match_asked(t->match);
    if (seat == NOBODY) {
        t->asking = false;
        return;
    }
    t->hurrying = false;
    if (t->holder != seat)
        let_look(t, seat);
    bool same = t->asking && t->asked == seat && t->actions == v->actions &&
                memcmp(t->act, v->act, (size_t)v->actions * sizeof *v->act) == 0;
    if (!same && v->actions) {
        t->asked = seat;
        t->actions = v->actions;
        memcpy(t->act, v->act, (size_t)v->actions * sizeof *v->act);
        prompt_begin(&t->prompt, v, &t->stage.names);
    }
    t->asking = v->actions > 0;
}

/* Whose decision is waited for. */
static void find_waits(struct tabletop *t, char waits[128])
{
    int seat = match_awaited(t->match);
    bool thinks = !elsewhere(t) && seat != NOBODY && screen_clock() - t->since >= PATIENCE;
    const char *name = seat != NOBODY ? words_name(&t->stage.names, seat) : "";
    t->stage.scene.thinker = thinks ? seat : NOBODY;
    t->stage.scene.spinner = spinner();
    waits[0] = '\0';
    if (thinks)
        snprintf(waits, 128, _("%s %s is thinking"), spinner(), name);
    else if (elsewhere(t) && elsewhere(t)->deciding)
        snprintf(waits, 128, "%s", _("Your decision is on its way."));
    else if (elsewhere(t) && seat != NOBODY)
        snprintf(waits, 128, _("%.60s decides"), name);
}

static void draw_table(struct tabletop *t)
{
    char waits[128];
    find_waits(t, waits);
    stage_draw(&t->stage, t->asking ? &t->prompt : NULL, waits);
    if (t->asking)
        draw_advice(t);
}

static void table_key(struct tabletop *t, const struct key *k)
{
    if (!t->asking)
        pause_key(t, k);
    else if (!ask_key(t, k))
        tabletop_key(t, k);
}

/* --- The end ---------------------------------------------------------------------------------- */

static const char *const wishes_here[] = {N_("play again"), N_("to the lobby"), N_("leave"),
                                          N_("watch"), N_("look back")};
static const enum leave leaves[] = {LEAVE_AGAIN, LEAVE_LOBBY, LEAVE_QUIT, LEAVE_WATCH,
                                    LEAVE_LOOK_BACK};

/* Elsewhere these are keys; whoever does not lead the table can only ask for another game. */
static const char *const wishes_leader[] = {N_("next game"), N_("chairs"), N_("tables"),
                                            N_("leave")};
static const char *const wishes_guest[] = {N_("propose another game"), N_("chairs"), N_("tables"),
                                           N_("leave")};
static const char wish_keys[] = "bclq";

static void begin_end(struct tabletop *t)
{
    bool leads = elsewhere(t) && remote_leads(elsewhere(t));
    t->stage.scrolled = 0;
    stage_look(&t->stage, match_person(t->match));
    t->end = (struct ending){.wish = !elsewhere(t) ? wishes_here
                                     : leads       ? wishes_leader
                                                   : wishes_guest,
                             .wishes = elsewhere(t) ? 4 : 5};
    snprintf(t->end.title, sizeof t->end.title, "%s", _("The game is over"));
    ending_find(&t->stage, &t->end.settled);
    t->ended = true;
}

static void draw_end(struct tabletop *t)
{
    struct result result;
    const struct plan *plan = t->match->plan;
    if (!t->ended)
        begin_end(t);
    struct telling telling = stage_telling(&t->stage);
    settlement_show(&t->end.settled, &telling, &t->stage.view);
    ending_result(&t->stage, &result);
    struct area in = ending_draw(&t->stage, &t->end, &result);
    struct area above = {in.row - 1, in.column, 1, in.columns};
    if (plan && !plan->seed_chosen && !t->end.aside)
        screen_print(above, 0, 0, STYLE_DIM, _("The seed was %llu."),
                     (unsigned long long)plan->seed);
    ending_draw_wishes(&t->end, in);
    if (!t->end.aside)
        screen_put_right(above, 0, above.columns, STYLE_DIM, _("Escape: see the table"));
}

static void end_key(struct tabletop *t, const struct key *k)
{
    int wish = ending_wish(&t->end, k);
    if (wish >= 0 && elsewhere(t))
        tabletop_letter(t, wish_keys[wish]);
    else if (wish >= 0)
        tabletop_wish(t, leaves[wish]);
    else if (!ending_key(&t->end, k))
        tabletop_key(t, k);
}

/* --- The loop --------------------------------------------------------------------------------- */

static bool has_secrets(const struct game *game)
{
    bool secret = game->hidden;
    for (const struct verb *v = game->verbs; v->word; v++)
        secret = secret || v->secret;
    return secret;
}

enum shown_page { SHOW_ROOM, SHOW_TABLE, SHOW_END };

static enum shown_page page_of(const struct tabletop *t)
{
    if (elsewhere(t) && remoteroom_shown(&t->room))
        return SHOW_ROOM;
    return t->match->stage == MATCH_OVER ? SHOW_END : SHOW_TABLE;
}

static void draw(struct tabletop *t, enum shown_page page)
{
    if (page == SHOW_ROOM)
        remoteroom_draw(&t->room);
    else if (page == SHOW_END)
        draw_end(t);
    else
        draw_table(t);
    if (elsewhere(t))
        remoteroom_draw_line(&t->room);
    screen_show();
}

/* Milliseconds after which the picture is another one, -1: only news changes it. */
static int next_picture(const struct tabletop *t, enum shown_page page)
{
    int64_t passed = screen_clock() - t->since;
    if (page == SHOW_ROOM)
        return remoteroom_lists(&t->room) ? LOOKING : -1;
    if (page == SHOW_END)
        return -1;
    if (t->asking && t->advised == ADVISED_SOON)
        return SPINNER;
    if (elsewhere(t))
        return hurried(t) ? TICK : -1;
    return t->asking ? -1 : passed < PATIENCE ? (int)(PATIENCE - passed) : SPINNER;
}

static void take_key(struct tabletop *t, enum shown_page page, const struct key *k)
{
    bool lost = elsewhere(t) && remoteroom_lost(&t->room);
    if (k->press == PRESS_HANGUP || (lost && k->press == PRESS_CHARACTER && k->character == 'q'))
        tabletop_leave(t, LEAVE_QUIT);
    else if (k->press == PRESS_TIMEOUT && page == SHOW_ROOM)
        remoteroom_look(&t->room);
    else if (k->press == PRESS_TIMEOUT || k->press == PRESS_READABLE || k->press == PRESS_RESIZE ||
             lost) /* what is seen is not how it is: one can only leave */
        return;
    else if (page == SHOW_END)
        end_key(t, k);
    else if (page == SHOW_TABLE)
        table_key(t, k);
    else if (!remoteroom_key(&t->room, k))
        tabletop_key(t, k);
}

enum leave tabletop_run(struct match *m, const char *name, struct settings *settings,
                        struct error *e)
{
    struct tabletop t = {.match = m, .settings = settings, .holder = NOBODY, .error = e};
    t.stage.speed = settings->speed;
    t.shown = m->past->size;
    if (m->remote) {
        t.stage.keys = remoteroom_keys();
        remoteroom_begin(&t.room, m->remote, name, settings, t.stage.message, e);
    } else {
        t.secrets = m->people & (m->people - 1) && has_secrets(m->setup->game);
        begin_stage(&t);
    }
    t.since = screen_clock();
    while (!t.leaving) {
        take_news(&t);
        if (t.room.left)
            tabletop_leave(&t, LEAVE_QUIT);
        if (t.leaving)
            break;
        enum shown_page page = page_of(&t);
        if (page == SHOW_TABLE)
            find_prompt(&t);
        if (interrupted(&t))
            continue;
        draw(&t, page);
        struct key k = tabletop_wait(&t, match_fd(m), next_picture(&t, page));
        take_key(&t, page, &k);
    }
    return t.leave;
}
