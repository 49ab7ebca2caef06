#ifndef CPROCESS_CALL_PAGE_H
#define CPROCESS_CALL_PAGE_H

#include <stdbool.h>
#include <stdint.h>

// The call page: memory of cprocess_call_slots slots that a host shares with one of its workers. The host gives each call a
// slot. The worker writes there whether the call's handler has begun, what CPU time it has used, and which thread runs it now;
// the host reads it while the worker lives and after its death. The functions below are the only access of both sides.

enum { cprocess_call_slots = 4096 };

// One slot, a cache line of its own. Every field is read and written atomically.
struct cprocess_call {
  // The id of the call whose handler has begun; 0 for none yet. Ids are never used twice, so a slot needs no clearing.
  uint64_t call;
  // When `thread` began to run the call, in nanoseconds of CLOCK_MONOTONIC.
  uint64_t since;
  // The CPU time of the pieces that have ended, in nanoseconds.
  uint64_t used;
  // The id of the thread that runs a piece of the call now; 0 for none.
  uint32_t thread;
  uint32_t reserved;
  uint64_t unused[4];
};

// Creates the memory of a page, without content. Returns its descriptor (closed by an exec), or -1 with errno set.
int cprocess_create_page(void);

// Maps the page. Returns null with errno set if that fails, or if the descriptor is smaller than a page.
struct cprocess_call *cprocess_map_page(int descriptor);

void cprocess_unmap_page(struct cprocess_call *page);

// MARK: The worker's side

// A piece of a call's work on one thread, between two suspensions. The thread that runs it keeps it.
struct cprocess_piece {
  uint64_t call;
  uint64_t since;
  uint32_t slot;
  // Whether the slot names this piece's thread; false while another thread runs a piece of the same call.
  bool is_shown;
};

// Marks the call as begun. To be called just before its handler runs: a call that is marked is never run again.
// A slot outside of the page is left out.
void cprocess_call_begin(struct cprocess_call *page, uint32_t slot, uint64_t call);

// Records that the calling thread runs the call from now on, until cprocess_call_pause on the same thread. The cost is one read of
// a clock in user space. A slot that belongs to another call by now stays as it is.
void cprocess_call_resume(struct cprocess_call *page, uint32_t slot, uint64_t call, struct cprocess_piece *piece);

// Ends a piece, and adds its CPU time to the call's. A piece of less than a millisecond counts in full; a longer one counts what the
// thread's CPU clock says, so that a blocking sleep counts for nothing.
void cprocess_call_pause(struct cprocess_call *page, const struct cprocess_piece *piece);

// MARK: The host's side

// What a slot says at one instant. The worker may write anything there.
struct cprocess_call_state {
  uint64_t call;
  uint64_t since;
  uint64_t used;
  uint32_t thread;
};

// Reads a slot, which must be less than cprocess_call_slots.
struct cprocess_call_state cprocess_read_call(const struct cprocess_call *page, uint32_t slot);

#endif
