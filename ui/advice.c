#include "ui/advice.h"

#include "lab/odds.h"
#include "ui/columns.h"
#include "ui/lang.h"
#include "ui/thread.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    ROLLOUTS = 12000, /* in all, shared by the decisions */
    LEAST = 40,       /* rollouts of a decision */
    MOST = 1000,
    SITUATIONS = 20000,
    SHOWN = 6, /* decisions that are told of */
};

/* Belongs to the thread and to whoever asked; the last one to let go frees it. */
struct advice {
    atomic_int owners;
    atomic_bool ready;
    int fd;
    struct knowledge *k;
    struct odds_limits limits;
    bool failed;
    action thumb; /* what the rule of thumb does, if the game has one */
    bool chips;
    char name[PLAYERS_MAX][NAME_ROOM];
    struct odds odds;
};

static void let_go(struct advice *a)
{
    if (atomic_fetch_sub(&a->owners, 1) > 1)
        return;
    knowledge_free(a->k);
    close(a->fd);
    free(a);
}

static void *think(void *context)
{
    struct advice *a = context;
    a->failed = !odds_find(a->k, &a->limits, &a->odds);
    atomic_store(&a->ready, true);
    eventfd_write(a->fd, 1);
    let_go(a);
    return NULL;
}

/* Starts the thread, which leaves all signals to the others. */
static bool begin(struct advice *a)
{
    pthread_t thread;
    bool fine = thread_start(&thread, think, a);
    if (fine)
        pthread_detach(thread);
    return fine;
}

struct advice *advice_start(const struct table *t, int seat)
{
    return advice_quick(t, seat, ROLLOUTS);
}

struct advice *advice_quick(const struct table *t, int seat, int rollouts)
{
    struct advice *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    struct view v;
    table_view(t, seat, &v);
    int each = v.actions ? rollouts / v.actions : MOST;
    a->limits = (struct odds_limits){.seed = 1,
                                     .iterations = each < LEAST  ? LEAST
                                                   : each > MOST ? MOST
                                                                 : each,
                                     .situations = SITUATIONS};
    a->chips = v.chips;
    memcpy(a->name, t->name, sizeof a->name);
    if (v.game->hint && v.actions) {
        struct rng r = rng_seeded(a->limits.seed, t->steps);
        a->thumb = v.game->hint(&v, &r);
    }
    a->k = knowledge_of(t, seat);
    a->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_store(&a->owners, 2);
    if (a->k && a->fd >= 0 && begin(a))
        return a;
    atomic_store(&a->owners, 1);
    let_go(a);
    return NULL;
}

void advice_free(struct advice *a)
{
    if (a)
        let_go(a);
}

bool advice_ready(const struct advice *a)
{
    return atomic_load(&a->ready);
}

int advice_fd(const struct advice *a)
{
    return a->fd;
}

/* --- In words --------------------------------------------------------------------------------- */

static void add_action(struct text *out, const struct advice *a, action what)
{
    struct names names;
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        names.seat[seat] = a->name[seat];
    action_words(out, knowledge_game(a->k), what, &names, lang());
}

static void add_cards(struct text *out, const struct advice *a)
{
    const struct odds *o = &a->odds;
    double any = 0;
    for (int c = 1; c <= RANKS; c++)
        any += o->card[c];
    if (any <= 0)
        return;
    const char *label = _("Next card");
    text_add(out, "%s", label);
    for (int c = 1; c <= RANKS; c++)
        text_add(out, "%5d", c);
    text_add(out, "\n%*s", text_columns(label, (int)strlen(label)), "");
    for (int c = 1; c <= RANKS; c++)
        text_add(out, "%4.0f%%", 100 * o->card[c]);
    text_add(out, "\n");
    if (o->stacked)
        text_add(out, _("It makes a pair: %.0f%%\n"), 100 * o->pairing);
}

static bool quits(const struct advice *a, const struct odds_choice *c)
{
    return knowledge_game(a->k)->verbs[action_verb(c->a)].quits;
}

/* How much worse a decision is than the one that is advised. One hand cannot say that it is good to
 * leave the whole game: whatever it shows, that comes last. */
static double drawback(const struct advice *a, const struct odds_choice *c)
{
    return quits(a, c) ? HUGE_VAL : c->loss.mean;
}

