#include "cli/journal.h"

#include "bots/bot.h"
#include "cli/file.h"
#include "cli/lang.h"
#include "cli/reel.h"
#include "cli/saved.h"
#include "lab/analyse.h"
#include "store/verdict.h"
#include "tui/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { VERDICT_ROOM = 2048 };

/* --- Reading ---------------------------------------------------------------------------------- */

/* The verdict on a game, if there is one; false if memory runs out. */
static bool read_verdict(struct played *p, const char *path, size_t steps, struct error *e)
{
    struct text name = {0};
    char words[VERDICT_ROOM];
    struct verdict v;
    verdict_path(path, &name);
    FILE *in = name.failed ? NULL : fopen(name.at, "re");
    bool fine = !name.failed && (in || errno != ENOMEM);
    if (in) {
        size_t size = fread(words, 1, sizeof words - 1, in);
        words[size] = '\0';
        fclose(in);
        for (int seat = 0; verdict_read(&v, words, p->players, steps) && seat < p->players; seat++)
            p->seat[seat].verdict = v.seat[seat];
    }
    text_free(&name);
    return fine || error_no_memory(e);
}

static bool read_game(const char *path, struct played *p, struct error *e)
{
    struct archive *a = saved_read(path, e);
    if (!a)
        return false;
    played_read(p, a);
    bool fine = read_verdict(p, path, archive_table(a)->steps, e);
    archive_free(a);
    return fine;
}

struct index *journal_open(struct error *e)
{
    char *folder = saved_folder(e);
    struct index *x = folder ? index_open(folder, read_game, e) : NULL;
    free(folder);
    return x;
}

bool journal_path(const struct played *p, struct text *out, struct error *e)
{
    char *folder = saved_folder(e);
    if (!folder)
        return false;
    text_add(out, "%s/%s", folder, p->file);
    free(folder);
    return !out->failed || error_no_memory(e);
}

static bool none_of(const struct index_filter *f, struct error *e)
{
    if (!f->game)
        return error_set(e, "no game is saved yet; begin one with 'pairs play'");
    if (f->which == INDEX_UNFINISHED)
        return error_set(e, "there is no unfinished game of %s; see 'pairs history'", f->game);
    return error_set(e, "there is no saved game of %s; see 'pairs history'", f->game);
}

/* Finds the last game that the filter lets through, or the one with that number. */
static bool find_last(const struct index_filter *f, long number, struct text *out, struct error *e)
{
    struct played_list l = {0};
    struct index *x = journal_open(e);
    bool fine = x && index_find(x, f, &l, e);
    int i = 0;
    while (i < l.count && number && l.game[i].number != number)
        i++;
    if (fine && i < l.count)
        fine = journal_path(&l.game[i], out, e);
    else if (fine && number)
        fine = error_set(e, "there is no game %ld; see 'pairs history'", number);
    else if (fine)
        fine = none_of(f, e);
    played_list_free(&l);
    index_close(x);
    return fine;
}

bool journal_named(const char *word, enum index_which which, struct text *out, struct error *e)
{
    struct error none = {.language = e->language};
    struct index_filter f = {.which = which};
    struct setup u;
    char *end;
    if (!word)
        return find_last(&f, 0, out, e);
    long number = strtol(word, &end, 10);
    if (number > 0 && *end == '\0')
        return find_last(&(struct index_filter){.which = INDEX_ALL}, number, out, e);
    if (setup_named(&u, word, &none)) {
        f.game = setup_name(&u);
        return find_last(&f, 0, out, e);
    }
    text_add(out, "%s", word);
    return !out->failed || error_no_memory(e);
}

/* Writes all of it into a file, or nothing. */
static bool write_text(const struct text *words, const char *path, struct error *e)
{
    struct output output;
    if (words->failed)
        return error_no_memory(e);
    if (!output_open(&output, path, e))
        return false;
    fputs(text_of(words), output.to); /* closing tells if it went wrong */
    return output_close(&output, e);
}

/* --- Changing --------------------------------------------------------------------------------- */

bool journal_remove(const struct played *p, struct error *e)
{
    struct text path = {0}, verdict = {0};
    bool fine = journal_path(p, &path, e);
    if (fine)
        verdict_path(path.at, &verdict);
    fine = fine && (!verdict.failed || error_no_memory(e)) && saved_remove(path.at, e);
    if (fine && unlink(verdict.at) != 0 && errno != ENOENT)
        fine = error_set(e, "%.300s cannot be removed: %s; check the folder", verdict.at,
                         error_reason(e, errno));
    text_free(&path);
    text_free(&verdict);
    return fine;
}

static struct verdict verdict_of(const struct table *t, const struct analysis *a)
{
    struct verdict v = {.steps = t->steps, .players = t->setup.players};
    for (size_t i = 0; i < a->moments; i++) {
        const struct moment *m = &a->moment[i];
        if (m->choices > 1) {
            v.seat[m->step.who].decisions++;
            v.seat[m->step.who].lost += m->loss.mean;
        }
    }
    for (int seat = 0; seat < v.players; seat++)
        v.seat[seat].luck = a->shares.of[PART_LUCK].of[WORTH][seat];
    return v;
}

