/* libpairs: the Pairs family of card games. Rules, tables with a history, bots, odds, simulations,
 * arenas, live tables.
 *
 *     #include <pairs.h>
 *
 *     struct pairs_error e = {0};
 *     struct pairs_setup *u = pairs_setup_new("deadfall", &e);
 *     struct pairs_table *t = u && pairs_setup_set_players(u, 3, &e) ? pairs_table_new(u, &e) :
 * NULL; struct pairs_bot *b = pairs_bot_new("hint", &e); if (!t || !b)
 *         ... e.text says what is wrong ...
 *
 *     struct pairs_rng r;
 *     pairs_rng_seed(&r, 1, 0);
 *     const struct pairs_game *g = pairs_table_game(t);
 *     while (pairs_game_turn(g) != PAIRS_OVER) {
 *         if (pairs_table_draw(t, &r, &e))
 *             continue;
 *         int seat = pairs_rng_seat(&r, pairs_game_seats(g));
 *         struct pairs_knowledge *k = pairs_knowledge_of(t, seat);
 *         pairs_action a = pairs_bot_choose(b, k, &r);
 *         pairs_knowledge_free(k);
 *         pairs_table_play(t, seat, a, &e);
 *     }
 *
 * What there is, in the order of this header:
 *
 *     setup      which game, how many play, which options; and what there is to know about a game
 *     action     decisions as numbers and as words
 *     game       a state without history, for search and learning: small, fast, copied at will
 *     view       what one seat, or a spectator, may see
 *     table      a game with its history: undo, records, events, sentences
 *     knowledge  all that a seat knows at a moment: what bots, odds and hints are given
 *     bot        players of any strength
 *     odds       what each decision is worth
 *     sim        many games between bots, and their figures
 *     arena      which bot is stronger
 *     house      a live table: people and bots come, decide, talk and go
 *     layout     a game as numbers: ids of decisions, observations
 *     batch      many games stepped together, for programs that learn
 *     gpu        the same in the memory of a GPU
 *     inputs     what a seat knows of a hand as a row of numbers, the same for all tables of a game
 *     net        players that have learned, as files
 *     training   many games for who trains a player, with opponents inside
 *
 * Handles are made by `..._new` and the like, belong to whoever made them, and are given back by
 * `..._free`, which takes NULL. A `const` handle or text belongs to what it was asked of and lives
 * as long. A text that comes as `char *` is the caller's: give it back with pairs_free.
 *
 * The plural of a thing is how many there are, the singular with a number the one of that number,
 * from 0: pairs_setup_options, pairs_setup_option. A number that is out of range gets false, NULL
 * or 0, and changes nothing.
 *
 * Nothing here prints, ends the program or keeps anything outside its handles, but for tables of
 * chances that bots share and that are safe to share. A handle is used by one thread at a time;
 * threads may read the same const handle while nobody changes it, and different handles need no
 * care.
 *
 * Whoever fails returns NULL or false and, where there is a pairs_error, says why; memory that runs
 * out is one of the reasons.
 *
 * Functions, values and the plain structs below stay as they are as long as the first part of the
 * library's version does (libpairs.so.N); what comes anew is added. */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Version, memory, languages, errors ------------------------------------------------------- */

#define PAIRS_VERSION_MAJOR 0
#define PAIRS_VERSION_MINOR 1
#define PAIRS_VERSION_PATCH 0
#define PAIRS_VERSION       "0.1.0"

/* The version of the library that is running, which may be another than that of this header. */
const char *pairs_version(void);

/* Gives a text back that came as `char *`. */
void pairs_free(void *text);

/* A language is a number, and 0 is English: the number of "de", or of a locale such as
 * "de_DE.UTF-8"; -1 if there is no such language. Any number that is none counts as English. */
int pairs_language(const char *name);

/* The name of a language; NULL after the last. */
const char *pairs_language_name(int language);

/* What went wrong. Zero it before it is used first: `struct pairs_error e = {0}`. Every function
 * that takes one takes NULL as well. */
struct pairs_error {
    int language;   /* in which the message is to be */
    int line;       /* of a record, from 1; 0 where there is none */
    bool no_memory; /* nothing was wrong, but memory has run out */
    char text[512]; /* one line for people: "what is wrong; expected ..." */
};

/* --- Random numbers --------------------------------------------------------------------------- */

/* A generator (xoshiro256++), whose words nobody needs to look at. */
struct pairs_rng {
    uint64_t word[4];
};

/* A stream of a seed. Streams are independent of each other: game i of a simulation has stream i.
 */
void pairs_rng_seed(struct pairs_rng *r, uint64_t seed, uint64_t stream);

/* 64 random bits. */
uint64_t pairs_rng_next(struct pairs_rng *r);

/* A number from 0 to n - 1, each equally likely; n is at least 1. */
int pairs_rng_below(struct pairs_rng *r, int n);

/* --- Seats ------------------------------------------------------------------------------------ */

/* Seats are numbered from 0; in words they are the letters A to H. Several of them are a set: bit i
 * is seat i. */
typedef uint32_t pairs_seats;

enum {
    PAIRS_PLAYERS = 8,      /* no table has more */
    PAIRS_RANKS = 10,       /* cards are their ranks: 1 to 10; 0 is a card that is not seen */
    PAIRS_EVERYTHING = 254, /* as one who looks: without secrets, for replays and tests */
    PAIRS_NOBODY = 255      /* no seat; as one who looks: a spectator */
};

/* One of the seats, each equally likely; PAIRS_NOBODY if there is none. */
int pairs_rng_seat(struct pairs_rng *r, pairs_seats some);

/* --- Setup: what is played -------------------------------------------------------------------- */

/* All names of games and of their variants, each game before its variants; NULL after the last. */
const char *pairs_name(int i);

/* A game or a variant by its name, or by what people type for it: "Dead Fall". Usual options and
 * the usual number of players until others are set. */
struct pairs_setup;
struct pairs_setup *pairs_setup_new(const char *name, struct pairs_error *e);
struct pairs_setup *pairs_setup_clone(const struct pairs_setup *u);
void pairs_setup_free(struct pairs_setup *u);

/* How many play. False if the game is never for so many. */
bool pairs_setup_set_players(struct pairs_setup *u, int players, struct pairs_error *e);

/* One option by its words: "target", "21". False if there is no such option or value. */
bool pairs_setup_set_option(struct pairs_setup *u, const char *key, const char *value,
                            struct pairs_error *e);

/* Whether the options and the number of players go together. Whatever is made of a setup asks this
 * as well. */
bool pairs_setup_check(const struct pairs_setup *u, struct pairs_error *e);

int pairs_setup_players(const struct pairs_setup *u);

/* Whether so many may play with the options as they are. */
bool pairs_setup_suits(const struct pairs_setup *u, int players);

/* Its name, and that of its game, which is another for a variant. */
const char *pairs_setup_name(const struct pairs_setup *u);
const char *pairs_setup_game(const struct pairs_setup *u);

/* For people: what it is called, and what it is about in a line. */
const char *pairs_setup_title(const struct pairs_setup *u, int language);
const char *pairs_setup_summary(const struct pairs_setup *u, int language);

