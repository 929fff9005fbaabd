#include "cli/equilibrium.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "engine/spelling.h"
#include "lab/cfr.h"
#include "lab/portrait.h"
#include "lab/response.h"
#include "wire/json.h"
#include "wire/tablejson.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_HANDS = 1000000,
    MOST_HANDS = 1000000000,
    USUAL_CHECKS = 400,
    MOST_SECONDS = 86400,
    SHOWN_HANDS = 5000, /* that the strategy plays with itself to be shown */
    AT_ONCE = 1000,     /* hands between two looks at the clock */
    HISTORIES = 300000, /* a hand with about as many is enumerated */
    MOST_HISTORIES = 10 * HISTORIES,
    IMAGINED = 150, /* see struct local_response */
    TRIALS = 30,
    FIRST_HANDS = 12, /* rows of first decisions, */
    FIRST_WAYS = 4,   /* and decisions in one */
};

/* What was asked for. */
struct wish {
    struct setup setup;
    long hands, seconds, checks;
    double share;
    const char *save, *load; /* NULL: not wanted */
    uint64_t seed;
};

/* What came out. */
struct finding {
    struct strategy *strategy;
    bool exact;             /* the gain is that of the best response */
    struct local_gain gain; /* over both seats */
    struct portrait portrait;
};

/* --- Words ------------------------------------------------------------------------------------ */

/* A count that may be given; false with a message if it is none. */
static bool read_count(const struct args *a, const char *name, long most, long *n, struct error *e)
{
    const char *value = args_setting(a, name);
    return !value || args_count(value, most, n) ||
           error_set(e, "--%s cannot be '%.40s'; expected 1 to %d", name, value, (int)most);
}

static bool read_share(const char *value, double *share, struct error *e)
{
    char *end;
    if (!value)
        return true;
    *share = strtod(value, &end);
    if (end == value || *end || !(*share >= 0 && *share < 1))
        return error_set(e, "--share cannot be '%.40s'; expected 0 to less than 1", value);
    return true;
}

static bool read_wish(struct wish *w, const struct args *a, struct error *e)
{
    *w = (struct wish){.checks = USUAL_CHECKS,
                       .share = 1e-5,
                       .seed = args_seed(a),
                       .save = args_setting(a, "save"),
                       .load = args_setting(a, "load")};
    if (a->words > 1)
        return error_set(e, "'%.40s' is one word too many; expected a file for carousel only",
                         a->word[1]);
    if (a->decks)
        return error_set(e, "--decks is for rocket; leave it out");
    if (!args_setup(a, a->word[0], &w->setup, e))
        return false;
    if (w->setup.players != 2 || w->setup.game->kind == COOPERATIVE)
        return error_set(e, "an equilibrium is computed for two players against each other; "
                            "expected -n 2 and a game that is not cooperative");
    if (!read_count(a, "iterations", MOST_HANDS, &w->hands, e) ||
        !read_count(a, "time", MOST_SECONDS, &w->seconds, e) ||
        !read_count(a, "check", MOST_HANDS, &w->checks, e) ||
        !read_share(args_setting(a, "share"), &w->share, e))
        return false;
    if (!w->hands)
        w->hands = w->seconds ? MOST_HANDS : USUAL_HANDS;
    return true;
}

/* --- Work ------------------------------------------------------------------------------------- */

/* Until there were enough hands, the time is over or somebody stops it. */
static bool train(struct cfr *c, const struct wish *w, const atomic_bool *stop)
{
    struct progress p;
    double begun = clock_seconds();
    bool fine = true;
    progress_begin(&p, w->seconds ? 1000 * w->seconds : w->hands);
    while (fine && cfr_hands(c) < w->hands && !atomic_load(stop)) {
        double passed = clock_seconds() - begun;
        long left = w->hands - cfr_hands(c);
        if (w->seconds && passed >= (double)w->seconds)
            break;
        progress_show(&p, w->seconds ? (long)(1000 * passed) : cfr_hands(c));
        fine = cfr_train(c, left < AT_ONCE ? left : AT_ONCE, stop);
    }
    progress_end(&p);
    return fine;
}

