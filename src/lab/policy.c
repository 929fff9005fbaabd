#include "lab/policy.h"

#include "bots/kind.h"
#include "bots/manner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOUNDS = 8 };

/* What each count is called, and the bounds that are tried. */
static const struct {
    const char *word;
    int bounds;
    double bound[BOUNDS];
} features[] = {
    [COUNT_RATIO] = {"ratio", 7, {80, 100, 120, 140, 160, 180, 200}},
    [COUNT_RISK] = {"risk", 6, {10, 15, 20, 25, 30, 40}},
    [COUNT_SUM] = {"sum", 7, {6, 9, 12, 16, 20, 25, 30}},
    [COUNT_CARDS] = {"cards", 4, {2, 3, 4, 5}},
    [COUNT_CLAIM] = {"claim", 6, {5, 6, 7, 8, 9, 10}},
    [COUNT_SEEN] = {"seen", 4, {25, 50, 75, 100}},
    [COUNT_LEAD] = {"lead", 5, {-10, -3, 0, 3, 10}},
};

/* The words of rules that begin with one and end with a verb. */
static const char *const prefixes[] = {
    [RULE_NEVER] = "never-",   [RULE_ALWAYS] = "always-", [RULE_NEAR] = "near-",
    [RULE_LOW] = "low-",       [RULE_HIGH] = "high-",     [RULE_SELF] = "self-",
    [RULE_LEADER] = "leader-", [RULE_LAST] = "last-",
};

static const char *const middles[] = {[RULE_ABOVE] = "-above-", [RULE_BELOW] = "-below-"};

static const char *const last_words[] = {"hint", "random", "lowest", "highest"};

enum { KINDS = sizeof prefixes / sizeof prefixes[0] };

const char *feature_word(enum feature feature)
{
    return features[feature].word;
}

/* --- Text ------------------------------------------------------------------------------------- */

/* Whether it is the verb's word, with hyphens for blanks. */
static bool is_verb(const struct verb *verb, const char *word)
{
    const char *at = verb->word;
    while (*at && (*at == *word || (*at == ' ' && *word == '-')))
        at++, word++;
    return *at == *word;
}

/* The verbs of a game that a rule is about: bit i is verb i. Two may share a word. */
static uint32_t verbs_of(const struct game *game, const char *word)
{
    uint32_t found = 0;
    for (int i = 0; game->verbs[i].word; i++)
        found |= is_verb(&game->verbs[i], word) ? UINT32_C(1) << i : 0;
    return found;
}

static bool read_verb(struct rule *rule, const char *word, size_t size)
{
    if (size == 0 || size >= sizeof rule->verb)
        return false;
    memcpy(rule->verb, word, size);
    rule->verb[size] = '\0';
    bool known = false;
    for (int i = 0; all_games[i] && !known; i++)
        known = verbs_of(all_games[i], rule->verb) != 0;
    return known;
}

/* "COUNT-BOUND" */
static bool read_bound(struct rule *rule, const char *text)
{
    for (int i = 0; i < FEATURES; i++) {
        size_t size = strlen(features[i].word);
        if (strncmp(text, features[i].word, size) != 0 || text[size] != '-')
            continue;
        char *end;
        rule->feature = (enum feature)i;
        rule->bound = strtod(text + size + 1, &end);
        return end != text + size + 1 && *end == '\0' && rule->bound > -1e6 && rule->bound < 1e6;
    }
    return false;
}

static bool read_rule(struct rule *rule, const char *text)
{
    *rule = (struct rule){0};
    if (strcmp(text, "true") == 0 || strcmp(text, "lie") == 0) {
        rule->kind = text[0] == 't' ? RULE_TRUE : RULE_LIE;
        return true;
    }
    for (int kind = RULE_ABOVE; kind <= RULE_BELOW; kind++) {
        const char *middle = strstr(text, middles[kind]);
        rule->kind = (enum rule_kind)kind;
        if (middle)
            return read_verb(rule, text, (size_t)(middle - text)) &&
                   read_bound(rule, middle + strlen(middles[kind]));
    }
    for (int kind = 0; kind < KINDS; kind++) {
        size_t size = prefixes[kind] ? strlen(prefixes[kind]) : 0;
        rule->kind = (enum rule_kind)kind;
        if (size && strncmp(text, prefixes[kind], size) == 0)
            return read_verb(rule, text + size, strlen(text + size));
    }
    return false;
}

