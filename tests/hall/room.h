/* What tests of the hall share: tables with people at them. */
#ifndef PAIRS_TESTS_HALL_ROOM_H
#define PAIRS_TESTS_HALL_ROOM_H

#include "tests/hall/guests.h"

const json_t *chair_of(const struct person *p, int seat);

const char *word_in(const json_t *in, const char *key);

void all_hear(struct host *h, struct person p[], int people);

void assert_stage(struct host *h, struct person p[], int people, const char *stage);

bool is_away(const struct person *p, int seat, const char *key);

#endif
