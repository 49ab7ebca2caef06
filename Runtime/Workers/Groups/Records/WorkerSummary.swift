/// One worker, for lists.
package struct WorkerSummary: Codable, Sendable, Hashable {
  package let worker: UInt64
  /// The process; nil before it is started.
  package let pid: Int32?
  package let bundle: String
  /// The first digits of the version's digest.
  package let version: String
  package let group: String
  /// `booting`, `ready`, `retiring` or `ending`.
  package let state: String
  /// Its age in seconds.
  package let age: Double
  package let inFlight: Int
  package let served: Int
  /// Its resident memory in bytes; nil if it is not known.
  package let memory: Int?

  private enum CodingKeys: String, CodingKey {
    case worker, pid, bundle, version, group, state, served
    case age = "age_seconds"
    case inFlight = "in_flight"
    case memory = "memory_bytes"
  }
}
