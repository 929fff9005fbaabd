/* pairs solve: exact solutions. */
#include "lab/solve.h"

#include "engine/record.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/json.h"
#include "ui/lang.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PERCENT_A_UNIT = 10 }; /* of the bet in Rocket */

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
    struct error e = {0};
    error_no_memory(&e);
    return fail(BAD_INPUT, &e);
}

/* --- Positions of hit or fold ----------------------------------------------------------------- */

static json_t *json_stack(ranks stack)
{
    json_t *list = json_array();
    for (int c = 1; c <= RANKS; c++)
        if (ranks_has(stack, c))
            json_array_append_new(list, json_integer(c));
    return list;
}

/* All decisions with what they bring, times `scale`; those that a round cannot come to only if
 * `all`. */
static json_t *json_strategy(const struct solution *s, const char *own_name, const char *other_name,
                             double scale, bool all)
{
    json_t *list = json_array();
    for (unsigned a = 1; a < RANK_SETS; a++)
        for (unsigned b = 1; b < RANK_SETS; b++) {
            ranks own = (ranks)a, other = (ranks)b;
            const struct decision *d = solution_at(s, own, other);
            if (isnan(d->hit) || (!all && d->chance <= 0))
                continue;
            json_array_append_new(list,
                                  json_pack("{s:o, s:o, s:f, s:f, s:s, s:f}", own_name,
                                            json_stack(own), other_name, json_stack(other), "hit",
                                            d->hit * scale, "fold", fold_gain(own, other) * scale,
                                            "best", decision_hits(d, own, other) ? "hit" : "fold",
                                            "chance", d->chance));
        }
    return list;
}

/* How many positions there are with so many cards, what is right there, and how often they come. */
static void print_counts(const struct solution *s)
{
    puts(_("\ncards on the table   positions      hit     fold   chance of coming there"));
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
            printf("%18d %11ld %8ld %8ld %12.9f\n", size, hits + folds, hits, folds, chance);
    }
}

/* --- Rocket ----------------------------------------------------------------------------------- */

/* The same for stacks of the dealer, who loses with a 3. */
static ranks next_dealer(ranks stack, int size)
{
    do
        stack = next_stack(stack, size);
    while (stack && ranks_has(stack, ROCKET_DEATH));
    return stack;
}

static void print_rocket_first(const struct solution *s)
{
    puts(_("\nThe first decision: gain in % of the bet; f: fold, otherwise hit."));
    printf("%-10s", _("dealer"));
    for (ranks dealer = next_dealer(0, 1); dealer; dealer = next_dealer(dealer, 1))
        printf("%7d ", highest(dealer));
    for (ranks player = next_stack(0, 1); player; player = next_stack(player, 1)) {
        printf("\n%-7s %2d", _("player"), highest(player));
        for (ranks dealer = next_dealer(0, 1); dealer; dealer = next_dealer(dealer, 1)) {
            const struct decision *d = solution_at(s, player, dealer);
            bool hits = decision_hits(d, player, dealer);
            if (isnan(d->hit))
                printf("%8s", "");
            else
                printf("%+7.2f%c", (hits ? d->hit : fold_gain(player, dealer)) * PERCENT_A_UNIT,
                       hits ? ' ' : 'f');
        }
    }
    putchar('\n');
}

static void print_rocket_second(const struct solution *s)
{
    puts(_("\nWith two cards each: H hit, f fold; X is a 10."));
    for (int row = 0; row < 2; row++) {
        printf("%-12s", row ? "" : _("dealer"));
        for (ranks dealer = next_dealer(0, 2); dealer; dealer = next_dealer(dealer, 2))
            printf(" %c", rank_letter[row ? highest(dealer) : ranks_lowest(dealer)]);
        putchar('\n');
    }
    for (ranks player = next_stack(0, 2); player; player = next_stack(player, 2)) {
        printf("%-7s %c %c ", _("player"), rank_letter[ranks_lowest(player)],
               rank_letter[highest(player)]);
        for (ranks dealer = next_dealer(0, 2); dealer; dealer = next_dealer(dealer, 2)) {
            const struct decision *d = solution_at(s, player, dealer);
            printf(" %c", isnan(d->hit) ? ' ' : decision_hits(d, player, dealer) ? 'H' : 'f');
        }
        putchar('\n');
    }
}

