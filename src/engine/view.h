/* What one seat, or a spectator, may see: zones of cards, numbers, and what is to be decided.
 * Front ends draw this and nothing else. */
#ifndef PAIRS_VIEW_H
#define PAIRS_VIEW_H

#include "engine/event.h"
#include "engine/option.h"

enum {
    ZONES_MAX = 40,
    VIEW_CARDS = DECK_CARDS * DECKS_MAX,
    VIEW_ROOM = 16, /* beyond the last card, so that the cards of a rank are written at once */
    NUMBERS_MAX = 40,
    SHEET_ZONES = 16, /* rows of tables that a game may have */
    SHEET_LABELS = 8,
    SHEET_ROW = 16,             /* so many cards of a row are told one by one, the last first */
    SHEET_MIDDLE = PLAYERS_MAX, /* the place of what is nobody's, after those of the seats */
    SHEET_OWNERS,
    ACTIONS_MAX = 1024, /* the longest list of legal decisions */
    EVERYTHING = 254,   /* looks with no secrets: replay and tests, never a player */
};

/* Cards that lie together. */
struct zone {
    uint8_t zone, owner;   /* as in struct spot */
    bool ordered;          /* the order of the cards means something: oldest or top first */
    bool known;            /* faces can be seen; otherwise they are 0 */
    uint16_t first, count; /* view.card[first] and so on */
    cards faces;           /* those that can be seen, as a set */
};

/* A number on the table: a bid, a lowest number to take, a prize. */
struct number {
    const char *label;
    uint8_t owner; /* a seat or NOBODY */
    uint8_t row;   /* of the label in the game's table; 0 in a view read from a message */
    int32_t value;
};

/* A view as a row of whole numbers, for programs that learn: where what belongs to an owner begins,
 * as the seat sees it that looks; -1 where there is nothing. */
struct sheet {
    int16_t zone[SHEET_ZONES][SHEET_OWNERS]; /* how many cards; of each rank, as far as they can be
                                                seen; where they are in order, SHEET_ROW ranks */
    int16_t number[SHEET_LABELS][SHEET_OWNERS]; /* 1, and the number */
    bool rank[SHEET_LABELS];                    /* or of each rank how often it is the number */
};

struct view {
    const struct game *game;
    uint8_t looks; /* a seat, NOBODY for a spectator, or EVERYTHING */
    uint8_t players, dealer;
    uint16_t hand;
    bool over, chips; /* chips: the scores are chips, not points */
    bool brief;       /* cards without order are not in `card`, see game_glance */
    seats eyes;       /* while it is filled in: who must all see a card for it to be known */
    int32_t score[PLAYERS_MAX], pot;
    seats to_act; /* those who have a decision to make; 0 when a card or lot is due, or over */
    seats winners, losers;
    int deck, discards; /* how many cards */
    int32_t option[OPTIONS_MAX];
    struct pile fresh; /* all cards of the game */

    int zones, cards, numbers;
    int actions;      /* of the seat that looks, 0 if it has nothing to decide */
    struct pile seen; /* all faces of the zones together */
    struct pile gone; /* where nothing is hidden: the discards, which everybody has seen; none in a
                         view that was read from a message */

    /* While it is filled in: where it is told as numbers, which are 0 at first, and nothing else;
     * NULL for a view that is one. */
    const struct sheet *sheet;
    int32_t *row;

    /* Of each as many as the numbers above say; the rest is anything. */
    struct zone zone[ZONES_MAX];
    struct number number[NUMBERS_MAX];
    uint8_t card[VIEW_CARDS + VIEW_ROOM];
    action act[ACTIONS_MAX];
};

/* Whose eyes it takes: a card is known to a seat that sees it, to nobody in particular if all do,
 * and to one with no secrets whoever does. */
static inline seats view_eyes(int looks)
{
    if (looks < PLAYERS_MAX)
        return seat_bit(looks);
    return looks == EVERYTHING ? 0 : EVERYBODY;
}

/* For games: adds a zone without order. `seen` are the seats that see the faces; the others, and a
 * spectator unless it is EVERYBODY, learn only how many. Whoever looks, the game says the same. */
void view_cards(struct view *v, int zone, int owner, cards w, seats seen);

/* The same for what each of the players has of the zone: seen by its owner, or by all if it is
 * open. */
void view_hands(struct view *v, int zone, const cards w[], bool open);

/* The same as view_cards for cards in order. */
void view_row(struct view *v, int zone, int owner, const uint8_t *card, int count, seats seen);

/* For hints: the faces that can be seen in a zone, as a set; 0 where there is none. */
cards view_faces(const struct view *v, int zone, int owner);

/* For hints: a zone, whether its faces can be seen or not; an empty one where there is none. */
const struct zone *view_find(const struct view *v, int zone, int owner);

/* For hints: the first number with a label, whoever it belongs to; 0 of nobody where there is none.
 */
const struct number *view_labelled(const struct view *v, int label);

/* For hints: the number with a label that belongs to a seat, or to NOBODY; NULL where there is
 * none. And what it says, 0 where there is none. */
const struct number *view_owned(const struct view *v, int label, int owner);
int32_t view_value(const struct view *v, int label, int owner);

/* For hints: all cards whose faces cannot be seen now: in the deck, the discards and hidden zones.
 */
struct pile view_unseen(const struct view *v);

/* The custom deck that is played with, 0 for the usual one. */
cards view_deck(const struct view *v);

/* For hints: the cards of which the next may be any: the unseen ones but those that are gone. */
struct pile view_left(const struct view *v);

/* For hints: the chance that the next card is one of these ranks. */
double view_chance(const struct view *v, cards ranks);

/* For hints: what the next card costs on average if each of these ranks costs itself. */
double view_risk(const struct view *v, cards ranks);

/* For hints: the decision that is worth most, of several the first. `value` has one for each of
 * v->act. */
action view_best(const struct view *v, const double value[]);

/* Adds what a decision of the one who looks would mean: in this game just now, or else what its
 * verb always means. Nothing if the game does not say. */
void action_means(struct text *out, const struct view *v, action a, const struct names *names,
                  const struct language *l);

/* Adds what a decision surely brings or costs the one who looks, as `means` of the game has it, and
 * of what: "+2" "points", "−1" "chip"; or how likely the card that it draws makes a pair that
 * hurts: "27 %" "to pair". False if nothing of the kind can be said. */
bool action_figure(struct text *figure, struct text *of, const struct view *v, action a,
                   const struct language *l);

/* Adds a number that everybody may see; `label` counts in the game's table of labels. */
void view_number(struct view *v, int label, int owner, int32_t value);

#endif
