#include "bots/manner.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 16 }; /* so that lies that lie next to each other differ by chance */

/* Passes over a word at the beginning of a name. */
static bool take(const char **name, const char *word)
{
    size_t size = strlen(word);
    bool found = strncmp(*name, word, size) == 0;
    *name += found ? size : 0;
    return found;
}

const char *manner_read(struct manner *m, const char *name)
{
    *m = (struct manner){0};
    for (;;) {
        if (!m->liar && take(&name, "liar-"))
            m->liar = true;
        else if (m->attitude == EVEN && take(&name, "cautious-"))
            m->attitude = CAUTIOUS;
        else if (m->attitude == EVEN && take(&name, "bold-"))
            m->attitude = BOLD;
        else
            return name;
    }
}

const char *manner_name(const struct manner *m)
{
    static const char *const names[][2] = {
        [EVEN] = {"", "liar-"},
        [CAUTIOUS] = {"cautious-", "cautious-liar-"},
        [BOLD] = {"bold-", "bold-liar-"},
    };
    return names[m->attitude][m->liar];
}

const char *manner_title(const struct manner *m)
{
    static const char *const titles[][2] = {
        [EVEN] = {"", "Lying "},
        [CAUTIOUS] = {"Cautious ", "Cautious Lying "},
        [BOLD] = {"Bold ", "Bold Lying "},
    };
    return titles[m->attitude][m->liar];
}

/* Whether two decisions are the same but for the last argument, which is the claim. */
static bool differ_in_claim(const struct game *game, action a, action b)
{
    bool two = game->verbs[action_verb(a)].argument[1] != NO_ARGUMENT;
    return a != b && action_verb(a) == action_verb(b) &&
           (!two || action_first(a) == action_first(b));
}

action manner_lie(const struct view *v, action a, struct rng *r)
{
    if (!v->game->lie || v->game->lie(v, a) || rng_below(r, 2))
        return a;
    action told = a;
    int nearest = 0;
    for (int i = 0; i < v->actions; i++) {
        action other = v->act[i];
        if (!differ_in_claim(v->game, a, other) || !v->game->lie(v, other))
            continue;
        int distance = rng_below(r, GRAIN * abs((int)other - (int)a));
        if (told == a || distance < nearest) {
            told = other;
            nearest = distance;
        }
    }
    return told;
}

bool manner_names_card(const struct game *game, action a)
{
    return game->lie && game->verbs[action_verb(a)].argument[1] == RANK_ARGUMENT;
}

action manner_bluff(const struct view *v, action a, struct rng *r)
{
    if (!manner_names_card(v->game, a))
        return a;
    struct pile unseen = view_unseen(v);
    bool honest = rng_below(r, 2);
    action told = a;
    int sum = 0;
    for (int i = 0; i < v->actions; i++) {
        action other = v->act[i];
        bool lie = v->game->lie(v, other);
        if ((other != a && !differ_in_claim(v->game, a, other)) || lie == honest)
            continue;
        int likely = honest ? 1 : pile_count(&unseen, action_second(other));
        sum += likely;
        if (likely && rng_below(r, sum) < likely)
            told = other;
    }
    return told;
}

bool manner_quits(const struct game *game, action a)
{
    return game->verbs[action_verb(a)].quits;
}

/* Whether there is such a decision at all. */
static bool can_quit(const struct game *game)
{
    const struct verb *v = game->verbs;
    while (v->word && !v->quits)
        v++;
    return v->word;
}

int manner_stay(const struct game *game, action act[], int count)
{
    if (!can_quit(game))
        return count;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!manner_quits(game, act[i]))
            act[kept++] = act[i];
    return kept ? kept : count;
}
