#include "cli/analyses.h"

#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "engine/record.h"
#include "lab/crew.h"
#include "store/folder.h"
#include "wire/analysisjson.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- Where the records are -------------------------------------------------------------------- */

static bool add_place(struct places *p, const char *path, long from, int line)
{
    struct place *more = realloc(p->place, (size_t)(p->count + 1) * sizeof *more);
    if (!more)
        return false;
    p->place = more;
    p->place[p->count] = (struct place){strdup(path), from, line};
    return p->place[p->count++].path;
}

/* Whether it is the first line of a record: "pairs 1". */
static bool begins_record(const char *line, size_t size)
{
    static const char word[] = "pairs ";
    return size >= sizeof word && strncmp(line, word, sizeof word - 1) == 0 &&
           isdigit((unsigned char)line[sizeof word - 1]);
}

/* The first record begins where the file does, with whatever stands before it. */
static bool find_in_file(struct places *p, const char *path, struct error *e)
{
    char line[RECORD_LINE + 2];
    size_t size;
    FILE *in = fopen(path, "re");
    if (!in && errno == ENOMEM)
        return error_no_memory(e);
    if (!in)
        return error_set(e, "%.300s cannot be read: %s; check the name", path,
                         error_reason(e, errno));
    bool fine = add_place(p, path, 0, 0), begun = false;
    for (int lines = 0; fine; lines++) {
        long from = ftell(in);
        if (!file_line(in, line, sizeof line, &size) || size == sizeof line)
            break; /* what is wrong is told when the record is read */
        if (!begins_record(line, size))
            continue;
        fine = !begun || add_place(p, path, from, lines);
        begun = true;
    }
    fclose(in);
    return fine || error_no_memory(e);
}

static bool note_game(void *context, const char *name, const char *path, const struct stat *there)
{
    (void)name;
    (void)there;
    return add_place(context, path, 0, 0);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct place *)a)->path, ((const struct place *)b)->path);
}

static bool find_in_folder(struct places *p, const char *path, struct error *e)
{
    struct places file = {0};
    bool fine = folder_games(path, note_game, &file, e);
    if (fine && !file.count)
        fine = error_set(e, "%.300s has no records; expected files NAME.pairs", path);
    if (fine)
        qsort(file.place, (size_t)file.count, sizeof *file.place, by_path);
    for (long i = 0; fine && i < file.count; i++)
        fine = find_in_file(p, file.place[i].path, e);
    places_clear(&file);
    return fine;
}

bool places_find(struct places *p, const struct args *a, struct error *e)
{
    bool fine = true;
    *p = (struct places){0};
    for (int i = 0; fine && i < a->words; i++) {
        struct stat there;
        bool known = stat(a->word[i], &there) == 0;
        if (known && S_ISDIR(there.st_mode))
            fine = find_in_folder(p, a->word[i], e);
        else if (known && S_ISREG(there.st_mode))
            fine = find_in_file(p, a->word[i], e);
        else /* as standard input, one record that is read when its turn comes */
            fine = add_place(p, a->word[i], 0, 0) || error_no_memory(e);
    }
    return fine;
}

void places_clear(struct places *p)
{
    for (long i = 0; i < p->count; i++)
        free(p->place[i].path);
    free(p->place);
    *p = (struct places){0};
}

/* --- One record ------------------------------------------------------------------------------- */

enum { GAME_ROOM = 64 };

/* What is kept of a game. */
struct row {
    long item;
    char game[GAME_ROOM], who[PLAYERS_MAX][NAME_ROOM];
    int players, iterations;
    bool over;
    struct shares shares;
};

static bool read_lines(struct reader *r, FILE *in, struct error *e)
{
    char line[RECORD_LINE + 2];
    size_t size;
    while (file_line(in, line, sizeof line, &size) && !reader_next(r, line, size))
        if (!reader_line(r, line, size, e))
            return false;
    return reader_end(r, e);
}

static struct reader *read_record(const struct place *at, struct error *e)
{
    FILE *in = fopen(at->path, "re");
    struct reader *r = reader_new(at->line, NULL, NULL);
    bool fine = r || error_no_memory(e);
    if (fine && (!in || fseek(in, at->from, SEEK_SET) != 0))
        fine = error_set(e, "%.300s cannot be read: %s; check the name", at->path,
                         error_reason(e, errno));
    fine = fine && read_lines(r, in, e);
    if (in)
        fclose(in);
    if (fine)
        return r;
    reader_free(r);
    return NULL;
}

