#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- How often -----------------------------------------------------------------------------------
 */

static void fill(struct bucket *b, const struct allowance *m, uint64_t now)
{
    b->left += (double)(now - b->counted) * m->per_second / 1000.0;
    b->counted = now;
    if (b->left > m->most)
        b->left = m->most;
}

struct bucket bucket_full(const struct allowance *m, uint64_t now)
{
    return (struct bucket){.left = m->most, .counted = now};
}

bool bucket_take(struct bucket *b, const struct allowance *m, uint64_t now)
{
    fill(b, m, now);
    if (b->left < 1)
        return false;
    b->left -= 1;
    return true;
}

void bucket_give(struct bucket *b, const struct allowance *m)
{
    b->left = b->left + 1 < m->most ? b->left + 1 : m->most;
}

/* --- From where ----------------------------------------------------------------------------------
 */

static struct address *find(struct addresses *all, uint64_t network, bool six, bool own,
                            uint64_t now)
{
    uint64_t mixed = (network + six) * 0x9E3779B97F4A7C15u;
    struct address **chain = &all->chain[mixed >> 32 & (ADDRESS_CHAINS - 1)];
    for (struct address *a = *chain; a; a = a->next)
        if (a->network == network && a->six == six)
            return a;
    struct address *a = malloc(sizeof *a);
    if (!a)
        return NULL;
    *a = (struct address){.next = *chain,
                          .network = network,
                          .six = six,
                          .own = own,
                          .arrivals = bucket_full(&all->arrivals, now),
                          .messages = bucket_full(&all->messages, now),
                          .tables = bucket_full(&all->tables, now),
                          .strangers = bucket_full(&all->strangers, now)};
    *chain = a;
    return a;
}

static struct address *find_four(struct addresses *all, const struct in_addr *four, uint64_t now)
{
    return find(all, four->s_addr, false, ntohl(four->s_addr) >> 24 == IN_LOOPBACKNET, now);
}

void address_write(const struct address *a, char out[ADDRESS_TEXT])
{
    unsigned char bytes[sizeof a->network];
    memcpy(bytes, &a->network, sizeof bytes);
    if (a->six)
        snprintf(out, ADDRESS_TEXT, "%x:%x:%x:%x::/64", bytes[0] << 8 | bytes[1],
                 bytes[2] << 8 | bytes[3], bytes[4] << 8 | bytes[5], bytes[6] << 8 | bytes[7]);
    else
        snprintf(out, ADDRESS_TEXT, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
}

/* One of IPv4 may be written as one of IPv6. */
static struct address *find_six(struct addresses *all, const struct in6_addr *six, uint64_t now)
{
    uint64_t network;
    struct in_addr four;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
        memcpy(&four, six->s6_addr + 12, sizeof four);
        return find_four(all, &four, now);
    }
    memcpy(&network, six->s6_addr, sizeof network);
    return find(all, network, true, IN6_IS_ADDR_LOOPBACK(six), now);
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

void address_come(struct addresses *all, struct address *a)
{
    a->connections++;
    all->connections++;
}

void address_go(struct addresses *all, struct address *a)
{
    a->connections--;
    all->connections--;
}

/* Forgets those that are as new, or all. */
static void sweep(struct addresses *all, uint64_t now, bool whole)
{
    for (int i = 0; i < ADDRESS_CHAINS; i++)
        for (struct address **at = &all->chain[i]; *at;) {
            struct address *a = *at;
            fill(&a->arrivals, &all->arrivals, now);
            fill(&a->messages, &all->messages, now);
            fill(&a->tables, &all->tables, now);
            fill(&a->strangers, &all->strangers, now);
            bool as_new = !a->connections && a->arrivals.left >= all->arrivals.most &&
                          a->messages.left >= all->messages.most &&
                          a->tables.left >= all->tables.most &&
                          a->strangers.left >= all->strangers.most;
            if (as_new || whole) {
                *at = a->next;
                free(a);
            } else {
                at = &a->next;
            }
        }
}

void address_sweep(struct addresses *all, uint64_t now)
{
    sweep(all, now, false);
}

void address_clear(struct addresses *all)
{
    sweep(all, UINT64_MAX, true);
}
