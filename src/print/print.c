#include "print/print.h"

#include <dlfcn.h>
#include <pthread.h>
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

/* --- The module ------------------------------------------------------------------------------- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static print_maker *make; /* NULL: there is none */

static void load(void)
{
    void *module = dlopen("pairs-print.so", RTLD_NOW | RTLD_LOCAL);
    if (module)
        *(void **)&make = dlsym(module, "print_module_make"); /* ISO C has no other way */
}

bool print_possible(void)
{
    pthread_once(&once, load);
    return make;
}

bool print_make(const struct print_wish *w, struct text *out, struct error *e)
{
    if (!print_possible())
        return error_set(
            e, "this program came without printing; install pairs-print, or build it again "
               "with libcairo2-dev, libpango1.0-dev and librsvg2-dev");
    return make(w, out, e);
}
