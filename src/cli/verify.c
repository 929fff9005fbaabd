/* pairs verify: checks that the cards of a game were dealt as its dealer had sealed them. */
#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/load.h"
#include "fair/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether a seat had seen each seal before it cut. */
static void add_seals(struct text *out, const struct check *c, int seat, int cut)
{
    if (!c->chained || !cut)
        return;
    int seen = c->seat[seat].cuts;
    if (seen == cut)
        text_add(out, "%s", _("; saw each seal before cutting, and signed that"));
    else if (seen)
        text_add(out, _("; signed that the seal came before the cut: %d times"), seen);
    else
        text_add(out, "%s", _("; signed nothing: nothing proves that a seal came before the cut"));
}

/* How often a seat has cut, and where it did not although it had pledged to. */
static void add_cuts(struct text *out, const struct check *c, const struct table *t, int seat)
{
    int cut = 0, missed = 0;
    for (size_t i = 0; i < c->shuffles; i++) {
        cut += seats_has(c->shuffle[i].cut, seat);
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
    add_seals(out, c, seat, cut);
    text_add(out, "\n");
}

/* Whose the decisions of a seat are. */
static void add_decisions(struct text *out, const struct check *c, const struct table *t, int seat)
{
    const struct checked_seat *s = &c->seat[seat];
    int unsaid = s->decided - s->named - s->closed;
    if (s->mine) {
        add_seat(out, t, seat);
        text_add(out, "%s", _(" has your key\n"));
    }
    if (!s->decided)
        return;
    add_seat(out, t, seat);
    text_add(out, lang_plural(" made %d decision", " made %d decisions", s->decided), s->decided);
    text_add(out, lang_plural(", %d signed", ", %d signed", s->named), s->named);
    if (s->closed)
        text_add(out, lang_plural(", %d closed", ", %d closed", s->closed), s->closed);
    if (unsaid)
        text_add(
            out,
            lang_plural("; nothing proves whose %d is: a bot's, or of somebody who signs nothing",
                        "; nothing proves whose %d are: a bot's, or of somebody who signs "
                        "nothing",
                        unsaid),
            unsaid);
    text_add(out, "\n");
}

static void add_chain(struct text *out, const struct check *c)
{
    if (!c->chained) {
        text_add(out, "%s",
                 _("the proof is from before players signed: nothing shows that a seal came before "
                   "the cuts,\nso that it holds only if you trust whoever dealt\n"));
        return;
    }
    char link[SEAL_TEXT];
    digest_text(&c->last[0].link, link);
    text_add(out,
             _("game %llu of table %s; its chain ends with %s,\nand goes on from there in the "
               "next game: else a game is missing\n"),
             (unsigned long long)c->game, c->table, link);
    if (c->backs)
        text_add(out,
                 _("decisions taken back: %d, shuffles with them: %d; they are not in the proof\n"),
                 c->backs, c->gone_shuffles);
    text_add(out, "%s",
             _("nothing proves who has a key, except to that person (--key); nor that no game was "
               "left to die\nand no cut was kept back: what is missing shows, and not why\n"));
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
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        add_decisions(out, c, t, seat);
    add_chain(out, c);
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

/* The key of whoever asks: itself, or the file in which what belongs to it is kept. */
static bool read_key(const char *value, char key[SEAL_TEXT], struct error *e)
{
    struct digest any;
    char secret[SEAL_TEXT] = "";
    if (digest_read(value, &any)) {
        memcpy(key, value, SEAL_TEXT);
        return true;
    }
    FILE *file = fopen(value, "r");
    bool fine = file && fgets(secret, sizeof secret, file) && open_public(secret, key);
    if (file)
        fclose(file);
    return fine ||
           error_set(e,
                     "--key cannot be '%.200s'; expected 64 hexadecimal digits, or the file "
                     "with a key below ~/.local/state/pairs/tokens",
                     value);
}

static int run(const struct args *a)
{
    const char *path = a->word[0], *key = args_setting(a, "key");
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct verify v = {0};
    if (key && !read_key(key, v.check.key, &e))
        return fail(BAD_USAGE, &e);
    bool fine = verify(path, &v, &out, &e);
    check_free(&v.check);
    free(v.line);
    if (fine)
        return finish(&out);
    text_free(&out);
    return e.line ? fail_at(path, &e) : fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    SETTING_FLAG("key", N_("MINE"), TAKES_FILE,
                 N_("your key: 64 hexadecimal digits, or the file in which it is kept, below "
                    "~/.local/state/pairs/tokens. Then the proof is refused if nothing in it is "
                    "signed with your key. Without it you take the keys on trust: a server can "
                    "make up players, and sign for them.")),
    END_ROW,
};

const struct command verify_command = {
    .name = "verify",
    .usage = N_("[GAME|FILE]"),
    .summary = N_("check the proof of a game that a server dealt"),
    .help = N_("Reads the record of a game that a server dealt ('-' for standard input) and checks "
               "its proof: that every card that was opened is the one that was sealed, and lay "
               "where seal and cuts put it; that each player who signs saw the seal before "
               "cutting, and made the decisions that stand there. It says what nothing proves."),
    .flags = flags,
    .notes = N_("What this proves to whom is told in docs/fair.md."),
    .saved = true,
    .words_max = 1,
    .run = run,
};
