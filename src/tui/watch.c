#include "tui/watch.h"

#include "cli/args.h"
#include "cli/journal.h"
#include "cli/lang.h"
#include "cli/lookback.h"
#include "cli/reel.h"
#include "engine/rulebook.h"
#include "tui/pager.h"
#include "tui/stage.h"

#include <stdio.h>
#include <string.h>

enum {
    TICK = 120, /* milliseconds between two pictures of work in progress */
    BOX_COLUMNS = 74,
    BAR_COLUMNS = 40,
};

/* What lies over the table. */
enum box { BOX_NONE, BOX_LOOK_BACK, BOX_GO_ON };

struct watch {
    const struct watching *what;
    struct reel reel;
    struct stage stage;
    struct lookback *lookback; /* begun, and perhaps done; or NULL */
    bool kept;                 /* what it found */
    enum box box;
    int chosen; /* in the box: what Enter takes; or the seat that goes on */
    struct branch *branch;
    bool ended;
    enum watch_end end;
};

static const char help[] =
    N_("FORWARD AND BACK\n"
       "  Right, Space, Enter    the next step: a card or a decision\n"
       "  Left, Backspace        back one step\n"
       "  Down, Up               to the next hand, to the beginning of this one or the one before\n"
       "  n, p                   to the next decision, to the one before: of the seat that looks, "
       "of any if all is open\n"
       "  A B C ...              (capitals) to the next decision of that seat\n"
       "  Home, End              to the beginning, to the end\n\n"
       "WHO LOOKS\n"
       "  Tab                    as the next seat saw it; after the last one all cards are open\n"
       "  o                      all cards are open\n\n"
       "LOOKING BACK\n"
       "  a                      works out what each decision was worth, who was lucky and when "
       "the game turned, and shows it; from then on it stands beside each decision\n\n"
       "GOING ON\n"
       "  g                      go on from this very moment against bots, with other cards to "
       "come; that is a new game with a file of its own, this one stays as it is\n\n"
       "  Page Up, Page Down     what happened before, in words\n"
       "  r                      the rules of the game\n"
       "  q, Escape              back\n");

/* --- Small things ----------------------------------------------------------------------------- */

static void end(struct watch *w, enum watch_end how)
{
    w->ended = true;
    w->end = how;
}

