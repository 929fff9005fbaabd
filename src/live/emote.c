#include "live/emote.h"

#include <string.h>

const char *emote_words(const char *name, const struct language *l)
{
    const struct {
        const char *name, *words;
    } all[] = {
        {"hello", language_text(l, "Hello!")},
        {"laugh", language_text(l, "Haha!")},
        {"wow", language_text(l, "Wow!")},
        {"sad", language_text(l, "Oh no ...")},
        {"think", language_text(l, "Hmm ...")},
        {"clap", language_text(l, "Bravo!")},
        {"hurry", language_text(l, "Whose turn is it?")},
        {"thanks", language_text(l, "Thank you!")},
        {"oops", language_text(l, "Oops!")},
        {"angry", language_text(l, "Grr!")},
        {"heart", language_text(l, "Lovely!")},
        {"bye", language_text(l, "Bye!")},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].words;
    return NULL;
}