static struct strategy *learn(const struct wish *w, const atomic_bool *stop, struct error *e)
{
    double ways = cfr_ways(&w->setup);
    enum grain grain = ways > 0 && ways <= HISTORIES ? GRAIN_EXACT : GRAIN_COARSE;
    struct strategy *s = NULL;
    struct cfr *c = cfr_new(&w->setup, grain, w->seed, e);
    if (!c)
        return NULL;
    if (!train(c, w, stop) || !(s = cfr_strategy(c, grain == GRAIN_EXACT ? 0 : w->share)))
        error_no_memory(e);
    else if (!cfr_hands(c))
        error_set(e, "interrupted before the first hand; nothing was learned");
    cfr_free(c);
    if (s && s->iterations)
        return s;
    strategy_free(s);
    return NULL;
}

/* The whole file as one string; NULL with a message if that is not possible. */
static char *read_file(const char *path, struct error *e)
{
    struct text text = {0};
    char block[4096];
    size_t size;
    FILE *in = fopen(path, "r");
    while (in && (size = fread(block, 1, sizeof block, in)) > 0)
        text_put(&text, block, size);
    bool fine = in && !ferror(in);
    if (!fine)
        error_set(e, "%.300s cannot be read: %s; check the name", path, error_reason(e, errno));
    else if (text.failed)
        error_no_memory(e);
    if (in)
        fclose(in);
    if (fine && !text.failed && text.at)
        return text.at;
    free(text.at);
    return fine && !text.failed ? strdup("") : NULL;
}

static struct strategy *load(const struct wish *w, struct error *e)
{
    char *text = read_file(w->load, e);
    struct strategy *s = text ? strategy_read(text, e) : NULL;
    if (s && (s->setup.game != w->setup.game || s->setup.players != w->setup.players)) {
        error_set(e, "%.300s is for %s; expected a strategy for %s", w->load, s->setup.game->name,
                  w->setup.game->name);
        strategy_free(s);
        s = NULL;
    }
    free(text);
    return s;
}

static bool save(const struct wish *w, const struct strategy *s, struct error *e)
{
    struct text text = {0};
    struct output out;
    strategy_write(s, &text);
    bool fine = (!text.failed || error_no_memory(e)) && output_open(&out, w->save, e);
    if (fine) {
        fwrite(text.at, 1, text.size, out.to);
        fine = output_close(&out, e);
    }
    free(text.at);
    return fine;
}

static void show_checked(void *context, long hands)
{
    progress_show(context, hands);
}

/* How much can be gained against it. */
static bool check(struct finding *f, const struct wish *w, const atomic_bool *stop)
{
    double first, second;
    f->exact = f->strategy->grain == GRAIN_EXACT &&
               response_exact(f->strategy, 0, MOST_HISTORIES, &first) &&
               response_exact(f->strategy, 1, MOST_HISTORIES, &second);
    if (f->exact) {
        f->gain = (struct local_gain){.mean = (first + second) / 2};
        return true;
    }
    struct progress p;
    struct local_response l = {.strategy = f->strategy,
                               .hands = w->checks,
                               .imagined = IMAGINED,
                               .trials = TRIALS,
                               .seed = w->seed,
                               .stop = stop,
                               .progress = show_checked,
                               .context = &p};
    progress_begin(&p, w->checks);
    bool fine = response_local(&l, &f->gain);
    progress_end(&p);
    return fine;
}

/* --- Text ------------------------------------------------------------------------------------- */

static void add_cards(struct text *out, cards w)
{
    int width = 0;
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        for (int i = cards_count(w, c); i > 0; i--) {
            text_add(out, "%s%d", width ? " " : "  ", c);
            width += c < RANKS ? 2 : 3;
        }
    text_add(out, "%*s", width < 12 ? 12 - width : 1, "");
}

static void add_firsts(struct text *out, const struct finding *f)
{
    const struct portrait *p = &f->portrait;
    struct names names = {.players = 2};
    int hands = 0, ways = 0;
    text_add(out, "%s\n", _("\nThe first decision, by the cards that nobody else sees:"));
    for (size_t i = 0; i < p->firsts; i++) {
        const struct portrait_first *d = &p->first[i];
        bool again = i && d->hand == p->first[i - 1].hand;
        ways = again ? ways + 1 : 1;
        if (!again && hands++ == FIRST_HANDS)
            break;
        if (!again && i)
            text_add(out, "\n");
        if (!again)
            add_cards(out, d->hand);
        if (ways > FIRST_WAYS)
            continue;
        text_add(out, "%s", again ? ", " : "");
        action_words(out, f->strategy->setup.game, d->a, NOBODY, &names, lang());
        text_add(out, " %.0f %%", 100.0 * (double)d->times / (double)d->came);
    }
    text_add(out, "\n");
}

