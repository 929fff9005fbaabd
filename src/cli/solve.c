/* pairs solve: exact solutions; cli/equilibrium.h has the rest. */
#include "lab/solved/solved.h"

#include "cli/commands.h"
#include "cli/equilibrium.h"
#include "cli/file.h"
#include "cli/houserules.h"
#include "cli/lang.h"
#include "engine/record.h"
#include "engine/spelling.h"
#include "wire/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char rank_letter[] = " 123456789X";

/* The next stack of so many cards, in the order of its highest cards; 0 after the last. */
static ranks next_stack(ranks stack, int size)
{
    unsigned next = stack;
    do
        next++;
    while (next < RANK_SETS && ranks_size((ranks)next) != size);
    return next < RANK_SETS ? (ranks)next : 0;
}

static int highest(ranks stack)
{
    return 32 - __builtin_clz(stack);
}

static int no_memory(void)
{
    struct error e = {.language = lang()};
    error_no_memory(&e);
    return fail(BAD_INPUT, &e);
}

/* --- Positions of hit or fold ----------------------------------------------------------------- */

static void json_stack(struct text *t, ranks stack)
{
    json_array_begin(t);
    for (int c = 1; c <= RANKS; c++)
        if (ranks_has(stack, c))
            json_int(t, c);
    json_array_end(t);
}

/* How decisions are written: what the two stacks are called, and what a gain of 1 is there. Those
 * that a round cannot come to only if `all`. */
struct writing {
    const char *own, *other;
    double scale;
    bool all;
};

static void json_decision(struct text *t, const struct decision *d, ranks own, ranks other,
                          struct writing w)
{
    json_object_begin(t);
    json_stack(json_key(t, w.own), own);
    json_stack(json_key(t, w.other), other);
    json_double(json_key(t, "hit"), d->hit * w.scale);
    json_double(json_key(t, "fold"), fold_gain(own, other) * w.scale);
    json_text(json_key(t, "best"), decision_hits(d, own, other) ? "hit" : "fold");
    json_double(json_key(t, "chance"), d->chance);
    json_object_end(t);
}

static void json_strategy(struct text *t, const struct solution *s, struct writing w)
{
    json_array_begin(t);
    for (unsigned a = 1; a < RANK_SETS; a++)
        for (unsigned b = 1; b < RANK_SETS; b++) {
            const struct decision *d = solution_at(s, (ranks)a, (ranks)b);
            if (!isnan(d->hit) && (w.all || d->chance > 0))
                json_decision(t, d, (ranks)a, (ranks)b, w);
        }
    json_array_end(t);
}

/* How many positions there are with so many cards, what is right there, and how often they come. */
static void add_counts(struct text *out, const struct solution *s)
{
    text_add(out, "%s\n",
             _("\ncards on the table   positions      hit     fold   chance of coming there"));
    for (int size = 2; size < 2 * RANKS; size++) {
        long hits = 0, folds = 0;
        double chance = 0;
        for (unsigned a = 1; a < RANK_SETS; a++)
            for (unsigned b = 1; b < RANK_SETS; b++) {
                ranks own = (ranks)a, other = (ranks)b;
                const struct decision *d = solution_at(s, own, other);
                if (isnan(d->hit) || ranks_size(own) + ranks_size(other) != size)
                    continue;
                *(decision_hits(d, own, other) ? &hits : &folds) += 1;
                chance += d->chance;
            }
        if (hits + folds)
            text_add(out, "%18d %11ld %8ld %8ld %s\n", size, hits + folds, hits, folds,
                     language_figure(lang(), "%12.9f", chance).text);
    }
}

/* --- Rocket ----------------------------------------------------------------------------------- */

/* The same for stacks of the dealer, who loses with a certain card. */
static ranks next_dealer(const struct solution *s, ranks stack, int size)
{
    do
        stack = next_stack(stack, size);
    while (stack && ranks_has(stack, s->death));
    return stack;
}

