#define _GNU_SOURCE
#include "CLoop.h"

static _Thread_local struct cloop_seat seat;

struct cloop_seat *cloop_seat(void) { return &seat; }

int cloop_accept(int listener, struct sockaddr_storage *address) {
  socklen_t length = sizeof *address;
  return accept4(listener, (struct sockaddr *)address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
