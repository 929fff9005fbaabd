/* Where connections come in. They are looked at before libwebsockets does anything for them, and a
 * few in each turn of the loop: it would take all that knock at once, while everybody inside waits.
 */
#include "server/inside.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <unistd.h>

enum { BACKLOG = 1024, ARRIVALS_A_TURN = 16 };

/* Hands a connection over; it is closed if that cannot be. */
static void let_in(struct server *s, int socket, struct address *a)
{
    int one = 1, room = SEND_BUFFER;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    struct lws *wsi = lws_adopt_socket_vhost(s->vhost, socket);
    if (!wsi)
        return;
    address_come(&s->addresses, a);
    lws_set_opaque_user_data(wsi, a);
}

static void on_knock(uv_poll_t *handle, int status, int events)
{
    struct server *s = handle->data;
    (void)status;
    (void)events;
    server_flush_if_late(s);
    for (int i = 0; i < ARRIVALS_A_TURN; i++) {
        int socket = accept4(s->door.socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0)
            return; /* nobody else, or somebody who has gone again */
        struct address *a = gate_admit(s, socket);
        if (a)
            let_in(s, socket, a);
        else
            close(socket);
    }
}

/* A socket that listens on one of the addresses that a name stands for; -1 if none can. */
static int listen_at(const struct addrinfo *at)
{
    int one = 1;
    int s = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (at->ai_family == AF_INET6) /* :: is for those alone, as 0.0.0.0 is for the others */
        setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    if (bind(s, at->ai_addr, at->ai_addrlen) == 0 && listen(s, BACKLOG) == 0)
        return s;
    close(s);
    return -1;
}

static int port_of(int socket)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } own = {0};
    socklen_t size = sizeof own;
    if (getsockname(socket, &own.any, &size) != 0)
        return 0;
    return ntohs(own.any.sa_family == AF_INET6 ? own.six.sin6_port : own.four.sin_port);
}

bool door_open(struct server *s, struct error *e)
{
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *all = NULL;
    snprintf(port, sizeof port, "%d", s->settings.port);
    s->door.socket = -1;
    if (getaddrinfo(s->settings.address, port, &hints, &all) == 0)
        for (struct addrinfo *at = all; at && s->door.socket < 0; at = at->ai_next)
            s->door.socket = listen_at(at);
    if (all)
        freeaddrinfo(all);
    if (s->door.socket < 0)
        return error_set(
            e, "nothing can listen on %s:%d; see that the address is ours and the port is free",
            s->settings.address, s->settings.port);
    s->door.port = port_of(s->door.socket);
    s->door.poll.data = s;
    uv_poll_init(&s->loop, &s->door.poll, s->door.socket);
    uv_poll_start(&s->door.poll, UV_READABLE, on_knock);
    return true;
}

void door_close(struct server *s)
{
    if (!s->door.port)
        return;
    s->door.port = 0;
    uv_close((uv_handle_t *)&s->door.poll, NULL);
    close(s->door.socket);
}
