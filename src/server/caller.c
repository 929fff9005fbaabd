#include "server/caller.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BACKLOG = 16, CALLERS_MOST = 16 };

struct caller {
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    } line;
    struct callers *at;
    struct caller *next;
    uv_write_t write;
    struct text out;
    void *kept;
    size_t size;
    bool heard, answered;
    char in[CALLER_BYTES];
};

struct callers *caller_at(const struct caller *c)
{
    return c->at;
}

void caller_keep(struct caller *c, void *what)
{
    c->kept = what;
}

void *caller_kept(const struct caller *c)
{
    return c->kept;
}

static void on_gone(uv_handle_t *handle)
{
    struct caller *c = handle->data;
    struct caller **at = &c->at->all;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    c->at->count--;
    text_free(&c->out);
    free(c);
}

static void hang_up(struct caller *c)
{
    if (uv_is_closing((uv_handle_t *)&c->line))
        return;
    if (c->heard && !c->answered && c->at->gone)
        c->at->gone(c);
    c->answered = true;
    uv_close((uv_handle_t *)&c->line, on_gone);
}

static void on_sent(uv_write_t *write, int status)
{
    (void)status;
    hang_up(write->data);
}

void caller_answer(struct caller *c, const char *words)
{
    c->answered = true;
    text_add(&c->out, "%s", words);
    uv_buf_t all = uv_buf_init(c->out.at, (unsigned)c->out.size);
    c->write.data = c;
    if (c->out.failed || uv_write(&c->write, &c->line.stream, &all, 1, on_sent) != 0)
        hang_up(c);
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct caller *c = handle->data;
    (void)size;
    *out = uv_buf_init(c->in + c->size, (unsigned)(sizeof c->in - 1 - c->size));
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct caller *c = stream->data;
    (void)buffer;
    if (size < 0) {
        hang_up(c);
        return;
    }
    c->size += (size_t)size;
    c->in[c->size] = '\0';
    if (c->heard) {
        c->size = 0; /* one question only */
    } else if (strstr(c->in, c->at->end)) {
        c->heard = true;
        c->size = 0;
        c->at->heard(c, c->in);
    } else if (c->size == sizeof c->in - 1) {
        hang_up(c);
    }
}

static void on_call(uv_stream_t *stream, int status)
{
    struct callers *all = stream->data;
    struct caller *c = status == 0 ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return;
    c->at = all;
    c->next = all->all;
    all->all = c;
    all->count++;
    if (stream->type == UV_NAMED_PIPE)
        uv_pipe_init(stream->loop, &c->line.pipe, 0);
    else
        uv_tcp_init(stream->loop, &c->line.tcp);
    c->line.stream.data = c;
    if (uv_accept(stream, &c->line.stream) != 0 || all->count > CALLERS_MOST ||
        uv_read_start(&c->line.stream, on_room, on_read) != 0)
        hang_up(c);
}

int callers_listen(struct callers *all, uv_loop_t *loop, const char *address, int port)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } at = {0};
    int size = sizeof at;
    uv_tcp_init(loop, &all->at.tcp);
    all->at.stream.data = all;
    all->open = true;
    bool fine =
        (uv_ip4_addr(address, port, &at.four) == 0 || uv_ip6_addr(address, port, &at.six) == 0) &&
        uv_tcp_bind(&all->at.tcp, &at.any, 0) == 0 &&
        uv_listen(&all->at.stream, BACKLOG, on_call) == 0 &&
        uv_tcp_getsockname(&all->at.tcp, &at.any, &size) == 0;
    return !fine ? 0 : ntohs(at.any.sa_family == AF_INET6 ? at.six.sin6_port : at.four.sin_port);
}

/* The data file is ours alone by now, so that a socket that is there was left behind. */
bool callers_meet(struct callers *all, uv_loop_t *loop, const char *path)
{
    uv_pipe_init(loop, &all->at.pipe, 0);
    all->at.stream.data = all;
    all->open = true;
    unlink(path);
    mode_t before = umask(0177);
    bool fine = uv_pipe_bind(&all->at.pipe, path) == 0;
    umask(before);
    return fine && uv_listen(&all->at.stream, BACKLOG, on_call) == 0;
}

void callers_close(struct callers *all)
{
    if (!all->open)
        return;
    all->open = false;
    for (struct caller *c = all->all; c; c = c->next)
        hang_up(c);
    uv_close((uv_handle_t *)&all->at.stream, NULL);
}
