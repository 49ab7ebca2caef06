#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  page_size = cprocess_call_slots * sizeof(struct cprocess_call),
  // A piece that is shorter counts in full, without a read of the thread's CPU clock (a system call).
  shortest_measured = 1000000,
};

_Static_assert(sizeof(struct cprocess_call) == 64, "a slot is a cache line");

#define get(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#define set(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)

int cprocess_create_page(void) {
  const int descriptor = memfd_create("swiftlet-calls", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  // The worker cannot shrink it: the host's next read would end the host.
  if (ftruncate(descriptor, page_size) == 0 &&
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    return descriptor;
  }
  const int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

struct cprocess_call *cprocess_map_page(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return NULL;
  if (status.st_size < page_size) {
    errno = EINVAL;
    return NULL;
  }
  void *page = mmap(NULL, page_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return page == MAP_FAILED ? NULL : page;
}

void cprocess_unmap_page(struct cprocess_call *page) { munmap(page, page_size); }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t cprocess_monotonic_time(void) { return nanoseconds(CLOCK_MONOTONIC); }

void cprocess_call_begin(struct cprocess_call *page, uint32_t slot, uint64_t call) {
  if (slot >= cprocess_call_slots) return;
  set(page[slot].thread, 0);
  set(page[slot].since, 0);
  set(page[slot].used, 0);
  __atomic_store_n(&page[slot].call, call, __ATOMIC_RELEASE);
}

void cprocess_call_resume(struct cprocess_call *page, uint32_t slot, uint64_t call, struct cprocess_piece *piece) {
  static _Thread_local uint32_t thread;
  if (thread == 0) thread = (uint32_t)syscall(SYS_gettid);
  *piece = (struct cprocess_piece){.call = call, .since = nanoseconds(CLOCK_MONOTONIC), .slot = slot};
  if (slot >= cprocess_call_slots || get(page[slot].call) != call || get(page[slot].thread) != 0) return;
  set(page[slot].since, piece->since);
  uint32_t none = 0;
  piece->is_shown =
      __atomic_compare_exchange_n(&page[slot].thread, &none, thread, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

void cprocess_call_pause(struct cprocess_call *page, const struct cprocess_piece *piece) {
  // The thread's CPU clock when it was last read: what was used since then bounds what a longer piece used.
  static _Thread_local uint64_t measured;
  uint64_t used = nanoseconds(CLOCK_MONOTONIC) - piece->since;
  if (used >= shortest_measured) {
    const uint64_t now = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    if (now - measured < used) used = now - measured;
    measured = now;
  }
  struct cprocess_call *slot = &page[piece->slot];
  if (piece->slot >= cprocess_call_slots || get(slot->call) != piece->call) return;
  if (piece->is_shown) set(slot->thread, 0);
  __atomic_fetch_add(&slot->used, used, __ATOMIC_RELEASE);
}

struct cprocess_call_state cprocess_read_call(const struct cprocess_call *page, uint32_t slot) {
  struct cprocess_call_state state;
  // A piece that ends during the reading would be counted twice or not at all. A worker that changes the slot without an end only
  // gets a state that it could have written as well.
  for (int attempt = 0; attempt < 4; attempt++) {
    state.call = __atomic_load_n(&page[slot].call, __ATOMIC_ACQUIRE);
    state.thread = __atomic_load_n(&page[slot].thread, __ATOMIC_ACQUIRE);
    state.since = __atomic_load_n(&page[slot].since, __ATOMIC_ACQUIRE);
    state.used = __atomic_load_n(&page[slot].used, __ATOMIC_ACQUIRE);
    if (get(page[slot].thread) == state.thread && get(page[slot].since) == state.since) break;
  }
  return state;
}
