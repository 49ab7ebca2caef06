package import FoundationEssentials
import Wire

/// The end of a worker that was not asked to end.
package struct WorkerDeathRecord: Sendable, Hashable, Codable {
  /// The number among all records of the host.
  package var sequence: UInt64 = 0
  package var time: Date
  package var bundle: String
  /// The first digits of the version's digest.
  package var version: String
  package var group: String
  /// The function at fault, if it is known.
  package var function: String?
  package var worker: UInt64
  package var pid: Int32
  /// The reason in a word: `SIGILL`, `memory`, `cpu`, `disk`, `threads`, `wall_clock`, `violation`, `unresponsive`,
  /// `exit`.
  package var reason: String
  /// The reason in words, with its number.
  package var description: String
  /// The ids of the calls that ended with it.
  package var lost: [String]
  /// The last lines of its standard error: Swift's message of a trap, and its frames.
  package var lines: [String]
  /// Its age in seconds.
  package var age: Double
  /// The calls that it was given.
  package var served: Int

  package init(
    time: Date, bundle: String, version: String, group: String, function: String?, worker: UInt64, pid: Int32,
    reason: String, description: String, lost: [String], lines: [String], age: Double, served: Int
  ) {
    self.time = time
    self.bundle = bundle
    self.version = version
    self.group = group
    self.function = function
    self.worker = worker
    self.pid = pid
    self.reason = reason
    self.description = description
    self.lost = Array(lost.prefix(256))
    self.lines = lines.suffix(200).map { $0.cut(toBytes: 2048) }
    self.age = age
    self.served = served
  }
}

extension WorkerDeathRecord: RingRecord {
  package var footprint: Int {
    let texts = [bundle, version, group, reason, description] + lost + lines
    return texts.reduce(MemoryLayout<Self>.stride + 64 + function.footprint) { $0 + 16 + $1.footprint }
  }
}
