import Database
import Edge
public import Foundation

/// A host that runs jobs on this database, as it announced itself.
public struct JobHost: Sendable, Hashable, Codable {
  /// The machine's name, the process and something that no other process has: what the history calls `host`.
  public let id: String
  /// When it began.
  public let startedAt: Date
  /// When it was last heard of; a host says so three times in the time of a lease.
  public let seenAt: Date
  /// Whether it is up, as far as its leases say.
  public let isUp: Bool
  /// How many jobs it has in hand.
  public let running: Int

  enum CodingKeys: String, CodingKey {
    case id
    case startedAt = "started_at"
    case seenAt = "seen_at"
    case isUp = "is_up"
    case running
  }
}

extension JobStore {
  /// How long a host that went without a word is remembered, in seconds.
  private static let memory: Double = 86_400

  /// Says that this host is up.
  func announce(in transaction: Transaction) async throws {
    let now = clock.now
    try await transaction.execute(
      """
      INSERT INTO \(sql.hosts) (id, started_at, seen_at) VALUES (\(holder), \(now), \(now))
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
      """)
    try await transaction.execute("DELETE FROM \(sql.hosts) WHERE seen_at < \(now.addingTimeInterval(-Self.memory))")
  }

  /// Says that this host is no more.
  func leave() async throws {
    try await database.execute("DELETE FROM \(sql.hosts) WHERE id = \(holder)")
  }

  /// The hosts that have announced themselves, the newest first.
  func hosts() async throws -> [JobHost] {
    let lost = clock.now.addingTimeInterval(-Double(leaseMilliseconds) / 1000)
    return try await database.query(
      """
      SELECT h.id, h.started_at, h.seen_at,
        (SELECT count(*) FROM \(sql.jobs) j WHERE j.state = 'running' AND j.holder = h.id) AS running
      FROM \(sql.hosts) h ORDER BY h.started_at DESC, h.id
      """
    ).map { row in
      let seenAt: Date = try row.get("seen_at")
      return JobHost(
        id: try row.get("id"), startedAt: try row.get("started_at"), seenAt: seenAt, isUp: seenAt > lost,
        running: try row.get("running"))
    }
  }
}