static bool read_last(struct policy *p, const char *text)
{
    for (int i = 0; i < LAST_WORDS; i++)
        if (strcmp(text, last_words[i]) == 0) {
            p->last = (enum last_word)i;
            return true;
        }
    return false;
}

bool policy_read(struct policy *p, const char *text, struct error *e)
{
    char word[64];
    *p = (struct policy){0};
    for (bool more = true; more;) {
        size_t size = strcspn(text, "+");
        struct rule rule;
        more = text[size] == '+';
        snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : 0), text);
        if (!(!more && read_last(p, word)) && !(read_rule(&rule, word) && policy_add(p, &rule)))
            return error_set(e,
                             "there is no rule '%.*s'; expected at most %d of always-VERB, "
                             "never-VERB, VERB-above-COUNT-NUMBER, true and others with + between "
                             "them, as 'pairs exploit --help' has them",
                             (int)(size < 40 ? size : 40), text, POLICY_RULES);
        text += size + more;
    }
    return true;
}

static void rule_text(const struct rule *rule, struct text *out)
{
    if (rule->kind == RULE_TRUE || rule->kind == RULE_LIE)
        text_words(out, rule->kind == RULE_TRUE ? "true" : "lie");
    else if (rule->kind == RULE_ABOVE || rule->kind == RULE_BELOW)
        text_add(out, "%s%s%s-%g", rule->verb, middles[rule->kind], features[rule->feature].word,
                 rule->bound);
    else
        text_add(out, "%s%s", prefixes[rule->kind], rule->verb);
}

void policy_text(const struct policy *p, struct text *out)
{
    for (int i = 0; i < p->rules; i++) {
        rule_text(&p->rule[i], out);
        if (i + 1 < p->rules || p->last != BY_HINT)
            text_words(out, "+");
    }
    if (!p->rules || p->last != BY_HINT)
        text_words(out, last_words[p->last]);
}

bool policy_add(struct policy *p, const struct rule *rule)
{
    if (p->rules == POLICY_RULES)
        return false;
    int at = p->rules++;
    for (; at > 0 && p->rule[at - 1].kind > rule->kind; at--)
        p->rule[at] = p->rule[at - 1];
    p->rule[at] = *rule;
    return true;
}

/* --- What there is ---------------------------------------------------------------------------- */

/* A growing list of rules with an end. */
struct rule_list {
    struct rule *rule;
    int count, most;
};

static void list_rule(struct rule_list *l, enum rule_kind kind, const struct verb *verb,
                      enum feature feature, double bound)
{
    if (l->count == l->most)
        return;
    struct rule *rule = &l->rule[l->count++];
    *rule = (struct rule){.kind = kind, .feature = feature, .bound = bound};
    snprintf(rule->verb, sizeof rule->verb, "%s", verb ? verb->word : "");
    for (char *at = rule->verb; *at; at++)
        *at = *at == ' ' ? '-' : *at;
}

bool policy_countable(const struct game *game, enum feature feature)
{
    switch (feature) {
    case COUNT_RATIO:
    case COUNT_RISK:
        return game->pairing;
    case COUNT_CLAIM:
    case COUNT_SEEN:
        return game->lie;
    default:
        return true;
    }
}

static void list_verb(struct rule_list *l, const struct game *game, const struct verb *verb)
{
    enum argument kind = verb->argument[0];
    list_rule(l, RULE_ALWAYS, verb, 0, 0);
    list_rule(l, RULE_NEVER, verb, 0, 0);
    for (enum feature i = 0; i < FEATURES; i++)
        for (int k = 0; policy_countable(game, i) && k < features[i].bounds; k++) {
            list_rule(l, RULE_ABOVE, verb, i, features[i].bound[k]);
            list_rule(l, RULE_BELOW, verb, i, features[i].bound[k]);
        }
    if (game->lie && kind != NO_ARGUMENT)
        list_rule(l, RULE_NEAR, verb, 0, 0);
    if (kind == RANK_ARGUMENT || kind == NUMBER_ARGUMENT) {
        list_rule(l, RULE_LOW, verb, 0, 0);
        list_rule(l, RULE_HIGH, verb, 0, 0);
    }
    if (kind == SEAT_ARGUMENT || verb->argument[1] == SEAT_ARGUMENT)
        for (enum rule_kind seat = RULE_SELF; seat <= RULE_LAST; seat++)
            list_rule(l, seat, verb, 0, 0);
}

