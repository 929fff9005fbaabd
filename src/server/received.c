/* A file of its own: only the kernel's header knows this count, and it does not go with
 * netinet/tcp.h. */
#include "server/received.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

uint64_t received_bytes(int socket)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size);
    return info.tcpi_bytes_received;
}