/* What all threads share. */
struct batch {
    const struct args *args;
    const struct places *places;
    const atomic_bool *stop;
    struct progress progress;
    long done, failed; /* the item that failed, -1 if none did */
    struct total *total;
    size_t totals;
    struct text *out;
};

static void *equip(void *context, struct error *e)
{
    (void)e;
    return context;
}

static void put_away(void *tools)
{
    (void)tools;
}

static void fill_row(struct row *row, const struct table *t, const struct analysis *a)
{
    row->players = t->setup.players;
    row->over = table_turn(t).kind == TURN_OVER;
    row->shares = a->shares;
    snprintf(row->game, sizeof row->game, "%s", setup_name(&t->setup));
    for (int seat = 0; seat < row->players; seat++)
        snprintf(row->who[seat], sizeof row->who[seat], "%s", table_seat_name(t, seat));
}

static enum crew_end work(void *tools, long item, void *result, struct error *e)
{
    const struct batch *b = tools;
    struct row *row = result;
    struct analysis a;
    row->item = item;
    struct reader *r = read_record(&b->places->place[item], e);
    if (!r)
        return CREW_FAILED;
    const struct table *t = reader_table(r);
    row->iterations = b->args->iterations ? b->args->iterations : analyse_iterations(t);
    struct analyse_limits limits = {.seed = b->args->seeded ? b->args->seed : ANALYSE_SEED,
                                    .record = (uint64_t)item,
                                    .iterations = row->iterations,
                                    .stop = b->stop};
    bool fine = analyse(t, &limits, &a), left = b->stop && atomic_load(b->stop);
    if (fine) {
        fill_row(row, t, &a);
        analysis_clear(&a);
    } else if (!left) {
        error_no_memory(e);
    }
    reader_free(r);
    return fine ? CREW_DONE : left ? CREW_LEFT : CREW_FAILED;
}

/* --- All together ----------------------------------------------------------------------------- */

/* Of one player, or one seat where players have no names, in one game. */
struct total {
    char game[GAME_ROOM], who[NAME_ROOM];
    struct tally of[MEASURES][PARTS];
    struct shares first; /* the errors of the first game: one alone has no spread */
    int first_seat;
};

static struct estimate mean_of(const struct total *t, enum measure m, int part)
{
    struct estimate x = tally_estimate(&t->of[m][part]);
    if (t->of[m][part].count == 1)
        x.error = t->first.error[part].of[m][t->first_seat];
    return x;
}

static struct total *total_of(struct batch *b, const struct row *row, int seat)
{
    const char *game = row->game, *who = row->who[seat];
    for (size_t i = 0; i < b->totals; i++)
        if (strcmp(b->total[i].game, game) == 0 && strcmp(b->total[i].who, who) == 0)
            return &b->total[i];
    struct total *more = realloc(b->total, (b->totals + 1) * sizeof *more);
    if (!more)
        return NULL;
    b->total = more;
    struct total *t = &b->total[b->totals++];
    *t = (struct total){.first = row->shares, .first_seat = seat};
    snprintf(t->game, sizeof t->game, "%s", game);
    snprintf(t->who, sizeof t->who, "%s", who);
    return t;
}

static void add_row(struct text *out, const struct place *at, const struct row *row)
{
    text_add(out, "%s:%d  %s ", at->path, at->line + 1, row->game);
    for (int seat = 0; seat < row->players; seat++)
        text_add(
            out, "  %s %s +- %s", row->who[seat],
            language_figure(lang(), "%+.2f", row->shares.of[PART_LUCK].of[WORTH][seat]).text,
            language_figure(lang(), "%.2f", row->shares.error[PART_LUCK].of[WORTH][seat]).text);
    text_add(out, "\n");
}

static void json_row(struct text *out, const struct place *at, const struct row *row)
{
    json_object_begin(out);
    json_text(json_key(out, "file"), at->path);
    json_int(json_key(out, "line"), at->line + 1);
    json_text(json_key(out, "game"), row->game);
    json_int(json_key(out, "players"), row->players);
    json_bool(json_key(out, "over"), row->over);
    json_int(json_key(out, "iterations"), row->iterations);
    json_array_begin(json_key(out, "names"));
    for (int seat = 0; seat < row->players; seat++)
        json_text(out, row->who[seat]);
    json_array_end(out);
    json_shares(json_key(out, "score"), &row->shares, SCORE, row->players);
    json_shares(json_key(out, "worth"), &row->shares, WORTH, row->players);
    json_object_end(out);
}

