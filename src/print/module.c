/* What knows cairo and pango is a module of its own, which the program loads when it prints for the
 * first time: forty libraries that nobody else has to wait for, or to have. */
#include "print/inside.h"

print_maker print_module_make;

bool print_module_make(const struct print_wish *w, struct text *out, struct error *e)
{
    static print_maker *const make[PRINTS] = {
        [PRINT_DECK] = print_deck,   [PRINT_CARDS] = print_cards,   [PRINT_BACK] = print_back,
        [PRINT_RULES] = print_rules, [PRINT_SCORES] = print_scores, [PRINT_BOOKLET] = print_booklet,
    };
    return make[w->what](w, out, e);
}
