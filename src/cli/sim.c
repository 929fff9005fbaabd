/* pairs sim: many games between bots. */
#include "cli/sim.h"

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/forfeit.h"
#include "cli/houserules.h"
#include "cli/lang.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/stop.h"
#include "engine/clock.h"
#include "engine/game.h"
#include "lab/crew.h"
#include "wire/bot.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_GAMES = 1000,
    MOST_GAMES = 1000000000,
    SAVE_SECONDS = 1,
    SAVE_PART = 20,
    INTEREST_MOST = 1000000
};

/* What can be written besides the figures for people. */
enum { RECORDS, ROWS, CSV, JSONL, SVG, OUTPUTS };

/* A run and what is done beside it. */
struct run {
    struct sim sim;
    const struct args *args;
    const struct ranks *ranks; /* who works with this process; NULL: nobody */
    const char *path[OUTPUTS]; /* NULL: not wanted */
    struct output output[OUTPUTS];
    struct rows rows;
    long interest_games;       /* 0: it is not asked for */
    struct interest *interest; /* of each point */
    struct progress progress;
    double saved, save_every;
};

/* --- While it runs ---------------------------------------------------------------------------- */

/* Only the first of several processes reads and writes files. */
static bool is_first(const struct run *r)
{
    return !r->ranks || r->ranks->rank == 0;
}

/* Saves the state; the next time not before it is worth its while. */
static bool save(struct run *r, struct error *e)
{
    if (!r->args->resume || !is_first(r))
        return true;
    double before = clock_seconds();
    if (!rows_sync(&r->rows, e) || !state_write(&r->sim, r->args->resume, e))
        return false;
    double cost = clock_seconds() - before;
    r->saved = r->sim.state.seconds;
    r->save_every = SAVE_PART * cost > SAVE_SECONDS ? SAVE_PART * cost : SAVE_SECONDS;
    return true;
}

/* How many games it will take, as far as the point in progress tells: intervals become narrower by
 * the root of their number. */
static long games_expected(const struct run *r)
{
    const struct sim_job *job = &r->sim.job;
    int now = sim_begun(&r->sim) - 1;
    double most = (double)job->games;
    if (now < 0 || (job->until.score <= 0 && job->until.share <= 0))
        return job->points * job->games;
    const struct sim_result *p = &r->sim.state.result[now];
    double wide = sim_too_wide(job, p), each = fmin((double)p->games * wide * wide, most);
    long before = sim_played(job, &r->sim.state) - p->games;
    return before + (job->points - now) * (long)fmax(each, (double)p->games + 1);
}

static bool look(void *context, const struct sim_state *state, struct error *e)
{
    struct run *r = context;
    r->progress.total = games_expected(r);
    progress_show(&r->progress, sim_played(&r->sim.job, state));
    return state->seconds - r->saved <= r->save_every || save(r, e);
}

static bool write_records(void *context, const struct text *records, struct error *e)
{
    const struct run *r = context;
    if (fputs(text_of(records), r->output[RECORDS].to) < 0)
        return error_set(e, "the records cannot be written: %s; make room and try again",
                         error_reason(e, errno));
    return true;
}

static bool write_rows(void *context, int point, const struct sim_game game[], int count,
                       struct error *e)
{
    struct run *r = context;
    return rows_add(&r->rows, point, game, count, e);
}

/* What the sums do not tell, in games of its own, once the others are over. */
static bool find_interest(struct run *r, const atomic_bool *stop, struct error *e)
{
    const struct sim_job *job = &r->sim.job;
    if (!r->interest_games || !is_first(r) || atomic_load(stop))
        return true;
    r->interest = calloc((size_t)job->points, sizeof *r->interest);
    r->sim.interest = r->interest;
    bool fine = r->interest || error_no_memory(e);
    for (int p = 0; fine && p < job->points && !atomic_load(stop); p++)
        fine = interest_find(job, p, r->interest_games, stop, &r->interest[p], e);
    return fine;
}

static bool play(struct run *r, struct error *e)
{
    const struct sim_job *job = &r->sim.job;
    struct text endless = {0};
    struct sim_watch watch = {.stop = stop_on_signals(),
                              .look = look,
                              .records = r->path[RECORDS] ? write_records : NULL,
                              .games = r->path[ROWS] ? write_rows : NULL,
                              .context = r,
                              .endless = &endless,
                              .ranks = r->ranks};
    progress_begin(&r->progress, job->points * job->games);
    r->progress.first = sim_played(job, &r->sim.state);
    r->saved = r->sim.state.seconds;
    bool fine = save(r, e) && sim_run(job, &watch, &r->sim.state, e);
    progress_end(&r->progress);
    stop_at_endless(&endless, e);
    return fine && save(r, e) && find_interest(r, watch.stop, e);
}

