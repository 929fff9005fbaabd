/* SHA-256 (FIPS 180-4), for where libsodium is not. */
#ifndef PAIRS_WEB_SHA256_H
#define PAIRS_WEB_SHA256_H

#include <stddef.h>

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t size, unsigned char out[SHA256_BYTES]);

#endif