bool journal_keep(const char *path, const struct table *t, const struct analysis *a,
                  struct error *e)
{
    bool starved;
    if (!path || !saved_ours(path, &starved))
        return !path || !starved || error_no_memory(e);
    struct verdict v = verdict_of(t, a);
    struct text name = {0}, words = {0};
    verdict_path(path, &name);
    verdict_write(&v, &words);
    bool fine = name.failed ? error_no_memory(e) : write_text(&words, name.at, e);
    text_free(&name);
    text_free(&words);
    return fine;
}

/* --- Words ------------------------------------------------------------------------------------ */

const char *journal_day(const struct played *p, bool time, char out[DAY_TEXT])
{
    struct tm tm;
    time_t when = (time_t)p->when;
    if (!localtime_r(&when, &tm) ||
        !strftime(out, DAY_TEXT, time ? "%Y-%m-%d %H:%M" : "%Y-%m-%d", &tm))
        snprintf(out, DAY_TEXT, "?");
    return out;
}

void journal_result(const struct played *p, int seat, struct text *out)
{
    static const char *const words[] = {[RESULT_LOST] = N_("lost, %s"),
                                        [RESULT_EVEN] = N_("even, %s"),
                                        [RESULT_WON] = N_("won, %s")};
    if (!p->over) {
        text_add(out, p->game->rounds ? _("unfinished, round %d") : _("unfinished, hand %d"),
                 p->hand);
    } else if (seat == NOBODY) {
        text_add(out, "%s", _("over"));
    } else {
        struct names names = {.chips = p->chips, .counts = p->game->counts};
        struct text score = {0};
        int n = p->seat[seat].score;
        text_figure(&score, n, p->chips);
        text_put(&score, " ", 1);
        score_unit(&score, abs(n), &names, lang());
        text_add(out, _(words[p->seat[seat].result]), text_of(&score));
        out->failed |= score.failed;
        text_free(&score);
    }
}

/* A seat's name, or its letter. */
static const char *seat_name(const struct played *p, int seat)
{
    return p->seat[seat].name[0] ? p->seat[seat].name : game_place_name(NULL, seat);
}

void journal_others(const struct played *p, int seat, struct text *out)
{
    const char *before = "";
    for (int other = 0; other < p->players; other++) {
        if (other == seat)
            continue;
        text_add(out, "%s%s", before, seat_name(p, other));
        before = ", ";
    }
}

void journal_bot(const char *bot, struct text *out)
{
    struct error e = {.language = lang()};
    struct bot *b = bot_new(bot, &e); /* NULL for programs, which go by what is run */
    out->failed |= e.no_memory;
    if (b && strcmp(bot_title(b), bot) != 0)
        text_add(out, "%s (%s)", bot_title(b), bot);
    else
        text_add(out, "%s", bot);
    bot_free(b);
}

/* --- Telling ---------------------------------------------------------------------------------- */

static void add_seats(const struct played *p, struct text *out)
{
    for (int seat = 0; seat < p->players; seat++) {
        const struct played_seat *s = &p->seat[seat];
        text_add(out, "%c: %s%s", 'A' + seat, s->name, s->name[0] ? ", " : "");
        if (s->bot[0])
            journal_bot(s->bot, out);
        else
            text_add(out, "%s", _("a person"));
        text_add(out, "\n");
    }
}

static void add_ending(const struct played *p, struct text *out)
{
    if (!p->over) {
        journal_result(p, NOBODY, out);
        text_add(out, "\n");
    }
    for (int seat = 0; seat < p->players; seat++) {
        const struct verdict_seat *v = &p->seat[seat].verdict;
        if (p->over) {
            text_add(out, "%s: ", seat_name(p, seat));
            journal_result(p, seat, out);
            text_add(out, "\n");
        }
        if (v->decisions >= 0)
            text_add(
                out,
                lang_plural("%s: %d decision with a choice, lost %s; luck %s\n",
                            "%s: %d decisions with a choice, lost %s; luck %s\n", v->decisions),
                seat_name(p, seat), v->decisions, language_figure(lang(), "%.2f", v->lost).text,
                language_figure(lang(), "%.2f", v->luck).text);
    }
}

bool journal_tell(const struct played *p, struct text *out, struct error *e)
{
    struct text path = {0};
    char day[DAY_TEXT];
    struct archive *a = journal_path(p, &path, e) ? saved_read(path.at, e) : NULL;
    text_free(&path);
    if (!a)
        return false;
    const struct table *t = archive_table(a);
    lang_players(out, _(played_title(p)), p->players);
    text_add(out, "\n%s, %s\n", journal_day(p, true, day), p->file);
    add_seats(p, out);
    text_add(out, "\n");
    reel_story(t, watch_looks(t, archive_plan(a)), out);
    text_add(out, "\n");
    add_ending(p, out);
    archive_free(a);
    return !out->failed || error_no_memory(e);
}

bool journal_export(const struct played *p, const char *path, struct error *e)
{
    struct text words = {0};
    bool fine = journal_tell(p, &words, e);
    if (fine)
        text_clean_lines(words.at);
    fine = fine && write_text(&words, path, e);
    text_free(&words);
    return fine;
}