int policy_rules(const struct game *game, struct rule out[], int most)
{
    struct rule_list l = {out, 0, most};
    if (game->lie) {
        list_rule(&l, RULE_TRUE, NULL, 0, 0);
        list_rule(&l, RULE_LIE, NULL, 0, 0);
    }
    for (int i = 0; game->verbs[i].word; i++) {
        bool again = false; /* the same word has come before */
        for (int k = 0; k < i; k++)
            again = again || strcmp(game->verbs[i].word, game->verbs[k].word) == 0;
        if (!again && !game->verbs[i].quits)
            list_verb(&l, game, &game->verbs[i]);
    }
    return l.count;
}

/* --- Counting --------------------------------------------------------------------------------- */

/* Adds cards to a count of each rank, or takes them off. Several decks are more than a set holds.
 */
static void count_ranks(int rank[RANKS + 1], cards w, int sign)
{
    for (int c = cards_next(w, 0); c; c = cards_next(w, c))
        rank[c] += sign * cards_count(w, c);
}

struct pile policy_deck(const struct view *v, const struct event past[], size_t size)
{
    struct pile deck = view_unseen(v);
    int gone[RANKS + 1] = {0};
    for (size_t i = 0; i < size; i++) {
        const struct event *e = &past[i];
        if (e->kind == EVENT_SHUFFLE || e->kind == EVENT_GATHER)
            memset(gone, 0, sizeof gone);
        else if (e->kind == EVENT_MOVE && e->to.zone == ZONE_DISCARDS)
            count_ranks(gone, e->cards, 1);
        else if (e->kind == EVENT_MOVE && e->from.zone == ZONE_DISCARDS)
            count_ranks(gone, e->cards, -1);
    }
    for (int c = 1; c <= RANKS; c++)
        for (int k = gone[c]; k > 0 && pile_count(&deck, c); k--)
            pile_take(&deck, c);
    return deck;
}

/* How likely the next card is one of a rank. */
static double chance_of(const struct pile *deck, int c)
{
    return pile_size(deck) ? (double)pile_count(deck, c) / pile_size(deck) : 0;
}

/* Where a second card of a rank hurts: the own zone, or the one of all. */
static cards pairing_cards(const struct view *v)
{
    return view_faces(v, v->game->pairing, v->looks) + view_faces(v, v->game->pairing, NOBODY);
}

static double count_risk(const struct view *v, const struct pile *deck)
{
    double chance = 0;
    cards own = pairing_cards(v);
    for (int c = cards_next(own, 0); c; c = cards_next(own, c))
        chance += 100 * chance_of(deck, c);
    return chance;
}

/* What giving in takes at least: a card of any such zone. */
static int cheapest_card(const struct view *v)
{
    cards all = 0;
    for (int seat = 0; seat < v->players; seat++)
        all |= cards_distinct(view_faces(v, v->game->pairing, seat));
    return all ? cards_lowest(all) : 1;
}

static double count_ratio(const struct view *v, const struct pile *deck)
{
    double cost = 0;
    cards own = pairing_cards(v);
    for (int c = cards_next(own, 0); c; c = cards_next(own, c))
        cost += 100 * c * chance_of(deck, c);
    return cost / cheapest_card(v);
}

/* The sum of the own cards, or how many they are, or how many a seat holds that cannot be seen. */
static int count_own(const struct view *v, int owner, bool sum)
{
    int found = 0;
    for (int i = 0; i < v->zones; i++) {
        const struct zone *z = &v->zone[i];
        for (int k = 0; z->owner == owner && k < z->count; k++)
            found += sum ? v->card[z->first + k] : 1;
    }
    return found;
}

/* The number that another has named; NULL if there is none. */
static const struct number *named(const struct view *v)
{
    for (int i = 0; i < v->numbers; i++)
        if (v->number[i].owner < v->players && v->number[i].owner != v->looks)
            return &v->number[i];
    return NULL;
}

static double count_claim(const struct view *v)
{
    const struct number *n = named(v);
    int held = n ? count_own(v, n->owner, false) : 0;
    return held ? (double)n->value / held : 0;
}

static double count_seen(const struct view *v)
{
    const struct number *n = named(v);
    return n && n->value >= 1 && n->value <= RANKS
               ? 100.0 * pile_count(&v->seen, n->value) / n->value
               : 0;
}