/* Whether a verb was ever asked for by a number. */
static bool is_answer(const struct portrait *p, int verb)
{
    long asked = 0;
    for (int n = 0; n < PORTRAIT_NUMBERS; n++)
        asked += p->answer[verb][n].asked;
    return asked > 0;
}

static bool is_common(const struct portrait *p, int number)
{
    enum { SELDOM = 1000 };
    long most = p->claim[number].made;
    for (int verb = 0; verb < PORTRAIT_VERBS; verb++)
        most = p->answer[verb][number].asked > most ? p->answer[verb][number].asked : most;
    return most * SELDOM >= p->hands;
}

/* A share in a column of ten; nothing where there is none. */
static void add_share(struct text *out, long part, long all)
{
    if (all)
        text_add(out, " %9.0f", 100.0 * (double)part / (double)all);
    else
        text_add(out, " %9s", "");
}

static void add_numbers(struct text *out, const struct finding *f)
{
    const struct portrait *p = &f->portrait;
    const struct verb *verbs = f->strategy->setup.game->verbs;
    bool lies = f->strategy->setup.game->lie;
    text_add(out, "%s",
             _("\nBy the number, in %: how often it is claimed in a hand, how often that "
               "is a lie,\nand how often the answer is\n"));
    text_add(out, "%8s", _("number"));
    if (lies)
        text_add(out, " %9s %9s", _("claimed"), _("lie"));
    for (int verb = 0; verb < PORTRAIT_VERBS; verb++)
        if (is_answer(p, verb))
            text_add(out, " %9s",
                     language_in(lang(), f->strategy->setup.game->name, verbs[verb].word));
    text_add(out, "\n");
    for (int n = 0; n < PORTRAIT_NUMBERS; n++) {
        if (!is_common(p, n))
            continue;
        text_add(out, "%8d", n);
        if (lies) {
            add_share(out, p->claim[n].made, p->hands);
            add_share(out, p->claim[n].lies, p->claim[n].made);
        }
        for (int verb = 0; verb < PORTRAIT_VERBS; verb++)
            if (is_answer(p, verb))
                add_share(out, p->answer[verb][n].taken, p->answer[verb][n].asked);
        text_add(out, "\n");
    }
}

static void add_gain(struct text *out, const struct finding *f)
{
    bool chips = game_counts_chips(&f->strategy->setup);
    if (f->exact)
        text_add(out,
                 chips ? _("who knows it comes out ahead by %s chips a hand, and by no more: the "
                           "best response,\nby enumeration of the hand\n")
                       : _("who knows it comes out ahead by %s points a hand, and by no more: the "
                           "best response,\nby enumeration of the hand\n"),
                 language_figure(lang(), "%.5f", f->gain.mean).text);
    else
        text_add(out,
                 chips
                     ? _("who knows it comes out ahead by at least %s +- %s chips a hand: a lower "
                         "bound, from\n%ld hands of a response that looks ahead by what it knows "
                         "(95%%)\n")
                     : _("who knows it comes out ahead by at least %s +- %s points a hand: a "
                         "lower bound, from\n%ld hands of a response that looks ahead by what it "
                         "knows (95%%)\n"),
                 language_figure(lang(), "%.3f", f->gain.mean).text,
                 isnan(f->gain.error) ? "-" : language_figure(lang(), "%.3f", f->gain.error).text,
                 f->gain.hands);
}

