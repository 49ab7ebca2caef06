#if canImport(Glibc)
  import Glibc
#endif

/// Gives back what migrating and seeding took, so that an idle host is as small after its first start as after any other.
func returnUnusedMemory() {
  #if canImport(Glibc)
    malloc_trim(0)
  #endif
}
