/// The figures of a host in its announcements, for the other hosts of its database.
public struct HostFigures: Sendable, Hashable, Codable {
  /// The version of its program.
  public let version: String
  /// The calls that ended in a second, on average since the announcement before.
  public let callsPerSecond: Double
  /// The calls that it has in hand.
  public let inFlight: Int
  /// The processors that it occupied, on average since the announcement before: 0.5 is half of one.
  public let processors: Double
  /// Its resident memory in bytes; nil if the system does not tell.
  public let memory: Int?

  /// Creates the figures.
  public init(version: String, callsPerSecond: Double, inFlight: Int, processors: Double, memory: Int?) {
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
