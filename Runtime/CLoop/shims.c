#define _GNU_SOURCE
#include "CLoop.h"

#include <sys/socket.h>

static _Thread_local struct cloop_seat seat;

struct cloop_seat *cloop_seat(void) { return &seat; }

int cloop_accept(int listener, void *address) {
  socklen_t length = sizeof(struct sockaddr_storage);
  return accept4(listener, address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
