#include "tui/stage.h"

#include "cli/lang.h"
#include "cli/words.h"
#include "engine/game.h"
#include "engine/rulebook.h"

#include <stdio.h>
#include <string.h>

enum { FRAME = 30, FLIGHTS_MAX = 12, HINT_COLUMNS = 76 };

/* --- What is shown ---------------------------------------------------------------------------- */

/* How many events are told. */
static size_t told(const struct stage *s)
{
    return s->until ? s->until : s->past->size;
}

static void find_now(struct stage *s)
{
    s->scene.now = s->past->event + s->past->fresh;
    s->scene.events = (int)(told(s) - s->past->fresh);
}

void stage_update(struct stage *s)
{
    s->until = 0;
    if (s->match)
        match_view(s->match, s->view.looks, &s->view);
    else
        table_view(s->table, s->view.looks, &s->view);
    find_now(s);
    tableview_fit(&s->layout, &s->scene, stage_table());
}

void stage_look(struct stage *s, int looks)
{
    s->view.looks = (uint8_t)looks;
    stage_update(s);
}

/* What does not depend on where the table is. */
static void begin(struct stage *s, const struct setup *setup, const struct history *past,
                  const struct names *names)
{
    s->setup = setup;
    s->past = past;
    s->names = *names;
    s->scene.view = &s->view;
    s->scene.names = &s->names;
    s->scene.thinker = NOBODY;
    s->scrolled = 0;
}

void stage_begin(struct stage *s, const struct table *table, int looks)
{
    struct names names = table_names(table);
    s->table = table;
    s->match = NULL;
    begin(s, &table->setup, &table->past, &names);
    stage_look(s, looks);
}

void stage_begin_match(struct stage *s, const struct match *m, int looks)
{
    s->match = m;
    begin(s, m->setup, m->past, &m->names);
    stage_look(s, looks);
}

void stage_step(struct stage *s)
{
    s->scrolled = 0;
}

bool stage_scroll(struct stage *s, const struct key *k)
{
    int lines = s->log.rows > 2 ? s->log.rows - 1 : 1;
    bool page = k->press == PRESS_PAGE_UP || k->press == PRESS_PAGE_DOWN;
    bool wheel = k->press == PRESS_WHEEL_UP || k->press == PRESS_WHEEL_DOWN;
    bool up = k->press == PRESS_PAGE_UP || k->press == PRESS_WHEEL_UP;
    if (!page && !wheel)
        return false;
    s->scrolled += (up ? 1 : -1) * (page ? lines : 1);
    s->scrolled = s->scrolled < 0 ? 0 : s->scrolled;
    return true;
}

struct telling stage_telling(const struct stage *s)
{
    return (struct telling){s->past, s->setup->game, &s->names, lang(), s->view.looks, told(s)};
}

void stage_settle(struct stage *s, const struct settlement *settled)
{
    struct telling telling = stage_telling(s);
    settlement_view(settled, &telling, &s->view);
    s->until = settled->end;
    find_now(s);
    tableview_fit(&s->layout, &s->scene, stage_table());
}

/* What a seat shows: the cards, as far as they can be seen. */
static void add_cards(struct text *out, const struct event *e)
{
    for (int c = cards_next(e->cards, 0); c; c = cards_next(e->cards, c))
        for (int i = cards_count(e->cards, c); i > 0; i--)
            text_add(out, "%s%d", out->size ? " " : "", c);
}

/* What each seat decided last in this hand: as far as it is known to the one who looks, that it has
 * chosen, and then what it shows of that. */
