#include "CPostgres.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

int cpostgres_waiting_bytes(const PGconn *connection) {
  int count = 0;
  return ioctl(PQsocket(connection), FIONREAD, &count) == 0 ? count : 0;
}

long long cpostgres_received_bytes(const PGconn *connection) {
  struct tcp_info info;
  socklen_t length = sizeof info;
  if (getsockopt(PQsocket(connection), IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
  // An older kernel fills a part of it.
  if (length < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return -1;
  return (long long)info.tcpi_bytes_received;
}
