#include "bench/server/load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 16384, EVENTS = 512, BUFFER = 65536 };

struct client {
    struct load *load;
    int socket, port, number;
    size_t used, room;
    char *bytes;
};

struct load {
    int epoll, port, clients;
    load_heard *heard;
    load_lost *lost;
    void *context;
    uint64_t bytes;
    struct client *client[CLIENTS];
};

static void must(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

uint64_t load_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

struct load *load_new(int port, load_heard *heard, void *context)
{
    struct load *l = calloc(1, sizeof *l);
    must(l, "memory");
    *l = (struct load){
        .epoll = epoll_create1(EPOLL_CLOEXEC), .port = port, .heard = heard, .context = context};
    must(l->epoll >= 0, "epoll");
    return l;
}

void load_forgive(struct load *l, load_lost *lost)
{
    l->lost = lost;
}

void load_turn(struct load *l, int port)
{
    l->port = port;
}

void load_free(struct load *l)
{
    for (int i = 0; i < l->clients; i++) {
        if (l->client[i]->socket >= 0)
            close(l->client[i]->socket);
        free(l->client[i]->bytes);
        free(l->client[i]);
    }
    close(l->epoll);
    free(l);
}

int client_number(const struct client *c)
{
    return c->number;
}

uint64_t load_bytes(const struct load *l)
{
    return l->bytes;
}

static bool write_all(int to, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t n = send(to, at, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* The connection is gone, which is an error unless the caller wants to know of it. */
static void lose(struct client *c, const char *what)
{
    must(c->load->lost, what);
    close(c->socket);
    c->socket = -1;
    c->used = 0;
    c->load->lost(c->load->context, c);
}

/* The opening handshake, answered before anything else is done. */
static bool shake_hands(int to)
{
    static const char hello[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                                "Sec-WebSocket-Protocol: pairs-1\r\n\r\n";
    char answer[2048] = "";
    size_t size = 0;
    if (!write_all(to, hello, sizeof hello - 1))
        return false;
    while (!strstr(answer, "\r\n\r\n")) {
        if (size == sizeof answer - 2 || read(to, answer + size, 1) != 1)
            return false;
        answer[++size] = '\0';
    }
    return strstr(answer, " 101 ");
}

bool client_again(struct client *c)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)c->port)};
    int one = 1;
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    c->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    must(c->socket >= 0, "socket");
    setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(c->socket, (struct sockaddr *)&to, sizeof to) != 0 || !shake_hands(c->socket)) {
        close(c->socket);
        c->socket = -1;
        return false;
    }
    fcntl(c->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    must(epoll_ctl(c->load->epoll, EPOLL_CTL_ADD, c->socket, &e) == 0, "epoll");
    return true;
}

struct client *load_connect(struct load *l, int number)
{
    struct client *c = calloc(1, sizeof *c);
    must(c && l->clients < CLIENTS, "memory");
    *c = (struct client){.load = l, .port = l->port, .number = number};
    must(client_again(c), "connect");
    l->client[l->clients++] = c;
    return c;
}

static void send_frame(struct client *c, int kind, const char *text, size_t size)
{
    unsigned char frame[8 + 4096];
    size_t at = 0;
    must(size <= 4096, "a message is too long");
    frame[at++] = (unsigned char)(0x80 | kind);
    if (size < 126) {
        frame[at++] = (unsigned char)(0x80 | size);
    } else {
        frame[at++] = 0x80 | 126;
        frame[at++] = (unsigned char)(size >> 8);
        frame[at++] = (unsigned char)size;
    }
    memset(frame + at, 0, 4); /* a mask that changes nothing */
    memcpy(frame + at + 4, text, size);
    if (!write_all(c->socket, frame, at + 4 + size))
        lose(c, "write");
}

void client_send(struct client *c, const char *text)
{
    send_frame(c, 1, text, strlen(text));
}

/* Takes one frame off the bytes; how many it had, 0 if it is not all there. */
static size_t take_frame(struct client *c, char *bytes, size_t size)
{
    const unsigned char *b = (unsigned char *)bytes;
    if (size < 2)
        return 0;
    size_t head = 2, body = b[1] & 127;
    if (body == 126) {
        head = 4;
        body = size < 4 ? 0 : (size_t)b[2] << 8 | b[3];
    } else if (body == 127) {
        head = 10;
        body = size < 10 ? 0 : (size_t)b[6] << 24 | (size_t)b[7] << 16 | (size_t)b[8] << 8 | b[9];
    }
    if (size < head + body)
        return 0;
    int kind = b[0] & 15;
    if (kind == 8)
        lose(c, "the server has closed");
    if (kind == 9)
        send_frame(c, 10, bytes + head, body);
    if (kind == 1) {
        char end = bytes[head + body];
        bytes[head + body] = '\0';
        c->load->heard(c->load->context, c, bytes + head, body);
        bytes[head + body] = end;
    }
    return head + body;
}

static void hear(struct client *c)
{
    if (c->room - c->used < BUFFER) {
        c->room = c->used + (size_t)2 * BUFFER;
        c->bytes = realloc(c->bytes, c->room);
        must(c->bytes, "memory");
    }
    ssize_t n = read(c->socket, c->bytes + c->used, c->room - c->used - 1);
    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0) {
        lose(c, "read");
        return;
    }
    c->load->bytes += (uint64_t)n;
    c->used += (size_t)n;
    size_t at = 0, one;
    while (at < c->used && (one = take_frame(c, c->bytes + at, c->used - at)))
        at += one;
    if (c->socket < 0)
        return;
    memmove(c->bytes, c->bytes + at, c->used - at);
    c->used -= at;
}

static void serve_once(struct load *l, int milliseconds)
{
    struct epoll_event e[EVENTS];
    int n = epoll_wait(l->epoll, e, EVENTS, milliseconds);
    for (int i = 0; i < n; i++)
        if (((struct client *)e[i].data.ptr)->socket >= 0)
            hear(e[i].data.ptr);
}

void load_serve(struct load *l, uint64_t until)
{
    for (uint64_t now; (now = load_now()) < until;)
        serve_once(l, (int)((until - now) / 1000) + 1);
}

void load_wait(struct load *l)
{
    serve_once(l, -1);
}
