/* Links between servers that share a database: one connection for each two of them, which carries
 * frames, each with a kind, a number and some bytes. Both sides prove that they know the secret
 * before anything is heard; what is sent is not encrypted. Who calls whom is up to whoever uses
 * them. In a loop of libuv. */
#ifndef PAIRS_NODES_LINK_H
#define PAIRS_NODES_LINK_H

#include "engine/text.h"

#include <uv.h>

enum { LINK_KEY = 32, LINK_FRAME = 1 << 20 };

struct link;

/* All links of a server. Set the first ones and zero the rest. */
struct links {
    uv_loop_t *loop;
    int64_t own;                 /* our number */
    unsigned char key[LINK_KEY]; /* that all prove to have */
    void *to;
    void (*up)(void *to, struct link *l);
    void (*down)(void *to, struct link *l); /* it goes when this returns */
    void (*frame)(void *to, struct link *l, int kind, uint64_t number, const char *bytes,
                  size_t size);
    void (*drained)(void *to, struct link *l); /* it takes more again, see link_is_full */
    struct link *all;
    uv_tcp_t at;
    bool open;
    char room[65536]; /* for what is read */
};

/* Listens; the port, 0 if that cannot be. And no longer: all links end, without a word. */
int links_listen(struct links *all, const char *address, int port);
void links_close(struct links *all);

/* Calls a server of that number at "ADDRESS:PORT", unless there is a link to it, or one on its way.
 */
void links_call(struct links *all, int64_t number, const char *at);

/* From time to time, twice a second or so: asks whether those are there of whom nothing is heard.
 */
void links_tick(struct links *all);

/* What was said since the last time goes on its way. */
void links_flush(struct links *all);

/* The link to a server, NULL if there is none that is up. */
struct link *links_to(const struct links *all, int64_t number);

int64_t link_number(const struct link *l);

/* Says something; kinds are from 1 to 255. */
void link_say(struct link *l, int kind, uint64_t number, const char *bytes, size_t size);

/* Says it to all who are there; returns how many these are. */
int links_say(struct links *all, int kind, uint64_t number, const char *bytes, size_t size);

/* How many are there. */
int links_up(const struct links *all);

/* Whether so much is on its way that others should wait, until `drained`. */
bool link_is_full(const struct link *l);

/* Ends it. */
void link_end(struct link *l);

#endif
