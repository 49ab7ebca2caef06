public import FoundationEssentials

/// The state of one of the host's connections, and its latency.
public struct ConnectionHealth: Sendable, Hashable, Codable {
  /// The state of a connection.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// The last probe was answered.
    case up
    /// The last probe was not answered.
    case down
    /// There was no probe yet.
    case idle
    /// The host has no such connection.
    case unconfigured
  }

  /// The state, as of ``measuredAt``.
  public let status: Status
  /// The time from a probe to its answer in milliseconds; nil without an answer.
  public let latencyMilliseconds: Double?
  /// The instant of the last answer or failure; nil if there was no probe.
  public let measuredAt: Date?

  /// Describes a connection.
  public init(_ status: Status, latencyMilliseconds: Double? = nil, measuredAt: Date? = nil) {
    self.status = status
    self.latencyMilliseconds = latencyMilliseconds
    self.measuredAt = measuredAt
  }

  enum CodingKeys: String, CodingKey {
    case status
    case latencyMilliseconds = "latency_ms"
    case measuredAt = "measured_at"
  }
}
