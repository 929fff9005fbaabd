/* Where connections come from, and how much one address may have: connections at once and in a row,
 * messages a second, tables an hour. An address of IPv6 stands for its network of 64 bits, which is
 * what one customer is given. */
#ifndef PAIRS_SERVER_ADDRESS_H
#define PAIRS_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* What may happen so often: it fills up steadily, and each time takes one out. */
struct bucket {
    double left;
    uint64_t counted; /* when that was so, in milliseconds */
};

struct allowance {
    double most;       /* that may happen at once, */
    double per_second; /* and on average */
};

/* A full one. */
struct bucket bucket_full(const struct allowance *m, uint64_t now);

/* Takes one out; false if there is none. */
bool bucket_take(struct bucket *b, const struct allowance *m, uint64_t now);

/* Puts it back. */
void bucket_give(struct bucket *b, const struct allowance *m);

struct address {
    struct address *next;
    uint64_t network; /* the first 64 bits of an address, or all of one of IPv4 */
    bool six;
    bool own; /* it is this machine */
    int connections;
    struct bucket arrivals, messages, tables;
    struct bucket strangers; /* who may come, of whom nothing sensible has been heard */
};

enum { ADDRESS_CHAINS = 1024 };

struct addresses {
    struct allowance arrivals, messages, tables, strangers; /* of each */
    int connections;                                        /* of all */
    struct address *chain[ADDRESS_CHAINS];
};

/* The address that a socket has on its other side, or that is written down; NULL if there is none
 * or memory runs out. It is not yet counted as connected. */
struct address *address_of_peer(struct addresses *all, int socket, uint64_t now);
struct address *address_of_words(struct addresses *all, const char *words, uint64_t now);

enum { ADDRESS_TEXT = 32 };

/* An address for people: "192.0.2.7", or the network "2001:db8:1:2::/64". */
void address_write(const struct address *a, char out[ADDRESS_TEXT]);

/* A connection of an address begins, and ends. */
void address_come(struct addresses *all, struct address *a);
void address_go(struct addresses *all, struct address *a);

/* Forgets those that nothing is to be remembered of. */
void address_sweep(struct addresses *all, uint64_t now);

/* Forgets all. */
void address_clear(struct addresses *all);

#endif