static void add_rocket_first(struct text *out, const struct solution *s)
{
    text_add(out, "%s\n", _("\nThe first decision: gain in % of the bet; f: fold, otherwise hit."));
    text_add(out, "%-10s", _("dealer"));
    for (ranks dealer = next_dealer(s, 0, 1); dealer; dealer = next_dealer(s, dealer, 1))
        text_add(out, "%7d ", highest(dealer));
    for (ranks player = next_stack(0, 1); player; player = next_stack(player, 1)) {
        text_add(out, "\n%-7s %2d", _("player"), highest(player));
        for (ranks dealer = next_dealer(s, 0, 1); dealer; dealer = next_dealer(s, dealer, 1)) {
            const struct decision *d = solution_at(s, player, dealer);
            bool hits = decision_hits(d, player, dealer);
            if (isnan(d->hit))
                text_add(out, "%8s", "");
            else
                text_add(
                    out, "%s%c",
                    language_figure(lang(), "%+7.2f",
                                    (hits ? d->hit : fold_gain(player, dealer)) * 100.0 / s->units)
                        .text,
                    hits ? ' ' : 'f');
        }
    }
    text_add(out, "\n");
}

static void add_rocket_second(struct text *out, const struct solution *s)
{
    text_add(out, "%s\n", _("\nWith two cards each: H hit, f fold; X is a 10."));
    for (int row = 0; row < 2; row++) {
        text_add(out, "%-12s", row ? "" : _("dealer"));
        for (ranks dealer = next_dealer(s, 0, 2); dealer; dealer = next_dealer(s, dealer, 2))
            text_add(out, " %c", rank_letter[row ? highest(dealer) : ranks_lowest(dealer)]);
        text_add(out, "\n");
    }
    for (ranks player = next_stack(0, 2); player; player = next_stack(player, 2)) {
        text_add(out, "%-7s %c %c ", _("player"), rank_letter[ranks_lowest(player)],
                 rank_letter[highest(player)]);
        for (ranks dealer = next_dealer(s, 0, 2); dealer; dealer = next_dealer(s, dealer, 2)) {
            const struct decision *d = solution_at(s, player, dealer);
            text_add(out, " %c",
                     isnan(d->hit)                      ? ' '
                     : decision_hits(d, player, dealer) ? 'H'
                                                        : 'f');
        }
        text_add(out, "\n");
    }
}

static void json_rocket(struct text *t, const struct solution *s, int decks)
{
    struct writing w = {"player", "dealer", 1.0 / s->units, true};
    json_object_begin(t);
    json_text(json_key(t, "game"), "rocket");
    json_int(json_key(t, "players"), 1);
    json_int(json_key(t, "decks"), decks);
    json_double(json_key(t, "value"), s->first);
    json_strategy(json_key(t, "strategy"), s, w);
    json_object_end(t);
    text_add(t, "\n");
}

static void add_rocket(struct text *out, const struct solution *s, int decks)
{
    text_add(out, _("Rocket: one player against the house, a fresh shoe, decks: %d\n"), decks);
    text_add(out, _("value of best play: %s of the bet\n"),
             language_figure(lang(), "%+.12f", s->first).text);
    add_rocket_first(out, s);
    add_rocket_second(out, s);
    add_counts(out, s);
}

static int run_rocket(const struct args *a)
{
    struct solution s;
    struct text out = {0};
    int decks = a->decks ? a->decks : 1;
    if (!solve_rocket(&s, decks))
        return no_memory();
    if (a->json)
        json_rocket(&out, &s, decks);
    else
        add_rocket(&out, &s, decks);
    solution_free(&s);
    return finish(&out);
}

/* --- Pairs ------------------------------------------------------------------------------------ */

/* How often a stack folds when `lowest` is the lowest card on the table: 0 to 1, NAN if that does
 * not come up. */
static double fold_share(const struct solution *s, ranks own, int lowest)
{
    double folds = 0, all = 0;
    for (unsigned b = 1; b < RANK_SETS; b++) {
        ranks other = (ranks)b;
        const struct decision *d = solution_at(s, own, other);
        if (isnan(d->hit) || d->chance <= 0 || ranks_lowest(own | other) != lowest)
            continue;
        all += d->chance;
        folds += decision_hits(d, own, other) ? 0 : d->chance;
    }
    return all > 0 ? folds / all : NAN;
}

