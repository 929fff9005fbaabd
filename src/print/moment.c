/* A moment of a game's lesson (engine/lesson.h), with its cards: what one sees, and what one
 * thinks. */
#include "print/inside.h"

#include "engine/lesson.h"
#include "engine/table.h"

#include <stdio.h>
#include <stdlib.h>

/* Whether an option says how long a game is or who begins, rather than how it is played. */
static bool is_length(const struct option *o)
{
    return o->type == OPTION_SEAT || o->role == ROLE_TARGET || o->role == ROLE_HANDS ||
           o->role == ROLE_GAMES || o->role == ROLE_CHIPS;
}

/* Whether a lesson's game is played as the setup says, apart from its length. */
static bool is_same_game(const struct setup *lesson, const struct setup *u)
{
    int players = u->players ? u->players : lesson->players;
    for (int i = 0; u->game->options[i].key; i++) {
        int32_t value = u->given >> i & 1 ? u->option[i] : option_standard(u->game, i, players);
        if (!is_length(&u->game->options[i]) && value != lesson->option[i])
            return false;
    }
    return !u->deck;
}

static int faces_seen(const struct view *v)
{
    int seen = 0;
    for (int i = 0; i < v->cards; i++)
        seen += v->card[i] != 0;
    return seen;
}

/* The learner's decision at which the most cards are to be seen in the first hand; the table as it
 * is before it, and what is said of it. NULL if nothing is. */
static struct table *find_moment(const struct lesson *l, const struct language *language,
                                 struct view *v, struct text *says)
{
    const struct table *all = lesson_table(l);
    struct table *best = NULL;
    int most = 0;
    for (size_t i = 0; i < all->steps; i++) {
        struct text words = {0};
        if (all->step[i].kind != TURN_SEATS || all->step[i].who != LEARNER ||
            !lesson_says(l, i, language, &words))
            continue;
        struct table *t = table_before(all, i);
        table_view(t, LEARNER, v);
        if (v->hand <= 1 && faces_seen(v) > most) {
            struct table *old = best;
            most = faces_seen(v);
            best = t;
            t = old;
            text_clear(says);
            text_words(says, text_of(&words));
        }
        if (t)
            table_free(t);
        text_free(&words);
    }
    if (best)
        table_view(best, LEARNER, v);
    return best;
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static const double card = 10, apart = 0.8, between = 4, inset = 2.5;

struct cells {
    struct flow *f;
    const struct table *table;
    const struct view *view;
    double top;       /* of the box */
    double x, y, row; /* where the next one stands, and how high its row is */
};

static void add_label(struct text *out, const struct cells *c, const struct zone *z)
{
    const struct language *l = c->f->paper->language;
    if (z->owner < PLAYERS_MAX)
        text_add(out, "%s · ", table_seat_name(c->table, z->owner));
    text_add(out, "%s", language_text(l, game_zone_name(c->view->game, z->zone)));
}

/* Cards side by side, or over each other where they are many or their faces are not seen. */
static double step_of(const struct zone *z, double room)
{
    double step = z->known ? card + apart : card / 4;
    return z->count > 1 && z->count * step > room ? (room - card) / (z->count - 1) : step;
}

/* The cards that lie together, under whose they are; in the next row where this one is full. */
static void put_zone(struct cells *c, const struct zone *z, double wide)
{
    struct paper *p = c->f->paper;
    struct style s = {.size = c->f->size * 0.8, .weight = SEMIBOLD, .colour = 0xffffff};
    struct text label = {0};
    add_label(&label, c, z);
    PangoLayout *words = words_set(p, text_of(&label), &s, 0);
    double step = step_of(z, wide), above = words_high(words) + 0.4;
    double need = MAX(words_wide(words), (z->count - 1) * step + card);
    if (c->x > 0 && c->x + need > wide) {
        c->x = 0;
        c->y += c->row + 1.5;
    }
    double x = flow_left(c->f) + inset + c->x, y = c->top + c->y;
    if (c->f->draws) {
        words_show(p, text_of(&label), &s, x, y, 0);
        for (int i = 0; i < z->count; i++)
            art_card(p, c->view->card[z->first + i], x + i * step, y + above, card);
    }
    c->x += need + between;
    c->row = above + card * card_high / card_wide;
    g_object_unref(words);
    text_free(&label);
}

/* All zones that have cards; returns how high they are. */
static double put_zones(struct flow *f, const struct table *t, const struct view *v, double top)
{
    struct cells c = {.f = f, .table = t, .view = v, .top = top, .y = inset};
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].count)
            put_zone(&c, &v->zone[i], f->wide - 2 * inset);
    return c.y + c.row + inset;
}

void moment_show(struct flow *f, const struct setup *u)
{
    struct error e = {0};
    struct text says = {0};
    struct view *v = malloc(sizeof *v);
    struct lesson *l = v ? lesson_of(u->game, &e) : NULL;
    struct table *t = l && is_same_game(&lesson_table(l)->setup, u)
                          ? find_moment(l, f->paper->language, v, &says)
                          : NULL;
    if (t) {
        struct flow measured = *f;
        measured.draws = false;
        double high = put_zones(&measured, t, v, 0);
        flow_heading(f, language_text(f->paper->language, "AT THE TABLE"));
        double top = flow_room(f, high);
        if (f->draws)
            paper_box(f->paper, flow_left(f), top, f->wide, high, 1.5, f->accent);
        put_zones(f, t, v, top);
        flow_paragraph(f, text_of(&says));
        table_free(t);
    }
    text_free(&says);
    if (l)
        lesson_free(l);
    free(v);
}
