#include "lab/hint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST = 40, /* rollouts of a decision */
    MOST = 1000,
    SHOWN = 6, /* decisions that are told of */
};

struct hint {
    struct knowledge *k;
    struct odds_limits limits;
    bool failed;
    action thumb; /* what the rule of thumb does, if the game has one */
    bool chips;
    char name[PLAYERS_MAX][NAME_ROOM];
    struct odds odds;
};

struct hint *hint_new(const struct table *t, int seat, int rollouts)
{
    struct hint *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    struct view v;
    table_view(t, seat, &v);
    int each = v.actions ? rollouts / v.actions : MOST, least = rollouts < LEAST ? rollouts : LEAST;
    h->limits = (struct odds_limits){.seed = 1,
                                     .iterations = each < least  ? least
                                                   : each > MOST ? MOST
                                                                 : each,
                                     .situations = (long)rollouts * 5 / 3};
    h->chips = v.chips;
    memcpy(h->name, t->name, sizeof h->name);
    if (v.game->hint && v.actions) {
        struct rng r = rng_seeded(h->limits.seed, t->steps);
        h->thumb = v.game->hint(&v, &r);
    }
    h->k = knowledge_of(t, seat);
    if (h->k)
        return h;
    hint_free(h);
    return NULL;
}

void hint_name(struct hint *h, int seat, const char *name)
{
    snprintf(h->name[seat], sizeof h->name[seat], "%.*s", text_fit(name, NAME_ROOM - 1), name);
}

void hint_free(struct hint *h)
{
    if (!h)
        return;
    knowledge_free(h->k);
    free(h);
}

void hint_find(struct hint *h, const atomic_bool *stop)
{
    h->limits.stop = stop;
    h->failed = !odds_find(h->k, &h->limits, &h->odds);
}

void hint_found(struct hint *h, const struct odds *o)
{
    h->failed = !o;
    if (o)
        h->odds = *o;
}

const struct odds *hint_odds(const struct hint *h)
{
    return h->failed ? NULL : &h->odds;
}

const struct game *hint_game(const struct hint *h)
{
    return knowledge_game(h->k);
}

bool hint_thumb(const struct hint *h, action *a)
{
    *a = h->thumb;
    return knowledge_game(h->k)->hint && h->odds.choices;
}

/* --- In words --------------------------------------------------------------------------------- */

void hint_words(const struct hint *h, const struct language *l, action a, struct text *out)
{
    struct names names;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        names.seat[seat] = h->name[seat];
    action_words(out, knowledge_game(h->k), a, knowledge_seat(h->k), &names, l);
}

static void add_cards(struct text *out, const struct hint *h, const struct language *l)
{
    const struct odds *o = &h->odds;
    double any = 0;
    for (int c = 1; c <= RANKS; c++)
        any += o->card[c];
    if (any <= 0)
        return;
    const char *label = language_text(l, "Next card");
    text_add(out, "%s", label);
    for (int c = 1; c <= RANKS; c++)
        text_add(out, "%5d", c);
    text_add(out, "\n%*s", text_columns(label, (int)strlen(label)), "");
    for (int c = 1; c <= RANKS; c++)
        text_add(out, "%4.0f%%", 100 * o->card[c]);
    text_add(out, "\n");
    if (o->stacked)
        text_add(out, language_text(l, "It makes a pair: %.0f%%\n"), 100 * o->pairing.mean);
}

static bool quits(const struct hint *h, const struct odds_choice *c)
{
    return knowledge_game(h->k)->verbs[action_verb(c->a)].quits;
}

/* How much worse a decision is than the one that is advised. One hand cannot say that it is good to
 * leave the whole game: whatever it shows, that comes last. */
static double drawback(const struct hint *h, const struct odds_choice *c)
{
    return quits(h, c) ? HUGE_VAL : c->loss.mean;
}

void hint_order(const struct hint *h, int place[ACTIONS_MAX])
{
    const struct odds *o = &h->odds;
    for (int i = 0; i < o->choices; i++) {
        int at = i;
        double worse = drawback(h, &o->choice[i]);
        for (; at > 0 && drawback(h, &o->choice[place[at - 1]]) > worse; at--)
            place[at] = place[at - 1];
        place[at] = i;
    }
}

/* The same; returns how many are shown. */
static int sort_choices(const struct hint *h, int place[ACTIONS_MAX])
{
    hint_order(h, place);
    return h->odds.choices < SHOWN ? h->odds.choices : SHOWN;
}

static bool low_is_good(const struct hint *h)
{
    return !h->chips && knowledge_game(h->k)->low_wins;
}

/* How much less a decision brings the seat itself than the one that is advised, counted as the
 * figures beside it are; below 0 if it brings more, and what the others gain speaks against it. */
static double behind(const struct hint *h, const struct odds_choice *c,
                     const struct odds_choice *best)
{
    double less = best->of[SCORE].mean - c->of[SCORE].mean;
    return low_is_good(h) ? -less : less;
}