/* The rules as they are for this setup, in lines of no more than so many columns (0: a line for
 * each paragraph). */
char *pairs_setup_rules(const struct pairs_setup *u, int language, int columns);

/* All that a list, a form or a page of rules needs, as JSON: what a server tells of a game
 * (docs/server.md). */
char *pairs_setup_json(const struct pairs_setup *u, int language);

enum {
    PAIRS_PRESS_YOUR_LUCK = 0,
    PAIRS_BLUFFING = 1,
    PAIRS_BIDDING = 2,
    PAIRS_CASINO = 3,
    PAIRS_COOPERATIVE = 4
};

struct pairs_facts {
    int kind;                     /* one of the above */
    int players_min, players_max; /* with the options as they are */
    int decisions;                /* in a usual game of random players */
    int difficulty;               /* to learn it: 1 easy, 2 middling, 3 demanding */
    bool chips;                   /* the scores are chips won or lost, not points */
    bool low_wins;                /* fewer points are better */
    bool hidden;                  /* some seat may know cards that another does not */
};

void pairs_setup_facts(const struct pairs_setup *u, struct pairs_facts *out);

/* What the returns of all seats (pairs_game_returns) come to at the end of every game of this
 * setup, whatever is played. */
enum {
    PAIRS_RETURNS_VARY = 0, /* not always the same */
    PAIRS_RETURNS_EVEN = 1, /* chips, in all 0 */
    PAIRS_RETURNS_ONE_WINS = 2,
    PAIRS_RETURNS_ONE_LOSES = 3,
    PAIRS_RETURNS_ALIKE = 4 /* all win together, or none */
};

int pairs_setup_returns(const struct pairs_setup *u);

enum {
    PAIRS_OPTION_SWITCH = 1, /* 0 off, 1 on */
    PAIRS_OPTION_NUMBER = 2, /* least to most in steps */
    PAIRS_OPTION_SEAT = 3,   /* a seat */
    PAIRS_OPTION_CHOICE = 4  /* one of some words */
};

struct pairs_option {
    const char *key;
    int type;
    int32_t value;             /* as it is now */
    int32_t standard;          /* as it is if nobody says, for so many players */
    int32_t least, most, step; /* of the values; steps are 1 for all but numbers */
    const char *none;          /* a word for the value -1, "off" or "lot"; NULL: there is none */
};

int pairs_setup_options(const struct pairs_setup *u);
bool pairs_setup_option(const struct pairs_setup *u, int i, struct pairs_option *out);

/* For people: what it does, and what may be set: "1..100", "on or off". */
const char *pairs_setup_option_help(const struct pairs_setup *u, int i, int language);
char *pairs_setup_option_range(const struct pairs_setup *u, int i, int language);

enum { PAIRS_OPTION_TEXT = 24, PAIRS_ACTION_TEXT = 64 };

/* The word of a value, as pairs_setup_set_option reads it. Returns `out`. */
const char *pairs_setup_option_text(const struct pairs_setup *u, int i, int32_t value,
                                    char out[PAIRS_OPTION_TEXT]);

enum {
    PAIRS_NO_ARGUMENT = 0,
    PAIRS_RANK = 1,  /* 1 to 10 */
    PAIRS_SEAT = 2,  /* a seat */
    PAIRS_NUMBER = 3 /* 0 to 65535, only as the first */
};

/* What can be decided in a game. */
struct pairs_verb {
    const char *word; /* may be two: "show set" */
    int argument[2];  /* what follows it */
    bool secret;      /* others learn the choice only when the game shows it */
    bool gives_in;    /* the seat leaves the hand, or what is at stake in it, to others */
    bool quits;       /* the seat leaves the whole game for good */
};

int pairs_setup_verbs(const struct pairs_setup *u);
bool pairs_setup_verb(const struct pairs_setup *u, int i, struct pairs_verb *out);

/* For people: what it means: "Take one more card." */
const char *pairs_setup_verb_means(const struct pairs_setup *u, int i, int language);

/* Where cards lie: 0 is the deck, 1 the discards, and the game's own follow. The second is for
 * people. */
int pairs_setup_zones(const struct pairs_setup *u);
const char *pairs_setup_zone(const struct pairs_setup *u, int zone);
const char *pairs_setup_zone_title(const struct pairs_setup *u, int zone, int language);

/* Where cards are dealt: 0 to 7 are seats, 8 burns a card, and the game's own follow. */
int pairs_setup_places(const struct pairs_setup *u);
const char *pairs_setup_place(const struct pairs_setup *u, int place);

/* What the numbers on the table are called. */
int pairs_setup_labels(const struct pairs_setup *u);
const char *pairs_setup_label(const struct pairs_setup *u, int label);
const char *pairs_setup_label_title(const struct pairs_setup *u, int label, int language);

/* --- Action: what is decided ------------------------------------------------------------------ */

/* A verb of the game with its arguments, 0 where it has none. */
typedef uint32_t pairs_action;

pairs_action pairs_action_make(int verb, int first, int second);
int pairs_action_verb(pairs_action a);
int pairs_action_first(pairs_action a);
int pairs_action_second(pairs_action a);

/* As in a record: "fold 3 A". The one writes and returns `out`; the other reads, and is false if
 * the game has no such decision. Neither says whether it is legal now. */
const char *pairs_action_text(const struct pairs_setup *u, pairs_action a,
                              char out[PAIRS_ACTION_TEXT]);
bool pairs_action_parse(const struct pairs_setup *u, const char *text, pairs_action *out);

/* --- Game: a state without history ------------------------------------------------------------ */

/* Whoever drives a game repeats:
 *
 *     switch (pairs_game_turn(g))
 *     PAIRS_DECISION   for a seat of pairs_game_seats: pairs_game_legal, then pairs_game_apply
 *     PAIRS_CARD       pairs_game_draw, or one of pairs_game_chances and pairs_game_happen
 *     PAIRS_LOT        the same: the lot falls on a seat
 *     PAIRS_OVER       stop
 *
 * Chance is decided when it comes and never before: the order of the deck is no part of a state. */
struct pairs_game;
struct pairs_game *pairs_game_new(const struct pairs_setup *u, struct pairs_error *e);
struct pairs_game *pairs_game_clone(const struct pairs_game *g);
void pairs_game_free(struct pairs_game *g);

/* What it was made of. */
const struct pairs_setup *pairs_game_setup(const struct pairs_game *g);

/* The first moment again. */
void pairs_game_start(struct pairs_game *g);

/* Makes `to` the same as `from`, without a new allocation. False if they are of different games. */
bool pairs_game_copy(struct pairs_game *to, const struct pairs_game *from);

enum { PAIRS_OVER = 0, PAIRS_DECISION = 1, PAIRS_CARD = 2, PAIRS_LOT = 3 };

/* What the game waits for. */
int pairs_game_turn(const struct pairs_game *g);

/* Of a decision: who has one to make, in some games several at once. Of a lot: on whom it may
 * fall. Nobody else. */
