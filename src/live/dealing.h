/* What a live table knows of its dealer's work: which piles were shuffled, who was to cut them, and
 * what comes next. The functions are for the files of live/ only. */
#ifndef PAIRS_LIVE_DEALING_H
#define PAIRS_LIVE_DEALING_H

#include "engine/table.h"
#include "live/dealer.h"

/* A shuffle of this game that stands: what was taken back is gone. */
struct shuffle {
    size_t steps;  /* that the game had */
    uint8_t pile;  /* enum pile_name */
    seats pledged; /* who was to cut it */
    struct deal deal;
};

struct dealing {
    char pledge[PLAYERS_MAX][SEAL_TEXT]; /* "" of those who do not cut */
    char begun[PLAYERS_MAX][SEAL_TEXT];  /* what that was when the game began */
    seats waited;                        /* who has still to cut the last shuffle */
    bool bare; /* this game was begun when tables had no chain: its seals stand on nothing */
    struct shuffle *shuffle;
    size_t shuffles, room;
    uint64_t *used; /* the beginnings of all seals and cuts that were told at this table */
    size_t uses, use_room;
};

/* Whether somebody has pledged or cut with this: whoever knows what it seals knows the next cut. */
bool dealing_used(const struct dealing *d, const char *seal);

/* Now somebody has; false if memory runs out. */
bool dealing_use(struct dealing *d, const char *seal);

/* A game begins, with nothing shuffled. */
void dealing_begin(struct dealing *d);

void dealing_free(struct dealing *d);

/* Whether the card or lot that is due can come, as far as shuffling goes; otherwise a shuffle is
 * due. */
bool dealing_ready(const struct dealing *d, const struct table *t);

/* Makes room for one more shuffle; false if memory runs out. */
bool dealing_reserve(struct dealing *d);

/* The pile that the next card comes from is shuffled; there is room. Those of `here` who have
 * pledged are to cut it. */
void dealing_shuffle(struct dealing *d, const struct table *t, uint64_t number, seats here);

/* Somebody has cut the last shuffle: the cut seals the next one. */
void dealing_cut(struct dealing *d, int seat, const char *cut);

/* These do not cut the last shuffle. What they have pledged is void: they may have told it to the
 * dealer, who must not know a cut before the shuffle. */
void dealing_waive(struct dealing *d, seats who);

/* The game stands where it was after so many steps. */
void dealing_back(struct dealing *d, size_t steps);

/* The card or lot that comes next; it is ready. */
struct step dealing_draw(const struct dealing *d, const struct table *t, const struct dealer *by);

/* What was shuffled, in words: steps, pile, and how many cards there are of each rank. */
enum { DEALT_TEXT = 96 };
void dealing_text(const struct shuffle *s, char out[DEALT_TEXT]);

/* The letters of seats that had pledged, "-" if nobody had. */
void dealing_pledged(seats pledged, char out[PLAYERS_MAX + 1]);

/* The last shuffle; there is one. */
const struct deal *dealing_last(const struct dealing *d);

#endif
