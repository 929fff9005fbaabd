/* What the sentences about stores share: a place where nothing is kept yet, and what is there then.
 */
#ifndef PAIRS_TESTS_KEPT_H
#define PAIRS_TESTS_KEPT_H

#include "tests/test.h"

#include "store/vault.h"

extern const char *address; /* of a database; NULL: a file */
extern char where[512];

int begin(void **state);
int end(void **state);

#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, begin, end)

struct vault *open_vault(void);
struct vault *open_again(struct vault *v);
void commit(struct vault *v);

/* Adds one with two entries and a game; returns its key. */
int64_t add_table(struct vault *v, const char *id);

/* The entries of a table after so many, one after the other. */
void expect_lines(struct vault *v, int64_t key, uint64_t after, const char *lines);

/* All that are open, with their entries. */
void expect_tables(struct vault *v, const char *tables);

#endif
