#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- From where ------------------------------------------------------------------------------- */

/* What one customer may have been given at most counts for all of it, but not for so little: behind
 * a network there may be several. */
static const struct {
    int bits, times;
} wider[] = {{64, 1}, {56, 2}, {48, 4}};

enum { WIDER = sizeof wider / sizeof *wider };

static struct address *find(struct addresses *all, uint64_t network, int bits, uint64_t now)
{
    uint64_t mixed = (network + (uint64_t)bits) * 0x9E3779B97F4A7C15u;
    struct address **chain = &all->chain[mixed >> 32 & (ADDRESS_CHAINS - 1)];
    for (struct address *a = *chain; a; a = a->next)
        if (a->network == network && a->bits == bits)
            return a;
    struct address *a = malloc(sizeof *a);
    if (!a)
        return NULL;
    int times = 1;
    for (int i = 0; i < WIDER; i++)
        times = wider[i].bits == bits ? wider[i].times : times;
    *a = (struct address){.next = *chain,
                          .network = network,
                          .bits = bits,
                          .times = times,
                          .purse = purse_full(&all->tariff, times, now)};
    *chain = a;
    return a;
}

static struct address *find_four(struct addresses *all, const struct in_addr *four, uint64_t now)
{
    struct address *a = find(all, four->s_addr, 32, now);
    if (a)
        a->own = ntohl(four->s_addr) >> 24 == IN_LOOPBACKNET;
    return a;
}

void address_write(const struct address *a, char out[ADDRESS_TEXT])
{
    unsigned char bytes[sizeof a->network];
    memcpy(bytes, &a->network, sizeof bytes);
    if (a->bits != 32)
        snprintf(out, ADDRESS_TEXT, "%x:%x:%x:%x::/%d", bytes[0] << 8 | bytes[1],
                 bytes[2] << 8 | bytes[3], bytes[4] << 8 | bytes[5], bytes[6] << 8 | bytes[7],
                 a->bits);
    else
        snprintf(out, ADDRESS_TEXT, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
}

/* The first bits of a network, the others 0. */
static uint64_t first_bits(const struct in6_addr *six, int bits)
{
    unsigned char bytes[sizeof(uint64_t)] = {0};
    uint64_t network;
    memcpy(bytes, six->s6_addr, (size_t)bits / 8);
    memcpy(&network, bytes, sizeof network);
    return network;
}

/* From the narrowest on, each points to the one around it. One of IPv4 may be written as one of
 * IPv6. */
static struct address *find_six(struct addresses *all, const struct in6_addr *six, uint64_t now)
{
    struct in_addr four;
    struct address *around = NULL, *a = NULL;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
        memcpy(&four, six->s6_addr + 12, sizeof four);
        return find_four(all, &four, now);
    }
    for (int i = WIDER - 1; i >= 0; i--, around = a) {
        a = find(all, first_bits(six, wider[i].bits), wider[i].bits, now);
        if (!a)
            return NULL;
        if (around && !a->wider) {
            a->wider = around;
            around->inside++;
        }
        a->own = IN6_IS_ADDR_LOOPBACK(six);
    }
    return a;
}

struct address *address_of_peer(struct addresses *all, int socket, uint64_t now)
{
    union {
        struct sockaddr_storage any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } peer = {0};
    socklen_t size = sizeof peer;
    if (getpeername(socket, (struct sockaddr *)&peer.any, &size) != 0)
        return NULL;
    return peer.any.ss_family == AF_INET    ? find_four(all, &peer.four.sin_addr, now)
           : peer.any.ss_family == AF_INET6 ? find_six(all, &peer.six.sin6_addr, now)
                                            : NULL;
}

struct address *address_of_words(struct addresses *all, const char *words, uint64_t now)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, words, &four) == 1)
        return find_four(all, &four, now);
    return inet_pton(AF_INET6, words, &six) == 1 ? find_six(all, &six, now) : NULL;
}