static int run_rocket(const struct args *a)
{
    struct solution s;
    int decks = a->decks ? a->decks : 1;
    if (!solve_rocket(&s, decks))
        return no_memory();
    if (a->json) {
        json_print(json_pack("{s:s, s:i, s:i, s:f, s:o}", "game", "rocket", "players", 1, "decks",
                             decks, "value", s.first, "strategy",
                             json_strategy(&s, "player", "dealer", PERCENT_A_UNIT / 100.0, true)),
                   stdout);
    } else {
        printf(_("Rocket: one player against the house, a fresh shoe, decks: %d\n"), decks);
        printf(_("value of best play: %+.12f of the bet\n"), s.first);
        print_rocket_first(&s);
        print_rocket_second(&s);
        print_counts(&s);
    }
    solution_free(&s);
    return FINE;
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

static void print_pairs_stacks(const struct solution *s)
{
    puts(
        _("\nStacks of one and two cards: how often to fold them, in %, by the lowest card on the\n"
          "table. H is always hit, f always fold; between them it depends on the other stack."));
    printf("%-12s", _("lowest"));
    for (int c = 1; c <= RANKS; c++)
        printf("%5d", c);
    for (int size = 1; size <= 2; size++)
        for (ranks own = next_stack(0, size); own; own = next_stack(own, size)) {
            printf("\n%-7s", _("stack"));
            printf(size == 1 ? "   %2d" : "%2d %2d", ranks_lowest(own), highest(own));
            for (int c = 1; c <= ranks_lowest(own); c++) {
                double share = fold_share(s, own, c);
                if (share > 0 && share < 1)
                    printf("%5.1f", 100 * share);
                else
                    printf("%5s", isnan(share) ? "" : share > 0 ? "f" : "H");
            }
        }
    putchar('\n');
}

static int run_pairs(const struct args *a)
{
    struct solution s;
    if (!solve_pairs(&s, deck_counts, PAIRS_BURN))
        return no_memory();
    if (a->json) {
        json_print(json_pack("{s:s, s:i, s:f, s:f, s:f, s:o}", "game", "pairs", "players", 2,
                             "value", -s.first, "first", -s.first, "second", -s.second, "strategy",
                             json_strategy(&s, "own", "other", -1, false)),
                   stdout);
    } else {
        puts(_("Pairs: one round of two players from a fresh deck, both of whom play to get few\n"
               "points themselves; where hitting and folding are equally good, they hit"));
        printf(_("expected points: %.9f who plays first, %.9f who plays second\n"), -s.first,
               -s.second);
        print_pairs_stacks(&s);
        print_counts(&s);
    }
    solution_free(&s);
    return FINE;
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
        fine =
            error_set(e, "the file cannot be read: %s; check that it is a file", strerror(errno));
    fine = fine && reader_end(r, e) && carousel_read(c, reader_table(r), e);
    reader_free(r);
    return fine;
}

static int run_carousel(const struct args *a)
{
    struct carousel c;
    struct error e = {0};
    carousel_fresh(&c);
    if (a->words > 1) {
        const char *path = a->word[1];
        FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
        if (!in) {
            error_set(&e, "%s cannot be read: %s; check the name", path, strerror(errno));
            return fail(BAD_INPUT, &e);
        }
        bool fine = read_position(in, &c, &e);
        if (in != stdin)
            fclose(in);
        if (!fine) {
            fprintf(stderr, "%s:%d: %s\n", path, e.line, e.text);
            return BAD_INPUT;
        }
    }
    double chance[CAROUSEL_HANDS + 1], mean = 0;
    solve_carousel(&c, chance);
    json_t *list = json_array();
    for (int i = 0; i <= CAROUSEL_HANDS; i++) {
        mean += i * chance[i];
        json_array_append_new(list, json_real(chance[i]));
    }
    json_t *object =
        json_pack("{s:s, s:f, s:o}", "game", "carousel", "value", mean, "survivors", list);
    if (a->json) {
        json_print(object, stdout);
        return FINE;
    }
    json_decref(object);
    puts(_("Carousel: how many hands are alive after the next round\n\nalive  chance"));
    for (int i = 0; i <= CAROUSEL_HANDS; i++)
        printf("%5d  %.9f\n", i, chance[i]);
    printf(_("mean   %.9f\n"), mean);
    return FINE;
}

/* --- The command ------------------------------------------------------------------------------ */

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
    struct error e = {0};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (strcmp(a->word[0], games[i].name) != 0)
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
    error_set(&e, "'%.40s' cannot be solved; expected rocket, carousel or pairs", a->word[0]);
    return fail(BAD_USAGE, &e);
}

const struct command solve_command = {
    .name = "solve",
    .usage = "solve rocket|carousel|pairs [FILE] [--decks N] [--json]",
    .summary = N_("compute the exact value of a game and how to play it"),
    .help =
        N_("Enumerates all that can happen; no figure is an estimate.\n\n"
           "  rocket      the best play of one player against the house from a fresh shoe: its\n"
           "              value as a share of the bet, and when to hit and to fold\n"
           "  carousel    how many hands are alive after the next round, from the position at\n"
           "              the end of a record ('-' for standard input), or in a new game\n"
           "  pairs       a round of two players from a fresh deck, both of whom keep their own\n"
           "              points low: what they expect, and when to hit and to fold\n\n"
           "  --decks N   decks in the shoe of rocket, 1 to 8 (1)\n"
           "  --json      print an object with every position\n"),
    .flags = FLAG_DECKS | FLAG_JSON,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
