#include "tui/tableview.h"

#include "cli/lang.h"
#include "engine/game.h"
#include "engine/history.h"

#include <stdio.h>
#include <string.h>

enum {
    GAP = 2,    /* between two blocks */
    INDENT = 4, /* of further lines of a seat without a frame */
    BLOCKS_MAX = ZONES_MAX + NUMBERS_MAX + 4,
    BLOCK_TEXT = 64,
    NO_ROOM = 1000,   /* rows of what does not fit */
    ACROSS_MAX = 4,   /* seats side by side */
    LOG_ROWS = 3,     /* the log has at least these below the table ... */
    LOG_BESIDE = 108, /* ... or stands beside it in windows as wide as this */
    LOG_COLUMNS = 40, /* it is wider where the table keeps TABLE_COLUMNS, up to LOG_MOST */
    LOG_MOST = 64,
    TABLE_COLUMNS = 120,
    HUGE_COLUMNS = 110, /* a table has huge cards only from this size on */
    HUGE_ROWS = 48,
    NAME_COLUMNS = 14, /* of a seat without a frame */
};

/* The arrangements, from the most beautiful to the one that always fits. */
static const struct level {
    enum card_size own, middle, others;
    bool framed;
} levels[] = {
    {CARD_HUGE, CARD_HUGE, CARD_HUGE, true},      {CARD_HUGE, CARD_LARGE, CARD_LARGE, true},
    {CARD_LARGE, CARD_LARGE, CARD_LARGE, true},   {CARD_LARGE, CARD_LARGE, CARD_MEDIUM, true},
    {CARD_LARGE, CARD_MEDIUM, CARD_MEDIUM, true}, {CARD_MEDIUM, CARD_MEDIUM, CARD_MEDIUM, true},
    {CARD_MEDIUM, CARD_MEDIUM, CARD_SMALL, true}, {CARD_MEDIUM, CARD_SMALL, CARD_SMALL, true},
    {CARD_MEDIUM, CARD_SMALL, CARD_SMALL, false}, {CARD_SMALL, CARD_SMALL, CARD_SMALL, false},
};
enum { LEVELS = sizeof levels / sizeof *levels };

/* Something with a label: cards, a pile, a number, or the name and score of a seat. */
enum block_kind { BLOCK_ZONE, BLOCK_PILE, BLOCK_NUMBER, BLOCK_SEAT };

struct block {
    enum block_kind kind;
    char label[BLOCK_TEXT], value[BLOCK_TEXT];
    struct fan fan;
    struct spot spot;
    int least, widest, rows;
    int row, column, columns; /* where it stands, once it has been placed */
};

/* All blocks of one owner. */
struct flow {
    struct block block[BLOCKS_MAX];
    int blocks, rows;
};

/* --- What is shown ---------------------------------------------------------------------------- */

