/// What a worker's process uses at one instant.
package struct WorkerSample: Sendable, Hashable {
  /// The resident memory in bytes, without the pages of files.
  package var residentMemory: UInt64
  /// The private writable memory in bytes that the process has mapped, used or not: what the limit of data counts.
  package var dataMemory: UInt64
  /// The CPU time of all threads since the process's start.
  package var cpu: Duration
  package var threads: Int

  package init(residentMemory: UInt64 = 0, dataMemory: UInt64 = 0, cpu: Duration = .zero, threads: Int = 0) {
    self.residentMemory = residentMemory
    self.dataMemory = dataMemory
    self.cpu = cpu
    self.threads = threads
  }
}
