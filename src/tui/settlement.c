#include "tui/settlement.h"

#include "cli/lang.h"

#include <stdio.h>
#include <string.h>

enum { BOX_COLUMNS = 74, NAME_AND_CHANGE = 27, POINTS_COLUMNS = 7, CHIPS_COLUMNS = 24 };

/* How wide the totals are. */
static int totals_columns(const struct telling *t)
{
    return t->names->chips ? CHIPS_COLUMNS : POINTS_COLUMNS;
}

/* The last event of a kind before `end`; `end` if there is none. */
static size_t last_before(const struct history *c, size_t end, enum event_kind kind)
{
    for (size_t i = end; i > 0; i--)
        if (c->event[i - 1].kind == kind)
            return i - 1;
    return end;
}

/* Where the totals of one settlement begin that end before `end`. */
static size_t totals_begin(const struct history *c, size_t end)
{
    while (end > 0 && c->event[end - 1].kind == EVENT_TOTAL)
        end--;
    return end;
}

/* The story of the end begins with the decision that led to it, but not before the hand. */
static size_t story_begin(const struct history *c, size_t end)
{
    for (size_t i = end; i > 0; i--) {
        const struct event *e = &c->event[i - 1];
        if (e->kind == EVENT_DECIDE)
            return i - 1;
        if (e->kind == EVENT_TOTAL || e->kind == EVENT_HAND)
            return i;
    }
    return 0;
}

bool settlement_find(struct settlement *s, const struct history *c)
{
    size_t last = last_before(c, c->size, EVENT_TOTAL);
    if (last == c->size || last < c->fresh)
        return false;
    *s = (struct settlement){.to = totals_begin(c, last + 1), .end = last + 1};
    s->from = story_begin(c, s->to);
    size_t hand = last_before(c, s->to, EVENT_HAND);
    s->hand = hand < s->to ? c->event[hand].number : 0;
    for (size_t i = s->to; i <= last; i++) {
        s->total[c->event[i].seat] = s->change[c->event[i].seat] = c->event[i].number;
        s->players++;
    }
    size_t before = last_before(c, s->to, EVENT_TOTAL);
    s->begin = before < s->to ? before + 1 : 0;
    if (before < s->to)
        for (size_t i = totals_begin(c, before + 1); i <= before; i++)
            s->change[c->event[i].seat] -= c->event[i].number;
    return true;
}

/* --- On the table ----------------------------------------------------------------------------- */

static struct zone *find_zone(struct view *v, struct spot at)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].zone == at.zone && v->zone[i].owner == at.owner)
            return &v->zone[i];
    return NULL;
}

/* Puts a card (0: its back) to the others of a zone, or takes one of that face away; false if there
 * is none. Zones after it in the view's list of cards move. */
static bool change_zone(struct view *v, struct zone *z, int face, int by)
{
    int at = z->first + z->count;
    if (by < 0) {
        for (at = z->first; at < z->first + z->count && v->card[at] != face; at++)
            continue;
        if (at == z->first + z->count)
            return false;
    } else if (v->cards == VIEW_CARDS) {
        return false;
    }
    uint8_t *after = &v->card[by < 0 ? at + 1 : at];
    memmove(after + by, after, (size_t)(&v->card[v->cards] - after));
    if (by > 0)
        v->card[at] = (uint8_t)face;
    for (struct zone *later = z + 1; later < &v->zone[v->zones]; later++)
        later->first = (uint16_t)(later->first + by);
    z->count = (uint16_t)(z->count + by);
    if (face)
        z->faces = by < 0 ? cards_without(z->faces, face) : z->faces + cards_one(face);
    v->cards += by;
    return true;
}

/* Cards go from one place to another; what is only put away stays in sight. */
static void move_cards(struct view *v, const struct event *e)
{
    struct zone *from = find_zone(v, e->from), *to = find_zone(v, e->to);
    if (!to || e->to.zone == ZONE_DISCARDS || e->to.zone == ZONE_DECK)
        return;
    cards left = e->cards;
    v->deck -= e->from.zone == ZONE_DECK ? e->count : 0;
    for (int i = 0; i < e->count; i++) {
        int face = cards_next(left, 0);
        left = cards_without(left, face);
        if (from && !change_zone(v, from, from->known ? face : 0, -1))
            continue;
        change_zone(v, to, to->known ? face : 0, 1);
    }
}

/* Turns as many cards of a zone up as were shown, where there are backs, or nothing any more. */
static void turn_up(struct view *v, const struct event *e)
{
    struct zone *z = find_zone(v, e->from);
    if (!z || !e->cards || (z->known && z->count))
        return;
    while (z->count < cards_size(e->cards) && change_zone(v, z, 0, 1))
        continue;
    z->known = true;
    int at = z->first, end = z->first + z->count;
    for (int c = cards_next(e->cards, 0); c; c = cards_next(e->cards, c))
        for (int i = cards_count(e->cards, c); i > 0 && at < end; i--)
            v->card[at++] = (uint8_t)c;
    z->faces = e->cards;
}

bool settlement_took_part(const struct settlement *s, const struct history *c, seats people)
{
    for (size_t i = s->begin; i < s->to; i++)
        if (c->event[i].kind == EVENT_DECIDE && (people >> c->event[i].seat & 1))
            return true;
    return false;
}

void settlement_show(const struct settlement *s, const struct telling *t, struct view *v)
{
    for (size_t i = s->from; i < s->to; i++) {
        struct event e = event_redact(&t->chronicle->event[i], t->looks);
        bool put_away = e.kind == EVENT_MOVE && e.to.zone == ZONE_DISCARDS;
        if (e.kind == EVENT_SHOW || put_away)
            turn_up(v, &e);
    }
}