/* Whether that is so in the figures that are shown, which have two decimals. */
static bool falls_behind(const struct hint *h, const struct odds_choice *c,
                         const struct odds_choice *best)
{
    return behind(h, c, best) >= 0.005;
}

static void add_choice(struct text *out, const struct hint *h, const struct language *l,
                       const struct odds_choice *c, const struct odds_choice *best, int width)
{
    struct text words = {0};
    hint_words(h, l, c->a, &words);
    text_add(out, "  %s%*s  %s", text_of(&words),
             width - text_columns(text_of(&words), (int)words.size), "",
             language_figure(l, "%+8.2f", c->of[SCORE].mean).text);
    if (h->odds.situations)
        text_add(out, "          ");
    else
        text_add(out, " +- %s", language_figure(l, "%-6.2f", c->of[SCORE].error).text);
    if (c == best)
        text_add(out, "   %s", language_text(l, "best"));
    else if (!quits(h, c) && falls_behind(h, c, best))
        text_add(out, language_text(l, "   %s worse"),
                 language_figure(l, "%.2f", behind(h, c, best)).text);
    text_add(out, "\n");
    out->failed |= words.failed;
    text_free(&words);
}

/* Why something that brings no less is not the best. */
static void add_others(struct text *out, const struct hint *h, const struct language *l,
                       const int place[], int shown)
{
    const struct odds *o = &h->odds;
    bool other = false;
    for (int i = 1; i < shown; i++)
        other = other || !falls_behind(h, &o->choice[place[i]], &o->choice[place[0]]);
    if (other)
        text_add(out, "%s\n",
                 language_text(l, "What the others gain counts too, and who wins the game."));
}

static void add_choices(struct text *out, const struct hint *h, const struct language *l)
{
    int place[ACTIONS_MAX], width = 0;
    const struct odds *o = &h->odds;
    int shown = sort_choices(h, place);
    for (int i = 0; i < shown; i++) {
        struct text words = {0};
        hint_words(h, l, o->choice[place[i]].a, &words);
        int size = text_columns(text_of(&words), (int)words.size);
        width = size > width ? size : width;
        text_free(&words);
    }
    text_add(out, "%s\n",
             h->chips ? language_text(l, "Chips you win on average to the end of the hand:")
                      : language_text(l, "Points you get on average to the end of the hand:"));
    for (int i = 0; i < shown; i++)
        add_choice(out, h, l, &o->choice[place[i]], &o->choice[place[0]], width);
    if (shown < o->choices)
        text_add(out, language_text(l, "  ... and %d more\n"), o->choices - shown);
    if (o->situations)
        text_add(out, "%s\n", language_text(l, "Exact, if all play their best."));
    else
        text_add(out, language_text(l, "From %d games played on after each decision.\n"),
                 h->odds.rollouts);
    add_others(out, h, l, place, shown);
}

/* What comes first in either form; false if there is nothing more to say. */
static bool add_thumb(struct text *out, const struct hint *h, const struct language *l)
{
    if (h->failed) {
        text_add(out, "%s\n", language_text(l, "Memory has run out; there is no advice."));
        return false;
    }
    if (knowledge_game(h->k)->hint && h->odds.choices) {
        struct text words = {0};
        hint_words(h, l, h->thumb, &words);
        text_add(out, language_text(l, "Rule of thumb: %s\n"), text_of(&words));
        out->failed |= words.failed;
        text_free(&words);
    }
    return true;
}

void hint_figures(const struct hint *h, const struct language *l, struct text *out)
{
    if (!add_thumb(out, h, l))
        return;
    add_cards(out, h, l);
    if (h->odds.choices)
        add_choices(out, h, l);
}

/* --- For everybody ---------------------------------------------------------------------------- */

/* Whether a decision is no worse than the best, as far as the rollouts can tell. */
static bool about_as_good(const struct odds_choice *c)
{
    enum { ERRORS = 2 };
    return c->loss.mean <= ERRORS * c->loss.error;
}

/* So much of what is counted here. */
static void add_amount(struct text *out, const struct hint *h, const struct language *l,
                       struct figure much)
{
    enum { SEVERAL = 2 };
    const struct names names = {.chips = h->chips, .counts = knowledge_game(h->k)->counts};
    text_add(out, "%s ", much.text);
    score_unit(out, SEVERAL, &names, l);
}

/* What a decision brings on average. */
static void add_outcome(struct text *out, const struct hint *h, const struct language *l,
                        double score)
{
    bool low = low_is_good(h);
    bool good = low ? score < 0 : score >= 0;
    const char *words = h->chips       ? good ? language_text(l, "wins %s on average")
                                              : language_text(l, "loses %s on average")
                              : good && !low ? language_text(l, "brings %s on average")
                        : good         ? language_text(l, "saves %s on average")
                                       : language_text(l, "costs %s on average");
    struct text much = {0};
    add_amount(&much, h, l, language_figure(l, "%.1f", fabs(score)));
    text_add(out, words, text_of(&much));
    out->failed |= much.failed;
    text_free(&much);
}

