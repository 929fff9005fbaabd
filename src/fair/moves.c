/* Whether the cards and lots of a game are those of its proof. */
#include "fair/checking.h"

#include <stdlib.h>

/* The game as it is played again beside its proof. */
struct walk {
    const struct check *check;
    size_t *came;            /* the draw of each step, and 1; 0 where there was none */
    size_t next;             /* the shuffle that comes next, */
    size_t decision;         /* and the decision */
    size_t shuffle[PILES];   /* the last one of each pile, and 1 */
    struct pile left[PILES]; /* of it */
};

static bool same_cards(const struct pile *a, const struct pile *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

static const struct checked_draw *came_at(const struct walk *w, size_t step)
{
    return w->came[step] ? &w->check->draw[w->came[step] - 1] : NULL;
}

/* Puts every card and lot to its step. */
static bool lay_out(struct walk *w, size_t steps, struct error *e)
{
    for (size_t i = 0; i < w->check->draws; i++) {
        const struct checked_draw *d = &w->check->draw[i];
        e->line = d->line;
        if (d->step >= steps)
            return error_set(e,
                             "nothing came after %zu steps; expected fewer than %zu, which the "
                             "record has",
                             d->step, steps);
        if (came_at(w, d->step))
            return error_set(e,
                             "two cards came after %zu steps; expected the other one at line %d "
                             "only",
                             d->step, came_at(w, d->step)->line);
        w->came[d->step] = i + 1;
    }
    return true;
}

/* The shuffles that come before this step: of a pile that is drawn from now, with the cards that it
 * has, and none that still stood. */
static bool pass_shuffle(struct walk *w, const struct table *t, int source, struct error *e)
{
    const struct check *c = w->check;
    if (w->next == c->shuffles || c->shuffle[w->next].steps != t->steps)
        return true;
    const struct checked_shuffle *s = &c->shuffle[w->next++];
    const struct pile *pile = &game_look(t->state)->pile[s->pile];
    e->line = s->line;
    if (s->pile != source)
        return error_set(e,
                         "nothing comes from this pile after %zu steps; expected a shuffle of "
                         "the pile that is drawn from",
                         s->steps);
    if (!same_cards(pile, &s->cards))
        return error_set(e,
                         "these are not the cards that the pile has after %zu steps; expected "
                         "those that the rules leave in it",
                         s->steps);
    if (w->shuffle[source] && same_cards(&w->left[source], pile))
        return error_set(e,
                         "nothing is shuffled after %zu steps; expected the cards to come from "
                         "shuffle %llu, which still stands",
                         s->steps, (unsigned long long)c->shuffle[w->shuffle[source] - 1].number);
    w->shuffle[source] = w->next;
    w->left[source] = s->cards;
    return true;
}

/* Whether a decision of the moves is the one that the chain has for it. */
static bool pass_decision(struct walk *w, const struct table *t, struct step step, struct error *e)
{
    const struct check *c = w->check;
    char choice[ACTION_TEXT];
    if (!c->chained)
        return true;
    const struct checked_decision *d =
        w->decision < c->decisions ? &c->decision[w->decision++] : NULL;
    action_text(t->setup.game, step.what, choice);
    return (d && d->step == t->steps && d->seat == step.who &&
            (!d->choice[0] || strcmp(d->choice, choice) == 0)) ||
           error_set(e, "this is not what was decided; expected %c %s, as line %d has it",
                     d ? 'A' + d->seat : '-', d && d->choice[0] ? d->choice : "to decide",
                     d ? d->line : 1);
}

/* Whether what came at this step is what was drawn for it. */
static bool pass_draw(struct walk *w, const struct table *t, int source, struct step step,
                      struct error *e)
{
    const struct checked_draw *d = came_at(w, t->steps);
    struct turn turn = table_turn(t);
    if (!d || d->kind != step.kind || w->shuffle[source] != d->shuffle + 1 ||
        !same_cards(&w->left[source], &game_look(t->state)->pile[source]))
        return error_set(e,
                         "nothing was drawn for this; expected a line of the proof for what came "
                         "after %zu steps, of the last shuffle of its pile",
                         t->steps);
    if (step.kind == TURN_LOT) {
        if (d->may != turn.seats || d->seat != step.who)
            return error_set(e, "the lot fell on %c; expected %c, or other seats at line %d",
                             'A' + step.who, 'A' + d->seat, d->line);
        return true;
    }
    pile_take(&w->left[source], (int)step.what);
    if (d->card && d->card != (int)step.what)
        return error_set(e, "a %d came here; expected %d, the card that line %d opens",
                         (int)step.what, d->card, d->line);
    return true;
}

static bool walk_through(struct walk *w, const struct table *t, const int line[], struct error *e)
{
    struct table *again = table_new(&t->setup);
    bool fine = again || error_no_memory(e);
    for (size_t i = 0; fine && i < t->steps; i++) {
        struct step step = t->step[i];
        struct turn turn = table_turn(again);
        int source = turn.kind == TURN_DECK ? turn.from : PILE_DECK;
        bool chance = turn.kind == TURN_DECK || turn.kind == TURN_LOT;
        e->line = line[i];
        if (chance)
            fine = pass_shuffle(w, again, source, e);
        e->line = fine ? line[i] : e->line;
        if (fine && chance)
            fine = pass_draw(w, again, source, step, e);
        else if (fine && came_at(w, i))
            fine = error_set(e,
                             "no card and no lot came here; expected none for %zu steps at line "
                             "%d",
                             i, came_at(w, i)->line);
        else if (fine)
            fine = pass_decision(w, again, step, e);
        fine = fine && table_step(again, step, e);
    }
    table_free(again);
    return fine;
}

bool check_moves(const struct check *c, const struct table *t, const int line[], struct error *e)
{
    struct walk w = {.check = c, .came = calloc(t->steps + 1, sizeof *w.came)};
    bool fine = w.came || error_no_memory(e);
    fine = fine && lay_out(&w, t->steps, e) && walk_through(&w, t, line, e);
    free(w.came);
    if (fine && w.decision < c->decisions) {
        e->line = c->decision[w.decision].line;
        return error_set(e, "the moves have no such decision; expected none that they do not have");
    }
    if (!fine || w.next == c->shuffles)
        return fine;
    e->line = c->shuffle[w.next].line;
    return error_set(e, "nothing came of this shuffle; expected none that the moves do not need");
}
