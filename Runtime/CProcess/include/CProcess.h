#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>

#include "CallPage.h"
#include "Launch.h"

// prctl is variadic, which Swift cannot call.
static inline int cprocess_set_dumpable(unsigned long value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }

// The calling thread's name, of which at most 15 letters are taken.
static inline int cprocess_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// Writes the number of each of these signals that comes, as one byte, to a pipe, in place of the signal's default action.
// Returns the end to read from, or -1 with errno set. To be called once.
int cprocess_receive_signals(const int *signals, int count);

// What the report of a crash says about the invocation that a thread runs.
struct cprocess_invocation {
  // The function's name, which is never changed or freed.
  const char *function;
  uint8_t id[16];
  // The id of the job; 0 for a request.
  int64_t job;
};

// Finds the invocation of the calling thread; false for none. A signal handler calls it: it must not allocate or lock.
typedef bool (*cprocess_find_invocation)(struct cprocess_invocation *found);

// From now on a crash of the process writes one line to the descriptor before the signal's default action ends the process.
// Where a signal has a handler already, that one stays, unless it is to be replaced. Only the first call counts.
void cprocess_report_crashes(int descriptor, bool as_json, bool replaces, cprocess_find_invocation find);

// Gives the calling thread a stack for signal handlers, without which a crash by a full stack ends the process unreported.
// The thread's end gives it back.
void cprocess_use_signal_stack(void);

// Fixes two thresholds of malloc, which glibc otherwise raises as the program frees memory. A block of 128 KiB or more
// has a mapping of its own, which goes back to the system when the block is freed. The free end of a heap goes back
// from 1 MiB on: with glibc's default of 128 KiB, each savepoint of SQLite gave its pages back and asked for them
// again.
void cprocess_fix_heap_thresholds(void);

// Makes a pipe whose ends other programs do not inherit. Returns 0 or the error's number.
int cprocess_pipe(int ends[2]);

// For posix_spawn: the folder of the new process, and the first of the descriptors that are closed there. Both wrap GNU
// extensions that Swift's module of glibc hides. They return 0 or the error's number.
int cprocess_spawn_in(posix_spawn_file_actions_t *actions, const char *folder);
int cprocess_spawn_without(posix_spawn_file_actions_t *actions, int first);

// Returns a descriptor that is ready to read once a child has ended, or -1 with errno set.
int cprocess_watch(pid_t child);

// Makes standard output write each line as it ends. To a pipe, C writes only when its buffer of some KiB is full.
void cprocess_write_lines_at_once(void);

// Gives all freed memory back to the system.
void cprocess_release_free_memory(void);

#endif
