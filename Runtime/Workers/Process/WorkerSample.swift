/// What a worker's process uses at one instant.
package struct WorkerSample: Sendable, Hashable {
  /// The resident memory in bytes, with the resident pages of mapped files. The limit of memory counts beyond this value
  /// at the boot's end, so the pages of the program and its libraries that are resident by then do not count.
  package var residentMemory: UInt64 = 0
  /// The private writable memory in bytes that the process has mapped, used or not: what the limit of data counts.
  package var dataMemory: UInt64 = 0
  /// The CPU time of all threads since the process's start.
  package var cpu = Duration.zero
  package var threads = 0
}
