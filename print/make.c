#include "print/inside.h"

bool print_possible(void)
{
    return true;
}

bool print_make(const struct print_wish *w, struct text *out, struct error *e)
{
    static bool (*const make[PRINTS])(const struct print_wish *w, struct text *out,
                                      struct error *e) = {
        [PRINT_DECK] = print_deck,   [PRINT_CARDS] = print_cards,   [PRINT_BACK] = print_back,
        [PRINT_RULES] = print_rules, [PRINT_SCORES] = print_scores, [PRINT_BOOKLET] = print_booklet,
    };
    return make[w->what](w, out, e);
}
