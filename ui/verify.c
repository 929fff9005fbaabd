/* pairs verify: checks that the cards of a game were dealt as its dealer had sealed them. */
#include "fair/check.h"
#include "ui/commands.h"
#include "ui/lang.h"
#include "ui/load.h"

#include <stdlib.h>

struct verify {
    struct check check;
    int *line; /* of each step */
    size_t steps, room;
    bool no_memory;
};

static bool take_line(void *context, int line, const char *text, size_t size, struct error *e)
{
    struct verify *v = context;
    if (v->no_memory)
        return error_no_memory(e);
    return check_line(&v->check, line, text, size, e);
}

/* Remembers where the steps stand that a line brought. */
static void take_steps(void *context, const struct table *t, int line)
{
    struct verify *v = context;
    if (v->room < t->steps) {
        int *more = realloc(v->line, t->steps * 2 * sizeof *more);
        v->no_memory |= !more;
        if (!more)
            return;
        v->line = more;
        v->room = t->steps * 2;
    }
    while (v->steps < t->steps)
        v->line[v->steps++] = line;
}

/* --- The result in words ---------------------------------------------------------------------- */

static void add_seat(struct text *out, const struct table *t, int seat)
{
    text_add(out, "%c", 'A' + seat);
    if (seat < t->setup.players && t->name[seat][0])
        text_add(out, " (%s)", t->name[seat]);
}

/* How often a seat has cut, and where it did not although it had pledged to. */
static void add_cuts(struct text *out, const struct check *c, const struct table *t, int seat)
{
    int cut = 0, missed = 0;
    for (size_t i = 0; i < c->shuffles; i++) {
        cut += c->shuffle[i].cut >> seat & 1;
        missed += (c->shuffle[i].pledged & ~c->shuffle[i].cut) >> seat & 1;
    }
    if (!cut && !missed)
        return;
    add_seat(out, t, seat);
    text_add(out, lang_plural(" cut %d time", " cut %d times", cut), cut);
    if (c->anew[seat])
        text_add(out,
                 lang_plural(", pledged anew %d time", ", pledged anew %d times", c->anew[seat]),
                 c->anew[seat]);
    text_add(out, missed ? _(", and had pledged to but did not cut shuffle") : "");
    for (size_t i = 0; i < c->shuffles; i++)
        if ((c->shuffle[i].pledged & ~c->shuffle[i].cut) >> seat & 1)
            text_add(out, " %llu", (unsigned long long)c->shuffle[i].number);
    text_add(out, "\n");
}

static void add_result(struct text *out, const struct check *c, const struct table *t)
{
    int draws = 0, lots = 0, shuffles = (int)c->shuffles;
    seats cut = 0;
    for (size_t i = 0; i < c->shuffles; i++) {
        draws += c->shuffle[i].draws;
        lots += c->shuffle[i].lots;
        cut |= c->shuffle[i].cut;
    }
    text_add(out,
             lang_plural("%d shuffle: its leaves are those that were sealed\n",
                         "%d shuffles: the leaves of each are those that were sealed\n", shuffles),
             shuffles);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        add_cuts(out, c, t, seat);
    if (!cut)
        text_add(out, "%s", _("nobody cut: the dealer alone decided the order\n"));
    text_add(out,
             lang_plural("%d card drawn, %d opened: as sealed and cut\n",
                         "%d cards drawn, %d opened: as sealed and cut\n", draws),
             draws, c->opened);
    if (lots)
        text_add(out,
                 lang_plural("%d lot drawn: as sealed and cut\n",
                             "%d lots drawn: as sealed and cut\n", lots),
                 lots);
    text_add(out, "%s",
             t->steps ? _("the moves: every card and lot in them is the one that was drawn\n")
                      : _("the moves are not in this file: only the proof was checked\n"));
}

/* --- The command ------------------------------------------------------------------------------ */

static bool verify(const char *path, struct verify *v, struct text *out, struct error *e)
{
    struct reader *r = load_with(path, take_line, take_steps, v, e);
    if (!r)
        return false;
    const struct table *t = reader_table(r);
    bool fine = !v->no_memory || error_no_memory(e);
    e->line = 1;
    if (fine && !v->check.shuffles)
        fine = error_set(e, "this record has no proof of its cards; expected lines 'commit ...' in "
                            "its header, as in the record of a game that a server dealt");
    fine = fine && check_end(&v->check, e) && (!t->steps || check_moves(&v->check, t, v->line, e));
    if (fine)
        add_result(out, &v->check, t);
    reader_free(r);
    return fine;
}

static int run(const struct args *a)
{
    const char *path = a->word[0];
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct verify v = {0};
    bool fine = verify(path, &v, &out, &e);
    check_free(&v.check);
    free(v.line);
    if (fine)
        return finish(&out);
    text_free(&out);
    return e.line ? fail_at(path, &e) : fail(BAD_INPUT, &e);
}

const struct command verify_command = {
    .name = "verify",
    .usage = N_("verify FILE"),
    .summary = N_("check that a game was dealt fairly"),
    .help =
        N_("Reads the record of a game that a server dealt ('-' for standard input) and checks\n"
           "its proof: that every card that was opened is the one that the dealer had sealed\n"
           "before the players cut, and that it lay where seal and cuts put it. What this shows\n"
           "and what it does not is told in docs/fair.md.\n"),
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
