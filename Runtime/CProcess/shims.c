#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

void cprocess_fix_heap_thresholds(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

int cprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int cprocess_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int cprocess_spawn_without(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int cprocess_watch(pid_t child) { return (int)syscall(434 /* pidfd_open */, child, 0); }

void cprocess_write_lines_at_once(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }

void cprocess_release_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
