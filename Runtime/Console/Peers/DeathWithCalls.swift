package import Host

/// The death of a worker with the calls that were lost with it, as far as they are in memory.
package struct DeathWithCalls: Codable, Sendable, Hashable {
  package let record: WorkerDeathRecord
  package let calls: [InvocationRecord]

  package init(record: WorkerDeathRecord, calls: [InvocationRecord]) {
    self.record = record
    self.calls = calls
  }
}
