/* pairs odds: what the seat to act should know. */
#include "lab/odds.h"

#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/load.h"
#include "wire/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Those who look: who decides, or to whom the card goes that is due. */
static seats who_looks(const struct table *t)
{
    struct turn turn = table_turn(t);
    if (turn.kind == TURN_SEATS)
        return turn.seats;
    int place = turn.place == PLACE_BURN ? game_look(t->state)->due : turn.place;
    return turn.kind == TURN_DECK && place < PLAYERS_MAX ? seat_bit(place) : 0;
}

/* --- For people ------------------------------------------------------------------------------- */

static void add_estimate(struct text *out, struct estimate x, bool exact)
{
    if (exact)
        text_add(out, " %s          ", language_figure(lang(), "%10.4f", x.mean).text);
    else
        text_add(out, " %s +- %s", language_figure(lang(), "%10.3f", x.mean).text,
                 language_figure(lang(), "%-6.3f", x.error).text);
}

static void add_decision(struct text *out, const struct game *game, action a, int width)
{
    const struct names letters = {0};
    struct text words = {0};
    action_words(&words, game, a, NOBODY, &letters, lang());
    column_whole(out, text_of(&words), width);
    out->failed |= words.failed;
    text_free(&words);
}

static void add_choices(struct text *out, const struct odds *o, const struct game *game)
{
    text_add(out, "\n");
    column_left(out, _("decision"), 21);
    column_left(out, _("score"), 21);
    column_left(out, _("worth"), 21);
    text_add(out, "%s\n", _("loss"));
    for (int i = 0; i < o->choices; i++) {
        const struct odds_choice *c = &o->choice[i];
        text_add(out, "%c ", i == o->best ? '*' : ' ');
        add_decision(out, game, c->a, 16);
        add_estimate(out, c->of[SCORE], o->situations);
        add_estimate(out, c->of[WORTH], o->situations);
        add_estimate(out, c->loss, o->situations);
        text_add(out, "\n");
    }
    for (int i = 0; i < o->choices; i++) {
        if (o->choice[i].folds) {
            add_decision(out, game, o->choice[i].a, 0);
            text_add(out, _(" now: %s to the score\n"),
                     language_figure(lang(), "%+g", o->choice[i].cost).text);
        }
    }
}

/* A chance in percent, and how sure it is where it is not counted. */
static void add_chance(struct text *out, struct estimate x, int digits)
{
    text_add(out, "%s", language_figure(lang(), "%.*f", digits, 100 * x.mean).text);
    if (x.error > 0)
        text_add(out, " +- %s", language_figure(lang(), "%.*f", digits, 100 * x.error).text);
    text_add(out, "%%");
}

static void add_cards(struct text *out, const struct odds *o)
{
    text_add(out, "%s", _("next card:"));
    for (int c = 1; c <= RANKS; c++) {
        if (o->card[c] > 0) {
            text_add(out, "  %d: ", c);
            add_chance(out, (struct estimate){o->card[c], o->card_error[c]}, 1);
        }
    }
    text_add(out, "\n");
    if (o->stacked) {
        text_add(out, "%s ", _("a pair:"));
        add_chance(out, o->pairing, 2);
        text_add(out, "\n");
    }
}

static void add_odds(struct text *out, const struct odds *o, const struct table *t,
                     const struct odds_limits *limits)
{
    const struct head *h = game_look(t->state);
    const char *name = t->name[o->seat];
    lang_players(out, setup_name(&t->setup), h->players);
    text_add(out, _(", hand %d: %s\n"), h->hand, *name ? name : game_place_name(NULL, o->seat));
    add_cards(out, o);
    if (!o->choices)
        return;
    add_choices(out, o, t->setup.game);
    if (o->situations)
        text_add(out, _("exact, to the end of the hand, if all play their best: %ld situations\n"),
                 o->situations);
    else
        text_add(out, _("to the end of the hand, by %d rollouts of %s a decision; seed %llu\n"),
                 limits->iterations, rollout_player(t->setup.game),
                 (unsigned long long)limits->seed);
}

/* --- For programs ----------------------------------------------------------------------------- */

static void json_choice(struct text *t, const struct odds_choice *c, const struct game *game)
{
    char word[ACTION_TEXT];
    json_object_begin(t);
    json_text(json_key(t, "decision"), action_text(game, c->a, word));
    json_estimate(json_key(t, "score"), c->of[SCORE].mean, c->of[SCORE].error);
    json_estimate(json_key(t, "worth"), c->of[WORTH].mean, c->of[WORTH].error);
    json_estimate(json_key(t, "loss"), c->loss.mean, c->loss.error);
    if (c->folds)
        json_double(json_key(t, "cost"), c->cost);
    json_object_end(t);
}