pairs_seats pairs_game_seats(const struct pairs_game *g);

/* Of a card: where it goes (pairs_setup_place). */
int pairs_game_place(const struct pairs_game *g);

enum { PAIRS_ACTIONS = 1024 }; /* the longest list of legal decisions */

/* All decisions of a seat, upward: writes no more than there is `room` for and returns how many
 * there are; 0 if the seat has none to make. */
int pairs_game_legal(const struct pairs_game *g, int seat, pairs_action out[], int room);

/* A seat decides. False, and nothing changed, if it may not do that now. */
bool pairs_game_apply(struct pairs_game *g, int seat, pairs_action a);

/* The same for an action that pairs_game_legal has just named: nothing is checked, which saves
 * about a seventh of the time of a random game. */
void pairs_game_apply_legal(struct pairs_game *g, int seat, pairs_action a);

/* A card or a lot that may come: its rank or its seat, and how likely it is. */
struct pairs_chance {
    int outcome;
    double likely;
};

enum { PAIRS_CHANCES = 10 };

/* All that may come, upward; returns how many, 0 if nothing is left to chance now. */
int pairs_game_chances(const struct pairs_game *g, struct pairs_chance out[PAIRS_CHANCES]);

/* Piles that a card may come from. */
enum { PAIRS_PILE_NONE = -1, PAIRS_PILE_DECK = 0, PAIRS_PILE_OTHER = 1 };

/* Which pile the card comes from that is due, and how many cards of each rank (1 to 10) it has;
 * count[0] is all of them. PAIRS_PILE_NONE, and no cards, if none is due. */
int pairs_game_source(const struct pairs_game *g, int count[11]);

/* One of these comes. False, and nothing changed, if it cannot. */
bool pairs_game_happen(struct pairs_game *g, int outcome);

/* One of these is drawn and comes. False if nothing is left to chance now, so that
 * `while (pairs_game_draw(g, &r)) {}` leads to the next decision or the end. */
bool pairs_game_draw(struct pairs_game *g, struct pairs_rng *r);

/* What everybody may know of a moment. */
struct pairs_status {
    int players, dealer;
    int hand;            /* the hand or round in progress, from 1 */
    int deck, discards;  /* how many cards */
    bool over, chips;    /* chips: the scores are chips */
    pairs_seats to_act;  /* who has a decision to make */
    pairs_seats winners; /* once it is over */
    pairs_seats losers;
    int32_t pot;
    int32_t score[8]; /* points, or chips won less chips paid */
};

void pairs_game_status(const struct pairs_game *g, struct pairs_status *out);

/* What the game has brought each seat, for learning; 0 before the end. Where chips count, those;
 * else 1 for who has won, -1 for who has lost and 0 for the others. */
void pairs_game_returns(const struct pairs_game *g, double out[PAIRS_PLAYERS]);

/* Deals again all that a seat cannot know: the game becomes one that the seat cannot tell from it,
 * each as likely as any other. */
void pairs_game_imagine(struct pairs_game *g, int seat, struct pairs_rng *r);

/* --- View: what may be seen ------------------------------------------------------------------- */

/* Room for what one seat, a spectator (PAIRS_NOBODY) or one without secrets (PAIRS_EVERYTHING)
 * sees; filled again and again without a new allocation. NULL if memory runs out. */
struct pairs_view;
struct pairs_view *pairs_view_new(void);
void pairs_view_free(struct pairs_view *v);

void pairs_game_view(const struct pairs_game *g, int looks, struct pairs_view *v);

int pairs_view_looks(const struct pairs_view *v);
void pairs_view_status(const struct pairs_view *v, struct pairs_status *out);

/* Cards that lie together. */
struct pairs_zone {
    int zone;             /* of pairs_setup_zone */
    int owner;            /* a seat, or PAIRS_NOBODY for the middle of the table */
    int count;            /* how many cards */
    bool ordered;         /* their order means something: oldest or top first */
    bool known;           /* their faces can be seen; otherwise they are 0 */
    const uint8_t *cards; /* until the view is filled again */
};

int pairs_view_zones(const struct pairs_view *v);
bool pairs_view_zone(const struct pairs_view *v, int i, struct pairs_zone *out);

/* A number on the table: a bid, a prize. */
struct pairs_number {
    int label; /* of pairs_setup_label */
    int owner; /* a seat or PAIRS_NOBODY */
    int32_t value;
};

int pairs_view_numbers(const struct pairs_view *v);
bool pairs_view_number(const struct pairs_view *v, int i, struct pairs_number *out);

/* What the one who looks may decide, as pairs_game_legal. */
int pairs_view_legal(const struct pairs_view *v, pairs_action out[], int room);

/* How many cards of each rank (1 to 10) the next card may be, as far as the one who looks can tell;
 * count[0] is all of them. */
void pairs_view_left(const struct pairs_view *v, int count[11]);

/* The whole as JSON, as docs/protocol.md has it. */
char *pairs_view_json(const struct pairs_view *v);

/* --- Table: a game with its history ----------------------------------------------------------- */

struct pairs_table;
struct pairs_table *pairs_table_new(const struct pairs_setup *u, struct pairs_error *e);
struct pairs_table *pairs_table_clone(const struct pairs_table *t);
void pairs_table_free(struct pairs_table *t);

/* Where it stands: to be looked at with all functions of a game, and cloned to look ahead. It
 * changes with the table. */
const struct pairs_game *pairs_table_game(const struct pairs_table *t);

/* A seat decides; a card or lot comes; one is drawn. False with a message that says what is
 * expected, and nothing changed, if that cannot be now. What the message of a decision says the
 * seat may know. */
bool pairs_table_play(struct pairs_table *t, int seat, pairs_action a, struct pairs_error *e);
bool pairs_table_happen(struct pairs_table *t, int outcome, struct pairs_error *e);
bool pairs_table_draw(struct pairs_table *t, struct pairs_rng *r, struct pairs_error *e);

/* What is to come, in the words of a record: "A hit, fold", "deal B CARD". This is without secrets:
 * the decisions of a seat tell of its hand. And the same as one who looks may know it. */
char *pairs_table_expected(const struct pairs_table *t, int language);
char *pairs_table_expected_by(const struct pairs_table *t, int looks, int language);

/* A step that was taken. */
struct pairs_step {
    int turn;          /* what the game waited for: PAIRS_DECISION, PAIRS_CARD or PAIRS_LOT */
    int who;           /* the seat, or the place that the card went to */
    pairs_action what; /* the decision, or the card; 0 for a lot */
};

size_t pairs_table_steps(const struct pairs_table *t);
bool pairs_table_step(const struct pairs_table *t, size_t i, struct pairs_step *out);

/* Takes back the last decision with all that followed; false if there is none. Or all but so many
 * steps. */
bool pairs_table_undo(struct pairs_table *t);
bool pairs_table_rewind(struct pairs_table *t, size_t steps);

/* What a seat is called in records and sentences; its letter if it has no name. */
void pairs_table_set_name(struct pairs_table *t, int seat, const char *name);
const char *pairs_table_name(const struct pairs_table *t, int seat);

