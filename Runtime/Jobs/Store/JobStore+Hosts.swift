import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The time in seconds after which a silent host is removed.
  private static let hostRetention: Double = 86_400

  /// Announces that this host is up, and removes hosts that have been silent for long.
  ///
  /// A host that holds jobs stays until they are taken over. Without its row, its jobs would count as left by a regular
  /// shutdown instead of a host's death.
  func announce(in transaction: Transaction) async throws {
    let now = clock.now
    try await transaction.execute(
      """
      INSERT INTO \(sql.hosts) (id, started_at, seen_at, figures)
      VALUES (\(holder), \(now), \(now), \(announcement.json))
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, figures = excluded.figures
      """)
    try await transaction.execute(
      """
      DELETE FROM \(sql.hosts) AS h WHERE h.seen_at < \(now.addingTimeInterval(-Self.hostRetention))
        AND NOT EXISTS (SELECT 1 FROM \(sql.jobs) WHERE state = 'running' AND holder = h.id)
      """)
  }

  func leave() async throws {
    try await database.execute("DELETE FROM \(sql.hosts) WHERE id = \(holder)")
  }

  /// The hosts that have announced themselves, the newest first.
  func hosts() async throws -> [JobHost] {
    let lost = clock.now.addingTimeInterval(-Double(leaseMilliseconds) / 1000)
    return try await database.query(
      """
      SELECT h.id, h.started_at, h.seen_at, h.figures,
        (SELECT count(*) FROM \(sql.jobs) j WHERE j.state = 'running' AND j.holder = h.id) AS running
      FROM \(sql.hosts) h ORDER BY h.started_at DESC, h.id
      """
    ).map { row in
      let seenAt: Date = try row.get("seen_at")
      return JobHost(
        id: try row.get("id"), startedAt: try row.get("started_at"), seenAt: seenAt, isUp: seenAt > lost,
        running: try row.get("running"), leaseEnd: seenAt.addingTimeInterval(Double(leaseMilliseconds) / 1000),
        figures: try row.get("figures", as: String?.self).flatMap {
          // The figures of a newer program may have another form.
          try? Wire.decode(HostFigures.self, from: [UInt8]($0.utf8))
        })
    }
  }

  /// The number of hosts that have announced themselves within the duration of a lease, by the database's clock.
  func hostsUp() async throws -> Int {
    try await setClock()
    let lost = clock.now.addingTimeInterval(-Double(leaseMilliseconds) / 1000)
    return try await database.first("SELECT count(*) AS hosts FROM \(sql.hosts) WHERE seen_at > \(lost)")?
      .get("hosts") ?? 0
  }
}