/* What the decisions are worth, and how that was found. */
static void json_decisions(struct text *t, const struct odds *o, const struct game *game,
                           const struct odds_limits *limits)
{
    char word[ACTION_TEXT];
    json_bool(json_key(t, "exact"), o->situations > 0);
    if (o->situations) {
        json_int(json_key(t, "situations"), o->situations);
    } else {
        json_int(json_key(t, "iterations"), limits->iterations);
        json_text(json_key(t, "player"), rollout_player(game));
        json_unsigned(json_key(t, "seed"), limits->seed);
    }
    json_text(json_key(t, "best"), action_text(game, o->choice[o->best].a, word));
    json_array_begin(json_key(t, "choices"));
    for (int i = 0; i < o->choices; i++)
        json_choice(t, &o->choice[i], game);
    json_array_end(t);
}

static void json_cards(struct text *t, const double card[RANKS + 1])
{
    char rank[4];
    json_object_begin(t);
    for (int c = 1; c <= RANKS; c++) {
        snprintf(rank, sizeof rank, "%d", c);
        json_double(json_key(t, rank), card[c]);
    }
    json_object_end(t);
}

static void json_odds(struct text *t, const struct odds *o, const struct table *table,
                      const struct odds_limits *limits)
{
    json_object_begin(t);
    json_text(json_key(t, "game"), setup_name(&table->setup));
    json_text(json_key(t, "seat"), game_place_name(NULL, o->seat));
    json_cards(json_key(t, "cards"), o->card);
    json_cards(json_key(t, "cards_error"), o->card_error);
    json_double(json_key(t, "pairing"), o->stacked ? o->pairing.mean : NAN);
    json_double(json_key(t, "pairing_error"), o->stacked ? o->pairing.error : NAN);
    if (o->choices)
        json_decisions(t, o, table->setup.game, limits);
    json_object_end(t);
    text_add(t, "\n");
}

/* --- The command ------------------------------------------------------------------------------ */

static void show_seat(struct text *out, const struct args *a, const struct table *t, int seat,
                      const struct odds_limits *limits)
{
    struct knowledge *k = knowledge_of(t, seat);
    struct odds *o = malloc(sizeof *o);
    if (!k || !o || !odds_find(k, limits, o))
        out->failed = true;
    else if (a->json)
        json_odds(out, o, t, limits);
    else
        add_odds(out, o, t, limits);
    knowledge_free(k);
    free(o);
}

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct text out = {0};
    struct reader *r = load_record(a->word[0], args_language(a));
    if (!r)
        return BAD_INPUT;
    const struct table *t = reader_table(r);
    struct odds_limits limits = {.seed = a->seeded ? a->seed : 1,
                                 .iterations = a->iterations ? a->iterations : ODDS_ITERATIONS,
                                 .steps = ODDS_STEPS};
    seats some = who_looks(t);
    for (int seat = 0; seat < PLAYERS_MAX && !out.failed; seat++)
        if (seats_has(some, seat))
            show_seat(&out, a, t, seat, &limits);
    reader_free(r);
    if (some)
        return finish(&out);
    error_set(&e, "no seat has anything to decide here; expected a record that stops before a "
                  "decision");
    return fail(BAD_INPUT, &e);
}

static const struct flag flags[] = {
    ITERATIONS_FLAG(N_("how often each decision is played on (2000)")),
    SEED_FLAG(N_("where the random numbers start (1)")),
    SWITCH_FLAG(json, N_("an object a seat")),
    END_ROW,
};

const struct command odds_command = {
    .name = "odds",
    .usage = N_("[GAME|FILE]"),
    .summary = N_("what the seat to act should know"),
    .help = N_("Reads a record ('-' for standard input) and says what the seat to act should know "
               "where it stops: how likely each card is to come and to make a pair, what folding "
               "costs, and what each decision leads to by the end of the hand. The score is the "
               "change of the seat's own. The worth is that gain less the mean gain of the others, "
               "with a stake for winning or losing the game; more is better. The loss is what a "
               "decision is worth less than the best one. The figures are exact where everything "
               "that can happen can be gone through, else means of games played on, with 95% "
               "intervals; so are the chances of cards where hands are hidden. Only what the seat "
               "can know is used, and what is paid for the next hand does not count."),
    .flags = flags,
    .saved = true,
    .words_max = 1,
    .run = run,
};
