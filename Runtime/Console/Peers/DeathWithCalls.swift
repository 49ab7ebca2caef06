package import Host

/// The death of a worker with the calls that were lost with it, as far as they are in memory.
package struct DeathWithCalls: Codable, Sendable, Hashable {
  package let record: WorkerDeathRecord
  package let calls: [InvocationRecord]

  /// The death with half of its calls; without calls, with the newest half of its lines; nil without either.
  var halved: DeathWithCalls? {
    if !calls.isEmpty { return DeathWithCalls(record: record, calls: Array(calls.prefix(calls.count / 2))) }
    guard !record.lines.isEmpty else { return nil }
    var record = record
    record.lines = Array(record.lines.suffix(record.lines.count / 2))
    return DeathWithCalls(record: record, calls: [])
  }
}
