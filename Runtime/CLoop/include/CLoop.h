#ifndef CLOOP_H
#define CLOOP_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// Whose thread this is: a loop, and the turn of the job that runs on it, 0 between jobs; and who collects the wake-ups that
// it owes. Swift has no thread-local variables.
struct cloop_seat {
  const void *loop;
  uint64_t turn;
  const void *collector;
};

struct cloop_seat *cloop_seat(void);

// What belongs to an event is in a union, which Swift's memory-safety checks cannot follow.
static inline uint64_t cloop_event_number(const struct epoll_event *event) { return event->data.u64; }

// accept4 is hidden from Swift. The address is a sockaddr_storage, whose header would be taken for this module's own.
int cloop_accept(int listener, void *address);

// Has the kernel drop new connections to a TCP listener, so that those it has already can be accepted, and none is lost when
// the listener is closed. Returns 0, or -1 with errno set.
int cloop_refuse_connections(int listener);

#endif