static void find_says(struct stage *s)
{
    const struct history *c = s->past;
    struct text words = {0};
    size_t first = told(s);
    seats secret = 0;
    memset(s->scene.says, 0, sizeof s->scene.says);
    while (first > 0 && c->event[first - 1].kind != EVENT_HAND)
        first--;
    for (size_t i = first; i < told(s); i++) {
        struct event e = event_redact(&c->event[i], s->view.looks);
        bool decides = e.kind == EVENT_DECIDE;
        int seat = e.kind == EVENT_MOVE ? e.from.owner : e.seat;
        if (seat >= s->view.players || (!decides && !seats_has(secret, seat)))
            continue;
        text_clear(&words);
        if (!decides)
            add_cards(&words, &e);
        else if (e.seen)
            action_words(&words, s->view.game, e.choice, s->view.looks, &s->names, lang());
        else
            text_add(&words, "%s", _("chosen"));
        secret = (seats)(decides && !e.seen ? secret | 1u << seat : secret & ~(1u << seat));
        snprintf(s->scene.says[seat], SAYS_ROOM, "%s", text_of(&words));
    }
    for (int seat = 0; seat < s->view.players; seat++)
        if (seats_has(s->chosen, seat))
            snprintf(s->scene.says[seat], SAYS_ROOM, "%s", _("chosen"));
    s->view.to_act &= (seats)~s->chosen;
    text_free(&words);
}

/* --- Drawing ---------------------------------------------------------------------------------- */

struct area stage_table(void)
{
    struct area table = {1, 0, screen_rows() - 2 - PROMPT_ROWS, screen_columns()};
    if (tableview_log_beside(table))
        table.rows -= PROMPT_MOST - PROMPT_ROWS; /* no log below it can give way to the prompt */
    return table;
}

/* What it is about, where there is room; returns where it ends. */
static int draw_goal(const struct stage *s, struct area bar, int column, int right)
{
    struct text goal = {0};
    rulebook_goal(&goal, s->setup, lang());
    if (goal.size && column + 4 + screen_width(text_of(&goal)) < right)
        column = screen_print(bar, 0, column, STYLE_BAR_DIM, "   %s", text_of(&goal));
    text_free(&goal);
    return column;
}

/* What the last hand brought, for those who let nothing stop them at its end. */
static int draw_last_hand(const struct stage *s, struct area bar, int column)
{
    struct history past = {.event = s->past->event, .size = told(s)};
    struct settlement last;
    struct text words = {0};
    if (!s->match || s->speed != SPEED_OFF || s->view.over || !settlement_find(&last, &past))
        return column;
    for (int seat = 0; seat < last.players; seat++)
        if (last.change[seat]) {
            text_add(&words, " %c ", 'A' + seat);
            text_figure(&words, last.change[seat], true);
        }
    if (words.size && column + screen_width(text_of(&words)) + 24 < bar.columns)
        column = screen_print(bar, 0, column, STYLE_BAR, "  %s%s", _("last:"), text_of(&words));
    text_free(&words);
    return column;
}

static void draw_title(const struct stage *s)
{
    struct area bar = {0, 0, 1, screen_columns()};
    const struct setup *u = s->setup;
    const char *title = setup_title(u);
    char hand[64];
    screen_fill(bar, STYLE_BAR);
    int column = screen_print(bar, 0, 1, STYLE_BAR, "%s", _(title));
    if (s->view.hand) {
        snprintf(hand, sizeof hand, u->game->rounds ? _("round %d") : _("hand %d"), s->view.hand);
        column = screen_print(bar, 0, column, STYLE_BAR_DIM, "  %s", hand);
    }
    column = draw_last_hand(s, bar, column);
    if (s->note[0])
        column = screen_print(bar, 0, column, STYLE_BAR, "  %s", s->note);
    int turn = -1;
    for (int seat = 0; seat < s->view.players; seat++)
        if (s->view.to_act == 1U << seat)
            turn = seat;
    char text[128] = "";
    if (s->view.actions)
        snprintf(text, sizeof text, "%s", _("your turn"));
    else if (turn >= 0)
        snprintf(text, sizeof text, _("%s's turn"), words_name(&s->names, turn));
    int right = screen_put_right(bar, 0, bar.columns - 1, STYLE_BAR, text);
    column = draw_goal(s, bar, column, right);
    char speed[64];
    snprintf(speed, sizeof speed, _("+ - speed: %s"), speed_words(s->speed));
    if (!s->keys && column + 4 + screen_width(speed) < right)
        screen_print(bar, 0, column, STYLE_BAR_DIM, "   %s", speed);
}

