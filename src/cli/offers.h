/* What there is to play, as a list with filters: games and variants by kind, games that were left
 * and those that are over. The lobby shows it on the screen, the menu in lines. */
#ifndef PAIRS_CLI_OFFERS_H
#define PAIRS_CLI_OFFERS_H

#include "cli/saved.h"

enum {
    ANY_KIND = -1,
    OFFERS_FILTER = 32, /* room for the words of a filter */
};

enum offer_kind {
    OFFER_HEADING,
    OFFER_RESUME, /* a game that was left */
    OFFER_GAME,
    OFFER_OVER, /* a game that can be watched */
    OFFER_MORE, /* the other saved games */
};

/* A line of the list. */
struct offer {
    enum offer_kind kind;
    const char *heading; /* OFFER_HEADING */
    int saved; /* OFFER_RESUME, OFFER_OVER: which of the games that were left, or are over */
    struct setup setup; /* of a game or a preset, or of what was saved */
};

struct offers {
    struct saved_list left, over;
    bool all;  /* only saved games are listed, but every one */
    bool more; /* there are more of them than are listed */

    char words[OFFERS_FILTER]; /* the filters: in name or kind; empty: none */
    int players;               /* 0: any number */
    int kind;                  /* of enum kind, or ANY_KIND */

    int count;
    struct offer *offer;
};

/* Reads what was saved, without a filter, and lists. False with a message if memory runs out. */
bool offers_init(struct offers *o, struct error *e);

void offers_free(struct offers *o);

/* Makes the list anew after a filter has changed. */
void offers_list(struct offers *o);

/* All saved games and only these, or the usual list again. What was in the list before is no more.
 * False with a message if memory runs out. */
bool offers_show_all(struct offers *o, bool all, struct error *e);

/* Whether a filter leaves something out, and the end of all of them. */
bool offers_filtered(const struct offers *o);
void offers_unfilter(struct offers *o);

/* Adds which filters there are: "4 players, bidding, 'kit'". */
void offers_filters(const struct offers *o, struct text *out);

/* To the next kind of games, or back, over all of them. */
void offers_turn_kind(struct offers *o, int step);

/* The saved game of an offer, NULL if it is none. */
struct saved_game *offers_saved(const struct offers *o, const struct offer *offer);

/* The title of a game or preset for people. */
const char *offers_title(const struct setup *u);

/* Adds what the line of an offer says: its title, and when and how far it was played. */
void offers_name(const struct offers *o, const struct offer *offer, struct text *out);

#endif
