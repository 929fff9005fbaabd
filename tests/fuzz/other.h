/* Another reader of JSON. */
#ifndef PAIRS_FUZZ_OTHER_H
#define PAIRS_FUZZ_OTHER_H

#include <stdbool.h>
#include <stddef.h>

/* Whether it takes the bytes and reads the same from the words. */
bool other_agrees(const char *bytes, size_t size, const char *words);

#endif