static void add_report(struct text *out, const struct wish *w, const struct finding *f)
{
    lang_players(out, setup_name(&w->setup), w->setup.players);
    text_add(out, _(": one hand, learned in %ld hands, %zu choices\n"), f->strategy->iterations,
             f->strategy->size);
    text_add(out, "%s",
             f->strategy->grain == GRAIN_EXACT
                 ? _("situations are told apart by all that the seat has seen\n")
                 : _("situations are told apart by sums, pairs, numbers of cards and what was done "
                     "last\n"));
    add_gain(out, f);
    add_firsts(out, f);
    add_numbers(out, f);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_firsts(struct text *t, const struct finding *f)
{
    char words[ACTION_TEXT];
    json_array_begin(t);
    for (size_t i = 0; i < f->portrait.firsts; i++) {
        const struct portrait_first *d = &f->portrait.first[i];
        json_object_begin(t);
        json_array_begin(json_key(t, "cards"));
        for (int c = cards_next(d->hand, 0); c; c = cards_next(d->hand, c))
            for (int k = cards_count(d->hand, c); k > 0; k--)
                json_int(t, c);
        json_array_end(t);
        json_text(json_key(t, "decision"), action_text(f->strategy->setup.game, d->a, words));
        json_int(json_key(t, "times"), d->times);
        json_int(json_key(t, "of"), d->came);
        json_object_end(t);
    }
    json_array_end(t);
}

static void json_numbers(struct text *t, const struct finding *f)
{
    const struct portrait *p = &f->portrait;
    json_array_begin(t);
    for (int n = 0; n < PORTRAIT_NUMBERS; n++) {
        if (!is_common(p, n))
            continue;
        json_object_begin(t);
        json_int(json_key(t, "number"), n);
        json_int(json_key(t, "claimed"), p->claim[n].made);
        json_int(json_key(t, "lies"), p->claim[n].lies);
        json_object_begin(json_key(t, "answers"));
        for (int verb = 0; verb < PORTRAIT_VERBS; verb++)
            if (p->answer[verb][n].asked)
                json_double(json_key(t, f->strategy->setup.game->verbs[verb].word),
                            (double)p->answer[verb][n].taken / (double)p->answer[verb][n].asked);
        json_object_end(t);
        json_object_end(t);
    }
    json_array_end(t);
}

static void json_finding(struct text *t, const struct wish *w, const struct finding *f)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&w->setup));
    json_int(json_key(t, "players"), w->setup.players);
    json_options(json_key(t, "options"), &w->setup);
    json_unsigned(json_key(t, "seed"), w->seed);
    json_int(json_key(t, "iterations"), f->strategy->iterations);
    json_int(json_key(t, "choices"), (int64_t)f->strategy->size);
    json_text(json_key(t, "grain"), f->strategy->grain == GRAIN_EXACT ? "exact" : "coarse");
    json_text(json_key(t, "counts"), game_counts_chips(&w->setup) ? "chips" : "points");
    json_object_begin(json_key(t, "exploitability"));
    json_text(json_key(t, "method"), f->exact ? "best response" : "local best response");
    json_text(json_key(t, "bound"), f->exact ? "exact" : "lower");
    json_double(json_key(t, "gain"), f->gain.mean);
    json_double(json_key(t, "error"), f->gain.error);
    json_int(json_key(t, "hands"), f->gain.hands);
    json_object_end(t);
    json_int(json_key(t, "shown"), f->portrait.hands);
    json_firsts(json_key(t, "first"), f);
    json_numbers(json_key(t, "numbers"), f);
    json_object_end(t);
    text_add(t, "\n");
}

/* --- The command ------------------------------------------------------------------------------ */

static int report(const struct args *a, const struct wish *w, struct finding *f)
{
    struct text out = {0};
    if (a->json)
        json_finding(&out, w, f);
    else
        add_report(&out, w, f);
    return finish(&out);
}

/* A second signal ends the program; after the first, what was learned is still checked and shown,
 * briefly. */
static bool examine(struct finding *f, struct wish *w, const atomic_bool *stop, struct error *e)
{
    enum { BRIEFLY = 20 };
    bool stopped = atomic_load(stop);
    if (stopped && w->checks > BRIEFLY)
        w->checks = BRIEFLY;
    return (check(f, w, stopped ? NULL : stop) &&
            portrait_make(&f->portrait, f->strategy, SHOWN_HANDS, w->seed)) ||
           error_no_memory(e);
}

int run_equilibrium(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct wish w;
    struct finding f = {0};
    if (!read_wish(&w, a, &e))
        return fail(BAD_USAGE, &e);
    const atomic_bool *stop = stop_on_signals();
    f.strategy = w.load ? load(&w, &e) : learn(&w, stop, &e);
    bool fine = f.strategy && (!w.save || save(&w, f.strategy, &e)) && examine(&f, &w, stop, &e);
    int status = fine ? report(a, &w, &f) : fail(BAD_INPUT, &e);
    if (status == FINE && !w.load && !w.seconds && f.strategy->iterations < w.hands)
        fprintf(stderr, _("pairs: interrupted after %ld of %ld hands\n"), f.strategy->iterations,
                w.hands);
    portrait_clear(&f.portrait);
    strategy_free(f.strategy);
    return status;
}
