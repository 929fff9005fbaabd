/* pairs prospects: what scores at the end of a hand are worth for the match. */
#include "bots/prospect.h"

#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/stop.h"
#include "lab/calibrate.h"
#include "wire/json.h"
#include "wire/simjson.h"
#include "wire/tablejson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_MATCHES = 2000 };

struct prospects {
    struct setup setup;
    struct prospect p;
    struct calibration check;
    uint64_t seed;
    bool asked; /* about these scores: */
    int32_t score[PLAYERS_MAX];
};

/* Whether there is a chance to tell: a match of several hands that is not about chips. */
static bool is_open(const struct prospect *p)
{
    return p->aim != FOR_CHIPS && p->hands > 0;
}

/* In the middle of a usual match. */
static void chances_at(const struct prospect *p, const int32_t score[], double chance[])
{
    struct head h = {.players = (uint8_t)p->players,
                     .hand = (uint16_t)((p->longest + 1) / 2),
                     .turn.kind = TURN_SEATS};
    memcpy(h.score, score, sizeof h.score);
    prospect_chances(p, &h, chance);
}

static int32_t score_of(const struct prospect *p, int knot)
{
    return p->knots < 2 ? p->low : p->low + (p->high - p->low) * knot / (p->knots - 1);
}

/* The chance of who has one score where all others have another. */
static double chance_against(const struct prospect *p, int32_t own, int32_t others)
{
    int32_t score[PLAYERS_MAX];
    double chance[PLAYERS_MAX];
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        score[seat] = seat == 0 ? own : others;
    chances_at(p, score, chance);
    return chance[0];
}

/* --- Arguments -------------------------------------------------------------------------------- */

static bool read_scores(struct prospects *x, const char *text, struct error *e)
{
    int count = 0;
    const char *at = text;
    for (bool more = true; more && count < x->setup.players; count++) {
        char *end;
        long n = strtol(at, &end, 10);
        if (end == at || n < -100000 || n > 100000)
            break;
        x->score[count] = (int32_t)n;
        more = *end == ',';
        at = more ? end + 1 : end;
    }
    x->asked = count == x->setup.players && *at == '\0';
    return x->asked || error_set(e, "--scores cannot be '%.40s'; expected %d numbers, as in 10,3,7",
                                 text, x->setup.players);
}

/* --- Text ------------------------------------------------------------------------------------- */

static void add_percent(struct text *out, double share)
{
    text_add(out, " %s%%", language_figure(lang(), "%6.1f", 100 * share).text);
}

static void add_table(struct text *out, const struct prospect *p)
{
    text_add(out, "%-12s", _("own score"));
    for (int knot = 0; knot < p->knots; knot++)
        text_add(out, " %7d", score_of(p, knot));
    text_add(out, "  %s\n", _("all others have"));
    for (int own = 0; own < p->knots; own++) {
        text_add(out, "%12d", score_of(p, own));
        for (int others = 0; others < p->knots; others++)
            add_percent(out, chance_against(p, score_of(p, own), score_of(p, others)));
        text_add(out, "\n");
    }
}

static void add_asked(struct text *out, const struct prospects *x)
{
    double chance[PLAYERS_MAX];
    chances_at(&x->p, x->score, chance);
    for (int seat = 0; seat < x->p.players; seat++) {
        text_add(out, "%c %11d", 'A' + seat, x->score[seat]);
        add_percent(out, chance[seat]);
        text_add(out, "\n");
    }
}

static void add_check(struct text *out, const struct prospects *x)
{
    text_add(out, _("\nChecked with %ld other matches, seed %llu:\n\n"), x->check.matches,
             (unsigned long long)x->seed);
    text_add(out, "%s\n", _("expected    seen  +- 95%   seats at the end of a hand"));
    for (int i = 0; i < CALIBRATE_BINS; i++) {
        const struct calibrate_bin *b = &x->check.bin[i];
        if (!b->count)
            continue;
        add_percent(out, b->expected);
        add_percent(out, b->seen);
        add_percent(out, b->error);
        text_add(out, " %9ld\n", b->count);
    }
}

