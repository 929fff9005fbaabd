/* Options of a game: one typed table, from which parsing, printing, help, forms and the record's
 * header all follow. */
#ifndef PAIRS_OPTION_H
#define PAIRS_OPTION_H

#include "engine/cards.h"
#include "engine/error.h"
#include "engine/seats.h"
#include "engine/text.h"

#include <stddef.h>
#include <stdint.h>

struct game;
struct text;

enum {
    OPTIONS_MAX = 16,
    OPTION_NONE = -1, /* value of the word in `none`: "off", "lot" */
    OPTION_TEXT = 24, /* room that any value's text fits */
    LAST_SEAT = -2,   /* as a default: the last seat, however many play */
    DECK_TEXT = 32,   /* room that any deck's text fits */
    HANDS_MAX = 1000, /* in rows of ROLE_HANDS and ROLE_CHIPS: what most games allow */
    CHIPS_USUAL = 100,
    CHIPS_MAX = 100000,
};

enum option_type {
    OPTION_SWITCH = 1, /* off, on: 0, 1 */
    OPTION_NUMBER,     /* least to most, in steps of `step` */
    OPTION_SEAT,       /* a seat of the game */
    OPTION_CHOICE,     /* one of `words`: 0, 1, 2 ... */
};

/* What an option is, to those who know no game: they ask for its role, never for its key. */
enum option_role {
    ROLE_NONE,   /* the game's own affair */
    ROLE_HANDS,  /* how many hands a game has */
    ROLE_GAMES,  /* how many games a session has */
    ROLE_DECKS,  /* how many decks are shuffled together */
    ROLE_CHIPS,  /* how many chips a player has at first. To the rules a score is what was won */
    ROLE_TARGET, /* the score that ends the game; only where its options hold, see `only` */
    ROLE_TALK,   /* 0 lets everybody talk at any time, else nobody does while the game goes on. The
                    live table sees to it, not the rules */
};

/* A row of a game's table of options; the table ends with a row of zeros. The place of a row is its
 * number in state.h.option. */
struct option {
    const char *key, *help;
    enum option_type type;
    enum option_role role;
    int32_t standard;          /* the default, unless by_players gives another */
    int32_t least, most, step; /* of a number; a step of 0 is 1 */
    const int32_t *by_players; /* the default for each number of players, from 0; or NULL */
    const char *none;          /* a word that stands for OPTION_NONE, or NULL */
    const char *const *words;  /* of a choice; ends with NULL */
    const char *only;          /* options it goes with, as in a rulebook; NULL: all */
};

/* The help of a row of ROLE_CHIPS, which is the same in all games. */
extern const char chips_help[];

/* A named variant: a row of option values. The table ends with a row of zeros. */
struct preset {
    const char *name, *title, *summary;
    const char *options; /* "key value, key value" */
    const char *aliases; /* other names that work, separated by blanks, or NULL */
    int players_min; /* where fewer could play, but then it is not this variant; 0: as the game */
    int decisions;   /* 0: as the game */
};

/* What is agreed before a game begins. */
struct setup {
    const struct game *game;
    const struct preset *preset; /* the name it was chosen by, or NULL for the game's own */
    int players;
    int32_t option[OPTIONS_MAX];
    uint32_t given; /* bit i: option i was set, by preset or by hand; others take their default */
    cards deck;     /* a custom deck, 0 for the usual one */
    struct pile fresh; /* once finished: all cards, in as many decks as are shuffled together */
};

/* The game or preset of that name; false with a message if there is none. Everything else is then
 * still to be chosen. */
bool setup_choose(struct setup *u, const char *name, struct error *e);

/* The same for a name that somebody typed: it may also be the title in any language, and spelled as
 * spelling_same allows. */
bool setup_named(struct setup *u, const char *name, struct error *e);

/* Whether the preset is only another name of its game: it changes neither options nor players. */
bool setup_renames(const struct setup *u);

/* Whether so many may play with the options as they are now; those not set take their defaults. */
bool setup_suits(const struct setup *u, int players);

/* The least and the most who may play; 0 if the options suit no number. */
int setup_players_min(const struct setup *u);
int setup_players_max(const struct setup *u);

/* Adds all numbers that suit, as "2 to 8" or "4 or 6" with the words " to " and " or "; if the
 * options suit no number, those that other options may suit. */
void setup_players_text(const struct setup *u, const char *to, const char *otherwise,
                        struct text *out);

/* The number that suits and is nearest to another, of two the smaller one. */
int setup_players_near(const struct setup *u, int players);

/* How many play if nobody says: as many as the game is best with, or as near as it suits. */
int setup_players_usual(const struct setup *u);

/* The number of players; false if the game is not for so many, whatever its options are. */
bool setup_players(struct setup *u, int players, struct error *e);

/* One option from its two words; false if there is no such key or the value is wrong in itself.
 * The key "deck", which no table has, sets a custom deck: how many cards of each rank from 1 to 10,
 * as 0-0-5-5-5-5-5-5-5-5; false if the game has to have the usual one. */
bool setup_option(struct setup *u, const char *key, const char *value, struct error *e);

/* Fills in the defaults and makes sure that options and players go together. */
bool setup_finish(struct setup *u, struct error *e);

/* The key of a custom deck and the text of its value, as in a record. Returns `out`. */
extern const char deck_key[];
const char *deck_text(cards deck, char out[DECK_TEXT]);

/* For checks of a game: whether a custom deck has at least so many cards that are left when some
 * stacks have a card of each rank. */
bool setup_spares(const struct setup *u, int stacks, int least, struct error *e);

/* How many rows the game's table has, and the row with a key, -1 if there is none. */
int option_total(const struct game *game);
int option_index(const struct game *game, const char *key);

/* The same for a key that somebody typed, spelled as spelling_same allows. */
int option_spelled(const struct game *game, const char *key);

/* The row with a role, of which there is at most one; -1 if there is none. */
int option_of_role(const struct game *game, enum option_role role);

/* The score that ends the game of a finished setup, 0 if there is none. */
int32_t setup_target(const struct setup *u);

/* The default of option i for that number of players. */
int32_t option_standard(const struct game *game, int i, int players);

/* The text of a value, as in a record. Returns `out`. */
const char *option_text(const struct option *o, int32_t value, char out[OPTION_TEXT]);

/* The same in words of a language, for those who need not type it: in `out` or in the catalogue. */
const char *option_words(const struct option *o, int32_t value, const struct language *l,
                         char out[OPTION_TEXT]);

/* Adds a value as it is typed, the same in every language: "off", or where words of another
 * language stand around it "'off'". */
void option_typed(const struct option *o, int32_t value, const struct language *l,
                  struct text *out);

/* Adds what may be typed: "on or off", "1..100", "a seat or lot". */
void option_range(const struct option *o, const struct language *l, struct text *out);

/* The name of a setup, and what people call it, in English: the preset's where one was chosen. */
const char *setup_name(const struct setup *u);
const char *setup_title(const struct setup *u);

#endif
