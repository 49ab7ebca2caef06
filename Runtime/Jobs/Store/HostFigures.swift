/// The figures of a host in its announcements, for the other hosts of its database.
package struct HostFigures: Sendable, Hashable, Codable {
  package let version: String
  /// The calls that ended in a second, on average since the announcement before.
  package let callsPerSecond: Double
  package let inFlight: Int
  /// The processors that it occupied, on average since the announcement before: 0.5 is half of one.
  package let processors: Double
  /// Its resident memory in bytes; nil if the system does not tell.
  package let memory: Int?

  package init(version: String, callsPerSecond: Double, inFlight: Int, processors: Double, memory: Int?) {
    self.version = version
    self.callsPerSecond = callsPerSecond
    self.inFlight = inFlight
    self.processors = processors
    self.memory = memory
  }

  private enum CodingKeys: String, CodingKey {
    case version
    case callsPerSecond = "calls_per_second"
    case inFlight = "in_flight"
    case processors
    case memory = "memory_bytes"
  }
}
