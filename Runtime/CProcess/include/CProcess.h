#ifndef CPROCESS_H
#define CPROCESS_H

#ifdef __linux__
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline int cprocess_set_dumpable(unsigned long value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }
#endif

#endif
