// What the kernel and the caller take: one epoll loop that answers whatever it reads with the same bytes, and looks at
// none of it. A limit for what a host can reach, not a peer.
//   answer_loop <port>
// Ends with SIGTERM.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// A host's answer to the typed call, with an id and a date that stay the same.
static const char answer[] =
    "HTTP/1.1 200 OK\r\n"
    "sb-request-id: 00000000-0000-0000-0000-000000000000\r\n"
    "content-type: application/json\r\n"
    "x-served-by: swiftlet/local\r\n"
    "access-control-allow-origin: *\r\n"
    "date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
    "content-length: 36\r\n"
    "\r\n"
    "{\"success\":true,\"match_found\":false}";

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void watch(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) < 0) fail("epoll_ctl");
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: answer_loop <port>\n");
    return 64;
  }
  const int yes = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1024) < 0) fail("listen");
  const int epoll = epoll_create1(0);
  watch(epoll, listener);

  char buffer[65536];
  for (;;) {
    struct epoll_event events[64];
    const int ready = epoll_wait(epoll, events, 64, -1);
    for (int i = 0; i < ready; i++) {
      const int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        const int accepted = accept(listener, NULL, NULL);
        if (accepted < 0) continue;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        watch(epoll, accepted);
      } else if (read(descriptor, buffer, sizeof buffer) <= 0 ||
                 send(descriptor, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) {
        close(descriptor);
      }
    }
  }
}
