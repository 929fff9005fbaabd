/* Where connections come from, and what one address has: connections, tables, bytes that wait for
 * it, and a purse (budget.h). An address of IPv6 stands for its network of 64 bits, the least that
 * one customer is given; many are given one of 56 or of 48 bits, so these have purses too, and what
 * an address uses up all of them pay. */
#ifndef PAIRS_SERVER_ADDRESS_H
#define PAIRS_SERVER_ADDRESS_H

#include "server/budget.h"

#include <stddef.h>
#include <sys/socket.h>

struct address {
    struct address *next;
    struct address *wider; /* the network around it, which pays as well; NULL: there is none */
    uint64_t network;      /* the first 64 bits of an address, or all of one of IPv4 */
    int bits;              /* that count: 64, 56 or 48 of IPv6, 32 of IPv4 */
    int times;             /* the tariff that it has so many times */
    bool own;              /* it is this machine */
    int connections;
    int tables;  /* that are open, opened from there since the start */
    int inside;  /* narrower networks that point here */
    size_t held; /* bytes of answers that were made and not yet taken */
    struct purse purse;
    double spent[EXPENSES]; /* of which other servers have not heard */
};

enum { ADDRESS_CHAINS = 1024 };

struct addresses {
    struct tariff tariff; /* of each */
    int connections;      /* of all */
    struct address *chain[ADDRESS_CHAINS];
};

/* The address that a socket has on its other side, or that is written down; NULL if there is none
 * or memory runs out. It is not yet counted as connected. */
struct address *address_of_peer(struct addresses *all, int socket, uint64_t now);
struct address *address_of_words(struct addresses *all, const char *words, uint64_t now);

/* The same for what another server knows an address by. */
struct address *address_like(struct addresses *all, const struct address *a, uint64_t now);

enum { ADDRESS_TEXT = 32 };

/* An address for people: "192.0.2.7", or the network "2001:db8:1:2::/64". */
void address_write(const struct address *a, char out[ADDRESS_TEXT]);

/* A connection of an address begins, and ends; so does a table. */
void address_come(struct addresses *all, struct address *a);
void address_go(struct addresses *all, struct address *a);
void address_tables(struct address *a, int more);

/* Bytes of an answer wait for it to be taken; and do no longer. */
void address_hold(struct address *a, size_t bytes);
void address_release(struct address *a, size_t bytes);

/* Whether an address, and each network around it, has fewer connections, or tables, than so many
 * times `most`. */
bool address_has_room(const struct address *a, int most);
bool address_has_tables(const struct address *a, int most);

/* Whether all of them have so much in their purses; and takes it out. */
bool address_has(struct addresses *all, struct address *a, enum expense x, double amount,
                 uint64_t now);
void address_spend(struct addresses *all, struct address *a, enum expense x, double amount,
                   uint64_t now);

/* Hands over those who have spent something and have less than half of it left, with what they have
 * spent since the last time: other servers are to know. And what another server says. */
void address_tell(struct addresses *all, uint64_t now,
                  void (*each)(void *to, const struct address *a), void *to);
void address_hear(struct addresses *all, const struct address *a, uint64_t now);

/* Both: false, and nothing is taken, if one of them has not so much. */
bool address_pay(struct addresses *all, struct address *a, enum expense x, double amount,
                 uint64_t now);

/* Forgets those that nothing is to be remembered of. */
void address_sweep(struct addresses *all, uint64_t now);

/* Forgets all. */
void address_clear(struct addresses *all);

#endif
