#include "store/verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char record_ending[] = ".pairs", ending[] = ".verdict";

void verdict_write(const struct verdict *v, struct text *out)
{
    text_add(out, "pairs-verdict 1\nsteps %zu\n", v->steps);
    for (int seat = 0; seat < v->players; seat++) {
        const struct verdict_seat *s = &v->seat[seat];
        text_add(out, "%c decisions %d lost %.17g luck %.17g\n", 'A' + seat, s->decisions, s->lost,
                 s->luck);
    }
}

bool verdict_read(struct verdict *v, const char *text, int players, size_t steps)
{
    int used = 0;
    *v = (struct verdict){.players = players};
    /* NOLINTBEGIN(cert-err34-c): what was read is looked at, and a number too large is no harm */
    if (sscanf(text, "pairs-verdict 1 steps %zu%n", &v->steps, &used) != 1 || v->steps != steps)
        return false;
    for (int seat = 0; seat < players; seat++) {
        struct verdict_seat *s = &v->seat[seat];
        char letter;
        text += used;
        if (sscanf(text, " %c decisions %d lost %lf luck %lf%n", &letter, &s->decisions, &s->lost,
                   &s->luck, &used) != 4 ||
            letter != 'A' + seat || s->decisions < 0 || !isfinite(s->lost) || !isfinite(s->luck))
            return false;
    }
    /* NOLINTEND(cert-err34-c) */
    return true;
}

void verdict_path(const char *record, struct text *out)
{
    size_t size = strlen(record), end = strlen(record_ending);
    if (size > end && strcmp(record + size - end, record_ending) == 0)
        size -= end;
    text_add(out, "%.*s%s", (int)size, record, ending);
}
