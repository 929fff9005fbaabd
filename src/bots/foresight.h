/* What was seen later tells what must have been hidden before: a card that somebody plays was in
 * the hand until then. Who lives through a hand again looks ahead, lest nearly all that is imagined
 * come to nothing when a card is turned up. */
#ifndef PAIRS_BOTS_FORESIGHT_H
#define PAIRS_BOTS_FORESIGHT_H

#include "engine/knowledge.h"

enum {
    SPOTS_MAX = 24,  /* places of cards that are followed; of more, nothing is foreseen */
    SPOT_DECK = 0,   /* the first of them */
    SPOT_NONE = -1,  /* one that is not followed, such as the discards; or no source so far */
    SPOT_MIXED = -2, /* several sources */
    SPOT_SIDE = 16,  /* zones and owners of spots, and NOBODY, are as many at most */
};

/* What lies ahead at one moment. Sets hold at most 15 cards of a rank; more are not foreseen. */
struct ahead {
    cards need[SPOTS_MAX];     /* must be there, or come there unseen */
    uint8_t comes[SPOTS_MAX];  /* cards that still come there unseen, until it is empty again */
    int16_t source[SPOTS_MAX]; /* where those come from */
};

/* The cards in each spot of a state that is lived through; the deck is the state's own. */
struct held {
    cards in[SPOTS_MAX];
};

struct foresight {
    int spots;
    int8_t spot[SPOT_SIDE][SPOT_SIDE]; /* by zone and owner: their numbers from 1, 0 for none */
    struct ahead *ahead;               /* after so many steps */
};

/* False if memory runs out; foresight_clear is for both. `first` is any state in which the hand may
 * have begun. */
bool foresight_init(struct foresight *f, const struct reliving *v, const struct game *game,
                    const struct state *first);

void foresight_clear(struct foresight *f);

/* The number of a spot, SPOT_NONE if it is not followed. */
static inline int foresight_spot(const struct foresight *f, struct spot spot)
{
    return f->spot[spot.zone % SPOT_SIDE][spot.owner % SPOT_SIDE] - 1;
}

/* What is held at first, and after the events of a step, which must not be redacted. */
void held_begin(struct held *h, const struct foresight *f, const struct game *game,
                const struct state *s);
void held_step(struct held *h, const struct foresight *f, const struct log *log);

/* Of what must be in a spot, that which is not there yet. */
cards held_lacks(const struct held *h, const struct ahead *a, int spot);

/* Whether what lies ahead can still come about. */
bool held_can(const struct held *h, const struct foresight *f, const struct ahead *a,
              const struct pile *deck);

/* Cards of the deck that must not go anywhere but where they are needed, apart from what `spot`
 * lacks. */
cards held_reserves(const struct held *h, const struct foresight *f, const struct ahead *a,
                    int spot);

#endif
