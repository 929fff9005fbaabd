/* Checks the proof of a game, the lines `commit ...` of its record, from what they say alone. */
#ifndef PAIRS_FAIR_CHECK_H
#define PAIRS_FAIR_CHECK_H

#include "engine/table.h"
#include "fair/open.h"

/* One shuffle that was read. */
struct checked_shuffle {
    uint64_t number;
    size_t steps; /* that the game had */
    size_t last;  /* the step of the last card or lot that came of it */
    int line;
    uint8_t pile;
    struct pile cards;
    seats pledged, cut; /* who was to cut, and who did */
    int draws, lots;
    struct digest pledge[PLAYERS_MAX]; /* of those who were to cut */
};

/* One card or lot that came of it. */
struct checked_draw {
    size_t step;
    int line;
    size_t shuffle;
    uint8_t kind; /* TURN_DECK or TURN_LOT */
    uint8_t card; /* 0: closed */
    seats may;    /* whom the lot could fall on, */
    uint8_t seat; /* and whom it did */
};

/* One decision. */
struct checked_decision {
    size_t step;
    int line;
    uint8_t seat;
    char choice[ACTION_TEXT]; /* "" if it is closed */
};

enum { CHECK_LINKS = 16 }; /* that are remembered, the last first */

/* Where the table has a chain: what is said of each seat, and by whom. */
struct checked_seat {
    char key[SEAL_TEXT];        /* now; "" if nothing is signed with any */
    int cuts;                   /* that are signed: all that were made with a key */
    int decided, named, closed; /* decisions: all of them, those that are signed, those that may
                                   be but are closed */
    bool mine;                  /* it had the key that was asked for */
};

/* Zero it to begin. */
struct check {
    /* The key of whoever checks, "" for nobody in particular. Then it must be in the proof. */
    char key[SEAL_TEXT];

    /* The chain of the table; false where the game is from before there was one. */
    bool chained, ended;
    char table[32];
    uint64_t game;
    struct {
        struct digest link;
        uint8_t decided; /* the seat, or NOBODY */
    } last[CHECK_LINKS];
    int links;
    struct checked_seat seat[PLAYERS_MAX];
    struct checked_decision *decision;
    size_t decisions, decisions_room;
    size_t next_step; /* the least that the next shuffle or decision can have */
    bool going;       /* what was taken back is told, and not yet that it was */
    int backs, gone_shuffles;
    bool no_memory;
    bool drawing; /* cards and lots of the last shuffle are read */
    bool sealing; /* pledges for the last shuffle are read */

    struct checked_shuffle *shuffle;
    size_t shuffles, shuffles_room;
    struct checked_draw *draw;
    size_t draws, draws_room;
    int opened; /* cards */

    /* How often a seat has pledged anew though it had cut before: not what goes with the cut before
     * was cut. Where somebody knows that they have not, a shuffle was made and thrown away. */
    int anew[PLAYERS_MAX];
    struct digest last_cut[PLAYERS_MAX];
    seats have_cut;

    /* Of the last shuffle. */
    struct digest seal, ground, mix, cut[PLAYERS_MAX], leaf[FAIR_LEAVES];
    int leaves;
    uint16_t at[FAIR_CARDS]; /* the leaf that each card is, in the order in which they come */
    struct pile unopened;
};

void check_free(struct check *c);

/* The next line of a record, without its line end; passes over all that is no `commit`. False with
 * a message and its line if something in it is not so. */
bool check_line(struct check *c, int line, const char *text, size_t size, struct error *e);

/* There are no more lines. */
bool check_end(const struct check *c, struct error *e);

/* Whether the cards and lots of a game are those that were opened for them, each from the shuffle
 * that it must have come from, and nothing was shuffled that had not to be. line[i] is where step i
 * stands in the record. */
bool check_moves(const struct check *c, const struct table *t, const int line[], struct error *e);

#endif
