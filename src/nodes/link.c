#include "nodes/link.h"

#include <endian.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BACKLOG = 64,
    FULL_BYTES = 4 << 20,       /* that are on their way, */
    MOST_BYTES = 64 << 20,      /* and with which a link is given up */
    SILENT_MILLISECONDS = 2500, /* until one is that says nothing */
    HEAD_BYTES = 13,            /* of a frame: its size, kind and number */
    NONCE = 32,
    PING = 0,
};

/* How each side begins, and then its proof. */
struct greeting {
    char magic[16];
    uint64_t number;
    unsigned char nonce[NONCE];
};

static const char magic[16] = "pairs-link 2";

struct link {
    uv_tcp_t line;
    uv_connect_t call;
    struct links *all;
    struct link *next;
    int64_t number; /* of the other side; 0: it has not said who it is */
    bool up, ends, full;
    struct greeting own, other;
    struct text in, out;
    size_t writing; /* bytes on their way */
    uint64_t heard;
};

struct sent {
    uv_write_t write;
    struct link *link;
    struct text bytes;
};

int64_t link_number(const struct link *l)
{
    return l->number;
}

struct link *links_to(const struct links *all, int64_t number)
{
    for (struct link *l = all->all; l; l = l->next)
        if (l->up && !l->ends && l->number == number)
            return l;
    return NULL;
}

/* --- The end ---------------------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle)
{
    struct link *l = handle->data;
    struct link **at = &l->all->all;
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    text_free(&l->in);
    text_free(&l->out);
    free(l);
}

void link_end(struct link *l)
{
    if (l->ends)
        return;
    l->ends = true;
    uv_close((uv_handle_t *)&l->line, on_closed);
    if (l->up)
        l->all->down(l->all->to, l);
}

/* --- Saying ----------------------------------------------------------------------------------- */

static void on_sent(uv_write_t *write, int status)
{
    struct sent *s = write->data;
    struct link *l = s->link;
    l->writing -= s->bytes.size;
    text_free(&s->bytes);
    free(s);
    if (status != 0)
        link_end(l);
    if (l->full && !l->ends && !link_is_full(l)) {
        l->full = false;
        l->all->drained(l->all->to, l);
    }
}

static void flush(struct link *l)
{
    if (l->ends || !l->out.size)
        return;
    struct sent *s = l->out.failed ? NULL : calloc(1, sizeof *s);
    if (!s || l->writing > MOST_BYTES) {
        free(s);
        link_end(l);
        return;
    }
    *s = (struct sent){.link = l, .bytes = l->out};
    s->write.data = s;
    l->out = (struct text){0};
    l->writing += s->bytes.size;
    uv_buf_t all = uv_buf_init(s->bytes.at, (unsigned)s->bytes.size);
    if (uv_write(&s->write, (uv_stream_t *)&l->line, &all, 1, on_sent) != 0) {
        l->writing -= s->bytes.size;
        text_free(&s->bytes);
        free(s);
        link_end(l);
    }
}

void links_flush(struct links *all)
{
    for (struct link *l = all->all; l; l = l->next)
        flush(l);
}

void link_say(struct link *l, int kind, uint64_t number, const char *bytes, size_t size)
{
    char head[HEAD_BYTES];
    uint32_t length = htole32((uint32_t)size);
    number = htole64(number);
    memcpy(head, &length, sizeof length);
    head[sizeof length] = (char)kind;
    memcpy(head + sizeof length + 1, &number, sizeof number);
    text_put(&l->out, head, sizeof head);
    text_put(&l->out, bytes, size);
}

int links_up(const struct links *all)
{
    int count = 0;
    for (const struct link *l = all->all; l; l = l->next)
        count += l->up && !l->ends;
    return count;
}

int links_say(struct links *all, int kind, uint64_t number, const char *bytes, size_t size)
{
    for (struct link *l = all->all; l; l = l->next)
        if (l->up && !l->ends)
            link_say(l, kind, number, bytes, size);
    return links_up(all);
}

bool link_is_full(const struct link *l)
{
    return l->writing + l->out.size > FULL_BYTES;
}

/* --- Who is there ----------------------------------------------------------------------------- */

/* Only who knows the secret can say this of both greetings; and no two sides say the same. */
static void prove(const struct links *all, const struct greeting *by, const struct greeting *to,
                  unsigned char out[crypto_auth_BYTES])
{
    struct greeting both[] = {*by, *to};
    crypto_auth(out, (unsigned char *)both, sizeof both, all->key);
}

static void greet(struct link *l)
{
    memcpy(l->own.magic, magic, sizeof magic);
    l->own.number = htole64((uint64_t)l->all->own);
    randombytes_buf(l->own.nonce, sizeof l->own.nonce);
    text_put(&l->out, (char *)&l->own, sizeof l->own);
    flush(l);
}

