#include "ui/journal.h"

#include "lab/analyse.h"
#include "store/verdict.h"
#include "ui/file.h"
#include "ui/saved.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
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
                         strerror(errno));
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
        v.seat[seat].luck = a->shares.luck.of[WORTH][seat];
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
    struct output output;
    verdict_path(path, &name);
    verdict_write(&v, &words);
    bool fine =
        !name.failed && !words.failed ? output_open(&output, name.at, e) : error_no_memory(e);
    if (fine) {
        fputs(words.at, output.to); /* closing tells if it went wrong */
        fine = output_close(&output, e);
    }
    text_free(&name);
    text_free(&words);
    return fine;
}