struct address *address_like(struct addresses *all, const struct address *a, uint64_t now)
{
    struct in6_addr six = {0};
    struct in_addr four = {.s_addr = (in_addr_t)a->network};
    memcpy(six.s6_addr, &a->network, sizeof a->network);
    struct address *here = a->bits == 32 ? find_four(all, &four, now) : find_six(all, &six, now);
    if (here)
        here->own = a->own;
    return here;
}

void address_come(struct addresses *all, struct address *a)
{
    all->connections++;
    for (; a; a = a->wider)
        a->connections++;
}

void address_go(struct addresses *all, struct address *a)
{
    all->connections--;
    for (; a; a = a->wider)
        a->connections--;
}

void address_tables(struct address *a, int more)
{
    for (; a; a = a->wider)
        a->tables += more;
}

void address_hold(struct address *a, size_t bytes)
{
    for (; a; a = a->wider)
        a->held += bytes;
}

void address_release(struct address *a, size_t bytes)
{
    for (; a; a = a->wider)
        a->held -= bytes;
}

bool address_has_room(const struct address *a, int most)
{
    return !a || (a->connections < most * a->times && address_has_room(a->wider, most));
}

bool address_has_tables(const struct address *a, int most)
{
    return !a || (a->tables < most * a->times && address_has_tables(a->wider, most));
}

bool address_has(struct addresses *all, struct address *a, enum expense x, double amount,
                 uint64_t now)
{
    return !a || (purse_has(&a->purse, &all->tariff, a->times, x, amount, now) &&
                  address_has(all, a->wider, x, amount, now));
}

static void charge(struct addresses *all, struct address *a, enum expense x, double amount,
                   uint64_t now)
{
    for (; a; a = a->wider)
        purse_spend(&a->purse, &all->tariff, a->times, x, amount, now);
}

void address_spend(struct addresses *all, struct address *a, enum expense x, double amount,
                   uint64_t now)
{
    if (a)
        a->spent[x] += amount;
    charge(all, a, x, amount, now);
}

static bool has_spent_much(struct addresses *all, struct address *a, uint64_t now)
{
    bool much = false;
    for (int x = 0; x < EXPENSES; x++) {
        double half = all->tariff.of[x].most * a->times / 2;
        much = much || (a->spent[x] > 0 &&
                        !purse_has(&a->purse, &all->tariff, a->times, (enum expense)x, half, now));
    }
    return much;
}

void address_tell(struct addresses *all, uint64_t now,
                  void (*each)(void *to, const struct address *a), void *to)
{
    for (int i = 0; i < ADDRESS_CHAINS; i++)
        for (struct address *a = all->chain[i]; a; a = a->next) {
            if (has_spent_much(all, a, now))
                each(to, a);
            memset(a->spent, 0, sizeof a->spent);
        }
}

void address_hear(struct addresses *all, const struct address *a, uint64_t now)
{
    struct address *here = address_like(all, a, now);
    for (int x = 0; here && x < EXPENSES; x++)
        charge(all, here, (enum expense)x, a->spent[x], now);
}

bool address_pay(struct addresses *all, struct address *a, enum expense x, double amount,
                 uint64_t now)
{
    if (!address_has(all, a, x, amount, now))
        return false;
    address_spend(all, a, x, amount, now);
    return true;
}

static bool is_as_new(struct addresses *all, struct address *a, uint64_t now)
{
    return !a->connections && !a->tables && !a->inside && !a->held &&
           purse_is_full(&a->purse, &all->tariff, a->times, now);
}

/* Forgets those that are as new, or all. */
static void sweep(struct addresses *all, uint64_t now, bool whole)
{
    for (int i = 0; i < ADDRESS_CHAINS; i++)
        for (struct address **at = &all->chain[i]; *at;) {
            struct address *a = *at;
            if (!whole && !is_as_new(all, a, now)) {
                at = &a->next;
                continue;
            }
            *at = a->next;
            if (!whole && a->wider)
                a->wider->inside--;
            free(a);
        }
}

void address_sweep(struct addresses *all, uint64_t now)
{
    sweep(all, now, false);
}

void address_clear(struct addresses *all)
{
    sweep(all, 0, true);
}
