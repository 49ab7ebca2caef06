#ifdef __linux__
#define _GNU_SOURCE
#include "CProcess.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int release_code(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    // What may be written to may have been, by relocations too. A debugger's breakpoints are lost, if they were set before.
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || (segment->p_flags & PF_W)) continue;
    const uintptr_t begin = object->dlpi_addr + segment->p_vaddr;
    const uintptr_t first = (begin + page - 1) & ~(page - 1), last = (begin + segment->p_memsz) & ~(page - 1);
    if (last > first) madvise((void *)first, last - first, MADV_DONTNEED);
  }
  // The first object is the program; its libraries' code is small, and shared.
  return 1;
}

void cprocess_release_start_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  dl_iterate_phdr(release_code, NULL);
}

void cprocess_fix_heap_thresholds(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
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
