/* The state of a simulation as a file, for --resume: a JSON object with the arguments, how far the
 * work has come, and the sums of each point. */
#include "cli/sim.h"

#include "cli/file.h"
#include "engine/game.h"
#include "lab/block.h"
#include "wire/json.h"
#include "wire/load.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[] = {"version", "game", "players", "options",
                                   "games",   "bots", "seed",    NULL};

/* --- Writing ---------------------------------------------------------------------------------- */

/* All that the figures depend on, by the keys above. */
static void json_arguments(struct text *t, const struct sim *s)
{
    char word[OPTION_TEXT], deck[DECK_TEXT], seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->job.seed);
    json_object_begin(t);
    json_text(json_key(t, keys[0]), PAIRS_VERSION);
    json_text(json_key(t, keys[1]), setup_name(&s->sweep.base));
    json_int(json_key(t, keys[2]), s->sweep.base.players);
    json_object_begin(json_key(t, keys[3]));
    for (int i = 0; i < s->sweep.axes; i++) {
        const struct axis *x = &s->sweep.axis[i];
        const struct option *o = &s->sweep.base.game->options[x->option];
        json_array_begin(json_key(t, o->key));
        for (int k = 0; k < x->values; k++)
            json_text(t, option_text(o, x->value[k], word));
        json_array_end(t);
    }
    if (s->sweep.base.deck) {
        json_array_begin(json_key(t, deck_key));
        json_text(t, deck_text(s->sweep.base.deck, deck));
        json_array_end(t);
    }
    json_object_end(t);
    json_int(json_key(t, keys[4]), s->job.games);
    json_array_begin(json_key(t, keys[5]));
    for (int seat = 0; seat < s->sweep.base.players; seat++)
        json_text(t, s->job.bot[seat]);
    json_array_end(t);
    json_text(json_key(t, keys[6]), seed);
    json_object_end(t);
}

static void json_counts(struct text *t, const struct spread *s)
{
    json_object_begin(t);
    json_int(json_key(t, "least"), s->least);
    json_int(json_key(t, "most"), s->most);
    json_array_begin(json_key(t, "counts"));
    for (int i = 0; i < spread_bins(s); i++)
        json_int(t, s->count[i]);
    json_array_end(t);
    json_object_end(t);
}

static void json_sums(struct text *t, const struct sim_result *r, int seat)
{
    json_object_begin(t);
    json_double(json_key(t, "score"), r->score[seat]);
    json_double(json_key(t, "score_squared"), r->score_squared[seat]);
    json_double(json_key(t, "edge_squared"), r->edge_squared[seat]);
    json_int(json_key(t, "won"), r->won[seat]);
    json_int(json_key(t, "lost"), r->lost[seat]);
    if (r->forfeit[seat].decisions)
        json_int(json_key(t, "replaced"), r->forfeit[seat].decisions);
    json_counts(json_key(t, "scores"), &r->scores[seat]);
    json_object_end(t);
}

static void json_places(struct text *t, const struct sim_result *r, int players)
{
    json_int(json_key(t, "begun"), r->begun);
    json_array_begin(json_key(t, "places"));
    for (int i = 0; i < players; i++) {
        const struct sim_place *p = &r->place[i];
        json_object_begin(t);
        json_double(json_key(t, "score"), p->score);
        json_double(json_key(t, "score_squared"), p->score_squared);
        json_int(json_key(t, "won"), p->won);
        json_int(json_key(t, "lost"), p->lost);
        json_object_end(t);
    }
    json_array_end(t);
}

static void json_result(struct text *t, const struct sim_result *r, int players)
{
    json_object_begin(t);
    json_int(json_key(t, "games"), r->games);
    json_unsigned(json_key(t, "decisions"), r->decisions);
    json_unsigned(json_key(t, "cards"), r->cards);
    json_unsigned(json_key(t, "hands"), r->hands);
    json_bool(json_key(t, "chips"), r->chips);
    json_counts(json_key(t, "length"), &r->length);
    json_array_begin(json_key(t, "seats"));
    for (int seat = 0; seat < players; seat++)
        json_sums(t, r, seat);
    json_array_end(t);
    if (r->begun)
        json_places(t, r, players);
    json_object_end(t);
}

static void json_state(struct text *t, const struct sim *s)
{
    json_object_begin(t);
    json_arguments(json_key(t, "sim"), s);
    json_int(json_key(t, "blocks"), s->state.blocks);
    json_double(json_key(t, "seconds"), s->state.seconds);
    if (s->rows)
        json_int(json_key(t, "rows"), s->rows);
    json_array_begin(json_key(t, "results"));
    for (int p = 0; p < sim_begun(s); p++)
        json_result(t, &s->state.result[p], s->sweep.base.players);
    json_array_end(t);
    json_object_end(t);
    text_add(t, "\n");
}

