#ifndef PAIRS_SERVER_RECEIVED_H
#define PAIRS_SERVER_RECEIVED_H

#include <stdint.h>

/* All bytes that have ever come on a socket, as the system counts them. */
uint64_t received_bytes(int socket);

#endif