static bool more_is_worse(const struct view *v)
{
    return v->game->low_wins && !v->chips;
}

/* How well a seat stands: more is better. */
static int standing(const struct view *v, int seat)
{
    return more_is_worse(v) ? -v->score[seat] : v->score[seat];
}

/* The seat among the others that stands best, or worst; the first of several. */
static int outstanding(const struct view *v, bool best)
{
    int found = NOBODY;
    for (int i = 1; i < v->players; i++) {
        int seat = (v->looks + i) % v->players;
        int more = found == NOBODY ? 1 : standing(v, seat) - standing(v, found);
        if (found == NOBODY || (best ? more > 0 : more < 0))
            found = seat;
    }
    return found;
}

double policy_count(const struct view *v, const struct pile *deck, enum feature feature)
{
    switch (feature) {
    case COUNT_RATIO:
        return count_ratio(v, deck);
    case COUNT_RISK:
        return count_risk(v, deck);
    case COUNT_SUM:
        return count_own(v, v->looks, true);
    case COUNT_CARDS:
        return count_own(v, v->looks, false);
    case COUNT_CLAIM:
        return count_claim(v);
    case COUNT_SEEN:
        return count_seen(v);
    default:
        return v->players > 1 ? standing(v, v->looks) - standing(v, outstanding(v, true)) : 0;
    }
}

/* --- Choosing --------------------------------------------------------------------------------- */

/* The decisions that are left. */
struct choices {
    const struct view *v;
    int count;
    action act[ACTIONS_MAX];
};

/* Leaves the chosen ones, if there are any. */
static void keep(struct choices *c, const bool chosen[])
{
    int kept = 0;
    for (int i = 0; i < c->count; i++)
        if (chosen[i])
            c->act[kept++] = c->act[i];
    c->count = kept ? kept : c->count;
}

static void keep_verbs(struct choices *c, uint32_t verbs, bool wanted)
{
    bool chosen[ACTIONS_MAX];
    for (int i = 0; i < c->count; i++)
        chosen[i] = (verbs >> action_verb(c->act[i]) & 1) == wanted;
    keep(c, chosen);
}

static bool is_lie(const struct choices *c, action a)
{
    return c->v->game->lie && c->v->game->lie(c->v, a);
}

static void keep_claims(struct choices *c, bool lies)
{
    bool chosen[ACTIONS_MAX];
    for (int i = 0; i < c->count; i++)
        chosen[i] = is_lie(c, c->act[i]) == lies;
    keep(c, chosen);
}

/* Of the decisions of some verbs only those with the lowest or highest first argument; others
 * stay. */
static void keep_extreme(struct choices *c, uint32_t verbs, bool lowest)
{
    bool chosen[ACTIONS_MAX];
    int extreme = -1;
    for (int i = 0; i < c->count; i++) {
        int first = action_first(c->act[i]);
        if (verbs >> action_verb(c->act[i]) & 1 &&
            (extreme < 0 || (lowest ? first < extreme : first > extreme)))
            extreme = first;
    }
    for (int i = 0; i < c->count; i++)
        chosen[i] = !(verbs >> action_verb(c->act[i]) & 1) || action_first(c->act[i]) == extreme;
    keep(c, chosen);
}

/* The highest of the true claims, or the smallest lie. */
static void keep_near(struct choices *c, uint32_t verbs)
{
    bool chosen[ACTIONS_MAX], truth = false;
    for (int i = 0; i < c->count; i++)
        truth = truth || (verbs >> action_verb(c->act[i]) & 1 && !is_lie(c, c->act[i]));
    for (int i = 0; i < c->count; i++)
        chosen[i] = !truth || !(verbs >> action_verb(c->act[i]) & 1) || !is_lie(c, c->act[i]);
    keep(c, chosen);
    keep_extreme(c, verbs, !truth);
}

/* The seat that a decision names; NOBODY if it names none. */
static int seat_named(const struct game *game, action a)
{
    const struct verb *verb = &game->verbs[action_verb(a)];
    return verb->argument[0] == SEAT_ARGUMENT   ? action_first(a)
           : verb->argument[1] == SEAT_ARGUMENT ? action_second(a)
                                                : NOBODY;
}

