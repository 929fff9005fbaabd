/* What the tests share. */
#ifndef PAIRS_TEST_H
#define PAIRS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/record.h"

/* A finished setup of a game or preset with options "key value, key value" or NULL; the test fails
 * if there is none. */
struct setup test_setup(const char *name, int players, const char *options);

/* Reads a record from a string; the test fails if a line is wrong. Free it with reader_free. */
struct reader *test_read(const char *record);

/* The header that test_read needs before the events of a setup, added to a text. */
void test_header(struct text *out, const struct setup *u);

/* One random decision, card or lot. */
void test_step(struct table *t, struct rng *r);

/* A position of a game, some random steps after its beginning, in which somebody has more than one
 * decision to choose from. Free it with table_free. */
struct table *test_position(const struct setup *u, uint64_t seed, int steps_most);

/* A set of cards from its ranks: "3 3 7 10". */
cards test_cards(const char *list);

#endif