/* The greeting of the other side, then its proof; false: it is none of us. */
static bool hear_greeting(struct link *l)
{
    unsigned char proof[crypto_auth_BYTES];
    if (!l->other.magic[0]) {
        if (l->in.size < sizeof l->other)
            return true;
        memcpy(&l->other, l->in.at, sizeof l->other);
        text_cut(&l->in, sizeof l->other);
        int64_t number = (int64_t)le64toh(l->other.number);
        if (memcmp(l->other.magic, magic, sizeof magic) != 0 || number == l->all->own ||
            (l->number && l->number != number))
            return false;
        l->number = number;
        prove(l->all, &l->own, &l->other, proof);
        text_put(&l->out, (char *)proof, sizeof proof);
        flush(l);
    }
    if (l->in.size < sizeof proof)
        return true;
    prove(l->all, &l->other, &l->own, proof);
    if (sodium_memcmp(proof, l->in.at, sizeof proof) != 0)
        return false;
    text_cut(&l->in, sizeof proof);
    struct link *before = links_to(l->all, l->number);
    if (before) /* that broke, and nobody has said so yet */
        link_end(before);
    l->up = true;
    l->all->up(l->all->to, l);
    return true;
}

/* --- Hearing ---------------------------------------------------------------------------------- */

/* All frames that are whole. */
static bool hear_frames(struct link *l)
{
    size_t at = 0;
    while (!l->ends && l->in.size - at >= HEAD_BYTES) {
        uint32_t size;
        uint64_t number;
        const char *head = l->in.at + at;
        memcpy(&size, head, sizeof size);
        memcpy(&number, head + sizeof size + 1, sizeof number);
        size = le32toh(size);
        if (size > LINK_FRAME)
            return false;
        if (l->in.size - at < HEAD_BYTES + size)
            break;
        int kind = (unsigned char)head[sizeof size];
        if (kind != PING)
            l->all->frame(l->all->to, l, kind, le64toh(number), head + HEAD_BYTES, size);
        at += HEAD_BYTES + size;
    }
    if (at)
        text_cut(&l->in, at);
    return true;
}

static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    struct links *all = ((struct link *)handle->data)->all;
    (void)size;
    *out = uv_buf_init(all->room, sizeof all->room);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct link *l = stream->data;
    if (size > 0) {
        text_put(&l->in, buffer->base, (size_t)size);
        l->heard = uv_now(l->all->loop);
    }
    bool fine = size >= 0 && !l->in.failed;
    if (fine && !l->up)
        fine = hear_greeting(l);
    if (fine && l->up)
        fine = hear_frames(l);
    if (!fine)
        link_end(l);
}

/* --- The beginning ---------------------------------------------------------------------------- */

static struct link *new_link(struct links *all)
{
    struct link *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->all = all;
    l->next = all->all;
    all->all = l;
    l->heard = uv_now(all->loop);
    uv_tcp_init(all->loop, &l->line);
    uv_tcp_nodelay(&l->line, 1);
    l->line.data = l;
    return l;
}

static void begin(struct link *l)
{
    greet(l);
    if (!l->ends && uv_read_start((uv_stream_t *)&l->line, on_room, on_read) != 0)
        link_end(l);
}

static void on_call(uv_stream_t *stream, int status)
{
    struct link *l = status == 0 ? new_link(stream->data) : NULL;
    if (l && uv_accept(stream, (uv_stream_t *)&l->line) == 0)
        begin(l);
    else if (l)
        link_end(l);
}

static void on_called(uv_connect_t *call, int status)
{
    struct link *l = call->data;
    if (status == 0 && !l->ends)
        begin(l);
    else
        link_end(l);
}

union place {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

static bool find_place(const char *address, int port, union place *out)
{
    return uv_ip4_addr(address, port, &out->four) == 0 ||
           uv_ip6_addr(address, port, &out->six) == 0;
}

int links_listen(struct links *all, const char *address, int port)
{
    union place at = {0};
    int size = sizeof at;
    uv_tcp_init(all->loop, &all->at);
    all->at.data = all;
    all->open = true;
    bool fine = find_place(address, port, &at) && uv_tcp_bind(&all->at, &at.any, 0) == 0 &&
                uv_listen((uv_stream_t *)&all->at, BACKLOG, on_call) == 0 &&
                uv_tcp_getsockname(&all->at, &at.any, &size) == 0;
    return !fine ? 0 : ntohs(at.any.sa_family == AF_INET6 ? at.six.sin6_port : at.four.sin_port);
}

void links_call(struct links *all, int64_t number, const char *at)
{
    char address[64];
    const char *colon = strrchr(at, ':');
    union place place = {0};
    for (const struct link *l = all->all; l; l = l->next)
        if (l->number == number && !l->ends)
            return;
    if (!all->open || !colon || (size_t)(colon - at) >= sizeof address)
        return;
    snprintf(address, sizeof address, "%.*s", (int)(colon - at), at);
    struct link *l =
        find_place(address, (int)strtol(colon + 1, NULL, 10), &place) ? new_link(all) : NULL;
    if (!l)
        return;
    l->number = number;
    l->call.data = l;
    if (uv_tcp_connect(&l->call, &l->line, &place.any, on_called) != 0)
        link_end(l);
}

void links_tick(struct links *all)
{
    uint64_t now = uv_now(all->loop);
    for (struct link *l = all->all; l; l = l->next) {
        if (now - l->heard >= SILENT_MILLISECONDS)
            link_end(l);
        else if (l->up)
            link_say(l, PING, 0, "", 0);
    }
    links_flush(all);
}

void links_close(struct links *all)
{
    if (!all->open)
        return;
    all->open = false;
    for (struct link *l = all->all; l; l = l->next)
        link_end(l);
    uv_close((uv_handle_t *)&all->at, NULL);
}
