import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Renews the leases of this host, except those of jobs that another transaction has locked. A handler's transaction
  /// locks a job that it cancels; if the renewal waited for its end, the other leases would run out.
  ///
  /// - Returns: the leases that it holds. A running job that is not among them was taken over by another host.
  func renew(in transaction: Transaction) async throws -> [HeldLease] {
    let free: SQL = "SELECT id FROM \(sql.jobs) WHERE state = 'running' AND holder = \(holder)\(sql.lockSkippingLocked)"
    let answers = try await transaction.batch(
      sql.findingByID + [
        "UPDATE \(sql.jobs) SET lease_until = \(leaseEnd) WHERE id \(sql.oneOf(free)) RETURNING id",
        "SELECT id, fence, is_cancelled FROM \(sql.jobs) WHERE state = 'running' AND holder = \(holder)",
      ])
    let renewed = Set(try (answers.dropLast().last ?? []).map { try $0.get("id", as: Int64.self) })
    return try (answers.last ?? []).map {
      let id: Int64 = try $0.get("id")
      return HeldLease(
        id: id, fence: try $0.get("fence"), isCancelled: try $0.get("is_cancelled"),
        isRenewed: renewed.contains(id))
    }
  }

  /// Returns jobs whose claim was committed but whose response was lost, so that this host never started them. Those
  /// that were cancelled meanwhile end.
  func giveBack(_ leases: [HeldLease], in transaction: Transaction) async throws {
    let cancelled = leases.filter(\.isCancelled).map {
      EndedRun(
        id: $0.id, fence: $0.fence, outcome: .cancelled, error: nil, finishedAt: clock.now, milliseconds: nil,
        disposition: .finished)
    }
    _ = try await end(cancelled, in: transaction)
    let leases = leases.filter { !$0.isCancelled }
    guard !leases.isEmpty else { return }
    let statement: SQL = """
      UPDATE \(sql.jobs) SET state = \(dueState), attempt = attempt - 1, holder = NULL, lease_epoch = NULL,
        lease_until = NULL
      WHERE holder = \(holder) AND id \(sql.oneOf(sql.ids(leases.map(\.id))))
      """
    _ = try await transaction.batch(sql.findingByID + [statement])
  }

  /// Moves jobs out of lanes that their functions no longer have, because no host claims from them. At most
  /// ``moveLimit`` are moved.
  ///
  /// Lanes of functions that this program does not know stay: another version may know them.
  ///
  /// - Returns: whether there may be more.
  func emptyLanes(besides lanes: [Lane], of known: Set<String>, in transaction: Transaction) async throws -> Bool {
    let rows = try await transaction.query(
      """
      WITH RECURSIVE l (lane) AS (
        SELECT min(lane) FROM \(sql.jobs) WHERE state = 'available' AND lane > ''
        UNION ALL
        SELECT (SELECT min(lane) FROM \(sql.jobs) WHERE state = 'available' AND lane > l.lane) FROM l
        WHERE l.lane IS NOT NULL)
      SELECT lane FROM l WHERE lane IS NOT NULL
      """)
    let kept = Set(lanes.map(\.name))
    var left = Self.moveLimit
    for row in rows where left > 0 {
      let lane: String = try row.get("lane")
      guard known.contains(lane), !kept.contains(lane) else { continue }
      let waiting: SQL = """
        SELECT id FROM \(sql.jobs) WHERE state = 'available' AND lane = \(lane) LIMIT \(left)\(sql.lockSkippingLocked)
        """
      let statement: SQL = "UPDATE \(sql.jobs) SET lane = '' WHERE id \(sql.oneOf(waiting)) RETURNING id"
      left -= try await transaction.batch(sql.findingByID + [statement]).last?.count ?? 0
    }
    return left == 0
  }

  /// Moves jobs into their functions' current lanes: at most ``moveLimit`` of the next ``stretch`` jobs after an id. A
  /// job that another transaction has locked stays where it is.
  ///
  /// - Returns: the id up to which jobs are in their lanes; nil if all are.
  func arrange(_ lanes: [Lane], after last: Int64) async throws -> Int64? {
    let lane: SQL = "CASE WHEN name IN (\(try sql.names(lanes.map(\.name)))) THEN name ELSE '' END"
    let isMisplaced: SQL = "lane <> \(lane) AND lane <> \(Self.isolationLane)"
    // Usually no job is misplaced. The search runs before the transaction, which keeps SQLite's other writers waiting.
    let end: Int64? = try await database.first(endOfChunk(Self.stretch, after: last))?.get("id")
    let upTo: SQL = end.map { " AND id <= \($0)" } ?? ""
    let ids: [Int64] = try await database.query(
      "SELECT id FROM \(sql.jobs) WHERE id > \(last)\(upTo) AND \(isMisplaced) ORDER BY id LIMIT \(Self.moveLimit)"
    ).map { try $0.get("id") }
    guard !ids.isEmpty else { return end }
    let free: SQL =
      "SELECT id FROM \(sql.jobs) WHERE id \(sql.oneOf(sql.ids(ids))) AND \(isMisplaced)\(sql.lockSkippingLocked)"
    let statement: SQL = "UPDATE \(sql.jobs) SET lane = \(lane) WHERE id \(sql.oneOf(free))"
    try await transaction { [sql] transaction in _ = try await transaction.batch(sql.findingByID + [statement]) }
    return ids.count == Self.moveLimit ? ids.last : end
  }
}
