/* A simulation in many workers: each plays blocks of it, one takes in what came out. */
#include "web/wasm/inside.h"

#include "engine/game.h"
#include "lab/block.h"
#include "wire/json.h"
#include "wire/read.h"
#include "wire/simjson.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_ROOM = 512, BOTS_ROOM = 1024, MOST_GAMES = 100000000 };

static struct {
    struct sim sim;
    struct worker *worker;
    long taken; /* blocks */
} lab;

static void clear_lab(void)
{
    worker_free(lab.worker);
    sweep_clear(&lab.sim.sweep);
    free(lab.sim.state.result);
    memset(&lab, 0, sizeof lab);
}

static bool words_of(const struct json *m, const char *key, char out[], size_t room,
                     struct error *e)
{
    return json_words(m, json_member(m, 0, key), out, room) ||
           error_set(e, "\"%s\" is missing, too long or no text; expected at most %zu bytes", key,
                     room - 1);
}

static bool make_sweep(const struct json *m, struct sweep *s, struct error *e)
{
    char name[64], key[64], values[VALUES_ROOM];
    struct setup base;
    int64_t players = 0;
    if (!words_of(m, "game", name, sizeof name, e) || !setup_named(&base, name, e))
        return false;
    sweep_init(s, &base);
    int options = json_member(m, 0, "options");
    for (int k = json_first_key(m, options); k != JSON_NONE; k = json_key_after(m, options, k))
        if (!json_words(m, k, key, sizeof key) || !json_words(m, k + 1, values, sizeof values) ||
            !sweep_option(s, key, values, e))
            return false;
    json_whole(m, json_member(m, 0, "players"), &players);
    return sweep_players(s, (int)players, e) && sweep_finish(s, e);
}

static bool seat_bots(struct error *e)
{
    const struct setup *u = lab.sim.job.point;
    for (int seat = 0; seat < u->players; seat++) {
        struct bot *b = bot_new(lab.sim.job.bot[seat], e);
        if (!b)
            return false;
        page_seat_bot(b, u->game, u->players);
        bot_free(b);
    }
    return true;
}

static bool make_lab(const struct json *m, struct error *e)
{
    char bots[BOTS_ROOM], seed[32], language[16];
    int64_t games;
    if (words_of(m, "language", language, sizeof language, e))
        e->language = language_find(language);
    if (!make_sweep(m, &lab.sim.sweep, e) || !words_of(m, "bots", bots, sizeof bots, e) ||
        !words_of(m, "seed", seed, sizeof seed, e))
        return false;
    if (!json_whole(m, json_member(m, 0, "games"), &games) || games < 1 || games > MOST_GAMES)
        return error_set(e, "that many games are not possible; expected 1 to %d", MOST_GAMES);
    lab.sim.job = (struct sim_job){.point = lab.sim.sweep.point,
                                   .points = lab.sim.sweep.points,
                                   .games = (long)games,
                                   .seed = strtoull(seed, NULL, 10),
                                   .make = bot_new,
                                   .threads = 1};
    if (!sim_bots(&lab.sim.job, bots, e))
        return false;
    if (!seat_bots(e))
        return false;
    lab.sim.state.result = calloc((size_t)lab.sim.sweep.points, sizeof *lab.sim.state.result);
    return lab.sim.state.result || error_no_memory(e);
}

bool page_lab(size_t size)
{
    struct json m;
    struct error e = {0};
    const char *given = page_given(size);
    struct text *out = page_answer();
    clear_lab();
    bool fine = json_read(&m, given, size, &e) && make_lab(&m, &e);
    if (fine)
        fine = (lab.worker = worker_new(&lab.sim.job, NULL, false, &e)) != NULL;
    if (fine) {
        json_object_begin(out);
        json_int(json_key(out, "blocks"), sim_blocks(&lab.sim.job));
        json_int(json_key(out, "games"), lab.sim.job.points * lab.sim.job.games);
        json_bool(json_key(out, "low"), lab.sim.sweep.base.game->low_wins);
        json_object_end(out);
    } else {
        page_refuse(out, &e);
    }
    page_must(!out->failed);
    return fine;
}

bool page_lab_play(int block)
{
    static struct sim_result result;
    struct error e = {0};
    struct text endless = {0}, *out = page_answer();
    memset(&result, 0, sizeof result);
    bool fine = worker_play(lab.worker, block, &result, NULL, &endless, &e) == BLOCK_DONE;
    text_free(&endless);
    if (fine)
        text_put(out, (const char *)&result, sizeof result);
    else
        page_refuse(out, &e);
    page_must(!out->failed);
    return fine;
}

void page_lab_take(int block, size_t size)
{
    struct sim_result result;
    page_must(size == sizeof result && lab.sim.state.result);
    memcpy(&result, page_given(size), sizeof result);
    result_join(&lab.sim.state.result[block_point(&lab.sim.job, block)], &result);
}

void page_lab_figures(void)
{
    struct text *out = page_answer();
    json_array_begin(out);
    for (int p = 0; p < lab.sim.sweep.points; p++)
        if (lab.sim.state.result[p].games)
            json_sim_point(out, &lab.sim, p);
    json_array_end(out);
    page_must(!out->failed);
}

void page_lab_csv(void)
{
    struct text *out = page_answer();
    sim_csv(&lab.sim, out);
    page_must(!out->failed);
}