/* The places of the decisions, the best first: that one is advised. Returns how many are shown. */
static int sort_choices(const struct advice *a, int place[ACTIONS_MAX])
{
    const struct odds *o = &a->odds;
    for (int i = 0; i < o->choices; i++) {
        int at = i;
        double worse = drawback(a, &o->choice[i]);
        for (; at > 0 && drawback(a, &o->choice[place[at - 1]]) > worse; at--)
            place[at] = place[at - 1];
        place[at] = i;
    }
    return o->choices < SHOWN ? o->choices : SHOWN;
}

static void add_choice(struct text *out, const struct advice *a, const struct odds_choice *c,
                       const struct odds_choice *best, int width)
{
    struct text words = {0};
    add_action(&words, a, c->a);
    text_add(out, "  %s%*s  %s", text_of(&words),
             width - text_columns(text_of(&words), (int)words.size), "",
             language_figure(lang(), "%+8.2f", c->of[SCORE].mean).text);
    if (a->odds.situations)
        text_add(out, "          ");
    else
        text_add(out, " +- %s", language_figure(lang(), "%-6.2f", c->of[SCORE].error).text);
    if (c == best)
        text_add(out, "   %s", _("best"));
    else if (!quits(a, c))
        text_add(out, _("   %s worse"),
                 language_figure(lang(), "%.2f", c->loss.mean - best->loss.mean).text);
    text_add(out, "\n");
    out->failed |= words.failed;
    text_free(&words);
}

static void add_choices(struct text *out, const struct advice *a)
{
    int place[ACTIONS_MAX], width = 0;
    const struct odds *o = &a->odds;
    int shown = sort_choices(a, place);
    for (int i = 0; i < shown; i++) {
        struct text words = {0};
        add_action(&words, a, o->choice[place[i]].a);
        int size = text_columns(text_of(&words), (int)words.size);
        width = size > width ? size : width;
        text_free(&words);
    }
    text_add(out, "%s\n",
             a->chips ? _("Chips you win on average to the end of the hand:")
                      : _("Points you get on average to the end of the hand:"));
    for (int i = 0; i < shown; i++)
        add_choice(out, a, &o->choice[place[i]], &o->choice[place[0]], width);
    if (shown < o->choices)
        text_add(out, _("  ... and %d more\n"), o->choices - shown);
    if (o->situations)
        text_add(out, "%s\n", _("Exact, if all play their best."));
    else
        text_add(out, _("From %d games played on after each decision.\n"), a->limits.iterations);
    if (o->choices > 1)
        text_add(out, "%s\n", _("Worse: with what the others gain, and who wins the game."));
}

/* What comes first in either form; false if there is nothing more to say. */
static bool add_thumb(struct text *out, const struct advice *a)
{
    if (a->failed) {
        text_add(out, "%s\n", _("Memory has run out; there is no advice."));
        return false;
    }
    if (knowledge_game(a->k)->hint && a->odds.choices) {
        struct text words = {0};
        add_action(&words, a, a->thumb);
        text_add(out, _("Rule of thumb: %s\n"), text_of(&words));
        out->failed |= words.failed;
        text_free(&words);
    }
    return true;
}

void advice_figures(const struct advice *a, struct text *out)
{
    if (!add_thumb(out, a))
        return;
    add_cards(out, a);
    if (a->odds.choices)
        add_choices(out, a);
}

/* --- For everybody ---------------------------------------------------------------------------- */

/* Whether a decision is no worse than the best, as far as the rollouts can tell. */
static bool about_as_good(const struct odds_choice *c)
{
    enum { ERRORS = 2 };
    return c->loss.mean <= ERRORS * c->loss.error;
}

/* What a decision brings on average. */
static void add_outcome(struct text *out, const struct advice *a, double score)
{
    bool low = !a->chips && knowledge_game(a->k)->low_wins;
    bool good = low ? score < 0 : score >= 0;
    const char *words = a->chips       ? good ? _("wins %s on average") : _("loses %s on average")
                              : good && !low ? _("brings %s on average")
                        : good         ? _("saves %s on average")
                                       : _("costs %s on average");
    text_add(out, words, language_figure(lang(), "%.1f", score < 0 ? -score : score).text);
}

/* The decision that takes a card, where all others give in: the only one at risk of a pair. */
static bool takes_the_card(const struct odds *o, const struct odds_choice *c)
{
    int others = 0;
    for (int i = 0; i < o->choices; i++)
        others += !o->choice[i].folds;
    return o->stacked && !c->folds && others == 1 && o->choices > 1;
}

