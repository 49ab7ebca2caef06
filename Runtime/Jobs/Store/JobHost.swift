package import FoundationEssentials

/// A host that runs jobs on this database, as it announced itself.
package struct JobHost: Sendable, Hashable, Codable {
  /// The machine's name, the process id and a random part, as the history's `host`.
  package let id: String
  package let startedAt: Date
  /// When it last announced itself, which it does three times in the duration of a lease.
  package let seenAt: Date
  /// Whether it has announced itself within the duration of a lease.
  package let isUp: Bool
  package let running: Int
  /// Until when it counts as up without announcing itself again: the end of its leases.
  package let leaseEnd: Date?
  /// Its own figures; nil if its program announces none.
  package let figures: HostFigures?

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