/* The record of the game so far, as docs/notation.md has it. */
char *pairs_table_record(const struct pairs_table *t);

/* The table of a record. If `rest` is not NULL, the text may hold several: this is the first one,
 * and *rest is where the next one begins, NULL after the last. */
struct pairs_table *pairs_table_read(const char *text, const char **rest, struct pairs_error *e);

/* Where it stands as JSON: what `pairs replay --json` says; and all moments of it as one who looks
 * has seen them, for a page or a screen. */
char *pairs_table_json(const struct pairs_table *t);
char *pairs_table_replay(const struct pairs_table *t, int looks, int language);

enum {
    PAIRS_EVENT_HAND = 0,    /* hand or round `number` begins */
    PAIRS_EVENT_SHUFFLE = 1, /* the discards become the deck */
    PAIRS_EVENT_GATHER = 2,  /* all cards, wherever they were, become a fresh deck */
    PAIRS_EVENT_DECIDE = 3,  /* `seat` decided `choice` */
    PAIRS_EVENT_MOVE = 4,    /* cards went from one zone to another */
    PAIRS_EVENT_SHOW = 5,    /* cards in `from_zone` were turned up */
    PAIRS_EVENT_PAY = 6,     /* `seat` paid `number` chips to `other`; PAIRS_NOBODY is the pot */
    PAIRS_EVENT_POINTS = 7,  /* `seat` got `number` points */
    PAIRS_EVENT_OUT = 8,     /* `seat` is out */
    PAIRS_EVENT_NOTE = 9,    /* whatever its sentence says */
    PAIRS_EVENT_TOTAL = 10,  /* a hand is settled: `seat` stands at `number` */
    PAIRS_EVENT_OVER = 11    /* the game ended */
};

/* What happened, as one who looks may know it. */
struct pairs_event {
    int kind;
    int seat, other;
    int from_zone, from_owner, to_zone, to_owner;
    int32_t number;
    pairs_action choice;
    bool known;        /* nothing is kept from the one who looks */
    int count;         /* how many cards, */
    uint8_t cards[11]; /* and of each rank if they can be seen */
};

/* Every step brings events. `fresh` is the first event of the last step. */
size_t pairs_table_events(const struct pairs_table *t);
size_t pairs_table_fresh(const struct pairs_table *t);
bool pairs_table_event(const struct pairs_table *t, size_t i, int looks, struct pairs_event *out);

/* The event with its sentence as JSON, as docs/protocol.md has it. */
char *pairs_table_event_json(const struct pairs_table *t, size_t i, int looks, int language);

/* What happened from an event on in sentences, a line each, as told to one who looks. */
char *pairs_table_told(const struct pairs_table *t, size_t event, int looks, int language);

/* A decision in words, with names; and what it would bring about just now, for who may make it. */
char *pairs_table_words(const struct pairs_table *t, pairs_action a, int language);
char *pairs_table_means(const struct pairs_table *t, int seat, pairs_action a, int language);

/* The information set of one who looks: two moments that they cannot tell apart have the same
 * bytes, on every machine. Writes no more than there is `room` for and returns how many there are.
 * And a key of these. */
size_t pairs_table_infoset(const struct pairs_table *t, int looks, unsigned char out[],
                           size_t room);
uint64_t pairs_table_infoset_key(const struct pairs_table *t, int looks);

/* A table with another past that one who looks cannot tell from this one: the cards that they did
 * not see since all were last gathered, and what others have chosen in secret, are drawn anew, each
 * arrangement of the cards as likely as any other. What the cards say of those who played them is
 * not weighed: a bot's knowledge and pairs_game_imagine do not either. NULL if memory runs out. */
struct pairs_table *pairs_table_imagine(const struct pairs_table *t, int looks,
                                        struct pairs_rng *r);

/* --- Knowledge: all that a seat knows --------------------------------------------------------- */

/* What a seat knows at this moment, and nothing that it does not. It does not change with the
 * table, so that another thread may think about it. NULL if there is no such seat or memory runs
 * out. */
struct pairs_knowledge;
struct pairs_knowledge *pairs_knowledge_of(const struct pairs_table *t, int seat);

/* The same without what has happened before: bots then go by what lies on the table. */
struct pairs_knowledge *pairs_knowledge_now(const struct pairs_game *g, int seat);

void pairs_knowledge_free(struct pairs_knowledge *k);

int pairs_knowledge_seat(const struct pairs_knowledge *k);
void pairs_knowledge_view(const struct pairs_knowledge *k, struct pairs_view *v);

/* Makes `g` a state that fits all that the seat sees, as likely as any other. False if it is of
 * another game. */
bool pairs_knowledge_imagine(const struct pairs_knowledge *k, struct pairs_game *g,
                             struct pairs_rng *r);

/* --- Bot: who decides ------------------------------------------------------------------------- */

/* A bot by its name: "random", "hint" (the game's rule of thumb), a level from "1" to "8",
 * "search:ITERATIONS", "think:MILLISECONDS", "exact", "solved", "run:COMMAND" for another program
 * (docs/protocol.md). A bot of your own needs no handle where you play the game: it decides from a
 * view, or from what it imagines; for simulations, arenas and houses see pairs_setup_add_bot. */
struct pairs_bot;
struct pairs_bot *pairs_bot_new(const char *name, struct pairs_error *e);
void pairs_bot_free(struct pairs_bot *b);

const char *pairs_bot_name(const struct pairs_bot *b);

/* For people; in the language of the error that the bot was made with. */
const char *pairs_bot_title(const struct pairs_bot *b);

/* A legal decision of the seat, which has one to make. The same random numbers give the same
 * decision, unless it thinks by the clock or is another program. */
pairs_action pairs_bot_choose(struct pairs_bot *b, const struct pairs_knowledge *k,
                              struct pairs_rng *r);

/* What is wrong with it, to follow its name: another program has failed, and the rule of thumb
 * plays for it; or memory ran out in its last choice, which is then just any. NULL while all is
 * well. */
const char *pairs_bot_fault(const struct pairs_bot *b);

/* From any thread: while it is to stop, choices come back soon with any legal decision. */
void pairs_bot_stop(struct pairs_bot *b, bool stop);

/* A bot of your own is a function that decides for the seat that looks: by what it knows and sees,
 * where pairs_view_legal has more than one decision. It returns one of these; what is not legal
 * ends the run with a message. All that it is given is its own until it returns. If it goes by that
 * alone and draws from `r`, the same seed gives the same games, whatever the number of threads. */
typedef pairs_action pairs_decide(void *context, const struct pairs_knowledge *k,
                                  const struct pairs_view *v, struct pairs_rng *r);

/* Gives it a name, of letters, digits, '-' and '_', at most 31, by which it plays wherever bots are
 * named for what is made of this setup from now on: pairs_arena_new(u, "own,hint", ...), and so
 * pairs_sim_new and pairs_house_sit_bot. Up to 8 of them; false if another bot has that name.
 *
 * Threads that play at the same time call it at the same time, all with the same context: what it
 * changes there it has to guard, or the run has one thread. The context must live as long as what
 * is played with it. What was saved of a house names its bots, but does not bring them along. */
