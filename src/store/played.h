/* What is worth knowing of a game that was played, without playing it again: who sat where and how
 * it ended. */
#ifndef PAIRS_STORE_PLAYED_H
#define PAIRS_STORE_PLAYED_H

#include "live/archive.h"

#include <limits.h>

/* How a game ended for a seat, see game_won. */
enum fortune { RESULT_OPEN, RESULT_LOST, RESULT_EVEN, RESULT_WON };

/* What looking back (lab/analyse.h) found of a seat, all decisions with a choice together. */
struct verdict_seat {
    int decisions;     /* -1: nobody has looked back */
    double lost, luck; /* worth: against the best decisions; by the cards */
};

struct played_seat {
    char name[NAME_ROOM]; /* empty: the letter of the seat */
    char bot[BOT_ROOM];   /* empty: a person */
    int32_t score;
    enum fortune result;
    struct verdict_seat verdict;
};

struct played {
    int64_t when;                /* played last, in seconds since 1970 */
    const struct game *game;     /* which game, */
    const struct preset *preset; /* and under which name; NULL for the game's own */
    char file[NAME_MAX + 1];     /* in its folder */
    int number;                  /* 1 is the game of the folder that was played last */
    int players, hand;
    bool over, chips;
    struct played_seat seat[PLAYERS_MAX];
};

/* Fills in what the archive knows: all but file, time and number, and no verdict. */
void played_read(struct played *p, const struct archive *a);

/* Whose results they are: the first seat that a person had, or that of the person with that name
 * (NULL: any). NOBODY if there is none. */
int played_owner(const struct played *p, const char *person);

/* The place of a seat among all, 1 is the best: who has won comes before who has lost, then scores
 * decide. Those who are level share the mean of their places. */
double played_rank(const struct played *p, int seat);

/* How likely it was to win for a player like all others: so many of all seats have won. */
double played_fair(const struct played *p);

/* The name of its variant or game, as in `pairs list`, and for people. */
const char *played_name(const struct played *p);
const char *played_title(const struct played *p);

#endif