static const char *seat_name(const struct watch *w, int seat, char letter[2])
{
    const char *name = w->reel.game->name[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = '\0';
    return name[0] ? name : letter;
}

static void page(struct watch *w, const char *title, const char *text)
{
    if (!pager_run(title, text))
        end(w, WATCH_QUIT);
}

static void say(struct watch *w, const char *message)
{
    size_t most = sizeof w->stage.message - 1;
    snprintf(w->stage.message, most + 1, "%.*s", text_fit(message, most), message);
}

static const struct analysis *analysis_of(const struct watch *w)
{
    return w->lookback && lookback_ready(w->lookback) ? lookback_result(w->lookback) : NULL;
}

/* The only person who played; NOBODY if there were several or none. */
static int only_person(const struct plan *plan)
{
    int person = NOBODY, people = 0;
    for (int seat = 0; seat < plan->setup.players; seat++) {
        if (plan->chair[seat].bot[0])
            continue;
        person = seat;
        people++;
    }
    return people == 1 ? person : NOBODY;
}

int watch_looks(const struct table *game, const struct plan *plan)
{
    return !plan || table_turn(game).kind == TURN_OVER ? EVERYTHING : only_person(plan);
}

/* --- Moving ----------------------------------------------------------------------------------- */

/* The cards are as small as the largest moment needs, so that their size does not depend on the way
 * that led here. */
static void fit_all(struct watch *w)
{
    size_t at = reel_at(&w->reel);
    for (size_t i = 0; i <= w->reel.game->steps; i++) {
        reel_to(&w->reel, i);
        stage_update(&w->stage);
    }
    reel_to(&w->reel, at);
}

static void go(struct watch *w, size_t at)
{
    reel_to(&w->reel, at);
    stage_step(&w->stage);
    stage_update(&w->stage);
}

static void look(struct watch *w, int looks)
{
    w->stage.view.looks = (uint8_t)looks;
    fit_all(w);
    go(w, reel_at(&w->reel));
}

/* Each seat in turn, then all open. */
static void look_next(struct watch *w)
{
    int looks = w->stage.view.looks, players = w->reel.game->setup.players;
    look(w, looks >= players ? 0 : looks + 1 < players ? looks + 1 : EVERYTHING);
}

/* Whose decisions are looked for. */
static int decider(const struct watch *w)
{
    int looks = w->stage.view.looks;
    return looks == NOBODY ? EVERYTHING : looks;
}

static void go_to_decision(struct watch *w, int seat, bool forward)
{
    size_t to = forward ? reel_next_decision(&w->reel, seat) : reel_last_decision(&w->reel, seat);
    if (to == reel_at(&w->reel))
        say(w, forward ? _("No decision comes after this.") : _("No decision was before this."));
    go(w, to);
}

/* --- What comes ------------------------------------------------------------------------------- */

/* How good the decision is that comes now, if that is known and may be told. */
static void add_judgement(const struct watch *w, struct text *out)
{
    const struct analysis *a = analysis_of(w);
    if (!a || !reel_may_judge(&w->reel, w->stage.view.looks))
        return;
    const struct moment *m = &a->moment[reel_at(&w->reel)];
    if (m->choices == 1) {
        text_add(out, "   %s", _("there is no choice"));
    } else if (m->best == m->step.what) {
        text_add(out, "   %s", _("the best"));
    } else {
        text_add(out, "   ");
        text_add(out, _("loses %s; best: "), language_figure(lang(), "%.2f", m->loss.mean).text);
        action_words(out, w->reel.game->setup.game, m->best, NOBODY, &w->stage.names, lang());
    }
}

static void add_coming(const struct watch *w, struct text *out)
{
    const struct step *s = reel_coming(&w->reel);
    char letter[2];
    if (!s) {
        text_add(out, "%s",
                 table_turn(w->reel.now).kind == TURN_OVER ? _("The game is over.")
                                                           : _("The record ends here."));
    } else if (s->kind == TURN_DECK) {
        text_add(out, "%s", _("A card comes."));
    } else if (s->kind == TURN_LOT) {
        text_add(out, "%s", _("A lot is drawn."));
    } else {
        struct event e = reel_decision(&w->reel, w->stage.view.looks);
        text_add(out, e.seen ? _("%s decides: ") : _("%s decides in secret."),
                 seat_name(w, s->who, letter));
        if (e.seen)
            action_words(out, w->reel.game->setup.game, e.choice, NOBODY, &w->stage.names, lang());
        add_judgement(w, out);
    }
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void draw_bar(struct area in, int row, int columns, double part)
{
    char bar[BAR_COLUMNS + 1];
    int full = (int)(part * columns);
    memset(bar, '.', sizeof bar);
    memset(bar, '#', (size_t)full);
    bar[columns] = '\0';
    screen_print(in, row, 0, STYLE_DIM, "[%s]", bar);
}

static void add_looks(const struct watch *w, struct text *out)
{
    int looks = w->stage.view.looks;
    char letter[2];
    if (looks == EVERYTHING)
        text_add(out, "%s", _("all cards are open"));
    else if (looks == NOBODY)
        text_add(out, "%s", _("as spectators saw it"));
    else
        text_add(out, _("as %s saw it"), seat_name(w, looks, letter));
}

/* The lines between table and keys: what comes now, where we are, and who looks. */
static void draw_moment(const struct watch *w)
{
    struct area in = {screen_rows() - 1 - PROMPT_ROWS, 1, PROMPT_ROWS, screen_columns() - 2};
    struct text words = {0};
    size_t at = reel_at(&w->reel), all = w->reel.game->steps;
    add_coming(w, &words);
    screen_put(in, 0, 0, STYLE_STRONG, text_of(&words));
    draw_bar(in, 1, BAR_COLUMNS, all ? (double)at / (double)all : 1);
    screen_print(in, 1, BAR_COLUMNS + 4, STYLE_NORMAL, _("step %zu of %zu"), at, all);
    text_clear(&words);
    add_looks(w, &words);
    screen_put(in, 2, 0, STYLE_DIM, text_of(&words));
    if (w->lookback && !lookback_ready(w->lookback)) {
        char done[64];
        snprintf(done, sizeof done, _("looking back: %.0f %%"),
                 100 * lookback_progress(w->lookback));
        screen_put_right(in, 2, in.columns, STYLE_DIM, done);
    }
    text_free(&words);
}

/* What a step brought, in words, as far as the one who looks may know. */
static void add_step(struct watch *w, size_t step, struct text *out)
{
    size_t here = reel_at(&w->reel);
    reel_to(&w->reel, step + 1);
    struct telling telling = stage_telling(&w->stage);
    struct text words = {0};
    for (size_t i = telling.chronicle->fresh; i < telling.end && !words.size;)
        i = telling_sentence(&words, &telling, i);
    text_add(out, "%s", text_of(&words));
    text_free(&words);
    reel_to(&w->reel, here);
}

/* Where a seat's result comes from. */
static int draw_shares(const struct watch *w, struct area in, int row, const struct shares *s)
{
    char letter[2];
    screen_print(in, row, 0, STYLE_HEADING, "%-20s", _("worth, more is better"));
    const char *const heading[] = {_("luck"), _("own play"), _("others")};
    for (int i = 0; i < 3; i++)
        screen_put_right(in, row, 38 + 12 * i, STYLE_HEADING, heading[i]);
    for (int seat = 0; seat < w->reel.game->setup.players; seat++) {
        static const enum part part[] = {PART_LUCK, PART_OWN, PART_OTHERS};
        struct area name = {in.row, in.column, in.rows, 26};
        screen_put(name, ++row, 0, STYLE_NORMAL, seat_name(w, seat, letter));
        for (int i = 0; i < 3; i++) {
            screen_put_right(in, row, 38 + 12 * i, STYLE_NORMAL,
                             language_figure(lang(), "%+.2f", s->of[part[i]].of[WORTH][seat]).text);
        }
    }
    return row + 1;
}

/* Where the box of the analysis can lead: the decision that lost most, and the turning point. */
struct places {
    bool worst, turned; /* there is one */
    size_t worst_at, turned_at;
};

/* The worst decision is the worst of the person's, where one alone played and lost anything. */
static struct places find_places(const struct watch *w, const struct analysis *a)
{
    struct places p = {0};
    int person = w->what->plan ? only_person(w->what->plan) : NOBODY;
    p.worst = (person != NOBODY && worst_decision(a, person, &p.worst_at)) ||
              worst_decision(a, EVERYTHING, &p.worst_at);
    p.turned = analysis_turning_points(a, w->reel.game->setup.players, 1, &p.turned_at) == 1;
    return p;
}

static int draw_place(struct watch *w, struct area in, int row, const char *title, size_t at)
{
    struct text words = {0};
    screen_print(in, row, 0, STYLE_HEADING, "%s", title);
    text_add(&words, _("Hand %u: "), (unsigned)analysis_of(w)->moment[at].hand);
    add_step(w, at, &words);
    screen_put(in, row + 1, 0, STYLE_NORMAL, text_of(&words));
    text_free(&words);
    return row + 2;
}

static int draw_worst(struct watch *w, struct area in, int row, const struct analysis *a,
                      const struct places *p)
{
    if (!p->worst) {
        screen_put(in, row, 0, STYLE_HEADING, _("No decision lost anything."));
        return row + 1;
    }
    const struct moment *m = &a->moment[p->worst_at];
    struct text words = {0};
    row = draw_place(w, in, row, _("1 the worst decision"), p->worst_at);
    text_add(&words, _("loses %s; best: "), language_figure(lang(), "%.2f", m->loss.mean).text);
    action_words(&words, w->reel.game->setup.game, m->best, NOBODY, &w->stage.names, lang());
    screen_put(in, row, 0, STYLE_NORMAL, text_of(&words));
    text_free(&words);
    return row + 1;
}

static int draw_turn(struct watch *w, struct area in, int row, const struct analysis *a,
                     const struct places *p)
{
    if (!p->turned)
        return row;
    struct text words = {0};
    char letter[2];
    row = draw_place(w, in, row, _("2 the turning point"), p->turned_at);
    for (int seat = 0; seat < w->reel.game->setup.players; seat++)
        text_add(
            &words, "%s%s %s", seat ? "  " : "", seat_name(w, seat, letter),
            language_figure(lang(), "%+.2f", moment_swing(&a->moment[p->turned_at], WORTH, seat))
                .text);
    screen_put(in, row, 0, STYLE_NORMAL, text_of(&words));
    text_free(&words);
    return row + 1;
}

static void draw_result(struct watch *w, const struct analysis *a)
{
    int players = w->reel.game->setup.players;
    struct places p = find_places(w, a);
    struct area in = stage_box(players + 12, BOX_COLUMNS, _("Looking back"));
    int row = draw_worst(w, in, 0, a, &p);
    int gap = players < PLAYERS_MAX; /* where there is room for it */
    row = draw_turn(w, in, row + gap, a, &p);
    draw_shares(w, in, row + gap, &a->shares);
    screen_put_right(in, in.rows - 1, in.columns, STYLE_KEY,
                     _("1 or 2 goes there   Escape closes"));
}

static void draw_work(const struct watch *w)
{
    struct area in = stage_box(7, 60, _("Looking back"));
    screen_put(in, 1, 0, STYLE_NORMAL, _("Each moment is played on many times ..."));
    draw_bar(in, 3, BAR_COLUMNS, lookback_progress(w->lookback));
    screen_put_right(in, in.rows - 1, in.columns, STYLE_KEY, _("Escape stops it"));
}

static void draw_go_on(const struct watch *w)
{
    struct area in = stage_box(9, BOX_COLUMNS, _("Go on from here"));
    char letter[2];
    screen_print(in, 1, 0, STYLE_STRONG, _("You play as %s, against bots."),
                 seat_name(w, w->chosen, letter));
    screen_put(in, 3, 0, STYLE_NORMAL,
               _("It is a new game with other cards to come; this one stays as it is."));
    screen_put(in, 4, 0, STYLE_NORMAL, _("A letter chooses another seat."));
    screen_put_right(in, in.rows - 1, in.columns, STYLE_KEY, _("Enter begins   Escape closes"));
}

/* Keys that have nothing to do here are not offered. */
static void draw(struct watch *w)
{
    bool decides = reel_next_decision(&w->reel, decider(w)) != reel_at(&w->reel);
    bool over = table_turn(w->reel.now).kind == TURN_OVER;
    const struct stage_key keys[] = {
        {'>', screen_sign("→", _("Right")), _("step")},
        {'<', screen_sign("←", _("Left")), _("back")},
        {'}', screen_sign("↓", _("Down")), language_in(lang(), "deal", "hand")},
        {'n', NULL, decides ? _("choice") : NULL},
        {'\t', "Tab", _("seat")},
        {'a', NULL, _("analyse")},
        {'g', NULL, over ? NULL : _("play")},
        {'?', NULL, _("help")},
        {'q', NULL, _("close")},
        {0},
    };
    w->stage.keys = keys;
    stage_draw(&w->stage, NULL, "");
    w->stage.keys = NULL;
    draw_moment(w);
    if (w->box == BOX_GO_ON)
        draw_go_on(w);
    else if (w->box == BOX_LOOK_BACK && analysis_of(w))
        draw_result(w, analysis_of(w));
    else if (w->box == BOX_LOOK_BACK)
        draw_work(w);
    screen_show();
}

/* --- Looking back ----------------------------------------------------------------------------- */

static void look_back(struct watch *w)
{
    if (!w->lookback)
        w->lookback = lookback_start(w->reel.game);
    if (w->lookback)
        w->box = BOX_LOOK_BACK;
    else
        say(w, _("Memory has run out; there is no analysis."));
}

/* What was found is kept, once. */
static void keep_result(struct watch *w)
{
    struct error e = {.language = lang()};
    if (!w->kept && !journal_keep(w->what->path, w->reel.game, analysis_of(w), &e))
        say(w, e.text);
    w->kept = true;
}

/* It is done, or cannot be. */
static void take_result(struct watch *w)
{
    if (analysis_of(w))
        keep_result(w);
    if (!w->lookback || !lookback_ready(w->lookback) || lookback_result(w->lookback))
        return;
    lookback_free(w->lookback);
    w->lookback = NULL;
    w->box = BOX_NONE;
    say(w, _("Memory has run out; there is no analysis."));
}

static void press_in_analysis(struct watch *w, const struct key *k)
{
    const struct analysis *a = analysis_of(w);
    if (k->press == PRESS_ESCAPE || (k->press == PRESS_CHARACTER && k->character == 'a') ||
        (a && k->press == PRESS_ENTER)) {
        w->box = BOX_NONE;
        if (!a) {
            lookback_free(w->lookback);
            w->lookback = NULL;
        }
        return;
    }
    struct places p = a ? find_places(w, a) : (struct places){0};
    bool first = k->press == PRESS_CHARACTER && k->character == '1' && p.worst;
    bool second = k->press == PRESS_CHARACTER && k->character == '2' && p.turned;
    if (first || second) {
        w->box = BOX_NONE;
        go(w, first ? p.worst_at : p.turned_at);
    }
}

/* --- Going on --------------------------------------------------------------------------------- */

/* Who plays on: the one who looks, or the person of this game, or whose turn it is. */
static int goes_on(const struct watch *w)
{
    int looks = w->stage.view.looks, players = w->reel.game->setup.players;
    if (looks < players)
        return looks;
    for (int seat = 0; w->what->plan && seat < players; seat++)
        if (!w->what->plan->chair[seat].bot[0])
            return seat;
    seats turn = w->stage.view.to_act;
    return turn ? seats_first(turn) : 0;
}

static void go_on(struct watch *w)
{
    if (table_turn(w->reel.now).kind == TURN_OVER) {
        say(w, _("The game is over here; go back to a moment before its end."));
        return;
    }
    w->chosen = goes_on(w);
    w->box = BOX_GO_ON;
}

static void press_in_go_on(struct watch *w, const struct key *k)
{
    int letter = k->press == PRESS_CHARACTER ? (k->character & ~0x20) - 'A' : -1;
    if (letter >= 0 && letter < w->reel.game->setup.players)
        w->chosen = letter;
    if (k->press == PRESS_ESCAPE)
        w->box = BOX_NONE;
    if (k->press != PRESS_ENTER)
        return;
    w->branch->steps = reel_at(&w->reel);
    branch_plan(&w->branch->plan, w->reel.game, w->what->plan, w->chosen);
    w->branch->plan.seed = new_seed();
    end(w, WATCH_GO_ON);
}

/* --- Keys ------------------------------------------------------------------------------------- */

static void show_rules(struct watch *w)
{
    const struct setup *u = &w->reel.game->setup;
    struct text words = {0};
    rulebook_print(&words, rulebook_game(u, lang()), 0);
    page(w, _(setup_title(u)), text_of(&words));
    text_free(&words);
}

static void press_character(struct watch *w, int32_t c)
{
    size_t at = reel_at(&w->reel);
    if (c >= 'A' && c < 'A' + w->reel.game->setup.players)
        go_to_decision(w, c - 'A', true);
    else if (c == '>' || c == ' ')
        go(w, at + 1);
    else if (c == '<')
        go(w, at > 0 ? at - 1 : 0);
    else if (c == '}')
        go(w, reel_next_hand(&w->reel));
    else if (c == '{')
        go(w, reel_last_hand(&w->reel));
    else if (c == 'n' || c == 'p')
        go_to_decision(w, decider(w), c == 'n');
    else if (c == '\t')
        look_next(w);
    else if (c == 'o')
        look(w, EVERYTHING);
    else if (c == 'a')
        look_back(w);
    else if (c == 'g')
        go_on(w);
    else if (c == 'r')
        show_rules(w);
    else if (c == '?')
        page(w, _("Help"), _(help));
    else if (c == 'q')
        end(w, WATCH_BACK);
}

/* Keys without a character, as the character that does the same; 0 for none. */
static int32_t character_of(const struct key *k)
{
    static const struct {
        enum press press;
        char character;
    } same[] = {
        {PRESS_RIGHT, '>'}, {PRESS_ENTER, '>'}, {PRESS_LEFT, '<'}, {PRESS_BACKSPACE, '<'},
        {PRESS_DOWN, '}'},  {PRESS_UP, '{'},    {PRESS_TAB, '\t'}, {PRESS_ESCAPE, 'q'},
    };
    if (k->press == PRESS_CHARACTER)
        return k->character;
    if (k->press == PRESS_CLICK && (k->button & BUTTON_PART) == BUTTON_KEY)
        return k->button & ~BUTTON_PART;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].press == k->press)
            return same[i].character;
    return 0;
}

