/* pairs layout: a game as numbers, for programs that learn. */
#include "lab/layout.h"

#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/lang.h"
#include "wire/layoutjson.h"

#include <stdio.h>

enum { NUMBER_COLUMNS = 7 };

/* --- Words ------------------------------------------------------------------------------------ */

/* What a part tells, in the language of the reader; NULL for a zone and a number, which have names.
 */
static const char *part_words(enum part_kind kind)
{
    static const char *const words[] = {
        [PART_SEAT] = N_("the seat that looks, A is 0"),
        [PART_HAND] = N_("the hand in progress, from 1"),
        [PART_OVER] = N_("the game is over"),
        [PART_CHIPS] = N_("scores are chips"),
        [PART_POT] = N_("chips in the pot"),
        [PART_DECK] = N_("cards in the deck"),
        [PART_DISCARDS] = N_("cards in the discards"),
        [PART_TO_ACT] = N_("has something to decide"),
        [PART_DEALER] = N_("is the dealer"),
        [PART_WON] = N_("has won the game"),
        [PART_LOST] = N_("has lost the game"),
        [PART_SCORE] = N_("score"),
        [PART_OPTIONS] = N_("values of the options, in the order of 'pairs rules'; -1 is off"),
        [PART_GONE] = N_("discards that all have seen, of each rank from 1 to 10"),
        [PART_ZONE] = N_("how many cards; of each rank from 1 to 10, as far as seen"),
        [PART_NUMBER] = N_("1 if it is shown; the number"),
        [PART_RANKS] = N_("how often each rank from 1 to 10 is shown"),
    };
    return _(words[kind]);
}

/* --- For people ------------------------------------------------------------------------------- */

static void add_number(struct text *out, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    column_right(out, digits, NUMBER_COLUMNS);
}

static void add_argument(struct text *out, const struct range *r)
{
    if (r->argument == RANK_ARGUMENT)
        text_add(out, _(" CARD (%d to %d)"), 1, RANKS);
    else if (r->argument == SEAT_ARGUMENT)
        text_add(out, _(" SEAT (%d, from the own one)"), r->count);
    else if (r->argument == NUMBER_ARGUMENT && r->step == 1)
        text_add(out, _(" NUMBER (%d to %d)"), r->least, r->least + r->count - 1);
    else if (r->argument == NUMBER_ARGUMENT)
        text_add(out, _(" NUMBER (%d to %d in steps of %d)"), r->least,
                 r->least + (r->count - 1) * r->step, r->step);
}

static void add_decisions(struct text *out, const struct layout *l)
{
    text_add(out, _("\nDECISIONS: %d ids\n"), l->actions);
    column_right(out, _("id"), NUMBER_COLUMNS);
    column_right(out, _("ids"), NUMBER_COLUMNS);
    text_add(out, "\n");
    for (int i = 0; i < l->verbs; i++) {
        const struct verb_ids *ids = &l->verb[i];
        if (!ids->count)
            continue;
        add_number(out, ids->first);
        add_number(out, ids->count);
        text_add(out, "  %s", l->setup.game->verbs[i].word);
        add_argument(out, &ids->range[0]);
        add_argument(out, &ids->range[1]);
        text_add(out, "\n");
    }
}

/* Whose: for how many seats, and for the middle. */
static void add_owners(struct text *out, const struct part *p)
{
    if (p->seats && p->middle)
        text_add(out, _("for each of %d seats, from the own one, and the middle: "), p->seats);
    else if (p->seats)
        text_add(out, _("for each of %d seats, from the own one: "), p->seats);
}

static void add_part(struct text *out, const struct layout *l, const struct part *p)
{
    struct text words = {0};
    char lead[2 * NUMBER_COLUMNS + 3];
    const char *name = layout_part_name(l, p);
    snprintf(lead, sizeof lead, "%*d%*d  ", NUMBER_COLUMNS, p->offset, NUMBER_COLUMNS,
             part_size(p));
    if (name)
        text_add(&words, "%s: ", _(name));
    add_owners(&words, p);
    text_add(&words, "%s", part_words(p->kind));
    if (p->ordered)
        text_add(&words, _("; the ranks of the last %d cards, the last first"), SHEET_ROW);
    text_wrap(out, text_of(&words), lead, ui_columns());
    out->failed |= words.failed;
    text_free(&words);
}

static void add_layout(struct text *out, const struct layout *l)
{
    lang_players(out, setup_name(&l->setup), l->setup.players);
    text_add(out, "\n");
    add_decisions(out, l);
    text_add(out, _("\nOBSERVATION: %d whole numbers of 32 bits\n"), l->size);
    column_right(out, _("offset"), NUMBER_COLUMNS);
    column_right(out, _("length"), NUMBER_COLUMNS);
    text_add(out, "\n");
    for (int i = 0; i < l->parts; i++)
        add_part(out, l, &l->part[i]);
}

/* --- The command ------------------------------------------------------------------------------ */

static int run(const struct args *a)
{
    struct error e = {.language = args_language(a)};
    struct setup u;
    struct layout l;
    struct text out = {0};
    if (!args_setup(a, a->word[0], &u, &e))
        return fail(BAD_USAGE, &e);
    layout_make(&l, &u);
    if (a->json) {
        json_layout(&out, &l);
        text_add(&out, "\n");
    } else {
        add_layout(&out, &l);
    }
    return finish(&out);
}

static const struct flag flags[] = {
    PLAYERS_FLAG(N_("how many play")),
    OPTION_FLAG(N_("KEY=VALUE"), N_("an option of the game, as in 'pairs rules GAME'")),
    SWITCH_FLAG(json, N_("the result as a JSON object")),
    END_ROW,
};

const struct command layout_command = {
    .name = "layout",
    .usage = N_("GAME"),
    .summary = N_("a game as numbers, for programs that learn"),
    .help = N_("Prints how programs that learn see a game: the id of every decision, and what each "
               "number of an observation tells. Seats count from the one who looks, who is 0, "
               "going left. Both depend on the game, its options and how many play."),
    .flags = flags,
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