/* --- Before ----------------------------------------------------------------------------------- */

static int to_stdout(const struct run *r)
{
    int count = 0;
    for (int i = 0; i < OUTPUTS; i++)
        count += r->path[i] && strcmp(r->path[i], "-") == 0;
    return count;
}

/* What cannot be done together. */
static bool check_together(const struct run *r, struct error *e)
{
    if (to_stdout(r) > 1)
        return error_set(e, "several outputs go to '-'; expected one, and files for the others");
    if (r->args->record && r->args->resume)
        return error_set(e, "--record does not go with --resume; expected one of them");
    return true;
}

/* What a file of house rules sets is as if it were given by -o: figures tell it, and a run that
 * goes on has the same. */
static bool take_house_rules(struct sweep *s, struct error *e)
{
    struct setup named;
    bool fine = setup_choose(&named, setup_name(&s->base), e);
    for (int i = 0; fine && named.game->options[i].key; i++) {
        const struct option *o = &named.game->options[i];
        char value[OPTION_TEXT];
        bool given = s->base.given >> i & 1, own = named.given >> i & 1;
        if (given && (!own || s->base.option[i] != named.option[i]))
            fine = sweep_option(s, o->key, option_text(o, s->base.option[i], value), e);
    }
    return fine;
}

static bool make_sweep(const struct args *a, struct sweep *s, struct error *e)
{
    struct setup base;
    if (!houserules_named(&base, a->word[0], e))
        return false;
    sweep_init(s, &base);
    if (!take_house_rules(s, e))
        return false;
    for (int i = 0; i < a->options; i++) {
        char key[ARGS_KEY];
        const char *values = args_option(a->option[i], base.game, key, e);
        if (!values || !sweep_option(s, key, values, e))
            return false;
    }
    return sweep_players(s, a->players ? a->players : base.players, e) && sweep_finish(s, e);
}

/* "0.05" for scores, "0.5%" for shares of all games. */
static bool read_until(const char *word, struct precision *until, struct error *e)
{
    char *end;
    double width = word ? strtod(word, &end) : 0;
    if (!word)
        return true;
    if (word[0] < '0' || word[0] > '9' || !(width > 0 && width < 1e9) ||
        strcmp(end, *end ? "%" : "") != 0)
        return error_set(e,
                         "--until cannot be '%.40s'; expected a number above 0 for scores, or one "
                         "with %% for shares of all games",
                         word);
    if (*end)
        until->share = width / 100;
    else
        until->score = width;
    return true;
}

static bool read_interest(const char *word, long *games, struct error *e)
{
    return !word || args_count(word, INTEREST_MOST, games) ||
           error_set(e, "--interest cannot be '%.40s'; expected 1 to %d games", word,
                     INTEREST_MOST);
}

static bool make_job(struct run *r, struct sim *s, struct error *e)
{
    const struct args *a = r->args;
    struct precision until = {0};
    if (!make_sweep(a, &s->sweep, e) || !read_until(args_setting(a, "until"), &until, e) ||
        !read_interest(args_setting(a, "interest"), &r->interest_games, e))
        return false;
    bool bounded = until.score > 0 || until.share > 0;
    s->job = (struct sim_job){.point = s->sweep.point,
                              .points = s->sweep.points,
                              .games = a->games  ? a->games
                                       : bounded ? MOST_GAMES
                                                 : USUAL_GAMES,
                              .seed = args_seed(a),
                              .make = wire_bot,
                              .threads = a->threads ? a->threads
                                         : r->ranks ? 1
                                                    : crew_usual(),
                              .until = until};
    if (!sim_bots(&s->job, a->bots ? a->bots : "random", e))
        return false;
    s->state.result = calloc((size_t)s->sweep.points, sizeof *s->state.result);
    return s->state.result || error_no_memory(e);
}

/* Before the work begins, so that none is lost to a file that cannot be written. */
static bool open_outputs(struct run *r, struct error *e)
{
    bool fine = true;
    for (int i = 0; i < OUTPUTS; i++)
        if (r->path[i] && !(fine = fine && output_open(&r->output[i], r->path[i], e)))
            r->path[i] = NULL;
    return fine &&
           (!r->path[ROWS] || rows_open(&r->rows, &r->sim, r->args->resume, r->output[ROWS].to, e));
}