static const char *name_of(const struct scene *s, int seat, char letter[2])
{
    const char *name = s->names->seat[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = '\0';
    return name && name[0] ? name : letter;
}

/* Which cards of a zone have just come or were just shown. */
static uint64_t fresh_cards(const struct scene *s, const struct zone *z)
{
    cards faces = 0;
    int count = 0;
    uint64_t fresh = 0;
    for (int i = 0; i < s->events; i++) {
        struct event known = event_redact(&s->now[i], s->view->looks), *e = &known;
        struct spot at = e->kind == EVENT_SHOW ? e->from : e->to;
        if ((e->kind != EVENT_MOVE && e->kind != EVENT_SHOW) || at.zone != z->zone ||
            at.owner != z->owner)
            continue;
        faces += e->cards;
        count += e->count ? e->count : cards_size(e->cards);
    }
    for (int i = z->count - 1; i >= 0; i--) {
        int rank = s->view->card[z->first + i];
        bool is = z->known ? cards_has(faces, rank) : count-- > 0;
        if (is && i < 64)
            fresh |= (uint64_t)1 << i;
        if (is && z->known)
            faces -= cards_one(rank);
    }
    return fresh;
}

static void measure(struct block *b)
{
    int label = screen_width(b->label), value = screen_width(b->value);
    bool small = b->fan.size == CARD_SMALL;
    bool fan = b->kind == BLOCK_ZONE || (b->kind == BLOCK_PILE && !small);
    int least = fan ? fan_least(&b->fan) : value, widest = fan ? fan_widest(&b->fan) : value;
    if (small) {
        b->least = label + (label > 0) + least;
        b->widest = label + (label > 0) + widest;
        b->rows = 1;
    } else {
        b->least = label > least ? label : least;
        b->widest = label > widest ? label : widest;
        b->rows = fan ? 1 + card_rows(b->fan.size) : 2;
    }
    if (b->widest < b->least)
        b->least = b->widest; /* counting equal cards would take more room than showing them */
}

static struct block *new_block(struct flow *f, enum block_kind kind, enum card_size size,
                               const char *label)
{
    struct block *b = &f->block[f->blocks++];
    *b = (struct block){.kind = kind, .fan.size = size, .spot = {.owner = NOBODY}};
    snprintf(b->label, sizeof b->label, "%s", label);
    return b;
}

static void add_zone(struct flow *f, const struct scene *s, const struct zone *z,
                     enum card_size size)
{
    struct block *b = new_block(f, BLOCK_ZONE, size, event_zone(s->view->game, z->zone, lang()));
    b->spot = (struct spot){z->zone, z->owner};
    b->fan.card = &s->view->card[z->first];
    b->fan.count = z->count;
    b->fan.loose = !z->ordered || !z->known;
    b->fan.fresh = fresh_cards(s, z);
    b->fan.hide_fresh = s->moving;
    b->fan.clicks = BUTTON_RANK;
    b->fan.offered = s->ranks;
    measure(b);
}

/* A face-down pile; where cards are small only its size is told. */
static void add_pile(struct flow *f, int zone, const char *label, int count, enum card_size size)
{
    static const uint8_t back[1];
    struct block *b = new_block(f, BLOCK_PILE, size, label);
    b->spot.zone = (uint8_t)zone;
    snprintf(b->value, sizeof b->value, "%d", count);
    if (size != CARD_SMALL)
        snprintf(b->label, sizeof b->label, "%s %d", label, count);
    b->fan.card = back;
    b->fan.count = count > 0;
    measure(b);
}

static void add_number(struct flow *f, const char *label, int32_t value, enum card_size size)
{
    struct block *b = new_block(f, BLOCK_NUMBER, size, label);
    snprintf(b->value, sizeof b->value, "%d", value);
    measure(b);
}

/* What belongs to a seat, or to nobody. */
static void add_owned(struct flow *f, const struct scene *s, int owner, enum card_size size)
{
    const struct view *v = s->view;
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].owner == owner)
            add_zone(f, s, &v->zone[i], size);
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].owner == owner)
            add_number(f, lang_text(v->number[i].label), v->number[i].value, size);
}

static void fill_middle(struct flow *f, const struct scene *s, enum card_size size)
{
    f->blocks = 0;
    add_pile(f, ZONE_DECK, _("deck"), s->view->deck, size);
    add_pile(f, ZONE_DISCARDS, _("discards"), s->view->discards, size);
    if (s->view->chips)
        add_number(f, _("pot"), s->view->pot, size);
    add_owned(f, s, NOBODY, size);
}

/* A seat; without a frame it begins with a block for its name and score. */
static void fill_seat(struct flow *f, const struct scene *s, int seat, enum card_size size,
                      bool framed)
{
    f->blocks = 0;
    if (!framed) {
        struct block *b = new_block(f, BLOCK_SEAT, CARD_SMALL, "");
        b->spot.owner = (uint8_t)seat;
        b->least = b->widest = NAME_COLUMNS + 8;
        b->rows = 1;
    }
    add_owned(f, s, seat, size);
}

/* --- Placing blocks --------------------------------------------------------------------------- */

/* Gives the blocks from `first` to before `end` their columns on one line. */
static void settle_line(struct flow *f, int first, int end, int columns, int row)
{
    int column = first > 0 && f->block[0].kind == BLOCK_SEAT ? INDENT : 0;
    int spare = columns - column - (end - first - 1) * GAP;
    for (int i = first; i < end; i++)
        spare -= f->block[i].least;
    for (int i = first; i < end; i++) {
        struct block *b = &f->block[i];
        int more = b->widest - b->least;
        more = more > spare ? spare : more;
        more = more < 0 ? 0 : more;
        spare -= more;
        b->columns = b->least + more;
        b->row = row;
        b->column = column;
        column += b->columns + GAP;
    }
}

