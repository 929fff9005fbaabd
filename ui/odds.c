/* pairs odds: what the seat to act should know. */
#include "lab/odds.h"

#include "ui/commands.h"
#include "ui/json.h"
#include "ui/lang.h"
#include "ui/load.h"

#include <stdlib.h>

enum { USUAL_ITERATIONS = 2000, SITUATIONS = 400000 };

/* Those who look: who decides, or to whom the card goes that is due. */
static seats who_looks(const struct table *t)
{
    struct turn turn = table_turn(t);
    if (turn.kind == TURN_SEATS)
        return turn.seats;
    int place = turn.place == PLACE_BURN ? game_look(t->state)->due : turn.place;
    return turn.kind == TURN_DECK && place < PLAYERS_MAX ? (seats)(1u << place) : 0;
}

/* --- For people ------------------------------------------------------------------------------- */

static void print_estimate(struct estimate x, bool exact)
{
    if (exact)
        printf(" %10.4f          ", x.mean);
    else
        printf(" %10.3f +- %-6.3f", x.mean, x.error);
}

static void print_choices(const struct odds *o, const struct game *game)
{
    char word[ACTION_TEXT];
    printf("\n%-20s %-20s %-20s %s\n", _("decision"), _("score"), _("worth"), _("loss"));
    for (int i = 0; i < o->choices; i++) {
        const struct odds_choice *c = &o->choice[i];
        printf("%c %-16s", i == o->best ? '*' : ' ', action_text(game, c->a, word));
        print_estimate(c->of[SCORE], o->situations);
        print_estimate(c->of[WORTH], o->situations);
        print_estimate(c->loss, o->situations);
        putchar('\n');
    }
    for (int i = 0; i < o->choices; i++)
        if (o->choice[i].folds)
            printf(_("%s now: %+g to the score\n"), action_text(game, o->choice[i].a, word),
                   o->choice[i].cost);
}

static void print_odds(const struct odds *o, const struct table *t,
                       const struct odds_limits *limits)
{
    const struct head *h = game_look(t->state);
    const char *name = t->name[o->seat];
    printf(_("%s, %d players, hand %d: %s\n"), setup_name(&t->setup), h->players, h->hand,
           *name ? name : game_place_name(NULL, o->seat));
    fputs(_("next card:"), stdout);
    for (int c = 1; c <= RANKS; c++)
        if (o->card[c] > 0)
            printf("  %d: %.1f%%", c, 100 * o->card[c]);
    putchar('\n');
    if (o->stacked)
        printf(_("a pair: %.2f%%\n"), 100 * o->pairing);
    if (!o->choices)
        return;
    print_choices(o, t->setup.game);
    if (o->situations)
        printf(_("exact, to the end of the hand, if all play their best: %ld situations\n"),
               o->situations);
    else
        printf(_("to the end of the hand, by %d rollouts of %s a decision; seed %llu\n"),
               limits->iterations, rollout_player(t->setup.game), (unsigned long long)limits->seed);
}

/* --- For programs ----------------------------------------------------------------------------- */

static json_t *json_choices(const struct odds *o, const struct game *game)
{
    char word[ACTION_TEXT];
    json_t *all = json_array();
    for (int i = 0; i < o->choices; i++) {
        const struct odds_choice *c = &o->choice[i];
        json_t *one = json_pack("{s:s, s:o, s:o, s:o}", "decision", action_text(game, c->a, word),
                                "score", json_estimate(c->of[SCORE].mean, c->of[SCORE].error),
                                "worth", json_estimate(c->of[WORTH].mean, c->of[WORTH].error),
                                "loss", json_estimate(c->loss.mean, c->loss.error));
        if (c->folds)
            json_object_set_new(one, "cost", json_real(c->cost));
        json_array_append_new(all, one);
    }
    return all;
}

static json_t *json_odds(const struct odds *o, const struct table *t,
                         const struct odds_limits *limits)
{
    const struct game *game = t->setup.game;
    char word[ACTION_TEXT];
    json_t *next = json_object();
    for (int c = 1; c <= RANKS; c++) {
        snprintf(word, sizeof word, "%d", c);
        json_object_set_new(next, word, json_real(o->card[c]));
    }
    json_t *all = json_pack("{s:s, s:s, s:o, s:o}", "game", setup_name(&t->setup), "seat",
                            game_place_name(NULL, o->seat), "cards", next, "pairing",
                            o->stacked ? json_real(o->pairing) : json_null());
    if (!o->choices)
        return all;
    json_object_set_new(all, "exact", json_boolean(o->situations > 0));
    if (o->situations)
        json_object_set_new(all, "situations", json_integer(o->situations));
    else
        json_object_update_new(all, json_pack("{s:i, s:s, s:I}", "iterations", limits->iterations,
                                              "player", rollout_player(game), "seed",
                                              (json_int_t)limits->seed));
    json_object_set_new(all, "best", json_string(action_text(game, o->choice[o->best].a, word)));
    json_object_set_new(all, "choices", json_choices(o, game));
    return all;
}

/* --- The command ------------------------------------------------------------------------------ */

static bool show_seat(const struct args *a, const struct table *t, int seat,
                      const struct odds_limits *limits)
{
    struct knowledge *k = knowledge_new(t->setup.game, t->state, seat);
    struct odds *o = malloc(sizeof *o);
    bool fine = k && o && odds_find(k, limits, o);
    if (fine && a->json)
        json_print(json_odds(o, t, limits), stdout);
    else if (fine)
        print_odds(o, t, limits);
    knowledge_free(k);
    free(o);
    return fine;
}

static int run(const struct args *a)
{
    struct error e = {0};
    struct reader *r = load_record(a->word[0]);
    if (!r)
        return BAD_INPUT;
    const struct table *t = reader_table(r);
    struct odds_limits limits = {.seed = a->seeded ? a->seed : 1,
                                 .iterations = a->iterations ? a->iterations : USUAL_ITERATIONS,
                                 .situations = SITUATIONS};
    seats some = who_looks(t);
    bool fine = true;
    if (!some)
        fine = error_set(&e, "no seat has anything to decide here; expected a record that stops "
                             "before a decision");
    for (int seat = 0; fine && seat < PLAYERS_MAX; seat++)
        if (some >> seat & 1 && !show_seat(a, t, seat, &limits))
            fine = error_no_memory(&e);
    reader_free(r);
    return fine ? FINE : fail(BAD_INPUT, &e);
}

const struct command odds_command = {
    .name = "odds",
    .usage = "odds FILE [--iterations N] [--seed S] [--json]",
    .summary = N_("what the seat to act should know"),
    .help = N_(
        "Reads a record ('-' for standard input) and says what the seat to act should know where\n"
        "it stops: how likely each card is to come and to make a pair, what folding costs, and\n"
        "what each decision leads to by the end of the hand. The score is the change of the\n"
        "seat's own. The worth is that gain less the mean gain of the others, with a stake for\n"
        "winning or losing the game; more is better. The loss is what a decision is worth less\n"
        "than the best one. The figures are exact where everything that can happen can be gone\n"
        "through, else means of games played on, with 95% intervals. Only what the seat can\n"
        "know is used.\n\n"
        "  --iterations N  how often each decision is played on (2000)\n"
        "  --seed S        where the random numbers start (1)\n"
        "  --json          an object a seat\n"),
    .flags = FLAG_ITERATIONS | FLAG_SEED | FLAG_JSON,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