bool state_write(const struct sim *s, const char *path, struct error *e)
{
    struct text state = {0};
    struct output output;
    json_state(&state, s);
    bool fine = state.failed ? error_no_memory(e) : output_open(&output, path, e);
    if (fine) {
        fputs(text_of(&state), output.to); /* closing tells if it went wrong */
        fine = output_close(&output, e);
    }
    text_free(&state);
    return fine;
}

/* --- Reading ----------------------------------------------------------------------------------
 *
 * Anybody may have edited the file. What no run can have written is refused here, so that nobody
 * after this has to expect it. */

/* More than the arguments and the figures of a point can need. */
enum { ROOM_AT_ALL = 1 << 20, ROOM_A_POINT = 1 << 15 };

static const double seconds_most = 1e10; /* some centuries */

static bool no_state(const char *path, struct error *e)
{
    return error_set(e,
                     "%.200s is no state of a simulation; expected a file that --resume has "
                     "written, or a new name",
                     path);
}

/* The arguments of this run, as they would be read from a file; NULL if memory runs out. */
static json_t *own_arguments(const struct sim *s)
{
    struct text written = {0};
    json_arguments(&written, s);
    json_t *mine = written.failed ? NULL : json_loads(text_of(&written), 0, NULL);
    text_free(&written);
    return mine;
}

/* The most games that a point has in the file; its arguments say how many there were to be. */
static json_int_t most_played(json_t *all)
{
    json_int_t most = 0;
    size_t i;
    json_t *result;
    json_array_foreach(json_object_get(all, "results"), i, result)
    {
        json_int_t games = json_integer_value(json_object_get(result, "games"));
        most = games > most ? games : most;
    }
    return most;
}

/* Names the first argument that is another than in the file. Only the games may be more, or fewer
 * as long as no more have been played. */
static bool same_arguments(const struct sim *s, json_t *all, const char *path, struct error *e)
{
    const json_t *file = json_object_get(all, "sim");
    json_t *mine = own_arguments(s);
    bool same = mine || error_no_memory(e);
    for (int i = 0; same && keys[i]; i++) {
        const json_t *a = json_object_get(file, keys[i]), *b = json_object_get(mine, keys[i]);
        bool games = strcmp(keys[i], "games") == 0 && json_is_integer(a);
        if (json_equal(a, b) || (games && most_played(all) <= s->job.games))
            continue;
        char *was = json_dumps(a, JSON_ENCODE_ANY | JSON_COMPACT);
        char *is = json_dumps(b, JSON_ENCODE_ANY | JSON_COMPACT);
        same = error_set(e,
                         "%.100s is the state of another run: its %s was %.100s, not %.100s; "
                         "expected the same arguments, or another file",
                         path, keys[i], was ? was : error_words(e, "missing"),
                         is ? is : error_words(e, "missing"));
        free(was);
        free(is);
    }
    json_decref(mine);
    return same;
}

static bool read_spread(json_t *from, long games, struct spread *s)
{
    json_int_t least, most;
    json_t *counts;
    if (json_unpack(from, "{s:I, s:I, s:o !}", "least", &least, "most", &most, "counts", &counts) !=
            0 ||
        least < INT32_MIN || least > most || most > INT32_MAX)
        return false;
    *s = spread_between((int32_t)least, (int32_t)most);
    s->total = games;
    int bins = spread_bins(s);
    if (json_array_size(counts) != (size_t)bins)
        return false;
    long total = 0;
    for (int i = 0; i < bins; i++) {
        const json_t *one = json_array_get(counts, (size_t)i);
        json_int_t count = json_integer_value(one);
        if (!json_is_integer(one) || count < 0 || count > games)
            return false;
        s->count[i] = (uint32_t)count;
        total += (long)count;
    }
    return total == games && s->count[0] > 0 && s->count[bins - 1] > 0;
}

static bool read_seat(json_t *from, int seat, struct sim_result *r)
{
    json_t *scores;
    json_int_t won, lost, replaced = 0;
    if (json_unpack(from, "{s:F, s:F, s:F, s:I, s:I, s?I, s:o !}", "score", &r->score[seat],
                    "score_squared", &r->score_squared[seat], "edge_squared",
                    &r->edge_squared[seat], "won", &won, "lost", &lost, "replaced", &replaced,
                    "scores", &scores) != 0)
        return false;
    r->forfeit[seat].decisions = (long)replaced;
    if (replaced)
        snprintf(r->forfeit[seat].fault, sizeof r->forfeit[seat].fault, "failed earlier");
    r->won[seat] = (long)won;
    r->lost[seat] = (long)lost;
    return read_spread(scores, r->games, &r->scores[seat]);
}