/* The decision that takes a card, where all others give in: the only one at risk of a pair. */
static bool takes_the_card(const struct odds *o, const struct odds_choice *c)
{
    int others = 0;
    for (int i = 0; i < o->choices; i++)
        others += !o->choice[i].folds;
    return o->stacked && !c->folds && others == 1 && o->choices > 1;
}

static void add_advised(struct text *out, const struct hint *h, const struct language *l,
                        const struct odds_choice *c)
{
    text_add(out, "  ");
    hint_words(h, l, c->a, out);
    text_add(out, ": ");
    if (takes_the_card(&h->odds, c))
        text_add(out, language_text(l, "%.0f%% risk of a pair, "), 100 * h->odds.pairing.mean);
    add_outcome(out, h, l, c->of[SCORE].mean);
    text_add(out, "\n");
}

/* A sentence about a decision. */
static void add_remark(struct text *out, const struct hint *h, const struct language *l,
                       action what, const char *sentence)
{
    struct text words = {0};
    hint_words(h, l, what, &words);
    text_add(out, sentence, text_of(&words));
    text_add(out, "\n");
    out->failed |= words.failed;
    text_free(&words);
}

/* Why the advice is not what one might expect from the lines above. */
static void add_reasons(struct text *out, const struct hint *h, const struct language *l,
                        const int place[], int shown)
{
    const struct odds *o = &h->odds;
    const struct odds_choice *best = &o->choice[place[0]];
    bool other = false;
    for (int i = 1; i < o->choices; i++) {
        const struct odds_choice *c = &o->choice[place[i]];
        other = other || (i < shown && behind(h, c, best) < 0);
        if (quits(h, c) && c->loss.mean < best->loss.mean)
            add_remark(out, h, l, c->a,
                       language_text(l, "%s: that ends the whole game for you, and one hand cannot "
                                        "say if it is good."));
        if (i < shown && c->a == h->thumb && knowledge_game(h->k)->hint)
            add_remark(
                out, h, l, c->a,
                about_as_good(c)
                    ? language_text(l, "The rule of thumb is %s, which is about as good.")
                    : language_text(l, "The rule of thumb is %s; played on, it comes out worse."));
    }
    if (other)
        text_add(out, "%s\n",
                 language_text(l, "What the others gain counts too, and who wins the game."));
}

void hint_text(const struct hint *h, const struct language *l, struct text *out)
{
    int place[ACTIONS_MAX];
    if (h->failed || !h->odds.choices) {
        add_thumb(out, h, l);
        return;
    }
    int shown = sort_choices(h, place);
    add_remark(out, h, l, h->odds.choice[place[0]].a, language_text(l, "Advice: %s"));
    for (int i = 0; i < shown; i++)
        add_advised(out, h, l, &h->odds.choice[place[i]]);
    if (shown < h->odds.choices)
        text_add(out, language_text(l, "  ... and %d more\n"), h->odds.choices - shown);
    add_reasons(out, h, l, place, shown);
}

/* --- In sentences ----------------------------------------------------------------------------- */

static void tell_cards(struct text *out, const struct odds *o, const struct language *l)
{
    const char *between = "";
    for (int c = 1; c <= RANKS; c++) {
        if (o->card[c] <= 0)
            continue;
        text_add(out, *between ? "%s" : "%s%s: ", between, language_text(l, "Next card"));
        text_add(out, language_text(l, "%d with %.0f%%"), c, 100 * o->card[c]);
        between = ", ";
    }
    if (*between)
        text_add(out, ".\n");
    if (*between && o->stacked)
        text_add(out, language_text(l, "It makes a pair: %.0f%%\n"), 100 * o->pairing.mean);
}

void hint_sentences(const struct hint *h, const struct language *l, struct text *out)
{
    int place[ACTIONS_MAX];
    const struct odds *o = &h->odds;
    if (!add_thumb(out, h, l))
        return;
    tell_cards(out, o, l);
    if (!o->choices)
        return;
    text_add(out, "%s\n",
             h->chips ? language_text(l, "Chips you win on average to the end of the hand:")
                      : language_text(l, "Points you get on average to the end of the hand:"));
    int shown = sort_choices(h, place);
    for (int i = 0; i < shown; i++) {
        const struct odds_choice *c = &o->choice[place[i]];
        hint_words(h, l, c->a, out);
        if (i == 0)
            text_add(out, language_text(l, ": %s, the best.\n"),
                     language_figure(l, "%+.2f", c->of[SCORE].mean).text);
        else if (quits(h, c) || !falls_behind(h, c, &o->choice[place[0]]))
            text_add(out, ": %s.\n", language_figure(l, "%+.2f", c->of[SCORE].mean).text);
        else
            text_add(out, language_text(l, ": %s, worse by %s.\n"),
                     language_figure(l, "%+.2f", c->of[SCORE].mean).text,
                     language_figure(l, "%.2f", behind(h, c, &o->choice[place[0]])).text);
    }
    add_others(out, h, l, place, shown);
}
