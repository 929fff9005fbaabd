/* Many clients in one thread: WebSockets over non-blocking sockets, and how long each answer took.
 */
#ifndef PAIRS_BENCH_SERVER_LOAD_H
#define PAIRS_BENCH_SERVER_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load;
struct client;

/* A message has come. */
typedef void load_heard(void *context, struct client *c, const char *text, size_t size);

/* A connection is gone. It can be made again later, not from inside here. */
typedef void load_lost(void *context, struct client *c);

struct load *load_new(int port, load_heard *heard, void *context);
void load_free(struct load *l);

/* From now on a lost connection is told to the caller; otherwise it ends the program. */
void load_forgive(struct load *l, load_lost *lost);

/* Whoever connects from now on comes to this port instead. */
void load_turn(struct load *l, int port);

/* Connects one more; `number` is the caller's. */
struct client *load_connect(struct load *l, int number);

/* Connects one that was lost again; false if nobody answers. */
bool client_again(struct client *c);
int client_number(const struct client *c);

void client_send(struct client *c, const char *text);

/* Serves what comes until `until` (microseconds of load_now). */
void load_serve(struct load *l, uint64_t until);

/* Waits until something comes, and hands it over. */
void load_wait(struct load *l);
uint64_t load_now(void);

uint64_t load_bytes(const struct load *l); /* that came */

#endif