/* Draws one of the keys and returns where the next one begins. */
static int draw_key(struct area bar, int column, const struct stage_key *k)
{
    const char sign[2] = {k->key, '\0'};
    int end = screen_put(bar, 0, column, STYLE_BAR, k->sign ? k->sign : sign);
    end = screen_print(bar, 0, end, STYLE_BAR_DIM, " %s", k->word);
    screen_button((struct area){bar.row, column, 1, end - column}, BUTTON_KEY + k->key);
    return end + 2;
}

/* In the place of the keys, and above it as far as it needs more than a line. */
static void draw_message(const char *message)
{
    struct area all = screen_area();
    int rows = 0, columns = all.columns - 2;
    for (const char *at = message; *at; at += screen_fit(at, columns))
        rows++;
    struct area bar = {all.rows - rows, 0, rows, all.columns};
    screen_fill(bar, STYLE_BAR);
    for (int row = 0; *message; row++) {
        size_t size = screen_fit(message, columns);
        screen_print(bar, row, 1, STYLE_BAR, "%.*s", (int)size, message);
        message += size;
    }
}

/* The keys that always work; each can be clicked. */
static void draw_keys(const struct stage *s)
{
    struct area bar = {screen_rows() - 1, 0, 1, screen_columns()};
    const struct stage_key usual[] = {
        {'?', NULL, _("help")},
        {'r', NULL, _("rules")},
        {'h', NULL, _("hint")},
        {'u', NULL, s->undo ? _("undo") : NULL},
        {'v', NULL, _("log")},
        {'l', NULL, _("lobby")},
        {'q', NULL, _("leave")},
        {'s', NULL, _("save")},
        {0},
    };
    if (s->message[0]) {
        draw_message(s->message);
        return;
    }
    screen_fill(bar, STYLE_BAR);
    int column = 1;
    for (const struct stage_key *k = s->keys ? s->keys : usual; k->key; k++)
        if (k->word && column + 2 + screen_width(k->word) <= bar.columns)
            column = draw_key(bar, column, k);
}

struct area stage_box(int rows, int columns, const char *title)
{
    struct area box = {(screen_rows() - rows) / 2, (screen_columns() - columns) / 2, rows, columns};
    screen_fill(box, STYLE_NORMAL);
    struct area inner = screen_box(box, STYLE_TURN, title);
    inner.column += 2;
    inner.columns -= 4;
    return inner;
}

static void draw_log(struct stage *s, struct area in)
{
    struct telling telling = stage_telling(s);
    s->log = in;
    if (in.columns < screen_columns() && in.rows > 2)
        in = screen_box(in, STYLE_BORDER, _("What happened"));
    else if (in.rows > 5) {
        screen_rule(in, 0, STYLE_BORDER);
        in.row++;
        in.rows--;
    }
    in.column++;
    in.columns -= 2;
    s->scrolled = logview_draw(in, &telling, s->scrolled);
}

/* Clocks of those who are waited for, and who is away. */
static void find_note(struct stage *s)
{
    struct text out = {0};
    const struct match *m = s->match;
    for (int seat = 0; seat < m->names.players; seat++) {
        int64_t left = match_left(m, seat);
        const char *name = words_name(&m->names, seat);
        if (left >= 0 && seats_has(s->view.to_act, seat))
            text_add(&out, "%s%s %lld s", out.size ? ", " : "", name,
                     (long long)(left + 999) / 1000);
        if (seats_has(m->away, seat))
            text_add(&out, _("%s%s is away"), out.size ? ", " : "", name);
    }
    snprintf(s->note, sizeof s->note, "%.*s", text_fit(text_of(&out), NOTE_ROOM - 1),
             text_of(&out));
    text_free(&out);
}

