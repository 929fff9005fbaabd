/* What happened, as data: the source of logs in words, animations and explained settlements. */
#ifndef PAIRS_EVENT_H
#define PAIRS_EVENT_H

#include "engine/action.h"
#include "engine/cards.h"
#include "engine/language.h"
#include "engine/seats.h"
#include "engine/text.h"

#include <assert.h>

/* Zones that every game has; a game's own are numbered from ZONE_GAME, in the order of its table.
 */
enum { ZONE_DECK, ZONE_DISCARDS, ZONE_GAME };

enum event_kind {
    EVENT_HAND,    /* hand or round `number` begins */
    EVENT_SHUFFLE, /* the discards become the deck */
    EVENT_GATHER,  /* all cards, wherever they were, become a fresh deck; never told in words */
    EVENT_DECIDE,  /* `seat` decided `choice`; `seen` may know what */
    EVENT_MOVE,    /* `cards` went from one zone to another; `seen` saw their faces */
    EVENT_SHOW,    /* `cards` in zone `from` were turned up for `seen` */
    EVENT_PAY,     /* `seat` paid `number` chips to `other`; NOBODY is the pot, on either side */
    EVENT_POINTS,  /* `seat` got `number` points */
    EVENT_OUT,     /* `seat` is out */
    EVENT_NOTE,    /* whatever `say` says of `seat`, `other`, `cards`, `number` */
    EVENT_TOTAL,   /* a hand is settled: `seat` stands at `number`; one for each seat, in order */
    EVENT_OVER,    /* the game ended with the totals just before */
};

/* A zone and whose it is; NOBODY for the middle of the table. */
struct spot {
    uint8_t zone, owner;
};

struct event {
    cards cards;
    int32_t number;
    action choice;
    uint8_t kind;
    uint8_t say; /* a sentence of the game that tells it better than the plain one, 0 for none */
    uint8_t seat, other;
    struct spot from, to;
    seats seen;
    uint8_t count; /* how many cards, for those who do not see them */
};

enum { LOG_EVENTS = 256 };

/* The events of one step, in the order in which they happened. */
struct log {
    int size;
    struct event event[LOG_EVENTS];
};

/* Adds an event. Every function that takes a log takes NULL as well: nobody listens. */
static inline void log_add(struct log *log, struct event e)
{
    if (log) {
        assert(log->size < LOG_EVENTS);
        log->event[log->size++] = e;
    }
}

/* What of an event the one who looks may know: a seat, NOBODY for a spectator, or EVERYTHING. The
 * one place that says so; words, bots, histories and the wire all go through it. Cards and choices
 * that are not theirs to know are gone, their number stays; `seen` then is EVERYBODY if nothing was
 * taken away and 0 if something was, so that to redact twice changes nothing. */
struct event event_redact(const struct event *e, int looks);

/* Whether they are the same in everything. */
bool event_same(const struct event *a, const struct event *b);

/* Whether two events in a row can be told as one: cards that go the same way. */
bool event_joins(const struct event *a, const struct event *b);

/* Makes one of them. */
void event_join(struct event *a, const struct event *b);

/* How front ends call the seats, and what they count. */
struct names {
    const char *seat[8]; /* NULL or an empty name is the seat's letter */
    int players;         /* how many there are, 0 if that is not known */
    bool chips;          /* the scores are chips, */
    int32_t stack;       /* and so many a seat had at first; */
    const char *counts;  /* otherwise they are these, "wound|wounds"; NULL: points */
};

/* What action_words looks up, in the context of the game's name: what the verb says, or else word
 * and arguments, "fold {rank} ({seat})". It names {rank} or {number}, {seat} and, of two cards, the
 * {second}; {seat|yourself} and {seat's|your} as event_text has them. */
void action_pattern(struct text *out, const struct verb *v);

/* Adds a decision as people read it: in their language, with seats by their names, but for the one
 * who looks. Records and what people type have action_text. */
void action_words(struct text *out, const struct game *game, action a, int looks,
                  const struct names *names, const struct language *l);

/* A decision of which only the first arguments are known; dots stand for the others. */
struct so_far {
    action a;
    int known;
    const char *dots;
};

/* The same for one of those. */
void action_words_so_far(struct text *out, const struct game *game, struct so_far so_far, int looks,
                         const struct names *names, const struct language *l);

/* The name of a zone as people read it: what the word means in this game, with the game's name as
 * its context, or else everywhere. Records and JSON have game_zone_name. */
const char *event_zone(const struct game *game, int zone, const struct language *l);

enum score_form {
    SCORE_FULL,   /* "120 chips (+20)", "12 points", "12 wounds" */
    SCORE_TOLD,   /* "120 chips (+20)", "12": where points go without saying */
    SCORE_SIGNED, /* "120 (+20)", "12" */
    SCORE_BARE,   /* "120", "12" */
};

/* Adds the word for so many of what is counted: "chips", "wound". */
void score_unit(struct text *out, int32_t number, const struct names *names,
                const struct language *l);

/* Adds how a seat with that score stands, for people: its points, or whatever is counted; or its
 * chips, those that it had at first and what it has won since. Records and JSON have the score
 * itself. */
void score_text(struct text *out, int32_t score, enum score_form form, const struct names *names,
                const struct language *l);

/* The plain sentences, for catalogues; ends with NULL. */
extern const char *const event_sentences[];

/* Adds a sentence that tells an event to the one who looks (a seat, or NOBODY for a spectator), in
 * their language, with no card that they may not see. Adds nothing for events that are not worth
 * words.
 *
 * Sentences name what an event carries: {seat}, {other}, {cards}, {number}, {score}, what
 * it {counts}, the zones {from} and {to}; {choice} and its arguments {first} and {second}; {seats},
 * all that are told together.
 *
 *     {a cards}            the cards, but a single one as "a 7", "an 8", German "eine 7"
 *     {any cards}          each rank of them as one that may come: "3, 5 or 8"
 *     {card|cards}         the word that suits the number: the first for 1
 *     {seat} {ante/antes}  the first form after "You", the second after a name
 *     to {other|you}       who is no subject: a name, or what stands after the bar
 *     {seat's|your}        whose it is: "Badger's" or "your", German "Badgers" or "deine"
 *     [, {seat} {cards}]   once for each further event of the sentence, see events_text; "{seat} "
 *                          goes where the event before was about the same seat
 *
 * Who looks is "You" at the beginning and "you" within a sentence (German "Du" after a colon too),
 * everybody else a name. Of two forms the one is taken that goes with the subject named last, and
 * any word may be one of two: "{seat} {lay/lays} {your/their} card." In the sentence of a verb, [ ]
 * tells the card that the decision brings.
 *
 * To spectators and to EVERYTHING nobody is "you". */
void event_text(struct text *out, const struct game *game, const struct event *e, int looks,
                const struct names *names, const struct language *l);

enum { SENTENCE_EVENTS = 10 };

/* Whether a later event can be told in the sentence of an earlier one to the one who looks: the
 * same of another seat, where the sentence says how to go on in [ ] ("{seat} bids {cards}[, {seat}
 * {cards}].") and the cards are few, or nothing else is different; or the card that a decision
 * brought. */
bool event_joins_sentence(const struct game *game, const struct event *a, const struct event *b,
                          int looks);

/* event_text for up to SENTENCE_EVENTS events that all join the sentences of all before them. */
void events_text(struct text *out, const struct game *game, const struct event e[], int count,
                 int looks, const struct names *names, const struct language *l);

#endif
