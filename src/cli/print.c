/* pairs print: the games on paper. */
#include "print/print.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/lang.h"

#include <stdio.h>
#include <unistd.h>

/* What is to be printed, from the words of the command line. */
static bool read_wish(const struct args *a, struct print_wish *w, struct error *e)
{
    const char *paper = args_setting(a, "paper"), *duplex = args_setting(a, "duplex");
    int what = print_find(print_words, PRINTS, a->word[0]);
    int size = paper ? print_find(print_papers, PAPERS, paper) : PAPER_A4;
    static const char *const edges[] = {"long", "short"};
    int edge = duplex ? print_find(edges, 2, duplex) : 0;
    *w = (struct print_wish){.language = lang()};
    if (what < 0)
        return error_set(e,
                         "'%.40s' cannot be printed; expected deck, cards, back, rules, scores or "
                         "booklet",
                         a->word[0]);
    if (size < 0)
        return error_set(e, "there is no paper '%.40s'; expected a4 or letter", paper);
    if (edge < 0)
        return error_set(e, "there is no edge '%.40s'; expected long or short", duplex);
    w->what = (enum print_what)what;
    w->paper = (enum print_paper)size;
    w->short_edge = edge == 1;
    if (!print_has_game(w->what))
        return (a->words == 1 && !a->players && !a->options) ||
               error_set(e, "'%s' is about all games; expected neither a name nor -n nor -o",
                         print_words[what]);
    if (a->words < 2)
        return error_set(e, "'%s' is about one game; expected its name, see 'pairs list'",
                         print_words[what]);
    if (!args_setup(a, a->word[1], &w->setup, e))
        return false;
    w->setup.players = a->players; /* 0: for any number */
    return true;
}

/* To a file, or without a path to standard output, of which the end is seen to elsewhere. */
static bool write_file(const char *path, const struct text *made, struct error *e)
{
    struct output o = {.to = stdout};
    if (path && !output_open(&o, path, e))
        return false;
    fwrite(made->at, 1, made->size, o.to); /* whether that went well is looked at in the end */
    return !path || output_close(&o, e);
}

static int run(const struct args *a)
{
    struct error e = {.language = lang()};
    struct print_wish w;
    struct text made = {0};
    const char *path = args_setting(a, "out");
    if (!read_wish(a, &w, &e))
        return fail(BAD_USAGE, &e);
    if (!path && isatty(STDOUT_FILENO)) {
        error_set(&e, "a terminal cannot show the file; expected '--out FILE' or a pipe");
        return fail(BAD_USAGE, &e);
    }
    bool fine = print_make(&w, &made, &e) && write_file(path, &made, &e);
    text_free(&made);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    GROUP_ROW(N_("What is printed")),
    WORD_ROW("deck", N_("PDF: the 55 cards and 8 reference cards, nine to a sheet, with marks to "
                        "cut along; each sheet is followed by its backs")),
    WORD_ROW(N_("cards, back"), N_("PNG: the deck for tables on a screen, ten by seven places with "
                                   "the back in the last one; and the back alone")),
    WORD_ROW(N_("rules GAME"), N_("PDF: the rules of a game or variant, with an example")),
    WORD_ROW(N_("scores GAME"), N_("PDF: a sheet to keep its scores on")),
    WORD_ROW("booklet", N_("PDF: the rules of all games, on pages of half a sheet; print it as a "
                           "booklet, two pages to a side, and fold it")),
    GROUP_ROW(N_("Options")),
    SETTING_FLAG("out", N_("FILE"), TAKES_FILE, N_("where to write")),
    SETTING_FLAG("paper", "a4|letter", TAKES_WORDS, N_("a4, or letter [a4]")),
    SETTING_FLAG("duplex", "long|short", TAKES_WORDS,
                 N_("the edge along which sheets are turned over, long or short [long]")),
    PLAYERS_FLAG(N_("rules and scores for so many players")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("rules and scores with that option")),
    END_ROW,
};

const struct command print_command = {
    .name = "print",
    .usage = N_("WHAT [GAME]"),
    .summary = N_("the games on paper: deck, rules, score sheets"),
    .help = N_("Writes a file to standard output, or with --out to a file; the same words always "
               "give the same bytes."),
    .flags = flags,
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
