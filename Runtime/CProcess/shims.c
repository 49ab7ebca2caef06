#ifdef __linux__
#include "CProcess.h"

#include <malloc.h>

void cprocess_fix_heap_thresholds(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

void cprocess_release_free_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
#else
#include "CProcess.h"
#endif
