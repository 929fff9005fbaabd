/* The games of a simulation as CSV with a row for each, for R, pandas and the like. */
#include "cli/sim.h"

#include "cli/file.h"
#include "engine/event.h"
#include "engine/game.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Rows ------------------------------------------------------------------------------------- */

static void add_seat_columns(struct text *t, const char *name, int players)
{
    for (int seat = 0; seat < players; seat++)
        text_add(t, ",%s_%c", name, 'A' + seat);
}

static void add_header(const struct sim *s, struct text *t)
{
    const struct setup *u = &s->sweep.base;
    text_add(t, "game,players");
    for (const struct option *o = u->game->options; o->key; o++)
        text_add(t, ",option_%s", o->key);
    text_add(t, ",%s", deck_key);
    add_seat_columns(t, "bot", u->players);
    text_add(t, ",seed,number,first,hands,decisions,cards,winners,losers");
    add_seat_columns(t, "score", u->players);
    text_add(t, "\n");
}

/* What all rows of a point begin with. */
static void add_point(const struct sim *s, int point, struct text *t)
{
    const struct setup *u = &s->sweep.point[point];
    text_add(t, "%s,%d", setup_name(u), u->players);
    for (int i = 0; u->game->options[i].key; i++) {
        char word[OPTION_TEXT];
        text_add(t, ",");
        csv_word(option_text(&u->game->options[i], u->option[i], word), t);
    }
    char deck[DECK_TEXT];
    text_add(t, ",%s", u->deck ? deck_text(u->deck, deck) : "");
    for (int seat = 0; seat < u->players; seat++) {
        char bot[SIM_BOT_ROOM];
        snprintf(bot, sizeof bot, "%s", s->job.bot[seat]);
        text_clean(bot);
        text_add(t, ",");
        csv_word(bot, t);
    }
    text_add(t, ",%llu,", (unsigned long long)s->job.seed);
}

/* The letters of seats, and a comma. */
static void add_seats(struct text *t, seats all)
{
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        if (seats_has(all, seat))
            text_put(t, &(char){(char)('A' + seat)}, 1);
    text_words(t, ",");
}

static void add_number(struct text *t, int64_t number)
{
    text_number(t, number);
    text_words(t, ",");
}

static void add_game(const struct rows *r, const struct sim_game *g, struct text *t)
{
    text_put(t, text_of(&r->beginning), r->beginning.size);
    add_number(t, g->number + 1);
    add_seats(t, g->first == NOBODY ? 0 : (seats)(1 << g->first));
    add_number(t, g->hands);
    add_number(t, g->decisions);
    add_number(t, g->cards);
    add_seats(t, g->winners);
    add_seats(t, g->losers);
    int last = r->sim->sweep.base.players - 1;
    for (int seat = 0; seat < last; seat++)
        add_number(t, g->score[seat]);
    text_number(t, g->score[last]);
    text_words(t, "\n");
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Adds the text to where the rows are collected, and empties it. */
static bool put(struct rows *r, struct error *e)
{
    if (r->text.failed)
        return error_no_memory(e);
    if (fwrite(text_of(&r->text), 1, r->text.size, r->to) != r->text.size)
        return error_set(e, "the rows cannot be written: %s; make room and try again",
                         error_reason(e, errno));
    r->sim->rows += (int64_t)r->text.size;
    text_clear(&r->text);
    return true;
}

/* Opens the file beside the state, with as many bytes as the state knows of: games that were played
 * after it was saved are played again. */
static bool open_kept(struct rows *r, const char *state, struct error *e)
{
    struct stat is;
    if (asprintf(&r->path, "%s.rows", state) < 0) {
        r->path = NULL;
        return error_no_memory(e);
    }
    int fd = open(r->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    r->kept = fd < 0 ? NULL : fdopen(fd, "r+");
    if (!r->kept) {
        file_unwritable(r->path, e);
        if (fd >= 0)
            close(fd);
        return false;
    }
    r->to = r->kept;
    if (fstat(fd, &is) != 0 || is.st_size < r->sim->rows)
        return error_set(e,
                         "%.200s does not have the rows of all games in %.200s; expected the file "
                         "that was written with it, or a new name",
                         r->path, state);
    return (ftruncate(fd, r->sim->rows) == 0 && fseeko(r->kept, r->sim->rows, SEEK_SET) == 0) ||
           file_unwritable(r->path, e);
}

bool rows_open(struct rows *r, struct sim *s, const char *state, FILE *to, struct error *e)
{
    *r = (struct rows){.sim = s, .to = to, .point = -1};
    if (state && !s->rows && s->state.blocks)
        return error_set(e,
                         "%.200s has games without rows; expected --rows from the first game on, "
                         "or a new name",
                         state);
    if (state && !open_kept(r, state, e))
        return false;
    if (s->rows)
        return true;
    add_header(s, &r->text);
    return put(r, e);
}

bool rows_add(struct rows *r, int point, const struct sim_game game[], int count, struct error *e)
{
    if (r->point != point) {
        text_clear(&r->beginning);
        add_point(r->sim, point, &r->beginning);
        r->point = point;
    }
    for (int i = 0; i < count; i++)
        add_game(r, &game[i], &r->text);
    return r->beginning.failed ? error_no_memory(e) : put(r, e);
}

bool rows_sync(const struct rows *r, struct error *e)
{
    return !r->kept || (fflush(r->kept) == 0 && fdatasync(fileno(r->kept)) == 0) ||
           file_unwritable(r->path, e);
}

bool rows_copy(const struct rows *r, FILE *to, struct error *e)
{
    char part[1 << 14];
    size_t size;
    if (!r->kept)
        return true;
    if (!rows_sync(r, e) || fseeko(r->kept, 0, SEEK_SET) != 0)
        return false;
    while ((size = fread(part, 1, sizeof part, r->kept)) > 0)
        fwrite(part, 1, size, to); /* closing tells if it went wrong */
    return !ferror(r->kept) ||
           error_set(e, "%.200s cannot be read: %s; expected a file or a new name", r->path,
                     error_reason(e, errno));
}

void rows_close(struct rows *r)
{
    if (r->kept)
        fclose(r->kept);
    free(r->path);
    text_free(&r->text);
    text_free(&r->beginning);
    *r = (struct rows){0};
}
