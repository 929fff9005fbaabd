#ifndef FAIR_SHA256_H
#define FAIR_SHA256_H

/* SHA-256 by what processors have for it, which libsodium does not use. The newer functions of
 * OpenSSL take longer to look for it than to hash what is hashed here. */
#define OPENSSL_API_COMPAT 10100
#include <openssl/sha.h>

#endif