/* A run whose games have rows goes on with them. */
static bool same_rows(struct run *r, struct error *e)
{
    if (!r->sim.rows || r->path[ROWS])
        return true;
    memset(r->path, 0, sizeof r->path); /* nothing is open yet */
    return error_set(e, "%.200s has rows of its games; expected --rows as before, or a new name",
                     r->args->resume);
}

/* --- Afterwards ------------------------------------------------------------------------------- */

/* What is written when the games are over, all of it before any is shown; for people last. */
struct reports {
    struct text file[OUTPUTS], people;
};

static bool compose(const struct run *r, struct reports *all, struct error *e)
{
    static void (*const write[OUTPUTS])(const struct sim *s, struct text *to) = {
        [CSV] = sim_csv, [JSONL] = sim_jsonl, [SVG] = report_svg};
    const struct sim *s = &r->sim;
    bool failed = false;
    for (int i = 0; i < OUTPUTS; i++) {
        if (r->path[i] && write[i])
            write[i](s, &all->file[i]);
        failed = failed || all->file[i].failed;
    }
    if (r->args->bots || s->sweep.points > 1)
        report_table(s, &all->people);
    else
        report_plain(s, &all->people);
    report_starts(s, &all->people);
    report_interest(s, &all->people);
    report_rates(s, &all->people);
    return !(failed || all->people.failed) || error_no_memory(e);
}

/* Puts the files in their places; after a failure there is nothing to be put. */
static bool close_outputs(struct run *r, const struct reports *all, bool fine, struct error *e)
{
    for (int i = 0; i < OUTPUTS; i++) {
        if (!r->path[i])
            continue;
        if (fine) {
            fputs(text_of(&all->file[i]), r->output[i].to); /* closing tells if it went wrong */
            fine = output_close(&r->output[i], e);
        } else {
            output_abandon(&r->output[i]);
        }
    }
    return fine;
}

/* Says so if the figures are not of all games that were wanted, or not as close. */
static void tell_shortfall(const struct sim *s)
{
    long games = sim_played(&s->job, &s->state), wanted = s->job.points * s->job.games;
    bool whole = sim_finished(&s->job, &s->state), wide = false;
    for (int p = 0; p < s->job.points; p++)
        wide = wide || sim_too_wide(&s->job, &s->state.result[p]) > 1;
    if (!whole && wanted < MOST_GAMES)
        fprintf(stderr, _("pairs: interrupted after %ld of %ld games; the figures are of those\n"),
                games, wanted);
    else if (!whole)
        fprintf(stderr, _("pairs: interrupted after %ld games; the figures are of those\n"), games);
    else if (wide)
        fprintf(stderr, _("pairs: %ld games are too few for --until; expected more with --games\n"),
                games);
}

/* Shows what came out; nothing if no game was over. */
static bool report(struct run *r, bool fine, struct error *e)
{
    const struct sim *s = &r->sim;
    struct reports all = {0};
    bool some = fine && sim_begun(s) > 0;
    fine = fine && (!some || compose(r, &all, e));
    if (r->path[ROWS] && fine && some)
        fine = rows_copy(&r->rows, r->output[ROWS].to, e);
    bool placed = close_outputs(r, &all, fine && some, e);
    fine = fine && (placed || !some);
    if (all.people.at)
        text_clean_lines(all.people.at); /* as in finish */
    if (fine) /* whatever else goes to standard output has it to itself */
        fputs(text_of(&all.people), to_stdout(r) ? stderr : stdout);
    if (fine)
        tell_shortfall(s);
    for (int i = 0; i < OUTPUTS; i++)
        text_free(&all.file[i]);
    text_free(&all.people);
    return fine;
}

/* False with a message if a bot has not made all its decisions itself, at whatever seat. */
static bool all_played(const struct sim *s, struct error *e)
{
    const char *bot = NULL;
    struct forfeit all = {0};
    for (int seat = 0; seat < s->sweep.base.players; seat++) {
        for (int p = 0; p < s->sweep.points; p++) {
            const struct forfeit *f = &s->state.result[p].forfeit[seat];
            if (f->decisions && (!bot || strcmp(bot, s->job.bot[seat]) == 0)) {
                bot = s->job.bot[seat];
                forfeit_join(&all, f);
            }
        }
    }
    return !bot || forfeit_error(&all, bot, s->sweep.base.game, e);
}

