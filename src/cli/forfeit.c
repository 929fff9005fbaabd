#include "cli/forfeit.h"

#include "cli/lang.h"

void forfeit_row(const struct forfeit *f, struct text *out)
{
    if (f->decisions)
        text_add(out, _("  replaced in %ld decisions (%s)"), f->decisions, f->fault);
}

bool forfeit_error(const struct forfeit *f, const char *bot, const struct game *game,
                   struct error *e)
{
    return error_set(e,
                     "the bot '%.200s' %s; '%s' made %ld of its decisions, and the figures are not "
                     "its own: mend it and play again",
                     bot, f->fault, game->hint ? "hint" : "random", f->decisions);
}