/* Places all blocks, line after line; with `tight` cards overlap before a new line begins. The
 * rows are NO_ROOM if a block is too wide for cards of this size. */
static void place_blocks(struct flow *f, int columns, bool tight)
{
    int first = 0, used = 0, row = 0, rows = 0;
    f->rows = 0;
    for (int i = 0; i < f->blocks; i++) {
        struct block *b = &f->block[i];
        if (b->least > columns) {
            f->rows = NO_ROOM;
            b->least = columns;
        }
        int wanted = tight || b->widest > columns ? b->least : b->widest;
        if (i > first && used + GAP + wanted > columns) {
            settle_line(f, first, i, columns, row);
            row += rows;
            first = i;
            used = f->block[0].kind == BLOCK_SEAT ? INDENT : 0;
            rows = 0;
        }
        used += wanted + (i > first ? GAP : 0);
        rows = b->rows > rows ? b->rows : rows;
    }
    settle_line(f, first, f->blocks, columns, row);
    f->rows += row + rows;
}

/* --- Choosing an arrangement ------------------------------------------------------------------ */

static int count_others(const struct view *v)
{
    return v->looks < v->players ? v->players - 1 : v->players;
}

static int seat_columns(int columns, int across)
{
    assert(across > 0);
    return (columns - (across - 1)) / across;
}

