/// The limits of a worker's process.
package struct WorkerLimits: Sendable, Hashable {
  /// The memory in bytes that the worker may use beyond what it used when its boot ended.
  package var memory: UInt64
  /// The number of open descriptors.
  package var descriptors: UInt64

  package init(memory: UInt64 = 256 << 20, descriptors: UInt64 = 256) {
    self.memory = memory
    self.descriptors = descriptors
  }
}