bool pairs_setup_add_bot(struct pairs_setup *u, const char *name, pairs_decide *decide,
                         void *context, struct pairs_error *e);

/* --- Odds: what decisions are worth ----------------------------------------------------------- */

/* A mean and half the width of its 95% interval; an exact figure has an error of 0. */
struct pairs_estimate {
    double mean, error;
};

/* Up to the end of this hand. */
struct pairs_choice {
    pairs_action action;
    struct pairs_estimate score; /* by how much the score of the seat changes */
    struct pairs_estimate worth; /* more is better in every game: what bots play for */
    struct pairs_estimate loss;  /* how much less it is worth than the best */
};

/* What a seat should know before it decides: exact where everything can be gone through, else by so
 * many rollouts of each decision (0: as many as `pairs odds` takes). The same seed gives the same
 * figures. */
struct pairs_odds;
struct pairs_odds *pairs_odds_new(const struct pairs_knowledge *k, int rollouts, uint64_t seed,
                                  struct pairs_error *e);
void pairs_odds_free(struct pairs_odds *o);

/* How many situations were gone through so that the figures are exact; 0: they are of rollouts. */
long pairs_odds_situations(const struct pairs_odds *o);

/* How likely each rank is to come next; and how likely the next card is to make a pair that hurts,
 * NAN where none can. And half the width of their 95% intervals: 0 where they are counted, not
 * sampled. */
double pairs_odds_card(const struct pairs_odds *o, int rank);
double pairs_odds_card_error(const struct pairs_odds *o, int rank);
double pairs_odds_pair(const struct pairs_odds *o);
double pairs_odds_pair_error(const struct pairs_odds *o);

/* The decisions in the order of pairs_game_legal; none if the seat has none to make. And which of
 * them is the best. */
int pairs_odds_choices(const struct pairs_odds *o);
bool pairs_odds_choice(const struct pairs_odds *o, int i, struct pairs_choice *out);
int pairs_odds_best(const struct pairs_odds *o);

/* A hint in words for the seat, which has a decision to make: what to do, and what each decision
 * brings. In all so many rollouts (0: the usual). NULL if memory runs out. */
char *pairs_table_hint(const struct pairs_table *t, int seat, int rollouts, int language);

/* --- Sim: many games between bots ------------------------------------------------------------- */

/* Called now and then, and at the end, by the thread that runs something long: so many of all games
 * are done. False ends the run early. */
typedef bool pairs_progress(void *context, long done, long all);

/* Games of a setup between bots, "hint,random": in the order of the seats and again from the first.
 * Game i, from 0, is played with stream i of the seed: by pairs_game_draw while a card or a lot is
 * due; else by pairs_rng_seat for who decides next, and by its bot, where "random" draws one of
 * pairs_game_legal with pairs_rng_below. So the same seed gives the same games everywhere. */
struct pairs_sim;
struct pairs_sim *pairs_sim_new(const struct pairs_setup *u, const char *bots, long games,
                                uint64_t seed, struct pairs_error *e);
void pairs_sim_free(struct pairs_sim *s);

/* Plays on from where it is, on so many threads (0: as many as there are cores), whose number
 * changes nothing in the figures. True if it has come to the end, or was ended by `progress`, which
 * may be NULL; it can then go on. */
bool pairs_sim_run(struct pairs_sim *s, int threads, pairs_progress *progress, void *context,
                   struct pairs_error *e);

/* The same, and the records of all games are handed over in their order. */
typedef bool pairs_take_records(void *context, const char *records);
bool pairs_sim_record(struct pairs_sim *s, int threads, pairs_take_records *take, void *context,
                      struct pairs_error *e);

/* The same with what became of each game. */
struct pairs_played {
    long number; /* from 0: its stream */
    int hands, decisions, cards;
    int first; /* the seat with the first decision that no other made at the same time, or
                  PAIRS_NOBODY */
    pairs_seats winners, losers;
    int32_t score[8];
};

typedef bool pairs_take_game(void *context, const struct pairs_played *game);
bool pairs_sim_each(struct pairs_sim *s, int threads, pairs_take_game *take, void *context,
                    struct pairs_error *e);

/* There are to be so many games in all; those that have been played stay. False if they are more.
 */
bool pairs_sim_extend(struct pairs_sim *s, long games);

/* How many games have been played, and what they took on average. */
struct pairs_totals {
    long games;
    double hands, decisions, cards; /* in a game */
    bool chips;                     /* the scores are chips */
};

void pairs_sim_totals(const struct pairs_sim *s, struct pairs_totals *out);

/* A share with its 95% interval. */
struct pairs_share {
    double value, low, high;
};

struct pairs_results {
    const char *bot;
    struct pairs_estimate score;
    struct pairs_estimate edge; /* above the mean of all seats */
    struct pairs_share won, lost;
    long replaced; /* decisions that another had to make for the bot */
};

/* How a seat did; false if there is no such seat or no game has been played. */
bool pairs_sim_seat(const struct pairs_sim *s, int seat, struct pairs_results *out);

/* The figures as `pairs sim --jsonl -` and `--csv -` print them. */
char *pairs_sim_json(const struct pairs_sim *s);
char *pairs_sim_csv(const struct pairs_sim *s);

/* --- Arena: which bot is stronger ------------------------------------------------------------- */

/* Two bots or more, "search:2000,hint", play the same deals from every seat: as many deals as make
 * at least so many games. */
struct pairs_arena;
struct pairs_arena *pairs_arena_new(const struct pairs_setup *u, const char *bots, long games,
                                    uint64_t seed, struct pairs_error *e);
void pairs_arena_free(struct pairs_arena *a);

/* Plays all games, as pairs_sim_run, always from the first. If `elo` is not 0, no more than it
 * takes to tell whether the first bot is so many Elo stronger than the others or not at all. */
bool pairs_arena_run(struct pairs_arena *a, int elo, int threads, pairs_progress *progress,
                     void *context, struct pairs_error *e);

/* How many games are complete. */
long pairs_arena_games(const struct pairs_arena *a);

struct pairs_rank {
    const char *bot;
    struct pairs_estimate score; /* of a seat in a game */
    struct pairs_estimate ahead; /* of all others, in what the game is about: chips, or shares of
                                    games */
    struct pairs_share won, lost;
    struct pairs_estimate elo; /* above the last bot */
    long replaced;             /* decisions that another had to make for the bot */
};

/* How a bot did, in the order of the list; false if there is no such bot or no game. */
bool pairs_arena_bot(const struct pairs_arena *a, int i, struct pairs_rank *out);

enum { PAIRS_NOT_STRONGER = -1, PAIRS_UNDECIDED = 0, PAIRS_STRONGER = 1 };

/* The sequential test of the first bot against the others, with a risk of 5% either way. */
int pairs_arena_verdict(const struct pairs_arena *a);

/* What `pairs arena --json` prints. */
char *pairs_arena_json(const struct pairs_arena *a);

/* --- House: a live table ---------------------------------------------------------------------- */

