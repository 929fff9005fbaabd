/* pairs replay: plays records against the rules. */
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/lang.h"
#include "engine/record.h"
#include "wire/tablejson.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One object a line, after each event, while memory lasts. */
static void print_step(void *context, const struct table *t, int line)
{
    struct text *out = context;
    if (out->failed)
        return;
    json_object_begin(out);
    json_table_keys(out, t);
    json_int(json_key(out, "line"), line);
    json_object_end(out);
    text_add(out, "\n");
    if (out->failed)
        return;
    fputs(text_of(out), stdout);
    text_clear(out);
}

static void add_seats(struct text *out, const char *label, seats some, const struct table *t)
{
    if (!some)
        return;
    text_add(out, "%s:", label);
    for (int seat = 0; seat < t->setup.players; seat++)
        if (seats_has(some, seat))
            text_add(out, " %s", t->name[seat][0] ? t->name[seat] : game_place_name(NULL, seat));
    text_add(out, "\n");
}

static void add_scores(struct text *out, const struct table *t)
{
    const struct head *h = game_look(t->state);
    struct names names = table_names(t);
    if (!h->chips)
        text_add(out, "%s ", _("score:"));
    for (int seat = 0; seat < h->players; seat++) {
        const char *before = !seat ? "" : h->chips ? ", " : " ";
        text_add(out, "%s%c ", before, 'A' + seat);
        score_text(out, h->score[seat], SCORE_TOLD, &names, lang());
    }
    text_add(out, "\n");
}

/* For people: where the game stands. */
static void add_summary(struct text *out, const struct table *t)
{
    const struct head *h = game_look(t->state);
    lang_players(out, setup_name(&t->setup), h->players);
    text_add(out, _(", hand %d, %s\n"), h->hand,
             h->turn.kind == TURN_OVER ? _("over") : _("in progress"));
    add_scores(out, t);
    if (h->pot)
        text_add(out, _("pot: %d\n"), h->pot);
    add_seats(out, _("winners"), h->winners, t);
    add_seats(out, _("losers"), h->losers, t);
    if (h->turn.kind != TURN_OVER) {
        struct text next = {0};
        table_expected(t, EVERYTHING, lang(), &next);
        text_add(out, _("next: %s\n"), text_of(&next));
        out->failed |= next.failed;
        text_free(&next);
    }
}

static void add_result(struct text *out, const struct args *a, const struct table *t)
{
    if (!a->json) {
        add_summary(out, t);
    } else if (!a->steps) {
        json_table(out, t);
        text_add(out, "\n");
    }
}

/* A record begins after `lines` lines of the file. */
static struct reader *begin(const struct args *a, struct text *out, int lines, struct error *e)
{
    struct reader *r = reader_new(lines, a->steps ? print_step : NULL, out);
    e->line = lines + 1;
    if (!r)
        error_no_memory(e);
    return r;
}

/* A record ends; frees the reader. */
static bool end(const struct args *a, struct text *out, struct reader *r, struct error *e)
{
    bool fine = reader_end(r, e);
    if (fine)
        add_result(out, a, reader_table(r));
    reader_free(r);
    return fine && (!out->failed || error_no_memory(e));
}

/* All records of a file, one after the other. */
static bool replay(const struct args *a, FILE *in, struct text *out, struct error *e)
{
    struct reader *r = begin(a, out, 0, e);
    char line[RECORD_LINE + 2];
    size_t size;
    int lines = 0;
    for (; r && file_line(in, line, sizeof line, &size); lines++) {
        if (reader_next(r, line, size))
            r = end(a, out, r, e) ? begin(a, out, lines, e) : NULL;
        if (r && !(reader_line(r, line, size, e) && (!out->failed || error_no_memory(e)))) {
            reader_free(r);
            r = NULL;
        }
    }
    if (r && ferror(in)) {
        e->line = lines + 1;
        reader_free(r);
        return error_set(e, "the file cannot be read further: %s; check that it is a file",
                         error_reason(e, errno));
    }
    return r && end(a, out, r, e);
}

static int run(const struct args *a)
{
    const char *path = a->word[0];
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    if (a->steps && !a->json) {
        error_set(&e, "--steps goes with --json; add it");
        return fail(BAD_USAGE, &e);
    }
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) {
        error_set(&e, "%.300s cannot be read: %s; check the name", path, error_reason(&e, errno));
        return fail(BAD_INPUT, &e);
    }
    bool fine = replay(a, in, &out, &e);
    if (in != stdin)
        fclose(in);
    if (fine)
        return finish(&out);
    text_free(&out);
    return fail_at(path, &e);
}

static const struct flag flags[] = {
    SWITCH_FLAG(json, N_("print an object with everything there is to know")),
    SWITCH_FLAG(steps, N_("one such object after each event")),
    END_ROW,
};

const struct command replay_command = {
    .name = "replay",
    .usage = N_("[GAME|FILE]"),
    .summary = N_("play a record against the rules"),
    .help = N_("Reads a record ('-' for standard input), checks every line against the rules and "
               "says where the game stands. A file may hold several records, one after the other."),
    .flags = flags,
    .saved = true,
    .words_max = 1,
    .run = run,
};
