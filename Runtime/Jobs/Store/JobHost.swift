public import FoundationEssentials

/// A host that runs jobs on this database, as it announced itself.
public struct JobHost: Sendable, Hashable, Codable {
  /// The machine's name, the process id and a random part, as the history's `host`.
  public let id: String
  /// When it began.
  public let startedAt: Date
  /// When it last announced itself, which it does three times in the duration of a lease.
  public let seenAt: Date
  /// Whether it has announced itself within the duration of a lease.
  public let isUp: Bool
  /// The number of jobs that it runs.
  public let running: Int
  /// Until when it counts as up without announcing itself again: the end of its leases.
  public let leaseEnd: Date?
  /// Its own figures; nil if its program announces none.
  public let figures: HostFigures?

  enum CodingKeys: String, CodingKey {
    case id
    case startedAt = "started_at"
    case seenAt = "seen_at"
    case isUp = "is_up"
    case running
    case leaseEnd = "lease_until"
    case figures
  }
}