static void press(struct watch *w, const struct key *k)
{
    switch (k->press) {
    case PRESS_HOME:
        go(w, 0);
        break;
    case PRESS_END:
        go(w, w->reel.game->steps);
        break;
    case PRESS_RESIZE:
        look(w, w->stage.view.looks);
        break;
    default:
        if (!stage_scroll(&w->stage, k))
            press_character(w, character_of(k));
    }
}

/* `works`: looking back was not done before the picture was drawn. If it is by now, the picture is
 * drawn again at once. */
static void wait_and_press(struct watch *w, bool works)
{
    works = works && w->lookback;
    struct key k = screen_wait(works ? lookback_fd(w->lookback) : -1, works ? TICK : -1);
    if (k.press == PRESS_TIMEOUT || k.press == PRESS_READABLE)
        return;
    w->stage.message[0] = '\0';
    if (k.press == PRESS_HANGUP)
        end(w, WATCH_QUIT);
    else if (w->box == BOX_LOOK_BACK)
        press_in_analysis(w, &k);
    else if (w->box == BOX_GO_ON)
        press_in_go_on(w, &k);
    else
        press(w, &k);
}

/* --- The whole -------------------------------------------------------------------------------- */

enum watch_end watch_run(const struct watching *what, struct branch *branch)
{
    struct watch w = {.what = what, .branch = branch};
    if (!reel_begin(&w.reel, what->game))
        return WATCH_STARVED;
    stage_begin(&w.stage, w.reel.now, what->looks);
    look(&w, what->looks);
    if (what->look_back)
        look_back(&w);
    while (!w.ended) {
        bool works = w.lookback && !lookback_ready(w.lookback);
        take_result(&w);
        draw(&w);
        wait_and_press(&w, works);
    }
    lookback_free(w.lookback);
    reel_clear(&w.reel);
    return w.end;
}
