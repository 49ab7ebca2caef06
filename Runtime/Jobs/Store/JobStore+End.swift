import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// Writes ended tries into the history, and removes or updates their jobs.
  ///
  /// The statements test the holder instead of the state of a job. With the state Postgres may scan the index of
  /// running jobs, which can have many dead entries.
  ///
  /// - Returns: the jobs whose end was accepted. The leases of the others were lost, and nothing changed.
  func end(_ runs: [EndedRun], in transaction: Transaction) async throws -> Set<Int64> {
    // Of two claims of one job only the later one can be valid.
    let runs = Dictionary(runs.map { ($0.id, $0) }) { $0.fence > $1.fence ? $0 : $1 }.values.sorted { $0.id < $1.id }
    if let refusals { return try await endSingly(runs, refusals, in: transaction) }
    return try await endTogether(runs, in: transaction)
  }

  /// Writes ends with few statements. If the database refuses one, none is written.
  func endTogether(_ runs: [EndedRun], in transaction: Transaction) async throws -> Set<Int64> {
    guard sql.isServer else { return try await endEach(runs, transaction) }
    let accepted = try await finish(runs.filter { $0.disposition == .finished }, transaction)
    return accepted.union(try await endEach(runs.filter { $0.disposition != .finished }, transaction))
  }

  /// Ends finished jobs on Postgres, by one statement that moves them from the queue to the history.
  private func finish(_ runs: [EndedRun], _ transaction: Transaction) async throws -> Set<Int64> {
    guard !runs.isEmpty else { return [] }
    let ended = try sql.values(of: runs, EndColumn.self)
    let statement: SQL = """
      \(ended.prefix), j AS (
        DELETE FROM \(sql.jobs) j USING \(ended.source)
        WHERE \(ended.condition) AND j.fence = \(ended[.fence]) AND j.holder IS NOT NULL
        RETURNING j.id, j.name, j.trigger, j.attempt, j.scheduled_at, j.is_late, j.started_at, j.is_cancelled, j.holder,
          j.taken_over_from, j.origin,
          \(ended[.finishedAt]) AS finished_at, \(ended[.milliseconds]) AS duration_ms,
          \(ended[.outcome]) AS outcome, \(ended[.error]) AS error)
      INSERT INTO \(sql.runs) (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at,
        duration_ms, outcome, error, host, taken_over_from, origin)
      SELECT id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms,
        CASE WHEN is_cancelled = 1 AND outcome <> 'completed' THEN 'cancelled' ELSE outcome END, error, holder,
        taken_over_from, origin
      FROM j
      RETURNING job_id
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    return Set(try rows.map { try $0.get("job_id", as: Int64.self) })
  }

  private func endEach(_ runs: [EndedRun], _ transaction: Transaction) async throws -> Set<Int64> {
    guard !runs.isEmpty else { return [] }
    let ended = try sql.values(of: runs, EndColumn.self)
    let statement: SQL = """
      \(ended.prefix)
      INSERT INTO \(sql.runs) (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at,
        duration_ms, outcome, error, next_run_at, is_dead, host, taken_over_from, origin)
      SELECT j.id, j.name, j.trigger, j.attempt, j.scheduled_at, j.is_late, j.started_at, \(ended[.finishedAt]),
        \(ended[.milliseconds]), CASE WHEN j.is_cancelled = 1 AND \(ended[.outcome]) <> 'completed'
          THEN 'cancelled' ELSE \(ended[.outcome]) END,
        \(ended[.error]), CASE j.is_cancelled WHEN 0 THEN \(ended[.nextRunAt]) END,
        CASE j.is_cancelled WHEN 0 THEN \(ended[.isDead]) ELSE 0 END, j.holder, j.taken_over_from, j.origin
      FROM \(ended.source), \(sql.jobs) j
      WHERE \(ended.condition) AND j.fence = \(ended[.fence]) AND j.holder IS NOT NULL\(lockJobs)
      RETURNING job_id
      """
    let rows = try await transaction.batch(sql.findingByID + [statement]).last ?? []
    let accepted = Set(try rows.map { try $0.get("job_id", as: Int64.self) })
    try await move(runs.filter { accepted.contains($0.id) }, transaction)
    return accepted
  }

  /// The lock on the jobs. It orders an end and a concurrent take-over; the second of them finds another state or
  /// fence.
  private var lockJobs: SQL { sql.isServer ? "\(sql.lock) OF j" : "" }

  private func move(_ runs: [EndedRun], _ transaction: Transaction) async throws {
    let finished = runs.filter { $0.disposition == .finished }
    if !finished.isEmpty {
      try await transaction.execute("DELETE FROM \(sql.jobs) WHERE id \(sql.oneOf(sql.ids(finished.map(\.id))))")
    }
    let moved = runs.filter { $0.disposition != .finished }
    guard !moved.isEmpty else { return }
    // A job that was cancelled while it ran does not run again.
    try await transaction.execute(
      """
      DELETE FROM \(sql.jobs) WHERE is_cancelled = 1
        AND id \(sql.oneOf(sql.ids(moved.map(\.id))))
      """)
    let move = try sql.values(of: moved, MoveColumn.self)
    try await transaction.execute(
      """
      \(move.prefix)
      UPDATE \(sql.jobs) AS j SET state = \(move[.state]), run_at = coalesce(\(move[.runAt]), j.run_at),
        attempt = attempt - \(move[.unusedAttempts]), lane = coalesce(\(move[.lane]), j.lane),
        lost_leases = lost_leases + \(move[.deaths]), taken_over_from = CASE
          WHEN \(move[.isLost]) = 1 THEN holder WHEN \(move[.unusedAttempts]) = 1 THEN taken_over_from END,
        holder = NULL, lease_epoch = NULL, lease_until = NULL, is_cancelled = 0
      FROM \(move.source) WHERE \(move.condition)
      """)
  }
}
