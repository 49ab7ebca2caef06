#ifndef CPROCESS_H
#define CPROCESS_H

#ifdef __linux__
#include <malloc.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline int cprocess_set_dumpable(unsigned long value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }

// glibc's alone, and in no module of Swift's.
static inline void cprocess_release_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
#endif

#endif