static bool take(void *context, long item, const void *result, struct error *e)
{
    struct batch *b = context;
    const struct row *row = result;
    for (int seat = 0; seat < row->players; seat++) {
        struct total *t = total_of(b, row, seat);
        if (!t)
            return error_no_memory(e);
        for (int m = 0; m < MEASURES; m++)
            for (int part = 0; part < PARTS; part++)
                tally_add(&t->of[m][part], row->shares.of[part].of[m][seat]);
    }
    (b->args->json ? json_row : add_row)(b->out, &b->places->place[item], row);
    progress_show(&b->progress, ++b->done);
    return !b->out->failed || error_no_memory(e);
}

static void failed(void *context, void *result)
{
    struct batch *b = context;
    b->failed = ((const struct row *)result)->item;
}

static void add_totals(struct text *out, const struct batch *b)
{
    const char *const parts[] = {_("begin"), _("luck"), _("own play"), _("others"), _("result")};
    text_add(out, "\n");
    column_left(out, _("worth a game"), 34);
    for (int part = 0; part < PARTS; part++) {
        text_add(out, " ");
        column_right(out, parts[part], 8);
    }
    text_add(out, "\n");
    for (size_t i = 0; i < b->totals; i++) {
        const struct total *t = &b->total[i];
        text_add(out, "%-16.16s %-10.10s %6ld", t->game, t->who, t->of[WORTH][0].count);
        for (int part = 0; part < PARTS; part++)
            text_add(out, " %s",
                     language_figure(lang(), "%8.2f", mean_of(t, WORTH, part).mean).text);
        text_add(out, "\n%34s", "+- 95%");
        for (int part = 0; part < PARTS; part++)
            text_add(out, " %s",
                     language_figure(lang(), "%8.2f", mean_of(t, WORTH, part).error).text);
        text_add(out, "\n");
    }
}

static void json_totals(struct text *out, const struct batch *b)
{
    static const char *const measure[MEASURES] = {[WORTH] = "worth", [SCORE] = "score"};
    static const char *const name[PARTS] = {"begin", "luck", "own", "others", "result"};
    json_array_begin(json_key(out, "totals"));
    for (size_t i = 0; i < b->totals; i++) {
        const struct total *t = &b->total[i];
        json_object_begin(out);
        json_text(json_key(out, "game"), t->game);
        json_text(json_key(out, "name"), t->who);
        json_int(json_key(out, "games"), t->of[WORTH][0].count);
        for (int m = 0; m < MEASURES; m++) {
            json_object_begin(json_key(out, measure[m]));
            for (int part = 0; part < PARTS; part++) {
                struct estimate x = mean_of(t, (enum measure)m, part);
                json_estimate(json_key(out, name[part]), x.mean, x.error);
            }
            json_object_end(out);
        }
        json_object_end(out);
    }
    json_array_end(out);
}

static bool run_crew(struct batch *b, struct error *e)
{
    struct crew crew = {.context = b,
                        .end = b->places->count,
                        .threads = b->args->threads ? b->args->threads : crew_usual(),
                        .size = sizeof(struct row),
                        .stop = b->stop,
                        .equip = equip,
                        .put_away = put_away,
                        .work = work,
                        .take = take,
                        .failed = failed};
    progress_begin(&b->progress, b->places->count);
    bool fine = crew_run(&crew, e);
    progress_end(&b->progress);
    return fine;
}

static void write_report(struct batch *b)
{
    if (b->args->json) {
        json_array_end(b->out);
        json_totals(b->out, b);
        json_int(json_key(b->out, "missing"), b->places->count - b->done);
        json_object_end(b->out);
        text_add(b->out, "\n");
        return;
    }
    add_totals(b->out, b);
    if (b->done < b->places->count)
        text_add(b->out, _("stopped after %ld of %ld records\n"), b->done, b->places->count);
}

int analyse_all(const struct args *a, const struct places *p)
{
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct batch b = {.args = a, .places = p, .stop = stop_on_signals(), .failed = -1, .out = &out};
    if (a->json) {
        json_object_begin(&out);
        json_array_begin(json_key(&out, "records"));
    } else {
        text_add(&out, "%s\n", _("luck in worth, to the end of each hand"));
    }
    bool fine = run_crew(&b, &e);
    if (fine)
        write_report(&b);
    free(b.total);
    if (fine)
        return finish(&out);
    text_free(&out);
    return b.failed >= 0 && e.line ? fail_at(p->place[b.failed].path, &e) : fail(BAD_INPUT, &e);
}
