#include "print/print.h"

#include <string.h>

const char *const print_words[PRINTS] = {
    [PRINT_DECK] = "deck",   [PRINT_CARDS] = "cards",   [PRINT_BACK] = "back",
    [PRINT_RULES] = "rules", [PRINT_SCORES] = "scores", [PRINT_BOOKLET] = "booklet",
};

const char *const print_papers[PAPERS] = {[PAPER_A4] = "a4", [PAPER_LETTER] = "letter"};

int print_find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

bool print_has_game(enum print_what what)
{
    return what == PRINT_RULES || what == PRINT_SCORES;
}

bool print_is_picture(enum print_what what)
{
    return what == PRINT_CARDS || what == PRINT_BACK;
}
