/* pairs replay: plays records against the rules. */
#include "engine/record.h"
#include "ui/commands.h"
#include "ui/file.h"
#include "ui/json.h"
#include "ui/lang.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One object a line, after each event. */
static void print_step(void *context, const struct table *t, int line)
{
    (void)context;
    json_t *object = json_table(t);
    json_object_set_new(object, "line", json_integer(line));
    json_print(object, stdout);
}

static void print_seats(const char *label, seats some, const struct table *t)
{
    if (!some)
        return;
    printf("%s:", label);
    for (int seat = 0; seat < t->setup.players; seat++)
        if (some >> seat & 1)
            printf(" %s", t->name[seat][0] ? t->name[seat] : game_place_name(NULL, seat));
    putchar('\n');
}

/* For people: where the game stands. */
static void print_summary(const struct table *t)
{
    const struct head *h = game_look(t->state);
    printf(_("%s, %d players, hand %d, %s\n"), setup_name(&t->setup), h->players, h->hand,
           h->turn.kind == TURN_OVER ? _("over") : _("in progress"));
    fputs(h->chips ? _("chips:") : _("score:"), stdout);
    for (int seat = 0; seat < h->players; seat++)
        printf(" %c %d", 'A' + seat, h->score[seat]);
    putchar('\n');
    if (h->pot)
        printf(_("pot: %d\n"), h->pot);
    print_seats(_("winners"), h->winners, t);
    print_seats(_("losers"), h->losers, t);
    if (h->turn.kind != TURN_OVER) {
        struct text next = {0};
        table_expected(t, &next);
        printf(_("next: %s\n"), text_of(&next));
        text_free(&next);
    }
}

static void print_result(const struct args *a, const struct table *t)
{
    if (!a->json)
        print_summary(t);
    else if (!a->steps)
        json_print(json_table(t), stdout);
}

/* All records of a file, one after the other. */
static bool replay(const struct args *a, FILE *in, struct error *e)
{
    record_step *step = a->steps ? print_step : NULL;
    struct reader *r = reader_new(0, step, NULL);
    char line[RECORD_LINE + 2];
    size_t size;
    int lines = 0;
    bool fine = true;
    while (fine && file_line(in, line, sizeof line, &size)) {
        if (reader_next(r, line, size)) {
            fine = reader_end(r, e);
            if (fine)
                print_result(a, reader_table(r));
            reader_free(r);
            r = reader_new(lines, step, NULL);
        }
        fine = fine && reader_line(r, line, size, e);
        lines++;
    }
    if (fine && ferror(in)) {
        e->line = lines + 1;
        fine = error_set(e, "the file cannot be read further: %s; check that it is a file",
                         strerror(errno));
    }
    fine = fine && reader_end(r, e);
    if (fine)
        print_result(a, reader_table(r));
    reader_free(r);
    return fine;
}

static int run(const struct args *a)
{
    const char *path = a->word[0];
    struct error e = {0};
    if (a->steps && !a->json) {
        error_set(&e, "--steps goes with --json; add it");
        return fail(BAD_USAGE, &e);
    }
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) {
        error_set(&e, "%s cannot be read: %s; check the name", path, strerror(errno));
        return fail(BAD_INPUT, &e);
    }
    bool fine = replay(a, in, &e);
    if (!fine)
        fprintf(stderr, "%s:%d: %s\n", path, e.line, e.text);
    if (in != stdin)
        fclose(in);
    return fine ? FINE : BAD_INPUT;
}

const struct command replay_command = {
    .name = "replay",
    .usage = "replay FILE [--json [--steps]]",
    .summary = N_("play a record against the rules"),
    .help =
        N_("Reads a record ('-' for standard input), checks every line against the rules and says\n"
           "where the game stands. A file may hold several records, one after the other.\n\n"
           "  --json   print an object with everything there is to know\n"
           "  --steps  one such object after each event\n"),
    .flags = FLAG_JSON | FLAG_STEPS,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
