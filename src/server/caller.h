/* Programs of this machine or this network that ask one thing and hear one answer: those who read
 * metrics, and those who run the server. */
#ifndef PAIRS_SERVER_CALLER_H
#define PAIRS_SERVER_CALLER_H

#include "engine/text.h"

#include <uv.h>

enum { CALLER_BYTES = 4096 };

struct caller;

/* A place to call at: a port or a socket in a folder. Set the first three and zero the rest. */
struct callers {
    const char *end; /* of a question */
    void (*heard)(struct caller *c, const char *question);
    void (*gone)(struct caller *c); /* before an answer; NULL: that is nobody's business */
    void *to;
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    } at;
    struct caller *all;
    int count;
    bool open;
};

/* Listens on an address: the port, 0 if that cannot be. Or on a socket in a folder, which nobody
 * but its owner can call at. */
int callers_listen(struct callers *all, uv_loop_t *loop, const char *address, int port);
bool callers_meet(struct callers *all, uv_loop_t *loop, const char *path);

/* Nobody calls any more; memory is given back as the loop runs to its end. */
void callers_close(struct callers *all);

/* Answers and hangs up. */
void caller_answer(struct caller *c, const char *words);

struct callers *caller_at(const struct caller *c);

/* Something to be remembered with a caller. */
void caller_keep(struct caller *c, void *what);
void *caller_kept(const struct caller *c);

#endif
