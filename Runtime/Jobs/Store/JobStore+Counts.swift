import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The jobs of one function in one state.
  struct QueueGroup: Sendable {
    let name: String
    let state: String
    let count: Int
    let tried: Int
    /// The due time of the oldest job that can be claimed.
    let oldest: Date?
  }

  /// Counts the jobs of the queue by function and state.
  func queueGroups() async throws -> [QueueGroup] {
    try await database.query(
      """
      SELECT name, state, count(*) AS jobs, sum(CASE WHEN attempt > 0 THEN 1 ELSE 0 END) AS tried,
        min(CASE state WHEN 'available' THEN run_at END) AS oldest
      FROM \(sql.jobs) GROUP BY name, state
      """
    ).map {
      QueueGroup(
        name: try $0.get("name"), state: try $0.get("state"), count: try $0.get("jobs"), tried: try $0.get("tried"),
        oldest: try $0.get("oldest"))
    }
  }

  func runningCounts() async throws -> [String: Int] {
    let rows = try await database.query(
      "SELECT name, count(*) AS jobs FROM \(sql.jobs) WHERE state = 'running' GROUP BY name")
    return try rows.reduce(into: [:]) { $0[try $1.get("name"), default: 0] += try $1.get("jobs") }
  }

  /// The smallest id of the history; 0 if it is empty.
  func earliestRun() async throws -> Int64 {
    try await database.first("SELECT id FROM \(sql.runs) ORDER BY id LIMIT 1")?.get("id") ?? 0
  }

  /// The greatest id of the history; 0 if it is empty.
  func lastRun() async throws -> Int64 {
    try await database.first("SELECT id FROM \(sql.runs) ORDER BY id DESC LIMIT 1")?.get("id") ?? 0
  }

  /// The largest number of rows that are read to begin with.
  private static let mostRunsAtFirst: Int64 = 100_000

  /// Finds the first of the runs with ids from `low` until before `high` that ended at an instant or later.
  ///
  /// The ids grow with time, so it is found by bisection. An index of the ends would make each end of a run write one
  /// more entry. A run whose end was written late, because the database was away, may be on the wrong side.
  ///
  /// - Returns: an id that is greater than those of the earlier runs; `high` or greater if all are earlier.
  func firstRun(since instant: Date, from low: Int64, to high: Int64) async throws -> Int64 {
    var (low, high) = (low, high)
    while low < high {
      let middle = low + (high - low) / 2
      let row = try await database.first(
        "SELECT id, finished_at FROM \(sql.runs) WHERE id >= \(middle) ORDER BY id LIMIT 1")
      guard let row, try row.get("finished_at", as: Date.self) < instant else {
        high = middle
        continue
      }
      low = max(try row.get("id", as: Int64.self), middle) + 1
    }
    return low
  }

  /// Finds the first row of the last hour.
  func beginOfMinutes(at now: Date, last: Int64) async throws -> RunMinutes {
    let begin = now.addingTimeInterval(-RunMinutes.span)
    let first = try await earliestRun()
    let low = try await firstRun(since: begin, from: max(first, last - Self.mostRunsAtFirst), to: last)
    var since = begin
    if low == last - Self.mostRunsAtFirst, low > first {
      let row = try await database.first(
        "SELECT finished_at FROM \(sql.runs) WHERE id >= \(low) ORDER BY id LIMIT 1")
      since = max(begin, try row?.get("finished_at") ?? begin)
    }
    return RunMinutes(after: low - 1, since: since)
  }

  /// Counts the tries that ended, by function, minute and outcome.
  func runGroups(of reading: RunMinutes.Reading) async throws -> [RunMinutes.Group] {
    let rows = try await database.query(
      """
      SELECT r.function, r.minute, r.outcome, r.is_settled, count(*) AS runs FROM (
        SELECT name || '' AS function, \(sql.minute("finished_at")) AS minute, outcome,
          CASE WHEN id <= \(reading.settledUpTo) THEN 1 ELSE 0 END AS is_settled
        FROM \(sql.runs) WHERE id > \(reading.after) AND job_id IS NOT NULL) AS r
      GROUP BY r.function, r.minute, r.outcome, r.is_settled
      """)
    return try rows.compactMap { row in
      guard let outcome = RunOutcome(rawValue: try row.get("outcome")) else { return nil }
      return RunMinutes.Group(
        name: try row.get("function"), minute: try row.get("minute"), outcome: outcome,
        isSettled: try row.get("is_settled"), count: try row.get("runs"))
    }
  }
}
