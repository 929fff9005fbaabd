/* Prints the rules of every game and variant, and score sheets, into a folder.
 * tests/print/print.py looks at them. Usage: prints FOLDER */
#include "engine/game.h"
#include "print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct text made(const struct print_wish *w)
{
    struct text out = {0};
    struct error e = {.language = w->language};
    if (!print_make(w, &out, &e)) {
        fprintf(stderr, "prints: %s: %s\n", print_words[w->what], e.text);
        exit(1);
    }
    return out;
}

/* The same wish gives the same bytes. */
static void check_twice(const struct print_wish *w)
{
    struct text first = made(w), second = made(w);
    if (first.size != second.size || memcmp(first.at, second.at, first.size) != 0) {
        fprintf(stderr, "prints: the %s of %s differ from one time to the next\n",
                print_words[w->what], setup_name(&w->setup));
        exit(1);
    }
    text_free(&first);
    text_free(&second);
}

static void print(struct print_wish *w, enum print_what what, const char *folder)
{
    char path[4096];
    w->what = what;
    struct text out = made(w);
    snprintf(path, sizeof path, "%s/%s-%s-%s-%d.pdf", folder, w->language->name, print_words[what],
             setup_name(&w->setup), w->setup.players);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(out.at, 1, out.size, file) != out.size || fclose(file) != 0)
        exit(1);
    text_free(&out);
}

static void choose(struct print_wish *w, const char *name)
{
    struct error e = {0};
    if (!setup_choose(&w->setup, name, &e))
        exit(1);
}

/* The rules of a game in every language, of its variants in one, and for the most who may play the
 * rules or the score sheet. */
static void print_game(const struct game *game, int turn, const char *folder)
{
    struct print_wish w = {.paper = turn % 2 ? PAPER_LETTER : PAPER_A4};
    choose(&w, game->name);
    for (const struct language *l = languages; l->name; l++) {
        w.language = l;
        print(&w, PRINT_RULES, folder);
    }
    w.language = &languages[turn / 2 % 2];
    w.setup.players = setup_players_max(&w.setup);
    print(&w, turn % 2 ? PRINT_RULES : PRINT_SCORES, folder);
    for (const struct preset *p = game->presets; p && p->name; p++) {
        choose(&w, p->name);
        print(&w, PRINT_RULES, folder);
    }
    if (!turn)
        check_twice(&w);
}

int main(int argc, char **argv)
{
    for (int i = 0; argc == 2 && all_games[i]; i++)
        print_game(all_games[i], i, argv[1]);
    return argc != 2;
}
