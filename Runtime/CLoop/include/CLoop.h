#ifndef CLOOP_H
#define CLOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
// Extended attributes of files, which Swift's Glibc leaves out.
#include <sys/xattr.h>

// What Loop keeps for each thread: Swift has no thread-local variables.
struct cloop_thread {
  // The loop that the thread runs, or ran until a job blocked it; null on all other threads.
  const void *loop;
  // The number of the job that the thread runs; 0 for the loop's own work.
  uint64_t job;
  // Collects the wake-ups that the thread defers: those of its loop, or of a batch; null on all other threads.
  const void *wake_ups;
};

struct cloop_thread *cloop_thread(void);

// An event's number is in a union, which Swift's memory-safety checks cannot follow.
static inline uint64_t cloop_event_number(const struct epoll_event *event) { return event->data.u64; }

// accept4 is hidden from Swift. The address is a sockaddr_storage, whose header would be taken for this module's own.
int cloop_accept(int listener, void *address);

// Makes the kernel drop new connections to a TCP listener. The connections that wait can then all be accepted before the listener
// is closed. Returns 0, or -1 with errno set.
int cloop_refuse_connections(int listener);

// Renames a file, and replaces one of the new name or fails with EEXIST. renameat2 is hidden from Swift. Returns 0, or -1
// with errno set.
int cloop_rename(int old_folder, const char *old_name, int new_folder, const char *new_name, bool replaces);

#endif
