/* A small network that has learned to play one game: what a seat knows (bots/inputs.h) goes in, and
 * out come how much it prefers each decision, and what it expects. Whole numbers throughout, so
 * that it decides the same on every machine and in a page.
 *
 * The numbers of a row become features of one byte. A quantity x is (x - offset) * times / 2^16,
 * rounded and no more than 127 to either side; one of several is as many features, of which one is
 * NET_ONE and the others are 0. A part of the row, the view or an event, has first the features of
 * its quantities, in their order, and then those of what is one of several.
 *
 * A layer adds up features by weights of one byte. What comes to a unit is then
 *
 *     y = (sum * times + bias * 2^8 + 2^19) >> 20
 *
 * with `times` and `bias` its own, and from 0 to 127 but in the last layer. Each event goes through
 * the same layer of few units; the view and all events through the next one, whose sums of view and
 * events have a `times` each; a second; a third, to whose result that of the second is added; and
 * the last, of a unit for each id and one for what it expects, in steps of 1 / NET_STEP: of what
 * e is raised to, and of whatever was the measure when it learned.
 *
 * The file, all numbers with the lowest byte first:
 *
 *     "pairsnet"                         8 bytes
 *     version, length of the game's name 1 byte each, and the name
 *     hash of the inputs                 8 bytes
 *     events, units of an event, width   2 bytes each
 *     check                              4 bytes: FNV-1a of what follows, before it was coded
 *     and the rest, coded byte by byte:
 *     view      offsets (2 bytes each), times (4 bytes each) of the quantities
 *     event     the same, if there are events
 *     layers    events (if there are any), first, second, third, last: for each unit `times` (4
 *               bytes; in the first layer those for the view, then those for events, if there are
 *               any), for each unit the bias (4 bytes), and weights: for each feature that goes in
 *               those of all units
 *
 * The code is that of an arithmetic coder with a model for each of NET_MODELS contexts, a tree of
 * eight bits: a chance is in 2^11, at first even, and goes 1/32 of the way to what came. The
 * context of a weight is how many bits the two weights before it have together, as far as they
 * belong to the same layer and feature, of any other number its byte after those contexts. */
#ifndef PAIRS_BOTS_NET_H
#define PAIRS_BOTS_NET_H

#include "bots/inputs.h"
#include "engine/error.h"

enum {
    NET_VERSION = 1,
    NET_ONE = 32,
    NET_STEP = 256,
    NET_WIDTH = 512, /* no layer is wider; */
    NET_UNITS = 64,  /* nor that of the events */
    NET_MODELS = 13, /* nine for weights, four for bytes */
    NET_WARM = 100,  /* the temperature at which it plays as it has learned, */
    NET_HOT = 10000, /* and the highest */
};

struct net;

/* Reads a file. NULL with a message if it is none, of another version, for inputs that are no
 * longer those of the game, or memory runs out. */
struct net *net_read(const void *file, size_t size, struct error *e);
void net_free(struct net *n);

const struct inputs *net_inputs(const struct net *n);

/* What it makes of a row: `preference` has one for each id, legal or not. Returns what it expects.
 */
int32_t net_think(const struct net *n, const int16_t row[], int32_t preference[]);

/* How likely it takes each of the decisions of a view, in parts of 2^20 of the likeliest; 0 for
 * those that have no id. The temperature is in hundredths, NET_WARM as it has learned; at 0 it is
 * only the best. Returns their sum. */
uint64_t net_chances(const struct net *n, const struct view *v, const struct recall *r,
                     int temperature, uint32_t chance[ACTIONS_MAX]);

/* One of them by these chances. */
action net_choose(const struct net *n, const struct view *v, const struct recall *past,
                  int temperature, struct rng *r);

#endif
