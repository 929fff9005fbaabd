#include "tui/ending.h"

#include "cli/lang.h"
#include "cli/words.h"
#include "engine/game.h"

#include <stdio.h>
#include <string.h>

void ending_title(struct ending *e, const struct game *game)
{
    int hand = e->settled.hand;
    if (game->rounds)
        snprintf(e->title, sizeof e->title, hand ? _("Round %d is over") : _("The round is over"),
                 hand);
    else
        snprintf(e->title, sizeof e->title, hand ? _("Hand %d is over") : _("The hand is over"),
                 hand);
}

struct area ending_draw(struct stage *s, struct ending *e, const struct result *result)
{
    struct telling telling = stage_telling(s);
    struct area all = {1, 0, screen_rows() - 2, screen_columns()};
    struct area line = {screen_rows() - 2, 1, 1, screen_columns() - 2};
    char words[128];
    snprintf(words, sizeof words, _("%s; Escape shows what it brought"), e->title);
    stage_draw(s, NULL, e->aside ? words : "");
    return e->aside ? line
                    : settlement_draw(all, &e->settled, &telling, e->title, result, &e->scrolled);
}

bool ending_key(struct ending *e, const struct key *k)
{
    switch (k->press) {
    case PRESS_ESCAPE:
        e->aside = !e->aside;
        return true;
    case PRESS_UP:
    case PRESS_WHEEL_UP:
        e->scrolled += !e->aside;
        return !e->aside;
    case PRESS_DOWN:
    case PRESS_WHEEL_DOWN:
        e->scrolled -= !e->aside && e->scrolled > 0;
        return !e->aside;
    default:
        return false;
    }
}

void ending_draw_wishes(const struct ending *e, struct area in)
{
    int column = 0;
    for (int i = 0; i < e->wishes; i++) {
        bool chosen = i == e->chosen;
        int end = screen_print(in, 0, column, chosen ? STYLE_CHOSEN : STYLE_BUTTON,
                               chosen ? "<%d %s>" : "[%d %s]", i + 1, _(e->wish[i]));
        screen_button((struct area){in.row, in.column + column, 1, end - column},
                      BUTTON_CHOICE + i);
        column = end + 2;
    }
}

int ending_wish(struct ending *e, const struct key *k)
{
    int digit = k->press == PRESS_CHARACTER ? k->character - '1' : -1;
    bool left = k->press == PRESS_LEFT || k->press == PRESS_BACKTAB;
    bool right = k->press == PRESS_RIGHT || k->press == PRESS_TAB;
    if (left || right)
        e->chosen = (e->chosen + (right ? 1 : e->wishes - 1)) % e->wishes;
    if (k->press == PRESS_ENTER)
        return e->chosen;
    if (k->press == PRESS_CLICK && (k->button & BUTTON_PART) == BUTTON_CHOICE)
        return k->button & ~BUTTON_PART;
    return digit < e->wishes ? digit : -1;
}

/* Seats by name, the one who looks first: "You, Badger and Otter". */
static void list_names(struct text *out, const struct stage *s, seats named, seats you)
{
    if (you)
        text_words(out, _("You"));
    for (seats left = (seats)(named & ~you); left; left = seats_rest(left)) {
        bool last = !(left & (left - 1));
        text_words(out, !out->size ? "" : last ? language_text(lang(), " and ") : ", ");
        text_words(out, words_name(&s->names, seats_first(left)));
    }
}

/* Who has won or lost, where it is not everybody. */
static void name_result(const struct stage *s, struct result *r, seats named)
{
    const struct view *v = &s->view;
    static const char *const words[][2] = {{N_("%.200s loses."), N_("%.200s wins.")},
                                           {N_("%.200s lose."), N_("%.200s win.")},
                                           {N_("You lose."), N_("You win!")},
                                           {N_("%.200s lose this one."), N_("%.200s win!")}};
    seats you = (seats)(v->looks < PLAYERS_MAX ? named & 1U << v->looks : 0);
    int several = !!(named & (named - 1)), row = (you ? 2 : 0) + several;
    struct text names = {0};
    list_names(&names, s, named, you);
    snprintf(r->words, sizeof r->words, _(words[row][!!v->winners]), text_of(&names));
    text_clean(r->words); /* the last name may be cut */
    text_free(&names);
}

void ending_result(const struct stage *s, struct result *r)
{
    const struct view *v = &s->view;
    seats all = (seats)((1U << v->players) - 1), named = v->winners ? v->winners : v->losers;
    *r = (struct result){.winners = v->winners, .losers = v->losers};
    if (named == all)
        snprintf(r->words, sizeof r->words, "%s",
                 v->winners ? _("All win together.") : _("All lose together."));
    else if (named)
        name_result(s, r, named);
}

void ending_find(const struct stage *stage, struct settlement *s)
{
    const struct view *v = &stage->view;
    if (settlement_find(s, stage->past))
        return;
    size_t from = stage->past->fresh, to = stage->past->size;
    *s = (struct settlement){
        .players = v->players, .begin = from, .from = from, .to = to, .end = to};
    memcpy(s->total, v->score, sizeof s->total);
}