static void add_advised(struct text *out, const struct advice *a, const struct odds_choice *c)
{
    text_add(out, "  ");
    add_action(out, a, c->a);
    text_add(out, ": ");
    if (takes_the_card(&a->odds, c))
        text_add(out, _("%.0f%% risk of a pair, "), 100 * a->odds.pairing);
    add_outcome(out, a, c->of[SCORE].mean);
    text_add(out, "\n");
}

/* A sentence about a decision. */
static void add_remark(struct text *out, const struct advice *a, action what, const char *sentence)
{
    struct text words = {0};
    add_action(&words, a, what);
    text_add(out, sentence, text_of(&words));
    text_add(out, "\n");
    out->failed |= words.failed;
    text_free(&words);
}

/* Why the advice is not what one might expect from the lines above. */
static void add_reasons(struct text *out, const struct advice *a, const int place[], int shown)
{
    const struct odds *o = &a->odds;
    const struct odds_choice *best = &o->choice[place[0]];
    bool low = !a->chips && knowledge_game(a->k)->low_wins, other = false;
    for (int i = 1; i < o->choices; i++) {
        const struct odds_choice *c = &o->choice[place[i]];
        double more = c->of[SCORE].mean - best->of[SCORE].mean;
        other = other || (i < shown && (low ? -more : more) > 0);
        if (quits(a, c) && c->loss.mean < best->loss.mean)
            add_remark(out, a, c->a,
                       _("%s ends the whole game for you; one hand cannot say if that is good."));
        if (i < shown && c->a == a->thumb && knowledge_game(a->k)->hint)
            add_remark(out, a, c->a,
                       about_as_good(c)
                           ? _("The rule of thumb is %s, which is about as good.")
                           : _("The rule of thumb is %s; played on, it comes out worse."));
    }
    if (other)
        text_add(out, "%s\n", _("What the others gain counts too, and who wins the game."));
}

void advice_text(const struct advice *a, struct text *out)
{
    int place[ACTIONS_MAX];
    if (a->failed || !a->odds.choices) {
        add_thumb(out, a);
        return;
    }
    int shown = sort_choices(a, place);
    add_remark(out, a, a->odds.choice[place[0]].a, _("Advice: %s"));
    for (int i = 0; i < shown; i++)
        add_advised(out, a, &a->odds.choice[place[i]]);
    if (shown < a->odds.choices)
        text_add(out, _("  ... and %d more\n"), a->odds.choices - shown);
    add_reasons(out, a, place, shown);
}

/* --- In sentences ----------------------------------------------------------------------------- */

static void tell_cards(struct text *out, const struct odds *o)
{
    const char *between = "";
    for (int c = 1; c <= RANKS; c++) {
        if (o->card[c] <= 0)
            continue;
        text_add(out, *between ? "%s" : "%s%s: ", between, _("Next card"));
        text_add(out, _("%d with %.0f%%"), c, 100 * o->card[c]);
        between = ", ";
    }
    if (*between)
        text_add(out, ".\n");
    if (*between && o->stacked)
        text_add(out, _("It makes a pair: %.0f%%\n"), 100 * o->pairing);
}

void advice_sentences(const struct advice *a, struct text *out)
{
    int place[ACTIONS_MAX];
    const struct odds *o = &a->odds;
    if (!add_thumb(out, a))
        return;
    tell_cards(out, o);
    if (!o->choices)
        return;
    text_add(out, "%s\n",
             a->chips ? _("Chips you win on average to the end of the hand:")
                      : _("Points you get on average to the end of the hand:"));
    int shown = sort_choices(a, place);
    for (int i = 0; i < shown; i++) {
        const struct odds_choice *c = &o->choice[place[i]];
        add_action(out, a, c->a);
        if (i == 0)
            text_add(out, _(": %s, the best.\n"),
                     language_figure(lang(), "%+.2f", c->of[SCORE].mean).text);
        else if (quits(a, c))
            text_add(out, ": %s.\n", language_figure(lang(), "%+.2f", c->of[SCORE].mean).text);
        else
            text_add(
                out, _(": %s, worse by %s.\n"),
                language_figure(lang(), "%+.2f", c->of[SCORE].mean).text,
                language_figure(lang(), "%.2f", c->loss.mean - o->choice[place[0]].loss.mean).text);
    }
}
