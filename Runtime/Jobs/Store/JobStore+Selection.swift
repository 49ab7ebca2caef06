import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The number of rows that one step of a count examines.
  private static let chunk = 10_000

  /// Counts the jobs that meet conditions, from the lowest id on, as far as a budget allows.
  func matching(
    _ conditions: JobConditions, within budget: SearchBudget, chunk: Int = chunk
  ) async throws -> JobCommand.Matching {
    var conditions = conditions
    var matching = JobCommand.Matching()
    repeat {
      // Conditions without a look into the history or the inputs are counted at once, by the index of a state if there
      // is one.
      let isFast = conditions.ids != nil || !conditions.needsHistory && conditions.texts.isEmpty
      let end = isFast ? nil : try await self.end(of: chunk, after: conditions.after)
      try await count(conditions, upTo: end, into: &matching)
      guard let end, conditions.last.map({ end < $0 }) ?? true else { return matching }
      conditions.after = end
    } while budget.isLeft
    matching.isPartial = true
    return matching
  }

  private func count(
    _ conditions: JobConditions, upTo end: Int64?, into matching: inout JobCommand.Matching
  ) async throws {
    let upTo: SQL = end.map { " AND j.id <= \($0)" } ?? ""
    let rows = try await database.query(
      """
      SELECT j.name, j.state, count(*) AS jobs, max(j.id) AS last FROM \(sql.jobs) j
      WHERE \(condition(conditions, usesStateIndex: end == nil))\(upTo)
      GROUP BY j.name, j.state
      """)
    for row in rows {
      matching.add(
        name: try row.get("name"), state: try row.get("state"), count: try row.get("jobs"), last: try row.get("last"))
    }
  }

  /// The id of the last row of a chunk that begins after an id; nil if the chunk is the table's last.
  private func end(of chunk: Int, after: Int64?) async throws -> Int64? {
    try await database.first(endOfChunk(chunk, after: after))?.get("id")
  }

  /// The query of the id of the last row of a chunk that begins after an id. It has no row if the chunk is the table's
  /// last.
  func endOfChunk(_ chunk: Int, after: Int64?) -> SQL {
    let after: SQL = after.map { " WHERE id > \($0)" } ?? ""
    return "SELECT id FROM \(sql.jobs)\(after) ORDER BY id LIMIT 1 OFFSET \(chunk - 1)"
  }

  /// The number of rows that one search for jobs to change goes through. Postgres would read and sort all that match.
  static let stretch = 10_000

  /// Jobs to change.
  struct Chosen: Sendable {
    /// The jobs that the transaction has locked.
    var ids: [Int64]
    /// The number of jobs that were found. Some may have changed before they were locked.
    let found: Int
    /// The number of found jobs that another transaction has locked.
    var busy = 0
    /// The id after which the search goes on; nil at the end.
    var next: Int64?
  }

  /// Chooses the first jobs that meet conditions, at most `limit`, and locks them until the transaction ends. There may
  /// be none before the end.
  ///
  /// A job that another transaction has locked is counted and not waited for: that transaction may be waiting for a job
  /// that this one has locked.
  func choose(_ conditions: JobConditions, limit: Int, in transaction: Transaction) async throws -> Chosen {
    let row = try await transaction.first(endOfChunk(Self.stretch, after: conditions.after))
    // A selection by ids needs no chunks: it finds the rows by their ids.
    let end: Int64? = conditions.ids == nil ? try row?.get("id") : nil
    let upTo: SQL = end.map { " AND j.id <= \($0)" } ?? ""
    let ids: [Int64] = try await transaction.query(
      "SELECT j.id FROM \(sql.jobs) j WHERE \(condition(conditions))\(upTo) ORDER BY j.id LIMIT \(limit)"
    ).map { try $0.get("id") }
    var chosen = Chosen(ids: ids, found: ids.count)
    if ids.count == limit {
      chosen.next = ids.last
    } else if let end, conditions.last.map({ end < $0 }) ?? true {
      chosen.next = end
    }
    if sql.isServer, !ids.isEmpty { try await lock(&chosen, conditions, in: transaction) }
    return chosen
  }

  /// Locks the found jobs that no other transaction has locked, and counts the others.
  private func lock(_ chosen: inout Chosen, _ conditions: JobConditions, in transaction: Transaction) async throws {
    // The conditions are tested again, because another transaction may have changed a job since it was found.
    var conditions = conditions
    conditions.ids = chosen.ids
    let locking: SQL = "SELECT j.id FROM \(sql.jobs) j WHERE \(condition(conditions)) FOR UPDATE OF j SKIP LOCKED"
    let rows = try await transaction.batch(sql.findingByID + [locking]).last ?? []
    let locked = Set(try rows.map { try $0.get("id", as: Int64.self) })
    conditions.ids = chosen.ids.filter { !locked.contains($0) }
    chosen.ids.removeAll { !locked.contains($0) }
    guard chosen.ids.count < chosen.found else { return }
    let row = try await transaction.first(
      "SELECT count(*) AS busy FROM \(sql.jobs) j WHERE \(condition(conditions))")
    chosen.busy = try row?.get("busy") ?? 0
  }

  /// The conditions as a test of the job `j`.
  ///
  /// - Parameter usesStateIndex: whether the planner may use the partial index of a state. A statement that reads jobs
  ///   in the order of their ids is slower with it: Postgres would read and sort all jobs of the state.
  func condition(_ conditions: JobConditions, usesStateIndex: Bool = false) -> SQL {
    let ids: SQL = conditions.ids.map { " AND j.id \(sql.oneOf(sql.ids($0)))" } ?? ""
    let after: SQL = conditions.after.map { " AND j.id > \($0)" } ?? ""
    let last: SQL = conditions.last.map { " AND j.id <= \($0)" } ?? ""
    let before: SQL = conditions.before.map { " AND j.id < \($0)" } ?? ""
    let name: SQL = conditions.name.map { " AND j.name = \($0)" } ?? ""
    let key: SQL = conditions.key.map { " AND j.unique_key = \($0)" } ?? ""
    let host: SQL = conditions.host.map { " AND j.holder = \($0)" } ?? ""
    var texts: SQL = ""
    for text in conditions.texts {
      texts = "\(texts) AND \(sql.contains("j.payload", text))"
    }
    let error: SQL = conditions.error.map { " AND \(sql.contains("(\(lastError(of: "j.id")))", $0))" } ?? ""
    let since: SQL =
      conditions.since.map {
        """
         AND coalesce((SELECT r.finished_at FROM \(sql.runs) r WHERE r.job_id = j.id ORDER BY r.id DESC LIMIT 1),
          j.enqueued_at) >= \($0)
        """
      } ?? ""
    return
      "\(state(conditions.states, usesIndex: usesStateIndex))\(ids)\(after)\(last)\(before)\(name)\(key)\(host)\(texts)\(error)\(since)"
  }

  /// The test of the state. Only as a plain literal it allows the use of the state's partial index.
  private func state(_ states: [String], usesIndex: Bool) -> SQL {
    if states.isEmpty { return "true" }
    if usesIndex, states == ["dead"] { return "j.state = 'dead'" }
    if usesIndex, states == ["running"] { return "j.state = 'running'" }
    var tests: SQL = ""
    for (index, state) in states.enumerated() {
      let separator: SQL = index == 0 ? "" : " OR "
      let test: SQL =
        state == "retrying" ? "(j.state || '' = 'scheduled' AND j.attempt > 0)" : "j.state || '' = \(state)"
      tests = "\(tests)\(separator)\(test)"
    }
    return "(\(tests))"
  }
}
