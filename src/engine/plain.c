#include "engine/plain.h"

#include "engine/game.h"

#include <string.h>

const char *const event_sentences[] = {
    [SILENT] = "",
    [TELL_HAND] = "Hand {number} begins.",
    [TELL_ROUND] = "Round {number} begins.",
    [TELL_SHUFFLE] = "The discards are shuffled into the deck.",
    [TELL_CHOICE] = "{seat} {choose/chooses}: {choice}.",
    [TELL_CHOSEN] = "{seat} {have/has} chosen.",
    [TELL_CHOSEN_EACH] = "{seats} {have/have} chosen.",
    [TELL_TURNED] = "{a cards} is turned up.",
    [TELL_TURNED_SEVERAL] = "{cards} are turned up.",
    [TELL_DEALT] = "{seat} {get/gets} {a cards}[, {seat} {a cards}].",
    [TELL_DEALT_EACH] = "{seats} {get/get} {cards} each.",
    [TELL_SHOWN] = "{seat} {show/shows} {a cards}[, {seat} {a cards}].",
    [TELL_FROM_POT] =
        "{other} {take/takes} {number} {chip|chips} from the pot[, {other} {number}].",
    [TELL_TO_POT] = "{seat} {pay/pays} {number} {chip|chips} into the pot[, {seat} {number}].",
    [TELL_TO_POT_EACH] = "{seats} {pay/pay} {number} {chip|chips} each into the pot.",
    [TELL_PAID] = "{seat} {pay/pays} {number} {chip|chips} to {other|you}[, {seat} {number} to "
                  "{other|you}].",
    [TELL_POINTS] = "{seat} {score/scores} {number} {point|points}[, {seat} {number}].",
    [TELL_OUT] = "{seat} {are/is} out.",
    [TELL_TOTAL] = "{counts}: {seat|You} {score}[, {seat|you} {score}].",
    [TELL_OVER] = "The game is over.",
    [TELL_POT] = "the pot",
    [TELL_CARD] = "a card",
    [TELL_CARDS] = "cards",
    [TELL_CHIPS] = "chip|chips",
    [TELL_POINTS_UNIT] = "point|points",
    [TELL_ALL] = "All",
    [TELL_OTHERS] = "The others",
    [TELL_AND] = " and ",
    [TELL_OR] = " or ",
    [TELL_YOU] = "You|you|you",
    [TELL_OF] = "'s",
    [TELL_A] = "a|an",
    [TELL_TO_PAIR] = "to pair",
    [TELL_TO_BUST] = "to bust",
    NULL,
};

/* Whole hands of more cards are told in a line each. */
enum { LISTED_CARDS = 4 };

static enum plain plain(const struct game *game, const struct event *e)
{
    switch ((enum event_kind)e->kind) {
    case EVENT_HAND:
        return game->rounds ? TELL_ROUND : TELL_HAND;
    case EVENT_SHUFFLE:
        return TELL_SHUFFLE;
    case EVENT_DECIDE:
        return e->seen ? TELL_CHOICE : TELL_CHOSEN;
    case EVENT_MOVE:
        if (e->from.zone != ZONE_DECK || e->to.zone == ZONE_DISCARDS)
            return SILENT;
        if (e->to.owner != NOBODY)
            return TELL_DEALT;
        return e->count == 1 ? TELL_TURNED : TELL_TURNED_SEVERAL;
    case EVENT_SHOW:
        return TELL_SHOWN;
    case EVENT_PAY:
        return e->seat == NOBODY ? TELL_FROM_POT : e->other == NOBODY ? TELL_TO_POT : TELL_PAID;
    case EVENT_POINTS:
        return TELL_POINTS;
    case EVENT_OUT:
        return TELL_OUT;
    case EVENT_TOTAL:
        return TELL_TOTAL;
    case EVENT_OVER:
        return TELL_OVER;
    case EVENT_GATHER:
    case EVENT_NOTE:
        break;
    }
    return SILENT;
}

/* Whether what follows tells of every secret decision. Which one it was is not asked: that is the
 * secret. */
static bool secrets_follow(const struct game *game)
{
    for (const struct verb *v = game->verbs; v->word; v++)
        if (v->secret && !v->follows)
            return false;
    return true;
}

/* How to say it of several seats of which all else is the same; SILENT: there is no such way. Faces
 * that can be seen are told one by one. */
static enum plain plain_each(const struct game *game, const struct event *e)
{
    switch (plain(game, e)) {
    case TELL_CHOSEN:
        return secrets_follow(game) ? SILENT : TELL_CHOSEN_EACH;
    case TELL_DEALT:
        return e->seen ? SILENT : TELL_DEALT_EACH;
    case TELL_TO_POT:
        return TELL_TO_POT_EACH;
    default:
        return SILENT;
    }
}

const char *sentence_of(const struct game *game, const struct event *e)
{
    if (e->say)
        return game->sentences[e->say];
    enum plain told = plain(game, e);
    if (told == TELL_CHOSEN && secrets_follow(game))
        told = SILENT;
    const char *own = told == TELL_CHOICE ? game->verbs[action_verb(e->choice)].tells : NULL;
    return own ? own : event_sentences[told];
}

const char *sentence_each(const struct game *game, const struct event e[], int count)
{
    for (int i = 1; i < count; i++)
        if (e[i].number != e->number || e[i].count != e->count || e->say)
            return "";
    return event_sentences[count > 1 ? plain_each(game, e) : SILENT];
}

/* Whether the second is the card that the decision of the first brought, and its verb says how to
 * go on with it. */
static bool draws(const struct game *game, const struct event e[2])
{
    return e->kind == EVENT_DECIDE && e->seen && strchr(sentence_of(game, e), '[') &&
           e[1].kind == EVENT_MOVE && !e[1].say && plain(game, &e[1]) == TELL_DEALT &&
           e[1].seat == e->seat;
}

bool event_joins_sentence(const struct game *game, const struct event *a, const struct event *b,
                          int looks)
{
    const struct event e[] = {event_redact(a, looks), event_redact(b, looks)};
    if (draws(game, e))
        return true;
    if (e->kind != e[1].kind || e->say != e[1].say || e->seen != e[1].seen)
        return false;
    if (e->kind == EVENT_DECIDE && e->seen)
        return false;
    bool same_seat = e->seat == e[1].seat && e->other == e[1].other;
    bool same_zones = e->from.zone == e[1].from.zone && e->to.zone == e[1].to.zone;
    if (!e->say && (same_seat || !same_zones))
        return false;
    bool lists = cards_size(e->cards) <= LISTED_CARDS && cards_size(e[1].cards) <= LISTED_CARDS &&
                 strchr(sentence_of(game, e), '[');
    return lists || *sentence_each(game, e, 2);
}
