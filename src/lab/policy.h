/* Simple ways to play any game, made of its own tables only: its verbs, what claims what is not so,
 * and what everybody could count at the table. A policy is a row of rules. Each takes decisions off
 * the list of the legal ones and leaves those alone where none would be left; of what is left in
 * the end the last word chooses. So "never-doubt+true" is a way to play, and says in words what it
 * does. */
#ifndef PAIRS_LAB_POLICY_H
#define PAIRS_LAB_POLICY_H

#include "bots/bot.h"
#include "engine/text.h"

enum { POLICY_RULES = 8, POLICY_VERB = 24 };

/* In the order in which they are heeded, however they are written. */
enum rule_kind {
    RULE_TRUE,   /* claims what is so */
    RULE_LIE,    /* claims what is not */
    RULE_ABOVE,  /* this verb if what is counted is at least the bound, else not */
    RULE_BELOW,  /* the other way round */
    RULE_NEVER,  /* never this verb, if anything else is left, */
    RULE_ALWAYS, /* or whenever it is */
    RULE_NEAR,   /* of this verb's claims the highest that is true, or else the lowest */
    RULE_LOW,    /* of this verb's decisions those with the lowest argument, */
    RULE_HIGH,   /* or the highest */
    RULE_SELF,   /* where this verb names a seat: the own one, */
    RULE_LEADER, /* that of the others which stands best, */
    RULE_LAST,   /* or worst */
};

/* What can be counted before a decision. */
enum feature {
    COUNT_RATIO, /* what a second card of a rank costs on average if the next card comes, all cards
                    seen left out, in percent of the cheapest card that giving in takes */
    COUNT_RISK,  /* how many in a hundred cards make a pair */
    COUNT_SUM,   /* of the own cards */
    COUNT_CARDS, /* how many own cards */
    COUNT_CLAIM, /* what another has named, for each of its cards */
    COUNT_SEEN,  /* how many in a hundred cards of the rank that another has named can be seen */
    COUNT_LEAD,  /* by how much one is ahead of the best of the others */
    FEATURES
};

struct rule {
    enum rule_kind kind;
    enum feature feature;   /* of RULE_ABOVE and RULE_BELOW, */
    double bound;           /* which have a bound */
    char verb[POLICY_VERB]; /* with hyphens for blanks; empty where the rule needs none */
};

/* Who chooses among what is left: the rule of thumb (its own decision, or what is nearest to it),
 * chance, or the order of the list. */
enum last_word { BY_HINT, BY_CHANCE, BY_LOWEST, BY_HIGHEST, LAST_WORDS };

struct policy {
    struct rule rule[POLICY_RULES];
    int rules;
    enum last_word last;
};

/* Reads rules with '+' between them: always-VERB, never-VERB, VERB-above-COUNT-BOUND,
 * VERB-below-COUNT-BOUND, true, lie, near-VERB, low-VERB, high-VERB, self-VERB, leader-VERB,
 * last-VERB; at the end perhaps hint, random, lowest or highest. False with a message for other
 * words, or a verb that no game has. */
bool policy_read(struct policy *p, const char *text, struct error *e);

/* Adds what policy_read reads. */
void policy_text(const struct policy *p, struct text *out);

/* A rule more; false if there is no room. */
bool policy_add(struct policy *p, const struct rule *rule);

/* The word of a count, as in the text. */
const char *feature_word(enum feature feature);

/* All rules that the tables of a game allow; returns how many, no more than `most`. */
int policy_rules(const struct game *game, struct rule out[], int most);

/* What is in the deck, as far as the seat can know: all cards but those that it sees and those that
 * it has seen go to the discards since the last shuffle. */
struct pile policy_deck(const struct view *v, const struct event past[], size_t size);

/* Whether a count can mean anything in a game, and what it is for the one who looks. */
bool policy_countable(const struct game *game, enum feature feature);
double policy_count(const struct view *v, const struct pile *deck, enum feature feature);

/* A legal decision. Rules for verbs that the game does not have are passed over. */
action policy_choose(const struct policy *p, const struct view *v, const struct pile *deck,
                     struct rng *r);

/* A bot that plays so. NULL with a message if memory runs out. */
struct bot *policy_player(const struct policy *p, struct error *e);

/* Bots by the name "policy:RULES"; NULL with a message for other words. */
struct bot *policy_bot(const char *name, struct error *e);

#endif