/* Commands go in and become entries, one after the other, of which everybody may know a part; the
 * house keeps order. Whoever runs it, a server or a screen, repeats:
 *
 *     pairs_house_deals       a card is due, or what all have chosen in secret:
 *                             pairs_house_go_on, at the pace of the screen
 *     pairs_house_bots_due    bots are to decide: pairs_house_think
 *     pairs_house_people_due  people are: wait for one of them, pairs_house_decide
 *
 * and shows to each what pairs_house_entry and pairs_game_view let them see. A command that is
 * refused changes nothing and has a message for whoever gave it. */
struct pairs_customs {
    int64_t decision; /* milliseconds for each decision of a person, */
    int64_t bank; /* and beyond that for all decisions of a game; if both are 0, no clock runs */
    bool hints;   /* whoever is to decide may ask for one where other people play too */
    bool hushed;  /* only those who sit at the table talk */
    bool hold;    /* secret choices are shown when all people say that they are ready */
};

/* A table with empty chairs. Customs may be NULL: no clocks, no hints among people. The same seed
 * and decisions bring the same cards. */
struct pairs_house;
struct pairs_house *pairs_house_new(const struct pairs_setup *u,
                                    const struct pairs_customs *customs, uint64_t seed,
                                    struct pairs_error *e);
void pairs_house_free(struct pairs_house *h);

/* The game so far with all that was said, as text that pairs_table_read reads as well; NULL before
 * a game. And the house that goes on from there. */
char *pairs_house_save(const struct pairs_house *h);
struct pairs_house *pairs_house_restore(const char *saved, struct pairs_error *e);

/* A person, or a bot by its name, takes an empty chair, before a game or in the middle of it. */
bool pairs_house_sit(struct pairs_house *h, int seat, const char *name, struct pairs_error *e);
bool pairs_house_sit_bot(struct pairs_house *h, int seat, const char *bot, struct pairs_error *e);

/* A chair is left; a person is sent away by the leader; a person is away and comes back. A bot of
 * the house plays meanwhile. */
bool pairs_house_leave(struct pairs_house *h, int seat, struct pairs_error *e);
bool pairs_house_kick(struct pairs_house *h, int leader, int seat, struct pairs_error *e);
bool pairs_house_absent(struct pairs_house *h, int seat, struct pairs_error *e);
bool pairs_house_back(struct pairs_house *h, int seat, struct pairs_error *e);

/* The game begins, and after its end the next one, with a new seed. */
bool pairs_house_begin(struct pairs_house *h, struct pairs_error *e);
bool pairs_house_rematch(struct pairs_house *h, uint64_t seed, struct pairs_error *e);

/* Between games: two chairs change places; another game or other options come next. */
bool pairs_house_swap(struct pairs_house *h, int seat, int other, struct pairs_error *e);
bool pairs_house_change(struct pairs_house *h, const struct pairs_setup *u, struct pairs_error *e);

/* A person decides; wants the last decision back, which those who play too must agree to; says
 * something, as a spectator with PAIRS_NOBODY. A secret decision that other people make at the same
 * time is no step of the game before all of them have decided: until then it can be made again, and
 * nobody is asked where it is taken back. Where the customs hold such choices, whoever has decided
 * also says that they are ready. */
bool pairs_house_decide(struct pairs_house *h, int seat, pairs_action a, struct pairs_error *e);
bool pairs_house_take_back(struct pairs_house *h, int seat, struct pairs_error *e);
bool pairs_house_ready(struct pairs_house *h, int seat, struct pairs_error *e);
bool pairs_house_say(struct pairs_house *h, int seat, const char *words, struct pairs_error *e);

/* What is due comes, a card, a lot or a choice; a bot that is due decides, which takes as long as
 * it thinks. */
bool pairs_house_go_on(struct pairs_house *h, struct pairs_error *e);
bool pairs_house_think(struct pairs_house *h, struct pairs_error *e);

/* It is so late, in milliseconds from anywhere: who has thought too long counts as away. */
bool pairs_house_time(struct pairs_house *h, int64_t now, struct pairs_error *e);

/* What is waited for. */
bool pairs_house_deals(const struct pairs_house *h);
pairs_seats pairs_house_bots_due(const struct pairs_house *h);
pairs_seats pairs_house_people_due(const struct pairs_house *h);

/* Milliseconds that a person who is due may still think; INT64_MAX if nobody is hurried. */
int64_t pairs_house_time_left(const struct pairs_house *h, int seat, int64_t now);

enum { PAIRS_CHAIR_EMPTY = 0, PAIRS_CHAIR_PERSON = 1, PAIRS_CHAIR_AWAY = 2, PAIRS_CHAIR_BOT = 3 };

/* Who sits where, what to call them, and who leads (PAIRS_NOBODY where no person sits). */
int pairs_house_chair(const struct pairs_house *h, int seat);
const char *pairs_house_name(const struct pairs_house *h, int seat);
int pairs_house_leader(const struct pairs_house *h);

/* Whether people may talk now, and whether who decides may ask for a hint (pairs_table_hint). */
bool pairs_house_talks(const struct pairs_house *h);
bool pairs_house_advises(const struct pairs_house *h);

/* The table of the game in progress or just over; NULL before the first. Ask again after each
 * command. It is without secrets: what a seat may know is told by those functions that are asked
 * who looks. */
const struct pairs_table *pairs_house_table(struct pairs_house *h);

enum {
    PAIRS_ENTRY_OPENED = 0,
    PAIRS_ENTRY_SEATED = 1, /* a person named `text` took the chair, or the bot `bot` */
    PAIRS_ENTRY_LEFT = 2,
    PAIRS_ENTRY_ABSENT = 3,
    PAIRS_ENTRY_BACK = 4,
    PAIRS_ENTRY_BEGUN = 5, /* the game begins */
    PAIRS_ENTRY_STEP = 6,  /* a decision, a card or a lot: its events tell which */
    PAIRS_ENTRY_SAID = 7,  /* `seat`, or PAIRS_NOBODY for a spectator, said `text` */
    PAIRS_ENTRY_ASKED = 8, /* `seat` wants the last decision back, or agrees to it */
    PAIRS_ENTRY_TAKEN_BACK = 9,
    PAIRS_ENTRY_TIME_OUT = 10, /* `seat` has thought too long and counts as away */
    PAIRS_ENTRY_REMATCH = 11,
    PAIRS_ENTRY_KICKED = 12,   /* `other` has sent `seat` away */
    PAIRS_ENTRY_SWAPPED = 13,  /* `seat` and `other` have changed chairs */
    PAIRS_ENTRY_CHANGED = 14,  /* another game, or other options, come next */
    PAIRS_ENTRY_CHOSEN = 27,   /* `seat` has chosen in secret, or something else than before */
    PAIRS_ENTRY_UNCHOSEN = 28, /* and has taken it back */
    PAIRS_ENTRY_READY = 29     /* `seat`, who has chosen, is ready to have it shown */
};