/* Rows of a seat with all that it has. */
static int seat_rows(struct flow *f, const struct scene *s, int seat, const struct level *l,
                     int columns, bool tight)
{
    bool own = seat == s->view->looks;
    fill_seat(f, s, seat, own ? l->own : l->others, l->framed);
    place_blocks(f, columns - (l->framed ? 4 : 0), tight);
    return f->rows + (l->framed ? 2 : 0);
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Tries one arrangement; true if it fits into the rows. What it needs is kept in `t`. */
static bool try_level(struct tableview *t, const struct scene *s, int columns, int rows)
{
    struct flow f;
    const struct level *l = &levels[t->level];
    const struct view *v = s->view;
    fill_middle(&f, s, l->middle);
    place_blocks(&f, columns, true);
    t->middle = most(t->middle, f.rows);
    for (int seat = 0; seat < v->players; seat++) {
        bool own = seat == v->looks;
        int wide = own ? columns : seat_columns(columns, t->across);
        int needed = seat_rows(&f, s, seat, l, wide, true);
        int *kept = own ? &t->own : &t->others;
        *kept = most(*kept, needed);
    }
    int lines = (count_others(v) + t->across - 1) / t->across;
    return lines * t->others + t->middle + t->own <= rows;
}

/* Puts as few seats side by side as fit with cards of this size, in full lines if possible; false
 * if none do. */
static bool choose_across(struct tableview *t, const struct scene *s, int columns, int rows)
{
    int others = count_others(s->view);
    for (int uneven = 0; uneven < 2; uneven++)
        for (int across = 1; across <= ACROSS_MAX && across <= most(1, others); across++) {
            t->across = across;
            t->others = t->middle = t->own = 0;
            if ((others % across != 0) == uneven && try_level(t, s, columns, rows))
                return true;
        }
    t->across = 1;
    return false;
}

/* Stays with the arrangement of the last time as long as it fits. */
static void arrange(struct tableview *t, const struct scene *s, struct area in, int columns,
                    int rows)
{
    bool same = t->across && memcmp(&in, &t->in, sizeof in) == 0 && t->looks == s->view->looks;
    if (!same) {
        *t = (struct tableview){.in = in, .looks = s->view->looks};
        while (levels[t->level].own == CARD_HUGE && (columns < HUGE_COLUMNS || rows < HUGE_ROWS))
            t->level++;
    } else if (try_level(t, s, columns, rows)) {
        return;
    }
    while (!choose_across(t, s, columns, rows) && t->level < LEVELS - 1)
        t->level++;
    /* At the last level what does not fit is cut off. */
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void keep_spot(struct tableview *t, struct area in, const struct block *b, int row,
                      int column)
{
    if (t->spots == SPOTS_MAX)
        return;
    t->spot[t->spots].spot = b->spot;
    t->spot[t->spots].row = in.row + row;
    t->spot[t->spots].column = in.column + column;
    t->spot[t->spots++].size = b->fan.size;
}

static void draw_block(struct tableview *t, struct area in, const struct block *b)
{
    int after = screen_put(in, b->row, b->column, STYLE_DIM, b->label);
    if (b->kind == BLOCK_NUMBER) {
        bool small = b->fan.size == CARD_SMALL;
        int column = !small ? b->column : b->label[0] ? after + 1 : b->column;
        screen_put(in, b->row + (small ? 0 : 1), column, b->label[0] ? STYLE_STRONG : STYLE_DIM,
                   b->value);
    } else if (b->kind == BLOCK_PILE && b->fan.size != CARD_SMALL && b->spot.zone != ZONE_DECK &&
               b->fan.count) {
        card_draw(in, b->row + 1, b->column, b->fan.size, 0, STYLE_DIM);
        keep_spot(t, in, b, b->row + 1, b->column);
    } else if (b->fan.size != CARD_SMALL) {
        fan_draw(in, b->row + 1, b->column, b->columns, &b->fan);
        keep_spot(t, in, b, b->row + 1, b->column);
    } else if (b->kind == BLOCK_ZONE) {
        fan_draw(in, b->row, after + 1, b->columns - (after + 1 - b->column), &b->fan);
        keep_spot(t, in, b, b->row, after + 1);
    } else {
        screen_put(in, b->row, after + 1, STYLE_STRONG, b->value);
        keep_spot(t, in, b, b->row, after + 1);
    }
}

/* What the last events brought a seat. */
static int32_t gained(const struct scene *s, int seat)
{
    int32_t sum = 0;
    for (int i = 0; i < s->events; i++) {
        const struct event *e = &s->now[i];
        if (e->kind == EVENT_POINTS && e->seat == seat)
            sum += e->number;
        if (e->kind == EVENT_PAY)
            sum += (e->other == seat) * e->number - (e->seat == seat) * e->number;
    }
    return sum;
}

static bool acted(const struct scene *s, int seat)
{
    for (int i = 0; i < s->events; i++)
        if ((s->now[i].kind == EVENT_DECIDE || s->now[i].kind == EVENT_OUT) &&
            s->now[i].seat == seat)
            return true;
    return false;
}

static enum style seat_style(const struct scene *s, int seat)
{
    const struct view *v = s->view;
    if (seats_has(s->seats, seat))
        return STYLE_BUTTON;
    if (v->over && seats_has(v->winners, seat))
        return STYLE_GOOD;
    if (v->over && seats_has(v->losers, seat))
        return STYLE_BAD;
    if (acted(s, seat))
        return STYLE_NEW;
    return seats_has(v->to_act, seat) ? STYLE_TURN : STYLE_STRONG;
}

/* The sign before a seat: it is its turn, it thinks, or nothing. */
static const char *seat_sign(const struct scene *s, int seat)
{
    if (seat == s->thinker)
        return s->spinner;
    return seats_has(s->view->to_act, seat) ? screen_sign("▶", ">") : " ";
}

/* A name, in no more columns than there are: one that is cut says so. */
static int put_name(struct area in, int row, int column, enum style style, const char *name)
{
    int room = in.columns - column;
    if (screen_width(name) <= room)
        return screen_put(in, row, column, style, name);
    const char *more = screen_sign("…", ".");
    size_t size = screen_fit(name, room - 1);
    while (size > 0 && name[size - 1] == ' ')
        size--;
    return screen_print(in, row, column, style, "%.*s%s", (int)size, name, more);
}

static int draw_name(struct area in, int row, int column, const struct scene *s, int seat)
{
    char letter[2];
    const char *name = name_of(s, seat, letter);
    screen_print(in, row, column, STYLE_TURN, "%s ", seat_sign(s, seat));
    int end = screen_print(in, row, column + 2, seat_style(s, seat), "%c", 'A' + seat);
    if (name != letter) {
        screen_put(in, row, end, seat_style(s, seat), " ");
        end = put_name(in, row, end + 1, seat_style(s, seat), name);
    }
    return end;
}

/* The longest form of a score, from `form` on, that takes no more than so many columns; the bare
 * one if none does. */
static void fit_score(struct text *out, const struct scene *s, int seat, enum score_form form,
                      int columns)
{
    do {
        text_clear(out);
        score_text(out, s->view->score[seat], form, s->names, lang());
    } while (screen_width(text_of(out)) > columns && form++ < SCORE_BARE);
}

/* Score and what it has just grown by, to end before `right` and to begin after `left`; shorter if
 * it can begin after `said` then. Returns where it begins. */
static int draw_score(struct area in, int left, int said, int right, const struct scene *s,
                      int seat, enum score_form form)
{
    struct text score = {0}, more = {0};
    if (gained(s, seat))
        text_figure(&more, gained(s, seat), true);
    int wide = screen_width(text_of(&more)), beside = wide ? wide + 2 : 1;
    fit_score(&score, s, seat, form, right - said - beside);
    if (screen_width(text_of(&score)) > right - said - beside)
        fit_score(&score, s, seat, form, right - left - beside);
    right = screen_put_right(in, 0, right, STYLE_STRONG, text_of(&score));
    if (wide && right - 1 - wide > left) {
        screen_put(in, 0, right - 1, STYLE_NORMAL, " ");
        right = screen_put_right(in, 0, right - 1, STYLE_NEW, text_of(&more));
    }
    text_free(&score);
    text_free(&more);
    return right;
}

static void draw_unframed(struct tableview *t, struct area in, const struct scene *s, int seat,
                          struct flow *f)
{
    struct area name = {in.row, in.column, 1, NAME_COLUMNS};
    struct area head = {in.row, in.column, 1, NAME_COLUMNS + 8};
    draw_name(name, 0, 0, s, seat);
    draw_score(head, NAME_COLUMNS - 1, NAME_COLUMNS - 1, head.columns, s, seat, SCORE_SIGNED);
    for (int i = 1; i < f->blocks; i++)
        draw_block(t, in, &f->block[i]);
    const struct block *last = &f->block[f->blocks - 1];
    int end = last->column + last->columns + GAP;
    if (s->says[seat][0] && end + screen_width(s->says[seat]) + 2 <= in.columns)
        screen_print(in, last->row, end, acted(s, seat) ? STYLE_NEW : STYLE_DIM, "%s%s%s",
                     screen_sign("“", "\""), s->says[seat], screen_sign("”", "\""));
}

/* Where the name may stand so that what was said beside it, the sign of the dealer and a bare score
 * find room: a long name gives way. */
static struct area name_area(struct area in, const struct scene *s, int seat)
{
    enum { SCORE_ROOM = 6, NAME_LEAST = 12 };
    int said = s->says[seat][0] ? screen_width(s->says[seat]) + 4 : 0;
    int room = in.columns - SCORE_ROOM - said - 2 * (seat == s->view->dealer);
    in.columns = room > NAME_LEAST ? room : NAME_LEAST;
    return in;
}

static void draw_framed(struct tableview *t, struct area in, const struct scene *s, int seat,
                        struct flow *f)
{
    bool turn = seats_has(s->view->to_act, seat);
    struct area inner = screen_box(in, turn ? STYLE_TURN : STYLE_BORDER, NULL);
    inner.column++;
    inner.columns -= 2;
    static const char gap[] = " ";
    screen_put(in, 0, 1, STYLE_NORMAL, gap);
    struct area name = name_area(in, s, seat);
    int end = draw_name(name, 0, 1, s, seat);
    end = end < name.columns ? end : name.columns;
    if (seat == s->view->looks)
        end = screen_print(in, 0, end, STYLE_DIM, " %s", _("(you)"));
    if (seat == s->view->dealer)
        end = screen_print(in, 0, end, STYLE_DIM, " %s", screen_sign("◆", "*"));
    screen_put(in, 0, end, STYLE_NORMAL, gap);
    screen_put(in, 0, in.columns - 2, STYLE_NORMAL, gap);
    int said = s->says[seat][0] ? end + screen_width(s->says[seat]) + 4 : end;
    int begin = draw_score(in, end, said, in.columns - 2, s, seat,
                           in.columns >= 30 ? SCORE_FULL : SCORE_SIGNED);
    screen_put(in, 0, begin - 1, STYLE_NORMAL, gap);
    if (s->says[seat][0] && said < begin)
        screen_print(in, 0, end, acted(s, seat) ? STYLE_NEW : STYLE_DIM, " %s%s%s ",
                     screen_sign("“", "\""), s->says[seat], screen_sign("”", "\""));
    for (int i = 0; i < f->blocks; i++)
        draw_block(t, inner, &f->block[i]);
}

static void draw_seat(struct tableview *t, struct area in, const struct scene *s, int seat)
{
    struct flow f;
    const struct level *l = &levels[t->level];
    seat_rows(&f, s, seat, l, in.columns, false);
    if (f.rows + (l->framed ? 2 : 0) > in.rows)
        seat_rows(&f, s, seat, l, in.columns, true);
    if (seats_has(s->seats, seat))
        screen_button(in, BUTTON_SEAT + seat);
    if (l->framed)
        draw_framed(t, in, s, seat, &f);
    else
        draw_unframed(t, in, s, seat, &f);
}

static void draw_middle(struct tableview *t, struct area in, const struct scene *s)
{
    struct flow f;
    fill_middle(&f, s, levels[t->level].middle);
    place_blocks(&f, in.columns, false);
    if (f.rows > in.rows)
        place_blocks(&f, in.columns, true);
    int widest = 0;
    for (int i = 0; i < f.blocks; i++)
        widest = most(widest, f.block[i].column + f.block[i].columns);
    int shift = f.rows <= t->middle && widest < in.columns ? (in.columns - widest) / 2 : 0;
    struct area middle = {in.row, in.column + shift, in.rows, in.columns - shift};
    for (int i = 0; i < f.blocks; i++)
        draw_block(t, middle, &f.block[i]);
}

static int draw_others(struct tableview *t, struct area in, const struct scene *s)
{
    int wide = seat_columns(in.columns, t->across), place = 0;
    const struct view *v = s->view;
    /* To the left of the one who looks first, as the turn goes round. */
    int first = v->looks < v->players ? v->looks + 1 : 0;
    for (int i = 0; i < v->players; i++) {
        int seat = (first + i) % v->players;
        if (seat == v->looks)
            continue;
        struct area at = {in.row + place / t->across * t->others,
                          in.column + place % t->across * (wide + 1), t->others, wide};
        draw_seat(t, at, s, seat);
        place++;
    }
    return (place + t->across - 1) / t->across * t->others;
}

bool tableview_log_beside(struct area in)
{
    return in.columns >= LOG_BESIDE;
}

static int log_columns(struct area in)
{
    int columns = in.columns - TABLE_COLUMNS;
    return columns < LOG_COLUMNS ? LOG_COLUMNS : columns > LOG_MOST ? LOG_MOST : columns;
}

static struct area without_log(struct area in)
{
    if (tableview_log_beside(in))
        in.columns -= log_columns(in) + 1;
    else
        in.rows -= LOG_ROWS;
    return in;
}

void tableview_fit(struct tableview *t, const struct scene *s, struct area in)
{
    struct area table = without_log(in);
    arrange(t, s, in, table.columns, table.rows);
}

struct area tableview_draw(struct tableview *t, const struct scene *s, struct area in)
{
    bool beside = tableview_log_beside(in);
    struct area table = without_log(in);
    int wide = log_columns(in);
    struct area log = {in.row, in.column + in.columns - wide, in.rows, wide};
    tableview_fit(t, s, in);
    t->spots = 0;
    int others = draw_others(t, table, s);
    int spare = beside ? in.rows - others - t->middle - t->own : 0;
    spare = spare < 0 ? 0 : spare;
    int row = others + spare / 2;
    t->above = (struct area){in.row + others, in.column, spare / 2, table.columns};
    draw_middle(t, (struct area){in.row + row, in.column, t->middle, table.columns}, s);
    row += t->middle + spare - spare / 2;
    if (t->own)
        draw_seat(t, (struct area){in.row + row, in.column, t->own, table.columns}, s,
                  s->view->looks);
    row += t->own;
    if (!beside)
        log = (struct area){in.row + row, in.column, in.rows - row, in.columns};
    return log;
}

int tableview_find(const struct tableview *t, struct spot spot)
{
    for (int i = 0; i < t->spots; i++)
        if (t->spot[i].spot.zone == spot.zone && t->spot[i].spot.owner == spot.owner)
            return i;
    return -1;
}