void settlement_view(const struct settlement *s, const struct telling *t, struct view *v)
{
    const struct history *c = t->chronicle;
    for (size_t i = c->fresh; i < s->to; i++) {
        struct event e = event_redact(&c->event[i], t->looks);
        if (e.kind == EVENT_MOVE)
            move_cards(v, &e);
        else if (e.kind == EVENT_PAY)
            v->pot += e.other == NOBODY ? e.number : e.seat == NOBODY ? -e.number : 0;
    }
    memcpy(v->score, s->total, sizeof v->score);
    v->to_act = 0;
    v->actions = 0;
    settlement_show(s, t, v);
}

/* --- In words --------------------------------------------------------------------------------- */

/* Whether an event says why a seat has more or less than before the hand. */
static bool is_reason(const struct settlement *s, const struct event *e)
{
    if (e->kind != EVENT_PAY && e->kind != EVENT_POINTS)
        return false;
    bool gets = e->kind == EVENT_PAY && e->other < s->players && s->change[e->other];
    return gets || (e->seat < s->players && s->change[e->seat]);
}

/* Draws the story after its first `skip` lines and returns how many lines it has in all. */
static int draw_story(struct area in, const struct settlement *s, const struct telling *t, int skip)
{
    struct text words = {0};
    int line = 0;
    for (size_t i = s->begin; i < s->to;) {
        bool told = false;
        text_clear(&words);
        for (size_t next = telling_sentence(&words, t, i); i < next; i++)
            told = told || i >= s->from || is_reason(s, &t->chronicle->event[i]);
        const char *at = told ? text_of(&words) : "";
        for (size_t size; *at; at += size, line++) {
            size = screen_fit(at, in.columns);
            screen_print(in, line - skip, 0, STYLE_NORMAL, "%.*s", (int)size, at);
        }
    }
    text_free(&words);
    return line;
}

/* Which scores are good ones. */
static void draw_better(struct area in, int row, int end, const struct telling *t)
{
    enum { SEVERAL = 2 };
    bool few = t->game->low_wins && !t->names->chips;
    struct text unit = {0}, words = {0};
    score_unit(&unit, SEVERAL, t->names, lang());
    text_add(&words, few ? _("fewer %s are better") : _("more %s are better"), text_of(&unit));
    screen_put_right(in, row, end, STYLE_DIM, text_of(&words));
    text_free(&unit);
    text_free(&words);
}

static void draw_totals(struct area in, const struct settlement *s, const struct telling *t,
                        const struct result *result)
{
    struct text score = {0};
    int changes = in.columns - totals_columns(t);
    for (int seat = 0; seat < s->players; seat++) {
        const char *name = seat == t->looks ? _("You") : t->names->seat[seat];
        enum style style = seats_has(result->winners, seat)  ? STYLE_GOOD
                           : seats_has(result->losers, seat) ? STYLE_BAD
                                                             : STYLE_STRONG;
        struct area line = {in.row + seat, in.column, 1, in.columns};
        struct area left = {line.row, line.column, 1, changes - 7};
        screen_print(left, 0, 0, style, "%c %s", 'A' + seat, name ? name : "");
        text_clear(&score);
        text_figure(&score, s->change[seat], true);
        screen_put_right(line, 0, changes, s->change[seat] ? STYLE_NEW : STYLE_DIM,
                         text_of(&score));
        text_clear(&score);
        score_text(&score, s->total[seat], SCORE_TOLD, t->names, lang());
        screen_put_right(line, 0, in.columns, style, text_of(&score));
    }
    text_free(&score);
}

struct area settlement_draw(struct area in, const struct settlement *s, const struct telling *t,
                            const char *title, const struct result *result, int *scrolled)
{
    struct area inner = {0, 0, 0, BOX_COLUMNS - 4};
    int story = draw_story(inner, s, t, 0); /* into no rows: only to count */
    int fixed = s->players + (result->words[0] ? 7 : 5);
    int shown = story > in.rows - fixed ? in.rows - fixed : story;
    struct area box = {0, 0, shown + fixed, BOX_COLUMNS};
    box.row = in.row + (in.rows - box.rows) / 2;
    box.column = in.column + (in.columns - box.columns) / 2;
    screen_fill(box, STYLE_NORMAL);
    inner = screen_box(box, STYLE_TURN, title);
    inner.column++;
    inner.columns -= 2;
    /* The end of a long story matters most. */
    *scrolled = *scrolled > story - shown ? story - shown : *scrolled;
    int above = story - shown - *scrolled;
    draw_story((struct area){inner.row, inner.column, shown, inner.columns}, s, t, above);
    if (above > 0)
        screen_put_right(inner, 0, inner.columns, STYLE_KEY, screen_sign("▲", "^"));
    if (*scrolled > 0)
        screen_put_right(inner, shown - 1, inner.columns, STYLE_KEY, screen_sign("▼", "v"));
    screen_put(inner, shown + 1, (inner.columns - screen_width(result->words)) / 2, STYLE_HEADING,
               result->words);
    int columns = NAME_AND_CHANGE + totals_columns(t);
    struct area totals = {inner.row + inner.rows - 2 - s->players,
                          inner.column + (inner.columns - columns) / 2, s->players, columns};
    draw_better(inner, inner.rows - 3 - s->players, totals.column - inner.column + columns, t);
    draw_totals(totals, s, t, result);
    return (struct area){inner.row + inner.rows - 1, inner.column, 1, inner.columns};
}