/* Files of older programs have none. */
static bool read_places(const json_t *from, int players, struct sim_result *r)
{
    if (!from)
        return r->begun == 0;
    bool fine = r->begun > 0 && json_array_size(from) == (size_t)players;
    for (int i = 0; fine && i < players; i++) {
        json_int_t won, lost;
        struct sim_place *p = &r->place[i];
        fine = json_unpack(json_array_get(from, (size_t)i), "{s:F, s:F, s:I, s:I !}", "score",
                           &p->score, "score_squared", &p->score_squared, "won", &won, "lost",
                           &lost) == 0;
        p->won = fine ? (long)won : 0;
        p->lost = fine ? (long)lost : 0;
    }
    return fine;
}

/* The figures of a point, of which no more games than `most` have been played. */
static bool read_result(json_t *from, const struct setup *u, long most, struct sim_result *r)
{
    json_int_t games, decisions, dealt, hands, begun = 0;
    int chips;
    json_t *length, *list, *places = NULL;
    if (json_unpack(from, "{s:I, s:I, s:I, s:I, s:b, s:o, s:o, s?I, s?o !}", "games", &games,
                    "decisions", &decisions, "cards", &dealt, "hands", &hands, "chips", &chips,
                    "length", &length, "seats", &list, "begun", &begun, "places", &places) != 0 ||
        games < 1 || games > most || chips != game_counts_chips(u) ||
        json_array_size(list) != (size_t)u->players)
        return false;
    *r = (struct sim_result){.games = (long)games,
                             .decisions = (uint64_t)decisions,
                             .cards = (uint64_t)dealt,
                             .hands = (uint64_t)hands,
                             .begun = (long)begun,
                             .chips = chips != 0};
    bool fine = read_spread(length, r->games, &r->length);
    for (int seat = 0; fine && seat < u->players; seat++)
        fine = read_seat(json_array_get(list, (size_t)seat), seat, r);
    return fine && read_places(places, u->players, r) && result_possible(r, u->players);
}

/* How far it has come, and what came out at each point that was begun. */
static bool read_progress(struct sim *s, json_t *all)
{
    const struct sim_job *job = &s->job;
    double *seconds = &s->state.seconds;
    json_int_t blocks, rows = 0;
    json_t *arguments, *results;
    if (json_unpack(all, "{s:o, s:I, s:F, s?I, s:o !}", "sim", &arguments, "blocks", &blocks,
                    "seconds", seconds, "rows", &rows, "results", &results) != 0 ||
        *seconds < 0 || *seconds > seconds_most || rows < 0)
        return false;
    size_t begun = json_array_size(results);
    if (!json_is_array(results) || begun > (size_t)job->points)
        return false;
    for (size_t p = 0; p < begun; p++) {
        struct sim_result *r = &s->state.result[p];
        if (!read_result(json_array_get(results, p), &job->point[p], job->games, r))
            return false;
        s->state.blocks += sim_blocks_of(job, r->games);
    }
    s->rows = rows;
    return blocks == s->state.blocks;
}

/* What is asked of a file. */
struct question {
    struct sim *sim;
    const char *path;
    bool seeded;
};

static bool read_state(void *context, json_t *all, struct error *e)
{
    const struct question *q = context;
    const json_t *arguments = json_object_get(all, "sim");
    const char *seed = json_string_value(json_object_get(arguments, "seed"));
    if (seed && !q->seeded)
        q->sim->job.seed = strtoull(seed, NULL, 10);
    bool fine = seed ? same_arguments(q->sim, all, q->path, e) : no_state(q->path, e);
    return fine && (read_progress(q->sim, all) || no_state(q->path, e));
}

bool state_read(struct sim *s, const char *path, bool seeded, struct error *e)
{
    FILE *in = fopen(path, "r");
    if (!in && errno == ENOENT)
        return true;
    if (!in)
        return error_set(e, "%.200s cannot be read: %s; expected a file or a new name", path,
                         error_reason(e, errno));
    struct question q = {s, path, seeded};
    size_t most = ROOM_AT_ALL + (size_t)s->sweep.points * ROOM_A_POINT;
    bool fine = wire_load(in, most, read_state, &q, e);
    fclose(in);
    return fine;
}