/* --- The command ------------------------------------------------------------------------------ */

/* What only the first process does before the games. */
static bool prepare(struct run *r, struct error *e)
{
    const struct args *a = r->args;
    if (!is_first(r))
        return true;
    bool read = !a->resume || state_read(&r->sim, a->resume, a->seeded, e);
    if (!read)
        memset(r->path, 0, sizeof r->path); /* nothing is open yet */
    return read && same_rows(r, e) && open_outputs(r, e);
}

/* All of them begin with the seed and the state of the first, if it could prepare. */
static bool begin_together(struct run *r, bool fine)
{
    struct sim *s = &r->sim;
    if (!r->ranks)
        return fine;
    ranks_share(r->ranks, &fine, sizeof fine);
    ranks_share(r->ranks, &s->job.seed, sizeof s->job.seed);
    ranks_share(r->ranks, s->state.result, (size_t)s->job.points * sizeof *s->state.result);
    return fine;
}

static int run_job(struct run *r)
{
    struct error e = {.language = lang()};
    if (!ranks_join(&r->ranks, &e) || !check_together(r, &e) || !make_job(r, &r->sim, &e))
        return fail(BAD_USAGE, &e);
    bool fine = begin_together(r, prepare(r, &e));
    e.language = args_language(r->args); /* what bots do wrong goes into the files as well */
    fine = fine && play(r, &e);
    if (!is_first(r))
        return FINE; /* the first tells what went wrong */
    return report(r, fine, &e) && all_played(&r->sim, &e) ? FINE : fail(BAD_INPUT, &e);
}

static int run(const struct args *a)
{
    struct run r = {.args = a,
                    .path = {a->record, args_setting(a, "rows"), a->csv, a->jsonl, a->svg}};
    int status = run_job(&r);
    rows_close(&r.rows);
    sweep_clear(&r.sim.sweep);
    free(r.sim.state.result);
    free(r.interest);
    ranks_leave();
    return status;
}

static const struct flag flags[] = {
    GROUP_ROW(N_("The game")),
    PLAYERS_FLAG(N_("how many play")),
    OPTION_FLAG(
        N_("KEY=VALUES"),
        N_("an option of the game, as in 'pairs rules GAME'. Several values, as in target=11..31:5 "
           "or "
           "payment=seattle,tacoma, are played one after another; of several such options all "
           "combinations")),
    BOTS_FLAG(N_("who plays, from seat A on and again from the first: random (default), hint, "
                 "search:ITERATIONS, think:MILLISECONDS, a level from 1 to 8")),
    GROUP_ROW(N_("The run")),
    GAMES_FLAG(N_("how many games (1000), of each combination")),
    SETTING_FLAG("until", N_("WIDTH"), TAKES_WORDS,
                 N_("no more games once half of each 95% interval is at most this: 0.05 of the "
                    "scores, 0.5% of the shares won and lost; --games is then the most")),
    SEED_FLAG(N_("where the random numbers start; a new place each time without it")),
    THREADS_FLAG(N_("how many games at the same time; as many as there are cores without it")),
    FILE_FLAG(resume, N_("keep the state in FILE, and go on from there if it exists, up to as many "
                         "games as are asked for now")),
    GROUP_ROW(N_("The results")),
    FILE_FLAG(csv, N_("write the figures with a line for each seat; '-' for standard output")),
    FILE_FLAG(jsonl, N_("write them with a JSON object for each combination, and distributions")),
    FILE_FLAG(svg, N_("draw length, scores, advantage of the seats and games won")),
    SETTING_FLAG("rows", N_("FILE"), TAKES_FILE,
                 N_("write CSV with a line for each game; '-' for standard output")),
    FILE_FLAG(record, N_("write the records; '-' for standard output")),
    SETTING_FLAG("interest", "N", TAKES_WORDS,
                 N_("from N more games: how often the lead changes, how many decisions are close, "
                    "and what a random one costs")),
    END_ROW,
};

const struct command sim_command = {
    .name = "sim",
    .usage = N_("GAME"),
    .summary = N_("play many games between bots and count"),
    .help = N_("Plays GAME (a name from 'pairs list') between bots; prints results and rates. The "
               "same seed gives the same games and figures, however many threads there are."),
    .flags = flags,
    .notes =
        N_("Under mpirun, where the program was built with MPI, the processes share the games."),
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