void stage_draw(struct stage *s, struct prompt *p, const char *waits)
{
    if (s->match)
        find_note(s);
    int rows = p ? prompt_rows(p, screen_columns()) : PROMPT_ROWS;
    struct area asks = {screen_rows() - 1 - rows, 0, rows, screen_columns()};
    find_says(s);
    find_now(s);
    s->scene.ranks = p ? prompt_ranks(p) : 0;
    s->scene.seats = p ? prompt_seats(p) : 0;
    screen_erase();
    draw_title(s);
    struct area log = tableview_draw(&s->layout, &s->scene, stage_table());
    if (log.row + log.rows > asks.row)
        log.rows = asks.row - log.row;
    draw_log(s, log);
    if (p)
        prompt_draw(p, asks);
    else
        screen_put(asks, 0, 1, STYLE_DIM, waits);
    draw_keys(s);
}

/* Where the next line of a text begins. */
static const char *next_line(const char *text)
{
    text += screen_fit(text, HINT_COLUMNS);
    return text + (*text == '\n');
}

/* Where so many rows cover the least: nothing, or the piles if no card lies with them, or the
 * others.
 */
static int hint_row(const struct stage *s, int rows)
{
    const struct tableview *t = &s->layout;
    int between = 2 * t->above.rows + t->middle;
    for (int i = 0; i < s->view.zones; i++)
        if (s->view.zone[i].owner == NOBODY && s->view.zone[i].count)
            between = 0;
    bool fits = rows <= t->above.rows || rows <= between;
    return fits ? t->above.row : stage_table().row;
}

void stage_hint(const struct stage *s, const char *text, const char *busy)
{
    int lines = 0;
    for (const char *at = text; *at; at = next_line(at))
        lines++;
    if (!lines)
        return;
    struct area box = {hint_row(s, lines + 2), 0, lines + 2, HINT_COLUMNS + 4};
    screen_fill(box, STYLE_NORMAL);
    screen_button(box, BUTTON_KEY + 'h');
    struct area in = screen_box(box, STYLE_TURN, _("Hint"));
    in.column++;
    for (int row = 0; row < lines; row++) {
        screen_print(in, row, 0, STYLE_NORMAL, "%.*s", (int)screen_fit(text, HINT_COLUMNS), text);
        text = next_line(text);
    }
    screen_put(in, 0, in.columns - 3, STYLE_TURN, busy);
}

/* --- Flying cards ----------------------------------------------------------------------------- */

/* A card on its way. */
struct flight {
    int from, to; /* in the layout's spots */
    int rank;
};

static int find_flights(const struct stage *s, struct flight flight[FLIGHTS_MAX])
{
    int flights = 0;
    for (int i = 0; i < s->scene.events && flights < FLIGHTS_MAX; i++) {
        struct event e = event_redact(&s->scene.now[i], s->view.looks);
        if (e.kind != EVENT_MOVE)
            continue;
        struct flight f = {tableview_find(&s->layout, e.from), tableview_find(&s->layout, e.to), 0};
        if (e.cards)
            f.rank = cards_highest(e.cards);
        if (f.from >= 0 && f.to >= 0)
            flight[flights++] = f;
    }
    return flights;
}

static void draw_flight(const struct stage *s, const struct flight *f, int at, int of)
{
    const struct tableview *t = &s->layout;
    int row = t->spot[f->from].row + (t->spot[f->to].row - t->spot[f->from].row) * at / of;
    int column =
        t->spot[f->from].column + (t->spot[f->to].column - t->spot[f->from].column) * at / of;
    card_draw(screen_area(), row, column, t->spot[f->to].size, f->rank, card_style(f->rank));
}

struct key stage_fly(struct stage *s, int milliseconds, const char *waits)
{
    struct flight flight[FLIGHTS_MAX];
    struct key k = {.press = PRESS_TIMEOUT};
    int frames = milliseconds / FRAME;
    stage_draw(s, NULL, waits); /* finds the places */
    int flights = find_flights(s, flight);
    s->scene.moving = true;
    for (int at = 1; flights > 0 && at < frames && k.press == PRESS_TIMEOUT; at++) {
        stage_draw(s, NULL, waits);
        for (int i = 0; i < flights; i++)
            draw_flight(s, &flight[i], at, frames);
        screen_show();
        k = screen_wait(-1, FRAME);
    }
    s->scene.moving = false;
    return k;
}
