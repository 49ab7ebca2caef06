#ifndef CPROCESS_H
#define CPROCESS_H

#ifdef __linux__
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline int cprocess_set_dumpable(unsigned long value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }

// The calling thread's name, of which at most 15 letters are taken.
static inline int cprocess_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// Gives back what only starting needed: freed memory, and the pages of the program's code. Those are read again, most of
// them from the page cache, when they are needed.
void cprocess_release_start_memory(void);
#endif

#endif