/* What happened, as one who looks may know it. */
struct pairs_entry {
    uint64_t number; /* from 1 */
    int64_t time;    /* as pairs_house_time had it */
    int kind;
    int seat, other;
    const char *text, *bot; /* NULL where the kind has none */
    int events;             /* that it brought */
};

size_t pairs_house_entries(const struct pairs_house *h);
bool pairs_house_entry(const struct pairs_house *h, size_t i, int looks, struct pairs_entry *out);
bool pairs_house_entry_event(const struct pairs_house *h, size_t i, int event, int looks,
                             struct pairs_event *out);
/* --- Layout: a game as numbers, for programs that learn --------------------------------------- */

/* Every decision of a setup has an id, from 0 without gaps: verb by verb, those that the options
 * rule out left out; for each verb by its first argument, then by its second. What a seat sees is a
 * row of int32_t. Both follow from the setup alone; `pairs layout` prints them. Seats in ids and
 * observations count from the one who decides or looks, who is 0, going left. */
struct pairs_layout;
struct pairs_layout *pairs_layout_new(const struct pairs_setup *u, struct pairs_error *e);
void pairs_layout_free(struct pairs_layout *l);

/* How many ids there are, and how many numbers an observation has. */
int pairs_layout_actions(const struct pairs_layout *l);
int pairs_layout_size(const struct pairs_layout *l);

/* The id of a decision of a seat, -1 if it has none; and the decision of an id. */
int pairs_layout_id(const struct pairs_layout *l, int seat, pairs_action a);
bool pairs_layout_action(const struct pairs_layout *l, int seat, int id, pairs_action *out);

/* A byte for each id, 1 for what is legal for the seat; returns how many are. */
int pairs_layout_mask(const struct pairs_layout *l, const struct pairs_game *g, int seat,
                      uint8_t out[]);

/* All that the seat sees, and nothing else. False if the game is of another setup. */
bool pairs_layout_observe(const struct pairs_layout *l, const struct pairs_game *g, int seat,
                          int32_t out[]);

/* A part of an observation. */
struct pairs_part {
    const char *kind;   /* "score", "zone", "number" ...: as in `pairs layout --json` */
    const char *name;   /* of a zone or a number; else NULL */
    int offset, length; /* of its numbers */
    int each;           /* how many there are for each seat, and for the middle */
    int seats;          /* for how many seats there are some, from the one who looks */
    bool middle;        /* whether there are some for the middle, after the seats */
    int row;            /* of cards in order: how many are told one by one, the last first */
};

int pairs_layout_parts(const struct pairs_layout *l);
bool pairs_layout_part(const struct pairs_layout *l, int i, struct pairs_part *out);

/* All of it, as `pairs layout --json` prints it. */
char *pairs_layout_json(const struct pairs_layout *l);

/* --- Batch: many games stepped together ------------------------------------------------------- */

/* Ids of decisions go in; for each game come out who decides next, what that seat sees and may do,
 * what the step brought, and whether the game has ended: then the next one has begun. Cards and
 * lots are drawn inside. Of n games, place i plays the games i, i + n, i + 2n ... of the seed. Game
 * k has the random stream k and uses it as `pairs sim` does, in the order of play: for each card
 * and lot, before each decision for which of the seats that have one is asked, and for each
 * decision of pairs_batch_random. */
struct pairs_batch;

enum {
    PAIRS_REWARD_END = 0,  /* nothing before the end; then the chips won where chips count, else 1
                              for those who win, and where nobody does -1 for those who lose */
    PAIRS_REWARD_SCORE = 1 /* by how much the score has changed, for the better */
};

enum {
    PAIRS_GOES_ON = 0,
    PAIRS_DONE = 1,
    PAIRS_CUT_OFF = 2 /* after a million steps, and nobody gets anything for the end */
};

struct pairs_batch_plan {
    int games; /* how many are played at once */
    uint64_t seed;
    int reward;  /* one of the above */
    int threads; /* 0 is 1; more change nothing but the time it takes */
};

/* The caller's room, one game after the other; NULL for what is not wanted. */
struct pairs_batch_out {
    int32_t *seat;        /* who decides next */
    int32_t *observation; /* what that seat sees: pairs_layout_size numbers */
    uint8_t *mask;        /* what it may do: pairs_layout_actions bytes */
    float *reward;        /* of each seat, A first: what this step brought */
    uint8_t *done;        /* one of the above. Then all but the reward is of the next game */
};

/* All memory and threads that it needs are taken here. */
struct pairs_batch *pairs_batch_new(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                                    struct pairs_error *e);
void pairs_batch_free(struct pairs_batch *b);

const struct pairs_layout *pairs_batch_layout(const struct pairs_batch *b);

/* Begins the first games, also again. */
void pairs_batch_begin(struct pairs_batch *b, const struct pairs_batch_out *out);

/* A decision in each game, by its id. Returns -1; or the first game whose decision is not legal,
 * and then nothing has happened. */
int pairs_batch_step(struct pairs_batch *b, const int32_t id[], const struct pairs_batch_out *out);

/* A random legal decision for each game, out of its own stream; at most once a step. */
void pairs_batch_random(struct pairs_batch *b, int32_t id[]);

/* Makes `to` the same as one of the games, which must have begun, so that bots and others can look
 * at it. Returns who decides next; -1, and nothing changed, if there is no such game or `to` is of
 * another. */
int pairs_batch_game(const struct pairs_batch *b, int game, struct pairs_game *to);

/* --- The same on a GPU ------------------------------------------------------------------------ */

/* A batch whose games, and all that is told of them, lie in the memory of an NVIDIA GPU: the same
 * games come out of the same seed, to the last byte. The driver, libcuda.so.1, is opened when the
 * first one is made, and takes some seconds then. What is asked for is done in this order on the
 * device's default stream, in its primary context, as PyTorch's own work; so it need not be waited
 * for where PyTorch goes on with it. */
struct pairs_gpu;

/* A device by its number, from 0; the plan's threads do not count. NULL with a message if there is
 * no driver, no such device or no room there, or if the library was built without kernels. */
struct pairs_gpu *pairs_gpu_new(const struct pairs_setup *u, const struct pairs_batch_plan *p,
                                int device, struct pairs_error *e);
void pairs_gpu_free(struct pairs_gpu *g);

const struct pairs_layout *pairs_gpu_layout(const struct pairs_gpu *g);

/* Where all that is told lies in the memory of the device, by columns: the first number, byte or
 * seat of every game, then the second of every game. It is to be read only. */
const struct pairs_batch_out *pairs_gpu_out(const struct pairs_gpu *g);

/* Room there for a decision in each game, for whoever wants it. */
int32_t *pairs_gpu_ids(const struct pairs_gpu *g);

/* Begins the first games, also again; false with a message if the device fails, here and below. */
bool pairs_gpu_begin(struct pairs_gpu *g, struct pairs_error *e);

/* A decision in each game, by its id, in the memory of the device. Returns PAIRS_GPU_DONE, when it
 * is done; the first game whose decision is not legal, and then nothing has happened; or
 * PAIRS_GPU_FAILED with a message. */