static void keep_seat(struct choices *c, uint32_t verbs, int seat)
{
    bool chosen[ACTIONS_MAX], there = false;
    for (int i = 0; i < c->count; i++)
        there = there ||
                (verbs >> action_verb(c->act[i]) & 1 && seat_named(c->v->game, c->act[i]) == seat);
    for (int i = 0; i < c->count; i++)
        chosen[i] = !there || !(verbs >> action_verb(c->act[i]) & 1) ||
                    seat_named(c->v->game, c->act[i]) == seat;
    keep(c, chosen);
}

static void obey(struct choices *c, const struct rule *rule, const struct pile *deck)
{
    uint32_t verbs = verbs_of(c->v->game, rule->verb);
    switch (rule->kind) {
    case RULE_ALWAYS:
    case RULE_NEVER:
        keep_verbs(c, verbs, rule->kind == RULE_ALWAYS);
        break;
    case RULE_ABOVE:
        keep_verbs(c, verbs, policy_count(c->v, deck, rule->feature) >= rule->bound);
        break;
    case RULE_BELOW:
        keep_verbs(c, verbs, policy_count(c->v, deck, rule->feature) < rule->bound);
        break;
    case RULE_TRUE:
    case RULE_LIE:
        keep_claims(c, rule->kind == RULE_LIE);
        break;
    case RULE_NEAR:
        keep_near(c, verbs);
        break;
    case RULE_LOW:
    case RULE_HIGH:
        keep_extreme(c, verbs, rule->kind == RULE_LOW);
        break;
    case RULE_SELF:
        keep_seat(c, verbs, c->v->looks);
        break;
    case RULE_LEADER:
    case RULE_LAST:
        keep_seat(c, verbs, outstanding(c->v, rule->kind == RULE_LEADER));
        break;
    }
}

/* The decision that is left and nearest to another: of the same verb, if there is one. */
static action nearest(const struct choices *c, action wanted)
{
    action best = c->act[0];
    for (int i = 1; i < c->count; i++)
        if (llabs((long long)c->act[i] - wanted) < llabs((long long)best - wanted))
            best = c->act[i];
    return best;
}

action policy_choose(const struct policy *p, const struct view *v, const struct pile *deck,
                     struct rng *r)
{
    struct choices c = {.v = v, .count = v->actions};
    memcpy(c.act, v->act, (size_t)v->actions * sizeof *c.act);
    c.count = manner_stay(v->game, c.act, c.count);
    for (int i = 0; i < p->rules && c.count > 1; i++)
        if (p->rule[i].kind == RULE_TRUE || p->rule[i].kind == RULE_LIE ||
            verbs_of(v->game, p->rule[i].verb))
            obey(&c, &p->rule[i], deck);
    if (c.count == 1)
        return c.act[0];
    switch (p->last) {
    case BY_HINT:
        return nearest(&c, bot_hint(v, r));
    case BY_CHANCE:
        return c.act[rng_below(r, c.count)];
    default:
        return c.act[p->last == BY_LOWEST ? 0 : c.count - 1];
    }
}

/* --- The bot ---------------------------------------------------------------------------------- */

struct policy_bot {
    struct bot bot;
    struct policy policy;
};

static action choose(struct bot *b, const struct knowledge *k, const struct view *v, struct rng *r)
{
    size_t size;
    const struct event *past = knowledge_past(k, &size);
    struct pile deck = policy_deck(v, past, size);
    return policy_choose(&((struct policy_bot *)b)->policy, v, &deck, r);
}

static const struct bot_kind policy_kind = {.choose = choose};

/* A bot with that name and no rules yet. */
static struct policy_bot *make_bot(const char *name, struct error *e)
{
    struct policy_bot *b = calloc(1, sizeof *b);
    if (b && bot_init(&b->bot, &policy_kind, name, e))
        return b;
    if (!b)
        error_no_memory(e);
    bot_free(b ? &b->bot : NULL);
    return NULL;
}

struct bot *policy_player(const struct policy *p, struct error *e)
{
    struct policy_bot *b = make_bot("policy", e);
    if (!b)
        return NULL;
    b->policy = *p;
    return &b->bot;
}

struct bot *policy_bot(const char *name, struct error *e)
{
    struct policy_bot *b = make_bot(name, e);
    const char *rules = strchr(name, ':');
    if (!b || policy_read(&b->policy, rules ? rules + 1 : "", e))
        return b ? &b->bot : NULL;
    bot_free(&b->bot);
    return NULL;
}