static void add_pairs_stacks(struct text *out, const struct solution *s)
{
    text_add(
        out, "%s\n",
        _("\nStacks of one and two cards: how often to fold them, in %, by the lowest card on the\n"
          "table. H is always hit, f always fold; between them it depends on the other stack."));
    text_add(out, "%-12s", _("lowest"));
    for (int c = 1; c <= RANKS; c++)
        text_add(out, "%5d", c);
    for (int size = 1; size <= 2; size++)
        for (ranks own = next_stack(0, size); own; own = next_stack(own, size)) {
            text_add(out, "\n%-7s", _("stack"));
            text_add(out, size == 1 ? "   %2d" : "%2d %2d", ranks_lowest(own), highest(own));
            for (int c = 1; c <= ranks_lowest(own); c++) {
                double share = fold_share(s, own, c);
                if (share > 0 && share < 1)
                    text_add(out, "%s", language_figure(lang(), "%5.1f", 100 * share).text);
                else
                    text_add(out, "%5s", isnan(share) ? "" : share > 0 ? "f" : "H");
            }
        }
    text_add(out, "\n");
}

static void json_pairs(struct text *t, const struct solution *s)
{
    struct writing w = {"own", "other", -1, false};
    json_object_begin(t);
    json_text(json_key(t, "game"), "pairs");
    json_int(json_key(t, "players"), 2);
    json_double(json_key(t, "value"), -s->first);
    json_double(json_key(t, "first"), -s->first);
    json_double(json_key(t, "second"), -s->second);
    json_strategy(json_key(t, "strategy"), s, w);
    json_object_end(t);
    text_add(t, "\n");
}

static void add_pairs(struct text *out, const struct solution *s)
{
    text_add(out, "%s\n",
             _("Pairs: one round of two players from a fresh deck, both of whom play to get few\n"
               "points themselves; where hitting and folding are equally good, they hit"));
    text_add(out, _("expected points: %s who plays first, %s who plays second\n"),
             language_figure(lang(), "%.9f", -s->first).text,
             language_figure(lang(), "%.9f", -s->second).text);
    add_pairs_stacks(out, s);
    add_counts(out, s);
}

static int run_pairs(const struct args *a)
{
    struct solution s;
    struct text out = {0};
    if (!solve_pairs(&s, deck_counts, pairs_burn()))
        return no_memory();
    if (a->json)
        json_pairs(&out, &s);
    else
        add_pairs(&out, &s);
    solution_free(&s);
    return finish(&out);
}

/* --- Carousel --------------------------------------------------------------------------------- */

/* Reads one record and takes the position at its end. */
static bool read_position(FILE *in, struct carousel *c, struct error *e)
{
    struct reader *r = reader_new(0, NULL, NULL);
    char line[RECORD_LINE + 2];
    size_t size;
    e->line = 1;
    bool fine = r || error_no_memory(e);
    while (fine && file_line(in, line, sizeof line, &size))
        fine = reader_line(r, line, size, e);
    if (fine && ferror(in))
        fine = error_set(e, "the file cannot be read: %s; check that it is a file",
                         error_reason(e, errno));
    fine = fine && reader_end(r, e) && carousel_read(c, reader_table(r), e);
    reader_free(r);
    return fine;
}

/* The position of the file that is named, or of a new game. False with a message printed. */
static bool find_position(const struct args *a, struct carousel *c)
{
    struct error e = {.language = args_language(a)};
    carousel_fresh(c);
    if (a->words < 2)
        return true;
    const char *path = a->word[1];
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) {
        error_set(&e, "%.300s cannot be read: %s; check the name", path, error_reason(&e, errno));
        return fail(BAD_INPUT, &e) == FINE;
    }
    bool fine = read_position(in, c, &e);
    if (in != stdin)
        fclose(in);
    if (!fine)
        fail_at(path, &e);
    return fine;
}

static void json_carousel(struct text *t, const double chance[], double mean)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), "carousel");
    json_double(json_key(t, "value"), mean);
    json_doubles(json_key(t, "survivors"), chance, CAROUSEL_HANDS + 1);
    json_object_end(t);
    text_add(t, "\n");
}

static void add_carousel(struct text *out, const double chance[], double mean)
{
    text_add(out, "%s\n",
             _("Carousel: how many hands are alive after the next round\n\nalive  chance"));
    for (int i = 0; i <= CAROUSEL_HANDS; i++)
        text_add(out, "%5d  %s\n", i, language_figure(lang(), "%.9f", chance[i]).text);
    text_add(out, _("mean   %s\n"), language_figure(lang(), "%.9f", mean).text);
}

