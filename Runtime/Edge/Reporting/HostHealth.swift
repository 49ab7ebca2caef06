public import FoundationEssentials

/// The state of a host: its version, its uptime and its connections.
public struct HostHealth: Sendable, Hashable, Codable {
  /// The version of the program.
  public let version: String
  /// The instant of the host's start.
  public let startedAt: Date
  /// The time since then in seconds.
  public let uptimeSeconds: Double
  /// The database, probed by a statement that reads no table.
  public let database: ConnectionHealth
  /// The queue, probed by a look-up of a job by its id.
  public let queue: ConnectionHealth
  /// The server of notifications: the time to the final outcome of the last notification.
  public let push: ConnectionHealth

  /// Describes a host.
  public init(
    version: String, startedAt: Date, uptimeSeconds: Double, database: ConnectionHealth, queue: ConnectionHealth,
    push: ConnectionHealth
  ) {
    self.version = version
    self.startedAt = startedAt
    self.uptimeSeconds = uptimeSeconds
    self.database = database
    self.queue = queue
    self.push = push
  }

  enum CodingKeys: String, CodingKey {
    case version
    case startedAt = "started_at"
    case uptimeSeconds = "uptime_seconds"
    case database, queue, push
  }

  /// Whether no connection is down.
  public var isWhole: Bool { ![database, queue, push].contains { $0.status == .down } }
}