static void add_report(struct text *out, const struct prospects *x)
{
    const struct prospect *p = &x->p;
    lang_players(out, setup_name(&x->setup), p->players);
    text_add(out, "\n");
    if (!is_open(p)) {
        text_add(out, "%s\n",
                 p->aim == FOR_CHIPS ? _("what counts: chips; a hand is worth what it brings")
                                     : _("a match is one hand: its end tells who has won or lost"));
        return;
    }
    text_add(out,
             p->aim == TO_WIN ? _("chance to win the match, after a hand in its middle (%d), from "
                                  "%ld matches of '%s'\n\n")
                              : _("chance to lose the match, after a hand in its middle (%d), from "
                                  "%ld matches of '%s'\n\n"),
             (p->longest + 1) / 2, p->matches, p->game->hint ? "hint" : "random");
    if (x->asked)
        add_asked(out, x);
    else
        add_table(out, p);
    add_check(out, x);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_grid(struct text *t, const struct prospect *p)
{
    json_array_begin(json_key(t, "scores"));
    for (int knot = 0; knot < p->knots; knot++)
        json_int(t, score_of(p, knot));
    json_array_end(t);
    json_array_begin(json_key(t, "chance"));
    for (int own = 0; own < p->knots; own++) {
        double row[PROSPECT_KNOTS];
        for (int others = 0; others < p->knots; others++)
            row[others] = chance_against(p, score_of(p, own), score_of(p, others));
        json_doubles(t, row, p->knots);
    }
    json_array_end(t);
}

static void json_asked(struct text *t, const struct prospects *x)
{
    double chance[PLAYERS_MAX];
    chances_at(&x->p, x->score, chance);
    json_array_begin(json_key(t, "scores"));
    for (int seat = 0; seat < x->p.players; seat++)
        json_int(t, x->score[seat]);
    json_array_end(t);
    json_doubles(json_key(t, "chance"), chance, x->p.players);
}

static void json_check(struct text *t, const struct calibration *c, uint64_t seed)
{
    json_object_begin(t);
    json_int(json_key(t, "matches"), c->matches);
    json_unsigned(json_key(t, "seed"), seed);
    json_array_begin(json_key(t, "bins"));
    for (int i = 0; i < CALIBRATE_BINS; i++) {
        const struct calibrate_bin *b = &c->bin[i];
        if (!b->count)
            continue;
        json_object_begin(t);
        json_double(json_key(t, "expected"), b->expected);
        json_double(json_key(t, "seen"), b->seen);
        json_double(json_key(t, "error"), b->error);
        json_int(json_key(t, "count"), b->count);
        json_object_end(t);
    }
    json_array_end(t);
    json_object_end(t);
}

static void json_report(struct text *t, const struct prospects *x)
{
    static const char *const aims[] = {
        [FOR_CHIPS] = "chips", [TO_WIN] = "won", [NOT_TO_LOSE] = "lost"};
    const struct prospect *p = &x->p;
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&x->setup));
    json_int(json_key(t, "players"), p->players);
    json_options(json_key(t, "options"), &x->setup);
    json_text(json_key(t, "counts"), aims[p->aim]);
    json_int(json_key(t, "matches"), p->matches);
    json_int(json_key(t, "longest"), p->longest);
    if (is_open(p)) {
        if (x->asked)
            json_asked(t, x);
        else
            json_grid(t, p);
        json_check(json_key(t, "check"), &x->check, x->seed);
    }
    json_object_end(t);
    text_add(t, "\n");
}

/* --- The command ------------------------------------------------------------------------------ */

static bool look(struct prospects *x, long matches, struct error *e)
{
    _Alignas(max_align_t) char room[STATE_MAX];
    struct state *s = (struct state *)room;
    struct view v;
    game_start(&x->setup, s, NULL);
    game_view(x->setup.game, s, 0, &v);
    if (!prospect_find(&x->p, &v))
        return error_no_memory(e);
    if (is_open(&x->p))
        x->check = calibrate(&x->p, matches, x->seed, stop_on_signals());
    return true;
}

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct prospects x = {.seed = a->seeded ? a->seed : 1};
    struct text out = {0};
    const char *scores = args_setting(a, "scores");
    if (!args_setup(a, a->word[0], &x.setup, &e) || (scores && !read_scores(&x, scores, &e)))
        return fail(BAD_USAGE, &e);
    if (!look(&x, a->games ? a->games : USUAL_MATCHES, &e))
        return fail(BAD_INPUT, &e);
    if (a->json)
        json_report(&out, &x);
    else
        add_report(&out, &x);
    return finish(&out);
}

static const struct flag flags[] = {
    GROUP_ROW(N_("The game")),
    PLAYERS_FLAG(N_("how many play")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("an option of the game, as in 'pairs rules GAME'")),
    SETTING_FLAG("scores", N_("S,S,..."), TAKES_WORDS,
                 N_("of each seat with these scores, instead of a table")),
    GROUP_ROW(N_("The run")),
    GAMES_FLAG(N_("how many matches are played for the check (2000)")),
    SEED_FLAG(N_("where their random numbers start (1)")),
    GROUP_ROW(N_("The results")),
    SWITCH_FLAG(json, N_("the result as a JSON object")),
    END_ROW,
};

const struct command prospects_command = {
    .name = "prospects",
    .usage = N_("GAME"),
    .summary = N_("what scores are worth for the match"),
    .help = N_("Prints the chance to win the match, or to lose it where only losing counts, from "
               "scores at the end of a hand: the value by which bots that look ahead decide. It is "
               "learned from matches between players by the rule of thumb, and checked with "
               "others: seats whose chance was about the same, what was expected and what became "
               "of them. '+- 95%' is half of a 95% interval."),
    .flags = flags,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
