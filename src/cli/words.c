#include "cli/words.h"

#include "cli/lang.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MANY = 12, /* more decisions than these are told in ranges where they count up */
    RANGE = 4, /* so many make a range */
};

const char *words_name(const struct names *names, int seat)
{
    static const char letters[][2] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    const char *name = names->seat[seat];
    return name && name[0] ? name : letters[seat];
}

/* --- The table -------------------------------------------------------------------------------- */

/* What a zone or a number is called, at the beginning of a sentence. */
static void begin_with(struct text *out, const char *name)
{
    struct text begin = {0};
    text_words(&begin, name);
    text_capital(&begin);
    text_add(out, " %s:", text_of(&begin));
    out->failed |= begin.failed;
    text_free(&begin);
}

static void describe_zone(struct text *out, const struct view *v, const struct zone *z)
{
    if (!z->count)
        return;
    begin_with(out, event_zone(v->game, z->zone, lang()));
    if (!z->known)
        text_add(out, _(" %d face down"), z->count);
    for (int i = 0; z->known && i < z->count; i++)
        text_add(out, " %d", v->card[z->first + i]);
    text_add(out, ".");
}

/* Cards and numbers that belong to a seat, or to nobody. */
static void describe_owner(struct text *out, const struct view *v, int owner)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].owner == owner)
            describe_zone(out, v, &v->zone[i]);
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].owner == owner) {
            begin_with(out, _(v->number[i].label));
            text_add(out, " %d.", v->number[i].value);
        }
    text_add(out, "\n");
}

void words_table(struct text *out, const struct view *v, const struct names *names)
{
    text_add(out,
             v->game->rounds ? _("Round %d. Deck: %d. Discards: %d.")
                             : _("Hand %d. Deck: %d. Discards: %d."),
             v->hand, v->deck, v->discards);
    if (v->pot)
        text_add(out, _(" Pot: %d."), v->pot);
    describe_owner(out, v, NOBODY);
    for (int seat = 0; seat < v->players; seat++) {
        text_add(out, "%c", 'A' + seat);
        if (seat == v->looks)
            text_add(out, ", %s", _("you"));
        else if (names->seat[seat] && names->seat[seat][0])
            text_add(out, ", %s", names->seat[seat]);
        if (seat == v->dealer)
            text_add(out, ", %s", _(game_dealer_name(v->game)));
        text_add(out, ": ");
        score_text(out, v->score[seat], SCORE_FULL, names, lang());
        text_add(out, ".");
        describe_owner(out, v, seat);
    }
}

static void end_own(struct text *out, const struct view *v, const char *score)
{
    const char *words = seats_has(v->winners, v->looks)  ? _("You end with %s and win.\n")
                        : seats_has(v->losers, v->looks) ? _("You end with %s and lose.\n")
                                                         : _("You end with %s.\n");
    text_add(out, words, score);
}

static void end_other(struct text *out, const struct view *v, int seat, const char *name,
                      const char *score)
{
    const char *words = seats_has(v->winners, seat)  ? _("%s ends with %s and wins.\n")
                        : seats_has(v->losers, seat) ? _("%s ends with %s and loses.\n")
                                                     : _("%s ends with %s.\n");
    text_add(out, words, name, score);
}

void words_end(struct text *out, const struct view *v, const struct names *names)
{
    struct text score = {0};
    for (int seat = 0; seat < v->players; seat++) {
        text_clear(&score);
        score_text(&score, v->score[seat], SCORE_FULL, names, lang());
        if (seat == v->looks)
            end_own(out, v, text_of(&score));
        else
            end_other(out, v, seat, words_name(names, seat), text_of(&score));
        out->failed |= score.failed;
    }
    text_free(&score);
}

/* --- Decisions -------------------------------------------------------------------------------- */

/* How many decisions from i on differ only in a number that counts up. */
static int range_size(const struct view *v, int i)
{
    int n = 1;
    while (i + n < v->actions && action_verb(v->act[i + n]) == action_verb(v->act[i]) &&
           action_second(v->act[i + n]) == action_second(v->act[i]) &&
           action_first(v->act[i + n]) == action_first(v->act[i]) + n)
        n++;
    return n;
}

/* Adds what a decision means; of a range, what its verb always means. What the line before has said
 * is not said again: `said` keeps it. */
static void add_meaning(struct text *out, const struct view *v, const struct names *names, action a,
                        bool range, struct text *said)
{
    struct text means = {0};
    const char *always = v->game->verbs[action_verb(a)].means;
    if (!range)
        action_means(&means, v, a, names, lang());
    else if (always)
        text_add(&means, "%s", _(always));
    if (means.size && strcmp(text_of(&means), text_of(said)) != 0)
        text_add(out, ". %s", text_of(&means));
    out->failed |= means.failed || said->failed;
    text_free(said);
    *said = means;
}

void words_actions(struct text *out, const struct view *v, const struct names *names)
{
    struct text said = {0};
    text_add(out, "%s\n", _("You can:"));
    for (int i = 0; i < v->actions;) {
        int n = v->actions > MANY ? range_size(v, i) : 1;
        n = n < RANGE ? 1 : n;
        if (n > 1) {
            text_add(out, _("%d to %d: "), i + 1, i + n);
            action_words(out, v->game, v->act[i], v->looks, names, lang());
            text_add(out, "%s", _(" to "));
        } else {
            text_add(out, "%d: ", i + 1);
        }
        action_words(out, v->game, v->act[i + n - 1], v->looks, names, lang());
        add_meaning(out, v, names, v->act[i], n > 1, &said);
        text_add(out, "\n");
        i += n;
    }
    text_free(&said);
}

bool words_decision(const struct view *v, const struct names *names, const char *line, action *a,
                    bool *starved)
{
    char *end;
    long number = strtol(line, &end, 10);
    if (end != line && *end == '\0') {
        bool there = number >= 1 && number <= v->actions;
        *a = there ? v->act[number - 1] : 0;
        return there;
    }
    action said;
    bool record = action_parse(v->game, line, &said), found = false;
    for (int i = 0; !found && i < v->actions; i++) {
        struct text words = {0};
        action_words(&words, v->game, v->act[i], v->looks, names, lang());
        found = (record && v->act[i] == said) || strcasecmp(text_of(&words), line) == 0;
        *starved = *starved || words.failed;
        text_free(&words);
        *a = v->act[i];
    }
    return found;
}