static int run_carousel(const struct args *a)
{
    struct carousel c;
    struct text out = {0};
    double chance[CAROUSEL_HANDS + 1], mean = 0;
    if (!find_position(a, &c))
        return BAD_INPUT;
    solve_carousel(&c, chance);
    for (int i = 0; i <= CAROUSEL_HANDS; i++)
        mean += i * chance[i];
    if (a->json)
        json_carousel(&out, chance, mean);
    else
        add_carousel(&out, chance, mean);
    return finish(&out);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Whether -n or a file of house rules says how many play. */
static bool names_players(const struct args *a)
{
    struct setup u;
    struct error e = {0};
    return a->players || (houserules_named(&u, a->word[0], &e) && u.players);
}

static int run(const struct args *a)
{
    static const struct {
        const char *name;
        int words;
        bool decks;
        int (*run)(const struct args *a);
    } games[] = {
        {"rocket", 1, true, run_rocket},
        {"carousel", 2, false, run_carousel},
        {"pairs", 1, false, run_pairs},
    };
    struct error e = {.language = args_language(a)};
    struct setup u;
    if (names_players(a))
        return run_equilibrium(a);
    if (a->settings || a->options || a->seeded) {
        error_set(&e, "'--%.40s' goes with the equilibrium of two players; expected -n 2 as well",
                  a->settings  ? a->setting[0].name
                  : a->options ? "option"
                               : "seed");
        return fail(BAD_USAGE, &e);
    }
    bool known = setup_named(&u, a->word[0], &e);
    struct guess guess = guess_at(a->word[0]);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        guess_try(&guess, games[i].name, games[i].name);
        if (!known || strcmp(setup_name(&u), games[i].name) != 0)
            continue;
        if (a->words > games[i].words)
            error_set(&e, "'%.40s' is one word too many; expected a file for carousel only",
                      a->word[1]);
        else if (a->decks && !games[i].decks)
            error_set(&e, "--decks is for rocket; leave it out");
        else
            return games[i].run(a);
        return fail(BAD_USAGE, &e);
    }
    if (guess.meant)
        error_set(&e, "'%.40s' cannot be solved; did you mean '%s'?", a->word[0], guess.meant);
    else
        error_set(&e,
                  "'%.40s' cannot be solved exactly; expected rocket, carousel or pairs, or -n 2 "
                  "for the equilibrium of two players",
                  a->word[0]);
    return fail(BAD_USAGE, &e);
}

static const struct flag flags[] = {
    GROUP_ROW(N_("Without -n")),
    WORD_ROW("rocket", N_("the best play of one player against the house from a fresh shoe: its "
                          "value as a share of the bet, and when to hit and to fold")),
    WORD_ROW("carousel", N_("how many hands are alive after the next round, from the position at "
                            "the end of a record ('-' for standard input), or in a new game")),
    WORD_ROW("pairs", N_("a round of two players from a fresh deck, both of whom keep their own "
                         "points low: what they expect, and when to hit and to fold")),
    COUNT_FLAG(decks, "N", DECKS_MAX, N_("decks in the shoe of rocket, 1 to 8 (1)")),
    GROUP_ROW(N_("With -n 2")),
    PLAYERS_FLAG(N_("how many play")),
    SETTING_FLAG("iterations", "N", TAKES_WORDS, N_("hands that it plays (1000000)")),
    SETTING_FLAG("time", "S", TAKES_WORDS, N_("or for so many seconds")),
    SETTING_FLAG("check", "N", TAKES_WORDS,
                 N_("hands that one who knows it plays against it, where a hand is too long to "
                    "enumerate (400)")),
    SETTING_FLAG("share", "P", TAKES_WORDS,
                 N_("forget what comes up in a smaller share of hands (0.00001)")),
    SETTING_FLAG("save", N_("FILE"), TAKES_FILE, N_("write the strategy")),
    SETTING_FLAG("load", N_("FILE"), TAKES_FILE, N_("read one instead of learning")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("set an option of the game")),
    SEED_FLAG(N_("repeat a run")),
    GROUP_ROW(N_("The results")),
    SWITCH_FLAG(json, N_("print an object with every position")),
    END_ROW,
};

const struct command solve_command = {
    .name = "solve",
    .usage = N_("GAME [FILE]"),
    .summary = N_("compute the exact value of a game, or the equilibrium of two players"),
    .help =
        N_("Without -n, enumerates all that can happen; no figure is an estimate.\n\nWith -n 2, "
           "learns by playing with itself how to play one hand of any game so that nothing can be "
           "gained by knowing it (Monte Carlo counterfactual regret minimisation), shows what it "
           "does, and measures how much can be gained all the same. The same seed and number of "
           "hands give the same strategy; a signal ends the learning early."),
    .flags = flags,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