enum { PAIRS_GPU_DONE = -1, PAIRS_GPU_FAILED = -2 };
int pairs_gpu_step(struct pairs_gpu *g, const int32_t *id, struct pairs_error *e);

/* A random legal decision for each game, out of its own stream; at most once a step. */
bool pairs_gpu_random(struct pairs_gpu *g, int32_t *id, struct pairs_error *e);

/* So many random decisions in each game, at least one, of which the last is told; in one go, which
 * is several times faster than step by step. */
bool pairs_gpu_play(struct pairs_gpu *g, int count, struct pairs_error *e);

/* Waits until all that was asked for is done. */
bool pairs_gpu_wait(struct pairs_gpu *g, struct pairs_error *e);

/* Copies bytes out of the memory of the device, or into it, when all that was asked for is done. */
bool pairs_gpu_read(struct pairs_gpu *g, void *to, const void *from, size_t size,
                    struct pairs_error *e);
bool pairs_gpu_write(struct pairs_gpu *g, void *to, const void *from, size_t size,
                     struct pairs_error *e);

/* --- Inputs: what a seat knows as a row of numbers -------------------------------------------- */

/* It follows from the game alone and is the same for every number of players and for all options.
 * Seats count from the one who looks, going left; those that are not there are 0. First comes what
 * the seat sees now, then so many events: what it knows of this hand and those before, the latest
 * first. Each number is a quantity, as it is but no more than 30000 or less than -30000; or one of
 * several: 1 to `values`, 0 where there is none.
 *
 * Ids of decisions are as those of a layout, but for as many seats as may ever play and whatever
 * the options rule out; a number whose most is an option has 16 ids, from the least to the most. */
struct pairs_inputs;

enum { PAIRS_INPUT_EVENTS = 24, PAIRS_INPUT_EVENTS_MAX = 64 };

/* The inputs of a game with so many events, 0 to the most; -1 is the usual number. */
struct pairs_inputs *pairs_inputs_new(const struct pairs_setup *u, int events,
                                      struct pairs_error *e);
void pairs_inputs_free(struct pairs_inputs *in);

/* How many numbers a row has; those of the view, which come first; how many events follow, and how
 * many numbers each of them has; how many ids decisions have. */
int pairs_inputs_size(const struct pairs_inputs *in);
int pairs_inputs_view(const struct pairs_inputs *in);
int pairs_inputs_events(const struct pairs_inputs *in);
int pairs_inputs_each(const struct pairs_inputs *in);
int pairs_inputs_actions(const struct pairs_inputs *in);

/* Of a number of the row: 0 for a quantity, else how many values it has. */
int pairs_inputs_values(const struct pairs_inputs *in, int i);

/* What stands for all of this but the number of events: what was learned with another one is of no
 * use. */
uint64_t pairs_inputs_hash(const struct pairs_inputs *in);

/* The row of what a seat knows; false if it is of another game. */
bool pairs_inputs_fill(const struct pairs_inputs *in, const struct pairs_knowledge *k,
                       int16_t out[]);

/* The id of a decision of the seat that knows this, -1 if it has none; and the legal decision that
 * has an id, false if there is none. */
int pairs_inputs_id(const struct pairs_inputs *in, const struct pairs_knowledge *k, pairs_action a);
bool pairs_inputs_action(const struct pairs_inputs *in, const struct pairs_knowledge *k, int id,
                         pairs_action *out);

/* --- Net: a network that has learned a game --------------------------------------------------- */

/* Small networks of whole numbers, which decide the same on every machine; src/bots/net.h and
 * python/pairs/nets.py say how they reckon and what their files are. */
struct pairs_net;

enum {
    PAIRS_NET_STEP = 256, /* what a network says is in steps of a 256th */
    PAIRS_NET_WARM = 100  /* the temperature, in hundredths, at which it plays as it has learned; at
                             0  it takes what it likes best */
};

/* A network from its file; false for what is none, or for other inputs than the game has. */
struct pairs_net *pairs_net_new(const void *file, size_t size, struct pairs_error *e);
void pairs_net_free(struct pairs_net *n);

/* The game it has learned, and its inputs. */
const char *pairs_net_game(const struct pairs_net *n);
const struct pairs_inputs *pairs_net_inputs(const struct pairs_net *n);

/* What it makes of a row of its inputs: how much it prefers each id, legal or not, as a logarithm;
 * returns what it expects. */
int32_t pairs_net_think(const struct pairs_net *n, const int16_t row[], int32_t preference[]);

/* --- Training: many games for who trains a player --------------------------------------------- */

/* As a batch, with inputs for observations. Any seat may be played inside: those who do have
 * numbers from 1, and 0 is whoever calls this. A game comes back only where that one is to decide,
 * or where it has ended. */
struct pairs_training;

enum {
    PAIRS_REWARD_SHARE = 2 /* nothing before the end; then what an arena counts: chips, or the
                              share of the game that is won */
};

struct pairs_training_plan {
    int games; /* how many are played at once */
    uint64_t seed;
    int reward;  /* PAIRS_REWARD_END, _SCORE or _SHARE */
    int threads; /* 0 is 1 */
    int events;  /* of the inputs; -1 is the usual number */
    bool rotate; /* with each game at a place whoever plays moves on by a seat, to the left */
};

/* The caller's room, one game after the other; NULL for what is not wanted. */
struct pairs_training_out {
    int32_t *seat;  /* who decides next; -1 where the next step only tells of a game that has ended
                       inside, and the decision counts for nothing */
    int16_t *input; /* what that seat knows: pairs_inputs_size numbers */
    uint8_t *mask;  /* what it may do: pairs_inputs_actions bytes */
    float *reward;  /* of each seat, A first: what has come since the last step */
    uint8_t *done;  /* PAIRS_GOES_ON, _DONE or _CUT_OFF */
    int8_t *player; /* who plays at each seat in the game that the reward is of; seat, input and
                       mask are of the next one if it is done */
};

struct pairs_training *pairs_training_new(const struct pairs_setup *u,
                                          const struct pairs_training_plan *p,
                                          struct pairs_error *e);
void pairs_training_free(struct pairs_training *t);

const struct pairs_inputs *pairs_training_inputs(const struct pairs_training *t);

/* Adds a player by the name of a bot: `random` and `hint` are fast, others are asked without a
 * past. Returns its number, 0 if there is no such bot. */
int pairs_training_add(struct pairs_training *t, const char *bot, struct pairs_error *e);

/* Adds a network of the same game by its file, at a temperature. */
int pairs_training_add_net(struct pairs_training *t, const void *file, size_t size, int temperature,
                           struct pairs_error *e);

/* Who plays where from the next game on: a number for each seat, A first, of each place. False, and
 * nothing changed, if one of them is nobody's. At first all are 0. */
bool pairs_training_seat(struct pairs_training *t, const int8_t player[]);

/* As with a batch. */
void pairs_training_begin(struct pairs_training *t, const struct pairs_training_out *out);
int pairs_training_step(struct pairs_training *t, const int32_t id[],
                        const struct pairs_training_out *out);

#ifdef __cplusplus
}
#endif

#endif
